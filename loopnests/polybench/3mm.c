/* 3mm: G = (A B) (C D)
   PolyBench/C 4.2.1, linear-algebra/kernels. */
#include "element.h"

#pragma tilewright dataset(MINI, ni = 16, nj = 18, nk = 20, nl = 22, nm = 24)
#pragma tilewright dataset(SMALL, ni = 40, nj = 50, nk = 60, nl = 70, nm = 80)
#pragma tilewright dataset(MEDIUM, ni = 180, nj = 190, nk = 200, nl = 210, nm = 220)
#pragma tilewright dataset(LARGE, ni = 800, nj = 900, nk = 1000, nl = 1100, nm = 1200)
#pragma tilewright dataset(EXTRALARGE, ni = 1600, nj = 1800, nk = 2000, nl = 2200, nm = 2400)

void kernel_3mm(int ni, int nj, int nk, int nl, int nm, DATA_TYPE E[ni][nj], DATA_TYPE A[ni][nk],
                DATA_TYPE B[nk][nj], DATA_TYPE F[nj][nl], DATA_TYPE C[nj][nm], DATA_TYPE D[nm][nl],
                DATA_TYPE G[ni][nl])
{
#pragma scop
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      E[i][j] = SCALAR_VAL(0.0);
      for (int k = 0; k < nk; ++k)
        E[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < nj; i++)
    for (int j = 0; j < nl; j++) {
      F[i][j] = SCALAR_VAL(0.0);
      for (int k = 0; k < nm; ++k)
        F[i][j] += C[i][k] * D[k][j];
    }
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nl; j++) {
      G[i][j] = SCALAR_VAL(0.0);
      for (int k = 0; k < nj; ++k)
        G[i][j] += E[i][k] * F[k][j];
    }
#pragma endscop
}
