package tilewright.report.stored;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.cost.Prediction;

/**
 * Why the model predicts what it does for one candidate.
 *
 * @param boundBy the resource that takes the largest part of the time
 * @param seconds of the part of the program that is ranked, mostly all of it
 * @param terms seconds of it that each resource alone would take, by name
 * @param reasons sentences
 * @param least what that part cannot be faster than; null where nothing was stored
 */
public record Explanation(
        String boundBy,
        double seconds,
        Map<String, Double> terms,
        List<String> reasons,
        @Nullable Least least) {
    /** Predictions that differ by less are of the same program. */
    private static final double SAME = 1e-9;

    /**
     * A time below which a program cannot run.
     *
     * @param because the resource it comes from, as {@link #words} takes it
     */
    public record Least(double seconds, String because) {}

    public Explanation {
        terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
        reasons = List.copyOf(reasons);
    }

    /** Predicted seconds of the parts that are not ranked, for the predicted time of the whole program. */
    public double otherParts(double predictedSeconds) {
        double others = predictedSeconds - seconds;
        return others > SAME * predictedSeconds ? others : 0;
    }

    /**
     * A name of the format in words: {@code sharedMemory} is {@code shared memory}, and a processor's caches on the host.
     *
     * @param host whether processors ran the programs
     */
    public static String words(String name, boolean host) {
        return Prediction.Term.words(name, host)
                .orElseGet(() -> name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT));
    }
}
