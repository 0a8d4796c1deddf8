// Chooses between OpenBLAS (small, double, complex), oneDNN (large float) and a loop (integers).
#include "kernels/cpu/gemm.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/cpu/blas.h"
#include "kernels/cpu/onednn.h"
#include "runtime/parallel.h"

#if PD_WITH_ONEDNN
#include <oneapi/dnnl/dnnl.h>
#endif

extern "C" {
void PD_BLAS(cblas_sgemm)(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                          const float* a, int lda, const float* b, int ldb, float beta, float* c,
                          int ldc);
void PD_BLAS(cblas_dgemm)(int order, int trans_a, int trans_b, int m, int n, int k, double alpha,
                          const double* a, int lda, const double* b, int ldb, double beta,
                          double* c, int ldc);
void PD_BLAS(cblas_cgemm)(int order, int trans_a, int trans_b, int m, int n, int k,
                          const void* alpha, const void* a, int lda, const void* b, int ldb,
                          const void* beta, void* c, int ldc);
void PD_BLAS(cblas_zgemm)(int order, int trans_a, int trans_b, int m, int n, int k,
                          const void* alpha, const void* a, int lda, const void* b, int ldb,
                          const void* beta, void* c, int ldc);
}

namespace pd::cpu {
namespace {

constexpr int kRowMajor = 101;
constexpr int kNoTrans = 111;
constexpr int kTrans = 112;
// Below this many multiplications one thread of OpenBLAS is the fastest.
constexpr double kSmallWork = 70.0 * 70 * 70;

void blas(int ta, int tb, int m, int n, int k, const float* a, int lda, const float* b, int ldb,
          float beta, float* c, int ldc) {
  PD_BLAS(cblas_sgemm)(kRowMajor, ta, tb, m, n, k, 1.0f, a, lda, b, ldb, beta, c, ldc);
}
void blas(int ta, int tb, int m, int n, int k, const double* a, int lda, const double* b, int ldb,
          double beta, double* c, int ldc) {
  PD_BLAS(cblas_dgemm)(kRowMajor, ta, tb, m, n, k, 1.0, a, lda, b, ldb, beta, c, ldc);
}
void blas(int ta, int tb, int m, int n, int k, const complex64* a, int lda, const complex64* b,
          int ldb, complex64 beta, complex64* c, int ldc) {
  const complex64 one(1);
  PD_BLAS(cblas_cgemm)(kRowMajor, ta, tb, m, n, k, &one, a, lda, b, ldb, &beta, c, ldc);
}
void blas(int ta, int tb, int m, int n, int k, const complex128* a, int lda, const complex128* b,
          int ldb, complex128 beta, complex128* c, int ldc) {
  const complex128 one(1);
  PD_BLAS(cblas_zgemm)(kRowMajor, ta, tb, m, n, k, &one, a, lda, b, ldb, &beta, c, ldc);
}

constexpr bool fits_int(int64_t value) { return value <= std::numeric_limits<int>::max(); }

// How BLAS sees a matrix: row-major with a leading dimension, or the transpose of that.
struct BlasForm {
  int trans;
  int ld;
};

template <class T>
bool blas_form(const Matrix<T>& m, BlasForm& form) {
  const auto try_form = [&](int64_t inner, int64_t outer, int64_t inner_size, int64_t outer_size,
                            int trans) {
    if (inner_size > 1 && inner != 1) return false;
    const int64_t ld = outer_size > 1 ? outer : std::max<int64_t>(inner_size, 1);
    if (ld < std::max<int64_t>(inner_size, 1) || !fits_int(ld)) return false;
    form = {trans, static_cast<int>(ld)};
    return true;
  };
  return try_form(m.col_stride, m.row_stride, m.cols, m.rows, kNoTrans) ||
         try_form(m.row_stride, m.col_stride, m.rows, m.cols, kTrans);
}

// A row-major copy of a matrix that BLAS cannot read in place.
template <class T>
class Packed {
 public:
  explicit Packed(Matrix<const T> m) : data_(std::make_unique<T[]>(m.rows * m.cols)) {
    for (int64_t i = 0; i < m.rows; ++i) {
      for (int64_t j = 0; j < m.cols; ++j) {
        data_[i * m.cols + j] = m.data[i * m.row_stride + j * m.col_stride];
      }
    }
    view_ = {data_.get(), m.rows, m.cols, std::max<int64_t>(m.cols, 1), 1};
  }
  Matrix<T> view() const { return view_; }

 private:
  std::unique_ptr<T[]> data_;
  Matrix<T> view_;
};

template <class T>
Matrix<T> block(Matrix<T> m, int64_t row, int64_t rows, int64_t col, int64_t cols) {
  return {m.data + row * m.row_stride + col * m.col_stride, rows, cols, m.row_stride, m.col_stride};
}

template <class T>
void call_blas(Matrix<const T> a, BlasForm fa, Matrix<const T> b, BlasForm fb, Matrix<T> c, int ldc,
               T beta) {
  blas(fa.trans, fb.trans, int(c.rows), int(c.cols), int(a.cols), a.data, fa.ld, b.data, fb.ld,
       beta, c.data, ldc);
}

// Splits the longer side of c over the threads.
template <class T>
void split_blas(Matrix<const T> a, BlasForm fa, Matrix<const T> b, BlasForm fb, Matrix<T> c,
                int ldc, T beta) {
  const bool by_rows = c.rows >= c.cols;
  constexpr int64_t kGrain = 16;
  const int64_t blocks = ((by_rows ? c.rows : c.cols) + kGrain - 1) / kGrain;
  parallel_for(0, blocks, 1, [&](int64_t first, int64_t last) {
    const int64_t begin = first * kGrain;
    const int64_t size = std::min((by_rows ? c.rows : c.cols), last * kGrain) - begin;
    if (by_rows) {
      call_blas(block(a, begin, size, 0, a.cols), fa, b, fb, block(c, begin, size, 0, c.cols), ldc,
                beta);
    } else {
      call_blas(a, fa, block(b, 0, b.rows, begin, size), fb, block(c, 0, c.rows, begin, size), ldc,
                beta);
    }
  });
}

#if PD_WITH_ONEDNN
using MatmulPrimitive = onednn::Prepared<dnnl::matmul>;

dnnl::memory::desc describe(int64_t rows, int64_t cols, BlasForm form) {
  const dnnl::memory::dims strides =
      form.trans == kTrans ? dnnl::memory::dims{1, form.ld} : dnnl::memory::dims{form.ld, 1};
  return {{rows, cols}, dnnl::memory::data_type::f32, strides};
}

// A few rows times a transposed matrix: there the primitive takes half the time of dnnl_sgemm.
void primitive_gemm(Matrix<const float> a, BlasForm fa, Matrix<const float> b, BlasForm fb,
                    Matrix<float> c, int ldc) {
  static onednn::Cache<MatmulPrimitive> cache;
  const onednn::Key key{c.rows, c.cols, a.cols, fa.trans, fa.ld, fb.trans, fb.ld, ldc};
  const auto prepared = cache.get(key, [&] {
    return std::make_shared<const MatmulPrimitive>(dnnl::matmul::primitive_desc(
        onednn::engine(), describe(a.rows, a.cols, fa), describe(b.rows, b.cols, fb),
        describe(c.rows, c.cols, {kNoTrans, ldc}), onednn::caller_scratchpad()));
  });
  prepared->run({{DNNL_ARG_SRC, onednn::wrap(prepared->desc.src_desc(), a.data)},
                 {DNNL_ARG_WEIGHTS, onednn::wrap(prepared->desc.weights_desc(), b.data)},
                 {DNNL_ARG_DST, onednn::wrap(prepared->desc.dst_desc(), c.data)}});
}

bool onednn_gemm(Matrix<const float> a, BlasForm fa, Matrix<const float> b, BlasForm fb,
                 Matrix<float> c, int ldc, float beta) {
  if (fb.trans == kTrans && beta == 0.0f && c.rows * 4 <= c.cols && !in_parallel_region()) {
    primitive_gemm(a, fa, b, fb, c, ldc);
    return true;
  }
  const auto letter = [](int trans) { return trans == kTrans ? 'T' : 'N'; };
  return dnnl_sgemm(letter(fa.trans), letter(fb.trans), c.rows, c.cols, a.cols, 1.0f, a.data, fa.ld,
                    b.data, fb.ld, beta, c.data, ldc) == dnnl_success;
}
#endif

template <class T>
void blas_gemm(Matrix<const T> a, Matrix<const T> b, Matrix<T> c, bool accumulate) {
  keep_blas_single_threaded();
  BlasForm fa, fb, fc;
  if (!blas_form(a, fa)) return blas_gemm<T>(Packed<T>(a).view(), b, c, accumulate);
  if (!blas_form(b, fb)) return blas_gemm<T>(a, Packed<T>(b).view(), c, accumulate);
  if (!blas_form(c, fc)) {
    Packed<T> copy{Matrix<const T>(c)};
    blas_gemm<T>(a, b, copy.view(), accumulate);
    const Matrix<T> from = copy.view();
    for (int64_t i = 0; i < c.rows; ++i) {
      for (int64_t j = 0; j < c.cols; ++j) {
        c.data[i * c.row_stride + j * c.col_stride] = from.data[i * from.row_stride + j];
      }
    }
    return;
  }
  if (fc.trans == kTrans) {  // the product of the transposes, in the other order
    return blas_gemm<T>(b.transposed(), a.transposed(), c.transposed(), accumulate);
  }
  const T beta = accumulate ? T(1) : T(0);
  const double work = double(c.rows) * double(c.cols) * double(a.cols);
  if (work <= kSmallWork) return call_blas(a, fa, b, fb, c, fc.ld, beta);
#if PD_WITH_ONEDNN
  if constexpr (std::is_same_v<T, float>) {
    if (onednn_gemm(a, fa, b, fb, c, fc.ld, beta)) return;
  }
#endif
  if (num_threads() == 1 || in_parallel_region()) return call_blas(a, fa, b, fb, c, fc.ld, beta);
  split_blas(a, fa, b, fb, c, fc.ld, beta);
}

// Integers (and matrices too long for BLAS): rows of b are added up, scaled, into rows of c.
template <class T>
void loop_gemm(Matrix<const T> a, Matrix<const T> b, Matrix<T> c, bool accumulate) {
  using Wrapping = std::conditional_t<sizeof(T) <= 4, uint32_t, uint64_t>;
  using Sum = std::conditional_t<std::is_integral_v<T>, Wrapping, T>;
  const int64_t grain = std::max<int64_t>(1, 32768 / std::max<int64_t>(1, c.cols * a.cols));
  parallel_for(0, c.rows, grain, [&](int64_t first, int64_t last) {
    std::vector<Sum> sums(static_cast<size_t>(c.cols));
    for (int64_t i = first; i < last; ++i) {
      std::fill(sums.begin(), sums.end(), Sum(0));
      for (int64_t k = 0; k < a.cols; ++k) {
        const Sum scale = Sum(a.data[i * a.row_stride + k * a.col_stride]);
        const T* row = b.data + k * b.row_stride;
        for (int64_t j = 0; j < c.cols; ++j) {
          sums[size_t(j)] = Sum(sums[size_t(j)] + scale * Sum(row[j * b.col_stride]));
        }
      }
      for (int64_t j = 0; j < c.cols; ++j) {
        T& to = c.data[i * c.row_stride + j * c.col_stride];
        to = T(accumulate ? Sum(Sum(to) + sums[size_t(j)]) : sums[size_t(j)]);
      }
    }
  });
}

template <class T>
void fill_zero(Matrix<T> c) {
  for (int64_t i = 0; i < c.rows; ++i) {
    for (int64_t j = 0; j < c.cols; ++j) c.data[i * c.row_stride + j * c.col_stride] = T(0);
  }
}

}  // namespace

template <class T>
void gemm(Matrix<const T> a, Matrix<const T> b, Matrix<T> c, Accumulate accumulate) {
  const bool add = accumulate == Accumulate::kYes;
  if (c.rows == 0 || c.cols == 0) return;
  if (a.cols == 0) {
    if (!add) fill_zero(c);
    return;
  }
  if constexpr (!std::is_integral_v<T>) {
    if (fits_int(c.rows) && fits_int(c.cols) && fits_int(a.cols)) return blas_gemm<T>(a, b, c, add);
  }
  loop_gemm<T>(a, b, c, add);
}

#define PD_GEMM(T) template void gemm<T>(Matrix<const T>, Matrix<const T>, Matrix<T>, Accumulate);
PD_GEMM(float)
PD_GEMM(double)
PD_GEMM(complex64)
PD_GEMM(complex128)
PD_GEMM(uint8_t)
PD_GEMM(int8_t)
PD_GEMM(int16_t)
PD_GEMM(int32_t)
PD_GEMM(int64_t)
#undef PD_GEMM

}  // namespace pd::cpu
