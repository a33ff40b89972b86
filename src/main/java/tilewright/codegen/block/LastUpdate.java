package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.ir.Window;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.space.OffsetBounds;
import tilewright.tiling.space.SolvedPlace;

/**
 * The iteration of a block in which the one element of a point is updated for the last time, as a function of the point, if nobody else reads the element before the next one. Every update of the element asks that
 * the iteration is none later, and every read of another point's element that it is one later than that point's.
 *
 * <p>Example: points (p,q) whose updates ask for {@code w <= p + q}, and read the elements of (p, w - p - 1) and (w - q - 1, q): the last iteration is p + q.
 */
final class LastUpdate {
    private final Operation.Iterations loop;
    private final Operation.Target.GlobalTarget target;
    private final Window window;
    private final Map<String, Affine> places;
    private final Map<String, Integer> counts;
    private final OffsetBounds bounds;
    private final LinearForm now;

    /**
     * @param loop whose updates all write the target
     * @param window that holds it
     * @param places variables of points and sequences as the block's base and an offset
     * @param counts number of values of each offset
     */
    LastUpdate(
            Operation.Iterations loop,
            Operation.Target.GlobalTarget target,
            Window window,
            Map<String, Affine> places,
            Map<String, Integer> counts) {
        this.loop = loop;
        this.target = target;
        this.window = window;
        this.places = places;
        this.counts = counts;
        this.bounds = new OffsetBounds(counts);
        this.now =
                LinearForm.of(Affine.variable(ShareBoxes.offset(loop.sequence().variable())));
    }

    /** That an iteration is the last one; nothing where it is not known. */
    Optional<Condition> reached() {
        String offset = ShareBoxes.offset(loop.sequence().variable());
        SolvedPlace owner = SolvedPlace.of(window.place(placed(target.indices())), window.coordinates(), counts);
        if (owner == null || !counts.containsKey(offset) || owner.offsets().containsKey(offset)) {
            return Optional.empty();
        }
        return candidates(offset).stream()
                .filter(last -> isReached(last) && endsUpdates(last) && isBeforeReads(last, owner))
                .findFirst()
                .map(last -> new Condition.Compare(
                        Affine.variable(loop.sequence().variable()),
                        Condition.Relation.EQ,
                        LinearForm.of(last.substitute(variables())
                                        .plus(loop.sequence().origin()))
                                .toAffine()));
    }

    /** Offsets in terms of the variables they are of. */
    private Map<String, Affine> variables() {
        Map<String, Affine> variables = new HashMap<>();
        places.forEach((variable, place) -> {
            String offset = ShareBoxes.offset(variable);
            Affine base = LinearForm.of(place).without(Affine.variable(offset)).toAffine();
            variables.put(offset, Affine.variable(variable).minus(base));
        });
        return variables;
    }

    /** What the conditions of updates bound the iteration by, in terms of a point's offsets. */
    private Set<Affine> candidates(String offset) {
        Set<Affine> found = new LinkedHashSet<>();
        for (Operation.Assign update : updates()) {
            for (LinearForm form : bounds.notNegative(update.guard(), places, false)) {
                if (form.coefficient(offset) == -1) {
                    found.add(form.without(Affine.variable(offset)).toAffine());
                }
            }
        }
        return found;
    }

    private List<Operation.Assign> updates() {
        return Operations.ofKind(loop.body(), Operation.Assign.class);
    }

    /** Whether the block has the iteration, for every point. */
    private boolean isReached(Affine last) {
        int count = Objects.requireNonNull(
                counts.get(ShareBoxes.offset(loop.sequence().variable())));
        return isNotNegative(last, List.of()) && isNotNegative(last.times(-1).plus(count - 1L), List.of());
    }

    private boolean endsUpdates(Affine last) {
        return updates().stream()
                .allMatch(u -> isNotNegative(last.minus(now.toAffine()), bounds.notNegative(u.guard(), places, true)));
    }

    private boolean isNotNegative(Affine form, List<LinearForm> known) {
        return bounds.least(LinearForm.of(form), known) >= 0;
    }

    /** A read of an element, and where it takes place. */
    private record Read(Value.GlobalElement element, Condition where) {}

    private boolean isBeforeReads(Affine last, SolvedPlace owner) {
        List<Read> reads = new ArrayList<>();
        Operations.ofKind(loop.body(), Operation.Define.class)
                .forEach(d -> Values.globals(d.value()).forEach(g -> reads.add(new Read(g, Condition.TRUE))));
        updates().forEach(u -> Values.globals(u.value()).forEach(g -> reads.add(new Read(g, u.guard()))));
        return reads.stream()
                .filter(r ->
                        window.holds(r.element().array(), placed(r.element().indices()), counts.keySet()))
                .filter(r -> !placed(r.element().indices()).equals(placed(target.indices())))
                .allMatch(r -> isBefore(last, owner, r));
    }

    private boolean isBefore(Affine last, SolvedPlace owner, Read read) {
        List<Affine> place = window.place(placed(read.element().indices()));
        Map<String, Affine> coordinates = new HashMap<>();
        for (int d = 0; d < place.size(); d++) {
            coordinates.put(window.coordinate(d), place.get(d));
        }
        List<LinearForm> known = bounds.notNegative(read.where(), places, true);
        Map<String, Affine> offsets = new HashMap<>();
        for (Map.Entry<String, Affine> solved : owner.offsets().entrySet()) {
            Affine value = SolvedPlace.simple(solved.getValue().substitute(coordinates));
            int count = Objects.requireNonNull(counts.get(solved.getKey()));
            if (isNotNegative(value.times(-1).plus(-1), known) || isNotNegative(value.plus(-count), known)) {
                return true;
            }
            offsets.put(solved.getKey(), value);
        }
        return isNotNegative(now.toAffine().minus(last.substitute(offsets)).plus(-1), known);
    }

    private List<Affine> placed(List<Affine> indices) {
        return indices.stream()
                .map(i -> SolvedPlace.simple(i.substitute(places)))
                .toList();
    }
}
