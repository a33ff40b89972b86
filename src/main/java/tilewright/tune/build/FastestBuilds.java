package tilewright.tune.build;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.tiling.space.Candidate;

/**
 * The programs of the fastest candidates so far, for runs in turn; the others can be built again, and memory is not spent on them.
 */
public final class FastestBuilds {
    private final int most;
    private final Map<Candidate, Timed> kept = new HashMap<>();

    /** @param most how many are kept */
    public FastestBuilds(int most) {
        this.most = most;
    }

    private record Timed(Build.Ready build, double seconds) {}

    /** Keeps it as long as it is among the fastest. */
    public void offer(Build.Ready build, double seconds) {
        kept.put(build.contender().candidate(), new Timed(build, seconds));
        if (kept.size() > most) {
            kept.entrySet().stream()
                    .max(Comparator.comparingDouble(each -> each.getValue().seconds()))
                    .ifPresent(slowest -> kept.remove(slowest.getKey()));
        }
    }

    /** The candidate's program; null where it is not kept. */
    public Build.@Nullable Ready of(Candidate candidate) {
        Timed found = kept.get(candidate);
        return found == null ? null : found.build();
    }
}
