package tilewright.irregular;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of vertices, each once for both directions, by the segment of their second end; those of one segment in the order of their first end. 16 bits name an end:
 * the second one within its segment, the first one within {@value #WINDOW} vertices. A tile is a run of pairs whose first ends lie in one window, a unit a run of tiles of one segment.
 *
 * @param pairs first and second end, as the high and the low half
 * @param weights of the pairs; null where there are none
 * @param tiles for each tile three numbers: its first pair, how many it has, where its window begins
 * @param units for each unit three numbers: its segment, its first tile, the tile after its last
 */
public record SegmentPairs(int[] pairs, int @Nullable [] weights, int[] tiles, int[] units) {
    static final int WINDOW = 1 << 16;
    private static final int WINDOW_BITS = 16;

    /**
     * @param arcs of a symmetric relation; loops are left out
     * @param segment vertices of a segment, at most {@link #WINDOW}
     * @param tile most pairs of a tile
     * @param unit pairs after which a unit ends
     * @param step tiles are filled up to multiples of it, by pairs that stand there already
     */
    public static SegmentPairs of(Arcs arcs, int segment, int tile, int unit, int step) {
        int segments = Math.ceilDiv(Math.max(1, arcs.vertices()), segment);
        int[][] tails = new int[segments][];
        int[] sizes = new int[segments];
        forEachPair(arcs, segment, (s, _, _) -> sizes[s]++);
        int[][] places = new int[segments][];
        for (int s = 0; s < segments; s++) {
            tails[s] = new int[sizes[s]];
            places[s] = new int[sizes[s]];
            sizes[s] = 0;
        }
        // Rows are gone through in order: the pairs of a segment come in the order of their first end.
        forEachPair(arcs, segment, (s, tail, arc) -> {
            tails[s][sizes[s]] = tail;
            places[s][sizes[s]++] = arc;
        });
        Writer writer = new Writer(arcs, segment, step);
        for (int s = 0; s < segments; s++) {
            writer.segment(s, tails[s], places[s], tile, unit);
        }
        return writer.finish();
    }

    private interface PairVisitor {
        void visit(int segment, int tail, int arc);
    }

    private static void forEachPair(Arcs arcs, int segment, PairVisitor visitor) {
        for (int v = 0; v < arcs.vertices(); v++) {
            for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                if (v < arcs.heads()[a]) {
                    visitor.visit(arcs.heads()[a] / segment, v, a);
                }
            }
        }
    }

    public int unitCount() {
        return units.length / 3;
    }

    /** Writes tiles one after another. */
    private static final class Writer {
        private final Arcs arcs;
        private final int segment;
        private final int step;
        private final List<int[]> tiles = new ArrayList<>();
        private final List<int[]> units = new ArrayList<>();
        private final List<int[]> pairs = new ArrayList<>();
        private final List<int[]> weights = new ArrayList<>();
        private int end;

        Writer(Arcs arcs, int segment, int step) {
            this.arcs = arcs;
            this.segment = segment;
            this.step = step;
        }

        void segment(int number, int[] tails, int[] places, int tile, int unit) {
            int firstTile = tiles.size();
            int inUnit = 0;
            for (int begin = 0; begin < tails.length; ) {
                int window = tails[begin] >> WINDOW_BITS;
                int last = begin;
                while (last < tails.length && last - begin < tile && tails[last] >> WINDOW_BITS == window) {
                    last++;
                }
                tile(tails, places, begin, last, window << WINDOW_BITS);
                inUnit += last - begin;
                begin = last;
                if (inUnit >= unit || begin == tails.length) {
                    units.add(new int[] {number, firstTile, tiles.size()});
                    firstTile = tiles.size();
                    inUnit = 0;
                }
            }
        }

        private void tile(int[] tails, int[] places, int begin, int last, int window) {
            int count = Math.ceilDiv(last - begin, step) * step;
            int[] ends = new int[count];
            int[] own = new int[count];
            for (int p = 0; p < count; p++) {
                int from = Math.min(begin + p, last - 1);
                int arc = places[from];
                ends[p] = tails[from] - window << WINDOW_BITS | arcs.heads()[arc] % segment;
                own[p] = arcs.weights() == null ? 0 : arcs.weights()[arc];
            }
            tiles.add(new int[] {end, count, window});
            pairs.add(ends);
            weights.add(own);
            end = Math.addExact(end, count);
        }

        SegmentPairs finish() {
            return new SegmentPairs(
                    flat(pairs, end),
                    arcs.weights() == null ? null : flat(weights, end),
                    tiles.stream().flatMapToInt(Arrays::stream).toArray(),
                    units.stream().flatMapToInt(Arrays::stream).toArray());
        }

        private int[] flat(List<int[]> parts, int length) {
            int[] all = new int[length];
            IntStream.range(0, parts.size())
                    .parallel()
                    .forEach(t -> System.arraycopy(parts.get(t), 0, all, tiles.get(t)[0], parts.get(t).length));
            return all;
        }
    }
}
