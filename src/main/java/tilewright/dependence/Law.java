package tilewright.dependence;

/** What allows another order of execution than the one written, with the theorems of docs/equations.md. */
public enum Law {
    /**
     * Any fair order, with outdated values too, ends at the same fixpoint: the updates are monotone and never raise a value
     * (D. Chazan and W. Miranker 1969; G. Baudet, J. ACM 25 (1978); D. Bertsekas, Math. Programming 27 (1983)).
     */
    CHAOTIC("chaotic"),
    /** Stores may overwrite better ones of the same pass, if every store raises the flag of the next pass. */
    LOST_UPDATES("lost-updates"),
    /** Pass k settles the values of level k: all stores of a pass store one value. */
    LEVELS("levels"),
    /** Iterations that read nothing that has changed since they ran last may be left out. */
    FRONTIER("frontier"),
    /** Elements may be processed in the order of their values, in windows (Dijkstra, near and far, Bellman and Ford). */
    WINDOW("window"),
    /** Iterations over rows and over all arcs are the same ones. */
    ROWS("rows"),
    /** Terms may be joined in another order. */
    REDUCTION("reduction");

    private final String key;

    Law(String key) {
        this.key = key;
    }

    /** The name in JSON and in text. */
    public String key() {
        return key;
    }
}
