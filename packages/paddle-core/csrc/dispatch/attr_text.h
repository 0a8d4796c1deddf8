// Attributes as text, for programs and messages.
#pragma once

#include <ostream>

#include "dispatch/attr.h"

namespace pd {

struct AttrText {
  const Attr& attr;
};
std::ostream& operator<<(std::ostream& out, AttrText text);

}  // namespace pd
