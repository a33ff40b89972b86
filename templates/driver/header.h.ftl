<#-- What a user's program includes. Not indented: the language linkage is no block for the reader. -->
<#import "/half.ftl" as half>
<#macro intSizes><#list parameters as p>int ${p.name}<#sep>, <#else>void</#list></#macro>
/*
<#list header as line>
 *<#if line?has_content> ${line}</#if>
</#list>
 *
 * Include this file from C or C++ and link ${file}.o, which the Makefile builds. README.md shows an example.
 */
#ifndef ${guard}
#define ${guard}

#include <stddef.h>
<#if cuda>
#include <<#if hip>hip/hip_runtime_api.h<#else>cuda_runtime_api.h</#if>>
</#if>

<@half.typed (cuda && !hip)?then("cuda", "c")>
#ifdef __cplusplus
extern "C" {
#endif

static inline size_t ${prefix}_extent(int x)
{
    return x > 0 ? (size_t)x : 0;
}
<#list arrays + temporaries as a>

/** Elements from one row of ${a.name} to the next: the elements of a row rounded up, so that rows are aligned. */
static inline int ${prefix}_${a.name}_pitch(<@intSizes/>)
{
<#list parameters as p>
    (void)${p.name};
</#list>
    return ${a.pitch};
}

/** Bytes of ${a.name}, padding included. */
static inline size_t ${prefix}_${a.name}_bytes(<@intSizes/>)
{
    return <#list a.extents as e>${prefix}_extent(${e}) * </#list>${prefix}_extent(${prefix}_${a.name}_pitch(<#list parameters as p>${p.name}<#sep>, </#list>)) * sizeof(${a.type});
}
</#list>

/**
 * Runs ${name}, in place.<#if (windows > 0)> Arrays lie in the host's memory, page-locked (${api}MallocHost, ${api}HostRegister): else copies wait for
 * arithmetic. The device gets windows of ${windows?c} rows and columns of them, in memory that the call allocates and frees. It returns when everything is done.
 * Work in the stream goes before.<#elseif cuda> All arrays lie in device memory; their addresses are multiples of 256 bytes, as those of
 * ${api}Malloc are. Work is enqueued into the stream, and the call returns before it is done. A thread of the host calls
 * this for one device.<#if turns> Runs on one device must not overlap, because their blocks count each other.</#if></#if>
 * Rows are padded to the pitch given above<#if cuda>; what stands in the padding may change</#if>:
 *
<#list arrays as a>
 *   ${a.layout}
</#list>
<#list seconds as s>
 *
 * ${s.name} is scratch memory of the size of ${s.array}; launches write the two in turn. Results are in ${s.array}.
</#list>
<#if cuda>
<#list temporaries as t>
 *
 * ${t.name} is scratch memory, of ${prefix}_${t.name}_bytes bytes.
</#list>
 *
 * Returns the first error of a launch, else ${api}Success.
</#if>
 */
${declaration};
</@half.typed>

#ifdef __cplusplus
}
#endif

#endif
