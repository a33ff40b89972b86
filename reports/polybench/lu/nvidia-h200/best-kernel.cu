/*
 * lu, tiled by Tilewright
 *
 * S1(i,j,k): A(i,j) = A(i,j) - (A(i,k) * A(k,j))
 * S2(i,j): A(i,j) = A(i,j) / A(j,j)
 * S3(i,j,k): A(i,j) = A(i,j) - (A(i,k) * A(k,j))
 *
 * Candidate: block 32x32x32, thread 2x2x1, chunk 32, buffers 2
 * Shape: 3D blocks
 * Legal because no dependence component is negative in a sequential loop, and the blocks of a step
 *     form an acyclic dependence graph
 *
 * Kernel lu_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel lu_level1: level 1 of the block dependence graph
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel lu_level2: level 2 of the block dependence graph
 *   - blocks along i, j
 *   - blocks along i, j
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

struct lu_level0_the_one_block_shared {
    alignas(16) double A_jj[32][32]; // A(j,j)
    alignas(16) double A_ik[32]; // A(i,k)
    alignas(16) double A_kj[32]; // A(k,j)
    alignas(16) double A_ik2[32]; // A(i,k)
    alignas(16) double A_kj2[32]; // A(k,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level0_the_one_block(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (32 * kb + 31) ? (n - 2) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * kb;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * kb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level0_the_one_block_shared &shared = *reinterpret_cast<lu_level0_the_one_block_shared *>(shared_memory);
    alignas(16) double A_ij[2][2];
    if (n - 2 >= 32 * kb + 31 && 32 * kb - n + 32 <= 0 && 32 <= 0 && 31 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
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
                            A_ij[mi][mj] = A_ij[mi][mj] / A_jj[mj];
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
                    A_ij[mi][mj] = (j_in >= k_in + 1) ? A_ij[mi][mj] - A_ik[mi] * A_kj[mj] : A_ij[mi][mj];
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
                    A_ij[mi][mj] = (i_in >= k_in + 1) ? A_ij[mi][mj] - A_ik2[mi] * A_kj2[mj] : A_ij[mi][mj];
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    A[(long long)i * A_pitch + j] = A_ij[mi][mj];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
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
                            A_ij[mi][mj] = A_ij[mi][mj] / A_jj[mj];
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
                const int i_in = i_own + mi;
                const int i = i_base + i_in;
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    A_ij[mi][mj] = (n >= i + 1) & (j_in >= k_in + 1) & (i_in >= j_in + 1) ? A_ij[mi][mj] - A_ik[mi] * A_kj[mj] : A_ij[mi][mj];
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
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    A_ij[mi][mj] = (i_in >= k_in + 1) & (n >= j + 1) & (j_in >= i_in) ? A_ij[mi][mj] - A_ik2[mi] * A_kj2[mj] : A_ij[mi][mj];
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 1) && (n >= i + 1)) {
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
lu_level0(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    lu_level0_the_one_block(n, kb, A, A_pitch);
}

struct lu_level1_blocks_along_i_shared {
    alignas(16) double A_kj[2][32][32]; // A(k,j)
    alignas(16) double A_ik[2][32]; // A(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level1_blocks_along_i(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (32 * kb + 31) ? (n - 2) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * ib;
    int i_own = 2 * (thread / 16);
    const int j_base = 32 * kb;
    int j_own = thread % 16;
    lu_level1_blocks_along_i_shared &shared = *reinterpret_cast<lu_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) double A_ij[2][2];
    if (n - 2 >= 32 * kb + 31 && 32 * ib - n + 32 <= 0 && 32 * kb - n + 32 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
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
                            A_ij[mi][mj] = A_ij[mi][mj] / A_jj[mj];
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
                        A_ij[mi][mj] = (j_in >= k_chunk + k_in + 1) ? A_ij[mi][mj] - A_ik[mi] * A_kj[mj] : A_ij[mi][mj];
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
                const int j = j_base + j_own + 16 * mj;
                A[(long long)i * A_pitch + j] = A_ij[mi][mj];
            }
        }
    } else {
        // Boundary: points are checked one by one.
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
                                A_ij[mi][mj] = A_ij[mi][mj] / A_jj[mj];
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
                    const int i = i_base + i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + 16 * mj;
                        A_ij[mi][mj] = (n >= i + 1) & (j_in >= k_chunk + k_in + 1) ? A_ij[mi][mj] - A_ik[mi] * A_kj[mj] : A_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
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

struct lu_level1_blocks_along_j_shared {
    alignas(16) double A_ik[2][32][34]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][32]; // A(k,j)
    alignas(16) double A_kj2[2][32]; // A(k + 1,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level1_blocks_along_j(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (32 * kb + 31) ? (n - 2) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * kb;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level1_blocks_along_j_shared &shared = *reinterpret_cast<lu_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) double A_ij[2][2];
    alignas(16) double A_kj[2];
    alignas(16) double A_kj2[2];
    if (n - 2 >= 32 * kb + 31 && 32 * jb - n + 32 <= 0 && 32 * kb - n + 32 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
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
            #pragma unroll 2
            for (int k_in = 0; k_in < 32; k_in += 2) {
                // Hand out A(k,j).
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy2(&shared.A_kj[k_in / 2 % 2][j_in], &A_ij[mi][mj]);
                        }
                    }
                }
                // Hand out A(k + 1,j).
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in + 1) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy2(&shared.A_kj2[k_in / 2 % 2][j_in], &A_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj[mj], &shared.A_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj2[mj], &shared.A_kj2[k_in / 2 % 2][j_in]);
                }
                alignas(16) double A_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik[mi], &shared.A_ik[half][k_in][i_in]);
                }
                if (i_own >= k_chunk + k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 2; ++mj) {
                            A_ij[mi][mj] = (i_in >= k_chunk + k_in + 1) ? A_ij[mi][mj] - A_ik[mi] * A_kj[mj] : A_ij[mi][mj];
                        }
                    }
                }
                const double A_ik2 = shared.A_ik[half][k_in][k_chunk + k_in + 1];
                alignas(16) double factor_j[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    factor_j[mj] = A_kj2[mj] - A_ik2 * A_kj[mj];
                }
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    A_kj2[mj] = factor_j[mj];
                }
                alignas(16) double A_ik3[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&A_ik3[mi], &shared.A_ik[half][k_in + 1][i_in]);
                }
                if (i_own >= k_chunk + k_in + 1) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 2; ++mj) {
                            A_ij[mi][mj] = (i_in >= k_chunk + k_in + 2) ? A_ij[mi][mj] - A_ik3[mi] * A_kj2[mj] : A_ij[mi][mj];
                        }
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    A[(long long)i * A_pitch + j] = A_ij[mi][mj];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
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
                alignas(16) double A_kj3[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_kj3[mj], &shared.A_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j = j_base + j_own + mj;
                        A_ij[mi][mj] = (i_in >= k_chunk + k_in + 1) & (n >= j + 1) ? A_ij[mi][mj] - A_ik[mi] * A_kj3[mj] : A_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
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
                        A[(long long)i * A_pitch + j] = A_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(256, 1)
lu_level1(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 31) >> 5) - kb - 1);
        if (block < ib_count) {
            const int ib = kb + 1 + block;
            if (n >= 32 * kb + 33) {
                lu_level1_blocks_along_i(n, kb, A, A_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 31) >> 5) - kb - 1);
    const int jb = kb + 1 + block;
    if (n >= 32 * kb + 33) {
        lu_level1_blocks_along_j(n, kb, A, A_pitch, jb);
    }
}

struct lu_level2_blocks_along_i_shared {
    alignas(16) double A_ik[2][32][34]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][32][32]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
lu_level2_blocks_along_i(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (32 * kb + 31) ? (n - 2) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * ib;
    int i_own = thread / 8 % 4 + thread / 64 * 4;
    const int j_base = 32 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level2_blocks_along_i_shared &shared = *reinterpret_cast<lu_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) double A_ij[2][2];
    if (n - 2 >= 32 * kb + 31 && 32 * ib - n + 32 <= 0 && 32 * jb - 32 * ib + 32 <= 0 && 32 * kb - n + 32 <= 0 && 32 * jb - n + 32 <= 0 && 32 * ib - 32 * jb + 31 <= 0) {
        // Interior: every point takes part in every iteration.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&A_ij[mi][mj], &A[(long long)i * A_pitch + j]);
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
                        A_ij[mi][mj] = A_ij[mi][mj] - A_ik[mi] * A_kj[mj];
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
                        A_ij[mi][mj] = A_ij[mi][mj] - A_ik2[mi] * A_kj2[mj];
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&A[(long long)i * A_pitch + j], &A_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
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
                    const int i = i_base + i_own + 16 * mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j = j_base + j_own + mj;
                        A_ij[mi][mj] = (n >= i + 1) & (i >= j + 1) ? A_ij[mi][mj] - A_ik[mi] * A_kj[mj] : A_ij[mi][mj];
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
                    const int i = i_base + i_own + 16 * mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j = j_base + j_own + mj;
                        A_ij[mi][mj] = (n >= j + 1) & (j >= i) ? A_ij[mi][mj] - A_ik2[mi] * A_kj2[mj] : A_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
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

struct lu_level2_blocks_along_i_2_shared {
    alignas(16) double A_ik[2][32][34]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][32][32]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
lu_level2_blocks_along_i_2(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 3) < (32 * kb + 31) ? (n - 3) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * ib;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level2_blocks_along_i_2_shared &shared = *reinterpret_cast<lu_level2_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) double A_ij[2][2];
    if (n >= 32 * ib + 32 && n - 3 >= 32 * kb + 31) {
        // Interior: every point takes part in every iteration.
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
                        A_ij[mi][mj] = A_ij[mi][mj] - A_ik[k_in % 2][mi] * A_kj[k_in % 2][mj];
                    }
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
                        A_ij[mi][mj] = A_ij[mi][mj] - A_ik[mi] * A_kj[mj];
                    }
                }
            }
            __syncthreads();
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
                    A[(long long)i * A_pitch + j] = A_ij[mi][mj];
                }
            }
        }
    }
}

struct lu_level2_blocks_along_i_3_shared {
    alignas(16) double A_ik[2][32][34]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][32][32]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
lu_level2_blocks_along_i_3(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (32 * kb + 31) ? (n - 2) : (32 * kb + 31)) - 32 * kb + 1;
    const int i_base = 32 * ib;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level2_blocks_along_i_3_shared &shared = *reinterpret_cast<lu_level2_blocks_along_i_3_shared *>(shared_memory);
    alignas(16) double A_ij[2][2];
    if (n >= 32 * jb + 32 && n - 2 >= 32 * kb + 31) {
        // Interior: every point takes part in every iteration.
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
                        A_ij[mi][mj] = A_ij[mi][mj] - A_ik[k_in % 2][mi] * A_kj[k_in % 2][mj];
                    }
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
                        A_ij[mi][mj] = A_ij[mi][mj] - A_ik[mi] * A_kj[mj];
                    }
                }
            }
            __syncthreads();
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

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(256, 2)
lu_level2(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 31) >> 5) - kb - 1);
        const int jb_count = max(0, ((n + 31) >> 5) - kb - 1);
        if (block < ib_count * jb_count) {
            const int ib = kb + 1 + block / jb_count;
            const int jb = kb + 1 + block % jb_count;
            if (n >= 32 * kb + 33 && jb == ib) {
                lu_level2_blocks_along_i(n, kb, A, A_pitch, ib, jb);
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
            if (n >= 32 * kb + 65 && ib >= jb + 1) {
                lu_level2_blocks_along_i_2(n, kb, A, A_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 31) >> 5) - kb - 2);
    const int jb_count = max(0, ((n + 31) >> 5) - kb - 2);
    const int ib = kb + 1 + block / jb_count;
    const int jb = kb + 2 + block % jb_count;
    if (n >= 32 * kb + 65 && jb >= ib + 1) {
        lu_level2_blocks_along_i_3(n, kb, A, A_pitch, ib, jb);
    }
}
