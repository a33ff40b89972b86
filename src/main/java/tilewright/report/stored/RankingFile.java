package tilewright.report.stored;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code ranking.json}, schema {@code tilewright/ranking/1}. */
final class RankingFile {
    private RankingFile() {}

    static Map<Measurement.Key, Explanation> read(Path file) {
        Fields root = new Fields(file + ": error", ResultsReader.tree(file));
        Schema.RANKING.check(root);
        Map<Measurement.Key, Explanation> byCandidate = new LinkedHashMap<>();
        for (Fields each : root.objects("ranking")) {
            Measurement.Key key = new Measurement.Key(each.integers("block"), each.integers("thread"), each.options());
            byCandidate.put(
                    key,
                    new Explanation(
                            each.text("boundBy"),
                            each.time("predictedSeconds"),
                            each.object("seconds").numbersBut(""),
                            each.texts("reasons"),
                            least(each.optionalObject("least"))));
        }
        return byCandidate;
    }

    private static Explanation.@Nullable Least least(@Nullable Fields least) {
        return least == null ? null : new Explanation.Least(least.time("seconds"), least.text("because"));
    }
}
