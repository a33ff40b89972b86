package tilewright.tune;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tilewright.tune.build.Judging;
import tilewright.tune.peer.PeerWork;
import tilewright.tune.search.Strategy;
import tilewright.tune.stored.Objective;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.Workforce;

/**
 * How it is tuned.
 *
 * @param extent how much is measured
 * @param order which candidate is measured next
 * @param resume continue what the directory holds
 * @param directory where results go
 * @param workers who measures
 * @param policy how often each candidate is timed
 * @param candidateLimit a candidate that takes longer is stopped; time for the baseline is added to it
 * @param peers what is timed beside the candidates
 * @param judging how results are judged
 * @param objective what the winner has least of
 * @param ablate time the winner without each pass too
 * @param origin version and command line, for the summary
 */
public record TuneOptions(
        Extent extent,
        Order order,
        boolean resume,
        Path directory,
        Workforce workers,
        RunPolicy policy,
        Duration candidateLimit,
        List<PeerWork> peers,
        Judging judging,
        Objective objective,
        boolean ablate,
        SequencedMap<String, String> origin) {
    public TuneOptions {
        peers = List.copyOf(peers);
        origin = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(origin));
    }

    /** In predicted order, without peers, judged by the formula. */
    public TuneOptions(
            Extent extent,
            boolean resume,
            Path directory,
            Workforce workers,
            RunPolicy policy,
            Duration candidateLimit) {
        this(
                extent,
                Order.RANKED,
                resume,
                directory,
                workers,
                policy,
                candidateLimit,
                List.of(),
                Judging.DEFAULT,
                Objective.TIME,
                false,
                new LinkedHashMap<>());
    }

    /** With peers that were found, unless the user has named some. */
    public TuneOptions withPeers(List<PeerWork> found) {
        return peers.isEmpty()
                ? new TuneOptions(
                        extent,
                        order,
                        resume,
                        directory,
                        workers,
                        policy,
                        candidateLimit,
                        found,
                        judging,
                        objective,
                        ablate,
                        origin)
                : this;
    }

    /** The same, with the winner timed without each pass too. */
    public TuneOptions ablating() {
        return new TuneOptions(
                extent,
                order,
                resume,
                directory,
                workers,
                policy,
                candidateLimit,
                peers,
                judging,
                objective,
                true,
                origin);
    }

    /** What a candidate that is not hopeless needs for everything but running at full size. */
    public static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);

    /**
     * Which candidate is measured next.
     *
     * @param seed of a random order
     */
    public record Order(Strategy strategy, long seed) {
        static final Order RANKED = new Order(Strategy.RANKED, 0);
    }

    /** How much of the candidate space is measured. */
    public sealed interface Extent {
        /** So many. */
        record Top(int count) implements Extent {}

        /** All. */
        record Exhaustive() implements Extent {}

        /** As long as the time lasts. */
        record Budget(Duration time) implements Extent {}
    }
}
