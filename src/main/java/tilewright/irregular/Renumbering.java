package tilewright.irregular;

import java.util.stream.IntStream;
import tilewright.graph.Chunks;

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
        return byDegree(arcs, arcs);
    }

    /**
     * By the falling number of arcs that lead to a vertex; then come those that arcs leave only.
     *
     * @param in arcs by where they lead
     * @param out the same arcs by where they come from
     */
    public static Renumbering byDegree(Arcs in, Arcs out) {
        int n = in.vertices();
        int most = IntStream.range(0, n).parallel().map(in::degree).max().orElse(0);
        int[] keys = new int[n];
        int[] start = new int[most + 3];
        for (int v = 0; v < n; v++) {
            keys[v] = in.degree(v) == 0 && out.degree(v) == 0 ? most + 1 : most - in.degree(v);
            start[keys[v] + 1]++;
        }
        for (int d = 1; d < start.length; d++) {
            start[d] += start[d - 1];
        }
        int connected = start[most + 1];
        int[] newOf = new int[n];
        int[] oldOf = new int[n];
        for (int v = 0; v < n; v++) {
            int place = start[keys[v]]++;
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

    /** Where the arcs of each row begin by new numbers, and at the end where the last ones end. */
    int[] starts(Arcs arcs) {
        int[] first = new int[arcs.vertices() + 1];
        for (int v = 0; v < arcs.vertices(); v++) {
            first[v + 1] = first[v] + arcs.degree(oldOf[v]);
        }
        return first;
    }

    /** The arcs between new numbers; weights go along. */
    public Arcs apply(Arcs arcs, RowOrder order) {
        int[] first = starts(arcs);
        int[] heads = new int[arcs.count()];
        int[] weights = arcs.weights() == null ? null : new int[arcs.count()];
        Chunks.ofRows(first, arcs.vertices(), (begin, end) -> {
            RowSorter sorter = new RowSorter(arcs, this, order);
            for (int v = begin; v < end; v++) {
                int degree = sorter.sort(v);
                for (int a = 0; a < degree; a++) {
                    heads[first[v] + a] = sorter.head(a);
                }
                for (int a = 0; weights != null && a < degree; a++) {
                    weights[first[v] + a] = sorter.weight(a);
                }
            }
        });
        return new Arcs(first, heads, weights);
    }
}
