package tilewright.tune.stored;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.tiling.space.Candidate;

/**
 * What is known of the candidates that a sweep has not tried: a candidate whose least time is not below the best measured
 * one cannot win. Where that holds for all of them, the winner is the fastest of the whole space.
 *
 * @param excluded how many untried candidates cannot win
 * @param open how many may
 * @param closest the smallest least time of an untried candidate; null where all were tried
 * @param examples the first open ones in predicted order
 */
public record Certificate(
        int excluded, int open, LeastTimes.@Nullable Least closest, SequencedMap<Candidate, Double> examples) {
    private static final int EXAMPLES = 5;

    public Certificate {
        examples = new LinkedHashMap<>(examples);
    }

    /** Whether no untried candidate can win. */
    public boolean proved() {
        return open == 0;
    }

    /**
     * Sums up; null where no bounds are known.
     *
     * @param tried candidates that were measured or failed
     * @param best the best measured time
     */
    public static @Nullable Certificate of(LeastTimes least, Set<Candidate> tried, double best) {
        if (least.all().isEmpty()) {
            return null;
        }
        List<Map.Entry<Candidate, LeastTimes.Least>> untried =
                new ArrayList<>(least.all().entrySet());
        untried.removeIf(e -> tried.contains(e.getKey()));
        SequencedMap<Candidate, Double> examples = new LinkedHashMap<>();
        int excluded = 0;
        LeastTimes.Least closest = null;
        for (Map.Entry<Candidate, LeastTimes.Least> each : untried) {
            if (least.excludes(each.getKey(), best)) {
                excluded++;
            } else if (examples.size() < EXAMPLES) {
                examples.put(each.getKey(), each.getValue().seconds());
            }
            boolean smaller = closest == null || each.getValue().seconds() < closest.seconds();
            closest = smaller ? each.getValue() : closest;
        }
        return new Certificate(excluded, untried.size() - excluded, closest, examples);
    }
}
