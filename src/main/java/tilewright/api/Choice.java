package tilewright.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Which candidate a program is generated of. */
public sealed interface Choice {
    /** The first legal one in the order of ranking. */
    record Ranked() implements Choice {}

    /**
     * The best ranked one of these block sizes.
     *
     * @param block one size per loop
     */
    record Blocks(List<Integer> block) implements Choice {
        /** Keeps a copy. */
        public Blocks {
            block = List.copyOf(block);
        }
    }

    /**
     * This one.
     *
     * @param candidate any legal one, ranked or not
     */
    record Given(Candidate candidate) implements Choice {
        /** Wants one. */
        public Given {
            Objects.requireNonNull(candidate, "candidate");
        }
    }

    /**
     * The fastest that stored results know at these sizes on the device, or at the nearest sizes.
     *
     * @param results folder of results, at any depth
     */
    record Known(Path results) implements Choice {
        /** Wants a folder. */
        public Known {
            Objects.requireNonNull(results, "results");
        }
    }
}
