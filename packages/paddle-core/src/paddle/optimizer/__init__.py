"""Optimizers and learning-rate schedulers."""

from paddle.optimizer import lr
from paddle.optimizer.adadelta import Adadelta
from paddle.optimizer.adagrad import Adagrad
from paddle.optimizer.adam import Adam
from paddle.optimizer.adamax import Adamax
from paddle.optimizer.adamw import AdamW
from paddle.optimizer.lamb import Lamb
from paddle.optimizer.lbfgs import LBFGS
from paddle.optimizer.momentum import Momentum
from paddle.optimizer.optimizer import Optimizer
from paddle.optimizer.rmsprop import RMSProp
from paddle.optimizer.sgd import SGD

__all__ = [
    "Optimizer",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "RMSProp",
    "Adadelta",
    "SGD",
    "Momentum",
    "Lamb",
    "LBFGS",
    "lr",
]
