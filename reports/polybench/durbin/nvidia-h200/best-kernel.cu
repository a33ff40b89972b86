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
 * Shape: 1D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: the iterations of one launch do not depend on each
 *     other; S4: the iterations of one launch do not depend on each other; S5: the iterations of one
 *     launch do not depend on each other; S6: the parallel loops carry no dependence; the others run
 *     inside the kernel; S7: the iterations of one launch do not depend on each other; S8: the
 *     iterations of one launch do not depend on each other; S9: the iterations of one launch do not
 *     depend on each other; S10: the iterations of one launch do not depend on each other
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
 * Kernel durbin_s6_step: all blocks
 *   - the one block
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

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

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
    alignas(16) double value_ki[16]; // r(k - i - 1) * y(i)
};

/** the one block */
static __device__ __forceinline__ void
durbin_s6_step_the_one_block(const int n, const int k, const double *__restrict__ r, const double *__restrict__ y, double *__restrict__ sum)
{
    const int thread = threadIdx.x;
    const int i_count = k;
    durbin_s6_step_the_one_block_shared &shared = *reinterpret_cast<durbin_s6_step_the_one_block_shared *>(shared_memory);
    alignas(16) double sum2;
    // Load sum().
    sum2 = sum[0];
    int i_chunk = 0;
    for (; i_chunk + 16 <= i_count; i_chunk += 16) {
        // Stage r(k - i - 1) * y(i).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 1 * step + thread;
            const int i_in = 2 * group;
            alignas(16) double loaded[2];
            copy2(loaded, &y[i_chunk + i_in]);
            #pragma unroll
            for (int e = 0; e < 2; ++e) {
                shared.value_ki[i_in + e] = r[k - i_chunk - i_in - e - 1] * loaded[e];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int i_in = 0; i_in < 16; ++i_in) {
            const double value_ki = shared.value_ki[i_in];
            sum2 = sum2 + value_ki;
        }
        __syncthreads();
    }
    if (i_chunk < i_count) {
        // Stage r(k - i - 1) * y(i).
        #pragma unroll 1
        for (int step = 0; step < 16; ++step) {
            const int group = 1 * step + thread;
            const int i_in = group;
            shared.value_ki[i_in] = (k - i_chunk - i_in - 1 >= 0 ? r[k - i_chunk - i_in - 1] : 0.0) * (i_chunk + i_in <= n - 1 ? y[i_chunk + i_in] : 0.0);
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            const double value_ki = shared.value_ki[i_in];
            sum2 = sum2 + value_ki;
        }
        __syncthreads();
    }
    // Store sum().
    sum[0] = sum2;
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(1, 32)
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

/** blocks along i */
static __device__ __forceinline__ void
durbin_s8_step_blocks_along_i(const int n, const int k, const double *__restrict__ y, const double *__restrict__ alpha, double *__restrict__ z, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double z_i[1];
    if (k >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
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
    } else {
        // Boundary: points are checked one by one.
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

/** blocks along i */
static __device__ __forceinline__ void
durbin_s9_step_blocks_along_i(const int n, const int k, double *__restrict__ y, const double *__restrict__ z, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double y_i[1];
    if (k >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
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
    } else {
        // Boundary: points are checked one by one.
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
