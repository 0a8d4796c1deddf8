// Shape rules of the sparse operators.
#include "infer.h"

#include <algorithm>

namespace paddle::infer {
namespace {

constexpr int64_t kUnknown = -1;

void require_rank(const TensorMeta& x, int64_t rank, const char* name) {
  require(x.rank() == rank, PD_INVALID_ARGUMENT, name, " must have ", rank,
          " dimensions, but its shape is ", ShapeText{x.shape});
}

void require_size(int64_t size, const char* name) {
  require(size >= 0, PD_INVALID_ARGUMENT, name, " must not be negative, but is ", size);
}

void require_same(int64_t a, int64_t b, const char* what) {
  require(a == b || a == kUnknown || b == kUnknown, PD_INVALID_ARGUMENT, what,
          " must be of the same length, but have ", a, " and ", b, " elements");
}

// One int64 coordinate per stored element; gives their number.
int64_t require_coordinates(const TensorMeta& x, const char* name) {
  require_rank(x, 1, name);
  require(x.dtype == DType::kInt64, PD_INVALID_TYPE, name, " must be int64, not ", x.dtype);
  return x.shape[0];
}

int64_t require_pattern(const TensorMeta& rows, const TensorMeta& cols) {
  const int64_t count = require_coordinates(rows, "rows");
  require_same(count, require_coordinates(cols, "cols"), "rows and cols");
  return count == kUnknown ? cols.shape[0] : count;
}

// Pointers of rows and columns of elements; gives the number of the elements.
int64_t require_compressed_rows(const TensorMeta& crows, const TensorMeta& cols, int64_t width,
                                const char* crows_name, const char* cols_name) {
  require_size(width, "width");
  const int64_t pointers = require_coordinates(crows, crows_name);
  require(pointers != 0, PD_INVALID_ARGUMENT, crows_name, " must hold at least one pointer");
  int64_t volume = 0;
  require(!__builtin_mul_overflow(pointers, width, &volume), PD_INVALID_ARGUMENT, pointers - 1,
          " rows of ", width, " columns have too many positions to number");
  return require_coordinates(cols, cols_name);
}

// The operands of an operator on two matrices in compressed rows.
void require_operands(const TensorMeta& x_values, const TensorMeta& y_values,
                      const TensorMeta& x_crows, const TensorMeta& x_cols,
                      const TensorMeta& y_crows, const TensorMeta& y_cols, int64_t x_width,
                      int64_t y_width) {
  require_rank(x_values, 1, "x_values");
  require_rank(y_values, 1, "y_values");
  require_same(x_values.shape[0],
               require_compressed_rows(x_crows, x_cols, x_width, "x_crows", "x_cols"),
               "x_values and x_cols");
  require_same(y_values.shape[0],
               require_compressed_rows(y_crows, y_cols, y_width, "y_crows", "y_cols"),
               "y_values and y_cols");
}

void set(TensorMeta& out, Dims shape, DType dtype) {
  out.shape = std::move(shape);
  out.dtype = dtype;
}

void require_volume(DimsView shape) {
  int64_t volume = 1;
  for (const int64_t size : shape) {
    require_size(size, "a size of shape");
    require(!__builtin_mul_overflow(volume, size, &volume), PD_INVALID_ARGUMENT, "the shape ",
            ShapeText{shape}, " has too many positions to number");
  }
}

}  // namespace

// ---- patterns --------------------------------------------------------------------------------

void flatten(const TensorMeta& indices, DimsView shape, TensorMeta& out) {
  require_rank(indices, 2, "indices");
  require(indices.shape[0] == static_cast<int64_t>(shape.size()), PD_INVALID_ARGUMENT,
          "indices have ", indices.shape[0], " rows, but the shape ", ShapeText{shape}, " has ",
          shape.size(), " dimensions");
  require_volume(shape);
  set(out, {indices.shape[1]}, DType::kInt64);
}

void unflatten(const TensorMeta& positions, DimsView shape, TensorMeta& out) {
  const int64_t count = require_coordinates(positions, "positions");
  require_volume(shape);
  set(out, {static_cast<int64_t>(shape.size()), count}, DType::kInt64);
}

void unique(const TensorMeta& positions, TensorMeta& out, TensorMeta& index) {
  const int64_t count = require_coordinates(positions, "positions");
  set(out, {kUnknown}, DType::kInt64);
  set(index, {count}, DType::kInt64);
}

void row_indices(const TensorMeta& crows, const TensorMeta& cols, int64_t rows, TensorMeta& out) {
  require_rank(crows, 1, "crows");
  require_rank(cols, 1, "cols");
  require_size(rows, "rows");
  require(crows.shape[0] == kUnknown || crows.shape[0] % (rows + 1) == 0, PD_INVALID_ARGUMENT,
          "crows must hold ", rows + 1, " pointers per matrix, but has ", crows.shape[0]);
  set(out, {cols.shape[0]}, DType::kInt64);
}

void row_pointers(const TensorMeta& rows, int64_t batches, int64_t size, TensorMeta& out) {
  require_coordinates(rows, "rows");
  require_size(batches, "batches");
  require_size(size, "size");
  int64_t count = 0;
  require(!__builtin_mul_overflow(batches, size + 1, &count), PD_INVALID_ARGUMENT, batches,
          " matrices of ", size, " rows are too many");
  set(out, {count}, DType::kInt64);
}

void pattern_union(const TensorMeta& x_positions, const TensorMeta& y_positions,
                   TensorMeta& positions, TensorMeta& x_index, TensorMeta& y_index) {
  set(positions, {kUnknown}, DType::kInt64);
  set(x_index, {require_coordinates(x_positions, "x_positions")}, DType::kInt64);
  set(y_index, {require_coordinates(y_positions, "y_positions")}, DType::kInt64);
}

void sort_rows(const TensorMeta& rows, int64_t size, TensorMeta& crows, TensorMeta& order) {
  require_size(size, "size");
  set(crows, {size + 1}, DType::kInt64);
  set(order, {require_coordinates(rows, "rows")}, DType::kInt64);
}

void transpose_rows(const TensorMeta& crows, const TensorMeta& cols, int64_t width,
                    TensorMeta& out_crows, TensorMeta& out_cols, TensorMeta& order) {
  require_compressed_rows(crows, cols, width, "crows", "cols");
  set(out_crows, {width + 1}, DType::kInt64);
  set(out_cols, {cols.shape[0]}, DType::kInt64);
  set(order, {cols.shape[0]}, DType::kInt64);
}

// ---- values ----------------------------------------------------------------------------------

void gather(const TensorMeta& values, const TensorMeta& positions, TensorMeta& out) {
  require(values.rank() >= 1, "values must have at least one dimension");
  out = values;
  out.shape[0] = require_coordinates(positions, "positions");
}

void scatter_add(const TensorMeta& values, const TensorMeta& positions, int64_t rows,
                 TensorMeta& out) {
  require(values.rank() >= 1, "values must have at least one dimension");
  require_same(values.shape[0], require_coordinates(positions, "positions"),
               "values and positions");
  require_size(rows, "rows");
  out = values;
  out.shape[0] = rows;
}

void matmul(const TensorMeta& values, const TensorMeta& y, const TensorMeta& rows,
            const TensorMeta& cols, int64_t m, TensorMeta& out) {
  require_rank(values, 1, "values");
  require_rank(y, 2, "y");
  require_same(values.shape[0], require_pattern(rows, cols), "values and rows");
  require_size(m, "m");
  set(out, {m, y.shape[1]}, values.dtype);
}

void sampled_matmul(const TensorMeta& x, const TensorMeta& y, const TensorMeta& rows,
                    const TensorMeta& cols, TensorMeta& out) {
  require_rank(x, 2, "x");
  require_rank(y, 2, "y");
  require_same(x.shape[1], y.shape[1], "rows of x and y");
  set(out, {require_pattern(rows, cols)}, x.dtype);
}

void add(const TensorMeta& x_values, const TensorMeta& y_values, const TensorMeta& x_crows,
         const TensorMeta& x_cols, const TensorMeta& y_crows, const TensorMeta& y_cols,
         int64_t width, TensorMeta& out, TensorMeta& crows, TensorMeta& cols, TensorMeta& x_index,
         TensorMeta& y_index) {
  require_operands(x_values, y_values, x_crows, x_cols, y_crows, y_cols, width, width);
  require_same(x_crows.shape[0], y_crows.shape[0], "x_crows and y_crows");
  set(out, {kUnknown}, x_values.dtype);
  set(crows, x_crows.shape, DType::kInt64);
  set(cols, {kUnknown}, DType::kInt64);
  set(x_index, x_cols.shape, DType::kInt64);
  set(y_index, y_cols.shape, DType::kInt64);
}

void row_product(const TensorMeta& x_values, const TensorMeta& y_values, const TensorMeta& x_crows,
                 const TensorMeta& x_cols, const TensorMeta& y_crows, const TensorMeta& y_cols,
                 int64_t width, TensorMeta& out, TensorMeta& crows, TensorMeta& cols) {
  const int64_t inner = std::max<int64_t>(y_crows.rank() == 1 ? y_crows.shape[0] - 1 : 0, 0);
  require_operands(x_values, y_values, x_crows, x_cols, y_crows, y_cols, inner, width);
  set(out, {kUnknown}, x_values.dtype);
  set(crows, x_crows.shape, DType::kInt64);
  set(cols, {kUnknown}, DType::kInt64);
}

void product(const TensorMeta& x_values, const TensorMeta& y_values, const TensorMeta& x_rows,
             const TensorMeta& x_cols, const TensorMeta& y_rows, const TensorMeta& y_cols,
             const TensorMeta& rows, const TensorMeta& cols, TensorMeta& out) {
  require_rank(x_values, 1, "x_values");
  require_rank(y_values, 1, "y_values");
  require_same(x_values.shape[0], require_pattern(x_rows, x_cols), "x_values and x_rows");
  require_same(y_values.shape[0], require_pattern(y_rows, y_cols), "y_values and y_rows");
  set(out, {require_pattern(rows, cols)}, x_values.dtype);
}

void softmax(const TensorMeta& values, const TensorMeta& groups, TensorMeta& out) {
  require_rank(values, 1, "values");
  require_same(values.shape[0], require_coordinates(groups, "groups"), "values and groups");
  out = values;
}

}  // namespace paddle::infer
