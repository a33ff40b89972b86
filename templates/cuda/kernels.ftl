<#-- A file of kernels: helpers, variables, then for each launch its pieces and the kernel that gives every block its piece. What a language spells its own way stands in its helpers.ftl. -->
<#import "/half.ftl" as half>
<#import "/" + language + "/helpers.ftl" as own>
<#-- The least exponent of which is_plain() says so, in a number's upper word, and how many there are: of 2^-400 and more, below 2^400. -->
<#assign plainLeast = "0x26f00000", plainRange = "0x32000000">
/*
<#list file.header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 */
<@own.includes/>

<@half.typed language>
<#list file.helpers.copies as copy>
<#if copy.way == "ASYNCHRONOUS" && copy.guarded>
/** Starts the copy of ${copy.width} neighbour<#if copy.width gt 1>s</#if> to shared memory where a condition holds; await_copies() ends it. */
static __device__ __forceinline__ void ${copy.name()}(const int condition, ${copy.type.cName()} *to, const ${copy.type.cName()} *from)
{
asm volatile("{ .reg .pred p; setp.ne.s32 p, %2, 0; @p cp.async.<#if copy.bytes() == 16>cg<#else>ca</#if>.shared.global [%0], [%1], ${copy.bytes()}; }" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(condition) : "memory");
}
<#elseif copy.way == "ASYNCHRONOUS">
/** Starts the copy of ${copy.width} neighbour<#if copy.width gt 1>s</#if> to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void ${copy.name()}(${copy.type.cName()} *to, const ${copy.type.cName()} *from)
{
asm volatile("cp.async.<#if copy.bytes() == 16>cg<#else>ca</#if>.shared.global [%0], [%1], ${copy.bytes()};" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
<#elseif copy.way == "WIDE">
/** ${copy.width} neighbours in one ${copy.vectorType()} access; both addresses must be aligned to it. */
static __device__ __forceinline__ void ${copy.name()}(${copy.type.cName()} *to, const ${copy.type.cName()} *from)
{
*reinterpret_cast<${copy.vectorType()} *>(to) = *reinterpret_cast<const ${copy.vectorType()} *>(from);
}
<#else>
/**
 * ${copy.width} neighbours in one access, each moved between it and a register of its own: operands of arithmetic need not be
 * neighbours, and may lie on different banks. That threadIdx.y is 0 is not known to the compiler, so it keeps them apart.
 */
static __device__ __forceinline__ void ${copy.name()}(${copy.type.cName()} *to, const ${copy.type.cName()} *from)
{
alignas(16) ${copy.type.cName()} wide[${copy.width}];
<#if copy.way == "LOAD_APART">
${copy.plain()}(wide, from);
</#if>
#pragma unroll
for (int e = 0; e < ${copy.width}; ++e) {
<@apart copy/>
}
<#if copy.way == "STORE_APART">
${copy.plain()}(to, wide);
</#if>
}
</#if>

</#list>
<#list file.helpers.multiplies as multiply>
/** Adds a product of two matrices to a third one, all spread over the lanes of a warp: fused multiply-adds, one product after the other. */
static __device__ __forceinline__ void ${multiply.name()}(${multiply.parameters()})
{
#if __CUDA_ARCH__ >= ${multiply.architecture()}
asm("${multiply.instruction()}" : ${multiply.outputs()} : ${multiply.inputs()});
#else
const int lane = (int)threadIdx.x % 32;
double *const sums[] = {${multiply.all("&c", multiply.shape().sums())}};
const double left[] = {${multiply.all("a", multiply.shape().left())}};
const double right[] = {${multiply.all("b", multiply.shape().right())}};
#pragma unroll
for (int e = 0; e < ${multiply.shape().sums()}; ++e) {
#pragma unroll
for (int k = 0; k < ${multiply.shape().depth()}; ++k) {
const double x = __shfl_sync(0xffffffffu, left[k / 4 * ${multiply.shape().rows() / 8} + e / 2], lane / 4 * 4 + k % 4);
const double y = __shfl_sync(0xffffffffu, right[k / 4], (lane % 4 * 2 + e % 2) * 4 + k % 4);
*sums[e] = fma(x, y, *sums[e]);
}
}
#endif
}

</#list>
<#list file.helpers.extremes as extreme>
<#if extreme.type.isFloating()>
/** The ${extreme.relation()} of three numbers that are not negative: their bits order as integers, with one instruction for three. */
static __device__ __forceinline__ ${extreme.type.cName()} ${extreme.name()}(const ${extreme.type.cName()} x, const ${extreme.type.cName()} y, const ${extreme.type.cName()} z)
{
return __int_as_float(${extreme.function()}(${extreme.function()}(__float_as_int(x), __float_as_int(y)), __float_as_int(z)));
}
<#else>
/** The ${extreme.relation()} of three numbers: one instruction. */
static __device__ __forceinline__ ${extreme.type.cName()} ${extreme.name()}(const ${extreme.type.cName()} x, const ${extreme.type.cName()} y, const ${extreme.type.cName()} z)
{
return ${extreme.function()}(${extreme.function()}(x, y), z);
}
</#if>

</#list>
<#if file.helpers.has("QUOTIENT")>
<@own.quotient/>

</#if>
<#if file.helpers.has("SQUARE_ROOT")>
<@own.square_root/>

</#if>
<#if file.helpers.has("DIVIDED")>
/** A division that is hardly ever called, so that it takes no room in loops. */
static __device__ __noinline__ double divided_anyhow(const double x, const double y)
{
return x / y;
}

/** x / y, rounded once, by the rounded 1 / y (P. Markstein, IBM J. Res. Dev. 34, 1990); by a division where exponents are far from 0. */
static __device__ __forceinline__ double divided(const double x, const double y, const double reciprocal)
{
const double near = x * reciprocal;
const double result = fma(fma(-near, y, x), reciprocal, near);
const unsigned least = ${plainLeast}, range = ${plainRange}, bits = 0x7ff00000;
const bool plain = (__double2hiint(near) & bits) - least < range && (__double2hiint(reciprocal) & bits) - least < range;
return plain ? result : divided_anyhow(x, y);
}

</#if>
<#if file.helpers.has("DIVIDED_PLAINLY")>
/** x / y by the rounded 1 / y (P. Markstein, IBM J. Res. Dev. 34, 1990): rounded once where is_plain(). */
static __device__ __forceinline__ double divided_plainly(const double x, const double y, const double reciprocal)
{
const double near = x * reciprocal;
return fma(fma(-near, y, x), reciprocal, near);
}

</#if>
<#if file.helpers.has("IS_PLAIN")>
/** Whether exponents are so far from the least and the greatest one that divided_plainly() had no intermediate result near those. */
static __device__ __forceinline__ int is_plain(const double quotient, const double reciprocal)
{
const unsigned least = ${plainLeast}, range = ${plainRange}, bits = 0x7ff00000;
return ((__double2hiint(quotient) & bits) - least < range) & ((__double2hiint(reciprocal) & bits) - least < range);
}

</#if>
<#if file.helpers.has("RECIPROCAL_PLAINLY")>
<@own.reciprocal/>

</#if>
<#if file.helpers.has("RECIPROCAL_ROOT")>
<@own.reciprocal_root/>

</#if>
<#if file.helpers.has("ROOT_PLAINLY")>
/** sqrt(x) by reciprocal_root() of x, rounded once where that is plain (P. Markstein, IBM J. Res. Dev. 34, 1990). */
static __device__ __forceinline__ double root_plainly(const double x, const double reciprocal)
{
const double near = x * reciprocal;
return fma(fma(-near, near, x), 0.5 * reciprocal, near);
}

</#if>
<#if file.helpers.has("PLAINNESS")>
/** Twice what the exponent is above the least plain one, without sign: greater, too, where it is below. */
static __device__ __forceinline__ unsigned plainness(const double x)
{
return 2 * ((unsigned)__double2hiint(x) - ${plainLeast}u);
}

/** Whether the greatest of such words is that of numbers of which is_plain() would say so. */
static __device__ __forceinline__ int all_plain(const unsigned furthest)
{
return furthest < 2 * ${plainRange}u;
}

</#if>
<#if file.helpers.has("QUOTIENT_PLAINNESS")>
/** The same of a quotient: that of 0, but for -0, is what divided_plainly() says. */
static __device__ __forceinline__ unsigned quotient_plainness(const double quotient, const double dividend)
{
return __double_as_longlong(dividend) == 0 ? 0 : plainness(quotient);
}

</#if>
<#if file.helpers.has("PAIR")>
/** Two neighbouring 16-bit integers, the first one at an even place, as the halves of a word. */
static __device__ __forceinline__ int &pair(short &first)
{
return reinterpret_cast<int &>(first);
}

/** A word of which both halves are x. */
static __device__ __forceinline__ int both(const short x)
{
return __byte_perm(x, x, 0x1010);
}
<@own.pairs/>

</#if>
<#if file.helpers.has("AWAIT_COPIES")>
/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
asm volatile("cp.async.wait_all;" : : : "memory");
}

</#if>
<#if file.helpers.has("AWAIT_EARLIER_COPIES")>
/** Waits for the copies that this thread has started but those since it waited so the last few times, this one included. */
template <int last> static __device__ __forceinline__ void await_earlier_copies()
{
asm volatile("cp.async.commit_group;\n\tcp.async.wait_group %0;" : : "n"(last) : "memory");
}

</#if>
<#if file.usesShared>
extern __shared__ __align__(16) unsigned char shared_memory[];

</#if>
<#if file.findsShared>
<@own.shared_start/>

</#if>
<@own.warps file.helpers/>
<#if file.helpers.has("GRID_BARRIER")>
/** Arrivals at barriers of all blocks; the highest bit changes with each. */
static __device__ unsigned grid_arrivals;

<@own.grid_barrier/>

</#if>
<#if file.helpers.has("TAKE_TURN")>
<@own.take_turn/>

</#if>
<#list file.helpers.accesses as access>
<@own.access_function access/>

</#list>
<#list file.counters as counter>
/** Blocks that have taken their turn in a launch. Launches of one program must follow one another. */
static __device__ ${counter.type().cName()} ${counter.name()}[1];

</#list>
<#list file.functions as function>
<#if function.memory??>
struct ${function.memory.type()} {
<#list function.memory.arrays() as array>
alignas(16) ${array.type().cName()} ${array.name()}<#list array.shape() as extent>[${extent?c}]</#list>; // ${array.content()}
</#list>
};

</#if>
/** ${function.comment} */
<#if function.kernel??>
extern "C" __global__ void <@own.launch_bounds function.kernel/>
<#else>
static __device__ <#if function.inline>__forceinline__<#else>__noinline__</#if> void
</#if>
${function.name}(${function.parameters?join(", ")})
{
<#if function.kernel?? && function.kernel.start() == "EARLY">
<@own.await_launches/>
</#if>
${function.start}<#rt>
<#if function.shared??>
${function.shared.type()} &${function.shared.name()} = *reinterpret_cast<${function.shared.type()} *>(<#if function.shared.hidden()>shared_start()<#else>shared_memory</#if>);
</#if>
${function.body}}
<#sep>

</#list>
</@half.typed>

<#macro apart copy>
<#local to = (copy.way == "LOAD_APART")?then("to", "wide")>
<#local from = (copy.way == "LOAD_APART")?then("wide", "from")>
<#if copy.type.isFloating()>
${to}[e] = __int_as_float(__float_as_int(${from}[e]) ^ (int)threadIdx.y);
<#else>
${to}[e] = ${from}[e] ^ (int)threadIdx.y;
</#if>
</#macro>
