"""Recurrent cells, loops over cells, and multi-layer networks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from paddle import _C_ops
from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.initializer import Uniform
from paddle.nn.layer.container import LayerList
from paddle.nn.layer.layers import Layer
from paddle.utils.layers_utils import map_structure

__all__ = ["RNNCellBase", "SimpleRNNCell", "LSTMCell", "GRUCell", "RNN", "BiRNN"]
__all__ += ["SimpleRNN", "LSTM", "GRU"]


def split_states(states: Any, bidirectional: bool = False, state_components: int = 1) -> list[Any]:
    """Split states that are stacked along the first axis into those of each layer.

    Args:
        states: [L * D, N, H] with L layers and D directions, or a tuple of `state_components` such
            tensors.
        bidirectional: whether there are two directions, False by default.
        state_components: how many tensors a cell's state has, 1 by default.

    Returns:
        A list of the layers' states; with two directions a list of pairs.

    Examples:
        >>> import paddle
        >>> states = paddle.nn.layer.rnn.split_states(paddle.zeros([4, 2, 3]), True)
        >>> len(states), len(states[0]), states[0][0].shape
        (2, 2, [2, 3])
    """
    import paddle

    parts: list[Any]
    if state_components == 1:
        parts = paddle.unbind(states)
    else:
        parts = list(zip(*(paddle.unbind(state) for state in states), strict=True))
    return list(zip(parts[::2], parts[1::2], strict=True)) if bidirectional else parts


def concat_states(states: Any, bidirectional: bool = False, state_components: int = 1) -> Any:
    """Stack the states of all layers: the inverse of `split_states`.

    Args:
        states: the layers' states; with two directions pairs of them.
        bidirectional: whether there are two directions, False by default.
        state_components: how many tensors a cell's state has, 1 by default.

    Returns:
        [L * D, N, H], or a tuple of `state_components` such tensors.

    Examples:
        >>> import paddle
        >>> paddle.nn.layer.rnn.concat_states([paddle.zeros([2, 3])] * 4).shape
        [4, 2, 3]
    """
    import paddle

    if bidirectional:
        states = [state for pair in states for state in pair]
    if state_components == 1:
        return paddle.stack(list(states))
    return tuple(paddle.stack(list(component)) for component in zip(*states, strict=True))


def rnn(
    cell: Any,
    inputs: Any,
    initial_states: Any | None = None,
    sequence_length: Tensor | None = None,
    time_major: bool = False,
    is_reverse: bool = False,
    **kwargs: Any,
) -> tuple[Any, Any]:
    r"""Run a cell over the time steps: :math:`y_t, s_t = cell(x_t, s_{t-1})`.

    Args:
        cell: a layer that maps inputs and states to outputs and new states.
        inputs: [N, T, ...], or a nested structure of such tensors.
        initial_states: what the cell takes as states; made by `cell.get_initial_states` by default.
        sequence_length: [N], integers; states stay as they are behind the end of a sequence.
        time_major: inputs and outputs are [T, N, ...], False by default.
        is_reverse: start with the last step, False by default.
        **kwargs: passed on to the cell.

    Returns:
        The stacked outputs, and the states after the last step.

    Examples:
        >>> import paddle
        >>> cell = paddle.nn.SimpleRNNCell(4, 8)
        >>> outputs, state = paddle.nn.layer.rnn.rnn(cell, paddle.ones([2, 5, 4]))
        >>> outputs.shape, state.shape
        ([2, 5, 8], [2, 8])
    """
    import paddle

    axis = 0 if time_major else 1
    first = _first_leaf(inputs)
    steps = first.shape[axis]
    if steps == -1:
        raise ValueError("rnn() needs to know the number of time steps while a program is recorded")
    states = initial_states
    if states is None:
        states = cell.get_initial_states(batch_ref=inputs, batch_dim_idx=1 - axis)
    mask = None
    if sequence_length is not None:
        mask = F.sequence_mask(sequence_length, steps, first.dtype)
    columns = map_structure(lambda x: paddle.unbind(x, axis), inputs)
    order = reversed(range(steps)) if is_reverse else range(steps)
    outputs = [None] * steps
    for t in order:
        outputs[t], new_states = cell(_at(inputs, columns, t), states, **kwargs)
        if mask is not None:
            new_states = map_structure(_Blend(mask[:, t]), states, new_states)
        states = new_states
    return map_structure(lambda *rows: paddle.stack(rows, axis), *outputs), states


def _first_leaf(inputs: Any) -> Tensor:
    while not isinstance(inputs, Tensor):
        inputs = next(iter(inputs.values() if isinstance(inputs, dict) else inputs))
    return inputs


def _at(inputs: Any, columns: Any, t: int) -> Any:
    """The inputs of one time step; `columns` holds lists where `inputs` holds tensors."""
    if isinstance(inputs, Tensor):
        return columns[t]
    if isinstance(inputs, dict):
        return {key: _at(value, columns[key], t) for key, value in inputs.items()}
    return type(inputs)(
        _at(value, column, t) for value, column in zip(inputs, columns, strict=True)
    )


class _Blend:
    """Keeps the old state where the mask of [N] is zero."""

    def __init__(self, mask: Tensor) -> None:
        self._mask = mask

    def __call__(self, old: Tensor, new: Tensor) -> Tensor:
        mask = self._mask.reshape([-1] + [1] * (new.ndim - 1)).astype(new.dtype)
        return new * mask + old * (1.0 - mask)


def birnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    initial_states: Any | None = None,
    sequence_length: Tensor | None = None,
    time_major: bool = False,
    **kwargs: Any,
) -> tuple[Any, Any]:
    """Run one cell forward and another one backward, and join their outputs.

    Args:
        cell_fw: the cell that starts with the first step.
        cell_bw: the cell that starts with the last step.
        inputs: [N, T, ...].
        initial_states: a pair of states, one for each cell; made by the cells by default.
        sequence_length: [N], integers; states stay as they are behind the end of a sequence.
        time_major: inputs and outputs are [T, N, ...], False by default.
        **kwargs: passed on to the cells.

    Returns:
        The outputs, joined along the last axis, and the pair of final states.

    Examples:
        >>> import paddle
        >>> forward, backward = paddle.nn.LSTMCell(4, 8), paddle.nn.LSTMCell(4, 8)
        >>> outputs, states = paddle.nn.layer.rnn.birnn(forward, backward, paddle.ones([2, 5, 4]))
        >>> outputs.shape
        [2, 5, 16]
    """
    import paddle

    fw, bw = initial_states if initial_states is not None else (None, None)
    outputs_fw, fw = rnn(cell_fw, inputs, fw, sequence_length, time_major, **kwargs)
    outputs_bw, bw = rnn(cell_bw, inputs, bw, sequence_length, time_major, True, **kwargs)
    outputs = map_structure(lambda x, y: paddle.concat([x, y], -1), outputs_fw, outputs_bw)
    return outputs, (fw, bw)


class RNNCellBase(Layer):
    """Base of recurrent cells: makes initial states from a batch.

    A subclass has a `state_shape`, the shape (or nested shapes) of a state without the batch.

    Examples:
        >>> import paddle
        >>> cell = paddle.nn.GRUCell(4, 8)
        >>> cell.get_initial_states(paddle.ones([2, 4])).shape
        [2, 8]
    """

    def get_initial_states(
        self,
        batch_ref: Any,
        shape: Any | None = None,
        dtype: Any | None = None,
        init_value: float = 0.0,
        batch_dim_idx: int = 0,
    ) -> Any:
        """States filled with a value, for a batch as large as that of `batch_ref`.

        Args:
            batch_ref: a tensor, or a structure of tensors.
            shape: a shape without the batch, or a nested structure of shapes; -1 or not, the batch
                goes first. `state_shape` by default.
            dtype: their dtype; `state_dtype`, or else the default dtype, by default.
            init_value: 0.0 by default.
            batch_dim_idx: the axis of the batch in `batch_ref`, 0 by default.

        Returns:
            Tensors, nested as the shapes are.
        """
        import paddle

        batch = _first_leaf(batch_ref).shape[batch_dim_idx]
        shape = self.state_shape if shape is None else shape
        dtype = dtype or getattr(self, "state_dtype", None) or paddle.get_default_dtype()

        def fill(part: Any) -> Any:
            if all(isinstance(size, int) for size in part):
                return paddle.full([batch, *part], init_value, dtype)
            return type(part)(fill(item) for item in part)

        return fill(shape)

    @property
    def state_shape(self) -> Any:
        """The shape of a state, without the batch; a subclass must say."""
        raise NotImplementedError("Please add implementation for `state_shape` in the used cell.")

    @property
    def state_dtype(self) -> Any:
        """The dtype of a state; None (the default) for the default dtype."""
        return None


class _GatedCell(RNNCellBase):
    """What the three cells share: weights of several gates, drawn from one interval."""

    def __init__(
        self, input_size: int, hidden_size: int, gates: int, attrs: Sequence[Any], name: str | None
    ) -> None:
        super().__init__()
        if hidden_size <= 0:
            raise ValueError(
                f"hidden_size of {type(self).__name__} must be greater than 0, but now equals to "
                f"{hidden_size}"
            )
        self.input_size = input_size
        self.hidden_size = hidden_size
        bound = 1.0 / math.sqrt(hidden_size)
        rows = gates * hidden_size
        shapes = ([rows, input_size], [rows, hidden_size], [rows], [rows])
        names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        for parameter, shape, attr in zip(names, shapes, attrs, strict=True):
            made = self._make(shape, attr, Uniform(-bound, bound))
            setattr(self, parameter, made)

    def _make(self, shape: list[int], attr: Any, initializer: Any) -> Any:
        """A parameter; one that is not wanted is fixed: weights at 1, biases at 0."""
        from paddle.nn.initializer import Constant

        is_bias = len(shape) == 1
        if attr is not False:
            return self.create_parameter(shape, attr, None, is_bias, initializer)
        if is_bias:
            return None
        weight = self.create_parameter(shape, None, None, False, Constant(1.0))
        weight.stop_gradient = True
        return weight

    def _project(self, x: Tensor, which: str) -> Tensor:
        import paddle

        product = paddle.matmul(x, getattr(self, f"weight_{which}"), transpose_y=True)
        bias = getattr(self, f"bias_{which}")
        return product if bias is None else product + bias

    @property
    def state_shape(self) -> Any:
        return (self.hidden_size,)

    def extra_repr(self) -> str:
        return f"{self.input_size}, {self.hidden_size}"


class SimpleRNNCell(_GatedCell):
    r"""The plain cell: :math:`h_t = act(W_{ih} x_t + b_{ih} + W_{hh} h_{t-1} + b_{hh})`.

    Source: Elman, "Finding structure in time", Cognitive Science 14 (1990).

    Args:
        input_size: the width of the input.
        hidden_size: the width of the state.
        activation: "tanh" (the default) or "relu".
        weight_ih_attr: the attributes of `weight_ih`, [hidden_size, input_size]; as the others by
            default uniform within :math:`1 / \sqrt{hidden\_size}`.
        weight_hh_attr: the attributes of `weight_hh`, [hidden_size, hidden_size].
        bias_ih_attr: the attributes of `bias_ih`, [hidden_size]; False for none.
        bias_hh_attr: the attributes of `bias_hh`, [hidden_size]; False for none.
        name: not used.

    Raises:
        ValueError: the hidden size is not positive, or the activation is not known.

    Examples:
        >>> import paddle
        >>> cell = paddle.nn.SimpleRNNCell(4, 8)
        >>> output, state = cell(paddle.ones([2, 4]), paddle.zeros([2, 8]))
        >>> output.shape
        [2, 8]
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        activation: str = "tanh",
        weight_ih_attr: Any | None = None,
        weight_hh_attr: Any | None = None,
        bias_ih_attr: Any | None = None,
        bias_hh_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        attrs = (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr)
        super().__init__(input_size, hidden_size, 1, attrs, name)
        if activation not in ("tanh", "relu"):
            raise ValueError(
                f"activation for SimpleRNNCell should be tanh or relu, but get {activation}"
            )
        self.activation = activation

    def forward(self, inputs: Tensor, states: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """One step: the new state as output and as state.

        Args:
            inputs: [N, input_size].
            states: [N, hidden_size], zeros by default.
        """
        if states is None:
            states = self.get_initial_states(inputs, self.state_shape)
        total = self._project(inputs, "ih") + self._project(states, "hh")
        state = F.relu(total) if self.activation == "relu" else total.tanh()
        return state, state

    def extra_repr(self) -> str:
        text = super().extra_repr()
        return text if self.activation == "tanh" else f"{text}, activation={self.activation}"


class LSTMCell(_GatedCell):
    r"""The cell with a memory:

    :math:`i, f, o = \sigma(...)`, :math:`g = \tanh(...)`, :math:`c_t = f c_{t-1} + i g`,
    :math:`h_t = o \tanh(c_t)`, each gate of :math:`W_{ih} x_t + b_{ih} + W_{hh} h_{t-1} + b_{hh}`;
    rows of the weights in the order i, f, g, o. Source: Hochreiter and Schmidhuber, "Long
    short-term memory", Neural Computation 9 (1997).

    Args:
        input_size: the width of the input.
        hidden_size: the width of the state.
        weight_ih_attr: the attributes of `weight_ih`, [4 * hidden_size, input_size]; as the others
            by default uniform within :math:`1 / \sqrt{hidden\_size}`.
        weight_hh_attr: the attributes of `weight_hh`, [4 * hidden_size, hidden_size].
        bias_ih_attr: the attributes of `bias_ih`, [4 * hidden_size]; False for none.
        bias_hh_attr: the attributes of `bias_hh`, [4 * hidden_size]; False for none.
        name: not used.

    Raises:
        ValueError: the hidden size is not positive.

    Examples:
        >>> import paddle
        >>> cell = paddle.nn.LSTMCell(4, 8)
        >>> output, (h, c) = cell(paddle.ones([2, 4]))
        >>> output.shape, c.shape
        ([2, 8], [2, 8])
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        weight_ih_attr: Any | None = None,
        weight_hh_attr: Any | None = None,
        bias_ih_attr: Any | None = None,
        bias_hh_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        attrs = (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr)
        super().__init__(input_size, hidden_size, 4, attrs, name)

    def forward(
        self, inputs: Tensor, states: Sequence[Tensor] | None = None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """One step: the new state h as output, and both states.

        Args:
            inputs: [N, input_size].
            states: h and c, each [N, hidden_size]; zeros by default.
        """
        import paddle

        if states is None:
            states = self.get_initial_states(inputs, self.state_shape)
        h, c = states
        gates = self._project(inputs, "ih") + self._project(h, "hh")
        i, f, g, o = paddle.split(gates, 4, axis=-1)
        c = F.sigmoid(f) * c + F.sigmoid(i) * g.tanh()
        h = F.sigmoid(o) * c.tanh()
        return h, (h, c)

    @property
    def state_shape(self) -> Any:
        return ((self.hidden_size,), (self.hidden_size,))


class GRUCell(_GatedCell):
    r"""The gated cell:

    :math:`r, z = \sigma(W_{ih} x_t + b_{ih} + W_{hh} h_{t-1} + b_{hh})`,
    :math:`n = \tanh(W_{in} x_t + b_{in} + r (W_{hn} h_{t-1} + b_{hn}))`,
    :math:`h_t = z h_{t-1} + (1 - z) n`; rows of the weights in the order r, z, n. Source: Cho et
    al., https://arxiv.org/abs/1406.1078.

    Args:
        input_size: the width of the input.
        hidden_size: the width of the state.
        weight_ih_attr: the attributes of `weight_ih`, [3 * hidden_size, input_size]; as the others
            by default uniform within :math:`1 / \sqrt{hidden\_size}`.
        weight_hh_attr: the attributes of `weight_hh`, [3 * hidden_size, hidden_size].
        bias_ih_attr: the attributes of `bias_ih`, [3 * hidden_size]; False for none.
        bias_hh_attr: the attributes of `bias_hh`, [3 * hidden_size]; False for none.
        name: not used.

    Raises:
        ValueError: the hidden size is not positive.

    Examples:
        >>> import paddle
        >>> cell = paddle.nn.GRUCell(4, 8)
        >>> output, state = cell(paddle.ones([2, 4]))
        >>> output.shape
        [2, 8]
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        weight_ih_attr: Any | None = None,
        weight_hh_attr: Any | None = None,
        bias_ih_attr: Any | None = None,
        bias_hh_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        attrs = (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr)
        super().__init__(input_size, hidden_size, 3, attrs, name)

    def forward(self, inputs: Tensor, states: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """One step: the new state as output and as state.

        Args:
            inputs: [N, input_size].
            states: [N, hidden_size], zeros by default.
        """
        import paddle

        if states is None:
            states = self.get_initial_states(inputs, self.state_shape)
        x_r, x_z, x_n = paddle.split(self._project(inputs, "ih"), 3, axis=1)
        h_r, h_z, h_n = paddle.split(self._project(states, "hh"), 3, axis=1)
        z = F.sigmoid(x_z + h_z)
        fresh = (x_n + F.sigmoid(x_r + h_r) * h_n).tanh()
        state = (states - fresh) * z + fresh
        return state, state


class RNN(Layer):
    """Runs a cell over the time steps; see `paddle.nn.layer.rnn.rnn`.

    Args:
        cell: the cell.
        is_reverse: start with the last step, False by default.
        time_major: inputs and outputs are [T, N, ...], False by default.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.RNN(paddle.nn.GRUCell(4, 8))
        >>> outputs, state = layer(paddle.ones([2, 5, 4]))
        >>> outputs.shape, state.shape
        ([2, 5, 8], [2, 8])
    """

    def __init__(self, cell: Any, is_reverse: bool = False, time_major: bool = False) -> None:
        super().__init__()
        self.cell = cell
        self.is_reverse = is_reverse
        self.time_major = time_major

    def forward(
        self,
        inputs: Any,
        initial_states: Any | None = None,
        sequence_length: Tensor | None = None,
        **kwargs: Any,
    ) -> tuple[Any, Any]:
        return rnn(
            self.cell,
            inputs,
            initial_states,
            sequence_length,
            self.time_major,
            self.is_reverse,
            **kwargs,
        )


class BiRNN(Layer):
    """Runs two cells in opposite directions; see `paddle.nn.layer.rnn.birnn`.

    Args:
        cell_fw: the cell that starts with the first step.
        cell_bw: the cell that starts with the last step.
        time_major: inputs and outputs are [T, N, ...], False by default.

    Raises:
        ValueError: the cells' sizes differ.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.BiRNN(paddle.nn.GRUCell(4, 8), paddle.nn.GRUCell(4, 8))
        >>> outputs, (forward, backward) = layer(paddle.ones([2, 5, 4]))
        >>> outputs.shape, forward.shape
        ([2, 5, 16], [2, 8])
    """

    def __init__(self, cell_fw: Any, cell_bw: Any, time_major: bool = False) -> None:
        super().__init__()
        self.cell_fw = cell_fw
        self.cell_bw = cell_bw
        for size in ("input_size", "hidden_size"):
            fw, bw = getattr(cell_fw, size, None), getattr(cell_bw, size, None)
            if fw is not None and bw is not None and fw != bw:
                words = size.replace("_", " ")
                raise ValueError(
                    f"{words} of forward cell({fw}) does not equals that of backward cell({bw})"
                )
        self.time_major = time_major

    def forward(
        self,
        inputs: Any,
        initial_states: Any | None = None,
        sequence_length: Tensor | None = None,
        **kwargs: Any,
    ) -> tuple[Any, Any]:
        if isinstance(initial_states, (list, tuple)) and len(initial_states) != 2:
            raise ValueError("length of initial_states should be 2 when it is a list/tuple")
        return birnn(
            self.cell_fw,
            self.cell_bw,
            inputs,
            initial_states,
            sequence_length,
            self.time_major,
            **kwargs,
        )


class RNNBase(LayerList):
    """What `SimpleRNN`, `LSTM` and `GRU` share: layers and directions of one kind of cell.

    The whole network runs as one operator. A network without some of its parameters runs cell by
    cell.
    """

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        weight_ih_attr: Any | None = None,
        weight_hh_attr: Any | None = None,
        bias_ih_attr: Any | None = None,
        bias_hh_attr: Any | None = None,
    ) -> None:
        super().__init__()
        if direction not in ("forward", "bidirect", "bidirectional"):
            raise ValueError(
                "direction should be forward or bidirect (or bidirectional), "
                f"received direction = {direction}"
            )
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.num_directions = 1 if direction == "forward" else 2
        self.time_major = time_major
        self.dropout = dropout
        self.state_components = 2 if mode == "LSTM" else 1
        attrs = (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr)
        for layer in range(num_layers):
            width = input_size if layer == 0 else hidden_size * self.num_directions
            cells = [self._make_cell(width, attrs) for _ in range(self.num_directions)]
            if self.num_directions == 1:
                self.append(RNN(cells[0], time_major=time_major))
            else:
                self.append(BiRNN(cells[0], cells[1], time_major))
            for cell, suffix in zip(cells, ("", "_reverse"), strict=False):
                for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
                    setattr(self, f"{kind}_l{layer}{suffix}", getattr(cell, kind))
        self._order = self._operator_order()
        self._remember_dropout_state()

    def _make_cell(self, input_size: int, attrs: Sequence[Any]) -> _GatedCell:
        if self.mode == "LSTM":
            return LSTMCell(input_size, self.hidden_size, *attrs)
        if self.mode == "GRU":
            return GRUCell(input_size, self.hidden_size, *attrs)
        activation = self.mode.removeprefix("RNN_").lower()
        return SimpleRNNCell(input_size, self.hidden_size, activation, *attrs)

    def _operator_order(self) -> list[int] | None:
        """Where the operator's weights stand among the parameters: weights first, then biases."""
        chains = self.num_layers * self.num_directions
        if len(self._parameters) != 4 * chains:
            return None
        weights = [4 * chain + i for chain in range(chains) for i in (0, 1)]
        return weights + [at + 2 for at in weights]

    def flatten_parameters(self) -> None:
        """Accepted for compatibility: the operator packs its weights itself."""

    def _remember_dropout_state(self) -> None:
        state = self.create_tensor(dtype="uint8")
        state.name = f"{self.full_name()}.dropout_state__non_persistable"
        self.register_buffer("_dropout_state", state, persistable=False)

    def forward(
        self,
        inputs: Tensor,
        initial_states: Any | None = None,
        sequence_length: Tensor | None = None,
    ) -> tuple[Tensor, Any]:
        """Run all layers over all time steps.

        Args:
            inputs: [N, T, input_size], or [T, N, input_size] if `time_major`.
            initial_states: [L * D, N, hidden_size] with L layers and D directions; for an LSTM a
                pair of these, h and c. Zeros by default.
            sequence_length: [N], integers; behind the end of a sequence outputs are zero and
                states stay as they are.

        Returns:
            The outputs of the last layer, [N, T, D * hidden_size], and the states after the last
            step, as `initial_states`.
        """
        if initial_states is None:
            states = [self._zero_state(inputs)] * self.state_components
        elif isinstance(initial_states, Tensor):
            states = [initial_states]
        else:
            states = list(initial_states)
        if len(states) != self.state_components:
            raise ValueError(
                f"{type(self).__name__} needs {self.state_components} initial states, "
                f"but received {len(states)}"
            )
        if self._order is None:
            return self._run_layers(inputs, states, sequence_length)
        return self._run_operator(inputs, states, sequence_length)

    def _zero_state(self, inputs: Tensor) -> Tensor:
        import paddle

        batch = inputs.shape[1 if self.time_major else 0]
        shape = [self.num_layers * self.num_directions, batch, self.hidden_size]
        if batch != -1:
            return paddle.zeros(shape, inputs.dtype)
        # A program with a batch of unknown size: the input shows it.
        column = inputs[:1, :, :1] if self.time_major else inputs[:, :1, :1].transpose([1, 0, 2])
        return paddle.zeros_like(column).expand(shape)

    def _run_operator(
        self, inputs: Tensor, states: list[Tensor], sequence_length: Tensor | None
    ) -> tuple[Tensor, Any]:
        parameters = list(self._parameters.values())
        is_lstm = self.state_components == 2
        out, _, h, c, _ = _C_ops.rnn(
            inputs if self.time_major else inputs.transpose([1, 0, 2]),
            states[0],
            states[1] if is_lstm else None,
            [parameters[i] for i in self._order or ()],
            sequence_length,
            self.dropout,
            self.num_directions == 2,
            self.input_size,
            self.hidden_size,
            self.num_layers,
            self.mode,
            0,
            not self.training,
        )
        out = out if self.time_major else out.transpose([1, 0, 2])
        return out, ((h, c) if is_lstm else h)

    def _run_layers(
        self, inputs: Tensor, states: list[Tensor], sequence_length: Tensor | None
    ) -> tuple[Tensor, Any]:
        both = self.num_directions == 2
        packed = states[0] if self.state_components == 1 else tuple(states)
        initial = split_states(packed, both, self.state_components)
        final = []
        out = inputs
        for i, layer in enumerate(self):
            if i > 0 and self.dropout:
                out = F.dropout(out, self.dropout, training=self.training)
            out, state = layer(out, initial[i], sequence_length)
            final.append(state)
        return out, concat_states(final, both, self.state_components)

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        if self.num_layers != 1:
            text += f", num_layers={self.num_layers}"
        if self.time_major:
            text += f", time_major={self.time_major}"
        if self.dropout != 0:
            text += f", dropout={self.dropout}"
        return text


class SimpleRNN(RNNBase):
    """Layers of `SimpleRNNCell`.

    Args:
        input_size: the width of the input.
        hidden_size: the width of the states.
        num_layers: how many layers, 1 by default.
        direction: "forward" (the default), or "bidirect" or "bidirectional" for both directions.
        time_major: inputs and outputs are [T, N, ...], False by default.
        dropout: the probability of dropping an input of a layer above the first, 0.0 by default.
        activation: "tanh" (the default) or "relu".
        weight_ih_attr: the attributes of the weights of inputs.
        weight_hh_attr: the attributes of the weights of states.
        bias_ih_attr: the attributes of their biases, False for none.
        bias_hh_attr: the attributes of their biases, False for none.
        name: not used.

    Raises:
        ValueError: the direction or the activation is not known.

    Examples:
        >>> import paddle
        >>> net = paddle.nn.SimpleRNN(4, 8, num_layers=2)
        >>> outputs, h = net(paddle.ones([3, 5, 4]))
        >>> outputs.shape, h.shape
        ([3, 5, 8], [2, 3, 8])
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        activation: str = "tanh",
        weight_ih_attr: Any | None = None,
        weight_hh_attr: Any | None = None,
        bias_ih_attr: Any | None = None,
        bias_hh_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        if activation not in ("tanh", "relu"):
            raise ValueError(f"Unknown activation '{activation}'")
        self.activation = activation
        super().__init__(
            f"RNN_{activation.upper()}",
            input_size,
            hidden_size,
            num_layers,
            direction,
            time_major,
            dropout,
            weight_ih_attr,
            weight_hh_attr,
            bias_ih_attr,
            bias_hh_attr,
        )


class LSTM(RNNBase):
    """Layers of `LSTMCell`.

    Args:
        input_size: the width of the input.
        hidden_size: the width of the states.
        num_layers: how many layers, 1 by default.
        direction: "forward" (the default), or "bidirect" or "bidirectional" for both directions.
        time_major: inputs and outputs are [T, N, ...], False by default.
        dropout: the probability of dropping an input of a layer above the first, 0.0 by default.
        weight_ih_attr: the attributes of the weights of inputs.
        weight_hh_attr: the attributes of the weights of states.
        bias_ih_attr: the attributes of their biases, False for none.
        bias_hh_attr: the attributes of their biases, False for none.
        name: not used.

    Raises:
        ValueError: the direction is not known.

    Examples:
        >>> import paddle
        >>> net = paddle.nn.LSTM(4, 8, num_layers=2)
        >>> outputs, (h, c) = net(paddle.ones([3, 5, 4]))
        >>> outputs.shape, h.shape, c.shape
        ([3, 5, 8], [2, 3, 8], [2, 3, 8])
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        weight_ih_attr: Any | None = None,
        weight_hh_attr: Any | None = None,
        bias_ih_attr: Any | None = None,
        bias_hh_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(
            "LSTM",
            input_size,
            hidden_size,
            num_layers,
            direction,
            time_major,
            dropout,
            weight_ih_attr,
            weight_hh_attr,
            bias_ih_attr,
            bias_hh_attr,
        )


class GRU(RNNBase):
    """Layers of `GRUCell`.

    Args:
        input_size: the width of the input.
        hidden_size: the width of the states.
        num_layers: how many layers, 1 by default.
        direction: "forward" (the default), or "bidirect" or "bidirectional" for both directions.
        time_major: inputs and outputs are [T, N, ...], False by default.
        dropout: the probability of dropping an input of a layer above the first, 0.0 by default.
        weight_ih_attr: the attributes of the weights of inputs.
        weight_hh_attr: the attributes of the weights of states.
        bias_ih_attr: the attributes of their biases, False for none.
        bias_hh_attr: the attributes of their biases, False for none.
        name: not used.

    Raises:
        ValueError: the direction is not known.

    Examples:
        >>> import paddle
        >>> net = paddle.nn.GRU(4, 8, direction="bidirect")
        >>> outputs, h = net(paddle.ones([3, 5, 4]))
        >>> outputs.shape, h.shape
        ([3, 5, 16], [2, 3, 8])
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        direction: str = "forward",
        time_major: bool = False,
        dropout: float = 0.0,
        weight_ih_attr: Any | None = None,
        weight_hh_attr: Any | None = None,
        bias_ih_attr: Any | None = None,
        bias_hh_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(
            "GRU",
            input_size,
            hidden_size,
            num_layers,
            direction,
            time_major,
            dropout,
            weight_ih_attr,
            weight_hh_attr,
            bias_ih_attr,
            bias_hh_attr,
        )
