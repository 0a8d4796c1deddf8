"""The Python part of the methods of `paddle.Tensor`."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from typing import Any

from . import _core
from ._core import Tensor
from ._guests import guest
from .utils import unique_name

__all__: list[str] = []


def tensor_repr(tensor: Tensor) -> str:
    """The printed form; sparse tensors are printed by their package."""
    from .tensor.to_string import composite_to_string, tensor_to_string

    if tensor._layout_name == "dense":
        return tensor_to_string(tensor)
    if tensor.is_sparse():
        return guest("sparse").conversion.tensor_to_string(tensor)
    return composite_to_string(tensor)


def tensor_iter(tensor: Tensor) -> Iterator[Tensor]:
    """The slices along the first dimension."""
    if tensor.ndim == 0:
        raise TypeError("iteration over a 0-D tensor")
    return (tensor[i] for i in range(tensor.shape[0]))


# ---- conversion --------------------------------------------------------------------------------


def numpy(self: Tensor) -> Any:
    """A NumPy array with a copy of the elements; bfloat16 gives its bits as uint16.

    `numpy.asarray(tensor)` gives an array over the same memory instead.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([1, 2]).numpy()
        array([1, 2])
    """
    import numpy as np

    if self._is_symbolic:
        raise AssertionError("a symbolic tensor has no elements; run its program with an Executor")
    if self._layout_name != "dense":
        return self.to_dense().numpy()
    return np.array(memoryview(self.detach()), copy=True)


def __array__(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: N807
    import numpy as np

    shared = not copy and self._layout_name == "dense"
    array = np.asarray(memoryview(self.detach())) if shared else numpy(self)
    return array if dtype is None else array.astype(dtype)


def tolist(x: Tensor) -> Any:
    """The elements as nested lists of Python numbers.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([[1, 2]]).tolist()
        [[1, 2]]
    """
    tensor = x.astype("float32") if x.dtype.name == "bfloat16" else x
    return tensor.numpy().tolist()


def item(self: Tensor, *args: int) -> Any:
    """One element as a Python number: the only one, or the one at a flat or full index.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([[1, 2], [3, 4]]).item(1, 0)
        3
    """
    if not args:
        if self.size != 1:
            raise ValueError(
                "only one element tensors can be converted to Python scalars when no input "
                "coordinates"
            )
        return self._item_at(0)
    if len(args) == 1:
        return self._item_at(args[0])
    if len(args) != self.ndim:
        raise ValueError(f"item: {len(args)} coordinates for a tensor of rank {self.ndim}")
    return self[tuple(args)]._item_at(0)


def __complex__(self: Tensor) -> complex:  # noqa: N807
    return complex(self.item())


def __format__(self: Tensor, spec: str) -> str:  # noqa: N807
    if not spec:
        return repr(self)
    if self.ndim != 0:
        raise TypeError("unsupported format string passed to Tensor.__format__")
    return format(self.item(), spec)


def __contains__(self: Tensor, value: Any) -> bool:  # noqa: N807
    return bool((self == value).any())


def __deepcopy__(self: Tensor, memo: dict[int, Any]) -> Tensor:  # noqa: N807
    if id(self) in memo:
        return memo[id(self)]
    copy = self.detach().clone()
    if type(self) is not Tensor:
        copy = type(self).__new__(type(self), copy)
    for name, value in self.__dict__.items():
        setattr(copy, name, value)
    copy.stop_gradient = self.stop_gradient
    memo[id(self)] = copy
    return copy


def _rebuild(array: Any, dtype: str, stop_gradient: bool) -> Tensor:
    tensor = _core.tensor_from_array(array)
    if tensor.dtype.name != dtype:
        tensor = tensor.astype(dtype)
    tensor.stop_gradient = stop_gradient
    return tensor


def __reduce__(self: Tensor) -> tuple[Any, ...]:  # noqa: N807
    return _rebuild, (self.numpy(), self.dtype.name, self.stop_gradient)


def __dlpack__(  # noqa: N807
    self: Tensor,
    *,
    stream: Any = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    if dl_device not in (None, (1, 0)):
        raise BufferError(f"a tensor on the CPU cannot be exported to the device {dl_device}")
    source = self.detach().clone() if copy else self
    return source._to_dlpack(max_version is not None and max_version >= (1, 0))


def __dlpack_device__(self: Tensor) -> tuple[int, int]:  # noqa: N807
    return (1, 0)


# ---- gradients ---------------------------------------------------------------------------------


def backward(self: Tensor, grad_tensor: Tensor | None = None, retain_graph: bool = False) -> None:
    """Go back from this tensor through the graph and add the gradients to `.grad` of the leaves.

    Args:
        grad_tensor: the gradient of this tensor, of its shape; None stands for ones.
        retain_graph: keep what the graph saved, so that it can be gone through again.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> (x * x).sum().backward()
        >>> x.grad.tolist()
        [2.0, 4.0]
    """
    if grad_tensor is not None and not isinstance(grad_tensor, Tensor):
        raise AssertionError(
            f"the gradient must be a Tensor, but is a {type(grad_tensor).__name__}"
        )
    if grad_tensor is not None and grad_tensor.shape != self.shape:
        raise AssertionError(
            f"the gradient has shape {grad_tensor.shape}, but the tensor has {self.shape}"
        )
    _core.backward([self], [grad_tensor], bool(retain_graph))


def clear_gradient(self: Tensor, set_to_zero: bool = True) -> None:
    """Set the gradient to zeros, or to None with `set_to_zero=False`."""
    if self.grad is None:
        return
    if set_to_zero:
        import paddle

        self.grad = paddle.zeros_like(self.grad)
    else:
        self.grad = None


def gradient(self: Tensor) -> Any:
    """The gradient as a NumPy array, or None."""
    return None if self.grad is None else self.grad.numpy()


class TensorHookRemoveHelper:
    """What `register_hook` returns: `remove()` takes the hook away."""

    def __init__(self, tensor: Tensor, handle: int, remove: Callable[[Tensor, int], bool]) -> None:
        self._tensor = tensor
        self._handle = handle
        self._remove = remove

    def remove(self) -> bool:
        """Take the hook away; True if it was still there."""
        return self._remove(self._tensor, self._handle)


def register_hook(self: Tensor, hook: Callable[[Tensor], Tensor | None]) -> TensorHookRemoveHelper:
    """Call `hook(gradient)` whenever the gradient of this tensor is computed.

    A tensor that the hook returns takes the place of the gradient.

    Returns:
        An object whose `remove()` takes the hook away.

    Raises:
        RuntimeError: if the tensor stops gradients.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(2.0, stop_gradient=False)
        >>> handle = x.register_hook(lambda grad: grad * 10)
        >>> (x * x).backward()
        >>> float(x.grad)
        40.0
    """
    return TensorHookRemoveHelper(self, _core.add_hook(self, hook), _core.remove_hook)


def _register_backward_hook(self: Tensor, hook: Callable[[], None]) -> TensorHookRemoveHelper:
    """Call `hook()` after a gradient was accumulated into this leaf."""
    return TensorHookRemoveHelper(self, _core.add_leaf_hook(self, hook), _core.remove_leaf_hook)


# ---- values ------------------------------------------------------------------------------------


def set_value(self: Tensor, value: Any) -> None:
    """Overwrite the elements with those of a tensor or array of the same shape and dtype.

    Raises:
        AssertionError: if the shape or the dtype differs.

    Examples:
        >>> import paddle
        >>> x = paddle.zeros([2])
        >>> x.set_value(paddle.to_tensor([1.0, 2.0]))
        >>> x.tolist()
        [1.0, 2.0]
    """
    import paddle

    source = value if isinstance(value, Tensor) else paddle.to_tensor(value)
    if source.shape != self.shape:
        raise AssertionError(
            f"Variable Shape not match, Variable [ {self.name} ] need tensor with shape "
            f"{self.shape} but load tensor with shape {source.shape}"
        )
    if source.dtype != self.dtype:
        raise AssertionError(
            f"Variable dtype not match, Variable [ {self.name} ] need tensor with dtype "
            f"{self.dtype}  but load tensor with dtype {source.dtype}"
        )
    with paddle.no_grad():
        paddle._C_ops.set_value_(self, source)


def copy_(self: Tensor, other: Tensor, blocking: bool = True) -> Tensor:
    """Overwrite the elements with those of another tensor."""
    import paddle

    paddle._C_ops.set_value_(self, other)
    return self


def _to(self: Tensor, device: Any, dtype: Any) -> Tensor:
    if device is not None and not _core._to_place(device).is_cpu_place():
        raise ValueError(f"tensors can only be on the CPU, not on {device}")
    return self if dtype is None or self.dtype == _core._dtype(dtype) else self.astype(dtype)


def _names_device(value: Any) -> bool:
    return isinstance(value, str) and value.split(":")[0] in ("cpu", "gpu")


def to(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The tensor on another device or with another dtype: `to(device, dtype, blocking)`,
    `to(dtype, blocking)` or `to(other, blocking)`.

    Examples:
        >>> import paddle
        >>> paddle.ones([1]).to("float64").dtype
        paddle.float64
    """
    device, dtype = kwargs.pop("device", None), kwargs.pop("dtype", None)
    other = kwargs.pop("other", None)
    kwargs.pop("blocking", None)
    if kwargs:
        raise TypeError(f"to() got an unexpected keyword argument {next(iter(kwargs))!r}")
    for value in args:
        if isinstance(value, Tensor):
            other = value
        elif isinstance(value, bool) or value is None:
            continue
        elif isinstance(value, _core.Place) or _names_device(value):
            device = value
        else:
            dtype = value
    return _to(self, device, dtype if other is None else other.dtype)


def cpu(self: Tensor) -> Tensor:
    """The tensor itself: it is on the CPU already."""
    return self


def cuda(self: Tensor, device_id: int | None = None, blocking: bool = True) -> Tensor:
    """The tensor on a GPU, which needs a build for GPUs.

    Raises:
        ValueError: always, in a build for the CPU.
    """
    return _to(self, f"gpu:{device_id or 0}", None)


def pin_memory(self: Tensor, blocking: bool = True) -> Tensor:
    """The tensor itself: there is no device whose copies would profit from pinned memory."""
    return self


def dim(var: Tensor) -> int:
    """The number of dimensions."""
    return var.ndim


def astype(self: Tensor, dtype: Any) -> Tensor:
    """A copy of another dtype; see `paddle.cast`.

    Examples:
        >>> import paddle
        >>> paddle.to_tensor([1.5]).astype("int64").tolist()
        [1]
    """
    import paddle

    return paddle._C_ops.cast(self, dtype)


def contiguous(self: Tensor) -> Tensor:
    """The tensor itself if its elements lie in row-major order, else a copy of which that holds.

    Examples:
        >>> import paddle
        >>> paddle.ones([2, 3]).t().contiguous().is_contiguous()
        True
    """
    return self if self.is_contiguous() else self.clone()


def get_strides(self: Tensor) -> list[int]:
    """Steps between elements along each dimension."""
    return self.strides


def value(self: Tensor) -> Tensor:
    """The tensor itself."""
    return self


def is_same_shape(self: Tensor, y: Tensor) -> bool:
    """Whether another tensor has the same shape."""
    return self.shape == y.shape


def _clone(self: Tensor) -> Tensor:
    """A copy; gradients flow through it."""
    import paddle

    return paddle.assign(self)


def is_dense(self: Tensor) -> bool:
    """Whether the tensor is dense."""
    return self._layout_name == "dense"


def is_sparse(self: Tensor) -> bool:
    """Whether the tensor stores only some of its elements."""
    return self._layout != 0


# ---- names -------------------------------------------------------------------------------------


def _get_name(self: Tensor) -> str:
    if self._is_symbolic:
        return _core.symbol_name(self)
    if "_name" not in self.__dict__:
        self._name = unique_name.generate("generated_tensor")
    return self._name


def _set_name(self: Tensor, name: str) -> None:
    if self._is_symbolic:
        _core.program_of(self).rename(_core.program_of(self).value_of(self), name)
    else:
        self._name = name


def _get_persistable(self: Tensor) -> bool:
    return self.__dict__.get("_persistable", False)


def _set_persistable(self: Tensor, value: bool) -> None:
    self._persistable = bool(value)


def _transposed(self: Tensor) -> Tensor:
    import paddle

    return paddle.transpose(self, list(range(self.ndim))[::-1])


# ---- kinds of variables ------------------------------------------------------------------------


class VarType(enum.IntEnum):
    """What a variable holds; dense tensors have the name that Paddle gave them first."""

    LOD_TENSOR = 7


def is_selected_rows(self: Tensor) -> bool:
    """False: a gradient that only some rows have is a dense tensor here."""
    return False


def get_selected_rows(self: Tensor) -> None:
    """None: a tensor that `is_selected_rows` does not hold for has none."""


def rows(self: Tensor) -> list[int]:
    """The rows of a tensor that consists of selected ones.

    Raises:
        SystemError: since no tensor does.
    """
    raise SystemError("(Fatal) this method is only effective for SelectedRows")


def _get_type(self: Tensor) -> VarType:
    return VarType.LOD_TENSOR


def _get_layout(self: Tensor) -> str:
    return "NCHW"


def _get_block(self: Tensor) -> Any:
    from .static import default_main_program

    return default_main_program().current_block()


def _get_grad(self: Tensor) -> Tensor | None:
    return self.grad


def _set_grad(self: Tensor, value: Tensor | None) -> None:
    self.grad = value


def attach() -> None:
    """Put the methods of this module onto `paddle.Tensor`."""
    for function in (
        numpy, __array__, tolist, item, __complex__, __format__, __contains__, __deepcopy__,
        __reduce__, __dlpack__, __dlpack_device__, backward, clear_gradient, gradient,
        register_hook, _register_backward_hook, set_value, copy_, to, cpu, pin_memory, dim,
        astype, contiguous, get_strides, value, is_same_shape, is_dense, is_sparse, cuda,
        is_selected_rows, get_selected_rows, rows,
    ):  # fmt: skip
        setattr(Tensor, function.__name__, function)
    Tensor.clear_grad = clear_gradient
    Tensor.clone = _clone
    Tensor.ndimension = dim
    Tensor.__array_ufunc__ = None  # ndarray + tensor is left to the tensor
    Tensor.name = property(_get_name, _set_name, doc="A unique name.")
    Tensor.persistable = property(
        _get_persistable, _set_persistable, doc="Whether the tensor is kept between runs."
    )
    Tensor.type = property(_get_type, doc="What kind of variable it is.")
    Tensor.layout = property(_get_layout, doc="The order of dimensions: always NCHW.")
    Tensor.block = property(_get_block, doc="The block that operators are recorded into.")
    Tensor.grad_ = property(_get_grad, _set_grad, doc="The gradient, as `grad`.")
    Tensor.T = property(_transposed, doc="The tensor with its dimensions in reverse order.")
