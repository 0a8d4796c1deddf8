"""Callbacks: what happens beside training, at its begin and end, per epoch and per batch."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from paddle.hapi.progressbar import ProgressBar
from paddle.optimizer.lr import LRScheduler as _Scheduler

__all__ = [
    "Callback",
    "ProgBarLogger",
    "ModelCheckpoint",
    "LRScheduler",
    "EarlyStopping",
    "ReduceLROnPlateau",
]


class Callback:
    """Base of the callbacks: override the methods that name the moment.

    Examples:
        >>> import paddle
        >>> class Announce(paddle.callbacks.Callback):
        ...     def on_epoch_begin(self, epoch, logs=None):
        ...         print("epoch", epoch)
        >>> Announce().on_epoch_begin(0)
        epoch 0
    """

    def __init__(self) -> None:
        self.model: Any = None
        self.params: dict[str, Any] = {}

    def set_params(self, params: dict[str, Any]) -> None:
        """Take the settings of the run: batch_size, epochs, steps, verbose, metrics, save_dir."""
        self.params = params

    def set_model(self, model: Any) -> None:
        """Take the `paddle.Model`."""
        self.model = model

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before training."""

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """After training."""

    def on_eval_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before an evaluation; `logs` has steps and metrics."""

    def on_eval_end(self, logs: dict[str, Any] | None = None) -> None:
        """After an evaluation; `logs` has loss and metrics."""

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before a prediction."""

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """After a prediction."""

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Before an epoch."""

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """After an epoch; `logs` has loss and metrics."""

    def on_train_batch_begin(self, step: int, logs: dict[str, Any] | None = None) -> None:
        """Before a batch of training."""

    def on_train_batch_end(self, step: int, logs: dict[str, Any] | None = None) -> None:
        """After a batch of training; `logs` has loss and metrics."""

    def on_eval_batch_begin(self, step: int, logs: dict[str, Any] | None = None) -> None:
        """Before a batch of an evaluation."""

    def on_eval_batch_end(self, step: int, logs: dict[str, Any] | None = None) -> None:
        """After a batch of an evaluation; `logs` has loss and metrics."""

    def on_predict_batch_begin(self, step: int, logs: dict[str, Any] | None = None) -> None:
        """Before a batch of a prediction."""

    def on_predict_batch_end(self, step: int, logs: dict[str, Any] | None = None) -> None:
        """After a batch of a prediction."""


class CallbackList:
    """Calls a method of all callbacks in order."""

    def __init__(self, callbacks: Sequence[Callback]) -> None:
        self.callbacks = list(callbacks)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith(("on_", "set_")):
            raise AttributeError(name)
        methods = [getattr(callback, name) for callback in self.callbacks]

        def call(*args: Any) -> None:
            for method in methods:
                method(*args)

        return call


def make_callbacks(
    callbacks: Any,
    model: Any,
    batch_size: int | None = None,
    epochs: int | None = None,
    steps: int | None = None,
    log_freq: int = 2,
    verbose: int = 2,
    save_freq: int = 1,
    save_dir: str | None = None,
    metrics: Sequence[str] = (),
) -> CallbackList:
    """The callbacks of a run: those given, and the usual ones where they are missing."""
    given = callbacks if isinstance(callbacks, (list, tuple)) else [callbacks] if callbacks else []
    chosen = list(given)
    if verbose and not any(isinstance(callback, ProgBarLogger) for callback in chosen):
        chosen.insert(0, ProgBarLogger(log_freq, verbose))
    if not any(isinstance(callback, LRScheduler) for callback in chosen):
        chosen.append(LRScheduler())
    if not any(isinstance(callback, ModelCheckpoint) for callback in chosen):
        chosen.append(ModelCheckpoint(save_freq, save_dir))
    for callback in chosen:
        if isinstance(callback, EarlyStopping):
            callback.save_dir = save_dir
    result = CallbackList(chosen)
    result.set_model(model)
    result.set_params(
        {
            "batch_size": batch_size,
            "epochs": epochs,
            "steps": steps,
            "verbose": verbose,
            "metrics": list(metrics),
        }
    )
    return result


class ProgBarLogger(Callback):
    """Prints loss and metrics with a progress bar.

    Args:
        log_freq: print every so many batches, 1 by default.
        verbose: 0 prints nothing, 1 keeps one line up to date, 2 (the default) prints lines.

    Examples:
        >>> import paddle
        >>> callback = paddle.callbacks.ProgBarLogger(log_freq=10, verbose=1)
    """

    def __init__(self, log_freq: int = 1, verbose: int = 2) -> None:
        super().__init__()
        self.log_freq = log_freq
        self.verbose = verbose
        self._bar = ProgressBar(verbose=0)
        self._steps: int | None = None
        self._metrics: list[str] = []
        self._samples = 0

    def _say(self, text: str) -> None:
        if self.verbose:
            print(text)

    def _begin(self, steps: int | None, metrics: Sequence[str]) -> None:
        self._steps = steps
        self._metrics = list(metrics)
        self._samples = 0
        self._bar = ProgressBar(steps, self.verbose)

    def _advance(self, step: int, logs: dict[str, Any] | None) -> None:
        logs = logs or {}
        self._samples += logs.get("batch_size", 0)
        done = step + 1
        if done % self.log_freq == 0 and done != self._steps:
            self._show(done, logs)

    def _show(self, done: int, logs: dict[str, Any]) -> None:
        self._bar.update(done, [(name, logs[name]) for name in self._metrics if name in logs])

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._say(
            "The loss value printed in the log is the current step, and the metric is the average "
            "value of previous steps."
        )

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        epochs = self.params.get("epochs")
        self._say(f"Epoch {epoch + 1}/{epochs}" if epochs else f"Epoch {epoch + 1}")
        self._begin(self.params.get("steps"), self.params.get("metrics", ()))

    def on_train_batch_end(self, step: int, logs: dict[str, Any] | None = None) -> None:
        self._advance(step, logs)

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._finish(logs or {})

    def _finish(self, logs: dict[str, Any]) -> None:
        if "step" in logs:
            done = logs["step"] + 1
            if self._steps is None or done < self._steps:
                self._bar._num = done
            self._show(done, logs)

    def on_eval_begin(self, logs: dict[str, Any] | None = None) -> None:
        logs = logs or {}
        self._say("Eval begin...")
        self._begin(logs.get("steps"), logs.get("metrics", ()))

    def on_eval_batch_end(self, step: int, logs: dict[str, Any] | None = None) -> None:
        self._advance(step, logs)

    def on_eval_end(self, logs: dict[str, Any] | None = None) -> None:
        self._finish(logs or {})
        self._say(f"Eval samples: {self._samples}")

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._say("Predict begin...")
        self._begin((logs or {}).get("steps"), ())

    def on_predict_batch_end(self, step: int, logs: dict[str, Any] | None = None) -> None:
        self._advance(step, logs)

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        self._finish(logs or {})
        self._say(f"Predict samples: {self._samples}")


class ModelCheckpoint(Callback):
    """Saves model and optimizer every few epochs, and at the end as "final".

    Args:
        save_freq: every so many epochs, 1 by default.
        save_dir: the folder; None (the default) saves nothing.

    Examples:
        >>> import paddle
        >>> callback = paddle.callbacks.ModelCheckpoint(save_dir="checkpoints")
    """

    def __init__(self, save_freq: int = 1, save_dir: str | None = None) -> None:
        super().__init__()
        self.save_freq = save_freq
        self.save_dir = save_dir

    def _save(self, name: str) -> None:
        path = os.path.join(self.save_dir or "", name)
        print(f"save checkpoint at {os.path.abspath(path)}")
        self.model.save(path)

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if self.save_dir and epoch % self.save_freq == 0:
            self._save(str(epoch))

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        if self.save_dir:
            self._save("final")


class LRScheduler(Callback):
    """Steps the optimizer's learning-rate scheduler.

    Args:
        by_step: after every batch, True by default.
        by_epoch: after every epoch instead, False by default.

    Raises:
        ValueError: both are set.

    Examples:
        >>> import paddle
        >>> callback = paddle.callbacks.LRScheduler(by_step=False, by_epoch=True)
    """

    def __init__(self, by_step: bool = True, by_epoch: bool = False) -> None:
        super().__init__()
        if by_step and by_epoch:
            raise ValueError("by_step option is mutually exclusive with by_epoch")
        self.by_step = by_step
        self.by_epoch = by_epoch

    def _step(self) -> None:
        scheduler = getattr(self.model._optimizer, "_learning_rate", None)
        if isinstance(scheduler, _Scheduler):
            scheduler.step()

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if self.by_epoch:
            self._step()

    def on_train_batch_end(self, step: int, logs: dict[str, Any] | None = None) -> None:
        if self.by_step:
            self._step()


def _first(value: Any) -> float:
    """A number from a log entry, which may be a list."""
    return float(value[0] if isinstance(value, (list, tuple)) else value)


class _Monitor(Callback):
    """Watches a value of the evaluation for improvement."""

    def __init__(self, monitor: str, mode: str, min_delta: float) -> None:
        super().__init__()
        if mode not in ("auto", "min", "max"):
            warnings.warn(f"mode {mode} is unknown, fall back to auto mode", stacklevel=3)
            mode = "auto"
        self.monitor = monitor
        self.min_delta = abs(min_delta)
        self._larger = mode == "max" or (mode == "auto" and "acc" in monitor)

    def _worst(self) -> float:
        return -np.inf if self._larger else np.inf

    def _improves(self, value: float, best: float) -> bool:
        if self._larger:
            return value - self.min_delta > best
        return value + self.min_delta < best

    def _value(self, logs: dict[str, Any] | None) -> float | None:
        if not logs or self.monitor not in logs:
            warnings.warn(
                f"Monitor of {type(self).__name__} should be loss or metric name, but the "
                f"evaluation has no {self.monitor!r}",
                stacklevel=2,
            )
            return None
        return _first(logs[self.monitor])


class EarlyStopping(_Monitor):
    """Ends training when a value of the evaluation has stopped improving.

    Args:
        monitor: "loss" (the default) or a metric's name.
        mode: "min", "max", or "auto" (the default): max for names with "acc", else min.
        patience: evaluations without improvement that are borne, 0 by default.
        verbose: print when training ends, 1 by default.
        min_delta: how much better a value must be, 0 by default.
        baseline: a value that the first one must surpass; None (the default) for none.
        save_best_model: save the best model as "best_model" where `fit` has a folder, True by
            default.

    Examples:
        >>> import paddle
        >>> callback = paddle.callbacks.EarlyStopping("loss", patience=2)
    """

    def __init__(
        self,
        monitor: str = "loss",
        mode: str = "auto",
        patience: int = 0,
        verbose: int = 1,
        min_delta: float = 0,
        baseline: float | None = None,
        save_best_model: bool = True,
    ) -> None:
        super().__init__(monitor, mode, min_delta)
        self.patience = patience
        self.verbose = verbose
        self.baseline = baseline
        self.save_best_model = save_best_model
        self.save_dir: str | None = None
        self._restart()

    def _restart(self) -> None:
        self.wait_epoch = 0
        self.stopped_epoch = 0
        self.best_value = self._worst() if self.baseline is None else self.baseline

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._restart()

    def on_eval_end(self, logs: dict[str, Any] | None = None) -> None:
        value = self._value(logs)
        if value is None:
            return
        self.stopped_epoch += 1
        if self._improves(value, self.best_value):
            self.best_value = value
            self.wait_epoch = 0
            if self.save_best_model and self.save_dir is not None:
                self.model.save(os.path.join(self.save_dir, "best_model"))
        else:
            self.wait_epoch += 1
        if self.wait_epoch > self.patience:
            self.model.stop_training = True
            if self.verbose > 0:
                print(f"Epoch {self.stopped_epoch}: Early stopping.")


class ReduceLROnPlateau(_Monitor):
    """Reduces the learning rate when a value of the evaluation has stopped improving.

    Args:
        monitor: "loss" (the default) or a metric's name.
        factor: multiplies the rate, below 1; 0.1 by default.
        patience: evaluations without improvement that are borne, 10 by default.
        verbose: print a line at every reduction, 1 by default.
        mode: "min", "max", or "auto" (the default): max for names with "acc", else min.
        min_delta: how much better a value must be, 0.0001 by default.
        cooldown: evaluations to wait after a reduction, 0 by default.
        min_lr: the lowest rate, 0 by default.

    Raises:
        ValueError: the factor is 1 or above.

    Examples:
        >>> import paddle
        >>> callback = paddle.callbacks.ReduceLROnPlateau(patience=3)
    """

    def __init__(
        self,
        monitor: str = "loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 1,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0,
    ) -> None:
        if factor >= 1.0:
            raise ValueError(f"ReduceLROnPlateau does not support a factor >= 1.0: {factor}")
        super().__init__(monitor, mode, min_delta)
        self.factor = factor
        self.patience = patience
        self.verbose = verbose
        self.cooldown = cooldown
        self.min_lr = min_lr
        self._restart()

    def _restart(self) -> None:
        self.best = self._worst()
        self.cooldown_counter = 0
        self.wait = 0
        self.epoch = 0

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._restart()

    def in_cooldown(self) -> bool:
        """Whether the callback waits after a reduction."""
        return self.cooldown_counter > 0

    def on_eval_end(self, logs: dict[str, Any] | None = None) -> None:
        value = self._value(logs)
        optimizer = self.model._optimizer
        if value is None or isinstance(optimizer._learning_rate, _Scheduler):
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self._improves(value, self.best):
            self.best = value
            self.wait = 0
        elif not self.in_cooldown():
            self.wait += 1
            if self.wait >= self.patience:
                self._reduce(optimizer)
        self.epoch += 1

    def _reduce(self, optimizer: Any) -> None:
        old = optimizer.get_lr()
        if old > self.min_lr:
            new = max(old * self.factor, self.min_lr)
            optimizer.set_lr(new)
            if self.verbose > 0:
                print(f"Epoch {self.epoch + 1}: ReduceLROnPlateau reducing learning rate to {new}.")
            self.cooldown_counter = self.cooldown
            self.wait = 0
