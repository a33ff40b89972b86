/*
 * gaussian-elimination, tiled by Tilewright
 *
 * S1(k,i,j): a(i,j) = a(i,j) - ((a(i,k) / a(k,k)) * a(k,j))
 *
 * Candidate: block 32x32x32, thread 1x2x4, chunk 32, buffers 1
 * Shape: 3D blocks
 * Legal because no dependence component is negative in a sequential loop, and the blocks of a step
 *     form an acyclic dependence graph
 *
 * Kernel gaussian_elimination_level0: level 0 of the block dependence graph
 *   - the one block, whose iterations depend on each other
 *
 * Kernel gaussian_elimination_level1: level 1 of the block dependence graph
 *   - blocks along i, whose iterations depend on each other
 *   - blocks along j, whose iterations depend on each other
 *
 * Kernel gaussian_elimination_level2: level 2 of the block dependence graph
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

/** x / y without a branch, within one unit in the last place: the residual corrects what the approximate reciprocal of y misses. */
static __device__ __forceinline__ float quotient(const float x, const float y)
{
    float reciprocal;
    asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(y));
    const float near = x * reciprocal;
    return fmaf(fmaf(-near, y, x), reciprocal, near);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct gaussian_elimination_level0_the_one_block_shared {
    alignas(16) float a_ik[2][32]; // a(i,k)
    alignas(16) float a_kk[2]; // a(k,k)
    alignas(16) float a_kj[2][32]; // a(k,j)
    alignas(16) float a_ik2[2][32]; // a(i,k + 1)
    alignas(16) float a_kj2[2][32]; // a(k + 1,j)
};

/** the one block, whose iterations depend on each other */
static __device__ __forceinline__ void
gaussian_elimination_level0_the_one_block(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 32) ? (n - 1) : (32 * kb + 32)) - 32 * kb;
    const int i_base = 32 * kb + 1;
    int i_own = 2 * (thread / 8);
    const int j_base = 32 * kb + 1;
    int j_own = 4 * (thread % 8);
    gaussian_elimination_level0_the_one_block_shared &shared = *reinterpret_cast<gaussian_elimination_level0_the_one_block_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    alignas(16) float a_ik[2];
    alignas(16) float a_kj[4];
    alignas(16) float a_ik2[2];
    alignas(16) float a_kj2[4];
    alignas(16) float a_kk;
    alignas(16) float a_kk2;
    alignas(16) float a_kk3;
    alignas(16) float a_kk4;
    if (n - 1 >= 32 * kb + 32 && 32 * kb - n + 32 <= 0 && 32 * kb - n + 31 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
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
        #pragma unroll 2
        for (int k_in = 0; k_in < 32; k_in += 2) {
            // Hand out a(i,k).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik[k_in / 2 % 2][i_in] = a_ij[mi][mj];
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
            // Hand out a(i,k + 1).
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                if (j_in == k_in + 1) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik2[k_in / 2 % 2][i_in] = a_ij[mi][mj];
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
            if ((i_own >= k_in) && (j_own + 2 >= k_in)) {
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in >= k_in + 1) & (j_in >= k_in + 1) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                    }
                }
            }
            alignas(16) float factor_i2[2];
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                factor_i2[mi] = a_ik2[mi] - quotient(a_ik[mi], a_kk) * a_kk2;
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
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
            alignas(16) float factor_i3[2];
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                factor_i3[mi] = quotient(a_ik2[mi], a_kk4);
            }
            if ((i_own >= k_in + 1) && (j_own + 1 >= k_in)) {
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + mi;
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        a_ij[mi][mj] = (i_in >= k_in + 2) & (j_in >= k_in + 2) ? a_ij[mi][mj] - factor_i3[mi] * a_kj2[mj] : a_ij[mi][mj];
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
                    if (j_in >= 1) {
                        a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                    }
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
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
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
                    }
                }
            }
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
                    a_ij[mi][mj] = (i_in >= k_in + 1) & (n >= i) & (j_in >= k_in + 1) & (n + 1 >= j) ? a_ij[mi][mj] - factor_i[mi] * a_kj3[mj] : a_ij[mi][mj];
                }
            }
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
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
}

/** level 0 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
gaussian_elimination_level0(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    gaussian_elimination_level0_the_one_block(n, kb, a, a_pitch);
}

struct gaussian_elimination_level1_blocks_along_i_shared {
    alignas(16) float a_kk[32]; // a(k,k)
    alignas(16) float a_kj[32][32]; // a(k,j)
    alignas(16) float a_ik[2][32]; // a(i,k)
    alignas(16) float a_ik2[2][32]; // a(i,k + 1)
};

/** blocks along i, whose iterations depend on each other */
static __device__ __forceinline__ void
gaussian_elimination_level1_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 32) ? (n - 1) : (32 * kb + 32)) - 32 * kb;
    const int i_base = 32 * ib + 1;
    int i_own = 2 * (thread / 8);
    const int j_base = 32 * kb + 1;
    int j_own = 4 * (thread % 8);
    gaussian_elimination_level1_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level1_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    alignas(16) float a_ik[2];
    alignas(16) float a_ik2[2];
    if (n - 1 >= 32 * kb + 32 && 32 * ib - n + 32 <= 0 && 32 * kb - n + 32 <= 0 && 32 * kb - n + 31 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
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
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            // Stage a(k,k).
            {
                const int group = thread;
                if (group < 32) {
                    const int k_in = group;
                    shared.a_kk[k_in] = a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * kb + k_chunk + k_in];
                }
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 8);
                const int k_in = group / 8;
                copy4(&shared.a_kj[k_in][j_in], &a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * kb + j_in]);
            }
            __syncthreads();
            #pragma unroll 2
            for (int k_in = 0; k_in < 32; k_in += 2) {
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            shared.a_ik[k_in / 2 % 2][i_in] = a_ij[mi][mj];
                        }
                    }
                }
                // Hand out a(i,k + 1).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in + 1) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            shared.a_ik2[k_in / 2 % 2][i_in] = a_ij[mi][mj];
                        }
                    }
                }
                __syncthreads();
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
                alignas(16) float a_kj[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj[mj], &shared.a_kj[k_in][j_in]);
                }
                if (j_own + 2 >= k_chunk + k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            const int j_in = j_own + mj;
                            a_ij[mi][mj] = (j_in >= k_chunk + k_in + 1) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
                        }
                    }
                }
                const float a_kk2 = shared.a_kk[k_in];
                const float a_kj2 = shared.a_kj[k_in][k_chunk + k_in + 1];
                alignas(16) float factor_i2[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    factor_i2[mi] = a_ik2[mi] - quotient(a_ik[mi], a_kk2) * a_kj2;
                }
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    a_ik2[mi] = factor_i2[mi];
                }
                const float a_kk3 = shared.a_kk[k_in + 1];
                alignas(16) float factor_i3[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    factor_i3[mi] = quotient(a_ik2[mi], a_kk3);
                }
                alignas(16) float a_kj3[4];
                {
                    const int mj = 0;
                    const int j_in = j_own;
                    copy4(&a_kj3[mj], &shared.a_kj[k_in + 1][j_in]);
                }
                if (j_own + 1 >= k_chunk + k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            const int j_in = j_own + mj;
                            a_ij[mi][mj] = (j_in >= k_chunk + k_in + 2) ? a_ij[mi][mj] - factor_i3[mi] * a_kj3[mj] : a_ij[mi][mj];
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
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if (j_in >= 1) {
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage a(k,k).
            {
                const int group = thread;
                if (group < 32) {
                    const int k_in = group;
                    shared.a_kk[k_in] = 32 * kb + k_chunk + k_in + 1 <= n && 32 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * kb + k_chunk + k_in] : 0.0f;
                }
            }
            // Stage a(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 32;
                const int k_in = group / 32;
                shared.a_kj[k_in][j_in] = 32 * kb + k_chunk + k_in + 1 <= n && 32 * kb + j_in + 1 <= n + 1 ? a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * kb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                // Hand out a(i,k).
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    if (j_in == k_chunk + k_in) {
                        #pragma unroll
                        for (int mi = 0; mi < 2; ++mi) {
                            const int i_in = i_own + mi;
                            shared.a_ik[k_in % 2][i_in] = a_ij[mi][mj];
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
                const float a_kk = shared.a_kk[k_in];
                alignas(16) float factor_i[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    factor_i[mi] = quotient(a_ik3[mi], a_kk);
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
                        a_ij[mi][mj] = (n >= i) & (j_in >= k_chunk + k_in + 1) ? a_ij[mi][mj] - factor_i[mi] * a_kj[mj] : a_ij[mi][mj];
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
}

struct gaussian_elimination_level1_blocks_along_j_shared {
    alignas(16) float quotient_ik[32][36]; // a(i,k) / a(k,k), rows padded against bank conflicts
    alignas(16) float a_kj[2][32]; // a(k,j)
    alignas(16) float a_kj2[2][32]; // a(k + 1,j)
};

/** blocks along j, whose iterations depend on each other */
static __device__ __forceinline__ void
gaussian_elimination_level1_blocks_along_j(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 32) ? (n - 1) : (32 * kb + 32)) - 32 * kb;
    const int i_base = 32 * kb + 1;
    int i_own = 2 * (thread / 8);
    const int j_base = 32 * jb + 1;
    int j_own = 4 * (thread % 8);
    gaussian_elimination_level1_blocks_along_j_shared &shared = *reinterpret_cast<gaussian_elimination_level1_blocks_along_j_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    alignas(16) float a_kj[4];
    alignas(16) float a_kj2[4];
    if (n - 1 >= 32 * kb + 32 && 32 * jb - n + 31 <= 0 && 32 * kb - n + 32 <= 0 && 32 * kb - n + 31 <= 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
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
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            // Stage a(i,k) / a(k,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = 4 * (group % 2 + 2 * (group / 64));
                const int i_in = group / 2 % 32;
                alignas(16) float loaded[4];
                copy4(loaded, &a[(long long)(32 * kb + i_in) * a_pitch + 32 * kb + k_chunk + k_in]);
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    shared.quotient_ik[k_in + e][i_in] = quotient(loaded[e], a[(long long)(32 * kb + k_chunk + k_in + e) * a_pitch + 32 * kb + k_chunk + k_in + e]);
                }
            }
            __syncthreads();
            #pragma unroll 2
            for (int k_in = 0; k_in < 32; k_in += 2) {
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
                alignas(16) float quotient_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&quotient_ik[mi], &shared.quotient_ik[k_in][i_in]);
                }
                if (i_own >= k_chunk + k_in) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            a_ij[mi][mj] = (i_in >= k_chunk + k_in + 1) ? a_ij[mi][mj] - quotient_ik[mi] * a_kj[mj] : a_ij[mi][mj];
                        }
                    }
                }
                const float quotient_ik2 = shared.quotient_ik[k_in][k_chunk + k_in + 1];
                alignas(16) float factor_j[4];
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    factor_j[mj] = a_kj2[mj] - quotient_ik2 * a_kj[mj];
                }
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    a_kj2[mj] = factor_j[mj];
                }
                alignas(16) float quotient_ik3[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&quotient_ik3[mi], &shared.quotient_ik[k_in + 1][i_in]);
                }
                if (i_own >= k_chunk + k_in + 1) {
                    #pragma unroll
                    for (int mi = 0; mi < 2; ++mi) {
                        const int i_in = i_own + mi;
                        #pragma unroll
                        for (int mj = 0; mj < 4; ++mj) {
                            a_ij[mi][mj] = (i_in >= k_chunk + k_in + 2) ? a_ij[mi][mj] - quotient_ik3[mi] * a_kj2[mj] : a_ij[mi][mj];
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
                    a[(long long)(i - 1) * a_pitch + j - 1] = a_ij[mi][mj];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage a(i,k) / a(k,k).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8 + 8 * (group / 256);
                const int i_in = group / 8 % 32;
                shared.quotient_ik[k_in][i_in] = quotient(32 * kb + i_in + 1 <= n && 32 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(32 * kb + i_in) * a_pitch + 32 * kb + k_chunk + k_in] : 0.0f, 32 * kb + k_chunk + k_in + 1 <= n && 32 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * kb + k_chunk + k_in] : 0.0f);
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
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
                alignas(16) float quotient_ik[2];
                {
                    const int mi = 0;
                    const int i_in = i_own;
                    copy2(&quotient_ik[mi], &shared.quotient_ik[k_in][i_in]);
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
        for (int mi = 0; mi < 2; ++mi) {
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
}

/** level 1 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 1)
gaussian_elimination_level1(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    int block = blockIdx.x;
    {
        const int ib_count = max(0, ((n + 31) >> 5) - kb - 1);
        if (block < ib_count) {
            const int ib = kb + 1 + block;
            if (n >= 32 * kb + 33) {
                gaussian_elimination_level1_blocks_along_i(n, kb, a, a_pitch, ib);
            }
            return;
        }
        block -= ib_count;
    }
    const int jb_count = max(0, (n >> 5) - kb);
    const int jb = kb + 1 + block;
    if (n >= 32 * kb + 32) {
        gaussian_elimination_level1_blocks_along_j(n, kb, a, a_pitch, jb);
    }
}

struct gaussian_elimination_level2_blocks_along_i_shared {
    alignas(16) float quotient_ik[32][36]; // a(i,k) / a(k,k), rows padded against bank conflicts
    alignas(16) float a_kj[32][32]; // a(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
gaussian_elimination_level2_blocks_along_i(const int n, const int kb, float *__restrict__ a, const int a_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = ((n - 1) < (32 * kb + 32) ? (n - 1) : (32 * kb + 32)) - 32 * kb;
    const int i_base = 32 * ib + 1;
    int i_own = thread / 8;
    const int j_base = 32 * jb + 1;
    int j_own = 4 * (thread % 8);
    gaussian_elimination_level2_blocks_along_i_shared &shared = *reinterpret_cast<gaussian_elimination_level2_blocks_along_i_shared *>(shared_memory);
    alignas(16) float a_ij[2][4];
    if (n >= 32 * ib + 32 && n >= 32 * jb + 31 && n - 1 >= 32 * kb + 32) {
        // Interior: every point takes part in every iteration.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&a_ij[mi][mj], &a[(long long)(i - 1) * a_pitch + j - 1]);
            }
        }
        for (int k_chunk = 0; k_chunk < 32; k_chunk += 32) {
            // Stage a(i,k) / a(k,k).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int k_in = 4 * (group % 8);
                const int i_in = group / 8;
                alignas(16) float loaded[4];
                copy4(loaded, &a[(long long)(32 * ib + i_in) * a_pitch + 32 * kb + k_chunk + k_in]);
                alignas(16) float values[4];
                #pragma unroll
                for (int e = 0; e < 4; ++e) {
                    values[e] = quotient(loaded[e], a[(long long)(32 * kb + k_chunk + k_in + e) * a_pitch + 32 * kb + k_chunk + k_in + e]);
                }
                copy4(&shared.quotient_ik[i_in][k_in], values);
            }
            // Stage a(k,j).
            #pragma unroll 2
            for (int step = 0; step < 2; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 8);
                const int k_in = group / 8;
                copy4(&shared.a_kj[k_in][j_in], &a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * jb + j_in]);
            }
            __syncthreads();
            #pragma unroll 8
            for (int k_group = 0; k_group < 32; k_group += 4) {
                alignas(16) float quotient_ik[2][4];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 16 * mi;
                    copy4(&quotient_ik[mi][0], &shared.quotient_ik[i_in][k_group]);
                }
                #pragma unroll
                for (int e_ = 0; e_ < 4; ++e_) {
                    const int k_in = k_group + e_;
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
                            a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[mi][e_] * a_kj[mj];
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
            const int i = i_base + i_own + 16 * mi;
            {
                const int mj = 0;
                const int j = j_base + j_own;
                copy4(&a[(long long)(i - 1) * a_pitch + j - 1], &a_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load a(i,j).
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                a_ij[mi][mj] = i <= n && j <= n + 1 ? a[(long long)(i - 1) * a_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
            // Stage a(i,k) / a(k,k).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 32;
                const int i_in = group / 32;
                shared.quotient_ik[i_in][k_in] = quotient(32 * ib + i_in + 1 <= n && 32 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(32 * ib + i_in) * a_pitch + 32 * kb + k_chunk + k_in] : 0.0f, 32 * kb + k_chunk + k_in + 1 <= n && 32 * kb + k_chunk + k_in + 1 <= n + 1 ? a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * kb + k_chunk + k_in] : 0.0f);
            }
            // Stage a(k,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 32;
                const int k_in = group / 32;
                shared.a_kj[k_in][j_in] = 32 * kb + k_chunk + k_in + 1 <= n && 32 * jb + j_in + 1 <= n + 1 ? a[(long long)(32 * kb + k_chunk + k_in) * a_pitch + 32 * jb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
                alignas(16) float quotient_ik[2];
                #pragma unroll
                for (int mi = 0; mi < 2; ++mi) {
                    const int i_in = i_own + 16 * mi;
                    quotient_ik[mi] = shared.quotient_ik[i_in][k_in];
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
                        a_ij[mi][mj] = a_ij[mi][mj] - quotient_ik[mi] * a_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store a(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 2; ++mi) {
            const int i = i_base + i_own + 16 * mi;
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
}

/** level 2 of the block dependence graph */
extern "C" __global__ void __launch_bounds__(128, 9)
gaussian_elimination_level2(const int n, const int kb, float *__restrict__ a, const int a_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 31) >> 5) - kb - 1);
    const int jb_count = max(0, (n >> 5) - kb);
    const int ib = kb + 1 + block / jb_count;
    const int jb = kb + 1 + block % jb_count;
    if (n >= 32 * kb + 33) {
        gaussian_elimination_level2_blocks_along_i(n, kb, a, a_pitch, ib, jb);
    }
}
