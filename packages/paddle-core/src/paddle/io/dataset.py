"""Datasets: sources of samples, by index or one after the other, and ways to combine them."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paddle import Tensor

__all__ = [
    "Dataset",
    "IterableDataset",
    "TensorDataset",
    "ComposeDataset",
    "ChainDataset",
    "ConcatDataset",
    "Subset",
    "random_split",
]


class Dataset:
    """Base of datasets with samples by index: override `__getitem__` and `__len__`.

    Examples:
        >>> from paddle.io import Dataset
        >>> class Squares(Dataset):
        ...     def __getitem__(self, index):
        ...         return index * index
        ...     def __len__(self):
        ...         return 5
        >>> Squares()[3]
        9
    """

    def __init__(self) -> None:
        """Nothing to set up; a subclass may take arguments."""

    def __getitem__(self, idx: int) -> Any:
        """The sample with the index `idx`; a subclass must override it."""
        raise NotImplementedError(f"'__getitem__' not implement in class {type(self).__name__}")

    def __len__(self) -> int:
        """The number of samples; a subclass must override it."""
        raise NotImplementedError(f"'__len__' not implement in class {type(self).__name__}")


class IterableDataset(Dataset):
    """Base of datasets that give one sample after the other: override `__iter__`.

    Examples:
        >>> from paddle.io import IterableDataset
        >>> class Counter(IterableDataset):
        ...     def __iter__(self):
        ...         yield from range(3)
        >>> list(iter(Counter()))
        [0, 1, 2]
    """

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the samples; a subclass must override it."""
        raise NotImplementedError(f"'__iter__' not implement in class {type(self).__name__}")

    def __getitem__(self, idx: int) -> Any:
        raise RuntimeError(
            f"'__getitem__' should not be called for the IterableDataset {type(self).__name__}"
        )

    def __len__(self) -> int:
        raise RuntimeError(
            f"'__len__' should not be called for the IterableDataset {type(self).__name__}"
        )


class TensorDataset(Dataset):
    """Samples are the rows of tensors that have the same first dimension.

    Args:
        tensors: a list or tuple of tensors.

    Raises:
        AssertionError: the first dimensions differ.

    Examples:
        >>> import paddle
        >>> data = paddle.io.TensorDataset([paddle.ones([4, 2]), paddle.arange(4)])
        >>> len(data), data[1][1].item()
        (4, 1)
    """

    def __init__(self, tensors: Sequence[Tensor]) -> None:
        assert all(t.shape[0] == tensors[0].shape[0] for t in tensors), (
            f"tensors not have same shape of the 1st dimension: {[t.shape[0] for t in tensors]}"
        )
        self.tensors = tensors

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].shape[0]


def _require_indexed(datasets: Iterable[Dataset], who: str) -> list[Dataset]:
    found = list(datasets)
    assert found, "datasets should not be an empty iterable"
    for dataset in found:
        assert not isinstance(dataset, IterableDataset), f"{who} does not support IterableDataset"
    return found


class ComposeDataset(Dataset):
    """Join the fields of several datasets: sample `i` holds all fields of all samples `i`.

    Its length is that of the shortest dataset.

    Args:
        datasets: datasets with samples by index.

    Examples:
        >>> import paddle
        >>> a = paddle.io.TensorDataset([paddle.arange(3)])
        >>> b = paddle.io.TensorDataset([paddle.arange(3) * 10])
        >>> [x.item() for x in paddle.io.ComposeDataset([a, b])[2]]
        [2, 20]
    """

    def __init__(self, datasets: Iterable[Dataset]) -> None:
        self.datasets = _require_indexed(datasets, "ComposeDataset")

    def __len__(self) -> int:
        return min(len(dataset) for dataset in self.datasets)

    def __getitem__(self, idx: int) -> tuple[Any, ...]:
        sample: list[Any] = []
        for dataset in self.datasets:
            fields = dataset[idx]
            sample.extend(fields if isinstance(fields, (list, tuple)) else [fields])
        return tuple(sample)


class ChainDataset(IterableDataset):
    """Iterable datasets one after the other.

    Args:
        datasets: `IterableDataset` objects.

    Examples:
        >>> from paddle.io import ChainDataset, IterableDataset
        >>> class Counter(IterableDataset):
        ...     def __iter__(self):
        ...         yield from range(2)
        >>> [x for x in ChainDataset([Counter(), Counter()])]
        [0, 1, 0, 1]
    """

    def __init__(self, datasets: Iterable[IterableDataset]) -> None:
        self.datasets = list(datasets)
        assert self.datasets, "datasets should not be an empty iterable"
        for dataset in self.datasets:
            assert isinstance(dataset, IterableDataset), "ChainDataset only support IterableDataset"

    def __iter__(self) -> Iterator[Any]:
        return itertools.chain.from_iterable(self.datasets)


class Subset(Dataset):
    """The samples of a dataset that a list of indices names.

    Args:
        dataset: the whole dataset.
        indices: indices into it.

    Examples:
        >>> import paddle
        >>> paddle.io.Subset(range(10), indices=[0, 2, 5])[2]
        5
    """

    def __init__(self, dataset: Dataset, indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx: int) -> Any:
        return self.dataset[self.indices[idx]]

    def __len__(self) -> int:
        return len(self.indices)


class ConcatDataset(Dataset):
    """Datasets with samples by index, one after the other.

    Args:
        datasets: the datasets.

    Examples:
        >>> import paddle
        >>> parts = [paddle.io.Subset(range(3), [0, 1]), paddle.io.Subset(range(9), [7])]
        >>> data = paddle.io.ConcatDataset(parts)
        >>> len(data), data[-1]
        (3, 7)
    """

    @staticmethod
    def cumsum(sequence: Iterable[Dataset]) -> list[int]:
        """The running total of the datasets' lengths."""
        return list(itertools.accumulate(len(dataset) for dataset in sequence))

    def __init__(self, datasets: Iterable[Dataset]) -> None:
        self.datasets = _require_indexed(datasets, "ConcatDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx: int) -> Any:
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        which = bisect.bisect_right(self.cumulative_sizes, idx)
        start = self.cumulative_sizes[which - 1] if which else 0
        return self.datasets[which][idx - start]


def random_split(
    dataset: Dataset, lengths: Sequence[int], generator: Any | None = None
) -> list[Subset]:
    """Split a dataset at random into subsets of the given lengths.

    Args:
        dataset: the dataset to split.
        lengths: lengths of the subsets, which add up to that of the dataset.
        generator: not used; the split draws from the global generator (`paddle.seed`).

    Raises:
        ValueError: the lengths do not add up.

    Examples:
        >>> import paddle
        >>> parts = paddle.io.random_split(range(10), [3, 7])
        >>> [len(part) for part in parts]
        [3, 7]
    """
    import paddle

    total = sum(lengths)
    if total != len(dataset):
        raise ValueError(
            "Sum of input lengths does not equal the length of the input dataset! "
            f"They are {total} and {len(dataset)}"
        )
    order = paddle.randperm(total).tolist()
    ends = itertools.accumulate(lengths)
    return [
        Subset(dataset, order[end - length : end])
        for end, length in zip(ends, lengths, strict=True)
    ]
