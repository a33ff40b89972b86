/* mvt: x1 = x1 + A y_1, x2 = x2 + A' y_2
   PolyBench/C 4.2.1, linear-algebra/kernels. */
#include "element.h"

#pragma tilewright dataset(MINI, n = 40)
#pragma tilewright dataset(SMALL, n = 120)
#pragma tilewright dataset(MEDIUM, n = 400)
#pragma tilewright dataset(LARGE, n = 2000)
#pragma tilewright dataset(EXTRALARGE, n = 4000)

/* Sums may be rounded in any order, as -ffast-math has it: threads then share them out. */
#pragma tilewright assume(associative(+))

void kernel_mvt(int n, DATA_TYPE x1[n], DATA_TYPE x2[n], DATA_TYPE y_1[n], DATA_TYPE y_2[n], DATA_TYPE A[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x1[i] = x1[i] + A[i][j] * y_1[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x2[i] = x2[i] + A[j][i] * y_2[j];
#pragma endscop
}
