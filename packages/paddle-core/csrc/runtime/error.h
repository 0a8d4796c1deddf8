// Errors: one exception type whose kind decides the Python exception that users see.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace pd {

enum class ErrorKind {
  kInvalidArgument,     // ValueError
  kInvalidType,         // TypeError
  kOutOfRange,          // IndexError
  kNotFound,            // RuntimeError
  kPreconditionNotMet,  // RuntimeError
  kUnimplemented,       // NotImplementedError
  kResourceExhausted,   // MemoryError
  kFatal,               // SystemError
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

template <class... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream out;
  out << std::boolalpha;
  (out << ... << parts);
  return out.str();
}

template <class... Parts>
[[noreturn, gnu::noinline, gnu::cold]] void fail(ErrorKind kind, const Parts&... parts) {
  throw Error(kind, concat(parts...));
}

// The parts are only put together when the condition does not hold.
template <class... Parts>
inline void require(bool condition, ErrorKind kind, const Parts&... parts) {
  if (!condition) [[unlikely]]
    fail(kind, parts...);
}

template <class... Parts>
inline void require(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]]
    fail(ErrorKind::kInvalidArgument, parts...);
}

}  // namespace pd
