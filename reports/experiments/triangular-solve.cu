// Pieces of a triangular solve with one right-hand side, n = 2000, timed launch by launch: which exchange, which rows a thread has, which launches.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <algorithm>
#include <functional>
#include <cuda_runtime.h>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1);} } while (0)
static __device__ __forceinline__ void copy2(double *to, const double *from) { *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from); }
static __device__ __forceinline__ void copy_async1(double *to, const double *from)
{ asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory"); }
static __device__ __forceinline__ void copy_async2(double *to, const double *from)
{ asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory"); }
static __device__ __noinline__ double divided_anyhow(const double x, const double y) { return x / y; }
static __device__ __forceinline__ double divided(const double x, const double y, const double reciprocal)
{
    const double near = x * reciprocal;
    const double result = fma(fma(-near, y, x), reciprocal, near);
    const unsigned least = 0x26f00000, range = 0x32000000, bits = 0x7ff00000;
    const bool plain = (__double2hiint(near) & bits) - least < range && (__double2hiint(reciprocal) & bits) - least < range;
    return plain ? result : divided_anyhow(x, y);
}
static __device__ __forceinline__ void await_copies() { asm volatile("cp.async.wait_all;" : : : "memory"); }
extern __shared__ __align__(16) unsigned char shared_memory[];

// B rows, T threads, exchange: 0 block barrier, 1 warp barrier, 2 shuffle
// layout 0: pairs cyclic, 1: cyclic, 2: contiguous
template <int P, int LAYOUT> __device__ __forceinline__ int rowOf(int t, int m, int T)
{
    if (P == 1) return t;
    return LAYOUT == 0 ? 2 * t + 2 * T * (m / 2) + m % 2 : LAYOUT == 1 ? t + T * m : P * t + m;
}
template <int B, int P, int EX, int LAYOUT>
__global__ void __launch_bounds__(B / P, 1) diag(int n, int jb, const double *__restrict__ L, int pitch, double *__restrict__ x)
{
    constexpr int T = B / P;
    typedef double Rows[16][B + 2];
    Rows *sL = reinterpret_cast<Rows *>(shared_memory);
    double *sx = reinterpret_cast<double *>(shared_memory + 2 * sizeof(Rows));
    const int t = threadIdx.x, base = B * jb;
    if (base + B > n) { return; }
    double xi[P], Lii[P], R[P];
    #pragma unroll
    for (int m = 0; m < P; ++m) { int i = base + rowOf<P, LAYOUT>(t, m, T); xi[m] = x[i]; Lii[m] = L[(long long)i * pitch + i]; }
    #pragma unroll
    for (int m = 0; m < P; ++m) R[m] = 1.0 / Lii[m];
    auto stage = [&](int half, int from) {
        #pragma unroll 8
        for (int s = 0; s < B * 16 / T; ++s) {
            int j = t % 16, i = T / 16 * s + t / 16;
            copy_async1(&sL[half][j][i], &L[(long long)(base + i) * pitch + base + from + j]);
        }
    };
    stage(0, 0);
    for (int jc = 0; jc < B; jc += 16) {
        const int half = jc / 16 % 2;
        await_copies();
        if (EX == 0) __syncthreads(); else __syncwarp();
        if (jc + 16 < B) stage(1 - half, jc + 16);
        #pragma unroll 16
        for (int j = 0; j < 16; ++j) {
            double xj;
            const int k = jc + j;
            if (EX < 2) {
                #pragma unroll
                for (int m = 0; m < P; ++m) if (rowOf<P, LAYOUT>(t, m, T) == k) xi[m] = divided(xi[m], Lii[m], R[m]);
                #pragma unroll
                for (int m = 0; m < P; ++m) if (rowOf<P, LAYOUT>(t, m, T) == k) sx[j % 2] = xi[m];
                if (EX == 0) __syncthreads(); else __syncwarp();
                xj = sx[j % 2];
            } else if (EX == 2) {
                // every lane divides what it would own, the owner's is taken
                double a = xi[0], d = Lii[0], r = R[0];
                #pragma unroll
                for (int m = 1; m < P; ++m) if (rowOf<P, LAYOUT>(t, m, T) == k) { a = xi[m]; d = Lii[m]; r = R[m]; }
                double q = divided(a, d, r);
                #pragma unroll
                for (int m = 0; m < P; ++m) if (rowOf<P, LAYOUT>(t, m, T) == k) xi[m] = q;
                int lane = P == 1 ? k : LAYOUT == 0 ? k % (2 * T) / 2 : LAYOUT == 1 ? k % T : k / P;
                xj = __shfl_sync(~0u, q, lane);
            } else {
                // the owner divides under a condition, all take from its register
                #pragma unroll
                for (int m = 0; m < P; ++m) if (rowOf<P, LAYOUT>(t, m, T) == k) xi[m] = divided(xi[m], Lii[m], R[m]);
                double a = xi[0];
                #pragma unroll
                for (int m = 1; m < P; ++m) if (rowOf<P, LAYOUT>(t, m, T) == k) a = xi[m];
                int lane = P == 1 ? k : LAYOUT == 0 ? k % (2 * T) / 2 : LAYOUT == 1 ? k % T : k / P;
                xj = __shfl_sync(~0u, a, lane);
            }
            #pragma unroll
            for (int m = 0; m < P; ++m) {
                int i = rowOf<P, LAYOUT>(t, m, T);
                double l = sL[half][j][i];
                xi[m] = i >= k + 1 ? xi[m] - l * xj : xi[m];
            }
        }
    }
    #pragma unroll
    for (int m = 0; m < P; ++m) x[base + rowOf<P, LAYOUT>(t, m, T)] = xi[m];
}
// joined: W warps, warp 0 has the diagonal block, the others a panel each (ROWS 128 each), exchange through shared memory and a barrier per iteration (EX 0),
// or once for a k-tile of 16: panels lag by one k-tile (EX 1); or one warp has both (EX 2)
template <int B, int EX>
__global__ void __launch_bounds__(EX == 2 ? 32 : 64, 1) joined(int n, int jb, const double *__restrict__ L, int pitch, double *__restrict__ x, double *__restrict__ out)
{
    constexpr int P = B / 32;
    constexpr int Q = EX == 2 ? 2 * P : P;
    typedef double Rows[16][2 * B + 2];
    Rows *sL = reinterpret_cast<Rows *>(shared_memory);
    double (*sx)[16] = reinterpret_cast<double (*)[16]>(shared_memory + 2 * sizeof(Rows));
    const int t = threadIdx.x % 32, w = threadIdx.x / 32, T = blockDim.x;
    const int base = B * jb;
    if (base + B > n) return;
    const bool panels = base + B * (2 + blockIdx.x) <= n;
    if (!panels && blockIdx.x > 0) return;
    const int other = panels ? base + B * (1 + blockIdx.x) : base;
    double xi[Q], Lii[P], R[P];
    auto global = [&](int m) { return EX == 2 ? (m < P ? base + t + 32 * m : other + t + 32 * (m - P)) : (w == 0 ? base : other) + t + 32 * m; };
    #pragma unroll
    for (int m = 0; m < Q; ++m) xi[m] = x[global(m)];
    #pragma unroll
    for (int m = 0; m < P; ++m) { int i = base + t + 32 * m; Lii[m] = L[(long long)i * pitch + i]; }
    #pragma unroll
    for (int m = 0; m < P; ++m) R[m] = 1.0 / Lii[m];
    auto stage = [&](int half, int from) {
        #pragma unroll 8
        for (int s = 0; s < 2 * B * 16 / (EX == 2 ? 32 : 64); ++s) {
            int j = threadIdx.x % 16, i = (EX == 2 ? 2 : 4) * s + threadIdx.x / 16;
            int row = i < B ? base + i : other + i - B;
            copy_async1(&sL[half][j][i], &L[(long long)row * pitch + base + from + j]);
        }
    };
    stage(0, 0);
    for (int jc = 0; jc < B; jc += 16) {
        const int half = jc / 16 % 2;
        await_copies();
        if (EX == 2) __syncwarp(); else __syncthreads();
        if (jc + 16 < B) stage(1 - half, jc + 16);
        if (EX == 2 || w == 0) {
            #pragma unroll 16
            for (int j = 0; j < 16; ++j) {
                const int k = jc + j;
                double a = xi[0], d = Lii[0], r = R[0];
                #pragma unroll
                for (int m = 1; m < P; ++m) if (t + 32 * m == k) { a = xi[m]; d = Lii[m]; r = R[m]; }
                double q = divided(a, d, r);
                #pragma unroll
                for (int m = 0; m < P; ++m) if (t + 32 * m == k) xi[m] = q;
                double xj = __shfl_sync(~0u, q, k % 32);
                if (EX != 2 && t == 0) sx[half][j] = xj;
                #pragma unroll
                for (int m = 0; m < P; ++m) {
                    int i = t + 32 * m;
                    double l = sL[half][j][i];
                    xi[m] = i >= k + 1 ? xi[m] - l * xj : xi[m];
                }
                if (EX == 2) {
                    #pragma unroll
                    for (int m = P; m < Q; ++m) xi[m] -= sL[half][j][B + t + 32 * (m - P)] * xj;
                }
            }
        }
        if (EX != 2) {
            __syncthreads();
            if (w == 1) {
                #pragma unroll 16
                for (int j = 0; j < 16; ++j) {
                    double xj = sx[half][j];
                    #pragma unroll
                    for (int m = 0; m < P; ++m) xi[m] -= sL[half][j][B + t + 32 * m] * xj;
                }
            }
        }
    }
    // the diagonal block's is stored elsewhere, because other blocks still read it
    #pragma unroll
    for (int m = 0; m < Q; ++m) {
        bool diagonal = EX == 2 ? m < P : w == 0;
        if (diagonal) { if (blockIdx.x == 0) out[global(m)] = xi[m]; }
        else if (panels) x[global(m)] = xi[m];
    }
}
// rows below: R rows a block, T threads, k-tile 16, products staged (as generated) 0; direct, row per thread, L by 16-byte loads 1; L staged by async copies 2
template <int R, int WAY>
__global__ void __launch_bounds__(R, 1) below(int n, int jb, const double *__restrict__ L, int pitch, double *__restrict__ x)
{
    const int t = threadIdx.x, base = 128 * jb, i0 = base + 128 + R * blockIdx.x;
    if (i0 + R > n) return;
    double xi = x[i0 + t];
    if (WAY == 1) {
        __shared__ double sx[128];
        for (int s = t; s < 128; s += R) sx[s] = x[base + s];
        __syncthreads();
        const double *row = &L[(long long)(i0 + t) * pitch + base];
        #pragma unroll 1
        for (int j = 0; j < 128; j += 16) {
            double l[16];
            #pragma unroll
            for (int e = 0; e < 16; e += 2) copy2(&l[e], row + j + e);
            #pragma unroll
            for (int e = 0; e < 16; ++e) xi -= l[e] * sx[j + e];
        }
    } else {
        // all 128 columns staged at once, untransposed
        typedef double Row[130];
        Row *s = reinterpret_cast<Row *>(shared_memory);
        double *sx = reinterpret_cast<double *>(shared_memory + R * sizeof(Row));
        for (int e = t; e < R * 64; e += R) copy_async2(&s[e / 64][2 * (e % 64)], &L[(long long)(i0 + e / 64) * pitch + base + 2 * (e % 64)]);
        for (int e = t; e < 64; e += R) copy_async2(&sx[2 * e], &x[base + 2 * e]);
        await_copies();
        __syncthreads();
        #pragma unroll 8
        for (int j = 0; j < 128; j += 2) { double l[2]; copy2(l, &s[t][j]); xi -= l[0] * sx[j]; xi -= l[1] * sx[j + 1]; }
    }
    x[i0 + t] = xi;
}
// One launch: a block has B rows; it waits for the block columns before it in order, by a flag, and then solves its own.
template <int B, int T>
__global__ void __launch_bounds__(T, 1) flags(int n, const double *__restrict__ L, int pitch, double *x, unsigned *ready, unsigned epoch)
{
    constexpr int P = B / 32;
    __shared__ int ticket;
    typedef double Row[B + 2];
    Row *s = reinterpret_cast<Row *>(shared_memory);
    double *sx = reinterpret_cast<double *>(shared_memory + 2 * B * sizeof(Row));
    if (threadIdx.x == 0) ticket = atomicAdd(&ready[gridDim.x], 1) - epoch * gridDim.x;
    __syncthreads();
    const int ib = ticket, base = B * ib, w = threadIdx.x / 32, t = threadIdx.x % 32;
    if (base + B > n) return;
    double xi[P], Lii[P], R[P];
    #pragma unroll
    for (int m = 0; m < P; ++m) { int i = base + t + 32 * m; xi[m] = x[i]; Lii[m] = L[(long long)i * pitch + i]; R[m] = 1.0 / Lii[m]; }
    auto stage = [&](int half, int jb) {
        for (int e = threadIdx.x; e < B * B / 2; e += T)
            copy_async2(&s[half * B + e / (B / 2)][2 * (e % (B / 2))], &L[(long long)(base + e / (B / 2)) * pitch + B * jb + 2 * (e % (B / 2))]);
    };
    stage(0, 0);
    for (int jb = 0; jb <= ib; ++jb) {
        const int half = jb % 2;
        await_copies();
        if (jb < ib) {
            if (threadIdx.x == 0) {
                unsigned v;
                do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(ready + jb) : "memory"); while (v != epoch + 1);
            }
        }
        __syncthreads();
        if (jb < ib) {
            stage(1 - half, jb + 1);
            for (int e = threadIdx.x; e < B; e += T) sx[e] = __ldcg(&x[B * jb + e]);
            __syncthreads();
            if (w == 0) {
                #pragma unroll 4
                for (int j = 0; j < B; j += 2) {
                    #pragma unroll
                    for (int m = 0; m < P; ++m) { double l[2]; copy2(l, &s[half * B + t + 32 * m][j]); xi[m] -= l[0] * sx[j]; xi[m] -= l[1] * sx[j + 1]; }
                }
            }
        } else if (w == 0) {
            #pragma unroll 1
            for (int jc = 0; jc < B; jc += 16)
            #pragma unroll
            for (int j = 0; j < 16; ++j) {
                const int k = jc + j;
                double a = xi[0], d = Lii[0], r = R[0];
                #pragma unroll
                for (int m = 1; m < P; ++m) if (t + 32 * m == k) { a = xi[m]; d = Lii[m]; r = R[m]; }
                double q = divided(a, d, r);
                #pragma unroll
                for (int m = 0; m < P; ++m) if (t + 32 * m == k) xi[m] = q;
                double xj = __shfl_sync(~0u, q, k % 32);
                #pragma unroll
                for (int m = 0; m < P; ++m) {
                    int i = t + 32 * m;
                    double l = s[half * B + i][k];
                    xi[m] = i >= k + 1 ? xi[m] - l * xj : xi[m];
                }
            }
        }
    }
    if (w == 0) {
        #pragma unroll
        for (int m = 0; m < P; ++m) x[base + t + 32 * m] = xi[m];
        __syncwarp();
        if (t == 0) asm volatile("st.release.gpu.u32 [%0], %1;" : : "l"(ready + ib), "r"(epoch + 1) : "memory");
    }
}
// The same with quotients of a tile checked behind it.
// One launch: a block has B rows; it waits for the block columns before it in order, by a flag, and then solves its own.
template <int B, int T>
__global__ void __launch_bounds__(T, 1) near_flags(int n, const double *__restrict__ L, int pitch, double *x, unsigned *ready, unsigned epoch)
{
    constexpr int P = B / 32;
    __shared__ int ticket;
    typedef double Row[B + 2];
    Row *s = reinterpret_cast<Row *>(shared_memory);
    double *sx = reinterpret_cast<double *>(shared_memory + 2 * B * sizeof(Row));
    if (threadIdx.x == 0) ticket = atomicAdd(&ready[gridDim.x], 1) - epoch * gridDim.x;
    __syncthreads();
    const int ib = ticket, base = B * ib, w = threadIdx.x / 32, t = threadIdx.x % 32;
    if (base + B > n) return;
    double xi[P], Lii[P], R[P];
    #pragma unroll
    for (int m = 0; m < P; ++m) { int i = base + t + 32 * m; xi[m] = x[i]; Lii[m] = L[(long long)i * pitch + i]; R[m] = 1.0 / Lii[m]; }
    auto stage = [&](int half, int jb) {
        for (int e = threadIdx.x; e < B * B / 2; e += T)
            copy_async2(&s[half * B + e / (B / 2)][2 * (e % (B / 2))], &L[(long long)(base + e / (B / 2)) * pitch + B * jb + 2 * (e % (B / 2))]);
    };
    stage(0, 0);
    for (int jb = 0; jb <= ib; ++jb) {
        const int half = jb % 2;
        await_copies();
        if (jb < ib) {
            if (threadIdx.x == 0) {
                unsigned v;
                do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(ready + jb) : "memory"); while (v != epoch + 1);
            }
        }
        __syncthreads();
        if (jb < ib) {
            stage(1 - half, jb + 1);
            for (int e = threadIdx.x; e < B; e += T) sx[e] = __ldcg(&x[B * jb + e]);
            __syncthreads();
            if (w == 0) {
                #pragma unroll 4
                for (int j = 0; j < B; j += 2) {
                    #pragma unroll
                    for (int m = 0; m < P; ++m) { double l[2]; copy2(l, &s[half * B + t + 32 * m][j]); xi[m] -= l[0] * sx[j]; xi[m] -= l[1] * sx[j + 1]; }
                }
            }
        } else if (w == 0) {
            double before[P];
            #pragma unroll
            for (int m = 0; m < P; ++m) before[m] = xi[m];
            auto tile = [&](auto quotient) {
                #pragma unroll
                for (int h = 0; h < P; ++h)
                #pragma unroll
                for (int j = 0; j < 32; ++j) {
                    const int k = 32 * h + j;
                    double q = quotient(xi[h], Lii[h], R[h]);
                    double xj = __shfl_sync(~0u, q, j);
                    xi[h] = t == j ? q : xi[h];
                    #pragma unroll
                    for (int m = h; m < P; ++m) {
                        double l = s[half * B + t + 32 * m][k];
                        xi[m] = m > h || t > j ? xi[m] - l * xj : xi[m];
                    }
                }
            };
            tile([](double x, double y, double r) { const double near = x * r; return fma(fma(-near, y, x), r, near); });
            bool rare = false;
            #pragma unroll
            for (int m = 0; m < P; ++m) rare |= !((__double2hiint(xi[m]) & 0x7ff00000) - 0x27000000u < 0x31e00000u) | !((__double2hiint(R[m]) & 0x7ff00000) - 0x26f00000u < 0x32000000u);
            if (__any_sync(~0u, rare)) {
                #pragma unroll
                for (int m = 0; m < P; ++m) xi[m] = before[m];
                tile([](double x, double y, double r) { return divided_anyhow(x, y); });
            }
        }
    }
    if (w == 0) {
        #pragma unroll
        for (int m = 0; m < P; ++m) x[base + t + 32 * m] = xi[m];
        __syncwarp();
        if (t == 0) asm volatile("st.release.gpu.u32 [%0], %1;" : : "l"(ready + ib), "r"(epoch + 1) : "memory");
    }
}
int main()
{
    const int N = 1920, pitch = 2048;  // whole blocks of 128
    std::vector<double> L((size_t)N * pitch), b(pitch), ref(pitch), got(pitch);
    srand(1);
    for (int i = 0; i < N; ++i) { b[i] = rand() / (double)RAND_MAX; for (int j = 0; j < pitch; ++j) L[(size_t)i * pitch + j] = i == j ? 1 + rand() / (double)RAND_MAX : rand() / (double)RAND_MAX / N; }
    for (int i = 0; i < N; ++i) { double v = b[i]; for (int j = 0; j < i; ++j) v = fma(-L[(size_t)i * pitch + j], ref[j], v); ref[i] = v / L[(size_t)i * pitch + i]; }
    double *dL, *dx, *dout; unsigned *ready;
    CHECK(cudaMalloc(&dL, L.size() * 8)); CHECK(cudaMalloc(&dx, pitch * 8)); CHECK(cudaMalloc(&dout, pitch * 8)); CHECK(cudaMalloc(&ready, 4096));
    CHECK(cudaMemcpy(dL, L.data(), L.size() * 8, cudaMemcpyHostToDevice));
    cudaStream_t s; CHECK(cudaStreamCreate(&s));
    cudaEvent_t e0, e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
    auto time = [&](const char *name, std::function<void()> launches, int check, bool graph = true) {
        cudaGraphExec_t exec = nullptr; cudaGraph_t g;
        if (graph) {
            CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); launches(); CHECK(cudaStreamEndCapture(s, &g));
            CHECK(cudaGraphInstantiate(&exec, g, 0));
        }
        std::vector<float> ms;
        for (int r = 0; r < 12; ++r) {
            CHECK(cudaMemcpyAsync(dx, b.data(), N * 8, cudaMemcpyHostToDevice, s));
            CHECK(cudaStreamSynchronize(s));
            cudaEventRecord(e0, s);
            if (graph) CHECK(cudaGraphLaunch(exec, s)); else launches();
            cudaEventRecord(e1, s);
            CHECK(cudaStreamSynchronize(s));
            float m; cudaEventElapsedTime(&m, e0, e1); ms.push_back(m);
        }
        std::sort(ms.begin(), ms.end());
        double worst = -1;
        if (check) {
            CHECK(cudaMemcpy(got.data(), check == 1 ? dx : dout, N * 8, cudaMemcpyDeviceToHost));
            worst = 0; for (int i = 0; i < N; ++i) worst = fmax(worst, fabs(got[i] - ref[i]));
        }
        printf("%-46s %8.2f us (least %.2f)  error %g\n", name, 1e3 * ms[ms.size() / 2], 1e3 * ms[0], worst);
        fflush(stdout);
    };
    #define DIAG(B, P, EX, LAYOUT) { auto f = diag<B, P, EX, LAYOUT>; int bytes = 2 * 16 * (B + 2) * 8 + 16; \
        CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); \
        time("diag<" #B "," #P "," #EX "," #LAYOUT ">, all of them", [&] { for (int jb = 0; jb < N / B; ++jb) f<<<1, B / P, bytes, s>>>(N, jb, dL, pitch, dx); }, 0); }
    DIAG(128, 1, 0, 0) DIAG(128, 4, 0, 0) DIAG(128, 4, 1, 0) DIAG(128, 4, 2, 0) DIAG(128, 4, 3, 0)
    DIAG(128, 4, 0, 1) DIAG(128, 4, 1, 1) DIAG(128, 4, 2, 1) DIAG(128, 4, 3, 1) DIAG(128, 4, 2, 2) DIAG(128, 4, 3, 2)
    DIAG(64, 1, 0, 0) DIAG(64, 2, 1, 1) DIAG(64, 2, 2, 1) DIAG(64, 2, 3, 1) DIAG(32, 1, 0, 0) DIAG(32, 1, 1, 0) DIAG(32, 1, 2, 0) DIAG(32, 1, 3, 0)
    #define BELOW(R, WAY) { auto f = below<R, WAY>; int bytes = WAY == 1 ? 0 : R * 130 * 8 + 128 * 8; \
        CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); \
        time("below<" #R "," #WAY ">, all of them", [&] { for (int jb = 0; jb < N / 128 - 1; ++jb) f<<<(N - 128 * (jb + 1)) / R, R, bytes, s>>>(N, jb, dL, pitch, dx); }, 0); }
    BELOW(128, 1) BELOW(64, 1) BELOW(32, 1) BELOW(128, 2) BELOW(64, 2) BELOW(32, 2)
    { auto f = diag<128, 4, 2, 1>; auto g = below<32, 2>; int fb = 2 * 16 * 130 * 8 + 16, gb = 32 * 130 * 8 + 1024;
      CHECK(cudaFuncSetAttribute(g, cudaFuncAttributeMaxDynamicSharedMemorySize, gb));
      time("diag<128,4,2,1> and below<32,2>: the solve", [&] { for (int jb = 0; jb < N / 128; ++jb) { f<<<1, 32, fb, s>>>(N, jb, dL, pitch, dx); if (jb < N / 128 - 1) g<<<(N - 128 * (jb + 1)) / 32, 32, gb, s>>>(N, jb, dL, pitch, dx); } }, 1); }
    #define JOINED(B, EX) { auto f = joined<B, EX>; int bytes = 2 * 16 * (2 * B + 2) * 8 + 256; \
        CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); \
        time("joined<" #B "," #EX ">: the solve", [&] { for (int jb = 0; jb < N / B; ++jb) f<<<std::max(1, N / B - jb - 1), EX == 2 ? 32 : 64, bytes, s>>>(N, jb, dL, pitch, dx, dout); }, 2); }
    JOINED(128, 0) JOINED(128, 2) JOINED(64, 0) JOINED(64, 2)
    CHECK(cudaMemset(ready, 0, 4096));
    #define FLAGS(B, T) { unsigned epoch = 0; CHECK(cudaMemset(ready, 0, 4096)); auto f = flags<B, T>; int bytes = 2 * B * (B + 2) * 8 + B * 8; \
        CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); \
        time("flags<" #B "," #T ">: the solve", [&] { f<<<N / B, T, bytes, s>>>(N, dL, pitch, dx, ready, epoch); ++epoch; }, 1, false); }
    #define NEAR(B, T) { unsigned epoch = 0; CHECK(cudaMemset(ready, 0, 4096)); auto f = near_flags<B, T>; int bytes = 2 * B * (B + 2) * 8 + B * 8; \
        CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); \
        time("flags<" #B "," #T ">, one check: the solve", [&] { f<<<N / B, T, bytes, s>>>(N, dL, pitch, dx, ready, epoch); ++epoch; }, 1, false); }
    NEAR(32, 32) NEAR(32, 128) NEAR(64, 32) NEAR(64, 128) NEAR(96, 128)
    FLAGS(32, 32) FLAGS(32, 128) FLAGS(64, 32) FLAGS(64, 128) FLAGS(96, 128)
    return 0;
}
