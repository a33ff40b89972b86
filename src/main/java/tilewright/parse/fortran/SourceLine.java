package tilewright.parse.fortran;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tilewright.model.SourcePosition;

/**
 * One statement, or one directive, as a single text without comments.
 *
 * @param text without the label, blanks at both ends and, of a directive, the words in front
 * @param directive whether it is a line {@code !$tilewright ..}
 * @param label of the statement; null where it has none
 * @param places where each character stands: line and column of the file, one pair more than there are characters
 */
record SourceLine(
        String file,
        String text,
        boolean directive,
        @Nullable String label,
        Places places) {
    /** Lines and columns, both from 1, of the characters of a text. */
    record Places(int[] lines, int[] columns) {
        Places part(int from, int to) {
            return new Places(Arrays.copyOfRange(lines, from, to + 1), Arrays.copyOfRange(columns, from, to + 1));
        }
    }

    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"|'[^']*'");

    /** Where a character stands; the end of the text has a place, too. */
    SourcePosition position(int offset) {
        int at = Math.min(Math.max(offset, 0), text.length());
        return new SourcePosition(file, places.lines()[at], places.columns()[at]);
    }

    /** Where the statement begins. */
    SourcePosition position() {
        return position(0);
    }

    /** The line of the file in which it begins. */
    int number() {
        return places.lines()[0];
    }

    /** The text in lower case, strings blanked. */
    String lower() {
        return STRING.matcher(text)
                .replaceAll(m -> " ".repeat(m.group().length()))
                .toLowerCase(Locale.ROOT);
    }

    /** A part of the statement, without blanks at both ends; no label. */
    SourceLine part(int from, int to) {
        int start = from;
        int end = to;
        while (start < end && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        while (end > start && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return new SourceLine(file, text.substring(start, end), directive, null, places.part(start, end));
    }

    /** The statement from a character on. */
    SourceLine from(int offset) {
        return part(offset, text.length());
    }
}
