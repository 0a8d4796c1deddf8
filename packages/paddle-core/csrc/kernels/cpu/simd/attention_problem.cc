// The parts of the attention kernels that do not depend on the dtype.
#include "kernels/cpu/simd/attention_problem.h"

#include "runtime/error.h"
#include "runtime/random.h"

namespace pd::PD_ISA {
namespace {

// Offsets that ascend from 0 or more up to at most `rows`.
std::vector<int64_t> read_offsets(const TensorImpl& offsets, int64_t rows, const char* name) {
  const Tensor wide = Tensor::empty(offsets.shape(), DType::kInt64);
  copy_elements(offsets, *wide);
  std::vector<int64_t> read(wide.data<int64_t>(), wide.data<int64_t>() + wide.numel());
  for (size_t i = 0; i < read.size(); ++i) {
    require(read[i] >= (i == 0 ? 0 : read[i - 1]) && read[i] <= rows, name,
            " must ascend within [0, ", rows, "], got ", read[i], " at position ", i);
  }
  return read;
}

}  // namespace

AttentionProblem::AttentionProblem(const TensorImpl& q, const TensorImpl& k, const TensorImpl& v,
                                   const TensorImpl* q_offsets, const TensorImpl* k_offsets,
                                   double scale, bool causal, double dropout_p)
    : packed(q_offsets != nullptr),
      heads(q.dim(q.rank() - 2)),
      kv_heads(k.dim(k.rank() - 2)),
      dim(q.dim(q.rank() - 1)),
      value_dim(v.dim(v.rank() - 1)),
      q_rows(q.dim(q.rank() - 3)),
      scale(scale),
      causal(causal),
      dropout_p(static_cast<float>(dropout_p)) {
  if (packed) {
    const std::vector<int64_t> q_at = read_offsets(*q_offsets, q.dim(0), "q_offsets");
    const std::vector<int64_t> k_at = read_offsets(*k_offsets, k.dim(0), "k_offsets");
    for (size_t i = 0; i + 1 < q_at.size(); ++i) {
      sequences.push_back({0, q_at[i], q_at[i + 1] - q_at[i], k_at[i], k_at[i + 1] - k_at[i]});
    }
  } else {
    for (int64_t b = 0; b < q.dim(0); ++b) sequences.push_back({b, 0, q.dim(1), 0, k.dim(1)});
  }
}

DropStream::DropStream(const AttentionProblem& problem, int64_t block_rows)
    : problem_(problem), block_rows_(block_rows), threshold_(drop_threshold(problem.dropout_p)) {}

void DropStream::draw_new(TensorImpl& rng_state) {
  Generator& generator = default_generator();
  const std::lock_guard lock(generator.mutex());
  Twister stream(generator.engine());
  stream.save(rng_state.data<int64_t>());
  walk(stream);
  stream.put_into(generator.engine());
}

void DropStream::draw_again(const TensorImpl& rng_state) {
  const Tensor saved = contiguous(rng_state);
  Twister stream(saved.data<int64_t>());
  walk(stream);
}

void DropStream::walk(Twister& stream) {
  for (const Sequence& s : problem_.sequences) {
    first_blocks_.push_back(static_cast<int64_t>(starts_.size()));
    for (int64_t head = 0; head < problem_.heads; ++head) {
      for (int64_t block = 0; block < blocks_of(s); ++block) {
        starts_.push_back(stream);
        stream.skip(rows_of(s, block) * s.k_size);
      }
    }
  }
}

void DropStream::keep(int64_t sequence, int64_t head, int64_t block, uint8_t* to) const {
  const Sequence& s = problem_.sequences[static_cast<size_t>(sequence)];
  const int64_t at = first_blocks_[static_cast<size_t>(sequence)] + head * blocks_of(s) + block;
  Twister stream = starts_[static_cast<size_t>(at)];
  stream.draw_at_least(threshold_, to, rows_of(s, block) * s.k_size);
}

}  // namespace pd::PD_ISA
