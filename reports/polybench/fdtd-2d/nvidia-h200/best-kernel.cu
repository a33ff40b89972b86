/*
 * fdtd-2d, tiled by Tilewright
 *
 * S1(t,j): ey(0,j) = _fict_(t)
 * S2(t,i,j): ey(i,j) = ey(i,j) - (0.5 * (hz(i,j) - hz(i - 1,j)))
 * S3(t,i,j): ex(i,j) = ex(i,j) - (0.5 * (hz(i,j) - hz(i,j - 1)))
 * S4(t,i,j): hz(i,j) = hz(i,j) - (0.7 * (((ex(i,j + 1) - ex(i,j)) + ey(i + 1,j)) - ey(i,j)))
 *
 * Candidate: block 10x40x44, thread 1x8x4, chunk 1, buffers 1
 * Shape: time tiles
 * Legal because within an iteration of t no statement depends on itself or on a later one, and each
 *     reads what others write at constant distances (ey at distance up to 1, hz at distance up to 1,
 *     ex at distance up to 1): a block that also computes a halo of their sum needs no value of
 *     another block
 *
 * Kernel fdtd_2d_time: r1 iterations of t in every block
 *   - blocks along i, j with their halo
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct fdtd_2d_time_tile_shared {
    alignas(16) double ey_ij_after_i[1][2][160][2]; // ey of the thread after along i
    alignas(16) double hz_ij_before_i[1][2][160][2]; // hz of the thread before along i
};

/** blocks along i, j with their halo */
static __device__ __forceinline__ void
fdtd_2d_time_tile(const int tmax, const int nx, const int ny, const int tb, const double *__restrict__ ex, double *__restrict__ ex_next, const int ex_pitch, const double *__restrict__ ey, double *__restrict__ ey_next, const int ey_pitch, const double *__restrict__ hz, double *__restrict__ hz_next, const int hz_pitch, const double *__restrict__ _fict_, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int t_first = 10 * tb;
    const int t_count = ((10 * tb + 9) < (tmax - 1) ? (10 * tb + 9) : (tmax - 1)) - 10 * tb + 1;
    const int i_base = 40 * ib - 10;
    int i_own = 8 * (thread / 16);
    const int j_base = 44 * jb - 10;
    int j_own = 4 * (thread % 16);
    fdtd_2d_time_tile_shared &shared = *reinterpret_cast<fdtd_2d_time_tile_shared *>(shared_memory);
    alignas(16) double ey_ij[9][4];
    alignas(16) double hz_ij[9][6];
    alignas(16) double ex_ij[8][6];
    if (ib >= 1 && nx >= 40 * ib + 55 && jb >= 1 && ny >= 44 * jb + 55) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load ey(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j = j_base + j_own + mj;
                copy2(&ey_ij[mi][mj], &ey[(long long)i * ey_pitch + j]);
            }
        }
        // Load hz(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j = j_base + j_own + mj;
                copy2(&hz_ij[mi + 1][mj + 2], &hz[(long long)i * hz_pitch + j]);
            }
        }
        // Load ex(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j = j_base + j_own + mj;
                copy2(&ex_ij[mi][mj], &ex[(long long)i * ex_pitch + j]);
            }
        }
        #pragma unroll 1
        for (int t_in = 0; t_in < t_count; ++t_in) {
            // Hand out hz of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.hz_ij_before_i[0][mj / 2][thread + 16][0], &hz_ij[8][mj + 2]);
                }
            }
            // Take hz of the thread before along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    hz_ij[mi + 1][1] = __shfl_up_sync(0xffffffffu, hz_ij[mi + 1][5], 1, 16);
                }
            }
            __syncthreads();
            // Take hz of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&hz_ij[0][mj + 2], &shared.hz_ij_before_i[0][mj / 2][thread][0]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    ey_ij[mi][mj] = ey_ij[mi][mj] - 0.5 * (hz_ij[mi + 1][mj + 2] - hz_ij[mi][mj + 2]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    ex_ij[mi][mj] = ex_ij[mi][mj] - 0.5 * (hz_ij[mi + 1][mj + 2] - hz_ij[mi + 1][mj + 1]);
                }
            }
            // Hand out ey of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.ey_ij_after_i[0][mj / 2][thread + 16][0], &ey_ij[0][mj]);
                }
            }
            // Take ex of the thread after along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    ex_ij[mi][4] = __shfl_down_sync(0xffffffffu, ex_ij[mi][0], 1, 16);
                }
            }
            __syncthreads();
            // Take ey of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&ey_ij[8][mj], &shared.ey_ij_after_i[0][mj / 2][thread + 32][0]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    hz_ij[mi + 1][mj + 2] = hz_ij[mi + 1][mj + 2] - 0.7 * (ex_ij[mi][mj + 1] - ex_ij[mi][mj] + ey_ij[mi + 1][mj] - ey_ij[mi][mj]);
                }
            }
        }
        // Store ey(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 10) && (i_in < 50)) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 10) && (j_in < 54)) {
                        copy2(&ey_next[(long long)i * ey_pitch + j], &ey_ij[mi][mj]);
                    }
                }
            }
        }
        // Store hz(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 10) && (i_in < 50)) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 10) && (j_in < 54)) {
                        copy2(&hz_next[(long long)i * hz_pitch + j], &hz_ij[mi + 1][mj + 2]);
                    }
                }
            }
        }
        // Store ex(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 10) && (i_in < 50)) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 10) && (j_in < 54)) {
                        copy2(&ex_next[(long long)i * ex_pitch + j], &ex_ij[mi][mj]);
                    }
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load ey(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                ey_ij[mi][mj] = i >= 0 && i <= nx - 1 && j >= 0 && j <= ny - 1 ? ey[(long long)i * ey_pitch + j] : 0.0;
            }
        }
        // Load hz(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                hz_ij[mi + 1][mj + 2] = i >= 0 && i <= nx - 1 && j >= 0 && j <= ny - 1 ? hz[(long long)i * hz_pitch + j] : 0.0;
            }
        }
        // Load ex(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                ex_ij[mi][mj] = i >= 0 && i <= nx - 1 && j >= 0 && j <= ny - 1 ? ex[(long long)i * ex_pitch + j] : 0.0;
            }
        }
        #pragma unroll 1
        for (int t_in = 0; t_in < t_count; ++t_in) {
            const int t = t_first + t_in;
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + mi;
                if (i == 0) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        if ((ny >= j + 1) && (j >= 0)) {
                            ey_ij[mi][mj] = _fict_[t];
                        }
                    }
                }
            }
            // Hand out hz of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.hz_ij_before_i[0][mj / 2][thread + 16][0], &hz_ij[8][mj + 2]);
                }
            }
            // Take hz of the thread before along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    hz_ij[mi + 1][1] = __shfl_up_sync(0xffffffffu, hz_ij[mi + 1][5], 1, 16);
                }
            }
            __syncthreads();
            // Take hz of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&hz_ij[0][mj + 2], &shared.hz_ij_before_i[0][mj / 2][thread][0]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + mi;
                if ((i >= 1) && (nx >= i + 1)) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        if ((ny >= j + 1) && (j >= 0)) {
                            ey_ij[mi][mj] = ey_ij[mi][mj] - 0.5 * (hz_ij[mi + 1][mj + 2] - hz_ij[mi][mj + 2]);
                        }
                    }
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + mi;
                if ((nx >= i + 1) && (i >= 0)) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        if ((j >= 1) && (ny >= j + 1)) {
                            ex_ij[mi][mj] = ex_ij[mi][mj] - 0.5 * (hz_ij[mi + 1][mj + 2] - hz_ij[mi + 1][mj + 1]);
                        }
                    }
                }
            }
            // Hand out ey of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.ey_ij_after_i[0][mj / 2][thread + 16][0], &ey_ij[0][mj]);
                }
            }
            // Take ex of the thread after along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    ex_ij[mi][4] = __shfl_down_sync(0xffffffffu, ex_ij[mi][0], 1, 16);
                }
            }
            __syncthreads();
            // Take ey of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&ey_ij[8][mj], &shared.ey_ij_after_i[0][mj / 2][thread + 32][0]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + mi;
                if ((nx >= i + 2) && (i >= 0)) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        if ((ny >= j + 2) && (j >= 0)) {
                            hz_ij[mi + 1][mj + 2] = hz_ij[mi + 1][mj + 2] - 0.7 * (ex_ij[mi][mj + 1] - ex_ij[mi][mj] + ey_ij[mi + 1][mj] - ey_ij[mi][mj]);
                        }
                    }
                }
            }
        }
        // Store ey(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 10) && (i_in < 50) && (i >= 0) && (i <= nx - 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 10) && (j_in < 54) && (j >= 0) && (j <= ny - 1)) {
                        ey_next[(long long)i * ey_pitch + j] = ey_ij[mi][mj];
                    }
                }
            }
        }
        // Store hz(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 10) && (i_in < 50) && (i >= 0) && (i <= nx - 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 10) && (j_in < 54) && (j >= 0) && (j <= ny - 1)) {
                        hz_next[(long long)i * hz_pitch + j] = hz_ij[mi + 1][mj + 2];
                    }
                }
            }
        }
        // Store ex(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 10) && (i_in < 50) && (i >= 0) && (i <= nx - 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 10) && (j_in < 54) && (j >= 0) && (j <= ny - 1)) {
                        ex_next[(long long)i * ex_pitch + j] = ex_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** r1 iterations of t in every block */
extern "C" __global__ void __launch_bounds__(128, 2)
fdtd_2d_time(const int tmax, const int nx, const int ny, const int tb, const double *__restrict__ ex, double *__restrict__ ex_next, const int ex_pitch, const double *__restrict__ ey, double *__restrict__ ey_next, const int ey_pitch, const double *__restrict__ hz, double *__restrict__ hz_next, const int hz_pitch, const double *__restrict__ _fict_)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((nx - 1) / 40 - ((nx - 1) % 40 < 0)) + 1);
    const int jb_count = max(0, ((ny - 1) / 44 - ((ny - 1) % 44 < 0)) + 1);
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    fdtd_2d_time_tile(tmax, nx, ny, tb, ex, ex_next, ex_pitch, ey, ey_next, ey_pitch, hz, hz_next, hz_pitch, _fict_, ib, jb);
}
