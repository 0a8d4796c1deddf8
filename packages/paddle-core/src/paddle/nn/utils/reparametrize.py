"""Weight and spectral normalisation: weights computed anew before every forward pass."""

from __future__ import annotations

from typing import Any

from paddle._core import Tensor
from paddle.framework.param_attr import ParamAttr
from paddle.framework.parameter import Parameter
from paddle.nn.functional.norm import normalize
from paddle.nn.layer.layers import Layer
from paddle.utils import unique_name

__all__ = ["weight_norm", "remove_weight_norm", "spectral_norm"]


def _norm_except(x: Tensor, dim: int | None) -> Tensor:
    """The L2 norm over all axes but `dim`, shaped so that it broadcasts with `x`."""
    if dim is None:
        return x.square().sum().sqrt()
    axes = [axis for axis in range(x.ndim) if axis != dim]
    return x.square().sum(axis=axes, keepdim=True).sqrt() if axes else x.abs()


def _parameter_of(layer: Layer, data: Tensor) -> Parameter:
    """A parameter with the given data, named after its layer."""
    return Parameter(data, ParamAttr(name=unique_name.generate(f"{layer.full_name()}.w")))


class _WeightNorm:
    """A pre-hook that sets `weight = g * v / |v|`."""

    def __init__(self, name: str, dim: int | None) -> None:
        self.name = name
        self.dim = dim

    def weight(self, layer: Layer) -> Tensor:
        g, v = getattr(layer, f"{self.name}_g"), getattr(layer, f"{self.name}_v")
        if self.dim is not None:
            shape = [1] * v.ndim
            shape[self.dim] = -1
            g = g.reshape(shape)
        return v * (g / _norm_except(v, self.dim))

    def __call__(self, layer: Layer, inputs: Any) -> None:
        object.__setattr__(layer, self.name, self.weight(layer))


def weight_norm(layer: Layer, name: str = "weight", dim: int | None = 0) -> Layer:
    r"""Split a weight into length and direction: :math:`w = g \cdot v / \|v\|`.

    Source: https://arxiv.org/abs/1602.07868.

    Args:
        layer: the layer.
        name: the weight's name, "weight" by default.
        dim: the axis with a length of its own per entry, 0 by default; None or -1 for one length in
            all.

    Returns:
        The layer, with the parameters `weight_g` and `weight_v` in place of `weight`.

    Raises:
        ValueError: the weight has a weight norm already.
        AssertionError: the axis is out of range.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.utils.weight_norm(paddle.nn.Linear(2, 3), dim=1)
        >>> layer.weight_g.shape, layer.weight_v.shape
        ([3], [2, 3])
    """
    for hook in layer._forward_pre_hooks.values():
        if isinstance(hook, _WeightNorm) and hook.name == name:
            raise ValueError(f"Cannot register two weight_norm hooks on the same parameter {name}")
    weight = layer._parameters[name]
    assert dim is None or -weight.ndim <= dim < weight.ndim, (
        f"dim must be from {-weight.ndim} to {weight.ndim - 1}, but it is {dim}"
    )
    axis = None if dim in (None, -1) else dim % weight.ndim
    length = _norm_except(weight.detach(), axis)
    del layer._parameters[name]
    lengths = length.flatten() if axis is not None else length
    layer.add_parameter(f"{name}_v", _parameter_of(layer, weight.detach().clone()))
    layer.add_parameter(f"{name}_g", _parameter_of(layer, lengths))
    norm = _WeightNorm(name, axis)
    norm(layer, None)
    layer.register_forward_pre_hook(norm)
    return layer


def remove_weight_norm(layer: Layer, name: str = "weight") -> Layer:
    """Undo `weight_norm`: the weight becomes a parameter again, with its present value.

    Args:
        layer: the layer.
        name: the weight's name, "weight" by default.

    Raises:
        ValueError: the weight has no weight norm.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.utils.weight_norm(paddle.nn.Linear(2, 3))
        >>> [n for n, _ in paddle.nn.utils.remove_weight_norm(layer).named_parameters()]
        ['bias', 'weight']
    """
    for key, hook in layer._forward_pre_hooks.items():
        if isinstance(hook, _WeightNorm) and hook.name == name:
            weight = hook.weight(layer).detach()
            del layer._forward_pre_hooks[key]
            del layer._parameters[f"{name}_g"], layer._parameters[f"{name}_v"]
            layer.__dict__.pop(name)
            layer.add_parameter(name, _parameter_of(layer, weight))
            return layer
    raise ValueError(f"weight_norm of '{name}' not found in {layer}")


class _SpectralNorm:
    """A pre-hook that sets the weight to the original one over its largest singular value."""

    def __init__(self, name: str, dim: int, iterations: int, eps: float) -> None:
        self.name = name
        self.dim = dim
        self.iterations = iterations
        self.eps = eps

    def matrix(self, weight: Tensor) -> Tensor:
        """The weight with the axis `dim` as rows."""
        order = [self.dim, *(axis for axis in range(weight.ndim) if axis != self.dim)]
        return weight.transpose(order).reshape([weight.shape[self.dim], -1])

    def _iterate(self, matrix: Tensor, u: Tensor, v: Tensor) -> None:
        import paddle

        with paddle.no_grad():
            for _ in range(self.iterations):
                v.set_value(normalize(matrix.t().matmul(u), axis=0, epsilon=self.eps))
                u.set_value(normalize(matrix.matmul(v), axis=0, epsilon=self.eps))

    def __call__(self, layer: Layer, inputs: Any) -> None:
        weight = getattr(layer, f"{self.name}_orig")
        u, v = getattr(layer, f"{self.name}_u"), getattr(layer, f"{self.name}_v")
        matrix = self.matrix(weight)
        if layer.training:
            self._iterate(matrix.detach(), u, v)
        # Copies, since the next call changes u and v while this call's graph may still need them.
        sigma = (u.clone() * matrix.matmul(v.clone())).sum()
        object.__setattr__(layer, self.name, weight / sigma)


def spectral_norm(
    layer: Layer,
    name: str = "weight",
    n_power_iterations: int = 1,
    eps: float = 1e-12,
    dim: int | None = None,
) -> Layer:
    """Divide a weight by its largest singular value before every forward pass in training.

    Source: https://arxiv.org/abs/1802.05957.

    Args:
        layer: the layer.
        name: the weight's name, "weight" by default.
        n_power_iterations: iterations per forward pass, 1 by default.
        eps: keeps divisors from zero, 1e-12 by default.
        dim: the axis that becomes the matrix's rows; by default 1 for linear maps and transposed
            convolutions, else 0.

    Returns:
        The layer, with the parameter `weight_orig` in place of `weight`.

    Raises:
        ValueError: the number of iterations is not positive, or the weight has a spectral norm
            already.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.utils.spectral_norm(paddle.nn.Linear(4, 4))
        >>> layer(paddle.ones([1, 4])).shape
        [1, 4]
    """
    import paddle
    from paddle.nn.layer.common import Linear
    from paddle.nn.layer.conv import Conv1DTranspose, Conv2DTranspose, Conv3DTranspose

    if n_power_iterations <= 0:
        raise ValueError(
            f"Expected n_power_iterations to be positive, but got {n_power_iterations}"
        )
    for hook in layer._forward_pre_hooks.values():
        if isinstance(hook, _SpectralNorm) and hook.name == name:
            raise ValueError(f"Cannot register two spectral_norm hooks on the parameter {name}")
    weight = layer._parameters[name]
    if dim is None:
        columns_first = (Linear, Conv1DTranspose, Conv2DTranspose, Conv3DTranspose)
        dim = 1 if isinstance(layer, columns_first) else 0
    del layer._parameters[name]
    layer.add_parameter(f"{name}_orig", weight)
    norm = _SpectralNorm(name, dim, n_power_iterations, eps)
    rows, columns = norm.matrix(weight.detach()).shape
    for suffix, size in (("u", rows), ("v", columns)):
        # Paddle makes a parameter with its usual initial values before it draws the normal ones;
        # so does this, for the same random numbers.
        layer.create_parameter([size], dtype=weight.dtype)
        draws = paddle.normal(shape=[size]).astype(weight.dtype)
        layer.register_buffer(f"{name}_{suffix}", normalize(draws, axis=0, epsilon=eps))
    object.__setattr__(layer, name, weight)
    layer.register_forward_pre_hook(norm)
    return layer
