// One layer of a recurrent network in one direction: all steps forward, and all steps backward.
//
// T is float or double; with two planes every value carries a derivative (dual.h).
#pragma once

#include <vector>

#include "infer/rnn.h"
#include "kernels/cpu/gemm.h"
#include "kernels/cpu/simd/panel_product.h"
#include "kernels/cpu/simd/rows.h"
#include "tensor/tensor.h"

namespace pd::PD_ISA {

using infer::RnnMode;
using infer::RnnSizes;

// A tensor, and with two planes one more with its derivatives.
template <class T, int kPlanes>
struct Buffer {
  Tensor at[kPlanes];

  static Buffer empty(DimsView shape) {
    Buffer buffer;
    for (Tensor& plane : buffer.at) plane = Tensor::empty(shape, dtype_of_v<T>);
    return buffer;
  }
  Planes<T, kPlanes> data() const {
    Planes<T, kPlanes> planes;
    for (int i = 0; i < kPlanes; ++i) planes.at[i] = at[i].template data<T>();
    return planes;
  }
};

template <class T, int kPlanes>
void copy_planes(Planes<const T, kPlanes> from, Planes<T, kPlanes> to, int64_t n) {
  for (int i = 0; i < kPlanes; ++i) std::copy_n(from.at[i], n, to.at[i]);
}

// A row-major matrix, or the transpose of one.
template <class T, int kPlanes>
struct PlanedMatrix {
  Planes<T, kPlanes> data;
  int64_t rows, cols, row_stride, col_stride = 1;

  PlanedMatrix transposed() const { return {data, cols, rows, col_stride, row_stride}; }
  cpu::Matrix<T> plane(int i) const { return {data.at[i], rows, cols, row_stride, col_stride}; }
};

// c = a b or c += a b; derivatives follow by the product rule.
template <class T, int kPlanes>
void multiply(PlanedMatrix<const T, kPlanes> a, PlanedMatrix<const T, kPlanes> b,
              PlanedMatrix<T, kPlanes> c, bool accumulate = false) {
  const auto add = accumulate ? cpu::Accumulate::kYes : cpu::Accumulate::kNo;
  cpu::gemm<T>(a.plane(0), b.plane(0), c.plane(0), add);
  if constexpr (kPlanes == 2) {
    cpu::gemm<T>(a.plane(0), b.plane(1), c.plane(1), add);
    cpu::gemm<T>(a.plane(1), b.plane(0), c.plane(1), cpu::Accumulate::kYes);
  }
}

// to = the sums of the columns.
template <class T, int kPlanes>
void sum_rows(Planes<const T, kPlanes> from, int64_t rows, int64_t cols, Planes<T, kPlanes> to) {
  parallel_for(0, cols, std::max<int64_t>(64, 65536 / std::max<int64_t>(1, rows)),
               [&](int64_t first, int64_t last) {
                 for (int i = 0; i < kPlanes; ++i) {
                   T* sums = to.at[i];
                   std::fill(sums + first, sums + last, T(0));
                   for (int64_t row = 0; row < rows; ++row) {
                     const T* values = from.at[i] + row * cols;
                     for_lanes(last - first,
                               [=](int64_t j) { sums[first + j] += values[first + j]; });
                   }
                 }
               });
}

enum class RnnKind : uint8_t { kPlain, kLstm, kGru };

template <class T, int kPlanes, RnnKind kKind>
class RnnChain {
 public:
  using N = Number<T, kPlanes>;
  using From = Planes<const T, kPlanes>;
  using To = Planes<T, kPlanes>;

  static constexpr bool kIsLstm = kKind == RnnKind::kLstm;
  static constexpr bool kIsGru = kKind == RnnKind::kGru;
  static constexpr int kGates = kIsLstm ? 4 : kIsGru ? 3 : 1;

  struct Weights {
    From w_ih, w_hh, b_ih, b_hh;
  };
  // What the forward pass writes and the backward pass reads. Rows of `states` are
  // state_stride apart, beside the other direction's.
  struct Record {
    To gates, cells, states;
  };

  RnnChain(const RnnSizes& sizes, const int64_t* lengths, bool is_reverse, int64_t inputs,
           const Weights& weights, From x, From h0, From c0, const Record& record)
      : steps_(sizes.steps),
        batch_(sizes.batch),
        hidden_(sizes.hidden),
        inputs_(inputs),
        state_stride_(sizes.hidden * sizes.directions),
        lengths_(lengths),
        is_reverse_(is_reverse),
        is_relu_(sizes.mode == RnnMode::kRelu),
        weights_(weights),
        x_(x),
        h0_(h0),
        c0_(c0),
        record_(record) {}

  void forward(To last_h, To last_c) const {
    project_inputs();
    const Buffer<T, kPlanes> bias = joined_bias();
    const Panels<T, kPlanes, kGates, kGates == 1 ? 4 : 1> panels(weights_.w_hh, hidden_, hidden_, 1,
                                                                 hidden_);
    for (int64_t step = 0; step < steps_; ++step) {
      const Rows before = states_before(step);
      panels.multiply(&before.data, before.stride, batch_,
                      [&](int64_t row, int64_t unit, int64_t lanes, const N* sums) {
                        forward_unit(step, row, unit, lanes, sums, bias.data(), before);
                      });
    }
    const Rows last = states_before(steps_);
    for (int64_t row = 0; row < batch_; ++row) {
      copy_planes<T, kPlanes>(last.row(row), last_h + row * hidden_, hidden_);
    }
    if constexpr (kIsLstm) {
      copy_planes<T, kPlanes>(cells_before(steps_).data, last_c, batch_ * hidden_);
    }
  }

  struct Gradients {
    To w_ih, w_hh, b_ih, b_hh;
    To x;
    bool adds_to_x;  // after the other direction
    To h, c;         // hold the gradients of the last states, then those of the first
  };

  // `upstream` are the gradients of the states, in rows like theirs.
  void backward(From upstream, const Gradients& grads) const {
    const Dims shape{steps_ * batch_, kGates * hidden_};
    const auto recurrent = Buffer<T, kPlanes>::empty(shape);
    // The reset gate of a GRU stands between the two products of its candidate.
    const auto projected = kIsGru ? Buffer<T, kPlanes>::empty(shape) : recurrent;
    run_back(upstream, grads, recurrent.data(), projected.data());
    weight_gradients(grads, recurrent.data(), projected.data());
  }

 private:
  static constexpr int kSaved = kIsLstm || kIsGru ? 4 : 0;
  struct Rows {
    From data;
    int64_t stride;
    From row(int64_t i) const { return data + i * stride; }
  };

  int64_t time_of(int64_t step) const { return is_reverse_ ? steps_ - 1 - step : step; }
  bool is_inside(int64_t step, int64_t row) const {
    return !lengths_ || time_of(step) < lengths_[row];
  }
  To state(int64_t step, int64_t row) const {
    return record_.states + (time_of(step) * batch_ + row) * state_stride_;
  }
  To cell(int64_t step, int64_t row) const {
    return record_.cells + (time_of(step) * batch_ + row) * hidden_;
  }
  To gates(int64_t step, int64_t row) const {
    return record_.gates + (time_of(step) * batch_ + row) * (kSaved * hidden_);
  }
  Rows states_before(int64_t step) const {
    if (step == 0) return {h0_, hidden_};
    return {From(state(step - 1, 0)), state_stride_};
  }
  Rows cells_before(int64_t step) const {
    if (step == 0) return {c0_, hidden_};
    return {From(cell(step - 1, 0)), hidden_};
  }

  // The products of all inputs, where the gates (or plain states) will replace them.
  void project_inputs() const {
    const int64_t rows = steps_ * batch_;
    const PlanedMatrix<const T, kPlanes> x{x_, rows, inputs_, inputs_};
    const PlanedMatrix<const T, kPlanes> weight{weights_.w_ih, kGates * hidden_, inputs_, inputs_};
    const To to = kSaved > 0 ? record_.gates : record_.states;
    const int64_t stride = kSaved > 0 ? kSaved * hidden_ : state_stride_;
    multiply<T, kPlanes>(x, weight.transposed(), {to, rows, kGates * hidden_, stride});
  }

  // The biases of both products, added up where the products are; last, the one of a GRU's
  // candidate that is scaled by the reset gate.
  Buffer<T, kPlanes> joined_bias() const {
    const auto bias = Buffer<T, kPlanes>::empty(Dims{4 * hidden_});
    const int64_t joined = (kIsGru ? 2 : kGates) * hidden_;
    for (int i = 0; i < kPlanes; ++i) {
      T* to = bias.data().at[i];
      const T* ih = weights_.b_ih.at[i];
      const T* hh = weights_.b_hh.at[i];
      for (int64_t j = 0; j < joined; ++j) to[j] = ih[j] + hh[j];
      if constexpr (kIsGru) {
        std::copy_n(ih + joined, hidden_, to + joined);
        std::copy_n(hh + joined, hidden_, to + joined + hidden_);
      }
    }
    return bias;
  }

  void forward_unit(int64_t step, int64_t row, int64_t unit, int64_t lanes, const N* sums, To bias,
                    const Rows& before) const {
    const To to = state(step, row) + unit;
    const From last = before.row(row) + unit;
    const To saved = gates(step, row) + unit;
    const auto sum = [&](int gate, const To& product) {
      return sums[gate] + load_number(product + gate * hidden_, lanes) +
             load_number(bias + (gate * hidden_ + unit), lanes);
    };
    const auto save = [&](int gate, N value) {
      store_number<T>(saved + gate * hidden_, value, lanes);
    };
    N next;
    if constexpr (kIsLstm) {
      const N in = sigmoid(sum(0, saved)), forget = sigmoid(sum(1, saved));
      const N fresh = tanh(sum(2, saved)), out = sigmoid(sum(3, saved));
      save(0, in), save(1, forget), save(2, fresh), save(3, out);
      const N last_cell = load_number(cells_before(step).row(row) + unit, lanes);
      const N now = forget * last_cell + in * fresh;
      next = out * tanh(now);
      store_number<T>(cell(step, row) + unit, is_inside(step, row) ? now : last_cell, lanes);
    } else if constexpr (kIsGru) {
      const N reset = sigmoid(sum(0, saved)), keep = sigmoid(sum(1, saved));
      const N product = sums[2] + load_number(bias + (3 * hidden_ + unit), lanes);
      const N fresh = tanh(load_number(saved + 2 * hidden_, lanes) +
                           load_number(bias + (2 * hidden_ + unit), lanes) + reset * product);
      save(0, reset), save(1, keep), save(2, fresh), save(3, product);
      next = keep * (load_number(last, lanes) - fresh) + fresh;
    } else {
      const N before_activation = sum(0, to);
      next =
          is_relu_ ? where_positive(before_activation, before_activation) : tanh(before_activation);
    }
    store_number<T>(to, is_inside(step, row) ? next : load_number(last, lanes), lanes);
  }

  void run_back(From upstream, const Gradients& grads, To recurrent, To projected) const {
    const int64_t width = kGates * hidden_;
    const Panels<T, kPlanes, 1, 4> panels(weights_.w_hh, width, hidden_, hidden_, 1);
    for (int64_t step = steps_; step-- > 0;) {
      const bool is_last = step + 1 == steps_;
      const From after = recurrent + (is_last ? 0 : time_of(step + 1)) * batch_ * width;
      panels.multiply(is_last ? nullptr : &after, width, batch_,
                      [&](int64_t row, int64_t unit, int64_t lanes, const N* sums) {
                        backward_unit(step, row, unit, lanes, sums[0], upstream, grads, recurrent,
                                      projected);
                      });
    }
    const From first = recurrent + time_of(0) * batch_ * width;
    panels.multiply(&first, width, batch_,
                    [&](int64_t row, int64_t unit, int64_t lanes, const N* sums) {
                      const To at = grads.h + (row * hidden_ + unit);
                      store_number<T>(at, sums[0] + load_number(at, lanes), lanes);
                    });
  }

  // `through` is the gradient of the state that came through the products of the step after; what
  // came around them waits in grads.h.
  void backward_unit(int64_t step, int64_t row, int64_t unit, int64_t lanes, N through,
                     From upstream, const Gradients& grads, To recurrent, To projected) const {
    const To around = grads.h + (row * hidden_ + unit);
    const int64_t at = time_of(step) * batch_ + row;
    const To to = recurrent + (at * kGates * hidden_ + unit);
    const auto put = [&](To where, int gate, N value) {
      store_number<T>(where + gate * hidden_, value, lanes);
    };
    const N carried = through + load_number(around, lanes);
    if (!is_inside(step, row)) {
      store_number<T>(around, carried, lanes);
      for (int gate = 0; gate < kGates; ++gate) put(to, gate, N{});
      if constexpr (kIsGru) {
        for (int gate = 0; gate < kGates; ++gate) {
          put(projected + (at * kGates * hidden_ + unit), gate, N{});
        }
      }
      return;
    }
    const N grad = carried + load_number(upstream + (at * state_stride_ + unit), lanes);
    const To saved = gates(step, row) + unit;
    const auto gate = [&](int i) { return load_number(saved + i * hidden_, lanes); };
    if constexpr (kIsLstm) {
      const N in = gate(0), forget = gate(1), fresh = gate(2), out = gate(3);
      const To cell_grad = grads.c + (row * hidden_ + unit);
      const N bent = tanh(load_number(cell(step, row) + unit, lanes));
      const N of_cell = grad * out * one_minus(bent * bent) + load_number(cell_grad, lanes);
      const N last_cell = load_number(cells_before(step).row(row) + unit, lanes);
      put(to, 0, of_cell * fresh * in * one_minus(in));
      put(to, 1, of_cell * last_cell * forget * one_minus(forget));
      put(to, 2, of_cell * in * one_minus(fresh * fresh));
      put(to, 3, grad * bent * out * one_minus(out));
      store_number<T>(cell_grad, of_cell * forget, lanes);
      store_number<T>(around, N{}, lanes);
    } else if constexpr (kIsGru) {
      const N reset = gate(0), keep = gate(1), fresh = gate(2), product = gate(3);
      const N last = load_number(states_before(step).row(row) + unit, lanes);
      const N of_fresh = grad * one_minus(keep) * one_minus(fresh * fresh);
      const N of_reset = of_fresh * product * reset * one_minus(reset);
      const N of_keep = grad * (last - fresh) * keep * one_minus(keep);
      const To other = projected + (at * kGates * hidden_ + unit);
      put(to, 0, of_reset), put(to, 1, of_keep), put(to, 2, of_fresh * reset);
      put(other, 0, of_reset), put(other, 1, of_keep), put(other, 2, of_fresh);
      store_number<T>(around, grad * keep, lanes);
    } else {
      const N now = load_number(state(step, row) + unit, lanes);
      put(to, 0, is_relu_ ? where_positive(now, grad) : grad * one_minus(now * now));
      store_number<T>(around, N{}, lanes);
    }
  }

  void weight_gradients(const Gradients& grads, From recurrent, From projected) const {
    using Read = PlanedMatrix<const T, kPlanes>;
    using Written = PlanedMatrix<T, kPlanes>;
    const int64_t rows = steps_ * batch_, width = kGates * hidden_;
    const Read of_projection{projected, rows, width, width};
    multiply<T, kPlanes>(of_projection.transposed(), Read{x_, rows, inputs_, inputs_},
                         Written{grads.w_ih, width, inputs_, inputs_});
    multiply<T, kPlanes>(of_projection, Read{weights_.w_ih, width, inputs_, inputs_},
                         Written{grads.x, rows, inputs_, inputs_}, grads.adds_to_x);
    sum_rows<T, kPlanes>(projected, rows, width, grads.b_ih);
    sum_rows<T, kPlanes>(recurrent, rows, width, grads.b_hh);

    // Step by step the states before: h0 for the first, the states of all but the last for the
    // rest.
    const Written w_hh{grads.w_hh, width, hidden_, hidden_};
    const Read first{recurrent + time_of(0) * batch_ * width, batch_, width, width};
    multiply<T, kPlanes>(first.transposed(), Read{h0_, batch_, hidden_, hidden_}, w_hh);
    if (steps_ == 1) return;
    const int64_t others = rows - batch_;
    const Read later{recurrent + (is_reverse_ ? 0 : batch_ * width), others, width, width};
    const From states = record_.states + (is_reverse_ ? batch_ * state_stride_ : 0);
    multiply<T, kPlanes>(later.transposed(), Read{states, others, hidden_, state_stride_}, w_hh,
                         true);
  }

  int64_t steps_, batch_, hidden_, inputs_, state_stride_;
  const int64_t* lengths_;
  bool is_reverse_, is_relu_;
  Weights weights_;
  From x_, h0_, c0_;
  Record record_;
};

}  // namespace pd::PD_ISA
