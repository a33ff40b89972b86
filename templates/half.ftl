<#-- A part of a file, behind what it needs if it has numbers of 16 bits, which tilewright.model.DataType calls tw_half in every language. -->
<#macro typed language>
<#local text><#nested></#local>
<#if text?contains("tw_half")>
<#if language == "cuda">
#include <cuda_fp16.h>

typedef __half tw_half;
<#else>
typedef _Float16 tw_half;
</#if>

</#if>
${text}<#rt>
</#macro>
