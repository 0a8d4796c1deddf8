// Shape rules of attention.
#pragma once

#include "tensor/tensor.h"

namespace pd::infer {

// Words of a saved generator state.
inline constexpr int64_t kRngStateSize = 313;

void attention(const TensorMeta& q, const TensorMeta& k, const TensorMeta& v,
               const TensorMeta* mask, const TensorMeta* q_offsets, const TensorMeta* k_offsets,
               double dropout_p, TensorMeta& out, TensorMeta& lse, TensorMeta& rng_state);
void attention_grad(const TensorMeta& q, const TensorMeta& k, const TensorMeta& v,
                    const TensorMeta* mask, const TensorMeta* q_offsets,
                    const TensorMeta* k_offsets, const TensorMeta& out, const TensorMeta& lse,
                    const TensorMeta& rng_state, const TensorMeta& out_grad, double dropout_p,
                    TensorMeta& q_grad, TensorMeta& k_grad, TensorMeta& v_grad);
void attention_double_grad(const TensorMeta& q, const TensorMeta& k, const TensorMeta& v,
                           const TensorMeta* mask, const TensorMeta* q_offsets,
                           const TensorMeta* k_offsets, const TensorMeta& lse,
                           const TensorMeta& rng_state, const TensorMeta& out_grad,
                           const TensorMeta& q_grad_grad, const TensorMeta& k_grad_grad,
                           const TensorMeta& v_grad_grad, double dropout_p, TensorMeta& q_grad,
                           TensorMeta& k_grad, TensorMeta& v_grad, TensorMeta& out_grad_grad);

}  // namespace pd::infer
