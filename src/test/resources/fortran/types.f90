! Types, literals, conversions and functions.
module kinds
  use, intrinsic :: iso_fortran_env, only: real64, wp => real32
  integer, parameter :: dp = kind(1.0d0), sp = selected_real_kind(6, 30), width = 2**3 - 5
  real(dp), parameter :: third = 1.0_dp/3, tenth = 0.1
end module kinds

subroutine types(n, x, y, z, q, h, l, b, w)
  use kinds, single => sp
  implicit none
  integer, intent(in) :: n
  real(single), intent(inout) :: x(n)
  real(dp), intent(inout) :: y(n)
  real(kind=wp), intent(inout) :: z(width:n + width)
  integer(4), intent(inout) :: q(n)
  integer*2, intent(inout) :: h(n)
  logical, intent(inout) :: l(n)
  integer(1), intent(inout) :: b(n)
  integer*8, intent(inout) :: w(n)
  integer :: i
  !$tilewright scop
  do i = 1, n
    x(i) = x(i)*0.1 + third
    y(i) = y(i)*0.1 + 0.1d0*x(i) - tenth*.25
    y(i) = y(i)**2 + x(i)**3 - 1.5**4 + y(i)**(-2)
    z(i + 3) = real(y(i)) + real(q(i), dp)/7 + dble(x(i))
    q(i) = q(i)/3 - (-q(i) - 8)/4 + int(10.*x(i)) + (i - 5)/2
    h(i) = h(i)*2 - q(i)/50
    l(i) = .not. l(i) .or. x(i) < 0.5 .and. (q(i) > 3 .eqv. h(i) .ge. 9)
    x(i) = merge(min(x(i), z(i + 3), 0.75), max(x(i), -z(i + 3)), l(i))
    y(i) = sign(y(i), 0.5d0 - x(i)) + sqrt(abs(y(i))) + mod(i, 3) + modulo(i - 4, 3)
    y(i) = y(i) + dmax1(y(i), 1d-1) - sign(2.5d0, y(i)) + 1e-3
    y(i) = y(i) + erf(y(i)) + erfc(y(i)) + asinh(y(i)) + gamma(2 + abs(sin(y(i)))) + log_gamma(3d0 + x(i)**2)
    z(i + 3) = aint(z(i + 3)*4) + anint(x(i)*3) + mod(z(i + 3), 0.75)
    q(i) = mod(q(i), 7) + nint(y(i)) - floor(-x(i)*5) + ceiling(x(i)*3)
    b(i) = b(i)/3 - mod(i, 2)
    w(i) = w(i)*1000000007_8 + q(i)
  end do
  !$tilewright endscop
end subroutine types
