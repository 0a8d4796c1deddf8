// The C++20 skin of the C ABI: tensors and operators as values, errors as exceptions.
//
// Header only, and a convenience: the contract is c_api.h. Include <nanobind/nanobind.h> first to
// get the type caster of paddle::Tensor and the translation of paddle::Error. A module calls
// paddle::initialize() before anything else.
#pragma once

#include <Python.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "paddle/c_api.h"

namespace paddle {

// ---- the table ----

namespace detail {
inline const PD_Api* table = nullptr;
}  // namespace detail

inline const PD_Api& api() { return *detail::table; }

struct AbiVersion {
  uint32_t major = PD_ABI_MAJOR;
  uint32_t minor = PD_ABI_MINOR;
  size_t size = sizeof(PD_Api);
};

// Why an extension compiled for `wanted` cannot work with a core's table; empty when it can.
inline std::string refusal(const PD_Api& core, const std::string& package, AbiVersion wanted = {}) {
  if (core.magic != PD_ABI_MAGIC) {
    return package + " found something else than paddle-core's table in " PD_CAPSULE_NAME
                     ": pip install --force-reinstall paddle-core";
  }
  const auto text = [](uint32_t major, uint32_t minor) {
    return std::to_string(major) + "." + std::to_string(minor);
  };
  const std::string versions = package + " was built for version " +
                               text(wanted.major, wanted.minor) +
                               " of paddle-core's C ABI, and the installed paddle-core " +
                               core.core_version + " has " + text(core.major, core.minor);
  if (core.major > wanted.major) return versions + ": pip install --upgrade " + package;
  if (core.major < wanted.major || core.minor < wanted.minor) {
    return versions + ": pip install --upgrade paddle-core";
  }
  if (core.size < wanted.size) {
    return versions + ", but in a table of " + std::to_string(core.size) + " bytes instead of " +
           std::to_string(wanted.size) + ": pip install --force-reinstall paddle-core";
  }
  return {};
}

// ---- errors ----

class Error : public std::runtime_error {
 public:
  Error(PD_Status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  PD_Status status() const { return status_; }

 private:
  PD_Status status_;
};

template <class... Parts>
[[noreturn, gnu::noinline, gnu::cold]] void fail(PD_Status status, const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw Error(status, text.str());
}

// The parts are only put together when the condition does not hold.
template <class... Parts>
void require(bool condition, PD_Status status, const Parts&... parts) {
  if (!condition) [[unlikely]]
    fail(status, parts...);
}
template <class... Parts>
void require(bool condition, const char* first, const Parts&... parts) {
  if (!condition) [[unlikely]]
    fail(PD_INVALID_ARGUMENT, first, parts...);
}

// Turns a failed status of the core into an exception.
inline void check(PD_Status status) {
  if (status != PD_OK) [[unlikely]]
    throw Error(status, api().error_text());
}

// Runs the body of a callback and turns its exceptions into a status.
template <class F>
PD_Status guard(F&& body) noexcept {
  try {
    body();
    return PD_OK;
  } catch (const Error& error) {
    return api().error_set(error.status(), error.what());
  } catch (const std::bad_alloc& error) {
    return api().error_set(PD_RESOURCE_EXHAUSTED, error.what());
  } catch (const std::exception& error) {
    return api().error_set(PD_PRECONDITION_NOT_MET, error.what());
  }
}

// ---- data types, layouts, places ----

// The extension's own numbers; the core's are looked up by name when the module is initialised.
enum class DType : uint8_t {
  kBool,
  kUInt8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat16,
  kBFloat16,
  kFloat32,
  kFloat64,
  kComplex64,
  kComplex128,
};

using DTypeMask = uint16_t;
constexpr DTypeMask mask_of(DType dtype) { return DTypeMask(1u << static_cast<int>(dtype)); }
inline constexpr DTypeMask kBoolMask = mask_of(DType::kBool);
inline constexpr DTypeMask kIntMask = mask_of(DType::kUInt8) | mask_of(DType::kInt8) |
                                      mask_of(DType::kInt16) | mask_of(DType::kInt32) |
                                      mask_of(DType::kInt64);
inline constexpr DTypeMask kHalfMask = mask_of(DType::kFloat16) | mask_of(DType::kBFloat16);
inline constexpr DTypeMask kFloatMask =
    kHalfMask | mask_of(DType::kFloat32) | mask_of(DType::kFloat64);
inline constexpr DTypeMask kComplexMask = mask_of(DType::kComplex64) | mask_of(DType::kComplex128);
inline constexpr DTypeMask kAllMask = kBoolMask | kIntMask | kFloatMask | kComplexMask;

namespace detail {
inline constexpr std::array<const char*, 12> kDTypeNames = {
    "bool",    "uint8",    "int8",    "int16",   "int32",     "int64",
    "float16", "bfloat16", "float32", "float64", "complex64", "complex128"};
inline std::array<int32_t, kDTypeNames.size()> dtype_to_core = {};
inline std::array<DType, 64> dtype_of_number = {};

template <class T>
struct DTypeOf;
template <>
struct DTypeOf<bool> : std::integral_constant<DType, DType::kBool> {};
template <>
struct DTypeOf<uint8_t> : std::integral_constant<DType, DType::kUInt8> {};
template <>
struct DTypeOf<int8_t> : std::integral_constant<DType, DType::kInt8> {};
template <>
struct DTypeOf<int16_t> : std::integral_constant<DType, DType::kInt16> {};
template <>
struct DTypeOf<int32_t> : std::integral_constant<DType, DType::kInt32> {};
template <>
struct DTypeOf<int64_t> : std::integral_constant<DType, DType::kInt64> {};
template <>
struct DTypeOf<float> : std::integral_constant<DType, DType::kFloat32> {};
template <>
struct DTypeOf<double> : std::integral_constant<DType, DType::kFloat64> {};
template <>
struct DTypeOf<std::complex<float>> : std::integral_constant<DType, DType::kComplex64> {};
template <>
struct DTypeOf<std::complex<double>> : std::integral_constant<DType, DType::kComplex128> {};
}  // namespace detail

template <class T>
inline constexpr DType dtype_of_v = detail::DTypeOf<std::remove_const_t<T>>::value;
constexpr const char* name_of(DType dtype) {
  return detail::kDTypeNames[static_cast<size_t>(dtype)];
}
inline std::ostream& operator<<(std::ostream& out, DType dtype) { return out << name_of(dtype); }
constexpr bool in_mask(DType dtype, DTypeMask mask) { return (mask & mask_of(dtype)) != 0; }

inline int32_t to_core(DType dtype) { return detail::dtype_to_core[static_cast<size_t>(dtype)]; }
inline DType dtype_from_core(int32_t number) {
  return detail::dtype_of_number[static_cast<size_t>(number)];
}
inline uint64_t mask_to_core(DTypeMask mask) {
  uint64_t result = 0;
  for (size_t i = 0; i < detail::kDTypeNames.size(); ++i) {
    if (mask >> i & 1u) result |= uint64_t{1} << detail::dtype_to_core[i];
  }
  return result;
}

// Calls f(T{}) with the one of the listed C++ types that `dtype` stands for.
template <class... Types, class F>
void visit(DType dtype, F&& f) {
  const bool found = ((dtype_of_v<Types> == dtype && (f(Types{}), true)) || ...);
  require(found, PD_UNIMPLEMENTED, "data type ", dtype, " is not supported here");
}

struct Place {
  int32_t backend = 0;
  int32_t device = 0;
  friend bool operator==(Place, Place) = default;
};

using Dims = std::vector<int64_t>;
using DimsView = std::span<const int64_t>;

struct ShapeText {
  DimsView dims;
};
inline std::ostream& operator<<(std::ostream& out, ShapeText shape) {
  out << '[';
  for (size_t i = 0; i < shape.dims.size(); ++i) out << (i ? ", " : "") << shape.dims[i];
  return out << ']';
}

// A composite layout, registered at its first construction.
class Layout {
 public:
  Layout(const char* name, size_t num_components) {
    check(api().layout_register(name, num_components, &number_));
  }
  int32_t number() const { return number_; }

 private:
  int32_t number_ = 0;
};

// ---- tensors ----

// Owns a reference; a default-constructed tensor is absent.
class Tensor {
 public:
  Tensor() = default;
  Tensor(const Tensor& other) : handle_(other.handle_) {
    if (handle_) api().tensor_retain(handle_);
  }
  Tensor(Tensor&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Tensor& operator=(Tensor other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Tensor() {
    if (handle_) api().tensor_release(handle_);
  }

  // Takes over a reference.
  static Tensor adopt(PD_Tensor* handle) {
    Tensor tensor;
    tensor.handle_ = handle;
    return tensor;
  }
  // Adds one to a borrowed handle.
  static Tensor share(PD_Tensor* handle) {
    if (handle) api().tensor_retain(handle);
    return adopt(handle);
  }
  static Tensor empty(DimsView shape, DType dtype, Place place = {}) {
    Tensor tensor;
    check(api().tensor_empty(shape.data(), shape.size(), to_core(dtype),
                             {place.backend, place.device}, &tensor.handle_));
    return tensor;
  }
  static Tensor full(DimsView shape, DType dtype, double value) {
    Tensor tensor = empty(shape, dtype);
    tensor.fill(value);
    return tensor;
  }
  static Tensor zeros(DimsView shape, DType dtype) { return full(shape, dtype, 0.0); }
  static Tensor composite(const Layout& layout, DimsView shape, DType dtype,
                          std::span<const Tensor> components) {
    static_assert(sizeof(Tensor) == sizeof(PD_Tensor*));
    Tensor tensor;
    check(api().composite_create(layout.number(), shape.data(), shape.size(), to_core(dtype),
                                 reinterpret_cast<PD_Tensor* const*>(components.data()),
                                 components.size(), &tensor.handle_));
    return tensor;
  }

  PD_Tensor* handle() const { return handle_; }
  PD_Tensor* detach_handle() { return std::exchange(handle_, nullptr); }
  explicit operator bool() const { return handle_ != nullptr; }

  int64_t rank() const { return static_cast<int64_t>(api().tensor_rank(handle_)); }
  DimsView shape() const { return {api().tensor_shape(handle_), api().tensor_rank(handle_)}; }
  int64_t dim(int64_t axis) const { return api().tensor_shape(handle_)[axis]; }
  DimsView strides() const { return {api().tensor_strides(handle_), api().tensor_rank(handle_)}; }
  int64_t numel() const { return api().tensor_numel(handle_); }
  DType dtype() const { return dtype_from_core(api().tensor_dtype(handle_)); }
  int32_t layout() const { return api().tensor_layout(handle_); }
  Place place() const {
    const PD_Place place = api().tensor_place(handle_);
    return {place.backend, place.device};
  }
  bool is_contiguous() const { return api().tensor_is_contiguous(handle_) != 0; }
  bool is_symbolic() const { return api().tensor_is_symbolic(handle_) != 0; }
  bool requires_grad() const { return api().tensor_requires_grad(handle_) != 0; }
  void set_requires_grad(bool on) { check(api().tensor_set_requires_grad(handle_, on)); }
  uint32_t version() const { return api().tensor_version(handle_); }

  // The elements of a contiguous tensor of this dtype; anything else is an error.
  template <class T>
  T* data() const {
    require(dtype() == dtype_of_v<T>, PD_INVALID_TYPE, "the elements are ", dtype(), ", not ",
            name_of(dtype_of_v<T>));
    void* data = raw_data();
    require(data || numel() == 0, PD_PRECONDITION_NOT_MET, "the tensor has no elements of its own");
    require(is_contiguous(), PD_PRECONDITION_NOT_MET, "the elements are not contiguous");
    return static_cast<T*>(data);
  }
  template <class T>
  std::span<T> span() const {
    return {data<T>(), static_cast<size_t>(numel())};
  }
  void* raw_data() const { return api().tensor_data(handle_); }

  Tensor contiguous() const {
    Tensor result;
    check(api().tensor_contiguous(handle_, &result.handle_));
    return result;
  }
  Tensor view(DimsView shape, DimsView strides, int64_t offset = 0) const {
    require(shape.size() == strides.size(), "a view needs one stride per size");
    Tensor result;
    check(api().tensor_view(handle_, shape.data(), strides.data(), shape.size(), offset,
                            &result.handle_));
    return result;
  }
  void copy_from(const Tensor& other) { check(api().tensor_copy(other.handle_, handle_)); }
  void fill(double value) { check(api().tensor_fill(handle_, value)); }

  size_t num_components() const { return api().composite_size(handle_); }
  Tensor component(size_t i) const { return share(api().composite_component(handle_, i)); }
  bool coalesced() const { return api().composite_coalesced(handle_) != 0; }
  void set_coalesced(bool on) { check(api().composite_set_coalesced(handle_, on)); }

 private:
  PD_Tensor* handle_ = nullptr;
};

inline std::vector<Tensor> share_all(PD_Tensor* const* handles, size_t count) {
  std::vector<Tensor> tensors;
  tensors.reserve(count);
  for (size_t i = 0; i < count; ++i) tensors.push_back(Tensor::share(handles[i]));
  return tensors;
}

// What a shape rule sees and fills in.
struct TensorMeta {
  Dims shape;
  DType dtype = DType::kFloat32;
  std::optional<Dims> strides = {};  // of an output that is a view
  int64_t offset = 0;

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
};

// ---- attributes ----

// A Python number.
class Scalar {
 public:
  template <class T>
    requires(std::is_arithmetic_v<T>)
  Scalar(T value) : value_(convert(value)) {}
  Scalar(std::complex<double> value) : value_(value) {}

  template <class T>
  T to() const {
    return std::visit(
        [](auto v) -> T {
          if constexpr (std::is_constructible_v<T, decltype(v)>) {
            return static_cast<T>(v);
          } else {
            return static_cast<T>(v.real());
          }
        },
        value_);
  }
  const auto& value() const { return value_; }

 private:
  using Value = std::variant<bool, int64_t, double, std::complex<double>>;
  template <class T>
  static Value convert(T value) {
    if constexpr (std::is_same_v<T, bool>) {
      return value;
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<int64_t>(value);
    } else {
      return static_cast<double>(value);
    }
  }
  Value value_;
};

// An attribute on its way to the core; what it points to is kept alive by it and its copies.
class Attr {
 public:
  Attr() = default;
  Attr(std::nullopt_t) {}
  Attr(const Scalar& value) {
    std::visit([this](auto number) { set(number); }, value.value());
  }
  template <class T>
    requires(std::is_arithmetic_v<T>)
  Attr(T value) : Attr(Scalar(value)) {}
  Attr(std::complex<double> value) { set(value); }
  Attr(DType value) { set_integer(PD_ATTR_DTYPE, to_core(value)); }
  Attr(Place value) {
    raw_.kind = PD_ATTR_PLACE;
    raw_.value.place = {value.backend, value.device};
  }
  Attr(Dims value) { raw_.value.ints = keep(PD_ATTR_INTS, std::move(value)); }
  Attr(DimsView value) : Attr(Dims(value.begin(), value.end())) {}
  Attr(std::vector<double> value) { raw_.value.floats = keep(PD_ATTR_FLOATS, std::move(value)); }
  Attr(std::span<const double> value) : Attr(std::vector<double>(value.begin(), value.end())) {}
  Attr(std::string value) { raw_.value.string = keep(PD_ATTR_STRING, std::move(value)); }
  Attr(const char* value) : Attr(std::string(value)) {}
  template <class T>
  Attr(const std::optional<T>& value) : Attr(value ? Attr(*value) : Attr()) {}

  const PD_Attr& raw() const { return raw_; }

 private:
  void set(bool value) { set_integer(PD_ATTR_BOOL, value); }
  void set(int64_t value) { set_integer(PD_ATTR_INT, value); }
  void set(double value) {
    raw_.kind = PD_ATTR_FLOAT;
    raw_.value.real[0] = value;
  }
  void set(std::complex<double> value) {
    raw_.kind = PD_ATTR_COMPLEX;
    raw_.value.real[0] = value.real();
    raw_.value.real[1] = value.imag();
  }
  void set_integer(PD_AttrKind kind, int64_t value) {
    raw_.kind = kind;
    raw_.value.integer = value;
  }
  template <class T>
  const typename T::value_type* keep(PD_AttrKind kind, T value) {
    raw_.kind = kind;
    raw_.count = static_cast<uint32_t>(value.size());
    auto owner = std::make_shared<const T>(std::move(value));
    const auto* data = owner->data();
    keeper_ = std::move(owner);
    return data;
  }

  PD_Attr raw_ = {};
  std::shared_ptr<const void> keeper_;
};

namespace detail {

template <class T>
struct AttrReader {
  static T read(const PD_Attr& attr) {
    if constexpr (std::is_same_v<T, bool>) {
      return attr.value.integer != 0;
    } else if constexpr (std::is_same_v<T, int64_t>) {
      return attr.value.integer;
    } else if constexpr (std::is_same_v<T, double>) {
      return attr.value.real[0];
    } else if constexpr (std::is_same_v<T, DType>) {
      return dtype_from_core(static_cast<int32_t>(attr.value.integer));
    } else if constexpr (std::is_same_v<T, Place>) {
      return Place{attr.value.place.backend, attr.value.place.device};
    } else if constexpr (std::is_same_v<T, Dims> || std::is_same_v<T, DimsView>) {
      return T(attr.value.ints, attr.value.ints + attr.count);
    } else if constexpr (std::is_same_v<T, std::vector<double>> ||
                         std::is_same_v<T, std::span<const double>>) {
      return T(attr.value.floats, attr.value.floats + attr.count);
    } else if constexpr (std::is_same_v<T, std::string>) {
      return std::string(attr.value.string, attr.count);
    } else {
      static_assert(std::is_same_v<T, Scalar>, "not a type of attribute");
      if (attr.kind == PD_ATTR_BOOL) return Scalar(attr.value.integer != 0);
      if (attr.kind == PD_ATTR_INT) return Scalar(attr.value.integer);
      if (attr.kind == PD_ATTR_FLOAT) return Scalar(attr.value.real[0]);
      return Scalar(std::complex<double>(attr.value.real[0], attr.value.real[1]));
    }
  }
};
template <class T>
struct AttrReader<std::optional<T>> {
  static std::optional<T> read(const PD_Attr& attr) {
    if (attr.kind == PD_ATTR_NONE) return std::nullopt;
    return AttrReader<T>::read(attr);
  }
};

}  // namespace detail

// ---- what callbacks see; views (DimsView, spans) of attributes live as long as the call ----

class KernelCall {
 public:
  explicit KernelCall(PD_Call* call) : call_(call) {}

  Tensor in(size_t i) const {  // absent for an optional argument that is not given
    size_t count = 0;
    return Tensor::share(*api().call_inputs(call_, i, &count));
  }
  std::vector<Tensor> in_list(size_t i) const {
    size_t count = 0;
    PD_Tensor* const* handles = api().call_inputs(call_, i, &count);
    return share_all(handles, count);
  }
  template <class T>
  T attr(size_t i) const {
    PD_Attr attr;
    check(api().call_attr(call_, i, &attr));
    return detail::AttrReader<T>::read(attr);
  }
  // All attributes, borrowed, as op_call takes them.
  std::vector<PD_Attr> raw_attrs() const {
    std::vector<PD_Attr> attrs(api().call_num_attrs(call_));
    for (size_t i = 0; i < attrs.size(); ++i) check(api().call_attr(call_, i, &attrs[i]));
    return attrs;
  }
  size_t num_outputs() const { return api().call_num_outputs(call_); }
  Tensor out(size_t i) const { return Tensor::share(api().call_output(call_, i)); }
  std::vector<Tensor> out_list(size_t first) const {
    std::vector<Tensor> tensors;
    for (size_t i = first; i < num_outputs(); ++i) tensors.push_back(out(i));
    return tensors;
  }
  void set_out(size_t i, const Tensor& tensor) const {
    check(api().call_set_output(call_, i, tensor.handle()));
  }
  bool is_inplace() const { return api().call_is_inplace(call_) != 0; }

 private:
  PD_Call* call_;
};

class InferCall {
 public:
  explicit InferCall(PD_InferCall* call) : call_(call) {}

  TensorMeta in(size_t i) const {
    size_t count = 0;
    return meta_of(*api().infer_inputs(call_, i, &count));
  }
  std::optional<TensorMeta> optional_in(size_t i) const {
    size_t count = 0;
    PD_Tensor* handle = *api().infer_inputs(call_, i, &count);
    return handle ? std::optional(meta_of(handle)) : std::nullopt;
  }
  std::vector<TensorMeta> in_list(size_t i) const {
    size_t count = 0;
    PD_Tensor* const* handles = api().infer_inputs(call_, i, &count);
    std::vector<TensorMeta> metas;
    for (size_t k = 0; k < count; ++k) metas.push_back(meta_of(handles[k]));
    return metas;
  }
  template <class T>
  T attr(size_t i) const {
    PD_Attr attr;
    check(api().infer_attr(call_, i, &attr));
    return detail::AttrReader<T>::read(attr);
  }
  void set_out(size_t i, const TensorMeta& meta) const {
    check(api().infer_set(call_, i, meta.shape.data(), meta.shape.size(), to_core(meta.dtype)));
    if (meta.strides) {
      require(meta.strides->size() == meta.shape.size(), "a view needs one stride per size");
      check(api().infer_set_view(call_, i, meta.strides->data(), meta.offset));
    }
  }
  // Outputs from `first` on are a list.
  void set_out_list(size_t first, std::span<const TensorMeta> metas) const {
    check(api().infer_resize(call_, first + metas.size()));
    for (size_t i = 0; i < metas.size(); ++i) set_out(first + i, metas[i]);
  }

 private:
  static TensorMeta meta_of(const PD_Tensor* handle) {
    const int64_t* shape = api().tensor_shape(handle);
    return {Dims(shape, shape + api().tensor_rank(handle)),
            dtype_from_core(api().tensor_dtype(handle))};
  }
  PD_InferCall* call_;
};

class GradCall {
 public:
  explicit GradCall(PD_GradCall* call) : call_(call) {}

  Tensor grad(size_t i) const {
    PD_Tensor* handle = nullptr;
    check(api().grad_incoming(call_, i, &handle));
    return Tensor::adopt(handle);
  }
  Tensor grad_or_null(size_t i) const {
    return api().grad_has_incoming(call_, i) ? grad(i) : Tensor();
  }
  std::vector<Tensor> grad_list() const;
  Tensor in(size_t i) const {
    size_t count = 0;
    return Tensor::share(*api().grad_inputs(call_, i, &count));
  }
  std::vector<Tensor> in_list(size_t i) const {
    size_t count = 0;
    PD_Tensor* const* handles = api().grad_inputs(call_, i, &count);
    return share_all(handles, count);
  }
  Tensor out(size_t i) const {
    size_t count = 0;
    return Tensor::share(api().grad_outputs(call_, &count)[i]);
  }
  std::vector<Tensor> out_list() const {
    size_t count = 0;
    PD_Tensor* const* handles = api().grad_outputs(call_, &count);
    return share_all(handles, count);
  }
  template <class T>
  T attr(size_t i) const {
    PD_Attr attr;
    check(api().grad_attr(call_, i, &attr));
    return detail::AttrReader<T>::read(attr);
  }
  bool wants(size_t i) const { return api().grad_wants(call_, i) != 0; }
  void set(size_t i, const Tensor& gradient) const {
    PD_Tensor* handle = gradient.handle();
    check(api().grad_set(call_, i, &handle, 1));
  }
  void set_list(size_t i, std::span<const Tensor> gradients) const {
    check(api().grad_set(call_, i, reinterpret_cast<PD_Tensor* const*>(gradients.data()),
                         gradients.size()));
  }

 private:
  PD_GradCall* call_;
};

namespace detail {
inline void append(size_t, PD_Tensor* tensor, void* context) {
  static_cast<std::vector<Tensor>*>(context)->push_back(Tensor::adopt(tensor));
}
}  // namespace detail

inline std::vector<Tensor> GradCall::grad_list() const {
  std::vector<Tensor> gradients;
  check(api().grad_incoming_list(call_, detail::append, &gradients));
  return gradients;
}

// ---- operators ----

// A cached handle: `static const Op multiply("multiply"); Tensor z = multiply(x, y);`
// Arguments stand in the order of the operator's row: tensors and lists, then attributes.
class Op {
 public:
  explicit Op(const char* name) { check(api().op_find(name, &handle_)); }
  explicit Op(const PD_Op* handle) : handle_(handle) {}

  const PD_Op* handle() const { return handle_; }

  // The only or first output.
  template <class... Args>
  Tensor operator()(const Args&... args) const {
    return call(false, args...)[0];
  }
  template <size_t N, class... Args>
  std::array<Tensor, N> call_n(const Args&... args) const {
    std::vector<Tensor> outputs = call(false, args...);
    require(outputs.size() == N, PD_PRECONDITION_NOT_MET, api().op_name(handle_), " gave ",
            outputs.size(), " outputs, not ", N);
    std::array<Tensor, N> result;
    std::move(outputs.begin(), outputs.end(), result.begin());
    return result;
  }
  template <class... Args>
  std::vector<Tensor> call_list(const Args&... args) const {
    return call(false, args...);
  }
  // The only or first output for one tensor, with attributes that are in the core's form already.
  Tensor call_raw(const Tensor& input, std::span<const PD_Attr> attrs) const {
    PD_Tensor* handle = input.handle();
    std::vector<Tensor> outputs;
    check(api().op_call(handle_, &handle, 1, nullptr, attrs.data(), attrs.size(), 0, detail::append,
                        &outputs));
    return outputs[0];
  }
  // The in-place twin.
  template <class... Args>
  Tensor call_inplace(const Args&... args) const {
    return call(true, args...)[0];
  }

 private:
  struct Arguments {
    std::vector<PD_Tensor*> inputs;
    std::vector<uint32_t> list_sizes;
    std::vector<Attr> attrs;
    bool has_lists = false;

    void add(const Tensor& tensor) {
      inputs.push_back(tensor.handle());
      list_sizes.push_back(1);
    }
    void add(std::span<const Tensor> tensors) {
      for (const Tensor& tensor : tensors) inputs.push_back(tensor.handle());
      list_sizes.push_back(static_cast<uint32_t>(tensors.size()));
      has_lists = true;
    }
    void add(const std::vector<Tensor>& tensors) { add(std::span<const Tensor>(tensors)); }
    void add(const Attr& attr) { attrs.push_back(attr); }
  };

  template <class... Args>
  std::vector<Tensor> call(bool inplace, const Args&... args) const {
    Arguments arguments;
    arguments.inputs.reserve(sizeof...(Args));
    arguments.list_sizes.reserve(sizeof...(Args));
    arguments.attrs.reserve(sizeof...(Args));
    (arguments.add(args), ...);
    std::array<PD_Attr, sizeof...(Args) + 1> attrs;
    for (size_t i = 0; i < arguments.attrs.size(); ++i) attrs[i] = arguments.attrs[i].raw();
    std::vector<Tensor> outputs;
    check(api().op_call(handle_, arguments.inputs.data(), arguments.inputs.size(),
                        arguments.has_lists ? arguments.list_sizes.data() : nullptr, attrs.data(),
                        arguments.attrs.size(), inplace, detail::append, &outputs));
    return outputs;
  }

  const PD_Op* handle_ = nullptr;
};

// Switches recording of gradients off, or on, for a scope.
class GradMode {
 public:
  explicit GradMode(bool on) : before_(api().set_grad_enabled(on)) {}
  GradMode(const GradMode&) = delete;
  GradMode& operator=(const GradMode&) = delete;
  ~GradMode() { api().set_grad_enabled(before_); }

 private:
  int32_t before_;
};

// ---- registration ----

struct ArgSpec {
  const char* name;
  PD_ArgKind kind = PD_ARG_TENSOR;
  bool optional = false;
  std::optional<Attr> default_value = {};  // of an attribute; Attr() is None
};

struct OutputSpec {
  const char* name;
  bool is_list = false;
};

// The C++ form of PD_OpDef.
struct OpSpec {
  const char* name;
  const char* family = nullptr;
  const char* spmd = nullptr;
  std::vector<ArgSpec> args = {};
  std::vector<OutputSpec> outputs = {};
  DTypeMask dtypes = kAllMask;
  uint64_t typed = 0;
  uint64_t promote = 0;
  uint64_t differentiable = 0;
  uint64_t shape_only = 0;
  uint64_t saved_inputs = 0;
  uint64_t saved_metas = 0;
  uint64_t saved_outputs = 0;
  uint64_t mutated = 0;
  int inplace_input = -1;
  bool inplace_aliases = false;
  int view_input = -1;
  bool dynamic = false;
  bool random = false;
  PD_Autocast autocast = PD_AUTOCAST_KEEP;
  PD_InferFn infer = nullptr;
  PD_GradFn grad = nullptr;
  void* context = nullptr;  // handed to infer and grad
};

inline Op register_op(const OpSpec& spec) {
  std::vector<PD_Attr> defaults(spec.args.size());
  std::vector<PD_ArgDef> args;
  for (size_t i = 0; i < spec.args.size(); ++i) {
    const ArgSpec& arg = spec.args[i];
    if (arg.default_value) defaults[i] = arg.default_value->raw();
    args.push_back({arg.name, arg.kind, arg.optional, arg.default_value ? &defaults[i] : nullptr});
  }
  std::vector<PD_OutputDef> outputs;
  for (const OutputSpec& output : spec.outputs) outputs.push_back({output.name, output.is_list, 0});
  PD_OpDef def = {};
  def.size = sizeof(PD_OpDef);
  def.name = spec.name;
  def.family = spec.family;
  def.spmd = spec.spmd;
  def.args = args.data();
  def.num_args = args.size();
  def.outputs = outputs.data();
  def.num_outputs = outputs.size();
  def.dtypes = mask_to_core(spec.dtypes);
  def.typed = spec.typed;
  def.promote = spec.promote;
  def.differentiable = spec.differentiable;
  def.shape_only = spec.shape_only;
  def.saved_inputs = spec.saved_inputs;
  def.saved_metas = spec.saved_metas;
  def.saved_outputs = spec.saved_outputs;
  def.mutated = spec.mutated;
  def.inplace_input = spec.inplace_input;
  def.inplace_aliases = spec.inplace_aliases;
  def.view_input = spec.view_input;
  def.dynamic = spec.dynamic;
  def.random = spec.random;
  def.autocast = spec.autocast;
  def.infer = spec.infer;
  def.infer_context = spec.context;
  def.grad = spec.grad;
  def.grad_context = spec.context;
  const PD_Op* handle = nullptr;
  check(api().op_register(&def, &handle));
  return Op(handle);
}

// A kernel for dense tensors on the CPU.
inline void register_kernel(const Op& op, DTypeMask dtypes, PD_KernelFn kernel,
                            void* context = nullptr) {
  int32_t cpu = 0, dense = 0;
  check(api().backend_find("CPU", &cpu));
  check(api().layout_find("dense", &dense));
  check(api().kernel_register(op.handle(), cpu, dense, mask_to_core(dtypes), kernel, context));
}
// A kernel for tensors of a composite layout on the CPU.
inline void register_kernel(const Op& op, const Layout& layout, DTypeMask dtypes,
                            PD_KernelFn kernel, void* context = nullptr) {
  int32_t cpu = 0;
  check(api().backend_find("CPU", &cpu));
  check(api().kernel_register(op.handle(), cpu, layout.number(), mask_to_core(dtypes), kernel,
                              context));
}

// ---- threads and random numbers ----

// Calls f(begin, end) on pieces of at least `grain`; the first exception is rethrown.
template <class F>
void parallel_for(int64_t begin, int64_t end, int64_t grain, F&& f) {
  const PD_RangeFn body = [](int64_t first, int64_t last, void* context) {
    return guard([&] { (*static_cast<std::remove_reference_t<F>*>(context))(first, last); });
  };
  check(api().parallel_for(begin, end, grain, body,
                           const_cast<void*>(static_cast<const void*>(std::addressof(f)))));
}

// The core's default generator, fit for the distributions of <random>.
class Generator {
 public:
  using result_type = uint64_t;
  static constexpr uint64_t min() { return 0; }
  static constexpr uint64_t max() { return ~uint64_t{0}; }
  uint64_t operator()() {
    uint64_t bits = 0;
    api().generator_bits(handle_, &bits, 1);
    return bits;
  }
  void seed(uint64_t seed) { api().generator_seed(handle_, seed); }
  void uniform(double low, double high, std::span<double> out) {
    api().generator_uniform(handle_, low, high, out.data(), out.size());
  }
  void normal(double mean, double deviation, std::span<double> out) {
    api().generator_normal(handle_, mean, deviation, out.data(), out.size());
  }

 private:
  PD_Generator* handle_ = api().generator_default();
};

// ---- starting up ----

namespace detail {

struct DropReference {
  void operator()(PyObject* object) const { Py_DecRef(object); }
};

inline const PD_Api* find_table() {
  std::unique_ptr<PyObject, DropReference> core(PyImport_ImportModule("paddle._core"));
  if (!core) return nullptr;
  std::unique_ptr<PyObject, DropReference> capsule(PyObject_GetAttrString(core.get(), "c_api"));
  if (!capsule) return nullptr;
  return static_cast<const PD_Api*>(PyCapsule_GetPointer(capsule.get(), PD_CAPSULE_NAME));
}

inline void learn_dtypes() {
  for (size_t i = 0; i < kDTypeNames.size(); ++i) {
    check(table->dtype_find(kDTypeNames[i], &dtype_to_core[i]));
    dtype_of_number[static_cast<size_t>(dtype_to_core[i])] = static_cast<DType>(i);
  }
}

// Shakes hands; gives the reason of a refusal.
inline std::string accept(const PD_Api& core, const char* package) {
  std::string reason = refusal(core, package);
  if (reason.empty()) {
    table = &core;
    learn_dtypes();
  }
  return reason;
}
}  // namespace detail

// Fetches the table and shakes hands. False with a Python error set: the module must not be used.
// `package` is what people install, for the message.
inline bool initialize(const char* package) {
  const PD_Api* core = detail::find_table();
  if (!core) return false;
  const std::string reason = detail::accept(*core, package);
  if (!reason.empty()) PyErr_SetString(PyExc_ImportError, reason.c_str());
  return reason.empty();
}

}  // namespace paddle

#ifdef NB_VERSION_MAJOR

namespace paddle {

// The same for the body of NB_MODULE, where what is thrown becomes an ImportError. Afterwards
// paddle::Error reaches Python as the exception of its kind.
inline void initialize(nanobind::module_& module, const char* package) {
  const PD_Api* core = detail::find_table();
  if (!core) throw nanobind::python_error();
  const std::string reason = detail::accept(*core, package);
  if (!reason.empty()) throw Error(PD_PRECONDITION_NOT_MET, reason);
  nanobind::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Error& error) {
      api().python_raise(api().error_set(error.status(), error.what()));
    }
  });
  module.attr("c_abi") = nanobind::make_tuple(PD_ABI_MAJOR, PD_ABI_MINOR);
}

}  // namespace paddle

template <>
struct nanobind::detail::type_caster<paddle::Tensor> {
  NB_TYPE_CASTER(paddle::Tensor, const_name("paddle.Tensor"))

  bool from_python(handle source, uint8_t, cleanup_list*) noexcept {
    PD_Tensor* tensor = nullptr;
    if (paddle::api().python_to_tensor(source.ptr(), &tensor) != PD_OK) return false;
    value = paddle::Tensor::adopt(tensor);
    return true;
  }
  static handle from_cpp(const paddle::Tensor& tensor, rv_policy, cleanup_list*) noexcept {
    if (!tensor) return none().release();
    return static_cast<PyObject*>(paddle::api().python_from_tensor(tensor.handle()));
  }
};

#endif  // NB_VERSION_MAJOR
