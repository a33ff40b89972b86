package tilewright.tiling;

import java.util.List;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;

/** Nests that reduce along rows, or columns, and use the results along the same ones. */
public final class RowNests {
    /** Softmax of rows: maximum, exponentials with their sum, quotients. */
    public static final String SOFTMAX = """
        param m, n
        real x(m,n), y(m,n), mx(m), s(m)
        assume associative(+)
        do i = 1, m
          mx(i) = x(i,1)
          do j = 2, n
            mx(i) = max(mx(i), x(i,j))
          enddo
          s(i) = 0.0
          do j = 1, n
            y(i,j) = exp(x(i,j) - mx(i))
            s(i) = s(i) + y(i,j)
          enddo
          do j = 1, n
            y(i,j) = y(i,j) / s(i)
          enddo
        enddo
        """;

    private static final String LAYER_NORM = """
        param m, n
        real x(m,n), y(m,n), mean(m), var(m), g(n), b(n)
        assume associative(+)
        do i = 1, m
          mean(i) = 0.0
          do j = 1, n
            mean(i) = mean(i) + x(i,j)
          enddo
          mean(i) = mean(i) / float(n)
          var(i) = 0.0
          do j = 1, n
            var(i) = var(i) + (x(i,j) - mean(i)) * (x(i,j) - mean(i))
          enddo
          var(i) = sqrt(var(i) / float(n) + 0.00001)
          do j = 1, n
            y(i,j) = (x(i,j) - mean(i)) / var(i) * g(j) + b(j)
          enddo
        enddo
        """;

    private static final String SCALED = """
        param m, n
        double precision x(m,0:n), r(m)
        assume associative(+)
        do i = 1, m
          r(i) = 0.0
          do j = 0, n
            r(i) = r(i) + x(i,j) * x(i,j)
          enddo
          do j = 0, n
            x(i,j) = x(i,j) / sqrt(r(i) + 1.0)
          enddo
        enddo
        """;

    private static final String LOG_SUM = """
        param m, n
        real x(m,n), y(m,n), mx(m), s(m)
        assume associative(+)
        do i = 1, m
          mx(i) = x(i,1)
          do j = 2, n
            mx(i) = max(mx(i), x(i,j))
          enddo
          s(i) = 0.0
          do j = 1, n
            s(i) = s(i) + exp(x(i,j) - mx(i))
          enddo
          s(i) = mx(i) + log(s(i))
          do j = 1, n
            y(i,j) = x(i,j) - s(i)
          enddo
        enddo
        """;

    private static final String COLUMNS = """
        param m, n
        real x(m,n), mean(n)
        assume associative(+)
        do j = 1, n
          mean(j) = 0.0
          do i = 1, m
            mean(j) = mean(j) + x(i,j)
          enddo
          do i = 1, m
            x(i,j) = x(i,j) - mean(j) / float(m)
          enddo
        enddo
        """;

    private static final String BATCH = """
        param k, m, n
        real x(k,m,n), mx(k,m)
        do b = 1, k
          do i = 1, m
            mx(b,i) = x(b,i,1)
            do j = 2, n
              mx(b,i) = max(mx(b,i), x(b,i,j))
            enddo
            do j = 1, n
              x(b,i,j) = x(b,i,j) - mx(b,i)
            enddo
          enddo
        enddo
        """;

    /** Each statement in loops of its own. */
    private static final String APART = """
        param m, n
        real x(m,n), s(m)
        assume associative(+)
        do i = 1, m
          s(i) = 0.0
        enddo
        do i = 1, m
          do j = 1, n
            s(i) = s(i) + x(i,j)
          enddo
        enddo
        do i = 1, m
          do j = 1, n
            x(i,j) = x(i,j) - s(i)
          enddo
        enddo
        """;

    /** Sums over the rows of a matrix for each value of the parallel loop. */
    private static final String MATRICES = """
        param k, m, n
        real x(k,m,n), s(k)
        assume associative(+)
        do b = 1, k
          s(b) = 1.0
          do i = 1, m
            do j = 1, n
              s(b) = s(b) + x(b,i,j)
            enddo
          enddo
          do i = 1, m
            do j = 1, n
              x(b,i,j) = x(b,i,j) / s(b)
            enddo
          enddo
        enddo
        """;

    private RowNests() {}

    /** A nest by its name. */
    public static LoopNest of(String name) {
        return NestParser.parse(name + ".nest", text(name));
    }

    /** The names of all. */
    public static List<String> names() {
        return List.of("softmax", "layer-norm", "scaled", "log-sum", "columns", "batch", "apart", "matrices");
    }

    /** Blocks of two rows, of 16 lanes, two of a thread in the second of two. */
    public static Candidate candidate(String name, int second) {
        int loops = name.equals("batch") || name.equals("matrices") ? 3 : 2;
        boolean sequential = name.equals("matrices");
        List<Integer> block = loops == 2 ? List.of(2, 16) : sequential ? List.of(2, 1, 16) : List.of(1, 2, 16);
        List<Integer> thread = loops == 2 ? List.of(1, second) : List.of(1, 1, second);
        return new Candidate(block, thread, new Candidate.Options(1, 1));
    }

    private static String text(String name) {
        return switch (name) {
            case "softmax" -> SOFTMAX;
            case "layer-norm" -> LAYER_NORM;
            case "scaled" -> SCALED;
            case "log-sum" -> LOG_SUM;
            case "columns" -> COLUMNS;
            case "batch" -> BATCH;
            case "apart" -> APART;
            case "matrices" -> MATRICES;
            default -> throw new IllegalArgumentException(name);
        };
    }
}
