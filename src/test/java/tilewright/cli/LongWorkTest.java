package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.cli.output.Progress;

/** Large spaces stay small enough to be ranked, long work says what it is at, and memory follows the machine. */
@Execution(ExecutionMode.SAME_THREAD)
class LongWorkTest {
    private static final String CONVOLUTION = """
        param h, w, k
        real y(h, h, w), f(k, k), x(h, h+k, w+k)
        do b = 1, h
          do i = 1, h
            do j = 1, w
              do p = 1, k
                do q = 1, k
                  y(b,i,j) += f(p,q) * x(b,i+p-1, j+q-1)
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    @Test
    void manyLoopsLeaveAThinnedSpaceThatSaysSo(@TempDir Path folder) throws IOException {
        Path nest = Files.writeString(folder.resolve("convolution.nest"), CONVOLUTION);
        CommandLineRun run = CommandLineRun.of(
                "rank", nest.toString(), "--set", "h=400,w=400,k=64", "--device", "h200", "--top", "1");
        assertEquals(0, run.exitCode(), run.err());
        String count = run.out().lines().findFirst().orElseThrow().replaceAll(".*: (\\d+) candidates.*", "$1");
        assertTrue(Integer.parseInt(count) < 100_000, count);
        assertTrue(run.out().contains("too many combinations of sizes: ranked are block sizes that are powers of 2"));
    }

    /** Values of neighbours in the step before, kept by names: as Lattice Boltzmann kernels are written. */
    private static String longBody(int lines) {
        StringBuilder text = new StringBuilder(
                "param n, t\nreal f(0:1, n, n, " + lines + ")\ndo k = 1, t\n  do i = 2, n - 1\n    do j = 2, n - 1\n");
        for (int q = 1; q <= lines; q++) {
            text.append("      s" + q + " = f(mod(k, 2), i - 1, j, " + q + ")\n");
        }
        for (int q = 1; q <= lines; q++) {
            text.append("      f(mod(k + 1, 2), i, j, " + q + ") = s" + q + " * s1\n");
        }
        return text + "    enddo\n  enddo\nenddo\n";
    }

    @Test
    void whatWouldTakeLongIsLeftOutAndSaid(@TempDir Path folder) throws IOException {
        Path nest = Files.writeString(folder.resolve("body.nest"), longBody(60));
        Path json = folder.resolve("body.json");
        CommandLineRun run = CommandLineRun.of("analyze", nest.toString(), "--json", json.toString());
        assertEquals(0, run.exitCode(), run.err());
        String said = "values that blocks move and elements that they touch, as functions of the sizes: ";
        assertTrue(run.out().contains("\nLeft out: " + said), run.out());
        assertTrue(Files.readString(json).contains("\"leftOut\" : \"" + said));
        assertFalse(Files.readString(json).contains("exactVolumes"));

        Files.writeString(nest, longBody(2));
        CommandLineRun whole = CommandLineRun.of("analyze", nest.toString(), "--no-quick", "--json", json.toString());
        assertFalse(whole.out().contains("Left out: "), whole.out());
        assertTrue(Files.readString(json).contains("exactVolumes"));
        assertFalse(
                CommandLineRun.of("analyze", nest.toString(), "--quick").out().contains("Left out: "));
    }

    /** 410,000 candidates took 25 s; 12,000 take less than a second. The plan is one launch ({@code ConvolutionTest}). */
    @Test
    void aConvolutionHasASpaceOfASecond(@TempDir Path folder) throws IOException {
        Path nest = Files.writeString(folder.resolve("small.nest"), """
            param n
            real y(n, n), f(3, 3), x(n + 2, n + 2)
            do i = 1, n
              do j = 1, n
                do p = 1, 3
                  do q = 1, 3
                    y(i,j) += f(p,q) * x(i+p-1, j+q-1)
                  enddo
                enddo
              enddo
            enddo
            """);
        for (String target : List.of("c", "cuda")) {
            CommandLineRun run =
                    CommandLineRun.of("rank", nest.toString(), "--set", "n=4000", "--target", target, "--top", "1");
            assertEquals(0, run.exitCode(), run.err());
            String count = run.out().lines().findFirst().orElseThrow().replaceAll(".*: (\\d+) candidates.*", "$1");
            assertTrue(Integer.parseInt(count) < 20_000, target + " " + count);
        }
    }

    @Test
    void longWorkSaysWhatItIsAt() throws InterruptedException {
        StringWriter text = new StringWriter();
        try (Progress progress = new Progress(new PrintWriter(text), Duration.ofMillis(10))) {
            ScopedValue.where(Progress.CURRENT, progress).run(() -> Progress.enter("ranking candidates"));
            assertEquals("ranking candidates", progress.stage());
            for (int i = 0; i < 1000 && text.toString().isEmpty(); i++) {
                Thread.sleep(5);
            }
        }
        assertTrue(text.toString().startsWith("tilewright: ranking candidates, "), text.toString());
    }

    @Test
    void noCommandIsStartedWithAFixedHeap() throws IOException {
        String commands = Files.readString(Path.of("tilewright")).replaceAll("(?m)^ *#.*", "");
        assertFalse(commands.contains("-Xmx"), "a fixed heap");
        assertTrue(commands.contains("-XX:MaxRAMPercentage="));
    }
}
