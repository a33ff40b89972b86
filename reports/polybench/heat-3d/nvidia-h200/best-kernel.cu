/*
 * heat-3d, tiled by Tilewright
 *
 * S1(t,i,j,k): B(i,j,k) = (((0.125 * ((A(i + 1,j,k) - (2.0 * A(i,j,k))) + A(i - 1,j,k))) + (0.125 * ((A(i,j + 1,k) - (2.0 * A(i,j,k))) + A(i,j - 1,k)))) + (0.125 * ((A(i,j,k + 1) - (2.0 * A(i,j,k))) + A(i,j,k - 1)))) + A(i,j,k)
 * S2(t,i,j,k): A(i,j,k) = (((0.125 * ((B(i + 1,j,k) - (2.0 * B(i,j,k))) + B(i - 1,j,k))) + (0.125 * ((B(i,j + 1,k) - (2.0 * B(i,j,k))) + B(i,j - 1,k)))) + (0.125 * ((B(i,j,k + 1) - (2.0 * B(i,j,k))) + B(i,j,k - 1)))) + B(i,j,k)
 *
 * Candidate: block 1x1x12x64, thread 1x1x2x2, chunk 1, buffers 1
 * Shape: 3D blocks
 * Legal because the iterations of one launch do not depend on each other
 *
 * Kernel heat_3d_level0: level 0 of a step
 *   - blocks along i, j, k
 *
 * Kernel heat_3d_level1: level 1 of a step
 *   - blocks along i, j, k
 */

/** blocks along i, j, k */
static __device__ __forceinline__ void
heat_3d_level0_blocks_along_i(const int tsteps, const int n, const int t, const double *__restrict__ A, const int A_pitch, double *__restrict__ B, const int B_pitch, const int ib, const int jb, const int kb)
{
    const int thread = threadIdx.x;
    const int i_base = ib + 1;
    const int j_base = 12 * jb + 1;
    int j_own = 2 * (thread / 32);
    const int k_base = 64 * kb + 1;
    int k_own = thread % 32;
    alignas(16) double B_ijk[1][2][2];
    if (n >= 12 * jb + 14 && n >= 64 * kb + 66) {
        // Interior: every point takes part in every iteration.
        {
            const int i = i_base + 0;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                #pragma unroll
                for (int mk = 0; mk < 2; ++mk) {
                    const int k = k_base + k_own + 32 * mk;
                    B_ijk[0][mj][mk] = 0.125 * (A[((long long)(i + 1) * n + j) * A_pitch + k] - 2.0 * A[((long long)i * n + j) * A_pitch + k] + A[((long long)(i - 1) * n + j) * A_pitch + k]) + 0.125 * (A[((long long)i * n + j + 1) * A_pitch + k] - 2.0 * A[((long long)i * n + j) * A_pitch + k] + A[((long long)i * n + j - 1) * A_pitch + k]) + 0.125 * (A[((long long)i * n + j) * A_pitch + k + 1] - 2.0 * A[((long long)i * n + j) * A_pitch + k] + A[((long long)i * n + j) * A_pitch + k - 1]) + A[((long long)i * n + j) * A_pitch + k];
                }
            }
        }
        // Store B(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own), "+r"(k_own));
        {
            const int i = i_base + 0;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                #pragma unroll
                for (int mk = 0; mk < 2; ++mk) {
                    const int k = k_base + k_own + 32 * mk;
                    B[((long long)i * n + j) * B_pitch + k] = B_ijk[0][mj][mk];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int i = i_base + 0;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                #pragma unroll
                for (int mk = 0; mk < 2; ++mk) {
                    const int k = k_base + k_own + 32 * mk;
                    B_ijk[0][mj][mk] = 0.125 * ((j <= n - 1 && k <= n - 1 ? A[((long long)(i + 1) * n + j) * A_pitch + k] : 0.0) - 2.0 * (j <= n - 1 && k <= n - 1 ? A[((long long)i * n + j) * A_pitch + k] : 0.0) + (j <= n - 1 && k <= n - 1 ? A[((long long)(i - 1) * n + j) * A_pitch + k] : 0.0)) + 0.125 * ((j + 1 <= n - 1 && k <= n - 1 ? A[((long long)i * n + j + 1) * A_pitch + k] : 0.0) - 2.0 * (j <= n - 1 && k <= n - 1 ? A[((long long)i * n + j) * A_pitch + k] : 0.0) + (j - 1 <= n - 1 && k <= n - 1 ? A[((long long)i * n + j - 1) * A_pitch + k] : 0.0)) + 0.125 * ((j <= n - 1 && k + 1 <= n - 1 ? A[((long long)i * n + j) * A_pitch + k + 1] : 0.0) - 2.0 * (j <= n - 1 && k <= n - 1 ? A[((long long)i * n + j) * A_pitch + k] : 0.0) + (j <= n - 1 && k - 1 <= n - 1 ? A[((long long)i * n + j) * A_pitch + k - 1] : 0.0)) + (j <= n - 1 && k <= n - 1 ? A[((long long)i * n + j) * A_pitch + k] : 0.0);
                }
            }
        }
        // Store B(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own), "+r"(k_own));
        {
            const int i = i_base + 0;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j + 2) {
                    #pragma unroll
                    for (int mk = 0; mk < 2; ++mk) {
                        const int k = k_base + k_own + 32 * mk;
                        if (n >= k + 2) {
                            B[((long long)i * n + j) * B_pitch + k] = B_ijk[0][mj][mk];
                        }
                    }
                }
            }
        }
    }
}

/** level 0 of a step */
extern "C" __global__ void __launch_bounds__(192)
heat_3d_level0(const int tsteps, const int n, const int t, const double *__restrict__ A, const int A_pitch, double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n - 2);
    const int jb_count = max(0, ((n + 9) / 12 - ((n + 9) % 12 < 0)));
    const int kb_count = max(0, ((n + 61) >> 6));
    const int ib = block / (jb_count * kb_count);
    const int jb = block / kb_count % jb_count;
    const int kb = block % kb_count;
    heat_3d_level0_blocks_along_i(tsteps, n, t, A, A_pitch, B, B_pitch, ib, jb, kb);
}

/** blocks along i, j, k */
static __device__ __forceinline__ void
heat_3d_level1_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, const int ib, const int jb, const int kb)
{
    const int thread = threadIdx.x;
    const int i_base = ib + 1;
    const int j_base = 12 * jb + 1;
    int j_own = 2 * (thread / 32);
    const int k_base = 64 * kb + 1;
    int k_own = thread % 32;
    alignas(16) double A_ijk[1][2][2];
    if (n >= 12 * jb + 14 && n >= 64 * kb + 66) {
        // Interior: every point takes part in every iteration.
        {
            const int i = i_base + 0;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                #pragma unroll
                for (int mk = 0; mk < 2; ++mk) {
                    const int k = k_base + k_own + 32 * mk;
                    A_ijk[0][mj][mk] = 0.125 * (B[((long long)(i + 1) * n + j) * B_pitch + k] - 2.0 * B[((long long)i * n + j) * B_pitch + k] + B[((long long)(i - 1) * n + j) * B_pitch + k]) + 0.125 * (B[((long long)i * n + j + 1) * B_pitch + k] - 2.0 * B[((long long)i * n + j) * B_pitch + k] + B[((long long)i * n + j - 1) * B_pitch + k]) + 0.125 * (B[((long long)i * n + j) * B_pitch + k + 1] - 2.0 * B[((long long)i * n + j) * B_pitch + k] + B[((long long)i * n + j) * B_pitch + k - 1]) + B[((long long)i * n + j) * B_pitch + k];
                }
            }
        }
        // Store A(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own), "+r"(k_own));
        {
            const int i = i_base + 0;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                #pragma unroll
                for (int mk = 0; mk < 2; ++mk) {
                    const int k = k_base + k_own + 32 * mk;
                    A[((long long)i * n + j) * A_pitch + k] = A_ijk[0][mj][mk];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int i = i_base + 0;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                #pragma unroll
                for (int mk = 0; mk < 2; ++mk) {
                    const int k = k_base + k_own + 32 * mk;
                    A_ijk[0][mj][mk] = 0.125 * ((j <= n - 1 && k <= n - 1 ? B[((long long)(i + 1) * n + j) * B_pitch + k] : 0.0) - 2.0 * (j <= n - 1 && k <= n - 1 ? B[((long long)i * n + j) * B_pitch + k] : 0.0) + (j <= n - 1 && k <= n - 1 ? B[((long long)(i - 1) * n + j) * B_pitch + k] : 0.0)) + 0.125 * ((j + 1 <= n - 1 && k <= n - 1 ? B[((long long)i * n + j + 1) * B_pitch + k] : 0.0) - 2.0 * (j <= n - 1 && k <= n - 1 ? B[((long long)i * n + j) * B_pitch + k] : 0.0) + (j - 1 <= n - 1 && k <= n - 1 ? B[((long long)i * n + j - 1) * B_pitch + k] : 0.0)) + 0.125 * ((j <= n - 1 && k + 1 <= n - 1 ? B[((long long)i * n + j) * B_pitch + k + 1] : 0.0) - 2.0 * (j <= n - 1 && k <= n - 1 ? B[((long long)i * n + j) * B_pitch + k] : 0.0) + (j <= n - 1 && k - 1 <= n - 1 ? B[((long long)i * n + j) * B_pitch + k - 1] : 0.0)) + (j <= n - 1 && k <= n - 1 ? B[((long long)i * n + j) * B_pitch + k] : 0.0);
                }
            }
        }
        // Store A(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own), "+r"(k_own));
        {
            const int i = i_base + 0;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j + 2) {
                    #pragma unroll
                    for (int mk = 0; mk < 2; ++mk) {
                        const int k = k_base + k_own + 32 * mk;
                        if (n >= k + 2) {
                            A[((long long)i * n + j) * A_pitch + k] = A_ijk[0][mj][mk];
                        }
                    }
                }
            }
        }
    }
}

/** level 1 of a step */
extern "C" __global__ void __launch_bounds__(192)
heat_3d_level1(const int tsteps, const int n, const int t, double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n - 2);
    const int jb_count = max(0, ((n + 9) / 12 - ((n + 9) % 12 < 0)));
    const int kb_count = max(0, ((n + 61) >> 6));
    const int ib = block / (jb_count * kb_count);
    const int jb = block / kb_count % jb_count;
    const int kb = block % kb_count;
    heat_3d_level1_blocks_along_i(tsteps, n, t, A, A_pitch, B, B_pitch, ib, jb, kb);
}
