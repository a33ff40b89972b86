/* syr2k: C = alpha A B' + alpha B A' + beta C, the lower triangle
   PolyBench/C 4.2.1, linear-algebra/blas. */
#include "element.h"

#pragma tilewright dataset(MINI, m = 20, n = 30)
#pragma tilewright dataset(SMALL, m = 60, n = 80)
#pragma tilewright dataset(MEDIUM, m = 200, n = 240)
#pragma tilewright dataset(LARGE, m = 1000, n = 1200)
#pragma tilewright dataset(EXTRALARGE, m = 2000, n = 2600)

/* Sums may be rounded in any order, as -ffast-math has it: the two products are added one after the other. */
#pragma tilewright assume(associative(+))

void kernel_syr2k(int n, int m, DATA_TYPE alpha, DATA_TYPE beta,
                  DATA_TYPE C[n][n], DATA_TYPE A[n][m], DATA_TYPE B[n][m])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
  }
#pragma endscop
}
