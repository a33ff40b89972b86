C     Fixed form: labels, implicit types, continuation lines, shared ends of loops.
      SUBROUTINE OLDSTYLE(N, A, B, W, S)
      PARAMETER (KLOW = 1, HALF = 0.5)
      DIMENSION A(N, N), B(N), W(N)
      DOUBLE PRECISION W
      COMMON /OTHER/ DUMMY
c$tilewright assume(n >= 2)
*$tilewright init(b(i) = 1 + rnd())
c$tilewright scop
      S = 0.
      DO 10 J = KLOW, N
      DO 10 I = KLOW, N
      A(I, J) = A(I, J) * HALF
     &        + B(J)                                                    ignored
   10 CONTINUE
      DO 30, J = 2, N
        IF (J .EQ. N) GO TO 30
        DO 20 I = 2, N - 1
* a comment
   20   W(I) = W(I) + A(I, J) / B(I)
     1       - A(I - 1, J + 1)
   30 CONTINUE
      DO 40 I = N, 1, -1
        IF (I .GT. 2 .AND. B(I) .LT. 1.5) THEN
          S = S + B(I)
        ELSEIF (I .NE. 1) THEN
          S = S - W(I)
        ENDIF
   40 CONTINUE
c$tilewright endscop
      END
