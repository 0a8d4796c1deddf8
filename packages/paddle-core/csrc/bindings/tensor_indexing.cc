// x[...] and x[...] = value: basic indexing is a view, index tensors gather and scatter.
#include <optional>
#include <vector>

#include "bindings/convert.h"
#include "bindings/errors.h"
#include "bindings/numpy.h"
#include "bindings/tensor_slots.h"
#include "ops.h"

namespace nb = nanobind;

namespace pd::python {
namespace {

// ---- reading the key -------------------------------------------------------------------------

struct Item {
  enum Kind { kInteger, kSlice, kNewAxis, kEllipsis, kIndices } kind;
  int64_t integer = 0;
  std::optional<int64_t> start, stop, step;
  Tensor indices;  // integers, or booleans as a mask
};

std::optional<int64_t> slice_bound(PyObject* bound) {
  if (bound == Py_None) return std::nullopt;
  const std::optional<int64_t> value = try_int(bound);
  require(value.has_value(), ErrorKind::kInvalidType,
          "slice bounds must be integers, integer tensors of one element or None, but got ",
          Py_TYPE(bound)->tp_name);
  return value;
}

Tensor to_indices(PyObject* object) {
  if (TensorImpl* tensor = unwrap(object)) return Tensor::share(tensor);
  if (is_array(object)) return tensor_from_array(object);
  const auto core = nb::module_::import_("paddle");
  const nb::object tensor = core.attr("to_tensor")(nb::handle(object));
  const TensorImpl* impl = unwrap(tensor.ptr());
  // An empty list is an empty list of integers.
  return impl->numel() == 0 ? ops::cast(shallow_copy(*impl), DType::kInt64) : shallow_copy(*impl);
}

Tensor checked_indices(PyObject* object) {
  Tensor indices = to_indices(object);
  require(is_integer(indices.dtype()) || indices.dtype() == DType::kBool,
          "index tensors must be of integers or booleans, but got ", indices.dtype());
  return indices;
}

Item read_item(PyObject* object) {
  Item item{Item::kInteger, 0, {}, {}, {}, {}};
  if (PySlice_Check(object)) {
    const auto* slice = reinterpret_cast<PySliceObject*>(object);
    item.kind = Item::kSlice;
    item.start = slice_bound(slice->start);
    item.stop = slice_bound(slice->stop);
    item.step = slice_bound(slice->step);
    return item;
  }
  if (object == Py_None || object == Py_Ellipsis) {
    item.kind = object == Py_None ? Item::kNewAxis : Item::kEllipsis;
    return item;
  }
  const TensorImpl* tensor = unwrap(object);
  const bool is_number =
      tensor ? tensor->rank() == 0 && tensor->has_storage() && is_integer(tensor->dtype())
             : !PyBool_Check(object) && !is_array(object);
  if (is_number) {
    if (const std::optional<int64_t> integer = try_int(object)) {
      item.integer = *integer;
      return item;
    }
  }
  require(tensor || PyBool_Check(object) || is_array(object) || PyList_Check(object) ||
              PyTuple_Check(object) || PyObject_HasAttrString(object, "__array__") ||
              PyRange_Check(object),
          "a tensor cannot be indexed with ", Py_TYPE(object)->tp_name,
          "; use integers, slices, None, Ellipsis, lists, arrays or tensors");
  item.kind = Item::kIndices;
  item.indices = checked_indices(object);
  return item;
}

int64_t axes_taken(const Item& item) {
  if (item.kind == Item::kInteger || item.kind == Item::kSlice) return 1;
  if (item.kind != Item::kIndices) return 0;
  return item.indices.dtype() == DType::kBool ? item.indices.rank() : 1;
}

// The items with the ellipsis replaced by full slices, one item per axis (masks take several).
std::vector<Item> read_key(PyObject* key, int64_t rank) {
  std::vector<Item> items;
  if (PyTuple_Check(key)) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(key); ++i) {
      items.push_back(read_item(PyTuple_GET_ITEM(key, i)));
    }
  } else {
    items.push_back(read_item(key));
  }
  int64_t taken = 0;
  std::optional<size_t> ellipsis;
  for (size_t i = 0; i < items.size(); ++i) {
    taken += axes_taken(items[i]);
    if (items[i].kind != Item::kEllipsis) continue;
    require(!ellipsis, "an index can only have a single ellipsis ('...')");
    ellipsis = i;
  }
  require(taken <= rank, ErrorKind::kOutOfRange, "too many indices: a tensor of rank ", rank,
          " was indexed along ", taken, " axes");
  const Item full{Item::kSlice, 0, {}, {}, {}, {}};
  const size_t at = ellipsis.value_or(items.size());
  if (ellipsis) items.erase(items.begin() + static_cast<ptrdiff_t>(at));
  items.insert(items.begin() + static_cast<ptrdiff_t>(at), static_cast<size_t>(rank - taken), full);
  return items;
}

// ---- basic indexing --------------------------------------------------------------------------

// What the key asks for, in two steps: a view, then index tensors on axes of the view.
struct Plan {
  Dims axes, starts, ends, steps, dropped;          // of slice_view
  Dims new_axes;                                    // of the view
  std::vector<std::pair<int64_t, Tensor>> indices;  // axis of the view, integer indices
};

struct Bounds {
  int64_t start;
  int64_t stop;
  int64_t step;
};

Bounds slice_bounds(const Item& item, int64_t size) {
  constexpr int64_t kFar = int64_t{1} << 60;
  const int64_t step = item.step.value_or(1);
  require(step != 0, "the step of a slice must not be zero");
  require(step > 0 || size != kUnknownDim, "a slice of an unknown size needs a positive step");
  return {item.start.value_or(step > 0 ? 0 : kFar), item.stop.value_or(step > 0 ? kFar : -kFar),
          step};
}

void check_integer(int64_t index, int64_t axis, int64_t size) {
  require(size == kUnknownDim || (index >= -size && index < size), ErrorKind::kOutOfRange, "index ",
          index, " is out of bounds for axis ", axis, " with size ", size);
}

std::vector<Tensor> mask_positions(const Tensor& mask) {
  const Tensor positions = ops::nonzero(mask);
  if (mask.rank() == 0) {  // one row exists exactly where the mask is true
    const Dims count = {positions.dim(0)};
    return {ops::full(count, Scalar(0), DType::kInt64, Place{})};
  }
  return ops::unbind(positions, 1);
}

class Planner {
 public:
  Planner(const TensorImpl& x, const std::vector<Item>& items) : shape_(x.shape()) {
    for (const Item& item : items) has_indices_ |= item.kind == Item::kIndices;
    for (const Item& item : items) add(item);
  }
  Plan take() { return std::move(plan_); }

 private:
  void add(const Item& item) {
    switch (item.kind) {
      case Item::kNewAxis:
        plan_.new_axes.push_back(view_axis_++);
        return;
      case Item::kInteger:
        return add_integer(item.integer);
      case Item::kSlice:
        return add_slice(item);
      case Item::kIndices:
        return add_indices(item.indices);
      case Item::kEllipsis:
        return;
    }
  }

  // Beside index tensors a number is an index tensor too, as in NumPy.
  void add_integer(int64_t index) {
    const int64_t size = shape_[static_cast<size_t>(axis_)];
    check_integer(index, axis_, size);
    if (has_indices_) {
      const Dims none;
      plan_.indices.emplace_back(view_axis_++,
                                 ops::full(none, Scalar(index), DType::kInt64, Place{}));
      ++axis_;
      return;
    }
    if (index < 0 && size != kUnknownDim) index += size;
    plan_.dropped.push_back(axis_);
    // -1 of an unknown size ends at the end.
    const int64_t end = index == -1 ? int64_t{1} << 60 : index + 1;
    push(index, end, 1);
  }

  void add_slice(const Item& item) {
    const bool full = !item.start && !item.stop && !item.step;
    if (full) {
      ++axis_;
    } else {
      const Bounds bounds = slice_bounds(item, shape_[static_cast<size_t>(axis_)]);
      push(bounds.start, bounds.stop, bounds.step);
    }
    ++view_axis_;
  }

  void push(int64_t start, int64_t end, int64_t step) {
    plan_.axes.push_back(axis_++);
    plan_.starts.push_back(start);
    plan_.ends.push_back(end);
    plan_.steps.push_back(step);
  }

  void add_indices(const Tensor& indices) {
    if (indices.dtype() != DType::kBool) {
      plan_.indices.emplace_back(view_axis_++, indices);
      ++axis_;
      return;
    }
    for (int64_t i = 0; i < indices.rank(); ++i) {
      const int64_t size = shape_[static_cast<size_t>(axis_ + i)];
      require(indices.dim(i) == size || size == kUnknownDim, ErrorKind::kOutOfRange,
              "a mask of shape ", indices.shape(), " does not fit the tensor: axis ", axis_ + i,
              " has size ", size);
    }
    const std::vector<Tensor> positions = mask_positions(indices);
    if (indices.rank() == 0) plan_.new_axes.push_back(view_axis_);
    for (const Tensor& position : positions) plan_.indices.emplace_back(view_axis_++, position);
    axis_ += indices.rank();
  }

  Dims shape_;
  Plan plan_;
  bool has_indices_ = false;
  int64_t axis_ = 0;       // of x
  int64_t view_axis_ = 0;  // of the view
};

Tensor basic_view(const Tensor& x, const Plan& plan) {
  Tensor view = x;
  if (!plan.axes.empty()) {
    view = ops::slice_view(view, plan.axes, plan.starts, plan.ends, plan.steps, plan.dropped);
  }
  if (!plan.new_axes.empty()) view = ops::unsqueeze(view, plan.new_axes);
  return view;
}

// ---- index tensors ---------------------------------------------------------------------------

// Index tensors work on leading axes: the indexed axes are moved to the front, and where they
// stood side by side, the axes of the result are moved back to that place.
struct Gathering {
  Dims to_front;  // permutation of the view
  std::vector<Tensor> indices;
  int64_t home = 0;  // where the index axes stand in the result
  int64_t index_rank = 0;

  Gathering(const Plan& plan, int64_t rank) {
    std::vector<bool> indexed(static_cast<size_t>(rank));
    bool adjacent = true;
    for (size_t i = 0; i < plan.indices.size(); ++i) {
      const auto& [axis, tensor] = plan.indices[i];
      indexed[static_cast<size_t>(axis)] = true;
      to_front.push_back(axis);
      indices.push_back(tensor);
      index_rank = std::max(index_rank, tensor.rank());
      adjacent &= i == 0 || axis == plan.indices[i - 1].first + 1;
    }
    if (adjacent) home = plan.indices[0].first;
    for (int64_t axis = 0; axis < rank; ++axis) {
      if (!indexed[static_cast<size_t>(axis)]) to_front.push_back(axis);
    }
  }

  bool in_order() const {
    for (size_t i = 0; i < to_front.size(); ++i) {
      if (to_front[i] != static_cast<int64_t>(i)) return false;
    }
    return true;
  }
  Tensor front(const Tensor& view) const {
    return in_order() ? view : ops::transpose(view, to_front);
  }

  // Permutation from [index axes, other axes] to the order of the result.
  Dims to_result(int64_t rank) const {
    Dims order;
    for (int64_t axis = 0; axis < home; ++axis) order.push_back(index_rank + axis);
    for (int64_t axis = 0; axis < index_rank; ++axis) order.push_back(axis);
    for (int64_t axis = index_rank + home; axis < rank; ++axis) order.push_back(axis);
    return order;
  }
};

Dims inverse(const Dims& order) {
  Dims result(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    result[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  return result;
}

Tensor gather(const Tensor& view, const Plan& plan) {
  const Gathering gathering(plan, view.rank());
  const Tensor result = ops::index_get(gathering.front(view), gathering.indices);
  if (gathering.home == 0) return result;
  return ops::transpose(result, gathering.to_result(result.rank()));
}

// A value in the order of the result to one with the index axes first.
Tensor arrange_value(const Tensor& value, const Gathering& gathering, int64_t rank) {
  if (gathering.home == 0 || value.rank() <= rank - gathering.home - gathering.index_rank) {
    return value;
  }
  Tensor full = value;
  const Dims front = {0};
  while (full.rank() < rank) full = ops::unsqueeze(full, front);
  require(full.rank() == rank, "a value of shape ", value.shape(),
          " has too many dimensions for the elements it is assigned to");
  return ops::transpose(full, inverse(gathering.to_result(rank)));
}

void scatter(Tensor view, const Plan& plan, const Tensor& value) {
  const Gathering gathering(plan, view.rank());
  Tensor front = gathering.front(view);
  const auto indexed = static_cast<int64_t>(gathering.indices.size());
  const int64_t rank = view.rank() - indexed + gathering.index_rank;
  ops::index_put_(front, gathering.indices, arrange_value(value, gathering, rank), false);
}

// ---- values ----------------------------------------------------------------------------------

Tensor to_value(PyObject* value, DType dtype) {
  if (TensorImpl* tensor = unwrap(value)) return Tensor::share(tensor);
  if (is_array(value)) return tensor_from_array(value);
  if (const std::optional<Scalar> number = try_scalar(value)) {
    const Dims none;
    return ops::full(none, *number, dtype, Place{});
  }
  const auto paddle = nb::module_::import_("paddle");
  const nb::object tensor = paddle.attr("to_tensor")(nb::handle(value));
  return shallow_copy(*unwrap(tensor.ptr()));
}

// A value may have more leading ones than the elements have dimensions.
Tensor without_leading_ones(const Tensor& value, int64_t rank) {
  Dims shape = value.shape();
  while (static_cast<int64_t>(shape.size()) > rank && shape.front() == 1) shape.erase(0);
  return shape.size() == value.shape().size() ? value : ops::reshape(value, shape);
}

// While a program is recorded there is no memory to write into: the new tensor takes the place.
void set_symbolic(TensorImpl& x, const Plan& plan, const Tensor& value) {
  require(plan.indices.empty() && plan.new_axes.empty() && plan.dropped.empty(),
          ErrorKind::kUnimplemented, "while a program is recorded, only slices can be assigned to");
  const Tensor self = Tensor::share(&x);
  const Tensor like = basic_view(self, plan);
  const Tensor filled = ops::set_value(like, without_leading_ones(value, like.rank()));
  Tensor result = plan.axes.empty() ? filled
                                    : ops::slice_scatter(self, filled, plan.axes, plan.starts,
                                                         plan.ends, plan.steps);
  x.adopt(*result);
}

}  // namespace

PyObject* get_item(PyObject* self, PyObject* key) {
  return guarded([&] {
    TensorImpl& x = *unwrap(self);
    const Plan plan = Planner(x, read_key(key, x.rank())).take();
    Tensor view = basic_view(Tensor::share(&x), plan);
    if (!plan.indices.empty()) return wrap(gather(view, plan));
    if (view.get() == &x) view = ops::assign(view);  // x[...] is a tensor of its own
    return wrap(view);
  });
}

int set_item(PyObject* self, PyObject* key, PyObject* value) {
  if (!value) {
    PyErr_SetString(PyExc_TypeError, "elements of a tensor cannot be deleted");
    return -1;
  }
  return guarded_status([&] {
    TensorImpl& x = *unwrap(self);
    const Plan plan = Planner(x, read_key(key, x.rank())).take();
    Tensor source = to_value(value, x.dtype());
    if (x.is_symbolic()) return set_symbolic(x, plan, source);
    Tensor view = basic_view(Tensor::share(&x), plan);
    if (!plan.indices.empty()) {
      if (source.dtype() != x.dtype()) source = ops::cast(source, x.dtype());
      return scatter(view, plan, source);
    }
    ops::set_value_(view, without_leading_ones(source, view.rank()));
  });
}

}  // namespace pd::python
