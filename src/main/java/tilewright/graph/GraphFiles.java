package tilewright.graph;

import java.nio.file.Path;
import java.util.Locale;
import tilewright.model.UserError;

/**
 * Graphs in files, by the ending of their names: Matrix Market ({@code .mtx}), the 9th DIMACS challenge ({@code .gr}), edge
 * lists as SNAP and GAP have them ({@code .el}, {@code .wel}, {@code .txt}), METIS ({@code .graph}); each also packed
 * ({@code .gz}). What was read is kept beside the file in binary form ({@link GraphCache}).
 */
final class GraphFiles {
    private static final int MOST_VERTICES = TupleList.MOST - 1;

    private GraphFiles() {}

    /**
     * Reads a file.
     *
     * @throws UserError with file, line and what was expected there
     */
    static TupleList read(Path file) {
        Path name = file.getFileName();
        String text = (name == null ? "" : name.toString()).toLowerCase(Locale.ROOT);
        String plain = text.endsWith(".gz") ? text.substring(0, text.length() - 3) : text;
        String ending = plain.substring(plain.lastIndexOf('.') + 1);
        TupleList cached = GraphCache.read(file);
        if (cached != null) {
            return cached;
        }
        try (LineScanner scanner = LineScanner.open(file)) {
            TupleList read = switch (ending) {
                case "mtx" -> MatrixMarket.read(scanner, file);
                case "gr" -> dimacs(scanner, file);
                case "el", "wel", "txt", "tsv", "edges" -> edgeList(scanner, file);
                case "graph", "metis" -> metis(scanner, file);
                default ->
                    throw UserError.badInput(file + ": error: a file ending in '." + ending
                            + "' is no graph that is known; give .mtx, .gr, .el, .wel, .txt or .graph, or a generator"
                            + " such as rmat:scale=20,degree=16");
            };
            GraphCache.write(file, read);
            return read;
        }
    }

    /** {@code p sp n m}, then {@code a u v w}, comments {@code c}. */
    private static TupleList dimacs(LineScanner in, Path file) {
        TupleList arcs = new TupleList(true);
        long n = -1;
        long m = 0;
        while (in.nextLine()) {
            switch (in.first()) {
                case 'c', '\n' -> {}
                case 'p' -> {
                    in.word("p");
                    in.word("the word sp");
                    n = in.integer("the number of vertices", 1, MOST_VERTICES);
                    m = in.integer("the number of arcs", 0, TupleList.MOST);
                }
                case 'a' -> {
                    if (n < 0) {
                        throw in.fault("the line 'p sp vertices arcs' before the first arc", "an arc");
                    }
                    in.word("a");
                    int u = (int) in.integer("the source of an arc", 1, n) - 1;
                    int v = (int) in.integer("the target of an arc", 1, n) - 1;
                    arcs.add(u, v, in.number("the weight of an arc"));
                    in.end("the arc");
                }
                default -> throw in.fault("a line that begins with c, p or a", "'" + in.word("") + "'");
            }
        }
        if (n < 0) {
            throw in.fault("expected the line 'p sp vertices arcs'; found the end of the file");
        }
        if (arcs.tuples() != m) {
            throw in.fault("expected " + m + " arcs, as line 'p' says; found " + arcs.tuples());
        }
        return arcs.close((int) n, false, file + ": DIMACS, " + n + " vertices, " + m + " arcs");
    }

    /** {@code u v} or {@code u v w} a line, comments # and %; vertices are numbered from 0. */
    private static TupleList edgeList(LineScanner in, Path file) {
        TupleList arcs = new TupleList(false);
        boolean known = false;
        boolean weighted = false;
        int greatest = -1;
        while (in.nextLine()) {
            if (in.atEnd() || in.first() == '#' || in.first() == '%') {
                continue;
            }
            int u = (int) in.integer("the source of an arc", 0, MOST_VERTICES - 1L);
            int v = (int) in.integer("the target of an arc", 0, MOST_VERTICES - 1L);
            if (!known) {
                known = true;
                weighted = !in.atEnd();
                arcs = new TupleList(weighted);
            }
            arcs.add(u, v, weighted ? in.number("the weight of an arc, as the first line has one") : 1);
            in.end("the arc");
            greatest = Math.max(greatest, Math.max(u, v));
        }
        int n = greatest + 1;
        return arcs.close(
                n,
                false,
                file + ": edge list, " + arcs.tuples() + " arcs, vertices 0 .. " + greatest
                        + (weighted ? ", weighted" : ""));
    }

    /** {@code n m [format]}, then a line of neighbours per vertex. */
    private static TupleList metis(LineScanner in, Path file) {
        if (!toContent(in)) {
            throw in.fault("expected the line 'vertices edges [format]'; found the end of the file");
        }
        int n = (int) in.integer("the number of vertices", 0, MOST_VERTICES);
        long m = in.integer("the number of edges", 0, TupleList.MOST / 2);
        String format = in.atEnd() ? "0" : in.word("the format");
        if (!format.matches("[01]{1,3}")) {
            throw in.fault("a format of up to three digits 0 and 1", "'" + format + "'");
        }
        boolean weighted = format.endsWith("1");
        boolean sized = format.length() == 3 && format.charAt(0) == '1';
        boolean vertexWeights = format.length() >= 2 && format.charAt(format.length() - 2) == '1';
        long own = vertexWeights ? (in.atEnd() ? 1 : in.integer("the number of weights of a vertex", 1, 64)) : 0;
        TupleList arcs = new TupleList(weighted);
        for (int v = 0; v < n; v++) {
            boolean there = in.nextLine();
            while (there && in.first() == '%') {
                there = in.nextLine();
            }
            if (!there) {
                throw in.fault("expected " + n + " lines of neighbours, as the first line says; found " + v);
            }
            for (long skipped = 0; skipped < own + (sized ? 1 : 0); skipped++) {
                in.number("the weight of a vertex");
            }
            while (!in.atEnd()) {
                int u = (int) in.integer("a neighbour", 1, n) - 1;
                arcs.add(v, u, weighted ? in.number("the weight of an edge") : 1);
            }
        }
        if (arcs.tuples() != 2 * m) {
            throw in.fault(
                    "expected " + 2 * m + " neighbours, twice the edges of the first line; found " + arcs.tuples());
        }
        return arcs.close(n, true, file + ": METIS, " + n + " vertices, " + m + " edges");
    }

    private static boolean toContent(LineScanner in) {
        while (in.nextLine()) {
            if (!in.atEnd() && in.first() != '%') {
                return true;
            }
        }
        return false;
    }
}
