// Bodies of the oneDNN helpers.
#include "kernels/cpu/onednn.h"

#if PD_WITH_ONEDNN

#include "runtime/allocator.h"
#include "runtime/error.h"

namespace pd::onednn {

const dnnl::engine& engine() {
  static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

dnnl::stream& stream() {
  thread_local dnnl::stream own(engine());
  return own;
}

dnnl::memory::data_type data_type(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return dnnl::memory::data_type::f32;
    case DType::kBFloat16:
      return dnnl::memory::data_type::bf16;
    default:
      fail(ErrorKind::kUnimplemented, "oneDNN has no data type ", dtype);
  }
}

bool has_bfloat16() {
  static const bool found = [] {
    const unsigned isa = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
    const unsigned needed = static_cast<unsigned>(dnnl::cpu_isa::avx512_core_bf16);
    return (isa & needed) == needed;
  }();
  return found;
}

Buffer::Buffer(size_t bytes) : bytes_(bytes), data_(bytes ? allocate(bytes) : nullptr) {}
Buffer::~Buffer() {
  if (data_) deallocate(data_, bytes_);
}

size_t KeyHash::operator()(const Key& key) const noexcept {
  uint64_t hash = 0x9e3779b97f4a7c15u;
  for (const int64_t part : key) {
    hash = (hash ^ static_cast<uint64_t>(part)) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  return hash;
}

dnnl::primitive_attr caller_scratchpad() {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attr;
}

void reorder(const dnnl::memory& from, const dnnl::memory& to) {
  dnnl::memory source = from;
  dnnl::memory target = to;
  dnnl::reorder(source, target).execute(stream(), source, target);
  stream().wait();
}

dnnl::memory as_layout(const dnnl::memory& from, const dnnl::memory::desc& desc,
                       std::optional<Buffer>& hold) {
  if (from.get_desc() == desc) return from;
  hold.emplace(desc.get_size());
  const dnnl::memory to = wrap(desc, hold->data());
  reorder(from, to);
  return to;
}

}  // namespace pd::onednn

#endif
