package tilewright.ranking.work;

import tilewright.kernel.MatrixShape;
import tilewright.model.DataType;
import tilewright.ranking.description.InstructionRates;

/**
 * Updates that warps compute together as products of matrices, in double precision: a chunk's iterations are taken up a few at a time by one
 * instruction, and each lane reads its share of the factors.
 *
 */
public final class Products {
    /** The operation's name in device files: multiply-adds of such products. */
    private static final String OPERATION = InstructionRates.PRODUCT;

    private Products() {}

    /** Multiply-adds per second that way, over those one by one; 1 for devices that are not known to have the instruction. */
    public static double faster(InstructionRates rates) {
        return rates.has(DataType.DOUBLE, OPERATION)
                ? rates.of(DataType.DOUBLE, OPERATION).perSecond()
                        / rates.of(DataType.DOUBLE, "fma").perSecond()
                : 1;
    }

    /**
     * Whether blocks of that geometry compute some statements of a piece that way: its statements do without each other, some are such
     * updates, and the block lies as products want it, eight threads along the next to last loop, four along the last one.
     */
    public static boolean areIn(Workload.Piece piece, Geometry geometry) {
        int last = geometry.lastParallel();
        int next = geometry.parallelBefore(last);
        return piece.separate()
                && geometry.lanes() == 1
                && next >= 0
                && MatrixShape.fits(
                        geometry.thread(next),
                        geometry.thread(last),
                        geometry.block(next) / geometry.thread(next),
                        geometry.block(last) / geometry.thread(last),
                        geometry.chunk())
                && piece.computations().stream().anyMatch(Products::isProduct);
    }

    public static boolean isProduct(Workload.Computation computation) {
        return computation.cost().product() && computation.pinned() == 0;
    }

    /**
     * Of how many lanes each has one share of the values that a thread would have of its own: the four along a row share iterations out, and
     * what depends on the column is read once for two sums.
     */
    public static double lanes(int loops, Geometry geometry) {
        boolean columns = (loops & 1 << geometry.lastParallel()) != 0;
        return columns ? MatrixShape.COLUMNS : MatrixShape.GROUP;
    }

    /** The shape of a thread's products. */
    public static MatrixShape shape(Geometry geometry) {
        return MatrixShape.of(rows(geometry), columns(geometry), geometry.chunk());
    }

    /** Registers of a thread for sums and factors, of one statement after the other. */
    static int registers(Workload.Piece piece, Geometry geometry) {
        int rows = rows(geometry);
        int columns = columns(geometry);
        long others = geometry.tile() / ((long) rows * columns);
        int besides = piece.computations().size() - 1;
        long words = (long) besides * rows * columns * Double.BYTES / Integer.BYTES;
        return (int) (others * (words + shape(geometry).registers(rows, columns)));
    }

    private static int rows(Geometry geometry) {
        return geometry.thread(geometry.parallelBefore(geometry.lastParallel()));
    }

    private static int columns(Geometry geometry) {
        return geometry.thread(geometry.lastParallel());
    }
}
