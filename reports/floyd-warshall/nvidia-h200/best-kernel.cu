/*
 * floyd-warshall, tiled by Tilewright
 *
 * S1(k,i,j): a(i,j) = min(a(i,j), a(i,k) + a(k,j))
 *
 * Candidate: block 64x64x64, thread 1x4x8, chunk 16, buffers 1
 * Shape: 3D blocks
 * Legal because (min, +) is an idempotent closed semiring, given a(k,k) >= 0: the blocks of a step run
 *     as diagonal, panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran, I-GEP)
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

/** 4 neighbours in one float4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(float *to, const float *from)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct floyd_warshall_level0_the_one_block_shared {
    alignas(16) float a_ik[2][64]; // a(i,k)
    alignas(16) float a_kj[2][64]; // a(k,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level0_the_one_block(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * kb + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb + 1;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level0_the_one_block_shared &shared = *reinterpret_cast<floyd_warshall_level0_the_one_block_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    if (n >= 64 * kb + 64) {
        // Interior: every point takes part in every iteration.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        #pragma unroll 4
        for (int k_in = 0; k_in < 64; ++k_in) {
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                    }
                }
            }
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            alignas(16) float a_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
                }
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        #pragma unroll 1
        for (int k_in = 0; k_in < k_count; ++k_in) {
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                    }
                }
            }
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            alignas(16) float a_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                if (n >= i) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                        if (n >= j) {
                            a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
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
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128)
floyd_warshall_level0(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    floyd_warshall_level0_the_one_block(n, kb, a, a_pitch);
}

struct floyd_warshall_level1_blocks_along_i_shared {
    alignas(16) float a_kj[16][64]; // a(k,j)
    alignas(16) float a_ik[2][64]; // a(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level1_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb + 1;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level1_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64) {
        // Interior: every point takes part in every iteration.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy4(&shared.a_kj[k_in][j_in], &a[(long long)(64 * kb + k_chunk + k_in) * a_pitch + 64 * kb + j_in]);
            }
            __syncthreads();
            #pragma unroll 4
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
                }
                alignas(16) float a_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
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
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage a(k,j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.a_kj[k_in][j_in] = 64 * kb + k_chunk + k_in + 1 <= n && 64 * kb + j_in + 1 <= n ? a[(long long)(64 * kb + k_chunk + k_in) * a_pitch + 64 * kb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
                }
                alignas(16) float a_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    if (n >= i) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                            if (n >= j) {
                                a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
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
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

struct floyd_warshall_level1_blocks_along_j_shared {
    alignas(16) float a_ik[16][68]; // a(i,k)
    alignas(16) float a_kj[2][64]; // a(k,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
floyd_warshall_level1_blocks_along_j(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * kb + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level1_blocks_along_j_shared &shared = *reinterpret_cast<floyd_warshall_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * jb + 64) {
        // Interior: every point takes part in every iteration.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
            // Stage a(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = 4 * (group % 2 + 2 * (group / 128));
                const int i_in = group / 2 % 64;
                alignas(16) float loaded[4];
                copy4(loaded, &a[(long long)(64 * kb + i_in) * a_pitch + 64 * kb + k_chunk + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    shared.a_ik[k_in + e][i_in] = loaded[e];
                }
            }
            __syncthreads();
            #pragma unroll 4
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Hand out a(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
                            copy4(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in][i_in]);
                }
                alignas(16) float a_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
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
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage a(i,k).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                shared.a_ik[k_in][i_in] = 64 * kb + i_in + 1 <= n && 64 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(64 * kb + i_in) * a_pitch + 64 * kb + k_chunk + k_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                // Hand out a(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
                            copy4(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in][i_in]);
                }
                alignas(16) float a_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    if (n >= i) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                            if (n >= j) {
                                a_ij[mi][mj] = fminf(a_ij[mi][mj], a_ik[mi] + a_kj[mj]);
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
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128)
floyd_warshall_level1(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if ((n > 64 || kb != 0) && ib != kb) {
                floyd_warshall_level1_blocks_along_i(n, kb, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if ((n > 64 || kb != 0) && jb != kb) {
        floyd_warshall_level1_blocks_along_j(n, kb, a, a_pitch, jb);
    }
}

struct floyd_warshall_level2_blocks_along_i_shared {
    alignas(16) float a_ik[16][68]; // a(i,k)
    alignas(16) float a_kj[16][64]; // a(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
floyd_warshall_level2_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    floyd_warshall_level2_blocks_along_i_shared &shared = *reinterpret_cast<floyd_warshall_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64 && n >= 64 * jb + 64) {
        // Interior: every point takes part in every iteration.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
            // Stage a(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = 4 * (group % 2 + 2 * (group / 128));
                const int i_in = group / 2 % 64;
                alignas(16) float loaded[4];
                copy4(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 64 * kb + k_chunk + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    shared.a_ik[k_in + e][i_in] = loaded[e];
                }
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy4(&shared.a_kj[k_in][j_in], &a[(long long)(64 * kb + k_chunk + k_in) * a_pitch + 64 * jb + j_in]);
            }
            __syncthreads();
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in][i_in]);
                }
                alignas(16) float a_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
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
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage a(i,k).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                shared.a_ik[k_in][i_in] = 64 * ib + i_in + 1 <= n && 64 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + 64 * kb + k_chunk + k_in] : 0.0f;
            }
            // Stage a(k,j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.a_kj[k_in][j_in] = 64 * kb + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? a[(long long)(64 * kb + k_chunk + k_in) * a_pitch + 64 * jb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in][i_in]);
                }
                alignas(16) float a_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
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
            const int i = i_base + i_own + mi;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 5)
floyd_warshall_level2(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if ((n > 64 || kb != 0) && (kb < ib + 1 || jb != kb) && (ib < kb + 1 || jb != kb) && ib != kb) {
        floyd_warshall_level2_blocks_along_i(n, kb, a, a_pitch, ib, jb);
    }
}
