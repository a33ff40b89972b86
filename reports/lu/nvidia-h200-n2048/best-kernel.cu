/*
 * lu, tiled by Tilewright
 *
 * S1(k,i): a(i,k) = a(i,k) / a(k,k)
 * S2(k,i,j): a(i,j) = a(i,j) - (a(i,k) * a(k,j))
 *
 * Candidate: block 32x32x32, thread 1x4x2, chunk 32, buffers 2
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
 */

/** 2 neighbours in one float2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(float *to, const float *from)
{
    *reinterpret_cast<float2 *>(to) = *reinterpret_cast<const float2 *>(from);
}

/** 4 neighbours in one float4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(float *to, const float *from)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

/** Starts the copy of 1 neighbour to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async1(float *to, const float *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** Starts the copy of 4 neighbours to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async4(float *to, const float *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/**
 * 2 neighbours in one access, each moved between it and a register of its own: operands of arithmetic need not be
 * neighbours, and may lie on different banks. That threadIdx.y is 0 is not known to the compiler, so it keeps them apart.
 */
static __device__ __forceinline__ void load_apart2(float *to, const float *from)
{
    alignas(16) float wide[2];
    copy2(wide, from);
    #pragma unroll
    for (int e = 0; e < 2; ++e) {
        to[e] = __int_as_float(__float_as_int(wide[e]) ^ (int)threadIdx.y);
    }
}

/**
 * 2 neighbours in one access, each moved between it and a register of its own: operands of arithmetic need not be
 * neighbours, and may lie on different banks. That threadIdx.y is 0 is not known to the compiler, so it keeps them apart.
 */
static __device__ __forceinline__ void store_apart2(float *to, const float *from)
{
    alignas(16) float wide[2];
    #pragma unroll
    for (int e = 0; e < 2; ++e) {
        wide[e] = __int_as_float(__float_as_int(from[e]) ^ (int)threadIdx.y);
    }
    copy2(to, wide);
}

/** x / y without a branch, within one unit in the last place: the residual corrects what the approximate reciprocal of y misses. */
static __device__ __forceinline__ float quotient(const float x, const float y)
{
    float reciprocal;
    asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(y));
    const float near = x * reciprocal;
    return fmaf(fmaf(-near, y, x), reciprocal, near);
}

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct lu_level0_the_one_block_shared {
    alignas(16) float a_kk[2]; // a(k,k)
    alignas(16) float a_ik[2][32]; // a(i,k)
    alignas(16) float a_kj[2][32]; // a(k,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level0_the_one_block(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 32) ? (n - 1) : (32 * kb + 32)) - 32 * kb;
    const int i_base = 32 * kb + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * kb + 1;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level0_the_one_block_shared &shared = *reinterpret_cast<lu_level0_the_one_block_shared *>(shared_memory);
    alignas(16) float a_ij[4][2];
    if (n - 1 >= 32 * kb + 32 && 32 * kb - n + 32 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        #pragma unroll 8
        for (int k_in = 0; k_in < 32; ++k_in) {
            // Hand out a(k,k).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + mj;
                        if (j_in == k_in) {
                            shared.a_kk[k_in % 2] = a_ij[mi][mj];
                        }
                    }
                }
            }
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                    }
                }
            }
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            const float a_kk = shared.a_kk[k_in % 2];
            alignas(16) float factor_i[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                factor_i[mi] = quotient(a_ik[mi], a_kk);
            }
            alignas(16) float a_kj[2];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy2(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    a_ij[mi][mj] = (i_in >= k_in + 1) & (j_in >= k_in + 1) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                }
            }
            alignas(16) float a_ik2[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik2[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            const float a_kk2 = shared.a_kk[k_in % 2];
            alignas(16) float factor_i2[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                factor_i2[mi] = quotient(a_ik2[mi], a_kk2);
            }
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        if (i_in >= k_in + 1) {
                            a_ij[mi][mj] = factor_i2[mi];
                        }
                    }
                }
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        #pragma unroll 1
        for (int k_in = 0; k_in < k_count; ++k_in) {
            // Hand out a(k,k).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + mj;
                        if (j_in == k_in) {
                            shared.a_kk[k_in % 2] = a_ij[mi][mj];
                        }
                    }
                }
            }
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                    }
                }
            }
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float a_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            const float a_kk = shared.a_kk[k_in % 2];
            alignas(16) float factor_i[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                factor_i[mi] = quotient(a_ik[mi], a_kk);
            }
            alignas(16) float a_kj[2];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy2(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                const int i = i_base + i_in;
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    a_ij[mi][mj] = (i_in >= k_in + 1) & (n >= i) & (j_in >= k_in + 1) & (n >= j) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                }
            }
            alignas(16) float a_ik2[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik2[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            const float a_kk2 = shared.a_kk[k_in % 2];
            alignas(16) float factor_i2[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                factor_i2[mi] = quotient(a_ik2[mi], a_kk2);
            }
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        const int i = i_base + i_in;
                        if ((i_in >= k_in + 1) && (n >= i)) {
                            a_ij[mi][mj] = factor_i2[mi];
                        }
                    }
                }
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 1) && (n >= i)) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
lu_level0(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    lu_level0_the_one_block(n, kb, a, a_pitch);
}

struct lu_level1_blocks_along_i_shared {
    alignas(16) float a_kk[2][32]; // a(k,k)
    alignas(16) float a_kj[2][32][32]; // a(k,j)
    alignas(16) float a_ik[2][32]; // a(i,k)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level1_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 32) ? (n - 1) : (32 * kb + 32)) - 32 * kb;
    const int i_base = 32 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * kb + 1;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level1_blocks_along_i_shared &shared = *reinterpret_cast<lu_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][2];
    if (n - 1 >= 32 * kb + 32 && 32 * ib - n + 32 <= 0 && 32 * kb - n + 32 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        // Stage a(k,k).
        {
            const int group = thread;
            if (group < 32) {
                const int k_in = group;
                copy_async1(&shared.a_kk[0][k_in], &a[(long long)(32 * kb + k_in) * a_pitch + 32 * kb + k_in]);
            }
        }
        // Stage a(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int j_in = 4 * (group % 8);
            const int k_in = group / 8;
            copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(32 * kb + k_in) * a_pitch + 32 * kb + j_in]);
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            await_copies();
            __syncthreads();
            if (next < 32) {
                // Stage a(k,k).
                {
                    const int group = thread;
                    if (group < 32) {
                        const int k_in = group;
                        copy_async1(&shared.a_kk[1 - half][k_in], &a[(long long)(32 * kb + next + k_in) * a_pitch + 32 * kb + next + k_in]);
                    }
                }
                // Stage a(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int j_in = 4 * (group % 8);
                    const int k_in = group / 8;
                    copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(32 * kb + next + k_in) * a_pitch + 32 * kb + j_in]);
                }
            }
            #pragma unroll 8
            for (int k_in = 0; k_in < 32; ++k_in) {
                const float a_kk = shared.a_kk[half][k_in];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            a_ij[mi][mj] = quotient(a_ij[mi][mj], a_kk);
                        }
                    }
                }
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
                }
                alignas(16) float a_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&a_kj[mj], &shared.a_kj[half][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (j_in >= k_chunk + k_in + 1) ? a_ij[mi][mj] - a_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage a(k,k).
            {
                const int group = thread;
                if (group < 32) {
                    const int k_in = group;
                    shared.a_kk[0][k_in] = 32 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * kb + k_chunk + k_in] : 0.0f;
                }
            }
            // Stage a(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 32;
                const int k_in = group / 32;
                shared.a_kj[0][k_in][j_in] = 32 * kb + k_chunk + k_in + 1 <= n && 32 * kb + j_in + 1 <= n ? a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * kb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                const float a_kk = shared.a_kk[0][k_in];
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i = i_base + i_own + mi;
                            if (n >= i) {
                                a_ij[mi][mj] = quotient(a_ij[mi][mj], a_kk);
                            }
                        }
                    }
                }
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 4; ++mi) {
                            const int i_in = i_own + mi;
                            shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in % 2][i_in]);
                }
                alignas(16) float a_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i = i_base + i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (n >= i) & (j_in >= k_chunk + k_in + 1) ? a_ij[mi][mj] - a_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

struct lu_level1_blocks_along_j_shared {
    alignas(16) float a_ik[2][32][36]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][32]; // a(k,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
lu_level1_blocks_along_j(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 32) ? (n - 1) : (32 * kb + 32)) - 32 * kb;
    const int i_base = 32 * kb + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * jb + 1;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level1_blocks_along_j_shared &shared = *reinterpret_cast<lu_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[4][2];
    if (n - 1 >= 32 * kb + 32 && 32 * jb - n + 32 <= 0 && 32 * kb - n + 32 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy2(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        // Stage a(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 8 + 8 * (group / 256);
            const int i_in = group / 8 % 32;
            copy_async1(&shared.a_ik[0][k_in][i_in], &a[(long long)(32 * kb + i_in) * a_pitch + 32 * kb + k_in]);
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            await_copies();
            __syncthreads();
            if (next < 32) {
                // Stage a(i,k).
                #pragma unroll 8
                for (int step = 0; step < 8; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 8 + 8 * (group / 256);
                    const int i_in = group / 8 % 32;
                    copy_async1(&shared.a_ik[1 - half][k_in][i_in], &a[(long long)(32 * kb + i_in) * a_pitch + 32 * kb + next + k_in]);
                }
            }
            #pragma unroll 16
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Hand out a(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy2(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[half][k_in][i_in]);
                }
                alignas(16) float a_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        a_ij[mi][mj] = (i_in >= k_chunk + k_in + 1) ? a_ij[mi][mj] - a_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage a(i,k).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 256);
                const int i_in = group / 8 % 32;
                shared.a_ik[0][k_in][i_in] = 32 * kb + i_in + 1 <= n && 32 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(32 * kb + i_in) * a_pitch + 32 * kb + k_chunk + k_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                // Hand out a(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy2(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
                }
                alignas(16) float a_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&a_kj[mj], &shared.a_kj[k_in % 2][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        const int j = j_base + j_own + mj;
                        a_ij[mi][mj] = (i_in >= k_chunk + k_in + 1) & (n >= j) ? a_ij[mi][mj] - a_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
lu_level1(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 31) >> 5) - kb - 1);
        if (block < ib_count) {
            const int ib = kb + 1 + block;
            if (n >= 32 * kb + 33) {
                lu_level1_blocks_along_i(n, kb, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, ((n + 31) >> 5) - kb - 1);
    const int jb = kb + 1 + block;
    if (n >= 32 * kb + 33) {
        lu_level1_blocks_along_j(n, kb, a, a_pitch, jb);
    }
}

struct lu_level2_blocks_along_i_shared {
    alignas(16) float a_ik[2][32][36]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][32][32]; // a(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
lu_level2_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 32) ? (n - 1) : (32 * kb + 32)) - 32 * kb;
    const int i_base = 32 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 32 * jb + 1;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    lu_level2_blocks_along_i_shared &shared = *reinterpret_cast<lu_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][2];
    if (n >= 32 * ib + 32 && n >= 32 * jb + 32 && n - 1 >= 32 * kb + 32) {
        // Interior: every point takes part in every iteration.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                load_apart2(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        alignas(16) float a_ik[2][4];
        alignas(16) float a_kj[2][2];
        // Stage a(i,k).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 8 + 8 * (group / 256);
            const int i_in = group / 8 % 32;
            copy_async1(&shared.a_ik[0][k_in][i_in], &a[(long long)(32 * ib + i_in) * a_pitch + 32 * kb + k_in]);
        }
        // Stage a(k,j).
        #pragma unroll 2
        for (int step = 0; step < 2; ++step) {
            const int group = 128 * step + thread;
            const int j_in = 4 * (group % 8);
            const int k_in = group / 8;
            copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(32 * kb + k_in) * a_pitch + 32 * jb + j_in]);
        }
        await_copies();
        __syncthreads();
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&a_ik[0][mi], &shared.a_ik[0][0][i_in]);
        }
        {
            const int mj = 0;
            const int j_in = j_own;
            copy2(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            const int half = k_chunk / 32 % 2;
            const int next = k_chunk + 32;
            if (next < 32) {
                // Stage a(i,k).
                #pragma unroll 8
                for (int step = 0; step < 8; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 8 + 8 * (group / 256);
                    const int i_in = group / 8 % 32;
                    copy_async1(&shared.a_ik[1 - half][k_in][i_in], &a[(long long)(32 * ib + i_in) * a_pitch + 32 * kb + next + k_in]);
                }
                // Stage a(k,j).
                #pragma unroll 2
                for (int step = 0; step < 2; ++step) {
                    const int group = 128 * step + thread;
                    const int j_in = 4 * (group % 8);
                    const int k_in = group / 8;
                    copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(32 * kb + next + k_in) * a_pitch + 32 * jb + j_in]);
                }
            }
            #pragma unroll 32
            for (int k_in = 0; k_in < 32; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 32) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&a_ik[(k_in + 1) % 2][mi], &shared.a_ik[half][k_in + 1][i_in]);
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&a_ik[0][mi], &shared.a_ik[1 - half][0][i_in]);
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy2(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        a_ij[mi][mj] = a_ij[mi][mj] - a_ik[k_in % 2][mi] * a_kj[k_in % 2][mj];
                    }
                }
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                store_apart2(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 2; ++mj) {
                const int j = j_base + j_own + mj;
                a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage a(i,k).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 256);
                const int i_in = group / 8 % 32;
                shared.a_ik[0][k_in][i_in] = 32 * ib + i_in + 1 <= n && 32 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(32 * ib + i_in) * a_pitch + 32 * kb + k_chunk + k_in] : 0.0f;
            }
            // Stage a(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 32;
                const int k_in = group / 32;
                shared.a_kj[0][k_in][j_in] = 32 * kb + k_chunk + k_in + 1 <= n && 32 * jb + j_in + 1 <= n ? a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * jb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) float a_ik[4];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
                }
                alignas(16) float a_kj[2];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy2(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 2; ++mj) {
                        a_ij[mi][mj] = a_ij[mi][mj] - a_ik[mi] * a_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 2; ++mj) {
                    const int j = j_base + j_own + mj;
                    if (n >= j) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 7)
lu_level2(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 31) >> 5) - kb - 1);
    const int jb_count = max(0, ((n + 31) >> 5) - kb - 1);
    const int ib = kb + 1 + block / jb_count;
    const int jb = kb + 1 + block % jb_count;
    if (n >= 32 * kb + 33) {
        lu_level2_blocks_along_i(n, kb, a, a_pitch, ib, jb);
    }
}
