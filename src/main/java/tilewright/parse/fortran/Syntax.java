package tilewright.parse.fortran;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.jspecify.annotations.Nullable;
import tilewright.model.SourcePosition;
import tilewright.parse.Diagnostics;

/** Parses statements one at a time, and knows where each part of one stands in its file. */
final class Syntax {
    private final Diagnostics diagnostics;
    private final Map<CharStream, SourceLine> lines = new IdentityHashMap<>();

    Syntax(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** What the first fault of a statement says, and where. */
    private record Fault(int offset, String message) {}

    /**
     * The statement's tree; null after a reported fault.
     *
     * @param rule of the grammar
     * @param form what the statement should look like
     */
    <T extends ParserRuleContext> @Nullable T parse(
            SourceLine line, Function<FortranStatementParser, T> rule, String form) {
        return parse(line, rule, form, true);
    }

    /** The statement's tree; null where it does not fit. */
    <T extends ParserRuleContext> @Nullable T parseQuietly(SourceLine line, Function<FortranStatementParser, T> rule) {
        return parse(line, rule, "", false);
    }

    private <T extends ParserRuleContext> @Nullable T parse(
            SourceLine line, Function<FortranStatementParser, T> rule, String form, boolean report) {
        CharStream text = CharStreams.fromString(line.text());
        lines.put(text, line);
        FortranStatementLexer lexer = new FortranStatementLexer(text);
        FortranStatementParser parser = new FortranStatementParser(new CommonTokenStream(lexer));
        parser.removeErrorListeners();
        FirstFault strategy = new FirstFault();
        parser.setErrorHandler(strategy);
        try {
            return rule.apply(parser);
        } catch (ParseCancellationException e) {
            Fault fault = strategy.fault;
            if (report && fault != null) {
                diagnostics.error(
                        line.position(fault.offset), fault.message + (form.isEmpty() ? "" : "; the form is: " + form));
            }
            return null;
        }
    }

    private SourceLine line(Token token) {
        SourceLine line = lines.get(token.getInputStream());
        if (line == null) {
            throw new IllegalStateException("no statement has " + token);
        }
        return line;
    }

    SourcePosition position(Token token) {
        return line(token).position(token.getStartIndex());
    }

    SourcePosition position(ParserRuleContext context) {
        return position(context.getStart());
    }

    /** The text of a construct as the user wrote it. */
    String text(ParserRuleContext context) {
        Interval interval = Interval.of(
                context.getStart().getStartIndex(), context.getStop().getStopIndex());
        return context.getStart().getInputStream().getText(interval);
    }

    void error(ParserRuleContext at, String message) {
        diagnostics.error(position(at), message);
    }

    void error(Token at, String message) {
        diagnostics.error(position(at), message);
    }

    /** Gives up at the first fault and keeps it. */
    private static final class FirstFault extends DefaultErrorStrategy {
        private @Nullable Fault fault;

        @Override
        public Token recoverInline(Parser recognizer) {
            throw stopped(recognizer, new InputMismatchException(recognizer));
        }

        @Override
        public void recover(Parser recognizer, RecognitionException e) {
            throw stopped(recognizer, e);
        }

        @Override
        public void reportError(Parser recognizer, RecognitionException e) {}

        @Override
        public void sync(Parser recognizer) {}

        private ParseCancellationException stopped(Parser recognizer, RecognitionException e) {
            Token found = e instanceof NoViableAltException n ? n.getOffendingToken() : recognizer.getCurrentToken();
            String message = found.getType() == FortranStatementParser.UNKNOWN
                    ? "unexpected character '" + found.getText() + "'"
                    : "expected " + expected(e.getExpectedTokens()) + ", found " + name(found);
            fault = new Fault(found.getType() == Token.EOF ? Integer.MAX_VALUE : found.getStartIndex(), message);
            return new ParseCancellationException(e);
        }

        private static String expected(@Nullable IntervalSet tokens) {
            if (tokens == null || tokens.contains(FortranStatementParser.INTEGER)) {
                return "an expression";
            }
            Set<String> names = new TreeSet<>();
            for (int type : tokens.toArray()) {
                if (!isOperator(type)) {
                    names.add(name(type));
                }
            }
            return names.isEmpty() ? "an operator" : String.join(" or ", names);
        }

        private static boolean isOperator(int type) {
            return type >= FortranStatementParser.POW && type <= FortranStatementParser.FALSE;
        }

        private static String name(Token token) {
            return token.getType() == Token.EOF ? "the end of the statement" : "'" + token.getText() + "'";
        }

        private static String name(int type) {
            String literal = FortranStatementParser.VOCABULARY.getLiteralName(type);
            return switch (type) {
                case Token.EOF -> "the end of the statement";
                case FortranStatementParser.ID -> "a name";
                default -> literal == null ? FortranStatementParser.VOCABULARY.getDisplayName(type) : literal;
            };
        }
    }
}
