package tilewright.tune;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Measurement;

/** What a sweep has measured so far, for all of its threads. */
final class Standings {
    private final List<Measurement> measured = new ArrayList<>();
    /** Candidates under which a worker was lost. */
    private final Set<Candidate> suspects = new HashSet<>();

    private @Nullable Measurement fastest;
    /** Read by the thread that generates. */
    private volatile double bestSeconds = Double.POSITIVE_INFINITY;

    synchronized void take(Measurement measurement) {
        measured.add(measurement);
        takeFastest(measurement);
    }

    private void takeFastest(Measurement measurement) {
        if (measurement.isOk() && measurement.seconds() < bestSeconds) {
            fastest = measurement;
            bestSeconds = measurement.seconds();
        }
    }

    /** Measurements that count instead of those of the same candidates before. */
    synchronized void replace(List<Measurement> again) {
        Map<Candidate, Measurement> byCandidate =
                again.stream().collect(Collectors.toMap(each -> each.contender().candidate(), each -> each));
        measured.replaceAll(each -> byCandidate.getOrDefault(each.contender().candidate(), each));
        bestSeconds = Double.POSITIVE_INFINITY;
        measured.forEach(this::takeFastest);
    }

    /** One lost worker may have had its own reasons, two under the same candidate have not. */
    synchronized boolean isSuspectAgain(Candidate candidate) {
        return !suspects.add(candidate);
    }

    synchronized List<Measurement> measured() {
        return List.copyOf(measured);
    }

    /** Null where nothing was right. */
    synchronized @Nullable Measurement fastest() {
        return fastest;
    }

    /** What the fastest takes; infinity where there is none. */
    double bestSeconds() {
        return bestSeconds;
    }
}
