/*
 * ${name}: the nest as written, executed in its own order.
 */
#include <math.h>
#include <stdlib.h>

static inline int minimum(int x, int y) { return x < y ? x : y; }
static inline int maximum(int x, int y) { return x > y ? x : y; }

void ${function}(<#list arrays as a>${a.type} *${a.name}<#sep>, </#list><#list parameters as p>, int ${p}</#list>)
{
<#list arrays as a>
<#if a.pitched>
const int ${a.pitchName} = ${a.pitch};
</#if>
</#list>
<@nodes list=body/>
}
<#macro nodes list>
<#list list as node>
<#if node.kind == "loop">
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
