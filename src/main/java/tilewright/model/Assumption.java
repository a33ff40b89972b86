package tilewright.model;

import java.util.List;

/**
 * A declared fact about data: it holds for every value of the free variables for which the elements exist, at
 * every moment of the run (the initial data and whatever the nest makes of them).
 *
 * @param condition a comparison, or an {@code .and.} of comparisons, over elements with affine subscripts
 * @param free variables that are neither parameters nor bound: universally quantified
 */
public record Assumption(Expression condition, List<String> free, SourcePosition position) {
    public Assumption {
        free = List.copyOf(free);
    }

    @Override
    public String toString() {
        return condition.toString();
    }
}
