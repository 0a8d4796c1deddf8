// Composites of first derivatives that have kernels of their own. They take products and sums in
// steps that can be differentiated to any order, zeros among the factors included.
#include "composites.h"

#include "autograd/composite.h"
#include "autograd/formula.h"

namespace pd::composite {
namespace {

Tensor part(const Tensor& x, int64_t axis, int64_t begin, int64_t end) {
  return ops::slice_view(x, Dims{axis}, Dims{begin}, Dims{end}, Dims{1});
}

Tensor join(const Tensor& x, const Tensor& y, int64_t axis) {
  const Tensor parts[] = {x, y};
  return ops::concat(parts, axis);
}

Dims all_axes(const Tensor& x) {
  Dims axes;
  for (int64_t axis = 0; axis < x.rank(); ++axis) axes.push_back(axis);
  return axes;
}

// The axes to reduce in front and flattened into one.
Tensor reduced_axes_first(const Tensor& x, std::optional<DimsView> axis) {
  SmallVector<bool, 8> reduced(static_cast<size_t>(x.rank()));
  const Dims every = all_axes(x);
  const DimsView given = axis && !axis->empty() ? *axis : DimsView(every);
  for (const int64_t a : given) reduced[static_cast<size_t>(normalize_axis(a, x.rank()))] = true;
  Dims order;
  Dims shape{1};
  for (const bool front : {true, false}) {
    for (int64_t a = 0; a < x.rank(); ++a) {
      if (reduced[static_cast<size_t>(a)] != front) continue;
      order.push_back(a);
      if (front) {
        shape[0] *= x.dim(a);
      } else {
        shape.push_back(x.dim(a));
      }
    }
  }
  return ops::reshape(ops::transpose(x, order), shape);
}

// The product along the first axis, by halves.
Tensor product(Tensor factors) {
  while (factors.dim(0) > 1) {
    const int64_t count = factors.dim(0);
    const int64_t half = count / 2;
    Tensor products = part(factors, 0, 0, half) * part(factors, 0, half, 2 * half);
    factors = count % 2 == 0 ? products : join(products, part(factors, 0, count - 1, count), 0);
  }
  return factors;
}

// Combines every element with all before it, by steps of 1, 2, 4, ...
template <class Combine>
Tensor scan(Tensor x, std::optional<int64_t> axis_arg, Combine&& combine) {
  if (!axis_arg) x = ops::reshape(x, Dims{x.numel()});
  if (x.rank() == 0) return x;
  const int64_t axis = normalize_axis(axis_arg.value_or(0), x.rank());
  const int64_t count = x.dim(axis);
  for (int64_t step = 1; step < count; step *= 2) {
    const Tensor combined = combine(part(x, axis, step, count), part(x, axis, 0, count - step));
    x = join(part(x, axis, 0, step), combined, axis);
  }
  return x;
}

template <class Combine>
Tensor scan_grad(const Tensor& x, const Tensor& upstream, std::optional<int64_t> axis,
                 Combine&& combine) {
  const Tensor elements = variable(x);
  const Tensor out = scan(elements, axis, combine);
  return gradients(out, ops::reshape(upstream, out.shape()), {elements})[0];
}

// Products with the values, one line of the indices at a time: no two of a line share a target.
Tensor put_products(Tensor arr, const Tensor& indices, const Tensor& values, int64_t axis) {
  const int64_t count = indices.dim(normalize_axis(axis, indices.rank()));
  for (int64_t i = 0; i < count; ++i) {
    const Tensor line = part(indices, axis, i, i + 1);
    const Tensor products = ops::take_along_axis(arr, line, axis) * part(values, axis, i, i + 1);
    arr = ops::put_along_axis(arr, line, products, axis, "assign", true);
  }
  return arr;
}

// One where the row has this class, or the labels themselves.
Tensor distribution(const Tensor& input, const Tensor& label, const Tensor& kept, int64_t axis) {
  const Tensor safe = ops::where(kept, label, ops::zeros_like(label));
  return ops::put_along_axis(ops::zeros_like(input), safe, ops::cast(kept, input.dtype()), axis,
                             "assign", true);
}

}  // namespace

Tensor prod_grad(const Tensor& x, const Tensor& upstream, std::optional<DimsView> axis, bool) {
  if (x.numel() == 0) return ops::zeros_like(x);
  const Tensor factors = variable(x);
  const Tensor out = product(reduced_axes_first(factors, axis));
  return gradients(out, ops::reshape(upstream, out.shape()), {factors})[0];
}

Tensor cumprod_grad(const Tensor& x, const Tensor&, const Tensor& upstream,
                    std::optional<int64_t> axis) {
  return scan_grad(x, upstream, axis, [](const Tensor& a, const Tensor& b) { return a * b; });
}

Tensor logcumsumexp_grad(const Tensor& x, const Tensor&, const Tensor& upstream,
                         std::optional<int64_t> axis) {
  return scan_grad(x, upstream, axis, [](const Tensor& a, const Tensor& b) {
    const Tensor both[] = {a, b};
    return ops::logsumexp(ops::stack(both, 0), Dims{0});
  });
}

// (upstream - sgn(x)^2 conj(upstream)) / 2|x|: upstream without what points along x.
Tensor sgn_grad(const Tensor& x, const Tensor& upstream) {
  if (!is_complex(x.dtype())) return ops::zeros_like(x);
  const Tensor size = ops::abs(x);
  const Tensor is_zero = formula::equal(size, Scalar(0));
  const Tensor divisor = ops::where(is_zero, ops::ones_like(size), size) * 2;
  const Tensor direction = ops::sgn(x);
  const Tensor across = (upstream - direction * direction * formula::conj(upstream)) / divisor;
  return ops::where(is_zero, ops::zeros_like(x), across);
}

// upstream (-im, re) / |x|^2
Tensor angle_grad(const Tensor& x, const Tensor& upstream) {
  if (!is_complex(x.dtype())) return ops::zeros_like(x);
  const Tensor re = ops::real(x);
  const Tensor im = ops::imag(x);
  const Tensor square = re * re + im * im;
  const Tensor is_zero = formula::equal(square, Scalar(0));
  const Tensor share = upstream / ops::where(is_zero, ops::ones_like(square), square);
  return ops::complex(-(im * share), re * share);
}

Tensor put_along_axis_values_grad(const Tensor& out_grad, const Tensor& arr, const Tensor& indices,
                                  const Tensor& values, const Tensor& out, int64_t axis,
                                  const std::string& reduce, bool include_self) {
  if (reduce != "mul") {  // shares of out_grad that do not change with the values
    const GradModeGuard no_grad(false);
    const Tensor shares = ops::put_along_axis_values_grad(ops::ones_like(out_grad), arr, indices,
                                                          values, out, axis, reduce, include_self);
    const GradModeGuard grad(true);
    return shares * ops::take_along_axis(out_grad, indices, axis);
  }
  const Tensor factors = variable(values);
  const Tensor start = include_self ? arr
                                    : ops::put_along_axis(arr, indices, ops::ones_like(values),
                                                          axis, "assign", true);
  return gradients(put_products(start, indices, factors, axis), out_grad, {factors})[0];
}

Tensor cross_entropy_with_softmax_grad(const Tensor& input, const Tensor& label, const Tensor&,
                                       const Tensor& loss_grad, bool soft_label, bool use_softmax,
                                       int64_t ignore_index, int64_t axis) {
  Tensor target = label;
  Tensor flow = loss_grad;
  if (!soft_label) {
    const Tensor classes = ops::reshape(ops::cast(label, DType::kInt64), loss_grad.shape());
    const Tensor kept = formula::not_equal(classes, Scalar(ignore_index));
    target = distribution(input, classes, kept, axis);
    flow = formula::masked(flow, kept);
  }
  if (use_softmax) return flow * (ops::softmax(input, axis) - target);
  const Tensor absent = formula::equal(target, Scalar(0));
  const Tensor divisor = ops::where(absent, ops::ones_like(input), input);
  return -(flow * target / divisor);
}

}  // namespace pd::composite
