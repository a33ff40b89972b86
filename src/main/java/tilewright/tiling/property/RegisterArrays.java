package tilewright.tiling.property;

import java.util.List;
import java.util.stream.Stream;
import tilewright.model.Affine;
import tilewright.tiling.plan.Strategy;

/**
 * Whether memory need not have the elements of an array that a program has for itself: points of one launch alone ask for them, which keep them in registers, each its own. Where the host runs the
 * launch in loops, the elements of each of their iterations are others: the loops' variables are subscripts.
 *
 * <p>Plans ask this ({@code PrivateScratch}), and the ranking of what a family's blocks move; {@link tilewright.tiling.check.PlannedValues} asks the same of a finished plan in its own words.
 */
public final class RegisterArrays {
    private RegisterArrays() {}

    /** Where an access finds an element, and which one. */
    public record Use(Strategy strategy, List<Affine> indices) {}

    /**
     * @param uses all accesses to the array, of one launch
     * @param around variables of the host's loops around it
     */
    public static boolean needNoMemory(Stream<Use> uses, List<Affine> around) {
        return uses.allMatch(u -> u.strategy() == Strategy.OWN && u.indices().containsAll(around));
    }
}
