"""The initializers, the global default ones, and recommended gains."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from paddle._core import Tensor

__all__ = [
    "Initializer",
    "Constant",
    "Normal",
    "TruncatedNormal",
    "Uniform",
    "XavierNormal",
    "XavierUniform",
    "KaimingNormal",
    "KaimingUniform",
    "Assign",
    "Orthogonal",
    "Dirac",
    "Bilinear",
    "set_global_initializer",
    "global_initializer",
    "calculate_gain",
]


class Initializer:
    """Base of the initializers: override `values`, or `forward` where a tensor is to be filled in
    place.

    Calling an initializer with a tensor fills that tensor.
    """

    def values(self, shape: Sequence[int], dtype: Any) -> Any:
        """A tensor or array of the given shape with the initial values."""
        raise NotImplementedError(f"{type(self).__name__} must override values() or forward()")

    def forward(self, var: Tensor, block: Any | None = None) -> Tensor:
        """Fill `var` with the initial values and return it; `block` is not used."""
        import paddle

        with paddle.no_grad():
            values = self.values(var.shape, var.dtype)
            if not isinstance(values, Tensor):
                values = paddle.to_tensor(values)
            var.set_value(values.astype(var.dtype))
        return var

    def __call__(self, param: Tensor, block: Any | None = None) -> Tensor:
        return self.forward(param, block)


def _drawing_dtype(dtype: Any) -> Any:
    """Half precision is drawn in float32, so that it gives the same numbers rounded."""
    name = getattr(dtype, "name", dtype)
    return "float32" if name in ("float16", "bfloat16") else dtype


def _uniform(shape: Sequence[int], dtype: Any, low: float, high: float) -> Tensor:
    import paddle

    return paddle.uniform(shape, dtype=_drawing_dtype(dtype), min=low, max=high)


def _normal(shape: Sequence[int], dtype: Any, mean: float, std: float) -> Tensor:
    from paddle import _C_ops

    return _C_ops.gaussian(list(shape), float(mean), float(std), _drawing_dtype(dtype))


def compute_fans(shape: Sequence[int]) -> tuple[int, int]:
    """How many inputs and outputs a weight of this shape connects.

    Matrices are (inputs, outputs), convolution filters (outputs, inputs, window...).
    """
    if len(shape) == 0:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    if len(shape) == 2:
        return shape[0], shape[1]
    window = math.prod(shape[2:])
    return shape[1] * window, shape[0] * window


class Constant(Initializer):
    """Fill with one value.

    Args:
        value: the value, 0.0 by default.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.Constant(2.0)
        >>> paddle.nn.Linear(1, 2, weight_attr=attr).weight.tolist()
        [[2.0, 2.0]]
    """

    def __init__(self, value: float = 0.0) -> None:
        if value is None:
            raise ValueError("value must be a number, but it is None")
        self.value = value

    def values(self, shape: Sequence[int], dtype: Any) -> Tensor:
        import paddle

        return paddle.full(shape, self.value, dtype)


class Normal(Initializer):
    """Draw from a normal distribution.

    Args:
        mean: its mean, 0.0 by default.
        std: its standard deviation, 1.0 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.Normal(mean=0.0, std=0.1)
        >>> paddle.nn.Linear(2, 2, weight_attr=attr).weight.shape
        [2, 2]
    """

    def __init__(self, mean: float = 0.0, std: float = 1.0, name: str | None = None) -> None:
        self.mean = mean
        self.std = std

    def values(self, shape: Sequence[int], dtype: Any) -> Tensor:
        return _normal(shape, dtype, self.mean, self.std)


class TruncatedNormal(Initializer):
    """Draw from a normal distribution cut off at two standard deviations.

    Args:
        mean: its mean, 0.0 by default.
        std: its standard deviation, 1.0 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.TruncatedNormal(std=0.1)
        >>> weight = paddle.nn.Linear(8, 8, weight_attr=attr).weight
        >>> bool((weight.abs() <= 0.2).all())
        True
    """

    def __init__(self, mean: float = 0.0, std: float = 1.0, name: str | None = None) -> None:
        self.mean = mean
        self.std = std

    def values(self, shape: Sequence[int], dtype: Any) -> Tensor:
        from paddle import _C_ops

        return _C_ops.truncated_gaussian(
            list(shape), float(self.mean), float(self.std), _drawing_dtype(dtype)
        )


class Uniform(Initializer):
    """Draw from a uniform distribution on [low, high).

    Args:
        low: the lower bound, -1.0 by default.
        high: the upper bound, 1.0 by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.Uniform(low=0.0, high=0.5)
        >>> weight = paddle.nn.Linear(8, 8, weight_attr=attr).weight
        >>> bool((weight < 0.5).all())
        True
    """

    def __init__(self, low: float = -1.0, high: float = 1.0, name: str | None = None) -> None:
        if high < low:
            raise ValueError(f"high must not be below low, but they are {high} and {low}")
        self.low = low
        self.high = high

    def values(self, shape: Sequence[int], dtype: Any) -> Tensor:
        return _uniform(shape, dtype, self.low, self.high)


class XavierUniform(Initializer):
    r"""Draw from a uniform distribution on :math:`[-x, x)`, :math:`x = \sqrt{6 / (fan_{in} +
    fan_{out})}`.

    Source: "Understanding the difficulty of training deep feedforward neural networks", Glorot and
    Bengio, 2010.

    Args:
        fan_in: the number of inputs, that of the parameter's shape by default.
        fan_out: the number of outputs, that of the parameter's shape by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.XavierUniform()
        >>> weight = paddle.nn.Linear(3, 3, weight_attr=attr).weight
        >>> bool((weight.abs() <= 1).all())
        True
    """

    def __init__(
        self, fan_in: float | None = None, fan_out: float | None = None, name: str | None = None
    ) -> None:
        self.fan_in = fan_in
        self.fan_out = fan_out

    def _fan_sum(self, shape: Sequence[int]) -> float:
        fan_in, fan_out = compute_fans(shape)
        return (fan_in if self.fan_in is None else self.fan_in) + (
            fan_out if self.fan_out is None else self.fan_out
        )

    def values(self, shape: Sequence[int], dtype: Any) -> Tensor:
        limit = math.sqrt(6.0 / self._fan_sum(shape))
        return _uniform(shape, dtype, -limit, limit)


class XavierNormal(XavierUniform):
    r"""Draw from a normal distribution with mean 0 and :math:`\sigma = \sqrt{2 / (fan_{in} +
    fan_{out})}`.

    Source: "Understanding the difficulty of training deep feedforward neural networks", Glorot and
    Bengio, 2010.

    Args:
        fan_in: the number of inputs, that of the parameter's shape by default.
        fan_out: the number of outputs, that of the parameter's shape by default.
        name: not used.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.XavierNormal()
        >>> paddle.nn.Linear(3, 3, weight_attr=attr).weight.shape
        [3, 3]
    """

    def values(self, shape: Sequence[int], dtype: Any) -> Tensor:
        return _normal(shape, dtype, 0.0, math.sqrt(2.0 / self._fan_sum(shape)))


class KaimingUniform(Initializer):
    r"""Draw from a uniform distribution on :math:`[-x, x)`, :math:`x = gain \cdot \sqrt{3 /
    fan_{in}}`.

    Source: "Delving deep into rectifiers", https://arxiv.org/abs/1502.01852.

    Args:
        fan_in: the number of inputs, that of the parameter's shape by default.
        negative_slope: the slope of a leaky ReLU, 0.0 by default.
        nonlinearity: the activation that gives the gain, "relu" by default.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.KaimingUniform()
        >>> paddle.nn.Linear(3, 3, weight_attr=attr).weight.shape
        [3, 3]
    """

    def __init__(
        self,
        fan_in: float | None = None,
        negative_slope: float = 0.0,
        nonlinearity: str = "relu",
    ) -> None:
        self.fan_in = fan_in
        self.negative_slope = negative_slope
        self.nonlinearity = nonlinearity

    def _std(self, shape: Sequence[int]) -> float:
        fan_in = compute_fans(shape)[0] if self.fan_in is None else self.fan_in
        return calculate_gain(self.nonlinearity, self.negative_slope) / math.sqrt(fan_in)

    def values(self, shape: Sequence[int], dtype: Any) -> Tensor:
        limit = math.sqrt(3.0) * self._std(shape)
        return _uniform(shape, dtype, -limit, limit)


class KaimingNormal(KaimingUniform):
    r"""Draw from a normal distribution with mean 0 and :math:`\sigma = gain / \sqrt{fan_{in}}`.

    Source: "Delving deep into rectifiers", https://arxiv.org/abs/1502.01852.

    Args:
        fan_in: the number of inputs, that of the parameter's shape by default.
        negative_slope: the slope of a leaky ReLU, 0.0 by default.
        nonlinearity: the activation that gives the gain, "relu" by default.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.KaimingNormal()
        >>> paddle.nn.Linear(3, 3, weight_attr=attr).weight.shape
        [3, 3]
    """

    def values(self, shape: Sequence[int], dtype: Any) -> Tensor:
        return _normal(shape, dtype, 0.0, self._std(shape))


class Assign(Initializer):
    """Fill with given values.

    Args:
        value: an array, list, tuple or tensor of the parameter's shape.
        name: not used.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.Assign([[1.0, 2.0]])
        >>> paddle.nn.Linear(1, 2, weight_attr=attr).weight.tolist()
        [[1.0, 2.0]]
    """

    def __init__(self, value: Any, name: str | None = None) -> None:
        if not isinstance(value, (np.ndarray, list, tuple, Tensor)):
            raise TypeError(
                "value must be an array, a list, a tuple or a Tensor, but it is "
                f"{type(value).__name__}"
            )
        self.value = value

    def values(self, shape: Sequence[int], dtype: Any) -> Any:
        found = list(self.value.shape if hasattr(self.value, "shape") else np.shape(self.value))
        if math.prod(found) != math.prod(shape):
            raise ValueError(f"Assign holds values of shape {found}, but {list(shape)} are needed")
        if isinstance(self.value, Tensor):
            return self.value.reshape(list(shape))
        return np.asarray(self.value).reshape(shape)

    def forward(self, var: Tensor, block: Any | None = None) -> Tensor:
        """Fill `var`; as in Paddle it takes the shape of other values, if they are not as many."""
        import paddle

        values = paddle.to_tensor(self.value)
        if values.size == var.size:
            return super().forward(var, block)
        with paddle.no_grad():
            var._become(values.detach().astype(var.dtype))
        return var


class Orthogonal(Initializer):
    """Fill with an orthogonal matrix: orthonormal rows or columns, whichever are fewer.

    A tensor of more dimensions is seen as a matrix with its first dimension as rows. Source: "Exact
    solutions to the nonlinear dynamics of learning in deep linear neural networks",
    https://arxiv.org/abs/1312.6120.

    Args:
        gain: a factor on the matrix, 1.0 by default.
        name: not used.

    Raises:
        AssertionError: the parameter has fewer than two dimensions.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.Orthogonal()
        >>> weight = paddle.nn.Linear(3, 3, weight_attr=attr).weight
        >>> bool(paddle.allclose(weight @ weight.t(), paddle.eye(3), atol=1e-5))
        True
    """

    def __init__(self, gain: float = 1.0, name: str | None = None) -> None:
        if gain is None:
            raise ValueError("gain must be a number, but it is None")
        self.gain = gain

    def values(self, shape: Sequence[int], dtype: Any) -> np.ndarray:
        assert len(shape) >= 2, (
            f"Only Tensor with 2 or more dims can be initialized by Orthogonal, but got {shape}"
        )
        rows, columns = shape[0], math.prod(shape[1:])
        tall = (max(rows, columns), min(rows, columns))
        drawn = _normal(tall, dtype, 0.0, 1.0).numpy()
        q, r = np.linalg.qr(drawn)
        q = q * np.sign(np.diag(r))
        matrix = q if rows >= columns else q.T
        return (self.gain * matrix).reshape(shape).astype(drawn.dtype)


class Dirac(Initializer):
    """Fill a convolution's filters with unit impulses, so that it passes on its input channels.

    Args:
        groups: how many groups of filters pass on the channels anew, 1 by default.
        name: not used.

    Raises:
        AssertionError: the filter has not 3 to 5 dimensions, or `groups` does not divide the
            filters.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.Dirac()
        >>> conv = paddle.nn.Conv1D(2, 2, 3, weight_attr=attr, bias_attr=False)
        >>> conv.weight.tolist()
        [[[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]
    """

    def __init__(self, groups: int = 1, name: str | None = None) -> None:
        good = isinstance(groups, int) and groups > 0
        assert good, f"groups must be a positive integer, but it is {groups!r}"
        self.groups = groups

    def values(self, shape: Sequence[int], dtype: Any) -> np.ndarray:
        assert len(shape) in (3, 4, 5), (
            f"Only Tensor with 3/4/5 dims can be initialized by Dirac, but got {shape}"
        )
        assert shape[0] % self.groups == 0, (
            f"Tensor 0-dimension must be divisible by groups: {shape[0]} and {self.groups}"
        )
        filters = np.zeros(shape, dtype="float32")
        per_group = shape[0] // self.groups
        centre = tuple(size // 2 for size in shape[2:])
        for group in range(self.groups):
            for channel in range(min(per_group, shape[1])):
                index = (group * per_group + channel, channel, *centre)
                filters[index] = 1.0
        return filters


class Bilinear(Initializer):
    """Fill the square filters of a transposed 2-D convolution so that it interpolates bilinearly.

    Raises:
        ValueError: the filter is not 4-D, or its window is not square.

    Examples:
        >>> import paddle
        >>> attr = paddle.nn.initializer.Bilinear()
        >>> conv = paddle.nn.Conv2DTranspose(1, 1, 3, weight_attr=attr)
        >>> conv.weight[0, 0, 0].tolist()
        [0.0625, 0.3125, 0.4375]
    """

    def __init__(self) -> None:
        """Nothing to set up."""

    def values(self, shape: Sequence[int], dtype: Any) -> np.ndarray:
        if len(shape) != 4:
            raise ValueError(f"the length of shape must be 4, but it is {len(shape)}")
        if shape[2] != shape[3]:
            raise ValueError(f"the window must be square, but it is {shape[2:]}")
        size = shape[3]
        factor = math.ceil(size / 2.0)
        centre = (2 * factor - 1 - factor % 2) / (2.0 * factor)
        # The row is not rounded down: a deviation from the usual kernel that saved models rely on.
        position = np.arange(math.prod(shape))
        column, row = position % size, (position / size) % size
        kernel = (1 - np.abs(column / factor - centre)) * (1 - np.abs(row / factor - centre))
        return kernel.reshape(shape).astype("float32")


_global_initializers: list[Any] = [None, None]


def set_global_initializer(weight_init: Any | None, bias_init: Any | None = None) -> None:
    """Set the initializers for all parameters created from now on, where their `ParamAttr` has
    none.

    Args:
        weight_init: for weights; None for the layers' own.
        bias_init: for biases; None for the layers' own.

    Raises:
        AssertionError: an argument is no initializer.

    Examples:
        >>> import paddle
        >>> paddle.nn.initializer.set_global_initializer(paddle.nn.initializer.Constant(2.0))
        >>> weight = paddle.nn.Linear(1, 1).weight
        >>> paddle.nn.initializer.set_global_initializer(None)
        >>> weight.item()
        2.0
    """
    for what, init in (("weight_init", weight_init), ("bias_init", bias_init)):
        good = init is None or isinstance(init, Initializer)
        assert good, f"{what} must be an Initializer or None, but it is {type(init).__name__}"
    _global_initializers[:] = [weight_init, bias_init]


def global_initializer(is_bias: bool) -> Any | None:
    """The global initializer for weights or biases, None where none is set."""
    return _global_initializers[int(is_bias)]


_GAINS = {
    "sigmoid": 1.0,
    "linear": 1.0,
    "conv1d": 1.0,
    "conv2d": 1.0,
    "conv3d": 1.0,
    "conv1d_transpose": 1.0,
    "conv2d_transpose": 1.0,
    "conv3d_transpose": 1.0,
    "tanh": 5.0 / 3,
    "relu": math.sqrt(2.0),
    "selu": 3.0 / 4,
}


def calculate_gain(nonlinearity: str, param: bool | float | None = None) -> float:
    """The recommended gain for weights before an activation.

    Args:
        nonlinearity: the activation's or the layer's name.
        param: the slope of "leaky_relu", 0.01 by default.

    Raises:
        ValueError: the name is not known.

    Examples:
        >>> import paddle
        >>> round(paddle.nn.initializer.calculate_gain("leaky_relu", 1.0), 6)
        1.0
    """
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else float(param)
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity in _GAINS:
        return _GAINS[nonlinearity]
    raise ValueError(
        f"nonlinearity {nonlinearity!r} is not supported; known are "
        f"{sorted([*_GAINS, 'leaky_relu'])}"
    )
