// Local alignment in blocks of T rows by W anti-diagonals, written by hand as kernels are generated: what a front consists of, parts taken away (results are then wrong), and what
// structures are worth. nvcc -O3 -std=c++17 -arch=sm_90 -DNAME='"x"' [-DTT=rows] [-DWW=waves] [-DRR=rows of a thread] [-DPERSIST=1: columns instead of launches] [-DSELECT=1: points outside compute too]
// [-DBORDER=1: what is written first is not copied] [-DBATCH=1: written back in batches] [-DLOAD=0] [-DSTORE=0] [-DLOOP=0] [-DTEXTS=0] [-DINSIDE=1: no block checks]; ./a.out [n]
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#ifndef TT
#define TT 128
#endif
constexpr int T = TT;
#ifndef WW
#define WW 64
#endif
constexpr int W = WW;
#ifndef RR
#define RR 1
#endif
constexpr int R = RR;
#ifndef PERSIST
#define PERSIST 0
#endif
#ifndef SELECT
#define SELECT 0
#endif
#ifndef BORDER
#define BORDER 0
#endif
#ifndef BATCH
#define BATCH 0
#endif
#ifndef LOAD
#define LOAD 1
#endif
#ifndef STORE
#define STORE 1
#endif
#ifndef LOOP
#define LOOP 1
#endif
#ifndef INSIDE
#define INSIDE 0
#endif
#ifndef TEXTS
#define TEXTS 1
#endif
constexpr int NT = T / R;
constexpr int C = W + 2;          // columns of the box
constexpr int PITCH = (C % 2) ? C : C + 1;
struct Box { int s[T + 1][PITCH]; int a[T]; int b[T + W - 1]; };
extern __shared__ unsigned char memory[];
__device__ __forceinline__ int ldr(const int *p) { int v; asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void str(int *p, int v) { asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory"); }
__device__ __forceinline__ int lda(const int *p) { int v; asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void stl(int *p, int v) { asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory"); }
__device__ __forceinline__ void sync() { if (NT <= 32) __syncwarp(); else __syncthreads(); }

// rows i = T*ib+2 .. , waves = W*(front-ib)+2 ..; element (r,c): row T*ib+1+r, column wave0 - 2 + c - row  with wave0 = W*(front-ib)+2
template <bool EDGE> __device__ __forceinline__ void body(Box &x, int n, int m, int wave0, int i0)
{
    const int own = (int)threadIdx.x * R;
#if SELECT
    constexpr bool slow = false;
#else
    constexpr bool slow = EDGE;
#endif
    if (slow) {
        #pragma unroll 1
        for (int w = 0; w < W; ++w) {
            #pragma unroll
            for (int q = 0; q < R; ++q) {
                const int i = i0 + own + q, r = own + q, wave = wave0 + w;
                if (i >= 2 && wave >= i + 2 && m + i >= wave && n >= i) x.s[r + 1][w + 2] = x.s[r][w] + (x.a[r] == x.b[w - r + T - 1] ? 2 : -1);
            }
            #pragma unroll
            for (int q = 0; q < R; ++q) {
                const int i = i0 + own + q, r = own + q, wave = wave0 + w;
                if (i >= 2 && wave >= i + 2 && m + i >= wave && n >= i) x.s[r + 1][w + 2] = max(x.s[r + 1][w + 2], x.s[r][w + 1] - 1);
            }
            #pragma unroll
            for (int q = 0; q < R; ++q) {
                const int i = i0 + own + q, r = own + q, wave = wave0 + w;
                if (i >= 2 && wave >= i + 2 && m + i >= wave && n >= i) x.s[r + 1][w + 2] = max(x.s[r + 1][w + 2], x.s[r + 1][w + 1] - 1);
            }
            sync();
        }
        return;
    }
    int k0[R + 1], k1[R + 1], a[R], b[R];
    for (int q = 0; q < R; ++q) { k0[q] = x.s[own + q][0]; a[q] = x.a[own + q]; }
    for (int q = 1; q <= R; ++q) k1[q] = x.s[own + q][1];
    for (int q = 1; q < R; ++q) b[q] = x.b[0 - (own + q) + T - 1];
    #pragma unroll 16
    for (int w = 0; w < W; ++w) {
        k1[0] = x.s[own][w + 1];
        b[0] = x.b[w - own + T - 1];
        int k2[R + 1];
        #pragma unroll
        for (int q = 0; q < R; ++q) {
            int v = k0[q] + (a[q] == b[q] ? 2 : -1);
            v = max(v, k1[q] - 1);
            v = max(v, k1[q + 1] - 1);
            if (EDGE) {
                const int i = i0 + own + q, wave = wave0 + w;
                const bool g = i >= 2 && wave >= i + 2 && m + i >= wave && n >= i;
                v = g ? v : x.s[own + q + 1][w + 2];
            }
            k2[q + 1] = v;
            x.s[own + q + 1][w + 2] = v;
        }
        #pragma unroll
        for (int q = 0; q < R; ++q) k0[q] = k1[q];
        #pragma unroll
        for (int q = 1; q <= R; ++q) k1[q] = k2[q];
        #pragma unroll
        for (int q = R - 1; q > 0; --q) b[q] = b[q - 1];
        sync();
    }
}

template <bool EDGE> __device__ __noinline__ void block(int n, int m, int front, int ib, int *s, int pitch, const int *a, const int *b)
{
    Box &x = *reinterpret_cast<Box *>(memory);
    const int t = (int)threadIdx.x;
    const int wave0 = W * (front - ib) + 2, i0 = T * ib + 2;
    // element (r,c) is s(i0-1+r, wave0-2+c-(i0-1+r)), both from 1
    auto at = [&](int r, int c) { return (long long)(i0 - 2 + r) * pitch + wave0 - 2 + c - (i0 - 1 + r) - 1; };
    auto in = [&](int r, int c) { int i = i0 - 1 + r, j = wave0 - 2 + c - i; return i >= 1 && i <= n && j >= 1 && j <= m; };
#if LOAD
    if (BORDER && !EDGE) {
        constexpr int top = (C + NT - 1) / NT, side = (2 * T + NT - 1) / NT;
        int h[top + side];
        #pragma unroll
        for (int k = 0; k < top; ++k) { int c = t + NT * k; if (c < C && in(0, c)) h[k] = ldr(&s[at(0, c)]); }
        #pragma unroll
        for (int k = 0; k < side; ++k) { int e = t + NT * k; if (e < 2 * T && in(1 + e / 2, e % 2)) h[top + k] = ldr(&s[at(1 + e / 2, e % 2)]); }
        #pragma unroll
        for (int k = 0; k < top; ++k) { int c = t + NT * k; if (c < C) x.s[0][c] = h[k]; }
        #pragma unroll
        for (int k = 0; k < side; ++k) { int e = t + NT * k; if (e < 2 * T) x.s[1 + e / 2][e % 2] = h[top + k]; }
    } else {
        const int r0 = t / 8, c0 = t % 8;
        #pragma unroll 1
        for (int row = r0; row < T + 1; row += NT / 8 * 2) {
            #pragma unroll 1
            for (int col = c0; col < C; col += 72) {
                int h[2][9];
                #pragma unroll
                for (int u = 0; u < 2; ++u) {
                    #pragma unroll
                    for (int v = 0; v < 9; ++v) {
                        const int r = row + NT / 8 * u, c = col + 8 * v;
                        if (r < T + 1 && c < C && in(r, c)) {
                            bool need = true;
                            if (BORDER) { int i = i0 - 1 + r, wave = wave0 - 2 + c; need = !(c >= 2 && r >= 1 && i >= 2 && wave >= i + 2 && m + i >= wave && n >= i); }
                            if (need) h[u][v] = ldr(&s[at(r, c)]);
                        }
                    }
                }
                #pragma unroll
                for (int u = 0; u < 2; ++u) {
                    #pragma unroll
                    for (int v = 0; v < 9; ++v) {
                        const int r = row + NT / 8 * u, c = col + 8 * v;
                        if (r < T + 1 && c < C && in(r, c)) x.s[r][c] = h[u][v];
                    }
                }
            }
        }
    }
#endif
#if TEXTS
    for (int k = t; k < T; k += NT) if (i0 + k <= n) x.a[k] = ldr(&a[i0 + k - 1]);
    for (int k = t; k < T + W - 1; k += NT) { int j = wave0 - i0 - T + 1 + k; if (j >= 1 && j <= m) x.b[k] = ldr(&b[j - 1]); }
#endif
    sync();
#if LOOP
    body<EDGE>(x, n, m, wave0, i0);
#endif
    sync();
#if STORE
    const int r0 = t / 8, c0 = t % 8;
#if BATCH
    #pragma unroll 1
    for (int row = r0; row < T + 1; row += NT / 8 * 2) {
        #pragma unroll 1
        for (int col = c0; col < C; col += 72) {
            int h[2][9];
            #pragma unroll
            for (int u = 0; u < 2; ++u) {
                #pragma unroll
                for (int v = 0; v < 9; ++v) { const int r = row + NT / 8 * u, c = col + 8 * v; if (r < T + 1 && c < C) h[u][v] = x.s[r][c]; }
            }
            #pragma unroll
            for (int u = 0; u < 2; ++u) {
                #pragma unroll
                for (int v = 0; v < 9; ++v) {
                    const int r = row + NT / 8 * u, c = col + 8 * v;
                    int i = i0 - 1 + r, wave = wave0 - 2 + c;
                    if (c >= 2 && r >= 1 && r < T + 1 && c < C && (!EDGE || (i >= 2 && wave >= i + 2 && m + i >= wave && n >= i))) str(&s[at(r, c)], h[u][v]);
                }
            }
        }
    }
#else
    #pragma unroll 1
    for (int r = r0; r < T + 1; r += NT / 8) {
        #pragma unroll 1
        for (int c = c0; c < C; c += 8) {
            int i = i0 - 1 + r, wave = wave0 - 2 + c;
            if (c >= 2 && r >= 1 && (!EDGE || (i >= 2 && wave >= i + 2 && m + i >= wave && n >= i))) str(&s[at(r, c)], x.s[r][c]);
        }
    }
#endif
#endif
}

__device__ __forceinline__ bool member(int n, int m, int f, int ib)
{
    int wave0 = W * (f - ib) + 2, wave1 = wave0 + W - 1, i0 = T * ib + 2, i1 = min(n, i0 + T - 1);
    return i0 <= n && wave1 - 2 >= i0 && wave0 - m <= i1 && wave1 >= 4 && wave0 <= n + m;
}
__device__ __forceinline__ void run(int n, int m, int f, int ib, int *s, int pitch, const int *a, const int *b)
{
    int wave0 = W * (f - ib) + 2, wave1 = wave0 + W - 1, i0 = T * ib + 2, i1 = i0 + T - 1;
    bool inside = i1 <= n && wave0 >= i1 + 2 && m + i0 >= wave1;
    if (inside || INSIDE) block<false>(n, m, f, ib, s, pitch, a, b);
    else block<true>(n, m, f, ib, s, pitch, a, b);
}
__global__ void __launch_bounds__(NT) fronts(int n, int m, int f, int *s, int pitch, const int *a, const int *b)
{
    // fewest blocks: rows between those that the front's waves reach
    int low = W * f - m - T - W; low = low < 0 ? 0 : low / (T + W);
    int ib = low + (int)blockIdx.x;
    if (member(n, m, f, ib)) run(n, m, f, ib, s, pitch, a, b);
}
__global__ void __launch_bounds__(NT) persistent(int n, int m, int waves, int *s, int pitch, const int *a, const int *b, int *progress)
{
    __shared__ int ticket;
    if (threadIdx.x == 0) ticket = atomicAdd(&progress[0], 1);
    __syncthreads();
    const int ib = ticket;
    const int first = (T * ib) / W, last = min(waves - 1, (min(n, T * ib + 1 + T) + m - 2) / W);
    for (int iw = first; iw <= last; ++iw) {
        if (ib > 0) {
            if (threadIdx.x == 0) while (lda(&progress[ib]) < iw + 1) {}
            sync();
        }
        if (member(n, m, iw + ib, ib)) run(n, m, iw + ib, ib, s, pitch, a, b);
        sync();
        if (threadIdx.x == 0) stl(&progress[ib + 1], iw == last ? 1 << 30 : iw + 1);
    }
}
#define OK(x) do { cudaError_t e = x; if (e) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)
int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 4096, m = argc > 2 ? atoi(argv[2]) : n, pitch = (m + 31) / 32 * 32;
    std::vector<int> s((size_t)n * pitch), a(n), b(m);
    srand(1);
    for (auto &v : s) v = rand() % 100; for (auto &v : a) v = rand() % 4; for (auto &v : b) v = rand() % 4;
    int *ds, *da, *db, *dp;
    OK(cudaMalloc(&ds, s.size() * 4)); OK(cudaMalloc(&da, n * 4)); OK(cudaMalloc(&db, m * 4)); OK(cudaMalloc(&dp, 65536));
    OK(cudaMemcpy(da, a.data(), n * 4, cudaMemcpyHostToDevice)); OK(cudaMemcpy(db, b.data(), m * 4, cudaMemcpyHostToDevice));
    OK(cudaFuncSetAttribute(fronts, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sizeof(Box)));
    OK(cudaFuncSetAttribute(persistent, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sizeof(Box)));
    const int rows = (n - 1 + T - 1) / T, waves = (n + m - 2) / W + 1, all = waves + rows;
    const int most = min(rows, (m + 2 * T + 2 * W) / (T + W) + 1);
    cudaStream_t stream; OK(cudaStreamCreate(&stream)); cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
    std::vector<float> times;
    for (int k = 0; k < 8; ++k) {
        OK(cudaMemcpy(ds, s.data(), s.size() * 4, cudaMemcpyHostToDevice));
        cudaEventRecord(e0, stream);
        if (PERSIST) {
            OK(cudaMemsetAsync(dp, 0, 65536, stream));
            persistent<<<rows, NT, sizeof(Box), stream>>>(n, m, waves, ds, pitch, da, db, dp);
        } else for (int f = 0; f < all; ++f) fronts<<<most, NT, sizeof(Box), stream>>>(n, m, f, ds, pitch, da, db);
        cudaEventRecord(e1, stream); OK(cudaStreamSynchronize(stream));
        float ms; cudaEventElapsedTime(&ms, e0, e1); if (k) times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    const char *right = "-";
    if (n <= 4096) {
        std::vector<int> got(s.size()); OK(cudaMemcpy(got.data(), ds, s.size() * 4, cudaMemcpyDeviceToHost));
        for (int i = 1; i < n; ++i) for (int j = 1; j < m; ++j) {
            int v = s[(size_t)(i - 1) * pitch + j - 1] + (a[i] == b[j] ? 2 : -1);
            v = std::max(v, s[(size_t)(i - 1) * pitch + j] - 1); v = std::max(v, s[(size_t)i * pitch + j - 1] - 1);
            s[(size_t)i * pitch + j] = v;
        }
        size_t bad = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) bad += s[(size_t)i * pitch + j] != got[(size_t)i * pitch + j];
        right = bad ? "WRONG" : "right";
    }
    printf("%s median %.4f ms, least %.4f, %d fronts, %.2f G cells/s, %s\n", NAME, times[times.size() / 2], times[0], all, 1e-6 * n * m / times[times.size() / 2], right);
    return 0;
}
