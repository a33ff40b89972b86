package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** What threads wait for behind a barrier comes last. */
class LateOperandsTest {
    @Test
    void ofUpdatesBehindOneAnotherThoseByWhatIsReadComeLast() {
        becomes("""
            for w in 0 .. 8 {
              x = left + 2
              scope {
                up = shared.s[t][w]
                x = max(x, up - 1)
              }
              scope {
                x = max(x, left - 1)
                shared.s[t + 1][w + 1] = x
              }
              left = x
              barrier
            }\
            """, """
            for w in 0 .. 8 {
              x = left + 2
              scope {
                up = shared.s[t][w]
                x = max(x, left - 1)
              }
              scope {
                x = max(x, up - 1)
                shared.s[t + 1][w + 1] = x
              }
              left = x
              barrier
            }\
            """);
    }

    @Test
    void ofOperandsInOneAnother() {
        becomes(
                "for w in 0 .. 8 {\n x = min(min(shared.s[t][w], x + 1), min(left, x))\n barrier\n }",
                "for w in 0 .. 8 {\n x = min(min(min(x + 1, left), x), shared.s[t][w])\n barrier\n }");
    }

    @Test
    void whatIsReadForTheNextIterationIsThere() {
        staysAsItIs("for w in 0 .. 8 {\n x = max(x, up - 1)\n x = max(x, left)\n up = shared.s[t][w]\n barrier\n }");
    }

    @Test
    void whatIsChangedInBetweenStays() {
        staysAsItIs("""
            for w in 0 .. 8 {
              up = shared.s[t][w]
              x = max(x, up)
              left = left + 1
              x = max(x, left)
              barrier
            }\
            """);
        staysAsItIs("""
            for w in 0 .. 8 {
              up = shared.s[t][w]
              x = max(x, up)
              let other: i32 = left + 1
              x = max(x, other)
              barrier
            }\
            """);
        staysAsItIs("""
            for w in 0 .. 8 {
              up = shared.s[t][w]
              x = max(x, up)
              d[i64(w)] = x
              x = max(x, left)
              barrier
            }\
            """);
        staysAsItIs("""
            for w in 0 .. 8 {
              up = shared.s[t][w]
              x = max(x, up)
              x = min(x, left)
              barrier
            }\
            """);
    }

    private static void staysAsItIs(String statements) {
        becomes(statements, statements);
    }

    private static void becomes(String before, String after) {
        assertEquals(
                KernelText.print(program(after)),
                KernelText.print(Pass.LATE_OPERANDS.of(program(before))),
                () -> before);
    }

    private static Program program(String statements) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array d: i32[i64(n)]

            kernel work(n: i32, d: global written i32 exclusive) threads 32 {
              shared memory {
                s: i32[40][16]
              }
              let t: i32 = @thread
              var x: i32 = 0
              var up: i32 = 0
              var left: i32 = 0
              %s
            }

            host {
              launch work(n, &d) blocks i64(1) threads 32 shared 2560
            }
            """.formatted(statements));
    }
}
