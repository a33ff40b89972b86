<#-- What kernels in CUDA C++ have of their own: functions by PTX. -->
<#macro includes></#macro>
<#macro launch_bounds kernel>__launch_bounds__(${kernel.roomThreads()?c}<#if kernel.blocksPerMultiprocessor() gt 0>, ${kernel.blocksPerMultiprocessor()}</#if>)</#macro>
<#macro await_launches>
#if __CUDA_ARCH__ >= 900
// Blocks start early: what the launches before have written is seen from here on.
asm volatile("griddepcontrol.wait;" : : : "memory");
#endif
</#macro>
<#macro quotient>
/**
 * x / y without a branch, at most one and a half units in the last place off (six where y is greater than 2^126): x times the reciprocal of y, which quotients by the same y share. The reciprocal is the nearest number
 * to 1 / y (one step of Newton's iteration), or what approximates it where y is zero or infinite. Not for subnormal y.
 */
static __device__ __forceinline__ float quotient(const float x, const float y)
{
float reciprocal;
asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(y));
const float nearest = fmaf(reciprocal, fmaf(-y, reciprocal, 1.0f), reciprocal);
return x * (nearest == nearest ? nearest : reciprocal);
}
</#macro>
<#macro square_root>
/** sqrt(x) without a branch, within one unit in the last place: the residual corrects what the approximate reciprocal root misses. */
static __device__ __forceinline__ float square_root(const float x)
{
float reciprocal;
asm("rsqrt.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
const float near = x * reciprocal;
const float root = fmaf(fmaf(-near, near, x), 0.5f * reciprocal, near);
return x == 0.0f || x == __int_as_float(0x7f800000) ? x : root;
}
</#macro>
<#macro reciprocal>
/** 1 / x as a division has it inside, where is_plain(): two steps of Newton's iteration (P. Markstein, IBM J. Res. Dev. 34, 1990). */
static __device__ __forceinline__ double reciprocal_plainly(const double x)
{
double near;
asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(near) : "d"(x));
const double off = fma(-x, near, 1.0);
const double nearer = fma(near, fma(off, off, off), near);
return fma(nearer, fma(-x, nearer, 1.0), nearer);
}
</#macro>
<#macro reciprocal_root>
/** 1 / sqrt(x) within two units in the last place, where is_plain(): one step of a third-order iteration, without a branch. */
static __device__ __forceinline__ double reciprocal_root(const double x)
{
double near;
asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(near) : "d"(x));
const double off = fma(x * -near, near, 1.0);
return fma(fma(off, 0.375, 0.5), near * off, near);
}
</#macro>
<#macro pairs></#macro>
<#macro shared_start>
/** The start of shared memory. The compiler cannot know it, so it keeps addresses in registers instead of finding them anew. */
static __device__ __forceinline__ void *shared_start()
{
size_t start = __cvta_generic_to_shared(shared_memory);
asm("" : "+l"(start));
return __cvta_shared_to_generic(start);
}
</#macro>
<#macro warps helpers></#macro>
<#macro grid_barrier>
/**
 * All threads of a launch wait for each other; its blocks must all run at the same time. What was written before is seen afterwards
 * (PTX, memory consistency model). Block 0 adds what makes the highest bit change when all others have added one.
 */
static __device__ __forceinline__ void grid_barrier()
{
__syncthreads();
if (threadIdx.x == 0) {
const unsigned share = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1;
unsigned before, now;
asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(&grid_arrivals), "r"(share) : "memory");
do {
asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(&grid_arrivals) : "memory");
} while (((before ^ now) & 0x80000000u) == 0);
}
__syncthreads();
}
</#macro>
<#macro take_turn>
/**
 * Counts the blocks of a launch: gives the number of those before, and begins anew after the last one. What the block's threads read before
 * a barrier before this is read before what the last block does after it (PTX, memory consistency model).
 */
static __device__ __forceinline__ unsigned take_turn(unsigned *turns, const unsigned last)
{
unsigned before;
asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(turns), "r"(last) : "memory");
return before;
}
</#macro>
<#-- Accesses to an element while other threads access it: untorn; acquire and release order what other blocks do before and after. -->
<#macro access_function access>
<#local type = access.type.cName()>
<#if access.guarded && !access.store>
/** Loads an element that other threads access at the same time, where a condition holds. */
static __device__ __forceinline__ void ${access.name()}(const int condition, ${type} &value, const ${type} *from)
{
asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p ld.${access.order()}.gpu.global.${access.suffix()} %0, [%2]; }" : "+${access.register()}"(value) : "r"(condition), "l"(from) : "memory");
}
<#elseif access.guarded>
/** Stores an element that other threads access at the same time, where a condition holds. */
static __device__ __forceinline__ void ${access.name()}(const int condition, ${type} *to, const ${type} value)
{
asm volatile("{ .reg .pred p; setp.ne.s32 p, %2, 0; @p st.${access.order()}.gpu.global.${access.suffix()} [%0], %1; }" : : "l"(to), "${access.register()}"(${access.carried("value")}), "r"(condition) : "memory");
}
<#elseif access.store>
/** Stores an element that other threads access at the same time. */
static __device__ __forceinline__ void ${access.name()}(${type} *to, const ${type} value)
{
asm volatile("st.${access.order()}.gpu.global.${access.suffix()} [%0], %1;" : : "l"(to), "${access.register()}"(${access.carried("value")}) : "memory");
}
<#else>
/** Loads an element that other threads access at the same time. */
static __device__ __forceinline__ ${type} ${access.name()}(const ${type} *from)
{
${access.carrier()} value;
asm volatile("ld.${access.order()}.gpu.global.${access.suffix()} %0, [%1];" : "=${access.register()}"(value) : "l"(from) : "memory");
return ${access.held("value")};
}
</#if>
</#macro>
