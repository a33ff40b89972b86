C     Gauss-Seidel iteration for Poisson's equation, red points before black ones, in fixed form.
c$tilewright dataset(SMALL, n = 98, maxit = 10)
c$tilewright dataset(LARGE, n = 4094, maxit = 100)
      SUBROUTINE REDBLK(N, MAXIT, U, F)
      INTEGER N, MAXIT, IT, I, J
      REAL*8 U(0:N + 1, 0:N + 1), F(N, N)
c$tilewright scop
      DO 30 IT = 1, MAXIT
        DO 10 J = 1, N
        DO 10 I = 1, N
          IF (MOD(I + J, 2) .EQ. 0)
     &      U(I, J) = 0.25D0 * (U(I - 1, J) + U(I + 1, J)
     &                + U(I, J - 1) + U(I, J + 1) - F(I, J))
   10   CONTINUE
        DO 20 J = 1, N
        DO 20 I = 1, N
          IF (MOD(I + J, 2) .EQ. 1)
     &      U(I, J) = 0.25D0 * (U(I - 1, J) + U(I + 1, J)
     &                + U(I, J - 1) + U(I, J + 1) - F(I, J))
   20   CONTINUE
   30 CONTINUE
c$tilewright endscop
      END
