package tilewright.report;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.TextTable;
import tilewright.report.stored.Measurement;
import tilewright.report.stored.Results;
import tilewright.report.stored.Summary;

/** Several results directories side by side, one row each, in the order given. */
public record Comparison(List<Row> rows) {
    /**
     * One sweep.
     *
     * @param best null where no candidate passed
     * @param seconds of the best; null where there is none
     * @param operationsPerSecond null where not known
     * @param rival the fastest baseline, null where there is none
     * @param speedup time of the rival over that of the best; less than 1 where the rival is faster
     */
    public record Row(
            String nest,
            String sizes,
            String device,
            Measurement.@Nullable Key best,
            @Nullable Double seconds,
            @Nullable Double operationsPerSecond,
            @Nullable String rival,
            @Nullable Double speedup,
            @Nullable Double top1,
            @Nullable Double top5,
            @Nullable Double spearman,
            int ok,
            int candidates) {}

    public Comparison {
        rows = List.copyOf(rows);
    }

    /** One row per results directory. */
    public static Comparison of(List<Results> several) {
        return new Comparison(several.stream().map(Comparison::row).toList());
    }

    private static Row row(Results results) {
        Summary summary = results.summary();
        List<Measurement> ok = results.ok();
        Measurement best = ok.isEmpty() ? null : ok.getFirst();
        Summary.Best stored = summary.best();
        Double rate = best == null || stored == null || stored.operationsPerSecond() == null
                ? null
                : (Double) (stored.operationsPerSecond() * stored.seconds() / best.seconds());
        Summary.Baseline rival = results.fastestBaseline().orElse(null);
        Summary.Ranking ranking = summary.ranking();
        return new Row(
                summary.nest(),
                summary.sizesText(),
                summary.device(),
                best == null ? null : best.key(),
                best == null ? null : (Double) best.seconds(),
                rate,
                rival == null ? null : rival.name(),
                rival == null || best == null || results.isUnsettled()
                        ? null
                        : (Double) (rival.seconds() / best.seconds()),
                ranking == null ? null : ranking.top1(),
                ranking == null ? null : ranking.top5(),
                ranking == null ? null : ranking.spearman(),
                ok.size(),
                results.measurements().size());
    }

    /**
     * The same for a terminal.
     *
     * @param width most characters of a line of a table
     */
    public String toText(int width) {
        TextTable found =
                new TextTable("lllrrr").row("nest", "sizes", "best candidate", "time", "operations/s", "timed");
        TextTable compared =
                new TextTable("llrrrr").row("nest", "fastest baseline", "speed-up", "top 1", "top 5", "Spearman");
        for (Row row : rows) {
            List<String> cells = cells(row);
            found.row(columns(cells, 0, 1, 3, 4, 5, 11));
            compared.row(columns(cells, 0, 6, 7, 8, 9, 10));
        }
        String devices = "device  " + rows.stream().map(Row::device).distinct().collect(Collectors.joining(", "));
        return String.join(
                "\n",
                Stream.of(
                                List.of(devices, ""),
                                found.lines("", width),
                                List.of(""),
                                compared.lines("", width),
                                List.of(""))
                        .flatMap(List::stream)
                        .toList());
    }

    private static List<String> columns(List<String> cells, int... columns) {
        return IntStream.of(columns).mapToObj(cells::get).toList();
    }

    private static List<String> cells(Row row) {
        return List.of(
                row.nest,
                row.sizes,
                row.device,
                Objects.toString(row.best, "none passed"),
                row.seconds == null ? "-" : Quantity.seconds(row.seconds),
                row.operationsPerSecond == null ? "-" : Quantity.prefixed(row.operationsPerSecond),
                Objects.toString(row.rival, "-"),
                ratio(row.speedup),
                ratio(row.top1),
                ratio(row.top5),
                row.spearman == null ? "-" : Quantity.fixed(row.spearman, 2),
                row.ok + "/" + row.candidates);
    }

    private static String ratio(@Nullable Double ratio) {
        return ratio == null ? "-" : Quantity.ratio(ratio);
    }
}
