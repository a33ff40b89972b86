package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * Which statements run at which places of a round, and what has to be copied for that: going backwards, a statement runs
 * for a copy if what it computes there is read later.
 */
final class RoundInstances {
    private final Round round;
    private final PieceContext context;
    private final Sequence sequence;
    private final List<Value> values;
    /** Instances in the order in which they run. */
    private final List<Round.Instance> instances = new ArrayList<>();
    /** Going backwards: the conditions under which copies are read later. */
    private final Map<Round.Copy, List<Condition>> readers = new HashMap<>();

    private final Set<Round.Copy> copies = new LinkedHashSet<>();

    private RoundInstances(Round round, PieceContext context, Sequence sequence, List<Value> values) {
        this.round = round;
        this.context = context;
        this.sequence = sequence;
        this.values = values;
    }

    /**
     * @param values the statements' right-hand sides
     * @param size iterations of the round
     */
    static RoundInstances of(Round round, PieceContext context, Sequence sequence, List<Value> values, int size) {
        RoundInstances found = new RoundInstances(round, context, sequence, values);
        List<Round.Instance> backwards = new ArrayList<>();
        for (int iteration = size - 1; iteration >= 0; iteration--) {
            for (int s = values.size() - 1; s >= 0; s--) {
                backwards.addAll(found.instances(s, iteration, found.copies));
            }
        }
        found.instances.addAll(backwards.reversed());
        return found;
    }

    /** In the order in which they run. */
    List<Round.Instance> all() {
        return List.copyOf(instances);
    }

    /** What is copied when the round starts. */
    Set<Round.Copy> copies() {
        return copies;
    }

    /** The instances of one statement in one iteration, the last one first, and what they need. */
    private List<Round.Instance> instances(int statement, int iteration, Set<Round.Copy> needed) {
        Tile target = round.target(statement);
        List<Round.Instance> found = new ArrayList<>();
        Condition guard = round.guard(statement, iteration, round.own());
        if (!guard.equals(Condition.FALSE)) {
            Round.Copy twin = twin(statement, iteration, round.own(), needed);
            found.add(new Round.Instance(statement, iteration, round.own(), guard, twin));
            if (twin != null) {
                readers(twin).add(guard);
            }
        }
        for (Round.Copy copy : needed) {
            Condition condition = round.guard(statement, iteration, copy.place());
            if (copy.tile().equals(target)
                    && !condition.equals(Condition.FALSE)
                    && !readers(copy).stream().allMatch(r -> Implications.excludes(r, condition))) {
                Round.Copy twin = twin(statement, iteration, copy.place(), needed);
                found.add(new Round.Instance(statement, iteration, copy.place(), seen(condition, copy), twin));
                if (twin != null) {
                    readers(twin).add(condition);
                }
            }
        }
        // In the order in which they run: readers before what they read, points that take a copy's value last.
        found.sort(Comparator.comparing((Round.Instance i) -> i.twin() != null)
                .thenComparing(i -> i.place().count(iteration)));
        for (Round.Instance instance : found) {
            if (instance.twin() == null) {
                Values.visit(values.get(statement), v -> {
                    if (v instanceof Value.SliceElement s) {
                        Round.Copy read = round.copy(s, instance.place(), iteration);
                        needed.add(read);
                        readers(read).add(round.guard(statement, iteration, instance.place()));
                    }
                });
            }
        }
        return found.reversed();
    }

    private List<Condition> readers(Round.Copy copy) {
        return readers.computeIfAbsent(copy, c -> new ArrayList<>());
    }

    /** A condition for a copy's update without what every later reader asks anyway. */
    private Condition seen(Condition condition, Round.Copy copy) {
        return Affines.and(condition.conjuncts().stream()
                .filter(c -> !readers(copy).stream().allMatch(r -> Implications.implies(r, c)))
                .toList());
    }

    /** The copy of the element that a statement writes, where its condition says that one coordinate is the iteration's. */
    private Round.@Nullable Copy twin(int statement, int iteration, Round.Place at, Set<Round.Copy> needed) {
        Round.Place place = at;
        for (Condition conjunct :
                context.piece().statements().get(statement).domain().conjuncts()) {
            if (conjunct instanceof Condition.Compare c && c.relation() == Condition.Relation.EQ) {
                for (int axis = 0; axis < context.axes().size(); axis++) {
                    Affine apart = Affine.variable(context.axes().get(axis).variable())
                            .minus(Affine.variable(sequence.variable()));
                    Affine difference = c.left().minus(c.right());
                    boolean same = isZero(difference.minus(apart)) || isZero(difference.plus(apart));
                    place = same && place.at().get(axis) < 0 ? place.with(axis, iteration) : place;
                }
            }
        }
        Round.Copy twin = new Round.Copy(round.target(statement), place);
        return !place.equals(at) && needed.contains(twin) ? twin : null;
    }

    private static boolean isZero(Affine affine) {
        OptionalLong value = Affines.constantValue(affine);
        return value.isPresent() && value.getAsLong() == 0;
    }
}
