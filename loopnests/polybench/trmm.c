/* trmm: B = alpha A' B, A unit lower triangular
   PolyBench/C 4.2.1, linear-algebra/blas. */
#include "element.h"

#pragma tilewright dataset(MINI, m = 20, n = 30)
#pragma tilewright dataset(SMALL, m = 60, n = 80)
#pragma tilewright dataset(MEDIUM, m = 200, n = 240)
#pragma tilewright dataset(LARGE, m = 1000, n = 1200)
#pragma tilewright dataset(EXTRALARGE, m = 2000, n = 2600)

void kernel_trmm(int m, int n, DATA_TYPE alpha, DATA_TYPE A[m][m], DATA_TYPE B[m][n])
{
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = alpha * B[i][j];
    }
#pragma endscop
}
