"""Checks for NaN and infinity, statistics of operators, and the comparison of two runs."""

from __future__ import annotations

import threading
import xml.etree.ElementTree as ET
import zipfile

import numpy as np
import paddle
import pytest
from paddle.amp import AmpScaler, GradScaler, debugging
from paddle.amp.debugging import DebugMode, TensorCheckerConfig

BAD = [1.0, 0.0, float("nan"), float("inf"), -5.0]


@pytest.fixture(autouse=True)
def _nothing_observed():
    yield
    debugging.disable_tensor_checker()
    assert not debugging._observers


# ---- check_numerics -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [m for m in DebugMode if m.value > 0])
def test_check_numerics_counts(mode, capsys):
    counts, values = debugging.check_numerics(paddle.to_tensor(BAD), "pow", "res", mode)
    assert counts.tolist() == [1, 1, 1]
    assert counts.dtype == paddle.int64
    assert values.tolist()[:2] == [float("inf"), -5.0]
    assert np.isnan(values.tolist()[2])
    assert capsys.readouterr().out == (
        "[PRECISION] [ERROR] in [device=cpu, op=pow, tensor=res, dtype=fp32], numel=5, num_nan=1, "
        "num_inf=1, num_zero=1, max=inf, min=-5.000000e+00, mean=nan\n"
    )


def test_check_numerics_aborts():
    expected = r"num_nan=1, num_inf=1, num_zero=1\) in \[device=cpu, op=pow, tensor=res, dtype=fp32"
    with pytest.raises(RuntimeError, match=expected):
        debugging.check_numerics(paddle.to_tensor(BAD), "pow", "res")


@pytest.mark.parametrize(
    ("values", "mode", "prints"),
    [
        ([1.0, 0.0, 3.0], DebugMode.CHECK_NAN_INF, False),
        ([1.0, 0.0, 3.0], DebugMode.CHECK_ALL_FOR_OVERFLOW, False),
        ([1.0, 0.0, -7e4], DebugMode.CHECK_ALL_FOR_OVERFLOW, True),
        ([1.0, 0.0, 3.0], DebugMode.CHECK_ALL, True),
        ([1.0, 0.0, 3.0], DebugMode.CHECK_NAN_INF_AND_ABORT, False),
    ],
)
def test_check_numerics_of_finite_values(values, mode, prints, capsys):
    counts, _ = debugging.check_numerics(paddle.to_tensor(values), "pow", "res", mode)
    assert counts.tolist() == [0, 0, 1]
    out = capsys.readouterr().out
    assert bool(out) == prints
    assert "ERROR" not in out


@pytest.mark.parametrize(
    ("dtype", "short"),
    [("float16", "fp16"), ("bfloat16", "bf16"), ("float32", "fp32"), ("float64", "fp64")],
)
def test_check_numerics_of_dtypes(dtype, short, capsys):
    tensor = paddle.to_tensor([1.0, 0.0, 3.0], dtype=dtype)
    debugging.check_numerics(tensor, "pow", "res", DebugMode.CHECK_ALL)
    assert capsys.readouterr().out == (
        f"[PRECISION] in [device=cpu, op=pow, tensor=res, dtype={short}], numel=3, num_zero=1, "
        "max=3.000000e+00, min=0.000000e+00, mean=1.333333e+00\n"
    )


def test_check_numerics_of_other_tensors():
    with pytest.raises(TypeError, match="floating"):
        debugging.check_numerics(paddle.to_tensor([1]), "pow", "res")
    counts, _ = debugging.check_numerics(paddle.zeros([0]), "pow", "res")
    assert counts.tolist() == [0, 0, 0]


# ---- the checker --------------------------------------------------------------------------------


def test_checker_raises_at_the_operator():
    x = paddle.zeros([2])
    debugging.enable_tensor_checker(TensorCheckerConfig(True))
    with pytest.raises(RuntimeError, match="op=divide"):
        1.0 / x
    debugging.disable_tensor_checker()
    assert np.isinf((1.0 / x).numpy()).all()


def test_checker_sees_the_backward_pass(capsys):
    x = paddle.to_tensor([0.0, 4.0], stop_gradient=False)
    debugging.enable_tensor_checker(TensorCheckerConfig(True, DebugMode.CHECK_NAN_INF))
    y = x.sqrt()
    assert capsys.readouterr().out == ""
    y.sum().backward()
    out = capsys.readouterr().out
    assert "num_inf=1" in out
    assert "test_checker_sees_the_backward_pass" in out


def test_checker_without_callers(capsys):
    config = TensorCheckerConfig(True, DebugMode.CHECK_NAN_INF, stack_height_limit=0)
    debugging.enable_tensor_checker(config)
    1.0 / paddle.zeros([1])
    assert "File" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ({"checked_op_list": ["log"]}, False),
        ({"checked_op_list": ["divide"]}, True),
        ({"skipped_op_list": ["divide"]}, False),
        ({"skipped_op_list": ["log"]}, True),
        ({"enable": False}, False),
    ],
)
def test_checker_of_chosen_operators(settings, found, capsys):
    config = TensorCheckerConfig(
        **{"enable": True, "debug_mode": DebugMode.CHECK_NAN_INF, **settings}
    )
    debugging.enable_tensor_checker(config)
    1.0 / paddle.zeros([1])
    assert ("ERROR" in capsys.readouterr().out) == found


def test_checker_of_chosen_steps(capsys):
    config = TensorCheckerConfig(True, DebugMode.CHECK_NAN_INF, debug_step=(1, 3))
    found = []
    for _ in range(4):
        debugging.enable_tensor_checker(config)
        1.0 / paddle.zeros([1])
        debugging.disable_tensor_checker()
        found.append("ERROR" in capsys.readouterr().out)
    assert found == [False, True, True, False]


def test_checker_refuses():
    for step in ((3, 1), (1,), (-1, 2)):
        with pytest.raises(ValueError, match="debug_step"):
            TensorCheckerConfig(True, debug_step=step)
    with pytest.raises(ValueError, match="share"):
        TensorCheckerConfig(True, checked_op_list=["a"], skipped_op_list=["a"])
    with pytest.raises(TypeError, match="DebugMode"):
        TensorCheckerConfig(True, 1)


def test_checker_belongs_to_its_thread():
    debugging.enable_tensor_checker(TensorCheckerConfig(True))
    results = []
    thread = threading.Thread(target=lambda: results.append((1.0 / paddle.zeros([1])).item()))
    thread.start()
    thread.join()
    assert results == [float("inf")]


def test_checker_leaves_programs_alone():
    debugging.enable_tensor_checker(TensorCheckerConfig(True))
    main = paddle.static.Program()
    with paddle.static.program_guard(main):
        x = paddle.static.data("x", [1])
        y = 1.0 / x
    executor = paddle.static.Executor()
    assert executor.run(main, {"x": np.float32([2.0])}, [y])[0].item() == 0.5
    with pytest.raises(RuntimeError, match="op=divide"):
        executor.run(main, {"x": np.float32([0.0])}, [y])


class Inverse(paddle.nn.Layer):
    @debugging.check_layer_numerics
    def forward(self, x, scale=1.0):
        return scale / x


def test_check_layer_numerics():
    assert Inverse()(paddle.full([1], 2.0)).item() == 0.5
    with pytest.raises(RuntimeError, match="op=divide"):
        Inverse()(paddle.zeros([1]))
    with pytest.raises(RuntimeError, match="op=Inverse"):
        Inverse()(paddle.full([1], float("nan")))
    with pytest.raises(RuntimeError, match="op=Inverse"):
        Inverse()(paddle.ones([1]), scale=paddle.full([1], float("inf")))


def test_check_layer_numerics_of_gradients():
    x = paddle.to_tensor([1.0], stop_gradient=False)
    y = Inverse()(x) * 0.0
    with pytest.raises(RuntimeError, match="op=Inverse_grad"):
        (y.sqrt()).sum().backward()


# ---- statistics ---------------------------------------------------------------------------------


def test_operator_statistics(capsys):
    x = paddle.rand([2, 3])
    with debugging.collect_operator_stats():
        paddle.matmul(x, x, transpose_y=True)
        with paddle.amp.auto_cast(dtype="bfloat16"):
            paddle.matmul(x, x, transpose_y=True)
        x.astype("float16").tanh()
        paddle.arange(4) + 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "<" + "-" * 55 + " op list " + "-" * 56 + ">"
    assert lines[1] == (
        "<--------------- Op Name ---------------- | -- FP16 Calls --- | -- BF16 Calls --- | "
        "--- FP32 Calls--- | -- Other Calls -->"
    )
    rows = {line.split("|")[0].strip(): line.split("|")[1:] for line in lines[2:-1]}
    counts = {name: [int(cell) for cell in cells] for name, cells in rows.items()}
    assert counts["matmul"] == [0, 1, 1, 0]
    assert counts["tanh"] == [1, 0, 0, 0]
    assert counts["add"] == [0, 0, 0, 1]
    assert list(counts) == sorted(counts)
    assert f" op count: {len(counts)} " in lines[-1]
    assert len({len(line) for line in (lines[0], lines[1], lines[-1])}) == 1


def test_operator_statistics_twice(capsys):
    debugging.enable_operator_stats_collection()
    debugging.enable_operator_stats_collection()
    paddle.ones([1]).exp()
    debugging.disable_operator_stats_collection()
    debugging.disable_operator_stats_collection()
    assert capsys.readouterr().out.count("op list") == 1


def test_statistics_and_checker_together(capsys):
    debugging.enable_tensor_checker(TensorCheckerConfig(True, DebugMode.CHECK_NAN_INF))
    with debugging.collect_operator_stats():
        1.0 / paddle.zeros([1])
    out = capsys.readouterr().out
    assert "ERROR" in out
    assert "divide" in out.split("op list")[1]


# ---- comparison ---------------------------------------------------------------------------------

CELL = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def rows_of(path):
    with zipfile.ZipFile(path) as archive:
        for part in archive.namelist():
            ET.fromstring(archive.read(part))
        sheet = ET.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    return [["".join(c.itertext()) for c in row] for row in sheet.iter(CELL + "row")]


def run(folder, dtype, factor):
    config = TensorCheckerConfig(True, DebugMode.CHECK_ALL, output_dir=str(folder))
    debugging.enable_tensor_checker(config)
    x = paddle.ones([3], dtype) * 2.0
    (x * factor).exp()
    debugging.disable_tensor_checker()


@pytest.mark.parametrize("everything", [False, True])
def test_compare_accuracy(tmp_path, everything):
    low, high, out = tmp_path / "low", tmp_path / "high", tmp_path / "out.xlsx"
    run(low, "float16", 30.0)
    run(high, "float32", 30.0)
    debugging.compare_accuracy(str(low), str(high), str(out), dump_all_tensors=everything)
    head, *rows = rows_of(out)
    remarks = {(row[0], row[2]): row[-1] for row in rows}
    assert remarks[("exp", "0")] == "NaN or infinity in one run"
    assert (len(rows) > 1) == everything
    (exp,) = [row for row in rows if row[0] == "exp"]
    assert exp[head.index("dtype (1)")] == "fp16"
    assert exp[head.index("num_inf (1)")] == "3.0"
    assert exp[head.index("max (1)")] == "inf"
    assert float(exp[head.index("max (2)")]) == pytest.approx(np.exp(60.0), rel=1e-5)


def test_compare_accuracy_with_loss_scale(tmp_path):
    low, high, out = tmp_path / "low", tmp_path / "high", tmp_path / "out.xlsx"
    for folder, scale in ((low, 8.0), (high, 1.0)):
        config = TensorCheckerConfig(True, DebugMode.CHECK_ALL, str(folder), ["multiply"])
        debugging.enable_tensor_checker(config)
        paddle.full([2], 3.0) * paddle.full([2], scale)
        debugging.disable_tensor_checker()
    debugging.compare_accuracy(str(low), str(high), str(out), loss_scale=8)
    assert len(rows_of(out)) == 1
    debugging.compare_accuracy(str(low), str(high), str(out))
    assert rows_of(out)[1][-1] == "differs"


def test_compare_accuracy_needs_files(tmp_path):
    with pytest.raises(FileNotFoundError, match="no folder"):
        debugging.compare_accuracy(str(tmp_path / "absent"), str(tmp_path), "out.xlsx")
    with pytest.raises(FileNotFoundError, match="no file"):
        debugging.compare_accuracy(str(tmp_path), str(tmp_path), "out.xlsx")


# ---- scalers ------------------------------------------------------------------------------------


def test_amp_scaler():
    scaler = AmpScaler()
    assert (scaler.get_init_loss_scaling(), scaler.get_incr_every_n_steps()) == (2.0**15, 1000)
    assert isinstance(GradScaler(), AmpScaler)
    assert not hasattr(scaler, "step")
    layer = paddle.nn.Linear(1, 1, bias_attr=False)
    sgd = paddle.optimizer.SGD(0.5, parameters=layer.parameters())
    before = layer.weight.item()
    scaled = scaler.scale(layer(paddle.ones([1, 1])).sum())
    scaled.backward()
    scaler.minimize(sgd, scaled)
    assert layer.weight.item() == pytest.approx(before - 0.5)


@pytest.mark.parametrize("name", ["layer_norm", "group_norm"])
def test_normalisation_runs_in_float32_under_auto_cast(name):
    x = paddle.rand([2, 4, 3], "float32").astype("bfloat16")
    layer = paddle.nn.LayerNorm(3) if name == "layer_norm" else paddle.nn.GroupNorm(2, 4)
    with paddle.amp.auto_cast(dtype="bfloat16"):
        assert layer(x).dtype == paddle.float32
