/*
 * bicg, tiled by Tilewright
 *
 * S1(i): s(i) = 0
 * S2(i): q(i) = 0.0
 * S3(i,j): s(j) = s(j) + (r(i) * A(i,j))
 * S4(i,j): q(i) = q(i) + (A(i,j) * p(j))
 *
 * Candidate: block 8x32, thread 1x1, chunk 8, buffers 2
 * Shape: 1D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: the parallel loops carry no dependence; the others
 *     run inside the kernel; S4: the parallel loops carry no dependence; the others run inside the
 *     kernel
 *
 * Kernel bicg_s1_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel bicg_s2_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel bicg_s3_step: all blocks
 *   - blocks along j
 *
 * Kernel bicg_s4_step: all blocks
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
bicg_s1_step_blocks_along_i(const int m, const int n, double *__restrict__ s, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double s_i[1];
    if (m >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        {
            s_i[0] = (double)0;
        }
        // Store s(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            s[i] = s_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        {
            s_i[0] = (double)0;
        }
        // Store s(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (m >= i + 1) {
                s[i] = s_i[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
bicg_s1_step(const int m, const int n, double *__restrict__ s)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 255) >> 8));
    const int ib = block;
    if (m >= 1) {
        bicg_s1_step_blocks_along_i(m, n, s, ib);
    }
}

/** blocks along i */
static __device__ __forceinline__ void
bicg_s2_step_blocks_along_i(const int m, const int n, double *__restrict__ q, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double q_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        {
            q_i[0] = 0.0;
        }
        // Store q(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            q[i] = q_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        {
            q_i[0] = 0.0;
        }
        // Store q(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                q[i] = q_i[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
bicg_s2_step(const int m, const int n, double *__restrict__ q)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        bicg_s2_step_blocks_along_i(m, n, q, ib);
    }
}

struct bicg_s3_step_blocks_along_j_shared {
    alignas(16) double value_ij[2][8][32]; // r(i) * A(i,j)
};

/** blocks along j */
static __device__ __forceinline__ void
bicg_s3_step_blocks_along_j(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ s, const double *__restrict__ r, const int jb)
{
    const int thread = threadIdx.x;
    const int i_count = n;
    const int j_base = 32 * jb;
    int j_own = thread;
    bicg_s3_step_blocks_along_j_shared &shared = *reinterpret_cast<bicg_s3_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double s_j[1];
    if (m >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
        // Load s(j).
        {
            const int j = j_base + j_own;
            s_j[0] = s[j];
        }
        if (8 <= i_count) {
            // Stage r(i) * A(i,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 32 * step + thread;
                const int j_in = 2 * (group % 16);
                const int i_in = group / 16;
                alignas(16) double loaded[2];
                copy2(loaded, &A[(long long)i_in * A_pitch + 32 * jb + j_in]);
                alignas(16) double values[2];
                #pragma unroll
                for (int e = 0; e < 2; ++e) {
                    values[e] = r[i_in] * loaded[e];
                }
                copy2(&shared.value_ij[0][i_in][j_in], values);
            }
        }
        int i_chunk = 0;
        for (; i_chunk + 8 <= i_count; i_chunk += 8) {
            const int half = i_chunk / 8 % 2;
            const int next = i_chunk + 8;
            await_copies();
            __syncthreads();
            if (next + 8 <= i_count) {
                // Stage r(i) * A(i,j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 32 * step + thread;
                    const int j_in = 2 * (group % 16);
                    const int i_in = group / 16;
                    alignas(16) double loaded[2];
                    copy2(loaded, &A[(long long)(next + i_in) * A_pitch + 32 * jb + j_in]);
                    alignas(16) double values[2];
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        values[e] = r[next + i_in] * loaded[e];
                    }
                    copy2(&shared.value_ij[1 - half][i_in][j_in], values);
                }
            }
            #pragma unroll 8
            for (int i_in = 0; i_in < 8; ++i_in) {
                alignas(16) double value_ij[1];
                {
                    const int j_in = j_own;
                    value_ij[0] = shared.value_ij[half][i_in][j_in];
                }
                {
                    s_j[0] = s_j[0] + value_ij[0];
                }
            }
        }
        if (i_chunk < i_count) {
            __syncthreads();
            // Stage r(i) * A(i,j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 32;
                const int i_in = group / 32;
                shared.value_ij[0][i_in][j_in] = (i_chunk + i_in <= n - 1 ? r[i_chunk + i_in] : 0.0) * (i_chunk + i_in <= n - 1 && 32 * jb + j_in <= m - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + 32 * jb + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int i_in = 0; i_in < min(8, i_count - i_chunk); ++i_in) {
                alignas(16) double value_ij[1];
                {
                    const int j_in = j_own;
                    value_ij[0] = shared.value_ij[0][i_in][j_in];
                }
                {
                    s_j[0] = s_j[0] + value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store s(j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own));
        {
            const int j = j_base + j_own;
            s[j] = s_j[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load s(j).
        {
            const int j = j_base + j_own;
            s_j[0] = j <= m - 1 ? s[j] : 0.0;
        }
        for (int i_chunk = 0; i_chunk < i_count; i_chunk += 8) {
            // Stage r(i) * A(i,j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 32;
                const int i_in = group / 32;
                shared.value_ij[0][i_in][j_in] = (i_chunk + i_in <= n - 1 ? r[i_chunk + i_in] : 0.0) * (i_chunk + i_in <= n - 1 && 32 * jb + j_in <= m - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + 32 * jb + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int i_in = 0; i_in < min(8, i_count - i_chunk); ++i_in) {
                alignas(16) double value_ij[1];
                {
                    const int j_in = j_own;
                    value_ij[0] = shared.value_ij[0][i_in][j_in];
                }
                {
                    s_j[0] = s_j[0] + value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store s(j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own));
        {
            const int j = j_base + j_own;
            if (m >= j + 1) {
                s[j] = s_j[0];
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
bicg_s3_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ s, const double *__restrict__ r)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 31) >> 5));
    const int jb = block;
    if (m >= 1 && n >= 1) {
        bicg_s3_step_blocks_along_j(m, n, A, A_pitch, s, r, jb);
    }
}

struct bicg_s4_step_blocks_along_i_shared {
    alignas(16) double value_ij[2][16][256]; // A(i,j) * p(j)
};

/** blocks along i */
static __device__ __forceinline__ void
bicg_s4_step_blocks_along_i(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ q, const double *__restrict__ p, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = m;
    const int i_base = 256 * ib;
    int i_own = thread;
    bicg_s4_step_blocks_along_i_shared &shared = *reinterpret_cast<bicg_s4_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double q_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        // Load q(i).
        {
            const int i = i_base + i_own;
            q_i[0] = q[i];
        }
        if (16 <= j_count) {
            // Stage A(i,j) * p(j).
            #pragma unroll 4
            for (int step = 0; step < 8; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 2 * (group % 2 + 2 * (group / 512));
                const int i_in = group / 2 % 256;
                alignas(16) double loaded1[2];
                copy2(loaded1, &A[(long long)(256 * ib + i_in) * A_pitch + j_in]);
                alignas(16) double loaded2[2];
                copy2(loaded2, &p[j_in]);
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
                // Stage A(i,j) * p(j).
                #pragma unroll 4
                for (int step = 0; step < 8; ++step) {
                    const int group = 256 * step + thread;
                    const int j_in = 2 * (group % 2 + 2 * (group / 512));
                    const int i_in = group / 2 % 256;
                    alignas(16) double loaded1[2];
                    copy2(loaded1, &A[(long long)(256 * ib + i_in) * A_pitch + next + j_in]);
                    alignas(16) double loaded2[2];
                    copy2(loaded2, &p[next + j_in]);
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
                    q_i[0] = q_i[0] + value_ij[0];
                }
            }
        }
        if (j_chunk < j_count) {
            __syncthreads();
            // Stage A(i,j) * p(j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 4 + 4 * (group / 1024);
                const int i_in = group / 4 % 256;
                shared.value_ij[0][j_in][i_in] = (256 * ib + i_in <= n - 1 && j_chunk + j_in <= m - 1 ? A[(long long)(256 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= m - 1 ? p[j_chunk + j_in] : 0.0);
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
                    q_i[0] = q_i[0] + value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store q(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            q[i] = q_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load q(i).
        {
            const int i = i_base + i_own;
            q_i[0] = i <= n - 1 ? q[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
            // Stage A(i,j) * p(j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 4 + 4 * (group / 1024);
                const int i_in = group / 4 % 256;
                shared.value_ij[0][j_in][i_in] = (256 * ib + i_in <= n - 1 && j_chunk + j_in <= m - 1 ? A[(long long)(256 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= m - 1 ? p[j_chunk + j_in] : 0.0);
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
                    q_i[0] = q_i[0] + value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store q(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                q[i] = q_i[0];
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(256, 3)
bicg_s4_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ q, const double *__restrict__ p)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (m >= 1 && n >= 1) {
        bicg_s4_step_blocks_along_i(m, n, A, A_pitch, q, p, ib);
    }
}
