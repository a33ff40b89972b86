package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.codegen.ir.KernelProgram;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.space.BlockRanges;
import tilewright.tiling.space.LoopRange;

/**
 * The columns of fronts of blocks: the coordinates that blocks have over all fronts. Fronts are planned where no dependence has a
 * negative component in a loop that is cut, so that a block depends on blocks of earlier fronts whose coordinates are no greater.
 *
 * <p>Example: of blocks {@code (32 front - m + 30)/64 .. } of which those have work that satisfy {@code 64 ib + 63 >= 0} and {@code -64 ib + n - 2 >= 0},
 * the columns are {@code 0 .. (n - 2)/64}.
 */
public final class FrontColumns {
    private final Map<String, LoopRange> ranges = new HashMap<>();
    private final Piece piece;

    private FrontColumns(Piece piece) {
        this.piece = piece;
    }

    /**
     * The columns of a loop's blocks, in the order of the grid; empty where it runs anything but fronts of blocks, where blocks depend on each other along
     * no coordinate of the grid or several, or where no bounds of a coordinate over all fronts are known. The coordinates are those that blocks have once
     * lowered: one that follows from the front or from another coordinate ({@link FixedCoordinates}) says of no block which column it belongs to.
     *
     * @param hostLoops around the launch, the loop itself the last one
     * @param parameters what the bounds may mention
     */
    public static Optional<List<KernelProgram.Column>> of(List<HostStep.HostLoop> hostLoops, List<String> parameters) {
        HostStep.HostLoop loop = hostLoops.getLast();
        boolean alone = loop.body().size() == 1
                && loop.body().getFirst() instanceof HostStep.Launch launch
                && launch.pieces().size() == 1
                && launch.pieces().getFirst().barriers()
                && launch.lane().equals(HostStep.Lane.MAIN);
        if (!alone) {
            return Optional.empty();
        }
        Piece piece = FixedCoordinates.inline(
                ((HostStep.Launch) loop.body().getFirst()).pieces().getFirst(), hostLoops);
        FrontColumns columns = new FrontColumns(piece);
        columns.ranges.put(loop.variable(), new LoopRange(loop.first(), loop.last()));
        List<KernelProgram.Column> found = new ArrayList<>();
        for (Piece.GridDimension dimension : piece.grid()) {
            Optional<Affine> first = columns.bound(dimension, false);
            Optional<Affine> last = columns.bound(dimension, true);
            if (first.isEmpty()
                    || last.isEmpty()
                    || !parameters.containsAll(first.get().variables())
                    || !parameters.containsAll(last.get().variables())) {
                return Optional.empty();
            }
            columns.ranges.put(dimension.variable(), new LoopRange(first.get(), last.get()));
            boolean dependent =
                    piece.sequential().getFirst().first().variables().contains(dimension.variable());
            found.add(new KernelProgram.Column(dimension.variable(), first.get(), last.get(), dependent));
        }
        // Along several coordinates columns without work would stand between those that have some, and hold these up.
        long dependent = found.stream().filter(KernelProgram.Column::dependent).count();
        return dependent == 1 ? Optional.of(found) : Optional.empty();
    }

    /** What the conditions on members say of the coordinate in all fronts; else what the grid spans in any front. */
    private Optional<Affine> bound(Piece.GridDimension dimension, boolean upper) {
        BlockRanges all = new BlockRanges(ranges);
        List<Affine> bounds = new ArrayList<>();
        for (Condition condition : piece.member().conjuncts()) {
            if (!(condition instanceof Condition.Compare c)
                    || c.relation() != Condition.Relation.GE
                    || !c.right().equals(Affine.constant(0))) {
                continue;
            }
            LinearForm form = LinearForm.of(c.left());
            long size = form.coefficient(dimension.variable());
            Affine rest = form.without(Affine.variable(dimension.variable())).toAffine();
            if (isOfFront(rest) || upper != size < 0 || size == 0) {
                continue;
            }
            Affine solved =
                    upper ? rest.floorDiv(-size) : rest.times(-1).plus(size - 1).floorDiv(size);
            (upper ? all.greatest(solved) : all.least(solved))
                    .map(Affines::simplify)
                    .ifPresent(bounds::add);
        }
        List<Affine> distinct = bounds.stream().distinct().toList();
        if (distinct.isEmpty()) {
            return upper ? all.greatest(dimension.last()) : all.least(dimension.first());
        }
        return Optional.of(
                distinct.size() == 1
                        ? distinct.getFirst()
                        : upper ? new Affine.Min(distinct) : new Affine.Max(distinct));
    }

    /** Whether it differs from front to front, or with coordinates further inside. */
    private boolean isOfFront(Affine rest) {
        return rest.variables().stream()
                        .anyMatch(v ->
                                piece.grid().stream().anyMatch(g -> g.variable().equals(v) && !ranges.containsKey(v)))
                || rest.variables().stream()
                        .anyMatch(v -> ranges.containsKey(v)
                                && piece.grid().stream()
                                        .noneMatch(g -> g.variable().equals(v)));
    }
}
