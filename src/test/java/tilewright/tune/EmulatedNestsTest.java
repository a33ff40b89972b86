package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.kernel.Expression;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.count.ProgramCounts;
import tilewright.kernel.emulate.Counts;
import tilewright.tiling.Tiler;
import tilewright.tune.verify.EmulatedCase;

/**
 * The programs that are printed for CUDA compute every published nest and every PolyBench kernel, without a fault; what they do is what is
 * read off them without a run, and no less than the bounds of their candidates say.
 */
@Order(1)
class EmulatedNestsTest {
    /** Of whose programs bounds are compared at a size with more blocks than are emulated too: many have joined launches or stay. */
    private static final Set<String> BOUNDED = Set.of(
            "gaussian-elimination.nest",
            "lu.nest",
            "matmul.nest",
            "transitive-closure.nest",
            "lu.c",
            "cholesky.c",
            "trisolv.c",
            "durbin.c");

    private static final long LARGER = 60;

    @Execution(ExecutionMode.CONCURRENT)
    @TestFactory
    Stream<DynamicTest> computesTheNest() throws IOException {
        return Stream.of(Path.of("loopnests"), Path.of("loopnests/polybench"))
                .flatMap(EmulatedNestsTest::nests)
                .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> compare(f)));
    }

    private static Stream<Path> nests(Path folder) {
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(f -> f.toString().matches(".*\\.(nest|c)")).sorted().toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void compare(Path file) {
        int programs =
                EmulatedPrograms.each(EmulatedPrograms.nest(file), (tiler, program) -> compare(file, tiler, program));
        assertTrue(programs > 0, "no legal plan");
    }

    private static void compare(Path file, Tiler tiler, EmulatedPrograms program) {
        List<SequencedMap<String, Long>> sizes = program.sizes();
        assertTrue(sizes.size() == 2 || program.nest().parameters().isEmpty(), "too few small sizes");
        for (SequencedMap<String, Long> each : sizes) {
            EmulatedCase.Result result = program.run(each, each.hashCode());
            assertTrue(result.ok(), () -> program + " " + result.verification().message());
            ProgramCounts counts = program.counts(each);
            Counts emulated = result.emulation().counts();
            ProgramCounts executed = of(emulated, counts.sharedBytes());
            assertEquals(isRepeated(program) ? atMost(counts, executed) : executed, counts, () -> program + " " + each);
            if (each == sizes.getFirst() && BOUNDED.contains(file.getFileName().toString())) {
                SequencedMap<String, Long> larger = program.same(LARGER);
                CountedBounds.check(tiler, program, larger, program.counts(larger), Double.POSITIVE_INFINITY);
            }
            if (each == sizes.getFirst()) {
                CountedBounds.check(tiler, program, each, counts, operations(program, emulated, counts));
                PredictedFactors.check(file, tiler, program, each, counts);
            }
        }
    }

    /** Whether warps run something again where a quotient is not plain, which counts leave out. */
    private static boolean isRepeated(EmulatedPrograms program) {
        boolean[] found = {false};
        program.program()
                .functions()
                .forEach(f -> Statements.visit(
                        f.body(),
                        s -> found[0] |= s instanceof Statement.If i && i.condition() instanceof Expression.Voted));
        return found[0];
    }

    /** What was counted, where no less was executed of it; else what was executed. */
    private static ProgramCounts atMost(ProgramCounts counts, ProgramCounts executed) {
        TreeMap<Counts.Access, Long> accesses = new TreeMap<>(executed.accesses());
        counts.accesses()
                .forEach((access, counted) -> accesses.computeIfPresent(access, (_, e) -> Math.min(e, counted)));
        return new ProgramCounts(
                accesses,
                executed.products(),
                executed.copies(),
                executed.barriers(),
                executed.launches(),
                executed.blocks(),
                executed.sharedBytes());
    }

    /** Operations on floating-point numbers where all arrays hold such, else all; multiply-adds of products one by one. */
    private static double operations(EmulatedPrograms program, Counts executed, ProgramCounts counts) {
        boolean floating =
                program.nest().arrays().stream().allMatch(a -> a.type().isFloating());
        double operations = executed.operations().entrySet().stream()
                .filter(e -> !floating || e.getKey().type().isFloating())
                .mapToDouble(e -> e.getValue().threads())
                .sum();
        return operations
                + counts.products().entrySet().stream()
                        .mapToDouble(e -> (double) e.getKey().products() * e.getValue())
                        .sum();
    }

    /** What was executed, as counts of the program; launches were run with the shared memory that they ask for. */
    static ProgramCounts of(Counts executed, int sharedBytes) {
        TreeMap<Counts.Access, Long> accesses = new TreeMap<>();
        executed.accesses().forEach((access, amount) -> accesses.put(access, amount.threads()));
        Map<MatrixShape, Long> products = new EnumMap<>(MatrixShape.class);
        for (MatrixShape shape : MatrixShape.values()) {
            Counts.Amount amount = executed.of("MULTIPLY_" + shape.name(), ScalarType.F64);
            if (amount.warps() > 0) {
                products.put(shape, amount.warps());
            }
        }
        return new ProgramCounts(
                accesses,
                products,
                executed.of("COPY_ASYNCHRONOUSLY", ScalarType.I32).threads(),
                executed.of("BARRIER", ScalarType.I32).threads(),
                executed.launches(),
                executed.blocks(),
                sharedBytes);
    }
}
