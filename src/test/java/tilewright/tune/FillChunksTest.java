package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
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
import tilewright.oracle.RandomProducts;
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
    private static final int NESTS = Integer.getInteger("tilewright.products", 60);
    private static final long SEED = Long.getLong("tilewright.seed", 20_261_201);
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
        return ifLegal(nest, candidate).orElseThrow();
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

    /** Random sums with random blocks; of those planned, some are filled and some are not. */
    @Test
    void randomSumsOfProductsAreComputed() {
        int filled = 0;
        int planned = 0;
        for (long seed = SEED; seed < SEED + NESTS; seed++) {
            Random random = new Random(seed);
            LoopNest nest = NestParser.parse("sum.nest", RandomProducts.of(seed));
            Optional<Plan> plan = ifLegal(nest, candidate(random));
            if (plan.isPresent()) {
                planned++;
                KernelProgram lowered = Lowering.lowerForDevice(plan.get(), Passes.OF_DEVICES);
                filled += operations(plan.get(), Passes.OF_DEVICES, Operation.Pipeline.class).stream()
                                .anyMatch(Operation.Pipeline::isFilled)
                        ? 1
                        : 0;
                EmulatedPrograms emulated = new EmulatedPrograms(nest, plan.get(), lowered, DeviceProgram.of(lowered));
                for (int size : List.of(random.nextInt(6), 6 + random.nextInt(30))) {
                    EmulatedCase.Result result = emulated.run(emulated.same(size), seed);
                    String failed = "seed " + seed + ", n = " + size + "\n" + RandomProducts.of(seed);
                    assertTrue(result.ok(), () -> failed + result.verification().message());
                }
            }
        }
        assertTrue(2 * planned >= NESTS, planned + " planned");
        assertTrue(filled >= planned / 10 && filled < planned, filled + " filled of " + planned);
    }

    private static Candidate candidate(Random random) {
        int kTile = 4 << random.nextInt(3);
        List<Integer> thread = List.of(1 << random.nextInt(3), 1 << random.nextInt(3), 1);
        List<Integer> block = List.of(8 << random.nextInt(2), 8 << random.nextInt(2), kTile);
        return new Candidate(block, thread, new Candidate.Options(kTile, 2 + random.nextInt(3)));
    }

    private static Optional<Plan> ifLegal(LoopNest nest, Candidate candidate) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest), new Schedule.Auto());
            return tiler.plan(candidate) instanceof Verdict.Legal legal ? Optional.of(legal.plan()) : Optional.empty();
        }
    }
}
