package tilewright.graph;

import java.util.Arrays;

/**
 * A graph in compressed rows (CSR): the arcs out of vertex v are {@code starts[v] .. starts[v + 1] - 1}, sorted by target.
 *
 * @param starts n + 1 numbers, the first 0, the last the number of arcs
 * @param targets one per arc
 */
@SuppressWarnings("ArrayRecordComponent") // A graph may fill half of the memory: it is shared, never copied.
public record Rows(int vertices, int[] starts, int[] targets, Weights weights) {
    /** Number of arcs. */
    public int arcs() {
        return starts[vertices];
    }

    /** The weight of an arc out of {@code source}; 1 where the graph has none. */
    public double weight(int source, int arc) {
        return switch (weights) {
            case Weights.None n -> 1;
            case Weights.Stored s -> s.values()[arc];
            case Weights.Hashed h -> h.of(source, targets[arc]);
        };
    }

    /** The sources of all arcs: with {@link #targets} the graph in coordinates (COO), sorted by source. */
    public int[] sources() {
        int[] sources = new int[arcs()];
        Chunks.ofRows(starts, vertices, (first, last) -> {
            for (int v = first; v < last; v++) {
                Arrays.fill(sources, starts[v], starts[v + 1], v);
            }
        });
        return sources;
    }
}
