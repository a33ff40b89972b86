/*
 * jacobi-2d, tiled by Tilewright
 *
 * S1(t,i,j): b(i,j) = 0.2 * ((((a(i,j) + a(i,j - 1)) + a(i,j + 1)) + a(i + 1,j)) + a(i - 1,j))
 * S2(t,i,j): a(i,j) = 0.2 * ((((b(i,j) + b(i,j - 1)) + b(i,j + 1)) + b(i + 1,j)) + b(i - 1,j))
 *
 * Candidate: block 1x16x64, thread 1x4x2, chunk 1, buffers 1
 * Shape: 2D blocks
 * Legal because the iterations of one launch do not depend on each other
 *
 * Kernel jacobi_2d_level0: level 0 of a step
 *   - blocks along i, j
 *
 * Kernel jacobi_2d_level1: level 1 of a step
 *   - blocks along i, j
 */

/** blocks along i, j */
static __device__ __forceinline__ void
jacobi_2d_level0_blocks_along_i(const int steps, const int n, const int t, const float *__restrict__ a, const int a_pitch, float *__restrict__ b, const int b_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 16 * ib + 1;
    int i_own = 4 * (thread / 32);
    const int j_base = 64 * jb + 1;
    int j_own = thread % 32;
    alignas(16) float b_ij[4][2];
    if (ib >= 1 && n >= 16 * ib + 17 && jb >= 1 && n >= 64 * jb + 65) {
        // Interior: every point takes part in every iteration.
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 32 * mj;
                b_ij[mi][mj] = 0.2f * (a[(long long)(i - 1) * a_pitch + j - 1] + a[(long long)(i - 1) * a_pitch + j - 2] + a[(long long)(i - 1) * a_pitch + j] + a[(long long)i * a_pitch + j - 1] + a[(long long)(i - 2) * a_pitch + j - 1]);
            }
        }
        // Store b(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 32 * mj;
                b[(long long)(i - 1) * b_pitch + j - 1] = b_ij[mi][mj];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 32 * mj;
                b_ij[mi][mj] = 0.2f * ((i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f) + (i <= n && j - 1 >= 1 && j - 1 <= n ? a[(long long)(i - 1) * a_pitch + j - 2] : 0.0f) + (i <= n && j + 1 <= n ? a[(long long)(i - 1) * a_pitch + j] : 0.0f) + (i + 1 <= n && j <= n ? a[(long long)i * a_pitch + j - 1] : 0.0f) + (i - 1 >= 1 && i - 1 <= n && j <= n ? a[(long long)(i - 2) * a_pitch + j - 1] : 0.0f));
            }
        }
        // Store b(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if ((i >= 2) && (n >= i + 1)) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + 32 * mj;
                    if ((j >= 2) && (n >= j + 1)) {
                        b[(long long)(i - 1) * b_pitch + j - 1] = b_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 0 of a step */
extern "C" __global__ void __launch_bounds__(128)
jacobi_2d_level0(const int steps, const int n, const int t, const float *__restrict__ a, const int a_pitch, float *__restrict__ b, const int b_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 14) >> 4));
    const int jb_count = max(0, ((n + 62) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    jacobi_2d_level0_blocks_along_i(steps, n, t, a, a_pitch, b, b_pitch, ib, jb);
}

/** blocks along i, j */
static __device__ __forceinline__ void
jacobi_2d_level1_blocks_along_i(const int steps, const int n, const int t, float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 16 * ib + 1;
    int i_own = 4 * (thread / 32);
    const int j_base = 64 * jb + 1;
    int j_own = thread % 32;
    alignas(16) float a_ij[4][2];
    if (ib >= 1 && n >= 16 * ib + 17 && jb >= 1 && n >= 64 * jb + 65) {
        // Interior: every point takes part in every iteration.
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 32 * mj;
                a_ij[mi][mj] = 0.2f * (b[(long long)(i - 1) * b_pitch + j - 1] + b[(long long)(i - 1) * b_pitch + j - 2] + b[(long long)(i - 1) * b_pitch + j] + b[(long long)i * b_pitch + j - 1] + b[(long long)(i - 2) * b_pitch + j - 1]);
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 32 * mj;
                a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 32 * mj;
                a_ij[mi][mj] = 0.2f * ((i <= n && j <= n ? b[(long long)(i - 1) * b_pitch + j - 1] : 0.0f) + (i <= n && j - 1 >= 1 && j - 1 <= n ? b[(long long)(i - 1) * b_pitch + j - 2] : 0.0f) + (i <= n && j + 1 <= n ? b[(long long)(i - 1) * b_pitch + j] : 0.0f) + (i + 1 <= n && j <= n ? b[(long long)i * b_pitch + j - 1] : 0.0f) + (i - 1 >= 1 && i - 1 <= n && j <= n ? b[(long long)(i - 2) * b_pitch + j - 1] : 0.0f));
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if ((i >= 2) && (n >= i + 1)) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + 32 * mj;
                    if ((j >= 2) && (n >= j + 1)) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 1 of a step */
extern "C" __global__ void __launch_bounds__(128)
jacobi_2d_level1(const int steps, const int n, const int t, float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 14) >> 4));
    const int jb_count = max(0, ((n + 62) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    jacobi_2d_level1_blocks_along_i(steps, n, t, a, a_pitch, b, b_pitch, ib, jb);
}
