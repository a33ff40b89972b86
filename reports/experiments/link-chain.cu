// Least time between two launches where the later one loads what the earlier one stored, and between two blocks that
// tell each other by flags.
//   nvcc -O3 -std=c++17 -arch=sm_90 -cudart static -o link-chain link-chain.cu && ./link-chain
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#define OK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); return 1; } } while (0)

constexpr int LINKS = 1000;

__global__ void nothing(float*) {}

__global__ void handOn(float* p) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    p[t] = p[t] + 1.0f;
}

__global__ void nothingEarly(float*) {
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

__global__ void handOnEarly(float* p) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
    p[t] = p[t] + 1.0f;
}

// As handOnEarly, but nothing tells that the next launch may start: it starts at the end of this one.
__global__ void handOnLate(float* p) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("griddepcontrol.wait;" ::: "memory");
    p[t] = p[t] + 1.0f;
}

__device__ int load(int* p) { int v; asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ void store(int* p, int v) { asm volatile("st.release.gpu.b32 [%0], %1;" :: "l"(p), "r"(v) : "memory"); }

// Two blocks, each of which waits for what the other has told: 2 LINKS links.
__global__ void flags(int* f) {
    if (threadIdx.x) return;
    int* mine = f + 64 * blockIdx.x;
    int* other = f + 64 * (1 - blockIdx.x);
    for (int i = 1; i <= LINKS; i++) {
        if (blockIdx.x == 0) { store(mine, i); while (load(other) < i) {} }
        else { while (load(other) < i) {} store(mine, i); }
    }
}

typedef void (*Kernel)(float*);

int chain(const char* name, Kernel kernel, bool early, int blocks, int threads, float* data) {
    cudaStream_t s; OK(cudaStreamCreate(&s));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < LINKS; i++) {
        cudaLaunchConfig_t c = {};
        c.gridDim = dim3(blocks); c.blockDim = dim3(threads); c.stream = s;
        cudaLaunchAttribute a[1];
        a[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        a[0].val.programmaticStreamSerializationAllowed = 1;
        c.attrs = a; c.numAttrs = early && i > 0 ? 1 : 0;
        OK(cudaLaunchKernelEx(&c, kernel, data));
    }
    cudaGraph_t g; OK(cudaStreamEndCapture(s, &g));
    cudaGraphExec_t x; OK(cudaGraphInstantiate(&x, g, 0));
    cudaEvent_t from, to; OK(cudaEventCreate(&from)); OK(cudaEventCreate(&to));
    std::vector<float> t;
    for (int r = 0; r < 60; r++) {
        OK(cudaEventRecord(from, s)); OK(cudaGraphLaunch(x, s)); OK(cudaEventRecord(to, s)); OK(cudaStreamSynchronize(s));
        float ms; OK(cudaEventElapsedTime(&ms, from, to)); t.push_back(ms);
    }
    std::sort(t.begin(), t.end());
    printf("%-52s %4d x %4d   least %7.3f us   median %7.3f us a link\n", name, blocks, threads, t[0] * 1e3 / LINKS, t[t.size() / 2] * 1e3 / LINKS);
    OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g)); OK(cudaStreamDestroy(s));
    return 0;
}

int main() {
    cudaDeviceProp p; OK(cudaGetDeviceProperties(&p, 0));
    printf("%s, chains of %d launches in a graph, 60 runs each\n", p.name, LINKS);
    float* data; OK(cudaMalloc(&data, 64 << 20)); OK(cudaMemset(data, 0, 64 << 20));
    int shapes[][2] = {{1, 1}, {1, 32}, {1, 256}, {132, 128}, {132, 256}, {528, 256}};
    for (auto& s : shapes) {
        chain("empty", nothing, false, s[0], s[1], data);
        chain("empty, early launches", nothingEarly, true, s[0], s[1], data);
        chain("loads what was stored", handOn, false, s[0], s[1], data);
        chain("loads what was stored, early, told at the start", handOnEarly, true, s[0], s[1], data);
        chain("loads what was stored, early, not told", handOnLate, true, s[0], s[1], data);
    }
    int* f; OK(cudaMalloc(&f, 1024));
    std::vector<float> t;
    cudaEvent_t from, to; OK(cudaEventCreate(&from)); OK(cudaEventCreate(&to));
    for (int r = 0; r < 60; r++) {
        OK(cudaMemset(f, 0, 1024));
        OK(cudaEventRecord(from)); flags<<<2, 32>>>(f); OK(cudaEventRecord(to)); OK(cudaDeviceSynchronize());
        float ms; OK(cudaEventElapsedTime(&ms, from, to)); t.push_back(ms);
    }
    std::sort(t.begin(), t.end());
    printf("%-52s               least %7.3f us   median %7.3f us a link\n", "flags between two blocks", t[0] * 1e3 / (2 * LINKS), t[t.size() / 2] * 1e3 / (2 * LINKS));
    return 0;
}
