package tilewright.tiling.rewrite;

import java.util.Map;
import tilewright.model.Affine;

/**
 * Where a statement of a nest comes from whose loops count otherwise than those of the nest as written.
 *
 * @param statement id of the statement of the nest as written that it is, in some of its iterations or in all
 * @param values what loops around it count, by their variables, in the loops of the nest as written; those that are not named count the same
 */
public record Reindexed(String statement, Map<String, Affine> values) {
    public Reindexed {
        values = Map.copyOf(values);
    }

    /** What a loop around it counts. */
    public Affine counted(String variable) {
        return values.getOrDefault(variable, Affine.variable(variable));
    }
}
