"""Worker processes of the data loader: order, seeds, errors, crashes, and that none is left."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import paddle
import pytest
from paddle.io import DataLoader, Dataset, IterableDataset
from paddle.io.channel import Channel


class Numbers(Dataset):
    """Sample `index` is an array full of `index`, large enough to travel in shared memory."""

    def __init__(self, count, size=4000):
        self.count, self.size = count, size

    def __getitem__(self, index):
        return np.full(self.size, index, np.float32), index

    def __len__(self):
        return self.count


class Apply(Dataset):
    """Sample `index` is what a function makes of it."""

    def __init__(self, function, count=8):
        self.function, self.count = function, count

    def __getitem__(self, index):
        return self.function(index)

    def __len__(self):
        return self.count


class Shards(IterableDataset):
    """Every worker gives the numbers that are its own."""

    def __init__(self, count):
        self.count = count

    def __iter__(self):
        info = paddle.io.get_worker_info()
        yield from range(info.id, self.count, info.num_workers)


def children():
    """Processes that this one started and that still run."""
    listing = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "comm="],
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in listing.stdout.split() if line != "ps"]


@pytest.fixture(autouse=True)
def no_process_is_left():
    before = children()
    yield
    deadline = time.monotonic() + 10
    while len(children()) > len(before) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(children()) <= len(before)


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("persistent", [False, True])
def test_every_sample_comes_once(workers, persistent):
    loader = DataLoader(
        Numbers(11), batch_size=3, shuffle=True, num_workers=workers, persistent_workers=persistent
    )
    for _ in range(2):
        seen = []
        for x, y in loader:
            np.testing.assert_array_equal(x.numpy()[:, 0], y.numpy())
            assert x.shape == [len(y), 4000]
            seen += y.tolist()
        assert sorted(seen) == list(range(11))


def test_order_does_not_depend_on_the_number_of_workers():
    def slow_for_even(index):
        time.sleep(0.02 * (index % 2 == 0))
        return index

    expected = [[index, index + 1] for index in range(0, 12, 2)]
    for workers in (0, 1, 2, 4):
        loader = DataLoader(Apply(slow_for_even, 12), batch_size=2, num_workers=workers)
        assert [batch.tolist() for batch in loader] == expected


def test_tensors_of_workers_can_be_written():
    for x, _ in DataLoader(Numbers(2), num_workers=1):
        x[0, 0] = 7.0
        assert x[0, 0].item() == 7.0


def test_iterable_data_is_shared_out():
    loader = DataLoader(Shards(10), batch_size=2, num_workers=2, persistent_workers=True)
    for _ in range(2):
        batches = [batch.tolist() for batch in loader]
        assert batches == [[0, 2], [1, 3], [4, 6], [5, 7], [8], [9]]
    del loader
    loader = DataLoader(Shards(10), batch_size=2, num_workers=2, drop_last=True)
    assert len([*iter(loader)]) == 4
    single = DataLoader(Shards(5), batch_size=None, num_workers=2)
    assert [*iter(single)] == [0, 1, 2, 3, 4]


def test_workers_draw_different_numbers_that_a_seed_repeats():
    def draw(index):
        return np.array([random.random(), np.random.rand(), paddle.rand([1]).item()])

    def run():
        np.random.seed(5)
        return np.stack([x.numpy()[0] for x in DataLoader(Apply(draw, 4), num_workers=2)])

    first, again = run(), run()
    np.testing.assert_array_equal(first, again)
    assert len({tuple(row) for row in first}) == 4


def test_init_function_runs_in_each_worker():
    started = []

    def init(number):
        started.append(number)

    def who(index):
        info = paddle.io.get_worker_info()
        assert started == [info.id]
        assert info.num_workers == 2
        return info.id

    loader = DataLoader(Apply(who), num_workers=2, worker_init_fn=init)
    assert [x.item() for x in loader] == [0, 1] * 4
    assert not started


class SpecialError(Exception):
    """An exception that takes more than a message."""

    def __init__(self, a, b):
        super().__init__(a, b)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError("bad sample"), ValueError),
        (SpecialError(1, 2), RuntimeError),
        (KeyError(3), KeyError),
    ],
)
def test_exceptions_arrive_with_their_traceback(error, kind):
    def fail(index):
        if index == 5:
            raise error
        return index

    batches = iter(DataLoader(Apply(fail), num_workers=2))
    assert [next(batches).item() for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(kind, match=r"worker\(1\) caught") as info:
        next(batches)
    assert "in fail" in str(info.value)


@pytest.mark.parametrize("workers", [0, 1])
def test_stop_iteration_of_a_sample_is_no_end(workers):
    def stop(index):
        if index == 2:
            raise StopIteration("from a sample")
        return index

    batches = iter(DataLoader(Apply(stop), num_workers=workers))
    assert [next(batches).item() for _ in range(2)] == [0, 1]
    with pytest.raises(RuntimeError, match="StopIteration"):
        next(batches)


def test_failing_init_function_is_reported():
    def init(number):
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        next(iter(DataLoader(Apply(abs), num_workers=1, worker_init_fn=init)))


def test_samples_that_cannot_be_pickled_are_reported():
    loader = DataLoader(Apply(lambda index: lambda: index), num_workers=1, batch_size=None)
    with pytest.raises(Exception, match="worker"):
        list(loader)


@pytest.mark.parametrize("how", ["exit", "signal"])
def test_dead_worker_is_an_error(how):
    def die(index):
        if index == 3:
            if how == "exit":
                os._exit(3)
            os.kill(os.getpid(), signal.SIGKILL)
        return index

    with pytest.raises(RuntimeError, match="SIGKILL" if how == "signal" else "with 3"):
        list(DataLoader(Apply(die), num_workers=2))


def test_timeout_is_an_error():
    with pytest.raises(RuntimeError, match="timed out"):
        list(DataLoader(Apply(lambda index: time.sleep(60)), num_workers=1, timeout=1))


def test_left_loops_leave_no_process():
    for persistent in (False, True):
        loader = DataLoader(Numbers(20), num_workers=2, persistent_workers=persistent)
        for _ in range(3):
            for _, y in loader:
                if y.item() == 4:
                    break
        assert [y.item() for _, y in loader] == list(range(20))
        del loader


def test_two_loaders_at_once():
    data = Numbers(6)
    pairs = zip(DataLoader(data, num_workers=2), DataLoader(data, num_workers=1), strict=True)
    assert [(a.item(), b.item()) for (_, a), (_, b) in pairs] == [(i, i) for i in range(6)]


def test_large_index_lists_do_not_block():
    data = Apply(lambda index: "x" * 20, 60000)
    loader = DataLoader(data, batch_size=30000, num_workers=1)
    assert [len(batch) for batch in loader] == [30000, 30000]


@pytest.mark.parametrize(
    "arguments", [{"num_workers": -1}, {"prefetch_factor": 0}, {"timeout": -1}]
)
def test_bad_settings_are_refused(arguments):
    with pytest.raises(ValueError, match=next(iter(arguments))):
        DataLoader(Numbers(2), **arguments)


def run_script(body, end):
    """Run a program that loads with two workers; return its workers' process ids when it is over.

    `end` is called with the process once its workers run.
    """
    script = textwrap.dedent("""
        import os, signal, time, numpy as np, paddle
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
        class Slow(paddle.io.Dataset):
            def __getitem__(self, index):
                os.write(1, b"%d\\n" % os.getpid())
                time.sleep(0.2)
                return index
            def __len__(self):
                return 10000
        loader = paddle.io.DataLoader(Slow(), num_workers=2)
    """) + textwrap.dedent(body)
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    workers = {int(process.stdout.readline()) for _ in range(4)}
    end(process)
    _, errors = process.communicate(timeout=30)
    deadline = time.monotonic() + 10
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return [worker for worker in workers if is_running(worker)], errors


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_interrupt_ends_program_and_workers():
    left, errors = run_script(
        "for _ in loader: pass", lambda process: os.killpg(process.pid, signal.SIGINT)
    )
    assert not left
    assert errors.strip().endswith("KeyboardInterrupt")
    assert errors.count("Traceback") == 1


def test_killed_program_leaves_no_workers():
    left, _ = run_script("for _ in loader: pass", lambda process: process.kill())
    assert not left


def test_program_that_ends_early_leaves_no_workers():
    left, errors = run_script(
        "batches = iter(loader)\nnext(batches)\ntime.sleep(1)", lambda _: None
    )
    assert not left
    assert not errors


def test_channel_carries_arrays_without_copies_through_the_socket():
    one, other = Channel.pair()
    message = {"a": np.arange(100_000), "b": "text", "c": np.arange(3)}
    one.send(message)
    back = other.receive()
    np.testing.assert_array_equal(back["a"], message["a"])
    np.testing.assert_array_equal(back["c"], message["c"])
    assert back["b"] == "text"
    assert back["a"].flags.writeable
    one.close()
    with pytest.raises(EOFError):
        other.receive()
    other.close()
