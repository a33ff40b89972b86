package tilewright.tiling;

import java.util.Locale;

/** How far a plan may depart from the order in which the nest is written. */
public enum Schedule {
    /** Whatever the dependences allow and seems best. */
    AUTO,
    /**
     * As written: statements in textual order, loops nested as they are. Loops may run in parallel and be cut into blocks
     * where they stand; nothing is skewed, aligned, interchanged, taken apart by dependences, computed twice (time
     * tiles), or given other memory.
     */
    ORIGINAL;

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
