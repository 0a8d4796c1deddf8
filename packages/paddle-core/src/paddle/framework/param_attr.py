"""ParamAttr: how a parameter is named, initialised, regularised and trained."""

from __future__ import annotations

from typing import Any

__all__ = ["ParamAttr"]


class ParamAttr:
    """The attributes of a parameter that is to be created.

    Wherever a layer takes a `weight_attr` or `bias_attr`, None means the defaults, False that there
    is no such parameter, a string is a name, and an initializer or a regularizer stands for itself.

    Args:
        name: the parameter's name, made up by default.
        initializer: a `paddle.nn.initializer.Initializer`; the layer's own by default.
        learning_rate: a factor on the optimizer's learning rate, 1.0 by default.
        regularizer: goes before the optimizer's weight decay.
        trainable: whether the parameter is trained, True by default.
        do_model_average: whether it takes part in model averaging, True by default.
        need_clip: whether its gradient is clipped, True by default.

    Examples:
        >>> import paddle
        >>> attr = paddle.ParamAttr(name="w", initializer=paddle.nn.initializer.Constant(0.5))
        >>> paddle.nn.Linear(1, 2, weight_attr=attr).weight.tolist()
        [[0.5, 0.5]]
    """

    def __init__(
        self,
        name: str | None = None,
        initializer: Any | None = None,
        learning_rate: float = 1.0,
        regularizer: Any | None = None,
        trainable: bool = True,
        do_model_average: bool = True,
        need_clip: bool = True,
    ) -> None:
        self.name = name
        self.initializer = initializer
        self.learning_rate = learning_rate
        self.regularizer = regularizer
        self.trainable = trainable
        self.do_model_average = do_model_average
        self.need_clip = need_clip

    @staticmethod
    def _to_attr(arg: Any) -> ParamAttr | None:
        """What a layer's attribute argument stands for; None where it says that there is no
        parameter."""
        from paddle.nn.initializer import Initializer
        from paddle.regularizer import WeightDecayRegularizer

        if arg is None or arg is True:
            return ParamAttr()
        if arg is False:
            return None
        if isinstance(arg, ParamAttr):
            return arg
        if isinstance(arg, str):
            return ParamAttr(name=arg)
        if isinstance(arg, Initializer):
            return ParamAttr(initializer=arg)
        if isinstance(arg, WeightDecayRegularizer):
            return ParamAttr(regularizer=arg)
        raise TypeError(f"{type(arg)} cast to ParamAttr")
