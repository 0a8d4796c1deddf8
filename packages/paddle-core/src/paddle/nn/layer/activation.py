"""Activation layers."""

from __future__ import annotations

from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.initializer import Constant
from paddle.nn.layer.layers import Layer

__all__ = [
    "ReLU",
    "ReLU6",
    "LeakyReLU",
    "ELU",
    "CELU",
    "SELU",
    "GELU",
    "Sigmoid",
    "LogSigmoid",
    "Silu",
    "Swish",
    "Mish",
    "Hardswish",
    "Hardsigmoid",
    "Hardtanh",
    "Hardshrink",
    "Softshrink",
    "Tanhshrink",
    "Tanh",
    "ThresholdedReLU",
    "Softplus",
    "Softsign",
    "Maxout",
    "GLU",
    "Softmax",
    "LogSoftmax",
    "Softmax2D",
    "PReLU",
    "RReLU",
]


def named(text: str, name: str | None) -> str:
    """What a layer shows of itself, with its name where it has one."""
    if name is None:
        return text
    return f"{text}, name={name}" if text else f"name={name}"


class ReLU(Layer):
    """`max(x, 0)`, element by element; see `paddle.nn.functional.relu`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReLU()(paddle.to_tensor([-1.0, 2.0])).tolist()
        [0.0, 2.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class ReLU6(Layer):
    """`min(max(x, 0), 6)`, element by element; see `paddle.nn.functional.relu6`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.ReLU6()(paddle.to_tensor([-1.0, 8.0])).tolist()
        [0.0, 6.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.relu6(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class LeakyReLU(Layer):
    """`x` where it is positive, else `negative_slope * x`, element by element; see
    `paddle.nn.functional.leaky_relu`.

    Args:
        negative_slope: the slope below zero, 0.01 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.LeakyReLU()(paddle.to_tensor([0.0, 2.0])).tolist()
        [0.0, 2.0]
    """

    def __init__(self, negative_slope: float = 0.01, name: str | None = None) -> None:
        super().__init__()
        self._negative_slope = negative_slope
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.leaky_relu(x, self._negative_slope)

    def extra_repr(self) -> str:
        return named(f"negative_slope={self._negative_slope}", self._name)


class ELU(Layer):
    """`x` where it is positive, else `alpha * (exp(x) - 1)`, element by element; see
    `paddle.nn.functional.elu`.

    Args:
        alpha: the factor below zero, 1.0 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.ELU()(paddle.to_tensor([0.0, 2.0])).tolist()
        [0.0, 2.0]
    """

    def __init__(self, alpha: float = 1.0, name: str | None = None) -> None:
        super().__init__()
        self._alpha = alpha
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.elu(x, self._alpha)

    def extra_repr(self) -> str:
        return named(f"alpha={self._alpha}", self._name)


class CELU(Layer):
    """`max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`, element by element; see
    `paddle.nn.functional.celu`.

    Args:
        alpha: the scale below zero, 1.0 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.CELU()(paddle.to_tensor([0.0, 2.0])).tolist()
        [0.0, 2.0]
    """

    def __init__(self, alpha: float = 1.0, name: str | None = None) -> None:
        super().__init__()
        self._alpha = alpha
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.celu(x, self._alpha)

    def extra_repr(self) -> str:
        return named(f"alpha={self._alpha}", self._name)


class SELU(Layer):
    """`scale * elu(x, alpha)`, element by element; see `paddle.nn.functional.selu`.

    Args:
        scale: the factor.
        alpha: the factor below zero.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.SELU()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(
        self,
        scale: float = 1.0507009873554805,
        alpha: float = 1.6732632423543772,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self._scale = scale
        self._alpha = alpha
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.selu(x, self._scale, self._alpha)

    def extra_repr(self) -> str:
        return named(f"scale={self._scale}, alpha={self._alpha}", self._name)


class GELU(Layer):
    """`0.5 * x * (1 + erf(x / sqrt(2)))`, element by element; see `paddle.nn.functional.gelu`.

    Args:
        approximate: use the approximation with tanh, False by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.GELU()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(self, approximate: bool = False, name: str | None = None) -> None:
        super().__init__()
        self._approximate = approximate
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.gelu(x, self._approximate)

    def extra_repr(self) -> str:
        return named(f"approximate={self._approximate}", self._name)


class Sigmoid(Layer):
    """`1 / (1 + exp(-x))`, element by element; see `paddle.nn.functional.sigmoid`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Sigmoid()(paddle.to_tensor([0.0])).tolist()
        [0.5]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.sigmoid(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class LogSigmoid(Layer):
    """`log(1 / (1 + exp(-x)))`, element by element; see `paddle.nn.functional.log_sigmoid`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.LogSigmoid()(paddle.to_tensor([-1000.0])).tolist()
        [-1000.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.log_sigmoid(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class Silu(Layer):
    """`x * sigmoid(x)`, element by element; see `paddle.nn.functional.silu`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Silu()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.silu(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class Swish(Layer):
    """`x * sigmoid(x)`, element by element; see `paddle.nn.functional.swish`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Swish()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.swish(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class Mish(Layer):
    """`x * tanh(softplus(x))`, element by element; see `paddle.nn.functional.mish`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Mish()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.mish(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class Hardswish(Layer):
    """`x * min(max(x + 3, 0), 6) / 6`, element by element; see `paddle.nn.functional.hardswish`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardswish()(paddle.to_tensor([5.0])).tolist()
        [5.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.hardswish(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class Hardsigmoid(Layer):
    """`min(max(x / 6 + 0.5, 0), 1)`, element by element; see `paddle.nn.functional.hardsigmoid`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardsigmoid()(paddle.to_tensor([-4.0, 0.0, 5.0])).tolist()
        [0.0, 0.5, 1.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.hardsigmoid(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class Hardtanh(Layer):
    """`x` limited to [min, max], element by element; see `paddle.nn.functional.hardtanh`.

    Args:
        min: the lower bound, -1.0 by default.
        max: the upper bound, 1.0 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardtanh()(paddle.to_tensor([-1.5, 0.5, 2.5])).tolist()
        [-1.0, 0.5, 1.0]
    """

    def __init__(self, min: float = -1.0, max: float = 1.0, name: str | None = None) -> None:
        super().__init__()
        self._min = min
        self._max = max
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.hardtanh(x, self._min, self._max)

    def extra_repr(self) -> str:
        return named(f"min={self._min}, max={self._max}", self._name)


class Hardshrink(Layer):
    """`x` where its size is above the threshold, else 0, element by element; see
    `paddle.nn.functional.hardshrink`.

    Args:
        threshold: 0.5 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Hardshrink()(paddle.to_tensor([-1.0, 0.25])).tolist()
        [-1.0, 0.0]
    """

    def __init__(self, threshold: float = 0.5, name: str | None = None) -> None:
        super().__init__()
        self._threshold = threshold
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.hardshrink(x, self._threshold)

    def extra_repr(self) -> str:
        return named(f"threshold={self._threshold}", self._name)


class Softshrink(Layer):
    """`x` moved towards zero by the threshold, element by element; see
    `paddle.nn.functional.softshrink`.

    Args:
        threshold: 0.5 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softshrink()(paddle.to_tensor([-1.0, 0.25])).tolist()
        [-0.5, 0.0]
    """

    def __init__(self, threshold: float = 0.5, name: str | None = None) -> None:
        super().__init__()
        self._threshold = threshold
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.softshrink(x, self._threshold)

    def extra_repr(self) -> str:
        return named(f"threshold={self._threshold}", self._name)


class Tanhshrink(Layer):
    """`x - tanh(x)`, element by element; see `paddle.nn.functional.tanhshrink`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Tanhshrink()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.tanhshrink(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class Tanh(Layer):
    """`tanh(x)`, element by element; see `paddle.nn.functional.tanh`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Tanh()(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.tanh(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class ThresholdedReLU(Layer):
    """`x` where it is above the threshold, else 0, element by element; see
    `paddle.nn.functional.thresholded_relu`.

    Args:
        threshold: 1.0 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.ThresholdedReLU()(paddle.to_tensor([0.5, 2.0])).tolist()
        [0.0, 2.0]
    """

    def __init__(self, threshold: float = 1.0, name: str | None = None) -> None:
        super().__init__()
        self._threshold = threshold
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.thresholded_relu(x, self._threshold)

    def extra_repr(self) -> str:
        return named(f"threshold={self._threshold}", self._name)


class Softplus(Layer):
    """`log(1 + exp(beta * x)) / beta`, element by element; see `paddle.nn.functional.softplus`.

    Args:
        beta: 1 by default.
        threshold: where `beta * x` is above it, `x` is returned; 20 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softplus()(paddle.to_tensor([30.0])).tolist()
        [30.0]
    """

    def __init__(self, beta: float = 1, threshold: float = 20, name: str | None = None) -> None:
        super().__init__()
        self._beta = beta
        self._threshold = threshold
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.softplus(x, self._beta, self._threshold)

    def extra_repr(self) -> str:
        return named(f"beta={self._beta}, threshold={self._threshold}", self._name)


class Softsign(Layer):
    """`x / (1 + |x|)`, element by element; see `paddle.nn.functional.softsign`.

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softsign()(paddle.to_tensor([-1.0, 3.0])).tolist()
        [-0.5, 0.75]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.softsign(x)

    def extra_repr(self) -> str:
        return named("", self._name)


class Maxout(Layer):
    """The largest of every `groups` neighbouring channels; see `paddle.nn.functional.maxout`.

    Args:
        groups: channels per maximum.
        axis: the channels' axis, 1 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Maxout(2)(paddle.arange(4.0).reshape([1, 4, 1, 1])).tolist()
        [[[[1.0]], [[3.0]]]]
    """

    def __init__(self, groups: int, axis: int = 1, name: str | None = None) -> None:
        super().__init__()
        self._groups = groups
        self._axis = axis
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.maxout(x, self._groups, self._axis)

    def extra_repr(self) -> str:
        return named(f"groups={self._groups}, axis={self._axis}", self._name)


class GLU(Layer):
    """The first half along an axis times the sigmoid of the second; see `paddle.nn.functional.glu`.

    Args:
        axis: the axis that is halved, the last one by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.GLU()(paddle.to_tensor([[2.0, 0.0]])).tolist()
        [[1.0]]
    """

    def __init__(self, axis: int = -1, name: str | None = None) -> None:
        super().__init__()
        self._axis = axis
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.glu(x, self._axis)

    def extra_repr(self) -> str:
        return named(f"axis={self._axis}", self._name)


class Softmax(Layer):
    """Exponentials along an axis, divided by their sum; see `paddle.nn.functional.softmax`.

    Args:
        axis: the axis, the last one by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softmax()(paddle.zeros([1, 2])).tolist()
        [[0.5, 0.5]]
    """

    def __init__(self, axis: int = -1, name: str | None = None) -> None:
        super().__init__()
        self._axis = axis
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.softmax(x, self._axis)

    def extra_repr(self) -> str:
        return named(f"axis={self._axis}", self._name)


class LogSoftmax(Layer):
    """The logarithm of the softmax; see `paddle.nn.functional.log_softmax`.

    Args:
        axis: the axis, the last one by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.LogSoftmax()(paddle.zeros([1, 1])).tolist()
        [[0.0]]
    """

    def __init__(self, axis: int = -1, name: str | None = None) -> None:
        super().__init__()
        self._axis = axis
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.log_softmax(x, self._axis)

    def extra_repr(self) -> str:
        return named(f"axis={self._axis}", self._name)


class Softmax2D(Layer):
    """Softmax over the channels of images [N, C, H, W] or [C, H, W].

    Args:
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Softmax2D()(paddle.zeros([1, 2, 1, 1])).flatten().tolist()
        [0.5, 0.5]
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        assert x.ndim in (3, 4), (
            f"Softmax2D requires a 3D or 4D tensor as input. Received: {x.ndim}D."
        )
        return F.softmax(x, axis=-3)

    def extra_repr(self) -> str:
        return named("", self._name)


class PReLU(Layer):
    """Leaky ReLU with learned slopes; see `paddle.nn.functional.prelu`.

    Args:
        num_parameters: 1 (the default), or the number of channels.
        init: the slopes at the start, 0.25 by default.
        weight_attr: the attributes of the slopes.
        data_format: where the channels are, "NCHW" by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.PReLU()(paddle.to_tensor([-2.0, 2.0])).tolist()
        [-0.5, 2.0]
    """

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        weight_attr: Any | None = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        import paddle

        super().__init__(dtype=paddle.get_default_dtype())
        self._num_parameters = num_parameters
        self._init = init
        self._name = name
        self._data_format = data_format
        self._weight = self.create_parameter(
            [num_parameters], weight_attr, self._dtype, default_initializer=Constant(init)
        )

    def forward(self, x: Tensor) -> Tensor:
        return F.prelu(x, self._weight, self._data_format)

    def extra_repr(self) -> str:
        return named(
            f"num_parameters={self._num_parameters}, data_format={self._data_format}, "
            f"init={self._init}, dtype={self._dtype}",
            self._name,
        )


class RReLU(Layer):
    """Leaky ReLU with random slopes in training; see `paddle.nn.functional.rrelu`.

    Args:
        lower: the lower bound, 1/8 by default.
        upper: the upper bound, 1/3 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.RReLU(0.25, 0.75)
        >>> layer.eval()
        >>> layer(paddle.to_tensor([-2.0, 2.0])).tolist()
        [-1.0, 2.0]
    """

    def __init__(
        self, lower: float = 1.0 / 8.0, upper: float = 1.0 / 3.0, name: str | None = None
    ) -> None:
        super().__init__()
        self._lower = lower
        self._upper = upper
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.rrelu(x, self._lower, self._upper, self.training)

    def extra_repr(self) -> str:
        return named(
            f"lower={self._lower}, upper={self._upper}, training={self.training}, "
            f"dtype={self._dtype}",
            self._name,
        )
