"""Models of English, character by character: an LSTM and a transformer.

    python characters.py lstm|transformer [--steps N]

The text is scikit-learn's description of its data sets; the last tenth is held out. Prints the loss
in nats per character while it trains, and on the held-out text, where it must fall below the goal;
then a sample.
"""

from __future__ import annotations

import argparse
import importlib.resources
import math
import sys
from collections.abc import Callable

import numpy as np
import paddle
from paddle import nn
from paddle.nn import functional as F

SEED, LENGTH, BATCH = 7, 64, 32


def load_text() -> str:
    """Real English text that a dependency ships: the descriptions of scikit-learn's data sets."""
    folder = importlib.resources.files("sklearn.datasets").joinpath("descr")
    pages = sorted((page.name, page) for page in folder.iterdir() if page.name.endswith(".rst"))
    return "\n".join(page.read_text(encoding="utf-8") for _, page in pages)


class Lstm(nn.Layer):
    """An embedding, one LSTM layer, and scores of the next character."""

    def __init__(self, characters: int, width: int = 128) -> None:
        super().__init__()
        self.embedding = nn.Embedding(characters, 32)
        self.lstm = nn.LSTM(32, width)
        self.head = nn.Linear(width, characters)

    def forward(self, text: paddle.Tensor) -> paddle.Tensor:
        """Scores [n, length, characters] of the character after each of `text` [n, length]."""
        return self.head(self.lstm(self.embedding(text))[0])


class Transformer(nn.Layer):
    """Two causal encoder layers over characters and positions."""

    def __init__(self, characters: int, width: int = 96, heads: int = 4) -> None:
        super().__init__()
        self.embedding = nn.Embedding(characters, width)
        self.positions = nn.Embedding(LENGTH, width)
        layer = nn.TransformerEncoderLayer(
            width, heads, 4 * width, dropout=0.0, activation="gelu", normalize_before=True
        )
        self.encoder = nn.TransformerEncoder(layer, 2, nn.LayerNorm(width))
        self.head = nn.Linear(width, characters)

    def forward(self, text: paddle.Tensor) -> paddle.Tensor:
        """Scores [n, length, characters] of the character after each of `text` [n, length]."""
        length = text.shape[1]
        hidden = paddle.full([length, length], -math.inf).triu(1)
        x = self.embedding(text) + self.positions(paddle.arange(length))
        return self.head(self.encoder(x, hidden))


# Network, steps, learning rate, and the loss on the held-out text to fall below.
EXPERIMENTS: dict[str, tuple[Callable[[int], nn.Layer], int, float, float]] = {
    "lstm": (Lstm, 400, 5e-3, 2.2),
    "transformer": (Transformer, 400, 2e-3, 2.3),
}


def draw(codes: np.ndarray, generator: np.random.RandomState) -> list[paddle.Tensor]:
    """Pieces of the text, and the same pieces one character on."""
    starts = generator.randint(0, len(codes) - LENGTH - 1, BATCH)
    pieces = np.stack([codes[start : start + LENGTH + 1] for start in starts])
    return [paddle.to_tensor(pieces[:, :-1]), paddle.to_tensor(pieces[:, 1:])]


def train(name: str, steps: int | None = None) -> tuple[list[float], float, str]:
    """The loss of every step, the loss on the held-out text, and a sample."""
    paddle.seed(SEED)
    generator = np.random.RandomState(SEED)
    text = load_text()
    alphabet = sorted(set(text))
    codes = np.searchsorted(alphabet, list(text)).astype("int64")
    split = len(codes) * 9 // 10
    build, default_steps, rate, _ = EXPERIMENTS[name]
    network = build(len(alphabet))
    clip = nn.ClipGradByGlobalNorm(1.0)
    adam = paddle.optimizer.Adam(rate, parameters=network.parameters(), grad_clip=clip)
    curve = []
    for _ in range(steps or default_steps):
        inputs, targets = draw(codes[:split], generator)
        loss = F.cross_entropy(network(inputs), targets)
        loss.backward()
        adam.step()
        adam.clear_grad()
        curve.append(float(loss))
    network.eval()
    with paddle.no_grad():
        held_out = [draw(codes[split:], generator) for _ in range(20)]
        losses = [float(F.cross_entropy(network(x), y)) for x, y in held_out]
        sample = continue_text(network, codes[split : split + LENGTH], alphabet)
    return curve, sum(losses) / len(losses), sample


def continue_text(network: nn.Layer, start: np.ndarray, alphabet: list[str]) -> str:
    """What the network writes after some text, drawn character by character."""
    text = paddle.to_tensor(start)
    for _ in range(80):
        scores = network(text[-LENGTH:].unsqueeze(0))[0, -1]
        text = paddle.concat([text, paddle.multinomial(F.softmax(scores), 1)])
    return "".join(alphabet[code] for code in text[len(start) :].tolist())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("network", choices=EXPERIMENTS)
    parser.add_argument("--steps", type=int)
    options = parser.parse_args()
    curve, held_out, sample = train(options.network, options.steps)
    for step in range(0, len(curve), 50):
        print(f"step {step:4d}  loss {curve[step]:.4f}")
    goal = EXPERIMENTS[options.network][3]
    print(f"held-out loss {held_out:.4f} nats per character (goal {goal})\n{sample}")
    return int(held_out >= goal)


if __name__ == "__main__":
    sys.exit(main())
