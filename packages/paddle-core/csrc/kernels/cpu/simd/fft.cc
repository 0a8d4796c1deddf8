// Fourier transforms: pocketfft along one axis after the other, its work divided over our threads.
#include <algorithm>
#include <cmath>
#include <optional>

#include "kernels_fft.h"
#include "runtime/parallel.h"

// The library compiles to vectors of this instruction set, so its names must not be shared.
#define PD_FFT_CAT(a, b) a##b
#define PD_FFT_NAME(isa) PD_FFT_CAT(pocketfft_, isa)
#define pocketfft PD_FFT_NAME(PD_ISA)
#define POCKETFFT_NO_MULTITHREADING
#define POCKETFFT_CACHE_SIZE 16
#include <pocketfft_hdronly.h>

namespace pd::PD_ISA {
namespace {

namespace library = ::pocketfft;

constexpr int64_t kPiece = 32768;  // elements that are worth a call of the library
constexpr int64_t kVector = 16;    // lines that it may work on at once
constexpr int64_t kGrain = 65536;  // elements of a simple pass that are worth a thread
constexpr DTypeMask kReal = mask_of(DType::kFloat32) | mask_of(DType::kFloat64);

// Calls f with a zero of the real type behind a real or complex dtype.
template <class F>
void visit_precision(DType dtype, F&& f) {
  const bool wide = dtype == DType::kFloat64 || dtype == DType::kComplex128;
  visit_dtype<kReal>(wide ? DType::kFloat64 : DType::kFloat32, [&]<class T>(Type<T>) { f(T()); });
}

// A part of one axis' lines, as the library describes it; strides count bytes.
struct Part {
  library::shape_t from_shape, to_shape;
  library::stride_t from_strides, to_strides;
  int64_t from_offset = 0, to_offset = 0;  // elements
};

library::shape_t sizes_of(const TensorImpl& x) {
  return library::shape_t(x.shape().begin(), x.shape().end());
}

library::stride_t byte_strides(const TensorImpl& x) {
  library::stride_t strides;
  for (const int64_t stride : x.strides()) {
    strides.push_back(static_cast<ptrdiff_t>(stride) * static_cast<ptrdiff_t>(size_of(x.dtype())));
  }
  return strides;
}

// The longest axis but `axis`, of which threads get pieces.
std::optional<size_t> axis_to_divide(const TensorImpl& x, size_t axis) {
  std::optional<size_t> longest;
  for (size_t i = 0; i < x.shape().size(); ++i) {
    if (i != axis && (!longest || x.shape()[i] > x.shape()[*longest])) longest = i;
  }
  return longest;
}

// Runs transform(part) on parts that together are all lines along `axis`.
template <class Transform>
void for_each_part(const TensorImpl& from, const TensorImpl& to, size_t axis,
                   Transform&& transform) {
  if (from.numel() == 0) return;
  const Part whole{sizes_of(from), sizes_of(to), byte_strides(from), byte_strides(to)};
  const std::optional<size_t> divided = axis_to_divide(from, axis);
  if (!divided) return transform(whole);
  // Pieces do not depend on the number of threads, so that results do not either.
  const int64_t count = from.shape()[*divided];
  const int64_t lines = std::max<int64_t>(1, kPiece * count / from.numel());
  const int64_t piece = count < kVector ? lines : (lines + kVector - 1) / kVector * kVector;
  parallel_for(0, (count + piece - 1) / piece, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i * piece;
      Part part = whole;
      part.from_shape[*divided] = part.to_shape[*divided] =
          static_cast<size_t>(std::min(piece, count - first));
      part.from_offset = first * from.strides()[*divided];
      part.to_offset = first * to.strides()[*divided];
      transform(part);
    }
  });
}

template <class T>
void complex_lines(const TensorImpl& from, TensorImpl& to, size_t axis, bool forward, T scale) {
  const auto* in = from.data<std::complex<T>>();
  auto* out = to.data<std::complex<T>>();
  for_each_part(from, to, axis, [&](const Part& part) {
    library::c2c(part.from_shape, part.from_strides, part.to_strides, {axis}, forward,
                 in + part.from_offset, out + part.to_offset, scale);
  });
}

template <class T>
void real_to_complex_lines(const TensorImpl& from, TensorImpl& to, size_t axis, bool forward,
                           T scale) {
  const T* in = from.data<T>();
  auto* out = to.data<std::complex<T>>();
  for_each_part(from, to, axis, [&](const Part& part) {
    library::r2c(part.from_shape, part.from_strides, part.to_strides, axis, forward,
                 in + part.from_offset, out + part.to_offset, scale);
  });
}

template <class T>
void complex_to_real_lines(const TensorImpl& from, TensorImpl& to, size_t axis, bool forward,
                           T scale) {
  const auto* in = from.data<std::complex<T>>();
  T* out = to.data<T>();
  for_each_part(from, to, axis, [&](const Part& part) {
    library::c2r(part.to_shape, part.from_strides, part.to_strides, axis, forward,
                 in + part.from_offset, out + part.to_offset, scale);
  });
}

// One call's axes, direction and scale.
struct Plan {
  SmallVector<size_t, 6> axes;
  bool forward;
  double scale;

  // `sized` has the number of points of every transform.
  Plan(const TensorImpl& sized, DimsView asked, const std::string& normalization, bool forward)
      : forward(forward), scale(1) {
    double points = 1;
    for (const int64_t axis : asked) {
      axes.push_back(static_cast<size_t>(normalize_axis(axis, sized.rank())));
      points *= static_cast<double>(sized.shape()[axes.back()]);
    }
    if (normalization == "ortho") {
      scale = 1 / std::sqrt(points);
    } else if ((normalization == "forward") == forward) {
      scale = 1 / points;
    }
  }

  Plan adjoint() const {
    Plan plan = *this;
    plan.forward = !forward;
    return plan;
  }
  size_t last() const { return axes.back(); }
};

// Complex transforms along the first `count` axes of the plan: the first one reads `from` and
// scales, the others work in place.
template <class T>
void complex_axes(const TensorImpl& from, TensorImpl& to, const Plan& plan, size_t count, T scale) {
  for (size_t i = count; i-- > 0;) {
    const bool first = i + 1 == count;
    complex_lines<T>(first ? from : to, to, plan.axes[i], plan.forward, first ? scale : T(1));
  }
}

// The first elements of an axis, as a view.
Tensor front_of_axis(const TensorImpl& x, size_t axis, int64_t count) {
  Dims shape = x.shape();
  shape[axis] = count;
  return Tensor::view_of(x, shape, x.strides(), x.offset());
}

// Elements of one axis as many lines; f gets the elements of a line and its stride.
template <class T, class F>
void for_each_line(TensorImpl& x, size_t axis, F&& f) {
  const int64_t size = x.shape()[axis], stride = x.strides()[axis];
  int64_t outer = 1;
  for (size_t i = 0; i < axis; ++i) outer *= x.shape()[i];
  T* data = x.data<T>();
  const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, size * stride));
  parallel_for(0, outer, grain, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) f(data + block * size * stride, stride);
  });
}

// Multiplies the points of half a spectrum that stand for two: all but the first and, of an even
// number of points, the middle one. `half` is contiguous.
template <class T>
void scale_pairs(TensorImpl& half, size_t axis, int64_t points, T factor) {
  const int64_t end = (points + 1) / 2;
  for_each_line<std::complex<T>>(half, axis, [&](std::complex<T>* block, int64_t stride) {
    for (int64_t i = stride; i < end * stride; ++i) block[i] *= factor;
  });
}

// Completes a spectrum, contiguous, of which the points up to the middle are there.
template <class T>
void mirror_half(TensorImpl& spectrum, size_t axis) {
  const int64_t points = spectrum.shape()[axis];
  for_each_line<std::complex<T>>(spectrum, axis, [&](std::complex<T>* block, int64_t stride) {
    for (int64_t k = points / 2 + 1; k < points; ++k) {
      const std::complex<T>* from = block + (points - k) * stride;
      for (int64_t i = 0; i < stride; ++i) block[k * stride + i] = std::conj(from[i]);
    }
  });
}

// The spectrum of real x up to the middle of the last axis, into the front of `out`.
template <class T>
void half_spectrum(const TensorImpl& x, TensorImpl& out, const Plan& plan) {
  const size_t last = plan.last();
  const Tensor half = front_of_axis(out, last, x.shape()[last] / 2 + 1);
  real_to_complex_lines<T>(x, *half, last, plan.forward, static_cast<T>(plan.scale));
}

// The real signal of half a spectrum.
template <class T>
void signal_of_half(const TensorImpl& half, TensorImpl& out, const Plan& plan) {
  const size_t others = plan.axes.size() - 1;
  const T scale = static_cast<T>(plan.scale);
  if (others == 0) {
    return complex_to_real_lines<T>(half, out, plan.last(), plan.forward, scale);
  }
  Tensor work = Tensor::empty_like(half);
  complex_axes<T>(half, *work, plan, others, scale);
  complex_to_real_lines<T>(*work, out, plan.last(), plan.forward, T(1));
}

}  // namespace

void fft_c2c(const TensorImpl& x, DimsView axes, const std::string& normalization, bool forward,
             TensorImpl& out) {
  const Plan plan(x, axes, normalization, forward);
  visit_precision(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    complex_axes<T>(x, out, plan, plan.axes.size(), static_cast<T>(plan.scale));
  });
}

void fft_r2c(const TensorImpl& x, DimsView axes, const std::string& normalization, bool forward,
             bool onesided, TensorImpl& out) {
  const Plan plan(x, axes, normalization, forward);
  visit_precision(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    half_spectrum<T>(x, out, plan);
    if (!onesided) mirror_half<T>(out, plan.last());
    for (size_t i = plan.axes.size() - 1; i-- > 0;) {
      complex_lines<T>(out, out, plan.axes[i], forward, T(1));
    }
  });
}

void fft_c2r(const TensorImpl& x, DimsView axes, const std::string& normalization, bool forward,
             int64_t, TensorImpl& out) {
  const Plan plan(out, axes, normalization, forward);
  visit_precision(x.dtype(), [&](auto zero) { signal_of_half<decltype(zero)>(x, out, plan); });
}

void fft_r2c_grad(const TensorImpl& out_grad, const TensorImpl&, DimsView axes,
                  const std::string& normalization, bool forward, TensorImpl& x_grad) {
  const Plan plan = Plan(x_grad, axes, normalization, forward).adjoint();
  Tensor half = Tensor::empty_like(out_grad);
  copy_elements(out_grad, *half);
  visit_precision(x_grad.dtype(), [&](auto zero) {
    using T = decltype(zero);
    scale_pairs<T>(*half, plan.last(), x_grad.shape()[plan.last()], T(0.5));
    signal_of_half<T>(*half, x_grad, plan);
  });
}

void fft_c2r_grad(const TensorImpl& out_grad, DimsView axes, const std::string& normalization,
                  bool forward, TensorImpl& x_grad) {
  const Plan plan = Plan(out_grad, axes, normalization, forward).adjoint();
  visit_precision(out_grad.dtype(), [&](auto zero) {
    using T = decltype(zero);
    half_spectrum<T>(out_grad, x_grad, plan);
    scale_pairs<T>(x_grad, plan.last(), out_grad.shape()[plan.last()], T(2));
    for (size_t i = plan.axes.size() - 1; i-- > 0;) {
      complex_lines<T>(x_grad, x_grad, plan.axes[i], plan.forward, T(1));
    }
  });
}

}  // namespace pd::PD_ISA
