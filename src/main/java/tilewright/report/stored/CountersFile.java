package tilewright.report.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code counters.json}, schema {@code tilewright/counters/1}: what a profiler counted of the winner's launches. */
public final class CountersFile {
    private CountersFile() {}

    /**
     * What was counted in one launch.
     *
     * @param counters by the profiler's names, in its base units
     */
    public record Launch(String kernel, Map<String, Double> counters) {}

    static List<Launch> read(Path file) {
        Fields root = new Fields(file + ": error", ResultsReader.tree(file));
        Schema.COUNTERS.check(root);
        List<Launch> launches = new ArrayList<>();
        for (Fields each : root.objects("launches")) {
            launches.add(new Launch(each.text("kernel"), each.object("counters").numbersBut("")));
        }
        return launches;
    }
}
