/* 2mm: D = alpha A B C + beta D
   PolyBench/C 4.2.1, linear-algebra/kernels. */
#include "element.h"

#pragma tilewright dataset(MINI, ni = 16, nj = 18, nk = 22, nl = 24)
#pragma tilewright dataset(SMALL, ni = 40, nj = 50, nk = 70, nl = 80)
#pragma tilewright dataset(MEDIUM, ni = 180, nj = 190, nk = 210, nl = 220)
#pragma tilewright dataset(LARGE, ni = 800, nj = 900, nk = 1100, nl = 1200)
#pragma tilewright dataset(EXTRALARGE, ni = 1600, nj = 1800, nk = 2200, nl = 2400)

void kernel_2mm(int ni, int nj, int nk, int nl, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE tmp[ni][nj],
                DATA_TYPE A[ni][nk], DATA_TYPE B[nk][nj], DATA_TYPE C[nj][nl], DATA_TYPE D[ni][nl])
{
#pragma scop
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      tmp[i][j] = SCALAR_VAL(0.0);
      for (int k = 0; k < nk; ++k)
        tmp[i][j] += alpha * A[i][k] * B[k][j];
    }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nl; j++) {
      D[i][j] *= beta;
      for (int k = 0; k < nj; ++k)
        D[i][j] += tmp[i][k] * C[k][j];
    }
#pragma endscop
}
