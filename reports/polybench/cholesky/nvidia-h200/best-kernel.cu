/*
 * cholesky, tiled by Tilewright
 *
 * S1(i,j,k): A(i,j) = A(i,j) - (A(i,k) * A(j,k))
 * S2(i,j): A(i,j) = A(i,j) / A(j,j)
 * S3(i,k): A(i,i) = A(i,i) - (A(i,k) * A(i,k))
 * S4(i): A(i,i) = sqrt(A(i,i))
 *
 * Candidate: block 16x16x16, thread 1x2x1, chunk 16, buffers 2
 * Shape: 3D blocks
 * Legal because no dependence component is negative in a sequential loop, and the blocks of a step
 *     form an acyclic dependence graph
 *
 * Kernel cholesky_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel cholesky_level1: level 1 of the block dependence graph
 *   - blocks along i, whose iterations depend on each other
 *
 * Kernel cholesky_level2: level 2 of the block dependence graph
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

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct cholesky_level0_the_one_block_shared {
    alignas(16) double A_jj[16][16]; // A(j,j)
    alignas(16) double A_ik[16]; // A(i,k)
    alignas(16) double A_jk[16]; // A(j,k)
    alignas(16) double A_ik2[16]; // A(i,k)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
cholesky_level0_the_one_block(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (16 * kb + 15) ? (n - 1) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * kb;
    int i_own = thread / 8;
    const int j_base = 16 * kb;
    int j_own = 2 * (thread % 8);
    cholesky_level0_the_one_block_shared &shared = *reinterpret_cast<cholesky_level0_the_one_block_shared *>(shared_memory);
    alignas(16) double A_ij[1][2];
    // Load A(i,j).
    {
        const int i = i_base + i_own;
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j = j_base + j_own + mj;
            A_ij[0][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
        }
    }
    #pragma unroll 1
    for (int k_in = 0; k_in < k_count; ++k_in) {
        {
            const int i_in = i_own;
            if (i_in == k_in) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_in) {
                        A_ij[0][mj] = sqrt(A_ij[0][mj]);
                    }
                }
            }
        }
        // Hand out A(j,j).
        {
            const int i_in = i_own;
            {
                const int mj = 0;
                const int j_in = j_own;
                copy2(&shared.A_jj[i_in][j_in], &A_ij[0][mj]);
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
                {
                    const int i_in = i_own;
                    const int i = i_base + i_in;
                    if ((i_in >= k_in + 1) && (n >= i + 1)) {
                        A_ij[0][mj] = A_ij[0][mj] / A_jj[mj];
                    }
                }
            }
        }
        // Hand out A(i,k).
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                {
                    const int i_in = i_own;
                    shared.A_ik[i_in] = A_ij[0][mj];
                }
            }
        }
        // Hand out A(j,k).
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                {
                    const int i_in = i_own;
                    shared.A_jk[i_in] = A_ij[0][mj];
                }
            }
        }
        __syncthreads();
        alignas(16) double A_ik[1];
        {
            const int i_in = i_own;
            A_ik[0] = shared.A_ik[i_in];
        }
        alignas(16) double A_jk[2];
        {
            const int mj = 0;
            const int j_in = j_own;
            copy2(&A_jk[mj], &shared.A_jk[j_in]);
        }
        {
            const int i_in = i_own;
            const int i = i_base + i_in;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                A_ij[0][mj] = (n >= i + 1) & (j_in >= k_in + 1) & (i_in >= j_in + 1) ? A_ij[0][mj] - A_ik[0] * A_jk[mj] : A_ij[0][mj];
            }
        }
        // Hand out A(i,k).
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                {
                    const int i_in = i_own;
                    shared.A_ik2[i_in] = A_ij[0][mj];
                }
            }
        }
        __syncthreads();
        alignas(16) double A_ik2[1];
        {
            const int i_in = i_own;
            A_ik2[0] = shared.A_ik2[i_in];
        }
        alignas(16) double factor_i[1];
        {
            factor_i[0] = A_ik2[0] * A_ik2[0];
        }
        {
            const int i_in = i_own;
            const int i = i_base + i_in;
            if ((i_in >= k_in + 1) && (n >= i + 1)) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == i_in) {
                        A_ij[0][mj] = A_ij[0][mj] - factor_i[0];
                    }
                }
            }
        }
    }
    // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i_in = i_own;
        const int i = i_base + i_in;
        if (n >= i + 1) {
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (i_in >= j_in) {
                    A[(long long)i * A_pitch + j] = A_ij[0][mj];
                }
            }
        }
    }
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
cholesky_level0(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    if (kb >= 0 && n >= 16 * kb + 1) {
        cholesky_level0_the_one_block(n, kb, A, A_pitch);
    }
}

struct cholesky_level1_blocks_along_i_shared {
    alignas(16) double A_jk[2][16][18]; // A(j,k), rows padded against bank conflicts
    alignas(16) double A_ik[2][16]; // A(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
cholesky_level1_blocks_along_i(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (16 * kb + 15) ? (n - 2) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * ib;
    int i_own = thread / 8;
    const int j_base = 16 * kb;
    int j_own = thread % 8;
    cholesky_level1_blocks_along_i_shared &shared = *reinterpret_cast<cholesky_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) double A_ij[1][2];
    if (n - 2 >= 16 * kb + 15 && 16 * ib - n + 16 <= 0 && 16 * kb - n + 16 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load A(i,j).
        {
            const int i = i_base + i_own;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 8 * mj;
                A_ij[0][mj] = A[(long long)i * A_pitch + j];
            }
        }
        // Stage A(j,k).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int j_in = group / 16;
            copy_async1(&shared.A_jk[0][k_in][j_in], &A[(long long)(16 * kb + j_in) * A_pitch + 16 * kb + k_in]);
        }
        for (int k_chunk = 0; k_chunk < 16; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            await_copies();
            __syncthreads();
            if (next < 16) {
                // Stage A(j,k).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 16;
                    const int j_in = group / 16;
                    copy_async1(&shared.A_jk[1 - half][k_in][j_in], &A[(long long)(16 * kb + j_in) * A_pitch + 16 * kb + next + k_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                alignas(16) double A_jj[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 8 * mj;
                    const int j = j_base + j_in;
                    A_jj[mj] = A[(long long)j * A_pitch + j];
                }
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 8 * mj;
                    if (j_in == k_chunk + k_in) {
                        {
                            A_ij[0][mj] = A_ij[0][mj] / A_jj[mj];
                        }
                    }
                }
                // Hand out A(i,k).
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 8 * mj;
                    if (j_in == k_chunk + k_in) {
                        {
                            const int i_in = i_own;
                            shared.A_ik[k_in % 2][i_in] = A_ij[0][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) double A_ik[1];
                {
                    const int i_in = i_own;
                    A_ik[0] = shared.A_ik[k_in % 2][i_in];
                }
                alignas(16) double A_jk[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 8 * mj;
                    A_jk[mj] = shared.A_jk[half][k_in][j_in];
                }
                {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + 8 * mj;
                        A_ij[0][mj] = (j_in >= k_chunk + k_in + 1) ? A_ij[0][mj] - A_ik[0] * A_jk[mj] : A_ij[0][mj];
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 8 * mj;
                A[(long long)i * A_pitch + j] = A_ij[0][mj];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        {
            const int i = i_base + i_own;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + 8 * mj;
                A_ij[0][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage A(j,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 16;
                const int j_in = group / 16;
                shared.A_jk[0][k_in][j_in] = 16 * kb + j_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * kb + j_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double A_jj[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 8 * mj;
                    const int j = j_base + j_in;
                    A_jj[mj] = j <= n - 1 ? A[(long long)j * A_pitch + j] : 0.0;
                }
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 8 * mj;
                    if (j_in == k_chunk + k_in) {
                        {
                            const int i = i_base + i_own;
                            if (n >= i + 1) {
                                A_ij[0][mj] = A_ij[0][mj] / A_jj[mj];
                            }
                        }
                    }
                }
                // Hand out A(i,k).
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 8 * mj;
                    if (j_in == k_chunk + k_in) {
                        {
                            const int i_in = i_own;
                            shared.A_ik[k_in % 2][i_in] = A_ij[0][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) double A_ik[1];
                {
                    const int i_in = i_own;
                    A_ik[0] = shared.A_ik[k_in % 2][i_in];
                }
                alignas(16) double A_jk[2];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + 8 * mj;
                    A_jk[mj] = shared.A_jk[0][k_in][j_in];
                }
                {
                    const int i = i_base + i_own;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + 8 * mj;
                        A_ij[0][mj] = (n >= i + 1) & (j_in >= k_chunk + k_in + 1) ? A_ij[0][mj] - A_ik[0] * A_jk[mj] : A_ij[0][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + 8 * mj;
                    A[(long long)i * A_pitch + j] = A_ij[0][mj];
                }
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
cholesky_level1(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 15) >> 4) - kb - 1);
    const int ib = kb + 1 + block;
    if (kb >= 0 && n >= 16 * kb + 17) {
        cholesky_level1_blocks_along_i(n, kb, A, A_pitch, ib);
    }
}

struct cholesky_level2_blocks_along_i_shared {
    alignas(16) double A_ik[2][16][18]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_jk[2][16][18]; // A(j,k), rows padded against bank conflicts
    alignas(16) double value_ik[2][16][18]; // A(i,k) * A(i,k), rows padded against bank conflicts
};

/** blocks along i, j */
static __device__ __forceinline__ void
cholesky_level2_blocks_along_i(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (16 * kb + 15) ? (n - 2) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * ib;
    int i_own = thread / 8;
    const int j_base = 16 * jb;
    int j_own = 2 * (thread % 8);
    cholesky_level2_blocks_along_i_shared &shared = *reinterpret_cast<cholesky_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) double A_ij[1][2];
    // Load A(i,j).
    {
        const int i = i_base + i_own;
        #pragma unroll
        for (int mj = 0; mj < 2; ++mj) {
            const int j = j_base + j_own + mj;
            A_ij[0][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage A(i,k).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.A_ik[0][i_in][k_in] = 16 * ib + i_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
        }
        // Stage A(j,k).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int j_in = group / 16;
            shared.A_jk[0][k_in][j_in] = 16 * jb + j_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * jb + j_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
        }
        // Stage A(i,k) * A(i,k).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            shared.value_ik[0][i_in][k_in] = (16 * ib + i_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0) * (16 * ib + i_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0);
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) double A_ik[1];
            {
                const int i_in = i_own;
                A_ik[0] = shared.A_ik[0][i_in][k_in];
            }
            alignas(16) double A_jk[2];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy2(&A_jk[mj], &shared.A_jk[0][k_in][j_in]);
            }
            {
                const int i = i_base + i_own;
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    A_ij[0][mj] = (n >= i + 1) & (i >= j + 1) ? A_ij[0][mj] - A_ik[0] * A_jk[mj] : A_ij[0][mj];
                }
            }
            alignas(16) double value_ik[1];
            {
                const int i_in = i_own;
                value_ik[0] = shared.value_ik[0][i_in][k_in];
            }
            {
                const int i = i_base + i_own;
                if (n >= i + 1) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j = j_base + j_own + mj;
                        if (j == i) {
                            A_ij[0][mj] = A_ij[0][mj] - value_ik[0];
                        }
                    }
                }
            }
        }
        __syncthreads();
    }
    // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 1) {
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                if (i >= j) {
                    A[(long long)i * A_pitch + j] = A_ij[0][mj];
                }
            }
        }
    }
}

struct cholesky_level2_blocks_along_i_2_shared {
    alignas(16) double A_ik[2][16][18]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_jk[2][16][18]; // A(j,k), rows padded against bank conflicts
};

/** blocks along i, j */
static __device__ __forceinline__ void
cholesky_level2_blocks_along_i_2(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 3) < (16 * kb + 15) ? (n - 3) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * ib;
    int i_own = thread / 8;
    const int j_base = 16 * jb;
    int j_own = 2 * (thread % 8);
    cholesky_level2_blocks_along_i_2_shared &shared = *reinterpret_cast<cholesky_level2_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) double A_ij[1][2];
    if (n >= 16 * ib + 16 && n - 3 >= 16 * kb + 15) {
        // Interior: every point takes part in every iteration.
        // Load A(i,j).
        {
            const int i = i_base + i_own;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&A_ij[0][mj], &A[(long long)i * A_pitch + j]);
            }
        }
        alignas(16) double A_ik[2][1];
        alignas(16) double A_jk[2][2];
        // Stage A(i,k).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_in]);
        }
        // Stage A(j,k).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int j_in = group / 16;
            copy_async1(&shared.A_jk[0][k_in][j_in], &A[(long long)(16 * jb + j_in) * A_pitch + 16 * kb + k_in]);
        }
        await_copies();
        __syncthreads();
        {
            const int i_in = i_own;
            A_ik[0][0] = shared.A_ik[0][0][i_in];
        }
        {
            const int mj = 0;
            const int j_in = j_own;
            copy2(&A_jk[0][mj], &shared.A_jk[0][0][j_in]);
        }
        for (int k_chunk = 0; k_chunk < 16; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            if (next < 16) {
                // Stage A(i,k).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 16;
                    const int i_in = group / 16;
                    copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + next + k_in]);
                }
                // Stage A(j,k).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 16;
                    const int j_in = group / 16;
                    copy_async1(&shared.A_jk[1 - half][k_in][j_in], &A[(long long)(16 * jb + j_in) * A_pitch + 16 * kb + next + k_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 16) {
                    {
                        const int i_in = i_own;
                        A_ik[(k_in + 1) % 2][0] = shared.A_ik[half][k_in + 1][i_in];
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&A_jk[(k_in + 1) % 2][mj], &shared.A_jk[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int i_in = i_own;
                        A_ik[0][0] = shared.A_ik[1 - half][0][i_in];
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&A_jk[0][mj], &shared.A_jk[1 - half][0][j_in]);
                    }
                }
                {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        A_ij[0][mj] = A_ij[0][mj] - A_ik[k_in % 2][0] * A_jk[k_in % 2][mj];
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&A[(long long)i * A_pitch + j], &A_ij[0][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        {
            const int i = i_base + i_own;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                A_ij[0][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage A(i,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 16;
                const int i_in = group / 16;
                shared.A_ik[0][k_in][i_in] = 16 * ib + i_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
            }
            // Stage A(j,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 16;
                const int j_in = group / 16;
                shared.A_jk[0][k_in][j_in] = 16 * jb + j_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * jb + j_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[1];
                {
                    const int i_in = i_own;
                    A_ik[0] = shared.A_ik[0][k_in][i_in];
                }
                alignas(16) double A_jk[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&A_jk[mj], &shared.A_jk[0][k_in][j_in]);
                }
                {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        A_ij[0][mj] = A_ij[0][mj] - A_ik[0] * A_jk[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    A[(long long)i * A_pitch + j] = A_ij[0][mj];
                }
            }
        }
    }
}

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 8)
cholesky_level2(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 15) >> 4) - kb - 1);
        const int jb_count = max(0, ((n + 15) >> 4) - kb - 1);
        if (block < ib_count * jb_count) {
            const int ib = kb + 1 + block / jb_count;
            const int jb = kb + 1 + block % jb_count;
            if (kb >= 0 && n >= 16 * kb + 17 && jb == ib) {
                cholesky_level2_blocks_along_i(n, kb, A, A_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 15) >> 4) - kb - 2);
    const int jb_count = max(0, ((n + 15) >> 4) - kb - 2);
    const int ib = kb + 2 + block / jb_count;
    const int jb = kb + 1 + block % jb_count;
    if (kb >= 0 && n >= 16 * kb + 33 && ib >= jb + 1) {
        cholesky_level2_blocks_along_i_2(n, kb, A, A_pitch, ib, jb);
    }
}
