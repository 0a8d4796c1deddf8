// Shape rules that many families share, and the helpers they are made of.
//
// Messages here do not name the operator: the dispatcher puts the name in front.
#pragma once

#include <optional>
#include <span>

#include "tensor/tensor.h"

namespace pd::infer {

// --- helpers ---

// Shapes joined by NumPy's rule. An unknown size gives way to a known one above 1.
Dims broadcast_shapes(DimsView x, DimsView y);
// Whether `from` can be expanded to `to` (leading axes may be missing; unknown sizes pass).
bool expands_to(DimsView from, DimsView to);
// The axes in [0, rank), ascending, each once; all axes for none or an empty list.
Dims reduction_axes(std::optional<DimsView> axis, int64_t rank);
Dims reduced_shape(DimsView shape, DimsView axes, bool keepdim);
// Throws unless the sizes are equal or one is unknown.
void require_same_size(int64_t x, int64_t y, const char* what);
void require_same_dtype(const TensorMeta& x, const TensorMeta& y);
void require_integer_index(const TensorMeta& index, const char* name);  // int32 or int64
// The known one of two sizes.
inline int64_t known_of(int64_t x, int64_t y) { return x == kUnknownDim ? y : x; }
// Product and sum of sizes, unknown if a part is; overflow throws.
int64_t multiply_sizes(int64_t x, int64_t y);
inline int64_t add_sizes(int64_t x, int64_t y) {
  return x == kUnknownDim || y == kUnknownDim ? kUnknownDim : x + y;
}
void set_meta(TensorMeta& out, DimsView shape, DType dtype, Place place);
// A shape an operator was given (full, expand, ...): no size below -1, and few enough elements.
// `allow_unknown` accepts -1.
void check_shape(DimsView shape, bool allow_unknown = false);

// --- one input ---

void unchanged(const TensorMeta& x, TensorMeta& out);
void unchanged(const TensorMeta& x, TensorMeta& first, TensorMeta& second);
void unchanged_bool(const TensorMeta& x, TensorMeta& out);
void unchanged_int64(const TensorMeta& x, TensorMeta& out);
// Complex to its real part's dtype, and the reverse.
void unchanged_real(const TensorMeta& x, TensorMeta& out);
void unchanged_complex(const TensorMeta& x, TensorMeta& out);
// bool and integers become float32.
void unchanged_float(const TensorMeta& x, TensorMeta& out);
// `dtype` where one is given.
void unchanged_dtype(const TensorMeta& x, std::optional<DType> dtype, TensorMeta& out);
// Shape and dtype of `like` (gradients that have the shape of a forward input).
void as_like(const TensorMeta& x, const TensorMeta& like, TensorMeta& out);

// --- several inputs ---

// The dtype of x, which y has to have too.
void binary_broadcast(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void broadcast_bool(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void broadcast_complex(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
// bool and integers become float32 (true division).
void broadcast_float(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void ternary_broadcast(const TensorMeta& x, const TensorMeta& y, const TensorMeta& z,
                       TensorMeta& out);
// Equal shapes and dtypes, no broadcasting.
void binary_same(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);

// Of operators whose result is the real dtype of x: upstream has the shape of x and that dtype.
void real_grad(const TensorMeta& x, const TensorMeta& upstream, TensorMeta& out);

// --- reductions; none or an empty axis list reduces over everything ---

void reduce(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& out);
void reduce(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& first,
            TensorMeta& second);
void reduce_bool(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& out);
void reduce_int64(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& out);
void reduce_real(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& out);
void reduce_float(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim, TensorMeta& out);
void reduce_dtype(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim,
                  std::optional<DType> dtype, TensorMeta& out);
// As Paddle's sum and prod: without a dtype, bool and int32 accumulate into int64.
void reduce_sum(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim,
                std::optional<DType> dtype, TensorMeta& out);
// Reductions without a neutral element: a reduced axis of size 0 is an error.
void reduce_nonempty(const TensorMeta& x, std::optional<DimsView> axis, bool keepdim,
                     TensorMeta& out);
// argmax and argmin: positions along one axis, or in the flattened tensor without one.
void arg_reduce(const TensorMeta& x, std::optional<int64_t> axis, bool keepdim, DType dtype,
                TensorMeta& out);
// Values and their int64 positions along an axis (cummax, mode, ...).
void reduce_with_index(const TensorMeta& x, int64_t axis, bool keepdim, TensorMeta& values,
                       TensorMeta& indices);
// Gradients of reductions: what came out, and its gradient, have the shape that `reduce` gives.
void reduced_grad(const TensorMeta& x, const TensorMeta& upstream, std::optional<DimsView> axis,
                  bool keepdim, TensorMeta& out);
void reduced_grad(const TensorMeta& x, const TensorMeta& y, const TensorMeta& upstream,
                  std::optional<DimsView> axis, bool keepdim, TensorMeta& out);
// Scans: the shape of x; without an axis the flattened one.
void scan(const TensorMeta& x, std::optional<int64_t> axis, std::optional<DType> dtype,
          TensorMeta& out);
// Gradients of scans: the result and its gradient have the shape and dtype that `scan` gives.
void scan_grad(const TensorMeta& x, const TensorMeta& y, const TensorMeta& upstream,
               std::optional<int64_t> axis, TensorMeta& out);

}  // namespace pd::infer
