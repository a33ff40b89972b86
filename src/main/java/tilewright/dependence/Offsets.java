package tilewright.dependence;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Scope;

/**
 * The differences sink - source of a relation over the first loops of both, seen in the direction of execution: a loop
 * that runs down counts negatively. What the vector says of a loop is taken from there; each other question is one about pairs of
 * the relation, so that no set of differences is made, which takes gigabytes where nests are deep.
 */
final class Offsets {
    static final DependenceVector UNKNOWN = new DependenceVector(List.of());

    private final Context context;
    private final Supplier<Map> making;
    private @Nullable Map made;
    private final List<Component> shared;
    private final List<Boolean> down;

    private Offsets(Context context, Supplier<Map> making, List<Component> shared, List<Boolean> down) {
        this.context = context;
        this.making = making;
        this.shared = shared;
        this.down = down;
    }

    /**
     * The differences of a relation in the first components of its tuples.
     *
     * @param shared what is known of the first of them over the whole relation; {@link #UNKNOWN} where nothing is
     * @param placed makes the relation in a space whose first components are the shared loops; asked when it is first needed
     * @param down for each component whether it runs down
     */
    static Offsets of(Map relation, DependenceVector shared, UnaryOperator<Map> placed, List<Boolean> down) {
        return new Offsets(relation.context(), () -> placed.apply(relation), shared.components(), down);
    }

    /** Whether there is a difference that is zero in the first {@code count} components. */
    boolean reaches(int count) {
        return mayBeZero(count) && asked(() -> !zeroIn(count).isEmpty());
    }

    /** Whether, with the first {@code fixed} components zero, component z is never negative. */
    boolean isNonNegative(int z, int fixed) {
        if (fixed == 0 && z < shared.size()) {
            return !mayGo(z, false);
        }
        return !mayBeZero(fixed)
                || !mayGo(z, false)
                || asked(() -> side(zeroIn(fixed), z, false).isEmpty());
    }

    /** Whether component z is zero wherever the components before it are. */
    boolean isZero(int z) {
        return isNonNegative(z, z)
                && (!mayBeZero(z)
                        || !mayGo(z, true)
                        || asked(() -> side(zeroIn(z), z, true).isEmpty()));
    }

    /** Whether the differences are never lexicographically negative. */
    boolean isLexicographicallyNonNegative() {
        return IntStream.range(0, down.size()).allMatch(z -> isNonNegative(z, z));
    }

    private boolean asked(BooleanSupplier question) {
        relation();
        try (Scope _ = context.scope()) {
            return question.getAsBoolean();
        }
    }

    private Map relation() {
        Map relation = made;
        if (relation == null) {
            relation = making.get();
            made = relation;
        }
        return relation;
    }

    private boolean mayBeZero(int count) {
        return shared.stream().limit(count).allMatch(c -> c.least() <= 0 && c.greatest() >= 0);
    }

    private boolean mayGo(int z, boolean forward) {
        if (z >= shared.size()) {
            return true;
        }
        Component component = shared.get(z);
        return forward != down.get(z) ? component.greatest() > 0 : component.least() < 0;
    }

    private Map zeroIn(int count) {
        Map result = relation();
        for (int z = 0; z < count; z++) {
            if (z >= shared.size() || !shared.get(z).isZero()) {
                result = result.equate(Dim.IN, z, Dim.OUT, z);
            }
        }
        return result;
    }

    /** The pairs that go forward, or backward, in component z. */
    private Map side(Map pairs, int z, boolean forward) {
        return forward != down.get(z) ? pairs.orderLt(Dim.IN, z, Dim.OUT, z) : pairs.orderGt(Dim.IN, z, Dim.OUT, z);
    }
}
