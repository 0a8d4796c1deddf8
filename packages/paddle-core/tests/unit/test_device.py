"""Devices, streams, memory counters, and counting the operations of networks."""

from __future__ import annotations

import paddle
import pytest
from paddle import nn


def test_events_measure_time():
    start, end = paddle.device.Event(enable_timing=True), paddle.device.Event(enable_timing=True)
    start.record()
    paddle.rand([200, 200]) @ paddle.rand([200, 200])
    paddle.device.current_stream().record_event(end)
    assert end.query()
    assert start.elapsed_time(end) > 0
    assert end.elapsed_time(start) < 0


def test_events_without_times_are_refused():
    with pytest.raises(RuntimeError, match="enable_timing"):
        paddle.device.Event().elapsed_time(paddle.device.Event())
    timed = paddle.device.Event(enable_timing=True)
    with pytest.raises(RuntimeError, match="recorded"):
        timed.elapsed_time(timed)


def test_streams_change_for_a_scope():
    before, other = paddle.device.current_stream(), paddle.device.Stream("cpu")
    with paddle.device.stream_guard(other):
        assert paddle.device.current_stream() is other
        other.wait_stream(before)
        other.wait_event(before.record_event())
        other.synchronize()
    assert paddle.device.current_stream() is before
    with pytest.raises(TypeError, match="Stream"):
        paddle.device.set_stream(3)


@pytest.mark.parametrize("make", [paddle.device.Stream, paddle.device.Event])
def test_other_devices_are_refused(make):
    with pytest.raises(ValueError, match="'gpu:0'"):
        make("gpu:0")


@pytest.mark.parametrize(
    "name",
    [name for name in paddle.device.cuda.__all__ if name not in ("device_count", "empty_cache")],
)
def test_questions_about_a_gpu_are_refused(name):
    function = getattr(paddle.device.cuda, name)
    with pytest.raises(ValueError, match=name):
        function(*[None] * (name == "stream_guard"))


def test_memory_is_counted():
    paddle.device.reset_max_memory_allocated()
    before = paddle.device.memory_allocated()
    block = paddle.zeros([1 << 18])
    assert paddle.device.memory_allocated() - before == 1 << 20
    del block
    assert paddle.device.memory_allocated() == before
    assert paddle.device.max_memory_allocated() >= before + (1 << 20)


# What release 2.6.2 counts for each of these networks.
@pytest.mark.parametrize(
    ("layers", "shape", "total"),
    [
        (
            lambda: [
                nn.Conv2D(3, 8, 3), nn.BatchNorm2D(8), nn.ReLU(), nn.AdaptiveAvgPool2D(1),
                nn.Flatten(), nn.Linear(8, 4),
            ],
            [1, 3, 32, 32],
            223240,
        ),
        (
            lambda: [
                nn.Conv2DTranspose(4, 8, 3, groups=2, bias_attr=False), nn.PReLU(),
                nn.LayerNorm([34, 34]), nn.AvgPool2D(2), nn.MaxPool2D(2), nn.LeakyReLU(),
            ],
            [2, 4, 32, 32],
            338576,
        ),
        (
            lambda: [
                nn.Conv1D(3, 8, 3), nn.BatchNorm1D(8), nn.Dropout(), nn.ReLU6(), nn.AvgPool1D(2),
                nn.AdaptiveAvgPool1D(2), nn.Tanh(),
            ],
            [2, 3, 16],
            2480,
        ),
        (lambda: [nn.Conv2D(4, 4, 3, groups=4, padding=1)], [2, 4, 8, 8], 5120),
    ],
)  # fmt: skip
def test_flops_are_those_of_the_reference(layers, shape, total):
    assert paddle.flops(nn.Sequential(*layers()), shape) == total


def test_flops_table_and_custom_counters(capsys):
    def count(layer, inputs, output):
        layer.total_ops += 7

    net = nn.Sequential(nn.Linear(3, 4), nn.GELU())
    net.train()
    assert paddle.flops(net, [2, 3], custom_ops={nn.Linear: count}, print_detail=True) == 7
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("Customize Function") for line in lines)
    assert any(line.startswith("Cannot find suitable count function") for line in lines)
    assert lines[-1] == "Total Flops: 7     Total Params: 16"
    assert net.training
    assert not hasattr(net[0], "total_ops")
    with pytest.raises(TypeError, match="Layer"):
        paddle.flops(3, [1])
