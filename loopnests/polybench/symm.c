/* symm: C = alpha A B + beta C, A symmetric and stored below the diagonal
   PolyBench/C 4.2.1, linear-algebra/blas. */
#include "element.h"

#pragma tilewright dataset(MINI, m = 20, n = 30)
#pragma tilewright dataset(SMALL, m = 60, n = 80)
#pragma tilewright dataset(MEDIUM, m = 200, n = 240)
#pragma tilewright dataset(LARGE, m = 1000, n = 1200)
#pragma tilewright dataset(EXTRALARGE, m = 2000, n = 2600)

void kernel_symm(int m, int n, DATA_TYPE alpha, DATA_TYPE beta,
                 DATA_TYPE C[m][n], DATA_TYPE A[m][m], DATA_TYPE B[m][n])
{
  DATA_TYPE temp2;
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      temp2 = 0;
      for (int k = 0; k < i; k++) {
        C[k][j] += alpha * B[i][j] * A[i][k];
        temp2 += B[k][j] * A[i][k];
      }
      C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * temp2;
    }
#pragma endscop
}
