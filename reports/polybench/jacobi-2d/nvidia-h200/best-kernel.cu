/*
 * jacobi-2d, tiled by Tilewright
 *
 * S1(t,i,j): B(i,j) = 0.2 * ((((A(i,j) + A(i,j - 1)) + A(i,j + 1)) + A(i + 1,j)) + A(i - 1,j))
 * S2(t,i,j): A(i,j) = 0.2 * ((((B(i,j) + B(i,j - 1)) + B(i,j + 1)) + B(i + 1,j)) + B(i - 1,j))
 *
 * Candidate: block 4x48x48, thread 1x8x4, chunk 1, buffers 1
 * Shape: time tiles
 * Legal because within an iteration of t no statement depends on itself or on a later one, and each
 *     reads what others write at constant distances (B at distance up to 1, A at distance up to 1): a
 *     block that also computes a halo of their sum needs no value of another block
 *
 * Kernel jacobi_2d_time: r1 iterations of t in every block
 *   - blocks along i, j with their halo
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

struct jacobi_2d_time_tile_shared {
    alignas(16) double B_ij_before_i[1][2][160][2]; // B of the thread before along i
    alignas(16) double B_ij_after_i[1][2][160][2]; // B of the thread after along i
    alignas(16) double A_ij_before_i[1][2][160][2]; // A of the thread before along i
    alignas(16) double A_ij_after_i[1][2][160][2]; // A of the thread after along i
};

/** blocks along i, j with their halo */
static __device__ __forceinline__ void
jacobi_2d_time_tile(const int tsteps, const int n, const int tb, const double *__restrict__ A, double *__restrict__ A_next, const int A_pitch, double *__restrict__ B, const int B_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int t_count = ((4 * tb + 3) < (tsteps - 1) ? (4 * tb + 3) : (tsteps - 1)) - 4 * tb + 1;
    const int i_base = 48 * ib - 8;
    int i_own = 8 * (thread / 16);
    const int j_base = 48 * jb - 8;
    int j_own = 4 * (thread % 16);
    jacobi_2d_time_tile_shared &shared = *reinterpret_cast<jacobi_2d_time_tile_shared *>(shared_memory);
    alignas(16) double B_ij[10][8];
    alignas(16) double A_ij[10][8];
    if (ib >= 1 && n >= 48 * ib + 57 && jb >= 1 && n >= 48 * jb + 57) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j = j_base + j_own + mj;
                copy2(&A_ij[mi + 1][mj + 2], &A[(long long)i * A_pitch + j]);
            }
        }
        #pragma unroll 1
        for (int t_in = 0; t_in < t_count; ++t_in) {
            // Hand out A of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.A_ij_before_i[0][mj / 2][thread + 16][0], &A_ij[8][mj + 2]);
                }
            }
            // Hand out A of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.A_ij_after_i[0][mj / 2][thread + 16][0], &A_ij[1][mj + 2]);
                }
            }
            // Take A of the thread before along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    A_ij[mi + 1][1] = __shfl_up_sync(0xffffffffu, A_ij[mi + 1][5], 1, 16);
                }
            }
            // Take A of the thread after along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    A_ij[mi + 1][6] = __shfl_down_sync(0xffffffffu, A_ij[mi + 1][2], 1, 16);
                }
            }
            __syncthreads();
            // Take A of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&A_ij[0][mj + 2], &shared.A_ij_before_i[0][mj / 2][thread][0]);
                }
            }
            // Take A of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&A_ij[9][mj + 2], &shared.A_ij_after_i[0][mj / 2][thread + 32][0]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    B_ij[mi + 1][mj + 2] = 0.2 * (A_ij[mi + 1][mj + 2] + A_ij[mi + 1][mj + 1] + A_ij[mi + 1][mj + 3] + A_ij[mi + 2][mj + 2] + A_ij[mi][mj + 2]);
                }
            }
            // Hand out B of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.B_ij_before_i[0][mj / 2][thread + 16][0], &B_ij[8][mj + 2]);
                }
            }
            // Hand out B of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.B_ij_after_i[0][mj / 2][thread + 16][0], &B_ij[1][mj + 2]);
                }
            }
            // Take B of the thread before along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    B_ij[mi + 1][1] = __shfl_up_sync(0xffffffffu, B_ij[mi + 1][5], 1, 16);
                }
            }
            // Take B of the thread after along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    B_ij[mi + 1][6] = __shfl_down_sync(0xffffffffu, B_ij[mi + 1][2], 1, 16);
                }
            }
            __syncthreads();
            // Take B of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&B_ij[0][mj + 2], &shared.B_ij_before_i[0][mj / 2][thread][0]);
                }
            }
            // Take B of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&B_ij[9][mj + 2], &shared.B_ij_after_i[0][mj / 2][thread + 32][0]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    A_ij[mi + 1][mj + 2] = 0.2 * (B_ij[mi + 1][mj + 2] + B_ij[mi + 1][mj + 1] + B_ij[mi + 1][mj + 3] + B_ij[mi + 2][mj + 2] + B_ij[mi][mj + 2]);
                }
            }
        }
        // Store B(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        if ((4 * tb <= tsteps - 1) && (4 * tb + 3 >= tsteps - 1)) {
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i_in = i_own + mi;
                const int i = i_base + i_in;
                if ((i_in >= 8) && (i_in < 56)) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; mj += 2) {
                        const int j_in = j_own + mj;
                        const int j = j_base + j_in;
                        if ((j_in >= 8) && (j_in < 56)) {
                            copy2(&B[(long long)i * B_pitch + j], &B_ij[mi + 1][mj + 2]);
                        }
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 8) && (i_in < 56)) {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 8) && (j_in < 56)) {
                        copy2(&A_next[(long long)i * A_pitch + j], &A_ij[mi + 1][mj + 2]);
                    }
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load B(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                B_ij[mi + 1][mj + 2] = i >= 0 && i <= n - 1 && j >= 0 && j <= n - 1 && (n < i + 2 || i < 1 || n < j + 2 || j < 1) ? B[(long long)i * B_pitch + j] : 0.0;
            }
        }
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i = i_base + i_own + mi;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + mj;
                A_ij[mi + 1][mj + 2] = i >= 0 && i <= n - 1 && j >= 0 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        #pragma unroll 1
        for (int t_in = 0; t_in < t_count; ++t_in) {
            // Hand out A of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.A_ij_before_i[0][mj / 2][thread + 16][0], &A_ij[8][mj + 2]);
                }
            }
            // Hand out A of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.A_ij_after_i[0][mj / 2][thread + 16][0], &A_ij[1][mj + 2]);
                }
            }
            // Take A of the thread before along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    A_ij[mi + 1][1] = __shfl_up_sync(0xffffffffu, A_ij[mi + 1][5], 1, 16);
                }
            }
            // Take A of the thread after along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    A_ij[mi + 1][6] = __shfl_down_sync(0xffffffffu, A_ij[mi + 1][2], 1, 16);
                }
            }
            __syncthreads();
            // Take A of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&A_ij[0][mj + 2], &shared.A_ij_before_i[0][mj / 2][thread][0]);
                }
            }
            // Take A of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&A_ij[9][mj + 2], &shared.A_ij_after_i[0][mj / 2][thread + 32][0]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + mi;
                if ((n >= i + 2) && (i >= 1)) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        if ((n >= j + 2) && (j >= 1)) {
                            B_ij[mi + 1][mj + 2] = 0.2 * (A_ij[mi + 1][mj + 2] + A_ij[mi + 1][mj + 1] + A_ij[mi + 1][mj + 3] + A_ij[mi + 2][mj + 2] + A_ij[mi][mj + 2]);
                        }
                    }
                }
            }
            // Hand out B of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.B_ij_before_i[0][mj / 2][thread + 16][0], &B_ij[8][mj + 2]);
                }
            }
            // Hand out B of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&shared.B_ij_after_i[0][mj / 2][thread + 16][0], &B_ij[1][mj + 2]);
                }
            }
            // Take B of the thread before along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    B_ij[mi + 1][1] = __shfl_up_sync(0xffffffffu, B_ij[mi + 1][5], 1, 16);
                }
            }
            // Take B of the thread after along j.
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                {
                    B_ij[mi + 1][6] = __shfl_down_sync(0xffffffffu, B_ij[mi + 1][2], 1, 16);
                }
            }
            __syncthreads();
            // Take B of the thread before along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&B_ij[0][mj + 2], &shared.B_ij_before_i[0][mj / 2][thread][0]);
                }
            }
            // Take B of the thread after along i.
            {
                #pragma unroll
                for (int mj = 0; mj < 4; mj += 2) {
                    copy2(&B_ij[9][mj + 2], &shared.B_ij_after_i[0][mj / 2][thread + 32][0]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i = i_base + i_own + mi;
                if ((n >= i + 2) && (i >= 1)) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j = j_base + j_own + mj;
                        if ((n >= j + 2) && (j >= 1)) {
                            A_ij[mi + 1][mj + 2] = 0.2 * (B_ij[mi + 1][mj + 2] + B_ij[mi + 1][mj + 1] + B_ij[mi + 1][mj + 3] + B_ij[mi + 2][mj + 2] + B_ij[mi][mj + 2]);
                        }
                    }
                }
            }
        }
        // Store B(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        if ((4 * tb <= tsteps - 1) && (4 * tb + 3 >= tsteps - 1)) {
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                const int i_in = i_own + mi;
                const int i = i_base + i_in;
                if ((i_in >= 8) && (i_in < 56) && (n >= i + 2) && (i >= 1)) {
                    #pragma unroll
                    for (int mj = 0; mj < 4; ++mj) {
                        const int j_in = j_own + mj;
                        const int j = j_base + j_in;
                        if ((j_in >= 8) && (j_in < 56) && (n >= j + 2) && (j >= 1)) {
                            B[(long long)i * B_pitch + j] = B_ij[mi + 1][mj + 2];
                        }
                    }
                }
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 8; ++mi) {
            const int i_in = i_own + mi;
            const int i = i_base + i_in;
            if ((i_in >= 8) && (i_in < 56) && (i >= 0) && (i <= n - 1)) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j_in = j_own + mj;
                    const int j = j_base + j_in;
                    if ((j_in >= 8) && (j_in < 56) && (j >= 0) && (j <= n - 1)) {
                        A_next[(long long)i * A_pitch + j] = A_ij[mi + 1][mj + 2];
                    }
                }
            }
        }
    }
}

/** r1 iterations of t in every block */
extern "C" __global__ void __launch_bounds__(128, 2)
jacobi_2d_time(const int tsteps, const int n, const int tb, const double *__restrict__ A, double *__restrict__ A_next, const int A_pitch, double *__restrict__ B, const int B_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n - 1) / 48 - ((n - 1) % 48 < 0)) + 1);
    const int jb_count = max(0, ((n - 1) / 48 - ((n - 1) % 48 < 0)) + 1);
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    jacobi_2d_time_tile(tsteps, n, tb, A, A_next, A_pitch, B, B_pitch, ib, jb);
}
