package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Program;
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
                KernelReader.parse("steps", STEPS.replace("$1", statements).replace("$2", blocks)), 3);
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

    @Test
    void blocksWhoseNumberFallsWithTheLoopAreBounded() {
        Program program = of(SHORT, "max(0, -(t >> 5) + 4)");
        assertEquals(1, staying(program, 700));
        assertTrue(threads(program).contains(1024));
    }
}
