"""Finding NaN and infinity, counting operators by dtype, comparing two runs."""

from __future__ import annotations

import enum
import functools
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TextIO

import numpy as np

from paddle import _core
from paddle._core import Tensor
from paddle.amp.accuracy import compare_accuracy

__all__ = [
    "DebugMode",
    "TensorCheckerConfig",
    "check_layer_numerics",
    "check_numerics",
    "collect_operator_stats",
    "compare_accuracy",
    "disable_operator_stats_collection",
    "disable_tensor_checker",
    "enable_operator_stats_collection",
    "enable_tensor_checker",
]

_SHORT = {"float16": "fp16", "bfloat16": "bf16", "float32": "fp32", "float64": "fp64"}
_FLOAT16_MAX = 65504.0


class DebugMode(enum.Enum):
    """What a check does: raise at NaN and infinity, print them, print what float16 cannot hold as
    well, or print everything."""

    CHECK_NAN_INF_AND_ABORT = 0
    CHECK_NAN_INF = 1
    CHECK_ALL_FOR_OVERFLOW = 2
    CHECK_ALL = 3


class _Numbers(NamedTuple):
    """What a check sees of a tensor; the extremes leave NaN out."""

    size: int
    nan: int
    inf: int
    zero: int
    largest: float
    smallest: float
    mean: float

    @classmethod
    def of(cls, tensor: Tensor) -> _Numbers:
        wide = "float64" if tensor.dtype.name == "float64" else "float32"
        values = tensor.detach().astype(wide).numpy().ravel()
        if values.size == 0:
            return cls(0, 0, 0, 0, 0.0, 0.0, 0.0)
        with np.errstate(invalid="ignore", over="ignore"):
            return cls(
                values.size,
                int(np.isnan(values).sum()),
                int(np.isinf(values).sum()),
                int((values == 0).sum()),
                float(np.fmax.reduce(values)),
                float(np.fmin.reduce(values)),
                float(values.mean(dtype="float64")),
            )

    @property
    def is_bad(self) -> bool:
        return self.nan > 0 or self.inf > 0

    @property
    def overflows(self) -> bool:
        return max(self.largest, -self.smallest) > _FLOAT16_MAX


def _is_checked(tensor: Any) -> bool:
    return isinstance(tensor, Tensor) and not tensor._is_symbolic and tensor.dtype.name in _SHORT


def _where(tensor: Tensor, op_type: str, var_name: str) -> str:
    return f"[device=cpu, op={op_type}, tensor={var_name}, dtype={_SHORT[tensor.dtype.name]}]"


def _report(tensor: Tensor, op_type: str, var_name: str, mode: DebugMode, out: TextIO) -> _Numbers:
    """Print, and raise, what the mode asks for."""
    numbers = _Numbers.of(tensor)
    where = _where(tensor, op_type, var_name)
    extremes = f"max={numbers.largest:e}, min={numbers.smallest:e}, mean={numbers.mean:e}"
    if numbers.is_bad:
        counts = f"num_nan={numbers.nan}, num_inf={numbers.inf}, num_zero={numbers.zero}"
        out.write(f"[PRECISION] [ERROR] in {where}, numel={numbers.size}, {counts}, {extremes}\n")
        if mode is DebugMode.CHECK_NAN_INF_AND_ABORT:
            raise RuntimeError(f"(PreconditionNotMet) There are NAN or INF ({counts}) in {where}.")
    elif mode is DebugMode.CHECK_ALL or (
        mode is DebugMode.CHECK_ALL_FOR_OVERFLOW and numbers.overflows
    ):
        out.write(
            f"[PRECISION] in {where}, numel={numbers.size}, num_zero={numbers.zero}, {extremes}\n"
        )
    return numbers


def check_numerics(
    tensor: Tensor,
    op_type: str,
    var_name: str,
    debug_mode: DebugMode = DebugMode.CHECK_NAN_INF_AND_ABORT,
) -> tuple[Tensor, Tensor]:
    """Count NaN, infinity and zeros in a tensor, and print or raise as the mode says.

    Args:
        tensor: a floating tensor.
        op_type: the name of the operator that the text shows.
        var_name: the name of the tensor that the text shows.
        debug_mode: what to do; by default to raise at NaN and infinity.

    Returns:
        The numbers of NaN, infinite and zero elements, int64; and the largest element, the
        smallest, and the mean, float32.

    Raises:
        RuntimeError: there are NaN or infinite elements and the mode is to abort.
        TypeError: the tensor is not floating.

    Examples:
        >>> import paddle
        >>> counts, values = paddle.amp.debugging.check_numerics(
        ...     paddle.to_tensor([1.0, 0.0, 3.0]), "pow", "res"
        ... )
        >>> counts.tolist(), values[0].item()
        ([0, 0, 1], 3.0)
    """
    import paddle

    if not _is_checked(tensor):
        raise TypeError("check_numerics needs a floating tensor that has elements")
    numbers = _report(tensor, op_type, var_name, debug_mode, sys.stdout)
    return (
        paddle.to_tensor([numbers.nan, numbers.inf, numbers.zero], dtype="int64"),
        paddle.to_tensor([numbers.largest, numbers.smallest, numbers.mean], dtype="float32"),
    )


# ---- observers of operators ---------------------------------------------------------------------

Observer = Callable[[str, "list[Tensor | None]", "list[Tensor]"], None]
_observers: dict[str, Observer] = {}


def _call_observers(name: str, inputs: list[Tensor | None], outputs: list[Tensor]) -> None:
    for observer in list(_observers.values()):
        observer(name, inputs, outputs)


def _observe(kind: str, observer: Observer | None) -> Observer | None:
    """Let `observer` see the operators from now on (None: no longer); returns the one before."""
    before = _observers.pop(kind, None)
    if observer is not None:
        _observers[kind] = observer
    active = _core.OperatorObserver(_call_observers) if _observers else _core.OperatorObserver()
    _core.swap_observer(active)
    return before


# ---- checking all tensors -----------------------------------------------------------------------


class TensorCheckerConfig:
    """What the tensor checker looks at, and what it does.

    Args:
        enable: whether tensors are checked.
        debug_mode: what to do; by default to raise at NaN and infinity.
        output_dir: a folder for files with the lines that would be printed.
        checked_op_list: names of the only operators to check; all by default.
        skipped_op_list: names of operators to leave out.
        debug_step: two numbers; the checker is active from the first call of
            `enable_tensor_checker` with the one up to that with the other, which is excluded.
        stack_height_limit: how many callers are printed with NaN and infinity, 1 by default.

    Raises:
        ValueError: `debug_step` is no ascending pair, or a name stands in both lists.

    Examples:
        >>> import paddle
        >>> debugging = paddle.amp.debugging
        >>> config = debugging.TensorCheckerConfig(True, debugging.DebugMode.CHECK_NAN_INF)
        >>> debugging.enable_tensor_checker(config)
        >>> y = paddle.ones([2]) * 2.0
        >>> debugging.disable_tensor_checker()
    """

    def __init__(
        self,
        enable: bool,
        debug_mode: DebugMode = DebugMode.CHECK_NAN_INF_AND_ABORT,
        output_dir: str | None = None,
        checked_op_list: Iterable[str] | None = None,
        skipped_op_list: Iterable[str] | None = None,
        debug_step: Sequence[int] | None = None,
        stack_height_limit: int = 1,
    ) -> None:
        if not isinstance(debug_mode, DebugMode):
            raise TypeError(f"debug_mode must be a DebugMode, but it is {debug_mode!r}")
        self.enable = bool(enable)
        self.debug_mode = debug_mode
        self.output_dir = output_dir
        self.checked_op_list = set(checked_op_list or ())
        self.skipped_op_list = set(skipped_op_list or ())
        both = self.checked_op_list & self.skipped_op_list
        if both:
            raise ValueError(f"checked_op_list and skipped_op_list share {sorted(both)}")
        if debug_step is not None and (
            len(debug_step) != 2 or not 0 <= debug_step[0] < debug_step[1]
        ):
            raise ValueError(f"debug_step must be two ascending numbers, but it is {debug_step}")
        self.debug_step = debug_step
        self.stack_height_limit = int(stack_height_limit)
        self.current_step_id = -1

    def update_and_check_step_id(self) -> bool:
        """Count a step and say whether it is one to check."""
        self.current_step_id += 1
        if self.debug_step is None:
            return self.enable
        return self.enable and self.debug_step[0] <= self.current_step_id < self.debug_step[1]

    def start_check_nan_inf(self) -> None:
        """Check the results of all operators from now on, whatever the step."""
        _observe("checker", self._check)

    def stop_check_nan_inf(self) -> None:
        """Check no longer."""
        _observe("checker", None)

    def _wants(self, name: str) -> bool:
        if name in self.skipped_op_list:
            return False
        return not self.checked_op_list or name in self.checked_op_list

    def _check(self, name: str, inputs: list[Tensor | None], outputs: list[Tensor]) -> None:
        if not self._wants(name):
            return
        for tensor in filter(_is_checked, outputs):
            with self._output() as out:
                try:
                    bad = _report(tensor, name, "", self.debug_mode, out).is_bad
                except RuntimeError:
                    self._print_callers(out)
                    raise
                if bad:
                    self._print_callers(out)

    @contextmanager
    def _output(self) -> Iterator[TextIO]:
        if self.output_dir is None:
            yield sys.stdout
            return
        os.makedirs(self.output_dir, exist_ok=True)
        path = os.path.join(self.output_dir, f"worker_cpu.{os.getpid()}")
        with open(path, "a", encoding="utf-8") as out:
            yield out

    def _print_callers(self, out: TextIO) -> None:
        package = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
        frames = [f for f in traceback.extract_stack() if not f.filename.startswith(package)]
        for frame in frames[len(frames) - self.stack_height_limit :]:
            out.write(f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n')


def enable_tensor_checker(checker_config: TensorCheckerConfig) -> None:
    """Check the results of all operators from now on.

    Args:
        checker_config: what to look at; each call counts one of its steps.

    Raises:
        RuntimeError: from an operator, if its result has NaN or infinity and the mode is to abort.

    Examples:
        >>> import paddle
        >>> debugging = paddle.amp.debugging
        >>> debugging.enable_tensor_checker(debugging.TensorCheckerConfig(enable=True))
        >>> y = paddle.ones([2]) * 2.0
        >>> debugging.disable_tensor_checker()
    """
    if checker_config.update_and_check_step_id():
        checker_config.start_check_nan_inf()
    else:
        checker_config.stop_check_nan_inf()


def disable_tensor_checker() -> None:
    """Stop what `enable_tensor_checker` began.

    Examples:
        >>> import paddle
        >>> paddle.amp.debugging.disable_tensor_checker()
    """
    _observe("checker", None)


def check_layer_numerics(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a layer's `forward` that raises where NaN or infinity comes up in it.

    It checks the tensors that go in, the results of all operators, and the gradients that come
    back to both.

    Raises:
        RuntimeError: from the layer, or from the backward pass.

    Examples:
        >>> import paddle
        >>> class Doubling(paddle.nn.Layer):
        ...     @paddle.amp.debugging.check_layer_numerics
        ...     def forward(self, x):
        ...         return x * 2.0
        >>> Doubling()(paddle.ones([2])).tolist()
        [2.0, 2.0]
    """

    @functools.wraps(func)
    def wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
        name = type(self).__name__
        for value in (*args, *kwargs.values()):
            if _is_checked(value):
                check_numerics(value, name, value.name)
                _check_gradient(value, name)
        before = _observe("layer", TensorCheckerConfig(True)._check)
        try:
            results = func(self, *args, **kwargs)
        finally:
            _observe("layer", before)
        for value in results if isinstance(results, (list, tuple)) else (results,):
            if _is_checked(value):
                _check_gradient(value, name)
        return results

    return wrapped


def _check_gradient(tensor: Tensor, name: str) -> None:
    if tensor.stop_gradient:
        return

    def check(grad: Tensor) -> None:
        check_numerics(grad, f"{name}_grad", "")

    tensor.register_hook(check)


# ---- counting operators -------------------------------------------------------------------------

_COLUMNS = ("float16", "bfloat16", "float32", "other")


class _Counter:
    """How often each operator ran, by dtype."""

    def __init__(self) -> None:
        self.calls: dict[str, dict[str, int]] = {}

    def count(self, name: str, inputs: list[Tensor | None], outputs: list[Tensor]) -> None:
        tensors = [tensor for tensor in (*inputs, *outputs) if tensor is not None]
        dtype = tensors[0].dtype.name if tensors else "other"
        counts = self.calls.setdefault(name, dict.fromkeys(_COLUMNS, 0))
        counts[dtype if dtype in counts else "other"] += 1

    def table(self) -> str:
        """The numbers as text, one operator per line."""
        titles = (" FP16 Calls ", " BF16 Calls ", " FP32 Calls", " Other Calls ")
        heads = "".join(f" | {title:-^17}" for title in titles)
        lines = [f"<{' op list ':-^120}>", f"<{' Op Name ':-^40}{heads}>"]
        for name in sorted(self.calls):
            counts = "".join(f"|  {self.calls[name][column]:<17d}" for column in _COLUMNS)
            lines.append(f"  {name:<40s}{counts}")
        lines.append(f"<{f' op count: {len(self.calls)} ':-^120}>")
        return "\n".join(lines)


_counters: list[_Counter] = []


def enable_operator_stats_collection() -> None:
    """Count the operators that run from now on, by dtype.

    Examples:
        >>> import paddle
        >>> paddle.amp.debugging.enable_operator_stats_collection()
        >>> y = paddle.ones([2]) * 2.0
        >>> paddle.amp.debugging.disable_operator_stats_collection()  # doctest: +ELLIPSIS
        <... op list ...>
    """
    _counters[:] = [_Counter()]
    _observe("statistics", _counters[0].count)


def disable_operator_stats_collection() -> None:
    """Stop counting, and print how often each operator ran with which dtype.

    Examples:
        >>> import paddle
        >>> paddle.amp.debugging.disable_operator_stats_collection()
    """
    _observe("statistics", None)
    if _counters:
        print(_counters.pop().table())


@contextmanager
def collect_operator_stats() -> Iterator[None]:
    """Count the operators within a `with` block, and print the numbers by dtype at its end.

    Examples:
        >>> import paddle
        >>> with paddle.amp.debugging.collect_operator_stats():  # doctest: +ELLIPSIS
        ...     y = paddle.ones([2]) * 2.0
        <... op list ...>
    """
    enable_operator_stats_collection()
    try:
        yield
    finally:
        disable_operator_stats_collection()
