"""paddle.save and paddle.load: round trips, what is refused, what an interruption leaves."""

from __future__ import annotations

import collections
import io
import os
import pickle
import pickletools

import numpy as np
import paddle
import pytest
from paddle import nn


def through(obj, **configs):
    file = io.BytesIO()
    paddle.save(obj, file)
    file.seek(0)
    return paddle.load(file, **configs)


def test_state_dict_round_trip(tmp_path):
    layer = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1D(3))
    path = tmp_path / "deep" / "folder" / "net.pdparams"
    paddle.save(layer.state_dict(), str(path))
    loaded = paddle.load(str(path))
    assert list(loaded) == list(layer.state_dict())
    for name, tensor in layer.state_dict().items():
        assert type(loaded[name]) is paddle.Tensor
        assert loaded[name].stop_gradient
        assert loaded[name].name == tensor.name
        np.testing.assert_array_equal(loaded[name].numpy(), tensor.numpy())
    with_table = paddle.load(str(path), keep_name_table=True)
    assert with_table["StructuredToParameterName@@"]["0.weight"] == layer[0].weight.name
    arrays = paddle.load(str(path), return_numpy=True)
    assert all(isinstance(value, np.ndarray) for value in arrays.values())
    assert arrays["0.weight"].flags.writeable


DTYPES = "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128"


@pytest.mark.parametrize("dtype", DTYPES.split())
@pytest.mark.parametrize("shape", [[2, 3], [], [0, 2]])
def test_every_dtype(dtype, shape):
    tensor = paddle.ones(shape, "float32").astype(dtype)
    loaded = through([tensor, {"x": tensor}])
    for value in (loaded[0], loaded[1]["x"], through({"x": tensor})["x"]):
        assert value.dtype == tensor.dtype
        assert value.shape == shape
        assert bool((value == tensor).all())


def test_other_objects():
    x = paddle.to_tensor([1.0, 2.0])
    x.name = "mine"
    single = through(x)
    assert single.name == "mine"
    assert through(x, return_numpy=True).tolist() == [1.0, 2.0]
    mixed = through({"a": 3, "b": [1, 2.5, "s", None, True, 1 + 2j, b"raw", {1, 2}], "t": (1, x)})
    assert mixed["b"] == [1, 2.5, "s", None, True, 1 + 2j, b"raw", {1, 2}]
    assert mixed["t"][1].tolist() == [1.0, 2.0]
    ordered = through(collections.OrderedDict(z=1, a=2))
    assert list(ordered) == ["z", "a"]
    assert through({"a": np.ones(2)})["a"].dtype == paddle.float64
    inside = through([np.arange(3), np.float32(3.0)])
    assert isinstance(inside[0], np.ndarray)
    masters = through({"m": x, "master_weights": {"w": x}})
    assert masters["master_weights"]["w"].name == "mine"
    transposed = through([np.arange(6).reshape(2, 3).T])[0]
    np.testing.assert_array_equal(transposed, np.arange(6).reshape(2, 3).T)


def test_files_name_nothing_that_old_numpy_lacks():
    file = io.BytesIO()
    paddle.save({"x": paddle.ones([2]), "LR_Scheduler": {"last_lr": 0.1}}, file)
    strings = {arg for op, arg, _ in pickletools.genops(file.getvalue()) if isinstance(arg, str)}
    assert not any("multiarray" in string for string in strings)


def test_paddles_own_pickles_load():
    array = np.arange(4, dtype="float32").reshape(2, 2)
    written = pickle.dumps({"w": array, "StructuredToParameterName@@": {"w": "p"}}, protocol=2)
    old = written.replace(b"numpy._core.multiarray", b"numpy.core.multiarray")
    for content in (written, old):
        loaded = paddle.load(io.BytesIO(content))["w"]
        assert loaded.name == "p"
        np.testing.assert_array_equal(loaded.numpy(), array)


class Evil:
    def __reduce__(self):
        return os.system, ("true",)


class Harmless:
    def __init__(self):
        self.value = 3


def test_classes_are_refused_unless_allowed():
    with pytest.raises(pickle.UnpicklingError, match=r"posix.system.*tensors, NumPy arrays"):
        paddle.load(io.BytesIO(pickle.dumps(Evil())))
    content = pickle.dumps({"h": Harmless()})
    with pytest.raises(pickle.UnpicklingError, match=r"allowed_classes=\[Harmless\]"):
        paddle.load(io.BytesIO(content))
    loaded = paddle.load(io.BytesIO(content), allowed_classes=[Harmless])
    assert loaded["h"].value == 3
    for function in (eval, exec, getattr, __import__, open):
        with pytest.raises(pickle.UnpicklingError):
            paddle.load(io.BytesIO(pickle.dumps([function])))


def test_damaged_files(tmp_path):
    path = tmp_path / "x.pdparams"
    paddle.save({"x": paddle.ones([100])}, str(path))
    whole = path.read_bytes()
    for content in (b"", b"not a pickle", whole[: len(whole) // 2], b"\x80\x04."):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="can not parse the file"):
            paddle.load(str(path))
    with pytest.raises(ValueError, match="to load model not exists"):
        paddle.load(str(tmp_path / "nothing"))


class InterruptedSaveError(Exception):
    pass


class Interrupting:
    def __reduce__(self):
        raise InterruptedSaveError


def test_an_interrupted_save_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.pdparams"
    paddle.save({"x": paddle.ones([1000])}, str(path))
    before = path.read_bytes()
    with pytest.raises(InterruptedSaveError):
        paddle.save([paddle.zeros([1000]), Interrupting()], str(path))
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.pdparams"]


def test_permissions_are_those_of_usual_files(tmp_path):
    path = tmp_path / "x"
    paddle.save({"x": 1}, str(path))
    usual = tmp_path / "usual"
    usual.write_text("")
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o600)
    paddle.save({"x": 2}, str(path))
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda folder: paddle.save({}, f"{folder}/"), "received filename is empty"),
        (lambda folder: paddle.save({}, f"{folder}/x", protocol=5), "Expected 1<'protocol'<5"),
        (lambda folder: paddle.save(nn.ReLU(), f"{folder}/x"), "do not support saving"),
        (lambda folder: paddle.save({}, f"{folder}/x", foo=1), r"config \(foo\)"),
        (lambda folder: paddle.load(f"{folder}/x", foo=1), r"config \(foo\)"),
    ],
)
def test_bad_input(tmp_path, call, text):
    with pytest.raises(ValueError, match=text):
        call(tmp_path)


def test_protocols():
    for protocol in (2, 3, 4):
        file = io.BytesIO()
        paddle.save({"x": paddle.ones([2])}, file, protocol=protocol)
        file.seek(0)
        assert paddle.load(file)["x"].tolist() == [1.0, 1.0]
