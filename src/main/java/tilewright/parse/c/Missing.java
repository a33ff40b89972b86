package tilewright.parse.c;

import java.util.List;
import tilewright.parse.c.TranslationUnit.MissingFile;

/** Advice about included files that were not found. */
final class Missing {
    private Missing() {}

    /** A continuation of a message about something unknown; empty where every file was found. */
    static String advice(TranslationUnit unit) {
        List<MissingFile> files = unit.missingFiles();
        if (files.isEmpty()) {
            return "";
        }
        MissingFile first = files.getFirst();
        return "; it may come from '" + first.name() + "' (" + first.position()
                + "), which was not found: give its directory by -I DIRECTORY";
    }

    /** A line for each file of the program's own that was not found: what it defines may change what is read. */
    static List<String> notes(TranslationUnit unit) {
        return unit.missingFiles().stream()
                .filter(MissingFile::own)
                .map(f -> f.position() + ": warning: '" + f.name()
                        + "' was not found, the file is read without what it declares and defines: give its directory"
                        + " by -I DIRECTORY")
                .toList();
    }

    /** {@link #advice} with what to do where every file was found. */
    static String hint(TranslationUnit unit) {
        String advice = advice(unit);
        return advice.isEmpty() ? "; declare it, or define it by -D NAME=VALUE" : advice;
    }
}
