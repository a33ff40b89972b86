package tilewright.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/**
 * Nests that nobody chose, and those that once were wrong. {@code -Dtilewright.nests=N} takes another number of them, {@code -Dtilewright.seed=N}
 * others; a nest that fails is made as small as possible and written to {@code target/regressions}.
 */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class RandomNestsAgreeTest {
    private static final int NESTS = Integer.getInteger("tilewright.nests", 500);

    /** Some nests need so many operations of isl that they are given up: others take their place. */
    private static final int MOST_NESTS = 3 * NESTS;

    /** The same nests in every run, so that a red run is red again; {@code -Dtilewright.seed=N} draws others. */
    private static final long SEED = 20_261_121;

    private static final Path REGRESSIONS = Path.of("src", "test", "resources", "regressions");

    @Test
    void randomNests() {
        long seed = Long.getLong("tilewright.seed", SEED);
        AtomicInteger agreed = new AtomicInteger();
        IntStream.range(0, MOST_NESTS).parallel().forEach(i -> {
            if (agreed.get() < NESTS && agrees(RandomNests.of(seed + i), seed + i, "-Dtilewright.seed=" + seed)) {
                agreed.incrementAndGet();
            }
        });
        assertTrue(agreed.get() >= NESTS, () -> "only " + agreed + " nests were simple enough to be checked");
    }

    @TestFactory
    Stream<DynamicTest> nestsThatOnceWereWrong() throws IOException {
        try (Stream<Path> files = Files.list(REGRESSIONS)) {
            return files.filter(f -> f.toString().endsWith(".nest")).sorted().toList().stream()
                    .map(f -> DynamicTest.dynamicTest(String.valueOf(f.getFileName()), () -> {
                        for (long seed = 0; seed < 8; seed++) {
                            NestCheck.agrees(NestParser.parse(f), seed);
                        }
                    }));
        }
    }

    /** Runs the checks; what fails is shrunk and stored. */
    private static boolean agrees(String text, long seed, String again) {
        try {
            return NestCheck.agrees(NestParser.parse("random.nest", text), seed);
        } catch (AssertionError | RuntimeException wrong) {
            Class<? extends Throwable> kind = wrong.getClass();
            String smallest = NestShrinker.shrink(text, nest -> fails(nest, seed, kind));
            Path file = store(smallest, seed);
            throw new AssertionError(
                    "analysis and execution differ for " + file + " (copy it to " + REGRESSIONS + "; the run was "
                            + again + ")\n" + smallest + wrong.getMessage(),
                    wrong);
        }
    }

    private static boolean fails(LoopNest nest, long seed, Class<? extends Throwable> kind) {
        try {
            NestCheck.agrees(nest, seed);
            return false;
        } catch (AssertionError | RuntimeException wrong) {
            return kind.isInstance(wrong);
        }
    }

    private static Path store(String text, long seed) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "regressions"));
            return Files.writeString(folder.resolve("random-" + seed + ".nest"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFaultIsShrunkToWhatShowsIt() {
        String text = """
            param n
            real s
            do i = 1, n
              s = s + 1.0
              if (i > 2) then
                do j = n, i, -2
                  a(i + 1,j) = a(2*i,j - 1) + b(j) * s
                enddo
              endif
            enddo
            """;
        String smallest = NestShrinker.shrink(
                text,
                nest -> nest.statements().stream()
                        .anyMatch(s -> s.loops().stream().anyMatch(l -> l.step() < 0)));
        assertEquals("""
            param n
            real s
            do j = n, 1, -2
              a(2,j) = a(2,j)
            enddo
            """, smallest);
    }
}
