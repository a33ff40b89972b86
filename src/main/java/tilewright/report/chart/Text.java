package tilewright.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Text that must fit into a figure. */
final class Text {
    private Text() {}

    /**
     * Broken at spaces into lines of at most {@code length} characters; what is beyond the last line is replaced by an ellipsis.
     *
     * @param most lines
     */
    static List<String> lines(String text, int length, int most) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > length && lines.size() < most - 1) {
            int space = rest.lastIndexOf(' ', length);
            int end = space > 0 ? space : length;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
        lines.add(shortened(rest, length));
        return lines;
    }

    /** At most {@code length} characters; what is cut from the end is replaced by one ellipsis. */
    static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }
}
