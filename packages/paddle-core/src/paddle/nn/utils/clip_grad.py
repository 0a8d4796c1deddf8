"""Clipping of gradients in place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paddle._core import Tensor

__all__ = ["clip_grad_norm_", "clip_grad_value_"]


def _gradients(parameters: Iterable[Tensor] | Tensor) -> list[Tensor]:
    owners = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    return [owner.grad for owner in owners if owner.grad is not None]


def clip_grad_norm_(
    parameters: Iterable[Tensor] | Tensor,
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
) -> Any:
    r"""Scale gradients in place so that the norm over all of them is within a limit.

    They are multiplied by :math:`\min(1, max\_norm / (norm + 10^{-6}))`.

    Args:
        parameters: a tensor, or several, whose gradients are clipped.
        max_norm: the limit.
        norm_type: the exponent of the norm, 2.0 by default; may be infinite.
        error_if_nonfinite: raise where the norm is infinite or NaN, False by default.

    Returns:
        The norm before clipping.

    Raises:
        ValueError: the exponent is zero or negative infinity.
        RuntimeError: the norm is not finite and `error_if_nonfinite` is set.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([3.0, 4.0], stop_gradient=False)
        >>> (x * x / 2).sum().backward()
        >>> paddle.nn.utils.clip_grad_norm_(x, max_norm=1.0).item()
        5.0
        >>> [round(g, 4) for g in x.grad.tolist()]
        [0.6, 0.8]
    """
    import paddle

    if norm_type <= 0:
        raise ValueError(f"norm_type must be positive or inf, but received {norm_type}")
    grads = _gradients(parameters)
    if not grads:
        return paddle.to_tensor(0.0)
    with paddle.no_grad():
        norms = paddle.stack([grad.flatten().norm(p=norm_type) for grad in grads])
        total = norms.norm(p=norm_type)
        if error_if_nonfinite and not bool(paddle.isfinite(total)):
            raise RuntimeError(
                f"The total norm of {norm_type} order of the gradients from `parameters` is "
                f"non-finite: {float(total)}"
            )
        factor = (float(max_norm) / (total + 1e-6)).clip(max=1.0)
        for grad in grads:
            grad.multiply_(factor.astype(grad.dtype))
    return total


def clip_grad_value_(parameters: Iterable[Tensor] | Tensor, clip_value: float) -> None:
    """Limit the elements of gradients in place to [-clip_value, clip_value].

    Args:
        parameters: a tensor, or several, whose gradients are clipped.
        clip_value: the limit, not negative.

    Raises:
        ValueError: the limit is negative.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([3.0], stop_gradient=False)
        >>> (x * x).sum().backward()
        >>> paddle.nn.utils.clip_grad_value_(x, 1.0)
        >>> x.grad.tolist()
        [1.0]
    """
    import paddle

    limit = float(clip_value)
    if limit < 0:
        raise ValueError(f"clip_value must not be negative, but it is {clip_value}")
    with paddle.no_grad():
        for grad in _gradients(parameters):
            grad.clip_(-limit, limit)
