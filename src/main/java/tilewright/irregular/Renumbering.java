package tilewright.irregular;

import java.util.stream.IntStream;

/**
 * New numbers for vertices, those of most arcs first: what is used together often lies together.
 *
 * @param newOf by old number
 * @param oldOf by new number
 * @param connected how many vertices have an arc; these come first
 */
public record Renumbering(int[] newOf, int[] oldOf, int connected) {
    /** Vertices as they are numbered. */
    public static Renumbering none(Arcs arcs) {
        int[] same = IntStream.range(0, arcs.vertices()).toArray();
        return new Renumbering(same, same, arcs.vertices());
    }

    /** By falling degree; vertices of equal degree keep their order (counting sort). */
    public static Renumbering byDegree(Arcs arcs) {
        int n = arcs.vertices();
        int most = IntStream.range(0, n).parallel().map(arcs::degree).max().orElse(0);
        int[] start = new int[most + 2];
        for (int v = 0; v < n; v++) {
            start[most - arcs.degree(v) + 1]++;
        }
        for (int d = 1; d < start.length; d++) {
            start[d] += start[d - 1];
        }
        int connected = start[most];
        int[] newOf = new int[n];
        int[] oldOf = new int[n];
        for (int v = 0; v < n; v++) {
            int place = start[most - arcs.degree(v)]++;
            newOf[v] = place;
            oldOf[place] = v;
        }
        return new Renumbering(newOf, oldOf, connected);
    }

    /** In which order the arcs of a row stand. */
    public enum RowOrder {
        /** By head: where vertices of most arcs have the least numbers, they come first. */
        HEADS,
        /** By rising weight. */
        LIGHTEST,
        /** By falling weight. */
        HEAVIEST
    }

    /** The arcs between new numbers; weights go along. */
    public Arcs apply(Arcs arcs, RowOrder order) {
        int n = arcs.vertices();
        int[] first = new int[n + 1];
        for (int v = 0; v < n; v++) {
            first[v + 1] = first[v] + arcs.degree(oldOf[v]);
        }
        int[] heads = new int[arcs.count()];
        int[] weights = arcs.weights() == null ? null : new int[arcs.count()];
        if (weights == null && order != RowOrder.HEADS) {
            throw new IllegalArgumentException("arcs without weights in the order of weights");
        }
        IntStream.range(0, n).parallel().forEach(v -> {
            int from = arcs.first()[oldOf[v]];
            int degree = arcs.degree(oldOf[v]);
            long[] row = new long[degree];
            for (int a = 0; a < degree; a++) {
                row[a] = (long) key(arcs, from + a, order) << Integer.SIZE | a;
            }
            java.util.Arrays.sort(row);
            for (int a = 0; a < degree; a++) {
                int old = from + (int) row[a];
                heads[first[v] + a] = newOf[arcs.heads()[old]];
                if (weights != null && arcs.weights() != null) {
                    weights[first[v] + a] = arcs.weights()[old];
                }
            }
        });
        return new Arcs(first, heads, weights);
    }

    private int key(Arcs arcs, int arc, RowOrder order) {
        int weight = arcs.weights() == null ? 0 : arcs.weights()[arc];
        return switch (order) {
            case HEADS -> newOf[arcs.heads()[arc]];
            case LIGHTEST -> weight;
            case HEAVIEST -> ~weight;
        };
    }
}
