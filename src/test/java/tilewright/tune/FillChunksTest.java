package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Value;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** K-tiles of sums of products are all whole, where zeros change nothing. */
class FillChunksTest {
    private static final Candidate TWO_STAGES =
            new Candidate(List.of(8, 8, 8), List.of(2, 2, 1), new Candidate.Options(8, 2));
    private static final Candidate FOUR_STAGES =
            new Candidate(List.of(8, 8, 4), List.of(2, 2, 1), new Candidate.Options(4, 4));
    private static final String PRODUCT = "c(i,j) + a(i,k) * b(k,j)";

    private static LoopNest nest(String type, String update) {
        return NestParser.parse("sum.nest", """
            param n
            %1$s c(n, n), a(n, n), b(n, n)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  c(i,j) = %2$s
                enddo
              enddo
            enddo
            """.formatted(type, update));
    }

    private static Plan plan(LoopNest nest, Candidate candidate) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest), new Schedule.Auto());
            return ((Verdict.Legal) tiler.plan(candidate)).plan();
        }
    }

    private static <T extends Operation> List<T> operations(Plan plan, Passes passes, Class<T> kind) {
        return Lowering.lowerForDevice(plan, passes).kernels().stream()
                .flatMap(k -> k.pieces().stream())
                .flatMap(BlockProgram::bodies)
                .flatMap(b -> Operations.ofKind(b, kind).stream())
                .toList();
    }

    /** What fills chunks, by copy; nothing where they are not filled. */
    private static String fills(String type, String update) {
        Plan plan = plan(nest(type, update), TWO_STAGES);
        List<Operation.Pipeline> loops = operations(plan, Passes.OF_DEVICES, Operation.Pipeline.class);
        assertEquals(1, loops.size());
        return loops.getFirst().fills().stream()
                .map(v -> switch (v) {
                    case Value.RealLiteral l -> l.text();
                    case Value.IntegerLiteral l -> String.valueOf(l.value());
                    case Value.LogicalLiteral l -> String.valueOf(l.value());
                })
                .collect(Collectors.joining(" "));
    }

    /** A product of zeros that is added is -0, and 0 where it is subtracted: neither changes a sum that is -0. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "real; c(i,j) + a(i,k) * b(k,j); 0.0 -0.0",
                "real; a(i,k) * b(k,j) + c(i,j); 0.0 -0.0",
                "real; c(i,j) - a(i,k) * b(k,j); 0.0 0.0",
                "real; c(i,j) + a(i,k) * b(k,j) - a(j,k) * b(k,i); 0.0 -0.0 0.0 0.0",
                "real; c(i,j) + (a(i,k) * b(k,j) - a(j,k) * b(k,i)); 0.0 -0.0 0.0 0.0",
                "real; c(i,j) - (a(i,k) * b(k,j) + a(j,k) * b(k,i)); 0.0 0.0 0.0 0.0",
                "integer; c(i,j) + a(i,k) * b(k,j); 0 0"
            })
    void zerosHaveTheSignsThatKeepSums(String type, String update, String zeros) {
        assertEquals(zeros, fills(type, update));
    }

    /** No zeros make both products -0, of a square of one none is; zeros change a minimum; a factor outside of the sum may be infinite. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "c(i,j) + a(i,k) * b(k,j) + a(i,k) * a(i,k)",
                "min(c(i,j), a(i,k) + b(k,j))",
                "c(i,j) + 2.0 * (a(i,k) * b(k,j))",
                "c(i,j) + a(i,k)"
            })
    void otherUpdatesKeepTheirLastChunk(String update) {
        assertEquals("", fills("real", update));
    }

    @Test
    void nothingRunsBehindTheLoop() {
        Plan plan = plan(nest("real", PRODUCT), TWO_STAGES);
        assertEquals(List.of(), operations(plan, Passes.OF_DEVICES, Operation.Remainder.class));
        Passes without = Passes.OF_DEVICES.without(Set.of(Pass.FILL_CHUNKS));
        assertEquals(1, operations(plan, without, Operation.Remainder.class).size());
    }

    /** Fewer iterations than a chunk has, whole chunks alone, and some more; also where several chunks are on their way. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 8, 9, 16, 19})
    void programsComputeTheNest(int size) {
        for (Candidate candidate : List.of(TWO_STAGES, FOUR_STAGES)) {
            for (String update : List.of(PRODUCT, "c(i,j) - a(i,k) * b(k,j)", "c(i,j) + a(k,i) * b(j,k)")) {
                LoopNest nest = nest("real", update);
                Plan plan = plan(nest, candidate);
                KernelProgram lowered = Lowering.lowerForDevice(plan, Passes.OF_DEVICES);
                EmulatedPrograms emulated = new EmulatedPrograms(nest, plan, lowered, DeviceProgram.of(lowered));
                EmulatedCase.Result result = emulated.run(emulated.same(size), 7);
                assertTrue(result.ok(), () -> result.verification().message());
            }
        }
    }
}
