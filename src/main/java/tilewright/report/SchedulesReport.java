package tilewright.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tilewright.model.FolderFile;
import tilewright.model.InputFile;
import tilewright.model.UserError;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A sweep over the schedules of a nest over a graph as text and as one self-contained page. */
public final class SchedulesReport {
    private static final PageTemplates PAGES = new PageTemplates("report");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SUMMARY = "tilewright/schedule-summary/1";
    private static final String MEASUREMENT = "tilewright/schedule-measurement/1";
    private static final double GIGA = 1e9;
    private static final double MEGA = 1e6;

    private SchedulesReport() {}

    /**
     * A schedule.
     *
     * @param milliseconds mean over the sources; NaN where it has no time
     * @param spread least and greatest time of a source, in ms
     * @param rates arcs stored, arcs of the input, and edges of the reached component (harmonic mean), by the page's unit a second; "" where they are not known
     * @param inspectorMilliseconds of preprocessing
     * @param sharedMilliseconds of a run and its share of the preprocessing; "" where it is not shared
     * @param predicted in ms; "" where nothing is known
     * @param share of the longest time, in percent
     */
    public record Row(
            String schedule,
            String status,
            String fault,
            String milliseconds,
            String spread,
            List<String> rates,
            String inspectorMilliseconds,
            String sharedMilliseconds,
            String predicted,
            double share,
            boolean best) {}

    /**
     * What the page shows.
     *
     * @param unit of rates: G, or M where the fastest schedule has less than 0.1 G
     * @param runs over which preprocessing is shared; 0 where it is not
     * @param predicted whether some schedule has a prediction
     * @param kinds what schedules of these kinds do
     */
    public record View(
            String nest,
            String graph,
            String device,
            long vertices,
            long arcs,
            List<String> data,
            List<Row> rows,
            int sources,
            String unit,
            int runs,
            boolean predicted,
            List<Kind> kinds) {}

    /**
     * Schedules whose texts begin alike.
     *
     * @param name how they begin
     * @param does what they do
     */
    public record Kind(String name, String does) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "host levels",
                    "level by level: pushed from a queue while few arcs leave a level, else vertices that are not"
                            + " reached look for one that is"),
            new Kind(
                    "host window",
                    "vertices wait in lists by value, each as wide as the greatest weight over the number (0: one"
                            + " list); threads take the least list until nothing in it changes"),
            new Kind("edges coo atomic", "a pass over all arcs per launch, improvements by atomic updates"),
            new Kind(
                    "edges coo racing",
                    "a pass over all arcs per launch by plain stores, of which some are lost and made up for"),
            new Kind(
                    "edges cells",
                    "level by level over all pairs in cells, reached vertices as bits in the block's memory"),
            new Kind(
                    "edges segments",
                    "sweeps over all pairs by segments of as many vertices, whose values lie in the block's memory"),
            new Kind(
                    "vertices levels",
                    "pushed from a queue while few arcs leave the last level, then vertices that are not reached look"
                            + " for one that is"),
            new Kind(
                    "vertices rows",
                    "pushed from a queue, then swept by rows whose best arcs come first, as far as an arc may help"));

    /** Whether a directory holds such a sweep. */
    public static boolean isOne(Path directory) {
        Path summary = directory.resolve("summary.json");
        try {
            return Files.exists(summary)
                    && SUMMARY.equals(JSON.readTree(InputFile.text(summary, InputFile.LONGEST_RESULTS))
                            .path("schema")
                            .asString(""));
        } catch (JacksonException e) {
            return false;
        }
    }

    /**
     * Writes the page into a directory.
     *
     * @return text for the terminal, the page's path last
     * @throws UserError if a file is damaged or cannot be written
     */
    public static String run(Path directory) {
        View view = read(directory);
        try {
            Path page =
                    FolderFile.write(directory, HtmlReport.FILE, PAGES.print("schedules.ftlh", Map.of("page", view)));
            return text(view) + page + "\n";
        } catch (IOException e) {
            throw new UserError(
                    UserError.BAD_INPUT,
                    directory.resolve(HtmlReport.FILE) + ": error: cannot be written: " + e.getMessage(),
                    e);
        }
    }

    private static String text(View view) {
        StringBuilder text = new StringBuilder(
                view.nest + " over " + view.graph + " on " + view.device + ", " + view.sources + " sources\n");
        for (Row row : view.rows) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-58s %s%n",
                    row.schedule,
                    row.status.equals("ok")
                            ? row.milliseconds + " ms  " + row.rates.getFirst() + " " + view.unit + " arcs/s"
                                    + (view.runs == 0
                                            ? ""
                                            : "  over " + view.runs + " runs " + row.sharedMilliseconds + " ms")
                                    + (row.predicted.isEmpty() ? "" : "  predicted " + row.predicted + " ms")
                            : row.status + ": " + row.fault));
        }
        return text.toString();
    }

    private static View read(Path directory) {
        JsonNode summary = tree(directory.resolve("summary.json"), 0, null);
        List<JsonNode> measurements = new ArrayList<>();
        Path lines = directory.resolve("measurements.jsonl");
        int[] number = {0};
        InputFile.text(lines, InputFile.LONGEST_RESULTS)
                .lines()
                .forEach(line -> measurements.add(tree(lines, ++number[0], line)));
        Map<String, String> predicted = predictions(directory.resolve("ranking.json"));
        double longest = measurements.stream()
                .mapToDouble(m -> m.path("meanSeconds").asDouble(0))
                .max()
                .orElse(0);
        String best = summary.path("best").path("schedule").asString("");
        double fastest = measurements.stream()
                .mapToDouble(m -> m.path("rates").path("storedArcs").asDouble(0))
                .max()
                .orElse(0);
        int runs = summary.path("runs").asInt(0);
        boolean small = fastest < 0.1 * GIGA;
        List<Row> rows = measurements.stream()
                .sorted(Comparator.comparingDouble(m -> seconds(m, runs)))
                .map(m -> row(m, runs, predicted, longest, best, small ? MEGA : GIGA))
                .toList();
        return new View(
                summary.path("nest").asString(""),
                summary.path("graph").asString(""),
                summary.path("device").asString(""),
                summary.path("vertices").asLong(0),
                summary.path("storedArcs").asLong(0),
                StreamSupport.stream(summary.path("data").spliterator(), false)
                        .map(d -> d.asString(""))
                        .toList(),
                rows,
                summary.path("sources").asInt(0),
                small ? "M" : "G",
                runs,
                rows.stream().anyMatch(r -> !r.predicted.isEmpty()),
                KINDS.stream()
                        .filter(k -> rows.stream().anyMatch(r -> r.schedule.startsWith(k.name)))
                        .toList());
    }

    private static JsonNode tree(Path file, int line, @Nullable String text) {
        String where = line == 0 ? file.toString() : file + ":" + line;
        try {
            JsonNode node = JSON.readTree(text == null ? InputFile.text(file, InputFile.LONGEST_RESULTS) : text);
            String schema = node.path("schema").asString("");
            if (!schema.equals(SUMMARY) && !schema.equals(MEASUREMENT)) {
                throw UserError.badInput(where + ": error: schema is \"" + schema + "\", expected " + SUMMARY + " or "
                        + MEASUREMENT + "; measure again");
            }
            return node;
        } catch (JacksonException e) {
            throw UserError.badInput(where + ": error: this is no JSON document; measure again");
        }
    }

    private static Map<String, String> predictions(Path file) {
        Map<String, String> found = new HashMap<>();
        try {
            if (Files.exists(file)) {
                for (JsonNode each : JSON.readTree(InputFile.text(file, InputFile.LONGEST_RESULTS))
                        .path("ranking")) {
                    boolean lower = each.path("uncalibrated").size() > 0;
                    found.put(
                            each.path("schedule").asString(""),
                            (lower ? "> " : "")
                                    + number(1e3 * each.path("seconds").asDouble(0)));
                }
            }
        } catch (JacksonException e) {
            throw UserError.badInput(file + ": error: this is no JSON document; 'rank --graph --json' writes it");
        }
        return found;
    }

    /** Of a run, with its share of the preprocessing where that is shared; the greatest number where it has no time. */
    private static double seconds(JsonNode m, int runs) {
        double share = runs == 0 ? 0 : m.path("inspectorSeconds").asDouble(0) / runs;
        return m.path("meanSeconds").asDouble(Double.MAX_VALUE) + share;
    }

    private static Row row(
            JsonNode m, int runs, Map<String, String> predicted, double longest, String best, double unit) {
        String schedule = m.path("schedule").asString("");
        boolean ok = m.path("status").asString("").equals("ok");
        double mean = m.path("meanSeconds").asDouble(0);
        double least = Double.MAX_VALUE;
        double most = 0;
        for (JsonNode seconds : m.path("seconds")) {
            least = Math.min(least, seconds.asDouble(0));
            most = Math.max(most, seconds.asDouble(0));
        }
        List<String> rates = Stream.of("storedArcs", "nominalArcs", "reachedEdges")
                .map(r -> m.path("rates").path(r))
                .map(r -> r.isNumber() ? number(r.asDouble(0) / unit) : "")
                .toList();
        return new Row(
                schedule,
                m.path("status").asString(""),
                m.path("fault").asString(""),
                ok ? number(1e3 * mean) : "",
                ok && most > 0 ? number(1e3 * least) + " to " + number(1e3 * most) : "",
                rates,
                ok ? number(1e3 * m.path("inspectorSeconds").asDouble(0)) : "",
                ok && runs > 0 ? number(1e3 * seconds(m, runs)) : "",
                predicted.getOrDefault(schedule, ""),
                longest > 0 ? 100 * mean / longest : 0,
                schedule.equals(best));
    }

    /** Three digits or more: {@code 0.0953}, {@code 12.4}, {@code 1342}. */
    private static String number(double value) {
        int digits = value >= 100 || value == 0 ? 0 : Math.min(6, 2 - (int) Math.floor(Math.log10(value)));
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
