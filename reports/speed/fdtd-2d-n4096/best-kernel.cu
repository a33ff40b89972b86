/*
 * fdtd-2d, tiled by Tilewright
 *
 * S1(t,j): ey(1,j) = f(t)
 * S2(t,i,j): ey(i,j) = ey(i,j) - (0.5 * (hz(i,j) - hz(i - 1,j)))
 * S3(t,i,j): ex(i,j) = ex(i,j) - (0.5 * (hz(i,j) - hz(i,j - 1)))
 * S4(t,i,j): hz(i,j) = hz(i,j) - (0.7 * (((ex(i,j + 1) - ex(i,j)) + ey(i + 1,j)) - ey(i,j)))
 *
 * Candidate: block 10x44x40, thread 1x4x8, chunk 1, buffers 1
 * Shape: time tiles
 * Legal because within an iteration of t no statement depends on itself or on a later one, and each
 *     reads what others write at constant distances (ey at distance up to 1, hz at distance up to 1,
 *     ex at distance up to 1): a block that also computes a halo of their sum needs no value of
 *     another block
 *
 * Kernel fdtd_2d_time: r1 iterations of t in every block
 *   - blocks along i, j with their halo
 */

/** 4 neighbours in one float4 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy4(float *to, const float *from)
{
    *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct fdtd_2d_time_tile_shared {
    alignas(16) float ey_ij_after_i[1][2][144][4]; // ey of the thread after along i
    alignas(16) float hz_ij_before_i[1][2][144][4]; // hz of the thread before along i
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
fdtd_2d_time_tile_boundary(const int steps, const int n, const int m, const int tb, const float *__restrict__ f, const float *__restrict__ ex, float *__restrict__ ex_next, const int ex_pitch, const float *__restrict__ ey, float *__restrict__ ey_next, const int ey_pitch, const float *__restrict__ hz, float *__restrict__ hz_next, const int hz_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int t_first = 10 * tb + 1;
    const int t_count = ((10 * tb + 10) < steps ? (10 * tb + 10) : steps) - 10 * tb;
    const int i_base = 44 * ib - 9;
    int i_own = 4 * (thread / 8);
    const int j_base = 40 * jb - 11;
    int j_own = 8 * (thread % 8);
    fdtd_2d_time_tile_shared &shared = *reinterpret_cast<fdtd_2d_time_tile_shared *>(shared_memory);
    alignas(16) float ey_ij[5][8];
    alignas(16) float hz_ij[5][12];
    alignas(16) float ex_ij[4][12];
    // Load ey(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + mj;
            ey_ij[mi][mj] = i >= 1 && i <= n && j >= 1 && j <= m ? ey[(long long)(i - 1) * ey_pitch + j - 1] : 0.0f;
        }
    }
    // Load hz(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + mj;
            hz_ij[mi + 1][mj + 4] = i >= 1 && i <= n && j >= 1 && j <= m ? hz[(long long)(i - 1) * hz_pitch + j - 1] : 0.0f;
        }
    }
    // Load ex(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + mj;
            ex_ij[mi][mj] = i >= 1 && i <= n && j >= 1 && j <= m ? ex[(long long)(i - 1) * ex_pitch + j - 1] : 0.0f;
        }
    }
    #pragma unroll 1
    for (int t_in = 0; t_in < t_count; ++t_in) {
        const int t = t_first + t_in;
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if (i == 1) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + mj;
                    if ((j >= 1) && (m >= j)) {
                        ey_ij[mi][mj] = f[t - 1];
                    }
                }
            }
        }
        // Hand out hz of the thread before along i.
        {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                copy4(&shared.hz_ij_before_i[0][mj / 4][thread + 8][0], &hz_ij[4][mj + 4]);
            }
        }
        // Take hz of the thread before along j.
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            {
                hz_ij[mi + 1][3] = __shfl_up_sync(0xffffffffu, hz_ij[mi + 1][11], 1, 8);
            }
        }
        __syncthreads();
        // Take hz of the thread before along i.
        {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                copy4(&hz_ij[0][mj + 4], &shared.hz_ij_before_i[0][mj / 4][thread][0]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if ((i >= 2) && (n >= i)) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + mj;
                    if ((j >= 1) && (m >= j)) {
                        ey_ij[mi][mj] = ey_ij[mi][mj] - 0.5f * (hz_ij[mi + 1][mj + 4] - hz_ij[mi][mj + 4]);
                    }
                }
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if ((i >= 1) && (n >= i)) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + mj;
                    if ((j >= 2) && (m >= j)) {
                        ex_ij[mi][mj] = ex_ij[mi][mj] - 0.5f * (hz_ij[mi + 1][mj + 4] - hz_ij[mi + 1][mj + 3]);
                    }
                }
            }
        }
        // Hand out ey of the thread after along i.
        {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                copy4(&shared.ey_ij_after_i[0][mj / 4][thread + 8][0], &ey_ij[0][mj]);
            }
        }
        // Take ex of the thread after along j.
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            {
                ex_ij[mi][8] = __shfl_down_sync(0xffffffffu, ex_ij[mi][0], 1, 8);
            }
        }
        __syncthreads();
        // Take ey of the thread after along i.
        {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                copy4(&ey_ij[4][mj], &shared.ey_ij_after_i[0][mj / 4][thread + 16][0]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + mi;
            if ((i >= 1) && (n >= i + 1)) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    const int j = j_base + j_own + mj;
                    if ((j >= 1) && (m >= j + 1)) {
                        hz_ij[mi + 1][mj + 4] = hz_ij[mi + 1][mj + 4] - 0.7f * (ex_ij[mi][mj + 1] - ex_ij[mi][mj] + ey_ij[mi + 1][mj] - ey_ij[mi][mj]);
                    }
                }
            }
        }
    }
    // Store ey(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if ((i_in >= 10) && (i_in < 54) && (i >= 1) && (i <= n)) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 12) && (j_in < 52) && (j >= 1) && (j <= m)) {
                    ey_next[(long long)(i - 1) * ey_pitch + j - 1] = ey_ij[mi][mj];
                }
            }
        }
    }
    // Store hz(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if ((i_in >= 10) && (i_in < 54) && (i >= 1) && (i <= n)) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 12) && (j_in < 52) && (j >= 1) && (j <= m)) {
                    hz_next[(long long)(i - 1) * hz_pitch + j - 1] = hz_ij[mi + 1][mj + 4];
                }
            }
        }
    }
    // Store ex(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if ((i_in >= 10) && (i_in < 54) && (i >= 1) && (i <= n)) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 12) && (j_in < 52) && (j >= 1) && (j <= m)) {
                    ex_next[(long long)(i - 1) * ex_pitch + j - 1] = ex_ij[mi][mj];
                }
            }
        }
    }
}

/** blocks along i, j with their halo */
static __device__ __forceinline__ void
fdtd_2d_time_tile(const int steps, const int n, const int m, const int tb, const float *__restrict__ f, const float *__restrict__ ex, float *__restrict__ ex_next, const int ex_pitch, const float *__restrict__ ey, float *__restrict__ ey_next, const int ey_pitch, const float *__restrict__ hz, float *__restrict__ hz_next, const int hz_pitch, const int ib, const int jb)
{
    if (!(ib >= 1 && n >= 44 * ib + 55 && jb >= 1 && m >= 40 * jb + 53)) {
        fdtd_2d_time_tile_boundary(steps, n, m, tb, f, ex, ex_next, ex_pitch, ey, ey_next, ey_pitch, hz, hz_next, hz_pitch, ib, jb);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int t_count = ((10 * tb + 10) < steps ? (10 * tb + 10) : steps) - 10 * tb;
    const int i_base = 44 * ib - 9;
    int i_own = 4 * (thread / 8);
    const int j_base = 40 * jb - 11;
    int j_own = 8 * (thread % 8);
    fdtd_2d_time_tile_shared &shared = *reinterpret_cast<fdtd_2d_time_tile_shared *>(shared_memory);
    alignas(16) float ey_ij[5][8];
    alignas(16) float hz_ij[5][12];
    alignas(16) float ex_ij[4][12];
    // Load ey(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + mj;
            copy4(&ey_ij[mi][mj], &ey[(long long)(i - 1) * ey_pitch + j - 1]);
        }
    }
    // Load hz(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + mj;
            copy4(&hz_ij[mi + 1][mj + 4], &hz[(long long)(i - 1) * hz_pitch + j - 1]);
        }
    }
    // Load ex(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + mi;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 4) {
            const int j = j_base + j_own + mj;
            copy4(&ex_ij[mi][mj], &ex[(long long)(i - 1) * ex_pitch + j - 1]);
        }
    }
    #pragma unroll 1
    for (int t_in = 0; t_in < t_count; ++t_in) {
        // Hand out hz of the thread before along i.
        {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                copy4(&shared.hz_ij_before_i[0][mj / 4][thread + 8][0], &hz_ij[4][mj + 4]);
            }
        }
        // Take hz of the thread before along j.
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            {
                hz_ij[mi + 1][3] = __shfl_up_sync(0xffffffffu, hz_ij[mi + 1][11], 1, 8);
            }
        }
        __syncthreads();
        // Take hz of the thread before along i.
        {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                copy4(&hz_ij[0][mj + 4], &shared.hz_ij_before_i[0][mj / 4][thread][0]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                ey_ij[mi][mj] = ey_ij[mi][mj] - 0.5f * (hz_ij[mi + 1][mj + 4] - hz_ij[mi][mj + 4]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                ex_ij[mi][mj] = ex_ij[mi][mj] - 0.5f * (hz_ij[mi + 1][mj + 4] - hz_ij[mi + 1][mj + 3]);
            }
        }
        // Hand out ey of the thread after along i.
        {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                copy4(&shared.ey_ij_after_i[0][mj / 4][thread + 8][0], &ey_ij[0][mj]);
            }
        }
        // Take ex of the thread after along j.
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            {
                ex_ij[mi][8] = __shfl_down_sync(0xffffffffu, ex_ij[mi][0], 1, 8);
            }
        }
        __syncthreads();
        // Take ey of the thread after along i.
        {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                copy4(&ey_ij[4][mj], &shared.ey_ij_after_i[0][mj / 4][thread + 16][0]);
            }
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 8; ++mj) {
                hz_ij[mi + 1][mj + 4] = hz_ij[mi + 1][mj + 4] - 0.7f * (ex_ij[mi][mj + 1] - ex_ij[mi][mj] + ey_ij[mi + 1][mj] - ey_ij[mi][mj]);
            }
        }
    }
    // Store ey(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if ((i_in >= 10) && (i_in < 54)) {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 12) && (j_in < 52)) {
                    copy4(&ey_next[(long long)(i - 1) * ey_pitch + j - 1], &ey_ij[mi][mj]);
                }
            }
        }
    }
    // Store hz(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if ((i_in >= 10) && (i_in < 54)) {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 12) && (j_in < 52)) {
                    copy4(&hz_next[(long long)(i - 1) * hz_pitch + j - 1], &hz_ij[mi + 1][mj + 4]);
                }
            }
        }
    }
    // Store ex(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i_in = i_own + mi;
        const int i = i_base + i_in;
        if ((i_in >= 10) && (i_in < 54)) {
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 4) {
                const int j_in = j_own + mj;
                const int j = j_base + j_in;
                if ((j_in >= 12) && (j_in < 52)) {
                    copy4(&ex_next[(long long)(i - 1) * ex_pitch + j - 1], &ex_ij[mi][mj]);
                }
            }
        }
    }
}

/** r1 iterations of t in every block */
extern "C" __global__ void __launch_bounds__(128, 3)
fdtd_2d_time(const int steps, const int n, const int m, const int tb, const float *__restrict__ f, const float *__restrict__ ex, float *__restrict__ ex_next, const int ex_pitch, const float *__restrict__ ey, float *__restrict__ ey_next, const int ey_pitch, const float *__restrict__ hz, float *__restrict__ hz_next, const int hz_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n - 1) / 44 - ((n - 1) % 44 < 0)) + 1);
    const int jb_count = max(0, ((m - 1) / 40 - ((m - 1) % 40 < 0)) + 1);
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    fdtd_2d_time_tile(steps, n, m, tb, f, ex, ex_next, ex_pitch, ey, ey_next, ey_pitch, hz, hz_next, hz_pitch, ib, jb);
}
