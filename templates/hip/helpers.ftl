<#-- What kernels in HIP C++ have of their own: functions by HIP's and the compiler's, warps of 32 within 64 threads in lockstep. -->
<#macro includes>
#include <hip/hip_runtime.h>
</#macro>
<#-- The second bound is another one than CUDA's: waves of a SIMD unit, not blocks. -->
<#macro launch_bounds kernel>__launch_bounds__(${kernel.threads()?c})</#macro>
<#macro await_launches></#macro>
<#macro quotient>
/**
 * x / y without a branch, at most one and a half units in the last place off (six where y is greater than 2^126): x times the reciprocal of y, which quotients by the same y share. The reciprocal is the nearest number
 * to 1 / y (one step of Newton's iteration), or what approximates it where y is zero or infinite. Not for subnormal y.
 */
static __device__ __forceinline__ float quotient(const float x, const float y)
{
const float reciprocal = __builtin_amdgcn_rcpf(y);
const float nearest = fmaf(reciprocal, fmaf(-y, reciprocal, 1.0f), reciprocal);
return x * (nearest == nearest ? nearest : reciprocal);
}
</#macro>
<#macro square_root>
/** sqrt(x) without a branch, within one unit in the last place: the residual corrects what the approximate reciprocal root misses. */
static __device__ __forceinline__ float square_root(const float x)
{
const float reciprocal = __builtin_amdgcn_rsqf(x);
const float near = x * reciprocal;
const float root = fmaf(fmaf(-near, near, x), 0.5f * reciprocal, near);
return x == 0.0f || x == __int_as_float(0x7f800000) ? x : root;
}
</#macro>
<#macro reciprocal>
/** 1 / x. */
static __device__ __forceinline__ double reciprocal_plainly(const double x)
{
return 1.0 / x;
}
</#macro>
<#macro reciprocal_root>
/** 1 / sqrt(x). */
static __device__ __forceinline__ double reciprocal_root(const double x)
{
return 1.0 / sqrt(x);
}
</#macro>
<#macro pairs>

typedef short halves __attribute__((ext_vector_type(2)));

static __device__ __forceinline__ halves split(const int x)
{
return __builtin_bit_cast(halves, x);
}

static __device__ __forceinline__ int joined(const halves x)
{
return __builtin_bit_cast(int, x);
}

<@pair "add" "x, y" "split(x) + split(y)"/>
<@pair "sub" "x, y" "split(x) - split(y)"/>
<@pair "neg" "x" "-split(x)"/>
<@pair "min" "x, y" "__builtin_elementwise_min(split(x), split(y))"/>
<@pair "max" "x, y" "__builtin_elementwise_max(split(x), split(y))"/>
<@pair "abs" "x" "__builtin_elementwise_max(split(x), -split(x))"/>
</#macro>
<#macro pair name operands value>
/** On words of two 16-bit integers, half by half and wrapping. */
static __device__ __forceinline__ int pair_${name}(<#list operands?split(", ") as o>const int ${o}<#sep>, </#list>)
{
return joined(${value});
}
<#if name != "abs">

</#if>
</#macro>
<#macro shared_start>
/** The start of shared memory. */
static __device__ __forceinline__ void *shared_start()
{
return shared_memory;
}
</#macro>
<#macro warps helpers>
<#if helpers.has("WARP_BALLOT")>
/** The threads of this warp that say yes: its half of what runs in lockstep. */
static __device__ __forceinline__ unsigned warp_ballot(const bool yes)
{
return (unsigned)(__ballot(yes) >> (__lane_id() & 32u));
}

</#if>
<#if helpers.has("WARP_REDUCE")>
<@reduction "add" "value + other"/>
<@reduction "min" "other < value ? other : value"/>
<@reduction "max" "other > value ? other : value"/>
<@reduction "and" "value & other"/>
<@reduction "or" "value | other"/>
</#if>
</#macro>
<#macro reduction name value>
/** The values of the 32 threads of a warp made one, which all of them get. */
template <typename T> static __device__ __forceinline__ T warp_${name}(T value)
{
for (int distance = 16; distance > 0; distance /= 2) {
const T other = __shfl_xor(value, distance, 32);
value = ${value};
}
return value;
}

</#macro>
<#macro grid_barrier>
/** All threads of a launch wait for each other; its blocks must all run at the same time. What was written before is seen afterwards. */
static __device__ __forceinline__ void grid_barrier()
{
__syncthreads();
if (threadIdx.x == 0) {
const unsigned share = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1;
const unsigned before = __hip_atomic_fetch_add(&grid_arrivals, share, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
while (((before ^ __hip_atomic_load(&grid_arrivals, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) & 0x80000000u) == 0) {
}
}
__syncthreads();
}
</#macro>
<#macro take_turn>
/**
 * Counts the blocks of a launch: gives the number of those before, and begins anew after the last one. What the block's threads did before
 * a barrier before this is seen by what the last block does after it.
 */
static __device__ __forceinline__ unsigned take_turn(unsigned *turns, const unsigned last)
{
__threadfence();
const unsigned before = atomicInc(turns, last);
__threadfence();
return before;
}
</#macro>
<#macro access_function access>
<#local type = access.type.cName()>
<#if access.store>
/** Stores an element that other threads access at the same time. */
static __device__ __forceinline__ void ${access.name()}(${type} *to, const ${type} value)
{
__hip_atomic_store(to, value, __ATOMIC_${access.order()?upper_case}, __HIP_MEMORY_SCOPE_AGENT);
}
<#else>
/** Loads an element that other threads access at the same time. */
static __device__ __forceinline__ ${type} ${access.name()}(const ${type} *from)
{
return __hip_atomic_load(from, __ATOMIC_${access.order()?upper_case}, __HIP_MEMORY_SCOPE_AGENT);
}
</#if>
</#macro>
