// Tensors and storages: creation, views and destruction.
#include "tensor/tensor.h"

#include <cstring>

#include "autograd/autograd.h"
#include "interpreter/program.h"
#include "runtime/allocator.h"
#include "runtime/object_pool.h"

namespace pd {

IntrusivePtr<Storage> Storage::allocate(size_t bytes, Place place) {
  require(place.backend == Backend::kCPU, ErrorKind::kUnimplemented, "there is no allocator for ",
          place);
  void* data = pd::allocate(bytes);
  auto give_back = [](void* block, size_t size, void*) { deallocate(block, size); };
  return borrow(data, bytes, place, give_back, nullptr);
}

IntrusivePtr<Storage> Storage::borrow(void* data, size_t bytes, Place place, Deleter deleter,
                                      void* context) {
  void* memory = ObjectPool<Storage>::take();
  return IntrusivePtr<Storage>::adopt(new (memory) Storage(data, bytes, place, deleter, context));
}

void Storage::destroy(Storage* storage) noexcept {
  if (storage->deleter_) storage->deleter_(storage->data_, storage->bytes_, storage->context_);
  std::destroy_at(storage);
  ObjectPool<Storage>::give(storage);
}

TensorImpl::TensorImpl() = default;

TensorImpl::~TensorImpl() {
  if (autograd_ && autograd_->retains_grad && autograd_->node) {
    autograd_->node->hooks_of(autograd_->slot).retain = nullptr;
  }
}

void* TensorImpl::operator new(size_t) { return ObjectPool<TensorImpl>::take(); }
void TensorImpl::operator delete(void* block, size_t) noexcept {
  ObjectPool<TensorImpl>::give(block);
}

void TensorImpl::destroy(TensorImpl* impl) noexcept {
  if (impl->owns_python_object) [[unlikely]]
    python_object_releaser(*impl);
  delete impl;
}

void TensorImpl::refresh() {
  numel_ = num_elements(meta_.shape);
  contiguous_ = true;
  int64_t step = 1;
  for (size_t i = meta_.shape.size(); i-- > 0;) {
    const int64_t size = meta_.shape[i];
    if (size != 1 && meta_.strides[i] != step) contiguous_ = false;
    step *= std::max<int64_t>(size, 1);
  }
  if (numel_ == 0) contiguous_ = true;
  data_ = storage_ && storage_->data()
              ? static_cast<char*>(storage_->data()) + meta_.offset * size_of(meta_.dtype)
              : nullptr;
}

void TensorImpl::set_storage(IntrusivePtr<Storage> storage) {
  storage_ = std::move(storage);
  if (storage_) meta_.place = storage_->place();
  refresh();
}

void TensorImpl::adopt(const TensorImpl& other) {
  meta_ = other.meta_;
  storage_ = other.storage_;
  composite_ = other.composite_ ? std::make_unique<CompositeMeta>(*other.composite_) : nullptr;
  symbol_ = other.symbol_ ? std::make_unique<SymbolMeta>(*other.symbol_) : nullptr;
  bits_ = (bits_ & kRequiresGrad) | (other.bits_ & ~uint32_t(kRequiresGrad));
  refresh();
}

AutogradMeta& TensorImpl::ensure_autograd() {
  if (!autograd_) autograd_ = std::make_unique<AutogradMeta>();
  return *autograd_;
}

void TensorImpl::set_symbol(std::unique_ptr<SymbolMeta> symbol) {
  symbol_ = std::move(symbol);
  bits_ = symbol_ ? bits_ | kSymbolic : bits_ & ~uint32_t(kSymbolic);
}

void TensorImpl::set_composite(std::unique_ptr<CompositeMeta> composite) {
  composite_ = std::move(composite);
  bits_ = composite_ ? bits_ | kComposite : bits_ & ~uint32_t(kComposite);
}

Tensor Tensor::empty(DimsView shape, DType dtype, Place place) {
  Tensor result = Tensor::adopt(new TensorImpl);
  TensorMeta& meta = result->mutable_meta();
  meta.shape.assign(shape.begin(), shape.end());
  meta.strides = contiguous_strides(shape);
  meta.dtype = dtype;
  meta.place = place;
  allocate_storage(*result);
  return result;
}

void allocate_storage(TensorImpl& impl) {
  const int64_t count = num_elements(impl.shape());
  require(count >= 0, "a tensor of shape ", impl.shape(), " has no known size to allocate");
  int64_t bytes = 0;
  require(!__builtin_mul_overflow(count, size_of(impl.dtype()), &bytes),
          ErrorKind::kResourceExhausted, "out of memory: a tensor of shape ", impl.shape(),
          " does not fit into the address space");
  impl.set_storage(Storage::allocate(static_cast<size_t>(bytes), impl.place()));
}

Tensor Tensor::zeros(DimsView shape, DType dtype, Place place) {
  Tensor result = empty(shape, dtype, place);
  std::memset(result->raw_data(), 0, static_cast<size_t>(result.numel() * size_of(dtype)));
  return result;
}

Tensor Tensor::view_of(const TensorImpl& base, DimsView shape, DimsView strides, int64_t offset) {
  require(shape.size() == strides.size(), "a view needs as many strides as dimensions, but has ",
          strides.size(), " and ", shape.size());
  if (base.has_storage() && num_elements(shape) > 0) {
    const auto [lowest, highest] = strided_reach(shape, strides);
    const auto elements = static_cast<int64_t>(base.storage()->bytes()) / size_of(base.dtype());
    require(offset + lowest >= 0 && offset + highest < elements, "a view of shape ",
            ShapeText{shape}, " with strides ", ShapeText{strides}, " and offset ", offset,
            " reaches outside of a storage of ", elements, " elements");
  }
  Tensor result = Tensor::adopt(new TensorImpl);
  TensorMeta& meta = result->mutable_meta();
  meta.shape.assign(shape.begin(), shape.end());
  meta.strides.assign(strides.begin(), strides.end());
  meta.offset = offset;
  meta.dtype = base.dtype();
  meta.place = base.place();
  result->set_storage(base.storage());
  return result;
}

Tensor Tensor::meta_only(const TensorMeta& meta) {
  Tensor result = Tensor::adopt(new TensorImpl);
  result->mutable_meta() = meta;
  if (meta.strides.size() != meta.shape.size()) {
    result->mutable_meta().strides = contiguous_strides(meta.shape);
  }
  result->refresh();
  return result;
}

Tensor shallow_copy(const TensorImpl& source) {
  Tensor result = Tensor::adopt(new TensorImpl);
  result->adopt(source);
  return result;
}

}  // namespace pd
