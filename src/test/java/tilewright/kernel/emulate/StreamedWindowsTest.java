package tilewright.kernel.emulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** Windows of an array in host memory are copied, computed and copied back in several streams: each fault in that is found. */
class StreamedWindowsTest {
    private static final int ROWS = 8;

    /** Doubles all rows of an array of 8 x 4, two rows at a time; the window at rows 2w and 2w + 1 is in slot w % 2. */
    private static final String DOUBLED = """
        program "doubled"
        size n: i32
        array a: f32[n * 4] host
        array w: f32[2 * 8] scratch

        kernel double_rows(row: i32, a: global written f32, a_pitch: i32) threads 4 resident 1 {
          a[(row + @block) * a_pitch + @thread] = a[(row + @block) * a_pitch + @thread] + a[(row + @block) * a_pitch + @thread]
        }

        host {
          for t in 0 ..= n / 2 - 1 {
            stream t % 2 of 2 when t >= 0 {
              transfer in a[t * 8] pitch 4, w[t % 2 * 8] pitch 4 rows 2 columns 4
              launch double_rows(2 * t, &w[t % 2 * 8 - t * 8, t % 2 * 8, 8], 4) blocks 2 threads 4
              transfer out a[t * 8] pitch 4, w[t % 2 * 8] pitch 4 rows 2 columns 4
            }
          }
          join
        }
        """;

    private static Emulation run(String text) {
        Program program = KernelReader.parse("doubled", text);
        double[] values = IntStream.range(0, ROWS * 4).asDoubleStream().toArray();
        return Emulator.run(
                program,
                Map.of("n", ROWS),
                Map.of("a", ArrayContents.of(ScalarType.F32, values)),
                Emulator.Options.USUAL);
    }

    private static void finds(Fault.Kind kind, String right, String wrong) {
        assertTrue(DOUBLED.contains(right), right);
        List<Fault> faults = run(DOUBLED.replace(right, wrong)).faults();
        assertTrue(faults.stream().anyMatch(f -> f.kind() == kind), () -> wrong + ": " + faults);
    }

    @Test
    void streamsComputeWhatTheyShould() {
        Emulation run = run(DOUBLED);
        assertEquals(List.of(), run.faults());
        for (int e = 0; e < ROWS * 4; e++) {
            assertEquals(2.0 * e, run.arrays().get("a").at(e));
        }
    }

    @Test
    void textIsReadAgain() {
        Program program = KernelReader.parse("doubled", DOUBLED);
        assertEquals(program, KernelReader.parse("doubled", KernelText.print(program)));
    }

    @Test
    void slotsThatStreamsShareAreRaces() {
        finds(Fault.Kind.GLOBAL_RACE, "w[t % 2 * 8] pitch 4 rows 2", "w[0] pitch 4 rows 2");
    }

    @Test
    void windowsAreUsedBehindTheirCopies() {
        // The launch in another stream than the copies.
        finds(
                Fault.Kind.GLOBAL_RACE,
                "launch double_rows(2 * t, &w[t % 2 * 8 - t * 8, t % 2 * 8, 8], 4) blocks 2 threads 4",
                "stream (t + 1) % 2 of 2 when t >= 0 { launch double_rows(2 * t, &w[t % 2 * 8 - t * 8, t % 2 * 8, 8],"
                        + " 4) blocks 2 threads 4 }");
    }

    @Test
    void whatNoCopyBroughtHasNoValue() {
        finds(
                Fault.Kind.UNSET,
                "transfer in a[t * 8] pitch 4, w[t % 2 * 8] pitch 4 rows 2",
                "transfer in a[t * 8] pitch 4, w[t % 2 * 8] pitch 4 rows 1");
    }

    @Test
    void accessesOutsideOfTheWindowAreFound() {
        finds(Fault.Kind.OUT_OF_BOUNDS, "[t % 2 * 8 - t * 8, t % 2 * 8, 8]", "[t % 2 * 8 - t * 8 + 1, t % 2 * 8, 8]");
        finds(Fault.Kind.OUT_OF_BOUNDS, "in a[t * 8] pitch 4", "in a[t * 8 + 1] pitch 4");
    }

    @Test
    void streamsThatDoNotJoinAreRaces() {
        String twice =
                DOUBLED.replace("for t in", "for s in 0 ..= 1 { for t in").replace("  join\n}", "  join } \n}");
        assertEquals(
                List.of(),
                run(twice.replace("stream t % 2", "stream (t + s) % 2")).faults());
        String apart = twice.replace("stream t % 2", "stream (t + s) % 2").replace("  join }", "  }");
        assertTrue(run(apart).faults().stream().anyMatch(f -> f.kind() == Fault.Kind.GLOBAL_RACE));
    }

    @Test
    void kernelsDoNotReachTheHostsMemory() {
        String wrong = DOUBLED.replace("&w[t % 2 * 8 - t * 8, t % 2 * 8, 8]", "&a");
        String message =
                assertThrows(IllegalArgumentException.class, () -> run(wrong)).getMessage();
        assertEquals("array a is in the host's memory, and a kernel gets it", message);
    }
}
