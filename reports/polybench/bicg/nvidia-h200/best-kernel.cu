/*
 * bicg, tiled by Tilewright
 *
 * S1(i): s(i) = 0
 * S2(i): q(i) = 0.0
 * S3(i,j): s(j) = s(j) + (r(i) * A(i,j))
 * S4(i,j): q(i) = q(i) + (A(i,j) * p(j))
 *
 * Candidate: block 128x4, thread 1x1, chunk 1, buffers 1
 * Shape: 1D blocks with lanes across rows
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: + is declared associative: the threads of a block
 *     share out loop i and join their partial results; S4: + is declared associative: the threads of a
 *     block share out loop j and join their partial results
 *
 * Kernel bicg_s1_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel bicg_s2_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel bicg_s3_step: all reductions
 *   - blocks along j, lanes along i
 *
 * Kernel bicg_s4_step: all reductions
 *   - blocks along i, lanes along j
 */

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
    alignas(16) double s_j_partial[16][4]; // partial results of s(j)
};

/** blocks along j, lanes along i */
static __device__ __forceinline__ void
bicg_s3_step_blocks_along_j(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ s, const double *__restrict__ r, const int jb)
{
    const int thread = threadIdx.x;
    const int ib_first = 0;
    const int ib_count = ((n + 127) >> 7);
    const int i_lane_base = 0;
    int i_lane_own = thread / 4;
    const int j_base = 4 * jb;
    int j_own = thread % 4;
    bicg_s3_step_blocks_along_j_shared &shared = *reinterpret_cast<bicg_s3_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double s_j[1][1];
    if (m >= 4 * jb + 4 && (n & 127) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load s(j).
        {
            const int i_lane = i_lane_base + i_lane_own;
            {
                const int j = j_base + j_own;
                s_j[0][0] = i_lane == 0 ? s[j] : 0.0;
            }
        }
        #pragma unroll 16
        for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
            const int ib = ib_first + ib_in;
            alignas(16) double r_ib_i_lane[1];
            {
                const int i_lane = i_lane_base + i_lane_own;
                r_ib_i_lane[0] = r[128 * ib + i_lane];
            }
            {
                const int i_lane = i_lane_base + i_lane_own;
                {
                    const int j = j_base + j_own;
                    s_j[0][0] = s_j[0][0] + r_ib_i_lane[0] * A[(long long)(128 * ib + i_lane) * A_pitch + j];
                }
            }
        }
        // Join the partial results of s(j), always in the same order.
        {
            s_j[0][0] = s_j[0][0] + __shfl_xor_sync(0xffffffffu, s_j[0][0], 16);
        }
        {
            s_j[0][0] = s_j[0][0] + __shfl_xor_sync(0xffffffffu, s_j[0][0], 8);
        }
        {
            s_j[0][0] = s_j[0][0] + __shfl_xor_sync(0xffffffffu, s_j[0][0], 4);
        }
        if (i_lane_own % 8 == 0) {
            {
                const int j_in = j_own;
                shared.s_j_partial[i_lane_own / 8][j_in] = s_j[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int part = 1; part < 16; ++part) {
            if (i_lane_own == 0) {
                {
                    const int j_in = j_own;
                    s_j[0][0] = s_j[0][0] + shared.s_j_partial[part][j_in];
                }
            }
        }
        // Store s(j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_lane_own), "+r"(j_own));
        {
            const int i_lane_in = i_lane_own;
            if (i_lane_in == 0) {
                {
                    const int j = j_base + j_own;
                    s[j] = s_j[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load s(j).
        {
            const int i_lane = i_lane_base + i_lane_own;
            {
                const int j = j_base + j_own;
                s_j[0][0] = j <= m - 1 && i_lane == 0 ? s[j] : 0.0;
            }
        }
        #pragma unroll 4
        for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
            const int ib = ib_first + ib_in;
            alignas(16) double r_ib_i_lane[1];
            {
                const int i_lane = i_lane_base + i_lane_own;
                r_ib_i_lane[0] = 128 * ib + i_lane <= n - 1 ? r[128 * ib + i_lane] : 0.0;
            }
            {
                const int i_lane = i_lane_base + i_lane_own;
                if (n >= 128 * ib + i_lane + 1) {
                    {
                        const int j = j_base + j_own;
                        s_j[0][0] = s_j[0][0] + r_ib_i_lane[0] * (128 * ib + i_lane <= n - 1 && j <= m - 1 ? A[(long long)(128 * ib + i_lane) * A_pitch + j] : 0.0);
                    }
                }
            }
        }
        // Join the partial results of s(j), always in the same order.
        {
            s_j[0][0] = s_j[0][0] + __shfl_xor_sync(0xffffffffu, s_j[0][0], 16);
        }
        {
            s_j[0][0] = s_j[0][0] + __shfl_xor_sync(0xffffffffu, s_j[0][0], 8);
        }
        {
            s_j[0][0] = s_j[0][0] + __shfl_xor_sync(0xffffffffu, s_j[0][0], 4);
        }
        if (i_lane_own % 8 == 0) {
            {
                const int j_in = j_own;
                shared.s_j_partial[i_lane_own / 8][j_in] = s_j[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int part_ = 1; part_ < 16; ++part_) {
            if (i_lane_own == 0) {
                {
                    const int j_in = j_own;
                    s_j[0][0] = s_j[0][0] + shared.s_j_partial[part_][j_in];
                }
            }
        }
        // Store s(j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(i_lane_own), "+r"(j_own));
        {
            const int i_lane_in = i_lane_own;
            if (i_lane_in == 0) {
                {
                    const int j = j_base + j_own;
                    if (m >= j + 1) {
                        s[j] = s_j[0][0];
                    }
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(512)
bicg_s3_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ s, const double *__restrict__ r)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((m + 3) >> 2));
    const int jb = block;
    if (m >= 1 && n >= 1) {
        bicg_s3_step_blocks_along_j(m, n, A, A_pitch, s, r, jb);
    }
}

struct bicg_s4_step_blocks_along_i_shared {
    alignas(16) double q_i_partial[4][1]; // partial results of q(i)
};

/** blocks along i, lanes along j */
static __device__ __forceinline__ void
bicg_s4_step_blocks_along_i(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ q, const double *__restrict__ p, const int ib)
{
    const int thread = threadIdx.x;
    const int jb_first = 0;
    const int jb_count = ((m + 127) >> 7);
    const int i_base = ib;
    const int j_lane_base = 0;
    int j_lane_own = thread;
    bicg_s4_step_blocks_along_i_shared &shared = *reinterpret_cast<bicg_s4_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) double q_i[1][1];
    if ((m & 127) == 0) {
        // Full block: inside all arrays; what changes with the iterations is checked.
        // Load q(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                q_i[0][0] = j_lane == 0 ? q[i] : 0.0;
            }
        }
        #pragma unroll 16
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            alignas(16) double p_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                p_jb_j_lane[0] = p[128 * jb + j_lane];
            }
            {
                const int i = i_base + 0;
                {
                    const int j_lane = j_lane_base + j_lane_own;
                    q_i[0][0] = q_i[0][0] + A[(long long)i * A_pitch + 128 * jb + j_lane] * p_jb_j_lane[0];
                }
            }
        }
        // Join the partial results of q(i), always in the same order.
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 16);
        }
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 8);
        }
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 4);
        }
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 2);
        }
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.q_i_partial[j_lane_own / 32][i_in] = q_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int part = 1; part < 4; ++part) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    q_i[0][0] = q_i[0][0] + shared.q_i_partial[part][i_in];
                }
            }
        }
        // Store q(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    q[i] = q_i[0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load q(i).
        {
            const int i = i_base + 0;
            {
                const int j_lane = j_lane_base + j_lane_own;
                q_i[0][0] = j_lane == 0 ? q[i] : 0.0;
            }
        }
        #pragma unroll 4
        for (int jb_in = 0; jb_in < jb_count; ++jb_in) {
            const int jb = jb_first + jb_in;
            alignas(16) double p_jb_j_lane[1];
            {
                const int j_lane = j_lane_base + j_lane_own;
                p_jb_j_lane[0] = 128 * jb + j_lane <= m - 1 ? p[128 * jb + j_lane] : 0.0;
            }
            {
                const int i = i_base + 0;
                {
                    const int j_lane = j_lane_base + j_lane_own;
                    if (m >= 128 * jb + j_lane + 1) {
                        q_i[0][0] = q_i[0][0] + (128 * jb + j_lane <= m - 1 ? A[(long long)i * A_pitch + 128 * jb + j_lane] : 0.0) * p_jb_j_lane[0];
                    }
                }
            }
        }
        // Join the partial results of q(i), always in the same order.
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 16);
        }
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 8);
        }
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 4);
        }
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 2);
        }
        {
            q_i[0][0] = q_i[0][0] + __shfl_xor_sync(0xffffffffu, q_i[0][0], 1);
        }
        if (j_lane_own % 32 == 0) {
            {
                const int i_in = 0;
                shared.q_i_partial[j_lane_own / 32][i_in] = q_i[0][0];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int part_ = 1; part_ < 4; ++part_) {
            if (j_lane_own == 0) {
                {
                    const int i_in = 0;
                    q_i[0][0] = q_i[0][0] + shared.q_i_partial[part_][i_in];
                }
            }
        }
        // Store q(i). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_lane_own));
        {
            const int i = i_base + 0;
            {
                const int j_lane_in = j_lane_own;
                if (j_lane_in == 0) {
                    q[i] = q_i[0][0];
                }
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(128)
bicg_s4_step(const int m, const int n, const double *__restrict__ A, const int A_pitch, double *__restrict__ q, const double *__restrict__ p)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, n);
    const int ib = block;
    if (m >= 1 && n >= 1) {
        bicg_s4_step_blocks_along_i(m, n, A, A_pitch, q, p, ib);
    }
}
