/* correlation: correlation coefficients of m variables over n observations
   PolyBench/C 4.2.1, datamining. */
#include <math.h>
#include "element.h"

#pragma tilewright dataset(MINI, m = 28, n = 32)
#pragma tilewright dataset(SMALL, m = 80, n = 100)
#pragma tilewright dataset(MEDIUM, m = 240, n = 260)
#pragma tilewright dataset(LARGE, m = 1200, n = 1400)
#pragma tilewright dataset(EXTRALARGE, m = 2600, n = 3000)

#pragma tilewright init(float_n = n)
#pragma tilewright init(eps = 0.1)

void kernel_correlation(int m, int n, DATA_TYPE float_n, DATA_TYPE data[n][m], DATA_TYPE corr[m][m],
                        DATA_TYPE mean[m], DATA_TYPE stddev[m])
{
  DATA_TYPE eps = 0.1;
#pragma scop
  for (int j = 0; j < m; j++) {
    mean[j] = SCALAR_VAL(0.0);
    for (int i = 0; i < n; i++)
      mean[j] += data[i][j];
    mean[j] /= float_n;
  }
  for (int j = 0; j < m; j++) {
    stddev[j] = SCALAR_VAL(0.0);
    for (int i = 0; i < n; i++)
      stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    stddev[j] /= float_n;
    stddev[j] = SQRT_FUN(stddev[j]);
    /* A column that is nearly constant is left as it is. */
    stddev[j] = stddev[j] <= eps ? SCALAR_VAL(1.0) : stddev[j];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      data[i][j] -= mean[j];
      data[i][j] /= SQRT_FUN(float_n) * stddev[j];
    }
  for (int i = 0; i < m - 1; i++) {
    corr[i][i] = SCALAR_VAL(1.0);
    for (int j = i + 1; j < m; j++) {
      corr[i][j] = SCALAR_VAL(0.0);
      for (int k = 0; k < n; k++)
        corr[i][j] += data[k][i] * data[k][j];
      corr[j][i] = corr[i][j];
    }
  }
  corr[m - 1][m - 1] = SCALAR_VAL(1.0);
#pragma endscop
}
