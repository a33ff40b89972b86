/*
 * atax, tiled by Tilewright
 *
 * S1(i): y(i) = 0
 * S2(i): tmp(i) = 0.0
 * S3(i,j): tmp(i) = tmp(i) + (A(i,j) * x(j))
 * S4(i,j): y(j) = y(j) + (A(i,j) * tmp(i))
 *
 * Candidate: block 1x128, thread 1x1, chunk 1, buffers 1
 * Shape: 1D blocks with lanes along rows
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: + is declared associative: the threads of a block
 *     share out loop j and join their partial results; S4: + is declared associative: the threads of a
 *     block share out loop i and join their partial results
 *
 * Kernel atax_s1_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel atax_s2_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel atax_s3_step: all reductions
 *   - blocks along i, lanes along j
 *
 * Kernel atax_s4_step: all reductions
 *   - blocks along j, lanes along i
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

/** blocks along i */
static __device__ __forceinline__ void
atax_s1_step_blocks_along_i(const int m, const int n, double *__restrict__ y, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double y_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        {
            y_i[0] = (double)0;
        }
        // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            y[i] = y_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        {
            y_i[0] = (double)0;
        }
        // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                y[i] = y_i[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
atax_s1_step(const int m, const int n, double *__restrict__ y)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        atax_s1_step_blocks_along_i(m, n, y, ib);
    }
}

/** blocks along i */
static __device__ __forceinline__ void
atax_s2_step_blocks_along_i(const int m, const int n, double *__restrict__ tmp, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double tmp_i[1];
    if (m >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        {
            tmp_i[0] = 0.0;
        }
        // Store tmp(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            tmp[i] = tmp_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        {
            tmp_i[0] = 0.0;
        }
        // Store tmp(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (m >= i + 1) {
                tmp[i] = tmp_i[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
atax_s2_step(const int m, const int n, double *__restrict__ tmp)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 255) >> 8));
    const int ib = block;
    if (m >= 1) {
        atax_s2_step_blocks_along_i(m, n, tmp, ib);
    }
}

struct atax_s3_step_blocks_along_i_shared {
    alignas(16) double tmp_i_partial[4][1]; // partial results of tmp(i)
};

/** blocks along i, lanes along j */
static __device__ __forceinline__ void
atax_s3_step_blocks_along_i(const int m, const int n, const double *__restrict__ A, const int A_pitch, const double *__restrict__ x, double *__restrict__ tmp, const int ib)
{
    const int thread = threadIdx.x;
    const int jb_first = 0;
    const int jb_count = ((n + 127) >> 7);
    const int i_base = ib;
    const int j_lane_base = 0;
    int j_lane_own = thread;
    atax_s3_step_blocks_along_i_shared &shared = *reinterpret_cast<atax_s3_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double tmp_i[1][1];
    if ((n & 127) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load tmp(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                tmp_i[0][0] = j_lane == 0 ? tmp[i] : 0.0;
            }
        }
        #pragma unroll 16
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            alignas(16) double x_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                x_jb_j_lane[0] = x[128 * jb + j_lane];
            }
            {
                const int i = i_base + 0;
                {
                    const int j_lane = j_lane_base + j_lane_own;
                    tmp_i[0][0] = tmp_i[0][0] + A[(long long)i * A_pitch + 128 * jb + j_lane] * x_jb_j_lane[0];
                }
            }
        }
        // Join the partial results of tmp(i), always in the same order.
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 16);
        }
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 8);
        }
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 4);
        }
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 2);
        }
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.tmp_i_partial[j_lane_own / 32][i_in] = tmp_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int part = 1; part < 4; ++part) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    tmp_i[0][0] = tmp_i[0][0] + shared.tmp_i_partial[part][i_in];
                }
            }
        }
        // Store tmp(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    tmp[i] = tmp_i[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load tmp(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                tmp_i[0][0] = j_lane == 0 ? tmp[i] : 0.0;
            }
        }
        #pragma unroll 4
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            alignas(16) double x_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                x_jb_j_lane[0] = 128 * jb + j_lane <= n - 1 ? x[128 * jb + j_lane] : 0.0;
            }
            {
                const int i = i_base + 0;
                {
                    const int j_lane = j_lane_base + j_lane_own;
                    if (n >= 128 * jb + j_lane + 1) {
                        tmp_i[0][0] = tmp_i[0][0] + (128 * jb + j_lane <= n - 1 ? A[(long long)i * A_pitch + 128 * jb + j_lane] : 0.0) * x_jb_j_lane[0];
                    }
                }
            }
        }
        // Join the partial results of tmp(i), always in the same order.
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 16);
        }
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 8);
        }
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 4);
        }
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 2);
        }
        {
            tmp_i[0][0] = tmp_i[0][0] + __shfl_xor_sync(0xffffffffu, tmp_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.tmp_i_partial[j_lane_own / 32][i_in] = tmp_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int part_ = 1; part_ < 4; ++part_) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    tmp_i[0][0] = tmp_i[0][0] + shared.tmp_i_partial[part_][i_in];
                }
            }
        }
        // Store tmp(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    tmp[i] = tmp_i[0][0];
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(128)
atax_s3_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, const double *__restrict__ x, double *__restrict__ tmp)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, m);
    const int ib = block;
    if (m >= 1 && n >= 1) {
        atax_s3_step_blocks_along_i(m, n, A, A_pitch, x, tmp, ib);
    }
}

struct atax_s4_step_blocks_along_j_shared {
    alignas(16) double y_j_partial[16][8]; // partial results of y(j)
};

/** blocks along j, lanes along i */
static __device__ __forceinline__ void
atax_s4_step_blocks_along_j(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ y, const double *__restrict__ tmp, const int jb)
{
    const int thread = threadIdx.x;
    const int ib_first = 0;
    const int ib_count = ((m + 63) >> 6);
    const int i_lane_base = 0;
    int i_lane_own = thread / 8;
    const int j_base = 8 * jb;
    int j_own = thread % 8;
    atax_s4_step_blocks_along_j_shared &shared = *reinterpret_cast<atax_s4_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double y_j[1][1];
    if (n >= 8 * jb + 8 && (m & 63) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load y(j).
        {
            const int i_lane = i_lane_base + i_lane_own;
            {
                const int j = j_base + j_own;
                y_j[0][0] = i_lane == 0 ? y[j] : 0.0;
            }
        }
        #pragma unroll 16
        for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
            const int ib = ib_first + ib_in;
            alignas(16) double tmp_ib_i_lane[1];
            {
                const int i_lane = i_lane_base + i_lane_own;
                tmp_ib_i_lane[0] = tmp[64 * ib + i_lane];
            }
            {
                const int i_lane = i_lane_base + i_lane_own;
                {
                    const int j = j_base + j_own;
                    y_j[0][0] = y_j[0][0] + A[(long long)(64 * ib + i_lane) * A_pitch + j] * tmp_ib_i_lane[0];
                }
            }
        }
        // Join the partial results of y(j), always in the same order.
        {
            y_j[0][0] = y_j[0][0] + __shfl_xor_sync(0xffffffffu, y_j[0][0], 16);
        }
        {
            y_j[0][0] = y_j[0][0] + __shfl_xor_sync(0xffffffffu, y_j[0][0], 8);
        }
        if (i_lane_own % 4 == 0) {
            {
                const int j_in = j_own;
                shared.y_j_partial[i_lane_own / 4][j_in] = y_j[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int part = 1; part < 16; ++part) {
            if (i_lane_own == 0) {
                {
                    const int j_in = j_own;
                    y_j[0][0] = y_j[0][0] + shared.y_j_partial[part][j_in];
                }
            }
        }
        // Store y(j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_lane_own), "+r"(j_own));
        {
            const int i_lane_in = i_lane_own;
            if (i_lane_in == 0) {
                {
                    const int j = j_base + j_own;
                    y[j] = y_j[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load y(j).
        {
            const int i_lane = i_lane_base + i_lane_own;
            {
                const int j = j_base + j_own;
                y_j[0][0] = j <= n - 1 && i_lane == 0 ? y[j] : 0.0;
            }
        }
        #pragma unroll 4
        for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
            const int ib = ib_first + ib_in;
            alignas(16) double tmp_ib_i_lane[1];
            {
                const int i_lane = i_lane_base + i_lane_own;
                tmp_ib_i_lane[0] = 64 * ib + i_lane <= m - 1 ? tmp[64 * ib + i_lane] : 0.0;
            }
            {
                const int i_lane = i_lane_base + i_lane_own;
                if (m >= 64 * ib + i_lane + 1) {
                    {
                        const int j = j_base + j_own;
                        y_j[0][0] = y_j[0][0] + (64 * ib + i_lane <= m - 1 && j <= n - 1 ? A[(long long)(64 * ib + i_lane) * A_pitch + j] : 0.0) * tmp_ib_i_lane[0];
                    }
                }
            }
        }
        // Join the partial results of y(j), always in the same order.
        {
            y_j[0][0] = y_j[0][0] + __shfl_xor_sync(0xffffffffu, y_j[0][0], 16);
        }
        {
            y_j[0][0] = y_j[0][0] + __shfl_xor_sync(0xffffffffu, y_j[0][0], 8);
        }
        if (i_lane_own % 4 == 0) {
            {
                const int j_in = j_own;
                shared.y_j_partial[i_lane_own / 4][j_in] = y_j[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int part_ = 1; part_ < 16; ++part_) {
            if (i_lane_own == 0) {
                {
                    const int j_in = j_own;
                    y_j[0][0] = y_j[0][0] + shared.y_j_partial[part_][j_in];
                }
            }
        }
        // Store y(j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_lane_own), "+r"(j_own));
        {
            const int i_lane_in = i_lane_own;
            if (i_lane_in == 0) {
                {
                    const int j = j_base + j_own;
                    if (n >= j + 1) {
                        y[j] = y_j[0][0];
                    }
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(512)
atax_s4_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ y, const double *__restrict__ tmp)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((n + 7) >> 3));
    const int jb = block;
    if (m >= 1 && n >= 1) {
        atax_s4_step_blocks_along_j(m, n, A, A_pitch, y, tmp, jb);
    }
}
