// What memory takes for short pieces and for bytes that lie far apart, and at which clock multiprocessors run while the board draws as much power as it may. One GPU alone.
// nvcc -O3 -arch=sm_90 memory-clocks.cu; sections: rows, pages, walk, power (all of them without an argument).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <dlfcn.h>
#include <unistd.h>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

static int processors;
static double *sink;

static float timed(void (*launch)(void *), void *arguments)
{
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    std::vector<float> runs;
    for (int r = 0; r < 6; r++) {
        CHECK(cudaEventRecord(from));
        launch(arguments);
        CHECK(cudaEventRecord(to));
        CHECK(cudaEventSynchronize(to));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, from, to));
        if (r > 0) runs.push_back(ms);
    }
    CHECK(cudaGetLastError());
    std::sort(runs.begin(), runs.end());
    return runs[runs.size() / 2];
}

// ---- rows: pieces of so many bytes, at places drawn among those of a region; eight loads of a thread on their way.
// Numbers of pieces and of doubles of a piece are powers of two.
struct Pieces { const double *base; unsigned long long pieces; int doubles; unsigned long long total; unsigned seed; bool inOrder; };

__device__ unsigned long long place(unsigned long long k, unsigned seed)
{
    k = (k + seed) * 0x9E3779B97F4A7C15ull;
    k ^= k >> 32;
    k *= 0xD6E8FEB86659FD93ull;
    return k ^ (k >> 29);
}

__global__ void __launch_bounds__(256) readPieces(Pieces p, double *out)
{
    unsigned long long thread = (unsigned long long)blockIdx.x * 256 + threadIdx.x, threads = (unsigned long long)gridDim.x * 256;
    double sum = 0;
    int shift = __ffs(p.doubles) - 1;
    for (unsigned long long i = thread; i < p.total; i += 8 * threads) {
        double v[8];
#pragma unroll
        for (int u = 0; u < 8; u++) {
            unsigned long long e = i + u * threads, piece = e >> shift, within = e & (p.doubles - 1);
            unsigned long long where = (p.inOrder ? piece : place(piece, p.seed)) & (p.pieces - 1);
            v[u] = e < p.total ? p.base[(where << shift) + within] : 0;
        }
#pragma unroll
        for (int u = 0; u < 8; u++) sum += v[u];
    }
    if (sum == 1.5) *out = sum;
}

static void launchPieces(void *a) { Pieces *p = (Pieces *)a; p->seed += 7777777; readPieces<<<processors * 8, 256>>>(*p, sink); }

// ---- walk: blocks that go down a matrix of which they read a column of tiles: rows of so many bytes, a pitch apart.
struct Walk { const double *base; int width, rows, perBlock; size_t pitch; };

__global__ void __launch_bounds__(256) readWalk(Walk w, double *out)
{
    int columns = (int)(w.pitch / w.width), lane = threadIdx.x % w.width, first = threadIdx.x / w.width, step = 256 / w.width;
    const double *from = w.base + (size_t)(blockIdx.x % columns) * w.width + (size_t)(blockIdx.x / columns) * w.perBlock * w.pitch + lane;
    double sum = 0;
    for (int r = first; r < w.perBlock; r += 8 * step) {
        double v[8];
#pragma unroll
        for (int u = 0; u < 8; u++) v[u] = r + u * step < w.perBlock ? from[(size_t)(r + u * step) * w.pitch] : 0;
#pragma unroll
        for (int u = 0; u < 8; u++) sum += v[u];
    }
    if (sum == 1.5) *out = sum;
}

static void launchWalk(void *a) { Walk *w = (Walk *)a; readWalk<<<(int)(w->pitch / w->width) * (w->rows / w->perBlock), 256>>>(*w, sink); }

// ---- pages: a chain of dependent loads, one for each line of a region in a drawn order; one thread.
__global__ void fillChain(unsigned *lines, unsigned count, size_t apart)
{
    // A full cycle over a power of two of lines.
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned next = (i * 1664525u + 1013904223u) & (count - 1);
    lines[(size_t)i * apart] = next;
}

__global__ void chase(const unsigned *lines, size_t apart, int steps, unsigned start, long long *clocks, unsigned *out)
{
    unsigned at = start;
    for (int i = 0; i < 32; i++) at = __ldcg(lines + (size_t)at * apart);
    long long from = clock64();
#pragma unroll 1
    for (int i = 0; i < steps; i++) at = __ldcg(lines + (size_t)at * apart);
    *clocks = clock64() - from;
    *out = at;
}

// ---- power: what a clock of a multiprocessor takes while all of them do one thing for seconds.
__global__ void __launch_bounds__(256) products(double *out, int steps, double scale, const double *in)
{
    double c[4][4], a[4], b[2];
    int lane = threadIdx.x;
    for (int i = 0; i < 4; i++) a[i] = in[(blockIdx.x * 256 + lane) * 6 + i] * scale;
    for (int i = 0; i < 2; i++) b[i] = in[(blockIdx.x * 256 + lane) * 6 + 4 + i] * scale;
    for (int i = 0; i < 16; i++) c[i / 4][i % 4] = 0;
    for (int s = 0; s < steps; s++) {
#pragma unroll
        for (int u = 0; u < 4; u++)
            asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+d"(c[u][0]), "+d"(c[u][1]), "+d"(c[u][2]), "+d"(c[u][3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    }
    double sum = 0;
    for (int i = 0; i < 16; i++) sum += c[i / 4][i % 4];
    if (sum == 1.5) *out = sum;
}

template <typename T> __global__ void __launch_bounds__(256) multiplyAdds(T *out, int steps, T scale, const T *in)
{
    T c[8], a = in[blockIdx.x * 256 + threadIdx.x] * scale, b = in[blockIdx.x * 256 + threadIdx.x + 1] * scale;
    for (int i = 0; i < 8; i++) c[i] = in[i] * scale;
    for (int s = 0; s < steps; s++)
#pragma unroll
        for (int r = 0; r < 4; r++)
#pragma unroll
            for (int i = 0; i < 8; i++) c[i] = c[i] * a + b;
    T sum = 0;
    for (int i = 0; i < 8; i++) sum += c[i];
    if (sum == T(1.5)) *out = sum;
}

__global__ void __launch_bounds__(256) minima(int *out, int steps, int scale, const int *in)
{
    int c[8], a = in[blockIdx.x * 256 + threadIdx.x] * scale;
    for (int i = 0; i < 8; i++) c[i] = in[i] * scale;
    for (int s = 0; s < steps; s++)
#pragma unroll
        for (int r = 0; r < 4; r++)
#pragma unroll
            for (int i = 0; i < 8; i++) c[i] = min(c[i] + a, c[(i + 1) % 8]);
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += c[i];
    if (sum == 12345) *out = sum;
}

__global__ void __launch_bounds__(256) copies(double2 *to, const double2 *from, size_t count)
{
    size_t stride = (size_t)gridDim.x * 256;
    for (size_t i = (size_t)blockIdx.x * 256 + threadIdx.x; i < count; i += 4 * stride) {
        double2 v[4];
#pragma unroll
        for (int u = 0; u < 4; u++) if (i + u * stride < count) v[u] = from[i + u * stride];
#pragma unroll
        for (int u = 0; u < 4; u++) if (i + u * stride < count) to[i + u * stride] = v[u];
    }
}

// The driver's management library, whose header is no part of every toolkit.
static void *board;
static int (*clockOf)(void *, int, unsigned *), (*wattsOf)(void *, unsigned *), (*reasonsOf)(void *, unsigned long long *);

static void power(const char *name, void (*launch)(void *), void *arguments)
{
    // An idle second before, so that each begins at the same state; then launches of some milliseconds, of which each time is kept.
    usleep(1000000);
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    double at = 0;
    std::vector<float> times;
    printf("%-26s", name);
    double next[] = {2, 10, 30, 100, 300, 1000, 2500};
    int shown = 0;
    while (at < 2600) {
        CHECK(cudaEventRecord(from));
        launch(arguments);
        CHECK(cudaEventRecord(to));
        CHECK(cudaEventSynchronize(to));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, from, to));
        at += ms;
        times.push_back(ms);
        if (shown < 7 && at >= next[shown]) {
            unsigned clock = 0, watts = 0;
            unsigned long long reasons = 0;
            clockOf(board, 1, &clock);
            wattsOf(board, &watts);
            reasonsOf(board, &reasons);
            size_t last = times.size(), few = std::min<size_t>(last, 5);
            std::vector<float> recent(times.end() - few, times.end());
            std::sort(recent.begin(), recent.end());
            printf(" | %6.1f ms: %7.4f ms %4u MHz %4u W%s", at, recent[few / 2], clock, watts / 1000, (reasons & (0x4ull | 0x80ull)) ? " capped" : "");
            while (shown < 7 && at >= next[shown]) shown++;
        }
    }
    printf("\n");
}

struct Steps { int steps; double scale; const double *in; };
static void launchProducts(void *a) { Steps *s = (Steps *)a; products<<<processors * 4, 256>>>(sink, s->steps, s->scale, s->in); }
static void launchDoubles(void *a) { Steps *s = (Steps *)a; multiplyAdds<double><<<processors * 8, 256>>>(sink, s->steps, s->scale, s->in); }
static void launchFloats(void *a) { Steps *s = (Steps *)a; multiplyAdds<float><<<processors * 8, 256>>>((float *)sink, s->steps, (float)s->scale, (const float *)s->in); }
static void launchMinima(void *a) { Steps *s = (Steps *)a; minima<<<processors * 8, 256>>>((int *)sink, s->steps, 1, (const int *)s->in); }
struct Copies { double2 *to; const double2 *from; size_t count; };
static void launchCopies(void *a) { Copies *c = (Copies *)a; copies<<<processors * 8, 256>>>(c->to, c->from, c->count); }

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : "";
    auto wanted = [&](const char *section) { return !*only || !strcmp(only, section); };
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    processors = properties.multiProcessorCount;
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (library == nullptr) { printf("%s\n", dlerror()); return 1; }
    auto find = [&](const char *name) { return dlsym(library, name); };
    ((int (*)())find("nvmlInit_v2"))();
    ((int (*)(unsigned, void **))find("nvmlDeviceGetHandleByIndex_v2"))(0, &board);
    clockOf = (int (*)(void *, int, unsigned *))find("nvmlDeviceGetClockInfo");
    wattsOf = (int (*)(void *, unsigned *))find("nvmlDeviceGetPowerUsage");
    reasonsOf = (int (*)(void *, unsigned long long *))find("nvmlDeviceGetCurrentClocksThrottleReasons");
    unsigned limit = 0;
    ((int (*)(void *, unsigned *))find("nvmlDeviceGetPowerManagementLimit"))(board, &limit);
    printf("%s, %d multiprocessors, L2 %.1f MB, board limit %u W\n\n", properties.name, processors, properties.l2CacheSize / 1e6, limit / 1000);
    CHECK(cudaMalloc(&sink, 1 << 20));

    size_t bytes = (size_t)64 << 30;
    char *region;
    CHECK(cudaMalloc(&region, bytes));
    char *other;
    CHECK(cudaMalloc(&other, (size_t)512 << 20));
    CHECK(cudaMemset(region, 0, bytes));
    for (int i = 0; i < 30; i++) CHECK(cudaMemset(region, 0, (size_t)1 << 30));
    if (wanted("rows")) {
        printf("rows: pieces of so many bytes at drawn places of 8 GiB, and in order; bytes/s over that of pieces of 64 KiB in order\n");
        double best = 0;
        for (int doubles : {8192, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 8192}) {
            Pieces p = {(double *)region, ((size_t)8 << 30) / (8ull * doubles), doubles, ((size_t)2 << 30) / 8, 1, true};
            double ordered = (2048.0 * 1048576) / (timed(launchPieces, &p) * 1e-3);
            p.inOrder = false;
            double drawn = (2048.0 * 1048576) / (timed(launchPieces, &p) * 1e-3);
            if (best == 0) best = ordered;
            printf("%6d bytes: in order %6.3f TB/s, drawn %6.3f TB/s, %5.3f of in order\n", doubles * 8, ordered * 1e-12, drawn * 1e-12, drawn / best);
        }
        printf("\n");
    }
    if (wanted("pages")) {
        printf("pages: pieces of 256 bytes at drawn places of a region, 2 GiB read in all (regions beyond L2)\n");
        for (size_t mib : {128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}) {
            Pieces p = {(double *)region, (mib << 20) / 256, 32, ((size_t)2 << 30) / 8, 1, false};
            printf("%6zu MiB: %6.3f TB/s\n", mib, (2048.0 * 1048576) / (timed(launchPieces, &p) * 1e-3) * 1e-12);
        }
        printf("\nchains: one thread, a dependent load from L2 or memory for each line, in a drawn order\n");
        long long *clocks;
        unsigned *out;
        CHECK(cudaMallocManaged(&clocks, 64));
        CHECK(cudaMallocManaged(&out, 64));
        for (int bits = 12; bits <= 24; bits++) {
            unsigned count = 1u << bits;
            size_t apart = bits <= 22 ? 1024 : (((size_t)64 << 30) >> bits) / 4;     // 4 KiB apart, up to 64 GiB in all
            fillChain<<<(count + 255) / 256, 256>>>((unsigned *)region, count, apart);
            CHECK(cudaMemset(other, 0, (size_t)512 << 20));
            double clocksOf[2];
            for (int round = 0; round < 2; round++) {      // the second time L2 holds what is read, and places of pages are found where they were left
                chase<<<1, 1>>>((unsigned *)region, apart, 16000, 1, clocks, out);
                CHECK(cudaDeviceSynchronize());
                clocksOf[round] = *clocks / 16000.0;
            }
            printf("%8u lines %4zu KiB apart, %8.1f MiB: %6.1f clocks from memory, %6.1f again\n", count, apart * 4 / 1024, (double)count * apart * 4 / 1048576, clocksOf[0], clocksOf[1]);
        }
        printf("\n");
    }
    if (wanted("walk")) {
        printf("walk: blocks of 256 threads read tiles of so many bytes a row, 256 rows, a pitch apart; 1 GiB of a matrix in all (TB/s)\n");
        for (size_t pitch : {1001, 1024, 2003, 2048, 4096, 8192, 16384}) {
            printf("pitch %6zu doubles:", pitch);
            for (int width : {4, 8, 16, 32, 64, 128}) {
                size_t usable = pitch / width * width, rows = ((size_t)1 << 27) / pitch / 256 * 256;
                Walk w = {(double *)region, width, (int)rows, 256, pitch};
                double ms = timed(launchWalk, &w);
                printf("  %4d bytes %6.3f", width * 8, 8.0 * usable * rows / (ms * 1e-3) * 1e-12);
            }
            printf("\n");
        }
        printf("\n");
    }
    if (wanted("power")) {
        printf("power: medians of the last five launches at the time told, after a second of rest; the clock that the driver tells\n");
        std::vector<double> host(processors * 4 * 256 * 6 + 4096);
        for (auto &v : host) v = drand48() * 1.7 + 0.1;
        double *in;
        CHECK(cudaMalloc(&in, host.size() * 8));
        CHECK(cudaMemcpy(in, host.data(), host.size() * 8, cudaMemcpyHostToDevice));
        Steps zeros = {12000, 0, in}, drawn = {12000, 1e-3, in}, slow = {3000, 1e-3, in}, fast = {6000, 1e-3, in}, ints = {3000, 1, in};
        Copies c = {(double2 *)region, (const double2 *)(region + ((size_t)4 << 30)), ((size_t)4 << 30) / 16};
        power("products, drawn values", launchProducts, &drawn);
        power("products of zeros", launchProducts, &zeros);
        power("multiply-adds, double", launchDoubles, &slow);
        power("multiply-adds, single", launchFloats, &fast);
        power("minima of sums, integer", launchMinima, &ints);
        power("copies", launchCopies, &c);
    }
    return 0;
}
