/*
 * gemm, tiled by Tilewright
 *
 * S1(i,j): C(i,j) = C(i,j) * beta
 * S2(i,k,j): C(i,j) = C(i,j) + ((alpha * A(i,k)) * B(k,j))
 *
 * Candidate: block 96x64x96, thread 4x1x8, chunk 64, buffers 2
 * Shape: 2D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the parallel loops
 *     carry no dependence; the others run inside the kernel
 *
 * Kernel gemm_s1_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel gemm_s2_step: all blocks
 *   - blocks along i, j
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

/** Starts the copy of 1 neighbour to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async1(double *to, const double *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** Starts the copy of 2 neighbours to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async2(double *to, const double *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

/** blocks along i, j */
static __device__ __forceinline__ void
gemm_s1_step_blocks_along_i(const int ni, const int nj, const int nk, const double *__restrict__ beta, double *__restrict__ C, const int C_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double C_ij[1][1];
    if (ni >= 8 * ib + 8 && nj >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        // Load C(i,j).
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                C_ij[0][0] = C[(long long)i * C_pitch + j];
            }
        }
        const double beta2 = beta[0];
        {
            {
                C_ij[0][0] = C_ij[0][0] * beta2;
            }
        }
        // Store C(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                C[(long long)i * C_pitch + j] = C_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load C(i,j).
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                C_ij[0][0] = i <= ni - 1 && j <= nj - 1 ? C[(long long)i * C_pitch + j] : 0.0;
            }
        }
        const double beta2 = beta[0];
        {
            {
                C_ij[0][0] = C_ij[0][0] * beta2;
            }
        }
        // Store C(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (ni >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (nj >= j + 1) {
                        C[(long long)i * C_pitch + j] = C_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
gemm_s1_step(const int ni, const int nj, const int nk, const double *__restrict__ beta, double *__restrict__ C, const int C_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 7) >> 3));
    const int jb_count = max(0, ((nj + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nj >= 1) {
        gemm_s1_step_blocks_along_i(ni, nj, nk, beta, C, C_pitch, ib, jb);
    }
}

struct gemm_s2_step_blocks_along_i_shared {
    alignas(16) double A_ik[2][64][98]; // A(i,k), rows padded against bank conflicts
    alignas(16) double B_kj[2][64][96]; // B(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
gemm_s2_step_blocks_along_i(const int ni, const int nj, const int nk, const double *__restrict__ alpha, double *__restrict__ C, const int C_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = nk;
    const int i_base = 96 * ib;
    int i_own = 2 * (thread / 12);
    const int j_base = 96 * jb;
    int j_own = 2 * (thread % 12);
    gemm_s2_step_blocks_along_i_shared &shared = *reinterpret_cast<gemm_s2_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double C_ij[4][8];
    if (ni >= 96 * ib + 96 && nj >= 96 * jb + 96) {
        // Interior: every point takes part in every iteration.
        // Load C(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 48 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&C_ij[mi][mj], &C[(long long)i * C_pitch + j]);
            }
        }
        alignas(16) double A_ik[2][4];
        alignas(16) double B_kj[2][8];
        if (64 <= k_count) {
            // Stage A(i,k).
            #pragma unroll 8
            for (int step = 0; step < 22; ++step) {
                const int group = 288 * step + thread;
                if (group < 6144) {
                    const int k_in = group % 16 + 16 * (group / 1536);
                    const int i_in = group / 16 % 96;
                    copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(96 * ib + i_in) * A_pitch + k_in]);
                }
            }
            // Stage B(k,j).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 288 * step + thread;
                if (group < 3072) {
                    const int j_in = 2 * (group % 48);
                    const int k_in = group / 48;
                    copy_async2(&shared.B_kj[0][k_in][j_in], &B[(long long)k_in * B_pitch + 96 * jb + j_in]);
                }
            }
            await_copies();
            __syncthreads();
            #pragma unroll
            for (int mi = 0; mi < 4; mi += 2) {
                const int i_in = i_own + 24 * mi;
                copy2(&A_ik[0][mi], &shared.A_ik[0][0][i_in]);
            }
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j_in = j_own + 12 * mj;
                copy2(&B_kj[0][mj], &shared.B_kj[0][0][j_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 64 <= k_count; k_chunk += 64) {
            const int half = k_chunk / 64 % 2;
            const int next = k_chunk + 64;
            if (next + 64 <= k_count) {
                // Stage A(i,k).
                #pragma unroll 8
                for (int step = 0; step < 22; ++step) {
                    const int group = 288 * step + thread;
                    if (group < 6144) {
                        const int k_in = group % 16 + 16 * (group / 1536);
                        const int i_in = group / 16 % 96;
                        copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(96 * ib + i_in) * A_pitch + next + k_in]);
                    }
                }
                // Stage B(k,j).
                #pragma unroll 8
                for (int step = 0; step < 11; ++step) {
                    const int group = 288 * step + thread;
                    if (group < 3072) {
                        const int j_in = 2 * (group % 48);
                        const int k_in = group / 48;
                        copy_async2(&shared.B_kj[1 - half][k_in][j_in], &B[(long long)(next + k_in) * B_pitch + 96 * jb + j_in]);
                    }
                }
            }
            #pragma unroll 64
            for (int k_in = 0; k_in < 64; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 64) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 24 * mi;
                        copy2(&A_ik[(k_in + 1) % 2][mi], &shared.A_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&B_kj[(k_in + 1) % 2][mj], &shared.B_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 24 * mi;
                        copy2(&A_ik[0][mi], &shared.A_ik[1 - half][0][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&B_kj[0][mj], &shared.B_kj[1 - half][0][j_in]);
                    }
                }
                alignas(16) double factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = alpha[0] * A_ik[k_in % 2][mi];
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        C_ij[mi][mj] = C_ij[mi][mj] + factor_i[mi] * B_kj[k_in % 2][mj];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage A(i,k).
            #pragma unroll 8
            for (int step = 0; step < 22; ++step) {
                const int group = 288 * step + thread;
                if (group < 6144) {
                    const int k_in = group % 16 + 16 * (group / 1536);
                    const int i_in = group / 16 % 96;
                    shared.A_ik[0][k_in][i_in] = 96 * ib + i_in <= ni - 1 && k_chunk + k_in <= nk - 1 ? A[(long long)(96 * ib + i_in) * A_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage B(k,j).
            #pragma unroll 8
            for (int step = 0; step < 22; ++step) {
                const int group = 288 * step + thread;
                if (group < 6144) {
                    const int j_in = group % 96;
                    const int k_in = group / 96;
                    shared.B_kj[0][k_in][j_in] = k_chunk + k_in <= nk - 1 && 96 * jb + j_in <= nj - 1 ? B[(long long)(k_chunk + k_in) * B_pitch + 96 * jb + j_in] : 0.0;
                }
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(64, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 24 * mi;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
                }
                alignas(16) double factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = alpha[0] * A_ik[mi];
                }
                alignas(16) double B_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&B_kj[mj], &shared.B_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        C_ij[mi][mj] = C_ij[mi][mj] + factor_i[mi] * B_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store C(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 48 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&C[(long long)i * C_pitch + j], &C_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load C(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 48 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                C_ij[mi][mj] = i <= ni - 1 && j <= nj - 1 ? C[(long long)i * C_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 64) {
            // Stage A(i,k).
            #pragma unroll 8
            for (int step = 0; step < 22; ++step) {
                const int group = 288 * step + thread;
                if (group < 6144) {
                    const int k_in = group % 16 + 16 * (group / 1536);
                    const int i_in = group / 16 % 96;
                    shared.A_ik[0][k_in][i_in] = 96 * ib + i_in <= ni - 1 && k_chunk + k_in <= nk - 1 ? A[(long long)(96 * ib + i_in) * A_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage B(k,j).
            #pragma unroll 8
            for (int step = 0; step < 22; ++step) {
                const int group = 288 * step + thread;
                if (group < 6144) {
                    const int j_in = group % 96;
                    const int k_in = group / 96;
                    shared.B_kj[0][k_in][j_in] = k_chunk + k_in <= nk - 1 && 96 * jb + j_in <= nj - 1 ? B[(long long)(k_chunk + k_in) * B_pitch + 96 * jb + j_in] : 0.0;
                }
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(64, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 24 * mi;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
                }
                alignas(16) double factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = alpha[0] * A_ik[mi];
                }
                alignas(16) double B_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&B_kj[mj], &shared.B_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        C_ij[mi][mj] = C_ij[mi][mj] + factor_i[mi] * B_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store C(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 48 * (mi / 2) + mi % 2;
            if (ni >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                    if (nj >= j + 1) {
                        C[(long long)i * C_pitch + j] = C_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(288, 1)
gemm_s2_step(const int ni, const int nj, const int nk, const double *__restrict__ alpha, double *__restrict__ C, const int C_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 95) / 96 - ((ni + 95) % 96 < 0)));
    const int jb_count = max(0, ((nj + 95) / 96 - ((nj + 95) % 96 < 0)));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nj >= 1 && nk >= 1) {
        gemm_s2_step_blocks_along_i(ni, nj, nk, alpha, C, C_pitch, A, A_pitch, B, B_pitch, ib, jb);
    }
}
