// What a run of a CUDA graph takes beside its kernels, and what a kernel takes that reads bytes which no cache has. One GPU alone.
// nvcc -O3 -arch=sm_90 run-start.cu; runs are timed as tune times them: a buffer twice as large as L2 is written, then event, graph, event.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void nothing(double *out) { if (out == nullptr) *out = 1; }

__global__ void spin(long long clocks) { long long start = clock64(); while (clock64() - start < clocks) {} }

// Every element once, 16 bytes at a time, eight loads of a thread on their way.
__global__ void __launch_bounds__(256) readAll(const double2 *__restrict__ in, size_t count, double *out)
{
    double sum = 0;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 7 * stride < count; i += 8 * stride) {
        double2 v[8];
#pragma unroll
        for (int u = 0; u < 8; u++) v[u] = in[i + u * stride];
#pragma unroll
        for (int u = 0; u < 8; u++) sum += v[u].x + v[u].y;
    }
    for (; i < count; i += stride) sum += in[i].x + in[i].y;
    if (sum == 12345.678) *out = sum;
}

// A row of a matrix by 128 lanes, as blocks 1x128 of mvt do: 16 loads of 8 bytes on their way, then a sum over the block.
__global__ void __launch_bounds__(128) rows(const double *__restrict__ a, const double *__restrict__ y, double *x, int n, int pitch)
{
    __shared__ double part[4];
    const double *row = a + (size_t)blockIdx.x * pitch;
    double sum = 0;
    for (int j = threadIdx.x; j < n; j += 16 * 128) {
#pragma unroll
        for (int u = 0; u < 16; u++) if (j + u * 128 < n) sum += row[j + u * 128] * y[j + u * 128];
    }
    for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) x[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

static cudaStream_t stream;
static char *flushed, *other;
static size_t flushBytes;
static double *out;

enum Before { WRITTEN, READ, IDLE };

static double timed(const std::function<void()> &launches, Before before)
{
    cudaGraph_t graph; cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    launches();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphUpload(exec, stream));
    cudaEvent_t a, b;
    cudaEventCreate(&a); cudaEventCreate(&b);
    std::vector<float> ms;
    for (int run = 0; run < 12; run++) {
        CHECK(cudaMemsetAsync(flushed, run, flushBytes, stream));
        if (before == READ) {
            readAll<<<1056, 256, 0, stream>>>((const double2 *)other, flushBytes / 16, out);
            readAll<<<1056, 256, 0, stream>>>((const double2 *)other, flushBytes / 16, out);
        }
        if (before == IDLE) CHECK(cudaStreamSynchronize(stream));
        cudaEventRecord(a, stream);
        CHECK(cudaGraphLaunch(exec, stream));
        cudaEventRecord(b, stream);
        CHECK(cudaStreamSynchronize(stream));
        float t; cudaEventElapsedTime(&t, a, b);
        if (run > 1) ms.push_back(t);
    }
    cudaGraphExecDestroy(exec); cudaGraphDestroy(graph);
    std::sort(ms.begin(), ms.end());
    return 1e3 * ms[ms.size() / 2];
}

int main()
{
    cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
    printf("%s, L2 %d bytes; us, medians of ten\n", p.name, p.l2CacheSize);
    flushBytes = 2 * (size_t)p.l2CacheSize;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&flushed, flushBytes)); CHECK(cudaMalloc(&other, flushBytes)); CHECK(cudaMalloc(&out, 1 << 20));
    const size_t most = (size_t)512 << 20;
    char *data; CHECK(cudaMalloc(&data, 2 * most)); CHECK(cudaMemset(data, 0, 2 * most));
    const char *words[] = {"written", "read", "idle"};
    for (int k : {1, 2, 3, 5, 10})
        for (int before = 0; before < 3; before++)
            printf("nothing x %d after %s: %.2f\n", k, words[before], timed([&] { for (int i = 0; i < k; i++) nothing<<<132, 128, 0, stream>>>(out); }, (Before)before));
    for (size_t mb : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512})
        for (int before = 0; before < 2; before++) {
            size_t count = mb << 16;
            double one = timed([&] { readAll<<<1056, 256, 0, stream>>>((const double2 *)data, count, out); }, (Before)before);
            double two = timed([&] { readAll<<<1056, 256, 0, stream>>>((const double2 *)data, count, out); readAll<<<1056, 256, 0, stream>>>((const double2 *)(data + most), count, out); }, (Before)before);
            printf("read %zu MB after %s: one kernel %.2f, two kernels of as much each %.2f\n", mb, words[before], one, two);
        }
    for (int n : {1400, 2003, 2048, 2111, 2803, 3011}) {
        double one = timed([&] { rows<<<n, 128, 0, stream>>>((const double *)data, (const double *)other, out, n, n); }, WRITTEN);
        double two = timed([&] { rows<<<n, 128, 0, stream>>>((const double *)data, (const double *)other, out, n, n);
                                 rows<<<n, 128, 0, stream>>>((const double *)(data + most), (const double *)other, out, n, n); }, WRITTEN);
        double padded = timed([&] { rows<<<n, 128, 0, stream>>>((const double *)data, (const double *)other, out, n, (n + 15) / 16 * 16 + 16); }, WRITTEN);
        printf("rows n=%d, %.1f MB: one kernel %.2f, two %.2f, one with rows 16 or more apart %.2f\n", n, 8e-6 * n * n, one, two, padded);
    }
    return 0;
}
