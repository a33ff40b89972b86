package tilewright.report.stored;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tilewright.ranking.Prediction;

/**
 * Why the model predicts what it does for one candidate.
 *
 * @param boundBy the resource that takes the largest part of the time
 * @param terms seconds that each resource alone would take, by name
 * @param reasons sentences
 */
public record Explanation(String boundBy, Map<String, Double> terms, List<String> reasons) {
    public Explanation {
        terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
        reasons = List.copyOf(reasons);
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
