/*
 * doitgen, tiled by Tilewright
 *
 * S1(r,q,p): sum(p) = 0.0
 * S2(r,q,p,s): sum(p) = sum(p) + (A(r,q,s) * C4(s,p))
 * S3(r,q,p): A(r,q,p) = sum(p)
 *
 * Candidate: block 8x16x64x64, thread 1x16x4x1, chunk 64, buffers 2
 * Shape: 3D blocks
 * Legal because temporaries have memory of their own (sum_r_q), as no value of theirs passes between
 *     iterations; S1: the iterations of one launch do not depend on each other; S2: the parallel loops
 *     carry no dependence; the others run inside the kernel; S3: the iterations of one launch do not
 *     depend on each other; S4: the iterations of one launch do not depend on each other
 *
 * Kernel doitgen_s1_step: all iterations of a step
 *   - blocks along r, q, p
 *
 * Kernel doitgen_s2_step: all blocks
 *   - blocks along r, q, p
 *
 * Kernel doitgen_s3_step: all iterations of a step
 *   - blocks along r, q, p
 *
 * Kernel doitgen_s4_step: all iterations of a step
 *   - blocks along e1
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

/** blocks along r, q, p */
static __device__ __forceinline__ void
doitgen_s1_step_blocks_along_r(const int nr, const int nq, const int np, double *__restrict__ sum_r_q, const int sum_r_q_pitch, const int rb, const int qb, const int pb)
{
    const int thread = threadIdx.x;
    const int r_base = rb;
    const int q_base = 8 * qb;
    int q_own = thread / 32;
    const int p_base = 32 * pb;
    int p_own = thread % 32;
    alignas(16) double sum_r_q_rqp[1][1][1];
    if (nq >= 8 * qb + 8 && np >= 32 * pb + 32) {
        // Interior: every point takes part in every iteration.
        {
            {
                {
                    sum_r_q_rqp[0][0][0] = 0.0;
                }
            }
        }
        // Store sum_r_q(r,q,p). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(q_own), "+r"(p_own));
        {
            const int r = r_base + 0;
            {
                const int q = q_base + q_own;
                {
                    const int p = p_base + p_own;
                    sum_r_q[((long long)r * nq + q) * sum_r_q_pitch + p] = sum_r_q_rqp[0][0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            {
                {
                    sum_r_q_rqp[0][0][0] = 0.0;
                }
            }
        }
        // Store sum_r_q(r,q,p). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(q_own), "+r"(p_own));
        {
            const int r = r_base + 0;
            {
                const int q = q_base + q_own;
                if (nq >= q + 1) {
                    {
                        const int p = p_base + p_own;
                        if (np >= p + 1) {
                            sum_r_q[((long long)r * nq + q) * sum_r_q_pitch + p] = sum_r_q_rqp[0][0][0];
                        }
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
doitgen_s1_step(const int nr, const int nq, const int np, double *__restrict__ sum_r_q, const int sum_r_q_pitch)
{
    const int block = blockIdx.x;
    const int rb_count = max(0, nr);
    const int qb_count = max(0, ((nq + 7) >> 3));
    const int pb_count = max(0, ((np + 31) >> 5));
    const int rb = block / (qb_count * pb_count);
    const int qb = block / pb_count % qb_count;
    const int pb = block % pb_count;
    if (nr >= 1 && nq >= 1 && np >= 1) {
        doitgen_s1_step_blocks_along_r(nr, nq, np, sum_r_q, sum_r_q_pitch, rb, qb, pb);
    }
}

struct doitgen_s2_step_blocks_along_r_shared {
    alignas(16) double C4_sp[2][64][64]; // C4(s,p)
};

/** blocks along r, q, p */
static __device__ __forceinline__ void
doitgen_s2_step_blocks_along_r(const int nr, const int nq, const int np, const double *__restrict__ A, const int A_pitch, const double *__restrict__ C4, const int C4_pitch, double *__restrict__ sum_r_q, const int sum_r_q_pitch, const int rb, const int qb, const int pb)
{
    const int thread = threadIdx.x;
    const int s_first = 0;
    const int s_count = np;
    const int r_base = 8 * rb;
    int r_own = thread / 16;
    const int q_base = 16 * qb;
    const int p_base = 64 * pb;
    int p_own = 2 * (thread % 16);
    doitgen_s2_step_blocks_along_r_shared &shared = *reinterpret_cast<doitgen_s2_step_blocks_along_r_shared *>(shared_memory);
    alignas(16) double sum_r_q_rqp[1][16][4];
    if (nr >= 8 * rb + 8 && nq >= 16 * qb + 16 && np >= 64 * pb + 64) {
        // Interior: every point takes part in every iteration.
        // Load sum_r_q(r,q,p).
        {
            const int r = r_base + r_own;
            #pragma unroll
            for (int mq = 0; mq < 16; ++mq) {
                const int q = q_base + 2 * (mq / 2) + mq % 2;
                #pragma unroll
                for (int mp = 0; mp < 4; mp += 2) {
                    const int p = p_base + p_own + 16 * mp;
                    copy2(&sum_r_q_rqp[0][mq][mp], &sum_r_q[((long long)r * nq + q) * sum_r_q_pitch + p]);
                }
            }
        }
        alignas(16) double C4_sp[2][4];
        if (64 <= s_count) {
            // Stage C4(s,p).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 128 * step + thread;
                const int p_in = 2 * (group % 32);
                const int s_in = group / 32;
                copy_async2(&shared.C4_sp[0][s_in][p_in], &C4[(long long)s_in * C4_pitch + 64 * pb + p_in]);
            }
            await_copies();
            __syncthreads();
            #pragma unroll
            for (int mp = 0; mp < 4; mp += 2) {
                const int p_in = p_own + 16 * mp;
                copy2(&C4_sp[0][mp], &shared.C4_sp[0][0][p_in]);
            }
        }
        int s_chunk = 0;
        for (; s_chunk + 64 <= s_count; s_chunk += 64) {
            const int half = s_chunk / 64 % 2;
            const int next = s_chunk + 64;
            if (next + 64 <= s_count) {
                // Stage C4(s,p).
                #pragma unroll 8
                for (int step = 0; step < 16; ++step) {
                    const int group = 128 * step + thread;
                    const int p_in = 2 * (group % 32);
                    const int s_in = group / 32;
                    copy_async2(&shared.C4_sp[1 - half][s_in][p_in], &C4[(long long)(next + s_in) * C4_pitch + 64 * pb + p_in]);
                }
            }
            #pragma unroll 32
            for (int s_in = 0; s_in < 64; ++s_in) {
                const int s = s_first + s_chunk + s_in;
                // Read what the next iteration needs.
                if (s_in + 1 < 64) {
                    #pragma unroll
                    for (int mp = 0; mp < 4; mp += 2) {
                        const int p_in = p_own + 16 * mp;
                        copy2(&C4_sp[(s_in + 1) % 2][mp], &shared.C4_sp[half][s_in + 1][p_in]);
                    }
                } else {
                    await_copies();
                    __syncthreads();
                    #pragma unroll
                    for (int mp = 0; mp < 4; mp += 2) {
                        const int p_in = p_own + 16 * mp;
                        copy2(&C4_sp[0][mp], &shared.C4_sp[1 - half][0][p_in]);
                    }
                }
                alignas(16) double A_rqs[1][16];
                {
                    const int r = r_base + r_own;
                    #pragma unroll
                    for (int mq = 0; mq < 16; ++mq) {
                        const int q = q_base + 2 * (mq / 2) + mq % 2;
                        A_rqs[0][mq] = A[((long long)r * nq + q) * A_pitch + s];
                    }
                }
                {
                    #pragma unroll
                    for (int mq = 0; mq < 16; ++mq) {
                        #pragma unroll
                        for (int mp = 0; mp < 4; ++mp) {
                            sum_r_q_rqp[0][mq][mp] = sum_r_q_rqp[0][mq][mp] + A_rqs[0][mq] * C4_sp[s_in % 2][mp];
                        }
                    }
                }
            }
        }
        if (s_chunk < s_count) {
            __syncthreads();
            // Stage C4(s,p).
            #pragma unroll 8
            for (int step = 0; step < 32; ++step) {
                const int group = 128 * step + thread;
                const int p_in = group % 64;
                const int s_in = group / 64;
                shared.C4_sp[0][s_in][p_in] = s_chunk + s_in <= np - 1 && 64 * pb + p_in <= np - 1 ? C4[(long long)(s_chunk + s_in) * C4_pitch + 64 * pb + p_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int s_in = 0; s_in < min(64, s_count - s_chunk); ++s_in) {
                const int s = s_first + s_chunk + s_in;
                alignas(16) double A_rqs[1][16];
                {
                    const int r = r_base + r_own;
                    #pragma unroll
                    for (int mq = 0; mq < 16; ++mq) {
                        const int q = q_base + 2 * (mq / 2) + mq % 2;
                        A_rqs[0][mq] = A[((long long)r * nq + q) * A_pitch + s];
                    }
                }
                alignas(16) double C4_sp[4];
                #pragma unroll
                for (int mp = 0; mp < 4; mp += 2) {
                    const int p_in = p_own + 16 * mp;
                    copy2(&C4_sp[mp], &shared.C4_sp[0][s_in][p_in]);
                }
                {
                    #pragma unroll
                    for (int mq = 0; mq < 16; ++mq) {
                        #pragma unroll
                        for (int mp = 0; mp < 4; ++mp) {
                            sum_r_q_rqp[0][mq][mp] = sum_r_q_rqp[0][mq][mp] + A_rqs[0][mq] * C4_sp[mp];
                        }
                    }
                }
            }
            __syncthreads();
        }
        // Store sum_r_q(r,q,p). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(r_own), "+r"(p_own));
        {
            const int r = r_base + r_own;
            #pragma unroll
            for (int mq = 0; mq < 16; ++mq) {
                const int q = q_base + 2 * (mq / 2) + mq % 2;
                #pragma unroll
                for (int mp = 0; mp < 4; mp += 2) {
                    const int p = p_base + p_own + 16 * mp;
                    copy2(&sum_r_q[((long long)r * nq + q) * sum_r_q_pitch + p], &sum_r_q_rqp[0][mq][mp]);
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        // Load sum_r_q(r,q,p).
        {
            const int r = r_base + r_own;
            #pragma unroll
            for (int mq = 0; mq < 16; ++mq) {
                const int q = q_base + 2 * (mq / 2) + mq % 2;
                #pragma unroll
                for (int mp = 0; mp < 4; ++mp) {
                    const int p = p_base + p_own + 32 * (mp / 2) + mp % 2;
                    sum_r_q_rqp[0][mq][mp] = r <= nr - 1 && q <= nq - 1 && p <= np - 1 ? sum_r_q[((long long)r * nq + q) * sum_r_q_pitch + p] : 0.0;
                }
            }
        }
        for (int s_chunk = 0; s_chunk < s_count; s_chunk += 64) {
            // Stage C4(s,p).
            #pragma unroll 8
            for (int step = 0; step < 32; ++step) {
                const int group = 128 * step + thread;
                const int p_in = group % 64;
                const int s_in = group / 64;
                shared.C4_sp[0][s_in][p_in] = s_chunk + s_in <= np - 1 && 64 * pb + p_in <= np - 1 ? C4[(long long)(s_chunk + s_in) * C4_pitch + 64 * pb + p_in] : 0.0;
            }
            __syncthreads();
            #pragma unroll 1
            for (int s_in = 0; s_in < min(64, s_count - s_chunk); ++s_in) {
                const int s = s_first + s_chunk + s_in;
                alignas(16) double A_rqs[1][16];
                {
                    const int r = r_base + r_own;
                    #pragma unroll
                    for (int mq = 0; mq < 16; ++mq) {
                        const int q = q_base + 2 * (mq / 2) + mq % 2;
                        A_rqs[0][mq] = r <= nr - 1 && q <= nq - 1 && s <= np - 1 ? A[((long long)r * nq + q) * A_pitch + s] : 0.0;
                    }
                }
                alignas(16) double C4_sp[4];
                #pragma unroll
                for (int mp = 0; mp < 4; mp += 2) {
                    const int p_in = p_own + 16 * mp;
                    copy2(&C4_sp[mp], &shared.C4_sp[0][s_in][p_in]);
                }
                {
                    #pragma unroll
                    for (int mq = 0; mq < 16; ++mq) {
                        #pragma unroll
                        for (int mp = 0; mp < 4; ++mp) {
                            sum_r_q_rqp[0][mq][mp] = sum_r_q_rqp[0][mq][mp] + A_rqs[0][mq] * C4_sp[mp];
                        }
                    }
                }
            }
            __syncthreads();
        }
        // Store sum_r_q(r,q,p). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(r_own), "+r"(p_own));
        {
            const int r = r_base + r_own;
            if (nr >= r + 1) {
                #pragma unroll
                for (int mq = 0; mq < 16; ++mq) {
                    const int q = q_base + 2 * (mq / 2) + mq % 2;
                    if (nq >= q + 1) {
                        #pragma unroll
                        for (int mp = 0; mp < 4; ++mp) {
                            const int p = p_base + p_own + 32 * (mp / 2) + mp % 2;
                            if (np >= p + 1) {
                                sum_r_q[((long long)r * nq + q) * sum_r_q_pitch + p] = sum_r_q_rqp[0][mq][mp];
                            }
                        }
                    }
                }
            }
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(128, 2)
doitgen_s2_step(const int nr, const int nq, const int np, const double *__restrict__ A, const int A_pitch, const double *__restrict__ C4, const int C4_pitch, double *__restrict__ sum_r_q, const int sum_r_q_pitch)
{
    const int block = blockIdx.x;
    const int rb_count = max(0, ((nr + 7) >> 3));
    const int qb_count = max(0, ((nq + 15) >> 4));
    const int pb_count = max(0, ((np + 63) >> 6));
    const int rb = block / (qb_count * pb_count);
    const int qb = block / pb_count % qb_count;
    const int pb = block % pb_count;
    if (nr >= 1 && nq >= 1 && np >= 1) {
        doitgen_s2_step_blocks_along_r(nr, nq, np, A, A_pitch, C4, C4_pitch, sum_r_q, sum_r_q_pitch, rb, qb, pb);
    }
}

/** blocks along r, q, p */
static __device__ __forceinline__ void
doitgen_s3_step_blocks_along_r(const int nr, const int nq, const int np, double *__restrict__ A, const int A_pitch, const double *__restrict__ sum_r_q, const int sum_r_q_pitch, const int rb, const int qb, const int pb)
{
    const int thread = threadIdx.x;
    const int r_base = rb;
    const int q_base = 8 * qb;
    int q_own = thread / 32;
    const int p_base = 32 * pb;
    int p_own = thread % 32;
    alignas(16) double A_rqp[1][1][1];
    if (nq >= 8 * qb + 8 && np >= 32 * pb + 32) {
        // Interior: every point takes part in every iteration.
        {
            const int r = r_base + 0;
            {
                const int q = q_base + q_own;
                {
                    const int p = p_base + p_own;
                    A_rqp[0][0][0] = sum_r_q[((long long)r * nq + q) * sum_r_q_pitch + p];
                }
            }
        }
        // Store A(r,q,p). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(q_own), "+r"(p_own));
        {
            const int r = r_base + 0;
            {
                const int q = q_base + q_own;
                {
                    const int p = p_base + p_own;
                    A[((long long)r * nq + q) * A_pitch + p] = A_rqp[0][0][0];
                }
            }
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int r = r_base + 0;
            {
                const int q = q_base + q_own;
                {
                    const int p = p_base + p_own;
                    A_rqp[0][0][0] = q <= nq - 1 && p <= np - 1 ? sum_r_q[((long long)r * nq + q) * sum_r_q_pitch + p] : 0.0;
                }
            }
        }
        // Store A(r,q,p). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(q_own), "+r"(p_own));
        {
            const int r = r_base + 0;
            {
                const int q = q_base + q_own;
                if (nq >= q + 1) {
                    {
                        const int p = p_base + p_own;
                        if (np >= p + 1) {
                            A[((long long)r * nq + q) * A_pitch + p] = A_rqp[0][0][0];
                        }
                    }
                }
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
doitgen_s3_step(const int nr, const int nq, const int np, double *__restrict__ A, const int A_pitch, const double *__restrict__ sum_r_q, const int sum_r_q_pitch)
{
    const int block = blockIdx.x;
    const int rb_count = max(0, nr);
    const int qb_count = max(0, ((nq + 7) >> 3));
    const int pb_count = max(0, ((np + 31) >> 5));
    const int rb = block / (qb_count * pb_count);
    const int qb = block / pb_count % qb_count;
    const int pb = block % pb_count;
    if (nr >= 1 && nq >= 1 && np >= 1) {
        doitgen_s3_step_blocks_along_r(nr, nq, np, A, A_pitch, sum_r_q, sum_r_q_pitch, rb, qb, pb);
    }
}

/** blocks along e1 */
static __device__ __forceinline__ void
doitgen_s4_step_blocks_along_e1(const int nr, const int nq, const int np, double *__restrict__ sum, const double *__restrict__ sum_r_q, const int sum_r_q_pitch, const int e1b)
{
    const int thread = threadIdx.x;
    const int e1_base = 256 * e1b;
    int e1_own = thread;
    alignas(16) double sum_e1[1];
    if (np >= 256 * e1b + 256) {
        // Interior: every point takes part in every iteration.
        {
            const int e1 = e1_base + e1_own;
            sum_e1[0] = sum_r_q[((long long)(nr - 1) * nq + nq - 1) * sum_r_q_pitch + e1];
        }
        // Store sum(e1). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(e1_own));
        {
            const int e1 = e1_base + e1_own;
            sum[e1] = sum_e1[0];
        }
    } else {
        // Boundary: points are checked one by one.
        {
            const int e1 = e1_base + e1_own;
            sum_e1[0] = nr - 1 >= 0 && nq - 1 >= 0 && e1 <= np - 1 ? sum_r_q[((long long)(nr - 1) * nq + nq - 1) * sum_r_q_pitch + e1] : 0.0;
        }
        // Store sum(e1). Computing the addresses anew is cheaper than registers that hold them.
        asm volatile("" : "+r"(e1_own));
        {
            const int e1 = e1_base + e1_own;
            if (np >= e1 + 1) {
                sum[e1] = sum_e1[0];
            }
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
doitgen_s4_step(const int nr, const int nq, const int np, double *__restrict__ sum, const double *__restrict__ sum_r_q, const int sum_r_q_pitch)
{
    const int block = blockIdx.x;
    const int e1b_count = max(0, ((np + 255) >> 8));
    const int e1b = block;
    if (np >= 1) {
        doitgen_s4_step_blocks_along_e1(nr, nq, np, sum, sum_r_q, sum_r_q_pitch, e1b);
    }
}
