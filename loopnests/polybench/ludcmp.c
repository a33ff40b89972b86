/* ludcmp: A x = b by A = L U without pivoting, then forward and back substitution
   PolyBench/C 4.2.1, linear-algebra/solvers.
   The data are diagonally dominant, so that no pivot vanishes. */
#include "element.h"

#pragma tilewright dataset(MINI, n = 40)
#pragma tilewright dataset(SMALL, n = 120)
#pragma tilewright dataset(MEDIUM, n = 400)
#pragma tilewright dataset(LARGE, n = 2000)
#pragma tilewright dataset(EXTRALARGE, n = 4000)

#pragma tilewright init(A[i][j] = i == j ? n + rnd() : rnd())

/* Sums may be rounded in any order, as -ffast-math has it: threads then share them out. */
#pragma tilewright assume(associative(+))

void kernel_ludcmp(int n, DATA_TYPE A[n][n], DATA_TYPE b[n], DATA_TYPE x[n], DATA_TYPE y[n])
{
  DATA_TYPE w;
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      w = A[i][j];
      for (int k = 0; k < j; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w / A[j][j];
    }
    for (int j = i; j < n; j++) {
      w = A[i][j];
      for (int k = 0; k < i; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w;
    }
  }
  for (int i = 0; i < n; i++) {
    w = b[i];
    for (int j = 0; j < i; j++)
      w -= A[i][j] * y[j];
    y[i] = w;
  }
  for (int i = n - 1; i >= 0; i--) {
    w = y[i];
    for (int j = i + 1; j < n; j++)
      w -= A[i][j] * x[j];
    x[i] = w / A[i][i];
  }
#pragma endscop
}
