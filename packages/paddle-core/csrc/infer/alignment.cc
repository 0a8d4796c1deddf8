// Shape rules of losses and searches over alignments, and of sampling at points.
#include "infer/alignment.h"

#include "infer/common.h"

namespace pd::infer {

namespace {

void require_rank(const TensorMeta& x, size_t rank, const char* name) {
  require(x.shape.size() == rank, name, " must have ", rank, " axes, got the shape ", x.shape);
}

void require_lengths(const TensorMeta& lengths, int64_t batch, const char* name) {
  require_integer_index(lengths, name);
  require_rank(lengths, 1, name);
  require_same_size(lengths.shape[0], batch, name);
}

void require_blank(int64_t blank, int64_t classes) {
  require(blank >= 0 && (classes == kUnknownDim || blank < classes), "blank must be in [0, ",
          classes, "), got ", blank);
}

}  // namespace

void warpctc(const TensorMeta& logits, const TensorMeta& label, const TensorMeta& logits_length,
             const TensorMeta& labels_length, int64_t blank, TensorMeta& loss,
             TensorMeta& warpctcgrad) {
  require_rank(logits, 3, "logits");
  require_rank(label, 2, "label");
  require_integer_index(label, "label");
  const int64_t batch = logits.shape[1];
  require_same_size(label.shape[0], batch, "the batches of label and logits");
  require_lengths(logits_length, batch, "logits_length");
  require_lengths(labels_length, batch, "labels_length");
  require_blank(blank, logits.shape[2]);
  set_meta(loss, Dims{batch, 1}, logits.dtype, logits.place);
  unchanged(logits, warpctcgrad);
}

void warpctc_grad(const TensorMeta& logits_length, const TensorMeta& warpctcgrad,
                  const TensorMeta& loss_grad, TensorMeta& logits_grad) {
  require_rank(warpctcgrad, 3, "warpctcgrad");
  require_lengths(logits_length, warpctcgrad.shape[1], "logits_length");
  require_rank(loss_grad, 2, "loss_grad");
  require_same_size(loss_grad.shape[0], warpctcgrad.shape[1], "the batch of loss_grad");
  unchanged(warpctcgrad, logits_grad);
}

void warprnnt(const TensorMeta& input, const TensorMeta& label, const TensorMeta& input_lengths,
              const TensorMeta& label_lengths, int64_t blank, TensorMeta& loss,
              TensorMeta& warprnntgrad) {
  require_rank(input, 4, "input");
  require_rank(label, 2, "label");
  require_integer_index(label, "label");
  const int64_t batch = input.shape[0];
  require_same_size(label.shape[0], batch, "the batches of label and input");
  require_same_size(add_sizes(label.shape[1], 1), input.shape[2],
                    "the labels and one more, and the third axis of input");
  require_lengths(input_lengths, batch, "input_lengths");
  require_lengths(label_lengths, batch, "label_lengths");
  require_blank(blank, input.shape[3]);
  set_meta(loss, Dims{batch}, input.dtype, input.place);
  unchanged(input, warprnntgrad);
}

void warprnnt_grad(const TensorMeta& warprnntgrad, const TensorMeta& loss_grad,
                   TensorMeta& input_grad) {
  require_rank(warprnntgrad, 4, "warprnntgrad");
  require_rank(loss_grad, 1, "loss_grad");
  require_same_size(loss_grad.shape[0], warprnntgrad.shape[0], "the batch of loss_grad");
  unchanged(warprnntgrad, input_grad);
}

void gather_tree(const TensorMeta& ids, const TensorMeta& parents, TensorMeta& out) {
  require_rank(ids, 3, "ids");
  binary_same(ids, parents, out);
}

void edit_distance(const TensorMeta& hyps, const TensorMeta& refs, const TensorMeta& hypslength,
                   const TensorMeta& refslength, TensorMeta& sequencenum, TensorMeta& out) {
  require_rank(hyps, 2, "hyps");
  require_rank(refs, 2, "refs");
  const int64_t batch = hyps.shape[0];
  require_same_size(batch, refs.shape[0], "the batches of hyps and refs");
  require_lengths(hypslength, batch, "hypslength");
  require_lengths(refslength, batch, "refslength");
  set_meta(sequencenum, Dims{1}, DType::kInt64, hyps.place);
  set_meta(out, Dims{batch, 1}, DType::kFloat32, hyps.place);
}

void grid_sample(const TensorMeta& x, const TensorMeta& grid, const std::string& mode,
                 const std::string& padding_mode, TensorMeta& out) {
  const size_t rank = x.shape.size();
  require(rank == 4 || rank == 5, "x must have 4 or 5 axes, got the shape ", x.shape);
  require_rank(grid, rank, "grid");
  require_same_size(x.shape[0], grid.shape[0], "the batches of x and grid");
  require_same_size(grid.shape[rank - 1], static_cast<int64_t>(rank) - 2,
                    "the last axis of grid and the spatial axes of x");
  require(mode == "bilinear" || mode == "nearest",
          "mode must be \"bilinear\" or \"nearest\", got \"", mode, '"');
  require(padding_mode == "zeros" || padding_mode == "border" || padding_mode == "reflection",
          "padding_mode must be \"zeros\", \"border\" or \"reflection\", got \"", padding_mode,
          '"');
  Dims shape{x.shape[0], x.shape[1]};
  for (size_t axis = 2; axis < rank; ++axis) {
    require(x.shape[axis] != 0, "x of shape ", x.shape, " has no elements along axis ", axis);
    shape.push_back(grid.shape[axis - 1]);
  }
  set_meta(out, shape, x.dtype, x.place);
}

void grid_sample_grad(const TensorMeta& x, const TensorMeta& grid, const TensorMeta& out_grad,
                      const std::string& mode, const std::string& padding_mode, TensorMeta& x_grad,
                      TensorMeta& grid_grad) {
  TensorMeta out;
  grid_sample(x, grid, mode, padding_mode, out);
  require(expands_to(out_grad.shape, out.shape) && expands_to(out.shape, out_grad.shape),
          "out_grad must have the shape ", out.shape, ", got ", out_grad.shape);
  unchanged(x, x_grad);
  unchanged(grid, grid_grad);
}

}  // namespace pd::infer
