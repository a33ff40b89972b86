package tilewright.codegen.lower;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.Piece;

/**
 * What the first block's conditions say of the second block's points in {@link JoinedBlocks}, where points are numbered as
 * if they followed the first one's.
 *
 * <p>A condition that compares points along the joined axis with iterations must hold for all of them or for none. One
 * that says nothing of that axis must be asked by the second block as well, if it changes with the iterations; else the first
 * block, which lies inside its domain where this is used, knows it. One on points of that axis alone bounds the array: it is
 * asked of the points' places in memory when their elements are loaded and stored.
 */
final class SecondHalf {
    private final JoinedBlocks joined;
    private final String along;
    private final String iteration;
    private final Ranges ranges = new Ranges();

    SecondHalf(JoinedBlocks joined) {
        this.joined = joined;
        Piece.PointDimension points = joined.first().points().get(joined.axis());
        Piece.SequentialLoop loop = joined.first().sequential().getFirst();
        this.along = points.variable();
        this.iteration = loop.variable();
        Affine follows = points.base().plus(points.extent());
        ranges.atLeast(along, follows);
        ranges.atMost(along, follows.plus(points.extent() - 1L));
        ranges.atLeast(iteration, loop.blockFirst());
        ranges.atMost(iteration, loop.last());
    }

    /** Whether the elements stored are at least those that should be, of points within the array. */
    boolean storesAll(Condition ofFirst, Condition ofSecond) {
        return ofFirst.conjuncts().stream()
                .allMatch(c -> c.equals(Condition.TRUE) || alwaysHolds(c) || isAsked(c, ofSecond) || isKnown(c));
    }

    /** Whether a full first block knows a condition on its other axes, which the second one has as well. */
    private boolean isKnown(Condition conjunct) {
        return !conjunct.variables().contains(along)
                && !conjunct.variables().contains(iteration)
                && joined.first().statements().stream().anyMatch(s -> isAsked(conjunct, s.domain()));
    }

    /** @param counterpart the second block's statement, or null where it has none */
    boolean runsWhere(Piece.PlannedStatement statement, Piece.@Nullable PlannedStatement counterpart) {
        List<Condition> conjuncts = statement.domain().conjuncts();
        if (counterpart == null) {
            return conjuncts.stream().anyMatch(c -> neverHolds(c));
        }
        return conjuncts.stream().allMatch(c -> isRight(c, counterpart.domain()))
                && counterpart.domain().conjuncts().stream()
                        .allMatch(c -> c.equals(Condition.TRUE)
                                || isAsked(c, statement.domain())
                                || isAsked(c, joined.second().member()));
    }

    private boolean isRight(Condition conjunct, Condition domain) {
        boolean ofAxis = conjunct.variables().contains(along);
        boolean ofIteration = conjunct.variables().contains(iteration);
        if (ofAxis && ofIteration) {
            return alwaysHolds(conjunct);
        }
        return ofAxis ? isAsked(conjunct, domain) : !ofIteration || isAsked(conjunct, domain);
    }

    private static boolean isAsked(Condition conjunct, Condition by) {
        List<LinearForm> forms = notNegative(conjunct);
        return by.conjuncts().stream()
                .anyMatch(c -> c.equals(conjunct) || !forms.isEmpty() && forms.equals(notNegative(c)));
    }

    /** Whether a condition on points of the joined axis holds for all of them and all iterations. */
    private boolean alwaysHolds(Condition conjunct) {
        List<LinearForm> forms = notNegative(conjunct);
        return conjunct.variables().contains(along)
                && !forms.isEmpty()
                && forms.stream().allMatch(f -> ranges.isNonNegative(f.toAffine()));
    }

    private boolean neverHolds(Condition conjunct) {
        return conjunct.variables().contains(along)
                && notNegative(conjunct).stream()
                        .anyMatch(
                                f -> ranges.isNonNegative(f.toAffine().times(-1).plus(-1)));
    }

    /** What a comparison says is not negative; none for other conditions. */
    private static List<LinearForm> notNegative(Condition condition) {
        return condition instanceof Condition.Compare c
                ? c.notNegative().stream().map(LinearForm::of).toList()
                : List.of();
    }
}
