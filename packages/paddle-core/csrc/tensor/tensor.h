// The tensor: a reference-counted implementation and the handle that everybody passes around.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/error.h"
#include "runtime/intrusive_ptr.h"
#include "tensor/dims.h"
#include "tensor/dtype.h"
#include "tensor/place.h"
#include "tensor/storage.h"

namespace pd {

class Tensor;
struct AutogradMeta;
struct SymbolMeta;

// What is known of a tensor without looking at its elements. Offsets and strides count elements.
struct TensorMeta {
  Dims shape;
  Dims strides;  // empty until the dispatcher fills it in, unless the tensor is a view
  int64_t offset = 0;
  DType dtype = DType::kFloat32;
  Layout layout = Layout::kDense;
  Place place;
};

// Bits that the dispatcher ORs over all inputs to see which layers have work to do.
enum TensorBits : uint32_t {
  kRequiresGrad = 1u << 0,
  kSymbolic = 1u << 1,
  kComposite = 1u << 2,
};

// The parts of a composite layout: COO has indices and values, CSR crows, cols and values.
struct CompositeMeta {
  std::vector<Tensor> components;
  bool coalesced = false;
};

class TensorImpl : public RefCounted {
 public:
  TensorImpl();
  ~TensorImpl();
  static void* operator new(size_t bytes);
  static void operator delete(void* block, size_t bytes) noexcept;
  static void destroy(TensorImpl* impl) noexcept;

  const TensorMeta& meta() const { return meta_; }
  TensorMeta& mutable_meta() { return meta_; }
  const Dims& shape() const { return meta_.shape; }
  const Dims& strides() const { return meta_.strides; }
  int64_t rank() const { return static_cast<int64_t>(meta_.shape.size()); }
  // Size along an axis in [0, rank).
  int64_t dim(int64_t axis) const { return meta_.shape[static_cast<size_t>(axis)]; }
  int64_t stride(int64_t axis) const { return meta_.strides[static_cast<size_t>(axis)]; }
  int64_t numel() const { return numel_; }
  DType dtype() const { return meta_.dtype; }
  Layout layout() const { return meta_.layout; }
  Place place() const { return meta_.place; }
  int64_t offset() const { return meta_.offset; }
  uint32_t bits() const { return bits_; }
  bool is_contiguous() const { return contiguous_; }
  bool is_symbolic() const { return (bits_ & kSymbolic) != 0; }
  bool is_composite() const { return (bits_ & kComposite) != 0; }
  bool has_storage() const { return static_cast<bool>(storage_); }

  // The first element. `data<T>()` trusts the caller to have looked at dtype().
  const void* raw_data() const { return data_; }
  void* raw_data() { return data_; }
  template <class T>
  const T* data() const {
    return static_cast<const T*>(data_);
  }
  template <class T>
  T* data() {
    return static_cast<T*>(data_);
  }

  const IntrusivePtr<Storage>& storage() const { return storage_; }
  void set_storage(IntrusivePtr<Storage> storage);
  // Call after mutable_meta() was changed: recomputes numel, contiguity and the data pointer.
  void refresh();
  // Takes the data, shape and dtype of `other`; keeps autograd data and Python identity.
  void adopt(const TensorImpl& other);

  uint32_t version() const { return storage_ ? storage_->version() : 0; }
  void bump_version() {
    if (storage_) storage_->bump_version();
  }

  AutogradMeta* autograd() const { return autograd_.get(); }
  AutogradMeta& ensure_autograd();
  void set_requires_grad_bit(bool on) {
    bits_ = on ? bits_ | kRequiresGrad : bits_ & ~kRequiresGrad;
  }

  SymbolMeta* symbol() const { return symbol_.get(); }
  void set_symbol(std::unique_ptr<SymbolMeta> symbol);

  CompositeMeta* composite() const { return composite_.get(); }
  void set_composite(std::unique_ptr<CompositeMeta> composite);

  // The Python object that wraps this tensor, if any. Used by the bindings only.
  void* python_object = nullptr;
  bool owns_python_object = false;

 private:
  TensorMeta meta_;
  int64_t numel_ = 1;
  void* data_ = nullptr;
  uint32_t bits_ = 0;
  bool contiguous_ = true;
  IntrusivePtr<Storage> storage_;
  std::unique_ptr<AutogradMeta> autograd_;
  std::unique_ptr<SymbolMeta> symbol_;
  std::unique_ptr<CompositeMeta> composite_;
};

// A handle; copying it shares the tensor. A default-constructed one refers to nothing.
class Tensor : public IntrusivePtr<TensorImpl> {
 public:
  Tensor() = default;
  Tensor(IntrusivePtr<TensorImpl> impl) : IntrusivePtr<TensorImpl>(std::move(impl)) {}
  static Tensor share(TensorImpl* impl) { return IntrusivePtr<TensorImpl>::share(impl); }
  static Tensor adopt(TensorImpl* impl) { return IntrusivePtr<TensorImpl>::adopt(impl); }

  // Uninitialised contiguous memory.
  static Tensor empty(DimsView shape, DType dtype, Place place = {});
  // Uninitialised contiguous memory of the shape and dtype of `like`.
  static Tensor empty_like(const TensorImpl& like) {
    return empty(like.shape(), like.dtype(), like.place());
  }
  // A contiguous tensor filled with zeros.
  static Tensor zeros(DimsView shape, DType dtype, Place place = {});
  // Shares the storage of `base` under another shape, strides and offset; bounds are checked.
  static Tensor view_of(const TensorImpl& base, DimsView shape, DimsView strides, int64_t offset);
  // Shape and dtype without data.
  static Tensor meta_only(const TensorMeta& meta);

  const Dims& shape() const { return get()->shape(); }
  int64_t rank() const { return get()->rank(); }
  int64_t dim(int64_t axis) const { return get()->dim(axis); }
  int64_t numel() const { return get()->numel(); }
  DType dtype() const { return get()->dtype(); }
  template <class T>
  T* data() const {
    return get()->data<T>();
  }
};

// Memory for the shape and dtype that the meta of `impl` names; strides must be set.
void allocate_storage(TensorImpl& impl);
// Another tensor over the same data, symbol and components, without autograd data.
Tensor shallow_copy(const TensorImpl& source);

// A contiguous copy, or the tensor itself where it is contiguous already. Kernels that only handle
// contiguous inputs call this on them; no gradient is recorded.
Tensor contiguous(const TensorImpl& x);
// Copies elements of `from` into `to` (same shape, any strides, any dtypes: converts like a cast).
void copy_elements(const TensorImpl& from, TensorImpl& to);
// Fills every element with `value` converted to the dtype.
void fill(TensorImpl& out, double value);

}  // namespace pd
