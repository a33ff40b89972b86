package tilewright.locality;

/**
 * Values that a loop of the common loop space takes, counted from the origin of blocks.
 *
 * @param first least value
 * @param last greatest value
 */
record LoopRange(long first, long last) {
    /** Q_z: the number of parts. */
    long parts(int block) {
        return Math.floorDiv(last, block) - Math.floorDiv(first, block) + 1;
    }

    /** A block size that leaves the loop whole. */
    int whole() {
        return Math.clamp(last + 1, 1, Integer.MAX_VALUE);
    }

    /** A divisor of the loop's length near {@code size}, so that all parts are equal; {@code size} when there is none. */
    int evenBlockNear(int size) {
        for (int off = 0; off <= size / 2; off++) {
            if (whole() % (size + off) == 0) {
                return size + off;
            }
            if (whole() % (size - off) == 0) {
                return size - off;
            }
        }
        return size;
    }
}
