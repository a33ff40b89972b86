package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Target;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

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

    /** A part that one thread runs waits for nobody: its barriers are left out, and it runs beside launches of more threads. Of one problem it keeps its launch. */
    @Test
    void whatOneThreadRunsHasNoBarriersInABlock() {
        String text = """
            program "alone"
            size n: i32
            array x: f64[i64(max(0, n))]

            kernel one(n: i32, p: i32, x: global written f64) threads 1 {
              shared memory {
                s: f64[2]
              }
              shared.s[0] = x[p]
              barrier
              x[p] = 2.0f64 * shared.s[0]
            }

            kernel all(n: i32, p: i32, x: global written f64) threads 32 {
              x[p + @thread] = 1.0f64
              barrier
              x[p + @thread] = 2.0f64
            }

            host {
              for apart p in 0 ..= n - 1 {
                for t in 0 ..= n - 1 {
                  launch one(n, p, &x) blocks 1 threads 1 shared 16
                  launch all(n, p, &x) blocks 1 threads 32
                }
              }
            }
            """;
        Program program = Pass.RESIDENT_LOOPS.of(KernelReader.parse("alone", text), new Target.Residency(3, 132));
        assertEquals(List.of(32), threads(program));
        boolean[] waits = new boolean[2];
        Statements.visit(program.function("one_staying").body(), s -> waits[0] |= s instanceof Statement.Barrier);
        Statements.visit(program.function("all_staying").body(), s -> waits[1] |= s instanceof Statement.Barrier);
        assertFalse(waits[0]);
        assertTrue(waits[1]);
        String one = text.replace("for apart p", "for p");
        assertEquals(
                List.of(),
                threads(Pass.RESIDENT_LOOPS.of(KernelReader.parse("alone", one), new Target.Residency(3, 132))));
    }

    private static final String AREA = """
        program "area"
        size n: i32
        array x: f64[i64(max(0, n))]

        kernel step(n: i32, t: i32, p: i32, x: global written f64) threads 32 {
          let block: i32 = @block
          let width: i32 = max(0, (n + 7) / 8 - t)
          let ib: i32 = t + block / width
          let jb: i32 = block % width
          var own: i32 = @thread
          hide own
          x[((i64(p) * i64(n) + i64(ib)) * i64(n) + i64(jb)) * i64(n) + i64(own)] = 1.0f64
        }

        host {
          for apart p in 0 ..= n - 1 {
            for t in 0 ..= n - 1 {
              launch step(n, t, p, &x) blocks max(0, (n + 7) / 8 - t) * max(0, (n + 7) / 8 - t) threads 32
            }
          }
        }
        """;

    /** The block's number is taken apart by a width that is no number: both digits are counted, with the width in terms of what the host's loop has. */
    @Test
    void blocksOfAnAreaAreCountedInDigits() {
        String text = KernelText.print(
                Pass.RESIDENT_LOOPS.of(KernelReader.parse("area", AREA), new Target.Residency(3, 132)));
        String staying = text.substring(text.indexOf("step_staying("), text.indexOf("step_resident("));
        assertTrue(staying.contains("let ib: i32 = t + block_row_"), staying);
        assertTrue(staying.contains("let jb: i32 = block_place_"), staying);
        String resident = text.substring(text.indexOf("step_resident("), text.indexOf("host {"));
        assertTrue(resident.contains("let width: i32 = max(0, (n + 7) / 8 - t)"), resident);
        assertTrue(resident.contains("place = place + 1"), resident);
        assertTrue(resident.contains("row = row + 1"), resident);
    }

    /** What belongs to the problem stands in front, and a thread that does little keeps its address. */
    @Test
    void offsetsAreThoseOfTheProblemAndOnesWithinIt() {
        String text = KernelText.print(
                Pass.RESIDENT_LOOPS.of(KernelReader.parse("area", AREA), new Target.Residency(3, 132)));
        String staying = text.substring(text.indexOf("step_staying("), text.indexOf("step_resident("));
        assertFalse(staying.contains("hide"), staying);
        assertEquals(
                Sums.of(offset(KernelReader.parse("area", AREA), "step")),
                Sums.of(offset(KernelReader.parse("area", text), "step_staying")),
                "the same number where digits have the names of what they replace");
        assertTrue(staying.contains("x[i64(p) * i64(n) * i64(n) * i64(n) + "), staying);
    }

    private static Expression offset(Program program, String function) {
        Expression[] offset = {Expressions.integer(0)};
        Statements.visit(program.function(function).body(), s -> {
            if (s instanceof Statement.Assign a && a.target() instanceof Place.Global g) {
                offset[0] = g.offset();
            }
        });
        return offset[0];
    }
}
