package tilewright.report;

import java.util.ArrayList;
import java.util.List;

/** Running text in lines of at most 100 columns, of another length where that is bound. */
final class Paragraph {
    /** Most characters of a line: of a terminal, or any number for pages, which break lines themselves. */
    static final ScopedValue<Integer> WIDTH = ScopedValue.newInstance();

    static final int COLUMNS = 100;

    private Paragraph() {}

    /** Most characters of a line of running text. */
    static int columns() {
        return WIDTH.orElse(COLUMNS);
    }

    /** Most characters of a line of a table. */
    static int tableColumns() {
        return WIDTH.orElse(Integer.MAX_VALUE);
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
