package tilewright.report.page;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.report.Quantity.TimeUnit;
import tilewright.report.stored.Measurement;
import tilewright.report.stored.Results;

/**
 * The measured candidates as the figures need them.
 *
 * @param ok fastest first; at least one
 * @param unit of all times on the page: that of the median candidate
 * @param loops names of the loops, empty where no analysis was stored
 */
record Candidates(
        Results results, List<Measurement> ok, TimeUnit unit, List<String> loops, Map<Measurement, Integer> keys) {
    static Candidates of(Results results, List<String> loops) {
        List<Measurement> ok = results.ok();
        Map<Measurement, Integer> keys = new HashMap<>();
        List<Measurement> all = results.measurements();
        IntStream.range(0, all.size()).forEach(i -> keys.put(all.get(i), i));
        return new Candidates(results, ok, TimeUnit.of(ok.get(ok.size() / 2).seconds()), loops, keys);
    }

    Measurement best() {
        return ok.getFirst();
    }

    /** The number that marks and rows of this candidate carry. */
    int key(Measurement m) {
        return Objects.requireNonNull(keys.get(m));
    }

    /** Position in the predicted order, from 1. */
    int rank(Measurement m) {
        return m.rank() == null ? key(m) + 1 : m.rank();
    }

    /** Those of {@link #ok} that have sizes. */
    List<Measurement> cut() {
        return ok.stream().filter(m -> !m.key().isAsWritten()).toList();
    }

    int depth() {
        return cut().stream().mapToInt(m -> m.block().size()).max().orElse(0);
    }

    /** Different sizes of one loop over the timed candidates, ascending. */
    List<Integer> sizes(int loop) {
        return cut().stream().map(m -> m.block().get(loop)).distinct().sorted().toList();
    }

    /** {@code r₁ (loop k)}. */
    String sizeName(int loop) {
        return symbol(loop) + (loop < loops.size() ? " (loop " + loops.get(loop) + ")" : "");
    }

    /** {@code r₁}. */
    static String symbol(int loop) {
        StringBuilder name = new StringBuilder("r");
        String.valueOf(loop + 1).chars().forEach(digit -> name.append((char) ('₀' + digit - '0')));
        return name.toString();
    }

    /** A time in the page's unit, as a tick says it. */
    String tick(double count) {
        return Quantity.tick(count);
    }

    /** A time in the page's unit, with as many decimals as the best deserves. */
    String time(double seconds) {
        return unit.column(seconds, best().seconds());
    }

    /** The candidate and its times, for hovering. */
    String tip(Measurement m) {
        String predicted = m.predictedSeconds() == null
                ? ""
                : "\npredicted " + Quantity.secondsSymbol(m.predictedSeconds()) + " (rank " + rank(m) + ")";
        String amounts = m.predictedAmounts().entrySet().stream()
                .map(e -> e.getKey() + " " + Quantity.prefixed(e.getValue()))
                .collect(Collectors.joining(", "));
        String measured = m.isOk()
                ? "\nmeasured " + Quantity.secondsSymbol(m.seconds()) + ", "
                        + Quantity.ratio(m.seconds() / best().seconds()) + "× the best"
                : "\n" + m.status();
        return m.key() + predicted + (amounts.isEmpty() ? "" : ": " + amounts) + measured;
    }

    /** The fastest of some candidates, or null where there is none. */
    static @Nullable Measurement fastest(List<Measurement> some) {
        return some.stream()
                .filter(Measurement::isOk)
                .min(Comparator.comparingDouble(Measurement::seconds))
                .orElse(null);
    }
}
