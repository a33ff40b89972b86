package tilewright.graph;

import java.util.Arrays;

/** Arcs that a file held, in its order. */
final class TupleList implements ArcSource {
    /** The largest array that every JVM gives. */
    static final int MOST = Integer.MAX_VALUE - 8;

    private int vertices;
    private int count;
    private int[] sources = new int[1 << 10];
    private int[] targets = new int[1 << 10];
    private final boolean weighted;
    private double[] values;
    private boolean symmetric;
    private String description = "";

    TupleList(boolean weighted) {
        this.weighted = weighted;
        this.values = new double[weighted ? 1 << 10 : 0];
    }

    void add(int source, int target, double weight) {
        if (count == sources.length) {
            int larger = (int) Math.min(MOST, 2L * count);
            sources = Arrays.copyOf(sources, larger);
            targets = Arrays.copyOf(targets, larger);
            values = !weighted ? values : Arrays.copyOf(values, larger);
        }
        sources[count] = source;
        targets[count] = target;
        if (weighted) {
            values[count] = weight;
        }
        count++;
    }

    /** Ends the reading. */
    TupleList close(int vertexCount, boolean bothDirections, String what) {
        vertices = vertexCount;
        symmetric = bothDirections;
        description = what;
        sources = Arrays.copyOf(sources, count);
        targets = Arrays.copyOf(targets, count);
        values = !weighted ? values : Arrays.copyOf(values, count);
        return this;
    }

    int source(int tuple) {
        return sources[tuple];
    }

    int target(int tuple) {
        return targets[tuple];
    }

    @Override
    public int vertices() {
        return vertices;
    }

    @Override
    public long tuples() {
        return count;
    }

    @Override
    public void forEach(long first, long last, Visitor visitor) {
        for (int tuple = (int) first; tuple < last; tuple++) {
            visitor.arc(sources[tuple], targets[tuple]);
        }
    }

    @Override
    public Weights weights() {
        return weighted ? new Weights.Stored(values) : new Weights.None();
    }

    @Override
    public boolean isSymmetric() {
        return symmetric;
    }

    @Override
    public String description() {
        return description;
    }
}
