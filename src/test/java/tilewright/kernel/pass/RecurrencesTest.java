package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** What passes make of loops whose iterations wait for one another. */
class RecurrencesTest {
    @Test
    void valuesAreCarriedFromChunkToChunk() {
        becomes(Pass.CARRY_VALUES, """
            let row: i32 = n * @thread
            var c: i32 = 0
            for c while c + 4 <= n step 4 {
              barrier
              for k in 0 .. 4 unroll 4 {
                d[row + c + k + 1] = e[c + k] * d[row + c + k]
              }
            }
            """, """
            let row: i32 = n * @thread
            var c: i32 = 0
            var d_last: f64 = 0.0f64
            var d_last_unset: i32 = 1
            for c while c + 4 <= n step 4 {
              barrier
              if d_last_unset == 1 {
                d_last = d[c + row]
                d_last_unset = 0
              }
              for k in 0 .. 4 unroll 4 {
                let d_carried: f64 = d_last
                d_last = e[c + k] * d_carried
                d[row + c + k + 1] = d_last
              }
            }
            """);
    }

    /** What threads read early of the next chunk, they wait for within the iteration: once. */
    @Test
    void valuesAreCarriedAcrossABarrier() {
        becomes(Pass.CARRY_VALUES, """
            for k in 0 .. 4 unroll 4 {
              if k == 3 {
                await
                barrier
              }
              d[k + 1] = e[k] * d[k]
            }
            """, """
            var d_last: f64 = d[0]
            for k in 0 .. 4 unroll 4 {
              let d_carried: f64 = d_last
              if k == 3 {
                await
                barrier
              }
              d_last = e[k] * d_carried
              d[k + 1] = d_last
            }
            """);
    }

    @Test
    void whereAnotherStoreOfTheLoopMayComeBetweenTheyAreNot() {
        String inner = """
            let row: i32 = n * @thread
            var c: i32 = 0
            for c while c + 4 <= n step %s {
              var d_last: f64 = d[c + row]
              for k in 0 .. 4 unroll 4 {
                let d_carried: f64 = d_last
                d_last = e[c + k] * d_carried
                d[row + c + k + 1] = d_last
              }
              %s
            }
            """;
        String plain = """
            let row: i32 = n * @thread
            var c: i32 = 0
            for c while c + 4 <= n step %s {
              for k in 0 .. 4 unroll 4 {
                d[row + c + k + 1] = e[c + k] * d[row + c + k]
              }
              %s
            }
            """;
        becomes(Pass.CARRY_VALUES, plain.formatted("4", "d[row] = 1.0f64"), inner.formatted("4", "d[row] = 1.0f64"));
        // Chunks that overlap.
        becomes(Pass.CARRY_VALUES, plain.formatted("3", "barrier"), inner.formatted("3", "barrier"));
    }

    @Test
    void aDivisorThatALoopKeepsHasItsReciprocalBefore() {
        becomes(Pass.RECIPROCALS, """
            register r: f64[2] align 16
            r[0] = e[0]
            r[1] = e[1]
            for k in 0 .. n {
              d[k] = e[k] / r[1]
            }
            """, """
            register r: f64[2] align 16
            r[0] = e[0]
            r[1] = e[1]
            register r_reciprocal: f64[2] align 16
            for e0 in 0 .. 2 unroll all {
              r_reciprocal[e0] = 1.0f64 / r[e0]
            }
            for k in 0 .. n {
              d[k] = divided(e[k], r[1], r_reciprocal[1])
            }
            """);
    }

    @Test
    void aLiteralDivisorIsItsReciprocalUnlessThatIsExactAnyway() {
        becomes(Pass.RECIPROCALS, "d[0] = e[0] / 9.0f64", "d[0] = divided(e[0], 9.0f64, 0.1111111111111111f64)");
        staysAsItIs("d[0] = e[0] / 4.0f64");
        staysAsItIs("d[0] = e[0] / 1e308f64");
    }

    /** Of three quotients by one divisor two are of a thread's points; the check of the third one stands by itself. */
    @Test
    void quotientsOfAThreadsPointsShareAReciprocal() {
        becomes(Pass.RECIPROCALS, """
            let y: f64 = e[2]
            register x: f64[2] align 16
            x[0] = e[0]
            x[1] = e[1]
            register q: f64[2] align 16
            for m in 0 .. 2 unroll all {
              q[m] = x[m] / y
            }
            let p: f64 = e[3] / y
            d[0] = q[0] + q[1] + p
            """, """
            let y: f64 = e[2]
            register x: f64[2] align 16
            x[0] = e[0]
            x[1] = e[1]
            register q: f64[2] align 16
            let reciprocal: f64 = 1.0f64 / y
            for m in 0 .. 2 unroll all {
              q[m] = divided_plainly(x[m], y, reciprocal)
            }
            var plain: i32 = 1
            for m in 0 .. 2 unroll all {
              plain = plain & is_plain(q[m], reciprocal)
            }
            if !plain {
              for m in 0 .. 2 unroll all {
                q[m] = x[m] / y
              }
            }
            var p: f64 = divided_plainly(e[3], y, reciprocal)
            var plain2: i32 = 1
            plain2 = plain2 & is_plain(p, reciprocal)
            if !plain2 {
              p = e[3] / y
            }
            d[0] = q[0] + q[1] + p
            """);
    }

    /** A root begins with an approximation of its reciprocal, which quotients by it need not find anew. */
    @Test
    void theReciprocalOfARootIsMadeAsTheRootIs() {
        becomes(Pass.RECIPROCALS, """
            register x: f64[2] align 16
            x[0] = e[0]
            x[1] = e[1]
            register q: f64[2] align 16
            var y: f64 = e[2]
            let root: f64 = sqrt(y)
            y = root
            for m in 0 .. 2 unroll all {
              q[m] = x[m] / y
            }
            d[0] = q[0] + q[1]
            """, """
            register x: f64[2] align 16
            x[0] = e[0]
            x[1] = e[1]
            register q: f64[2] align 16
            var y: f64 = e[2]
            let near: f64 = reciprocal_root(y)
            let root: f64 = sqrt(y)
            y = root
            let reciprocal: f64 = fma(fma(-y, near, 1.0f64), near, near)
            for m in 0 .. 2 unroll all {
              q[m] = divided_plainly(x[m], y, reciprocal)
            }
            var plain: i32 = 1
            for m in 0 .. 2 unroll all {
              plain = plain & is_plain(q[m], reciprocal)
            }
            if !plain {
              for m in 0 .. 2 unroll all {
                q[m] = x[m] / y
              }
            }
            d[0] = q[0] + q[1]
            """);
    }

    @Test
    void quotientsOfOnePointDoNot() {
        staysAsItIs("""
            let y: f64 = e[2]
            let p: f64 = e[3] / y
            let q: f64 = e[4] / y
            d[0] = p + q
            """);
    }

    /** The quotient overwrites what it is made of: nothing would be left to divide anew. */
    @Test
    void quotientsInPlaceDoNot() {
        staysAsItIs("""
            let y: f64 = e[2]
            register x: f64[2] align 16
            x[0] = e[0]
            x[1] = e[1]
            for m in 0 .. 2 unroll all {
              x[m] = x[m] / y
            }
            d[0] = x[0] + x[1]
            """);
    }

    @Test
    void aDivisorThatChangesHasAnotherReciprocal() {
        String loop = """
            for m in 0 .. 2 unroll all {
              q[m] = x[m] / y
            }
            """;
        Program program = Pass.RECIPROCALS.of(program("""
            var y: f64 = e[2]
            register x: f64[2] align 16
            x[0] = e[0]
            x[1] = e[1]
            register q: f64[2] align 16
            """ + loop + "y = q[0]\n" + loop + "d[0] = q[1]"));
        String text = KernelText.print(program);
        assertEquals(2, text.split("= 1.0f64 / y", -1).length - 1, text);
    }

    private static void staysAsItIs(String statements) {
        becomes(Pass.RECIPROCALS, statements, statements);
    }

    private static void becomes(Pass pass, String before, String after) {
        assertEquals(
                KernelText.print(program(after)),
                KernelText.print(pass.of(program(before))),
                () -> pass + ": " + before);
    }

    private static Program program(String statements) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array d: f64[i64(n)]
            array e: f64[i64(n)]

            kernel work(n: i32, d: global written f64 exclusive, e: global f64 exclusive) threads 32 {
              %s
            }

            host {
              launch work(n, &d, &e) blocks i64(1) threads 32
            }
            """.formatted(statements));
    }
}
