package tilewright.codegen;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import tilewright.model.FreshName;

/** Names of kernels or of their pieces, none of which is given twice. */
final class KernelNames {
    private static final int LONGEST = 32;

    private final Set<String> taken = new HashSet<>();

    /** The first words of a text as an identifier, or another word where they make none; taken from now on. */
    String of(String text, String otherwise) {
        return FreshName.numbered(identifier(text, otherwise), "_", taken::add);
    }

    private static String identifier(String text, String otherwise) {
        String words = text.split("[:,;(]", 2)[0]
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("^_+|_+$", "");
        if (words.isEmpty() || words.length() > LONGEST) {
            return otherwise;
        }
        return Character.isDigit(words.charAt(0)) ? otherwise + "_" + words : words;
    }

    void take(String name) {
        taken.add(name);
    }

    /** The names that are taken now, for {@link #restore}. */
    Set<String> taken() {
        return Set.copyOf(taken);
    }

    /** Names that were taken since are free again. */
    void restore(Set<String> earlier) {
        taken.retainAll(earlier);
    }
}
