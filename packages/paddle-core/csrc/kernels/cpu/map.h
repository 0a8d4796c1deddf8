// Applies functions over contiguous spans to tensors of any shape, strides and broadcasting.
//
// This driver is compiled once; what depends on the instruction set comes in as function pointers.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "tensor/tensor.h"

namespace pd::cpu {

// Computes n results from contiguous operands. `params` is what the kernel gave to map(). An output
// may be the very memory of an input. Operands of half precision are seen as float32.
using Span = void (*)(const void* const* in, void* const* out, int64_t n, const void* params);

// Conversions of whole spans, one set per instruction set.
struct HalfSpans {
  void (*f16_to_f32)(const uint16_t* x, float* y, int64_t n);
  void (*f32_to_f16)(const float* x, uint16_t* y, int64_t n);
  void (*bf16_to_f32)(const uint16_t* x, float* y, int64_t n);
  void (*f32_to_bf16)(const float* x, uint16_t* y, int64_t n);
};

struct MapSpec {
  Span span = nullptr;
  const HalfSpans* halves = nullptr;  // null: portable ones
  const void* params = nullptr;
  int64_t grain = 1 << 15;  // elements that are worth a thread of their own
  // If given, computes the same for results that are too large to be found in a cache later.
  Span streaming = nullptr;
};

// Elements that are worth a thread where one takes many operations.
inline constexpr int64_t kCostlyGrain = 1 << 12;

// The outputs have the common shape of the inputs after broadcasting.
void map(const MapSpec& spec, std::initializer_list<const TensorImpl*> inputs,
         std::initializer_list<TensorImpl*> outputs);

}  // namespace pd::cpu
