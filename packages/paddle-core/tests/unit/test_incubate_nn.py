"""The fused layers and functions against plain compositions in NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import paddle
import paddle.incubate.nn.functional as I
import pytest
from paddle import incubate
from scipy.special import erf

RANDOM = np.random.default_rng(77)
N, L, HEADS, SIZE = 2, 5, 2, 4
WIDTH, INNER = HEADS * SIZE, 12


def array(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape)


def tensor(value: Any, dtype: str | None = None) -> Any:
    made = paddle.to_tensor(value)
    return made if dtype is None else made.astype(dtype)


def close(got: Any, want: Any, tolerance: float = 1e-10) -> None:
    assert list(got.shape) == list(np.shape(want))
    np.testing.assert_allclose(got.numpy(), want, rtol=tolerance, atol=tolerance)


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def norm(x: np.ndarray, scale: Any = 1.0, bias: Any = 0.0, epsilon: float = 1e-5) -> np.ndarray:
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(
        x.var(-1, keepdims=True) + epsilon
    ) * scale + bias


def gelu(x: np.ndarray) -> np.ndarray:
    return x * (1 + erf(x / math.sqrt(2))) / 2


def attend(q: Any, k: Any, v: Any, mask: Any = 0.0, scale: float = SIZE**-0.5) -> np.ndarray:
    """[N, heads, L, size]."""
    return softmax(q @ k.swapaxes(-1, -2) * scale + mask) @ v


def heads_first(x: np.ndarray) -> np.ndarray:
    return x.transpose(0, 2, 1, 3)


def project(x: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> list[np.ndarray]:
    qkv = np.einsum("nld,chsd->cnhls", x, weight) + bias[:, None, :, None]
    return list(qkv)


def check_gradient(function: Any, *arrays: np.ndarray) -> None:
    """Central differences along a random direction in all arrays at once."""
    inputs = [tensor(a) for a in arrays]
    for x in inputs:
        x.stop_gradient = False
    out = function(*inputs)
    flow = RANDOM.standard_normal(out.shape)
    grads = paddle.grad(out, inputs, tensor(flow))
    directions = [array(*a.shape) for a in arrays]
    step = 1e-6

    def value(sign: int) -> float:
        moved = [tensor(a + sign * step * d) for a, d in zip(arrays, directions, strict=True)]
        return float((function(*moved).numpy() * flow).sum())

    numeric = (value(1) - value(-1)) / (2 * step)
    exact = sum((g.numpy() * d).sum() for g, d in zip(grads, directions, strict=True))
    assert abs(numeric - exact) < 1e-5 * max(1.0, abs(exact))


def test_linear_maps() -> None:
    x, w, b = array(2, 3, 4), array(4, 5), array(5)
    close(I.fused_matmul_bias(tensor(x), tensor(w), tensor(b)), x @ w + b)
    close(I.fused_matmul_bias(tensor(x), tensor(w)), x @ w)
    turned = I.fused_matmul_bias(tensor(x.swapaxes(1, 2)), tensor(w.T), tensor(b), True, True)
    close(turned, x @ w + b)
    close(I.fused_linear(tensor(x), tensor(w.T), tensor(b), True), x @ w + b)
    activated = I.fused_linear_activation(tensor(x), tensor(w), tensor(b), activation="gelu")
    close(activated, gelu(x @ w + b))
    close(I.fused_linear_activation(tensor(x), tensor(w), tensor(b)), x @ w + b)
    with pytest.raises(ValueError, match="activation"):
        I.fused_linear_activation(tensor(x), tensor(w), tensor(b), activation="tanh")


def test_dropout_and_addition() -> None:
    x, y = tensor(array(50, 4)), tensor(array(50, 4))
    paddle.seed(3)
    out = I.fused_dropout_add(x, y, 0.3)
    paddle.seed(3)
    wanted = paddle.nn.functional.dropout(x, 0.3).numpy() + y.numpy()
    close(out, wanted)
    layer = incubate.nn.FusedDropoutAdd(0.3, mode="downscale_in_infer")
    layer.eval()
    close(layer(x, y), x.numpy() * np.float32(0.7) + y.numpy(), 1e-6)


@pytest.mark.parametrize("rms", [True, False])
def test_norms(rms: bool) -> None:
    x, w, b, bias, residual = array(3, 8), array(8), array(8), array(8), array(3, 8)

    def function(x: Any, w: Any, b: Any, bias: Any, residual: Any) -> Any:
        if rms:
            return I.fused_rms_norm(x, w, b, 1e-6, 1, bias, residual)
        return I.fused_layer_norm(x, w, b, 1e-6, 0.5, 1, bias, residual)

    out, total = function(*(tensor(a) for a in (x, w, b, bias, residual)))
    s = x + bias + residual * (1.0 if rms else 0.5)
    close(total, s)
    rooted = s / np.sqrt((s * s).mean(-1, keepdims=True) + 1e-6) * w + b
    close(out, rooted if rms else norm(s, w, b, 1e-6))
    check_gradient(lambda *a: function(*a)[0], x, w, b, bias, residual)


def test_layer_norm_without_parameters_is_the_sum() -> None:
    x = array(3, 8)
    out, _ = I.fused_layer_norm(tensor(x), None, None, 1e-6, residual=tensor(x))
    close(out, 2 * x)


@pytest.mark.parametrize("round_type", [0, 1])
def test_norms_round_to_int8(round_type: int) -> None:
    x = np.array([[0.5, 1.5, -0.5, -2.5, 200.0, -300.0]])
    out, _ = I.fused_layer_norm(
        tensor(x),
        None,
        None,
        1e-6,
        quant_scale=1 / 127,
        quant_round_type=round_type,
        quant_max_bound=127.0,
        quant_min_bound=-127.0,
    )
    wanted = [0, 2, 0, -2, 127, -127] if round_type == 0 else [1, 2, -1, -3, 127, -127]
    assert out.dtype == paddle.int8
    assert out.tolist() == [wanted]
    with pytest.raises(ValueError, match="quant_round_type"):
        I.fused_layer_norm(tensor(x), None, None, 1e-6, quant_scale=1.0, quant_round_type=2)


def rotated(x: np.ndarray, sin: np.ndarray, cos: np.ndarray, neighbours: bool) -> np.ndarray:
    half = x.shape[-1] // 2
    out = np.empty_like(x)
    for i in range(half):
        a, b = (2 * i, 2 * i + 1) if neighbours else (i, i + half)
        out[..., a] = x[..., a] * cos[..., a] - x[..., b] * sin[..., a]
        out[..., b] = x[..., b] * cos[..., b] + x[..., a] * sin[..., b]
    return out


@pytest.mark.parametrize("neighbours", [True, False])
def test_rotary_embedding(neighbours: bool) -> None:
    q, k = array(N, L, HEADS, SIZE), array(N, L, HEADS, SIZE)
    sin, cos = array(9, SIZE), array(9, SIZE)
    places = RANDOM.integers(0, 9, (N, L))
    got = I.fused_rotary_position_embedding(
        tensor(q), tensor(k), None, tensor(sin), tensor(cos), tensor(places), neighbours
    )
    tables = sin[places][:, :, None], cos[places][:, :, None]
    close(got[0], rotated(q, *tables, neighbours))
    close(got[1], rotated(k, *tables, neighbours))
    assert got[2] is None
    four = (tensor(table[None, :, None]) for table in (sin, cos))
    got = I.fused_rotary_position_embedding(tensor(q), None, None, *four, None, neighbours)
    close(got[0], rotated(q, sin[:L, None], cos[:L, None], neighbours))
    check_gradient(
        lambda x: I.fused_rotary_position_embedding(x, use_neox_rotary_style=neighbours)[0], q
    )


@pytest.mark.parametrize("neighbours", [True, False])
def test_rotary_angles(neighbours: bool) -> None:
    q = array(1, L, 1, 4)
    got = I.fused_rotary_position_embedding(tensor(q), use_neox_rotary_style=neighbours)[0]
    angles = np.arange(L)[:, None] * np.array([1.0, 0.01])
    angles = np.repeat(angles, 2, -1) if neighbours else np.tile(angles, 2)
    close(got, rotated(q, np.sin(angles)[:, None], np.cos(angles)[:, None], neighbours), 1e-5)
    lengths = np.linalg.norm(q, axis=-1)
    np.testing.assert_allclose(np.linalg.norm(got.numpy(), axis=-1), lengths, rtol=1e-5)


def test_rotary_embedding_refuses() -> None:
    q, table = tensor(array(N, L, HEADS, SIZE)), tensor(array(3, SIZE))
    with pytest.raises(ValueError, match="together"):
        I.fused_rotary_position_embedding(q, sin=table)
    with pytest.raises(ValueError, match="3 positions"):
        I.fused_rotary_position_embedding(q, sin=table, cos=table)
    with pytest.raises(ValueError, match="even D"):
        I.fused_rotary_position_embedding(tensor(array(N, L, HEADS, 3)))


def test_bias_dropout_residual_layer_norm() -> None:
    x, residual, bias, scale, shift = array(3, 6), array(3, 6), array(6), array(6), array(6)

    def function(*a: Any) -> Any:
        return I.fused_bias_dropout_residual_layer_norm(*a, dropout_rate=0.0)

    arrays = (x, residual, bias, scale, shift)
    close(function(*(tensor(a) for a in arrays)), norm(residual + x + bias, scale, shift))
    check_gradient(function, *arrays)


@pytest.mark.parametrize("before", [True, False])
def test_feed_forward(before: bool) -> None:
    x, w1, w2, b1, b2 = array(N, L, 6), array(6, 7), array(7, 6), array(7), array(6)
    scale, shift = array(6), array(6)

    def function(x: Any, w1: Any, w2: Any, b1: Any, b2: Any, scale: Any, shift: Any) -> Any:
        norms = (scale, shift, None, None) if before else (None, None, scale, shift)
        return I.fused_feedforward(
            x, w1, w2, b1, b2, *norms, 0.0, 0.0, activation="gelu", pre_layer_norm=before
        )

    arrays = (x, w1, w2, b1, b2, scale, shift)
    inner = norm(x, scale, shift) if before else x
    wanted = x + gelu(inner @ w1 + b1) @ w2 + b2
    wanted = wanted if before else norm(wanted, scale, shift)
    close(function(*(tensor(a) for a in arrays)), wanted)
    check_gradient(function, *arrays)
    with pytest.raises(ValueError, match="ring_id"):
        I.fused_feedforward(tensor(x), tensor(w1), tensor(w2), ring_id=0)


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("turned", [True, False])
def test_multi_head_attention(before: bool, turned: bool) -> None:
    x, weight, bias = array(N, L, WIDTH), array(3, HEADS, SIZE, WIDTH), array(3, HEADS, SIZE)
    out_weight, out_bias = array(WIDTH, WIDTH), array(WIDTH)
    scale, shift, mask = array(WIDTH), array(WIDTH), array(N, 1, L, L)
    given = (weight.reshape(-1, WIDTH).T, bias.ravel()) if turned else (weight, bias)

    def function(x: Any, weight: Any, bias: Any, out_weight: Any, out_bias: Any) -> Any:
        norms = {"pre_ln_scale" if before else "ln_scale": tensor(scale)}
        norms["pre_ln_bias" if before else "ln_bias"] = tensor(shift)
        return I.fused_multi_head_attention(
            x,
            weight,
            out_weight,
            before,
            **norms,
            qkv_bias=bias,
            linear_bias=out_bias,
            attn_mask=tensor(mask),
            dropout_rate=0.0,
            attn_dropout_rate=0.0,
            num_heads=HEADS,
            transpose_qkv_wb=turned,
        )

    inner = norm(x, scale, shift) if before else x
    heads = attend(*project(inner, weight, bias), mask)
    wanted = x + heads_first(heads).reshape(N, L, WIDTH) @ out_weight + out_bias
    wanted = wanted if before else norm(wanted, scale, shift)
    arrays = (x, np.ascontiguousarray(given[0]), given[1], out_weight, out_bias)
    close(function(*(tensor(a) for a in arrays)), wanted)
    check_gradient(function, *arrays)


def test_multi_head_attention_with_a_cache_goes_on() -> None:
    layer = incubate.nn.FusedTransformerEncoderLayer(WIDTH, HEADS, INNER, 0.0)
    x = tensor(array(N, L, WIDTH), "float32")
    causal = paddle.full([L, L], float("-inf")).triu(1)
    whole = layer(x, causal)
    cache = paddle.zeros([2, N, HEADS, 0, SIZE])
    for i in range(L):
        step, cache = layer(x[:, i : i + 1], cache=cache)
        close(step, whole[:, i : i + 1].numpy(), 1e-5)
    assert cache.shape == [2, N, HEADS, L, SIZE]


def test_dropout_at_inference_scales() -> None:
    x, weight, out = array(N, L, WIDTH), array(3, HEADS, SIZE, WIDTH), np.eye(WIDTH)
    got = I.fused_multi_head_attention(
        tensor(x),
        tensor(weight),
        tensor(out),
        True,
        dropout_rate=0.25,
        attn_dropout_rate=0.5,
        training=False,
        mode="downscale_in_infer",
        add_residual=False,
    )
    heads = attend(*project(norm(x), weight, np.zeros((3, HEADS, SIZE))))
    close(got, 0.375 * heads_first(heads).reshape(N, L, WIDTH), 1e-7)


class Stack:
    """Weights of layers, and what they compute in NumPy."""

    def __init__(self, layers: int) -> None:
        self.lists = [
            [array(*shape) * 0.5 for _ in range(layers)]
            for shape in (
                (WIDTH,),
                (WIDTH,),
                (3, HEADS, SIZE, WIDTH),
                (3, HEADS, SIZE),
                (WIDTH, WIDTH),
                (WIDTH,),
                (WIDTH,),
                (WIDTH,),
                (WIDTH, INNER),
                (INNER,),
                (INNER, WIDTH),
                (WIDTH,),
            )
        ]

    def tensors(self) -> list[list[Any]]:
        return [[tensor(a) for a in one] for one in self.lists]

    def run(self, x: np.ndarray, mask: Any, before: bool, tables: Any = None) -> np.ndarray:
        for scale, shift, w, b, out_w, out_b, scale2, shift2, w1, b1, w2, b2 in zip(
            *self.lists, strict=True
        ):
            q, k, v = project(norm(x, scale, shift) if before else x, w, b)
            if tables is not None:
                q, k = (rotated(part, tables[1], tables[0], False) for part in (q, k))
            x = x + heads_first(attend(q, k, v, mask)).reshape(x.shape) @ out_w + out_b
            x = x if before else norm(x, scale, shift)
            inner = norm(x, scale2, shift2) if before else x
            x = x + gelu(inner @ w1 + b1) @ w2 + b2
            x = x if before else norm(x, scale2, shift2)
        return x


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("rotary", [True, False])
def test_multi_transformer_and_its_decoding(before: bool, rotary: bool) -> None:
    stack = Stack(2)
    x = array(N, L, WIDTH)
    causal = np.where(np.tri(L, dtype=bool), 0.0, -np.inf)
    angles = np.tile(array(N, 1, L, SIZE // 2), 2)
    tables = np.stack([np.cos(angles), np.sin(angles)]) if rotary else None
    wanted = stack.run(x, causal, before, tables)

    def call(part: slice, mask: Any, **more: Any) -> Any:
        if tables is not None:
            more |= {"rotary_embs": tensor(tables[:, :, :, part]), "rotary_emb_dims": 1}
        return I.fused_multi_transformer(
            tensor(x[:, part]), *stack.tensors(), before, attn_mask=mask, **more
        )

    close(call(slice(0, L), tensor(causal)), wanted)
    caches = [paddle.zeros([2, N, HEADS, 8, SIZE], "float64") for _ in range(2)]
    first, same = call(slice(0, 3), tensor(causal[:3, :3]), cache_kvs=caches)
    assert same is caches
    close(first, wanted[:, :3])
    for i in range(3, L):
        step, _ = call(slice(i, i + 1), None, cache_kvs=caches, time_step=tensor([i]))
        close(step, wanted[:, i : i + 1])


def test_multi_transformer_layer() -> None:
    layer = incubate.nn.FusedMultiTransformer(WIDTH, HEADS, INNER, num_layers=2, trans_qkvw=False)
    assert len(layer.parameters()) == 24
    x = tensor(array(N, L, WIDTH), "float32")
    out = layer(x)
    out.sum().backward()
    assert all(parameter.grad is not None for parameter in layer.parameters())
    with pytest.raises(ValueError, match="num_layers"):
        incubate.nn.FusedMultiTransformer(WIDTH, HEADS, INNER)
    with pytest.raises(ValueError, match="time_step"):
        layer(x, time_step=tensor([1]))


def test_experts_choose() -> None:
    length, experts, inner = 32, 3, 5
    x, gate = array(N, length, 4), array(N, length, experts)
    w0, b0 = array(experts, 4, inner), array(experts, 1, inner)
    w1, b1 = array(experts, inner, 4), array(experts, 1, 4)
    wanted = x.copy()
    weights = softmax(gate)
    for n in range(N):
        for e in range(experts):
            for row in np.argsort(-gate[n, :, e])[: length // 16]:
                y = np.maximum(x[n, row] @ w0[e] + b0[e], 0) @ w1[e] + b1[e]
                wanted[n, row] += weights[n, row, e] * y[0]
    arrays = (x, gate, w0, b0, w1, b1)
    close(I.fused_ec_moe(*(tensor(a) for a in arrays), "relu"), wanted)
    check_gradient(lambda *a: I.fused_ec_moe(*a, "gelu"), *arrays)
    with pytest.raises(ValueError, match="act_type"):
        incubate.nn.FusedEcMoe(4, 5, 3, "tanh")


@pytest.mark.parametrize("causal", [False, True])
def test_variable_lengths(causal: bool) -> None:
    q, k, v = array(2, 4, 5, 8), array(2, 2, 8, 8), array(2, 2, 8, 8)
    mask = array(2, 1, 5, 8)
    before, counts, key_counts = 2, [3, 5], [4, 6]
    got = I.variable_length_memory_efficient_attention(
        tensor(q),
        tensor(k),
        tensor(v),
        tensor(counts),
        tensor(key_counts),
        tensor(mask),
        0.3,
        causal,
        before,
    )
    wanted = np.zeros_like(q)
    for n in range(2):
        for i in range(counts[n]):
            seen = key_counts[n] + before
            seen = min(seen, i + before + 1) if causal else seen
            for h in range(4):
                scores = k[n, h // 2, :seen] @ q[n, h, i] * 0.3 + mask[n, 0, i, :seen]
                wanted[n, h, i] = softmax(scores) @ v[n, h // 2, :seen]
    close(got, wanted)


@pytest.mark.parametrize("rotary", [0, 1, 2])
@pytest.mark.parametrize("halves", [True, False])
def test_masked_attention_of_one_token(rotary: int, halves: bool) -> None:
    size = 8
    cache, lengths = array(2, N, HEADS, 6, size), [3, 2]
    x, bias, mask = array(N, 3 * HEADS * size), array(3, HEADS, size), array(N, 1, 1, 4)
    tables = array(2, N, 1, 1, size)
    got, written = I.masked_multihead_attention(
        tensor(x),
        tensor(cache),
        tensor(bias),
        tensor(mask),
        sequence_lengths=tensor([[3], [2]]),
        rotary_tensor=tensor(tables),
        rotary_emb_dims=rotary,
        use_neox_rotary_style=halves,
    )
    q, k, v = (x.reshape(N, 3, HEADS, size) + bias).swapaxes(0, 1)
    if rotary:
        part = size // rotary
        for y in (q, k):
            for i in range(rotary):
                s = slice(i * part, (i + 1) * part)
                y[..., s] = rotated(
                    y[..., s], tables[1, :, 0, :, s], tables[0, :, 0, :, s], not halves
                )
    for n, at in enumerate(lengths):
        cache[0, n, :, at], cache[1, n, :, at] = k[n], v[n]
        keys, values = cache[:, n, :, : at + 1]
        wanted = attend(q[n][:, None], keys, values, mask[n, :, :, : at + 1], size**-0.5)
        close(got[n], wanted.reshape(-1))
    close(written, cache)


def test_masked_attention_of_integers() -> None:
    cache = paddle.zeros([2, 1, 1, 4, 2])
    x, scale = tensor([[10, -20, 5, 5, 40, 80]], "int32"), tensor([0.1] * 6, "float32")
    out, _ = I.masked_multihead_attention(
        x,
        cache,
        sequence_lengths=tensor([[0]]),
        qkv_out_scale=scale,
        compute_dtype="fp32",
        out_shift=tensor([1.0, 1.0]),
        out_smooth=tensor([1.0, 0.5]),
        out_scale=0.1,
    )
    assert out.tolist() == [[64, 57]]  # (4 + 1) * 0.1 * 127, (8 + 1) * 0.5 * 0.1 * 127
    with pytest.raises(ValueError, match="compute_dtype"):
        I.masked_multihead_attention(x, cache, sequence_lengths=tensor([[0]]), qkv_out_scale=scale)
    with pytest.raises(ValueError, match="beam_cache_offset"):
        I.masked_multihead_attention(x, cache, beam_cache_offset=scale)


class Paged:
    """A paged cache of several sequences, and the same as plain arrays."""

    def __init__(self, kv_heads: int) -> None:
        self.keys = paddle.zeros([6, kv_heads, 4, SIZE], "float64")
        self.values = paddle.zeros([6, kv_heads, 4, SIZE], "float64")
        self.tables = tensor([[5, 1, 2], [0, 3, 4]], "int32")
        self.kv_heads = kv_heads

    def step(self, qkv: np.ndarray, new: list[int], cached: list[int], **more: Any) -> Any:
        now = [a or (1 if b else 0) for a, b in zip(new, cached, strict=True)]
        starts = tensor(np.cumsum([0, *now]), "int32")
        unused = tensor([0], "int32")
        counts = [tensor(value, "int32") for value in (new, cached, now)]
        return I.block_multihead_attention(
            tensor(qkv),
            self.keys,
            self.values,
            *counts,
            unused,
            unused,
            starts,
            starts,
            self.tables,
            block_size=4,
            **more,
        )[0]


@pytest.mark.parametrize("kv_heads", [2, 1])
@pytest.mark.parametrize("neox", [False, True])
def test_paged_attention(kv_heads: int, neox: bool) -> None:
    paged = Paged(kv_heads)
    lengths, total = [6, 3], (HEADS + 2 * kv_heads) * SIZE
    tokens = [array(length + 2, total) for length in lengths]
    bias = array(total)
    tables = array(2, 1, 10, 1, SIZE // 2)
    wide = np.concatenate([tables, tables], -1) if neox else np.repeat(tables, 2, -1)

    def wanted(n: int, i: int) -> np.ndarray:
        rows = (tokens[n][: i + 1] + bias).reshape(i + 1, -1, SIZE)
        cos, sin = wide[:, 0, : i + 1]
        turned = rotated(rows[:, : HEADS + kv_heads], sin, cos, not neox)
        keys = np.repeat(turned[:, HEADS:], HEADS // kv_heads, 1).swapaxes(0, 1)
        values = np.repeat(rows[:, HEADS + kv_heads :], HEADS // kv_heads, 1).swapaxes(0, 1)
        return attend(turned[i, :HEADS, None], keys, values).reshape(-1)

    more = {"qkv_bias": tensor(bias), "rope_emb": tensor(tables), "use_neox_style": neox}
    first = np.concatenate([tokens[0][:6], tokens[1][:3]])
    out = paged.step(first, lengths, [0, 0], **more)
    close(out, np.stack([wanted(0, i) for i in range(6)] + [wanted(1, i) for i in range(3)]))
    for i in range(2):
        step = np.stack([tokens[n][lengths[n] + i] for n in range(2)])
        out = paged.step(step, [0, 0], [length + i for length in lengths], **more)
        close(out, np.stack([wanted(n, lengths[n] + i) for n in range(2)]))


def test_paged_attention_refuses() -> None:
    paged = Paged(HEADS)
    qkv = array(2, 3 * WIDTH)
    with pytest.raises(ValueError, match="cache_k_quant_scales"):
        paged.step(qkv, [1, 1], [0, 0], cache_k_quant_scales=tensor([1.0]))
    with pytest.raises(ValueError, match="no page"):
        paged.step(qkv, [0, 0], [12, 1])


def test_masked_softmax() -> None:
    x, mask = array(2, 3, 4, 4), array(2, 1, 4, 4)
    close(incubate.softmax_mask_fuse(tensor(x), tensor(mask)), softmax(x + mask))
    triangle = softmax(np.where(np.tri(4, dtype=bool), x, -np.inf))
    close(incubate.softmax_mask_fuse_upper_triangle(tensor(x)), triangle)
    with pytest.raises(ValueError, match="4 axes"):
        incubate.softmax_mask_fuse_upper_triangle(tensor(array(4, 4)))


def test_identity_loss() -> None:
    x = tensor([1.0, 2.0, 6.0])
    for names, value in ((("sum", 0), 9.0), (("mean", 1), 3.0)):
        assert [incubate.identity_loss(x, name).item() for name in names] == [value] * 2
    assert incubate.identity_loss(x, 2).tolist() == [1.0, 2.0, 6.0]
    with pytest.raises(ValueError, match="reduction"):
        incubate.identity_loss(x, "most")


@pytest.mark.parametrize(
    "make",
    [
        lambda: incubate.nn.FusedMultiHeadAttention(8, 3),
        lambda: incubate.nn.FusedMultiHeadAttention(8, 2, need_weights=True),
        lambda: incubate.nn.FusedFeedForward(8, 0),
    ],
)
def test_layers_refuse_sizes(make: Any) -> None:
    with pytest.raises(AssertionError):
        make()


def test_layers_keep_the_names_of_parameters() -> None:
    assert list(incubate.nn.FusedMultiHeadAttention(8, 2).state_dict()) == [
        "qkv_weight",
        "qkv_bias",
        "linear_weight",
        "linear_bias",
        "ln_scale",
        "ln_bias",
    ]
    names = list(incubate.nn.FusedFeedForward(8, 16, normalize_before=True).state_dict())
    assert names == [
        "_linear1_weight",
        "_linear1_bias",
        "_linear2_weight",
        "_linear2_bias",
        "_ln1_scale",
        "_ln1_bias",
    ]
    assert incubate.nn.FusedLinear(3, 4, transpose_weight=True).weight.shape == [4, 3]
