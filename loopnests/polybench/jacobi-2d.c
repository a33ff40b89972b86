/* jacobi-2d: five-point Jacobi sweeps, two arrays in turn
   PolyBench/C 4.2.1, stencils. */
#include "element.h"

#pragma tilewright dataset(MINI, tsteps = 20, n = 30)
#pragma tilewright dataset(SMALL, tsteps = 40, n = 90)
#pragma tilewright dataset(MEDIUM, tsteps = 100, n = 250)
#pragma tilewright dataset(LARGE, tsteps = 500, n = 1300)
#pragma tilewright dataset(EXTRALARGE, tsteps = 1000, n = 2800)

void kernel_jacobi_2d(int tsteps, int n, DATA_TYPE A[n][n], DATA_TYPE B[n][n])
{
#pragma scop
  for (int t = 0; t < tsteps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = SCALAR_VAL(0.2) * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = SCALAR_VAL(0.2) * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] + B[i - 1][j]);
  }
#pragma endscop
}
