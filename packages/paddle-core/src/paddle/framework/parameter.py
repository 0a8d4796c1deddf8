"""Parameters: tensors that a layer owns and an optimizer trains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddle._core import Tensor
from paddle.framework.param_attr import ParamAttr
from paddle.utils import unique_name

__all__ = ["Parameter", "create_parameter"]


class Parameter(Tensor):
    """A tensor that is trained: persistable, with settings for the optimizer.

    Args:
        data: the tensor whose data it takes over.
        attr: name, trainability and settings for the optimizer.

    Examples:
        >>> import paddle
        >>> weight = paddle.nn.Linear(2, 2).weight
        >>> weight.trainable, weight.persistable, weight.is_leaf
        (True, True, True)
    """

    # The initializer that a parameter made under LazyGuard still waits for.
    _pending: Any = None

    def __new__(cls, data: Tensor, attr: ParamAttr) -> Parameter:
        self = Tensor.__new__(cls, data)
        self.optimize_attr = {"learning_rate": attr.learning_rate}
        self.regularizer = attr.regularizer
        self.do_model_average = attr.do_model_average
        self.need_clip = attr.need_clip
        self.is_distributed = False
        self.persistable = True
        self.trainable = attr.trainable
        if attr.name is not None:
            self.name = attr.name
        return self

    def __init__(self, data: Tensor, attr: ParamAttr) -> None:
        pass

    @property
    def trainable(self) -> bool:
        """Whether gradients are computed for it: the opposite of `stop_gradient`."""
        return not self.stop_gradient

    @trainable.setter
    def trainable(self, trainable: bool) -> None:
        if not isinstance(trainable, bool):
            raise ValueError(
                f"The type of trainable MUST be bool, but the type is {type(trainable)}"
            )
        self.stop_gradient = not trainable

    def get_value(self, scope: Any = None) -> Tensor:
        """The values, in a tensor without history; `scope` is not used."""
        return self.detach()

    def initialize(self) -> None:
        """Give a parameter that was made under `paddle.LazyGuard` its memory and initial values.

        Raises:
            RuntimeError: it has them already.

        Examples:
            >>> import paddle
            >>> with paddle.LazyGuard():
            ...     weight = paddle.nn.Linear(2, 2).weight
            >>> weight.initialize()
            >>> weight.is_contiguous()
            True
        """
        import paddle

        initializer = self._pending
        if initializer is None:
            raise RuntimeError(f"parameter {self.name} is initialized already")
        with paddle.no_grad():
            self._become(paddle.empty(self.shape, self.dtype))
            initializer(self)
        self._pending = None

    def _attr(self) -> ParamAttr:
        return ParamAttr(
            name=self.name,
            learning_rate=self.optimize_attr["learning_rate"],
            regularizer=self.regularizer,
            trainable=self.trainable,
            do_model_average=self.do_model_average,
            need_clip=self.need_clip,
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Parameter:
        attr = self._attr()
        attr.name = unique_name.generate(f"{self.name}_deepcopy")
        copied = type(self)(self.detach().clone(), attr)
        memo[id(self)] = copied
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        attr = self._attr()
        attr.regularizer = None
        return _rebuild, (type(self), self.numpy(), str(self.dtype), attr)

    def __repr__(self) -> str:
        return f"Parameter containing:\n{super().__repr__()}"

    __str__ = __repr__


EagerParamBase = Parameter


def _rebuild(cls: type[Parameter], array: Any, dtype: str, attr: ParamAttr) -> Parameter:
    import paddle

    return cls(paddle.to_tensor(array, dtype=dtype), attr)


def new_parameter(
    shape: Sequence[int], dtype: Any, attr: ParamAttr, default_initializer: Any
) -> Parameter:
    """A parameter of `shape`, filled by the initializer of `attr` or else by the default one.

    It has its values at once, also while a program is recorded: programs refer to it. A program
    shares parameters of the same name.
    """
    import paddle
    from paddle.nn.initializer.lazy_init import is_lazy
    from paddle.static.program import immediate, remember_parameter, shared_parameter

    known = shared_parameter(attr.name, shape, dtype)
    if known is not None:
        return known
    initializer = attr.initializer or default_initializer
    with immediate(), paddle.no_grad():
        if is_lazy():
            parameter = Parameter(paddle.zeros([], dtype).expand(shape), attr)
            parameter._pending = initializer
        else:
            parameter = Parameter(paddle.empty(shape, dtype), attr)
            initializer(parameter)
    remember_parameter(parameter)
    return parameter


def create_parameter(
    shape: Sequence[int],
    dtype: Any,
    name: str | None = None,
    attr: Any | None = None,
    is_bias: bool = False,
    default_initializer: Any | None = None,
) -> Parameter | None:
    """Create a parameter outside any layer.

    Args:
        shape: its shape.
        dtype: its dtype.
        name: its name, made up by default; not used where `attr` has a name.
        attr: a `ParamAttr` or what stands for one; False for no parameter.
        is_bias: initialise with zeros instead of `XavierUniform` by default.
        default_initializer: used where `attr` has no initializer.

    Returns:
        The parameter, or None if `attr` is False.

    Examples:
        >>> import paddle
        >>> w = paddle.create_parameter([2], "float32", is_bias=True)
        >>> w.tolist()
        [0.0, 0.0]
    """
    param_attr = ParamAttr._to_attr(attr)
    if param_attr is None:
        return None
    owner = unique_name.generate("create_parameter")
    if param_attr.name is None and name is not None:
        param_attr = ParamAttr(**{**vars(param_attr), "name": name})
    return build_parameter(shape, dtype, param_attr, owner, is_bias, default_initializer)


def build_parameter(
    shape: Sequence[int],
    dtype: Any,
    attr: ParamAttr,
    owner: str,
    is_bias: bool,
    default_initializer: Any | None,
) -> Parameter:
    """A parameter named after its owner, with Paddle's order of initializers.

    The one of `attr` goes first, then the global one, the default one, and last zeros for a bias
    and `XavierUniform` for everything else.
    """
    from paddle.nn.initializer import Constant, XavierUniform, global_initializer

    named = ParamAttr(**vars(attr))
    if named.name is None:
        named.name = unique_name.generate(f"{owner}.{'b' if is_bias else 'w'}")
    fallback = global_initializer(is_bias) or default_initializer
    if fallback is None:
        fallback = Constant(0.0) if is_bias else XavierUniform()
    return new_parameter(shape, dtype, named, fallback)
