package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.TimeTile;

/**
 * Points at the ends of arrays, in blocks whose box lies inside of the arrays: they are first or last points of a box, and so the first or last ones of a thread.
 * What a condition says of a thread's other points is known.
 *
 * <p>Example: of an array from 1 on, {@code j >= 2} holds for all points of a thread but its first, {@code (j - base) mod 4 = 0}, wherever its box begins.
 *
 * @param across dimensions of a plane
 */
record EdgePoints(LoopNest nest, TimeTile planned, List<TimeTile.Dimension> across) {
    /** Whether boxes begin and end with the arrays. */
    boolean apply() {
        return across.stream().anyMatch(TimeTile.Dimension::whole);
    }

    /**
     * Where a block's box begins: a box that would end beyond the arrays begins as much earlier as it can end with them, along rows by whole accesses, so that it has no points outside. Such a box
     * has all points of the arrays that the block's box has in the plan, and so whatever the block's own elements are made of.
     *
     * <p>Example: boxes of 64 points of which 60 are their own, in arrays of 400 elements from 1 on: the last one begins at 337, not at 361.
     */
    Affine start(TimeTile.Dimension d) {
        List<ArrayDeclaration.Bounds> bounds = bounds(d);
        if (!d.whole() || bounds.size() != 1) {
            return d.base();
        }
        Affine lower = bounds.getFirst().lower();
        Affine upper = bounds.getFirst().upper();
        int step = step(d);
        Affine latest = upper.minus(lower).plus(1L - d.extent());
        Affine wholeAccesses = step == 1 ? latest : new Affine.FloorDiv(latest.plus(step - 1L), step).times(step);
        return lower.plus(
                new Affine.Min(List.of(Affines.simplify(d.base().minus(lower)), Affines.simplify(wholeAccesses))));
    }

    /** Points by which boxes can begin earlier: any number across rows. */
    private int step(TimeTile.Dimension d) {
        return d == across.getLast() ? d.thread() : 1;
    }

    /** Whether a block's box lies inside of all arrays, as far as planes are concerned. */
    Condition inside() {
        List<Condition> conditions = new ArrayList<>();
        for (TimeTile.Dimension d : across) {
            List<ArrayDeclaration.Bounds> all = bounds(d);
            for (ArrayDeclaration.Bounds bounds : all) {
                boolean moved = all.size() == 1 && d.whole();
                add(conditions, bounds.lower(), d.base());
                if (moved) {
                    add(conditions, bounds.lower().plus(d.extent() - 1L), bounds.upper());
                }
                if (!moved || step(d) > 1) {
                    add(conditions, start(d).plus(d.extent() - 1L), bounds.upper());
                }
            }
        }
        return Affines.and(conditions.stream().distinct().toList());
    }

    /** {@code small <= large}, unless it is known as blocks count from 0. */
    private void add(List<Condition> conditions, Affine small, Affine large) {
        LinearForm left = LinearForm.of(large.minus(small));
        boolean known = left.constant() >= 0
                && left.terms().entrySet().stream()
                        .allMatch(t -> t.getValue() > 0
                                && t.getKey() instanceof Affine.Variable v
                                && across.stream().anyMatch(d -> d.block().equals(v.name())));
        if (!known) {
            conditions.add(
                    new Condition.Compare(Affines.simplify(small), Condition.Relation.LE, Affines.simplify(large)));
        }
    }

    private List<ArrayDeclaration.Bounds> bounds(TimeTile.Dimension d) {
        int dimension = planned.dimensions().indexOf(d);
        return planned.arrays().stream()
                .filter(a -> a.transfer().isInMemory())
                .map(a -> nest.array(a.array()).bounds().get(dimension))
                .distinct()
                .toList();
    }

    /** The same condition in such blocks, true for the points of a thread at which it is known to hold. */
    Condition atEdges(Condition condition) {
        if (!(condition instanceof Condition.Compare compare)) {
            return condition;
        }
        LinearForm difference = LinearForm.of(compare.left().minus(compare.right()));
        for (TimeTile.Dimension d : across) {
            long coefficient = difference.coefficient(d.variable());
            boolean alone = across.stream()
                    .filter(o -> o != d)
                    .noneMatch(o -> condition.variables().contains(o.variable()));
            if (alone && Math.abs(coefficient) == 1) {
                return switch (compare.relation()) {
                    case GE -> atEdges(condition, d, difference, coefficient > 0);
                    case GT ->
                        atEdges(
                                condition,
                                d,
                                LinearForm.of(difference.toAffine().plus(-1)),
                                coefficient > 0);
                    case LE -> atEdges(condition, d, negated(difference), coefficient < 0);
                    case LT ->
                        atEdges(
                                condition,
                                d,
                                LinearForm.of(negated(difference).toAffine().plus(-1)),
                                coefficient < 0);
                    case EQ, NE -> condition;
                };
            }
        }
        return condition;
    }

    private static LinearForm negated(LinearForm form) {
        return LinearForm.of(form.toAffine().times(-1));
    }

    /** @param atLeast {@code atLeast >= 0} is the condition, in which the point's coordinate has the coefficient 1, or -1 where it is bounded from above */
    private Condition atEdges(Condition condition, TimeTile.Dimension d, LinearForm atLeast, boolean fromBelow) {
        Affine point = Affine.variable(d.variable());
        int last = d.thread() - 1;
        // The bound of the coordinate, and of what is known of the thread's first or last point.
        Affine bound =
                fromBelow ? point.minus(atLeast.toAffine()) : atLeast.toAffine().plus(point);
        long needed = Long.MAX_VALUE;
        for (ArrayDeclaration.Bounds bounds : bounds(d)) {
            Affine beyond =
                    fromBelow ? bound.minus(bounds.lower()) : bounds.upper().minus(bound);
            OptionalLong points = Affines.constantValue(Affines.simplify(beyond));
            needed = Math.min(needed, points.orElse(Long.MAX_VALUE));
        }
        if (needed <= 0) {
            return Condition.TRUE;
        }
        if (needed > last) {
            return condition;
        }
        Affine number = new Affine.Mod(point.minus(start(d)), d.thread());
        Condition known = fromBelow
                ? new Condition.Compare(number, Condition.Relation.GE, Affine.constant(needed))
                : new Condition.Compare(number, Condition.Relation.LE, Affine.constant(last - needed));
        return Condition.or(List.of(known, condition));
    }
}
