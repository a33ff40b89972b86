package tilewright.parse;

import java.nio.file.Path;
import java.util.List;
import tilewright.model.InputFile;
import tilewright.model.LoopNest;
import tilewright.model.NestName;
import tilewright.model.UserError;
import tilewright.parse.NestNotationParser.LineContext;

/** Reads the {@code .nest} notation. */
public final class NestParser {
    private NestParser() {}

    /**
     * Parses a file.
     *
     * @throws UserError (bad input) with all faults found, one line {@code file:line:column: error: ..} each
     */
    public static LoopNest parse(Path file) {
        return parse(file.toString(), read(file));
    }

    /**
     * Parses text.
     *
     * @param name the file name shown in messages; without directories and {@code .nest} it names the nest
     * @throws UserError (bad input) with all faults found, one line {@code name:line:column: error: ..} each
     */
    public static LoopNest parse(String name, String text) {
        Diagnostics diagnostics = new Diagnostics(name);
        try {
            List<LineContext> lines = SyntaxErrors.parseLines(text, diagnostics);
            SourceTree tree = BlockBuilder.build(lines, diagnostics);
            LoopNest nest = NestBuilder.build(NestName.of(name), tree, diagnostics);
            diagnostics.throwIfAny();
            StatementSizes.check(nest, diagnostics);
            diagnostics.throwIfAny();
            return nest;
        } catch (StackOverflowError e) {
            throw UserError.badInput(name + ": error: the text is nested too deeply; simplify its expressions");
        }
    }

    /**
     * The text of a source file.
     *
     * @throws UserError (bad input) where it cannot be read or is not UTF-8 text
     */
    public static String read(Path file) {
        return InputFile.text(file, InputFile.LONGEST_TEXT);
    }
}
