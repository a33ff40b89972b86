/*
 * durbin, tiled by Tilewright
 *
 * S1(): y(0) = -r(0)
 * S2(): beta = 1.0
 * S3(): alpha = -r(0)
 * S4(k): beta = (1 - (alpha * alpha)) * beta
 * S5(k): sum = 0.0
 * S6(k,i): sum = sum + (r(k - i - 1) * y(i))
 * S7(k): alpha = (-(r(k) + sum)) / beta
 * S8(k,i): z(i) = y(i) + (alpha * y(k - i - 1))
 * S9(k,i): y(i) = z(i)
 * S10(k): y(k) = alpha
 *
 * Candidate: block 256, thread 1, chunk 1, buffers 1
 * Shape: 0D blocks with lanes along rows
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: the iterations of one launch do not depend on each
 *     other; S4: the iterations of one launch do not depend on each other; S5: the iterations of one
 *     launch do not depend on each other; S6: + is declared associative: the threads of a block share
 *     out loop i and join their partial results; S7: the iterations of one launch do not depend on
 *     each other; S8: the iterations of one launch do not depend on each other; S9: the iterations of
 *     one launch do not depend on each other; S10: the iterations of one launch do not depend on each
 *     other
 *
 * Kernel durbin_s1_step: all iterations of a step
 *   - the one block
 *
 * Kernel durbin_s2_step: all iterations of a step
 *   - the one block
 *
 * Kernel durbin_s3_step: all iterations of a step
 *   - the one block
 *
 * Kernel durbin_s4_step: all iterations of a step
 *   - the one block
 *
 * Kernel durbin_s5_step: all iterations of a step
 *   - the one block
 *
 * Kernel durbin_s6_step: all reductions
 *   - the one block, lanes along i
 *
 * Kernel durbin_s7_step: all iterations of a step
 *   - the one block
 *
 * Kernel durbin_s8_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel durbin_s9_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel durbin_s10_step: all iterations of a step
 *   - the one block
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

/** the one block */
static __device__ __forceinline__ void
durbin_s1_step_the_one_block(const int n, const double *__restrict__ r, double *__restrict__ y)
{
    alignas(16) double y2;
    y2 = -r[0];
    // Store y(0).
    y[0] = y2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
durbin_s1_step(const int n, const double *__restrict__ r, double *__restrict__ y)
{
    durbin_s1_step_the_one_block(n, r, y);
}

/** the one block */
static __device__ __forceinline__ void
durbin_s2_step_the_one_block(const int n, double *__restrict__ beta)
{
    alignas(16) double beta2;
    beta2 = 1.0;
    // Store beta().
    beta[0] = beta2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
durbin_s2_step(const int n, double *__restrict__ beta)
{
    durbin_s2_step_the_one_block(n, beta);
}

/** the one block */
static __device__ __forceinline__ void
durbin_s3_step_the_one_block(const int n, const double *__restrict__ r, double *__restrict__ alpha)
{
    alignas(16) double alpha2;
    alpha2 = -r[0];
    // Store alpha().
    alpha[0] = alpha2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
durbin_s3_step(const int n, const double *__restrict__ r, double *__restrict__ alpha)
{
    durbin_s3_step_the_one_block(n, r, alpha);
}

/** the one block */
static __device__ __forceinline__ void
durbin_s4_step_the_one_block(const int n, const int k, double *__restrict__ beta, const double *__restrict__ alpha)
{
    alignas(16) double beta2;
    // Load beta().
    beta2 = beta[0];
    beta2 = ((double)1 - alpha[0] * alpha[0]) * beta2;
    // Store beta().
    beta[0] = beta2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
durbin_s4_step(const int n, const int k, double *__restrict__ beta, const double *__restrict__ alpha)
{
    durbin_s4_step_the_one_block(n, k, beta, alpha);
}

/** the one block */
static __device__ __forceinline__ void
durbin_s5_step_the_one_block(const int n, const int k, double *__restrict__ sum)
{
    alignas(16) double sum2;
    sum2 = 0.0;
    // Store sum().
    sum[0] = sum2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
durbin_s5_step(const int n, const int k, double *__restrict__ sum)
{
    durbin_s5_step_the_one_block(n, k, sum);
}

struct durbin_s6_step_the_one_block_shared {
    alignas(16) double sum2_partial[8]; // partial results of sum()
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
durbin_s6_step_the_one_block_boundary(const int n, const int k, const double *__restrict__ r, const double *__restrict__ y, double *__restrict__ sum)
{
    const int thread = threadIdx.x;
    const int ib_first = 0;
    const int ib_count = ((k + 255) >> 8);
    const int i_lane_base = 0;
    int i_lane_own = thread;
    durbin_s6_step_the_one_block_shared &shared = *reinterpret_cast<durbin_s6_step_the_one_block_shared *>(shared_memory);
    alignas(16) double sum2[1];
    // Load sum().
    {
        const int i_lane = i_lane_base + i_lane_own;
        sum2[0] = i_lane == 0 ? sum[0] : 0.0;
    }
    #pragma unroll 4
    for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
        const int ib = ib_first + ib_in;
        {
            const int i_lane = i_lane_base + i_lane_own;
            if (k >= 256 * ib + i_lane + 1) {
                sum2[0] = sum2[0] + (k - 256 * ib - i_lane - 1 >= 0 ? r[k - 256 * ib - i_lane - 1] : 0.0) * (256 * ib + i_lane <= n - 1 ? y[256 * ib + i_lane] : 0.0);
            }
        }
    }
    // Join the partial results of sum(), always in the same order.
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 16);
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 8);
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 4);
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 2);
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 1);
    if (i_lane_own % 32 == 0) {
        shared.sum2_partial[i_lane_own / 32] = sum2[0];
    }
    __syncthreads();
    #pragma unroll 8
    for (int part = 1; part < 8; ++part) {
        if (i_lane_own == 0) {
            sum2[0] = sum2[0] + shared.sum2_partial[part];
        }
    }
    // Store sum(). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_lane_own));
    {
        const int i_lane_in = i_lane_own;
        if (i_lane_in == 0) {
            sum[0] = sum2[0];
        }
    }
}

/** the one block, lanes along i */
static __device__ __forceinline__ void
durbin_s6_step_the_one_block(const int n, const int k, const double *__restrict__ r, const double *__restrict__ y, double *__restrict__ sum)
{
    if (!((k & 255) == 0)) {
        durbin_s6_step_the_one_block_boundary(n, k, r, y, sum);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int ib_first = 0;
    const int ib_count = ((k + 255) >> 8);
    const int i_lane_base = 0;
    int i_lane_own = thread;
    durbin_s6_step_the_one_block_shared &shared = *reinterpret_cast<durbin_s6_step_the_one_block_shared *>(shared_memory);
    alignas(16) double sum2[1];
    // Load sum().
    {
        const int i_lane = i_lane_base + i_lane_own;
        sum2[0] = i_lane == 0 ? sum[0] : 0.0;
    }
    #pragma unroll 16
    for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
        const int ib = ib_first + ib_in;
        {
            const int i_lane = i_lane_base + i_lane_own;
            sum2[0] = sum2[0] + r[k - 256 * ib - i_lane - 1] * y[256 * ib + i_lane];
        }
    }
    // Join the partial results of sum(), always in the same order.
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 16);
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 8);
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 4);
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 2);
    sum2[0] = sum2[0] + __shfl_xor_sync(0xffffffffu, sum2[0], 1);
    if (i_lane_own % 32 == 0) {
        shared.sum2_partial[i_lane_own / 32] = sum2[0];
    }
    __syncthreads();
    #pragma unroll 8
    for (int part = 1; part < 8; ++part) {
        if (i_lane_own == 0) {
            sum2[0] = sum2[0] + shared.sum2_partial[part];
        }
    }
    // Store sum(). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_lane_own));
    {
        const int i_lane_in = i_lane_own;
        if (i_lane_in == 0) {
            sum[0] = sum2[0];
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(256)
durbin_s6_step(const int n, const int k, const double *__restrict__ r, const double *__restrict__ y, double *__restrict__ sum)
{
    if (k >= 1 && k >= 1) {
        durbin_s6_step_the_one_block(n, k, r, y, sum);
    }
}

/** the one block */
static __device__ __forceinline__ void
durbin_s7_step_the_one_block(const int n, const int k, const double *__restrict__ r, const double *__restrict__ beta, double *__restrict__ alpha, const double *__restrict__ sum)
{
    alignas(16) double alpha2;
    alpha2 = -(r[k] + sum[0]) / beta[0];
    // Store alpha().
    alpha[0] = alpha2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
durbin_s7_step(const int n, const int k, const double *__restrict__ r, const double *__restrict__ beta, double *__restrict__ alpha, const double *__restrict__ sum)
{
    durbin_s7_step_the_one_block(n, k, r, beta, alpha, sum);
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
durbin_s8_step_blocks_along_i_boundary(const int n, const int k, const double *__restrict__ y, const double *__restrict__ alpha, double *__restrict__ z, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double z_i[1];
    const double alpha2 = alpha[0];
    {
        const int i = i_base + i_own;
        z_i[0] = (i <= n - 1 ? y[i] : 0.0) + alpha2 * (k - i - 1 >= 0 ? y[k - i - 1] : 0.0);
    }
    // Store z(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (k >= i + 1) {
            z[i] = z_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
durbin_s8_step_blocks_along_i(const int n, const int k, const double *__restrict__ y, const double *__restrict__ alpha, double *__restrict__ z, const int ib)
{
    if (!(k >= 256 * ib + 256)) {
        durbin_s8_step_blocks_along_i_boundary(n, k, y, alpha, z, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double z_i[1];
    const double alpha2 = alpha[0];
    {
        const int i = i_base + i_own;
        z_i[0] = y[i] + alpha2 * y[k - i - 1];
    }
    // Store z(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        z[i] = z_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
durbin_s8_step(const int n, const int k, const double *__restrict__ y, const double *__restrict__ alpha, double *__restrict__ z)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((k + 255) >> 8));
    const int ib = block;
    if (k >= 1) {
        durbin_s8_step_blocks_along_i(n, k, y, alpha, z, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
durbin_s9_step_blocks_along_i_boundary(const int n, const int k, double *__restrict__ y, const double *__restrict__ z, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double y_i[1];
    {
        const int i = i_base + i_own;
        y_i[0] = i <= n - 1 ? z[i] : 0.0;
    }
    // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (k >= i + 1) {
            y[i] = y_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
durbin_s9_step_blocks_along_i(const int n, const int k, double *__restrict__ y, const double *__restrict__ z, const int ib)
{
    if (!(k >= 256 * ib + 256)) {
        durbin_s9_step_blocks_along_i_boundary(n, k, y, z, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double y_i[1];
    {
        const int i = i_base + i_own;
        y_i[0] = z[i];
    }
    // Store y(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        y[i] = y_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
durbin_s9_step(const int n, const int k, double *__restrict__ y, const double *__restrict__ z)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((k + 255) >> 8));
    const int ib = block;
    if (k >= 1) {
        durbin_s9_step_blocks_along_i(n, k, y, z, ib);
    }
}

/** the one block */
static __device__ __forceinline__ void
durbin_s10_step_the_one_block(const int n, const int k, double *__restrict__ y, const double *__restrict__ alpha)
{
    alignas(16) double y_k;
    y_k = alpha[0];
    // Store y(k).
    y[k] = y_k;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
durbin_s10_step(const int n, const int k, double *__restrict__ y, const double *__restrict__ alpha)
{
    durbin_s10_step_the_one_block(n, k, y, alpha);
}
