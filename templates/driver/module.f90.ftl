<#-- A Fortran module for the generated function; names, shapes and lists come from FortranModule. -->
<#assign f = fortran>
<#list header as line>
!<#if line?has_content> ${line}</#if>
</#list>
!
! Arrays have their dimensions in Fortran's order: what the comment above calls a(i,j) is a(j,i) here.
<#if cuda>
! They are addresses in device memory, columns padded to the pitch that ${f.procedure}_ARRAY_pitch returns; what stands in the
! padding may change. Work is enqueued into the stream; the result is a cudaError_t.
</#if>
module ${f.module}
  use, intrinsic :: iso_c_binding, only: c_ptr, c_loc<#list f.kinds as k>, ${k}</#list>
  implicit none
  private
  public :: ${f.function}
<#if cuda>
<#list f.arrays as a>
  public :: ${f.procedure}_${a.name}_pitch
</#list>
<#else>
  public :: ${f.procedure}_tiled
</#if>

  interface
<#if cuda>
    function ${f.function}(${f.deviceArguments}) &
        result(error_) bind(c, name="${f.function}")
      import :: c_ptr, c_int
<#list f.arrays as a>
      type(c_ptr), value :: ${a.name}
</#list>
<#list f.scratch as s>
      type(c_ptr), value :: ${s}
</#list>
<#list f.parameters as p>
      integer(c_int), value :: ${p}
</#list>
      type(c_ptr), value :: stream_
      integer(c_int) :: error_
    end function ${f.function}
<#else>
    ! The C function itself: columns are padded.
    subroutine ${f.function}(${f.arguments}) &
        bind(c, name="${f.function}")
      import :: c_ptr, c_int
<#list f.arrays as a>
      type(c_ptr), value :: ${a.name}
</#list>
<#list f.parameters as p>
      integer(c_int), value :: ${p}
</#list>
    end subroutine ${f.function}
</#if>
  end interface

contains

<#if cuda>
<#list f.arrays as a>
  ! Elements from one column of ${a.name} to the next.
  pure integer(c_int) function ${f.procedure}_${a.name}_pitch(${f.parameterList}) result(pitch_)
<#list f.parameters as p>
    integer(c_int), intent(in) :: ${p}
</#list>
    pitch_ = ${a.pitch}
  end function ${f.procedure}_${a.name}_pitch
<#sep>

</#list>
<#else>
  ! Runs ${name}, in place. Arrays whose columns are padded are copied to padded ones and back.
  subroutine ${f.procedure}_tiled(${f.arguments})
<#list f.parameters as p>
    integer(c_int), intent(in) :: ${p}
</#list>
<#list f.arrays as a>
<#if a.scalar>
    ${a.type}, intent(inout), target :: ${a.name}
<#else>
    ${a.type}, intent(inout), target :: ${a.name}(${a.shape})
    ${a.type}, pointer :: ${a.name}_plain(:, :)
    ${a.type}, allocatable, target :: ${a.name}_rows(:, :)
    integer(c_int) :: ${a.name}_extent, ${a.name}_pitch, ${a.name}_columns
    type(c_ptr) :: ${a.name}_memory
</#if>
</#list>
<#list f.arrays as a>
<#if !a.scalar>

    ${a.name}_extent = ${a.extent}
    ${a.name}_pitch = ${a.pitch}
    ${a.name}_columns = ${a.columns}
    if (${a.name}_extent == ${a.name}_pitch) then
      ${a.name}_memory = c_loc(${a.name})
    else
      ${a.name}_plain(1:${a.name}_extent, 1:${a.name}_columns) => ${a.name}
      allocate(${a.name}_rows(${a.name}_pitch, ${a.name}_columns))
      ${a.name}_rows(1:${a.name}_extent, :) = ${a.name}_plain
      ${a.name}_memory = c_loc(${a.name}_rows)
    end if
</#if>
</#list>

    call ${f.function}(${f.memories})
<#list f.arrays as a>
<#if a.written && !a.scalar>
    if (allocated(${a.name}_rows)) ${a.name}_plain = ${a.name}_rows(1:${a.name}_extent, :)
</#if>
</#list>
  end subroutine ${f.procedure}_tiled
</#if>
end module ${f.module}
