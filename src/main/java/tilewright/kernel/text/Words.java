package tilewright.kernel.text;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.antlr.v4.runtime.Vocabulary;

/** Names, texts and words between a program and its notation. */
public final class Words {
    private Words() {}

    /**
     * The words that a grammar keeps for itself.
     *
     * @param isName which of its words the grammar takes as names nevertheless
     */
    public static Set<String> reserved(Vocabulary vocabulary, Predicate<String> isName) {
        return IntStream.rangeClosed(1, vocabulary.getMaxTokenType())
                .mapToObj(vocabulary::getLiteralName)
                .filter(w -> w != null && Character.isLetter(w.charAt(1)))
                .map(w -> w.substring(1, w.length() - 1))
                .filter(w -> !isName.test(w))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A name; in backquotes where the grammar keeps the word for itself. */
    public static String name(String name, Set<String> reserved) {
        return reserved.contains(name) ? "`" + name + "`" : name;
    }

    /** The name, without backquotes. */
    public static String unquoted(String name) {
        return name.startsWith("`") ? name.substring(1, name.length() - 1) : name;
    }

    /** A text of one line in quotes. */
    public static String quoted(String text) {
        return "\"" + escaped(text).replace("\"", "\\\"") + "\"";
    }

    /** What stands in quotes. */
    public static String unquotedText(String quoted) {
        return unescaped(quoted.substring(1, quoted.length() - 1));
    }

    /** A text after a mark, {@code # text}. */
    static String marked(String mark, String text) {
        return text.isEmpty() ? mark : mark + " " + escaped(text);
    }

    /** The text after a mark. */
    static String unmarked(String mark, String marked) {
        String text = marked.substring(mark.length());
        return unescaped(text.startsWith(" ") ? text.substring(1) : text);
    }

    /** The word of a constant: {@code PAIR_MIN} is {@code pair_min}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i++;
                plain.append(plainOf(text.charAt(i)));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static char plainOf(char escape) {
        return switch (escape) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> escape;
        };
    }
}
