package tilewright.irregular;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tilewright.graph.Chunks;

/**
 * Arcs in compressed rows: those of vertex v, from 0, are {@code first[v] .. first[v + 1] - 1}.
 *
 * @param first one more than there are vertices, not falling
 * @param heads where each arc leads, from 0
 * @param weights of the arcs, by their bits; null where none are needed
 */
public record Arcs(int[] first, int[] heads, int @Nullable [] weights) {
    private static final VarHandle NUMBERS = MethodHandles.arrayElementVarHandle(int[].class);

    public Arcs {
        if (first.length == 0 || first[first.length - 1] != heads.length) {
            throw new IllegalArgumentException("rows end at arc "
                    + (first.length == 0 ? "none" : Integer.toString(first[first.length - 1])) + " of " + heads.length);
        }
        if (weights != null && weights.length != heads.length) {
            throw new IllegalArgumentException(weights.length + " weights of " + heads.length + " arcs");
        }
    }

    public int vertices() {
        return first.length - 1;
    }

    public int count() {
        return heads.length;
    }

    public int degree(int vertex) {
        return first[vertex + 1] - first[vertex];
    }

    /** The same arcs by the vertices that they lead to; {@link #heads} are those that they come from. In a row they stand in any order. */
    public Arcs transposed() {
        int n = vertices();
        int[] places = new int[n + 1];
        Chunks.of(heads.length, (begin, end) -> {
            for (int a = (int) begin; a < end; a++) {
                NUMBERS.getAndAdd(places, heads[a] + 1, 1);
            }
        });
        for (int v = 0; v < n; v++) {
            places[v + 1] += places[v];
        }
        int[] next = Arrays.copyOf(places, n);
        int[] tails = new int[heads.length];
        int[] own = weights == null ? null : new int[heads.length];
        Chunks.ofRows(first, n, (begin, end) -> {
            for (int v = begin; v < end; v++) {
                for (int a = first[v]; a < first[v + 1]; a++) {
                    int place = (int) NUMBERS.getAndAdd(next, heads[a], 1);
                    tails[place] = v;
                    if (own != null && weights != null) {
                        own[place] = weights[a];
                    }
                }
            }
        });
        return new Arcs(places, tails, own);
    }
}
