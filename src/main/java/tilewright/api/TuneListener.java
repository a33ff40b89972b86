package tilewright.api;

import java.util.Optional;

/**
 * Told how a sweep goes, one thing at a time, by threads of the sweep. All methods do nothing unless overridden. What one of them
 * throws ends the sweep and comes out of {@link Tilewright#tune}.
 */
public interface TuneListener {
    /** A listener that does nothing. */
    TuneListener SILENT = new TuneListener() {};

    /**
     * The program that all are compared with has run, and candidates follow.
     *
     * @param total how many there are at most
     * @param baseline the program that all are compared with
     */
    default void started(int total, TuneResult.Baseline baseline) {}

    /**
     * A candidate is done.
     *
     * @param measurement of this candidate
     * @param best so far; empty where none has been right
     */
    default void measured(Measurement measurement, Optional<Measurement> best) {}

    /**
     * The fastest are measured again, in turn.
     *
     * @param finalists how many
     */
    default void finals(int finalists) {}

    /** The sweep is over, whichever way. */
    default void ended() {}
}
