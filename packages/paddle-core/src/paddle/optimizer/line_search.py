"""What quasi-Newton methods are made of: a line search, and an inverse Hessian from a history.

Source: Nocedal and Wright, Numerical Optimization, 2006: algorithms 3.5 and 3.6 (strong Wolfe
conditions, with cubic interpolation, equation 3.59) and 7.4 (two-loop recursion).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from paddle._core import Tensor

__all__ = ["History", "Point", "dot", "largest", "strong_wolfe"]

_DECREASE = 1e-4  # c1: the share of the predicted decrease that a step must reach
_CURVATURE = 0.9  # c2: the share of the slope that may be left
_MARGIN = 0.1  # how far from the ends of a bracket the next step stays


class Point(NamedTuple):
    """A point on the line: its step, and value, slope and gradient of the function there."""

    step: float
    value: float
    slope: float
    gradient: Tensor


def dot(x: Tensor, y: Tensor) -> float:
    """The inner product of two vectors."""
    return float((x * y).sum())


def largest(x: Tensor) -> float:
    """The largest absolute value."""
    return float(x.abs().max())


def _cubic_minimum(a: Point, b: Point) -> float:
    """Where the cubic through two points with their slopes is lowest; else the middle."""
    middle = 0.5 * (a.step + b.step)
    if not (math.isfinite(b.value) and math.isfinite(b.slope)):
        return middle
    width = b.step - a.step
    first = a.slope + b.slope - 3.0 * (a.value - b.value) / -width
    square = first * first - a.slope * b.slope
    if square < 0.0:
        return middle
    second = math.copysign(math.sqrt(square), width)
    divisor = b.slope - a.slope + 2.0 * second
    if divisor == 0.0:
        return middle
    return b.step - width * (b.slope + second - first) / divisor


def _clamped(step: float, a: float, b: float) -> float:
    low, high = min(a, b), max(a, b)
    return min(max(step, low), high)


class _Search:
    """A search along one line."""

    def __init__(
        self, evaluate: Callable[[float], Point], start: Point, max_evaluations: int, width: float
    ) -> None:
        self._evaluate = evaluate
        self._start = start
        self._left = max_evaluations
        self._width = width

    def _at(self, step: float) -> Point:
        self._left -= 1
        return self._evaluate(step)

    def _is_low(self, point: Point) -> bool:
        bound = self._start.value + _DECREASE * point.step * self._start.slope
        return math.isfinite(point.value) and point.value <= bound

    def _is_flat(self, point: Point) -> bool:
        return abs(point.slope) <= -_CURVATURE * self._start.slope

    def run(self, step: float) -> Point:
        """Lengthen the step until it is right or has a right one behind it."""
        previous = self._start
        while self._left > 0:
            point = self._at(step)
            if not self._is_low(point) or (
                previous is not self._start and point.value >= previous.value
            ):
                return self._zoom(previous, point)
            if self._is_flat(point):
                return point
            if point.slope >= 0.0:
                return self._zoom(point, previous)
            longer = step + 2.0 * (step - previous.step)
            step = _clamped(_cubic_minimum(previous, point), longer, 10.0 * step)
            previous = point
        return previous

    def _zoom(self, low: Point, high: Point) -> Point:
        """Narrow a bracket, of which `low` is the better end."""
        while self._left > 0 and abs(high.step - low.step) > self._width:
            margin = _MARGIN * (high.step - low.step)
            step = _clamped(_cubic_minimum(low, high), low.step + margin, high.step - margin)
            point = self._at(step)
            if not self._is_low(point) or point.value >= low.value:
                high = point
                continue
            if self._is_flat(point):
                return point
            if point.slope * (high.step - low.step) >= 0.0:
                high = low
            low = point
        return low


def strong_wolfe(
    evaluate: Callable[[float], Point],
    start: Point,
    step: float,
    max_evaluations: int,
    width: float = 1e-9,
) -> Point:
    """A point that fulfils the strong Wolfe conditions.

    Args:
        evaluate: gives the point of a step.
        start: the point of step 0; its slope is negative.
        step: the first step to try.
        max_evaluations: how often the function may be evaluated.
        width: a bracket of steps so narrow ends the search.

    Returns:
        The point; the best one so far, which may be `start`, where the search had to end.
    """
    return _Search(evaluate, start, max_evaluations, width).run(step)


class History:
    """The last steps and changes of the gradient, which stand for an inverse Hessian.

    Args:
        size: how many to keep.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.steps: list[Tensor] = []
        self.changes: list[Tensor] = []
        self.curvatures: list[float] = []
        self.scale = 1.0

    def add(self, step: Tensor, change: Tensor) -> None:
        """Add a step, unless the function curves down along it; the oldest one may fall out."""
        curvature = dot(step, change)
        if curvature <= 1e-10:
            return
        if len(self.steps) == self.size:
            for values in (self.steps, self.changes, self.curvatures):
                values.pop(0)
        self.steps.append(step)
        self.changes.append(change)
        self.curvatures.append(1.0 / curvature)
        self.scale = curvature / dot(change, change)

    def times(self, gradient: Tensor, base: Tensor | None = None) -> Tensor:
        """The inverse Hessian times a gradient, on top of the matrix `base` if one is given."""
        import paddle

        vector = gradient
        weights = []
        entries = list(zip(self.steps, self.changes, self.curvatures, strict=True))
        for step, change, curvature in reversed(entries):
            weights.append(curvature * dot(step, vector))
            vector = vector - change * weights[-1]
        vector = vector * self.scale if base is None else paddle.matmul(base, vector)
        for (step, change, curvature), weight in zip(entries, reversed(weights), strict=True):
            vector = vector + step * (weight - curvature * dot(change, vector))
        return vector
