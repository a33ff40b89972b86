package tilewright.irregular;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The arcs of one row after another, renumbered and in order. Each thread has its own: a row is sorted in memory that serves all of them. */
final class RowSorter {
    private final Arcs arcs;
    private final Renumbering numbering;
    private final Renumbering.RowOrder order;
    private final int @Nullable [] weights;
    private long[] keys = new long[64];
    private int from;

    RowSorter(Arcs arcs, Renumbering numbering, Renumbering.RowOrder order) {
        this.arcs = arcs;
        this.numbering = numbering;
        this.order = order;
        this.weights = arcs.weights();
        if (weights == null && order != Renumbering.RowOrder.HEADS) {
            throw new IllegalArgumentException("arcs without weights in the order of weights");
        }
    }

    /**
     * Takes a row; arcs of equal keys keep their order.
     *
     * @param vertex by its new number
     * @return how many arcs it has
     */
    int sort(int vertex) {
        int old = numbering.oldOf()[vertex];
        int degree = arcs.degree(old);
        from = arcs.first()[old];
        if (keys.length < degree) {
            keys = new long[Math.max(degree, 2 * keys.length)];
        }
        for (int a = 0; a < degree; a++) {
            keys[a] = (long) key(from + a) << Integer.SIZE | a;
        }
        Arrays.sort(keys, 0, degree);
        return degree;
    }

    private int key(int arc) {
        return switch (order) {
            case HEADS -> numbering.newOf()[arcs.heads()[arc]];
            case LIGHTEST -> weights == null ? 0 : weights[arc];
            case HEAVIEST -> weights == null ? 0 : ~weights[arc];
        };
    }

    /** Where an arc of the row leads, by its new number. */
    int head(int arc) {
        return order == Renumbering.RowOrder.HEADS
                ? (int) (keys[arc] >> Integer.SIZE)
                : numbering.newOf()[arcs.heads()[from + (int) keys[arc]]];
    }

    /** The bits of an arc's weight; 0 where there are none. */
    int weight(int arc) {
        return weights == null ? 0 : weights[from + (int) keys[arc]];
    }
}
