"""Decays of the learning rate as functions: recorded into a program, or the scheduler of the rule.

While a program is recorded, each returns a tensor [1] that the program computes anew in every run
from a counter of the runs. Else each returns the `LRScheduler` of the same rule.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from paddle._core import Tensor
from paddle.optimizer import lr as schedulers
from paddle.static.program import default_main_program, in_dynamic_mode, lasting_tensor

__all__ = [
    "autoincreased_step_counter",
    "cosine_decay",
    "exponential_decay",
    "inverse_time_decay",
    "linear_lr_warmup",
    "natural_exp_decay",
    "noam_decay",
    "piecewise_decay",
    "polynomial_decay",
]

_COUNTER = "@LR_DECAY_COUNTER@"


def autoincreased_step_counter(
    counter_name: str | None = None, begin: int = 1, step: int = 1
) -> Tensor:
    """A counter that a program advances in every run.

    Args:
        counter_name: its name; a program has one counter of a name.
        begin: its value in the first run, 1 by default.
        step: what it grows by, 1 by default.

    Returns:
        The int64 tensor [1].

    Raises:
        RuntimeError: no program is recorded.

    Examples:
        >>> import paddle
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     runs = paddle.optimizer.lr.autoincreased_step_counter(begin=5)
        >>> executor = paddle.static.Executor()
        >>> [executor.run(main, fetch_list=[runs])[0].item() for _ in range(2)]
        [5, 6]
    """
    import paddle

    if in_dynamic_mode():
        raise RuntimeError("a counter of runs needs a program; see paddle.enable_static()")
    name = counter_name or "@STEP_COUNTER@"
    known = default_main_program()._find(name)
    if known is not None:
        return known
    counter = lasting_tensor([1], begin - step, "int64", name)
    paddle.increment(counter, step)
    return counter


def _steps(begin: int = 0) -> Tensor:
    return autoincreased_step_counter(_COUNTER, begin, 1).astype("float32")


def _periods(decay_steps: int, staircase: bool) -> Tensor:
    """How many times `decay_steps` have passed, rounded down for a staircase."""
    periods = _steps() / float(decay_steps)
    return periods.floor() if staircase else periods


def noam_decay(d_model: int, warmup_steps: int, learning_rate: float = 1.0) -> Any:
    r"""The rule of `NoamDecay`: :math:`lr \cdot d^{-0.5} \min(n^{-0.5}, n \cdot warmup^{-1.5})`.

    Args:
        d_model: the number of features d.
        warmup_steps: how long the rate grows.
        learning_rate: a factor, 1.0 by default.

    Examples:
        >>> import paddle
        >>> type(paddle.optimizer.lr.noam_decay(512, 100)).__name__
        'NoamDecay'
    """
    import paddle

    if in_dynamic_mode():
        return schedulers.NoamDecay(d_model, warmup_steps, learning_rate=learning_rate)
    step = _steps(begin=1)
    return paddle.minimum(step**-0.5, step * warmup_steps**-1.5) * (learning_rate * d_model**-0.5)


def exponential_decay(
    learning_rate: float, decay_steps: int, decay_rate: float, staircase: bool = False
) -> Any:
    r"""Exponential decay: :math:`lr \cdot rate^{n / steps}`.

    Args:
        learning_rate: the rate at the start.
        decay_steps: after so many steps the rate is multiplied by `decay_rate`.
        decay_rate: the factor.
        staircase: change the rate only after each `decay_steps`, False by default.

    Examples:
        >>> import paddle
        >>> type(paddle.optimizer.lr.exponential_decay(0.1, 100, 0.9)).__name__
        'ExponentialDecay'
    """
    import paddle

    if in_dynamic_mode():
        return schedulers.ExponentialDecay(learning_rate, decay_rate)
    exponent = _periods(decay_steps, staircase) * math.log(decay_rate)
    return paddle.exp(exponent) * learning_rate


def natural_exp_decay(
    learning_rate: float, decay_steps: int, decay_rate: float, staircase: bool = False
) -> Any:
    r"""Exponential decay: :math:`lr \cdot e^{-rate \cdot n / steps}`; arguments as in
    `exponential_decay`.

    Examples:
        >>> import paddle
        >>> type(paddle.optimizer.lr.natural_exp_decay(0.1, 100, 0.9)).__name__
        'NaturalExpDecay'
    """
    import paddle

    if in_dynamic_mode():
        return schedulers.NaturalExpDecay(learning_rate, decay_rate)
    return paddle.exp(_periods(decay_steps, staircase) * -decay_rate) * learning_rate


def inverse_time_decay(
    learning_rate: float, decay_steps: int, decay_rate: float, staircase: bool = False
) -> Any:
    r"""Hyperbolic decay: :math:`lr / (1 + rate \cdot n / steps)`; arguments as in
    `exponential_decay`.

    Examples:
        >>> import paddle
        >>> type(paddle.optimizer.lr.inverse_time_decay(0.1, 100, 0.9)).__name__
        'InverseTimeDecay'
    """
    if in_dynamic_mode():
        return schedulers.InverseTimeDecay(learning_rate, decay_rate)
    return learning_rate / (_periods(decay_steps, staircase) * decay_rate + 1.0)


def polynomial_decay(
    learning_rate: float,
    decay_steps: int,
    end_learning_rate: float = 0.0001,
    power: float = 1.0,
    cycle: bool = False,
) -> Any:
    r"""Polynomial decay: :math:`(lr - end)(1 - n / steps)^{power} + end`.

    Args:
        learning_rate: the rate at the start.
        decay_steps: when the end is reached.
        end_learning_rate: the rate at the end, 0.0001 by default.
        power: the exponent, 1.0 by default.
        cycle: prolong the decay by `decay_steps` whenever its end is reached, False by default.

    Examples:
        >>> import paddle
        >>> type(paddle.optimizer.lr.polynomial_decay(0.1, 100)).__name__
        'PolynomialDecay'
    """
    import paddle

    if in_dynamic_mode():
        return schedulers.PolynomialDecay(
            learning_rate, decay_steps, end_learning_rate, power, cycle
        )
    step = _steps()
    if cycle:
        cycles = paddle.clip(paddle.ceil(step / float(decay_steps)), min=1.0)
        share = step / (cycles * float(decay_steps))
    else:
        share = paddle.clip(step, max=float(decay_steps)) / float(decay_steps)
    return (1.0 - share) ** power * (learning_rate - end_learning_rate) + end_learning_rate


def piecewise_decay(boundaries: Sequence[int], values: Sequence[float]) -> Any:
    """A constant rate between boundaries.

    Args:
        boundaries: the steps at which the rate changes, ascending.
        values: the rates, one more than boundaries.

    Raises:
        ValueError: the numbers of boundaries and values do not fit.

    Examples:
        >>> import paddle
        >>> type(paddle.optimizer.lr.piecewise_decay([100], [0.1, 0.01])).__name__
        'PiecewiseDecay'
    """
    import paddle

    if len(values) != len(boundaries) + 1:
        raise ValueError(f"{len(boundaries)} boundaries need one value more, not {len(values)}")
    if in_dynamic_mode():
        return schedulers.PiecewiseDecay(list(boundaries), list(values))
    step = _steps()
    rate = paddle.full_like(step, values[-1])
    for boundary, value in reversed(list(zip(boundaries, values, strict=False))):
        rate = paddle.where(step < float(boundary), paddle.full_like(step, value), rate)
    return rate


def cosine_decay(learning_rate: float, step_each_epoch: int, epochs: int) -> Any:
    r"""Half a cosine wave: :math:`lr / 2 \cdot (\cos(\pi \cdot epoch / epochs) + 1)`.

    Args:
        learning_rate: the rate at the start.
        step_each_epoch: steps per epoch.
        epochs: when the rate has become zero.

    Examples:
        >>> import paddle
        >>> type(paddle.optimizer.lr.cosine_decay(0.1, 100, 10)).__name__
        'CosineAnnealingDecay'
    """
    import paddle

    if in_dynamic_mode():
        return schedulers.CosineAnnealingDecay(learning_rate, epochs)
    epoch = _periods(step_each_epoch, staircase=True)
    return (paddle.cos(epoch * (math.pi / epochs)) + 1.0) * (0.5 * learning_rate)


def linear_lr_warmup(learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float) -> Any:
    """A rate that grows evenly at first.

    Args:
        learning_rate: the rate after that, a number or what another decay returned.
        warmup_steps: how long it grows.
        start_lr: the rate at the start.
        end_lr: the rate at the end of the growth.

    Examples:
        >>> import paddle
        >>> type(paddle.optimizer.lr.linear_lr_warmup(0.1, 10, 0.0, 0.1)).__name__
        'LinearWarmup'
    """
    import paddle

    if in_dynamic_mode():
        return schedulers.LinearWarmup(learning_rate, warmup_steps, start_lr, end_lr)
    step = _steps()
    growing = step * ((end_lr - start_lr) / float(warmup_steps)) + start_lr
    later = learning_rate
    if not isinstance(later, Tensor):
        later = paddle.full_like(step, float(later))
    return paddle.where(step < float(warmup_steps), growing, later)
