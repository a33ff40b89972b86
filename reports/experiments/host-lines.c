/*
 * Lines that a core of a processor waits for: gcc -O3 -march=native -ffp-contract=fast -fno-math-errno -fno-trapping-math host-lines.c
 *
 * columns: rows of updates own(i,j) += left(k,i) * right(k,j), 64 iterations of k, whose factor lies in a column; by the length of the rows and by how many
 *          rows a block has, which is how far the column's elements lie apart.
 * chase:   each load tells where the next one reads; from the same start in each attempt, and going on where the last one ended.
 * apart:   rows of one line in the same order, which do not wait for each other.
 * walk:    blocks of 8, 16 and 64 columns of a matrix of 2000 rows, row by row.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KEPT __asm__ volatile("" ::: "memory")

static volatile double sink;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t bytes)
{
    void *block = aligned_alloc(4096, (bytes / 4096 + 2) * 4096);
    memset(block, 0, bytes);
    return block;
}

#define COLUMNS(LENGTH, ROWS) \
    static double columns_##LENGTH##_##ROWS(void) \
    { \
        enum { K = 64 }; \
        static _Alignas(64) double own[ROWS][LENGTH], left[K][ROWS], right[K][LENGTH]; \
        double best = 1; \
        for (int attempt = 0; attempt < 7; ++attempt) { \
            const int times = 1 + 2000000 / (ROWS * K * LENGTH); \
            const double start = now(); \
            for (int r = 0; r < times; ++r) { \
                KEPT; \
                for (int i = 0; i < ROWS; ++i) { \
                    for (int k = 0; k < K; ++k) { \
                        const double factor = left[k][i]; \
                        for (int j = 0; j < LENGTH; ++j) { \
                            own[i][j] = own[i][j] + factor * right[k][j]; \
                        } \
                    } \
                } \
                KEPT; \
            } \
            const double one = (now() - start) / times / ROWS / K; \
            best = one < best ? one : best; \
        } \
        sink = own[1][1]; \
        return 1e9 * best; \
    }

#define ALL_ROWS(LENGTH) COLUMNS(LENGTH, 24) COLUMNS(LENGTH, 30) COLUMNS(LENGTH, 64) COLUMNS(LENGTH, 128) COLUMNS(LENGTH, 256) COLUMNS(LENGTH, 384)
ALL_ROWS(8)
ALL_ROWS(16)
ALL_ROWS(32)
ALL_ROWS(64)
#define PRINTED(LENGTH) \
    printf("columns, rows of %d doubles, ns a row: 24 rows %.2f, 30 rows %.2f, 64 rows %.2f, 128 rows %.2f, 256 rows %.2f, 384 rows %.2f\n", LENGTH, columns_##LENGTH##_24(), \
        columns_##LENGTH##_30(), columns_##LENGTH##_64(), columns_##LENGTH##_128(), columns_##LENGTH##_256(), columns_##LENGTH##_384())

static uint32_t *order_of(long count)
{
    uint32_t *order = malloc(count * sizeof *order);
    for (long i = 0; i < count; ++i) {
        order[i] = (uint32_t)i;
    }
    uint64_t random = 88172645463325252u;
    for (long i = count - 1; i > 0; --i) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        const long j = (long)(random % (uint64_t)i);
        const uint32_t swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
    return order;
}

static void lines(size_t bytes)
{
    enum { STEPS = 6000, ATTEMPTS = 5 };
    static _Alignas(64) float own[64][16];
    const long count = (long)(bytes / 64);
    char *all = memory(bytes);
    uint32_t *order = order_of(count);
    double apart = 1, same = 1, further = 1;
    long next = 0;
    for (int attempt = 0; attempt < ATTEMPTS; ++attempt) {
        const double start = now();
        for (long r = 0; r < STEPS; ++r) {
            const float *row = (const float *)(all + 64L * order[next]);
            for (int j = 0; j < 16; ++j) {
                own[r & 63][j] += 0.5f * row[j];
            }
            next = next + 1 < count ? next + 1 : 0;
        }
        const double one = (now() - start) / STEPS;
        apart = one < apart ? one : apart;
    }
    for (long i = 0; i < count; ++i) {
        *(void **)(all + 64 * i) = all + 64L * order[i];
    }
    void **at = (void **)all;
    for (int attempt = 0; attempt < 2 * ATTEMPTS; ++attempt) {
        at = attempt < ATTEMPTS ? at : (void **)all;
        const double start = now();
        for (long r = 0; r < STEPS; ++r) {
            at = *at;
        }
        const double one = (now() - start) / STEPS;
        sink = (double)(intptr_t)at;
        double *least = attempt < ATTEMPTS ? &further : &same;
        *least = one < *least ? one : *least;
    }
    printf("%.3g MB: chase %.3g ns, from the same start %.3g ns, rows of one line apart %.3g ns (%.2g)\n", bytes / 1e6, 1e9 * further, 1e9 * same, 1e9 * apart, own[3][3]);
    free(all);
    free(order);
}

#define WALK(WIDTH) \
    static double walk_##WIDTH(const double *matrix, long pitch) \
    { \
        enum { ROWS = 2000, LANES = 40 }; \
        static _Alignas(64) double own[LANES][WIDTH]; \
        double best = 1; \
        for (int attempt = 0; attempt < 4; ++attempt) { \
            const double start = now(); \
            for (long b = 0; b < ROWS / WIDTH; ++b) { \
                for (long r = 0; r < ROWS; r += LANES) { \
                    for (int lane = 0; lane < LANES; ++lane) { \
                        const double *row = matrix + (r + lane) * pitch + b * WIDTH; \
                        for (int j = 0; j < WIDTH; ++j) { \
                            own[lane][j] += 2 * row[j]; \
                        } \
                        KEPT; \
                    } \
                } \
            } \
            const double one = (now() - start) / (ROWS / WIDTH) / ROWS; \
            best = one < best ? one : best; \
        } \
        sink = own[3][3]; \
        return 1e9 * best; \
    }

WALK(8)
WALK(16)
WALK(64)

int main(void)
{
    PRINTED(8);
    PRINTED(16);
    PRINTED(32);
    PRINTED(64);
    lines(24 << 10);
    lines(1 << 20);
    lines(16 << 20);
    lines(64 << 20);
    lines(256 << 20);
    for (long pitch = 2016; pitch <= 2048; pitch += 32) {
        double *matrix = memory(8 * pitch * 2000);
        printf("walk, rows of a block %ld doubles apart, ns a row: 8 doubles %.3g, 16 doubles %.3g, 64 doubles %.3g\n", pitch, walk_8(matrix, pitch), walk_16(matrix, pitch), walk_64(matrix, pitch));
        free(matrix);
    }
    return 0;
}
