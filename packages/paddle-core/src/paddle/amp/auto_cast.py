"""Running operators in low precision, and layers with low-precision parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from paddle import _core

__all__ = [
    "auto_cast",
    "decorate",
    "amp_guard",
    "amp_decorate",
    "is_float16_supported",
    "is_bfloat16_supported",
]

_LEVELS = ("O0", "OD", "O1", "O2")
_DTYPES = ("float16", "bfloat16")


def _check(level: str, dtype: str) -> None:
    if level.upper() not in _LEVELS:
        raise ValueError(f"level should be one of {_LEVELS}, but it is {level!r}")
    if dtype not in _DTYPES:
        raise ValueError(
            f"If enable AMP, dtype should be 'float16' or 'bfloat16', but it is {dtype!r}"
        )


@contextmanager
def auto_cast(
    enable: bool = True,
    custom_white_list: Iterable[str] | None = None,
    custom_black_list: Iterable[str] | None = None,
    level: str = "O1",
    dtype: str = "float16",
    use_promote: bool = True,
) -> Iterator[None]:
    """Run operators in low precision within the block, where that is safe.

    With level "O1", operators of the white list (matmul, convolutions, ...) run in `dtype`, those
    of the black list (losses, exponentials, ...) in float32, and all others in the widest type of
    their inputs. With "O2", all but the black list run in `dtype`. With "OD", only matmul and
    convolutions do. Works on every device.

    Args:
        enable: True by default; False leaves the block as it is outside any `auto_cast`.
        custom_white_list: names of operators to add to the white list.
        custom_black_list: names of operators to add to the black list.
        level: "O0", "OD", "O1" (the default) or "O2".
        dtype: "float16" (the default) or "bfloat16".
        use_promote: accepted for compatibility; the widest input always decides outside the lists.

    Raises:
        ValueError: the level or the dtype is not known, or a name stands in both lists.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> with paddle.amp.auto_cast(dtype="bfloat16"):
        ...     out = layer(paddle.ones([1, 2]))
        >>> out.dtype
        paddle.bfloat16
    """
    _check(level, dtype)
    white, black = sorted(custom_white_list or ()), sorted(custom_black_list or ())
    both = set(white) & set(black)
    if both:
        raise ValueError(
            f"custom_white_list and custom_black_list must not overlap, but share {sorted(both)}"
        )
    if enable and level.upper() != "O0":
        state = _core.make_autocast(dtype, level.upper() == "O2", white, black)
    else:
        state = _core.AutocastState()
    before = _core.swap_autocast(state)
    try:
        yield
    finally:
        _core.swap_autocast(before)


amp_guard = auto_cast


def decorate(
    models: Any,
    optimizers: Any | None = None,
    level: str = "O1",
    dtype: str = "float16",
    master_weight: bool | None = None,
    save_dtype: str | None = None,
    master_grad: bool = False,
    excluded_layers: Any | None = None,
) -> Any:
    """Prepare models and optimizers for mixed precision.

    With level "O2", the models' floating parameters are cast to `dtype`, those of normalisation
    layers excepted, and the optimizers keep float32 copies of them. With "O1", nothing changes.

    Args:
        models: a layer, or a list of them.
        optimizers: an optimizer, a list of them, or None.
        level: "O1" (the default) or "O2".
        dtype: "float16" (the default) or "bfloat16".
        master_weight: keep float32 copies; None (the default) for yes with "O2".
        save_dtype: the dtype that `state_dict` gives floating parameters; None (the default) for
            their own.
        master_grad: accepted for compatibility; steps are computed in float32 wherever copies are
            kept.
        excluded_layers: layers or layer classes that stay as they are.

    Returns:
        The models, or the models and the optimizers.

    Raises:
        ValueError: the level or the dtype is not known.
        TypeError: an argument has the wrong type.

    Examples:
        >>> import paddle
        >>> layer = paddle.amp.decorate(paddle.nn.Linear(2, 2), level="O2", dtype="bfloat16")
        >>> layer.weight.dtype
        paddle.bfloat16
    """
    _check(level, dtype)
    if level.upper() == "O2":
        for model in _as_list(models):
            _cast_model(model, dtype, excluded_layers)
            if save_dtype is not None:
                _save_as(model, save_dtype)
        if master_weight is not False:
            for optimizer in _as_list(optimizers):
                optimizer._multi_precision = True
    return models if optimizers is None else (models, optimizers)


amp_decorate = decorate


def _as_list(entries: Any) -> list[Any]:
    if entries is None:
        return []
    return list(entries) if isinstance(entries, (list, tuple)) else [entries]


def _cast_model(model: Any, dtype: str, excluded_layers: Any) -> None:
    from paddle.nn import Layer
    from paddle.nn.layer import norm

    if not isinstance(model, Layer):
        raise TypeError(
            f"models must be paddle.nn.Layer objects, but one is {type(model).__name__}"
        )
    kept = [norm._BatchNormBase, norm.BatchNorm, norm.LayerNorm, norm._InstanceNormBase]
    single: list[Layer] = []
    for entry in _as_list(excluded_layers):
        if isinstance(entry, Layer):
            single.extend(entry.sublayers(include_self=True))
        elif isinstance(entry, type) and issubclass(entry, Layer):
            kept.append(entry)
        else:
            raise TypeError(f"excluded_layers must hold layers or layer classes, but has {entry!r}")
    for layer in model.sublayers(include_self=True):
        if not isinstance(layer, tuple(kept)) and layer not in single:
            layer._cast_own(dtype)


def _save_as(model: Any, save_dtype: str) -> None:
    def cast(state: dict[str, Any]) -> dict[str, Any]:
        for name, tensor in state.items():
            if tensor.is_floating_point() and tensor.dtype.name != save_dtype:
                saved = tensor.detach().astype(save_dtype)
                saved.name = tensor.name
                state[name] = saved
        return state

    model.register_state_dict_hook(cast)


def is_float16_supported(device: str | None = None) -> bool:
    """Whether operators run in float16 on the device: True, though on the CPU without gain in
    speed.

    Examples:
        >>> import paddle
        >>> paddle.amp.is_float16_supported()
        True
    """
    return True


def is_bfloat16_supported(device: str | None = None) -> bool:
    """Whether operators run in bfloat16 on the device: True.

    Examples:
        >>> import paddle
        >>> paddle.amp.is_bfloat16_supported()
        True
    """
    return True
