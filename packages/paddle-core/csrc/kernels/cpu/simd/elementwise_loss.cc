// Element-wise losses: binary cross entropy and Huber.
#include <algorithm>

#include "kernels/cpu/simd/axis_rows.h"

namespace pd::PD_ISA {
namespace {

constexpr int64_t kChunk = 4096;

// Runs f(x, y, out, count) over chunks of the math type.
template <class F>
void map_chunks(const TensorImpl& x, const TensorImpl& y, TensorImpl& out, F&& f) {
  const Tensor a = contiguous(x);
  const Tensor b = contiguous(y);
  Result result(out, out.dtype());
  visit_float(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    T* to = result.data<T>();
    const int64_t chunks = (x.numel() + kChunk - 1) / kChunk;
    parallel_for(0, chunks, 4, [&](int64_t first, int64_t last) {
      for (int64_t chunk = first; chunk < last; ++chunk) {
        const int64_t at = chunk * kChunk;
        const int64_t count = std::min(kChunk, x.numel() - at);
        RowReader<T> read_a(count), read_b(count);
        RowWriter<T> writer(count);
        f(read_a.read(a.data<T>() + at), read_b.read(b.data<T>() + at), writer.begin(to + at),
          count);
        writer.end(to + at);
      }
    });
  });
  result.finish();
}

}  // namespace

void bce_loss(const TensorImpl& input, const TensorImpl& label, TensorImpl& out) {
  map_chunks(input, label, out, [](auto* p, auto* l, auto* to, int64_t n) {
    using A = std::remove_cvref_t<decltype(*to)>;
    for (int64_t i = 0; i < n; ++i) {
      require(!(p[i] < A(0)) && !(p[i] > A(1)), "input must lie in [0, 1], got ", p[i]);
    }
    each_vector(p, n, A(0.5), [&](Vec<A> v, int64_t i, int count) {
      const Vec<A> t = load_some(l + i, count);
      const Vec<A> yes = at_least(log(v), A(-100));
      const Vec<A> no = at_least(log(A(1) - v), A(-100));
      store_some(to + i, -(t * yes + (A(1) - t) * no), count);
    });
  });
}

void huber_loss(const TensorImpl& input, const TensorImpl& label, double delta, TensorImpl& out,
                TensorImpl& residual) {
  map_chunks(input, label, residual, [](auto* x, auto* y, auto* to, int64_t n) {
    for_lanes(n, [=](int64_t i) { to[i] = y[i] - x[i]; });
  });
  map_chunks(input, label, out, [=](auto* x, auto* y, auto* to, int64_t n) {
    using A = std::remove_cvref_t<decltype(*to)>;
    const A d = A(delta);
    for_lanes(n, [=](int64_t i) {
      const A r = y[i] - x[i];
      const A size = r < A(0) ? -r : r;
      to[i] = size <= d ? A(0.5) * r * r : d * (size - A(0.5) * d);
    });
  });
}

}  // namespace pd::PD_ISA
