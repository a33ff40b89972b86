<#-- A program: helpers, for each launch its pieces and the loop over all its blocks, then the exported function. -->
<#import "operations.ftl" as operations>
/*
<#list file.header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 */
#include <math.h>
#include <stdlib.h>

<#list file.extremes as extreme>
static inline ${extreme.type} ${extreme.name}(${extreme.type} x, ${extreme.type} y)
{
return x ${extreme.relation} y ? x : y;
}

</#list>
<#if file.counters??>
/*
 * Loads and stores of global arrays, counted one by one.
<#list file.counters.meaning as line>
 * ${line}
</#list>
 */
long long ${file.counters.array}[${file.counters.size?c}];

static inline long long ${file.counters.function}(const int counter, const long long offset)
{
#pragma omp atomic
++${file.counters.array}[counter];
return offset;
}

</#if>
<#list file.kernels as kernel>
<#if kernel.turns??>
/* Blocks that have not taken their turn. */
static long long ${kernel.turns};

</#if>
<#list kernel.pieces as piece>
<@piece_function kernel piece/>

</#list>
<@kernel_function kernel/>

</#list>
void ${file.function}(<#list file.arrays as array>${array.type} *${array.name}<#sep>, </#list><#list file.parameters as p>, const int ${p}</#list>)
{
<#list file.arrays + file.scratch as array>
<#if array.pitchName??>
const int ${array.pitchName} = ${array.pitch};
</#if>
</#list>
<#list file.arrays as array>
<#if array.second??>
// Launches read one copy of ${array.name} and write the other.
${array.type} *${array.second} = (${array.type} *)malloc((${array.elements} + 1) * sizeof(${array.type}));
if (${array.second} == NULL) {
abort();
}
</#if>
</#list>
<#list file.scratch as array>
// Temporaries.
${array.type} *${array.name} = (${array.type} *)malloc((${array.elements} + 1) * sizeof(${array.type}));
if (${array.name} == NULL) {
abort();
}
</#list>
<@host file.host/>
<#list file.scratch as array>
free(${array.name});
</#list>
<#list file.arrays as array>
<#if array.second??>
free(${array.second});
</#if>
</#list>
}

<#macro piece_function kernel piece>
/* ${piece.role} */
static void
${piece.function}(${(kernel.parameters + piece.coordinates)?join(", ")})
{
<#list piece.declarations as declaration>
${declaration}
</#list>
<#list piece.memory as array>
${array.declaration}; // ${array.content}
</#list>
<#if piece.interior??>
if (${piece.interior}) {
// ${piece.interiorComment}
<@operations.all piece.interiorBody/>
} else {
// Boundary: points are checked one by one.
<@operations.all piece.guardedBody/>
}
<#else>
<@operations.all piece.interiorBody!piece.guardedBody/>
</#if>
}
</#macro>

<#-- Blocks are numbered piece after piece, the last coordinate fastest; they run in any order. -->
<#macro kernel_function kernel>
/* ${kernel.comment} */
static void
${kernel.name}(${kernel.parameters?join(", ")})
{
<#list kernel.pieces as piece>
<#list piece.counts as count>
const long long ${count.name} = ${count.value};
</#list>
</#list>
const long long ${kernel.blocks};
<#if kernel.turns??>
${kernel.turns} = ${kernel.blocks?keep_before(" =")};
</#if>
#pragma omp parallel for schedule(dynamic) if (${kernel.blocks?keep_before(" =")} > 1)
for (long long ${kernel.block} = 0; ${kernel.block} < ${kernel.blocks?keep_before(" =")}; ++${kernel.block}) {
<#list kernel.pieces as piece>
<#if !piece?is_last>
<#if !piece?is_first>} else </#if>if (${kernel.block} < ${piece.last}) {
<#elseif !piece?is_first>
} else {
</#if>
<@call kernel piece/>
</#list>
<#if kernel.pieces?size gt 1>
}
</#if>
}
}
</#macro>

<#macro call kernel piece>
<#if piece.first?has_content>
const long long ${piece.within} = ${kernel.block} - ${piece.first};
</#if>
<#list piece.places as place>
const int ${place.name} = (int)(${place.value});
</#list>
<#if piece.member??>
if (${piece.member}) {
${piece.function}(${(kernel.arguments + piece.blockArguments)?join(", ")});
}
<#else>
${piece.function}(${(kernel.arguments + piece.blockArguments)?join(", ")});
</#if>
</#macro>

<#macro host steps>
<#list steps as step>
<#if step.kind == "host_loop">
for (int ${step.variable} = ${step.first}; ${step.variable} <= ${step.last}; ++${step.variable}) {
<@host step.body/>
}
<#else>
${step.function}(${step.arguments?join(", ")});
</#if>
</#list>
</#macro>
