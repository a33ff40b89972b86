/*
 * mvt, tiled by Tilewright
 *
 * S1(i,j): x1(i) = x1(i) + (A(i,j) * y_1(j))
 * S2(i,j): x2(i) = x2(i) + (A(j,i) * y_2(j))
 *
 * Candidate: block 32x8, thread 1x1, chunk 8, buffers 2
 * Shape: 1D blocks
 * Legal because S1: the parallel loops carry no dependence; the others run inside the kernel; S2: the
 *     parallel loops carry no dependence; the others run inside the kernel
 *
 * Kernel mvt_s1_step: all blocks
 *   - blocks along i
 *
 * Kernel mvt_s2_step: all blocks
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

struct mvt_s1_step_blocks_along_i_shared {
    alignas(16) double value_ij[2][8][32]; // A(i,j) * y_1(j)
};

/** blocks along i */
static __device__ __forceinline__ void
mvt_s1_step_blocks_along_i(const int n, double *__restrict__ x1, const double *__restrict__ y_1, const double *__restrict__ A, const int A_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = n;
    const int i_base = 32 * ib;
    int i_own = thread;
    mvt_s1_step_blocks_along_i_shared &shared = *reinterpret_cast<mvt_s1_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double x1_i[1];
    if (n >= 32 * ib + 32) {
        // Interior: every point takes part in every iteration.
        // Load x1(i).
        {
            const int i = i_base + i_own;
            x1_i[0] = x1[i];
        }
        if (8 <= j_count) {
            // Stage A(i,j) * y_1(j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 32 * step + thread;
                const int j_in = 2 * (group % 2 + 2 * (group / 64));
                const int i_in = group / 2 % 32;
                alignas(16) double loaded1[2];
                copy2(loaded1, &A[(long long)(32 * ib + i_in) * A_pitch + j_in]);
                alignas(16) double loaded2[2];
                copy2(loaded2, &y_1[j_in]);
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
                // Stage A(i,j) * y_1(j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 32 * step + thread;
                    const int j_in = 2 * (group % 2 + 2 * (group / 64));
                    const int i_in = group / 2 % 32;
                    alignas(16) double loaded1[2];
                    copy2(loaded1, &A[(long long)(32 * ib + i_in) * A_pitch + next + j_in]);
                    alignas(16) double loaded2[2];
                    copy2(loaded2, &y_1[next + j_in]);
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
                    x1_i[0] = x1_i[0] + value_ij[0];
                }
            }
        }
        if (j_chunk < j_count) {
            __syncthreads();
            // Stage A(i,j) * y_1(j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= n - 1 && j_chunk + j_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= n - 1 ? y_1[j_chunk + j_in] : 0.0);
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
                    x1_i[0] = x1_i[0] + value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store x1(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            x1[i] = x1_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x1(i).
        {
            const int i = i_base + i_own;
            x1_i[0] = i <= n - 1 ? x1[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 8) {
            // Stage A(i,j) * y_1(j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 4 + 4 * (group / 128);
                const int i_in = group / 4 % 32;
                shared.value_ij[0][j_in][i_in] = (32 * ib + i_in <= n - 1 && j_chunk + j_in <= n - 1 ? A[(long long)(32 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0) * (j_chunk + j_in <= n - 1 ? y_1[j_chunk + j_in] : 0.0);
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
                    x1_i[0] = x1_i[0] + value_ij[0];
                }
            }
            __syncthreads();
        }
        // Store x1(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                x1[i] = x1_i[0];
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
mvt_s1_step(const int n, double *__restrict__ x1, const double *__restrict__ y_1, const double *__restrict__ A, const int A_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 31) >> 5));
    const int ib = block;
    if (n >= 1) {
        mvt_s1_step_blocks_along_i(n, x1, y_1, A, A_pitch, ib);
    }
}

struct mvt_s2_step_blocks_along_i_shared {
    alignas(16) double value_ji[2][8][32]; // A(j,i) * y_2(j)
};

/** blocks along i */
static __device__ __forceinline__ void
mvt_s2_step_blocks_along_i(const int n, double *__restrict__ x2, const double *__restrict__ y_2, const double *__restrict__ A, const int A_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = n;
    const int i_base = 32 * ib;
    int i_own = thread;
    mvt_s2_step_blocks_along_i_shared &shared = *reinterpret_cast<mvt_s2_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double x2_i[1];
    if (n >= 32 * ib + 32) {
        // Interior: every point takes part in every iteration.
        // Load x2(i).
        {
            const int i = i_base + i_own;
            x2_i[0] = x2[i];
        }
        if (8 <= j_count) {
            // Stage A(j,i) * y_2(j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 32 * step + thread;
                const int i_in = 2 * (group % 16);
                const int j_in = group / 16;
                alignas(16) double loaded[2];
                copy2(loaded, &A[(long long)j_in * A_pitch + 32 * ib + i_in]);
                alignas(16) double values[2];
                #pragma unroll
                for (int e = 0; e < 2; ++e) {
                    values[e] = loaded[e] * y_2[j_in];
                }
                copy2(&shared.value_ji[0][j_in][i_in], values);
            }
        }
        int j_chunk = 0;
        for (; j_chunk + 8 <= j_count; j_chunk += 8) {
            const int half = j_chunk / 8 % 2;
            const int next = j_chunk + 8;
            await_copies();
            __syncthreads();
            if (next + 8 <= j_count) {
                // Stage A(j,i) * y_2(j).
                #pragma unroll 4
                for (int step = 0; step < 4; ++step) {
                    const int group = 32 * step + thread;
                    const int i_in = 2 * (group % 16);
                    const int j_in = group / 16;
                    alignas(16) double loaded[2];
                    copy2(loaded, &A[(long long)(next + j_in) * A_pitch + 32 * ib + i_in]);
                    alignas(16) double values[2];
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        values[e] = loaded[e] * y_2[next + j_in];
                    }
                    copy2(&shared.value_ji[1 - half][j_in][i_in], values);
                }
            }
            #pragma unroll 8
            for (int j_in = 0; j_in < 8; ++j_in) {
                alignas(16) double value_ji[1];
                {
                    const int i_in = i_own;
                    value_ji[0] = shared.value_ji[half][j_in][i_in];
                }
                {
                    x2_i[0] = x2_i[0] + value_ji[0];
                }
            }
        }
        if (j_chunk < j_count) {
            __syncthreads();
            // Stage A(j,i) * y_2(j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int i_in = group % 32;
                const int j_in = group / 32;
                shared.value_ji[0][j_in][i_in] = (j_chunk + j_in <= n - 1 && 32 * ib + i_in <= n - 1 ? A[(long long)(j_chunk + j_in) * A_pitch + 32 * ib + i_in] : 0.0) * (j_chunk + j_in <= n - 1 ? y_2[j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(8, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ji[1];
                {
                    const int i_in = i_own;
                    value_ji[0] = shared.value_ji[0][j_in][i_in];
                }
                {
                    x2_i[0] = x2_i[0] + value_ji[0];
                }
            }
            __syncthreads();
        }
        // Store x2(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            x2[i] = x2_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x2(i).
        {
            const int i = i_base + i_own;
            x2_i[0] = i <= n - 1 ? x2[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 8) {
            // Stage A(j,i) * y_2(j).
            #pragma unroll 1
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int i_in = group % 32;
                const int j_in = group / 32;
                shared.value_ji[0][j_in][i_in] = (j_chunk + j_in <= n - 1 && 32 * ib + i_in <= n - 1 ? A[(long long)(j_chunk + j_in) * A_pitch + 32 * ib + i_in] : 0.0) * (j_chunk + j_in <= n - 1 ? y_2[j_chunk + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(8, j_count - j_chunk); ++j_in) {
                alignas(16) double value_ji[1];
                {
                    const int i_in = i_own;
                    value_ji[0] = shared.value_ji[0][j_in][i_in];
                }
                {
                    x2_i[0] = x2_i[0] + value_ji[0];
                }
            }
            __syncthreads();
        }
        // Store x2(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                x2[i] = x2_i[0];
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
mvt_s2_step(const int n, double *__restrict__ x2, const double *__restrict__ y_2, const double *__restrict__ A, const int A_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 31) >> 5));
    const int ib = block;
    if (n >= 1) {
        mvt_s2_step_blocks_along_i(n, x2, y_2, A, A_pitch, ib);
    }
}
