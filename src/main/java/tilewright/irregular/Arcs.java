package tilewright.irregular;

import org.jspecify.annotations.Nullable;

/**
 * Arcs in compressed rows: those of vertex v, from 0, are {@code first[v] .. first[v + 1] - 1}.
 *
 * @param first one more than there are vertices, not falling
 * @param heads where each arc leads, from 0
 * @param weights of the arcs, by their bits; null where none are needed
 */
public record Arcs(int[] first, int[] heads, int @Nullable [] weights) {
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
}
