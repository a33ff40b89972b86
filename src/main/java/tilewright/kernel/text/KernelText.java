package tilewright.kernel.text;

import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import tilewright.kernel.Program;
import tilewright.model.UserError;

/** Kernel programs as text. The grammar is in docs/grammar.md. */
public final class KernelText {
    private KernelText() {}

    /**
     * The whole program.
     *
     * @throws IllegalArgumentException for an integer literal of a floating-point type, which has no notation
     */
    public static String print(Program program) {
        return ProgramText.of(program);
    }

    /** Whether a word may stand for a variable without backquotes. */
    static boolean isName(String word) {
        try {
            KernelNotationParser parser = parser(new TextErrors(word), word);
            parser.name();
            return parser.getCurrentToken().getType() == Token.EOF;
        } catch (UserError e) {
            return false;
        }
    }

    /** A parser of the grammar, which ends at the first fault of the text. */
    static KernelNotationParser parser(TextErrors errors, String text) {
        KernelNotationLexer lexer = new KernelNotationLexer(CharStreams.fromString(text));
        KernelNotationParser parser = new KernelNotationParser(new CommonTokenStream(lexer));
        errors.listenTo(lexer, parser);
        return parser;
    }
}
