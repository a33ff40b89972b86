package tilewright.report;

import java.util.ArrayList;
import java.util.List;

/** Running text in lines of at most 100 columns, fewer on a narrower terminal. */
final class Paragraph {
    /** Characters of a line of the terminal that a text is for; none is bound for files and pages. */
    static final ScopedValue<Integer> TERMINAL = ScopedValue.newInstance();

    private static final int COLUMNS = 100;

    private Paragraph() {}

    /** Most characters of a line of running text. */
    static int columns() {
        return Math.min(COLUMNS, tableColumns());
    }

    /** Most characters of a line of a table. */
    static int tableColumns() {
        return TERMINAL.orElse(Integer.MAX_VALUE);
    }

    /**
     * Breaks at blanks; a longer word keeps a line to itself.
     *
     * @param first indent of the first line, e.g. {@code "  rule  "}
     * @param next indent of the others
     */
    static List<String> lines(String first, String next, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : text.strip().split("\\s+")) {
            if (!empty && line.length() + 1 + word.length() > columns()) {
                lines.add(line.toString());
                line = new StringBuilder(next);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** A label, padded to a column, and text with a hanging indent. */
    static List<String> labelled(String indent, String label, int width, String text) {
        String padded = indent + label + " ".repeat(Math.max(0, width - label.length())) + "  ";
        return lines(padded, " ".repeat(indent.length() + width + 2), text);
    }
}
