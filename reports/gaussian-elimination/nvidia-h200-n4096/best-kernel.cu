/*
 * gaussian-elimination, tiled by Tilewright
 *
 * S1(k,i,j): a(i,j) = a(i,j) - ((a(i,k) / a(k,k)) * a(k,j))
 *
 * Candidate: block 128x64x128, thread 1x8x8, chunk 16, buffers 2, step 64
 * Shape: 3D blocks
 * Legal because no dependence component is negative in a sequential loop, and the blocks of a step
 *     form an acyclic dependence graph
 *
 * Kernel gaussian_elimination_level1_joined: level 1 of the blocks that others of the step need,
 *     together with level 0 of the blocks that others of the step need
 *   - blocks along i, whose iterations depend on each other, together with the block that they need
 *   - blocks along j, whose iterations depend on each other, together with the block that they need
 *
 * Kernel gaussian_elimination_level0: level 0 of the blocks that others of the step need
 *   - the one block, whose iterations depend on each other
 *
 * Kernel gaussian_elimination_level1: level 1 of the blocks that others of the step need
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel gaussian_elimination_level2: level 2 of the blocks that others of the step need
 *   - blocks along i
 *   - blocks along j
 *
 * Kernel gaussian_elimination_level3: level of other blocks that the next step needs early
 *   - blocks along i, j
 *   - blocks along i
 *
 * Kernel gaussian_elimination_values: values that the blocks of the next launch share: a(i,k) / a(k,k)
 *   - values along i
 *
 * Kernel gaussian_elimination_level4: level of all other blocks
 *   - blocks along i, j
 */

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
 * 4 neighbours in one access, each moved between it and a register of its own: operands of arithmetic need not be
 * neighbours, and may lie on different banks. That threadIdx.y is 0 is not known to the compiler, so it keeps them apart.
 */
static __device__ __forceinline__ void load_apart4(float *to, const float *from)
{
    alignas(16) float wide[4];
    copy4(wide, from);
    #pragma unroll
    for (int e = 0; e < 4; ++e) {
        to[e] = __int_as_float(__float_as_int(wide[e]) ^ (int)threadIdx.y);
    }
}

/**
 * 4 neighbours in one access, each moved between it and a register of its own: operands of arithmetic need not be
 * neighbours, and may lie on different banks. That threadIdx.y is 0 is not known to the compiler, so it keeps them apart.
 */
static __device__ __forceinline__ void store_apart4(float *to, const float *from)
{
    alignas(16) float wide[4];
    #pragma unroll
    for (int e = 0; e < 4; ++e) {
        wide[e] = __int_as_float(__float_as_int(from[e]) ^ (int)threadIdx.y);
    }
    copy4(to, wide);
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

/** The start of shared memory. The compiler cannot know it, so it keeps addresses in registers instead of finding them anew. */
static __device__ __forceinline__ void *shared_start()
{
    size_t start = __cvta_generic_to_shared(shared_memory);
    asm("" : "+l"(start));
    return __cvta_shared_to_generic(start);
}

/**
 * Counts the blocks of a launch, this one included, and begins anew after the last one. What the block's threads read before
 * a barrier before this is read before what the last block does after it (PTX, memory consistency model).
 */
static __device__ __forceinline__ unsigned take_turn(unsigned *turns)
{
    unsigned before;
    asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(turns), "r"(gridDim.x - 1) : "memory");
    return before + 1;
}

/** Blocks of gaussian_elimination_level1_joined that have taken their turn. Launches of one program must follow one another. */
static __device__ unsigned gaussian_elimination_level1_joined_turns;

struct gaussian_elimination_level1_joined_blocks_along_i_shared {
    alignas(16) float a_ik[2][128]; // a(i,k)
    alignas(16) float a_kk[2]; // a(k,k)
    alignas(16) float a_kj[2][64]; // a(k,j)
    alignas(16) float a_ik2[2][128]; // a(i,k + 1)
    alignas(16) float a_kj2[2][64]; // a(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level1_joined_blocks_along_i_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level1_joined_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level1_joined_blocks_along_i_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_ik[4];
    alignas(16) float a_kj[4];
    alignas(16) float a_ik2[4];
    alignas(16) float a_kj2[4];
    alignas(16) float a_kk;
    alignas(16) float a_kk2;
    alignas(16) float a_kk3;
    alignas(16) float a_kk4;
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi + (i_own + mi < 64 ? 0 : 64 * ib - 64 * ks - 64);
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    __syncthreads();
    // What every block has read by now only the last one to come here may overwrite.
    const unsigned turn = thread == 0 ? take_turn(&gaussian_elimination_level1_joined_turns) : 0;
    #pragma unroll 1
    for (int k_group = 0; k_group < 64; k_group += 4) {
        #pragma unroll
        for (int k_part = 0; k_part < 4; k_part += 2) {
            const int k_in = k_group + k_part;
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out a(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik2[k_in / 2 % 2][i_in], wide);
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
                        copy4(&shared.a_kj[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            // Hand out a(k + 1,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in + 1) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj2[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            if ((i_own >= k_group + ((k_part + 1) & ~3)) && (j_own >= k_group + ((k_part + 1) & ~3))) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj2[mj], &shared.a_kj2[k_in / 2 % 2][j_in]);
                }
                a_kk = shared.a_ik[k_in / 2 % 2][k_in];
                a_kk2 = shared.a_kj[k_in / 2 % 2][k_in + 1];
                a_kk3 = shared.a_ik[k_in / 2 % 2][k_in + 1];
                a_kk4 = shared.a_ik2[k_in / 2 % 2][k_in + 1];
                alignas(16) float factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = quotient(a_ik[mi], a_kk);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 4) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 4) & ~3)) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
                alignas(16) float factor_i2[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i2[mi] = a_ik2[mi] - quotient(a_ik[mi], a_kk) * a_kk2;
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    a_ik2[mi] = factor_i2[mi];
                }
                const float factor = a_kk4 - quotient(a_kk3, a_kk) * a_kk2;
                a_kk4 = factor;
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = a_kj2[mj] - quotient(a_kk3, a_kk) * a_kj[mj];
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_kj2[mj] = factor_j[mj];
                }
                alignas(16) float factor_i3[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i3[mi] = quotient(a_ik2[mi], a_kk4);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 5) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 5) & ~3)) ? a_ij[mi][mj] - factor_i3[mi] * a_kj2[mj] : a_ij[mi][mj];
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
        const int i = i_base + i_in + (i_in < 64 ? 0 : 64 * ib - 64 * ks - 64);
        if ((i_in >= 64) && (i_in >= 1) && (i <= n)) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 1) && (j <= n + 1)) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
    if (__syncthreads_or(turn == gridDim.x)) {
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in + (i_in < 64 ? 0 : 64 * ib - 64 * ks - 64);
            if ((i_in < 64) && (i_in >= 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if (j_in >= 1) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** blocks along i, whose iterations depend on each other, together with the block that they need */
static __device__ __forceinline__ void
gaussian_elimination_level1_joined_blocks_along_i(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n - 1 >= 64 * ks + 64 && 64 * ib - n + 64 <= 0 && 64 * ks - n + 64 <= 0 && 64 * ks - n + 63 <= 0)) {
        gaussian_elimination_level1_joined_blocks_along_i_boundary(n, kb, ks, a, a_pitch, ib);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level1_joined_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level1_joined_blocks_along_i_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_ik[4];
    alignas(16) float a_kj[4];
    alignas(16) float a_ik2[4];
    alignas(16) float a_kj2[4];
    alignas(16) float a_kk;
    alignas(16) float a_kk2;
    alignas(16) float a_kk3;
    alignas(16) float a_kk4;
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi + (i_own + mi < 64 ? 0 : 64 * ib - 64 * ks - 64);
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    __syncthreads();
    // What every block has read by now only the last one to come here may overwrite.
    const unsigned turn = thread == 0 ? take_turn(&gaussian_elimination_level1_joined_turns) : 0;
    #pragma unroll 1
    for (int k_group = 0; k_group < 64; k_group += 4) {
        #pragma unroll
        for (int k_part = 0; k_part < 4; k_part += 2) {
            const int k_in = k_group + k_part;
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out a(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik2[k_in / 2 % 2][i_in], wide);
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
                        copy4(&shared.a_kj[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            // Hand out a(k + 1,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in + 1) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj2[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            if ((i_own >= k_group + ((k_part + 1) & ~3)) && (j_own >= k_group + ((k_part + 1) & ~3))) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj2[mj], &shared.a_kj2[k_in / 2 % 2][j_in]);
                }
                a_kk = shared.a_ik[k_in / 2 % 2][k_in];
                a_kk2 = shared.a_kj[k_in / 2 % 2][k_in + 1];
                a_kk3 = shared.a_ik[k_in / 2 % 2][k_in + 1];
                a_kk4 = shared.a_ik2[k_in / 2 % 2][k_in + 1];
                alignas(16) float factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = quotient(a_ik[mi], a_kk);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 4) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 4) & ~3)) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
                alignas(16) float factor_i2[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i2[mi] = a_ik2[mi] - quotient(a_ik[mi], a_kk) * a_kk2;
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    a_ik2[mi] = factor_i2[mi];
                }
                const float factor = a_kk4 - quotient(a_kk3, a_kk) * a_kk2;
                a_kk4 = factor;
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = a_kj2[mj] - quotient(a_kk3, a_kk) * a_kj[mj];
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_kj2[mj] = factor_j[mj];
                }
                alignas(16) float factor_i3[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i3[mi] = quotient(a_ik2[mi], a_kk4);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 5) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 5) & ~3)) ? a_ij[mi][mj] - factor_i3[mi] * a_kj2[mj] : a_ij[mi][mj];
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
        const int i = i_base + i_in + (i_in < 64 ? 0 : 64 * ib - 64 * ks - 64);
        if ((i_in >= 64) && (i_in >= 1)) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 1) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
    if (__syncthreads_or(turn == gridDim.x)) {
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in + (i_in < 64 ? 0 : 64 * ib - 64 * ks - 64);
            if ((i_in < 64) && (i_in >= 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if (j_in >= 1) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

struct gaussian_elimination_level1_joined_blocks_along_j_shared {
    alignas(16) float a_ik[2][64]; // a(i,k)
    alignas(16) float a_kk[2]; // a(k,k)
    alignas(16) float a_kj[2][128]; // a(k,j)
    alignas(16) float a_ik2[2][64]; // a(i,k + 1)
    alignas(16) float a_kj2[2][128]; // a(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level1_joined_blocks_along_j_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 128 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 4 * 8);
    gaussian_elimination_level1_joined_blocks_along_j_shared &shared = *reinterpret_cast<gaussian_elimination_level1_joined_blocks_along_j_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_ik[4];
    alignas(16) float a_kj[4];
    alignas(16) float a_ik2[4];
    alignas(16) float a_kj2[4];
    alignas(16) float a_kk;
    alignas(16) float a_kk2;
    alignas(16) float a_kk3;
    alignas(16) float a_kk4;
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj + (j_own + mj < 64 ? 0 : 64 * jb - 64 * ks - 64);
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    __syncthreads();
    // What every block has read by now only the last one to come here may overwrite.
    const unsigned turn = thread == 0 ? take_turn(&gaussian_elimination_level1_joined_turns) : 0;
    #pragma unroll 1
    for (int k_group = 0; k_group < 64; k_group += 4) {
        #pragma unroll
        for (int k_part = 0; k_part < 4; k_part += 2) {
            const int k_in = k_group + k_part;
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out a(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik2[k_in / 2 % 2][i_in], wide);
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
                        copy4(&shared.a_kj[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            // Hand out a(k + 1,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in + 1) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj2[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            if ((i_own >= k_group + ((k_part + 1) & ~3)) && (j_own >= k_group + ((k_part + 1) & ~3))) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj2[mj], &shared.a_kj2[k_in / 2 % 2][j_in]);
                }
                a_kk = shared.a_ik[k_in / 2 % 2][k_in];
                a_kk2 = shared.a_kj[k_in / 2 % 2][k_in + 1];
                a_kk3 = shared.a_ik[k_in / 2 % 2][k_in + 1];
                a_kk4 = shared.a_ik2[k_in / 2 % 2][k_in + 1];
                alignas(16) float factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = quotient(a_ik[mi], a_kk);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 4) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 4) & ~3)) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
                alignas(16) float factor_i2[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i2[mi] = a_ik2[mi] - quotient(a_ik[mi], a_kk) * a_kk2;
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    a_ik2[mi] = factor_i2[mi];
                }
                const float factor = a_kk4 - quotient(a_kk3, a_kk) * a_kk2;
                a_kk4 = factor;
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = a_kj2[mj] - quotient(a_kk3, a_kk) * a_kj[mj];
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_kj2[mj] = factor_j[mj];
                }
                alignas(16) float factor_i3[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i3[mi] = quotient(a_ik2[mi], a_kk4);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 5) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 5) & ~3)) ? a_ij[mi][mj] - factor_i3[mi] * a_kj2[mj] : a_ij[mi][mj];
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
        if ((i_in >= 1) && (i <= n)) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in + (j_in < 64 ? 0 : 64 * jb - 64 * ks - 64);
                if ((j_in >= 64) && (j_in >= 1) && (j <= n + 1)) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
    if (__syncthreads_or(turn == gridDim.x)) {
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in + (j_in < 64 ? 0 : 64 * jb - 64 * ks - 64);
                    if ((j_in < 64) && (j_in >= 1)) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** blocks along j, whose iterations depend on each other, together with the block that they need */
static __device__ __forceinline__ void
gaussian_elimination_level1_joined_blocks_along_j(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    if (!(n - 1 >= 64 * ks + 64 && 64 * jb - n + 63 <= 0 && 64 * ks - n + 64 <= 0 && 64 * ks - n + 63 <= 0)) {
        gaussian_elimination_level1_joined_blocks_along_j_boundary(n, kb, ks, a, a_pitch, jb);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 128 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 4 * 8);
    gaussian_elimination_level1_joined_blocks_along_j_shared &shared = *reinterpret_cast<gaussian_elimination_level1_joined_blocks_along_j_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_ik[4];
    alignas(16) float a_kj[4];
    alignas(16) float a_ik2[4];
    alignas(16) float a_kj2[4];
    alignas(16) float a_kk;
    alignas(16) float a_kk2;
    alignas(16) float a_kk3;
    alignas(16) float a_kk4;
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own + (j_own < 64 ? 0 : 64 * jb - 64 * ks - 64);
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    __syncthreads();
    // What every block has read by now only the last one to come here may overwrite.
    const unsigned turn = thread == 0 ? take_turn(&gaussian_elimination_level1_joined_turns) : 0;
    #pragma unroll 1
    for (int k_group = 0; k_group < 64; k_group += 4) {
        #pragma unroll
        for (int k_part = 0; k_part < 4; k_part += 2) {
            const int k_in = k_group + k_part;
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out a(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik2[k_in / 2 % 2][i_in], wide);
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
                        copy4(&shared.a_kj[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            // Hand out a(k + 1,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in + 1) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj2[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            if ((i_own >= k_group + ((k_part + 1) & ~3)) && (j_own >= k_group + ((k_part + 1) & ~3))) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj2[mj], &shared.a_kj2[k_in / 2 % 2][j_in]);
                }
                a_kk = shared.a_ik[k_in / 2 % 2][k_in];
                a_kk2 = shared.a_kj[k_in / 2 % 2][k_in + 1];
                a_kk3 = shared.a_ik[k_in / 2 % 2][k_in + 1];
                a_kk4 = shared.a_ik2[k_in / 2 % 2][k_in + 1];
                alignas(16) float factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = quotient(a_ik[mi], a_kk);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 4) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 4) & ~3)) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
                alignas(16) float factor_i2[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i2[mi] = a_ik2[mi] - quotient(a_ik[mi], a_kk) * a_kk2;
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    a_ik2[mi] = factor_i2[mi];
                }
                const float factor = a_kk4 - quotient(a_kk3, a_kk) * a_kk2;
                a_kk4 = factor;
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = a_kj2[mj] - quotient(a_kk3, a_kk) * a_kj[mj];
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_kj2[mj] = factor_j[mj];
                }
                alignas(16) float factor_i3[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i3[mi] = quotient(a_ik2[mi], a_kk4);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 5) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 5) & ~3)) ? a_ij[mi][mj] - factor_i3[mi] * a_kj2[mj] : a_ij[mi][mj];
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
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in + (j_in < 64 ? 0 : 64 * jb - 64 * ks - 64);
                if ((j_in >= 64) && (j_in >= 1)) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
    if (__syncthreads_or(turn == gridDim.x)) {
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if (i_in >= 1) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in + (j_in < 64 ? 0 : 64 * jb - 64 * ks - 64);
                    if ((j_in < 64) && (j_in >= 1)) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** level 1 of the blocks that others of the step need, together with level 0 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(512, 1)
gaussian_elimination_level1_joined(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6) - ks - 1);
        if (block < ib_count) {
            const int ib = ks + 1 + block;
            if (n - 1 >= 64 * ks + 64 && 64 * ks - n + 64 <= 0 && 64 * ks - n + 63 <= 0 && n >= 64 * ks + 65 && n >= 64 * ks + 64 && ((n + 63) >> 6) - 2 * ks + (n >> 6) - 1 <= 96) {
                gaussian_elimination_level1_joined_blocks_along_i(n, kb, ks, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, (n >> 6) - ks);
    const int jb = ks + 1 + block;
    if (n - 1 >= 64 * ks + 64 && 64 * ks - n + 64 <= 0 && 64 * ks - n + 63 <= 0 && n >= 64 * ks + 65 && n >= 64 * ks + 64 && ((n + 63) >> 6) - 2 * ks + (n >> 6) - 1 <= 96) {
        gaussian_elimination_level1_joined_blocks_along_j(n, kb, ks, a, a_pitch, jb);
    }
}

struct gaussian_elimination_level0_the_one_block_shared {
    alignas(16) float a_ik[2][64]; // a(i,k)
    alignas(16) float a_kk[2]; // a(k,k)
    alignas(16) float a_kj[2][64]; // a(k,j)
    alignas(16) float a_ik2[2][64]; // a(i,k + 1)
    alignas(16) float a_kj2[2][64]; // a(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level0_the_one_block_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * ks + 64) ? (n - 1) : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level0_the_one_block_shared &shared = *reinterpret_cast<gaussian_elimination_level0_the_one_block_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    #pragma unroll 1
    for (int k_in = 0; k_in < k_count; ++k_in) {
        // Hand out a(i,k).
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                    copy4(&shared.a_ik[k_in % 2][i_in], wide);
                }
            }
        }
        // Hand out a(k,k).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            if (i_in == k_in) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_in) {
                        shared.a_kk[k_in % 2] = a_ij[mi][mj];
                    }
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
                    copy4(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                }
            }
        }
        __syncthreads();
        alignas(16) float a_ik3[4];
        {
            const int mi = 0;
            const int i_in = i_own;
            copy4(&a_ik3[mi], &shared.a_ik[k_in % 2][i_in]);
        }
        const float a_kk5 = shared.a_kk[k_in % 2];
        alignas(16) float factor_i[4];
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            factor_i[mi] = quotient(a_ik3[mi], a_kk5);
        }
        alignas(16) float a_kj3[4];
        {
            const int mj = 0;
            const int j_in = j_own;
            copy4(&a_kj3[mj], &shared.a_kj[k_in % 2][j_in]);
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                a_ij[mi][mj] = (i_in >= k_in + 1) & (n >= i) & (j_in >= k_in + 1) & (n + 1 >= j) ? a_ij[mi][mj] - factor_i[mi] * a_kj3[mj] : a_ij[mi][mj];
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
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 1) && (n + 1 >= j)) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
gaussian_elimination_level0_the_one_block(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    if (!(n - 1 >= 64 * ks + 64 && 64 * ks - n + 64 <= 0 && 64 * ks - n + 63 <= 0)) {
        gaussian_elimination_level0_the_one_block_boundary(n, kb, ks, a, a_pitch);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level0_the_one_block_shared &shared = *reinterpret_cast<gaussian_elimination_level0_the_one_block_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_ik[4];
    alignas(16) float a_kj[4];
    alignas(16) float a_ik2[4];
    alignas(16) float a_kj2[4];
    alignas(16) float a_kk;
    alignas(16) float a_kk2;
    alignas(16) float a_kk3;
    alignas(16) float a_kk4;
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    #pragma unroll 1
    for (int k_group = 0; k_group < 64; k_group += 4) {
        #pragma unroll
        for (int k_part = 0; k_part < 4; k_part += 2) {
            const int k_in = k_group + k_part;
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik[k_in / 2 % 2][i_in], wide);
                    }
                }
            }
            // Hand out a(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik2[k_in / 2 % 2][i_in], wide);
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
                        copy4(&shared.a_kj[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            // Hand out a(k + 1,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_in + 1) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj2[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            if ((i_own >= k_group + ((k_part + 1) & ~3)) && (j_own >= k_group + ((k_part + 1) & ~3))) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj2[mj], &shared.a_kj2[k_in / 2 % 2][j_in]);
                }
                a_kk = shared.a_ik[k_in / 2 % 2][k_in];
                a_kk2 = shared.a_kj[k_in / 2 % 2][k_in + 1];
                a_kk3 = shared.a_ik[k_in / 2 % 2][k_in + 1];
                a_kk4 = shared.a_ik2[k_in / 2 % 2][k_in + 1];
                alignas(16) float factor_i[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i[mi] = quotient(a_ik[mi], a_kk);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 4) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 4) & ~3)) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
                alignas(16) float factor_i2[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i2[mi] = a_ik2[mi] - quotient(a_ik[mi], a_kk) * a_kk2;
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    a_ik2[mi] = factor_i2[mi];
                }
                const float factor = a_kk4 - quotient(a_kk3, a_kk) * a_kk2;
                a_kk4 = factor;
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = a_kj2[mj] - quotient(a_kk3, a_kk) * a_kj[mj];
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_kj2[mj] = factor_j[mj];
                }
                alignas(16) float factor_i3[4];
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    factor_i3[mi] = quotient(a_ik2[mi], a_kk4);
                }
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 5) & ~3)) & (j_in - mj >= k_group + ((k_part - mj + 5) & ~3)) ? a_ij[mi][mj] - factor_i3[mi] * a_kj2[mj] : a_ij[mi][mj];
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
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 1) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** level 0 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 1)
gaussian_elimination_level0(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    if (n - 1 < 64 * ks + 64 || 64 * ks - n + 64 > 0 || 64 * ks - n + 63 > 0 || n < 64 * ks + 65 || n < 64 * ks + 64 || ((n + 63) >> 6) - 2 * ks + (n >> 6) - 1 > 96) {
        gaussian_elimination_level0_the_one_block(n, kb, ks, a, a_pitch);
    }
}

struct gaussian_elimination_level1_blocks_along_i_shared {
    alignas(16) float a_kk[2][16]; // a(k,k)
    alignas(16) float a_kj[2][16][64]; // a(k,j)
    alignas(16) float a_ik[2][64]; // a(i,k)
    alignas(16) float a_ik2[2][64]; // a(i,k + 1)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level1_blocks_along_i_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * ks + 64) ? (n - 1) : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level1_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(k,k).
        {
            const int group = thread;
            if (group < 16) {
                const int k_in = group;
                shared.a_kk[0][k_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f;
            }
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * ks + j_in + 1 <= n + 1 ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * ks + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_chunk + k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                        copy4(&shared.a_ik[k_in % 2][i_in], wide);
                    }
                }
            }
            __syncthreads();
            alignas(16) float a_ik3[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&a_ik3[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            const float a_kk = shared.a_kk[0][k_in];
            alignas(16) float factor_i[4];
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                factor_i[mi] = quotient(a_ik3[mi], a_kk);
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i = i_base + i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    a_ij[mi][mj] = (n >= i) & (j_in >= k_chunk + k_in + 1) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
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
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 1) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
gaussian_elimination_level1_blocks_along_i(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n - 1 >= 64 * ks + 64 && 64 * ib - n + 64 <= 0 && 64 * ks - n + 64 <= 0 && 64 * ks - n + 63 <= 0)) {
        gaussian_elimination_level1_blocks_along_i_boundary(n, kb, ks, a, a_pitch, ib);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * ks + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level1_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level1_blocks_along_i_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_ik[4];
    alignas(16) float a_ik2[4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(k,k).
    {
        const int group = thread;
        if (group < 16) {
            const int k_in = group;
            copy_async1(&shared.a_kk[0][k_in], &a[(long long)(64 * ks + k_in) * a_pitch + 64 * ks + k_in]);
        }
    }
    // Stage a(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + 64 * ks + j_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage a(k,k).
            {
                const int group = thread;
                if (group < 16) {
                    const int k_in = group;
                    copy_async1(&shared.a_kk[1 - half][k_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + 64 * ks + next + k_in]);
                }
            }
            // Stage a(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + 64 * ks + j_in]);
            }
        }
        #pragma unroll 1
        for (int k_group = 0; k_group < 16; k_group += 4) {
            #pragma unroll
            for (int k_part = 0; k_part < 4; k_part += 2) {
                const int k_in = k_group + k_part;
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        {
                            const int mi = 0;
                            const int i_in = i_own;
                            alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                            copy4(&shared.a_ik[k_in / 2 % 2][i_in], wide);
                        }
                    }
                }
                // Hand out a(i,k + 1).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in + 1) {
                        {
                            const int mi = 0;
                            const int i_in = i_own;
                            alignas(16) const float wide[] = {a_ij[mi][mj], a_ij[mi + 1][mj], a_ij[mi + 2][mj], a_ij[mi + 3][mj]};
                            copy4(&shared.a_ik2[k_in / 2 % 2][i_in], wide);
                        }
                    }
                }
                __syncthreads();
                if ((j_own >= k_chunk + k_group + ((k_part + 1) & ~3))) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                    }
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
                    }
                    const float a_kk = shared.a_kk[half][k_in];
                    alignas(16) float factor_i[4];
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        factor_i[mi] = quotient(a_ik[mi], a_kk);
                    }
                    alignas(16) float a_kj[4];
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&a_kj[mj], &shared.a_kj[half][k_in][j_in]);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            const int j_in = j_own + mj;
                            a_ij[mi][mj] = (j_in - mj >= k_chunk + k_group + ((k_part - mj + 4) & ~3)) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                        }
                    }
                    const float a_kk2 = shared.a_kk[half][k_in];
                    const float a_kj2 = shared.a_kj[half][k_in][k_chunk + k_in + 1];
                    alignas(16) float factor_i2[4];
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        factor_i2[mi] = a_ik2[mi] - quotient(a_ik[mi], a_kk2) * a_kj2;
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        a_ik2[mi] = factor_i2[mi];
                    }
                    const float a_kk3 = shared.a_kk[half][k_in + 1];
                    alignas(16) float factor_i3[4];
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        factor_i3[mi] = quotient(a_ik2[mi], a_kk3);
                    }
                    alignas(16) float a_kj3[4];
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&a_kj3[mj], &shared.a_kj[half][k_in + 1][j_in]);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            const int j_in = j_own + mj;
                            a_ij[mi][mj] = (j_in - mj >= k_chunk + k_group + ((k_part - mj + 5) & ~3)) ? a_ij[mi][mj] - factor_i3[mi] * a_kj3[mj] : a_ij[mi][mj];
                        }
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j_in = j_own + mj;
            const int j = j_base + j_in;
            if (j_in >= 1) {
                a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
            }
        }
    }
}

struct gaussian_elimination_level1_blocks_along_j_shared {
    alignas(16) float quotient_ik[2][16][68]; // a(i,k) / a(k,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][64]; // a(k,j)
    alignas(16) float a_kj2[2][64]; // a(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level1_blocks_along_j_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * ks + 64) ? (n - 1) : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level1_blocks_along_j_shared &shared = *reinterpret_cast<gaussian_elimination_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k) / a(k,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.quotient_ik[0][k_in][i_in] = quotient(64 * ks + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f, 64 * ks + k_chunk + k_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f);
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                if (i_in == k_chunk + k_in) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&shared.a_kj[k_in % 2][j_in], &a_ij[mi][mj]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float quotient_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&quotient_ik[mi], &shared.quotient_ik[0][k_in][i_in]);
            }
            alignas(16) float a_kj3[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj3[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                const int i_in = i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    a_ij[mi][mj] = (i_in >= k_chunk + k_in + 1) & (n + 1 >= j) ? a_ij[mi][mj] - quotient_ik[mi] * a_kj3[mj] : a_ij[mi][mj];
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
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n + 1 >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
gaussian_elimination_level1_blocks_along_j(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    if (!(n - 1 >= 64 * ks + 64 && 64 * jb - n + 63 <= 0 && 64 * ks - n + 64 <= 0 && 64 * ks - n + 63 <= 0)) {
        gaussian_elimination_level1_blocks_along_j_boundary(n, kb, ks, a, a_pitch, jb);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int i_base = 64 * ks + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level1_blocks_along_j_shared &shared = *reinterpret_cast<gaussian_elimination_level1_blocks_along_j_shared *>(shared_start());
    alignas(16) float a_ij[4][4];
    alignas(16) float a_kj[4];
    alignas(16) float a_kj2[4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    // Stage a(i,k) / a(k,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 2 + 2 * (group / 128));
        const int i_in = group / 2 % 64;
        alignas(16) float loaded[4];
        copy4(loaded, &a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + k_in]);
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
            shared.quotient_ik[0][k_in + e][i_in] = quotient(loaded[e], a[(long long)(64 * ks + k_in + e) * a_pitch + 64 * ks + k_in + e]);
        }
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        await_copies();
        __syncthreads();
        if (next < 64) {
            // Stage a(i,k) / a(k,k).
            {
                const int group = thread;
                const int k_in = 4 * (group % 2 + 2 * (group / 128));
                const int i_in = group / 2 % 64;
                alignas(16) float loaded[4];
                copy4(loaded, &a[(long long)(64 * ks + i_in) * a_pitch + 64 * ks + next + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    shared.quotient_ik[1 - half][k_in + e][i_in] = quotient(loaded[e], a[(long long)(64 * ks + next + k_in + e) * a_pitch + 64 * ks + next + k_in + e]);
                }
            }
        }
        #pragma unroll 1
        for (int k_group = 0; k_group < 16; k_group += 4) {
            #pragma unroll
            for (int k_part = 0; k_part < 4; k_part += 2) {
                const int k_in = k_group + k_part;
                // Hand out a(k,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.a_kj[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                        }
                    }
                }
                // Hand out a(k + 1,j).
                #pragma unroll
                for (int mi = 0; mi < 4; ++mi) {
                    const int i_in = i_own + mi;
                    if (i_in == k_chunk + k_in + 1) {
                        {
                            const int mj = 0;
                            const int j_in = j_own;
                            copy4(&shared.a_kj2[k_in / 2 % 2][j_in], &a_ij[mi][mj]);
                        }
                    }
                }
                __syncthreads();
                if ((i_own >= k_chunk + k_group + ((k_part + 1) & ~3))) {
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
                    }
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&a_kj2[mj], &shared.a_kj2[k_in / 2 % 2][j_in]);
                    }
                    alignas(16) float quotient_ik[4];
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&quotient_ik[mi], &shared.quotient_ik[half][k_in][i_in]);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            a_ij[mi][mj] = (i_in - mi >= k_chunk + k_group + ((k_part - mi + 4) & ~3)) ? a_ij[mi][mj] - quotient_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                        }
                    }
                    const float quotient_ik2 = shared.quotient_ik[half][k_in][k_chunk + k_in + 1];
                    alignas(16) float factor_j[4];
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        factor_j[mj] = a_kj2[mj] - quotient_ik2 * a_kj[mj];
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        a_kj2[mj] = factor_j[mj];
                    }
                    alignas(16) float quotient_ik3[4];
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy4(&quotient_ik3[mi], &shared.quotient_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 4; ++mi) {
                        const int i_in = i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            a_ij[mi][mj] = (i_in - mi >= k_chunk + k_group + ((k_part - mi + 5) & ~3)) ? a_ij[mi][mj] - quotient_ik3[mi] * a_kj2[mj] : a_ij[mi][mj];
                        }
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
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
            }
        }
    }
}

/** level 1 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 1)
gaussian_elimination_level1(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6) - ks - 1);
        if (block < ib_count) {
            const int ib = ks + 1 + block;
            if (n >= 64 * ks + 65 && (n - 1 < 64 * ks + 64 || 64 * ks - n + 64 > 0 || 64 * ks - n + 63 > 0 || n < 64 * ks + 65 || n < 64 * ks + 64 || ((n + 63) >> 6) - 2 * ks + (n >> 6) - 1 > 96)) {
                gaussian_elimination_level1_blocks_along_i(n, kb, ks, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, (n >> 6) - ks);
    const int jb = ks + 1 + block;
    if (n >= 64 * ks + 64 && (n - 1 < 64 * ks + 64 || 64 * ks - n + 64 > 0 || 64 * ks - n + 63 > 0 || n < 64 * ks + 65 || n < 64 * ks + 64 || ((n + 63) >> 6) - 2 * ks + (n >> 6) - 1 > 96)) {
        gaussian_elimination_level1_blocks_along_j(n, kb, ks, a, a_pitch, jb);
    }
}

struct gaussian_elimination_level2_blocks_along_i_shared {
    alignas(16) float quotient_ik[2][16][68]; // a(i,k) / a(k,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][64]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level2_blocks_along_i_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * ks + 64) ? (n - 1) : (64 * ks + 64)) - 64 * ks;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * kb + 65;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level2_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k) / a(k,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.quotient_ik[0][k_in][i_in] = quotient(64 * ib + i_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f, 64 * ks + k_chunk + k_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f);
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 128 * kb + j_in + 65 <= n + 1 ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 128 * kb + j_in + 64] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float quotient_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&quotient_ik[mi], &shared.quotient_ik[0][k_in][i_in]);
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[mi] * a_kj[mj];
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
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (n + 1 >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
gaussian_elimination_level2_blocks_along_i(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(64 * ib - n + 64 <= 0 && n - 128 * kb - 64 >= 0 && (128 * kb - n + 127 <= 0 || 32 * ((n + 32) >> 5) - n - 1 >= 4) && n - 1 >= 64 * ks + 64)) {
        gaussian_elimination_level2_blocks_along_i_boundary(n, kb, ks, a, a_pitch, ib);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * kb + 65;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level2_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            load_apart4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + min(j - 1, a_pitch - 4)]);
        }
    }
    alignas(16) float quotient_ik[2][4];
    alignas(16) float a_kj[2][4];
    alignas(16) float early1[1][4];
    alignas(16) float early2[1][4];
    // Stage a(i,k) / a(k,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 2 + 2 * (group / 128));
        const int i_in = group / 2 % 64;
        alignas(16) float loaded[4];
        copy4(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + k_in]);
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
            shared.quotient_ik[0][k_in + e][i_in] = quotient(loaded[e], a[(long long)(64 * ks + k_in + e) * a_pitch + 64 * ks + k_in + e]);
        }
    }
    // Stage a(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + min(128 * kb + j_in + 64, a_pitch - 4)]);
    }
    await_copies();
    __syncthreads();
    {
        const int mi = 0;
        const int i_in = i_own;
        copy4(&quotient_ik[0][mi], &shared.quotient_ik[0][0][i_in]);
    }
    {
        const int mj = 0;
        const int j_in = j_own;
        copy4(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 64) {
            // Load what it takes to stage a(i,k) / a(k,k) later.
            {
                const int group = thread;
                const int k_in = 4 * (group % 2 + 2 * (group / 128));
                const int i_in = group / 2 % 64;
                copy4(early1[0], &a[(long long)(64 * ib + i_in) * a_pitch + 64 * ks + next + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    early2[0][e] = a[(long long)(64 * ks + next + k_in + e) * a_pitch + 64 * ks + next + k_in + e];
                }
            }
            // Stage a(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + min(128 * kb + j_in + 64, a_pitch - 4)]);
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&quotient_ik[(k_in + 1) % 2][mi], &shared.quotient_ik[half][k_in + 1][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&quotient_ik[0][mi], &shared.quotient_ik[1 - half][0][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[k_in % 2][mi] * a_kj[k_in % 2][mj];
                }
            }
            if (k_in == 8 && next < 64) {
                // Stage a(i,k) / a(k,k).
                {
                    const int group = thread;
                    const int k_in = 4 * (group % 2 + 2 * (group / 128));
                    const int i_in = group / 2 % 64;
                    #pragma unroll
                    for (int e = 0; e < 4; ++e) {
                        shared.quotient_ik[1 - half][k_in + e][i_in] = quotient(early1[0][e], early2[0][e]);
                    }
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
            store_apart4(&a[(long long)(i - 1) * a_pitch + min(j - 1, a_pitch - 4)], &a_ij[mi][mj]);
        }
    }
}

struct gaussian_elimination_level2_blocks_along_j_shared {
    alignas(16) float quotient_ik[2][16][68]; // a(i,k) / a(k,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][64]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level2_blocks_along_j_boundary(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (64 * ks + 64) ? (n - 1) : (64 * ks + 64)) - 64 * ks;
    const int i_base = 128 * kb + 65;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level2_blocks_along_j_shared &shared = *reinterpret_cast<gaussian_elimination_level2_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k) / a(k,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.quotient_ik[0][k_in][i_in] = quotient(128 * kb + i_in + 65 <= n && 64 * ks + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(128 * kb + i_in + 64) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f, 64 * ks + k_chunk + k_in + 1 <= n && 64 * ks + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * ks + k_chunk + k_in] : 0.0f);
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 64;
            const int k_in = group / 64;
            shared.a_kj[0][k_in][j_in] = 64 * ks + k_chunk + k_in + 1 <= n && 64 * jb + j_in + 1 <= n + 1 ? a[(long long)(64 * ks + k_chunk + k_in) * a_pitch + 64 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float quotient_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&quotient_ik[mi], &shared.quotient_ik[0][k_in][i_in]);
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[mi] * a_kj[mj];
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
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            if (n + 1 >= j) {
                a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
            }
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
gaussian_elimination_level2_blocks_along_j(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch, const int jb)
{
    if (!(n - 64 * jb >= 0 && (64 * jb - n + 63 <= 0 || 32 * ((n + 32) >> 5) - n - 1 >= 4) && n - 1 >= 64 * ks + 64)) {
        gaussian_elimination_level2_blocks_along_j_boundary(n, kb, ks, a, a_pitch, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 128 * kb + 65;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level2_blocks_along_j_shared &shared = *reinterpret_cast<gaussian_elimination_level2_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[4][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            load_apart4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + min(j - 1, a_pitch - 4)]);
        }
    }
    alignas(16) float quotient_ik[2][4];
    alignas(16) float a_kj[2][4];
    alignas(16) float early1[1][4];
    alignas(16) float early2[1][4];
    // Stage a(i,k) / a(k,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 2 + 2 * (group / 128));
        const int i_in = group / 2 % 64;
        alignas(16) float loaded[4];
        copy4(loaded, &a[(long long)(128 * kb + i_in + 64) * a_pitch + 64 * ks + k_in]);
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
            shared.quotient_ik[0][k_in + e][i_in] = quotient(loaded[e], a[(long long)(64 * ks + k_in + e) * a_pitch + 64 * ks + k_in + e]);
        }
    }
    // Stage a(k,j).
    {
        const int group = thread;
        const int j_in = 4 * (group % 16);
        const int k_in = group / 16;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(64 * ks + k_in) * a_pitch + min(64 * jb + j_in, a_pitch - 4)]);
    }
    await_copies();
    __syncthreads();
    {
        const int mi = 0;
        const int i_in = i_own;
        copy4(&quotient_ik[0][mi], &shared.quotient_ik[0][0][i_in]);
    }
    {
        const int mj = 0;
        const int j_in = j_own;
        copy4(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 64; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 64) {
            // Load what it takes to stage a(i,k) / a(k,k) later.
            {
                const int group = thread;
                const int k_in = 4 * (group % 2 + 2 * (group / 128));
                const int i_in = group / 2 % 64;
                copy4(early1[0], &a[(long long)(128 * kb + i_in + 64) * a_pitch + 64 * ks + next + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    early2[0][e] = a[(long long)(64 * ks + next + k_in + e) * a_pitch + 64 * ks + next + k_in + e];
                }
            }
            // Stage a(k,j).
            {
                const int group = thread;
                const int j_in = 4 * (group % 16);
                const int k_in = group / 16;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(64 * ks + next + k_in) * a_pitch + min(64 * jb + j_in, a_pitch - 4)]);
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&quotient_ik[(k_in + 1) % 2][mi], &shared.quotient_ik[half][k_in + 1][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&quotient_ik[0][mi], &shared.quotient_ik[1 - half][0][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[k_in % 2][mi] * a_kj[k_in % 2][mj];
                }
            }
            if (k_in == 8 && next < 64) {
                // Stage a(i,k) / a(k,k).
                {
                    const int group = thread;
                    const int k_in = 4 * (group % 2 + 2 * (group / 128));
                    const int i_in = group / 2 % 64;
                    #pragma unroll
                    for (int e = 0; e < 4; ++e) {
                        shared.quotient_ik[1 - half][k_in + e][i_in] = quotient(early1[0][e], early2[0][e]);
                    }
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
            store_apart4(&a[(long long)(i - 1) * a_pitch + min(j - 1, a_pitch - 4)], &a_ij[mi][mj]);
        }
    }
}

/** level 2 of the blocks that others of the step need */
extern "C" __global__ void __launch_bounds__(256, 3)
gaussian_elimination_level2(const int n, const int kb, const int ks, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 63) >> 6) - 2 * kb - 1);
        if (block < ib_count) {
            const int ib = 2 * kb + 1 + block;
            if (n >= 128 * kb + 65 && ks == 2 * kb) {
                gaussian_elimination_level2_blocks_along_i(n, kb, ks, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, (n >> 6) - 2 * kb - 1);
    const int jb = 2 * kb + 2 + block;
    if (n >= 128 * kb + 128 && ks == 2 * kb) {
        gaussian_elimination_level2_blocks_along_j(n, kb, ks, a, a_pitch, jb);
    }
}

struct gaussian_elimination_level3_blocks_along_i_shared {
    alignas(16) float quotient_ik[2][16][68]; // a(i,k) / a(k,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][128]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level3_blocks_along_i_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (128 * kb + 128) ? (n - 1) : (128 * kb + 128)) - 128 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level3_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k) / a(k,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.quotient_ik[0][k_in][i_in] = quotient(64 * ib + i_in + 1 <= n && 128 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_chunk + k_in] : 0.0f, 128 * kb + k_chunk + k_in + 1 <= n && 128 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(128 * kb + k_chunk + k_in) * a_pitch + 128 * kb + k_chunk + k_in] : 0.0f);
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 128;
            const int k_in = group / 128;
            shared.a_kj[0][k_in][j_in] = 128 * kb + k_chunk + k_in + 1 <= n && 128 * jb + j_in + 1 <= n + 1 ? a[(long long)(128 * kb + k_chunk + k_in) * a_pitch + 128 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float quotient_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&quotient_ik[mi], &shared.quotient_ik[0][k_in][i_in]);
            }
            alignas(16) float a_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 16 * mj;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[mi] * a_kj[mj];
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
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
                if (n + 1 >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
gaussian_elimination_level3_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    if (!(64 * ib - n + 64 <= 0 && n - 128 * jb >= 0 && (128 * jb - n + 127 <= 0 || 32 * ((n + 32) >> 5) - n - 1 >= 4) && n - 1 >= 128 * kb + 128)) {
        gaussian_elimination_level3_blocks_along_i_boundary(n, kb, a, a_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level3_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level3_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            load_apart4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + min(j - 1, a_pitch - 4)]);
        }
    }
    alignas(16) float quotient_ik[2][4];
    alignas(16) float a_kj[2][8];
    alignas(16) float early1[1][4];
    alignas(16) float early2[1][4];
    // Stage a(i,k) / a(k,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 2 + 2 * (group / 128));
        const int i_in = group / 2 % 64;
        alignas(16) float loaded[4];
        copy4(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_in]);
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
            shared.quotient_ik[0][k_in + e][i_in] = quotient(loaded[e], a[(long long)(128 * kb + k_in + e) * a_pitch + 128 * kb + k_in + e]);
        }
    }
    // Stage a(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 256 * step + thread;
        const int j_in = 4 * (group % 32);
        const int k_in = group / 32;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(128 * kb + k_in) * a_pitch + min(128 * jb + j_in, a_pitch - 4)]);
    }
    await_copies();
    __syncthreads();
    {
        const int mi = 0;
        const int i_in = i_own;
        copy4(&quotient_ik[0][mi], &shared.quotient_ik[0][0][i_in]);
    }
    #pragma unroll
    for (int mj = 0; mj < 8; mj += 4) {
        const int j_in = j_own + 16 * mj;
        copy4(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 128; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 128) {
            // Load what it takes to stage a(i,k) / a(k,k) later.
            {
                const int group = thread;
                const int k_in = 4 * (group % 2 + 2 * (group / 128));
                const int i_in = group / 2 % 64;
                copy4(early1[0], &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + next + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    early2[0][e] = a[(long long)(128 * kb + next + k_in + e) * a_pitch + 128 * kb + next + k_in + e];
                }
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 4 * (group % 32);
                const int k_in = group / 32;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(128 * kb + next + k_in) * a_pitch + min(128 * jb + j_in, a_pitch - 4)]);
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&quotient_ik[(k_in + 1) % 2][mi], &shared.quotient_ik[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 16 * mj;
                    copy4(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&quotient_ik[0][mi], &shared.quotient_ik[1 - half][0][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 16 * mj;
                    copy4(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[k_in % 2][mi] * a_kj[k_in % 2][mj];
                }
            }
            if (k_in == 8 && next < 128) {
                // Stage a(i,k) / a(k,k).
                {
                    const int group = thread;
                    const int k_in = 4 * (group % 2 + 2 * (group / 128));
                    const int i_in = group / 2 % 64;
                    #pragma unroll
                    for (int e = 0; e < 4; ++e) {
                        shared.quotient_ik[1 - half][k_in + e][i_in] = quotient(early1[0][e], early2[0][e]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            store_apart4(&a[(long long)(i - 1) * a_pitch + min(j - 1, a_pitch - 4)], &a_ij[mi][mj]);
        }
    }
}

struct gaussian_elimination_level3_blocks_along_i_2_shared {
    alignas(16) float quotient_ik[2][16][68]; // a(i,k) / a(k,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][128]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level3_blocks_along_i_2_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (128 * kb + 128) ? (n - 1) : (128 * kb + 128)) - 128 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * kb + 129;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level3_blocks_along_i_2_shared &shared = *reinterpret_cast<gaussian_elimination_level3_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage a(i,k) / a(k,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 256 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.quotient_ik[0][k_in][i_in] = quotient(64 * ib + i_in + 1 <= n && 128 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_chunk + k_in] : 0.0f, 128 * kb + k_chunk + k_in + 1 <= n && 128 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(128 * kb + k_chunk + k_in) * a_pitch + 128 * kb + k_chunk + k_in] : 0.0f);
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 128;
            const int k_in = group / 128;
            shared.a_kj[0][k_in][j_in] = 128 * kb + k_chunk + k_in + 1 <= n && 128 * kb + j_in + 129 <= n + 1 ? a[(long long)(128 * kb + k_chunk + k_in) * a_pitch + 128 * kb + j_in + 128] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float quotient_ik[4];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy4(&quotient_ik[mi], &shared.quotient_ik[0][k_in][i_in]);
            }
            alignas(16) float a_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 16 * mj;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[mi] * a_kj[mj];
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
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
                a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
            }
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
gaussian_elimination_level3_blocks_along_i_2(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n >= 64 * ib + 64 && n - 1 >= 128 * kb + 128)) {
        gaussian_elimination_level3_blocks_along_i_2_boundary(n, kb, a, a_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * kb + 129;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level3_blocks_along_i_2_shared &shared = *reinterpret_cast<gaussian_elimination_level3_blocks_along_i_2_shared *>(shared_memory);
    alignas(16) float a_ij[4][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            load_apart4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    alignas(16) float quotient_ik[2][4];
    alignas(16) float a_kj[2][8];
    alignas(16) float early1[1][4];
    alignas(16) float early2[1][4];
    // Stage a(i,k) / a(k,k).
    {
        const int group = thread;
        const int k_in = 4 * (group % 2 + 2 * (group / 128));
        const int i_in = group / 2 % 64;
        alignas(16) float loaded[4];
        copy4(loaded, &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + k_in]);
        #pragma unroll
        for (int e = 0; e < 4; ++e) {
            shared.quotient_ik[0][k_in + e][i_in] = quotient(loaded[e], a[(long long)(128 * kb + k_in + e) * a_pitch + 128 * kb + k_in + e]);
        }
    }
    // Stage a(k,j).
    #pragma unroll 2
    for (int step = 0; step < 2; ++step) {
        const int group = 256 * step + thread;
        const int j_in = 4 * (group % 32);
        const int k_in = group / 32;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(128 * kb + k_in) * a_pitch + 128 * kb + j_in + 128]);
    }
    await_copies();
    __syncthreads();
    {
        const int mi = 0;
        const int i_in = i_own;
        copy4(&quotient_ik[0][mi], &shared.quotient_ik[0][0][i_in]);
    }
    #pragma unroll
    for (int mj = 0; mj < 8; mj += 4) {
        const int j_in = j_own + 16 * mj;
        copy4(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 128; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 128) {
            // Load what it takes to stage a(i,k) / a(k,k) later.
            {
                const int group = thread;
                const int k_in = 4 * (group % 2 + 2 * (group / 128));
                const int i_in = group / 2 % 64;
                copy4(early1[0], &a[(long long)(64 * ib + i_in) * a_pitch + 128 * kb + next + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    early2[0][e] = a[(long long)(128 * kb + next + k_in + e) * a_pitch + 128 * kb + next + k_in + e];
                }
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 4 * (group % 32);
                const int k_in = group / 32;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(128 * kb + next + k_in) * a_pitch + 128 * kb + j_in + 128]);
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&quotient_ik[(k_in + 1) % 2][mi], &shared.quotient_ik[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 16 * mj;
                    copy4(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy4(&quotient_ik[0][mi], &shared.quotient_ik[1 - half][0][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 16 * mj;
                    copy4(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[k_in % 2][mi] * a_kj[k_in % 2][mj];
                }
            }
            if (k_in == 8 && next < 128) {
                // Stage a(i,k) / a(k,k).
                {
                    const int group = thread;
                    const int k_in = 4 * (group % 2 + 2 * (group / 128));
                    const int i_in = group / 2 % 64;
                    #pragma unroll
                    for (int e = 0; e < 4; ++e) {
                        shared.quotient_ik[1 - half][k_in + e][i_in] = quotient(early1[0][e], early2[0][e]);
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            store_apart4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** level of other blocks that the next step needs early */
extern "C" __global__ void __launch_bounds__(256, 2)
gaussian_elimination_level3(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, (n >= 128 * kb + 194 ? 2 * kb + 3 : ((n + 63) >> 6) - 1) - 2 * kb - 1);
        const int jb_count = max(0, (n >> 7) - kb);
        if (block < ib_count * jb_count) {
            const int ib = 2 * kb + 2 + block / jb_count;
            const int jb = kb + 1 + block % jb_count;
            if (n >= 128 * kb + 129) {
                gaussian_elimination_level3_blocks_along_i(n, kb, a, a_pitch, ib, jb);
            }
            return;
        }
        block -= ib_count * jb_count;
    }
    const int ib_count = max(0, ((n + 63) >> 6) - 2 * kb - 4);
    const int ib = 2 * kb + 4 + block;
    if (n >= 128 * kb + 257) {
        gaussian_elimination_level3_blocks_along_i_2(n, kb, a, a_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_values_values_along_i_boundary(const int n, const int kb, const float *__restrict__ a, const int a_pitch, float *__restrict__ values, const int values_pitch, const int ib, const int kc)
{
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 64);
    const int k_base = 128 * kb + 64 * kc + 1;
    int k_own = thread % 64;
    alignas(16) float a_kk[1];
    {
        const int k = k_base + k_own;
        a_kk[0] = k <= n && k <= n + 1 ? a[(long long)(k - 1) * a_pitch + k - 1] : 0.0f;
    }
    #pragma unroll
    for (int mi = 0; mi < 16; ++mi) {
        const int i = i_base + i_own + 16 * (mi / 4) + mi % 4;
        if (n >= i) {
            {
                const int k = k_base + k_own;
                if ((k >= 128 * kb + 1) && (k <= ((n - 1) < (128 * kb + 128) ? (n - 1) : (128 * kb + 128)))) {
                    values[(i - 1) * 128 + k - 128 * kb - 1] = quotient(i <= n && k <= n + 1 ? a[(long long)(i - 1) * a_pitch + k - 1] : 0.0f, a_kk[0]);
                }
            }
        }
    }
}

/** values along i */
static __device__ __forceinline__ void
gaussian_elimination_values_values_along_i(const int n, const int kb, const float *__restrict__ a, const int a_pitch, float *__restrict__ values, const int values_pitch, const int ib, const int kc)
{
    if (!(-64 * kc <= 0 && 128 * kb + 64 * kc - ((n - 1) < (128 * kb + 128) ? (n - 1) : (128 * kb + 128)) + 64 <= 0 && 64 * ib - n + 64 <= 0 && 128 * kb + 64 * kc - n + 63 <= 0 && 128 * kb + 64 * kc - n + 64 <= 0)) {
        gaussian_elimination_values_values_along_i_boundary(n, kb, a, a_pitch, values, values_pitch, ib, kc);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 64);
    const int k_base = 128 * kb + 64 * kc + 1;
    int k_own = thread % 64;
    alignas(16) float a_kk[1];
    {
        const int k = k_base + k_own;
        a_kk[0] = a[(long long)(k - 1) * a_pitch + k - 1];
    }
    #pragma unroll
    for (int mi = 0; mi < 16; ++mi) {
        const int i = i_base + i_own + 16 * (mi / 4) + mi % 4;
        {
            const int k = k_base + k_own;
            values[(i - 1) * 128 + k - 128 * kb - 1] = quotient(a[(long long)(i - 1) * a_pitch + k - 1], a_kk[0]);
        }
    }
}

/** values that the blocks of the next launch share: a(i,k) / a(k,k) */
extern "C" __global__ void __launch_bounds__(256)
gaussian_elimination_values(const int n, const int kb, const float *__restrict__ a, const int a_pitch, float *__restrict__ values, const int values_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6) - 2 * kb - 4);
    const int ib = 2 * kb + 4 + block / 2;
    const int kc = block % 2;
    if (n >= 128 * kb + 257) {
        gaussian_elimination_values_values_along_i(n, kb, a, a_pitch, values, values_pitch, ib, kc);
    }
}

struct gaussian_elimination_level4_blocks_along_i_shared {
    alignas(16) float values_i_k_kb[2][16][68]; // values(i,k - 128*kb), rows padded against bank conflicts
    alignas(16) float a_kj[2][16][128]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gaussian_elimination_level4_blocks_along_i_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const float *__restrict__ values, const int values_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (128 * kb + 128) ? (n - 1) : (128 * kb + 128)) - 128 * kb;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level4_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level4_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[8][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
            a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 16) {
        // Stage values(i,k - 128*kb).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 128 * step + thread;
            const int k_in = group % 8 + 8 * (group / 512);
            const int i_in = group / 8 % 64;
            shared.values_i_k_kb[0][k_in][i_in] = 64 * ib + i_in + 1 <= n && k_chunk + k_in + 1 <= 128 ? values[(64 * ib + i_in) * 128 + k_chunk + k_in] : 0.0f;
        }
        // Stage a(k,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 128 * step + thread;
            const int j_in = group % 128;
            const int k_in = group / 128;
            shared.a_kj[0][k_in][j_in] = 128 * kb + k_chunk + k_in + 1 <= n && 128 * jb + j_in + 1 <= n + 1 ? a[(long long)(128 * kb + k_chunk + k_in) * a_pitch + 128 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(16, k_count - k_chunk); ++k_in) {
            alignas(16) float values_i_k_kb[8];
            #pragma unroll
            for (int mi = 0; mi < 8; mi += 4) {
                const int i_in = i_own + 8 * mi;
                copy4(&values_i_k_kb[mi], &shared.values_i_k_kb[0][k_in][i_in]);
            }
            alignas(16) float a_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 16 * mj;
                copy4(&a_kj[mj], &shared.a_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - values_i_k_kb[mi] * a_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
        if (n >= i) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 64 * (mj / 4) + mj % 4;
                if (n + 1 >= j) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
gaussian_elimination_level4_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const float *__restrict__ values, const int values_pitch, const int ib, const int jb)
{
    if (!(64 * ib - n + 64 <= 0 && n - 128 * jb >= 0 && (128 * jb - n + 127 <= 0 || 32 * ((n + 32) >> 5) - n - 1 >= 4) && n - 1 >= 128 * kb + 128)) {
        gaussian_elimination_level4_blocks_along_i_boundary(n, kb, a, a_pitch, values, values_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 % 2 * 8);
    gaussian_elimination_level4_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level4_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[8][8];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            load_apart4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + min(j - 1, a_pitch - 4)]);
        }
    }
    alignas(16) float values_i_k_kb[2][8];
    alignas(16) float a_kj[2][8];
    // Stage values(i,k - 128*kb).
    #pragma unroll 8
    for (int step = 0; step < 8; ++step) {
        const int group = 128 * step + thread;
        const int k_in = group % 8 + 8 * (group / 512);
        const int i_in = group / 8 % 64;
        copy_async1(&shared.values_i_k_kb[0][k_in][i_in], &values[(64 * ib + i_in) * 128 + k_in]);
    }
    // Stage a(k,j).
    #pragma unroll 4
    for (int step = 0; step < 4; ++step) {
        const int group = 128 * step + thread;
        const int j_in = 4 * (group % 32);
        const int k_in = group / 32;
        copy_async4(&shared.a_kj[0][k_in][j_in], &a[(long long)(128 * kb + k_in) * a_pitch + min(128 * jb + j_in, a_pitch - 4)]);
    }
    await_copies();
    __syncthreads();
    #pragma unroll
    for (int mi = 0; mi < 8; mi += 4) {
        const int i_in = i_own + 8 * mi;
        copy4(&values_i_k_kb[0][mi], &shared.values_i_k_kb[0][0][i_in]);
    }
    #pragma unroll
    for (int mj = 0; mj < 8; mj += 4) {
        const int j_in = j_own + 16 * mj;
        copy4(&a_kj[0][mj], &shared.a_kj[0][0][j_in]);
    }
    for (int k_chunk = 0; k_chunk < 128; k_chunk += 16) {
        const int half = k_chunk / 16 % 2;
        const int next = k_chunk + 16;
        if (next < 128) {
            // Stage values(i,k - 128*kb).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 512);
                const int i_in = group / 8 % 64;
                copy_async1(&shared.values_i_k_kb[1 - half][k_in][i_in], &values[(64 * ib + i_in) * 128 + next + k_in]);
            }
            // Stage a(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 32);
                const int k_in = group / 32;
                copy_async4(&shared.a_kj[1 - half][k_in][j_in], &a[(long long)(128 * kb + next + k_in) * a_pitch + min(128 * jb + j_in, a_pitch - 4)]);
            }
        }
        #pragma unroll 16
        for (int k_in = 0; k_in < 16; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 16) {
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + 8 * mi;
                    copy4(&values_i_k_kb[(k_in + 1) % 2][mi], &shared.values_i_k_kb[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 16 * mj;
                    copy4(&a_kj[(k_in + 1) % 2][mj], &shared.a_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                #pragma unroll
                for (int mi = 0; mi < 8; mi += 4) {
                    const int i_in = i_own + 8 * mi;
                    copy4(&values_i_k_kb[0][mi], &shared.values_i_k_kb[1 - half][0][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 16 * mj;
                    copy4(&a_kj[0][mj], &shared.a_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - values_i_k_kb[k_in % 2][mi] * a_kj[k_in % 2][mj];
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 32 * (mi / 4) + mi % 4;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + 16 * mj;
            store_apart4(&a[(long long)(i - 1) * a_pitch + min(j - 1, a_pitch - 4)], &a_ij[mi][mj]);
        }
    }
}

/** level of all other blocks */
extern "C" __global__ void __launch_bounds__(128, 3)
gaussian_elimination_level4(const int n, const int kb, float *__restrict__ a, const int a_pitch, const float *__restrict__ values, const int values_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6) - 2 * kb - 4);
    const int jb_count = max(0, (n >> 7) - kb - 1);
    const int ib = 2 * kb + 4 + block / jb_count;
    const int jb = kb + 2 + block % jb_count;
    if (n >= 128 * kb + 257) {
        gaussian_elimination_level4_blocks_along_i(n, kb, a, a_pitch, values, values_pitch, ib, jb);
    }
}
