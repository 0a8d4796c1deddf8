// Properties and the C++ part of the methods of `paddle.Tensor`.
#include "autograd/autograd.h"
#include "bindings/convert.h"
#include "bindings/dlpack.h"
#include "bindings/errors.h"
#include "bindings/numpy.h"
#include "bindings/place_type.h"
#include "bindings/tensor_slots.h"
#include "interpreter/program.h"
#include "ops.h"
#include "tensor/layout.h"

namespace pd::python {
namespace {

TensorImpl& self_of(PyObject* self) { return *reinterpret_cast<PyTensor*>(self)->impl; }

// The tensor that has the history: of a composite tensor the component with its elements.
TensorImpl& owner_of(PyObject* self) { return gradient_owner(self_of(self)); }

PyObject* get_shape(PyObject* self, void*) {
  return guarded([&] { return attr_to_python(Attr(self_of(self).shape())); });
}
PyObject* get_strides(PyObject* self, void*) {
  return guarded([&] { return attr_to_python(Attr(self_of(self).strides())); });
}
PyObject* get_offset(PyObject* self, void*) {
  const TensorImpl& x = self_of(self);
  return PyLong_FromLongLong(x.offset() * size_of(x.dtype()));
}
PyObject* get_ndim(PyObject* self, void*) { return PyLong_FromLongLong(self_of(self).rank()); }
PyObject* get_size(PyObject* self, void*) { return PyLong_FromLongLong(self_of(self).numel()); }
PyObject* get_dtype(PyObject* self, void*) { return dtype_to_python(self_of(self).dtype()); }
PyObject* get_place(PyObject* self, void*) {
  return guarded([&] { return place_to_python(self_of(self).place()); });
}
PyObject* get_version(PyObject* self, void*) { return PyLong_FromLong(self_of(self).version()); }
PyObject* get_is_leaf(PyObject* self, void*) {
  return guarded([&] {
    TensorImpl& x = owner_of(self);
    return PyBool_FromLong(stop_gradient(x) || !gradient_node(x));
  });
}
PyObject* get_grad_fn(PyObject* self, void*) {
  return guarded([&] {
    Node* node = gradient_node(owner_of(self));
    if (!node) return Py_NewRef(Py_None);
    const std::string_view name = node->name();
    return PyUnicode_FromStringAndSize(name.data(), static_cast<Py_ssize_t>(name.size()));
  });
}

PyObject* get_stop_gradient(PyObject* self, void*) {
  return PyBool_FromLong(stop_gradient(owner_of(self)));
}
int set_stop_gradient_property(PyObject* self, PyObject* value, void*) {
  const int stop = value ? PyObject_IsTrue(value) : -1;
  if (stop < 0) {
    if (!value) PyErr_SetString(PyExc_AttributeError, "stop_gradient cannot be deleted");
    return -1;
  }
  return guarded_status([&] { set_stop_gradient(owner_of(self), stop); });
}

PyObject* get_grad(PyObject* self, void*) {
  return guarded([&] {
    const AutogradMeta* meta = owner_of(self).autograd();
    return wrap(with_elements(self_of(self), meta ? meta->grad : Tensor()));
  });
}
int set_grad(PyObject* self, PyObject* value, void*) {
  return guarded_status([&] {
    TensorImpl& x = self_of(self);
    TensorImpl& owner = gradient_owner(x);
    if (!value || value == Py_None) {
      if (owner.autograd()) owner.autograd()->grad = {};
      return;
    }
    TensorImpl* grad = unwrap(value);
    require(grad != nullptr, ErrorKind::kInvalidType, "grad must be a Tensor or None, not ",
            Py_TYPE(value)->tp_name);
    require(grad->shape() == x.shape(), "grad has shape ", grad->shape(),
            ", but the tensor has shape ", x.shape());
    require(grad->layout() == x.layout(), "grad has another layout than the tensor");
    owner.ensure_autograd().grad = Tensor::share(&gradient_owner(*grad));
  });
}

PyObject* get_data(PyObject* self, void*) {
  return guarded([&] { return wrap(detach(self_of(self))); });
}
int set_data(PyObject* self, PyObject* value, void*) {
  return guarded_status([&] {
    TensorImpl* other = value ? unwrap(value) : nullptr;
    require(other != nullptr, ErrorKind::kInvalidType, "data must be a Tensor");
    self_of(self).adopt(*other);
  });
}

PyObject* get_is_symbolic(PyObject* self, void*) {
  return PyBool_FromLong(self_of(self).is_symbolic());
}
PyObject* get_layout_name(PyObject* self, void*) {
  return PyUnicode_FromString(layout_name(self_of(self).layout()));
}

// ---- methods ---------------------------------------------------------------------------------

PyObject* is_contiguous(PyObject* self, PyObject*) {
  return PyBool_FromLong(self_of(self).is_contiguous());
}
PyObject* data_ptr(PyObject* self, PyObject*) {
  return PyLong_FromVoidPtr(self_of(self).raw_data());
}
PyObject* element_size(PyObject* self, PyObject*) {
  return PyLong_FromLongLong(size_of(self_of(self).dtype()));
}
PyObject* detach_method(PyObject* self, PyObject*) {
  return guarded([&] {
    TensorImpl& x = self_of(self);
    return wrap(x.is_symbolic() ? ops::assign(Tensor::share(&x)) : detach(x));
  });
}
PyObject* detach_in_place(PyObject* self, PyObject*) {
  return guarded([&] {
    set_stop_gradient(owner_of(self), true);
    return Py_NewRef(self);
  });
}
PyObject* retain_grads(PyObject* self, PyObject*) {
  return guarded([&] {
    retain_grad(owner_of(self));
    return Py_NewRef(Py_None);
  });
}
PyObject* bump_version(PyObject* self, PyObject*) {
  self_of(self).bump_version();
  return Py_NewRef(Py_None);
}
PyObject* dlpack_method(PyObject* self, PyObject* versioned) {
  return guarded([&] { return to_dlpack(self_of(self), PyObject_IsTrue(versioned) == 1); });
}

PyObject* components_method(PyObject* self, PyObject*) {
  return guarded([&] {
    const CompositeMeta* parts = self_of(self).composite();
    const size_t count = parts ? parts->components.size() : 0;
    nanobind::object tuple = nanobind::steal(checked(PyTuple_New(static_cast<Py_ssize_t>(count))));
    for (size_t i = 0; i < count; ++i) {
      PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), wrap(parts->components[i]));
    }
    return tuple.release().ptr();
  });
}

// Takes data, shape and dtype of another tensor and keeps this object.
PyObject* adopt_method(PyObject* self, PyObject* other) {
  return guarded([&] {
    TensorImpl* source = unwrap(other);
    require(source != nullptr, ErrorKind::kInvalidType, "a Tensor is needed, not ",
            Py_TYPE(other)->tp_name);
    self_of(self).adopt(*source);
    return Py_NewRef(Py_None);
  });
}

// The element at a flat position of a dense tensor, as a Python number.
PyObject* item_at(PyObject* self, PyObject* position) {
  return guarded([&] {
    const TensorImpl& x = self_of(self);
    require(x.has_storage() && !x.is_composite(), ErrorKind::kPreconditionNotMet,
            "item: a symbolic or sparse tensor has no single elements");
    int64_t left = *try_int(position);
    require(left >= -x.numel() && left < x.numel(), ErrorKind::kOutOfRange, "item: the position ",
            left, " is outside of a tensor of ", x.numel(), " elements");
    if (left < 0) left += x.numel();
    int64_t offset = 0;
    for (int64_t axis = x.rank(); axis-- > 0;) {
      offset += left % x.dim(axis) * x.stride(axis);
      left /= x.dim(axis);
    }
    return item(x, offset);
  });
}

}  // namespace

PyGetSetDef tensor_properties[] = {
    {"shape", get_shape, nullptr, "The sizes of the dimensions, as a list.", nullptr},
    {"strides", get_strides, nullptr, "Steps between elements along each dimension.", nullptr},
    {"offset", get_offset, nullptr, "Bytes from the start of the memory to the tensor.", nullptr},
    {"ndim", get_ndim, nullptr, "The number of dimensions.", nullptr},
    {"size", get_size, nullptr, "The number of elements.", nullptr},
    {"dtype", get_dtype, nullptr, "The type of the elements.", nullptr},
    {"place", get_place, nullptr, "Where the data lives.", nullptr},
    {"inplace_version", get_version, nullptr, "How often the memory was written in place.",
     nullptr},
    {"is_leaf", get_is_leaf, nullptr, "Whether no recorded operator computed the tensor.", nullptr},
    {"grad_fn", get_grad_fn, nullptr, "The operator that computed the tensor, or None.", nullptr},
    {"stop_gradient", get_stop_gradient, set_stop_gradient_property,
     "Whether gradients stop here; False for parameters.", nullptr},
    {"grad", get_grad, set_grad, "The accumulated gradient, or None.", nullptr},
    {"data", get_data, set_data, "The tensor without its history, sharing memory.", nullptr},
    {"_is_symbolic", get_is_symbolic, nullptr, "Whether the tensor belongs to a program.", nullptr},
    {"_layout_name", get_layout_name, nullptr, "Name of the layout, such as dense.", nullptr},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMethodDef tensor_methods[] = {
    {"is_contiguous", is_contiguous, METH_NOARGS,
     "is_contiguous($self, /)\n--\n\nWhether elements lie in row-major order."},
    {"data_ptr", data_ptr, METH_NOARGS, "data_ptr($self, /)\n--\n\nAddress of the first element."},
    {"element_size", element_size, METH_NOARGS,
     "element_size($self, /)\n--\n\nBytes of one element."},
    {"detach", detach_method, METH_NOARGS,
     "detach($self, /)\n--\n\nThe tensor without its history, sharing memory."},
    {"detach_", detach_in_place, METH_NOARGS,
     "detach_($self, /)\n--\n\nDrops the history of the tensor."},
    {"retain_grads", retain_grads, METH_NOARGS,
     "retain_grads($self, /)\n--\n\nKeeps the gradient of a tensor that is no leaf."},
    {"_bump_inplace_version", bump_version, METH_NOARGS, "Counts a write into the memory."},
    {"_components", components_method, METH_NOARGS, "The parts of a composite tensor."},
    {"_become", adopt_method, METH_O, "Takes data, shape and dtype of another tensor."},
    {"_item_at", item_at, METH_O, "The element at a flat position as a Python number."},
    {"_to_dlpack", dlpack_method, METH_O, "A DLPack capsule over the memory."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace pd::python
