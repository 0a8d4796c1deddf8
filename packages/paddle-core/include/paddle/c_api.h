/* The C ABI of paddle-core: types, rules and the table of functions that extensions call.
 *
 * Rules
 * - C11; the only headers are <stddef.h> and <stdint.h>; an extension links to nothing. The core
 *   publishes one `const PD_Api*` in the capsule named PD_CAPSULE_NAME (`paddle._core.c_api`).
 * - Only integers, floats, PD_Place, and pointers to these, to the structs below or to opaque
 * handles cross the border. No exception does: what can fail returns a PD_Status, 0 for success,
 * and leaves a text that `error_text` returns until the next failure on the same thread.
 * - Within a major version slots and struct fields are only appended, and numbers keep their
 * meaning. An extension built for minor M runs on every core of the same major whose minor is at
 * least M.
 * - `PD_Tensor** out` receives a reference that the caller owns and gives back with
 *   `tensor_release`; tensors that a function takes, and pointers that a function returns, are
 *   borrowed. A borrowed pointer lives as long as the object that it was asked from.
 * - Numbers of data types, layouts and backends are asked for by name (`dtype_find`, ...), never
 *   written into an extension.
 * - Everything may be called from any thread. `python_*` slots need the interpreter lock; callbacks
 *   into the extension run without it.
 */
#ifndef PADDLE_C_API_H_
#define PADDLE_C_API_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PD_ABI_MAJOR 1
#define PD_ABI_MINOR 0
#define PD_ABI_MAGIC 0x49504450u /* "PDPI" in memory */
#define PD_CAPSULE_NAME "paddle._core.c_api"

/* ---- handles ---- */

typedef struct PD_Tensor PD_Tensor;
typedef struct PD_Op PD_Op;
typedef struct PD_Generator PD_Generator;
typedef struct PD_Call PD_Call;           /* a running kernel */
typedef struct PD_InferCall PD_InferCall; /* a running shape rule */
typedef struct PD_GradCall PD_GradCall;   /* a running gradient */

/* ---- status: each kind is one Python exception ---- */

typedef int32_t PD_Status;
enum {
  PD_OK = 0,
  PD_INVALID_ARGUMENT = 1,     /* ValueError */
  PD_INVALID_TYPE = 2,         /* TypeError */
  PD_OUT_OF_RANGE = 3,         /* IndexError */
  PD_NOT_FOUND = 4,            /* RuntimeError */
  PD_PRECONDITION_NOT_MET = 5, /* RuntimeError */
  PD_UNIMPLEMENTED = 6,        /* NotImplementedError */
  PD_RESOURCE_EXHAUSTED = 7,   /* MemoryError */
  PD_FOREIGN = 8 /* an exception of somebody else, which the core keeps and passes on */
};

/* ---- attributes ---- */

typedef int32_t PD_AttrKind;
enum {
  PD_ATTR_NONE = 0,
  PD_ATTR_BOOL = 1,    /* integer */
  PD_ATTR_INT = 2,     /* integer */
  PD_ATTR_FLOAT = 3,   /* real[0] */
  PD_ATTR_COMPLEX = 4, /* real[0], real[1] */
  PD_ATTR_DTYPE = 5,   /* integer */
  PD_ATTR_PLACE = 6,   /* place.backend, place.device */
  PD_ATTR_INTS = 7,    /* ints, `count` of them */
  PD_ATTR_FLOATS = 8,  /* floats, `count` of them */
  PD_ATTR_STRING = 9   /* string, `count` bytes, not terminated by a zero */
};

typedef struct PD_Place {
  int32_t backend;
  int32_t device;
} PD_Place;

typedef struct PD_Attr {
  PD_AttrKind kind;
  uint32_t count;
  union {
    int64_t integer;
    double real[2];
    PD_Place place;
    const int64_t* ints;
    const double* floats;
    const char* string;
  } value;
} PD_Attr;

/* ---- definitions of operators ---- */

typedef int32_t PD_ArgKind;
enum {
  PD_ARG_TENSOR = 0,
  PD_ARG_TENSOR_LIST = 1,
  PD_ARG_BOOL = 2,
  PD_ARG_INT = 3,
  PD_ARG_FLOAT = 4,
  PD_ARG_STRING = 5,
  PD_ARG_DTYPE = 6,
  PD_ARG_PLACE = 7,
  PD_ARG_SCALAR = 8, /* bool, int, float or complex */
  PD_ARG_INTS = 9,
  PD_ARG_FLOATS = 10
};

typedef int32_t PD_Autocast;
enum {
  PD_AUTOCAST_KEEP = 0,
  PD_AUTOCAST_WHITE = 1,
  PD_AUTOCAST_BLACK = 2,
  PD_AUTOCAST_PROMOTE = 3
};

typedef struct PD_ArgDef {
  const char* name;
  PD_ArgKind kind;
  int32_t optional;             /* None is accepted */
  const PD_Attr* default_value; /* of an attribute; NULL: it must be given */
} PD_ArgDef;

typedef struct PD_OutputDef {
  const char* name;
  int32_t is_list; /* only the last output may be a list */
  int32_t reserved;
} PD_OutputDef;

/* Computes shape and dtype of every output. */
typedef PD_Status (*PD_InferFn)(PD_InferCall* call, void* context);
/* Fills the outputs, which are allocated, contiguous and uninitialised. */
typedef PD_Status (*PD_KernelFn)(PD_Call* call, void* context);
/* Hands over the gradient of every input that is wanted. */
typedef PD_Status (*PD_GradFn)(PD_GradCall* call, void* context);

/* Bit i of a mask stands for the i-th tensor argument (`saved_outputs`: the i-th output). */
typedef struct PD_OpDef {
  size_t size; /* sizeof(PD_OpDef) where the extension was compiled */
  const char* name;
  const char* family;    /* the table it stands in, or NULL */
  const char* spmd;      /* its sharding rule, or NULL */
  const PD_ArgDef* args; /* tensors before attributes */
  size_t num_args;
  const PD_OutputDef* outputs;
  size_t num_outputs;
  uint64_t dtypes; /* bit d: dtype number d is accepted for the `typed` arguments */
  uint64_t typed;
  uint64_t promote;        /* brought to a common dtype before anything else */
  uint64_t differentiable; /* has a gradient */
  uint64_t shape_only;     /* the kernel reads shape and dtype only; elements may be missing */
  uint64_t saved_inputs;   /* the gradient reads the elements */
  uint64_t saved_metas;    /* the gradient reads only shape or dtype */
  uint64_t saved_outputs;
  uint64_t mutated;        /* the kernel writes into these inputs */
  int32_t inplace_input;   /* the argument that the in-place twin writes into, or -1 */
  int32_t inplace_aliases; /* the kernel may read and write the same memory */
  int32_t view_input;      /* the argument whose storage the output shares, or -1 */
  int32_t dynamic;         /* shapes depend on elements: the kernel creates the outputs */
  int32_t random;
  PD_Autocast autocast;
  PD_InferFn infer;
  void* infer_context;
  PD_GradFn grad; /* NULL: not differentiable */
  void* grad_context;
} PD_OpDef;

/* ---- callbacks ---- */

/* Gives memory of the extension back; `data` and `bytes` are those of tensor_from_memory. */
typedef void (*PD_Deleter)(void* data, size_t bytes, void* context);
/* One piece of a parallel loop. */
typedef PD_Status (*PD_RangeFn)(int64_t begin, int64_t end, void* context);
/* Receives the outputs of a call in order and owns them. */
typedef void (*PD_SinkFn)(size_t index, PD_Tensor* tensor, void* context);

/* ---- the table ---- */

typedef struct PD_Api {
  uint32_t magic;
  uint32_t major;
  uint32_t minor;
  uint32_t reserved;
  size_t size;              /* sizeof(PD_Api) in the core */
  const char* core_version; /* of the package, as people know it */
#define PD_SLOT(result, name, parameters) result(*name) parameters;
#include "paddle/c_api_slots.h"
#undef PD_SLOT
} PD_Api;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PADDLE_C_API_H_ */
