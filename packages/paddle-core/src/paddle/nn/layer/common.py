"""Layers for linear maps, embedding, dropout, padding and reshaping."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle._core import Tensor
from paddle.nn import functional as F
from paddle.nn.layer.activation import named
from paddle.nn.layer.layers import Layer

__all__ = [
    "Identity",
    "Linear",
    "Bilinear",
    "Embedding",
    "Dropout",
    "Dropout2D",
    "Dropout3D",
    "AlphaDropout",
    "Pad1D",
    "Pad2D",
    "Pad3D",
    "ZeroPad2D",
    "CosineSimilarity",
    "PairwiseDistance",
    "Flatten",
    "Unflatten",
    "PixelShuffle",
    "PixelUnshuffle",
    "ChannelShuffle",
]


def _default_dtype() -> str:
    import paddle

    return paddle.get_default_dtype()


class Identity(Layer):
    """Returns its input; takes any arguments and has no use for them.

    Examples:
        >>> import paddle
        >>> paddle.nn.Identity()(paddle.ones([1])).tolist()
        [1.0]
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        return input


class Linear(Layer):
    """Affine map of the last axis: `x @ weight + bias`.

    Args:
        in_features: the input's length along the last axis.
        out_features: the output's.
        weight_attr: the attributes of `weight`, [in, out]; `XavierUniform` by default.
        bias_attr: the attributes of `bias`, [out]; zeros by default, False for none.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Linear(2, 4)(paddle.ones([3, 2])).shape
        [3, 4]
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(dtype=_default_dtype())
        self.in_features = in_features
        self.out_features = out_features
        self.weight = self.create_parameter([in_features, out_features], weight_attr, self._dtype)
        self.bias = self.create_parameter([out_features], bias_attr, self._dtype, is_bias=True)
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        text = (
            f"in_features={self.in_features}, out_features={self.out_features}, dtype={self._dtype}"
        )
        return named(text, self.name)


class Bilinear(Layer):
    """Bilinear map of two batches of vectors; see `paddle.nn.functional.bilinear`.

    Args:
        in1_features: the length of the first vectors.
        in2_features: the length of the second ones.
        out_features: the length of the results.
        weight_attr: the attributes of `weight`, [out, in1, in2].
        bias_attr: the attributes of `bias`, [1, out]; False for none.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Bilinear(5, 4, 3)
        >>> layer(paddle.ones([2, 5]), paddle.ones([2, 4])).shape
        [2, 3]
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        weight_attr: Any | None = None,
        bias_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(dtype=_default_dtype())
        self._in1_features = in1_features
        self._in2_features = in2_features
        self._out_features = out_features
        self._name = name
        shape = [out_features, in1_features, in2_features]
        self.weight = self.create_parameter(shape, weight_attr, self._dtype)
        self.bias = self.create_parameter([1, out_features], bias_attr, self._dtype, is_bias=True)

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        return F.bilinear(x1, x2, self.weight, self.bias)

    def extra_repr(self) -> str:
        text = (
            f"in1_features={self._in1_features}, in2_features={self._in2_features}, "
            f"out_features={self._out_features}, dtype={self._dtype}"
        )
        return named(text, self._name)


class Embedding(Layer):
    """Rows of a learned table, looked up by index; see `paddle.nn.functional.embedding`.

    Args:
        num_embeddings: how many rows.
        embedding_dim: their length.
        padding_idx: the row that is zero and stays so; None (the default) for none.
        sparse: accepted for compatibility; gradients are dense.
        weight_attr: the attributes of `weight`, [rows, length]; `XavierUniform` by default.
        name: shown by `repr`.

    Raises:
        ValueError: a size is not positive, or `padding_idx` is out of range.

    Examples:
        >>> import paddle
        >>> paddle.nn.Embedding(10, 3)(paddle.to_tensor([[1, 2]])).shape
        [1, 2, 3]
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        sparse: bool = False,
        weight_attr: Any | None = None,
        name: str | None = None,
    ) -> None:
        import paddle

        super().__init__(dtype=_default_dtype())
        if num_embeddings <= 0:
            raise ValueError(f"num_embeddings must be gather than 0, but it is {num_embeddings}")
        if embedding_dim <= 0:
            raise ValueError(f"embedding_dim must be gather than 0, but it is {embedding_dim}")
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise ValueError(
                f"padding_idx must be within [-{num_embeddings}, {num_embeddings}), "
                f"but it is {padding_idx}"
            )
        self._num_embeddings = num_embeddings
        self._embedding_dim = embedding_dim
        self._sparse = sparse
        self._name = name
        if padding_idx is not None and padding_idx < 0:
            padding_idx += num_embeddings
        self._padding_idx = padding_idx
        self.weight = self.create_parameter(
            [num_embeddings, embedding_dim], weight_attr, self._dtype
        )
        if padding_idx is not None:
            with paddle.no_grad():
                self.weight[padding_idx] = 0.0

    def forward(self, x: Tensor) -> Tensor:
        return F.embedding(x, self.weight, self._padding_idx, self._sparse)

    def extra_repr(self) -> str:
        text = f"{self._num_embeddings}, {self._embedding_dim}"
        if self._padding_idx is not None:
            text += f", padding_idx={self._padding_idx}"
        return named(f"{text}, sparse={self._sparse}", self._name)


class Dropout(Layer):
    """Sets elements to zero at random while training; see `paddle.nn.functional.dropout`.

    Args:
        p: the probability of zero, 0.5 by default.
        axis: draw once per position along these axes; None (the default) for every element.
        mode: "upscale_in_train" (the default) or "downscale_in_infer".
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Dropout(0.5)
        >>> layer.eval()
        >>> layer(paddle.ones([2])).tolist()
        [1.0, 1.0]
    """

    def __init__(
        self,
        p: float = 0.5,
        axis: int | Sequence[int] | None = None,
        mode: str = "upscale_in_train",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.p = p
        self.axis = axis
        self.mode = mode
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout(input, self.p, self.axis, self.training, self.mode)

    def extra_repr(self) -> str:
        return named(f"p={self.p}, axis={self.axis}, mode={self.mode}", self.name)


class Dropout2D(Layer):
    """Sets whole channels of images to zero at random while training.

    Args:
        p: the probability of zero, 0.5 by default.
        data_format: "NCHW" (the default) or "NHWC".
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Dropout2D(0.5)(paddle.ones([1, 2, 2, 2])).shape
        [1, 2, 2, 2]
    """

    def __init__(self, p: float = 0.5, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__()
        self.p = p
        self.data_format = data_format
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout2d(input, self.p, self.training, self.data_format)

    def extra_repr(self) -> str:
        return named(f"p={self.p}, data_format={self.data_format}", self.name)


class Dropout3D(Layer):
    """Sets whole channels of volumes to zero at random while training.

    Args:
        p: the probability of zero, 0.5 by default.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Dropout3D(0.5)(paddle.ones([1, 2, 2, 2, 1])).shape
        [1, 2, 2, 2, 1]
    """

    def __init__(self, p: float = 0.5, data_format: str = "NCDHW", name: str | None = None) -> None:
        super().__init__()
        self.p = p
        self.data_format = data_format
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout3d(input, self.p, self.training, self.data_format)

    def extra_repr(self) -> str:
        return named(f"p={self.p}, data_format={self.data_format}", self.name)


class AlphaDropout(Layer):
    """Dropout that keeps mean and variance; see `paddle.nn.functional.alpha_dropout`.

    Args:
        p: the probability of dropping, 0.5 by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.AlphaDropout(0.5)(paddle.ones([2])).shape
        [2]
    """

    def __init__(self, p: float = 0.5, name: str | None = None) -> None:
        super().__init__()
        self.p = p
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        return F.alpha_dropout(input, self.p, self.training)

    def extra_repr(self) -> str:
        return named(f"p={self.p}", self.name)


class _Pad(Layer):
    """Padding of `_dims` spatial axes."""

    _dims: int
    _formats: tuple[str, str]

    def __init__(
        self, padding: Any, mode: str, value: float, data_format: str, name: str | None
    ) -> None:
        super().__init__()
        if data_format not in self._formats:
            raise ValueError(f"data_format must be one of {self._formats}, but got {data_format!r}")
        self._pad = [padding] * (2 * self._dims) if isinstance(padding, int) else padding
        self._mode = mode
        self._value = value
        self._data_format = data_format
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.pad(x, self._pad, self._mode, self._value, self._data_format)

    def extra_repr(self) -> str:
        text = (
            f"padding={self._pad}, mode={self._mode}, value={self._value}, "
            f"data_format={self._data_format}"
        )
        return named(text, self._name)


class Pad1D(_Pad):
    """Adds elements at the ends of the last axis; see `paddle.nn.functional.pad`.

    Args:
        padding: one number, or [left, right].
        mode: "constant" (the default), "reflect", "replicate" or "circular".
        value: the constant, 0.0 by default.
        data_format: "NCL" (the default) or "NLC".
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Pad1D([1, 0])(paddle.ones([1, 1, 2])).tolist()
        [[[0.0, 1.0, 1.0]]]
    """

    _dims = 1
    _formats = ("NCL", "NLC")

    def __init__(
        self,
        padding: Any,
        mode: str = "constant",
        value: float = 0.0,
        data_format: str = "NCL",
        name: str | None = None,
    ) -> None:
        super().__init__(padding, mode, value, data_format, name)


class Pad2D(_Pad):
    """Adds elements at the edges of images; see `paddle.nn.functional.pad`.

    Args:
        padding: one number, or [left, right, top, bottom].
        mode: "constant" (the default), "reflect", "replicate" or "circular".
        value: the constant, 0.0 by default.
        data_format: "NCHW" (the default) or "NHWC".
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Pad2D(1)(paddle.ones([1, 1, 2, 2])).shape
        [1, 1, 4, 4]
    """

    _dims = 2
    _formats = ("NCHW", "NHWC")

    def __init__(
        self,
        padding: Any,
        mode: str = "constant",
        value: float = 0.0,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(padding, mode, value, data_format, name)


class Pad3D(_Pad):
    """Adds elements at the faces of volumes; see `paddle.nn.functional.pad`.

    Args:
        padding: one number, or [left, right, top, bottom, front, back].
        mode: "constant" (the default), "reflect", "replicate" or "circular".
        value: the constant, 0.0 by default.
        data_format: "NCDHW" (the default) or "NDHWC".
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Pad3D(1)(paddle.ones([1, 1, 2, 2, 2])).shape
        [1, 1, 4, 4, 4]
    """

    _dims = 3
    _formats = ("NCDHW", "NDHWC")

    def __init__(
        self,
        padding: Any,
        mode: str = "constant",
        value: float = 0.0,
        data_format: str = "NCDHW",
        name: str | None = None,
    ) -> None:
        super().__init__(padding, mode, value, data_format, name)


class ZeroPad2D(_Pad):
    """Adds zeros at the edges of images.

    Args:
        padding: one number, or [left, right, top, bottom].
        data_format: "NCHW" (the default) or "NHWC".
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.ZeroPad2D([1, 0, 0, 0])(paddle.ones([1, 1, 1, 1])).tolist()
        [[[[0.0, 1.0]]]]
    """

    _dims = 2
    _formats = ("NCHW", "NHWC")

    def __init__(self, padding: Any, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__(padding, "constant", 0.0, data_format, name)

    def extra_repr(self) -> str:
        return named(f"padding={self._pad}, data_format={self._data_format}", self._name)


class CosineSimilarity(Layer):
    """The cosine of the angle between vectors; see `paddle.nn.functional.cosine_similarity`.

    Args:
        axis: the axis of the vectors, 1 by default.
        eps: the smallest divisor, 1e-8 by default.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[3.0, 4.0]])
        >>> round(paddle.nn.CosineSimilarity()(x, x).item(), 4)
        1.0
    """

    def __init__(self, axis: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self._axis = axis
        self._eps = eps

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        return F.cosine_similarity(x1, x2, self._axis, self._eps)

    def extra_repr(self) -> str:
        return f"axis={self._axis}, eps={self._eps}"


class PairwiseDistance(Layer):
    """The p-norm of the difference of vectors; see `paddle.nn.functional.pairwise_distance`.

    Args:
        p: the exponent, 2.0 by default.
        epsilon: added to the difference, 1e-6 by default.
        keepdim: keep the last axis with length one, False by default.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[1.0, 3.0]]), paddle.to_tensor([[4.0, 7.0]])
        >>> round(paddle.nn.PairwiseDistance()(x, y).item(), 4)
        5.0
    """

    def __init__(
        self,
        p: float = 2.0,
        epsilon: float = 1e-6,
        keepdim: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.p = p
        self.epsilon = epsilon
        self.keepdim = keepdim
        self.name = name

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return F.pairwise_distance(x, y, self.p, self.epsilon, self.keepdim)

    def extra_repr(self) -> str:
        text = f"p={self.p}"
        if self.epsilon != 1e-6:
            text += f", epsilon={self.epsilon}"
        if self.keepdim:
            text += f", keepdim={self.keepdim}"
        return named(text, self.name)


class Flatten(Layer):
    """Makes one axis of several.

    Args:
        start_axis: the first of them, 1 by default.
        stop_axis: the last of them, -1 by default.

    Examples:
        >>> import paddle
        >>> paddle.nn.Flatten()(paddle.ones([2, 3, 4])).shape
        [2, 12]
    """

    def __init__(self, start_axis: int = 1, stop_axis: int = -1) -> None:
        super().__init__()
        self.start_axis = start_axis
        self.stop_axis = stop_axis

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_axis, self.stop_axis)


class Unflatten(Layer):
    """Makes several axes of one.

    Args:
        axis: the axis.
        shape: its new sizes, one of which may be -1.
        name: shown by `repr`.

    Examples:
        >>> import paddle
        >>> paddle.nn.Unflatten(1, [2, 3])(paddle.ones([4, 6])).shape
        [4, 2, 3]
    """

    def __init__(self, axis: int, shape: Sequence[int], name: str | None = None) -> None:
        super().__init__()
        self.axis = axis
        self.shape = shape
        self.name = name

    def forward(self, input: Tensor) -> Tensor:
        import paddle

        return paddle.unflatten(input, self.axis, self.shape)

    def extra_repr(self) -> str:
        return named(f"axis={self.axis}, shape={self.shape}", self.name)


class PixelShuffle(Layer):
    """Moves channels into space; see `paddle.nn.functional.pixel_shuffle`.

    Args:
        upscale_factor: the factor on height and width.
        data_format: "NCHW" (the default) or "NHWC".
        name: shown by `repr`.

    Raises:
        TypeError: the factor is no int.
        ValueError: the data format is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.PixelShuffle(2)(paddle.ones([1, 4, 2, 2])).shape
        [1, 1, 4, 4]
    """

    def __init__(
        self, upscale_factor: int, data_format: str = "NCHW", name: str | None = None
    ) -> None:
        super().__init__()
        _check_rearrangement(upscale_factor, "upscale factor", data_format)
        self._upscale_factor = upscale_factor
        self._data_format = data_format
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.pixel_shuffle(x, self._upscale_factor, self._data_format)

    def extra_repr(self) -> str:
        return _rearrangement_repr("upscale_factor", self._upscale_factor, self)


class PixelUnshuffle(Layer):
    """Moves space into channels; see `paddle.nn.functional.pixel_unshuffle`.

    Args:
        downscale_factor: the divisor of height and width.
        data_format: "NCHW" (the default) or "NHWC".
        name: shown by `repr`.

    Raises:
        TypeError: the factor is no int.
        ValueError: the factor is not positive, or the data format is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.PixelUnshuffle(2)(paddle.ones([1, 1, 4, 4])).shape
        [1, 4, 2, 2]
    """

    def __init__(
        self, downscale_factor: int, data_format: str = "NCHW", name: str | None = None
    ) -> None:
        super().__init__()
        _check_rearrangement(downscale_factor, "Downscale factor", data_format)
        self._downscale_factor = downscale_factor
        self._data_format = data_format
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.pixel_unshuffle(x, self._downscale_factor, self._data_format)

    def extra_repr(self) -> str:
        return _rearrangement_repr("downscale_factor", self._downscale_factor, self)


class ChannelShuffle(Layer):
    """Interleaves groups of channels; see `paddle.nn.functional.channel_shuffle`.

    Args:
        groups: how many groups.
        data_format: "NCHW" (the default) or "NHWC".
        name: shown by `repr`.

    Raises:
        TypeError: `groups` is no int.
        ValueError: it is not positive, or the data format is not known.

    Examples:
        >>> import paddle
        >>> paddle.nn.ChannelShuffle(2)(paddle.ones([1, 4, 2, 2])).shape
        [1, 4, 2, 2]
    """

    def __init__(self, groups: int, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__()
        _check_rearrangement(groups, "groups", data_format)
        self._groups = groups
        self._data_format = data_format
        self._name = name

    def forward(self, x: Tensor) -> Tensor:
        return F.channel_shuffle(x, self._groups, self._data_format)

    def extra_repr(self) -> str:
        return _rearrangement_repr("groups", self._groups, self)


def _check_rearrangement(factor: Any, what: str, data_format: str) -> None:
    if not isinstance(factor, int):
        raise TypeError(f"{what} must be int type")
    if factor <= 0:
        raise ValueError(f"{what} must be positive, but it is {factor}")
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError(
            f"Data format should be 'NCHW' or 'NHWC'.But recevie data format: {data_format}"
        )


def _rearrangement_repr(what: str, factor: int, layer: Any) -> str:
    text = f"{what}={factor}"
    if layer._data_format != "NCHW":
        text += f", data_format={layer._data_format}"
    return named(text, layer._name)
