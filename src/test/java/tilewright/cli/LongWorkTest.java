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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Large spaces stay small enough to be ranked, long work says what it is at, and memory follows the machine. */
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
