"""Beam search against all sequences, and the loop of decoding."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import paddle
import pytest
from paddle import nn
from paddle.nn.decode import Decoder

STEPS, WORDS, END = 3, 4, 1


def _logits(tokens: tuple[int, ...], decoder: Any, state: Any) -> list[np.ndarray]:
    """The log-probabilities of every step of one sequence."""
    scores = []
    token = decoder.start_token
    for next_token in (*tokens, None):
        x = decoder.embedding_fn(paddle.to_tensor([token]))
        out, state = decoder.cell(x, state)
        scores.append(nn.functional.log_softmax(decoder.output_fn(out)).numpy()[0])
        if next_token is None:
            break
        token = next_token
    return scores


def test_wide_beam_finds_the_best_sequences() -> None:
    paddle.seed(1)
    cell, embedding, output = nn.GRUCell(3, 3), nn.Embedding(WORDS, 3), nn.Linear(3, WORDS)
    output.weight.set_value(output.weight * 3)
    decoder = nn.BeamSearchDecoder(cell, 0, END, WORDS**2, embedding, output)
    states = paddle.randn([2, 3])
    tokens, final = nn.dynamic_decode(decoder, states, max_step_num=STEPS - 1)
    for n in range(2):
        totals = {}
        for sequence in itertools.product(range(WORDS), repeat=STEPS):
            cut = sequence[: sequence.index(END) + 1] if END in sequence else sequence
            padded = cut + (END,) * (STEPS - len(cut))
            steps = _logits(cut[:-1], decoder, states[n : n + 1])
            totals[padded] = sum(step[t] for step, t in zip(steps, cut, strict=True))
        best = max(totals, key=lambda key: totals[key])
        assert tuple(tokens[n, :, 0].tolist()) == best
        assert final.log_probs[n, 0].item() == pytest.approx(totals[best], rel=1e-5)


class _Counter(Decoder):
    """Emits its state, which grows by one; sequence n is finished after limit n."""

    def __init__(self, limits: list[int]) -> None:
        self.limits = paddle.to_tensor(limits)

    def initialize(self, inits: Any) -> Any:
        zeros = paddle.zeros_like(self.limits)
        return zeros, zeros, zeros > 0

    def step(self, time: Any, inputs: Any, states: Any, **kwargs: Any) -> Any:
        now = states + 1
        return {"value": now}, now, now, now == self.limits


@pytest.mark.parametrize("impute", [False, True])
def test_loop_without_finalize(impute: bool) -> None:
    outputs, states, lengths = nn.dynamic_decode(
        _Counter([1, 3]), impute_finished=impute, return_length=True
    )
    assert outputs["value"].shape == [2, 3]
    assert outputs["value"][1].tolist() == [1, 2, 3]
    assert lengths.tolist() == [1, 3]
    assert states.tolist() == ([1, 3] if impute else [3, 3])


def test_time_major_and_last_step() -> None:
    outputs, _ = nn.dynamic_decode(_Counter([9, 9]), max_step_num=1, output_time_major=True)
    assert outputs["value"].tolist() == [[1, 1], [2, 2]]
