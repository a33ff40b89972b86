package tilewright.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.report.chart.Bars;
import tilewright.report.chart.HeatMap;
import tilewright.report.chart.Lines;
import tilewright.report.chart.Scatter;
import tilewright.report.chart.Shares;
import tilewright.report.chart.Strips;
import tilewright.report.stored.Measurement;
import tilewright.report.stored.Results;
import tilewright.report.stored.Summary;

/**
 * Everything the page of one results directory shows. What is null has no data, and the page says so.
 *
 * @param tiles the result in a few numbers
 */
public record Page(
        String nest,
        String sizes,
        String device,
        List<String> notes,
        List<Tile> tiles,
        @Nullable ColouredSource source,
        @Nullable AnalysisView analysis,
        @Nullable Measured measured,
        List<CandidateTable.FailedRow> failed,
        String statuses,
        @Nullable ColouredSource kernel,
        @Nullable CounterTable counters,
        @Nullable PassTable passes,
        Map<String, String> environment) {
    /** A number that matters, with what it is and one line of context. */
    public record Tile(String label, String value, String unit, String context) {}

    /**
     * The figures and the table of the timed candidates.
     *
     * @param explanations of the model, for the candidates that matter
     * @param space what was tried of all candidates, left out and left open
     * @param ties names of those that cannot be told from the best, else empty
     */
    public record Measured(
            @Nullable Scatter scatter,
            @Nullable Lines regret,
            @Nullable Lines overFirst,
            @Nullable HeatMap heat,
            @Nullable Bars baselines,
            @Nullable Strips runs,
            @Nullable Lines pareto,
            List<ExplanationView> explanations,
            @Nullable Shares space,
            CandidateTable table,
            String ties,
            SizeNames names) {}

    /**
     * How captions name the block sizes.
     *
     * @param first of {@code overFirst}, e.g. {@code r₁}
     * @param others what its lines are named after
     * @param heat the two of the heat map, empty where there is none
     * @param fixed what to say where the outermost block size did not vary, else empty
     */
    public record SizeNames(String first, String others, String heat, String fixed) {}

    public Page {
        notes = List.copyOf(notes);
        tiles = List.copyOf(tiles);
        failed = List.copyOf(failed);
    }

    /** The page of these results. */
    public static Page of(Results results) {
        Summary summary = results.summary();
        AnalysisView analysis = results.analysis() == null ? null : AnalysisView.of(results.analysis());
        List<String> loops = analysis == null ? List.of() : analysis.loops();
        Candidates candidates = results.ok().isEmpty() ? null : Candidates.of(results, loops);
        return new Page(
                summary.nest(),
                summary.sizesText(),
                summary.device(),
                results.warnings(),
                candidates == null ? List.of() : Tiles.of(candidates),
                results.nest() == null ? null : ColouredSource.of(results.nest()),
                analysis,
                candidates == null ? null : measured(candidates),
                CandidateTable.failed(results.failed()),
                statuses(results),
                results.kernel() == null ? null : ColouredSource.of(results.kernel()),
                CounterTable.of(results.counters()),
                PassTable.of(summary.ablation()),
                summary.environment());
    }

    private static Measured measured(Candidates candidates) {
        return new Measured(
                PredictionFigures.scatter(candidates),
                PredictionFigures.regret(candidates),
                SizeFigures.overFirst(candidates),
                SizeFigures.heat(candidates),
                ComparisonFigures.baselines(candidates),
                ComparisonFigures.runs(candidates),
                EnergyFigures.pareto(candidates),
                ExplanationView.of(candidates),
                SpaceFigure.of(candidates),
                CandidateTable.of(candidates, Tiles.operations(candidates)),
                candidates.results().summary().ties().stream()
                        .map(Object::toString)
                        .collect(Collectors.joining("; ")),
                names(candidates));
    }

    private static SizeNames names(Candidates candidates) {
        int first = SizeFigures.firstVarying(candidates);
        List<String> heat = new ArrayList<>();
        SizeFigures.heatLoops(candidates).forEach(loop -> heat.add(Candidates.symbol(loop)));
        List<Integer> outermost = candidates.sizes(0);
        return new SizeNames(
                Candidates.symbol(first),
                SizeFigures.otherNames(candidates),
                String.join(", ", heat),
                outermost.size() != 1
                        ? ""
                        : "Every timed candidate has " + candidates.sizeName(0) + " = " + outermost.getFirst());
    }

    private static String statuses(Results results) {
        return results.statusCounts().entrySet().stream()
                .filter(e -> !e.getKey().equals(Measurement.OK))
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
    }
}
