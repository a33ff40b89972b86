/*
<#list header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 *
<#if (windows > 0)>
 * The host's part: copies windows of arrays in host memory to the device and back, and launches everything on them.
<#else>
 * The host's part: launches everything, on arrays in device memory.
</#if>
 */
#include "${file}.h"

// Kernels of several nests may be linked into one program.
<#list kernels as k>
#define ${k.name} ${prefix}_${k.name}
</#list>
#include "${file}${ending}"

#define TRY(call) if (const ${api}Error_t error = (call)) return error

<#if early>
/** Launches a kernel that waits by itself for what came before: devices that can do so start its blocks early. */
template <typename... Parameters, typename... Arguments>
static cudaError_t launch_early(void (*kernel)(Parameters...), const unsigned blocks, const unsigned threads, const size_t bytes, const cudaStream_t stream, Arguments... arguments)
{
static thread_local int device = -1, major = 0;
int now;
TRY(cudaGetDevice(&now));
if (now != device) {
TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, now));
device = now;
}
cudaLaunchAttribute attribute = {};
attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
attribute.val.programmaticStreamSerializationAllowed = 1;
cudaLaunchConfig_t configuration = {};
configuration.gridDim = blocks;
configuration.blockDim = threads;
configuration.dynamicSmemBytes = bytes;
configuration.stream = stream;
configuration.attrs = &attribute;
configuration.numAttrs = major >= 9;
return cudaLaunchKernelEx(&configuration, kernel, Parameters(arguments)...);
}

</#if>
<#if together>
/** Launches a kernel whose blocks wait for each other: all of them are on the device at the same time, or the launch fails. */
template <typename... Parameters, typename... Arguments>
static ${api}Error_t launch_together(void (*kernel)(Parameters...), const unsigned blocks, const unsigned threads, const size_t bytes, const ${api}Stream_t stream, Arguments... arguments)
{
const auto launch = [&](Parameters... values) {
void *each[] = {(void *)&values...};
return ${api}LaunchCooperativeKernel((const void *)kernel, dim3(blocks), dim3(threads), each, bytes, stream);
};
return launch(arguments...);
}

</#if>
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
<#if (windows > 0)>
namespace
{
/** What the device has of the arrays, and streams in which windows come, are computed and go. */
struct Windows
{
${api}Stream_t streams[${streams}] = {};
${api}Event_t events[${streams}] = {};
<#list memories as m>
${m.type} *${m.name} = nullptr;
</#list>

~Windows()
{
for (int s = 0; s < ${streams}; ++s) {
if (streams[s] != nullptr) {
${api}StreamSynchronize(streams[s]);
${api}StreamDestroy(streams[s]);
}
if (events[s] != nullptr) {
${api}EventDestroy(events[s]);
}
}
<#list memories as m>
${api}Free(${m.name});
</#list>
}

${api}Error_t allocate(<#list parameters as p>const int ${p.name}<#sep>, </#list>)
{
<#list memories as m>
TRY(${api}Malloc(&${m.name}, (size_t)(${m.elements}) * sizeof(${m.type})));
</#list>
for (int s = 0; s < ${streams}; ++s) {
TRY(${api}StreamCreateWithFlags(&streams[s], ${api}StreamNonBlocking));
TRY(${api}EventCreateWithFlags(&events[s], ${api}EventDisableTiming));
}
return ${api}Success;
}

/** What follows in one stream waits for what came before in another. */
${api}Error_t await(${api}Stream_t first, int s, ${api}Stream_t then)
{
TRY(${api}EventRecord(events[s], first));
return ${api}StreamWaitEvent(then, events[s], 0);
}

/** All streams wait for each other. */
${api}Error_t join()
{
for (int s = 1; s < ${streams}; ++s) {
TRY(await(streams[s], s, streams[0]));
}
for (int s = 1; s < ${streams}; ++s) {
TRY(await(streams[0], 0, streams[s]));
}
return ${api}Success;
}
};
}

</#if>
extern "C" ${declaration}
{
<#if (windows > 0)>
Windows windows;
TRY(windows.allocate(<#list parameters as p>${p.name}<#sep>, </#list>));
for (int s = 0; s < ${streams}; ++s) {
TRY(windows.await(stream, 0, windows.streams[s]));
}
</#if>
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
<#if (windows > 0)>
TRY(windows.await(windows.streams[0], 0, stream));
TRY(${api}StreamSynchronize(stream));
</#if>
return ${api}Success;
}
<#macro steps list>
<#list list as step>
<#if step.kind == "loop">
for (int ${step.variable} = ${step.first}; ${step.condition}; ++${step.variable}) {
<@steps list=step.body/>
}
<#elseif step.kind == "stream">
<#if step.condition?has_content>
if (${step.condition}) {
<#else>
{
</#if>
const ${api}Stream_t stream = windows.streams[${step.number}];
<@steps list=step.body/>
}
<#elseif step.kind == "transfer">
// A window of ${step.array} <#if step.in>to the device<#else>back</#if>.
TRY(${api}Memcpy2DAsync(${step.to}, (size_t)(${step.toPitch}) * sizeof(*${step.array}), ${step.from}, (size_t)(${step.fromPitch}) * sizeof(*${step.array}), (size_t)(${step.columns}) * sizeof(*${step.array}), (size_t)(${step.rows}), <#if step.in>${api}MemcpyHostToDevice<#else>${api}MemcpyDeviceToHost</#if>, stream));
<#elseif step.kind == "join">
TRY(windows.join());
<#else>
// ${step.description}
<#if step.meets>
TRY(meet(stream));
</#if>
if (const long long blocks = ${step.blocks}) {
if (blocks > 0x7fffffff) {
return ${api}ErrorInvalidConfiguration;
}
<#if step.start == "TOGETHER">
TRY(launch_together(${step.kernel}, (unsigned)blocks, ${step.threads?c}, ${step.sharedBytes?c}, ${step.stream}<#list step.arguments as a>, ${a}</#list>));
<#elseif hip>
hipLaunchKernelGGL(${step.kernel}, dim3((unsigned)blocks), dim3(${step.threads?c}), ${step.sharedBytes?c}, ${step.stream}<#list step.arguments as a>, ${a}</#list>);
<#elseif step.start == "EARLY">
TRY(launch_early(${step.kernel}, (unsigned)blocks, ${step.threads?c}, ${step.sharedBytes?c}, ${step.stream}<#list step.arguments as a>, ${a}</#list>));
<#else>
${step.kernel}<<<(unsigned)blocks, ${step.threads?c}, ${step.sharedBytes?c}, ${step.stream}>>>(<#list step.arguments as a>${a}<#sep>, </#list>);
</#if>
<#if step.start == "BEHIND" || (hip && step.start == "EARLY")>
TRY(${api}GetLastError());
</#if>
}
</#if>
</#list>
</#macro>
