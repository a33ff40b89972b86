package tilewright.tiling;

import java.util.List;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** Eliminations over the whole square: rows and columns change again after others have read them. */
public final class Eliminations {
    private Eliminations() {}

    /** Shortest paths, and the place before the last one of each. */
    private static final String PREDECESSORS = """
        param n
        real d(n,n)
        integer p(n,n)
        assume d(k,k) >= 0
        do k = 1, n
          do i = 1, n
            do j = 1, n
              if (d(i,k) + d(k,j) < d(i,j)) then
                d(i,j) = d(i,k) + d(k,j)
                p(i,j) = p(k,j)
              endif
            enddo
          enddo
        enddo
        """;

    private static final String GAUSS_JORDAN = """
        param n
        double precision a(n,n)
        init a(i,j) = merge(2.0*n, rnd(), i == j)
        do k = 1, n
          do i = 1, n
            do j = k+1, n
              if (i /= k) a(i,j) = a(i,j) - a(i,k) / a(k,k) * a(k,j)
            enddo
          enddo
        enddo
        """;

    /** Column k is divided after it was used: L D L^T. */
    private static final String SQUARE_ROOT_FREE_CHOLESKY = """
        param n
        double precision a(n,n), d(n)
        init a(i,j) = merge(2.0*n, rnd(), i == j)
        do k = 1, n
          d(k) = a(k,k)
          do i = k+1, n
            do j = k+1, i
              a(i,j) = a(i,j) - a(i,k) / d(k) * a(j,k)
            enddo
          enddo
          do i = k+1, n
            a(i,k) = a(i,k) / d(k)
          enddo
        enddo
        """;

    /** Gauss-Jordan in place: the row of the pivot is scaled before it is read, and the column gives way to the inverse's. */
    private static final String INVERSE = """
        param n
        double precision a(n,n), p, f
        init a(i,j) = merge(2.0*n, rnd(), i == j)
        do k = 1, n
          p = 1.0 / a(k,k)
          a(k,k) = 1.0
          do j = 1, n
            a(k,j) = a(k,j) * p
          enddo
          do i = 1, n
            if (i /= k) then
              f = a(i,k)
              a(i,k) = 0.0
              do j = 1, n
                a(i,j) = a(i,j) - f * a(k,j)
              enddo
            endif
          enddo
        enddo
        """;

    /** Paths of a kind that is no closed semiring: how many steps the best path has is carried along. */
    private static final String STEPS_OF_PATHS = """
        param n
        real w(n,n)
        integer steps(n,n)
        do k = 1, n
          do i = 1, n
            do j = 1, n
              if (min(w(i,k), w(k,j)) > w(i,j)) then
                steps(i,j) = steps(i,k) + steps(k,j)
                w(i,j) = min(w(i,k), w(k,j))
              endif
            enddo
          enddo
        enddo
        """;

    public static List<LoopNest> all() {
        return List.of(
                predecessors(),
                gaussJordan(),
                NestParser.parse("ldlt.nest", SQUARE_ROOT_FREE_CHOLESKY),
                NestParser.parse("inverse.nest", INVERSE),
                NestParser.parse("steps.nest", STEPS_OF_PATHS));
    }

    /** Paths and the place before the last one of each, whose updates may change places. */
    public static LoopNest predecessors() {
        return NestParser.parse("predecessors.nest", PREDECESSORS);
    }

    public static LoopNest gaussJordan() {
        return NestParser.parse("gauss-jordan.nest", GAUSS_JORDAN);
    }
}
