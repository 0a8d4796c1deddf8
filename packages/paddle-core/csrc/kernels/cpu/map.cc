// Applies functions over contiguous spans to tensors of any shape, strides and broadcasting.
#include "kernels/cpu/map.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "runtime/parallel.h"

namespace pd::cpu {
namespace {

constexpr int kMaxOperands = 6;
// Elements per staged block: a block of every operand together stays in the first-level cache.
constexpr int64_t kBlock = 512;
// Rows at least this long are walked one by one; shorter ones are gathered many at a time.
constexpr int64_t kLongRow = 64;
// Results from this size on are written around the caches: a core's second-level cache would not
// keep them together with the operands, and reading the old contents first costs more than that.
constexpr int64_t kStreamBytes = 2 << 20;

struct Operand {
  char* data = nullptr;
  DType dtype = DType::kFloat32;
  int64_t size = 4;                      // of an element
  bool flat = false;                     // contiguous over the whole plan
  std::array<int64_t, kMaxRank> stride;  // in bytes, per axis of the plan
};

template <class Half>
void to_floats(const uint16_t* x, float* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = static_cast<float>(std::bit_cast<Half>(x[i]));
}
template <class Half>
void to_halves(const float* x, uint16_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = Half(x[i]).bits;
}

// For kernels that exist once for all instruction sets.
constexpr HalfSpans kPortableHalves = {to_floats<float16>, to_halves<float16>, to_floats<bfloat16>,
                                       to_halves<bfloat16>};

// The common iteration space with its axes merged as far as all operands allow.
struct Plan {
  int rank = 0;
  std::array<int64_t, kMaxRank> shape;
  int operands = 0, inputs = 0;
  std::array<Operand, kMaxOperands> operand;
  int64_t count = 1;
};

// Strides in bytes along the axes of `shape`; axes that are missing or have size 1 get 0.
void set_strides(Operand& operand, const TensorImpl& x, DimsView shape) {
  const int64_t missing = static_cast<int64_t>(shape.size()) - x.rank();
  for (int64_t axis = 0; axis < static_cast<int64_t>(shape.size()); ++axis) {
    const bool repeated = axis < missing || x.dim(axis - missing) == 1;
    operand.stride[axis] = repeated ? 0 : x.stride(axis - missing) * operand.size;
  }
}

bool can_merge(const Plan& plan, int outer, int inner) {
  for (int i = 0; i < plan.operands; ++i) {
    const auto& stride = plan.operand[i].stride;
    if (stride[outer] != stride[inner] * plan.shape[inner]) return false;
  }
  return true;
}

void copy_axis(Plan& plan, int from, int to) {
  plan.shape[to] = plan.shape[from];
  for (int i = 0; i < plan.operands; ++i) {
    plan.operand[i].stride[to] = plan.operand[i].stride[from];
  }
}

// Drops axes of size 1 and merges neighbours; the last axis stays the last.
void merge_axes(Plan& plan) {
  int kept = 0;
  for (int axis = 0; axis < plan.rank; ++axis) {
    if (plan.shape[axis] == 1) continue;
    copy_axis(plan, axis, kept);
    if (kept > 0 && can_merge(plan, kept - 1, kept)) {
      const int64_t merged = plan.shape[kept - 1] * plan.shape[kept];
      copy_axis(plan, kept, kept - 1);
      plan.shape[kept - 1] = merged;
    } else {
      ++kept;
    }
  }
  if (kept == 0) {
    plan.shape[0] = 1;
    for (int i = 0; i < plan.operands; ++i) plan.operand[i].stride[0] = 0;
    kept = 1;
  }
  plan.rank = kept;
}

bool is_flat(const Plan& plan, const Operand& operand) {
  int64_t step = operand.size;
  for (int axis = plan.rank - 1; axis >= 0; --axis) {
    if (operand.stride[axis] != step) return false;
    step *= plan.shape[axis];
  }
  return true;
}

void make_plan(Plan& plan, std::initializer_list<const TensorImpl*> inputs,
               std::initializer_list<TensorImpl*> outputs) {
  const Dims& shape = (*outputs.begin())->shape();
  plan.rank = static_cast<int>(shape.size());
  std::copy(shape.begin(), shape.end(), plan.shape.begin());
  plan.count = (*outputs.begin())->numel();
  plan.inputs = static_cast<int>(inputs.size());
  const auto add = [&](const TensorImpl& x) {
    Operand& operand = plan.operand[plan.operands++];
    operand.data = static_cast<char*>(const_cast<void*>(x.raw_data()));
    operand.dtype = x.dtype();
    operand.size = size_of(x.dtype());
    set_strides(operand, x, shape);
  };
  for (const TensorImpl* x : inputs) add(*x);
  for (TensorImpl* x : outputs) add(*x);
  merge_axes(plan);
  for (int i = 0; i < plan.operands; ++i) plan.operand[i].flat = is_flat(plan, plan.operand[i]);
}

bool is_half(DType dtype) { return in_mask(dtype, kHalfMask); }

template <class T>
void gather_run(const char* from, int64_t stride, T* to, int64_t n) {
  if (stride == 0) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    std::fill_n(to, n, value);
    return;
  }
  for (int64_t i = 0; i < n; ++i) std::memcpy(to + i, from + i * stride, sizeof(T));
}

template <class T>
void scatter_run(const T* from, char* to, int64_t stride, int64_t n) {
  for (int64_t i = 0; i < n; ++i) std::memcpy(to + i * stride, from + i, sizeof(T));
}

struct Block16 {
  uint64_t half[2];
};

// Calls f with a type of `size` bytes.
template <class F>
void with_size(int64_t size, F&& f) {
  switch (size) {
    case 1:
      return f(uint8_t{});
    case 2:
      return f(uint16_t{});
    case 4:
      return f(uint32_t{});
    case 8:
      return f(uint64_t{});
    default:
      return f(Block16{});
  }
}

// A position in the plan's space, advanced row by row.
class Cursor {
 public:
  Cursor(const Plan& plan, int64_t index) : plan_(plan) {
    for (int axis = plan.rank - 1; axis >= 0; --axis) {
      at_[axis] = index % plan.shape[axis];
      index /= plan.shape[axis];
    }
  }

  // Only the axes in use are copied: there is room for many more.
  Cursor(const Cursor& other) : plan_(other.plan_) {
    std::copy_n(other.at_.begin(), plan_.rank, at_.begin());
  }

  int64_t column() const { return at_[plan_.rank - 1]; }
  int64_t left_in_row() const { return plan_.shape[plan_.rank - 1] - column(); }
  char* address(const Operand& operand) const {
    char* p = operand.data;
    for (int axis = 0; axis < plan_.rank; ++axis) p += at_[axis] * operand.stride[axis];
    return p;
  }

  // n is at most left_in_row().
  void advance(int64_t n) {
    int axis = plan_.rank - 1;
    at_[axis] += n;
    while (axis > 0 && at_[axis] == plan_.shape[axis]) {
      at_[axis] = 0;
      ++at_[--axis];
    }
  }

 private:
  const Plan& plan_;
  std::array<int64_t, kMaxRank> at_;
};

// Calls f(address, stride in bytes, run length, position) for the rows that n elements touch.
template <class F>
void for_each_run(const Plan& plan, const Operand& operand, const Cursor& start, int64_t n, F&& f) {
  Cursor cursor = start;
  for (int64_t done = 0; done < n;) {
    const int64_t run = std::min(n - done, cursor.left_in_row());
    f(cursor.address(operand), operand.stride[plan.rank - 1], run, done);
    done += run;
    cursor.advance(run);
  }
}

void gather(const Plan& plan, const Operand& operand, const Cursor& cursor, int64_t n, void* to) {
  with_size(operand.size, [&](auto tag) {
    using T = decltype(tag);
    for_each_run(plan, operand, cursor, n,
                 [&](const char* from, int64_t stride, int64_t run, int64_t done) {
                   gather_run<T>(from, stride, static_cast<T*>(to) + done, run);
                 });
  });
}

void scatter(const Plan& plan, const Operand& operand, const Cursor& cursor, int64_t n,
             const void* from) {
  with_size(operand.size, [&](auto tag) {
    using T = decltype(tag);
    for_each_run(plan, operand, cursor, n,
                 [&](char* to, int64_t stride, int64_t run, int64_t done) {
                   scatter_run<T>(static_cast<const T*>(from) + done, to, stride, run);
                 });
  });
}

// Runs the span over the elements [begin, end) of the plan.
class Runner {
 public:
  Runner(const Plan& plan, const MapSpec& spec)
      : plan_(plan), spec_(spec), halves_(spec.halves ? *spec.halves : kPortableHalves) {}

  void run(int64_t begin, int64_t end) {
    const int64_t row = plan_.shape[plan_.rank - 1];
    Cursor cursor(plan_, begin);
    while (begin < end) {
      int64_t n = end - begin;
      if (row >= kLongRow) n = std::min(n, cursor.left_in_row());
      run_piece(cursor, n, row >= kLongRow);
      begin += n;
    }
  }

 private:
  // Operands that lie contiguous over the piece are used in place, the others block by block.
  bool is_direct(const Operand& operand, bool one_row) const {
    if (is_half(operand.dtype)) return false;
    return operand.flat || (one_row && operand.stride[plan_.rank - 1] == operand.size);
  }

  void run_piece(Cursor& cursor, int64_t n, bool one_row) {
    std::array<bool, kMaxOperands> direct;
    bool all_direct = true;
    for (int i = 0; i < plan_.operands; ++i) {
      direct[i] = is_direct(plan_.operand[i], one_row);
      all_direct = all_direct && direct[i];
    }
    const int64_t step = all_direct ? n : kBlock;
    for (int64_t done = 0; done < n; done += step) {
      const int64_t size = std::min(step, n - done);
      run_block(cursor, size, direct, one_row && done > 0);
      skip(cursor, size);
    }
  }

  static void skip(Cursor& cursor, int64_t n) {
    while (n > 0) {
      const int64_t run = std::min(n, cursor.left_in_row());
      cursor.advance(run);
      n -= run;
    }
  }

  // `repeats` says that a row's repeated elements are staged already.
  void run_block(const Cursor& cursor, int64_t n, const std::array<bool, kMaxOperands>& direct,
                 bool repeats) {
    std::array<const void*, kMaxOperands> in{};
    std::array<void*, kMaxOperands> out{};
    for (int i = 0; i < plan_.operands; ++i) {
      const Operand& operand = plan_.operand[i];
      void* place = direct[i] ? cursor.address(operand) : staging_[i].data();
      if (i >= plan_.inputs) {
        out[i - plan_.inputs] = place;
        continue;
      }
      in[i] = place;
      if (!direct[i] && !(repeats && operand.stride[plan_.rank - 1] == 0)) {
        stage(operand, cursor, n, place);
      }
    }
    spec_.span(in.data(), out.data(), n, spec_.params);
    for (int i = plan_.inputs; i < plan_.operands; ++i) {
      if (!direct[i]) unstage(plan_.operand[i], cursor, n, out[i - plan_.inputs]);
    }
  }

  bool is_packed(const Operand& operand, const Cursor& cursor, int64_t n) const {
    return operand.flat ||
           (operand.stride[plan_.rank - 1] == operand.size && n <= cursor.left_in_row());
  }

  void stage(const Operand& operand, const Cursor& cursor, int64_t n, void* to) {
    if (!is_half(operand.dtype)) return gather(plan_, operand, cursor, n, to);
    const uint16_t* from = half_staging_.data();
    if (is_packed(operand, cursor, n)) {
      from = reinterpret_cast<const uint16_t*>(cursor.address(operand));
    } else {
      gather(plan_, operand, cursor, n, half_staging_.data());
    }
    const bool f16 = operand.dtype == DType::kFloat16;
    (f16 ? halves_.f16_to_f32 : halves_.bf16_to_f32)(from, static_cast<float*>(to), n);
  }

  void unstage(const Operand& operand, const Cursor& cursor, int64_t n, const void* from) {
    if (!is_half(operand.dtype)) return scatter(plan_, operand, cursor, n, from);
    const bool packed = is_packed(operand, cursor, n);
    uint16_t* to = half_staging_.data();
    if (packed) to = reinterpret_cast<uint16_t*>(cursor.address(operand));
    const bool f16 = operand.dtype == DType::kFloat16;
    (f16 ? halves_.f32_to_f16 : halves_.f32_to_bf16)(static_cast<const float*>(from), to, n);
    if (!packed) scatter(plan_, operand, cursor, n, to);
  }

  const Plan& plan_;
  const MapSpec& spec_;
  const HalfSpans& halves_;
  alignas(64) std::array<std::array<char, kBlock * sizeof(Block16)>, kMaxOperands> staging_;
  alignas(64) std::array<uint16_t, kBlock> half_staging_;
};

bool is_plain(const TensorImpl& x, const Dims& shape) {
  return x.is_contiguous() && !is_half(x.dtype()) && x.shape() == shape;
}

// Memory that was just read is in a cache already, so writing it back in place goes there too.
Span chosen_span(const MapSpec& spec, const TensorImpl& out,
                 const std::array<const char*, kMaxOperands>& in) {
  const bool large = out.numel() * size_of(out.dtype()) >= kStreamBytes;
  if (!large || spec.streaming == nullptr) return spec.span;
  const bool in_place = std::find(in.begin(), in.end(), out.raw_data()) != in.end();
  return in_place ? spec.span : spec.streaming;
}

// The common case: every operand contiguous and of the output's shape.
bool map_plain(const MapSpec& spec, std::initializer_list<const TensorImpl*> inputs,
               std::initializer_list<TensorImpl*> outputs) {
  const Dims& shape = (*outputs.begin())->shape();
  std::array<const char*, kMaxOperands> in{};
  std::array<char*, kMaxOperands> out{};
  std::array<int64_t, kMaxOperands> in_size{}, out_size{};
  size_t i = 0, o = 0;
  for (const TensorImpl* x : inputs) {
    if (!is_plain(*x, shape)) return false;
    in[i] = static_cast<const char*>(x->raw_data());
    in_size[i++] = size_of(x->dtype());
  }
  for (TensorImpl* x : outputs) {
    if (!is_plain(*x, shape)) return false;
    out[o] = static_cast<char*>(x->raw_data());
    out_size[o++] = size_of(x->dtype());
  }
  const Span span = chosen_span(spec, **outputs.begin(), in);
  parallel_for(0, (*outputs.begin())->numel(), spec.grain, [&](int64_t begin, int64_t end) {
    std::array<const void*, kMaxOperands> from;
    std::array<void*, kMaxOperands> to;
    for (size_t k = 0; k < i; ++k) from[k] = in[k] + begin * in_size[k];
    for (size_t k = 0; k < o; ++k) to[k] = out[k] + begin * out_size[k];
    span(from.data(), to.data(), end - begin, spec.params);
  });
  return true;
}

}  // namespace

void map(const MapSpec& spec, std::initializer_list<const TensorImpl*> inputs,
         std::initializer_list<TensorImpl*> outputs) {
  if (map_plain(spec, inputs, outputs)) return;
  Plan plan;
  make_plan(plan, inputs, outputs);
  parallel_for(0, plan.count, spec.grain,
               [&](int64_t begin, int64_t end) { Runner(plan, spec).run(begin, end); });
}

}  // namespace pd::cpu
