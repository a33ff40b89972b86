package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** Sums with a value times a power of two: the product is exact, so that the fused operation rounds as the sum does. */
class FusedDoublesTest {
    @Test
    void doubledOperandsOfSumsAreFused() {
        becomes("x - 2.0f32 * y", "fma(-2.0f32, y, x)");
        becomes("y * 2.0f32 + x", "fma(2.0f32, y, x)");
        becomes("4.0f32 * y - x", "fma(4.0f32, y, -x)");
        becomes("x - 2.0f32 * y + x", "fma(-2.0f32, y, x) + x");
    }

    /** Halves may be too small to be exact, and three times a value is rounded. */
    @Test
    void otherFactorsStay() {
        staysAsItIs("x - 0.5f32 * y");
        staysAsItIs("x - 3.0f32 * y");
        staysAsItIs("x * (2.0f32 * y)");
        staysAsItIs("x * y + x");
    }

    private static void staysAsItIs(String value) {
        becomes(value, value);
    }

    private static void becomes(String before, String after) {
        assertEquals(
                KernelText.print(program(after)),
                KernelText.print(Pass.FUSED_DOUBLES.of(program(before))),
                () -> before);
    }

    private static Program program(String value) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array d: f32[i64(n)]
            kernel work(n: i32, d: global written f32) threads 32 {
              let x: f32 = d[i64(0)]
              let y: f32 = d[i64(1)]
              d[i64(2)] = %s
            }
            host {
              launch work(n, &d) blocks i64(1) threads 32
            }
            """.formatted(value));
    }
}
