// Operators that only move elements: pixel and channel shuffles, one-hot codes.
#include <string>

#include "infer/conv.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

struct Axis {
  int64_t size, stride;
};

// Copies the elements of x, seen through `from`, into out, seen through `to` (axes of equal sizes).
void copy_axes(const TensorImpl& x, std::initializer_list<Axis> from, TensorImpl& out,
               std::initializer_list<Axis> to) {
  const auto view = [](const TensorImpl& base, std::initializer_list<Axis> axes) {
    Dims shape, strides;
    for (const Axis& axis : axes) {
      shape.push_back(axis.size);
      strides.push_back(axis.stride);
    }
    return Tensor::view_of(base, shape, strides, base.offset());
  };
  copy_elements(*view(x, from), *view(out, to));
}

struct Image {
  Axis batch, channels, height, width;

  Image(const TensorImpl& x, const std::string& data_format) {
    const bool last = infer::is_channels_last(data_format, 4);
    const auto axis = [&](int64_t i) { return Axis{x.dim(i), x.stride(i)}; };
    batch = axis(0);
    channels = axis(last ? 3 : 1);
    height = axis(last ? 1 : 2);
    width = axis(last ? 2 : 3);
  }
};

// An axis of `outer * inner` elements as two.
Axis outer_part(Axis axis, int64_t inner) { return {axis.size / inner, axis.stride * inner}; }
Axis inner_part(Axis axis, int64_t inner) { return {inner, axis.stride}; }

// Moves blocks of r x r pixels of `large` to and from r * r channels of `small`.
template <class Copy>
void between(const Image& small, const Image& large, int64_t r, Copy&& copy) {
  const Axis rows = inner_part(small.channels, r * r);
  copy({small.batch, outer_part(small.channels, r * r), outer_part(rows, r), inner_part(rows, r),
        small.height, small.width},
       {large.batch, large.channels, inner_part(large.height, r), inner_part(large.width, r),
        outer_part(large.height, r), outer_part(large.width, r)});
}

}  // namespace

void pixel_shuffle(const TensorImpl& x, int64_t factor, const std::string& data_format,
                   TensorImpl& out) {
  between(Image(x, data_format), Image(out, data_format), factor,
          [&](std::initializer_list<Axis> small, std::initializer_list<Axis> large) {
            copy_axes(x, small, out, large);
          });
}

void pixel_unshuffle(const TensorImpl& x, int64_t factor, const std::string& data_format,
                     TensorImpl& out) {
  between(Image(out, data_format), Image(x, data_format), factor,
          [&](std::initializer_list<Axis> small, std::initializer_list<Axis> large) {
            copy_axes(x, large, out, small);
          });
}

// Channel g * width + i becomes channel i * groups + g.
void channel_shuffle(const TensorImpl& x, int64_t groups, const std::string& data_format,
                     TensorImpl& out) {
  const Image from(x, data_format);
  const Image to(out, data_format);
  const int64_t width = from.channels.size / groups;
  copy_axes(x,
            {from.batch, outer_part(from.channels, width), inner_part(from.channels, width),
             from.height, from.width},
            out,
            {to.batch, inner_part(to.channels, groups), outer_part(to.channels, groups), to.height,
             to.width});
}

void channel_unshuffle(const TensorImpl& x, int64_t groups, const std::string& data_format,
                       TensorImpl& out) {
  channel_shuffle(x, Image(x, data_format).channels.size / groups, data_format, out);
}

void one_hot(const TensorImpl& x, int64_t num_classes, TensorImpl& out) {
  fill(out, 0.0);
  const Tensor dense = contiguous(x);
  visit_dtype<mask_of(DType::kInt32) | mask_of(DType::kInt64)>(x.dtype(), [&](auto type) {
    const auto* ids = dense->template data<typename decltype(type)::type>();
    for (int64_t i = 0; i < x.numel(); ++i) {
      require(ids[i] >= 0 && ids[i] < num_classes, "x must lie in [0, ", num_classes, "), got ",
              ids[i]);
      out.data<float>()[i * num_classes + ids[i]] = 1.0f;
    }
  });
}

}  // namespace pd::cpu
