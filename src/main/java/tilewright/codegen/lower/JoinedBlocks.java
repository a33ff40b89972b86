package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Blocks that repeat what the one block computes that they wait for: one launch instead of two, and the two run side by
 * side. A panel of an elimination together with the diagonal block is a block of twice as many points, whose iterations
 * depend on each other as those of the diagonal block do: in iteration k its points need row k and column k, which the
 * diagonal block and the panel have.
 *
 * <p>The joined block's points are numbered as those of the first block and, from offset {@code extent} on along one axis,
 * those of the second one, as if they followed: {@code i = base + offset} there, {@code i + by} in memory
 * ({@link tilewright.codegen.ir.Axis.Jump}). So it runs the first block's statements; what is proved here, by the form of
 * conditions and subscripts, is that on the second half they run exactly where the second block's statements do, and name
 * the same elements.
 *
 * @param first the one block, which stages nothing
 * @param second blocks that wait for it
 * @param axis along which they lie side by side
 * @param by how far the second block's points lie from where they would follow the first one's
 */
record JoinedBlocks(Piece first, Piece second, int axis, Affine by) {
    /**
     * The two blocks as one; empty where that is not proved to do the same.
     *
     * @param first planned for a launch of one block
     * @param second planned for the launch after that
     * @param ranges of the second one's variables
     */
    static Optional<JoinedBlocks> of(Piece first, Piece second, Ranges ranges) {
        int axis = axis(first, second);
        boolean once = Stream.of(first, second)
                .anyMatch(p -> !p.prologue().isEmpty() || !p.epilogue().isEmpty());
        if (axis < 0
                || once
                || 2 * first.threads() > Simt.BLOCK_THREADS
                || !isAlone(first)
                || !haveSameLoops(first, second)) {
            return Optional.empty();
        }
        Piece.PointDimension points = first.points().get(axis);
        Affine follows = points.base().plus(points.extent());
        Affine by = Affines.difference(second.points().get(axis).base(), follows);
        JoinedBlocks joined = new JoinedBlocks(first, second, axis, by);
        return ranges.isNonNegative(by) && joined.computesTheSame() ? Optional.of(joined) : Optional.empty();
    }

    /** The first block with twice as many points, launched for every block of the second. */
    Piece piece() {
        List<Piece.PointDimension> points = new ArrayList<>(first.points());
        Piece.PointDimension along = points.get(axis);
        points.set(
                axis,
                new Piece.PointDimension(along.variable(), along.base(), 2 * along.extent(), along.thread(), false));
        return new Piece(
                second.role() + ", together with the block that they need",
                second.grid(),
                second.member(),
                Condition.FALSE,
                first.sequential(),
                points,
                first.tiles(),
                first.statements(),
                false);
    }

    /** A point of the first block, or of the second. */
    Condition isIn(boolean ofFirst) {
        Piece.PointDimension points = first.points().get(axis);
        return new Condition.Compare(
                Affine.variable(points.variable()),
                ofFirst ? Condition.Relation.LT : Condition.Relation.GE,
                Affines.simplify(points.base().plus(points.extent())));
    }

    /** One block whose points find everything with each other. */
    private static boolean isAlone(Piece first) {
        return first.grid().isEmpty()
                && !first.barriers()
                && first.tiles().stream().allMatch(t -> t.partial() == null)
                && first.statements().stream()
                        .flatMap(s -> s.accesses().stream())
                        .allMatch(a -> a.strategy() == Strategy.OWN || a.strategy() == Strategy.EXCHANGED);
    }

    /** The axis along which two pieces of equal points lie apart; -1 where it is none, or several. */
    private static int axis(Piece first, Piece second) {
        List<Piece.PointDimension> ones = first.points();
        List<Piece.PointDimension> others = second.points();
        boolean equal = ones.size() == others.size()
                && IntStream.range(0, ones.size())
                        .allMatch(
                                d -> ones.get(d).variable().equals(others.get(d).variable())
                                        && ones.get(d).extent() == others.get(d).extent()
                                        && ones.get(d).thread() == others.get(d).thread()
                                        && !ones.get(d).lanes());
        if (!equal) {
            return -1;
        }
        int[] apart = IntStream.range(0, ones.size())
                .filter(d -> !areEqual(ones.get(d).base(), others.get(d).base()))
                .toArray();
        return apart.length == 1 ? apart[0] : -1;
    }

    private static boolean haveSameLoops(Piece first, Piece second) {
        return first.sequential().size() == 1
                && second.sequential().size() == 1
                && areSame(first.sequential().getFirst(), second.sequential().getFirst());
    }

    private static boolean areSame(Piece.SequentialLoop one, Piece.SequentialLoop other) {
        return one.variable().equals(other.variable())
                && areEqual(one.first(), other.first())
                && one.last().equals(other.last())
                && areEqual(one.blockFirst(), other.blockFirst());
    }

    private static boolean areEqual(Affine one, Affine other) {
        return Affines.simplify(one).equals(Affines.simplify(other));
    }

    private static boolean areEqual(List<Affine> ones, List<Affine> others) {
        return ones.size() == others.size()
                && IntStream.range(0, ones.size()).allMatch(d -> areEqual(ones.get(d), others.get(d)));
    }

    /** Whether statements run at the second block's points exactly where they should, on the elements that they should. */
    private boolean computesTheSame() {
        SecondHalf half = new SecondHalf(this);
        boolean sameTiles = first.tiles().size() == second.tiles().size()
                && IntStream.range(0, first.tiles().size())
                        .allMatch(t ->
                                areSame(first.tiles().get(t), second.tiles().get(t), half));
        return sameTiles
                && second.statements().stream().allMatch(s -> counterpart(s, first) != null)
                && first.statements().stream().allMatch(s -> half.runsWhere(s, counterpart(s, second)));
    }

    private static boolean areSame(Piece.RegisterTile one, Piece.RegisterTile other, SecondHalf half) {
        return other.array().equals(one.array())
                && areEqual(other.indices(), one.indices())
                && other.loaded() == one.loaded()
                && half.storesAll(one.stored(), other.stored());
    }

    private static Piece.@Nullable PlannedStatement counterpart(Piece.PlannedStatement statement, Piece piece) {
        return piece.statements().stream()
                .filter(s -> areSame(s, statement))
                .findFirst()
                .orElse(null);
    }

    private static boolean areSame(Piece.PlannedStatement one, Piece.PlannedStatement other) {
        Set<String> loops = one.coordinates().keySet();
        return one.statement().id().equals(other.statement().id())
                && loops.equals(other.coordinates().keySet())
                && loops.stream()
                        .allMatch(l -> areEqual(
                                one.coordinates().getOrDefault(l, Affine.constant(0)),
                                other.coordinates().getOrDefault(l, Affine.constant(0))))
                && one.accesses().size() == other.accesses().size()
                && IntStream.range(0, one.accesses().size())
                        .allMatch(a -> one.accesses()
                                        .get(a)
                                        .access()
                                        .equals(other.accesses().get(a).access())
                                && areEqual(
                                        one.accesses().get(a).indices(),
                                        other.accesses().get(a).indices()));
    }
}
