package tilewright.tiling.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.UnionMap;
import tilewright.locality.ArrayBounds;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Proves that statements of two nests compute the same values, by induction over the order of the first one: an iteration and its counterpart apply the same operations, in the same order, to
 * reads that have their values from counterparts in turn, or from the same element of the input. Counterparts are the same iteration of the same statement, or, for a statement that the second nest
 * has alone, the iteration of it whose loops have the values that the loops of the same name have; a loop of another name has those of the loop of another name, where each has one. What a read of the second nest gets from such a statement may stand in the first one as the
 * whole expression, and what a read of the first nest gets in the second one.
 *
 * <p>Every flow of the first nest leads from earlier iterations to later ones, so that what is supposed of sources is well founded.
 */
final class SameValues {
    /** Where reads have their values from, through copies. */
    interface Origins {
        /**
         * @param writes iterations that made values, to those of the statement
         * @param input iterations of the statement, to elements that nothing has written before
         */
        record Origin(UnionMap writes, UnionMap input) {}

        Origin of(String statement, int access);
    }

    /** Iterations of a statement of the first nest and those of one of the second nest. */
    private record Pair(String before, String after) {}

    private final Dependences before;
    private final Dependences after;
    private final Origins originsBefore;
    private final Origins originsAfter;
    private final Predicate<String> isAdded;
    private final Context context;
    private final Set<Pair> supposed = new HashSet<>();
    private final ArrayDeque<Pair> open = new ArrayDeque<>();

    /** @param isAdded whether the second nest alone has a statement, which is no copy */
    SameValues(
            Dependences before,
            Dependences after,
            Origins originsBefore,
            Origins originsAfter,
            Predicate<String> isAdded) {
        this.before = before;
        this.after = after;
        this.originsBefore = originsBefore;
        this.originsAfter = originsAfter;
        this.isAdded = isAdded;
        this.context = before.context();
    }

    /**
     * Whether iterations compute what those do that they are related to; {@link #difference} says whether what that rests on is so.
     *
     * @param made iterations of the first nest, to iterations of the second one
     */
    boolean suppose(UnionMap made) {
        for (tilewright.isl.Map map : made.getMapList()) {
            if (map.isEmpty()) {
                continue;
            }
            Pair pair = new Pair(
                    Objects.requireNonNull(map.getTupleName(Dim.IN)),
                    Objects.requireNonNull(map.getTupleName(Dim.OUT)));
            Optional<tilewright.isl.Map> counterparts = counterparts(pair);
            if (counterparts.isEmpty() || !map.isSubset(counterparts.get())) {
                return false;
            }
            if (supposed.add(pair)) {
                open.add(pair);
            }
        }
        return true;
    }

    /** What of all that was supposed is not so. */
    Optional<String> difference() {
        while (!open.isEmpty()) {
            Pair pair = open.remove();
            Expression wanted =
                    before.nest().statement(pair.before()).statement().value();
            Expression found = after.nest().statement(pair.after()).statement().value();
            boolean sameType = type(before, pair.before()).equals(type(after, pair.after()));
            if (!sameType
                    || !isSame(
                            pair,
                            wanted,
                            found,
                            counterparts(pair).orElseThrow().toUnionMap())) {
                return Optional.of(
                        pair.before().equals(pair.after())
                                ? pair.before() + " computes something else"
                                : pair.after() + " does not compute what " + pair.before() + " computed");
            }
        }
        return Optional.empty();
    }

    /** The type of what a statement makes. */
    private static DataType type(Dependences dependences, String statement) {
        return type(
                dependences, dependences.nest().statement(statement).statement().target());
    }

    private static DataType type(Dependences dependences, Access access) {
        return dependences.nest().array(access.array()).type();
    }

    /** Iterations of one statement to those of another that stand for them; nothing where none can. */
    private Optional<tilewright.isl.Map> counterparts(Pair pair) {
        PlacedStatement one = before.nest().statement(pair.before());
        PlacedStatement other = after.nest().statement(pair.after());
        boolean same = pair.before().equals(pair.after());
        Optional<List<String>> loops = loopsOf(one, other);
        if (same == isAdded.test(pair.after())
                || loops.isEmpty()
                || same && !one.loopVariables().equals(other.loopVariables())) {
            return Optional.empty();
        }
        String text = new SetNotation(before.nest()).parameters() + "{ " + tuple(one, one.loopVariables()) + " -> "
                + tuple(other, loops.get()) + " }";
        return Optional.of(tilewright.isl.Map.parse(context, text)
                .intersectDomain(before.domain(pair.before()))
                .intersectRange(after.domain(pair.after())));
    }

    /** For each loop of the second statement, the variable of the first one's loop that has its values; nothing where there is no such loop. */
    private static Optional<List<String>> loopsOf(PlacedStatement one, PlacedStatement other) {
        List<String> left = new ArrayList<>(one.loopVariables());
        left.removeAll(other.loopVariables());
        List<String> loops = other.loopVariables().stream()
                .map(v -> one.loopVariables().contains(v) || left.size() != 1 ? v : left.getFirst())
                .toList();
        boolean each = one.loopVariables().containsAll(loops)
                && loops.stream().distinct().count() == loops.size();
        return each ? Optional.of(loops) : Optional.empty();
    }

    private static String tuple(PlacedStatement placed, List<String> loops) {
        return placed.statement().id() + "[" + String.join(", ", loops) + "]";
    }

    /**
     * Whether two expressions have the same value.
     *
     * @param where iterations of the pair's statements that are counterparts
     */
    private boolean isSame(Pair pair, Expression wanted, Expression found, UnionMap where) {
        if (wanted instanceof Expression.Read(Access read)) {
            return found instanceof Expression.Read(Access other)
                    ? isSameRead(pair, read, other, where)
                    : isComputed(pair, read, found, where);
        }
        return switch (found) {
            case Expression.Read(Access read) -> isMade(pair, wanted, read, where);
            case Expression.Apply a ->
                wanted instanceof Expression.Apply w
                        && w.operator().equals(a.operator())
                        && IntStream.range(0, a.operands().size())
                                .allMatch(o -> isSame(
                                        pair, w.operands().get(o), a.operands().get(o), where));
            case Expression.IndexValue(Affine index) ->
                wanted.equals(found) && index.variables().stream().allMatch(v -> isKept(pair, v, where));
            case Expression.Leaf _ -> wanted.equals(found);
        };
    }

    /** Whether a variable has one value in iterations that are related. */
    private boolean isKept(Pair pair, String variable, UnionMap where) {
        int one = before.nest().statement(pair.before()).loopVariables().indexOf(variable);
        int other = after.nest().statement(pair.after()).loopVariables().indexOf(variable);
        return before.nest().parameters().contains(variable)
                || one >= 0
                        && other >= 0
                        && where.getMapList().stream().allMatch(m -> m.isSubset(m.equate(Dim.IN, one, Dim.OUT, other)));
    }

    private boolean isSameRead(Pair pair, Access wanted, Access found, UnionMap all) {
        // What reads outside of an array get is not defined.
        UnionMap where = all.intersectDomain(
                ArrayBounds.inside(context, before.nest(), before.nest().statement(pair.before()), wanted)
                        .toUnionSet());
        if (!type(before, wanted).equals(type(after, found))) {
            return false;
        }
        Origins.Origin one = originsBefore.of(pair.before(), wanted.index());
        Origins.Origin other = originsAfter.of(pair.after(), found.index());
        UnionMap made = one.writes().applyRange(where).applyRange(other.writes().reverse());
        UnionMap input = one.input().reverse().applyRange(where).applyRange(other.input());
        boolean bothMade = where.intersectDomain(one.writes().range())
                .isSubset(where.intersectRange(other.writes().range()));
        boolean bothInput = where.intersectDomain(one.input().domain())
                .isSubset(where.intersectRange(other.input().domain()));
        return bothMade
                && bothInput
                && input.getMapList().stream().allMatch(SameValues::isSameElement)
                && suppose(made);
    }

    /** Whether what a read of the second nest gets is made, by statements that it has alone, as an expression of the first nest is. */
    private boolean isMade(Pair pair, Expression wanted, Access read, UnionMap where) {
        UnionMap writes = originsAfter.of(pair.after(), read.index()).writes();
        if (!where.isSubset(where.intersectRange(writes.range()))) {
            return false;
        }
        return writes.getMapList().stream().allMatch(w -> {
            String source = Objects.requireNonNull(w.getTupleName(Dim.IN));
            UnionMap there = where.applyRange(w.reverse().toUnionMap());
            return there.isEmpty()
                    || isAdded.test(source)
                            && isSame(
                                    new Pair(pair.before(), source),
                                    wanted,
                                    after.nest().statement(source).statement().value(),
                                    there)
                            && type(after, read).equals(type(before, pair.before()));
        });
    }

    /** Whether an expression of the second nest has the value that a read of the first nest gets: it is what the statements compute that made it. */
    private boolean isComputed(Pair pair, Access wanted, Expression found, UnionMap all) {
        UnionMap where = all.intersectDomain(
                ArrayBounds.inside(context, before.nest(), before.nest().statement(pair.before()), wanted)
                        .toUnionSet());
        UnionMap writes = originsBefore.of(pair.before(), wanted.index()).writes();
        if (!where.isSubset(where.intersectDomain(writes.range()))
                || !type(before, wanted).equals(type(after, pair.after()))) {
            return false;
        }
        return writes.getMapList().stream().allMatch(w -> {
            String source = Objects.requireNonNull(w.getTupleName(Dim.IN));
            UnionMap there = w.toUnionMap().applyRange(where);
            return there.isEmpty()
                    || isSame(
                            new Pair(source, pair.after()),
                            before.nest().statement(source).statement().value(),
                            found,
                            there);
        });
    }

    /** Whether elements are related to themselves alone. */
    static boolean isSameElement(tilewright.isl.Map relation) {
        return Objects.equals(relation.getTupleName(Dim.IN), relation.getTupleName(Dim.OUT))
                && relation.isSubset(tilewright.isl.Map.identity(relation.getSpace()));
    }
}
