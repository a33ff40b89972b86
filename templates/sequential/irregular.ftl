<#import "/half.ftl" as half>
/*
 * ${name}: the irregular nest as written, executed in its own order.
 */
#define _POSIX_C_SOURCE 199309L
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

static inline long tw_floor(long x, long y) { return x >= 0 ? x / y : -((-x + y - 1) / y); }
static inline long tw_mod(long x, long y) { return x - y * tw_floor(x, y); }
static inline long tw_min_long(long x, long y) { return x < y ? x : y; }
static inline long tw_max_long(long x, long y) { return x > y ? x : y; }
static inline int tw_min_int(int x, int y) { return x < y ? x : y; }
static inline int tw_max_int(int x, int y) { return x > y ? x : y; }
static inline float tw_min_float(float x, float y) { return x < y ? x : y; }
static inline float tw_max_float(float x, float y) { return x > y ? x : y; }
static inline double tw_min_double(double x, double y) { return x < y ? x : y; }
static inline double tw_max_double(double x, double y) { return x > y ? x : y; }
#define TW_EXTREMA(type, word) \
    static inline type tw_min_##word(type x, type y) { return x < y ? x : y; } \
    static inline type tw_max_##word(type x, type y) { return x > y ? x : y; }
TW_EXTREMA(unsigned, unsigned)
TW_EXTREMA(long long, long_long)
TW_EXTREMA(unsigned long long, unsigned_long_long)

long long ${passes}[${(repetitions + 3)?c}];

/* The first line with a subscript outside of its array. */
#define TW_OUTSIDE ${passes}[${repetitions?c}]
/* The first line with an integer division by zero. */
#define TW_ZERO ${passes}[${(repetitions + 1)?c}]

static inline long tw_inside(long index, long extent, int line)
{
    if (index >= 0 && index < extent) return index;
    if (!TW_OUTSIDE) TW_OUTSIDE = line;
    return 0;
}

/* Of the least number there is no opposite: it stays itself. */
#define TW_DIVISIONS(type, bits, word) \
    static inline type tw_quotient_##word(type x, type y, int line) \
    { \
        if (y == (type)-1 && y < 0) return (type)-(bits)x; \
        if (y) return x / y; \
        if (!TW_ZERO) TW_ZERO = line; \
        return 0; \
    } \
    static inline type tw_remainder_##word(type x, type y, int line) \
    { \
        if (y == (type)-1 && y < 0) return 0; \
        if (y) return x % y; \
        if (!TW_ZERO) TW_ZERO = line; \
        return 0; \
    }
TW_DIVISIONS(int, unsigned, int)
TW_DIVISIONS(unsigned, unsigned, unsigned)
TW_DIVISIONS(long long, unsigned long long, long_long)
TW_DIVISIONS(unsigned long long, unsigned long long, unsigned_long_long)

<@half.typed "c">
static void tw_nest(<#list arrays as a>${a.type} *restrict ${a.name}<#sep>, </#list><#list parameters as p>, int ${p}_</#list>)
{
<#list parameters as p>
    const long ${p} = ${p}_;
</#list>
<@nodes list=body indent="    "/>
}

void ${function}(<#list arrays as a>${a.type} *${a.name}<#sep>, </#list><#list parameters as p>, int ${p}</#list>)
{
    struct timespec tw_start, tw_end;
    clock_gettime(CLOCK_MONOTONIC, &tw_start);
    tw_nest(<#list arrays as a>${a.name}<#sep>, </#list><#list parameters as p>, ${p}</#list>);
    clock_gettime(CLOCK_MONOTONIC, &tw_end);
    ${passes}[${(repetitions + 2)?c}] = (tw_end.tv_sec - tw_start.tv_sec) * 1000000000LL + (tw_end.tv_nsec - tw_start.tv_nsec);
}
</@half.typed>
<#macro nodes list indent>
<#list list as node>
<#if node.kind == "loop">
${indent}for (long ${node.variable} = ${node.first}, tw_last_${node.variable} = ${node.last}; ${node.variable} ${node.relation} tw_last_${node.variable}; ${node.variable} += ${node.step}) {
<@nodes list=node.body indent=indent + "    "/>
${indent}}
<#elseif node.kind == "guard">
${indent}if (${node.condition}) {
<@nodes list=node.then indent=indent + "    "/>
<#if node.otherwise?has_content>
${indent}} else {
<@nodes list=node.otherwise indent=indent + "    "/>
</#if>
${indent}}
<#elseif node.kind == "repeat">
${indent}long tw_pass${node.number?c} = 0;
${indent}for (long ${node.variable} = ${node.first}, tw_last_${node.variable} = ${node.last}; ${node.variable} <= tw_last_${node.variable}; ${node.variable}++) {
${indent}    if (tw_pass${node.number?c} == ${mostPasses}L) {
${indent}        ${passes}[${node.number?c}] = -1;
${indent}        return;
${indent}    }
${indent}    int tw_changed${node.number?c} = 0;
<@nodes list=node.body indent=indent + "    "/>
${indent}    ${passes}[${node.number?c}] = ++tw_pass${node.number?c};
${indent}    if (${node.until}) break;
${indent}}
<#elseif node.told?has_content>
${indent}{
${indent}    ${node.type} *tw_place = &${node.target};
${indent}    const ${node.type} tw_value = ${node.value};
${indent}    if (tw_value != *tw_place) {
${indent}        *tw_place = tw_value;
<#list node.told as t>
${indent}        tw_changed${t?c} = 1;
</#list>
${indent}    }
${indent}}
<#else>
${indent}${node.target} = ${node.value};
</#if>
</#list>
</#macro>
