// Attention and its gradient, block by block with an online softmax.
//
// T. Dao et al., "FlashAttention", https://arxiv.org/abs/2205.14135; M. Milakov and N. Gimelshein,
// "Online normalizer calculation for softmax", https://arxiv.org/abs/1805.02867.
#include "kernels/cpu/simd/attention_problem.h"

namespace pd::PD_ISA {
namespace {

constexpr int64_t kQueryBlock = 96;
constexpr int64_t kKeyBlock = 128;

// exp(x) for x <= 0.
template <class V>
PD_INLINE V exp_falling(V x) {
  const auto [n, r] = reduce_ln2(at_least(x, kExpLow<V>));
  return scale_pow2(expm1_poly(r) + Elem<V>{1}, n);
}

// One block of queries of one head.
struct QueryBlock {
  int64_t sequence, head, first, rows;
};

// Masks the scores of one query against `columns` keys from `key` on; what it does not see, and the
// padding behind, becomes -inf.
template <class A>
void mask_scores(const AttentionProblem& problem, const Sequence& s, const ScoreMask<A>& mask,
                 int64_t head, int64_t query, int64_t key, int64_t columns, A* scores) {
  mask.add(s.batch, head, query, key, columns, scores);
  const int64_t seen = std::clamp<int64_t>(problem.visible_keys(s, query) - key, 0, columns);
  std::fill(scores + seen, scores + whole_vectors<A>(columns), -kInf<Vec<A>>);
}

template <class A>
void drop_scores(const uint8_t* keep, int64_t columns, A scale, A* weights) {
  for_lanes(columns, [=](int64_t j) { weights[j] = keep[j] ? weights[j] * scale : A(0); });
}

// The running maximum and sum of one query's exponentials.
template <class A>
struct RunningSoftmax {
  A max, sum;
};

// Turns scores into exp(score - maximum) and gives what earlier results must be scaled with.
template <class A>
PD_INLINE A exponentiate(A* scores, int64_t count, RunningSoftmax<A>& running) {
  using V = Vec<A>;
  constexpr int64_t kStep = kLanes<V>;
  V most = splat<V>(running.max);
  for (int64_t j = 0; j < count; j += kStep) {
    const V x = load<V>(scores + j);
    most = x > most ? x : most;
  }
  const A max = fold_lanes(most, [](A x, A y) { return x > y ? x : y; });
  // A query that has seen no key yet has the maximum -inf, which must not be subtracted.
  const A shift = max == -kInf<V> ? A(0) : max;
  V sum{};
  for (int64_t j = 0; j < count; j += kStep) {
    const V y = exp_falling(load<V>(scores + j) - shift);
    store<V>(scores + j, y);
    sum += y;
  }
  const A fade = std::exp(running.max - shift);
  running = {max, running.sum * fade + sum_lanes(sum)};
  return fade;
}

template <class T>
class Forward {
 public:
  using A = Math<T>;

  Forward(const AttentionProblem& problem, const TensorImpl& q, const TensorImpl& k,
          const TensorImpl& v, const TensorImpl* mask, const DropStream& drops, TensorImpl& out,
          TensorImpl& lse)
      : problem_(problem),
        q_(q),
        k_(k),
        v_(v),
        mask_(mask),
        drops_(drops),
        out_(out),
        lse_(lse.data<A>()),
        width_(whole_vectors<A>(problem.dim)),
        value_width_(whole_vectors<A>(problem.value_dim)) {}

  void run() {
    std::vector<QueryBlock> blocks;
    int64_t most_keys = 0;
    for (size_t s = 0; s < problem_.sequences.size(); ++s) {
      const Sequence& sequence = problem_.sequences[s];
      most_keys = std::max(most_keys, sequence.k_size);
      for (int64_t head = 0; head < problem_.heads; ++head) {
        for (int64_t first = 0; first < sequence.q_size; first += kQueryBlock) {
          const int64_t rows = std::min(kQueryBlock, sequence.q_size - first);
          blocks.push_back({static_cast<int64_t>(s), head, first, rows});
        }
      }
    }
    parallel_for(0, static_cast<int64_t>(blocks.size()), 1, [&](int64_t first, int64_t last) {
      Workspace work(*this, most_keys);
      for (int64_t i = first; i < last; ++i) attend(blocks[static_cast<size_t>(i)], work);
    });
  }

 private:
  struct Workspace {
    Workspace(const Forward& f, int64_t keys)
        : memory(kQueryBlock * (f.width_ + f.value_width_ + kKeyBlock + 3) +
                 whole_panels<A>(keys) * (f.width_ + f.value_width_) + kTileColumns<A> * f.width_ +
                 64 * 8),
          queries(memory.take(kQueryBlock * f.width_)),
          sums(memory.take(kQueryBlock * f.value_width_)),
          scores(memory.take(kQueryBlock * kKeyBlock)),
          key_panels(memory.take(whole_panels<A>(keys) * f.width_)),
          values(memory.take(keys * f.value_width_)),
          rows(memory.take(kTileColumns<A> * f.width_)),
          running(kQueryBlock),
          keep(f.problem_.drops() ? static_cast<size_t>(kQueryBlock * keys) : 0) {}

    Scratch<A> memory;
    A *queries, *sums, *scores, *key_panels, *values, *rows;
    std::vector<RunningSoftmax<A>> running;
    std::vector<uint8_t> keep;
    int64_t sequence = -1, kv_head = -1;  // whose keys and values are packed
  };

  void pack_keys(const QueryBlock& block, Workspace& work) const {
    const int64_t kv_head = block.head / problem_.group();
    if (work.sequence == block.sequence && work.kv_head == kv_head) return;
    work.sequence = block.sequence;
    work.kv_head = kv_head;
    const Sequence& s = problem_.sequences[static_cast<size_t>(block.sequence)];
    pack_panels<T>(k_.template at<T>(s.batch, s.k_first, kv_head), k_.row_stride(), s.k_size,
                   problem_.dim, width_, work.rows, work.key_panels);
    pack_rows<T>(v_.template at<T>(s.batch, s.k_first, kv_head), v_.row_stride(), s.k_size,
                 problem_.value_dim, A(1), work.values, value_width_);
  }

  void attend(const QueryBlock& block, Workspace& work) const {
    pack_keys(block, work);
    const Sequence& s = problem_.sequences[static_cast<size_t>(block.sequence)];
    pack_rows<T>(q_.template at<T>(s.batch, s.q_first + block.first, block.head), q_.row_stride(),
                 block.rows, problem_.dim, A(problem_.scale), work.queries, width_);
    std::fill(work.sums, work.sums + block.rows * value_width_, A(0));
    std::fill(work.running.begin(), work.running.end(), RunningSoftmax<A>{-kInf<Vec<A>>, A(0)});
    if (problem_.drops()) {
      drops_.keep(block.sequence, block.head, block.first / kQueryBlock, work.keep.data());
    }
    const int64_t keys = problem_.visible_keys(s, block.first + block.rows - 1);
    for (int64_t key = 0; key < keys; key += kKeyBlock) {
      add_keys(block, s, key, std::min(kKeyBlock, keys - key), work);
    }
    finish(block, s, work);
  }

  void add_keys(const QueryBlock& block, const Sequence& s, int64_t key, int64_t columns,
                Workspace& work) const {
    multiply_panels<A>({work.queries, width_, 1}, block.rows, problem_.dim, width_,
                       work.key_panels + key * width_, columns, work.scores, kKeyBlock);
    for (int64_t i = 0; i < block.rows; ++i) {
      A* scores = work.scores + i * kKeyBlock;
      mask_scores(problem_, s, mask_, block.head, block.first + i, key, columns, scores);
      const A fade = exponentiate(scores, whole_vectors<A>(columns), work.running[size_t(i)]);
      if (key > 0 && fade != A(1)) {
        A* sums = work.sums + i * value_width_;
        for_lanes(value_width_, [=](int64_t j) { sums[j] *= fade; });
      }
      if (problem_.drops()) {
        drop_scores(work.keep.data() + i * s.k_size + key, columns, A(1), scores);
      }
    }
    multiply_block<A>({work.scores, kKeyBlock, 1}, block.rows, columns,
                      work.values + key * value_width_, value_width_, value_width_ / kLanes<Vec<A>>,
                      work.sums, value_width_, true);
  }

  void finish(const QueryBlock& block, const Sequence& s, const Workspace& work) const {
    A* lse = lse_ + problem_.statistics_at(s, block.head) + block.first;
    for (int64_t i = 0; i < block.rows; ++i) {
      const RunningSoftmax<A>& running = work.running[static_cast<size_t>(i)];
      const bool blind = running.sum == A(0);
      // The backward pass takes exp(score - lse): zeros for a query that sees nothing.
      lse[i] = blind ? kInf<Vec<A>> : running.max + std::log(running.sum);
      const A scale = blind ? A(0) : A(problem_.keep_scale()) / running.sum;
      const A* sums = work.sums + i * value_width_;
      T* to = out_.at(s.batch, s.q_first + block.first + i, block.head);
      for_lanes(problem_.value_dim, [=](int64_t j) { to[j] = T(sums[j] * scale); });
    }
  }

  const AttentionProblem& problem_;
  HeadRows q_, k_, v_;
  ScoreMask<A> mask_;
  const DropStream& drops_;
  OutputRows<T> out_;
  A* lse_;
  int64_t width_, value_width_;
};

// A range of the keys of one head: what one task gives the gradient of.
struct KeyRange {
  int64_t sequence, kv_head, piece, first, size;
};

template <class T>
class Backward {
 public:
  using A = Math<T>;

  Backward(const AttentionProblem& problem, const TensorImpl& q, const TensorImpl& k,
           const TensorImpl& v, const TensorImpl* mask, const DropStream& drops,
           const TensorImpl& out, const TensorImpl& lse, const TensorImpl& out_grad,
           TensorImpl& q_grad, TensorImpl& k_grad, TensorImpl& v_grad)
      : problem_(problem),
        q_(q),
        k_(k),
        v_(v),
        out_(out),
        out_grad_(out_grad),
        mask_(mask),
        drops_(drops),
        lse_(contiguous(lse)),
        q_grad_meta_(q_grad),
        q_grad_(q_grad),
        k_grad_(k_grad),
        v_grad_(v_grad),
        width_(whole_vectors<A>(problem.dim)),
        value_width_(whole_vectors<A>(problem.value_dim)) {}

  void run() {
    cut_keys();
    if (pieces_ > 1) partial_ = Tensor::zeros(partial_shape(), dtype_of_v<A>);
    parallel_for(0, static_cast<int64_t>(ranges_.size()), 1, [&](int64_t first, int64_t last) {
      Workspace work(*this);
      for (int64_t i = first; i < last; ++i) differentiate(ranges_[static_cast<size_t>(i)], work);
    });
    if (pieces_ > 1) add_pieces();
  }

 private:
  struct Workspace {
    explicit Workspace(const Backward& b)
        : memory(kQueryBlock * (2 * b.width_ + b.value_width_ + 2 * kKeyBlock + 1) +
                 whole_panels<A>(b.most_keys_) * (3 * b.width_ + 2 * b.value_width_) +
                 kTileColumns<A> * std::max(b.width_, b.value_width_) + 64 * 12),
          queries(memory.take(kQueryBlock * b.width_)),
          query_grads(memory.take(kQueryBlock * b.width_)),
          flows(memory.take(kQueryBlock * b.value_width_)),
          weights(memory.take(kQueryBlock * kKeyBlock)),
          score_grads(memory.take(kQueryBlock * kKeyBlock)),
          deltas(memory.take(kQueryBlock)),
          keys(memory.take(b.most_keys_ * b.width_)),
          key_panels(memory.take(whole_panels<A>(b.most_keys_) * b.width_)),
          key_grads(memory.take(b.most_keys_ * b.width_)),
          value_panels(memory.take(whole_panels<A>(b.most_keys_) * b.value_width_)),
          value_grads(memory.take(b.most_keys_ * b.value_width_)),
          rows(memory.take(kTileColumns<A> * std::max(b.width_, b.value_width_))),
          keep(b.problem_.drops() ? static_cast<size_t>(kQueryBlock * b.longest_) : 0) {}

    Scratch<A> memory;
    A *queries, *query_grads, *flows, *weights, *score_grads, *deltas;
    A *keys, *key_panels, *key_grads, *value_panels, *value_grads, *rows;
    std::vector<uint8_t> keep;
  };

  // Few heads are cut into ranges of keys, by sizes alone: results do not depend on the threads.
  void cut_keys() {
    constexpr int64_t kTasks = 8;
    const int64_t heads = static_cast<int64_t>(problem_.sequences.size()) * problem_.kv_heads;
    for (const Sequence& s : problem_.sequences) longest_ = std::max(longest_, s.k_size);
    const int64_t most_pieces = std::max<int64_t>(1, longest_ / (2 * kKeyBlock));
    pieces_ = std::clamp<int64_t>(kTasks / heads, 1, most_pieces);
    for (size_t i = 0; i < problem_.sequences.size(); ++i) {
      const Sequence& s = problem_.sequences[i];
      for (int64_t head = 0; head < problem_.kv_heads; ++head) {
        for (int64_t piece = 0; piece < pieces_; ++piece) {
          const int64_t first = s.k_size * piece / pieces_;
          const int64_t size = s.k_size * (piece + 1) / pieces_ - first;
          most_keys_ = std::max(most_keys_, size);
          ranges_.push_back({static_cast<int64_t>(i), head, piece, first, size});
        }
      }
    }
  }

  void differentiate(const KeyRange& range, Workspace& work) const {
    const Sequence& s = problem_.sequences[static_cast<size_t>(range.sequence)];
    const int64_t first = s.k_first + range.first;
    const T* keys = k_.template at<T>(s.batch, first, range.kv_head);
    const T* values = v_.template at<T>(s.batch, first, range.kv_head);
    pack_rows<T>(keys, k_.row_stride(), range.size, problem_.dim, A(1), work.keys, width_);
    pack_panels<T>(keys, k_.row_stride(), range.size, problem_.dim, width_, work.rows,
                   work.key_panels);
    pack_panels<T>(values, v_.row_stride(), range.size, problem_.value_dim, value_width_, work.rows,
                   work.value_panels);
    std::fill(work.key_grads, work.key_grads + range.size * width_, A(0));
    std::fill(work.value_grads, work.value_grads + range.size * value_width_, A(0));
    for (int64_t i = 0; i < problem_.group(); ++i) {
      const int64_t head = range.kv_head * problem_.group() + i;
      for (int64_t row = 0; row < s.q_size; row += kQueryBlock) {
        const QueryBlock block{range.sequence, head, row, std::min(kQueryBlock, s.q_size - row)};
        add_queries(range, block, s, work);
      }
    }
    for (int64_t j = 0; j < range.size; ++j) {
      store_row(work.key_grads + j * width_, A(1), problem_.dim,
                k_grad_.at(s.batch, first + j, range.kv_head));
      store_row(work.value_grads + j * value_width_, A(1), problem_.value_dim,
                v_grad_.at(s.batch, first + j, range.kv_head));
    }
  }

  template <class To>
  static void store_row(const A* from, A scale, int64_t size, To* to) {
    for_lanes(size, [=](int64_t j) { to[j] = To(from[j] * scale); });
  }

  void add_queries(const KeyRange& range, const QueryBlock& block, const Sequence& s,
                   Workspace& work) const {
    const int64_t row = s.q_first + block.first;
    const T* flow = out_grad_.template at<T>(s.batch, row, block.head);
    const T* out = out_.template at<T>(s.batch, row, block.head);
    pack_rows<T>(q_.template at<T>(s.batch, row, block.head), q_.row_stride(), block.rows,
                 problem_.dim, A(problem_.scale), work.queries, width_);
    pack_rows<T>(flow, out_grad_.row_stride(), block.rows, problem_.value_dim, A(1), work.flows,
                 value_width_);
    std::fill(work.query_grads, work.query_grads + block.rows * width_, A(0));
    for (int64_t i = 0; i < block.rows; ++i) {
      const T* o = out + i * out_.row_stride();
      const A* g = work.flows + i * value_width_;
      work.deltas[i] = sum_over<A>(problem_.value_dim, [=](int64_t j) { return A(o[j]) * g[j]; });
    }
    if (problem_.drops()) {
      drops_.keep(block.sequence, block.head, block.first / kQueryBlock, work.keep.data());
    }
    const int64_t seen = problem_.visible_keys(s, block.first + block.rows - 1) - range.first;
    const int64_t keys = std::min(range.size, seen);
    for (int64_t key = 0; key < keys; key += kKeyBlock) {
      add_block(range, block, s, key, std::min(kKeyBlock, keys - key), work);
    }
    store_query_grads(range, block, s, work);
  }

  void store_query_grads(const KeyRange& range, const QueryBlock& block, const Sequence& s,
                         const Workspace& work) const {
    for (int64_t i = 0; i < block.rows; ++i) {
      const int64_t row = s.q_first + block.first + i;
      const A* from = work.query_grads + i * width_;
      T* to = q_grad_.at(s.batch, row, block.head);
      if (pieces_ == 1) {
        store_row(from, A(problem_.scale), problem_.dim, to);
      } else {
        A* part = partial_.data<A>() + range.piece * q_grad_meta_.numel();
        store_row(from, A(problem_.scale), problem_.dim, part + (to - q_grad_.data));
      }
    }
  }

  // The gradients that flow between one block of queries and one block of keys.
  void add_block(const KeyRange& range, const QueryBlock& block, const Sequence& s, int64_t key,
                 int64_t columns, Workspace& work) const {
    constexpr int64_t kStep = kLanes<Vec<A>>;
    const int64_t rows = block.rows;
    multiply_panels<A>({work.queries, width_, 1}, rows, problem_.dim, width_,
                       work.key_panels + key * width_, columns, work.weights, kKeyBlock);
    multiply_panels<A>({work.flows, value_width_, 1}, rows, problem_.value_dim, value_width_,
                       work.value_panels + key * value_width_, columns, work.score_grads,
                       kKeyBlock);
    for (int64_t i = 0; i < rows; ++i) {
      differentiate_softmax(range, block, s, i, key, columns, work);
    }
    multiply_block<A>({work.weights, 1, kKeyBlock}, columns, rows, work.flows, value_width_,
                      value_width_ / kStep, work.value_grads + key * value_width_, value_width_,
                      true);
    multiply_block<A>({work.score_grads, kKeyBlock, 1}, rows, columns, work.keys + key * width_,
                      width_, width_ / kStep, work.query_grads, width_, true);
    multiply_block<A>({work.score_grads, 1, kKeyBlock}, columns, rows, work.queries, width_,
                      width_ / kStep, work.key_grads + key * width_, width_, true);
  }

  // Row i: scores become (dropped) weights, the gradient of the weights that of the scores.
  void differentiate_softmax(const KeyRange& range, const QueryBlock& block, const Sequence& s,
                             int64_t i, int64_t key, int64_t columns, Workspace& work) const {
    using V = Vec<A>;
    A* weights = work.weights + i * kKeyBlock;
    A* grads = work.score_grads + i * kKeyBlock;
    const int64_t query = block.first + i;
    mask_scores(problem_, s, mask_, block.head, query, range.first + key, columns, weights);
    const A lse = lse_.data<A>()[problem_.statistics_at(s, block.head) + query];
    const A delta = work.deltas[i];
    const uint8_t* keep = nullptr;
    if (problem_.drops()) {
      keep = work.keep.data() + i * s.k_size + range.first + key;
      drop_scores(keep, columns, A(problem_.keep_scale()), grads);
    }
    for (int64_t j = 0; j < columns; j += kLanes<V>) {
      const V p = exp_falling(load<V>(weights + j) - lse);
      store<V>(weights + j, p);
      store<V>(grads + j, p * (load<V>(grads + j) - delta));
    }
    if (keep) drop_scores(keep, columns, A(problem_.keep_scale()), weights);
  }

  Dims partial_shape() const { return Dims{pieces_, q_grad_meta_.numel()}; }

  void add_pieces() const {
    const int64_t size = q_grad_meta_.numel();
    const A* parts = partial_.data<A>();
    T* to = q_grad_.data;
    parallel_for(0, size, 16384, [=, this](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) {
        A sum = parts[i];
        for (int64_t piece = 1; piece < pieces_; ++piece) sum += parts[piece * size + i];
        to[i] = T(sum);
      }
    });
  }

  const AttentionProblem& problem_;
  HeadRows q_, k_, v_, out_, out_grad_;
  ScoreMask<A> mask_;
  const DropStream& drops_;
  Tensor lse_;
  const TensorImpl& q_grad_meta_;
  OutputRows<T> q_grad_, k_grad_, v_grad_;
  int64_t width_, value_width_;
  std::vector<KeyRange> ranges_;
  int64_t pieces_ = 1, most_keys_ = 0, longest_ = 0;
  Tensor partial_;
};

}  // namespace

void attention(const TensorImpl& q, const TensorImpl& k, const TensorImpl& v,
               const TensorImpl* mask, const TensorImpl* q_offsets, const TensorImpl* k_offsets,
               double scale, bool causal, double dropout_p, TensorImpl& out, TensorImpl& lse,
               TensorImpl& rng_state) {
  const AttentionProblem problem(q, k, v, q_offsets, k_offsets, scale, causal, dropout_p);
  // Rows that belong to no sequence get zeros.
  if (problem.packed || problem.drops_all() || problem.empty()) {
    fill(out, 0.0);
    fill(lse, std::numeric_limits<double>::infinity());
  }
  if (problem.drops_all() || problem.empty()) return;
  DropStream drops(problem, kQueryBlock);
  if (problem.drops()) drops.draw_new(rng_state);
  visit_float(q.dtype(), [&](auto zero) {
    Forward<decltype(zero)>(problem, q, k, v, mask, drops, out, lse).run();
  });
}

void attention_grad(const TensorImpl& q, const TensorImpl& k, const TensorImpl& v,
                    const TensorImpl* mask, const TensorImpl* q_offsets,
                    const TensorImpl* k_offsets, const TensorImpl& out, const TensorImpl& lse,
                    const TensorImpl& rng_state, const TensorImpl& out_grad, double scale,
                    bool causal, double dropout_p, TensorImpl& q_grad, TensorImpl& k_grad,
                    TensorImpl& v_grad) {
  const AttentionProblem problem(q, k, v, q_offsets, k_offsets, scale, causal, dropout_p);
  if (problem.packed || problem.drops_all() || problem.empty()) {
    for (TensorImpl* grad : {&q_grad, &k_grad, &v_grad}) fill(*grad, 0.0);
  }
  if (problem.drops_all() || problem.empty()) return;
  DropStream drops(problem, kQueryBlock);
  if (problem.drops()) drops.draw_again(rng_state);
  visit_float(q.dtype(), [&](auto zero) {
    Backward<decltype(zero)>(problem, q, k, v, mask, drops, out, lse, out_grad, q_grad, k_grad,
                             v_grad)
        .run();
  });
}

}  // namespace pd::PD_ISA
