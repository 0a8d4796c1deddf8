"""Weight decay terms which an optimizer adds to gradients: L1 and L2."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paddle import Tensor

__all__ = ["L1Decay", "L2Decay"]


class WeightDecayRegularizer:
    """A penalty on parameters, given by its gradient."""

    def __init__(self, coeff: float = 0.0) -> None:
        self._coeff = float(coeff)

    @property
    def coeff(self) -> float:
        """The factor before the penalty."""
        return self._coeff

    def gradient(self, parameter: Tensor) -> Tensor:
        """The penalty's gradient with respect to `parameter`."""
        raise NotImplementedError

    def __call__(self, parameter: Tensor, grad: Tensor, block: object = None) -> Tensor:
        """The gradient `grad` of `parameter` with the penalty's gradient added."""
        return grad + self.gradient(parameter)


class L1Decay(WeightDecayRegularizer):
    r"""L1 weight decay: the loss grows by :math:`coeff \cdot \sum_i |w_i|`.

    Its gradient, `coeff * sign(w)`, is added to the parameter's gradient by the optimizer. A
    regularizer set on a parameter (`ParamAttr(regularizer=...)`) goes before the one given to the
    optimizer.

    Args:
        coeff: the factor before the sum, 0.0 by default.

    Examples:
        >>> import paddle
        >>> decay = paddle.regularizer.L1Decay(0.01)
        >>> print(decay)
        L1Decay, coeff=0.010000
    """

    def gradient(self, parameter: Tensor) -> Tensor:
        return parameter.sign() * self._coeff

    def __str__(self) -> str:
        return f"L1Decay, coeff={self._coeff:f}"


class L2Decay(WeightDecayRegularizer):
    r"""L2 weight decay: the loss grows by :math:`0.5 \cdot coeff \cdot \sum_i w_i^2`.

    Its gradient, `coeff * w`, is added to the parameter's gradient by the optimizer. A regularizer
    set on a parameter (`ParamAttr(regularizer=...)`) goes before the one given to the optimizer.

    Args:
        coeff: the factor before the sum, 0.0 by default.

    Examples:
        >>> import paddle
        >>> decay = paddle.regularizer.L2Decay(0.01)
        >>> print(decay)
        L2Decay, coeff=0.010000
    """

    def gradient(self, parameter: Tensor) -> Tensor:
        return parameter * self._coeff

    def __str__(self) -> str:
        return f"L2Decay, coeff={self._coeff:f}"
