package tilewright.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.report.chart.Colour;
import tilewright.report.chart.HeatMap;
import tilewright.report.chart.Lines;
import tilewright.report.stored.Measurement;

/** Time over the block sizes. */
final class SizeFigures {
    private SizeFigures() {}

    /** The outermost loop whose block size varies; the outermost loop where none does. */
    static int firstVarying(Candidates candidates) {
        return IntStream.range(0, candidates.depth())
                .filter(loop -> candidates.sizes(loop).size() > 1)
                .findFirst()
                .orElse(0);
    }

    /**
     * The paper's figure 5: time over r_1, a line for each choice of the other block sizes, each point the
     * fastest over everything else; beside the fastest line what was predicted for its points. Null where no
     * block size varies.
     */
    static @Nullable Lines overFirst(Candidates candidates) {
        int loop = firstVarying(candidates);
        List<Integer> sizes = candidates.sizes(loop);
        if (sizes.size() < 2) {
            return null;
        }
        Map<List<Integer>, List<Measurement>> lines = new LinkedHashMap<>();
        candidates
                .cut()
                .forEach(m -> lines.computeIfAbsent(others(m, loop), g -> new ArrayList<>())
                        .add(m));
        List<Lines.Series> series = new ArrayList<>();
        for (Map.Entry<List<Integer>, List<Measurement>> line : lines.entrySet()) {
            List<Measurement> fastest = fastestBySize(line.getValue(), loop);
            if (series.isEmpty()) {
                predicted(candidates, fastest, loop).ifPresent(series::add);
            }
            long named = series.stream()
                    .filter(s -> s.category() != null && s.style() != Lines.Style.DASHED)
                    .count();
            Integer category = named < Colour.CATEGORY_COUNT ? (Integer) (int) named : null;
            series.add(measured(
                    candidates,
                    text(varyingOthers(candidates, loop).stream()
                            .map(z -> line.getValue().getFirst().block().get(z))
                            .toList()),
                    category,
                    fastest,
                    loop));
        }
        Lines.Titles titles = new Lines.Titles(
                "block size " + candidates.sizeName(loop),
                Quantity::tick,
                "best measured time, " + candidates.unit().symbol(),
                candidates::tick,
                false,
                otherNames(candidates),
                null);
        return Lines.of(series, sizes.stream().map(Integer::doubleValue).toList(), titles);
    }

    private static Lines.Series measured(
            Candidates candidates, String name, @Nullable Integer category, List<Measurement> fastest, int loop) {
        return new Lines.Series(
                name,
                category,
                Lines.Style.LINE,
                fastest.stream()
                        .map(m -> new Lines.Point(
                                m.block().get(loop),
                                candidates.unit().count(m.seconds()),
                                candidates.key(m),
                                candidates.tip(m)))
                        .toList());
    }

    private static Optional<Lines.Series> predicted(Candidates candidates, List<Measurement> fastest, int loop) {
        if (fastest.size() < 2 || fastest.stream().anyMatch(m -> m.predictedSeconds() == null)) {
            return Optional.empty();
        }
        return Optional.of(new Lines.Series(
                "predicted",
                0,
                Lines.Style.DASHED,
                fastest.stream()
                        .map(m -> new Lines.Point(
                                m.block().get(loop),
                                candidates.unit().count(Objects.requireNonNull(m.predictedSeconds())),
                                candidates.key(m),
                                candidates.tip(m)))
                        .toList()));
    }

    private static List<Measurement> fastestBySize(List<Measurement> some, int loop) {
        Map<Integer, Measurement> bySize = some.stream()
                .collect(Collectors.toMap(
                        m -> m.block().get(loop),
                        Function.identity(),
                        (a, b) -> a.seconds() <= b.seconds() ? a : b,
                        TreeMap::new));
        return List.copyOf(bySize.values());
    }

    /** What the lines of {@link #overFirst} are named after, e.g. {@code r₂ × r₃}. */
    static String otherNames(Candidates candidates) {
        return varyingOthers(candidates, firstVarying(candidates)).stream()
                .map(Candidates::symbol)
                .collect(Collectors.joining(" × "));
    }

    /** Loops but one whose block sizes vary; the others need no mention. */
    private static List<Integer> varyingOthers(Candidates candidates, int loop) {
        return IntStream.range(0, candidates.depth())
                .filter(z -> z != loop && candidates.sizes(z).size() > 1)
                .boxed()
                .toList();
    }

    private static List<Integer> others(Measurement m, int loop) {
        return IntStream.range(0, m.block().size())
                .filter(z -> z != loop)
                .mapToObj(m.block()::get)
                .toList();
    }

    private static String text(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining(" × "));
    }

    /**
     * The two loops of the heat map: r_2 and r_3 where both vary, else the innermost two that vary; empty where
     * fewer do.
     */
    static List<Integer> heatLoops(Candidates candidates) {
        List<Integer> varying = IntStream.range(0, candidates.depth())
                .filter(loop -> candidates.sizes(loop).size() > 1)
                .boxed()
                .toList();
        if (varying.contains(1) && varying.contains(2)) {
            return List.of(1, 2);
        }
        return varying.size() < 2 ? List.of() : varying.subList(varying.size() - 2, varying.size());
    }

    /** Fastest time for every pair of two block sizes. Null where fewer than two vary. */
    static @Nullable HeatMap heat(Candidates candidates) {
        List<Integer> loops = heatLoops(candidates);
        if (loops.isEmpty()) {
            return null;
        }
        int row = loops.get(0);
        int column = loops.get(1);
        Map<List<Integer>, List<Measurement>> pairs = candidates.results().measurements().stream()
                .filter(m -> !m.key().isAsWritten())
                .collect(Collectors.groupingBy(
                        m -> List.of(m.block().get(row), m.block().get(column))));
        List<HeatMap.Entry> entries = pairs.entrySet().stream()
                .map(pair -> entry(candidates, pair.getKey(), pair.getValue()))
                .toList();
        return HeatMap.of(
                entries,
                "block size " + candidates.sizeName(column),
                "block size " + candidates.sizeName(row),
                candidates.unit().symbol(),
                candidates::tick,
                Quantity::threeDigits);
    }

    private static HeatMap.Entry entry(Candidates candidates, List<Integer> pair, List<Measurement> some) {
        Measurement fastest = Candidates.fastest(some);
        int timed = (int) some.stream().filter(Measurement::isOk).count();
        if (fastest != null) {
            return new HeatMap.Entry(
                    pair.get(1),
                    pair.get(0),
                    candidates.unit().count(fastest.seconds()),
                    timed,
                    candidates.key(fastest),
                    candidates.tip(fastest) + "\n"
                            + (timed == 1 ? "the only one timed here" : "the fastest of " + timed + " timed here"));
        }
        String statuses = some.stream()
                .collect(Collectors.groupingBy(Measurement::status, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
        Measurement first =
                some.stream().min(Comparator.comparing(candidates::rank)).orElseThrow();
        return new HeatMap.Entry(
                pair.get(1),
                pair.get(0),
                null,
                0,
                candidates.key(first),
                text(pair) + ": none passed (" + statuses + ")");
    }
}
