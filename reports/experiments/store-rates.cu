// The highest rate at which multiprocessors store to the second cache: no launch can store faster.
//   nvcc -O3 -std=c++17 -arch=sm_90 -cudart static -o store-rates store-rates.cu && ./store-rates
// Coalesced stores of 4, 8 and 16 bytes a thread by each of the ways that code has, arrays of 1 to 48 MiB, several shapes of launches;
// an array is stored 64 times in one launch, or once in each of 64 launches of a graph.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>

#define OK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)

constexpr int ROUNDS = 64;
enum Way { WB, CG, CS, WT };
const char* WAYS[] = {"st", "st.cg", "st.cs", "st.wt"};

template <Way W> __device__ void put(float* p, float v) {
    if (W == WB) asm volatile("st.global.f32 [%0], %1;" :: "l"(p), "f"(v) : "memory");
    if (W == CG) asm volatile("st.global.cg.f32 [%0], %1;" :: "l"(p), "f"(v) : "memory");
    if (W == CS) asm volatile("st.global.cs.f32 [%0], %1;" :: "l"(p), "f"(v) : "memory");
    if (W == WT) asm volatile("st.global.wt.f32 [%0], %1;" :: "l"(p), "f"(v) : "memory");
}
template <Way W> __device__ void put(float2* p, float v) {
    if (W == WB) asm volatile("st.global.v2.f32 [%0], {%1,%1};" :: "l"(p), "f"(v) : "memory");
    if (W == CG) asm volatile("st.global.cg.v2.f32 [%0], {%1,%1};" :: "l"(p), "f"(v) : "memory");
    if (W == CS) asm volatile("st.global.cs.v2.f32 [%0], {%1,%1};" :: "l"(p), "f"(v) : "memory");
    if (W == WT) asm volatile("st.global.wt.v2.f32 [%0], {%1,%1};" :: "l"(p), "f"(v) : "memory");
}
template <Way W> __device__ void put(float4* p, float v) {
    if (W == WB) asm volatile("st.global.v4.f32 [%0], {%1,%1,%1,%1};" :: "l"(p), "f"(v) : "memory");
    if (W == CG) asm volatile("st.global.cg.v4.f32 [%0], {%1,%1,%1,%1};" :: "l"(p), "f"(v) : "memory");
    if (W == CS) asm volatile("st.global.cs.v4.f32 [%0], {%1,%1,%1,%1};" :: "l"(p), "f"(v) : "memory");
    if (W == WT) asm volatile("st.global.wt.v4.f32 [%0], {%1,%1,%1,%1};" :: "l"(p), "f"(v) : "memory");
}

template <Way W, typename T>
__global__ void fill(T* a, int n, int rounds) {
    int threads = gridDim.x * blockDim.x;
    for (int r = 0; r < rounds; r++)
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) put<W>(a + i, (float) r);
}

template <Way W, typename T>
void measure(char* data) {
    int mps; OK(cudaDeviceGetAttribute(&mps, cudaDevAttrMultiProcessorCount, 0));
    cudaEvent_t from, to; OK(cudaEventCreate(&from)); OK(cudaEventCreate(&to));
    cudaStream_t s; OK(cudaStreamCreate(&s));
    for (int apart = 0; apart < 2; apart++) {
        double best = 0; int bm = 0, bb = 0, bt = 0;
        for (int mb : {1, 2, 4, 8, 16, 24, 32, 48})
            for (int blocks : {1, 2, 4, 8, 16, 64})
                for (int threads : {32, 64, 128, 256, 512, 1024}) {
                    if (blocks <= 16 && blocks * threads > 2048) continue;
                    if (blocks == 64 && (!apart || threads < 128)) continue;
                    int n = mb * (1 << 20) / (int) sizeof(T);
                    cudaGraph_t g; cudaGraphExec_t x = nullptr;
                    if (apart) {
                        OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
                        for (int r = 0; r < ROUNDS; r++) fill<W, T><<<mps * blocks, threads, 0, s>>>((T*) data, n, 1);
                        OK(cudaStreamEndCapture(s, &g)); OK(cudaGraphInstantiate(&x, g, 0));
                    }
                    float least = 1e30f;
                    for (int r = 0; r < 3; r++) {
                        OK(cudaEventRecord(from, s));
                        if (apart) OK(cudaGraphLaunch(x, s));
                        else fill<W, T><<<mps * blocks, threads, 0, s>>>((T*) data, n, ROUNDS);
                        OK(cudaEventRecord(to, s)); OK(cudaStreamSynchronize(s));
                        float ms; OK(cudaEventElapsedTime(&ms, from, to)); least = std::min(least, ms);
                    }
                    if (x) { OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g)); }
                    double rate = (double) ROUNDS * mb * (1 << 20) / (least * 1e-3) / 1e12;
                    if (rate > best) { best = rate; bm = mb; bb = blocks; bt = threads; }
                }
        printf("%-6s %2d bytes, %-20s at most %6.3f TB/s   array %2d MiB, %2d x %4d threads a multiprocessor\n", WAYS[W], (int) sizeof(T), apart ? "64 launches" : "one launch", best, bm, bb, bt);
    }
    OK(cudaStreamDestroy(s));
}

int main() {
    cudaDeviceProp p; OK(cudaGetDeviceProperties(&p, 0));
    printf("%s, %d multiprocessors, second cache %d MiB\n", p.name, p.multiProcessorCount, p.l2CacheSize >> 20);
    char* data; OK(cudaMalloc(&data, 64 << 20)); OK(cudaMemset(data, 0, 64 << 20));
    measure<WB, float4>(data); measure<WB, float2>(data); measure<WB, float>(data);
    measure<CG, float4>(data); measure<CG, float2>(data); measure<CG, float>(data);
    measure<CS, float4>(data); measure<WT, float4>(data);
    return 0;
}
