package tilewright.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tilewright.model.ArrayData;
import tilewright.model.GraphArrays;

/** Arcs, by coordinates or by row pointers, in the order of source and target. */
final class ArcOrder {
    private final int[] sources;
    private final int[] targets;
    private final @Nullable ArrayData weights;
    private final int least;
    private final long firstArc;
    /** Where the arcs of each source begin in {@link #order}. */
    private final int[] starts;
    /** Numbers of arcs; null where they are in order already. */
    private final int @Nullable [] order;

    private ArcOrder(int[] sources, int[] targets, @Nullable ArrayData weights, long firstArc) {
        this.sources = sources;
        this.targets = targets;
        this.weights = weights;
        this.firstArc = firstArc;
        int low = Math.min(least(sources), least(targets));
        this.least = low;
        int vertices = (int) Math.max(0, (long) Math.max(most(sources), most(targets)) - low + 1);
        this.starts = new int[vertices + 1];
        for (int source : sources) {
            starts[source - low]++;
        }
        Chunks.prefix(starts);
        this.order = inOrder() ? null : sorted();
    }

    /** Arcs of two arrays of one declared extent, else of row pointers and columns. */
    static ArcOrder of(ArrayData first, ArrayData second, @Nullable ArrayData weights) {
        int[] targets = Integers.of(second);
        long firstArc = second.lower()[0];
        int[] sources = Integers.of(first);
        if (GraphArrays.arePointers(first.declaration(), second.declaration())) {
            int[] expanded = new int[targets.length];
            int row = (int) first.lower()[0];
            for (int i = 0; i + 1 < sources.length; i++) {
                int from = Math.clamp(sources[i] - firstArc, 0, targets.length);
                int to = Math.clamp(sources[i + 1] - firstArc, from, targets.length);
                Arrays.fill(expanded, from, to, row + i);
            }
            sources = expanded;
        }
        return new ArcOrder(sources, targets, weights, firstArc);
    }

    private static int least(int[] values) {
        return Arrays.stream(values).parallel().min().orElse(0);
    }

    private static int most(int[] values) {
        return Arrays.stream(values).parallel().max().orElse(-1);
    }

    private boolean inOrder() {
        return Inspectors.first(
                        Math.max(0, sources.length - 1),
                        e -> sources[e + 1] < sources[e] || sources[e + 1] == sources[e] && targets[e + 1] < targets[e])
                < 0;
    }

    /** By source, then by target: counted by source, then sorted in each row. */
    private int[] sorted() {
        int[] cursors = Arrays.copyOf(starts, starts.length - 1);
        int[] arcs = new int[sources.length];
        for (int e = 0; e < sources.length; e++) {
            arcs[cursors[sources[e] - least]++] = e;
        }
        Chunks.ofRows(starts, starts.length - 1, (first, last) -> {
            for (int v = first; v < last; v++) {
                long[] keys = new long[starts[v + 1] - starts[v]];
                for (int i = 0; i < keys.length; i++) {
                    int arc = arcs[starts[v] + i];
                    keys[i] = (long) targets[arc] << 32 | arc;
                }
                Arrays.sort(keys);
                for (int i = 0; i < keys.length; i++) {
                    arcs[starts[v] + i] = (int) keys[i];
                }
            }
        });
        return arcs;
    }

    private int arc(int place) {
        return order == null ? place : order[place];
    }

    /** The first arc with the same ends as an earlier one; null where there is none. */
    @Nullable
    String duplicate() {
        int found = -1;
        for (int place = 1; place < sources.length; place++) {
            int one = arc(place - 1);
            int other = arc(place);
            boolean same = sources[one] == sources[other] && targets[one] == targets[other];
            if (same && (found < 0 || other < found)) {
                found = other;
            }
        }
        return found < 0 ? null : name(found) + " is there twice";
    }

    /** The first arc without one back, of the same weight where there are weights; null where all have one. */
    @Nullable
    String withoutPartner() {
        int found = Inspectors.first(sources.length, e -> !hasPartner(e));
        return found < 0
                ? null
                : name(found) + " has no partner" + (weights == null ? "" : " of weight " + weights.valueAt(found));
    }

    private boolean hasPartner(int e) {
        int row = targets[e] - least;
        int low = starts[row];
        int high = starts[row + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (targets[arc(middle)] < sources[e]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int place = low; place < starts[row + 1] && targets[arc(place)] == sources[e]; place++) {
            if (weights == null || weights.valueAt(arc(place)) == weights.valueAt(e)) {
                return true;
            }
        }
        return false;
    }

    private String name(int e) {
        return "arc " + (e + firstArc) + " (" + sources[e] + " -> " + targets[e] + ")";
    }
}
