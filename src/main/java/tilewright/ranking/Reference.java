package tilewright.ranking;

import tilewright.tiling.Strategy;

/**
 * An access of a piece, or several that touch the same elements, as the cost models see it. Loops are bits of a
 * mask over the common loop space.
 *
 * @param array name
 * @param bytes of one element
 * @param loops the loops on which its element depends
 * @param contiguous the loops that walk along a row of the array (coefficient 1 or -1 in the last subscript)
 * @param loads how often a block loads each element from global memory: 0 or 1
 * @param stores how often a block stores each element: 0 or 1
 * @param accesses textual accesses; those served from registers do not count
 */
record Reference(
        String array, Strategy strategy, int bytes, int loops, int contiguous, int loads, int stores, int accesses) {
    boolean uses(int loop) {
        return (loops & 1 << loop) != 0;
    }

    boolean isContiguousIn(int loop) {
        return (contiguous & 1 << loop) != 0;
    }

    boolean inSharedMemory() {
        return strategy == Strategy.STAGED || strategy == Strategy.EXCHANGED;
    }
}
