package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.Piece;
import tilewright.tiling.Strategy;

/**
 * Points compute for themselves what another point computes in the same iteration, rather than wait for it. All values that
 * points hand out in an iteration are then those at its start, and one barrier does for all statements.
 *
 * <p>Before: {@code a(i,k) = a(i,k)/a(k,k)}, barrier, {@code a(i,j) = a(i,j) - a(i,k)*a(k,j)}. After:
 * {@code a(i,j) = a(i,j) - (a(i,k)/a(k,k))*a(k,j)} with the a(i,k) of the iteration's start.
 *
 * <p>That takes two statements, both of which read what others hand out. Where the second reads an element of the tile that
 * the first writes, the first must run for that element wherever the second runs (its condition there is part of the
 * second's), or nowhere.
 */
final class Recomputation {
    private final PieceContext context;
    private final Piece.PlannedStatement first;
    private final Piece.PlannedStatement second;

    private Recomputation(PieceContext context) {
        this.context = context;
        this.first = context.piece().statements().getFirst();
        this.second = context.piece().statements().getLast();
    }

    /** Whether it removes a barrier. */
    static boolean applies(PieceContext context) {
        List<Piece.PlannedStatement> statements = context.piece().statements();
        return statements.size() == 2
                && statements.stream().noneMatch(s -> exchanged(s).isEmpty())
                && new Recomputation(context).applies();
    }

    /**
     * The statements' values, made of what both read at the start of the iteration.
     *
     * @param first that of the first statement; where the point that runs it reads what it hands out itself, from there
     * @param independent whether the first one no longer reads what the second may change, so that it may come later
     */
    record Both(Value first, Value second, boolean independent) {}

    /** What becomes of the two statements' values. */
    static Both substitute(PieceContext context, Value firstValue, Value secondValue, SharedValues shared) {
        Recomputation recomputation = new Recomputation(context);
        Map<Value, Value> replaced = new HashMap<>();
        Value first = firstValue;
        for (Piece.PlannedAccess access : exchanged(recomputation.second)) {
            if (recomputation.relation(access) == Relation.RUNS) {
                Tile tile = recomputation.tile(access);
                Value handedOut = shared.slice(recomputation.second, access, tile);
                Value before = new Value.TileElement(tile);
                Value repeated = Values.mapLeaves(firstValue, leaf -> leaf.equals(before) ? handedOut : leaf);
                replaced.put(handedOut, repeated);
                first = recomputation.isOwn(access) ? repeated : first;
            }
        }
        boolean[] reads = {false};
        Values.visit(first, v -> reads[0] |= v instanceof Value.TileElement);
        return new Both(first, Values.mapLeaves(secondValue, leaf -> replaced.getOrDefault(leaf, leaf)), !reads[0]);
    }

    /** Whether a point that runs the first statement is itself the owner of what an access of the second means there. */
    private boolean isOwn(Piece.PlannedAccess access) {
        Map<String, Affine> owner = owner(access);
        Set<Fact> known = facts(first.domain(), Map.of());
        return owner != null
                && known != null
                && owner.entrySet().stream().allMatch(place -> {
                    Affine apart = Affines.difference(place.getValue(), Affine.variable(place.getKey()));
                    Fact same = new Fact(apart, true);
                    Fact opposite = new Fact(Affines.simplify(apart.times(-1)), true);
                    return same.isTrue() || known.contains(same) || known.contains(opposite);
                });
    }

    private static List<Piece.PlannedAccess> exchanged(Piece.PlannedStatement statement) {
        return statement.accesses().stream()
                .filter(a -> a.strategy() == Strategy.EXCHANGED)
                .toList();
    }

    private boolean applies() {
        boolean ownTarget = first.access(1).strategy() == Strategy.OWN;
        return ownTarget
                && exchanged(second).stream().allMatch(a -> switch (relation(a)) {
                    case NEVER_RUNS -> true;
                    case RUNS -> mayRepeat(a);
                    case UNKNOWN -> false;
                });
    }

    private Tile tile(Piece.PlannedAccess access) {
        Integer tile = access.tile();
        if (tile == null) {
            throw new IllegalArgumentException("plan gives access " + access.access() + " no tile");
        }
        return context.tiles().get(tile);
    }

    /** Whether the first statement runs for the element that an access of the second reads. */
    private enum Relation {
        RUNS,
        NEVER_RUNS,
        UNKNOWN
    }

    private Relation relation(Piece.PlannedAccess access) {
        if (!tile(access).equals(tile(first.access(1)))) {
            return Relation.NEVER_RUNS;
        }
        Map<String, Affine> owner = owner(access);
        if (owner == null) {
            return Relation.UNKNOWN;
        }
        Set<Fact> known = facts(second.domain(), Map.of());
        Set<Fact> needed = facts(first.domain(), owner);
        if (known == null || needed == null) {
            return Relation.UNKNOWN;
        }
        if (needed.stream().anyMatch(Fact::isFalse)) {
            return Relation.NEVER_RUNS;
        }
        return needed.stream().allMatch(f -> f.isTrue() || known.contains(f)) ? Relation.RUNS : Relation.UNKNOWN;
    }

    /** Whether the first statement's value for another point is made of what that point's readers have. */
    private boolean mayRepeat(Piece.PlannedAccess access) {
        Map<String, Affine> owner = owner(access);
        return owner != null
                && first.accesses().stream().skip(1).allMatch(read -> switch (read.strategy()) {
                    case OWN -> tile(read).equals(tile(access));
                    case EXCHANGED ->
                        read.indices().stream()
                                .allMatch(i -> i.variables().stream().noneMatch(v -> moves(v, owner)));
                    case STAGED, DIRECT -> false;
                });
    }

    private static boolean moves(String variable, Map<String, Affine> owner) {
        Affine place = owner.get(variable);
        return place != null && !place.equals(Affine.variable(variable));
    }

    /** The point that owns an element: for each axis its coordinate; null where the indices do not give it. */
    private @Nullable Map<String, Affine> owner(Piece.PlannedAccess access) {
        Tile tile = tile(access);
        Map<String, Affine> owner = new HashMap<>();
        for (int axis : tile.axes()) {
            context.owner(tile, access.indices(), axis)
                    .ifPresent(place -> owner.put(context.axes().get(axis).variable(), place));
        }
        return owner.size() == context.axes().size() ? owner : null;
    }

    /**
     * A conjunct: an affine form that is 0, or at least 0.
     *
     * @param form canonical, so that equal facts compare equal
     */
    private record Fact(LinearForm form, boolean zero) {
        Fact(Affine form, boolean zero) {
            this(LinearForm.of(form), zero);
        }

        boolean isTrue() {
            return form.isConstant() && (zero ? form.constant() == 0 : form.constant() >= 0);
        }

        boolean isFalse() {
            return form.isConstant() && (zero ? form.constant() != 0 : form.constant() < 0);
        }
    }

    /** The conjuncts of a condition at another point; null where they are not all comparisons. */
    private static @Nullable Set<Fact> facts(Condition condition, Map<String, Affine> places) {
        List<Condition> conjuncts = new ArrayList<>(condition.substitute(places).conjuncts());
        Set<Fact> facts = new HashSet<>();
        for (Condition conjunct : conjuncts) {
            if (!(conjunct instanceof Condition.Compare compare)) {
                return null;
            }
            Affine difference = Affines.difference(compare.left(), compare.right());
            switch (compare.relation()) {
                case EQ -> facts.add(new Fact(difference, true));
                case GE -> facts.add(new Fact(difference, false));
                case GT -> facts.add(new Fact(Affines.simplify(difference.plus(-1)), false));
                case LE -> facts.add(new Fact(Affines.simplify(difference.times(-1)), false));
                case LT ->
                    facts.add(new Fact(Affines.simplify(difference.times(-1).plus(-1)), false));
                case NE -> {
                    return null;
                }
            }
        }
        return facts;
    }
}
