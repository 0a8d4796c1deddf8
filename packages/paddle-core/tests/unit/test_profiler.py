"""The profiler: states, events, tables and trace files."""

from __future__ import annotations

import json
import threading

import paddle
import pytest
from paddle import profiler
from paddle.profiler import ProfilerState, RecordEvent, SortedKeys, SummaryView
from paddle.profiler.events import TracerEventType

CLOSED, READY = ProfilerState.CLOSED, ProfilerState.READY
RECORD, RETURN = ProfilerState.RECORD, ProfilerState.RECORD_AND_RETURN


def train(prof, steps):
    layer = paddle.nn.Linear(8, 4)
    adam = paddle.optimizer.Adam(parameters=layer.parameters())
    for _ in range(steps):
        with RecordEvent("forward"):
            loss = layer(paddle.ones([2, 8])).tanh().sum()
        loss.backward()
        adam.step()
        adam.clear_grad()
        prof.step(num_samples=2)


@pytest.fixture
def recorded():
    with profiler.Profiler(
        on_trace_ready=lambda prof: None, record_shapes=True, profile_memory=True
    ) as prof:
        train(prof, 3)
    return prof


def named(prof, name):
    return [event for event in prof.profiler_result.events if event.name == name]


def test_schedule_cycles_after_the_first_steps():
    state = profiler.make_scheduler(closed=1, ready=1, record=2, repeat=1, skip_first=1)
    expected = [CLOSED, CLOSED, READY, RECORD, RETURN, CLOSED, CLOSED, CLOSED]
    assert [state(step) for step in range(8)] == expected


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        ((2, 4), [CLOSED, READY, RECORD, RETURN, CLOSED, CLOSED]),
        ((0, 2), [RECORD, RETURN, CLOSED, CLOSED]),
        ((1, 2), [READY, RETURN, CLOSED]),
    ],
)
def test_pair_records_from_the_first_step_to_the_one_before_the_last(pair, expected):
    scheduler = profiler.Profiler(scheduler=pair).scheduler
    assert [scheduler(step) for step in range(len(expected))] == expected


@pytest.mark.parametrize("counts", [(-1, 0, 1), (0, -1, 1), (0, 0, 0)])
def test_schedule_refuses_impossible_counts(counts):
    closed, ready, record = counts
    with pytest.raises(AssertionError, match="schedule"):
        profiler.make_scheduler(closed=closed, ready=ready, record=record)


def test_only_scheduled_steps_are_recorded():
    results = []
    with profiler.Profiler(
        scheduler=(1, 3), on_trace_ready=lambda prof: results.append(prof.profiler_result)
    ) as prof:
        train(prof, 5)
    assert len(results) == 1
    steps = [e.name for e in results[0].events if e.type is TracerEventType.ProfileStep]
    assert steps == ["ProfileStep#1", "ProfileStep#2"]


def test_events_nest_as_the_program_does(recorded):
    roots = recorded.profiler_result.get_data()
    (events,) = roots.values()
    step = next(event for event in events if event.name == "ProfileStep#1")
    forward, backward, update = step.children[:3]
    assert forward.name == "forward"
    assert backward.type is TracerEventType.Backward
    assert update.type is TracerEventType.Optimization
    assert [child.name for child in forward.children] == ["full", "Linear", "tanh", "sum"]
    (linear,) = forward.children[1].children
    assert (linear.name, linear.type) == ("linear", TracerEventType.Operator)
    gradient = next(child for child in backward.children if child.name == "tanh gradient")
    assert gradient.type is TracerEventType.Operator
    assert all(child.type is TracerEventType.OperatorInner for child in gradient.children)


def test_shapes_and_memory_of_operators(recorded):
    linear = named(recorded, "linear")[0]
    assert linear.detail == "float32[2, 8], float32[8, 4], float32[4]"
    assert linear.allocations >= 1
    assert linear.allocated >= 2 * 4 * 4
    total = sum(event.allocated - event.freed for event in recorded.profiler_result.events)
    assert abs(total) < 1 << 20


def test_counts_and_order_of_times(recorded):
    assert len(named(recorded, "linear")) == 3
    for event in recorded.profiler_result.events:
        assert event.end_ns > event.start_ns


def test_chrome_trace_holds_every_event(recorded, tmp_path):
    recorded.export(str(tmp_path / "trace.json"))
    entries = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    events = recorded.profiler_result.events
    assert [entry["name"] for entry in entries] == [event.name for event in events]
    assert all(entry["ph"] == "X" and entry["dur"] > 0 for entry in entries)
    linear = next(entry for entry in entries if entry["name"] == "linear")
    assert linear["args"]["inputs"].startswith("float32[2, 8]")


def test_perfetto_trace_reads_back(recorded, tmp_path):
    path = str(tmp_path / "trace.pb")
    recorded.export(path, format="pb")
    key = lambda event: (event.start_ns, -event.end_ns, event.name)  # noqa: E731
    back = profiler.load_profiler_result(path).events
    assert sorted(map(key, back)) == sorted(map(key, recorded.profiler_result.events))
    assert {e.detail for e in back} == {e.detail for e in recorded.profiler_result.events}


@pytest.mark.parametrize("content", [b"\xff", b"\x0a\x7f", b"\x09\x00"])
def test_loading_refuses_other_files(content, tmp_path):
    path = tmp_path / "no.pb"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="no trace"):
        profiler.load_profiler_result(str(path))


def test_export_functions_name_their_files(tmp_path):
    for make, suffix in (
        (profiler.export_chrome_tracing, "json"),
        (profiler.export_protobuf, "pb"),
    ):
        with profiler.Profiler(on_trace_ready=make(str(tmp_path / suffix), "w")):
            paddle.ones([2])
        (path,) = (tmp_path / suffix).iterdir()
        assert path.name.startswith("w_time_")
        assert path.name.endswith(f".paddle_trace.{suffix}")


def test_summary_tables(recorded, capsys):
    recorded.summary(sorted_by=SortedKeys.CPUMax, time_unit="us")
    text = capsys.readouterr().out
    for title in ("Device", "Overview", "Model", "Operator", "UserDefined", "Memory"):
        assert f"{title} Summary" in text
    row = next(line for line in text.splitlines() if line.split()[:2] == ["linear", "3"])
    assert row.count(" / ") == 4
    recorded.summary(views=SummaryView.UDFView)
    text = capsys.readouterr().out
    assert "Operator Summary" not in text
    assert "forward" in text


def test_summary_refuses_unknown_units(recorded):
    with pytest.raises(ValueError, match="time unit"):
        recorded.summary(time_unit="hours")


def test_ranges_of_other_threads_are_recorded():
    def work():
        with RecordEvent("elsewhere"):
            paddle.ones([2])

    with profiler.Profiler(on_trace_ready=lambda prof: None) as prof:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    (event,) = named(prof, "elsewhere")
    assert event.thread_id != prof.profiler_result.events[0].thread_id


def test_ranges_without_a_profiler_leave_nothing():
    with RecordEvent("before"):
        paddle.ones([2])
    dangling = RecordEvent("dangling")
    dangling.end()
    with profiler.Profiler(on_trace_ready=lambda prof: None) as prof:
        pass
    assert not named(prof, "before")
    assert not named(prof, "dangling")


def test_a_second_profiler_is_refused():
    running = profiler.Profiler(on_trace_ready=lambda prof: None)
    with running, pytest.raises(RuntimeError, match="another profiler"):
        profiler.Profiler().start()


def test_step_info_reports_the_pace():
    prof = profiler.Profiler(timer_only=True)
    prof.start()
    assert prof.step_info() == ""
    for _ in range(3):
        prof.step(num_samples=8)
    assert " ips: " in (text := prof.step_info())
    assert text.endswith(" samples/s")
    prof.step()
    assert prof.step_info("batches").endswith(" batches/s")
    prof.stop()


def test_reading_counts_for_the_reader():
    data = paddle.io.TensorDataset([paddle.ones([6, 2])])
    prof = profiler.Profiler(timer_only=True)
    prof.start()
    for _ in paddle.io.DataLoader(data, batch_size=2):
        prof.step(num_samples=2)
    assert prof.step_info().startswith(" reader_cost: ")
    prof.stop()
