"""Losses over alignments, beam search, trees of classes, sampling at points."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import partial
from typing import Any

import paddle
import paddle.nn.functional as F
from paddle import nn

from fidelity_cases.common import Scenario, values_of

LENGTHS = {"fits": [4, 3], "too_short": [4, 2]}


def _with_grads(function: Any, *inputs: Any) -> list[Any]:
    for x in inputs:
        x.stop_gradient = False
    out = function(*inputs)
    (out * out).sum().backward()
    return [values_of(x) for x in (out, *(x.grad for x in inputs))]


def _int(values: Any, dtype: str = "int64") -> Any:
    return paddle.to_tensor(values, dtype=dtype)


def _ctc(lengths: list[int], reduction: str, by_times: bool) -> Any:
    paddle.seed(3)
    labels = _int([[1, 2], [2, 2]], "int32")
    return _with_grads(
        lambda x: F.ctc_loss(
            x, labels, _int(lengths), _int([2, 2]), reduction=reduction, norm_by_times=by_times
        ),
        paddle.randn([4, 2, 3]),
    )


def _transducer(reduction: str) -> Any:
    paddle.seed(3)
    given = [_int(v, "int32") for v in ([[1, 2], [3, 1]], [3, 2], [2, 1])]
    return _with_grads(
        lambda x: F.rnnt_loss(x, *given, fastemit_lambda=0.5, reduction=reduction),
        F.log_softmax(paddle.randn([2, 3, 3, 4])).detach(),
    )


def _tree(custom: bool) -> Any:
    paddle.seed(3)
    paths = {}
    if custom:
        paths = {
            "path_table": _int([[0, 1, -1], [0, 2, 3], [0, -1, -1]]),
            "path_code": _int([[0, 1, 0], [1, 0, 1], [1, 0, 0]]),
        }
    return _with_grads(
        lambda x, w, b: F.hsigmoid_loss(x, _int([[0], [4], [2]]), 5, w, b, **paths),
        paddle.randn([3, 4]),
        paddle.randn([4, 4]),
        paddle.randn([4, 1]),
    )


def _sampled(mode: str, padding: str, aligned: bool) -> Any:
    paddle.seed(3)
    return _with_grads(
        lambda x, grid: F.grid_sample(x, grid, mode, padding, aligned),
        paddle.randn([2, 2, 3, 4]),
        paddle.randn([2, 3, 2, 2]) * 1.5,
    )


def _affine(aligned: bool, shape: list[int]) -> Any:
    paddle.seed(3)
    axes = len(shape) - 2
    theta = paddle.randn([shape[0], axes, axes + 1])
    return _with_grads(lambda x: F.affine_grid(x, shape, aligned), theta)


def _beams(impute: bool) -> Any:
    paddle.seed(5)
    cell, embedding, scores = nn.LSTMCell(4, 4), nn.Embedding(6, 4), nn.Linear(4, 6)
    scores.weight.set_value(scores.weight * 4)
    decoder = nn.BeamSearchDecoder(cell, 0, 1, 3, embedding, scores)
    states = (paddle.randn([2, 4]), paddle.randn([2, 4]))
    tokens, final, lengths = nn.dynamic_decode(
        decoder, states, max_step_num=6, impute_finished=impute, return_length=True
    )
    found = [tokens, lengths, final.log_probs, final.cell_states[0], final.finished]
    return [[list(x.shape), values_of(x.astype("float32"))] for x in found]


def _edits() -> Any:
    hyps = _int([[1, 2, 3], [4, 5, 6], [4, 4, 4], [1, 1, 1]])
    refs = _int([[1, 3, 4, 1], [4, 5, 8, 1], [7, 7, 7, 1], [1, 1, 1, 1]])
    sizes = {"input_length": _int([3, 3, 2, 1]), "label_length": _int([4, 4, 1, 4])}
    return [
        [values_of(x) for x in F.loss.edit_distance(hyps, refs, normalized, **sizes)]
        for normalized in (False, True)
    ]


def scenarios() -> Iterable[Scenario]:
    """All comparisons of this family."""
    for case, lengths in LENGTHS.items():
        for reduction, by_times in itertools.product(("none", "mean", "sum"), (False, True)):
            run = partial(_ctc, lengths, reduction, by_times)
            yield Scenario(f"alignment.ctc.{case}.{reduction}.{by_times}", run, tolerance=2e-5)
    for reduction in ("none", "mean", "sum"):
        name = f"alignment.rnnt.{reduction}"
        yield Scenario(name, partial(_transducer, reduction), tolerance=2e-5)
    for custom in (False, True):
        yield Scenario(f"alignment.hsigmoid.{custom}", partial(_tree, custom), tolerance=2e-5)
    for mode, padding, aligned in itertools.product(
        ("bilinear", "nearest"), ("zeros", "border", "reflection"), (True, False)
    ):
        run = partial(_sampled, mode, padding, aligned)
        name = f"alignment.grid_sample.{mode}.{padding}.{aligned}"
        yield Scenario(name, run, tolerance=2e-5)
    for aligned, shape in itertools.product((True, False), ([2, 1, 3, 4], [1, 1, 2, 3, 2])):
        run = partial(_affine, aligned, shape)
        yield Scenario(f"alignment.affine_grid.{aligned}.{len(shape)}", run, tolerance=2e-5)
    for impute in (False, True):
        yield Scenario(f"alignment.beam_search.{impute}", partial(_beams, impute), tolerance=2e-5)
    yield Scenario("alignment.edit_distance", _edits, tolerance=1e-6)
