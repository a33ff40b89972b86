/* Shortest paths around a ring of n places, each one step from the next. */
#include "floyd_warshall.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const int n = 100;
    const int pitch = floyd_warshall_a_pitch(n); /* elements from one row to the next */
    float *a = malloc(floyd_warshall_a_bytes(n));
    if (a == NULL) {
        return 1;
    }
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            a[(size_t)i * pitch + j] = i == j ? 0.0f : j == (i + 1) % n ? 1.0f : 1e9f;
        }
    }
    floyd_warshall_run(a, n);
    printf("from the first to the last place: %g\n", a[n - 1]);
    free(a);
    return 0;
}
