package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
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
import tilewright.model.UserError;
import tilewright.parse.NestParser;
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

    @Test
    void partialResultsComeFirstAndAreAddedWhereTheSumStood() {
        try (Context context = new Context()) {
            LoopNest split = SplitSums.of(analyzed(context, PRODUCT), 64).orElseThrow();
            assertEquals("""
                do l_share = 1, (k + 64)/64
                  do i = 1, m
                    do j = 1, n
                      c_shares(l_share,i,j) = 0
                      do l_in_share = 1, min(64, k - 64*l_share + 65)
                        c_shares(l_share,i,j) = c_shares(l_share,i,j) - (a(i,64*l_share + l_in_share - 65) * b(64*l_share + l_in_share - 65,j))
                      enddo
                    enddo
                  enddo
                enddo
                do i = 1, m
                  do j = 1, n
                    c(i,j) = 2 * c(i,j)
                    do l_share = 1, (k + 64)/64
                      c(i,j) = c(i,j) + c_shares(l_share,i,j)
                    enddo
                  enddo
                enddo
                """, NestPrinter.print(split.body()));
        }
    }

    @Test
    void lengthsAreReadBackAndCounted() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, PRODUCT);
            LoopNest split = SplitSums.of(dependences, 64).orElseThrow();
            assertEquals(OptionalInt.of(64), SplitSums.length(dependences.nest(), split));
            assertEquals(OptionalInt.empty(), SplitSums.length(dependences.nest(), dependences.nest()));
            assertEquals(OptionalInt.of(101), SplitSums.longest(dependences, Map.of("m", 5L, "n", 6L, "k", 100L)));
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

    @Test
    void sumsOverTwoLoopsStay() {
        requireWhole("""
            param n
            real c(n, n), a(n, n, n), b(n, n, n)
            assume associative(+)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  do l = 1, n
                    c(i,j) = c(i,j) + a(i,k,l) * b(k,l,j)
                  enddo
                enddo
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

    @Test
    void sumsWithOneLoopAroundStay() {
        requireWhole("""
            param n
            real c(n), a(n, n), b(n)
            assume associative(+)
            do i = 1, n
              do k = 1, n
                c(i) = c(i) + a(i,k) * b(k)
              enddo
            enddo
            """);
    }

    private static void requireWhole(String text) {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, text);
            assertEquals(Optional.empty(), SplitSums.of(dependences, 64));
            assertEquals(OptionalInt.empty(), SplitSums.longest(dependences, Map.of("n", 100L)));
            UserError refused = assertThrows(UserError.class, () -> new Tiler(dependences, new Schedule.Split(64)));
            assertTrue(refused.getMessage().contains("--schedule split"), refused.getMessage());
        }
    }

    private static Plan plan(Dependences dependences) {
        return assertInstanceOf(Verdict.Legal.class, new Tiler(dependences, new Schedule.Split(64)).plan(CANDIDATE))
                .plan();
    }

    private static Dependences analyzed(Context context, String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("product.nest", text));
    }
}
