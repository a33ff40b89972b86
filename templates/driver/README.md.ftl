# ${name}, tiled by Tilewright

```
${nest}
```

## The candidate

| | |
|---|---|
| block sizes | ${block} |
| thread sizes | ${thread} |
| options | ${options} |
| shape | ${family} |
| legal because | ${rule} |

## Launches, in order

<@steps list=host lead=""/>

## What the model predicts

<#list prediction as line>
${line}
<#else>
Nothing: this candidate is not one that the model ranks.
</#list>

<#if hip>
## Not tried on a device

**Nothing that Tilewright generates for HIP has run on such a device**: there was none. The program compiles (gfx90a), and its kernel
program has been run by an emulator of threads, blocks and barriers where `tilewright verify --target hip` was asked to. `make check` compares with the nest as written.

</#if>
## Build and run

    make          # builds check_${file} and ${file}.o with ${compiler} alone
    make check    # compares with the nest as written, then times it
    ./check_${file}<#list parameters as p> ${p.default?c}</#list>    # at other sizes:<#list parameters as p> ${p.name}</#list>
    ./check_${file} --no-check    # times only; the nest as written does not run
    make check ARGS=--long    # where a run takes more than an hour

<#if hip>
`ARCH=gfx942 make` builds for another processor; the default is gfx90a.
<#elseif cuda>
`ARCH=sm_80 make` builds for another processor; the default is sm_90.
<#else>
`CFLAGS` replaces the compiler's options; `-fopenmp` among them makes blocks run in parallel.
</#if>

## Call it from a program

Include `${file}.h` from C or C++ and link `${file}.o`<#if hip> by hipcc<#elseif cuda> by nvcc, or with `-lcudart -lstdc++`<#else> with `-fopenmp -lm`</#if>:

```c
<#if cuda>
<#list arrays as a>
${a.type} *${a.name};
${api}Malloc<#if (windows > 0)>Host</#if>((void **)&${a.name}, ${prefix}_${a.name}_bytes(<@sizes/>));
</#list>
<#list seconds + temporaries as s>
${s.type} *${s.name}; // scratch
${api}Malloc((void **)&${s.name}, ${prefix}_${s.array}_bytes(<@sizes/>));
</#list>
// Fill the arrays, row by row: ${api}Memcpy2D does that.
${api}Error_t error = ${prefix}_run(<#list arrays as a>${a.name}<#sep>, </#list><#list seconds + temporaries as s>, ${s.name}</#list><@andSizes/>, stream);
<#else>
<#list arrays as a>
${a.type} *${a.name} = malloc(${prefix}_${a.name}_bytes(<@sizes/>));
</#list>
// Fill the arrays.
${prefix}_run(<#list arrays as a>${a.name}<#sep>, </#list><@andSizes/>);
</#if>
```

Arrays are row-major, rows padded to a pitch that `${prefix}_ARRAY_pitch` returns; sizes are `int`, offsets 64 bits wide:

<#list arrays as a>
- `${a.layout}`
</#list>

<#if modules>
From Fortran, where dimensions stand in reverse and columns need no padding<#if cuda>, `use ${fortran.module}` and call `${fortran.function}` with device addresses<#else>, compile `${fortran.module}.f90` and link `${file}.o`</#if>:

```fortran
use ${fortran.module}
<#if cuda>
error = ${fortran.function}(<#list fortran.arrays as a>${a.name}, </#list><#list fortran.scratch as s>${s}, </#list><#list fortran.parameters as p>${p}, </#list>stream)
<#else>
call ${fortran.procedure}_tiled(<#list fortran.arrays as a>${a.name}<#sep>, </#list><#list fortran.parameters as p>, ${p}</#list>)
</#if>
```

From CMake: `add_subdirectory` of this folder, then `target_link_libraries(yours PRIVATE tilewright::${file})`. Alone, the folder
is a project whose `ctest` compares with the nest as written.

From Python, with this folder on the path:

```python
import ${library}
<#if cuda>
# Objects with __cuda_array_interface__, e.g. cupy.empty(${library}.padded_shape(..)).
</#if>
${library}.run(<#list python.arrays + python.scratch as a>${a.name}<#sep>, </#list>)
```

</#if>
## Files

| file | holds |
|---|---|
<#if cuda>
| `${file}${ending}` | the kernels |
| `${file}_run${ending}` | the host function that launches them |
<#else>
| `${file}.c` | the tiled program |
</#if>
| `${file}.h` | the declaration, sizes and pitches |
| `sequential.c` | the nest as written |
| `driver${ending}` | `main`: fills arrays, runs both, compares, times |
| `Makefile` | builds and runs |
<#if modules>
| `${fortran.module}.f90` | calls it from Fortran |
| `CMakeLists.txt` | builds a library for a larger project, or the check |
| `${library}.py` | calls it from Python; checks arrays first |
</#if>
<#macro sizes><#list parameters as p>${p.name}<#sep>, </#list></#macro>
<#macro andSizes><#list parameters as p>, ${p.name}</#list></#macro>
<#macro steps list lead>
<#list list as step>
<#if step.kind == "loop">
${lead}- for `${step.variable}` from `${step.first}` to `${step.last}`:
<@steps list=step.body lead=lead + "  "/>
<#else>
${lead}- `${step.kernel}`: ${step.description}<#if cuda>; ${step.threads?c} threads and ${step.sharedBytes?c} bytes of shared memory per block</#if>
<#list step.pieces as piece>
${lead}  - ${piece}
</#list>
</#if>
</#list>
</#macro>
