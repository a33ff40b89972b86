package tilewright.kernel.pass;

import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;

/** Statements that the 32 threads of a block run: thread {@code t} of a program with size {@code n}, array {@code d} and shared memory {@code s}. */
final class BlockOfThreads {
    private BlockOfThreads() {}

    static Program running(String statements) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array d: f32[i64(n)]

            kernel work(n: i32, d: global written f32 exclusive) threads 32 {
              shared memory {
                s: f32[40][16]
              }
              let t: i32 = @thread
              let x: i32 = n - 1
              %s
            }

            host {
              launch work(n, &d) blocks i64(1) threads 32 shared 2560
            }
            """.formatted(statements));
    }
}
