package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelText;

/** Guards of iterations as intervals. */
class GuardIntervalsTest {
    private static final String NESTED = """
        for w in 0 .. 63%s {
          if n >= 1 && w >= t + 1 {
            let x: i32 = t + 1
            if n >= x && x + t >= w {
              shared.s[t][0] = shared.s[t][0] + 1.0f32
            }
          }
          barrier
        }\
        """;

    /** Four comparisons, of which two bound the iteration and two are of the thread alone. */
    @Test
    void whereThreadsWaitGuardsInsideOfEachOtherAreOne() {
        for (String unroll : new String[] {"", " unroll 21"}) {
            String text = KernelText.print(Pass.GUARD_INTERVALS.of(program(NESTED.formatted(unroll))));
            assertTrue(text.contains("if u32(w - guard_first) < guard_count {\n"), text);
            assertTrue(text.contains("let guard_first: i32 = max(0, t + 1)"), text);
        }
    }

    @Test
    void aConstantThatReadsMemoryStaysWhereItIs() {
        String reads = NESTED.formatted("").replace("let x: i32 = t + 1", "let x: i32 = i32(d[i64(t)])");
        String text = KernelText.print(Pass.GUARD_INTERVALS.of(program(reads)));
        assertTrue(text.contains("if n >= 1 && w >= t + 1 {"), text);
    }

    private static Program program(String statements) {
        return KernelText.parse("test", """
            program "test"
            size n: i32
            array d: f32[i64(n)]

            kernel work(n: i32, d: global written f32 exclusive) threads 32 {
              shared memory {
                s: f32[40][16]
              }
              let t: i32 = @thread
              %s
            }

            host {
              launch work(n, &d) blocks i64(1) threads 32 shared 2560
            }
            """.formatted(statements));
    }
}
