// Tensors to DLPack and back.
#include "tensor/dlpack.h"

namespace pd::dlpack {
namespace {

DataType type_of(DType dtype) {
  const auto bits = static_cast<uint8_t>(8 * size_of(dtype));
  if (dtype == DType::kBool) return {kBool, bits, 1};
  if (dtype == DType::kUInt8) return {kUInt, bits, 1};
  if (dtype == DType::kBFloat16) return {kBfloat, bits, 1};
  if (is_integer(dtype)) return {kInt, bits, 1};
  return {is_complex(dtype) ? kComplex : kFloat, bits, 1};
}

DType dtype_of(DataType type) {
  for (int i = 0; i < kNumDTypes; ++i) {
    const auto dtype = static_cast<DType>(i);
    const DataType known = type_of(dtype);
    if (known.code == type.code && known.bits == type.bits && type.lanes == 1) return dtype;
  }
  fail(ErrorKind::kInvalidType, "from_dlpack: there is no data type for code ", int{type.code},
       " with ", int{type.bits}, " bits and ", type.lanes, " lanes");
}

// Keeps the tensor, and its shape and strides, alive as long as the receiver needs them.
template <class T>
struct Export {
  T managed;
  Tensor tensor;
};

template <class T>
T* start_export(const Tensor& tensor) {
  require(tensor->has_storage(), ErrorKind::kPreconditionNotMet,
          "to_dlpack: only dense tensors with data can be exchanged");
  require(tensor->place().backend == Backend::kCPU, ErrorKind::kUnimplemented,
          "to_dlpack: a tensor at ", tensor->place(), " cannot be exchanged");
  // A tensor of its own, so that shape and strides stay what they are now.
  Tensor copy = Tensor::view_of(*tensor, tensor->shape(), tensor->strides(), tensor->offset());
  auto* owner = new Export<T>{{}, std::move(copy)};
  TensorMeta& meta = owner->tensor->mutable_meta();
  T& managed = owner->managed;
  managed.view = {owner->tensor->raw_data(),
                  {kCpuDevice, 0},
                  static_cast<int32_t>(meta.shape.size()),
                  type_of(meta.dtype),
                  meta.shape.data(),
                  meta.strides.data(),
                  0};
  managed.context = owner;
  managed.deleter = [](T* self) { delete static_cast<Export<T>*>(self->context); };
  return &managed;
}

size_t bytes_spanned(const Dims& shape, const Dims& strides, int64_t item) {
  const auto [lowest, highest] = strided_reach(shape, strides);
  require(lowest == 0, "from_dlpack: negative strides are not supported, got ", strides);
  return static_cast<size_t>((highest + 1) * item);
}

template <class T>
Tensor take_over(T* managed) {
  const View& view = managed->view;
  require(view.device.type == kCpuDevice, ErrorKind::kUnimplemented,
          "from_dlpack: a tensor on a device of type ", view.device.type, " cannot be used");
  require(view.rank >= 0 && view.rank <= static_cast<int32_t>(kMaxRank),
          "from_dlpack: a tensor cannot have ", view.rank, " dimensions");
  const DType dtype = dtype_of(view.dtype);
  const Dims shape(view.shape, view.shape + view.rank);
  const int64_t count = num_elements(shape);
  require(count >= 0, "from_dlpack: a tensor cannot have the shape ", shape);
  const Dims strides =
      view.strides ? Dims(view.strides, view.strides + view.rank) : contiguous_strides(shape);
  const size_t bytes = count == 0 ? 0 : bytes_spanned(shape, strides, size_of(dtype));
  const auto give_back = [](void*, size_t, void* context) {
    T* owner = static_cast<T*>(context);
    if (owner->deleter) owner->deleter(owner);
  };
  TensorMeta meta;
  meta.shape = shape;
  meta.strides = strides;
  meta.dtype = dtype;
  Tensor result = Tensor::meta_only(meta);
  result->set_storage(Storage::borrow(static_cast<char*>(view.data) + view.byte_offset, bytes, {},
                                      give_back, managed));
  return result;
}

}  // namespace

Managed* export_tensor(const Tensor& tensor) { return start_export<Managed>(tensor); }

ManagedVersioned* export_versioned(const Tensor& tensor) {
  ManagedVersioned* managed = start_export<ManagedVersioned>(tensor);
  managed->major = kMajor;
  managed->minor = kMinor;
  return managed;
}

Tensor import_tensor(Managed* managed) { return take_over(managed); }

Tensor import_versioned(ManagedVersioned* managed) {
  require(managed->major == kMajor, ErrorKind::kUnimplemented, "from_dlpack: version ",
          managed->major, " of the exchange format is not known");
  require((managed->flags & kReadOnly) == 0,
          "from_dlpack: the memory is read-only, and a tensor could be written to");
  return take_over(managed);
}

}  // namespace pd::dlpack
