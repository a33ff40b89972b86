package tilewright.report.stored;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.jspecify.annotations.Nullable;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.OptionWord;

/**
 * One candidate and what became of it.
 *
 * @param block block sizes r_1..r_n
 * @param thread thread sizes r_{1,2}..r_{n,2}
 * @param options what else distinguishes the kernel, as text by name
 * @param rank position in the predicted order, from 1
 * @param predictedSeconds null where the model gave no time
 * @param predictedAmounts what else the model said by name, e.g. {@code reads} in values
 * @param status {@code ok}, or why there is no time
 * @param message what the compiler, driver or comparison said
 * @param runs seconds of each run of the sweep; empty unless the status is ok
 * @param finals seconds of each run of the last comparison of finalists, in turn; empty for the others
 * @param registers per thread
 * @param sharedBytes of shared memory per block
 * @param localBytes of local memory per thread: what did not fit into registers
 * @param occupancy threads that a multiprocessor holds by the most that it can hold, the least of all kernels
 * @param meters what the device said while it ran; null where nobody asked
 */
public record Measurement(
        List<Integer> block,
        List<Integer> thread,
        Map<String, String> options,
        @Nullable Integer rank,
        @Nullable Double predictedSeconds,
        Map<String, Double> predictedAmounts,
        String status,
        @Nullable String message,
        List<Double> runs,
        List<Double> finals,
        @Nullable Long registers,
        @Nullable Long sharedBytes,
        @Nullable Long localBytes,
        @Nullable Double occupancy,
        @Nullable Meters meters) {
    /** The status of a candidate that was right and was timed. */
    public static final String OK = "ok";

    /**
     * A device's meters.
     *
     * @param joules of one run
     * @param watts mean power
     * @param multiprocessorHertz clock of the multiprocessors
     * @param celsius temperature
     * @param throttled what held the clocks down, empty where nothing did
     */
    public record Meters(double joules, double watts, double multiprocessorHertz, double celsius, String throttled) {}

    /** What makes a candidate the same in another line, another file or the summary. */
    public record Key(List<Integer> block, List<Integer> thread, Map<String, String> options) {
        /**
         * The same as the planner knows it.
         *
         * @throws UserError where an option is no number, with the place
         */
        Candidate candidate(String where) {
            Map<OptionWord, Integer> given = new EnumMap<>(OptionWord.class);
            options.forEach((name, value) ->
                    OptionWord.of(name).ifPresent(word -> given.put(word, number(where, name, value))));
            return new Candidate(block, thread, OptionWord.options(given, 1, 1));
        }

        /** Whether nothing is cut: it has no sizes. */
        public boolean isAsWritten() {
            return block.isEmpty()
                    && thread.isEmpty()
                    && String.valueOf(Candidate.AS_WRITTEN.options().kTile())
                            .equals(options.get(OptionWord.K_TILE.key()));
        }

        private static int number(String where, String name, String text) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw UserError.badInput(
                        where + ": field \"options\": expected a number for " + name + ", found " + text);
            }
        }

        /** {@code 64x128x128/1x8x8 k-tile 16, stages 2}. */
        @Override
        public String toString() {
            String sizes = isAsWritten() ? Candidate.WORDS_AS_WRITTEN : joined(block) + "/" + joined(thread);
            String rest = optionsText();
            return rest.isEmpty() ? sizes : sizes + " " + rest;
        }

        /** {@code k-tile 16, stages 2}; what is switched off is left out. */
        public String optionsText() {
            return options.entrySet().stream()
                    .map(e -> text(e.getKey(), e.getValue()))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", "));
        }

        private static String text(String name, String value) {
            Optional<OptionWord> word = OptionWord.of(name);
            if (word.isPresent() && value.matches("\\d{1,9}")) {
                return word.get().text(Integer.parseInt(value));
            }
            return value.equals("false") ? "" : value.equals("true") ? name : name + " " + value;
        }

        private static String joined(List<Integer> sizes) {
            return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
        }
    }

    public Measurement {
        block = List.copyOf(block);
        thread = List.copyOf(thread);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        predictedAmounts = Collections.unmodifiableMap(new LinkedHashMap<>(predictedAmounts));
        runs = List.copyOf(runs);
        finals = List.copyOf(finals);
    }

    public Key key() {
        return new Key(block, thread, options);
    }

    public boolean isOk() {
        return status.equals(OK) && !runs.isEmpty();
    }

    /** The runs that count: those of the finals, where the candidate was in them. */
    public List<Double> decisive() {
        return finals.isEmpty() ? runs : finals;
    }

    /** Median of the runs that count, in seconds. */
    public double seconds() {
        return quantile(decisive(), 50);
    }

    /** Median of the runs of the sweep, in which every candidate was measured in the same way. */
    public double sweepSeconds() {
        return quantile(runs, 50);
    }

    /** Distance between the quartiles of the runs that count over their median. */
    public double spread() {
        return (quantile(decisive(), 75) - quantile(decisive(), 25)) / seconds();
    }

    /** Quantile, {@code percent} above 0 up to 100 (type 7 of Hyndman and Fan). */
    private double quantile(List<Double> values, double percent) {
        if (values.isEmpty()) {
            throw new IllegalStateException(key() + " has status " + status + " and no runs");
        }
        return new Percentile()
                .withEstimationType(Percentile.EstimationType.R_7)
                .evaluate(values.stream().mapToDouble(d -> d).toArray(), percent);
    }
}
