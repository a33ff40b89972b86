package tilewright.codegen.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Mentions;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.parse.NestParser;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Programs of threads are complete: whatever they mention is declared, and the host does what the blocks' program says. */
class DeviceProgramTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "loopnests/matmul, 32x32x8, 4x4x1, 8, 2, 0",
        "loopnests/floyd-warshall, 16x16x16, 1x4x4, 8, 1, 0",
        "loopnests/floyd-warshall-short, 32x64x64, 1x8x8, 16, 2, 16",
        "loopnests/lu, 16x32x32, 1x4x4, 8, 2, 0",
        "loopnests/lu, 128x64x128, 1x8x8, 16, 2, 64",
        "loopnests/gaussian-elimination, 128x64x128, 1x8x8, 16, 2, 64",
        "loopnests/jacobi-2d, 4x40x40, 1x4x4, 1, 1, 0",
        "loopnests/heat-3d, 1x4x8x32, 1x1x2x4, 1, 1, 0",
        "src/test/resources/codegen/nests/reduction-columns, 8x128, 2x2, 1, 1, 0",
        "src/test/resources/codegen/nests/nussinov, 1x8x32x32, 1x1x2x1, 32, 2, 0",
    })
    void everythingMentionedIsDeclaredAndTheHostLaunchesEveryBlock(
            String nest, String block, String thread, int chunk, int buffers, int step) {
        Candidate candidate = new Candidate(sizes(block), sizes(thread), new Candidate.Options(chunk, buffers, step));
        KernelProgram blocks = program(Path.of(nest + ".nest"), candidate);
        Program program = DeviceProgram.of(blocks);
        program.functions().forEach(DeviceProgramTest::declaresWhatItMentions);
        callsMatch(program);
        arraysHaveTheElementsOfTheirLayouts(blocks, program);
        for (long size : List.of(1L, 17L, 64L, 200L)) {
            Map<String, Long> values = new HashMap<>();
            blocks.parameters().forEach(p -> values.put(p, size));
            launchesMatch(blocks.host(), program.host(), values);
        }
    }

    /** The values of a loop that a block runs in rounds, as the elimination's, are those of the nest. */
    @Test
    void aStatementMayUseTheNumberOfALoopThatRunsInRounds() throws IOException {
        Path file = folder.resolve("weighted.nest");
        Files.writeString(file, """
            param n
            real a(n, n)
            do k = 1, n
              do i = k + 1, n
                a(i,k) = a(i,k) / a(k,k) + float(k)
                do j = k + 1, n
                  a(i,j) = a(i,j) - a(i,k) * a(k,j)
                enddo
              enddo
            enddo
            """);
        Candidate candidate = new Candidate(List.of(16, 16, 16), List.of(1, 4, 4), new Candidate.Options(8, 1));
        Program program = DeviceProgram.of(program(file, candidate));
        program.functions().forEach(DeviceProgramTest::declaresWhatItMentions);
        Set<String> declared = new TreeSet<>();
        program.functions()
                .forEach(f -> Statements.visit(f.body(), s -> {
                    if (s instanceof Statement.Declare d) {
                        declared.add(d.variable().name());
                    }
                }));
        assertTrue(declared.contains("k_first"), declared.toString());
    }

    /** Of 6 warps two schedulers of four have two: where some blocks end at once, and a thread's registers allow it, blocks fit as if all had. */
    @ParameterizedTest
    @CsvSource({
        "i, 96x128x16, 8x8x1, 192, 2, 256",
        "n, 96x128x16, 8x8x1, 192, 2, 192",
        "i, 48x128x16, 4x8x1, 192, 3, 192",
        "i, 128x128x16, 8x8x1, 256, 2, 256",
        "i, 64x64x16, 8x8x1, 64, 7, 64",
    })
    void blocksHaveRoomForWholeGroupsOfWarps(
            String last, String block, String thread, int threads, int blocks, int room) throws IOException {
        Path file = folder.resolve("products.nest");
        Files.writeString(file, """
            param n
            real a(n, n), b(n, n), c(n, n)
            do i = 1, n
              do j = 1, %s
                do k = 1, n
                  c(i,j) = c(i,j) + a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """.formatted(last));
        Candidate candidate = new Candidate(sizes(block), sizes(thread), new Candidate.Options(16, 2));
        Program program = DeviceProgram.of(program(file, candidate));
        assertEquals(
                List.of(new Function.Kind.Kernel(threads, blocks, room, Function.Start.BEHIND)),
                program.functions().stream()
                        .map(Function::kind)
                        .filter(Function.Kind.Kernel.class::isInstance)
                        .toList());
    }

    /** With 32 x 32 and 32 x 64 values a k-tile 128 threads find 16 addresses together, 32 registers beside 64, so 5 blocks fit; with 8 iterations a k-tile 6 addresses, for which 16 registers do, and 6 blocks. */
    @ParameterizedTest
    @CsvSource({"32, 5", "8, 6"})
    void blocksHaveRoomForAddressesOfTheirCopies(int chunk, int blocks) throws IOException {
        Path file = folder.resolve("least.nest");
        Files.writeString(file, """
            param n
            real a(n, n), b(n, n), c(n, n)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  c(i,j) = min(c(i,j), a(i,k) + b(k,j))
                enddo
              enddo
            enddo
            """);
        Candidate candidate = new Candidate(sizes("32x64x" + chunk), sizes("4x4x1"), new Candidate.Options(chunk, 2));
        Program program = DeviceProgram.of(program(file, candidate));
        assertEquals(
                List.of(new Function.Kind.Kernel(128, blocks, 128, Function.Start.BEHIND)),
                program.functions().stream()
                        .map(Function::kind)
                        .filter(Function.Kind.Kernel.class::isInstance)
                        .toList());
    }

    private static void declaresWhatItMentions(Function function) {
        Set<String> open = new TreeSet<>(Mentions.in(function.body()));
        function.parameters().forEach(p -> open.remove(p.name()));
        assertEquals(Set.of(), open, "undeclared in " + function.name());
    }

    private static void callsMatch(Program program) {
        Map<String, Function> known = new HashMap<>();
        for (Function function : program.functions()) {
            Statements.visit(function.body(), s -> {
                if (s instanceof Statement.Call c) {
                    assertTrue(known.containsKey(c.function()), c.function() + " is called before it is defined");
                    assertEquals(
                            known.get(c.function()).parameters().size(),
                            c.arguments().size());
                }
            });
            known.put(function.name(), function);
        }
    }

    private static void arraysHaveTheElementsOfTheirLayouts(KernelProgram blocks, Program program) {
        ToLongFunction<String> sizes = name -> 100;
        Map<String, Long> elements = new HashMap<>();
        for (ArrayLayout layout : blocks.allArrays()) {
            elements.put(layout.name(), layout.elements(sizes));
        }
        blocks.secondCopies()
                .forEach(a -> elements.put(a + "_second", blocks.array(a).elements(sizes)));
        Map<String, Long> allocated = new HashMap<>();
        program.arrays().forEach(a -> allocated.put(a.name(), HostValues.of(a.elements(), sizes)));
        assertEquals(elements, allocated);
    }

    private static void launchesMatch(
            List<KernelProgram.HostStep> expected, List<HostStep> actual, Map<String, Long> values) {
        Iterator<HostStep> steps = actual.iterator();
        for (KernelProgram.HostStep step : expected) {
            switch (step) {
                case KernelProgram.HostStep.Loop l -> loopsMatch(l, (HostStep.Loop) steps.next(), values);
                case KernelProgram.HostStep.Columns c -> {
                    HostStep.Launch start = (HostStep.Launch) steps.next();
                    HostStep.Launch launch = (HostStep.Launch) steps.next();
                    assertEquals(c.kernel().name() + "_start", start.function());
                    assertEquals(c.kernel().threads(), launch.threads());
                    assertEquals(c.kernel().sharedBytes(), launch.sharedBytes());
                    assertEquals(
                            c.kernel().arguments().size(), launch.arguments().size());
                }
                case KernelProgram.HostStep.Rows r -> {
                    HostStep.Launch start = (HostStep.Launch) steps.next();
                    HostStep.Launch launch = (HostStep.Launch) steps.next();
                    assertEquals(launch.function() + "_start", start.function());
                    assertEquals(r.diagonal().threads(), launch.threads());
                    assertEquals(Math.max(r.diagonal().sharedBytes(), r.below().sharedBytes()), launch.sharedBytes());
                }
                case KernelProgram.HostStep.Kept k -> {
                    HostStep.Launch start = (HostStep.Launch) steps.next();
                    assertEquals(k.function() + "_start", start.function());
                    HostStep next = steps.next();
                    while (next instanceof HostStep.Launch launch) {
                        assertEquals(k.columns().threads(), launch.threads());
                        next = steps.next();
                    }
                    assertEquals(
                            k.launches().variable(),
                            assertInstanceOf(HostStep.Loop.class, next)
                                    .variable()
                                    .name());
                }
                case KernelProgram.HostStep.Inputs i -> {
                    HostStep next = steps.next();
                    while (next instanceof HostStep.Launch launch) {
                        assertEquals(0, launch.threads() % 32, "all blocks stay");
                        next = steps.next();
                    }
                    assertEquals(
                            i.launches().variable(),
                            assertInstanceOf(HostStep.Loop.class, next)
                                    .variable()
                                    .name());
                }
                case KernelProgram.HostStep.Staying s -> {
                    HostStep.Launch start = (HostStep.Launch) steps.next();
                    HostStep.Launch launch = (HostStep.Launch) steps.next();
                    assertEquals(launch.function() + "_start", start.function());
                    assertEquals(s.threads(), launch.threads());
                    loopsMatch(s.launches(), (HostStep.Loop) steps.next(), values);
                }
                case KernelProgram.HostStep.AsWritten _ -> throw new AssertionError("device programs have none");
                case KernelProgram.HostStep.Launch l -> {
                    HostStep.Launch launch = (HostStep.Launch) steps.next();
                    Kernel kernel = l.kernel();
                    assertEquals(kernel.blocks(values::get), HostValues.of(launch.blocks(), values::get));
                    assertEquals(kernel.threads(), launch.threads());
                    assertEquals(kernel.sharedBytes(), launch.sharedBytes());
                    assertEquals(kernel.arguments().size(), launch.arguments().size());
                }
            }
        }
        assertFalse(steps.hasNext());
    }

    private static void loopsMatch(
            KernelProgram.HostStep.Loop expected, HostStep.Loop actual, Map<String, Long> values) {
        long first = expected.first().evaluate(values::get);
        long last = expected.last().evaluate(values::get);
        assertEquals(first, HostValues.of(actual.first(), values::get));
        assertEquals(last, HostValues.of(actual.last(), values::get));
        for (long value : new HashSet<>(List.of(first, (first + last) / 2, last))) {
            Map<String, Long> inside = new HashMap<>(values);
            inside.put(expected.variable(), value);
            launchesMatch(expected.body(), actual.body(), inside);
        }
    }

    private static List<Integer> sizes(String text) {
        return Arrays.stream(text.split("x")).map(Integer::valueOf).toList();
    }

    private static KernelProgram program(Path nest, Candidate candidate) {
        Verdict verdict = PublishedNests.ask(
                NestParser.parse(nest), analysed -> analysed.tiler().plan(candidate));
        Verdict.Legal legal = assertInstanceOf(Verdict.Legal.class, verdict, verdict::toString);
        return Lowering.lowerForDevice(legal.plan());
    }
}
