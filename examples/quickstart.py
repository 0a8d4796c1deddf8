"""Recognise handwritten digits: train a small convolutional network, save it, use it in a new
process.

    python quickstart.py train      # trains, tests, and saves the model with its predictions
    python quickstart.py predict    # loads the model and checks that it predicts the same

The data are the 1,797 images of 8 x 8 pixels that scikit-learn ships; a third of them is held out
for testing.
"""

from __future__ import annotations

import argparse
import pathlib
import sys

import numpy as np
import paddle
from paddle import nn

SEED = 2024
GOAL = 0.97


class Digits(paddle.io.Dataset):
    """Images [1, 8, 8] with values from 0 to 1, and their labels."""

    def __init__(self, images: np.ndarray, labels: np.ndarray) -> None:
        self.images = images
        self.labels = labels

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        return self.images[index], self.labels[index]

    def __len__(self) -> int:
        return len(self.images)


def load_digits() -> tuple[Digits, Digits]:
    """The training set and the test set."""
    from sklearn.datasets import load_digits as load

    data = load()
    images = (data.images / 16.0).astype("float32")[:, None]
    labels = data.target.astype("int64")[:, None]
    order = np.random.RandomState(SEED).permutation(len(images))
    held_out = len(images) // 3
    test, train = order[:held_out], order[held_out:]
    return Digits(images[train], labels[train]), Digits(images[test], labels[test])


def build_network() -> nn.Layer:
    """Two convolutions and two linear maps."""
    return nn.Sequential(
        nn.Conv2D(1, 32, 3, padding=1),
        nn.BatchNorm2D(32),
        nn.ReLU(),
        nn.MaxPool2D(2),
        nn.Conv2D(32, 64, 3, padding=1),
        nn.BatchNorm2D(64),
        nn.ReLU(),
        nn.MaxPool2D(2),
        nn.Flatten(),
        nn.Dropout(0.25),
        nn.Linear(64 * 2 * 2, 64),
        nn.ReLU(),
        nn.Linear(64, 10),
    )


def train(folder: pathlib.Path) -> int:
    """Train and test the network; save it and its predictions for the test set."""
    paddle.seed(SEED)
    np.random.seed(SEED)
    train_set, test_set = load_digits()
    model = paddle.Model(build_network())
    model.summary((1, 1, 8, 8))
    optimizer = paddle.optimizer.Adam(1e-3, parameters=model.parameters())
    model.prepare(optimizer, nn.CrossEntropyLoss(), paddle.metric.Accuracy())
    model.fit(train_set, test_set, epochs=12, batch_size=32, verbose=1)
    accuracy = model.evaluate(test_set, batch_size=64, verbose=0)["acc"]
    print(f"test accuracy: {accuracy:.2%} (goal: {GOAL:.0%})")
    model.save(str(folder / "digits"))
    outputs = model.predict(test_set, batch_size=64, stack_outputs=True, verbose=0)[0]
    paddle.save({"outputs": outputs}, str(folder / "predictions.pdparams"))
    print(f"saved to {folder}")
    return 0 if accuracy >= GOAL else 1


def predict(folder: pathlib.Path) -> int:
    """Load the network and compare its predictions with the stored ones."""
    test_set = load_digits()[1]
    model = paddle.Model(build_network())
    model.prepare()
    model.load(str(folder / "digits"))
    outputs = model.predict(test_set, batch_size=64, stack_outputs=True, verbose=0)[0]
    stored = paddle.load(str(folder / "predictions.pdparams"), return_numpy=True)["outputs"]
    show(test_set, outputs.argmax(axis=1))
    if not np.array_equal(outputs, stored):
        print(f"the outputs differ by up to {np.abs(outputs - stored).max()}", file=sys.stderr)
        return 1
    right = (outputs.argmax(axis=1) == test_set.labels[:, 0]).mean()
    print(f"{len(outputs)} predictions, all as after training; {right:.2%} are right")
    return 0


def show(digits: Digits, predicted: np.ndarray, count: int = 6) -> None:
    """Print a few images with what they are taken for."""
    shades = " .:-=+*#%@"
    for row in range(8):
        line = [
            "".join(shades[int(v * 9.99)] * 2 for v in digits.images[i, 0, row])
            for i in range(count)
        ]
        print("  ".join(line))
    print("  ".join(f"{f'-> {predicted[i]}':^16}" for i in range(count)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("train", "predict"))
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("quickstart-model"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    return {"train": train, "predict": predict}[arguments.command](arguments.folder)


if __name__ == "__main__":
    sys.exit(main())
