/*
 * 3mm, tiled by Tilewright
 *
 * S1(i,j): E(i,j) = 0.0
 * S2(i,j,k): E(i,j) = E(i,j) + (A(i,k) * B(k,j))
 * S3(i,j): F(i,j) = 0.0
 * S4(i,j,k): F(i,j) = F(i,j) + (C(i,k) * D(k,j))
 * S5(i,j): G(i,j) = 0.0
 * S6(i,j,k): G(i,j) = G(i,j) + (E(i,k) * F(k,j))
 *
 * Candidate: block 64x96x32, thread 4x8x1, chunk 32, buffers 2
 * Shape: 2D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the parallel loops
 *     carry no dependence; the others run inside the kernel; S3: the iterations of one launch do not
 *     depend on each other; S4: the parallel loops carry no dependence; the others run inside the
 *     kernel; S5: the iterations of one launch do not depend on each other; S6: the parallel loops
 *     carry no dependence; the others run inside the kernel
 *
 * Kernel nest_3mm_s1_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel nest_3mm_s2_step: all blocks
 *   - blocks along i, j
 *
 * Kernel nest_3mm_s3_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel nest_3mm_s4_step: all blocks
 *   - blocks along i, j
 *
 * Kernel nest_3mm_s5_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel nest_3mm_s6_step: all blocks
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
nest_3mm_s1_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ E, const int E_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double E_ij[1][1];
    if (ni >= 8 * ib + 8 && nj >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        {
            {
                E_ij[0][0] = 0.0;
            }
        }
        // Store E(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                E[(long long)i * E_pitch + j] = E_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            {
                E_ij[0][0] = 0.0;
            }
        }
        // Store E(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (ni >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (nj >= j + 1) {
                        E[(long long)i * E_pitch + j] = E_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
nest_3mm_s1_step(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ E, const int E_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 7) >> 3));
    const int jb_count = max(0, ((nj + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nj >= 1) {
        nest_3mm_s1_step_blocks_along_i(ni, nj, nk, nl, nm, E, E_pitch, ib, jb);
    }
}

struct nest_3mm_s2_step_blocks_along_i_shared {
    alignas(16) double A_ik[2][32][66]; // A(i,k), rows padded against bank conflicts
    alignas(16) double B_kj[2][32][96]; // B(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
nest_3mm_s2_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ E, const int E_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = nk;
    const int i_base = 64 * ib;
    int i_own = 2 * (thread / 12);
    const int j_base = 96 * jb;
    int j_own = 2 * (thread % 12);
    nest_3mm_s2_step_blocks_along_i_shared &shared = *reinterpret_cast<nest_3mm_s2_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double E_ij[4][8];
    if (ni >= 64 * ib + 64 && nj >= 96 * jb + 96) {
        // Interior: every point takes part in every iteration.
        // Load E(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&E_ij[mi][mj], &E[(long long)i * E_pitch + j]);
            }
        }
        alignas(16) double A_ik[2][4];
        alignas(16) double B_kj[2][8];
        if (32 <= k_count) {
            // Stage A(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(64 * ib + i_in) * A_pitch + k_in]);
                }
            }
            // Stage B(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
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
        for (; k_chunk + 32 <= k_count; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            if (next + 32 <= k_count) {
                // Stage A(i,k).
                #pragma unroll 8
                for (int step = 0; step < 11; ++step) {
                    const int group = 192 * step + thread;
                    if (group < 2048) {
                        const int k_in = group % 16 + 16 * (group / 1024);
                        const int i_in = group / 16 % 64;
                        copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(64 * ib + i_in) * A_pitch + next + k_in]);
                    }
                }
                // Stage B(k,j).
                #pragma unroll 8
                for (int step = 0; step < 8; ++step) {
                    const int group = 192 * step + thread;
                    const int j_in = 2 * (group % 48);
                    const int k_in = group / 48;
                    copy_async2(&shared.B_kj[1 - half][k_in][j_in], &B[(long long)(next + k_in) * B_pitch + 96 * jb + j_in]);
                }
            }
            #pragma unroll 32
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 32) {
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
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        E_ij[mi][mj] = E_ij[mi][mj] + A_ik[k_in % 2][mi] * B_kj[k_in % 2][mj];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage A(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    shared.A_ik[0][k_in][i_in] = 64 * ib + i_in <= ni - 1 && k_chunk + k_in <= nk - 1 ? A[(long long)(64 * ib + i_in) * A_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage B(k,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.B_kj[0][k_in][j_in] = k_chunk + k_in <= nk - 1 && 96 * jb + j_in <= nj - 1 ? B[(long long)(k_chunk + k_in) * B_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
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
                        E_ij[mi][mj] = E_ij[mi][mj] + A_ik[mi] * B_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store E(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&E[(long long)i * E_pitch + j], &E_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load E(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                E_ij[mi][mj] = i <= ni - 1 && j <= nj - 1 ? E[(long long)i * E_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage A(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    shared.A_ik[0][k_in][i_in] = 64 * ib + i_in <= ni - 1 && k_chunk + k_in <= nk - 1 ? A[(long long)(64 * ib + i_in) * A_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage B(k,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.B_kj[0][k_in][j_in] = k_chunk + k_in <= nk - 1 && 96 * jb + j_in <= nj - 1 ? B[(long long)(k_chunk + k_in) * B_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
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
                        E_ij[mi][mj] = E_ij[mi][mj] + A_ik[mi] * B_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store E(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            if (ni >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                    if (nj >= j + 1) {
                        E[(long long)i * E_pitch + j] = E_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(192, 2)
nest_3mm_s2_step(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ E, const int E_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 63) >> 6));
    const int jb_count = max(0, ((nj + 95) / 96 - ((nj + 95) % 96 < 0)));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nj >= 1 && nk >= 1) {
        nest_3mm_s2_step_blocks_along_i(ni, nj, nk, nl, nm, E, E_pitch, A, A_pitch, B, B_pitch, ib, jb);
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
nest_3mm_s3_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ F, const int F_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double F_ij[1][1];
    if (nj >= 8 * ib + 8 && nl >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        {
            {
                F_ij[0][0] = 0.0;
            }
        }
        // Store F(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                F[(long long)i * F_pitch + j] = F_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            {
                F_ij[0][0] = 0.0;
            }
        }
        // Store F(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (nj >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (nl >= j + 1) {
                        F[(long long)i * F_pitch + j] = F_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
nest_3mm_s3_step(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ F, const int F_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((nj + 7) >> 3));
    const int jb_count = max(0, ((nl + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (nj >= 1 && nl >= 1) {
        nest_3mm_s3_step_blocks_along_i(ni, nj, nk, nl, nm, F, F_pitch, ib, jb);
    }
}

struct nest_3mm_s4_step_blocks_along_i_shared {
    alignas(16) double C_ik[2][32][66]; // C(i,k), rows padded against bank conflicts
    alignas(16) double D_kj[2][32][96]; // D(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
nest_3mm_s4_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ F, const int F_pitch, const double *__restrict__ C, const int C_pitch, const double *__restrict__ D, const int D_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = nm;
    const int i_base = 64 * ib;
    int i_own = 2 * (thread / 12);
    const int j_base = 96 * jb;
    int j_own = 2 * (thread % 12);
    nest_3mm_s4_step_blocks_along_i_shared &shared = *reinterpret_cast<nest_3mm_s4_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double F_ij[4][8];
    if (nj >= 64 * ib + 64 && nl >= 96 * jb + 96) {
        // Interior: every point takes part in every iteration.
        // Load F(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&F_ij[mi][mj], &F[(long long)i * F_pitch + j]);
            }
        }
        alignas(16) double C_ik[2][4];
        alignas(16) double D_kj[2][8];
        if (32 <= k_count) {
            // Stage C(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    copy_async1(&shared.C_ik[0][k_in][i_in], &C[(long long)(64 * ib + i_in) * C_pitch + k_in]);
                }
            }
            // Stage D(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 192 * step + thread;
                const int j_in = 2 * (group % 48);
                const int k_in = group / 48;
                copy_async2(&shared.D_kj[0][k_in][j_in], &D[(long long)k_in * D_pitch + 96 * jb + j_in]);
            }
            await_copies();
            __syncthreads();
            #pragma unroll
            for (int mi = 0; mi < 4; mi += 2) {
                const int i_in = i_own + 16 * mi;
                copy2(&C_ik[0][mi], &shared.C_ik[0][0][i_in]);
            }
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j_in = j_own + 12 * mj;
                copy2(&D_kj[0][mj], &shared.D_kj[0][0][j_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 32 <= k_count; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            if (next + 32 <= k_count) {
                // Stage C(i,k).
                #pragma unroll 8
                for (int step = 0; step < 11; ++step) {
                    const int group = 192 * step + thread;
                    if (group < 2048) {
                        const int k_in = group % 16 + 16 * (group / 1024);
                        const int i_in = group / 16 % 64;
                        copy_async1(&shared.C_ik[1 - half][k_in][i_in], &C[(long long)(64 * ib + i_in) * C_pitch + next + k_in]);
                    }
                }
                // Stage D(k,j).
                #pragma unroll 8
                for (int step = 0; step < 8; ++step) {
                    const int group = 192 * step + thread;
                    const int j_in = 2 * (group % 48);
                    const int k_in = group / 48;
                    copy_async2(&shared.D_kj[1 - half][k_in][j_in], &D[(long long)(next + k_in) * D_pitch + 96 * jb + j_in]);
                }
            }
            #pragma unroll 32
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 32) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 16 * mi;
                        copy2(&C_ik[(k_in + 1) % 2][mi], &shared.C_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&D_kj[(k_in + 1) % 2][mj], &shared.D_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 16 * mi;
                        copy2(&C_ik[0][mi], &shared.C_ik[1 - half][0][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&D_kj[0][mj], &shared.D_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        F_ij[mi][mj] = F_ij[mi][mj] + C_ik[k_in % 2][mi] * D_kj[k_in % 2][mj];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage C(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    shared.C_ik[0][k_in][i_in] = 64 * ib + i_in <= nj - 1 && k_chunk + k_in <= nm - 1 ? C[(long long)(64 * ib + i_in) * C_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage D(k,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.D_kj[0][k_in][j_in] = k_chunk + k_in <= nm - 1 && 96 * jb + j_in <= nl - 1 ? D[(long long)(k_chunk + k_in) * D_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double C_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
                    copy2(&C_ik[mi], &shared.C_ik[0][k_in][i_in]);
                }
                alignas(16) double D_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&D_kj[mj], &shared.D_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        F_ij[mi][mj] = F_ij[mi][mj] + C_ik[mi] * D_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store F(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&F[(long long)i * F_pitch + j], &F_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load F(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                F_ij[mi][mj] = i <= nj - 1 && j <= nl - 1 ? F[(long long)i * F_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage C(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    shared.C_ik[0][k_in][i_in] = 64 * ib + i_in <= nj - 1 && k_chunk + k_in <= nm - 1 ? C[(long long)(64 * ib + i_in) * C_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage D(k,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.D_kj[0][k_in][j_in] = k_chunk + k_in <= nm - 1 && 96 * jb + j_in <= nl - 1 ? D[(long long)(k_chunk + k_in) * D_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double C_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
                    copy2(&C_ik[mi], &shared.C_ik[0][k_in][i_in]);
                }
                alignas(16) double D_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&D_kj[mj], &shared.D_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        F_ij[mi][mj] = F_ij[mi][mj] + C_ik[mi] * D_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store F(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            if (nj >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                    if (nl >= j + 1) {
                        F[(long long)i * F_pitch + j] = F_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(192, 2)
nest_3mm_s4_step(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ F, const int F_pitch, const double *__restrict__ C, const int C_pitch, const double *__restrict__ D, const int D_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((nj + 63) >> 6));
    const int jb_count = max(0, ((nl + 95) / 96 - ((nl + 95) % 96 < 0)));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (nj >= 1 && nl >= 1 && nm >= 1) {
        nest_3mm_s4_step_blocks_along_i(ni, nj, nk, nl, nm, F, F_pitch, C, C_pitch, D, D_pitch, ib, jb);
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
nest_3mm_s5_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ G, const int G_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double G_ij[1][1];
    if (ni >= 8 * ib + 8 && nl >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        {
            {
                G_ij[0][0] = 0.0;
            }
        }
        // Store G(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                G[(long long)i * G_pitch + j] = G_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            {
                G_ij[0][0] = 0.0;
            }
        }
        // Store G(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (ni >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (nl >= j + 1) {
                        G[(long long)i * G_pitch + j] = G_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
nest_3mm_s5_step(const int ni, const int nj, const int nk, const int nl, const int nm, double *__restrict__ G, const int G_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 7) >> 3));
    const int jb_count = max(0, ((nl + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nl >= 1) {
        nest_3mm_s5_step_blocks_along_i(ni, nj, nk, nl, nm, G, G_pitch, ib, jb);
    }
}

struct nest_3mm_s6_step_blocks_along_i_shared {
    alignas(16) double E_ik[2][32][66]; // E(i,k), rows padded against bank conflicts
    alignas(16) double F_kj[2][32][96]; // F(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
nest_3mm_s6_step_blocks_along_i(const int ni, const int nj, const int nk, const int nl, const int nm, const double *__restrict__ E, const int E_pitch, const double *__restrict__ F, const int F_pitch, double *__restrict__ G, const int G_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = nj;
    const int i_base = 64 * ib;
    int i_own = 2 * (thread / 12);
    const int j_base = 96 * jb;
    int j_own = 2 * (thread % 12);
    nest_3mm_s6_step_blocks_along_i_shared &shared = *reinterpret_cast<nest_3mm_s6_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double G_ij[4][8];
    if (ni >= 64 * ib + 64 && nl >= 96 * jb + 96) {
        // Interior: every point takes part in every iteration.
        // Load G(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&G_ij[mi][mj], &G[(long long)i * G_pitch + j]);
            }
        }
        alignas(16) double E_ik[2][4];
        alignas(16) double F_kj[2][8];
        if (32 <= k_count) {
            // Stage E(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    copy_async1(&shared.E_ik[0][k_in][i_in], &E[(long long)(64 * ib + i_in) * E_pitch + k_in]);
                }
            }
            // Stage F(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 192 * step + thread;
                const int j_in = 2 * (group % 48);
                const int k_in = group / 48;
                copy_async2(&shared.F_kj[0][k_in][j_in], &F[(long long)k_in * F_pitch + 96 * jb + j_in]);
            }
            await_copies();
            __syncthreads();
            #pragma unroll
            for (int mi = 0; mi < 4; mi += 2) {
                const int i_in = i_own + 16 * mi;
                copy2(&E_ik[0][mi], &shared.E_ik[0][0][i_in]);
            }
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j_in = j_own + 12 * mj;
                copy2(&F_kj[0][mj], &shared.F_kj[0][0][j_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 32 <= k_count; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            if (next + 32 <= k_count) {
                // Stage E(i,k).
                #pragma unroll 8
                for (int step = 0; step < 11; ++step) {
                    const int group = 192 * step + thread;
                    if (group < 2048) {
                        const int k_in = group % 16 + 16 * (group / 1024);
                        const int i_in = group / 16 % 64;
                        copy_async1(&shared.E_ik[1 - half][k_in][i_in], &E[(long long)(64 * ib + i_in) * E_pitch + next + k_in]);
                    }
                }
                // Stage F(k,j).
                #pragma unroll 8
                for (int step = 0; step < 8; ++step) {
                    const int group = 192 * step + thread;
                    const int j_in = 2 * (group % 48);
                    const int k_in = group / 48;
                    copy_async2(&shared.F_kj[1 - half][k_in][j_in], &F[(long long)(next + k_in) * F_pitch + 96 * jb + j_in]);
                }
            }
            #pragma unroll 32
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 32) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 16 * mi;
                        copy2(&E_ik[(k_in + 1) % 2][mi], &shared.E_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&F_kj[(k_in + 1) % 2][mj], &shared.F_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    #pragma unroll
                    for (int mi = 0; mi < 4; mi += 2) {
                        const int i_in = i_own + 16 * mi;
                        copy2(&E_ik[0][mi], &shared.E_ik[1 - half][0][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&F_kj[0][mj], &shared.F_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        G_ij[mi][mj] = G_ij[mi][mj] + E_ik[k_in % 2][mi] * F_kj[k_in % 2][mj];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage E(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    shared.E_ik[0][k_in][i_in] = 64 * ib + i_in <= ni - 1 && k_chunk + k_in <= nj - 1 ? E[(long long)(64 * ib + i_in) * E_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage F(k,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.F_kj[0][k_in][j_in] = k_chunk + k_in <= nj - 1 && 96 * jb + j_in <= nl - 1 ? F[(long long)(k_chunk + k_in) * F_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double E_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
                    copy2(&E_ik[mi], &shared.E_ik[0][k_in][i_in]);
                }
                alignas(16) double F_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&F_kj[mj], &shared.F_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        G_ij[mi][mj] = G_ij[mi][mj] + E_ik[mi] * F_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store G(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&G[(long long)i * G_pitch + j], &G_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load G(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                G_ij[mi][mj] = i <= ni - 1 && j <= nl - 1 ? G[(long long)i * G_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage E(i,k).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int k_in = group % 16 + 16 * (group / 1024);
                    const int i_in = group / 16 % 64;
                    shared.E_ik[0][k_in][i_in] = 64 * ib + i_in <= ni - 1 && k_chunk + k_in <= nj - 1 ? E[(long long)(64 * ib + i_in) * E_pitch + k_chunk + k_in] : 0.0;
                }
            }
            // Stage F(k,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 192 * step + thread;
                const int j_in = group % 96;
                const int k_in = group / 96;
                shared.F_kj[0][k_in][j_in] = k_chunk + k_in <= nj - 1 && 96 * jb + j_in <= nl - 1 ? F[(long long)(k_chunk + k_in) * F_pitch + 96 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double E_ik[4];
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 16 * mi;
                    copy2(&E_ik[mi], &shared.E_ik[0][k_in][i_in]);
                }
                alignas(16) double F_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&F_kj[mj], &shared.F_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        G_ij[mi][mj] = G_ij[mi][mj] + E_ik[mi] * F_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store G(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 32 * (mi / 2) + mi % 2;
            if (ni >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                    if (nl >= j + 1) {
                        G[(long long)i * G_pitch + j] = G_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(192, 2)
nest_3mm_s6_step(const int ni, const int nj, const int nk, const int nl, const int nm, const double *__restrict__ E, const int E_pitch, const double *__restrict__ F, const int F_pitch, double *__restrict__ G, const int G_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((ni + 63) >> 6));
    const int jb_count = max(0, ((nl + 95) / 96 - ((nl + 95) % 96 < 0)));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (ni >= 1 && nj >= 1 && nl >= 1) {
        nest_3mm_s6_step_blocks_along_i(ni, nj, nk, nl, nm, E, E_pitch, F, F_pitch, G, G_pitch, ib, jb);
    }
}
