package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;

/**
 * Replaces block coordinates that have one value only. Before: {@code ib = kb .. kb}, points from {@code 64*ib + 1}.
 * After: points from {@code 64*kb + 1}, which then cancels against the sequential loop's {@code 64*kb + 1}. Likewise where that value is another
 * coordinate's, of the same range, as in the diagonal of a triangle: blocks beside it are not launched; and where a loop of the host around them has one value, a number.
 */
final class FixedCoordinates {
    private FixedCoordinates() {}

    /** @param hostLoops around the launch */
    static Piece inline(Piece piece, List<HostStep.HostLoop> hostLoops) {
        Map<String, Affine> fixed = new HashMap<>();
        for (HostStep.HostLoop loop : hostLoops) {
            OptionalLong first = Affines.constantValue(loop.first());
            if (first.isPresent() && first.equals(Affines.constantValue(loop.last()))) {
                fixed.put(loop.variable(), Affine.constant(first.getAsLong()));
            }
        }
        List<Piece.GridDimension> free = new ArrayList<>();
        for (Piece.GridDimension dimension : piece.grid()) {
            if (Affines.simplify(dimension.first()).equals(Affines.simplify(dimension.last()))) {
                fixed.put(dimension.variable(), dimension.first().substitute(fixed));
            } else if (free.stream().anyMatch(f -> areEqual(f, dimension, piece.member()))) {
                Piece.GridDimension equal = free.stream()
                        .filter(f -> areEqual(f, dimension, piece.member()))
                        .findFirst()
                        .orElseThrow();
                fixed.put(dimension.variable(), Affine.variable(equal.variable()));
            } else {
                free.add(new Piece.GridDimension(
                        dimension.variable(),
                        dimension.first().substitute(fixed),
                        dimension.last().substitute(fixed)));
            }
        }
        return fixed.isEmpty() ? piece : substitute(piece, free, fixed);
    }

    /**
     * The same without point dimensions of one point each, as blocks of one problem of a batch have: what lies between is then as if that
     * loop were the host's. The last one stays, along which threads are numbered.
     */
    static Piece withoutSinglePoints(Piece piece) {
        Map<String, Affine> fixed = new HashMap<>();
        List<Piece.PointDimension> kept = new ArrayList<>();
        for (Piece.PointDimension point : piece.points()) {
            if (point.extent() == 1 && !point.lanes() && point != piece.points().getLast()) {
                fixed.put(point.variable(), point.base());
            } else {
                kept.add(point);
            }
        }
        if (fixed.isEmpty()) {
            return piece;
        }
        Piece same = substitute(piece, piece.grid(), fixed);
        return new Piece(
                same.role(),
                same.grid(),
                same.member(),
                same.interior(),
                same.sequential(),
                kept,
                same.tiles(),
                same.prologue(),
                same.statements(),
                same.epilogue(),
                same.barriers());
    }

    /** Whether two coordinates of the same range are equal in every block. */
    private static boolean areEqual(Piece.GridDimension one, Piece.GridDimension other, Condition member) {
        Affine apart = Affine.variable(one.variable()).minus(Affine.variable(other.variable()));
        return Affines.simplify(one.first()).equals(Affines.simplify(other.first()))
                && Affines.simplify(one.last()).equals(Affines.simplify(other.last()))
                && member.conjuncts().stream()
                        .anyMatch(c -> c instanceof Condition.Compare compare
                                && compare.relation() == Condition.Relation.EQ
                                && isZero(compare.left().minus(compare.right()), apart));
    }

    private static boolean isZero(Affine difference, Affine apart) {
        Affine zero = Affine.constant(0);
        return Affines.simplify(difference.minus(apart)).equals(zero)
                || Affines.simplify(difference.plus(apart)).equals(zero);
    }

    private static Piece substitute(Piece piece, List<Piece.GridDimension> grid, Map<String, Affine> fixed) {
        return new Piece(
                piece.role(),
                grid,
                substitute(piece.member(), fixed),
                substitute(piece.interior(), fixed),
                piece.sequential().stream().map(s -> substitute(s, fixed)).toList(),
                piece.points().stream()
                        .map(p -> new Piece.PointDimension(
                                p.variable(), p.base().substitute(fixed), p.extent(), p.thread(), p.lanes()))
                        .toList(),
                piece.tiles().stream()
                        .map(t -> new Piece.RegisterTile(
                                t.array(),
                                substitute(t.indices(), fixed),
                                t.loaded(),
                                t.stored().substitute(fixed),
                                t.partial()))
                        .toList(),
                piece.prologue().stream().map(s -> substitute(s, fixed)).toList(),
                piece.statements().stream().map(s -> substitute(s, fixed)).toList(),
                piece.epilogue().stream().map(s -> substitute(s, fixed)).toList(),
                piece.barriers());
    }

    private static Condition substitute(Condition condition, Map<String, Affine> fixed) {
        return Affines.and(condition.substitute(fixed).conjuncts().stream()
                .map(c -> c instanceof Condition.Compare compare ? Implications.decided(compare) : c)
                .filter(c -> !c.equals(Condition.TRUE))
                .toList());
    }

    private static Piece.SequentialLoop substitute(Piece.SequentialLoop loop, Map<String, Affine> fixed) {
        return new Piece.SequentialLoop(
                loop.variable(),
                loop.first().substitute(fixed),
                loop.last().substitute(fixed),
                loop.blockFirst().substitute(fixed),
                loop.chunk());
    }

    private static Piece.PlannedStatement substitute(Piece.PlannedStatement statement, Map<String, Affine> fixed) {
        Map<String, Affine> coordinates = new HashMap<>(statement.coordinates());
        coordinates.replaceAll((loop, value) -> value.substitute(fixed));
        return new Piece.PlannedStatement(
                statement.statement(),
                coordinates,
                substitute(statement.domain(), fixed),
                statement.accesses().stream()
                        .map(a -> new Piece.PlannedAccess(
                                a.access(), a.strategy(), substitute(a.indices(), fixed), a.tile()))
                        .toList());
    }

    private static List<Affine> substitute(List<Affine> expressions, Map<String, Affine> fixed) {
        return expressions.stream().map(e -> e.substitute(fixed)).toList();
    }
}
