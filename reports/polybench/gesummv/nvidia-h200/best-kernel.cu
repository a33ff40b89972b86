/*
 * gesummv, tiled by Tilewright
 *
 * S1(i): tmp(i) = 0.0
 * S2(i): y(i) = 0.0
 * S3(i,j): tmp(i) = (A(i,j) * x(j)) + tmp(i)
 * S4(i,j): y(i) = (B(i,j) * x(j)) + y(i)
 * S5(i): y(i) = (alpha * tmp(i)) + (beta * y(i))
 *
 * Candidate: block 1x128, thread 1x1, chunk 1, buffers 1
 * Shape: 1D blocks with lanes along rows
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: + is declared associative: the threads of a block
 *     share out loop j and join their partial results; S4: + is declared associative: the threads of a
 *     block share out loop j and join their partial results; S5: the iterations of one launch do not
 *     depend on each other
 *
 * Kernel gesummv_s1_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel gesummv_s2_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel gesummv_s3_step: all reductions
 *   - blocks along i, lanes along j
 *
 * Kernel gesummv_s4_step: all reductions
 *   - blocks along i, lanes along j
 *
 * Kernel gesummv_s5_step: all iterations of a step
 *   - blocks along i
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

/** blocks along i */
static __device__ __forceinline__ void
gesummv_s1_step_blocks_along_i(const int n, double *__restrict__ tmp, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double tmp_i[1];
    if (n >= 256 * ib + 256) {
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
            if (n >= i + 1) {
                tmp[i] = tmp_i[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
gesummv_s1_step(const int n, double *__restrict__ tmp)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        gesummv_s1_step_blocks_along_i(n, tmp, ib);
    }
}

/** blocks along i */
static __device__ __forceinline__ void
gesummv_s2_step_blocks_along_i(const int n, double *__restrict__ y, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double y_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        {
            y_i[0] = 0.0;
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
            y_i[0] = 0.0;
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
gesummv_s2_step(const int n, double *__restrict__ y)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        gesummv_s2_step_blocks_along_i(n, y, ib);
    }
}

struct gesummv_s3_step_blocks_along_i_shared {
    alignas(16) double tmp_i_partial[4][1]; // partial results of tmp(i)
};

/** blocks along i, lanes along j */
static __device__ __forceinline__ void
gesummv_s3_step_blocks_along_i(const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ tmp, const double *__restrict__ x, const int ib)
{
    const int thread = threadIdx.x;
    const int jb_first = 0;
    const int jb_count = ((n + 127) >> 7);
    const int i_base = ib;
    const int j_lane_base = 0;
    int j_lane_own = thread;
    gesummv_s3_step_blocks_along_i_shared &shared = *reinterpret_cast<gesummv_s3_step_blocks_along_i_shared *>(shared_memory);
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
                    tmp_i[0][0] = A[(long long)i * A_pitch + 128 * jb + j_lane] * x_jb_j_lane[0] + tmp_i[0][0];
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
                        tmp_i[0][0] = (128 * jb + j_lane <= n - 1 ? A[(long long)i * A_pitch + 128 * jb + j_lane] : 0.0) * x_jb_j_lane[0] + tmp_i[0][0];
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
gesummv_s3_step(const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ tmp, const double *__restrict__ x)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n);
    const int ib = block;
    if (n >= 1) {
        gesummv_s3_step_blocks_along_i(n, A, A_pitch, tmp, x, ib);
    }
}

struct gesummv_s4_step_blocks_along_i_shared {
    alignas(16) double y_i_partial[4][1]; // partial results of y(i)
};

/** blocks along i, lanes along j */
static __device__ __forceinline__ void
gesummv_s4_step_blocks_along_i(const int n, const double *__restrict__ B, const int B_pitch, const double *__restrict__ x, double *__restrict__ y, const int ib)
{
    const int thread = threadIdx.x;
    const int jb_first = 0;
    const int jb_count = ((n + 127) >> 7);
    const int i_base = ib;
    const int j_lane_base = 0;
    int j_lane_own = thread;
    gesummv_s4_step_blocks_along_i_shared &shared = *reinterpret_cast<gesummv_s4_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double y_i[1][1];
    if ((n & 127) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load y(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                y_i[0][0] = j_lane == 0 ? y[i] : 0.0;
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
                    y_i[0][0] = B[(long long)i * B_pitch + 128 * jb + j_lane] * x_jb_j_lane[0] + y_i[0][0];
                }
            }
        }
        // Join the partial results of y(i), always in the same order.
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 16);
        }
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 8);
        }
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 4);
        }
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 2);
        }
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.y_i_partial[j_lane_own / 32][i_in] = y_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int part = 1; part < 4; ++part) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    y_i[0][0] = y_i[0][0] + shared.y_i_partial[part][i_in];
                }
            }
        }
        // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    y[i] = y_i[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load y(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                y_i[0][0] = j_lane == 0 ? y[i] : 0.0;
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
                        y_i[0][0] = (128 * jb + j_lane <= n - 1 ? B[(long long)i * B_pitch + 128 * jb + j_lane] : 0.0) * x_jb_j_lane[0] + y_i[0][0];
                    }
                }
            }
        }
        // Join the partial results of y(i), always in the same order.
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 16);
        }
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 8);
        }
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 4);
        }
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 2);
        }
        {
            y_i[0][0] = y_i[0][0] + __shfl_xor_sync(0xffffffffu, y_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.y_i_partial[j_lane_own / 32][i_in] = y_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int part_ = 1; part_ < 4; ++part_) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    y_i[0][0] = y_i[0][0] + shared.y_i_partial[part_][i_in];
                }
            }
        }
        // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    y[i] = y_i[0][0];
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(128)
gesummv_s4_step(const int n, const double *__restrict__ B, const int B_pitch, const double *__restrict__ x, double *__restrict__ y)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n);
    const int ib = block;
    if (n >= 1) {
        gesummv_s4_step_blocks_along_i(n, B, B_pitch, x, y, ib);
    }
}

/** blocks along i */
static __device__ __forceinline__ void
gesummv_s5_step_blocks_along_i(const int n, const double *__restrict__ alpha, const double *__restrict__ beta, const double *__restrict__ tmp, double *__restrict__ y, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double y_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        // Load y(i).
        {
            const int i = i_base + i_own;
            y_i[0] = y[i];
        }
        const double alpha2 = alpha[0];
        const double beta2 = beta[0];
        {
            const int i = i_base + i_own;
            y_i[0] = alpha2 * tmp[i] + beta2 * y_i[0];
        }
        // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            y[i] = y_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load y(i).
        {
            const int i = i_base + i_own;
            y_i[0] = i <= n - 1 ? y[i] : 0.0;
        }
        const double alpha2 = alpha[0];
        const double beta2 = beta[0];
        {
            const int i = i_base + i_own;
            y_i[0] = alpha2 * (i <= n - 1 ? tmp[i] : 0.0) + beta2 * y_i[0];
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
gesummv_s5_step(const int n, const double *__restrict__ alpha, const double *__restrict__ beta, const double *__restrict__ tmp, double *__restrict__ y)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        gesummv_s5_step_blocks_along_i(n, alpha, beta, tmp, y, ib);
    }
}
