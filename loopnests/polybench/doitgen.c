/* doitgen: A(r,q,p) = sum over s of A(r,q,s) C4(s,p)
   PolyBench/C 4.2.1, linear-algebra/kernels. */
#include "element.h"

#pragma tilewright dataset(MINI, nq = 8, nr = 10, np = 12)
#pragma tilewright dataset(SMALL, nq = 20, nr = 25, np = 30)
#pragma tilewright dataset(MEDIUM, nq = 40, nr = 50, np = 60)
#pragma tilewright dataset(LARGE, nq = 140, nr = 150, np = 160)
#pragma tilewright dataset(EXTRALARGE, nq = 220, nr = 250, np = 270)

void kernel_doitgen(int nr, int nq, int np, DATA_TYPE A[nr][nq][np], DATA_TYPE C4[np][np], DATA_TYPE sum[np])
{
#pragma scop
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) {
      for (int p = 0; p < np; p++) {
        sum[p] = SCALAR_VAL(0.0);
        for (int s = 0; s < np; s++)
          sum[p] += A[r][q][s] * C4[s][p];
      }
      for (int p = 0; p < np; p++)
        A[r][q][p] = sum[p];
    }
#pragma endscop
}
