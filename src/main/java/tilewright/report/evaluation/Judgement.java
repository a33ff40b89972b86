package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import tilewright.model.TextTable;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.report.Quantity;
import tilewright.tune.search.SearchEffort;

/**
 * Several sweeps judged: those held out, that is, of nests on whose sweeps nothing of the model was chosen, apart from those
 * that it was fitted to. The model predicts the programs that are generated today: sweeps of other programs stand apart, whatever their nest.
 */
public record Judgement(List<Evaluation> sweeps) {
    private static final List<String> SEARCH_HEADINGS =
            List.of("nest", "sizes", "device", "timed", "adaptive", "ranked", "random", "CMA-ES");
    private static final String SEARCH_ALIGNMENT = "lllrrrrr";
    private static final List<String> INTERVAL_HEADINGS =
            List.of("bound by", "candidates", "nests", "measured / predicted");
    private static final String INTERVAL_ALIGNMENT = "lrrr";
    private static final List<String> COVERAGE_HEADINGS = List.of("nest left out", "inside");
    private static final String COVERAGE_ALIGNMENT = "lr";

    public Judgement {
        sweeps = List.copyOf(sweeps);
    }

    /** Sweeps on GPUs that only judge the model; those of programs that are generated today, where these are of enough nests to say something of another one. */
    public List<Evaluation> heldOut() {
        return generated(allHeldOut());
    }

    /** The same of processors. */
    public List<Evaluation> heldOutOfHosts() {
        return generated(allHeldOutOfHosts());
    }

    private List<Evaluation> allHeldOut() {
        return judging().filter(s -> s.heldOut() && !isOfHost(s)).toList();
    }

    private List<Evaluation> allHeldOutOfHosts() {
        return judging().filter(s -> s.heldOut() && isOfHost(s)).toList();
    }

    private static List<Evaluation> generated(List<Evaluation> all) {
        List<Evaluation> generated = all.stream().filter(Evaluation::generated).toList();
        return generated.stream().map(Evaluation::nest).distinct().count() >= ErrorStudy.NESTS ? generated : all;
    }

    /** Sweeps whose candidates somebody chose, as the first of the order: they say little of it. */
    List<Evaluation> chosen() {
        return sweeps.stream().filter(s -> !s.drawn()).toList();
    }

    private Stream<Evaluation> judging() {
        return sweeps.stream().filter(Evaluation::drawn);
    }

    private static boolean isOfHost(Evaluation sweep) {
        return DeviceCatalog.gpu(sweep.device()).isEmpty();
    }

    /** Sweeps of nests that the model was fitted to, on the device that it was fitted on. */
    public List<Evaluation> fitted() {
        return judging().filter(s -> !s.heldOut() && isReference(s)).toList();
    }

    /** Sweeps of nests that the model was fitted to, on other devices. */
    public List<Evaluation> elsewhere() {
        return judging().filter(s -> !s.heldOut() && !isReference(s)).toList();
    }

    /** Whether a sweep ran on the device on which the model's constants were chosen; a host has no such constants. */
    private static boolean isReference(Evaluation sweep) {
        return sweep.device().equals(DeviceCatalog.referenceGpu().fullName());
    }

    /** Errors on what is held out on GPUs. */
    public ErrorStudy errors() {
        return new ErrorStudy(heldOut());
    }

    /** Errors on what is held out of processors. */
    public ErrorStudy errorsOfHosts() {
        return new ErrorStudy(heldOutOfHosts());
    }

    /** A table for the terminal or for a page. */
    private record Table(String title, String words, String alignment, List<List<String>> rows) {
        List<String> text(int width) {
            TextTable table = new TextTable(alignment);
            rows.forEach(table::row);
            return table.lines("", width);
        }

        List<String> markdown() {
            List<String> lines = new ArrayList<>();
            lines.add(line(rows.getFirst()));
            lines.add(line(
                    alignment.chars().mapToObj(c -> c == 'r' ? "---:" : "---").toList()));
            rows.stream().skip(1).map(Table::line).forEach(lines::add);
            return lines;
        }

        private static String line(List<String> cells) {
            return "| " + String.join(" | ", cells) + " |";
        }
    }

    /**
     * For the terminal: held-out sweeps first, those that judge nothing last.
     *
     * @param width most characters of a line of a table
     */
    public String toText(int width) {
        List<String> parts = new ArrayList<>();
        for (Group group : groups()) {
            parts.add(group.title() + ", " + group.words() + ":\n" + new EvaluationTable(group.sweeps()).toText(width));
        }
        if (!chosen().isEmpty()) {
            parts.add("Chosen, of candidates that were not drawn from the whole space and judge no order:\n"
                    + new EvaluationTable(chosen()).toText(width));
        }
        for (Table table : tables()) {
            parts.add(table.title() + ": " + table.words() + "\n" + String.join("\n", table.text(width)) + "\n");
        }
        return String.join("\n", parts);
    }

    /** Parts of a page, each with a heading: held-out sweeps first. */
    public List<String> toMarkdown() {
        List<String> parts = new ArrayList<>();
        for (Group group : groups()) {
            parts.add("### " + group.title() + "\n");
            parts.add("Sweeps " + group.words() + ".\n");
            parts.add(new EvaluationTable(group.sweeps()).toMarkdown());
        }
        for (Table table : tables()) {
            parts.add("### " + table.title() + "\n");
            parts.add(capital(table.words()) + "\n");
            parts.add(String.join("\n", table.markdown()) + "\n");
        }
        return parts;
    }

    private static String capital(String words) {
        return words.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + words.substring(1);
    }

    /**
     * Sweeps that are judged together.
     *
     * @param words which they are, after "sweeps"
     * @param sweeps at least one
     */
    record Group(String title, String words, List<Evaluation> sweeps) {
        /** Those of programs that are generated today, and those of others. */
        private Stream<Group> byProgram() {
            Map<Boolean, List<Evaluation>> parts =
                    sweeps.stream().collect(Collectors.partitioningBy(Evaluation::generated));
            return Stream.of(
                    new Group(title, words, parts.getOrDefault(true, List.of())),
                    new Group(
                            title + ", former programs",
                            words
                                    + ", of programs that are no longer generated (the fastest candidate's text is"
                                    + " another one today), which say little of today's model",
                            parts.getOrDefault(false, List.of())));
        }
    }

    /** Those groups that have sweeps: held out first, of each those of programs that are generated today first. */
    List<Group> groups() {
        return Stream.of(
                        new Group("Held out", "of nests that served no choice of the model", allHeldOut()),
                        new Group(
                                "Processors",
                                "of nests that served no choice of the model, on processors by OpenMP threads",
                                allHeldOutOfHosts()),
                        new Group(
                                "Another device",
                                "of nests that the model was fitted to, on devices of which nothing but the"
                                        + " calibration is known",
                                elsewhere()),
                        new Group("Fitted", "of nests that the model was fitted to", fitted()))
                .flatMap(Group::byProgram)
                .filter(group -> !group.sweeps().isEmpty())
                .toList();
    }

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        if (!groups().isEmpty()) {
            tables.add(searches());
        }
        Map<String, ModelErrors.Interval> intervals = errors().intervals();
        if (!intervals.isEmpty()) {
            tables.add(intervals(intervals));
            tables.add(coverage());
        }
        return tables;
    }

    private Table searches() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(SEARCH_HEADINGS);
        for (Evaluation each :
                groups().stream().flatMap(g -> g.sweeps().stream()).toList()) {
            rows.add(row(each));
        }
        for (Group group : groups()) {
            rows.add(percentiles(group, 50));
            rows.add(percentiles(group, 95));
        }
        return new Table(
                "Searches",
                "how many measurements until one lies within " + Math.round(100 * SearchEffort.WITHIN)
                        + " % of the best of the sweep.",
                SEARCH_ALIGNMENT,
                rows);
    }

    private static List<String> row(Evaluation sweep) {
        SearchEffort effort = sweep.effort();
        return List.of(
                sweep.nest(),
                sweep.sizes(),
                sweep.device(),
                String.valueOf(sweep.timed()),
                String.valueOf(effort.adaptive()),
                String.valueOf(effort.ranked()),
                String.valueOf(effort.random()),
                String.valueOf(effort.optimizer()));
    }

    private static List<String> percentiles(Group group, int percent) {
        List<String> cells = new ArrayList<>(
                List.of(group.title() + (percent == 50 ? ", median" : ", " + percent + "th percentile"), "", "", ""));
        for (ToIntFunction<SearchEffort> search : List.<ToIntFunction<SearchEffort>>of(
                SearchEffort::adaptive, SearchEffort::ranked, SearchEffort::random, SearchEffort::optimizer)) {
            cells.add(Quantity.fixed(percentile(group.sweeps(), search, percent), 1));
        }
        return cells;
    }

    /** Of the measurements that a search needs over several sweeps, interpolated between two of them. */
    static double percentile(List<Evaluation> sweeps, ToIntFunction<SearchEffort> search, int percent) {
        double[] needed = sweeps.stream()
                .mapToDouble(sweep -> search.applyAsInt(sweep.effort()))
                .toArray();
        return new Percentile()
                .withEstimationType(Percentile.EstimationType.R_7)
                .evaluate(Arrays.copyOf(needed, needed.length), percent);
    }

    private Table intervals(Map<String, ModelErrors.Interval> intervals) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(INTERVAL_HEADINGS);
        intervals.forEach((term, interval) -> rows.add(List.of(
                term,
                String.valueOf(interval.candidates()),
                String.valueOf(interval.nests()),
                Quantity.fixed(interval.low(), 2) + " to " + Quantity.fixed(interval.high(), 2))));
        String together = errors().closest()
                .map(factor -> "Predictions of a sweep that differ by less than a factor of "
                        + Quantity.fixed(factor, 2) + " cannot be told apart.")
                .orElse("No factor between two predictions tells candidates apart.");
        return new Table(
                "Errors",
                "where " + Math.round(100 * ModelErrors.CERTAIN) + " % of the measured times of held-out sweeps lie. "
                        + together,
                INTERVAL_ALIGNMENT,
                rows);
    }

    private Table coverage() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(COVERAGE_HEADINGS);
        ErrorStudy errors = errors();
        for (String nest :
                heldOut().stream().map(Evaluation::nest).collect(Collectors.toCollection(LinkedHashSet::new))) {
            rows.add(List.of(
                    nest,
                    errors.coverage(nest)
                            .map(share -> Math.round(100 * share) + " %")
                            .orElse("-")));
        }
        return new Table(
                "One nest left out",
                "what part of a nest's measured times lie in the intervals found on all others.",
                COVERAGE_ALIGNMENT,
                rows);
    }
}
