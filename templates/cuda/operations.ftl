<#-- One macro per operation of the kernel IR; each prints what one thread of a block does. -->

<#macro all list>
<#list list as operation>
<#local print = .namespace[operation.kind]>
<@print operation/>
</#list>
</#macro>

<#macro barrier operation>
__syncthreads();
</#macro>

<#-- The thread's points, written out by the compiler so that registers have constant indices. -->
<#macro over_points points>
<#if points.condition??>
if (${points.condition}) {
</#if>
<#list points.loops as loop>
<#if loop.count gt loop.step>
#pragma unroll
for (int ${loop.register} = 0; ${loop.register} < ${loop.count?c}; <@advance loop.register loop.step/>) {
<#elseif loop.count gt 1>
{
const int ${loop.register} = 0;
<#else>
{
</#if>
<#list loop.declarations as declaration>
${declaration}
</#list>
<#if loop.condition??>
if (${loop.condition}) {
</#if>
</#list>
<#nested>
<#list points.loops as loop>
<#if loop.condition??>
}
</#if>
}
</#list>
<#if points.condition??>
}
</#if>
</#macro>

<#macro advance variable step><#if step == 1>++${variable}<#else>${variable} += ${step?c}</#if></#macro>

<#macro move points>
<@over_points points>
<#if points.width gt 1>
${points.copy}(&${points.target}, &${points.source});
<#else>
${points.target} = ${points.source};
</#if>
</@over_points>
</#macro>

<#macro load_tile points>
// Load ${points.content}.
<@move points/>
</#macro>

<#macro store_tile points>
// Store ${points.content}.<#if points.anew?has_content> Computing the addresses anew is cheaper than registers that hold them.</#if>
<#if points.anew?has_content>
asm volatile("" : <#list points.anew as own>"+r"(${own})<#sep>, </#list>);
</#if>
<@move points/>
</#macro>

<#macro join partial>
// Join the partial results of ${partial.content}, always in the same order.
<@all partial.steps/>
</#macro>

<#macro publish points>
// Hand out ${points.content}.
<@move points/>
</#macro>

<#macro gathered column>
// Hand out ${column.points.content}.
<@over_points column.points>
alignas(16) const ${column.type} ${column.wide}[] = {${column.sources?join(", ")}};
${column.points.copy}(&${column.points.target}, ${column.wide});
</@over_points>
</#macro>

<#macro give_face points>
// Hand out ${points.content}.
<@move points/>
</#macro>

<#macro take_face points>
// Take ${points.content}.
<@move points/>
</#macro>

<#macro define points>
<#if points.declaration??>
${points.declaration};
</#if>
<@move points/>
</#macro>

<#macro assign points>
<@move points/>
</#macro>

<#macro load_window window>
// Copy ${window.content}.
#pragma unroll 4
for (int ${window.element} = ${window.thread}; ${window.element} < ${window.elements?c}; ${window.element} += ${window.threads?c}) {
<#list window.places as place>
const int ${place.name} = ${place.value};
</#list>
if (${window.inside}) {
${window.target} = ${window.source};
}
}
</#macro>

<#macro stage copy>
<#if copy.how == "EARLY">
// Load what it takes to stage ${copy.content} later.
<#else>
// Stage ${copy.content}.
</#if>
<#if copy.steps gt 1>
#pragma unroll ${copy.unroll?c}
for (int ${copy.step} = 0; ${copy.step} < ${copy.steps?c}; ++${copy.step}) {
const int ${copy.group} = ${copy.threads?c} * ${copy.step} + ${copy.thread};
<#else>
{
const int ${copy.group} = ${copy.thread};
</#if>
<#if copy.groups??>
if (${copy.group} < ${copy.groups?c}) {
</#if>
<#list copy.declarations as declaration>
${declaration}
</#list>
<#local move_group = .namespace["stage_" + copy.how?lower_case]>
<@move_group copy/>
<#if copy.groups??>
}
</#if>
}
</#macro>

<#macro stage_single copy>
<#if copy.copy??>
${copy.copy}(&${copy.target}, &${copy.source});
<#else>
${copy.target} = ${copy.source};
</#if>
</#macro>

<#macro stage_plain copy>
${copy.copy}(&${copy.target}, &${copy.source});
</#macro>

<#macro stage_computed copy>
<@wide_loads copy/>
alignas(16) ${copy.type} ${copy.values}[${copy.width}];
#pragma unroll
for (int ${copy.element} = 0; ${copy.element} < ${copy.width}; ++${copy.element}) {
${copy.values}[${copy.element}] = ${copy.source};
}
${copy.copy}(&${copy.target}, ${copy.values});
</#macro>

<#macro stage_transposed copy>
<@wide_loads copy/>
#pragma unroll
for (int ${copy.element} = 0; ${copy.element} < ${copy.width}; ++${copy.element}) {
${copy.target} = ${copy.source};
}
</#macro>

<#-- The loads of a copy; what follows stores them later. -->
<#macro stage_early copy>
<#list copy.loads as load>
<#if load.copy?has_content>
${load.copy}(${load.register}, &${load.source});
<#else>
#pragma unroll
for (int ${copy.element} = 0; ${copy.element} < ${copy.width}; ++${copy.element}) {
${load.register}[${copy.element}] = ${load.source};
}
</#if>
</#list>
</#macro>

<#macro wide_loads copy>
<#list copy.loads as load>
alignas(16) ${load.type} ${load.register}[${copy.width}];
${load.copy}(${load.register}, &${load.source});
</#list>
</#macro>

<#macro chunk_loop loop>
<#if loop.declareBefore>
int ${loop.variable} = ${loop.start};
for (; ${loop.condition}; ${loop.variable} += ${loop.chunk?c}) {
<#else>
for (int ${loop.variable} = ${loop.start}; ${loop.condition}; ${loop.variable} += ${loop.chunk?c}) {
</#if>
<@all loop.body/>
}
</#macro>

<#macro pipeline loop>
<#if loop.any??>
if (${loop.any}) {
</#if>
<@all loop.first/>
<#if loop.any??>
}
</#if>
<#if loop.declareBefore>
int ${loop.variable} = 0;
for (; ${loop.condition}; ${loop.variable} += ${loop.chunk?c}) {
<#else>
for (int ${loop.variable} = 0; ${loop.condition}; ${loop.variable} += ${loop.chunk?c}) {
</#if>
const int ${loop.half} = ${loop.variable} / ${loop.chunk?c} % 2;
const int ${loop.next} = ${loop.variable} + ${loop.chunk?c};
await_copies();
__syncthreads();
if (${loop.more}) {
<@all loop.stages/>
}
<@all loop.body/>
}
</#macro>

<#-- The next iteration's values are on their way while this one's are used; the last one waits for the next chunk's. -->
<#macro pipeline_ahead pipeline>
<#local loop = pipeline.chunks>
<#local each = pipeline.iterations>
<#list pipeline.registers as register>
${register}
</#list>
<#if loop.any??>
if (${loop.any}) {
</#if>
<@all loop.first/>
await_copies();
__syncthreads();
<@all pipeline.start/>
<#if loop.any??>
}
</#if>
<#if loop.declareBefore>
int ${loop.variable} = 0;
for (; ${loop.condition}; ${loop.variable} += ${loop.chunk?c}) {
<#else>
for (int ${loop.variable} = 0; ${loop.condition}; ${loop.variable} += ${loop.chunk?c}) {
</#if>
const int ${loop.half} = ${loop.variable} / ${loop.chunk?c} % 2;
const int ${loop.next} = ${loop.variable} + ${loop.chunk?c};
if (${loop.more}) {
<@all loop.stages/>
}
#pragma unroll ${each.unroll?c}
for (int ${each.variable} = 0; ${each.variable} < ${each.end}; ++${each.variable}) {
<#list each.declarations as declaration>
${declaration}
</#list>
// Read what the next iteration needs.
if (${pipeline.further}) {
<@all pipeline.later/>
} else {
await_copies();
__syncthreads();
<@all pipeline.over/>
}
<@all each.body/>
<#if pipeline.late?has_content>
if (${pipeline.middle}) {
<@all pipeline.late/>
}
</#if>
}
}
</#macro>

<#macro remainder rest>
if (${rest.condition}) {
<@all rest.body/>
}
</#macro>

<#macro iterations loop>
<#if loop.unroll gt 1>
#pragma unroll ${loop.unroll?c}
<#else>
#pragma unroll 1
</#if>
for (int ${loop.variable} = ${loop.start}; ${loop.variable} < ${loop.end}; ++${loop.variable}) {
<#list loop.declarations as declaration>
${declaration}
</#list>
<@all loop.body/>
}
</#macro>

<#-- Values are exchanged once for several iterations. -->
<#macro rounds loop>
#pragma unroll 1
for (int ${loop.group} = 0; ${loop.group} < ${loop.end}; ${loop.group} += ${loop.width?c}) {
#pragma unroll
for (int ${loop.part} = 0; ${loop.part} < ${loop.width?c}; ${loop.part} += ${loop.size?c}) {
const int ${loop.variable} = ${loop.group} + ${loop.part};
<#list loop.declarations as declaration>
${declaration}
</#list>
<@all loop.body/>
}
}
</#macro>

<#macro take_turn block>
// What every block has read by now only the last one to come here may overwrite.
const unsigned ${block.turn} = ${block.thread} == 0 ? ${block.function}(&${block.counter}) : 0;
</#macro>

<#macro last_turn block>
if (__syncthreads_or(${block.turn} == gridDim.x)) {
<@all block.body/>
}
</#macro>

<#macro guarded list>
if (${list.condition}) {
<@all list.body/>
}
</#macro>

<#macro groups loop>
#pragma unroll ${loop.unroll?c}
for (int ${loop.variable} = 0; ${loop.variable} < ${loop.end}; ${loop.variable} += ${loop.size?c}) {
<@all loop.shared/>
#pragma unroll
for (int ${loop.element} = 0; ${loop.element} < ${loop.size?c}; <@advance loop.element loop.together/>) {
<#if loop.together gt 1>
<#list loop.registers as register>
${register}
</#list>
#pragma unroll
for (int ${loop.part} = 0; ${loop.part} < ${loop.together?c}; ++${loop.part}) {
<#list loop.declarations as declaration>
${declaration}
</#list>
<@all loop.each/>
}
<#else>
<#list loop.declarations as declaration>
${declaration}
</#list>
</#if>
<@all loop.body/>
}
}
</#macro>
