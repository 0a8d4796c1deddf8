// Slots: errors, and the numbers of data types, backends and layouts.
#include <cstring>

#include "capi/slots.h"
#include "capi/support.h"
#include "tensor/layout.h"

namespace pd::capi {

const char* error_text() { return failure_text(); }

PD_Status error_set(PD_Status status, const char* text) {
  return keep_failure(status, text ? text : "");
}

// ---- data types ------------------------------------------------------------------------------

PD_Status dtype_find(const char* name, int32_t* out) {
  return guard([&] {
    for (int32_t number = 0; number < kNumDTypes; ++number) {
      if (std::strcmp(pd::name_of(static_cast<DType>(number)), name) == 0) {
        *out = number;
        return;
      }
    }
    fail(ErrorKind::kNotFound, "there is no data type named ", name);
  });
}

const char* dtype_name(int32_t dtype) {
  return dtype >= 0 && dtype < kNumDTypes ? pd::name_of(static_cast<DType>(dtype)) : nullptr;
}

size_t dtype_size(int32_t dtype) {
  if (dtype < 0 || dtype >= kNumDTypes) return 0;
  return static_cast<size_t>(pd::size_of(static_cast<DType>(dtype)));
}

// ---- backends --------------------------------------------------------------------------------

namespace {
constexpr const char* kBackendNames[] = {"CPU", "GPU", "ONEDNN"};
}  // namespace

PD_Status backend_find(const char* name, int32_t* out) {
  return guard([&] {
    for (size_t i = 0; i < std::size(kBackendNames); ++i) {
      if (std::strcmp(kBackendNames[i], name) == 0) {
        *out = static_cast<int32_t>(i);
        return;
      }
    }
    fail(ErrorKind::kNotFound, "there is no backend named ", name);
  });
}

const char* backend_name(int32_t backend) {
  const bool known = backend >= 0 && static_cast<size_t>(backend) < std::size(kBackendNames);
  return known ? kBackendNames[backend] : nullptr;
}

// ---- layouts ---------------------------------------------------------------------------------

PD_Status layout_register(const char* name, size_t num_components, int32_t* out) {
  return guard([&] { *out = static_cast<int32_t>(register_layout(name, num_components)); });
}

PD_Status layout_find(const char* name, int32_t* out) {
  return guard([&] {
    const std::optional<Layout> layout = find_layout(name);
    require(layout.has_value(), ErrorKind::kNotFound, "there is no layout named ", name);
    *out = static_cast<int32_t>(*layout);
  });
}

const char* layout_name(int32_t layout) {
  return layout >= 0 && layout < kMaxLayouts ? pd::layout_name(static_cast<Layout>(layout))
                                             : nullptr;
}

}  // namespace pd::capi
