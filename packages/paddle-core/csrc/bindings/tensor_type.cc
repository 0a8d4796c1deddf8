// The type object of `paddle.Tensor`: life and identity of the Python objects.
#include <Python.h>
#include <structmember.h>

#include "autograd/autograd.h"
#include "bindings/errors.h"
#include "bindings/numpy.h"
#include "bindings/python_tensor.h"
#include "bindings/tensor_slots.h"

namespace pd::python {

PyTypeObject* tensor_type = nullptr;

namespace {

PyTensor* as_tensor(PyObject* object) { return reinterpret_cast<PyTensor*>(object); }

PyObject* new_object(PyTypeObject* type, Tensor tensor) {
  PyObject* object = type->tp_alloc(type, 0);
  if (!object) return nullptr;
  TensorImpl* impl = tensor.detach();
  as_tensor(object)->impl = impl;
  impl->python_object = object;
  return object;
}

// Tensor() is an empty float32 tensor; Tensor(other) shares the data of another one, which is how
// subclasses such as parameters are made.
PyObject* tensor_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    PyObject* other = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0) : nullptr;
    (void)keywords;  // for the __init__ of subclasses
    if (!other) {
      const Dims shape = {0};
      return new_object(type, Tensor::empty(shape, DType::kFloat32));
    }
    const TensorImpl* source = unwrap(other);
    require(source != nullptr, ErrorKind::kInvalidType, "Tensor() takes another Tensor, but got ",
            Py_TYPE(other)->tp_name, "; use paddle.to_tensor() for data");
    return new_object(type, shallow_copy(*source));
  });
}

int tensor_init(PyObject*, PyObject*, PyObject*) { return 0; }

// While C++ keeps the tensor, the attributes that users put on its Python object are kept as well:
// the tensor becomes the owner of the object.
bool hand_over_to_tensor(PyObject* self) {
  PyTensor* object = as_tensor(self);
  TensorImpl* impl = object->impl;
  const bool has_attributes = object->dict && PyDict_GET_SIZE(object->dict) > 0;
  if (!impl || !has_attributes || Py_TYPE(self) != tensor_type || impl->use_count() == 1) {
    return false;
  }
  Py_SET_REFCNT(self, 1);
  impl->owns_python_object = true;
  IntrusivePtr<TensorImpl>::adopt(impl);  // gives up this object's reference
  return true;
}

void tensor_dealloc(PyObject* self) {
  if (hand_over_to_tensor(self)) return;
  PyTensor* object = as_tensor(self);
  if (object->weak_references) PyObject_ClearWeakRefs(self);
  Py_CLEAR(object->dict);
  if (TensorImpl* impl = object->impl) {
    object->impl = nullptr;
    impl->python_object = nullptr;
    if (!impl->owns_python_object) IntrusivePtr<TensorImpl>::adopt(impl);
  }
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  if (type == tensor_type) Py_DECREF(type);  // a subclass's own dealloc does this for itself
}

void release_from_tensor(TensorImpl& impl) {
  if (!Py_IsInitialized()) return;
  const AcquireGil gil;
  auto* self = static_cast<PyObject*>(impl.python_object);
  Py_DECREF(self);
}

PyObject* call_helper(const char* name, PyObject* self) {
  PyObject* module = PyImport_ImportModule("paddle._tensor");
  if (!module) return nullptr;
  PyObject* result = PyObject_CallMethod(module, name, "O", self);
  Py_DECREF(module);
  return result;
}

PyObject* tensor_repr(PyObject* self) { return call_helper("tensor_repr", self); }
PyObject* tensor_iter(PyObject* self) { return call_helper("tensor_iter", self); }
Py_hash_t tensor_hash(PyObject* self) { return static_cast<Py_hash_t>(_Py_HashPointer(self)); }

Py_ssize_t tensor_length(PyObject* self) {
  const TensorImpl& impl = *as_tensor(self)->impl;
  if (impl.rank() > 0) return static_cast<Py_ssize_t>(impl.dim(0));
  PyErr_SetString(PyExc_AssertionError, "len() of a 0-D tensor is wrong");
  return -1;
}

PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(PyTensor, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyTensor, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

template <class F>
void add_slot(PyType_Slot*& next, int slot, F function) {
  *next++ = {slot, reinterpret_cast<void*>(function)};
}

const char* const kTensorDoc =
    "A multi-dimensional array of one data type, with a gradient.\n\n"
    "Created by paddle.to_tensor and the operators; see paddle.to_tensor.";

}  // namespace

PyObject* wrap(const Tensor& tensor) {
  if (!tensor) return Py_NewRef(Py_None);
  TensorImpl* impl = tensor.get();
  auto* existing = static_cast<PyObject*>(impl->python_object);
  if (!existing) return checked(new_object(tensor_type, tensor));
  if (!impl->owns_python_object) return Py_NewRef(existing);
  impl->owns_python_object = false;
  impl->retain();
  return existing;
}

bool init_tensor_type(PyObject* module) {
  PyType_Slot slots[64];
  PyType_Slot* next = slots;
  add_slot(next, Py_tp_new, tensor_new);
  add_slot(next, Py_tp_init, tensor_init);
  add_slot(next, Py_tp_dealloc, tensor_dealloc);
  add_slot(next, Py_tp_repr, tensor_repr);
  add_slot(next, Py_tp_str, tensor_repr);
  add_slot(next, Py_tp_iter, tensor_iter);
  add_slot(next, Py_tp_hash, tensor_hash);
  add_slot(next, Py_tp_richcompare, compare_tensors);
  add_slot(next, Py_mp_length, tensor_length);
  add_slot(next, Py_mp_subscript, get_item);
  add_slot(next, Py_mp_ass_subscript, set_item);
  add_slot(next, Py_tp_members, members);
  add_slot(next, Py_tp_getset, tensor_properties);
  add_slot(next, Py_tp_methods, tensor_methods);
  add_slot(next, Py_bf_getbuffer, get_buffer);
  add_slot(next, Py_bf_releasebuffer, release_buffer);
  *next++ = {Py_tp_doc, const_cast<char*>(kTensorDoc)};
  fill_number_slots(next);
  *next = {0, nullptr};
  PyType_Spec spec = {"paddle.Tensor", sizeof(PyTensor), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  PyObject* type = PyType_FromSpec(&spec);
  if (!type) return false;
  tensor_type = reinterpret_cast<PyTypeObject*>(type);
  python_object_releaser = release_from_tensor;
  return PyModule_AddObjectRef(module, "Tensor", type) == 0;
}

}  // namespace pd::python
