// Times of sums in tiles (minima over all splits) by kind of launch, with a program that interval-launches.py has changed: ./a.out n [budget]; with a budget all launches of a kind behind one another, and single fronts of each kind.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#include "splits.h"
extern int bench_only, bench_lo, bench_hi; extern const char *bench_kinds[]; extern int bench_count;
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
int main(int argc, char **argv) {
    const int n = atoi(argv[1]);
    const bool budget = argc > 2;
    float *d; CHECK(cudaMalloc(&d, splits_m_bytes(n))); std::vector<float> h(splits_m_bytes(n) / 4);
    for (size_t i = 0; i < h.size(); ++i) h[i] = (float)((i * 2654435761u >> 8) & 0xffff);
    CHECK(cudaMemcpy(d, h.data(), splits_m_bytes(n), cudaMemcpyHostToDevice));
    cudaStream_t s; cudaEvent_t a, b; CHECK(cudaStreamCreate(&s)); cudaEventCreate(&a); cudaEventCreate(&b);
    auto time = [&](int calls) { std::vector<float> t; for (int r = 0; r < 4; ++r) { CHECK(cudaEventRecord(a, s)); for (int c = 0; c < calls; ++c) CHECK(splits_run(d, n, s)); CHECK(cudaEventRecord(b, s)); CHECK(cudaStreamSynchronize(s)); float ms; cudaEventElapsedTime(&ms, a, b); if (r) t.push_back(ms); } std::sort(t.begin(), t.end()); return t[1] / calls; };
    const int T = (n + 31) / 32;
    if (budget) {
        printf("all %.3f ms\n", time(1));
        for (int k = 0; k < bench_count; ++k) { bench_only = k; printf("  %-28s %.3f ms\n", bench_kinds[k], time(1)); }
    }
    for (int k = 0; k < bench_count; ++k) {
        bench_only = k;
        const bool product = strstr(bench_kinds[k], "_s1_step");
        if (!product && !budget) continue;
        for (int q = 1; q < 4; ++q) {
            bench_lo = bench_hi = T * q / 4 / 16 * 16;
            if (strstr(bench_kinds[k], "_s3_step")) bench_hi = bench_lo += 3;
            const float ms = time(8);
            const double updates = product ? 4.0 * (T - bench_lo) * 32768.0 * (bench_lo - 4) : 0;
            printf("  %-28s front %3d %8.2f us %6.2f T updates/s\n", bench_kinds[k], bench_lo, 1e3 * ms, updates / ms * 1e-9);
        }
        bench_lo = bench_hi = -1;
    }
}
