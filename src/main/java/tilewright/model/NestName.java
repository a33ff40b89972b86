package tilewright.model;

import java.util.regex.Pattern;

/**
 * Names of nests. They stand in comments of programs, in documents and in names of folders, so they hold nothing that has a meaning
 * there: a file called {@code $(x)*} newline {@code \input.nest} is a nest called {@code _(x)___input}.
 */
public final class NestName {
    /** All but letters, digits and signs that are harmless everywhere; dots and hyphens not in front, where they mean a folder or an option. */
    private static final Pattern SPECIAL = Pattern.compile("^[.-]|[^\\p{L}\\p{N} ._+=,()@-]");

    private static final String REPLACEMENT = "_";

    private NestName() {}

    /** The name of the nest in a file: the file's, without folders and ending. */
    public static String of(String file) {
        String last = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = last.lastIndexOf('.');
        return harmless(dot > 0 ? last.substring(0, dot) : last);
    }

    /** A name with every special character replaced. */
    public static String harmless(String name) {
        return SPECIAL.matcher(name).replaceAll(REPLACEMENT);
    }
}
