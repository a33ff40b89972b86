/* trisolv: L x = b, L lower triangular
   PolyBench/C 4.2.1, linear-algebra/solvers.
   The data are diagonally dominant, so that the solution stays bounded. */
#include "element.h"

#pragma tilewright dataset(MINI, n = 40)
#pragma tilewright dataset(SMALL, n = 120)
#pragma tilewright dataset(MEDIUM, n = 400)
#pragma tilewright dataset(LARGE, n = 2000)
#pragma tilewright dataset(EXTRALARGE, n = 4000)

#pragma tilewright init(L[i][j] = i == j ? 1.0 + rnd() : rnd() / n)

void kernel_trisolv(int n, DATA_TYPE L[n][n], DATA_TYPE x[n], DATA_TYPE b[n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] = x[i] / L[i][i];
  }
#pragma endscop
}
