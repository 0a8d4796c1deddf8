// Shape rules of recurrent networks.
#include "infer/rnn.h"

#include "infer/common.h"

namespace pd::infer {

namespace {

void require_shape(const TensorMeta& x, DimsView shape, const char* name) {
  require(
      expands_to(x.shape, shape) && x.shape.size() == shape.size() && expands_to(shape, x.shape),
      name, " must have the shape ", ShapeText{shape}, ", got ", x.shape);
}

void check_weights(const RnnSizes& sizes, MetaList weights) {
  const int64_t chains = sizes.layers * sizes.directions;
  require(static_cast<int64_t>(weights.size()) == 4 * chains, "weight_list must hold ", 4 * chains,
          " tensors, got ", weights.size());
  const int64_t rows = sizes.gates() * sizes.hidden;
  for (int64_t i = 0; i < 2 * chains; ++i) {
    const int64_t cols = i % 2 == 0 ? sizes.layer_input(i / 2 / sizes.directions) : sizes.hidden;
    require_shape(*weights[size_t(i)], Dims{rows, cols}, "a weight of weight_list");
    require_shape(*weights[size_t(2 * chains + i)], Dims{rows}, "a bias of weight_list");
  }
}

void set_c0_grad(const TensorMeta& x, const TensorMeta* c0, TensorMeta& c0_grad) {
  c0 ? unchanged(*c0, c0_grad) : set_meta(c0_grad, Dims{0}, x.dtype, x.place);
}

void set_weight_grads(MetaList weight_list, SmallVector<TensorMeta, 1>& weight_grads) {
  weight_grads.resize(weight_list.size());
  for (size_t i = 0; i < weight_list.size(); ++i) unchanged(*weight_list[i], weight_grads[i]);
}

}  // namespace

RnnMode rnn_mode(const std::string& name) {
  if (name == "LSTM") return RnnMode::kLstm;
  if (name == "GRU") return RnnMode::kGru;
  if (name == "RNN_RELU") return RnnMode::kRelu;
  require(name == "RNN_TANH", "mode must be LSTM, GRU, RNN_TANH or RNN_RELU, got \"", name, '"');
  return RnnMode::kTanh;
}

RnnSizes rnn_sizes(const TensorMeta& x, bool is_bidirec, int64_t input_size, int64_t hidden_size,
                   int64_t num_layers, const std::string& mode) {
  return {rnn_mode(mode), x.shape[0], x.shape[1],        input_size,
          hidden_size,    num_layers, is_bidirec ? 2 : 1};
}

void rnn(const TensorMeta& x, const TensorMeta& h0, const TensorMeta* c0, MetaList weight_list,
         const TensorMeta* sequence_length, double dropout_prob, bool is_bidirec,
         int64_t input_size, int64_t hidden_size, int64_t num_layers, const std::string& mode,
         bool is_test, TensorMeta& out, TensorMeta& dropout_state_out, TensorMeta& h, TensorMeta& c,
         TensorMeta& reserve) {
  require(x.shape.size() == 3, "x must have 3 axes (time, batch, features), got the shape ",
          x.shape);
  require(input_size > 0 && hidden_size > 0 && num_layers > 0,
          "input_size, hidden_size and num_layers must be positive");
  require(dropout_prob >= 0.0 && dropout_prob <= 1.0, "dropout_prob must be in [0, 1], got ",
          dropout_prob);
  const RnnSizes sizes = rnn_sizes(x, is_bidirec, input_size, hidden_size, num_layers, mode);
  require_shape(x, Dims{sizes.steps, sizes.batch, input_size}, "x");
  require(sizes.steps != 0, "x has no time steps");
  const Dims state{num_layers * sizes.directions, sizes.batch, hidden_size};
  require_shape(h0, state, "the initial state");
  require(!sizes.has_cells() || c0, "mode LSTM needs two initial states");
  if (c0) require_shape(*c0, state, "the initial cell state");
  check_weights(sizes, weight_list);
  if (sequence_length) {
    require_integer_index(*sequence_length, "sequence_length");
    require_shape(*sequence_length, Dims{sizes.batch}, "sequence_length");
  }
  const int64_t width = hidden_size * sizes.directions;
  set_meta(out, Dims{sizes.steps, sizes.batch, width}, x.dtype, x.place);
  const bool drops = dropout_prob > 0.0 && !is_test && num_layers > 1;
  set_meta(dropout_state_out, drops ? out.shape : Dims{0}, DType::kUInt8, x.place);
  const Dims last{state[0], known_of(sizes.batch, h0.shape[1]), hidden_size};
  set_meta(h, last, x.dtype, x.place);
  set_meta(c, sizes.has_cells() ? last : Dims{0}, x.dtype, x.place);
  const int64_t rows = multiply_sizes(sizes.steps, sizes.batch);
  set_meta(reserve, Dims{multiply_sizes(rows, sizes.reserve_width(sequence_length != nullptr))},
           x.dtype, x.place);
}

void rnn_grad(const TensorMeta& x, const TensorMeta& h0, const TensorMeta* c0, MetaList weight_list,
              const TensorMeta& out_grad, const TensorMeta& last_h_grad, TensorMeta& x_grad,
              TensorMeta& h0_grad, TensorMeta& c0_grad, SmallVector<TensorMeta, 1>& weight_grads) {
  require(out_grad.shape.size() == 3, "out_grad must have 3 axes, got the shape ", out_grad.shape);
  require_shape(last_h_grad, h0.shape, "last_h_grad");
  unchanged(x, x_grad);
  unchanged(h0, h0_grad);
  set_c0_grad(x, c0, c0_grad);
  set_weight_grads(weight_list, weight_grads);
}

void rnn_double_grad(const TensorMeta& x, const TensorMeta& h0, const TensorMeta* c0,
                     MetaList weight_list, const TensorMeta& out_grad,
                     const TensorMeta& last_h_grad, TensorMeta& x_grad, TensorMeta& h0_grad,
                     TensorMeta& c0_grad, TensorMeta& out_grad_grad, TensorMeta& last_h_grad_grad,
                     TensorMeta& last_c_grad_grad, SmallVector<TensorMeta, 1>& weight_grads) {
  rnn_grad(x, h0, c0, weight_list, out_grad, last_h_grad, x_grad, h0_grad, c0_grad, weight_grads);
  unchanged(out_grad, out_grad_grad);
  unchanged(last_h_grad, last_h_grad_grad);
  set_c0_grad(x, c0, last_c_grad_grad);
}

}  // namespace pd::infer
