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

    /** Numbers bound the iterations: compilers know of each that is written out whether it is one of them. */
    @Test
    void whatIsKnownOfIterationsThatAreWrittenOutStays() {
        String first = """
            for w in 0 .. 9 unroll all {
              if w >= 0 && w <= 0 && n >= t && t >= 3 {
                shared.s[t][w] = 0.0f32
              }
            }\
            """;
        String text = KernelText.print(Pass.GUARD_INTERVALS.of(BlockOfThreads.running(first)));
        assertTrue(text.contains("if w >= 0 && w <= 0 && n >= t && t >= 3 {"), text);
        String bounded =
                KernelText.print(Pass.GUARD_INTERVALS.of(BlockOfThreads.running(first.replace("<= 0", "<= t"))));
        assertTrue(bounded.contains("if u32(w - guard_first) < guard_count {"), bounded);
    }
}
