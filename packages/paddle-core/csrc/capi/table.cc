// The one table of the C ABI.
#include "capi/table.h"

#include "capi/slots.h"

namespace pd {

const PD_Api* capi_table() {
  static constexpr PD_Api kTable = {
      PD_ABI_MAGIC, PD_ABI_MAJOR, PD_ABI_MINOR, 0, sizeof(PD_Api), PADDLE_VERSION,
#define PD_SLOT(result, name, parameters) capi::name,
#include "paddle/c_api_slots.h"
#undef PD_SLOT
  };
  return &kTable;
}

}  // namespace pd
