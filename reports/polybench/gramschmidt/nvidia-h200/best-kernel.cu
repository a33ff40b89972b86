/*
 * gramschmidt, tiled by Tilewright
 *
 * S1(k): nrm = 0.0
 * S2(k,i): nrm = nrm + (A(i,k) * A(i,k))
 * S3(k): R(k,k) = sqrt(nrm)
 * S4(k,i): Q(i,k) = A(i,k) / R(k,k)
 * S5(k,j): R(k,j) = 0.0
 * S6(k,j,i): R(k,j) = R(k,j) + (Q(i,k) * A(i,j))
 * S7(k,j,i): A(i,j) = A(i,j) - (Q(i,k) * R(k,j))
 *
 * Candidate: block 4x256, thread 1x1, chunk 1, buffers 1
 * Shape: 1D blocks with lanes across rows
 * Legal because S5: the iterations of one launch do not depend on each other; S1: the iterations of
 *     one launch do not depend on each other; S2: + is declared associative: the threads of a block
 *     share out loop i and join their partial results; S3: the iterations of one launch do not depend
 *     on each other; S4: the iterations of one launch do not depend on each other; S6: + is declared
 *     associative: the threads of a block share out loop i and join their partial results; S7: the
 *     iterations of one launch do not depend on each other
 *
 * Kernel gramschmidt_s5_step: all iterations of a step
 *   - blocks along k, j
 *
 * Kernel gramschmidt_s1_step: all iterations of a step
 *   - the one block
 *
 * Kernel gramschmidt_s2_step: all reductions
 *   - the one block, lanes along i
 *
 * Kernel gramschmidt_s3_step: all iterations of a step
 *   - the one block
 *
 * Kernel gramschmidt_s4_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel gramschmidt_s6_step: all reductions
 *   - blocks along j, lanes along i
 *
 * Kernel gramschmidt_s7_step: all iterations of a step
 *   - blocks along j, i
 */

extern __shared__ __align__(16) unsigned char shared_memory[];

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gramschmidt_s5_step_blocks_along_k_boundary(const int m, const int n, double *__restrict__ R, const int R_pitch, const int kb, const int jb)
{
    const int thread = threadIdx.x;
    const int k_base = 8 * kb;
    int k_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double R_kj[1][1];
    {
        {
            R_kj[0][0] = 0.0;
        }
    }
    // Store R(k,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(k_own), "+r"(j_own));
    {
        const int k = k_base + k_own;
        {
            const int j = j_base + j_own;
            if ((j >= k + 1) && (n >= j + 1)) {
                R[(long long)k * R_pitch + j] = R_kj[0][0];
            }
        }
    }
}

/** blocks along k, j */
static __device__ __forceinline__ void
gramschmidt_s5_step_blocks_along_k(const int m, const int n, double *__restrict__ R, const int R_pitch, const int kb, const int jb)
{
    if (!(4 * jb >= kb + 1 && n >= 32 * jb + 32)) {
        gramschmidt_s5_step_blocks_along_k_boundary(m, n, R, R_pitch, kb, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int k_base = 8 * kb;
    int k_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double R_kj[1][1];
    {
        {
            R_kj[0][0] = 0.0;
        }
    }
    // Store R(k,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(k_own), "+r"(j_own));
    {
        const int k = k_base + k_own;
        {
            const int j = j_base + j_own;
            R[(long long)k * R_pitch + j] = R_kj[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
gramschmidt_s5_step(const int m, const int n, double *__restrict__ R, const int R_pitch)
{
    const int block = blockIdx.x;
    const int kb_count = max(0, ((n + 6) >> 3));
    const int jb_count = max(0, ((n + 31) >> 5));
    const int kb = block / jb_count;
    const int jb = block % jb_count;
    if (n >= 2 && 4 * jb + 3 >= kb) {
        gramschmidt_s5_step_blocks_along_k(m, n, R, R_pitch, kb, jb);
    }
}

/** the one block */
static __device__ __forceinline__ void
gramschmidt_s1_step_the_one_block(const int m, const int n, const int k, double *__restrict__ nrm)
{
    alignas(16) double nrm2;
    nrm2 = 0.0;
    // Store nrm().
    nrm[0] = nrm2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
gramschmidt_s1_step(const int m, const int n, const int k, double *__restrict__ nrm)
{
    gramschmidt_s1_step_the_one_block(m, n, k, nrm);
}

struct gramschmidt_s2_step_the_one_block_shared {
    alignas(16) double nrm2_partial[16]; // partial results of nrm()
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gramschmidt_s2_step_the_one_block_boundary(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ nrm)
{
    const int thread = threadIdx.x;
    const int ib_first = 0;
    const int ib_count = ((m + 511) >> 9);
    const int i_lane_base = 0;
    int i_lane_own = thread;
    gramschmidt_s2_step_the_one_block_shared &shared = *reinterpret_cast<gramschmidt_s2_step_the_one_block_shared *>(shared_memory);
    alignas(16) double nrm2[1];
    // Load nrm().
    {
        const int i_lane = i_lane_base + i_lane_own;
        nrm2[0] = i_lane == 0 ? nrm[0] : 0.0;
    }
    #pragma unroll 4
    for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
        const int ib = ib_first + ib_in;
        {
            const int i_lane = i_lane_base + i_lane_own;
            if (m >= 512 * ib + i_lane + 1) {
                nrm2[0] = nrm2[0] + (512 * ib + i_lane <= m - 1 ? A[(long long)(512 * ib + i_lane) * A_pitch + k] : 0.0) * (512 * ib + i_lane <= m - 1 ? A[(long long)(512 * ib + i_lane) * A_pitch + k] : 0.0);
            }
        }
    }
    // Join the partial results of nrm(), always in the same order.
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 16);
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 8);
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 4);
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 2);
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 1);
    if (i_lane_own % 32 == 0) {
        shared.nrm2_partial[i_lane_own / 32] = nrm2[0];
    }
    __syncthreads();
    #pragma unroll 16
    for (int part = 1; part < 16; ++part) {
        if (i_lane_own == 0) {
            nrm2[0] = nrm2[0] + shared.nrm2_partial[part];
        }
    }
    // Store nrm(). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_lane_own));
    {
        const int i_lane_in = i_lane_own;
        if (i_lane_in == 0) {
            nrm[0] = nrm2[0];
        }
    }
}

/** the one block, lanes along i */
static __device__ __forceinline__ void
gramschmidt_s2_step_the_one_block(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ nrm)
{
    if (!((m & 511) == 0)) {
        gramschmidt_s2_step_the_one_block_boundary(m, n, k, A, A_pitch, nrm);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int ib_first = 0;
    const int ib_count = ((m + 511) >> 9);
    const int i_lane_base = 0;
    int i_lane_own = thread;
    gramschmidt_s2_step_the_one_block_shared &shared = *reinterpret_cast<gramschmidt_s2_step_the_one_block_shared *>(shared_memory);
    alignas(16) double nrm2[1];
    // Load nrm().
    {
        const int i_lane = i_lane_base + i_lane_own;
        nrm2[0] = i_lane == 0 ? nrm[0] : 0.0;
    }
    #pragma unroll 16
    for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
        const int ib = ib_first + ib_in;
        {
            const int i_lane = i_lane_base + i_lane_own;
            nrm2[0] = nrm2[0] + A[(long long)(512 * ib + i_lane) * A_pitch + k] * A[(long long)(512 * ib + i_lane) * A_pitch + k];
        }
    }
    // Join the partial results of nrm(), always in the same order.
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 16);
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 8);
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 4);
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 2);
    nrm2[0] = nrm2[0] + __shfl_xor_sync(0xffffffffu, nrm2[0], 1);
    if (i_lane_own % 32 == 0) {
        shared.nrm2_partial[i_lane_own / 32] = nrm2[0];
    }
    __syncthreads();
    #pragma unroll 16
    for (int part = 1; part < 16; ++part) {
        if (i_lane_own == 0) {
            nrm2[0] = nrm2[0] + shared.nrm2_partial[part];
        }
    }
    // Store nrm(). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_lane_own));
    {
        const int i_lane_in = i_lane_own;
        if (i_lane_in == 0) {
            nrm[0] = nrm2[0];
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(512)
gramschmidt_s2_step(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ nrm)
{
    if (m >= 1 && m >= 1) {
        gramschmidt_s2_step_the_one_block(m, n, k, A, A_pitch, nrm);
    }
}

/** the one block */
static __device__ __forceinline__ void
gramschmidt_s3_step_the_one_block(const int m, const int n, const int k, double *__restrict__ R, const int R_pitch, const double *__restrict__ nrm)
{
    alignas(16) double R_kk;
    R_kk = sqrt(nrm[0]);
    // Store R(k,k).
    R[(long long)k * R_pitch + k] = R_kk;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
gramschmidt_s3_step(const int m, const int n, const int k, double *__restrict__ R, const int R_pitch, const double *__restrict__ nrm)
{
    gramschmidt_s3_step_the_one_block(m, n, k, R, R_pitch, nrm);
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gramschmidt_s4_step_blocks_along_i_boundary(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, const double *__restrict__ R, const int R_pitch, double *__restrict__ Q, const int Q_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double Q_ik[1];
    const double R_kk = R[(long long)k * R_pitch + k];
    {
        const int i = i_base + i_own;
        Q_ik[0] = (i <= m - 1 ? A[(long long)i * A_pitch + k] : 0.0) / R_kk;
    }
    // Store Q(i,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (m >= i + 1) {
            Q[(long long)i * Q_pitch + k] = Q_ik[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
gramschmidt_s4_step_blocks_along_i(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, const double *__restrict__ R, const int R_pitch, double *__restrict__ Q, const int Q_pitch, const int ib)
{
    if (!(m >= 256 * ib + 256)) {
        gramschmidt_s4_step_blocks_along_i_boundary(m, n, k, A, A_pitch, R, R_pitch, Q, Q_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double Q_ik[1];
    const double R_kk = R[(long long)k * R_pitch + k];
    {
        const int i = i_base + i_own;
        Q_ik[0] = A[(long long)i * A_pitch + k] / R_kk;
    }
    // Store Q(i,k). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        Q[(long long)i * Q_pitch + k] = Q_ik[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
gramschmidt_s4_step(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, const double *__restrict__ R, const int R_pitch, double *__restrict__ Q, const int Q_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((m + 255) >> 8));
    const int ib = block;
    if (m >= 1) {
        gramschmidt_s4_step_blocks_along_i(m, n, k, A, A_pitch, R, R_pitch, Q, Q_pitch, ib);
    }
}

struct gramschmidt_s6_step_blocks_along_j_shared {
    alignas(16) double R_kj_partial[32][4]; // partial results of R(k,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gramschmidt_s6_step_blocks_along_j_boundary(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int ib_first = 0;
    const int ib_count = ((m + 255) >> 8);
    const int i_lane_base = 0;
    int i_lane_own = thread / 4;
    const int j_base = 4 * jb;
    int j_own = thread % 4;
    gramschmidt_s6_step_blocks_along_j_shared &shared = *reinterpret_cast<gramschmidt_s6_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double R_kj[1][1];
    // Load R(k,j).
    {
        const int i_lane = i_lane_base + i_lane_own;
        {
            const int j = j_base + j_own;
            R_kj[0][0] = j >= 0 && j <= n - 1 && i_lane == 0 ? R[(long long)k * R_pitch + j] : 0.0;
        }
    }
    #pragma unroll 4
    for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
        const int ib = ib_first + ib_in;
        alignas(16) double Q_ib_i_lane_k[1];
        {
            const int i_lane = i_lane_base + i_lane_own;
            Q_ib_i_lane_k[0] = 256 * ib + i_lane <= m - 1 ? Q[(long long)(256 * ib + i_lane) * Q_pitch + k] : 0.0;
        }
        {
            const int i_lane = i_lane_base + i_lane_own;
            if (m >= 256 * ib + i_lane + 1) {
                {
                    const int j = j_base + j_own;
                    R_kj[0][0] = R_kj[0][0] + Q_ib_i_lane_k[0] * (256 * ib + i_lane <= m - 1 && j >= 0 && j <= n - 1 ? A[(long long)(256 * ib + i_lane) * A_pitch + j] : 0.0);
                }
            }
        }
    }
    // Join the partial results of R(k,j), always in the same order.
    {
        R_kj[0][0] = R_kj[0][0] + __shfl_xor_sync(0xffffffffu, R_kj[0][0], 16);
    }
    {
        R_kj[0][0] = R_kj[0][0] + __shfl_xor_sync(0xffffffffu, R_kj[0][0], 8);
    }
    {
        R_kj[0][0] = R_kj[0][0] + __shfl_xor_sync(0xffffffffu, R_kj[0][0], 4);
    }
    if (i_lane_own % 8 == 0) {
        {
            const int j_in = j_own;
            shared.R_kj_partial[i_lane_own / 8][j_in] = R_kj[0][0];
        }
    }
    __syncthreads();
    #pragma unroll 32
    for (int part = 1; part < 32; ++part) {
        if (i_lane_own == 0) {
            {
                const int j_in = j_own;
                R_kj[0][0] = R_kj[0][0] + shared.R_kj_partial[part][j_in];
            }
        }
    }
    // Store R(k,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_lane_own), "+r"(j_own));
    {
        const int i_lane_in = i_lane_own;
        if (i_lane_in == 0) {
            {
                const int j = j_base + j_own;
                if ((j >= k + 1) && (n >= j + 1)) {
                    R[(long long)k * R_pitch + j] = R_kj[0][0];
                }
            }
        }
    }
}

/** blocks along j, lanes along i */
static __device__ __forceinline__ void
gramschmidt_s6_step_blocks_along_j(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch, const int jb)
{
    if (!(n >= 4 * jb + 4 && 4 * jb >= k + 1 && (m & 255) == 0)) {
        gramschmidt_s6_step_blocks_along_j_boundary(m, n, k, A, A_pitch, R, R_pitch, Q, Q_pitch, jb);
        return;
    }
    // Full block: inside all arrays; what changes with the iterations is checked.
    const int thread = threadIdx.x;
    const int ib_first = 0;
    const int ib_count = ((m + 255) >> 8);
    const int i_lane_base = 0;
    int i_lane_own = thread / 4;
    const int j_base = 4 * jb;
    int j_own = thread % 4;
    gramschmidt_s6_step_blocks_along_j_shared &shared = *reinterpret_cast<gramschmidt_s6_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double R_kj[1][1];
    // Load R(k,j).
    {
        const int i_lane = i_lane_base + i_lane_own;
        {
            const int j = j_base + j_own;
            R_kj[0][0] = i_lane == 0 ? R[(long long)k * R_pitch + j] : 0.0;
        }
    }
    #pragma unroll 16
    for (int ib_in = 0; ib_in < ib_count; ++ib_in) {
        const int ib = ib_first + ib_in;
        alignas(16) double Q_ib_i_lane_k[1];
        {
            const int i_lane = i_lane_base + i_lane_own;
            Q_ib_i_lane_k[0] = Q[(long long)(256 * ib + i_lane) * Q_pitch + k];
        }
        {
            const int i_lane = i_lane_base + i_lane_own;
            {
                const int j = j_base + j_own;
                R_kj[0][0] = R_kj[0][0] + Q_ib_i_lane_k[0] * A[(long long)(256 * ib + i_lane) * A_pitch + j];
            }
        }
    }
    // Join the partial results of R(k,j), always in the same order.
    {
        R_kj[0][0] = R_kj[0][0] + __shfl_xor_sync(0xffffffffu, R_kj[0][0], 16);
    }
    {
        R_kj[0][0] = R_kj[0][0] + __shfl_xor_sync(0xffffffffu, R_kj[0][0], 8);
    }
    {
        R_kj[0][0] = R_kj[0][0] + __shfl_xor_sync(0xffffffffu, R_kj[0][0], 4);
    }
    if (i_lane_own % 8 == 0) {
        {
            const int j_in = j_own;
            shared.R_kj_partial[i_lane_own / 8][j_in] = R_kj[0][0];
        }
    }
    __syncthreads();
    #pragma unroll 32
    for (int part = 1; part < 32; ++part) {
        if (i_lane_own == 0) {
            {
                const int j_in = j_own;
                R_kj[0][0] = R_kj[0][0] + shared.R_kj_partial[part][j_in];
            }
        }
    }
    // Store R(k,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_lane_own), "+r"(j_own));
    {
        const int i_lane_in = i_lane_own;
        if (i_lane_in == 0) {
            {
                const int j = j_base + j_own;
                R[(long long)k * R_pitch + j] = R_kj[0][0];
            }
        }
    }
}

/** all reductions */
extern "C" __global__ void __launch_bounds__(1024)
gramschmidt_s6_step(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((n + 3) >> 2) - k + ((3 * k + 2) >> 2));
    const int jb = k - ((3 * k + 2) >> 2) + block;
    if (m >= 1 && n >= k + 2) {
        gramschmidt_s6_step_blocks_along_j(m, n, k, A, A_pitch, R, R_pitch, Q, Q_pitch, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
gramschmidt_s7_step_blocks_along_j_boundary(const int m, const int n, const int k, double *__restrict__ A, const int A_pitch, const double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch, const int jb, const int ib)
{
    const int thread = threadIdx.x;
    const int j_base = 8 * jb;
    int j_own = thread / 32;
    const int i_base = 32 * ib;
    int i_own = thread % 32;
    alignas(16) double A_ij[1][1];
    // Load A(i,j).
    {
        const int j = j_base + j_own;
        {
            const int i = i_base + i_own;
            A_ij[0][0] = i <= m - 1 && j >= 0 && j <= n - 1 ? A[(long long)i * A_pitch + j] : 0.0;
        }
    }
    alignas(16) double Q_ik[1];
    {
        const int i = i_base + i_own;
        Q_ik[0] = i <= m - 1 ? Q[(long long)i * Q_pitch + k] : 0.0;
    }
    alignas(16) double R_kj[1];
    {
        const int j = j_base + j_own;
        R_kj[0] = j >= 0 && j <= n - 1 ? R[(long long)k * R_pitch + j] : 0.0;
    }
    {
        {
            A_ij[0][0] = A_ij[0][0] - Q_ik[0] * R_kj[0];
        }
    }
    // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own), "+r"(i_own));
    {
        const int j = j_base + j_own;
        if ((j >= k + 1) && (n >= j + 1)) {
            {
                const int i = i_base + i_own;
                if (m >= i + 1) {
                    A[(long long)i * A_pitch + j] = A_ij[0][0];
                }
            }
        }
    }
}

/** blocks along j, i */
static __device__ __forceinline__ void
gramschmidt_s7_step_blocks_along_j(const int m, const int n, const int k, double *__restrict__ A, const int A_pitch, const double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch, const int jb, const int ib)
{
    if (!(n >= 8 * jb + 8 && 8 * jb >= k + 1 && m >= 32 * ib + 32)) {
        gramschmidt_s7_step_blocks_along_j_boundary(m, n, k, A, A_pitch, R, R_pitch, Q, Q_pitch, jb, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 8 * jb;
    int j_own = thread / 32;
    const int i_base = 32 * ib;
    int i_own = thread % 32;
    alignas(16) double A_ij[1][1];
    // Load A(i,j).
    {
        const int j = j_base + j_own;
        {
            const int i = i_base + i_own;
            A_ij[0][0] = A[(long long)i * A_pitch + j];
        }
    }
    alignas(16) double Q_ik[1];
    {
        const int i = i_base + i_own;
        Q_ik[0] = Q[(long long)i * Q_pitch + k];
    }
    alignas(16) double R_kj[1];
    {
        const int j = j_base + j_own;
        R_kj[0] = R[(long long)k * R_pitch + j];
    }
    {
        {
            A_ij[0][0] = A_ij[0][0] - Q_ik[0] * R_kj[0];
        }
    }
    // Store A(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own), "+r"(i_own));
    {
        const int j = j_base + j_own;
        {
            const int i = i_base + i_own;
            A[(long long)i * A_pitch + j] = A_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
gramschmidt_s7_step(const int m, const int n, const int k, double *__restrict__ A, const int A_pitch, const double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((n + 7) >> 3) - k + ((7 * k + 6) >> 3));
    const int ib_count = max(0, ((m + 31) >> 5));
    const int jb = k - ((7 * k + 6) >> 3) + block / ib_count;
    const int ib = block % ib_count;
    if (m >= 1 && n >= k + 2) {
        gramschmidt_s7_step_blocks_along_j(m, n, k, A, A_pitch, R, R_pitch, Q, Q_pitch, jb, ib);
    }
}
