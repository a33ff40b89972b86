package tilewright.codegen;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;

/**
 * Nests with a property that some improvement asks for and with more statements or loops than the nest that it was made for, and plans of them.
 *
 * @param name what stands in the names of tests
 * @param text the nest
 * @param schedule in which statements run in one piece
 */
public record CoupledNests(String name, String text, Candidate candidate, Schedule schedule) {
    /** Each is planned and proved once, whatever tests ask for it. */
    private static final Map<CoupledNests, Plan> PLANS = new ConcurrentHashMap<>();

    private static final Schedule AUTO = new Schedule.Auto();
    /** Statements of one loop stay together. */
    private static final Schedule ORIGINAL = new Schedule.Original();

    /** Two matrices, each of which is eliminated with rows of the other. */
    public static final CoupledNests ELIMINATIONS = new CoupledNests("eliminations", """
        param n
        double precision a(n, n), b(n, n)
        init a(i,j) = merge(n + rnd(), rnd(), i == j)
        init b(i,j) = merge(n + rnd(), rnd(), i == j)
        do k = 1, n - 1
          do i = k + 1, n
            do j = k + 1, n
              a(i,j) = a(i,j) - a(i,k) * (0.001 * b(k,j))
              b(i,j) = b(i,j) - b(i,k) * (0.001 * a(k,j))
            enddo
          enddo
        enddo
        """, eliminated(16, 2), AUTO);

    /** Real and imaginary parts, each with two products. */
    public static final CoupledNests COMPLEX_ELIMINATION =
            new CoupledNests("complex elimination", """
                param n
                assume associative(+)
                double precision x(n, n), y(n, n)
                init x(i,j) = merge(n + rnd(), rnd(), i == j)
                init y(i,j) = merge(n + rnd(), rnd(), i == j)
                do k = 1, n - 1
                  do i = k + 1, n
                    do j = k + 1, n
                      x(i,j) = x(i,j) + ((0.001 * y(i,k)) * y(k,j) + (-0.001 * x(i,k)) * x(k,j))
                      y(i,j) = y(i,j) + ((-0.001 * x(i,k)) * y(k,j) + (-0.001 * y(i,k)) * x(k,j))
                    enddo
                  enddo
                enddo
                """, eliminated(16, 2), AUTO);

    /** Two sums of products with one factor in common. */
    public static final CoupledNests PRODUCTS = new CoupledNests(
            "products",
            sums("double precision", "c(i,j) + a(i,k) * b(k,j)", "d(i,j) + a(i,k) * e(k,j)"),
            summed(64, 4, 16),
            ORIGINAL);

    /** A product beside a maximum. */
    public static final CoupledNests PRODUCT_AND_MAXIMUM = new CoupledNests(
            "product and maximum",
            sums("double precision", "c(i,j) + a(i,k) * b(k,j)", "max(d(i,j), a(i,k) * e(k,j))"),
            summed(64, 4, 16),
            ORIGINAL);

    /** Two sums in single precision. */
    public static final CoupledNests SUMS = new CoupledNests(
            "sums", sums("real", "c(i,j) + a(i,k) * b(k,j)", "d(i,j) - a(i,k) * e(k,j)"), summed(16, 2, 8), ORIGINAL);

    /** A sum beside a minimum that might be joined with others. */
    public static final CoupledNests SUM_AND_MINIMUM = new CoupledNests(
            "sum and minimum",
            sums("real", "c(i,j) + a(i,k) * b(k,j)", "min(d(i,j), a(i,k) + e(k,j))"),
            summed(16, 2, 8),
            ORIGINAL);

    /** Two minima of values that are not negative. */
    public static final CoupledNests MINIMA = new CoupledNests(
            "minima",
            sums("real", "min(c(i,j), a(i,k) + b(k,j))", "min(d(i,j), a(i,k) + e(k,j))"),
            summed(16, 2, 8),
            ORIGINAL);

    /** A minimum beside a maximum. */
    public static final CoupledNests MINIMUM_AND_MAXIMUM = new CoupledNests(
            "minimum and maximum",
            sums("real", "min(c(i,j), a(i,k) + b(k,j))", "max(d(i,j), min(a(i,k), e(k,j)))"),
            summed(16, 2, 8),
            ORIGINAL);

    /** A contraction over two indices, of which the last one ends with the row. */
    public static final CoupledNests ROWS_OF_A_TRIANGLE =
            new CoupledNests("rows of a triangle", contraction("1, n", "1, i"), contracted(), AUTO);

    /** The same with another one that begins with the column. */
    public static final CoupledNests COLUMNS_OF_A_TRIANGLE =
            new CoupledNests("columns of a triangle", contraction("1, i", "j, n"), contracted(), AUTO);

    /** The same over the whole box. */
    public static final CoupledNests BOX = new CoupledNests("box", contraction("1, n", "1, n"), contracted(), AUTO);

    /** Systems of equations, eliminated by the same quotients. */
    public static final CoupledNests QUOTIENT =
            new CoupledNests("quotient", quotients("x(i,k) / x(k,k)"), panels(), AUTO);

    /** The same, each with quotients of its own. */
    public static final CoupledNests QUOTIENTS =
            new CoupledNests("quotients", quotients("y(i,k) / y(k,k)"), panels(), AUTO);

    /** Three statements, of which the last two read what the first one computes. */
    public static final CoupledNests CHAIN = new CoupledNests("chain", chain("", "a(i,k)"), chained(), AUTO);

    /** Four statements: the second one reads what the first one computes, too. */
    public static final CoupledNests LONGER_CHAIN =
            new CoupledNests("longer chain", chain("b(i,k) = b(i,k) / (a(i,k) + b(k,k))", "b(i,k)"), chained(), AUTO);

    /** Two matrices, of which a launch has one block. */
    public static final CoupledNests BLOCKS_BESIDE_ONE = new CoupledNests(
            "blocks beside one", ELIMINATIONS.text.replace("double precision", "real"), beside(), AUTO);

    /** The same of a chain of three statements. */
    public static final CoupledNests CHAIN_BESIDE_ONE =
            new CoupledNests("chain beside one", CHAIN.text, beside(), AUTO);

    /** All of them. */
    public static List<CoupledNests> all() {
        return List.of(
                ELIMINATIONS,
                COMPLEX_ELIMINATION,
                PRODUCTS,
                PRODUCT_AND_MAXIMUM,
                SUMS,
                SUM_AND_MINIMUM,
                MINIMA,
                MINIMUM_AND_MAXIMUM,
                ROWS_OF_A_TRIANGLE,
                COLUMNS_OF_A_TRIANGLE,
                BOX,
                QUOTIENT,
                QUOTIENTS,
                CHAIN,
                LONGER_CHAIN,
                BLOCKS_BESIDE_ONE,
                CHAIN_BESIDE_ONE);
    }

    private static Candidate eliminated(int block, int thread) {
        return new Candidate(
                List.of(block, block, block), List.of(1, thread, thread), new Candidate.Options(block / 2, 2));
    }

    private static Candidate summed(int block, int thread, int chunk) {
        return new Candidate(List.of(block, block, chunk), List.of(thread, thread, 1), new Candidate.Options(chunk, 2));
    }

    /** Blocks whose launches others run beside. */
    private static Candidate panels() {
        return new Candidate(List.of(64, 32, 32), List.of(1, 4, 4), new Candidate.Options(8, 2, 32));
    }

    private static String quotients(String second) {
        return """
            param n
            real x(n, n + 1), y(n, n + 1)
            init x(i,j) = merge(n + rnd(), rnd(), i == j)
            init y(i,j) = merge(n + rnd(), rnd(), i == j)
            do k = 1, n - 1
              do i = k + 1, n
                do j = k + 1, n + 1
                  x(i,j) = x(i,j) - (x(i,k) / x(k,k)) * (0.01 * y(k,j))
                  y(i,j) = y(i,j) - (%s) * (0.01 * x(k,j))
                enddo
              enddo
            enddo
            """.formatted(second);
    }

    private static Candidate chained() {
        return new Candidate(List.of(8, 8, 8), List.of(1, 2, 2), new Candidate.Options(4, 1));
    }

    private static Candidate beside() {
        return new Candidate(List.of(8, 8, 8), List.of(1, 2, 4), new Candidate.Options(4, 2, 4));
    }

    private static String chain(String second, String factor) {
        return """
            param n
            real a(n, n), b(n, n)
            init a(i,j) = merge(n + rnd(), rnd(), i == j)
            init b(i,j) = merge(n + rnd(), rnd(), i == j)
            do k = 1, n - 1
              do i = k + 1, n
                a(i,k) = a(i,k) / a(k,k)
                %s
                do j = k + 1, n
                  a(i,j) = a(i,j) - a(i,k) * (0.01 * b(k,j))
                  b(i,j) = b(i,j) - %s * (0.01 * a(k,j))
                enddo
              enddo
            enddo
            """.formatted(second, factor);
    }

    private static Candidate contracted() {
        return new Candidate(List.of(8, 8, 4, 4), List.of(2, 2, 1, 1), new Candidate.Options(4, 2));
    }

    private static String contraction(String outer, String inner) {
        return """
            param n
            double precision c(n, n), a(n, n, n), b(n, n, n)
            do i = 1, n
              do j = 1, n
                do k = %s
                  do l = %s
                    c(i,j) = c(i,j) + a(i,k,l) * b(k,l,j)
                  enddo
                enddo
              enddo
            enddo
            """.formatted(outer, inner);
    }

    private static String sums(String type, String first, String second) {
        return """
            param n
            %s c(n, n), d(n, n), a(n, n), b(n, n), e(n, n)
            assume c(i,j) >= 0
            assume d(i,j) >= 0
            assume a(i,j) >= 0
            assume b(i,j) >= 0
            assume e(i,j) >= 0
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  c(i,j) = %s
                  d(i,j) = %s
                enddo
              enddo
            enddo
            """.formatted(type, first, second);
    }

    public LoopNest nest() {
        return NestParser.parse(name + ".nest", text);
    }

    /** The candidate's plan, of which everything has been proved. */
    public Plan plan() {
        return PLANS.computeIfAbsent(this, CoupledNests::proved);
    }

    private Plan proved() {
        try (Context context = new Context()) {
            var dependences = DependenceAnalysis.analyze(context, nest());
            Plan plan = ((Verdict.Legal) new Tiler(dependences, schedule).plan(candidate)).plan();
            new PlanCheck(dependences).require(plan).ifPresent(left -> {
                throw new AssertionError(left);
            });
            return plan;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
