/*
 * jacobi-1d, tiled by Tilewright
 *
 * S1(t,i): b(i) = 0.33333 * ((a(i - 1) + a(i)) + a(i + 1))
 * S2(t,i): a(i) = 0.33333 * ((b(i - 1) + b(i)) + b(i + 1))
 *
 * Candidate: block 4x48, thread 1x4, k-tile 1
 * Shape: time tiles
 * Legal because within an iteration of t no statement depends on itself or on a later one, and each
 *     reads what others write at constant distances (b at distance up to 1, a at distance up to 1): a
 *     block that also computes a halo of their sum needs no value of another block
 *
 * Kernel jacobi_1d_time: r1 iterations of t in every block
 *   - blocks along i with their halo
 */

/** 4 neighbours in one float4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(float *to, const float *from)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
jacobi_1d_time_tile_boundary(const int steps, const int n, const int tb, const float *__restrict__ a, float *__restrict__ a_next, float *__restrict__ b, const int ib)
{
    const int thread = (int)threadIdx.x;
    const int t_count = (4 * tb + 4 < steps ? 4 * tb + 4 : steps) - 4 * tb;
    const int i_base = 48 * ib - 7;
    int i_own = 4 * thread;
    alignas(16) float b_i[12];
    alignas(16) float a_i[12];
    // Load b(i).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        b_i[mi + 4] = i >= 1 && i <= n && (i < 2 || n < i + 1) ? b[i - 1] : 0.0f;
    }
    // Load a(i).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        a_i[mi + 4] = i >= 1 && i <= n ? a[i - 1] : 0.0f;
    }
    #pragma unroll 1
    for (int t_in = 0; t_in < t_count; ++t_in) {
        // Take a of the thread before along i.
        a_i[3] = __shfl_up_sync(0xffffffffu, a_i[7], 1, 16);
        // Take a of the thread after along i.
        a_i[8] = __shfl_down_sync(0xffffffffu, a_i[4], 1, 16);
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (i >= 2 && n >= i + 1) {
                b_i[mi + 4] = 0.33333f * (a_i[mi + 3] + a_i[mi + 4] + a_i[mi + 5]);
            }
        }
        // Take b of the thread before along i.
        b_i[3] = __shfl_up_sync(0xffffffffu, b_i[7], 1, 16);
        // Take b of the thread after along i.
        b_i[8] = __shfl_down_sync(0xffffffffu, b_i[4], 1, 16);
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (i >= 2 && n >= i + 1) {
                a_i[mi + 4] = 0.33333f * (b_i[mi + 3] + b_i[mi + 4] + b_i[mi + 5]);
            }
        }
    }
    // Store b(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    if (4 * tb + 1 <= steps && 4 * tb + 4 >= steps) {
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 8 && i_in < 56 && i >= 2 && n >= i + 1) {
                b[i - 1] = b_i[mi + 4];
            }
        }
    }
    // Store a(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if (i_in >= 8 && i_in < 56 && i >= 1 && i <= n) {
            a_next[i - 1] = a_i[mi + 4];
        }
    }
}

/** blocks along i with their halo */
static __device__ __forceinline__ void
jacobi_1d_time_tile(const int steps, const int n, const int tb, const float *__restrict__ a, float *__restrict__ a_next, float *__restrict__ b, const int ib)
{
    if (!(ib >= 1 && n >= 48 * ib + 57)) {
        jacobi_1d_time_tile_boundary(steps, n, tb, a, a_next, b, ib);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = (int)threadIdx.x;
    const int t_count = (4 * tb + 4 < steps ? 4 * tb + 4 : steps) - 4 * tb;
    const int i_base = 48 * ib - 7;
    int i_own = 4 * thread;
    alignas(16) float b_i[12];
    alignas(16) float a_i[12];
    // Load a(i).
    {
        const int mi = 0;
        const int i = i_base + i_own;
        copy4(&a_i[mi + 4], &a[i - 1]);
    }
    #pragma unroll 1
    for (int t_in = 0; t_in < t_count; ++t_in) {
        // Take a of the thread before along i.
        a_i[3] = __shfl_up_sync(0xffffffffu, a_i[7], 1, 16);
        // Take a of the thread after along i.
        a_i[8] = __shfl_down_sync(0xffffffffu, a_i[4], 1, 16);
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            b_i[mi + 4] = 0.33333f * (a_i[mi + 3] + a_i[mi + 4] + a_i[mi + 5]);
        }
        // Take b of the thread before along i.
        b_i[3] = __shfl_up_sync(0xffffffffu, b_i[7], 1, 16);
        // Take b of the thread after along i.
        b_i[8] = __shfl_down_sync(0xffffffffu, b_i[4], 1, 16);
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            a_i[mi + 4] = 0.33333f * (b_i[mi + 3] + b_i[mi + 4] + b_i[mi + 5]);
        }
    }
    // Store b(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    if (4 * tb + 1 <= steps && 4 * tb + 4 >= steps) {
        {
            const int mi = 0;
            const int i_in = i_own;
            const int i = i_base + i_in;
            if (i_in >= 8 && i_in < 56) {
                copy4(&b[i - 1], &b_i[mi + 4]);
            }
        }
    }
    // Store a(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int mi = 0;
        const int i_in = i_own;
        const int i = i_base + i_in;
        if (i_in >= 8 && i_in < 56) {
            copy4(&a_next[i - 1], &a_i[mi + 4]);
        }
    }
}

/** r1 iterations of t in every block */
extern "C" __global__ void __launch_bounds__(16, 32)
jacobi_1d_time(const int steps, const int n, const int tb, const float *__restrict__ a, float *__restrict__ a_next, float *__restrict__ b)
{
    #if __CUDA_ARCH__ >= 900
    // Blocks start early: what the launches before have written is seen from here on.
    asm volatile("griddepcontrol.wait;" : : : "memory");
    #endif
    const int block = (int)blockIdx.x;
    const int ib = block;
    jacobi_1d_time_tile(steps, n, tb, a, a_next, b, ib);
}
