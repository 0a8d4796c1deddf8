// Reduces tensors over axes with functions over contiguous rows and columns.
#include "kernels/cpu/reduce.h"

#include <algorithm>
#include <memory>

#include "runtime/parallel.h"

namespace pd::cpu {
namespace {

// Elements of one piece of a long reduction.
constexpr int64_t kPiece = 1 << 15;
constexpr int64_t kColumnBlock = 512;
// With at least this many independent results nothing else is cut.
constexpr int64_t kEnoughResults = 32;

bool contains(DimsView axes, int64_t axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

// Neighbouring axes that are all reduced, or all kept, taken together.
struct Group {
  int64_t size = 1;
  bool reduced = false;
};

SmallVector<Group, 8> groups_of(DimsView shape, DimsView axes, int64_t parts) {
  SmallVector<Group, 8> groups;
  const auto add = [&](int64_t size, bool reduced) {
    if (size == 1) return;
    if (!groups.empty() && groups.back().reduced == reduced) {
      groups.back().size *= size;
    } else {
      groups.push_back({size, reduced});
    }
  };
  for (size_t i = 0; i < shape.size(); ++i) {
    add(shape[i], contains(axes, static_cast<int64_t>(i)));
  }
  add(parts, false);
  if (std::none_of(groups.begin(), groups.end(), [](const Group& g) { return g.reduced; })) {
    groups.push_back({1, true});
  }
  return groups;
}

class Memory {
 public:
  explicit Memory(int64_t bytes) : data_(new char[static_cast<size_t>(bytes)]) {}
  char* get() const { return data_.get(); }

 private:
  std::unique_ptr<char[]> data_;
};

// One step: [outer, n, inner] elements to [outer, inner] accumulators.
struct Step {
  int64_t outer = 1, n = 1, inner = 1;
};

struct Functions {
  int64_t item;
  RowsFn rows;
  ColumnsFn columns;
};

int64_t pieces_of(const Step& step) {
  const int64_t results = step.outer * ((step.inner + kColumnBlock - 1) / kColumnBlock);
  if (results >= kEnoughResults) return 1;
  return std::max<int64_t>(1, std::min(step.n, step.n * step.inner / kPiece));
}

void run_rows(const Functions& f, const char* x, const Step& step, int64_t pieces, char* acc,
              int64_t acc_item) {
  const int64_t grain = std::max<int64_t>(1, kPiece * pieces / std::max<int64_t>(step.n, 1));
  parallel_for(0, step.outer * pieces, grain, [&](int64_t begin, int64_t end) {
    if (pieces == 1) {
      f.rows(x + begin * step.n * f.item, end - begin, step.n, acc + begin * acc_item);
      return;
    }
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = i / pieces, piece = i % pieces;
      const int64_t first = step.n * piece / pieces, last = step.n * (piece + 1) / pieces;
      f.rows(x + (row * step.n + first) * f.item, 1, last - first, acc + i * acc_item);
    }
  });
}

void run_columns(const Functions& f, const char* x, const Step& step, int64_t pieces, char* acc,
                 int64_t acc_item) {
  const int64_t blocks = (step.inner + kColumnBlock - 1) / kColumnBlock;
  const int64_t work = std::max<int64_t>(1, step.n * std::min(step.inner, kColumnBlock) / pieces);
  const int64_t grain = std::max<int64_t>(1, kPiece / work);
  parallel_for(0, step.outer * pieces * blocks, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t block = i % blocks, piece = i / blocks % pieces, row = i / blocks / pieces;
      const int64_t column = block * kColumnBlock;
      const int64_t width = std::min(kColumnBlock, step.inner - column);
      const int64_t first = step.n * piece / pieces, last = step.n * (piece + 1) / pieces;
      const char* from = x + ((row * step.n + first) * step.inner + column) * f.item;
      char* to = acc + ((row * pieces + piece) * step.inner + column) * acc_item;
      f.columns(from, last - first, step.inner, width, to);
    }
  });
}

void run_pieces(const Functions& f, const char* x, const Step& step, int64_t pieces, char* acc,
                int64_t acc_item) {
  if (step.inner == 1) {
    run_rows(f, x, step, pieces, acc, acc_item);
  } else {
    run_columns(f, x, step, pieces, acc, acc_item);
  }
}

void run_step(const Reducer& reducer, bool of_accumulators, const char* x, const Step& step,
              char* acc) {
  const Functions over_acc{reducer.acc_item, reducer.acc_rows, reducer.acc_columns};
  const Functions over_items{reducer.item, reducer.rows, reducer.columns};
  const Functions& f = of_accumulators ? over_acc : over_items;
  const int64_t pieces = pieces_of(step);
  if (pieces == 1) return run_pieces(f, x, step, 1, acc, reducer.acc_item);
  const Memory partial(step.outer * pieces * step.inner * reducer.acc_item);
  run_pieces(f, x, step, pieces, partial.get(), reducer.acc_item);
  run_step(reducer, true, partial.get(), {step.outer, pieces, step.inner}, acc);
}

}  // namespace

void reduce_axes(const Reducer& reducer, const TensorImpl& x, DimsView axes, void* acc,
                 int64_t parts) {
  const Tensor dense = contiguous(x);
  SmallVector<Group, 8> groups = groups_of(x.shape(), axes, parts);
  const char* from = static_cast<const char*>(dense->raw_data());
  std::unique_ptr<Memory> held;
  bool of_accumulators = false;
  for (size_t g = groups.size(); g-- > 0;) {
    if (!groups[g].reduced) continue;
    Step step{1, groups[g].size, 1};
    bool last = true;
    for (size_t i = 0; i < g; ++i) {
      step.outer *= groups[i].size;
      last = last && !groups[i].reduced;
    }
    for (size_t i = g + 1; i < groups.size(); ++i) step.inner *= groups[i].size;
    groups.erase(g);
    if (last) return run_step(reducer, of_accumulators, from, step, static_cast<char*>(acc));
    auto next = std::make_unique<Memory>(step.outer * step.inner * reducer.acc_item);
    run_step(reducer, of_accumulators, from, step, next->get());
    from = next->get();
    held = std::move(next);
    of_accumulators = true;
  }
}

Rows rows_of(const TensorImpl& x, DimsView axes) {
  Rows result;
  Dims shape, strides;
  for (const bool reduced : {false, true}) {
    for (int64_t i = 0; i < x.rank(); ++i) {
      if (contains(axes, i) != reduced) continue;
      shape.push_back(x.dim(i));
      strides.push_back(x.stride(i));
      (reduced ? result.n : result.rows) *= x.dim(i);
    }
  }
  result.data = contiguous(*Tensor::view_of(x, shape, strides, x.offset()));
  return result;
}

}  // namespace pd::cpu
