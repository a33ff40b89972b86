package tilewright.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.report.page.Page.Tile;
import tilewright.report.stored.Measurement;
import tilewright.report.stored.Summary;

/** The result in a few numbers. */
final class Tiles {
    private Tiles() {}

    static List<Tile> of(Candidates candidates) {
        List<Tile> tiles = new ArrayList<>();
        // What a user could take instead comes first: a time alone says little.
        baseline(candidates, tiles);
        tiles.add(best(candidates));
        prediction(candidates, tiles);
        tiles.add(counts(candidates));
        return tiles;
    }

    /** Operations of the nest, from the rate the summary gives for its best candidate; null where it gives none. */
    static @Nullable Double operations(Candidates candidates) {
        Summary.Best best = candidates.results().summary().best();
        return best == null || best.operationsPerSecond() == null
                ? null
                : (Double) (best.operationsPerSecond() * best.seconds());
    }

    private static Tile best(Candidates candidates) {
        double seconds = candidates.best().seconds();
        Double operations = operations(candidates);
        String rate = operations == null ? "" : Quantity.prefixed(operations / seconds) + " operations/s, ";
        return new Tile(
                "best measured",
                candidates.time(seconds),
                candidates.unit().symbol(),
                rate
                        + candidates.best().key()
                        + candidates
                                .results()
                                .limit(candidates.best())
                                .map(limit -> "; " + limit)
                                .orElse(""));
    }

    private static void baseline(Candidates candidates, List<Tile> tiles) {
        List<Summary.Baseline> baselines = candidates.results().summary().baselines().stream()
                .filter(Summary.Baseline::isRival)
                .toList();
        if (baselines.isEmpty()) {
            return;
        }
        double best = candidates.best().seconds();
        String all = baselines.stream()
                .skip(1)
                .map(b -> compared(b.seconds() / best) + " " + b.title())
                .collect(Collectors.joining(", "));
        Summary.Baseline first = baselines.getFirst();
        if (candidates.results().isUnsettled()) {
            tiles.add(new Tile(
                    "against " + first.name(), "?", "unsettled", "the winner's runs spread too much for a comparison"));
            return;
        }
        double ratio = first.seconds() / best;
        tiles.add(new Tile(
                "against " + first.name(),
                Quantity.ratio(ratio >= 1 ? ratio : 1 / ratio) + "×",
                ratio >= 1 ? "faster" : "slower",
                all));
    }

    private static String compared(double ratio) {
        return ratio >= 1 ? Quantity.ratio(ratio) + "× faster than" : Quantity.ratio(1 / ratio) + "× slower than";
    }

    private static void prediction(Candidates candidates, List<Tile> tiles) {
        Summary.Ranking ranking = candidates.results().summary().ranking();
        if (ranking == null) {
            return;
        }
        if (ranking.top1() != null) {
            List<String> more = new ArrayList<>();
            if (ranking.top5() != null) {
                more.add("best of the first 5: " + Quantity.ratio(ranking.top5()) + "×");
            }
            if (ranking.top10() != null) {
                more.add("of the first 10: " + Quantity.ratio(ranking.top10()) + "×");
            }
            tiles.add(new Tile(
                    "model's first choice",
                    Quantity.ratio(ranking.top1()) + "×",
                    "best time",
                    String.join(", ", more)));
        }
        if (ranking.spearman() != null) {
            tiles.add(new Tile(
                    "rank correlation",
                    Quantity.fixed(ranking.spearman(), 2),
                    "Spearman",
                    "the best candidate was predicted at place " + candidates.rank(candidates.best())));
        }
    }

    private static Tile counts(Candidates candidates) {
        String failed = candidates.results().statusCounts().entrySet().stream()
                .filter(e -> !e.getKey().equals(Measurement.OK))
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
        return new Tile(
                "candidates",
                String.valueOf(candidates.ok().size()),
                "of " + candidates.results().measurements().size() + " timed",
                Stream.of(
                                failed.isEmpty() ? "none failed" : failed,
                                candidates.results().summary().coverage())
                        .filter(s -> !s.isEmpty())
                        .collect(Collectors.joining("; ")));
    }
}
