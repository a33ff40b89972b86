package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.property.PieceConditions;
import tilewright.tiling.space.Candidate;

/** Filters whose sum is a scalar, as people write them: the scalar has an element for each point, which nobody reads from memory. */
class LocalSumsTest {
    private static final String FILTER = """
        param n
        real x(n+2, n+2), y(n, n), g(3, 3), s
        do i = 1, n
          do j = 1, n
            s = 0.0
            do p = 1, 3
              do q = 1, 3
                s = s + x(i+p-1,j+q-1) * g(p,q)
              enddo
            enddo
            y(i,j) = s
          enddo
        enddo
        """;

    private static Plan plan(Dependences dependences) {
        Candidate candidate = new Candidate(List.of(8, 64, 3, 3), List.of(4, 4, 1, 1), new Candidate.Options(1, 1));
        return assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(candidate))
                .plan();
    }

    private static Dependences analyzed(Context context) {
        return DependenceAnalysis.analyze(context, NestParser.parse("filter.nest", FILTER));
    }

    @Test
    void whatItsOwnPointsAskForAloneIsNotStored() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context);
            Plan plan = plan(dependences);
            HostStep.Launch launch = plan.launches().getFirst();
            List<String> stored = launch.pieces().getFirst().tiles().stream()
                    .filter(t -> !t.stored().equals(Condition.FALSE))
                    .map(Piece.RegisterTile::array)
                    .toList();
            assertEquals(List.of("y"), stored);
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }

    /** What the nest leaves in memory has to be stored: the check does not take the planner's word. */
    @Test
    void resultsOfTheNestHaveToBeStored() {
        try (Context context = new Context()) {
            Dependences dependences = analyzed(context);
            Plan plan = plan(dependences);
            List<HostStep> steps = plan.host().stream()
                    .map(s -> s instanceof HostStep.Launch launch
                            ? launch.with(launch.pieces().stream()
                                    .map(p -> p.with(
                                            p.points(),
                                            p.tiles().stream()
                                                    .map(Piece.RegisterTile::unstored)
                                                    .toList()))
                                    .toList())
                            : s)
                    .toList();
            Plan broken = plan.with(steps);
            assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(broken));
        }
    }

    /** Sums that one launch makes and a later one divides by have to be in memory. */
    @Test
    void whatALaterLaunchReadsIsStored() {
        String rows = """
            param n
            real x(n, n), y(n, n), s
            do i = 1, n
              s = 0.0
              do j = 1, n
                s = s + x(i,j)
              enddo
              do j = 1, n
                y(i,j) = x(i,j) / s
              enddo
            enddo
            """;
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("rows.nest", rows));
            Tiler tiler = new Tiler(dependences);
            int loops = tiler.families().getFirst().roles().size();
            Candidate candidate = new Candidate(
                    Collections.nCopies(loops, 8), Collections.nCopies(loops, 1), new Candidate.Options(8, 1));
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            String sums = plan.scratch().getFirst().name();
            assertTrue(
                    plan.launches().stream()
                                    .filter(l -> l.arrays().contains(sums))
                                    .count()
                            > 1,
                    "two launches");
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            Plan broken = plan.with(plan.host().stream()
                    .map(s -> s instanceof HostStep.Launch launch ? without(launch, sums) : s)
                    .toList());
            assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(broken));
        }
    }

    private static HostStep.Launch without(HostStep.Launch launch, String array) {
        return launch.with(launch.pieces().stream()
                .map(p -> p.with(
                        p.points(),
                        p.tiles().stream()
                                .map(t -> t.array().equals(array) ? t.unstored() : t)
                                .toList()))
                .toList());
    }

    /** At n = 1 there are blocks, as z has an element, and x has none: there is no nearest one to read. */
    @Test
    void arraysThatMayBeEmptyAreNotReadOutsideOfTheDomain() {
        String filter = """
            param n
            real z(n,n), y(n,n), x(n,2:n-5), g(3)
            do i = 1, n
              do j = 1, n
                z(i,j) = 1.0
                if (j <= n - 8) then
                  do p = 1, 3
                    y(i,j) = y(i,j) + x(i,j+p) * g(p)
                  enddo
                endif
              enddo
            enddo
            """;
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse("empty.nest", filter);
            Candidate candidate = new Candidate(List.of(4, 32, 3), List.of(1, 1, 1), new Candidate.Options(1, 1));
            Plan plan = assertInstanceOf(
                            Verdict.Legal.class, new Tiler(DependenceAnalysis.analyze(context, nest)).plan(candidate))
                    .plan();
            Piece piece = plan.launches().getFirst().pieces().getFirst();
            PieceConditions conditions = new PieceConditions(nest, piece);
            Piece.PlannedStatement update = piece.statements().stream()
                    .filter(s -> s.access(1).access().array().equals("y"))
                    .findFirst()
                    .orElseThrow();
            assertFalse(conditions.readsNearest(update, "x"));
            assertTrue(conditions.readsNearest(update, "g"));
        }
    }

    /** The last point says what the scalar ends with: that keeps no block from being full, and no loop from being written out. */
    @Test
    void allBlocksWriteTheirLoopsOut() {
        try (Context context = new Context()) {
            BlockProgram block = Lowering.lowerForDevice(plan(analyzed(context)))
                    .kernels()
                    .getFirst()
                    .pieces()
                    .getFirst();
            assertFalse(block.interior().equals(Condition.FALSE));
            block.bodies().forEach(body -> {
                List<Operation.Iterations> loops = Operations.ofKind(body, Operation.Iterations.class);
                assertEquals(2, loops.size());
                assertTrue(loops.stream().allMatch(l -> l.unroll() == 3), loops.toString());
            });
        }
    }
}
