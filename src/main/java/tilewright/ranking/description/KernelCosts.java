package tilewright.ranking.description;

import java.util.Map;
import tilewright.model.ShippedFile;
import tilewright.model.SourcedFigures;

/**
 * What generated kernels cost beyond the operations of the nest, as it was counted in compiled kernels and fitted to sweeps on an H200. The file
 * {@code kernels.json} beside the device files holds the figures and where each comes from; other GPUs are taken to run such kernels alike.
 *
 * @param guardSlots instructions that compare a point (or a row of points, where that is enough) with the iteration, and select
 * @param checkedSlots the same for a point's own bounds, in blocks that end beyond the domain and hand out values
 * @param predicatedSlots the same where the update is one multiply-add, which runs under a predicate
 * @param handedSlots instructions by which a thread hands out or takes one value per iteration
 * @param checkedCopySlots instructions that stage one value where each is checked: address, bounds, load and store
 * @param checkedCopies loads that a thread has on their way where each is checked
 * @param checkedTileSlots instructions that check a point of a box of time tiles before a statement
 * @param boxLoadSlots instructions for an access by which a thread loads neighbouring points of a box of three dimensions or more: its address in 64 bits
 * @param boxStoreSlots the same of one that stores, where points are asked whether they are the block's own
 * @param planeSlots instructions of a thread for each plane that its block goes through: addresses, places, what is asked of the plane
 * @param planeStatementSlots the same for each statement and iteration of a launch: what it asks of the plane and of points, and registers that move
 * @param planeCopySlots instructions in whose time a warp starts one copy of what arrives with a plane: it keeps its addresses until memory's pipe has taken them
 * @param addressSlots instructions for the address of an element of an array of planes that is loaded where it stands
 * @param planeWaits instructions in whose time a warp waits in a step from plane to plane: for others of its block, and then all of them for shared memory
 * @param issueInterval clocks between two instructions of a warp of time tiles: one to issue, the rest until what it needs is there
 * @param updateInterval the same of warps whose points others update beside them from shared memory
 * @param joinedSlots issue slots of half a minimum of three numbers
 * @param sequenceShare part of the latency of a sequence with a rare branch that a thread spends on it when it has several to run
 * @param sequenceSlots an operation of so many instructions is such a sequence, which a thread does not overlap
 * @param lookedUp how many times as long updates take where elements are looked up in tables while they are staged
 * @param notReadAhead how much longer updates by multiply-adds take where values are read right before they are used
 * @param shortCode updates of an unrolled chunk up to which longer chunks are faster ones
 * @param longCode part by which every doubling beyond that is slower
 * @param loadsTogether loads of a lane's thread that are on their way together, before it waits for the first one
 * @param joinSeconds seconds in which half of the lanes take over the other half's results: a shuffle and an operation that wait
 * @param keptShare part of the second cache that a sweep may fill before it starts to evict what the next sweep needs
 * @param sharedShare by how much a launch of a chain takes longer beside others, whose blocks share multiprocessors with its own
 * @param waitShare part of the time of another launch's blocks for which a launch of a chain waits until some of them make room
 * @param addressRegisters registers of addresses, loop counters and guards: what compilers take beside a thread's tile and its operands
 * @param timeTileRegisters the same of time tiles, with values on their way
 * @param copyShare what a copy reaches of what a memory's interface can carry, where nobody has measured it
 * @param pointsAlone points that one thread of a host updates once while the others would be woken up and waited for
 * @param copiedSlots instructions that copy one element of a box between memory and shared memory
 * @param askedSlots the same in blocks of fronts, of elements that lie apart: each is asked whether the array has it
 * @param loadedRowSlots the same for a row of a whole box that is loaded: its address, and the interval of what the array has
 * @param storedRowSlots the same for a row of a box of which some is stored: its address, and the interval of what the block has written
 * @param rowElementSlots of an element of such a row, which is compared with the interval
 * @param writtenSlots of an element where a block writes all of a part of a box
 * @param pieceBytes of a row that memory moves at least for what blocks access across rows
 * @param stagedSlots instructions of a thread that stage what one access carries: address, bounds and copy
 * @param stagedInterval clocks between two such instructions of a warp: one to issue, the rest until what it needs is there
 * @param graphSeconds between the start of a run's CUDA graph and that of its first launch, and at its end
 * @param writtenShare part of the second cache that a run finds written by somebody else, and not yet written back
 * @param roundWays how often as long as a read of the second cache a round takes in which blocks that stay tell each other next to nothing
 * @param sameWords part of the time of a warp's read of words of 8 bytes in shared memory where neighbours ask for the same ones
 * @param sectorStores accesses of shared memory for each sector whose elements an asynchronous copy stores one by one
 * @param wideSlots instructions of an operation on whole numbers of 64 bits
 * @param quotientSlots instructions of a quotient or remainder of whole numbers by one that is not known
 * @param sources where each figure comes from, by its name
 */
public record KernelCosts(
        String schema,
        double guardSlots,
        double checkedSlots,
        double predicatedSlots,
        double handedSlots,
        double checkedCopySlots,
        double checkedCopies,
        double checkedTileSlots,
        double boxLoadSlots,
        double boxStoreSlots,
        double planeSlots,
        double planeStatementSlots,
        double planeCopySlots,
        double addressSlots,
        double planeWaits,
        double issueInterval,
        double updateInterval,
        double joinedSlots,
        double sequenceShare,
        double sequenceSlots,
        double lookedUp,
        double notReadAhead,
        double shortCode,
        double longCode,
        double loadsTogether,
        double joinSeconds,
        double keptShare,
        double sharedShare,
        double waitShare,
        int addressRegisters,
        int timeTileRegisters,
        double copyShare,
        int pointsAlone,
        double copiedSlots,
        double askedSlots,
        double loadedRowSlots,
        double storedRowSlots,
        double rowElementSlots,
        double writtenSlots,
        int pieceBytes,
        double stagedSlots,
        double stagedInterval,
        double graphSeconds,
        double writtenShare,
        double roundWays,
        double sameWords,
        double sectorStores,
        double wideSlots,
        double quotientSlots,
        Map<String, String> sources)
        implements SourcedFigures {
    private static final KernelCosts MEASURED =
            ShippedFile.figures(KernelCosts.class, "kernels.json", "tilewright/kernels/1");

    public KernelCosts {
        sources = Map.copyOf(sources);
    }

    /** Those of the kernels that are generated now. */
    public static KernelCosts measured() {
        return MEASURED;
    }
}
