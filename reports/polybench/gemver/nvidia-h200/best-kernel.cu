/*
 * gemver, tiled by Tilewright
 *
 * S1(i,j): A(i,j) = (A(i,j) + (u1(i) * v1(j))) + (u2(i) * v2(j))
 * S2(i,j): x(i) = x(i) + ((beta * A(j,i)) * y(j))
 * S3(i): x(i) = x(i) + z(i)
 * S4(i,j): w(i) = w(i) + ((alpha * A(i,j)) * x(j))
 *
 * Candidate: block 32x64, thread 16x4, chunk 1, buffers 1
 * Shape: 2D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: + is declared
 *     associative: the threads of a block share out loop j and join their partial results; S3: the
 *     iterations of one launch do not depend on each other; S4: + is declared associative: the threads
 *     of a block share out loop j and join their partial results
 *
 * Kernel gemver_s1_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel gemver_s2_step: all reductions
 *   - blocks along i, lanes along j
 *
 * Kernel gemver_s3_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel gemver_s4_step: all reductions
 *   - blocks along i, lanes along j
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

/** blocks along i, j */
static __device__ __forceinline__ void
gemver_s1_step_blocks_along_i(const int n, double *__restrict__ A, const int A_pitch, const double *__restrict__ u1, const double *__restrict__ v1, const double *__restrict__ u2, const double *__restrict__ v2, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 32 * ib;
    int i_own = 2 * (thread / 16);
    const int j_base = 64 * jb;
    int j_own = thread % 16;
    alignas(16) double A_ij[16][4];
    if (n >= 32 * ib + 32 && n >= 64 * jb + 64) {
        // Interior: every point takes part in every iteration.
        // Load A(i,j).
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                A_ij[mi][mj] = A[(long long)i * A_pitch + j];
            }
        }
        alignas(16) double u1_i[16];
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            u1_i[mi] = u1[i];
        }
        alignas(16) double v1_j[4];
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + 16 * mj;
            v1_j[mj] = v1[j];
        }
        alignas(16) double u2_i[16];
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
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
        for (int mi = 0; mi < 16; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                A_ij[mi][mj] = A_ij[mi][mj] + u1_i[mi] * v1_j[mj] + u2_i[mi] * v2_j[mj];
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
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
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                const int j = j_base + j_own + 16 * mj;
                A_ij[mi][mj] = i <= n - 1 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
            }
        }
        alignas(16) double u1_i[16];
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
            const int i = i_base + i_own + 4 * (mi / 2) + mi % 2;
            u1_i[mi] = i <= n - 1 ? u1[i] : 0.0;
        }
        alignas(16) double v1_j[4];
        #pragma unroll
        for (int mj = 0; mj < 4; ++mj) {
            const int j = j_base + j_own + 16 * mj;
            v1_j[mj] = j <= n - 1 ? v1[j] : 0.0;
        }
        alignas(16) double u2_i[16];
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
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
        for (int mi = 0; mi < 16; ++mi) {
            #pragma unroll
            for (int mj = 0; mj < 4; ++mj) {
                A_ij[mi][mj] = A_ij[mi][mj] + u1_i[mi] * v1_j[mj] + u2_i[mi] * v2_j[mj];
            }
        }
        // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_own), "+r"(j_own));
        #pragma unroll
        for (int mi = 0; mi < 16; ++mi) {
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
    const int ib_count = max(0, ((n + 31) >> 5));
    const int jb_count = max(0, ((n + 63) >> 6));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (n >= 1) {
        gemver_s1_step_blocks_along_i(n, A, A_pitch, u1, v1, u2, v2, ib, jb);
    }
}

struct gemver_s2_step_blocks_along_i_shared {
    alignas(16) double x_i_partial[16][8]; // partial results of x(i)
};

/** blocks along i, lanes along j */
static __device__ __forceinline__ void
gemver_s2_step_blocks_along_i(const int n, const double *__restrict__ beta, const double *__restrict__ A, const int A_pitch, double *__restrict__ x, const double *__restrict__ y, const int ib)
{
    const int thread = threadIdx.x;
    const int jb_first = 0;
    const int jb_count = ((n + 63) >> 6);
    const int j_lane_base = 0;
    int j_lane_own = thread / 8;
    const int i_base = 8 * ib;
    int i_own = thread % 8;
    gemver_s2_step_blocks_along_i_shared &shared = *reinterpret_cast<gemver_s2_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double x_i[1][1];
    if ((n & 63) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load x(i).
        {
            const int j_lane = j_lane_base + j_lane_own;
            {
                const int i = i_base + i_own;
                x_i[0][0] = j_lane == 0 ? x[i] : 0.0;
            }
        }
        #pragma unroll 16
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            const double beta2 = beta[0];
            alignas(16) double y_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                y_jb_j_lane[0] = y[64 * jb + j_lane];
            }
            {
                const int j_lane = j_lane_base + j_lane_own;
                {
                    const int i = i_base + i_own;
                    x_i[0][0] = x_i[0][0] + beta2 * A[(long long)(64 * jb + j_lane) * A_pitch + i] * y_jb_j_lane[0];
                }
            }
        }
        // Join the partial results of x(i), always in the same order.
        {
            x_i[0][0] = x_i[0][0] + __shfl_xor_sync(0xffffffffu, x_i[0][0], 16);
        }
        {
            x_i[0][0] = x_i[0][0] + __shfl_xor_sync(0xffffffffu, x_i[0][0], 8);
        }
        if (j_lane_own % 4 == 0) {
            {
                const int i_in = i_own;
                shared.x_i_partial[j_lane_own / 4][i_in] = x_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int part = 1; part < 16; ++part) {
            if (j_lane_own == 0) {
                {
                    const int i_in = i_own;
                    x_i[0][0] = x_i[0][0] + shared.x_i_partial[part][i_in];
                }
            }
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own), "+r"(i_own));
        {
            const int j_lane_in = j_lane_own;
            if (j_lane_in == 0) {
                {
                    const int i = i_base + i_own;
                    x[i] = x_i[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load x(i).
        {
            const int j_lane = j_lane_base + j_lane_own;
            {
                const int i = i_base + i_own;
                x_i[0][0] = i <= n - 1 && j_lane == 0 ? x[i] : 0.0;
            }
        }
        #pragma unroll 4
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            const double beta2 = beta[0];
            alignas(16) double y_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                y_jb_j_lane[0] = 64 * jb + j_lane <= n - 1 ? y[64 * jb + j_lane] : 0.0;
            }
            {
                const int j_lane = j_lane_base + j_lane_own;
                if (n >= 64 * jb + j_lane + 1) {
                    {
                        const int i = i_base + i_own;
                        x_i[0][0] = x_i[0][0] + beta2 * (64 * jb + j_lane <= n - 1 && i <= n - 1 ? A[(long long)(64 * jb + j_lane) * A_pitch + i] : 0.0) * y_jb_j_lane[0];
                    }
                }
            }
        }
        // Join the partial results of x(i), always in the same order.
        {
            x_i[0][0] = x_i[0][0] + __shfl_xor_sync(0xffffffffu, x_i[0][0], 16);
        }
        {
            x_i[0][0] = x_i[0][0] + __shfl_xor_sync(0xffffffffu, x_i[0][0], 8);
        }
        if (j_lane_own % 4 == 0) {
            {
                const int i_in = i_own;
                shared.x_i_partial[j_lane_own / 4][i_in] = x_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int part_ = 1; part_ < 16; ++part_) {
            if (j_lane_own == 0) {
                {
                    const int i_in = i_own;
                    x_i[0][0] = x_i[0][0] + shared.x_i_partial[part_][i_in];
                }
            }
        }
        // Store x(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own), "+r"(i_own));
        {
            const int j_lane_in = j_lane_own;
            if (j_lane_in == 0) {
                {
                    const int i = i_base + i_own;
                    if (n >= i + 1) {
                        x[i] = x_i[0][0];
                    }
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(512)
gemver_s2_step(const int n, const double *__restrict__ beta, const double *__restrict__ A, const int A_pitch, double *__restrict__ x, const double *__restrict__ y)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 7) >> 3));
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
    alignas(16) double w_i_partial[4][1]; // partial results of w(i)
};

/** blocks along i, lanes along j */
static __device__ __forceinline__ void
gemver_s4_step_blocks_along_i(const int n, const double *__restrict__ alpha, const double *__restrict__ A, const int A_pitch, double *__restrict__ w, const double *__restrict__ x, const int ib)
{
    const int thread = threadIdx.x;
    const int jb_first = 0;
    const int jb_count = ((n + 127) >> 7);
    const int i_base = ib;
    const int j_lane_base = 0;
    int j_lane_own = thread;
    gemver_s4_step_blocks_along_i_shared &shared = *reinterpret_cast<gemver_s4_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double w_i[1][1];
    if ((n & 127) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load w(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                w_i[0][0] = j_lane == 0 ? w[i] : 0.0;
            }
        }
        #pragma unroll 16
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            const double alpha2 = alpha[0];
            alignas(16) double x_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                x_jb_j_lane[0] = x[128 * jb + j_lane];
            }
            {
                const int i = i_base + 0;
                {
                    const int j_lane = j_lane_base + j_lane_own;
                    w_i[0][0] = w_i[0][0] + alpha2 * A[(long long)i * A_pitch + 128 * jb + j_lane] * x_jb_j_lane[0];
                }
            }
        }
        // Join the partial results of w(i), always in the same order.
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 16);
        }
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 8);
        }
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 4);
        }
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 2);
        }
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.w_i_partial[j_lane_own / 32][i_in] = w_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int part = 1; part < 4; ++part) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    w_i[0][0] = w_i[0][0] + shared.w_i_partial[part][i_in];
                }
            }
        }
        // Store w(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    w[i] = w_i[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load w(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                w_i[0][0] = j_lane == 0 ? w[i] : 0.0;
            }
        }
        #pragma unroll 4
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            const double alpha2 = alpha[0];
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
                        w_i[0][0] = w_i[0][0] + alpha2 * (128 * jb + j_lane <= n - 1 ? A[(long long)i * A_pitch + 128 * jb + j_lane] : 0.0) * x_jb_j_lane[0];
                    }
                }
            }
        }
        // Join the partial results of w(i), always in the same order.
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 16);
        }
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 8);
        }
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 4);
        }
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 2);
        }
        {
            w_i[0][0] = w_i[0][0] + __shfl_xor_sync(0xffffffffu, w_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.w_i_partial[j_lane_own / 32][i_in] = w_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int part_ = 1; part_ < 4; ++part_) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    w_i[0][0] = w_i[0][0] + shared.w_i_partial[part_][i_in];
                }
            }
        }
        // Store w(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    w[i] = w_i[0][0];
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(128)
gemver_s4_step(const int n, const double *__restrict__ alpha, const double *__restrict__ A, const int A_pitch, double *__restrict__ w, const double *__restrict__ x)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n);
    const int ib = block;
    if (n >= 1) {
        gemver_s4_step_blocks_along_i(n, alpha, A, A_pitch, w, x, ib);
    }
}
