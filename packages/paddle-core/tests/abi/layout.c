/* The frozen layout of the C ABI's structs: that this file compiles as C11 is the test. */
#include "paddle/c_api.h"

#define SAME(expression, value) _Static_assert((expression) == (value), #expression)

SAME(sizeof(void*), 8);
SAME(sizeof(PD_Place), 8);

SAME(sizeof(PD_Attr), 24);
SAME(offsetof(PD_Attr, kind), 0);
SAME(offsetof(PD_Attr, count), 4);
SAME(offsetof(PD_Attr, value), 8);

SAME(sizeof(PD_ArgDef), 24);
SAME(offsetof(PD_ArgDef, name), 0);
SAME(offsetof(PD_ArgDef, kind), 8);
SAME(offsetof(PD_ArgDef, optional), 12);
SAME(offsetof(PD_ArgDef, default_value), 16);

SAME(sizeof(PD_OutputDef), 16);
SAME(offsetof(PD_OutputDef, is_list), 8);

SAME(offsetof(PD_OpDef, size), 0);
SAME(offsetof(PD_OpDef, name), 8);
SAME(offsetof(PD_OpDef, family), 16);
SAME(offsetof(PD_OpDef, spmd), 24);
SAME(offsetof(PD_OpDef, args), 32);
SAME(offsetof(PD_OpDef, outputs), 48);
SAME(offsetof(PD_OpDef, dtypes), 64);
SAME(offsetof(PD_OpDef, typed), 72);
SAME(offsetof(PD_OpDef, promote), 80);
SAME(offsetof(PD_OpDef, differentiable), 88);
SAME(offsetof(PD_OpDef, shape_only), 96);
SAME(offsetof(PD_OpDef, saved_inputs), 104);
SAME(offsetof(PD_OpDef, saved_metas), 112);
SAME(offsetof(PD_OpDef, saved_outputs), 120);
SAME(offsetof(PD_OpDef, mutated), 128);
SAME(offsetof(PD_OpDef, inplace_input), 136);
SAME(offsetof(PD_OpDef, autocast), 156);
SAME(offsetof(PD_OpDef, infer), 160);
SAME(offsetof(PD_OpDef, infer_context), 168);
SAME(offsetof(PD_OpDef, grad), 176);
SAME(offsetof(PD_OpDef, grad_context), 184);

SAME(offsetof(PD_Api, magic), 0);
SAME(offsetof(PD_Api, major), 4);
SAME(offsetof(PD_Api, minor), 8);
SAME(offsetof(PD_Api, size), 16);
SAME(offsetof(PD_Api, core_version), 24);
SAME(offsetof(PD_Api, error_text), 32);
SAME(offsetof(PD_Api, error_set), 40);
SAME(offsetof(PD_Api, tensor_empty), 112);
SAME(offsetof(PD_Api, generator_normal) + sizeof(void*), sizeof(PD_Api));

SAME(PD_OK, 0);
SAME(PD_FOREIGN, 8);
SAME(PD_ATTR_STRING, 9);
SAME(PD_ARG_FLOATS, 10);
SAME(PD_AUTOCAST_PROMOTE, 3);

int main(void) { return 0; }
