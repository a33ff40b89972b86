package tilewright.report;

import java.io.IOException;
import java.nio.file.Path;

/** Writes the stored fixtures again; run by hand after their format changed. */
final class RegenerateFixtures {
    private RegenerateFixtures() {}

    public static void main(String[] args) throws IOException {
        SyntheticSweep.floydWarshall().write(Path.of(args[0]).resolve("floyd-warshall"));
    }
}
