"""Recognise handwritten digits with an MLP, a convolutional network or a vision transformer.

    python digits.py mlp|cnn|vit [--epochs N]

The data are the 1,797 images of 8 x 8 pixels that scikit-learn ships; a third of them is held out.
Prints the loss of every epoch and the accuracy on the held-out images, which must reach the goal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import numpy as np
import paddle
from paddle import nn

SEED = 2024


def mlp() -> nn.Layer:
    """Two hidden layers."""
    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(64, 128),
        nn.ReLU(),
        nn.Linear(128, 64),
        nn.ReLU(),
        nn.Linear(64, 10),
    )


def cnn() -> nn.Layer:
    """Two convolutions and a linear map."""
    return nn.Sequential(
        nn.Conv2D(1, 32, 3, padding=1), nn.BatchNorm2D(32), nn.ReLU(), nn.MaxPool2D(2),
        nn.Conv2D(32, 64, 3, padding=1), nn.BatchNorm2D(64), nn.ReLU(), nn.MaxPool2D(2),
        nn.Flatten(), nn.Linear(256, 10),
    )  # fmt: skip


class VisionTransformer(nn.Layer):
    """Patches of 2 x 2 pixels as a sequence, a class token, two encoder layers."""

    def __init__(self, width: int = 64, heads: int = 4, layers: int = 2) -> None:
        super().__init__()
        self.patches = nn.Conv2D(1, width, 2, stride=2)
        normal = nn.initializer.Normal(std=0.02)
        self.token = self.create_parameter([1, 1, width], default_initializer=normal)
        self.positions = self.create_parameter([1, 17, width], default_initializer=normal)
        layer = nn.TransformerEncoderLayer(
            width, heads, 2 * width, dropout=0.1, activation="gelu", normalize_before=True
        )
        self.encoder = nn.TransformerEncoder(layer, layers, nn.LayerNorm(width))
        self.head = nn.Linear(width, 10)

    def forward(self, images: paddle.Tensor) -> paddle.Tensor:
        """Scores of the ten digits for images [n, 1, 8, 8]."""
        sequence = self.patches(images).flatten(2).transpose([0, 2, 1])
        token = self.token.expand([images.shape[0], -1, -1])
        sequence = paddle.concat([token, sequence], 1) + self.positions
        return self.head(self.encoder(sequence)[:, 0])


# Network, epochs, learning rate, and the accuracy to reach.
EXPERIMENTS: dict[str, tuple[Callable[[], nn.Layer], int, float, float]] = {
    "mlp": (mlp, 30, 2e-3, 0.95),
    "cnn": (cnn, 12, 2e-3, 0.97),
    "vit": (VisionTransformer, 40, 3e-3, 0.95),
}


def load_digits() -> tuple[paddle.io.TensorDataset, paddle.Tensor, paddle.Tensor]:
    """The training set, and the images and labels that are held out."""
    from sklearn.datasets import load_digits as load

    data = load()
    images = paddle.to_tensor((data.images / 16.0).astype("float32")[:, None])
    labels = paddle.to_tensor(data.target.astype("int64"))
    order = paddle.to_tensor(np.random.RandomState(SEED).permutation(len(data.images)))
    test, train = order[:599], order[599:]
    return paddle.io.TensorDataset([images[train], labels[train]]), images[test], labels[test]


def train(name: str, epochs: int | None = None) -> tuple[list[float], float]:
    """The mean loss of every epoch, and the accuracy on the held-out images."""
    paddle.seed(SEED)
    np.random.seed(SEED)
    build, default_epochs, rate, _ = EXPERIMENTS[name]
    data, images, labels = load_digits()
    network = build()
    loader = paddle.io.DataLoader(data, batch_size=64, shuffle=True, drop_last=True)
    count = epochs or default_epochs
    schedule = paddle.optimizer.lr.CosineAnnealingDecay(rate, count * len(loader))
    adam = paddle.optimizer.AdamW(schedule, parameters=network.parameters(), weight_decay=0.01)
    curve = []
    for _ in range(count):
        losses = []
        for batch, targets in loader:
            loss = nn.functional.cross_entropy(network(batch), targets)
            loss.backward()
            adam.step()
            adam.clear_grad()
            schedule.step()
            losses.append(float(loss))
        curve.append(sum(losses) / len(losses))
    network.eval()
    with paddle.no_grad():
        hits = (network(images).argmax(-1) == labels).astype("float32")
    return curve, float(hits.mean())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("network", choices=EXPERIMENTS)
    parser.add_argument("--epochs", type=int)
    options = parser.parse_args()
    curve, accuracy = train(options.network, options.epochs)
    for epoch, loss in enumerate(curve, 1):
        print(f"epoch {epoch:3d}  loss {loss:.4f}")
    goal = EXPERIMENTS[options.network][3]
    print(f"accuracy {accuracy:.2%} on {599} held-out images (goal {goal:.0%})")
    return int(accuracy < goal)


if __name__ == "__main__":
    sys.exit(main())
