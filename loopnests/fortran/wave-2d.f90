! The wave equation in two dimensions, two steps in every iteration.
subroutine wave(nx, ny, steps, p, u, c)
  implicit none
  integer, parameter :: sp = kind(1.0)
  integer, intent(in) :: nx, ny, steps
  real(sp), intent(inout) :: p(0:nx + 1, 0:ny + 1), u(0:nx + 1, 0:ny + 1)
  real(sp), intent(in) :: c(nx, ny)
  integer :: t
  !$tilewright dataset(SMALL, nx = 100, ny = 80, steps = 20)
  !$tilewright dataset(LARGE, nx = 4096, ny = 4096, steps = 256)
  !$tilewright init(c(i,j) = 0.25*rnd())
  !$tilewright scop
  do t = 1, steps
    p(1:nx, 1:ny) = 2*u(1:nx, 1:ny) - p(1:nx, 1:ny) &
        + c*(u(0:nx - 1, 1:ny) + u(2:nx + 1, 1:ny) &
             + u(1:nx, 0:ny - 1) + u(1:nx, 2:ny + 1) - 4*u(1:nx, 1:ny))
    u(1:nx, 1:ny) = 2*p(1:nx, 1:ny) - u(1:nx, 1:ny) &
        + c*(p(0:nx - 1, 1:ny) + p(2:nx + 1, 1:ny) &
             + p(1:nx, 0:ny - 1) + p(1:nx, 2:ny + 1) - 4*p(1:nx, 1:ny))
  end do
  !$tilewright endscop
end subroutine wave
