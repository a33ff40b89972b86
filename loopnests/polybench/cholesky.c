/* cholesky: A = L L', L in the lower triangle
   PolyBench/C 4.2.1, linear-algebra/solvers.
   The data are symmetric and diagonally dominant, so that no root is of a negative number. */
#include <math.h>
#include "element.h"

#pragma tilewright dataset(MINI, n = 40)
#pragma tilewright dataset(SMALL, n = 120)
#pragma tilewright dataset(MEDIUM, n = 400)
#pragma tilewright dataset(LARGE, n = 2000)
#pragma tilewright dataset(EXTRALARGE, n = 4000)

#pragma tilewright init(A[i][j] = i == j ? n + 1.0 : 1.0 / (1 + i + j))

void kernel_cholesky(int n, DATA_TYPE A[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (int k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = SQRT_FUN(A[i][i]);
  }
#pragma endscop
}
