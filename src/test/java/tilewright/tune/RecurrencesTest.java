package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.Program;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tune.verify.EmulatedCase;

/** Threads that each run down a recurrence, as along a column of air or a row of samples. */
class RecurrencesTest {
    /** Rows begin behind their first elements. */
    private static final LoopNest FILTER = NestParser.parse("filter.nest", """
        param m, n
        real x(0:m-1, 0:n-1), y(0:m-1, 0:n-1)
        do i = 0, m - 1
          do j = 2, n - 1
            y(i,j) = 0.5 * x(i,j) + 0.25 * y(i,j-1) - 0.125 * y(i,j-2)
          enddo
        enddo
        """);

    /** Two recurrences, and what both want of an iteration. */
    private static final LoopNest COLUMNS = NestParser.parse("columns.nest", """
        param m, n
        real w(0:n, m, m), u(0:n, m, m), c(0:n, m, m), d(0:n, m, m)
        local real f
        do j = 1, m
          do i = 1, m
            do k = 1, n
              f = 1 / (2 + w(k,j,i) * c(k-1,j,i))
              c(k,j,i) = w(k,j,i) * f
              d(k,j,i) = (u(k,j,i) - w(k,j,i) * d(k-1,j,i)) * f
            enddo
          enddo
        enddo
        """);

    /** What every iteration makes of inputs alone, in front of a recurrence, and a statement of fewer loops. */
    private static final LoopNest MIXING = NestParser.parse("mixing.nest", """
        param m, n
        double precision w(0:n, m, m), u(0:n, m, m), c(0:n, m, m), d(0:n, m, m), z(0:n)
        local double precision l, f
        do j = 1, m
          do i = 1, m
            c(0,j,i) = 0.5 * w(0,j,i)
          enddo
        enddo
        do k = 1, n
          do j = 1, m
            do i = 1, m
              l = w(k,j,i) / z(k)
              f = 1 + l - l * c(k-1,j,i)
              c(k,j,i) = l / f
              d(k,j,i) = (u(k,j,i) + l * d(k-1,j,i)) / f
            enddo
          enddo
        enddo
        """);

    private static Plan plan(LoopNest nest) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            List<LoopRole> roles = tiler.families().getFirst().roles();
            Candidate candidate = new Candidate(
                    roles.stream().map(r -> r == LoopRole.PARALLEL ? 8 : 16).toList(),
                    roles.stream().map(_ -> 1).toList(),
                    new Candidate.Options(16, 2));
            return ((Verdict.Legal) tiler.plan(candidate)).plan();
        }
    }

    private static Program program(Plan plan) {
        return DeviceProgram.of(
                Lowering.lowerForDevice(plan), DeviceCatalog.referenceGpu().target(), Passes.OF_DEVICES);
    }

    private static void computes(LoopNest nest, long m, long n) {
        Plan plan = plan(nest);
        SequencedMap<String, Long> sizes = new LinkedHashMap<>(Map.of("m", m));
        sizes.put("n", n);
        EmulatedPrograms emulated = new EmulatedPrograms(nest, plan, Lowering.lowerForDevice(plan), program(plan));
        EmulatedCase.Result result = emulated.run(sizes, 7);
        assertTrue(result.ok(), () -> result.verification().message());
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 17, 18, 19, 34, 50, 67})
    void rowsOfAnyLengthAreFiltered(long n) {
        computes(FILTER, 11, n);
        computes(FILTER, 16, n);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 15, 16, 17, 40})
    void columnsOfAnyHeightAreSolved(long n) {
        computes(COLUMNS, 13, n);
        computes(COLUMNS, 16, n);
        computes(MIXING, 13, n);
    }

    /** Of the loop over k there is one launch, of the statement in front of it another. */
    @Test
    void whatIsParallelBesideARecurrenceIsInItsLaunch() {
        assertEquals(2, plan(MIXING).launches().size());
        assertEquals(List.of(), Lowering.lowerForDevice(plan(MIXING)).scratch());
    }

    /** Chunks that begin where rows do would be entered in their middle by all blocks: none would be one of the interior. */
    @Test
    void chunksBeginWithTheRecurrence() {
        Piece.SequentialLoop loop = plan(FILTER)
                .launches()
                .getFirst()
                .pieces()
                .getFirst()
                .sequential()
                .getFirst();
        assertEquals(loop.first(), loop.blockFirst());
        assertTrue(
                KernelText.print(program(plan(FILTER))).contains(" async "),
                "elements are copied ahead where all points take part");
    }

    /** What is made and used in one iteration is in a register, where one thread runs both recurrences. */
    @Test
    void oneThreadRunsRecurrencesOfOneLoop() {
        Plan plan = plan(COLUMNS);
        assertEquals(1, plan.launches().size());
        Program program = program(plan);
        assertEquals(List.of(), Lowering.lowerForDevice(plan).scratch());
        assertFalse(
                KernelText.print(program).contains("f_j_k_i["),
                "an element for each iteration in memory takes as long as an array");
    }
}
