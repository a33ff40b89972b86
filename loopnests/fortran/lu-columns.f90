! A = L U without pivoting, by columns as Fortran stores them.
! The data are diagonally dominant, so that no pivot vanishes.
module lu_columns
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
contains
  !$tilewright dataset(SMALL, n = 120)
  !$tilewright dataset(LARGE, n = 2000)
  !$tilewright init(a(i,j) = merge(n + rnd(), rnd(), i == j))
  subroutine factor(n, a)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n, n)
    integer :: i, j, k
    !$tilewright scop
    do k = 1, n - 1
      do i = k + 1, n
        a(i, k) = a(i, k)/a(k, k)
      end do
      do j = k + 1, n
        do i = k + 1, n
          a(i, j) = a(i, j) - a(i, k)*a(k, j)
        end do
      end do
    end do
    !$tilewright endscop
  end subroutine factor
end module lu_columns
