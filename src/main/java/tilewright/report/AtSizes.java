package tilewright.report;

import org.jspecify.annotations.Nullable;
import tilewright.locality.BlockFootprint;
import tilewright.locality.Volumes;

/**
 * What was counted for sizes that the user gave.
 *
 * @param volumes exact volumes over all blocks, null without blocks
 * @param estimate what Theorem 1 gives for them, null to leave it out
 * @param footprint what one block and one thread touch, null without blocks
 */
public record AtSizes(
        @Nullable Volumes volumes,
        @Nullable Volumes estimate,
        @Nullable BlockFootprint footprint) {}
