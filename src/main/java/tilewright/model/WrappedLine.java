package tilewright.model;

import java.util.ArrayList;
import java.util.List;

/** A line that is longer than a terminal is wide, broken at blanks; the lines after the first are indented further. */
public final class WrappedLine {
    private static final String HANGING = "  ";

    /** What a reader copies stays on one line: a command of this program. */
    private static final String COMMAND = "./tilewright ";

    private WrappedLine() {}

    /**
     * The lines. Words longer than a line keep one to themselves, and so does a command from {@code ./tilewright} on.
     *
     * @param line without line ends
     * @param width most characters of a line
     */
    public static List<String> of(String line, int width) {
        if (line.length() <= width) {
            return List.of(line);
        }
        int begin = indent(line);
        String next = line.substring(0, begin) + HANGING;
        List<String> lines = new ArrayList<>();
        while (line.length() > width && !line.startsWith(COMMAND, indent(line))) {
            int at = blank(line, width);
            if (at < 0) {
                break;
            }
            lines.add(line.substring(0, at).stripTrailing());
            line = next + line.substring(at).stripLeading();
        }
        lines.add(line);
        return lines;
    }

    /** The blank to break at: the last that leaves a line short enough, else the first; -1 where there is none. */
    private static int blank(String line, int width) {
        int begin = indent(line);
        int end = line.stripTrailing().length();
        int command = line.indexOf(" " + COMMAND, begin);
        int at = line.lastIndexOf(' ', command < 0 ? width : Math.min(width, command));
        if (at <= begin) {
            at = line.indexOf(' ', begin);
        }
        return at > begin && at < end ? at : -1;
    }

    private static int indent(String line) {
        int begin = 0;
        while (begin < line.length() && line.charAt(begin) == ' ') {
            begin++;
        }
        return begin;
    }
}
