/* durbin: Levinson-Durbin recursion: the Yule-Walker equations of a Toeplitz matrix
   PolyBench/C 4.2.1, linear-algebra/solvers.
   The data make the matrix diagonally dominant, so that beta stays positive. */
#include "element.h"

#pragma tilewright dataset(MINI, n = 40)
#pragma tilewright dataset(SMALL, n = 120)
#pragma tilewright dataset(MEDIUM, n = 400)
#pragma tilewright dataset(LARGE, n = 2000)
#pragma tilewright dataset(EXTRALARGE, n = 4000)

#pragma tilewright init(r[i] = 0.25 * rnd() / ((i + 1.0) * (i + 1.0)))

/* Sums may be rounded in any order, as -ffast-math has it: threads then share them out. */
#pragma tilewright assume(associative(+))

void kernel_durbin(int n, DATA_TYPE r[n], DATA_TYPE y[n])
{
  DATA_TYPE z[n];
  DATA_TYPE alpha, beta, sum;
#pragma scop
  y[0] = -r[0];
  beta = SCALAR_VAL(1.0);
  alpha = -r[0];
  for (int k = 1; k < n; k++) {
    beta = (1 - alpha * alpha) * beta;
    sum = SCALAR_VAL(0.0);
    for (int i = 0; i < k; i++)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
    for (int i = 0; i < k; i++)
      z[i] = y[i] + alpha * y[k - i - 1];
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = alpha;
  }
#pragma endscop
}
