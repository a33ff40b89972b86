package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.lower.SurfaceCheck;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.property.Surfaces;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.text.PlanRoundTrip;
import tilewright.tune.verify.EmulatedCase;

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
            case "one-round" -> NestParser.parse(name, ONE_ROUND);
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
                PlanRoundTrip.check(plan);
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
        "fdtd-2d, 1x8x8, 1x2x1",
        "nine-points, 1x6x16, 1x3x2",
        "heat-3d, 1x3x4x8, 1x3x1x1",
        "coefficients, 1x8x8, 1x1x2",
        "wave, 1x4x16, 1x2x1"
    })
    void computeTheNest(String name, String block, String thread) {
        EmulatedPrograms programs = programs(name, block, thread);
        for (long size : block.split("x").length > 3 ? List.of(9L) : List.of(3L, 8L, 19L)) {
            SequencedMap<String, Long> sizes = programs.same(size);
            sizes.replaceAll((parameter, value) -> parameter.equals("n") ? value : Math.min(value, 4));
            EmulatedCase.Result result = programs.run(sizes, size);
            assertTrue(result.ok(), () -> sizes + ": " + result.verification().message());
        }
    }

    /** Where each iteration has one round, what is told needs two places. */
    private static final String[] FAULTS = {
        // A neighbour is not waited for.
        "await rounds.ordered[(block - 1) * 32] >= t$",
        "await rounds.ordered[(block + 1) * 32] >= t$",
        // It is waited for too early a round.
        "await rounds.ordered[(block + 1) * 32] >= t$#await rounds.ordered[(block + 1) * 32] >= t - 1",
        // The wrong one is waited for.
        "await rounds.ordered[(block - 1) * 32] >= t$#await rounds.ordered[block * 32] >= t",
        // One place for what is told is written again before all have read it.
        "let slot: i32 = (t - 1) & 1$#let slot: i32 = 0",
        // The surface of the wrong round is read.
        "(copy 1 async .* a_told\\[\\(slot \\* blocks)#$1 * 0",
        // A block tells what its threads have not written yet.
        "barrier(\\s+if thread == 0 \\{\\s+rounds)#$1",
        // A block tells nothing.
        "rounds.ordered[block * 32] = t$",
        // Threads read surfaces before all of them have come.
        "await\\s+barrier#await",
        // Not all blocks start together, so that one waits for others that need not have come.
        " together#",
    };

    private static final String ONE_ROUND = """
        param steps, n
        double precision a(n), b(n)
        do t = 1, steps
          do i = 2, n - 1
            b(i) = 0.5 * a(i) + 0.25 * (a(i-1) + a(i+1))
          enddo
          do i = 2, n - 1
            a(i) = b(i)
          enddo
        enddo
        """;

    static java.util.stream.Stream<String> faults() {
        return Arrays.stream(FAULTS);
    }

    /** Some order of blocks and threads shows each of them. */
    @ParameterizedTest
    @MethodSource("faults")
    void faultsAreFound(String fault) {
        EmulatedPrograms right = programs("one-round", "1x32", "1x1");
        String text = KernelText.print(right.program());
        String[] change = fault.split("#", 2);
        String pattern = change[0].endsWith("$")
                ? Pattern.quote(change[0].substring(0, change[0].length() - 1)) + "\n"
                : change[0];
        String changed = Pattern.compile(pattern)
                .matcher(text)
                .replaceFirst(change.length == 1 ? "" : change[1] + (change[0].endsWith("$") ? "\n" : ""));
        assertNotEquals(text, changed);
        Program wrong = KernelReader.parse("wrong", changed);
        SequencedMap<String, Long> sizes = right.same(80);
        sizes.put("steps", 4L);
        boolean found = LongStream.range(0, 6)
                .anyMatch(seed -> !right.run(wrong, sizes, seed).ok());
        assertTrue(found, changed);
    }

    private static TimeTile boxes(Plan plan) {
        return Objects.requireNonNull(((HostStep.HostLoop) plan.host().getFirst()).boxes());
    }

    /** The plan with other boxes is refused. */
    private static void refused(
            String nest, String block, String thread, UnaryOperator<TimeTile> change, String words) {
        Plan plan = programs(nest, block, thread).plan();
        HostStep.HostLoop loop = (HostStep.HostLoop) plan.host().getFirst();
        Plan wrong = new Plan(
                plan.nest(),
                plan.candidate(),
                plan.family(),
                plan.rule(),
                List.of(loop.with(change.apply(boxes(plan)))));
        try (Context context = new Context()) {
            PlanCheck.Result result = new PlanCheck(DependenceAnalysis.analyze(context, plan.nest())).check(wrong);
            assertTrue(
                    assertInstanceOf(PlanCheck.Result.Violated.class, result)
                            .toString()
                            .contains(words),
                    result.toString());
        }
    }

    private static TimeTile withDimensions(TimeTile boxes, UnaryOperator<TimeTile.Dimension> change) {
        return new TimeTile(
                boxes.role(),
                boxes.time(),
                boxes.dimensions().stream().map(change).toList(),
                boxes.interior(),
                boxes.arrays(),
                boxes.statements());
    }

    @Test
    void boxesHaveNoHalo() {
        refused(
                "one-round",
                "1x32",
                "1x1",
                b -> withDimensions(
                        b,
                        d -> new TimeTile.Dimension(
                                d.variable(),
                                d.base().plus(-1),
                                d.extent() + 2,
                                1,
                                d.own(),
                                d.thread(),
                                d.block(),
                                d.lastBlock(),
                                d.whole())),
                "hold a halo along i");
    }

    /** What is told, and waited for, is followed through the statements. */
    @Test
    void surfacesThatAreNotToldAreFound() {
        EmulatedPrograms programs = programs("jacobi-2d", "1x8x16", "1x2x2");
        TimeTile boxes = boxes(programs.plan());
        Surfaces right = Surfaces.of(boxes, programs.plan().nest());
        assertEquals(Optional.empty(), SurfaceCheck.wrong(boxes, right));
        for (int lost = 0; lost < right.rounds().size(); lost++) {
            List<Surfaces.Round> rounds = new ArrayList<>(right.rounds());
            rounds.remove(lost);
            finds(
                    boxes,
                    new Surfaces(right.shape(), rounds, right.constant(), right.memory(), right.directions()),
                    "has changed since blocks told each other");
        }
        List<Surfaces.Round> late = right.rounds().stream()
                .map(r -> new Surfaces.Round((r.before() + 1) % 2, r.arrays()))
                .toList();
        finds(
                boxes,
                new Surfaces(right.shape(), late, right.constant(), right.memory(), right.directions()),
                "has changed since blocks told each other");
        for (List<Integer> direction : right.directions()) {
            List<List<Integer>> others = right.directions().stream()
                    .filter(d -> !d.equals(direction))
                    .toList();
            finds(
                    boxes,
                    new Surfaces(right.shape(), right.rounds(), right.constant(), right.memory(), others),
                    "waits for");
        }
    }

    private static void finds(TimeTile boxes, Surfaces wrong, String words) {
        assertTrue(
                SurfaceCheck.wrong(boxes, wrong).orElse("nothing is wrong").contains(words),
                () -> SurfaceCheck.wrong(boxes, wrong).toString());
    }

    /** Two arrays of which neighbours are read in one statement do not share a memory. */
    @Test
    void overwrittenMemoryIsFound() {
        EmulatedPrograms programs = programs("coefficients", "1x8x8", "1x1x2");
        TimeTile boxes = boxes(programs.plan());
        Surfaces right = Surfaces.of(boxes, programs.plan().nest());
        Map<String, Integer> one = new HashMap<>(right.memory());
        one.replaceAll((_, _) -> 0);
        finds(
                boxes,
                new Surfaces(right.shape(), right.rounds(), right.constant(), one, right.directions()),
                "in whose shared memory stands");
    }
}
