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
#include "${file}${ending}"

#define TRY(call) if (const ${api}Error_t error = (call)) return error

static long long count(int blocks)
{
return blocks > 0 ? blocks : 0;
}

<#if lanes>
static thread_local ${api}Stream_t ahead;

/** What follows in either stream waits for all that came before in both. */
static ${api}Error_t meet(${api}Stream_t stream)
{
static thread_local ${api}Event_t here, there;
if (ahead == nullptr) {
int least, greatest;
TRY(${api}DeviceGetStreamPriorityRange(&least, &greatest));
TRY(${api}EventCreateWithFlags(&here, ${api}EventDisableTiming));
TRY(${api}EventCreateWithFlags(&there, ${api}EventDisableTiming));
TRY(${api}StreamCreateWithPriority(&ahead, ${api}StreamNonBlocking, greatest));
}
TRY(${api}EventRecord(here, stream));
TRY(${api}StreamWaitEvent(ahead, here, 0));
TRY(${api}EventRecord(there, ahead));
TRY(${api}StreamWaitEvent(stream, there, 0));
return ${api}Success;
}

</#if>
extern "C" ${declaration}
{
<#list arrays + temporaries as a>
<#if a.pitched>
const int ${a.pitchName} = ${prefix}_${a.name}_pitch(<#list parameters as p>${p.name}<#sep>, </#list>);
</#if>
</#list>
<#list temporaries as t>
<#if t.narrow>
// Offsets of its elements are 32 bits wide.
if (${prefix}_${t.name}_bytes(<#list parameters as p>${p.name}<#sep>, </#list>) / sizeof(${t.type}) > 0x7fffffff) {
return ${api}ErrorInvalidValue;
}
</#if>
</#list>
<#list kernels as k>
<#if (k.sharedBytes > 0) && !hip>
TRY(${api}FuncSetAttribute(${k.name}, ${api}FuncAttributeMaxDynamicSharedMemorySize, ${k.sharedBytes?c}));
</#if>
</#list>
<#if lanes>
TRY(meet(stream));
</#if>
<@steps list=host/>
<#if lanes>
TRY(meet(stream));
</#if>
return ${api}Success;
}
<#macro steps list>
<#list list as step>
<#if step.kind == "loop">
for (int ${step.variable} = ${step.first}; ${step.variable} <= ${step.last}; ++${step.variable}) {
<@steps list=step.body/>
}
<#else>
// ${step.description}
<#if step.meets>
TRY(meet(stream));
</#if>
if (const long long blocks = ${step.blocks}) {
if (blocks > 0x7fffffff) {
return ${api}ErrorInvalidConfiguration;
}
<#if hip>
hipLaunchKernelGGL(${step.kernel}, dim3((unsigned)blocks), dim3(${step.threads?c}), ${step.sharedBytes?c}, ${step.stream}<#list step.arguments as a>, ${a}</#list>);
<#else>
${step.kernel}<<<(unsigned)blocks, ${step.threads?c}, ${step.sharedBytes?c}, ${step.stream}>>>(<#list step.arguments as a>${a}<#sep>, </#list>);
</#if>
TRY(${api}GetLastError());
}
</#if>
</#list>
</#macro>
