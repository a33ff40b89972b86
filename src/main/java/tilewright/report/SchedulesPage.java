package tilewright.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tilewright.model.FolderFile;
import tilewright.tune.Status;
import tilewright.tune.irregular.FixpointMeasurement;

/**
 * What the schedules of a nest over a graph took, as one self-contained HTML page.
 *
 * @param graph as its user wrote it
 * @param sources starting vertices, or 1
 * @param rows the fastest first, then those without a result
 * @param graphLines what was generated, read and changed
 */
public record SchedulesPage(
        String nest, String graph, String device, int sources, List<Row> rows, List<String> graphLines) {
    /** The page's name in its results directory. */
    public static final String FILE = HtmlReport.FILE;

    private static final PageTemplates PAGES = new PageTemplates("report");
    private static final String NONE = "-";

    /** One schedule; every field is text for people. */
    public record Row(
            String schedule, String status, String time, String rate, String timesFastest, String inspector) {}

    public SchedulesPage {
        rows = List.copyOf(rows);
        graphLines = List.copyOf(graphLines);
    }

    /**
     * Of finished measurements.
     *
     * @param arcs that the graph stores
     */
    public static SchedulesPage of(
            String nest,
            String graph,
            String device,
            long arcs,
            List<FixpointMeasurement> measured,
            List<String> graphLines) {
        List<FixpointMeasurement> inOrder = measured.stream()
                .sorted(Comparator.comparing((FixpointMeasurement m) -> m.status() != Status.OK)
                        .thenComparingDouble(m -> m.status() == Status.OK ? m.meanSeconds() : 0))
                .toList();
        double fastest = inOrder.stream()
                .filter(m -> m.status() == Status.OK)
                .mapToDouble(FixpointMeasurement::meanSeconds)
                .findFirst()
                .orElse(Double.NaN);
        int sources = measured.stream().mapToInt(m -> m.seconds().size()).max().orElse(0);
        return new SchedulesPage(
                nest,
                graph,
                device,
                sources,
                inOrder.stream().map(m -> row(m, arcs, fastest)).toList(),
                graphLines);
    }

    private static Row row(FixpointMeasurement m, long arcs, double fastest) {
        if (m.status() != Status.OK) {
            return new Row(m.schedule(), m.status().jsonName() + ": " + m.fault(), NONE, NONE, NONE, NONE);
        }
        return new Row(
                m.schedule(),
                m.status().jsonName(),
                Quantity.seconds(m.meanSeconds()),
                Quantity.prefixed(m.perSecond(arcs)),
                Quantity.ratio(m.meanSeconds() / fastest),
                Quantity.seconds(m.inspectorSeconds()));
    }

    /** The page as text. */
    public String html() {
        return PAGES.print("schedules.ftlh", Map.of("page", this));
    }

    /**
     * Writes {@value HtmlReport#FILE} into a folder.
     *
     * @return the file
     */
    public Path write(Path folder) throws IOException {
        return FolderFile.write(folder, FILE, html());
    }
}
