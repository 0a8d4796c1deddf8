"""The base of the optimizers: parameter groups, state, clipping, weight decay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from paddle import _core, _ranges
from paddle._core import Tensor
from paddle.nn.clip import ClipGradBase
from paddle.optimizer.lr import LRScheduler
from paddle.regularizer import L2Decay, WeightDecayRegularizer
from paddle.static.backward import append_backward
from paddle.static.program import (
    Program,
    default_main_program,
    immediate,
    in_dynamic_mode,
    lasting_tensor,
    program_guard,
    program_holding,
    remember_state,
)
from paddle.utils import unique_name

__all__ = ["Optimizer"]

ParamsGrads = list[tuple[Any, Tensor]]


class StateSpec(NamedTuple):
    """A state that an optimizer keeps per parameter.

    It has the parameter's shape, or one element where `scalar` is set, and begins with `value`; its
    dtype is the parameter's (float32 for 16-bit ones) unless it says another.
    """

    name: str
    value: float = 0.0
    scalar: bool = False
    dtype: str | None = None


class _Plan:
    """What one operator call needs for a fixed list of parameters; made once and kept."""

    def __init__(self, optimizer: Optimizer, group: _Group, params: list[Any]) -> None:
        self.params = params
        self.states = [
            [optimizer._state(spec, param) for param in params] for spec in optimizer._specs(group)
        ]
        masters = [optimizer._master(param) for param in params]
        self.masters = [] if masters[0] is None else masters
        ratios = [optimizer._lr_ratio_of(param, group) for param in params]
        self.lr_ratios = [] if all(ratio == 1.0 for ratio in ratios) else ratios
        decays = [optimizer._decay_of(param, group) for param in params]
        self.decays = decays if any(decays) else []
        self.penalties = [optimizer._penalty_of(param, group) for param in params]
        self.has_penalties = any(penalty is not None for penalty in self.penalties)


class _Group:
    """Parameters that share settings, by dtype, with the plans made for them so far.

    The settings of a group that was given as a dictionary take the place of those that its
    parameters have themselves: their factors on the learning rate and their regularizers.
    """

    def __init__(self, params: list[Any], settings: dict[str, Any], takes_over: bool) -> None:
        self.params = params
        self.settings = settings
        self.takes_over = takes_over
        self.plans: dict[tuple[int, ...], list[_Plan]] = {}


class Optimizer:
    """Base of all optimizers: override `_specs` and `_update`.

    Args:
        learning_rate: a number, or an `LRScheduler`.
        parameters: the parameters to train; or dictionaries with "params" and settings of their
            own, among them a "learning_rate" that multiplies the optimizer's; then the factors and
            regularizers of the parameters themselves do not count. While a program is
            recorded None stands for all its parameters, which `minimize` finds.
        weight_decay: a number for L2 decay, or a regularizer; None (the default) for none.
        grad_clip: a `ClipGradBy...` object; None (the default) for none.
        name: accepted for compatibility.

    Raises:
        AttributeError: `parameters` is None, and no program is recorded.
        TypeError: an argument has the wrong type.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(1, 1, bias_attr=False)
        >>> sgd = paddle.optimizer.SGD(0.5, parameters=layer.parameters())
        >>> before = layer.weight.item()
        >>> layer(paddle.ones([1, 1])).backward()
        >>> sgd.step()
        >>> sgd.clear_grad()
        >>> round(before - layer.weight.item(), 4)
        0.5
    """

    _multi_precision = False

    def __init__(
        self,
        learning_rate: float | LRScheduler,
        parameters: Iterable[Any] | None = None,
        weight_decay: Any | None = None,
        grad_clip: ClipGradBase | None = None,
        name: str | None = None,
    ) -> None:
        of_program = isinstance(learning_rate, Tensor) and learning_rate._is_symbolic
        if not (of_program or isinstance(learning_rate, (float, LRScheduler))):
            raise TypeError(
                f"learning rate should be float or LRScheduler, got {type(learning_rate)} here"
            )
        if grad_clip is not None and not isinstance(grad_clip, ClipGradBase):
            raise TypeError("'grad_clip' should be an instance of GradientClipBase's derived class")
        self._name = name
        self._learning_rate: Any = learning_rate
        self._grad_clip = grad_clip
        self.regularization = _to_regularizer(weight_decay)
        self._accumulators: dict[str, dict[str, Tensor]] = {}
        self._master_weights: dict[str, Tensor] = {}
        self._loaded_state: dict[str, Any] = {}
        self._lr_value: float | None = None
        self._lr_tensor: Any = None
        self._program_rates: WeakKeyDictionary[Program, Tensor] = WeakKeyDictionary()
        self._set_parameters(parameters)

    # ---- parameters ----

    def _set_parameters(self, parameters: Any) -> None:
        self._groups: list[_Group] = []
        self._parameter_list: list[Any] = []
        if parameters is None:
            if not in_dynamic_mode():
                return
            raise AttributeError(
                "parameters argument given to the Optimizer should not be None in dygraph mode."
            )
        if isinstance(parameters, (Tensor, dict)):
            raise TypeError(
                "`parameters` argument given to the optimizer should be an iterable of paddle "
                f"Tensors, but got argument type is `{type(parameters)}`."
            )
        entries = list(parameters)
        if entries and isinstance(entries[0], dict):
            for entry in entries:
                self._add_group(entry, takes_over=True)
        else:
            self._add_group({"params": entries}, takes_over=False)
        self._parameter_list = [param for group in self._groups for param in group.params]

    def _add_group(self, entry: dict[str, Any], takes_over: bool) -> None:
        settings = {key: value for key, value in entry.items() if key != "params"}
        params = entry["params"]
        params = [params] if isinstance(params, Tensor) else list(params)
        for param in params:
            if not isinstance(param, Tensor):
                raise TypeError(
                    "`parameters` argument given to the optimizer should be an iterable of paddle "
                    f"Tensors, but it holds a `{type(param)}`."
                )
        known = {id(param) for group in self._groups for param in group.params}
        if any(id(param) in known for param in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self._groups.append(_Group(params, settings, takes_over))

    # ---- what a subclass says ----

    def _specs(self, group: _Group) -> Sequence[StateSpec]:
        """The states kept per parameter, in the order in which `_update` takes them."""
        return ()

    def _update(self, plan: _Plan, grads: list[Tensor], lr: Tensor, group: _Group) -> None:
        """Change the plan's parameters and states by one step."""
        raise NotImplementedError(f"{type(self).__name__} must override _update()")

    def _decay_of(self, param: Any, group: _Group) -> float:
        """The coefficient of the weight decay that the operator computes: here that of L2 decay."""
        penalty = self._regularizer_of(param, group)
        return penalty.coeff if type(penalty) is L2Decay else 0.0

    def _penalty_of(self, param: Any, group: _Group) -> WeightDecayRegularizer | None:
        """A regularizer that the operator cannot compute, whose gradient is added before."""
        penalty = self._regularizer_of(param, group)
        return None if penalty is None or type(penalty) is L2Decay else penalty

    def _regularizer_of(self, param: Any, group: _Group) -> Any:
        own = self._own_regularizer(param, group)
        if own is not None:
            return own
        if "weight_decay" in group.settings:
            return _to_regularizer(group.settings["weight_decay"])
        return self.regularization

    def _own_regularizer(self, param: Any, group: _Group) -> Any:
        return None if group.takes_over else getattr(param, "regularizer", None)

    def _lr_ratio_of(self, param: Any, group: _Group) -> float:
        """The factor on the learning rate for one parameter."""
        if group.takes_over:
            return float(group.settings.get("learning_rate", 1.0))
        return float(getattr(param, "optimize_attr", {}).get("learning_rate", 1.0))

    def _setting(self, group: _Group, name: str, default: Any) -> Any:
        return group.settings.get(name, default)

    # ---- the step ----

    def step(self) -> None:
        """Change all parameters that have gradients by one step.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Linear(2, 2)
            >>> adam = paddle.optimizer.Adam(parameters=layer.parameters())
            >>> layer(paddle.ones([1, 2])).sum().backward()
            >>> adam.step()
            >>> adam.clear_grad()
        """
        before = _core.set_grad_enabled(False)
        try:
            with _ranges.span("Optimization Step", _ranges.TracerEventType.Optimization):
                self._step_groups()
        finally:
            _core.set_grad_enabled(before)

    def _step_groups(self) -> None:
        for group in self._groups:
            params, grads = [], []
            for param in group.params:
                grad = param.grad
                if grad is not None and not param.stop_gradient:
                    params.append(param)
                    grads.append(grad)
            if params:
                self._step_group(group, params, grads)

    def _step_group(self, group: _Group, params: list[Any], grads: list[Tensor]) -> None:
        clip = group.settings.get("grad_clip", self._grad_clip)
        if clip is not None:
            grads = [grad for _, grad in clip(zip(params, grads, strict=True))]
        key = tuple(map(id, params))
        plans = group.plans.get(key)
        if plans is None:
            plans = group.plans[key] = self._make_plans(group, params)
        if len(plans) == 1:
            self._run(plans[0], grads, group)
            return
        of_param = dict(zip(key, grads, strict=True))
        for plan in plans:
            self._run(plan, [of_param[id(param)] for param in plan.params], group)

    def _make_plans(self, group: _Group, params: list[Any]) -> list[_Plan]:
        """One plan for all parameters that one operator call can take."""
        alike: dict[Any, list[Any]] = {}
        for param in params:
            alike.setdefault(self._plan_key(param, group), []).append(param)
        with immediate():
            return [_Plan(self, group, same) for same in alike.values()]

    def _plan_key(self, param: Any, group: _Group) -> Any:
        """Parameters with the same key are updated together: by default those of one dtype."""
        return param.dtype.name

    def _run(self, plan: _Plan, grads: list[Tensor], group: _Group) -> None:
        if plan.has_penalties:
            grads = [
                grad if penalty is None else penalty(param, grad)
                for param, grad, penalty in zip(plan.params, grads, plan.penalties, strict=True)
            ]
        self._update(plan, grads, self._lr(), group)

    def _lr(self) -> Tensor:
        """The learning rate as a tensor, made anew only when the value has changed."""
        if not in_dynamic_mode():
            return self._lr_of_program()
        rate = self._learning_rate
        value = rate.last_lr if isinstance(rate, LRScheduler) else rate
        if value != self._lr_value:
            import paddle

            self._lr_tensor = paddle.full([], float(value), self._lr_dtype())
            self._lr_value = value
        return self._lr_tensor

    def _lr_dtype(self) -> str:
        return "float64" if self._parameter_list[0].dtype.name == "float64" else "float32"

    def _lr_of_program(self) -> Tensor:
        """The lasting tensor that a run of the program finds set to the present learning rate."""
        if isinstance(self._learning_rate, Tensor):
            return self._learning_rate
        program = default_main_program()
        if program not in self._program_rates:
            name = unique_name.generate("learning_rate")
            rate = lasting_tensor([1], self.get_lr(), self._lr_dtype(), name)
            program._rates.append((rate, self.get_lr))
            self._program_rates[program] = rate
        return self._program_rates[program]

    def minimize(
        self,
        loss: Tensor,
        startup_program: Any | None = None,
        parameters: Any | None = None,
        no_grad_set: Any | None = None,
    ) -> tuple[list[Any], ParamsGrads]:
        """Apply the gradients that `loss.backward()` left, as `step` does; or record gradients and
        step into the program of `loss`.

        Args:
            loss: the loss; outside of programs its `backward` must have run.
            startup_program: not used; states are set when they are made.
            parameters: parameters or names to train in a program; by default the optimizer's, else
                all trainable ones of the program.
            no_grad_set: tensors or names of a program that gradients do not pass through.

        Returns:
            The operations recorded for the step (none outside of programs), and the (parameter,
            gradient) pairs.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Linear(2, 2)
            >>> sgd = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
            >>> loss = layer(paddle.ones([1, 2])).sum()
            >>> loss.backward()
            >>> len(sgd.minimize(loss)[1])
            2
        """
        assert isinstance(loss, Tensor), "The loss should be an Tensor."
        if not loss._is_symbolic:
            pairs = self.backward(loss)
            self.step()
            return [], pairs
        with program_guard(program_holding(loss), startup_program):
            pairs = self.backward(loss, startup_program, parameters, no_grad_set)
            return self.apply_gradients(pairs), pairs

    def backward(
        self,
        loss: Tensor,
        startup_program: Any | None = None,
        parameters: Any | None = None,
        no_grad_set: Any | None = None,
        callbacks: Any | None = None,
    ) -> ParamsGrads:
        """The (parameter, gradient) pairs of what `loss.backward()` reached; or record the
        gradients into the program of `loss`, with the arguments of `minimize`."""
        if isinstance(loss, Tensor) and loss._is_symbolic:
            wanted = parameters or self._parameter_list or None
            with program_guard(program_holding(loss), startup_program):
                return append_backward(loss, wanted, no_grad_set, callbacks)
        return [
            (param, param.grad)
            for param in self._parameter_list
            if not param.stop_gradient and param.grad is not None
        ]

    def apply_gradients(self, params_grads: ParamsGrads) -> list[Any]:
        """Change parameters by the given gradients instead of their own.

        Returns:
            The operations that were recorded; none outside of programs.
        """
        given = {id(param): grad for param, grad in params_grads}
        if not self._parameter_list:
            self._set_parameters([param for param, _ in params_grads])
        block = default_main_program().global_block()
        first = 0 if in_dynamic_mode() else len(block.ops)
        before = _core.set_grad_enabled(False)
        try:
            for group in self._groups:
                params = [param for param in group.params if id(param) in given]
                if params:
                    self._step_group(group, params, [given[id(param)] for param in params])
        finally:
            _core.set_grad_enabled(before)
        return [] if in_dynamic_mode() else block.ops[first:]

    def append_regularization_ops(
        self, parameters_and_grads: ParamsGrads, regularization: Any | None = None
    ) -> ParamsGrads:
        """Pairs with the gradients of the parameters' penalties added.

        Args:
            parameters_and_grads: (parameter, gradient) pairs.
            regularization: for parameters without a regularizer of their own.
        """
        pairs = []
        for param, grad in parameters_and_grads:
            penalty = getattr(param, "regularizer", None) or regularization
            pairs.append((param, grad if penalty is None else penalty(param, grad)))
        return pairs

    def clear_grad(self, set_to_zero: bool = True) -> None:
        """Clear the gradients of all trainable parameters.

        Args:
            set_to_zero: fill them with zeros, True by default; else they become None.
        """
        for param in self._parameter_list:
            if not param.stop_gradient:
                param.clear_gradient(set_to_zero)

    clear_gradients = clear_grad

    # ---- learning rate ----

    def get_lr(self) -> float:
        """The current learning rate.

        Raises:
            RuntimeError: a program computes it; fetch it from a run.
        """
        rate = self._learning_rate
        if isinstance(rate, Tensor):
            raise RuntimeError(f"the learning rate {rate.name} is computed by a program")
        return float(rate()) if isinstance(rate, LRScheduler) else float(rate)

    def set_lr(self, value: float) -> None:
        """Set the learning rate.

        Raises:
            TypeError: `value` is no number.
            RuntimeError: the learning rate is a scheduler.
        """
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(
                "The type of 'value' in optimizer.set_lr must be float, but received "
                f"{type(value)}."
            )
        if isinstance(self._learning_rate, LRScheduler):
            raise RuntimeError(
                "optimizer's learning rate can't be LRScheduler when invoke this API, because this "
                "will lead to conflict."
            )
        self._learning_rate = float(value)

    def set_lr_scheduler(self, scheduler: LRScheduler) -> None:
        """Use a scheduler from now on.

        Raises:
            TypeError: it is no `LRScheduler`.
        """
        if not isinstance(scheduler, LRScheduler):
            raise TypeError(
                "The type of 'scheduler' in optimizer.set_lr_schduler must be LRScheduler, but "
                f"received {type(scheduler)}."
            )
        self._learning_rate = scheduler

    # ---- state ----

    def _state(self, spec: StateSpec, param: Any) -> Tensor:
        """The state of one parameter: the present one, a loaded one, or a new one."""
        states = self._accumulators.setdefault(spec.name, {})
        if param.name not in states:
            import paddle

            dtype = spec.dtype or self._state_dtype(param)
            shape = [1] if spec.scalar else param.shape
            state = paddle.full(shape, spec.value, dtype)
            state.name = unique_name.generate(f"{param.name}_{spec.name}")
            state.persistable = True
            saved = self._take_loaded(state.name, f"{param.name}_{spec.name}")
            if saved is not None:
                _set_checked(state, saved)
            remember_state(state)
            states[param.name] = state
        return states[param.name]

    def _state_dtype(self, param: Any) -> str:
        name = param.dtype.name
        return "float32" if name in ("float16", "bfloat16") else name

    def _master(self, param: Any) -> Tensor | None:
        """The float32 copy of a half-precision parameter, None where none is kept."""
        if not self._multi_precision or param.dtype.name not in ("float16", "bfloat16"):
            return None
        if param.name not in self._master_weights:
            master = param.detach().astype("float32")
            master.name = unique_name.generate(f"{param.name}_fp32_master")
            saved = self._loaded_state.get("master_weights", {}).get(param.name)
            if saved is not None:
                _set_checked(master, saved)
            remember_state(master)
            self._master_weights[param.name] = master
        return self._master_weights[param.name]

    def _take_loaded(self, name: str, stem: str) -> Any | None:
        """A loaded state under its full name, or under the stem with another number."""
        if name in self._loaded_state:
            return self._loaded_state.pop(name)
        for key in self._loaded_state:
            if re.fullmatch(re.escape(stem) + r"_\d+", key):
                return self._loaded_state.pop(key)
        return None

    def get_opti_var_name_list(self) -> list[str]:
        """The names of all states, parameter by parameter."""
        return [
            states[param.name].name
            for param in self._parameter_list
            for states in self._accumulators.values()
            if param.name in states
        ]

    def state_dict(self) -> dict[str, Any]:
        """All states by name, with "LR_Scheduler" and "master_weights" where there are such.

        The states appear with the first step. The format is Paddle's.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Linear(1, 1, weight_attr="theta", bias_attr=False)
            >>> momentum = paddle.optimizer.Momentum(parameters=layer.parameters())
            >>> layer(paddle.ones([1, 1])).backward()
            >>> momentum.step()
            >>> list(momentum.state_dict())
            ['theta_velocity_0']
        """
        state: dict[str, Any] = {
            states[param.name].name: states[param.name]
            for states in self._accumulators.values()
            for param in self._parameter_list
            if param.name in states
        }
        if isinstance(self._learning_rate, LRScheduler):
            state["LR_Scheduler"] = self._learning_rate.state_dict()
        if self._master_weights:
            state["master_weights"] = dict(self._master_weights)
        return state

    def set_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what `state_dict` saved.

        States that the optimizer has not made yet are set when it makes them. A state whose name
        differs in its last number only is found as well, so that a second optimizer over the same
        parameters can load it.

        Raises:
            AssertionError: a state is missing, or has another shape or dtype.
        """
        loaded = dict(state_dict)
        schedule = loaded.pop("LR_Scheduler", None)
        if schedule is not None and isinstance(self._learning_rate, LRScheduler):
            self._learning_rate.set_state_dict(schedule)
        self._loaded_state = loaded
        for stem, states in self._accumulators.items():
            for param_name, tensor in states.items():
                saved = self._take_loaded(tensor.name, f"{param_name}_{stem}")
                assert saved is not None, f"optimizer Tensor {tensor.name} not found"
                _set_checked(tensor, saved)
        masters = loaded.get("master_weights", {})
        for name, tensor in self._master_weights.items():
            if name in masters:
                _set_checked(tensor, masters[name])

    set_dict = set_state_dict

    def __repr__(self) -> str:
        return f"{type(self).__name__}(learning_rate={self.get_lr()})"


def _set_checked(target: Tensor, value: Any) -> None:
    array = value.numpy() if isinstance(value, Tensor) else np.asarray(value)
    assert list(array.shape) == list(target.shape), (
        f"Parameter shape not match, Dygraph Parameter [ {target.name} ] need tensor with shape "
        f"{target.shape} but load tensor with shape {list(array.shape)}"
    )
    assert array.dtype.name == target.dtype.name, (
        f"Parameter dtype not match, Dygraph Parameter [ {target.name} ] need tensor with dtype "
        f"{target.dtype}  but load tensor with dtype {array.dtype}"
    )
    target.set_value(array)


def _to_regularizer(weight_decay: Any) -> Any:
    if weight_decay is None or isinstance(weight_decay, WeightDecayRegularizer):
        return weight_decay
    if isinstance(weight_decay, (int, float)) and not isinstance(weight_decay, bool):
        return L2Decay(float(weight_decay))
    if callable(weight_decay):
        return weight_decay
    raise TypeError(
        "weight_decay should be a float or a regularizer such as L2Decay, but it is "
        f"{type(weight_decay).__name__}"
    )


def check_rate(value: Any, name: str, below: float = 1.0) -> float:
    """A decay rate in [0, below), as a float.

    Raises:
        ValueError: it is None or out of range.
    """
    if value is None:
        raise ValueError(f"{name} is not set")
    number = float(value)
    if not 0 <= number < below:
        raise ValueError(
            f"Invaild value of {name}, expect {name} in [0,{below:g}), but it is {value}"
        )
    return number


ParameterFunction = Callable[[Any], Any]
