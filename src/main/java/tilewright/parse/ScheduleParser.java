package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.GivenOrder;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;

/**
 * Reads a schedule in isl's notation: {@code [n] -> { S1[i, j] -> [i, 0, j]; S2[i] -> [i, 1, 0] }}, where the parameters may
 * be left out and {@code #} starts a comment. Expressions stay text: what they mean is isl's to say.
 */
public final class ScheduleParser {
    private static final String EXAMPLE = "a schedule looks like { S1[i, j] -> [i, 0, j]; S2[i] -> [i, 1, 0] }";

    private final String name;
    private final String text;
    private int next;

    private ScheduleParser(String name, String text) {
        this.name = name;
        this.text = text;
    }

    /**
     * Parses text.
     *
     * @param name shown in messages
     * @throws UserError (bad input) with the place of the first fault
     */
    public static GivenOrder parse(String name, String text) {
        return new ScheduleParser(name, withoutComments(text)).order(text);
    }

    /** Comments as blanks, so that places stay what they are. */
    private static String withoutComments(String text) {
        StringBuilder kept = new StringBuilder(text);
        boolean comment = false;
        for (int c = 0; c < text.length(); c++) {
            comment = text.charAt(c) != '\n' && (comment || text.charAt(c) == '#');
            if (comment) {
                kept.setCharAt(c, ' ');
            }
        }
        return kept.toString();
    }

    private GivenOrder order(String written) {
        List<GivenOrder.Term> parameters = new ArrayList<>();
        if (at('[')) {
            parameters.addAll(list());
            expect("->");
        }
        expect("{");
        List<GivenOrder.Entry> entries = new ArrayList<>();
        while (!at('}')) {
            entries.add(entry());
            if (!at('}')) {
                expect(";");
            }
        }
        expect("}");
        if (peek() != 0) {
            throw fault("nothing may follow the closing brace");
        }
        return new GivenOrder(written, parameters, entries);
    }

    private GivenOrder.Entry entry() {
        GivenOrder.Term statement = identifier("the name of a statement");
        List<GivenOrder.Term> variables = list();
        expect("->");
        if (Character.isLetter(peek())) {
            identifier("a name");
        }
        List<GivenOrder.Term> times = list();
        GivenOrder.Term where = null;
        if (at(':')) {
            expect(":");
            where = upTo(";}");
        }
        return new GivenOrder.Entry(statement, variables, times, where);
    }

    /** {@code [a, b]}. */
    private List<GivenOrder.Term> list() {
        expect("[");
        List<GivenOrder.Term> terms = new ArrayList<>();
        while (!at(']')) {
            terms.add(upTo(",]"));
            if (!at(']')) {
                expect(",");
                if (at(']')) {
                    throw fault("expected an expression after the comma");
                }
            }
        }
        expect("]");
        return terms;
    }

    /** Everything up to one of the characters outside of parentheses. */
    private GivenOrder.Term upTo(String ends) {
        peek();
        int start = next;
        int depth = 0;
        while (next < text.length() && (depth > 0 || ends.indexOf(text.charAt(next)) < 0)) {
            char here = text.charAt(next);
            depth += here == '(' || here == '[' ? 1 : here == ')' || here == ']' ? -1 : 0;
            if (depth < 0 || here == '{' || here == '}' && depth > 0 || here == ';') {
                throw fault("expected '" + ends.charAt(0) + "' or '" + ends.charAt(1) + "', found '" + here + "'");
            }
            next++;
        }
        String found = text.substring(start, next).strip();
        if (found.isEmpty()) {
            throw fault("expected an expression");
        }
        return new GivenOrder.Term(found, position(start));
    }

    private GivenOrder.Term identifier(String what) {
        peek();
        int start = next;
        while (next < text.length() && (Character.isLetterOrDigit(text.charAt(next)) || text.charAt(next) == '_')) {
            next++;
        }
        if (start == next) {
            throw fault("expected " + what + found());
        }
        return new GivenOrder.Term(text.substring(start, next), position(start));
    }

    private void expect(String wanted) {
        peek();
        if (!text.startsWith(wanted, next)) {
            throw fault("expected '" + wanted + "'" + found());
        }
        next += wanted.length();
    }

    private String found() {
        char here = peek();
        return here == 0 ? ", but the text ends" : ", found '" + here + "'";
    }

    private boolean at(char wanted) {
        return peek() == wanted;
    }

    /** The next character that is not blank; 0 at the end. */
    private char peek() {
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next < text.length() ? text.charAt(next) : 0;
    }

    private SourcePosition position(int at) {
        int line = 1;
        int column = 1;
        for (int c = 0; c < at; c++) {
            column = text.charAt(c) == '\n' ? 1 : column + 1;
            line += text.charAt(c) == '\n' ? 1 : 0;
        }
        return new SourcePosition(name, line, column);
    }

    private UserError fault(String words) {
        return UserError.badInput(position(next) + ": error: " + words + "; " + EXAMPLE);
    }
}
