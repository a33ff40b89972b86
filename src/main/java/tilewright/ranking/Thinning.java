package tilewright.ranking;

import java.util.List;

/**
 * How many of the sizes of every loop are tried, so that a space of many loops stays within what can be ranked in a
 * second or two. Level 0 has all; level 1 powers of two as block sizes; then, in turn, only every second, fourth,
 * eighth power of two as thread sizes and as block sizes.
 */
record Thinning(int level) {
    static final Thinning NONE = new Thinning(0);
    /** One size of each loop is left. */
    private static final int LAST = 9;

    /** The next coarser one. */
    Thinning next() {
        return new Thinning(level + 1);
    }

    boolean isLast() {
        return level == LAST;
    }

    List<Integer> blocks(List<Integer> sizes) {
        return level == 0 ? sizes : powers(sizes, blockStride());
    }

    List<Integer> threads(List<Integer> sizes) {
        return level < 2 ? sizes : powers(sizes, threadStride());
    }

    private int blockStride() {
        return 1 << (level - 1) / 2;
    }

    private int threadStride() {
        return 1 << level / 2;
    }

    /** Those whose exponent is a multiple of the stride, the first where there are none. */
    private static List<Integer> powers(List<Integer> sizes, int stride) {
        List<Integer> left = sizes.stream()
                .filter(size -> Integer.bitCount(size) == 1 && Integer.numberOfTrailingZeros(size) % stride == 0)
                .toList();
        return left.isEmpty() ? sizes.subList(0, Math.min(1, sizes.size())) : left;
    }

    /** What is left, in words. */
    String words() {
        return "too many combinations of sizes: ranked are block sizes that are " + powers(blockStride())
                + (level < 2 ? "" : " and thread sizes that are " + powers(threadStride()))
                + "; --block and --thread take any";
    }

    private static String powers(int stride) {
        return "powers of " + (stride > 4 ? "2^" + stride : String.valueOf(1 << stride));
    }
}
