package tilewright.kernel.text;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Lexer;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.Vocabulary;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;

/** Ends parsing at the first fault of a text, with its place in the text. */
public final class TextErrors extends BaseErrorListener {
    private static final int MOST_SHOWN = 6;

    private final String file;

    /** @param file how messages call the text */
    public TextErrors(String file) {
        this.file = file;
    }

    /** Makes them tell of faults here. */
    public void listenTo(Lexer lexer, Parser parser) {
        for (Recognizer<?, ?> each : List.of(lexer, parser)) {
            each.removeErrorListeners();
            each.addErrorListener(this);
        }
    }

    /** The error for a fault at a token. */
    public UserError at(Token token, String message) {
        return UserError.badInput(text(token.getLine(), token.getCharPositionInLine(), message));
    }

    /** The error for a fault at a token that something else found first. */
    public UserError at(Token token, String message, Throwable cause) {
        return new UserError(UserError.BAD_INPUT, text(token.getLine(), token.getCharPositionInLine(), message), cause);
    }

    /** @param column from 0 on */
    private String text(int line, int column, String message) {
        return new SourcePosition(file, line, column + 1) + ": error: " + message;
    }

    @Override
    public void syntaxError(
            Recognizer<?, ?> recognizer,
            @Nullable Object symbol,
            int line,
            int column,
            String message,
            @Nullable RecognitionException e) {
        if (!(recognizer instanceof Parser parser) || !(symbol instanceof Token token)) {
            throw UserError.badInput(text(line, column, message));
        }
        IntervalSet expected = parser.getExpectedTokens();
        String found = token.getType() == Token.EOF ? "the end of the text" : "'" + token.getText() + "'";
        throw at(token, "expected " + expected(expected, parser.getVocabulary()) + ", found " + found);
    }

    private static String expected(IntervalSet tokens, Vocabulary vocabulary) {
        List<String> words = Arrays.stream(tokens.toArray())
                .mapToObj(vocabulary::getDisplayName)
                .sorted()
                .toList();
        String shown = words.stream().limit(MOST_SHOWN).collect(Collectors.joining(" or "));
        return words.size() > MOST_SHOWN ? shown + " or " + (words.size() - MOST_SHOWN) + " others" : shown;
    }
}
