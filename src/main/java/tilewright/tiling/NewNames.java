package tilewright.tiling;

import java.util.HashSet;
import java.util.Set;
import tilewright.model.LoopNest;

/** Names for arrays, loops and statements that are added to a nest. */
final class NewNames {
    private final Set<String> taken = new HashSet<>();
    private int statements;

    NewNames(LoopNest nest) {
        taken.addAll(nest.parameters());
        nest.arrays().forEach(a -> taken.add(a.name()));
        nest.statements().forEach(s -> taken.addAll(s.loopVariables()));
        nest.statements().forEach(s -> taken.add(s.statement().id()));
        this.statements = nest.statements().size();
    }

    /** The id of a statement that is added: behind as many as there are, the first number that no statement has. */
    String statement() {
        do {
            statements++;
        } while (!taken.add("S" + statements));
        return "S" + statements;
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
