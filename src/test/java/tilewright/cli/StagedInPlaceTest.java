package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are overwritten in place: what a statement reads of its own array before it overwrites it is copied in k-tiles. */
class StagedInPlaceTest {
    private static final String SMOOTHED = """
        void f(int h, int w, float y[h][w])
        {
        #pragma scop
        for (int i = 0; i < h; i++)
          for (int j = w - 2; j >= 0; j--) y[i][j] = 0.3f*y[i][%s] + 0.7f*y[i][j + 1];
        #pragma endscop
        }
        """;

    @TempDir
    Path folder;

    private String file(String read) throws IOException {
        return Files.writeString(folder.resolve("f.c"), SMOOTHED.formatted(read))
                .toString();
    }

    private static String out(String... arguments) {
        CommandLineRun run = CommandLineRun.of(arguments);
        assertEquals(0, run.exitCode(), run.err() + run.out());
        return run.out();
    }

    @Test
    void elementsBeforeTheyAreOverwritten() throws IOException {
        String file = file("j");
        String plan = out("generate", file, "--set", "h=100,w=200", "--device", "h200", "--dump", "plan");
        assertTrue(plan.contains("2 y(i, -j_up) staged"), plan);
        assertTrue(plan.contains("3 y(i, -j_up + 1) direct"), plan);
        String agrees = out("verify", file, "--set", "h=17,w=70", "--device", "h200", "--target", "cuda", "--emulate");
        assertTrue(agrees.contains("agree with the sequential nest"), agrees);
    }

    /** An element two places on was overwritten two iterations before. */
    @Test
    void elementsThatThePieceMakesStayWhereTheyAre() throws IOException {
        String plan = out("generate", file("j + 1"), "--set", "h=100,w=200", "--device", "h200", "--dump", "plan");
        assertTrue(!plan.contains("staged"), plan);
    }
}
