package tilewright.kernel.count;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Simt;
import tilewright.kernel.emulate.Counts;

/** Numbers that grow while a program is read. */
final class Tally {
    private final SortedMap<Counts.Access, Long> accesses = new TreeMap<>();
    private final Map<MatrixShape, Long> productThreads = new EnumMap<>(MatrixShape.class);
    private long copies;
    private long barriers;

    void access(Counts.Space space, Counts.Direction direction, int bytes, int threads) {
        if (threads > 0) {
            accesses.merge(new Counts.Access(space, direction, bytes), (long) threads, Long::sum);
        }
    }

    void product(MatrixShape shape, int threads) {
        productThreads.merge(shape, (long) threads, Long::sum);
    }

    void copy(int threads) {
        copies += threads;
    }

    void barrier(int threads) {
        barriers += threads;
    }

    SortedMap<Counts.Access, Long> accesses() {
        return accesses;
    }

    /** Warps come to products whole. */
    Map<MatrixShape, Long> products() {
        Map<MatrixShape, Long> products = new EnumMap<>(MatrixShape.class);
        productThreads.forEach((shape, threads) -> products.put(shape, threads / Simt.WARP));
        return products;
    }

    long copies() {
        return copies;
    }

    long barriers() {
        return barriers;
    }
}
