/* gesummv: y = alpha A x + beta B x
   PolyBench/C 4.2.1, linear-algebra/blas. */
#include "element.h"

#pragma tilewright dataset(MINI, n = 30)
#pragma tilewright dataset(SMALL, n = 90)
#pragma tilewright dataset(MEDIUM, n = 250)
#pragma tilewright dataset(LARGE, n = 1300)
#pragma tilewright dataset(EXTRALARGE, n = 2800)

/* Sums may be rounded in any order, as -ffast-math has it: threads then share them out. */
#pragma tilewright assume(associative(+))

void kernel_gesummv(int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE A[n][n], DATA_TYPE B[n][n],
                    DATA_TYPE tmp[n], DATA_TYPE x[n], DATA_TYPE y[n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    tmp[i] = SCALAR_VAL(0.0);
    y[i] = SCALAR_VAL(0.0);
    for (int j = 0; j < n; j++) {
      tmp[i] = A[i][j] * x[j] + tmp[i];
      y[i] = B[i][j] * x[j] + y[i];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
#pragma endscop
}
