package tilewright.graph;

/** Arcs that can be visited again and again, in parallel and by number: a generator, or what a file held. */
public interface ArcSource {
    /** Gets one arc after the other. */
    @FunctionalInterface
    interface Visitor {
        void arc(int source, int target);
    }

    /** Number of vertices. */
    int vertices();

    /** Number of tuples, before any preprocessing. */
    long tuples();

    /** Calls the visitor for the tuples {@code first .. last - 1}, in order; the same numbers give the same arcs. */
    void forEach(long first, long last, Visitor visitor);

    /** What a weight is of; {@link Weights.None} where the source has none. */
    Weights weights();

    /** One line that says what this is, e.g. {@code rmat: 1024 vertices, 16384 tuples, seed 1}. */
    String description();

    /** Whether the tuples are both directions of every edge already. */
    default boolean isSymmetric() {
        return false;
    }
}
