/*
 * floyd-warshall, tiled by Tilewright
 *
 * S1(k,i,j): a(i,j) = min(a(i,j), a(i,k) + a(k,j))
 *
 * Candidate: block 128x64x128, thread 1x8x8, chunk 16, buffers 2, step 64
 * Shape: 3D blocks
 * Legal because (min, +) is an idempotent closed semiring, given a(k,k) >= 0: the blocks of a step run
 *     as diagonal, panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran, I-GEP)
 *
 * Kernel floyd_warshall_level0: level 0 of the blocks that others of the step need
 *   - the one block, whose iterations depend on each other
 *
 * Kernel floyd_warshall_level1: level 1 of the blocks that others of the step need
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel floyd_warshall_level2: level 2 of the blocks that others of the step need
 *   - blocks along i
 *   - blocks along j
 *
 * Kernel floyd_warshall_level3: level of other blocks that the next step needs early
 *   - blocks along i, j
 *   - blocks along i
 *
 * Kernel floyd_warshall_level4: level of all other blocks
 *   - blocks along i, j
 */

/** 4 neighbours in one float4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(float *to, const float *from)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

/** Starts the copy of 1 neighbour to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async1(float *to, const float *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** Starts the copy of 4 neighbours to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async4(float *to, const float *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** The least of three numbers that are not negative: their bits order as integers, with one instruction for three. */
static __device__ __forceinline__ float least3(const float x, const float y, const float z)
{
    return __int_as_float(min(min(__float_as_int(x), __float_as_int(y)), __float_as_int(z)));
}

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

/** The start of shared memory. The compiler cannot know it, so it keeps addresses in registers instead of finding them anew. */
static __device__ __forceinline__ void *shared_start()
{
    size_t start = __cvta_generic_to_shared(shared_memory);
    asm("" : "+l"(start));
    return __cvta_shared_to_generic(start);
}

struct floyd_warshall_level0_the_one_block_shared {
    alignas(16) float a_ik[2][64]; // a(i,k)
    alignas(16) float a_kj[2][64]; // a(k,j)
    alignas(16) float a_ik2[2][64]; // a(i,k + 1)
    alignas(16) float a_kj2[2][64]; // a(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_level0_the_one_block_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level0_the_one_block_shared &shared = *reinterpret_cast<floyd_warshall_level0_the_one_block_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    #pragma unroll 1
    for (int k_in = 0; k_in < k_count; ++k_in) {
        // Hand out a(i,k).
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                    copy4(&shared.a_ik[k_in % 2][i_in], wide);
                }
            }
        }
        // Hand out a(k,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            if (i_in == k_in) {
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                }
            }
        }
        __syncthreads();
        alignas(16) float a_ik3[4];
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&a_ik3[mi], &shared.a_ik[k_in % 2][i_in]);
        }
        alignas(16) float a_kj3[4];
        {
            const int mj = 0;
            const int j_in = j_own;
            copy4(&a_kj3[mj], &shared.a_kj[k_in % 2][j_in]);
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                a_ij[mi][mj] = (n >= i) & (n >= j) ? fminf(a_ij[mi][mj], a_ik3[mi] + a_kj3[mj]) : a_ij[mi][mj];
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level0_the_one_block(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    if (!(n >= 64 * ks + 64)) {
        floyd_warshall_level0_the_one_block_boundary(n, kb, ks, a, a_pitch);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level0_the_one_block_shared &shared = *reinterpret_cast<floyd_warshall_level0_the_one_block_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_ik[4];
    alignas(16) float a_kj[4];
    alignas(16) float a_ik2[4];
    alignas(16) float a_kj2[4];
    alignas(16) float a_kk;
    alignas(16) float a_kk2;
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    #pragma unroll 1
    for (int k_group = 0; k_group < 64; k_group += 4) {
        #pragma unroll
        for (int k_part = 0; k_part < 4; k_part += 2) {
            const int k_in = k_group + k_part;
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out a(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik2[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            // Hand out a(k + 1,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in + 1) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj2[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
            }
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
            }
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
            }
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj2[mj], &shared.a_kj2[k_in / 2 % 2][j_in]);
            }
            a_kk = shared.a_kj[k_in / 2 % 2][k_in + 1];
            a_kk2 = shared.a_ik[k_in / 2 % 2][k_in + 1];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                }
            }
            alignas(16) float factor_i[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                factor_i[mi] = fminf(a_ik2[mi], a_ik[mi] + a_kk);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                a_ik2[mi] = factor_i[mi];
            }
            alignas(16) float factor_j[4];
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                factor_j[mj] = fminf(a_kj2[mj], a_kk2 + a_kj[mj]);
            }
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                a_kj2[mj] = factor_j[mj];
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik2[mi] + a_kj2[mj]);
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** level 0 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 1)
floyd_warshall_level0(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    floyd_warshall_level0_the_one_block(n, kb, ks, a, a_pitch);
}

struct floyd_warshall_level1_blocks_along_i_shared {
    alignas(16) float a_kj[2][16][64]; // a(k,j)
    alignas(16) float a_ik[2][64]; // a(i,k)
    alignas(16) float a_ik2[2][64]; // a(i,k + 1)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_level1_blocks_along_i_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level1_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * ks + j_in + 1 <= n ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * ks + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_chunk + k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik[k_in % 2][i_in], wide);
                    }
                }
            }
            __syncthreads();
            alignas(16) float a_ik3[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik3[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    a_ij[mi][mj] = (n >= i) & (n >= j) ? fminf(a_ij[mi][mj], a_ik3[mi] + a_kj[mj]) : a_ij[mi][mj];
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level1_blocks_along_i(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n >= 64 * ks + 64 && n >= 64 * ib + 64)) {
        floyd_warshall_level1_blocks_along_i_boundary(n, kb, ks, a, a_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level1_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_i_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_ik[4];
    alignas(16) float a_ik2[4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + 64 * ks + j_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage a(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + 64 * ks + j_in]);
            }
        }
        #pragma unroll 1
        for (int k_group = 0; k_group < 16; k_group += 4) {
            #pragma unroll
            for (int k_part = 0; k_part < 4; k_part += 2) {
                const int k_in = k_group + k_part;
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        {
                            const int mi = 0;
                            const int i_in = i_own;
                            alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                            copy4(&shared.a_ik[k_in / 2 % 2][i_in], wide);
                        }
                    }
                }
                // Hand out a(i,k + 1).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in + 1) {
                        {
                            const int mi = 0;
                            const int i_in = i_own;
                            alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                            copy4(&shared.a_ik2[k_in / 2 % 2][i_in], wide);
                        }
                    }
                }
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                }
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
                }
                alignas(16) float a_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[half][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                    }
                }
                const float a_kj2 = shared.a_kj[half][k_in][k_chunk + k_in + 1];
                alignas(16) float factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = fminf(a_ik2[mi], a_ik[mi] + a_kj2);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    a_ik2[mi] = factor_i[mi];
                }
                alignas(16) float a_kj3[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj3[mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik2[mi] + a_kj3[mj]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

struct floyd_warshall_level1_blocks_along_j_shared {
    alignas(16) float a_ik[2][16][68]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][64]; // a(k,j)
    alignas(16) float a_kj2[2][64]; // a(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_level1_blocks_along_j_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level1_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.a_ik[0][k_in][i_in] = 64 * ks + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_chunk + k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
            }
            alignas(16) float a_kj3[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj3[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    a_ij[mi][mj] = (n >= i) & (n >= j) ? fminf(a_ij[mi][mj], a_ik[mi] + a_kj3[mj]) : a_ij[mi][mj];
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level1_blocks_along_j(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    if (!(n >= 64 * ks + 64 && n >= 64 * jb + 64)) {
        floyd_warshall_level1_blocks_along_j_boundary(n, kb, ks, a, a_pitch, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level1_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_j_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_kj[4];
    alignas(16) float a_kj2[4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(i,k).
    #pragma unroll 4
    for (int step = 0; step < 4; ++step) {
        const int group = 256 * step + thread;
        const int k_in = group % 8 + 8 * (group / 512);
        const int i_in = group / 8 % 64;
        copy_async1(&shared.a_ik[0][k_in][i_in], &a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + k_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage a(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                copy_async1(&shared.a_ik[1 - half][k_in][i_in], &a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + next + k_in]);
            }
        }
        #pragma unroll 1
        for (int k_group = 0; k_group < 16; k_group += 4) {
            #pragma unroll
            for (int k_part = 0; k_part < 4; k_part += 2) {
                const int k_in = k_group + k_part;
                // Hand out a(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.a_kj[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                        }
                    }
                }
                // Hand out a(k + 1,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in + 1) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.a_kj2[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj2[mj], &shared.a_kj2[k_in / 2 % 2][j_in]);
                }
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[half][k_in][i_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                    }
                }
                const float a_ik2 = shared.a_ik[half][k_in][k_chunk + k_in + 1];
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = fminf(a_kj2[mj], a_ik2 + a_kj[mj]);
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_kj2[mj] = factor_j[mj];
                }
                alignas(16) float a_ik3[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik3[mi], &shared.a_ik[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik3[mi] + a_kj2[mj]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** level 1 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 1)
floyd_warshall_level1(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if ((n > 64 || kb != 0 || ks != 0) && ib != ks) {
                floyd_warshall_level1_blocks_along_i(n, kb, ks, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if ((n > 64 || kb != 0 || ks != 0) && jb != ks) {
        floyd_warshall_level1_blocks_along_j(n, kb, ks, a, a_pitch, jb);
    }
}

struct floyd_warshall_level2_blocks_along_i_shared {
    alignas(16) float a_ik[2][64][20]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][64]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_level2_blocks_along_i_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 256 * kb - 64 * ks + 65;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level2_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j >= 1 && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.a_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f;
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 256 * kb - 64 * ks + j_in + 65 >= 1 && 256 * kb - 64 * ks + j_in + 65 <= n ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 256 * kb - 64 * ks + j_in + 64] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float a_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                a_ik[mi] = shared.a_ik[0][i_in][k_in];
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
floyd_warshall_level2_blocks_along_i(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n >= 128 * kb + 128 && ks >= 2 * kb && 2 * kb + 1 >= ks && n >= 64 * ib + 64 && n >= 64 * ks + 64)) {
        floyd_warshall_level2_blocks_along_i_boundary(n, kb, ks, a, a_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 256 * kb - 64 * ks + 65;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level2_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(i,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.a_ik[0][i_in][k_in], &a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + k_in]);
    }
    // Stage a(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + 256 * kb - 64 * ks + j_in + 64]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage a(i,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.a_ik[1 - half][i_in][k_in], &a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + next + k_in]);
            }
            // Stage a(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + 256 * kb - 64 * ks + j_in + 64]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float a_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&a_ik[mi][0], &shared.a_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float a_kj[2][4];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&a_kj[p][mj], &shared.a_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        a_ij[mi][mj] = least3(a_ij[mi][mj], a_ik[mi][e_] + a_kj[0][mj], a_ik[mi][e_ + 1] + a_kj[1][mj]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

struct floyd_warshall_level2_blocks_along_j_shared {
    alignas(16) float a_ik[2][64][20]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][64]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_level2_blocks_along_j_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 256 * kb - 64 * ks + 65;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level2_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_level2_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i >= 1 && i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.a_ik[0][i_in][k_in] = 256 * kb - 64 * ks + i_in + 65 >= 1 && 256 * kb - 64 * ks + i_in + 65 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? a[(long long)(256 * kb - 64 * ks + i_in + 64) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f;
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float a_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                a_ik[mi] = shared.a_ik[0][i_in][k_in];
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
floyd_warshall_level2_blocks_along_j(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    if (!(n >= 128 * kb + 128 && ks >= 2 * kb && 2 * kb + 1 >= ks && n >= 64 * jb + 64 && n >= 64 * ks + 64)) {
        floyd_warshall_level2_blocks_along_j_boundary(n, kb, ks, a, a_pitch, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * kb - 64 * ks + 65;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level2_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_level2_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(i,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.a_ik[0][i_in][k_in], &a[(long long)(256 * kb - 64 * ks + i_in + 64) * a_pitch + 64 * ks + k_in]);
    }
    // Stage a(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + 64 * jb + j_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage a(i,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.a_ik[1 - half][i_in][k_in], &a[(long long)(256 * kb - 64 * ks + i_in + 64) * a_pitch + 64 * ks + next + k_in]);
            }
            // Stage a(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + 64 * jb + j_in]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float a_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&a_ik[mi][0], &shared.a_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float a_kj[2][4];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&a_kj[p][mj], &shared.a_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        a_ij[mi][mj] = least3(a_ij[mi][mj], a_ik[mi][e_] + a_kj[0][mj], a_ik[mi][e_ + 1] + a_kj[1][mj]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** level 2 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 2)
floyd_warshall_level2(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if (n >= 128 * kb + 65 && (ks < 2 * kb || 2 * kb + 1 < ks || ib != ks)) {
                floyd_warshall_level2_blocks_along_i(n, kb, ks, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if (n >= 128 * kb + 65 && (n > 128 || kb != 0) && (ks < 2 * kb || 2 * kb + 1 < ks || jb < 2 * kb || 2 * kb + 1 < jb)) {
        floyd_warshall_level2_blocks_along_j(n, kb, ks, a, a_pitch, jb);
    }
}

struct floyd_warshall_level3_blocks_along_i_shared {
    alignas(16) float a_ik[2][64][20]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][128]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_level3_blocks_along_i_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (128 * kb + 128) ? n : (128 * kb + 128)) - 128 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 128 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level3_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.a_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 128 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_chunk + k_in] : 0.0f;
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 128;
            const int k_in = group / 128;
            shared.a_kj[0][k_in][j_in] = 128 * kb + k_chunk + k_in + 1 <= n && 128 * jb + j_in + 1 <= n ? a[(long long)(128 * kb + k_chunk + k_in) * a_pitch + 128 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float a_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                a_ik[mi] = shared.a_ik[0][i_in][k_in];
            }
            alignas(16) float a_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 16 * mj;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_level3_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    if (!(n >= 64 * ib + 64 && n >= 128 * jb + 128 && n >= 128 * kb + 128)) {
        floyd_warshall_level3_blocks_along_i_boundary(n, kb, a, a_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 128 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level3_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(i,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.a_ik[0][i_in][k_in], &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_in]);
    }
    // Stage a(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 256 * step + thread;
        const int j_in = 4 * (group % 32);
        const int k_in = group / 32;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(128 * kb + k_in) * a_pitch + 128 * jb + j_in]);
    }
    for (int k_chunk = 0; k_chunk < 128; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 128) {
            // Stage a(i,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.a_ik[1 - half][i_in][k_in], &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + next + k_in]);
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 4 * (group % 32);
                const int k_in = group / 32;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(128 * kb + next + k_in) * a_pitch + 128 * jb + j_in]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float a_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&a_ik[mi][0], &shared.a_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float a_kj[2][8];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 16 * mj;
                        copy4(&a_kj[p][mj], &shared.a_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        a_ij[mi][mj] = least3(a_ij[mi][mj], a_ik[mi][e_] + a_kj[0][mj], a_ik[mi][e_ + 1] + a_kj[1][mj]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

struct floyd_warshall_level3_blocks_along_i_2_shared {
    alignas(16) float a_ik[2][64][20]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][128]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_level3_blocks_along_i_2_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (128 * kb + 128) ? n : (128 * kb + 128)) - 128 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 128 * kb + 129;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level3_blocks_along_i_2_shared &shared = *reinterpret_cast<floyd_warshall_level3_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.a_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 128 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_chunk + k_in] : 0.0f;
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 128;
            const int k_in = group / 128;
            shared.a_kj[0][k_in][j_in] = 128 * kb + k_chunk + k_in + 1 <= n && 128 * kb + j_in + 129 <= n ? a[(long long)(128 * kb + k_chunk + k_in) * a_pitch + 128 * kb + j_in + 128] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float a_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                a_ik[mi] = shared.a_ik[0][i_in][k_in];
            }
            alignas(16) float a_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 16 * mj;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
floyd_warshall_level3_blocks_along_i_2(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n >= 128 * kb + 256 && n >= 64 * ib + 64 && n >= 128 * kb + 128)) {
        floyd_warshall_level3_blocks_along_i_2_boundary(n, kb, a, a_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 128 * kb + 129;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level3_blocks_along_i_2_shared &shared = *reinterpret_cast<floyd_warshall_level3_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(i,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.a_ik[0][i_in][k_in], &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_in]);
    }
    // Stage a(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 256 * step + thread;
        const int j_in = 4 * (group % 32);
        const int k_in = group / 32;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(128 * kb + k_in) * a_pitch + 128 * kb + j_in + 128]);
    }
    for (int k_chunk = 0; k_chunk < 128; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 128) {
            // Stage a(i,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.a_ik[1 - half][i_in][k_in], &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + next + k_in]);
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 4 * (group % 32);
                const int k_in = group / 32;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(128 * kb + next + k_in) * a_pitch + 128 * kb + j_in + 128]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float a_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&a_ik[mi][0], &shared.a_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float a_kj[2][8];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 16 * mj;
                        copy4(&a_kj[p][mj], &shared.a_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        a_ij[mi][mj] = least3(a_ij[mi][mj], a_ik[mi][e_] + a_kj[0][mj], a_ik[mi][e_ + 1] + a_kj[1][mj]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** level of other blocks that the next step needs early */
extern "C" __global__ void __launch_bounds__(256, 2)
floyd_warshall_level3(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, (n >= 128 * kb + 194 ? 2 * kb + 3 : ((n + 63) >> 6) - 1) - 2 * kb - 1);
        const int jb_count = max(0, ((n + 127) >> 7));
        if (block < ib_count * jb_count) {
            const int ib = 2 * kb + 2 + block / jb_count;
            const int jb = block % jb_count;
            if (n >= 128 * kb + 129 && jb != kb) {
                floyd_warshall_level3_blocks_along_i(n, kb, a, a_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 63) >> 6));
    const int ib = block;
    if (n >= 128 * kb + 129 && (n > 256 || kb != 0) && (ib < 2 * kb || 2 * kb + 3 < ib)) {
        floyd_warshall_level3_blocks_along_i_2(n, kb, a, a_pitch, ib);
    }
}

struct floyd_warshall_level4_blocks_along_i_shared {
    alignas(16) float a_ik[2][64][20]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][128]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_level4_blocks_along_i_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (128 * kb + 128) ? n : (128 * kb + 128)) - 128 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 128 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level4_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level4_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[8][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.a_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 128 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_chunk + k_in] : 0.0f;
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 128 * step + thread;
            const int j_in = group % 128;
            const int k_in = group / 128;
            shared.a_kj[0][k_in][j_in] = 128 * kb + k_chunk + k_in + 1 <= n && 128 * jb + j_in + 1 <= n ? a[(long long)(128 * kb + k_chunk + k_in) * a_pitch + 128 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float a_ik[8];
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i_in = i_own + 8 * mi;
                a_ik[mi] = shared.a_ik[0][i_in][k_in];
            }
            alignas(16) float a_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 16 * mj;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_level4_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    if (!(n >= 128 * kb + 128 && n >= 64 * ib + 64 && n >= 128 * jb + 128)) {
        floyd_warshall_level4_blocks_along_i_boundary(n, kb, a, a_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 128 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level4_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level4_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[8][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(i,k).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 128 * step + thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.a_ik[0][i_in][k_in], &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_in]);
    }
    // Stage a(k,j).
    #pragma unroll 4
    for (int step = 0; step < 4; ++step) {
        const int group = 128 * step + thread;
        const int j_in = 4 * (group % 32);
        const int k_in = group / 32;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(128 * kb + k_in) * a_pitch + 128 * jb + j_in]);
    }
    for (int k_chunk = 0; k_chunk < 128; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 128) {
            // Stage a(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.a_ik[1 - half][i_in][k_in], &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + next + k_in]);
            }
            // Stage a(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 32);
                const int k_in = group / 32;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(128 * kb + next + k_in) * a_pitch + 128 * jb + j_in]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float a_ik[8][4];
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i_in = i_own + 8 * mi;
                copy4(&a_ik[mi][0], &shared.a_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float a_kj[2][8];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 16 * mj;
                        copy4(&a_kj[p][mj], &shared.a_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        a_ij[mi][mj] = least3(a_ij[mi][mj], a_ik[mi][e_] + a_kj[0][mj], a_ik[mi][e_ + 1] + a_kj[1][mj]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** level of all other blocks */
extern "C" __global__ void __launch_bounds__(128, 3)
floyd_warshall_level4(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 127) >> 7));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if ((n > 256 || kb != 0) && (2 * kb < ib + 1 || jb < kb || kb + 1 < jb) && (ib < 2 * kb + 4 || jb < kb || kb + 1 < jb) && (ib < 2 * kb || 2 * kb + 3 < ib)) {
        floyd_warshall_level4_blocks_along_i(n, kb, a, a_pitch, ib, jb);
    }
}
