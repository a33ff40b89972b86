// floyd-warshall, rest blocks: made up to test the report, not generated, never run
// block 64x128x128, threads 1x8x8, chunk 16
#include <cuda_pipeline.h>

#define R2 128
#define R3 128

/* One block owns R2 x R3 elements of a. The values of
   row panel and column panel are staged chunk by chunk. */
extern "C" __global__ void __launch_bounds__(256, 2)
floyd_warshall_rest(float *__restrict__ a, const int n, const int kb) {
    __shared__ float column[2][16][R2];
    __shared__ float row[2][16][R3];
    const int i0 = blockIdx.y * R2 + threadIdx.y * 8;
    const int j0 = blockIdx.x * R3 + threadIdx.x * 8;
    if (i0 >= n || j0 >= n) return; // the guard of a partial block
    float own[8][8];
    for (int x = 0; x < 8; ++x) {
#pragma unroll
        for (int y = 0; y < 8; ++y) own[x][y] = a[(size_t)(i0 + x) * n + (j0 + y)];
    }
    for (int k = kb; k < kb + 64; k += 16) {
        __syncthreads();
        for (int c = 0; c < 16; ++c) {
            for (int x = 0; x < 8; ++x)
                for (int y = 0; y < 8; ++y)
                    own[x][y] = fminf(own[x][y], column[0][c][threadIdx.y * 8 + x] + row[0][c][threadIdx.x * 8 + y]);
        }
    }
    for (int x = 0; x < 8; ++x)
        for (int y = 0; y < 8; ++y) a[(size_t)(i0 + x) * n + (j0 + y)] = own[x][y];
}
