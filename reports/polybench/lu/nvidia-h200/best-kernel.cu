/*
 * lu, tiled by Tilewright
 *
 * S1(i,j,k): A(i,j) = A(i,j) - (A(i,k) * A(k,j))
 * S2(i,j): A(i,j) = A(i,j) / A(j,j)
 * S3(i,j,k): A(i,j) = A(i,j) - (A(i,k) * A(k,j))
 *
 * Candidate: block 16x16x16, thread 2x1x1, chunk 16, buffers 2
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
    alignas(16) double A_jj[16][16]; // A(j,j)
    alignas(16) double A_ik[16]; // A(i,k)
    alignas(16) double A_kj[16]; // A(k,j)
    alignas(16) double A_ik2[16]; // A(i,k)
    alignas(16) double A_kj2[16]; // A(k,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level0_the_one_block(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (16 * kb + 15) ? (n - 2) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * kb;
    int i_own = 2 * (thread / 16);
    const int j_base = 16 * kb;
    int j_own = thread % 16;
    lu_level0_the_one_block_shared &shared = *reinterpret_cast<lu_level0_the_one_block_shared *>(shared_memory);
    alignas(16) double A_ij[2][1];
    if (n - 2 >= 16 * kb + 15 && 16 * kb - n + 16 <= 0 && 16 <= 0 && 15 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = A[(long long)i * A_pitch + j];
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Hand out A(j,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                {
                    const int j_in = j_own;
                    shared.A_jj[i_in][j_in] = A_ij[mi][0];
                }
            }
            __syncthreads();
            alignas(16) double A_jj[1];
            {
                const int j_in = j_own;
                A_jj[0] = shared.A_jj[j_in][j_in];
            }
            {
                const int j_in = j_own;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        if (i_in >= k_in + 1) {
                            A_ij[mi][0] = A_ij[mi][0] / A_jj[0];
                        }
                    }
                }
            }
            // Hand out A(i,k).
            {
                const int j_in = j_own;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.A_ik[i_in] = A_ij[mi][0];
                    }
                }
            }
            // Hand out A(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int j_in = j_own;
                        shared.A_kj[j_in] = A_ij[mi][0];
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
            alignas(16) double A_kj[1];
            {
                const int j_in = j_own;
                A_kj[0] = shared.A_kj[j_in];
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                {
                    const int j_in = j_own;
                    if (j_in >= k_in + 1) {
                        A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                    }
                }
            }
            // Hand out A(i,k).
            {
                const int j_in = j_own;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.A_ik2[i_in] = A_ij[mi][0];
                    }
                }
            }
            // Hand out A(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int j_in = j_own;
                        shared.A_kj2[j_in] = A_ij[mi][0];
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
            alignas(16) double A_kj2[1];
            {
                const int j_in = j_own;
                A_kj2[0] = shared.A_kj2[j_in];
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in >= k_in + 1) {
                    {
                        A_ij[mi][0] = A_ij[mi][0] - A_ik2[mi] * A_kj2[0];
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
                {
                    const int j = j_base + j_own;
                    A[(long long)i * A_pitch + j] = A_ij[mi][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        #pragma unroll 1
        for (int k_in = 0; k_in < k_count; ++k_in) {
            // Hand out A(j,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                {
                    const int j_in = j_own;
                    shared.A_jj[i_in][j_in] = A_ij[mi][0];
                }
            }
            __syncthreads();
            alignas(16) double A_jj[1];
            {
                const int j_in = j_own;
                A_jj[0] = shared.A_jj[j_in][j_in];
            }
            {
                const int j_in = j_own;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        const int i = i_base + i_in;
                        if ((i_in >= k_in + 1) && (n >= i + 1)) {
                            A_ij[mi][0] = A_ij[mi][0] / A_jj[0];
                        }
                    }
                }
            }
            // Hand out A(i,k).
            {
                const int j_in = j_own;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.A_ik[i_in] = A_ij[mi][0];
                    }
                }
            }
            // Hand out A(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int j_in = j_own;
                        shared.A_kj[j_in] = A_ij[mi][0];
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
            alignas(16) double A_kj[1];
            {
                const int j_in = j_own;
                A_kj[0] = shared.A_kj[j_in];
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                const int i = i_base + i_in;
                if (n >= i + 1) {
                    {
                        const int j_in = j_own;
                        if ((j_in >= k_in + 1) && (i_in >= j_in + 1)) {
                            A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                        }
                    }
                }
            }
            // Hand out A(i,k).
            {
                const int j_in = j_own;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.A_ik2[i_in] = A_ij[mi][0];
                    }
                }
            }
            // Hand out A(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int j_in = j_own;
                        shared.A_kj2[j_in] = A_ij[mi][0];
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
            alignas(16) double A_kj2[1];
            {
                const int j_in = j_own;
                A_kj2[0] = shared.A_kj2[j_in];
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                if (i_in >= k_in + 1) {
                    {
                        const int j_in = j_own;
                        const int j = j_base + j_in;
                        if ((n >= j + 1) && (j_in >= i_in)) {
                            A_ij[mi][0] = A_ij[mi][0] - A_ik2[mi] * A_kj2[0];
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
            if ((i_in >= 1) && (n >= i + 1)) {
                {
                    const int j = j_base + j_own;
                    if (n >= j + 1) {
                        A[(long long)i * A_pitch + j] = A_ij[mi][0];
                    }
                }
            }
        }
    }
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
lu_level0(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    lu_level0_the_one_block(n, kb, A, A_pitch);
}

struct lu_level1_blocks_along_i_shared {
    alignas(16) double A_kj[2][16][16]; // A(k,j)
    alignas(16) double A_ik[2][16]; // A(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level1_blocks_along_i(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (16 * kb + 15) ? (n - 2) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * ib;
    int i_own = 2 * (thread / 16);
    const int j_base = 16 * kb;
    int j_own = thread % 16;
    lu_level1_blocks_along_i_shared &shared = *reinterpret_cast<lu_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) double A_ij[2][1];
    if (n - 2 >= 16 * kb + 15 && 16 * ib - n + 16 <= 0 && 16 * kb - n + 16 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = A[(long long)i * A_pitch + j];
            }
        }
        // Stage A(k,j).
        {
            const int group = thread;
            const int j_in = 2 * (group % 8);
            const int k_in = group / 8;
            copy_async2(&shared.A_kj[0][k_in][j_in], &A[(long long)(16 * kb + k_in) * A_pitch + 16 * kb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 16; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            await_copies();
            __syncthreads();
            if (next < 16) {
                // Stage A(k,j).
                {
                    const int group = thread;
                    const int j_in = 2 * (group % 8);
                    const int k_in = group / 8;
                    copy_async2(&shared.A_kj[1 - half][k_in][j_in], &A[(long long)(16 * kb + next + k_in) * A_pitch + 16 * kb + j_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                alignas(16) double A_jj[1];
                {
                    const int j_in = j_own;
                    const int j = j_base + j_in;
                    A_jj[0] = A[(long long)j * A_pitch + j];
                }
                {
                    const int j_in = j_own;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            A_ij[mi][0] = A_ij[mi][0] / A_jj[0];
                        }
                    }
                }
                // Hand out A(i,k).
                {
                    const int j_in = j_own;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            shared.A_ik[k_in % 2][i_in] = A_ij[mi][0];
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
                alignas(16) double A_kj[1];
                {
                    const int j_in = j_own;
                    A_kj[0] = shared.A_kj[half][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    {
                        const int j_in = j_own;
                        if (j_in >= k_chunk + k_in + 1) {
                            A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                        }
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
                const int j = j_base + j_own;
                A[(long long)i * A_pitch + j] = A_ij[mi][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage A(k,j).
            #pragma unroll 1
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 16;
                const int k_in = group / 16;
                shared.A_kj[0][k_in][j_in] = 16 * kb + k_chunk + k_in <= n - 1 && 16 * kb + j_in <= n - 1 ? A[(long long)(16 * kb + k_chunk + k_in) * A_pitch + 16 * kb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double A_jj[1];
                {
                    const int j_in = j_own;
                    const int j = j_base + j_in;
                    A_jj[0] = j <= n - 1 ? A[(long long)j * A_pitch + j] : 0.0;
                }
                {
                    const int j_in = j_own;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i = i_base + i_own + mi;
                            if (n >= i + 1) {
                                A_ij[mi][0] = A_ij[mi][0] / A_jj[0];
                            }
                        }
                    }
                }
                // Hand out A(i,k).
                {
                    const int j_in = j_own;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            shared.A_ik[k_in % 2][i_in] = A_ij[mi][0];
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
                alignas(16) double A_kj[1];
                {
                    const int j_in = j_own;
                    A_kj[0] = shared.A_kj[0][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i = i_base + i_own + mi;
                    if (n >= i + 1) {
                        {
                            const int j_in = j_own;
                            if (j_in >= k_chunk + k_in + 1) {
                                A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                            }
                        }
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
                {
                    const int j = j_base + j_own;
                    A[(long long)i * A_pitch + j] = A_ij[mi][0];
                }
            }
        }
    }
}

struct lu_level1_blocks_along_j_shared {
    alignas(16) double A_ik[2][16][18]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][16]; // A(k,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level1_blocks_along_j(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (16 * kb + 15) ? (n - 2) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * kb;
    int i_own = 2 * (thread / 16);
    const int j_base = 16 * jb;
    int j_own = thread % 16;
    lu_level1_blocks_along_j_shared &shared = *reinterpret_cast<lu_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) double A_ij[2][1];
    if (n - 2 >= 16 * kb + 15 && 16 * jb - n + 16 <= 0 && 16 * kb - n + 16 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = A[(long long)i * A_pitch + j];
            }
        }
        // Stage A(i,k).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 16;
            const int i_in = group / 16;
            copy_async1(&shared.A_ik[0][k_in][i_in], &A[(long long)(16 * kb + i_in) * A_pitch + 16 * kb + k_in]);
        }
        for (int k_chunk = 0; k_chunk < 16; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            await_copies();
            __syncthreads();
            if (next < 16) {
                // Stage A(i,k).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 16;
                    const int i_in = group / 16;
                    copy_async1(&shared.A_ik[1 - half][k_in][i_in], &A[(long long)(16 * kb + i_in) * A_pitch + 16 * kb + next + k_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                // Hand out A(k,j).
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int j_in = j_own;
                            shared.A_kj[k_in % 2][j_in] = A_ij[mi][0];
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
                alignas(16) double A_kj[1];
                {
                    const int j_in = j_own;
                    A_kj[0] = shared.A_kj[k_in % 2][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in >= k_chunk + k_in + 1) {
                        {
                            A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
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
                {
                    const int j = j_base + j_own;
                    A[(long long)i * A_pitch + j] = A_ij[mi][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage A(i,k).
            #pragma unroll 1
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 16;
                const int i_in = group / 16;
                shared.A_ik[0][k_in][i_in] = 16 * kb + i_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * kb + i_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                // Hand out A(k,j).
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int j_in = j_own;
                            shared.A_kj[k_in % 2][j_in] = A_ij[mi][0];
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
                alignas(16) double A_kj[1];
                {
                    const int j_in = j_own;
                    A_kj[0] = shared.A_kj[k_in % 2][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in >= k_chunk + k_in + 1) {
                        {
                            const int j = j_base + j_own;
                            if (n >= j + 1) {
                                A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                            }
                        }
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
                {
                    const int j = j_base + j_own;
                    if (n >= j + 1) {
                        A[(long long)i * A_pitch + j] = A_ij[mi][0];
                    }
                }
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
lu_level1(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 15) >> 4) - kb - 1);
        if (block < ib_count) {
            const int ib = kb + 1 + block;
            if (n >= 16 * kb + 17) {
                lu_level1_blocks_along_i(n, kb, A, A_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 15) >> 4) - kb - 1);
    const int jb = kb + 1 + block;
    if (n >= 16 * kb + 17) {
        lu_level1_blocks_along_j(n, kb, A, A_pitch, jb);
    }
}

struct lu_level2_blocks_along_i_shared {
    alignas(16) double A_ik[2][16][18]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][16][16]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
lu_level2_blocks_along_i(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (16 * kb + 15) ? (n - 2) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * ib;
    int i_own = thread / 16;
    const int j_base = 16 * jb;
    int j_own = thread % 16;
    lu_level2_blocks_along_i_shared &shared = *reinterpret_cast<lu_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) double A_ij[2][1];
    if (n - 2 >= 16 * kb + 15 && 16 * ib - n + 16 <= 0 && 16 * jb - 16 * ib + 16 <= 0 && 16 * kb - n + 16 <= 0 && 16 * jb - n + 16 <= 0 && 16 * ib - 16 * jb + 15 <= 0) {
        // Interior: every point takes part in every iteration.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = A[(long long)i * A_pitch + j];
            }
        }
        // Stage A(i,k).
        {
            const int group = thread;
            const int k_in = 2 * (group % 8);
            const int i_in = group / 8;
            copy_async2(&shared.A_ik[0][i_in][k_in], &A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_in]);
        }
        // Stage A(k,j).
        {
            const int group = thread;
            const int j_in = 2 * (group % 8);
            const int k_in = group / 8;
            copy_async2(&shared.A_kj[0][k_in][j_in], &A[(long long)(16 * kb + k_in) * A_pitch + 16 * jb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 16; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            await_copies();
            __syncthreads();
            if (next < 16) {
                // Stage A(i,k).
                {
                    const int group = thread;
                    const int k_in = 2 * (group % 8);
                    const int i_in = group / 8;
                    copy_async2(&shared.A_ik[1 - half][i_in][k_in], &A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + next + k_in]);
                }
                // Stage A(k,j).
                {
                    const int group = thread;
                    const int j_in = 2 * (group % 8);
                    const int k_in = group / 8;
                    copy_async2(&shared.A_kj[1 - half][k_in][j_in], &A[(long long)(16 * kb + next + k_in) * A_pitch + 16 * jb + j_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 16; ++k_in) {
                alignas(16) double A_ik[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    A_ik[mi] = shared.A_ik[half][i_in][k_in];
                }
                alignas(16) double A_kj[1];
                {
                    const int j_in = j_own;
                    A_kj[0] = shared.A_kj[half][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    {
                        A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                    }
                }
                alignas(16) double A_ik2[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    A_ik2[mi] = shared.A_ik[half][i_in][k_in];
                }
                alignas(16) double A_kj2[1];
                {
                    const int j_in = j_own;
                    A_kj2[0] = shared.A_kj[half][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    {
                        A_ij[mi][0] = A_ij[mi][0] - A_ik2[mi] * A_kj2[0];
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A[(long long)i * A_pitch + j] = A_ij[mi][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage A(i,k).
            #pragma unroll 1
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 16;
                const int i_in = group / 16;
                shared.A_ik[0][i_in][k_in] = 16 * ib + i_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
            }
            // Stage A(k,j).
            #pragma unroll 1
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 16;
                const int k_in = group / 16;
                shared.A_kj[0][k_in][j_in] = 16 * kb + k_chunk + k_in <= n - 1 && 16 * jb + j_in <= n - 1 ? A[(long long)(16 * kb + k_chunk + k_in) * A_pitch + 16 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    A_ik[mi] = shared.A_ik[0][i_in][k_in];
                }
                alignas(16) double A_kj[1];
                {
                    const int j_in = j_own;
                    A_kj[0] = shared.A_kj[0][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i = i_base + i_own + 8 * mi;
                    if (n >= i + 1) {
                        {
                            const int j = j_base + j_own;
                            if (i >= j + 1) {
                                A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                            }
                        }
                    }
                }
                alignas(16) double A_ik2[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    A_ik2[mi] = shared.A_ik[0][i_in][k_in];
                }
                alignas(16) double A_kj2[1];
                {
                    const int j_in = j_own;
                    A_kj2[0] = shared.A_kj[0][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i = i_base + i_own + 8 * mi;
                    {
                        const int j = j_base + j_own;
                        if ((n >= j + 1) && (j >= i)) {
                            A_ij[mi][0] = A_ij[mi][0] - A_ik2[mi] * A_kj2[0];
                        }
                    }
                }
            }
            __syncthreads();
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            if (n >= i + 1) {
                {
                    const int j = j_base + j_own;
                    if (n >= j + 1) {
                        A[(long long)i * A_pitch + j] = A_ij[mi][0];
                    }
                }
            }
        }
    }
}

struct lu_level2_blocks_along_i_2_shared {
    alignas(16) double A_ik[2][16][18]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][16][16]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
lu_level2_blocks_along_i_2(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 3) < (16 * kb + 15) ? (n - 3) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * ib;
    int i_own = thread / 16;
    const int j_base = 16 * jb;
    int j_own = thread % 16;
    lu_level2_blocks_along_i_2_shared &shared = *reinterpret_cast<lu_level2_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) double A_ij[2][1];
    if (n >= 16 * ib + 16 && n - 3 >= 16 * kb + 15) {
        // Interior: every point takes part in every iteration.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = A[(long long)i * A_pitch + j];
            }
        }
        // Stage A(i,k).
        {
            const int group = thread;
            const int k_in = 2 * (group % 8);
            const int i_in = group / 8;
            copy_async2(&shared.A_ik[0][i_in][k_in], &A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_in]);
        }
        // Stage A(k,j).
        {
            const int group = thread;
            const int j_in = 2 * (group % 8);
            const int k_in = group / 8;
            copy_async2(&shared.A_kj[0][k_in][j_in], &A[(long long)(16 * kb + k_in) * A_pitch + 16 * jb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 16; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            await_copies();
            __syncthreads();
            if (next < 16) {
                // Stage A(i,k).
                {
                    const int group = thread;
                    const int k_in = 2 * (group % 8);
                    const int i_in = group / 8;
                    copy_async2(&shared.A_ik[1 - half][i_in][k_in], &A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + next + k_in]);
                }
                // Stage A(k,j).
                {
                    const int group = thread;
                    const int j_in = 2 * (group % 8);
                    const int k_in = group / 8;
                    copy_async2(&shared.A_kj[1 - half][k_in][j_in], &A[(long long)(16 * kb + next + k_in) * A_pitch + 16 * jb + j_in]);
                }
            }
            #pragma unroll 8
            for (int k_group = 0; k_group < 16; k_group += 2) {
                alignas(16) double A_ik[2][2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    copy2(&A_ik[mi][0], &shared.A_ik[half][i_in][k_group]);
                }
                #pragma unroll
                for (int e_ = 0; e_ < 2; ++e_) {
                    const int k_in = k_group + e_;
                    alignas(16) double A_kj[1];
                    {
                        const int j_in = j_own;
                        A_kj[0] = shared.A_kj[half][k_in][j_in];
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        {
                            A_ij[mi][0] = A_ij[mi][0] - A_ik[mi][e_] * A_kj[0];
                        }
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A[(long long)i * A_pitch + j] = A_ij[mi][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage A(i,k).
            #pragma unroll 1
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 16;
                const int i_in = group / 16;
                shared.A_ik[0][i_in][k_in] = 16 * ib + i_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
            }
            // Stage A(k,j).
            #pragma unroll 1
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 16;
                const int k_in = group / 16;
                shared.A_kj[0][k_in][j_in] = 16 * kb + k_chunk + k_in <= n - 1 && 16 * jb + j_in <= n - 1 ? A[(long long)(16 * kb + k_chunk + k_in) * A_pitch + 16 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    A_ik[mi] = shared.A_ik[0][i_in][k_in];
                }
                alignas(16) double A_kj[1];
                {
                    const int j_in = j_own;
                    A_kj[0] = shared.A_kj[0][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    {
                        A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                    }
                }
            }
            __syncthreads();
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            if (n >= i + 1) {
                {
                    const int j = j_base + j_own;
                    A[(long long)i * A_pitch + j] = A_ij[mi][0];
                }
            }
        }
    }
}

struct lu_level2_blocks_along_i_3_shared {
    alignas(16) double A_ik[2][16][18]; // A(i,k), rows padded against bank conflicts
    alignas(16) double A_kj[2][16][16]; // A(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
lu_level2_blocks_along_i_3(const int n, const int kb, double *__restrict__ A, const int A_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 2) < (16 * kb + 15) ? (n - 2) : (16 * kb + 15)) - 16 * kb + 1;
    const int i_base = 16 * ib;
    int i_own = thread / 16;
    const int j_base = 16 * jb;
    int j_own = thread % 16;
    lu_level2_blocks_along_i_3_shared &shared = *reinterpret_cast<lu_level2_blocks_along_i_3_shared *>(shared_memory);
    alignas(16) double A_ij[2][1];
    if (n >= 16 * jb + 16 && n - 2 >= 16 * kb + 15) {
        // Interior: every point takes part in every iteration.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = A[(long long)i * A_pitch + j];
            }
        }
        // Stage A(i,k).
        {
            const int group = thread;
            const int k_in = 2 * (group % 8);
            const int i_in = group / 8;
            copy_async2(&shared.A_ik[0][i_in][k_in], &A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_in]);
        }
        // Stage A(k,j).
        {
            const int group = thread;
            const int j_in = 2 * (group % 8);
            const int k_in = group / 8;
            copy_async2(&shared.A_kj[0][k_in][j_in], &A[(long long)(16 * kb + k_in) * A_pitch + 16 * jb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 16; k_chunk += 16) {
            const int half = k_chunk / 16 % 2;
            const int next = k_chunk + 16;
            await_copies();
            __syncthreads();
            if (next < 16) {
                // Stage A(i,k).
                {
                    const int group = thread;
                    const int k_in = 2 * (group % 8);
                    const int i_in = group / 8;
                    copy_async2(&shared.A_ik[1 - half][i_in][k_in], &A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + next + k_in]);
                }
                // Stage A(k,j).
                {
                    const int group = thread;
                    const int j_in = 2 * (group % 8);
                    const int k_in = group / 8;
                    copy_async2(&shared.A_kj[1 - half][k_in][j_in], &A[(long long)(16 * kb + next + k_in) * A_pitch + 16 * jb + j_in]);
                }
            }
            #pragma unroll 8
            for (int k_group = 0; k_group < 16; k_group += 2) {
                alignas(16) double A_ik[2][2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    copy2(&A_ik[mi][0], &shared.A_ik[half][i_in][k_group]);
                }
                #pragma unroll
                for (int e_ = 0; e_ < 2; ++e_) {
                    const int k_in = k_group + e_;
                    alignas(16) double A_kj[1];
                    {
                        const int j_in = j_own;
                        A_kj[0] = shared.A_kj[half][k_in][j_in];
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        {
                            A_ij[mi][0] = A_ij[mi][0] - A_ik[mi][e_] * A_kj[0];
                        }
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A[(long long)i * A_pitch + j] = A_ij[mi][0];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                A_ij[mi][0] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
            // Stage A(i,k).
            #pragma unroll 1
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 16;
                const int i_in = group / 16;
                shared.A_ik[0][i_in][k_in] = 16 * ib + i_in <= n - 1 && 16 * kb + k_chunk + k_in <= n - 1 ? A[(long long)(16 * ib + i_in) * A_pitch + 16 * kb + k_chunk + k_in] : 0.0;
            }
            // Stage A(k,j).
            #pragma unroll 1
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 16;
                const int k_in = group / 16;
                shared.A_kj[0][k_in][j_in] = 16 * kb + k_chunk + k_in <= n - 1 && 16 * jb + j_in <= n - 1 ? A[(long long)(16 * kb + k_chunk + k_in) * A_pitch + 16 * jb + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
                alignas(16) double A_ik[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 8 * mi;
                    A_ik[mi] = shared.A_ik[0][i_in][k_in];
                }
                alignas(16) double A_kj[1];
                {
                    const int j_in = j_own;
                    A_kj[0] = shared.A_kj[0][k_in][j_in];
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    {
                        A_ij[mi][0] = A_ij[mi][0] - A_ik[mi] * A_kj[0];
                    }
                }
            }
            __syncthreads();
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 8 * mi;
            {
                const int j = j_base + j_own;
                if (n >= j + 1) {
                    A[(long long)i * A_pitch + j] = A_ij[mi][0];
                }
            }
        }
    }
}

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 6)
lu_level2(const int n, const int kb, double *__restrict__ A, const int A_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 15) >> 4) - kb - 1);
        const int jb_count = max(0, ((n + 15) >> 4) - kb - 1);
        if (block < ib_count * jb_count) {
            const int ib = kb + 1 + block / jb_count;
            const int jb = kb + 1 + block % jb_count;
            if (n >= 16 * kb + 17 && jb == ib) {
                lu_level2_blocks_along_i(n, kb, A, A_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    {
        const int ib_count = max(0, ((n + 15) >> 4) - kb - 2);
        const int jb_count = max(0, ((n + 15) >> 4) - kb - 2);
        if (block < ib_count * jb_count) {
            const int ib = kb + 2 + block / jb_count;
            const int jb = kb + 1 + block % jb_count;
            if (n >= 16 * kb + 33 && ib >= jb + 1) {
                lu_level2_blocks_along_i_2(n, kb, A, A_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 15) >> 4) - kb - 2);
    const int jb_count = max(0, ((n + 15) >> 4) - kb - 2);
    const int ib = kb + 1 + block / jb_count;
    const int jb = kb + 2 + block % jb_count;
    if (n >= 16 * kb + 33 && jb >= ib + 1) {
        lu_level2_blocks_along_i_3(n, kb, A, A_pitch, ib, jb);
    }
}
