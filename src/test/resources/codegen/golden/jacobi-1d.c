/*
 * jacobi-1d, tiled by Tilewright
 *
 * S1(t,i): b(i) = 0.33333 * ((a(i - 1) + a(i)) + a(i + 1))
 * S2(t,i): a(i) = 0.33333 * ((b(i - 1) + b(i)) + b(i + 1))
 *
 * Candidate: block 4x48, thread 1x4, k-tile 1
 * Shape: time tiles
 * Legal because within an iteration of t no statement depends on itself or on a later one, and each
 *     reads what others write at constant distances (b at distance up to 1, a at distance up to 1): a
 *     block that also computes a halo of their sum needs no value of another block
 *
 * Kernel jacobi_1d_time: r1 iterations of t in every block
 *   - blocks along i with their halo
 */
#include <math.h>
#include <stdlib.h>

static inline int maximum(int x, int y)
{
    return x > y ? x : y;
}

/* blocks along i with their halo */
static void
jacobi_1d_time_tile(const int steps, const int n, const int tb, const float *restrict a, float *restrict a_next, float *restrict b, const int ib)
{
    _Alignas(64) float b_i[72]; // elements of b that the block owns
    _Alignas(64) float a_i[72]; // elements of a that the block owns
    const int t_count = (4 * tb + 4 < steps ? 4 * tb + 4 : steps) - 4 * tb;
    const int i_base = 48 * ib - 7;
    // Neighbours that the block does not have count as zero.
    for (int i_in = 0; i_in < 72; ++i_in) {
        b_i[i_in] = 0.0f;
    }
    for (int i_in = 0; i_in < 72; ++i_in) {
        a_i[i_in] = 0.0f;
    }
    if (ib >= 1 && n >= 48 * ib + 57) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load a(i).
        for (int i_in = 0; i_in < 64; ++i_in) {
            const int i = i_base + i_in;
            a_i[i_in + 4] = a[i - 1];
        }
        for (int t_in = 0; t_in < t_count; ++t_in) {
            for (int i_in = 0; i_in < 64; ++i_in) {
                b_i[i_in + 4] = 0.33333f * (a_i[i_in + 3] + a_i[i_in + 4] + a_i[i_in + 5]);
            }
            for (int i_in = 0; i_in < 64; ++i_in) {
                a_i[i_in + 4] = 0.33333f * (b_i[i_in + 3] + b_i[i_in + 4] + b_i[i_in + 5]);
            }
        }
        // Store b(i).
        if (4 * tb + 1 <= steps && 4 * tb + 4 >= steps) {
            for (int i_in = 0 > 48 * ib + 1 - i_base ? 0 : 48 * ib + 1 - i_base; i_in < (64 < 48 * ib + 48 - i_base + 1 ? 64 : 48 * ib + 48 - i_base + 1); ++i_in) {
                const int i = i_base + i_in;
                b[i - 1] = b_i[i_in + 4];
            }
        }
        // Store a(i).
        for (int i_in = 0 > 48 * ib + 1 - i_base ? 0 : 48 * ib + 1 - i_base; i_in < (64 < 48 * ib + 48 - i_base + 1 ? 64 : 48 * ib + 48 - i_base + 1); ++i_in) {
            const int i = i_base + i_in;
            a_next[i - 1] = a_i[i_in + 4];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load b(i).
        for (int i_in = 0; i_in < 64; ++i_in) {
            const int i = i_base + i_in;
            b_i[i_in + 4] = i >= 1 && i <= n && (i < 2 || n < i + 1) ? b[i - 1] : 0.0f;
        }
        // Load a(i).
        for (int i_in = 0; i_in < 64; ++i_in) {
            const int i = i_base + i_in;
            a_i[i_in + 4] = i >= 1 && i <= n ? a[i - 1] : 0.0f;
        }
        for (int t_in = 0; t_in < t_count; ++t_in) {
            for (int i_in = 0 > 2 - i_base ? 0 : 2 - i_base; i_in < (64 < n - 1 - i_base + 1 ? 64 : n - 1 - i_base + 1); ++i_in) {
                b_i[i_in + 4] = 0.33333f * (a_i[i_in + 3] + a_i[i_in + 4] + a_i[i_in + 5]);
            }
            for (int i_in = 0 > 2 - i_base ? 0 : 2 - i_base; i_in < (64 < n - 1 - i_base + 1 ? 64 : n - 1 - i_base + 1); ++i_in) {
                a_i[i_in + 4] = 0.33333f * (b_i[i_in + 3] + b_i[i_in + 4] + b_i[i_in + 5]);
            }
        }
        // Store b(i).
        if (4 * tb + 1 <= steps && 4 * tb + 4 >= steps) {
            for (int i_in = (0 > 48 * ib + 1 - i_base ? 0 : 48 * ib + 1 - i_base) > 2 - i_base ? (0 > 48 * ib + 1 - i_base ? 0 : 48 * ib + 1 - i_base) : 2 - i_base; i_in < ((64 < 48 * ib + 48 - i_base + 1 ? 64 : 48 * ib + 48 - i_base + 1) < n - 1 - i_base + 1 ? (64 < 48 * ib + 48 - i_base + 1 ? 64 : 48 * ib + 48 - i_base + 1) : n - 1 - i_base + 1); ++i_in) {
                const int i = i_base + i_in;
                b[i - 1] = b_i[i_in + 4];
            }
        }
        // Store a(i).
        for (int i_in = (0 > 48 * ib + 1 - i_base ? 0 : 48 * ib + 1 - i_base) > 1 - i_base ? (0 > 48 * ib + 1 - i_base ? 0 : 48 * ib + 1 - i_base) : 1 - i_base; i_in < ((64 < 48 * ib + 48 - i_base + 1 ? 64 : 48 * ib + 48 - i_base + 1) < n - i_base + 1 ? (64 < 48 * ib + 48 - i_base + 1 ? 64 : 48 * ib + 48 - i_base + 1) : n - i_base + 1); ++i_in) {
            const int i = i_base + i_in;
            a_next[i - 1] = a_i[i_in + 4];
        }
    }
}

/* r1 iterations of t in every block */
static void
jacobi_1d_time(const int steps, const int n, const int tb, const float *restrict a, float *restrict a_next, float *restrict b)
{
    const long long ib_count = maximum(0, (n - 1) / 48 - ((n - 1) % 48 < 0) + 1);
    const long long blocks = ib_count;
    #pragma omp parallel for schedule(dynamic) if (blocks > 1)
    for (long long block = 0; block < blocks; ++block) {
        const int ib = (int)block;
        jacobi_1d_time_tile(steps, n, tb, a, a_next, b, ib);
    }
}

void run(float *a, float *b, const int steps, const int n)
{
    // Launches read one copy of a and write the other.
    float *a_second = (float *)malloc(((long long)(32 * ((n + 31) >> 5)) < 0 ? 1 : (long long)(32 * ((n + 31) >> 5)) + 1) * sizeof(float));
    if (a_second == NULL) {
        abort();
    }
    for (int tb = 0; tb <= 2 * ((steps - 1) >> 3) + 1; ++tb) {
        jacobi_1d_time(steps, n, tb, tb % 2 == 0 ? a : a_second, (tb + 1) % 2 == 0 ? a : a_second, b);
    }
    free(a_second);
}
