package tilewright.parse.fortran;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a statement is, by its first words: no word of Fortran is reserved, so that assignments come first. */
enum LineKind {
    ASSIGNMENT,
    POINTER_ASSIGNMENT,
    DO("(\\w+\\s*:\\s*)?do\\b(\\s*\\d+\\s*,?)?\\s*\\w+\\s*=.*"),
    DO_CONCURRENT("(\\w+\\s*:\\s*)?do\\b(\\s*\\d+\\s*,?)?\\s*concurrent\\b.*"),
    OTHER_DO("(\\w+\\s*:\\s*)?do\\b(\\s*\\d+\\s*,?)?\\s*(while\\b.*)?"),
    END_DO("end\\s*do\\b.*"),
    IF_THEN,
    IF,
    ELSE_IF("else\\s*if\\b.*"),
    ELSE("else\\b(?!\\s*where).*"),
    END_IF("end\\s*if\\b.*"),
    CONTINUE("continue"),
    CYCLE("cycle\\b.*"),
    EXIT("exit\\b.*"),
    INTERFACE("(abstract\\s+)?interface\\b.*"),
    END_INTERFACE("end\\s*interface\\b.*"),
    TYPE_DEFINITION("type(\\s*,.*::|\\s*::|\\s)\\s*(?!\\()\\w+.*"),
    END_TYPE("end\\s*type\\b.*"),
    END_UNIT("end(\\s*(subroutine|function|program|module|submodule|procedure|block\\s*data)\\b.*)?"),
    UNIT("((?!end)[a-z_][\\w\\s*=,()]*\\s)?(subroutine|function)\\s+\\w+\\s*(\\(.*)?"
            + "|(program|module|submodule|block\\s*data)\\b(?!\\s*procedure).*|module\\s+procedure\\s+\\w+"),
    CONTAINS("contains"),
    TYPE(
            "(integer|real|logical|double\\s*precision|complex|double\\s*complex|character|type\\s*\\(|class\\s*\\()(?=[\\W]|$).*"),
    SHAPE("(dimension|allocatable|pointer|target|contiguous)\\b.*"),
    PARAMETER("parameter\\b.*"),
    IMPLICIT("implicit\\b.*"),
    USE("use\\b.*"),
    /** Anything else: a declaration that matters not, or a statement that no scop may hold. */
    OTHER(".*");

    private static final Pattern IF_WORD = Pattern.compile("(\\w+\\s*:\\s*)?if\\s*\\(");
    private static final Pattern NAME = Pattern.compile("[a-z_][\\w$]*");

    private final Pattern pattern;

    LineKind() {
        this("(?!)");
    }

    LineKind(String pattern) {
        this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
    }

    static LineKind of(SourceLine line) {
        String text = line.lower();
        int end = assigned(text);
        if (end >= 0) {
            return text.startsWith("=>", end) ? POINTER_ASSIGNMENT : ASSIGNMENT;
        }
        Matcher word = IF_WORD.matcher(text);
        if (word.lookingAt()) {
            return conditional(text.substring(closing(text, word.end() - 1)));
        }
        for (LineKind kind : values()) {
            if (kind.pattern.matcher(text).matches()) {
                return kind;
            }
        }
        return OTHER;
    }

    private static LineKind conditional(String rest) {
        String action = rest.strip();
        if (action.matches("then(\\s+\\w+)?")) {
            return IF_THEN;
        }
        return action.isEmpty() || Character.isDigit(action.charAt(0)) ? OTHER : IF;
    }

    /** Where the statement of a one-line {@code if} begins, or the word {@code then}. */
    static int afterCondition(SourceLine line) {
        String text = line.lower();
        return closing(text, text.indexOf('('));
    }

    /** The position after the bracket that closes the one at {@code open}; the end of the text where none does or none is open. */
    static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i >= 0 && i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return text.length();
    }

    /** The position of the sign that assigns; -1 where the line is no assignment. */
    private static int assigned(String text) {
        Matcher name = NAME.matcher(text);
        int at = 0;
        while (name.region(at, text.length()).lookingAt()) {
            at = skipBlanks(text, name.end());
            if (at < text.length() && text.charAt(at) == '(') {
                at = skipBlanks(text, closing(text, at));
            }
            if (at >= text.length() || text.charAt(at) != '%') {
                break;
            }
            at = skipBlanks(text, at + 1);
        }
        boolean assigns = at > 0 && at < text.length() && text.charAt(at) == '=' && !text.startsWith("==", at);
        return assigns ? at : -1;
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
