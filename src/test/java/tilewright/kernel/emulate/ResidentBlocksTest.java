package tilewright.kernel.emulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.text.KernelReader;

/**
 * Blocks that stay for all sweeps of a stencil and wait for their neighbours on both sides (docs/experiments.md, "Stencils of three dimensions"): such a program runs, and
 * each fault in its flags is found.
 */
class ResidentBlocksTest {
    private static final int STEPS = 3;
    /** Three blocks, of which the last has three elements. */
    private static final int N = 19;

    private static final int RUNS = 5;

    /**
     * {@code do t; b(i) = a(i-1) + a(i) + a(i+1); a(i) = b(i-1) + b(i) + b(i+1)}: blocks of four threads of two points, which hold one version in registers. The
     * outermost points go to memory, as version {@code 2 t} to a and {@code 2 t + 1} to b.
     */
    private static final String SWEEPS = """
        program "resident"
        size steps: i32
        size n: i32
        array a: f64[n]
        array b: f64[n]
        array told: i32[(n + 7) / 8] scratch

        ## No block has written anything.
        kernel start(told: global written i32) threads 1 {
          told[@block] = -1
        }

        kernel sweeps(steps: i32, n: i32, a: global written f64, b: global written f64, told: global written i32) threads 4 resident 1 together {
          shared edges {
            first: f64[6]
            last: f64[6]
          }
          let thread: i32 = @thread
          let i: i32 = 8 * @block + 2 * thread
          register p: f64[4]
          for m in 0 .. 2 unroll all {
            p[m + 1] = i + m < n ? a[i + m] : 0.0f64
          }
          for t in 0 .. steps {
            SWEEP(a, b, 2 * t)
            if t == steps - 1 {
              WHOLE(b)
            }
            SWEEP(b, a, 2 * t + 1)
          }
          WHOLE(a)
        }

        host {
          launch start(&told) blocks (n + 7) / 8 threads 1
          launch sweeps(steps, n, &a, &b, &told) blocks (n + 7) / 8 threads 4 shared 96
        }
        """;

    /** The sweep from one array's version to the other's; places: 1 from, 2 to, 3 the version. */
    private static final String SWEEP = """
        barrier
        if thread == 0 {
          told.ordered[@block] = $3
        }
        shared.first[thread + 1] = p[1]
        shared.last[thread + 1] = p[2]
        if thread == 0 && @block > 0 {
          await told.ordered[@block - 1] >= $3
        }
        if thread == 1 && @block < (n + 7) / 8 - 1 {
          await told.ordered[@block + 1] >= $3
        }
        barrier
        p[0] = thread > 0 ? shared.last[thread] : i > 0 ? $1[i - 1] : 0.0f64
        p[3] = thread < 3 ? shared.first[thread + 2] : i + 2 < n ? $1[i + 2] : 0.0f64
        scope {
          var before: f64 = p[0]
          for m in 0 .. 2 unroll all {
            let now: f64 = p[m + 1]
            p[m + 1] = i + m >= 1 && i + m < n - 1 ? before + now + p[m + 2] : i + m < n ? $2[i + m] : 0.0f64
            before = now
          }
        }
        if thread == 0 && i >= 1 && i < n - 1 {
          $2[i] = p[1]
        }
        if thread == 3 && i + 1 < n - 1 {
          $2[i + 1] = p[2]
        }
        """;

    private static final String WHOLE = """
        for m in 0 .. 2 unroll all {
          if i + m >= 1 && i + m < n - 1 {
            $1[i + m] = p[m + 1]
          }
        }
        """;

    private static String text(String sweep) {
        return SWEEPS.replace("SWEEP(a, b, 2 * t)", of(sweep, "a", "b", "(2 * t)"))
                .replace("SWEEP(b, a, 2 * t + 1)", of(sweep, "b", "a", "(2 * t + 1)"))
                .replace("WHOLE(a)", of(WHOLE, "a"))
                .replace("WHOLE(b)", of(WHOLE, "b"));
    }

    private static String of(String pattern, String... places) {
        String text = pattern;
        for (int p = 0; p < places.length; p++) {
            text = text.replace("$" + (p + 1), places[p]);
        }
        return text;
    }

    private static double[] start(int array) {
        return IntStream.range(0, N).mapToDouble(i -> i % 5 + array).toArray();
    }

    private static List<Emulation> runs(String text) {
        Program program = KernelReader.parse("resident", text);
        return LongStream.range(0, RUNS)
                .mapToObj(seed -> Emulator.run(
                        program,
                        Map.of("steps", STEPS, "n", N),
                        Map.of(
                                "a", ArrayContents.of(ScalarType.F64, start(0)),
                                "b", ArrayContents.of(ScalarType.F64, start(1))),
                        Emulator.Options.USUAL.withSeed(seed)))
                .toList();
    }

    private static double[] swept(double[] from, double[] to) {
        double[] result = Arrays.copyOf(to, N);
        for (int i = 1; i < N - 1; i++) {
            result[i] = from[i - 1] + from[i] + from[i + 1];
        }
        return result;
    }

    /** Some order of blocks and threads shows the fault. */
    private static void finds(String right, String wrong) {
        assertTrue(SWEEP.contains(right), right);
        List<Fault> faults = runs(text(SWEEP.replace(right, wrong))).stream()
                .flatMap(r -> r.faults().stream())
                .toList();
        assertTrue(faults.stream().anyMatch(f -> f.kind() == Fault.Kind.GLOBAL_RACE), () -> wrong + ": " + faults);
    }

    @Test
    void blocksWaitForBothNeighbours() {
        double[] a = start(0);
        double[] b = start(1);
        for (int t = 0; t < STEPS; t++) {
            b = swept(a, b);
            a = swept(b, a);
        }
        for (Emulation run : runs(text(SWEEP))) {
            assertEquals(List.of(), run.faults());
            for (int i = 0; i < N; i++) {
                assertEquals(a[i], run.arrays().get("a").at(i), "a " + i);
                assertEquals(b[i], run.arrays().get("b").at(i), "b " + i);
            }
        }
    }

    @Test
    void eachNeighbourIsWaitedFor() {
        finds("await told.ordered[@block - 1] >= $3", "");
        finds("await told.ordered[@block + 1] >= $3", "");
    }

    @Test
    void versionsAreWaitedForNotEarlierOnes() {
        finds("await told.ordered[@block + 1] >= $3", "await told.ordered[@block + 1] >= $3 - 1");
    }

    @Test
    void blocksTellWhatAllTheirThreadsHaveWritten() {
        finds("barrier\nif thread == 0 {", "if thread == 0 {");
    }

    @Test
    void otherThreadsWaitForThoseThatWaitedForNeighbours() {
        String waits = SWEEP.substring(SWEEP.indexOf("if thread == 0 && @block > 0"), SWEEP.indexOf("barrier\np[0]"));
        finds(waits + "barrier\n", "barrier\n" + waits);
    }

    @Test
    void blocksThatWaitForLaterOnesStartTogether() {
        String text = text(SWEEP).replace(" together", "");
        assertTrue(runs(text).stream()
                .flatMap(r -> r.faults().stream())
                .anyMatch(f -> f.kind() == Fault.Kind.NO_END && f.message().contains("not all blocks start together")));
    }
}
