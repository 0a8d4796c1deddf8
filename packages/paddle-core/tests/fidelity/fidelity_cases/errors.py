"""The exception types that bad calls raise."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle import nn

from fidelity_cases.common import UNSUPPORTED, Scenario


def _raised(call: Callable[[], Any]) -> str | None:
    try:
        call()
    except UNSUPPORTED as error:
        return None if "is not registered" in str(error) else type(error).__name__
    except Exception as error:
        return type(error).__name__
    return "nothing"


def _bad_calls() -> dict[str, Callable[[], Any]]:
    x = paddle.ones([2, 3])
    whole = paddle.ones([2, 3], "int64")
    images = paddle.ones([1, 3, 4, 4])
    filters = paddle.ones([2, 4, 3, 3])
    leaf = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    index = paddle.to_tensor
    return {
        "add shapes": lambda: paddle.add(x, paddle.ones([4])),
        "add number": lambda: paddle.add(x, 2),
        "add none": lambda: paddle.add(x, None),
        "plus list": lambda: operator.add(x, [1.0]),
        "bool and": lambda: paddle.ones([2], "bool") & True,
        "exp list": lambda: paddle.exp([1.0]),
        "exp nothing": lambda: paddle.exp(),
        "exp keyword": lambda: paddle.exp(x, foo=1),
        "matmul shapes": lambda: paddle.matmul(x, x),
        "bmm rank": lambda: paddle.bmm(x, x),
        "reshape size": lambda: paddle.reshape(x, [5]),
        "reshape two unknown": lambda: paddle.reshape(x, [-1, -1]),
        "reshape string": lambda: paddle.reshape(x, "a"),
        "transpose axis": lambda: paddle.transpose(x, [0, 2]),
        "transpose twice": lambda: paddle.transpose(x, [0, 0]),
        "sum axis": lambda: paddle.sum(x, axis=2),
        "mean axis": lambda: paddle.mean(x, axis=5),
        "argmax axis": lambda: paddle.argmax(x, axis=2),
        "softmax axis": lambda: F.softmax(x, axis=2),
        "cumsum axis": lambda: paddle.cumsum(x, axis=3),
        "concat shapes": lambda: paddle.concat([x, paddle.ones([3, 2])]),
        "concat axis": lambda: paddle.concat([x, x], axis=2),
        "concat empty": lambda: paddle.concat([]),
        "stack shapes": lambda: paddle.stack([x, paddle.ones([2])]),
        "split uneven": lambda: paddle.split(x, 2, axis=1),
        "split sections": lambda: paddle.split(x, [1, 1], axis=1),
        "squeeze axis": lambda: paddle.squeeze(x, axis=3),
        "unsqueeze axis": lambda: paddle.unsqueeze(x, axis=5),
        "expand": lambda: paddle.expand(x, [3, 3]),
        "tile": lambda: paddle.tile(x, [-1]),
        "flip axis": lambda: paddle.flip(x, [3]),
        "roll axis": lambda: paddle.roll(x, 1, axis=4),
        "topk": lambda: paddle.topk(x, k=9),
        "gather negative": lambda: paddle.gather(x, index([-1])),
        "gather float": lambda: paddle.gather(x, index([0.5])),
        "index_select": lambda: paddle.index_select(x, index([7])),
        "gather_nd": lambda: paddle.gather_nd(x, index([[5, 5]])),
        "scatter": lambda: paddle.scatter(x, index([9]), paddle.ones([1, 3])),
        "index too large": lambda: x[5],
        "too many indices": lambda: x[0, 0, 0],
        "index string": lambda: x["a"],
        "index float": lambda: x[1.5],
        "index tensor too large": lambda: x[index([5])],
        "mask length": lambda: x[index([True])],
        "slice step": lambda: x[::0],
        "set shape": lambda: x.clone().__setitem__(0, index([1.0, 2.0])),
        "set too large": lambda: x.clone().__setitem__(5, 1),
        "one_hot": lambda: F.one_hot(index([5]), 3),
        "embedding": lambda: F.embedding(index([5]), x),
        "cross_entropy label": lambda: F.cross_entropy(x, index([0, 5])),
        "cross_entropy shape": lambda: F.cross_entropy(x, index([0, 1, 2])),
        "nll_loss label": lambda: F.nll_loss(x, index([5, 0])),
        "mse reduction": lambda: F.mse_loss(x, x, reduction="foo"),
        "linear shapes": lambda: F.linear(x, paddle.ones([4, 2])),
        "conv2d channels": lambda: F.conv2d(images, filters),
        "conv2d rank": lambda: F.conv2d(x, x),
        "conv2d padding": lambda: F.conv2d(images, filters[:, :3], padding="foo"),
        "max_pool2d rank": lambda: F.max_pool2d(x, 2),
        "layer_norm shape": lambda: F.layer_norm(x, [4]),
        "dropout p": lambda: F.dropout(x, p=2),
        "dropout mode": lambda: F.dropout(x, mode="foo"),
        "relu of ints": lambda: F.relu(whole),
        "clip limits": lambda: paddle.clip(x, 2, 1),
        "randint empty": lambda: paddle.randint(5, 2, [2]),
        "multinomial": lambda: paddle.multinomial(x, 5),
        "eye": lambda: paddle.eye(-1),
        "zeros": lambda: paddle.zeros([-1]),
        "dtype name": lambda: x.astype("foo"),
        "to_tensor dtype": lambda: paddle.to_tensor([1], dtype="foo"),
        "arange step": lambda: paddle.arange(0, 10, 0),
        "float of two": lambda: float(x),
        "bool of two": lambda: bool(x),
        "len of scalar": lambda: len(paddle.to_tensor(1.0)),
        "item of two": lambda: x.item(),
        "attribute": lambda: x.no_such_attribute,
        "set_value shape": lambda: x.clone().set_value(paddle.ones([4])),
        "leaf in place": lambda: leaf.add_(leaf),
        "leaf item": lambda: leaf.__setitem__(0, 1.0),
        "unused gradient": lambda: paddle.grad((leaf * 2).sum(), [x]),
        "hook without gradient": lambda: x.register_hook(lambda gradient: gradient),
        "seed": lambda: paddle.seed("a"),
        "device": lambda: paddle.set_device("foo"),
        "default dtype": lambda: paddle.set_default_dtype("int32"),
        "load": lambda: paddle.load("no-such-folder/no-such-file.pdparams"),
        "save": lambda: paddle.save({}, ""),
        "layer without init": lambda: _without_init()(),
        "parameter type": lambda: nn.Linear(2, 2).add_parameter("a", 1),
        "parameter name": lambda: nn.Linear(2, 2).add_parameter("a.b", nn.Linear(2, 2).weight),
        "buffer type": lambda: nn.Linear(2, 2).register_buffer("a", 1),
        "buffer name": lambda: nn.Linear(2, 2).register_buffer("weight", x),
        "layer forward": lambda: nn.Layer()(x),
        "conv groups": lambda: nn.Conv2D(3, 4, 3, groups=2),
        "embedding padding": lambda: nn.Embedding(3, 2, padding_idx=5),
        "sgd without parameters": lambda: paddle.optimizer.SGD(0.1),
        "sgd rate": lambda: paddle.optimizer.SGD("a", parameters=[leaf]),
        "sgd tensor": lambda: paddle.optimizer.SGD(0.1, parameters=leaf),
        "sgd clip": lambda: paddle.optimizer.SGD(0.1, parameters=[leaf], grad_clip=1),
        "step decay": lambda: paddle.optimizer.lr.StepDecay(0.1, 3, gamma=2.0),
        "tensor dataset": lambda: paddle.io.TensorDataset([x, paddle.ones([5])]),
    }


def _without_init() -> Any:
    class Forgetful(nn.Layer):
        def __init__(self) -> None:
            self.linear = nn.Linear(2, 2)

    return Forgetful


def scenarios() -> Iterable[Scenario]:
    """One scenario per bad call."""
    for name, call in _bad_calls().items():
        yield Scenario(f"error.{name}", partial(_raised, call))
