"""Gradient clipping strategies for optimizers: by value, by norm, by global norm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paddle._core import Tensor

__all__ = ["ClipGradByValue", "ClipGradByNorm", "ClipGradByGlobalNorm"]

ParamsGrads = list[tuple[Any, Any]]


class ClipGradBase:
    """Base of the strategies: override `_clip`, which gets the gradients that are to be clipped.

    Calling a strategy with (parameter, gradient) pairs returns such pairs with clipped gradients;
    gradients that are None and those of parameters with `need_clip=False` stay.
    """

    def __call__(self, params_grads: Iterable[tuple[Any, Any]]) -> ParamsGrads:
        import paddle

        pairs = list(params_grads)
        chosen = [
            i
            for i, (param, grad) in enumerate(pairs)
            if grad is not None and getattr(param, "need_clip", True)
        ]
        if chosen:
            with paddle.no_grad():
                clipped = self._clip([pairs[i][1] for i in chosen])
            for i, grad in zip(chosen, clipped, strict=True):
                pairs[i] = (pairs[i][0], grad)
        return pairs

    def _clip(self, grads: list[Tensor]) -> list[Tensor]:
        raise NotImplementedError


class ClipGradByValue(ClipGradBase):
    """Limit every element of the gradients to [min, max].

    Args:
        max: the upper bound.
        min: the lower bound, `-max` by default.

    Examples:
        >>> import paddle
        >>> clip = paddle.nn.ClipGradByValue(min=-1, max=1)
        >>> grad = paddle.to_tensor([-3.0, 0.5, 2.0])
        >>> clip([(paddle.zeros([3]), grad)])[0][1].tolist()
        [-1.0, 0.5, 1.0]
    """

    def __init__(self, max: float, min: float | None = None) -> None:
        if min is None:
            assert max > 0.0, f"either min or max must be set right: max is {max}"
            min = -max
        self.max = float(max)
        self.min = float(min)

    def _clip(self, grads: list[Tensor]) -> list[Tensor]:
        return [grad.clip(self.min, self.max) for grad in grads]

    def __str__(self) -> str:
        return f"Clip Gradient By Value, min = {self.min:f}, max={self.max:f}"


class ClipGradByNorm(ClipGradBase):
    r"""Scale down each gradient whose L2 norm is above a limit: :math:`g \cdot limit / \|g\|`.

    Args:
        clip_norm: the limit.

    Examples:
        >>> import paddle
        >>> clip = paddle.nn.ClipGradByNorm(clip_norm=1.0)
        >>> grad = paddle.to_tensor([3.0, 4.0])
        >>> [round(x, 4) for x in clip([(paddle.zeros([2]), grad)])[0][1].tolist()]
        [0.6, 0.8]
    """

    def __init__(self, clip_norm: float) -> None:
        self.clip_norm = float(clip_norm)

    def _clip(self, grads: list[Tensor]) -> list[Tensor]:
        return [self._scaled(grad) for grad in grads]

    def _scaled(self, grad: Tensor) -> Tensor:
        norm = grad.astype("float32").square().sum().sqrt() if _is_half(grad) else _l2_norm(grad)
        factor = self.clip_norm / norm.clip(min=self.clip_norm)
        return grad * factor.astype(grad.dtype)

    def __str__(self) -> str:
        return f"Gradient Clip By Norm, clip_norm={self.clip_norm:f}"


class ClipGradByGlobalNorm(ClipGradBase):
    r"""Scale all gradients together so that the L2 norm over all of them is within a limit.

    .. math:: g_i \cdot limit / \max(limit, \sqrt{\sum_j \|g_j\|^2})

    Args:
        clip_norm: the limit.
        group_name: accepted for compatibility.
        auto_skip_clip: leave the gradients alone where the norm is within the limit, False by
            default; the values are the same either way.

    Examples:
        >>> import paddle
        >>> clip = paddle.nn.ClipGradByGlobalNorm(clip_norm=1.0)
        >>> pairs = [(paddle.zeros([1]), paddle.to_tensor([v])) for v in (3.0, 4.0)]
        >>> [round(grad.item(), 4) for _, grad in clip(pairs)]
        [0.6, 0.8]
    """

    def __init__(
        self, clip_norm: float, group_name: str = "default_group", auto_skip_clip: bool = False
    ) -> None:
        if not isinstance(auto_skip_clip, bool):
            raise TypeError(f"auto_skip_clip must be a bool, but it is {auto_skip_clip!r}")
        self.clip_norm = float(clip_norm)
        self.group_name = group_name
        self.auto_skip_clip = auto_skip_clip

    def _clip(self, grads: list[Tensor]) -> list[Tensor]:
        norm = global_norm(grads)
        is_known = not norm._is_symbolic
        if self.auto_skip_clip and is_known and float(norm) <= self.clip_norm:
            return grads
        factor = self.clip_norm / norm.clip(min=self.clip_norm)
        return [grad * factor.astype(grad.dtype) for grad in grads]

    def __str__(self) -> str:
        return f"Gradient Clip By GlobalNorm, global_norm={self.clip_norm:f}"


def _is_half(tensor: Tensor) -> bool:
    return tensor.dtype.name in ("float16", "bfloat16")


def _l2_norm(tensor: Tensor) -> Tensor:
    return tensor.square().sum().sqrt()


def global_norm(grads: list[Tensor]) -> Tensor:
    """The L2 norm over all elements of all tensors, in float32 for half precision."""
    import paddle

    squares = [
        (grad.astype("float32") if _is_half(grad) else grad).square().sum() for grad in grads
    ]
    widest = "float64" if any(s.dtype.name == "float64" for s in squares) else "float32"
    return paddle.stack([square.astype(widest) for square in squares]).sum().sqrt()


def clip_by_norm(x: Tensor, max_norm: float, name: str | None = None) -> Tensor:
    """Scale a tensor down to a norm, if its own is larger.

    Args:
        x: a floating tensor.
        max_norm: the largest norm of the result.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.clip.clip_by_norm(paddle.to_tensor([3.0, 4.0]), 1.0).tolist()
        [0.6000000238418579, 0.800000011920929]
    """
    norm = x.square().sum().sqrt()
    return x * (max_norm / norm.clip(min=max_norm))
