package tilewright.graph;

import java.util.Locale;

/** Graphs of known shape; both directions of every edge. */
record RegularArcs(Shape shape, int vertices, int columns, Weights weights) implements ArcSource {
    /** What is joined with what. */
    enum Shape {
        /** A rectangle; every vertex with its right and lower neighbour. */
        GRID,
        /** v with v + 1. */
        PATH,
        /** Vertex 0 with all others. */
        STAR,
        /** All pairs. */
        COMPLETE
    }

    @Override
    public long tuples() {
        long n = vertices;
        return switch (shape) {
            case GRID -> 2 * (2 * n - columns - rows());
            case PATH, STAR -> 2 * (n - 1);
            case COMPLETE -> n * (n - 1);
        };
    }

    private int rows() {
        return vertices / columns;
    }

    @Override
    public void forEach(long first, long last, Visitor visitor) {
        for (long tuple = first; tuple < last; tuple++) {
            // Edges of a shape take two tuples, one per direction; pairs of a complete graph are directed already.
            long edge = shape == Shape.COMPLETE ? tuple : tuple / 2;
            boolean back = shape != Shape.COMPLETE && tuple % 2 == 1;
            int one = source(edge);
            int other = target(edge, one);
            visitor.arc(back ? other : one, back ? one : other);
        }
    }

    private int source(long edge) {
        return switch (shape) {
            case PATH -> (int) edge;
            case STAR -> 0;
            case COMPLETE -> (int) (edge / (vertices - 1));
            case GRID ->
                edge < across()
                        ? (int) (edge / (columns - 1) * columns + edge % (columns - 1))
                        : (int) (edge - across());
        };
    }

    private int target(long edge, int one) {
        return switch (shape) {
            case PATH -> one + 1;
            case STAR -> (int) edge + 1;
            case COMPLETE -> {
                int rest = (int) (edge % (vertices - 1));
                yield rest < one ? rest : rest + 1;
            }
            case GRID -> edge < across() ? one + 1 : one + columns;
        };
    }

    /** Edges within the rows of a grid. */
    private long across() {
        return (long) rows() * (columns - 1);
    }

    @Override
    public boolean isSymmetric() {
        return true;
    }

    @Override
    public String description() {
        String size = shape == Shape.GRID ? rows() + " x " + columns + " vertices" : vertices + " vertices";
        return shape.name().toLowerCase(Locale.ROOT) + ": " + size + ", " + tuples() + " arcs (both directions)";
    }
}
