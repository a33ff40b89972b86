package tilewright.tiling.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.text.PlanRoundTrip;

/** Scans in shares: which, what the nest becomes, and what is proved of it. */
class SplitScansTest {
    private static final String IN_PLACE = """
        param n
        real a(n)
        assume associative(+)
        do j = 2, n
          a(j) = a(j) + a(j-1)
        enddo
        """;

    @Test
    void sharesAreJoinedThenTheirLastElementsThenTheOthers() {
        requireShares(IN_PLACE, 64, """
            do j_share = 1, (n - 1)/64
              a_shares(j_share) = 0
              do j_in_share = 0, 63
                a_shares(j_share) = a(64*j_share + j_in_share - 62) + a_shares(j_share)
              enddo
            enddo
            do j_share_2 = 1, (n - 1)/64
              a(64*j_share_2 + 1) = a(64*j_share_2 - 63) + a_shares(j_share_2)
            enddo
            do j_share_3 = 0, (n - 2)/64
              do j_in_share_2 = 0, min(62, n - 64*j_share_3 - 2)
                a(64*j_share_3 + j_in_share_2 + 2) = a(64*j_share_3 + j_in_share_2 + 2) + a(64*j_share_3 + j_in_share_2 + 1)
              enddo
            enddo
            """);
    }

    /** A loop over rows stays around all steps; the array of totals has a dimension for them. Statements before and behind stay where they are. */
    @Test
    void scansOfExpressionsInRows() {
        requireShares("""
            param m, n
            double precision s(m, 0:n), a(m, n), b(n), c(m, n)
            assume associative(+)
            do i = 1, m
              s(i,0) = 0
              do j = 1, n
                s(i,j) = s(i,j-1) - a(i,j) * b(j)
              enddo
              do j = 1, n
                c(i,j) = s(i,j) / s(i,n)
              enddo
            enddo
            """, 8, """
            do i = 1, m
              s(i,0) = 0
              do j_share = 1, n/8
                s_shares(j_share,i) = 0
                do j_in_share = 0, 7
                  s_shares(j_share,i) = s_shares(j_share,i) - (a(i,8*j_share + j_in_share - 7) * b(8*j_share + j_in_share - 7))
                enddo
              enddo
              do j_share_2 = 1, n/8
                s(i,8*j_share_2) = s(i,8*j_share_2 - 8) + s_shares(j_share_2,i)
              enddo
              do j_share_3 = 0, (n - 1)/8
                do j_in_share_2 = 0, min(6, n - 8*j_share_3 - 1)
                  s(i,8*j_share_3 + j_in_share_2 + 1) = s(i,8*j_share_3 + j_in_share_2) - (a(i,8*j_share_3 + j_in_share_2 + 1) * b(8*j_share_3 + j_in_share_2 + 1))
                enddo
              enddo
              do j = 1, n
                c(i,j) = s(i,j) / s(i,n)
              enddo
            enddo
            """);
    }

    /** The order of maxima is free whatever is assumed; a share starts from its first value. */
    @Test
    void maximaThatRunDown() {
        requireShares("""
            param n
            real a(n), b(n)
            do j = n - 1, 1, -1
              b(j) = max(b(j+1), a(j))
            enddo
            """, 5, """
            do j_share = 1, (n - 1)/5
              b_shares(j_share) = a(n - 5*j_share + 4)
              do j_in_share = 0, 4
                b_shares(j_share) = max(b_shares(j_share), a(n - 5*j_share - j_in_share + 4))
              enddo
            enddo
            do j_share_2 = 1, (n - 1)/5
              b(n - 5*j_share_2) = max(b(n - 5*j_share_2 + 5), b_shares(j_share_2))
            enddo
            do j_share_3 = 0, (n - 2)/5
              do j_in_share_2 = 0, min(3, n - 5*j_share_3 - 2)
                b(n - 5*j_share_3 - j_in_share_2 - 1) = max(b(n - 5*j_share_3 - j_in_share_2), a(n - 5*j_share_3 - j_in_share_2 - 1))
              enddo
            enddo
            """);
    }

    /** Columns: the loop inside goes around what a share joins. */
    @Test
    void productsOfIntegersAlongColumns() {
        requireShares("""
            param m, n
            integer p(0:n, m), a(n, m)
            do j = 1, n
              do i = 1, m
                p(j,i) = a(j,i) * p(j-1,i)
              enddo
            enddo
            """, 3, """
            do j_share = 1, n/3
              do i = 1, m
                p_shares(j_share,i) = 1
                do j_in_share = 0, 2
                  p_shares(j_share,i) = a(3*j_share + j_in_share - 2,i) * p_shares(j_share,i)
                enddo
              enddo
            enddo
            do j_share_2 = 1, n/3
              do i = 1, m
                p(3*j_share_2,i) = p(3*j_share_2 - 3,i) * p_shares(j_share_2,i)
              enddo
            enddo
            do j_share_3 = 0, (n - 1)/3
              do i = 1, m
                do j_in_share_2 = 0, min(1, n - 3*j_share_3 - 1)
                  p(3*j_share_3 + j_in_share_2 + 1,i) = a(3*j_share_3 + j_in_share_2 + 1,i) * p(3*j_share_3 + j_in_share_2,i)
                enddo
              enddo
            enddo
            """);
    }

    @Test
    void sharesOfOneElement() {
        requireShares(IN_PLACE, 1, """
            do j_share = 1, n - 1
              a_shares(j_share) = 0
              do j_in_share = 0, 0
                a_shares(j_share) = a(j_share + j_in_share + 1) + a_shares(j_share)
              enddo
            enddo
            do j_share_2 = 1, n - 1
              a(j_share_2 + 1) = a(j_share_2) + a_shares(j_share_2)
            enddo
            """);
    }

    /** The scan of the last elements in shares again: every nest is proved from the one before. */
    @Test
    void sharesOfShares() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, IN_PLACE);
            Tiler tiler = new Tiler(dependences, new Schedule.Split(new Schedule.Auto(), List.of(7, 7)));
            Plan plan = plan(tiler);
            assertEquals(2, plan.scratch().size());
            assertEquals(dependences.nest(), plan.written());
            assertTrue(
                    plan.rule()
                            .startsWith("S1 is a scan by + along j (declared associative): shares of 7 and 7 iterations"
                                    + " are joined side by side"),
                    plan.rule());
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanRoundTrip.check(plan);
            // Sizes are those of the shares of the nest as written.
            assertEquals(
                    "a(7*j_share_3 + j_in_share_2 + 2)",
                    tiler.ranked()
                            .nest()
                            .statements()
                            .getLast()
                            .statement()
                            .target()
                            .toString());
            Dependences fixed = analyzed(context, IN_PLACE.replace("assume associative(+)\n", ""));
            assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(fixed).check(plan));
        }
    }

    @Test
    void scansWhoseOrderIsFixedStay() {
        UserError refused = requireWhole(IN_PLACE.replace("assume associative(+)\n", ""));
        assertTrue(
                refused.getMessage()
                        .contains("S1 is a scan whose rounding depends on the order: write 'assume associative(+)'"),
                refused.getMessage());
    }

    /** The second read of the scanned array is no value that the scan leaves alone. */
    @Test
    void recurrencesOfTwoElementsStay() {
        requireWhole("""
            param n
            real a(n), b(n)
            assume associative(+)
            do j = 3, n
              a(j) = a(j-1) + b(j) * a(j-2)
            enddo
            """);
    }

    @Test
    void recurrencesAcrossTheElementBeforeStay() {
        requireWhole("""
            param n
            real a(n)
            assume associative(+)
            do j = 3, n
              a(j) = a(j) + a(j-2)
            enddo
            """);
    }

    @Test
    void scansBesideOtherStatementsOfTheirLoopStay() {
        requireWhole("""
            param n
            real a(n), b(0:n)
            assume associative(+)
            do j = 2, n
              a(j) = a(j-1) + b(j-1)
              b(j) = a(j)
            enddo
            """);
    }

    @Test
    void scansWhoseEndsMoveStay() {
        requireWhole("""
            param n
            real a(n, n)
            assume associative(+)
            do i = 1, n
              do j = 2, i
                a(i,j) = a(i,j) + a(i,j-1)
              enddo
            enddo
            """);
    }

    private static void requireShares(String text, int length, String expected) {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, text);
            LoopNest split = SplitSums.of(dependences, length).orElseThrow();
            assertEquals(expected, NestPrinter.print(split.body()));
            assertEquals(
                    length == 1 ? OptionalInt.empty() : OptionalInt.of(length),
                    SplitSums.length(dependences.nest(), split));
            Plan plan = plan(new Tiler(dependences, new Schedule.Split(new Schedule.Auto(), length)));
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }

    private static UserError requireWhole(String text) {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context, text);
            assertEquals(Optional.empty(), SplitSums.of(dependences, 64));
            return assertThrows(
                    UserError.class, () -> new Tiler(dependences, new Schedule.Split(new Schedule.Auto(), 64)));
        }
    }

    private static Plan plan(Tiler tiler) {
        List<Integer> ones = tiler.ranked().loops().stream().map(_ -> 1).toList();
        Candidate candidate = new Candidate(ones, ones, new Candidate.Options(1, 1));
        return assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
    }

    private static Dependences analyzed(Context context, String text) {
        return DependenceAnalysis.analyze(context, NestParser.parse("scan.nest", text));
    }
}
