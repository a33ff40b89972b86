package tilewright.tiling.check;

import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.tiling.rewrite.Reindexed;

/** For tests elsewhere: nests whose loops count otherwise, compared with the nests as written. */
public final class Reindexing {
    private Reindexing() {}

    /** @param written dependences of the nest as written, silent iterations included */
    public static Optional<String> difference(Dependences written, LoopNest after, Map<String, Reindexed> parts) {
        return new ReindexCheck(written, after, parts).difference();
    }
}
