package tilewright.codegen.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Tile;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Which planes have room for the neighbours' points, where blocks go plane by plane. */
class HandedOverPlanesTest {
    private static final String TWO_PLANES_AHEAD = """
        param steps, n
        real a(n, n), b(n, n)
        do t = 1, steps
          do i = 1, n - 2
            do j = 2, n - 1
              b(i,j) = a(i+2,j) + a(i,j-1) + a(i,j+1)
            enddo
          enddo
          do i = 1, n - 2
            do j = 2, n - 1
              a(i,j) = b(i,j)
            enddo
          enddo
        enddo
        """;

    private static final String THREE_PLANES = """
        param steps, n
        real a(n, n), b(n, n)
        do t = 1, steps
          do i = 2, n - 1
            do j = 2, n - 1
              b(i,j) = a(i+1,j+1) + a(i,j-1) + a(i-1,j-1)
            enddo
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              a(i,j) = b(i,j)
            enddo
          enddo
        enddo
        """;

    /** What neighbours have of a plane is taken anew for the statement that reads it, and of the plane before from the one that moved on: no registers hold it in between. */
    @Test
    void eachPlaneIsTakenWhenItIsRead() {
        LoopNest nest = NestParser.parse("three", THREE_PLANES);
        try (Context context = new Context()) {
            Candidate candidate = new Candidate(List.of(1, 8, 8), List.of(1, 1, 2), new Candidate.Options(1, 1, 1));
            Plan plan = plan(context, nest, candidate);
            BlockProgram program = StreamLowering.lower(plan.nest(), tile(plan), 1, List.of("launch"))
                    .getFirst();

            List<Operation> body = Objects.requireNonNull(program.interiorBody());
            List<Operation.TakeFace> taken = Operations.ofKind(body, Operation.TakeFace.class);

            assertEquals(
                    List.of("after 1", "before 2", "before 3"),
                    taken.stream()
                            .map(t -> (t.face().direction().getFirst() < 0 ? "before " : "after ") + age(program, t))
                            .sorted()
                            .toList());
        }
    }

    private static final String BOUNDARY = """
        param steps, n
        real a(n, n), b(n, n), g(steps)
        do t = 1, steps
          do j = 1, n
            a(1,j) = g(t)
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              b(i,j) = a(i+1,j) + a(i-1,j) + a(i,j-1) + a(i,j+1)
            enddo
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              a(i,j) = b(i,j)
            enddo
          enddo
        enddo
        """;

    /** A boundary plane that a statement of its own sets does not send all blocks at the array's ends to the form that checks every point: whether a plane is the boundary, one comparison tells. */
    @Test
    void blocksAtABoundaryPlaneAreInside() {
        LoopNest nest = NestParser.parse("boundary", BOUNDARY);
        try (Context context = new Context()) {
            Candidate candidate = new Candidate(List.of(1, 8, 8), List.of(1, 1, 2), new Candidate.Options(1, 1, 1));
            Plan plan = plan(context, nest, candidate);
            TimeTile tile = tile(plan);
            BlockProgram program = StreamLowering.lower(plan.nest(), tile, 1, List.of("launch"))
                    .getFirst();

            String alongPlanes = tile.dimensions().getFirst().block();
            assertFalse(program.interior().variables().contains(alongPlanes), program.interior()::toString);
        }
    }

    private static final String ROWS = """
        param steps, n
        real a(n, n, n), b(n, n, n)
        do t = 1, steps
          do i = 2, n - 1
            do j = 2, n - 1
              do k = 2, n - 1
                b(i,j,k) = a(i+1,j,k) + a(i-1,j,k) + a(i,j-1,k) + a(i,j+1,k) + a(i,j,k-1) + a(i,j,k+1)
              enddo
            enddo
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              do k = 2, n - 1
                a(i,j,k) = b(i,j,k)
              enddo
            enddo
          enddo
        enddo
        """;

    /** A box that would end beyond the arrays begins earlier: whichever block it is of, it is inside where the arrays hold one box, and along rows where it ends with a whole access. */
    @Test
    void boxesThatWouldEndBeyondTheArraysBeginEarlier() {
        LoopNest nest = NestParser.parse("rows", ROWS);
        try (Context context = new Context()) {
            Candidate candidate =
                    new Candidate(List.of(1, 8, 12, 8), List.of(1, 1, 2, 4), new Candidate.Options(1, 1, 1));
            Plan plan = plan(context, nest, candidate);
            TimeTile tile = tile(plan);
            BlockProgram program = StreamLowering.lower(plan.nest(), tile, 1, List.of("launch"))
                    .getFirst();

            TimeTile.Dimension rows = tile.dimensions().get(1);
            String base = program.axes().getFirst().base().toString();
            assertTrue(base.contains("min(") && base.contains("n - " + rows.extent()), base);
            assertFalse(program.interior().variables().contains(rows.block()), program.interior()::toString);
            assertTrue(Affines.isMultiple(program.axes().getLast().base().plus(-1), 4));
        }
    }

    private static Plan plan(Context context, LoopNest nest, Candidate candidate) {
        Verdict verdict = new Tiler(DependenceAnalysis.analyze(context, nest)).plan(candidate);
        return assertInstanceOf(Verdict.Legal.class, verdict, verdict.toString())
                .plan();
    }

    /** How many planes of the array are younger. */
    private static int age(BlockProgram program, Operation.TakeFace take) {
        return program.tiles().stream()
                .filter(t -> t.array().equals("a") && !t.name().endsWith("_next"))
                .toList()
                .indexOf(take.tile());
    }

    /** The statement waits for the plane two ahead; until then nobody reads the neighbours' points of its own plane, and no thread holds them. */
    @Test
    void neighboursHandOverAPlaneWhenItIsRead() {
        LoopNest nest = NestParser.parse("ahead", TWO_PLANES_AHEAD);
        try (Context context = new Context()) {
            Candidate candidate = new Candidate(List.of(1, 8, 8), List.of(1, 1, 2), new Candidate.Options(1, 1, 1));
            Plan plan = plan(context, nest, candidate);
            BlockProgram program = StreamLowering.lower(plan.nest(), tile(plan), 1, List.of("launch"))
                    .getFirst();
            List<Tile> planes = program.tiles().stream()
                    .filter(t -> t.array().equals("a") && !t.name().endsWith("_next"))
                    .limit(3)
                    .toList();

            assertEquals(
                    List.of(false, false, true),
                    planes.stream().map(t -> !t.rings().isEmpty()).toList());
            assertEquals(
                    List.of(planes.getLast()),
                    program.faces().stream().map(f -> f.tile()).distinct().toList());
        }
    }

    private static TimeTile tile(Plan plan) {
        HostStep step = plan.host().getFirst();
        while (step instanceof HostStep.HostLoop loop) {
            step = loop.body().getFirst();
        }
        HostStep.Launch launch = assertInstanceOf(HostStep.Launch.class, step);
        return assertInstanceOf(TimeTile.class, launch.blocks().getFirst());
    }
}
