// Matrix products with broadcast batches: matmul, its gradients, and the products made of them.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>

#include "kernels/cpu/gemm.h"
#include "kernels/cpu/onednn.h"
#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

// A tensor seen as a stack of matrices; a stride of 0 repeats a batch (sums over it in an output).
struct Stack {
  Dims batch_strides;
  int64_t row_stride = 0;
  int64_t col_stride = 0;

  void transpose() { std::swap(row_stride, col_stride); }
};

// c[batch] = a[batch] b[batch] with c of m x n.
struct Product {
  Dims batch;
  int64_t m = 1;
  int64_t n = 1;
  int64_t k = 1;
  Stack a, b, c;
};

enum class Side { kLeft, kRight, kResult };

// The last two axes are the matrix; a vector is a row on the left and a column on the right.
Stack stack_of(const TensorImpl& x, DimsView batch, Side side, bool transpose) {
  Stack s;
  const int64_t rank = x.rank();
  const int64_t matrix_axes = std::min<int64_t>(rank, 2);
  s.batch_strides = Dims(batch.size(), 0);
  for (int64_t i = 0; i < rank - matrix_axes; ++i) {
    const size_t at = batch.size() - static_cast<size_t>(i) - 1;
    const int64_t axis = rank - matrix_axes - 1 - i;
    s.batch_strides[at] = x.dim(axis) == 1 ? 0 : x.stride(axis);
  }
  if (rank == 1) {
    (side == Side::kLeft ? s.col_stride : s.row_stride) = x.stride(0);
  } else {
    s.row_stride = x.stride(rank - 2);
    s.col_stride = x.stride(rank - 1);
    if (transpose) s.transpose();
  }
  return s;
}

// The product of a matmul call whose result has the strides of `out`.
struct MatmulCall {
  Product product;

  MatmulCall(const TensorImpl& x, const TensorImpl& y, const TensorImpl& out, bool transpose_x,
             bool transpose_y) {
    const bool x_vector = x.rank() == 1;
    const bool y_vector = y.rank() == 1;
    const int64_t missing = int64_t(x_vector) + int64_t(y_vector);
    const int64_t batch_rank = out.rank() - 2 + missing;
    const DimsView batch(out.shape().data(), static_cast<size_t>(std::max<int64_t>(batch_rank, 0)));
    product.batch = Dims(batch);
    product.a = stack_of(x, batch, Side::kLeft, transpose_x && !x_vector);
    product.b = stack_of(y, batch, Side::kRight, transpose_y && !y_vector);
    product.m = x_vector ? 1 : x.dim(x.rank() - (transpose_x ? 1 : 2));
    product.k = x_vector ? x.dim(0) : x.dim(x.rank() - (transpose_x ? 2 : 1));
    product.n = y_vector ? 1 : y.dim(y.rank() - (transpose_y ? 2 : 1));
    product.c.batch_strides = Dims(batch.size(), 0);
    for (size_t i = 0; i < batch.size(); ++i) {
      product.c.batch_strides[i] = out.stride(static_cast<int64_t>(i));
    }
    int64_t axis = batch_rank;
    if (!x_vector) product.c.row_stride = out.stride(axis++);
    if (!y_vector) product.c.col_stride = out.stride(axis);
  }
};

// d(a) of c = a b: the same matrices in other roles, a = c b^T; and d(b): b = a^T c.
Product left_gradient(const Product& p) {
  Product q{p.batch, p.m, p.k, p.n, p.c, p.b, p.a};
  q.b.transpose();
  return q;
}
Product right_gradient(const Product& p) {
  Product q{p.batch, p.k, p.n, p.m, p.a, p.c, p.b};
  q.a.transpose();
  return q;
}

bool extends(int64_t stride, int64_t inner_size, int64_t inner_stride) {
  return inner_size == 1 || stride == inner_size * inner_stride;
}

// Makes axis `i` of the batch part of the rows, columns or the inner dimension where strides allow.
bool absorb(Product& p, size_t i) {
  const int64_t size = p.batch[i];
  const int64_t sa = p.a.batch_strides[i];
  const int64_t sb = p.b.batch_strides[i];
  const int64_t sc = p.c.batch_strides[i];
  if (size == 1) return true;
  if (sb == 0 && sc != 0 && extends(sa, p.m, p.a.row_stride) && extends(sc, p.m, p.c.row_stride)) {
    if (p.m == 1) p.a.row_stride = sa, p.c.row_stride = sc;
    p.m *= size;
    return true;
  }
  if (sa == 0 && sc != 0 && extends(sb, p.n, p.b.col_stride) && extends(sc, p.n, p.c.col_stride)) {
    if (p.n == 1) p.b.col_stride = sb, p.c.col_stride = sc;
    p.n *= size;
    return true;
  }
  if (sc == 0 && extends(sa, p.k, p.a.col_stride) && extends(sb, p.k, p.b.row_stride)) {
    if (p.k == 1) p.a.col_stride = sa, p.b.row_stride = sb;
    p.k *= size;
    return true;
  }
  return false;
}

void fold_batches(Product& p) {
  for (size_t i = p.batch.size(); i-- > 0;) {
    if (!absorb(p, i)) continue;
    p.batch.erase(i);
    p.a.batch_strides.erase(i);
    p.b.batch_strides.erase(i);
    p.c.batch_strides.erase(i);
  }
}

// Batch axes over which the result is summed stand last.
void summed_axes_last(Product& p) {
  Dims order;
  for (size_t i = 0; i < p.batch.size(); ++i) {
    if (p.c.batch_strides[i] != 0) order.push_back(int64_t(i));
  }
  for (size_t i = 0; i < p.batch.size(); ++i) {
    if (p.c.batch_strides[i] == 0) order.push_back(int64_t(i));
  }
  const auto permuted = [&](const Dims& from) {
    Dims to;
    for (const int64_t i : order) to.push_back(from[size_t(i)]);
    return to;
  };
  p.batch = permuted(p.batch);
  p.a.batch_strides = permuted(p.a.batch_strides);
  p.b.batch_strides = permuted(p.b.batch_strides);
  p.c.batch_strides = permuted(p.c.batch_strides);
}

int64_t batch_offset(DimsView sizes, DimsView strides, int64_t index) {
  int64_t offset = 0;
  for (size_t i = sizes.size(); i-- > 0;) {
    offset += index % sizes[i] * strides[i];
    index /= sizes[i];
  }
  return offset;
}

template <class T, class Multiply>
void for_each_batch(const Product& p, const T* a, const T* b, T* c, Accumulate onto,
                    Multiply&& multiply) {
  int64_t batches = 1;
  int64_t sums = 1;
  for (size_t i = 0; i < p.batch.size(); ++i) {
    (p.c.batch_strides[i] == 0 ? sums : batches) *= p.batch[i];
  }
  const auto run = [&](int64_t first, int64_t last) {
    for (int64_t i = first * sums; i < last * sums; ++i) {
      const Matrix<const T> left{a + batch_offset(p.batch, p.a.batch_strides, i), p.m, p.k,
                                 p.a.row_stride, p.a.col_stride};
      const Matrix<const T> right{b + batch_offset(p.batch, p.b.batch_strides, i), p.k, p.n,
                                  p.b.row_stride, p.b.col_stride};
      const Matrix<T> result{c + batch_offset(p.batch, p.c.batch_strides, i), p.m, p.n,
                             p.c.row_stride, p.c.col_stride};
      multiply(left, right, result, i % sums == 0 ? onto : Accumulate::kYes);
    }
  };
  // Many small products go to different threads; a few large ones use all threads themselves.
  constexpr double kLargeWork = 512.0 * 512 * 512;
  const double work = double(p.m) * double(p.n) * double(p.k) * double(sums);
  if (batches >= num_threads() && work < kLargeWork) {
    const int64_t grain = std::max<int64_t>(1, int64_t(65536 / std::max(work, 1.0)));
    parallel_for(0, batches, grain, run);
  } else {
    run(0, batches);
  }
}

template <class T>
void multiply_as(const Product& p, const void* a, const void* b, void* c, Accumulate onto) {
  for_each_batch<T>(p, static_cast<const T*>(a), static_cast<const T*>(b), static_cast<T*>(c), onto,
                    [](auto left, auto right, auto result, Accumulate accumulate) {
                      gemm<T>(left, right, result, accumulate);
                    });
}

Tensor converted(const TensorImpl& x, DType dtype) {
  Tensor copy = Tensor::empty(x.shape(), dtype);
  copy_elements(x, *copy);
  return copy;
}

template <class T>
void conjugate(TensorImpl& x) {
  T* data = x.data<T>();
  for (int64_t i = 0; i < x.numel(); ++i) data[i] = std::conj(data[i]);
}

Tensor conjugated(const TensorImpl& x) {
  Tensor copy = converted(x, x.dtype());
  if (x.dtype() == DType::kComplex64) conjugate<complex64>(*copy);
  if (x.dtype() == DType::kComplex128) conjugate<complex128>(*copy);
  return copy;
}

bool sums_batches(const Product& p) {
  return std::any_of(p.c.batch_strides.begin(), p.c.batch_strides.end(),
                     [](int64_t stride) { return stride == 0; });
}

#if PD_WITH_ONEDNN
using Bf16Matmul = onednn::Prepared<dnnl::matmul>;

dnnl::memory::desc bf16_desc(const Matrix<const bfloat16>& m) {
  return {{m.rows, m.cols}, dnnl::memory::data_type::bf16, {m.row_stride, m.col_stride}};
}

// A matrix whose strides oneDNN takes: one side dense, no overlap.
bool plain(const Matrix<const bfloat16>& m) {
  return (m.col_stride == 1 && m.row_stride >= m.cols) ||
         (m.row_stride == 1 && m.col_stride >= m.rows);
}

bool bf16_gemm(Matrix<const bfloat16> a, Matrix<const bfloat16> b, Matrix<const bfloat16> c) {
  if (!plain(a) || !plain(b) || !plain(c)) return false;
  static onednn::Cache<Bf16Matmul> cache;
  const onednn::Key key{a.rows,       a.cols,       b.cols,       a.row_stride, a.col_stride,
                        b.row_stride, b.col_stride, c.row_stride, c.col_stride};
  const auto prepared = cache.get(key, [&] {
    return std::make_shared<const Bf16Matmul>(dnnl::matmul::primitive_desc(
        onednn::engine(), bf16_desc(a), bf16_desc(b), bf16_desc(c), onednn::caller_scratchpad()));
  });
  prepared->run({{DNNL_ARG_SRC, onednn::wrap(prepared->desc.src_desc(), a.data)},
                 {DNNL_ARG_WEIGHTS, onednn::wrap(prepared->desc.weights_desc(), b.data)},
                 {DNNL_ARG_DST, onednn::wrap(prepared->desc.dst_desc(), c.data)}});
  return true;
}

// Whether the whole product was done by the processor's bfloat16 instructions.
bool native_bf16(const Product& p, const TensorImpl& a, const TensorImpl& b, TensorImpl& c) {
  if (c.dtype() != DType::kBFloat16 || !onednn::has_bfloat16() || sums_batches(p) || p.k == 0 ||
      !p.batch.empty()) {
    return false;
  }
  const auto* left = a.data<bfloat16>();
  const auto* right = b.data<bfloat16>();
  return bf16_gemm({left, p.m, p.k, p.a.row_stride, p.a.col_stride},
                   {right, p.k, p.n, p.b.row_stride, p.b.col_stride},
                   {c.data<bfloat16>(), p.m, p.n, p.c.row_stride, p.c.col_stride});
}
#else
bool native_bf16(const Product&, const TensorImpl&, const TensorImpl&, TensorImpl&) {
  return false;
}
#endif

// `describe` gives the product for tensors of any strides, so that it can be asked again when half
// floats had to be widened.
template <class Describe>
void multiply(const TensorImpl& a, const TensorImpl& b, TensorImpl& c, Describe&& describe,
              Accumulate onto = Accumulate::kNo) {
  Product p = describe(a, b, c);
  fold_batches(p);
  summed_axes_last(p);
  const bool empty = std::any_of(p.batch.begin(), p.batch.end(), [](int64_t n) { return n == 0; });
  if (empty) return fill(c, 0.0);
  if (native_bf16(p, a, b, c)) return;
  if (in_mask(c.dtype(), kHalfMask)) {
    const Tensor wide_a = converted(a, DType::kFloat32);
    const Tensor wide_b = converted(b, DType::kFloat32);
    Tensor wide_c = Tensor::empty(c.shape(), DType::kFloat32);
    multiply(*wide_a, *wide_b, *wide_c, describe);
    return copy_elements(*wide_c, c);
  }
  visit_dtype<kIntMask | kComplexMask | mask_of(DType::kFloat32) | mask_of(DType::kFloat64)>(
      c.dtype(), [&](auto type) {
        using T = typename decltype(type)::type;
        multiply_as<T>(p, a.raw_data(), b.raw_data(), c.raw_data(), onto);
      });
}

// A matrix view of a tensor whose trailing shape broadcasts to `cols`, and leading one to `rows`.
Stack broadcast_rows(const TensorImpl& x) {
  Stack s;
  const int64_t rank = x.rank();
  if (rank >= 1 && x.dim(rank - 1) != 1) s.col_stride = x.stride(rank - 1);
  if (rank >= 2 && x.dim(rank - 2) != 1) s.row_stride = x.stride(rank - 2);
  return s;
}

// out = beta * addend + alpha * product, where product is contiguous and may be out itself.
template <class T>
void add_scaled_as(const TensorImpl& addend, double beta, const TensorImpl& product, double alpha,
                   TensorImpl& out) {
  using Math = std::conditional_t<is_half_v<T>, float, T>;
  using Real = std::conditional_t<std::is_same_v<Math, double> || std::is_same_v<Math, complex128>,
                                  double, float>;
  const int64_t cols = out.rank() ? out.dim(out.rank() - 1) : 1;
  const int64_t rows = cols ? out.numel() / cols : 0;
  const Stack from = broadcast_rows(addend);
  const Stack to = out.is_contiguous() ? Stack{{}, cols, 1} : broadcast_rows(out);
  const Real b = static_cast<Real>(beta);
  const Real a = static_cast<Real>(alpha);
  const auto* x = addend.data<T>();
  const auto* y = product.data<T>();
  auto* z = out.data<T>();
  parallel_for(0, rows, std::max<int64_t>(1, 32768 / std::max<int64_t>(cols, 1)),
               [&](int64_t first, int64_t last) {
                 for (int64_t i = first; i < last; ++i) {
                   for (int64_t j = 0; j < cols; ++j) {
                     const Math left = Math(x[i * from.row_stride + j * from.col_stride]);
                     const Math right = Math(y[i * cols + j]);
                     z[i * to.row_stride + j * to.col_stride] = T(left * b + right * a);
                   }
                 }
               });
}

void add_scaled(const TensorImpl& addend, double beta, const TensorImpl& product, double alpha,
                TensorImpl& out) {
  visit_dtype<kFloatMask | kComplexMask>(out.dtype(), [&](auto type) {
    add_scaled_as<typename decltype(type)::type>(addend, beta, product, alpha, out);
  });
}

// Every row of out becomes `row` (a vector or a single number).
void repeat_row(const TensorImpl& row, TensorImpl& out) {
  const int64_t cols = out.dim(out.rank() - 1);
  const Dims shape{cols};
  const Dims strides{row.numel() == 1 ? 0 : row.stride(0)};
  const Tensor dense = contiguous(*Tensor::view_of(row, shape, strides, row.offset()));
  const size_t bytes = static_cast<size_t>(cols * size_of(out.dtype()));
  auto* to = static_cast<std::byte*>(out.raw_data());
  parallel_for(0, out.numel() / cols, std::max<int64_t>(1, 32768 / cols),
               [&](int64_t first, int64_t last) {
                 for (int64_t i = first; i < last; ++i) {
                   std::memcpy(to + size_t(i) * bytes, dense->raw_data(), bytes);
                 }
               });
}

}  // namespace

void matmul(const TensorImpl& x, const TensorImpl& y, bool transpose_x, bool transpose_y,
            TensorImpl& out) {
  multiply(x, y, out, [&](const TensorImpl& a, const TensorImpl& b, const TensorImpl& c) {
    return MatmulCall(a, b, c, transpose_x, transpose_y).product;
  });
}

void matmul_grad_x(const TensorImpl&, const TensorImpl& y, const TensorImpl& out_grad,
                   bool transpose_x, bool transpose_y, TensorImpl& x_grad) {
  const Tensor conj =
      is_complex(y.dtype()) ? conjugated(y) : Tensor::share(const_cast<TensorImpl*>(&y));
  multiply(out_grad, *conj, x_grad,
           [&](const TensorImpl& g, const TensorImpl& b, const TensorImpl& c) {
             return left_gradient(MatmulCall(c, b, g, transpose_x, transpose_y).product);
           });
}

void matmul_grad_y(const TensorImpl& x, const TensorImpl&, const TensorImpl& out_grad,
                   bool transpose_x, bool transpose_y, TensorImpl& y_grad) {
  const Tensor conj =
      is_complex(x.dtype()) ? conjugated(x) : Tensor::share(const_cast<TensorImpl*>(&x));
  multiply(*conj, out_grad, y_grad,
           [&](const TensorImpl& a, const TensorImpl& g, const TensorImpl& c) {
             return right_gradient(MatmulCall(a, c, g, transpose_x, transpose_y).product);
           });
}

void bmm(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  matmul(x, y, false, false, out);
}

void mv(const TensorImpl& x, const TensorImpl& vec, TensorImpl& out) {
  matmul(x, vec, false, false, out);
}

void dot(const TensorImpl& x, const TensorImpl& y, TensorImpl& out) {
  multiply(x, y, out, [](const TensorImpl& a, const TensorImpl& b, const TensorImpl& c) {
    Product p;
    const int64_t last = a.rank() - 1;
    p.k = a.dim(last);
    p.a.col_stride = a.stride(last);
    p.b.row_stride = b.stride(last);
    if (last == 1) {
      p.batch = Dims{a.dim(0)};
      p.a.batch_strides = Dims{a.stride(0)};
      p.b.batch_strides = Dims{b.stride(0)};
      p.c.batch_strides = Dims{c.stride(0)};
    }
    return p;
  });
}

void addmm(const TensorImpl& input, const TensorImpl& x, const TensorImpl& y, double beta,
           double alpha, TensorImpl& out) {
  Tensor product = Tensor::empty(out.shape(), out.dtype());
  matmul(x, y, false, false, *product);
  add_scaled(input, beta, *product, alpha, out);
}

void linear(const TensorImpl& x, const TensorImpl& weight, const TensorImpl* bias,
            TensorImpl& out) {
  const bool half = in_mask(out.dtype(), kHalfMask);
  if (bias && !half) repeat_row(*bias, out);
  const auto describe = [](const TensorImpl& a, const TensorImpl& b, const TensorImpl& c) {
    return MatmulCall(a, b, c, false, false).product;
  };
  multiply(x, weight, out, describe, bias && !half ? Accumulate::kYes : Accumulate::kNo);
  if (bias && half) add_scaled(*bias, 1.0, out, 1.0, out);
}

}  // namespace pd::cpu
