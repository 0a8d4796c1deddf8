"""Rotary position embedding."""

from __future__ import annotations

from paddle._core import Tensor

__all__ = ["fused_rotary_position_embedding", "rotate"]


def fused_rotary_position_embedding(
    q: Tensor,
    k: Tensor | None = None,
    v: Tensor | None = None,
    sin: Tensor | None = None,
    cos: Tensor | None = None,
    position_ids: Tensor | None = None,
    use_neox_rotary_style: bool = True,
) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    r"""Rotate pairs of numbers by angles that grow with the position: :math:`x \cos + x' \sin`.

    Pair i is rotated by :math:`position / 10000^{2i / D}` where no tables are given. Source:
    "RoFormer", https://arxiv.org/abs/2104.09864.

    Args:
        q: [N, L, heads, D], D even.
        k: of the same form, or None.
        v: of the same form, or None.
        sin: sines, [positions, D] or [1, positions, 1, D]; None (the default) for those above.
        cos: cosines of the same shape, given together with `sin`.
        position_ids: integers [N, L], the position of each row; 0, 1, ... by default.
        use_neox_rotary_style: True (the default) pairs neighbours, False the halves of D.

    Returns:
        The rotated `q`, `k` and `v`, None where None was given.

    Examples:
        >>> import paddle
        >>> from paddle.incubate.nn.functional import fused_rotary_position_embedding
        >>> q = paddle.to_tensor([1.0, 0.0]).tile([1, 2, 1, 1])
        >>> fused_rotary_position_embedding(q)[0].flatten()
        Tensor(shape=[4], dtype=float32, place=Place(cpu), stop_gradient=True,
               [1.        , 0.        , 0.54030228, 0.84147102])
    """
    if q.ndim != 4 or q.shape[3] % 2:
        raise ValueError(f"q must be [N, L, heads, D] with an even D, got the shape {q.shape}")
    if (sin is None) != (cos is None):
        raise ValueError("sin and cos must be given together")
    if sin is None or cos is None:
        sin, cos = _tables(q, position_ids, use_neox_rotary_style)
    else:
        sin, cos = (_rows(table, q, position_ids) for table in (sin, cos))

    def rotated(x: Tensor | None) -> Tensor | None:
        return None if x is None else rotate(x, sin, cos, use_neox_rotary_style)

    return rotated(q), rotated(k), rotated(v)


def rotate(x: Tensor, sin: Tensor, cos: Tensor, neighbours: bool) -> Tensor:
    """`x cos + x' sin`, where x' turns pairs (neighbours, or the halves of the last axis) by 90
    degrees."""
    import paddle

    if neighbours:
        turned = paddle.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
    else:
        half = x.shape[-1] // 2
        turned = paddle.concat([-x[..., half:], x[..., :half]], axis=-1)
    return x * cos.astype(x.dtype) + turned * sin.astype(x.dtype)


def _tables(q: Tensor, position_ids: Tensor | None, neighbours: bool) -> tuple[Tensor, Tensor]:
    import paddle

    length, size = q.shape[1], q.shape[3]
    positions = paddle.arange(length).unsqueeze(0) if position_ids is None else position_ids
    rates = 10000.0 ** (paddle.arange(0, size, 2, dtype="float32") / -size)
    angles = positions.astype("float32").unsqueeze(-1) * rates
    if neighbours:
        angles = paddle.repeat_interleave(angles, 2, axis=-1)
    else:
        angles = paddle.concat([angles, angles], axis=-1)
    angles = angles.unsqueeze(2)
    return angles.sin(), angles.cos()


def _rows(table: Tensor, q: Tensor, position_ids: Tensor | None) -> Tensor:
    """The rows of a table for every position, [N or 1, L, 1, D]."""
    size, length = q.shape[3], q.shape[1]
    if table.shape[-1] != size or table.ndim not in (2, 4):
        raise ValueError(
            f"sin and cos must be [positions, {size}] or [1, positions, 1, {size}], got the shape "
            f"{table.shape}"
        )
    rows = table.reshape([-1, size])
    if position_ids is not None:
        return rows[position_ids].unsqueeze(2)
    if rows.shape[0] < length:
        raise ValueError(f"sin and cos have {rows.shape[0]} positions, q has {length}")
    return rows[:length].unsqueeze(0).unsqueeze(2)
