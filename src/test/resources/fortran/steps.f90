! Steps, lower bounds, divisions of what may be negative, loops whose iterations may run in any order.
subroutine steps(n, a, b, q)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(-n:n), b(0:n, -1:n)
  integer, intent(inout) :: q(-2*n:2*n)
  integer, parameter :: first = -1
  integer :: i, j
  !$tilewright scop
  do i = n, -n, -2
    a(i) = a(-i) + 1
  end do
  do concurrent (j = first:n, i = 0:n:2, i /= j)
    b(i, j) = b(i, j) + a(i)
  end do
  do i = 0, n
    q(i/2) = q(i/2) + (i - 5)/2
    q(n + mod(i, 3)) = q(n + mod(i, 3)) + 2*i
    q(-n - modulo(i, 4)) = i
  end do
  do j = 1, n
    do i = max(0, j - 3), min(n, 2*j), 3
      b(i, j) = b(i, j - 1) - abs(a(j))
    enddo
  enddo
  !$tilewright endscop
end subroutine steps
