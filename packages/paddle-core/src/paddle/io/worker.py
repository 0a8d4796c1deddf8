"""Worker processes of a data loader, and the pool that gives them work."""

from __future__ import annotations

import collections
import dataclasses
import multiprocessing
import pickle
import random
import signal
import sys
import time
import traceback
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import wait
from typing import Any

import numpy as np

from paddle.io.channel import Channel

__all__ = ["End", "WorkerInfo", "WorkerPool", "WorkerSettings", "get_worker_info"]


@dataclasses.dataclass(frozen=True)
class WorkerInfo:
    """What a worker process knows about itself."""

    id: int
    num_workers: int
    dataset: Any
    seed: int


_worker_info: WorkerInfo | None = None


def get_worker_info() -> WorkerInfo | None:
    """Information on the worker process that calls it: `id`, `num_workers`, `dataset`, `seed`.

    An IterableDataset needs it to give every worker a share of its own. None in the main process.

    Examples:
        >>> import paddle
        >>> paddle.io.get_worker_info() is None
        True
        >>> class Shards(paddle.io.IterableDataset):
        ...     def __iter__(self):
        ...         info = paddle.io.get_worker_info()
        ...         yield from range(info.id, 6, info.num_workers)
        >>> loader = paddle.io.DataLoader(Shards(), batch_size=3, num_workers=2)
        >>> [batch.tolist() for batch in loader]
        [[0, 2, 4], [1, 3, 5]]
    """
    return _worker_info


@dataclasses.dataclass(frozen=True)
class WorkerSettings:
    """What a pool of workers is started with."""

    dataset: Any
    # Makes a function from a task to a batch, or to End after the last one; once per pass.
    make_fetcher: Callable[[], Callable[[Any], Any]]
    num_workers: int
    prefetch_factor: int
    timeout: float
    init: Callable[[int], None] | None
    seed: int


@dataclasses.dataclass(frozen=True)
class Failure:
    """An exception of a worker, with its traceback as text."""

    worker: int
    kind: type[BaseException]
    text: str

    @classmethod
    def current(cls, worker: int) -> Failure:
        """The exception that is being handled."""
        kind = sys.exc_info()[0] or RuntimeError
        try:
            pickle.dumps(kind)
        except Exception:  # a class that only the worker knows
            kind = RuntimeError
        return cls(worker, kind, traceback.format_exc())

    def error(self) -> BaseException:
        """An exception of the same type whose message holds the traceback."""
        message = f"DataLoader worker({self.worker}) caught {self.kind.__name__}:\n{self.text}"
        try:
            return self.kind(message)
        except Exception:  # its constructor takes something else
            return RuntimeError(message)


class End:
    """What comes instead of a batch when there are no more samples."""


class NewPass:
    """Tells a worker to begin anew."""


# ---- in the worker ---------------------------------------------------------------------------

# The main process's ends of all channels: a forked child closes its copies, so that each worker
# sees the end of its channel as soon as the main process is gone.
_main_ends: weakref.WeakSet[Channel] = weakref.WeakSet()


def _work(settings: WorkerSettings, number: int, channel: Channel) -> None:
    """What a worker process runs: it answers tasks until its channel is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process ends its workers
    for end in list(_main_ends):
        end.close()
    try:
        answer = _start(settings, number)
        while True:
            task = channel.receive()
            if not isinstance(task, NewPass):
                _reply(channel, number, task[0], answer(task[1]))
            else:
                answer = _start_pass(settings, number)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _reply(channel: Channel, worker: int, task: int, answer: Any) -> None:
    try:
        channel.send((task, answer))
    except OSError:
        raise
    except Exception:  # it cannot be pickled
        channel.send((task, Failure.current(worker)))


def _start(settings: WorkerSettings, number: int) -> Callable[[Any], Any]:
    global _worker_info
    _worker_info = WorkerInfo(
        number, settings.num_workers, settings.dataset, settings.seed + number
    )
    _seed_generators(settings.seed, number)
    return _start_pass(settings, number, settings.init)


def _seed_generators(seed: int, number: int) -> None:
    import paddle

    states = np.random.SeedSequence([seed, number]).generate_state(4)
    random.seed(int(states[0]))
    np.random.seed(states[1:3])
    paddle.seed(int(states[3]))


def _start_pass(
    settings: WorkerSettings, number: int, init: Callable[[int], None] | None = None
) -> Callable[[Any], Any]:
    try:
        if init is not None:
            init(number)
        fetch = settings.make_fetcher()
    except Exception:
        failure = Failure.current(number)
        return lambda task: failure

    def answer(task: Any) -> Any:
        try:
            return fetch(task)
        except Exception:
            return Failure.current(number)

    return answer


# ---- in the main process ---------------------------------------------------------------------


class Worker:
    """A running worker process and the channel to it."""

    def __init__(self, settings: WorkerSettings, number: int) -> None:
        self.channel, other = Channel.pair()
        _main_ends.add(self.channel)
        self.exhausted = False
        context = multiprocessing.get_context("fork")
        self.process = context.Process(
            target=_work, args=(settings, number, other), daemon=True,
            name=f"paddle-loader-{number}",
        )  # fmt: skip
        with warnings.catch_warnings():
            # Idle threads of the core hold no locks, and a forked child starts none.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.process.start()
        other.close()

    def send(self, message: Any) -> None:
        """Give the worker a task; one that is gone is noticed when its answer is missing."""
        try:
            self.channel.send(message)
        except (BrokenPipeError, ConnectionResetError):
            return

    def death(self) -> RuntimeError:
        """The error to raise when the process is gone."""
        self.process.join(1)
        code = self.process.exitcode
        how = f"by signal {signal.Signals(-code).name}" if code and code < 0 else f"with {code}"
        return RuntimeError(
            f"DataLoader worker (pid {self.process.pid}) exited unexpectedly {how}; "
            "its batches are lost"
        )

    def close(self) -> None:
        """End the process, by force where it does not come to an end."""
        self.channel.close()
        self.process.join(0.2)
        for end in (self.process.terminate, self.process.kill):
            if self.process.is_alive():
                end()
                self.process.join(1)
        self.process.close()


class WorkerPool:
    """Workers that prepare batches ahead; the batches come in the order of their tasks."""

    def __init__(self, settings: WorkerSettings) -> None:
        # The settings lead back to the loader, which shall go away as soon as nobody holds it.
        self._ahead = settings.prefetch_factor * settings.num_workers
        self._timeout = settings.timeout
        self._workers: list[Worker] = []
        self._next_number = 0
        self._fresh = True
        try:
            for number in range(settings.num_workers):
                self._workers.append(Worker(settings, number))
        except BaseException:
            self.close()
            raise

    def run(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """Yield the answers to tasks; a worker that has no more samples is left out."""
        self._begin_pass()
        remaining = iter(tasks)
        asked: collections.deque[int] = collections.deque()
        arrived: dict[int, Any] = {}
        owners: dict[int, Worker] = {}
        while True:
            while len(asked) < self._ahead and (number := self._ask(remaining, owners)) is not None:
                asked.append(number)
            if not asked:
                return
            number = asked.popleft()
            self._wait_for(number, arrived, owners)
            answer = arrived.pop(number)
            owner = owners.pop(number)
            if isinstance(answer, Failure):
                raise answer.error()
            if isinstance(answer, End):
                owner.exhausted = True
            else:
                yield answer

    def _begin_pass(self) -> None:
        for worker in self._workers:
            worker.exhausted = False
            if not self._fresh:
                worker.send(NewPass())
        self._fresh = False
        self._turn = 0

    def _ask(self, remaining: Iterator[Any], owners: dict[int, Worker]) -> int | None:
        """Give the next task to the next worker; None when there is no task or no worker."""
        for _ in self._workers:
            worker = self._workers[self._turn % len(self._workers)]
            self._turn += 1
            if not worker.exhausted:
                break
        else:
            return None
        try:
            task = next(remaining)
        except StopIteration:
            return None
        number, self._next_number = self._next_number, self._next_number + 1
        owners[number] = worker
        worker.send((number, task))
        return number

    def _wait_for(self, number: int, arrived: dict[int, Any], owners: dict[int, Worker]) -> None:
        deadline = time.monotonic() + self._timeout if self._timeout else None
        while number not in arrived:
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            ready = wait([worker.channel.fileno() for worker in self._workers], left)
            if not ready:
                raise RuntimeError(f"DataLoader timed out: no batch came within {self._timeout} s")
            for worker in self._workers:
                if worker.channel.fileno() in ready:
                    self._collect(worker, arrived, owners)

    @staticmethod
    def _collect(worker: Worker, arrived: dict[int, Any], owners: dict[int, Worker]) -> None:
        try:
            number, answer = worker.channel.receive()
        except (EOFError, ConnectionResetError):
            raise worker.death() from None
        if number in owners:  # otherwise of a pass that was left early
            arrived[number] = answer

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.channel.close()
        for worker in self._workers:
            worker.close()
        self._workers = []
