/* floyd-warshall: shortest paths between all pairs
   PolyBench/C 4.2.1, medley.
   In integers, as PolyBench has it. No length is negative, so that no cycle is. */
#define DEFAULT_IS_INT
#include "element.h"

#pragma tilewright dataset(MINI, n = 60)
#pragma tilewright dataset(SMALL, n = 180)
#pragma tilewright dataset(MEDIUM, n = 500)
#pragma tilewright dataset(LARGE, n = 2800)
#pragma tilewright dataset(EXTRALARGE, n = 5600)

#pragma tilewright assume(path[k][k] >= 0)
#pragma tilewright init(path[i][j] = i == j ? 0 : 1 + 999 * rnd())

void kernel_floyd_warshall(int n, DATA_TYPE path[n][n])
{
#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
#pragma endscop
}
