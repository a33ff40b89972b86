package tilewright.parse.c.unit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFileLocation;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorErrorStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorFunctionStyleMacroDefinition;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorIncludeStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorMacroDefinition;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorPragmaStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorStatement;
import org.eclipse.cdt.core.dom.ast.IASTProblem;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.core.dom.ast.gnu.c.GCCLanguage;
import org.eclipse.cdt.core.parser.ExtendedScannerInfo;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.core.parser.NullLogService;
import org.eclipse.cdt.internal.core.model.ASTStringUtil;
import org.eclipse.core.runtime.CoreException;
import org.jspecify.annotations.Nullable;
import tilewright.model.Refusal;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.flow.Switches;
import tilewright.parse.c.unit.SourceFiles.Insertion;

/** One preprocessed and parsed C file. */
public final class TranslationUnit {
    /**
     * A pragma of the main file.
     *
     * @param text what stands after the word {@code pragma}
     * @param offset of its line in the file
     * @param textOffset of the text
     */
    public record Pragma(String text, int offset, int textOffset) {}

    /**
     * An included file that was not found.
     *
     * @param own whether it is asked for in quotes, as files of the program's own are
     */
    record MissingFile(String name, SourcePosition position, boolean own) {}

    private static final Set<String> STANDARD = Set.of(
            "assert.h",
            "complex.h",
            "ctype.h",
            "errno.h",
            "float.h",
            "limits.h",
            "math.h",
            "omp.h",
            "stdbool.h",
            "stddef.h",
            "stdint.h",
            "stdio.h",
            "stdlib.h",
            "string.h",
            "sys/time.h",
            "time.h",
            "unistd.h");

    private final String file;
    private final SourceFiles files;
    private final IASTTranslationUnit tree;
    private final @Nullable Origin origin;
    private final List<String> notes;

    /** The place in another unit that a piece of text was taken from. */
    private record Origin(TranslationUnit unit, int offset) {}

    private TranslationUnit(
            String file, SourceFiles files, IASTTranslationUnit tree, @Nullable Origin origin, List<String> notes) {
        this.file = file;
        this.files = files;
        this.tree = tree;
        this.origin = origin;
        this.notes = List.copyOf(notes);
    }

    /**
     * Parses a text; faults of the C code itself stay in the tree as problem nodes.
     *
     * @param insertions made before it is parsed
     * @param notes what the user should know of them
     */
    static TranslationUnit parse(
            String file, String text, COptions options, List<Insertion> insertions, List<String> notes) {
        SourceFiles files = new SourceFiles(file, text, insertions, options.redefined());
        IASTTranslationUnit tree = tree(file, files, options.includes(), options.predefined(), StandardHeaders.BEFORE);
        return new TranslationUnit(file, files, tree, null, notes);
    }

    /**
     * Parses an expression that stands inside a pragma, with the macros of this unit.
     *
     * @param offset of the expression in this unit's file
     */
    TranslationUnit expression(String text, int offset) {
        String prefix = "int expression = (";
        String name = "expression";
        SourceFiles alone = new SourceFiles(name, prefix + text + ");", List.of(), Map.of());
        IASTTranslationUnit parsed = tree(name, alone, List.of(), macros());
        return new TranslationUnit(name, alone, parsed, new Origin(this, offset - prefix.length()), List.of());
    }

    private static IASTTranslationUnit tree(
            String file, SourceFiles files, List<Path> directories, Map<String, String> macros, String... before) {
        String[] includes = Stream.concat(
                        directories.stream().map(d -> d.toAbsolutePath().toString()),
                        Stream.of(StandardHeaders.DIRECTORY))
                .toArray(String[]::new);
        try {
            IASTTranslationUnit tree = GCCLanguage.getDefault()
                    .getASTTranslationUnit(
                            FileContent.create(
                                    files.parsedName(), files.mainText().toCharArray()),
                            new ExtendedScannerInfo(macros, includes, new String[0], before),
                            files,
                            null,
                            0,
                            new NullLogService());
            return Switches.replaced(tree);
        } catch (CoreException e) {
            throw new UserError(
                    UserError.BAD_INPUT, file + ": error: the C code cannot be parsed: " + e.getMessage(), e);
        }
    }

    public String file() {
        return file;
    }

    public IASTTranslationUnit tree() {
        return tree;
    }

    /** What was added to the file, a line for each: {@code file:line:column: note: ..}. */
    public List<String> notes() {
        return notes;
    }

    /** Where a node begins; a node that a macro made, at the macro's use. */
    public SourcePosition position(IASTNode node) {
        IASTFileLocation location = location(node);
        if (origin != null) {
            return origin.unit.position(origin.offset + Math.max(0, start(node)));
        }
        return location == null
                ? new SourcePosition(file, 1, 1)
                : files.position(files.userName(location.getFileName()), location.getNodeOffset());
    }

    /** A place of the main file. */
    public SourcePosition position(int offset) {
        return files.position(file, offset);
    }

    /** The text of a node as the user wrote it, on one line; of a part of what a macro made, as the macro made it. */
    public String text(IASTNode node) {
        String raw = node.getRawSignature();
        boolean expanded = node instanceof IASTExpression
                && node.getParent() instanceof IASTExpression parent
                && parent.getRawSignature().equals(raw);
        String text = expanded ? ASTStringUtil.getExpressionString((IASTExpression) node) : raw;
        return text.strip().replaceAll("\\s+", " ");
    }

    /** Whether the node begins in the main file. */
    public boolean isInMainFile(IASTNode node) {
        IASTFileLocation location = location(node);
        return location != null && files.userName(location.getFileName()).equals(file);
    }

    /** Offset of the first character of a node in its file; -1 where it has none. */
    public static int start(IASTNode node) {
        IASTFileLocation location = location(node);
        return location == null ? -1 : location.getNodeOffset();
    }

    /** Offset behind the last character of a node in its file; -1 where it has none. */
    public static int end(IASTNode node) {
        IASTFileLocation location = location(node);
        return location == null ? -1 : location.getNodeOffset() + location.getNodeLength();
    }

    private static @Nullable IASTFileLocation location(IASTNode node) {
        return node.getFileLocation();
    }

    /** The active pragmas of the main file, in order. */
    public List<Pragma> pragmas() {
        List<Pragma> pragmas = new ArrayList<>();
        for (IASTPreprocessorStatement statement : tree.getAllPreprocessorStatements()) {
            if (statement instanceof IASTPreprocessorPragmaStatement p && p.isActive() && isInMainFile(p)) {
                String raw = p.getRawSignature();
                int text = raw.indexOf("pragma") + "pragma".length();
                int skipped = raw.length() - raw.substring(text).stripLeading().length();
                pragmas.add(new Pragma(raw.substring(skipped).strip(), start(p), start(p) + skipped));
            }
        }
        return pragmas;
    }

    /** Included files that were not found; those of the C library are not looked for. */
    List<MissingFile> missingFiles() {
        if (origin != null) {
            return origin.unit.missingFiles();
        }
        return Arrays.stream(tree.getIncludeDirectives())
                .filter(i -> i.isActive() && !i.isResolved() && !STANDARD.contains(name(i)))
                .map(i -> new MissingFile(name(i), position(i), !i.isSystemInclude()))
                .toList();
    }

    /** Reports each {@code #error} that a compiler would stop at. */
    public void reportErrorLines(Diagnostics diagnostics) {
        for (IASTPreprocessorStatement statement : tree.getAllPreprocessorStatements()) {
            if (statement instanceof IASTPreprocessorErrorStatement line && line.isActive()) {
                String said = new String(line.getMessage()).strip();
                diagnostics.error(
                        position(line),
                        Refusal.INVALID,
                        "#error" + (said.isEmpty() ? "" : " " + said)
                                + ": the file refuses to be compiled so; define what it asks for by -D NAME=VALUE, or"
                                + " take the line out");
            }
        }
    }

    private static String name(IASTPreprocessorIncludeStatement include) {
        return include.getName().toString();
    }

    /** Faults that the parser found. */
    List<IASTProblem> problems() {
        List<IASTProblem> problems = new ArrayList<>();
        tree.accept(new ProblemCollector(problems));
        return problems;
    }

    /** Macros without parameters, as they stand at the end of the file. */
    public Map<String, String> macros() {
        Map<String, String> macros = new LinkedHashMap<>();
        for (IASTPreprocessorMacroDefinition macro : tree.getBuiltinMacroDefinitions()) {
            add(macro, macros);
        }
        for (IASTPreprocessorMacroDefinition macro : tree.getMacroDefinitions()) {
            add(macro, macros);
        }
        return macros;
    }

    /** Macros without parameters that the file, and files of the program's own that it includes, define. */
    Map<String, String> ownMacros() {
        Map<String, String> macros = new LinkedHashMap<>();
        for (IASTPreprocessorMacroDefinition macro : tree.getMacroDefinitions()) {
            IASTFileLocation location = location(macro);
            if (location != null && StandardHeaders.text(location.getFileName()) == null) {
                add(macro, macros);
            }
        }
        return macros;
    }

    private static void add(IASTPreprocessorMacroDefinition macro, Map<String, String> macros) {
        if (macro.isActive() && !(macro instanceof IASTPreprocessorFunctionStyleMacroDefinition)) {
            macros.put(macro.getName().toString(), macro.getExpansion());
        }
    }
}
