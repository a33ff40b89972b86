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

void as_written(<#list arrays as a>${a.type} *${a.name}<#sep>, </#list><@common.andIntSizes/>);
void sequential(<#list arrays as a>${a.type} *${a.name}<#sep>, </#list><@common.andIntSizes/>);

<@common.support/>

static int check(<@common.intSizes/>)
{
<#list arrays as a>
const size_t ${a.name}_size = ${prefix}_${a.name}_bytes(<@common.sizes/>);
${a.type} *expected_${a.name} = (${a.type} *)allocate(${a.name}_size);
${a.type} *actual_${a.name} = (${a.type} *)allocate(${a.name}_size);
fill_${a.name}(expected_${a.name}<@common.andSizes/>);
<#if a.floating>
${a.type} *again_${a.name} = (${a.type} *)allocate(${a.name}_size);
</#if>
memcpy(actual_${a.name}, expected_${a.name}, ${a.name}_size);
</#list>
<@common.expected/>
${prefix}_run(<#list arrays as a>actual_${a.name}<#sep>, </#list><@common.andSizes/>);
double worst = 0;
<#list arrays as a>
<@common.compared a/>
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

/** What runs a program on all arrays. */
typedef void program(<#list arrays as a>${a.type} *<#sep>, </#list><#list parameters as p>, int</#list>);

/** Median seconds of a program. */
static double timed(const char *what, program *run<@common.andIntSizes/>)
{
<#list arrays as a>
${a.type} *${a.name} = (${a.type} *)allocate(${prefix}_${a.name}_bytes(<@common.sizes/>));
</#list>
double seconds[RUNS];
for (int turn = -1; turn < RUNS; ++turn) {
<#list arrays as a>
fill_${a.name}(${a.name}<@common.andSizes/>);
</#list>
const double start = now();
run(<#list arrays as a>${a.name}<#sep>, </#list><@common.andSizes/>);
if (turn >= 0) {
seconds[turn] = now() - start;
}
}
printf("%s\n", what);
<@common.times/>
<#list arrays as a>
free(${a.name});
</#list>
return seconds[RUNS / 2];
}

static void measure(<@common.intSizes/>)
{
const double cut = timed("tiled program, all processors", ${prefix}_run<@common.andSizes/>);
<#if writtenIsQuick>
const double plain = timed("the nest as written, same compiler options, one thread", as_written<@common.andSizes/>);
if (plain < cut) {
printf("warning: cutting loses here: the nest as written is %.2f times as fast\n", cut / plain);
}
<#else>
(void)cut;
(void)as_written;
printf("the nest as written is not timed: it would take long at these sizes\n");
</#if>
}

<@common.main/>
