package tilewright.tiling;

import java.util.List;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.model.PlacedStatement;

/**
 * Compares an order of execution with the dependences, in the common loop space: is the source of every
 * dependence before its sink?
 */
final class OrderCheck {
    private final Dependences dependences;

    OrderCheck(Dependences dependences) {
        this.dependences = dependences;
    }

    /** The dependence between points of the common loop space, {@code { [x] -> [x'] }}. */
    Map onCommonSpace(Dependence dependence) {
        return dependence
                .relation()
                .applyDomain(dependences.embedding(dependence.source()).relation())
                .applyRange(dependences.embedding(dependence.sink()).relation());
    }

    /** The relation restricted to pairs that agree in the first {@code count} coordinates. */
    static Map agreeingIn(Map relation, int count) {
        Map result = relation;
        for (int z = 0; z < count; z++) {
            result = result.equate(Dim.IN, z, Dim.OUT, z);
        }
        return result;
    }

    /** Whether no dependence within fixed outer loops has a component other than zero in a loop. */
    boolean isZeroWithin(int loop, int outer) {
        return dependences.dependences().stream()
                .map(d -> agreeingIn(onCommonSpace(d), outer))
                .allMatch(relation -> relation.subtract(relation.equate(Dim.IN, loop, Dim.OUT, loop))
                        .isEmpty());
    }

    /**
     * A dependence that the order "first {@code count} loops as they are, then statement by statement, then all
     * points at once" violates, or that a block of these loops would run backwards.
     */
    Optional<Dependence> violatedBySequentialPrefix(List<Dependence> among, int count) {
        return among.stream()
                .filter(d -> anyGoesBack(onCommonSpace(d), count) || !isOrderedWithin(d, count))
                .findFirst();
    }

    /** A dependence whose first {@code count} components can be lexicographically negative. */
    Optional<Dependence> violatedByHostOrder(int count) {
        return dependences.dependences().stream()
                .filter(d -> goesBackLexicographically(onCommonSpace(d), count))
                .findFirst();
    }

    private static boolean goesBackLexicographically(Map relation, int count) {
        for (int z = 0; z < count; z++) {
            if (!agreeingIn(relation, z).orderGt(Dim.IN, z, Dim.OUT, z).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a component of the first {@code count} loops can be negative. */
    private static boolean anyGoesBack(Map relation, int count) {
        for (int z = 0; z < count; z++) {
            if (!relation.orderGt(Dim.IN, z, Dim.OUT, z).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** With equal outer loops: source statement first, or the same operation's own point. */
    private boolean isOrderedWithin(Dependence dependence, int count) {
        if (position(dependence.source()) < position(dependence.sink())) {
            return true;
        }
        Map within = agreeingIn(onCommonSpace(dependence), count);
        return within.isEmpty();
    }

    /**
     * Whether a dependence, for equal first {@code count} loops, goes forward in the remaining loops' original
     * order, or from an earlier statement to a later one at the same point.
     */
    boolean keepsOrderInside(Dependence dependence, int count) {
        Map inside = agreeingIn(onCommonSpace(dependence), count);
        for (int z = count; z < dependences.loops().size(); z++) {
            if (!agreeingIn(inside, z).orderGt(Dim.IN, z, Dim.OUT, z).isEmpty()) {
                return false;
            }
        }
        Map samePoint = agreeingIn(inside, dependences.loops().size());
        return samePoint.isEmpty() || position(dependence.source()) < position(dependence.sink());
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
