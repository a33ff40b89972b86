package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.CoupledNests;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.count.ProgramCounts;
import tilewright.kernel.emulate.Counts;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.text.KernelText;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.plan.Plan;
import tilewright.tune.verify.EmulatedCase;

/** Improvements apply wherever their property holds, whatever the number of statements and loops. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class CoupledNestsTest {
    private static final long SIZE = 64;

    /** Of a nest, by the passes that made it. */
    private record Key(CoupledNests nest, Passes passes) {}

    private static final Map<Key, EmulatedPrograms> PROGRAMS = new ConcurrentHashMap<>();

    @AfterAll
    static void forget() {
        PROGRAMS.clear();
    }

    private static EmulatedPrograms program(CoupledNests nest, Passes passes) {
        return PROGRAMS.computeIfAbsent(new Key(nest, passes), k -> lowered(k.nest(), k.passes()));
    }

    private static EmulatedPrograms lowered(CoupledNests nest, Passes passes) {
        Plan plan = nest.plan();
        KernelProgram lowered = Lowering.lowerForDevice(plan, passes);
        return new EmulatedPrograms(
                nest.nest(),
                plan,
                lowered,
                DeviceProgram.of(lowered, DeviceCatalog.referenceGpu().target(), passes));
    }

    private static EmulatedPrograms program(CoupledNests nest) {
        return program(nest, Passes.OF_DEVICES);
    }

    private static ProgramCounts counts(EmulatedPrograms program) {
        return program.counts(program.same(SIZE));
    }

    private static long sharedLoads(ProgramCounts counts) {
        return counts.accesses().entrySet().stream()
                .filter(e ->
                        e.getKey().space() == Counts.Space.SHARED && e.getKey().direction() == Counts.Direction.LOAD)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    static List<CoupledNests> all() {
        return CoupledNests.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void programsComputeTheNest(CoupledNests nest) {
        EmulatedPrograms program = program(nest);
        boolean deep = nest.candidate().block().size() > 3;
        for (long size : deep ? List.of(8L, 11L) : List.of(19L, 33L)) {
            EmulatedCase.Result result = program.run(program.same(size), size);
            assertTrue(result.ok(), () -> nest + " " + result.verification().message());
        }
    }

    static List<CoupledNests> withProducts() {
        return List.of(
                CoupledNests.ELIMINATIONS,
                CoupledNests.COMPLEX_ELIMINATION,
                CoupledNests.PRODUCTS,
                CoupledNests.PRODUCT_AND_MAXIMUM);
    }

    @ParameterizedTest
    @MethodSource("withProducts")
    void statementsWithoutEachOtherBecomeProducts(CoupledNests nest) {
        ProgramCounts counts = counts(program(nest));
        ProgramCounts scalar = counts(program(nest, Passes.OF_DEVICES.without(Set.of(Pass.MATRIX_PRODUCTS))));
        assertTrue(!counts.products().isEmpty(), counts::toString);
        assertTrue(sharedLoads(counts) < sharedLoads(scalar), () -> counts + " without products " + scalar);
    }

    static List<CoupledNests> readAhead() {
        return List.of(CoupledNests.SUMS, CoupledNests.SUM_AND_MINIMUM);
    }

    @ParameterizedTest
    @MethodSource("readAhead")
    void whatSeveralStatementsReadIsReadEarly(CoupledNests nest) {
        assertTrue(text(nest).contains("Read what the next iteration needs."), () -> text(nest));
    }

    static List<CoupledNests> joined() {
        return List.of(CoupledNests.MINIMA, CoupledNests.MINIMUM_AND_MAXIMUM);
    }

    @ParameterizedTest
    @MethodSource("joined")
    void severalMinimaAreJoined(CoupledNests nest) {
        ProgramCounts counts = counts(program(nest));
        Set<Pass> passes = Set.of(Pass.JOIN_MINIMA);
        ProgramCounts alone = counts(program(nest, Passes.OF_DEVICES.without(passes)));
        assertTrue(text(nest).contains("min3"), () -> text(nest));
        assertTrue(sharedLoads(counts) < sharedLoads(alone), () -> counts + " one by one " + alone);
        assertEquals(-1, text(nest).indexOf("Read what the next iteration needs."));
    }

    /** Of the nest over a box every block runs all iterations; those outside the triangle are none of these. */
    @ParameterizedTest
    @CsvSource({"ROWS, 0.7", "COLUMNS, 0.5"})
    void blocksRunTheirOwnIterationsOfInnerLoops(String triangle, double most) {
        CoupledNests nest =
                triangle.equals("ROWS") ? CoupledNests.ROWS_OF_A_TRIANGLE : CoupledNests.COLUMNS_OF_A_TRIANGLE;
        EmulatedPrograms box = program(CoupledNests.BOX);
        EmulatedPrograms part = program(nest);
        long all = sharedLoads(box.counts(box.same(32)));
        long own = sharedLoads(part.counts(part.same(32)));
        assertTrue(own <= most * all, () -> own + " of " + all);
    }

    static List<CoupledNests> uneven() {
        return List.of(CoupledNests.QUOTIENT, CoupledNests.QUOTIENTS);
    }

    /** Blocks at the end of rows of n + 1 elements store all arrays as interior ones do. */
    @ParameterizedTest
    @MethodSource("uneven")
    void rowsOfSeveralArraysEndInPadding(CoupledNests nest) {
        KernelProgram lowered = program(nest).lowered();
        List<Operation.StoreTile> stores = lowered.kernels().getLast().pieces().stream()
                .map(p -> Objects.requireNonNull(p.interiorBody()))
                .flatMap(b -> Operations.ofKind(b, Operation.StoreTile.class).stream())
                .toList();
        assertEquals(Set.of("x", "y"), lowered.paddedArrays());
        assertEquals(2, stores.size());
        assertTrue(stores.stream().allMatch(s -> s.padded() && s.vector() == 4), stores::toString);
    }

    static List<CoupledNests> chains() {
        return List.of(CoupledNests.CHAIN, CoupledNests.LONGER_CHAIN);
    }

    /** Every iteration waits once, however many statements read what others hand out, and each element is handed out once. */
    @ParameterizedTest
    @MethodSource("chains")
    void chainsWaitOnceInAnIteration(CoupledNests nest) {
        Passes alone = Passes.OF_DEVICES.without(Set.of(Pass.EXCHANGE_TOGETHER));
        for (Operation.Iterations loop : iterations(program(nest, alone))) {
            List<Operation.Publish> handed = Operations.ofKind(loop.body(), Operation.Publish.class);
            assertTrue(Operations.ofKind(loop.body(), Operation.Barrier.class).size() <= 1, loop::toString);
            assertEquals(handed.stream().distinct().count(), handed.size());
        }
        Passes without = alone.without(Set.of(Pass.RECOMPUTE));
        assertTrue(iterations(program(nest, without)).stream()
                .anyMatch(l ->
                        Operations.ofKind(l.body(), Operation.Barrier.class).size() > 2));
        assertTrue(counts(program(nest)).barriers()
                < counts(program(nest, without)).barriers());
    }

    @ParameterizedTest
    @MethodSource("chains")
    void chainsComputeTheNestWithoutRounds(CoupledNests nest) {
        EmulatedPrograms program = program(nest, Passes.OF_DEVICES.without(Set.of(Pass.EXCHANGE_TOGETHER)));
        EmulatedCase.Result result = program.run(program.same(33), 5);
        assertTrue(result.ok(), () -> nest + " " + result.verification().message());
    }

    static List<CoupledNests> besideOne() {
        return List.of(CoupledNests.BLOCKS_BESIDE_ONE, CoupledNests.CHAIN_BESIDE_ONE);
    }

    @ParameterizedTest
    @MethodSource("besideOne")
    void blocksOfSeveralArraysRepeatTheOneBlock(CoupledNests nest) {
        ProgramCounts counts = counts(program(nest));
        ProgramCounts apart = counts(program(nest, Passes.OF_DEVICES.without(Set.of(Pass.JOIN_LAUNCHES))));
        assertTrue(counts.launches() < apart.launches(), () -> counts + " apart " + apart);
    }

    private static List<Operation.Iterations> iterations(EmulatedPrograms program) {
        return program.lowered().kernels().stream()
                .flatMap(k -> k.pieces().stream())
                .flatMap(BlockProgram::bodies)
                .flatMap(b -> Operations.ofKind(b, Operation.Iterations.class).stream())
                .toList();
    }

    private static String text(CoupledNests nest) {
        return KernelText.print(program(nest).program());
    }
}
