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

    /** A text of one line in quotes. */
    public static String quoted(String text) {
        return "\"" + escaped(text).replace("\"", "\\\"") + "\"";
    }

    /** A text after a mark, {@code # text}. */
    static String marked(String mark, String text) {
        return text.isEmpty() ? mark : mark + " " + escaped(text);
    }

    /** The word of a constant: {@code PAIR_MIN} is {@code pair_min}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }
}
