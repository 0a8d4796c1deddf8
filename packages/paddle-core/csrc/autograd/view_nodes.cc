// Gradients through views are strided windows on the gradient of the base.
#include "autograd/view_nodes.h"

#include "ops.h"

namespace pd {
namespace {

// A window on a contiguous tensor of the base's shape.
struct Window {
  Dims shape;
  Dims strides;
  int64_t offset;

  Window(const TensorImpl& base, const TensorImpl& view)
      : shape(view.shape()), strides(view.strides()), offset(view.offset() - base.offset()) {
    require(base.is_contiguous() && base.dtype() == view.dtype(), ErrorKind::kUnimplemented,
            "gradients through in-place writes need a base tensor that is contiguous and of the "
            "dtype of its view");
  }
  Tensor of(const Tensor& x) const { return ops::as_strided(x, shape, strides, offset); }
  // x with the window's elements replaced.
  Tensor replace(const Tensor& x, const Tensor& source) const {
    return ops::as_strided_scatter(x, source, shape, strides, offset);
  }
};

Tensor contiguous_grad(const Tensor& grad) {
  return grad->is_contiguous() ? grad : ops::assign(grad);
}

Tensor zeros_of(const TensorMeta& meta) {
  return Tensor::zeros(meta.shape, meta.dtype, meta.place);
}

class ViewNode final : public Node {
 public:
  ViewNode(TensorImpl& base, const TensorImpl& view)
      : Node("view"), window_(base, view), base_(base.meta()) {
    set_edges({gradient_edge(base)});
    add_slot(view.meta());
  }

  void apply(std::span<Tensor> grads, std::span<Tensor> results) override {
    results[0] = window_.replace(zeros_of(base_), grads[0]);
  }

 private:
  Window window_;
  TensorMeta base_;
};

class WrittenBaseNode final : public Node {
 public:
  WrittenBaseNode(TensorImpl& base, const TensorImpl& view, IntrusivePtr<Node> write)
      : Node(write->name()), window_(base, view), write_(std::move(write)) {
    Edges edges = write_->edges();
    edges[0] = gradient_edge(base);
    set_edges(std::move(edges));
    add_slot(base.meta());
  }

  void apply(std::span<Tensor> grads, std::span<Tensor> results) override {
    const Tensor grad = contiguous_grad(grads[0]);
    Tensor window_grad = window_.of(grad);
    write_->apply({&window_grad, 1}, results);
    const Tensor before = results[0] ? results[0] : zeros_of(window_grad->meta());
    results[0] = window_.replace(grad, before);
  }
  void release_saved() override { write_->release_saved(); }

 private:
  Window window_;
  IntrusivePtr<Node> write_;
};

}  // namespace

IntrusivePtr<Node> make_view_node(TensorImpl& base, const TensorImpl& view) {
  return IntrusivePtr<Node>::adopt(new ViewNode(base, view));
}

IntrusivePtr<Node> make_written_base_node(TensorImpl& base, const TensorImpl& view,
                                          IntrusivePtr<Node> write) {
  return IntrusivePtr<Node>::adopt(new WrittenBaseNode(base, view, std::move(write)));
}

}  // namespace pd
