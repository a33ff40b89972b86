/*
 * matmul, tiled by Tilewright
 *
 * S1(i,j,k): c(i,j) = c(i,j) + (a(i,k) * b(k,j))
 *
 * Candidate: block 64x256x8, thread 16x8x1, chunk 8, buffers 2
 * Shape: 2D blocks
 * Legal because the parallel loops carry no dependence; the others run inside the kernel
 *
 * Kernel matmul_step: all blocks
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

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct matmul_step_blocks_along_i_shared {
    alignas(16) float a_ik[2][8][68]; // a(i,k), rows padded against bank conflicts
    alignas(16) float b_kj[2][8][256]; // b(k,j)
};

/** blocks along i, j */
static __device__ __forceinline__ void
matmul_step_blocks_along_i(const int n, float *__restrict__ c, const int c_pitch, const float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = n;
    const int i_base = 64 * ib + 1;
    int i_own = 4 * (thread / 8 % 4);
    const int j_base = 256 * jb + 1;
    int j_own = 4 * (thread % 8 + thread / 32 * 8);
    matmul_step_blocks_along_i_shared &shared = *reinterpret_cast<matmul_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) float c_ij[16][8];
    if (n >= 64 * ib + 64 && n >= 256 * jb + 256) {
        // Interior: every point takes part in every iteration.
        // Load c(i,j).
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + 16 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 32 * mj;
                load_apart4(&c_ij[mi][mj], &c[(long long)(i - 1) * c_pitch + j - 1]);
            }
        }
        alignas(16) float a_ik[2][16];
        alignas(16) float b_kj[2][8];
        if (8 <= k_count) {
            // Stage a(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8;
                const int i_in = group / 8;
                copy_async1(&shared.a_ik[0][k_in][i_in], &a[(long long)(64 * ib + i_in) * a_pitch + k_in]);
            }
            // Stage b(k,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int j_in = 4 * (group % 64);
                const int k_in = group / 64;
                copy_async4(&shared.b_kj[0][k_in][j_in], &b[(long long)k_in * b_pitch + 256 * jb + j_in]);
            }
            await_copies();
            __syncthreads();
            #pragma unroll
            for (int mi = 0; mi < 16; mi += 4) {
                const int i_in = i_own + 4 * mi;
                copy4(&a_ik[0][mi], &shared.a_ik[0][0][i_in]);
            }
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + 32 * mj;
                copy4(&b_kj[0][mj], &shared.b_kj[0][0][j_in]);
            }
        }
        int k_chunk = 0;
        for (; k_chunk + 8 <= k_count; k_chunk += 8) {
            const int half = k_chunk / 8 % 2;
            const int next = k_chunk + 8;
            if (next + 8 <= k_count) {
                // Stage a(i,k).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 128 * step + thread;
                    const int k_in = group % 8;
                    const int i_in = group / 8;
                    copy_async1(&shared.a_ik[1 - half][k_in][i_in], &a[(long long)(64 * ib + i_in) * a_pitch + next + k_in]);
                }
                // Stage b(k,j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 128 * step + thread;
                    const int j_in = 4 * (group % 64);
                    const int k_in = group / 64;
                    copy_async4(&shared.b_kj[1 - half][k_in][j_in], &b[(long long)(next + k_in) * b_pitch + 256 * jb + j_in]);
                }
            }
            #pragma unroll 8
            for (int k_in = 0; k_in < 8; ++k_in) {
                // Read what the next iteration needs.
                if (k_in + 1 < 8) {
                    #pragma unroll
                    for (int mi = 0; mi < 16; mi += 4) {
                        const int i_in = i_own + 4 * mi;
                        copy4(&a_ik[(k_in + 1) % 2][mi], &shared.a_ik[half][k_in + 1][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 32 * mj;
                        copy4(&b_kj[(k_in + 1) % 2][mj], &shared.b_kj[half][k_in + 1][j_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    #pragma unroll
                    for (int mi = 0; mi < 16; mi += 4) {
                        const int i_in = i_own + 4 * mi;
                        copy4(&a_ik[0][mi], &shared.a_ik[1 - half][0][i_in]);
                    }
                    #pragma unroll
                    for (int mj = 0; mj < 8; mj += 4) {
                        const int j_in = j_own + 32 * mj;
                        copy4(&b_kj[0][mj], &shared.b_kj[1 - half][0][j_in]);
                    }
                }
                #pragma unroll
                for (int mi = 0; mi < 16; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        c_ij[mi][mj] = c_ij[mi][mj] + a_ik[k_in % 2][mi] * b_kj[k_in % 2][mj];
                    }
                }
            }
        }
        if (k_chunk < k_count) {
            __syncthreads();
            // Stage a(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8;
                const int i_in = group / 8;
                shared.a_ik[0][k_in][i_in] = 64 * ib + i_in + 1 <= n && k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + k_chunk + k_in] : 0.0f;
            }
            // Stage b(k,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 256;
                const int k_in = group / 256;
                shared.b_kj[0][k_in][j_in] = k_chunk + k_in + 1 <= n && 256 * jb + j_in + 1 <= n ? b[(long long)(k_chunk + k_in) * b_pitch + 256 * jb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
                alignas(16) float a_ik[16];
                #pragma unroll
                for (int mi = 0; mi < 16; mi += 4) {
                    const int i_in = i_own + 4 * mi;
                    copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
                }
                alignas(16) float b_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 32 * mj;
                    copy4(&b_kj[mj], &shared.b_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 16; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        c_ij[mi][mj] = c_ij[mi][mj] + a_ik[mi] * b_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store c(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + 16 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j = j_base + j_own + 32 * mj;
                store_apart4(&c[(long long)(i - 1) * c_pitch + j - 1], &c_ij[mi][mj]);
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load c(i,j).
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + 16 * (mi / 4) + mi % 4;
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j = j_base + j_own + 128 * (mj / 4) + mj % 4;
                c_ij[mi][mj] = i <= n && j <= n ? c[(long long)(i - 1) * c_pitch + j - 1] : 0.0f;
            }
        }
        for (int k_chunk = 0; k_chunk < k_count; k_chunk += 8) {
            // Stage a(i,k).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 128 * step + thread;
                const int k_in = group % 8;
                const int i_in = group / 8;
                shared.a_ik[0][k_in][i_in] = 64 * ib + i_in + 1 <= n && k_chunk + k_in + 1 <= n ? a[(long long)(64 * ib + i_in) * a_pitch + k_chunk + k_in] : 0.0f;
            }
            // Stage b(k,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 128 * step + thread;
                const int j_in = group % 256;
                const int k_in = group / 256;
                shared.b_kj[0][k_in][j_in] = k_chunk + k_in + 1 <= n && 256 * jb + j_in + 1 <= n ? b[(long long)(k_chunk + k_in) * b_pitch + 256 * jb + j_in] : 0.0f;
            }
            __syncthreads();
            #pragma unroll 1
            for (int k_in = 0; k_in < min(8, k_count - k_chunk); ++k_in) {
                alignas(16) float a_ik[16];
                #pragma unroll
                for (int mi = 0; mi < 16; mi += 4) {
                    const int i_in = i_own + 4 * mi;
                    copy4(&a_ik[mi], &shared.a_ik[0][k_in][i_in]);
                }
                alignas(16) float b_kj[8];
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 4) {
                    const int j_in = j_own + 32 * mj;
                    copy4(&b_kj[mj], &shared.b_kj[0][k_in][j_in]);
                }
                #pragma unroll
                for (int mi = 0; mi < 16; ++mi) {
                    #pragma unroll
                    for (int mj = 0; mj < 8; ++mj) {
                        c_ij[mi][mj] = c_ij[mi][mj] + a_ik[mi] * b_kj[mj];
                    }
                }
            }
            __syncthreads();
        }
        // Store c(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + 16 * (mi / 4) + mi % 4;
            if (n >= i) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + 128 * (mj / 4) + mj % 4;
                    if (n >= j) {
                        c[(long long)(i - 1) * c_pitch + j - 1] = c_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(128, 2)
matmul_step(const int n, float *__restrict__ c, const int c_pitch, const float *__restrict__ a, const int a_pitch, const float *__restrict__ b, const int b_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 63) >> 6));
    const int jb_count = max(0, ((n + 255) >> 8));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (n >= 1) {
        matmul_step_blocks_along_i(n, c, c_pitch, a, a_pitch, b, b_pitch, ib, jb);
    }
}
