package tilewright.tune.build;

import java.util.List;
import tilewright.device.Code;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Outcome;
import tilewright.tune.worker.Case;

/** A candidate on its way to the worker. */
public sealed interface Build {
    Contender contender();

    /**
     * Compiled.
     *
     * @param cases small sizes to verify at
     * @param full the size the sweep is about
     */
    record Ready(Contender contender, Code code, List<Case> cases, Case full, String source) implements Build {
        public Ready {
            cases = List.copyOf(cases);
        }
    }

    /** Not generated, or refused by the compiler. */
    record Failed(Contender contender, Outcome outcome) implements Build {}
}
