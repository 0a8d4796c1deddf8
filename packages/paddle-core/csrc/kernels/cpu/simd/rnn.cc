// Recurrent networks over whole sequences: layers, directions and dropout around the chains.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "kernels/cpu/simd/draw_mask.h"
#include "kernels/cpu/simd/rnn_chain.h"
#include "kernels_rnn.h"

namespace pd::PD_ISA {
namespace {

constexpr DTypeMask kTypes = mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
using List = std::span<TensorImpl* const>;

// A tensor, and with two planes its derivatives. Without derivatives they are zero.
template <class T, int kPlanes>
Buffer<T, kPlanes> read(const TensorImpl& x, const TensorImpl* slope = nullptr) {
  Buffer<T, kPlanes> buffer;
  buffer.at[0] = contiguous(x);
  if constexpr (kPlanes == 2) {
    buffer.at[1] = slope ? contiguous(*slope) : Tensor::zeros(x.shape(), x.dtype());
  }
  return buffer;
}

// What a call reads, whatever its mode.
template <class T, int kPlanes>
struct Inputs {
  RnnSizes sizes;
  std::vector<int64_t> lengths;  // empty where all sequences are whole
  std::vector<uint8_t> mask;     // empty without dropout
  T keep = 1;                    // the probability of being kept
  Buffer<T, kPlanes> x, h0, c0;
  std::vector<Buffer<T, kPlanes>> weights;
};

std::vector<int64_t> read_lengths(const TensorImpl* sequence_length, int64_t steps) {
  if (!sequence_length) return {};
  Tensor as_int64 = Tensor::empty(sequence_length->shape(), DType::kInt64);
  copy_elements(*sequence_length, *as_int64);
  std::vector<int64_t> lengths(as_int64.data<int64_t>(),
                               as_int64.data<int64_t>() + as_int64.numel());
  for (const int64_t length : lengths) {
    require(length >= 0 && length <= steps, "rnn: sequence_length holds ", length,
            ", but there are ", steps, " time steps");
  }
  return lengths;
}

template <class T, int kPlanes, RnnKind kKind>
class Network {
 public:
  using Chain = RnnChain<T, kPlanes, kKind>;
  using From = Planes<const T, kPlanes>;
  using To = Planes<T, kPlanes>;
  using Memory = Buffer<T, kPlanes>;

  // `out` and `reserve` are written by forward() and read by backward().
  Network(const Inputs<T, kPlanes>& inputs, Memory out, Memory reserve)
      : in_(inputs),
        sizes_(inputs.sizes),
        rows_(sizes_.steps * sizes_.batch),
        width_(sizes_.hidden * sizes_.directions),
        out_(std::move(out)),
        reserve_(std::move(reserve)) {}

  void forward(To last_h, To last_c) const {
    for (int64_t layer = 0; layer < sizes_.layers; ++layer) {
      const Memory input = layer_input(layer);
      for (int64_t direction = 0; direction < sizes_.directions; ++direction) {
        const int64_t at = state_offset(layer, direction);
        chain(layer, direction, input).forward(last_h + at, last_c + cell_offset(at));
      }
    }
    if (!in_.lengths.empty()) {
      copy_inside(From(states(sizes_.layers - 1)), out_.data());
    }
  }

  // `h` and `c` hold the gradients of the last states, and then those of the first.
  void backward(const Memory& out_grad, To x_grad, To h, To c,
                std::span<const Memory> weight_grads) const {
    Memory upstream = out_grad;
    for (int64_t layer = sizes_.layers; layer-- > 0;) {
      const Memory input = layer_input(layer);
      const auto input_grad = layer > 0 ? Memory::empty(Dims{rows_, width_}) : Memory();
      for (int64_t direction = 0; direction < sizes_.directions; ++direction) {
        const int64_t at = state_offset(layer, direction);
        const auto weight = [&](int64_t which) {
          return weight_grads[weight_index(layer, direction, which)].data();
        };
        chain(layer, direction, input)
            .backward(
                From(upstream.data() + direction * sizes_.hidden),
                {weight(0), weight(1), weight(2), weight(3), layer > 0 ? input_grad.data() : x_grad,
                 direction > 0, h + at, c + cell_offset(at)});
      }
      if (layer > 0) {
        if (!in_.mask.empty()) drop(From(input_grad.data()), input_grad.data());
        upstream = input_grad;
      }
    }
  }

 private:
  int64_t state_offset(int64_t layer, int64_t direction) const {
    return (layer * sizes_.directions + direction) * sizes_.batch * sizes_.hidden;
  }
  static constexpr int64_t cell_offset(int64_t offset) { return Chain::kIsLstm ? offset : 0; }

  // Weights of all chains stand before the biases of all chains.
  size_t weight_index(int64_t layer, int64_t direction, int64_t which) const {
    const int64_t chains = sizes_.layers * sizes_.directions;
    const int64_t pair = layer * sizes_.directions + direction;
    return static_cast<size_t>((which / 2 * chains + pair) * 2 + which % 2);
  }

  // The reserve: gates and cells chain by chain, then states layer by layer.
  int64_t chain_size() const {
    return rows_ * sizes_.hidden * (sizes_.saved_gates() + (sizes_.has_cells() ? 1 : 0));
  }
  To states(int64_t layer) const {
    if (layer + 1 == sizes_.layers && in_.lengths.empty()) return out_.data();
    const int64_t chains = sizes_.layers * sizes_.directions;
    return reserve_.data() + (chains * chain_size() + layer * rows_ * width_);
  }

  Chain chain(int64_t layer, int64_t direction, const Memory& input) const {
    const auto weight = [&](int64_t which) {
      return From(in_.weights[weight_index(layer, direction, which)].data());
    };
    const int64_t at = state_offset(layer, direction);
    const To gates = reserve_.data() + (layer * sizes_.directions + direction) * chain_size();
    const typename Chain::Record record{gates, gates + rows_ * sizes_.hidden * sizes_.saved_gates(),
                                        states(layer) + direction * sizes_.hidden};
    return {sizes_,
            in_.lengths.empty() ? nullptr : in_.lengths.data(),
            direction == 1,
            sizes_.layer_input(layer),
            {weight(0), weight(1), weight(2), weight(3)},
            From(input.data()),
            From(in_.h0.data() + at),
            From(in_.c0.data() + cell_offset(at)),
            record};
  }

  // What a layer reads: the states below, zero behind the end of a sequence, after dropout.
  Memory layer_input(int64_t layer) const {
    if (layer == 0) return in_.x;
    const auto input = Memory::empty(Dims{rows_, width_});
    const From below = states(layer - 1);
    in_.lengths.empty() ? copy_planes<T, kPlanes>(below, input.data(), rows_ * width_)
                        : copy_inside(below, input.data());
    if (!in_.mask.empty()) drop(From(input.data()), input.data());
    return input;
  }

  void copy_inside(From from, To to) const {
    for (int64_t row = 0; row < rows_; ++row) {
      const bool inside = row / sizes_.batch < in_.lengths[static_cast<size_t>(row % sizes_.batch)];
      for (int i = 0; i < kPlanes; ++i) {
        T* target = to.at[i] + row * width_;
        inside ? std::copy_n(from.at[i] + row * width_, width_, target)
               : std::fill_n(target, width_, T(0));
      }
    }
  }

  void drop(From from, To to) const {
    const uint8_t* mask = in_.mask.data();
    const T keep = in_.keep;
    for (int i = 0; i < kPlanes; ++i) {
      const T* source = from.at[i];
      T* target = to.at[i];
      for_lanes(rows_ * width_, [=](int64_t j) { target[j] = mask[j] ? source[j] / keep : T(0); });
    }
  }

  const Inputs<T, kPlanes>& in_;
  const RnnSizes& sizes_;
  int64_t rows_, width_;
  Memory out_, reserve_;
};

template <class F>
void visit_kind(RnnMode mode, F&& f) {
  if (mode == RnnMode::kLstm) return f(std::integral_constant<RnnKind, RnnKind::kLstm>());
  if (mode == RnnMode::kGru) return f(std::integral_constant<RnnKind, RnnKind::kGru>());
  f(std::integral_constant<RnnKind, RnnKind::kPlain>());
}

// Reads the dropout mask; an empty one stands for no dropout.
template <class T, int kPlanes>
void set_mask(Inputs<T, kPlanes>& inputs, const TensorImpl& mask, double p) {
  inputs.mask.assign(mask.data<uint8_t>(), mask.data<uint8_t>() + mask.numel());
  inputs.keep = T(1.0f - static_cast<float>(p));
}

template <class T>
Inputs<T, 1> read_inputs(const RnnSizes& sizes, const TensorImpl& x, const TensorImpl& h0,
                         const TensorImpl* c0, List weights, const TensorImpl* sequence_length) {
  Inputs<T, 1> inputs{sizes,
                      read_lengths(sequence_length, sizes.steps),
                      {},
                      1,
                      read<T, 1>(x),
                      read<T, 1>(h0),
                      read<T, 1>(c0 ? *c0 : h0),
                      {}};
  for (const TensorImpl* weight : weights) inputs.weights.push_back(read<T, 1>(*weight));
  return inputs;
}

template <class T>
Buffer<T, 1> output(TensorImpl& out) {
  return {{Tensor::share(&out)}};
}

template <class T>
std::vector<Buffer<T, 1>> outputs(std::span<Tensor> tensors) {
  std::vector<Buffer<T, 1>> buffers;
  for (const Tensor& tensor : tensors) buffers.push_back({{tensor}});
  return buffers;
}

}  // namespace

void rnn(const TensorImpl& x, const TensorImpl& h0, const TensorImpl* c0, List weight_list,
         const TensorImpl* sequence_length, double dropout_prob, bool is_bidirec,
         int64_t input_size, int64_t hidden_size, int64_t num_layers, const std::string& mode,
         int64_t seed, bool is_test, TensorImpl& out, TensorImpl& dropout_state_out, TensorImpl& h,
         TensorImpl& c, TensorImpl& reserve) {
  const RnnSizes sizes =
      infer::rnn_sizes(x.meta(), is_bidirec, input_size, hidden_size, num_layers, mode);
  if (dropout_prob == 1.0) {
    fill(dropout_state_out, 0.0);
  } else if (!is_test) {
    draw_mask(seed, static_cast<float>(dropout_prob), dropout_state_out.data<uint8_t>(),
              dropout_state_out.numel());
  }
  visit_dtype<kTypes>(x.dtype(), [&]<class T>(Type<T>) {
    Inputs<T, 1> inputs = read_inputs<T>(sizes, x, h0, c0, weight_list, sequence_length);
    set_mask(inputs, dropout_state_out, dropout_prob);
    visit_kind(sizes.mode, [&](auto tag) {
      const Network<T, 1, decltype(tag)::value> network(inputs, output<T>(out), output<T>(reserve));
      network.forward({h.data<T>()}, {c.data<T>()});
    });
  });
}

void rnn_grad(const TensorImpl& x, const TensorImpl& h0, const TensorImpl* c0, List weight_list,
              const TensorImpl* sequence_length, const TensorImpl& out,
              const TensorImpl& dropout_state_out, const TensorImpl& reserve,
              const TensorImpl& out_grad, const TensorImpl& last_h_grad,
              const TensorImpl& last_c_grad, double dropout_prob, bool is_bidirec,
              int64_t input_size, int64_t hidden_size, int64_t num_layers, const std::string& mode,
              TensorImpl& x_grad, TensorImpl& h0_grad, TensorImpl& c0_grad,
              std::span<Tensor> weight_grads) {
  const RnnSizes sizes =
      infer::rnn_sizes(x.meta(), is_bidirec, input_size, hidden_size, num_layers, mode);
  visit_dtype<kTypes>(x.dtype(), [&]<class T>(Type<T>) {
    Inputs<T, 1> inputs = read_inputs<T>(sizes, x, h0, c0, weight_list, sequence_length);
    set_mask(inputs, dropout_state_out, dropout_prob);
    copy_elements(last_h_grad, h0_grad);
    if (sizes.has_cells()) copy_elements(last_c_grad, c0_grad);
    visit_kind(sizes.mode, [&](auto tag) {
      const Network<T, 1, decltype(tag)::value> network(inputs, read<T, 1>(out),
                                                        read<T, 1>(reserve));
      network.backward(read<T, 1>(out_grad), {x_grad.data<T>()}, {h0_grad.data<T>()},
                       {c0_grad.data<T>()}, outputs<T>(weight_grads));
    });
  });
}

void rnn_double_grad(const TensorImpl& x, const TensorImpl& h0, const TensorImpl* c0,
                     List weight_list, const TensorImpl* sequence_length,
                     const TensorImpl& dropout_state_out, const TensorImpl& out_grad,
                     const TensorImpl& last_h_grad, const TensorImpl& last_c_grad,
                     const TensorImpl& x_grad_grad, const TensorImpl& h0_grad_grad,
                     const TensorImpl& c0_grad_grad, List weight_grads_grad, double dropout_prob,
                     bool is_bidirec, int64_t input_size, int64_t hidden_size, int64_t num_layers,
                     const std::string& mode, TensorImpl& x_grad, TensorImpl& h0_grad,
                     TensorImpl& c0_grad, TensorImpl& out_grad_grad, TensorImpl& last_h_grad_grad,
                     TensorImpl& last_c_grad_grad, std::span<Tensor> weight_grads) {
  const RnnSizes sizes =
      infer::rnn_sizes(x.meta(), is_bidirec, input_size, hidden_size, num_layers, mode);
  visit_dtype<kTypes>(x.dtype(), [&]<class T>(Type<T>) {
    using Memory = Buffer<T, 2>;
    Inputs<T, 2> inputs{sizes,
                        read_lengths(sequence_length, sizes.steps),
                        {},
                        1,
                        read<T, 2>(x, &x_grad_grad),
                        read<T, 2>(h0, &h0_grad_grad),
                        c0 ? read<T, 2>(*c0, &c0_grad_grad) : read<T, 2>(h0),
                        {}};
    for (size_t i = 0; i < weight_list.size(); ++i) {
      inputs.weights.push_back(read<T, 2>(*weight_list[i], weight_grads_grad[i]));
    }
    set_mask(inputs, dropout_state_out, dropout_prob);
    // The derivatives are results; the values beside them were computed before.
    const auto beside = [](TensorImpl& derivative) {
      return Memory{{Tensor::empty_like(derivative), Tensor::share(&derivative)}};
    };
    const Memory out = beside(out_grad_grad);
    const Memory last_h = beside(last_h_grad_grad), last_c = beside(last_c_grad_grad);
    const Memory x_result = beside(x_grad), h = beside(h0_grad), c = beside(c0_grad);
    std::vector<Memory> weights;
    for (Tensor& grad : weight_grads) weights.push_back(beside(*grad));
    const int64_t reserved = sizes.reserve_width(!inputs.lengths.empty());
    const Memory reserve = Memory::empty(Dims{sizes.steps * sizes.batch * reserved});
    visit_kind(sizes.mode, [&](auto tag) {
      const Network<T, 2, decltype(tag)::value> network(inputs, out, reserve);
      network.forward(last_h.data(), last_c.data());
      copy_elements(last_h_grad, *h.at[0]);
      fill(h0_grad, 0.0);
      if (sizes.has_cells()) {
        copy_elements(last_c_grad, *c.at[0]);
        fill(c0_grad, 0.0);
      }
      network.backward(read<T, 2>(out_grad), x_result.data(), h.data(), c.data(), weights);
    });
  });
}

}  // namespace pd::PD_ISA
