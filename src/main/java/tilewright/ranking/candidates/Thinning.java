package tilewright.ranking.candidates;

import java.util.ArrayList;
import java.util.List;

/**
 * How many of the sizes of every loop are tried, so that a space of many loops stays within what can be ranked in a
 * second or two. Each level leaves out more than the one before: first what seldom wins, then every second, fourth, eighth
 * power of two, as thread sizes and as block sizes in turn.
 *
 * @param level 0 has all sizes
 */
record Thinning(int level) {
    static final Thinning NONE = new Thinning(0);
    private static final SpaceLimits LIMITS = SpaceLimits.shipped();

    private static final int POWERS = 1;
    private static final int SHARED = 2;
    private static final int WIDE = 3;
    private static final int SMALL_TILES = 4;
    private static final int MIDDLE = 5;
    private static final int FLAT_TILES = 6;
    /** One size of each loop is left. */
    private static final int LAST = 14;

    /** A line of memory of elements of four bytes, and a warp. */
    private static final int WIDTH = 32;

    /**
     * What a loop is to the accesses of a nest.
     *
     * @param shared whether points along it share elements, neighbouring ones included, or accesses
     * @param last whether it is the last parallel loop, along which threads are numbered first
     * @param staged whether all its iterations run inside the kernel, some of them between two barriers
     * @param extent its iterations, as many as it ever has
     */
    record Loop(boolean shared, boolean last, boolean staged, long extent) {
        /** Iterations of blocks of a size, those beyond the loop's end included. */
        private long covered(int size) {
            return Math.ceilDiv(extent, size) * size;
        }

        /**
         * Whether blocks of three times a power of two leave that much less empty than those of the powers beside it. Example: of 130 iterations 48 cover
         * 144, 32 and 64 cover 160 and 192.
         */
        private boolean isCoveredBy(int size) {
            boolean three = size % 3 == 0 && Integer.bitCount(size / 3) == 1;
            return three
                    && 100 * covered(size)
                            <= LIMITS.thinCoveredPercent() * Math.min(covered(size / 3 * 2), covered(size / 3 * 4));
        }
    }

    /** The next coarser one. */
    Thinning next() {
        return new Thinning(level + 1);
    }

    boolean isLast() {
        return level == LAST;
    }

    List<Integer> blocks(Loop loop, List<Integer> sizes) {
        if (level < POWERS) {
            return sizes;
        }
        List<Integer> powers = powers(sizes, blockStride());
        List<Integer> left = blockStride() > 1 || loop.staged()
                ? powers
                : sizes.stream()
                        .filter(s -> powers.contains(s) || s >= LIMITS.thinLeastOfThree() && loop.isCoveredBy(s))
                        .toList();
        if (level >= MIDDLE && loop.staged()) {
            left = orAll(left.stream().filter(LIMITS.thinKTiles()::contains).toList(), left);
        }
        return level >= WIDE && loop.last()
                ? orAll(left.stream().filter(r -> r >= WIDTH).toList(), left)
                : left;
    }

    private static List<Integer> orAll(List<Integer> some, List<Integer> all) {
        return some.isEmpty() ? all : some;
    }

    List<Integer> threads(Loop loop, List<Integer> sizes) {
        if (level >= SHARED && !loop.shared()) {
            return sizes.subList(0, Math.min(1, sizes.size()));
        }
        List<Integer> small = sizes.stream()
                .filter(t -> level < SMALL_TILES || t <= LIMITS.thinSmallTile())
                .toList();
        return level <= FLAT_TILES ? small : powers(small, threadStride());
    }

    /** Whether thread sizes of all loops are tried together. */
    boolean hasTile(List<Integer> thread) {
        return level < FLAT_TILES || thread.stream().filter(t -> t > 1).count() <= LIMITS.thinTiledLoops();
    }

    private int blockStride() {
        return 1 << Math.max(0, (level - FLAT_TILES) / 2);
    }

    private int threadStride() {
        return 1 << (level - FLAT_TILES + 1) / 2;
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
        List<String> left = new ArrayList<>(List.of("block sizes that are " + powersOf(blockStride())
                + (blockStride() == 1 ? " (three times as many where they cover a loop better)" : "")));
        if (level >= WIDE) {
            left.add("at least " + WIDTH + " of them along the last parallel loop");
        }
        if (level >= MIDDLE) {
            left.add(LIMITS.thinKTiles().getFirst() + " and "
                    + LIMITS.thinKTiles().getLast() + " of them along loops inside kernels");
        }
        if (level > FLAT_TILES) {
            left.add("thread sizes that are " + powersOf(threadStride()) + " up to " + LIMITS.thinSmallTile());
        } else if (level >= SMALL_TILES) {
            left.add("thread sizes up to " + LIMITS.thinSmallTile());
        }
        if (level >= FLAT_TILES) {
            left.add("several points of a thread along two loops at most");
        }
        if (level >= SHARED) {
            left.add("thread size 1 along loops whose points share nothing");
        }
        return "too many combinations of sizes: ranked are " + String.join(", ", left)
                + "; --block and --thread take any";
    }

    private static String powersOf(int stride) {
        return "powers of " + (stride > 4 ? "2^" + stride : String.valueOf(1 << stride));
    }
}
