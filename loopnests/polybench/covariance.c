/* covariance: covariances of m variables over n observations
   PolyBench/C 4.2.1, datamining.
   With one observation alone the divisor would vanish. */
#include "element.h"

#pragma tilewright dataset(MINI, m = 28, n = 32)
#pragma tilewright dataset(SMALL, m = 80, n = 100)
#pragma tilewright dataset(MEDIUM, m = 240, n = 260)
#pragma tilewright dataset(LARGE, m = 1200, n = 1400)
#pragma tilewright dataset(EXTRALARGE, m = 2600, n = 3000)

#pragma tilewright init(float_n = n > 1 ? n : 2)

void kernel_covariance(int m, int n, DATA_TYPE float_n, DATA_TYPE data[n][m], DATA_TYPE cov[m][m], DATA_TYPE mean[m])
{
#pragma scop
  for (int j = 0; j < m; j++) {
    mean[j] = SCALAR_VAL(0.0);
    for (int i = 0; i < n; i++)
      mean[j] += data[i][j];
    mean[j] /= float_n;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      data[i][j] -= mean[j];
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      cov[i][j] = SCALAR_VAL(0.0);
      for (int k = 0; k < n; k++)
        cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= (float_n - SCALAR_VAL(1.0));
      cov[j][i] = cov[i][j];
    }
#pragma endscop
}
