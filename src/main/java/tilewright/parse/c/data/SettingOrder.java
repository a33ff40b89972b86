package tilewright.parse.c.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/** Which iterations of the loops around a statement set an element of an array, and in which order the statements of the outermost loop at hand do. */
final class SettingOrder {
    /** A loop around a statement, its variable under a name that nothing else has. */
    record Around(String variable, Affine lower, Affine upper, long step) {}

    /** How a statement of the outermost loop at hand goes over an array. */
    private record Visit(List<Around> loops, Map<String, Affine> iteration) {}

    /** Something is not followed. */
    static final class Unread extends Exception {
        private static final long serialVersionUID = 1;

        Unread(String why) {
            super(why);
        }
    }

    private final Predicate<String> isArray;
    private final Map<String, List<Visit>> visits = new HashMap<>();

    /** @param isArray whether what is called so has subscripts */
    SettingOrder(Predicate<String> isArray) {
        this.isArray = isArray;
    }

    /** Another outermost loop begins. */
    void clear() {
        visits.clear();
    }

    /** Says at which iteration a subscript is an index, or on which condition it is. */
    static void place(
            Affine subscript,
            Affine index,
            List<Around> open,
            Map<String, Affine> iteration,
            List<Condition> conditions)
            throws Unread {
        if (open.isEmpty()) {
            conditions.add(new Condition.Compare(index, Condition.Relation.EQ, subscript.substitute(iteration)));
            return;
        }
        String variable = open.getFirst().variable;
        Optional<Affine> solved = open.size() > 1
                ? Optional.empty()
                : LinearForm.of(subscript.substitute(iteration)).solve(variable, index);
        if (solved.isEmpty()) {
            throw new Unread("a subscript does not say which iteration sets an element");
        }
        iteration.put(variable, solved.get());
    }

    static void bounds(Around loop, Affine value, List<Condition> conditions) {
        boolean up = loop.step > 0;
        conditions.add(new Condition.Compare(value, up ? Condition.Relation.GE : Condition.Relation.LE, loop.lower));
        conditions.add(new Condition.Compare(value, up ? Condition.Relation.LE : Condition.Relation.GE, loop.upper));
        if (Math.abs(loop.step) != 1) {
            Affine distance = LinearForm.of(value.minus(loop.lower)).toAffine();
            conditions.add(new Condition.Compare(
                    new Affine.Mod(distance, Math.abs(loop.step)), Condition.Relation.EQ, Affine.constant(0)));
        }
    }

    /** Notes that a statement sets elements; two statements of one loop that set an array do so in the order in which they stand. */
    void set(String name, List<Around> around, Map<String, Affine> iteration) throws Unread {
        for (Visit other : visits.getOrDefault(name, List.of())) {
            for (Around loop : around) {
                boolean together = other.loops.contains(loop);
                Affine mine = iteration.get(loop.variable);
                if (together && (mine == null || !mine.equals(other.iteration.get(loop.variable)))) {
                    throw new Unread("two statements of a loop set elements of '" + name + "' in turn");
                }
            }
        }
        if (!around.isEmpty() && isArray.test(name)) {
            visits.computeIfAbsent(name, _ -> new ArrayList<>()).add(new Visit(around, iteration));
        }
    }

    /**
     * Whether an element is set in this iteration of the loops that are around both statements.
     *
     * @param element its subscripts, by the names of indices
     */
    boolean isSetHere(String name, Map<String, Affine> element, List<Around> around) {
        List<Visit> all = visits.getOrDefault(name, List.of());
        return !all.isEmpty()
                && all.stream()
                        .allMatch(v -> v.loops.stream()
                                .filter(around::contains)
                                .allMatch(l -> v.iteration.get(l.variable) instanceof Affine there
                                        && LinearForm.of(there.substitute(element))
                                                .toAffine()
                                                .equals(Affine.variable(l.variable))));
    }
}
