/*
 * deriche, tiled by Tilewright
 *
 * S1(): k = ((1.0 - exp(-alpha)) * (1.0 - exp(-alpha))) / ((1.0 + ((2.0 * alpha) * exp(-alpha))) - exp(2.0 * alpha))
 * S2(): a5 = k
 * S3(): a1 = a5
 * S4(): a6 = (k * exp(-alpha)) * (alpha - 1.0)
 * S5(): a2 = a6
 * S6(): a7 = (k * exp(-alpha)) * (alpha + 1.0)
 * S7(): a3 = a7
 * S8(): a8 = (-k) * exp((-2.0) * alpha)
 * S9(): a4 = a8
 * S10(): b1 = pow(2.0, -alpha)
 * S11(): b2 = -exp((-2.0) * alpha)
 * S12(): c2 = 1
 * S13(): c1 = c2
 * S14(i): ym1 = 0.0
 * S15(i): ym2 = 0.0
 * S16(i): xm1 = 0.0
 * S17(i,j): y1(i,j) = (((a1 * imgIn(i,j)) + (a2 * xm1)) + (b1 * ym1)) + (b2 * ym2)
 * S18(i,j): xm1 = imgIn(i,j)
 * S19(i,j): ym2 = ym1
 * S20(i,j): ym1 = y1(i,j)
 * S21(i): yp1 = 0.0
 * S22(i): yp2 = 0.0
 * S23(i): xp1 = 0.0
 * S24(i): xp2 = 0.0
 * S25(i,j): y2(i,j) = (((a3 * xp1) + (a4 * xp2)) + (b1 * yp1)) + (b2 * yp2)
 * S26(i,j): xp2 = xp1
 * S27(i,j): xp1 = imgIn(i,j)
 * S28(i,j): yp2 = yp1
 * S29(i,j): yp1 = y2(i,j)
 * S30(i,j): imgOut(i,j) = c1 * (y1(i,j) + y2(i,j))
 * S31(j): tm1 = 0.0
 * S32(j): ym1 = 0.0
 * S33(j): ym2 = 0.0
 * S34(j,i): y1(i,j) = (((a5 * imgOut(i,j)) + (a6 * tm1)) + (b1 * ym1)) + (b2 * ym2)
 * S35(j,i): tm1 = imgOut(i,j)
 * S36(j,i): ym2 = ym1
 * S37(j,i): ym1 = y1(i,j)
 * S38(j): tp1 = 0.0
 * S39(j): tp2 = 0.0
 * S40(j): yp1 = 0.0
 * S41(j): yp2 = 0.0
 * S42(j,i): y2(i,j) = (((a7 * tp1) + (a8 * tp2)) + (b1 * yp1)) + (b2 * yp2)
 * S43(j,i): tp2 = tp1
 * S44(j,i): tp1 = imgOut(i,j)
 * S45(j,i): yp2 = yp1
 * S46(j,i): yp1 = y2(i,j)
 * S47(i,j): imgOut(i,j) = c2 * (y1(i,j) + y2(i,j))
 *
 * Candidate: block 32x16, thread 1x1, chunk 16, buffers 2
 * Shape: 1D blocks
 * Legal because temporaries have memory of their own (ym1_i, ym2_i, xm1_i, yp1_i, yp2_i, xp1_i, xp2_i,
 *     tm1_j, ym1_j, ym2_j, tp1_j, tp2_j, yp1_j, yp2_j), as no value of theirs passes between
 *     iterations; S1: the iterations of one launch do not depend on each other; S2: the iterations of
 *     one launch do not depend on each other; S3: the iterations of one launch do not depend on each
 *     other; S4: the iterations of one launch do not depend on each other; S5: the iterations of one
 *     launch do not depend on each other; S6: the iterations of one launch do not depend on each
 *     other; S7: the iterations of one launch do not depend on each other; S8: the iterations of one
 *     launch do not depend on each other; S9: the iterations of one launch do not depend on each
 *     other; S10: the iterations of one launch do not depend on each other; S11: the iterations of one
 *     launch do not depend on each other; S12: the iterations of one launch do not depend on each
 *     other; S13: the iterations of one launch do not depend on each other; S14: the iterations of one
 *     launch do not depend on each other; S15: the iterations of one launch do not depend on each
 *     other; S16: the iterations of one launch do not depend on each other; S17, S18, S19, S20: the
 *     parallel loops carry no dependence; the others run inside the kernel; S21: the iterations of one
 *     launch do not depend on each other; S22: the iterations of one launch do not depend on each
 *     other; S23: the iterations of one launch do not depend on each other; S24: the iterations of one
 *     launch do not depend on each other; S25, S26, S27, S28, S29: the parallel loops carry no
 *     dependence; the others run inside the kernel; S30: the iterations of one launch do not depend on
 *     each other; S31: the iterations of one launch do not depend on each other; S32: the iterations
 *     of one launch do not depend on each other; S33: the iterations of one launch do not depend on
 *     each other; S34, S35, S36, S37: the parallel loops carry no dependence; the others run inside
 *     the kernel; S38: the iterations of one launch do not depend on each other; S39: the iterations
 *     of one launch do not depend on each other; S40: the iterations of one launch do not depend on
 *     each other; S41: the iterations of one launch do not depend on each other; S42, S43, S44, S45,
 *     S46: the parallel loops carry no dependence; the others run inside the kernel; S47: the
 *     iterations of one launch do not depend on each other; S48: the iterations of one launch do not
 *     depend on each other; S49: the iterations of one launch do not depend on each other; S50: the
 *     iterations of one launch do not depend on each other; S51: the iterations of one launch do not
 *     depend on each other; S52: the iterations of one launch do not depend on each other; S53: the
 *     iterations of one launch do not depend on each other; S54: the iterations of one launch do not
 *     depend on each other; S55: the iterations of one launch do not depend on each other; S56: the
 *     iterations of one launch do not depend on each other; S57: the iterations of one launch do not
 *     depend on each other; S58: the iterations of one launch do not depend on each other; S59: the
 *     iterations of one launch do not depend on each other; S60: the iterations of one launch do not
 *     depend on each other; S61: the iterations of one launch do not depend on each other; S62: the
 *     iterations of one launch do not depend on each other; S63: the iterations of one launch do not
 *     depend on each other; S64: the iterations of one launch do not depend on each other; S65: the
 *     iterations of one launch do not depend on each other; S66: the iterations of one launch do not
 *     depend on each other; S67: the iterations of one launch do not depend on each other; S68: the
 *     iterations of one launch do not depend on each other; S69: the iterations of one launch do not
 *     depend on each other; S70: the iterations of one launch do not depend on each other; S71: the
 *     iterations of one launch do not depend on each other
 *
 * Kernel deriche_s1_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s2_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s3_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s4_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s5_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s6_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s7_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s8_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s9_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s10_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s11_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s12_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s13_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s14_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel deriche_s15_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel deriche_s16_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel deriche_s17_s18_s19_s20_step: all blocks
 *   - blocks along i
 *
 * Kernel deriche_s21_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel deriche_s22_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel deriche_s23_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel deriche_s24_step: all iterations of a step
 *   - blocks along i
 *
 * Kernel deriche_s25_s26_s27_s28_s29_step: all blocks
 *   - blocks along i
 *
 * Kernel deriche_s30_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel deriche_s31_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel deriche_s32_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel deriche_s33_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel deriche_s34_s35_s36_s37_step: all blocks
 *   - blocks along j
 *
 * Kernel deriche_s38_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel deriche_s39_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel deriche_s40_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel deriche_s41_step: all iterations of a step
 *   - blocks along j
 *
 * Kernel deriche_s42_s43_s44_s45_s46_step: all blocks
 *   - blocks along j
 *
 * Kernel deriche_s47_step: all iterations of a step
 *   - blocks along i, j
 *
 * Kernel deriche_s48_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s49_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s50_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s51_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s52_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s53_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s54_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s55_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s56_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s57_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s58_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s59_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s60_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s61_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s62_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s63_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s64_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s65_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s66_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s67_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s68_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s69_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s70_step: all iterations of a step
 *   - the one block
 *
 * Kernel deriche_s71_step: all iterations of a step
 *   - the one block
 */

/** Starts the copy of 1 neighbour to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async1(float *to, const float *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** Starts the copy of 4 neighbours to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void copy_async4(float *to, const float *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

/** x / y without a branch, within one unit in the last place: the residual corrects what the approximate reciprocal of y misses. */
static __device__ __forceinline__ float quotient(const float x, const float y)
{
    float reciprocal;
    asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(y));
    const float near = x * reciprocal;
    return fmaf(fmaf(-near, y, x), reciprocal, near);
}

/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
    asm volatile("cp.async.wait_all;" : : : "memory");
}

extern __shared__ __align__(16) unsigned char shared_memory[];

/** the one block */
static __device__ __forceinline__ void
deriche_s1_step_the_one_block(const int w, const int h, const float *__restrict__ alpha, float *__restrict__ k)
{
    alignas(16) float k2;
    k2 = quotient((1.0f - expf(-alpha[0])) * (1.0f - expf(-alpha[0])), 1.0f + 2.0f * alpha[0] * expf(-alpha[0]) - expf(2.0f * alpha[0]));
    // Store k().
    k[0] = k2;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s1_step(const int w, const int h, const float *__restrict__ alpha, float *__restrict__ k)
{
    deriche_s1_step_the_one_block(w, h, alpha, k);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s2_step_the_one_block(const int w, const int h, const float *__restrict__ k, float *__restrict__ a5)
{
    alignas(16) float a52;
    a52 = k[0];
    // Store a5().
    a5[0] = a52;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s2_step(const int w, const int h, const float *__restrict__ k, float *__restrict__ a5)
{
    deriche_s2_step_the_one_block(w, h, k, a5);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s3_step_the_one_block(const int w, const int h, const float *__restrict__ a5, float *__restrict__ a1)
{
    alignas(16) float a12;
    a12 = a5[0];
    // Store a1().
    a1[0] = a12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s3_step(const int w, const int h, const float *__restrict__ a5, float *__restrict__ a1)
{
    deriche_s3_step_the_one_block(w, h, a5, a1);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s4_step_the_one_block(const int w, const int h, const float *__restrict__ alpha, const float *__restrict__ k, float *__restrict__ a6)
{
    alignas(16) float a62;
    a62 = k[0] * expf(-alpha[0]) * (alpha[0] - 1.0f);
    // Store a6().
    a6[0] = a62;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s4_step(const int w, const int h, const float *__restrict__ alpha, const float *__restrict__ k, float *__restrict__ a6)
{
    deriche_s4_step_the_one_block(w, h, alpha, k, a6);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s5_step_the_one_block(const int w, const int h, const float *__restrict__ a6, float *__restrict__ a2)
{
    alignas(16) float a22;
    a22 = a6[0];
    // Store a2().
    a2[0] = a22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s5_step(const int w, const int h, const float *__restrict__ a6, float *__restrict__ a2)
{
    deriche_s5_step_the_one_block(w, h, a6, a2);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s6_step_the_one_block(const int w, const int h, const float *__restrict__ alpha, const float *__restrict__ k, float *__restrict__ a7)
{
    alignas(16) float a72;
    a72 = k[0] * expf(-alpha[0]) * (alpha[0] + 1.0f);
    // Store a7().
    a7[0] = a72;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s6_step(const int w, const int h, const float *__restrict__ alpha, const float *__restrict__ k, float *__restrict__ a7)
{
    deriche_s6_step_the_one_block(w, h, alpha, k, a7);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s7_step_the_one_block(const int w, const int h, const float *__restrict__ a7, float *__restrict__ a3)
{
    alignas(16) float a32;
    a32 = a7[0];
    // Store a3().
    a3[0] = a32;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s7_step(const int w, const int h, const float *__restrict__ a7, float *__restrict__ a3)
{
    deriche_s7_step_the_one_block(w, h, a7, a3);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s8_step_the_one_block(const int w, const int h, const float *__restrict__ alpha, const float *__restrict__ k, float *__restrict__ a8)
{
    alignas(16) float a82;
    a82 = -k[0] * expf(-2.0f * alpha[0]);
    // Store a8().
    a8[0] = a82;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s8_step(const int w, const int h, const float *__restrict__ alpha, const float *__restrict__ k, float *__restrict__ a8)
{
    deriche_s8_step_the_one_block(w, h, alpha, k, a8);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s9_step_the_one_block(const int w, const int h, const float *__restrict__ a8, float *__restrict__ a4)
{
    alignas(16) float a42;
    a42 = a8[0];
    // Store a4().
    a4[0] = a42;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s9_step(const int w, const int h, const float *__restrict__ a8, float *__restrict__ a4)
{
    deriche_s9_step_the_one_block(w, h, a8, a4);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s10_step_the_one_block(const int w, const int h, const float *__restrict__ alpha, float *__restrict__ b1)
{
    alignas(16) float b12;
    b12 = powf(2.0f, -alpha[0]);
    // Store b1().
    b1[0] = b12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s10_step(const int w, const int h, const float *__restrict__ alpha, float *__restrict__ b1)
{
    deriche_s10_step_the_one_block(w, h, alpha, b1);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s11_step_the_one_block(const int w, const int h, const float *__restrict__ alpha, float *__restrict__ b2)
{
    alignas(16) float b22;
    b22 = -expf(-2.0f * alpha[0]);
    // Store b2().
    b2[0] = b22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s11_step(const int w, const int h, const float *__restrict__ alpha, float *__restrict__ b2)
{
    deriche_s11_step_the_one_block(w, h, alpha, b2);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s12_step_the_one_block(const int w, const int h, float *__restrict__ c2)
{
    alignas(16) float c22;
    c22 = (float)1;
    // Store c2().
    c2[0] = c22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s12_step(const int w, const int h, float *__restrict__ c2)
{
    deriche_s12_step_the_one_block(w, h, c2);
}

/** the one block */
static __device__ __forceinline__ void
deriche_s13_step_the_one_block(const int w, const int h, const float *__restrict__ c2, float *__restrict__ c1)
{
    alignas(16) float c12;
    c12 = c2[0];
    // Store c1().
    c1[0] = c12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s13_step(const int w, const int h, const float *__restrict__ c2, float *__restrict__ c1)
{
    deriche_s13_step_the_one_block(w, h, c2, c1);
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s14_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ ym1_i, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float ym1_i_i[1];
    {
        ym1_i_i[0] = 0.0f;
    }
    // Store ym1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            ym1_i[i] = ym1_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s14_step_blocks_along_i(const int w, const int h, float *__restrict__ ym1_i, const int ib)
{
    if (!(w >= 256 * ib + 256)) {
        deriche_s14_step_blocks_along_i_boundary(w, h, ym1_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float ym1_i_i[1];
    {
        ym1_i_i[0] = 0.0f;
    }
    // Store ym1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        ym1_i[i] = ym1_i_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s14_step(const int w, const int h, float *__restrict__ ym1_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 255) >> 8));
    const int ib = block;
    if (w >= 1) {
        deriche_s14_step_blocks_along_i(w, h, ym1_i, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s15_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ ym2_i, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float ym2_i_i[1];
    {
        ym2_i_i[0] = 0.0f;
    }
    // Store ym2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            ym2_i[i] = ym2_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s15_step_blocks_along_i(const int w, const int h, float *__restrict__ ym2_i, const int ib)
{
    if (!(w >= 256 * ib + 256)) {
        deriche_s15_step_blocks_along_i_boundary(w, h, ym2_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float ym2_i_i[1];
    {
        ym2_i_i[0] = 0.0f;
    }
    // Store ym2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        ym2_i[i] = ym2_i_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s15_step(const int w, const int h, float *__restrict__ ym2_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 255) >> 8));
    const int ib = block;
    if (w >= 1) {
        deriche_s15_step_blocks_along_i(w, h, ym2_i, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s16_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ xm1_i, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float xm1_i_i[1];
    {
        xm1_i_i[0] = 0.0f;
    }
    // Store xm1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            xm1_i[i] = xm1_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s16_step_blocks_along_i(const int w, const int h, float *__restrict__ xm1_i, const int ib)
{
    if (!(w >= 256 * ib + 256)) {
        deriche_s16_step_blocks_along_i_boundary(w, h, xm1_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float xm1_i_i[1];
    {
        xm1_i_i[0] = 0.0f;
    }
    // Store xm1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        xm1_i[i] = xm1_i_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s16_step(const int w, const int h, float *__restrict__ xm1_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 255) >> 8));
    const int ib = block;
    if (w >= 1) {
        deriche_s16_step_blocks_along_i(w, h, xm1_i, ib);
    }
}

struct deriche_s17_s18_s19_s20_step_blocks_along_i_shared {
    alignas(16) float imgIn_ij[2][16][36]; // imgIn(i,j), rows padded against bank conflicts
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s17_s18_s19_s20_step_blocks_along_i_boundary(const int w, const int h, const float *__restrict__ imgIn, const int imgIn_pitch, float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ a1, const float *__restrict__ a2, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ ym1_i, float *__restrict__ ym2_i, float *__restrict__ xm1_i, const int ib)
{
    const int thread = threadIdx.x;
    const int j_first = 0;
    const int j_count = h;
    const int i_base = 32 * ib;
    int i_own = thread;
    deriche_s17_s18_s19_s20_step_blocks_along_i_shared &shared = *reinterpret_cast<deriche_s17_s18_s19_s20_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) float xm1_i_i[1];
    alignas(16) float ym2_i_i[1];
    alignas(16) float ym1_i_i[1];
    // Load xm1_i(i).
    {
        const int i = i_base + i_own;
        xm1_i_i[0] = i <= w - 1 ? xm1_i[i] : 0.0f;
    }
    // Load ym2_i(i).
    {
        const int i = i_base + i_own;
        ym2_i_i[0] = i <= w - 1 ? ym2_i[i] : 0.0f;
    }
    // Load ym1_i(i).
    {
        const int i = i_base + i_own;
        ym1_i_i[0] = i <= w - 1 ? ym1_i[i] : 0.0f;
    }
    for (int j_chunk = 0; j_chunk < j_count; j_chunk += 16) {
        // Stage imgIn(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 8 + 8 * (group / 256);
            const int i_in = group / 8 % 32;
            shared.imgIn_ij[0][j_in][i_in] = 32 * ib + i_in <= w - 1 && j_chunk + j_in <= h - 1 ? imgIn[(long long)(32 * ib + i_in) * imgIn_pitch + j_chunk + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const float a12 = a1[0];
            alignas(16) float imgIn_ij[1];
            {
                const int i_in = i_own;
                imgIn_ij[0] = shared.imgIn_ij[0][j_in][i_in];
            }
            const float a22 = a2[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int i = i_base + i_own;
                if (w >= i + 1) {
                    y1_[(long long)i * y1_pitch + j] = a12 * imgIn_ij[0] + a22 * xm1_i_i[0] + b12 * ym1_i_i[0] + b22 * ym2_i_i[0];
                }
            }
            alignas(16) float imgIn_ij2[1];
            {
                const int i_in = i_own;
                imgIn_ij2[0] = shared.imgIn_ij[0][j_in][i_in];
            }
            {
                xm1_i_i[0] = imgIn_ij2[0];
            }
            {
                ym2_i_i[0] = ym1_i_i[0];
            }
            {
                const int i = i_base + i_own;
                ym1_i_i[0] = i <= w - 1 && j <= h - 1 ? y1_[(long long)i * y1_pitch + j] : 0.0f;
            }
        }
        __syncthreads();
    }
    // Store xm1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            xm1_i[i] = xm1_i_i[0];
        }
    }
    // Store ym2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            ym2_i[i] = ym2_i_i[0];
        }
    }
    // Store ym1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            ym1_i[i] = ym1_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s17_s18_s19_s20_step_blocks_along_i(const int w, const int h, const float *__restrict__ imgIn, const int imgIn_pitch, float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ a1, const float *__restrict__ a2, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ ym1_i, float *__restrict__ ym2_i, float *__restrict__ xm1_i, const int ib)
{
    if (!(w >= 32 * ib + 32)) {
        deriche_s17_s18_s19_s20_step_blocks_along_i_boundary(w, h, imgIn, imgIn_pitch, y1_, y1_pitch, a1, a2, b1, b2, ym1_i, ym2_i, xm1_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_first = 0;
    const int j_count = h;
    const int i_base = 32 * ib;
    int i_own = thread;
    deriche_s17_s18_s19_s20_step_blocks_along_i_shared &shared = *reinterpret_cast<deriche_s17_s18_s19_s20_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) float xm1_i_i[1];
    alignas(16) float ym2_i_i[1];
    alignas(16) float ym1_i_i[1];
    // Load xm1_i(i).
    {
        const int i = i_base + i_own;
        xm1_i_i[0] = xm1_i[i];
    }
    // Load ym2_i(i).
    {
        const int i = i_base + i_own;
        ym2_i_i[0] = ym2_i[i];
    }
    // Load ym1_i(i).
    {
        const int i = i_base + i_own;
        ym1_i_i[0] = ym1_i[i];
    }
    if (16 <= j_count) {
        // Stage imgIn(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 8 + 8 * (group / 256);
            const int i_in = group / 8 % 32;
            copy_async1(&shared.imgIn_ij[0][j_in][i_in], &imgIn[(long long)(32 * ib + i_in) * imgIn_pitch + j_in]);
        }
    }
    int j_chunk = 0;
    for (; j_chunk + 16 <= j_count; j_chunk += 16) {
        const int half = j_chunk / 16 % 2;
        const int next = j_chunk + 16;
        await_copies();
        __syncthreads();
        if (next + 16 <= j_count) {
            // Stage imgIn(i,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 32 * step + thread;
                const int j_in = group % 8 + 8 * (group / 256);
                const int i_in = group / 8 % 32;
                copy_async1(&shared.imgIn_ij[1 - half][j_in][i_in], &imgIn[(long long)(32 * ib + i_in) * imgIn_pitch + next + j_in]);
            }
        }
        #pragma unroll 16
        for (int j_in = 0; j_in < 16; ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const float a12 = a1[0];
            alignas(16) float imgIn_ij[1];
            {
                const int i_in = i_own;
                imgIn_ij[0] = shared.imgIn_ij[half][j_in][i_in];
            }
            const float a22 = a2[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int i = i_base + i_own;
                y1_[(long long)i * y1_pitch + j] = a12 * imgIn_ij[0] + a22 * xm1_i_i[0] + b12 * ym1_i_i[0] + b22 * ym2_i_i[0];
            }
            alignas(16) float imgIn_ij2[1];
            {
                const int i_in = i_own;
                imgIn_ij2[0] = shared.imgIn_ij[half][j_in][i_in];
            }
            {
                xm1_i_i[0] = imgIn_ij2[0];
            }
            {
                ym2_i_i[0] = ym1_i_i[0];
            }
            {
                const int i = i_base + i_own;
                ym1_i_i[0] = y1_[(long long)i * y1_pitch + j];
            }
        }
    }
    if (j_chunk < j_count) {
        __syncthreads();
        // Stage imgIn(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 8 + 8 * (group / 256);
            const int i_in = group / 8 % 32;
            shared.imgIn_ij[0][j_in][i_in] = 32 * ib + i_in <= w - 1 && j_chunk + j_in <= h - 1 ? imgIn[(long long)(32 * ib + i_in) * imgIn_pitch + j_chunk + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_in = 0; j_in < min(16, j_count - j_chunk); ++j_in) {
            const int j = j_first + j_chunk + j_in;
            const float a12 = a1[0];
            alignas(16) float imgIn_ij[1];
            {
                const int i_in = i_own;
                imgIn_ij[0] = shared.imgIn_ij[0][j_in][i_in];
            }
            const float a22 = a2[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int i = i_base + i_own;
                y1_[(long long)i * y1_pitch + j] = a12 * imgIn_ij[0] + a22 * xm1_i_i[0] + b12 * ym1_i_i[0] + b22 * ym2_i_i[0];
            }
            alignas(16) float imgIn_ij2[1];
            {
                const int i_in = i_own;
                imgIn_ij2[0] = shared.imgIn_ij[0][j_in][i_in];
            }
            {
                xm1_i_i[0] = imgIn_ij2[0];
            }
            {
                ym2_i_i[0] = ym1_i_i[0];
            }
            {
                const int i = i_base + i_own;
                ym1_i_i[0] = y1_[(long long)i * y1_pitch + j];
            }
        }
        __syncthreads();
    }
    // Store xm1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        xm1_i[i] = xm1_i_i[0];
    }
    // Store ym2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        ym2_i[i] = ym2_i_i[0];
    }
    // Store ym1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        ym1_i[i] = ym1_i_i[0];
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
deriche_s17_s18_s19_s20_step(const int w, const int h, const float *__restrict__ imgIn, const int imgIn_pitch, float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ a1, const float *__restrict__ a2, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ ym1_i, float *__restrict__ ym2_i, float *__restrict__ xm1_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 31) >> 5));
    const int ib = block;
    if (w >= 1 && h >= 1) {
        deriche_s17_s18_s19_s20_step_blocks_along_i(w, h, imgIn, imgIn_pitch, y1_, y1_pitch, a1, a2, b1, b2, ym1_i, ym2_i, xm1_i, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s21_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ yp1_i, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float yp1_i_i[1];
    {
        yp1_i_i[0] = 0.0f;
    }
    // Store yp1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            yp1_i[i] = yp1_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s21_step_blocks_along_i(const int w, const int h, float *__restrict__ yp1_i, const int ib)
{
    if (!(w >= 256 * ib + 256)) {
        deriche_s21_step_blocks_along_i_boundary(w, h, yp1_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float yp1_i_i[1];
    {
        yp1_i_i[0] = 0.0f;
    }
    // Store yp1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        yp1_i[i] = yp1_i_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s21_step(const int w, const int h, float *__restrict__ yp1_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 255) >> 8));
    const int ib = block;
    if (w >= 1) {
        deriche_s21_step_blocks_along_i(w, h, yp1_i, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s22_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ yp2_i, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float yp2_i_i[1];
    {
        yp2_i_i[0] = 0.0f;
    }
    // Store yp2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            yp2_i[i] = yp2_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s22_step_blocks_along_i(const int w, const int h, float *__restrict__ yp2_i, const int ib)
{
    if (!(w >= 256 * ib + 256)) {
        deriche_s22_step_blocks_along_i_boundary(w, h, yp2_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float yp2_i_i[1];
    {
        yp2_i_i[0] = 0.0f;
    }
    // Store yp2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        yp2_i[i] = yp2_i_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s22_step(const int w, const int h, float *__restrict__ yp2_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 255) >> 8));
    const int ib = block;
    if (w >= 1) {
        deriche_s22_step_blocks_along_i(w, h, yp2_i, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s23_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ xp1_i, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float xp1_i_i[1];
    {
        xp1_i_i[0] = 0.0f;
    }
    // Store xp1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            xp1_i[i] = xp1_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s23_step_blocks_along_i(const int w, const int h, float *__restrict__ xp1_i, const int ib)
{
    if (!(w >= 256 * ib + 256)) {
        deriche_s23_step_blocks_along_i_boundary(w, h, xp1_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float xp1_i_i[1];
    {
        xp1_i_i[0] = 0.0f;
    }
    // Store xp1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        xp1_i[i] = xp1_i_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s23_step(const int w, const int h, float *__restrict__ xp1_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 255) >> 8));
    const int ib = block;
    if (w >= 1) {
        deriche_s23_step_blocks_along_i(w, h, xp1_i, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s24_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ xp2_i, const int ib)
{
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float xp2_i_i[1];
    {
        xp2_i_i[0] = 0.0f;
    }
    // Store xp2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            xp2_i[i] = xp2_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s24_step_blocks_along_i(const int w, const int h, float *__restrict__ xp2_i, const int ib)
{
    if (!(w >= 256 * ib + 256)) {
        deriche_s24_step_blocks_along_i_boundary(w, h, xp2_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 256 * ib;
    int i_own = thread;
    alignas(16) float xp2_i_i[1];
    {
        xp2_i_i[0] = 0.0f;
    }
    // Store xp2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        xp2_i[i] = xp2_i_i[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s24_step(const int w, const int h, float *__restrict__ xp2_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 255) >> 8));
    const int ib = block;
    if (w >= 1) {
        deriche_s24_step_blocks_along_i(w, h, xp2_i, ib);
    }
}

struct deriche_s25_s26_s27_s28_s29_step_blocks_along_i_shared {
    alignas(16) float imgIn_i_j_up[2][16][32]; // imgIn(i,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s25_s26_s27_s28_s29_step_blocks_along_i_boundary(const int w, const int h, const float *__restrict__ imgIn, const int imgIn_pitch, float *__restrict__ y2, const int y2_pitch, const float *__restrict__ a3, const float *__restrict__ a4, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ yp1_i, float *__restrict__ yp2_i, float *__restrict__ xp1_i, float *__restrict__ xp2_i, const int ib)
{
    const int thread = threadIdx.x;
    const int j_up_first = 16 * ((-h + 1) >> 4);
    const int j_up_count = -16 * ((-h + 1) >> 4) + 1;
    const int i_base = 32 * ib;
    int i_own = thread;
    deriche_s25_s26_s27_s28_s29_step_blocks_along_i_shared &shared = *reinterpret_cast<deriche_s25_s26_s27_s28_s29_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) float xp2_i_i[1];
    alignas(16) float xp1_i_i[1];
    alignas(16) float yp2_i_i[1];
    alignas(16) float yp1_i_i[1];
    // Load xp2_i(i).
    {
        const int i = i_base + i_own;
        xp2_i_i[0] = i <= w - 1 ? xp2_i[i] : 0.0f;
    }
    // Load xp1_i(i).
    {
        const int i = i_base + i_own;
        xp1_i_i[0] = i <= w - 1 ? xp1_i[i] : 0.0f;
    }
    // Load yp2_i(i).
    {
        const int i = i_base + i_own;
        yp2_i_i[0] = i <= w - 1 ? yp2_i[i] : 0.0f;
    }
    // Load yp1_i(i).
    {
        const int i = i_base + i_own;
        yp1_i_i[0] = i <= w - 1 ? yp1_i[i] : 0.0f;
    }
    for (int j_up_chunk = 16 * ((-h - 16 * ((-h + 1) >> 4) + 1) >> 4); j_up_chunk < j_up_count; j_up_chunk += 16) {
        // Stage imgIn(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            shared.imgIn_i_j_up[0][j_up_in][i_in] = 32 * ib + i_in <= w - 1 && -16 * ((-h + 1) >> 4) - j_up_chunk - j_up_in >= 0 && -16 * ((-h + 1) >> 4) - j_up_chunk - j_up_in <= h - 1 ? imgIn[(long long)(32 * ib + i_in) * imgIn_pitch - 16 * ((-h + 1) >> 4) - j_up_chunk - j_up_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_up_in = max(0, -h - 16 * ((-h + 1) >> 4) + 1 - j_up_chunk); j_up_in < min(16, j_up_count - j_up_chunk); ++j_up_in) {
            const int j_up = j_up_first + j_up_chunk + j_up_in;
            const float a32 = a3[0];
            const float a42 = a4[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int i_in = i_own;
                const int i = i_base + i_in;
                if (w >= i + 1) {
                    y2[(long long)i * y2_pitch - j_up] = a32 * xp1_i_i[0] + a42 * xp2_i_i[0] + b12 * yp1_i_i[0] + b22 * yp2_i_i[0];
                }
            }
            {
                xp2_i_i[0] = xp1_i_i[0];
            }
            alignas(16) float imgIn_i_j_up[1];
            {
                const int i_in = i_own;
                imgIn_i_j_up[0] = shared.imgIn_i_j_up[0][j_up_in][i_in];
            }
            {
                xp1_i_i[0] = imgIn_i_j_up[0];
            }
            {
                yp2_i_i[0] = yp1_i_i[0];
            }
            {
                const int i = i_base + i_own;
                yp1_i_i[0] = i <= w - 1 && -j_up >= 0 && -j_up <= h - 1 ? y2[(long long)i * y2_pitch - j_up] : 0.0f;
            }
        }
        __syncthreads();
    }
    // Store xp2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            xp2_i[i] = xp2_i_i[0];
        }
    }
    // Store xp1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            xp1_i[i] = xp1_i_i[0];
        }
    }
    // Store yp2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            yp2_i[i] = yp2_i_i[0];
        }
    }
    // Store yp1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            yp1_i[i] = yp1_i_i[0];
        }
    }
}

/** blocks along i */
static __device__ __forceinline__ void
deriche_s25_s26_s27_s28_s29_step_blocks_along_i(const int w, const int h, const float *__restrict__ imgIn, const int imgIn_pitch, float *__restrict__ y2, const int y2_pitch, const float *__restrict__ a3, const float *__restrict__ a4, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ yp1_i, float *__restrict__ yp2_i, float *__restrict__ xp1_i, float *__restrict__ xp2_i, const int ib)
{
    if (!(w >= 32 * ib + 32 && -h + 1 == 16 * ((-h + 1) >> 4))) {
        deriche_s25_s26_s27_s28_s29_step_blocks_along_i_boundary(w, h, imgIn, imgIn_pitch, y2, y2_pitch, a3, a4, b1, b2, yp1_i, yp2_i, xp1_i, xp2_i, ib);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_up_first = 16 * ((-h + 1) >> 4);
    const int j_up_count = -16 * ((-h + 1) >> 4) + 1;
    const int i_base = 32 * ib;
    int i_own = thread;
    deriche_s25_s26_s27_s28_s29_step_blocks_along_i_shared &shared = *reinterpret_cast<deriche_s25_s26_s27_s28_s29_step_blocks_along_i_shared *>(shared_memory);
    alignas(16) float xp2_i_i[1];
    alignas(16) float xp1_i_i[1];
    alignas(16) float yp2_i_i[1];
    alignas(16) float yp1_i_i[1];
    // Load xp2_i(i).
    {
        const int i = i_base + i_own;
        xp2_i_i[0] = xp2_i[i];
    }
    // Load xp1_i(i).
    {
        const int i = i_base + i_own;
        xp1_i_i[0] = xp1_i[i];
    }
    // Load yp2_i(i).
    {
        const int i = i_base + i_own;
        yp2_i_i[0] = yp2_i[i];
    }
    // Load yp1_i(i).
    {
        const int i = i_base + i_own;
        yp1_i_i[0] = yp1_i[i];
    }
    if (16 <= j_up_count) {
        // Stage imgIn(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            copy_async1(&shared.imgIn_i_j_up[0][j_up_in][i_in], &imgIn[(long long)(32 * ib + i_in) * imgIn_pitch - 16 * ((-h + 1) >> 4) - j_up_in]);
        }
    }
    int j_up_chunk = 0;
    for (; j_up_chunk + 16 <= j_up_count; j_up_chunk += 16) {
        const int half = j_up_chunk / 16 % 2;
        const int next = j_up_chunk + 16;
        await_copies();
        __syncthreads();
        if (next + 16 <= j_up_count) {
            // Stage imgIn(i,j).
            #pragma unroll 8
            for (int step = 0; step < 16; ++step) {
                const int group = 32 * step + thread;
                const int i_in = group % 32;
                const int j_up_in = group / 32;
                copy_async1(&shared.imgIn_i_j_up[1 - half][j_up_in][i_in], &imgIn[(long long)(32 * ib + i_in) * imgIn_pitch - 16 * ((-h + 1) >> 4) - next - j_up_in]);
            }
        }
        #pragma unroll 16
        for (int j_up_in = 0; j_up_in < 16; ++j_up_in) {
            const int j_up = j_up_first + j_up_chunk + j_up_in;
            const float a32 = a3[0];
            const float a42 = a4[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int i_in = i_own;
                const int i = i_base + i_in;
                y2[(long long)i * y2_pitch - j_up] = a32 * xp1_i_i[0] + a42 * xp2_i_i[0] + b12 * yp1_i_i[0] + b22 * yp2_i_i[0];
            }
            {
                xp2_i_i[0] = xp1_i_i[0];
            }
            alignas(16) float imgIn_i_j_up[1];
            {
                const int i_in = i_own;
                imgIn_i_j_up[0] = shared.imgIn_i_j_up[half][j_up_in][i_in];
            }
            {
                xp1_i_i[0] = imgIn_i_j_up[0];
            }
            {
                yp2_i_i[0] = yp1_i_i[0];
            }
            {
                const int i = i_base + i_own;
                yp1_i_i[0] = y2[(long long)i * y2_pitch - j_up];
            }
        }
    }
    if (j_up_chunk < j_up_count) {
        __syncthreads();
        // Stage imgIn(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int i_in = group % 32;
            const int j_up_in = group / 32;
            shared.imgIn_i_j_up[0][j_up_in][i_in] = 32 * ib + i_in <= w - 1 && -16 * ((-h + 1) >> 4) - j_up_chunk - j_up_in >= 0 && -16 * ((-h + 1) >> 4) - j_up_chunk - j_up_in <= h - 1 ? imgIn[(long long)(32 * ib + i_in) * imgIn_pitch - 16 * ((-h + 1) >> 4) - j_up_chunk - j_up_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int j_up_in = 0; j_up_in < min(16, j_up_count - j_up_chunk); ++j_up_in) {
            const int j_up = j_up_first + j_up_chunk + j_up_in;
            const float a32 = a3[0];
            const float a42 = a4[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int i_in = i_own;
                const int i = i_base + i_in;
                y2[(long long)i * y2_pitch - j_up] = a32 * xp1_i_i[0] + a42 * xp2_i_i[0] + b12 * yp1_i_i[0] + b22 * yp2_i_i[0];
            }
            {
                xp2_i_i[0] = xp1_i_i[0];
            }
            alignas(16) float imgIn_i_j_up[1];
            {
                const int i_in = i_own;
                imgIn_i_j_up[0] = shared.imgIn_i_j_up[0][j_up_in][i_in];
            }
            {
                xp1_i_i[0] = imgIn_i_j_up[0];
            }
            {
                yp2_i_i[0] = yp1_i_i[0];
            }
            {
                const int i = i_base + i_own;
                yp1_i_i[0] = y2[(long long)i * y2_pitch - j_up];
            }
        }
        __syncthreads();
    }
    // Store xp2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        xp2_i[i] = xp2_i_i[0];
    }
    // Store xp1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        xp1_i[i] = xp1_i_i[0];
    }
    // Store yp2_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        yp2_i[i] = yp2_i_i[0];
    }
    // Store yp1_i(i). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own));
    {
        const int i = i_base + i_own;
        yp1_i[i] = yp1_i_i[0];
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
deriche_s25_s26_s27_s28_s29_step(const int w, const int h, const float *__restrict__ imgIn, const int imgIn_pitch, float *__restrict__ y2, const int y2_pitch, const float *__restrict__ a3, const float *__restrict__ a4, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ yp1_i, float *__restrict__ yp2_i, float *__restrict__ xp1_i, float *__restrict__ xp2_i)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 31) >> 5));
    const int ib = block;
    if (w >= 1 && h >= 1) {
        deriche_s25_s26_s27_s28_s29_step_blocks_along_i(w, h, imgIn, imgIn_pitch, y2, y2_pitch, a3, a4, b1, b2, yp1_i, yp2_i, xp1_i, xp2_i, ib);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s30_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ imgOut, const int imgOut_pitch, const float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ y2, const int y2_pitch, const float *__restrict__ c1, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) float imgOut_ij[1][1];
    const float c12 = c1[0];
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            imgOut_ij[0][0] = c12 * ((i <= w - 1 && j <= h - 1 ? y1_[(long long)i * y1_pitch + j] : 0.0f) + (i <= w - 1 && j <= h - 1 ? y2[(long long)i * y2_pitch + j] : 0.0f));
        }
    }
    // Store imgOut(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            {
                const int j = j_base + j_own;
                if (h >= j + 1) {
                    imgOut[(long long)i * imgOut_pitch + j] = imgOut_ij[0][0];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
deriche_s30_step_blocks_along_i(const int w, const int h, float *__restrict__ imgOut, const int imgOut_pitch, const float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ y2, const int y2_pitch, const float *__restrict__ c1, const int ib, const int jb)
{
    if (!(w >= 8 * ib + 8 && h >= 32 * jb + 32)) {
        deriche_s30_step_blocks_along_i_boundary(w, h, imgOut, imgOut_pitch, y1_, y1_pitch, y2, y2_pitch, c1, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) float imgOut_ij[1][1];
    const float c12 = c1[0];
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            imgOut_ij[0][0] = c12 * (y1_[(long long)i * y1_pitch + j] + y2[(long long)i * y2_pitch + j]);
        }
    }
    // Store imgOut(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            imgOut[(long long)i * imgOut_pitch + j] = imgOut_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s30_step(const int w, const int h, float *__restrict__ imgOut, const int imgOut_pitch, const float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ y2, const int y2_pitch, const float *__restrict__ c1)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 7) >> 3));
    const int jb_count = max(0, ((h + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (w >= 1 && h >= 1) {
        deriche_s30_step_blocks_along_i(w, h, imgOut, imgOut_pitch, y1_, y1_pitch, y2, y2_pitch, c1, ib, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s31_step_blocks_along_j_boundary(const int w, const int h, float *__restrict__ tm1_j, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float tm1_j_j[1];
    {
        tm1_j_j[0] = 0.0f;
    }
    // Store tm1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            tm1_j[j] = tm1_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s31_step_blocks_along_j(const int w, const int h, float *__restrict__ tm1_j, const int jb)
{
    if (!(h >= 256 * jb + 256)) {
        deriche_s31_step_blocks_along_j_boundary(w, h, tm1_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float tm1_j_j[1];
    {
        tm1_j_j[0] = 0.0f;
    }
    // Store tm1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        tm1_j[j] = tm1_j_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s31_step(const int w, const int h, float *__restrict__ tm1_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 255) >> 8));
    const int jb = block;
    if (h >= 1) {
        deriche_s31_step_blocks_along_j(w, h, tm1_j, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s32_step_blocks_along_j_boundary(const int w, const int h, float *__restrict__ ym1_j, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float ym1_j_j[1];
    {
        ym1_j_j[0] = 0.0f;
    }
    // Store ym1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            ym1_j[j] = ym1_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s32_step_blocks_along_j(const int w, const int h, float *__restrict__ ym1_j, const int jb)
{
    if (!(h >= 256 * jb + 256)) {
        deriche_s32_step_blocks_along_j_boundary(w, h, ym1_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float ym1_j_j[1];
    {
        ym1_j_j[0] = 0.0f;
    }
    // Store ym1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        ym1_j[j] = ym1_j_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s32_step(const int w, const int h, float *__restrict__ ym1_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 255) >> 8));
    const int jb = block;
    if (h >= 1) {
        deriche_s32_step_blocks_along_j(w, h, ym1_j, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s33_step_blocks_along_j_boundary(const int w, const int h, float *__restrict__ ym2_j, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float ym2_j_j[1];
    {
        ym2_j_j[0] = 0.0f;
    }
    // Store ym2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            ym2_j[j] = ym2_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s33_step_blocks_along_j(const int w, const int h, float *__restrict__ ym2_j, const int jb)
{
    if (!(h >= 256 * jb + 256)) {
        deriche_s33_step_blocks_along_j_boundary(w, h, ym2_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float ym2_j_j[1];
    {
        ym2_j_j[0] = 0.0f;
    }
    // Store ym2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        ym2_j[j] = ym2_j_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s33_step(const int w, const int h, float *__restrict__ ym2_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 255) >> 8));
    const int jb = block;
    if (h >= 1) {
        deriche_s33_step_blocks_along_j(w, h, ym2_j, jb);
    }
}

struct deriche_s34_s35_s36_s37_step_blocks_along_j_shared {
    alignas(16) float imgOut_ij[2][16][32]; // imgOut(i,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s34_s35_s36_s37_step_blocks_along_j_boundary(const int w, const int h, const float *__restrict__ imgOut, const int imgOut_pitch, float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ a5, const float *__restrict__ a6, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ tm1_j, float *__restrict__ ym1_j, float *__restrict__ ym2_j, const int jb)
{
    const int thread = threadIdx.x;
    const int i_first = 0;
    const int i_count = w;
    const int j_base = 32 * jb;
    int j_own = thread;
    deriche_s34_s35_s36_s37_step_blocks_along_j_shared &shared = *reinterpret_cast<deriche_s34_s35_s36_s37_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) float tm1_j_j[1];
    alignas(16) float ym2_j_j[1];
    alignas(16) float ym1_j_j[1];
    // Load tm1_j(j).
    {
        const int j = j_base + j_own;
        tm1_j_j[0] = j <= h - 1 ? tm1_j[j] : 0.0f;
    }
    // Load ym2_j(j).
    {
        const int j = j_base + j_own;
        ym2_j_j[0] = j <= h - 1 ? ym2_j[j] : 0.0f;
    }
    // Load ym1_j(j).
    {
        const int j = j_base + j_own;
        ym1_j_j[0] = j <= h - 1 ? ym1_j[j] : 0.0f;
    }
    for (int i_chunk = 0; i_chunk < i_count; i_chunk += 16) {
        // Stage imgOut(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 32;
            const int i_in = group / 32;
            shared.imgOut_ij[0][i_in][j_in] = i_chunk + i_in <= w - 1 && 32 * jb + j_in <= h - 1 ? imgOut[(long long)(i_chunk + i_in) * imgOut_pitch + 32 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            const int i = i_first + i_chunk + i_in;
            const float a52 = a5[0];
            alignas(16) float imgOut_ij[1];
            {
                const int j_in = j_own;
                imgOut_ij[0] = shared.imgOut_ij[0][i_in][j_in];
            }
            const float a62 = a6[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int j = j_base + j_own;
                if (h >= j + 1) {
                    y1_[(long long)i * y1_pitch + j] = a52 * imgOut_ij[0] + a62 * tm1_j_j[0] + b12 * ym1_j_j[0] + b22 * ym2_j_j[0];
                }
            }
            alignas(16) float imgOut_ij2[1];
            {
                const int j_in = j_own;
                imgOut_ij2[0] = shared.imgOut_ij[0][i_in][j_in];
            }
            {
                tm1_j_j[0] = imgOut_ij2[0];
            }
            {
                ym2_j_j[0] = ym1_j_j[0];
            }
            {
                const int j = j_base + j_own;
                ym1_j_j[0] = i <= w - 1 && j <= h - 1 ? y1_[(long long)i * y1_pitch + j] : 0.0f;
            }
        }
        __syncthreads();
    }
    // Store tm1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            tm1_j[j] = tm1_j_j[0];
        }
    }
    // Store ym2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            ym2_j[j] = ym2_j_j[0];
        }
    }
    // Store ym1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            ym1_j[j] = ym1_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s34_s35_s36_s37_step_blocks_along_j(const int w, const int h, const float *__restrict__ imgOut, const int imgOut_pitch, float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ a5, const float *__restrict__ a6, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ tm1_j, float *__restrict__ ym1_j, float *__restrict__ ym2_j, const int jb)
{
    if (!(h >= 32 * jb + 32)) {
        deriche_s34_s35_s36_s37_step_blocks_along_j_boundary(w, h, imgOut, imgOut_pitch, y1_, y1_pitch, a5, a6, b1, b2, tm1_j, ym1_j, ym2_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_first = 0;
    const int i_count = w;
    const int j_base = 32 * jb;
    int j_own = thread;
    deriche_s34_s35_s36_s37_step_blocks_along_j_shared &shared = *reinterpret_cast<deriche_s34_s35_s36_s37_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) float tm1_j_j[1];
    alignas(16) float ym2_j_j[1];
    alignas(16) float ym1_j_j[1];
    // Load tm1_j(j).
    {
        const int j = j_base + j_own;
        tm1_j_j[0] = tm1_j[j];
    }
    // Load ym2_j(j).
    {
        const int j = j_base + j_own;
        ym2_j_j[0] = ym2_j[j];
    }
    // Load ym1_j(j).
    {
        const int j = j_base + j_own;
        ym1_j_j[0] = ym1_j[j];
    }
    if (16 <= i_count) {
        // Stage imgOut(i,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 32 * step + thread;
            const int j_in = 4 * (group % 8);
            const int i_in = group / 8;
            copy_async4(&shared.imgOut_ij[0][i_in][j_in], &imgOut[(long long)i_in * imgOut_pitch + 32 * jb + j_in]);
        }
    }
    int i_chunk = 0;
    for (; i_chunk + 16 <= i_count; i_chunk += 16) {
        const int half = i_chunk / 16 % 2;
        const int next = i_chunk + 16;
        await_copies();
        __syncthreads();
        if (next + 16 <= i_count) {
            // Stage imgOut(i,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 32 * step + thread;
                const int j_in = 4 * (group % 8);
                const int i_in = group / 8;
                copy_async4(&shared.imgOut_ij[1 - half][i_in][j_in], &imgOut[(long long)(next + i_in) * imgOut_pitch + 32 * jb + j_in]);
            }
        }
        #pragma unroll 16
        for (int i_in = 0; i_in < 16; ++i_in) {
            const int i = i_first + i_chunk + i_in;
            const float a52 = a5[0];
            alignas(16) float imgOut_ij[1];
            {
                const int j_in = j_own;
                imgOut_ij[0] = shared.imgOut_ij[half][i_in][j_in];
            }
            const float a62 = a6[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int j = j_base + j_own;
                y1_[(long long)i * y1_pitch + j] = a52 * imgOut_ij[0] + a62 * tm1_j_j[0] + b12 * ym1_j_j[0] + b22 * ym2_j_j[0];
            }
            alignas(16) float imgOut_ij2[1];
            {
                const int j_in = j_own;
                imgOut_ij2[0] = shared.imgOut_ij[half][i_in][j_in];
            }
            {
                tm1_j_j[0] = imgOut_ij2[0];
            }
            {
                ym2_j_j[0] = ym1_j_j[0];
            }
            {
                const int j = j_base + j_own;
                ym1_j_j[0] = y1_[(long long)i * y1_pitch + j];
            }
        }
    }
    if (i_chunk < i_count) {
        __syncthreads();
        // Stage imgOut(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 32;
            const int i_in = group / 32;
            shared.imgOut_ij[0][i_in][j_in] = i_chunk + i_in <= w - 1 && 32 * jb + j_in <= h - 1 ? imgOut[(long long)(i_chunk + i_in) * imgOut_pitch + 32 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_in = 0; i_in < min(16, i_count - i_chunk); ++i_in) {
            const int i = i_first + i_chunk + i_in;
            const float a52 = a5[0];
            alignas(16) float imgOut_ij[1];
            {
                const int j_in = j_own;
                imgOut_ij[0] = shared.imgOut_ij[0][i_in][j_in];
            }
            const float a62 = a6[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int j = j_base + j_own;
                y1_[(long long)i * y1_pitch + j] = a52 * imgOut_ij[0] + a62 * tm1_j_j[0] + b12 * ym1_j_j[0] + b22 * ym2_j_j[0];
            }
            alignas(16) float imgOut_ij2[1];
            {
                const int j_in = j_own;
                imgOut_ij2[0] = shared.imgOut_ij[0][i_in][j_in];
            }
            {
                tm1_j_j[0] = imgOut_ij2[0];
            }
            {
                ym2_j_j[0] = ym1_j_j[0];
            }
            {
                const int j = j_base + j_own;
                ym1_j_j[0] = y1_[(long long)i * y1_pitch + j];
            }
        }
        __syncthreads();
    }
    // Store tm1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        tm1_j[j] = tm1_j_j[0];
    }
    // Store ym2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        ym2_j[j] = ym2_j_j[0];
    }
    // Store ym1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        ym1_j[j] = ym1_j_j[0];
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
deriche_s34_s35_s36_s37_step(const int w, const int h, const float *__restrict__ imgOut, const int imgOut_pitch, float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ a5, const float *__restrict__ a6, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ tm1_j, float *__restrict__ ym1_j, float *__restrict__ ym2_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 31) >> 5));
    const int jb = block;
    if (w >= 1 && h >= 1) {
        deriche_s34_s35_s36_s37_step_blocks_along_j(w, h, imgOut, imgOut_pitch, y1_, y1_pitch, a5, a6, b1, b2, tm1_j, ym1_j, ym2_j, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s38_step_blocks_along_j_boundary(const int w, const int h, float *__restrict__ tp1_j, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float tp1_j_j[1];
    {
        tp1_j_j[0] = 0.0f;
    }
    // Store tp1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            tp1_j[j] = tp1_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s38_step_blocks_along_j(const int w, const int h, float *__restrict__ tp1_j, const int jb)
{
    if (!(h >= 256 * jb + 256)) {
        deriche_s38_step_blocks_along_j_boundary(w, h, tp1_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float tp1_j_j[1];
    {
        tp1_j_j[0] = 0.0f;
    }
    // Store tp1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        tp1_j[j] = tp1_j_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s38_step(const int w, const int h, float *__restrict__ tp1_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 255) >> 8));
    const int jb = block;
    if (h >= 1) {
        deriche_s38_step_blocks_along_j(w, h, tp1_j, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s39_step_blocks_along_j_boundary(const int w, const int h, float *__restrict__ tp2_j, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float tp2_j_j[1];
    {
        tp2_j_j[0] = 0.0f;
    }
    // Store tp2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            tp2_j[j] = tp2_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s39_step_blocks_along_j(const int w, const int h, float *__restrict__ tp2_j, const int jb)
{
    if (!(h >= 256 * jb + 256)) {
        deriche_s39_step_blocks_along_j_boundary(w, h, tp2_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float tp2_j_j[1];
    {
        tp2_j_j[0] = 0.0f;
    }
    // Store tp2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        tp2_j[j] = tp2_j_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s39_step(const int w, const int h, float *__restrict__ tp2_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 255) >> 8));
    const int jb = block;
    if (h >= 1) {
        deriche_s39_step_blocks_along_j(w, h, tp2_j, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s40_step_blocks_along_j_boundary(const int w, const int h, float *__restrict__ yp1_j, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float yp1_j_j[1];
    {
        yp1_j_j[0] = 0.0f;
    }
    // Store yp1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            yp1_j[j] = yp1_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s40_step_blocks_along_j(const int w, const int h, float *__restrict__ yp1_j, const int jb)
{
    if (!(h >= 256 * jb + 256)) {
        deriche_s40_step_blocks_along_j_boundary(w, h, yp1_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float yp1_j_j[1];
    {
        yp1_j_j[0] = 0.0f;
    }
    // Store yp1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        yp1_j[j] = yp1_j_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s40_step(const int w, const int h, float *__restrict__ yp1_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 255) >> 8));
    const int jb = block;
    if (h >= 1) {
        deriche_s40_step_blocks_along_j(w, h, yp1_j, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s41_step_blocks_along_j_boundary(const int w, const int h, float *__restrict__ yp2_j, const int jb)
{
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float yp2_j_j[1];
    {
        yp2_j_j[0] = 0.0f;
    }
    // Store yp2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            yp2_j[j] = yp2_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s41_step_blocks_along_j(const int w, const int h, float *__restrict__ yp2_j, const int jb)
{
    if (!(h >= 256 * jb + 256)) {
        deriche_s41_step_blocks_along_j_boundary(w, h, yp2_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int j_base = 256 * jb;
    int j_own = thread;
    alignas(16) float yp2_j_j[1];
    {
        yp2_j_j[0] = 0.0f;
    }
    // Store yp2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        yp2_j[j] = yp2_j_j[0];
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s41_step(const int w, const int h, float *__restrict__ yp2_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 255) >> 8));
    const int jb = block;
    if (h >= 1) {
        deriche_s41_step_blocks_along_j(w, h, yp2_j, jb);
    }
}

struct deriche_s42_s43_s44_s45_s46_step_blocks_along_j_shared {
    alignas(16) float imgOut_i_up_j[2][16][32]; // imgOut(i,j)
};

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s42_s43_s44_s45_s46_step_blocks_along_j_boundary(const int w, const int h, const float *__restrict__ imgOut, const int imgOut_pitch, float *__restrict__ y2, const int y2_pitch, const float *__restrict__ a7, const float *__restrict__ a8, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ tp1_j, float *__restrict__ tp2_j, float *__restrict__ yp1_j, float *__restrict__ yp2_j, const int jb)
{
    const int thread = threadIdx.x;
    const int i_up_first = 16 * ((-w + 1) >> 4);
    const int i_up_count = -16 * ((-w + 1) >> 4) + 1;
    const int j_base = 32 * jb;
    int j_own = thread;
    deriche_s42_s43_s44_s45_s46_step_blocks_along_j_shared &shared = *reinterpret_cast<deriche_s42_s43_s44_s45_s46_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) float tp2_j_j[1];
    alignas(16) float tp1_j_j[1];
    alignas(16) float yp2_j_j[1];
    alignas(16) float yp1_j_j[1];
    // Load tp2_j(j).
    {
        const int j = j_base + j_own;
        tp2_j_j[0] = j <= h - 1 ? tp2_j[j] : 0.0f;
    }
    // Load tp1_j(j).
    {
        const int j = j_base + j_own;
        tp1_j_j[0] = j <= h - 1 ? tp1_j[j] : 0.0f;
    }
    // Load yp2_j(j).
    {
        const int j = j_base + j_own;
        yp2_j_j[0] = j <= h - 1 ? yp2_j[j] : 0.0f;
    }
    // Load yp1_j(j).
    {
        const int j = j_base + j_own;
        yp1_j_j[0] = j <= h - 1 ? yp1_j[j] : 0.0f;
    }
    for (int i_up_chunk = 16 * ((-w - 16 * ((-w + 1) >> 4) + 1) >> 4); i_up_chunk < i_up_count; i_up_chunk += 16) {
        // Stage imgOut(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 32;
            const int i_up_in = group / 32;
            shared.imgOut_i_up_j[0][i_up_in][j_in] = -16 * ((-w + 1) >> 4) - i_up_chunk - i_up_in >= 0 && -16 * ((-w + 1) >> 4) - i_up_chunk - i_up_in <= w - 1 && 32 * jb + j_in <= h - 1 ? imgOut[(long long)(-16 * ((-w + 1) >> 4) - i_up_chunk - i_up_in) * imgOut_pitch + 32 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_up_in = max(0, -w - 16 * ((-w + 1) >> 4) + 1 - i_up_chunk); i_up_in < min(16, i_up_count - i_up_chunk); ++i_up_in) {
            const int i_up = i_up_first + i_up_chunk + i_up_in;
            const float a72 = a7[0];
            const float a82 = a8[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int j_in = j_own;
                const int j = j_base + j_in;
                if (h >= j + 1) {
                    y2[(long long)(-i_up) * y2_pitch + j] = a72 * tp1_j_j[0] + a82 * tp2_j_j[0] + b12 * yp1_j_j[0] + b22 * yp2_j_j[0];
                }
            }
            {
                tp2_j_j[0] = tp1_j_j[0];
            }
            alignas(16) float imgOut_i_up_j[1];
            {
                const int j_in = j_own;
                imgOut_i_up_j[0] = shared.imgOut_i_up_j[0][i_up_in][j_in];
            }
            {
                tp1_j_j[0] = imgOut_i_up_j[0];
            }
            {
                yp2_j_j[0] = yp1_j_j[0];
            }
            {
                const int j = j_base + j_own;
                yp1_j_j[0] = -i_up >= 0 && -i_up <= w - 1 && j <= h - 1 ? y2[(long long)(-i_up) * y2_pitch + j] : 0.0f;
            }
        }
        __syncthreads();
    }
    // Store tp2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            tp2_j[j] = tp2_j_j[0];
        }
    }
    // Store tp1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            tp1_j[j] = tp1_j_j[0];
        }
    }
    // Store yp2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            yp2_j[j] = yp2_j_j[0];
        }
    }
    // Store yp1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        if (h >= j + 1) {
            yp1_j[j] = yp1_j_j[0];
        }
    }
}

/** blocks along j */
static __device__ __forceinline__ void
deriche_s42_s43_s44_s45_s46_step_blocks_along_j(const int w, const int h, const float *__restrict__ imgOut, const int imgOut_pitch, float *__restrict__ y2, const int y2_pitch, const float *__restrict__ a7, const float *__restrict__ a8, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ tp1_j, float *__restrict__ tp2_j, float *__restrict__ yp1_j, float *__restrict__ yp2_j, const int jb)
{
    if (!(h >= 32 * jb + 32 && -w + 1 == 16 * ((-w + 1) >> 4))) {
        deriche_s42_s43_s44_s45_s46_step_blocks_along_j_boundary(w, h, imgOut, imgOut_pitch, y2, y2_pitch, a7, a8, b1, b2, tp1_j, tp2_j, yp1_j, yp2_j, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_up_first = 16 * ((-w + 1) >> 4);
    const int i_up_count = -16 * ((-w + 1) >> 4) + 1;
    const int j_base = 32 * jb;
    int j_own = thread;
    deriche_s42_s43_s44_s45_s46_step_blocks_along_j_shared &shared = *reinterpret_cast<deriche_s42_s43_s44_s45_s46_step_blocks_along_j_shared *>(shared_memory);
    alignas(16) float tp2_j_j[1];
    alignas(16) float tp1_j_j[1];
    alignas(16) float yp2_j_j[1];
    alignas(16) float yp1_j_j[1];
    // Load tp2_j(j).
    {
        const int j = j_base + j_own;
        tp2_j_j[0] = tp2_j[j];
    }
    // Load tp1_j(j).
    {
        const int j = j_base + j_own;
        tp1_j_j[0] = tp1_j[j];
    }
    // Load yp2_j(j).
    {
        const int j = j_base + j_own;
        yp2_j_j[0] = yp2_j[j];
    }
    // Load yp1_j(j).
    {
        const int j = j_base + j_own;
        yp1_j_j[0] = yp1_j[j];
    }
    if (16 <= i_up_count) {
        // Stage imgOut(i,j).
        #pragma unroll 4
        for (int step = 0; step < 4; ++step) {
            const int group = 32 * step + thread;
            const int j_in = 4 * (group % 8);
            const int i_up_in = group / 8;
            copy_async4(&shared.imgOut_i_up_j[0][i_up_in][j_in], &imgOut[(long long)(-16 * ((-w + 1) >> 4) - i_up_in) * imgOut_pitch + 32 * jb + j_in]);
        }
    }
    int i_up_chunk = 0;
    for (; i_up_chunk + 16 <= i_up_count; i_up_chunk += 16) {
        const int half = i_up_chunk / 16 % 2;
        const int next = i_up_chunk + 16;
        await_copies();
        __syncthreads();
        if (next + 16 <= i_up_count) {
            // Stage imgOut(i,j).
            #pragma unroll 4
            for (int step = 0; step < 4; ++step) {
                const int group = 32 * step + thread;
                const int j_in = 4 * (group % 8);
                const int i_up_in = group / 8;
                copy_async4(&shared.imgOut_i_up_j[1 - half][i_up_in][j_in], &imgOut[(long long)(-16 * ((-w + 1) >> 4) - next - i_up_in) * imgOut_pitch + 32 * jb + j_in]);
            }
        }
        #pragma unroll 16
        for (int i_up_in = 0; i_up_in < 16; ++i_up_in) {
            const int i_up = i_up_first + i_up_chunk + i_up_in;
            const float a72 = a7[0];
            const float a82 = a8[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int j_in = j_own;
                const int j = j_base + j_in;
                y2[(long long)(-i_up) * y2_pitch + j] = a72 * tp1_j_j[0] + a82 * tp2_j_j[0] + b12 * yp1_j_j[0] + b22 * yp2_j_j[0];
            }
            {
                tp2_j_j[0] = tp1_j_j[0];
            }
            alignas(16) float imgOut_i_up_j[1];
            {
                const int j_in = j_own;
                imgOut_i_up_j[0] = shared.imgOut_i_up_j[half][i_up_in][j_in];
            }
            {
                tp1_j_j[0] = imgOut_i_up_j[0];
            }
            {
                yp2_j_j[0] = yp1_j_j[0];
            }
            {
                const int j = j_base + j_own;
                yp1_j_j[0] = y2[(long long)(-i_up) * y2_pitch + j];
            }
        }
    }
    if (i_up_chunk < i_up_count) {
        __syncthreads();
        // Stage imgOut(i,j).
        #pragma unroll 8
        for (int step = 0; step < 16; ++step) {
            const int group = 32 * step + thread;
            const int j_in = group % 32;
            const int i_up_in = group / 32;
            shared.imgOut_i_up_j[0][i_up_in][j_in] = -16 * ((-w + 1) >> 4) - i_up_chunk - i_up_in >= 0 && -16 * ((-w + 1) >> 4) - i_up_chunk - i_up_in <= w - 1 && 32 * jb + j_in <= h - 1 ? imgOut[(long long)(-16 * ((-w + 1) >> 4) - i_up_chunk - i_up_in) * imgOut_pitch + 32 * jb + j_in] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 1
        for (int i_up_in = 0; i_up_in < min(16, i_up_count - i_up_chunk); ++i_up_in) {
            const int i_up = i_up_first + i_up_chunk + i_up_in;
            const float a72 = a7[0];
            const float a82 = a8[0];
            const float b12 = b1[0];
            const float b22 = b2[0];
            {
                const int j_in = j_own;
                const int j = j_base + j_in;
                y2[(long long)(-i_up) * y2_pitch + j] = a72 * tp1_j_j[0] + a82 * tp2_j_j[0] + b12 * yp1_j_j[0] + b22 * yp2_j_j[0];
            }
            {
                tp2_j_j[0] = tp1_j_j[0];
            }
            alignas(16) float imgOut_i_up_j[1];
            {
                const int j_in = j_own;
                imgOut_i_up_j[0] = shared.imgOut_i_up_j[0][i_up_in][j_in];
            }
            {
                tp1_j_j[0] = imgOut_i_up_j[0];
            }
            {
                yp2_j_j[0] = yp1_j_j[0];
            }
            {
                const int j = j_base + j_own;
                yp1_j_j[0] = y2[(long long)(-i_up) * y2_pitch + j];
            }
        }
        __syncthreads();
    }
    // Store tp2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        tp2_j[j] = tp2_j_j[0];
    }
    // Store tp1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        tp1_j[j] = tp1_j_j[0];
    }
    // Store yp2_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        yp2_j[j] = yp2_j_j[0];
    }
    // Store yp1_j(j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(j_own));
    {
        const int j = j_base + j_own;
        yp1_j[j] = yp1_j_j[0];
    }
}

/** all blocks */
extern "C" __global__ void __launch_bounds__(32, 32)
deriche_s42_s43_s44_s45_s46_step(const int w, const int h, const float *__restrict__ imgOut, const int imgOut_pitch, float *__restrict__ y2, const int y2_pitch, const float *__restrict__ a7, const float *__restrict__ a8, const float *__restrict__ b1, const float *__restrict__ b2, float *__restrict__ tp1_j, float *__restrict__ tp2_j, float *__restrict__ yp1_j, float *__restrict__ yp2_j)
{
    const int block = blockIdx.x;
    const int jb_count = max(0, ((h + 31) >> 5));
    const int jb = block;
    if (w >= 1 && h >= 1) {
        deriche_s42_s43_s44_s45_s46_step_blocks_along_j(w, h, imgOut, imgOut_pitch, y2, y2_pitch, a7, a8, b1, b2, tp1_j, tp2_j, yp1_j, yp2_j, jb);
    }
}

/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
deriche_s47_step_blocks_along_i_boundary(const int w, const int h, float *__restrict__ imgOut, const int imgOut_pitch, const float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ y2, const int y2_pitch, const float *__restrict__ c2, const int ib, const int jb)
{
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) float imgOut_ij[1][1];
    const float c22 = c2[0];
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            imgOut_ij[0][0] = c22 * ((i <= w - 1 && j <= h - 1 ? y1_[(long long)i * y1_pitch + j] : 0.0f) + (i <= w - 1 && j <= h - 1 ? y2[(long long)i * y2_pitch + j] : 0.0f));
        }
    }
    // Store imgOut(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        if (w >= i + 1) {
            {
                const int j = j_base + j_own;
                if (h >= j + 1) {
                    imgOut[(long long)i * imgOut_pitch + j] = imgOut_ij[0][0];
                }
            }
        }
    }
}

/** blocks along i, j */
static __device__ __forceinline__ void
deriche_s47_step_blocks_along_i(const int w, const int h, float *__restrict__ imgOut, const int imgOut_pitch, const float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ y2, const int y2_pitch, const float *__restrict__ c2, const int ib, const int jb)
{
    if (!(w >= 8 * ib + 8 && h >= 32 * jb + 32)) {
        deriche_s47_step_blocks_along_i_boundary(w, h, imgOut, imgOut_pitch, y1_, y1_pitch, y2, y2_pitch, c2, ib, jb);
        return;
    }
    // Interior: every point takes part in every iteration.
    const int thread = threadIdx.x;
    const int i_base = 8 * ib;
    int i_own = thread / 32;
    const int j_base = 32 * jb;
    int j_own = thread % 32;
    alignas(16) float imgOut_ij[1][1];
    const float c22 = c2[0];
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            imgOut_ij[0][0] = c22 * (y1_[(long long)i * y1_pitch + j] + y2[(long long)i * y2_pitch + j]);
        }
    }
    // Store imgOut(i,j). Computing the addresses anew is cheaper than registers that hold them.
    asm volatile("" : "+r"(i_own), "+r"(j_own));
    {
        const int i = i_base + i_own;
        {
            const int j = j_base + j_own;
            imgOut[(long long)i * imgOut_pitch + j] = imgOut_ij[0][0];
        }
    }
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(256)
deriche_s47_step(const int w, const int h, float *__restrict__ imgOut, const int imgOut_pitch, const float *__restrict__ y1_, const int y1_pitch, const float *__restrict__ y2, const int y2_pitch, const float *__restrict__ c2)
{
    const int block = blockIdx.x;
    const int ib_count = max(0, ((w + 7) >> 3));
    const int jb_count = max(0, ((h + 31) >> 5));
    const int ib = block / jb_count;
    const int jb = block % jb_count;
    if (w >= 1 && h >= 1) {
        deriche_s47_step_blocks_along_i(w, h, imgOut, imgOut_pitch, y1_, y1_pitch, y2, y2_pitch, c2, ib, jb);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s48_step_the_one_block(const int w, const int h, float *__restrict__ ym1, const float *__restrict__ ym1_i)
{
    alignas(16) float ym12;
    ym12 = ym1_i[w - 1];
    // Store ym1().
    ym1[0] = ym12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s48_step(const int w, const int h, float *__restrict__ ym1, const float *__restrict__ ym1_i)
{
    if (w >= 1 && h <= 0 && w >= 1 && h <= 0) {
        deriche_s48_step_the_one_block(w, h, ym1, ym1_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s49_step_the_one_block(const int w, const int h, float *__restrict__ ym2, const float *__restrict__ ym2_i)
{
    alignas(16) float ym22;
    ym22 = ym2_i[w - 1];
    // Store ym2().
    ym2[0] = ym22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s49_step(const int w, const int h, float *__restrict__ ym2, const float *__restrict__ ym2_i)
{
    if (w >= 1 && h <= 0 && w >= 1 && h <= 0) {
        deriche_s49_step_the_one_block(w, h, ym2, ym2_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s50_step_the_one_block(const int w, const int h, float *__restrict__ xm1, const float *__restrict__ xm1_i)
{
    alignas(16) float xm12;
    xm12 = xm1_i[w - 1];
    // Store xm1().
    xm1[0] = xm12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s50_step(const int w, const int h, float *__restrict__ xm1, const float *__restrict__ xm1_i)
{
    if (w >= 1 && h <= 0 && w >= 1 && h <= 0) {
        deriche_s50_step_the_one_block(w, h, xm1, xm1_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s51_step_the_one_block(const int w, const int h, float *__restrict__ xm1, const float *__restrict__ xm1_i)
{
    alignas(16) float xm12;
    xm12 = xm1_i[w - 1];
    // Store xm1().
    xm1[0] = xm12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s51_step(const int w, const int h, float *__restrict__ xm1, const float *__restrict__ xm1_i)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s51_step_the_one_block(w, h, xm1, xm1_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s52_step_the_one_block(const int w, const int h, float *__restrict__ yp1, const float *__restrict__ yp1_i)
{
    alignas(16) float yp12;
    yp12 = yp1_i[w - 1];
    // Store yp1().
    yp1[0] = yp12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s52_step(const int w, const int h, float *__restrict__ yp1, const float *__restrict__ yp1_i)
{
    if (w >= 1 && h <= 0 && w >= 1 && h <= 0) {
        deriche_s52_step_the_one_block(w, h, yp1, yp1_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s53_step_the_one_block(const int w, const int h, float *__restrict__ yp2, const float *__restrict__ yp2_i)
{
    alignas(16) float yp22;
    yp22 = yp2_i[w - 1];
    // Store yp2().
    yp2[0] = yp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s53_step(const int w, const int h, float *__restrict__ yp2, const float *__restrict__ yp2_i)
{
    if (w >= 1 && h <= 0 && w >= 1 && h <= 0) {
        deriche_s53_step_the_one_block(w, h, yp2, yp2_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s54_step_the_one_block(const int w, const int h, float *__restrict__ xp1, const float *__restrict__ xp1_i)
{
    alignas(16) float xp12;
    xp12 = xp1_i[w - 1];
    // Store xp1().
    xp1[0] = xp12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s54_step(const int w, const int h, float *__restrict__ xp1, const float *__restrict__ xp1_i)
{
    if (w >= 1 && h <= 0 && w >= 1 && h <= 0) {
        deriche_s54_step_the_one_block(w, h, xp1, xp1_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s55_step_the_one_block(const int w, const int h, float *__restrict__ xp1, const float *__restrict__ xp1_i)
{
    alignas(16) float xp12;
    xp12 = xp1_i[w - 1];
    // Store xp1().
    xp1[0] = xp12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s55_step(const int w, const int h, float *__restrict__ xp1, const float *__restrict__ xp1_i)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s55_step_the_one_block(w, h, xp1, xp1_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s56_step_the_one_block(const int w, const int h, float *__restrict__ xp2, const float *__restrict__ xp2_i)
{
    alignas(16) float xp22;
    xp22 = xp2_i[w - 1];
    // Store xp2().
    xp2[0] = xp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s56_step(const int w, const int h, float *__restrict__ xp2, const float *__restrict__ xp2_i)
{
    if (w >= 1 && h <= 0 && w >= 1 && h <= 0) {
        deriche_s56_step_the_one_block(w, h, xp2, xp2_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s57_step_the_one_block(const int w, const int h, float *__restrict__ xp2, const float *__restrict__ xp2_i)
{
    alignas(16) float xp22;
    xp22 = xp2_i[w - 1];
    // Store xp2().
    xp2[0] = xp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s57_step(const int w, const int h, float *__restrict__ xp2, const float *__restrict__ xp2_i)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s57_step_the_one_block(w, h, xp2, xp2_i);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s58_step_the_one_block(const int w, const int h, float *__restrict__ tm1, const float *__restrict__ tm1_j)
{
    alignas(16) float tm12;
    tm12 = tm1_j[h - 1];
    // Store tm1().
    tm1[0] = tm12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s58_step(const int w, const int h, float *__restrict__ tm1, const float *__restrict__ tm1_j)
{
    if (w <= 0 && h >= 1 && w <= 0 && h >= 1) {
        deriche_s58_step_the_one_block(w, h, tm1, tm1_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s59_step_the_one_block(const int w, const int h, float *__restrict__ tm1, const float *__restrict__ tm1_j)
{
    alignas(16) float tm12;
    tm12 = tm1_j[h - 1];
    // Store tm1().
    tm1[0] = tm12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s59_step(const int w, const int h, float *__restrict__ tm1, const float *__restrict__ tm1_j)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s59_step_the_one_block(w, h, tm1, tm1_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s60_step_the_one_block(const int w, const int h, float *__restrict__ ym1, const float *__restrict__ ym1_j)
{
    alignas(16) float ym12;
    ym12 = ym1_j[h - 1];
    // Store ym1().
    ym1[0] = ym12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s60_step(const int w, const int h, float *__restrict__ ym1, const float *__restrict__ ym1_j)
{
    if (w <= 0 && h >= 1 && w <= 0 && h >= 1) {
        deriche_s60_step_the_one_block(w, h, ym1, ym1_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s61_step_the_one_block(const int w, const int h, float *__restrict__ ym1, const float *__restrict__ ym1_j)
{
    alignas(16) float ym12;
    ym12 = ym1_j[h - 1];
    // Store ym1().
    ym1[0] = ym12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s61_step(const int w, const int h, float *__restrict__ ym1, const float *__restrict__ ym1_j)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s61_step_the_one_block(w, h, ym1, ym1_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s62_step_the_one_block(const int w, const int h, float *__restrict__ ym2, const float *__restrict__ ym2_j)
{
    alignas(16) float ym22;
    ym22 = ym2_j[h - 1];
    // Store ym2().
    ym2[0] = ym22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s62_step(const int w, const int h, float *__restrict__ ym2, const float *__restrict__ ym2_j)
{
    if (w <= 0 && h >= 1 && w <= 0 && h >= 1) {
        deriche_s62_step_the_one_block(w, h, ym2, ym2_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s63_step_the_one_block(const int w, const int h, float *__restrict__ ym2, const float *__restrict__ ym2_j)
{
    alignas(16) float ym22;
    ym22 = ym2_j[h - 1];
    // Store ym2().
    ym2[0] = ym22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s63_step(const int w, const int h, float *__restrict__ ym2, const float *__restrict__ ym2_j)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s63_step_the_one_block(w, h, ym2, ym2_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s64_step_the_one_block(const int w, const int h, float *__restrict__ tp1, const float *__restrict__ tp1_j)
{
    alignas(16) float tp12;
    tp12 = tp1_j[h - 1];
    // Store tp1().
    tp1[0] = tp12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s64_step(const int w, const int h, float *__restrict__ tp1, const float *__restrict__ tp1_j)
{
    if (w <= 0 && h >= 1 && w <= 0 && h >= 1) {
        deriche_s64_step_the_one_block(w, h, tp1, tp1_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s65_step_the_one_block(const int w, const int h, float *__restrict__ tp1, const float *__restrict__ tp1_j)
{
    alignas(16) float tp12;
    tp12 = tp1_j[h - 1];
    // Store tp1().
    tp1[0] = tp12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s65_step(const int w, const int h, float *__restrict__ tp1, const float *__restrict__ tp1_j)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s65_step_the_one_block(w, h, tp1, tp1_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s66_step_the_one_block(const int w, const int h, float *__restrict__ tp2, const float *__restrict__ tp2_j)
{
    alignas(16) float tp22;
    tp22 = tp2_j[h - 1];
    // Store tp2().
    tp2[0] = tp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s66_step(const int w, const int h, float *__restrict__ tp2, const float *__restrict__ tp2_j)
{
    if (w <= 0 && h >= 1 && w <= 0 && h >= 1) {
        deriche_s66_step_the_one_block(w, h, tp2, tp2_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s67_step_the_one_block(const int w, const int h, float *__restrict__ tp2, const float *__restrict__ tp2_j)
{
    alignas(16) float tp22;
    tp22 = tp2_j[h - 1];
    // Store tp2().
    tp2[0] = tp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s67_step(const int w, const int h, float *__restrict__ tp2, const float *__restrict__ tp2_j)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s67_step_the_one_block(w, h, tp2, tp2_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s68_step_the_one_block(const int w, const int h, float *__restrict__ yp1, const float *__restrict__ yp1_j)
{
    alignas(16) float yp12;
    yp12 = yp1_j[h - 1];
    // Store yp1().
    yp1[0] = yp12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s68_step(const int w, const int h, float *__restrict__ yp1, const float *__restrict__ yp1_j)
{
    if (w <= 0 && h >= 1 && w <= 0 && h >= 1) {
        deriche_s68_step_the_one_block(w, h, yp1, yp1_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s69_step_the_one_block(const int w, const int h, float *__restrict__ yp1, const float *__restrict__ yp1_j)
{
    alignas(16) float yp12;
    yp12 = yp1_j[h - 1];
    // Store yp1().
    yp1[0] = yp12;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s69_step(const int w, const int h, float *__restrict__ yp1, const float *__restrict__ yp1_j)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s69_step_the_one_block(w, h, yp1, yp1_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s70_step_the_one_block(const int w, const int h, float *__restrict__ yp2, const float *__restrict__ yp2_j)
{
    alignas(16) float yp22;
    yp22 = yp2_j[h - 1];
    // Store yp2().
    yp2[0] = yp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s70_step(const int w, const int h, float *__restrict__ yp2, const float *__restrict__ yp2_j)
{
    if (w <= 0 && h >= 1 && w <= 0 && h >= 1) {
        deriche_s70_step_the_one_block(w, h, yp2, yp2_j);
    }
}

/** the one block */
static __device__ __forceinline__ void
deriche_s71_step_the_one_block(const int w, const int h, float *__restrict__ yp2, const float *__restrict__ yp2_j)
{
    alignas(16) float yp22;
    yp22 = yp2_j[h - 1];
    // Store yp2().
    yp2[0] = yp22;
}

/** all iterations of a step */
extern "C" __global__ void __launch_bounds__(1)
deriche_s71_step(const int w, const int h, float *__restrict__ yp2, const float *__restrict__ yp2_j)
{
    if (w >= 1 && h >= 1 && w >= 1 && h >= 1) {
        deriche_s71_step_the_one_block(w, h, yp2, yp2_j);
    }
}
