package tilewright.report;

import java.util.ArrayList;
import java.util.List;

/** Columns of text lined up with blanks; numbers to the right. */
public final class TextTable {
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
        int[] widths = new int[right.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> indent + line(row, widths)).toList();
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            String blanks = " ".repeat(widths[i] - cell.length());
            line.append(i == 0 ? "" : "  ").append(right.get(i) ? blanks + cell : cell + blanks);
        }
        return line.toString().stripTrailing();
    }
}
