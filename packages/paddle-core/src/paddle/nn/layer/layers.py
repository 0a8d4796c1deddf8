"""Layer: the base of everything that has parameters."""

from __future__ import annotations

import re
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from paddle import _ranges
from paddle._core import Tensor
from paddle.framework.param_attr import ParamAttr
from paddle.framework.parameter import Parameter, build_parameter
from paddle.utils import unique_name

__all__ = ["Layer"]


def _snake_case(name: str) -> str:
    words = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", words).lower()


class HookRemoveHelper:
    """Removes the hook that a `register_...` method added."""

    _next_id = 0

    def __init__(self, hooks: dict[int, Callable[..., Any]], hook: Callable[..., Any]) -> None:
        HookRemoveHelper._next_id += 1
        self._hooks = hooks
        self._hook_id = HookRemoveHelper._next_id
        hooks[self._hook_id] = hook

    def remove(self) -> None:
        """Take the hook away; doing it again changes nothing."""
        self._hooks.pop(self._hook_id, None)


class Layer:
    """Base of all layers and models: override `forward`, set parameters and sublayers as
    attributes.

    Parameters, sublayers and tensors that are set as attributes are registered: they are moved,
    cast, saved and listed with the layer.

    Args:
        name_scope: the start of the layer's unique name; by default its class's name in snake case.
        dtype: the dtype of its parameters, "float32" by default.

    Examples:
        >>> import paddle
        >>> class Net(paddle.nn.Layer):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.fc = paddle.nn.Linear(3, 2)
        ...     def forward(self, x):
        ...         return self.fc(x)
        >>> Net()(paddle.ones([4, 3])).shape
        [4, 2]
    """

    training: bool
    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _sub_layers: dict[str, Any]

    def __init__(self, name_scope: str | None = None, dtype: Any = "float32") -> None:
        state = self.__dict__
        state["training"] = True
        state["_full_name"] = unique_name.generate(
            name_scope if isinstance(name_scope, str) else _snake_case(type(self).__name__)
        )
        state["_dtype"] = dtype
        state["_parameters"] = OrderedDict()
        state["_buffers"] = OrderedDict()
        state["_sub_layers"] = OrderedDict()
        state["_non_persistable_buffer_names_set"] = set()
        state["_forward_pre_hooks"] = OrderedDict()
        state["_forward_post_hooks"] = OrderedDict()
        state["_state_dict_hooks"] = OrderedDict()

    # ---- running ----

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Compute the layer's output; a subclass must override it."""
        raise NotImplementedError(f"{type(self).__name__} must override forward()")

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if _ranges.active or self._forward_pre_hooks or self._forward_post_hooks:
            with _ranges.span(type(self).__name__, _ranges.TracerEventType.Forward):
                return self._call_with_hooks(inputs, kwargs)
        return self.forward(*inputs, **kwargs)

    def _call_with_hooks(self, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        for hook in list(self._forward_pre_hooks.values()):
            changed = hook(self, inputs)
            if changed is not None:
                inputs = changed if isinstance(changed, tuple) else (changed,)
        outputs = self.forward(*inputs, **kwargs)
        for hook in list(self._forward_post_hooks.values()):
            changed = hook(self, inputs, outputs)
            if changed is not None:
                outputs = changed
        return outputs

    def backward(self, *inputs: Any) -> None:
        """Not to be used: gradients come from `forward`."""
        raise ValueError("Layer shouldn't implement backward")

    def register_forward_pre_hook(self, hook: Callable[..., Any]) -> HookRemoveHelper:
        """Call `hook(layer, inputs)` before `forward`; what it returns replaces the inputs.

        Examples:
            >>> import paddle
            >>> relu = paddle.nn.ReLU()
            >>> handle = relu.register_forward_pre_hook(lambda layer, inputs: inputs[0] * 2)
            >>> relu(paddle.ones([1])).item()
            2.0
            >>> handle.remove()
        """
        return HookRemoveHelper(self._forward_pre_hooks, hook)

    def register_forward_post_hook(self, hook: Callable[..., Any]) -> HookRemoveHelper:
        """Call `hook(layer, inputs, outputs)` after `forward`; what it returns replaces the
        outputs.

        Examples:
            >>> import paddle
            >>> relu = paddle.nn.ReLU()
            >>> handle = relu.register_forward_post_hook(lambda layer, inputs, out: out * 2)
            >>> relu(paddle.ones([1])).item()
            2.0
            >>> handle.remove()
        """
        return HookRemoveHelper(self._forward_post_hooks, hook)

    def train(self) -> None:
        """Put the layer and all sublayers into training mode (dropout drops, batch norm learns)."""
        for layer in self.sublayers(include_self=True):
            layer.training = True

    def eval(self) -> None:
        """Put the layer and all sublayers into evaluation mode."""
        for layer in self.sublayers(include_self=True):
            layer.training = False

    # ---- parameters, buffers and sublayers as attributes ----

    def __getattr__(self, name: str) -> Any:
        state = self.__dict__
        for registry in ("_parameters", "_sub_layers", "_buffers"):
            entries = state.get(registry)
            if entries is not None and name in entries:
                return entries[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Parameter):
            self._register("_parameters", name, value)
        elif isinstance(value, Layer):
            self._register("_sub_layers", name, value)
        elif not self._replace(name, value):
            if isinstance(value, Tensor) and "_buffers" in self.__dict__:
                self._non_persistable_buffer_names_set.add(name)
                self._register("_buffers", name, value)
            else:
                object.__setattr__(self, name, value)

    def _register(self, registry: str, name: str, value: Any) -> None:
        state = self.__dict__
        if registry not in state:
            raise ValueError("super().__init__() should be called first")
        state.pop(name, None)
        for other in ("_parameters", "_sub_layers", "_buffers"):
            if other != registry:
                state[other].pop(name, None)
        state[registry][name] = value

    def _replace(self, name: str, value: Any) -> bool:
        """Put `value` in the place of a registered entry, if there is one of that name."""
        state = self.__dict__
        if name in state.get("_parameters", ()):
            if value is not None:
                raise TypeError(
                    f"assignment to parameter '{name}' should be of type Parameter or None, "
                    f"but got '{type(value).__name__}'"
                )
            state["_parameters"][name] = None
        elif name in state.get("_sub_layers", ()):
            if value is not None:
                raise TypeError(
                    f"assignment to sublayer '{name}' should be of type Layer or None, "
                    f"but got '{type(value).__name__}'"
                )
            state["_sub_layers"][name] = None
        elif name in state.get("_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"assignment to buffers '{name}' should be of type core.Tensor or None, "
                    f"but got '{type(value).__name__}'"
                )
            state["_buffers"][name] = value
        else:
            return False
        return True

    def __delattr__(self, name: str) -> None:
        for registry in ("_parameters", "_sub_layers", "_buffers"):
            if name in self.__dict__[registry]:
                del self.__dict__[registry][name]
                self._non_persistable_buffer_names_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        entries = (*self._parameters, *self._sub_layers, *self._buffers)
        return sorted({*object.__dir__(self), *entries})

    def create_parameter(
        self,
        shape: Sequence[int],
        attr: Any | None = None,
        dtype: Any | None = None,
        is_bias: bool = False,
        default_initializer: Any | None = None,
    ) -> Any:
        """Create a parameter named after the layer; set it as an attribute to register it.

        Args:
            shape: its shape.
            attr: a `ParamAttr` or what stands for one; False for no parameter.
            dtype: its dtype, the default dtype by default.
            is_bias: name it as a bias and initialise it with zeros by default.
            default_initializer: used where `attr` has no initializer.

        Returns:
            The parameter, or None if `attr` is False.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Layer(name_scope="scale")
            >>> layer.weight = layer.create_parameter([2])
            >>> layer.weight.shape
            [2]
        """
        import paddle

        param_attr = ParamAttr._to_attr(attr)
        if param_attr is None:
            return None
        dtype = dtype or paddle.get_default_dtype()
        return build_parameter(
            shape, dtype, param_attr, self._full_name, is_bias, default_initializer
        )

    def create_tensor(
        self, name: str | None = None, persistable: bool | None = None, dtype: Any | None = None
    ) -> Tensor:
        """Create an empty tensor named after the layer.

        Examples:
            >>> import paddle
            >>> paddle.nn.Linear(1, 1).create_tensor(dtype="int64").dtype
            paddle.int64
        """
        import paddle

        tensor = paddle.empty([0], dtype=dtype or self._dtype)
        suffix = "_generated_var" if name is None else name
        tensor.name = unique_name.generate(f"{self._full_name}.{suffix}")
        tensor.persistable = bool(persistable)
        return tensor

    create_variable = create_tensor

    def add_parameter(self, name: str, parameter: Any) -> Any:
        """Register a parameter under a name; the same as setting an attribute.

        Raises:
            TypeError: the name is no string, or the parameter no Parameter.
            KeyError: the name is empty, holds a dot, or is in use.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Layer()
            >>> _ = layer.add_parameter("w", layer.create_parameter([1]))
            >>> [name for name, _ in layer.named_parameters()]
            ['w']
        """
        self._check_new_name("parameter", name, self._parameters)
        if parameter is not None and not isinstance(parameter, Parameter):
            raise TypeError(
                "The parameter to be added should be a Parameter, but received "
                f"{type(parameter).__name__}."
            )
        self._parameters[name] = parameter
        return parameter

    def add_sublayer(self, name: str, sublayer: Any) -> Any:
        """Register a sublayer under a name; the same as setting an attribute.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Layer()
            >>> _ = layer.add_sublayer("fc", paddle.nn.Linear(1, 1))
            >>> layer.fc.weight.shape
            [1, 1]
        """
        assert isinstance(sublayer, Layer) or sublayer is None, (
            f"The sublayer to be added should be a Layer, but received {type(sublayer).__name__}."
        )
        self._sub_layers[name] = sublayer
        return sublayer

    def register_buffer(self, name: str, tensor: Tensor | None, persistable: bool = True) -> None:
        """Register a tensor that is not trained.

        Args:
            name: the attribute's name.
            tensor: the tensor.
            persistable: whether `state_dict` holds it, True by default.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Layer()
            >>> layer.register_buffer("steps", paddle.zeros([1]))
            >>> list(layer.state_dict())
            ['steps']
        """
        self._check_new_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                "The registered buffer should be a Paddle.Tensor, but received "
                f"{type(tensor).__name__}."
            )
        self._buffers[name] = tensor
        if persistable:
            self._non_persistable_buffer_names_set.discard(name)
        else:
            self._non_persistable_buffer_names_set.add(name)

    def _check_new_name(self, what: str, name: Any, registry: dict[str, Any]) -> None:
        if not isinstance(name, str):
            raise TypeError(
                f"The name of {what} should be a string, but received {type(name).__name__}."
            )
        if "." in name:
            raise KeyError(f"The name of {what} can not contain `.`, but it is {name!r}")
        if name == "":
            raise KeyError(f"The name of {what} can not be empty.")
        if hasattr(self, name) and name not in registry:
            raise KeyError(f"The {what} '{name}' already exists.")

    # ---- listing ----

    def full_name(self) -> str:
        """The layer's unique name, such as "linear_0"."""
        return self._full_name

    def named_children(self) -> Iterator[tuple[str, Layer]]:
        """The direct sublayers with their names, each once."""
        seen = set()
        for name, layer in self._sub_layers.items():
            if layer is not None and layer not in seen:
                seen.add(layer)
                yield name, layer

    def children(self) -> Iterator[Layer]:
        """The direct sublayers, each once."""
        for _, layer in self.named_children():
            yield layer

    def named_sublayers(
        self, prefix: str = "", include_self: bool = False, layers_set: set[Layer] | None = None
    ) -> Iterator[tuple[str, Layer]]:
        """All sublayers, to any depth, with their structured names, each once.

        Args:
            prefix: stands before every name.
            include_self: begin with the layer itself.
            layers_set: layers to leave out; the ones visited are added.

        Examples:
            >>> import paddle
            >>> net = paddle.nn.Sequential(paddle.nn.Sequential(paddle.nn.ReLU()))
            >>> [name for name, _ in net.named_sublayers()]
            ['0', '0.0']
        """
        seen = set() if layers_set is None else layers_set
        if include_self and self not in seen:
            seen.add(self)
            yield prefix, self
        for name, layer in self._sub_layers.items():
            if layer is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from layer.named_sublayers(path, include_self=True, layers_set=seen)

    def sublayers(self, include_self: bool = False) -> list[Layer]:
        """All sublayers, to any depth, each once."""
        return [layer for _, layer in self.named_sublayers(include_self=include_self)]

    def named_parameters(
        self, prefix: str = "", include_sublayers: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """The parameters with their structured names, each once.

        Examples:
            >>> import paddle
            >>> net = paddle.nn.Sequential(paddle.nn.Linear(1, 1))
            >>> [name for name, _ in net.named_parameters()]
            ['0.weight', '0.bias']
        """
        return self._named_entries("_parameters", prefix, include_sublayers)

    def named_buffers(
        self, prefix: str = "", include_sublayers: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """The buffers with their structured names, each once."""
        return self._named_entries("_buffers", prefix, include_sublayers)

    def _named_entries(
        self, registry: str, prefix: str, include_sublayers: bool
    ) -> Iterator[tuple[str, Any]]:
        if include_sublayers:
            owners = self.named_sublayers(prefix, include_self=True)
        else:
            owners = iter([(prefix, self)])
        seen = set()
        for path, layer in owners:
            for name, entry in layer.__dict__[registry].items():
                if entry is not None and id(entry) not in seen:
                    seen.add(id(entry))
                    yield f"{path}.{name}" if path else name, entry

    def parameters(self, include_sublayers: bool = True) -> list[Any]:
        """The parameters of the layer and of its sublayers, each once."""
        return [entry for _, entry in self.named_parameters(include_sublayers=include_sublayers)]

    def buffers(self, include_sublayers: bool = True) -> list[Tensor]:
        """The buffers of the layer and of its sublayers, each once."""
        return [entry for _, entry in self.named_buffers(include_sublayers=include_sublayers)]

    def apply(self, fn: Callable[[Layer], Any]) -> Layer:
        """Call `fn` on every sublayer, children first, and on the layer itself; returns the
        layer."""
        for layer in self.children():
            layer.apply(fn)
        fn(self)
        return self

    def clear_gradients(self) -> None:
        """Clear the gradients of all trainable parameters."""
        for parameter in self.parameters():
            if not parameter.stop_gradient:
                parameter.clear_gradient()

    # ---- state ----

    def register_state_dict_hook(self, hook: Callable[[dict[str, Any]], Any]) -> HookRemoveHelper:
        """Call `hook(state)` on what `state_dict` collected; what it returns replaces it."""
        return HookRemoveHelper(self._state_dict_hooks, hook)

    def state_dict(
        self,
        destination: dict[str, Any] | None = None,
        include_sublayers: bool = True,
        structured_name_prefix: str = "",
        use_hook: bool = True,
    ) -> dict[str, Any]:
        """Parameters and persistable buffers by structured name; the tensors themselves, not
        copies.

        Args:
            destination: a dictionary to fill instead of a new one.
            include_sublayers: descend into sublayers, True by default.
            structured_name_prefix: stands before every name.
            use_hook: apply the registered hooks, True by default.

        Examples:
            >>> import paddle
            >>> list(paddle.nn.Linear(1, 1).state_dict())
            ['weight', 'bias']
        """
        return self._collect_state(
            destination, include_sublayers, structured_name_prefix, use_hook, all_buffers=False
        )

    def to_static_state_dict(
        self,
        destination: dict[str, Any] | None = None,
        include_sublayers: bool = True,
        structured_name_prefix: str = "",
        use_hook: bool = True,
    ) -> dict[str, Any]:
        """As `state_dict`, with the buffers that are not persistable too."""
        return self._collect_state(
            destination, include_sublayers, structured_name_prefix, use_hook, all_buffers=True
        )

    def _collect_state(
        self,
        destination: dict[str, Any] | None,
        include_sublayers: bool,
        prefix: str,
        use_hook: bool,
        all_buffers: bool,
    ) -> dict[str, Any]:
        state: dict[str, Any] = OrderedDict() if destination is None else destination
        for name, parameter in self._parameters.items():
            if parameter is not None:
                state[prefix + name] = parameter
        hidden = () if all_buffers else self._non_persistable_buffer_names_set
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in hidden:
                state[prefix + name] = buffer
        if include_sublayers:
            for name, layer in self._sub_layers.items():
                if layer is not None:
                    layer._collect_state(state, True, f"{prefix}{name}.", use_hook, all_buffers)
        if use_hook:
            for hook in self._state_dict_hooks.values():
                changed = hook(state)
                if changed is not None:
                    state = changed
        return state

    def set_state_dict(
        self, state_dict: dict[str, Any], use_structured_name: bool = True
    ) -> tuple[list[str], list[str]]:
        """Set parameters and buffers from a dictionary of tensors or arrays.

        What is missing or has another shape is skipped with a warning.

        Args:
            state_dict: values by name.
            use_structured_name: look up names such as "fc.weight" (the default) or the tensors' own
                names.

        Returns:
            The names that were not set and the names that were not used.

        Examples:
            >>> import paddle
            >>> a, b = paddle.nn.Linear(2, 2), paddle.nn.Linear(2, 2)
            >>> a.set_state_dict(b.state_dict())
            ([], [])
            >>> bool((a.weight == b.weight).all())
            True
        """
        missing, used = [], set()
        for key, target in self.state_dict(use_hook=False).items():
            name = key if use_structured_name else target.name
            problem = _load_problem(name, target, state_dict)
            if problem:
                missing.append(key)
                warnings.warn(f"Skip loading for {key}. {problem}", stacklevel=2)
                used.add(name)
            else:
                used.add(name)
                target.set_value(state_dict[name])
        unexpected = [name for name in state_dict if name not in used]
        return missing, unexpected

    set_dict = set_state_dict
    load_dict = set_state_dict

    # ---- moving and casting ----

    def to(
        self, device: Any | None = None, dtype: Any | None = None, blocking: bool | None = None
    ) -> Layer:
        """Move parameters and buffers to a device, cast the floating ones to a dtype; returns the
        layer.

        Args:
            device: "cpu" or a place; None leaves them where they are.
            dtype: a floating dtype; None leaves it.
            blocking: accepted for compatibility.

        Examples:
            >>> import paddle
            >>> paddle.nn.Linear(1, 1).to(dtype="float64").weight.dtype
            paddle.float64
        """
        if device is not None:
            _check_device(device)
        if blocking is not None and not isinstance(blocking, bool):
            raise AssertionError(
                f"blocking value error, must be the True, False or None: {blocking!r}"
            )
        if dtype is not None:
            name = _dtype_name(dtype)
            self._cast(name, ())
            for layer in self.sublayers(include_self=True):
                object.__setattr__(layer, "_dtype", name)
        return self

    def astype(self, dtype: Any | None = None) -> Layer:
        """Cast floating parameters and buffers to any dtype; returns the layer."""
        return self._cast(str(dtype).removeprefix("paddle."), ())

    def float(self, excluded_layers: Any | None = None) -> Layer:
        """Cast floating parameters and buffers to float32.

        Args:
            excluded_layers: a layer class, or several, that are left as they are.
        """
        return self._cast("float32", excluded_layers)

    def float16(self, excluded_layers: Any | None = None) -> Layer:
        """Cast floating parameters and buffers to float16, batch norms excepted by default.

        Args:
            excluded_layers: a layer class, or several, that are left as they are.
        """
        return self._cast("float16", _norm_layers() if excluded_layers is None else excluded_layers)

    def bfloat16(self, excluded_layers: Any | None = None) -> Layer:
        """Cast floating parameters and buffers to bfloat16, batch norms excepted by default.

        Args:
            excluded_layers: a layer class, or several, that are left as they are.
        """
        return self._cast(
            "bfloat16", _norm_layers() if excluded_layers is None else excluded_layers
        )

    def _cast(self, dtype: str, excluded_layers: Any | None) -> Layer:
        excluded = _layer_classes(excluded_layers)
        for layer in self.sublayers(include_self=True):
            if not isinstance(layer, excluded):
                layer._cast_own(dtype)
        return self

    def _cast_own(self, dtype: str) -> None:
        import paddle

        for entry in (*self._parameters.values(), *self._buffers.values()):
            if entry is not None and entry.is_floating_point():
                entry._become(entry.detach().astype(dtype))
        object.__setattr__(self, "_dtype", getattr(paddle, dtype))

    # ---- printing ----

    def extra_repr(self) -> str:
        """What `repr` shows between the brackets; a subclass may override it."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = []
        for name, layer in self._sub_layers.items():
            text = repr(layer).replace("\n", "\n  ")
            children.append(f"({name}): {text}")
        head = f"{type(self).__name__}("
        if len(lines) <= 1:
            head += extra
            lines = []
        if not children and not lines:
            return f"{head})"
        return "\n  ".join([head, *lines, *children]) + "\n)"


def _load_problem(name: str, target: Tensor, state_dict: dict[str, Any]) -> str | None:
    if name not in state_dict:
        return f"{name} is not found in the provided dict."
    value = state_dict[name]
    shape = list(value.shape if hasattr(value, "shape") else np.shape(value))
    if shape != list(target.shape):
        return f"{name} receives a shape {shape}, but the expected shape is {list(target.shape)}."
    return None


def _check_device(device: Any) -> None:
    import paddle

    if isinstance(device, str):
        kind = device.split(":")[0]
        if kind != "cpu":
            raise ValueError(f"the device must be 'cpu', but it is {device!r}")
    elif not isinstance(device, paddle.CPUPlace):
        raise ValueError(
            "device value error, must be str or paddle.CPUPlace(), but the type of device is "
            f"{type(device).__name__}"
        )


def _dtype_name(dtype: Any) -> str:
    """The name of a dtype, whether it is Paddle's, NumPy's or a string."""
    text = str(np.dtype(dtype)) if isinstance(dtype, type) else str(dtype)
    name = text.removeprefix("paddle.")
    floating = ("float16", "bfloat16", "float32", "float64")
    if name not in floating:
        raise TypeError(f"a layer is cast to one of {floating}, but dtype is {dtype!r}")
    return name


def _norm_layers() -> tuple[type[Layer], ...]:
    from paddle.nn.layer.norm import BatchNorm, BatchNorm1D, BatchNorm2D, BatchNorm3D

    return (BatchNorm, BatchNorm1D, BatchNorm2D, BatchNorm3D)


def _layer_classes(layers: Any | None) -> tuple[type[Layer], ...]:
    if layers is None:
        return ()
    classes = tuple(layers) if isinstance(layers, (list, tuple)) else (layers,)
    for cls in classes:
        if not (isinstance(cls, type) and issubclass(cls, Layer)):
            raise TypeError(f"excluded_layers should be layer classes, but it holds {cls!r}")
    return classes
