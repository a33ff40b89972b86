/*
 * correlation, tiled by Tilewright
 *
 * S1(j): mean(j) = 0.0
 * S2(j,i): mean(j) = mean(j) + data(i,j)
 * S3(j): mean(j) = mean(j) / float_n
 * S4(j): stddev(j) = 0.0
 * S5(j,i): stddev(j) = stddev(j) + ((data(i,j) - mean(j)) * (data(i,j) - mean(j)))
 * S6(j): stddev(j) = stddev(j) / float_n
 * S7(j): stddev(j) = sqrt(stddev(j))
 * S8(j): stddev(j) = merge(1.0, stddev(j), stddev(j) <= eps)
 * S9(i,j): data(i,j) = data(i,j) - mean(j)
 * S10(i,j): data(i,j) = data(i,j) / (sqrt(float_n) * stddev(j))
 * S11(i): corr(i,i) = 1.0
 * S12(i,j): corr(i,j) = 0.0
 * S13(i,j,k): corr(i,j) = corr(i,j) + (data(k,i) * data(k,j))
 * S14(i,j): corr(j,i) = corr(i,j)
 * S15(): corr(m - 1,m - 1) = 1.0
 *
 * Candidate: block 96x64x64, thread 8x4x1, chunk 64, buffers 1
 * Shape: 2D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the parallel loops
 *     carry no dependence; the others run inside the kernel; S3: the iterations of one launch do not
 *     depend on each other; S4: the iterations of one launch do not depend on each other; S5: the
 *     parallel loops carry no dependence; the others run inside the kernel; S6: the iterations of one
 *     launch do not depend on each other; S7: the iterations of one launch do not depend on each
 *     other; S8: the iterations of one launch do not depend on each other; S9: the iterations of one
 *     launch do not depend on each other; S10: the iterations of one launch do not depend on each
 *     other; S11: the iterations of one launch do not depend on each other; S12: the iterations of one
 *     launch do not depend on each other; S13: the parallel loops carry no dependence; the others run
 *     inside the kernel; S14: the iterations of one launch do not depend on each other; S15: the
 *     iterations of one launch do not depend on each other
 *
 * Kernel correlation_s1_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel correlation_s2_step: all blocks
 *   - blocks along j
 *
 * Kernel correlation_s3_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel correlation_s4_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel correlation_s5_step: all blocks
 *   - blocks along j
 *
 * Kernel correlation_s6_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel correlation_s7_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel correlation_s8_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel correlation_s9_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel correlation_s10_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel correlation_s11_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel correlation_s12_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel correlation_s13_step: all blocks
 *   - blocks along i, j
 *
 * Kernel correlation_s14_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel correlation_s15_step: all iterations of a step
 *   - the one block
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s1_step_blocks_along_j_boundary(const int m, const int n, double *__restrict__ mean, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double mean_j[1];
    {
        mean_j[0] = 0.0;
    }
    // Store mean(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (m >= j + 1) {
            mean[j] = mean_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
correlation_s1_step_blocks_along_j(const int m, const int n, double *__restrict__ mean, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        correlation_s1_step_blocks_along_j_boundary(m, n, mean, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double mean_j[1];
    {
        mean_j[0] = 0.0;
    }
    // Store mean(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        mean[j] = mean_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s1_step(const int m, const int n, double *__restrict__ mean)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1) {
        correlation_s1_step_blocks_along_j(m, n, mean, jb);
    }
}

struct correlation_s2_step_blocks_along_j_shared {
    alignas(16) double data_ij[16][256]; // data(i,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s2_step_blocks_along_j_boundary(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ mean, const int jb)
{
    const int thread = threadIdx.x;
    const int i_count = n;
    const int j_base = 256 * jb;
    int j_own = thread;
    correlation_s2_step_blocks_along_j_shared &shared = *reinterpret_cast<correlation_s2_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double mean_j[1];
    // Load mean(j).
    {
        const int j = j_base + j_own;
        mean_j[0] = j <= m - 1 ? mean[j] : 0.0;
    }
    for (int i_chunk = 0; i_chunk < i_count; i_chunk += 16) {
        // Stage data(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 256;
            const int i_in = group / 256;
            shared.data_ij[i_in][j_in] = i_chunk + i_in <= n - 1 && 256 * jb + j_in <= m - 1 ? data[(long long)(i_chunk + i_in) * data_pitch + 256 * jb + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            alignas(16) double data_ij[1];
            {
                const int j_in = j_own;
                data_ij[0] = shared.data_ij[i_in][j_in];
            }
            {
                mean_j[0] = mean_j[0] + data_ij[0];
            }
        }
        __syncthreads();
    }
    // Store mean(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (m >= j + 1) {
            mean[j] = mean_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
correlation_s2_step_blocks_along_j(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ mean, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        correlation_s2_step_blocks_along_j_boundary(m, n, data, data_pitch, mean, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_count = n;
    const int j_base = 256 * jb;
    int j_own = thread;
    correlation_s2_step_blocks_along_j_shared &shared = *reinterpret_cast<correlation_s2_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double mean_j[1];
    // Load mean(j).
    {
        const int j = j_base + j_own;
        mean_j[0] = mean[j];
    }
    int i_chunk = 0;
    for (; i_chunk + 16 <= i_count; i_chunk += 16) {
        // Stage data(i,j).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 256 * step + thread;
            const int j_in = 2 * (group % 128);
            const int i_in = group / 128;
            copy2(&shared.data_ij[i_in][j_in], &data[(long long)(i_chunk + i_in) * data_pitch + 256 * jb + j_in]);
        }
        __syncthreads();
        #pragma unroll 16
        for (int i_in = 0; i_in < 16; ++i_in) {
            alignas(16) double data_ij[1];
            {
                const int j_in = j_own;
                data_ij[0] = shared.data_ij[i_in][j_in];
            }
            {
                mean_j[0] = mean_j[0] + data_ij[0];
            }
        }
        __syncthreads();
    }
    if (i_chunk < i_count) {
        // Stage data(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 256;
            const int i_in = group / 256;
            shared.data_ij[i_in][j_in] = i_chunk + i_in <= n - 1 && 256 * jb + j_in <= m - 1 ? data[(long long)(i_chunk + i_in) * data_pitch + 256 * jb + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            alignas(16) double data_ij[1];
            {
                const int j_in = j_own;
                data_ij[0] = shared.data_ij[i_in][j_in];
            }
            {
                mean_j[0] = mean_j[0] + data_ij[0];
            }
        }
        __syncthreads();
    }
    // Store mean(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        mean[j] = mean_j[0];
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(256, 6)
correlation_s2_step(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ mean)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1 && n >= 1) {
        correlation_s2_step_blocks_along_j(m, n, data, data_pitch, mean, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s3_step_blocks_along_j_boundary(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ mean, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double mean_j[1];
    // Load mean(j).
    {
        const int j = j_base + j_own;
        mean_j[0] = j <= m - 1 ? mean[j] : 0.0;
    }
    const double float_n2 = float_n[0];
    {
        mean_j[0] = mean_j[0] / float_n2;
    }
    // Store mean(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (m >= j + 1) {
            mean[j] = mean_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
correlation_s3_step_blocks_along_j(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ mean, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        correlation_s3_step_blocks_along_j_boundary(m, n, float_n, mean, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double mean_j[1];
    // Load mean(j).
    {
        const int j = j_base + j_own;
        mean_j[0] = mean[j];
    }
    const double float_n2 = float_n[0];
    {
        mean_j[0] = mean_j[0] / float_n2;
    }
    // Store mean(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        mean[j] = mean_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s3_step(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ mean)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1) {
        correlation_s3_step_blocks_along_j(m, n, float_n, mean, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s4_step_blocks_along_j_boundary(const int m, const int n, double *__restrict__ stddev, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double stddev_j[1];
    {
        stddev_j[0] = 0.0;
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (m >= j + 1) {
            stddev[j] = stddev_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
correlation_s4_step_blocks_along_j(const int m, const int n, double *__restrict__ stddev, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        correlation_s4_step_blocks_along_j_boundary(m, n, stddev, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double stddev_j[1];
    {
        stddev_j[0] = 0.0;
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        stddev[j] = stddev_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s4_step(const int m, const int n, double *__restrict__ stddev)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1) {
        correlation_s4_step_blocks_along_j(m, n, stddev, jb);
    }
}

struct correlation_s5_step_blocks_along_j_shared {
    alignas(16) double data_ij[16][256]; // data(i,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s5_step_blocks_along_j_boundary(const int m, const int n, const double *__restrict__ data, const int data_pitch, const double *__restrict__ mean, double *__restrict__ stddev, const int jb)
{
    const int thread = threadIdx.x;
    const int i_count = n;
    const int j_base = 256 * jb;
    int j_own = thread;
    correlation_s5_step_blocks_along_j_shared &shared = *reinterpret_cast<correlation_s5_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double stddev_j[1];
    // Load stddev(j).
    {
        const int j = j_base + j_own;
        stddev_j[0] = j <= m - 1 ? stddev[j] : 0.0;
    }
    for (int i_chunk = 0; i_chunk < i_count; i_chunk += 16) {
        // Stage data(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 256;
            const int i_in = group / 256;
            shared.data_ij[i_in][j_in] = i_chunk + i_in <= n - 1 && 256 * jb + j_in <= m - 1 ? data[(long long)(i_chunk + i_in) * data_pitch + 256 * jb + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            alignas(16) double data_ij[1];
            {
                const int j_in = j_own;
                data_ij[0] = shared.data_ij[i_in][j_in];
            }
            {
                const int j = j_base + j_own;
                stddev_j[0] = stddev_j[0] + (data_ij[0] - (j <= m - 1 ? mean[j] : 0.0)) * (data_ij[0] - (j <= m - 1 ? mean[j] : 0.0));
            }
        }
        __syncthreads();
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (m >= j + 1) {
            stddev[j] = stddev_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
correlation_s5_step_blocks_along_j(const int m, const int n, const double *__restrict__ data, const int data_pitch, const double *__restrict__ mean, double *__restrict__ stddev, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        correlation_s5_step_blocks_along_j_boundary(m, n, data, data_pitch, mean, stddev, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_count = n;
    const int j_base = 256 * jb;
    int j_own = thread;
    correlation_s5_step_blocks_along_j_shared &shared = *reinterpret_cast<correlation_s5_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double stddev_j[1];
    // Load stddev(j).
    {
        const int j = j_base + j_own;
        stddev_j[0] = stddev[j];
    }
    int i_chunk = 0;
    for (; i_chunk + 16 <= i_count; i_chunk += 16) {
        // Stage data(i,j).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 256 * step + thread;
            const int j_in = 2 * (group % 128);
            const int i_in = group / 128;
            copy2(&shared.data_ij[i_in][j_in], &data[(long long)(i_chunk + i_in) * data_pitch + 256 * jb + j_in]);
        }
        __syncthreads();
        #pragma unroll 16
        for (int i_in = 0; i_in < 16; ++i_in) {
            alignas(16) double data_ij[1];
            {
                const int j_in = j_own;
                data_ij[0] = shared.data_ij[i_in][j_in];
            }
            {
                const int j = j_base + j_own;
                stddev_j[0] = stddev_j[0] + (data_ij[0] - mean[j]) * (data_ij[0] - mean[j]);
            }
        }
        __syncthreads();
    }
    if (i_chunk < i_count) {
        // Stage data(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 256;
            const int i_in = group / 256;
            shared.data_ij[i_in][j_in] = i_chunk + i_in <= n - 1 && 256 * jb + j_in <= m - 1 ? data[(long long)(i_chunk + i_in) * data_pitch + 256 * jb + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            alignas(16) double data_ij[1];
            {
                const int j_in = j_own;
                data_ij[0] = shared.data_ij[i_in][j_in];
            }
            {
                const int j = j_base + j_own;
                stddev_j[0] = stddev_j[0] + (data_ij[0] - mean[j]) * (data_ij[0] - mean[j]);
            }
        }
        __syncthreads();
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        stddev[j] = stddev_j[0];
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(256, 6)
correlation_s5_step(const int m, const int n, const double *__restrict__ data, const int data_pitch, const double *__restrict__ mean, double *__restrict__ stddev)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1 && n >= 1) {
        correlation_s5_step_blocks_along_j(m, n, data, data_pitch, mean, stddev, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s6_step_blocks_along_j_boundary(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ stddev, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double stddev_j[1];
    // Load stddev(j).
    {
        const int j = j_base + j_own;
        stddev_j[0] = j <= m - 1 ? stddev[j] : 0.0;
    }
    const double float_n2 = float_n[0];
    {
        stddev_j[0] = stddev_j[0] / float_n2;
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (m >= j + 1) {
            stddev[j] = stddev_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
correlation_s6_step_blocks_along_j(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ stddev, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        correlation_s6_step_blocks_along_j_boundary(m, n, float_n, stddev, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double stddev_j[1];
    // Load stddev(j).
    {
        const int j = j_base + j_own;
        stddev_j[0] = stddev[j];
    }
    const double float_n2 = float_n[0];
    {
        stddev_j[0] = stddev_j[0] / float_n2;
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        stddev[j] = stddev_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s6_step(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ stddev)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1) {
        correlation_s6_step_blocks_along_j(m, n, float_n, stddev, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s7_step_blocks_along_j_boundary(const int m, const int n, double *__restrict__ stddev, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double stddev_j[1];
    // Load stddev(j).
    {
        const int j = j_base + j_own;
        stddev_j[0] = j <= m - 1 ? stddev[j] : 0.0;
    }
    {
        stddev_j[0] = sqrt(stddev_j[0]);
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (m >= j + 1) {
            stddev[j] = stddev_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
correlation_s7_step_blocks_along_j(const int m, const int n, double *__restrict__ stddev, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        correlation_s7_step_blocks_along_j_boundary(m, n, stddev, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double stddev_j[1];
    // Load stddev(j).
    {
        const int j = j_base + j_own;
        stddev_j[0] = stddev[j];
    }
    {
        stddev_j[0] = sqrt(stddev_j[0]);
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        stddev[j] = stddev_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s7_step(const int m, const int n, double *__restrict__ stddev)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1) {
        correlation_s7_step_blocks_along_j(m, n, stddev, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s8_step_blocks_along_j_boundary(const int m, const int n, double *__restrict__ stddev, const double *__restrict__ eps, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double stddev_j[1];
    // Load stddev(j).
    {
        const int j = j_base + j_own;
        stddev_j[0] = j <= m - 1 ? stddev[j] : 0.0;
    }
    const double eps2 = eps[0];
    {
        stddev_j[0] = stddev_j[0] <= eps2 ? 1.0 : stddev_j[0];
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (m >= j + 1) {
            stddev[j] = stddev_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
correlation_s8_step_blocks_along_j(const int m, const int n, double *__restrict__ stddev, const double *__restrict__ eps, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        correlation_s8_step_blocks_along_j_boundary(m, n, stddev, eps, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) double stddev_j[1];
    // Load stddev(j).
    {
        const int j = j_base + j_own;
        stddev_j[0] = stddev[j];
    }
    const double eps2 = eps[0];
    {
        stddev_j[0] = stddev_j[0] <= eps2 ? 1.0 : stddev_j[0];
    }
    // Store stddev(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        stddev[j] = stddev_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s8_step(const int m, const int n, double *__restrict__ stddev, const double *__restrict__ eps)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1) {
        correlation_s8_step_blocks_along_j(m, n, stddev, eps, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s9_step_blocks_along_i_boundary(const int m, const int n, double *__restrict__ data, const int data_pitch, const double *__restrict__ mean, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double data_ij[1][1];
    // Load data(i,j).
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            data_ij[0][0] = i <= n - 1 && j <= m - 1 ? data[(long long)i * data_pitch + j] : 0.0;
        }
    }
    alignas(16) double mean_j[1];
    {
        const int j = j_base + j_own;
        mean_j[0] = j <= m - 1 ? mean[j] : 0.0;
    }
    {
        {
            data_ij[0][0] = data_ij[0][0] - mean_j[0];
        }
    }
    // Store data(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 1) {
            {
                const int j = j_base + j_own;
                if (m >= j + 1) {
                    data[(long long)i * data_pitch + j] = data_ij[0][0];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
correlation_s9_step_blocks_along_i(const int m, const int n, double *__restrict__ data, const int data_pitch, const double *__restrict__ mean, const int ib, const int jb)
{
    if (!(n >= 8 * ib + 8 && m >= 32 * jb + 32)) {
        correlation_s9_step_blocks_along_i_boundary(m, n, data, data_pitch, mean, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double data_ij[1][1];
    // Load data(i,j).
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            data_ij[0][0] = data[(long long)i * data_pitch + j];
        }
    }
    alignas(16) double mean_j[1];
    {
        const int j = j_base + j_own;
        mean_j[0] = mean[j];
    }
    {
        {
            data_ij[0][0] = data_ij[0][0] - mean_j[0];
        }
    }
    // Store data(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            data[(long long)i * data_pitch + j] = data_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s9_step(const int m, const int n, double *__restrict__ data, const int data_pitch, const double *__restrict__ mean)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 7) >> 3));
    const int jb_count = max(0, ((m + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && n >= 1) {
        correlation_s9_step_blocks_along_i(m, n, data, data_pitch, mean, ib, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s10_step_blocks_along_i_boundary(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ data, const int data_pitch, const double *__restrict__ stddev, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double data_ij[1][1];
    // Load data(i,j).
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            data_ij[0][0] = i <= n - 1 && j <= m - 1 ? data[(long long)i * data_pitch + j] : 0.0;
        }
    }
    alignas(16) double factor_j[1];
    {
        const int j = j_base + j_own;
        factor_j[0] = sqrt(float_n[0]) * (j <= m - 1 ? stddev[j] : 0.0);
    }
    {
        {
            data_ij[0][0] = data_ij[0][0] / factor_j[0];
        }
    }
    // Store data(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 1) {
            {
                const int j = j_base + j_own;
                if (m >= j + 1) {
                    data[(long long)i * data_pitch + j] = data_ij[0][0];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
correlation_s10_step_blocks_along_i(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ data, const int data_pitch, const double *__restrict__ stddev, const int ib, const int jb)
{
    if (!(n >= 8 * ib + 8 && m >= 32 * jb + 32)) {
        correlation_s10_step_blocks_along_i_boundary(m, n, float_n, data, data_pitch, stddev, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double data_ij[1][1];
    // Load data(i,j).
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            data_ij[0][0] = data[(long long)i * data_pitch + j];
        }
    }
    alignas(16) double factor_j[1];
    {
        const int j = j_base + j_own;
        factor_j[0] = sqrt(float_n[0]) * stddev[j];
    }
    {
        {
            data_ij[0][0] = data_ij[0][0] / factor_j[0];
        }
    }
    // Store data(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            data[(long long)i * data_pitch + j] = data_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s10_step(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ data, const int data_pitch, const double *__restrict__ stddev)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 7) >> 3));
    const int jb_count = max(0, ((m + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && n >= 1) {
        correlation_s10_step_blocks_along_i(m, n, float_n, data, data_pitch, stddev, ib, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s11_step_blocks_along_i_boundary(const int m, const int n, double *__restrict__ corr, const int corr_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double corr_ii[1];
    {
        corr_ii[0] = 1.0;
    }
    // Store corr(i,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (m >= i + 2) {
            corr[(long long)i * corr_pitch + i] = corr_ii[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
correlation_s11_step_blocks_along_i(const int m, const int n, double *__restrict__ corr, const int corr_pitch, const int ib)
{
    if (!(m >= 256 * ib + 257)) {
        correlation_s11_step_blocks_along_i_boundary(m, n, corr, corr_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double corr_ii[1];
    {
        corr_ii[0] = 1.0;
    }
    // Store corr(i,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        corr[(long long)i * corr_pitch + i] = corr_ii[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s11_step(const int m, const int n, double *__restrict__ corr, const int corr_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 254) >> 8));
    const int ib = block;
    if (m >= 2) {
        correlation_s11_step_blocks_along_i(m, n, corr, corr_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s12_step_blocks_along_i_boundary(const int m, const int n, double *__restrict__ corr, const int corr_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double corr_ij[1][1];
    {
        {
            corr_ij[0][0] = 0.0;
        }
    }
    // Store corr(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            if ((j >= i + 1) && (m >= j + 1)) {
                corr[(long long)i * corr_pitch + j] = corr_ij[0][0];
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
correlation_s12_step_blocks_along_i(const int m, const int n, double *__restrict__ corr, const int corr_pitch, const int ib, const int jb)
{
    if (!(4 * jb >= ib + 1 && m >= 32 * jb + 32)) {
        correlation_s12_step_blocks_along_i_boundary(m, n, corr, corr_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double corr_ij[1][1];
    {
        {
            corr_ij[0][0] = 0.0;
        }
    }
    // Store corr(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            corr[(long long)i * corr_pitch + j] = corr_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s12_step(const int m, const int n, double *__restrict__ corr, const int corr_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 6) >> 3));
    const int jb_count = max(0, ((m + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 2 && 4 * jb + 3 >= ib) {
        correlation_s12_step_blocks_along_i(m, n, corr, corr_pitch, ib, jb);
    }
}

struct correlation_s13_step_blocks_along_i_shared {
    alignas(16) double data_ki[64][96]; // data(k,i)
    alignas(16) double data_kj[64][64]; // data(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s13_step_blocks_along_i_boundary(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ corr, const int corr_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = n;
    const int i_base = 96 * ib;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    correlation_s13_step_blocks_along_i_shared &shared = *reinterpret_cast<correlation_s13_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double corr_ij[8][4];
    // Load corr(i,j).
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 24 * (mi / 2) + mi % 2;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + 32 * (mj / 2) + mj % 2;
            corr_ij[mi][mj] = i <= m - 1 && j <= m - 1 ? corr[(long long)i * corr_pitch + j] : 0.0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 64) {
        // Stage data(k,i).
        #pragma unroll 8
        for (int step = 0; step < 32; ++step) {
            const int group = 192 * step + thread;
            const int i_in = group % 96;
            const int k_in = group / 96;
            shared.data_ki[k_in][i_in] = k_chunk + k_in <= n - 1 && 96 * ib + i_in <= m - 1 ? data[(long long)(k_chunk + k_in) * data_pitch + 96 * ib + i_in] : 0.0;
        }
        // Stage data(k,j).
        #pragma unroll 8
        for (int step = 0; step < 22; ++step) {
            const int group = 192 * step + thread;
            if (group < 4096) {
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.data_kj[k_in][j_in] = k_chunk + k_in <= n - 1 && 64 * jb + j_in <= m - 1 ? data[(long long)(k_chunk + k_in) * data_pitch + 64 * jb + j_in] : 0.0;
            }
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(64, k_count - k_chunk); ++k_in) {
            alignas(16) double data_ki[8];
            #pragma unroll
            for (int mi = 0; mi < 8; mi += 2) {
                const int i_in = i_own + 12 * mi;
                copy2(&data_ki[mi], &shared.data_ki[k_in][i_in]);
            }
            alignas(16) double data_kj[4];
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j_in = j_own + 16 * mj;
                copy2(&data_kj[mj], &shared.data_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    corr_ij[mi][mj] = corr_ij[mi][mj] + data_ki[mi] * data_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store corr(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 24 * (mi / 2) + mi % 2;
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + 32 * (mj / 2) + mj % 2;
            if ((j >= i + 1) && (m >= j + 1)) {
                corr[(long long)i * corr_pitch + j] = corr_ij[mi][mj];
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
correlation_s13_step_blocks_along_i(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ corr, const int corr_pitch, const int ib, const int jb)
{
    if (!(96 * ib - 64 * jb + 96 <= 0 && m - 64 * jb - 1 >= 0 && (64 * jb - m + 64 <= 0 || 32 * ((m + 31) >> 5) - m >= 2))) {
        correlation_s13_step_blocks_along_i_boundary(m, n, data, data_pitch, corr, corr_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int k_count = n;
    const int i_base = 96 * ib;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 64 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    correlation_s13_step_blocks_along_i_shared &shared = *reinterpret_cast<correlation_s13_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double corr_ij[8][4];
    // Load corr(i,j).
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 24 * (mi / 2) + mi % 2;
        #pragma unroll
        for (int mj = 0; mj < 4; mj += 2) {
            const int j = j_base + j_own + 16 * mj;
            copy2(&corr_ij[mi][mj], &corr[(long long)i * corr_pitch + min(j, corr_pitch - 2)]);
        }
    }
    int k_chunk = 0;
    for (; k_chunk + 64 <= k_count; k_chunk += 64) {
        // Stage data(k,i).
        #pragma unroll 4
        for (int step = 0; step < 16; ++step) {
            const int group = 192 * step + thread;
            const int i_in = 2 * (group % 48);
            const int k_in = group / 48;
            copy2(&shared.data_ki[k_in][i_in], &data[(long long)(k_chunk + k_in) * data_pitch + 96 * ib + i_in]);
        }
        // Stage data(k,j).
        #pragma unroll 4
        for (int step = 0; step < 11; ++step) {
            const int group = 192 * step + thread;
            if (group < 2048) {
                const int j_in = 2 * (group % 32);
                const int k_in = group / 32;
                copy2(&shared.data_kj[k_in][j_in], &data[(long long)(k_chunk + k_in) * data_pitch + min(64 * jb + j_in, data_pitch - 2)]);
            }
        }
        __syncthreads();
        #pragma unroll 8
        for (int k_in = 0; k_in < 64; ++k_in) {
            alignas(16) double data_ki[8];
            #pragma unroll
            for (int mi = 0; mi < 8; mi += 2) {
                const int i_in = i_own + 12 * mi;
                copy2(&data_ki[mi], &shared.data_ki[k_in][i_in]);
            }
            alignas(16) double data_kj[4];
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j_in = j_own + 16 * mj;
                copy2(&data_kj[mj], &shared.data_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    corr_ij[mi][mj] = corr_ij[mi][mj] + data_ki[mi] * data_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    if (k_chunk < k_count) {
        // Stage data(k,i).
        #pragma unroll 8
        for (int step = 0; step < 32; ++step) {
            const int group = 192 * step + thread;
            const int i_in = group % 96;
            const int k_in = group / 96;
            shared.data_ki[k_in][i_in] = k_chunk + k_in <= n - 1 && 96 * ib + i_in <= m - 1 ? data[(long long)(k_chunk + k_in) * data_pitch + 96 * ib + i_in] : 0.0;
        }
        // Stage data(k,j).
        #pragma unroll 8
        for (int step = 0; step < 22; ++step) {
            const int group = 192 * step + thread;
            if (group < 4096) {
                const int j_in = group % 64;
                const int k_in = group / 64;
                shared.data_kj[k_in][j_in] = k_chunk + k_in <= n - 1 && 64 * jb + j_in <= m - 1 ? data[(long long)(k_chunk + k_in) * data_pitch + 64 * jb + j_in] : 0.0;
            }
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(64, k_count - k_chunk); ++k_in) {
            alignas(16) double data_ki[8];
            #pragma unroll
            for (int mi = 0; mi < 8; mi += 2) {
                const int i_in = i_own + 12 * mi;
                copy2(&data_ki[mi], &shared.data_ki[k_in][i_in]);
            }
            alignas(16) double data_kj[4];
            #pragma unroll
            for (int mj = 0; mj < 4; mj += 2) {
                const int j_in = j_own + 16 * mj;
                copy2(&data_kj[mj], &shared.data_kj[k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 8; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    corr_ij[mi][mj] = corr_ij[mi][mj] + data_ki[mi] * data_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store corr(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 8; ++mi) {
        const int i = i_base + i_own + 24 * (mi / 2) + mi % 2;
        #pragma unroll
        for (int mj = 0; mj < 4; mj += 2) {
            const int j = j_base + j_own + 16 * mj;
            copy2(&corr[(long long)i * corr_pitch + min(j, corr_pitch - 2)], &corr_ij[mi][mj]);
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(192, 2)
correlation_s13_step(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ corr, const int corr_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 94) / 96 - ((m + 94) % 96 < 0)));
    const int jb_count = max(0, ((m + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 2 && n >= 1 && 2 * jb + 1 >= 3 * ib) {
        correlation_s13_step_blocks_along_i(m, n, data, data_pitch, corr, corr_pitch, ib, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
correlation_s14_step_blocks_along_i_boundary(const int m, const int n, double *__restrict__ corr, const int corr_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double corr_ji[1][1];
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            corr_ji[0][0] = i <= m - 1 && j <= m - 1 ? corr[(long long)i * corr_pitch + j] : 0.0;
        }
    }
    // Store corr(j,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            if ((j >= i + 1) && (m >= j + 1)) {
                corr[(long long)j * corr_pitch + i] = corr_ji[0][0];
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
correlation_s14_step_blocks_along_i(const int m, const int n, double *__restrict__ corr, const int corr_pitch, const int ib, const int jb)
{
    if (!(4 * jb >= ib + 1 && m >= 32 * jb + 32)) {
        correlation_s14_step_blocks_along_i_boundary(m, n, corr, corr_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double corr_ji[1][1];
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            corr_ji[0][0] = corr[(long long)i * corr_pitch + j];
        }
    }
    // Store corr(j,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            corr[(long long)j * corr_pitch + i] = corr_ji[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
correlation_s14_step(const int m, const int n, double *__restrict__ corr, const int corr_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 6) >> 3));
    const int jb_count = max(0, ((m + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 2 && 4 * jb + 3 >= ib) {
        correlation_s14_step_blocks_along_i(m, n, corr, corr_pitch, ib, jb);
    }
}

/** the one block */
static __device__ __forceinline__ void
correlation_s15_step_the_one_block(const int m, const int n, double *__restrict__ corr, const int corr_pitch)
{
    alignas(16) double corr_mm;
    corr_mm = 1.0;
    // Store corr(m - 1,m - 1).
    corr[(long long)(m - 1) * corr_pitch + m - 1] = corr_mm;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
correlation_s15_step(const int m, const int n, double *__restrict__ corr, const int corr_pitch)
{
    correlation_s15_step_the_one_block(m, n, corr, corr_pitch);
}
