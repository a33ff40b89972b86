/*
 * symm, tiled by Tilewright
 *
 * S1(i,j): temp2 = 0
 * S2(i,j,k): C(k,j) = C(k,j) + ((alpha * B(i,j)) * A(i,k))
 * S3(i,j,k): temp2 = temp2 + (B(k,j) * A(i,k))
 * S4(i,j): C(i,j) = ((beta * C(i,j)) + ((alpha * B(i,j)) * A(i,i))) + (alpha * temp2)
 *
 * Candidate: block 48x48x32, thread 2x4x1, chunk 32, buffers 2
 * Shape: 2D blocks
 * Legal because temporaries have memory of their own (temp2_i_j), as no value of theirs passes between
 *     iterations; S1: the iterations of one launch do not depend on each other; S3: the parallel loops
 *     carry no dependence; the others run inside the kernel; S4: the iterations of one launch do not
 *     depend on each other; S2: the parallel loops carry no dependence; the others run inside the
 *     kernel; S5: the iterations of one launch do not depend on each other; S6: the iterations of one
 *     launch do not depend on each other
 *
 * Kernel symm_s1_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel symm_s3_step: all blocks
 *   - blocks along i, j
 *
 * Kernel symm_s4_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel symm_s2_step: all blocks
 *   - blocks along j, k
 *
 * Kernel symm_s5_step: all iterations of a step
 *   - the one block
 *
 * Kernel symm_s6_step: all iterations of a step
 *   - the one block
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
symm_s1_step_blocks_along_i(const int m, const int n, double *__restrict__ temp2_i_j, const int temp2_i_j_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double temp2_i_j_ij[1][1];
    if (m >= 8 * ib + 8 && n >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        {
            {
                temp2_i_j_ij[0][0] = (double)0;
            }
        }
        // Store temp2_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                temp2_i_j[(long long)i * temp2_i_j_pitch + j] = temp2_i_j_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            {
                temp2_i_j_ij[0][0] = (double)0;
            }
        }
        // Store temp2_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (m >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (n >= j + 1) {
                        temp2_i_j[(long long)i * temp2_i_j_pitch + j] = temp2_i_j_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
symm_s1_step(const int m, const int n, double *__restrict__ temp2_i_j, const int temp2_i_j_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 7) >> 3));
    const int jb_count = max(0, ((n + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && n >= 1) {
        symm_s1_step_blocks_along_i(m, n, temp2_i_j, temp2_i_j_pitch, ib, jb);
    }
}

struct symm_s3_step_blocks_along_i_shared {
    alignas(16) double B_kj[2][32][48]; // B(k,j)
    alignas(16) double A_ik[2][32][50]; // A(i,k), rows padded against bank conflicts
};

/** blocks along i, j */
static __device__ __forceinline__ void
symm_s3_step_blocks_along_i(const int m, const int n, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, double *__restrict__ temp2_i_j, const int temp2_i_j_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_first = 0;
    const int k_count = m - 1;
    const int i_base = 48 * ib;
    int i_own = 2 * (thread / 12);
    const int j_base = 48 * jb;
    int j_own = 2 * (thread % 12);
    symm_s3_step_blocks_along_i_shared &shared = *reinterpret_cast<symm_s3_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double temp2_i_j_ij[2][4];
    if (48 * ib - m + 48 <= 0 && 48 * jb - n + 48 <= 0 && -1 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load temp2_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j = j_base + j_own + 12 * mj;
                copy2(&temp2_i_j_ij[mi][mj], &temp2_i_j[(long long)i * temp2_i_j_pitch + j]);
            }
        }
        alignas(16) double B_kj[2][4];
        alignas(16) double A_ik[2][2];
        if (32 <= k_count) {
            // Stage B(k,j).
            #pragma unroll 3
            for (int step = 0; step < 3; ++step) {
                const int group = 288 * step + thread;
                if (group < 768) {
                    const int j_in = 2 * (group % 24);
                    const int k_in = group / 24;
                    copy_async2(&shared.B_kj[0][k_in][j_in], &B[(long long)k_in * B_pitch + 48 * jb + j_in]);
                }
            }
            // Stage A(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 288 * step + thread;
                if (group < 1536) {
                    const int k_in = group % 16 + 16 * (group / 768);
                    const int i_in = group / 16 % 48;
                    copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(48 * ib + i_in) * A_pitch + k_in]);
                }
            }
            await_copies();
            __syncthreads();
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j_in = j_own + 12 * mj;
                copy2(&B_kj[0][mj], &shared.B_kj[0][0][j_in]);
            }
            {
                const int mi = 0;
                const int i_in = i_own;
                copy2(&A_ik[0][mi], &shared.A_ik[0][0][i_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 32 <= k_count; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            if (next + 32 <= k_count) {
                // Stage B(k,j).
                #pragma unroll 3
                for (int step = 0; step < 3; ++step) {
                    const int group = 288 * step + thread;
                    if (group < 768) {
                        const int j_in = 2 * (group % 24);
                        const int k_in = group / 24;
                        copy_async2(&shared.B_kj[1 - half][k_in][j_in], &B[(long long)(next + k_in) * B_pitch + 48 * jb + j_in]);
                    }
                }
                // Stage A(i,k).
                #pragma unroll 6
                for (int step = 0; step < 6; ++step) {
                    const int group = 288 * step + thread;
                    if (group < 1536) {
                        const int k_in = group % 16 + 16 * (group / 768);
                        const int i_in = group / 16 % 48;
                        copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(48 * ib + i_in) * A_pitch + next + k_in]);
                    }
                }
            }
            #pragma unroll 32
            for (int k_in = 0; k_in < 32; ++k_in) {
                const int k = k_first + k_chunk + k_in;
                // Read what the next iteration needs.
                if (k_in + 1 < 32) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&B_kj[(k_in + 1) % 2][mj], &shared.B_kj[half][k_in + 1][j_in]);
                    }
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&A_ik[(k_in + 1) % 2][mi], &shared.A_ik[half][k_in + 1][i_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    #pragma unroll
                    for (int mj = 0; mj < 4; mj += 2) {
                        const int j_in = j_own + 12 * mj;
                        copy2(&B_kj[0][mj], &shared.B_kj[1 - half][0][j_in]);
                    }
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&A_ik[0][mi], &shared.A_ik[1 - half][0][i_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i = i_base + i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        temp2_i_j_ij[mi][mj] = (i >= k + 1) ? temp2_i_j_ij[mi][mj] + B_kj[k_in % 2][mj] * A_ik[k_in % 2][mi] : temp2_i_j_ij[mi][mj];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage B(k,j).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 288 * step + thread;
                if (group < 1536) {
                    const int j_in = group % 48;
                    const int k_in = group / 48;
                    shared.B_kj[0][k_in][j_in] = k_chunk + k_in <= m - 1 && 48 * jb + j_in <= n - 1 ? B[(long long)(k_chunk + k_in) * B_pitch + 48 * jb + j_in] : 0.0;
                }
            }
            // Stage A(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 288 * step + thread;
                if (group < 1536) {
                    const int k_in = group % 16 + 16 * (group / 768);
                    const int i_in = group / 16 % 48;
                    shared.A_ik[0][k_in][i_in] = 48 * ib + i_in <= m - 1 && k_chunk + k_in <= m - 1 ? A[(long long)(48 * ib + i_in) * A_pitch + k_chunk + k_in] : 0.0;
                }
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                const int k = k_first + k_chunk + k_in;
                alignas(16) double B_kj[4];
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&B_kj[mj], &shared.B_kj[0][k_in][j_in]);
                }
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i = i_base + i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        temp2_i_j_ij[mi][mj] = (i >= k + 1) ? temp2_i_j_ij[mi][mj] + B_kj[mj] * A_ik[mi] : temp2_i_j_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store temp2_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            if (i >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                    temp2_i_j[(long long)i * temp2_i_j_pitch + j] = temp2_i_j_ij[mi][mj];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load temp2_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                temp2_i_j_ij[mi][mj] = i <= m - 1 && j <= n - 1 ? temp2_i_j[(long long)i * temp2_i_j_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage B(k,j).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 288 * step + thread;
                if (group < 1536) {
                    const int j_in = group % 48;
                    const int k_in = group / 48;
                    shared.B_kj[0][k_in][j_in] = k_chunk + k_in <= m - 1 && 48 * jb + j_in <= n - 1 ? B[(long long)(k_chunk + k_in) * B_pitch + 48 * jb + j_in] : 0.0;
                }
            }
            // Stage A(i,k).
            #pragma unroll 6
            for (int step = 0; step < 6; ++step) {
                const int group = 288 * step + thread;
                if (group < 1536) {
                    const int k_in = group % 16 + 16 * (group / 768);
                    const int i_in = group / 16 % 48;
                    shared.A_ik[0][k_in][i_in] = 48 * ib + i_in <= m - 1 && k_chunk + k_in <= m - 1 ? A[(long long)(48 * ib + i_in) * A_pitch + k_chunk + k_in] : 0.0;
                }
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                const int k = k_first + k_chunk + k_in;
                alignas(16) double B_kj[4];
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    const int j_in = j_own + 12 * mj;
                    copy2(&B_kj[mj], &shared.B_kj[0][k_in][j_in]);
                }
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i = i_base + i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        temp2_i_j_ij[mi][mj] = (i >= k + 1) ? temp2_i_j_ij[mi][mj] + B_kj[mj] * A_ik[mi] : temp2_i_j_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store temp2_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            if ((i >= 1) && (m >= i + 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + 24 * (mj / 2) + mj % 2;
                    if (n >= j + 1) {
                        temp2_i_j[(long long)i * temp2_i_j_pitch + j] = temp2_i_j_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(288, 2)
symm_s3_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, double *__restrict__ temp2_i_j, const int temp2_i_j_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 47) / 48 - ((m + 47) % 48 < 0)));
    const int jb_count = max(0, ((n + 47) / 48 - ((n + 47) % 48 < 0)));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 2 && n >= 1) {
        symm_s3_step_blocks_along_i(m, n, A, A_pitch, B, B_pitch, temp2_i_j, temp2_i_j_pitch, ib, jb);
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
symm_s4_step_blocks_along_i(const int m, const int n, const double *__restrict__ alpha, const double *__restrict__ beta, double *__restrict__ C, const int C_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, const double *__restrict__ temp2_i_j, const int temp2_i_j_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double C_ij[1][1];
    if (m >= 8 * ib + 8 && n >= 32 * jb + 32) {
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
        const double alpha2 = alpha[0];
        alignas(16) double A_ii[1];
        {
            const int i = i_base + i_own;
            A_ii[0] = A[(long long)i * A_pitch + i];
        }
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                C_ij[0][0] = beta2 * C_ij[0][0] + alpha2 * B[(long long)i * B_pitch + j] * A_ii[0] + alpha2 * temp2_i_j[(long long)i * temp2_i_j_pitch + j];
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
                C_ij[0][0] = i <= m - 1 && j <= n - 1 ? C[(long long)i * C_pitch + j] : 0.0;
            }
        }
        const double beta2 = beta[0];
        const double alpha2 = alpha[0];
        alignas(16) double A_ii[1];
        {
            const int i = i_base + i_own;
            A_ii[0] = i <= m - 1 ? A[(long long)i * A_pitch + i] : 0.0;
        }
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                C_ij[0][0] = beta2 * C_ij[0][0] + alpha2 * (i <= m - 1 && j <= n - 1 ? B[(long long)i * B_pitch + j] : 0.0) * A_ii[0] + alpha2 * (i <= m - 1 && j <= n - 1 ? temp2_i_j[(long long)i * temp2_i_j_pitch + j] : 0.0);
            }
        }
        // Store C(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (m >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (n >= j + 1) {
                        C[(long long)i * C_pitch + j] = C_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
symm_s4_step(const int m, const int n, const double *__restrict__ alpha, const double *__restrict__ beta, double *__restrict__ C, const int C_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, const double *__restrict__ temp2_i_j, const int temp2_i_j_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 7) >> 3));
    const int jb_count = max(0, ((n + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && n >= 1) {
        symm_s4_step_blocks_along_i(m, n, alpha, beta, C, C_pitch, A, A_pitch, B, B_pitch, temp2_i_j, temp2_i_j_pitch, ib, jb);
    }
}

struct symm_s2_step_blocks_along_j_shared {
    alignas(16) double B_ij[2][16][8]; // B(i,j)
    alignas(16) double A_ik[2][16][32]; // A(i,k)
};

/** blocks along j, k */
static __device__ __forceinline__ void
symm_s2_step_blocks_along_j(const int m, const int n, const double *__restrict__ alpha, double *__restrict__ C, const int C_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch, const int jb, const int kb)
{
    const int thread = threadIdx.x;
    const int i_first = 0;
    const int i_count = m;
    const int j_base = 8 * jb;
    int j_own = thread / 32;
    const int k_base = 32 * kb;
    int k_own = thread % 32;
    symm_s2_step_blocks_along_j_shared &shared = *reinterpret_cast<symm_s2_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double C_kj[1][1];
    if (1 == 0 && 8 * jb - n + 8 <= 0 && 0 <= 0 && 32 * kb - m + 32 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load C(k,j).
        {
            const int j = j_base + j_own;
            {
                const int k = k_base + k_own;
                C_kj[0][0] = C[(long long)k * C_pitch + j];
            }
        }
        alignas(16) double B_ij[2][1];
        alignas(16) double A_ik[2][1];
        if (16 <= i_count) {
            // Stage B(i,j).
            {
                const int group = thread;
                if (group < 64) {
                    const int j_in = 2 * (group % 4);
                    const int i_in = group / 4;
                    copy_async2(&shared.B_ij[0][i_in][j_in], &B[(long long)i_in * B_pitch + 8 * jb + j_in]);
                }
            }
            // Stage A(i,k).
            {
                const int group = thread;
                const int k_in = 2 * (group % 16);
                const int i_in = group / 16;
                copy_async2(&shared.A_ik[0][i_in][k_in], &A[(long long)i_in * A_pitch + 32 * kb + k_in]);
            }
            await_copies();
            __syncthreads();
            {
                const int j_in = j_own;
                B_ij[0][0] = shared.B_ij[0][0][j_in];
            }
            {
                const int k_in = k_own;
                A_ik[0][0] = shared.A_ik[0][0][k_in];
            }
        }
        int i_chunk = 0;
        for (; i_chunk + 16 <= i_count; i_chunk += 16) {
            const int half = i_chunk / 16 % 2;
            const int next = i_chunk + 16;
            if (next + 16 <= i_count) {
                // Stage B(i,j).
                {
                    const int group = thread;
                    if (group < 64) {
                        const int j_in = 2 * (group % 4);
                        const int i_in = group / 4;
                        copy_async2(&shared.B_ij[1 - half][i_in][j_in], &B[(long long)(next + i_in) * B_pitch + 8 * jb + j_in]);
                    }
                }
                // Stage A(i,k).
                {
                    const int group = thread;
                    const int k_in = 2 * (group % 16);
                    const int i_in = group / 16;
                    copy_async2(&shared.A_ik[1 - half][i_in][k_in], &A[(long long)(next + i_in) * A_pitch + 32 * kb + k_in]);
                }
            }
            #pragma unroll 16
            for (int i_in = 0; i_in < 16; ++i_in) {
                const int i = i_first + i_chunk + i_in;
                // Read what the next iteration needs.
                if (i_in + 1 < 16) {
                    {
                        const int j_in = j_own;
                        B_ij[(i_in + 1) % 2][0] = shared.B_ij[half][i_in + 1][j_in];
                    }
                    {
                        const int k_in = k_own;
                        A_ik[(i_in + 1) % 2][0] = shared.A_ik[half][i_in + 1][k_in];
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int j_in = j_own;
                        B_ij[0][0] = shared.B_ij[1 - half][0][j_in];
                    }
                    {
                        const int k_in = k_own;
                        A_ik[0][0] = shared.A_ik[1 - half][0][k_in];
                    }
                }
                alignas(16) double factor_j[1];
                {
                    factor_j[0] = alpha[0] * B_ij[i_in % 2][0];
                }
                {
                    {
                        const int k = k_base + k_own;
                        C_kj[0][0] = (i >= k + 1) ? C_kj[0][0] + factor_j[0] * A_ik[i_in % 2][0] : C_kj[0][0];
                    }
                }
            }
        }
        if (i_chunk < i_count) {
            __syncthreads();
            // Stage B(i,j).
            {
                const int group = thread;
                if (group < 128) {
                    const int j_in = group % 8;
                    const int i_in = group / 8;
                    shared.B_ij[0][i_in][j_in] = i_chunk + i_in <= m - 1 && 8 * jb + j_in <= n - 1 ? B[(long long)(i_chunk + i_in) * B_pitch + 8 * jb + j_in] : 0.0;
                }
            }
            // Stage A(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 32;
                const int i_in = group / 32;
                shared.A_ik[0][i_in][k_in] = i_chunk + i_in <= m - 1 && 32 * kb + k_in <= m - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + 32 * kb + k_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
                const int i = i_first + i_chunk + i_in;
                alignas(16) double B_ij[1];
                {
                    const int j_in = j_own;
                    B_ij[0] = shared.B_ij[0][i_in][j_in];
                }
                alignas(16) double factor_j[1];
                {
                    factor_j[0] = alpha[0] * B_ij[0];
                }
                alignas(16) double A_ik[1];
                {
                    const int k_in = k_own;
                    A_ik[0] = shared.A_ik[0][i_in][k_in];
                }
                {
                    {
                        const int k = k_base + k_own;
                        C_kj[0][0] = (i >= k + 1) ? C_kj[0][0] + factor_j[0] * A_ik[0] : C_kj[0][0];
                    }
                }
            }
            __syncthreads();
        }
        // Store C(k,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own), "+r"(k_own));
        {
            const int j = j_base + j_own;
            {
                const int k = k_base + k_own;
                if (m >= k + 2) {
                    C[(long long)k * C_pitch + j] = C_kj[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load C(k,j).
        {
            const int j = j_base + j_own;
            {
                const int k = k_base + k_own;
                C_kj[0][0] = k <= m - 1 && j <= n - 1 ? C[(long long)k * C_pitch + j] : 0.0;
            }
        }
        for (int i_chunk = 0; i_chunk < i_count; i_chunk += 16) {
            // Stage B(i,j).
            {
                const int group = thread;
                if (group < 128) {
                    const int j_in = group % 8;
                    const int i_in = group / 8;
                    shared.B_ij[0][i_in][j_in] = i_chunk + i_in <= m - 1 && 8 * jb + j_in <= n - 1 ? B[(long long)(i_chunk + i_in) * B_pitch + 8 * jb + j_in] : 0.0;
                }
            }
            // Stage A(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 32;
                const int i_in = group / 32;
                shared.A_ik[0][i_in][k_in] = i_chunk + i_in <= m - 1 && 32 * kb + k_in <= m - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + 32 * kb + k_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int i_in = max(0, 1 - i_chunk); i_in < min(16, i_count - i_chunk); ++i_in) {
                const int i = i_first + i_chunk + i_in;
                alignas(16) double B_ij[1];
                {
                    const int j_in = j_own;
                    B_ij[0] = shared.B_ij[0][i_in][j_in];
                }
                alignas(16) double factor_j[1];
                {
                    factor_j[0] = alpha[0] * B_ij[0];
                }
                alignas(16) double A_ik[1];
                {
                    const int k_in = k_own;
                    A_ik[0] = shared.A_ik[0][i_in][k_in];
                }
                {
                    {
                        const int k = k_base + k_own;
                        C_kj[0][0] = (i >= k + 1) ? C_kj[0][0] + factor_j[0] * A_ik[0] : C_kj[0][0];
                    }
                }
            }
            __syncthreads();
        }
        // Store C(k,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own), "+r"(k_own));
        {
            const int j = j_base + j_own;
            if (n >= j + 1) {
                {
                    const int k = k_base + k_own;
                    if (m >= k + 2) {
                        C[(long long)k * C_pitch + j] = C_kj[0][0];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(256, 4)
symm_s2_step(const int m, const int n, const double *__restrict__ alpha, double *__restrict__ C, const int C_pitch, const double *__restrict__ A, const int A_pitch, const double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((n + 7) >> 3));
    const int kb_count = max(0, ((m + 30) >> 5));
    const int jb = block / kb_count;
    const int kb = block % kb_count;
    if (m >= 2 && n >= 1) {
        symm_s2_step_blocks_along_j(m, n, alpha, C, C_pitch, A, A_pitch, B, B_pitch, jb, kb);
    }
}

/** the one block */
static __device__ __forceinline__ void
symm_s5_step_the_one_block(const int m, const int n, double *__restrict__ temp2, const double *__restrict__ temp2_i_j, const int temp2_i_j_pitch)
{
    alignas(16) double temp22;
    temp22 = temp2_i_j[(long long)0 * temp2_i_j_pitch + n - 1];
    // Store temp2().
    temp2[0] = temp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
symm_s5_step(const int m, const int n, double *__restrict__ temp2, const double *__restrict__ temp2_i_j, const int temp2_i_j_pitch)
{
    if (m == 1 && n >= 1 && m == 1 && n >= 1) {
        symm_s5_step_the_one_block(m, n, temp2, temp2_i_j, temp2_i_j_pitch);
    }
}

/** the one block */
static __device__ __forceinline__ void
symm_s6_step_the_one_block(const int m, const int n, double *__restrict__ temp2, const double *__restrict__ temp2_i_j, const int temp2_i_j_pitch)
{
    alignas(16) double temp22;
    temp22 = temp2_i_j[(long long)(m - 1) * temp2_i_j_pitch + n - 1];
    // Store temp2().
    temp2[0] = temp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
symm_s6_step(const int m, const int n, double *__restrict__ temp2, const double *__restrict__ temp2_i_j, const int temp2_i_j_pitch)
{
    if (m >= 2 && n >= 1 && m >= 2 && n >= 1) {
        symm_s6_step_the_one_block(m, n, temp2, temp2_i_j, temp2_i_j_pitch);
    }
}
