package tilewright.tiling.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.rewrite.SumsApart;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.text.PlanRoundTrip;

/** Sums in shares: which, what the nest becomes, and what is proved of it. */
class SplitSumsTest {
    private static final String PRODUCT = """
        param m, n, k
        real c(m, n), a(m, 0:k), b(0:k, n)
        assume associative(+)
        do i = 1, m
          do j = 1, n
            c(i,j) = 2 * c(i,j)
            do l = 0, k
              c(i,j) = c(i,j) - a(i,l) * b(l,j)
            enddo
          enddo
        enddo
        """;

    private static final Candidate CANDIDATE =
            new Candidate(List.of(1, 4, 8, 4), List.of(1, 2, 2, 1), new Candidate.Options(4, 2));

    /** Blocks of this nest begin at 0, where its sum does: shares and their iterations are counted from there. */
    @Test
    void partialResultsComeFirstAndAreAddedWhereTheSumStood() {
        try (Context context = new Context()) {
            LoopNest split = SplitSums.of(analyzed(context, PRODUCT), 64).orElseThrow();
            assertEquals("""
                do l_share = 0, (k + 64)/64 - 1
                  do i = 1, m
                    do j = 1, n
                      c_shares(l_share,i,j) = 0
                      do l_in_share = 0, min(63, k - 64*l_share)
                        c_shares(l_share,i,j) = c_shares(l_share,i,j) - (a(i,64*l_share + l_in_share) * b(64*l_share + l_in_share,j))
                      enddo
                    enddo
                  enddo
                enddo
                do i = 1, m
                  do j = 1, n
                    c(i,j) = 2 * c(i,j)
                    do l_share = 0, (k + 64)/64 - 1
                      c(i,j) = c(i,j) + c_shares(l_share,i,j)
                    enddo
                  enddo
                enddo
                """, NestPrinter.print(split.body()));
        }
    }

    /** A product whose innermost loop is over elements, and one of a tensor with two vectors' outer product. */
    @Test
    void loopsOverElementsAreBroughtOutsideOfTheSum() {
        String product = """
            param m, n, k
            assume associative(+)
            real a(m,k), b(k,n), c(m,n)
            do i = 1, m
              do l = 1, k
                do j = 1, n
                  c(i,j) = c(i,j) + a(i,l) * b(l,j)
                enddo
              enddo
            enddo
            """;
        String tensor = """
            param n, r
            assume associative(+)
            real x(n,n,n), b(n,r), c(n,r), y(n,r)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  do a = 1, r
                    y(i,a) = y(i,a) + x(i,j,k) * b(j,a) * c(k,a)
                  enddo
                enddo
              enddo
            enddo
            """;
        try (Context context = new Context()) {
            assertEquals(List.of("l_share", "i", "j", "l_in_share"), loopsOfShares(context, product));
            assertEquals(List.of("j_share", "i", "a", "j_in_share", "k"), loopsOfShares(context, tensor));
            Plan plan = plan(analyzed(context, product));
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(analyzed(context, product)).check(plan));
        }
    }

    private static List<String> loopsOfShares(Context context, String text) {
        LoopNest split = SplitSums.of(analyzed(context, text), 8).orElseThrow();
        return split.statements().stream()
                .map(PlacedStatement::loopVariables)
                .filter(loops -> loops.stream().anyMatch(l -> l.endsWith("_in_share")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void lengthsAreReadBackAndCounted() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, PRODUCT);
            LoopNest split = SplitSums.of(dependences, 64).orElseThrow();
            assertEquals(OptionalInt.of(64), SplitSums.length(dependences.nest(), split));
            assertEquals(OptionalInt.empty(), SplitSums.length(dependences.nest(), dependences.nest()));
            assertEquals(
                    List.of(new SplitSums.Sum(101, 30, false, false)),
                    SplitSums.sums(dependences, Map.of("m", 5L, "n", 6L, "k", 100L)));
        }
    }

    @Test
    void plansOfItAreProvedAndKeepTheirText() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, PRODUCT);
            Plan plan = plan(dependences);
            assertEquals(1, plan.scratch().size());
            assertEquals(dependences.nest(), plan.written());
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanRoundTrip.check(plan);
        }
    }

    /** Sums whose order is not free are other sums in shares: the check asks the dependences of the nest as written. */
    @Test
    void aPlanOfSumsWhoseOrderIsFixedIsRefused() {
        try (Context context = new Context()) {
            Plan plan = plan(analyzed(context, PRODUCT));
            Dependences fixed = analyzed(context, PRODUCT.replace("assume associative(+)\n", ""));
            assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(fixed).check(plan));
        }
    }

    @Test
    void sumsWhoseOrderIsFixedStay() {
        requireWhole(PRODUCT.replace("assume associative(+)\n", ""));
    }

    @Test
    void sumsOfOperandsThatTheNestChangesStay() {
        requireWhole("""
            param n
            real c(n, n), a(n, n), b(n, n)
            assume associative(+)
            do i = 1, n
              do j = 1, n
                a(i,j) = 2 * a(i,j)
                do k = 1, n
                  c(i,j) = c(i,j) + a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """);
    }

    /** The first of their loops is cut; the others stay inside. */
    @Test
    void sumsOverTwoLoopsAreCutInTheFirst() {
        requireShares("""
            param m, n
            double precision s, a(m, n)
            assume associative(+)
            do i = 1, m
              do j = i, n
                s = s + a(i,j) * a(i,j)
              enddo
            enddo
            """, """
            do i_share = 1, (m + 63)/64
              s_shares(i_share) = 0
              do i_in_share = 1, min(64, m - 64*i_share + 64)
                do j = 64*i_share + i_in_share - 64, n
                  s_shares(i_share) = s_shares(i_share) + (a(64*i_share + i_in_share - 64,j) * a(64*i_share + i_in_share - 64,j))
                enddo
              enddo
            enddo
            do i_share = 1, (m + 63)/64
              s = s + s_shares(i_share)
            enddo
            """);
    }

    /** A share starts from its first value: a maximum may count it twice. Its order is free whatever is assumed. */
    @Test
    void maximaStartFromTheFirstValue() {
        requireShares("""
            param n
            real m, x(n), y(n)
            m = x(1)
            do i = 2, n
              m = max(abs(x(i)), m, y(i))
            enddo
            """, """
            m = x(1)
            do i_share = 1, (n + 62)/64
              m_shares(i_share) = max(abs(x(64*i_share - 62)), y(64*i_share - 62))
              do i_in_share = 1, min(64, n - 64*i_share + 63)
                m_shares(i_share) = max(max(abs(x(64*i_share + i_in_share - 63)), m_shares(i_share)), y(64*i_share + i_in_share - 63))
              enddo
            enddo
            do i_share = 1, (n + 62)/64
              m = max(m, m_shares(i_share))
            enddo
            """);
    }

    @Test
    void productsStartFromOne() {
        requireShares("""
            param n
            double precision p(n), x(n, n)
            assume associative(*)
            do i = 1, n
              do j = 1, n
                p(i) = p(i) * x(j,i)
              enddo
            enddo
            """, """
            do j_share = 1, (n + 63)/64
              do i = 1, n
                p_shares(j_share,i) = 1
                do j_in_share = 1, min(64, n - 64*j_share + 64)
                  p_shares(j_share,i) = p_shares(j_share,i) * x(64*j_share + j_in_share - 64,i)
                enddo
              enddo
            enddo
            do i = 1, n
              do j_share = 1, (n + 63)/64
                p(i) = p(i) * p_shares(j_share,i)
              enddo
            enddo
            """);
    }

    /** The mean is there before the shares of the second sum begin; both stay in the loop over steps. */
    @Test
    void sumsOfWhatIsComputedBeforeThemFollowIt() {
        requireShares("""
            param n, steps
            double precision mean, var, x(n)
            assume associative(+)
            do t = 1, steps
              mean = 0
              do i = 1, n
                mean = mean + x(i)
              enddo
              var = 0
              do i = 1, n
                var = var + abs(x(i) - mean)
              enddo
              do i = 1, n
                x(i) = x(i) / var
              enddo
            enddo
            """, """
            do t = 1, steps
              mean = 0
              do i_share = 1, (n + 63)/64
                mean_shares(i_share) = 0
                do i_in_share = 1, min(64, n - 64*i_share + 64)
                  mean_shares(i_share) = mean_shares(i_share) + x(64*i_share + i_in_share - 64)
                enddo
              enddo
              do i_share = 1, (n + 63)/64
                mean = mean + mean_shares(i_share)
              enddo
              var = 0
              do i_share_2 = 1, (n + 63)/64
                var_shares(i_share_2) = 0
                do i_in_share_2 = 1, min(64, n - 64*i_share_2 + 64)
                  var_shares(i_share_2) = var_shares(i_share_2) + abs(x(64*i_share_2 + i_in_share_2 - 64) - mean)
                enddo
              enddo
              do i_share_2 = 1, (n + 63)/64
                var = var + var_shares(i_share_2)
              enddo
              do i = 1, n
                x(i) = x(i) / var
              enddo
            enddo
            """);
    }

    /** Where the first iteration of a share has no inner iteration, there is no first value. */
    @Test
    void maximaOverTwoLoopsStay() {
        requireWhole("""
            param n
            real m, a(n, n)
            do i = 1, n
              do j = i + 1, n
                m = max(m, a(i,j))
              enddo
            enddo
            """);
    }

    @Test
    void sumsWhoseEndsMoveStay() {
        requireWhole("""
            param n
            real c(n, n), a(n, n), b(n, n)
            assume associative(+)
            do i = 1, n
              do j = 1, n
                do k = 1, i
                  c(i,j) = c(i,j) + a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """);
    }

    @Test
    void whatIsNoSumStays() {
        requireWhole("""
            param n
            real c(n, n), a(n, n), b(n, n)
            assume associative(+)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  c(i,j) = c(i,j) * (a(i,k) + b(k,j))
                enddo
              enddo
            enddo
            """);
    }

    private static void requireShares(String text, String expected) {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, text);
            LoopNest split = SplitSums.of(dependences, 64).orElseThrow();
            assertEquals(expected, NestPrinter.print(split.body()));
            assertEquals(OptionalInt.of(64), SplitSums.length(dependences.nest(), split));
            Tiler tiler = new Tiler(dependences, new Schedule.Split(new Schedule.Auto(), 64));
            List<Integer> ones = tiler.ranked().loops().stream().map(_ -> 1).toList();
            Candidate candidate = new Candidate(ones, ones, new Candidate.Options(1, 1));
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }

    private static void requireWhole(String text) {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, text);
            assertEquals(Optional.empty(), SplitSums.of(dependences, 64));
            assertEquals(List.of(), SplitSums.sums(dependences, Map.of("n", 100L)));
            UserError refused = assertThrows(
                    UserError.class, () -> new Tiler(dependences, new Schedule.Split(new Schedule.Auto(), 64)));
            assertTrue(refused.getMessage().contains("--schedule split"), refused.getMessage());
        }
    }

    private static Plan plan(Dependences dependences) {
        return assertInstanceOf(
                        Verdict.Legal.class,
                        new Tiler(dependences, new Schedule.Split(new Schedule.Auto(), 64)).plan(CANDIDATE))
                .plan();
    }

    /** The sum of a residual beside the copy that ends a step: the sum's loops are distributed from the copy's, within the step. */
    @Test
    void loopsWithSomethingElseAreDistributed() {
        try (Context context = new Context()) {
            String step = """
                param n, steps
                real u(n, n + 1), v(n, n), res(steps)
                assume associative(+)
                do t = 1, steps
                  res(t) = 0
                  do i = 1, n
                    do j = 1, n
                      %s
                    enddo
                  enddo
                enddo
                """;
            String sum = "res(t) = res(t) + v(i,j) * u(i,j)\n";
            Dependences apart = SumsApart.of(analyzed(context, step.formatted(sum + "u(i,j) = v(i,j)")));
            assertEquals("""
                do t = 1, steps
                  res(t) = 0
                  do i = 1, n
                    do j = 1, n
                      res(t) = res(t) + (v(i,j) * u(i,j))
                    enddo
                  enddo
                  do i = 1, n
                    do j = 1, n
                      u(i,j) = v(i,j)
                    enddo
                  enddo
                enddo
                """, NestPrinter.print(apart.nest().body()));
            assertEquals(
                    1, SplitSums.sums(apart, Map.of("n", 100L, "steps", 3L)).size());
            // The next iteration's term is what this one copies: the copies cannot all come later.
            Dependences chained = analyzed(context, step.formatted(sum + "u(i,j + 1) = v(i,j)"));
            assertSame(chained, SumsApart.of(chained));
        }
    }

    private static Dependences analyzed(Context context, String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("product.nest", text));
    }
}
