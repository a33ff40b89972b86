package tilewright.kernel;

import java.util.Locale;

/**
 * Which elements of three small matrices each lane of a warp holds when the warp multiplies them in double precision (PTX ISA, "Matrix
 * Fragments for mma.m8n8k4 with .f64 floating point type", and those for m16n8k4, k8 and k16, which take compute capability 9.0). A lane has its
 * share of the first matrix, of {@link #rows} x {@link #depth}, of the second, {@link #depth} x {@value #COLUMNS}, and of the sums,
 * {@link #rows} x {@value #COLUMNS}.
 *
 * <p>Example: with {@link #M8N8K4}, lane 13 has element (3,1) of the first matrix, (1,3) of the second, (3,2) and (3,3) of the sums.
 */
public enum MatrixShape {
    M8N8K4(8, 4),
    M16N8K4(16, 4),
    M16N8K8(16, 8),
    M16N8K16(16, 16);

    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /** Columns of the second matrix, and rows that lie next to each other in fragments. */
    public static final int COLUMNS = 8;

    /** Lanes of a warp along a row, and products of one element that lie next to each other in fragments. */
    public static final int GROUP = 4;

    /** 32-bit registers of a number. */
    private static final int WORDS = 2;

    private final int rows;
    private final int depth;

    MatrixShape(int rows, int depth) {
        this.rows = rows;
        this.depth = depth;
    }

    /** Rows of the first matrix. */
    public int rows() {
        return rows;
    }

    /**
     * Whether threads lie and points are shared out as products of warps want it: eight threads of a warp along rows, each with two rows or more,
     * and four along columns, each with pairs of columns.
     *
     * @param rows of a thread
     * @param columns of a thread
     * @param iterations of which threads of a row share out the factors
     */
    public static boolean fits(int rows, int columns, int threadsOfRows, int threadsOfColumns, long iterations) {
        return rows > 1
                && columns % (COLUMNS / GROUP) == 0
                && threadsOfRows % COLUMNS == 0
                && threadsOfColumns % GROUP == 0
                && iterations % GROUP == 0;
    }

    /**
     * Elements by which rows of factors in shared memory are longer than they are: a warp reads eight rows and four columns of them, or the other
     * way round, at a time, and with rows of 4 or 12 elements more than a multiple of 16 the reads of half a warp hit every bank once.
     */
    public static int padding(long length) {
        return (int) Math.floorMod(GROUP - length, (long) COLUMNS);
    }

    /** Multiply-adds that a warp does at a time. */
    public int products() {
        return rows * COLUMNS * depth;
    }

    /** Products that each sum takes up. */
    public int depth() {
        return depth;
    }

    /**
     * The shape for tiles of which a thread has so many rows and columns: the deepest whose registers leave room for as many warps as the
     * shallowest's. Deeper ones are faster by a few hundredths on one H200, twice the warps by more.
     *
     * @param iterations products of each sum, a multiple of {@link #GROUP}; deeper shapes take them up in two or more steps, so that one step's factors
     *     are read while those of another are used
     */
    public static MatrixShape of(int rows, int columns, long iterations) {
        MatrixShape best = M8N8K4;
        int most = M16N8K4.registers(rows, columns) <= LIMITS.fewRegisters()
                ? LIMITS.fewRegisters()
                : LIMITS.manyRegisters();
        for (MatrixShape shape : values()) {
            boolean divides = rows * COLUMNS % shape.rows == 0;
            boolean deep = iterations % (2 * shape.depth) == 0 && shape.registers(rows, columns) <= most;
            best = divides && (shape.depth == GROUP || deep) ? shape : best;
        }
        return best;
    }

    /** Registers of a thread for sums and two sets of factors, 32 bits each. */
    public int registers(int rows, int columns) {
        return WORDS * (rows * columns + 2 * (rows + columns / 2) * depth / GROUP);
    }

    /** How PTX calls it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Sums of a lane. */
    public int sums() {
        return rows * COLUMNS / Simt.WARP;
    }

    /** Elements of the first matrix of a lane. */
    public int left() {
        return rows * depth / Simt.WARP;
    }

    /** Elements of the second matrix of a lane. */
    public int right() {
        return depth * COLUMNS / Simt.WARP;
    }

    public int sumRow(int lane, int element) {
        return lane / GROUP + element / 2 * COLUMNS;
    }

    public int sumColumn(int lane, int element) {
        return lane % GROUP * 2 + element % 2;
    }

    public int leftRow(int lane, int element) {
        return lane / GROUP + element % (rows / COLUMNS) * COLUMNS;
    }

    /** Which product an element of the first matrix is a factor of. */
    public int leftDepth(int lane, int element) {
        return lane % GROUP + element / (rows / COLUMNS) * GROUP;
    }

    /** Which product an element of the second matrix is a factor of. */
    public int rightDepth(int lane, int element) {
        return lane % GROUP + element * GROUP;
    }

    public int rightColumn(int lane, int element) {
        return lane / GROUP;
    }
}
