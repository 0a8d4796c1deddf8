// Conversions of runs of elements between all data types.
#include "kernels/cpu/convert.h"

namespace pd::cpu {
namespace {

template <class From, class To>
void convert_run(const void* from, int64_t from_stride, void* to, int64_t to_stride,
                 int64_t count) {
  const From* source = static_cast<const From*>(from);
  To* target = static_cast<To*>(to);
  if (from_stride == 1 && to_stride == 1) {
    for (int64_t i = 0; i < count; ++i) target[i] = convert<To>(source[i]);
  } else {
    for (int64_t i = 0; i < count; ++i) {
      target[i * to_stride] = convert<To>(source[i * from_stride]);
    }
  }
}

}  // namespace

ConvertRun conversion(DType from, DType to) {
  return visit_dtype<kAllMask>(from, [to]<class From>(Type<From>) {
    return visit_dtype<kAllMask>(
        to, []<class To>(Type<To>) -> ConvertRun { return convert_run<From, To>; });
  });
}

}  // namespace pd::cpu
