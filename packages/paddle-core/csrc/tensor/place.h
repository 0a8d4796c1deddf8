// Where a tensor's data lives: a backend and a device number.
#pragma once

#include <cstdint>
#include <ostream>

namespace pd {

// Kernels are registered per backend. Plug-in devices take the numbers from kFirstCustom on.
enum class Backend : uint8_t { kCPU = 0, kGPU = 1, kOneDNN = 2, kFirstCustom = 3 };
inline constexpr int kMaxBackends = 8;

enum class Layout : uint8_t { kDense = 0, kFirstComposite = 1 };
inline constexpr int kMaxLayouts = 8;

struct Place {
  Backend backend = Backend::kCPU;
  int16_t device = 0;
  friend bool operator==(Place, Place) = default;
};
std::ostream& operator<<(std::ostream& out, Place place);

}  // namespace pd
