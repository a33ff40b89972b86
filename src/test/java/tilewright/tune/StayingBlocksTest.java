package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Candidate;
import tilewright.tiling.Plan;
import tilewright.tiling.PlanCheck;
import tilewright.tiling.Tiler;
import tilewright.tiling.Verdict;
import tilewright.tiling.text.PlanText;

/** Blocks that stay with their boxes for all iterations compute what the nest computes. */
class StayingBlocksTest {
    /** A coefficient for each point, of whose neighbours one is read. */
    private static final String COEFFICIENTS = """
        param steps, n
        double precision a(n, n), b(n, n), c(n, n)
        do t = 1, steps
          do i = 2, n - 1
            do j = 2, n - 1
              b(i,j) = a(i,j) + c(i,j) * (a(i-1,j) + a(i,j-1) + a(i,j+1)) - c(i+1,j) * a(i+1,j)
            enddo
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              a(i,j) = b(i,j)
            enddo
          enddo
        enddo
        """;

    /** Three levels of time, of which two are carried on; neighbours at a distance of two, some on diagonals. */
    private static final String WAVE = """
        param steps, n
        real u(0:n, n), v(0:n, n), w(0:n, n)
        do t = 1, steps
          do i = 2, n - 2
            do j = 3, n - 2
              w(i,j) = 2.0 * u(i,j) - v(i,j) + 0.1 * (u(i-2,j-1) + u(i+1,j+2) + u(i,j-2) - 3.0 * u(i,j))
            enddo
          enddo
          do i = 2, n - 2
            do j = 3, n - 2
              v(i,j) = u(i,j)
            enddo
          enddo
          do i = 2, n - 2
            do j = 3, n - 2
              u(i,j) = w(i,j)
            enddo
          enddo
        enddo
        """;

    private static final Map<String, EmulatedPrograms> KNOWN = new ConcurrentHashMap<>();

    private static LoopNest nest(String name) {
        return switch (name) {
            case "coefficients" -> NestParser.parse(name, COEFFICIENTS);
            case "wave" -> NestParser.parse(name, WAVE);
            case "nine-points" -> NestParser.parse(Path.of("src/test/resources/codegen/nests/nine-points.nest"));
            default -> NestParser.parse(Path.of("loopnests", name + ".nest"));
        };
    }

    /** The plan, proved, and its program. */
    private static EmulatedPrograms programs(String name, String block, String thread) {
        return KNOWN.computeIfAbsent(name + block + thread, _ -> {
            LoopNest nest = nest(name);
            try (Context context = new Context()) {
                Dependences dependences = DependenceAnalysis.analyze(context, nest);
                Candidate candidate =
                        new Candidate(sizes(block), sizes(thread), new Candidate.Options(1, 1, 0, 0, true));
                Verdict verdict = new Tiler(dependences).plan(candidate);
                Plan plan = assertInstanceOf(Verdict.Legal.class, verdict, verdict.toString())
                        .plan();
                PlanCheck.Result result = new PlanCheck(dependences).check(plan);
                assertInstanceOf(PlanCheck.Result.Proved.class, result, result.toString());
                assertEquals(plan, PlanText.parse(name, PlanText.print(plan), nest));
                KernelProgram lowered = Lowering.lowerForDevice(plan);
                return new EmulatedPrograms(nest, plan, lowered, DeviceProgram.of(lowered));
            }
        });
    }

    private static List<Integer> sizes(String text) {
        return Arrays.stream(text.split("x")).map(Integer::valueOf).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "jacobi-1d, 1x32, 1x1",
        "jacobi-2d, 1x8x16, 1x2x2",
        "jacobi-2d, 1x4x8, 1x1x1",
        "fdtd-2d, 1x8x8, 1x2x1",
        "nine-points, 1x6x16, 1x3x2",
        "heat-3d, 1x3x4x8, 1x3x1x1",
        "coefficients, 1x8x8, 1x1x2",
        "wave, 1x4x16, 1x2x1"
    })
    void computeTheNest(String name, String block, String thread) {
        EmulatedPrograms programs = programs(name, block, thread);
        for (long size : List.of(3L, 8L, 19L)) {
            SequencedMap<String, Long> sizes = programs.same(size);
            sizes.replaceAll((parameter, value) -> parameter.equals("n") ? value : Math.min(value, 4));
            EmulatedCase.Result result = programs.run(sizes, size);
            assertTrue(result.ok(), () -> sizes + ": " + result.verification().message());
        }
    }
}
