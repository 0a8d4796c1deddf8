// Convolutions of two and three dimensions, their transposes and gradients: oneDNN where it can,
// else patches written out as columns and multiplied.
#include "infer/conv.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>

#include "infer/common.h"
#include "kernels/cpu/columns.h"
#include "kernels/cpu/gemm.h"
#include "kernels/cpu/onednn.h"
#include "runtime/parallel.h"
#include "tensor/tensor.h"

namespace pd::cpu {
namespace {

using infer::ConvAttrs;
using infer::ConvGeometry;

// ---- columns: used for double, and for everything without oneDNN ----

template <class T>
Matrix<T> dense(T* data, int64_t rows, int64_t cols) {
  return {data, rows, cols, cols, 1};
}

Patch patch_of(const ConvGeometry& g) {
  Patch p;
  const size_t shift = 3 - g.spatial_rank();
  for (size_t i = 0; i < g.spatial_rank(); ++i) {
    p.source[i + shift] = g.source[i];
    p.result[i + shift] = g.result[i];
    p.kernel[i + shift] = g.kernel[i];
    p.stride[i + shift] = g.stride[i];
    p.dilation[i + shift] = g.dilation[i];
    p.before[i + shift] = g.pad_before[i];
  }
  return p;
}

// One convolution over columns, image by image and group by group.
template <class T>
class ColumnConv {
 public:
  explicit ColumnConv(const ConvGeometry& g)
      : g_(g),
        p_(patch_of(g)),
        depth_(g.source_channels / g.groups * p_.kernel_size()),
        filters_(g.result_channels / g.groups),
        columns_(std::make_unique_for_overwrite<T[]>(
            static_cast<size_t>(infer::multiply_sizes(depth_, p_.result_size())))) {}

  void forward(const T* source, const T* filter, T* result) {
    each([&](int64_t image, int64_t group) {
      image_to_columns(p_, source_channels(), source + source_at(image, group), columns_.get());
      gemm<T>(weights(filter, group), columns(), results(result, image, group));
    });
  }
  void backward_source(const T* result, const T* filter, T* source) {
    each([&](int64_t image, int64_t group) {
      gemm<T>(weights(filter, group).transposed(), results(result, image, group), columns());
      columns_to_image(p_, source_channels(), columns_.get(), source + source_at(image, group));
    });
  }
  void backward_filter(const T* source, const T* result, T* filter) {
    each([&](int64_t image, int64_t group) {
      image_to_columns(p_, source_channels(), source + source_at(image, group), columns_.get());
      gemm<T>(results(result, image, group), Matrix<const T>(columns()).transposed(),
              weights(filter, group), image ? Accumulate::kYes : Accumulate::kNo);
    });
  }

 private:
  template <class F>
  void each(F&& f) {
    for (int64_t image = 0; image < g_.batch; ++image) {
      for (int64_t group = 0; group < g_.groups; ++group) f(image, group);
    }
  }
  int64_t source_channels() const { return g_.source_channels / g_.groups; }
  int64_t source_at(int64_t image, int64_t group) const {
    return (image * g_.source_channels + group * source_channels()) * p_.source_size();
  }
  template <class U>
  Matrix<U> weights(U* filter, int64_t group) const {
    return dense(filter + group * filters_ * depth_, filters_, depth_);
  }
  template <class U>
  Matrix<U> results(U* result, int64_t image, int64_t group) const {
    const int64_t at = (image * g_.result_channels + group * filters_) * p_.result_size();
    return dense(result + at, filters_, p_.result_size());
  }
  Matrix<T> columns() { return dense(columns_.get(), depth_, p_.result_size()); }

  const ConvGeometry& g_;
  Patch p_;
  int64_t depth_;
  int64_t filters_;
  std::unique_ptr<T[]> columns_;
};

// ---- oneDNN ----

#if PD_WITH_ONEDNN

enum class Pass : int64_t { kForward, kBackwardSource, kBackwardFilter };

using dnnl::memory;

// Layouts of one convolution as the tensors have them.
struct PlainLayouts {
  memory::desc source, filter, result;
};

memory::dims to_dims(const Dims& dims) { return memory::dims(dims.begin(), dims.end()); }

memory::desc plain_image(const ConvGeometry& g, memory::data_type type, int64_t channels,
                         const Dims& spatial) {
  memory::dims sizes{g.batch, channels};
  sizes.insert(sizes.end(), spatial.begin(), spatial.end());
  memory::dims strides(sizes.size());
  int64_t step = 1;
  const auto place = [&](size_t axis) {
    strides[axis] = step;
    step *= sizes[axis];
  };
  if (g.channels_last) place(1);
  for (size_t axis = sizes.size(); axis-- > 2;) place(axis);
  if (!g.channels_last) place(1);
  place(0);
  return {sizes, type, strides};
}

memory::desc plain_filter(const ConvGeometry& g, memory::data_type type) {
  memory::dims sizes;
  if (g.groups > 1) sizes.push_back(g.groups);
  sizes.push_back(g.result_channels / g.groups);
  sizes.push_back(g.source_channels / g.groups);
  sizes.insert(sizes.end(), g.kernel.begin(), g.kernel.end());
  memory::dims strides(sizes.size());
  int64_t step = 1;
  for (size_t axis = sizes.size(); axis-- > 0;) {
    strides[axis] = step;
    step *= sizes[axis];
  }
  return {sizes, type, strides};
}

PlainLayouts plain_layouts(const ConvGeometry& g, DType dtype) {
  const memory::data_type type = onednn::data_type(dtype);
  return {plain_image(g, type, g.source_channels, g.source), plain_filter(g, type),
          plain_image(g, type, g.result_channels, g.result)};
}

// Lets oneDNN choose; a channels-last tensor keeps its layout, for which it has kernels.
memory::desc chosen(const memory::desc& plain, bool keep) {
  return keep ? plain
              : memory::desc(plain.get_dims(), plain.get_data_type(), memory::format_tag::any);
}

onednn::Key key_of(const ConvGeometry& g, DType dtype) {
  onednn::Key key{int64_t(dtype),    g.channels_last,   g.batch,
                  g.source_channels, g.result_channels, g.groups};
  for (const Dims* dims :
       {&g.source, &g.kernel, &g.result, &g.stride, &g.dilation, &g.pad_before, &g.pad_after}) {
    for (const int64_t value : *dims) key.push_back(value);
  }
  return key;
}

template <class Primitive>
using Shared = std::shared_ptr<const onednn::Prepared<Primitive>>;

template <class Primitive, class... Front>
typename Primitive::primitive_desc describe(const ConvGeometry& g, const PlainLayouts& plain,
                                            Front&&... front) {
  memory::dims dilates = to_dims(g.dilation);
  for (auto& d : dilates) d -= 1;
  return typename Primitive::primitive_desc(
      onednn::engine(), std::forward<Front>(front)..., dnnl::algorithm::convolution_direct,
      chosen(plain.source, g.channels_last), chosen(plain.filter, false),
      chosen(plain.result, g.channels_last), to_dims(g.stride), dilates, to_dims(g.pad_before),
      to_dims(g.pad_after), onednn::caller_scratchpad());
}

dnnl::convolution_forward::primitive_desc describe_forward(const ConvGeometry& g,
                                                           const PlainLayouts& plain) {
  return describe<dnnl::convolution_forward>(g, plain, dnnl::prop_kind::forward_training);
}

template <class Primitive>
typename Primitive::primitive_desc describe_backward(const ConvGeometry& g,
                                                     const PlainLayouts& plain) {
  memory::dims dilates = to_dims(g.dilation);
  for (auto& d : dilates) d -= 1;
  return typename Primitive::primitive_desc(
      onednn::engine(), dnnl::algorithm::convolution_direct, chosen(plain.source, g.channels_last),
      chosen(plain.filter, false), chosen(plain.result, g.channels_last), to_dims(g.stride),
      dilates, to_dims(g.pad_before), to_dims(g.pad_after), describe_forward(g, plain),
      onednn::caller_scratchpad());
}

// nullptr where oneDNN has nothing for this convolution.
template <class Primitive>
Shared<Primitive> prepare(const ConvGeometry& g, DType dtype) {
  static onednn::Cache<onednn::Prepared<Primitive>> cache;
  return cache.get(key_of(g, dtype), [&]() -> Shared<Primitive> {
    try {
      const PlainLayouts plain = plain_layouts(g, dtype);
      if constexpr (std::is_same_v<Primitive, dnnl::convolution_forward>) {
        return std::make_shared<onednn::Prepared<Primitive>>(describe_forward(g, plain));
      } else {
        return std::make_shared<onednn::Prepared<Primitive>>(
            describe_backward<Primitive>(g, plain));
      }
    } catch (const dnnl::error& error) {
      if (error.status != dnnl_unimplemented && error.status != dnnl_invalid_arguments) throw;
      return nullptr;
    }
  });
}

// Where a primitive writes: straight into the tensor or into a buffer that is then reordered.
class Target {
 public:
  Target(const memory::desc& wanted, const memory::desc& plain, void* data)
      : tensor_(onednn::wrap(plain, data)) {
    if (wanted == plain) return;
    hold_.emplace(wanted.get_size());
    buffer_ = onednn::wrap(wanted, hold_->data());
  }
  const memory& written() const { return hold_ ? buffer_ : tensor_; }
  void finish() const {
    if (hold_) onednn::reorder(buffer_, tensor_);
  }

 private:
  memory tensor_;
  memory buffer_;
  std::optional<onednn::Buffer> hold_;
};

bool onednn_takes(DType dtype) {
  return dtype == DType::kFloat32 || (dtype == DType::kBFloat16 && onednn::has_bfloat16());
}

bool onednn_forward(const ConvGeometry& g, const TensorImpl& source, const TensorImpl& filter,
                    TensorImpl& result) {
  if (!onednn_takes(source.dtype())) return false;
  const auto conv = prepare<dnnl::convolution_forward>(g, source.dtype());
  if (!conv) return false;
  const PlainLayouts plain = plain_layouts(g, source.dtype());
  std::optional<onednn::Buffer> a, b;
  Target target(conv->desc.dst_desc(), plain.result, result.raw_data());
  conv->run({{DNNL_ARG_SRC, onednn::as_layout(onednn::wrap(plain.source, source.raw_data()),
                                              conv->desc.src_desc(), a)},
             {DNNL_ARG_WEIGHTS, onednn::as_layout(onednn::wrap(plain.filter, filter.raw_data()),
                                                  conv->desc.weights_desc(), b)},
             {DNNL_ARG_DST, target.written()}});
  target.finish();
  return true;
}

bool onednn_backward_source(const ConvGeometry& g, const TensorImpl& result,
                            const TensorImpl& filter, TensorImpl& source) {
  if (!onednn_takes(source.dtype())) return false;
  const auto conv = prepare<dnnl::convolution_backward_data>(g, source.dtype());
  if (!conv) return false;
  const PlainLayouts plain = plain_layouts(g, source.dtype());
  std::optional<onednn::Buffer> a, b;
  Target target(conv->desc.diff_src_desc(), plain.source, source.raw_data());
  conv->run({{DNNL_ARG_DIFF_DST, onednn::as_layout(onednn::wrap(plain.result, result.raw_data()),
                                                   conv->desc.diff_dst_desc(), a)},
             {DNNL_ARG_WEIGHTS, onednn::as_layout(onednn::wrap(plain.filter, filter.raw_data()),
                                                  conv->desc.weights_desc(), b)},
             {DNNL_ARG_DIFF_SRC, target.written()}});
  target.finish();
  return true;
}

bool onednn_backward_filter(const ConvGeometry& g, const TensorImpl& source,
                            const TensorImpl& result, TensorImpl& filter) {
  if (!onednn_takes(source.dtype())) return false;
  const auto conv = prepare<dnnl::convolution_backward_weights>(g, source.dtype());
  if (!conv) return false;
  const PlainLayouts plain = plain_layouts(g, source.dtype());
  std::optional<onednn::Buffer> a, b;
  Target target(conv->desc.diff_weights_desc(), plain.filter, filter.raw_data());
  conv->run({{DNNL_ARG_SRC, onednn::as_layout(onednn::wrap(plain.source, source.raw_data()),
                                              conv->desc.src_desc(), a)},
             {DNNL_ARG_DIFF_DST, onednn::as_layout(onednn::wrap(plain.result, result.raw_data()),
                                                   conv->desc.diff_dst_desc(), b)},
             {DNNL_ARG_DIFF_WEIGHTS, target.written()}});
  target.finish();
  return true;
}

#else

bool onednn_forward(const ConvGeometry&, const TensorImpl&, const TensorImpl&, TensorImpl&) {
  return false;
}
bool onednn_backward_source(const ConvGeometry&, const TensorImpl&, const TensorImpl&,
                            TensorImpl&) {
  return false;
}
bool onednn_backward_filter(const ConvGeometry&, const TensorImpl&, const TensorImpl&,
                            TensorImpl&) {
  return false;
}

#endif

// ---- choice and preparation ----

Tensor converted(const TensorImpl& x, DType dtype) {
  Tensor copy = Tensor::empty(x.shape(), dtype);
  copy_elements(x, *copy);
  return copy;
}

// The same memory with channels second.
Tensor channels_second(const TensorImpl& x) {
  Dims shape{x.dim(0), x.dim(x.rank() - 1)};
  Dims strides{x.stride(0), x.stride(x.rank() - 1)};
  for (int64_t axis = 1; axis < x.rank() - 1; ++axis) {
    shape.push_back(x.dim(axis));
    strides.push_back(x.stride(axis));
  }
  return Tensor::view_of(x, shape, strides, x.offset());
}

using Onednn = bool (*)(const ConvGeometry&, const TensorImpl&, const TensorImpl&, TensorImpl&);

// Which of the operands are images (the other is the filter).
struct Roles {
  bool first_is_image, second_is_image, out_is_image;
};

// Runs one pass on operands of any strides: in oneDNN, else over columns with channels second and
// in single or double precision.
template <class Columns>
void run_pass(const ConvGeometry& g, const TensorImpl& first, const TensorImpl& second,
              TensorImpl& out, Onednn onednn, Roles roles, Columns&& columns) {
  if (first.numel() == 0 || second.numel() == 0) return fill(out, 0.0);
  const Tensor a = contiguous(first);
  const Tensor b = contiguous(second);
  if (onednn(g, *a, *b, out)) return;
  if (in_mask(out.dtype(), kHalfMask)) {
    Tensor wide = Tensor::empty(out.shape(), DType::kFloat32);
    run_pass(g, *converted(*a, DType::kFloat32), *converted(*b, DType::kFloat32), *wide, onednn,
             roles, columns);
    return copy_elements(*wide, out);
  }
  if (g.channels_last) {
    ConvGeometry plain = g;
    plain.channels_last = false;
    const Tensor x = roles.first_is_image ? contiguous(*channels_second(*a)) : a;
    const Tensor y = roles.second_is_image ? contiguous(*channels_second(*b)) : b;
    const Tensor view = roles.out_is_image ? channels_second(out) : Tensor::share(&out);
    Tensor result = Tensor::empty(view.shape(), out.dtype());
    run_pass(plain, *x, *y, *result, onednn, roles, columns);
    return copy_elements(*result, *view);
  }
  visit_dtype<mask_of(DType::kFloat32) | mask_of(DType::kFloat64)>(out.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    columns(ColumnConv<T>(g), a.data<T>(), b.data<T>(), out.data<T>());
  });
}

void forward(const ConvGeometry& g, const TensorImpl& source, const TensorImpl& filter,
             TensorImpl& result) {
  run_pass(g, source, filter, result, onednn_forward, {true, false, true},
           [](auto&& conv, auto* a, auto* b, auto* c) { conv.forward(a, b, c); });
}

void backward_source(const ConvGeometry& g, const TensorImpl& result, const TensorImpl& filter,
                     TensorImpl& source) {
  run_pass(g, result, filter, source, onednn_backward_source, {true, false, true},
           [](auto&& conv, auto* a, auto* b, auto* c) { conv.backward_source(a, b, c); });
}

void backward_filter(const ConvGeometry& g, const TensorImpl& source, const TensorImpl& result,
                     TensorImpl& filter) {
  run_pass(g, source, result, filter, onednn_backward_filter, {true, true, false},
           [](auto&& conv, auto* a, auto* b, auto* c) { conv.backward_filter(a, b, c); });
}

}  // namespace

void conv(const TensorImpl& input, const TensorImpl& filter, DimsView strides, DimsView paddings,
          const std::string& padding_algorithm, DimsView dilations, int64_t groups,
          const std::string& data_format, TensorImpl& out) {
  const ConvAttrs attrs{strides, paddings, padding_algorithm, dilations, groups, data_format};
  forward(infer::conv_geometry(input.meta(), filter.meta(), attrs), input, filter, out);
}

// The order of Paddle's three-dimensional and depthwise operators.
void conv(const TensorImpl& input, const TensorImpl& filter, DimsView strides, DimsView paddings,
          const std::string& padding_algorithm, int64_t groups, DimsView dilations,
          const std::string& data_format, TensorImpl& out) {
  conv(input, filter, strides, paddings, padding_algorithm, dilations, groups, data_format, out);
}

void conv_grad_input(const TensorImpl& input, const TensorImpl& filter, const TensorImpl& out_grad,
                     DimsView strides, DimsView paddings, const std::string& padding_algorithm,
                     DimsView dilations, int64_t groups, const std::string& data_format,
                     TensorImpl& input_grad) {
  const ConvAttrs attrs{strides, paddings, padding_algorithm, dilations, groups, data_format};
  backward_source(infer::conv_geometry(input.meta(), filter.meta(), attrs), out_grad, filter,
                  input_grad);
}

void conv_grad_filter(const TensorImpl& input, const TensorImpl& filter, const TensorImpl& out_grad,
                      DimsView strides, DimsView paddings, const std::string& padding_algorithm,
                      DimsView dilations, int64_t groups, const std::string& data_format,
                      TensorImpl& filter_grad) {
  const ConvAttrs attrs{strides, paddings, padding_algorithm, dilations, groups, data_format};
  backward_filter(infer::conv_geometry(input.meta(), filter.meta(), attrs), input, out_grad,
                  filter_grad);
}

void conv_transpose(const TensorImpl& x, const TensorImpl& filter, DimsView strides,
                    DimsView paddings, DimsView output_padding, DimsView output_size,
                    const std::string& padding_algorithm, int64_t groups, DimsView dilations,
                    const std::string& data_format, TensorImpl& out) {
  const ConvAttrs attrs{strides, paddings, padding_algorithm, dilations, groups, data_format};
  backward_source(
      infer::conv_transpose_geometry(x.meta(), filter.meta(), attrs, output_padding, output_size),
      x, filter, out);
}

void conv_transpose_grad_x(const TensorImpl& x, const TensorImpl& filter,
                           const TensorImpl& out_grad, DimsView strides, DimsView paddings,
                           DimsView output_padding, DimsView output_size,
                           const std::string& padding_algorithm, int64_t groups, DimsView dilations,
                           const std::string& data_format, TensorImpl& x_grad) {
  const ConvAttrs attrs{strides, paddings, padding_algorithm, dilations, groups, data_format};
  forward(
      infer::conv_transpose_geometry(x.meta(), filter.meta(), attrs, output_padding, output_size),
      out_grad, filter, x_grad);
}

void conv_transpose_grad_filter(const TensorImpl& x, const TensorImpl& filter,
                                const TensorImpl& out_grad, DimsView strides, DimsView paddings,
                                DimsView output_padding, DimsView output_size,
                                const std::string& padding_algorithm, int64_t groups,
                                DimsView dilations, const std::string& data_format,
                                TensorImpl& filter_grad) {
  const ConvAttrs attrs{strides, paddings, padding_algorithm, dilations, groups, data_format};
  backward_filter(
      infer::conv_transpose_geometry(x.meta(), filter.meta(), attrs, output_padding, output_size),
      out_grad, x, filter_grad);
}

}  // namespace pd::cpu
