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
 * Candidate: block 32x16, thread 1x1, chunk 16, buffers 2
 * Shape: 1D blocks
 * Legal because S5: the iterations of one launch do not depend on each other; S1: the iterations of
 *     one launch do not depend on each other; S2: the parallel loops carry no dependence; the others
 *     run inside the kernel; S3: the iterations of one launch do not depend on each other; S4: the
 *     iterations of one launch do not depend on each other; S6: the parallel loops carry no
 *     dependence; the others run inside the kernel; S7: the iterations of one launch do not depend on
 *     each other
 *
 * Kernel gramschmidt_s5_step: all iterations of a step
 *   - blocks along k, j
 *
 * Kernel gramschmidt_s1_step: all iterations of a step
 *   - the one block
 *
 * Kernel gramschmidt_s2_step: all blocks
 *   - the one block
 *
 * Kernel gramschmidt_s3_step: all iterations of a step
 *   - the one block
 *
 * Kernel gramschmidt_s4_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel gramschmidt_s6_step: all blocks
 *   - blocks along j
 *
 * Kernel gramschmidt_s7_step: all iterations of a step
 *   - blocks along j, i
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

/** blocks along k, j */
static __device__ __forceinline__ void
gramschmidt_s5_step_blocks_along_k(const int m, const int n, double *__restrict__ R, const int R_pitch, const int kb, const int jb)
{
    const int thread = threadIdx.x;
    const int k_base = 8 * kb;
    int k_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) double R_kj[1][1];
    if (4 * jb >= kb + 1 && n >= 32 * jb + 32) {
        // Interior: every point takes part in every iteration.
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
    } else {
        // Boundary: points are checked one by one.
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
    alignas(16) double value_ik[2][16]; // A(i,k) * A(i,k)
};

/** the one block */
static __device__ __forceinline__ void
gramschmidt_s2_step_the_one_block(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ nrm)
{
    const int thread = threadIdx.x;
    const int i_count = m;
    gramschmidt_s2_step_the_one_block_shared &shared = *reinterpret_cast<gramschmidt_s2_step_the_one_block_shared *>(shared_memory);
    alignas(16) double nrm2;
    // Load nrm().
    nrm2 = nrm[0];
    if (16 <= i_count) {
        // Stage A(i,k) * A(i,k).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 1 * step + thread;
            const int i_in = group;
            shared.value_ik[0][i_in] = A[(long long)i_in * A_pitch + k] * A[(long long)i_in * A_pitch + k];
        }
    }
    int i_chunk = 0;
    for (; i_chunk + 16 <= i_count; i_chunk += 16) {
        const int half = i_chunk / 16 % 2;
        const int next = i_chunk + 16;
        await_copies();
        __syncthreads();
        if (next + 16 <= i_count) {
            // Stage A(i,k) * A(i,k).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 1 * step + thread;
                const int i_in = group;
                shared.value_ik[1 - half][i_in] = A[(long long)(next + i_in) * A_pitch + k] * A[(long long)(next + i_in) * A_pitch + k];
            }
        }
        #pragma unroll 16
        for (int i_in = 0; i_in < 16; ++i_in) {
            const double value_ik = shared.value_ik[half][i_in];
            nrm2 = nrm2 + value_ik;
        }
    }
    if (i_chunk < i_count) {
        __syncthreads();
        // Stage A(i,k) * A(i,k).
        #pragma unroll 1
        for (int step = 0; step < 16; ++step) {
            const int group = 1 * step + thread;
            const int i_in = group;
            shared.value_ik[0][i_in] = (i_chunk + i_in <= m - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + k] : 0.0) * (i_chunk + i_in <= m - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + k] : 0.0);
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            const double value_ik = shared.value_ik[0][i_in];
            nrm2 = nrm2 + value_ik;
        }
        __syncthreads();
    }
    // Store nrm().
    nrm[0] = nrm2;
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(1, 32)
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

/** blocks along i */
static __device__ __forceinline__ void
gramschmidt_s4_step_blocks_along_i(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, const double *__restrict__ R, const int R_pitch, double *__restrict__ Q, const int Q_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) double Q_ik[1];
    if (m >= 256 * ib + 256) {
        // Interior: every point takes part in every iteration.
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
    } else {
        // Boundary: points are checked one by one.
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
    alignas(16) double value_ikj[2][16][32]; // Q(i,k) * A(i,j)
};

/** blocks along j */
static __device__ __forceinline__ void
gramschmidt_s6_step_blocks_along_j(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch, const int jb)
{
    const int thread = threadIdx.x;
    const int i_count = m;
    const int j_base = 32 * jb;
    int j_own = thread;
    gramschmidt_s6_step_blocks_along_j_shared &shared = *reinterpret_cast<gramschmidt_s6_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) double R_kj[1];
    if (n >= 32 * jb + 32 && 32 * jb >= k + 1) {
        // Interior: every point takes part in every iteration.
        // Load R(k,j).
        {
            const int j = j_base + j_own;
            R_kj[0] = R[(long long)k * R_pitch + j];
        }
        if (16 <= i_count) {
            // Stage Q(i,k) * A(i,j).
            #pragma unroll 4
            for (int step = 0; step < 8; ++step) {
                const int group = 32 * step + thread;
                const int j_in = 2 * (group % 16);
                const int i_in = group / 16;
                alignas(16) double loaded[2];
                copy2(loaded, &A[(long long)i_in * A_pitch + 32 * jb + j_in]);
                alignas(16) double values[2];
                #pragma unroll
                for (int e = 0; e < 2; ++e) {
                    values[e] = Q[(long long)i_in * Q_pitch + k] * loaded[e];
                }
                copy2(&shared.value_ikj[0][i_in][j_in], values);
            }
        }
        int i_chunk = 0;
        for (; i_chunk + 16 <= i_count; i_chunk += 16) {
            const int half = i_chunk / 16 % 2;
            const int next = i_chunk + 16;
            await_copies();
            __syncthreads();
            if (next + 16 <= i_count) {
                // Stage Q(i,k) * A(i,j).
                #pragma unroll 4
                for (int step = 0; step < 8; ++step) {
                    const int group = 32 * step + thread;
                    const int j_in = 2 * (group % 16);
                    const int i_in = group / 16;
                    alignas(16) double loaded[2];
                    copy2(loaded, &A[(long long)(next + i_in) * A_pitch + 32 * jb + j_in]);
                    alignas(16) double values[2];
                    #pragma unroll
                    for (int e = 0; e < 2; ++e) {
                        values[e] = Q[(long long)(next + i_in) * Q_pitch + k] * loaded[e];
                    }
                    copy2(&shared.value_ikj[1 - half][i_in][j_in], values);
                }
            }
            #pragma unroll 16
            for (int i_in = 0; i_in < 16; ++i_in) {
                alignas(16) double value_ikj[1];
                {
                    const int j_in = j_own;
                    value_ikj[0] = shared.value_ikj[half][i_in][j_in];
                }
                {
                    R_kj[0] = R_kj[0] + value_ikj[0];
                }
            }
        }
        if (i_chunk < i_count) {
            __syncthreads();
            // Stage Q(i,k) * A(i,j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 32;
                const int i_in = group / 32;
                shared.value_ikj[0][i_in][j_in] = (i_chunk + i_in <= m - 1 ? Q[(long long)(i_chunk + i_in) * Q_pitch + k] : 0.0) * (i_chunk + i_in <= m - 1 && 32 * jb + j_in >= 0 && 32 * jb + j_in <= n - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + 32 * jb + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
                alignas(16) double value_ikj[1];
                {
                    const int j_in = j_own;
                    value_ikj[0] = shared.value_ikj[0][i_in][j_in];
                }
                {
                    R_kj[0] = R_kj[0] + value_ikj[0];
                }
            }
            __syncthreads();
        }
        // Store R(k,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own));
        {
            const int j = j_base + j_own;
            R[(long long)k * R_pitch + j] = R_kj[0];
        }
    } else {
        // Boundary: points are checked one by one.
        // Load R(k,j).
        {
            const int j = j_base + j_own;
            R_kj[0] = j >= 0 && j <= n - 1 ? R[(long long)k * R_pitch + j] : 0.0;
        }
        for (int i_chunk = 0; i_chunk < i_count; i_chunk += 16) {
            // Stage Q(i,k) * A(i,j).
            #pragma unroll 1
            for (int step = 0; step < 16; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 32;
                const int i_in = group / 32;
                shared.value_ikj[0][i_in][j_in] = (i_chunk + i_in <= m - 1 ? Q[(long long)(i_chunk + i_in) * Q_pitch + k] : 0.0) * (i_chunk + i_in <= m - 1 && 32 * jb + j_in >= 0 && 32 * jb + j_in <= n - 1 ? A[(long long)(i_chunk + i_in) * A_pitch + 32 * jb + j_in] : 0.0);
            }
            __syncthreads();
            #pragma unroll 1
            for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
                alignas(16) double value_ikj[1];
                {
                    const int j_in = j_own;
                    value_ikj[0] = shared.value_ikj[0][i_in][j_in];
                }
                {
                    R_kj[0] = R_kj[0] + value_ikj[0];
                }
            }
            __syncthreads();
        }
        // Store R(k,j). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(j_own));
        {
            const int j = j_base + j_own;
            if ((j >= k + 1) && (n >= j + 1)) {
                R[(long long)k * R_pitch + j] = R_kj[0];
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 25)
gramschmidt_s6_step(const int m, const int n, const int k, const double *__restrict__ A, const int A_pitch, double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((n + 31) >> 5) - k + ((31 * k + 30) >> 5));
    const int jb = k - ((31 * k + 30) >> 5) + block;
    if (m >= 1 && n >= k + 2) {
        gramschmidt_s6_step_blocks_along_j(m, n, k, A, A_pitch, R, R_pitch, Q, Q_pitch, jb);
    }
}

/** blocks along j, i */
static __device__ __forceinline__ void
gramschmidt_s7_step_blocks_along_j(const int m, const int n, const int k, double *__restrict__ A, const int A_pitch, const double *__restrict__ R, const int R_pitch, const double *__restrict__ Q, const int Q_pitch, const int jb, const int ib)
{
    const int thread = threadIdx.x;
    const int j_base = 8 * jb;
    int j_own = thread / 32;
    const int i_base = 32 * ib;
    int i_own = thread % 32;
    alignas(16) double A_ij[1][1];
    if (n >= 8 * jb + 8 && 8 * jb >= k + 1 && m >= 32 * ib + 32) {
        // Interior: every point takes part in every iteration.
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
    } else {
        // Boundary: points are checked one by one.
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
