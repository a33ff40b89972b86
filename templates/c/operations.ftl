<#-- One macro per operation of the kernel IR; each prints what is done for all points of a block. -->

<#macro all list>
<#list list as operation>
<#local print = .namespace[operation.kind]>
<@print operation/>
</#list>
</#macro>

<#macro nest op>
<#list op.before as declaration>
${declaration}
</#list>
<#if op.condition??>
if (${op.condition}) {
</#if>
<#list op.loops as loop>
for (int ${loop.variable} = ${loop.start}; ${loop.variable} < ${loop.end}; ++${loop.variable}) {
<#list loop.declarations as declaration>
${declaration}
</#list>
<#if loop.condition??>
if (${loop.condition}) {
</#if>
</#list>
${op.target} = ${op.source};
<#list op.loops as loop>
<#if loop.condition??>
}
</#if>
}
</#list>
<#if op.condition??>
}
</#if>
</#macro>

<#macro load_tile op>
// Load ${op.content}.
<@nest op/>
</#macro>

<#macro store_tile op>
// Store ${op.content}.
<@nest op/>
</#macro>

<#macro stage op>
// Stage ${op.content}.
<@nest op/>
</#macro>

<#macro join op>
// Join the lanes' partial results of ${op.content}.
<@nest op/>
</#macro>

<#macro publish op>
// Hand out ${op.content}.
<@nest op/>
</#macro>

<#macro define op>
<@nest op/>
</#macro>

<#macro assign op>
<@nest op/>
</#macro>

<#macro iterations loop>
for (int ${loop.variable} = ${loop.start}; ${loop.variable} < ${loop.end}; ++${loop.variable}) {
<#list loop.declarations as declaration>
${declaration}
</#list>
<@all loop.body/>
}
</#macro>

<#macro take_turn block>
// What every block has read by now only the last one to come here may overwrite.
long long ${block.turn};
#pragma omp atomic capture seq_cst
${block.turn} = --${block.left};
</#macro>

<#macro last_turn block>
if (${block.turn} == 0) {
<@all block.body/>
}
</#macro>

<#-- Values are exchanged once for several iterations. -->
<#macro rounds loop>
for (int ${loop.variable} = 0; ${loop.variable} < ${loop.end}; ${loop.variable} += ${loop.size?c}) {
<#list loop.declarations as declaration>
${declaration}
</#list>
<@all loop.body/>
}
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

<#macro remainder rest>
if (${rest.condition}) {
<@all rest.body/>
}
</#macro>
