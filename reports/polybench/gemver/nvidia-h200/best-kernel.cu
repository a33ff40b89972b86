/*
 * gemver, tiled by Tilewright
 *
 * S1(i,j): A(i,j) = (A(i,j) + (u1(i) * v1(j))) + (u2(i) * v2(j))
 * S2(i,j): x(i) = x(i) + ((beta * A(j,i)) * y(j))
 * S3(i): x(i) = x(i) + z(i)
 * S4(i,j): w(i) = w(i) + ((alpha * A(i,j)) * x(j))
 *
 * Candidate: block 8x64, thread 4x4, chunk 1, buffers 1
 * Shape: 2D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the parallel loops
 *     carry no dependence; the others run inside the kernel; S3: the iterations of one launch do not
 *     depend on each other; S4: the parallel loops carry no dependence; the others run inside the
 *     kernel
 *
 * Kernel gemver_s1_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel gemver_s2_step: all blocks
 *   - blocks along i
 *
 * Kernel gemver_s3_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel gemver_s4_step: all blocks
 *   - blocks along i
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

/** blocks along i, j */
static __device__ __forceinline__ void
gemver_s1_step_blocks_along_i(const int n, double *__restrict__ A, const int A_pitch, const double *__restrict__ u1, const double *__restrict__ v1, const double *__restrict__ u2, const double *__restrict__ v2, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = 2 * (thread / 16);
    const int j_base = 64 * jb;
    int j_own = thread % 16;
    alignas(16) double A_ij[4][4];
    if (n >= 8 * ib + 8 && n >= 64 * jb + 64) {
        // Interior: every point takes part in every iteration.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                A_ij[mi][mj] = A[(long long)i * A_pitch + j];
            }
        }
        alignas(16) double u1_i[4];
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            u1_i[mi] = u1[i];
        }
        alignas(16) double v1_j[4];
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + 16 * mj;
            v1_j[mj] = v1[j];
        }
        alignas(16) double u2_i[4];
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            u2_i[mi] = u2[i];
        }
        alignas(16) double v2_j[4];
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + 16 * mj;
            v2_j[mj] = v2[j];
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                A_ij[mi][mj] = A_ij[mi][mj] + u1_i[mi] * v1_j[mj] + u2_i[mi] * v2_j[mj];
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                A[(long long)i * A_pitch + j] = A_ij[mi][mj];
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                A_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        alignas(16) double u1_i[4];
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            u1_i[mi] = i <= n - 1 ? u1[i] : 0.0;
        }
        alignas(16) double v1_j[4];
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + 16 * mj;
            v1_j[mj] = j <= n - 1 ? v1[j] : 0.0;
        }
        alignas(16) double u2_i[4];
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            u2_i[mi] = i <= n - 1 ? u2[i] : 0.0;
        }
        alignas(16) double v2_j[4];
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + 16 * mj;
            v2_j[mj] = j <= n - 1 ? v2[j] : 0.0;
        }
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                A_ij[mi][mj] = A_ij[mi][mj] + u1_i[mi] * v1_j[mj] + u2_i[mi] * v2_j[mj];
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 4; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            if (n >= i + 1) {
                #pragma unroll
                for (int mj = 0; mj < 4; ++mj) {
                    const int j = j_base + j_own + 16 * mj;
                    if (n >= j + 1) {
                        A[(long long)i * A_pitch + j] = A_ij[mi][mj];
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(32)
gemver_s1_step(const int n, double *__restrict__ A, const int A_pitch, const double *__restrict__ u1, const double *__restrict__ v1, const double *__restrict__ u2, const double *__restrict__ v2)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 7) >> 3));
    const int jb_count = max(0, ((n + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (n >= 1) {
        gemver_s1_step_blocks_along_i(n, A, A_pitch, u1, v1, u2, v2, ib, jb);
    }
}

struct gemver_s2_step_blocks_along_i_shared {
    alignas(16) double A_ji[16][256]; // A(j,i)
    alignas(16) double y_j[16]; // y(j)
};

/** blocks along i */
static __device__ __forceinline__ void
gemver_s2_step_blocks_along_i(const int n, const double *__restrict__ beta, const double *__restrict__ A, const int A_pitch, double *__restrict__ x, const double *__restrict__ y, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = n;
    const int i_base = 256 * ib;
    int i_own = thread;
    gemver_s2_step_blocks_along_i_shared &shared = *reinterpret_cast<gemver_s2_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double x_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        // Load x(i).
        {
            const int i = i_base + i_own;
            x_i[0] = x[i];
        }
        int j_chunk = 0;
        for (; j_chunk + 16 <= j_count; j_chunk += 16) {
            // Stage A(j,i).
            #pragma unroll 4
            for (int step = 0; step < 8; ++step) {
                const int group = 256 * step + thread;
                const int i_in = 2 * (group % 128);
                const int j_in = group / 128;
                copy2(&shared.A_ji[j_in][i_in], &A[(long long)(j_chunk + j_in) * A_pitch + 256 * ib + i_in]);
            }
            // Stage y(j).
            {
                const int group = thread;
                if (group < 8) {
                    const int j_in = 2 * group;
                    alignas(16) double loaded[2];
                    copy2(loaded, &y[j_chunk + j_in]);
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        shared.y_j[j_in + e] = loaded[e];
                    }
                }
            }
            __syncthreads();
            #pragma unroll 16
            for (int j_in = 0; j_in < 16; ++j_in) {
                const double beta2 = beta[0];
                alignas(16) double A_ji[1];
                {
                    const int i_in = i_own;
                    A_ji[0] = shared.A_ji[j_in][i_in];
                }
                const double y_j = shared.y_j[j_in];
                {
                    x_i[0] = x_i[0] + beta2 * A_ji[0] * y_j;
                }
            }
            __syncthreads();
        }
        if (j_chunk < j_count) {
            // Stage A(j,i).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 256 * step + thread;
                const int i_in = group % 256;
                const int j_in = group / 256;
                shared.A_ji[j_in][i_in] = j_chunk + j_in <= n - 1 && 256 * ib + i_in <= n - 1 ? A[(long long)(j_chunk + j_in) * A_pitch + 256 * ib + i_in] : 0.0;
            }
            // Stage y(j).
            {
                const int group = thread;
                if (group < 16) {
                    const int j_in = group;
                    shared.y_j[j_in] = j_chunk + j_in <= n - 1 ? y[j_chunk + j_in] : 0.0;
                }
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                const double beta2 = beta[0];
                alignas(16) double A_ji[1];
                {
                    const int i_in = i_own;
                    A_ji[0] = shared.A_ji[j_in][i_in];
                }
                const double y_j = shared.y_j[j_in];
                {
                    x_i[0] = x_i[0] + beta2 * A_ji[0] * y_j;
                }
            }
            __syncthreads();
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            x[i] = x_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x(i).
        {
            const int i = i_base + i_own;
            x_i[0] = i <= n - 1 ? x[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
            // Stage A(j,i).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 256 * step + thread;
                const int i_in = group % 256;
                const int j_in = group / 256;
                shared.A_ji[j_in][i_in] = j_chunk + j_in <= n - 1 && 256 * ib + i_in <= n - 1 ? A[(long long)(j_chunk + j_in) * A_pitch + 256 * ib + i_in] : 0.0;
            }
            // Stage y(j).
            {
                const int group = thread;
                if (group < 16) {
                    const int j_in = group;
                    shared.y_j[j_in] = j_chunk + j_in <= n - 1 ? y[j_chunk + j_in] : 0.0;
                }
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                const double beta2 = beta[0];
                alignas(16) double A_ji[1];
                {
                    const int i_in = i_own;
                    A_ji[0] = shared.A_ji[j_in][i_in];
                }
                const double y_j = shared.y_j[j_in];
                {
                    x_i[0] = x_i[0] + beta2 * A_ji[0] * y_j;
                }
            }
            __syncthreads();
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                x[i] = x_i[0];
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(256, 5)
gemver_s2_step(const int n, const double *__restrict__ beta, const double *__restrict__ A, const int A_pitch, double *__restrict__ x, const double *__restrict__ y)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        gemver_s2_step_blocks_along_i(n, beta, A, A_pitch, x, y, ib);
    }
}

/** blocks along i */
static __device__ __forceinline__ void
gemver_s3_step_blocks_along_i(const int n, double *__restrict__ x, const double *__restrict__ z, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double x_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        // Load x(i).
        {
            const int i = i_base + i_own;
            x_i[0] = x[i];
        }
        {
            const int i = i_base + i_own;
            x_i[0] = x_i[0] + z[i];
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            x[i] = x_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x(i).
        {
            const int i = i_base + i_own;
            x_i[0] = i <= n - 1 ? x[i] : 0.0;
        }
        {
            const int i = i_base + i_own;
            x_i[0] = x_i[0] + (i <= n - 1 ? z[i] : 0.0);
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                x[i] = x_i[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
gemver_s3_step(const int n, double *__restrict__ x, const double *__restrict__ z)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        gemver_s3_step_blocks_along_i(n, x, z, ib);
    }
}

struct gemver_s4_step_blocks_along_i_shared {
    alignas(16) double A_ij[16][256]; // A(i,j)
    alignas(16) double x_j[16]; // x(j)
};

/** blocks along i */
static __device__ __forceinline__ void
gemver_s4_step_blocks_along_i(const int n, const double *__restrict__ alpha, const double *__restrict__ A, const int A_pitch, double *__restrict__ w, const double *__restrict__ x, const int ib)
{
    const int thread = threadIdx.x;
    const int j_count = n;
    const int i_base = 256 * ib;
    int i_own = thread;
    gemver_s4_step_blocks_along_i_shared &shared = *reinterpret_cast<gemver_s4_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double w_i[1];
    if (n >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
        // Load w(i).
        {
            const int i = i_base + i_own;
            w_i[0] = w[i];
        }
        int j_chunk = 0;
        for (; j_chunk + 16 <= j_count; j_chunk += 16) {
            // Stage A(i,j).
            #pragma unroll 4
            for (int step = 0; step < 8; ++step) {
                const int group = 256 * step + thread;
                const int j_in = 2 * (group % 2 + 2 * (group / 512));
                const int i_in = group / 2 % 256;
                alignas(16) double loaded[2];
                copy2(loaded, &A[(long long)(256 * ib + i_in) * A_pitch + j_chunk + j_in]);
                #pragma unroll
                for (int e = 0; e < 2; ++e) {
                    shared.A_ij[j_in + e][i_in] = loaded[e];
                }
            }
            // Stage x(j).
            {
                const int group = thread;
                if (group < 8) {
                    const int j_in = 2 * group;
                    alignas(16) double loaded[2];
                    copy2(loaded, &x[j_chunk + j_in]);
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        shared.x_j[j_in + e] = loaded[e];
                    }
                }
            }
            __syncthreads();
            #pragma unroll 16
            for (int j_in = 0; j_in < 16; ++j_in) {
                const double alpha2 = alpha[0];
                alignas(16) double A_ij[1];
                {
                    const int i_in = i_own;
                    A_ij[0] = shared.A_ij[j_in][i_in];
                }
                const double x_j = shared.x_j[j_in];
                {
                    w_i[0] = w_i[0] + alpha2 * A_ij[0] * x_j;
                }
            }
            __syncthreads();
        }
        if (j_chunk < j_count) {
            // Stage A(i,j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 4 + 4 * (group / 1024);
                const int i_in = group / 4 % 256;
                shared.A_ij[j_in][i_in] = 256 * ib + i_in <= n - 1 && j_chunk + j_in <= n - 1 ? A[(long long)(256 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0;
            }
            // Stage x(j).
            {
                const int group = thread;
                if (group < 16) {
                    const int j_in = group;
                    shared.x_j[j_in] = j_chunk + j_in <= n - 1 ? x[j_chunk + j_in] : 0.0;
                }
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                const double alpha2 = alpha[0];
                alignas(16) double A_ij[1];
                {
                    const int i_in = i_own;
                    A_ij[0] = shared.A_ij[j_in][i_in];
                }
                const double x_j = shared.x_j[j_in];
                {
                    w_i[0] = w_i[0] + alpha2 * A_ij[0] * x_j;
                }
            }
            __syncthreads();
        }
        // Store w(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            w[i] = w_i[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w(i).
        {
            const int i = i_base + i_own;
            w_i[0] = i <= n - 1 ? w[i] : 0.0;
        }
        for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
            // Stage A(i,j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 256 * step + thread;
                const int j_in = group % 4 + 4 * (group / 1024);
                const int i_in = group / 4 % 256;
                shared.A_ij[j_in][i_in] = 256 * ib + i_in <= n - 1 && j_chunk + j_in <= n - 1 ? A[(long long)(256 * ib + i_in) * A_pitch + j_chunk + j_in] : 0.0;
            }
            // Stage x(j).
            {
                const int group = thread;
                if (group < 16) {
                    const int j_in = group;
                    shared.x_j[j_in] = j_chunk + j_in <= n - 1 ? x[j_chunk + j_in] : 0.0;
                }
            }
            __syncthreads();
            #pragma unroll 1
            for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
                const double alpha2 = alpha[0];
                alignas(16) double A_ij[1];
                {
                    const int i_in = i_own;
                    A_ij[0] = shared.A_ij[j_in][i_in];
                }
                const double x_j = shared.x_j[j_in];
                {
                    w_i[0] = w_i[0] + alpha2 * A_ij[0] * x_j;
                }
            }
            __syncthreads();
        }
        // Store w(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own));
        {
            const int i = i_base + i_own;
            if (n >= i + 1) {
                w[i] = w_i[0];
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(256, 5)
gemver_s4_step(const int n, const double *__restrict__ alpha, const double *__restrict__ A, const int A_pitch, double *__restrict__ w, const double *__restrict__ x)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 255) >> 8));
    const int ib = block;
    if (n >= 1) {
        gemver_s4_step_blocks_along_i(n, alpha, A, A_pitch, w, x, ib);
    }
}
