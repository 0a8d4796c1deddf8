"""Decoding of sequences, step by step: the loop, and beam search."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.utils.layers_utils import flatten, map_structure

__all__ = ["BeamSearchDecoder", "dynamic_decode"]

_UNLIKELY = -1e9


class Decoder:
    """Base of decoders for `dynamic_decode`.

    A subclass says how to start, what a step does, and how the outputs of all steps are put
    together.
    """

    def initialize(self, inits: Any) -> tuple[Any, Any, Tensor]:
        """The first inputs, the first states, and which sequences are finished before any step."""
        raise NotImplementedError

    def step(self, time: Tensor, inputs: Any, states: Any, **kwargs: Any) -> tuple[Any, ...]:
        """One step: outputs, next states, next inputs, and which sequences are finished."""
        raise NotImplementedError

    def finalize(self, outputs: Any, final_states: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        """The result from the stacked outputs of all steps."""
        raise NotImplementedError

    @property
    def tracks_own_finished(self) -> bool:
        """Whether `step` itself keeps sequences finished that were finished before."""
        return False


class BeamSearchDecoder(Decoder):
    """Beam search over what a cell predicts: keeps the `beam_size` most likely sequences.

    Args:
        cell: a recurrent cell.
        start_token: the token each sequence starts with.
        end_token: the token that finishes a sequence.
        beam_size: how many sequences are kept.
        embedding_fn: makes inputs of tokens; the tokens themselves by default.
        output_fn: makes scores of tokens of the cell's output, which is taken as it is by default.

    Examples:
        >>> import paddle
        >>> from paddle.nn import BeamSearchDecoder, Embedding, GRUCell, Linear, dynamic_decode
        >>> cell, embedding, scores = GRUCell(4, 4), Embedding(10, 4), Linear(4, 10)
        >>> decoder = BeamSearchDecoder(cell, 0, 1, 2, embedding, scores)
        >>> tokens, states = dynamic_decode(decoder, paddle.zeros([3, 4]), max_step_num=5)
        >>> tokens.shape[0], tokens.shape[2]
        (3, 2)
    """

    OutputWrapper = namedtuple("OutputWrapper", ("scores", "predicted_ids", "parent_ids"))
    StateWrapper = namedtuple("StateWrapper", ("cell_states", "log_probs", "finished", "lengths"))

    def __init__(
        self,
        cell: Any,
        start_token: int,
        end_token: int,
        beam_size: int,
        embedding_fn: Callable[..., Any] | None = None,
        output_fn: Callable[..., Any] | None = None,
    ) -> None:
        self.cell = cell
        self.embedding_fn = embedding_fn
        self.output_fn = output_fn
        self.start_token = start_token
        self.end_token = end_token
        self.beam_size = beam_size

    @staticmethod
    def tile_beam_merge_with_batch(x: Tensor, beam_size: int) -> Tensor:
        """Repeat each sample of a batch for every beam: [N, ...] to [N * beam_size, ...].

        Examples:
            >>> import paddle
            >>> x = paddle.to_tensor([[1], [2]])
            >>> paddle.nn.BeamSearchDecoder.tile_beam_merge_with_batch(x, 2).tolist()
            [[1], [1], [2], [2]]
        """
        import paddle

        return paddle.repeat_interleave(x, beam_size, axis=0)

    def _split(self, x: Tensor) -> Tensor:
        """[N * beam, ...] as [N, beam, ...]."""
        return x.reshape([-1, self.beam_size, *x.shape[1:]])

    def _merge(self, x: Tensor) -> Tensor:
        """[N, beam, ...] as [N * beam, ...]."""
        return x.reshape([-1, *x.shape[2:]])

    def _pick(self, x: Tensor, beams: Tensor) -> Tensor:
        """Of [N, beam, ...], the beams that [N, beam] names for each sample."""
        import paddle

        start = paddle.arange(x.shape[0], dtype=beams.dtype).unsqueeze(-1) * x.shape[1]
        rows = paddle.index_select(self._merge(x), (beams + start).reshape([-1]))
        return rows.reshape([*beams.shape, *x.shape[2:]])

    def initialize(self, initial_cell_states: Any) -> tuple[Any, Any, Tensor]:
        """Start tokens for every beam, of which only the first one is likely yet."""
        import paddle

        batch = flatten(initial_cell_states)[0].shape[0]
        beams = [batch, self.beam_size]
        cell_states = map_structure(
            lambda x: self._split(self.tile_beam_merge_with_batch(x, self.beam_size)),
            initial_cell_states,
        )
        tokens = paddle.full(beams, self.start_token, "int64")
        first = paddle.to_tensor([[0.0] + [_UNLIKELY] * (self.beam_size - 1)])
        finished = paddle.zeros(beams, "bool")
        states = self.StateWrapper(
            cell_states, first.expand(beams), finished, paddle.zeros(beams, "int64")
        )
        return self._inputs(tokens), states, finished

    def _inputs(self, tokens: Tensor) -> Any:
        return tokens if self.embedding_fn is None else self.embedding_fn(tokens)

    def step(self, time: Tensor, inputs: Any, states: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Extend every beam by the most likely tokens."""
        merged = map_structure(self._merge, inputs)
        cell_states = map_structure(self._merge, states.cell_states)
        outputs, cell_states = self.cell(merged, cell_states, **kwargs)
        if self.output_fn is not None:
            outputs = self.output_fn(outputs)
        cell_states = map_structure(self._split, cell_states)
        output, states = self._search(self._split(outputs), cell_states, states)
        output.predicted_ids.stop_gradient = True
        return output, states, self._inputs(output.predicted_ids), states.finished

    def _search(self, scores: Tensor, cell_states: Any, states: Any) -> tuple[Any, Any]:
        """The best continuations of all beams of a sample together."""
        import paddle

        words = scores.shape[-1]
        # A finished beam goes on with its end token, and costs nothing more.
        stay = paddle.full([words], _UNLIKELY, scores.dtype)
        stay[self.end_token] = 0.0
        finished = states.finished.unsqueeze(-1).astype(scores.dtype)
        step = F.log_softmax(scores) * (1.0 - finished) + stay * finished
        total = (step + states.log_probs.unsqueeze(-1)).reshape([-1, self.beam_size * words])
        best, places = paddle.topk(total, self.beam_size)
        beams, tokens = places // words, places % words
        finished = self._pick(states.finished, beams)
        lengths = self._pick(states.lengths, beams) + paddle.logical_not(finished).astype("int64")
        finished = paddle.logical_or(finished, tokens == self.end_token)
        cell_states = map_structure(lambda x: self._pick(x, beams), cell_states)
        output = self.OutputWrapper(best, tokens, beams)
        return output, self.StateWrapper(cell_states, best, finished, lengths)

    def finalize(self, outputs: Any, final_states: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        """The tokens of the surviving beams, [T, N, beam]."""
        return F.gather_tree(outputs.predicted_ids, outputs.parent_ids), final_states

    @property
    def tracks_own_finished(self) -> bool:
        return True


def dynamic_decode(
    decoder: Any,
    inits: Any | None = None,
    max_step_num: int | None = None,
    output_time_major: bool = False,
    impute_finished: bool = False,
    is_test: bool = False,
    return_length: bool = False,
    **kwargs: Any,
) -> tuple[Any, ...]:
    """Run a decoder until all sequences are finished.

    Args:
        decoder: a `Decoder` such as `BeamSearchDecoder`.
        inits: passed to `decoder.initialize`; None by default.
        max_step_num: the number of the last step, which is the first one for 0; None (the default)
            for no limit.
        output_time_major: outputs are [T, N, ...], False by default.
        impute_finished: states of finished sequences stay as they are, False by default.
        is_test: not used.
        return_length: also return the lengths of the sequences, False by default.
        **kwargs: passed on to `decoder.step`.

    Returns:
        The outputs and the final states, with `return_length` also the lengths.

    Examples:
        >>> import paddle
        >>> from paddle.nn import BeamSearchDecoder, Embedding, GRUCell, Linear, dynamic_decode
        >>> decoder = BeamSearchDecoder(GRUCell(4, 4), 0, 1, 2, Embedding(9, 4), Linear(4, 9))
        >>> tokens, _, lengths = dynamic_decode(
        ...     decoder, paddle.zeros([3, 4]), max_step_num=5, return_length=True
        ... )
        >>> lengths.shape
        [3, 2]
    """
    import paddle

    inputs, states, finished = decoder.initialize(inits)
    lengths = paddle.zeros_like(finished.astype("int64"))
    steps = []
    time = 0
    while not bool(finished.all()):
        output, next_states, inputs, now = decoder.step(
            paddle.full([1], time, "int64"), inputs, states, **kwargs
        )
        if not decoder.tracks_own_finished:
            now = paddle.logical_or(now, finished)
            lengths = lengths + paddle.logical_not(finished).astype("int64")
        else:
            lengths = getattr(next_states, "lengths", lengths)
        if impute_finished:
            next_states = map_structure(_Keep(finished), states, next_states)
        steps.append(output)
        states, finished = next_states, now
        time += 1
        if max_step_num is not None and time > max_step_num:
            break
    outputs = map_structure(lambda *rows: paddle.stack(rows), *steps)
    if type(decoder).finalize is not Decoder.finalize:
        outputs, states = decoder.finalize(outputs, states, lengths)
    if not output_time_major:
        outputs = map_structure(lambda x: x.transpose([1, 0, *range(2, x.ndim)]), outputs)
    return (outputs, states, lengths) if return_length else (outputs, states)


class _Keep:
    """Keeps the old state of sequences that were finished before."""

    def __init__(self, finished: Tensor) -> None:
        self._finished = finished

    def __call__(self, old: Tensor, new: Tensor) -> Tensor:
        import paddle

        axes = new.ndim - self._finished.ndim
        finished = self._finished.reshape([*self._finished.shape, *[1] * axes])
        return paddle.where(finished.expand(new.shape), old, new)
