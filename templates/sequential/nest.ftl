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
<#list arrays + locals as a>
<#if a.pitched>
const int ${a.pitchName} = ${a.pitch};
</#if>
</#list>
<#list locals as a>
<#if a.single>
${a.type} ${a.name}[1] = {0};
<#else>
<#-- One element more, as no memory at all may be a null pointer. -->
${a.type} *${a.name} = (${a.type} *)calloc(1 + <#list a.rows as r>(size_t)maximum(0, ${r}) * </#list>(size_t)maximum(0, ${a.pitch}), sizeof(${a.type}));
if (!${a.name}) abort();
</#if>
</#list>
<@nodes list=body/>
<#list locals as a>
<#if !a.single>
free(${a.name});
</#if>
</#list>
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
