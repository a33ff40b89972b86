package tilewright.tiling.strategy;

import java.util.Map;
import tilewright.model.ShippedFile;
import tilewright.model.SourcedFigures;

/**
 * Figures by which {@link CompanionSizes} cuts parts beside the main one, whose sizes nobody ranks. The file {@code companions.json} beside this class holds them and where each comes from.
 *
 * @param alongRows points of a block along rows: those of a warp
 * @param across threads of a block across rows: 256 in all
 * @param blockStep iterations and points of a block of an elimination
 * @param longStep the same where one parallel loop is beside the sequential one, as in the substitutions behind an elimination: a launch takes as long as a block, whose points are few
 * @param longTile iterations of a k-tile there: both of a block are on their way while the block waits for the row before it
 * @param staged iterations of other k-tiles
 * @param stagedBytes bytes of staged values at most where threads that run a loop in order are few: its k-tiles are as long as that allows, since each waits for memory once
 * @param heldBytes the same for each thread of a block that runs all parts of a problem
 * @param stages buffers of such values
 * @param longestTile iterations of a k-tile, at most
 * @param points points of a thread where nothing runs one after another and the last loop walks rows: neighbours of one wide access, and rows. One point takes fewer instructions than finding out which
 * @param pointRegisters registers of a thread, at most, for what its points read; one point has as many as it takes
 * @param lanesAlone threads of a block whose lanes are all there is
 * @param lanesAlong threads of a row that its lanes share out; a block has one row, so that there are many blocks
 * @param besideLanes neighbours along rows where lanes are not neighbours in memory
 * @param lanesAcross lanes across such rows
 * @param shortRow iterations up to which a row is shared out among the threads of one warp, which wait for nobody else, beside as many other rows as make a block
 * @param sources of each, by name
 */
record CompanionLimits(
        String schema,
        int alongRows,
        int across,
        int blockStep,
        int longStep,
        int longTile,
        int staged,
        int stagedBytes,
        int heldBytes,
        int stages,
        int longestTile,
        int points,
        int pointRegisters,
        int lanesAlone,
        int lanesAlong,
        int besideLanes,
        int lanesAcross,
        int shortRow,
        Map<String, String> sources)
        implements SourcedFigures {
    private static final CompanionLimits SHIPPED =
            ShippedFile.figures(CompanionLimits.class, "companions.json", "tilewright/companions/1");

    CompanionLimits {
        sources = Map.copyOf(sources);
    }

    /** Those of the plans that are made now. */
    static CompanionLimits shipped() {
        return SHIPPED;
    }
}
