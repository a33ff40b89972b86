/*
 * floyd-warshall, tiled by Tilewright
 *
 * S1(k,i,j): path(i,j) = min(path(i,j), path(i,k) + path(k,j))
 *
 * Candidate: block 64x64x64, thread 1x4x8, chunk 16, buffers 2, step 64
 * Shape: 3D blocks
 * Legal because (min, +) is an idempotent closed semiring, given path(k,k) >= 0: the blocks of a step
 *     run as diagonal, panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran, I-GEP)
 *
 * Kernel floyd_warshall_level0: level 0 of the blocks that others of the step need
 *   - the one block, whose iterations depend on each other
 *
 * Kernel floyd_warshall_level1: level 1 of the blocks that others of the step need
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel floyd_warshall_level2: level of other blocks that the next step needs early
 *   - blocks along i
 *   - blocks along j
 *
 * Kernel floyd_warshall_level3: level of all other blocks
 *   - blocks along i, j
 */

/** 4 neighbours in one int4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(int *to, const int *from)
{
    *reinterpret_cast<int4 *>(to) = *reinterpret_cast<const int4 *>(from);
}

/** Starts the copy of 1 neighbour to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async1(int *to, const int *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** Starts the copy of 4 neighbours to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async4(int *to, const int *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/**
 * 4 neighbours in one access, each moved between it and a register of its own: operands of arithmetic need not be
 * neighbours, and may lie on different banks. That threadIdx.y is 0 is not known to the compiler, so it keeps them apart.
 */
static __device__ __forceinline__ void load_apart4(int *to, const int *from)
{
    alignas(16) int wide[4];
    copy4(wide, from);
    #pragma unroll
    for (int e = 0; e < 4; ++e) {
        to[e] = wide[e] ^ (int)threadIdx.y;
    }
}

/**
 * 4 neighbours in one access, each moved between it and a register of its own: operands of arithmetic need not be
 * neighbours, and may lie on different banks. That threadIdx.y is 0 is not known to the compiler, so it keeps them apart.
 */
static __device__ __forceinline__ void store_apart4(int *to, const int *from)
{
    alignas(16) int wide[4];
    #pragma unroll
    for (int e = 0; e < 4; ++e) {
        wide[e] = from[e] ^ (int)threadIdx.y;
    }
    copy4(to, wide);
}

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct floyd_warshall_level0_the_one_block_shared {
    alignas(16) int path_ik[2][64]; // path(i,k)
    alignas(16) int path_kj[2][64]; // path(k,j)
    alignas(16) int path_ik2[2][64]; // path(i,k + 1)
    alignas(16) int path_kj2[2][64]; // path(k + 1,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level0_the_one_block(const int n, const int kb, const int ks, int *__restrict__ path, const int path_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * kb + 1;
    const int i_base = 64 * kb;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * kb;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level0_the_one_block_shared &shared = *reinterpret_cast<floyd_warshall_level0_the_one_block_shared *>(shared_memory);
    alignas(16) int path_ij[4][4];
    alignas(16) int path_ik[4];
    alignas(16) int path_kj[4];
    alignas(16) int path_ik2[4];
    alignas(16) int path_kj2[4];
    alignas(16) int path_kk;
    alignas(16) int path_kk2;
    if (n >= 64 * kb + 64 && n - 1 >= 64 * kb + 63) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        #pragma unroll 2
        for (int k_in = 0; k_in < 64; k_in += 2) {
            // Hand out path(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.path_ik[k_in / 2 % 2][i_in] = path_ij[mi][mj];
                    }
                }
            }
            // Hand out path(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.path_kj[k_in / 2 % 2][j_in], &path_ij[mi][mj]);
                    }
                }
            }
            // Hand out path(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.path_ik2[k_in / 2 % 2][i_in] = path_ij[mi][mj];
                    }
                }
            }
            // Hand out path(k + 1,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in + 1) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.path_kj2[k_in / 2 % 2][j_in], &path_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&path_ik[mi], &shared.path_ik[k_in / 2 % 2][i_in]);
            }
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&path_kj[mj], &shared.path_kj[k_in / 2 % 2][j_in]);
            }
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&path_ik2[mi], &shared.path_ik2[k_in / 2 % 2][i_in]);
            }
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&path_kj2[mj], &shared.path_kj2[k_in / 2 % 2][j_in]);
            }
            path_kk = shared.path_kj[k_in / 2 % 2][k_in + 1];
            path_kk2 = shared.path_ik[k_in / 2 % 2][k_in + 1];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    path_ij[mi][mj] = __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]);
                }
            }
            alignas(16) int factor_i[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                factor_i[mi] = __viaddmin_s32(path_ik[mi], path_kk, path_ik2[mi]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                path_ik2[mi] = factor_i[mi];
            }
            alignas(16) int factor_j[4];
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                factor_j[mj] = __viaddmin_s32(path_kk2, path_kj[mj], path_kj2[mj]);
            }
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                path_kj2[mj] = factor_j[mj];
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    path_ij[mi][mj] = __viaddmin_s32(path_ik2[mi], path_kj2[mj], path_ij[mi][mj]);
                }
            }
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&path[(long long)i * path_pitch + j], &path_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        #pragma unroll 1
        for (int k_in = 0; k_in < k_count; ++k_in) {
            // Hand out path(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.path_ik[k_in % 2][i_in] = path_ij[mi][mj];
                    }
                }
            }
            // Hand out path(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.path_kj[k_in % 2][j_in], &path_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) int path_ik3[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&path_ik3[mi], &shared.path_ik[k_in % 2][i_in]);
            }
            alignas(16) int path_kj3[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&path_kj3[mj], &shared.path_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    path_ij[mi][mj] = (n >= i + 1) & (n >= j + 1) ? __viaddmin_s32(path_ik3[mi], path_kj3[mj], path_ij[mi][mj]) : path_ij[mi][mj];
                }
            }
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j + 1) {
                        path[(long long)i * path_pitch + j] = path_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 0 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 1)
floyd_warshall_level0(const int n, const int kb, const int ks, int *__restrict__ path, const int path_pitch)
{
    floyd_warshall_level0_the_one_block(n, kb, ks, path, path_pitch);
}

struct floyd_warshall_level1_blocks_along_i_shared {
    alignas(16) int path_kj[2][16][64]; // path(k,j)
    alignas(16) int path_ik[2][64]; // path(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level1_blocks_along_i(const int n, const int kb, const int ks, int *__restrict__ path, const int path_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * ks + 1;
    const int i_base = 64 * ib;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * kb;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level1_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) int path_ij[4][4];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64 && 64 * kb == 64 * ks) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        if (16 <= k_count) {
            // Stage path(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.path_kj[0][k_in][j_in], &path[(long long)(64 * ks + k_in) * path_pitch + 64 * kb + j_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 16 <= k_count; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            await_copies();
            __syncthreads();
            if (next + 16 <= k_count) {
                // Stage path(k,j).
                {
                    const int group = thread;
                    const int j_in = 4 * (group % 16);
                    const int k_in = group / 16;
                    copy_async4(&shared.path_kj[1 - half][k_in][j_in], &path[(long long)(64 * ks + next + k_in) * path_pitch + 64 * kb + j_in]);
                }
            }
            #pragma unroll 8
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Hand out path(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == 64 * ks + k_chunk + k_in - 64 * kb) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.path_ik[k_in % 2][i_in] = path_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[k_in % 2][i_in]);
                }
                alignas(16) int path_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&path_kj[mj], &shared.path_kj[half][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]);
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage path(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.path_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in <= n - 1 && 64 * kb + j_in <= n - 1 ? path[(long long)(64 * ks + k_chunk + k_in) * path_pitch + 64 * kb + j_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                // Hand out path(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == 64 * ks + k_chunk + k_in - 64 * kb) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.path_ik[k_in % 2][i_in] = path_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[k_in % 2][i_in]);
                }
                alignas(16) int path_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&path_kj[mj], &shared.path_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&path[(long long)i * path_pitch + j], &path_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        for (int k_chunk = 16 * ((64 * kb - 64 * ks) >> 4); k_chunk < k_count; k_chunk += 16) {
            // Stage path(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.path_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in <= n - 1 && 64 * kb + j_in <= n - 1 ? path[(long long)(64 * ks + k_chunk + k_in) * path_pitch + 64 * kb + j_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = max(0, 64 * kb - 64 * ks - k_chunk); k_in < min(16, k_count - k_chunk); ++k_in) {
                // Hand out path(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == 64 * ks + k_chunk + k_in - 64 * kb) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.path_ik[k_in % 2][i_in] = path_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[k_in % 2][i_in]);
                }
                alignas(16) int path_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&path_kj[mj], &shared.path_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        path_ij[mi][mj] = (n >= i + 1) & (n >= j + 1) ? __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]) : path_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j + 1) {
                        path[(long long)i * path_pitch + j] = path_ij[mi][mj];
                    }
                }
            }
        }
    }
}

struct floyd_warshall_level1_blocks_along_j_shared {
    alignas(16) int path_ik[2][16][68]; // path(i,k), rows padded against bank conflicts
    alignas(16) int path_kj[2][64]; // path(k,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level1_blocks_along_j(const int n, const int kb, const int ks, int *__restrict__ path, const int path_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * ks + 1;
    const int i_base = 64 * kb;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    floyd_warshall_level1_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) int path_ij[4][4];
    if (n >= 64 * kb + 64 && n >= 64 * jb + 64 && 64 * kb == 64 * ks) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        if (16 <= k_count) {
            // Stage path(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                copy_async1(&shared.path_ik[0][k_in][i_in], &path[(long long)(64 * kb + i_in) * path_pitch + 64 * ks + k_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 16 <= k_count; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            await_copies();
            __syncthreads();
            if (next + 16 <= k_count) {
                // Stage path(i,k).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 256 * step + thread;
                    const int k_in = group % 8 + 8 * (group / 512);
                    const int i_in = group / 8 % 64;
                    copy_async1(&shared.path_ik[1 - half][k_in][i_in], &path[(long long)(64 * kb + i_in) * path_pitch + 64 * ks + next + k_in]);
                }
            }
            #pragma unroll 8
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Hand out path(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == 64 * ks + k_chunk + k_in - 64 * kb) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.path_kj[k_in % 2][j_in], &path_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[half][k_in][i_in]);
                }
                alignas(16) int path_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&path_kj[mj], &shared.path_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]);
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage path(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                shared.path_ik[0][k_in][i_in] = 64 * kb + i_in <= n - 1 && 64 * ks + k_chunk + k_in <= n - 1 ? path[(long long)(64 * kb + i_in) * path_pitch + 64 * ks + k_chunk + k_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                // Hand out path(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == 64 * ks + k_chunk + k_in - 64 * kb) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.path_kj[k_in % 2][j_in], &path_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[0][k_in][i_in]);
                }
                alignas(16) int path_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&path_kj[mj], &shared.path_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&path[(long long)i * path_pitch + j], &path_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        for (int k_chunk = 16 * ((64 * kb - 64 * ks) >> 4); k_chunk < k_count; k_chunk += 16) {
            // Stage path(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                shared.path_ik[0][k_in][i_in] = 64 * kb + i_in <= n - 1 && 64 * ks + k_chunk + k_in <= n - 1 ? path[(long long)(64 * kb + i_in) * path_pitch + 64 * ks + k_chunk + k_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = max(0, 64 * kb - 64 * ks - k_chunk); k_in < min(16, k_count - k_chunk); ++k_in) {
                // Hand out path(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == 64 * ks + k_chunk + k_in - 64 * kb) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.path_kj[k_in % 2][j_in], &path_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[0][k_in][i_in]);
                }
                alignas(16) int path_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&path_kj[mj], &shared.path_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        path_ij[mi][mj] = (n >= i + 1) & (n >= j + 1) ? __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]) : path_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j + 1) {
                        path[(long long)i * path_pitch + j] = path_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 1 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 1)
floyd_warshall_level1(const int n, const int kb, const int ks, int *__restrict__ path, const int path_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if ((n > 64 || kb != 0) && ib != kb) {
                floyd_warshall_level1_blocks_along_i(n, kb, ks, path, path_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if ((n > 64 || kb != 0) && jb != kb) {
        floyd_warshall_level1_blocks_along_j(n, kb, ks, path, path_pitch, jb);
    }
}

struct floyd_warshall_level2_blocks_along_i_shared {
    alignas(16) int path_ik[2][16][68]; // path(i,k), rows padded against bank conflicts
    alignas(16) int path_kj[2][16][64]; // path(k,j)
};

/** blocks along i */
static __device__ __forceinline__ void
floyd_warshall_level2_blocks_along_i(const int n, const int kb, int *__restrict__ path, const int path_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * kb + 1;
    const int i_base = 64 * ib;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb + 64;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level2_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) int path_ij[4][8];
    if (n >= 64 * kb + 128 && n >= 64 * ib + 64 && n - 1 >= 64 * kb + 63) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                load_apart4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        alignas(16) int path_ik[2][4];
        alignas(16) int path_kj[2][8];
        // Stage path(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            copy_async1(&shared.path_ik[0][k_in][i_in], &path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + k_in]);
        }
        // Stage path(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int j_in = 4 * (group % 16);
            const int k_in = group / 16;
            copy_async4(&shared.path_kj[0][k_in][j_in], &path[(long long)(64 * kb + k_in) * path_pitch + 64 * kb + j_in + 64]);
        }
        await_copies();
        __syncthreads();
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&path_ik[0][mi], &shared.path_ik[0][0][i_in]);
        }
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j_in = j_own + 8 * mj;
            copy4(&path_kj[0][mj], &shared.path_kj[0][0][j_in]);
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            if (next < 64) {
                // Stage path(i,k).
                #pragma unroll 8
                for (int step = 0; step < 8; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 8 + 8 * (group / 512);
                    const int i_in = group / 8 % 64;
                    copy_async1(&shared.path_ik[1 - half][k_in][i_in], &path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + next + k_in]);
                }
                // Stage path(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int j_in = 4 * (group % 16);
                    const int k_in = group / 16;
                    copy_async4(&shared.path_kj[1 - half][k_in][j_in], &path[(long long)(64 * kb + next + k_in) * path_pitch + 64 * kb + j_in + 64]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 16) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&path_ik[(k_in + 1) % 2][mi], &shared.path_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&path_kj[(k_in + 1) % 2][mj], &shared.path_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&path_ik[0][mi], &shared.path_ik[1 - half][0][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&path_kj[0][mj], &shared.path_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[k_in % 2][mi], path_kj[k_in % 2][mj], path_ij[mi][mj]);
                    }
                }
            }
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                store_apart4(&path[(long long)i * path_pitch + j], &path_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage path(i,k).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                shared.path_ik[0][k_in][i_in] = 64 * ib + i_in <= n - 1 && 64 * kb + k_chunk + k_in <= n - 1 ? path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + k_chunk + k_in] : 0;
            }
            // Stage path(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.path_kj[0][k_in][j_in] = 64 * kb + k_chunk + k_in <= n - 1 && 64 * kb + j_in + 64 <= n - 1 ? path[(long long)(64 * kb + k_chunk + k_in) * path_pitch + 64 * kb + j_in + 64] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[0][k_in][i_in]);
                }
                alignas(16) int path_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&path_kj[mj], &shared.path_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j + 1) {
                        path[(long long)i * path_pitch + j] = path_ij[mi][mj];
                    }
                }
            }
        }
    }
}

struct floyd_warshall_level2_blocks_along_j_shared {
    alignas(16) int path_ik[2][16][68]; // path(i,k), rows padded against bank conflicts
    alignas(16) int path_kj[2][16][64]; // path(k,j)
};

/** blocks along j */
static __device__ __forceinline__ void
floyd_warshall_level2_blocks_along_j(const int n, const int kb, int *__restrict__ path, const int path_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * kb + 1;
    const int i_base = 64 * kb + 64;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level2_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_level2_blocks_along_j_shared *>(shared_memory);
    alignas(16) int path_ij[4][8];
    if (n >= 64 * kb + 128 && n >= 64 * jb + 64 && n - 1 >= 64 * kb + 63) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                load_apart4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        alignas(16) int path_ik[2][4];
        alignas(16) int path_kj[2][8];
        // Stage path(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            copy_async1(&shared.path_ik[0][k_in][i_in], &path[(long long)(64 * kb + i_in + 64) * path_pitch + 64 * kb + k_in]);
        }
        // Stage path(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int j_in = 4 * (group % 16);
            const int k_in = group / 16;
            copy_async4(&shared.path_kj[0][k_in][j_in], &path[(long long)(64 * kb + k_in) * path_pitch + 64 * jb + j_in]);
        }
        await_copies();
        __syncthreads();
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&path_ik[0][mi], &shared.path_ik[0][0][i_in]);
        }
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j_in = j_own + 8 * mj;
            copy4(&path_kj[0][mj], &shared.path_kj[0][0][j_in]);
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            if (next < 64) {
                // Stage path(i,k).
                #pragma unroll 8
                for (int step = 0; step < 8; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 8 + 8 * (group / 512);
                    const int i_in = group / 8 % 64;
                    copy_async1(&shared.path_ik[1 - half][k_in][i_in], &path[(long long)(64 * kb + i_in + 64) * path_pitch + 64 * kb + next + k_in]);
                }
                // Stage path(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int j_in = 4 * (group % 16);
                    const int k_in = group / 16;
                    copy_async4(&shared.path_kj[1 - half][k_in][j_in], &path[(long long)(64 * kb + next + k_in) * path_pitch + 64 * jb + j_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 16) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&path_ik[(k_in + 1) % 2][mi], &shared.path_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&path_kj[(k_in + 1) % 2][mj], &shared.path_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&path_ik[0][mi], &shared.path_ik[1 - half][0][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&path_kj[0][mj], &shared.path_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[k_in % 2][mi], path_kj[k_in % 2][mj], path_ij[mi][mj]);
                    }
                }
            }
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                store_apart4(&path[(long long)i * path_pitch + j], &path_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage path(i,k).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                shared.path_ik[0][k_in][i_in] = 64 * kb + i_in + 64 <= n - 1 && 64 * kb + k_chunk + k_in <= n - 1 ? path[(long long)(64 * kb + i_in + 64) * path_pitch + 64 * kb + k_chunk + k_in] : 0;
            }
            // Stage path(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.path_kj[0][k_in][j_in] = 64 * kb + k_chunk + k_in <= n - 1 && 64 * jb + j_in <= n - 1 ? path[(long long)(64 * kb + k_chunk + k_in) * path_pitch + 64 * jb + j_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[0][k_in][i_in]);
                }
                alignas(16) int path_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&path_kj[mj], &shared.path_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j + 1) {
                        path[(long long)i * path_pitch + j] = path_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level of other blocks that the next step needs early */
extern "C" __global__ void __launch_bounds__(128, 4)
floyd_warshall_level2(const int n, const int kb, int *__restrict__ path, const int path_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if (n >= 64 * kb + 65 && ib != kb) {
                floyd_warshall_level2_blocks_along_i(n, kb, path, path_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if (n >= 64 * kb + 65 && (n > 128 || kb != 0) && (jb < kb || kb + 1 < jb)) {
        floyd_warshall_level2_blocks_along_j(n, kb, path, path_pitch, jb);
    }
}

struct floyd_warshall_level3_blocks_along_i_shared {
    alignas(16) int path_ik[2][16][68]; // path(i,k), rows padded against bank conflicts
    alignas(16) int path_kj[2][16][64]; // path(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_level3_blocks_along_i(const int n, const int kb, int *__restrict__ path, const int path_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * kb + 1;
    const int i_base = 64 * ib;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level3_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) int path_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64 && n >= 64 * jb + 64 && n - 1 >= 64 * kb + 63) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                load_apart4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        alignas(16) int path_ik[2][4];
        alignas(16) int path_kj[2][8];
        // Stage path(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            copy_async1(&shared.path_ik[0][k_in][i_in], &path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + k_in]);
        }
        // Stage path(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int j_in = 4 * (group % 16);
            const int k_in = group / 16;
            copy_async4(&shared.path_kj[0][k_in][j_in], &path[(long long)(64 * kb + k_in) * path_pitch + 64 * jb + j_in]);
        }
        await_copies();
        __syncthreads();
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&path_ik[0][mi], &shared.path_ik[0][0][i_in]);
        }
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j_in = j_own + 8 * mj;
            copy4(&path_kj[0][mj], &shared.path_kj[0][0][j_in]);
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            if (next < 64) {
                // Stage path(i,k).
                #pragma unroll 8
                for (int step = 0; step < 8; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 8 + 8 * (group / 512);
                    const int i_in = group / 8 % 64;
                    copy_async1(&shared.path_ik[1 - half][k_in][i_in], &path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + next + k_in]);
                }
                // Stage path(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int j_in = 4 * (group % 16);
                    const int k_in = group / 16;
                    copy_async4(&shared.path_kj[1 - half][k_in][j_in], &path[(long long)(64 * kb + next + k_in) * path_pitch + 64 * jb + j_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 16) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&path_ik[(k_in + 1) % 2][mi], &shared.path_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&path_kj[(k_in + 1) % 2][mj], &shared.path_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&path_ik[0][mi], &shared.path_ik[1 - half][0][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&path_kj[0][mj], &shared.path_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[k_in % 2][mi], path_kj[k_in % 2][mj], path_ij[mi][mj]);
                    }
                }
            }
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                store_apart4(&path[(long long)i * path_pitch + j], &path_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage path(i,k).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                shared.path_ik[0][k_in][i_in] = 64 * ib + i_in <= n - 1 && 64 * kb + k_chunk + k_in <= n - 1 ? path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + k_chunk + k_in] : 0;
            }
            // Stage path(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.path_kj[0][k_in][j_in] = 64 * kb + k_chunk + k_in <= n - 1 && 64 * jb + j_in <= n - 1 ? path[(long long)(64 * kb + k_chunk + k_in) * path_pitch + 64 * jb + j_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) int path_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&path_ik[mi], &shared.path_ik[0][k_in][i_in]);
                }
                alignas(16) int path_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&path_kj[mj], &shared.path_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        path_ij[mi][mj] = __viaddmin_s32(path_ik[mi], path_kj[mj], path_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j + 1) {
                        path[(long long)i * path_pitch + j] = path_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level of all other blocks */
extern "C" __global__ void __launch_bounds__(128, 4)
floyd_warshall_level3(const int n, const int kb, int *__restrict__ path, const int path_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if ((n > 128 || kb != 0) && (kb < ib + 1 || jb < kb || kb + 1 < jb) && (ib < kb + 2 || jb < kb || kb + 1 < jb) && (ib < kb || kb + 1 < ib)) {
        floyd_warshall_level3_blocks_along_i(n, kb, path, path_pitch, ib, jb);
    }
}
