/*
 * mvt, tiled by Tilewright
 *
 * S1(i,j): x1(i) = x1(i) + (A(i,j) * y_1(j))
 * S2(i,j): x2(i) = x2(i) + (A(j,i) * y_2(j))
 *
 * Candidate: block 1x256, thread 1x1, chunk 1, buffers 1
 * Shape: 1D blocks with lanes along rows
 * Legal because S1: + is declared associative: the threads of a block share out loop j and join their
 *     partial results; S2: + is declared associative: the threads of a block share out loop j and join
 *     their partial results
 *
 * Kernel mvt_s1_step: all reductions
 *   - blocks along i, lanes along j
 *
 * Kernel mvt_s2_step: all reductions
 *   - blocks along i, lanes along j
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

struct mvt_s1_step_blocks_along_i_shared {
    alignas(16) double x1_i_partial[8][1]; // partial results of x1(i)
};

/** blocks along i, lanes along j */
static __device__ __forceinline__ void
mvt_s1_step_blocks_along_i(const int n, double *__restrict__ x1, const double *__restrict__ y_1, const double *__restrict__ A, const int A_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int jb_first = 0;
    const int jb_count = ((n + 255) >> 8);
    const int i_base = ib;
    const int j_lane_base = 0;
    int j_lane_own = thread;
    mvt_s1_step_blocks_along_i_shared &shared = *reinterpret_cast<mvt_s1_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double x1_i[1][1];
    if ((n & 255) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load x1(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                x1_i[0][0] = j_lane == 0 ? x1[i] : 0.0;
            }
        }
        #pragma unroll 16
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            alignas(16) double y_1_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                y_1_jb_j_lane[0] = y_1[256 * jb + j_lane];
            }
            {
                const int i = i_base + 0;
                {
                    const int j_lane = j_lane_base + j_lane_own;
                    x1_i[0][0] = x1_i[0][0] + A[(long long)i * A_pitch + 256 * jb + j_lane] * y_1_jb_j_lane[0];
                }
            }
        }
        // Join the partial results of x1(i), always in the same order.
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 16);
        }
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 8);
        }
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 4);
        }
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 2);
        }
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.x1_i_partial[j_lane_own / 32][i_in] = x1_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 8
        for (int part = 1; part < 8; ++part) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    x1_i[0][0] = x1_i[0][0] + shared.x1_i_partial[part][i_in];
                }
            }
        }
        // Store x1(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    x1[i] = x1_i[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x1(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                x1_i[0][0] = j_lane == 0 ? x1[i] : 0.0;
            }
        }
        #pragma unroll 4
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            alignas(16) double y_1_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                y_1_jb_j_lane[0] = 256 * jb + j_lane <= n - 1 ? y_1[256 * jb + j_lane] : 0.0;
            }
            {
                const int i = i_base + 0;
                {
                    const int j_lane = j_lane_base + j_lane_own;
                    if (n >= 256 * jb + j_lane + 1) {
                        x1_i[0][0] = x1_i[0][0] + (256 * jb + j_lane <= n - 1 ? A[(long long)i * A_pitch + 256 * jb + j_lane] : 0.0) * y_1_jb_j_lane[0];
                    }
                }
            }
        }
        // Join the partial results of x1(i), always in the same order.
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 16);
        }
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 8);
        }
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 4);
        }
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 2);
        }
        {
            x1_i[0][0] = x1_i[0][0] + __shfl_xor_sync(0xffffffffu, x1_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.x1_i_partial[j_lane_own / 32][i_in] = x1_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 8
        for (int part_ = 1; part_ < 8; ++part_) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    x1_i[0][0] = x1_i[0][0] + shared.x1_i_partial[part_][i_in];
                }
            }
        }
        // Store x1(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    x1[i] = x1_i[0][0];
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(256)
mvt_s1_step(const int n, double *__restrict__ x1, const double *__restrict__ y_1, const double *__restrict__ A, const int A_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n);
    const int ib = block;
    if (n >= 1) {
        mvt_s1_step_blocks_along_i(n, x1, y_1, A, A_pitch, ib);
    }
}

struct mvt_s2_step_blocks_along_i_shared {
    alignas(16) double x2_i_partial[16][8]; // partial results of x2(i)
};

/** blocks along i, lanes along j */
static __device__ __forceinline__ void
mvt_s2_step_blocks_along_i(const int n, double *__restrict__ x2, const double *__restrict__ y_2, const double *__restrict__ A, const int A_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int jb_first = 0;
    const int jb_count = ((n + 63) >> 6);
    const int j_lane_base = 0;
    int j_lane_own = thread / 8;
    const int i_base = 8 * ib;
    int i_own = thread % 8;
    mvt_s2_step_blocks_along_i_shared &shared = *reinterpret_cast<mvt_s2_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double x2_i[1][1];
    if ((n & 63) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load x2(i).
        {
            const int j_lane = j_lane_base + j_lane_own;
            {
                const int i = i_base + i_own;
                x2_i[0][0] = j_lane == 0 ? x2[i] : 0.0;
            }
        }
        #pragma unroll 16
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            alignas(16) double y_2_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                y_2_jb_j_lane[0] = y_2[64 * jb + j_lane];
            }
            {
                const int j_lane = j_lane_base + j_lane_own;
                {
                    const int i = i_base + i_own;
                    x2_i[0][0] = x2_i[0][0] + A[(long long)(64 * jb + j_lane) * A_pitch + i] * y_2_jb_j_lane[0];
                }
            }
        }
        // Join the partial results of x2(i), always in the same order.
        {
            x2_i[0][0] = x2_i[0][0] + __shfl_xor_sync(0xffffffffu, x2_i[0][0], 16);
        }
        {
            x2_i[0][0] = x2_i[0][0] + __shfl_xor_sync(0xffffffffu, x2_i[0][0], 8);
        }
        if (j_lane_own % 4 == 0) {
            {
                const int i_in = i_own;
                shared.x2_i_partial[j_lane_own / 4][i_in] = x2_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int part = 1; part < 16; ++part) {
            if (j_lane_own == 0) {
                {
                    const int i_in = i_own;
                    x2_i[0][0] = x2_i[0][0] + shared.x2_i_partial[part][i_in];
                }
            }
        }
        // Store x2(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own), "+r"(i_own));
        {
            const int j_lane_in = j_lane_own;
            if (j_lane_in == 0) {
                {
                    const int i = i_base + i_own;
                    x2[i] = x2_i[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x2(i).
        {
            const int j_lane = j_lane_base + j_lane_own;
            {
                const int i = i_base + i_own;
                x2_i[0][0] = i <= n - 1 && j_lane == 0 ? x2[i] : 0.0;
            }
        }
        #pragma unroll 4
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            alignas(16) double y_2_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                y_2_jb_j_lane[0] = 64 * jb + j_lane <= n - 1 ? y_2[64 * jb + j_lane] : 0.0;
            }
            {
                const int j_lane = j_lane_base + j_lane_own;
                if (n >= 64 * jb + j_lane + 1) {
                    {
                        const int i = i_base + i_own;
                        x2_i[0][0] = x2_i[0][0] + (64 * jb + j_lane <= n - 1 && i <= n - 1 ? A[(long long)(64 * jb + j_lane) * A_pitch + i] : 0.0) * y_2_jb_j_lane[0];
                    }
                }
            }
        }
        // Join the partial results of x2(i), always in the same order.
        {
            x2_i[0][0] = x2_i[0][0] + __shfl_xor_sync(0xffffffffu, x2_i[0][0], 16);
        }
        {
            x2_i[0][0] = x2_i[0][0] + __shfl_xor_sync(0xffffffffu, x2_i[0][0], 8);
        }
        if (j_lane_own % 4 == 0) {
            {
                const int i_in = i_own;
                shared.x2_i_partial[j_lane_own / 4][i_in] = x2_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int part_ = 1; part_ < 16; ++part_) {
            if (j_lane_own == 0) {
                {
                    const int i_in = i_own;
                    x2_i[0][0] = x2_i[0][0] + shared.x2_i_partial[part_][i_in];
                }
            }
        }
        // Store x2(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own), "+r"(i_own));
        {
            const int j_lane_in = j_lane_own;
            if (j_lane_in == 0) {
                {
                    const int i = i_base + i_own;
                    if (n >= i + 1) {
                        x2[i] = x2_i[0][0];
                    }
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(512)
mvt_s2_step(const int n, double *__restrict__ x2, const double *__restrict__ y_2, const double *__restrict__ A, const int A_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 7) >> 3));
    const int ib = block;
    if (n >= 1) {
        mvt_s2_step_blocks_along_i(n, x2, y_2, A, A_pitch, ib);
    }
}
