package tilewright.codegen.lower;

import java.util.List;
import tilewright.model.Condition;

/**
 * What a body must check.
 *
 * @param bounds whether elements may lie outside their arrays
 * @param domains whether points may lie outside domains in some iteration
 * @param known conditions that hold for all points of the blocks that run the body
 * @param end conditions that fail for points in the padding of rows alone; none where there are no such points
 * @param open conditions that fail for points outside their arrays alone: these are asked where elements are loaded and stored, and
 *     points outside compute anything in between ({@link BoundaryRounds})
 */
record Guarding(boolean bounds, boolean domains, List<Condition> known, List<Condition> end, List<Condition> open) {
    /** Blocks whose points take part in every iteration. */
    static final Guarding NONE = new Guarding(false, false, List.of(), List.of(), List.of());
    /** Any block. */
    static final Guarding ALL = new Guarding(true, true, List.of(), List.of(), List.of());

    Guarding {
        known = List.copyOf(known);
        end = List.copyOf(end);
        open = List.copyOf(open);
    }

    /** Full blocks: only what changes with the iterations, or is not {@code known}, is checked. */
    static Guarding full(List<Condition> known) {
        return new Guarding(false, true, known, List.of(), List.of());
    }

    /** The same blocks where points may fail some conditions that are known for full ones. */
    Guarding outside(List<Condition> failed) {
        return new Guarding(
                bounds, domains, known.stream().filter(c -> !failed.contains(c)).toList(), end, failed);
    }

    /** Blocks whose points take part in every iteration, but for those in the padding of rows. */
    static Guarding padded(List<Condition> end) {
        return new Guarding(false, false, List.of(), end, List.of());
    }

    /** Whether blocks are full: what changes with the iterations is asked. */
    boolean asksOfIterations() {
        return !bounds && domains;
    }

    /** Whether points may lie in the padding of rows. */
    boolean isPadded() {
        return !end.isEmpty();
    }

    /** A condition without what is known. */
    Condition remaining(Condition condition) {
        if (!domains) {
            return Condition.TRUE;
        }
        return Affines.and(
                condition.conjuncts().stream().filter(c -> !known.contains(c)).toList());
    }

    /** What a store must check of the condition under which a point stores. */
    Condition ofStore(Condition stored) {
        return isPadded() ? Affines.and(end) : remaining(stored);
    }
}
