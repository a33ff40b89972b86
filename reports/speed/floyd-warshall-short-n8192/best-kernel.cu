/*
 * floyd-warshall-short, tiled by Tilewright
 *
 * S1(k,i,j): a(i,j) = min(a(i,j), a(i,k) + a(k,j))
 *
 * Candidate: block 256x64x256, thread 1x8x16, chunk 16, buffers 2, step 64
 * Shape: 3D blocks
 * Legal because (min, +) is an idempotent closed semiring, given a(k,k) >= 0: the blocks of a step run
 *     as diagonal, panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran, I-GEP)
 *
 * Kernel floyd_warshall_short_level0: level 0 of the blocks that others of the step need
 *   - the one block, whose iterations depend on each other
 *
 * Kernel floyd_warshall_short_level1: level 1 of the blocks that others of the step need
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel floyd_warshall_short_level2: level 2 of the blocks that others of the step need
 *   - blocks along i, j
 *   - blocks along i, j
 *
 * Kernel floyd_warshall_short_level3: level of other blocks that the next step needs early
 *   - blocks along i, j
 *   - blocks along i
 *
 * Kernel floyd_warshall_short_level4: level of all other blocks
 *   - blocks along i, j
 */

/** 4 neighbours in one int2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(short *to, const short *from)
{
    *reinterpret_cast<int2 *>(to) = *reinterpret_cast<const int2 *>(from);
}

/** 8 neighbours in one int4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy8(short *to, const short *from)
{
    *reinterpret_cast<int4 *>(to) = *reinterpret_cast<const int4 *>(from);
}

/** 4 neighbours in one int4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(int *to, const int *from)
{
    *reinterpret_cast<int4 *>(to) = *reinterpret_cast<const int4 *>(from);
}

/** Starts the copy of 8 neighbours to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async8(short *to, const short *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** Two neighbouring 16-bit integers, the first one at an even place, as the halves of a word. */
static __device__ __forceinline__ int &pair(short &first)
{
    return reinterpret_cast<int &>(first);
}

/** A word of which both halves are x. */
static __device__ __forceinline__ int both(const short x)
{
    return __byte_perm(x, x, 0x1010);
}

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct floyd_warshall_short_level0_the_one_block_shared {
    alignas(16) int a_ik[2][64]; // a(i,k)
    alignas(16) short a_kj[2][64]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_short_level0_the_one_block_boundary(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level0_the_one_block_shared &shared = *reinterpret_cast<floyd_warshall_short_level0_the_one_block_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0;
        }
    }
    #pragma unroll 1
    for (int k_in = 0; k_in < k_count; ++k_in) {
        // Hand out a(i,k).
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    shared.a_ik[k_in % 2][i_in] = both(a_ij[mi][mj]);
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
        alignas(16) int a_ik[4];
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
        }
        alignas(16) short a_kj[4];
        {
            const int mj = 0;
            const int j_in = j_own;
            copy4(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j) {
                        a_ij[mi][mj] = (short)__viaddmin_s32((short)a_ik[mi], a_kj[mj], a_ij[mi][mj]);
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
floyd_warshall_short_level0_the_one_block(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch)
{
    if (!(n >= 64 * ks + 64)) {
        floyd_warshall_short_level0_the_one_block_boundary(n, kb, ks, a, a_pitch);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level0_the_one_block_shared &shared = *reinterpret_cast<floyd_warshall_short_level0_the_one_block_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
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
    #pragma unroll 8
    for (int k_in = 0; k_in < 64; ++k_in) {
        // Hand out a(i,k).
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    shared.a_ik[k_in % 2][i_in] = both(a_ij[mi][mj]);
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
        alignas(16) int a_ik[4];
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
        }
        alignas(16) short a_kj[4];
        {
            const int mj = 0;
            const int j_in = j_own;
            copy4(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[mi], pair(a_kj[mj]), pair(a_ij[mi][mj]));
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
floyd_warshall_short_level0(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch)
{
    floyd_warshall_short_level0_the_one_block(n, kb, ks, a, a_pitch);
}

struct floyd_warshall_short_level1_blocks_along_i_shared {
    alignas(16) short a_kj[2][16][64]; // a(k,j)
    alignas(16) int a_ik[2][64]; // a(i,k)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_short_level1_blocks_along_i_boundary(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level1_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_short_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * ks + j_in + 1 <= n ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * ks + j_in] : 0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_chunk + k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik[k_in % 2][i_in] = both(a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) int a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            alignas(16) short a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                if (n >= i) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        if (n >= j) {
                            a_ij[mi][mj] = (short)__viaddmin_s32((short)a_ik[mi], a_kj[mj], a_ij[mi][mj]);
                        }
                    }
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
floyd_warshall_short_level1_blocks_along_i(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n >= 64 * ks + 64 && n >= 64 * ib + 64)) {
        floyd_warshall_short_level1_blocks_along_i_boundary(n, kb, ks, a, a_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level1_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_short_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
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
        if (group < 128) {
            const int j_in = 8 * (group % 8);
            const int k_in = group / 8;
            copy_async8(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + 64 * ks + j_in]);
        }
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
                if (group < 128) {
                    const int j_in = 8 * (group % 8);
                    const int k_in = group / 8;
                    copy_async8(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + 64 * ks + j_in]);
                }
            }
        }
        #pragma unroll 8
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_chunk + k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik[k_in % 2][i_in] = both(a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) int a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            alignas(16) short a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[half][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[mi], pair(a_kj[mj]), pair(a_ij[mi][mj]));
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

struct floyd_warshall_short_level1_blocks_along_j_shared {
    alignas(16) int a_ik[2][16][64]; // a(i,k)
    alignas(16) short a_kj[2][64]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_short_level1_blocks_along_j_boundary(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level1_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_short_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.a_ik[0][k_in][i_in] = both(64 * ks + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0);
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
            alignas(16) int a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
            }
            alignas(16) short a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                if (n >= i) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        if (n >= j) {
                            a_ij[mi][mj] = (short)__viaddmin_s32((short)a_ik[mi], a_kj[mj], a_ij[mi][mj]);
                        }
                    }
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
floyd_warshall_short_level1_blocks_along_j(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch, const int jb)
{
    if (!(n >= 64 * ks + 64 && n >= 64 * jb + 64)) {
        floyd_warshall_short_level1_blocks_along_j_boundary(n, kb, ks, a, a_pitch, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level1_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_short_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
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
    {
        const int group = thread;
        if (group < 128) {
            const int k_in = 8 * (group % 2);
            const int i_in = group / 2;
            alignas(16) short loaded[8];
            copy8(loaded, &a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + k_in]);
            #pragma unroll
            for (int e = 0; e < 8; ++e) {
                shared.a_ik[0][k_in + e][i_in] = both(loaded[e]);
            }
        }
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
                if (group < 128) {
                    const int k_in = 8 * (group % 2);
                    const int i_in = group / 2;
                    alignas(16) short loaded[8];
                    copy8(loaded, &a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + next + k_in]);
                    #pragma unroll
                    for (int e = 0; e < 8; ++e) {
                        shared.a_ik[1 - half][k_in + e][i_in] = both(loaded[e]);
                    }
                }
            }
        }
        #pragma unroll 8
        for (int k_in = 0; k_in < 16; ++k_in) {
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
            alignas(16) int a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[half][k_in][i_in]);
            }
            alignas(16) short a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[mi], pair(a_kj[mj]), pair(a_ij[mi][mj]));
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
floyd_warshall_short_level1(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if ((n > 64 || kb != 0 || ks != 0) && ib != ks) {
                floyd_warshall_short_level1_blocks_along_i(n, kb, ks, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if ((n > 64 || kb != 0 || ks != 0) && jb != ks) {
        floyd_warshall_short_level1_blocks_along_j(n, kb, ks, a, a_pitch, jb);
    }
}

struct floyd_warshall_short_level2_blocks_along_i_shared {
    alignas(16) int a_ik[2][16][64]; // a(i,k)
    alignas(16) short a_kj[2][16][64]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_short_level2_blocks_along_i_boundary(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level2_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_short_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.a_ik[0][k_in][i_in] = both(64 * ib + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0);
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * jb + j_in] : 0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) int a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
            }
            alignas(16) short a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[mi], pair(a_kj[mj]), pair(a_ij[mi][mj]));
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

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_short_level2_blocks_along_i(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    if (!(n >= 64 * ks + 64 && n >= 64 * ib + 64 && n >= 64 * jb + 64)) {
        floyd_warshall_short_level2_blocks_along_i_boundary(n, kb, ks, a, a_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level2_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_short_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
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
    alignas(16) int a_ik[2][4];
    alignas(16) short a_kj[2][4];
    alignas(16) short early1[1][8];
    // Stage a(i,k).
    {
        const int group = thread;
        if (group < 128) {
            const int k_in = 8 * (group % 2);
            const int i_in = group / 2;
            alignas(16) short loaded[8];
            copy8(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + k_in]);
            #pragma unroll
            for (int e = 0; e < 8; ++e) {
                shared.a_ik[0][k_in + e][i_in] = both(loaded[e]);
            }
        }
    }
    // Stage a(k,j).
    {
        const int group = thread;
        if (group < 128) {
            const int j_in = 8 * (group % 8);
            const int k_in = group / 8;
            copy_async8(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + 64 * jb + j_in]);
        }
    }
    await_copies();
    __syncthreads();
    {
        const int mi = 0;
        const int i_in = i_own;
        copy4(&a_ik[0][mi], &shared.a_ik[0][0][i_in]);
    }
    {
        const int mj = 0;
        const int j_in = j_own;
        copy4(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 64) {
            // Load what it takes to stage a(i,k) later.
            {
                const int group = thread;
                if (group < 128) {
                    const int k_in = 8 * (group % 2);
                    const int i_in = group / 2;
                    copy8(early1[0], &a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + next + k_in]);
                }
            }
            // Stage a(k,j).
            {
                const int group = thread;
                if (group < 128) {
                    const int j_in = 8 * (group % 8);
                    const int k_in = group / 8;
                    copy_async8(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + 64 * jb + j_in]);
                }
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[(k_in + 1) % 2][mi], &shared.a_ik[half][k_in + 1][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[0][mi], &shared.a_ik[1 - half][0][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[k_in % 2][mi], pair(a_kj[k_in % 2][mj]), pair(a_ij[mi][mj]));
                }
            }
            if (k_in == 8 && next < 64) {
                // Stage a(i,k).
                {
                    const int group = thread;
                    if (group < 128) {
                        const int k_in = 8 * (group % 2);
                        const int i_in = group / 2;
                        #pragma unroll
                        for (int e = 0; e < 8; ++e) {
                            shared.a_ik[1 - half][k_in + e][i_in] = both(early1[0][e]);
                        }
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

struct floyd_warshall_short_level2_blocks_along_i_2_shared {
    alignas(16) int a_ik[2][16][64]; // a(i,k)
    alignas(16) short a_kj[2][16][64]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_short_level2_blocks_along_i_2_boundary(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level2_blocks_along_i_2_shared &shared = *reinterpret_cast<floyd_warshall_short_level2_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.a_ik[0][k_in][i_in] = both(64 * ib + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0);
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * jb + j_in] : 0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) int a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
            }
            alignas(16) short a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[mi], pair(a_kj[mj]), pair(a_ij[mi][mj]));
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

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_short_level2_blocks_along_i_2(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    if (!(n >= 64 * ks + 64 && n >= 64 * ib + 64 && n >= 64 * jb + 64)) {
        floyd_warshall_short_level2_blocks_along_i_2_boundary(n, kb, ks, a, a_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level2_blocks_along_i_2_shared &shared = *reinterpret_cast<floyd_warshall_short_level2_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) short a_ij[4][4];
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
    alignas(16) int a_ik[2][4];
    alignas(16) short a_kj[2][4];
    alignas(16) short early1[1][8];
    // Stage a(i,k).
    {
        const int group = thread;
        if (group < 128) {
            const int k_in = 8 * (group % 2);
            const int i_in = group / 2;
            alignas(16) short loaded[8];
            copy8(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + k_in]);
            #pragma unroll
            for (int e = 0; e < 8; ++e) {
                shared.a_ik[0][k_in + e][i_in] = both(loaded[e]);
            }
        }
    }
    // Stage a(k,j).
    {
        const int group = thread;
        if (group < 128) {
            const int j_in = 8 * (group % 8);
            const int k_in = group / 8;
            copy_async8(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + 64 * jb + j_in]);
        }
    }
    await_copies();
    __syncthreads();
    {
        const int mi = 0;
        const int i_in = i_own;
        copy4(&a_ik[0][mi], &shared.a_ik[0][0][i_in]);
    }
    {
        const int mj = 0;
        const int j_in = j_own;
        copy4(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 64) {
            // Load what it takes to stage a(i,k) later.
            {
                const int group = thread;
                if (group < 128) {
                    const int k_in = 8 * (group % 2);
                    const int i_in = group / 2;
                    copy8(early1[0], &a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + next + k_in]);
                }
            }
            // Stage a(k,j).
            {
                const int group = thread;
                if (group < 128) {
                    const int j_in = 8 * (group % 8);
                    const int k_in = group / 8;
                    copy_async8(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + 64 * jb + j_in]);
                }
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[(k_in + 1) % 2][mi], &shared.a_ik[half][k_in + 1][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[0][mi], &shared.a_ik[1 - half][0][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[k_in % 2][mi], pair(a_kj[k_in % 2][mj]), pair(a_ij[mi][mj]));
                }
            }
            if (k_in == 8 && next < 64) {
                // Stage a(i,k).
                {
                    const int group = thread;
                    if (group < 128) {
                        const int k_in = 8 * (group % 2);
                        const int i_in = group / 2;
                        #pragma unroll
                        for (int e = 0; e < 8; ++e) {
                            shared.a_ik[1 - half][k_in + e][i_in] = both(early1[0][e]);
                        }
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

/** level 2 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 3)
floyd_warshall_short_level2(const int n, const int kb, const int ks, short *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, (n >= 256 * kb + 194 ? 4 * kb + 3 : ((n + 63) >> 6) - 1) - 4 * kb + 1);
        const int jb_count = max(0, ((n + 63) >> 6));
        if (block < ib_count * jb_count) {
            const int ib = 4 * kb + block / jb_count;
            const int jb = block % jb_count;
            if ((kb < 0 || 256 * kb + 64 < n || ks != 4 * kb) && (ib < ks + 1 || jb != ks) && (ks < ib + 1 || jb != ks) && ib != ks) {
                floyd_warshall_short_level2_blocks_along_i(n, kb, ks, a, a_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, (n >= 256 * kb + 194 ? 4 * kb + 3 : ((n + 63) >> 6) - 1) - 4 * kb + 1);
    const int ib = block / jb_count;
    const int jb = 4 * kb + block % jb_count;
    if (n >= 256 * kb + 65 && (n > 256 || kb != 0) && (ib < 4 * kb || 4 * kb + 3 < ib) && (4 * kb < ib + 1 || jb != ks) && (ib < 4 * kb + 4 || jb != ks)) {
        floyd_warshall_short_level2_blocks_along_i_2(n, kb, ks, a, a_pitch, ib, jb);
    }
}

struct floyd_warshall_short_level3_blocks_along_i_shared {
    alignas(16) int a_ik[2][16][64]; // a(i,k)
    alignas(16) short a_kj[2][16][256]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_short_level3_blocks_along_i_boundary(const int n, const int kb, short *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (256 * kb + 256) ? n : (256 * kb + 256)) - 256 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 256 * jb + 1;
    int j_own = 8 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level3_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_short_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) short a_ij[4][16];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 16; ++mj) {
            const int j = j_base + j_own + 128 * (mj / 8) + mj % 8;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.a_ik[0][k_in][i_in] = both(64 * ib + i_in + 1 <= n && 256 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + k_chunk + k_in] : 0);
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 256;
            const int k_in = group / 256;
            shared.a_kj[0][k_in][j_in] = 256 * kb + k_chunk + k_in + 1 <= n && 256 * jb + j_in + 1 <= n ? a[(long long)(256 * kb + k_chunk + k_in) * a_pitch + 256 * jb + j_in] : 0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) int a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
            }
            alignas(16) short a_kj[16];
            #pragma unroll
            for (int mj = 0; mj < 16; mj += 8) {
                const int j_in = j_own + 16 * mj;
                copy8(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[mi], pair(a_kj[mj]), pair(a_ij[mi][mj]));
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
            for (int mj = 0; mj < 16; ++mj) {
                const int j = j_base + j_own + 128 * (mj / 8) + mj % 8;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_short_level3_blocks_along_i(const int n, const int kb, short *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    if (!(n >= 64 * ib + 64 && n >= 256 * jb + 256 && n >= 256 * kb + 256)) {
        floyd_warshall_short_level3_blocks_along_i_boundary(n, kb, a, a_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 256 * jb + 1;
    int j_own = 8 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level3_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_short_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) short a_ij[4][16];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 16; mj += 8) {
            const int j = j_base + j_own + 16 * mj;
            copy8(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    alignas(16) int a_ik[2][4];
    alignas(16) short a_kj[2][16];
    alignas(16) short early1[1][8];
    // Stage a(i,k).
    {
        const int group = thread;
        if (group < 128) {
            const int k_in = 8 * (group % 2);
            const int i_in = group / 2;
            alignas(16) short loaded[8];
            copy8(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + k_in]);
            #pragma unroll
            for (int e = 0; e < 8; ++e) {
                shared.a_ik[0][k_in + e][i_in] = both(loaded[e]);
            }
        }
    }
    // Stage a(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 256 * step + thread;
        const int j_in = 8 * (group % 32);
        const int k_in = group / 32;
        copy_async8(&shared.a_kj[0][k_in][j_in], &a[(long long)(256 * kb + k_in) * a_pitch + 256 * jb + j_in]);
    }
    await_copies();
    __syncthreads();
    {
        const int mi = 0;
        const int i_in = i_own;
        copy4(&a_ik[0][mi], &shared.a_ik[0][0][i_in]);
    }
    #pragma unroll
    for (int mj = 0; mj < 16; mj += 8) {
        const int j_in = j_own + 16 * mj;
        copy8(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 256; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 256) {
            // Load what it takes to stage a(i,k) later.
            {
                const int group = thread;
                if (group < 128) {
                    const int k_in = 8 * (group % 2);
                    const int i_in = group / 2;
                    copy8(early1[0], &a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + next + k_in]);
                }
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 8 * (group % 32);
                const int k_in = group / 32;
                copy_async8(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(256 * kb + next + k_in) * a_pitch + 256 * jb + j_in]);
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[(k_in + 1) % 2][mi], &shared.a_ik[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 8) {
                    const int j_in = j_own + 16 * mj;
                    copy8(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[0][mi], &shared.a_ik[1 - half][0][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 8) {
                    const int j_in = j_own + 16 * mj;
                    copy8(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[k_in % 2][mi], pair(a_kj[k_in % 2][mj]), pair(a_ij[mi][mj]));
                }
            }
            if (k_in == 8 && next < 256) {
                // Stage a(i,k).
                {
                    const int group = thread;
                    if (group < 128) {
                        const int k_in = 8 * (group % 2);
                        const int i_in = group / 2;
                        #pragma unroll
                        for (int e = 0; e < 8; ++e) {
                            shared.a_ik[1 - half][k_in + e][i_in] = both(early1[0][e]);
                        }
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
        #pragma unroll
        for (int mj = 0; mj < 16; mj += 8) {
            const int j = j_base + j_own + 16 * mj;
            copy8(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

struct floyd_warshall_short_level3_blocks_along_i_2_shared {
    alignas(16) int a_ik[2][16][64]; // a(i,k)
    alignas(16) short a_kj[2][16][256]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_short_level3_blocks_along_i_2_boundary(const int n, const int kb, short *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (256 * kb + 256) ? n : (256 * kb + 256)) - 256 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 256 * kb + 257;
    int j_own = 8 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level3_blocks_along_i_2_shared &shared = *reinterpret_cast<floyd_warshall_short_level3_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) short a_ij[4][16];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 16; ++mj) {
            const int j = j_base + j_own + 128 * (mj / 8) + mj % 8;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.a_ik[0][k_in][i_in] = both(64 * ib + i_in + 1 <= n && 256 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + k_chunk + k_in] : 0);
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 256;
            const int k_in = group / 256;
            shared.a_kj[0][k_in][j_in] = 256 * kb + k_chunk + k_in + 1 <= n && 256 * kb + j_in + 257 <= n ? a[(long long)(256 * kb + k_chunk + k_in) * a_pitch + 256 * kb + j_in + 256] : 0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) int a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
            }
            alignas(16) short a_kj[16];
            #pragma unroll
            for (int mj = 0; mj < 16; mj += 8) {
                const int j_in = j_own + 16 * mj;
                copy8(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[mi], pair(a_kj[mj]), pair(a_ij[mi][mj]));
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
            for (int mj = 0; mj < 16; ++mj) {
                const int j = j_base + j_own + 128 * (mj / 8) + mj % 8;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
floyd_warshall_short_level3_blocks_along_i_2(const int n, const int kb, short *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n >= 256 * kb + 512 && n >= 64 * ib + 64 && n >= 256 * kb + 256)) {
        floyd_warshall_short_level3_blocks_along_i_2_boundary(n, kb, a, a_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 256 * kb + 257;
    int j_own = 8 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level3_blocks_along_i_2_shared &shared = *reinterpret_cast<floyd_warshall_short_level3_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) short a_ij[4][16];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 16; mj += 8) {
            const int j = j_base + j_own + 16 * mj;
            copy8(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    alignas(16) int a_ik[2][4];
    alignas(16) short a_kj[2][16];
    alignas(16) short early1[1][8];
    // Stage a(i,k).
    {
        const int group = thread;
        if (group < 128) {
            const int k_in = 8 * (group % 2);
            const int i_in = group / 2;
            alignas(16) short loaded[8];
            copy8(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + k_in]);
            #pragma unroll
            for (int e = 0; e < 8; ++e) {
                shared.a_ik[0][k_in + e][i_in] = both(loaded[e]);
            }
        }
    }
    // Stage a(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 256 * step + thread;
        const int j_in = 8 * (group % 32);
        const int k_in = group / 32;
        copy_async8(&shared.a_kj[0][k_in][j_in], &a[(long long)(256 * kb + k_in) * a_pitch + 256 * kb + j_in + 256]);
    }
    await_copies();
    __syncthreads();
    {
        const int mi = 0;
        const int i_in = i_own;
        copy4(&a_ik[0][mi], &shared.a_ik[0][0][i_in]);
    }
    #pragma unroll
    for (int mj = 0; mj < 16; mj += 8) {
        const int j_in = j_own + 16 * mj;
        copy8(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 256; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 256) {
            // Load what it takes to stage a(i,k) later.
            {
                const int group = thread;
                if (group < 128) {
                    const int k_in = 8 * (group % 2);
                    const int i_in = group / 2;
                    copy8(early1[0], &a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + next + k_in]);
                }
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 8 * (group % 32);
                const int k_in = group / 32;
                copy_async8(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(256 * kb + next + k_in) * a_pitch + 256 * kb + j_in + 256]);
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[(k_in + 1) % 2][mi], &shared.a_ik[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 8) {
                    const int j_in = j_own + 16 * mj;
                    copy8(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[0][mi], &shared.a_ik[1 - half][0][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 8) {
                    const int j_in = j_own + 16 * mj;
                    copy8(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[k_in % 2][mi], pair(a_kj[k_in % 2][mj]), pair(a_ij[mi][mj]));
                }
            }
            if (k_in == 8 && next < 256) {
                // Stage a(i,k).
                {
                    const int group = thread;
                    if (group < 128) {
                        const int k_in = 8 * (group % 2);
                        const int i_in = group / 2;
                        #pragma unroll
                        for (int e = 0; e < 8; ++e) {
                            shared.a_ik[1 - half][k_in + e][i_in] = both(early1[0][e]);
                        }
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
        #pragma unroll
        for (int mj = 0; mj < 16; mj += 8) {
            const int j = j_base + j_own + 16 * mj;
            copy8(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** level of other blocks that the next step needs early */
extern "C" __global__ void __launch_bounds__(256, 2)
floyd_warshall_short_level3(const int n, const int kb, short *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, (n >= 256 * kb + 450 ? 4 * kb + 7 : ((n + 63) >> 6) - 1) - 4 * kb - 3);
        const int jb_count = max(0, ((n + 255) >> 8));
        if (block < ib_count * jb_count) {
            const int ib = 4 * kb + 4 + block / jb_count;
            const int jb = block % jb_count;
            if (n >= 256 * kb + 257 && jb != kb) {
                floyd_warshall_short_level3_blocks_along_i(n, kb, a, a_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 63) >> 6));
    const int ib = block;
    if (n >= 256 * kb + 257 && (n > 512 || kb != 0) && (ib < 4 * kb || 4 * kb + 7 < ib)) {
        floyd_warshall_short_level3_blocks_along_i_2(n, kb, a, a_pitch, ib);
    }
}

struct floyd_warshall_short_level4_blocks_along_i_shared {
    alignas(16) int a_ik[2][16][64]; // a(i,k)
    alignas(16) short a_kj[2][16][256]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
floyd_warshall_short_level4_blocks_along_i_boundary(const int n, const int kb, short *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (256 * kb + 256) ? n : (256 * kb + 256)) - 256 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 8 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 256 * jb + 1;
    int j_own = 8 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level4_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_short_level4_blocks_along_i_shared *>(shared_memory);
    alignas(16) short a_ij[8][16];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 16; ++mj) {
            const int j = j_base + j_own + 128 * (mj / 8) + mj % 8;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.a_ik[0][k_in][i_in] = both(64 * ib + i_in + 1 <= n && 256 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + k_chunk + k_in] : 0);
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 32; ++step) {
            const int group = 128 * step + thread;
            const int j_in = group % 256;
            const int k_in = group / 256;
            shared.a_kj[0][k_in][j_in] = 256 * kb + k_chunk + k_in + 1 <= n && 256 * jb + j_in + 1 <= n ? a[(long long)(256 * kb + k_chunk + k_in) * a_pitch + 256 * jb + j_in] : 0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) int a_ik[8];
            #pragma unroll
            for (int mi = 0; mi < 8; mi += 4) {
                const int i_in = i_own + mi;
                copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
            }
            alignas(16) short a_kj[16];
            #pragma unroll
            for (int mj = 0; mj < 16; mj += 8) {
                const int j_in = j_own + 16 * mj;
                copy8(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[mi], pair(a_kj[mj]), pair(a_ij[mi][mj]));
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 16; ++mj) {
                const int j = j_base + j_own + 128 * (mj / 8) + mj % 8;
                if (n >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_short_level4_blocks_along_i(const int n, const int kb, short *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    if (!(n >= 256 * kb + 256 && n >= 64 * ib + 64 && n >= 256 * jb + 256)) {
        floyd_warshall_short_level4_blocks_along_i_boundary(n, kb, a, a_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 8 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 256 * jb + 1;
    int j_own = 8 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_short_level4_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_short_level4_blocks_along_i_shared *>(shared_memory);
    alignas(16) short a_ij[8][16];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 16; mj += 8) {
            const int j = j_base + j_own + 16 * mj;
            copy8(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    alignas(16) int a_ik[2][8];
    alignas(16) short a_kj[2][16];
    alignas(16) short early1[1][8];
    // Stage a(i,k).
    {
        const int group = thread;
        const int k_in = 8 * (group % 2);
        const int i_in = group / 2;
        alignas(16) short loaded[8];
        copy8(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + k_in]);
        #pragma unroll
        for (int e = 0; e < 8; ++e) {
            shared.a_ik[0][k_in + e][i_in] = both(loaded[e]);
        }
    }
    // Stage a(k,j).
    #pragma unroll 4
    for (int step = 0; step < 4; ++step) {
        const int group = 128 * step + thread;
        const int j_in = 8 * (group % 32);
        const int k_in = group / 32;
        copy_async8(&shared.a_kj[0][k_in][j_in], &a[(long long)(256 * kb + k_in) * a_pitch + 256 * jb + j_in]);
    }
    await_copies();
    __syncthreads();
    #pragma unroll
    for (int mi = 0; mi < 8; mi += 4) {
        const int i_in = i_own + mi;
        copy4(&a_ik[0][mi], &shared.a_ik[0][0][i_in]);
    }
    #pragma unroll
    for (int mj = 0; mj < 16; mj += 8) {
        const int j_in = j_own + 16 * mj;
        copy8(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 256; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 256) {
            // Load what it takes to stage a(i,k) later.
            {
                const int group = thread;
                const int k_in = 8 * (group % 2);
                const int i_in = group / 2;
                copy8(early1[0], &a[(long long)(64 * ib + i_in) * a_pitch + 256 * kb + next + k_in]);
            }
            // Stage a(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 8 * (group % 32);
                const int k_in = group / 32;
                copy_async8(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(256 * kb + next + k_in) * a_pitch + 256 * jb + j_in]);
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + mi;
                    copy4(&a_ik[(k_in + 1) % 2][mi], &shared.a_ik[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 8) {
                    const int j_in = j_own + 16 * mj;
                    copy8(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + mi;
                    copy4(&a_ik[0][mi], &shared.a_ik[1 - half][0][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 8) {
                    const int j_in = j_own + 16 * mj;
                    copy8(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 16; mj += 2) {
                    pair(a_ij[mi][mj]) = __viaddmin_s16x2(a_ik[k_in % 2][mi], pair(a_kj[k_in % 2][mj]), pair(a_ij[mi][mj]));
                }
            }
            if (k_in == 8 && next < 256) {
                // Stage a(i,k).
                {
                    const int group = thread;
                    const int k_in = 8 * (group % 2);
                    const int i_in = group / 2;
                    #pragma unroll
                    for (int e = 0; e < 8; ++e) {
                        shared.a_ik[1 - half][k_in + e][i_in] = both(early1[0][e]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 16; mj += 8) {
            const int j = j_base + j_own + 16 * mj;
            copy8(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** level of all other blocks */
extern "C" __global__ void __launch_bounds__(128, 3)
floyd_warshall_short_level4(const int n, const int kb, short *__restrict__ a, const int a_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 255) >> 8));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if ((n > 512 || kb != 0) && (4 * kb < ib + 1 || jb < kb || kb + 1 < jb) && (ib < 4 * kb + 8 || jb < kb || kb + 1 < jb) && (ib < 4 * kb || 4 * kb + 7 < ib)) {
        floyd_warshall_short_level4_blocks_along_i(n, kb, a, a_pitch, ib, jb);
    }
}
