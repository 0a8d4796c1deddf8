"""paddle.save and paddle.load: pickles of tensors, arrays, numbers, strings and containers."""

from __future__ import annotations

import os
import pickle
import tempfile
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import numpy as np

from paddle._core import Tensor

__all__ = ["save", "load"]

_NAME_TABLE = "StructuredToParameterName@@"


# ---- saving --------------------------------------------------------------------------------------


class _Pickler(pickle.Pickler):
    """Writes tensors as (name, array) tuples and arrays in a form that every NumPy reads."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Tensor):
            return tuple, ((obj.name, _to_array(obj)),)
        if type(obj) is np.ndarray and not obj.dtype.hasobject:
            return _reduce_array(obj)
        if isinstance(obj, np.generic):
            return _reduce_array(np.asarray(obj))
        return NotImplemented


def _reduce_array(array: np.ndarray) -> tuple[Any, ...]:
    """An empty array and its state: NumPy's own pickles name a module that NumPy 2 renamed."""
    data = np.ascontiguousarray(array).tobytes()
    return np.ndarray, ((0,), array.dtype), (1, array.shape, array.dtype, False, data)


def _to_array(tensor: Tensor) -> np.ndarray:
    return tensor.numpy()


def _is_state_dict(obj: Any) -> bool:
    """Whether a dictionary holds tensors, and besides only dictionaries without tensors."""
    if not isinstance(obj, dict):
        return False
    for value in obj.values():
        if isinstance(value, dict):
            if any(isinstance(inner, Tensor) for inner in value.values()):
                return False
        elif not isinstance(value, Tensor):
            return False
    return True


def _plain_state_dict(obj: dict[str, Any]) -> dict[str, Any]:
    """A state dictionary as arrays, with the tensors' own names in a table beside them."""
    plain: dict[str, Any] = {}
    names: dict[str, str] = {}
    for key, value in obj.items():
        if isinstance(value, Tensor):
            plain[key] = _to_array(value)
            names[key] = value.name
        else:
            plain[key] = value
    plain[_NAME_TABLE] = names
    return plain


def save(
    obj: Any, path: str | os.PathLike[str] | BinaryIO, protocol: int = 4, **configs: Any
) -> None:
    """Write tensors, arrays, numbers, strings and containers of them to a file.

    Files have Paddle's format: a state dictionary becomes a pickled dictionary of NumPy arrays. The
    file is written under another name and moved into place, so that an interrupted save leaves the
    old file whole.

    Args:
        obj: a state dictionary of a layer or an optimizer, a tensor, or containers of such.
        path: a file name, whose folders are made where they are missing; or a binary file open for
            writing.
        protocol: the pickle protocol, 2 to 4; 4 by default.
        configs: `use_binary_format=False` is accepted; nothing else is.

    Raises:
        ValueError: the path names no file, the protocol or a setting is not supported, or `obj` is
            a layer.

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 2)
        >>> path = os.path.join(tempfile.mkdtemp(), "linear.pdparams")
        >>> paddle.save(layer.state_dict(), path)
        >>> sorted(paddle.load(path))
        ['bias', 'weight']
    """
    _check_configs("paddle.save", configs, ("use_binary_format", "pickle_protocol"))
    if configs.get("use_binary_format"):
        raise ValueError(
            "paddle.save cannot write the binary format; leave use_binary_format False"
        )
    if not isinstance(protocol, int) or not 1 < protocol < 5:
        raise ValueError(f"Expected 1<'protocol'<5, but received protocol={protocol}")
    _refuse_layers(obj)
    plain = _plain_state_dict(obj) if _is_state_dict(obj) else obj
    if hasattr(path, "write"):
        _Pickler(path, protocol).dump(plain)  # type: ignore[arg-type]
    else:
        _write_whole(os.fspath(path), lambda file: _Pickler(file, protocol).dump(plain))


def _check_configs(who: str, configs: dict[str, Any], known: Iterable[str]) -> None:
    for name in configs:
        if name not in known:
            raise ValueError(f"The additional config ({name}) of `{who}` is not supported.")


def _refuse_layers(obj: Any) -> None:
    from paddle.nn import Layer

    entries = (
        obj.values() if isinstance(obj, dict) else obj if isinstance(obj, (list, tuple)) else ()
    )
    if isinstance(obj, Layer) or any(isinstance(entry, Layer) for entry in entries):
        raise ValueError(
            "paddle do not support saving `paddle.nn.Layer` object. Save layer.state_dict() instead"
        )


def _write_whole(path: str, write: Callable[[BinaryIO], None]) -> None:
    """Write a file beside `path` and move it there once it is complete."""
    folder, name = os.path.split(path)
    if not name:
        raise ValueError(
            "The input path MUST be format of dirname/filename [dirname\\filename in Windows "
            f"system], but received filename is empty string: {path!r}"
        )
    if folder:
        os.makedirs(folder, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(prefix=f".{name}.", suffix=".part", dir=folder or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(unfinished, _mode_for(path))
        os.replace(unfinished, path)
    except BaseException:
        os.unlink(unfinished)
        raise


def _mode_for(path: str) -> int:
    """The permissions of the file that is replaced, or those that a new file gets."""
    if os.path.exists(path):
        return os.stat(path).st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


# ---- loading -------------------------------------------------------------------------------------

_ARRAY_MODULES = ("numpy.core.multiarray", "numpy._core.multiarray")
_SAFE_GLOBALS = {
    *((module, name) for module in _ARRAY_MODULES for name in ("_reconstruct", "scalar")),
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    ("collections", "OrderedDict"),
    ("_codecs", "encode"),
    *(
        ("builtins", name)
        for name in (
            "tuple",
            "list",
            "dict",
            "set",
            "frozenset",
            "bytes",
            "bytearray",
            "complex",
            "int",
            "float",
            "bool",
            "str",
            "slice",
            "range",
        )
    ),
}


class _SafeUnpickler(pickle.Unpickler):
    """Makes nothing but arrays, numbers, strings and containers, and the classes allowed
    besides."""

    def __init__(self, file: BinaryIO, allowed: Iterable[type]) -> None:
        super().__init__(file, encoding="latin1")
        self._allowed = {(cls.__module__, cls.__qualname__) for cls in allowed}

    def find_class(self, module: str, name: str) -> Any:
        # Python 2 and protocol 2 call the builtins by their old name.
        module = {"__builtin__": "builtins"}.get(module, module)
        if (module, name) not in _SAFE_GLOBALS and (module, name) not in self._allowed:
            raise pickle.UnpicklingError(
                f"the file asks for {module}.{name}, which paddle.load does not make: it makes "
                "tensors, NumPy arrays, numbers, strings and containers of them. If you trust the "
                f"file, allow the class with paddle.load(path, allowed_classes=[{name}])"
            )
        if module in _ARRAY_MODULES:
            module = "numpy._core.multiarray" if _numpy_2() else "numpy.core.multiarray"
        return super().find_class(module, name)


def _numpy_2() -> bool:
    return int(np.__version__.split(".")[0]) >= 2


def load(path: str | os.PathLike[str] | BinaryIO, **configs: Any) -> Any:
    """Read what `paddle.save` wrote, here or in PaddlePaddle.

    The file may hold tensors, NumPy arrays, numbers, strings and containers of them; anything else
    is refused, since making arbitrary objects from a file can run any code.

    Args:
        path: a file name, or a binary file open for reading.
        configs: `return_numpy=True` gives arrays instead of tensors; `keep_name_table=True` keeps
            the table of the tensors' own names in a state dictionary; `allowed_classes=[...]` names
            classes that may be made besides.

    Raises:
        ValueError: the file does not exist or cannot be parsed, or a setting is not supported.
        pickle.UnpicklingError: the file asks for a class that is not allowed.

    Examples:
        >>> import io
        >>> import paddle
        >>> file = io.BytesIO()
        >>> paddle.save({"x": paddle.ones([2]), "epoch": 3}, file)
        >>> _ = file.seek(0)
        >>> paddle.load(file, return_numpy=True)
        {'x': array([1., 1.], dtype=float32), 'epoch': 3}
    """
    known = ("return_numpy", "keep_name_table", "allowed_classes", "model_filename")
    _check_configs("paddle.load", configs, (*known, "params_filename"))
    allowed = configs.get("allowed_classes", ())
    if hasattr(path, "read"):
        content = _unpickle(path, allowed, "the open file")  # type: ignore[arg-type]
    else:
        name = os.fspath(path)
        if not os.path.isfile(name):
            raise ValueError(f"The ``path`` ({name}) to load model not exists.")
        with open(name, "rb") as file:
            content = _unpickle(file, allowed, name)
    as_arrays = bool(configs.get("return_numpy"))
    if isinstance(content, dict) and _NAME_TABLE in content:
        return _named_tensors(content, as_arrays, bool(configs.get("keep_name_table")))
    return _restore(content, as_arrays, inside=False)


def _unpickle(file: BinaryIO, allowed: Iterable[type], name: str) -> Any:
    try:
        return _SafeUnpickler(file, allowed).load()
    except pickle.UnpicklingError as error:
        if "allowed_classes" in str(error):
            raise
        raise ValueError(f"`paddle.load` can not parse the file:{name}.") from error
    except (EOFError, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"`paddle.load` can not parse the file:{name}.") from error


def _named_tensors(content: dict[str, Any], as_arrays: bool, keep_table: bool) -> dict[str, Any]:
    names = content[_NAME_TABLE]
    result: dict[str, Any] = {}
    for key, value in content.items():
        if key == _NAME_TABLE:
            continue
        if isinstance(value, np.ndarray) and not as_arrays:
            value = _to_tensor(value, names.get(key))
        result[key] = value
    if keep_table:
        result[_NAME_TABLE] = names
    return result


def _to_tensor(array: np.ndarray, name: str | None) -> Any:
    import paddle

    if array.dtype.kind not in "biufc":
        return array
    tensor = paddle.to_tensor(array)
    if name is not None:
        tensor.name = name
    return tensor


def _restore(value: Any, as_arrays: bool, inside: bool) -> Any:
    """Tensors for the (name, array) tuples, and for arrays that stand alone or as a dictionary's
    values."""
    if isinstance(value, tuple) and len(value) == 2:
        name, array = value
        if isinstance(name, str) and isinstance(array, np.ndarray):
            return array if as_arrays else _to_tensor(array, name)
    if isinstance(value, np.ndarray):
        return value if as_arrays or inside else _to_tensor(value, None)
    if isinstance(value, dict):
        for key in value:
            value[key] = _restore(value[key], as_arrays, inside)
        return value
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(_restore(entry, as_arrays, inside=True) for entry in value)
    return value
