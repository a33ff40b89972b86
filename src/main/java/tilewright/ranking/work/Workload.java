package tilewright.ranking.work;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.description.HostDescription;
import tilewright.tiling.plan.Family;

/**
 * What the launches of a family do, independent of block sizes: which statements run where, and where their
 * accesses find their values, as the family says ({@link Family.Place}).
 *
 * @param innermost the loop along which neighbouring points of a block lie: the last parallel one, but lanes that do not run along rows lie around the others; -1 for none
 * @param levels one per launch of a step
 */
public record Workload(Family family, int innermost, List<Level> levels) {
    public record Level(String description, List<Piece> pieces) {
        public Level {
            pieces = List.copyOf(pieces);
        }
    }

    /**
     * @param free mask of the loops over whose blocks it ranges
     * @param fixedBySome of these, the loops that other pieces fix: this piece leaves out one block of each
     * @param operands the different values that its threads read from shared memory
     * @param separate whether statements do without each other ({@link tilewright.tiling.property.SeparateStatements})
     * @param padded mask of the loop at whose end blocks run the interior's body, because what lies beyond is padding; or none
     * @param fronts what blocks of fronts access, or of threads that walk short rows, which may lie in boxes; null for other pieces
     */
    public record Piece(
            Family.PieceShape shape,
            int free,
            int fixedBySome,
            List<Computation> computations,
            List<Reference> references,
            List<ExpressionCost.Operand> operands,
            boolean separate,
            int padded,
            @Nullable FrontBoxes fronts) {
        public Piece {
            computations = List.copyOf(computations);
            references = List.copyOf(references);
            operands = List.copyOf(operands);
        }

        /** What blocks of fronts, or of threads that walk short rows, keep in shared memory; nothing of other blocks. */
        public FrontBoxes.Boxes boxes(Geometry geometry) {
            return fronts == null ? FrontBoxes.Boxes.NONE : fronts.of(geometry);
        }

        /** What blocks keep of arrays that they access across rows. */
        public CrossedBoxes crossed(Geometry geometry) {
            return references.stream().anyMatch(Reference::boxed)
                    ? CrossedBoxes.of(references, geometry)
                    : CrossedBoxes.NONE;
        }
    }

    /**
     * A statement of a piece.
     *
     * @param statement id
     * @param pinned loops of the block of which it runs only one value in an iteration of the loops inside, e.g. j = k
     * @param guards loops of which a point takes part for some values only, e.g. i > k in the blocks of row k: what runs of
     *     them is compared in every iteration
     * @param moving parallel loops with which the first or last iteration of the kernel's loop moves: of a block's iterations a point takes
     *     part in some, e.g. k > i
     * @param extreme whether its value is a minimum or maximum, of which kernels join two iterations where bits order as
     *     numbers do; all other kernels may read staged values one iteration ahead
     * @param update which of a host's rows it is ({@link HostDescription.Loops#rows})
     */
    public record Computation(
            String statement, ExpressionCost cost, int pinned, int guards, int moving, boolean extreme, String update) {
        /** Whether points are checked in every iteration. */
        public boolean guarded() {
            return guards != 0;
        }
    }

    public Workload {
        levels = List.copyOf(levels);
    }

    /**
     * Whether each thread runs along lines of its own, as recurrences along the rows of a matrix do: loops are threads' or run inside the kernel, in each of whose iterations a
     * statement stores another element, and no thread has a value from another one, nor a part of its sum. Such programs have nothing that
     * lanes of a warp compute together, so that a block need not have whole warps.
     */
    public boolean isOfLines() {
        int inside = 0;
        for (int z = 0; z < family.roles().size(); z++) {
            switch (family.roles().get(z)) {
                case KERNEL -> inside |= 1 << z;
                case HOST, PARALLEL -> {}
                case HOST_BLOCKS, FRONTS, UNROLLED, REDUCTION -> {
                    return false;
                }
            }
        }
        int loops = inside;
        return inside != 0
                && family.time() == null
                && levels.stream()
                        .flatMap(l -> l.pieces().stream())
                        .allMatch(p -> !p.shape().exchanged()
                                && p.references().stream()
                                        .filter(r -> r.stores() > 0)
                                        .allMatch(r -> (r.loops() & loops) == loops));
    }
}
