package tilewright.report.stored;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads {@code summary.json}, schema {@code tilewright/summary/1}. */
final class SummaryFile {
    private SummaryFile() {}

    static Summary read(Path file) {
        Fields fields = new Fields(file + ": error", ResultsReader.tree(file));
        Schema.SUMMARY.check(fields);
        return new Summary(
                fields.text("nest"),
                fields.namedIntegers("sizes"),
                fields.text("device"),
                best(fields.optionalObject("best")),
                ranking(fields.optionalObject("ranking")),
                fields.objects("baselines").stream()
                        .map(b -> new Summary.Baseline(b.text("name"), b.number("seconds")))
                        .toList(),
                fields.flattened("environment"));
    }

    private static Summary.@Nullable Best best(@Nullable Fields best) {
        if (best == null) {
            return null;
        }
        Long rank = best.optionalInteger("predictedRank");
        return new Summary.Best(
                new Measurement.Key(best.integers("block"), best.integers("thread"), best.flattened("options")),
                best.number("seconds"),
                best.optionalNumber("operationsPerSecond"),
                rank == null ? null : rank.intValue());
    }

    private static Summary.@Nullable Ranking ranking(@Nullable Fields ranking) {
        if (ranking == null) {
            return null;
        }
        return new Summary.Ranking(
                (int) ranking.number("candidates"),
                ranking.optionalNumber("top1"),
                ranking.optionalNumber("top5"),
                ranking.optionalNumber("top10"),
                ranking.optionalNumber("spearman"));
    }
}
