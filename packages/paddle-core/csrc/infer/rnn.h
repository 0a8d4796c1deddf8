// Shape rules of recurrent networks, and the sizes that their kernels work from.
#pragma once

#include <span>
#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

enum class RnnMode : uint8_t { kTanh, kRelu, kLstm, kGru };
RnnMode rnn_mode(const std::string& name);

using MetaList = std::span<const TensorMeta* const>;

struct RnnSizes {
  RnnMode mode = RnnMode::kTanh;
  int64_t steps = 0, batch = 0;  // unknown while a program is recorded
  int64_t input = 0, hidden = 0;
  int64_t layers = 1, directions = 1;

  int64_t gates() const { return mode == RnnMode::kLstm ? 4 : mode == RnnMode::kGru ? 3 : 1; }
  // How many values per unit the backward pass reads beside the states.
  int64_t saved_gates() const { return mode == RnnMode::kLstm || mode == RnnMode::kGru ? 4 : 0; }
  bool has_cells() const { return mode == RnnMode::kLstm; }
  int64_t layer_input(int64_t layer) const { return layer == 0 ? input : hidden * directions; }
  // Elements of the reserve per step and sample. The states of the last layer are the output
  // itself, unless sequences end early.
  int64_t reserve_width(bool has_lengths) const {
    const int64_t kept_states = has_lengths ? layers : layers - 1;
    const int64_t per_direction = saved_gates() + (has_cells() ? 1 : 0);
    return hidden * directions * (layers * per_direction + kept_states);
  }
};

RnnSizes rnn_sizes(const TensorMeta& x, bool is_bidirec, int64_t input_size, int64_t hidden_size,
                   int64_t num_layers, const std::string& mode);

void rnn(const TensorMeta& x, const TensorMeta& h0, const TensorMeta* c0, MetaList weight_list,
         const TensorMeta* sequence_length, double dropout_prob, bool is_bidirec,
         int64_t input_size, int64_t hidden_size, int64_t num_layers, const std::string& mode,
         bool is_test, TensorMeta& out, TensorMeta& dropout_state_out, TensorMeta& h, TensorMeta& c,
         TensorMeta& reserve);
void rnn_grad(const TensorMeta& x, const TensorMeta& h0, const TensorMeta* c0, MetaList weight_list,
              const TensorMeta& out_grad, const TensorMeta& last_h_grad, TensorMeta& x_grad,
              TensorMeta& h0_grad, TensorMeta& c0_grad, SmallVector<TensorMeta, 1>& weight_grads);
void rnn_double_grad(const TensorMeta& x, const TensorMeta& h0, const TensorMeta* c0,
                     MetaList weight_list, const TensorMeta& out_grad,
                     const TensorMeta& last_h_grad, TensorMeta& x_grad, TensorMeta& h0_grad,
                     TensorMeta& c0_grad, TensorMeta& out_grad_grad, TensorMeta& last_h_grad_grad,
                     TensorMeta& last_c_grad_grad, SmallVector<TensorMeta, 1>& weight_grads);

}  // namespace pd::infer
