<#import "/half.ftl" as half>
/*
 * ${name}: the nest as written, executed in its own order.
 */
#include <math.h>
#include <stdlib.h>

<@half.typed "c">
static inline int minimum(int x, int y) { return x < y ? x : y; }
static inline int maximum(int x, int y) { return x > y ? x : y; }
static inline unsigned minimum_unsigned(unsigned x, unsigned y) { return x < y ? x : y; }
static inline unsigned maximum_unsigned(unsigned x, unsigned y) { return x > y ? x : y; }
static inline long long minimum_long(long long x, long long y) { return x < y ? x : y; }
static inline long long maximum_long(long long x, long long y) { return x > y ? x : y; }
static inline unsigned long long minimum_unsigned_long(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
static inline unsigned long long maximum_unsigned_long(unsigned long long x, unsigned long long y) { return x > y ? x : y; }

void ${function}(<#list arrays as a>${a.type} *${a.name}<#sep>, </#list><#list parameters as p>, int ${p}</#list>)
{
<#list arrays as a>
<#if a.pitched>
const int ${a.pitchName} = ${a.pitch};
</#if>
</#list>
<@nodes list=body/>
}
</@half.typed>
<#macro nodes list>
<#list list as node>
<#if node.kind == "loop">
<#if node.parallel>
#pragma omp parallel for
</#if>
for (int ${node.variable} = ${node.first}; ${node.test}; ${node.step}) {
<@nodes list=node.body/>
}
<#elseif node.kind == "guard">
if (${node.condition}) {
<@nodes list=node.then/>
<#if node.otherwise?has_content>
} else {
<@nodes list=node.otherwise/>
</#if>
}
<#else>
${node.target} = ${node.value};
</#if>
</#list>
</#macro>
