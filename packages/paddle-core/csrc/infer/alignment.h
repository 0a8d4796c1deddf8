// Shape rules of losses and searches over alignments, and of sampling at points.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

void warpctc(const TensorMeta& logits, const TensorMeta& label, const TensorMeta& logits_length,
             const TensorMeta& labels_length, int64_t blank, TensorMeta& loss,
             TensorMeta& warpctcgrad);
void warpctc_grad(const TensorMeta& logits_length, const TensorMeta& warpctcgrad,
                  const TensorMeta& loss_grad, TensorMeta& logits_grad);
void warprnnt(const TensorMeta& input, const TensorMeta& label, const TensorMeta& input_lengths,
              const TensorMeta& label_lengths, int64_t blank, TensorMeta& loss,
              TensorMeta& warprnntgrad);
void warprnnt_grad(const TensorMeta& warprnntgrad, const TensorMeta& loss_grad,
                   TensorMeta& input_grad);
void gather_tree(const TensorMeta& ids, const TensorMeta& parents, TensorMeta& out);
void edit_distance(const TensorMeta& hyps, const TensorMeta& refs, const TensorMeta& hypslength,
                   const TensorMeta& refslength, TensorMeta& sequencenum, TensorMeta& out);
void grid_sample(const TensorMeta& x, const TensorMeta& grid, const std::string& mode,
                 const std::string& padding_mode, TensorMeta& out);
void grid_sample_grad(const TensorMeta& x, const TensorMeta& grid, const TensorMeta& out_grad,
                      const std::string& mode, const std::string& padding_mode, TensorMeta& x_grad,
                      TensorMeta& grid_grad);

}  // namespace pd::infer
