package tilewright.tune.stored;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tilewright.tiling.space.Candidate;

/**
 * The result of a sweep.
 *
 * @param end how the sweep ended
 * @param exhaustive whether every candidate of the space was measured; otherwise a faster one is not excluded
 * @param drawn whether what was to be measured was drawn from the whole space, so that it judges a predicted order
 * @param best null when no candidate passed
 * @param ties candidates that cannot be told from the best one
 * @param environment what it ran on, by name
 * @param certificate what is known of the candidates that were not tried; null where nothing is
 * @param ablation what each pass is worth to the best one; null where nobody asked
 * @param places where workers were, with the seconds of the baseline there
 */
public record Summary(
        SweepIdentity sweep,
        End end,
        boolean exhaustive,
        boolean drawn,
        @Nullable Best best,
        List<Candidate> ties,
        RankingQuality ranking,
        List<Baseline> baselines,
        SequencedMap<String, String> environment,
        @Nullable Certificate certificate,
        @Nullable Ablation ablation,
        SequencedMap<Place, Double> places) {
    /** Why a sweep ended. */
    public enum End {
        /** All asked for was measured. */
        COMPLETE,
        /** The time was up. */
        BUDGET,
        /** The user stopped it. */
        INTERRUPTED
    }

    /**
     * The winner.
     *
     * @param seconds median of all its runs
     * @param spread distance between the quartiles of its runs over the median
     * @param operationsPerSecond statement instances of the nest per second
     * @param predictedRank from 1
     * @param program {@link SweepIdentity#hash} of its source text; null where that is not known
     */
    public record Best(
            Candidate candidate,
            double seconds,
            double spread,
            double operationsPerSecond,
            int predictedRank,
            @Nullable String program) {
        /** One whose source text is not known. */
        public Best(Candidate candidate, double seconds, double spread, double operationsPerSecond, int predictedRank) {
            this(candidate, seconds, spread, operationsPerSecond, predictedRank, null);
        }
    }

    public Summary {
        ties = List.copyOf(ties);
        baselines = List.copyOf(baselines);
        places = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(places));
        environment = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(environment));
    }

    /** The same where the winner's source text is known. */
    public Summary withProgram(String source) {
        if (best == null) {
            return this;
        }
        Best known = new Best(
                best.candidate(),
                best.seconds(),
                best.spread(),
                best.operationsPerSecond(),
                best.predictedRank(),
                SweepIdentity.hash(source));
        return new Summary(
                sweep,
                end,
                exhaustive,
                drawn,
                known,
                ties,
                ranking,
                baselines,
                environment,
                certificate,
                ablation,
                places);
    }
}
