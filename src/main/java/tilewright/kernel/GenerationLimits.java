package tilewright.kernel;

import java.util.List;
import java.util.Map;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.LinearForm;
import tilewright.model.ShippedFile;
import tilewright.model.SourcedFigures;

/**
 * Figures to which generated programs keep, on every device: lowering and passes read them here, and so does the model of times. The file {@code generation.json} beside this
 * class holds them and where each comes from.
 *
 * @param round most iterations for which threads hand each other values at once: with more, repeated arithmetic costs more than barriers
 * @param copies registers of a thread for its copies of other threads' values, where they are handed out for several iterations at once
 * @param otherRegisters registers of a thread beside its tile and factors: addresses, loop counters, temporaries; programs ask the compiler to leave room for so many
 * @param inFlight registers of a thread, of four bytes, for elements that are on their way from memory to shared memory
 * @param aheadRegisters registers for values that are loaded ahead of their use, where there is room for them
 * @param writtenCases iterations of a block that may have written an element of its box, as told from its place, with which the block still writes back what it has written once and when it ends; where more may have, every iteration stores what it computes
 * @param comparisons comparisons in a piece of code that stores several elements of a thread, for whether each of them has changed
 * @param rowRegisters registers of a thread for values of which it reads several iterations at a time, one wide access per point
 * @param updates updates of a thread that a body may hold whose iterations are written out
 * @param groupedUpdates the same where rows are read several iterations at a time: loads then run ahead of their use across groups
 * @param aheadUpdates the same where values are read one iteration ahead: only at the end of what is written out a wait may show
 * @param boundaryUpdates the same of a body for blocks at the boundary, which runs beside the other one: instructions of both are to lie in the first cache of instructions. Example: 8 iterations of 8 x 8 points
 * @param exchangedUpdates the same with a barrier in every iteration, where written-out iterations do not overlap but cost registers
 * @param iterations iterations of a loop inside that are written out, at most
 * @param exchangedIterations iterations that are written out at least where values are handed out: a group of neighbours, so that the compiler knows which of a thread's registers is published
 * @param laneIterations iterations of a lane, checked or not, whose loads are to be in flight together
 * @param partIterations iterations of an incomplete k-tile that are written out, so that loads of some run beside updates of others
 * @param functionUpdates updates that a function in single precision counts as, so that few iterations are written out
 * @param longFunctionUpdates the same of a function with branches, as sin and pow, of which each written-out iteration has all the code: the first cache of instructions is to hold it
 * @param stagedValues values that a thread has on their way at a time while it stages them through registers
 * @param copiesTogether asynchronous copies whose addresses a thread finds together
 * @param halvesValues values that a thread may keep between the halves of a copy, whatever else it keeps
 * @param halvesRegisters registers that such values and its tiles may take together, so that two blocks of 256 threads fit a multiprocessor of 65,536
 * @param hidingUpdates updates of a thread in an iteration beside which a read of shared memory, some 33 cycles, does not show though it is not read ahead: of two instructions each, 64 cycles
 * @param inputCopies copies of a thread that are on their way together where blocks keep inputs for all steps
 * @param predicated instructions that compilers run under a predicate where they would branch around more
 * @param joinedBlocks most blocks that repeat another one: fewer than a device has multiprocessors, as other launches run beside them
 * @param productRegisters the fewest registers of a thread with which the compiler translates a product of 16 rows
 * @param fewRegisters what addresses and counts leave of a thread's registers where a multiprocessor of 65,536 has 16 warps
 * @param manyRegisters the same where it has 8 warps, and loads far ahead take some
 * @param smallestTile numbers of the smallest register tile whose addresses are computed without quotients: 4 x 4
 * @param copyParts copies of the next k-tile start in the first of so many equal parts of the iterations
 * @param writtenOutUpdates updates of a thread in written-out loops altogether, so that the first instruction cache holds them
 * @param writtenOutIterations iterations, of all such loops of a nest together, that are written out: those of a filter of 16 x 16 points
 * @param writtenOutTerms updates of a sum of neighbours, in steps of a stencil, that become one expression: those of a cube of 3 x 3 x 3
 * @param windowElements elements of a window that a thread reads before written-out loops: those of a filter of 12 x 12 points for 2 x 4 points; larger ones are read in the loops inside
 * @param slidingIterations iterations of a chunk of a long loop along which points slide over an array, whose 64 values are 19 elements where a thread has four points
 * @param slidingFilled iterations of such a chunk that have to exist, on average, for it to be worth its questions
 * @param partsOfElements parts of what an iteration writes, in loops of their own, that one thread writes
 * @param recomputedOperations operations and loads of a value that take as long as to store an element and load it: 16 bytes to or from memory
 * @param longOperation instructions of a quotient or a function
 * @param boxBytes bytes of the boxes of a block: two blocks fit on a multiprocessor of 227 KB
 * @param lanesAlongLast threads of a warp along the last axis of a block, where it has as many
 * @param lanesAlongNext the same along the axis before it: with eight of the last one a warp reads the fewest values of both factors
 * @param precomputedIterations iterations of a block that computes values once for other launches: neighbours in memory, one for each thread
 * @param precomputedThreads threads of such a block along the other axis
 * @param keptResident blocks that a multiprocessor is to have at a time, at most, where blocks keep columns
 * @param keptRegisters registers that a thread has at least where there are several of them
 * @param steadyLeast threads along the points of a launch, at least, for blocks to keep its inputs between steps
 * @param steadyMost the same at most: blocks keep a row of elements for each
 * @param inputThreads threads of a block that keeps inputs, at least, of which the first ones have points: the others help to copy
 * @param ownedColumns columns whose partial results stand in a thread's registers
 * @param mostStages copies of each staged value in shared memory, at most: three and four serve where few warps wait for memory
 * @param earlyThreads threads of a block on which others of its step depend: many, each with few points, because its iterations run one after another
 * @param urgentThreads threads of a block of updates for which the next step waits, at most, so that a multiprocessor holds two
 * @param urgentBlocks with so many blocks of updates in the square of a visit, those that the next one waits for fill a device by themselves
 * @param updateNeighbours points of a thread, along each of two loops, in blocks of updates among early ones: enough to reuse what it reads
 * @param longLoop iterations of a loop of known length in front of which guards cost less than they save in it
 * @param sources of each, by name
 */
public record GenerationLimits(
        String schema,
        int round,
        int copies,
        int otherRegisters,
        int inFlight,
        int aheadRegisters,
        int writtenCases,
        int comparisons,
        int rowRegisters,
        int updates,
        int groupedUpdates,
        int aheadUpdates,
        int boundaryUpdates,
        int exchangedUpdates,
        int iterations,
        int exchangedIterations,
        int laneIterations,
        int partIterations,
        int functionUpdates,
        int longFunctionUpdates,
        int stagedValues,
        int copiesTogether,
        int halvesValues,
        int halvesRegisters,
        int hidingUpdates,
        int inputCopies,
        int predicated,
        int joinedBlocks,
        int productRegisters,
        int fewRegisters,
        int manyRegisters,
        int smallestTile,
        int copyParts,
        int writtenOutUpdates,
        int writtenOutIterations,
        int writtenOutTerms,
        int windowElements,
        int slidingIterations,
        int slidingFilled,
        int partsOfElements,
        int recomputedOperations,
        int longOperation,
        int boxBytes,
        int lanesAlongLast,
        int lanesAlongNext,
        int precomputedIterations,
        int precomputedThreads,
        int keptResident,
        int keptRegisters,
        int steadyLeast,
        int steadyMost,
        int inputThreads,
        int ownedColumns,
        int mostStages,
        int earlyThreads,
        int urgentThreads,
        int urgentBlocks,
        int updateNeighbours,
        int longLoop,
        Map<String, String> sources)
        implements SourcedFigures {
    /** Rows of arrays start at multiples of so many elements, short ones at others ({@link #rowAlignment}). */
    public static final int ROW_ALIGNMENT = 32;

    /**
     * Elements whose last index is its lowest start at multiples of so many elements, as far as accesses ask: of {@link #ROW_ALIGNMENT}, but where the last dimension is short, as that of
     * {@code float z[n][n][2]}, at multiples of its extent, of which the power of two counts: memory would move padding between components of points with them. Example: points with 2, 3, 6 components
     * start at multiples of 2, 1, 2.
     *
     * @param bounds of the array's dimensions
     */
    public static int rowAlignment(List<ArrayDeclaration.Bounds> bounds, DataType type) {
        Affine extent = bounds.getLast().extent();
        return isShort(extent) && bounds.size() > 1
                ? Math.min(Simt.ACCESS_BYTES / type.bytes(), Integer.lowestOneBit(length(extent)))
                : unit(extent, type);
    }

    /** Elements from one row of an array to the next: the elements of a row rounded up to a multiple of {@link #ROW_ALIGNMENT}, or where that is a number below it, so that accesses of up to 16 bytes do not read beyond it. */
    public static Affine pitch(Affine extent, DataType type) {
        int unit = unit(extent, type);
        return extent.plus(unit - 1L).floorDiv(unit).times(unit);
    }

    private static int unit(Affine extent, DataType type) {
        if (!isShort(extent)) {
            return ROW_ALIGNMENT;
        }
        int widest = Simt.ACCESS_BYTES / type.bytes();
        int row = length(extent);
        return row >= widest ? widest : Integer.highestOneBit(2 * row - 1);
    }

    private static int length(Affine extent) {
        return Math.max(1, (int) LinearForm.of(extent).constant());
    }

    /** Whether rows of an array end before other ones by a constant and in padding of their own ({@link ArrayDeclaration#hasUnevenRows}). */
    public static boolean hasUnevenPaddedRows(ArrayDeclaration array) {
        return array.hasUnevenRows() && !isShort(array.bounds().getLast().extent());
    }

    /** Whether an extent is a number below {@link #ROW_ALIGNMENT}: components of a point, not points. */
    public static boolean isShort(Affine extent) {
        LinearForm length = LinearForm.of(extent);
        return length.isConstant() && length.constant() < ROW_ALIGNMENT;
    }

    private static final int ADDRESS_REGISTERS = Long.BYTES / Integer.BYTES;
    private static final int REGISTER_GRANULE = 8;

    private static final GenerationLimits SHIPPED =
            ShippedFile.figures(GenerationLimits.class, "generation.json", "tilewright/generation/1");

    public GenerationLimits {
        sources = Map.copyOf(sources);
    }

    /** Those of the programs that are generated now. */
    public static GenerationLimits shipped() {
        return SHIPPED;
    }

    /**
     * Blocks of a multiprocessor for which programs ask the compiler, by registers; it then spills what is beyond. Example: 65,536 registers, 112 of each of 288
     * threads: 2.
     *
     * @param registers of a thread, {@link #otherRegisters} among them
     */
    public static int blocksByRegisters(int registersPerProcessor, int registers, int threads) {
        return registersPerProcessor / (registers * threads);
    }

    /**
     * Registers of a thread while it copies what its block keeps in boxes: what is on its way, and an address of each. Example: 12 doubles, 24 registers and as many for addresses, are 96.
     *
     * @param bytes of an element
     */
    public static int copying(int bytes) {
        int elements = SHIPPED.inFlight() * Integer.BYTES / Math.max(Integer.BYTES, bytes);
        return SHIPPED.otherRegisters() + SHIPPED.aheadRegisters() + SHIPPED.inFlight() + ADDRESS_REGISTERS * elements;
    }

    /**
     * The same where nothing is to be spilled: each scheduler has its own share of the registers, and a warp stays with one scheduler. Example: of 65,536 registers each of 4 schedulers has 16,384, for 2
     * warps of 196 a thread; so 4 blocks of 64 threads, where all registers together are enough for 5, which would have 168 each. Measured: reports/experiments/nvidia-h200-registers-of-schedulers.txt.
     */
    public static int blocksWithinShares(
            int registersPerProcessor, int schedulers, int warp, int registers, int threads) {
        int warps = registersPerProcessor / schedulers / (granular(registers) * warp);
        return schedulers * warps / Math.ceilDiv(threads, warp);
    }

    /** Registers that each thread gets, which are handed out to warps in units. */
    public static int granular(int registers) {
        return Math.ceilDiv(registers, REGISTER_GRANULE) * REGISTER_GRANULE;
    }

    /** The most registers of a thread, as they are handed out, that are no more than so many. */
    public static int granularBelow(int registers) {
        return registers / REGISTER_GRANULE * REGISTER_GRANULE;
    }

    /** Whether a thread may read several iterations at a time of rows of so many points. */
    public static boolean allowRows(long points) {
        return points * Simt.ACCESS_BYTES / Integer.BYTES <= SHIPPED.rowRegisters();
    }
}
