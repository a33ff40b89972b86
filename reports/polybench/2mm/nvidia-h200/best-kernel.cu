/*
 * 2mm, tiled by Tilewright
 *
 * S1(i,j): tmp(i,j) = 0.0
 * S2(i,j,k): tmp(i,j) = tmp(i,j) + ((alpha * A(i,k)) * B(k,j))
 * S3(i,j): D(i,j) = D(i,j) * beta
 * S4(i,j,k): D(i,j) = D(i,j) + (tmp(i,k) * C(k,j))
 *
 * Candidate: block 64x96x16, thread 4x8x1, chunk 16, buffers 2
 * Shape: 2D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the parallel loops
 *     carry no dependence; the others run inside the kernel; S3: the iterations of one launch do not
 *     depend on each other; S4: the parallel loops carry no dependence; the others run inside the
 *     kernel
 *
 * Kernel nest_2mm_s1_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel nest_2mm_s2_step: all blocks
 *   - blocks along i, j
 *
 * Kernel nest_2mm_s3_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel nest_2mm_s4_step: all blocks
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
nest_2mm_s1_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, double *__restrict__ tmp, const int tmp_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double tmp_ij[1][1];
    if (ni >= 8 * ib + 8 && nj >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        {
            {
                tmp_ij[0][0] = 0.0;
            }
        }
        // Store tmp(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                tmp[(long long)i * tmp_pitch + j] = tmp_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            {
                tmp_ij[0][0] = 0.0;
            }
        }
        // Store tmp(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (ni >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (nj >= j + 1) {
                        tmp[(long long)i * tmp_pitch + j] = tmp_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
nest_2mm_s1_step(const int ni, const int nj, const int nk, const int nl, double *__restrict__ tmp, const int tmp_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 7) >> 3));
    const int jb_count = max(0, ((nj + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nj >= 1) {
        nest_2mm_s1_step_blocks_along_i(ni, nj, nk, nl, tmp, tmp_pitch, ib, jb);
    }
}

struct nest_2mm_s2_step_blocks_along_i_shared {
    alignas(16) double A_ik[2][16][66]; // A(i,k), rows padded against bank conflicts
    alignas(16) double B_kj[2][16][96]; // B(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
nest_2mm_s2_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const double *__restrict__ alpha, double *__restrict__ tmp, const int tmp_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = nk;
    const int i_base = 64 * ib;
    int i_own = 2 * (thread / 12);
    const int j_base = 96 * jb;
    int j_own = 2 * (thread % 12);
    nest_2mm_s2_step_blocks_along_i_shared &shared = *reinterpret_cast<nest_2mm_s2_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double tmp_ij[4][8];
    if (ni >= 64 * ib + 64 && nj >= 96 * jb + 96) {
        // Interior: every point takes part in every iteration.
        // Load tmp(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&tmp_ij[mi][mj], &tmp[(long long)i * tmp_pitch + j]);
            }
        }
        alignas(16) double A_ik[2][4];
        alignas(16) double B_kj[2][8];
        if (16 <= k_count) {
            // Stage A(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 192 * step + thread;
                if (group < 1024) {
                    const int k_in = group % 16;
                    const int i_in = group / 16;
                    copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(64 * ib + i_in) * A_pitch + k_in]);
                }
            }
            // Stage B(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 192 * step + thread;
                const int j_in = 2 * (group % 48);
                const int k_in = group / 48;
                copy_async2(&shared.B_kj[0][k_in][j_in], &B[(long long)k_in * B_pitch + 96 * jb + j_in]);
            }
            await_copies();
            __syncthreads();
            #pragma unroll
            for (int mi = 0; mi < 4; mi += 2) {
                const int i_in = i_own + 16 * mi;
                copy2(&A_ik[0][mi], &shared.A_ik[0][0][i_in]);
            }
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j_in = j_own + 12 * mj;
                copy2(&B_kj[0][mj], &shared.B_kj[0][0][j_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 16 <= k_count; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            if (next + 16 <= k_count) {
                // Stage A(i,k).
                #pragma unroll 6
                for (int step = 0; step < 6; ++step) {
                    const int group = 192 * step + thread;
                    if (group < 1024) {
                        const int k_in = group % 16;
                        const int i_in = group / 16;
                        copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(64 * ib + i_in) * A_pitch + next + k_in]);
                    }
                }
                // Stage B(k,j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 192 * step + thread;
                    const int j_in = 2 * (group % 48);
                    const int k_in = group / 48;
                    copy_async2(&shared.B_kj[1 - half][k_in][j_in], &B[(long long)(next + k_in) * B_pitch + 96 * jb + j_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 16) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 16 * mi;
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
                        const int i_in = i_own + 16 * mi;
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
                        tmp_ij[mi][mj] = tmp_ij[mi][mj] + factor_i[mi] * B_kj[k_in % 2][mj];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage A(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 192 * step + thread;
                if (group < 1024) {
                    const int k_in = group % 16;
                    const int i_in = group / 16;
                    shared.A_ik[0][k_in][i_in] = 64 * ib + i_in <= ni - 1 && k_chunk + k_in <= nk - 1 ? A[(long long)(64 * ib + i_in) * A_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage B(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.B_kj[0][k_in][j_in] = k_chunk + k_in <= nk - 1 && 96 * jb + j_in <= nj - 1 ? B[(long long)(k_chunk + k_in) * B_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
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
                        tmp_ij[mi][mj] = tmp_ij[mi][mj] + factor_i[mi] * B_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store tmp(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&tmp[(long long)i * tmp_pitch + j], &tmp_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load tmp(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                tmp_ij[mi][mj] = i <= ni - 1 && j <= nj - 1 ? tmp[(long long)i * tmp_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage A(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 192 * step + thread;
                if (group < 1024) {
                    const int k_in = group % 16;
                    const int i_in = group / 16;
                    shared.A_ik[0][k_in][i_in] = 64 * ib + i_in <= ni - 1 && k_chunk + k_in <= nk - 1 ? A[(long long)(64 * ib + i_in) * A_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage B(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.B_kj[0][k_in][j_in] = k_chunk + k_in <= nk - 1 && 96 * jb + j_in <= nj - 1 ? B[(long long)(k_chunk + k_in) * B_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
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
                        tmp_ij[mi][mj] = tmp_ij[mi][mj] + factor_i[mi] * B_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store tmp(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            if (ni >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                    if (nj >= j + 1) {
                        tmp[(long long)i * tmp_pitch + j] = tmp_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(192, 2)
nest_2mm_s2_step(const int ni, const int nj, const int nk, const int nl, const double *__restrict__ alpha, double *__restrict__ tmp, const int tmp_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 63) >> 6));
    const int jb_count = max(0, ((nj + 95) / 96 - ((nj + 95) % 96 < 0)));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nj >= 1 && nk >= 1) {
        nest_2mm_s2_step_blocks_along_i(ni, nj, nk, nl, alpha, tmp, tmp_pitch, A, A_pitch, B, B_pitch, ib, jb);
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
nest_2mm_s3_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const double *__restrict__ beta, double *__restrict__ D, const int D_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double D_ij[1][1];
    if (ni >= 8 * ib + 8 && nl >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        // Load D(i,j).
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                D_ij[0][0] = D[(long long)i * D_pitch + j];
            }
        }
        const double beta2 = beta[0];
        {
            {
                D_ij[0][0] = D_ij[0][0] * beta2;
            }
        }
        // Store D(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                D[(long long)i * D_pitch + j] = D_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load D(i,j).
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                D_ij[0][0] = i <= ni - 1 && j <= nl - 1 ? D[(long long)i * D_pitch + j] : 0.0;
            }
        }
        const double beta2 = beta[0];
        {
            {
                D_ij[0][0] = D_ij[0][0] * beta2;
            }
        }
        // Store D(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (ni >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (nl >= j + 1) {
                        D[(long long)i * D_pitch + j] = D_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
nest_2mm_s3_step(const int ni, const int nj, const int nk, const int nl, const double *__restrict__ beta, double *__restrict__ D, const int D_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 7) >> 3));
    const int jb_count = max(0, ((nl + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nl >= 1) {
        nest_2mm_s3_step_blocks_along_i(ni, nj, nk, nl, beta, D, D_pitch, ib, jb);
    }
}

struct nest_2mm_s4_step_blocks_along_i_shared {
    alignas(16) double tmp_ik[2][16][66]; // tmp(i,k), rows padded against bank conflicts
    alignas(16) double C_kj[2][16][96]; // C(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
nest_2mm_s4_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const double *__restrict__ tmp, const int tmp_pitch, const double *__restrict__ C, const int C_pitch, double *__restrict__ D, const int D_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = nj;
    const int i_base = 64 * ib;
    int i_own = 2 * (thread / 12);
    const int j_base = 96 * jb;
    int j_own = 2 * (thread % 12);
    nest_2mm_s4_step_blocks_along_i_shared &shared = *reinterpret_cast<nest_2mm_s4_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double D_ij[4][8];
    if (ni >= 64 * ib + 64 && nl >= 96 * jb + 96) {
        // Interior: every point takes part in every iteration.
        // Load D(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&D_ij[mi][mj], &D[(long long)i * D_pitch + j]);
            }
        }
        alignas(16) double tmp_ik[2][4];
        alignas(16) double C_kj[2][8];
        if (16 <= k_count) {
            // Stage tmp(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 192 * step + thread;
                if (group < 1024) {
                    const int k_in = group % 16;
                    const int i_in = group / 16;
                    copy_async1(&shared.tmp_ik[0][k_in][i_in], &tmp[(long long)(64 * ib + i_in) * tmp_pitch + k_in]);
                }
            }
            // Stage C(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 192 * step + thread;
                const int j_in = 2 * (group % 48);
                const int k_in = group / 48;
                copy_async2(&shared.C_kj[0][k_in][j_in], &C[(long long)k_in * C_pitch + 96 * jb + j_in]);
            }
            await_copies();
            __syncthreads();
            #pragma unroll
            for (int mi = 0; mi < 4; mi += 2) {
                const int i_in = i_own + 16 * mi;
                copy2(&tmp_ik[0][mi], &shared.tmp_ik[0][0][i_in]);
            }
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j_in = j_own + 12 * mj;
                copy2(&C_kj[0][mj], &shared.C_kj[0][0][j_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 16 <= k_count; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            if (next + 16 <= k_count) {
                // Stage tmp(i,k).
                #pragma unroll 6
                for (int step = 0; step < 6; ++step) {
                    const int group = 192 * step + thread;
                    if (group < 1024) {
                        const int k_in = group % 16;
                        const int i_in = group / 16;
                        copy_async1(&shared.tmp_ik[1 - half][k_in][i_in], &tmp[(long long)(64 * ib + i_in) * tmp_pitch + next + k_in]);
                    }
                }
                // Stage C(k,j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 192 * step + thread;
                    const int j_in = 2 * (group % 48);
                    const int k_in = group / 48;
                    copy_async2(&shared.C_kj[1 - half][k_in][j_in], &C[(long long)(next + k_in) * C_pitch + 96 * jb + j_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 16) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 16 * mi;
                        copy2(&tmp_ik[(k_in + 1) % 2][mi], &shared.tmp_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&C_kj[(k_in + 1) % 2][mj], &shared.C_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 16 * mi;
                        copy2(&tmp_ik[0][mi], &shared.tmp_ik[1 - half][0][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&C_kj[0][mj], &shared.C_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        D_ij[mi][mj] = D_ij[mi][mj] + tmp_ik[k_in % 2][mi] * C_kj[k_in % 2][mj];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage tmp(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 192 * step + thread;
                if (group < 1024) {
                    const int k_in = group % 16;
                    const int i_in = group / 16;
                    shared.tmp_ik[0][k_in][i_in] = 64 * ib + i_in <= ni - 1 && k_chunk + k_in <= nj - 1 ? tmp[(long long)(64 * ib + i_in) * tmp_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage C(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.C_kj[0][k_in][j_in] = k_chunk + k_in <= nj - 1 && 96 * jb + j_in <= nl - 1 ? C[(long long)(k_chunk + k_in) * C_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double tmp_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
                    copy2(&tmp_ik[mi], &shared.tmp_ik[0][k_in][i_in]);
                }
                alignas(16) double C_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&C_kj[mj], &shared.C_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        D_ij[mi][mj] = D_ij[mi][mj] + tmp_ik[mi] * C_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store D(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&D[(long long)i * D_pitch + j], &D_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load D(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                D_ij[mi][mj] = i <= ni - 1 && j <= nl - 1 ? D[(long long)i * D_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage tmp(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 192 * step + thread;
                if (group < 1024) {
                    const int k_in = group % 16;
                    const int i_in = group / 16;
                    shared.tmp_ik[0][k_in][i_in] = 64 * ib + i_in <= ni - 1 && k_chunk + k_in <= nj - 1 ? tmp[(long long)(64 * ib + i_in) * tmp_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage C(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.C_kj[0][k_in][j_in] = k_chunk + k_in <= nj - 1 && 96 * jb + j_in <= nl - 1 ? C[(long long)(k_chunk + k_in) * C_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double tmp_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
                    copy2(&tmp_ik[mi], &shared.tmp_ik[0][k_in][i_in]);
                }
                alignas(16) double C_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&C_kj[mj], &shared.C_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        D_ij[mi][mj] = D_ij[mi][mj] + tmp_ik[mi] * C_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store D(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            if (ni >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                    if (nl >= j + 1) {
                        D[(long long)i * D_pitch + j] = D_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(192, 2)
nest_2mm_s4_step(const int ni, const int nj, const int nk, const int nl, const double *__restrict__ tmp, const int tmp_pitch, const double *__restrict__ C, const int C_pitch, double *__restrict__ D, const int D_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 63) >> 6));
    const int jb_count = max(0, ((nl + 95) / 96 - ((nl + 95) % 96 < 0)));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nj >= 1 && nl >= 1) {
        nest_2mm_s4_step_blocks_along_i(ni, nj, nk, nl, tmp, tmp_pitch, C, C_pitch, D, D_pitch, ib, jb);
    }
}
