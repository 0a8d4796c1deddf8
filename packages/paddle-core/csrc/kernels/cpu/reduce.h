// Reduces tensors over axes with functions over contiguous rows and columns.
//
// How the work is cut depends on the shape alone, so results are the same for any number of
// threads.
#pragma once

#include <cstdint>

#include "tensor/tensor.h"

namespace pd::cpu {

// Reduces each of `rows` rows of n elements to one accumulator.
using RowsFn = void (*)(const void* x, int64_t rows, int64_t n, void* acc);
// Reduces `rows` rows, `stride` elements apart, to one accumulator per column.
using ColumnsFn = void (*)(const void* x, int64_t rows, int64_t stride, int64_t columns, void* acc);

struct Reducer {
  int64_t item = 0, acc_item = 0;  // bytes of an element and of an accumulator
  RowsFn rows = nullptr;
  ColumnsFn columns = nullptr;
  // The same over accumulators.
  RowsFn acc_rows = nullptr;
  ColumnsFn acc_columns = nullptr;
};

// Writes one accumulator per kept element, in order. `parts` is 2 where an element is a complex
// number whose parts are reduced apart.
void reduce_axes(const Reducer& reducer, const TensorImpl& x, DimsView axes, void* acc,
                 int64_t parts = 1);

// x as a contiguous matrix: kept axes down, reduced axes across.
struct Rows {
  Tensor data;
  int64_t rows = 1, n = 1;
};
Rows rows_of(const TensorImpl& x, DimsView axes);

}  // namespace pd::cpu
