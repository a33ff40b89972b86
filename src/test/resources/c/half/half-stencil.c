#include <cuda_fp16.h>

/* Sweeps over a grid of half precision. */
void sweeps(int m, int n, half u[n][n], half v[n][n])
{
#pragma scop
    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i][j] = 0.2f * (u[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i][j] = v[i][j];
    }
#pragma endscop
}
