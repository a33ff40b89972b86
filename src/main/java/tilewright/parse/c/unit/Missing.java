package tilewright.parse.c.unit;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import tilewright.parse.c.unit.TranslationUnit.MissingFile;

/** Advice about included files that were not found. */
public final class Missing {
    private Missing() {}

    /** A continuation of a message about something unknown; empty where every file was found. */
    public static String advice(TranslationUnit unit) {
        List<MissingFile> files = unit.missingFiles();
        if (files.isEmpty()) {
            return "";
        }
        MissingFile first = files.getFirst();
        return "; it may come from '" + first.name() + "' (" + first.position()
                + "), which was not found: give its directory by -I DIRECTORY";
    }

    /** A line for each file of the program's own that was not found: what it defines may change what is read. */
    public static List<String> notes(TranslationUnit unit) {
        return unit.missingFiles().stream()
                .filter(MissingFile::own)
                .map(f -> f.position() + ": warning: '" + f.name()
                        + "' was not found, the file is read without what it declares and defines: give its directory"
                        + " by -I DIRECTORY")
                .toList();
    }

    /** What is said of a name that nothing declares. */
    public static String undeclared(TranslationUnit unit, IASTIdExpression use) {
        String name = unit.text(use);
        for (IASTNode around = use; around != null; around = around.getParent()) {
            if (around instanceof IASTForStatement loop && ForParts.steps(loop, name)) {
                String advice = advice(unit);
                return "loop variable '" + name + "' is not declared"
                        + (advice.isEmpty() ? "; declare it as int" : advice);
            }
        }
        return "'" + name + "' is not declared" + hint(unit);
    }

    /** {@link #advice} with what to do where every file was found. */
    public static String hint(TranslationUnit unit) {
        String advice = advice(unit);
        return advice.isEmpty() ? "; declare it, or define it by -D NAME=VALUE" : advice;
    }
}
