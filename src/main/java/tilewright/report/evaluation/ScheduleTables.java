package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tilewright.report.Quantity;
import tilewright.report.stored.ScheduleSweep;

/**
 * Tables of recorded schedules on graphs: the best ones, {@code <!-- searches SCALES GRAPH -->}, rates over the scale of a generated graph, {@code <!-- scales NEST GRAPH -->}, and what predictions were worth, {@code <!--
 * schedules -->}. GRAPH is a generator's text without its scale.
 */
final class ScheduleTables {
    private static final Pattern SCALE = Pattern.compile("scale=(\\d+),");

    private final List<ScheduleSweep> sweeps;

    ScheduleTables(List<ScheduleSweep> sweeps) {
        this.sweeps = sweeps.stream().filter(s -> !s.runs().isEmpty()).toList();
    }

    private static Optional<Integer> scale(ScheduleSweep sweep) {
        Matcher scale = SCALE.matcher(sweep.graph());
        return scale.find() ? Optional.of(Integer.valueOf(scale.group(1))) : Optional.empty();
    }

    private static ScheduleSweep.Run best(ScheduleSweep sweep) {
        return sweep.runs().stream()
                .min(Comparator.comparingDouble(ScheduleSweep.Run::seconds))
                .orElseThrow();
    }

    private static boolean isOnGpu(ScheduleSweep sweep) {
        return sweep.runs().stream().noneMatch(r -> r.schedule().startsWith("host "));
    }

    /**
     * A line for each nest and scale: the best schedule, and how many times faster it is than sweeps over all arcs of the same graph.
     *
     * @param scales that are shown, with commas between them
     * @param folder of the runs, as links from the page name it
     */
    Optional<String> searches(String scales, String graph, String folder) {
        List<String> wanted = List.of(scales.split(","));
        TreeMap<String, TreeMap<Integer, ScheduleSweep>> byNest = new TreeMap<>();
        for (ScheduleSweep sweep : sweeps) {
            boolean same = SCALE.matcher(sweep.graph()).replaceFirst("").equals(graph) && isOnGpu(sweep);
            scale(sweep)
                    .filter(s -> same && wanted.contains(String.valueOf(s)))
                    .ifPresent(s -> byNest.computeIfAbsent(sweep.nest(), _ -> new TreeMap<>())
                            .put(s, sweep));
        }
        List<String> lines = new ArrayList<>();
        lines.add(
                row("nest", List.of("vertices", "best schedule", "mean of a source", "G arcs/s", "sweeps over arcs")));
        lines.add("|---|---:|---|---:|---:|---:|");
        byNest.forEach((nest, byScale) -> byScale.forEach((scale, sweep) -> {
            ScheduleSweep.Run best = best(sweep);
            Optional<ScheduleSweep.Run> plain = sweep.runs().stream()
                    .filter(r -> r.schedule().startsWith("edges coo "))
                    .min(Comparator.comparingDouble(ScheduleSweep.Run::seconds));
            lines.add(row(
                    "[" + nest + "](" + folder + "/" + sweep.folder() + ")",
                    List.of(
                            "2^" + scale,
                            "`" + best.schedule() + "`",
                            Quantity.seconds(best.seconds()),
                            rate(best.stored()),
                            plain.map(p -> Quantity.seconds(p.seconds()) + ", "
                                            + Quantity.ratio(p.seconds() / best.seconds()) + " x")
                                    .orElse(""))));
        }));
        return lines.size() == 2 ? Optional.empty() : Optional.of(String.join("\n", lines) + "\n");
    }

    /** Arcs stored a second by schedule and scale; below it the best one by the other conventions, and its inspector. */
    Optional<String> scales(String nest, String graph) {
        TreeMap<Integer, ScheduleSweep> byScale = new TreeMap<>();
        for (ScheduleSweep sweep : sweeps) {
            boolean same = sweep.nest().equals(nest)
                    && SCALE.matcher(sweep.graph()).replaceFirst("").equals(graph)
                    && isOnGpu(sweep);
            scale(sweep).filter(_ -> same).ifPresent(s -> byScale.put(s, sweep));
        }
        if (byScale.isEmpty()) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        lines.add(row("G arcs/s", byScale.keySet().stream().map(s -> "2^" + s).toList()));
        lines.add("|---|" + "---:|".repeat(byScale.size()));
        TreeSet<String> schedules = byScale.values().stream()
                .flatMap(s -> s.runs().stream())
                .map(ScheduleSweep.Run::schedule)
                .collect(Collectors.toCollection(TreeSet::new));
        for (String schedule : schedules.descendingSet()) {
            lines.add(row(
                    "`" + schedule + "`",
                    byScale.values().stream()
                            .map(s -> s.runs().stream()
                                    .filter(r -> r.schedule().equals(schedule))
                                    .map(r -> rate(r.stored()))
                                    .findFirst()
                                    .orElse(""))
                            .toList()));
        }
        lines.add(ofBest("the best, nominal arcs", byScale, r -> r.nominal()));
        lines.add(ofBest("the best, edges reached, harmonic mean", byScale, r -> r.reached()));
        lines.add(row(
                "inspector of the best, ms",
                byScale.values().stream()
                        .map(s -> Quantity.fixed(1e3 * best(s).inspector(), 0))
                        .toList()));
        return Optional.of(String.join("\n", lines) + "\n");
    }

    private static String ofBest(
            String name, TreeMap<Integer, ScheduleSweep> byScale, ToDoubleFunction<ScheduleSweep.Run> rate) {
        return row(
                name,
                byScale.values().stream()
                        .map(s -> rate(rate.applyAsDouble(best(s))))
                        .toList());
    }

    private static String rate(double perSecond) {
        double giga = 1e-9 * perSecond;
        return giga == 0 ? "" : Quantity.fixed(giga, giga < 10 ? 2 : giga < 100 ? 1 : 0);
    }

    private static String row(String first, List<String> others) {
        return "| " + first + " | " + String.join(" | ", others) + " |";
    }

    /** A line for each graph: how far the first, and the best of the first five ranked, are off the best that was measured. */
    Optional<String> predictions() {
        List<String> lines = new ArrayList<>();
        lines.add("| runs | schedules | first, slower than the best | best of the first 5 | best: predicted, measured |"
                + " segments of P: first ranked, best |");
        lines.add("|---|---:|---:|---:|---|---|");
        int within = 0;
        int graphs = 0;
        for (ScheduleSweep sweep : sweeps) {
            List<ScheduleSweep.Run> order = sweep.inPredictedOrder();
            if (order.isEmpty()) {
                continue;
            }
            ScheduleSweep.Run best = order.stream()
                    .min(Comparator.comparingDouble(ScheduleSweep.Run::seconds))
                    .orElseThrow();
            double ofFive = order.stream()
                    .limit(5)
                    .mapToDouble(ScheduleSweep.Run::seconds)
                    .min()
                    .orElseThrow();
            graphs++;
            within += ofFive <= 1.1 * best.seconds() ? 1 : 0;
            lines.add(row(
                    "[" + sweep.folder() + "](../reports/graphs/" + sweep.folder() + ")",
                    List.of(
                            String.valueOf(order.size()),
                            percent(order.getFirst().seconds() / best.seconds()),
                            percent(ofFive / best.seconds()),
                            Quantity.seconds(Objects.requireNonNull(
                                            sweep.predicted().get(best.schedule()))) + ", "
                                    + Quantity.seconds(best.seconds()),
                            segments(order))));
        }
        if (graphs == 0) {
            return Optional.empty();
        }
        lines.add("");
        lines.add("The best of the first five is within 10 % of the best on " + within + " of " + graphs + " graphs.");
        return Optional.of(String.join("\n", lines) + "\n");
    }

    private static String percent(double ratio) {
        return Quantity.fixed(100 * (ratio - 1), 1) + " %";
    }

    private static String segments(List<ScheduleSweep.Run> order) {
        List<ScheduleSweep.Run> segments = order.stream()
                .filter(r -> r.schedule().startsWith("edges segments "))
                .toList();
        if (segments.size() < 2) {
            return "";
        }
        ScheduleSweep.Run best = segments.stream()
                .min(Comparator.comparingDouble(ScheduleSweep.Run::seconds))
                .orElseThrow();
        return size(segments.getFirst()) + ", " + size(best) + " ("
                + percent(segments.getFirst().seconds() / best.seconds()) + ")";
    }

    private static String size(ScheduleSweep.Run run) {
        return run.schedule().substring(run.schedule().lastIndexOf(' ') + 1);
    }
}
