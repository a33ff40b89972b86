package tilewright.codegen.print;

import java.util.stream.Collectors;

/** Lines of Fortran's free form, which has 132 columns (Fortran 2018, 6.3.2.1). */
public final class FortranLines {
    private static final int COLUMNS = 132;
    /** Columns that a continued line is set in by at most. */
    private static final int INDENT = 8;

    private FortranLines() {}

    /**
     * The same text with statements that are longer broken behind a blank, a comma or a bracket. Example: {@code integer :: a, b} in few columns becomes {@code integer :: a, &} and {@code & b}.
     */
    public static String wrapped(String text) {
        return text.lines().map(FortranLines::broken).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String broken(String line) {
        int start = line.length() - line.stripLeading().length();
        int end = COLUMNS - 2;
        while (end > start + 2 && end < line.length() && " (,".indexOf(line.charAt(end - 1)) < 0) {
            end--;
        }
        if (line.length() <= COLUMNS || line.startsWith("!", start) || end <= start + 2) {
            return line;
        }
        String rest = " ".repeat(Math.min(start, INDENT) + 4) + "& "
                + line.substring(end).stripLeading();
        return line.substring(0, end).stripTrailing() + " &\n" + broken(rest);
    }
}
