package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tilewright.parse.fortran.SourceLine.Places;

/** Puts statements together from the characters of a file: ends them at {@code ;}, drops comments, takes labels off. */
final class StatementCollector {
    private static final Pattern LABEL = Pattern.compile("^\\s*(\\d{1,5})\\s+(?=\\S)");
    /** The second form is that of PolyBench's Fortran files. */
    private static final Pattern SENTINEL = Pattern.compile(
            "^[!cC*]\\$(tilewright\\b|pragma(?=\\s+(end\\s*)?scop\\s*$))[ \\t]*", Pattern.CASE_INSENSITIVE);

    private final String file;
    private final List<SourceLine> statements = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final List<int[]> places = new ArrayList<>();
    private @Nullable String label;
    private char quote;

    StatementCollector(String file) {
        this.file = file;
    }

    /** The statements so far. */
    List<SourceLine> statements() {
        end();
        return statements;
    }

    /** Whether some line of a file begins a directive of this tool. */
    static boolean isDirective(String line) {
        return SENTINEL.matcher(line.strip()).find();
    }

    /** A whole line that is a directive: it ends the statement before it. */
    void directive(String line, int number) {
        end();
        int indent = line.length() - line.stripLeading().length();
        Matcher sentinel = SENTINEL.matcher(line.strip());
        if (sentinel.find()) {
            append(line, indent + sentinel.end(), line.length(), number);
            add(true);
        }
    }

    /** The label of the statement that begins. */
    void label(@Nullable String value) {
        label = value;
    }

    /** Whether a string is open at the end of a line. */
    boolean inString() {
        return quote != 0;
    }

    /**
     * Takes characters of one line up to its comment.
     *
     * @param continues whether an ampersand at the end continues the statement
     * @return whether one does
     */
    boolean take(String line, int from, int number, boolean continues) {
        for (int i = from; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (continues && c == '&' && line.substring(i + 1).isBlank()) {
                    return true;
                }
                quote = c == quote ? 0 : quote;
            } else if (c == '!') {
                return false;
            } else if (continues && c == '&' && isEnd(line, i + 1)) {
                return true;
            } else if (c == ';') {
                end();
                continue;
            } else if (c == '"' || c == '\'') {
                quote = c;
            }
            append(line, i, i + 1, number);
        }
        return false;
    }

    private static boolean isEnd(String line, int from) {
        String rest = line.substring(from).strip();
        return rest.isEmpty() || rest.startsWith("!");
    }

    /** A blank between two lines that no ampersand joins. */
    void blank() {
        if (!places.isEmpty()) {
            text.append(' ');
            places.add(places.getLast());
        }
    }

    private void append(String line, int from, int to, int number) {
        for (int i = from; i < to; i++) {
            text.append(line.charAt(i));
            places.add(new int[] {number, i + 1});
        }
    }

    /** Ends the statement. */
    void end() {
        quote = 0;
        add(false);
    }

    private void add(boolean directive) {
        if (!text.toString().isBlank()) {
            int[] last = places.getLast();
            places.add(new int[] {last[0], last[1] + 1});
            Places all = new Places(
                    places.stream().mapToInt(p -> p[0]).toArray(),
                    places.stream().mapToInt(p -> p[1]).toArray());
            Matcher number = LABEL.matcher(text);
            String own = label;
            int from = 0;
            if (!directive && own == null && number.find()) {
                own = number.group(1);
                from = number.end();
            }
            SourceLine whole = new SourceLine(file, text.toString(), directive, null, all).from(from);
            String plain = own == null ? null : own.replaceFirst("^0+(?=.)", "");
            statements.add(new SourceLine(file, whole.text(), directive, plain, whole.places()));
        }
        text.setLength(0);
        places.clear();
        label = null;
    }
}
