package tilewright.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * What is measured, and where results go.
 *
 * @param folder of the results; an earlier sweep in it is kept in a folder inside
 * @param extent how much is measured
 */
public record Sweep(Path folder, Extent extent) {
    /** Wants both. */
    public Sweep {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(extent, "extent");
    }

    /** How much of the candidate space is measured. */
    public sealed interface Extent {
        /**
         * The first ones in predicted order.
         *
         * @param count how many
         */
        record Top(int count) implements Extent {}

        /** All. */
        record Exhaustive() implements Extent {}

        /**
         * As many as a time allows, in predicted order.
         *
         * @param time in whole seconds, at least one
         */
        record Budget(Duration time) implements Extent {
            /** Wants a time. */
            public Budget {
                Objects.requireNonNull(time, "time");
            }
        }
    }
}
