// Padding with a constant, by reflection, by the border or around the other side; and its gradient.
#include <algorithm>
#include <string>
#include <vector>

#include "infer/nn.h"
#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

using infer::PadPlan;

// For every position of a padded axis the source position, -1 for a constant.
std::vector<int64_t> source_positions(int64_t size, int64_t before, int64_t after,
                                      const std::string& mode) {
  std::vector<int64_t> positions(static_cast<size_t>(before + size + after));
  for (int64_t i = 0; i < static_cast<int64_t>(positions.size()); ++i) {
    int64_t at = i - before;
    if (mode == "constant") {
      at = at >= 0 && at < size ? at : -1;
    } else if (mode == "reflect") {
      at = at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
    } else if (mode == "replicate") {
      at = std::clamp<int64_t>(at, 0, size - 1);
    } else {
      at = (at % size + size) % size;
    }
    positions[size_t(i)] = at;
  }
  return positions;
}

// Calls f(padded offset, source offset or -1) for all padded positions of contiguous tensors, rows
// of the last axis on different threads or, for sums into the source, one after the other.
class PadWalk {
 public:
  PadWalk(DimsView sizes, const PadPlan& plan, const std::string& mode) : rows_(1) {
    for (size_t axis = 0; axis < sizes.size(); ++axis) {
      positions_.push_back(
          source_positions(sizes[axis], plan.before[axis], plan.after[axis], mode));
    }
    if (sizes.empty()) positions_.push_back({0});
    source_strides_ = std::vector<int64_t>(positions_.size(), 1);
    for (size_t axis = positions_.size() - 1; axis-- > 0;) {
      source_strides_[axis] = source_strides_[axis + 1] * sizes[axis + 1];
      rows_ *= static_cast<int64_t>(positions_[axis].size());
    }
  }
  template <class F>
  void in_parallel(F&& f) const {
    parallel_for(0, rows_, 1 + 4096 / (1 + width()), [&](int64_t first, int64_t last) {
      for (int64_t row = first; row < last; ++row) walk_row(row, f);
    });
  }
  template <class F>
  void in_order(F&& f) const {
    for (int64_t row = 0; row < rows_; ++row) walk_row(row, f);
  }

 private:
  int64_t width() const { return static_cast<int64_t>(positions_.back().size()); }

  // The source offset of a row's start, -1 where the row lies in constant padding.
  int64_t row_source(int64_t row) const {
    int64_t offset = 0;
    for (size_t axis = positions_.size() - 1; axis-- > 0;) {
      const int64_t size = static_cast<int64_t>(positions_[axis].size());
      const int64_t at = positions_[axis][size_t(row % size)];
      if (at < 0) return -1;
      offset += at * source_strides_[axis];
      row /= size;
    }
    return offset;
  }
  template <class F>
  void walk_row(int64_t row, F&& f) const {
    const int64_t source = row_source(row);
    const std::vector<int64_t>& last = positions_.back();
    for (int64_t j = 0; j < width(); ++j) {
      const int64_t at = last[size_t(j)];
      f(row * width() + j, source < 0 || at < 0 ? -1 : source + at);
    }
  }

  std::vector<std::vector<int64_t>> positions_;
  std::vector<int64_t> source_strides_;
  int64_t rows_;
};

void pad_by(const TensorImpl& x, const PadPlan& plan, const std::string& mode, double value,
            TensorImpl& out) {
  const Tensor dense = contiguous(x);
  fill(out, value);
  const PadWalk walk(x.shape(), plan, mode);
  visit_dtype<kAllMask>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    const T* from = dense->template data<T>();
    T* to = out.data<T>();
    walk.in_parallel([=](int64_t at, int64_t source) {
      if (source >= 0) to[at] = from[source];
    });
  });
}

template <class T>
using Sum = std::conditional_t<is_half_v<T>, float, T>;

void pad_grad_by(const TensorImpl& x, const TensorImpl& out_grad, const PadPlan& plan,
                 const std::string& mode, TensorImpl& x_grad) {
  const Tensor dense = contiguous(out_grad);
  const PadWalk walk(x.shape(), plan, mode);
  visit_dtype<kFloatMask | kComplexMask>(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    const Tensor sums = Tensor::zeros(x.shape(), dtype_of_v<Sum<T>>);
    Sum<T>* to = sums.data<Sum<T>>();
    const T* from = dense->template data<T>();
    walk.in_order([=](int64_t at, int64_t source) {
      if (source >= 0) to[source] += Sum<T>(from[at]);
    });
    copy_elements(*sums, x_grad);
  });
}

}  // namespace

void pad(const TensorImpl& x, DimsView paddings, double pad_value, TensorImpl& out) {
  pad_by(x, infer::pad_plan(x.meta(), paddings), "constant", pad_value, out);
}

void pad_grad(const TensorImpl& x, const TensorImpl& out_grad, DimsView paddings,
              TensorImpl& x_grad) {
  pad_grad_by(x, out_grad, infer::pad_plan(x.meta(), paddings), "constant", x_grad);
}

void pad3d(const TensorImpl& x, DimsView paddings, const std::string& mode, double pad_value,
           const std::string& data_format, TensorImpl& out) {
  pad_by(x, infer::pad3d_plan(x.meta(), paddings, data_format), mode, pad_value, out);
}

void pad3d_grad(const TensorImpl& x, const TensorImpl& out_grad, DimsView paddings,
                const std::string& mode, const std::string& data_format, TensorImpl& x_grad) {
  pad_grad_by(x, out_grad, infer::pad3d_plan(x.meta(), paddings, data_format), mode, x_grad);
}

}  // namespace pd::cpu
