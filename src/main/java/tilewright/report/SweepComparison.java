package tilewright.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tilewright.model.TextTable;
import tilewright.report.stored.Measurement;
import tilewright.report.stored.Results;
import tilewright.report.stored.ResultsReader;
import tilewright.report.stored.Summary;

/**
 * Two sweeps of one nest, candidate by candidate: two devices, two versions of the tool or a driver, two dates.
 *
 * @param common candidates that both timed
 */
public record SweepComparison(Results left, Results right, List<Pair> common) {
    /** Shown in text. */
    private static final int SHOWN = 20;

    private static final String MISSING = "-";
    private static final PageTemplates PAGES = new PageTemplates("report");

    /** A candidate and its seconds in both. */
    public record Pair(Measurement.Key candidate, double left, double right) {
        /** Time of the second over that of the first. */
        public double ratio() {
            return right / left;
        }
    }

    public SweepComparison {
        common = List.copyOf(common);
    }

    /**
     * Compares.
     *
     * @throws tilewright.model.UserError if a directory is damaged
     */
    public static SweepComparison of(Path left, Path right) {
        Results first = ResultsReader.read(left);
        Results second = ResultsReader.read(right);
        Map<Measurement.Key, Measurement> others = new LinkedHashMap<>();
        second.ok().forEach(each -> others.put(each.key(), each));
        List<Pair> common = new ArrayList<>();
        for (Measurement each : first.ok()) {
            Measurement other = others.get(each.key());
            if (other != null) {
                common.add(new Pair(each.key(), each.seconds(), other.seconds()));
            }
        }
        return new SweepComparison(first, second, common);
    }

    /** Ratios of all candidates that both timed, ascending. */
    private List<Double> ratios() {
        return common.stream().map(Pair::ratio).sorted().toList();
    }

    /**
     * For the terminal.
     *
     * @param width most characters of a line of a table
     */
    public String toText(int width) {
        TextTable head = new TextTable("lll").row("", "A", "B");
        properties().forEach(each -> head.row(each.name(), each.left(), each.right()));
        List<String> lines = new ArrayList<>(head.lines("", width));
        lines.add("");
        lines.add(sum());
        if (common.isEmpty()) {
            return String.join("\n", lines) + "\n";
        }
        lines.add("");
        TextTable table = new TextTable("lrrr").row("candidate", "A", "B", "B / A");
        fastestFirst().stream()
                .limit(SHOWN)
                .forEach(each -> table.row(
                        each.candidate().toString(),
                        Quantity.seconds(each.left()),
                        Quantity.seconds(each.right()),
                        Quantity.fixed(each.ratio(), 3)));
        lines.addAll(table.lines("", width));
        return String.join("\n", lines) + "\n";
    }

    /** What is said of a sweep as a whole. */
    public record Property(String name, String left, String right) {}

    /** Of both sweeps, the peers before the candidates, then what of the environments differs. */
    public List<Property> properties() {
        List<Property> all = new ArrayList<>(List.of(
                new Property(
                        "directory",
                        left.directory().toString(),
                        right.directory().toString()),
                new Property("nest", left.summary().nest(), right.summary().nest()),
                new Property(
                        "sizes", left.summary().sizesText(), right.summary().sizesText()),
                new Property("device", left.summary().device(), right.summary().device()),
                new Property("best peer", peer(left), peer(right)),
                new Property("best candidate", best(left), best(right))));
        for (String name : differences()) {
            all.add(new Property(
                    name,
                    left.summary().environment().getOrDefault(name, MISSING),
                    right.summary().environment().getOrDefault(name, MISSING)));
        }
        return all;
    }

    /** All in one sentence. */
    public String sum() {
        if (common.isEmpty()) {
            return "no candidate was timed in both";
        }
        List<Double> ratios = ratios();
        return common.size() + " candidates were timed in both; time in B over time in A: median "
                + Quantity.fixed(ratios.get(ratios.size() / 2), 3) + ", from " + Quantity.fixed(ratios.getFirst(), 3)
                + " to " + Quantity.fixed(ratios.getLast(), 3);
    }

    /** The pairs by the smaller of both times. */
    private List<Pair> fastestFirst() {
        return common.stream()
                .sorted(Comparator.comparingDouble(each -> Math.min(each.left(), each.right())))
                .toList();
    }

    /** A pair as a page shows it. */
    public record Row(String candidate, String leftTime, String rightTime, String ratioText, Pair pair) {}

    /** The pairs for a page. */
    public List<Row> rows() {
        return fastestFirst().stream()
                .map(each -> new Row(
                        each.candidate().toString(),
                        Quantity.secondsSymbol(each.left()),
                        Quantity.secondsSymbol(each.right()),
                        Quantity.fixed(each.ratio(), 3),
                        each))
                .toList();
    }

    /** A self-contained page. */
    public String toHtml() {
        return PAGES.print("compare.ftlh", Map.of("comparison", this));
    }

    /** Every pair, for other programs. */
    public String toCsv() {
        StringBuilder csv = new StringBuilder("candidate,secondsA,secondsB,ratio\n");
        common.forEach(each -> csv.append('"')
                .append(each.candidate())
                .append("\",")
                .append(each.left())
                .append(',')
                .append(each.right())
                .append(',')
                .append(each.ratio())
                .append('\n'));
        return csv.toString();
    }

    /** What of the environments differs: drivers, compilers, versions, dates. */
    private List<String> differences() {
        Map<String, String> a = left.summary().environment();
        Map<String, String> b = right.summary().environment();
        return Stream.concat(a.keySet().stream(), b.keySet().stream())
                .distinct()
                .filter(name -> !a.getOrDefault(name, "").equals(b.getOrDefault(name, "")))
                .filter(name -> !name.equals("device"))
                .toList();
    }

    private static String best(Results results) {
        Optional<Measurement> best = results.ok().stream().findFirst();
        return best.map(each -> Quantity.seconds(each.seconds()) + ", " + each.key())
                .orElse(MISSING);
    }

    private static String peer(Results results) {
        Optional<Summary.Baseline> peer = results.fastestBaseline();
        return peer.map(each -> Quantity.seconds(each.seconds()) + ", " + each.name())
                .orElse(MISSING);
    }
}
