package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Plans of time tiles, as the tiler makes them. */
final class TimeTiles {
    /** Each is made once, whatever tests ask for it. */
    private static final Map<String, Plan> PLANS = new ConcurrentHashMap<>();

    private TimeTiles() {}

    /** One to three dimensions, one and several carried arrays, thread sizes of all widths. */
    static Stream<Plan> plans() {
        return Stream.of(
                plan("jacobi-1d", "3x10", "1x5"),
                plan("jacobi-1d", "4x96", "1x4"),
                plan("jacobi-2d", "2x4x4", "1x1x1"),
                plan("jacobi-2d", "3x5x12", "1x5x4"),
                plan("jacobi-2d", "5x12x24", "1x4x8"),
                plan("heat-3d", "2x4x4x4", "1x2x2x4"),
                plan("heat-3d", "2x3x2x6", "1x3x1x2"),
                plan("fdtd-2d", "2x6x8", "1x2x4"),
                plan("fdtd-2d", "7x8x10", "1x4x2"),
                plan(nest("nine-points"), "2x4x8", "1x2x4"),
                plan(nest("nine-points"), "3x6x10", "1x3x5"));
    }

    /** The same and those of GPUs alone, which go plane by plane. */
    static Stream<Plan> all() {
        return Stream.concat(plans(), Stream.of(planes(), sweep()));
    }

    /** Blocks that go plane by plane, whose boxes begin and end with the arrays across planes. */
    static Plan planes() {
        return plan(Path.of("loopnests", "jacobi-2d.nest"), "2x4x8", "1x1x2", new Candidate.Options(1, 1, 1));
    }

    /** A sweep of its own, of an array that is written and one that is changed in place. */
    static Plan sweep() {
        return plan(nest("sweep"), "4x4x8", "1x2x4", new Candidate.Options(1, 1, 1));
    }

    static Plan plan(String name, String block, String thread) {
        return plan(Path.of("loopnests", name + ".nest"), block, thread);
    }

    private static Path nest(String name) {
        return Path.of("src/test/resources/codegen/nests", name + ".nest");
    }

    private static Plan plan(Path file, String block, String thread) {
        return plan(file, block, thread, new Candidate.Options(1, 1));
    }

    private static Plan plan(Path file, String block, String thread, Candidate.Options options) {
        return PLANS.computeIfAbsent(
                String.join(" ", file.toString(), block, thread, options.toString()),
                _ -> made(file, block, thread, options));
    }

    private static Plan made(Path file, String block, String thread, Candidate.Options options) {
        LoopNest nest = NestParser.parse(file);
        try (Context context = new Context()) {
            Candidate candidate = new Candidate(sizes(block), sizes(thread), options);
            Verdict verdict = new Tiler(DependenceAnalysis.analyze(context, nest)).plan(candidate);
            return assertInstanceOf(Verdict.Legal.class, verdict, verdict.toString())
                    .plan();
        }
    }

    private static List<Integer> sizes(String text) {
        return Arrays.stream(text.split("x")).map(Integer::valueOf).toList();
    }
}
