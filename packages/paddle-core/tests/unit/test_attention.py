"""Attention on the blocked kernel against the composition of operators, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle
import pytest
from paddle.nn import functional as F
from paddle.nn.functional import attention as both
from paddle.nn.functional import flash_attention as flash

RANDOM = np.random.default_rng(12)


def tensors(dtype: str, *shapes: tuple[int, ...]) -> list[Any]:
    made = [paddle.to_tensor(RANDOM.standard_normal(shape)).astype(dtype) for shape in shapes]
    for tensor in made:
        tensor.stop_gradient = False
    return made


def compare(
    lengths: tuple[int, int],
    heads: tuple[int, int],
    sizes: tuple[int, int],
    mask: Any = None,
    causal: bool = False,
    dropout: float = 0.0,
    dtype: str = "float64",
    tolerance: float = 1e-12,
) -> None:
    """Values, gradients and the generator's state afterwards."""
    batch = 2
    q, k, v, flow = tensors(
        dtype,
        (batch, lengths[0], heads[0], sizes[0]),
        (batch, lengths[1], heads[1], sizes[0]),
        (batch, lengths[1], heads[1], sizes[1]),
        (batch, lengths[0], heads[0], sizes[1]),
    )
    results = []
    for function in (both.blocked_attention, both.composed_attention):
        paddle.seed(9)
        out = function(q, k, v, mask, 0.2, causal, dropout)
        out = out[0] if isinstance(out, tuple) else out
        drawn = paddle.rand([1])
        results.append([out, *paddle.grad(out, [q, k, v], flow), drawn])
    for got, want in zip(*results, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(
            got.astype("float64").numpy(), want.astype("float64").numpy(), tolerance, tolerance
        )


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dropout", [0.0, 0.3])
def test_many_blocks(causal: bool, dropout: float) -> None:
    compare((200, 333), (4, 2), (24, 40), causal=causal, dropout=dropout)


@pytest.mark.parametrize("causal", [False, True])
def test_few_heads_are_cut_by_keys(causal: bool) -> None:
    compare((300, 1100), (1, 1), (8, 8), causal=causal)


def test_masks_over_many_blocks() -> None:
    compare(
        (150, 290), (2, 2), (8, 8), mask=paddle.to_tensor(RANDOM.random((2, 1, 150, 290)) < 0.6)
    )
    compare((150, 290), (2, 2), (8, 8), mask=paddle.to_tensor(RANDOM.standard_normal((2, 1, 290))))


@pytest.mark.parametrize(
    ("dtype", "tolerance"), [("float32", 5e-6), ("float16", 4e-3), ("bfloat16", 3e-2)]
)
def test_lower_precisions(dtype: str, tolerance: float) -> None:
    compare((70, 200), (2, 1), (33, 17), dtype=dtype, tolerance=tolerance)


def test_results_do_not_depend_on_the_number_of_heads_in_a_call() -> None:
    q, k, v = tensors("float32", *[(1, 130, 6, 16)] * 3)
    whole = F.scaled_dot_product_attention(q, k, v)
    parts = [
        F.scaled_dot_product_attention(*(x[:, :, i : i + 1] for x in (q, k, v))) for i in range(6)
    ]
    np.testing.assert_array_equal(whole.numpy(), paddle.concat(parts, axis=2).numpy())


def test_a_mask_gets_its_gradient() -> None:
    q, k, v, mask = tensors("float64", *[(1, 3, 1, 4)] * 3, (3, 3))
    F.scaled_dot_product_attention(q, k, v, mask).square().sum().backward()
    weights = F.softmax(
        paddle.einsum("bihd,bjhd->bhij", q, k).detach() * 0.5 + mask.detach()
    ).numpy()
    out = weights @ v.numpy()[:, :, 0]
    flow = 2 * out @ v.numpy()[:, :, 0].swapaxes(-1, -2)
    wanted = weights * (flow - (weights * flow).sum(-1, keepdims=True))
    np.testing.assert_allclose(mask.grad.numpy(), wanted[0, 0], atol=1e-12)


def test_integer_masks_say_what_counts() -> None:
    q, k, v = tensors("float32", *[(1, 3, 1, 4)] * 3)
    flags = paddle.to_tensor([[1, 0, 0], [1, 1, 0], [1, 1, 1]])
    got = F.scaled_dot_product_attention(q, k, v, flags)
    wanted = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    np.testing.assert_allclose(got.numpy(), wanted.numpy(), atol=1e-6)


def test_a_query_that_sees_nothing_gives_zeros() -> None:
    q, k, v = tensors("float32", *[(1, 2, 1, 4)] * 3)
    mask = paddle.to_tensor([[float("-inf")] * 2, [0.0, 0.0]])
    out = F.scaled_dot_product_attention(q, k, v, mask)
    out.sum().backward()
    assert out[0, 0].abs().sum().item() == 0.0
    assert np.isfinite(q.grad.numpy()).all()
    assert q.grad[0, 0].abs().sum().item() == 0.0


def test_nan_is_not_hidden() -> None:
    q, k, v = tensors("float32", *[(1, 3, 1, 4)] * 3)
    q = q.detach()
    q[0, 1, 0, 2] = float("nan")
    out = F.scaled_dot_product_attention(q, k, v).numpy()
    assert np.isnan(out[0, 1]).all()
    assert np.isfinite(out[0, [0, 2]]).all()


def test_evaluation_drops_nothing() -> None:
    q, k, v = tensors("float32", *[(1, 3, 1, 4)] * 3)
    got = F.scaled_dot_product_attention(q, k, v, dropout_p=0.9, training=False)
    np.testing.assert_array_equal(got.numpy(), F.scaled_dot_product_attention(q, k, v).numpy())


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Every thread has its own scratch memory, so that peaks are comparable with one only."""
    before = paddle.get_flags("FLAGS_paddle_num_threads")
    paddle.set_flags({"FLAGS_paddle_num_threads": 1})
    yield
    paddle.set_flags(before)


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("backward", [False, True])
def test_memory_grows_with_the_length_not_with_its_square(backward: bool) -> None:
    def peak(length: int) -> int:
        q, k, v = tensors("float32", *[(1, length, 2, 32)] * 3)
        paddle.device.reset_max_memory_allocated()
        before = paddle.device.memory_allocated()
        out = F.scaled_dot_product_attention(q, k, v, dropout_p=0.1)
        if backward:
            out.sum().backward()
        return paddle.device.max_memory_allocated() - before

    short, long = peak(1024), peak(4096)
    assert long < 5 * short
    assert long < 4096 * 4096 * 4 / 2  # half of one head's scores


def test_flash_attention() -> None:
    q, k, v = tensors("float32", *[(2, 5, 2, 8)] * 3)
    out, none = flash.flash_attention(q, k, v, causal=True)
    same, weights = flash.flash_attention(q, k, v, causal=True, return_softmax=True)
    assert none is None
    np.testing.assert_allclose(out.numpy(), same.numpy(), atol=1e-6)
    np.testing.assert_allclose(weights.sum(-1).numpy(), 1.0, atol=1e-6)
    with pytest.raises(ValueError, match="fixed_seed_offset"):
        flash.flash_attention(q, k, v, fixed_seed_offset=paddle.ones([2]))
    with pytest.raises(ValueError, match="rng_name"):
        flash.flash_attention(q, k, v, rng_name="local_seed")


def test_sequences_behind_each_other() -> None:
    q, k, v, flow = tensors("float64", *[(9, 2, 8)] * 4)
    starts = paddle.to_tensor([0, 4, 9], "int32")
    out, none = flash.flash_attn_unpadded(q, k, v, starts, starts, 5, 5, 0.3, causal=True)
    assert none is None
    grads = paddle.grad(out, [q, k, v], flow)
    for part in (slice(0, 4), slice(4, 9)):
        alone = [x[part].unsqueeze(0).detach() for x in (q, k, v, flow)]
        for x in alone:
            x.stop_gradient = False
        wanted = both.composed_attention(*alone[:3], None, 0.3, True, 0.0)[0]
        np.testing.assert_allclose(out[part].numpy(), wanted[0].numpy(), atol=1e-12)
        for got, want in zip(grads, paddle.grad(wanted, alone[:3], alone[3]), strict=True):
            np.testing.assert_allclose(got[part].numpy(), want[0].numpy(), atol=1e-12)
    with pytest.raises(ValueError, match="return_softmax"):
        flash.flash_attn_unpadded(q, k, v, starts, starts, 5, 5, 0.3, return_softmax=True)


def test_sdp_kernel_chooses_and_restores() -> None:
    q, k, v = tensors("float32", *[(1, 5, 2, 8)] * 3)
    with flash.sdp_kernel(enable_math=True, enable_flash=False, enable_mem_efficient=False):
        assert not both.uses_blocks(None)
        composed = F.scaled_dot_product_attention(q, k, v)
    assert both.uses_blocks(None)
    blocked = F.scaled_dot_product_attention(q, k, v)
    np.testing.assert_allclose(composed.numpy(), blocked.numpy(), atol=1e-6)
    with (
        flash.sdp_kernel(enable_math=False, enable_flash=False, enable_mem_efficient=False),
        pytest.raises(AssertionError, match="sdp_kernel"),
    ):
        F.scaled_dot_product_attention(q, k, v)


def test_multi_head_attention_gives_the_same_with_and_without_weights() -> None:
    layer = paddle.nn.MultiHeadAttention(16, 4, dropout=0.2)
    x = tensors("float32", (2, 7, 16))[0]
    mask = paddle.to_tensor(RANDOM.standard_normal((2, 1, 7, 7)).astype("float32"))
    paddle.seed(1)
    plain = layer(x, attn_mask=mask)
    layer.need_weights = True
    paddle.seed(1)
    out, weights = layer(x, attn_mask=mask)
    assert weights.shape == [2, 4, 7, 7]
    np.testing.assert_allclose(plain.numpy(), out.numpy(), atol=1e-6)
