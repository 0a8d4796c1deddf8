// DLPack 1.0, the exchange of tensors between libraries without copies.
//
// The structs are those of the standard (github.com/dmlc/dlpack); only their layout matters.
#pragma once

#include <cstdint>

#include "tensor/tensor.h"

namespace pd::dlpack {

inline constexpr uint32_t kMajor = 1;
inline constexpr uint32_t kMinor = 0;
inline constexpr int32_t kCpuDevice = 1;
inline constexpr uint64_t kReadOnly = 1;
inline constexpr uint64_t kIsCopied = 2;

enum TypeCode : uint8_t { kInt = 0, kUInt = 1, kFloat = 2, kBfloat = 4, kComplex = 5, kBool = 6 };

struct Device {
  int32_t type;
  int32_t id;
};
struct DataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};
struct View {
  void* data;
  Device device;
  int32_t rank;
  DataType dtype;
  int64_t* shape;
  int64_t* strides;  // null: contiguous
  uint64_t byte_offset;
};

// What a capsule named "dltensor" holds.
struct Managed {
  View view;
  void* context;
  void (*deleter)(Managed* self);
};

// What a capsule named "dltensor_versioned" holds.
struct ManagedVersioned {
  uint32_t major;
  uint32_t minor;
  void* context;
  void (*deleter)(ManagedVersioned* self);
  uint64_t flags;
  View view;
};

// Shares the memory of the tensor until the receiver calls the deleter.
Managed* export_tensor(const Tensor& tensor);
ManagedVersioned* export_versioned(const Tensor& tensor);
// Takes the memory over, or throws and leaves it to the caller.
Tensor import_tensor(Managed* managed);
Tensor import_versioned(ManagedVersioned* managed);

}  // namespace pd::dlpack
