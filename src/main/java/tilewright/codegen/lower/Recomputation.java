package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Points compute for themselves what another point computes in the same iteration, rather than wait for it. All values that
 * points hand out in an iteration are then those at its start, and one barrier does for all statements.
 *
 * <p>Before: {@code a(i,k) = a(i,k)/a(k,k)}, barrier, {@code a(i,j) = a(i,j) - a(i,k)*a(k,j)}. After:
 * {@code a(i,j) = a(i,j) - (a(i,k)/a(k,k))*a(k,j)} with the a(i,k) of the iteration's start.
 *
 * <p>That takes two statements or more that read what others hand out. Where one reads an element of a tile that an earlier one
 * writes, the earlier one must run for that element wherever the reader runs (its condition there is part of the reader's), or
 * nowhere; and what it makes the element of must itself be had from the iteration's start, or be repeated likewise.
 */
final class Recomputation {
    /** What a point reads of another one: an element as it is when the iteration starts, or what a statement makes of it. */
    private sealed interface Source {
        record Start() implements Source {}

        /**
         * @param statement position of the one that computes it
         * @param own what the element is before
         * @param reads by number of access, what that statement reads of other points, and of its own in other tiles
         */
        record Repeated(int statement, Source own, Map<Integer, Source> reads) implements Source {}
    }

    private static final Source START = new Source.Start();

    private final PieceContext context;
    private final List<Piece.PlannedStatement> statements;
    /** By statement and number of access. */
    private final List<Map<Integer, Source>> sources = new ArrayList<>();

    private Recomputation(PieceContext context) {
        this.context = context;
        this.statements = context.piece().statements();
    }

    /** How values are repeated; empty where that is not possible or removes no barrier. */
    static Optional<Recomputation> of(PieceContext context) {
        Recomputation found = new Recomputation(context);
        return found.isOfSeveral() && found.findSources() ? Optional.of(found) : Optional.empty();
    }

    private boolean isOfSeveral() {
        return statements.stream().filter(s -> !exchanged(s).isEmpty()).count() > 1
                && statements.stream()
                        .limit(statements.size() - 1L)
                        .allMatch(s -> s.access(1).strategy() == Strategy.OWN);
    }

    private boolean findSources() {
        for (int s = 0; s < statements.size(); s++) {
            Map<Integer, Source> ofStatement = new HashMap<>();
            for (Piece.PlannedAccess access : exchanged(statements.get(s))) {
                Source source = source(s, access, facts(statements.get(s).domain(), Map.of()));
                if (source == null) {
                    return false;
                }
                ofStatement.put(access.access().index(), source);
            }
            sources.add(ofStatement);
        }
        return true;
    }

    private static List<Piece.PlannedAccess> exchanged(Piece.PlannedStatement statement) {
        return statement.accesses().stream()
                .filter(a -> a.strategy() == Strategy.EXCHANGED)
                .toList();
    }

    private Tile tile(Piece.PlannedAccess access) {
        Integer tile = access.tile();
        if (tile == null) {
            throw new IllegalArgumentException("plan gives access " + access.access() + " no tile");
        }
        return context.tiles().get(tile);
    }

    /**
     * What a statement reads of another point.
     *
     * @param known what holds where it reads; null where that is not known
     */
    private @Nullable Source source(int statement, Piece.PlannedAccess access, @Nullable Set<Fact> known) {
        Tile tile = tile(access);
        if (statements.subList(0, statement).stream().noneMatch(s -> tile.equals(tile(s.access(1))))) {
            return START;
        }
        Map<String, Affine> owner = owner(access);
        return owner == null || known == null ? null : element(statement, tile, owner, known);
    }

    /** What an owner's element is before a statement. */
    private @Nullable Source element(int before, Tile tile, Map<String, Affine> owner, Set<Fact> known) {
        for (int earlier = before - 1; earlier >= 0; earlier--) {
            Piece.PlannedStatement writer = statements.get(earlier);
            if (tile.equals(tile(writer.access(1)))) {
                Set<Fact> needed = facts(writer.domain(), owner);
                if (needed == null) {
                    return null;
                }
                if (needed.stream().noneMatch(Fact::isFalse)) {
                    boolean runs = needed.stream().allMatch(f -> f.isTrue() || known.contains(f));
                    Set<Fact> there = new HashSet<>(known);
                    there.addAll(needed);
                    return runs ? repeated(earlier, tile, owner, there) : null;
                }
            }
        }
        return START;
    }

    /** A statement's value for another point, made of what that point's readers have. */
    private @Nullable Source repeated(int statement, Tile tile, Map<String, Affine> owner, Set<Fact> known) {
        Piece.PlannedStatement writer = statements.get(statement);
        Source own = START;
        Map<Integer, Source> reads = new HashMap<>();
        for (Piece.PlannedAccess read :
                writer.accesses().subList(1, writer.accesses().size())) {
            Source source = switch (read.strategy()) {
                case OWN ->
                    tile(read).equals(tile)
                            ? element(statement, tile, owner, known)
                            : isOf(read, owner) ? source(statement, read, known) : null;
                case EXCHANGED -> isSame(read, owner) ? source(statement, read, known) : null;
                case STAGED -> isSame(read, owner) ? START : null;
                case DIRECT -> null;
            };
            if (source == null) {
                return null;
            }
            if (read.strategy() == Strategy.OWN && tile(read).equals(tile)) {
                own = source;
            } else if (read.strategy() != Strategy.STAGED) {
                reads.put(read.access().index(), source);
            }
        }
        boolean[] numbers = {false};
        writer.statement()
                .value()
                .visit(e -> numbers[0] |= e instanceof Expression.IndexValue v
                        && moves(v.index().substitute(writer.coordinates()), owner));
        return numbers[0] ? null : new Source.Repeated(statement, own, reads);
    }

    /** Whether an access means the same element for an owner as for its readers. */
    private static boolean isSame(Piece.PlannedAccess read, Map<String, Affine> owner) {
        return read.indices().stream().noneMatch(i -> moves(i, owner));
    }

    /** Whether that element is the owner's own. */
    private boolean isOf(Piece.PlannedAccess read, Map<String, Affine> owner) {
        Map<String, Affine> has = owner(read);
        return isSame(read, owner)
                && has != null
                && owner.entrySet().stream().allMatch(o -> {
                    Affine place = has.get(o.getKey());
                    return place != null && new Fact(Affines.difference(o.getValue(), place), true).isTrue();
                });
    }

    private static boolean moves(Affine index, Map<String, Affine> owner) {
        return index.variables().stream().anyMatch(v -> {
            Affine place = owner.get(v);
            return place != null && !place.equals(Affine.variable(v));
        });
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

    /** A statement with its value made of what all read at the start of the iteration. */
    record Update(Piece.PlannedStatement statement, Value value) {}

    /**
     * The statements in an order in which they may run. What a point that runs a statement hands out itself is read from there, and the
     * statement comes later where that is all it reads: it then finds its value computed.
     *
     * @param values the statements' right-hand sides
     */
    List<Update> updates(List<Value> values, SharedValues shared) {
        Repeating repeating = new Repeating(values, shared);
        List<Value> results = new ArrayList<>();
        for (int s = 0; s < statements.size(); s++) {
            Map<Value, Value> replaced = new HashMap<>();
            for (Piece.PlannedAccess access : exchanged(statements.get(s))) {
                Value handedOut = repeating.slice(s, access);
                Value value = repeating.value(source(s, access), handedOut);
                replaced.put(handedOut, value);
                if (source(s, access) instanceof Source.Repeated r && isOwn(r.statement(), access)) {
                    results.set(r.statement(), value);
                }
            }
            results.add(Values.mapLeaves(values.get(s), leaf -> replaced.getOrDefault(leaf, leaf)));
        }
        List<Update> first = new ArrayList<>();
        List<Update> last = new ArrayList<>();
        for (int s = 0; s < statements.size(); s++) {
            (mayComeLast(s, results.get(s)) ? last : first).add(new Update(statements.get(s), results.get(s)));
        }
        first.addAll(last);
        return first;
    }

    private Source source(int statement, Piece.PlannedAccess access) {
        return sources.get(statement).getOrDefault(access.access().index(), START);
    }

    /** Makes values of what is read at the start. */
    private final class Repeating {
        private final List<Value> values;
        private final SharedValues shared;

        Repeating(List<Value> values, SharedValues shared) {
            this.values = values;
            this.shared = shared;
        }

        Value slice(int statement, Piece.PlannedAccess access) {
            return shared.slice(statements.get(statement), access, tile(access));
        }

        /** @param handedOut the element at the start */
        Value value(Source source, Value handedOut) {
            return switch (source) {
                case Source.Start _ -> handedOut;
                case Source.Repeated(int statement, Source own, Map<Integer, Source> reads) -> {
                    Map<Value, Value> replaced = new HashMap<>();
                    Piece.PlannedStatement repeated = statements.get(statement);
                    replaced.put(new Value.TileElement(tile(repeated.access(1))), value(own, handedOut));
                    reads.forEach((index, read) -> {
                        Piece.PlannedAccess access = repeated.access(index);
                        Value handed = slice(statement, access);
                        boolean ofTile = access.strategy() == Strategy.OWN;
                        replaced.put(ofTile ? new Value.TileElement(tile(access)) : handed, value(read, handed));
                    });
                    yield Values.mapLeaves(values.get(statement), leaf -> replaced.getOrDefault(leaf, leaf));
                }
            };
        }
    }

    /** Whether a point that runs a statement is itself the owner of what an access of another one means there. */
    private boolean isOwn(int statement, Piece.PlannedAccess access) {
        Map<String, Affine> owner = owner(access);
        Set<Fact> known = facts(statements.get(statement).domain(), Map.of());
        return owner != null
                && known != null
                && owner.entrySet().stream().allMatch(place -> {
                    Affine apart = Affines.difference(place.getValue(), Affine.variable(place.getKey()));
                    Fact same = new Fact(apart, true);
                    Fact opposite = new Fact(Affines.simplify(apart.times(-1)), true);
                    return same.isTrue() || known.contains(same) || known.contains(opposite);
                });
    }

    /** Whether a statement has nothing of a point's own from before, and no later one has of its own what it writes, where both run. */
    private boolean mayComeLast(int statement, Value value) {
        boolean[] reads = {false};
        Values.visit(value, v -> reads[0] |= v instanceof Value.TileElement);
        Piece.PlannedAccess target = statements.get(statement).access(1);
        return !reads[0]
                && statement < statements.size() - 1
                && target.strategy() == Strategy.OWN
                && statements.subList(statement + 1, statements.size()).stream()
                        .allMatch(l -> runsElsewhere(statements.get(statement), l)
                                || l.accesses().stream()
                                        .noneMatch(a -> a.strategy() == Strategy.OWN && tile(a).equals(tile(target))));
    }

    /** Whether a statement runs at values of a coordinate at which another one does not. */
    private boolean runsElsewhere(Piece.PlannedStatement statement, Piece.PlannedStatement other) {
        for (Condition conjunct : statement.domain().conjuncts()) {
            if (conjunct instanceof Condition.Compare c && c.relation() == Condition.Relation.EQ) {
                LinearForm apart = LinearForm.of(c.left().minus(c.right()));
                for (int axis = 0; axis < context.axes().size(); axis++) {
                    String variable = context.axes().get(axis).variable();
                    Optional<Affine> place = apart.solve(variable, Affine.constant(0));
                    Set<Fact> there = place.isEmpty() ? null : facts(other.domain(), Map.of(variable, place.get()));
                    if (there != null && there.stream().anyMatch(Fact::isFalse)) {
                        return true;
                    }
                }
            }
        }
        return false;
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
