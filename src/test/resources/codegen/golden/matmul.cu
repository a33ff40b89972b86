/*
 * matmul, tiled by Tilewright
 *
 * S1(i,j,k): c(i,j) = c(i,j) + (a(i,k) * b(k,j))
 *
 * Candidate: block 16x16x16, thread 1x2x4, k-tile 8
 * Shape: blocks in levels
 * Legal because the test says so
 *
 * Kernel matmul: all blocks of c
 *   - blocks of c
 */

/** 4 neighbours in one float4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(float *to, const float *from)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct matmul_blocks_of_c_shared {
    alignas(16) float a_ik[16][12]; // a(i,k), rows padded against bank conflicts
    alignas(16) float b_kj[8][16]; // b(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
matmul_blocks_of_c_boundary(const int n, const float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch, float *__restrict__ c, const int c_pitch, const int ib, const int jb)
{
    const int thread = (int)threadIdx.x;
    const int k_count = n;
    const int i_base = 16 * ib + 1;
    int i_own = thread / 4;
    const int j_base = 16 * jb + 1;
    int j_own = 4 * (thread % 4);
    matmul_blocks_of_c_shared &shared = *reinterpret_cast<matmul_blocks_of_c_shared *>(shared_memory);
    alignas(16) float c_ij[2][4];
    // Load c(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + mj;
            c_ij[mi][mj] = i <= n && j <= n ? c[(long long)(i - 1) * c_pitch + j - 1] : 0.0f;
        }
    }
    int k_chunk = 0;
    for (; k_chunk + 8 <= k_count; k_chunk += 8) {
        // Stage a(i,k).
        {
            const int group = thread;
            const int k_in = 4 * (group % 2);
            const int i_in = group / 2;
            copy4(&shared.a_ik[i_in][k_in], &a[(long long)((16 * ib + i_in + 1 < n ? 16 * ib + i_in + 1 : n) - 1) * a_pitch + min(k_chunk + k_in, a_pitch - 4)]);
        }
        // Stage b(k,j).
        {
            const int group = thread;
            const int j_in = 4 * (group % 4);
            const int k_in = group / 4;
            copy4(&shared.b_kj[k_in][j_in], &b[(long long)(k_chunk + k_in) * b_pitch + min(16 * jb + j_in, b_pitch - 4)]);
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
            alignas(16) float b_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&b_kj[mj], &shared.b_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    c_ij[mi][mj] = c_ij[mi][mj] + a_ik[mi] * b_kj[mj];
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
            shared.a_ik[i_in][k_in] = 16 * ib + i_in + 1 <= n && k_chunk + k_in + 1 <= n ? a[(long long)(16 * ib + i_in) * a_pitch + k_chunk + k_in] : 0.0f;
        }
        // Stage b(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int j_in = thread % 16;
            const int k_in = 2 * step + thread / 16;
            shared.b_kj[k_in][j_in] = k_chunk + k_in + 1 <= n && 16 * jb + j_in + 1 <= n ? b[(long long)(k_chunk + k_in) * b_pitch + 16 * jb + j_in] : 0.0f;
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
            alignas(16) float b_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&b_kj[mj], &shared.b_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    c_ij[mi][mj] = c_ij[mi][mj] + a_ik[mi] * b_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store c(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        if (i <= n) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                if (j <= n) {
                    c[(long long)(i - 1) * c_pitch + j - 1] = c_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks of c */
static __device__ __forceinline__ void
matmul_blocks_of_c(const int n, const float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch, float *__restrict__ c, const int c_pitch, const int ib, const int jb)
{
    if (!(16 * ib + 16 <= n && 16 * jb + 16 <= n)) {
        matmul_blocks_of_c_boundary(n, a, a_pitch, b, b_pitch, c, c_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = (int)threadIdx.x;
    const int k_count = n;
    const int i_base = 16 * ib + 1;
    int i_own = thread / 4;
    const int j_base = 16 * jb + 1;
    int j_own = 4 * (thread % 4);
    matmul_blocks_of_c_shared &shared = *reinterpret_cast<matmul_blocks_of_c_shared *>(shared_memory);
    alignas(16) float c_ij[2][4];
    // Load c(i,j).
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&c_ij[mi][mj], &c[(long long)(i - 1) * c_pitch + j - 1]);
        }
    }
    int k_chunk = 0;
    for (; k_chunk + 8 <= k_count; k_chunk += 8) {
        // Stage a(i,k).
        {
            const int group = thread;
            const int k_in = 4 * (group % 2);
            const int i_in = group / 2;
            copy4(&shared.a_ik[i_in][k_in], &a[(long long)(16 * ib + i_in) * a_pitch + k_chunk + k_in]);
        }
        // Stage b(k,j).
        {
            const int group = thread;
            const int j_in = 4 * (group % 4);
            const int k_in = group / 4;
            copy4(&shared.b_kj[k_in][j_in], &b[(long long)(k_chunk + k_in) * b_pitch + 16 * jb + j_in]);
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
            alignas(16) float b_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&b_kj[mj], &shared.b_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    c_ij[mi][mj] = c_ij[mi][mj] + a_ik[mi] * b_kj[mj];
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
            shared.a_ik[i_in][k_in] = 16 * ib + i_in + 1 <= n && k_chunk + k_in + 1 <= n ? a[(long long)(16 * ib + i_in) * a_pitch + k_chunk + k_in] : 0.0f;
        }
        // Stage b(k,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int j_in = thread % 16;
            const int k_in = 2 * step + thread / 16;
            shared.b_kj[k_in][j_in] = k_chunk + k_in + 1 <= n && 16 * jb + j_in + 1 <= n ? b[(long long)(k_chunk + k_in) * b_pitch + 16 * jb + j_in] : 0.0f;
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
            alignas(16) float b_kj[4];
            {
                const int mj = 0;
                const int j_in = j_own;
                copy4(&b_kj[mj], &shared.b_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 2; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    c_ij[mi][mj] = c_ij[mi][mj] + a_ik[mi] * b_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store c(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 2; ++mi) {
        const int i = i_base + i_own + 8 * mi;
        {
            const int mj = 0;
            const int j = j_base + j_own;
            copy4(&c[(long long)(i - 1) * c_pitch + j - 1], &c_ij[mi][mj]);
        }
    }
}

/** all blocks of c */
extern "C" __global__ void __launch_bounds__(32, 32)
matmul(const int n, const float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch, float *__restrict__ c, const int c_pitch)
{
    const int block = (int)blockIdx.x;
    const int jb_count = max(0, ((n - 1) >> 4) + 1);
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    matmul_blocks_of_c(n, a, a_pitch, b, b_pitch, c, c_pitch, ib, jb);
}
