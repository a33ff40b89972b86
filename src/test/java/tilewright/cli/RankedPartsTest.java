package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rankings of programs in parts, of which the ranked one is not the slow one. */
class RankedPartsTest {
    @TempDir
    Path folder;

    private CommandLineRun rank(String text, String sizes) throws IOException {
        String file = Files.writeString(folder.resolve("f.c"), text).toString();
        CommandLineRun run = CommandLineRun.of("rank", file, "--set", sizes, "--device", "h200");
        assertEquals(0, run.exitCode(), run.err() + run.out());
        return run;
    }

    /** The sums' blocks of 1024 threads were taken to have 72 registers a thread, which no multiprocessor has: an internal error. */
    @Test
    void partWithMoreRegistersThanAMultiprocessor() throws IOException {
        rank("""
            void f(int n, int m, float x[n][m], float y[n])
            {
            #pragma tilewright assume(associative(+))
            #pragma scop
            for (int i = 0; i < n; i++) {
              float mx = x[i][0];
              for (int j = 1; j < m; j++) mx = fmaxf(mx, x[i][j]);
              float s = 0.0f;
              for (int j = 0; j < m; j++) s += expf(x[i][j] - mx);
              y[i] = mx + logf(s);
            }
            #pragma endscop
            }
            """, "n=700,m=700");
    }
}
