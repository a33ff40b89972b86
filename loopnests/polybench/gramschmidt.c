/* gramschmidt: A = Q R by the modified Gram-Schmidt process
   PolyBench/C 4.2.1, linear-algebra/solvers.
   The datasets of PolyBench have more columns than rows (m = 1000, n = 1200 for LARGE): the last columns of Q are then
   rounding errors divided by rounding errors, and two right programs differ in all digits. Here m and n are exchanged. */
#include <math.h>
#include "element.h"

#pragma tilewright dataset(MINI, m = 30, n = 20)
#pragma tilewright dataset(SMALL, m = 80, n = 60)
#pragma tilewright dataset(MEDIUM, m = 240, n = 200)
#pragma tilewright dataset(LARGE, m = 1200, n = 1000)
#pragma tilewright dataset(EXTRALARGE, m = 2600, n = 2000)

#pragma tilewright assume(m >= n)
#pragma tilewright init(A[i][j] = i == j ? n + rnd() : rnd())

/* Sums may be rounded in any order, as -ffast-math has it: threads then share them out. */
#pragma tilewright assume(associative(+))

void kernel_gramschmidt(int m, int n, DATA_TYPE A[m][n], DATA_TYPE R[n][n], DATA_TYPE Q[m][n])
{
  DATA_TYPE nrm;
#pragma scop
  for (int k = 0; k < n; k++) {
    nrm = SCALAR_VAL(0.0);
    for (int i = 0; i < m; i++)
      nrm += A[i][k] * A[i][k];
    R[k][k] = SQRT_FUN(nrm);
    for (int i = 0; i < m; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < n; j++) {
      R[k][j] = SCALAR_VAL(0.0);
      for (int i = 0; i < m; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < m; i++)
        A[i][j] = A[i][j] - Q[i][k] * R[k][j];
    }
  }
#pragma endscop
}
