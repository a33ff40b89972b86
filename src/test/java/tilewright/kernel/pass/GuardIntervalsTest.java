package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tilewright.kernel.text.KernelText;

/** Guards of iterations as intervals. */
class GuardIntervalsTest {
    private static final String NESTED = """
        for w in 0 .. 63%s {
          if n >= 1 && w >= t + 1 {
            let y: i32 = t + 1
            if n >= y && y + t >= w {
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
            String text = KernelText.print(Pass.GUARD_INTERVALS.of(BlockOfThreads.running(NESTED.formatted(unroll))));
            assertTrue(text.contains("if u32(w - guard_first) < guard_count {\n"), text);
            assertTrue(text.contains("let guard_first: i32 = max(0, t + 1)"), text);
        }
    }

    @Test
    void aConstantThatReadsMemoryStaysWhereItIs() {
        String reads = NESTED.formatted("").replace("let y: i32 = t + 1", "let y: i32 = i32(d[i64(t)])");
        String text = KernelText.print(Pass.GUARD_INTERVALS.of(BlockOfThreads.running(reads)));
        assertTrue(text.contains("if n >= 1 && w >= t + 1 {"), text);
    }
}
