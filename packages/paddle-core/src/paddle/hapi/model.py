"""paddle.Model: a network with a training loop."""

from __future__ import annotations

import inspect
import os
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from paddle.hapi.callbacks import CallbackList, make_callbacks
from paddle.hapi.model_summary import summary
from paddle.io import DataLoader, Dataset
from paddle.metric import Metric

__all__ = ["Model"]


def _as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _to_tensors(values: Any) -> list[Any]:
    import paddle

    return [v if isinstance(v, paddle.Tensor) else paddle.to_tensor(v) for v in _as_list(values)]


def _loss_arrays(losses: list[Any]) -> list[np.ndarray]:
    return [np.asarray(loss.numpy()) for loss in losses]


class Model:
    """A network that can be trained, evaluated, used and saved with one call each.

    Args:
        network: a `paddle.nn.Layer`.
        inputs: descriptions of the inputs; only their number is used. None (the default) for as
            many as `forward` has parameters.
        labels: descriptions of the labels; None (the default) for all fields of a sample behind the
            inputs.

    Examples:
        >>> import paddle
        >>> x = paddle.rand([20, 2])
        >>> data = paddle.io.TensorDataset([x, (x.sum(1, keepdim=True) > 1).astype("int64")])
        >>> model = paddle.Model(paddle.nn.Linear(2, 2))
        >>> adam = paddle.optimizer.Adam(0.1, parameters=model.parameters())
        >>> model.prepare(adam, paddle.nn.CrossEntropyLoss(), paddle.metric.Accuracy())
        >>> model.fit(data, epochs=2, batch_size=5, verbose=0)
        >>> sorted(model.evaluate(data, batch_size=5, verbose=0))
        ['acc', 'loss']
    """

    def __init__(self, network: Any, inputs: Any | None = None, labels: Any | None = None) -> None:
        self.network = network
        self._inputs = _as_list(inputs)
        self._labels = _as_list(labels)
        self._input_count = len(self._inputs) or _forward_parameters(network)
        self._optimizer: Any = None
        self._loss: Callable[..., Any] | None = None
        self._metrics: list[Metric] = []
        self._amp: dict[str, Any] = {"level": "O0"}
        self._scaler: Any = None
        self.stop_training = False
        self.mode = "train"

    # ---- setting up ----

    def prepare(
        self,
        optimizer: Any | None = None,
        loss: Callable[..., Any] | None = None,
        metrics: Any | None = None,
        amp_configs: Any | None = None,
    ) -> None:
        """Say how the model is trained and judged.

        Args:
            optimizer: needed to train.
            loss: takes outputs and labels, returns a tensor or a list of tensors; needed to train.
            metrics: a `paddle.metric.Metric`, or a list of them.
            amp_configs: a level "O0", "O1" or "O2", or a dictionary of "level", "dtype",
                "custom_white_list", "custom_black_list" and settings of `GradScaler`.

        Raises:
            TypeError: an argument has the wrong type.
        """
        if loss is not None and not callable(loss):
            raise TypeError(
                "'loss' must be sub classes of `paddle.nn.Layer` or any callable function."
            )
        chosen = _as_list(metrics)
        for metric in chosen:
            if not isinstance(metric, Metric):
                raise TypeError(f"{type(metric).__name__} is not sub class of Metric")
        self._optimizer = optimizer
        self._loss = loss
        self._metrics = chosen
        self._prepare_amp(amp_configs)

    def _prepare_amp(self, configs: Any) -> None:
        import paddle

        settings = {"level": configs} if isinstance(configs, str) else dict(configs or {})
        level = settings.pop("level", "O1" if configs else "O0")
        if level not in ("O0", "O1", "O2"):
            raise ValueError(f"amp level should be 'O0', 'O1' or 'O2', but it is {level!r}")
        names = ("dtype", "custom_white_list", "custom_black_list")
        casting = {name: settings.pop(name) for name in names if name in settings}
        self._amp = {"level": level, **casting}
        self._scaler = paddle.amp.GradScaler(**settings) if level != "O0" else None
        if level == "O2":
            dtype = casting.get("dtype", "float16")
            paddle.amp.decorate(self.network, self._optimizer, level, dtype)

    def parameters(self, *args: Any, **kwargs: Any) -> list[Any]:
        """The network's parameters."""
        return self.network.parameters(*args, **kwargs)

    def summary(self, input_size: Any | None = None, dtype: Any | None = None) -> dict[str, int]:
        """Print a table of the network's layers; see `paddle.summary`.

        Args:
            input_size: the shape of the input, or a list of shapes; that of `inputs` by default.
            dtype: the input's dtype, float32 by default.
        """
        if input_size is None:
            if not self._inputs:
                raise ValueError("'input_size' or 'self._input' must be set")
            input_size = [tuple(spec.shape) for spec in self._inputs]
        return summary(self.network, input_size, dtype)

    # ---- batches ----

    def train_batch(self, inputs: Any, labels: Any | None = None, update: bool = True) -> Any:
        """Train on one batch.

        Args:
            inputs: an array or tensor, or a list of them.
            labels: an array or tensor, or a list of them.
            update: make a step and clear the gradients, True by default; else gradients add up.

        Returns:
            The losses, or with metrics the losses and the metrics' values for this batch.
        """
        import paddle

        if self._optimizer is None or self._loss is None:
            raise RuntimeError("model not ready, please call `model.prepare()` first")
        self._set_mode("train")
        inputs, labels = _to_tensors(inputs), _to_tensors(labels)
        with paddle.amp.auto_cast(self._scaler is not None, **self._casting()):
            outputs = _as_list(self.network(*inputs))
            losses = _as_list(self._loss(*outputs, *labels))
        total = losses[0] if len(losses) == 1 else paddle.add_n(losses)
        (self._scaler.scale(total) if self._scaler else total).backward()
        if update:
            self._make_step()
        return self._result(losses, self._update_metrics(outputs, labels))

    def _casting(self) -> dict[str, Any]:
        return self._amp if self._scaler is not None else {}

    def _make_step(self) -> None:
        if self._scaler is None:
            self._optimizer.step()
        else:
            self._scaler.step(self._optimizer)
            self._scaler.update()
        self._optimizer.clear_grad()

    def eval_batch(self, inputs: Any, labels: Any | None = None) -> Any:
        """Evaluate one batch without training; returns what `train_batch` does."""
        import paddle

        self._set_mode("eval")
        inputs, labels = _to_tensors(inputs), _to_tensors(labels)
        with paddle.no_grad(), paddle.amp.auto_cast(self._scaler is not None, **self._casting()):
            outputs = _as_list(self.network(*inputs))
            losses = _as_list(self._loss(*outputs, *labels)) if self._loss else []
        return self._result(losses, self._update_metrics(outputs, labels))

    def predict_batch(self, inputs: Any) -> list[np.ndarray]:
        """The network's outputs for one batch, as arrays."""
        import paddle

        self._set_mode("eval")
        with paddle.no_grad():
            outputs = _as_list(self.network(*_to_tensors(inputs)))
        return [output.numpy() for output in outputs]

    def _set_mode(self, mode: str) -> None:
        if self.network.training != (mode == "train"):
            (self.network.train if mode == "train" else self.network.eval)()
        self.mode = mode

    def _update_metrics(self, outputs: list[Any], labels: list[Any]) -> list[Any]:
        import paddle

        values = []
        with paddle.no_grad():
            for metric in self._metrics:
                values.append(metric.update(*_as_list(metric.compute(*outputs, *labels))))
        return values

    def _result(self, losses: list[Any], metrics: list[Any]) -> Any:
        arrays = _loss_arrays(losses)
        return (arrays, metrics) if self._metrics else arrays

    # ---- loops ----

    def fit(
        self,
        train_data: Any | None = None,
        eval_data: Any | None = None,
        batch_size: int = 1,
        epochs: int = 1,
        eval_freq: int = 1,
        log_freq: int = 10,
        save_dir: str | None = None,
        save_freq: int = 1,
        verbose: int = 2,
        drop_last: bool = False,
        shuffle: bool = True,
        num_workers: int = 0,
        callbacks: Any | None = None,
        accumulate_grad_batches: int = 1,
        num_iters: int | None = None,
    ) -> None:
        """Train the model.

        Args:
            train_data: a `Dataset`, or an iterable of batches such as a `DataLoader`.
            eval_data: the same, to evaluate on; None (the default) for none.
            batch_size: samples per batch of a dataset, 1 by default.
            epochs: passes over the data, 1 by default.
            eval_freq: evaluate every so many epochs, 1 by default.
            log_freq: print every so many batches, 10 by default.
            save_dir: a folder for checkpoints; None (the default) for none.
            save_freq: save every so many epochs, 1 by default.
            verbose: 0 prints nothing, 1 keeps one line up to date, 2 (the default) prints lines.
            drop_last: leave out a dataset's last batch that is not full, False by default.
            shuffle: visit a dataset in random order, True by default.
            num_workers: processes that load the data, 0 for this one.
            callbacks: a `paddle.callbacks.Callback`, or a list of them.
            accumulate_grad_batches: batches per step, 1 by default.
            num_iters: end after so many batches in all; None (the default) for no limit.
        """
        assert train_data is not None, "train_data must be given!"
        train_loader = _loader(train_data, batch_size, shuffle, drop_last, num_workers)
        eval_loader = None
        if eval_data is not None:
            eval_loader = _loader(eval_data, batch_size, False, False, num_workers)
        steps = _length(train_loader)
        if num_iters is not None and steps is not None:
            epochs = -(-num_iters // steps)
            steps = min(steps, num_iters)
        names = self._log_names()
        chosen = make_callbacks(
            callbacks, self, None, epochs, steps, log_freq, verbose, save_freq, save_dir, names
        )
        self.stop_training = False
        left = num_iters
        chosen.on_train_begin()
        logs: dict[str, Any] = {}
        for epoch in range(epochs):
            chosen.on_epoch_begin(epoch)
            logs = self._train_epoch(train_loader, chosen, accumulate_grad_batches, left)
            chosen.on_epoch_end(epoch, logs)
            left = None if left is None else left - (logs.get("step", -1) + 1)
            if eval_loader is not None and epoch % eval_freq == 0:
                self._run_evaluation(eval_loader, chosen, None)
            if self.stop_training or (left is not None and left <= 0):
                break
        chosen.on_train_end(logs)

    def _train_epoch(
        self, loader: Any, callbacks: CallbackList, accumulate: int, limit: int | None
    ) -> dict[str, Any]:
        self._reset_metrics()
        logs: dict[str, Any] = {}
        steps = _length(loader)
        for step, batch in enumerate(loader):
            if limit is not None and step >= limit:
                break
            callbacks.on_train_batch_begin(step, logs)
            inputs, labels = self._split(batch)
            last = step + 1 == steps
            update = accumulate == 1 or last or (step + 1) % accumulate == 0
            logs = self._logs(self.train_batch(inputs, labels, update), step, inputs)
            callbacks.on_train_batch_end(step, logs)
        return logs

    def evaluate(
        self,
        eval_data: Any,
        batch_size: int = 1,
        log_freq: int = 10,
        verbose: int = 2,
        num_workers: int = 0,
        callbacks: Any | None = None,
        num_iters: int | None = None,
    ) -> dict[str, Any]:
        """Compute loss and metrics without training.

        Args:
            eval_data: a `Dataset`, or an iterable of batches such as a `DataLoader`.
            batch_size: samples per batch of a dataset, 1 by default.
            log_freq: print every so many batches, 10 by default.
            verbose: 0 prints nothing, 1 keeps one line up to date, 2 (the default) prints lines.
            num_workers: processes that load the data, 0 for this one.
            callbacks: a `paddle.callbacks.Callback`, or a list of them.
            num_iters: end after so many batches; None (the default) for no limit.

        Returns:
            The last batch's loss as a list, and the metrics by name.
        """
        loader = _loader(eval_data, batch_size, False, False, num_workers)
        chosen = make_callbacks(
            callbacks, self, log_freq=log_freq, verbose=verbose, metrics=self._log_names()
        )
        logs = self._run_evaluation(loader, chosen, num_iters)
        return {name: logs[name] for name in self._log_names() if name in logs}

    def _run_evaluation(
        self, loader: Any, callbacks: CallbackList, limit: int | None
    ) -> dict[str, Any]:
        steps = _length(loader)
        if limit is not None and steps is not None:
            steps = min(steps, limit)
        callbacks.on_eval_begin({"steps": steps, "metrics": self._log_names()})
        self._reset_metrics()
        logs: dict[str, Any] = {}
        for step, batch in enumerate(loader):
            if limit is not None and step >= limit:
                break
            callbacks.on_eval_batch_begin(step, logs)
            inputs, labels = self._split(batch)
            logs = self._logs(self.eval_batch(inputs, labels), step, inputs)
            callbacks.on_eval_batch_end(step, logs)
        callbacks.on_eval_end(logs)
        return logs

    def predict(
        self,
        test_data: Any,
        batch_size: int = 1,
        num_workers: int = 0,
        stack_outputs: bool = False,
        verbose: int = 1,
        callbacks: Any | None = None,
    ) -> list[Any]:
        """The network's outputs for all data.

        Args:
            test_data: a `Dataset`, or an iterable of batches such as a `DataLoader`; labels are
                left out.
            batch_size: samples per batch of a dataset, 1 by default.
            num_workers: processes that load the data, 0 for this one.
            stack_outputs: join the batches' arrays, False by default.
            verbose: 0 prints nothing, 1 (the default) keeps one line up to date, 2 prints lines.
            callbacks: a `paddle.callbacks.Callback`, or a list of them.

        Returns:
            For every output a list of the batches' arrays, or one array.
        """
        loader = _loader(test_data, batch_size, False, False, num_workers)
        chosen = make_callbacks(callbacks, self, verbose=verbose, log_freq=1)
        chosen.on_predict_begin({"steps": _length(loader)})
        batches: list[list[np.ndarray]] = []
        logs: dict[str, Any] = {}
        for step, batch in enumerate(loader):
            chosen.on_predict_batch_begin(step, logs)
            inputs = self._split(batch)[0]
            batches.append(self.predict_batch(inputs))
            logs = {"step": step, "batch_size": len(inputs[0])}
            chosen.on_predict_batch_end(step, logs)
        chosen.on_predict_end(logs)
        outputs = [list(arrays) for arrays in zip(*batches, strict=True)]
        return [np.concatenate(arrays) for arrays in outputs] if stack_outputs else outputs

    def _split(self, batch: Any) -> tuple[list[Any], list[Any]]:
        fields = _as_list(batch)
        return fields[: self._input_count], fields[self._input_count :]

    def _log_names(self) -> list[str]:
        names = ["loss"] if self._loss is not None else []
        for metric in self._metrics:
            names.extend(_as_list(metric.name()))
        return names

    def _logs(self, result: Any, step: int, inputs: list[Any]) -> dict[str, Any]:
        losses = result[0] if self._metrics else result
        logs: dict[str, Any] = {}
        if self._loss is not None:
            logs["loss"] = [float(loss) for loss in losses]
        for metric in self._metrics:
            names, values = _as_list(metric.name()), _as_list(metric.accumulate())
            logs.update(zip(names, values, strict=True))
        logs["step"] = step
        logs["batch_size"] = len(inputs[0])
        return logs

    def _reset_metrics(self) -> None:
        for metric in self._metrics:
            metric.reset()

    # ---- files ----

    def save(self, path: str, training: bool = True) -> None:
        """Save the network as `path`.pdparams and the optimizer's state as `path`.pdopt.

        Args:
            path: a file name without ending.
            training: must be True; a program for inference is not written.

        Raises:
            ValueError: the path names no file.
            NotImplementedError: `training` is False.
        """
        import paddle

        if not training:
            raise NotImplementedError(
                "Model.save(training=False) would write an inference program, which paddle-core "
                "does not do; save the parameters with training=True"
            )
        if not os.path.basename(path):
            raise ValueError(
                "The input path MUST be format of dirname/filename, but received filename is "
                f"empty string: {path!r}"
            )
        paddle.save(self.network.state_dict(), path + ".pdparams")
        state = self._optimizer.state_dict() if self._optimizer is not None else {}
        if state:
            paddle.save(state, path + ".pdopt")

    def load(self, path: str, skip_mismatch: bool = False, reset_optimizer: bool = False) -> None:
        """Load what `save` wrote.

        Args:
            path: a file name without ending, or with ".pdparams".
            skip_mismatch: leave out parameters that are missing or of another shape, with a
                warning; False by default.
            reset_optimizer: leave the optimizer's state alone, False by default.

        Raises:
            ValueError: a parameter is missing or of another shape.
        """
        import paddle

        path = path.removesuffix(".pdparams")
        state = paddle.load(path + ".pdparams")
        for name, target in self.network.state_dict().items():
            problem = _mismatch(name, target, state)
            if problem is None:
                target.set_value(state[name])
            elif skip_mismatch:
                warnings.warn(f"Skip loading for {name}. {problem}", stacklevel=2)
            else:
                raise ValueError(f"{name}: {problem}")
        if self._optimizer is None or reset_optimizer:
            return
        if os.path.exists(path + ".pdopt"):
            self._optimizer.set_state_dict(paddle.load(path + ".pdopt"))


def _mismatch(name: str, target: Any, state: dict[str, Any]) -> str | None:
    if name not in state:
        return f"{name} is not found in the provided file."
    if list(state[name].shape) != list(target.shape):
        return f"the file has shape {state[name].shape}, but {target.shape} is expected."
    return None


def _forward_parameters(network: Any) -> int:
    """How many inputs `forward` takes."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(network.forward).parameters.values()
    return max(1, sum(parameter.kind in kinds for parameter in parameters))


def _loader(data: Any, batch_size: int, shuffle: bool, drop_last: bool, workers: int) -> Any:
    if isinstance(data, Dataset):
        return DataLoader(
            data,
            batch_size=batch_size,
            shuffle=shuffle,
            drop_last=drop_last,
            num_workers=workers,
        )
    if not isinstance(data, Iterable):
        raise TypeError(
            f"data must be a Dataset or an iterable of batches, but it is {type(data).__name__}"
        )
    return data


def _length(loader: Any) -> int | None:
    try:
        return len(loader)
    except (TypeError, ValueError, RuntimeError):
        return None
