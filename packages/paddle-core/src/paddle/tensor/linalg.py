"""Products of matrices and vectors, and norms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from .. import _C_ops
from .._core import Tensor, inplace, operator

__all__ = [
    "addmm",
    "addmm_",
    "bmm",
    "cdist",
    "corrcoef",
    "cov",
    "cross",
    "dist",
    "dot",
    "einsum",
    "inner",
    "kron",
    "matmul",
    "mm",
    "multi_dot",
    "mv",
    "norm",
    "outer",
    "t",
    "t_",
    "tensordot",
]

# The axis argument of `cross` that stands for "the first of size 3".
_FIRST_OF_SIZE_THREE = 9


@operator("matmul")
def matmul(
    x: Tensor,
    y: Tensor,
    transpose_x: bool = False,
    transpose_y: bool = False,
    name: str | None = None,
) -> Tensor:
    """The matrix product of two tensors.

    The last two axes are multiplied as matrices and the leading ones broadcast. A vector is a row
    on the left and a column on the right; its axis is missing from the result.

    Args:
        x: integer, floating or complex tensor with at least one axis.
        y: tensor of the same dtype.
        transpose_x: swap the last two axes of x first (ignored for a vector).
        transpose_y: the same for y.
        name: unused.

    Returns:
        Tensor: of the dtype of x.

    Raises:
        ValueError: if the inner sizes differ, the batches do not broadcast, or x or y is 0-d.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.matmul(x, x, transpose_y=True).tolist()
        [[5.0, 11.0], [11.0, 25.0]]
    """


def mm(input: Tensor, mat2: Tensor, name: str | None = None) -> Tensor:
    """The matrix product of two tensors, as `matmul` without transposition.

    Args:
        input: integer, floating or complex tensor with at least one axis.
        mat2: tensor of the same dtype.
        name: unused.

    Returns:
        Tensor: of the dtype of input.

    Raises:
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> paddle.mm(paddle.to_tensor([[1.0, 2.0]]), paddle.to_tensor([[3.0], [4.0]])).tolist()
        [[11.0]]
    """
    return _C_ops.matmul(input, mat2)


@operator("bmm")
def bmm(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The matrix products of two stacks of matrices, [B, M, K] and [B, K, N].

    Args:
        x: floating or complex tensor with three axes.
        y: tensor with three axes, of the same dtype and batch size.
        name: unused.

    Returns:
        Tensor: of shape [B, M, N].

    Raises:
        ValueError: if an operand does not have three axes, or the sizes do not fit.

    Examples:
        >>> import paddle
        >>> paddle.bmm(paddle.ones([2, 1, 3]), paddle.ones([2, 3, 1])).tolist()
        [[[3.0]], [[3.0]]]
    """


@operator("mv")
def mv(x: Tensor, vec: Tensor, name: str | None = None) -> Tensor:
    """The product of a matrix and a vector.

    Args:
        x: floating or complex tensor of shape [M, N].
        vec: tensor of shape [N] and the same dtype.
        name: unused.

    Returns:
        Tensor: of shape [M].

    Raises:
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[2.0, 1.0], [3.0, 0.0]])
        >>> paddle.mv(x, paddle.to_tensor([1.0, 4.0])).tolist()
        [6.0, 3.0]
    """


@operator("dot")
def dot(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The sum of products along the last axis of two vectors, or of two stacks of vectors.

    Complex numbers are not conjugated.

    Args:
        x: integer, floating or complex tensor with one or two axes.
        y: tensor of the same shape and dtype.
        name: unused.

    Returns:
        Tensor: 0-d, or of shape [B] for operands of shape [B, N].

    Raises:
        ValueError: if the shapes differ or have other numbers of axes.

    Examples:
        >>> import paddle
        >>> paddle.dot(paddle.to_tensor([1.0, 2.0]), paddle.to_tensor([3.0, 4.0])).item()
        11.0
    """


@operator("addmm")
def addmm(
    input: Tensor,
    x: Tensor,
    y: Tensor,
    beta: float = 1.0,
    alpha: float = 1.0,
    name: str | None = None,
) -> Tensor:
    """beta * input + alpha * (x @ y).

    Args:
        input: floating or complex tensor that broadcasts to the shape of the product.
        x: matrix of shape [M, K].
        y: matrix of shape [K, N].
        beta: factor of input.
        alpha: factor of the product.
        name: unused.

    Returns:
        Tensor: of shape [M, N].

    Raises:
        ValueError: if the shapes do not fit.

    Examples:
        >>> import paddle
        >>> x = paddle.ones([2, 2])
        >>> paddle.addmm(x, x, x, beta=0.5, alpha=5.0).tolist()
        [[10.5, 10.5], [10.5, 10.5]]
    """


addmm_ = inplace(addmm)


def t(input: Tensor, name: str | None = None) -> Tensor:
    """The transpose of a matrix; tensors with fewer axes are given back as they are.

    Args:
        input: tensor with at most two axes.
        name: unused.

    Returns:
        Tensor: a view of input.

    Raises:
        ValueError: if input has more than two axes.

    Examples:
        >>> import paddle
        >>> paddle.t(paddle.to_tensor([[1, 2, 3]])).tolist()
        [[1], [2], [3]]
    """
    _require_matrix(input)
    return input if input.ndim < 2 else _C_ops.transpose(input, [1, 0])


def t_(input: Tensor, name: str | None = None) -> Tensor:
    """In-place version of `t`.

    Args:
        input: tensor with at most two axes; it becomes its transpose.
        name: unused.

    Returns:
        Tensor: input.

    Raises:
        ValueError: if input has more than two axes.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1, 2, 3]])
        >>> paddle.t_(x).shape
        [3, 1]
    """
    _require_matrix(input)
    return input if input.ndim < 2 else _C_ops.transpose_(input, [1, 0])


def _require_matrix(x: Tensor) -> None:
    if x.ndim > 2:
        raise ValueError(
            "Input(input) only support N-D (N<=2) tensor, but received length of Input(input) is "
            f"{x.ndim}. Perhaps you can use paddle.tensor.transpose() instead."
        )


def outer(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The products of all elements of x with all elements of y; both are flattened.

    Args:
        x: tensor of any shape.
        y: tensor of any shape and the same dtype.
        name: unused.

    Returns:
        Tensor: of shape [number of elements of x, number of elements of y].

    Examples:
        >>> import paddle
        >>> paddle.outer(paddle.to_tensor([1, 2]), paddle.to_tensor([3, 4, 5])).tolist()
        [[3, 4, 5], [6, 8, 10]]
    """
    return _C_ops.multiply(_C_ops.reshape(x, [-1, 1]), _C_ops.reshape(y, [1, -1]))


def inner(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The sums of products along the last axes of x and y, for all their leading indices.

    A 0-d operand multiplies the other.

    Args:
        x: tensor of shape [..., N].
        y: tensor of shape [..., N] and the same dtype.
        name: unused.

    Returns:
        Tensor: of shape x.shape[:-1] + y.shape[:-1].

    Raises:
        ValueError: if the last sizes differ.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.inner(x, paddle.to_tensor([1.0, 10.0])).tolist()
        [21.0, 43.0]
    """
    if x.ndim == 0 or y.ndim == 0:
        return _C_ops.multiply(x, y)
    shape = list(x.shape[:-1]) + list(y.shape[:-1])
    rows = _C_ops.reshape(x, [math.prod(x.shape[:-1]), x.shape[-1]])
    columns = _C_ops.reshape(y, [math.prod(y.shape[:-1]), y.shape[-1]])
    return _C_ops.reshape(_C_ops.matmul(rows, columns, False, True), shape)


def kron(x: Tensor, y: Tensor, name: str | None = None) -> Tensor:
    """The Kronecker product: every element of x times the whole of y, side by side.

    Args:
        x: tensor of any shape; the one with fewer axes gets leading axes of size 1.
        y: tensor of the same dtype.
        name: unused.

    Returns:
        Tensor: each size is the product of the sizes of x and y.

    Examples:
        >>> import paddle
        >>> paddle.kron(paddle.to_tensor([[1, 2]]), paddle.to_tensor([[1, 1], [0, 1]])).tolist()
        [[1, 1, 2, 2], [0, 1, 0, 2]]
    """
    rank = max(x.ndim, y.ndim)
    x_shape = [1] * (rank - x.ndim) + list(x.shape)
    y_shape = [1] * (rank - y.ndim) + list(y.shape)
    x_apart = _C_ops.reshape(x, [size for n in x_shape for size in (n, 1)])
    y_apart = _C_ops.reshape(y, [size for n in y_shape for size in (1, n)])
    shape = [a * b for a, b in zip(x_shape, y_shape, strict=True)]
    return _C_ops.reshape(_C_ops.multiply(x_apart, y_apart), shape)


def cross(
    x: Tensor, y: Tensor, axis: int = _FIRST_OF_SIZE_THREE, name: str | None = None
) -> Tensor:
    """The cross product of vectors of three elements along an axis.

    Args:
        x: tensor with an axis of size 3.
        y: tensor of the same shape and dtype.
        axis: where the vectors lie; by default the first axis of size 3.
        name: unused.

    Returns:
        Tensor: of the shape of x.

    Raises:
        ValueError: if the shapes differ or the axis is not of size 3.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([1.0, 0.0, 0.0]), paddle.to_tensor([0.0, 1.0, 0.0])
        >>> paddle.cross(x, y).tolist()
        [0.0, 0.0, 1.0]
    """
    if list(x.shape) != list(y.shape):
        raise ValueError(
            f"cross: x and y must have the same shape, got {list(x.shape)} and {list(y.shape)}"
        )
    if axis == _FIRST_OF_SIZE_THREE:
        if 3 not in x.shape:
            raise ValueError(f"cross: x of shape {list(x.shape)} has no axis of size 3")
        axis = list(x.shape).index(3)
    if not -x.ndim <= axis < x.ndim or x.shape[axis] != 3:
        raise ValueError(f"cross: axis {axis} of the shape {list(x.shape)} is not of size 3")
    forward = [_C_ops.roll(v, [-1], [axis]) for v in (x, y)]
    backward = [_C_ops.roll(v, [1], [axis]) for v in (x, y)]
    return _C_ops.subtract(
        _C_ops.multiply(forward[0], backward[1]), _C_ops.multiply(backward[0], forward[1])
    )


def norm(
    x: Tensor,
    p: float | str = "fro",
    axis: int | Sequence[int] | None = None,
    keepdim: bool = False,
    name: str | None = None,
) -> Tensor:
    """The p-norm of vectors, or the same of all elements of matrices.

    For finite p other than 0 it is sum(abs(x) ** p) ** (1 / p); 0 counts the elements that are not
    zero, inf and -inf give the largest and the smallest magnitude, "fro" means 2.

    Args:
        x: floating or complex tensor.
        p: a number, or "fro".
        axis: an axis, or two of them; all elements without one.
        keepdim: keep the reduced axes with size 1.
        name: unused.

    Returns:
        Tensor: of the dtype of x, the real one for complex numbers.

    Raises:
        ValueError: for another string, for "fro" with an axis that is no pair of axes, or for more
            than two axes.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[3.0, 0.0], [4.0, 1.0]])
        >>> paddle.linalg.norm(x, p=2, axis=0).tolist()
        [5.0, 1.0]
    """
    axes = list(axis) if isinstance(axis, Sequence) else axis
    if isinstance(axes, list) and len(axes) == 1:
        axes = axes[0]
    if isinstance(p, str):
        if p != "fro":
            raise ValueError(f"only valid string values are 'fro', found {p}")
        if isinstance(axes, int):
            raise ValueError(f"norm: p 'fro' needs two axes, got axis {axes}")
        p = 2.0
    if isinstance(axes, list) and len(axes) != 2:
        raise ValueError(f"norm: axis must name at most two axes, got {axis}")
    return _C_ops.p_norm(_magnitudes(x), float(p), axes, keepdim)


def _magnitudes(x: Tensor) -> Tensor:
    """Complex numbers by their magnitude; real ones as they are."""
    return _C_ops.abs(x) if x.dtype.name in ("complex64", "complex128") else x


def dist(x: Tensor, y: Tensor, p: float = 2, name: str | None = None) -> Tensor:
    """The p-norm of the difference of x and y, which broadcast.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype.
        p: order of the norm; see `paddle.linalg.norm`.
        name: unused.

    Returns:
        Tensor: 0-d.

    Examples:
        >>> import paddle
        >>> paddle.dist(paddle.to_tensor([3.0, 3.0]), paddle.to_tensor([0.0, -1.0])).item()
        5.0
    """
    return _C_ops.p_norm(_magnitudes(_C_ops.subtract(x, y)), float(p), None, False)


def multi_dot(x: Sequence[Tensor], name: str | None = None) -> Tensor:
    """The product of two or more matrices, in the order that needs the fewest multiplications.

    Args:
        x: matrices; the first and the last may be vectors.
        name: unused.

    Returns:
        Tensor: their product.

    Raises:
        ValueError: for fewer than two operands or shapes that do not fit.

    Examples:
        >>> import paddle
        >>> x, y, z = paddle.ones([2, 3]), paddle.ones([3, 4]), paddle.ones([4])
        >>> paddle.linalg.multi_dot([x, y, z]).tolist()
        [12.0, 12.0]
    """
    operands = list(x)
    if len(operands) < 2:
        raise ValueError(f"multi_dot: needs at least two tensors, got {len(operands)}")
    for i, operand in enumerate(operands):
        ends = i in (0, len(operands) - 1)
        if operand.ndim != 2 and not (ends and operand.ndim == 1):
            raise ValueError(
                f"multi_dot: operand {i} must be a matrix, got the shape {list(operand.shape)}"
            )
    return _multiply_chain(operands, _chain_order(_chain_sizes(operands)), 0, len(operands) - 1)


def _chain_sizes(operands: list[Tensor]) -> list[int]:
    """The size of each border between matrices, the outer two included."""
    first = 1 if operands[0].ndim == 1 else operands[0].shape[0]
    last = 1 if operands[-1].ndim == 1 else operands[-1].shape[1]
    return [first, *(operand.shape[-1] for operand in operands[:-1]), last]


def _chain_order(sizes: list[int]) -> list[list[int]]:
    """Where to split each range of a chain (Cormen et al., Introduction to Algorithms, 15.2)."""
    count = len(sizes) - 1
    cost = [[0] * count for _ in range(count)]
    split = [[0] * count for _ in range(count)]
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            options = [
                (cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            ]
            cost[i][j], split[i][j] = min(options)
    return split


def _multiply_chain(operands: list[Tensor], split: list[list[int]], i: int, j: int) -> Tensor:
    if i == j:
        return operands[i]
    k = split[i][j]
    left = _multiply_chain(operands, split, i, k)
    return _C_ops.matmul(left, _multiply_chain(operands, split, k + 1, j))


def tensordot(
    x: Tensor,
    y: Tensor,
    axes: int | Sequence[int] | Sequence[Sequence[int]] | Tensor = 2,
    name: str | None = None,
) -> Tensor:
    """Sums products over pairs of axes of x and y.

    Args:
        x: tensor.
        y: tensor of the same dtype.
        axes: a number n pairs the last n axes of x with the first n of y; a list names the same
            axes of both; two lists name the axes of x and of y, the shorter one completed from the
            longer.
        name: unused.

    Returns:
        Tensor: the axes of x that are left, then those of y.

    Raises:
        ValueError: if paired sizes differ.

    Examples:
        >>> import paddle
        >>> x, y = paddle.ones([2, 3, 4]), paddle.ones([3, 4, 5])
        >>> paddle.tensordot(x, y, axes=2).shape
        [2, 5]
    """
    x_axes, y_axes = _paired_axes(x, y, axes)
    for a, b in zip(x_axes, y_axes, strict=True):
        if x.shape[a] != y.shape[b]:
            raise ValueError(
                f"tensordot: axis {a} of x and axis {b} of y have the sizes {x.shape[a]} and "
                f"{y.shape[b]}"
            )
    x_kept = [axis for axis in range(x.ndim) if axis not in x_axes]
    y_kept = [axis for axis in range(y.ndim) if axis not in y_axes]
    inner_size = math.prod(x.shape[axis] for axis in x_axes)
    rows = math.prod(x.shape[axis] for axis in x_kept)
    columns = math.prod(y.shape[axis] for axis in y_kept)
    left = _C_ops.reshape(_C_ops.transpose(x, x_kept + x_axes), [rows, inner_size])
    right = _C_ops.reshape(_C_ops.transpose(y, y_axes + y_kept), [inner_size, columns])
    shape = [x.shape[axis] for axis in x_kept] + [y.shape[axis] for axis in y_kept]
    return _C_ops.reshape(_C_ops.matmul(left, right), shape)


def _paired_axes(
    x: Tensor, y: Tensor, axes: int | Sequence[int] | Sequence[Sequence[int]] | Tensor
) -> tuple[list[int], list[int]]:
    if isinstance(axes, Tensor):
        axes = axes.tolist()
    if isinstance(axes, int):
        if not 0 <= axes <= min(x.ndim, y.ndim):
            raise ValueError(f"tensordot: axes must be in [0, {min(x.ndim, y.ndim)}], got {axes}")
        return list(range(x.ndim - axes, x.ndim)), list(range(axes))
    pairs = [list(part) if isinstance(part, Sequence) else part for part in axes]
    if pairs and isinstance(pairs[0], list):
        first = pairs[0]
        second = pairs[1] if len(pairs) > 1 and isinstance(pairs[1], list) else list(first)
    else:
        first = [part for part in pairs if isinstance(part, int)]
        second = list(first)
    first, second = first + second[len(first) :], second + first[len(second) :]
    return _checked_axes(first, x, "x"), _checked_axes(second, y, "y")


def _checked_axes(axes: list[int], x: Tensor, name: str) -> list[int]:
    result = []
    for axis in axes:
        if not -x.ndim <= axis < x.ndim:
            raise ValueError(f"tensordot: axis {axis} of {name} is not in [-{x.ndim}, {x.ndim})")
        result.append(axis % x.ndim)
    if len(set(result)) != len(result):
        raise ValueError(f"tensordot: an axis of {name} is named twice in {axes}")
    return result


def einsum(equation: str, *operands: Tensor) -> Tensor:
    """Sums products of operands as Einstein's notation says.

    Letters name the axes of each operand; those that the result does not name are summed over.
    Without "->" the result has the letters that appear once, in alphabetical order. "..." stands
    for any further axes, which broadcast; a letter twice in one operand takes its diagonal.

    Args:
        equation: such as "ij,jk->ik".
        *operands: one tensor per comma-separated term.

    Returns:
        Tensor: the result.

    Raises:
        ValueError: if the equation does not fit the operands or sizes of one letter differ.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> paddle.einsum("ij,kj->ik", x, x).tolist()
        [[5.0, 11.0], [11.0, 25.0]]
    """
    terms, result = _parse_equation(equation, operands)
    last_use = {letter: i for i, term in enumerate(terms) for letter in term}
    labels, value = _without_repeats(terms[0], operands[0])
    labels, value = _sum_out(labels, value, {c for c in labels if last_use[c] == 0} - set(result))
    for i, (term, operand) in enumerate(zip(terms[1:], operands[1:], strict=True), start=1):
        other_labels, other = _without_repeats(term, operand)
        own = {c for c in other_labels if c not in labels and last_use[c] == i} - set(result)
        other_labels, other = _sum_out(other_labels, other, own)
        done = {c for c in labels if last_use[c] <= i} - set(result)
        labels, value = _contract(labels, value, other_labels, other, done)
    return _C_ops.transpose(value, [labels.index(c) for c in result])


# Axes under "..." get Greek letters, counted from the last axis.
def _ellipsis_labels(count: int) -> str:
    return "".join(chr(0x3B1 + i) for i in reversed(range(count)))


def _parse_equation(equation: str, operands: Sequence[Tensor]) -> tuple[list[str], str]:
    text = equation.replace(" ", "")
    left, arrow, right = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(operands) or not operands:
        raise ValueError(
            f"einsum: {equation!r} has {len(terms)} terms, but {len(operands)} operands were given"
        )
    extra = 0
    for i, (term, operand) in enumerate(zip(terms, operands, strict=True)):
        letters = term.replace("...", "", 1)
        if (letters and not letters.isalpha()) or not letters.isascii():
            raise ValueError(f"einsum: {term!r} in {equation!r} is no list of letters")
        hidden = operand.ndim - len(letters)
        if hidden < 0 or (hidden and "..." not in term):
            raise ValueError(
                f"einsum: {term!r} names {len(letters)} axes, but operand {i} has {operand.ndim}"
            )
        extra = max(extra, hidden)
        terms[i] = term.replace("...", _ellipsis_labels(hidden), 1)
    joined = "".join(terms)
    if arrow:
        result = right.replace("...", _ellipsis_labels(extra), 1)
    else:
        once = sorted(c for c in set(joined) if c.isascii() and joined.count(c) == 1)
        result = _ellipsis_labels(extra) + "".join(once)
    if len(set(result)) != len(result) or not set(result) <= set(joined):
        raise ValueError(f"einsum: the result of {equation!r} repeats or invents a letter")
    return terms, result


def _without_repeats(term: str, x: Tensor) -> tuple[str, Tensor]:
    """Takes diagonals until every letter stands once."""
    for letter in sorted(set(term)):
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            if x.shape[first] != x.shape[second]:
                raise ValueError(
                    f"einsum: the letter {letter!r} stands for the sizes {x.shape[first]} and "
                    f"{x.shape[second]}"
                )
            x = _C_ops.diagonal(x, 0, first, second)
            term = term[:first] + term[first + 1 : second] + term[second + 1 :] + letter
    return term, x


def _sum_out(labels: str, x: Tensor, letters: set[str]) -> tuple[str, Tensor]:
    if not letters:
        return labels, x
    axes = [i for i, letter in enumerate(labels) if letter in letters]
    return "".join(c for c in labels if c not in letters), _C_ops.sum(x, axes, None, False)


def _contract(
    x_labels: str, x: Tensor, y_labels: str, y: Tensor, done: set[str]
) -> tuple[str, Tensor]:
    """One matrix product over the common letters that are done; the others are batches."""
    sizes = _common_sizes(x_labels, x, y_labels, y)
    # A size of 1 that broadcasts is summed away: its one element multiplies everything.
    x_labels, x = _sum_out(x_labels, x, _broadcast_letters(x_labels, x, y_labels, sizes, done))
    y_labels, y = _sum_out(y_labels, y, _broadcast_letters(y_labels, y, x_labels, sizes, done))
    x_labels, x = _sum_out(x_labels, x, {c for c in x_labels if c in done and c not in y_labels})
    y_labels, y = _sum_out(y_labels, y, {c for c in y_labels if c in done and c not in x_labels})
    common = [c for c in x_labels if c in y_labels]
    batch = [c for c in common if c not in done]
    summed = [c for c in common if c in done]
    rows = [c for c in x_labels if c not in y_labels]
    columns = [c for c in y_labels if c not in x_labels]

    def arranged(labels: str, tensor: Tensor, *groups: list[str]) -> Tensor:
        moved = _C_ops.transpose(tensor, [labels.index(c) for group in groups for c in group])
        shape = [tensor.shape[labels.index(c)] for c in batch]
        shape += [math.prod(tensor.shape[labels.index(c)] for c in group) for group in groups[1:]]
        return _C_ops.reshape(moved, shape)

    left = arranged(x_labels, x, batch, rows, summed)
    right = arranged(y_labels, y, batch, summed, columns)
    shape = [max(x.shape[x_labels.index(c)], y.shape[y_labels.index(c)]) for c in batch]
    shape += [x.shape[x_labels.index(c)] for c in rows]
    shape += [y.shape[y_labels.index(c)] for c in columns]
    product = _C_ops.reshape(_C_ops.matmul(left, right), shape)
    return "".join(batch + rows + columns), product


def _common_sizes(x_labels: str, x: Tensor, y_labels: str, y: Tensor) -> dict[str, int]:
    sizes = dict(zip(x_labels, x.shape, strict=True))
    for letter, size in zip(y_labels, y.shape, strict=True):
        other = sizes.setdefault(letter, size)
        if other != size and 1 not in (other, size):
            raise ValueError(
                f"einsum: the letter {letter!r} stands for the sizes {other} and {size}"
            )
        sizes[letter] = max(other, size) if 0 not in (other, size) else 0
    return sizes


def _broadcast_letters(
    labels: str, x: Tensor, others: str, sizes: dict[str, int], done: set[str]
) -> set[str]:
    return {
        c
        for c, size in zip(labels, x.shape, strict=True)
        if c in others and c in done and size == 1 and sizes[c] != 1
    }


def cdist(
    x: Tensor,
    y: Tensor,
    p: float = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
    name: str | None = None,
) -> Tensor:
    """The p-norm distance of every row of x to every row of y.

    Args:
        x: floating tensor [..., rows, size].
        y: of the same dtype [..., columns, size]; leading axes broadcast.
        p: exponent of the norm; 0 counts different coordinates, inf takes the greatest difference.
        compute_mode: "use_mm_for_euclid_dist" (a matrix product for p=2), "..._if_necessary" (the
            same for more than 25 rows) or "donot_use_mm_for_euclid_dist".
        name: unused.

    Returns:
        Tensor: [..., rows, columns].

    Raises:
        ValueError: for tensors of less than two axes, other sizes, p < 0 or an unknown mode.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[0.0, 0.0]])
        >>> y = paddle.to_tensor([[3.0, 4.0], [0.0, 1.0]])
        >>> paddle.cdist(x, y).tolist()
        [[5.0, 1.0]]
    """
    modes = ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist",
             "donot_use_mm_for_euclid_dist")  # fmt: skip
    if compute_mode not in modes:
        raise ValueError(f"cdist: compute_mode must be one of {modes}, but is {compute_mode!r}")
    if x.ndim < 2 or y.ndim < 2 or x.shape[-1] != y.shape[-1]:
        raise ValueError(
            f"cdist: x {x.shape} and y {y.shape} need two axes or more and the same last size"
        )
    if p < 0:
        raise ValueError(f"cdist: p must not be negative, but is {p}")
    many = max(x.shape[-2], y.shape[-2]) > 25
    if p == 2 and (compute_mode == modes[1] or (compute_mode == modes[0] and many)):
        return _euclidean_by_product(x, y)
    difference = _C_ops.subtract(_C_ops.unsqueeze(x, [-2]), _C_ops.unsqueeze(y, [-3]))
    return norm(difference, p, axis=-1)


def _euclidean_by_product(x: Tensor, y: Tensor) -> Tensor:
    squares = (x * x).sum(-1, keepdim=True) + _C_ops.unsqueeze((y * y).sum(-1), [-2])
    products = _C_ops.matmul(x, y, False, True)
    return _C_ops.sqrt(_C_ops.clip(squares - 2 * products, 0.0, float("inf")))


def cov(
    x: Tensor,
    rowvar: bool = True,
    ddof: bool = True,
    fweights: Tensor | None = None,
    aweights: Tensor | None = None,
    name: str | None = None,
) -> Tensor:
    """The covariances of variables, as `numpy.cov` computes them.

    Args:
        x: float32, float64 or complex vector or matrix.
        rowvar: whether rows are variables and columns are observations; else the other way round.
        ddof: divide by the number of observations minus one (True) or by their number.
        fweights: integer vector: how often each observation counts.
        aweights: vector: the weight of each observation.
        name: unused.

    Returns:
        Tensor: [variables, variables]; 0-d for one variable.

    Raises:
        ValueError: if x has more than two axes, or weights have another length or are negative.

    Examples:
        >>> import paddle
        >>> paddle.linalg.cov(paddle.to_tensor([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])).tolist()
        [[1.0, -1.0], [-1.0, 1.0]]
    """
    if not 1 <= x.ndim <= 2:
        raise ValueError(
            f"Input(x) only support N-D (1<=N<=2) tensor in cov, but received length of "
            f"Input(input) is {x.ndim}."
        )
    data = _C_ops.unsqueeze(x, [0]) if x.ndim == 1 else x
    if not rowvar and data.shape[0] != 1:
        data = _C_ops.transpose(data, [1, 0])
    count = data.shape[1]
    repeats = _observation_weights("fweights", fweights, count, data)
    weights = _observation_weights("aweights", aweights, count, data)
    both = [weight for weight in (repeats, weights) if weight is not None]
    if not both:
        total: Any = float(count)
        centred = data - data.sum(1, keepdim=True) / total
        weighted, scatter = centred, total - ddof
    else:
        weight = both[0] if len(both) == 1 else both[0] * both[1]
        total = weight.sum()
        centred = data - (data * weight).sum(1, keepdim=True) / total
        weighted = centred * weight
        if not ddof:
            scatter = total
        elif weights is None:
            scatter = total - 1
        else:
            scatter = total - (weight * weights).sum() / total
    products = _C_ops.matmul(weighted, _C_ops.conj(centred), False, True)
    return _C_ops.squeeze(products / scatter, [])


def _observation_weights(name: str, weights: Tensor | None, count: int, x: Tensor) -> Any:
    if weights is None:
        return None
    if weights.ndim != 1 or weights.shape[0] != count:
        raise ValueError(
            f"cov: {name} needs one number for each of the {count} observations, but has shape "
            f"{weights.shape}"
        )
    if bool((weights < 0).any()):
        raise ValueError(f"cov: {name} must not be negative")
    return _C_ops.cast(weights, _magnitudes(x).dtype)


def corrcoef(x: Tensor, rowvar: bool = True, name: str | None = None) -> Tensor:
    """The correlation coefficients of variables: covariances over the product of deviations.

    Args:
        x: float32, float64 or complex vector or matrix.
        rowvar: whether rows are variables and columns are observations; else the other way round.
        name: unused.

    Returns:
        Tensor: [variables, variables] between -1 and 1; 0-d for one variable.

    Raises:
        ValueError: if x has more than two axes.

    Examples:
        >>> import paddle
        >>> paddle.linalg.corrcoef(paddle.to_tensor([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])).tolist()
        [[1.0, -1.0], [-1.0, 1.0]]
    """
    if not 1 <= x.ndim <= 2:
        raise ValueError(
            f"Input(x) only support N-D (1<=N<=2) tensor in corrcoef, but received length of "
            f"Input(input) is {x.ndim}."
        )
    covariance = cov(x, rowvar)
    if covariance.ndim == 0:
        return covariance / covariance
    deviation = _C_ops.sqrt(_real_part(_C_ops.diagonal(covariance, 0, 0, 1)))
    ratio = covariance / _C_ops.unsqueeze(deviation, [1]) / _C_ops.unsqueeze(deviation, [0])
    if ratio.dtype == deviation.dtype:
        return _C_ops.clip(ratio, -1.0, 1.0)
    parts = (_C_ops.real(ratio), _C_ops.imag(ratio))
    return _C_ops.complex(*(_C_ops.clip(part, -1.0, 1.0) for part in parts))


def _real_part(x: Tensor) -> Tensor:
    return _C_ops.real(x) if x.dtype.name in ("complex64", "complex128") else x
