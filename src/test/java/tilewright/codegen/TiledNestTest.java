package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.text.PlanRoundTrip;

/**
 * Nests that are tiled by the tool itself: every type, one to three point dimensions, several sequential loops, several
 * statements. Every {@code .nest} file of the folder is a case, and so is every published nest and every PolyBench
 * kernel. Its plans, and the device's program of the first, are what their texts say.
 */
@Order(1)
class TiledNestTest {
    private static final List<Long> SIZES = List.of(1L, 2L, 7L, 8L, 9L, 13L, 16L, 17L, 23L, 31L);
    private static final List<Long> KERNEL_SIZES = List.of(2L, 3L, 8L, 13L, 17L);

    @TempDir
    Path folder;

    @Execution(ExecutionMode.CONCURRENT)
    @TestFactory
    Stream<DynamicTest> computesTheNest() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path root : List.of(Path.of("loopnests"), Path.of("src/test/resources/codegen/nests"))) {
            try (Stream<Path> found = Files.list(root)) {
                found.filter(f -> f.toString().endsWith(".nest")).sorted().forEach(files::add);
            }
        }
        return files.stream().map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> compare(f)));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @TestFactory
    Stream<DynamicTest> computesThePolyBenchKernel() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(Path.of("loopnests/polybench"))) {
            files = found.filter(f -> f.toString().endsWith(".c")).sorted().toList();
        }
        return files.stream()
                .map(f -> DynamicTest.dynamicTest(
                        f.getFileName().toString(),
                        () -> compare(CParser.parse(f, COptions.NONE).nest(), KERNEL_SIZES)));
    }

    private void compare(Path file) throws IOException, InterruptedException {
        compare(NestParser.parse(file), SIZES);
    }

    private void compare(LoopNest nest, List<Long> sizes) throws IOException, InterruptedException {
        List<Plan> plans = PublishedNests.ask(nest, analysed -> plans(analysed.tiler()));
        assertTrue(!plans.isEmpty(), "no legal plan for " + nest.name());
        Program device = DeviceProgram.of(Lowering.lowerForDevice(plans.getFirst()));
        assertEquals(device, KernelReader.parse(nest.name(), KernelText.print(device)));
        plans.forEach(PlanRoundTrip::check);
        Comparison.ofPrograms(plans, Files.createTempDirectory(folder, nest.name()), sizes);
    }

    private static List<Plan> plans(Tiler tiler) {
        List<Plan> plans = new ArrayList<>();
        int loops = tiler.ranked().loops().size();
        plan(tiler, candidate(loops, 0, new Candidate.Options(4, 2, 4))).ifPresent(plans::add);
        plan(tiler, candidate(loops, 0, new Candidate.Options(4, 2))).ifPresent(plans::add);
        for (int ones = 1; ones <= loops && plans.size() < 3; ones++) {
            plan(tiler, candidate(loops, ones, new Candidate.Options(4, 1))).ifPresent(plans::add);
        }
        return plans;
    }

    /** Blocks of eight behind the first {@code ones} loops, threads of two and four points along the last loops. */
    private static Candidate candidate(int loops, int ones, Candidate.Options options) {
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        for (int loop = 0; loop < loops; loop++) {
            int size = loop < ones ? 1 : 8;
            block.add(size);
            thread.add(Math.min(size, loop == loops - 1 ? 4 : 2));
        }
        return new Candidate(block, thread, options);
    }

    private static java.util.Optional<Plan> plan(Tiler tiler, Candidate candidate) {
        try {
            return tiler.plan(candidate) instanceof Verdict.Legal legal
                    ? java.util.Optional.of(legal.plan())
                    : java.util.Optional.empty();
        } catch (UserError e) {
            return java.util.Optional.empty();
        }
    }
}
