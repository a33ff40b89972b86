package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Operator;
import tilewright.parse.NestParser;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Reductions whose iterations the threads of a block share out, and the check of such plans. */
class ReductionPlanTest {
    private static final String ROWS = """
        param n
        assume associative(+)
        real a(n,n), x(n), y(n)
        do i = 1, n
          do j = 1, n
            y(i) = y(i) + a(i,j) * x(j)
          enddo
        enddo
        """;
    private static final Candidate SIZES = new Candidate(List.of(4, 16), List.of(2, 2), new Candidate.Options(1, 1));

    private interface Check {
        void of(Dependences dependences, Plan plan);
    }

    private static void with(String text, Check check) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text));
            Plan plan = assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(SIZES))
                    .plan();
            check.of(dependences, plan);
        }
    }

    private static List<LoopRole> roles(String text) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text));
            return new Tiler(dependences).families().getFirst().roles();
        }
    }

    @Test
    void declaredSumsHaveLanes() {
        assertEquals(List.of(LoopRole.PARALLEL, LoopRole.REDUCTION), roles(ROWS));
        with(ROWS, (dependences, plan) -> {
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            assertTrue(plan.rule().startsWith("+ is declared associative"), plan.rule());
        });
    }

    @Test
    void undeclaredOnesDoNot() {
        assertFalse(roles(ROWS.replace("assume associative(+)", "")).contains(LoopRole.REDUCTION));
        assertFalse(roles(ROWS.replace("associative(+)", "associative(*)")).contains(LoopRole.REDUCTION));
    }

    @Test
    void maximaNeedNoDeclaration() {
        String text = ROWS.replace("assume associative(+)", "")
                .replace("y(i) = y(i) + a(i,j) * x(j)", "y(i) = max(y(i), a(i,j))");
        assertEquals(List.of(LoopRole.PARALLEL, LoopRole.REDUCTION), roles(text));
    }

    @Test
    void twoParallelLoopsAreEnough() {
        String product = """
            param n
            assume associative(+)
            real a(n,n), b(n,n), c(n,n)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  c(i,j) = c(i,j) + a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """;
        assertEquals(List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.KERNEL), roles(product));
    }

    @Test
    void whatReadsFinishedElementsOfTheSameArrayNeedsNoOrder() {
        String path = """
            param n
            %s d(n), c(n,n)
            do i = 2, n
              do k = 1, i - 1
                d(i) = min(d(i), d(i - k) + c(i,k))
              enddo
            enddo
            """;
        assertEquals(List.of(LoopRole.HOST, LoopRole.REDUCTION), roles(path.formatted("integer")));
        assertEquals(List.of(LoopRole.HOST, LoopRole.REDUCTION), roles(path.formatted("real")));
        assertFalse(
                roles(path.formatted("real").replace("c(i,k)", "c(i,k) * d(i)")).contains(LoopRole.REDUCTION));
    }

    @Test
    void whatReadsTheSumInBetweenKeepsTheOrder() {
        String text = ROWS.replace("* x(j)\n", "\n    x(j) = y(i)\n");
        assertFalse(roles(text).contains(LoopRole.REDUCTION));
    }

    @Test
    void theOriginalScheduleKeepsTheOrder() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", ROWS));
            assertFalse(new Tiler(dependences, new Schedule.Original())
                    .families()
                    .getFirst()
                    .roles()
                    .contains(LoopRole.REDUCTION));
        }
    }

    private static void refused(String says, UnaryOperator<Piece> change) {
        with(ROWS, (dependences, plan) -> {
            Plan broken = pieces(plan, change);
            PlanCheck.Result.Violated violated =
                    assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(broken));
            assertTrue(violated.message().contains(says), violated.message());
        });
    }

    @Test
    void lanesWithoutPartialResultsAreRefused() {
        refused("y", p -> p.with(p.points(), tiles(p, t -> tile(t, t.indices(), true, null))));
    }

    @Test
    void partialResultsOfAnotherOperatorAreRefused() {
        refused(
                "is no reduction by *",
                p -> p.with(p.points(), tiles(p, t -> tile(t, t.indices(), true, Operator.MUL))));
    }

    @Test
    void pointsThatAreNotJoinedAreRefused() {
        refused(
                "y",
                p -> p.with(
                        p.points().stream()
                                .map(d ->
                                        new Piece.PointDimension(d.variable(), d.base(), d.extent(), d.thread(), false))
                                .toList(),
                        p.tiles()));
    }

    @Test
    void blocksThatShareAnAccumulatorAreRefused() {
        refused("blocks of one launch load and store it at the same time", p -> {
            List<Piece.GridDimension> grid = new ArrayList<>(p.grid());
            p.sequential().forEach(s -> grid.add(new Piece.GridDimension(s.variable(), s.first(), s.last())));
            return new Piece(
                    p.role(),
                    grid,
                    p.member(),
                    Condition.FALSE,
                    List.of(),
                    p.points(),
                    p.tiles(),
                    p.statements(),
                    p.barriers());
        });
    }

    @Test
    void aLostInitialValueIsRefused() {
        refused(
                "reads a register tile that is not loaded",
                p -> p.with(p.points(), tiles(p, t -> tile(t, t.indices(), false, t.partial()))));
    }

    @Test
    void aResultThatIsNotStoredIsRefused() {
        refused(
                "is not stored at points that are written",
                p -> p.with(
                        p.points(),
                        tiles(
                                p,
                                t -> new Piece.RegisterTile(
                                        t.array(), t.indices(), t.loaded(), Condition.FALSE, t.partial()))));
    }

    @Test
    void lanesOfDifferentElementsAreRefused() {
        refused(
                "y",
                p -> p.with(
                        p.points(),
                        tiles(
                                p,
                                t -> tile(
                                        t,
                                        List.of(Affine.variable(
                                                p.points().getLast().variable())),
                                        true,
                                        t.partial()))));
    }

    @Test
    void iterationsThatRunTwiceAreRefused() {
        refused(
                "twice",
                p -> p.with(
                        p.points().stream()
                                .map(d -> d.lanes()
                                        ? new Piece.PointDimension(
                                                d.variable(), d.base(), 2 * d.extent(), d.thread(), true)
                                        : d)
                                .toList(),
                        p.tiles()));
    }

    @Test
    void thePlanOfADeclaredSumIsRefusedForAnUndeclaredOne() {
        with(ROWS, (_, plan) -> {
            try (Context context = new Context()) {
                Dependences undeclared = DependenceAnalysis.analyze(
                        context, NestParser.parse("test.nest", ROWS.replace("assume associative(+)", "")));
                Plan same = new Plan(undeclared.nest(), plan.candidate(), plan.family(), plan.rule(), plan.host());
                assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(undeclared).check(same));
            }
        });
    }

    private static Plan pieces(Plan plan, UnaryOperator<Piece> change) {
        List<HostStep> host = HostStep.map(
                plan.host(), l -> l.with(l.pieces().stream().map(change).toList()));
        return new Plan(plan.written(), plan.nest(), plan.candidate(), plan.family(), plan.rule(), host);
    }

    private static List<Piece.RegisterTile> tiles(Piece piece, UnaryOperator<Piece.RegisterTile> change) {
        return piece.tiles().stream().map(change).toList();
    }

    private static Piece.RegisterTile tile(
            Piece.RegisterTile t,
            List<Affine> indices,
            boolean loaded,
            @org.jspecify.annotations.Nullable Operator partial) {
        return new Piece.RegisterTile(t.array(), indices, loaded, t.stored(), partial);
    }
}
