/* bicg: s = A' r, q = A p
   PolyBench/C 4.2.1, linear-algebra/kernels. */
#include "element.h"

#pragma tilewright dataset(MINI, m = 38, n = 42)
#pragma tilewright dataset(SMALL, m = 116, n = 124)
#pragma tilewright dataset(MEDIUM, m = 390, n = 410)
#pragma tilewright dataset(LARGE, m = 1900, n = 2100)
#pragma tilewright dataset(EXTRALARGE, m = 1800, n = 2200)

/* Sums may be rounded in any order, as -ffast-math has it: threads then share them out. */
#pragma tilewright assume(associative(+))

void kernel_bicg(int m, int n, DATA_TYPE A[n][m], DATA_TYPE s[m], DATA_TYPE q[n], DATA_TYPE p[m], DATA_TYPE r[n])
{
#pragma scop
  for (int i = 0; i < m; i++)
    s[i] = 0;
  for (int i = 0; i < n; i++) {
    q[i] = SCALAR_VAL(0.0);
    for (int j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * A[i][j];
      q[i] = q[i] + A[i][j] * p[j];
    }
  }
#pragma endscop
}
