/*
 * transitive-closure, tiled by Tilewright
 *
 * S1(k,i,j): r(i,j) = r(i,j) .or. (r(i,k) .and. r(k,j))
 *
 * Candidate: block 64x64x64, thread 1x8x8, chunk 8, buffers 1
 * Shape: 3D blocks
 * Legal because (.or., .and.) is an idempotent closed semiring: the blocks of a step run as diagonal,
 *     panels, rest (Venkataraman et al. 2003; Chowdhury and Ramachandran, I-GEP)
 *
 * Kernel transitive_closure_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel transitive_closure_level1: level 1 of the block dependence graph
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel transitive_closure_level2: level 2 of the block dependence graph
 *   - blocks along i, j
 */

/** 4 neighbours in one int4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(int *to, const int *from)
{
    *reinterpret_cast<int4 *>(to) = *reinterpret_cast<const int4 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct transitive_closure_level0_the_one_block_shared {
    alignas(16) int r_ik[2][64]; // r(i,k)
    alignas(16) int r_kj[2][64]; // r(k,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
transitive_closure_level0_the_one_block(const int n, const int kb, int *__restrict__ r, const int r_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * kb + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb + 1;
    int j_own = 4 * (thread % 8);
    transitive_closure_level0_the_one_block_shared &shared = *reinterpret_cast<transitive_closure_level0_the_one_block_shared *>(shared_memory);
    alignas(16) int r_ij[8][8];
    if (n >= 64 * kb + 64) {
        // Interior: every point takes part in every iteration.
        // Load r(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&r_ij[mi][mj], &r[(long long)(i - 1) * r_pitch + j - 1]);
            }
        }
        #pragma unroll 4
        for (int k_in = 0; k_in < 64; ++k_in) {
            // Hand out r(i,k).
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 8; ++mi) {
                        const int i_in = i_own + 32 * (mi / 4) + mi % 4;
                        shared.r_ik[k_in % 2][i_in] = r_ij[mi][mj];
                    }
                }
            }
            // Hand out r(k,j).
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i_in = i_own + 32 * (mi / 4) + mi % 4;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&shared.r_kj[k_in % 2][j_in], &r_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) int r_ik[8];
            #pragma unroll
            for (int mi = 0; mi < 8; mi += 4) {
                const int i_in = i_own + 8 * mi;
                copy4(&r_ik[mi], &shared.r_ik[k_in % 2][i_in]);
            }
            alignas(16) int r_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&r_kj[mj], &shared.r_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    r_ij[mi][mj] = r_ij[mi][mj] | (r_ik[mi] & r_kj[mj]);
                }
            }
        }
        // Store r(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&r[(long long)(i - 1) * r_pitch + j - 1], &r_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load r(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                r_ij[mi][mj] = i <= n && j <= n ? r[(long long)(i - 1) * r_pitch + j - 1] : 0;
            }
        }
        #pragma unroll 1
        for (int k_in = 0; k_in < k_count; ++k_in) {
            // Hand out r(i,k).
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 8; ++mi) {
                        const int i_in = i_own + 32 * (mi / 4) + mi % 4;
                        shared.r_ik[k_in % 2][i_in] = r_ij[mi][mj];
                    }
                }
            }
            // Hand out r(k,j).
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i_in = i_own + 32 * (mi / 4) + mi % 4;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 8 * mj;
                        copy4(&shared.r_kj[k_in % 2][j_in], &r_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) int r_ik[8];
            #pragma unroll
            for (int mi = 0; mi < 8; mi += 4) {
                const int i_in = i_own + 8 * mi;
                copy4(&r_ik[mi], &shared.r_ik[k_in % 2][i_in]);
            }
            alignas(16) int r_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 8 * mj;
                copy4(&r_kj[mj], &shared.r_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
                if (n >= i) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                        if (n >= j) {
                            r_ij[mi][mj] = r_ij[mi][mj] | (r_ik[mi] & r_kj[mj]);
                        }
                    }
                }
            }
        }
        // Store r(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        r[(long long)(i - 1) * r_pitch + j - 1] = r_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(64)
transitive_closure_level0(const int n, const int kb, int *__restrict__ r, const int r_pitch)
{
    transitive_closure_level0_the_one_block(n, kb, r, r_pitch);
}

struct transitive_closure_level1_blocks_along_i_shared {
    alignas(16) int r_kj[8][64]; // r(k,j)
    alignas(16) int r_ik[2][64]; // r(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
transitive_closure_level1_blocks_along_i(const int n, const int kb, int *__restrict__ r, const int r_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * kb + 1;
    int j_own = 4 * (thread % 8);
    transitive_closure_level1_blocks_along_i_shared &shared = *reinterpret_cast<transitive_closure_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) int r_ij[8][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64) {
        // Interior: every point takes part in every iteration.
        // Load r(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&r_ij[mi][mj], &r[(long long)(i - 1) * r_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 8) {
            // Stage r(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 64 * step + thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy4(&shared.r_kj[k_in][j_in], &r[(long long)(64 * kb + k_chunk + k_in) * r_pitch + 64 * kb + j_in]);
            }
            __syncthreads();
            #pragma unroll 4
            for (int k_in = 0; k_in < 8; ++k_in) {
                // Hand out r(i,k).
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 8; ++mi) {
                            const int i_in = i_own + 32 * (mi / 4) + mi % 4;
                            shared.r_ik[k_in % 2][i_in] = r_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) int r_ik[8];
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + 8 * mi;
                    copy4(&r_ik[mi], &shared.r_ik[k_in % 2][i_in]);
                }
                alignas(16) int r_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&r_kj[mj], &shared.r_kj[k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        r_ij[mi][mj] = r_ij[mi][mj] | (r_ik[mi] & r_kj[mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store r(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&r[(long long)(i - 1) * r_pitch + j - 1], &r_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load r(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                r_ij[mi][mj] = i <= n && j <= n ? r[(long long)(i - 1) * r_pitch + j - 1] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
            // Stage r(k,j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 64 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.r_kj[k_in][j_in] = 64 * kb + k_chunk + k_in + 1 <= n && 64 * kb + j_in + 1 <= n ? r[(long long)(64 * kb + k_chunk + k_in) * r_pitch + 64 * kb + j_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
                // Hand out r(i,k).
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j_in = j_own + 32 * (mj / 4) + mj % 4;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 8; ++mi) {
                            const int i_in = i_own + 32 * (mi / 4) + mi % 4;
                            shared.r_ik[k_in % 2][i_in] = r_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) int r_ik[8];
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + 8 * mi;
                    copy4(&r_ik[mi], &shared.r_ik[k_in % 2][i_in]);
                }
                alignas(16) int r_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&r_kj[mj], &shared.r_kj[k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
                    if (n >= i) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                            if (n >= j) {
                                r_ij[mi][mj] = r_ij[mi][mj] | (r_ik[mi] & r_kj[mj]);
                            }
                        }
                    }
                }
            }
            __syncthreads();
        }
        // Store r(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        r[(long long)(i - 1) * r_pitch + j - 1] = r_ij[mi][mj];
                    }
                }
            }
        }
    }
}

struct transitive_closure_level1_blocks_along_j_shared {
    alignas(16) int r_ik[8][68]; // r(i,k)
    alignas(16) int r_kj[2][64]; // r(k,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
transitive_closure_level1_blocks_along_j(const int n, const int kb, int *__restrict__ r, const int r_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * kb + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    transitive_closure_level1_blocks_along_j_shared &shared = *reinterpret_cast<transitive_closure_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) int r_ij[8][8];
    if (n >= 64 * kb + 64 && n >= 64 * jb + 64) {
        // Interior: every point takes part in every iteration.
        // Load r(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&r_ij[mi][mj], &r[(long long)(i - 1) * r_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 8) {
            // Stage r(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 64 * step + thread;
                const int k_in = 4 * (group % 2);
                const int i_in = group / 2;
                alignas(16) int loaded[4];
                copy4(loaded, &r[(long long)(64 * kb + i_in) * r_pitch + 64 * kb + k_chunk + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    shared.r_ik[k_in + e][i_in] = loaded[e];
                }
            }
            __syncthreads();
            #pragma unroll 4
            for (int k_in = 0; k_in < 8; ++k_in) {
                // Hand out r(k,j).
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    const int i_in = i_own + 32 * (mi / 4) + mi % 4;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
                            copy4(&shared.r_kj[k_in % 2][j_in], &r_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) int r_ik[8];
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + 8 * mi;
                    copy4(&r_ik[mi], &shared.r_ik[k_in][i_in]);
                }
                alignas(16) int r_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&r_kj[mj], &shared.r_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        r_ij[mi][mj] = r_ij[mi][mj] | (r_ik[mi] & r_kj[mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store r(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&r[(long long)(i - 1) * r_pitch + j - 1], &r_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load r(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                r_ij[mi][mj] = i <= n && j <= n ? r[(long long)(i - 1) * r_pitch + j - 1] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
            // Stage r(i,k).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 64 * step + thread;
                const int k_in = group % 8;
                const int i_in = group / 8;
                shared.r_ik[k_in][i_in] = 64 * kb + i_in + 1 <= n && 64 * kb + k_chunk + k_in + 1 <= n ? r[(long long)(64 * kb + i_in) * r_pitch + 64 * kb + k_chunk + k_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
                // Hand out r(k,j).
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    const int i_in = i_own + 32 * (mi / 4) + mi % 4;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; mj += 4) {
                            const int j_in = j_own + 8 * mj;
                            copy4(&shared.r_kj[k_in % 2][j_in], &r_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) int r_ik[8];
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + 8 * mi;
                    copy4(&r_ik[mi], &shared.r_ik[k_in][i_in]);
                }
                alignas(16) int r_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&r_kj[mj], &shared.r_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
                    if (n >= i) {
                        #pragma unroll
                        for (int mj = 0; mj < 8; ++mj) {
                            const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                            if (n >= j) {
                                r_ij[mi][mj] = r_ij[mi][mj] | (r_ik[mi] & r_kj[mj]);
                            }
                        }
                    }
                }
            }
            __syncthreads();
        }
        // Store r(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        r[(long long)(i - 1) * r_pitch + j - 1] = r_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(64)
transitive_closure_level1(const int n, const int kb, int *__restrict__ r, const int r_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6));
        if (block < ib_count) {
            const int ib = block;
            if ((n > 64 || kb != 0) && ib != kb) {
                transitive_closure_level1_blocks_along_i(n, kb, r, r_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 63) >> 6));
    const int jb = block;
    if ((n > 64 || kb != 0) && jb != kb) {
        transitive_closure_level1_blocks_along_j(n, kb, r, r_pitch, jb);
    }
}

struct transitive_closure_level2_blocks_along_i_shared {
    alignas(16) int r_ik[8][68]; // r(i,k)
    alignas(16) int r_kj[8][64]; // r(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
transitive_closure_level2_blocks_along_i(const int n, const int kb, int *__restrict__ r, const int r_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = (n < (64 * kb + 64) ? n : (64 * kb + 64)) - 64 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8);
    transitive_closure_level2_blocks_along_i_shared &shared = *reinterpret_cast<transitive_closure_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) int r_ij[8][8];
    if (n >= 64 * kb + 64 && n >= 64 * ib + 64 && n >= 64 * jb + 64) {
        // Interior: every point takes part in every iteration.
        // Load r(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&r_ij[mi][mj], &r[(long long)(i - 1) * r_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 64; k_chunk += 8) {
            // Stage r(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 64 * step + thread;
                const int k_in = 4 * (group % 2);
                const int i_in = group / 2;
                alignas(16) int loaded[4];
                copy4(loaded, &r[(long long)(64 * ib + i_in) * r_pitch + 64 * kb + k_chunk + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    shared.r_ik[k_in + e][i_in] = loaded[e];
                }
            }
            // Stage r(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 64 * step + thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy4(&shared.r_kj[k_in][j_in], &r[(long long)(64 * kb + k_chunk + k_in) * r_pitch + 64 * jb + j_in]);
            }
            __syncthreads();
            #pragma unroll 8
            for (int k_in = 0; k_in < 8; ++k_in) {
                alignas(16) int r_ik[8];
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + 8 * mi;
                    copy4(&r_ik[mi], &shared.r_ik[k_in][i_in]);
                }
                alignas(16) int r_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&r_kj[mj], &shared.r_kj[k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        r_ij[mi][mj] = r_ij[mi][mj] | (r_ik[mi] & r_kj[mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store r(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 8 * mj;
                copy4(&r[(long long)(i - 1) * r_pitch + j - 1], &r_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load r(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                r_ij[mi][mj] = i <= n && j <= n ? r[(long long)(i - 1) * r_pitch + j - 1] : 0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
            // Stage r(i,k).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 64 * step + thread;
                const int k_in = group % 8;
                const int i_in = group / 8;
                shared.r_ik[k_in][i_in] = 64 * ib + i_in + 1 <= n && 64 * kb + k_chunk + k_in + 1 <= n ? r[(long long)(64 * ib + i_in) * r_pitch + 64 * kb + k_chunk + k_in] : 0;
            }
            // Stage r(k,j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 64 * step + thread;
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.r_kj[k_in][j_in] = 64 * kb + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n ? r[(long long)(64 * kb + k_chunk + k_in) * r_pitch + 64 * jb + j_in] : 0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
                alignas(16) int r_ik[8];
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + 8 * mi;
                    copy4(&r_ik[mi], &shared.r_ik[k_in][i_in]);
                }
                alignas(16) int r_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 8 * mj;
                    copy4(&r_kj[mj], &shared.r_kj[k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 8; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        r_ij[mi][mj] = r_ij[mi][mj] | (r_ik[mi] & r_kj[mj]);
                    }
                }
            }
            __syncthreads();
        }
        // Store r(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 32 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        r[(long long)(i - 1) * r_pitch + j - 1] = r_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(64, 8)
transitive_closure_level2(const int n, const int kb, int *__restrict__ r, const int r_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if ((n > 64 || kb != 0) && (kb < ib + 1 || jb != kb) && (ib < kb + 1 || jb != kb) && ib != kb) {
        transitive_closure_level2_blocks_along_i(n, kb, r, r_pitch, ib, jb);
    }
}
