"""paddle.Model, its callbacks, the progress bar and paddle.summary."""

from __future__ import annotations

import io
import re

import numpy as np
import paddle
import pytest
from paddle import callbacks, nn
from paddle.hapi.progressbar import ProgressBar

X = np.random.RandomState(0).rand(40, 2).astype("float32")
Y = (X.sum(1) > 1).astype("int64")[:, None]


@pytest.fixture
def data():
    return paddle.io.TensorDataset([paddle.to_tensor(X), paddle.to_tensor(Y)])


def make_model(rate=0.1, metrics=True, optimizer=paddle.optimizer.SGD):
    paddle.seed(0)
    with paddle.utils.unique_name.guard():
        net = nn.Linear(2, 2)
    model = paddle.Model(net)
    chosen = optimizer(rate, parameters=net.parameters())
    metric = paddle.metric.Accuracy() if metrics else None
    model.prepare(chosen, nn.CrossEntropyLoss(), metric)
    return model


def lines(capsys):
    out = capsys.readouterr().out
    return [re.sub(r"\d+[mu]?s/step", "T/step", line) for line in out.splitlines()]


# ---- loops -----------------------------------------------------------------------------------


def test_fit_learns_and_evaluates(data):
    model = make_model(0.1, optimizer=paddle.optimizer.Adam)
    assert model.fit(data, epochs=30, batch_size=8, verbose=0) is None
    result = model.evaluate(data, batch_size=40, verbose=0)
    assert result["acc"] >= 0.95
    logits = X.astype("float64") @ model.network.weight.numpy() + model.network.bias.numpy()
    logits -= logits.max(1, keepdims=True)
    losses = np.log(np.exp(logits).sum(1)) - logits[np.arange(40), Y[:, 0]]
    assert result["loss"][0] == pytest.approx(losses.mean(), rel=1e-5)


def test_printed_lines(data, capsys):
    make_model().fit(data, data, batch_size=16, epochs=1, verbose=2, log_freq=2, shuffle=False)
    number = r"\d\.\d{4}"
    expected = [
        "The loss value printed in the log is the current step, and the metric is the average "
        "value of previous steps.",
        "Epoch 1/1",
        f"step 2/3 - loss: {number} - acc: {number} - T/step",
        f"step 3/3 - loss: {number} - acc: {number} - T/step",
        "Eval begin...",
        f"step 2/3 - loss: {number} - acc: {number} - T/step",
        f"step 3/3 - loss: {number} - acc: {number} - T/step",
        "Eval samples: 40",
    ]
    printed = lines(capsys)
    assert len(printed) == len(expected)
    for line, pattern in zip(printed, expected, strict=True):
        assert re.fullmatch(pattern, line), line


def test_predict(data, capsys):
    model = make_model()
    stacked = model.predict(data, batch_size=16, stack_outputs=True)
    assert lines(capsys)[0] == "Predict begin..."
    assert stacked[0].shape == (40, 2)
    batches = model.predict(data, batch_size=16, verbose=0)
    assert [array.shape[0] for array in batches[0]] == [16, 16, 8]
    np.testing.assert_array_equal(np.concatenate(batches[0]), stacked[0])
    expected = X @ model.network.weight.numpy() + model.network.bias.numpy()
    np.testing.assert_allclose(stacked[0], expected, rtol=1e-5, atol=1e-6)


def test_single_batches():
    model = make_model()
    losses, metrics = model.train_batch([X[:4]], [Y[:4]])
    assert losses[0].shape == ()
    assert 0.0 <= metrics[0] <= 1.0
    assert model.network.training
    model.eval_batch(X[:4], Y[:4])
    assert not model.network.training
    assert model.predict_batch(X[:4])[0].shape == (4, 2)
    assert len(make_model(metrics=False).train_batch(X[:4], Y[:4])) == 1
    with pytest.raises(RuntimeError, match=r"please call `model\.prepare"):
        paddle.Model(nn.Linear(2, 2)).train_batch(X[:4], Y[:4])


def test_gradients_accumulate(data):
    one, two = make_model(), make_model()
    one.train_batch(X[:8], Y[:8], update=False)
    one.train_batch(X[8:16], Y[8:16])
    two.fit(
        paddle.io.Subset(data, range(16)),
        batch_size=8,
        accumulate_grad_batches=2,
        shuffle=False,
        verbose=0,
    )
    np.testing.assert_allclose(one.network.weight.numpy(), two.network.weight.numpy(), rtol=1e-6)


def test_iterations_are_limited(data):
    seen = []

    class Count(callbacks.Callback):
        def on_train_batch_end(self, step, logs=None):
            seen.append(step)

    make_model().fit(data, batch_size=8, num_iters=7, verbose=0, callbacks=Count())
    assert seen == [0, 1, 2, 3, 4, 0, 1]


def test_mixed_precision(data):
    model = make_model()
    model.prepare(
        model._optimizer,
        nn.CrossEntropyLoss(),
        amp_configs={"level": "O1", "dtype": "bfloat16", "init_loss_scaling": 128.0},
    )
    before = model.network.weight.numpy().copy()
    losses = model.train_batch(X[:8], Y[:8])
    assert np.isfinite(losses[0])
    assert not np.array_equal(before, model.network.weight.numpy())
    with pytest.raises(ValueError, match="amp level"):
        model.prepare(amp_configs="O7")


def test_bad_arguments(data):
    model = make_model()
    with pytest.raises(TypeError, match="'loss' must be"):
        model.prepare(loss=3)
    with pytest.raises(TypeError, match="not sub class of Metric"):
        model.prepare(metrics=[3])
    with pytest.raises(AssertionError, match="train_data must be given"):
        model.fit()
    with pytest.raises(TypeError, match="Dataset or an iterable"):
        model.evaluate(3)
    with pytest.raises(ValueError, match="num_workers"):
        model.fit(data, num_workers=-1, verbose=0)


# ---- files -----------------------------------------------------------------------------------


def test_save_and_load(tmp_path, data):
    model = make_model(optimizer=paddle.optimizer.Adam)
    model.fit(data, batch_size=8, verbose=0)
    model.save(str(tmp_path / "a"))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.pdopt", "a.pdparams"]
    other = make_model(optimizer=paddle.optimizer.Adam)
    other.load(str(tmp_path / "a"))
    for m in (model, other):
        m.train_batch(X[:8], Y[:8])
    np.testing.assert_array_equal(model.network.weight.numpy(), other.network.weight.numpy())
    wrong = paddle.Model(nn.Linear(3, 2))
    with pytest.raises(ValueError, match=r"weight: the file has shape \[2, 2\]"):
        wrong.load(str(tmp_path / "a"))
    with pytest.warns(UserWarning, match="Skip loading for weight"):
        wrong.load(str(tmp_path / "a.pdparams"), skip_mismatch=True)
    with pytest.raises(NotImplementedError, match="inference program"):
        model.save(str(tmp_path / "b"), training=False)
    with pytest.raises(ValueError, match="filename is empty"):
        model.save(f"{tmp_path}/")


def test_checkpoints(tmp_path, data):
    folder = tmp_path / "checkpoints"
    make_model().fit(data, epochs=3, batch_size=20, verbose=0, save_dir=str(folder), save_freq=2)
    assert sorted(p.name for p in folder.iterdir()) == [
        "0.pdparams",
        "2.pdparams",
        "final.pdparams",
    ]


# ---- callbacks -------------------------------------------------------------------------------


def test_order_of_callbacks(data):
    calls = []

    class Trace(callbacks.Callback):
        def __getattribute__(self, name):
            if name.startswith("on_"):
                calls.append(name)
            return super().__getattribute__(name)

    trace = Trace()
    make_model().fit(data, data, batch_size=40, verbose=0, callbacks=[trace])
    assert calls == [
        "on_train_begin",
        "on_epoch_begin",
        "on_train_batch_begin",
        "on_train_batch_end",
        "on_epoch_end",
        "on_eval_begin",
        "on_eval_batch_begin",
        "on_eval_batch_end",
        "on_eval_end",
        "on_train_end",
    ]
    assert trace.params == {
        "batch_size": None,
        "epochs": 1,
        "steps": 1,
        "verbose": 0,
        "metrics": ["loss", "acc"],
    }


def test_early_stopping(tmp_path, data, capsys):
    model = make_model(0.0)
    stop = callbacks.EarlyStopping("acc", patience=1)
    model.fit(
        data, data, epochs=9, batch_size=40, verbose=0, callbacks=[stop], save_dir=str(tmp_path)
    )
    assert lines(capsys)[-2] == "Epoch 3: Early stopping."
    assert (tmp_path / "best_model.pdparams").exists()
    model.fit(data, data, epochs=1, batch_size=40, verbose=0)
    assert not model.stop_training
    with pytest.warns(UserWarning, match="has no 'nothing'"):
        model.fit(data, data, verbose=0, callbacks=[callbacks.EarlyStopping("nothing")])


def test_reduce_lr_on_plateau(data, capsys):
    model = make_model(0.5)
    reduce = callbacks.ReduceLROnPlateau(patience=1, factor=0.5, min_delta=10.0, cooldown=2)
    model.fit(data, data, epochs=5, batch_size=40, verbose=0, callbacks=[reduce])
    assert model._optimizer.get_lr() == 0.125
    assert lines(capsys)[0] == ("Epoch 2: ReduceLROnPlateau reducing learning rate to 0.25.")
    with pytest.raises(ValueError, match=r"factor >= 1\.0"):
        callbacks.ReduceLROnPlateau(factor=1.0)


@pytest.mark.parametrize(("by_step", "expected"), [(True, 0.5**10), (False, 0.5**2)])
def test_scheduler_steps(data, by_step, expected):
    scheduler = paddle.optimizer.lr.StepDecay(1.0, 1, gamma=0.5)
    model = make_model(scheduler)
    chosen = callbacks.LRScheduler(by_step=by_step, by_epoch=not by_step)
    model.fit(data, epochs=2, batch_size=8, verbose=0, callbacks=[chosen])
    assert scheduler() == expected
    with pytest.raises(ValueError, match="mutually exclusive"):
        callbacks.LRScheduler(True, True)


# ---- progress bar ----------------------------------------------------------------------------


def test_bar_rewrites_its_line():
    out = io.StringIO()
    bar = ProgressBar(5, verbose=1, file=out)
    bar.update(2, [("loss", [0.76712]), ("acc", 0.00004)])
    first = out.getvalue()
    pattern = (
        r"\rstep 2/5 \[===========>\.{18}\] - loss: 0\.7671 - acc: 4\.0000e-05 - ETA: 0s - "
        r"\d+us/step"
    )
    assert re.fullmatch(pattern, first)
    bar.update(5, [("loss", 0.5)])
    rest = out.getvalue()[len(first) :]
    assert rest.startswith("\b" * len(first) + "\rstep 5/5 [" + "=" * 30 + "] - loss: 0.5000 - ")
    assert rest.endswith(" \n")
    assert len(rest.split("\r")[1]) == len(first)


def test_bar_without_a_length():
    out = io.StringIO()
    bar = ProgressBar(None, verbose=2, file=out)
    bar.update(3)
    assert re.fullmatch(r"step 3 - \d+us/step\n", out.getvalue())
    silent = io.StringIO()
    ProgressBar(3, verbose=0, file=silent).update(1)
    assert silent.getvalue() == ""


# ---- summary ---------------------------------------------------------------------------------


def test_summary(capsys):
    with paddle.utils.unique_name.guard():
        net = nn.Sequential(
            nn.Conv2D(1, 6, 3), nn.BatchNorm2D(6), nn.ReLU(), nn.Flatten(), nn.Linear(4056, 10)
        )
        net.train()
        counts = paddle.summary(net, (1, 1, 28, 28))
    assert counts == {"total_params": 40654, "trainable_params": 40642}
    assert net.training
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "---------------------------------------------------------------------------",
        " Layer (type)       Input Shape          Output Shape         Param #",
        "===========================================================================",
        "   Conv2D-1       [[1, 1, 28, 28]]      [1, 6, 26, 26]          60",
        " BatchNorm2D-1    [[1, 6, 26, 26]]      [1, 6, 26, 26]          24",
        "    ReLU-1        [[1, 6, 26, 26]]      [1, 6, 26, 26]           0",
        "   Flatten-1      [[1, 6, 26, 26]]        [1, 4056]              0",
        "   Linear-1         [[1, 4056]]            [1, 10]            40,570",
        "===========================================================================",
        "Total params: 40,654",
        "Trainable params: 40,642",
        "Non-trainable params: 12",
        "---------------------------------------------------------------------------",
        "Input size (MB): 0.00",
        "Forward/backward pass size (MB): 0.12",
        "Params size (MB): 0.16",
        "Estimated Total Size (MB): 0.28",
        "---------------------------------------------------------------------------",
        "",
    ]


def test_summary_of_several_inputs():
    class Two(nn.Layer):
        def __init__(self):
            super().__init__()
            self.a = nn.Linear(2, 3)
            self.b = nn.Embedding(5, 3)

        def forward(self, x, y):
            return self.a(x) + self.b(y)

    counts = paddle.summary(Two(), [(None, 2), (-1,)], dtypes=["float32", "int64"])
    assert counts["total_params"] == 24
    example = {"x": paddle.ones([1, 2]), "y": paddle.zeros([1], "int64")}
    assert paddle.summary(Two(), input=example) == counts
    assert make_model().summary((1, 2))["total_params"] == 6
    with pytest.raises(ValueError, match="cannot be None at the same time"):
        paddle.summary(Two())
    with pytest.raises(ValueError, match="greater than zero"):
        paddle.summary(nn.Linear(2, 2), (0, 2))
    with pytest.raises(ValueError, match="must be set"):
        make_model().summary()
