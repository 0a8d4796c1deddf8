"""The data loader: iterates over a dataset in batches of tensors."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from paddle.io.collate import default_collate_fn, default_convert_fn, to_tensors
from paddle.io.dataset import IterableDataset
from paddle.io.sampler import BatchSampler

__all__ = ["DataLoader", "get_worker_info"]


def get_worker_info() -> None:
    """Information on the worker process that calls it; None in the main process, where all loading
    happens.

    Examples:
        >>> import paddle
        >>> paddle.io.get_worker_info() is None
        True
    """
    return None


class DataLoader:
    """Iterate over a dataset in batches of tensors, in this process.

    Each pass draws batches of indices from the batch sampler (or takes `batch_size` samples from an
    `IterableDataset`), stacks the samples with `collate_fn` and turns arrays into tensors.

    Args:
        dataset: a `Dataset`, an `IterableDataset`, or anything with `__getitem__` and `__len__`.
        feed_list: accepted for compatibility; the fields come in the dataset's order.
        places: accepted for compatibility; tensors are made on the current device.
        return_list: accepted for compatibility; fields always come as a list.
        batch_sampler: yields lists of indices; excludes batch_size, shuffle and drop_last.
        batch_size: samples per batch, 1 by default; None hands out single samples without a batch
            axis.
        shuffle: visit the samples in random order, False by default.
        drop_last: leave out a last batch that is not full, False by default.
        collate_fn: makes a batch of a list of samples, `default_collate_fn` by default.
        num_workers: must be 0: samples are loaded in this process.
        use_buffer_reader, prefetch_factor, use_shared_memory, timeout, worker_init_fn,
        persistent_workers:
            settings of worker processes, without effect here.

    Raises:
        NotImplementedError: `num_workers` is greater than 0.
        ValueError: `shuffle` or a batch sampler with an IterableDataset; negative num_workers.
        AssertionError: `batch_sampler` together with settings it excludes, or a bad batch size.

    Examples:
        >>> import paddle
        >>> data = paddle.io.TensorDataset([paddle.ones([5, 2]), paddle.arange(5)])
        >>> [y.tolist() for x, y in paddle.io.DataLoader(data, batch_size=2)]
        [[0, 1], [2, 3], [4]]
    """

    def __init__(
        self,
        dataset: Any,
        feed_list: Sequence[Any] | None = None,
        places: Any | None = None,
        return_list: bool = True,
        batch_sampler: Any | None = None,
        batch_size: int | None = 1,
        shuffle: bool = False,
        drop_last: bool = False,
        collate_fn: Callable[[list[Any]], Any] | None = None,
        num_workers: int = 0,
        use_buffer_reader: bool = True,
        prefetch_factor: int = 2,
        use_shared_memory: bool = True,
        timeout: int = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        persistent_workers: bool = False,
    ) -> None:
        _check_workers(num_workers)
        self.dataset = dataset
        self.feed_list = feed_list
        self.return_list = return_list
        self.num_workers = num_workers
        self.batch_size = batch_size
        self.drop_last = drop_last
        self._is_iterable = isinstance(dataset, IterableDataset)
        if batch_sampler is not None:
            unset = batch_size == 1 and not shuffle and not drop_last
            assert unset, (
                "batch_size/shuffle/drop_last should not be set when batch_sampler is given"
            )
            self.batch_size = None
        if self._is_iterable:
            _check_iterable(shuffle, batch_sampler)
        self.batch_sampler = batch_sampler or self._make_batch_sampler(shuffle)
        batched = self.batch_sampler is not None or self.batch_size is not None
        self.collate_fn = collate_fn or (default_collate_fn if batched else default_convert_fn)

    def _make_batch_sampler(self, shuffle: bool) -> BatchSampler | None:
        if self.batch_size is None:
            return None
        assert self.batch_size > 0, (
            "batch_size should be None or a positive value when batch_sampler is not given, "
            f"but it is {self.batch_size}"
        )
        if self._is_iterable:
            return None
        return BatchSampler(
            self.dataset, shuffle=shuffle, batch_size=self.batch_size, drop_last=self.drop_last
        )

    def __len__(self) -> int:
        """The number of batches of one pass."""
        if self._is_iterable:
            raise ValueError("length of IterableDataset not supported")
        return len(self.dataset if self.batch_sampler is None else self.batch_sampler)

    def __iter__(self) -> Iterator[Any]:
        for samples in self._sample_lists():
            yield to_tensors(self.collate_fn(samples))

    def __call__(self) -> Iterator[Any]:
        return iter(self)

    def _sample_lists(self) -> Iterator[Any]:
        """What each call of `collate_fn` gets: lists of samples, or single samples."""
        if self.batch_sampler is not None:
            for indices in self.batch_sampler:
                yield [self.dataset[index] for index in indices]
        elif self.batch_size is None:
            yield from self.dataset if self._is_iterable else self._samples_in_order()
        else:
            yield from self._batches_of_iterable(self.batch_size)

    def _samples_in_order(self) -> Iterator[Any]:
        return (self.dataset[index] for index in range(len(self.dataset)))

    def _batches_of_iterable(self, batch_size: int) -> Iterator[list[Any]]:
        samples = iter(self.dataset)
        while batch := list(itertools.islice(samples, batch_size)):
            if len(batch) < batch_size and self.drop_last:
                return
            yield batch


def _check_workers(num_workers: int) -> None:
    if num_workers < 0:
        raise ValueError(f"num_workers should not be negative, but it is {num_workers}")
    if num_workers > 0:
        raise NotImplementedError(
            f"DataLoader was asked for num_workers={num_workers}, but worker processes are not "
            "available: use num_workers=0, which loads in this process"
        )


def _check_iterable(shuffle: bool, batch_sampler: Any) -> None:
    if shuffle:
        raise ValueError(f"IterableDataset not support shuffle, but got shuffle={shuffle}")
    if batch_sampler is not None:
        raise ValueError("IterableDataset expect unspecified batch_sampler")
