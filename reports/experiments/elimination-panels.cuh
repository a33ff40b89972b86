// Diagonal blocks and panels of LU in double precision by hand: one warp for 32 rows or columns, which it has in registers. Beside lu.cu of `generate`, whose launches of level 0 and 1 these replace (elimination-panels.py).
#define ALL 0xffffffffu
static __device__ __forceinline__ double rcp_(const double x)
{
    double near;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(near) : "d"(x));
    const double off = fma(-x, near, 1.0);
    const double nearer = fma(near, fma(off, off, off), near);
    return fma(nearer, fma(-x, nearer, 1.0), nearer);
}
static __device__ __forceinline__ double over_(const double x, const double y, const double r)
{
    const double near = x * r;
    return fma(fma(-near, y, x), r, near);
}
static __device__ __forceinline__ unsigned plain_(const double x) { return 2 * ((unsigned)__double2hiint(x) - 0x26f00000u); }
/** Rows of a diagonal block, each in the registers of a lane; whether all quotients are rounded as divisions are. */
template <bool PLAIN>
static __device__ __forceinline__ bool factor(double (&a)[32], const int lane)
{
#ifdef ROW_IN_SHARED
    __shared__ alignas(16) double row[2][32];
#endif
    unsigned furthest = 0;
    #pragma unroll
    for (int k = 0; k < 31; ++k) {
        const double d = __shfl_sync(ALL, a[k], k);
        double l;
        if (PLAIN) {
            const double r = rcp_(d);
            l = over_(a[k], d, r);
            furthest = max(furthest, plain_(r));
            if (lane > k) furthest = max(furthest, plain_(l));
        } else {
            l = a[k] / d;
        }
        a[k] = lane > k ? l : a[k];
        const double m = lane > k ? l : 0.0;
#ifdef ROW_IN_SHARED
        if (lane == k)
            #pragma unroll
            for (int j = k + 2; j < 32; ++j) row[k % 2][j] = a[j];
        if (k < 30) __syncwarp();
#endif
        #pragma unroll
        for (int j = k + 1; j < 32; ++j) {
#ifdef ROW_IN_SHARED
            const double u = j == k + 1 ? __shfl_sync(ALL, a[j], k) : row[k % 2][j];
#else
            const double u = __shfl_sync(ALL, a[j], k);
#endif
            a[j] = fma(-m, u, a[j]);
        }
    }
    return !__any_sync(ALL, furthest >= 2 * 0x32000000u);
}
/** A block of 32 x 32 to registers, lane = row, by whole rows; identity where it ends beyond the matrix. */
static __device__ __forceinline__ void load(double (&a)[32], double (*s)[33], const double *A, const int pitch, const int n, const int row, const int column, const int lane)
{
    #pragma unroll
    for (int r = 0; r < 32; ++r) s[r][lane] = row + r < n && column + lane < n ? A[(long long)(row + r) * pitch + column + lane] : row + r == column + lane ? 1.0 : 0.0;
    __syncwarp();
    #pragma unroll
    for (int j = 0; j < 32; ++j) a[j] = s[lane][j];
    __syncwarp();
}
static __device__ __forceinline__ void store(const double (&a)[32], double (*s)[33], double *A, const int pitch, const int n, const int row, const int column, const int lane)
{
    #pragma unroll
    for (int j = 0; j < 32; ++j) s[lane][j] = a[j];
    __syncwarp();
    #pragma unroll
    for (int r = 0; r < 32; ++r) if (row + r < n && column + lane < n) A[(long long)(row + r) * pitch + column + lane] = s[r][lane];
    __syncwarp();
}
static __device__ __forceinline__ void diagonal(double (&a)[32], double (*s)[33], double *A, const int pitch, const int n, const int at, const int lane)
{
    load(a, s, A, pitch, n, at, at, lane);
    if (!factor<true>(a, lane)) {
        load(a, s, A, pitch, n, at, at, lane);
        factor<false>(a, lane);
    }
}
extern "C" __global__ void __launch_bounds__(32, 1) hand0(const int n, const int kb, const int ks, double *__restrict__ A, const int pitch)
{
    __shared__ double s[32][33];
    double a[32];
    diagonal(a, s, A, pitch, n, 32 * ks, threadIdx.x);
    store(a, s, A, pitch, n, 32 * ks, 32 * ks, threadIdx.x);
}
/** Rows below: x U = a. */
template <bool PLAIN>
static __device__ __forceinline__ bool below(double (&a)[32], const double (*u)[34], const double *r)
{
    unsigned furthest = 0;
    #pragma unroll
    for (int k = 0; k < 32; ++k) {
        const double d = u[k][k];
        const double l = PLAIN ? over_(a[k], d, r[k]) : a[k] / d;
        if (PLAIN) furthest = max(furthest, max(plain_(r[k]), plain_(l)));
        a[k] = l;
        #pragma unroll
        for (int j = k + 1; j < 32; ++j) a[j] = fma(-l, u[k][j], a[j]);
    }
    return !__any_sync(ALL, furthest >= 2 * 0x32000000u);
}
/** Columns to the right: L x = a, l by columns. */
static __device__ __forceinline__ void beside(double (&a)[32], const double (*l)[34])
{
    #pragma unroll
    for (int k = 0; k < 31; ++k)
        #pragma unroll
        for (int i = k + 1; i < 32; ++i) a[i] = fma(-l[k][i], a[k], a[i]);
}
static __device__ __forceinline__ void rows(double (*s)[33], const double (*u)[34], const double *r, double *A, const int pitch, const int n, const int row, const int column, const int lane)
{
    double a[32];
    load(a, s, A, pitch, n, row, column, lane);
    if (!below<true>(a, u, r)) {
        load(a, s, A, pitch, n, row, column, lane);
        below<false>(a, u, r);
    }
    store(a, s, A, pitch, n, row, column, lane);
}
static __device__ __forceinline__ void columns(const double (*l)[34], double *A, const int pitch, const int n, const int row, const int column, const int lane)
{
    double a[32];
    const bool in = column + lane < n;
    #pragma unroll
    for (int i = 0; i < 32; ++i) a[i] = in ? A[(long long)(row + i) * pitch + column + lane] : 0.0;
    beside(a, l);
    if (in)
        #pragma unroll
        for (int i = 0; i < 32; ++i) A[(long long)(row + i) * pitch + column + lane] = a[i];
}
extern "C" __global__ void __launch_bounds__(32) hand1(const int n, const int kb, const int ks, double *__restrict__ A, const int pitch)
{
    __shared__ double s[32][33], r[32];
    __shared__ alignas(16) double u[32][34];
    const int lane = threadIdx.x, at = 32 * ks, count = max(0, ((n + 31) >> 5) - ks - 1);
    int block = blockIdx.x;
    if (block < count) {
        #pragma unroll
        for (int k = 0; k < 32; ++k) u[k][lane] = A[(long long)(at + k) * pitch + at + lane];
        r[lane] = rcp_(A[(long long)(at + lane) * pitch + at + lane]);
        __syncwarp();
        rows(s, u, r, A, pitch, n, at + 32 * (block + 1), at, lane);
    } else {
        #pragma unroll
        for (int i = 0; i < 32; ++i) u[lane][i] = A[(long long)(at + i) * pitch + at + lane];
        __syncwarp();
        columns(u, A, pitch, n, at, at + 32 * (block - count + 1), lane);
    }
}
static __device__ unsigned taken;
/** Both: each block finds the diagonal block's factors again; the last one to have read it stores them. */
extern "C" __global__ void __launch_bounds__(32) hand01(const int n, const int kb, const int ks, double *__restrict__ A, const int pitch)
{
    __shared__ double s[32][33], r[32];
    __shared__ alignas(16) double u[32][34];
    const int lane = threadIdx.x, at = 32 * ks, count = max(0, ((n + 31) >> 5) - ks - 1);
    const int block = blockIdx.x;
    double a[32];
    diagonal(a, s, A, pitch, n, at, lane);
    __threadfence();
    unsigned turn = 0;
    if (lane == 0) turn = atomicAdd(&taken, 1);
    turn = __shfl_sync(ALL, turn, 0);
    if (turn == gridDim.x - 1) {
        if (lane == 0) taken = 0;
        store(a, s, A, pitch, n, at, at, lane);
    }
    if (block < count) {
        #pragma unroll
        for (int j = 0; j < 32; ++j) u[lane][j] = a[j];
        __syncwarp();
        r[lane] = rcp_(u[lane][lane]);
        __syncwarp();
        rows(s, u, r, A, pitch, n, at + 32 * (block + 1), at, lane);
    } else {
        #pragma unroll
        for (int j = 0; j < 32; ++j) u[j][lane] = a[j];
        __syncwarp();
        columns(u, A, pitch, n, at, at + 32 * (block - count + 1), lane);
    }
}
