// The gradient of attention's gradient: rows of the score matrix at full length, a block of queries
// at a time.
//
// With S = scale Q K^T + mask, P = softmax(S), W = P o D (D: dropout), O = W V and the flow G, the
// gradient is H = P o (D o G V^T - delta), delta its row sums before: dQ = scale H K, dK = scale
// H^T Q, dV = W^T G. Differentiated along (a, b, c), the cotangents of (dQ, dK, dV):
//   R = scale (a K^T + Q b^T),  X = P o (R - rowsum(P o R)),  Y = D o X
//   E = (D o G V^T) o (R - rowsum(P o R)) - delta o R + D o G c^T,  Z = P o (E - rowsum(P o E))
//   to Q: scale (Z K + H b), to K: scale (Z^T Q + H^T a), to V: Y^T G, to G: Y V + W c.
#include "kernels/cpu/simd/attention_problem.h"

namespace pd::PD_ISA {
namespace {

constexpr int64_t kRows = 32;

template <class T>
class DoubleBackward {
 public:
  using A = Math<T>;

  struct Inputs {
    const TensorImpl &q, &k, &v, &out_grad, &q_grad_grad, &k_grad_grad, &v_grad_grad;
  };
  struct Outputs {
    TensorImpl &q_grad, &k_grad, &v_grad, &out_grad_grad;
  };

  DoubleBackward(const AttentionProblem& problem, const Inputs& in, const TensorImpl* mask,
                 const DropStream& drops, const TensorImpl& lse, const Outputs& out)
      : problem_(problem),
        q_(in.q),
        k_(in.k),
        v_(in.v),
        g_(in.out_grad),
        a_(in.q_grad_grad),
        b_(in.k_grad_grad),
        c_(in.v_grad_grad),
        mask_(mask),
        drops_(drops),
        lse_(contiguous(lse)),
        q_to_(out.q_grad),
        k_to_(out.k_grad),
        v_to_(out.v_grad),
        g_to_(out.out_grad_grad),
        width_(whole_vectors<A>(problem.dim)),
        value_width_(whole_vectors<A>(problem.value_dim)) {
    for (const Sequence& s : problem.sequences) keys_ = std::max(keys_, s.k_size);
    stride_ = whole_panels<A>(keys_);
  }

  void run() {
    const int64_t tasks = static_cast<int64_t>(problem_.sequences.size()) * problem_.kv_heads;
    parallel_for(0, tasks, 1, [&](int64_t first, int64_t last) {
      Workspace work(*this);
      for (int64_t i = first; i < last; ++i) {
        differentiate(i / problem_.kv_heads, i % problem_.kv_heads, work);
      }
    });
  }

 private:
  struct Workspace {
    explicit Workspace(const DoubleBackward& d)
        : memory(d.stride_ * (6 * d.width_ + 5 * d.value_width_) +
                 kRows * (3 * d.width_ + 2 * d.value_width_ + 4 * d.stride_) +
                 kTileColumns<A> * std::max(d.width_, d.value_width_) + 64 * 24),
          k(memory.take(d.stride_ * d.width_)),
          b(memory.take(d.stride_ * d.width_)),
          k_panels(memory.take(d.stride_ * d.width_)),
          b_panels(memory.take(d.stride_ * d.width_)),
          k_to(memory.take(d.stride_ * d.width_)),
          v(memory.take(d.stride_ * d.value_width_)),
          c(memory.take(d.stride_ * d.value_width_)),
          v_panels(memory.take(d.stride_ * d.value_width_)),
          c_panels(memory.take(d.stride_ * d.value_width_)),
          v_to(memory.take(d.stride_ * d.value_width_)),
          q(memory.take(kRows * d.width_)),
          a(memory.take(kRows * d.width_)),
          q_to(memory.take(kRows * d.width_)),
          g(memory.take(kRows * d.value_width_)),
          g_to(memory.take(kRows * d.value_width_)),
          p(memory.take(kRows * d.stride_)),
          r(memory.take(kRows * d.stride_)),
          u(memory.take(kRows * d.stride_)),
          w(memory.take(kRows * d.stride_)),
          rows(memory.take(kTileColumns<A> * std::max(d.width_, d.value_width_))),
          keep(d.problem_.drops() ? static_cast<size_t>(kRows * d.keys_) : 0) {}

    Scratch<A> memory;
    A *k, *b, *k_panels, *b_panels, *k_to, *v, *c, *v_panels, *c_panels, *v_to;
    A *q, *a, *q_to, *g, *g_to, *p, *r, *u, *w, *rows;
    std::vector<uint8_t> keep;
  };

  void pack(const HeadRows& x, const Sequence& s, int64_t head, int64_t size, int64_t width,
            A* packed, A* panels, A* buffer) const {
    const T* from = x.template at<T>(s.batch, s.k_first, head);
    pack_rows<T>(from, x.row_stride(), s.k_size, size, A(1), packed, width);
    pack_panels<T>(from, x.row_stride(), s.k_size, size, width, buffer, panels);
  }

  void differentiate(int64_t sequence, int64_t kv_head, Workspace& work) const {
    const Sequence& s = problem_.sequences[static_cast<size_t>(sequence)];
    pack(k_, s, kv_head, problem_.dim, width_, work.k, work.k_panels, work.rows);
    pack(b_, s, kv_head, problem_.dim, width_, work.b, work.b_panels, work.rows);
    pack(v_, s, kv_head, problem_.value_dim, value_width_, work.v, work.v_panels, work.rows);
    pack(c_, s, kv_head, problem_.value_dim, value_width_, work.c, work.c_panels, work.rows);
    std::fill(work.k_to, work.k_to + s.k_size * width_, A(0));
    std::fill(work.v_to, work.v_to + s.k_size * value_width_, A(0));
    for (int64_t i = 0; i < problem_.group(); ++i) {
      for (int64_t first = 0; first < s.q_size; first += kRows) {
        add_queries(sequence, s, kv_head * problem_.group() + i, first, work);
      }
    }
    store_rows(work.k_to, width_, problem_.dim, s.k_size, k_to_, s.batch, s.k_first, kv_head);
    store_rows(work.v_to, value_width_, problem_.value_dim, s.k_size, v_to_, s.batch, s.k_first,
               kv_head);
  }

  static void store_rows(const A* from, int64_t width, int64_t size, int64_t rows,
                         const OutputRows<T>& to, int64_t batch, int64_t first, int64_t head) {
    for (int64_t i = 0; i < rows; ++i) {
      const A* row = from + i * width;
      T* target = to.at(batch, first + i, head);
      for_lanes(size, [=](int64_t j) { target[j] = T(row[j]); });
    }
  }

  void add_queries(int64_t sequence, const Sequence& s, int64_t head, int64_t first,
                   Workspace& work) const {
    const int64_t rows = std::min(kRows, s.q_size - first);
    const int64_t at = s.q_first + first;
    const A scale = A(problem_.scale);
    const auto take = [&](const HeadRows& x, int64_t size, A factor, A* to, int64_t width) {
      pack_rows<T>(x.template at<T>(s.batch, at, head), x.row_stride(), rows, size, factor, to,
                   width);
    };
    take(q_, problem_.dim, scale, work.q, width_);
    take(a_, problem_.dim, scale, work.a, width_);
    take(g_, problem_.value_dim, A(1), work.g, value_width_);
    if (problem_.drops()) drops_.keep(sequence, head, first / kRows, work.keep.data());
    score_products(rows, s.k_size, work);
    for (int64_t i = 0; i < rows; ++i) differentiate_row(s, head, first, i, work);
    output_products(rows, s.k_size, work);
    store_rows(work.q_to, width_, problem_.dim, rows, q_to_, s.batch, at, head);
    store_rows(work.g_to, value_width_, problem_.value_dim, rows, g_to_, s.batch, at, head);
  }

  // p = S, r = R, u = G V^T, w = G c^T.
  void score_products(int64_t rows, int64_t keys, Workspace& work) const {
    const LeftFactor<A> q{work.q, width_, 1}, a{work.a, width_, 1}, g{work.g, value_width_, 1};
    multiply_panels(q, rows, problem_.dim, width_, work.k_panels, keys, work.p, stride_);
    multiply_panels(q, rows, problem_.dim, width_, work.b_panels, keys, work.r, stride_);
    multiply_panels(a, rows, problem_.dim, width_, work.k_panels, keys, work.u, stride_);
    for (int64_t i = 0; i < rows; ++i) {
      A* r = work.r + i * stride_;
      const A* u = work.u + i * stride_;
      for_lanes(keys, [=](int64_t j) { r[j] += u[j]; });
    }
    multiply_panels(g, rows, problem_.value_dim, value_width_, work.v_panels, keys, work.u,
                    stride_);
    multiply_panels(g, rows, problem_.value_dim, value_width_, work.c_panels, keys, work.w,
                    stride_);
  }

  // Afterwards p = W, r = Z, u = H, w = Y.
  void differentiate_row(const Sequence& s, int64_t head, int64_t first, int64_t i,
                         Workspace& work) const {
    const int64_t n = s.k_size;
    A* p = work.p + i * stride_;
    A* r = work.r + i * stride_;
    A* u = work.u + i * stride_;
    A* w = work.w + i * stride_;
    mask_.add(s.batch, head, first + i, 0, n, p);
    const int64_t seen = problem_.visible_keys(s, first + i);
    const A lse = lse_.data<A>()[problem_.statistics_at(s, head) + first + i];
    for (int64_t j = 0; j < n; ++j) p[j] = j < seen ? std::exp(p[j] - lse) : A(0);
    const uint8_t* keep = problem_.drops() ? work.keep.data() + i * n : nullptr;
    const A factor = A(problem_.keep_scale());
    const auto dropped = [=](int64_t j) { return !keep ? A(1) : keep[j] ? factor : A(0); };
    for_lanes(n, [=](int64_t j) { u[j] *= dropped(j); });
    const A delta = sum_over<A>(n, [=](int64_t j) { return p[j] * u[j]; });
    const A mean = sum_over<A>(n, [=](int64_t j) { return p[j] * r[j]; });
    const auto e = [=](int64_t j) {
      return u[j] * (r[j] - mean) - delta * r[j] + w[j] * dropped(j);
    };
    const A e_mean = sum_over<A>(n, [=](int64_t j) { return p[j] * e(j); });
    for_lanes(n, [=](int64_t j) {
      const A z = p[j] * (e(j) - e_mean);
      w[j] = dropped(j) * p[j] * (r[j] - mean);
      r[j] = z;
      u[j] = p[j] * (u[j] - delta);
      p[j] *= dropped(j);
    });
  }

  void output_products(int64_t rows, int64_t keys, Workspace& work) const {
    constexpr int64_t kStep = kLanes<Vec<A>>;
    const auto by_query = [&](const A* x, const A* y, int64_t width, A* to, bool accumulate) {
      multiply_block<A>({x, stride_, 1}, rows, keys, y, width, width / kStep, to, width,
                        accumulate);
    };
    const auto by_key = [&](const A* x, const A* y, int64_t width, A* to) {
      multiply_block<A>({x, 1, stride_}, keys, rows, y, width, width / kStep, to, width, true);
    };
    by_query(work.r, work.k, width_, work.q_to, false);
    by_query(work.u, work.b, width_, work.q_to, true);
    const A scale = A(problem_.scale);
    A* const q_to = work.q_to;
    for_lanes(rows * width_, [=](int64_t j) { q_to[j] *= scale; });
    by_query(work.w, work.v, value_width_, work.g_to, false);
    by_query(work.p, work.c, value_width_, work.g_to, true);
    by_key(work.r, work.q, width_, work.k_to);
    by_key(work.u, work.a, width_, work.k_to);
    by_key(work.w, work.g, value_width_, work.v_to);
  }

  const AttentionProblem& problem_;
  HeadRows q_, k_, v_, g_, a_, b_, c_;
  ScoreMask<A> mask_;
  const DropStream& drops_;
  Tensor lse_;
  OutputRows<T> q_to_, k_to_, v_to_, g_to_;
  int64_t width_, value_width_;
  int64_t keys_ = 0, stride_ = 0;
};

}  // namespace

void attention_double_grad(const TensorImpl& q, const TensorImpl& k, const TensorImpl& v,
                           const TensorImpl* mask, const TensorImpl* q_offsets,
                           const TensorImpl* k_offsets, const TensorImpl& lse,
                           const TensorImpl& rng_state, const TensorImpl& out_grad,
                           const TensorImpl& q_grad_grad, const TensorImpl& k_grad_grad,
                           const TensorImpl& v_grad_grad, double scale, bool causal,
                           double dropout_p, TensorImpl& q_grad, TensorImpl& k_grad,
                           TensorImpl& v_grad, TensorImpl& out_grad_grad) {
  const AttentionProblem problem(q, k, v, q_offsets, k_offsets, scale, causal, dropout_p);
  if (problem.packed || problem.drops_all() || problem.empty()) {
    for (TensorImpl* grad : {&q_grad, &k_grad, &v_grad, &out_grad_grad}) fill(*grad, 0.0);
  }
  if (problem.drops_all() || problem.empty()) return;
  DropStream drops(problem, kRows);
  if (problem.drops()) drops.draw_again(rng_state);
  visit_float(q.dtype(), [&](auto zero) {
    using Kernel = DoubleBackward<decltype(zero)>;
    const typename Kernel::Inputs in{q, k, v, out_grad, q_grad_grad, k_grad_grad, v_grad_grad};
    Kernel(problem, in, mask, drops, lse, {q_grad, k_grad, v_grad, out_grad_grad}).run();
  });
}

}  // namespace pd::PD_ISA
