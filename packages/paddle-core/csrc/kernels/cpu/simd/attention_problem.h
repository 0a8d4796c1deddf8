// What the attention kernels share: which rows belong together, masks, dropout, packed rows.
#pragma once

#include <limits>
#include <vector>

#include "kernels/cpu/simd/rows.h"
#include "kernels/cpu/simd/tile_product.h"
#include "kernels/cpu/simd/twister.h"
#include "kernels/cpu/simd/vmath.h"

namespace pd::PD_ISA {

// Queries and the keys that they see.
struct Sequence {
  int64_t batch, q_first, q_size, k_first, k_size;
};

// The sizes of a call, and how its work is cut up.
struct AttentionProblem {
  std::vector<Sequence> sequences;
  bool packed;
  int64_t heads, kv_heads, dim, value_dim;
  int64_t q_rows;  // of one batch entry, or of all sequences when packed
  double scale;
  bool causal;
  float dropout_p;

  AttentionProblem(const TensorImpl& q, const TensorImpl& k, const TensorImpl& v,
                   const TensorImpl* q_offsets, const TensorImpl* k_offsets, double scale,
                   bool causal, double dropout_p);

  int64_t group() const { return heads / kv_heads; }
  bool drops() const { return dropout_p > 0.0f && dropout_p < 1.0f; }
  bool drops_all() const { return dropout_p >= 1.0f; }
  double keep_scale() const { return drops() ? 1.0 / (1.0f - dropout_p) : 1.0; }
  // How many of the keys the query `row` of a sequence sees.
  int64_t visible_keys(const Sequence& s, int64_t row) const {
    return causal ? std::min(s.k_size, row + 1) : s.k_size;
  }
  // Where the statistics of a head's queries stand in lse.
  int64_t statistics_at(const Sequence& s, int64_t head) const {
    return packed ? head * q_rows + s.q_first : (s.batch * heads + head) * q_rows;
  }
  bool empty() const { return sequences.empty() || heads == 0; }
};

// A tensor as rows of contiguous numbers, found by batch entry, position and head.
class HeadRows {
 public:
  explicit HeadRows(const TensorImpl& x) : HeadRows(x, dense_rows(x)) {}
  template <class T>
  const T* at(int64_t batch, int64_t row, int64_t head) const {
    return hold_.data<T>() + batch * batch_ + row * row_ + head * head_;
  }
  int64_t row_stride() const { return row_; }

 private:
  HeadRows(const TensorImpl& x, Tensor hold)
      : hold_(std::move(hold)),
        batch_(x.rank() == 4 ? hold_->stride(0) : 0),
        row_(hold_->stride(x.rank() - 3)),
        head_(hold_->stride(x.rank() - 2)) {}
  static Tensor dense_rows(const TensorImpl& x) {
    const bool dense = x.dim(x.rank() - 1) <= 1 || x.stride(x.rank() - 1) == 1;
    return dense ? Tensor::share(const_cast<TensorImpl*>(&x)) : contiguous(x);
  }

  Tensor hold_;
  int64_t batch_, row_, head_;
};

// The same for an output, which is contiguous.
template <class T>
struct OutputRows {
  T* data;
  int64_t batch, row, head;

  explicit OutputRows(TensorImpl& x)
      : data(x.data<T>()),
        batch(x.rank() == 4 ? x.stride(0) : 0),
        row(x.stride(x.rank() - 3)),
        head(x.stride(x.rank() - 2)) {}
  T* at(int64_t b, int64_t i, int64_t h) const { return data + b * batch + i * row + h * head; }
};

// What is added to the scores, broadcast over [N, heads, Lq, Lk].
template <class A>
class ScoreMask {
 public:
  ScoreMask(const TensorImpl* mask) {
    if (!mask) return;
    flags_ = mask->dtype() == DType::kBool;
    hold_ = flags_ ? Tensor::share(const_cast<TensorImpl*>(mask)) : converted(*mask, dtype_of_v<A>);
    for (int64_t i = 0; i < mask->rank(); ++i) {
      const int64_t axis = mask->rank() - 1 - i;
      strides_[3 - i] = mask->dim(axis) == 1 ? 0 : hold_->stride(axis);
    }
  }

  // Adds the mask of `count` keys from `key` on to the scores of one query.
  void add(int64_t batch, int64_t head, int64_t query, int64_t key, int64_t count,
           A* scores) const {
    if (!hold_) return;
    const int64_t step = strides_[3];
    const int64_t at = batch * strides_[0] + head * strides_[1] + query * strides_[2] + key * step;
    if (flags_) {
      const bool* flags = hold_.data<bool>() + at;
      for_lanes(count, [=](int64_t j) { scores[j] += flags[j * step] ? A(0) : A(-1e9); });
    } else if (step == 1) {
      const A* numbers = hold_.data<A>() + at;
      for_lanes(count, [=](int64_t j) { scores[j] += numbers[j]; });
    } else {
      const A* numbers = hold_.data<A>() + at;
      for_lanes(count, [=](int64_t j) { scores[j] += numbers[j * step]; });
    }
  }

 private:
  Tensor hold_;
  bool flags_ = false;
  int64_t strides_[4] = {0, 0, 0, 0};
};

// Memory for one thread, handed out in pieces that start at a cache line.
template <class A>
class Scratch {
 public:
  static constexpr int64_t padded(int64_t count) { return (count + 63) / 64 * 64; }
  explicit Scratch(int64_t count)
      : hold_(Tensor::empty(Dims{padded(count)}, dtype_of_v<A>)), next_(hold_.template data<A>()) {}
  A* take(int64_t count) {
    A* piece = next_;
    next_ += padded(count);
    return piece;
  }

 private:
  Tensor hold_;
  A* next_;
};

// `size` rounded up to whole vectors.
template <class A>
constexpr int64_t whole_vectors(int64_t size) {
  constexpr int64_t kStep = kLanes<Vec<A>>;
  return (size + kStep - 1) / kStep * kStep;
}

// Copies rows, scaled, into rows of `width` numbers that end in zeros.
template <class T, class A = Math<T>>
void pack_rows(const T* from, int64_t stride, int64_t rows, int64_t size, A scale, A* to,
               int64_t width) {
  for (int64_t i = 0; i < rows; ++i) {
    const T* row = from + i * stride;
    A* packed = to + i * width;
    for_lanes(size, [=](int64_t j) { packed[j] = A(row[j]) * scale; });
    std::fill(packed + size, packed + width, A(0));
  }
}

// Copies `count` rows into panels of kTileColumns columns: panel, number in the row, row. The rows
// that the last panel lacks are zeros. `row_buffer` holds one panel's rows.
template <class T, class A = Math<T>>
void pack_panels(const T* from, int64_t stride, int64_t count, int64_t size, int64_t width,
                 A* row_buffer, A* panels) {
  constexpr int64_t kColumns = kTileColumns<A>;
  for (int64_t first = 0; first < count; first += kColumns) {
    const int64_t rows = std::min(kColumns, count - first);
    pack_rows<T>(from + first * stride, stride, rows, size, A(1), row_buffer, width);
    std::fill(row_buffer + rows * width, row_buffer + kColumns * width, A(0));
    transpose_block(row_buffer, width, kColumns, width, panels + first * width, kColumns);
  }
}

template <class A>
constexpr int64_t whole_panels(int64_t count) {
  return (count + kTileColumns<A> - 1) / kTileColumns<A> * kTileColumns<A>;
}

// scores[i][j] = a row i times column j of the panels, for `columns` columns, padded to vectors.
template <class A>
void multiply_panels(LeftFactor<A> a, int64_t rows, int64_t size, int64_t width, const A* panels,
                     int64_t columns, A* scores, int64_t score_stride) {
  constexpr int64_t kColumns = kTileColumns<A>;
  for (int64_t first = 0; first < columns; first += kColumns) {
    const int64_t vecs = whole_vectors<A>(std::min(kColumns, columns - first)) / kLanes<Vec<A>>;
    multiply_block(a, rows, size, panels + first * width, kColumns, vecs, scores + first,
                   score_stride, false);
  }
}

// What dropout keeps. Draws come in the order sequence, head, query, key; blocks of queries start
// from states that one run through the stream leaves behind, so that they can be drawn apart.
class DropStream {
 public:
  DropStream(const AttentionProblem& problem, int64_t block_rows);
  // Advances the generator, and saves in `rng_state` where it was.
  void draw_new(TensorImpl& rng_state);
  void draw_again(const TensorImpl& rng_state);

  // keep[i * k_size + j] of the rows of one block of queries.
  void keep(int64_t sequence, int64_t head, int64_t block, uint8_t* to) const;

 private:
  int64_t rows_of(const Sequence& s, int64_t block) const {
    return std::min(block_rows_, s.q_size - block * block_rows_);
  }
  int64_t blocks_of(const Sequence& s) const { return (s.q_size + block_rows_ - 1) / block_rows_; }
  // Leaves `stream` behind the last draw.
  void walk(Twister& stream);

  const AttentionProblem& problem_;
  int64_t block_rows_;
  uint64_t threshold_ = 0;
  std::vector<int64_t> first_blocks_;  // of every sequence
  std::vector<Twister> starts_;
};

}  // namespace pd::PD_ISA
