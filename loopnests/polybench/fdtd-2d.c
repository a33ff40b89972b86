/* fdtd-2d: electromagnetic fields in two dimensions, finite differences in time
   PolyBench/C 4.2.1, stencils. There _fict_[t] = t: rounding errors of values up to 500 then show in fields near 1. */
#include "element.h"

#pragma tilewright dataset(MINI, tmax = 20, nx = 20, ny = 30)
#pragma tilewright dataset(SMALL, tmax = 40, nx = 60, ny = 80)
#pragma tilewright dataset(MEDIUM, tmax = 100, nx = 200, ny = 240)
#pragma tilewright dataset(LARGE, tmax = 500, nx = 1000, ny = 1200)
#pragma tilewright dataset(EXTRALARGE, tmax = 1000, nx = 2000, ny = 2600)

void kernel_fdtd_2d(int tmax, int nx, int ny, DATA_TYPE ex[nx][ny], DATA_TYPE ey[nx][ny], DATA_TYPE hz[nx][ny],
                    DATA_TYPE _fict_[tmax])
{
#pragma scop
  for (int t = 0; t < tmax; t++) {
    for (int j = 0; j < ny; j++)
      ey[0][j] = _fict_[t];
    for (int i = 1; i < nx; i++)
      for (int j = 0; j < ny; j++)
        ey[i][j] = ey[i][j] - SCALAR_VAL(0.5) * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < nx; i++)
      for (int j = 1; j < ny; j++)
        ex[i][j] = ex[i][j] - SCALAR_VAL(0.5) * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < nx - 1; i++)
      for (int j = 0; j < ny - 1; j++)
        hz[i][j] = hz[i][j] - SCALAR_VAL(0.7) * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
#pragma endscop
}
