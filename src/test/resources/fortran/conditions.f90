! Conditions on loop variables, on data, and on both.
subroutine conditions(n, a, b, q, best, place, flag)
  implicit none
  integer, intent(in) :: n
  real(kind=8), dimension(n, n), intent(inout) :: a
  real, intent(inout) :: b(n)
  integer, intent(inout) :: q(n)
  double precision, intent(inout) :: best
  integer, intent(inout) :: place
  logical, intent(in) :: flag
  integer :: i, j
  !$tilewright scop
  best = a(1, 1)
  place = 1
  outer: do j = 1, n
    do i = 1, n
      if (i == j) then
        a(i, j) = 1
      else if (i < j .and. .not. (i == 1 .or. j == n)) then
        a(i, j) = a(i, j) + i
      else
        if (mod(i + j, 2) .eq. 0) a(i, j) = -a(i, j)
      end if
      if (i > j) cycle
      a(j, i) = a(i, j)*0.5
    end do
    do i = 2, n
      if (b(i) > 0.5) then
        q(i) = q(i) + 1
      else
        q(i) = q(i - 1)
      end if
      if (i > 3 .and. b(i) < b(i - 1)) q(i) = 2*q(i)
      if (flag .and. q(i) >= 7) a(i, j) = 0
    end do
  end do outer
  do i = 1, n
    if (a(i, 1) > best) then
      place = i
      best = a(i, 1)
    end if
  end do
  !$tilewright endscop
end subroutine conditions
