// Shape rules of matrix decompositions and of systems of equations.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace pd::infer {

void matrix_transpose(const TensorMeta& x, TensorMeta& out);
// Square matrices in, the same shape out.
void square(const TensorMeta& x, TensorMeta& out);
void solve(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void cholesky_solve(const TensorMeta& x, const TensorMeta& y, TensorMeta& out);
void det(const TensorMeta& x, TensorMeta& out);
void slogdet(const TensorMeta& x, TensorMeta& sign, TensorMeta& logabsdet);
void lu(const TensorMeta& x, TensorMeta& out, TensorMeta& pivots, TensorMeta& infos);
void permutation_matrix(const TensorMeta& pivots, const TensorMeta& like, TensorMeta& out);
void qr(const TensorMeta& x, const std::string& mode, TensorMeta& q, TensorMeta& r);
void svd(const TensorMeta& x, bool full_matrices, TensorMeta& u, TensorMeta& s, TensorMeta& vh);
void svd_values(const TensorMeta& x, TensorMeta& out);
void eigh(const TensorMeta& x, const std::string& uplo, TensorMeta& w, TensorMeta& v);
void eigvalsh(const TensorMeta& x, const std::string& uplo, TensorMeta& out);
void eig(const TensorMeta& x, TensorMeta& w, TensorMeta& v);
void eigvals(const TensorMeta& x, TensorMeta& out);
void pinv(const TensorMeta& x, const TensorMeta& rcond, bool hermitian, TensorMeta& out);
void lstsq(const TensorMeta& x, const TensorMeta& y, const std::string& driver,
           TensorMeta& solution, TensorMeta& rank, TensorMeta& singular_values);

}  // namespace pd::infer
