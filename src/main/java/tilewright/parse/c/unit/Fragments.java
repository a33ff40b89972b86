package tilewright.parse.c.unit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import tilewright.model.UserError;
import tilewright.parse.c.unit.SourceFiles.Insertion;
import tilewright.parse.c.unit.TranslationUnit.Pragma;

/**
 * Files with scops outside of functions, as people keep loops they try out: such a scop gets a function around it, and what it
 * uses without declaring it gets a declaration ({@link InferredDeclarations}). Positions stay those of the file.
 */
public final class Fragments {
    private static final String FUNCTION = "scop";

    private Fragments() {}

    /** The text parsed, with functions around such scops; a unit without such scops is as it is. */
    public static TranslationUnit parse(String file, String written, COptions options) {
        String text = Redefinitions.in(written, options.redefined());
        List<Insertion> others = others(text, options);
        TranslationUnit unit = TranslationUnit.parse(file, text, options, others, List.of());
        List<Pragma> bare = outsideOfFunctions(unit);
        if (bare.isEmpty()) {
            requireClosed(file, text, options, List.of(), others);
            return unit;
        }
        List<Insertion> functions = new ArrayList<>();
        for (int p = 0; p + 1 < bare.size(); p += 2) {
            String name = p == 0 ? FUNCTION : FUNCTION + (p / 2 + 1);
            functions.add(new Insertion(bare.get(p).offset(), "void " + name + "(void) {\n"));
            functions.add(new Insertion(
                    bare.get(p + 1).textOffset() + bare.get(p + 1).text().length(), "\n}\n"));
        }
        requireClosed(file, text, options, functions, others);
        functions.addAll(others);
        TranslationUnit wrapped = TranslationUnit.parse(file, text, options, functions, List.of());
        InferredDeclarations inferred = InferredDeclarations.of(wrapped);
        functions.add(new Insertion(bare.getFirst().offset(), inferred.text()));
        // Of insertions at one place the declarations come first.
        functions.sort(Comparator.comparingInt(Insertion::offset)
                .thenComparing(i -> i.text().startsWith("void ")));
        return TranslationUnit.parse(file, text, options, functions, inferred.notes());
    }

    /**
     * Refuses a file that ends inside of a function or a type: the parser passes over a missing brace, and what is read behind the file
     * would belong to it. A fault of the main file is left to those who read its scops.
     *
     * @param functions insertions into the main file
     */
    private static void requireClosed(
            String file, String text, COptions options, List<Insertion> functions, List<Insertion> others) {
        if (others.isEmpty()) {
            return;
        }
        List<Insertion> marked = new ArrayList<>(functions);
        marked.add(new Insertion(text.length(), "\n" + mark(0)));
        for (int f = 0; f < others.size(); f++) {
            marked.add(new Insertion(text.length(), others.get(f).text() + mark(f + 1)));
        }
        List<String> outermost = Stream.of(TranslationUnit.parse(file, text, options, marked, List.of())
                        .tree()
                        .getDeclarations())
                .map(IASTDeclaration::getRawSignature)
                .toList();
        for (int f = 0; f < others.size() && outermost.contains(mark(f)); f++) {
            if (!outermost.contains(mark(f + 1))) {
                throw UserError.badInput(options.others().get(f)
                        + ": error: the file ends inside of a function or a type; a closing brace or a"
                        + " semicolon is missing");
            }
        }
    }

    private static String mark(int file) {
        return "int tilewright_behind_" + file + ";";
    }

    /** The files that are read behind this one. */
    private static List<Insertion> others(String text, COptions options) {
        List<Insertion> others = new ArrayList<>();
        for (Path other : options.others()) {
            if (Files.isDirectory(other)) {
                throw UserError.badInput(other + ": error: this is a directory; --with takes a C file");
            }
            if (!Files.isRegularFile(other)) {
                throw UserError.badInput(other + ": error: no such file");
            }
            if (other.toString().endsWith(".nest")) {
                throw UserError.badInput(other + ": error: this is a nest; --with takes a C file");
            }
            others.add(new Insertion(text.length(), "\n#include \"" + other.toAbsolutePath() + "\"\n"));
        }
        return others;
    }

    /** Opening and closing pragmas in turn. */
    private static List<Pragma> outsideOfFunctions(TranslationUnit unit) {
        List<Pragma> bare = new ArrayList<>();
        for (Pragma pragma : unit.pragmas()) {
            String wanted = bare.size() % 2 == 0 ? "scop" : "endscop";
            if (pragma.text().equals(wanted) && !isInFunction(unit, pragma.offset())) {
                bare.add(pragma);
            }
        }
        return bare;
    }

    private static boolean isInFunction(TranslationUnit unit, int offset) {
        for (IASTDeclaration declaration : unit.tree().getDeclarations()) {
            if (declaration instanceof IASTFunctionDefinition
                    && unit.isInMainFile(declaration)
                    && TranslationUnit.start(declaration) < offset
                    && offset < TranslationUnit.end(declaration)) {
                return true;
            }
        }
        return false;
    }
}
