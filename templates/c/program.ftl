<#-- A program: helpers, for each launch its pieces and the loop over all its blocks, then the exported function. -->
<#import "/half.ftl" as half>
/*
<#list file.header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 */
#include <math.h>
#include <stdlib.h>

<@half.typed "c">
<#list file.extremes as extreme>
static inline ${extreme.type} ${extreme.name}(${extreme.type} x, ${extreme.type} y)
{
return x ${extreme.relation} y ? x : y;
}

</#list>
<#if counts??>
/*
 * Loads and stores of global arrays, counted one by one.
 * ${counts.meaning}
 */
long long ${counts.array}[${counts.size?c}];

static inline long long ${counts.function}(const int counter, const long long offset)
{
#pragma omp atomic
++${counts.array}[counter];
return offset;
}

</#if>
<#list file.counters as counter>
/* Blocks that have not taken their turn. */
static ${counter};

</#list>
<#list file.functions as function>
<#if function.structure??>
/* What a block of ${function.name} keeps. */
typedef struct {
<@memory function/>
} ${function.structure};

</#if>
/* ${function.comment} */
static <#if function.apart>__attribute__((noinline)) </#if>void
${function.name}(${function.parameters?join(", ")})
{
<#if !function.structure??>
<@memory function/>
</#if>
${function.body}
}

</#list>
void ${function}(${file.parameters?join(", ")})
{
<#list file.arrays as array>
// <#if array.of??>Launches read one copy of ${array.of} and write the other.<#else>Temporaries.</#if>
${array.type} *${array.name} = (${array.type} *)malloc((${array.elements} < 0 ? 1 : ${array.elements} + 1) * sizeof(${array.type}));
if (${array.name} == NULL) {
abort();
}
</#list>
${file.body}
<#list file.arrays as array>
free(${array.name});
</#list>
}
</@half.typed>

<#macro memory function>
<#list function.memory as array>
${array.declaration}; // ${array.content}
</#list>
</#macro>
