package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.cli.output.Faults;

/**
 * Damaged inputs end in a result or in words about the input: no internal error, no hang, and no more memory than there is.
 *
 * <p>{@code mvn -Dquick -Pfuzz test} runs the long version. {@code -Dtilewright.fuzz=N} sets how many inputs, {@code
 * -Dtilewright.fuzz.seed=S} which, {@code -Dtilewright.fuzz.reader=NAME} for whom. What fails is kept in {@code target/fuzz}.
 */
@Execution(ExecutionMode.SAME_THREAD)
class FuzzTest {
    private static final int INPUTS = Integer.getInteger("tilewright.fuzz", 1000);
    private static final long SEED = Long.getLong("tilewright.fuzz.seed", 20261122L);
    /** Seconds for one input; most take a millisecond, but the machine may be busy. */
    private static final int LIMIT = 60;
    /** Faults that one reader may show before the next one has its turn. */
    private static final int MOST_FAULTS = 10;

    @TempDir
    Path folder;

    @Test
    void damagedInputsEndInWords() throws Exception {
        List<String> faults = new ArrayList<>();
        try (ExecutorService thread =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory())) {
            for (FuzzReader reader : FuzzReader.all(folder)) {
                if (reader.name().startsWith(System.getProperty("tilewright.fuzz.reader", ""))) {
                    fuzz(reader, thread, faults);
                }
            }
        }
        assertEquals("", String.join("\n", faults));
    }

    private static void fuzz(FuzzReader reader, ExecutorService thread, List<String> faults) throws Exception {
        Random random = new Random(SEED ^ reader.name().hashCode());
        long start = System.nanoTime();
        int inputs = Math.max(1, INPUTS * reader.share() / 1000);
        int found = 0;
        long slowest = 0;
        for (int i = 0; i < inputs && found < MOST_FAULTS; i++) {
            byte[] input = reader.mutator().next(random);
            long from = System.nanoTime();
            String fault = fault(reader, input, thread);
            slowest = Math.max(slowest, System.nanoTime() - from);
            if (fault != null) {
                found++;
                faults.add(reader.name() + ": " + fault + "\n  input: " + keep(reader, input, i));
            }
        }
        if (Boolean.getBoolean("tilewright.fuzz.print")) {
            System.out.printf(
                    "%-30s %7d inputs %8.1f s, the slowest %6d ms, %d faults%n",
                    reader.name(), inputs, (System.nanoTime() - start) / 1e9, slowest / 1_000_000, found);
        }
    }

    /** What is wrong with how an input ended; null where nothing is. */
    private static @Nullable String fault(FuzzReader reader, byte[] input, ExecutorService thread) throws Exception {
        Future<?> reading = thread.submit(() -> {
            reader.action().read(input);
            return null;
        });
        try {
            reading.get(LIMIT, TimeUnit.SECONDS);
            return null;
        } catch (TimeoutException e) {
            throw new IllegalStateException(reader.name() + " hangs; input: " + keep(reader, input, -1), e);
        } catch (ExecutionException e) {
            Throwable thrown = e.getCause();
            // Nested too deeply: the command says so.
            if (thrown instanceof StackOverflowError || Faults.verdict(thrown).exitCode() != Faults.INTERNAL) {
                return null;
            }
            return thrown
                    + Arrays.stream(thrown.getStackTrace())
                            .limit(5)
                            .map(frame -> "\n    at " + frame)
                            .collect(Collectors.joining());
        }
    }

    private static Path keep(FuzzReader reader, byte[] input, int number) throws IOException {
        Path file = Path.of("target/fuzz", reader.name().replaceAll("[^a-z0-9]+", "-") + "-" + number);
        Files.createDirectories(file.getParent());
        return Files.write(file, input);
    }
}
