/* jacobi-1d: three-point Jacobi sweeps, two arrays in turn
   PolyBench/C 4.2.1, stencils. */
#include "element.h"

#pragma tilewright dataset(MINI, tsteps = 20, n = 30)
#pragma tilewright dataset(SMALL, tsteps = 40, n = 120)
#pragma tilewright dataset(MEDIUM, tsteps = 100, n = 400)
#pragma tilewright dataset(LARGE, tsteps = 500, n = 2000)
#pragma tilewright dataset(EXTRALARGE, tsteps = 1000, n = 4000)

void kernel_jacobi_1d(int tsteps, int n, DATA_TYPE A[n], DATA_TYPE B[n])
{
#pragma scop
  for (int t = 0; t < tsteps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = SCALAR_VAL(0.33333) * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = SCALAR_VAL(0.33333) * (B[i - 1] + B[i] + B[i + 1]);
  }
#pragma endscop
}
