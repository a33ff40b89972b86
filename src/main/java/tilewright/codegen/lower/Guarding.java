package tilewright.codegen.lower;

import java.util.List;
import tilewright.model.Condition;

/**
 * What a body must check.
 *
 * @param bounds whether elements may lie outside their arrays
 * @param domains whether points may lie outside domains in some iteration
 * @param known conditions that hold for all points of the blocks that run the body
 */
record Guarding(boolean bounds, boolean domains, List<Condition> known) {
    /** Blocks whose points take part in every iteration. */
    static final Guarding NONE = new Guarding(false, false, List.of());
    /** Any block. */
    static final Guarding ALL = new Guarding(true, true, List.of());

    Guarding {
        known = List.copyOf(known);
    }

    /** Full blocks: only what changes with the iterations, or is not {@code known}, is checked. */
    static Guarding full(List<Condition> known) {
        return new Guarding(false, true, known);
    }

    /** A condition without what is known. */
    Condition remaining(Condition condition) {
        if (!domains) {
            return Condition.TRUE;
        }
        return Affines.and(
                condition.conjuncts().stream().filter(c -> !known.contains(c)).toList());
    }
}
