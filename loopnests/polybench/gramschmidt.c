/* gramschmidt: A = Q R by the modified Gram-Schmidt process
   PolyBench/C 4.2.1, linear-algebra/solvers.
   The datasets have more columns than rows, so that the last columns are rounding errors: verify with m >= n. */
#include <math.h>
#include "element.h"

#pragma tilewright dataset(MINI, m = 20, n = 30)
#pragma tilewright dataset(SMALL, m = 60, n = 80)
#pragma tilewright dataset(MEDIUM, m = 200, n = 240)
#pragma tilewright dataset(LARGE, m = 1000, n = 1200)
#pragma tilewright dataset(EXTRALARGE, m = 2000, n = 2600)

#pragma tilewright init(A[i][j] = i == j ? n + rnd() : rnd())

void kernel_gramschmidt(int m, int n, DATA_TYPE A[m][n], DATA_TYPE R[n][n], DATA_TYPE Q[m][n])
{
  DATA_TYPE nrm;
#pragma scop
  for (int k = 0; k < n; k++) {
    nrm = SCALAR_VAL(0.0);
    for (int i = 0; i < m; i++)
      nrm += A[i][k] * A[i][k];
    R[k][k] = SQRT_FUN(nrm);
    for (int i = 0; i < m; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < n; j++) {
      R[k][j] = SCALAR_VAL(0.0);
      for (int i = 0; i < m; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < m; i++)
        A[i][j] = A[i][j] - Q[i][k] * R[k][j];
    }
  }
#pragma endscop
}
