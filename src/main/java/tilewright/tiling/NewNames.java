package tilewright.tiling;

import java.util.HashSet;
import java.util.Set;
import tilewright.model.LoopNest;

/** Names for arrays and loops that are added to a nest. */
final class NewNames {
    private final Set<String> taken = new HashSet<>();

    NewNames(LoopNest nest) {
        taken.addAll(nest.parameters());
        nest.arrays().forEach(a -> taken.add(a.name()));
        nest.statements().forEach(s -> taken.addAll(s.loopVariables()));
    }

    /** The wanted name, or with a number behind it the first one that nothing has: {@code d_k}, then {@code d_k_2}. */
    String fresh(String wanted) {
        String name = wanted;
        for (int number = 2; !taken.add(name); number++) {
            name = wanted + "_" + number;
        }
        return name;
    }
}
