/*
 * covariance, tiled by Tilewright
 *
 * S1(j): mean(j) = 0.0
 * S2(j,i): mean(j) = mean(j) + data(i,j)
 * S3(j): mean(j) = mean(j) / float_n
 * S4(i,j): data(i,j) = data(i,j) - mean(j)
 * S5(i,j): cov(i,j) = 0.0
 * S6(i,j,k): cov(i,j) = cov(i,j) + (data(k,i) * data(k,j))
 * S7(i,j): cov(i,j) = cov(i,j) / (float_n - 1.0)
 * S8(i,j): cov(j,i) = cov(i,j)
 *
 * Candidate: block 48x128x32, thread 4x8x1, chunk 32, buffers 2
 * Shape: 2D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the parallel loops
 *     carry no dependence; the others run inside the kernel; S3: the iterations of one launch do not
 *     depend on each other; S4: the iterations of one launch do not depend on each other; S5: the
 *     iterations of one launch do not depend on each other; S6: the parallel loops carry no
 *     dependence; the others run inside the kernel; S7: the iterations of one launch do not depend on
 *     each other; S8: the iterations of one launch do not depend on each other
 *
 * Kernel covariance_s1_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel covariance_s2_step: all blocks
 *   - blocks along j
 *
 * Kernel covariance_s3_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel covariance_s4_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel covariance_s5_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel covariance_s6_step: all blocks
 *   - blocks along i, j
 *
 * Kernel covariance_s7_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel covariance_s8_step: all iterations of a step
 *   - blocks along i, j
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

/** Starts the copy of 2 neighbours to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async2(double *to, const double *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
covariance_s1_step_blocks_along_j_boundary(const int m, const int n, double *__restrict__ mean, const int jb)
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
covariance_s1_step_blocks_along_j(const int m, const int n, double *__restrict__ mean, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        covariance_s1_step_blocks_along_j_boundary(m, n, mean, jb);
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
covariance_s1_step(const int m, const int n, double *__restrict__ mean)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1) {
        covariance_s1_step_blocks_along_j(m, n, mean, jb);
    }
}

struct covariance_s2_step_blocks_along_j_shared {
    alignas(16) double data_ij[2][16][256]; // data(i,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
covariance_s2_step_blocks_along_j_boundary(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ mean, const int jb)
{
    const int thread = threadIdx.x;
    const int i_count = n;
    const int j_base = 256 * jb;
    int j_own = thread;
    covariance_s2_step_blocks_along_j_shared &shared = *reinterpret_cast<covariance_s2_step_blocks_along_j_shared *>(shared_memory);
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
            shared.data_ij[0][i_in][j_in] = i_chunk + i_in <= n - 1 && 256 * jb + j_in <= m - 1 ? data[(long long)(i_chunk + i_in) * data_pitch + 256 * jb + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            alignas(16) double data_ij[1];
            {
                const int j_in = j_own;
                data_ij[0] = shared.data_ij[0][i_in][j_in];
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
covariance_s2_step_blocks_along_j(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ mean, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        covariance_s2_step_blocks_along_j_boundary(m, n, data, data_pitch, mean, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_count = n;
    const int j_base = 256 * jb;
    int j_own = thread;
    covariance_s2_step_blocks_along_j_shared &shared = *reinterpret_cast<covariance_s2_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double mean_j[1];
    // Load mean(j).
    {
        const int j = j_base + j_own;
        mean_j[0] = mean[j];
    }
    alignas(16) double data_ij[2][1];
    if (16 <= i_count) {
        // Stage data(i,j).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 256 * step + thread;
            const int j_in = 2 * (group % 128);
            const int i_in = group / 128;
            copy_async2(&shared.data_ij[0][i_in][j_in], &data[(long long)i_in * data_pitch + 256 * jb + j_in]);
        }
        await_copies();
        __syncthreads();
        {
            const int j_in = j_own;
            data_ij[0][0] = shared.data_ij[0][0][j_in];
        }
    }
    int i_chunk = 0;
    for (; i_chunk + 16 <= i_count; i_chunk += 16) {
        const int half = i_chunk / 16 % 2;
        const int next = i_chunk + 16;
        if (next + 16 <= i_count) {
            // Stage data(i,j).
            #pragma unroll 8
            for (int step = 0; step < 8; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 2 * (group % 128);
                const int i_in = group / 128;
                copy_async2(&shared.data_ij[1 - half][i_in][j_in], &data[(long long)(next + i_in) * data_pitch + 256 * jb + j_in]);
            }
        }
        #pragma unroll 16
        for (int i_in = 0; i_in < 16; ++i_in) {
            // Read what the next iteration needs.
            if (i_in + 1 < 16) {
                {
                    const int j_in = j_own;
                    data_ij[(i_in + 1) % 2][0] = shared.data_ij[half][i_in + 1][j_in];
                }
            } else {
                await_copies();
                __syncthreads();
                {
                    const int j_in = j_own;
                    data_ij[0][0] = shared.data_ij[1 - half][0][j_in];
                }
            }
            {
                mean_j[0] = mean_j[0] + data_ij[i_in % 2][0];
            }
        }
    }
    if (i_chunk < i_count) {
        __syncthreads();
        // Stage data(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 256 * step + thread;
            const int j_in = group % 256;
            const int i_in = group / 256;
            shared.data_ij[0][i_in][j_in] = i_chunk + i_in <= n - 1 && 256 * jb + j_in <= m - 1 ? data[(long long)(i_chunk + i_in) * data_pitch + 256 * jb + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            alignas(16) double data_ij[1];
            {
                const int j_in = j_own;
                data_ij[0] = shared.data_ij[0][i_in][j_in];
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
extern "C" __global__ void __launch_bounds__(256, 3)
covariance_s2_step(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ mean)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1 && n >= 1) {
        covariance_s2_step_blocks_along_j(m, n, data, data_pitch, mean, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
covariance_s3_step_blocks_along_j_boundary(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ mean, const int jb)
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
covariance_s3_step_blocks_along_j(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ mean, const int jb)
{
    if (!(m >= 256 * jb + 256)) {
        covariance_s3_step_blocks_along_j_boundary(m, n, float_n, mean, jb);
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
covariance_s3_step(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ mean)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 255) >> 8));
    const int jb = block;
    if (m >= 1) {
        covariance_s3_step_blocks_along_j(m, n, float_n, mean, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
covariance_s4_step_blocks_along_i_boundary(const int m, const int n, double *__restrict__ data, const int data_pitch, const double *__restrict__ mean, const int ib, const int jb)
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
covariance_s4_step_blocks_along_i(const int m, const int n, double *__restrict__ data, const int data_pitch, const double *__restrict__ mean, const int ib, const int jb)
{
    if (!(n >= 8 * ib + 8 && m >= 32 * jb + 32)) {
        covariance_s4_step_blocks_along_i_boundary(m, n, data, data_pitch, mean, ib, jb);
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
covariance_s4_step(const int m, const int n, double *__restrict__ data, const int data_pitch, const double *__restrict__ mean)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 7) >> 3));
    const int jb_count = max(0, ((m + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && n >= 1) {
        covariance_s4_step_blocks_along_i(m, n, data, data_pitch, mean, ib, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
covariance_s5_step_blocks_along_i_boundary(const int m, const int n, double *__restrict__ cov, const int cov_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double cov_ij[1][1];
    {
        {
            cov_ij[0][0] = 0.0;
        }
    }
    // Store cov(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            if ((m >= j + 1) && (j >= i)) {
                cov[(long long)i * cov_pitch + j] = cov_ij[0][0];
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
covariance_s5_step_blocks_along_i(const int m, const int n, double *__restrict__ cov, const int cov_pitch, const int ib, const int jb)
{
    if (!(4 * jb >= ib + 1 && m >= 32 * jb + 32)) {
        covariance_s5_step_blocks_along_i_boundary(m, n, cov, cov_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double cov_ij[1][1];
    {
        {
            cov_ij[0][0] = 0.0;
        }
    }
    // Store cov(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            cov[(long long)i * cov_pitch + j] = cov_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
covariance_s5_step(const int m, const int n, double *__restrict__ cov, const int cov_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 7) >> 3));
    const int jb_count = max(0, ((m + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && 4 * jb + 3 >= ib) {
        covariance_s5_step_blocks_along_i(m, n, cov, cov_pitch, ib, jb);
    }
}

struct covariance_s6_step_blocks_along_i_shared {
    alignas(16) double data_ki[2][32][48]; // data(k,i)
    alignas(16) double data_kj[2][32][128]; // data(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
covariance_s6_step_blocks_along_i_boundary(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ cov, const int cov_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int k_count = n;
    const int i_base = 48 * ib;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    covariance_s6_step_blocks_along_i_shared &shared = *reinterpret_cast<covariance_s6_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double cov_ij[4][8];
    // Load cov(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 24 * (mi / 2) + mi % 2;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 32 * (mj / 2) + mj % 2;
            cov_ij[mi][mj] = i <= m - 1 && j <= m - 1 ? cov[(long long)i * cov_pitch + j] : 0.0;
        }
    }
    for (int k_chunk = 0; k_chunk < k_count; k_chunk += 32) {
        // Stage data(k,i).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 192 * step + thread;
            const int i_in = group % 48;
            const int k_in = group / 48;
            shared.data_ki[0][k_in][i_in] = k_chunk + k_in <= n - 1 && 48 * ib + i_in <= m - 1 ? data[(long long)(k_chunk + k_in) * data_pitch + 48 * ib + i_in] : 0.0;
        }
        // Stage data(k,j).
        #pragma unroll 8
        for (int step = 0; step < 22; ++step) {
            const int group = 192 * step + thread;
            if (group < 4096) {
                const int j_in = group % 128;
                const int k_in = group / 128;
                shared.data_kj[0][k_in][j_in] = k_chunk + k_in <= n - 1 && 128 * jb + j_in <= m - 1 ? data[(long long)(k_chunk + k_in) * data_pitch + 128 * jb + j_in] : 0.0;
            }
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
            alignas(16) double data_ki[4];
            #pragma unroll
            for (int mi = 0; mi < 4; mi += 2) {
                const int i_in = i_own + 12 * mi;
                copy2(&data_ki[mi], &shared.data_ki[0][k_in][i_in]);
            }
            alignas(16) double data_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j_in = j_own + 16 * mj;
                copy2(&data_kj[mj], &shared.data_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    cov_ij[mi][mj] = cov_ij[mi][mj] + data_ki[mi] * data_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store cov(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 24 * (mi / 2) + mi % 2;
        #pragma unroll
        for (int mj = 0; mj < 8; ++mj) {
            const int j = j_base + j_own + 32 * (mj / 2) + mj % 2;
            if ((m >= j + 1) && (j >= i)) {
                cov[(long long)i * cov_pitch + j] = cov_ij[mi][mj];
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
covariance_s6_step_blocks_along_i(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ cov, const int cov_pitch, const int ib, const int jb)
{
    if (!(m - 128 * jb - 1 >= 0 && 48 * ib - 128 * jb + 47 <= 0 && (128 * jb - m + 128 <= 0 || 32 * ((m + 31) >> 5) - m >= 2))) {
        covariance_s6_step_blocks_along_i_boundary(m, n, data, data_pitch, cov, cov_pitch, ib, jb);
        return;
    }
    // Interior: points take part in every iteration, or lie in the padding of rows.
    const int thread = threadIdx.x;
    const int k_count = n;
    const int i_base = 48 * ib;
    int i_own = 2 * (thread / 8 % 4 + thread / 64 * 4);
    const int j_base = 128 * jb;
    int j_own = 2 * (thread % 8 + thread / 32 % 2 * 8);
    covariance_s6_step_blocks_along_i_shared &shared = *reinterpret_cast<covariance_s6_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double cov_ij[4][8];
    // Load cov(i,j).
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 24 * (mi / 2) + mi % 2;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 2) {
            const int j = j_base + j_own + 16 * mj;
            copy2(&cov_ij[mi][mj], &cov[(long long)i * cov_pitch + min(j, cov_pitch - 2)]);
        }
    }
    alignas(16) double data_ki[2][4];
    alignas(16) double data_kj[2][8];
    if (32 <= k_count) {
        // Stage data(k,i).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 192 * step + thread;
            const int i_in = 2 * (group % 24);
            const int k_in = group / 24;
            copy_async2(&shared.data_ki[0][k_in][i_in], &data[(long long)k_in * data_pitch + 48 * ib + i_in]);
        }
        // Stage data(k,j).
        #pragma unroll 8
        for (int step = 0; step < 11; ++step) {
            const int group = 192 * step + thread;
            if (group < 2048) {
                const int j_in = 2 * (group % 64);
                const int k_in = group / 64;
                copy_async2(&shared.data_kj[0][k_in][j_in], &data[(long long)k_in * data_pitch + min(128 * jb + j_in, data_pitch - 2)]);
            }
        }
        await_copies();
        __syncthreads();
        #pragma unroll
        for (int mi = 0; mi < 4; mi += 2) {
            const int i_in = i_own + 12 * mi;
            copy2(&data_ki[0][mi], &shared.data_ki[0][0][i_in]);
        }
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 2) {
            const int j_in = j_own + 16 * mj;
            copy2(&data_kj[0][mj], &shared.data_kj[0][0][j_in]);
        }
    }
    int k_chunk = 0;
    for (; k_chunk + 32 <= k_count; k_chunk += 32) {
        const int half = k_chunk / 32 % 2;
        const int next = k_chunk + 32;
        if (next + 32 <= k_count) {
            // Stage data(k,i).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 192 * step + thread;
                const int i_in = 2 * (group % 24);
                const int k_in = group / 24;
                copy_async2(&shared.data_ki[1 - half][k_in][i_in], &data[(long long)(next + k_in) * data_pitch + 48 * ib + i_in]);
            }
            // Stage data(k,j).
            #pragma unroll 8
            for (int step = 0; step < 11; ++step) {
                const int group = 192 * step + thread;
                if (group < 2048) {
                    const int j_in = 2 * (group % 64);
                    const int k_in = group / 64;
                    copy_async2(&shared.data_kj[1 - half][k_in][j_in], &data[(long long)(next + k_in) * data_pitch + min(128 * jb + j_in, data_pitch - 2)]);
                }
            }
        }
        #pragma unroll 32
        for (int k_in = 0; k_in < 32; ++k_in) {
            // Read what the next iteration needs.
            if (k_in + 1 < 32) {
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 12 * mi;
                    copy2(&data_ki[(k_in + 1) % 2][mi], &shared.data_ki[half][k_in + 1][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 16 * mj;
                    copy2(&data_kj[(k_in + 1) % 2][mj], &shared.data_kj[half][k_in + 1][j_in]);
                }
            } else {
                await_copies();
                __syncthreads();
                #pragma unroll
                for (int mi = 0; mi < 4; mi += 2) {
                    const int i_in = i_own + 12 * mi;
                    copy2(&data_ki[0][mi], &shared.data_ki[1 - half][0][i_in]);
                }
                #pragma unroll
                for (int mj = 0; mj < 8; mj += 2) {
                    const int j_in = j_own + 16 * mj;
                    copy2(&data_kj[0][mj], &shared.data_kj[1 - half][0][j_in]);
                }
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    cov_ij[mi][mj] = cov_ij[mi][mj] + data_ki[k_in % 2][mi] * data_kj[k_in % 2][mj];
                }
            }
        }
    }
    if (k_chunk < k_count) {
        __syncthreads();
        // Stage data(k,i).
        #pragma unroll 8
        for (int step = 0; step < 8; ++step) {
            const int group = 192 * step + thread;
            const int i_in = group % 48;
            const int k_in = group / 48;
            shared.data_ki[0][k_in][i_in] = k_chunk + k_in <= n - 1 && 48 * ib + i_in <= m - 1 ? data[(long long)(k_chunk + k_in) * data_pitch + 48 * ib + i_in] : 0.0;
        }
        // Stage data(k,j).
        #pragma unroll 8
        for (int step = 0; step < 22; ++step) {
            const int group = 192 * step + thread;
            if (group < 4096) {
                const int j_in = group % 128;
                const int k_in = group / 128;
                shared.data_kj[0][k_in][j_in] = k_chunk + k_in <= n - 1 && 128 * jb + j_in <= m - 1 ? data[(long long)(k_chunk + k_in) * data_pitch + 128 * jb + j_in] : 0.0;
            }
        }
        __syncthreads();
        #pragma unroll 1
        for (int k_in = 0; k_in < min(32, k_count - k_chunk); ++k_in) {
            alignas(16) double data_ki[4];
            #pragma unroll
            for (int mi = 0; mi < 4; mi += 2) {
                const int i_in = i_own + 12 * mi;
                copy2(&data_ki[mi], &shared.data_ki[0][k_in][i_in]);
            }
            alignas(16) double data_kj[8];
            #pragma unroll
            for (int mj = 0; mj < 8; mj += 2) {
                const int j_in = j_own + 16 * mj;
                copy2(&data_kj[mj], &shared.data_kj[0][k_in][j_in]);
            }
            #pragma unroll
            for (int mi = 0; mi < 4; ++mi) {
                #pragma unroll
                for (int mj = 0; mj < 8; ++mj) {
                    cov_ij[mi][mj] = cov_ij[mi][mj] + data_ki[mi] * data_kj[mj];
                }
            }
        }
        __syncthreads();
    }
    // Store cov(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    #pragma unroll
    for (int mi = 0; mi < 4; ++mi) {
        const int i = i_base + i_own + 24 * (mi / 2) + mi % 2;
        #pragma unroll
        for (int mj = 0; mj < 8; mj += 2) {
            const int j = j_base + j_own + 16 * mj;
            copy2(&cov[(long long)i * cov_pitch + min(j, cov_pitch - 2)], &cov_ij[mi][mj]);
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(192, 2)
covariance_s6_step(const int m, const int n, const double *__restrict__ data, const int data_pitch, double *__restrict__ cov, const int cov_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 47) / 48 - ((m + 47) % 48 < 0)));
    const int jb_count = max(0, ((m + 127) >> 7));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && n >= 1 && 8 * jb + 7 >= 3 * ib) {
        covariance_s6_step_blocks_along_i(m, n, data, data_pitch, cov, cov_pitch, ib, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
covariance_s7_step_blocks_along_i_boundary(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ cov, const int cov_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double cov_ij[1][1];
    // Load cov(i,j).
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            cov_ij[0][0] = i <= m - 1 && j <= m - 1 ? cov[(long long)i * cov_pitch + j] : 0.0;
        }
    }
    const double factor = float_n[0] - 1.0;
    {
        {
            cov_ij[0][0] = cov_ij[0][0] / factor;
        }
    }
    // Store cov(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            if ((m >= j + 1) && (j >= i)) {
                cov[(long long)i * cov_pitch + j] = cov_ij[0][0];
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
covariance_s7_step_blocks_along_i(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ cov, const int cov_pitch, const int ib, const int jb)
{
    if (!(4 * jb >= ib + 1 && m >= 32 * jb + 32)) {
        covariance_s7_step_blocks_along_i_boundary(m, n, float_n, cov, cov_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double cov_ij[1][1];
    // Load cov(i,j).
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            cov_ij[0][0] = cov[(long long)i * cov_pitch + j];
        }
    }
    const double factor = float_n[0] - 1.0;
    {
        {
            cov_ij[0][0] = cov_ij[0][0] / factor;
        }
    }
    // Store cov(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            cov[(long long)i * cov_pitch + j] = cov_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
covariance_s7_step(const int m, const int n, const double *__restrict__ float_n, double *__restrict__ cov, const int cov_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 7) >> 3));
    const int jb_count = max(0, ((m + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && 4 * jb + 3 >= ib) {
        covariance_s7_step_blocks_along_i(m, n, float_n, cov, cov_pitch, ib, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
covariance_s8_step_blocks_along_i_boundary(const int m, const int n, double *__restrict__ cov, const int cov_pitch, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double cov_ji[1][1];
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            cov_ji[0][0] = i <= m - 1 && j <= m - 1 ? cov[(long long)i * cov_pitch + j] : 0.0;
        }
    }
    // Store cov(j,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            if ((m >= j + 1) && (j >= i)) {
                cov[(long long)j * cov_pitch + i] = cov_ji[0][0];
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
covariance_s8_step_blocks_along_i(const int m, const int n, double *__restrict__ cov, const int cov_pitch, const int ib, const int jb)
{
    if (!(4 * jb >= ib + 1 && m >= 32 * jb + 32)) {
        covariance_s8_step_blocks_along_i_boundary(m, n, cov, cov_pitch, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double cov_ji[1][1];
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            cov_ji[0][0] = cov[(long long)i * cov_pitch + j];
        }
    }
    // Store cov(j,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            cov[(long long)j * cov_pitch + i] = cov_ji[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
covariance_s8_step(const int m, const int n, double *__restrict__ cov, const int cov_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 7) >> 3));
    const int jb_count = max(0, ((m + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (m >= 1 && 4 * jb + 3 >= ib) {
        covariance_s8_step_blocks_along_i(m, n, cov, cov_pitch, ib, jb);
    }
}
