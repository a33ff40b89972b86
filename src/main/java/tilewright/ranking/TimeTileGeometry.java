package tilewright.ranking;

import java.util.List;
import tilewright.tiling.Candidate;
import tilewright.tiling.TimeShape;
import tilewright.tiling.TimeTile;

/**
 * Sizes of one block of time tiles.
 *
 * @param box by dimension
 */
record TimeTileGeometry(TimeShape shape, List<TimeShape.Side> box) {
    /** Registers of addresses, counters and values on their way. */
    private static final int OVERHEAD_REGISTERS = 32;

    static TimeTileGeometry of(TimeShape shape, Candidate candidate) {
        return new TimeTileGeometry(shape, shape.box(candidate));
    }

    int threads() {
        return box.stream().mapToInt(TimeShape.Side::threads).reduce(1, Math::multiplyExact);
    }

    /** Points of the box: what a block computes in every iteration. */
    double points() {
        return box.stream().mapToDouble(TimeShape.Side::extent).reduce(1, (a, b) -> a * b);
    }

    /** Elements that are the block's own. */
    double own() {
        return box.stream().mapToDouble(TimeShape.Side::own).reduce(1, (a, b) -> a * b);
    }

    /** The part of the work that no other block repeats. */
    double efficiency() {
        return own() / points();
    }

    private int perThread() {
        return box.stream().mapToInt(TimeShape.Side::thread).reduce(1, Math::multiplyExact);
    }

    /** Memory of all arrays on the box. */
    long bytes() {
        return (long) points()
                * shape.arrays().stream().mapToLong(a -> a.type().bytes()).sum();
    }

    /** Bytes per point that a block loads, of all points of its box. */
    int loaded() {
        return bytes(true);
    }

    /** Bytes per own element that it stores. */
    int stored() {
        return bytes(false);
    }

    private int bytes(boolean load) {
        return shape.arrays().stream()
                .filter(a -> a.transfer() == TimeTile.Transfer.CARRIED
                        || load && a.transfer() == TimeTile.Transfer.READ_ONLY)
                .mapToInt(a -> a.type().bytes())
                .sum();
    }

    /** Words (4 bytes) of one array that a thread hands to its neighbours per exchange, through shared memory. */
    private int sharedWords(TimeShape.Array array) {
        int words = 0;
        for (int d = 0; d < box.size() - 1; d++) {
            words += box.get(d).threads() > 1 ? face(array, d) : 0;
        }
        return words;
    }

    private int laneWords(TimeShape.Array array) {
        return face(array, box.size() - 1);
    }

    private int face(TimeShape.Array array, int dimension) {
        int low = array.neighbours().stream()
                .mapToInt(o -> -o.get(dimension))
                .max()
                .orElse(0);
        int high = array.neighbours().stream()
                .mapToInt(o -> o.get(dimension))
                .max()
                .orElse(0);
        int across = perThread() / box.get(dimension).thread();
        return (Math.max(0, low) + Math.max(0, high)) * across * array.type().bytes() / Integer.BYTES;
    }

    /** Bytes that all threads move through shared memory (or from lane to lane, which costs the same) per iteration. */
    double exchangedBytes() {
        double words = 0;
        for (TimeShape.Array array : shape.arrays()) {
            if (array.transfer() != TimeTile.Transfer.READ_ONLY) {
                words += 2.0 * sharedWords(array) + laneWords(array);
            }
        }
        return words * Integer.BYTES * threads();
    }

    /** Exchanges per iteration: one barrier each. */
    int barriers() {
        return (int) shape.arrays().stream()
                .filter(a -> a.transfer() != TimeTile.Transfer.READ_ONLY && sharedWords(a) > 0)
                .count();
    }

    /** A value of every array per point, what neighbours hand over of one array at a time, and the overhead. */
    private int registers() {
        int words = shape.arrays().stream()
                .mapToInt(a -> perThread() * a.type().bytes() / Integer.BYTES)
                .sum();
        int taken = shape.arrays().stream()
                .mapToInt(a -> sharedWords(a) + laneWords(a))
                .max()
                .orElse(0);
        return OVERHEAD_REGISTERS + words + taken;
    }

    Resources resources(GpuDescription.Limits limits) {
        int shared = shape.arrays().stream().mapToInt(this::sharedWords).sum() * Integer.BYTES * threads();
        return Resources.of(threads(), shared, registers(), limits);
    }
}
