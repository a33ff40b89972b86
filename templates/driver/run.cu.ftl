/*
<#list header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 *
 * The host's part: launches everything, on arrays in device memory.
 */
#include "${file}.h"

// Kernels of several nests may be linked into one program.
<#list kernels as k>
#define ${k.name} ${prefix}_${k.name}
</#list>
#include "${file}.cu"

#define TRY(call) if (const cudaError_t error = (call)) return error

<#if lanes>
static thread_local cudaStream_t ahead;

/** What follows in either stream waits for all that came before in both. */
static cudaError_t meet(cudaStream_t stream)
{
static thread_local cudaEvent_t here, there;
if (ahead == nullptr) {
int least, greatest;
TRY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
TRY(cudaEventCreateWithFlags(&here, cudaEventDisableTiming));
TRY(cudaEventCreateWithFlags(&there, cudaEventDisableTiming));
TRY(cudaStreamCreateWithPriority(&ahead, cudaStreamNonBlocking, greatest));
}
TRY(cudaEventRecord(here, stream));
TRY(cudaStreamWaitEvent(ahead, here, 0));
TRY(cudaEventRecord(there, ahead));
TRY(cudaStreamWaitEvent(stream, there, 0));
return cudaSuccess;
}

</#if>
extern "C" ${declaration}
{
<#list temporaries as t>
<#if t.narrow>
// Offsets of its elements are 32 bits wide.
if (${prefix}_${t.name}_bytes(<#list parameters as p>${p.name}<#sep>, </#list>) / sizeof(${t.type}) > 0x7fffffff) {
return cudaErrorInvalidValue;
}
</#if>
</#list>
<#list kernels as k>
<#if (k.sharedBytes > 0)>
TRY(cudaFuncSetAttribute(${k.name}, cudaFuncAttributeMaxDynamicSharedMemorySize, ${k.sharedBytes?c}));
</#if>
</#list>
<#if lanes>
TRY(meet(stream));
</#if>
<@steps list=host/>
<#if lanes>
TRY(meet(stream));
</#if>
return cudaSuccess;
}
<#macro steps list>
<#list list as step>
<#if step.kind == "loop">
for (int ${step.variable} = ${step.first}; ${step.condition}; ++${step.variable}) {
<@steps list=step.body/>
}
<#else>
// ${step.description}
<#if step.meets>
TRY(meet(stream));
</#if>
if (const long long blocks = ${step.blocks}) {
if (blocks > 0x7fffffff) {
return cudaErrorInvalidConfiguration;
}
${step.kernel}<<<(unsigned)blocks, ${step.threads?c}, ${step.sharedBytes?c}, ${step.stream}>>>(<#list step.arguments as a>${a}<#sep>, </#list>);
TRY(cudaGetLastError());
}
</#if>
</#list>
</#macro>
