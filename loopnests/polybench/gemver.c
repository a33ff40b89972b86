/* gemver: A = A + u1 v1' + u2 v2', x = beta A' y + z, w = alpha A x
   PolyBench/C 4.2.1, linear-algebra/blas. */
#include "element.h"

#pragma tilewright dataset(MINI, n = 40)
#pragma tilewright dataset(SMALL, n = 120)
#pragma tilewright dataset(MEDIUM, n = 400)
#pragma tilewright dataset(LARGE, n = 2000)
#pragma tilewright dataset(EXTRALARGE, n = 4000)

/* Sums may be rounded in any order, as -ffast-math has it: threads then share them out. */
#pragma tilewright assume(associative(+))

void kernel_gemver(int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE A[n][n],
                   DATA_TYPE u1[n], DATA_TYPE v1[n], DATA_TYPE u2[n], DATA_TYPE v2[n],
                   DATA_TYPE w[n], DATA_TYPE x[n], DATA_TYPE y[n], DATA_TYPE z[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] = x[i] + beta * A[j][i] * y[j];
  for (int i = 0; i < n; i++)
    x[i] = x[i] + z[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      w[i] = w[i] + alpha * A[i][j] * x[j];
#pragma endscop
}
