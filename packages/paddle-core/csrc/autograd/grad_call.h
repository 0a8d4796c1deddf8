// What a gradient formula sees: incoming gradients, saved values, attributes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dispatch/op.h"
#include "tensor/tensor.h"

namespace pd {

class GradCall {
 public:
  // The gradient of the i-th output; undefined when nothing flowed into it.
  const Tensor& grad_or_null(size_t i) const { return grads_[i]; }
  // The same, zeros where nothing flowed.
  Tensor grad(size_t i) const;
  // All gradients of a list output, zeros where nothing flowed.
  std::vector<Tensor> grad_list() const;

  // The i-th tensor argument of the row (only shape and dtype where no formula reads elements).
  const Tensor& in(size_t i) const { return inputs_[i]; }
  std::span<const Tensor> in_list(size_t i) const;
  const Tensor& out(size_t i) const { return outputs_[i]; }
  std::span<const Tensor> out_list() const { return outputs_; }

  template <class T>
  const T& attr(size_t i) const {
    return std::get<T>(attrs_[i]);
  }
  std::span<const Attr> attrs() const { return attrs_; }
  bool has_attr(size_t i) const { return !std::holds_alternative<std::monostate>(attrs_[i]); }

  // Whether anybody wants the gradient of the i-th tensor argument, and how it is handed over.
  bool wants(size_t i) const;
  void set(size_t i, Tensor grad);
  void set_list(size_t i, std::vector<Tensor> grads);

 private:
  friend class OpNode;
  GradCall(const OpDef& op, std::span<const Tensor> grads, std::span<const Tensor> inputs,
           std::span<const Tensor> outputs, std::span<const TensorMeta> output_metas,
           std::span<const Attr> attrs, std::span<const uint32_t> list_sizes,
           std::span<const bool> wanted, std::span<Tensor> results)
      : op_(op),
        grads_(grads),
        inputs_(inputs),
        outputs_(outputs),
        output_metas_(output_metas),
        attrs_(attrs),
        list_sizes_(list_sizes),
        wanted_(wanted),
        results_(results) {}

  size_t first(size_t arg) const;  // where the argument's tensors start
  size_t count(size_t arg) const;

  const OpDef& op_;
  std::span<const Tensor> grads_;
  std::span<const Tensor> inputs_;
  std::span<const Tensor> outputs_;
  std::span<const TensorMeta> output_metas_;
  std::span<const Attr> attrs_;
  std::span<const uint32_t> list_sizes_;
  std::span<const bool> wanted_;
  std::span<Tensor> results_;
};

}  // namespace pd
