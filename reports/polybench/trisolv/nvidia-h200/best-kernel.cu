/*
 * trisolv, tiled by Tilewright
 *
 * S1(i): x(i) = b(i)
 * S2(i,j): x(i) = x(i) - (L(i,j) * x(j))
 * S3(i): x(i) = x(i) / L(i,i)
 *
 * Candidate: block 64x64, thread 1x1, chunk 16, buffers 2
 * Shape: 3D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2, S3: no dependence
 *     component is negative in a sequential loop, and the blocks of a step form an acyclic dependence
 *     graph
 *
 * Kernel trisolv_s1_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel trisolv_s2_s3_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel trisolv_s2_s3_level1: level 1 of the block dependence graph
 *   - blocks along i
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

/** blocks along i */
static __device__ __forceinline__ void
trisolv_s1_step_blocks_along_i(const int n, double *__restrict__ x, const double *__restrict__ b, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double x_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        {
            const int i = i_base + i_own;
            x_i[0] = b[i];
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            x[i] = x_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int i = i_base + i_own;
            x_i[0] = i <= n - 1 ? b[i] : 0.0;
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                x[i] = x_i[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
trisolv_s1_step(const int n, double *__restrict__ x, const double *__restrict__ b)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        trisolv_s1_step_blocks_along_i(n, x, b, ib);
    }
}

struct trisolv_s2_s3_level0_the_one_block_shared {
    alignas(16) double L_ij[2][16][66]; // L(i,j), rows padded against bank conflicts
    alignas(16) double x_j[2]; // x(j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
trisolv_s2_s3_level0_the_one_block(const int n, const int jb, const double *__restrict__ L, const int L_pitch, double *__restrict__ x)
{
    const int thread = threadIdx.x;
    const int j_count = ((n - 1) < (64 * jb + 63) ? (n - 1) : (64 * jb + 63)) - 64 * jb + 1;
    const int i_base = 64 * jb;
    int i_own = thread;
    trisolv_s2_s3_level0_the_one_block_shared &shared = *reinterpret_cast<trisolv_s2_s3_level0_the_one_block_shared *>(shared_memory);
    alignas(16) double x_i[1];
    if (n - 1 >= 64 * jb + 63 && 64 * jb - n + 64 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load x(i).
        {
            const int i = i_base + i_own;
            x_i[0] = x[i];
        }
        // Stage L(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 64 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            copy_async1(&shared.L_ij[0][j_in][i_in], &L[(long long)(64 * jb + i_in) * L_pitch + 64 * jb + j_in]);
        }
        for (int j_chunk = 0; j_chunk < 64; j_chunk += 16) {
            const int half = j_chunk / 16 % 2;
            const int next = j_chunk + 16;
            await_copies();
            __syncthreads();
            if (next < 64) {
                // Stage L(i,j).
                #pragma unroll 8
                for (int step = 0; step < 16; ++step) {
                    const int group = 64 * step + thread;
                    const int j_in = group % 16;
                    const int i_in = group / 16;
                    copy_async1(&shared.L_ij[1 - half][j_in][i_in], &L[(long long)(64 * jb + i_in) * L_pitch + 64 * jb + next + j_in]);
                }
            }
            #pragma unroll 16
            for (int j_in = 0; j_in < 16; ++j_in) {
                {
                    const int i_in = i_own;
                    const int i = i_base + i_in;
                    if (i_in == j_chunk + j_in) {
                        x_i[0] = x_i[0] / L[(long long)i * L_pitch + i];
                    }
                }
                // Hand out x(j).
                {
                    const int i_in = i_own;
                    if (i_in == j_chunk + j_in) {
                        shared.x_j[j_in % 2] = x_i[0];
                    }
                }
                __syncthreads();
                alignas(16) double L_ij[1];
                {
                    const int i_in = i_own;
                    L_ij[0] = shared.L_ij[half][j_in][i_in];
                }
                const double x_j = shared.x_j[j_in % 2];
                {
                    const int i_in = i_own;
                    x_i[0] = (i_in >= j_chunk + j_in + 1) ? x_i[0] - L_ij[0] * x_j : x_i[0];
                }
            }
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            x[i] = x_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x(i).
        {
            const int i = i_base + i_own;
            x_i[0] = i <= n - 1 ? x[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
            // Stage L(i,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 64 * step + thread;
                const int j_in = group % 16;
                const int i_in = group / 16;
                shared.L_ij[0][j_in][i_in] = 64 * jb + i_in <= n - 1 && 64 * jb + j_chunk + j_in <= n - 1 ? L[(long long)(64 * jb + i_in) * L_pitch + 64 * jb + j_chunk + j_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                {
                    const int i_in = i_own;
                    const int i = i_base + i_in;
                    if (i_in == j_chunk + j_in) {
                        x_i[0] = x_i[0] / (i <= n - 1 ? L[(long long)i * L_pitch + i] : 0.0);
                    }
                }
                // Hand out x(j).
                {
                    const int i_in = i_own;
                    if (i_in == j_chunk + j_in) {
                        shared.x_j[j_in % 2] = x_i[0];
                    }
                }
                __syncthreads();
                alignas(16) double L_ij[1];
                {
                    const int i_in = i_own;
                    L_ij[0] = shared.L_ij[0][j_in][i_in];
                }
                const double x_j = shared.x_j[j_in % 2];
                {
                    const int i_in = i_own;
                    const int i = i_base + i_in;
                    x_i[0] = (i_in >= j_chunk + j_in + 1) & (n >= i + 1) ? x_i[0] - L_ij[0] * x_j : x_i[0];
                }
            }
            __syncthreads();
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                x[i] = x_i[0];
            }
        }
    }
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(64, 1)
trisolv_s2_s3_level0(const int n, const int jb, const double *__restrict__ L, const int L_pitch, double *__restrict__ x)
{
    if (jb >= 0 && n >= 64 * jb + 1) {
        trisolv_s2_s3_level0_the_one_block(n, jb, L, L_pitch, x);
    }
}

struct trisolv_s2_s3_level1_blocks_along_i_shared {
    alignas(16) double value_ij[2][16][64]; // L(i,j) * x(j)
};

/** blocks along i */
static __device__ __forceinline__ void
trisolv_s2_s3_level1_blocks_along_i(const int n, const int jb, const double *__restrict__ L, const int L_pitch, double *__restrict__ x, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = ((n - 2) < (64 * jb + 63) ? (n - 2) : (64 * jb + 63)) - 64 * jb + 1;
    const int i_base = 64 * ib;
    int i_own = thread;
    trisolv_s2_s3_level1_blocks_along_i_shared &shared = *reinterpret_cast<trisolv_s2_s3_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) double x_i[1];
    if (n >= 64 * ib + 64 && n - 2 >= 64 * jb + 63) {
        // Interior: every point takes part in every iteration.
        // Load x(i).
        {
            const int i = i_base + i_own;
            x_i[0] = x[i];
        }
        alignas(16) double value_ij[2][1];
        // Stage L(i,j) * x(j).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 64 * step + thread;
            const int j_in = 2 * (group % 2 + 2 * (group / 128));
            const int i_in = group / 2 % 64;
            alignas(16) double loaded1[2];
            copy2(loaded1, &L[(long long)(64 * ib + i_in) * L_pitch + 64 * jb + j_in]);
            alignas(16) double loaded2[2];
            copy2(loaded2, &x[64 * jb + j_in]);
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
        for (int j_chunk = 0; j_chunk < 64; j_chunk += 16) {
            const int half = j_chunk / 16 % 2;
            const int next = j_chunk + 16;
            if (next < 64) {
                // Stage L(i,j) * x(j).
                #pragma unroll 4
                for (int step = 0; step < 8; ++step) {
                    const int group = 64 * step + thread;
                    const int j_in = 2 * (group % 2 + 2 * (group / 128));
                    const int i_in = group / 2 % 64;
                    alignas(16) double loaded1[2];
                    copy2(loaded1, &L[(long long)(64 * ib + i_in) * L_pitch + 64 * jb + next + j_in]);
                    alignas(16) double loaded2[2];
                    copy2(loaded2, &x[64 * jb + next + j_in]);
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
                    x_i[0] = x_i[0] - value_ij[j_in % 2][0];
                }
            }
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            x[i] = x_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x(i).
        {
            const int i = i_base + i_own;
            x_i[0] = i <= n - 1 ? x[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
            // Stage L(i,j) * x(j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 64 * step + thread;
                const int j_in = group % 4 + 4 * (group / 256);
                const int i_in = group / 4 % 64;
                shared.value_ij[0][j_in][i_in] = (64 * ib + i_in <= n - 1 && 64 * jb + j_chunk + j_in <= n - 1 ? L[(long long)(64 * ib + i_in) * L_pitch + 64 * jb + j_chunk + j_in] : 0.0) * (64 * jb + j_chunk + j_in <= n - 1 ? x[64 * jb + j_chunk + j_in] : 0.0);
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
                    x_i[0] = x_i[0] - value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                x[i] = x_i[0];
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(64, 13)
trisolv_s2_s3_level1(const int n, const int jb, const double *__restrict__ L, const int L_pitch, double *__restrict__ x)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6) - jb - 1);
    const int ib = jb + 1 + block;
    if (jb >= 0 && n >= 64 * jb + 65) {
        trisolv_s2_s3_level1_blocks_along_i(n, jb, L, L_pitch, x, ib);
    }
}
