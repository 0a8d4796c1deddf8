"""Transforms of random variables, with the logarithms of their Jacobian determinants."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle import Tensor

from . import constraint, variable
from ._arguments import sum_rightmost
from .distribution import Distribution

__all__ = [
    "AbsTransform",
    "AffineTransform",
    "ChainTransform",
    "ExpTransform",
    "IndependentTransform",
    "PowerTransform",
    "ReshapeTransform",
    "SigmoidTransform",
    "SoftmaxTransform",
    "StackTransform",
    "StickBreakingTransform",
    "TanhTransform",
    "Transform",
]


class Type(enum.Enum):
    """What kind of function a transform is.

    Examples:
        >>> import paddle
        >>> from paddle.distribution.transform import Type
        >>> Type.is_injective(Type.OTHER)
        False
    """

    BIJECTION = "bijection"
    INJECTION = "injection"
    SURJECTION = "surjection"
    OTHER = "other"

    @classmethod
    def is_injective(cls, kind: Type) -> bool:
        """Whether different inputs have different outputs."""
        return kind in (cls.BIJECTION, cls.INJECTION)


class Transform:
    """Base class of transforms.

    A subclass defines `_forward` and, where they exist, `_inverse` and `_forward_log_det_jacobian`
    or `_inverse_log_det_jacobian`; `_type`; `_domain` and `_codomain`, if they are not the real
    numbers; `_forward_shape` and `_inverse_shape`, if it changes shapes. Calling a transform with a
    distribution gives a `TransformedDistribution`, with another transform a `ChainTransform` that
    begins with this one, with a tensor `forward` of it.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import AffineTransform, ExpTransform
        >>> shift = AffineTransform(paddle.to_tensor(1.0), paddle.to_tensor(2.0))
        >>> float(ExpTransform()(shift).forward(paddle.to_tensor(0.0)))
        3.0
    """

    _type = Type.INJECTION

    def __init__(self) -> None:
        super().__init__()

    @classmethod
    def _is_injective(cls) -> bool:
        return Type.is_injective(cls._type)

    def __call__(self, input: Any) -> Any:
        """Transform a distribution, a transform or a tensor."""
        if isinstance(input, Distribution):
            from .transformed_distribution import TransformedDistribution

            return TransformedDistribution(input, [self])
        if isinstance(input, Transform):
            return ChainTransform([self, input])
        return self.forward(input)

    def forward(self, x: Tensor) -> Tensor:
        """The image of `x`.

        Raises:
            TypeError: if `x` is no tensor.
            ValueError: if it has too few axes.

        Examples:
            >>> import paddle
            >>> paddle.distribution.ExpTransform().forward(paddle.zeros([1])).tolist()
            [1.0]
        """
        _check_tensor(x, "x", self._domain.event_rank)
        return self._forward(x)

    def inverse(self, y: Tensor) -> Any:
        """What `forward` maps to `y`; a tuple, if there are several such values.

        Raises:
            TypeError: if `y` is no tensor.
            ValueError: if it has too few axes.

        Examples:
            >>> import paddle
            >>> paddle.distribution.ExpTransform().inverse(paddle.ones([1])).tolist()
            [0.0]
        """
        _check_tensor(y, "y", self._codomain.event_rank)
        return self._inverse(y)

    def forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        """The logarithm of the absolute Jacobian determinant at `x`.

        Raises:
            TypeError: if `x` is no tensor.
            ValueError: if it has too few axes.
            NotImplementedError: if the transform is not injective, or does not define it.

        Examples:
            >>> import paddle
            >>> transform = paddle.distribution.ExpTransform()
            >>> transform.forward_log_det_jacobian(paddle.ones([1])).tolist()
            [1.0]
        """
        _check_tensor(x, "x", self._domain.event_rank)
        if not self._is_injective():
            raise NotImplementedError(f"{type(self).__name__} is not injective")
        if hasattr(self, "_forward_log_det_jacobian"):
            return self._forward_log_det_jacobian(x)
        if hasattr(self, "_inverse_log_det_jacobian"):
            return -self._inverse_log_det_jacobian(self._forward(x))
        raise NotImplementedError(f"{type(self).__name__} defines no Jacobian determinant")

    def inverse_log_det_jacobian(self, y: Tensor) -> Any:
        """The logarithm of the absolute Jacobian determinant of `inverse` at `y`.

        Raises:
            TypeError: if `y` is no tensor.
            ValueError: if it has too few axes.
            NotImplementedError: if the transform does not define it.

        Examples:
            >>> import paddle
            >>> transform = paddle.distribution.ExpTransform()
            >>> transform.inverse_log_det_jacobian(paddle.ones([1])).tolist()
            [0.0]
        """
        _check_tensor(y, "y", self._codomain.event_rank)
        if hasattr(self, "_inverse_log_det_jacobian"):
            return self._inverse_log_det_jacobian(y)
        if hasattr(self, "_forward_log_det_jacobian"):
            return -self._forward_log_det_jacobian(self._inverse(y))
        raise NotImplementedError(f"{type(self).__name__} defines no Jacobian determinant")

    def forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        """The shape of `forward(x)` for x of this shape.

        Raises:
            TypeError: if `shape` is no sequence.
            ValueError: if it does not fit.

        Examples:
            >>> import paddle
            >>> paddle.distribution.StickBreakingTransform().forward_shape((4, 2))
            (4, 3)
        """
        _check_shape(shape)
        return self._forward_shape(shape)

    def inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        """The shape of `inverse(y)` for y of this shape.

        Raises:
            TypeError: if `shape` is no sequence.
            ValueError: if it does not fit.

        Examples:
            >>> import paddle
            >>> paddle.distribution.StickBreakingTransform().inverse_shape((4, 3))
            (4, 2)
        """
        _check_shape(shape)
        return self._inverse_shape(shape)

    @property
    def _domain(self) -> variable.Variable:
        return variable.real

    @property
    def _codomain(self) -> variable.Variable:
        return variable.real

    def _forward(self, x: Tensor) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__} defines no forward")

    def _inverse(self, y: Tensor) -> Any:
        raise NotImplementedError(f"{type(self).__name__} defines no inverse")

    def _forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return shape

    def _inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return shape


def _check_tensor(value: Any, name: str, rank: int) -> None:
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} must be a Tensor, but got {type(value)}")
    if len(value.shape) < rank:
        raise ValueError(f"{name} must have at least {rank} axes, but got {len(value.shape)}")


def _check_shape(shape: Any) -> None:
    if not isinstance(shape, Sequence):
        raise TypeError(f"shape must be a sequence of integers, but got {type(shape)}")


def summed_jacobian(transform: Transform, x: Tensor, event_rank: int) -> Tensor:
    """The log-determinant at `x`, added up over events of which `x` has `event_rank` axes."""
    own = transform._domain.event_rank
    jacobian = transform.forward_log_det_jacobian(x)
    if event_rank == own:
        return jacobian
    batch = list(x.shape[: len(x.shape) - own])
    if len(jacobian.shape) <= len(batch):
        jacobian = jacobian + paddle.zeros(batch, jacobian.dtype)
    return sum_rightmost(jacobian, event_rank - own)


class AbsTransform(Transform):
    """The absolute value. Its inverse is the pair (-y, y), and has determinant 1.

    Examples:
        >>> import paddle
        >>> transform = paddle.distribution.AbsTransform()
        >>> transform.forward(paddle.to_tensor([-1.0, 2.0])).tolist()
        [1.0, 2.0]
        >>> [float(x) for x in transform.inverse(paddle.to_tensor(1.0))]
        [-1.0, 1.0]
    """

    _type = Type.SURJECTION

    @property
    def _codomain(self) -> variable.Variable:
        return variable.positive

    def _forward(self, x: Tensor) -> Tensor:
        return abs(x)

    def _inverse(self, y: Tensor) -> tuple[Tensor, Tensor]:
        return -y, y

    def _inverse_log_det_jacobian(self, y: Tensor) -> tuple[Tensor, Tensor]:
        zero = paddle.zeros([], y.dtype)
        return zero, zero


class AffineTransform(Transform):
    """loc + scale * x.

    Args:
        loc: a tensor.
        scale: a tensor without zeros.

    Raises:
        TypeError: if one of them is no tensor.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import AffineTransform
        >>> affine = AffineTransform(paddle.to_tensor(1.0), paddle.to_tensor(2.0))
        >>> affine.forward(paddle.to_tensor([1.0, 2.0])).tolist()
        [3.0, 5.0]
        >>> affine.forward_log_det_jacobian(paddle.to_tensor([1.0, 2.0]))
        Tensor(shape=[], dtype=float32, place=Place(cpu), stop_gradient=True,
               0.69314718)
    """

    _type = Type.BIJECTION

    def __init__(self, loc: Tensor, scale: Tensor) -> None:
        for name, value in (("loc", loc), ("scale", scale)):
            if not isinstance(value, Tensor):
                raise TypeError(f"{name} must be a Tensor, but got {type(value)}")
        self._loc = loc
        self._scale = scale

    @property
    def loc(self) -> Tensor:
        """The offset."""
        return self._loc

    @property
    def scale(self) -> Tensor:
        """The factor."""
        return self._scale

    def _forward(self, x: Tensor) -> Tensor:
        return self._loc + self._scale * x

    def _inverse(self, y: Tensor) -> Tensor:
        return (y - self._loc) / self._scale

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return paddle.log(abs(self._scale))

    def _forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return _broadcast_shape(shape, self._loc.shape, self._scale.shape)

    def _inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return _broadcast_shape(shape, self._loc.shape, self._scale.shape)


def _broadcast_shape(first: Sequence[int], *others: Sequence[int]) -> tuple[int, ...]:
    shape = list(first)
    for other in others:
        shape = paddle.broadcast_shape(shape, list(other))
    return tuple(shape)


class ChainTransform(Transform):
    """Transforms one after another, the first of the list first.

    Args:
        transforms: sequence of transforms.

    Raises:
        TypeError: if it is something else.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import AffineTransform, ChainTransform, ExpTransform
        >>> affine = AffineTransform(paddle.to_tensor(0.0), paddle.to_tensor(2.0))
        >>> chain = ChainTransform([affine, ExpTransform()])
        >>> round(float(chain.forward(paddle.to_tensor(1.0))), 4)
        7.3891
        >>> round(float(chain.forward_log_det_jacobian(paddle.to_tensor(1.0))), 4)  # 2 + log 2
        2.6931
    """

    def __init__(self, transforms: Sequence[Transform]) -> None:
        if not isinstance(transforms, Sequence):
            raise TypeError(f"transforms must be a sequence, but got {type(transforms)}")
        if not all(isinstance(one, Transform) for one in transforms):
            raise TypeError("transforms must all be Transforms")
        self.transforms = transforms

    def _is_injective(self) -> bool:  # type: ignore[override]
        return all(one._is_injective() for one in self.transforms)

    @property
    def _domain(self) -> variable.Variable:
        rank = 0
        for one in reversed(self.transforms):
            rank = max(rank, one._codomain.event_rank)
            rank += one._domain.event_rank - one._codomain.event_rank
        return _raised(self.transforms[0]._domain, rank) if self.transforms else variable.real

    @property
    def _codomain(self) -> variable.Variable:
        rank = 0
        for one in self.transforms:
            rank = max(rank, one._domain.event_rank)
            rank += one._codomain.event_rank - one._domain.event_rank
        return _raised(self.transforms[-1]._codomain, rank) if self.transforms else variable.real

    def _forward(self, x: Tensor) -> Tensor:
        for one in self.transforms:
            x = one.forward(x)
        return x

    def _inverse(self, y: Tensor) -> Any:
        for one in reversed(self.transforms):
            y = tuple(map(one.inverse, y)) if isinstance(y, tuple) else one.inverse(y)
        return y

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        rank = self._domain.event_rank
        total = paddle.zeros([], x.dtype)
        for one in self.transforms:
            total = total + summed_jacobian(one, x, rank)
            x = one.forward(x)
            rank += one._codomain.event_rank - one._domain.event_rank
        return total

    def _forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        for one in self.transforms:
            shape = one.forward_shape(shape)
        return shape

    def _inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        for one in reversed(self.transforms):
            shape = one.inverse_shape(shape)
        return shape


def _raised(base: variable.Variable, rank: int) -> variable.Variable:
    more = rank - base.event_rank
    return variable.Independent(base, more) if more > 0 else base


class ExpTransform(Transform):
    """The exponential function.

    Examples:
        >>> import paddle
        >>> transform = paddle.distribution.ExpTransform()
        >>> transform.forward(paddle.to_tensor([0.0])).tolist()
        [1.0]
        >>> transform.forward_log_det_jacobian(paddle.to_tensor([3.0])).tolist()
        [3.0]
    """

    _type = Type.BIJECTION

    @property
    def _codomain(self) -> variable.Variable:
        return variable.positive

    def _forward(self, x: Tensor) -> Tensor:
        return paddle.exp(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return paddle.log(y)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return x


class IndependentTransform(Transform):
    """`base`, with the determinant added up over some more axes.

    Args:
        base: a transform.
        reinterpreted_batch_rank: how many axes, at least 1.

    Raises:
        TypeError: if `base` is no transform.
        ValueError: if the number is not positive.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import ExpTransform, IndependentTransform
        >>> rows = IndependentTransform(ExpTransform(), 1)
        >>> rows.forward_log_det_jacobian(paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])).tolist()
        [3.0, 7.0]
    """

    def __init__(self, base: Transform, reinterpreted_batch_rank: int) -> None:
        if not isinstance(base, Transform):
            raise TypeError(f"base must be a Transform, but got {type(base)}")
        if reinterpreted_batch_rank <= 0:
            raise ValueError(
                f"reinterpreted_batch_rank must be positive, but got {reinterpreted_batch_rank}"
            )
        self._base = base
        self._reinterpreted_batch_rank = reinterpreted_batch_rank

    def _is_injective(self) -> bool:  # type: ignore[override]
        return self._base._is_injective()

    @property
    def _domain(self) -> variable.Variable:
        return variable.Independent(self._base._domain, self._reinterpreted_batch_rank)

    @property
    def _codomain(self) -> variable.Variable:
        return variable.Independent(self._base._codomain, self._reinterpreted_batch_rank)

    def _forward(self, x: Tensor) -> Tensor:
        return self._base.forward(x)

    def _inverse(self, y: Tensor) -> Any:
        return self._base.inverse(y)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return summed_jacobian(self._base, x, self._domain.event_rank)

    def _forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return self._base.forward_shape(shape)

    def _inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return self._base.inverse_shape(shape)


class PowerTransform(Transform):
    """The power x ** power of positive numbers.

    Args:
        power: a tensor without zeros.

    Raises:
        TypeError: if it is no tensor.

    Examples:
        >>> import paddle
        >>> square = paddle.distribution.PowerTransform(paddle.to_tensor(2.0))
        >>> square.forward(paddle.to_tensor([3.0])).tolist()
        [9.0]
        >>> square.inverse(paddle.to_tensor([4.0])).tolist()
        [2.0]
    """

    _type = Type.BIJECTION

    def __init__(self, power: Tensor) -> None:
        if not isinstance(power, Tensor):
            raise TypeError(f"power must be a Tensor, but got {type(power)}")
        self._power = power

    @property
    def power(self) -> Tensor:
        """The exponent."""
        return self._power

    @property
    def _codomain(self) -> variable.Variable:
        return variable.positive

    def _forward(self, x: Tensor) -> Tensor:
        return paddle.pow(x, self._power)

    def _inverse(self, y: Tensor) -> Tensor:
        return paddle.pow(y, 1 / self._power)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return paddle.log(abs(self._power * paddle.pow(x, self._power - 1)))

    def _forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return _broadcast_shape(shape, self._power.shape)

    def _inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return _broadcast_shape(shape, self._power.shape)


class ReshapeTransform(Transform):
    """Outcomes of shape `in_event_shape`, in shape `out_event_shape`.

    Args:
        in_event_shape: sequence of sizes.
        out_event_shape: sequence of sizes of the same product.

    Raises:
        TypeError: if one of them is no sequence.
        ValueError: if the products differ.

    Examples:
        >>> import paddle
        >>> flat = paddle.distribution.ReshapeTransform((2, 3), (6,))
        >>> flat.forward(paddle.ones([4, 2, 3])).shape
        [4, 6]
        >>> flat.forward_log_det_jacobian(paddle.ones([4, 2, 3])).tolist()
        [0.0, 0.0, 0.0, 0.0]
    """

    _type = Type.BIJECTION

    def __init__(self, in_event_shape: Sequence[int], out_event_shape: Sequence[int]) -> None:
        _check_shape(in_event_shape)
        _check_shape(out_event_shape)
        if math.prod(in_event_shape) != math.prod(out_event_shape):
            raise ValueError(
                f"shapes {tuple(in_event_shape)} and {tuple(out_event_shape)} hold different "
                "numbers of elements"
            )
        self._in_event_shape = tuple(in_event_shape)
        self._out_event_shape = tuple(out_event_shape)

    @property
    def in_event_shape(self) -> tuple[int, ...]:
        """The shape of an outcome before."""
        return self._in_event_shape

    @property
    def out_event_shape(self) -> tuple[int, ...]:
        """The shape of an outcome after."""
        return self._out_event_shape

    @property
    def _domain(self) -> variable.Variable:
        return _raised(variable.real, len(self._in_event_shape))

    @property
    def _codomain(self) -> variable.Variable:
        return _raised(variable.real, len(self._out_event_shape))

    def _forward(self, x: Tensor) -> Tensor:
        return x.reshape(self._exchanged(x.shape, self._in_event_shape, self._out_event_shape))

    def _inverse(self, y: Tensor) -> Tensor:
        return y.reshape(self._exchanged(y.shape, self._out_event_shape, self._in_event_shape))

    def _forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return self._exchanged(shape, self._in_event_shape, self._out_event_shape)

    def _inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return self._exchanged(shape, self._out_event_shape, self._in_event_shape)

    @staticmethod
    def _exchanged(shape: Sequence[int], old: tuple[int, ...], new: tuple[int, ...]) -> Any:
        kept = len(shape) - len(old)
        if kept < 0 or tuple(shape[kept:]) != old:
            raise ValueError(f"shape must end with {old}, but got {tuple(shape)}")
        return (*shape[:kept], *new)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        kept = len(x.shape) - len(self._in_event_shape)
        return paddle.zeros(list(x.shape[:kept]), x.dtype)


class SigmoidTransform(Transform):
    """The sigmoid function, from the real numbers to (0, 1).

    Examples:
        >>> import paddle
        >>> transform = paddle.distribution.SigmoidTransform()
        >>> transform.forward(paddle.to_tensor([0.0])).tolist()
        [0.5]
        >>> transform.inverse(paddle.to_tensor([0.5])).tolist()
        [0.0]
    """

    @property
    def _codomain(self) -> variable.Variable:
        return variable.Variable(False, 0, constraint.Range(0.0, 1.0))

    def _forward(self, x: Tensor) -> Tensor:
        return F.sigmoid(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return paddle.log(y) - paddle.log1p(-y)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return -F.softplus(-x) - F.softplus(x)


class SoftmaxTransform(Transform):
    """The softmax over the last axis. It is not injective and has no determinant.

    Its inverse is the logarithm, one of the values that softmax maps to y.

    Examples:
        >>> import paddle
        >>> transform = paddle.distribution.SoftmaxTransform()
        >>> transform.forward(paddle.to_tensor([1.0, 1.0])).tolist()
        [0.5, 0.5]
    """

    _type = Type.OTHER

    @property
    def _domain(self) -> variable.Variable:
        return variable.Independent(variable.real, 1)

    @property
    def _codomain(self) -> variable.Variable:
        return variable.Variable(False, 1, constraint.simplex)

    def _forward(self, x: Tensor) -> Tensor:
        return F.softmax(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return paddle.log(y)

    def _forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return _not_empty(shape)

    def _inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        return _not_empty(shape)


def _not_empty(shape: Sequence[int]) -> Sequence[int]:
    if len(shape) < 1:
        raise ValueError("shape must have at least one axis")
    return shape


class StackTransform(Transform):
    """Transforms side by side: one for each slice along an axis.

    Args:
        transforms: sequence of transforms.
        axis: the axis.

    Raises:
        TypeError: if the arguments are of other types.

    Examples:
        >>> import paddle
        >>> from paddle.distribution import ExpTransform, PowerTransform, StackTransform
        >>> square = PowerTransform(paddle.to_tensor(2.0))
        >>> stacked = StackTransform([ExpTransform(), square], 0)
        >>> stacked.forward(paddle.to_tensor([0.0, 3.0])).tolist()
        [1.0, 9.0]
    """

    def __init__(self, transforms: Sequence[Transform], axis: int = 0) -> None:
        if not isinstance(transforms, Sequence) or not transforms:
            raise TypeError("transforms must be a sequence of at least one Transform")
        if not all(isinstance(one, Transform) for one in transforms):
            raise TypeError("transforms must all be Transforms")
        if not isinstance(axis, int):
            raise TypeError(f"axis must be an int, but got {type(axis)}")
        self._transforms = transforms
        self._axis = axis

    def _is_injective(self) -> bool:  # type: ignore[override]
        return all(one._is_injective() for one in self._transforms)

    @property
    def transforms(self) -> Sequence[Transform]:
        """The transforms."""
        return self._transforms

    @property
    def axis(self) -> int:
        """The axis."""
        return self._axis

    @property
    def _domain(self) -> variable.Variable:
        return variable.Stack([one._domain for one in self._transforms], self._axis)

    @property
    def _codomain(self) -> variable.Variable:
        return variable.Stack([one._codomain for one in self._transforms], self._axis)

    def _forward(self, x: Tensor) -> Tensor:
        return paddle.stack([one.forward(part) for one, part in self._pairs(x)], self._axis)

    def _inverse(self, y: Tensor) -> Tensor:
        return paddle.stack([one.inverse(part) for one, part in self._pairs(y)], self._axis)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        parts = []
        for one, part in self._pairs(x):
            jacobian = one.forward_log_det_jacobian(part)
            batch = list(part.shape[: len(part.shape) - one._domain.event_rank])
            parts.append(jacobian + paddle.zeros(batch, jacobian.dtype))
        return paddle.stack(parts, self._axis)

    def _pairs(self, value: Tensor) -> list[tuple[Transform, Tensor]]:
        rank = len(value.shape)
        if not -rank <= self._axis < rank:
            raise ValueError(f"the input has {rank} axes, but axis is {self._axis}")
        parts = paddle.unbind(value, self._axis)
        if len(parts) != len(self._transforms):
            raise ValueError(
                f"the input has size {len(parts)} along axis {self._axis}, but there are "
                f"{len(self._transforms)} transforms"
            )
        return list(zip(self._transforms, parts, strict=True))


class StickBreakingTransform(Transform):
    """From k real numbers to the inside of the simplex of k + 1 positive ones that add up to 1.

    Each number says by its sigmoid which part of the rest of a stick is broken off; it is shifted
    so that zeros give equal parts (Stan reference manual, simplex transform).

    Examples:
        >>> import paddle
        >>> transform = paddle.distribution.StickBreakingTransform()
        >>> [round(part, 4) for part in transform.forward(paddle.zeros([3])).tolist()]
        [0.25, 0.25, 0.25, 0.25]
    """

    _type = Type.BIJECTION

    @property
    def _domain(self) -> variable.Variable:
        return variable.Independent(variable.real, 1)

    @property
    def _codomain(self) -> variable.Variable:
        return variable.Variable(False, 1, constraint.simplex)

    def _forward(self, x: Tensor) -> Tensor:
        one = paddle.ones([*x.shape[:-1], 1], x.dtype)
        part = F.sigmoid(self._shifted(x))
        rest = paddle.cumprod(1 - part, -1)
        return paddle.concat([part, one], -1) * paddle.concat([one, rest], -1)

    def _inverse(self, y: Tensor) -> Tensor:
        head = y[..., :-1]
        rest = 1 - paddle.cumsum(head, -1)
        return paddle.log(head) - paddle.log(rest) + paddle.log(self._parts(head))

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        shifted = self._shifted(x)
        y = self._forward(x)
        return (F.log_sigmoid(-shifted) + paddle.log(y[..., :-1])).sum(-1)

    def _shifted(self, x: Tensor) -> Tensor:
        return x - paddle.log(self._parts(x))

    @staticmethod
    def _parts(x: Tensor) -> Tensor:
        """How many parts the stick still gives after each break: k, k - 1, ..., 1."""
        return paddle.arange(x.shape[-1], 0, -1, dtype=x.dtype)

    def _forward_shape(self, shape: Sequence[int]) -> Sequence[int]:
        _not_empty(shape)
        return (*shape[:-1], shape[-1] + 1)

    def _inverse_shape(self, shape: Sequence[int]) -> Sequence[int]:
        _not_empty(shape)
        return (*shape[:-1], shape[-1] - 1)


class TanhTransform(Transform):
    """The hyperbolic tangent, from the real numbers to (-1, 1).

    Examples:
        >>> import paddle
        >>> transform = paddle.distribution.TanhTransform()
        >>> transform.forward(paddle.to_tensor([0.0])).tolist()
        [0.0]
        >>> transform.forward_log_det_jacobian(paddle.to_tensor([0.0])).tolist()
        [0.0]
    """

    _type = Type.BIJECTION

    @property
    def _codomain(self) -> variable.Variable:
        return variable.Variable(False, 0, constraint.Range(-1.0, 1.0))

    def _forward(self, x: Tensor) -> Tensor:
        return paddle.tanh(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return paddle.atanh(y)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return 2 * (math.log(2.0) - x - F.softplus(-2 * x))
