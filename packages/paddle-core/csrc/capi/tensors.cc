// Slots: making tensors, looking at them, composite tensors.
#include "autograd/autograd.h"
#include "capi/slots.h"
#include "capi/support.h"
#include "tensor/layout.h"

namespace pd::capi {
namespace {

void run_deleter(void* data, size_t bytes, void* context) {
  auto* owner = static_cast<std::pair<PD_Deleter, void*>*>(context);
  if (owner->first) owner->first(data, bytes, owner->second);
  delete owner;
}

Tensor over_storage(IntrusivePtr<Storage> storage, const Dims& shape, const Dims& strides,
                    DType dtype) {
  TensorMeta meta;
  meta.shape = shape;
  meta.strides = strides;
  meta.dtype = dtype;
  Tensor whole = Tensor::meta_only(meta);
  whole->set_storage(std::move(storage));
  return Tensor::view_of(*whole, shape, strides, 0);
}

CompositeMeta& parts_of(PD_Tensor* tensor) {
  CompositeMeta* parts = impl_of(tensor).composite();
  require(parts != nullptr, "a dense tensor has no components");
  return *parts;
}

}  // namespace

// ---- making ----------------------------------------------------------------------------------

PD_Status tensor_empty(const int64_t* shape, size_t rank, int32_t dtype, PD_Place place,
                       PD_Tensor** out) {
  return guard([&] {
    *out = give(Tensor::empty(dims_of(shape, rank), dtype_of_number(dtype), place_of(place)));
  });
}

PD_Status tensor_from_memory(void* data, size_t bytes, const int64_t* shape, const int64_t* strides,
                             size_t rank, int32_t dtype, PD_Place place, PD_Deleter deleter,
                             void* context, PD_Tensor** out) {
  return guard([&] {
    const Dims sizes = dims_of(shape, rank);
    const Dims steps = strides ? dims_of(strides, rank) : contiguous_strides(sizes);
    const DType type = dtype_of_number(dtype);
    // The caller keeps the memory when this throws, so the deleter is only set at the end.
    auto owner = std::make_unique<std::pair<PD_Deleter, void*>>(nullptr, context);
    auto* raw = owner.get();
    auto storage = Storage::borrow(data, bytes, place_of(place), run_deleter, owner.release());
    Tensor tensor = over_storage(std::move(storage), sizes, steps, type);
    raw->first = deleter;
    *out = give(std::move(tensor));
  });
}

PD_Status tensor_view(const PD_Tensor* base, const int64_t* shape, const int64_t* strides,
                      size_t rank, int64_t offset, PD_Tensor** out) {
  return guard([&] {
    *out =
        give(Tensor::view_of(impl_of(base), dims_of(shape, rank), dims_of(strides, rank), offset));
  });
}

PD_Status tensor_contiguous(const PD_Tensor* tensor, PD_Tensor** out) {
  return guard([&] { *out = give(contiguous(impl_of(tensor))); });
}

void tensor_retain(PD_Tensor* tensor) { impl_of(tensor).retain(); }

void tensor_release(PD_Tensor* tensor) {
  Tensor::adopt(reinterpret_cast<TensorImpl*>(tensor)).reset();
}

// ---- looking ---------------------------------------------------------------------------------

size_t tensor_rank(const PD_Tensor* tensor) { return impl_of(tensor).shape().size(); }

const int64_t* tensor_shape(const PD_Tensor* tensor) { return impl_of(tensor).shape().data(); }

const int64_t* tensor_strides(const PD_Tensor* tensor) { return impl_of(tensor).strides().data(); }

int64_t tensor_numel(const PD_Tensor* tensor) { return impl_of(tensor).numel(); }

int32_t tensor_dtype(const PD_Tensor* tensor) {
  return static_cast<int32_t>(impl_of(tensor).dtype());
}

int32_t tensor_layout(const PD_Tensor* tensor) {
  return static_cast<int32_t>(impl_of(tensor).layout());
}

PD_Place tensor_place(const PD_Tensor* tensor) {
  const Place place = impl_of(tensor).place();
  return {static_cast<int32_t>(place.backend), place.device};
}

void* tensor_data(const PD_Tensor* tensor) { return const_cast<void*>(impl_of(tensor).raw_data()); }

int32_t tensor_is_contiguous(const PD_Tensor* tensor) { return impl_of(tensor).is_contiguous(); }

int32_t tensor_is_symbolic(const PD_Tensor* tensor) { return impl_of(tensor).is_symbolic(); }

int32_t tensor_requires_grad(const PD_Tensor* tensor) {
  return !stop_gradient(gradient_owner(*const_cast<TensorImpl*>(&impl_of(tensor))));
}

PD_Status tensor_set_requires_grad(PD_Tensor* tensor, int32_t on) {
  return guard([&] { set_stop_gradient(gradient_owner(impl_of(tensor)), on == 0); });
}

uint32_t tensor_version(const PD_Tensor* tensor) { return impl_of(tensor).version(); }

void tensor_bump_version(PD_Tensor* tensor) { impl_of(tensor).bump_version(); }

PD_Status tensor_copy(const PD_Tensor* from, PD_Tensor* to) {
  return guard([&] {
    const TensorImpl& source = impl_of(from);
    TensorImpl& target = impl_of(to);
    require(source.shape() == target.shape(), "elements of shape ", source.shape(),
            " cannot be copied to shape ", target.shape());
    require(source.has_storage() && target.has_storage(), ErrorKind::kPreconditionNotMet,
            "elements can only be copied between tensors that have some");
    copy_elements(source, target);
  });
}

PD_Status tensor_fill(PD_Tensor* tensor, double value) {
  return guard([&] {
    TensorImpl& target = impl_of(tensor);
    require(target.has_storage(), ErrorKind::kPreconditionNotMet,
            "only a tensor that has elements can be filled");
    fill(target, value);
  });
}

// ---- composite tensors -----------------------------------------------------------------------

PD_Status composite_create(int32_t layout, const int64_t* shape, size_t rank, int32_t dtype,
                           PD_Tensor* const* components, size_t num_components, PD_Tensor** out) {
  return guard([&] {
    std::vector<Tensor> parts;
    for (size_t i = 0; i < num_components; ++i) parts.push_back(shared(components[i]));
    *out = give(make_composite(static_cast<Layout>(layout), dims_of(shape, rank),
                               dtype_of_number(dtype), std::move(parts)));
  });
}

size_t composite_size(const PD_Tensor* tensor) {
  const CompositeMeta* parts = impl_of(tensor).composite();
  return parts ? parts->components.size() : 0;
}

PD_Tensor* composite_component(const PD_Tensor* tensor, size_t i) {
  const CompositeMeta* parts = impl_of(tensor).composite();
  return parts && i < parts->components.size() ? handle_of(parts->components[i].get()) : nullptr;
}

int32_t composite_coalesced(const PD_Tensor* tensor) {
  const CompositeMeta* parts = impl_of(tensor).composite();
  return parts && parts->coalesced;
}

PD_Status composite_set_coalesced(PD_Tensor* tensor, int32_t on) {
  return guard([&] { parts_of(tensor).coalesced = on != 0; });
}

}  // namespace pd::capi
