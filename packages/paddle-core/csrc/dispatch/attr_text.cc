// Attributes as text.
#include "dispatch/attr_text.h"

namespace pd {
namespace {

struct Printer {
  std::ostream& out;

  void operator()(std::monostate) const { out << "None"; }
  void operator()(bool value) const { out << (value ? "True" : "False"); }
  void operator()(int64_t value) const { out << value; }
  void operator()(double value) const { out << value; }
  void operator()(std::complex<double> value) const { out << value; }
  void operator()(DType value) const { out << value; }
  void operator()(Place value) const { out << value; }
  void operator()(const Dims& value) const { out << value; }
  void operator()(const std::vector<double>& values) const {
    out << '[';
    for (size_t i = 0; i < values.size(); ++i) out << (i ? ", " : "") << values[i];
    out << ']';
  }
  void operator()(const std::string& value) const { out << '"' << value << '"'; }
};

}  // namespace

std::ostream& operator<<(std::ostream& out, AttrText text) {
  std::visit(Printer{out}, text.attr);
  return out;
}

}  // namespace pd
