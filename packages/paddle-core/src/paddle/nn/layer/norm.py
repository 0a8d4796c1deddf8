"""Normalisation layers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from paddle._core import Tensor
from paddle.framework.param_attr import ParamAttr
from paddle.nn import functional as F
from paddle.nn.functional.activation import channel_axis
from paddle.nn.initializer import Constant, Normal
from paddle.nn.layer.activation import named
from paddle.nn.layer.layers import Layer

__all__ = [
    "BatchNorm",
    "BatchNorm1D",
    "BatchNorm2D",
    "BatchNorm3D",
    "SyncBatchNorm",
    "LayerNorm",
    "GroupNorm",
    "InstanceNorm1D",
    "InstanceNorm2D",
    "InstanceNorm3D",
    "LocalResponseNorm",
    "SpectralNorm",
]


def _statistics_dtype() -> str:
    """Scales and statistics of half-precision layers are float32."""
    import paddle

    dtype = paddle.get_default_dtype()
    return "float32" if dtype in ("float16", "bfloat16") else dtype


def _fixed_statistic(layer: Layer, size: int, value: float, name: str | None) -> Any:
    """A parameter for running statistics, which is not trained."""
    attr = ParamAttr(name=name, initializer=Constant(value), trainable=False)
    return layer.create_parameter([size], attr, layer._dtype)


class _BatchNormBase(Layer):
    """What all batch norms share: weight, bias and running statistics."""

    def __init__(
        self,
        num_features: int,
        momentum: float,
        epsilon: float,
        weight_attr: Any,
        bias_attr: Any,
        data_format: str,
        use_global_stats: bool | None,
        name: str | None,
    ) -> None:
        super().__init__(dtype=_statistics_dtype())
        self._check_data_format(data_format)
        self._num_features = num_features
        self._weight_attr = weight_attr
        self._bias_attr = bias_attr
        self._momentum = momentum
        self._epsilon = epsilon
        self._data_format = data_format
        self._use_global_stats = use_global_stats
        self._name = name
        self.weight = self.create_parameter(
            [num_features], weight_attr, self._dtype, default_initializer=Constant(1.0)
        )
        self.bias = self.create_parameter([num_features], bias_attr, self._dtype, is_bias=True)
        self._mean = _fixed_statistic(self, num_features, 0.0, None)
        self._variance = _fixed_statistic(self, num_features, 1.0, None)

    def _check_data_format(self, data_format: str) -> None:
        raise NotImplementedError

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        return F.batch_norm(
            input,
            self._mean,
            self._variance,
            self.weight,
            self.bias,
            self.training,
            self._momentum,
            self._epsilon,
            self._data_format,
            self._use_global_stats,
        )

    def extra_repr(self) -> str:
        text = (
            f"num_features={self._num_features}, momentum={self._momentum}, epsilon={self._epsilon}"
        )
        if self._data_format != "NCHW":
            text += f", data_format={self._data_format}"
        return named(text, self._name)


def _require_format(data_format: str, allowed: Sequence[str]) -> None:
    if data_format not in allowed:
        raise ValueError(
            f"expected one of {list(allowed)} for data_format input, got {data_format}"
        )


def _require_dims(input: Tensor, dims: Sequence[int]) -> None:
    if input.ndim not in dims:
        wanted = " or ".join(f"{n}D" for n in dims)
        raise ValueError(f"expected {wanted} input (got {input.ndim}D input)")


class BatchNorm1D(_BatchNormBase):
    """Batch norm of 2-D or 3-D tensors; see `paddle.nn.functional.batch_norm`.

    Args:
        num_features: the number of channels.
        momentum: of the running statistics, 0.9 by default.
        epsilon: 1e-5 by default.
        weight_attr: the attributes of `weight`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NC", "NCL", "NLC"; "NCL" by default.
        use_global_stats: use the running statistics; None (the default) for those of evaluation
            only.
        name: shown by `repr`.

    Raises:
        ValueError: the data format or the input's number of dimensions does not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.BatchNorm1D(3)(paddle.ones([2, 3])).shape
        [2, 3]
    """

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCL",
        use_global_stats: bool | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(
            num_features,
            momentum,
            epsilon,
            weight_attr,
            bias_attr,
            data_format,
            use_global_stats,
            name,
        )

    def _check_data_format(self, data_format: str) -> None:
        _require_format(data_format, ("NC", "NCL", "NLC"))

    def _check_input_dim(self, input: Tensor) -> None:
        _require_dims(input, (2, 3))


class BatchNorm2D(_BatchNormBase):
    """Batch norm of 4-D tensors; see `paddle.nn.functional.batch_norm`.

    Args:
        num_features: the number of channels.
        momentum: of the running statistics, 0.9 by default.
        epsilon: 1e-5 by default.
        weight_attr: the attributes of `weight`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCHW", "NHWC"; "NCHW" by default.
        use_global_stats: use the running statistics; None (the default) for those of evaluation
            only.
        name: shown by `repr`.

    Raises:
        ValueError: the data format or the input's number of dimensions does not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.BatchNorm2D(3)(paddle.ones([2, 3, 4, 4])).shape
        [2, 3, 4, 4]
    """

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCHW",
        use_global_stats: bool | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(
            num_features,
            momentum,
            epsilon,
            weight_attr,
            bias_attr,
            data_format,
            use_global_stats,
            name,
        )

    def _check_data_format(self, data_format: str) -> None:
        _require_format(data_format, ("NCHW", "NHWC"))

    def _check_input_dim(self, input: Tensor) -> None:
        _require_dims(input, (4,))


class BatchNorm3D(_BatchNormBase):
    """Batch norm of 5-D tensors; see `paddle.nn.functional.batch_norm`.

    Args:
        num_features: the number of channels.
        momentum: of the running statistics, 0.9 by default.
        epsilon: 1e-5 by default.
        weight_attr: the attributes of `weight`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCDHW", "NDHWC"; "NCDHW" by default.
        use_global_stats: use the running statistics; None (the default) for those of evaluation
            only.
        name: shown by `repr`.

    Raises:
        ValueError: the data format or the input's number of dimensions does not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.BatchNorm3D(3)(paddle.ones([2, 3, 2, 2, 2])).shape
        [2, 3, 2, 2, 2]
    """

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCDHW",
        use_global_stats: bool | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(
            num_features,
            momentum,
            epsilon,
            weight_attr,
            bias_attr,
            data_format,
            use_global_stats,
            name,
        )

    def _check_data_format(self, data_format: str) -> None:
        _require_format(data_format, ("NCDHW", "NDHWC"))

    def _check_input_dim(self, input: Tensor) -> None:
        _require_dims(input, (5,))


class BatchNorm(Layer):
    """Batch norm of tensors of any shape with an optional activation behind it.

    Args:
        num_channels: the number of channels.
        act: the name of a function in `paddle.nn.functional` to apply to the result.
        is_test: normalise with the running statistics in training too, False by default.
        momentum: of the running statistics, 0.9 by default.
        epsilon: 1e-5 by default.
        param_attr: the attributes of `weight`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        dtype: "float32" by default.
        data_layout: "NCHW" (the default) for channels second, "NHWC" for channels last.
        in_place: accepted for compatibility.
        moving_mean_name: the name of the running mean.
        moving_variance_name: the name of the running variance.
        do_model_average_for_mean_and_var: whether the statistics take part in model averaging.
        use_global_stats: always use the running statistics, False by default.
        trainable_statistics: compute the batch's statistics in evaluation too, False by default.

    Examples:
        >>> import paddle
        >>> paddle.nn.BatchNorm(3, act="relu")(paddle.ones([2, 3, 4])).shape
        [2, 3, 4]
    """

    def __init__(
        self,
        num_channels: int,
        act: str | None = None,
        is_test: bool = False,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        param_attr: Any | None = None,
        bias_attr: Any | None = None,
        dtype: str = "float32",
        data_layout: str = "NCHW",
        in_place: bool = False,
        moving_mean_name: str | None = None,
        moving_variance_name: str | None = None,
        do_model_average_for_mean_and_var: bool = True,
        use_global_stats: bool = False,
        trainable_statistics: bool = False,
    ) -> None:
        super().__init__(dtype="float32" if dtype in ("float16", "bfloat16") else dtype)
        self._act = act
        self._is_test = is_test
        self._momentum = momentum
        self._epsilon = epsilon
        self._data_layout = data_layout
        self._use_global_stats = use_global_stats
        self._trainable_statistics = trainable_statistics
        self.weight = self.create_parameter(
            [num_channels], param_attr, self._dtype, default_initializer=Constant(1.0)
        )
        self.bias = self.create_parameter([num_channels], bias_attr, self._dtype, is_bias=True)
        self._mean = _fixed_statistic(self, num_channels, 0.0, moving_mean_name)
        self._variance = _fixed_statistic(self, num_channels, 1.0, moving_variance_name)
        for statistic in (self._mean, self._variance):
            statistic.do_model_average = do_model_average_for_mean_and_var

    def forward(self, input: Tensor) -> Tensor:
        learning = self._trainable_statistics or (self.training and not self._is_test)
        out = F.batch_norm(
            input,
            self._mean,
            self._variance,
            self.weight,
            self.bias,
            learning and not self._use_global_stats,
            self._momentum,
            self._epsilon,
            self._data_layout,
        )
        return out if self._act is None else getattr(F, self._act)(out)


class SyncBatchNorm(_BatchNormBase):
    """Batch norm with the statistics of all processes; with one process the same as batch norm.

    Args:
        num_features: the number of channels.
        momentum: of the running statistics, 0.9 by default.
        epsilon: 1e-5 by default.
        weight_attr: the attributes of `weight`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NC", "NCL", "NLC", "NCHW" (the default), "NHWC", "NCDHW" or "NDHWC".
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.SyncBatchNorm(3)(paddle.ones([2, 3, 4, 4])).shape
        [2, 3, 4, 4]
    """

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(
            num_features, momentum, epsilon, weight_attr, bias_attr, data_format, None, name
        )

    def _check_data_format(self, data_format: str) -> None:
        _require_format(data_format, ("NC", "NCL", "NLC", "NCHW", "NHWC", "NCDHW", "NDHWC"))

    def _check_input_dim(self, input: Tensor) -> None:
        _require_dims(input, (2, 3, 4, 5))

    @classmethod
    def convert_sync_batchnorm(cls, layer: Layer) -> Layer:
        """Replace the batch norms inside a layer; weights and statistics are kept.

        Args:
            layer: a layer, which is changed, or a batch norm itself.

        Returns:
            The layer, or what takes the place of the batch norm.

        Examples:
            >>> import paddle
            >>> net = paddle.nn.Sequential(paddle.nn.BatchNorm2D(2))
            >>> type(paddle.nn.SyncBatchNorm.convert_sync_batchnorm(net)[0]).__name__
            'SyncBatchNorm'
        """
        if isinstance(layer, _BatchNormBase):
            return layer if isinstance(layer, cls) else cls._converted(layer)
        for name, child in list(layer.named_children()):
            layer.add_sublayer(name, cls.convert_sync_batchnorm(child))
        return layer

    @classmethod
    def _converted(cls, layer: _BatchNormBase) -> SyncBatchNorm:
        """A layer with the very parameters and statistics of a batch norm."""
        new = cls(
            layer._num_features,
            layer._momentum,
            layer._epsilon,
            layer._weight_attr,
            layer._bias_attr,
            layer._data_format,
            layer._name,
        )
        new._use_global_stats = layer._use_global_stats
        for name in ("weight", "bias", "_mean", "_variance"):
            setattr(new, name, getattr(layer, name))
        new.training = layer.training
        return new


class LayerNorm(Layer):
    """Normalisation over the last axes; see `paddle.nn.functional.layer_norm`.

    Args:
        normalized_shape: the sizes of these axes.
        epsilon: 1e-5 by default.
        weight_attr: the attributes of `weight`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        name: not used.

    Examples:
        >>> import paddle
        >>> paddle.nn.LayerNorm(4)(paddle.ones([2, 3, 4])).shape
        [2, 3, 4]
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        epsilon: float = 1e-05,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(dtype=_statistics_dtype())
        sizes = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        self._normalized_shape = list(sizes)
        self._epsilon = epsilon
        size = [math.prod(self._normalized_shape)]
        self.weight = self.create_parameter(
            size, weight_attr, self._dtype, default_initializer=Constant(1.0)
        )
        self.bias = self.create_parameter(size, bias_attr, self._dtype, is_bias=True)

    def forward(self, input: Tensor) -> Tensor:
        return F.layer_norm(input, self._normalized_shape, self.weight, self.bias, self._epsilon)

    def extra_repr(self) -> str:
        return f"normalized_shape={self._normalized_shape}, epsilon={self._epsilon}"


class GroupNorm(Layer):
    r"""Normalises groups of channels of every sample: :math:`(x - \mu) / \sqrt{\sigma^2 + \epsilon}
    \cdot w + b`.

    Source: https://arxiv.org/abs/1803.08494.

    Args:
        num_groups: how many groups, which divides the channels.
        num_channels: how many channels.
        epsilon: 1e-5 by default.
        weight_attr: the attributes of `weight`; ones by default, False for fixed ones.
        bias_attr: the attributes of `bias`; zeros by default, False for fixed ones.
        data_format: where the channels are: second ("NC", "NCL", "NCHW", "NCDHW") or last.
        name: not used.

    Raises:
        ValueError: the data format or the number of groups does not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.GroupNorm(3, 6)(paddle.ones([2, 6, 4, 4])).shape
        [2, 6, 4, 4]
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        epsilon: float = 1e-05,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(dtype=_statistics_dtype())
        self._num_groups = num_groups
        self._num_channels = num_channels
        self._epsilon = epsilon
        axis = channel_axis(data_format, "GroupNorm")
        self._data_format = "NCHW" if axis == 1 else "NHWC"
        self.weight = self._scale(weight_attr, 1.0, is_bias=False)
        self.bias = self._scale(bias_attr, 0.0, is_bias=True)

    def _scale(self, attr: Any, value: float, is_bias: bool) -> Any:
        """A parameter per channel; one that is not trained where `attr` is False."""
        if attr is False:
            attr = ParamAttr(initializer=Constant(value), trainable=False)
        return self.create_parameter(
            [self._num_channels], attr, self._dtype, is_bias, Constant(value)
        )

    def forward(self, input: Tensor) -> Tensor:
        from paddle import _C_ops

        return _C_ops.group_norm(
            input, self.weight, self.bias, self._epsilon, self._num_groups, self._data_format
        )[0]

    def extra_repr(self) -> str:
        return (
            f"num_groups={self._num_groups}, num_channels={self._num_channels}, "
            f"epsilon={self._epsilon}"
        )


class _InstanceNormBase(Layer):
    """What all instance norms share: scale and bias."""

    def __init__(
        self,
        num_features: int,
        epsilon: float,
        momentum: float,
        weight_attr: Any,
        bias_attr: Any,
        data_format: str,
        name: str | None,
    ) -> None:
        super().__init__(dtype=_statistics_dtype())
        if (weight_attr is False) != (bias_attr is False):
            raise AssertionError("weight_attr and bias_attr must be set to False at the same time")
        self._num_features = num_features
        self._epsilon = epsilon
        self._momentum = momentum
        self._data_format = data_format
        self.scale = self.create_parameter(
            [num_features], weight_attr, self._dtype, default_initializer=Constant(1.0)
        )
        self.bias = self.create_parameter([num_features], bias_attr, self._dtype, is_bias=True)

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        return F.instance_norm(input, weight=self.scale, bias=self.bias, eps=self._epsilon)

    def extra_repr(self) -> str:
        return f"num_features={self._num_features}, epsilon={self._epsilon}"


class InstanceNorm1D(_InstanceNormBase):
    """Instance norm of 2-D or 3-D tensors; see `paddle.nn.functional.instance_norm`.

    Args:
        num_features: the number of channels.
        epsilon: 1e-5 by default.
        momentum: not used.
        weight_attr: the attributes of `scale`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCL".
        name: not used.

    Raises:
        ValueError: the input's number of dimensions does not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.InstanceNorm1D(3)(paddle.ones([2, 3, 4])).shape
        [2, 3, 4]
    """

    def __init__(
        self,
        num_features: int,
        epsilon: float = 1e-05,
        momentum: float = 0.9,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCL",
        name: str | None = None,
    ) -> None:
        super().__init__(num_features, epsilon, momentum, weight_attr, bias_attr, data_format, name)

    def _check_input_dim(self, input: Tensor) -> None:
        _require_dims(input, (2, 3))


class InstanceNorm2D(_InstanceNormBase):
    """Instance norm of 4-D tensors; see `paddle.nn.functional.instance_norm`.

    Args:
        num_features: the number of channels.
        epsilon: 1e-5 by default.
        momentum: not used.
        weight_attr: the attributes of `scale`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCHW".
        name: not used.

    Raises:
        ValueError: the input's number of dimensions does not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.InstanceNorm2D(3)(paddle.ones([2, 3, 4, 4])).shape
        [2, 3, 4, 4]
    """

    def __init__(
        self,
        num_features: int,
        epsilon: float = 1e-05,
        momentum: float = 0.9,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(num_features, epsilon, momentum, weight_attr, bias_attr, data_format, name)

    def _check_input_dim(self, input: Tensor) -> None:
        _require_dims(input, (4,))


class InstanceNorm3D(_InstanceNormBase):
    """Instance norm of 5-D tensors; see `paddle.nn.functional.instance_norm`.

    Args:
        num_features: the number of channels.
        epsilon: 1e-5 by default.
        momentum: not used.
        weight_attr: the attributes of `scale`; ones by default, False for none.
        bias_attr: the attributes of `bias`; zeros by default, False for none.
        data_format: "NCDHW".
        name: not used.

    Raises:
        ValueError: the input's number of dimensions does not fit.

    Examples:
        >>> import paddle
        >>> paddle.nn.InstanceNorm3D(3)(paddle.ones([2, 3, 2, 2, 2])).shape
        [2, 3, 2, 2, 2]
    """

    def __init__(
        self,
        num_features: int,
        epsilon: float = 1e-05,
        momentum: float = 0.9,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        data_format: str = "NCDHW",
        name: str | None = None,
    ) -> None:
        super().__init__(num_features, epsilon, momentum, weight_attr, bias_attr, data_format, name)

    def _check_input_dim(self, input: Tensor) -> None:
        _require_dims(input, (5,))


class LocalResponseNorm(Layer):
    """Divides by the neighbouring channels' strength; see
    `paddle.nn.functional.local_response_norm`.

    Args:
        size: how many channels.
        alpha: 1e-4 by default.
        beta: 0.75 by default.
        k: 1.0 by default.
        data_format: where the channels are, "NCHW" by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.LocalResponseNorm(size=3)(paddle.ones([1, 3, 2, 2])).shape
        [1, 3, 2, 2]
    """

    def __init__(
        self,
        size: int,
        alpha: float = 0.0001,
        beta: float = 0.75,
        k: float = 1.0,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k
        self.data_format = data_format
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        return F.local_response_norm(
            input, self.size, self.alpha, self.beta, self.k, self.data_format
        )

    def extra_repr(self) -> str:
        text = f"size={self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
        if self.data_format != "NCHW":
            text += f", data_format={self.data_format}"
        return named(text, self.name)


class SpectralNorm(Layer):
    r"""Divides a weight by its largest singular value, found by power iteration.

    Source: https://arxiv.org/abs/1802.05957.

    Args:
        weight_shape: the weight's shape.
        dim: the axis that becomes the matrix's rows, 0 by default.
        power_iters: iterations per call, 1 by default.
        eps: keeps divisors from zero, 1e-12 by default.
        dtype: "float32" by default.

    Examples:
        >>> import paddle
        >>> paddle.nn.SpectralNorm([2, 8], dim=1)(paddle.ones([2, 8])).shape
        [2, 8]
    """

    def __init__(
        self,
        weight_shape: Sequence[int],
        dim: int = 0,
        power_iters: int = 1,
        eps: float = 1e-12,
        dtype: str = "float32",
    ) -> None:
        super().__init__(dtype=dtype)
        self._dim = dim
        self._power_iters = power_iters
        self._epsilon = eps
        self._weight_shape = list(weight_shape)
        assert math.prod(weight_shape) > 0, "Any dimension of `weight_shape` cannot be equal to 0."
        assert dim < len(weight_shape), (
            "The input `dim` should be less than the length of `weight_shape`, but received dim="
            f"{dim}"
        )
        rows = weight_shape[dim]
        self.weight_u = self._vector(rows)
        self.weight_v = self._vector(math.prod(weight_shape) // rows)

    def _vector(self, size: int) -> Any:
        attr = ParamAttr(initializer=Normal(0.0, 1.0), trainable=False)
        return self.create_parameter([size], attr, self._dtype)

    def forward(self, x: Tensor) -> Tensor:
        import paddle

        order = [self._dim, *(axis for axis in range(x.ndim) if axis != self._dim)]
        matrix = x.transpose(order).reshape([x.shape[self._dim], -1])
        with paddle.no_grad():
            u, v = self._iterate(matrix)
        return x / (u * matrix.matmul(v)).sum()

    def _iterate(self, matrix: Tensor) -> tuple[Tensor, Tensor]:
        """The singular vectors, from the same start in every call."""
        u, v = self.weight_u.clone(), self.weight_v.clone()
        for _ in range(self._power_iters):
            v = matrix.t().matmul(u)
            v = v / (v.norm() + self._epsilon)
            u = matrix.matmul(v)
            u = u / (u.norm() + self._epsilon)
        return u, v
