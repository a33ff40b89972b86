/*
 * adi, tiled by Tilewright
 *
 * S1(): DX = 1.0 / dble(n)
 * S2(): DY = 1.0 / dble(n)
 * S3(): DT = 1.0 / dble(tsteps)
 * S4(): B1 = 2.0
 * S5(): B2 = 1.0
 * S6(): mul1 = (B1 * DT) / (DX * DX)
 * S7(): mul2 = (B2 * DT) / (DY * DY)
 * S8(): a = (-mul1) / 2.0
 * S9(): b = 1.0 + mul1
 * S10(): c = a
 * S11(): d = (-mul2) / 2.0
 * S12(): e = 1.0 + mul2
 * S13(): f = d
 * S14(t,i): v(0,i) = 1.0
 * S15(t,i): p(i,0) = 0.0
 * S16(t,i): q(i,0) = v(0,i)
 * S17(t,i,j): p(i,j) = (-c) / ((a * p(i,j - 1)) + b)
 * S18(t,i,j): q(i,j) = (((((-d) * u(j,i - 1)) + ((1.0 + (2.0 * d)) * u(j,i))) - (f * u(j,i + 1))) - (a * q(i,j - 1))) / ((a * p(i,j - 1)) + b)
 * S19(t,i): v(n - 1,i) = 1.0
 * S20(t,i,j): v(j,i) = (p(i,j) * v(j + 1,i)) + q(i,j)
 * S21(t,i): u(i,0) = 1.0
 * S22(t,i): p(i,0) = 0.0
 * S23(t,i): q(i,0) = u(i,0)
 * S24(t,i,j): p(i,j) = (-f) / ((d * p(i,j - 1)) + e)
 * S25(t,i,j): q(i,j) = (((((-a) * v(i - 1,j)) + ((1.0 + (2.0 * a)) * v(i,j))) - (c * v(i + 1,j))) - (d * q(i,j - 1))) / ((d * p(i,j - 1)) + e)
 * S26(t,i): u(i,n - 1) = 1.0
 * S27(t,i,j): u(i,j) = (p(i,j) * u(i,j + 1)) + q(i,j)
 *
 * Candidate: block 32x16, thread 1x1, chunk 16, buffers 1
 * Shape: 1D blocks
 * Legal because S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: the iterations of one launch do not depend on each
 *     other; S4: the iterations of one launch do not depend on each other; S5: the iterations of one
 *     launch do not depend on each other; S6: the iterations of one launch do not depend on each
 *     other; S7: the iterations of one launch do not depend on each other; S8: the iterations of one
 *     launch do not depend on each other; S9: the iterations of one launch do not depend on each
 *     other; S10: the iterations of one launch do not depend on each other; S11: the iterations of one
 *     launch do not depend on each other; S12: the iterations of one launch do not depend on each
 *     other; S13: the iterations of one launch do not depend on each other; S14: the iterations of one
 *     launch do not depend on each other; S15: the iterations of one launch do not depend on each
 *     other; S16: the iterations of one launch do not depend on each other; S17: the parallel loops
 *     carry no dependence; the others run inside the kernel; S18: the parallel loops carry no
 *     dependence; the others run inside the kernel; S19: the iterations of one launch do not depend on
 *     each other; S20: the parallel loops carry no dependence; the others run inside the kernel; S21:
 *     the iterations of one launch do not depend on each other; S22: the iterations of one launch do
 *     not depend on each other; S23: the iterations of one launch do not depend on each other; S24:
 *     the parallel loops carry no dependence; the others run inside the kernel; S25: the parallel
 *     loops carry no dependence; the others run inside the kernel; S26: the iterations of one launch
 *     do not depend on each other; S27: the parallel loops carry no dependence; the others run inside
 *     the kernel
 *
 * Kernel adi_s1_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s2_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s3_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s4_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s5_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s6_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s7_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s8_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s9_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s10_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s11_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s12_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s13_step: all iterations of a step
 *   - the one block
 *
 * Kernel adi_s14_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel adi_s15_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel adi_s16_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel adi_s17_step: all blocks
 *   - blocks along i
 *
 * Kernel adi_s18_step: all blocks
 *   - blocks along i
 *
 * Kernel adi_s19_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel adi_s20_step: all blocks
 *   - blocks along i
 *
 * Kernel adi_s21_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel adi_s22_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel adi_s23_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel adi_s24_step: all blocks
 *   - blocks along i
 *
 * Kernel adi_s25_step: all blocks
 *   - blocks along i
 *
 * Kernel adi_s26_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel adi_s27_step: all blocks
 *   - blocks along i
 */

/** 2 neighbours in one double2 access; both addresses must be aligned to it. */
static __device__ __forceinline__ void copy2(double *to, const double *from)
{
    *reinterpret_cast<double2 *>(to) = *reinterpret_cast<const double2 *>(from);
}

extern __shared__ __align__(16) unsigned char shared_memory[];

/** the one block */
static __device__ __forceinline__ void
adi_s1_step_the_one_block(const int tsteps, const int n, double *__restrict__ DX)
{
    alignas(16) double DX2;
    DX2 = 1.0 / (double)(n);
    // Store DX().
    DX[0] = DX2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s1_step(const int tsteps, const int n, double *__restrict__ DX)
{
    adi_s1_step_the_one_block(tsteps, n, DX);
}

/** the one block */
static __device__ __forceinline__ void
adi_s2_step_the_one_block(const int tsteps, const int n, double *__restrict__ DY)
{
    alignas(16) double DY2;
    DY2 = 1.0 / (double)(n);
    // Store DY().
    DY[0] = DY2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s2_step(const int tsteps, const int n, double *__restrict__ DY)
{
    adi_s2_step_the_one_block(tsteps, n, DY);
}

/** the one block */
static __device__ __forceinline__ void
adi_s3_step_the_one_block(const int tsteps, const int n, double *__restrict__ DT)
{
    alignas(16) double DT2;
    DT2 = 1.0 / (double)(tsteps);
    // Store DT().
    DT[0] = DT2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s3_step(const int tsteps, const int n, double *__restrict__ DT)
{
    adi_s3_step_the_one_block(tsteps, n, DT);
}

/** the one block */
static __device__ __forceinline__ void
adi_s4_step_the_one_block(const int tsteps, const int n, double *__restrict__ B1)
{
    alignas(16) double B12;
    B12 = 2.0;
    // Store B1().
    B1[0] = B12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s4_step(const int tsteps, const int n, double *__restrict__ B1)
{
    adi_s4_step_the_one_block(tsteps, n, B1);
}

/** the one block */
static __device__ __forceinline__ void
adi_s5_step_the_one_block(const int tsteps, const int n, double *__restrict__ B2)
{
    alignas(16) double B22;
    B22 = 1.0;
    // Store B2().
    B2[0] = B22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s5_step(const int tsteps, const int n, double *__restrict__ B2)
{
    adi_s5_step_the_one_block(tsteps, n, B2);
}

/** the one block */
static __device__ __forceinline__ void
adi_s6_step_the_one_block(const int tsteps, const int n, const double *__restrict__ DX, const double *__restrict__ DT, const double *__restrict__ B1, double *__restrict__ mul1)
{
    alignas(16) double mul12;
    mul12 = B1[0] * DT[0] / (DX[0] * DX[0]);
    // Store mul1().
    mul1[0] = mul12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s6_step(const int tsteps, const int n, const double *__restrict__ DX, const double *__restrict__ DT, const double *__restrict__ B1, double *__restrict__ mul1)
{
    adi_s6_step_the_one_block(tsteps, n, DX, DT, B1, mul1);
}

/** the one block */
static __device__ __forceinline__ void
adi_s7_step_the_one_block(const int tsteps, const int n, const double *__restrict__ DY, const double *__restrict__ DT, const double *__restrict__ B2, double *__restrict__ mul2)
{
    alignas(16) double mul22;
    mul22 = B2[0] * DT[0] / (DY[0] * DY[0]);
    // Store mul2().
    mul2[0] = mul22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s7_step(const int tsteps, const int n, const double *__restrict__ DY, const double *__restrict__ DT, const double *__restrict__ B2, double *__restrict__ mul2)
{
    adi_s7_step_the_one_block(tsteps, n, DY, DT, B2, mul2);
}

/** the one block */
static __device__ __forceinline__ void
adi_s8_step_the_one_block(const int tsteps, const int n, const double *__restrict__ mul1, double *__restrict__ a)
{
    alignas(16) double a2;
    a2 = -mul1[0] / 2.0;
    // Store a().
    a[0] = a2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s8_step(const int tsteps, const int n, const double *__restrict__ mul1, double *__restrict__ a)
{
    adi_s8_step_the_one_block(tsteps, n, mul1, a);
}

/** the one block */
static __device__ __forceinline__ void
adi_s9_step_the_one_block(const int tsteps, const int n, const double *__restrict__ mul1, double *__restrict__ b)
{
    alignas(16) double b2;
    b2 = 1.0 + mul1[0];
    // Store b().
    b[0] = b2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s9_step(const int tsteps, const int n, const double *__restrict__ mul1, double *__restrict__ b)
{
    adi_s9_step_the_one_block(tsteps, n, mul1, b);
}

/** the one block */
static __device__ __forceinline__ void
adi_s10_step_the_one_block(const int tsteps, const int n, const double *__restrict__ a, double *__restrict__ c)
{
    alignas(16) double c2;
    c2 = a[0];
    // Store c().
    c[0] = c2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s10_step(const int tsteps, const int n, const double *__restrict__ a, double *__restrict__ c)
{
    adi_s10_step_the_one_block(tsteps, n, a, c);
}

/** the one block */
static __device__ __forceinline__ void
adi_s11_step_the_one_block(const int tsteps, const int n, const double *__restrict__ mul2, double *__restrict__ d)
{
    alignas(16) double d2;
    d2 = -mul2[0] / 2.0;
    // Store d().
    d[0] = d2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s11_step(const int tsteps, const int n, const double *__restrict__ mul2, double *__restrict__ d)
{
    adi_s11_step_the_one_block(tsteps, n, mul2, d);
}

/** the one block */
static __device__ __forceinline__ void
adi_s12_step_the_one_block(const int tsteps, const int n, const double *__restrict__ mul2, double *__restrict__ e)
{
    alignas(16) double e2;
    e2 = 1.0 + mul2[0];
    // Store e().
    e[0] = e2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s12_step(const int tsteps, const int n, const double *__restrict__ mul2, double *__restrict__ e)
{
    adi_s12_step_the_one_block(tsteps, n, mul2, e);
}

/** the one block */
static __device__ __forceinline__ void
adi_s13_step_the_one_block(const int tsteps, const int n, const double *__restrict__ d, double *__restrict__ f)
{
    alignas(16) double f2;
    f2 = d[0];
    // Store f().
    f[0] = f2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
adi_s13_step(const int tsteps, const int n, const double *__restrict__ d, double *__restrict__ f)
{
    adi_s13_step_the_one_block(tsteps, n, d, f);
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s14_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double v_i[1];
    {
        v_i[0] = 1.0;
    }
    // Store v(0,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 2) {
            v[(long long)0 * v_pitch + i] = v_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s14_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch, const int ib)
{
    if (!(n >= 256 * ib + 258)) {
        adi_s14_step_blocks_along_i_boundary(tsteps, n, t, v, v_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double v_i[1];
    {
        v_i[0] = 1.0;
    }
    // Store v(0,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        v[(long long)0 * v_pitch + i] = v_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
adi_s14_step(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 253) >> 8));
    const int ib = block;
    if (n >= 3) {
        adi_s14_step_blocks_along_i(tsteps, n, t, v, v_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s15_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double p_i[1];
    {
        p_i[0] = 0.0;
    }
    // Store p(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 2) {
            p[(long long)i * p_pitch] = p_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s15_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const int ib)
{
    if (!(n >= 256 * ib + 258)) {
        adi_s15_step_blocks_along_i_boundary(tsteps, n, t, p, p_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double p_i[1];
    {
        p_i[0] = 0.0;
    }
    // Store p(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        p[(long long)i * p_pitch] = p_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
adi_s15_step(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 253) >> 8));
    const int ib = block;
    if (n >= 3) {
        adi_s15_step_blocks_along_i(tsteps, n, t, p, p_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s16_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, const double *__restrict__ v, const int v_pitch, double *__restrict__ q, const int q_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double q_i[1];
    {
        const int i = i_base + i_own;
        q_i[0] = 0 <= n - 1 && i <= n - 1 ? v[(long long)0 * v_pitch + i] : 0.0;
    }
    // Store q(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 2) {
            q[(long long)i * q_pitch] = q_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s16_step_blocks_along_i(const int tsteps, const int n, const int t, const double *__restrict__ v, const int v_pitch, double *__restrict__ q, const int q_pitch, const int ib)
{
    if (!(n >= 256 * ib + 258)) {
        adi_s16_step_blocks_along_i_boundary(tsteps, n, t, v, v_pitch, q, q_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double q_i[1];
    {
        const int i = i_base + i_own;
        q_i[0] = v[(long long)0 * v_pitch + i];
    }
    // Store q(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        q[(long long)i * q_pitch] = q_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
adi_s16_step(const int tsteps, const int n, const int t, const double *__restrict__ v, const int v_pitch, double *__restrict__ q, const int q_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 253) >> 8));
    const int ib = block;
    if (n >= 3) {
        adi_s16_step_blocks_along_i(tsteps, n, t, v, v_pitch, q, q_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s17_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c, const int ib)
{
    const int thread = threadIdx.x;
    const int j_first = 1;
    const int j_count = n - 2;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    #pragma unroll 1
    for (int j_in = 0; j_in < j_count; ++j_in) {
        const int j = j_first + j_in;
        const double factor = -c[0];
        const double a2 = a[0];
        const double b2 = b[0];
        {
            const int i = i_base + i_own;
            if (n >= i + 2) {
                p[(long long)i * p_pitch + j] = factor / (a2 * (i <= n - 1 && j - 1 <= n - 1 ? p[(long long)i * p_pitch + j - 1] : 0.0) + b2);
            }
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s17_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c, const int ib)
{
    if (!(n >= 32 * ib + 34)) {
        adi_s17_step_blocks_along_i_boundary(tsteps, n, t, p, p_pitch, a, b, c, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_first = 1;
    const int j_count = n - 2;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    #pragma unroll 16
    for (int j_in = 0; j_in < j_count; ++j_in) {
        const int j = j_first + j_in;
        const double factor = -c[0];
        const double a2 = a[0];
        const double b2 = b[0];
        {
            const int i = i_base + i_own;
            p[(long long)i * p_pitch + j] = factor / (a2 * p[(long long)i * p_pitch + j - 1] + b2);
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32)
adi_s17_step(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 29) >> 5));
    const int ib = block;
    if (n >= 3) {
        adi_s17_step_blocks_along_i(tsteps, n, t, p, p_pitch, a, b, c, ib);
    }
}

struct adi_s18_step_blocks_along_i_shared {
    alignas(16) double u_ji[16][32]; // u(j,i - 1)
    alignas(16) double u_ji2[16][32]; // u(j,i)
    alignas(16) double u_ji3[16][32]; // u(j,i + 1)
    alignas(16) double p_ij[16][32]; // p(i,j - 1)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s18_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, const double *__restrict__ u, const int u_pitch, const double *__restrict__ p, const int p_pitch, double *__restrict__ q, const int q_pitch, const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ d, const double *__restrict__ f, const int ib)
{
    const int thread = threadIdx.x;
    const int j_first = 1;
    const int j_count = n - 2;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    adi_s18_step_blocks_along_i_shared &shared = *reinterpret_cast<adi_s18_step_blocks_along_i_shared *>(shared_memory);
    for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
        // Stage u(j,i - 1).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_in = group / 32;
            shared.u_ji[j_in][i_in] = j_chunk + j_in + 1 <= n - 1 && 32 * ib + i_in <= n - 1 ? u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in] : 0.0;
        }
        // Stage u(j,i).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_in = group / 32;
            shared.u_ji2[j_in][i_in] = j_chunk + j_in + 1 <= n - 1 && 32 * ib + i_in + 1 <= n - 1 ? u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in + 1] : 0.0;
        }
        // Stage u(j,i + 1).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_in = group / 32;
            shared.u_ji3[j_in][i_in] = j_chunk + j_in + 1 <= n - 1 && 32 * ib + i_in + 2 <= n - 1 ? u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in + 2] : 0.0;
        }
        // Stage p(i,j - 1).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 4 + 4 * (group / 128);
            const int i_in = group / 4 % 32;
            shared.p_ij[j_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && j_chunk + j_in <= n - 1 ? p[(long long)(32 * ib + i_in + 1) * p_pitch + j_chunk + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const double factor = -d[0];
            alignas(16) double u_ji[1];
            {
                const int i_in = i_own;
                u_ji[0] = shared.u_ji[j_in][i_in];
            }
            const double factor2 = 1.0 + 2.0 * d[0];
            alignas(16) double u_ji2[1];
            {
                const int i_in = i_own;
                u_ji2[0] = shared.u_ji2[j_in][i_in];
            }
            const double f2 = f[0];
            alignas(16) double u_ji3[1];
            {
                const int i_in = i_own;
                u_ji3[0] = shared.u_ji3[j_in][i_in];
            }
            const double a2 = a[0];
            alignas(16) double p_ij[1];
            {
                const int i_in = i_own;
                p_ij[0] = shared.p_ij[j_in][i_in];
            }
            const double b2 = b[0];
            {
                const int i = i_base + i_own;
                if (n >= i + 2) {
                    q[(long long)i * q_pitch + j] = (factor * u_ji[0] + factor2 * u_ji2[0] - f2 * u_ji3[0] - a2 * (i <= n - 1 && j - 1 <= n - 1 ? q[(long long)i * q_pitch + j - 1] : 0.0)) / (a2 * p_ij[0] + b2);
                }
            }
        }
        __syncthreads();
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s18_step_blocks_along_i(const int tsteps, const int n, const int t, const double *__restrict__ u, const int u_pitch, const double *__restrict__ p, const int p_pitch, double *__restrict__ q, const int q_pitch, const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ d, const double *__restrict__ f, const int ib)
{
    if (!(n >= 32 * ib + 34)) {
        adi_s18_step_blocks_along_i_boundary(tsteps, n, t, u, u_pitch, p, p_pitch, q, q_pitch, a, b, d, f, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_first = 1;
    const int j_count = n - 2;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    adi_s18_step_blocks_along_i_shared &shared = *reinterpret_cast<adi_s18_step_blocks_along_i_shared *>(shared_memory);
    int j_chunk = 0;
    for (; j_chunk + 16 <= j_count; j_chunk += 16) {
        // Stage u(j,i - 1).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 32 * step + thread;
            const int i_in = 2 * (group % 16);
            const int j_in = group / 16;
            copy2(&shared.u_ji[j_in][i_in], &u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in]);
        }
        // Stage u(j,i).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_in = group / 32;
            shared.u_ji2[j_in][i_in] = u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in + 1];
        }
        // Stage u(j,i + 1).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 32 * step + thread;
            const int i_in = 2 * (group % 16);
            const int j_in = group / 16;
            copy2(&shared.u_ji3[j_in][i_in], &u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in + 2]);
        }
        // Stage p(i,j - 1).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 32 * step + thread;
            const int j_in = 2 * (group % 2 + 2 * (group / 64));
            const int i_in = group / 2 % 32;
            alignas(16) double loaded[2];
            copy2(loaded, &p[(long long)(32 * ib + i_in + 1) * p_pitch + j_chunk + j_in]);
            #pragma unroll
            for (int e_ = 0; e_ < 2; ++e_) {
                shared.p_ij[j_in + e_][i_in] = loaded[e_];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int j_in = 0; j_in < 16; ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const double factor = -d[0];
            alignas(16) double u_ji[1];
            {
                const int i_in = i_own;
                u_ji[0] = shared.u_ji[j_in][i_in];
            }
            const double factor2 = 1.0 + 2.0 * d[0];
            alignas(16) double u_ji2[1];
            {
                const int i_in = i_own;
                u_ji2[0] = shared.u_ji2[j_in][i_in];
            }
            const double f2 = f[0];
            alignas(16) double u_ji3[1];
            {
                const int i_in = i_own;
                u_ji3[0] = shared.u_ji3[j_in][i_in];
            }
            const double a2 = a[0];
            alignas(16) double p_ij[1];
            {
                const int i_in = i_own;
                p_ij[0] = shared.p_ij[j_in][i_in];
            }
            const double b2 = b[0];
            {
                const int i = i_base + i_own;
                q[(long long)i * q_pitch + j] = (factor * u_ji[0] + factor2 * u_ji2[0] - f2 * u_ji3[0] - a2 * q[(long long)i * q_pitch + j - 1]) / (a2 * p_ij[0] + b2);
            }
        }
        __syncthreads();
    }
    if (j_chunk < j_count) {
        // Stage u(j,i - 1).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_in = group / 32;
            shared.u_ji[j_in][i_in] = j_chunk + j_in + 1 <= n - 1 && 32 * ib + i_in <= n - 1 ? u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in] : 0.0;
        }
        // Stage u(j,i).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_in = group / 32;
            shared.u_ji2[j_in][i_in] = j_chunk + j_in + 1 <= n - 1 && 32 * ib + i_in + 1 <= n - 1 ? u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in + 1] : 0.0;
        }
        // Stage u(j,i + 1).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_in = group / 32;
            shared.u_ji3[j_in][i_in] = j_chunk + j_in + 1 <= n - 1 && 32 * ib + i_in + 2 <= n - 1 ? u[(long long)(j_chunk + j_in + 1) * u_pitch + 32 * ib + i_in + 2] : 0.0;
        }
        // Stage p(i,j - 1).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 4 + 4 * (group / 128);
            const int i_in = group / 4 % 32;
            shared.p_ij[j_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && j_chunk + j_in <= n - 1 ? p[(long long)(32 * ib + i_in + 1) * p_pitch + j_chunk + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const double factor = -d[0];
            alignas(16) double u_ji[1];
            {
                const int i_in = i_own;
                u_ji[0] = shared.u_ji[j_in][i_in];
            }
            const double factor2 = 1.0 + 2.0 * d[0];
            alignas(16) double u_ji2[1];
            {
                const int i_in = i_own;
                u_ji2[0] = shared.u_ji2[j_in][i_in];
            }
            const double f2 = f[0];
            alignas(16) double u_ji3[1];
            {
                const int i_in = i_own;
                u_ji3[0] = shared.u_ji3[j_in][i_in];
            }
            const double a2 = a[0];
            alignas(16) double p_ij[1];
            {
                const int i_in = i_own;
                p_ij[0] = shared.p_ij[j_in][i_in];
            }
            const double b2 = b[0];
            {
                const int i = i_base + i_own;
                q[(long long)i * q_pitch + j] = (factor * u_ji[0] + factor2 * u_ji2[0] - f2 * u_ji3[0] - a2 * q[(long long)i * q_pitch + j - 1]) / (a2 * p_ij[0] + b2);
            }
        }
        __syncthreads();
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 13)
adi_s18_step(const int tsteps, const int n, const int t, const double *__restrict__ u, const int u_pitch, const double *__restrict__ p, const int p_pitch, double *__restrict__ q, const int q_pitch, const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ d, const double *__restrict__ f)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 29) >> 5));
    const int ib = block;
    if (n >= 3) {
        adi_s18_step_blocks_along_i(tsteps, n, t, u, u_pitch, p, p_pitch, q, q_pitch, a, b, d, f, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s19_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double v_ni[1];
    {
        v_ni[0] = 1.0;
    }
    // Store v(n - 1,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 2) {
            v[(long long)(n - 1) * v_pitch + i] = v_ni[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s19_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch, const int ib)
{
    if (!(n >= 256 * ib + 258)) {
        adi_s19_step_blocks_along_i_boundary(tsteps, n, t, v, v_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double v_ni[1];
    {
        v_ni[0] = 1.0;
    }
    // Store v(n - 1,i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        v[(long long)(n - 1) * v_pitch + i] = v_ni[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
adi_s19_step(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 253) >> 8));
    const int ib = block;
    if (n >= 3) {
        adi_s19_step_blocks_along_i(tsteps, n, t, v, v_pitch, ib);
    }
}

struct adi_s20_step_blocks_along_i_shared {
    alignas(16) double p_i_j_up[16][32]; // p(i,j)
    alignas(16) double q_i_j_up[16][32]; // q(i,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s20_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch, const double *__restrict__ p, const int p_pitch, const double *__restrict__ q, const int q_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int j_up_first = 16 * ((-n + 1) >> 4) + 1;
    const int j_up_count = -16 * ((-n + 1) >> 4) - 1;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    adi_s20_step_blocks_along_i_shared &shared = *reinterpret_cast<adi_s20_step_blocks_along_i_shared *>(shared_memory);
    for (int j_up_chunk = 16 * ((-n - 16 * ((-n + 1) >> 4) + 1) >> 4); j_up_chunk < j_up_count; j_up_chunk += 16) {
        // Stage p(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            shared.p_i_j_up[j_up_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && -16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1 >= 0 && -16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1 <= n - 1 ? p[(long long)(32 * ib + i_in + 1) * p_pitch - 16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1] : 0.0;
        }
        // Stage q(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            shared.q_i_j_up[j_up_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && -16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1 >= 0 && -16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1 <= n - 1 ? q[(long long)(32 * ib + i_in + 1) * q_pitch - 16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_up_in = max(0, -n - 16 * ((-n + 1) >> 4) + 1 - j_up_chunk); j_up_in < min(16, j_up_count - j_up_chunk); ++j_up_in) {
            const int j_up = j_up_first + j_up_chunk + j_up_in;
            alignas(16) double p_i_j_up[1];
            {
                const int i_in = i_own;
                p_i_j_up[0] = shared.p_i_j_up[j_up_in][i_in];
            }
            alignas(16) double q_i_j_up[1];
            {
                const int i_in = i_own;
                q_i_j_up[0] = shared.q_i_j_up[j_up_in][i_in];
            }
            {
                const int i = i_base + i_own;
                if (n >= i + 2) {
                    v[(long long)(-j_up) * v_pitch + i] = p_i_j_up[0] * (-j_up + 1 >= 0 && -j_up + 1 <= n - 1 && i <= n - 1 ? v[(long long)(-j_up + 1) * v_pitch + i] : 0.0) + q_i_j_up[0];
                }
            }
        }
        __syncthreads();
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s20_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch, const double *__restrict__ p, const int p_pitch, const double *__restrict__ q, const int q_pitch, const int ib)
{
    if (!(n >= 32 * ib + 34 && -n + 2 == 16 * ((-n + 1) >> 4) + 1)) {
        adi_s20_step_blocks_along_i_boundary(tsteps, n, t, v, v_pitch, p, p_pitch, q, q_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_up_first = 16 * ((-n + 1) >> 4) + 1;
    const int j_up_count = -16 * ((-n + 1) >> 4) - 1;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    adi_s20_step_blocks_along_i_shared &shared = *reinterpret_cast<adi_s20_step_blocks_along_i_shared *>(shared_memory);
    int j_up_chunk = 0;
    for (; j_up_chunk + 16 <= j_up_count; j_up_chunk += 16) {
        // Stage p(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            shared.p_i_j_up[j_up_in][i_in] = p[(long long)(32 * ib + i_in + 1) * p_pitch - 16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1];
        }
        // Stage q(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            shared.q_i_j_up[j_up_in][i_in] = q[(long long)(32 * ib + i_in + 1) * q_pitch - 16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1];
        }
        __syncthreads();
        #pragma unroll 16
        for (int j_up_in = 0; j_up_in < 16; ++j_up_in) {
            const int j_up = j_up_first + j_up_chunk + j_up_in;
            alignas(16) double p_i_j_up[1];
            {
                const int i_in = i_own;
                p_i_j_up[0] = shared.p_i_j_up[j_up_in][i_in];
            }
            alignas(16) double q_i_j_up[1];
            {
                const int i_in = i_own;
                q_i_j_up[0] = shared.q_i_j_up[j_up_in][i_in];
            }
            {
                const int i = i_base + i_own;
                v[(long long)(-j_up) * v_pitch + i] = p_i_j_up[0] * v[(long long)(-j_up + 1) * v_pitch + i] + q_i_j_up[0];
            }
        }
        __syncthreads();
    }
    if (j_up_chunk < j_up_count) {
        // Stage p(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            shared.p_i_j_up[j_up_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && -16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1 >= 0 && -16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1 <= n - 1 ? p[(long long)(32 * ib + i_in + 1) * p_pitch - 16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1] : 0.0;
        }
        // Stage q(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            shared.q_i_j_up[j_up_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && -16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1 >= 0 && -16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1 <= n - 1 ? q[(long long)(32 * ib + i_in + 1) * q_pitch - 16 * ((-n + 1) >> 4) - j_up_chunk - j_up_in - 1] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_up_in = 0; j_up_in < min(16, j_up_count - j_up_chunk); ++j_up_in) {
            const int j_up = j_up_first + j_up_chunk + j_up_in;
            alignas(16) double p_i_j_up[1];
            {
                const int i_in = i_own;
                p_i_j_up[0] = shared.p_i_j_up[j_up_in][i_in];
            }
            alignas(16) double q_i_j_up[1];
            {
                const int i_in = i_own;
                q_i_j_up[0] = shared.q_i_j_up[j_up_in][i_in];
            }
            {
                const int i = i_base + i_own;
                v[(long long)(-j_up) * v_pitch + i] = p_i_j_up[0] * v[(long long)(-j_up + 1) * v_pitch + i] + q_i_j_up[0];
            }
        }
        __syncthreads();
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 25)
adi_s20_step(const int tsteps, const int n, const int t, double *__restrict__ v, const int v_pitch, const double *__restrict__ p, const int p_pitch, const double *__restrict__ q, const int q_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 29) >> 5));
    const int ib = block;
    if (n >= 3) {
        adi_s20_step_blocks_along_i(tsteps, n, t, v, v_pitch, p, p_pitch, q, q_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s21_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double u_i[1];
    {
        u_i[0] = 1.0;
    }
    // Store u(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 2) {
            u[(long long)i * u_pitch] = u_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s21_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch, const int ib)
{
    if (!(n >= 256 * ib + 258)) {
        adi_s21_step_blocks_along_i_boundary(tsteps, n, t, u, u_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double u_i[1];
    {
        u_i[0] = 1.0;
    }
    // Store u(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        u[(long long)i * u_pitch] = u_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
adi_s21_step(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 253) >> 8));
    const int ib = block;
    if (n >= 3) {
        adi_s21_step_blocks_along_i(tsteps, n, t, u, u_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s22_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double p_i[1];
    {
        p_i[0] = 0.0;
    }
    // Store p(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 2) {
            p[(long long)i * p_pitch] = p_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s22_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const int ib)
{
    if (!(n >= 256 * ib + 258)) {
        adi_s22_step_blocks_along_i_boundary(tsteps, n, t, p, p_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double p_i[1];
    {
        p_i[0] = 0.0;
    }
    // Store p(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        p[(long long)i * p_pitch] = p_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
adi_s22_step(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 253) >> 8));
    const int ib = block;
    if (n >= 3) {
        adi_s22_step_blocks_along_i(tsteps, n, t, p, p_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s23_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, const double *__restrict__ u, const int u_pitch, double *__restrict__ q, const int q_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double q_i[1];
    {
        const int i = i_base + i_own;
        q_i[0] = i <= n - 1 && 0 <= n - 1 ? u[(long long)i * u_pitch] : 0.0;
    }
    // Store q(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 2) {
            q[(long long)i * q_pitch] = q_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s23_step_blocks_along_i(const int tsteps, const int n, const int t, const double *__restrict__ u, const int u_pitch, double *__restrict__ q, const int q_pitch, const int ib)
{
    if (!(n >= 256 * ib + 258)) {
        adi_s23_step_blocks_along_i_boundary(tsteps, n, t, u, u_pitch, q, q_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double q_i[1];
    {
        const int i = i_base + i_own;
        q_i[0] = u[(long long)i * u_pitch];
    }
    // Store q(i,0). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        q[(long long)i * q_pitch] = q_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
adi_s23_step(const int tsteps, const int n, const int t, const double *__restrict__ u, const int u_pitch, double *__restrict__ q, const int q_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 253) >> 8));
    const int ib = block;
    if (n >= 3) {
        adi_s23_step_blocks_along_i(tsteps, n, t, u, u_pitch, q, q_pitch, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s24_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const double *__restrict__ d, const double *__restrict__ e, const double *__restrict__ f, const int ib)
{
    const int thread = threadIdx.x;
    const int j_first = 1;
    const int j_count = n - 2;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    #pragma unroll 1
    for (int j_in = 0; j_in < j_count; ++j_in) {
        const int j = j_first + j_in;
        const double factor = -f[0];
        const double d2 = d[0];
        const double e2 = e[0];
        {
            const int i = i_base + i_own;
            if (n >= i + 2) {
                p[(long long)i * p_pitch + j] = factor / (d2 * (i <= n - 1 && j - 1 <= n - 1 ? p[(long long)i * p_pitch + j - 1] : 0.0) + e2);
            }
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s24_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const double *__restrict__ d, const double *__restrict__ e, const double *__restrict__ f, const int ib)
{
    if (!(n >= 32 * ib + 34)) {
        adi_s24_step_blocks_along_i_boundary(tsteps, n, t, p, p_pitch, d, e, f, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_first = 1;
    const int j_count = n - 2;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    #pragma unroll 16
    for (int j_in = 0; j_in < j_count; ++j_in) {
        const int j = j_first + j_in;
        const double factor = -f[0];
        const double d2 = d[0];
        const double e2 = e[0];
        {
            const int i = i_base + i_own;
            p[(long long)i * p_pitch + j] = factor / (d2 * p[(long long)i * p_pitch + j - 1] + e2);
        }
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32)
adi_s24_step(const int tsteps, const int n, const int t, double *__restrict__ p, const int p_pitch, const double *__restrict__ d, const double *__restrict__ e, const double *__restrict__ f)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 29) >> 5));
    const int ib = block;
    if (n >= 3) {
        adi_s24_step_blocks_along_i(tsteps, n, t, p, p_pitch, d, e, f, ib);
    }
}

struct adi_s25_step_blocks_along_i_shared {
    alignas(16) double v_ij[16][34]; // v(i - 1,j), rows padded against bank conflicts
    alignas(16) double v_ij2[16][34]; // v(i,j), rows padded against bank conflicts
    alignas(16) double v_ij3[16][34]; // v(i + 1,j), rows padded against bank conflicts
    alignas(16) double p_ij[16][32]; // p(i,j - 1)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s25_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, const double *__restrict__ v, const int v_pitch, const double *__restrict__ p, const int p_pitch, double *__restrict__ q, const int q_pitch, const double *__restrict__ a, const double *__restrict__ c, const double *__restrict__ d, const double *__restrict__ e, const int ib)
{
    const int thread = threadIdx.x;
    const int j_first = 1;
    const int j_count = n - 2;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    adi_s25_step_blocks_along_i_shared &shared = *reinterpret_cast<adi_s25_step_blocks_along_i_shared *>(shared_memory);
    for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
        // Stage v(i - 1,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij[j_in][i_in] = 32 * ib + i_in <= n - 1 && j_chunk + j_in + 1 <= n - 1 ? v[(long long)(32 * ib + i_in) * v_pitch + j_chunk + j_in + 1] : 0.0;
        }
        // Stage v(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij2[j_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && j_chunk + j_in + 1 <= n - 1 ? v[(long long)(32 * ib + i_in + 1) * v_pitch + j_chunk + j_in + 1] : 0.0;
        }
        // Stage v(i + 1,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij3[j_in][i_in] = 32 * ib + i_in + 2 <= n - 1 && j_chunk + j_in + 1 <= n - 1 ? v[(long long)(32 * ib + i_in + 2) * v_pitch + j_chunk + j_in + 1] : 0.0;
        }
        // Stage p(i,j - 1).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 4 + 4 * (group / 128);
            const int i_in = group / 4 % 32;
            shared.p_ij[j_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && j_chunk + j_in <= n - 1 ? p[(long long)(32 * ib + i_in + 1) * p_pitch + j_chunk + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const double factor = -a[0];
            alignas(16) double v_ij[1];
            {
                const int i_in = i_own;
                v_ij[0] = shared.v_ij[j_in][i_in];
            }
            const double factor2 = 1.0 + 2.0 * a[0];
            alignas(16) double v_ij2[1];
            {
                const int i_in = i_own;
                v_ij2[0] = shared.v_ij2[j_in][i_in];
            }
            const double c2 = c[0];
            alignas(16) double v_ij3[1];
            {
                const int i_in = i_own;
                v_ij3[0] = shared.v_ij3[j_in][i_in];
            }
            const double d2 = d[0];
            alignas(16) double p_ij[1];
            {
                const int i_in = i_own;
                p_ij[0] = shared.p_ij[j_in][i_in];
            }
            const double e2 = e[0];
            {
                const int i = i_base + i_own;
                if (n >= i + 2) {
                    q[(long long)i * q_pitch + j] = (factor * v_ij[0] + factor2 * v_ij2[0] - c2 * v_ij3[0] - d2 * (i <= n - 1 && j - 1 <= n - 1 ? q[(long long)i * q_pitch + j - 1] : 0.0)) / (d2 * p_ij[0] + e2);
                }
            }
        }
        __syncthreads();
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s25_step_blocks_along_i(const int tsteps, const int n, const int t, const double *__restrict__ v, const int v_pitch, const double *__restrict__ p, const int p_pitch, double *__restrict__ q, const int q_pitch, const double *__restrict__ a, const double *__restrict__ c, const double *__restrict__ d, const double *__restrict__ e, const int ib)
{
    if (!(n >= 32 * ib + 34)) {
        adi_s25_step_blocks_along_i_boundary(tsteps, n, t, v, v_pitch, p, p_pitch, q, q_pitch, a, c, d, e, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_first = 1;
    const int j_count = n - 2;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    adi_s25_step_blocks_along_i_shared &shared = *reinterpret_cast<adi_s25_step_blocks_along_i_shared *>(shared_memory);
    int j_chunk = 0;
    for (; j_chunk + 16 <= j_count; j_chunk += 16) {
        // Stage v(i - 1,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij[j_in][i_in] = v[(long long)(32 * ib + i_in) * v_pitch + j_chunk + j_in + 1];
        }
        // Stage v(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij2[j_in][i_in] = v[(long long)(32 * ib + i_in + 1) * v_pitch + j_chunk + j_in + 1];
        }
        // Stage v(i + 1,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij3[j_in][i_in] = v[(long long)(32 * ib + i_in + 2) * v_pitch + j_chunk + j_in + 1];
        }
        // Stage p(i,j - 1).
        #pragma unroll 4
        for (int step = 0; step < 8; ++step) {
            const int group = 32 * step + thread;
            const int j_in = 2 * (group % 2 + 2 * (group / 64));
            const int i_in = group / 2 % 32;
            alignas(16) double loaded[2];
            copy2(loaded, &p[(long long)(32 * ib + i_in + 1) * p_pitch + j_chunk + j_in]);
            #pragma unroll
            for (int e_ = 0; e_ < 2; ++e_) {
                shared.p_ij[j_in + e_][i_in] = loaded[e_];
            }
        }
        __syncthreads();
        #pragma unroll 16
        for (int j_in = 0; j_in < 16; ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const double factor = -a[0];
            alignas(16) double v_ij[1];
            {
                const int i_in = i_own;
                v_ij[0] = shared.v_ij[j_in][i_in];
            }
            const double factor2 = 1.0 + 2.0 * a[0];
            alignas(16) double v_ij2[1];
            {
                const int i_in = i_own;
                v_ij2[0] = shared.v_ij2[j_in][i_in];
            }
            const double c2 = c[0];
            alignas(16) double v_ij3[1];
            {
                const int i_in = i_own;
                v_ij3[0] = shared.v_ij3[j_in][i_in];
            }
            const double d2 = d[0];
            alignas(16) double p_ij[1];
            {
                const int i_in = i_own;
                p_ij[0] = shared.p_ij[j_in][i_in];
            }
            const double e2 = e[0];
            {
                const int i = i_base + i_own;
                q[(long long)i * q_pitch + j] = (factor * v_ij[0] + factor2 * v_ij2[0] - c2 * v_ij3[0] - d2 * q[(long long)i * q_pitch + j - 1]) / (d2 * p_ij[0] + e2);
            }
        }
        __syncthreads();
    }
    if (j_chunk < j_count) {
        // Stage v(i - 1,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij[j_in][i_in] = 32 * ib + i_in <= n - 1 && j_chunk + j_in + 1 <= n - 1 ? v[(long long)(32 * ib + i_in) * v_pitch + j_chunk + j_in + 1] : 0.0;
        }
        // Stage v(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij2[j_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && j_chunk + j_in + 1 <= n - 1 ? v[(long long)(32 * ib + i_in + 1) * v_pitch + j_chunk + j_in + 1] : 0.0;
        }
        // Stage v(i + 1,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 16;
            const int i_in = group / 16;
            shared.v_ij3[j_in][i_in] = 32 * ib + i_in + 2 <= n - 1 && j_chunk + j_in + 1 <= n - 1 ? v[(long long)(32 * ib + i_in + 2) * v_pitch + j_chunk + j_in + 1] : 0.0;
        }
        // Stage p(i,j - 1).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 4 + 4 * (group / 128);
            const int i_in = group / 4 % 32;
            shared.p_ij[j_in][i_in] = 32 * ib + i_in + 1 <= n - 1 && j_chunk + j_in <= n - 1 ? p[(long long)(32 * ib + i_in + 1) * p_pitch + j_chunk + j_in] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const double factor = -a[0];
            alignas(16) double v_ij[1];
            {
                const int i_in = i_own;
                v_ij[0] = shared.v_ij[j_in][i_in];
            }
            const double factor2 = 1.0 + 2.0 * a[0];
            alignas(16) double v_ij2[1];
            {
                const int i_in = i_own;
                v_ij2[0] = shared.v_ij2[j_in][i_in];
            }
            const double c2 = c[0];
            alignas(16) double v_ij3[1];
            {
                const int i_in = i_own;
                v_ij3[0] = shared.v_ij3[j_in][i_in];
            }
            const double d2 = d[0];
            alignas(16) double p_ij[1];
            {
                const int i_in = i_own;
                p_ij[0] = shared.p_ij[j_in][i_in];
            }
            const double e2 = e[0];
            {
                const int i = i_base + i_own;
                q[(long long)i * q_pitch + j] = (factor * v_ij[0] + factor2 * v_ij2[0] - c2 * v_ij3[0] - d2 * q[(long long)i * q_pitch + j - 1]) / (d2 * p_ij[0] + e2);
            }
        }
        __syncthreads();
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 12)
adi_s25_step(const int tsteps, const int n, const int t, const double *__restrict__ v, const int v_pitch, const double *__restrict__ p, const int p_pitch, double *__restrict__ q, const int q_pitch, const double *__restrict__ a, const double *__restrict__ c, const double *__restrict__ d, const double *__restrict__ e)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 29) >> 5));
    const int ib = block;
    if (n >= 3) {
        adi_s25_step_blocks_along_i(tsteps, n, t, v, v_pitch, p, p_pitch, q, q_pitch, a, c, d, e, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s26_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double u_in[1];
    {
        u_in[0] = 1.0;
    }
    // Store u(i,n - 1). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (n >= i + 2) {
            u[(long long)i * u_pitch + n - 1] = u_in[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s26_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch, const int ib)
{
    if (!(n >= 256 * ib + 258)) {
        adi_s26_step_blocks_along_i_boundary(tsteps, n, t, u, u_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib + 1;
    int i_own = thread;
    alignas(16) double u_in[1];
    {
        u_in[0] = 1.0;
    }
    // Store u(i,n - 1). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        u[(long long)i * u_pitch + n - 1] = u_in[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
adi_s26_step(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 253) >> 8));
    const int ib = block;
    if (n >= 3) {
        adi_s26_step_blocks_along_i(tsteps, n, t, u, u_pitch, ib);
    }
}

struct adi_s27_step_blocks_along_i_shared {
    alignas(16) double p_i_j_up_[16][32]; // p(i,j)
    alignas(16) double q_i_j_up_[16][32]; // q(i,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
adi_s27_step_blocks_along_i_boundary(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch, const double *__restrict__ p, const int p_pitch, const double *__restrict__ q, const int q_pitch, const int ib)
{
    const int thread = threadIdx.x;
    const int j_up__first = 16 * ((-n + 1) >> 4) + 1;
    const int j_up__count = -16 * ((-n + 1) >> 4) - 1;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    adi_s27_step_blocks_along_i_shared &shared = *reinterpret_cast<adi_s27_step_blocks_along_i_shared *>(shared_memory);
    for (int j_up__chunk = 16 * ((-n - 16 * ((-n + 1) >> 4) + 1) >> 4); j_up__chunk < j_up__count; j_up__chunk += 16) {
        // Stage p(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up__in = group / 32;
            shared.p_i_j_up_[j_up__in][i_in] = 32 * ib + i_in + 1 <= n - 1 && -16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1 >= 0 && -16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1 <= n - 1 ? p[(long long)(32 * ib + i_in + 1) * p_pitch - 16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1] : 0.0;
        }
        // Stage q(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up__in = group / 32;
            shared.q_i_j_up_[j_up__in][i_in] = 32 * ib + i_in + 1 <= n - 1 && -16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1 >= 0 && -16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1 <= n - 1 ? q[(long long)(32 * ib + i_in + 1) * q_pitch - 16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_up__in = max(0, -n - 16 * ((-n + 1) >> 4) + 1 - j_up__chunk); j_up__in < min(16, j_up__count - j_up__chunk); ++j_up__in) {
            const int j_up_ = j_up__first + j_up__chunk + j_up__in;
            alignas(16) double p_i_j_up_[1];
            {
                const int i_in = i_own;
                p_i_j_up_[0] = shared.p_i_j_up_[j_up__in][i_in];
            }
            alignas(16) double q_i_j_up_[1];
            {
                const int i_in = i_own;
                q_i_j_up_[0] = shared.q_i_j_up_[j_up__in][i_in];
            }
            {
                const int i = i_base + i_own;
                if (n >= i + 2) {
                    u[(long long)i * u_pitch - j_up_] = p_i_j_up_[0] * (i <= n - 1 && -j_up_ + 1 >= 0 && -j_up_ + 1 <= n - 1 ? u[(long long)i * u_pitch - j_up_ + 1] : 0.0) + q_i_j_up_[0];
                }
            }
        }
        __syncthreads();
    }
}

/** blocks along i */
static __device__ __forceinline__ void
adi_s27_step_blocks_along_i(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch, const double *__restrict__ p, const int p_pitch, const double *__restrict__ q, const int q_pitch, const int ib)
{
    if (!(n >= 32 * ib + 34 && -n + 2 == 16 * ((-n + 1) >> 4) + 1)) {
        adi_s27_step_blocks_along_i_boundary(tsteps, n, t, u, u_pitch, p, p_pitch, q, q_pitch, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_up__first = 16 * ((-n + 1) >> 4) + 1;
    const int j_up__count = -16 * ((-n + 1) >> 4) - 1;
    const int i_base = 32 * ib + 1;
    int i_own = thread;
    adi_s27_step_blocks_along_i_shared &shared = *reinterpret_cast<adi_s27_step_blocks_along_i_shared *>(shared_memory);
    int j_up__chunk = 0;
    for (; j_up__chunk + 16 <= j_up__count; j_up__chunk += 16) {
        // Stage p(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up__in = group / 32;
            shared.p_i_j_up_[j_up__in][i_in] = p[(long long)(32 * ib + i_in + 1) * p_pitch - 16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1];
        }
        // Stage q(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up__in = group / 32;
            shared.q_i_j_up_[j_up__in][i_in] = q[(long long)(32 * ib + i_in + 1) * q_pitch - 16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1];
        }
        __syncthreads();
        #pragma unroll 16
        for (int j_up__in = 0; j_up__in < 16; ++j_up__in) {
            const int j_up_ = j_up__first + j_up__chunk + j_up__in;
            alignas(16) double p_i_j_up_[1];
            {
                const int i_in = i_own;
                p_i_j_up_[0] = shared.p_i_j_up_[j_up__in][i_in];
            }
            alignas(16) double q_i_j_up_[1];
            {
                const int i_in = i_own;
                q_i_j_up_[0] = shared.q_i_j_up_[j_up__in][i_in];
            }
            {
                const int i = i_base + i_own;
                u[(long long)i * u_pitch - j_up_] = p_i_j_up_[0] * u[(long long)i * u_pitch - j_up_ + 1] + q_i_j_up_[0];
            }
        }
        __syncthreads();
    }
    if (j_up__chunk < j_up__count) {
        // Stage p(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up__in = group / 32;
            shared.p_i_j_up_[j_up__in][i_in] = 32 * ib + i_in + 1 <= n - 1 && -16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1 >= 0 && -16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1 <= n - 1 ? p[(long long)(32 * ib + i_in + 1) * p_pitch - 16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1] : 0.0;
        }
        // Stage q(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up__in = group / 32;
            shared.q_i_j_up_[j_up__in][i_in] = 32 * ib + i_in + 1 <= n - 1 && -16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1 >= 0 && -16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1 <= n - 1 ? q[(long long)(32 * ib + i_in + 1) * q_pitch - 16 * ((-n + 1) >> 4) - j_up__chunk - j_up__in - 1] : 0.0;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_up__in = 0; j_up__in < min(16, j_up__count - j_up__chunk); ++j_up__in) {
            const int j_up_ = j_up__first + j_up__chunk + j_up__in;
            alignas(16) double p_i_j_up_[1];
            {
                const int i_in = i_own;
                p_i_j_up_[0] = shared.p_i_j_up_[j_up__in][i_in];
            }
            alignas(16) double q_i_j_up_[1];
            {
                const int i_in = i_own;
                q_i_j_up_[0] = shared.q_i_j_up_[j_up__in][i_in];
            }
            {
                const int i = i_base + i_own;
                u[(long long)i * u_pitch - j_up_] = p_i_j_up_[0] * u[(long long)i * u_pitch - j_up_ + 1] + q_i_j_up_[0];
            }
        }
        __syncthreads();
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 25)
adi_s27_step(const int tsteps, const int n, const int t, double *__restrict__ u, const int u_pitch, const double *__restrict__ p, const int p_pitch, const double *__restrict__ q, const int q_pitch)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((n + 29) >> 5));
    const int ib = block;
    if (n >= 3) {
        adi_s27_step_blocks_along_i(tsteps, n, t, u, u_pitch, p, p_pitch, q, q_pitch, ib);
    }
}
