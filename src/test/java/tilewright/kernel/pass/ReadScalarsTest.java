package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** Scalars in memory are read before loops in which threads wait. */
class ReadScalarsTest {
    @Test
    void whatALoopThatWaitsReadsIsReadOnceBeforeIt() {
        becomes("""
            for k in 0 .. n {
              barrier
              x = x + a[0] * shared.s[t] + a[0] * a[1]
            }\
            """, """
            let a_value: f32 = a[0]
            let a_value2: f32 = a[1]
            for k in 0 .. n {
              barrier
              x = x + a_value * shared.s[t] + a_value * a_value2
            }\
            """);
        becomes("""
            for k in 0 .. n {
              await
              for m in 0 .. 4 unroll all {
                x = x + a[0]
              }
            }\
            """, """
            let a_value: f32 = a[0]
            for k in 0 .. n {
              await
              for m in 0 .. 4 unroll all {
                x = x + a_value
              }
            }\
            """);
    }

    @Test
    void otherLoopsElementsAndArraysStayAsTheyAre() {
        staysAsItIs("for k in 0 .. n {\n x = x + a[0]\n }");
        staysAsItIs("for k in 0 .. n {\n barrier\n x = x + a[i64(k)]\n }");
        staysAsItIs("for k in 0 .. n {\n barrier\n x = x + d[0]\n }");
    }

    private static void staysAsItIs(String statements) {
        becomes(statements, statements);
    }

    private static void becomes(String before, String after) {
        assertEquals(
                KernelText.print(program(after)),
                KernelText.print(Pass.READ_SCALARS.of(program(before))),
                () -> before);
    }

    private static Program program(String statements) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array a: f32[i64(n)]
            array d: f32[i64(n)]

            kernel work(n: i32, a: global f32 exclusive, d: global written f32 exclusive) threads 32 {
              shared memory {
                s: f32[32]
              }
              let t: i32 = @thread
              var x: f32 = shared.s[t]
              %s
              d[i64(t)] = x
            }

            host {
              launch work(n, &a, &d) blocks i64(1) threads 32 shared 128
            }
            """.formatted(statements));
    }
}
