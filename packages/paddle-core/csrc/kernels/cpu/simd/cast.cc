// The cast operator: vector loops for contiguous tensors of common pairs of types.
#include "kernels/cpu/simd/half.h"
#include "kernels_creation.h"
#include "runtime/parallel.h"

namespace pd::PD_ISA {
namespace {

constexpr int64_t kGrain = 1 << 16;

using Span = void (*)(const void* from, void* to, int64_t count);

template <class From, class To>
void convert_span(const void* from, void* to, int64_t count) {
  const From* source = static_cast<const From*>(from);
  To* target = static_cast<To*>(to);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) target[i] = static_cast<To>(source[i]);
}

// What does not fit an int32, and NaN, becomes its lowest value.
void truncate_span(const void* from, void* to, int64_t count) {
  const float* source = static_cast<const float*>(from);
  int32_t* target = static_cast<int32_t*>(to);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) {
    const float x = source[i];
    const bool fits = x >= -0x1p31f && x < 0x1p31f;
    const auto whole = static_cast<int32_t>(fits ? x : 0.0f);
    target[i] = fits ? whole : INT32_MIN;
  }
}

template <class From, class To, void (*convert)(const From*, To*, int64_t)>
void half_span(const void* from, void* to, int64_t count) {
  convert(static_cast<const From*>(from), static_cast<To*>(to), count);
}

struct Pair {
  DType from, to;
  Span span;
};

constexpr Pair kPairs[] = {
    {DType::kFloat32, DType::kBFloat16, half_span<float, uint16_t, f32_to_bf16>},
    {DType::kBFloat16, DType::kFloat32, half_span<uint16_t, float, bf16_to_f32>},
    {DType::kFloat32, DType::kFloat16, half_span<float, uint16_t, f32_to_f16>},
    {DType::kFloat16, DType::kFloat32, half_span<uint16_t, float, f16_to_f32>},
    {DType::kFloat32, DType::kFloat64, convert_span<float, double>},
    {DType::kFloat64, DType::kFloat32, convert_span<double, float>},
    {DType::kFloat32, DType::kInt32, truncate_span},
    {DType::kInt32, DType::kFloat32, convert_span<int32_t, float>},
    {DType::kInt64, DType::kFloat32, convert_span<int64_t, float>},
    {DType::kInt64, DType::kInt32, convert_span<int64_t, int32_t>},
    {DType::kInt32, DType::kInt64, convert_span<int32_t, int64_t>},
    {DType::kUInt8, DType::kFloat32, convert_span<uint8_t, float>},
    {DType::kBool, DType::kFloat32, convert_span<uint8_t, float>},
};

Span span_of(DType from, DType to) {
  for (const Pair& pair : kPairs) {
    if (pair.from == from && pair.to == to) return pair.span;
  }
  return nullptr;
}

}  // namespace

void cast(const TensorImpl& x, DType, TensorImpl& out) {
  const Span span = span_of(x.dtype(), out.dtype());
  if (!span || !x.is_contiguous() || !out.is_contiguous()) return copy_elements(x, out);
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out.raw_data());
  const int64_t from_size = size_of(x.dtype()), to_size = size_of(out.dtype());
  parallel_for(0, x.numel(), kGrain, [&](int64_t begin, int64_t end) {
    span(from + begin * from_size, to + begin * to_size, end - begin);
  });
}

}  // namespace pd::PD_ISA
