"""Training on real digits: loss curves, and training that continues from saved files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle import nn
from sklearn.datasets import load_digits

from fidelity_cases.common import Scenario, values_of

STEPS = 50
BATCH = 32


def digits(step: int) -> tuple[Any, Any]:
    """The images, scaled to [0, 1], and labels of one batch; batches follow in order."""
    data = load_digits()
    rows = slice(step * BATCH, (step + 1) * BATCH)
    images = (data.images[rows] / 16).astype("float32")[:, None]
    return paddle.to_tensor(images), paddle.to_tensor(data.target[rows].astype("int64"))


def mlp() -> Any:
    """Two hidden layers, with dropout."""
    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(64, 48),
        nn.ReLU(),
        nn.Dropout(0.1),
        nn.Linear(48, 32),
        nn.Tanh(),
        nn.Linear(32, 10),
    )


def cnn() -> Any:
    """Two convolutions with batch normalisation and pooling.

    A bias that is normalised away has rounding noise for its gradient, so there is none.
    """
    return nn.Sequential(
        nn.Conv2D(1, 8, 3, padding=1, bias_attr=False),
        nn.BatchNorm2D(8),
        nn.ReLU(),
        nn.MaxPool2D(2),
        nn.Conv2D(8, 16, 3),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(64, 10),
    )


MODELS = {"mlp": mlp, "cnn": cnn}

OPTIMIZERS: dict[str, Callable[[list[Any]], Any]] = {
    "SGD": lambda parameters: paddle.optimizer.SGD(0.05, parameters=parameters),
    "SGD_decay_clip": lambda parameters: paddle.optimizer.SGD(
        0.1, parameters=parameters, weight_decay=1e-2, grad_clip=nn.ClipGradByGlobalNorm(0.5)
    ),
    "Momentum": lambda parameters: paddle.optimizer.Momentum(0.01, 0.9, parameters=parameters),
    "Momentum_nesterov": lambda parameters: paddle.optimizer.Momentum(
        0.01, 0.9, parameters=parameters, use_nesterov=True, weight_decay=1e-3
    ),
    "Adam": lambda parameters: paddle.optimizer.Adam(1e-3, parameters=parameters),
    "Adam_decay": lambda parameters: paddle.optimizer.Adam(
        paddle.optimizer.lr.StepDecay(2e-3, 10, 0.5), parameters=parameters, weight_decay=1e-3
    ),
    "AdamW": lambda parameters: paddle.optimizer.AdamW(1e-3, parameters=parameters),
    "AdamW_cosine": lambda parameters: paddle.optimizer.AdamW(
        paddle.optimizer.lr.CosineAnnealingDecay(2e-3, 30), parameters=parameters, weight_decay=0.1
    ),
}


def train_step(model: Any, optimizer: Any, step: int) -> float:
    """One step on one batch; the loss before it."""
    images, labels = digits(step)
    loss = F.cross_entropy(model(images), labels)
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()
    schedule = getattr(optimizer, "_learning_rate", None)
    if hasattr(schedule, "step"):
        schedule.step()
    return float(loss)


def curve(model_name: str, optimizer_name: str) -> list[float]:
    """The losses of 50 steps from seed 7."""
    paddle.seed(7)
    model = MODELS[model_name]()
    optimizer = OPTIMIZERS[optimizer_name](model.parameters())
    return [train_step(model, optimizer, step) for step in range(STEPS)]


def trained(steps: int) -> tuple[Any, Any, list[float]]:
    """A small network, its optimizer, and the losses of its first steps from seed 11."""
    with paddle.utils.unique_name.guard():
        paddle.seed(11)
        model = nn.Sequential(
            nn.Flatten(),
            nn.Linear(64, 16, bias_attr=False),
            nn.BatchNorm1D(16),
            nn.Linear(16, 10),
        )
        schedule = paddle.optimizer.lr.StepDecay(1e-2, 4)
        optimizer = paddle.optimizer.Adam(schedule, parameters=model.parameters())
        losses = [train_step(model, optimizer, step) for step in range(steps)]
    return model, optimizer, losses


def continued(model: Any, optimizer: Any) -> dict[str, Any]:
    """What follows ten steps: the losses of the next ten, then some predictions."""
    losses = [train_step(model, optimizer, step) for step in range(10, 20)]
    model.eval()
    return {"losses": losses, "predictions": values_of(model(digits(30)[0][:4]))}


def _saved_model() -> Any:
    model, optimizer, losses = trained(10)
    return {
        "losses": losses,
        "model keys": list(model.state_dict()),
        "optimizer keys": sorted(optimizer.state_dict()),
        "continued": continued(model, optimizer),
    }


def scenarios() -> Iterable[Scenario]:
    """Every model with every optimizer, and a model that is saved halfway."""
    for model in MODELS:
        for optimizer in OPTIMIZERS:
            yield Scenario(f"training.{model}.{optimizer}", partial(curve, model, optimizer), 1e-5)
    yield Scenario("files.saved_model", _saved_model, 1e-5)
