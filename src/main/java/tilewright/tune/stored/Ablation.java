package tilewright.tune.stored;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.pass.Pass;

/**
 * What each pass is worth to the winner.
 *
 * @param seconds median of the winner with all passes, timed in turn with the programs that have one less
 * @param rounds how often each program was timed in turn; 0 where that was not possible, and times are those of single programs
 * @param passes in the order in which they are applied; empty where there are none
 */
public record Ablation(double seconds, int rounds, List<Share> passes) {
    public Ablation {
        passes = List.copyOf(passes);
    }

    /** One pass. */
    public record Share(Pass pass, Effect effect) {}

    /** What leaving it out does. */
    public sealed interface Effect {
        /** The program is the same one: the pass found nothing to change. */
        record None() implements Effect {}

        /**
         * The program is another one.
         *
         * @param seconds median without the pass
         * @param tied whether a paired test cannot tell the two programs apart
         */
        record Timed(double seconds, boolean tied) implements Effect {}

        /** There is no such program, or its results are wrong. */
        record Failed(Status status, @Nullable String message) implements Effect {
            public Failed {
                Objects.requireNonNull(status);
            }
        }
    }
}
