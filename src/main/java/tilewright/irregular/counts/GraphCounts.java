package tilewright.irregular.counts;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.Renumbering;
import tilewright.irregular.Start;

/**
 * All counts of one fixpoint on one graph.
 *
 * @param degrees of the vertices
 * @param pairs whether cuts are of pairs of vertices, each once for both directions; else of arcs
 * @param orders access by access, for the arcs as they are stored and renumbered
 * @param cuts by the size of segments, rising: first the graph as it is numbered, then renumbered by degree
 * @param searches from each start, where values are levels
 * @param runs from each start, in the Jacobi order; null where there is no end
 */
public record GraphCounts(
        Degrees degrees,
        boolean pairs,
        List<Order> orders,
        List<Cut> cuts,
        List<LevelCounts> searches,
        List<@Nullable Passes> runs) {
    /** Arcs of a thread in the sweep over arcs, and pairs of a thread in the sweep over segments. */
    public static final int PER_THREAD = 4;
    /** Instances after which a first-level cache is taken to have lost what it held: the block of {@link Sectors}. */
    public static final int BLOCK = 1 << 14;

    private static final int LEAST_SEGMENT = 1 << 10;

    /** @param isolated vertices without arcs */
    public record Degrees(int vertices, int arcs, int most, double mean, int isolated) {
        static Degrees of(Arcs arcs) {
            int most = 0;
            int isolated = 0;
            for (int v = 0; v < arcs.vertices(); v++) {
                most = Math.max(most, arcs.degree(v));
                isolated += arcs.degree(v) == 0 ? 1 : 0;
            }
            double mean = arcs.vertices() == 0 ? 0 : (double) arcs.count() / arcs.vertices();
            return new Degrees(arcs.vertices(), arcs.count(), most, mean, isolated);
        }
    }

    /**
     * An order of arcs.
     *
     * @param name for people
     * @param perThread neighbours that one thread looks at
     * @param streamed bytes of the arcs themselves, read once a pass
     */
    public record Order(String name, int perThread, Sectors tails, Sectors heads, long streamed) {}

    /**
     * The vertices cut into segments of second ends.
     *
     * @param byDegree whether vertices are renumbered by degree first
     * @param vertices of a segment: P
     * @param segments how many there are: Q, n / P rounded up
     * @param gathered distinct sectors of first ends of each segment, summed: it rises with Q
     * @param staged bytes of all segments once
     */
    public record Cut(
            boolean byDegree, int vertices, int segments, Sectors tails, Sectors heads, long gathered, long staged) {
        /** Distinct sectors of both ends by pair, within blocks: what segments are for, the less the better. */
        public double perPair() {
            return tails.perInstance() + heads.perInstance();
        }
    }

    public GraphCounts {
        orders = List.copyOf(orders);
        cuts = List.copyOf(cuts);
        searches = List.copyOf(searches);
        runs = java.util.Collections.unmodifiableList(new ArrayList<>(runs));
    }

    /** The cut of fewest sectors by pair; null where there are no arcs. */
    public @Nullable Cut best(boolean byDegree) {
        return cuts.stream()
                .filter(c -> c.byDegree() == byDegree)
                .min(java.util.Comparator.comparingDouble(Cut::perPair))
                .orElse(null);
    }

    /**
     * Counts.
     *
     * @param sectorBytes the smallest unit of a transfer
     */
    public static GraphCounts of(Fixpoint fixpoint, Arcs arcs, List<Start> starts, int sectorBytes) {
        int bytes = fixpoint.relaxation().type().bytes();
        int perSector = Math.max(1, sectorBytes / bytes);
        boolean once = fixpoint.symmetric();
        List<Order> orders = new ArrayList<>();
        List<Cut> cuts = new ArrayList<>();
        long each = 2L * Integer.BYTES
                + fixpoint.relaxation().inputs().stream()
                        .mapToInt(i -> i.type().bytes())
                        .sum();
        Arcs renumbered = Renumbering.byDegree(arcs).apply(arcs, Renumbering.RowOrder.HEADS);
        for (Arcs numbered : List.of(arcs, renumbered)) {
            String name = numbered == arcs ? "arcs as stored" : "arcs renumbered by degree";
            orders.add(order(name, Pairs.of(numbered, false, Math.max(1, arcs.vertices())), numbered, perSector, each));
            for (int segment = LEAST_SEGMENT; segment < 2L * arcs.vertices() && segment > 0; segment *= 2) {
                cuts.add(cut(numbered != arcs, numbered, once, segment, perSector, bytes));
            }
        }
        List<LevelCounts> searches = new ArrayList<>();
        List<@Nullable Passes> runs = new ArrayList<>();
        for (Start start : starts) {
            if (fixpoint.levels() && fixpoint.symmetric()) {
                searches.add(LevelCounts.of(arcs, start));
            }
            runs.add(Passes.jacobi(fixpoint, arcs, start));
        }
        return new GraphCounts(Degrees.of(arcs), once, orders, cuts, searches, runs);
    }

    private static Order order(String name, Pairs pairs, Arcs arcs, int perSector, long each) {
        Sectors.Shape shape = new Sectors.Shape(PER_THREAD, BLOCK, perSector);
        return new Order(
                name,
                PER_THREAD,
                pairs.tails(arcs.vertices(), shape),
                pairs.heads(arcs.vertices(), shape),
                each * pairs.count());
    }

    private static Cut cut(boolean byDegree, Arcs arcs, boolean once, int segment, int perSector, int bytes) {
        Pairs pairs = Pairs.of(arcs, once, segment);
        Sectors.Shape shape = new Sectors.Shape(1, BLOCK, perSector);
        return new Cut(
                byDegree,
                segment,
                Math.ceilDiv(arcs.vertices(), segment),
                pairs.tails(arcs.vertices(), shape),
                pairs.heads(arcs.vertices(), shape),
                pairs.gathered(perSector),
                (long) bytes * arcs.vertices());
    }
}
