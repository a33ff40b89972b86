package tilewright.tune;

import org.jspecify.annotations.Nullable;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.SweepIdentity;

/** Hands everything on. */
public class ForwardingListener implements TuneListener {
    private final TuneListener next;

    /** @param next who is told everything */
    public ForwardingListener(TuneListener next) {
        this.next = next;
    }

    @Override
    public void started(SweepIdentity sweep, int total, int done, Baseline baseline) {
        next.started(sweep, total, done, baseline);
    }

    @Override
    public void measured(Measurement measurement, @Nullable Measurement best) {
        next.measured(measurement, best);
    }

    @Override
    public void note(String what) {
        next.note(what);
    }

    @Override
    public void finals(int finalists) {
        next.finals(finalists);
    }

    @Override
    public void ended() {
        next.ended();
    }
}
