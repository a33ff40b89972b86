package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Generated CUDA compiles, keeps its tiles in registers and uses the instructions that make it fast. */
@Order(1)
@Tag("nvcc")
class CudaCompileTest {
    /** A thread of a Hopper processor has 255 registers at most. */
    private static final int MOST_REGISTERS = 255;

    /** Two registers that wait in memory while a loop runs, written and read once: an address, never the tile. */
    private static final int MOST_SPILLED_BYTES = 16;

    /** Runs of the compiler for texts that it only has to accept. */
    private static final int BATCHES = 3;

    private static final Plans.Sizes SQUARE = new Plans.Sizes(64, 64, 64, 4, 4, 16, 1);

    @TempDir
    Path folder;

    /** Plans whose texts one run of the compiler gets. */
    static Stream<List<Plan>> plans() {
        return Stream.of(SQUARE, Plans.Sizes.fast(), new Plans.Sizes(64, 64, 128, 8, 8, 16, 2))
                .map(s ->
                        List.of(Plans.matmul(s), Plans.floydWarshall(s), Plans.gauss(s), Plans.lu(s), Plans.jacobi(s)));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("plans")
    void tilesStayInRegisters(List<Plan> plans) throws Exception {
        Map<String, List<Nvcc.Resources>> resources = Nvcc.orSkip(folder).resources(texts(plans));
        for (Plan plan : plans) {
            List<Nvcc.Resources> kernels = new ArrayList<>(resources.get(name(plan)));
            // Kernels that stay for several small launches are the pass resident-loops' own.
            kernels.removeIf(k -> k.kernel().endsWith("_resident"));
            assertEquals(Lowering.lowerJoined(plan).kernels().size(), kernels.size(), kernels::toString);
            for (Nvcc.Resources kernel : kernels) {
                assertTrue(kernel.spilledBytes() <= MOST_SPILLED_BYTES, kernel + " of " + plan.candidate());
                assertTrue(kernel.registers() <= MOST_REGISTERS, kernel.toString());
            }
        }
    }

    private static Map<String, String> texts(List<Plan> plans) {
        Map<String, String> texts = new LinkedHashMap<>();
        plans.forEach(p -> texts.put(name(p), cuda(p)));
        assertEquals(plans.size(), texts.size(), "each plan once");
        return texts;
    }

    private static String name(Plan plan) {
        return plan.nest().name() + " " + plan.candidate();
    }

    static List<List<Plan>> timeTiles() {
        return List.of(
                TimeTiles.plans().toList(),
                List.of(
                        TimeTiles.plan("jacobi-2d", "5x104x104", "1x8x4"),
                        TimeTiles.plan("fdtd-2d", "4x56x120", "1x4x4")));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("timeTiles")
    void timeTilesStayInRegisters(List<Plan> plans) throws Exception {
        Map<String, List<Nvcc.Resources>> resources = Nvcc.orSkip(folder).resources(texts(plans));
        for (Plan plan : plans) {
            Nvcc.Resources kernel = resources.get(name(plan)).getFirst();
            assertEquals(0, kernel.spilledBytes(), kernel + " of " + plan.candidate());
        }
    }

    /** The files, in some batches that take about as long each. */
    static List<List<Path>> polyBench() throws java.io.IOException {
        List<List<Path>> batches = new ArrayList<>();
        try (Stream<Path> files = java.nio.file.Files.list(Path.of("loopnests/polybench"))) {
            List<Path> sorted =
                    files.filter(f -> f.toString().endsWith(".c")).sorted().toList();
            for (int f = 0; f < sorted.size(); f++) {
                if (f < BATCHES) {
                    batches.add(new ArrayList<>());
                }
                batches.get(f % BATCHES).add(sorted.get(f));
            }
        }
        return batches;
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("polyBench")
    void polyBenchKernelsCompile(List<Path> files) throws Exception {
        Nvcc nvcc = Nvcc.orSkip(folder);
        Map<String, String> texts = new LinkedHashMap<>();
        for (Path file : files) {
            LoopNest nest = CParser.parse(file, COptions.NONE).nest();
            Verdict verdict = PublishedNests.ask(nest, analysed -> inSmallBlocks(analysed.tiler()));
            texts.put(
                    file.getFileName() + ".cu",
                    cuda(assertInstanceOf(Verdict.Legal.class, verdict, file::toString)
                            .plan()));
        }
        nvcc.accepts(texts);
    }

    private static Verdict inSmallBlocks(Tiler tiler) {
        int loops = tiler.ranked().loops().size();
        List<Integer> block = new java.util.ArrayList<>(java.util.Collections.nCopies(loops, 8));
        List<Integer> thread = java.util.Collections.nCopies(loops, 1);
        Verdict verdict = new Verdict.Illegal("no blocks were tried", null);
        for (int ones = 0; !(verdict instanceof Verdict.Legal) && ones <= loops; ones++) {
            try {
                verdict = tiler.plan(new Candidate(block, thread, new Candidate.Options(4, 2)));
            } catch (tilewright.model.UserError e) {
                verdict = new Verdict.Illegal(String.valueOf(e.getMessage()), null);
            }
            if (ones < loops) {
                block.set(ones, 1);
            }
        }
        return verdict;
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(strings = {"rows", "columns", "extremes", "products"})
    void reductionsJoinTheirPartialResults(String name) throws Exception {
        Nvcc nvcc = Nvcc.orSkip(folder);
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse(Path.of("src/test/resources/codegen/nests/reduction-" + name + ".nest"));
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            int loops = tiler.ranked().loops().size();
            List<Integer> block = new java.util.ArrayList<>(java.util.Collections.nCopies(loops, 8));
            block.set(loops - 1, 128);
            List<Integer> thread = java.util.Collections.nCopies(loops, 2);
            Verdict verdict = tiler.plan(new Candidate(block, thread, new Candidate.Options(1, 1)));
            String source = cuda(assertInstanceOf(Verdict.Legal.class, verdict).plan());
            nvcc.accepts(source);
            assertTrue(source.contains("// Join the partial results"), source);
            // Lanes of one warp need no shared memory.
            assertTrue(!name.equals("rows") || source.contains("__shfl_xor_sync(0xffffffffu, "), source);
        }
    }

    /** By NVIDIA's header; what the run-time compiler gets in its place is compiled in the same way. */
    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void numbersOfHalfPrecisionAreConvertedAtLoadsAndStores() throws Exception {
        Nvcc nvcc = Nvcc.orSkip(folder);
        try (Context context = new Context()) {
            LoopNest nest = CParser.parse(Path.of("src/test/resources/c/half/half-product.c"), COptions.NONE)
                    .nest();
            Candidate candidate = new Candidate(List.of(64, 64, 32), List.of(4, 8, 1), new Candidate.Options(16, 2));
            Verdict verdict = new Tiler(DependenceAnalysis.analyze(context, nest)).plan(candidate);
            String source = cuda(assertInstanceOf(Verdict.Legal.class, verdict).plan());
            for (String own : List.of("", "src/main/resources/tilewright/device/cuda_fp16.h")) {
                String text = own.isEmpty()
                        ? source
                        : source.replace(
                                "#include <cuda_fp16.h>",
                                "namespace {\n" + java.nio.file.Files.readString(Path.of(own)) + "}\n");
                String ptx = nvcc.ptx(text, "half_product_s2");
                assertTrue(ptx.contains("cvt.f32.f16"), ptx);
                assertTrue(count(ptx, "fma\\.rn\\.f32") >= 16, ptx);
                assertFalse(ptx.contains("f16x2") || ptx.contains("fma.rn.f16"), ptx);
            }
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void aDiagonalIsNotReadInWideAccesses() {
        try (Context context = new Context()) {
            LoopNest nest = CParser.parse(Path.of("loopnests/polybench/lu.c"), COptions.NONE)
                    .nest();
            Candidate candidate = new Candidate(List.of(16, 16, 16), List.of(1, 2, 1), new Candidate.Options(16, 1));
            Verdict verdict = new Tiler(DependenceAnalysis.analyze(context, nest)).plan(candidate);
            String source = cuda(assertInstanceOf(Verdict.Legal.class, verdict).plan());
            assertTrue(
                    Pattern.compile("shared\\.A_kk\\[[^\\[\\]]+] = A_ij")
                            .matcher(source)
                            .find(),
                    "the divisor is handed out alone");
            assertFalse(
                    Pattern.compile("&shared\\.\\w+\\[(\\w+)]\\[\\1]")
                            .matcher(source)
                            .find(),
                    "elements of a diagonal are a row apart");
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void aRowOfThreadsExchangesWithinItsWarp() throws Exception {
        String ptx = Nvcc.orSkip(folder).ptx(cuda(TimeTiles.plan("jacobi-1d", "4x96", "1x4")), "jacobi_1d_time");
        assertTrue(ptx.contains("shfl.sync.up"), "neighbours are lanes");
        assertFalse(ptx.contains("bar.sync"), "nothing to wait for");
        assertFalse(ptx.contains(".local"), "no register array in memory");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void restOfFloydWarshallReadsSharedMemoryInWideAccesses() throws Exception {
        String ptx = Nvcc.orSkip(folder).ptx(cuda(Plans.floydWarshall(SQUARE)), "level2");
        assertTrue(count(ptx, "ld\\.shared\\.v4") >= 32, "two wide reads for each of 16 iterations");
        assertTrue(count(ptx, "ld\\.global\\.v4|ld\\.v4") >= 6, "tile, column and row chunk");
        assertTrue(count(ptx, "min\\.(NaN\\.)?f32") >= 256);
        assertFalse(ptx.contains(".local"), "no register array in memory");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void restOfGaussDividesOncePerStagedElement() throws Exception {
        String ptx = Nvcc.orSkip(folder).ptx(cuda(Plans.gauss(SQUARE)), "level2");
        assertTrue(count(ptx, "(mul|fma\\.rn)\\.f32") >= 256, "16 updates for each of 16 iterations");
        // Four elements of a group in full chunks, four in flight at the boundary.
        long divisions = count(ptx, "(div\\.rn|rcp\\.approx)\\.f32");
        assertTrue(divisions >= 2 && divisions <= 8, "found " + divisions);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void doubleBuffersAreFilledByAsynchronousCopies() throws Exception {
        Plans.Sizes two = new Plans.Sizes(64, 64, 128, 8, 8, 16, 2);
        String ptx = Nvcc.orSkip(folder).ptx(cuda(Plans.matmul(two)), "matmul");
        assertTrue(ptx.contains("cp.async.cg.shared.global"), "rows go 16 bytes at a time");
        assertTrue(ptx.contains("cp.async.ca.shared.global"), "columns are read ahead: transposed, one by one");
        assertTrue(ptx.contains("cp.async.wait_all"));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void columnsAreTransposedWhereRegistersForTheirRowsAreShort() throws Exception {
        Plans.Sizes tall = new Plans.Sizes(64, 128, 128, 16, 8, 16, 2);
        String ptx = Nvcc.orSkip(folder).ptx(cuda(Plans.matmul(tall)), "matmul");
        assertTrue(ptx.contains("cp.async.ca.shared.global"), "element by element");
    }

    private static String cuda(Plan plan) {
        return DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(Lowering.lowerJoined(plan));
    }

    private static long count(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }
}
