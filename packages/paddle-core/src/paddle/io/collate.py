"""How samples become batches: stacking arrays field by field, and turning arrays into tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Number
from typing import Any

import numpy as np

__all__ = ["default_collate_fn", "default_convert_fn"]


def default_collate_fn(batch: Sequence[Any]) -> Any:
    """Stack a list of samples into a batch, field by field.

    Tensors and arrays are stacked along a new first axis, numbers become one array, strings stay a
    list; tuples, lists and dictionaries are descended into.

    Raises:
        TypeError: a field is of none of these types.
        RuntimeError: the samples have different numbers of fields.

    Examples:
        >>> from paddle.io import default_collate_fn
        >>> default_collate_fn([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])
        {'a': array([1, 2]), 'b': ['x', 'y']}
    """
    import paddle

    sample = batch[0]
    if isinstance(sample, paddle.Tensor):
        return paddle.stack(list(batch), axis=0)
    if isinstance(sample, np.ndarray):
        return np.stack(batch, axis=0)
    if isinstance(sample, (Number, np.generic)):
        return np.array(batch)
    if isinstance(sample, (str, bytes)):
        return batch
    if isinstance(sample, Mapping):
        return {key: default_collate_fn([entry[key] for entry in batch]) for key in sample}
    if isinstance(sample, Sequence):
        counts = {len(entry) for entry in batch}
        if len(counts) != 1:
            raise RuntimeError(
                f"fields number not same among a batch: the samples have {sorted(counts)} fields"
            )
        return [default_collate_fn(fields) for fields in zip(*batch, strict=True)]
    raise TypeError(
        "batch data can only contains: tensor, numpy.ndarray, dict, list, number, "
        f"but got {type(sample)}"
    )


def default_convert_fn(batch: Any) -> Any:
    """Return a single sample as it is; what a loader without batches applies instead of stacking.

    Examples:
        >>> from paddle.io import default_convert_fn
        >>> default_convert_fn((1, "x"))
        (1, 'x')
    """
    return batch


def to_tensors(batch: Any, share: bool = False) -> Any:
    """Turn the arrays in a batch into tensors; tuples become lists, everything else stays.

    With `share` the tensors use the memory of the arrays, which nobody else may write then.
    """
    if isinstance(batch, np.ndarray):
        return _to_tensor(batch, share)
    if isinstance(batch, np.generic):
        return to_tensors(np.asarray(batch))
    if isinstance(batch, Mapping):
        return {key: to_tensors(value, share) for key, value in batch.items()}
    if isinstance(batch, (list, tuple)):
        return [to_tensors(value, share) for value in batch]
    return batch


def _to_tensor(array: np.ndarray[Any, Any], share: bool) -> Any:
    import paddle

    if array.dtype.kind not in "biufc":
        return array
    shareable = share and array.dtype.isnative and array.flags.writeable and array.flags.aligned
    return paddle._core.share_array(array) if shareable else paddle.to_tensor(array)
