"""Learning-rate schedulers: state, printing, bad input. Values stand in test_nn_values.py."""

from __future__ import annotations

import paddle
import pytest

lr = paddle.optimizer.lr


def test_state_goes_on_where_it_stopped():
    first = lr.CosineAnnealingDecay(0.5, 10)
    for _ in range(4):
        first.step()
    second = lr.CosineAnnealingDecay(0.5, 10)
    second.set_state_dict(first.state_dict())
    first.step()
    second.step()
    assert second() == first()
    assert second.last_epoch == 5


def test_nested_state():
    def make():
        return lr.LinearWarmup(lr.StepDecay(0.5, 2), 3, 0.0, 0.5)

    first, second = make(), make()
    for _ in range(6):
        first.step()
    state = first.state_dict()
    assert set(state) == {"last_epoch", "last_lr", "LinearWarmup_LR"}
    second.set_state_dict(state)
    assert second.learning_rate.last_epoch == first.learning_rate.last_epoch
    second.step()
    first.step()
    assert second() == first()


def test_plateau_takes_tensors():
    scheduler = lr.ReduceOnPlateau(1.0, factor=0.5, patience=0)
    scheduler.step(paddle.to_tensor([1.0]))
    scheduler.step(paddle.to_tensor(2.0))
    assert scheduler() == 0.5
    assert scheduler.state_dict()["best"] == 1.0
    with pytest.raises(ValueError, match="one element"):
        scheduler.step(paddle.ones([2]))
    with pytest.raises(TypeError, match="must be a number"):
        scheduler.step("loss")


def test_missing_and_unused_state():
    scheduler = lr.StepDecay(0.5, 2)
    with pytest.raises(RuntimeError, match="'last_lr' is missing"):
        scheduler.set_state_dict({"last_epoch": 3})
    with pytest.warns(UserWarning, match="no use for"):
        scheduler.set_state_dict({"last_epoch": 3, "last_lr": 0.1, "x": 1})


def test_verbose_prints_every_step(capsys):
    scheduler = lr.StepDecay(0.5, 1, gamma=0.5, verbose=True)
    scheduler.step()
    assert capsys.readouterr().out.splitlines() == [
        "Epoch 0: StepDecay set learning rate to 0.5.",
        "Epoch 1: StepDecay set learning rate to 0.25.",
    ]


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: lr.StepDecay("a", 2), TypeError, "learning rate must be float"),
        (lambda: lr.StepDecay(-1.0, 2), ValueError, "Invalid learning rate"),
        (lambda: lr.StepDecay(0.1, 0), ValueError, "'step_size' must be positive"),
        (lambda: lr.StepDecay(0.1, 2, gamma=1.5), ValueError, "'gamma' must be less than 1.0"),
        (lambda: lr.MultiStepDecay(0.1, [3, 2]), ValueError, "must rise"),
        (lambda: lr.MultiStepDecay(0.1, 3), TypeError, "list or tuple"),
        (lambda: lr.NoamDecay(0, 5), ValueError, "'d_model' must be greater than 0"),
        (lambda: lr.PolynomialDecay(0.1, 0), ValueError, "'decay_steps' must be a positive int"),
        (lambda: lr.LinearWarmup("a", 4, 0.0, 0.5), TypeError, "an LRScheduler"),
        (lambda: lr.LinearWarmup(0.1, 4, 0.5, 0.1), ValueError, "greater than 'start_lr'"),
        (lambda: lr.ExponentialDecay(0.1, 2.0), ValueError, "between 0 and 1"),
        (lambda: lr.LambdaDecay(0.1, 3), TypeError, "'lr_lambda' must be a function"),
        (lambda: lr.ReduceOnPlateau(0.1, mode="x"), ValueError, "'min' or 'max'"),
        (lambda: lr.CosineAnnealingDecay(0.1, "a"), TypeError, "'T_max' must be a number"),
        (lambda: lr.OneCycleLR(0.1, -1), ValueError, "'total_steps' must be positive"),
        (lambda: lr.OneCycleLR(0.1, 9, phase_pct=2.0), ValueError, "'phase_pct'"),
        (lambda: lr.CyclicLR(0.1, 1.0, 4, mode="x"), ValueError, "'mode' must be one of"),
        (lambda: lr.LinearLR(0.1, 4, start_factor=0.0), ValueError, "'start_factor'"),
        (lambda: lr.CosineAnnealingWarmRestarts(0.1, 0), ValueError, "'T_0'"),
        (lambda: lr.PiecewiseDecay([1], [0.1]), ValueError, "one more entry"),
        (lambda: lr.LRScheduler(0.1), NotImplementedError, "must override get_lr"),
    ],
)
def test_bad_input(make, error, text):
    with pytest.raises(error, match=text):
        make()
