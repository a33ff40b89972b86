package tilewright.graph;

import java.nio.file.Path;
import java.util.Locale;

/** Sparse matrices in the Matrix Market format (NIST): {@code matrix coordinate real|integer|pattern general|symmetric|..}. */
final class MatrixMarket {
    private MatrixMarket() {}

    static TupleList read(LineScanner in, Path file) {
        if (!in.nextLine() || !in.word("%%MatrixMarket").equalsIgnoreCase("%%MatrixMarket")) {
            throw in.fault("expected the first line '%%MatrixMarket matrix coordinate ..'");
        }
        option(in, "the word matrix", "matrix");
        option(in, "the word coordinate (arrays that are not sparse are no graphs)", "coordinate");
        String field = option(in, "real, integer or pattern", "real", "integer", "pattern", "double");
        String symmetry = option(in, "general, symmetric or skew-symmetric", "general", "symmetric", "skew-symmetric");
        boolean weighted = !field.equals("pattern");
        do {
            if (!in.nextLine()) {
                throw in.fault("expected the line 'rows columns entries'; found the end of the file");
            }
        } while (in.atEnd() || in.first() == '%');
        long rows = in.integer("the number of rows", 0, TupleList.MOST - 1L);
        long columns = in.integer("the number of columns", 0, TupleList.MOST - 1L);
        long entries = in.integer("the number of entries", 0, TupleList.MOST);
        in.end("rows, columns and entries");
        if (rows != columns) {
            throw in.fault("the matrix has " + rows + " rows and " + columns
                    + " columns; arcs of a graph lead from vertices to vertices, so it must be square (to keep it,"
                    + " write "
                    + Math.max(rows, columns) + " for both: the rest stays empty)");
        }
        TupleList arcs = new TupleList(weighted);
        boolean mirrored = !symmetry.equals("general");
        double sign = symmetry.equals("skew-symmetric") ? -1 : 1;
        long found = 0;
        while (in.nextLine()) {
            if (in.atEnd() || in.first() == '%') {
                continue;
            }
            int row = (int) in.integer("a row", 1, rows) - 1;
            int column = (int) in.integer("a column", 1, columns) - 1;
            double value = weighted ? in.number("a value") : 1;
            in.end("the entry");
            if (++found > entries) {
                throw in.fault("the line of sizes promises " + entries + " entries, and this is one more");
            }
            arcs.add(row, column, value);
            if (mirrored && row != column) {
                arcs.add(column, row, sign * value);
            }
        }
        if (found != entries) {
            throw in.fault("expected " + entries + " entries, as the line of sizes says; the file ends after " + found);
        }
        return arcs.close(
                (int) rows,
                mirrored,
                file + ": Matrix Market, " + rows + " x " + columns + ", " + entries + " entries, " + field + " "
                        + symmetry);
    }

    /** The next word, which is one of some. */
    static String option(LineScanner in, String expected, String... allowed) {
        String word = in.word(expected).toLowerCase(Locale.ROOT);
        for (String each : allowed) {
            if (each.equals(word)) {
                return word;
            }
        }
        throw in.fault(expected, "'" + word + "'");
    }
}
