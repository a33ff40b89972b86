/*
 * heat-3d, tiled by Tilewright
 *
 * S1(t,i,j,k): b(i,j,k) = (((0.125 * ((a(i + 1,j,k) - (2.0 * a(i,j,k))) + a(i - 1,j,k))) + (0.125 * ((a(i,j + 1,k) - (2.0 * a(i,j,k))) + a(i,j - 1,k)))) + (0.125 * ((a(i,j,k + 1) - (2.0 * a(i,j,k))) + a(i,j,k - 1)))) + a(i,j,k)
 * S2(t,i,j,k): a(i,j,k) = (((0.125 * ((b(i + 1,j,k) - (2.0 * b(i,j,k))) + b(i - 1,j,k))) + (0.125 * ((b(i,j + 1,k) - (2.0 * b(i,j,k))) + b(i,j - 1,k)))) + (0.125 * ((b(i,j,k + 1) - (2.0 * b(i,j,k))) + b(i,j,k - 1)))) + b(i,j,k)
 *
 * Candidate: block 1x1x8x64, thread 1x1x4x2, chunk 1, buffers 1
 * Shape: 3D blocks
 * Legal because the iterations of one launch do not depend on each other
 *
 * Kernel heat_3d_level0: level 0 of a step
 *   - blocks along i, j, k
 *
 * Kernel heat_3d_level1: level 1 of a step
 *   - blocks along i, j, k
 */

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
heat_3d_level0_blocks_along_i_boundary(const int steps, const int n, const int t, const float *__restrict__ a, const int a_pitch, float *__restrict__ b, const int b_pitch, const int ib, const int jb, const int kb)
{
    const int thread = threadIdx.x;
    const int i_base = ib + 1;
    const int j_base = 8 * jb + 1;
    int j_own = 4 * (thread / 32);
    const int k_base = 64 * kb + 1;
    int k_own = thread % 32;
    alignas(16) float b_ijk[1][4][2];
    {
        const int i = i_base + 0;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 32 * mk;
                b_ijk[0][mj][mk] = 0.125f * ((j <= n && k <= n ? a[((long long)i * n + j - 1) * a_pitch + k - 1] : 0.0f) - 2.0f * (j <= n && k <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] : 0.0f) + (j <= n && k <= n ? a[((long long)(i - 2) * n + j - 1) * a_pitch + k - 1] : 0.0f)) + 0.125f * ((j + 1 <= n && k <= n ? a[((long long)(i - 1) * n + j) * a_pitch + k - 1] : 0.0f) - 2.0f * (j <= n && k <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] : 0.0f) + (j - 1 >= 1 && j - 1 <= n && k <= n ? a[((long long)(i - 1) * n + j - 2) * a_pitch + k - 1] : 0.0f)) + 0.125f * ((j <= n && k + 1 <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k] : 0.0f) - 2.0f * (j <= n && k <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] : 0.0f) + (j <= n && k - 1 >= 1 && k - 1 <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 2] : 0.0f)) + (j <= n && k <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] : 0.0f);
            }
        }
    }
    // Store b(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own), "+r"(k_own));
    {
        const int i = i_base + 0;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            if ((j >= 2) && (n >= j + 1)) {
                #pragma unroll
                for (int mk = 0; mk < 2; ++mk) {
                    const int k = k_base + k_own + 32 * mk;
                    if ((k >= 2) && (n >= k + 1)) {
                        b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] = b_ijk[0][mj][mk];
                    }
                }
            }
        }
    }
}

/** blocks along i, j, k */
static __device__ __forceinline__ void
heat_3d_level0_blocks_along_i(const int steps, const int n, const int t, const float *__restrict__ a, const int a_pitch, float *__restrict__ b, const int b_pitch, const int ib, const int jb, const int kb)
{
    if (!(jb >= 1 && n >= 8 * jb + 9 && kb >= 1 && n >= 64 * kb + 65)) {
        heat_3d_level0_blocks_along_i_boundary(steps, n, t, a, a_pitch, b, b_pitch, ib, jb, kb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = ib + 1;
    const int j_base = 8 * jb + 1;
    int j_own = 4 * (thread / 32);
    const int k_base = 64 * kb + 1;
    int k_own = thread % 32;
    alignas(16) float b_ijk[1][4][2];
    {
        const int i = i_base + 0;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 32 * mk;
                b_ijk[0][mj][mk] = 0.125f * (a[((long long)i * n + j - 1) * a_pitch + k - 1] - 2.0f * a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] + a[((long long)(i - 2) * n + j - 1) * a_pitch + k - 1]) + 0.125f * (a[((long long)(i - 1) * n + j) * a_pitch + k - 1] - 2.0f * a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] + a[((long long)(i - 1) * n + j - 2) * a_pitch + k - 1]) + 0.125f * (a[((long long)(i - 1) * n + j - 1) * a_pitch + k] - 2.0f * a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] + a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 2]) + a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1];
            }
        }
    }
    // Store b(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own), "+r"(k_own));
    {
        const int i = i_base + 0;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 32 * mk;
                b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] = b_ijk[0][mj][mk];
            }
        }
    }
}

/** level 0 of a step */
extern "C" __global__ void __launch_bounds__(64)
heat_3d_level0(const int steps, const int n, const int t, const float *__restrict__ a, const int a_pitch, float *__restrict__ b, const int b_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n - 2);
    const int jb_count = max(0, ((n + 6) >> 3));
    const int kb_count = max(0, ((n + 62) >> 6));
    const int ib = 1 + block / (jb_count * kb_count);
    const int jb = block / kb_count % jb_count;
    const int kb = block % kb_count;
    heat_3d_level0_blocks_along_i(steps, n, t, a, a_pitch, b, b_pitch, ib, jb, kb);
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
heat_3d_level1_blocks_along_i_boundary(const int steps, const int n, const int t, float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch, const int ib, const int jb, const int kb)
{
    const int thread = threadIdx.x;
    const int i_base = ib + 1;
    const int j_base = 8 * jb + 1;
    int j_own = 4 * (thread / 32);
    const int k_base = 64 * kb + 1;
    int k_own = thread % 32;
    alignas(16) float a_ijk[1][4][2];
    {
        const int i = i_base + 0;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 32 * mk;
                a_ijk[0][mj][mk] = 0.125f * ((j <= n && k <= n ? b[((long long)i * n + j - 1) * b_pitch + k - 1] : 0.0f) - 2.0f * (j <= n && k <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] : 0.0f) + (j <= n && k <= n ? b[((long long)(i - 2) * n + j - 1) * b_pitch + k - 1] : 0.0f)) + 0.125f * ((j + 1 <= n && k <= n ? b[((long long)(i - 1) * n + j) * b_pitch + k - 1] : 0.0f) - 2.0f * (j <= n && k <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] : 0.0f) + (j - 1 >= 1 && j - 1 <= n && k <= n ? b[((long long)(i - 1) * n + j - 2) * b_pitch + k - 1] : 0.0f)) + 0.125f * ((j <= n && k + 1 <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k] : 0.0f) - 2.0f * (j <= n && k <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] : 0.0f) + (j <= n && k - 1 >= 1 && k - 1 <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 2] : 0.0f)) + (j <= n && k <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] : 0.0f);
            }
        }
    }
    // Store a(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own), "+r"(k_own));
    {
        const int i = i_base + 0;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            if ((j >= 2) && (n >= j + 1)) {
                #pragma unroll
                for (int mk = 0; mk < 2; ++mk) {
                    const int k = k_base + k_own + 32 * mk;
                    if ((k >= 2) && (n >= k + 1)) {
                        a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] = a_ijk[0][mj][mk];
                    }
                }
            }
        }
    }
}

/** blocks along i, j, k */
static __device__ __forceinline__ void
heat_3d_level1_blocks_along_i(const int steps, const int n, const int t, float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch, const int ib, const int jb, const int kb)
{
    if (!(jb >= 1 && n >= 8 * jb + 9 && kb >= 1 && n >= 64 * kb + 65)) {
        heat_3d_level1_blocks_along_i_boundary(steps, n, t, a, a_pitch, b, b_pitch, ib, jb, kb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = ib + 1;
    const int j_base = 8 * jb + 1;
    int j_own = 4 * (thread / 32);
    const int k_base = 64 * kb + 1;
    int k_own = thread % 32;
    alignas(16) float a_ijk[1][4][2];
    {
        const int i = i_base + 0;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 32 * mk;
                a_ijk[0][mj][mk] = 0.125f * (b[((long long)i * n + j - 1) * b_pitch + k - 1] - 2.0f * b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] + b[((long long)(i - 2) * n + j - 1) * b_pitch + k - 1]) + 0.125f * (b[((long long)(i - 1) * n + j) * b_pitch + k - 1] - 2.0f * b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] + b[((long long)(i - 1) * n + j - 2) * b_pitch + k - 1]) + 0.125f * (b[((long long)(i - 1) * n + j - 1) * b_pitch + k] - 2.0f * b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] + b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 2]) + b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1];
            }
        }
    }
    // Store a(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own), "+r"(k_own));
    {
        const int i = i_base + 0;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 32 * mk;
                a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] = a_ijk[0][mj][mk];
            }
        }
    }
}

/** level 1 of a step */
extern "C" __global__ void __launch_bounds__(64)
heat_3d_level1(const int steps, const int n, const int t, float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n - 2);
    const int jb_count = max(0, ((n + 6) >> 3));
    const int kb_count = max(0, ((n + 62) >> 6));
    const int ib = 1 + block / (jb_count * kb_count);
    const int jb = block / kb_count % jb_count;
    const int kb = block % kb_count;
    heat_3d_level1_blocks_along_i(steps, n, t, a, a_pitch, b, b_pitch, ib, jb, kb);
}
