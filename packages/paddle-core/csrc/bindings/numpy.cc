// Arrays in and out through the buffer protocol.
#include "bindings/numpy.h"

#include <bit>
#include <memory>
#include <string_view>

#include "autograd/autograd.h"
#include "bindings/errors.h"
#include "bindings/python_tensor.h"

namespace pd::python {
namespace {

// Formats of the struct module; NumPy writes complex numbers as Zf and Zd.
struct Format {
  const char* text;
  DType dtype;
};
constexpr Format kFormats[] = {
    {"?", DType::kBool},        {"B", DType::kUInt8},   {"b", DType::kInt8},
    {"h", DType::kInt16},       {"i", DType::kInt32},   {"l", DType::kInt64},
    {"q", DType::kInt64},       {"e", DType::kFloat16}, {"H", DType::kBFloat16},
    {"f", DType::kFloat32},     {"d", DType::kFloat64}, {"Zf", DType::kComplex64},
    {"Zd", DType::kComplex128},
};

// bfloat16 has no format; its bits travel as uint16, which is also how Paddle shows them.
const char* format_of(DType dtype) {
  for (const Format& format : kFormats) {
    if (format.dtype == dtype) return format.text;
  }
  return nullptr;
}

class Buffer {
 public:
  Buffer(PyObject* object, int flags) {
    if (PyObject_GetBuffer(object, &view_, flags) < 0) throw_python_error();
  }
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  const Py_buffer& view() const { return view_; }

  DType dtype() const {
    std::string_view format = view_.format ? view_.format : "B";
    const char native = std::endian::native == std::endian::little ? '<' : '>';
    if (!format.empty() && (format[0] == '@' || format[0] == '=' || format[0] == native)) {
      format.remove_prefix(1);
    }
    for (const Format& candidate : kFormats) {
      if (format == candidate.text && view_.itemsize == size_of(candidate.dtype)) {
        return candidate.dtype;
      }
    }
    fail(ErrorKind::kInvalidType, "an array of format '", view_.format ? view_.format : "B",
         "' has no data type that tensors know");
  }

  Dims shape() const { return Dims(view_.shape, view_.shape + view_.ndim); }

  // In elements; false when a stride is no multiple of the element size.
  bool strides(Dims& into) const {
    for (int i = 0; i < view_.ndim; ++i) {
      if (view_.strides[i] % view_.itemsize != 0) return false;
      into.push_back(view_.strides[i] / view_.itemsize);
    }
    return true;
  }

 private:
  Py_buffer view_;
};

// Memory that the buffer reaches: the start and the size in bytes, and where its first element is.
struct Extent {
  char* begin;
  size_t bytes;
  int64_t first;  // in bytes from begin
};

Extent extent_of(const Py_buffer& view) {
  const auto rank = static_cast<size_t>(view.ndim);
  const DimsView shape(view.shape, rank);
  if (num_elements(shape) == 0) return {static_cast<char*>(view.buf), 0, 0};
  const auto [lowest, highest] = strided_reach(shape, DimsView(view.strides, rank));
  return {static_cast<char*>(view.buf) + lowest,
          static_cast<size_t>(highest - lowest + view.itemsize), -lowest};
}

Tensor borrow(const Buffer& buffer, Storage::Deleter deleter, void* context) {
  const Extent extent = extent_of(buffer.view());
  const DType dtype = buffer.dtype();
  Dims strides;
  require(buffer.strides(strides), "the strides of an array are no multiples of its element size");
  require(extent.first % size_of(dtype) == 0, "an array is not aligned to its element size");
  Tensor tensor = Tensor::adopt(new TensorImpl);
  TensorMeta& meta = tensor->mutable_meta();
  meta.shape = buffer.shape();
  meta.strides = strides;
  meta.offset = extent.first / size_of(dtype);
  meta.dtype = dtype;
  tensor->set_storage(Storage::borrow(extent.begin, extent.bytes, Place{}, deleter, context));
  return tensor;
}

void release_shared_buffer(void*, size_t, void* context) {
  if (!Py_IsInitialized()) return;
  const AcquireGil gil;
  delete static_cast<Buffer*>(context);
}

bool is_aligned(const Py_buffer& view) {
  const auto address = reinterpret_cast<uintptr_t>(view.buf);
  return view.itemsize > 16 ||
         address % static_cast<uintptr_t>(std::min<Py_ssize_t>(view.itemsize, 8)) == 0;
}

}  // namespace

bool is_array(PyObject* object) {
  for (const PyTypeObject* type = Py_TYPE(object); type; type = type->tp_base) {
    if (std::string_view(type->tp_name) == "numpy.ndarray") return true;
  }
  return false;
}

Tensor tensor_from_array(PyObject* array) {
  const Buffer buffer(array, PyBUF_FULL_RO);
  Dims strides;
  const Py_buffer& view = buffer.view();
  Tensor result = Tensor::empty(buffer.shape(), buffer.dtype());
  if (result.numel() == 0) return result;
  if (!is_aligned(view) || !buffer.strides(strides)) {  // let Python's own copier walk it
    if (PyBuffer_ToContiguous(result->raw_data(), &view, view.len, 'C') < 0) throw_python_error();
    return result;
  }
  const Tensor source = borrow(buffer, nullptr, nullptr);
  copy_elements(*source, *result);
  return result;
}

Tensor share_array(PyObject* array) {
  auto buffer = std::make_unique<Buffer>(array, PyBUF_FULL);
  require(is_aligned(buffer->view()), "an array is not aligned to its element size");
  Tensor result = borrow(*buffer, release_shared_buffer, buffer.get());
  buffer.release();
  return result;
}

namespace {

// Shape and strides in bytes for the lifetime of an exported buffer.
struct ExportedShape {
  Tensor tensor;
  SmallVector<Py_ssize_t, 6> shape;
  SmallVector<Py_ssize_t, 6> strides;
};

}  // namespace

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  return guarded_status([&] {
    view->obj = nullptr;
    TensorImpl& impl = *unwrap(self);
    require(impl.has_storage() && !impl.is_composite(), ErrorKind::kInvalidType,
            "a symbolic or sparse tensor has no buffer");
    require((flags & PyBUF_STRIDES) == PyBUF_STRIDES || impl.is_contiguous(),
            "the tensor is not contiguous");
    auto shape = std::make_unique<ExportedShape>();
    shape->tensor = Tensor::share(&impl);
    const auto item = static_cast<Py_ssize_t>(size_of(impl.dtype()));
    for (int64_t axis = 0; axis < impl.rank(); ++axis) {
      shape->shape.push_back(static_cast<Py_ssize_t>(impl.dim(axis)));
      shape->strides.push_back(static_cast<Py_ssize_t>(impl.stride(axis)) * item);
    }
    static char nothing[16];  // consumers may not like a null address, even for zero bytes
    view->buf = impl.raw_data() ? impl.raw_data() : nothing;
    view->obj = Py_NewRef(self);
    view->len = static_cast<Py_ssize_t>(impl.numel()) * item;
    view->itemsize = item;
    view->readonly = 0;
    view->ndim = static_cast<int>(impl.rank());
    view->format = flags & PyBUF_FORMAT ? const_cast<char*>(format_of(impl.dtype())) : nullptr;
    view->shape = shape->shape.data();
    view->strides = shape->strides.data();
    view->suboffsets = nullptr;
    view->internal = shape.release();
  });
}

void release_buffer(PyObject*, Py_buffer* view) {
  delete static_cast<ExportedShape*>(view->internal);
}

}  // namespace pd::python
