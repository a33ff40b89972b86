package tilewright.irregular;

import java.util.stream.IntStream;
import tilewright.graph.Chunks;

/**
 * Puts the pairs of a symmetric relation, each once, in buckets; those of a bucket stand in the order of their first end, the lesser one (counting sort). All cores
 * take part: each counts the pairs of its own rows, so that it knows where in a bucket they go.
 */
final class PairBuckets {
    private static final int PARTS_PER_CORE = 4;

    /** The bucket of a pair. */
    @FunctionalInterface
    interface Bucket {
        int of(int tail, int head);
    }

    /** Writes a pair to its place. */
    @FunctionalInterface
    interface Writer {
        void write(int place, int tail, int arc);
    }

    private final Arcs arcs;
    private final Bucket bucket;
    private final int[] parts;
    /** By part and bucket. */
    private final int[][] counts;

    /** Counts the pairs of each bucket. */
    PairBuckets(Arcs arcs, int buckets, Bucket bucket) {
        this.arcs = arcs;
        this.bucket = bucket;
        // Counts of all parts should not take more than the pairs do.
        int most = Runtime.getRuntime().availableProcessors() * PARTS_PER_CORE;
        int worthwhile = Math.max(1, arcs.count() / 4 / Math.max(1, buckets));
        this.parts = Chunks.rows(arcs.first(), arcs.vertices(), Math.min(most, worthwhile));
        this.counts = new int[parts.length - 1][];
        inParallel(part -> {
            int[] own = new int[buckets];
            each(part, (b, _, _) -> own[b]++);
            counts[part] = own;
        });
    }

    private void inParallel(java.util.function.IntConsumer work) {
        IntStream.range(0, counts.length).parallel().forEach(work);
    }

    private interface Visitor {
        void visit(int bucket, int tail, int arc);
    }

    private void each(int part, Visitor visitor) {
        for (int v = parts[part]; v < parts[part + 1]; v++) {
            for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                if (v < arcs.heads()[a]) {
                    visitor.visit(bucket.of(v, arcs.heads()[a]), v, a);
                }
            }
        }
    }

    /** How many pairs each bucket has. */
    int[] sizes() {
        int[] sizes = new int[counts[0].length];
        for (int[] own : counts) {
            for (int b = 0; b < sizes.length; b++) {
                sizes[b] += own[b];
            }
        }
        return sizes;
    }

    /**
     * Writes every pair; to be called once.
     *
     * @param starts where each bucket begins
     */
    void write(int[] starts, Writer writer) {
        int[] next = starts.clone();
        for (int[] own : counts) {
            for (int b = 0; b < own.length; b++) {
                int size = own[b];
                own[b] = next[b];
                next[b] += size;
            }
        }
        inParallel(part -> {
            int[] places = counts[part];
            each(part, (b, tail, arc) -> writer.write(places[b]++, tail, arc));
        });
    }
}
