// How many blocks a multiprocessor holds while blocks come and go, by the warps of a block and a thread's registers.
//
// Blocks do nothing but hold R registers of each thread until the clock has gone on by so many cycles. Blocks of a launch either take equally long, or lengths that
// differ by up to half, or every other one ends at once ("empty"). Printed: what the driver says fits (B), the mean number of blocks on a multiprocessor while
// the launch runs at full width (their lengths added up over time and multiprocessors), and R.
// nvcc -O3 -std=c++17 -arch=sm_90 -o resident-warps resident-warps.cu
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e_)); exit(1); } } while (0)

template <int WARPS, int VALUES>
__global__ void __launch_bounds__(WARPS * 32, 1) hold(float *values, const int *cycles)
{
    const long long start = clock64();
    const int wanted = cycles[blockIdx.x];
    if (wanted == 0) {
        return;
    }
    float v[VALUES];
#pragma unroll
    for (int i = 0; i < VALUES; i++) v[i] = values[i * 32 + threadIdx.x % 32];
    do {
#pragma unroll
        for (int i = 0; i < VALUES; i++) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(v[i]) : "f"(v[(i + 1) % VALUES]));
        __nanosleep(200);
    } while (clock64() - start < wanted);
#pragma unroll
    for (int i = 0; i < VALUES; i++) if (v[i] == 12345.f) values[i] = v[i];
}

template <int WARPS, int VALUES>
void tried()
{
    auto *kernel = hold<WARPS, VALUES>;
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, kernel));
    int fits = 0, processors = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fits, kernel, WARPS * 32, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    const int whole = 65536 / ((WARPS + 3) / 4 * 4 * 32 * ((a.numRegs + 7) / 8 * 8));
    printf("%2d warps, %3d registers: %2d by the driver, %2d in whole groups of 4 warps:", WARPS, a.numRegs, fits, whole);
    float *values;
    CHECK(cudaMalloc(&values, sizeof(float) * 32 * 256));
    CHECK(cudaMemset(values, 0, sizeof(float) * 32 * 256));
    for (int pattern = 0; pattern < 3; pattern++) {
        const int blocks = fits * processors * 8 * (pattern == 2 ? 2 : 1);
        std::vector<int> cycles(blocks);
        double sum = 0;
        int longest = 0;
        unsigned random = 12345;
        for (int b = 0; b < blocks; b++) {
            random = random * 1664525u + 1013904223u;
            const double part = (random >> 8) / double(1 << 24);
            cycles[b] = pattern == 0 ? 80000 : pattern == 1 ? int(80000 * (0.75 + 0.5 * part)) : part < 0.5 ? 0 : 80000;
            sum += cycles[b];
            longest = std::max(longest, cycles[b]);
        }
        int *device;
        CHECK(cudaMalloc(&device, sizeof(int) * blocks));
        CHECK(cudaMemcpy(device, cycles.data(), sizeof(int) * blocks, cudaMemcpyHostToDevice));
        cudaEvent_t e0, e1;
        CHECK(cudaEventCreate(&e0));
        CHECK(cudaEventCreate(&e1));
        float best = 1e9f;
        for (int run = 0; run < 5; run++) {
            CHECK(cudaEventRecord(e0));
            kernel<<<blocks, WARPS * 32>>>(values, device);
            CHECK(cudaEventRecord(e1));
            CHECK(cudaEventSynchronize(e1));
            float ms;
            CHECK(cudaEventElapsedTime(&ms, e0, e1));
            best = std::min(best, ms);
        }
        // Cycles of a run by the clock of the multiprocessors: the time of a launch of one block of the same length.
        int one = 8000000;
        CHECK(cudaMemcpy(device, &one, sizeof(int), cudaMemcpyHostToDevice));
        CHECK(cudaEventRecord(e0));
        kernel<<<1, WARPS * 32>>>(values, device);
        CHECK(cudaEventRecord(e1));
        CHECK(cudaEventSynchronize(e1));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, e0, e1));
        printf("  %s %.2f", pattern == 0 ? "equal" : pattern == 1 ? "unequal" : "empty", sum / processors / (best / ms * one));
        CHECK(cudaFree(device));
    }
    CHECK(cudaFree(values));
    printf("\n");
    fflush(stdout);
}

int main()
{
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    printf("%s\n", p.name);
    tried<1, 150>(); tried<1, 110>();
    tried<2, 150>(); tried<2, 110>();
    tried<3, 150>(); tried<3, 110>();
    tried<4, 150>(); tried<4, 110>();
    tried<5, 150>(); tried<5, 110>(); tried<5, 80>();
    tried<6, 150>(); tried<6, 140>(); tried<6, 126>(); tried<6, 110>(); tried<6, 80>(); tried<6, 62>();
    tried<7, 150>(); tried<7, 110>(); tried<7, 80>();
    tried<8, 110>(); tried<8, 80>();
    tried<9, 80>(); tried<9, 62>(); tried<9, 50>();
    tried<10, 80>(); tried<10, 62>();
    tried<12, 62>();
    tried<18, 40>(); tried<18, 30>();
    return 0;
}
