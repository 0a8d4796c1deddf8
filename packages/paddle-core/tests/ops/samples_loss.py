"""Sample records of ops/loss.yaml."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import paddle
import scipy.special
from paddle import _C_ops
from paddle._testing import Error, Record, record, sample

_random = np.random.default_rng(46)
_LABELS = np.array([[1], [0], [-100], [3]])
_PIXELS = np.array([[[0, 1]], [[2, -100]]])


def _array(*shape: int) -> np.ndarray:
    return _random.standard_normal(shape)


_SOFT = scipy.special.softmax(_array(4, 5), -1)
_PROBABILITIES = scipy.special.softmax(_array(4, 5), -1)
_WEIGHTS = np.array([0.5, 1.0, 2.0, 0.25, 1.5])
_BINARY = (_array(3, 5) > 0).astype("float64")


def _cross_entropy(**settings: Any) -> Callable[..., Any]:
    """The loss with fixed labels, so that only the input is differentiated."""

    def function(x: Any, label: Any) -> Any:
        if not isinstance(label, paddle.Tensor):
            label = paddle.to_tensor(label).astype(x.dtype)
        arguments = {"soft_label": False, "use_softmax": True, "axis": -1, **settings}
        return _C_ops.cross_entropy_with_softmax(x, label, **arguments)[1]

    return function


def _hard(x: Any, label: Any, axis: int = -1, is_log: bool = False) -> Any:
    log = x if is_log else scipy.special.log_softmax(x, axis)
    if label.ndim < x.ndim:
        label = np.expand_dims(label, axis)
    picked = np.take_along_axis(log, np.where(label < 0, 0, label), axis)
    return -np.where(label == -100, 0.0, picked)


def _soft(log: Any) -> Any:
    return -(_SOFT * log).sum(-1, keepdims=True)


def _cross_entropy_cases() -> list[Record]:
    hard, along, soft = _cross_entropy(), _cross_entropy(axis=1), _cross_entropy(soft_label=True)
    plain = _cross_entropy(use_softmax=False)
    both = _cross_entropy(use_softmax=False, soft_label=True)
    covers = ("cross_entropy_with_softmax_grad", "cross_entropy_with_softmax_double_grad")
    name = "cross_entropy_with_softmax"
    errors = [
        Error(IndexError, f"{name}.*label 5", (_array(1, 5), np.array([[5]]))),
        Error(IndexError, f"{name}.*label -1", (_array(1, 5), np.array([[-1]]))),
        Error(ValueError, f"{name}.*label", (_array(2, 5), np.array([[1]]))),
        Error(ValueError, f"{name}.*no classes", (_array(2, 0), np.array([[1], [0]]))),
    ]
    return [
        record(
            name,
            hard,
            _hard,
            [sample(_array(4, 5), _LABELS), sample(_array(4, 5), _LABELS[:, 0].astype("int32"))],
            dtypes=("float16", "bfloat16", "float32", "float64"),
            covers=covers,
            errors=errors,
            tolerance=3.0,  # of half floats: the loss itself is rounded
        ),
        record(
            name, along, lambda x, label: _hard(x, label, 1), [sample(_array(2, 3, 1, 2), _PIXELS)]
        ),
        record(
            name,
            lambda x: soft(x, _SOFT),
            lambda x: _soft(scipy.special.log_softmax(x, -1)),
            [sample(_array(4, 5))],
        ),
        record(
            name,
            plain,
            lambda x, label: _hard(np.log(x), label, is_log=True),
            [sample(_PROBABILITIES, _LABELS)],
        ),
        record(
            name,
            lambda x: both(x, _SOFT),
            lambda x: _soft(np.log(x)),
            [sample(_PROBABILITIES)],
        ),
    ]


def _nll(reduction: str, weighted: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def function(x: Any, label: Any) -> Any:
        weight = paddle.to_tensor(_WEIGHTS).astype(x.dtype) if weighted else None
        return _C_ops.nll_loss(x, label, weight, -100, reduction)

    def reference(x: Any, label: Any) -> Any:
        kept = label != -100
        weights = kept * (_WEIGHTS if weighted else np.ones(9))[label * kept]
        losses = weights * np.squeeze(_hard(x, label, 1, is_log=True), 1)
        total = weights.sum()
        if reduction == "none":
            return losses, total
        return losses.sum() / (total if reduction == "mean" else 1.0), total

    return function, reference


def _nll_record(reduction: str, weighted: bool) -> Record:
    function, reference = _nll(reduction, weighted)
    return record(
        "nll_loss",
        function,
        reference,
        [sample(_array(4, 5), _LABELS[:, 0]), sample(_array(2, 3, 1, 2), _PIXELS)],
        covers=("nll_loss_grad", "nll_loss_only"),
        errors=[
            Error(ValueError, "nll_loss.*label 5", (_array(1, 5), np.array([5]))),
            Error(ValueError, "nll_loss.*label", (_array(2, 5), np.array([1]))),
            Error(ValueError, "nll_loss.*2 axes", (_array(5), np.array(1))),
        ],
    )


def _logistic(x: Any, label: Any, weight: Any = 1.0) -> Any:
    yes, no = np.log(scipy.special.expit(x)), np.log(scipy.special.expit(-x))
    return -(weight * label * yes + (1 - label) * no)


def _logistic_record(normalize: bool, weighted: bool) -> Record:
    label = _BINARY.copy()
    if normalize:
        label[0, :2] = -100

    def function(x: Any) -> Any:
        target = paddle.to_tensor(label).astype(x.dtype)
        weight = paddle.to_tensor(_WEIGHTS).astype(x.dtype) if weighted else None
        return _C_ops.sigmoid_cross_entropy_with_logits(x, target, weight, normalize, -100)

    def reference(x: Any) -> Any:
        losses = _logistic(x, label, _WEIGHTS if weighted else 1.0)
        kept = label != -100
        return np.where(kept, losses, 0.0) / (kept.sum() if normalize else 1)

    return record(
        "sigmoid_cross_entropy_with_logits",
        function,
        reference,
        [sample(_array(3, 5))],
        covers=("sigmoid_cross_entropy_with_logits_grad",),
        errors=[Error(ValueError, "sigmoid_cross_entropy_with_logits.*label", (_array(2, 5),))],
    )


def _kldiv_record(reduction: str) -> Record:
    def function(x: Any) -> Any:
        return _C_ops.kldiv_loss(x, paddle.to_tensor(_SOFT).astype(x.dtype), reduction)

    def reference(x: Any) -> Any:
        losses = _SOFT * (np.log(_SOFT) - x)
        reduce = {
            "none": lambda v: v,
            "mean": np.mean,
            "sum": np.sum,
            "batchmean": lambda v: np.sum(v) / len(v),
        }[reduction]
        return reduce(losses)

    return record(
        "kldiv_loss",
        function,
        reference,
        [sample(_array(4, 5))],
        covers=("kldiv_loss_grad",),
        errors=[Error(ValueError, "kldiv_loss.*label", (_array(2, 5),))],
    )


RECORDS: list[Record] = [
    *_cross_entropy_cases(),
    *(_nll_record(r, w) for r, w in (("mean", False), ("sum", False), ("none", False))),
    *(
        _logistic_record(normalize, weighted)
        for normalize, weighted in ((False, False), (True, False), (False, True))
    ),
    *(_kldiv_record(reduction) for reduction in ("none", "mean", "sum", "batchmean")),
    record(
        "bce_loss",
        _C_ops.bce_loss,
        lambda x, y: -(y * np.log(x) + (1 - y) * np.log(1 - x)),
        [sample(scipy.special.expit(_array(3, 5)), scipy.special.expit(_array(3, 5)))],
        errors=[
            Error(ValueError, "bce_loss.*1.5", (np.array([1.5]), np.array([1.0]))),
            Error(ValueError, "bce_loss", (np.array([0.5]), np.array([1.0, 0.0]))),
        ],
    ),
    record(
        "huber_loss",
        _C_ops.huber_loss,
        lambda x, y, delta: (scipy.special.huber(delta, y - x), y - x),
        [sample(_array(3, 5), _array(3, 5), 0.7)],
        gradient=False,  # the residual is no differentiable output; the next record checks the loss
        errors=[Error(ValueError, "huber_loss.*label", (_array(2), _array(3), 1.0))],
    ),
    record(
        "huber_loss",
        lambda x, y, delta: _C_ops.huber_loss(x, y, delta)[0],
        lambda x, y, delta: scipy.special.huber(delta, y - x),
        [sample(_array(3, 5), _array(3, 5), 0.7)],
    ),
]
