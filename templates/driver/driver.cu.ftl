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
#include <cuda_runtime.h>

#include "${file}.h"

#define SEED 1
#define RUNS 10
#define CHECK(call) check_cuda((call), #call, __FILE__, __LINE__)

extern "C" void sequential(<#list arrays as a>${a.type} *${a.name}<#sep>, </#list><@common.andIntSizes/>);

static void check_cuda(cudaError_t error, const char *call, const char *file, int line)
{
if (error != cudaSuccess) {
fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(error), cudaGetErrorString(error));
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
${a.type} *again_${a.name} = (${a.type} *)allocate(${a.name}_size);
memcpy(again_${a.name}, expected_${a.name}, ${a.name}_size);
<#if a.floating>
perturb_${a.name}(again_${a.name}<@common.andSizes/>);
</#if>
CHECK(cudaMalloc(&device_${a.name}, ${a.name}_size));
CHECK(cudaMemcpy(device_${a.name}, expected_${a.name}, ${a.name}_size, cudaMemcpyHostToDevice));
</#list>
<@scratch/>
sequential(<#list arrays as a>expected_${a.name}<#sep>, </#list><@common.andSizes/>);
sequential(<#list arrays as a>again_${a.name}<#sep>, </#list><@common.andSizes/>);
CHECK(${prefix}_run(<#list arrays as a>device_${a.name}<#sep>, </#list><#list seconds + temporaries as s>, ${s.name}</#list><@common.andSizes/>, 0));
CHECK(cudaDeviceSynchronize());
double worst = 0;
<#list arrays as a>
CHECK(cudaMemcpy(actual_${a.name}, device_${a.name}, ${a.name}_size, cudaMemcpyDeviceToHost));
worst = fmax(worst, compare_${a.name}(expected_${a.name}, again_${a.name}, actual_${a.name}<@common.andSizes/>));
CHECK(cudaFree(device_${a.name}));
free(expected_${a.name});
free(again_${a.name});
free(actual_${a.name});
</#list>
<@free_scratch/>
<@common.report/>
return worst <= 1;
}

static void measure(<@common.intSizes/>)
{
cudaStream_t stream;
cudaEvent_t start, stop;
CHECK(cudaStreamCreate(&stream));
CHECK(cudaEventCreate(&start));
CHECK(cudaEventCreate(&stop));
<#list arrays as a>
const size_t ${a.name}_size = ${prefix}_${a.name}_bytes(<@common.sizes/>);
${a.type} *initial_${a.name} = (${a.type} *)allocate(${a.name}_size);
${a.type} *device_${a.name} = nullptr;
fill_${a.name}(initial_${a.name}<@common.andSizes/>);
CHECK(cudaMalloc(&device_${a.name}, ${a.name}_size));
</#list>
<@scratch/>
double seconds[RUNS];
for (int run = -1; run < RUNS; ++run) {
<#list arrays as a>
CHECK(cudaMemcpyAsync(device_${a.name}, initial_${a.name}, ${a.name}_size, cudaMemcpyHostToDevice, stream));
</#list>
CHECK(cudaEventRecord(start, stream));
CHECK(${prefix}_run(<#list arrays as a>device_${a.name}<#sep>, </#list><#list seconds + temporaries as s>, ${s.name}</#list><@common.andSizes/>, stream));
CHECK(cudaEventRecord(stop, stream));
CHECK(cudaStreamSynchronize(stream));
float milliseconds = 0;
CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
if (run >= 0) {
seconds[run] = 1e-3 * milliseconds;
}
}
<@common.times/>
<@free_scratch/>
<#list arrays as a>
CHECK(cudaFree(device_${a.name}));
free(initial_${a.name});
</#list>
}

<@common.main/>
<#-- Scratch memory: the second copy of an array of which launches read one and write the other; temporaries. -->
<#macro scratch>
<#list seconds + temporaries as s>
${s.type} *${s.name} = nullptr;
CHECK(cudaMalloc(&${s.name}, ${prefix}_${s.array}_bytes(<@common.sizes/>)));
</#list>
</#macro>
<#macro free_scratch>
<#list seconds + temporaries as s>
CHECK(cudaFree(${s.name}));
</#list>
</#macro>
