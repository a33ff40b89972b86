package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Right programs are not called wrong where the nest itself makes much of rounding, or has no use for a size. */
class VerifyGrowthTest {
    @TempDir
    Path folder;

    private CommandLineRun verify(String name, String text, String... options) throws IOException {
        Path nest = Files.writeString(folder.resolve(name + ".nest"), text);
        String[] all = new String[options.length + 4];
        all[0] = "verify";
        all[1] = nest.toString();
        all[2] = "--target";
        all[3] = "c";
        System.arraycopy(options, 0, all, 4, options.length);
        return CommandLineRun.of(all);
    }

    private static void assertOk(CommandLineRun run) {
        assertEquals(0, run.exitCode(), run.out() + run.err());
        assertTrue(run.out().startsWith("ok: "), run.out());
    }

    /** The wave grows without bound: at 63 steps its values are beyond all numbers, or differ by rounding alone. */
    @Test
    void aRecurrenceThatGrowsIsMeasuredByItsOwnGrowth() throws IOException {
        String wave = """
            param steps, n
            real u(n, n), v(n, n)
            do t = 1, steps
              do i = 3, n - 2
                do j = 3, n - 2
                  v(i,j) = 2.0 * u(i,j) - v(i,j) + 0.9 * (16.0 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1)) - u(i-2,j) - u(i+2,j) - u(i,j-2) - u(i,j+2) - 60.0 * u(i,j))
                enddo
              enddo
              do i = 3, n - 2
                do j = 3, n - 2
                  u(i,j) = 2.0 * v(i,j) - u(i,j) + 0.9 * (16.0 * (v(i-1,j) + v(i+1,j) + v(i,j-1) + v(i,j+1)) - v(i-2,j) - v(i+2,j) - v(i,j-2) - v(i,j+2) - 60.0 * v(i,j))
                enddo
              enddo
            enddo
            """;
        assertOk(verify("wave", wave, "--set", "steps=4,n=63"));
    }

    @Test
    void eliminationWithoutInitialValuesIsNotCalledWrong() throws IOException {
        String lu = Files.readString(Path.of("loopnests/lu.nest"))
                .replaceAll("(?m)^ *init.*\n", "")
                .replace("real ", "double precision ");
        assertOk(verify("elimination", lu, "--set", "n=150"));
    }

    @Test
    void sizesBeyondFixedExtentsAreNotTried() throws IOException {
        String text = """
            param n
            real a(100), b(100)
            do i = 1, n
              a(i) = 2.0 * b(i)
            enddo
            """;
        assertOk(verify("fixed", text, "--set", "n=90"));
    }

    @Test
    void onlyComparesAtTheGivenSizes() throws IOException {
        String text = """
            param n
            real a(n), b(n)
            do i = 1, n
              a(i) = 2.0 * b(i)
            enddo
            """;
        CommandLineRun run = verify("only", text, "--set", "n=90", "--only");
        assertOk(run);
        assertTrue(run.out().contains(": 3 runs agree"), run.out());
    }

    @Test
    void aToleranceIsARelativeError() throws IOException {
        String text = "param n\nreal a(n), b(n)\ndo i = 1, n\n  a(i) = 2.0 * b(i)\nenddo\n";
        assertOk(verify("loose", text, "--set", "n=90", "--tolerance", "1e-3"));
        CommandLineRun.of("verify", folder.resolve("loose.nest").toString(), "--set", "n=9", "--tolerance", "2")
                .assertFails(2, "give a relative error above 0 and below 1");
    }
}
