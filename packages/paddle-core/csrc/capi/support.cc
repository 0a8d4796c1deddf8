// Conversions between the C ABI's types and the core's, and the last failure of each thread.
#include "capi/support.h"

#include <new>

namespace pd::capi {
namespace {

struct Failure {
  PD_Status status = PD_OK;
  std::string text;
  std::exception_ptr foreign;
};

thread_local Failure last_failure;

constexpr struct {
  ErrorKind kind;
  PD_Status status;
} kStatuses[] = {
    {ErrorKind::kInvalidArgument, PD_INVALID_ARGUMENT},
    {ErrorKind::kInvalidType, PD_INVALID_TYPE},
    {ErrorKind::kOutOfRange, PD_OUT_OF_RANGE},
    {ErrorKind::kNotFound, PD_NOT_FOUND},
    {ErrorKind::kPreconditionNotMet, PD_PRECONDITION_NOT_MET},
    {ErrorKind::kUnimplemented, PD_UNIMPLEMENTED},
    {ErrorKind::kResourceExhausted, PD_RESOURCE_EXHAUSTED},
};

PD_Status status_of(ErrorKind kind) {
  for (const auto& entry : kStatuses) {
    if (entry.kind == kind) return entry.status;
  }
  return PD_PRECONDITION_NOT_MET;
}

ErrorKind kind_of(PD_Status status) {
  for (const auto& entry : kStatuses) {
    if (entry.status == status) return entry.kind;
  }
  return ErrorKind::kPreconditionNotMet;
}

}  // namespace

// ---- errors ----------------------------------------------------------------------------------

PD_Status keep_failure(PD_Status status, std::string text) {
  // A foreign exception that an extension hands on stays what it was.
  if (status != PD_FOREIGN) last_failure.foreign = nullptr;
  last_failure.status = status;
  last_failure.text = std::move(text);
  return status;
}

PD_Status keep_failure() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return keep_failure(status_of(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return keep_failure(PD_RESOURCE_EXHAUSTED, "out of memory");
  } catch (const std::exception& error) {
    last_failure.foreign = std::current_exception();
    return keep_failure(PD_FOREIGN, error.what());
  } catch (...) {
    last_failure.foreign = std::current_exception();
    return keep_failure(PD_FOREIGN, "an exception of an unknown type");
  }
}

const char* failure_text() { return last_failure.text.c_str(); }

void forget_failure() {
  last_failure.status = PD_OK;
  last_failure.foreign = nullptr;
}

void rethrow(PD_Status status) {
  if (last_failure.status != status) {
    fail(ErrorKind::kPreconditionNotMet, "an extension failed with status ", status,
         " and gave no reason");
  }
  if (last_failure.foreign) {
    std::rethrow_exception(std::exchange(last_failure.foreign, nullptr));
  }
  throw Error(kind_of(status), last_failure.text);
}

// ---- numbers, shapes -------------------------------------------------------------------------

DType dtype_of_number(int32_t number) {
  require(number >= 0 && number < kNumDTypes, ErrorKind::kInvalidType,
          "there is no data type number ", number);
  return static_cast<DType>(number);
}

Place place_of(PD_Place place) {
  require(place.backend >= 0 && place.backend < kMaxBackends, "there is no backend number ",
          place.backend);
  return {static_cast<Backend>(place.backend), static_cast<int16_t>(place.device)};
}

DTypeMask mask_of_numbers(uint64_t mask) { return static_cast<DTypeMask>(mask & kAllMask); }

Dims dims_of(const int64_t* sizes, size_t rank) {
  require(rank <= kMaxRank, "a tensor has at most ", kMaxRank, " dimensions, not ", rank);
  return Dims(sizes, sizes + rank);
}

// ---- attributes ------------------------------------------------------------------------------

Attr attr_of(const PD_Attr& attr) {
  const auto& value = attr.value;
  switch (attr.kind) {
    case PD_ATTR_NONE:
      return std::monostate();
    case PD_ATTR_BOOL:
      return value.integer != 0;
    case PD_ATTR_INT:
      return value.integer;
    case PD_ATTR_FLOAT:
      return value.real[0];
    case PD_ATTR_COMPLEX:
      return std::complex<double>(value.real[0], value.real[1]);
    case PD_ATTR_DTYPE:
      return dtype_of_number(static_cast<int32_t>(value.integer));
    case PD_ATTR_PLACE:
      return place_of(value.place);
    case PD_ATTR_INTS:
      return Dims(value.ints, value.ints + attr.count);
    case PD_ATTR_FLOATS:
      return std::vector<double>(value.floats, value.floats + attr.count);
    case PD_ATTR_STRING:
      return std::string(value.string, attr.count);
    default:
      fail(ErrorKind::kInvalidArgument, "there is no kind of attribute number ", attr.kind);
  }
}

namespace {

void write(std::monostate, PD_Attr& out) { out.kind = PD_ATTR_NONE; }
void write(bool value, PD_Attr& out) {
  out.kind = PD_ATTR_BOOL;
  out.value.integer = value;
}
void write(int64_t value, PD_Attr& out) {
  out.kind = PD_ATTR_INT;
  out.value.integer = value;
}
void write(double value, PD_Attr& out) {
  out.kind = PD_ATTR_FLOAT;
  out.value.real[0] = value;
}
void write(std::complex<double> value, PD_Attr& out) {
  out.kind = PD_ATTR_COMPLEX;
  out.value.real[0] = value.real();
  out.value.real[1] = value.imag();
}
void write(DType value, PD_Attr& out) {
  out.kind = PD_ATTR_DTYPE;
  out.value.integer = static_cast<int64_t>(value);
}
void write(Place value, PD_Attr& out) {
  out.kind = PD_ATTR_PLACE;
  out.value.place = {static_cast<int32_t>(value.backend), value.device};
}
void write(const Dims& value, PD_Attr& out) {
  out.kind = PD_ATTR_INTS;
  out.count = static_cast<uint32_t>(value.size());
  out.value.ints = value.data();
}
void write(const std::vector<double>& value, PD_Attr& out) {
  out.kind = PD_ATTR_FLOATS;
  out.count = static_cast<uint32_t>(value.size());
  out.value.floats = value.data();
}
void write(const std::string& value, PD_Attr& out) {
  out.kind = PD_ATTR_STRING;
  out.count = static_cast<uint32_t>(value.size());
  out.value.string = value.data();
}

}  // namespace

PD_Attr raw_attr(const Attr& attr) {
  PD_Attr out = {};
  std::visit([&out](const auto& value) { write(value, out); }, attr);
  return out;
}

}  // namespace pd::capi
