package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependences;
import tilewright.isl.Set;
import tilewright.model.PlacedStatement;

/**
 * Takes the blocks of a launch apart into those that run the same code: then the guards that a few blocks need are not paid
 * for by all others. Cholesky's diagonal blocks update the diagonal too, and only below it: the others need no guard.
 */
final class BlockParts {
    private BlockParts() {}

    /** Blocks in which the same statements run, and each access finds its values in the same place. */
    static List<Set> of(Dependences dependences, BlockSpace space, Set blocks, Map<PlacedStatement, Set> iterations) {
        List<Set> parts = AccessStrategies.split(dependences, space, blocks, List.copyOf(iterations.keySet()));
        for (Set domain : iterations.values()) {
            // for any sizes: a statement that is missing in the last step alone does not make a part of its own
            Set active = Iterations.blocks(space, List.of(domain)).projectOutAllParams();
            List<Set> finer = new ArrayList<>();
            for (Set part : parts) {
                for (Set half : List.of(part.intersect(active), part.subtract(active))) {
                    if (!half.isEmpty()) {
                        finer.add(half.coalesce());
                    }
                }
            }
            parts = finer;
        }
        return parts;
    }
}
