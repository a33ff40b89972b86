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
        PairBuckets buckets = new PairBuckets(arcs, segments, (_, head) -> head / segment);
        int[] sizes = buckets.sizes();
        int[] starts = new int[segments + 1];
        for (int s = 0; s < segments; s++) {
            starts[s + 1] = starts[s] + sizes[s];
        }
        int[] tails = new int[starts[segments]];
        int[] places = new int[starts[segments]];
        buckets.write(Arrays.copyOf(starts, segments), (place, pairTail, arc) -> {
            tails[place] = pairTail;
            places[place] = arc;
        });
        Tiles tiles = new Tiles(step);
        for (int s = 0; s < segments; s++) {
            tiles.segment(s, tails, starts[s], starts[s + 1], tile, unit);
        }
        int[] pairs = new int[tiles.end];
        int[] weights = arcs.weights() == null ? null : new int[tiles.end];
        int[] numbers = flat(tiles.tiles);
        IntStream.range(0, tiles.begins.size()).parallel().forEach(t -> {
            int begin = tiles.begins.get(t)[0];
            int last = tiles.begins.get(t)[1];
            for (int p = 0; p < numbers[3 * t + 1]; p++) {
                int from = Math.min(begin + p, last);
                int arc = places[from];
                int place = numbers[3 * t] + p;
                pairs[place] = tails[from] - numbers[3 * t + 2] << WINDOW_BITS | arcs.heads()[arc] % segment;
                if (weights != null && arcs.weights() != null) {
                    weights[place] = arcs.weights()[arc];
                }
            }
        });
        return new SegmentPairs(pairs, weights, numbers, flat(tiles.units));
    }

    private static int[] flat(List<int[]> parts) {
        return parts.stream().flatMapToInt(Arrays::stream).toArray();
    }

    public int unitCount() {
        return units.length / 3;
    }

    /** Cuts the pairs of segments into tiles and units, one segment after another. */
    private static final class Tiles {
        private final int step;
        private final List<int[]> tiles = new ArrayList<>();
        /** By tile, its first and its last pair before tiles are filled up. */
        private final List<int[]> begins = new ArrayList<>();

        private final List<int[]> units = new ArrayList<>();
        private int end;

        Tiles(int step) {
            this.step = step;
        }

        void segment(int number, int[] tails, int from, int until, int tile, int unit) {
            int firstTile = tiles.size();
            int inUnit = 0;
            for (int begin = from; begin < until; ) {
                int window = tails[begin] >> WINDOW_BITS;
                int last = endOfWindow(tails, begin, (int) Math.min(until, (long) begin + tile), window);
                int count = Math.ceilDiv(last - begin, step) * step;
                tiles.add(new int[] {end, count, window << WINDOW_BITS});
                begins.add(new int[] {begin, last - 1});
                end = Math.addExact(end, count);
                inUnit += last - begin;
                begin = last;
                if (inUnit >= unit || begin == until) {
                    units.add(new int[] {number, firstTile, tiles.size()});
                    firstTile = tiles.size();
                    inUnit = 0;
                }
            }
        }

        /** The first pair whose first end lies beyond a window, or {@code until}. */
        private static int endOfWindow(int[] tails, int begin, int until, int window) {
            int low = begin;
            int high = until;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (tails[middle] >> WINDOW_BITS > window) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }
    }
}
