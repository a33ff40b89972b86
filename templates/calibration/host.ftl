<#-- Measures the processors: loops as generated programs have them, compiled with the same options; a line "name value" for each figure. -->
#define _GNU_SOURCE
#include <math.h>
#include <omp.h>
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

typedef void (*work)(long times, void *data);

/* Seconds of one of so many repetitions, the least of five attempts. */
static double repeated(work function, void *data, long times)
{
    double best = 0;
    for (int attempt = 0; attempt < 5; ++attempt) {
        const double start = now();
        function(times, data);
        const double one = (now() - start) / (double)times;
        best = attempt == 0 || one < best ? one : best;
    }
    return best;
}

/* How many repetitions take a span of time. */
static long enough(work function, void *data, double span)
{
    long times = 1;
    for (;;) {
        const double start = now();
        function(times, data);
        const double seconds = now() - start;
        if (seconds > span) {
            return times;
        }
        times *= seconds < span / 10 ? 8 : 2;
    }
}

static double least_of(work function, void *data, double span)
{
    return repeated(function, data, enough(function, data, span));
}

static double least(work function, void *data)
{
    return least_of(function, data, 4e-4);
}

/* Seconds of one of so many repetitions while all threads do the same: cores may share units, and a clock. The least of five attempts, each as long as its slowest thread. */
static double least_of_all(work function, void *data[], int threads)
{
    double best = 0;
    const long times = enough(function, data[0], 4e-4);
    for (int attempt = 0; attempt < 5; ++attempt) {
        double seconds = 0;
        #pragma omp parallel num_threads(threads) reduction(max : seconds)
        {
            #pragma omp barrier
            const double start = now();
            function(times, data[omp_get_thread_num()]);
            seconds = (now() - start) / (double)times;
        }
        best = attempt == 0 || seconds < best ? seconds : best;
    }
    return best;
}

static void *memory(size_t bytes)
{
    void *block = aligned_alloc(4096, (bytes / 4096 + 2) * 4096);
    if (block == NULL) {
        exit(2);
    }
    memset(block, 0, bytes);
    return block;
}

/* Arithmetic: eight operations on each element of a row that stays in the first cache. */
<#list operations as operation>
static void ${operation.name}(long times, void *data)
{
    const ${operation.type} *given = data;
    _Alignas(64) ${operation.type} x[256];
    const ${operation.type} a = given[0], b = given[1], c = given[2], d = given[3];
    for (int j = 0; j < 256; ++j) {
        x[j] = given[j];
    }
    for (long r = 0; r < times; ++r) {
        __asm__ volatile("" : : "r"(x) : "memory");
        for (int j = 0; j < 256; ++j) {
            ${operation.type} z = x[j];
<#list operation.statements as statement>
            ${statement}
</#list>
            x[j] = z;
        }
        __asm__ volatile("" : : "r"(x) : "memory");
    }
    sink = (double)x[5] + (double)(a + b + c + d);
}

</#list>
/* Updates of rows, as in the blocks of generated programs: all of them stay in the first cache, so that rows of the right factor overlap. */
<#list rows as row>
static void ${row.name}(long times, void *data)
{
    enum { ROWS = ${row.rows}, CHUNK = ${row.chunk}, LENGTH = ${row.length}, NEXT = ${row.next} };
    _Alignas(64) ${row.type} own[ROWS][LENGTH];
    _Alignas(64) ${row.type} left[CHUNK][ROWS];
    _Alignas(64) ${row.type} right[(CHUNK - 1) * NEXT + LENGTH];
    memset(own, 0, sizeof own);
    memset(left, 0, sizeof left);
    memset(right, 0, sizeof right);
    own[1][1] = *(const ${row.type} *)data;
    __asm__ volatile("" : : "r"(own), "r"(left), "r"(right) : "memory");
    for (long r = 0; r < times; ++r) {
        for (int i = 0; i < ROWS; ++i) {
            for (int k = 0; k < CHUNK; ++k) {
                const ${row.type} factor = left[k][i];
                for (int j = 0; j < LENGTH; ++j) {
                    ${row.statement}
                }
            }
        }
        __asm__ volatile("" : : "r"(own), "r"(left), "r"(right) : "memory");
    }
    sink = (double)own[1][1];
}

</#list>
static void load_rows(long times, void *data)
{
    enum { PITCH = 272 };
    float (*rows)[PITCH] = data;
    for (long r = 0; r < times; ++r) {
        for (int j = 0; j < 256; ++j) {
            rows[0][j] = ((rows[1][j] + rows[2][j]) + (rows[3][j] + rows[4][j])) + ((rows[5][j] + rows[6][j]) + (rows[7][j] + rows[8][j]));
        }
        KEPT;
    }
}

static void store_rows(long times, void *data)
{
    enum { PITCH = 272 };
    float (*rows)[PITCH] = data;
    for (long r = 0; r < times; ++r) {
        for (int k = 1; k < 5; ++k) {
            for (int j = 0; j < 256; ++j) {
                rows[k][j] = rows[0][j];
            }
        }
        KEPT;
    }
}

static void start_rows(long times, void *data)
{
    enum { PITCH = 272 };
    float (*rows)[PITCH] = data;
    for (long r = 0; r < times; ++r) {
        for (int k = 1; k < 9; ++k) {
            for (int j = 0; j < 24; ++j) {
                rows[k][j] = rows[0][j];
            }
            KEPT;
        }
    }
}

static void across(long times, void *data)
{
    float to[16][64];
    const float *from = data;
    for (long r = 0; r < times; ++r) {
        for (int i = 0; i < 64; ++i) {
            for (int k = 0; k < 16; ++k) {
                to[k][i] = from[i * 1056L + k];
            }
        }
        __asm__ volatile("" : : "r"(to) : "memory");
    }
    sink = (double)to[3][3];
}

static volatile int bound = 60;

static void checked(long times, void *data)
{
    float to[16][64];
    const float *from = data;
    const int m = bound;
    for (long r = 0; r < times; ++r) {
        for (int k = 0; k < 16; ++k) {
            for (int i = 0; i < 64; ++i) {
                to[k][i] = i + 1 <= m && k + 1 <= m ? from[k * 1056L + i] : 0.0f;
            }
        }
        __asm__ volatile("" : : "r"(to) : "memory");
    }
    sink = (double)to[3][3];
}

/* Caches and memory: x(j) = x(j) + s y(j) */
struct stream {
    float *x;
    float *y;
    long count;
    int threads;
};

static void pass(float *restrict x, const float *restrict y, long count)
{
    for (long j = 0; j < count; ++j) {
        x[j] += 0.5f * y[j];
    }
    KEPT;
}

static void streams(long times, void *data)
{
    const struct stream *s = data;
    if (s->threads == 1) {
        for (long r = 0; r < times; ++r) {
            pass(s->x, s->y, s->count);
        }
        return;
    }
    #pragma omp parallel num_threads(s->threads)
    {
        const long first = omp_get_thread_num() * s->count;
        for (long r = 0; r < times; ++r) {
            pass(s->x + first, s->y + first, s->count);
        }
    }
}

/* Bytes per second, read plus written, over so many bytes of each thread. */
static double streamed(size_t bytes, int threads)
{
    struct stream s;
    s.count = (long)(bytes / 8 / 16 * 16);
    s.threads = threads;
    s.x = memory(4 * s.count * threads);
    float *y = memory(4 * s.count * threads + 1088);
    s.y = y + 272; // rows do not begin at the same place of a page
    // On a busy machine threads start late: how much is enough follows from one of them alone.
    s.threads = 1;
    const double alone = least_of(streams, &s, 1e-3);
    s.threads = threads;
    const double seconds = threads == 1 ? alone : repeated(streams, &s, (long)(1e-2 / alone) + 1);
    free(s.x);
    free(y);
    return 12.0 * (double)s.count * threads / seconds;
}

/* Goes on where it was: from the same start it would find the same lines again, in a nearer cache. */
static void chase(long times, void *data)
{
    void ***place = data;
    void **at = *place;
    for (long r = 0; r < times; ++r) {
        at = *at;
    }
    *place = at;
    sink = (double)(intptr_t)at;
}

/* Lines in an order that no prefetcher knows. */
struct ring {
    char *lines;
    uint32_t *order;
    long count;
    long next;
};

static struct ring ring_of(size_t bytes)
{
    struct ring ring = {memory(bytes), malloc(bytes / 64 * sizeof(uint32_t)), (long)(bytes / 64), 0};
    if (ring.order == NULL) {
        exit(2);
    }
    for (long i = 0; i < ring.count; ++i) {
        ring.order[i] = (uint32_t)i;
    }
    uint64_t random = 88172645463325252u;
    for (long i = ring.count - 1; i > 0; --i) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        const long j = (long)(random % (uint64_t)i);
        const uint32_t swapped = ring.order[i];
        ring.order[i] = ring.order[j];
        ring.order[j] = swapped;
    }
    return ring;
}

/*
 * Rows of one line, which do not wait for each other, in the order of blocks: the same columns of ROWS rows of an array, each in a page of its own, then the columns beside them;
 * below them the next rows.
 */
enum { ROWS = ${rowsApart}, PAGE_LINES = 64 };

struct rows {
    char *lines;
    long columns;
    long slabs;
    long row;
    long column;
    long slab;
};

/* Rows begin at another line of their page each, so that they share out the sets of a cache. */
enum { ROW_LINES = PAGE_LINES + 1 };

static void apart(long times, void *data)
{
    _Alignas(64) float own[64][16];
    memset(own, 0, sizeof own);
    struct rows at = *(const struct rows *)data;
    for (long r = 0; r < times; ++r) {
        const float *row = (const float *)(at.lines + 64 * ((at.slab * ROWS + at.row) * ROW_LINES + at.column));
        for (int j = 0; j < 16; ++j) {
            own[r & 63][j] += 0.5f * row[j];
        }
        if (++at.row == ROWS) {
            at.row = 0;
            if (++at.column == at.columns) {
                at.column = 0;
                at.slab = at.slab + 1 < at.slabs ? at.slab + 1 : 0;
            }
        }
    }
    *(struct rows *)data = at;
    sink = (double)own[3][3];
}

/* Each thread has so many bytes. */
static double rows_apart(size_t bytes, int threads)
{
    struct rows rows[threads];
    void *data[threads];
    const long lines = (long)(bytes / 64);
    long columns = lines / ROWS < PAGE_LINES ? lines / ROWS : PAGE_LINES;
    columns = columns < 1 ? 1 : columns;
    const long slabs = lines / (ROWS * columns) < 1 ? 1 : lines / (ROWS * columns);
    for (int t = 0; t < threads; ++t) {
        rows[t] = (struct rows){memory(64 * ROW_LINES * ROWS * slabs), columns, slabs, 0, 0, 0};
        data[t] = &rows[t];
    }
    const double seconds = least_of_all(apart, data, threads);
    for (int t = 0; t < threads; ++t) {
        free(rows[t].lines);
    }
    return seconds;
}

/* A column: an element of each of so many pages, then the elements beside them, all in one line of each page; four sums, which wait for each other less than loads do. */
struct pages {
    char *lines;
    long count;
    long next;
};

static void column_of_pages(long times, void *data)
{
    struct pages *pages = data;
    double sums[4] = {0, 0, 0, 0};
    for (long r = 0; r < times; ++r) {
        const double *from = (const double *)pages->lines + pages->next;
        for (long p = 0; p + 3 < pages->count; p += 4) {
            for (int k = 0; k < 4; ++k) {
                sums[k] += from[8 * ROW_LINES * (p + k)];
            }
        }
        pages->next = (pages->next + 1) % 8;
    }
    sink = sums[0] + sums[1] + (sums[2] + sums[3]);
}

/* Each thread walks so many. */
static double walked(long count, int threads)
{
    struct pages pages[threads];
    void *data[threads];
    for (int t = 0; t < threads; ++t) {
        pages[t] = (struct pages){memory(64 * ROW_LINES * count), count, 0};
        data[t] = &pages[t];
    }
    const double seconds = least_of_all(column_of_pages, data, threads) / (double)count;
    for (int t = 0; t < threads; ++t) {
        free(pages[t].lines);
    }
    return seconds;
}

static void ring(size_t bytes, int threads)
{
    struct ring ring = ring_of(bytes);
    printf("apart %zu %.5g\n", bytes, rows_apart(bytes, threads));
    for (long i = 0; i < ring.count; ++i) {
        *(void **)(ring.lines + 64 * i) = ring.lines + 64L * ring.order[i];
    }
    void **at = (void **)ring.lines;
    printf("latency %zu %.5g\n", bytes, least(chase, &at));
    free(ring.order);
    free(ring.lines);
}

static int by_value(const void *x, const void *y)
{
    const double difference = *(const double *)x - *(const double *)y;
    return difference < 0 ? -1 : difference > 0;
}

/* What a block does, so that threads take turns in asking for the next one: the line with its number moves between them. */
static void work_of(long b)
{
    double x = (double)b;
    for (int k = 0; k < 32; ++k) {
        x = 0.5 * x + 1.0;
    }
    __asm__ volatile("" : : "m"(x));
}

/* Seconds of a parallel loop of so many blocks, with work or without: the quarter of many that are disturbed least are shorter. */
static double launched(long count, int works)
{
    enum { LAUNCHES = 400 };
    static double each[LAUNCHES];
    for (int r = 0; r < LAUNCHES; ++r) {
        const double start = now();
        #pragma omp parallel for schedule(dynamic)
        for (long b = 0; b < count; ++b) {
            KEPT;
            if (works) {
                work_of(b);
            }
        }
        each[r] = now() - start;
    }
    qsort(each, LAUNCHES, sizeof each[0], by_value);
    return each[LAUNCHES / 4];
}

static void works(long times, void *data)
{
    (void)data;
    for (long b = 0; b < times; ++b) {
        KEPT;
        work_of(b);
    }
}

static void touch(long times, void *data)
{
    const long bytes = *(const long *)data;
    for (long r = 0; r < times; ++r) {
        char *fresh = malloc(bytes);
        if (fresh == NULL) {
            exit(2);
        }
        for (long i = 0; i < bytes; i += 4096) {
            fresh[i] = 1;
        }
        sink = fresh[bytes / 2];
        free(fresh);
    }
}

static float reals[256];
static double doubles[256];
static int integers[256];

/* What stays in the first cache: arithmetic, rows of updates, and rows that are copied. */
static void in_first_cache(int threads)
{
    void *data[threads];
<#list operations as operation>
    for (int t = 0; t < threads; ++t) {
        data[t] = ${operation.data};
    }
    printf("${operation.key} %.5g\n", ${(operation.count * 256)?c}.0 * threads / least_of_all(${operation.name}, data, threads));
</#list>
<#list rows as row>
    for (int t = 0; t < threads; ++t) {
        data[t] = ${row.data};
    }
    printf("${row.key} %.5g\n", least_of_all(${row.name}, data, threads) / (${row.rows} * ${row.chunk}));
</#list>
    for (int t = 0; t < threads; ++t) {
        data[t] = memory(4L * 1056 * 64);
    }
    printf("load %.5g\n", 8 * 1024 / least_of_all(load_rows, data, threads));
    printf("across %.5g\n", least_of_all(across, data, threads) / 1024);
    printf("checked %.5g\n", least_of_all(checked, data, threads) / 1024);
    printf("store %.5g\n", 4 * 1024 / least_of_all(store_rows, data, threads));
    printf("short %.5g\n", least_of_all(start_rows, data, threads) / 8);
    for (int t = 0; t < threads; ++t) {
        free(data[t]);
    }
    fflush(stdout);
}

/* What waits for lines and for the addresses of pages. */
static void waits(int threads)
{
    const double rings[] = {<#list rings as ring>${ring}<#sep>, </#list>};
    for (int s = 0; s < (int)(sizeof rings / sizeof rings[0]); ++s) {
        ring((size_t)rings[s], threads);
    }
    const long pages[] = {<#list pages as count>${count}<#sep>, </#list>};
    for (int s = 0; s < (int)(sizeof pages / sizeof pages[0]); ++s) {
        printf("pages %ld %.5g\n", pages[s], walked(pages[s], threads));
    }
    fflush(stdout);
}

/* Caches and memory, by one thread and by all. */
static void rates(int threads)
{
    const double sizes[] = {<#list sizes as size>${size}<#sep>, </#list>};
    for (int s = 0; s < (int)(sizeof sizes / sizeof sizes[0]); ++s) {
        printf("stream %.0f %.5g\n", sizes[s], streamed((size_t)sizes[s], 1));
        fflush(stdout);
    }
    const double shares[] = {<#list shares as share>${share}<#sep>, </#list>};
    for (int s = 0; s < (int)(sizeof shares / sizeof shares[0]); ++s) {
        printf("streams %.0f %.5g\n", shares[s], streamed((size_t)shares[s], threads));
        fflush(stdout);
    }
}

/* Other programs take a processor for stretches of a second: everything is measured at different times, and the best counts. */
int main(void)
{
    for (int i = 0; i < 256; ++i) {
        reals[i] = 1 + 1e-7f * (float)i;
        doubles[i] = 1 + 1e-12 * i;
        integers[i] = 1 + i % 3;
    }
    const int threads = omp_get_max_threads();
    printf("threads %d\n", threads);
    in_first_cache(threads);
    waits(threads);
    rates(threads);
    in_first_cache(threads);
    waits(threads);
    rates(threads);
    printf("forkjoin %.5g\n", launched(2L * threads, 0));
    enum { BLOCKS = 2048 };
    const double handed = (launched((BLOCKS + 2L) * threads, 1) - launched(2L * threads, 1)) / BLOCKS - least(works, NULL);
    printf("block %.5g\n", handed > 0 ? handed : 0.0);
    long fresh = 64L << 20;
    printf("touch %.5g\n", least(touch, &fresh) / (double)fresh);
    in_first_cache(threads);
    return 0;
}
