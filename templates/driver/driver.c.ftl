<#import "common.ftl" as common>
/*
<#list header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 *
 * Checks the generated program against the nest as written, and times it.
 */
#define _POSIX_C_SOURCE 200809L
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "${file}.h"

#define SEED 1
#define RUNS 5

void sequential(<#list arrays as a>${a.type} *${a.name}<#sep>, </#list><@common.andIntSizes/>);

<@common.support/>

static int check(<@common.intSizes/>)
{
<#list arrays as a>
const size_t ${a.name}_size = ${prefix}_${a.name}_bytes(<@common.sizes/>);
${a.type} *expected_${a.name} = (${a.type} *)allocate(${a.name}_size);
${a.type} *actual_${a.name} = (${a.type} *)allocate(${a.name}_size);
fill_${a.name}(expected_${a.name}<@common.andSizes/>);
memcpy(actual_${a.name}, expected_${a.name}, ${a.name}_size);
</#list>
sequential(<#list arrays as a>expected_${a.name}<#sep>, </#list><@common.andSizes/>);
${prefix}_run(<#list arrays as a>actual_${a.name}<#sep>, </#list><@common.andSizes/>);
double worst = 0;
<#list arrays as a>
worst = fmax(worst, compare_${a.name}(expected_${a.name}, actual_${a.name}<@common.andSizes/>));
free(expected_${a.name});
free(actual_${a.name});
</#list>
<@common.report/>
return worst <= 1;
}

static double now(void)
{
struct timespec time;
clock_gettime(CLOCK_MONOTONIC, &time);
return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void measure(<@common.intSizes/>)
{
<#list arrays as a>
${a.type} *${a.name} = (${a.type} *)allocate(${prefix}_${a.name}_bytes(<@common.sizes/>));
</#list>
double seconds[RUNS];
for (int r = -1; r < RUNS; ++r) {
<#list arrays as a>
fill_${a.name}(${a.name}<@common.andSizes/>);
</#list>
const double start = now();
${prefix}_run(<#list arrays as a>${a.name}<#sep>, </#list><@common.andSizes/>);
if (r >= 0) {
seconds[r] = now() - start;
}
}
<@common.times/>
<#list arrays as a>
free(${a.name});
</#list>
}

<@common.main/>
