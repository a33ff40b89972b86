/*
 * widest-path, tiled by Tilewright
 *
 * S1(k,i,j): w(i,j) = max(w(i,j), min(w(i,k), w(k,j)))
 *
 * Candidate: block 64x64x64, thread 1x4x8, chunk 8, buffers 1
 * Shape: 3D blocks
 * Legal because (max, min) is an idempotent closed semiring: the blocks of a step run as diagonal,
 *     panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran, I-GEP)
 *
 * Kernel widest_path_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel widest_path_level1: level 1 of the block dependence graph
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel widest_path_level2: level 2 of the block dependence graph
 *   - blocks along i, j
 */

/** 4 neighbours in one float4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(float *to, const float *from)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct widest_path_level0_the_one_block_shared {
    alignas(16) float w_ik[2][64]; // w(i,k)
    alignas(16) float w_kj[2][64]; // w(k,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
widest_path_level0_the_one_block(const int n, const int kb, float *__restrict__ w, const int w_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * kb + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level0_the_one_block_shared &shared = *reinterpret_cast<widest_path_level0_the_one_block_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    if (n >= 64 * kb + 64) {
        // Interior: every point takes part in every iteration.
        // Load w(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + j - 1]);
            }
        }
        #pragma unroll 4
        for (int k_in = 0; k_in < 64; ++k_in) {
            // Hand out w(i,k).
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.w_ik[k_in % 2][i_in] = w_ij[mi][mj];
                    }
                }
            }
            // Hand out w(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&shared.w_kj[k_in % 2][j_in], &w_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float w_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&w_ik[mi], &shared.w_ik[k_in % 2][i_in]);
            }
            alignas(16) float w_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&w_kj[mj], &shared.w_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                }
            }
        }
        // Store w(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&w[(long long)(i - 1) * w_pitch + j - 1], &w_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
            }
        }
        #pragma unroll 1
        for (int k_in = 0; k_in < k_count; ++k_in) {
            // Hand out w(i,k).
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.w_ik[k_in % 2][i_in] = w_ij[mi][mj];
                    }
                }
            }
            // Hand out w(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&shared.w_kj[k_in % 2][j_in], &w_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float w_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&w_ik[mi], &shared.w_ik[k_in % 2][i_in]);
            }
            alignas(16) float w_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&w_kj[mj], &shared.w_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                if (n >= i) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                        if (n >= j) {
                            w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
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
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128)
widest_path_level0(const int n, const int kb, float *__restrict__ w, const int w_pitch)
{
    widest_path_level0_the_one_block(n, kb, w, w_pitch);
}

struct widest_path_level1_blocks_along_i_shared {
    alignas(16) float w_kj[8][64]; // w(k,j)
    alignas(16) float w_ik[2][64]; // w(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
widest_path_level1_blocks_along_i(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level1_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64) {
        // Interior: every point takes part in every iteration.
        // Load w(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 8) {
            // Stage w(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy4(&shared.w_kj[k_in][j_in], &w[(long long)(64 * kb + k_chunk + k_in) * w_pitch + 64 * kb + j_in]);
            }
            __syncthreads();
            #pragma unroll 4
            for (int k_in = 0; k_in < 8; ++k_in) {
                // Hand out w(i,k).
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.w_ik[k_in % 2][i_in] = w_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) float w_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik[mi], &shared.w_ik[k_in % 2][i_in]);
                }
                alignas(16) float w_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&w_kj[mj], &shared.w_kj[k_in][j_in]);
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
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&w[(long long)(i - 1) * w_pitch + j - 1], &w_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
            // Stage w(k,j).
            #pragma unroll 1
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.w_kj[k_in][j_in] = 64 * kb + k_chunk + k_in + 1 <= n && 64 * kb + j_in + 1 <= n ? w[(long long)(64 * kb + k_chunk + k_in) * w_pitch + 64 * kb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
                // Hand out w(i,k).
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.w_ik[k_in % 2][i_in] = w_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) float w_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik[mi], &shared.w_ik[k_in % 2][i_in]);
                }
                alignas(16) float w_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&w_kj[mj], &shared.w_kj[k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    if (n >= i) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                            if (n >= j) {
                                w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                            }
                        }
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
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                    }
                }
            }
        }
    }
}

struct widest_path_level1_blocks_along_j_shared {
    alignas(16) float w_ik[8][68]; // w(i,k)
    alignas(16) float w_kj[2][64]; // w(k,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
widest_path_level1_blocks_along_j(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * kb + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level1_blocks_along_j_shared &shared = *reinterpret_cast<widest_path_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * jb + 64) {
        // Interior: every point takes part in every iteration.
        // Load w(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 8) {
            // Stage w(i,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 2);
                const int i_in = group / 2;
                alignas(16) float loaded[4];
                copy4(loaded, &w[(long long)(64 * kb + i_in) * w_pitch + 64 * kb + k_chunk + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    shared.w_ik[k_in + e][i_in] = loaded[e];
                }
            }
            __syncthreads();
            #pragma unroll 4
            for (int k_in = 0; k_in < 8; ++k_in) {
                // Hand out w(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
                            copy4(&shared.w_kj[k_in % 2][j_in], &w_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) float w_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik[mi], &shared.w_ik[k_in][i_in]);
                }
                alignas(16) float w_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&w_kj[mj], &shared.w_kj[k_in % 2][j_in]);
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
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&w[(long long)(i - 1) * w_pitch + j - 1], &w_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
            // Stage w(i,k).
            #pragma unroll 1
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8;
                const int i_in = group / 8;
                shared.w_ik[k_in][i_in] = 64 * kb + i_in + 1 <= n && 64 * kb + k_chunk + k_in + 1 <= n ? w[(long long)(64 * kb + i_in) * w_pitch + 64 * kb + k_chunk + k_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
                // Hand out w(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
                            copy4(&shared.w_kj[k_in % 2][j_in], &w_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) float w_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik[mi], &shared.w_ik[k_in][i_in]);
                }
                alignas(16) float w_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&w_kj[mj], &shared.w_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    if (n >= i) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                            if (n >= j) {
                                w_ij[mi][mj] = fmaxf(w_ij[mi][mj], fminf(w_ik[mi], w_kj[mj]));
                            }
                        }
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
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        w[(long long)(i - 1) * w_pitch + j - 1] = w_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128)
widest_path_level1(const int n, const int kb, float *__restrict__ w, const int w_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if ((n > 64 || kb != 0) && ib != kb) {
                widest_path_level1_blocks_along_i(n, kb, w, w_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if ((n > 64 || kb != 0) && jb != kb) {
        widest_path_level1_blocks_along_j(n, kb, w, w_pitch, jb);
    }
}

struct widest_path_level2_blocks_along_i_shared {
    alignas(16) float w_ik[8][68]; // w(i,k)
    alignas(16) float w_kj[8][64]; // w(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
widest_path_level2_blocks_along_i(const int n, const int kb, float *__restrict__ w, const int w_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    widest_path_level2_blocks_along_i_shared &shared = *reinterpret_cast<widest_path_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float w_ij[4][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64 && n >= 64 * jb + 64) {
        // Interior: every point takes part in every iteration.
        // Load w(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&w_ij[mi][mj], &w[(long long)(i - 1) * w_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 8) {
            // Stage w(i,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 2);
                const int i_in = group / 2;
                alignas(16) float loaded[4];
                copy4(loaded, &w[(long long)(64 * ib + i_in) * w_pitch + 64 * kb + k_chunk + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    shared.w_ik[k_in + e][i_in] = loaded[e];
                }
            }
            // Stage w(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy4(&shared.w_kj[k_in][j_in], &w[(long long)(64 * kb + k_chunk + k_in) * w_pitch + 64 * jb + j_in]);
            }
            __syncthreads();
            #pragma unroll 8
            for (int k_in = 0; k_in < 8; ++k_in) {
                alignas(16) float w_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik[mi], &shared.w_ik[k_in][i_in]);
                }
                alignas(16) float w_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&w_kj[mj], &shared.w_kj[k_in][j_in]);
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
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&w[(long long)(i - 1) * w_pitch + j - 1], &w_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                w_ij[mi][mj] = i <= n && j <= n ? w[(long long)(i - 1) * w_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
            // Stage w(i,k).
            #pragma unroll 1
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8;
                const int i_in = group / 8;
                shared.w_ik[k_in][i_in] = 64 * ib + i_in + 1 <= n && 64 * kb + k_chunk + k_in + 1 <= n ? w[(long long)(64 * ib + i_in) * w_pitch + 64 * kb + k_chunk + k_in] : 0.0f;
            }
            // Stage w(k,j).
            #pragma unroll 1
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.w_kj[k_in][j_in] = 64 * kb + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? w[(long long)(64 * kb + k_chunk + k_in) * w_pitch + 64 * jb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
                alignas(16) float w_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&w_ik[mi], &shared.w_ik[k_in][i_in]);
                }
                alignas(16) float w_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&w_kj[mj], &shared.w_kj[k_in][j_in]);
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
            const int i = i_base + i_own + mi;
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
}

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 5)
widest_path_level2(const int n, const int kb, float *__restrict__ w, const int w_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if ((n > 64 || kb != 0) && (kb < ib + 1 || jb != kb) && (ib < kb + 1 || jb != kb) && ib != kb) {
        widest_path_level2_blocks_along_i(n, kb, w, w_pitch, ib, jb);
    }
}
