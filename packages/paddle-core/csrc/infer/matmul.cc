// Shape rules of the matrix products.
#include "infer/matmul.h"

#include <algorithm>

#include "infer/common.h"

namespace pd::infer {

namespace {

// The sizes of an operand seen as a stack of matrices.
struct Operand {
  DimsView batch;
  int64_t rows;
  int64_t cols;
};

Operand operand_of(const TensorMeta& x, const char* name, bool is_left, bool transpose) {
  const size_t rank = x.shape.size();
  require(rank > 0, "the 0-d tensor ", name, " has no axis to multiply along");
  if (rank == 1) {
    const int64_t size = x.shape[0];
    return {{}, is_left ? 1 : size, is_left ? size : 1};
  }
  int64_t rows = x.shape[rank - 2];
  int64_t cols = x.shape[rank - 1];
  if (transpose) std::swap(rows, cols);
  return {DimsView(x.shape.data(), rank - 2), rows, cols};
}

void require_rank(const TensorMeta& x, const char* name, size_t rank) {
  require(x.shape.size() == rank, name, " must have ", rank, " axes, got the shape ", x.shape);
}

void require_inner_size(int64_t x, int64_t y, const TensorMeta& left, const TensorMeta& right) {
  require(x == y || x == kUnknownDim || y == kUnknownDim, "the sizes to multiply along differ, ", x,
          " and ", y, ", in the shapes ", left.shape, " and ", right.shape);
}

void require_shape(const TensorMeta& x, const TensorMeta& expected, const char* name) {
  const bool same = x.shape.size() == expected.shape.size() &&
                    expands_to(x.shape, expected.shape) && expands_to(expected.shape, x.shape);
  require(same, name, " must have the shape ", expected.shape, ", got ", x.shape);
  require_same_dtype(x, expected);
}

}  // namespace

void matmul(const TensorMeta& x, const TensorMeta& y, bool transpose_x, bool transpose_y,
            TensorMeta& out) {
  require_same_dtype(x, y);
  const Operand left = operand_of(x, "x", true, transpose_x);
  const Operand right = operand_of(y, "y", false, transpose_y);
  require_inner_size(left.cols, right.rows, x, y);
  Dims shape = broadcast_shapes(left.batch, right.batch);
  if (x.shape.size() > 1) shape.push_back(left.rows);
  if (y.shape.size() > 1) shape.push_back(right.cols);
  set_meta(out, shape, x.dtype, x.place);
}

void matmul_grad_x(const TensorMeta& x, const TensorMeta& y, const TensorMeta& out_grad,
                   bool transpose_x, bool transpose_y, TensorMeta& x_grad) {
  TensorMeta out;
  matmul(x, y, transpose_x, transpose_y, out);
  require_shape(out_grad, out, "out_grad");
  set_meta(x_grad, x.shape, x.dtype, x.place);
}

void matmul_grad_y(const TensorMeta& x, const TensorMeta& y, const TensorMeta& out_grad,
                   bool transpose_x, bool transpose_y, TensorMeta& y_grad) {
  TensorMeta out;
  matmul(x, y, transpose_x, transpose_y, out);
  require_shape(out_grad, out, "out_grad");
  set_meta(y_grad, y.shape, y.dtype, y.place);
}

void bmm(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  require_rank(x, "x", 3);
  require_rank(y, "y", 3);
  require_same_size(x.shape[0], y.shape[0], "batch sizes of x and y");
  matmul(x, y, false, false, out);
}

void mv(const TensorMeta& x, const TensorMeta& vec, TensorMeta& out) {
  require_rank(x, "x", 2);
  require_rank(vec, "vec", 1);
  matmul(x, vec, false, false, out);
}

void dot(const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  const size_t rank = x.shape.size();
  require(rank == 1 || rank == 2, "x must have 1 or 2 axes, got the shape ", x.shape);
  require_rank(y, "y", rank);
  require_same_dtype(x, y);
  for (size_t i = 0; i < rank; ++i) require_same_size(x.shape[i], y.shape[i], "sizes of x and y");
  set_meta(out, DimsView(x.shape.data(), rank - 1), x.dtype, x.place);
}

void addmm(const TensorMeta& input, const TensorMeta& x, const TensorMeta& y, TensorMeta& out) {
  require_rank(x, "x", 2);
  require_rank(y, "y", 2);
  require_same_dtype(input, x);
  matmul(x, y, false, false, out);
  require(expands_to(input.shape, out.shape), "input of shape ", input.shape,
          " cannot be broadcast to the product's shape ", out.shape);
}

void linear(const TensorMeta& x, const TensorMeta& weight, const TensorMeta* bias,
            TensorMeta& out) {
  require_rank(weight, "weight", 2);
  matmul(x, weight, false, false, out);
  if (!bias) return;
  require_same_dtype(x, *bias);
  require(bias->shape.size() <= 1 && expands_to(bias->shape, DimsView(&weight.shape[1], 1)),
          "bias of shape ", bias->shape, " cannot be added to ", weight.shape[1], " features");
}

}  // namespace pd::infer
