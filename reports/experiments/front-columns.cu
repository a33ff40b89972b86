// Local alignment by hand: columns of blocks of T rows that wait for their neighbours, chunks of W anti-diagonals; what phases cost and which structures are worth it.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#ifdef ROWS
#define T ROWS
#endif
#ifdef WAVES
#define W WAVES
#endif
#ifdef GROUP
#define G GROUP
#endif
// nvcc -O3 -std=c++17 -arch=sm_90 front-columns.cu; ./a.out [n] [m]. -DROWS=128 -DWAVES=64; -DGROUP=8: warps run groups of G iterations and lag by one group each, values go from lane to lane (0: a barrier and the box in every iteration);
// -DOVER=1: what a group has computed is stored during the next one; -DEDGE=1: what the neighbour reads is stored and told first, the rest behind it;
// -DPUSH=1: neighbours hand over (value, tag) words instead of flags; -DPREF=1: these are asked for before the chunk before is computed; -DSEEN=1: a flag that is known is not read again
#ifndef T
#define T 128
#endif
#ifndef W
#define W 64
#endif
#ifndef G
#define G 8
#endif
#ifndef OVER
#define OVER 0
#endif
#ifndef EDGE
#define EDGE 0
#endif
#ifndef PUSH
#define PUSH 0
#endif
#ifndef PREF
#define PREF 0
#endif
#ifndef SEEN
#define SEEN 0
#endif
#ifndef CLOCK
#define CLOCK 0
#endif
#define NT T
constexpr int C = W + 2, PITCH = C % 2 ? C : C + 1, NW = T / 32;
struct Box { int s[T + 1][PITCH]; int b[T + W]; int seen; };
extern __shared__ __align__(16) unsigned char memory[];
__device__ unsigned long long edges[256][1 << 14];
__device__ int told[256];
__device__ __forceinline__ int ldr(const int *p) { int v; asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void str(int *p, int v) { asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory"); }
__device__ __forceinline__ unsigned long long ldr(const unsigned long long *p) { unsigned long long v; asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void str(unsigned long long *p, unsigned long long v) { asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(p), "l"(v) : "memory"); }
__device__ __forceinline__ int lda(const int *p) { int v; asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void stl(int *p, int v) { asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory"); }

__global__ void clear_all(int waves)
{
    const int w = blockIdx.x * 256 + threadIdx.x;
    if (PUSH && w < waves) edges[blockIdx.y][w] = 0;
    if (w == 0) told[blockIdx.y] = 0;
}

#if CLOCK
#define PHASE(k) if (t == 0) { const long long now = clock64(); spent[inside][k] += now - last; last = now; }
#else
#define PHASE(k)
#endif

struct State { int diagonal, left, a, first; };

// One group of G iterations of a warp, its points hand their values from lane to lane.
template <bool INSIDE> __device__ __forceinline__ void group(Box &x, State &p, int n, int m, int i, int wave0, int w0, int *s, int pitch, int ib, int front, bool store)
{
    const int t = threadIdx.x, lane = t % 32;
#if G > 0
    int upper[G], bb[G];
    #pragma unroll
    for (int u = 0; u < G; ++u) { upper[u] = 0; if (lane == 0) upper[u] = x.s[t][w0 + u + 1]; bb[u] = x.b[w0 + u - t + T - 1]; }
#if OVER
    // the group before: 32 rows of G columns
    int held[G];
    constexpr int RS = 32 / G;
    const int r0 = t / 32 * 32 + lane / G, c0 = w0 - G + lane % G;
    if (store) {
        #pragma unroll
        for (int u = 0; u < G; ++u) held[u] = x.s[r0 + RS * u + 1][c0 + 2];
    }
#endif
    #pragma unroll
    for (int u = 0; u < G; ++u) {
        const int wave = wave0 + w0 + u;
        int up = __shfl_up_sync(~0u, p.left, 1);
        up = lane == 0 ? upper[u] : up;
        int v = max(max(p.diagonal + (p.a == bb[u] ? 2 : -1), up - 1), p.left - 1);
        if (!INSIDE) v = (i >= 2) & (wave >= i + 2) & (m + i >= wave) & (n >= i) ? v : p.first;
        x.s[t + 1][w0 + u + 2] = v;
        p.diagonal = up;
        p.left = v;
#if OVER
        if (store) {
            const int r = r0 + RS * u, ii = T * ib + 2 + r, jj = W * (front - ib) + 2 + c0 - ii;
            if (INSIDE || ((ii <= n) & (jj >= 2) & (jj <= m))) str(&s[(long long)(ii - 1) * pitch + jj - 1], held[u]);
        }
#endif
    }
#endif
}

// Rows [from, T) of a warp's columns c0.. written back by the warp
__device__ __forceinline__ void write_rows(Box &x, int n, int m, int *s, int pitch, int ib, int front, int columns, int first, int rows0, int rows, int t, int nt, bool inside)
{
    constexpr int U = 16;
    #pragma unroll 1
    for (int e = t; e < rows * columns; e += nt * U) {
        int held[U];
        #pragma unroll
        for (int u = 0; u < U; ++u) { const int k = e + nt * u; if (k < rows * columns) held[u] = x.s[rows0 + k / columns + 1][first + k % columns + 2]; }
        #pragma unroll
        for (int u = 0; u < U; ++u) {
            const int k = e + nt * u;
            const int ii = T * ib + 2 + rows0 + k / columns, jj = W * (front - ib) + 2 + first + k % columns - ii;
            if (k < rows * columns && (inside || ((ii <= n) & (jj >= 2) & (jj <= m)))) str(&s[(long long)(ii - 1) * pitch + jj - 1], held[u]);
        }
    }
}

template <bool INSIDE> __device__ __forceinline__ void iterations(Box &x, State &p, int n, int m, int i, int wave0, int *s, int pitch, int ib, int front)
{
    const int t = threadIdx.x, warp = t / 32;
#if G > 0
    #pragma unroll 1
    for (int g = 0; g < W / G + NW - 1; ++g) {
        const int mine = g - warp;
        if (mine >= 0 && mine < W / G) group<INSIDE>(x, p, n, m, i, wave0, mine * G, s, pitch, ib, front, mine > 0);
        __syncthreads();
    }
#else
    #pragma unroll 16
    for (int w = 0; w < W; ++w) {
        const int wave = wave0 + w;
        const int up = x.s[t][w + 1];
        int v = max(max(p.diagonal + (p.a == x.b[w - t + T - 1] ? 2 : -1), up - 1), p.left - 1);
        if (!INSIDE) v = (i >= 2) & (wave >= i + 2) & (m + i >= wave) & (n >= i) ? v : p.first;
        x.s[t + 1][w + 2] = v;
        p.diagonal = up;
        p.left = v;
        __syncthreads();
    }
#endif
}

__global__ void __launch_bounds__(NT)
columns(const int n, const int m, int *__restrict__ s, const int pitch, const int *__restrict__ a, const int *__restrict__ b)
{
    Box &x = *reinterpret_cast<Box *>(memory);
    const int ib = blockIdx.x, t = threadIdx.x;
    const int i = T * ib + 2 + t;                      // this thread's row, from 1
    // chunks: waves W*(front-ib)+2 ..; the block's waves are T*ib+4 .. T*ib+T+1+m
    const int begin = ib + (T * ib + 2) / W, end = ib + (min(T * ib + T + 1, n) + m - 2) / W;
    State p;
    p.a = i <= n ? a[i - 1] : 0;
    p.first = i <= n ? ldr(&s[(long long)(i - 1) * pitch]) : 0;
    p.left = p.diagonal = 0;
    int seen = 0;
#if CLOCK
    long long spent[2][6] = {}, last = clock64();
    int chunks[2] = {};
#endif
    // the row above: column c is j = W*(front-ib) - T*ib + c - 1
#if PUSH
    unsigned long long got[(C + NT - 1) / NT];
    auto ask = [&](int front) {
        #pragma unroll
        for (int k = 0; k < (C + NT - 1) / NT; ++k) {
            const int c = t + NT * k, j = W * (front - ib) - T * ib + c - 1;
            got[k] = 1ull << 32;
            if (c < C && j >= 1 && j <= m) {
                if (ib == 0 || j == 1) got[k] |= (unsigned)ldr(&s[(long long)(T * ib) * pitch + j - 1]);
                else got[k] = ldr(&edges[ib][T * ib + 1 + j]);
            }
        }
    };
    if (PREF) ask(begin);
#endif
    for (int front = begin; front <= end; ++front) {
        const int wave0 = W * (front - ib) + 2;
        const bool inside = wave0 >= T * ib + T + 3 && m + T * ib + 2 >= wave0 + W - 1 && n >= T * ib + T + 1;
#if CLOCK
        ++chunks[inside];
        PHASE(5)
#endif
        // text: x.b[k] is b(wave0 - T*ib - 2 + k - (T-1))
        int texts[(T + W + NT - 1) / NT];
        #pragma unroll
        for (int k = 0; k < (T + W + NT - 1) / NT; ++k) { const int c = t + NT * k, j = wave0 - T * ib - 2 + c - (T - 1); texts[k] = c < T + W - 1 && j >= 1 && j <= m ? __ldg(&b[j - 1]) : 0; }
#if PUSH
        if (!PREF) ask(front);
        #pragma unroll
        for (int k = 0; k < (C + NT - 1) / NT; ++k) {
            const int c = t + NT * k, j = W * (front - ib) - T * ib + c - 1;
            while (got[k] >> 32 == 0) got[k] = ldr(&edges[ib][T * ib + 1 + j]);
            if (c < C) x.s[0][c] = (int)(unsigned)got[k];
        }
        PHASE(0)
#else
        if (ib > 0 && (!SEEN || seen < front)) {
            if (t == 0) { while ((seen = lda(&told[ib - 1])) < front) { } x.seen = seen; }
            __syncthreads();
            seen = x.seen;
        }
        PHASE(0)
        int row[(C + NT - 1) / NT];
        #pragma unroll
        for (int k = 0; k < (C + NT - 1) / NT; ++k) { const int c = t + NT * k, j = W * (front - ib) - T * ib + c - 1; row[k] = c < C && j >= 1 && j <= m ? ldr(&s[(long long)(T * ib) * pitch + j - 1]) : 0; }
        #pragma unroll
        for (int k = 0; k < (C + NT - 1) / NT; ++k) { const int c = t + NT * k; if (c < C) x.s[0][c] = row[k]; }
#endif
        #pragma unroll
        for (int k = 0; k < (T + W + NT - 1) / NT; ++k) { const int c = t + NT * k; if (c < T + W - 1) x.b[c] = texts[k]; }
        // own two columns: first chunk alone needs what lies outside, which is the first column or nothing
        x.s[t + 1][0] = p.diagonal; // not read but by the row below, whose first two values they are
        x.s[t + 1][1] = p.left;
        __syncthreads();
        p.diagonal = x.s[t][0];
        PHASE(1)
#if PUSH && PREF
        if (front < end) ask(front + 1);
#endif
        // what rows above had in the last iteration is what a row's first diagonal is
        if (inside) iterations<true>(x, p, n, m, i, wave0, s, pitch, ib, front); else iterations<false>(x, p, n, m, i, wave0, s, pitch, ib, front);
        PHASE(2)
        const int old = x.s[t + 1][W]; // before the last iteration: column W is wave W-2
#if PUSH
        #pragma unroll
        for (int k = 0; k < (W + NT - 1) / NT; ++k) {
            const int c = (NT - 1 - t) + NT * k; // the last warps are behind
            if (c < W && T * ib + T + 1 <= n) str(&edges[ib + 1][wave0 + c], 1ull << 32 | (unsigned)x.s[T][c + 2]);
        }
#endif
        const bool rest = T * ib + T + 1 <= n; // there is a row that the neighbour reads
#if EDGE && !PUSH
        if (rest) {
            #pragma unroll
            for (int k = 0; k < (W + NT - 1) / NT; ++k) {
                const int c = t + NT * k, j = wave0 + c - (T * ib + T + 1);
                if (c < W && j >= 2 && j <= m) str(&s[(long long)(T * ib + T) * pitch + j - 1], x.s[T][c + 2]);
            }
        }
        __syncthreads();
        if (t == 0) stl(&told[ib], front + 1);
#endif
#if OVER && G > 0
        write_rows(x, n, m, s, pitch, ib, front, G, W - G, t / 32 * 32, 32, t % 32, 32, inside);
#else
        write_rows(x, n, m, s, pitch, ib, front, W, 0, 0, T, t, NT, inside);
#endif
        PHASE(3)
        __syncthreads();
#if !PUSH && !EDGE
        if (t == 0) stl(&told[ib], front + 1);
#endif
        PHASE(4)
        p.diagonal = old;
    }
#if !PUSH
    if (t == 0) stl(&told[ib], 1 << 30);
#endif
#if CLOCK
    if (t == 0 && (ib == 0 || ib == 9 || ib == gridDim.x - 1)) for (int k = 0; k < 2; ++k) if (chunks[k]) printf("block %d %s: %d chunks; wait %lld, copy %lld, iterations %lld, store %lld, barrier and tell %lld, between %lld cycles each\n", ib, k ? "inside" : "boundary", chunks[k],
        spent[k][0] / chunks[k], spent[k][1] / chunks[k], spent[k][2] / chunks[k], spent[k][3] / chunks[k], spent[k][4] / chunks[k], spent[k][5] / chunks[k]);
#endif
}

#define TRY(call) if (const cudaError_t error = (call)) return error
static cudaError_t run(int *s, int *a, int *b, int n, int m)
{
    const int blocks = (n - 2) / T + 1;
    TRY(cudaFuncSetAttribute(columns, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sizeof(Box)));
    clear_all<<<dim3(PUSH ? (n + m + 2 * W + 255) / 256 : 1, blocks), 256>>>(n + m + 2 * W);
    columns<<<blocks, T, sizeof(Box)>>>(n, m, s, 32 * ((m + 31) >> 5), a, b);
    return cudaGetLastError();
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 4096, m = argc > 2 ? atoi(argv[2]) : n, pitch = 32 * ((m + 31) / 32);
    const size_t size = (size_t)n * pitch;
    std::vector<int> s(size), a(n), b(m), r(size);
    unsigned x = 1; auto next = [&] { x = x * 1664525u + 1013904223u; return x >> 16; };
    for (auto &v : s) v = next() % 100; for (auto &v : a) v = next() % 4; for (auto &v : b) v = next() % 4;
    int *ds, *d0, *da, *db;
    cudaMalloc(&ds, size * 4); cudaMalloc(&d0, size * 4); cudaMalloc(&da, n * 4 + 256); cudaMalloc(&db, m * 4 + 256);
    cudaMemcpy(d0, s.data(), size * 4, cudaMemcpyHostToDevice); cudaMemcpy(da, a.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(db, b.data(), m * 4, cudaMemcpyHostToDevice);
    std::vector<float> ms;
    cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
    for (int k = 0; k < 9; ++k) {
        cudaMemcpy(ds, d0, size * 4, cudaMemcpyDeviceToDevice);
        cudaEventRecord(e0); cudaError_t e = run(ds, da, db, n, m); cudaEventRecord(e1);
        if (e != cudaSuccess || (e = cudaDeviceSynchronize()) != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
        float t; cudaEventElapsedTime(&t, e0, e1); ms.push_back(t);
    }
    cudaMemcpy(r.data(), ds, size * 4, cudaMemcpyDeviceToHost);
    unsigned long long h = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) h = h * 6364136223846793005ull + (unsigned)r[(size_t)i * pitch + j] + 1;
    std::sort(ms.begin(), ms.end());
    printf("%d x %d median %.4f ms least %.4f greatest %.4f, %.2f G cells/s, hash %016llx\n", n, m, ms[4], ms[0], ms[8], 1e-6 * n * m / ms[4], h);
}
