package tilewright.ranking.candidates;

import java.util.List;
import java.util.Map;
import tilewright.model.ShippedFile;
import tilewright.model.SourcedFigures;

/**
 * Figures that bound the spaces of candidates. The file {@code space.json} beside this class holds them and where each comes from.
 *
 * @param blockSizes sizes of a block along a parallel loop, or one of whole blocks in the host: powers of two and three times powers of two
 * @param threadSizes points of a thread along a parallel loop
 * @param kTiles iterations of a k-tile
 * @param lanes threads that share out a sum: powers of two, as lanes of a warp join their results without shared memory
 * @param pointsOfLane iterations of such a thread between two of its neighbour's
 * @param largestTile points of a thread, at most
 * @param frontBlocks iterations of a block of a front: each costs a barrier, each block a place in a launch
 * @param mostCandidates candidates of a space on a GPU, at most
 * @param hostBlockSizes the same sizes of blocks on a CPU
 * @param hostSmallestBlock the smallest of them along a parallel loop
 * @param hostLargestSequential the largest of them along a sequential one
 * @param hostKTiles iterations of a k-tile on a CPU
 * @param hostRows rows of a thread's tile on a CPU
 * @param hostMostCandidates candidates of a space on a CPU, at most: the traffic of every level of caches is counted, a candidate takes longer
 * @param tileIterations iterations of a time tile
 * @param tileThreads threads of a block of time tiles along a dimension
 * @param tileLongestRow points along contiguous memory that a thread of a one-dimensional time tile holds; half of it in others
 * @param tileHostRows the same on a CPU, where a thread is a loop: boxes may be larger, rows long
 * @param tileHostBytes bytes of a box on a CPU, at most: what fits the stack of a thread
 * @param tileFewestThreads threads of a block of time tiles, at least: fewer leave a multiprocessor idle
 * @param tileFewestPoints points that such a thread holds, at least
 * @param tileMostPoints points that such a thread holds, at most: more do not fit the registers
 * @param tileOwnPercent percent of a box that must be a block's own, at least
 * @param planeIterations iterations of a launch that goes by planes: each takes registers for planes of its own
 * @param planeParts parts into which the first dimension is cut there
 * @param planeShortest planes of such a part, at least
 * @param planeMostPoints points of a plane that a thread holds, at most
 * @param steps iterations of a step of an elimination whose panels advance in steps
 * @param visits iterations of a visit there
 * @param lateBlocks blocks of the rest of a visit
 * @param lateThreads points of their threads
 * @param pairBlocks further blocks where points are updated in pairs: twice as many along the last loop take as many registers
 * @param pairThreads points of their threads
 * @param stepKTile iterations of a k-tile of the rest
 * @param stayingThreadSizes points of a thread of blocks that stay, along a dimension
 * @param stayingLongest points along the first dimension that such a thread may hold all of
 * @param stayingFewestThreads threads of such a block, at least
 * @param stayingCuts cuts into such blocks that are tried
 * @param thinCoveredPercent where a space is thinned: blocks that cover at most this part of what others cover, in percent, are worth a size more
 * @param thinLeastOfThree sizes that are three times a power of two, from which on they are kept: smaller blocks have room for others beside them
 * @param thinSmallTile points of a thread along a loop that are kept
 * @param thinKTiles k-tiles that are kept, which win most sweeps: fewer iterations wait too often, more take memory from other blocks
 * @param thinTiledLoops loops in which a thread has several points
 * @param moreStages candidates at the head of the order of which those with more stages are tried
 * @param programs programs that are generated to predict one space: each takes a quarter of a second; candidates behind these are predicted by the ranked part
 * @param sources of each, by name
 */
public record SpaceLimits(
        String schema,
        List<Integer> blockSizes,
        List<Integer> threadSizes,
        List<Integer> kTiles,
        List<Integer> lanes,
        List<Integer> pointsOfLane,
        int largestTile,
        List<Integer> frontBlocks,
        int mostCandidates,
        List<Integer> hostBlockSizes,
        int hostSmallestBlock,
        int hostLargestSequential,
        List<Integer> hostKTiles,
        int hostRows,
        int hostMostCandidates,
        List<Integer> tileIterations,
        List<Integer> tileThreads,
        int tileLongestRow,
        List<Integer> tileHostRows,
        int tileHostBytes,
        int tileFewestThreads,
        int tileFewestPoints,
        int tileMostPoints,
        int tileOwnPercent,
        List<Integer> planeIterations,
        List<Integer> planeParts,
        int planeShortest,
        int planeMostPoints,
        List<Integer> steps,
        List<Integer> visits,
        List<List<Integer>> lateBlocks,
        List<List<Integer>> lateThreads,
        List<List<Integer>> pairBlocks,
        List<List<Integer>> pairThreads,
        int stepKTile,
        List<Integer> stayingThreadSizes,
        int stayingLongest,
        int stayingFewestThreads,
        int stayingCuts,
        int thinCoveredPercent,
        int thinLeastOfThree,
        int thinSmallTile,
        List<Integer> thinKTiles,
        int thinTiledLoops,
        int moreStages,
        int programs,
        Map<String, String> sources)
        implements SourcedFigures {
    private static final SpaceLimits SHIPPED =
            ShippedFile.figures(SpaceLimits.class, "space.json", "tilewright/space/1");

    public SpaceLimits {
        sources = Map.copyOf(sources);
    }

    /** Those of the spaces that are searched now. */
    public static SpaceLimits shipped() {
        return SHIPPED;
    }
}
