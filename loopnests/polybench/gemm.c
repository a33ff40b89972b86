/* gemm: C = alpha A B + beta C
   PolyBench/C 4.2.1, linear-algebra/blas. */
#include "element.h"

#pragma tilewright dataset(MINI, ni = 20, nj = 25, nk = 30)
#pragma tilewright dataset(SMALL, ni = 60, nj = 70, nk = 80)
#pragma tilewright dataset(MEDIUM, ni = 200, nj = 220, nk = 240)
#pragma tilewright dataset(LARGE, ni = 1000, nj = 1100, nk = 1200)
#pragma tilewright dataset(EXTRALARGE, ni = 2000, nj = 2300, nk = 2600)

void kernel_gemm(int ni, int nj, int nk, DATA_TYPE alpha, DATA_TYPE beta,
                 DATA_TYPE C[ni][nj], DATA_TYPE A[ni][nk], DATA_TYPE B[nk][nj])
{
#pragma scop
  for (int i = 0; i < ni; i++) {
    for (int j = 0; j < nj; j++)
      C[i][j] *= beta;
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
#pragma endscop
}
