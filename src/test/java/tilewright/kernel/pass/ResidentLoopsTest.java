package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Program;
import tilewright.kernel.Target;
import tilewright.kernel.text.KernelReader;

/** Which loops of the host one block runs, and with how many threads. */
class ResidentLoopsTest {
    /** A loop of one launch of blocks of 32 threads; places: 1 what a thread does, 2 the blocks. */
    private static final String STEPS = """
        program "steps"
        size n: i32
        array x: f64[i64(max(0, n))]

        kernel step(n: i32, t: i32, x: global written f64) threads 32 {
          let i: i32 = 32 * @block + @thread
          $1
        }

        host {
          for t in 0 ..= n - 1 {
            launch step(n, t, &x) blocks $2 threads 32
          }
        }
        """;

    private static final String SHORT = """
        for m in 0 .. 2 unroll all {
          x[i] = x[i] + 1.0f64
        }
        """;

    private static Program of(String statements, String blocks) {
        return Pass.RESIDENT_LOOPS.of(
                KernelReader.parse("steps", STEPS.replace("$1", statements).replace("$2", blocks)),
                new Target.Residency(3, 132));
    }

    private static List<Integer> threads(Program program) {
        return program.functions().stream()
                .filter(f -> f.name().endsWith("_resident"))
                .map(f -> ((Function.Kind.Kernel) f.kind()).threads())
                .toList();
    }

    private static long staying(Program program, long n) {
        return HostValues.of(((HostStep.Launch) program.host().getFirst()).blocks(), _ -> n);
    }

    @Test
    void launchesWhoseThreadsDoLittleRunSideBySide() {
        Program program = of(SHORT, "(n + 31) / 32");
        assertEquals(List.of(1024), threads(program));
        assertEquals(1, staying(program, 3 * 1024));
        assertEquals(0, staying(program, 3 * 1024 + 1), "a fourth round");
    }

    @Test
    void oneBlockIsEnoughForLaunchesOfOne() {
        assertEquals(List.of(32), threads(of(SHORT, "1")));
    }

    @Test
    void launchesWhoseThreadsRunLoopsOfAnyLengthKeepToTheirOwnThreads() {
        Program program = of(SHORT.replace("0 .. 2 unroll all", "0 .. n"), "(n + 31) / 32");
        assertEquals(List.of(32), threads(program));
        assertEquals(1, staying(program, 3 * 32));
        assertEquals(0, staying(program, 3 * 32 + 1));
    }

    /** Problems run beside each other: a block may take as many rounds for each of them as launches of its own wait. */
    @Test
    void problemsHaveABlockEach() {
        String text = STEPS.replace("$1", SHORT.replace("0 .. 2 unroll all", "0 .. n"))
                .replace("$2", "(n + 31) / 32");
        String problems = text.replace(
                        "for t in 0 ..= n - 1 {", "for apart p in 1 ..= 7 {\nfor apart t in 0 ..= n - 1 {")
                .replace(
                        "step(n, t, &x) blocks (n + 31) / 32 threads 32",
                        "step(n, t, &x) blocks (n + 31) / 32 threads 32\n}");
        Program program = Pass.RESIDENT_LOOPS.of(KernelReader.parse("steps", problems), new Target.Residency(3, 132));
        assertEquals(List.of(32), threads(program));
        assertEquals(7 * 3 * 132, staying(program, 3 * 132), "fewer than 3 x 132 rounds");
        assertEquals(0, staying(program, 3 * 132 * 32 + 1));
        assertEquals(7 * 132 * 32 * 3L, staying(program, 132 * 32 * 3));
    }

    @Test
    void blocksWhoseNumberFallsWithTheLoopAreBounded() {
        Program program = of(SHORT, "max(0, -(t >> 5) + 4)");
        assertEquals(1, staying(program, 700));
        assertTrue(threads(program).contains(1024));
    }

    /** All threads of the block ask together, so launches need as many threads as it has. */
    @Test
    void blocksMayAskAllTheirThreads() {
        String asks = "let wrong: i32 = barrier or x[i] < 0.0f64\nif wrong {\nreturn\n}\n" + SHORT;
        Program program = of(asks, "1");
        assertEquals(List.of(32), threads(program));
        assertEquals(1, staying(program, 5));
    }
}
