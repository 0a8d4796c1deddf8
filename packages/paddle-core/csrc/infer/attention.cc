// Shape rules of attention.
#include "infer/attention.h"

#include <string>

#include "infer/common.h"

namespace pd::infer {
namespace {

void require_like(const TensorMeta& x, DimsView shape, DType dtype, const char* name) {
  const bool same =
      x.shape.size() == shape.size() && expands_to(x.shape, shape) && expands_to(shape, x.shape);
  require(same && x.dtype == dtype, name, " must be ", dtype, " of shape ", ShapeText{shape},
          ", got ", x.dtype, " of shape ", x.shape);
}

void check_offsets(const TensorMeta& offsets, const char* name) {
  require_integer_index(offsets, name);
  require(offsets.shape.size() == 1 && offsets.shape[0] != 0, name,
          " must have one axis and at least one element, got the shape ", offsets.shape);
}

void check_mask(const TensorMeta& mask, DimsView scores) {
  require(mask.dtype == DType::kBool || in_mask(mask.dtype, kFloatMask),
          "mask must be bool or floating, got ", mask.dtype);
  require(mask.shape.size() <= scores.size() && expands_to(mask.shape, scores), "mask of shape ",
          mask.shape, " does not broadcast to ", ShapeText{scores});
}

// Checks q, k, v and what restricts them; gives the shape of lse.
Dims check_inputs(const TensorMeta& q, const TensorMeta& k, const TensorMeta& v,
                  const TensorMeta* mask, const TensorMeta* q_offsets,
                  const TensorMeta* k_offsets) {
  require((q_offsets == nullptr) == (k_offsets == nullptr),
          "q_offsets and k_offsets must be given together");
  const size_t rank = q_offsets ? 3 : 4;
  for (const TensorMeta* x : {&q, &k, &v}) {
    require(x->shape.size() == rank, "q, k and v must have ", rank, " axes, got ", x->shape);
  }
  require_same_dtype(q, k);
  require_same_dtype(q, v);
  const size_t length = rank - 3;
  const size_t heads = rank - 2;
  require_same_size(k.shape[length], v.shape[length], "the lengths of k and v");
  require_same_size(k.shape[heads], v.shape[heads], "the heads of k and v");
  require_same_size(q.shape[rank - 1], k.shape[rank - 1], "the head sizes of q and k");
  const int64_t kv_heads = k.shape[heads];
  require(q.shape[heads] == kUnknownDim || kv_heads == kUnknownDim || q.shape[heads] == kv_heads ||
              (kv_heads > 0 && q.shape[heads] % kv_heads == 0),
          "the heads of k, ", kv_heads, ", must divide those of q, ", q.shape[heads]);
  if (q_offsets) {
    check_offsets(*q_offsets, "q_offsets");
    check_offsets(*k_offsets, "k_offsets");
    require_same_size(q_offsets->shape[0], k_offsets->shape[0], "the sizes of the offsets");
    require(mask == nullptr, "mask does not go with offsets");
    return Dims{q.shape[heads], q.shape[length]};
  }
  require_same_size(q.shape[0], k.shape[0], "the batch sizes of q and k");
  require_same_size(q.shape[0], v.shape[0], "the batch sizes of q and v");
  if (mask) {
    check_mask(*mask, Dims{q.shape[0], q.shape[heads], q.shape[length], k.shape[length]});
  }
  return Dims{q.shape[0], q.shape[heads], q.shape[length]};
}

DType statistics_dtype(const TensorMeta& q) {
  return q.dtype == DType::kFloat64 ? DType::kFloat64 : DType::kFloat32;
}

Dims output_shape(const TensorMeta& q, const TensorMeta& v) {
  Dims shape = q.shape;
  shape[shape.size() - 1] = v.shape[v.shape.size() - 1];
  return shape;
}

Dims rng_shape(double dropout_p) {
  require(dropout_p >= 0.0 && dropout_p <= 1.0, "dropout_p must be in [0, 1], got ", dropout_p);
  return Dims{dropout_p > 0.0 && dropout_p < 1.0 ? kRngStateSize : 0};
}

void check_saved(const TensorMeta& q, const TensorMeta& v, DimsView lse_shape,
                 const TensorMeta& lse, const TensorMeta& rng_state, const TensorMeta& out_grad,
                 double dropout_p) {
  require_like(lse, lse_shape, statistics_dtype(q), "lse");
  require_like(rng_state, rng_shape(dropout_p), DType::kInt64, "rng_state");
  require_like(out_grad, output_shape(q, v), q.dtype, "out_grad");
}

}  // namespace

void attention(const TensorMeta& q, const TensorMeta& k, const TensorMeta& v,
               const TensorMeta* mask, const TensorMeta* q_offsets, const TensorMeta* k_offsets,
               double dropout_p, TensorMeta& out, TensorMeta& lse, TensorMeta& rng_state) {
  const Dims rows = check_inputs(q, k, v, mask, q_offsets, k_offsets);
  set_meta(out, output_shape(q, v), q.dtype, q.place);
  set_meta(lse, rows, statistics_dtype(q), q.place);
  set_meta(rng_state, rng_shape(dropout_p), DType::kInt64, q.place);
}

void attention_grad(const TensorMeta& q, const TensorMeta& k, const TensorMeta& v,
                    const TensorMeta* mask, const TensorMeta* q_offsets,
                    const TensorMeta* k_offsets, const TensorMeta& out, const TensorMeta& lse,
                    const TensorMeta& rng_state, const TensorMeta& out_grad, double dropout_p,
                    TensorMeta& q_grad, TensorMeta& k_grad, TensorMeta& v_grad) {
  const Dims rows = check_inputs(q, k, v, mask, q_offsets, k_offsets);
  require_like(out, output_shape(q, v), q.dtype, "out");
  check_saved(q, v, rows, lse, rng_state, out_grad, dropout_p);
  set_meta(q_grad, q.shape, q.dtype, q.place);
  set_meta(k_grad, k.shape, k.dtype, k.place);
  set_meta(v_grad, v.shape, v.dtype, v.place);
}

void attention_double_grad(const TensorMeta& q, const TensorMeta& k, const TensorMeta& v,
                           const TensorMeta* mask, const TensorMeta* q_offsets,
                           const TensorMeta* k_offsets, const TensorMeta& lse,
                           const TensorMeta& rng_state, const TensorMeta& out_grad,
                           const TensorMeta& q_grad_grad, const TensorMeta& k_grad_grad,
                           const TensorMeta& v_grad_grad, double dropout_p, TensorMeta& q_grad,
                           TensorMeta& k_grad, TensorMeta& v_grad, TensorMeta& out_grad_grad) {
  const Dims rows = check_inputs(q, k, v, mask, q_offsets, k_offsets);
  check_saved(q, v, rows, lse, rng_state, out_grad, dropout_p);
  require_like(q_grad_grad, q.shape, q.dtype, "q_grad_grad");
  require_like(k_grad_grad, k.shape, k.dtype, "k_grad_grad");
  require_like(v_grad_grad, v.shape, v.dtype, "v_grad_grad");
  set_meta(q_grad, q.shape, q.dtype, q.place);
  set_meta(k_grad, k.shape, k.dtype, k.place);
  set_meta(v_grad, v.shape, v.dtype, v.place);
  set_meta(out_grad_grad, out_grad.shape, out_grad.dtype, out_grad.place);
}

}  // namespace pd::infer
