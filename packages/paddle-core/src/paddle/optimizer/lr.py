"""Learning-rate schedulers: rules that give a learning rate per step or epoch."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any

__all__ = [
    "LRScheduler",
    "NoamDecay",
    "PiecewiseDecay",
    "NaturalExpDecay",
    "InverseTimeDecay",
    "PolynomialDecay",
    "LinearWarmup",
    "ExponentialDecay",
    "MultiStepDecay",
    "StepDecay",
    "LambdaDecay",
    "ReduceOnPlateau",
    "CosineAnnealingDecay",
    "MultiplicativeDecay",
    "OneCycleLR",
    "CyclicLR",
    "LinearLR",
    "CosineAnnealingWarmRestarts",
]


def _require(condition: bool, message: str, error: type[Exception] = ValueError) -> None:
    if not condition:
        raise error(message)


def _require_number(value: Any, what: str) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what} must be a number, but it is {type(value).__name__}")


def _require_positive_int(value: Any, what: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{what} must be an int, but it is {type(value).__name__}")
    if value <= 0:
        raise ValueError(f"{what} must be positive, but it is {value}")


class LRScheduler:
    """Base of the schedulers; a subclass overrides `get_lr`.

    Construction makes the first step, so that `last_epoch` is 0 afterwards. Every later call of
    `step` counts `last_epoch` up and computes `last_lr`, which calling the scheduler returns and
    the optimizer reads.

    Args:
        learning_rate: the initial learning rate, a non-negative number; 0.1 by default.
        last_epoch: index of the last epoch, to resume a training; -1 (the default) starts anew.
        verbose: print a line at every step.

    Raises:
        TypeError: `learning_rate` is no number.
        ValueError: `learning_rate` is negative.

    Examples:
        >>> import paddle
        >>> class Halving(paddle.optimizer.lr.LRScheduler):
        ...     def get_lr(self):
        ...         return self.base_lr * 0.5**self.last_epoch
        >>> scheduler = Halving(0.8)
        >>> scheduler.step()
        >>> scheduler()
        0.4
    """

    def __init__(
        self, learning_rate: float = 0.1, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        if isinstance(learning_rate, bool) or not isinstance(learning_rate, (int, float)):
            raise TypeError(
                f"The type of learning rate must be float, but received {type(learning_rate)}"
            )
        _require(learning_rate >= 0, f"Invalid learning rate: {learning_rate}")
        self.base_lr = float(learning_rate)
        self.last_lr = float(learning_rate)
        self.last_epoch = last_epoch
        self.verbose = verbose
        self._var_name: str | None = None
        self.keys: list[str] = []
        self.step()

    def __call__(self) -> float:
        """The current learning rate."""
        return self.last_lr

    def step(self, epoch: int | None = None) -> None:
        """Advance to the next epoch, or to `epoch`, and compute its learning rate.

        Examples:
            >>> import paddle
            >>> scheduler = paddle.optimizer.lr.StepDecay(0.5, step_size=2)
            >>> scheduler.step()
            >>> scheduler.step()
            >>> round(scheduler(), 6)
            0.05
        """
        if epoch is None:
            self.last_epoch += 1
            self.last_lr = self.get_lr()
        else:
            self.last_epoch = epoch
            self.last_lr = self._lr_at_jump()
        if self.verbose:
            self._print_step()

    def _lr_at_jump(self) -> float:
        """The rate after a jump, where a rule that builds on the last rate does not hold."""
        return self.get_lr()

    def _print_step(self) -> None:
        print(
            f"Epoch {self.last_epoch}: {type(self).__name__} set learning rate to {self.last_lr}."
        )

    def state_keys(self) -> None:
        """Set `self.keys`, the names of the attributes which `state_dict` holds; override to add
        some."""
        self.keys = ["last_epoch", "last_lr"]

    def state_dict(self) -> dict[str, Any]:
        """The attributes named by `state_keys` as a dictionary of numbers."""
        self.state_keys()
        state: dict[str, Any] = {}
        for key in self.keys:
            if key in self.__dict__:
                value = self.__dict__[key]
                state[key] = float(value) if hasattr(value, "numpy") else value
        return state

    def set_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what `state_dict` saved.

        Raises:
            RuntimeError: a key of this scheduler is missing in `state_dict`.
        """
        self.state_keys()
        for key in self.keys:
            if key not in state_dict:
                raise RuntimeError(
                    f"{key!r} is missing in the state given to {type(self).__name__}; "
                    f"it needs {self.keys}"
                )
            self.__dict__[key] = state_dict[key]
        if len(state_dict) > len(self.keys):
            unused = sorted(set(state_dict) - set(self.keys))
            warnings.warn(f"{type(self).__name__} has no use for the state {unused}", stacklevel=2)

    set_dict = set_state_dict

    def get_lr(self) -> float:
        """The learning rate at `self.last_epoch`; a subclass must override it."""
        raise NotImplementedError(f"{type(self).__name__} must override get_lr()")


class NoamDecay(LRScheduler):
    r"""Noam's rule: linear warm-up, then decay with the inverse square root of the step.

    .. math:: lr = base \cdot d_{model}^{-0.5} \cdot \min(t^{-0.5}, t \cdot warmup^{-1.5})

    Source: "Attention is all you need", https://arxiv.org/abs/1706.03762, section 5.3.

    Args:
        d_model: the model's width, a positive int.
        warmup_steps: how many steps the warm-up takes, a positive int.
        learning_rate: the factor `base`, 1.0 by default.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.NoamDecay(d_model=4, warmup_steps=2)
        >>> scheduler.step()
        >>> round(scheduler(), 6)
        0.176777
    """

    def __init__(
        self,
        d_model: int,
        warmup_steps: int,
        learning_rate: float = 1.0,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require(d_model > 0, f"'d_model' must be greater than 0, but it is {d_model}")
        self.d_model = d_model
        self.warmup_steps = warmup_steps
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        decay = 1.0 if self.last_epoch == 0 else self.last_epoch**-0.5
        warmup = self.warmup_steps**-1.5 * self.last_epoch
        return self.base_lr * self.d_model**-0.5 * min(decay, warmup)


class PiecewiseDecay(LRScheduler):
    """A constant rate on every interval between two boundaries.

    Args:
        boundaries: epochs at which the rate changes, in rising order.
        values: the rates, one more than the boundaries.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.PiecewiseDecay([1, 3], [0.1, 0.01, 0.001])
        >>> scheduler.step()
        >>> scheduler()
        0.01
    """

    def __init__(
        self,
        boundaries: Sequence[int],
        values: Sequence[float],
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require(len(boundaries) > 0, "'boundaries' must not be empty")
        _require(
            len(values) > len(boundaries),
            f"'values' needs one more entry than 'boundaries', but there are {len(values)} values "
            f"and {len(boundaries)} boundaries",
        )
        self.boundaries = boundaries
        self.values = values
        super().__init__(last_epoch=last_epoch, verbose=verbose)

    def get_lr(self) -> float:
        for boundary, value in zip(self.boundaries, self.values, strict=False):
            if self.last_epoch < boundary:
                return value
        return self.values[len(self.values) - 1]


class NaturalExpDecay(LRScheduler):
    r"""Exponential decay to the base e: :math:`lr = base \cdot e^{-gamma \cdot epoch}`.

    Args:
        learning_rate: the initial rate.
        gamma: the decay rate, greater than 0.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.NaturalExpDecay(0.5, gamma=0.1)
        >>> scheduler.step()
        >>> round(scheduler(), 6)
        0.452419
    """

    def __init__(
        self, learning_rate: float, gamma: float, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        _require(gamma > 0.0, f"'gamma' must be greater than 0, but it is {gamma}")
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * math.exp(-1 * self.gamma * self.last_epoch)


class InverseTimeDecay(LRScheduler):
    r"""Decay with time: :math:`lr = base / (1 + gamma \cdot epoch)`.

    Args:
        learning_rate: the initial rate.
        gamma: the decay rate.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.InverseTimeDecay(0.5, gamma=0.25)
        >>> scheduler.step()
        >>> scheduler()
        0.4
    """

    def __init__(
        self, learning_rate: float, gamma: float, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr / (1 + self.gamma * self.last_epoch)


class PolynomialDecay(LRScheduler):
    r"""Polynomial decay from the initial to a final rate.

    .. math:: lr = (base - end) \cdot (1 - t / decay\_steps)^{power} + end

    With `cycle`, `decay_steps` is stretched to the next multiple that holds the epoch; else the
    rate stays at `end_lr` after `decay_steps`.

    Args:
        learning_rate: the initial rate.
        decay_steps: the length of the decay, a positive int.
        end_lr: the final rate, 0.0001 by default.
        power: the exponent, greater than 0; 1.0 by default.
        cycle: start over instead of staying at `end_lr`.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.PolynomialDecay(0.5, decay_steps=4, end_lr=0.1)
        >>> scheduler.step()
        >>> scheduler()
        0.4
    """

    def __init__(
        self,
        learning_rate: float,
        decay_steps: int,
        end_lr: float = 0.0001,
        power: float = 1.0,
        cycle: bool = False,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require(
            isinstance(decay_steps, int) and decay_steps > 0,
            f"'decay_steps' must be a positive int, but it is {decay_steps!r}",
        )
        _require(power > 0.0, f"'power' must be greater than 0, but it is {power}")
        self.decay_steps = decay_steps
        self.end_lr = end_lr
        self.power = power
        self.cycle = cycle
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        epoch, steps = self.last_epoch, self.decay_steps
        if self.cycle:
            steps *= max(1, math.ceil(epoch / steps))
        else:
            epoch = min(epoch, steps)
        share = (1 - float(epoch) / float(steps)) ** self.power
        return (self.base_lr - self.end_lr) * share + self.end_lr


class LinearWarmup(LRScheduler):
    """A linear warm-up before a constant rate or another scheduler.

    For the first `warmup_steps` epochs the rate goes from `start_lr` to `end_lr`; then
    `learning_rate` holds, and a scheduler given there counts its epochs from the end of the
    warm-up.

    Args:
        learning_rate: a number or an `LRScheduler`.
        warmup_steps: the length of the warm-up, a positive int.
        start_lr: the rate at the start.
        end_lr: the rate at the end of the warm-up, not below `start_lr`.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.LinearWarmup(0.5, 4, start_lr=0.0, end_lr=0.5)
        >>> scheduler.step()
        >>> scheduler()
        0.125
    """

    def __init__(
        self,
        learning_rate: float | LRScheduler,
        warmup_steps: int,
        start_lr: float,
        end_lr: float,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        if not isinstance(learning_rate, (float, int, LRScheduler)):
            raise TypeError(
                "'learning_rate' must be a float, an int or an LRScheduler, but it is "
                f"{type(learning_rate).__name__}"
            )
        _require(
            isinstance(warmup_steps, int) and warmup_steps > 0,
            f"'warmup_steps' must be a positive int, but it is {warmup_steps!r}",
        )
        _require(
            end_lr > start_lr,
            f"'end_lr' must be greater than 'start_lr', but they are {end_lr} and {start_lr}",
        )
        self.learning_rate = learning_rate
        self.warmup_steps = warmup_steps
        self.start_lr = start_lr
        self.end_lr = end_lr
        super().__init__(start_lr, last_epoch, verbose)

    def state_dict(self) -> dict[str, Any]:
        """The scheduler's state; that of an inner scheduler stands under "LinearWarmup_LR"."""
        state = super().state_dict()
        if isinstance(self.learning_rate, LRScheduler):
            state["LinearWarmup_LR"] = self.learning_rate.state_dict()
        return state

    def set_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what `state_dict` saved, the inner scheduler's state too."""
        own = {key: value for key, value in state_dict.items() if key != "LinearWarmup_LR"}
        super().set_state_dict(own)
        if isinstance(self.learning_rate, LRScheduler) and "LinearWarmup_LR" in state_dict:
            self.learning_rate.set_state_dict(state_dict["LinearWarmup_LR"])

    set_dict = set_state_dict

    def get_lr(self) -> float:
        if self.last_epoch < self.warmup_steps:
            rise = self.end_lr - self.start_lr
            return rise * float(self.last_epoch) / float(self.warmup_steps) + self.start_lr
        if isinstance(self.learning_rate, LRScheduler):
            self.learning_rate.step(self.last_epoch - self.warmup_steps)
            return self.learning_rate()
        return self.learning_rate


class ExponentialDecay(LRScheduler):
    r"""Exponential decay: :math:`lr = base \cdot gamma^{epoch}`.

    Args:
        learning_rate: the initial rate.
        gamma: the factor per epoch, between 0 and 1.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.ExponentialDecay(0.5, gamma=0.5)
        >>> scheduler.step()
        >>> scheduler()
        0.25
    """

    def __init__(
        self, learning_rate: float, gamma: float, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        _require(0.0 < gamma < 1.0, f"'gamma' must be between 0 and 1, but it is {gamma}")
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * (self.gamma**self.last_epoch)


class MultiStepDecay(LRScheduler):
    """The rate is multiplied by `gamma` at every milestone.

    Args:
        learning_rate: the initial rate.
        milestones: epochs in rising order, a list or tuple.
        gamma: the factor, below 1; 0.1 by default.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.MultiStepDecay(0.5, milestones=[1, 3], gamma=0.5)
        >>> scheduler.step()
        >>> scheduler()
        0.25
    """

    def __init__(
        self,
        learning_rate: float,
        milestones: Sequence[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        if not isinstance(milestones, (tuple, list)):
            raise TypeError(
                f"'milestones' must be a list or tuple, but it is {type(milestones).__name__}"
            )
        _require(
            all(a < b for a, b in itertools.pairwise(milestones)),
            f"'milestones' must rise, but they are {milestones}",
        )
        _require(gamma < 1.0, f"'gamma' must be less than 1.0, but it is {gamma}")
        self.milestones = milestones
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        passed = sum(milestone <= self.last_epoch for milestone in self.milestones)
        return self.base_lr * (self.gamma**passed)


class StepDecay(LRScheduler):
    """The rate is multiplied by `gamma` every `step_size` epochs.

    Args:
        learning_rate: the initial rate.
        step_size: epochs between two changes, a positive int.
        gamma: the factor, below 1; 0.1 by default.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.StepDecay(0.5, step_size=1, gamma=0.5)
        >>> scheduler.step()
        >>> scheduler()
        0.25
    """

    def __init__(
        self,
        learning_rate: float,
        step_size: int,
        gamma: float = 0.1,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require_positive_int(step_size, "'step_size'")
        _require(gamma < 1.0, f"'gamma' must be less than 1.0, but it is {gamma}")
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * (self.gamma ** (self.last_epoch // self.step_size))


class LambdaDecay(LRScheduler):
    """The initial rate times a function of the epoch.

    Args:
        learning_rate: the initial rate.
        lr_lambda: takes the epoch, returns the factor.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.LambdaDecay(0.5, lambda epoch: 0.5**epoch)
        >>> scheduler.step()
        >>> scheduler()
        0.25
    """

    def __init__(
        self,
        learning_rate: float,
        lr_lambda: Callable[[int], float],
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        if not callable(lr_lambda):
            raise TypeError(f"'lr_lambda' must be a function, but it is {type(lr_lambda).__name__}")
        self.lr_lambda = lr_lambda
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * self.lr_lambda(self.last_epoch)


class ReduceOnPlateau(LRScheduler):
    """Reduce the rate when a metric has stopped improving.

    After `patience` epochs without improvement the rate is multiplied by `factor`, but not below
    `min_lr`; then `cooldown` epochs pass before counting starts anew.

    Args:
        learning_rate: the initial rate.
        mode: "min" where a smaller metric is better (the default), "max" where a larger one is.
        factor: the factor, below 1; 0.1 by default.
        patience: epochs without improvement that are borne, 10 by default.
        threshold: how much better a metric must be to count, 1e-4 by default.
        threshold_mode: "rel" (the default) for a share of the best metric, "abs" for an amount.
        cooldown: epochs to wait after a reduction, 0 by default.
        min_lr: the lowest rate, 0 by default.
        epsilon: a change of the rate not greater than this is left out, 1e-8 by default.
        verbose: print a line at every reduction.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.ReduceOnPlateau(1.0, factor=0.5, patience=1)
        >>> for loss in [1.0, 1.0, 1.0]:
        ...     scheduler.step(loss)
        >>> scheduler()
        0.5
    """

    def __init__(
        self,
        learning_rate: float,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: float = 0,
        epsilon: float = 1e-8,
        verbose: bool = False,
    ) -> None:
        mode, threshold_mode = mode.lower(), threshold_mode.lower()
        _require(mode in ("min", "max"), f"'mode' must be 'min' or 'max', but it is {mode!r}")
        _require(factor < 1.0, f"'factor' must be less than 1.0, but it is {factor}")
        _require(
            threshold_mode in ("rel", "abs"),
            f"'threshold_mode' must be 'rel' or 'abs', but it is {threshold_mode!r}",
        )
        _require_number(learning_rate, "'learning_rate'")
        self.mode = mode
        self.factor = factor
        self.patience = patience
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self.cooldown = cooldown
        self.min_lr = min_lr
        self.epsilon = epsilon
        self.cooldown_counter = 0
        self.best: float | None = None
        self.num_bad_epochs = 0
        # The first step needs a metric, so that construction makes none.
        self.base_lr = float(learning_rate)
        self.last_lr = float(learning_rate)
        self.last_epoch = 0
        self.verbose = verbose
        self._var_name = None
        self.keys = []

    def state_keys(self) -> None:
        self.keys = ["cooldown_counter", "best", "num_bad_epochs", "last_epoch", "last_lr"]

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Take in the epoch's metric, a number or a tensor or array with one element.

        Raises:
            TypeError: `metrics` is neither a number, an array nor a tensor.
        """
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        value = _metric_value(metrics)
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            return
        if self.best is None or self._is_better(value, self.best):
            self.best = value
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.num_bad_epochs > self.patience:
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
            self._reduce()

    def _reduce(self) -> None:
        reduced = max(self.last_lr * self.factor, self.min_lr)
        if self.last_lr - reduced > self.epsilon:
            self.last_lr = reduced
            if self.verbose:
                self._print_step()

    def _is_better(self, current: float, best: float) -> bool:
        margin = best * self.threshold if self.threshold_mode == "rel" else self.threshold
        return current < best - margin if self.mode == "min" else current > best + margin


def _metric_value(metrics: Any) -> float:
    if isinstance(metrics, (int, float)):
        return float(metrics)
    if hasattr(metrics, "numpy"):
        metrics = metrics.numpy()
    size = getattr(metrics, "size", None)
    if size is None:
        raise TypeError(
            f"metrics must be a number, an array or a tensor, but it is {type(metrics).__name__}"
        )
    _require(size == 1, f"metrics must hold one element, but it holds {size}")
    return float(metrics.reshape(-1)[0])


class CosineAnnealingDecay(LRScheduler):
    r"""Cosine annealing between the initial and a smallest rate, without restarts.

    .. math:: lr = eta_{min} + (base - eta_{min}) \cdot (1 + \cos(\pi t / T_{max})) / 2

    It is computed from the last rate, so that a rate changed from outside is scaled the same way.
    Source: "SGDR", https://arxiv.org/abs/1608.03983, equation 5.

    Args:
        learning_rate: the initial rate.
        T_max: half the period in epochs, a positive number.
        eta_min: the smallest rate, 0 by default.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.CosineAnnealingDecay(0.5, T_max=2)
        >>> scheduler.step()
        >>> scheduler()
        0.25
    """

    def __init__(
        self,
        learning_rate: float,
        T_max: int,
        eta_min: float = 0,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require_number(T_max, "'T_max'")
        _require_number(eta_min, "'eta_min'")
        _require(T_max > 0, f"'T_max' must be positive, but it is {T_max}")
        self.T_max = T_max
        self.eta_min = float(eta_min)
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        epoch, half = self.last_epoch, self.T_max
        if epoch == 0:
            return self.base_lr
        if (epoch - 1 - half) % (2 * half) == 0:
            rise = (self.base_lr - self.eta_min) * (1 - math.cos(math.pi / half)) / 2
            return self.last_lr + rise
        ratio = (1 + math.cos(math.pi * epoch / half)) / (
            1 + math.cos(math.pi * (epoch - 1) / half)
        )
        return ratio * (self.last_lr - self.eta_min) + self.eta_min

    def _lr_at_jump(self) -> float:
        share = (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2
        return self.eta_min + (self.base_lr - self.eta_min) * share


class MultiplicativeDecay(LRScheduler):
    """The initial rate times the product of a function over the epochs so far.

    Args:
        learning_rate: the initial rate.
        lr_lambda: takes an epoch (from 1 on), returns its factor.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.MultiplicativeDecay(0.5, lambda epoch: 0.5)
        >>> scheduler.step()
        >>> scheduler()
        0.25
    """

    def __init__(
        self,
        learning_rate: float,
        lr_lambda: Callable[[int], float],
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        if not callable(lr_lambda):
            raise TypeError(f"'lr_lambda' must be a function, but it is {type(lr_lambda).__name__}")
        self.lr_lambda = lr_lambda
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        rate = self.base_lr
        for epoch in range(1, self.last_epoch + 1):
            rate = rate * self.lr_lambda(epoch)
        return rate


def _anneal_cos(start: float, end: float, share: float) -> float:
    return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)


def _anneal_linear(start: float, end: float, share: float) -> float:
    return (end - start) * share + start


class OneCycleLR(LRScheduler):
    r"""One cycle: up to the largest rate, down to the initial one and far below.

    With two phases the rate goes from `max / divide_factor` up to `max` within `phase_pct` of the
    steps, then down to the end rate; with three phases it first goes back down to the initial rate,
    as steeply as it rose. Source: "Super-convergence", https://arxiv.org/abs/1708.07120.

    Args:
        max_learning_rate: the largest rate.
        total_steps: how many steps the cycle takes, a positive int.
        divide_factor: `max / initial`, 25 by default.
        end_learning_rate: the rate at the end, 0.0001 by default.
        phase_pct: the share of the rising part, between 0 and 1; 0.3 by default.
        anneal_strategy: "cos" (the default) or "linear".
        three_phase: use three phases.
        last_epoch: index of the last step, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.OneCycleLR(1.0, total_steps=10)
        >>> for _ in range(3):
        ...     scheduler.step()
        >>> round(scheduler(), 6)
        0.950489
    """

    def __init__(
        self,
        max_learning_rate: float,
        total_steps: int,
        divide_factor: float = 25.0,
        end_learning_rate: float = 0.0001,
        phase_pct: float = 0.3,
        anneal_strategy: str = "cos",
        three_phase: bool = False,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require_number(max_learning_rate, "'max_learning_rate'")
        _require_number(end_learning_rate, "'end_learning_rate'")
        _require_number(phase_pct, "'phase_pct'")
        _require_positive_int(total_steps, "'total_steps'")
        _require(
            max_learning_rate >= 0,
            f"'max_learning_rate' must not be negative, but it is {max_learning_rate}",
        )
        _require(
            end_learning_rate >= 0,
            f"'end_learning_rate' must not be negative, but it is {end_learning_rate}",
        )
        _require(0 <= phase_pct <= 1, f"'phase_pct' must be between 0 and 1, but it is {phase_pct}")
        _require(
            anneal_strategy in ("cos", "linear"),
            f"'anneal_strategy' must be 'cos' or 'linear', but it is {anneal_strategy!r}",
        )
        self.total_steps = total_steps
        self.anneal_func = _anneal_cos if anneal_strategy == "cos" else _anneal_linear
        initial = max_learning_rate / float(divide_factor)
        minimum = float(end_learning_rate)
        if three_phase:
            if phase_pct >= 0.5:
                raise ValueError(
                    f"'phase_pct' must be below 0.5 with three phases, but it is {phase_pct}"
                )
            rise_end = phase_pct * total_steps - 1
            self._phase_ends = [0, rise_end, 2 * rise_end, total_steps - 1]
            self._phase_rates = [initial, max_learning_rate, initial, minimum]
        else:
            self._phase_ends = [0, phase_pct * total_steps - 1, total_steps - 1]
            self._phase_rates = [initial, max_learning_rate, minimum]
        super().__init__(initial, last_epoch, verbose)

    def get_lr(self) -> float:
        step = self.last_epoch
        _require(
            step <= self.total_steps,
            f"OneCycleLR was made for {self.total_steps} steps, but step {step} was asked for",
        )
        ends, rates = self._phase_ends, self._phase_rates
        phase = 0
        while step > ends[phase + 1] and phase < len(rates) - 2:
            phase += 1
        share = (step - ends[phase]) / (ends[phase + 1] - ends[phase])
        return self.anneal_func(rates[phase], rates[phase + 1], share)


class CyclicLR(LRScheduler):
    r"""The rate cycles between two bounds.

    Within a cycle it rises linearly for `step_size_up` steps and falls for `step_size_down`. `mode`
    scales the height: "triangular" not at all, "triangular2" by half per cycle, "exp_range" by
    `exp_gamma` per step; or `scale_fn` does. Source: "Cyclical learning rates",
    https://arxiv.org/abs/1506.01186.

    Args:
        base_learning_rate: the lower bound.
        max_learning_rate: the upper bound.
        step_size_up: steps of the rising half, a positive int.
        step_size_down: steps of the falling half; None (the default) for as many.
        mode: "triangular" (the default), "triangular2" or "exp_range".
        exp_gamma: the base of "exp_range", 1.0 by default.
        scale_fn: a function of one number that replaces `mode`.
        scale_mode: "cycle" (the default) calls `scale_fn` with the cycle's number, "iterations"
            with the step.
        last_epoch: index of the last step, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.CyclicLR(0.5, 1.0, step_size_up=2)
        >>> scheduler.step()
        >>> scheduler()
        0.75
    """

    def __init__(
        self,
        base_learning_rate: float,
        max_learning_rate: float,
        step_size_up: int,
        step_size_down: int | None = None,
        mode: str = "triangular",
        exp_gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require_number(max_learning_rate, "'max_learning_rate'")
        _require(
            max_learning_rate >= 0,
            f"'max_learning_rate' must not be negative, but it is {max_learning_rate}",
        )
        _require_positive_int(step_size_up, "'step_size_up'")
        if step_size_down is not None:
            _require_positive_int(step_size_down, "'step_size_down'")
        modes = ("triangular", "triangular2", "exp_range")
        _require(
            mode in modes or scale_fn is not None,
            f"'mode' must be one of {modes}, but it is {mode!r}",
        )
        _require(
            scale_mode in ("cycle", "iterations"),
            f"'scale_mode' must be 'cycle' or 'iterations', but it is {scale_mode!r}",
        )
        down = step_size_up if step_size_down is None else step_size_down
        self.cycle_size = float(step_size_up + down)
        self.step_up_pct = float(step_size_up) / self.cycle_size
        self.max_lr = float(max_learning_rate)
        self.amplitude = self.max_lr - base_learning_rate
        self.mode = mode
        self.exp_gamma = exp_gamma
        self.scale_fn = scale_fn or getattr(self, f"_{mode}_scale")
        if scale_fn is not None:
            self.scale_mode = scale_mode
        else:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        super().__init__(base_learning_rate, last_epoch, verbose)

    def _triangular_scale(self, cycle: float) -> float:
        return 1.0

    def _triangular2_scale(self, cycle: float) -> float:
        return 1 / (2.0 ** (cycle - 1))

    def _exp_range_scale(self, iterations: float) -> float:
        return self.exp_gamma**iterations

    def get_lr(self) -> float:
        cycle = 1 + self.last_epoch // self.cycle_size
        position = 1.0 + self.last_epoch / self.cycle_size - cycle
        if position <= self.step_up_pct:
            share = position / self.step_up_pct
        else:
            share = (1 - position) / (1 - self.step_up_pct)
        height = self.amplitude * share
        return self.base_lr + height * self.scale_fn(
            cycle if self.scale_mode == "cycle" else self.last_epoch
        )


class LinearLR(LRScheduler):
    """A linear change of the rate's factor over a number of steps.

    Args:
        learning_rate: the rate that the factor multiplies.
        total_steps: the length of the change, a positive int.
        start_factor: the first factor, in (0, 1]; 1/3 by default.
        end_factor: the last factor, in [0, 1]; 1.0 by default.
        last_epoch: index of the last step, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.LinearLR(1.0, total_steps=4, start_factor=0.5)
        >>> scheduler.step()
        >>> scheduler()
        0.625
    """

    def __init__(
        self,
        learning_rate: float,
        total_steps: int,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require(
            0 < start_factor <= 1.0,
            f"'start_factor' must be greater than 0 and at most 1, but it is {start_factor}",
        )
        _require(
            0 <= end_factor <= 1.0,
            f"'end_factor' must be between 0 and 1, but it is {end_factor}",
        )
        _require(total_steps > 0, f"'total_steps' must be positive, but it is {total_steps}")
        self.total_steps = total_steps
        self.start_factor = start_factor
        self.end_factor = end_factor
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        if self.last_epoch == 0:
            return self.base_lr * self.start_factor
        if self.last_epoch > self.total_steps:
            return self.last_lr
        rise = self.end_factor - self.start_factor
        before = self.total_steps * self.start_factor + (self.last_epoch - 1) * rise
        return self.last_lr * (1.0 + rise / before)


class CosineAnnealingWarmRestarts(LRScheduler):
    r"""Cosine annealing that starts over after every period.

    .. math:: lr = eta_{min} + (base - eta_{min}) \cdot (1 + \cos(\pi T_{cur} / T_i)) / 2

    The first period has `T_0` epochs, every further one `T_mult` times as many. Source: "SGDR",
    https://arxiv.org/abs/1608.03983, equation 5.

    Args:
        learning_rate: the initial rate.
        T_0: epochs of the first period, a positive int.
        T_mult: the factor between periods, an int of at least 1; 1 by default.
        eta_min: the smallest rate, 0 by default.
        last_epoch: index of the last epoch, -1 to start anew.
        verbose: print a line at every step.

    Examples:
        >>> import paddle
        >>> scheduler = paddle.optimizer.lr.CosineAnnealingWarmRestarts(0.5, T_0=2)
        >>> scheduler.step()
        >>> scheduler()
        0.25
    """

    def __init__(
        self,
        learning_rate: float,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        _require(
            isinstance(T_0, int) and T_0 > 0, f"'T_0' must be a positive int, but it is {T_0!r}"
        )
        _require(
            isinstance(T_mult, int) and T_mult >= 1,
            f"'T_mult' must be an int of at least 1, but it is {T_mult!r}",
        )
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: float = last_epoch
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        share = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return self.eta_min + (self.base_lr - self.eta_min) * share

    def step(self, epoch: float | None = None) -> None:
        """Advance by one epoch, or to `epoch`, which may be fractional (`epoch + batch / batches`).

        Raises:
            ValueError: `epoch` is negative.
        """
        if epoch is None:
            epoch = self.last_epoch + 1
        _require(epoch >= 0, f"'epoch' must not be negative, but it is {epoch}")
        self._find_period(epoch)
        self.last_epoch = math.floor(epoch)
        self.last_lr = self.get_lr()
        if self.verbose:
            self._print_step()

    def _find_period(self, epoch: float) -> None:
        if self.T_mult == 1:
            self.T_i, self.T_cur = self.T_0, epoch % self.T_0
            return
        start, length = 0, self.T_0
        while epoch - start >= length:
            start, length = start + length, length * self.T_mult
        self.T_i, self.T_cur = length, epoch - start


# Below the classes, which these functions build on.
from paddle.optimizer.decays import (  # noqa: E402, F401
    autoincreased_step_counter,
    cosine_decay,
    exponential_decay,
    inverse_time_decay,
    linear_lr_warmup,
    natural_exp_decay,
    noam_decay,
    piecewise_decay,
    polynomial_decay,
)
