! Sections whose elements are read before, after and where they are written.
subroutine sections(n, m, a, b, c, q)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n, m), b(0:n + 1), c(-1:m)
  integer, intent(inout) :: q(2*n)
  integer :: j
  !$tilewright assume(n >= 3)
  !$tilewright assume(m >= 2)
  !$tilewright scop
  b(1:n) = 0.5d0*(b(0:n - 1) + b(2:n + 1))   ; b(2:n) = b(1:n - 1)
  b(1:n - 1) = b(2:n)
  b(n:1:-1) = b(1:n) + 1
  a = 2*a
  a(:, 1) = a(:, m) - b(1:n)
  do j = 2, m
    a(2:n, j) = a(1:n - 1, j - 1)*0.1 + &
                a(2:n, j)/a(1, j)
    a(1:n, j) = a(1:n, j)/(1 + abs(a(n, j)))
  end do
  c(:) = c(1) + 0.25
  c(1:) = c(:m - 2)
  q(2:2*n:2) = q(1:2*n - 1:2) + q(2)
  q(1:n) = q(2*n:n + 1:-1)
  q = q/3
  !$tilewright endscop
end subroutine sections
