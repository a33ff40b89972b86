/* QR by Householder's reflections, which stand below the diagonal of A; d is the diagonal of R, t holds products. */
#include <math.h>

#pragma tilewright dataset(LARGE, m = 1200, n = 1000)

#pragma tilewright assume(m >= n)
#pragma tilewright init(A[i][j] = i == j ? n + rnd() : rnd())

#pragma tilewright assume(associative(+))

void kernel_householder(int m, int n, double A[m][n], double T[n][n], double d[n], double s[n], double beta[n])
{
#pragma scop
  for (int k = 0; k < n; k++) {
    s[k] = 0.0;
    for (int i = k; i < m; i++)
      s[k] += A[i][k] * A[i][k];
    d[k] = -sqrt(s[k]);
    beta[k] = 1.0 / (s[k] - d[k] * A[k][k]);
    A[k][k] = A[k][k] - d[k];
    for (int j = k + 1; j < n; j++) {
      T[k][j] = 0.0;
      for (int i = k; i < m; i++)
        T[k][j] += A[i][k] * A[i][j];
      for (int i = k; i < m; i++)
        A[i][j] = A[i][j] - beta[k] * T[k][j] * A[i][k];
    }
  }
#pragma endscop
}
