/* nussinov: the most base pairs of a folded RNA sequence
   PolyBench/C 4.2.1, medley.
   Bases are 0 to 3, and those that pair sum to 3. */
#define DEFAULT_IS_INT
#include "element.h"

#define MATCH(x, y) ((x) + (y) == 3 ? 1 : 0)
#define MAX(x, y) ((x) >= (y) ? (x) : (y))

#pragma tilewright dataset(MINI, n = 60)
#pragma tilewright dataset(SMALL, n = 180)
#pragma tilewright dataset(MEDIUM, n = 500)
#pragma tilewright dataset(LARGE, n = 2500)
#pragma tilewright dataset(EXTRALARGE, n = 5500)

#pragma tilewright init(seq[i] = 4 * rnd())
#pragma tilewright init(table[i][j] = 0)

void kernel_nussinov(int n, int seq[n], DATA_TYPE table[n][n])
{
#pragma scop
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      if (j - 1 >= 0)
        table[i][j] = MAX(table[i][j], table[i][j - 1]);
      if (i + 1 < n)
        table[i][j] = MAX(table[i][j], table[i + 1][j]);
      if (j - 1 >= 0 && i + 1 < n) {
        /* Neighbours do not pair. */
        if (i < j - 1)
          table[i][j] = MAX(table[i][j], table[i + 1][j - 1] + MATCH(seq[i], seq[j]));
        else
          table[i][j] = MAX(table[i][j], table[i + 1][j - 1]);
      }
      for (int k = i + 1; k < j; k++)
        table[i][j] = MAX(table[i][j], table[i][k] + table[k + 1][j]);
    }
#pragma endscop
}
