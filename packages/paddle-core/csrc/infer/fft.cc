// Shape rules of Fourier transforms and of the frames of signals.
#include "infer/fft.h"

#include "infer/common.h"
#include "infer/manipulation.h"

namespace pd::infer {

namespace {

int64_t rank_of(const TensorMeta& x) { return static_cast<int64_t>(x.shape.size()); }

// Checks the axes and returns the last one, in [0, rank).
size_t check_transform(const TensorMeta& x, DimsView axes, const std::string& normalization) {
  require(normalization == "backward" || normalization == "forward" || normalization == "ortho",
          "Unexpected norm: ", normalization, ". Norm should be forward, backward or ortho");
  require(!axes.empty() && !x.shape.empty(), "a transform needs at least one axis");
  for (const int64_t axis : reduction_axes(axes, rank_of(x))) {
    const int64_t size = x.shape[static_cast<size_t>(axis)];
    require(size > 0 || size == kUnknownDim, "Invalid fft n-point (", size, ").");
  }
  return static_cast<size_t>(normalize_axis(axes.back(), rank_of(x)));
}

// Whether frames run along the last axis; they run along the first one otherwise.
bool frames_are_last(int64_t axis) {
  require(axis == 0 || axis == -1, "Unexpected axis: ", axis, ". It should be 0 or -1.");
  return axis == -1;
}

void check_positive(int64_t value, const char* name) {
  require(value > 0, "Unexpected ", name, ": ", value, ". It should be an positive integer.");
}

}  // namespace

void fft_c2c(const TensorMeta& x, DimsView axes, const std::string& normalization,
             TensorMeta& out) {
  check_transform(x, axes, normalization);
  unchanged(x, out);
}

void fft_r2c(const TensorMeta& x, DimsView axes, const std::string& normalization, bool onesided,
             TensorMeta& out) {
  const size_t last = check_transform(x, axes, normalization);
  set_meta(out, x.shape, complex_of(x.dtype), x.place);
  if (onesided) out.shape[last] = half_spectrum(x.shape[last]);
}

void fft_r2c_grad(const TensorMeta& upstream, const TensorMeta& x, DimsView axes,
                  const std::string& normalization, TensorMeta& out) {
  const size_t last = check_transform(x, axes, normalization);
  require(upstream.shape.size() == x.shape.size(), "out_grad has the shape ", upstream.shape,
          ", but x the shape ", x.shape);
  for (size_t i = 0; i < x.shape.size(); ++i) {
    const int64_t size = i == last ? half_spectrum(x.shape[i]) : x.shape[i];
    require_same_size(upstream.shape[i], size, "the size of out_grad");
  }
  set_meta(out, x.shape, real_of(upstream.dtype), x.place);
}

void fft_c2r(const TensorMeta& x, DimsView axes, const std::string& normalization,
             int64_t last_dim_size, TensorMeta& out) {
  const size_t last = check_transform(x, axes, normalization);
  const int64_t points = x.shape[last];
  int64_t size = last_dim_size;
  if (size <= 0) size = points == kUnknownDim ? kUnknownDim : 2 * (points - 1);
  require(size != 0, "Invalid fft n-point (0).");
  require(points == kUnknownDim || size == kUnknownDim || points == half_spectrum(size), "x has ",
          points, " points along the last axis of the transform, but a transform of ", size,
          " points takes ", half_spectrum(size));
  set_meta(out, x.shape, real_of(x.dtype), x.place);
  out.shape[last] = size;
}

void frame(const TensorMeta& x, int64_t frame_length, int64_t hop_length, int64_t axis,
           TensorMeta& out) {
  const bool last = frames_are_last(axis);
  check_positive(frame_length, "frame_length");
  check_positive(hop_length, "hop_length");
  require(!x.shape.empty(), "a 0-d tensor has no frames");
  const size_t along = last ? x.shape.size() - 1 : 0;
  const int64_t size = x.shape[along];
  require(size == kUnknownDim || frame_length <= size,
          "Attribute frame_length should be less equal than sequence length, but got (",
          frame_length, ") > (", size, ").");
  const int64_t frames = size == kUnknownDim ? kUnknownDim : 1 + (size - frame_length) / hop_length;
  const bool strided = has_strides(x);
  Dims shape, strides;
  for (size_t i = 0; i < x.shape.size(); ++i) {
    if (i != along) {
      shape.push_back(x.shape[i]);
      if (strided) strides.push_back(x.strides[i]);
      continue;
    }
    shape.push_back(last ? frame_length : frames);
    shape.push_back(last ? frames : frame_length);
    if (!strided) continue;
    strides.push_back(x.strides[i] * (last ? 1 : hop_length));
    strides.push_back(x.strides[i] * (last ? hop_length : 1));
  }
  set_meta(out, shape, x.dtype, x.place);
  out.offset = x.offset;
  if (strided) out.strides = strides;
}

void frame_grad(const TensorMeta& upstream, const TensorMeta& x, int64_t hop_length, int64_t axis,
                TensorMeta& out) {
  const size_t rank = upstream.shape.size();
  require(rank == x.shape.size() + 1 && rank >= 2, "out_grad has the shape ", upstream.shape,
          ", but x the shape ", x.shape);
  const int64_t frame_length = upstream.shape[frames_are_last(axis) ? rank - 2 : 1];
  TensorMeta frames;
  frame(x, frame_length == kUnknownDim ? 1 : frame_length, hop_length, axis, frames);
  if (frame_length != kUnknownDim) {
    for (size_t i = 0; i < rank; ++i) {
      require_same_size(upstream.shape[i], frames.shape[i], "the size of out_grad");
    }
  }
  set_meta(out, x.shape, upstream.dtype, x.place);
}

void overlap_add(const TensorMeta& x, int64_t hop_length, int64_t axis, TensorMeta& out) {
  const bool last = frames_are_last(axis);
  check_positive(hop_length, "hop_length");
  require(x.shape.size() >= 2,
          "Input(X) of OverlapAddOp should be a tensor which contains at least 2 dimensions, but "
          "got rank ",
          x.shape.size(), ".");
  const size_t first = last ? x.shape.size() - 2 : 0;
  const int64_t frames = x.shape[first + (last ? 1 : 0)];
  const int64_t length = x.shape[first + (last ? 0 : 1)];
  require(length == kUnknownDim || hop_length <= length,
          "Attribute(hop_length) of OverlapAddOp should be less or equal than frame_length, but "
          "got hop_length(",
          hop_length, ") > frame_length(", length, ").");
  require(frames != 0, "x has no frames");
  Dims shape = x.shape;
  shape.erase(first + 1);
  const int64_t hops = frames == kUnknownDim ? kUnknownDim : multiply_sizes(frames - 1, hop_length);
  shape[first] = add_sizes(hops, length);
  set_meta(out, shape, x.dtype, x.place);
}

}  // namespace pd::infer
