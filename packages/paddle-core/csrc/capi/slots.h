// Declares the body of every slot of the C ABI, from the same list as the table.
#pragma once

#include "paddle/c_api.h"

namespace pd::capi {

#define PD_SLOT(result, name, parameters) result name parameters;
#include "paddle/c_api_slots.h"
#undef PD_SLOT

}  // namespace pd::capi
