/*
 * atax, tiled by Tilewright
 *
 * S1(i): y(i) = 0
 * S2(i): tmp(i) = 0.0
 * S3(i,j): tmp(i) = tmp(i) + (A(i,j) * x(j))
 * S4(i,j): y(j) = y(j) + (A(i,j) * tmp(i))
 *
 * Candidate: block 32x16, thread 1x1, chunk 16, buffers 2
 * Shape: 1D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: the parallel loops carry no dependence; the others
 *     run inside the kernel; S4: the parallel loops carry no dependence; the others run inside the
 *     kernel
 *
 * Kernel atax_s1_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel atax_s2_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel atax_s3_step: all blocks
 *   - blocks along i
 *
 * Kernel atax_s4_step: all blocks
 *   - blocks along j
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
    alignas(16) double value_ij[2][16][32]; // A(i,j) * x(j)
};

/** blocks along i */
static __device__ __forceinline__ void
atax_s3_step_blocks_along_i(const int m, const int n, const double *__restrict__ A, const int A_pitch, const double *__restrict__ x, double *__restrict__ tmp, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = n;
    const int i_base = 32 * ib;
    int i_own = thread;
    atax_s3_step_blocks_along_i_shared &shared = *reinterpret_cast<atax_s3_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double tmp_i[1];
    if (m >= 32 * ib + 32) {
        // Interior: every point takes part in every iteration.
        // Load tmp(i).
        {
            const int i = i_base + i_own;
            tmp_i[0] = tmp[i];
        }
        if (16 <= j_count) {
            // Stage A(i,j) * x(j).
            #pragma unroll 4
            for (int step = 0; step < 8; ++step) {
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
        for (; j_chunk + 16 <= j_count; j_chunk += 16) {
            const int half = j_chunk / 16 % 2;
            const int next = j_chunk + 16;
            await_copies();
            __syncthreads();
            if (next + 16 <= j_count) {
                // Stage A(i,j) * x(j).
                #pragma unroll 4
                for (int step = 0; step < 8; ++step) {
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
            #pragma unroll 16
            for (int j_in = 0; j_in < 16; ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[half][j_in][i_in];
                }
                {
                    tmp_i[0] = tmp_i[0] + value_ij[0];
                }
            }
        }
        if (j_chunk < j_count) {
            __syncthreads();
            // Stage A(i,j) * x(j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= m - 1 && j_chunk + j_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= n - 1 ? x[j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[0][j_in][i_in];
                }
                {
                    tmp_i[0] = tmp_i[0] + value_ij[0];
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
            tmp_i[0] = i <= m - 1 ? tmp[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
            // Stage A(i,j) * x(j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= m - 1 && j_chunk + j_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= n - 1 ? x[j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ij[1];
                {
                    const int i_in = i_own;
                    value_ij[0] = shared.value_ij[0][j_in][i_in];
                }
                {
                    tmp_i[0] = tmp_i[0] + value_ij[0];
                }
            }
            __syncthreads();
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

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 25)
atax_s3_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, const double *__restrict__ x, double *__restrict__ tmp)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 31) >> 5));
    const int ib = block;
    if (m >= 1 && n >= 1) {
        atax_s3_step_blocks_along_i(m, n, A, A_pitch, x, tmp, ib);
    }
}

struct atax_s4_step_blocks_along_j_shared {
    alignas(16) double value_ij[2][16][256]; // A(i,j) * tmp(i)
};

/** blocks along j */
static __device__ __forceinline__ void
atax_s4_step_blocks_along_j(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ y, const double *__restrict__ tmp, const int jb)
{
    const int thread = threadIdx.x;
    const int i_count = m;
    const int j_base = 256 * jb;
    int j_own = thread;
    atax_s4_step_blocks_along_j_shared &shared = *reinterpret_cast<atax_s4_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double y_j[1];
    if (n >= 256 * jb + 256) {
        // Interior: every point takes part in every iteration.
        // Load y(j).
        {
            const int j = j_base + j_own;
            y_j[0] = y[j];
        }
        if (16 <= i_count) {
            // Stage A(i,j) * tmp(i).
            #pragma unroll 4
            for (int step = 0; step < 8; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 2 * (group % 128);
                const int i_in = group / 128;
                alignas(16) double loaded[2];
                copy2(loaded, &A[(long long)i_in * A_pitch + 256 * jb + j_in]);
                alignas(16) double values[2];
                #pragma unroll
                for (int e = 0; e < 2; ++e) {
                    values[e] = loaded[e] * tmp[i_in];
                }
                copy2(&shared.value_ij[0][i_in][j_in], values);
            }
        }
        int i_chunk = 0;
        for (; i_chunk + 16 <= i_count; i_chunk += 16) {
            const int half = i_chunk / 16 % 2;
            const int next = i_chunk + 16;
            await_copies();
            __syncthreads();
            if (next + 16 <= i_count) {
                // Stage A(i,j) * tmp(i).
                #pragma unroll 4
                for (int step = 0; step < 8; ++step) {
                    const int group = 256 * step + thread;
                    const int j_in = 2 * (group % 128);
                    const int i_in = group / 128;
                    alignas(16) double loaded[2];
                    copy2(loaded, &A[(long long)(next + i_in) * A_pitch + 256 * jb + j_in]);
                    alignas(16) double values[2];
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        values[e] = loaded[e] * tmp[next + i_in];
                    }
                    copy2(&shared.value_ij[1 - half][i_in][j_in], values);
                }
            }
            #pragma unroll 16
            for (int i_in = 0; i_in < 16; ++i_in) {
                alignas(16) double value_ij[1];
                {
                    const int j_in = j_own;
                    value_ij[0] = shared.value_ij[half][i_in][j_in];
                }
                {
                    y_j[0] = y_j[0] + value_ij[0];
                }
            }
        }
        if (i_chunk < i_count) {
            __syncthreads();
            // Stage A(i,j) * tmp(i).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 256;
                const int i_in = group / 256;
                shared.value_ij[0][i_in][j_in] = (i_chunk + i_in <= m - 1 && 256 * jb + j_in <= n - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + 256 * jb + j_in] : 0.0) * (i_chunk + i_in <= m - 1 ? tmp[i_chunk + i_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
                alignas(16) double value_ij[1];
                {
                    const int j_in = j_own;
                    value_ij[0] = shared.value_ij[0][i_in][j_in];
                }
                {
                    y_j[0] = y_j[0] + value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store y(j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own));
        {
            const int j = j_base + j_own;
            y[j] = y_j[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load y(j).
        {
            const int j = j_base + j_own;
            y_j[0] = j <= n - 1 ? y[j] : 0.0;
        }
        for (int i_chunk = 0; i_chunk < i_count; i_chunk += 16) {
            // Stage A(i,j) * tmp(i).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 256;
                const int i_in = group / 256;
                shared.value_ij[0][i_in][j_in] = (i_chunk + i_in <= m - 1 && 256 * jb + j_in <= n - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + 256 * jb + j_in] : 0.0) * (i_chunk + i_in <= m - 1 ? tmp[i_chunk + i_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
                alignas(16) double value_ij[1];
                {
                    const int j_in = j_own;
                    value_ij[0] = shared.value_ij[0][i_in][j_in];
                }
                {
                    y_j[0] = y_j[0] + value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store y(j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own));
        {
            const int j = j_base + j_own;
            if (n >= j + 1) {
                y[j] = y_j[0];
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(256, 3)
atax_s4_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ y, const double *__restrict__ tmp)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((n + 255) >> 8));
    const int jb = block;
    if (m >= 1 && n >= 1) {
        atax_s4_step_blocks_along_j(m, n, A, A_pitch, y, tmp, jb);
    }
}
