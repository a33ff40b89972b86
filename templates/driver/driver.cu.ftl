<#import "common.ftl" as common>
/*
<#list header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 *
 * Checks the generated program against the nest as written, and times it.
 */
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <<#if hip>hip/hip_runtime.h<#else>cuda_runtime.h</#if>>

#include "${file}.h"

#define SEED 1
#define RUNS 10
/* Milliseconds of runs before those that count: clocks rise while the device works. */
#define WARM_UP 20
#define MOST_WARM_UP_RUNS 200
#define CHECK(call) check_call((call), #call, __FILE__, __LINE__)

extern "C" void sequential(<#list arrays as a>${a.type} *${a.name}<#sep>, </#list><@common.andIntSizes/>);

static void check_call(${api}Error_t error, const char *call, const char *file, int line)
{
if (error != ${api}Success) {
fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, ${api}GetErrorName(error), ${api}GetErrorString(error));
exit(3);
}
}

<@common.support/>

static int check(<@common.intSizes/>)
{
<#list arrays as a>
const size_t ${a.name}_size = ${prefix}_${a.name}_bytes(<@common.sizes/>);
${a.type} *expected_${a.name} = (${a.type} *)allocate(${a.name}_size);
${a.type} *actual_${a.name} = (${a.type} *)allocate(${a.name}_size);
${a.type} *device_${a.name} = nullptr;
fill_${a.name}(expected_${a.name}<@common.andSizes/>);
<#if a.floating>
${a.type} *again_${a.name} = (${a.type} *)allocate(${a.name}_size);
</#if>
<@array a/>
CHECK(${api}Memcpy(device_${a.name}, expected_${a.name}, ${a.name}_size, ${api}Memcpy<#if (windows > 0)>Default<#else>HostToDevice</#if>));
</#list>
<@scratch/>
<@common.expected/>
CHECK(${prefix}_run(<#list arrays as a>device_${a.name}<#sep>, </#list><#list seconds + temporaries as s>, ${s.name}</#list><@common.andSizes/>, 0));
CHECK(${api}DeviceSynchronize());
double worst = 0;
<#list arrays as a>
CHECK(${api}Memcpy(actual_${a.name}, device_${a.name}, ${a.name}_size, ${api}Memcpy<#if (windows > 0)>Default<#else>DeviceToHost</#if>));
<@common.compared a/>
CHECK(${api}Free<#if (windows > 0)>Host</#if>(device_${a.name}));
</#list>
<@free_scratch/>
<@common.report/>
return worst <= 1;
}

<#if (windows == 0)>
/* The values on the device too, where it has room: copies from the host in between let clocks fall. */
static const void *on_device(const void *values, size_t size)
{
void *copy = nullptr;
if (${api}Malloc(&copy, size) != ${api}Success) {
(void)${api}GetLastError();
return nullptr;
}
CHECK(${api}Memcpy(copy, values, size, ${api}MemcpyHostToDevice));
return copy;
}

</#if>
static void measure(<@common.intSizes/>)
{
${api}Stream_t stream;
${api}Event_t start, stop;
CHECK(${api}StreamCreate(&stream));
CHECK(${api}EventCreate(&start));
CHECK(${api}EventCreate(&stop));
<#list arrays as a>
const size_t ${a.name}_size = ${prefix}_${a.name}_bytes(<@common.sizes/>);
${a.type} *initial_${a.name} = (${a.type} *)allocate(${a.name}_size);
${a.type} *device_${a.name} = nullptr;
fill_${a.name}(initial_${a.name}<@common.andSizes/>);
<@array a/>
</#list>
<@scratch/>
<#if (windows == 0)>
<#list arrays as a>
const void *const kept_${a.name} = on_device(initial_${a.name}, ${a.name}_size);
</#list>
</#if>
double seconds[RUNS];
double warm_milliseconds = 0;
for (int run = -MOST_WARM_UP_RUNS; run < RUNS; ++run) {
<#list arrays as a>
CHECK(${api}MemcpyAsync(device_${a.name}, <#if (windows == 0)>kept_${a.name} ? kept_${a.name} : </#if>initial_${a.name}, ${a.name}_size, ${api}MemcpyDefault, stream));
</#list>
CHECK(${api}EventRecord(start, stream));
CHECK(${prefix}_run(<#list arrays as a>device_${a.name}<#sep>, </#list><#list seconds + temporaries as s>, ${s.name}</#list><@common.andSizes/>, stream));
CHECK(${api}EventRecord(stop, stream));
CHECK(${api}StreamSynchronize(stream));
float milliseconds = 0;
CHECK(${api}EventElapsedTime(&milliseconds, start, stop));
if (run >= 0) {
seconds[run] = 1e-3 * milliseconds;
} else if ((warm_milliseconds += milliseconds) >= WARM_UP) {
run = -1;
}
}
<@common.times/>
<@free_scratch/>
<#list arrays as a>
CHECK(${api}Free<#if (windows > 0)>Host</#if>(device_${a.name}));
<#if (windows == 0)>
CHECK(${api}Free((void *)kept_${a.name}));
</#if>
free(initial_${a.name});
</#list>
}

<@common.main/>
<#-- Where the program finds an array: on the device, or in page-locked memory of the host. -->
<#macro array a>
<#if (windows > 0)>
CHECK(${api}MallocHost((void **)&device_${a.name}, ${a.name}_size));
<#else>
CHECK(${api}Malloc(&device_${a.name}, ${a.name}_size));
</#if>
</#macro>
<#-- Scratch memory: the second copy of an array of which launches read one and write the other; temporaries. -->
<#macro scratch>
<#list seconds + temporaries as s>
${s.type} *${s.name} = nullptr;
CHECK(${api}Malloc(&${s.name}, ${prefix}_${s.array}_bytes(<@common.sizes/>)));
</#list>
</#macro>
<#macro free_scratch>
<#list seconds + temporaries as s>
CHECK(${api}Free(${s.name}));
</#list>
</#macro>
