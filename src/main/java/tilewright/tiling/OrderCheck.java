package tilewright.tiling;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.model.PlacedStatement;

/**
 * Compares an order of execution with the dependences, in the common loop space: is the source of every
 * dependence before its sink? It keeps what it computes, and lives no longer than isl's scope that it is made in.
 */
final class OrderCheck {
    private final Dependences dependences;
    private final java.util.Map<Dependence, Map> onCommonSpace = new IdentityHashMap<>();

    OrderCheck(Dependences dependences) {
        this.dependences = dependences;
    }

    /**
     * Pairs of a dependence whose source does not run before its sink.
     *
     * @param from when the source's iterations run, to when the sink's do, in one space of times
     */
    static Optional<Map> notBefore(Dependence dependence, Map from, Map to) {
        Map wrong = dependence
                .relation()
                .intersectDomain(from.domain())
                .intersectRange(to.domain())
                .subtract(from.lexLtMap(to));
        return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong);
    }

    /** The dependence between points of the common loop space, {@code { [x] -> [x'] }}. */
    Map onCommonSpace(Dependence dependence) {
        return onCommonSpace.computeIfAbsent(
                dependence,
                d -> d.relation()
                        .applyDomain(dependences.embedding(d.source()).relation())
                        .applyRange(dependences.embedding(d.sink()).relation()));
    }

    /** The relation restricted to pairs that agree in the first {@code count} coordinates. */
    static Map agreeingIn(Map relation, int count) {
        Map result = relation;
        for (int z = 0; z < count; z++) {
            result = result.equate(Dim.IN, z, Dim.OUT, z);
        }
        return result;
    }

    /** Whether no dependence within fixed values of the outer loops has a component other than zero in a loop. */
    boolean isZeroWithin(int loop, List<Integer> outer) {
        return dependences.dependences().stream()
                .map(d -> agreeingIn(onCommonSpace(d), outer))
                .allMatch(relation -> relation.subtract(relation.equate(Dim.IN, loop, Dim.OUT, loop))
                        .isEmpty());
    }

    /** Whether every dependence stays within one iteration of a loop: its iterations are problems of their own. */
    boolean isStill(int loop) {
        return isZeroWithin(loop, List.of());
    }

    /**
     * A dependence that the order "some loops as they are, then statement by statement, then all points at once"
     * violates, or that a block of these loops would run backwards.
     *
     * @param loops the sequential loops, ascending
     * @param statements ids of all statements in the order in which they run within an iteration of these loops
     */
    Optional<Dependence> violatedBySequential(List<Dependence> among, List<Integer> loops, List<String> statements) {
        return among.stream()
                .filter(d -> anyGoesBack(onCommonSpace(d), loops) || !isOrderedWithin(d, loops, statements))
                .findFirst();
    }

    /**
     * The statements in an order that keeps the dependences within an iteration of the given loops; as written where
     * these form a cycle.
     */
    List<String> statementOrder(List<Dependence> among, List<Integer> loops) {
        List<String> left = new ArrayList<>(dependences.nest().statements().stream()
                .map(p -> p.statement().id())
                .toList());
        List<Dependence> within = among.stream()
                .filter(d -> !d.source().equals(d.sink()))
                .filter(d -> !agreeingIn(onCommonSpace(d), loops).isEmpty())
                .toList();
        List<String> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            String next = left.stream()
                    .filter(s -> within.stream().noneMatch(d -> d.sink().equals(s) && left.contains(d.source())))
                    .findFirst()
                    .orElse(left.getFirst());
            ordered.add(next);
            left.remove(next);
        }
        return ordered;
    }

    /** The relation restricted to pairs that agree in the given coordinates. */
    static Map agreeingIn(Map relation, List<Integer> loops) {
        Map result = relation;
        for (int z : loops) {
            result = result.equate(Dim.IN, z, Dim.OUT, z);
        }
        return result;
    }

    /** A dependence whose components in the given loops can be lexicographically negative. */
    Optional<Dependence> violatedByHostOrder(List<Integer> loops) {
        if (loops.isEmpty()) {
            return Optional.empty();
        }
        return dependences.dependences().stream()
                .filter(d -> goesBackLexicographically(onCommonSpace(d), loops))
                .findFirst();
    }

    private static boolean goesBackLexicographically(Map relation, List<Integer> loops) {
        Map tied = relation;
        for (int z : loops) {
            if (!tied.orderGt(Dim.IN, z, Dim.OUT, z).isEmpty()) {
                return true;
            }
            tied = tied.equate(Dim.IN, z, Dim.OUT, z);
        }
        return false;
    }

    /** Whether a component of the given loops can be negative. */
    private static boolean anyGoesBack(Map relation, List<Integer> loops) {
        return loops.stream()
                .anyMatch(z -> !relation.orderGt(Dim.IN, z, Dim.OUT, z).isEmpty());
    }

    /** With equal sequential loops: source statement first, or no instance at all. */
    private boolean isOrderedWithin(Dependence dependence, List<Integer> loops, List<String> statements) {
        return statements.indexOf(dependence.source()) < statements.indexOf(dependence.sink())
                || agreeingIn(onCommonSpace(dependence), loops).isEmpty();
    }

    /**
     * Whether a dependence, for equal values of the given loops, goes forward in the remaining loops' original
     * order, or from an earlier statement to a later one at the same point.
     */
    boolean keepsOrderInside(Dependence dependence, List<Integer> loops) {
        List<Integer> inner = IntStream.range(0, dependences.loops().size())
                .boxed()
                .filter(z -> !loops.contains(z))
                .toList();
        Map inside = agreeingIn(onCommonSpace(dependence), loops);
        if (goesBackLexicographically(inside, inner)) {
            return false;
        }
        Map samePoint = agreeingIn(inside, inner);
        return samePoint.isEmpty() || position(dependence.source()) < position(dependence.sink());
    }

    /** Whether every dependence, for equal values of the given loops, is from an earlier to a later statement at one point. */
    boolean staysAtPoint(List<Integer> loops) {
        List<Integer> inner = IntStream.range(0, dependences.loops().size())
                .boxed()
                .filter(z -> !loops.contains(z))
                .toList();
        return dependences.dependences().stream().allMatch(d -> {
            Map inside = agreeingIn(onCommonSpace(d), loops);
            Map samePoint = agreeingIn(inside, inner);
            return inside.isSubset(samePoint) && (samePoint.isEmpty() || position(d.source()) < position(d.sink()));
        });
    }

    private int position(String statement) {
        int position = 0;
        for (PlacedStatement placed : dependences.nest().statements()) {
            if (placed.statement().id().equals(statement)) {
                return position;
            }
            position++;
        }
        throw new IllegalArgumentException("no statement " + statement);
    }
}
