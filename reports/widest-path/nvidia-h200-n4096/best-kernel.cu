/*
 * widest-path, tiled by Tilewright
 *
 * S1(k,i,j): w(i,j) = max(w(i,j), min(w(i,k), w(k,j)))
 *
 * Candidate: block 256x64x64, thread 1x4x8, chunk 16, buffers 2, step 64
 * Shape: 3D blocks
 * Legal because (max, min) is an idempotent closed semiring: the blocks of a step run as diagonal,
 *     panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran, I-GEP)
 *
 * Kernel widest_path_level0: level 0 of the blocks that others of the step need
 *   - the one block, whose iterations depend on each other
 *
 * Kernel widest_path_level1: level 1 of the blocks that others of the step need
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel widest_path_level2: level 2 of the blocks that others of the step need
 *   - blocks along i, j
 *   - blocks along i, j
 *
 * Kernel widest_path_level3: level of other blocks that the next step needs early
 *   - blocks along i, j
 *   - blocks along i, j
 *
 * Kernel widest_path_level4: level of all other blocks
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

/** The greatest of three numbers that are not negative: their bits order as integers, with one instruction for three. */
static __device__ __forceinline__ float greatest3(const float x, const float y, const float z)
{
    return __int_as_float(max(max(__float_as_int(x), __float_as_int(y)), __float_as_int(z)));
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

struct widest_path_level0_the_one_block_shared {
    alignas(16) float w_ik[2][64]; // w(i,k)
    alignas(16) float w_kj[2][64]; // w(k,j)
    alignas(16) float w_ik2[2][64]; // w(i,k + 1)
    alignas(16) float w_kj2[2][64]; // w(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
widest_path_level0_the_one_block_boundary(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level0_the_one_block_shared &shared = *reinterpret_cast<widest_path_level0_the_one_block_shared *>(shared_memory);
    alignas(16) float w_ij[4][4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
        }
    }
    #pragma unroll 1
    for (int k_in = 0; k_in < k_count; ++k_in) {
        // Hand out w(i,k).
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    alignas(16) const float wide[] = {w_ij[mi][mj], w_ij[mi + 1][mj], w_ij[mi + 2][mj], w_ij[mi + 3][mj]};
                    copy4(&shared.w_ik[k_in % 2][i_in], wide);
                }
            }
        }
        // Hand out w(k,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            if (i_in == k_in) {
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&shared.w_kj[k_in % 2][j_in], &w_ij[mi][mj]);
                }
            }
        }
        __syncthreads();
        alignas(16) float w_ik3[4];
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&w_ik3[mi], &shared.w_ik[k_in % 2][i_in]);
        }
        alignas(16) float w_kj3[4];
        {
            const int mj = 0;
            const int j_in = j_own;
            copy4(&w_kj3[mj], &shared.w_kj[k_in % 2][j_in]);
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                w_ij[mi][mj] = (n >= i) & (n >= j) ? fmaxf(w_ij[mi][mj], fminf(w_ik3[mi], w_kj3[mj])) : w_ij[mi][mj];
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                }
            }
        }
    }
}

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
widest_path_level0_the_one_block(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch)
{
    if (!(n >= 64 * ks + 64)) {
        widest_path_level0_the_one_block_boundary(n, kb, ks, w, w_pitch);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level0_the_one_block_shared &shared = *reinterpret_cast<widest_path_level0_the_one_block_shared *>(shared_start());
    alignas(16) float w_ij[4][4];
    alignas(16) float w_ik[4];
    alignas(16) float w_kj[4];
    alignas(16) float w_ik2[4];
    alignas(16) float w_kj2[4];
    alignas(16) float w_kk;
    alignas(16) float w_kk2;
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + j - 1]);
        }
    }
    #pragma unroll 1
    for (int k_group = 0; k_group < 64; k_group += 4) {
        #pragma unroll
        for (int k_part = 0; k_part < 4; k_part += 2) {
            const int k_in = k_group + k_part;
            // Hand out w(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {w_ij[mi][mj], w_ij[mi + 1][mj], w_ij[mi + 2][mj], w_ij[mi + 3][mj]};
                        copy4(&shared.w_ik[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out w(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {w_ij[mi][mj], w_ij[mi + 1][mj], w_ij[mi + 2][mj], w_ij[mi + 3][mj]};
                        copy4(&shared.w_ik2[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out w(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.w_kj[k_in / 2 % 2][j_in], &w_ij[mi][mj]);
                    }
                }
            }
            // Hand out w(k + 1,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in + 1) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.w_kj2[k_in / 2 % 2][j_in], &w_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&w_ik[mi], &shared.w_ik[k_in / 2 % 2][i_in]);
            }
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&w_kj[mj], &shared.w_kj[k_in / 2 % 2][j_in]);
            }
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&w_ik2[mi], &shared.w_ik2[k_in / 2 % 2][i_in]);
            }
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&w_kj2[mj], &shared.w_kj2[k_in / 2 % 2][j_in]);
            }
            w_kk = shared.w_kj[k_in / 2 % 2][k_in + 1];
            w_kk2 = shared.w_ik[k_in / 2 % 2][k_in + 1];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                }
            }
            alignas(16) float factor_i[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                factor_i[mi] = fmaxf(w_ik2[mi], fminf(w_ik[mi], w_kk));
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                w_ik2[mi] = factor_i[mi];
            }
            alignas(16) float factor_j[4];
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                factor_j[mj] = fmaxf(w_kj2[mj], fminf(w_kk2, w_kj[mj]));
            }
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                w_kj2[mj] = factor_j[mj];
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik2[mi], w_kj2[mj]));
                }
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w[(long long)(i - 1) * w_pitch + j - 1], &w_ij[mi][mj]);
        }
    }
}

/** level 0 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 1)
widest_path_level0(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch)
{
    widest_path_level0_the_one_block(n, kb, ks, w, w_pitch);
}

struct widest_path_level1_blocks_along_i_shared {
    alignas(16) float w_kj[2][16][64]; // w(k,j)
    alignas(16) float w_ik[2][64]; // w(i,k)
    alignas(16) float w_ik2[2][64]; // w(i,k + 1)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
widest_path_level1_blocks_along_i_boundary(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level1_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage w(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.w_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * ks + j_in + 1 <= n ? w[(long long)(64 * ks + k_chunk + k_in) * w_pitch + 64 * ks + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            // Hand out w(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_chunk + k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {w_ij[mi][mj], w_ij[mi + 1][mj], w_ij[mi + 2][mj], w_ij[mi + 3][mj]};
                        copy4(&shared.w_ik[k_in % 2][i_in], wide);
                    }
                }
            }
            __syncthreads();
            alignas(16) float w_ik3[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&w_ik3[mi], &shared.w_ik[k_in % 2][i_in]);
            }
            alignas(16) float w_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&w_kj[mj], &shared.w_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    w_ij[mi][mj] = (n >= i) & (n >= j) ? fmaxf(w_ij[mi][mj], fminf(w_ik3[mi], w_kj[mj])) : w_ij[mi][mj];
                }
            }
        }
        __syncthreads();
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
widest_path_level1_blocks_along_i(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch, const int ib)
{
    if (!(n >= 64 * ks + 64 && n >= 64 * ib + 64)) {
        widest_path_level1_blocks_along_i_boundary(n, kb, ks, w, w_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level1_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level1_blocks_along_i_shared *>(shared_start());
    alignas(16) float w_ij[4][4];
    alignas(16) float w_ik[4];
    alignas(16) float w_ik2[4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + j - 1]);
        }
    }
    // Stage w(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.w_kj[0][k_in][j_in], &w[(long long)(64 * ks + k_in) * w_pitch + 64 * ks + j_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage w(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.w_kj[1 - half][k_in][j_in], &w[(long long)(64 * ks + next + k_in) * w_pitch + 64 * ks + j_in]);
            }
        }
        #pragma unroll 1
        for (int k_group = 0; k_group < 16; k_group += 4) {
            #pragma unroll
            for (int k_part = 0; k_part < 4; k_part += 2) {
                const int k_in = k_group + k_part;
                // Hand out w(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        {
                            const int mi = 0;
                            const int i_in = i_own;
                            alignas(16) const float wide[] = {w_ij[mi][mj], w_ij[mi + 1][mj], w_ij[mi + 2][mj], w_ij[mi + 3][mj]};
                            copy4(&shared.w_ik[k_in / 2 % 2][i_in], wide);
                        }
                    }
                }
                // Hand out w(i,k + 1).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in + 1) {
                        {
                            const int mi = 0;
                            const int i_in = i_own;
                            alignas(16) const float wide[] = {w_ij[mi][mj], w_ij[mi + 1][mj], w_ij[mi + 2][mj], w_ij[mi + 3][mj]};
                            copy4(&shared.w_ik2[k_in / 2 % 2][i_in], wide);
                        }
                    }
                }
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik[mi], &shared.w_ik[k_in / 2 % 2][i_in]);
                }
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik2[mi], &shared.w_ik2[k_in / 2 % 2][i_in]);
                }
                alignas(16) float w_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&w_kj[mj], &shared.w_kj[half][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                    }
                }
                const float w_kj2 = shared.w_kj[half][k_in][k_chunk + k_in + 1];
                alignas(16) float factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = fmaxf(w_ik2[mi], fminf(w_ik[mi], w_kj2));
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    w_ik2[mi] = factor_i[mi];
                }
                alignas(16) float w_kj3[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&w_kj3[mj], &shared.w_kj[half][k_in + 1][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik2[mi], w_kj3[mj]));
                    }
                }
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w[(long long)(i - 1) * w_pitch + j - 1], &w_ij[mi][mj]);
        }
    }
}

struct widest_path_level1_blocks_along_j_shared {
    alignas(16) float w_ik[2][16][68]; // w(i,k), rows padded against bank conflicts
    alignas(16) float w_kj[2][64]; // w(k,j)
    alignas(16) float w_kj2[2][64]; // w(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
widest_path_level1_blocks_along_j_boundary(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level1_blocks_along_j_shared &shared = *reinterpret_cast<widest_path_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) float w_ij[4][4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage w(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.w_ik[0][k_in][i_in] = 64 * ks + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? w[(long long)(64 * ks + i_in) * w_pitch + 64 * ks + k_chunk + k_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            // Hand out w(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_chunk + k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.w_kj[k_in % 2][j_in], &w_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float w_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&w_ik[mi], &shared.w_ik[0][k_in][i_in]);
            }
            alignas(16) float w_kj3[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&w_kj3[mj], &shared.w_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    w_ij[mi][mj] = (n >= i) & (n >= j) ? fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj3[mj])) : w_ij[mi][mj];
                }
            }
        }
        __syncthreads();
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
widest_path_level1_blocks_along_j(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch, const int jb)
{
    if (!(n >= 64 * ks + 64 && n >= 64 * jb + 64)) {
        widest_path_level1_blocks_along_j_boundary(n, kb, ks, w, w_pitch, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level1_blocks_along_j_shared &shared = *reinterpret_cast<widest_path_level1_blocks_along_j_shared *>(shared_start());
    alignas(16) float w_ij[4][4];
    alignas(16) float w_kj[4];
    alignas(16) float w_kj2[4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + j - 1]);
        }
    }
    // Stage w(i,k).
    #pragma unroll 4
    for (int step = 0; step < 4; ++step) {
        const int group = 256 * step + thread;
        const int k_in = group % 8 + 8 * (group / 512);
        const int i_in = group / 8 % 64;
        copy_async1(&shared.w_ik[0][k_in][i_in], &w[(long long)(64 * ks + i_in) * w_pitch + 64 * ks + k_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage w(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                copy_async1(&shared.w_ik[1 - half][k_in][i_in], &w[(long long)(64 * ks + i_in) * w_pitch + 64 * ks + next + k_in]);
            }
        }
        #pragma unroll 1
        for (int k_group = 0; k_group < 16; k_group += 4) {
            #pragma unroll
            for (int k_part = 0; k_part < 4; k_part += 2) {
                const int k_in = k_group + k_part;
                // Hand out w(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.w_kj[k_in / 2 % 2][j_in], &w_ij[mi][mj]);
                        }
                    }
                }
                // Hand out w(k + 1,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in + 1) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.w_kj2[k_in / 2 % 2][j_in], &w_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&w_kj[mj], &shared.w_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&w_kj2[mj], &shared.w_kj2[k_in / 2 % 2][j_in]);
                }
                alignas(16) float w_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik[mi], &shared.w_ik[half][k_in][i_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                    }
                }
                const float w_ik2 = shared.w_ik[half][k_in][k_chunk + k_in + 1];
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = fmaxf(w_kj2[mj], fminf(w_ik2, w_kj[mj]));
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    w_kj2[mj] = factor_j[mj];
                }
                alignas(16) float w_ik3[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik3[mi], &shared.w_ik[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik3[mi], w_kj2[mj]));
                    }
                }
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w[(long long)(i - 1) * w_pitch + j - 1], &w_ij[mi][mj]);
        }
    }
}

/** level 1 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 1)
widest_path_level1(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if ((n > 64 || kb != 0 || ks != 0) && ib != ks) {
                widest_path_level1_blocks_along_i(n, kb, ks, w, w_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if ((n > 64 || kb != 0 || ks != 0) && jb != ks) {
        widest_path_level1_blocks_along_j(n, kb, ks, w, w_pitch, jb);
    }
}

struct widest_path_level2_blocks_along_i_shared {
    alignas(16) float w_ik[2][64][20]; // w(i,k), rows padded against bank conflicts
    alignas(16) float w_kj[2][16][64]; // w(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
widest_path_level2_blocks_along_i_boundary(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level2_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage w(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.w_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? w[(long long)(64 * ib + i_in) * w_pitch + 64 * ks + k_chunk + k_in] : 0.0f;
        }
        // Stage w(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.w_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? w[(long long)(64 * ks + k_chunk + k_in) * w_pitch + 64 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float w_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                w_ik[mi] = shared.w_ik[0][i_in][k_in];
            }
            alignas(16) float w_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&w_kj[mj], &shared.w_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                }
            }
        }
        __syncthreads();
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
widest_path_level2_blocks_along_i(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    if (!(64 * ib - n + 64 <= 0 && n - 64 * jb - 1 >= 0 && (64 * jb - n + 64 <= 0 || 32 * ((n + 31) >> 5) - n >= 4) && n >= 64 * ks + 64)) {
        widest_path_level2_blocks_along_i_boundary(n, kb, ks, w, w_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level2_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)]);
        }
    }
    // Stage w(i,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.w_ik[0][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 64 * ks + k_in]);
    }
    // Stage w(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.w_kj[0][k_in][j_in], &w[(long long)(64 * ks + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage w(i,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.w_ik[1 - half][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 64 * ks + next + k_in]);
            }
            // Stage w(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.w_kj[1 - half][k_in][j_in], &w[(long long)(64 * ks + next + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float w_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&w_ik[mi][0], &shared.w_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float w_kj[2][4];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&w_kj[p][mj], &shared.w_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        w_ij[mi][mj] = greatest3(w_ij[mi][mj], fminf(w_ik[mi][e_], w_kj[0][mj]), fminf(w_ik[mi][e_ + 1], w_kj[1][mj]));
                    }
                }
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)], &w_ij[mi][mj]);
        }
    }
}

struct widest_path_level2_blocks_along_i_2_shared {
    alignas(16) float w_ik[2][64][20]; // w(i,k), rows padded against bank conflicts
    alignas(16) float w_kj[2][16][64]; // w(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
widest_path_level2_blocks_along_i_2_boundary(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * ks + 64) ? n : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level2_blocks_along_i_2_shared &shared = *reinterpret_cast<widest_path_level2_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) float w_ij[4][4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage w(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.w_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n ? w[(long long)(64 * ib + i_in) * w_pitch + 64 * ks + k_chunk + k_in] : 0.0f;
        }
        // Stage w(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.w_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? w[(long long)(64 * ks + k_chunk + k_in) * w_pitch + 64 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float w_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                w_ik[mi] = shared.w_ik[0][i_in][k_in];
            }
            alignas(16) float w_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&w_kj[mj], &shared.w_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                }
            }
        }
        __syncthreads();
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j) {
                    w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
widest_path_level2_blocks_along_i_2(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    if (!(64 * ib - n + 64 <= 0 && n - 64 * jb - 1 >= 0 && (64 * jb - n + 64 <= 0 || 32 * ((n + 31) >> 5) - n >= 4) && n >= 64 * ks + 64)) {
        widest_path_level2_blocks_along_i_2_boundary(n, kb, ks, w, w_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    widest_path_level2_blocks_along_i_2_shared &shared = *reinterpret_cast<widest_path_level2_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) float w_ij[4][4];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)]);
        }
    }
    // Stage w(i,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.w_ik[0][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 64 * ks + k_in]);
    }
    // Stage w(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.w_kj[0][k_in][j_in], &w[(long long)(64 * ks + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage w(i,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.w_ik[1 - half][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 64 * ks + next + k_in]);
            }
            // Stage w(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.w_kj[1 - half][k_in][j_in], &w[(long long)(64 * ks + next + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float w_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&w_ik[mi][0], &shared.w_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float w_kj[2][4];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&w_kj[p][mj], &shared.w_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        w_ij[mi][mj] = greatest3(w_ij[mi][mj], fminf(w_ik[mi][e_], w_kj[0][mj]), fminf(w_ik[mi][e_ + 1], w_kj[1][mj]));
                    }
                }
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)], &w_ij[mi][mj]);
        }
    }
}

/** level 2 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 2)
widest_path_level2(const int n, const int kb, const int ks, float *__restrict__ w, const int w_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, (n >= 256 * kb + 194 ? 4 * kb + 3 : ((n + 63) >> 6) - 1) - 4 * kb + 1);
        const int jb_count = max(0, ((n + 63) >> 6));
        if (block < ib_count * jb_count) {
            const int ib = 4 * kb + block / jb_count;
            const int jb = block % jb_count;
            if ((kb < 0 || 256 * kb + 64 < n || ks != 4 * kb) && (ib < ks + 1 || jb != ks) && (ks < ib + 1 || jb != ks) && ib != ks) {
                widest_path_level2_blocks_along_i(n, kb, ks, w, w_pitch, ib, jb);
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
        widest_path_level2_blocks_along_i_2(n, kb, ks, w, w_pitch, ib, jb);
    }
}

struct widest_path_level3_blocks_along_i_shared {
    alignas(16) float w_ik[2][64][20]; // w(i,k), rows padded against bank conflicts
    alignas(16) float w_kj[2][16][64]; // w(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
widest_path_level3_blocks_along_i_boundary(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (256 * kb + 256) ? n : (256 * kb + 256)) - 256 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level3_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
            w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage w(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.w_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 256 * kb + k_chunk + k_in + 1 <= n ? w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + k_chunk + k_in] : 0.0f;
        }
        // Stage w(k,j).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.w_kj[0][k_in][j_in] = 256 * kb + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? w[(long long)(256 * kb + k_chunk + k_in) * w_pitch + 64 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float w_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                w_ik[mi] = shared.w_ik[0][i_in][k_in];
            }
            alignas(16) float w_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&w_kj[mj], &shared.w_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                }
            }
        }
        __syncthreads();
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                if (n >= j) {
                    w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
widest_path_level3_blocks_along_i(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    if (!(64 * ib - n + 64 <= 0 && n - 64 * jb - 1 >= 0 && (64 * jb - n + 64 <= 0 || 32 * ((n + 31) >> 5) - n >= 4) && n >= 256 * kb + 256)) {
        widest_path_level3_blocks_along_i_boundary(n, kb, w, w_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level3_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 8 * mj;
            copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)]);
        }
    }
    // Stage w(i,k).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 128 * step + thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.w_ik[0][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + k_in]);
    }
    // Stage w(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 128 * step + thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.w_kj[0][k_in][j_in], &w[(long long)(256 * kb + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
    }
    for (int k_chunk = 0; k_chunk < 256; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 256) {
            // Stage w(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.w_ik[1 - half][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + next + k_in]);
            }
            // Stage w(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.w_kj[1 - half][k_in][j_in], &w[(long long)(256 * kb + next + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float w_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&w_ik[mi][0], &shared.w_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float w_kj[2][8];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&w_kj[p][mj], &shared.w_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        w_ij[mi][mj] = greatest3(w_ij[mi][mj], fminf(w_ik[mi][e_], w_kj[0][mj]), fminf(w_ik[mi][e_ + 1], w_kj[1][mj]));
                    }
                }
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 8 * mj;
            copy4(&w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)], &w_ij[mi][mj]);
        }
    }
}

struct widest_path_level3_blocks_along_i_2_shared {
    alignas(16) float w_ik[2][64][20]; // w(i,k), rows padded against bank conflicts
    alignas(16) float w_kj[2][16][64]; // w(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
widest_path_level3_blocks_along_i_2_boundary(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (256 * kb + 256) ? n : (256 * kb + 256)) - 256 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level3_blocks_along_i_2_shared &shared = *reinterpret_cast<widest_path_level3_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
            w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage w(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.w_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 256 * kb + k_chunk + k_in + 1 <= n ? w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + k_chunk + k_in] : 0.0f;
        }
        // Stage w(k,j).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.w_kj[0][k_in][j_in] = 256 * kb + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? w[(long long)(256 * kb + k_chunk + k_in) * w_pitch + 64 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float w_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                w_ik[mi] = shared.w_ik[0][i_in][k_in];
            }
            alignas(16) float w_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&w_kj[mj], &shared.w_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                }
            }
        }
        __syncthreads();
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                if (n >= j) {
                    w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
widest_path_level3_blocks_along_i_2(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    if (!(64 * ib - n + 64 <= 0 && n - 64 * jb - 1 >= 0 && (64 * jb - n + 64 <= 0 || 32 * ((n + 31) >> 5) - n >= 4) && n >= 256 * kb + 256)) {
        widest_path_level3_blocks_along_i_2_boundary(n, kb, w, w_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level3_blocks_along_i_2_shared &shared = *reinterpret_cast<widest_path_level3_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 8 * mj;
            copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)]);
        }
    }
    // Stage w(i,k).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 128 * step + thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.w_ik[0][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + k_in]);
    }
    // Stage w(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 128 * step + thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.w_kj[0][k_in][j_in], &w[(long long)(256 * kb + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
    }
    for (int k_chunk = 0; k_chunk < 256; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 256) {
            // Stage w(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.w_ik[1 - half][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + next + k_in]);
            }
            // Stage w(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.w_kj[1 - half][k_in][j_in], &w[(long long)(256 * kb + next + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float w_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&w_ik[mi][0], &shared.w_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float w_kj[2][8];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&w_kj[p][mj], &shared.w_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        w_ij[mi][mj] = greatest3(w_ij[mi][mj], fminf(w_ik[mi][e_], w_kj[0][mj]), fminf(w_ik[mi][e_ + 1], w_kj[1][mj]));
                    }
                }
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 8 * mj;
            copy4(&w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)], &w_ij[mi][mj]);
        }
    }
}

/** level of other blocks that the next step needs early */
extern "C" __global__ void __launch_bounds__(128, 4)
widest_path_level3(const int n, const int kb, float *__restrict__ w, const int w_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, (n >= 256 * kb + 450 ? 4 * kb + 7 : ((n + 63) >> 6) - 1) - 4 * kb - 3);
        const int jb_count = max(0, ((n + 63) >> 6));
        if (block < ib_count * jb_count) {
            const int ib = 4 * kb + 4 + block / jb_count;
            const int jb = block % jb_count;
            if (n >= 256 * kb + 257 && (jb < 4 * kb || 4 * kb + 3 < jb)) {
                widest_path_level3_blocks_along_i(n, kb, w, w_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, (n >= 256 * kb + 450 ? 4 * kb + 7 : ((n + 63) >> 6) - 1) - 4 * kb - 3);
    const int ib = block / jb_count;
    const int jb = 4 * kb + 4 + block % jb_count;
    if (n >= 256 * kb + 257 && (n > 512 || kb != 0) && (ib < 4 * kb || 4 * kb + 7 < ib)) {
        widest_path_level3_blocks_along_i_2(n, kb, w, w_pitch, ib, jb);
    }
}

struct widest_path_level4_blocks_along_i_shared {
    alignas(16) float w_ik[2][64][20]; // w(i,k), rows padded against bank conflicts
    alignas(16) float w_kj[2][16][64]; // w(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
widest_path_level4_blocks_along_i_boundary(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (256 * kb + 256) ? n : (256 * kb + 256)) - 256 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level4_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level4_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
            w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage w(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.w_ik[0][i_in][k_in] = 64 * ib + i_in + 1 <= n && 256 * kb + k_chunk + k_in + 1 <= n ? w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + k_chunk + k_in] : 0.0f;
        }
        // Stage w(k,j).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.w_kj[0][k_in][j_in] = 256 * kb + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? w[(long long)(256 * kb + k_chunk + k_in) * w_pitch + 64 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float w_ik[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                w_ik[mi] = shared.w_ik[0][i_in][k_in];
            }
            alignas(16) float w_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&w_kj[mj], &shared.w_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                }
            }
        }
        __syncthreads();
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                if (n >= j) {
                    w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
widest_path_level4_blocks_along_i(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    if (!(64 * ib - n + 64 <= 0 && n - 64 * jb - 1 >= 0 && (64 * jb - n + 64 <= 0 || 32 * ((n + 31) >> 5) - n >= 4) && n >= 256 * kb + 256)) {
        widest_path_level4_blocks_along_i_boundary(n, kb, w, w_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = thread / 8;
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level4_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level4_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    // Load w(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 8 * mj;
            copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)]);
        }
    }
    // Stage w(i,k).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 128 * step + thread;
        const int k_in = 4 * (group % 4);
        const int i_in = group / 4;
        copy_async4(&shared.w_ik[0][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + k_in]);
    }
    // Stage w(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 128 * step + thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.w_kj[0][k_in][j_in], &w[(long long)(256 * kb + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
    }
    for (int k_chunk = 0; k_chunk < 256; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 256) {
            // Stage w(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = 4 * (group % 4);
                const int i_in = group / 4;
                copy_async4(&shared.w_ik[1 - half][i_in][k_in], &w[(long long)(64 * ib + i_in) * w_pitch + 256 * kb + next + k_in]);
            }
            // Stage w(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.w_kj[1 - half][k_in][j_in], &w[(long long)(256 * kb + next + k_in) * w_pitch + min(64 * jb + j_in, w_pitch - 4)]);
            }
        }
        #pragma unroll 4
        for (int k_group = 0; k_group < 16; k_group += 4) {
            alignas(16) float w_ik[4][4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + 16 * mi;
                copy4(&w_ik[mi][0], &shared.w_ik[half][i_in][k_group]);
            }
            #pragma unroll
            for (int e_ = 0; e_ < 4; e_ += 2) {
                alignas(16) float w_kj[2][8];
                #pragma unroll
                for (int p = 0; p < 2; ++p) {
                    const int k_in = k_group + e_ + p;
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&w_kj[p][mj], &shared.w_kj[half][k_in][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        w_ij[mi][mj] = greatest3(w_ij[mi][mj], fminf(w_ik[mi][e_], w_kj[0][mj]), fminf(w_ik[mi][e_ + 1], w_kj[1][mj]));
                    }
                }
            }
        }
    }
    // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 16 * mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 8 * mj;
            copy4(&w[(long long)(i - 1) * w_pitch + min(j - 1, w_pitch - 4)], &w_ij[mi][mj]);
        }
    }
}

/** level of all other blocks */
extern "C" __global__ void __launch_bounds__(128, 4)
widest_path_level4(const int n, const int kb, float *__restrict__ w, const int w_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if ((n > 512 || kb != 0) && (4 * kb < ib + 1 || jb < 4 * kb || 4 * kb + 7 < jb) && (ib < 4 * kb + 8 || jb < 4 * kb || 4 * kb + 7 < jb) && (ib < 4 * kb || 4 * kb + 7 < ib)) {
        widest_path_level4_blocks_along_i(n, kb, w, w_pitch, ib, jb);
    }
}
