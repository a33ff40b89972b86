/*
 * floyd-warshall, tiled by Tilewright
 *
 * S1(k,i,j): path(i,j) = min(path(i,j), path(i,k) + path(k,j))
 *
 * Candidate: block 64x64x64, thread 1x4x8, chunk 32, buffers 2
 * Shape: 3D blocks
 * Legal because (min, +) is an idempotent closed semiring, given path(k,k) >= 0: the blocks of a step
 *     run as diagonal, panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran, I-GEP)
 *
 * Kernel floyd_warshall_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel floyd_warshall_level1: level 1 of the block dependence graph
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel floyd_warshall_level2: level 2 of the block dependence graph
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

/** The least of three numbers: one instruction. */
static __device__ __forceinline__ int least3(const int x, const int y, const int z)
{
    return min(min(x, y), z);
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
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level0_the_one_block(const int n, const int kb, int *__restrict__ path, const int path_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * kb + 1;
    const int i_base = 64 * kb;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level0_the_one_block_shared &shared = *reinterpret_cast<floyd_warshall_level0_the_one_block_shared *>(shared_memory);
    alignas(16) int path_ij[4][8];
    if (n >= 64 * kb + 64 && n - 1 >= 64 * kb + 63) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        #pragma unroll 4
        for (int k_in = 0; k_in < 64; ++k_in) {
            // Hand out path(i,k).
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + 32 * (mj / 4) + mj % 4;
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
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&shared.path_kj[k_in % 2][j_in], &path_ij[mi][mj]);
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
            alignas(16) int path_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&path_kj[mj], &shared.path_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    path_ij[mi][mj] = min(path_ij[mi][mj], path_ik[mi] + path_kj[mj]);
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
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        #pragma unroll 1
        for (int k_in = 0; k_in < k_count; ++k_in) {
            // Hand out path(i,k).
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + 32 * (mj / 4) + mj % 4;
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
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&shared.path_kj[k_in % 2][j_in], &path_ij[mi][mj]);
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
            alignas(16) int path_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&path_kj[mj], &shared.path_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                if (n >= i + 1) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                        if (n >= j + 1) {
                            path_ij[mi][mj] = min(path_ij[mi][mj], path_ik[mi] + path_kj[mj]);
                        }
                    }
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

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
floyd_warshall_level0(const int n, const int kb, int *__restrict__ path, const int path_pitch)
{
    floyd_warshall_level0_the_one_block(n, kb, path, path_pitch);
}

struct floyd_warshall_level1_blocks_along_i_shared {
    alignas(16) int path_kj[2][32][64]; // path(k,j)
    alignas(16) int path_ik[2][64]; // path(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level1_blocks_along_i(const int n, const int kb, int *__restrict__ path, const int path_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * kb + 1;
    const int i_base = 64 * ib;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level1_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) int path_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64 && n - 1 >= 64 * kb + 63) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        // Stage path(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 128 * step + thread;
            const int j_in = 4 * (group % 16);
            const int k_in = group / 16;
            copy_async4(&shared.path_kj[0][k_in][j_in], &path[(long long)(64 * kb + k_in) * path_pitch + 64 * kb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            await_copies();
            __syncthreads();
            if (next < 64) {
                // Stage path(k,j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 128 * step + thread;
                    const int j_in = 4 * (group % 16);
                    const int k_in = group / 16;
                    copy_async4(&shared.path_kj[1 - half][k_in][j_in], &path[(long long)(64 * kb + next + k_in) * path_pitch + 64 * kb + j_in]);
                }
            }
            #pragma unroll 4
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Hand out path(i,k).
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                    if (j_in == k_chunk + k_in) {
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
                alignas(16) int path_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&path_kj[mj], &shared.path_kj[half][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        path_ij[mi][mj] = min(path_ij[mi][mj], path_ik[mi] + path_kj[mj]);
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
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage path(k,j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.path_kj[0][k_in][j_in] = 64 * kb + k_chunk + k_in <= n - 1 && 64 * kb + j_in <= n - 1 ? path[(long long)(64 * kb + k_chunk + k_in) * path_pitch + 64 * kb + j_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                // Hand out path(i,k).
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                    if (j_in == k_chunk + k_in) {
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
                alignas(16) int path_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&path_kj[mj], &shared.path_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    if (n >= i + 1) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                            if (n >= j + 1) {
                                path_ij[mi][mj] = min(path_ij[mi][mj], path_ik[mi] + path_kj[mj]);
                            }
                        }
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

struct floyd_warshall_level1_blocks_along_j_shared {
    alignas(16) int path_ik[2][32][68]; // path(i,k), rows padded against bank conflicts
    alignas(16) int path_kj[2][64]; // path(k,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level1_blocks_along_j(const int n, const int kb, int *__restrict__ path, const int path_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * kb + 1;
    const int i_base = 64 * kb;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level1_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) int path_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * jb + 64 && n - 1 >= 64 * kb + 63) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        // Stage path(i,k).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            copy_async1(&shared.path_ik[0][k_in][i_in], &path[(long long)(64 * kb + i_in) * path_pitch + 64 * kb + k_in]);
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            await_copies();
            __syncthreads();
            if (next < 64) {
                // Stage path(i,k).
                #pragma unroll 8
                for (int step = 0; step < 16; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 8 + 8 * (group / 512);
                    const int i_in = group / 8 % 64;
                    copy_async1(&shared.path_ik[1 - half][k_in][i_in], &path[(long long)(64 * kb + i_in) * path_pitch + 64 * kb + next + k_in]);
                }
            }
            #pragma unroll 4
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Hand out path(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
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
                alignas(16) int path_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&path_kj[mj], &shared.path_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        path_ij[mi][mj] = min(path_ij[mi][mj], path_ik[mi] + path_kj[mj]);
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
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage path(i,k).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                shared.path_ik[0][k_in][i_in] = 64 * kb + i_in <= n - 1 && 64 * kb + k_chunk + k_in <= n - 1 ? path[(long long)(64 * kb + i_in) * path_pitch + 64 * kb + k_chunk + k_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                // Hand out path(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
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
                alignas(16) int path_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&path_kj[mj], &shared.path_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    if (n >= i + 1) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                            if (n >= j + 1) {
                                path_ij[mi][mj] = min(path_ij[mi][mj], path_ik[mi] + path_kj[mj]);
                            }
                        }
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

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
floyd_warshall_level1(const int n, const int kb, int *__restrict__ path, const int path_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if ((n > 64 || kb != 0) && ib != kb) {
                floyd_warshall_level1_blocks_along_i(n, kb, path, path_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if ((n > 64 || kb != 0) && jb != kb) {
        floyd_warshall_level1_blocks_along_j(n, kb, path, path_pitch, jb);
    }
}

struct floyd_warshall_level2_blocks_along_i_shared {
    alignas(16) int path_ik[2][64][36]; // path(i,k), rows padded against bank conflicts
    alignas(16) int path_kj[2][32][64]; // path(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_level2_blocks_along_i(const int n, const int kb, int *__restrict__ path, const int path_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * kb + 63) ? (n - 1) : (64 * kb + 63)) - 64 * kb + 1;
    const int i_base = 64 * ib;
    int i_own = thread / 8;
    const int j_base = 64 * jb;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level2_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) int path_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64 && n >= 64 * jb + 64 && n - 1 >= 64 * kb + 63) {
        // Interior: every point takes part in every iteration.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&path_ij[mi][mj], &path[(long long)i * path_pitch + j]);
            }
        }
        // Stage path(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 128 * step + thread;
            const int k_in = 4 * (group % 8);
            const int i_in = group / 8;
            copy_async4(&shared.path_ik[0][i_in][k_in], &path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + k_in]);
        }
        // Stage path(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 128 * step + thread;
            const int j_in = 4 * (group % 16);
            const int k_in = group / 16;
            copy_async4(&shared.path_kj[0][k_in][j_in], &path[(long long)(64 * kb + k_in) * path_pitch + 64 * jb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            await_copies();
            __syncthreads();
            if (next < 64) {
                // Stage path(i,k).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = 4 * (group % 8);
                    const int i_in = group / 8;
                    copy_async4(&shared.path_ik[1 - half][i_in][k_in], &path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + next + k_in]);
                }
                // Stage path(k,j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 128 * step + thread;
                    const int j_in = 4 * (group % 16);
                    const int k_in = group / 16;
                    copy_async4(&shared.path_kj[1 - half][k_in][j_in], &path[(long long)(64 * kb + next + k_in) * path_pitch + 64 * jb + j_in]);
                }
            }
            #pragma unroll 8
            for (int k_group = 0; k_group < 32; k_group += 4) {
                alignas(16) int path_ik[4][4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + 16 * mi;
                    copy4(&path_ik[mi][0], &shared.path_ik[half][i_in][k_group]);
                }
                #pragma unroll
                for (int e_ = 0; e_ < 4; e_ += 2) {
                    alignas(16) int path_kj[2][8];
                    #pragma unroll
                    for (int p = 0; p < 2; ++p) {
                        const int k_in = k_group + e_ + p;
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
                            copy4(&path_kj[p][mj], &shared.path_kj[half][k_in][j_in]);
                        }
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            path_ij[mi][mj] = least3(path_ij[mi][mj], path_ik[mi][e_] + path_kj[0][mj], path_ik[mi][e_ + 1] + path_kj[1][mj]);
                        }
                    }
                }
            }
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&path[(long long)i * path_pitch + j], &path_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load path(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                path_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? path[(long long)i * path_pitch + j] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage path(i,k).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 32;
                const int i_in = group / 32;
                shared.path_ik[0][i_in][k_in] = 64 * ib + i_in <= n - 1 && 64 * kb + k_chunk + k_in <= n - 1 ? path[(long long)(64 * ib + i_in) * path_pitch + 64 * kb + k_chunk + k_in] : 0;
            }
            // Stage path(k,j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.path_kj[0][k_in][j_in] = 64 * kb + k_chunk + k_in <= n - 1 && 64 * jb + j_in <= n - 1 ? path[(long long)(64 * kb + k_chunk + k_in) * path_pitch + 64 * jb + j_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) int path_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + 16 * mi;
                    path_ik[mi] = shared.path_ik[0][i_in][k_in];
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
                        path_ij[mi][mj] = min(path_ij[mi][mj], path_ik[mi] + path_kj[mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store path(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 16 * mi;
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

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 4)
floyd_warshall_level2(const int n, const int kb, int *__restrict__ path, const int path_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if ((n > 64 || kb != 0) && (kb < ib + 1 || jb != kb) && (ib < kb + 1 || jb != kb) && ib != kb) {
        floyd_warshall_level2_blocks_along_i(n, kb, path, path_pitch, ib, jb);
    }
}
