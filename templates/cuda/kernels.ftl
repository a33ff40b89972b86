<#-- A file of kernels: helpers, then for each launch its pieces and the kernel that gives every block its piece. -->
<#import "operations.ftl" as operations>
/*
<#list file.header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 */

<#list file.copies as copy>
<#if copy.way == "async">
/** Starts the copy of ${copy.width} neighbour<#if copy.width gt 1>s</#if> to shared memory; await_copies() ends it. */
static __device__ __forceinline__ void ${copy.name}(${copy.type} *to, const ${copy.type} *from)
{
asm volatile("cp.async.<#if copy.bytes == 16>cg<#else>ca</#if>.shared.global [%0], [%1], ${copy.bytes};" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
<#elseif copy.way == "plain">
/** ${copy.width} neighbours in one ${copy.vectorType} access; both addresses must be aligned to it. */
static __device__ __forceinline__ void ${copy.name}(${copy.type} *to, const ${copy.type} *from)
{
*reinterpret_cast<${copy.vectorType} *>(to) = *reinterpret_cast<const ${copy.vectorType} *>(from);
}
<#else>
/**
 * ${copy.width} neighbours in one access, each moved between it and a register of its own: operands of arithmetic need not be
 * neighbours, and may lie on different banks. That threadIdx.y is 0 is not known to the compiler, so it keeps them apart.
 */
static __device__ __forceinline__ void ${copy.name}(${copy.type} *to, const ${copy.type} *from)
{
alignas(16) ${copy.type} wide[${copy.width}];
<#if copy.way == "load_apart">
${copy.plain}(wide, from);
</#if>
#pragma unroll
for (int e = 0; e < ${copy.width}; ++e) {
<@apart copy/>
}
<#if copy.way == "store_apart">
${copy.plain}(to, wide);
</#if>
}
</#if>

</#list>
<#list file.extremes as extreme>
<#if extreme.bits>
/** The ${extreme.relation} of three numbers that are not negative: their bits order as integers, with one instruction for three. */
static __device__ __forceinline__ ${extreme.type} ${extreme.name}(const ${extreme.type} x, const ${extreme.type} y, const ${extreme.type} z)
{
return __int_as_float(${extreme.function}(${extreme.function}(__float_as_int(x), __float_as_int(y)), __float_as_int(z)));
}
<#else>
/** The ${extreme.relation} of three numbers: one instruction. */
static __device__ __forceinline__ ${extreme.type} ${extreme.name}(const ${extreme.type} x, const ${extreme.type} y, const ${extreme.type} z)
{
return ${extreme.function}(${extreme.function}(x, y), z);
}
</#if>

</#list>
<#if file.divides>
/** x / y without a branch, within one unit in the last place: the residual corrects what the approximate reciprocal of y misses. */
static __device__ __forceinline__ float quotient(const float x, const float y)
{
float reciprocal;
asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(y));
const float near = x * reciprocal;
return fmaf(fmaf(-near, y, x), reciprocal, near);
}

</#if>
<#if file.pairs>
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

</#if>
<#if file.async>
/** Waits for the copies that this thread has started. */
static __device__ __forceinline__ void await_copies()
{
asm volatile("cp.async.wait_all;" : : : "memory");
}

</#if>
<#if file.shared>
extern __shared__ __align__(16) unsigned char shared_memory[];

</#if>
<#if file.startsShared>
/** The start of shared memory. The compiler cannot know it, so it keeps addresses in registers instead of finding them anew. */
static __device__ __forceinline__ void *shared_start()
{
size_t start = __cvta_generic_to_shared(shared_memory);
asm("" : "+l"(start));
return __cvta_shared_to_generic(start);
}

</#if>
<#if file.takesTurns>
/**
 * Counts the blocks of a launch, this one included, and begins anew after the last one. What the block's threads read before
 * a barrier before this is read before what the last block does after it (PTX, memory consistency model).
 */
static __device__ __forceinline__ unsigned take_turn(unsigned *turns)
{
unsigned before;
asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(turns), "r"(gridDim.x - 1) : "memory");
return before + 1;
}

</#if>
<#list file.kernels as kernel>
<#if kernel.turns??>
/** Blocks of ${kernel.name} that have taken their turn. Launches of one program must follow one another. */
static __device__ unsigned ${kernel.turns};

</#if>
<#list kernel.pieces as piece>
<@device_function kernel piece/>

</#list>
/** ${kernel.comment} */
extern "C" __global__ void __launch_bounds__(${kernel.threads?c}<#if kernel.blocksPerMultiprocessor gt 0>, ${kernel.blocksPerMultiprocessor}</#if>)
${kernel.name}(${kernel.parameters?join(", ")})
{
<@decode kernel/>
}
<#sep>

</#list>

<#macro device_function kernel piece>
<#if piece.sharedType??>
struct ${piece.sharedType} {
<#list piece.sharedArrays as array>
${array.declaration}; // ${array.content}
</#list>
};

</#if>
<#if piece.boundary??>
<#if piece.boundary.inlined>
/** The same where points are checked one by one. */
static __device__ __forceinline__ void
<#else>
/** The same where points are checked one by one. Not inlined: what it takes of registers is not taken from the interior. */
static __device__ __noinline__ void
</#if>
${piece.boundary.function}(${(kernel.parameters + piece.coordinates)?join(", ")})
{
<@body piece piece.boundary.body/>
}

</#if>
/** ${piece.role} */
static __device__ __forceinline__ void
${piece.function}(${(kernel.parameters + piece.coordinates)?join(", ")})
{
<#if piece.boundary??>
if (!(${piece.boundary.interior})) {
${piece.boundary.function}(${(kernel.arguments + piece.blockArguments)?join(", ")});
return;
}
// ${piece.boundary.interiorComment}
</#if>
<@body piece piece.body/>
}
</#macro>

<#macro body piece text>
<#list text.declarations as declaration>
${declaration}
</#list>
<#if text.surplus??>
if (${text.surplus}) {
return;
}
</#if>
<#if piece.sharedType??>
${piece.sharedType} &${text.sharedName} = *reinterpret_cast<${piece.sharedType} *>(${text.sharedStart});
</#if>
<#list text.registers as register>
${register}
</#list>
<@operations.all text.operations/>
</#macro>

<#-- Which block of which piece this is: blocks are numbered piece after piece, the last coordinate fastest. -->
<#macro decode kernel>
<#assign alone = kernel.pieces?size == 1>
<#if kernel.usesBlock>
<#if alone>const </#if>int ${kernel.block} = blockIdx.x;
</#if>
<#list kernel.pieces as piece>
<#if !piece?is_last>
{
</#if>
<#list piece.counts as count>
const int ${count.name} = ${count.value};
</#list>
<#if !piece?is_last>
if (${kernel.block} < ${piece.blocks}) {
<@call kernel piece/>
return;
}
${kernel.block} -= ${piece.blocks};
}
<#else>
<@call kernel piece/>
</#if>
</#list>
</#macro>

<#macro call kernel piece>
<#list piece.places as place>
const int ${place.name} = ${place.value};
</#list>
<#if piece.member??>
if (${piece.member}) {
${piece.function}(${(kernel.arguments + piece.blockArguments)?join(", ")});
}
<#else>
${piece.function}(${(kernel.arguments + piece.blockArguments)?join(", ")});
</#if>
</#macro>

<#macro apart copy>
<#local to = (copy.way == "load_apart")?then("to", "wide")>
<#local from = (copy.way == "load_apart")?then("wide", "from")>
<#if copy.real>
${to}[e] = __int_as_float(__float_as_int(${from}[e]) ^ (int)threadIdx.y);
<#else>
${to}[e] = ${from}[e] ^ (int)threadIdx.y;
</#if>
</#macro>
