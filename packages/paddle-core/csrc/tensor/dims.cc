// Shape arithmetic.
#include "tensor/dims.h"

#include "runtime/error.h"
#include "tensor/place.h"

namespace pd {

std::ostream& operator<<(std::ostream& out, ShapeText shape) {
  out << '[';
  for (size_t i = 0; i < shape.dims.size(); ++i) out << (i ? ", " : "") << shape.dims[i];
  return out << ']';
}

std::ostream& operator<<(std::ostream& out, Place place) {
  switch (place.backend) {
    case Backend::kCPU:
    case Backend::kOneDNN:
      return out << "Place(cpu)";
    case Backend::kGPU:
      return out << "Place(gpu:" << place.device << ')';
    default:
      return out << "Place(custom" << static_cast<int>(place.backend) << ':' << place.device << ')';
  }
}

int64_t num_elements(DimsView shape) {
  int64_t count = 1;
  bool known = true;
  bool empty = false;
  for (int64_t size : shape) {
    require(size >= kUnknownDim, "the shape ", ShapeText{shape}, " has a negative size");
    if (size == kUnknownDim) {
      known = false;
    } else if (size == 0) {
      empty = true;
    } else {
      require(!__builtin_mul_overflow(count, size, &count), "the shape ", ShapeText{shape},
              " has more elements than can be counted");
    }
  }
  if (!known) return kUnknownDim;
  return empty ? 0 : count;
}

bool is_known(DimsView shape) {
  return std::find(shape.begin(), shape.end(), kUnknownDim) == shape.end();
}

Dims contiguous_strides(DimsView shape) {
  Dims strides(shape.size());
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = step;
    // Shapes that overflow are refused where memory is asked for.
    (void)__builtin_mul_overflow(step, std::max<int64_t>(shape[i], 1), &step);
  }
  return strides;
}

Reach strided_reach(DimsView shape, DimsView strides) {
  Reach reach;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t step = 0;
    int64_t& bound = strides[i] < 0 ? reach.lowest : reach.highest;
    require(!__builtin_mul_overflow(std::max<int64_t>(shape[i], 1) - 1, strides[i], &step) &&
                !__builtin_add_overflow(bound, step, &bound),
            "the shape ", ShapeText{shape}, " with strides ", ShapeText{strides},
            " does not fit into the address space");
  }
  return reach;
}

int64_t normalize_axis(int64_t axis, int64_t rank, const char* what) {
  const int64_t bound = std::max<int64_t>(rank, 1);
  require(axis >= -bound && axis < bound, what, " must be in [", -bound, ", ", bound,
          ") for a tensor of rank ", rank, ", but is ", axis);
  return axis < 0 ? axis + bound : axis;
}

}  // namespace pd
