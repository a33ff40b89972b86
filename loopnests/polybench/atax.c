/* atax: y = A' (A x)
   PolyBench/C 4.2.1, linear-algebra/kernels. */
#include "element.h"

#pragma tilewright dataset(MINI, m = 38, n = 42)
#pragma tilewright dataset(SMALL, m = 116, n = 124)
#pragma tilewright dataset(MEDIUM, m = 390, n = 410)
#pragma tilewright dataset(LARGE, m = 1900, n = 2100)
#pragma tilewright dataset(EXTRALARGE, m = 1800, n = 2200)

/* Sums may be rounded in any order, as -ffast-math has it: threads then share them out. */
#pragma tilewright assume(associative(+))

void kernel_atax(int m, int n, DATA_TYPE A[m][n], DATA_TYPE x[n], DATA_TYPE y[n], DATA_TYPE tmp[m])
{
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = 0;
  for (int i = 0; i < m; i++) {
    tmp[i] = SCALAR_VAL(0.0);
    for (int j = 0; j < n; j++)
      tmp[i] = tmp[i] + A[i][j] * x[j];
    for (int j = 0; j < n; j++)
      y[j] = y[j] + A[i][j] * tmp[i];
  }
#pragma endscop
}
