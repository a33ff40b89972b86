package tilewright.model;

import java.util.ArrayList;
import java.util.List;

/** Columns of text lined up with blanks; numbers to the right. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<Boolean> right;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param alignment one letter per column: {@code l} or {@code r} */
    public TextTable(String alignment) {
        right = alignment.chars().mapToObj(c -> c == 'r').toList();
    }

    /** One more row. */
    public TextTable row(String... cells) {
        return row(List.of(cells));
    }

    /** One more row, as many cells as columns. */
    public TextTable row(List<String> cells) {
        if (cells.size() != right.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + right.size() + " columns");
        }
        rows.add(List.copyOf(cells));
        return this;
    }

    /** The lines, each after {@code indent}, two blanks between columns, no blanks at the end. */
    public List<String> lines(String indent) {
        return lines(indent, Integer.MAX_VALUE);
    }

    /**
     * The same for a terminal: columns that do not fit beside the others stand below them, after an empty line, with the first column
     * before them again.
     *
     * @param width most characters of a line; a line is longer where the first column and one other need more
     */
    public List<String> lines(String indent, int width) {
        int[] widths = new int[right.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<Integer> columns : bands(widths, width - indent.length())) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            rows.forEach(row -> lines.add(indent + line(row, columns, widths)));
        }
        return lines;
    }

    /** The columns that stand beside each other. */
    private static List<List<Integer>> bands(int[] widths, int width) {
        List<List<Integer>> bands = new ArrayList<>();
        List<Integer> band = new ArrayList<>();
        long used = 0;
        for (int i = 0; i < widths.length; i++) {
            if (band.size() > 1 && used + GAP.length() + widths[i] > width) {
                bands.add(band);
                band = new ArrayList<>(List.of(0));
                used = widths[0];
            }
            used += (band.isEmpty() ? 0 : GAP.length()) + widths[i];
            band.add(i);
        }
        bands.add(band);
        return bands;
    }

    private String line(List<String> row, List<Integer> columns, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i : columns) {
            String cell = row.get(i);
            String blanks = " ".repeat(widths[i] - cell.length());
            line.append(i == 0 ? "" : GAP).append(right.get(i) ? blanks + cell : cell + blanks);
        }
        return line.toString().stripTrailing();
    }
}
