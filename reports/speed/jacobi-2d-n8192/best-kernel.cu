/*
 * jacobi-2d, tiled by Tilewright
 *
 * S1(t,i,j): b(i,j) = 0.2 * ((((a(i,j) + a(i,j - 1)) + a(i,j + 1)) + a(i + 1,j)) + a(i - 1,j))
 * S2(t,i,j): a(i,j) = 0.2 * ((((b(i,j) + b(i,j - 1)) + b(i,j + 1)) + b(i + 1,j)) + b(i - 1,j))
 *
 * Candidate: block 4x48x48, thread 1x16x4, chunk 1, buffers 1
 * Shape: time tiles
 * Legal because within an iteration of t no statement depends on itself or on a later one, and each
 *     reads what others write at constant distances (b at distance up to 1, a at distance up to 1): a
 *     block that also computes a halo of their sum needs no value of another block
 *
 * Kernel jacobi_2d_time: r1 iterations of t in every block
 *   - blocks along i, j with their halo
 */

/** 4 neighbours in one float4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(float *to, const float *from)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct jacobi_2d_time_tile_shared {
    alignas(16) float b_ij_before_i[1][1][96][4]; // b of the thread before along i
    alignas(16) float b_ij_after_i[1][1][96][4]; // b of the thread after along i
    alignas(16) float a_ij_before_i[1][1][96][4]; // a of the thread before along i
    alignas(16) float a_ij_after_i[1][1][96][4]; // a of the thread after along i
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
jacobi_2d_time_tile_boundary(const int steps, const int n, const int tb, const float *__restrict__ a, float *__restrict__ a_next, const int a_pitch, float *__restrict__ b, const int b_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int t_count = ((4 * tb + 4) < steps ? (4 * tb + 4) : steps) - 4 * tb;
    const int i_base = 48 * ib - 7;
    int i_own = 16 * (thread / 16);
    const int j_base = 48 * jb - 7;
    int j_own = 4 * (thread % 16);
    jacobi_2d_time_tile_shared &shared = *reinterpret_cast<jacobi_2d_time_tile_shared *>(shared_memory);
    alignas(16) float b_ij[18][12];
    alignas(16) float a_ij[18][12];
    // Load b(i,j).
    #pragma unroll
    for (int mi = 0; mi < 16; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            b_ij[mi + 1][mj + 4] = i >= 1 && i <= n && j >= 1 && j <= n && (i < 2 || n < i + 1 || j < 2 || n < j + 1) ? b[(long long)(i - 1) * b_pitch + j - 1] : 0.0f;
        }
    }
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 16; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi + 1][mj + 4] = i >= 1 && i <= n && j >= 1 && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    #pragma unroll 1
    for (int t_in = 0; t_in < t_count; ++t_in) {
        // Hand out a of the thread before along i.
        {
            {
                const int mj = 0;
                copy4(&shared.a_ij_before_i[0][mj / 4][thread + 16][0], &a_ij[16][mj + 4]);
            }
        }
        // Hand out a of the thread after along i.
        {
            {
                const int mj = 0;
                copy4(&shared.a_ij_after_i[0][mj / 4][thread + 16][0], &a_ij[1][mj + 4]);
            }
        }
        // Take a of the thread before along j.
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            {
                a_ij[mi + 1][3] = __shfl_up_sync(0xffffffffu, a_ij[mi + 1][7], 1, 16);
            }
        }
        // Take a of the thread after along j.
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            {
                a_ij[mi + 1][8] = __shfl_down_sync(0xffffffffu, a_ij[mi + 1][4], 1, 16);
            }
        }
        __syncthreads();
        // Take a of the thread before along i.
        {
            {
                const int mj = 0;
                copy4(&a_ij[0][mj + 4], &shared.a_ij_before_i[0][mj / 4][thread][0]);
            }
        }
        // Take a of the thread after along i.
        {
            {
                const int mj = 0;
                copy4(&a_ij[17][mj + 4], &shared.a_ij_after_i[0][mj / 4][thread + 32][0]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + mi;
            if ((i >= 2) && (n >= i + 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    if ((j >= 2) && (n >= j + 1)) {
                        b_ij[mi + 1][mj + 4] = 0.2f * (a_ij[mi + 1][mj + 4] + a_ij[mi + 1][mj + 3] + a_ij[mi + 1][mj + 5] + a_ij[mi + 2][mj + 4] + a_ij[mi][mj + 4]);
                    }
                }
            }
        }
        // Hand out b of the thread before along i.
        {
            {
                const int mj = 0;
                copy4(&shared.b_ij_before_i[0][mj / 4][thread + 16][0], &b_ij[16][mj + 4]);
            }
        }
        // Hand out b of the thread after along i.
        {
            {
                const int mj = 0;
                copy4(&shared.b_ij_after_i[0][mj / 4][thread + 16][0], &b_ij[1][mj + 4]);
            }
        }
        // Take b of the thread before along j.
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            {
                b_ij[mi + 1][3] = __shfl_up_sync(0xffffffffu, b_ij[mi + 1][7], 1, 16);
            }
        }
        // Take b of the thread after along j.
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            {
                b_ij[mi + 1][8] = __shfl_down_sync(0xffffffffu, b_ij[mi + 1][4], 1, 16);
            }
        }
        __syncthreads();
        // Take b of the thread before along i.
        {
            {
                const int mj = 0;
                copy4(&b_ij[0][mj + 4], &shared.b_ij_before_i[0][mj / 4][thread][0]);
            }
        }
        // Take b of the thread after along i.
        {
            {
                const int mj = 0;
                copy4(&b_ij[17][mj + 4], &shared.b_ij_after_i[0][mj / 4][thread + 32][0]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + mi;
            if ((i >= 2) && (n >= i + 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    if ((j >= 2) && (n >= j + 1)) {
                        a_ij[mi + 1][mj + 4] = 0.2f * (b_ij[mi + 1][mj + 4] + b_ij[mi + 1][mj + 3] + b_ij[mi + 1][mj + 5] + b_ij[mi + 2][mj + 4] + b_ij[mi][mj + 4]);
                    }
                }
            }
        }
    }
    // Store b(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    if ((4 * tb + 1 <= steps) && (4 * tb + 4 >= steps)) {
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 8) && (i_in < 56) && (i >= 2) && (n >= i + 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 8) && (j_in < 56) && (j >= 2) && (n >= j + 1)) {
                        b[(long long)(i - 1) * b_pitch + j - 1] = b_ij[mi + 1][mj + 4];
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 16; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if ((i_in >= 8) && (i_in < 56) && (i >= 1) && (i <= n)) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 8) && (j_in < 56) && (j >= 1) && (j <= n)) {
                    a_next[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi + 1][mj + 4];
                }
            }
        }
    }
}

/** blocks along i, j with their halo */
static __device__ __forceinline__ void
jacobi_2d_time_tile(const int steps, const int n, const int tb, const float *__restrict__ a, float *__restrict__ a_next, const int a_pitch, float *__restrict__ b, const int b_pitch, const int ib, const int jb)
{
    if (!(ib >= 1 && n >= 48 * ib + 57 && jb >= 1 && n >= 48 * jb + 57)) {
        jacobi_2d_time_tile_boundary(steps, n, tb, a, a_next, a_pitch, b, b_pitch, ib, jb);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int t_count = ((4 * tb + 4) < steps ? (4 * tb + 4) : steps) - 4 * tb;
    const int i_base = 48 * ib - 7;
    int i_own = 16 * (thread / 16);
    const int j_base = 48 * jb - 7;
    int j_own = 4 * (thread % 16);
    jacobi_2d_time_tile_shared &shared = *reinterpret_cast<jacobi_2d_time_tile_shared *>(shared_memory);
    alignas(16) float b_ij[18][12];
    alignas(16) float a_ij[18][12];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 16; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi + 1][mj + 4], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    #pragma unroll 1
    for (int t_in = 0; t_in < t_count; ++t_in) {
        // Hand out a of the thread before along i.
        {
            {
                const int mj = 0;
                copy4(&shared.a_ij_before_i[0][mj / 4][thread + 16][0], &a_ij[16][mj + 4]);
            }
        }
        // Hand out a of the thread after along i.
        {
            {
                const int mj = 0;
                copy4(&shared.a_ij_after_i[0][mj / 4][thread + 16][0], &a_ij[1][mj + 4]);
            }
        }
        // Take a of the thread before along j.
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            {
                a_ij[mi + 1][3] = __shfl_up_sync(0xffffffffu, a_ij[mi + 1][7], 1, 16);
            }
        }
        // Take a of the thread after along j.
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            {
                a_ij[mi + 1][8] = __shfl_down_sync(0xffffffffu, a_ij[mi + 1][4], 1, 16);
            }
        }
        __syncthreads();
        // Take a of the thread before along i.
        {
            {
                const int mj = 0;
                copy4(&a_ij[0][mj + 4], &shared.a_ij_before_i[0][mj / 4][thread][0]);
            }
        }
        // Take a of the thread after along i.
        {
            {
                const int mj = 0;
                copy4(&a_ij[17][mj + 4], &shared.a_ij_after_i[0][mj / 4][thread + 32][0]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                b_ij[mi + 1][mj + 4] = 0.2f * (a_ij[mi + 1][mj + 4] + a_ij[mi + 1][mj + 3] + a_ij[mi + 1][mj + 5] + a_ij[mi + 2][mj + 4] + a_ij[mi][mj + 4]);
            }
        }
        // Hand out b of the thread before along i.
        {
            {
                const int mj = 0;
                copy4(&shared.b_ij_before_i[0][mj / 4][thread + 16][0], &b_ij[16][mj + 4]);
            }
        }
        // Hand out b of the thread after along i.
        {
            {
                const int mj = 0;
                copy4(&shared.b_ij_after_i[0][mj / 4][thread + 16][0], &b_ij[1][mj + 4]);
            }
        }
        // Take b of the thread before along j.
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            {
                b_ij[mi + 1][3] = __shfl_up_sync(0xffffffffu, b_ij[mi + 1][7], 1, 16);
            }
        }
        // Take b of the thread after along j.
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            {
                b_ij[mi + 1][8] = __shfl_down_sync(0xffffffffu, b_ij[mi + 1][4], 1, 16);
            }
        }
        __syncthreads();
        // Take b of the thread before along i.
        {
            {
                const int mj = 0;
                copy4(&b_ij[0][mj + 4], &shared.b_ij_before_i[0][mj / 4][thread][0]);
            }
        }
        // Take b of the thread after along i.
        {
            {
                const int mj = 0;
                copy4(&b_ij[17][mj + 4], &shared.b_ij_after_i[0][mj / 4][thread + 32][0]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                a_ij[mi + 1][mj + 4] = 0.2f * (b_ij[mi + 1][mj + 4] + b_ij[mi + 1][mj + 3] + b_ij[mi + 1][mj + 5] + b_ij[mi + 2][mj + 4] + b_ij[mi][mj + 4]);
            }
        }
    }
    // Store b(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    if ((4 * tb + 1 <= steps) && (4 * tb + 4 >= steps)) {
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 8) && (i_in < 56)) {
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    const int j = j_base + j_in;
                    if ((j_in >= 8) && (j_in < 56)) {
                        copy4(&b[(long long)(i - 1) * b_pitch + j - 1], &b_ij[mi + 1][mj + 4]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 16; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if ((i_in >= 8) && (i_in < 56)) {
            {
                const int mj = 0;
                const int j_in = j_own;
                const int j = j_base + j_in;
                if ((j_in >= 8) && (j_in < 56)) {
                    copy4(&a_next[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi + 1][mj + 4]);
                }
            }
        }
    }
}

/** r1 iterations of t in every block */
extern "C" __global__ void __launch_bounds__(64, 5)
jacobi_2d_time(const int steps, const int n, const int tb, const float *__restrict__ a, float *__restrict__ a_next, const int a_pitch, float *__restrict__ b, const int b_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n - 1) / 48 - ((n - 1) % 48 < 0)) + 1);
    const int jb_count = max(0, ((n - 1) / 48 - ((n - 1) % 48 < 0)) + 1);
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    jacobi_2d_time_tile(steps, n, tb, a, a_next, a_pitch, b, b_pitch, ib, jb);
}
