/*
 * gesummv, tiled by Tilewright
 *
 * S1(i): tmp(i) = 0.0
 * S2(i): y(i) = 0.0
 * S3(i,j): tmp(i) = (A(i,j) * x(j)) + tmp(i)
 * S4(i,j): y(i) = (B(i,j) * x(j)) + y(i)
 * S5(i): y(i) = (alpha * tmp(i)) + (beta * y(i))
 *
 * Candidate: block 32x8, thread 1x1, chunk 8, buffers 2
 * Shape: 1D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: the parallel loops carry no dependence; the others
 *     run inside the kernel; S4: the parallel loops carry no dependence; the others run inside the
 *     kernel; S5: the iterations of one launch do not depend on each other
 *
 * Kernel gesummv_s1_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel gesummv_s2_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel gesummv_s3_step: all blocks
 *   - blocks along i
 *
 * Kernel gesummv_s4_step: all blocks
 *   - blocks along i
 *
 * Kernel gesummv_s5_step: all iterations of a step
 *   - blocks along i
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

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
    alignas(16) double value_ij[2][8][32]; // A(i,j) * x(j)
};

/** blocks along i */
static __device__ __forceinline__ void
gesummv_s3_step_blocks_along_i(const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ tmp, const double *__restrict__ x, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = n;
    const int i_base = 32 * ib;
    int i_own = thread;
    gesummv_s3_step_blocks_along_i_shared &shared = *reinterpret_cast<gesummv_s3_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double tmp_i[1];
    if (n >= 32 * ib + 32) {
        // Interior: every point takes part in every iteration.
        // Load tmp(i).
        {
            const int i = i_base + i_own;
            tmp_i[0] = tmp[i];
        }
        if (8 <= j_count) {
            // Stage A(i,j) * x(j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 32 * step + thread;
                const int j_in = 2 * (group % 2 + 2 * (group / 64));
                const int i_in = group / 2 % 32;
                alignas(16) double loaded1[2];
                copy2(loaded1, &A[(long long)(32 * ib + i_in) * A_pitch + j_in]);
                alignas(16) double loaded2[2];
                copy2(loaded2, &x[j_in]);
                #pragma unroll
                for (int e = 0; e < 2; ++e) {
                    shared.value_ij[0][j_in + e][i_in] = loaded1[e] * loaded2[e];
                }
            }
        }
        int j_chunk = 0;
        for (; j_chunk + 8 <= j_count; j_chunk += 8) {
            const int half = j_chunk / 8 % 2;
            const int next = j_chunk + 8;
            await_copies();
            __syncthreads();
            if (next + 8 <= j_count) {
                // Stage A(i,j) * x(j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 32 * step + thread;
                    const int j_in = 2 * (group % 2 + 2 * (group / 64));
                    const int i_in = group / 2 % 32;
                    alignas(16) double loaded1[2];
                    copy2(loaded1, &A[(long long)(32 * ib + i_in) * A_pitch + next + j_in]);
                    alignas(16) double loaded2[2];
                    copy2(loaded2, &x[next + j_in]);
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        shared.value_ij[1 - half][j_in + e][i_in] = loaded1[e] * loaded2[e];
                    }
                }
            }
            #pragma unroll 8
            for (int j_in = 0; j_in < 8; ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[half][j_in][i_in];
                }
                {
                    tmp_i[0] = value_ij[0] + tmp_i[0];
                }
            }
        }
        if (j_chunk < j_count) {
            __syncthreads();
            // Stage A(i,j) * x(j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= n - 1 && j_chunk + j_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= n - 1 ? x[j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(8, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[0][j_in][i_in];
                }
                {
                    tmp_i[0] = value_ij[0] + tmp_i[0];
                }
            }
            __syncthreads();
        }
        // Store tmp(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            tmp[i] = tmp_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load tmp(i).
        {
            const int i = i_base + i_own;
            tmp_i[0] = i <= n - 1 ? tmp[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 8) {
            // Stage A(i,j) * x(j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= n - 1 && j_chunk + j_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= n - 1 ? x[j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(8, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[0][j_in][i_in];
                }
                {
                    tmp_i[0] = value_ij[0] + tmp_i[0];
                }
            }
            __syncthreads();
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

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
gesummv_s3_step(const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ tmp, const double *__restrict__ x)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 31) >> 5));
    const int ib = block;
    if (n >= 1) {
        gesummv_s3_step_blocks_along_i(n, A, A_pitch, tmp, x, ib);
    }
}

struct gesummv_s4_step_blocks_along_i_shared {
    alignas(16) double value_ij[2][8][32]; // B(i,j) * x(j)
};

/** blocks along i */
static __device__ __forceinline__ void
gesummv_s4_step_blocks_along_i(const int n, const double *__restrict__ B, const int B_pitch, const double *__restrict__ x, double *__restrict__ y, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = n;
    const int i_base = 32 * ib;
    int i_own = thread;
    gesummv_s4_step_blocks_along_i_shared &shared = *reinterpret_cast<gesummv_s4_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double y_i[1];
    if (n >= 32 * ib + 32) {
        // Interior: every point takes part in every iteration.
        // Load y(i).
        {
            const int i = i_base + i_own;
            y_i[0] = y[i];
        }
        if (8 <= j_count) {
            // Stage B(i,j) * x(j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 32 * step + thread;
                const int j_in = 2 * (group % 2 + 2 * (group / 64));
                const int i_in = group / 2 % 32;
                alignas(16) double loaded1[2];
                copy2(loaded1, &B[(long long)(32 * ib + i_in) * B_pitch + j_in]);
                alignas(16) double loaded2[2];
                copy2(loaded2, &x[j_in]);
                #pragma unroll
                for (int e = 0; e < 2; ++e) {
                    shared.value_ij[0][j_in + e][i_in] = loaded1[e] * loaded2[e];
                }
            }
        }
        int j_chunk = 0;
        for (; j_chunk + 8 <= j_count; j_chunk += 8) {
            const int half = j_chunk / 8 % 2;
            const int next = j_chunk + 8;
            await_copies();
            __syncthreads();
            if (next + 8 <= j_count) {
                // Stage B(i,j) * x(j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 32 * step + thread;
                    const int j_in = 2 * (group % 2 + 2 * (group / 64));
                    const int i_in = group / 2 % 32;
                    alignas(16) double loaded1[2];
                    copy2(loaded1, &B[(long long)(32 * ib + i_in) * B_pitch + next + j_in]);
                    alignas(16) double loaded2[2];
                    copy2(loaded2, &x[next + j_in]);
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        shared.value_ij[1 - half][j_in + e][i_in] = loaded1[e] * loaded2[e];
                    }
                }
            }
            #pragma unroll 8
            for (int j_in = 0; j_in < 8; ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[half][j_in][i_in];
                }
                {
                    y_i[0] = value_ij[0] + y_i[0];
                }
            }
        }
        if (j_chunk < j_count) {
            __syncthreads();
            // Stage B(i,j) * x(j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= n - 1 && j_chunk + j_in <= n - 1 ? B[(long long)(32 * ib + i_in) * B_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= n - 1 ? x[j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(8, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[0][j_in][i_in];
                }
                {
                    y_i[0] = value_ij[0] + y_i[0];
                }
            }
            __syncthreads();
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
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 8) {
            // Stage B(i,j) * x(j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= n - 1 && j_chunk + j_in <= n - 1 ? B[(long long)(32 * ib + i_in) * B_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= n - 1 ? x[j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(8, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[0][j_in][i_in];
                }
                {
                    y_i[0] = value_ij[0] + y_i[0];
                }
            }
            __syncthreads();
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

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
gesummv_s4_step(const int n, const double *__restrict__ B, const int B_pitch, const double *__restrict__ x, double *__restrict__ y)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 31) >> 5));
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
