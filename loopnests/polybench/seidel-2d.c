/* seidel-2d: nine-point Gauss-Seidel sweeps, in place
   PolyBench/C 4.2.1, stencils. */
#include "element.h"

#pragma tilewright dataset(MINI, tsteps = 20, n = 40)
#pragma tilewright dataset(SMALL, tsteps = 40, n = 120)
#pragma tilewright dataset(MEDIUM, tsteps = 100, n = 400)
#pragma tilewright dataset(LARGE, tsteps = 500, n = 2000)
#pragma tilewright dataset(EXTRALARGE, tsteps = 1000, n = 4000)

void kernel_seidel_2d(int tsteps, int n, DATA_TYPE A[n][n])
{
#pragma scop
  for (int t = 0; t <= tsteps - 1; t++)
    for (int i = 1; i <= n - 2; i++)
      for (int j = 1; j <= n - 2; j++)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1]
                   + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / SCALAR_VAL(9.0);
#pragma endscop
}
