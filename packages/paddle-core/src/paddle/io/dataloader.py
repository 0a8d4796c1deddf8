"""The data loader: iterates over a dataset in batches of tensors."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from paddle._ranges import Reading
from paddle.io.collate import default_collate_fn, default_convert_fn, to_tensors
from paddle.io.dataset import IterableDataset
from paddle.io.sampler import BatchSampler
from paddle.io.worker import End, WorkerPool, WorkerSettings, get_worker_info

__all__ = ["DataLoader", "get_worker_info"]


class DataLoader:
    """Iterate over a dataset in batches of tensors.

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
        num_workers: processes that load and collate batches ahead; 0 loads in this process. They
            are forked when a pass begins. The order of batches of a dataset with indices does not
            depend on their number; of an `IterableDataset` every worker iterates over a copy of
            its own, which `get_worker_info` tells apart.
        use_buffer_reader: accepted for compatibility; workers read ahead.
        prefetch_factor: batches that each worker prepares ahead, 2 by default.
        use_shared_memory: accepted for compatibility; arrays always come in shared memory.
        timeout: seconds to wait for a batch of the workers, 0 for ever.
        worker_init_fn: called with the worker's number in each worker before it loads anything.
        persistent_workers: keep the workers for the next pass, False by default.

    Raises:
        ValueError: `shuffle` or a batch sampler with an IterableDataset; negative num_workers or
            timeout; a prefetch_factor below 1.
        RuntimeError: a worker died, or no batch came in time; an exception of a worker is raised
            again with its traceback in the message.
        AssertionError: `batch_sampler` together with settings it excludes, or a bad batch size.

    Examples:
        >>> import paddle
        >>> data = paddle.io.TensorDataset([paddle.ones([5, 2]), paddle.arange(5)])
        >>> [y.tolist() for x, y in paddle.io.DataLoader(data, batch_size=2)]
        [[0, 1], [2, 3], [4]]
        >>> [y.tolist() for x, y in paddle.io.DataLoader(data, batch_size=2, num_workers=2)]
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
        _check_workers(num_workers, prefetch_factor, timeout)
        self.dataset = dataset
        self.feed_list = feed_list
        self.return_list = return_list
        self.num_workers = num_workers
        self.prefetch_factor = prefetch_factor
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.persistent_workers = persistent_workers
        self._pool: WorkerPool | None = None
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
        batches = self._batches()
        while True:
            with Reading():
                batch = next(batches, End)
            if batch is End:
                return
            yield batch

    def _batches(self) -> Iterator[Any]:
        if self.num_workers > 0:
            yield from self._batches_of_workers()
            return
        fetch = self._make_fetcher()
        for task in self._tasks():
            batch = fetch(task)
            if isinstance(batch, End):
                return
            yield to_tensors(batch)

    def _batches_of_workers(self) -> Iterator[Any]:
        pool, self._pool = self._pool or WorkerPool(self._worker_settings()), None
        kept = False
        try:
            for batch in pool.run(self._tasks()):
                yield to_tensors(batch, share=True)
            kept = self.persistent_workers
        except GeneratorExit:
            kept = self.persistent_workers
        finally:
            if kept and self._pool is None:
                self._pool = pool
            else:
                pool.close()

    def _worker_settings(self) -> WorkerSettings:
        return WorkerSettings(
            dataset=self.dataset,
            make_fetcher=self._make_fetcher,
            num_workers=self.num_workers,
            prefetch_factor=self.prefetch_factor,
            timeout=self.timeout,
            init=self.worker_init_fn,
            seed=int(np.random.randint(0, sys.maxsize)),
        )

    def __del__(self) -> None:
        pool = getattr(self, "_pool", None)
        if pool is not None:
            pool.close()

    def __call__(self) -> Iterator[Any]:
        return iter(self)

    def _tasks(self) -> Iterable[Any]:
        """What is to be fetched one after the other: batches of indices, or just the next batch."""
        if self._is_iterable:
            return itertools.repeat(None)
        return range(len(self.dataset)) if self.batch_sampler is None else self.batch_sampler

    def _make_fetcher(self) -> Callable[[Any], Any]:
        """A function from a task to its batch; `End()` when samples have come to an end."""
        dataset, collate = self.dataset, self.collate_fn
        if self._is_iterable:
            return self._fetch_from(iter(dataset))
        if self.batch_sampler is None:
            return lambda index: collate(dataset[index])
        return lambda indices: collate([dataset[index] for index in indices])

    def _fetch_from(self, samples: Iterator[Any]) -> Callable[[Any], Any]:
        size, collate = self.batch_size, self.collate_fn

        def fetch(task: Any) -> Any:
            batch = list(itertools.islice(samples, size or 1))
            if not batch or (self.drop_last and len(batch) < (size or 1)):
                return End()
            return collate(batch[0] if size is None else batch)

        return fetch


def _check_workers(num_workers: int, prefetch_factor: int, timeout: float) -> None:
    if num_workers < 0:
        raise ValueError(f"num_workers should not be negative, but it is {num_workers}")
    if prefetch_factor < 1:
        raise ValueError(f"prefetch_factor should be at least 1, but it is {prefetch_factor}")
    if timeout < 0:
        raise ValueError(f"timeout should not be negative, but it is {timeout}")


def _check_iterable(shuffle: bool, batch_sampler: Any) -> None:
    if shuffle:
        raise ValueError(f"IterableDataset not support shuffle, but got shuffle={shuffle}")
    if batch_sampler is not None:
        raise ValueError("IterableDataset expect unspecified batch_sampler")
