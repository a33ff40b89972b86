package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import tilewright.kernel.count.ProgramCounts;
import tilewright.kernel.emulate.Counts;
import tilewright.ranking.PredictedBytes;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.LoopRole;

/**
 * How far the model of times, which takes all blocks for full ones, is from the bytes that programs load and store at a small awkward size: a list
 * that may only come nearer to 1.
 */
final class PredictedFactors {
    private static final Path LISTED = Path.of("src/test/resources/tune/predicted-bytes.txt");

    /** A factor that is not listed is this near to 1. */
    private static final double ROUNDING = 0.0025;

    /** Listed factors have three decimals. */
    private static final double DECIMALS = 0.0005;

    private PredictedFactors() {}

    static void check(
            Path file, Tiler tiler, EmulatedPrograms program, SequencedMap<String, Long> sizes, ProgramCounts counts) {
        Family own = program.plan().family();
        Family family = tiler.families().stream()
                .filter(f -> f.name().equals(own.name()) && f.roles().equals(own.roles()))
                .findFirst()
                .orElseThrow();
        if (program.plan().candidate().options().panel() > 0 && !family.roles().contains(LoopRole.HOST_BLOCKS)) {
            return; // no such candidate is ranked
        }
        int bytes = program.nest().arrays().getFirst().type().bytes();
        double predicted = PredictedBytes.of(
                tiler.parts(program.plan().candidate(), family, sizes), DeviceCatalog.referenceGpu(), bytes);
        double factor = predicted
                / (counts.bytes(Counts.Space.GLOBAL, Counts.Direction.LOAD)
                        + counts.bytes(Counts.Space.GLOBAL, Counts.Direction.STORE));
        String key = file + " " + program.plan().candidate();
        Double listed = listed().get(key);
        String line = key + ": " + String.format(Locale.ROOT, "%.3f", factor);
        assertTrue(
                listed == null ? distance(factor) < ROUNDING : distance(factor) <= distance(listed) + rounding(listed),
                () -> "further from what the program moves than listed: " + line);
        assertTrue(
                listed == null || distance(factor) >= distance(listed) - rounding(listed),
                () -> "nearer than listed; list it so: " + line);
    }

    /** What a listed factor's decimals leave open of its distance: of those below 1 the reciprocal counts. Example: 0.309 may be 0.3085, 3.241 instead of 3.236. */
    private static double rounding(double listed) {
        return Math.max(ROUNDING, Math.abs(distance(listed - DECIMALS) - distance(listed)));
    }

    private static double distance(double factor) {
        return Math.max(factor, 1 / factor) - 1;
    }

    private static Map<String, Double> listed() {
        try {
            Map<String, Double> listed = new HashMap<>();
            for (String line : Files.readAllLines(LISTED)) {
                int colon = line.lastIndexOf(": ");
                if (!line.startsWith("#") && colon > 0) {
                    listed.put(line.substring(0, colon), Double.valueOf(line.substring(colon + 2)));
                }
            }
            return listed;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
