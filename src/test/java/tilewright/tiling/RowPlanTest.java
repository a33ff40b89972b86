package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.strategy.RowPlanner;
import tilewright.tiling.text.PlanReader;
import tilewright.tiling.text.PlanRoundTrip;
import tilewright.tiling.text.PlanText;

/** Blocks that own rows: which statements they run one after another, and what is proved of it. */
class RowPlanTest {
    private static Plan plan(Dependences dependences, Candidate candidate) {
        return assertInstanceOf(Verdict.Legal.class, new Tiler(dependences, new Schedule.Rows()).plan(candidate))
                .plan();
    }

    private static List<List<String>> levels(Plan plan) {
        return plan.launches().stream()
                .map(l -> l.pieces().getFirst().statements().stream()
                        .map(s -> s.statement().id())
                        .toList())
                .toList();
    }

    static List<String> names() {
        return RowNests.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void plansAreProvedAndKeepTheirText(String name) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, RowNests.of(name));
            Plan plan = plan(dependences, RowNests.candidate(name, 1));
            assertTrue(plan.launches().size() > 1);
            assertFalse(plan.launches().getFirst().follows());
            assertTrue(plan.launches().stream().skip(1).allMatch(HostStep.Launch::follows));
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanRoundTrip.check(plan);
        }
    }

    /** What the same point has written is read in the same level, results of a reduction are in a later one. */
    @Test
    void levelsAreAsFewAsDependencesAllow() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, RowNests.of("softmax"));
            assertEquals(
                    List.of(List.of("S1", "S3"), List.of("S2"), List.of("S4", "S5"), List.of("S6")),
                    levels(plan(dependences, RowNests.candidate("softmax", 1))));
        }
    }

    /** A plan whose last level runs the rows in another order: block b would divide what the last block but b has not summed up yet. */
    @Test
    void aDependenceThatLeavesTheBlockIsFound() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, RowNests.of("softmax"));
            Plan plan = plan(dependences, RowNests.candidate("softmax", 1));
            String text = PlanText.print(plan);
            int last = text.indexOf("launch softmax_level3");
            String other = text.substring(0, last)
                    + text.substring(last)
                            .replace("(i = i,", "(i = m + 1 - i,")
                            .replace("y(i,", "y(m + 1 - i,")
                            .replace("s(i)", "s(m + 1 - i)");
            Plan read = PlanReader.parse("softmax", other, plan.written());
            PlanCheck.Result.Violated violated =
                    assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(read));
            assertTrue(violated.message().contains("leads from one block to another"), violated.message());
            Plan apart = PlanReader.parse("softmax", other.replace(" follows", ""), plan.written());
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(apart));
        }
    }

    /** Blocks of other sizes are not those of the launch before. */
    @Test
    void whatFollowsHasTheSameBlocks() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, RowNests.of("softmax"));
            Plan rows = plan(dependences, RowNests.candidate("softmax", 1));
            Plan others = plan(
                    dependences,
                    new Candidate(
                            List.of(4, 16), List.of(1, 1), rows.candidate().options()));
            List<HostStep> steps = List.of(
                    rows.host().get(0),
                    rows.host().get(1),
                    rows.host().get(2),
                    others.host().get(3));
            Plan mixed = new Plan(rows.nest(), rows.candidate(), rows.family(), rows.rule(), steps);
            PlanCheck.Result.Violated violated =
                    assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(mixed));
            assertTrue(violated.message().contains("are not those of the one that it follows"), violated.message());
        }
    }

    private static void requireNone(String text) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("none.nest", text));
            UserError error = assertThrows(UserError.class, () -> new Tiler(dependences, new Schedule.Rows()));
            assertTrue(error.getMessage().startsWith("--schedule rows: none has no reductions"), error.getMessage());
        }
    }

    @Test
    void sumsInAFixedOrderHaveNoLanes() {
        requireNone(RowNests.SOFTMAX
                .replace("assume associative(+)\n", "")
                .replace("max(mx(i), x(i,j))", "mx(i) + x(i,j)"));
    }

    @Test
    void resultsOfOtherRowsAreWaitedFor() {
        requireNone("""
            param m, n
            real x(m,n), s(m)
            assume associative(+)
            do i = 1, m
              do j = 1, n
                s(i) = s(i) + x(i,j)
              enddo
            enddo
            do i = 1, m
              do j = 1, n
                x(i,j) = x(i,j) - s(m + 1 - i)
              enddo
            enddo
            """);
    }

    /** Points of a product share what they read: it has blocks of its own. */
    @Test
    void productsKeepTheirBlocks() {
        requireNone("""
            param m, n, k
            real c(m,n), a(m,k), b(k,n)
            assume associative(+)
            do i = 1, m
              do j = 1, n
                c(i,j) = 2.0 * c(i,j)
                do l = 1, k
                  c(i,j) = c(i,j) + a(i,l) * b(l,j)
                enddo
              enddo
            enddo
            """);
    }

    /** In a nest of intervals the later update reads what other iterations of each loop have made; of softmax it reads what its own row has. */
    @Test
    void rowsAreWorthPlanningWhereValuesStayInThem() {
        try (Context context = new Context()) {
            assertTrue(RowPlanner.mayOwnRows(DependenceAnalysis.analyze(context, RowNests.of("softmax"))));
            assertFalse(RowPlanner.mayOwnRows(
                    DependenceAnalysis.analyze(context, NestParser.parse("intervals.nest", """
                        param n
                        real t(n,n)
                        assume associative(+)
                        do i = n - 1, 1, -1
                          do j = i + 1, n
                            t(i,j) = max(t(i,j), t(i+1,j))
                            do k = i, j - 1
                              t(i,j) = max(t(i,j), t(i,k) + t(k+1,j))
                            enddo
                          enddo
                        enddo
                        """))));
        }
    }

    /** Nine elements of each point are written out: five of eight lanes would have nothing to do. */
    @Test
    void shortRowsAreWrittenOut() {
        requireNone("""
            param n
            real x(3*n,3*n), y(n,n)
            do i = 1, n
              do j = 1, n
                y(i,j) = x(3*i,3*j)
                do r = 0, 2
                  do s = 0, 2
                    y(i,j) = min(y(i,j), x(3*i - r,3*j - s))
                  enddo
                enddo
              enddo
            enddo
            """);
    }

    /** What stands before and behind rows is planned as it would be without them. */
    @Test
    void otherPartsStayApart() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("mixed.nest", """
                param m, n
                real x(m,n), y(n,m), s(m)
                assume associative(+)
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
                do j = 1, n
                  do i = 1, m
                    y(j,i) = x(i,j)
                  enddo
                enddo
                """));
            Tiler tiler = new Tiler(dependences, new Schedule.Rows());
            Plan plan = assertInstanceOf(
                            Verdict.Legal.class,
                            tiler.plan(new Candidate(List.of(2, 16), List.of(1, 1), new Candidate.Options(1, 1))))
                    .plan();
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            assertEquals(
                    List.of(false, true, false),
                    plan.launches().stream().map(HostStep.Launch::follows).toList());
        }
    }
}
