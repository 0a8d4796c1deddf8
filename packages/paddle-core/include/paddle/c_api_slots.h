/* The slots of PD_Api, append-only: PD_SLOT(result, name, (parameters)).
 *
 * Both sides include this file with their own definition of PD_SLOT: c_api.h makes the table's
 * members of it, the core the table's contents. A slot that has been released never changes and
 * never moves; a better one is appended under a new name, the minor version is raised, and
 * abi/history.txt gets a line (see abi/check.py). There is no include guard on purpose.
 */

/* ---- errors ---- */

/// The text of the last failure on this thread.
PD_SLOT(const char*, error_text, (void))
/// Sets kind and text of a failure that a callback is about to return; gives the kind back.
PD_SLOT(PD_Status, error_set, (PD_Status kind, const char* text))

/* ---- numbers and names ---- */

/// The number of a data type, by Paddle's name ("float32").
PD_SLOT(PD_Status, dtype_find, (const char* name, int32_t* out))
/// The name of a data type; NULL for a number that there is not.
PD_SLOT(const char*, dtype_name, (int32_t dtype))
/// Bytes of an element; 0 for a number that there is not.
PD_SLOT(size_t, dtype_size, (int32_t dtype))
/// The number of a backend ("CPU", "GPU", "ONEDNN", or a plug-in's name).
PD_SLOT(PD_Status, backend_find, (const char* name, int32_t* out))
/// The name of a backend; NULL for a number that there is not.
PD_SLOT(const char*, backend_name, (int32_t backend))
/// Names a composite layout with so many component tensors; the same name gives the same number.
PD_SLOT(PD_Status, layout_register, (const char* name, size_t num_components, int32_t* out))
/// The number of a layout that is registered, "dense" among them.
PD_SLOT(PD_Status, layout_find, (const char* name, int32_t* out))
/// The name of a layout; NULL for a number that there is not.
PD_SLOT(const char*, layout_name, (int32_t layout))

/* ---- making tensors ---- */

/// A contiguous tensor with uninitialised elements.
PD_SLOT(PD_Status, tensor_empty,
        (const int64_t* shape, size_t rank, int32_t dtype, PD_Place place, PD_Tensor** out))
/// A tensor over memory of the caller; strides count elements, NULL is contiguous; `deleter` may be
/// NULL.
PD_SLOT(PD_Status, tensor_from_memory,
        (void* data, size_t bytes, const int64_t* shape, const int64_t* strides, size_t rank,
         int32_t dtype, PD_Place place, PD_Deleter deleter, void* context, PD_Tensor** out))
/// Other shape, strides and offset over the storage of `base`; no gradient flows through it.
PD_SLOT(PD_Status, tensor_view,
        (const PD_Tensor* base, const int64_t* shape, const int64_t* strides, size_t rank,
         int64_t offset, PD_Tensor** out))
/// The tensor itself where it is contiguous, else a contiguous copy; no gradient flows through it.
PD_SLOT(PD_Status, tensor_contiguous, (const PD_Tensor* tensor, PD_Tensor** out))
/// One more reference.
PD_SLOT(void, tensor_retain, (PD_Tensor * tensor))
/// One reference less; NULL is accepted.
PD_SLOT(void, tensor_release, (PD_Tensor * tensor))

/* ---- looking at tensors ---- */

/// Number of dimensions.
PD_SLOT(size_t, tensor_rank, (const PD_Tensor* tensor))
/// The sizes; -1 where a size is not known yet.
PD_SLOT(const int64_t*, tensor_shape, (const PD_Tensor* tensor))
/// The strides in elements; without meaning for a tensor that has no data of its own.
PD_SLOT(const int64_t*, tensor_strides, (const PD_Tensor* tensor))
/// Number of elements; -1 when a size is not known yet.
PD_SLOT(int64_t, tensor_numel, (const PD_Tensor* tensor))
/// Number of the data type.
PD_SLOT(int32_t, tensor_dtype, (const PD_Tensor* tensor))
/// Number of the layout; 0 is dense.
PD_SLOT(int32_t, tensor_layout, (const PD_Tensor* tensor))
/// Where the elements live.
PD_SLOT(PD_Place, tensor_place, (const PD_Tensor* tensor))
/// The first element; NULL for composite and symbolic tensors.
PD_SLOT(void*, tensor_data, (const PD_Tensor* tensor))
/// Whether elements stand in row-major order without gaps.
PD_SLOT(int32_t, tensor_is_contiguous, (const PD_Tensor* tensor))
/// Whether the tensor stands for a value of a program that is being recorded.
PD_SLOT(int32_t, tensor_is_symbolic, (const PD_Tensor* tensor))
/// Whether gradients flow into the tensor (the opposite of stop_gradient).
PD_SLOT(int32_t, tensor_requires_grad, (const PD_Tensor* tensor))
/// Makes a leaf collect its gradient, or stop doing so.
PD_SLOT(PD_Status, tensor_set_requires_grad, (PD_Tensor * tensor, int32_t on))
/// How often the storage has been written in place.
PD_SLOT(uint32_t, tensor_version, (const PD_Tensor* tensor))
/// Tells autograd that the caller has written into the storage.
PD_SLOT(void, tensor_bump_version, (PD_Tensor * tensor))
/// Copies elements between equal shapes, any strides and dtypes.
PD_SLOT(PD_Status, tensor_copy, (const PD_Tensor* from, PD_Tensor* to))
/// Sets every element to a number.
PD_SLOT(PD_Status, tensor_fill, (PD_Tensor * tensor, double value))

/* ---- composite tensors ---- */

/// A tensor of a composite layout; it shares the components, whose gradients are its gradients.
PD_SLOT(PD_Status, composite_create,
        (int32_t layout, const int64_t* shape, size_t rank, int32_t dtype,
         PD_Tensor* const* components, size_t num_components, PD_Tensor** out))
/// Number of components; 0 for a dense tensor.
PD_SLOT(size_t, composite_size, (const PD_Tensor* tensor))
/// The i-th component, borrowed; NULL when there is none.
PD_SLOT(PD_Tensor*, composite_component, (const PD_Tensor* tensor, size_t i))
/// Whether the tensor is marked as sorted and free of duplicates.
PD_SLOT(int32_t, composite_coalesced, (const PD_Tensor* tensor))
/// Sets that mark.
PD_SLOT(PD_Status, composite_set_coalesced, (PD_Tensor * tensor, int32_t on))

/* ---- Python and DLPack; the interpreter lock is held ---- */

/// A new reference to the Python object of a tensor; NULL with a Python error set.
PD_SLOT(void*, python_from_tensor, (PD_Tensor * tensor))
/// The tensor inside a Python object; PD_INVALID_TYPE for any other object.
PD_SLOT(PD_Status, python_to_tensor, (void* object, PD_Tensor** out))
/// Sets the Python error that belongs to a failed status.
PD_SLOT(void, python_raise, (PD_Status status))
/// A DLManagedTensorVersioned (DLPack 1.0) that shares the tensor's memory.
PD_SLOT(PD_Status, dlpack_from_tensor, (PD_Tensor * tensor, void** out))
/// A tensor over the memory of a DLManagedTensorVersioned, which it takes over on success.
PD_SLOT(PD_Status, dlpack_to_tensor, (void* managed, PD_Tensor** out))

/* ---- calling operators ---- */

/// The operator of a name; keep the handle, it lives as long as the process.
PD_SLOT(PD_Status, op_find, (const char* name, const PD_Op** out))
/// The name of an operator.
PD_SLOT(const char*, op_name, (const PD_Op* op))
/// Calls an operator: NULL for an absent tensor, lists flattened with `list_sizes` per tensor
/// argument (NULL without lists), trailing attributes with defaults may be left out; `inplace`: the
/// twin.
PD_SLOT(PD_Status, op_call,
        (const PD_Op* op, PD_Tensor* const* inputs, size_t num_inputs, const uint32_t* list_sizes,
         const PD_Attr* attrs, size_t num_attrs, int32_t inplace, PD_SinkFn sink, void* context))
/// Whether calls record gradients on this thread.
PD_SLOT(int32_t, grad_enabled, (void))
/// Switches that on or off; returns what it was.
PD_SLOT(int32_t, set_grad_enabled, (int32_t on))

/* ---- adding operators and kernels ---- */

/// Adds an operator; its name must be new. The core copies the definition.
PD_SLOT(PD_Status, op_register, (const PD_OpDef* def, const PD_Op** out))
/// Adds a kernel for a backend, a layout and the data types in `dtypes` (bit d: dtype number d).
PD_SLOT(PD_Status, kernel_register,
        (const PD_Op* op, int32_t backend, int32_t layout, uint64_t dtypes, PD_KernelFn kernel,
         void* context))

/* ---- inside a kernel ---- */

/// The tensors of the i-th tensor argument (one for a plain tensor, NULL if absent), borrowed.
PD_SLOT(PD_Tensor* const*, call_inputs, (const PD_Call* call, size_t i, size_t* count))
/// Number of attributes.
PD_SLOT(size_t, call_num_attrs, (const PD_Call* call))
/// The i-th attribute, borrowed.
PD_SLOT(PD_Status, call_attr, (const PD_Call* call, size_t i, PD_Attr* out))
/// Number of outputs, those of a list one by one.
PD_SLOT(size_t, call_num_outputs, (const PD_Call* call))
/// The i-th output, borrowed; NULL before a dynamic operator has set it.
PD_SLOT(PD_Tensor*, call_output, (const PD_Call* call, size_t i))
/// Sets the i-th output of a dynamic operator, or of any operator called on composite tensors.
PD_SLOT(PD_Status, call_set_output, (PD_Call * call, size_t i, PD_Tensor* tensor))
/// Whether the result goes into an input.
PD_SLOT(int32_t, call_is_inplace, (const PD_Call* call))

/* ---- inside a shape rule; inputs have shape and dtype, but no elements ---- */

/// The tensors of the i-th tensor argument (one for a plain tensor, NULL if absent), borrowed.
PD_SLOT(PD_Tensor* const*, infer_inputs, (const PD_InferCall* call, size_t i, size_t* count))
/// The i-th attribute, borrowed.
PD_SLOT(PD_Status, infer_attr, (const PD_InferCall* call, size_t i, PD_Attr* out))
/// Decides how many tensors a list output has; the plain outputs before it count too.
PD_SLOT(PD_Status, infer_resize, (PD_InferCall * call, size_t num_outputs))
/// Sets shape and data type of the i-th output; -1 for a size that only the kernel knows.
PD_SLOT(PD_Status, infer_set,
        (PD_InferCall * call, size_t i, const int64_t* shape, size_t rank, int32_t dtype))
/// Makes the i-th output, already set, a view with these strides and this offset.
PD_SLOT(PD_Status, infer_set_view,
        (PD_InferCall * call, size_t i, const int64_t* strides, int64_t offset))

/* ---- inside a gradient ---- */

/// The gradient of the i-th output, zeros where nothing flowed in.
PD_SLOT(PD_Status, grad_incoming, (PD_GradCall * call, size_t i, PD_Tensor** out))
/// Whether a gradient flowed into the i-th output.
PD_SLOT(int32_t, grad_has_incoming, (const PD_GradCall* call, size_t i))
/// All gradients of a list output, zeros where nothing flowed in.
PD_SLOT(PD_Status, grad_incoming_list, (PD_GradCall * call, PD_SinkFn sink, void* context))
/// The tensors of the i-th tensor argument, borrowed; elements only where the definition saves
/// them.
PD_SLOT(PD_Tensor* const*, grad_inputs, (const PD_GradCall* call, size_t i, size_t* count))
/// All outputs, borrowed; elements only where the definition saves them.
PD_SLOT(PD_Tensor* const*, grad_outputs, (const PD_GradCall* call, size_t* count))
/// The i-th attribute, borrowed.
PD_SLOT(PD_Status, grad_attr, (const PD_GradCall* call, size_t i, PD_Attr* out))
/// Whether anybody wants the gradient of the i-th tensor argument.
PD_SLOT(int32_t, grad_wants, (const PD_GradCall* call, size_t i))
/// Hands over the gradients of the i-th tensor argument: one, or as many as its list has.
PD_SLOT(PD_Status, grad_set,
        (PD_GradCall * call, size_t i, PD_Tensor* const* gradients, size_t count))

/* ---- memory, threads, random numbers ---- */

/// A block of the caching allocator, aligned to 64 bytes.
PD_SLOT(PD_Status, memory_allocate, (size_t bytes, void** out))
/// Gives a block back; `bytes` as it was asked for.
PD_SLOT(void, memory_free, (void* block, size_t bytes))
/// Threads that a parallel loop may use here.
PD_SLOT(int32_t, num_threads, (void))
/// Runs `body` over pieces of at least `grain` on the core's one team of threads.
PD_SLOT(PD_Status, parallel_for,
        (int64_t begin, int64_t end, int64_t grain, PD_RangeFn body, void* context))
/// The generator that paddle.seed seeds and every random operator of the CPU draws from.
PD_SLOT(PD_Generator*, generator_default, (void))
/// Starts the stream of a seed.
PD_SLOT(void, generator_seed, (PD_Generator * generator, uint64_t seed))
/// Raw 64-bit draws, for distributions of the extension's own.
PD_SLOT(void, generator_bits, (PD_Generator * generator, uint64_t* out, size_t count))
/// Draws from [low, high).
PD_SLOT(void, generator_uniform,
        (PD_Generator * generator, double low, double high, double* out, size_t count))
/// Draws from a normal distribution.
PD_SLOT(void, generator_normal,
        (PD_Generator * generator, double mean, double deviation, double* out, size_t count))
