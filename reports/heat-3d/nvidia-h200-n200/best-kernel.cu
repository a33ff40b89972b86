/*
 * heat-3d, tiled by Tilewright
 *
 * S1(t,i,j,k): b(i,j,k) = (((0.125 * ((a(i + 1,j,k) - (2.0 * a(i,j,k))) + a(i - 1,j,k))) + (0.125 * ((a(i,j + 1,k) - (2.0 * a(i,j,k))) + a(i,j - 1,k)))) + (0.125 * ((a(i,j,k + 1) - (2.0 * a(i,j,k))) + a(i,j,k - 1)))) + a(i,j,k)
 * S2(t,i,j,k): a(i,j,k) = (((0.125 * ((b(i + 1,j,k) - (2.0 * b(i,j,k))) + b(i - 1,j,k))) + (0.125 * ((b(i,j + 1,k) - (2.0 * b(i,j,k))) + b(i,j - 1,k)))) + (0.125 * ((b(i,j,k + 1) - (2.0 * b(i,j,k))) + b(i,j,k - 1)))) + b(i,j,k)
 *
 * Candidate: block 1x4x2x32, thread 1x2x2x2, chunk 1, buffers 1
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
    const int i_base = 4 * ib + 1;
    int i_own = 2 * (thread / 16);
    const int j_base = 2 * jb + 1;
    const int k_base = 32 * kb + 1;
    int k_own = thread % 16;
    alignas(16) float b_ijk[2][2][2];
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j = j_base + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 16 * mk;
                b_ijk[mi][mj][mk] = 0.125f * ((i + 1 <= n && j <= n && k <= n ? a[((long long)i * n + j - 1) * a_pitch + k - 1] : 0.0f) - 2.0f * (i <= n && j <= n && k <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] : 0.0f) + (i - 1 >= 1 && i - 1 <= n && j <= n && k <= n ? a[((long long)(i - 2) * n + j - 1) * a_pitch + k - 1] : 0.0f)) + 0.125f * ((i <= n && j + 1 <= n && k <= n ? a[((long long)(i - 1) * n + j) * a_pitch + k - 1] : 0.0f) - 2.0f * (i <= n && j <= n && k <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] : 0.0f) + (i <= n && j - 1 >= 1 && j - 1 <= n && k <= n ? a[((long long)(i - 1) * n + j - 2) * a_pitch + k - 1] : 0.0f)) + 0.125f * ((i <= n && j <= n && k + 1 <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k] : 0.0f) - 2.0f * (i <= n && j <= n && k <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] : 0.0f) + (i <= n && j <= n && k - 1 >= 1 && k - 1 <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 2] : 0.0f)) + (i <= n && j <= n && k <= n ? a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] : 0.0f);
            }
        }
    }
    // Store b(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(k_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        if ((i >= 2) && (n >= i + 1)) {
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + mj;
                if ((j >= 2) && (n >= j + 1)) {
                    #pragma unroll
                    for (int mk = 0; mk < 2; ++mk) {
                        const int k = k_base + k_own + 16 * mk;
                        if ((k >= 2) && (n >= k + 1)) {
                            b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] = b_ijk[mi][mj][mk];
                        }
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
    if (!(ib >= 1 && n >= 4 * ib + 5 && jb >= 1 && n >= 2 * jb + 3 && kb >= 1 && n >= 32 * kb + 33)) {
        heat_3d_level0_blocks_along_i_boundary(steps, n, t, a, a_pitch, b, b_pitch, ib, jb, kb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 4 * ib + 1;
    int i_own = 2 * (thread / 16);
    const int j_base = 2 * jb + 1;
    const int k_base = 32 * kb + 1;
    int k_own = thread % 16;
    alignas(16) float b_ijk[2][2][2];
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j = j_base + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 16 * mk;
                b_ijk[mi][mj][mk] = 0.125f * (a[((long long)i * n + j - 1) * a_pitch + k - 1] - 2.0f * a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] + a[((long long)(i - 2) * n + j - 1) * a_pitch + k - 1]) + 0.125f * (a[((long long)(i - 1) * n + j) * a_pitch + k - 1] - 2.0f * a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] + a[((long long)(i - 1) * n + j - 2) * a_pitch + k - 1]) + 0.125f * (a[((long long)(i - 1) * n + j - 1) * a_pitch + k] - 2.0f * a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] + a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 2]) + a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1];
            }
        }
    }
    // Store b(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(k_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j = j_base + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 16 * mk;
                b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] = b_ijk[mi][mj][mk];
            }
        }
    }
}

/** level 0 of a step */
extern "C" __global__ void __launch_bounds__(32)
heat_3d_level0(const int steps, const int n, const int t, const float *__restrict__ a, const int a_pitch, float *__restrict__ b, const int b_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 2) >> 2));
    const int jb_count = max(0, (n >> 1));
    const int kb_count = max(0, ((n + 30) >> 5));
    const int ib = block / (jb_count * kb_count);
    const int jb = block / kb_count % jb_count;
    const int kb = block % kb_count;
    heat_3d_level0_blocks_along_i(steps, n, t, a, a_pitch, b, b_pitch, ib, jb, kb);
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
heat_3d_level1_blocks_along_i_boundary(const int steps, const int n, const int t, float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch, const int ib, const int jb, const int kb)
{
    const int thread = threadIdx.x;
    const int i_base = 4 * ib + 1;
    int i_own = 2 * (thread / 16);
    const int j_base = 2 * jb + 1;
    const int k_base = 32 * kb + 1;
    int k_own = thread % 16;
    alignas(16) float a_ijk[2][2][2];
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j = j_base + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 16 * mk;
                a_ijk[mi][mj][mk] = 0.125f * ((i + 1 <= n && j <= n && k <= n ? b[((long long)i * n + j - 1) * b_pitch + k - 1] : 0.0f) - 2.0f * (i <= n && j <= n && k <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] : 0.0f) + (i - 1 >= 1 && i - 1 <= n && j <= n && k <= n ? b[((long long)(i - 2) * n + j - 1) * b_pitch + k - 1] : 0.0f)) + 0.125f * ((i <= n && j + 1 <= n && k <= n ? b[((long long)(i - 1) * n + j) * b_pitch + k - 1] : 0.0f) - 2.0f * (i <= n && j <= n && k <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] : 0.0f) + (i <= n && j - 1 >= 1 && j - 1 <= n && k <= n ? b[((long long)(i - 1) * n + j - 2) * b_pitch + k - 1] : 0.0f)) + 0.125f * ((i <= n && j <= n && k + 1 <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k] : 0.0f) - 2.0f * (i <= n && j <= n && k <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] : 0.0f) + (i <= n && j <= n && k - 1 >= 1 && k - 1 <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 2] : 0.0f)) + (i <= n && j <= n && k <= n ? b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] : 0.0f);
            }
        }
    }
    // Store a(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(k_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        if ((i >= 2) && (n >= i + 1)) {
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + mj;
                if ((j >= 2) && (n >= j + 1)) {
                    #pragma unroll
                    for (int mk = 0; mk < 2; ++mk) {
                        const int k = k_base + k_own + 16 * mk;
                        if ((k >= 2) && (n >= k + 1)) {
                            a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] = a_ijk[mi][mj][mk];
                        }
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
    if (!(ib >= 1 && n >= 4 * ib + 5 && jb >= 1 && n >= 2 * jb + 3 && kb >= 1 && n >= 32 * kb + 33)) {
        heat_3d_level1_blocks_along_i_boundary(steps, n, t, a, a_pitch, b, b_pitch, ib, jb, kb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 4 * ib + 1;
    int i_own = 2 * (thread / 16);
    const int j_base = 2 * jb + 1;
    const int k_base = 32 * kb + 1;
    int k_own = thread % 16;
    alignas(16) float a_ijk[2][2][2];
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j = j_base + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 16 * mk;
                a_ijk[mi][mj][mk] = 0.125f * (b[((long long)i * n + j - 1) * b_pitch + k - 1] - 2.0f * b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] + b[((long long)(i - 2) * n + j - 1) * b_pitch + k - 1]) + 0.125f * (b[((long long)(i - 1) * n + j) * b_pitch + k - 1] - 2.0f * b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] + b[((long long)(i - 1) * n + j - 2) * b_pitch + k - 1]) + 0.125f * (b[((long long)(i - 1) * n + j - 1) * b_pitch + k] - 2.0f * b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1] + b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 2]) + b[((long long)(i - 1) * n + j - 1) * b_pitch + k - 1];
            }
        }
    }
    // Store a(i,j,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(k_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j = j_base + mj;
            #pragma unroll
            for (int mk = 0; mk < 2; ++mk) {
                const int k = k_base + k_own + 16 * mk;
                a[((long long)(i - 1) * n + j - 1) * a_pitch + k - 1] = a_ijk[mi][mj][mk];
            }
        }
    }
}

/** level 1 of a step */
extern "C" __global__ void __launch_bounds__(32)
heat_3d_level1(const int steps, const int n, const int t, float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 2) >> 2));
    const int jb_count = max(0, (n >> 1));
    const int kb_count = max(0, ((n + 30) >> 5));
    const int ib = block / (jb_count * kb_count);
    const int jb = block / kb_count % jb_count;
    const int kb = block % kb_count;
    heat_3d_level1_blocks_along_i(steps, n, t, a, a_pitch, b, b_pitch, ib, jb, kb);
}
