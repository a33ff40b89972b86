/*
 * lu, tiled by Tilewright
 *
 * S1(k,i): a(i,k) = a(i,k) / a(k,k)
 * S2(k,i,j): a(i,j) = a(i,j) - (a(i,k) * a(k,j))
 *
 * Candidate: block 16x16x16, thread 1x2x4, k-tile 8
 * Shape: blocks in levels
 * Legal because the test says so
 *
 * Kernel level0: the diagonal block
 *   - diagonal: the block (K,K)
 *
 * Kernel level1: blocks beside, above and below the diagonal
 *   - row panel: blocks (K,J)
 *   - column panel: blocks (I,K)
 *
 * Kernel level2: all other blocks
 *   - rest: blocks (I,J)
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

/**
 * x / y without a branch, at most one and a half units in the last place off (six where y is greater than 2^126): x times the reciprocal of y, which quotients by the same y share. The reciprocal is the nearest number
 * to 1 / y (one step of Newton's iteration), or what approximates it where y is zero or infinite. Not for subnormal y.
 */
static __device__ __forceinline__ float quotient(const float x, const float y)
{
    float reciprocal;
    asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(y));
    const float nearest = fmaf(reciprocal, fmaf(-y, reciprocal, 1.0f), reciprocal);
    return x * (nearest == nearest ? nearest : reciprocal);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

/** The start of shared memory. The compiler cannot know it, so it keeps addresses in registers instead of finding them anew. */
static __device__ __forceinline__ void *shared_start()
{
    size_t start = __cvta_generic_to_shared(shared_memory);
    asm("" : "+l"(start));
    return __cvta_shared_to_generic(start);
}

struct level0_diagonal_shared {
    alignas(16) float a_kk[2]; // a(k,k)
    alignas(16) float a_ik[2][16]; // a(i,k)
    alignas(16) float a_kj[2][16]; // a(k,j)
    alignas(16) float a_ik2[2][16]; // a(i,k + 1)
    alignas(16) float a_kj2[2][16]; // a(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
level0_diagonal_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    const int thread = (int)threadIdx.x;
    const int k_count = (n < 16 * kb + 16 ? n : 16 * kb + 16) - 16 * kb;
    const int i_base = 16 * kb + 1;
    int i_own = 2 * (thread / 4);
    const int j_base = 16 * kb + 1;
    int j_own = 4 * (thread % 4);
    level0_diagonal_shared &shared = *reinterpret_cast<level0_diagonal_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    #pragma unroll 1
    for (int k_in = 0; k_in < k_count; ++k_in) {
        // Hand out a(k,k).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
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
        // Hand out a(i,k).
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    alignas(16) const float wide[2] = {a_ij[mi][mj], a_ij[mi + 1][mj]};
                    copy2(&shared.a_ik[k_in % 2][i_in], &wide[0]);
                }
            }
        }
        // Hand out a(k,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
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
        alignas(16) float a_ik3[2];
        {
            const int mi = 0;
            const int i_in = i_own;
            copy2(&a_ik3[mi], &shared.a_ik[k_in % 2][i_in]);
        }
        const float a_kk5 = shared.a_kk[k_in % 2];
        alignas(16) float factor_i[2];
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            factor_i[mi] = quotient(a_ik3[mi], a_kk5);
        }
        alignas(16) float a_kj3[4];
        {
            const int mj = 0;
            const int j_in = j_own;
            copy4(&a_kj3[mj], &shared.a_kj[k_in % 2][j_in]);
        }
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                a_ij[mi][mj] = (i_in > k_in) & (j_in > k_in) & (i <= n) & (j <= n) ? a_ij[mi][mj] - factor_i[mi] * a_kj3[mj] : a_ij[mi][mj];
            }
        }
        alignas(16) float a_ik4[2];
        {
            const int mi = 0;
            const int i_in = i_own;
            copy2(&a_ik4[mi], &shared.a_ik[k_in % 2][i_in]);
        }
        const float a_kk6 = shared.a_kk[k_in % 2];
        alignas(16) float factor_i2[2];
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            factor_i2[mi] = quotient(a_ik4[mi], a_kk6);
        }
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j_in = j_own + mj;
            if (j_in == k_in) {
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    const int i = i_base + i_in;
                    if (i_in > k_in && i <= n) {
                        a_ij[mi][mj] = factor_i2[mi];
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if (i_in >= 1 && i <= n) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 0 && j <= n) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** diagonal: the block (K,K) */
static __device__ __forceinline__ void
level0_diagonal(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    if (!(n >= 16 * kb + 16 && 16 * kb - n + 16 <= 0)) {
        level0_diagonal_boundary(n, kb, a, a_pitch);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = (int)threadIdx.x;
    const int i_base = 16 * kb + 1;
    int i_own = 2 * (thread / 4);
    const int j_base = 16 * kb + 1;
    int j_own = 4 * (thread % 4);
    level0_diagonal_shared &shared = *reinterpret_cast<level0_diagonal_shared *>(shared_start());
    alignas(16) float a_ij[2][4];
    alignas(16) float a_ik[2];
    alignas(16) float a_kj[4];
    alignas(16) float a_ik2[2];
    alignas(16) float a_kj2[4];
    alignas(16) float a_kk;
    alignas(16) float a_kk2;
    alignas(16) float a_kk3;
    alignas(16) float a_kk4;
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
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
                if (j_in == k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[2] = {a_ij[mi][mj], a_ij[mi + 1][mj]};
                        copy2(&shared.a_ik[k_in / 2 % 2][i_in], &wide[0]);
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
                        alignas(16) const float wide[2] = {a_ij[mi][mj], a_ij[mi + 1][mj]};
                        copy2(&shared.a_ik2[k_in / 2 % 2][i_in], &wide[0]);
                    }
                }
            }
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
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
            for (int mi = 0; mi < 2; ++mi) {
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
            if (i_own >= k_group + ((k_part + 1) & ~1) && j_own >= k_group + (k_part & ~3)) {
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                }
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[k_in / 2 % 2][j_in]);
                }
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
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
                alignas(16) float factor_i[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    factor_i[mi] = quotient(a_ik[mi], a_kk);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    a_ik[mi] = factor_i[mi];
                }
                const float factor = quotient(a_kk3, a_kk);
                a_kk3 = factor;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            if (i_in - mi >= k_group + ((k_part - mi + 2) & ~1)) {
                                a_ij[mi][mj] = a_ik[mi];
                            }
                        }
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 2) & ~1)) & (j_in - mj >= k_group + ((k_part - mj + 4) & ~3)) ? a_ij[mi][mj] - a_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
                alignas(16) float factor_i2[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    factor_i2[mi] = a_ik2[mi] - a_ik[mi] * a_kk2;
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    a_ik2[mi] = factor_i2[mi];
                }
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = a_kj2[mj] - a_kk3 * a_kj[mj];
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_kj2[mj] = factor_j[mj];
                }
                const float factor2 = a_kk4 - a_kk3 * a_kk2;
                a_kk4 = factor2;
                alignas(16) float factor_i3[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    factor_i3[mi] = quotient(a_ik2[mi], a_kk4);
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    a_ik2[mi] = factor_i3[mi];
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_in + 1) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            if (i_in - mi >= k_group + ((k_part - mi + 3) & ~1)) {
                                a_ij[mi][mj] = a_ik2[mi];
                            }
                        }
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in - mi >= k_group + ((k_part - mi + 3) & ~1)) & (j_in - mj >= k_group + ((k_part - mj + 5) & ~3)) ? a_ij[mi][mj] - a_ik2[mi] * a_kj2[mj] : a_ij[mi][mj];
                    }
                }
            }
        }
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if (i_in >= 1) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 0) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** the diagonal block */
extern "C" __global__ void __launch_bounds__(32, 1)
level0(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    #if __CUDA_ARCH__ >= 900
    // Blocks start early: what the launches before have written is seen from here on.
    asm volatile("griddepcontrol.wait;" : : : "memory");
    #endif
    level0_diagonal(n, kb, a, a_pitch);
}

struct level1_row_panel_shared {
    alignas(16) float a_ik[8][20]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][16]; // a(k,j)
    alignas(16) float a_kj2[2][16]; // a(k + 1,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
level1_row_panel_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = (int)threadIdx.x;
    const int k_first = 16 * kb + 1;
    const int k_count = (n < 16 * kb + 16 ? n : 16 * kb + 16) - 16 * kb;
    const int i_base = 16 * kb + 1;
    int i_own = 2 * (thread / 4);
    const int j_base = 16 * jb + 1;
    int j_own = 4 * (thread % 4);
    level1_row_panel_shared &shared = *reinterpret_cast<level1_row_panel_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int k_in = thread % 8;
            const int i_in = 4 * step + thread / 8;
            shared.a_ik[k_in][i_in] = 16 * kb + i_in + 1 <= n && 16 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(16 * kb + i_in) * a_pitch + 16 * kb + k_chunk + k_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
            const int k = k_first + k_chunk + k_in;
            // Hand out a(k,j).
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
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
            alignas(16) float a_ik[2];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy2(&a_ik[mi], &shared.a_ik[k_in][i_in]);
            }
            alignas(16) float a_kj3[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj3[mj], &shared.a_kj[k_in % 2][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + mi;
                const int i = i_base + i_in;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + mj;
                    a_ij[mi][mj] = (i_in > k_chunk + k_in) & (j > k) & (i <= n) & (j <= n) ? a_ij[mi][mj] - a_ik[mi] * a_kj3[mj] : a_ij[mi][mj];
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if (i_in >= 1 && i <= n) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (j >= 16 * kb + 1 && j <= n) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** row panel: blocks (K,J) */
static __device__ __forceinline__ void
level1_row_panel(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int jb)
{
    if (!(n >= 16 * kb + 16 && 16 * kb - n + 16 <= 0 && 16 * jb - n + 16 <= 0)) {
        level1_row_panel_boundary(n, kb, a, a_pitch, jb);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = (int)threadIdx.x;
    const int k_first = 16 * kb + 1;
    const int i_base = 16 * kb + 1;
    int i_own = 2 * (thread / 4);
    const int j_base = 16 * jb + 1;
    int j_own = 4 * (thread % 4);
    level1_row_panel_shared &shared = *reinterpret_cast<level1_row_panel_shared *>(shared_start());
    alignas(16) float a_ij[2][4];
    alignas(16) float a_kj[4];
    alignas(16) float a_kj2[4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    for (int k_chunk = 0; k_chunk < 16; k_chunk += 8) {
        // Stage a(i,k).
        {
            const int group = thread;
            const int k_in = 4 * (group % 2);
            const int i_in = group / 2;
            alignas(16) float loaded[4];
            copy4(&loaded[0], &a[(long long)(16 * kb + i_in) * a_pitch + 16 * kb + k_chunk + k_in]);
            #pragma unroll
            for (int e = 0; e < 4; ++e) {
                shared.a_ik[k_in + e][i_in] = loaded[e];
            }
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_group = 0; k_group < 8; k_group += 4) {
            #pragma unroll
            for (int k_part = 0; k_part < 4; k_part += 2) {
                const int k_in = k_group + k_part;
                const int k = k_first + k_chunk + k_in;
                // Hand out a(k,j).
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
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
                for (int mi = 0; mi < 2; ++mi) {
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
                if (16 * jb + j_own - k + 3 >= 0 && i_own >= k_chunk + k_group + ((k_part + 1) & ~1)) {
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
                    alignas(16) float a_ik[2];
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&a_ik[mi], &shared.a_ik[k_in][i_in]);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            const int j = j_base + j_own + mj;
                            a_ij[mi][mj] = (i_in - mi >= k_chunk + k_group + ((k_part - mi + 2) & ~1)) & (j > k) ? a_ij[mi][mj] - a_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                        }
                    }
                    const float a_ik2 = shared.a_ik[k_in][k_chunk + k_in + 1];
                    alignas(16) float factor_j[4];
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        factor_j[mj] = a_kj2[mj] - a_ik2 * a_kj[mj];
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        a_kj2[mj] = factor_j[mj];
                    }
                    alignas(16) float a_ik3[2];
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&a_ik3[mi], &shared.a_ik[k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            const int j = j_base + j_own + mj;
                            a_ij[mi][mj] = (i_in - mi >= k_chunk + k_group + ((k_part - mi + 3) & ~1)) & (j > k + 1) ? a_ij[mi][mj] - a_ik3[mi] * a_kj2[mj] : a_ij[mi][mj];
                        }
                    }
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if (i_in >= 1) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (j >= 16 * kb + 1) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

struct level1_column_panel_shared {
    alignas(16) float a_kk[8]; // a(k,k)
    alignas(16) float a_kj[8][16]; // a(k,j)
    alignas(16) float a_ik[2][16]; // a(i,k)
    alignas(16) float a_ik2[2][16]; // a(i,k + 1)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
level1_column_panel_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = (int)threadIdx.x;
    const int k_first = 16 * kb + 1;
    const int k_count = (n < 16 * kb + 16 ? n : 16 * kb + 16) - 16 * kb;
    const int i_base = 16 * ib + 1;
    int i_own = 2 * (thread / 4);
    const int j_base = 16 * kb + 1;
    int j_own = 4 * (thread % 4);
    level1_column_panel_shared &shared = *reinterpret_cast<level1_column_panel_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
        // Stage a(k,k).
        {
            const int group = thread;
            if (group < 8) {
                const int k_in = group;
                shared.a_kk[k_in] = 16 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(16 * kb + k_chunk + k_in) * a_pitch + 16 * kb + k_chunk + k_in] : 0.0f;
            }
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int j_in = thread % 16;
            const int k_in = 2 * step + thread / 16;
            shared.a_kj[k_in][j_in] = 16 * kb + k_chunk + k_in + 1 <= n && 16 * kb + j_in + 1 <= n ? a[(long long)(16 * kb + k_chunk + k_in) * a_pitch + 16 * kb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
            const int k = k_first + k_chunk + k_in;
            const float a_kk = shared.a_kk[k_in];
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_chunk + k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i = i_base + i_own + mi;
                        if (i > k && i <= n) {
                            a_ij[mi][mj] = quotient(a_ij[mi][mj], a_kk);
                        }
                    }
                }
            }
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_chunk + k_in) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        alignas(16) const float wide[2] = {a_ij[mi][mj], a_ij[mi + 1][mj]};
                        copy2(&shared.a_ik[k_in % 2][i_in], &wide[0]);
                    }
                }
            }
            __syncthreads();
            alignas(16) float a_ik3[2];
            {
                const int mi = 0;
                const int i_in = i_own;
                copy2(&a_ik3[mi], &shared.a_ik[k_in % 2][i_in]);
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i = i_base + i_own + mi;
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    a_ij[mi][mj] = (i > k) & (j_in > k_chunk + k_in) & (i <= n) & (j <= n) ? a_ij[mi][mj] - a_ik3[mi] * a_kj[mj] : a_ij[mi][mj];
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        if (i >= 16 * kb + 2 && i <= n) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 0 && j <= n) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** column panel: blocks (I,K) */
static __device__ __forceinline__ void
level1_column_panel(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    if (!(n >= 16 * kb + 16 && 16 * ib - n + 16 <= 0 && 16 * kb - n + 16 <= 0)) {
        level1_column_panel_boundary(n, kb, a, a_pitch, ib);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = (int)threadIdx.x;
    const int k_first = 16 * kb + 1;
    const int i_base = 16 * ib + 1;
    int i_own = 2 * (thread / 4);
    const int j_base = 16 * kb + 1;
    int j_own = 4 * (thread % 4);
    level1_column_panel_shared &shared = *reinterpret_cast<level1_column_panel_shared *>(shared_start());
    alignas(16) float a_ij[2][4];
    alignas(16) float a_ik[2];
    alignas(16) float a_ik2[2];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    for (int k_chunk = 0; k_chunk < 16; k_chunk += 8) {
        // Stage a(k,k).
        {
            const int group = thread;
            if (group < 8) {
                const int k_in = group;
                shared.a_kk[k_in] = a[(long long)(16 * kb + k_chunk + k_in) * a_pitch + 16 * kb + k_chunk + k_in];
            }
        }
        // Stage a(k,j).
        {
            const int group = thread;
            const int j_in = 4 * (group % 4);
            const int k_in = group / 4;
            copy4(&shared.a_kj[k_in][j_in], &a[(long long)(16 * kb + k_chunk + k_in) * a_pitch + 16 * kb + j_in]);
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_group = 0; k_group < 8; k_group += 4) {
            #pragma unroll
            for (int k_part = 0; k_part < 4; k_part += 2) {
                const int k_in = k_group + k_part;
                const int k = k_first + k_chunk + k_in;
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        {
                            const int mi = 0;
                            const int i_in = i_own;
                            alignas(16) const float wide[2] = {a_ij[mi][mj], a_ij[mi + 1][mj]};
                            copy2(&shared.a_ik[k_in / 2 % 2][i_in], &wide[0]);
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
                            alignas(16) const float wide[2] = {a_ij[mi][mj], a_ij[mi + 1][mj]};
                            copy2(&shared.a_ik2[k_in / 2 % 2][i_in], &wide[0]);
                        }
                    }
                }
                __syncthreads();
                if (16 * ib + i_own - k + 1 >= 0 && j_own >= k_chunk + k_group + (k_part & ~3)) {
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&a_ik[mi], &shared.a_ik[k_in / 2 % 2][i_in]);
                    }
                    {
                        const int mi = 0;
                        const int i_in = i_own;
                        copy2(&a_ik2[mi], &shared.a_ik2[k_in / 2 % 2][i_in]);
                    }
                    const float a_kk = shared.a_kk[k_in];
                    alignas(16) float factor_i[2];
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        factor_i[mi] = quotient(a_ik[mi], a_kk);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        a_ik[mi] = factor_i[mi];
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        if (j_in == k_chunk + k_in) {
                            #pragma unroll
                            for (int mi = 0; mi < 2; ++mi) {
                                const int i = i_base + i_own + mi;
                                if (i > k) {
                                    a_ij[mi][mj] = a_ik[mi];
                                }
                            }
                        }
                    }
                    alignas(16) float a_kj[4];
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i = i_base + i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            const int j_in = j_own + mj;
                            a_ij[mi][mj] = (i > k) & (j_in - mj >= k_chunk + k_group + ((k_part - mj + 4) & ~3)) ? a_ij[mi][mj] - a_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                        }
                    }
                    const float a_kj2 = shared.a_kj[k_in][k_chunk + k_in + 1];
                    alignas(16) float factor_i2[2];
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        factor_i2[mi] = a_ik2[mi] - a_ik[mi] * a_kj2;
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        a_ik2[mi] = factor_i2[mi];
                    }
                    const float a_kk2 = shared.a_kk[k_in + 1];
                    alignas(16) float factor_i3[2];
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        factor_i3[mi] = quotient(a_ik2[mi], a_kk2);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        a_ik2[mi] = factor_i3[mi];
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        if (j_in == k_chunk + k_in + 1) {
                            #pragma unroll
                            for (int mi = 0; mi < 2; ++mi) {
                                const int i = i_base + i_own + mi;
                                if (i > k + 1) {
                                    a_ij[mi][mj] = a_ik2[mi];
                                }
                            }
                        }
                    }
                    alignas(16) float a_kj3[4];
                    {
                        const int mj = 0;
                        const int j_in = j_own;
                        copy4(&a_kj3[mj], &shared.a_kj[k_in + 1][j_in]);
                    }
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i = i_base + i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            const int j_in = j_own + mj;
                            a_ij[mi][mj] = (i > k + 1) & (j_in - mj >= k_chunk + k_group + ((k_part - mj + 5) & ~3)) ? a_ij[mi][mj] - a_ik2[mi] * a_kj3[mj] : a_ij[mi][mj];
                        }
                    }
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + mi;
        if (i >= 16 * kb + 2) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 0) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks beside, above and below the diagonal */
extern "C" __global__ void __launch_bounds__(32, 1)
level1(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    #if __CUDA_ARCH__ >= 900
    // Blocks start early: what the launches before have written is seen from here on.
    asm volatile("griddepcontrol.wait;" : : : "memory");
    #endif
    int block = (int)blockIdx.x;
    {
        const int jb_count = max(0, ((n - 1) >> 4) - kb);
        if (block < jb_count) {
            const int jb = kb + 1 + block;
            level1_row_panel(n, kb, a, a_pitch, jb);
            return;
        }
        block = block - jb_count;
    }
    const int ib = kb + 1 + block;
    level1_column_panel(n, kb, a, a_pitch, ib);
}

struct level2_rest_shared {
    alignas(16) float a_ik[16][12]; // a(i,k), rows padded against bank conflicts
    alignas(16) float a_kj[8][16]; // a(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
level2_rest_boundary(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = (int)threadIdx.x;
    const int k_count = (n < 16 * kb + 16 ? n : 16 * kb + 16) - 16 * kb;
    const int i_base = 16 * ib + 1;
    int i_own = thread / 4;
    const int j_base = 16 * jb + 1;
    int j_own = 4 * (thread % 4);
    level2_rest_shared &shared = *reinterpret_cast<level2_rest_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            a_ij[mi][mj] = i <= n && j <= n ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
        }
    }
    int k_chunk = 0;
    for (; k_chunk + 8 <= k_count; k_chunk += 8) {
        // Stage a(i,k).
        {
            const int group = thread;
            const int k_in = 4 * (group % 2);
            const int i_in = group / 2;
            copy4(&shared.a_ik[i_in][k_in], &a[(long long)((16 * ib + i_in + 1 < n ? 16 * ib + i_in + 1 : n) - 1) * a_pitch + min(16 * kb + k_chunk + k_in, a_pitch - 4)]);
        }
        // Stage a(k,j).
        {
            const int group = thread;
            const int j_in = 4 * (group % 4);
            const int k_in = group / 4;
            copy4(&shared.a_kj[k_in][j_in], &a[(long long)(16 * kb + k_chunk + k_in) * a_pitch + min(16 * jb + j_in, a_pitch - 4)]);
        }
        __syncthreads();
        #pragma unroll 8
        for (int k_in = 0; k_in < 8; ++k_in) {
            alignas(16) float a_ik[2];
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + 8 * mi;
                a_ik[mi] = shared.a_ik[i_in][k_in];
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - a_ik[mi] * a_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    if (k_chunk < k_count) {
        // Stage a(i,k).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int k_in = thread % 8;
            const int i_in = 4 * step + thread / 8;
            shared.a_ik[i_in][k_in] = 16 * ib + i_in + 1 <= n && 16 * kb + k_chunk + k_in + 1 <= n ? a[(long long)(16 * ib + i_in) * a_pitch + 16 * kb + k_chunk + k_in] : 0.0f;
        }
        // Stage a(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int j_in = thread % 16;
            const int k_in = 2 * step + thread / 16;
            shared.a_kj[k_in][j_in] = 16 * kb + k_chunk + k_in + 1 <= n && 16 * jb + j_in + 1 <= n ? a[(long long)(16 * kb + k_chunk + k_in) * a_pitch + 16 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 4
        for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
            alignas(16) float a_ik[2];
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + 8 * mi;
                a_ik[mi] = shared.a_ik[i_in][k_in];
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - a_ik[mi] * a_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        if (i <= n) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (j <= n) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    }
}

/** rest: blocks (I,J) */
static __device__ __forceinline__ void
level2_rest(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    if (!(16 * ib + 16 <= n && 16 * jb + 16 <= n && n >= 16 * kb + 16)) {
        level2_rest_boundary(n, kb, a, a_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = (int)threadIdx.x;
    const int i_base = 16 * ib + 1;
    int i_own = thread / 4;
    const int j_base = 16 * jb + 1;
    int j_own = 4 * (thread % 4);
    level2_rest_shared &shared = *reinterpret_cast<level2_rest_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    // Load a(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
        }
    }
    for (int k_chunk = 0; k_chunk < 16; k_chunk += 8) {
        // Stage a(i,k).
        {
            const int group = thread;
            const int k_in = 4 * (group % 2);
            const int i_in = group / 2;
            copy4(&shared.a_ik[i_in][k_in], &a[(long long)(16 * ib + i_in) * a_pitch + 16 * kb + k_chunk + k_in]);
        }
        // Stage a(k,j).
        {
            const int group = thread;
            const int j_in = 4 * (group % 4);
            const int k_in = group / 4;
            copy4(&shared.a_kj[k_in][j_in], &a[(long long)(16 * kb + k_chunk + k_in) * a_pitch + 16 * jb + j_in]);
        }
        __syncthreads();
        #pragma unroll 8
        for (int k_in = 0; k_in < 8; ++k_in) {
            alignas(16) float a_ik[2];
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                const int i_in = i_own + 8 * mi;
                a_ik[mi] = shared.a_ik[i_in][k_in];
            }
            alignas(16) float a_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_ij[mi][mj] = a_ij[mi][mj] - a_ik[mi] * a_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
        }
    }
}

/** all other blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
level2(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    #if __CUDA_ARCH__ >= 900
    // Blocks start early: what the launches before have written is seen from here on.
    asm volatile("griddepcontrol.wait;" : : : "memory");
    #endif
    const int block = (int)blockIdx.x;
    const int jb_count = max(0, ((n - 1) >> 4) - kb);
    const int ib = kb + 1 + block / jb_count;
    const int jb = kb + 1 + block % jb_count;
    level2_rest(n, kb, a, a_pitch, ib, jb);
}
