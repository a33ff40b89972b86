package tilewright.tune;

import org.jspecify.annotations.Nullable;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.SweepIdentity;

/** Told how a sweep goes. Called by the sweep's thread. */
public interface TuneListener {
    /** A listener that does nothing. */
    TuneListener SILENT = new TuneListener() {};

    /**
     * The baseline is done and candidates follow.
     *
     * @param total how many there are at most
     * @param done how many of them an earlier sweep has measured
     */
    default void started(SweepIdentity sweep, int total, int done, Baseline baseline) {}

    /**
     * A candidate is done.
     *
     * @param best so far
     */
    default void measured(Measurement measurement, @Nullable Measurement best) {}

    /** A worker was lost, or died under a candidate that is measured again; may be called by any thread. */
    default void note(String what) {}

    /** The finalists are measured again. */
    default void finals(int finalists) {}

    /** The sweep is over, whichever way. */
    default void ended() {}
}
