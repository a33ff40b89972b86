/*
 * ludcmp, tiled by Tilewright
 *
 * S1(i,j): w = A(i,j)
 * S2(i,j,k): w = w - (A(i,k) * A(k,j))
 * S3(i,j): A(i,j) = w / A(j,j)
 * S4(i,j): w = A(i,j)
 * S5(i,j,k): w = w - (A(i,k) * A(k,j))
 * S6(i,j): A(i,j) = w
 * S7(i): w = b(i)
 * S8(i,j): w = w - (A(i,j) * y(j))
 * S9(i): y(i) = w
 * S10(i): w = y(i)
 * S11(i,j): w = w - (A(i,j) * x(j))
 * S12(i): x(i) = w / A(i,i)
 *
 * Candidate: block 32x32x32, thread 2x2x1, chunk 32, buffers 2
 * Shape: 3D blocks
 * Legal because temporaries have memory of their own (w_i_j, w_i_j_2, w_i, w_i_2), as no value of
 *     theirs passes between iterations; S1: the iterations of one launch do not depend on each other;
 *     S4: the iterations of one launch do not depend on each other; S2, S3, S5, S6: no dependence
 *     component is negative in a sequential loop, and the blocks of a step form an acyclic dependence
 *     graph; S7: the iterations of one launch do not depend on each other; S8, S9: no dependence
 *     component is negative in a sequential loop, and the blocks of a step form an acyclic dependence
 *     graph; S10: the iterations of one launch do not depend on each other; S11: + is declared
 *     associative: the threads of a block share out loop j and join their partial results; S12: the
 *     iterations of one launch do not depend on each other; S13: the iterations of one launch do not
 *     depend on each other; S14: the iterations of one launch do not depend on each other
 *
 * Kernel ludcmp_s1_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel ludcmp_s4_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel ludcmp_s2_s3_s5_s6_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel ludcmp_s2_s3_s5_s6_level1: level 1 of the block dependence graph
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel ludcmp_s2_s3_s5_s6_level2: level 2 of the block dependence graph
 *   - blocks along i, j
 *   - blocks along i, j
 *   - blocks along i, j
 *
 * Kernel ludcmp_s7_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel ludcmp_s8_s9_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel ludcmp_s8_s9_level1: level 1 of the block dependence graph
 *   - blocks along i
 *
 * Kernel ludcmp_s10_step: all iterations of a step
 *   - blocks along i_up
 *
 * Kernel ludcmp_s11_step: all reductions
 *   - the one block, lanes along j
 *
 * Kernel ludcmp_s12_step: all iterations of a step
 *   - the one block
 *
 * Kernel ludcmp_s13_step: all iterations of a step
 *   - the one block
 *
 * Kernel ludcmp_s14_step: all iterations of a step
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
ludcmp_s1_step_blocks_along_i(const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double w_i_j_ij[1][1];
    if (n >= 8 * ib + 8 && ib >= 4 * jb + 4) {
        // Interior: every point takes part in every iteration.
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                w_i_j_ij[0][0] = A[(long long)i * A_pitch + j];
            }
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                w_i_j[(long long)(i - 1) * w_i_j_pitch + j] = w_i_j_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                w_i_j_ij[0][0] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (i >= j + 1) {
                        w_i_j[(long long)(i - 1) * w_i_j_pitch + j] = w_i_j_ij[0][0];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
ludcmp_s1_step(const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 7) >> 3));
    const int jb_count = max(0, ((n + 30) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (n >= 2 && ib >= 4 * jb) {
        ludcmp_s1_step_blocks_along_i(n, A, A_pitch, w_i_j, w_i_j_pitch, ib, jb);
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
ludcmp_s4_step_blocks_along_i(const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double w_i_j_2_ij[1][1];
    if (4 * jb >= ib + 1 && n >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                w_i_j_2_ij[0][0] = A[(long long)i * A_pitch + j];
            }
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                w_i_j_2[(long long)i * w_i_j_2_pitch + j] = w_i_j_2_ij[0][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                w_i_j_2_ij[0][0] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int j = j_base + j_own;
                if ((n >= j + 1) && (j >= i)) {
                    w_i_j_2[(long long)i * w_i_j_2_pitch + j] = w_i_j_2_ij[0][0];
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
ludcmp_s4_step(const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 7) >> 3));
    const int jb_count = max(0, ((n + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (n >= 1 && 4 * jb + 3 >= ib) {
        ludcmp_s4_step_blocks_along_i(n, A, A_pitch, w_i_j_2, w_i_j_2_pitch, ib, jb);
    }
}

struct ludcmp_s2_s3_s5_s6_level0_the_one_block_shared {
    alignas(16) double A_jj[32][32]; // A(j,j)
    alignas(16) double A_ik[32]; // A(i,k)
    alignas(16) double A_kj[32]; // A(k,j)
    alignas(16) double A_ik2[32]; // A(i,k)
    alignas(16) double A_kj2[32]; // A(k,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
ludcmp_s2_s3_s5_s6_level0_the_one_block(const int n, const int kb, double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 31) ? (n - 1) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * kb;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * kb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    ludcmp_s2_s3_s5_s6_level0_the_one_block_shared &shared = *reinterpret_cast<ludcmp_s2_s3_s5_s6_level0_the_one_block_shared *>(shared_memory);
    alignas(16) double w_i_j_ij[2][2];
    alignas(16) double w_i_j_2_ij[2][2];
    alignas(16) double A_ij[2][2];
    if (n - 1 >= 32 * kb + 31 && 32 * kb - n + 32 <= 0 && 32 <= 0 && 31 <= 0 && -32 * kb + 1 <= 0 && 32 * kb - n + 33 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load w_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_ij[mi][mj], &w_i_j[(long long)(i - 1) * w_i_j_pitch + j]);
            }
        }
        // Load w_i_j_2(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_2_ij[mi][mj], &w_i_j_2[(long long)i * w_i_j_2_pitch + j]);
            }
        }
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&A_ij[mi][mj], &A[(long long)i * A_pitch + j]);
            }
        }
        #pragma unroll 8
        for (int k_in = 0; k_in < 32; ++k_in) {
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + mj;
                        if (j_in >= k_in) {
                            A_ij[mi][mj] = w_i_j_2_ij[mi][mj];
                        }
                    }
                }
            }
            // Hand out A(j,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&shared.A_jj[i_in][j_in], &A_ij[mi][mj]);
                }
            }
            __syncthreads();
            alignas(16) double A_jj[2];
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                A_jj[mj] = shared.A_jj[j_in][j_in];
            }
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        if (i_in >= k_in + 1) {
                            A_ij[mi][mj] = w_i_j_ij[mi][mj] / A_jj[mj];
                        }
                    }
                }
            }
            // Hand out A(i,k).
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.A_ik[i_in] = A_ij[mi][mj];
                    }
                }
            }
            // Hand out A(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&shared.A_kj[j_in], &A_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) double A_ik[2];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy2(&A_ik[mi], &shared.A_ik[i_in]);
            }
            alignas(16) double A_kj[2];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy2(&A_kj[mj], &shared.A_kj[j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    w_i_j_ij[mi][mj] = (j_in >= k_in + 1) ? w_i_j_ij[mi][mj] - A_ik[mi] * A_kj[mj] : w_i_j_ij[mi][mj];
                }
            }
            // Hand out A(i,k).
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.A_ik2[i_in] = A_ij[mi][mj];
                    }
                }
            }
            // Hand out A(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&shared.A_kj2[j_in], &A_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) double A_ik2[2];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy2(&A_ik2[mi], &shared.A_ik2[i_in]);
            }
            alignas(16) double A_kj2[2];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy2(&A_kj2[mj], &shared.A_kj2[j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    w_i_j_2_ij[mi][mj] = (i_in >= k_in + 1) ? w_i_j_2_ij[mi][mj] - A_ik2[mi] * A_kj2[mj] : w_i_j_2_ij[mi][mj];
                }
            }
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 1) {
                    w_i_j[(long long)(i - 1) * w_i_j_pitch + j] = w_i_j_ij[mi][mj];
                }
            }
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    w_i_j_2[(long long)i * w_i_j_2_pitch + j] = w_i_j_2_ij[mi][mj];
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&A[(long long)i * A_pitch + j], &A_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                w_i_j_ij[mi][mj] = i >= 1 && i <= n - 1 && j <= n - 2 ? w_i_j[(long long)(i - 1) * w_i_j_pitch + j] : 0.0;
            }
        }
        // Load w_i_j_2(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                w_i_j_2_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? w_i_j_2[(long long)i * w_i_j_2_pitch + j] : 0.0;
            }
        }
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                A_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        #pragma unroll 1
        for (int k_in = 0; k_in < k_count; ++k_in) {
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + mj;
                        const int j = j_base + j_in;
                        if ((n >= j + 1) && (j_in >= k_in)) {
                            A_ij[mi][mj] = w_i_j_2_ij[mi][mj];
                        }
                    }
                }
            }
            // Hand out A(j,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&shared.A_jj[i_in][j_in], &A_ij[mi][mj]);
                }
            }
            __syncthreads();
            alignas(16) double A_jj[2];
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                A_jj[mj] = shared.A_jj[j_in][j_in];
            }
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        const int i = i_base + i_in;
                        if ((i_in >= k_in + 1) && (n >= i + 1)) {
                            A_ij[mi][mj] = w_i_j_ij[mi][mj] / A_jj[mj];
                        }
                    }
                }
            }
            // Hand out A(i,k).
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.A_ik[i_in] = A_ij[mi][mj];
                    }
                }
            }
            // Hand out A(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&shared.A_kj[j_in], &A_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) double A_ik[2];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy2(&A_ik[mi], &shared.A_ik[i_in]);
            }
            alignas(16) double A_kj[2];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy2(&A_kj[mj], &shared.A_kj[j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    w_i_j_ij[mi][mj] = (j_in >= k_in + 1) ? w_i_j_ij[mi][mj] - A_ik[mi] * A_kj[mj] : w_i_j_ij[mi][mj];
                }
            }
            // Hand out A(i,k).
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.A_ik2[i_in] = A_ij[mi][mj];
                    }
                }
            }
            // Hand out A(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&shared.A_kj2[j_in], &A_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) double A_ik2[2];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy2(&A_ik2[mi], &shared.A_ik2[i_in]);
            }
            alignas(16) double A_kj2[2];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy2(&A_kj2[mj], &shared.A_kj2[j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    w_i_j_2_ij[mi][mj] = (i_in >= k_in + 1) ? w_i_j_2_ij[mi][mj] - A_ik2[mi] * A_kj2[mj] : w_i_j_2_ij[mi][mj];
                }
            }
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 1) && (i_in >= j_in + 1)) {
                        w_i_j[(long long)(i - 1) * w_i_j_pitch + j] = w_i_j_ij[mi][mj];
                    }
                }
            }
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((n >= j + 1) && (j_in >= i_in)) {
                        w_i_j_2[(long long)i * w_i_j_2_pitch + j] = w_i_j_2_ij[mi][mj];
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j + 1) {
                        A[(long long)i * A_pitch + j] = A_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(256, 1)
ludcmp_s2_s3_s5_s6_level0(const int n, const int kb, double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch)
{
    if (kb >= 0 && n >= 32 * kb + 1) {
        ludcmp_s2_s3_s5_s6_level0_the_one_block(n, kb, A, A_pitch, w_i_j, w_i_j_pitch, w_i_j_2, w_i_j_2_pitch);
    }
}

struct ludcmp_s2_s3_s5_s6_level1_blocks_along_i_shared {
    alignas(16) double A_kj[2][32][32]; // A(k,j)
    alignas(16) double A_ik[2][32]; // A(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
ludcmp_s2_s3_s5_s6_level1_blocks_along_i(const int n, const int kb, double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (32 * kb + 31) ? (n - 2) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * ib;
    int i_own = 2 * (thread / 16);
    const int j_base = 32 * kb;
    int j_own = thread % 16;
    ludcmp_s2_s3_s5_s6_level1_blocks_along_i_shared &shared = *reinterpret_cast<ludcmp_s2_s3_s5_s6_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) double w_i_j_ij[2][2];
    alignas(16) double A_ij[2][2];
    if (n - 2 >= 32 * kb + 31 && 32 * ib - n + 32 <= 0 && 32 * kb - n + 32 <= 0 && 32 * kb - n + 33 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load w_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                w_i_j_ij[mi][mj] = w_i_j[(long long)(i - 1) * w_i_j_pitch + j];
            }
        }
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                A_ij[mi][mj] = A[(long long)i * A_pitch + j];
            }
        }
        // Stage A(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 256 * step + thread;
            const int j_in = 2 * (group % 16);
            const int k_in = group / 16;
            copy_async2(&shared.A_kj[0][k_in][j_in], &A[(long long)(32 * kb + k_in) * A_pitch + 32 * kb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            await_copies();
            __syncthreads();
            if (next < 32) {
                // Stage A(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 256 * step + thread;
                    const int j_in = 2 * (group % 16);
                    const int k_in = group / 16;
                    copy_async2(&shared.A_kj[1 - half][k_in][j_in], &A[(long long)(32 * kb + next + k_in) * A_pitch + 32 * kb + j_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 32; ++k_in) {
                alignas(16) double A_jj[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    const int j = j_base + j_in;
                    A_jj[mj] = A[(long long)j * A_pitch + j];
                }
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            A_ij[mi][mj] = w_i_j_ij[mi][mj] / A_jj[mj];
                        }
                    }
                }
                // Hand out A(i,k).
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            shared.A_ik[k_in % 2][i_in] = A_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[k_in % 2][i_in]);
                }
                alignas(16) double A_kj[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    A_kj[mj] = shared.A_kj[half][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + 16 * mj;
                        w_i_j_ij[mi][mj] = (j_in >= k_chunk + k_in + 1) ? w_i_j_ij[mi][mj] - A_ik[mi] * A_kj[mj] : w_i_j_ij[mi][mj];
                    }
                }
            }
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + 16 * mj;
                const int j = j_base + j_in;
                if (j_in >= 1) {
                    w_i_j[(long long)(i - 1) * w_i_j_pitch + j] = w_i_j_ij[mi][mj];
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                A[(long long)i * A_pitch + j] = A_ij[mi][mj];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                w_i_j_ij[mi][mj] = i <= n - 1 && j <= n - 2 ? w_i_j[(long long)(i - 1) * w_i_j_pitch + j] : 0.0;
            }
        }
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                A_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage A(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 32;
                const int k_in = group / 32;
                shared.A_kj[0][k_in][j_in] = 32 * kb + k_chunk + k_in <= n - 1 && 32 * kb + j_in <= n - 1 ? A[(long long)(32 * kb + k_chunk + k_in) * A_pitch + 32 * kb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double A_jj[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    const int j = j_base + j_in;
                    A_jj[mj] = j <= n - 1 ? A[(long long)j * A_pitch + j] : 0.0;
                }
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i = i_base + i_own + mi;
                            if (n >= i + 1) {
                                A_ij[mi][mj] = w_i_j_ij[mi][mj] / A_jj[mj];
                            }
                        }
                    }
                }
                // Hand out A(i,k).
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            shared.A_ik[k_in % 2][i_in] = A_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[k_in % 2][i_in]);
                }
                alignas(16) double A_kj[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    A_kj[mj] = shared.A_kj[0][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + 16 * mj;
                        w_i_j_ij[mi][mj] = (j_in >= k_chunk + k_in + 1) ? w_i_j_ij[mi][mj] - A_ik[mi] * A_kj[mj] : w_i_j_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 16 * mj;
                    const int j = j_base + j_in;
                    if (j_in >= 1) {
                        w_i_j[(long long)(i - 1) * w_i_j_pitch + j] = w_i_j_ij[mi][mj];
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + 16 * mj;
                    A[(long long)i * A_pitch + j] = A_ij[mi][mj];
                }
            }
        }
    }
}

struct ludcmp_s2_s3_s5_s6_level1_blocks_along_j_shared {
    alignas(16) double A_ik[2][32][34]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][32]; // A(k,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
ludcmp_s2_s3_s5_s6_level1_blocks_along_j(const int n, const int kb, double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 31) ? (n - 1) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * kb;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    ludcmp_s2_s3_s5_s6_level1_blocks_along_j_shared &shared = *reinterpret_cast<ludcmp_s2_s3_s5_s6_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) double w_i_j_2_ij[2][2];
    alignas(16) double A_ij[2][2];
    if (n - 1 >= 32 * kb + 31 && 32 * jb - n + 32 <= 0 && 32 * kb - n + 32 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load w_i_j_2(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_2_ij[mi][mj], &w_i_j_2[(long long)i * w_i_j_2_pitch + j]);
            }
        }
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&A_ij[mi][mj], &A[(long long)i * A_pitch + j]);
            }
        }
        // Stage A(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16 + 16 * (group / 512);
            const int i_in = group / 16 % 32;
            copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(32 * kb + i_in) * A_pitch + 32 * kb + k_in]);
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            await_copies();
            __syncthreads();
            if (next < 32) {
                // Stage A(i,k).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 256 * step + thread;
                    const int k_in = group % 16 + 16 * (group / 512);
                    const int i_in = group / 16 % 32;
                    copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(32 * kb + i_in) * A_pitch + 32 * kb + next + k_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 32; ++k_in) {
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 2; ++mj) {
                            A_ij[mi][mj] = w_i_j_2_ij[mi][mj];
                        }
                    }
                }
                // Hand out A(k,j).
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy2(&shared.A_kj[k_in % 2][j_in], &A_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[half][k_in][i_in]);
                }
                alignas(16) double A_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj[mj], &shared.A_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_2_ij[mi][mj] = (i_in >= k_chunk + k_in + 1) ? w_i_j_2_ij[mi][mj] - A_ik[mi] * A_kj[mj] : w_i_j_2_ij[mi][mj];
                    }
                }
            }
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    w_i_j_2[(long long)i * w_i_j_2_pitch + j] = w_i_j_2_ij[mi][mj];
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&A[(long long)i * A_pitch + j], &A_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i_j_2(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                w_i_j_2_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? w_i_j_2[(long long)i * w_i_j_2_pitch + j] : 0.0;
            }
        }
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                A_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage A(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 16 + 16 * (group / 512);
                const int i_in = group / 16 % 32;
                shared.A_ik[0][k_in][i_in] = 32 * kb + i_in <= n - 1 && 32 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(32 * kb + i_in) * A_pitch + 32 * kb + k_chunk + k_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mj = 0; mj < 2; ++mj) {
                            const int j = j_base + j_own + mj;
                            if (n >= j + 1) {
                                A_ij[mi][mj] = w_i_j_2_ij[mi][mj];
                            }
                        }
                    }
                }
                // Hand out A(k,j).
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy2(&shared.A_kj[k_in % 2][j_in], &A_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
                }
                alignas(16) double A_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj[mj], &shared.A_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_2_ij[mi][mj] = (i_in >= k_chunk + k_in + 1) ? w_i_j_2_ij[mi][mj] - A_ik[mi] * A_kj[mj] : w_i_j_2_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j + 1) {
                        w_i_j_2[(long long)i * w_i_j_2_pitch + j] = w_i_j_2_ij[mi][mj];
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j + 1) {
                    A[(long long)i * A_pitch + j] = A_ij[mi][mj];
                }
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(256, 1)
ludcmp_s2_s3_s5_s6_level1(const int n, const int kb, double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 31) >> 5) - kb - 1);
        if (block < ib_count) {
            const int ib = kb + 1 + block;
            if (kb >= 0 && n >= 32 * kb + 33) {
                ludcmp_s2_s3_s5_s6_level1_blocks_along_i(n, kb, A, A_pitch, w_i_j, w_i_j_pitch, w_i_j_2, w_i_j_2_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 31) >> 5) - kb - 1);
    const int jb = kb + 1 + block;
    if (kb >= 0 && n >= 32 * kb + 33) {
        ludcmp_s2_s3_s5_s6_level1_blocks_along_j(n, kb, A, A_pitch, w_i_j, w_i_j_pitch, w_i_j_2, w_i_j_2_pitch, jb);
    }
}

struct ludcmp_s2_s3_s5_s6_level2_blocks_along_i_shared {
    alignas(16) double A_ik[2][32][34]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][32][32]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
ludcmp_s2_s3_s5_s6_level2_blocks_along_i(const int n, const int kb, const double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (32 * kb + 31) ? (n - 2) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * ib;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 32 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    ludcmp_s2_s3_s5_s6_level2_blocks_along_i_shared &shared = *reinterpret_cast<ludcmp_s2_s3_s5_s6_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) double w_i_j_ij[2][2];
    alignas(16) double w_i_j_2_ij[2][2];
    if (n - 2 >= 32 * kb + 31 && 32 * ib - n + 32 <= 0 && 32 * jb - 32 * ib + 32 <= 0 && 32 * kb - n + 32 <= 0 && 32 * jb - n + 32 <= 0 && 32 * ib - 32 * jb + 31 <= 0 && 32 * jb - n + 33 <= 0) {
        // Interior: every point takes part in every iteration.
        // Load w_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_ij[mi][mj], &w_i_j[(long long)(i - 1) * w_i_j_pitch + j]);
            }
        }
        // Load w_i_j_2(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_2_ij[mi][mj], &w_i_j_2[(long long)i * w_i_j_2_pitch + j]);
            }
        }
        // Stage A(i,k).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 256 * step + thread;
            const int k_in = 2 * (group % 16);
            const int i_in = group / 16;
            copy_async2(&shared.A_ik[0][i_in][k_in], &A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + k_in]);
        }
        // Stage A(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 256 * step + thread;
            const int j_in = 2 * (group % 16);
            const int k_in = group / 16;
            copy_async2(&shared.A_kj[0][k_in][j_in], &A[(long long)(32 * kb + k_in) * A_pitch + 32 * jb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            await_copies();
            __syncthreads();
            if (next < 32) {
                // Stage A(i,k).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 256 * step + thread;
                    const int k_in = 2 * (group % 16);
                    const int i_in = group / 16;
                    copy_async2(&shared.A_ik[1 - half][i_in][k_in], &A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + next + k_in]);
                }
                // Stage A(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 256 * step + thread;
                    const int j_in = 2 * (group % 16);
                    const int k_in = group / 16;
                    copy_async2(&shared.A_kj[1 - half][k_in][j_in], &A[(long long)(32 * kb + next + k_in) * A_pitch + 32 * jb + j_in]);
                }
            }
            #pragma unroll 32
            for (int k_in = 0; k_in < 32; ++k_in) {
                alignas(16) double A_ik[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 16 * mi;
                    A_ik[mi] = shared.A_ik[half][i_in][k_in];
                }
                alignas(16) double A_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj[mj], &shared.A_kj[half][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_ij[mi][mj] = w_i_j_ij[mi][mj] - A_ik[mi] * A_kj[mj];
                    }
                }
                alignas(16) double A_ik2[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 16 * mi;
                    A_ik2[mi] = shared.A_ik[half][i_in][k_in];
                }
                alignas(16) double A_kj2[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj2[mj], &shared.A_kj[half][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_2_ij[mi][mj] = w_i_j_2_ij[mi][mj] - A_ik2[mi] * A_kj2[mj];
                    }
                }
            }
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j[(long long)(i - 1) * w_i_j_pitch + j], &w_i_j_ij[mi][mj]);
            }
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_2[(long long)i * w_i_j_2_pitch + j], &w_i_j_2_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                w_i_j_ij[mi][mj] = i <= n - 1 && j <= n - 2 ? w_i_j[(long long)(i - 1) * w_i_j_pitch + j] : 0.0;
            }
        }
        // Load w_i_j_2(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                w_i_j_2_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? w_i_j_2[(long long)i * w_i_j_2_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage A(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 32;
                const int i_in = group / 32;
                shared.A_ik[0][i_in][k_in] = 32 * ib + i_in <= n - 1 && 32 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + k_chunk + k_in] : 0.0;
            }
            // Stage A(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 32;
                const int k_in = group / 32;
                shared.A_kj[0][k_in][j_in] = 32 * kb + k_chunk + k_in <= n - 1 && 32 * jb + j_in <= n - 1 ? A[(long long)(32 * kb + k_chunk + k_in) * A_pitch + 32 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 16 * mi;
                    A_ik[mi] = shared.A_ik[0][i_in][k_in];
                }
                alignas(16) double A_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj[mj], &shared.A_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_ij[mi][mj] = w_i_j_ij[mi][mj] - A_ik[mi] * A_kj[mj];
                    }
                }
                alignas(16) double A_ik2[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 16 * mi;
                    A_ik2[mi] = shared.A_ik[0][i_in][k_in];
                }
                alignas(16) double A_kj2[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj2[mj], &shared.A_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_2_ij[mi][mj] = w_i_j_2_ij[mi][mj] - A_ik2[mi] * A_kj2[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (i >= j + 1) {
                        w_i_j[(long long)(i - 1) * w_i_j_pitch + j] = w_i_j_ij[mi][mj];
                    }
                }
            }
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                if ((n >= j + 1) && (j >= i)) {
                    w_i_j_2[(long long)i * w_i_j_2_pitch + j] = w_i_j_2_ij[mi][mj];
                }
            }
        }
    }
}

struct ludcmp_s2_s3_s5_s6_level2_blocks_along_i_2_shared {
    alignas(16) double A_ik[2][32][34]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][32][32]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
ludcmp_s2_s3_s5_s6_level2_blocks_along_i_2(const int n, const int kb, const double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 3) < (32 * kb + 31) ? (n - 3) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * ib;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    ludcmp_s2_s3_s5_s6_level2_blocks_along_i_2_shared &shared = *reinterpret_cast<ludcmp_s2_s3_s5_s6_level2_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) double w_i_j_ij[2][2];
    if (n >= 32 * ib + 32 && n - 3 >= 32 * kb + 31) {
        // Interior: every point takes part in every iteration.
        // Load w_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_ij[mi][mj], &w_i_j[(long long)(i - 1) * w_i_j_pitch + j]);
            }
        }
        alignas(16) double A_ik[2][2];
        alignas(16) double A_kj[2][2];
        // Stage A(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16 + 16 * (group / 512);
            const int i_in = group / 16 % 32;
            copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + k_in]);
        }
        // Stage A(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 256 * step + thread;
            const int j_in = 2 * (group % 16);
            const int k_in = group / 16;
            copy_async2(&shared.A_kj[0][k_in][j_in], &A[(long long)(32 * kb + k_in) * A_pitch + 32 * jb + j_in]);
        }
        await_copies();
        __syncthreads();
        {
            const int mi = 0;
            const int i_in = i_own;
            copy2(&A_ik[0][mi], &shared.A_ik[0][0][i_in]);
        }
        {
            const int mj = 0;
            const int j_in = j_own;
            copy2(&A_kj[0][mj], &shared.A_kj[0][0][j_in]);
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            if (next < 32) {
                // Stage A(i,k).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 256 * step + thread;
                    const int k_in = group % 16 + 16 * (group / 512);
                    const int i_in = group / 16 % 32;
                    copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + next + k_in]);
                }
                // Stage A(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 256 * step + thread;
                    const int j_in = 2 * (group % 16);
                    const int k_in = group / 16;
                    copy_async2(&shared.A_kj[1 - half][k_in][j_in], &A[(long long)(32 * kb + next + k_in) * A_pitch + 32 * jb + j_in]);
                }
            }
            #pragma unroll 32
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 32) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&A_ik[(k_in + 1) % 2][mi], &shared.A_ik[half][k_in + 1][i_in]);
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&A_kj[(k_in + 1) % 2][mj], &shared.A_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&A_ik[0][mi], &shared.A_ik[1 - half][0][i_in]);
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&A_kj[0][mj], &shared.A_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_ij[mi][mj] = w_i_j_ij[mi][mj] - A_ik[k_in % 2][mi] * A_kj[k_in % 2][mj];
                    }
                }
            }
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j[(long long)(i - 1) * w_i_j_pitch + j], &w_i_j_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i_j(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                w_i_j_ij[mi][mj] = i <= n - 1 && j <= n - 2 ? w_i_j[(long long)(i - 1) * w_i_j_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage A(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 16 + 16 * (group / 512);
                const int i_in = group / 16 % 32;
                shared.A_ik[0][k_in][i_in] = 32 * ib + i_in <= n - 1 && 32 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + k_chunk + k_in] : 0.0;
            }
            // Stage A(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 32;
                const int k_in = group / 32;
                shared.A_kj[0][k_in][j_in] = 32 * kb + k_chunk + k_in <= n - 1 && 32 * jb + j_in <= n - 1 ? A[(long long)(32 * kb + k_chunk + k_in) * A_pitch + 32 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
                }
                alignas(16) double A_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj[mj], &shared.A_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_ij[mi][mj] = w_i_j_ij[mi][mj] - A_ik[mi] * A_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store w_i_j(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    w_i_j[(long long)(i - 1) * w_i_j_pitch + j] = w_i_j_ij[mi][mj];
                }
            }
        }
    }
}

struct ludcmp_s2_s3_s5_s6_level2_blocks_along_i_3_shared {
    alignas(16) double A_ik[2][32][34]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][32][32]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
ludcmp_s2_s3_s5_s6_level2_blocks_along_i_3(const int n, const int kb, const double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (32 * kb + 31) ? (n - 2) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * ib;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    ludcmp_s2_s3_s5_s6_level2_blocks_along_i_3_shared &shared = *reinterpret_cast<ludcmp_s2_s3_s5_s6_level2_blocks_along_i_3_shared *>(shared_memory);
    alignas(16) double w_i_j_2_ij[2][2];
    if (n >= 32 * jb + 32 && n - 2 >= 32 * kb + 31) {
        // Interior: every point takes part in every iteration.
        // Load w_i_j_2(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_2_ij[mi][mj], &w_i_j_2[(long long)i * w_i_j_2_pitch + j]);
            }
        }
        alignas(16) double A_ik[2][2];
        alignas(16) double A_kj[2][2];
        // Stage A(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 16 + 16 * (group / 512);
            const int i_in = group / 16 % 32;
            copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + k_in]);
        }
        // Stage A(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 256 * step + thread;
            const int j_in = 2 * (group % 16);
            const int k_in = group / 16;
            copy_async2(&shared.A_kj[0][k_in][j_in], &A[(long long)(32 * kb + k_in) * A_pitch + 32 * jb + j_in]);
        }
        await_copies();
        __syncthreads();
        {
            const int mi = 0;
            const int i_in = i_own;
            copy2(&A_ik[0][mi], &shared.A_ik[0][0][i_in]);
        }
        {
            const int mj = 0;
            const int j_in = j_own;
            copy2(&A_kj[0][mj], &shared.A_kj[0][0][j_in]);
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            if (next < 32) {
                // Stage A(i,k).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 256 * step + thread;
                    const int k_in = group % 16 + 16 * (group / 512);
                    const int i_in = group / 16 % 32;
                    copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + next + k_in]);
                }
                // Stage A(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 256 * step + thread;
                    const int j_in = 2 * (group % 16);
                    const int k_in = group / 16;
                    copy_async2(&shared.A_kj[1 - half][k_in][j_in], &A[(long long)(32 * kb + next + k_in) * A_pitch + 32 * jb + j_in]);
                }
            }
            #pragma unroll 32
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 32) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&A_ik[(k_in + 1) % 2][mi], &shared.A_ik[half][k_in + 1][i_in]);
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&A_kj[(k_in + 1) % 2][mj], &shared.A_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&A_ik[0][mi], &shared.A_ik[1 - half][0][i_in]);
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&A_kj[0][mj], &shared.A_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_2_ij[mi][mj] = w_i_j_2_ij[mi][mj] - A_ik[k_in % 2][mi] * A_kj[k_in % 2][mj];
                    }
                }
            }
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&w_i_j_2[(long long)i * w_i_j_2_pitch + j], &w_i_j_2_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i_j_2(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                w_i_j_2_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? w_i_j_2[(long long)i * w_i_j_2_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage A(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int k_in = group % 16 + 16 * (group / 512);
                const int i_in = group / 16 % 32;
                shared.A_ik[0][k_in][i_in] = 32 * ib + i_in <= n - 1 && 32 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + 32 * kb + k_chunk + k_in] : 0.0;
            }
            // Stage A(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 32;
                const int k_in = group / 32;
                shared.A_kj[0][k_in][j_in] = 32 * kb + k_chunk + k_in <= n - 1 && 32 * jb + j_in <= n - 1 ? A[(long long)(32 * kb + k_chunk + k_in) * A_pitch + 32 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[0][k_in][i_in]);
                }
                alignas(16) double A_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj[mj], &shared.A_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        w_i_j_2_ij[mi][mj] = w_i_j_2_ij[mi][mj] - A_ik[mi] * A_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store w_i_j_2(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                if (n >= j + 1) {
                    w_i_j_2[(long long)i * w_i_j_2_pitch + j] = w_i_j_2_ij[mi][mj];
                }
            }
        }
    }
}

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(256, 2)
ludcmp_s2_s3_s5_s6_level2(const int n, const int kb, const double *__restrict__ A, const int A_pitch, double *__restrict__ w_i_j, const int w_i_j_pitch, double *__restrict__ w_i_j_2, const int w_i_j_2_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 31) >> 5) - kb - 1);
        const int jb_count = max(0, ((n + 31) >> 5) - kb - 1);
        if (block < ib_count * jb_count) {
            const int ib = kb + 1 + block / jb_count;
            const int jb = kb + 1 + block % jb_count;
            if (kb >= 0 && n >= 32 * kb + 33 && jb == ib) {
                ludcmp_s2_s3_s5_s6_level2_blocks_along_i(n, kb, A, A_pitch, w_i_j, w_i_j_pitch, w_i_j_2, w_i_j_2_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    {
        const int ib_count = max(0, ((n + 31) >> 5) - kb - 2);
        const int jb_count = max(0, ((n + 31) >> 5) - kb - 2);
        if (block < ib_count * jb_count) {
            const int ib = kb + 2 + block / jb_count;
            const int jb = kb + 1 + block % jb_count;
            if (kb >= 0 && n >= 32 * kb + 65 && ib >= jb + 1) {
                ludcmp_s2_s3_s5_s6_level2_blocks_along_i_2(n, kb, A, A_pitch, w_i_j, w_i_j_pitch, w_i_j_2, w_i_j_2_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 31) >> 5) - kb - 2);
    const int jb_count = max(0, ((n + 31) >> 5) - kb - 2);
    const int ib = kb + 1 + block / jb_count;
    const int jb = kb + 2 + block % jb_count;
    if (kb >= 0 && n >= 32 * kb + 65 && jb >= ib + 1) {
        ludcmp_s2_s3_s5_s6_level2_blocks_along_i_3(n, kb, A, A_pitch, w_i_j, w_i_j_pitch, w_i_j_2, w_i_j_2_pitch, ib, jb);
    }
}

/** blocks along i */
static __device__ __forceinline__ void
ludcmp_s7_step_blocks_along_i(const int n, const double *__restrict__ b, double *__restrict__ w_i, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double w_i_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        {
            const int i = i_base + i_own;
            w_i_i[0] = b[i];
        }
        // Store w_i(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            w_i[i] = w_i_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int i = i_base + i_own;
            w_i_i[0] = i <= n - 1 ? b[i] : 0.0;
        }
        // Store w_i(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                w_i[i] = w_i_i[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
ludcmp_s7_step(const int n, const double *__restrict__ b, double *__restrict__ w_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        ludcmp_s7_step_blocks_along_i(n, b, w_i, ib);
    }
}

struct ludcmp_s8_s9_level0_the_one_block_shared {
    alignas(16) double A_ij[2][16][34]; // A(i,j), rows padded against bank conflicts
    alignas(16) double y_j[2]; // y(j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
ludcmp_s8_s9_level0_the_one_block(const int n, const int jb, const double *__restrict__ A, const int A_pitch, double *__restrict__ y, double *__restrict__ w_i)
{
    const int thread = threadIdx.x;
    const int j_count = ((n - 1) < (32 * jb + 31) ? (n - 1) : (32 * jb + 31)) - 32 * jb + 1;
    const int i_base = 32 * jb;
    int i_own = thread;
    ludcmp_s8_s9_level0_the_one_block_shared &shared = *reinterpret_cast<ludcmp_s8_s9_level0_the_one_block_shared *>(shared_memory);
    alignas(16) double w_i_i[1];
    alignas(16) double y_i[1];
    if (n - 1 >= 32 * jb + 31 && 32 * jb - n + 32 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load w_i(i).
        {
            const int i = i_base + i_own;
            w_i_i[0] = w_i[i];
        }
        // Load y(i).
        {
            const int i = i_base + i_own;
            y_i[0] = y[i];
        }
        // Stage A(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            copy_async1(&shared.A_ij[0][j_in][i_in], &A[(long long)(32 * jb + i_in) * A_pitch + 32 * jb + j_in]);
        }
        for (int j_chunk = 0; j_chunk < 32; j_chunk += 16) {
            const int half = j_chunk / 16 % 2;
            const int next = j_chunk + 16;
            await_copies();
            __syncthreads();
            if (next < 32) {
                // Stage A(i,j).
                #pragma unroll 8
                for (int step = 0; step < 16; ++step) {
                    const int group = 32 * step + thread;
                    const int j_in = group % 16;
                    const int i_in = group / 16;
                    copy_async1(&shared.A_ij[1 - half][j_in][i_in], &A[(long long)(32 * jb + i_in) * A_pitch + 32 * jb + next + j_in]);
                }
            }
            #pragma unroll 16
            for (int j_in = 0; j_in < 16; ++j_in) {
                {
                    const int i_in = i_own;
                    if (i_in == j_chunk + j_in) {
                        y_i[0] = w_i_i[0];
                    }
                }
                // Hand out y(j).
                {
                    const int i_in = i_own;
                    if (i_in == j_chunk + j_in) {
                        shared.y_j[j_in % 2] = y_i[0];
                    }
                }
                __syncthreads();
                alignas(16) double A_ij[1];
                {
                    const int i_in = i_own;
                    A_ij[0] = shared.A_ij[half][j_in][i_in];
                }
                const double y_j = shared.y_j[j_in % 2];
                {
                    const int i_in = i_own;
                    w_i_i[0] = (i_in >= j_chunk + j_in + 1) ? w_i_i[0] - A_ij[0] * y_j : w_i_i[0];
                }
            }
        }
        // Store w_i(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i_in = i_own;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                w_i[i] = w_i_i[0];
            }
        }
        // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            y[i] = y_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i(i).
        {
            const int i = i_base + i_own;
            w_i_i[0] = i <= n - 1 ? w_i[i] : 0.0;
        }
        // Load y(i).
        {
            const int i = i_base + i_own;
            y_i[0] = i <= n - 1 ? y[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
            // Stage A(i,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 16;
                const int i_in = group / 16;
                shared.A_ij[0][j_in][i_in] = 32 * jb + i_in <= n - 1 && 32 * jb + j_chunk + j_in <= n - 1 ? A[(long long)(32 * jb + i_in) * A_pitch + 32 * jb + j_chunk + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                {
                    const int i_in = i_own;
                    if (i_in == j_chunk + j_in) {
                        y_i[0] = w_i_i[0];
                    }
                }
                // Hand out y(j).
                {
                    const int i_in = i_own;
                    if (i_in == j_chunk + j_in) {
                        shared.y_j[j_in % 2] = y_i[0];
                    }
                }
                __syncthreads();
                alignas(16) double A_ij[1];
                {
                    const int i_in = i_own;
                    A_ij[0] = shared.A_ij[0][j_in][i_in];
                }
                const double y_j = shared.y_j[j_in % 2];
                {
                    const int i_in = i_own;
                    w_i_i[0] = (i_in >= j_chunk + j_in + 1) ? w_i_i[0] - A_ij[0] * y_j : w_i_i[0];
                }
            }
            __syncthreads();
        }
        // Store w_i(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i_in = i_own;
            const int i = i_base + i_in;
            if ((i_in >= 1) && (n >= i + 1)) {
                w_i[i] = w_i_i[0];
            }
        }
        // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                y[i] = y_i[0];
            }
        }
    }
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(32, 1)
ludcmp_s8_s9_level0(const int n, const int jb, const double *__restrict__ A, const int A_pitch, double *__restrict__ y, double *__restrict__ w_i)
{
    if (jb >= 0 && n >= 32 * jb + 1) {
        ludcmp_s8_s9_level0_the_one_block(n, jb, A, A_pitch, y, w_i);
    }
}

struct ludcmp_s8_s9_level1_blocks_along_i_shared {
    alignas(16) double value_ij[2][16][32]; // A(i,j) * y(j)
};

/** blocks along i */
static __device__ __forceinline__ void
ludcmp_s8_s9_level1_blocks_along_i(const int n, const int jb, const double *__restrict__ A, const int A_pitch, const double *__restrict__ y, double *__restrict__ w_i, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = ((n - 2) < (32 * jb + 31) ? (n - 2) : (32 * jb + 31)) - 32 * jb + 1;
    const int i_base = 32 * ib;
    int i_own = thread;
    ludcmp_s8_s9_level1_blocks_along_i_shared &shared = *reinterpret_cast<ludcmp_s8_s9_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) double w_i_i[1];
    if (n >= 32 * ib + 32 && n - 2 >= 32 * jb + 31) {
        // Interior: every point takes part in every iteration.
        // Load w_i(i).
        {
            const int i = i_base + i_own;
            w_i_i[0] = w_i[i];
        }
        alignas(16) double value_ij[2][1];
        // Stage A(i,j) * y(j).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 32 * step + thread;
            const int j_in = 2 * (group % 2 + 2 * (group / 64));
            const int i_in = group / 2 % 32;
            alignas(16) double loaded1[2];
            copy2(loaded1, &A[(long long)(32 * ib + i_in) * A_pitch + 32 * jb + j_in]);
            alignas(16) double loaded2[2];
            copy2(loaded2, &y[32 * jb + j_in]);
            #pragma unroll
            for (int e = 0; e < 2; ++e) {
                shared.value_ij[0][j_in + e][i_in] = loaded1[e] * loaded2[e];
            }
        }
        await_copies();
        __syncthreads();
        {
            const int i_in = i_own;
            value_ij[0][0] = shared.value_ij[0][0][i_in];
        }
        for (int j_chunk = 0; j_chunk < 32; j_chunk += 16) {
            const int half = j_chunk / 16 % 2;
            const int next = j_chunk + 16;
            if (next < 32) {
                // Stage A(i,j) * y(j).
                #pragma unroll 4
                for (int step = 0; step < 8; ++step) {
                    const int group = 32 * step + thread;
                    const int j_in = 2 * (group % 2 + 2 * (group / 64));
                    const int i_in = group / 2 % 32;
                    alignas(16) double loaded1[2];
                    copy2(loaded1, &A[(long long)(32 * ib + i_in) * A_pitch + 32 * jb + next + j_in]);
                    alignas(16) double loaded2[2];
                    copy2(loaded2, &y[32 * jb + next + j_in]);
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        shared.value_ij[1 - half][j_in + e][i_in] = loaded1[e] * loaded2[e];
                    }
                }
            }
            #pragma unroll 16
            for (int j_in = 0; j_in < 16; ++j_in) {
                // Read what the next iteration needs.
                if (j_in + 1 < 16) {
                    {
                        const int i_in = i_own;
                        value_ij[(j_in + 1) % 2][0] = shared.value_ij[half][j_in + 1][i_in];
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int i_in = i_own;
                        value_ij[0][0] = shared.value_ij[1 - half][0][i_in];
                    }
                }
                {
                    w_i_i[0] = w_i_i[0] - value_ij[j_in % 2][0];
                }
            }
        }
        // Store w_i(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            w_i[i] = w_i_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i(i).
        {
            const int i = i_base + i_own;
            w_i_i[0] = i <= n - 1 ? w_i[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
            // Stage A(i,j) * y(j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= n - 1 && 32 * jb + j_chunk + j_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + 32 * jb + j_chunk + j_in] : 0.0) * (32 * jb + j_chunk + j_in <= n - 1 ? y[32 * jb + j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[0][j_in][i_in];
                }
                {
                    w_i_i[0] = w_i_i[0] - value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store w_i(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                w_i[i] = w_i_i[0];
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(32, 25)
ludcmp_s8_s9_level1(const int n, const int jb, const double *__restrict__ A, const int A_pitch, const double *__restrict__ y, double *__restrict__ w_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 31) >> 5) - jb - 1);
    const int ib = jb + 1 + block;
    if (jb >= 0 && n >= 32 * jb + 33) {
        ludcmp_s8_s9_level1_blocks_along_i(n, jb, A, A_pitch, y, w_i, ib);
    }
}

/** blocks along i_up */
static __device__ __forceinline__ void
ludcmp_s10_step_blocks_along_i_up(const int n, const double *__restrict__ y, double *__restrict__ w_i_2, const int i_upb)
{
    const int thread = threadIdx.x;
    const int i_up_base = 256 * i_upb;
    int i_up_own = thread;
    alignas(16) double w_i_2_i_up[1];
    if (i_upb <= -1 && n + 256 * i_upb >= 1) {
        // Interior: every point takes part in every iteration.
        {
            const int i_up = i_up_base + i_up_own;
            w_i_2_i_up[0] = y[-i_up];
        }
        // Store w_i_2(-i_up). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_up_own));
        {
            const int i_up = i_up_base + i_up_own;
            w_i_2[-i_up] = w_i_2_i_up[0];
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int i_up = i_up_base + i_up_own;
            w_i_2_i_up[0] = -i_up >= 0 && -i_up <= n - 1 ? y[-i_up] : 0.0;
        }
        // Store w_i_2(-i_up). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_up_own));
        {
            const int i_up = i_up_base + i_up_own;
            if ((n + i_up >= 1) && (i_up <= 0)) {
                w_i_2[-i_up] = w_i_2_i_up[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
ludcmp_s10_step(const int n, const double *__restrict__ y, double *__restrict__ w_i_2)
{
    const int block = blockIdx.x;
    const int i_upb_count = max(0, ((n + 254) >> 8) + 1);
    const int i_upb = -((n + 254) >> 8) + block;
    if (n >= 1) {
        ludcmp_s10_step_blocks_along_i_up(n, y, w_i_2, i_upb);
    }
}

struct ludcmp_s11_step_the_one_block_shared {
    alignas(16) double w_i_2_i_up_partial[16]; // partial results of w_i_2(-i_up)
};

/** the one block, lanes along j */
static __device__ __forceinline__ void
ludcmp_s11_step_the_one_block(const int n, const int i_up, const double *__restrict__ A, const int A_pitch, const double *__restrict__ x, double *__restrict__ w_i_2)
{
    const int thread = threadIdx.x;
    const int jb_first = -((i_up + 510) >> 9);
    const int jb_count = ((n + 511) >> 9) + ((i_up + 510) >> 9);
    const int j_lane_base = 0;
    int j_lane_own = thread;
    ludcmp_s11_step_the_one_block_shared &shared = *reinterpret_cast<ludcmp_s11_step_the_one_block_shared *>(shared_memory);
    alignas(16) double w_i_2_i_up[1];
    if ((n & 511) == 0 && ((i_up - 1) & 511) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load w_i_2(-i_up).
        {
            const int j_lane = j_lane_base + j_lane_own;
            w_i_2_i_up[0] = j_lane == 0 ? w_i_2[-i_up] : 0.0;
        }
        #pragma unroll 16
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            {
                const int j_lane = j_lane_base + j_lane_own;
                w_i_2_i_up[0] = w_i_2_i_up[0] - A[(long long)(-i_up) * A_pitch + 512 * jb + j_lane] * x[512 * jb + j_lane];
            }
        }
        // Join the partial results of w_i_2(-i_up), always in the same order.
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 16);
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 8);
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 4);
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 2);
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 1);
        if (j_lane_own % 32 == 0) {
            shared.w_i_2_i_up_partial[j_lane_own / 32] = w_i_2_i_up[0];
        }
        __syncthreads();
        #pragma unroll 16
        for (int part = 1; part < 16; ++part) {
            if (j_lane_own == 0) {
                w_i_2_i_up[0] = w_i_2_i_up[0] + shared.w_i_2_i_up_partial[part];
            }
        }
        // Store w_i_2(-i_up). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int j_lane_in = j_lane_own;
            if (j_lane_in == 0) {
                w_i_2[-i_up] = w_i_2_i_up[0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w_i_2(-i_up).
        {
            const int j_lane = j_lane_base + j_lane_own;
            w_i_2_i_up[0] = j_lane == 0 ? w_i_2[-i_up] : 0.0;
        }
        #pragma unroll 4
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            {
                const int j_lane = j_lane_base + j_lane_own;
                if ((i_up + 512 * jb + j_lane >= 1) && (n >= 512 * jb + j_lane + 1)) {
                    w_i_2_i_up[0] = w_i_2_i_up[0] - (512 * jb + j_lane >= 0 && 512 * jb + j_lane <= n - 1 ? A[(long long)(-i_up) * A_pitch + 512 * jb + j_lane] : 0.0) * (512 * jb + j_lane >= 0 && 512 * jb + j_lane <= n - 1 ? x[512 * jb + j_lane] : 0.0);
                }
            }
        }
        // Join the partial results of w_i_2(-i_up), always in the same order.
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 16);
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 8);
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 4);
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 2);
        w_i_2_i_up[0] = w_i_2_i_up[0] + __shfl_xor_sync(0xffffffffu, w_i_2_i_up[0], 1);
        if (j_lane_own % 32 == 0) {
            shared.w_i_2_i_up_partial[j_lane_own / 32] = w_i_2_i_up[0];
        }
        __syncthreads();
        #pragma unroll 16
        for (int part_ = 1; part_ < 16; ++part_) {
            if (j_lane_own == 0) {
                w_i_2_i_up[0] = w_i_2_i_up[0] + shared.w_i_2_i_up_partial[part_];
            }
        }
        // Store w_i_2(-i_up). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int j_lane_in = j_lane_own;
            if (j_lane_in == 0) {
                w_i_2[-i_up] = w_i_2_i_up[0];
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(512)
ludcmp_s11_step(const int n, const int i_up, const double *__restrict__ A, const int A_pitch, const double *__restrict__ x, double *__restrict__ w_i_2)
{
    if (n + i_up >= 2 && n + i_up >= 2) {
        ludcmp_s11_step_the_one_block(n, i_up, A, A_pitch, x, w_i_2);
    }
}

/** the one block */
static __device__ __forceinline__ void
ludcmp_s12_step_the_one_block(const int n, const int i_up, const double *__restrict__ A, const int A_pitch, double *__restrict__ x, const double *__restrict__ w_i_2)
{
    alignas(16) double x_i_up;
    x_i_up = w_i_2[-i_up] / A[(long long)(-i_up) * A_pitch - i_up];
    // Store x(-i_up).
    x[-i_up] = x_i_up;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
ludcmp_s12_step(const int n, const int i_up, const double *__restrict__ A, const int A_pitch, double *__restrict__ x, const double *__restrict__ w_i_2)
{
    ludcmp_s12_step_the_one_block(n, i_up, A, A_pitch, x, w_i_2);
}

/** the one block */
static __device__ __forceinline__ void
ludcmp_s13_step_the_one_block(const int n, double *__restrict__ w, const double *__restrict__ w_i_2)
{
    alignas(16) double w2;
    w2 = w_i_2[0];
    // Store w().
    w[0] = w2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
ludcmp_s13_step(const int n, double *__restrict__ w, const double *__restrict__ w_i_2)
{
    if (n == 1 && n == 1) {
        ludcmp_s13_step_the_one_block(n, w, w_i_2);
    }
}

/** the one block */
static __device__ __forceinline__ void
ludcmp_s14_step_the_one_block(const int n, double *__restrict__ w, const double *__restrict__ w_i_2)
{
    alignas(16) double w2;
    w2 = w_i_2[0];
    // Store w().
    w[0] = w2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
ludcmp_s14_step(const int n, double *__restrict__ w, const double *__restrict__ w_i_2)
{
    if (n >= 2 && n >= 2) {
        ludcmp_s14_step_the_one_block(n, w, w_i_2);
    }
}
