package tilewright.tiling.rewrite;

import java.util.Set;
import java.util.stream.Collectors;
import tilewright.model.ArrayDeclaration;
import tilewright.model.FreshName;
import tilewright.model.LoopNest;

/** Names for arrays, loops and statements that are added to a nest. */
public final class NewNames {
    private final Set<String> taken;
    private int statements;

    public NewNames(LoopNest nest) {
        this.taken = FreshName.taken(nest);
        nest.statements().forEach(s -> taken.addAll(s.loopVariables()));
        nest.statements().forEach(s -> taken.add(s.statement().id()));
        this.statements = nest.statements().size();
    }

    /** The id of a statement that is added: behind as many as there are, the first number that no statement has. */
    public String statement() {
        do {
            statements++;
        } while (!taken.add("S" + statements));
        return "S" + statements;
    }

    /** The wanted name, or with a number behind it the first one that nothing has: {@code d_k}, then {@code d_k_2}. */
    public String fresh(String wanted) {
        return FreshName.numbered(wanted, "_", taken::add);
    }

    /** Names of the arrays that only the second nest has, as a list in words. */
    public static String ofArrays(LoopNest before, LoopNest after) {
        return after.arrays().stream()
                .skip(before.arrays().size())
                .map(ArrayDeclaration::name)
                .collect(Collectors.joining(", "));
    }
}
