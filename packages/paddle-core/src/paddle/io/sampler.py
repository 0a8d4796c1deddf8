"""Samplers: the order in which a loader visits a dataset, sample by sample or in batches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from paddle.io.dataset import Dataset, IterableDataset

__all__ = [
    "Sampler",
    "SequenceSampler",
    "RandomSampler",
    "SubsetRandomSampler",
    "WeightedRandomSampler",
    "BatchSampler",
    "DistributedBatchSampler",
]


class Sampler:
    """Base of samplers: override `__iter__` (yields indices) and `__len__`.

    Args:
        data_source: the dataset, if the sampler needs its length.

    Examples:
        >>> from paddle.io import Sampler
        >>> class Backwards(Sampler):
        ...     def __iter__(self):
        ...         return iter(range(len(self.data_source) - 1, -1, -1))
        >>> list(Backwards([5, 6, 7]))
        [2, 1, 0]
    """

    def __init__(self, data_source: Any = None) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[Any]:
        """Yield the indices; a subclass must override it."""
        raise NotImplementedError(f"'__iter__' not implement in class {type(self).__name__}")

    def __len__(self) -> int:
        return len(self.data_source)


class SequenceSampler(Sampler):
    """The indices of a dataset in order.

    Args:
        data_source: the dataset.

    Examples:
        >>> from paddle.io import SequenceSampler
        >>> list(SequenceSampler(range(3)))
        [0, 1, 2]
    """

    def __init__(self, data_source: Any) -> None:
        super().__init__(data_source)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))


class RandomSampler(Sampler):
    """The indices of a dataset in random order, drawn from NumPy's global generator.

    Args:
        data_source: the dataset.
        replacement: draw with replacement, False by default.
        num_samples: how many indices; None (the default) for all. Only with replacement.
        generator: an iterator of indices to take instead of drawing.

    Raises:
        TypeError: `replacement` is no bool.
        ValueError: `num_samples` is given without replacement, or is not positive.

    Examples:
        >>> import numpy as np
        >>> from paddle.io import RandomSampler
        >>> sorted(RandomSampler(range(4)))
        [0, 1, 2, 3]
    """

    def __init__(
        self,
        data_source: Any,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Iterator[int] | None = None,
    ) -> None:
        super().__init__(data_source)
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a bool, but it is {replacement!r}")
        if num_samples is not None and not replacement and generator is None:
            raise ValueError("num_samples should not be specified while replacement is False")
        if num_samples is not None and (not isinstance(num_samples, int) or num_samples <= 0):
            raise ValueError(f"num_samples should be a positive integer, but it is {num_samples!r}")
        self.replacement = replacement
        self.generator = generator
        self._num_samples = num_samples

    @property
    def num_samples(self) -> int:
        """How many indices one pass yields."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        count = len(self.data_source)
        if self.generator is not None:
            for _, index in zip(range(self.num_samples), self.generator, strict=False):
                yield index
        elif self.replacement:
            draws = np.random.choice(np.arange(count), self.num_samples, replace=True)
            yield from draws.tolist()
        else:
            yield from np.random.permutation(count).tolist()

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """The given indices in random order, as `paddle.seed` and `paddle.randperm` give it.

    Args:
        indices: the indices, at least one.

    Raises:
        ValueError: `indices` is empty.

    Examples:
        >>> from paddle.io import SubsetRandomSampler
        >>> sorted(SubsetRandomSampler([1, 3, 5]))
        [1, 3, 5]
    """

    def __init__(self, indices: Sequence[int]) -> None:
        super().__init__(None)
        if len(indices) == 0:
            raise ValueError(
                "The length of `indices` in SubsetRandomSampler should be greater than 0."
            )
        self.indices = indices

    def __iter__(self) -> Iterator[int]:
        import paddle

        for position in paddle.randperm(len(self.indices)).tolist():
            yield self.indices[position]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Indices drawn with probabilities in proportion to weights, from NumPy's global generator.

    Args:
        weights: a 1-D sequence, array or tensor of non-negative weights.
        num_samples: how many indices, a positive int.
        replacement: draw with replacement, True by default.

    Raises:
        ValueError: `num_samples` is not positive.
        TypeError: `replacement` is no bool.
        AssertionError: without replacement, there are fewer positive weights than samples.

    Examples:
        >>> from paddle.io import WeightedRandomSampler
        >>> list(WeightedRandomSampler([0.0, 1.0, 0.0], 3))
        [1, 1, 1]
    """

    def __init__(self, weights: Any, num_samples: int, replacement: bool = True) -> None:
        super().__init__(None)
        if not isinstance(num_samples, int) or isinstance(num_samples, bool) or num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer, but it is {num_samples!r}")
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but it is {replacement!r}")
        self.weights = _weights_to_probabilities(weights)
        self.num_samples = num_samples
        self.replacement = replacement
        if not replacement:
            positive = int(np.sum(self.weights > 0))
            assert positive >= num_samples, (
                "weights positive value number should not less than num_samples when "
                f"replacement=False, but there are {positive} for {num_samples}"
            )

    def __iter__(self) -> Iterator[int]:
        draws = np.random.choice(
            len(self.weights), self.num_samples, self.replacement, self.weights
        )
        return iter(draws.tolist())

    def __len__(self) -> int:
        return self.num_samples


def _weights_to_probabilities(weights: Any) -> np.ndarray:
    array = np.asarray(weights.numpy() if hasattr(weights, "numpy") else weights)
    assert array.ndim == 1, f"weights should be a 1-D array, but it has {array.ndim} dimensions"
    assert np.all(array >= 0), "weights should be positive values"
    total = array.sum()
    assert total > 0, "at least one of weights should be greater than 0"
    return array / total


class BatchSampler(Sampler):
    """Lists of indices, one per batch.

    Args:
        dataset: a dataset, visited in order or, with `shuffle`, at random.
        sampler: a sampler (any iterable of indices) instead of `dataset`.
        shuffle: visit the dataset at random, False by default; not with `sampler`.
        batch_size: indices per batch, a positive int, 1 by default.
        drop_last: leave out a last batch that is not full, False by default.

    Raises:
        AssertionError: neither or both of dataset and sampler, or a bad batch size.

    Examples:
        >>> from paddle.io import BatchSampler, SequenceSampler
        >>> list(BatchSampler(sampler=SequenceSampler(range(5)), batch_size=2))
        [[0, 1], [2, 3], [4]]
    """

    def __init__(
        self,
        dataset: Any = None,
        sampler: Iterable[int] | None = None,
        shuffle: bool = False,
        batch_size: int = 1,
        drop_last: bool = False,
    ) -> None:
        super().__init__(dataset)
        if dataset is None:
            assert sampler is not None, "either dataset or sampler should be set"
            assert not isinstance(sampler, Dataset), "sampler should not be a Dataset"
            assert not shuffle, "shuffle should be False when sampler is set"
            self.sampler: Any = sampler
        else:
            assert sampler is None, "should not set both dataset and sampler"
            assert not isinstance(dataset, IterableDataset), (
                "dataset should not be an IterableDataset"
            )
            assert isinstance(shuffle, bool), f"shuffle should be a bool, but it is {shuffle!r}"
            self.sampler = RandomSampler(dataset) if shuffle else SequenceSampler(dataset)
        _check_batching(batch_size, drop_last)
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        batch: list[int] = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self) -> int:
        count = len(self.sampler)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


def _check_batching(batch_size: int, drop_last: bool) -> None:
    good = isinstance(batch_size, int) and batch_size > 0
    assert good, f"batch_size should be a positive integer, but got {batch_size}"
    assert isinstance(drop_last, bool), f"drop_last should be a bool, but got {drop_last!r}"


class DistributedBatchSampler(BatchSampler):
    """The batches of one of several processes that share a dataset.

    The dataset is padded with its first samples to a multiple of the number of processes. With
    `shuffle`, the order of an epoch comes from `numpy.random.RandomState(epoch)`, the same in every
    process.

    Args:
        dataset: the dataset.
        batch_size: indices per batch and process, a positive int.
        num_replicas: the number of processes. It must be given: this package has no process groups.
        rank: this process's number. It must be given.
        shuffle: shuffle anew in every epoch, False by default.
        drop_last: leave out a last batch that is not full, False by default.

    Raises:
        ValueError: `num_replicas` or `rank` is missing.
        AssertionError: a bad value.

    Examples:
        >>> from paddle.io import DistributedBatchSampler
        >>> list(DistributedBatchSampler(range(8), 2, num_replicas=2, rank=1))
        [[2, 3], [6, 7]]
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = False,
        drop_last: bool = False,
    ) -> None:
        _check_batching(batch_size, drop_last)
        assert isinstance(shuffle, bool), f"shuffle should be a bool, but it is {shuffle!r}"
        if num_replicas is None or rank is None:
            raise ValueError(
                "DistributedBatchSampler needs num_replicas and rank: no process group is set up"
            )
        good = isinstance(num_replicas, int) and num_replicas > 0
        assert good, f"num_replicas should be a positive integer, but it is {num_replicas!r}"
        good = isinstance(rank, int) and 0 <= rank < num_replicas
        assert good, f"rank should be an integer from 0 to {num_replicas - 1}, but it is {rank!r}"
        self.data_source = dataset
        self.dataset = dataset
        self.batch_size = batch_size
        self.nranks = num_replicas
        self.local_rank = rank
        self.shuffle = shuffle
        self.drop_last = drop_last
        self.epoch = 0
        self.num_samples = math.ceil(len(dataset) / num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self) -> Iterator[list[int]]:
        indices = self._own_share(self._epoch_order())
        for start in range(0, len(indices), self.batch_size):
            batch = indices[start : start + self.batch_size]
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def _epoch_order(self) -> list[int]:
        """All indices of this epoch, padded to `total_size`; counts the epoch up."""
        indices = list(range(len(self.dataset)))
        indices += indices[: self.total_size - len(indices)]
        if self.shuffle:
            np.random.RandomState(self.epoch).shuffle(indices)
            self.epoch += 1
        return indices

    def _own_share(self, indices: list[int]) -> list[int]:
        """Every nranks-th batch, and an equal part of the rest that makes no full round."""
        size, ranks, rank = self.batch_size, self.nranks, self.local_rank
        rest = self.total_size % (size * ranks)
        rounds = len(indices) - rest
        share: list[int] = []
        for start in range(rank * size, rounds, size * ranks):
            share.extend(indices[start : start + size])
        part = rest // ranks
        share.extend(indices[rounds + rank * part : rounds + (rank + 1) * part])
        return share

    def __len__(self) -> int:
        count = self.num_samples
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch that seeds the next shuffle, the same in all processes."""
        self.epoch = epoch
