package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.FailedPredicateException;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.antlr.v4.runtime.tree.ErrorNode;
import org.antlr.v4.runtime.tree.ParseTree;
import tilewright.parse.NestNotationParser.DeclarationLineContext;
import tilewright.parse.NestNotationParser.LineContext;

/** Turns a line that does not fit the grammar into one message, and goes on with the next line. */
final class SyntaxErrors extends DefaultErrorStrategy {
    /** What a line should look like, by the rule that reads it. */
    private static final Map<Integer, String> FORMS = Map.ofEntries(
            Map.entry(NestNotationParser.RULE_paramLine, "param n, m"),
            Map.entry(NestNotationParser.RULE_declarationLine, "real a(n, 0:m-1), b(n)"),
            Map.entry(NestNotationParser.RULE_assumeLine, "assume a(k,k) >= 0"),
            Map.entry(NestNotationParser.RULE_initLine, "init a(i,j) = 100.0 * rnd()"),
            Map.entry(NestNotationParser.RULE_graphLine, "graph src, dst [, w]"),
            Map.entry(NestNotationParser.RULE_repeatLine, "repeat [variable = first [, last]]"),
            Map.entry(NestNotationParser.RULE_untilLine, "until unchanged(x) or until (condition)"),
            Map.entry(NestNotationParser.RULE_doLine, "do variable = lower, upper [, step]"),
            Map.entry(NestNotationParser.RULE_endDoLine, "enddo"),
            Map.entry(NestNotationParser.RULE_ifLine, "if (condition) then"),
            Map.entry(NestNotationParser.RULE_elseIfLine, "else if (condition) then"),
            Map.entry(NestNotationParser.RULE_elseLine, "else"),
            Map.entry(NestNotationParser.RULE_endIfLine, "endif"),
            Map.entry(NestNotationParser.RULE_assignmentLine, "a(i,j) = expression"));

    private static final String TYPES =
            "types are real or real*4, double precision or real*8, real*2, integer*1, *2, *4, *8,"
                    + " unsigned*1, *2, *4, *8, signed*1 and logical";

    /** Words for types in other languages. */
    private static final Set<String> FOREIGN_TYPES = Set.of(
            "bool", "char", "character", "complex", "dimension", "double", "float", "int", "long", "short", "signed");

    private static final Pattern LONE_RETURN = Pattern.compile("\r(?!\n)");

    private final Diagnostics diagnostics;

    private SyntaxErrors(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Parses every line of the text; a faulty line is reported and returned as far as it was understood. */
    static List<LineContext> parseLines(String text, Diagnostics diagnostics) {
        // Lines are counted by their line feeds; a return alone ends one too, in old files.
        String ended = LONE_RETURN.matcher(text).replaceAll("\n");
        NestNotationLexer lexer = new NestNotationLexer(CharStreams.fromString(ended + "\n"));
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        NestNotationParser parser = new NestNotationParser(tokens);
        parser.removeErrorListeners();
        SyntaxErrors strategy = new SyntaxErrors(diagnostics);
        parser.setErrorHandler(strategy);
        // Every decision of this grammar is local to a line; full-context prediction would only cost time.
        parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
        List<LineContext> lines = new ArrayList<>();
        while (tokens.LA(1) != Token.EOF) {
            strategy.reset(parser);
            lines.add(parser.line());
        }
        return lines;
    }

    /** Whether a fault was reported inside this part of the tree. */
    static boolean isFaulty(ParseTree tree) {
        if (tree instanceof ErrorNode || (tree instanceof ParserRuleContext c && c.exception != null)) {
            return true;
        }
        for (int i = 0; i < tree.getChildCount(); i++) {
            if (isFaulty(tree.getChild(i))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Token recoverInline(Parser recognizer) {
        throw new InputMismatchException(recognizer);
    }

    @Override
    public void sync(Parser recognizer) {}

    @Override
    public void recover(Parser recognizer, RecognitionException e) {
        while (recognizer.getCurrentToken().getType() != NestNotationParser.NEWLINE
                && recognizer.getCurrentToken().getType() != Token.EOF) {
            recognizer.consume();
        }
        boolean wholeLine = recognizer.getRuleContext() instanceof LineContext;
        if (wholeLine && recognizer.getCurrentToken().getType() == NestNotationParser.NEWLINE) {
            recognizer.consume();
        }
    }

    @Override
    public void reportError(Parser recognizer, RecognitionException e) {
        if (inErrorRecoveryMode(recognizer)) {
            return;
        }
        beginErrorCondition(recognizer);
        Token found = e instanceof NoViableAltException n ? n.getOffendingToken() : recognizer.getCurrentToken();
        diagnostics.error(found, message(recognizer, e, found));
    }

    private static String message(Parser recognizer, RecognitionException e, Token found) {
        if (e instanceof FailedPredicateException || found.getType() == NestNotationParser.UNKNOWN) {
            return "unexpected character '" + found.getText() + "'; remove it, or put text after '!'";
        }
        RuleContext context = e.getCtx();
        while (context != null && !FORMS.containsKey(context.getRuleIndex())) {
            context = context.parent;
        }
        if (context == null) {
            return startOfLine(recognizer, found);
        }
        String form = FORMS.get(context.getRuleIndex());
        return "expected " + expected(e.getExpectedTokens()) + ", found " + name(found) + "; the form is: " + form
                + (isBehindType(context, found) ? "; " + TYPES : "");
    }

    /** Whether a declaration goes on behind its type as no declaration does: {@code real(8) a(n)}, {@code integer*3 a(n)}. */
    private static boolean isBehindType(RuleContext context, Token found) {
        return context instanceof DeclarationLineContext declaration
                && declaration.declarator().size() == 1
                && declaration.declarator(0).getStart() == found;
    }

    /** The fault is outside every kind of line: before its first word, or after its last. */
    private static String startOfLine(Parser recognizer, Token found) {
        Token word = recognizer.getInputStream() instanceof TokenStream tokens
                ? tokens.get(firstOfLine(tokens, found.getTokenIndex()))
                : found;
        if (FOREIGN_TYPES.contains(word.getText().toLowerCase(Locale.ROOT))) {
            return "'" + word.getText() + "' is no type of the notation; " + TYPES;
        }
        boolean first =
                recognizer.getContext() == null || recognizer.getContext().getChildCount() == 0;
        return first
                ? "a line cannot begin with " + name(found)
                        + "; write a declaration, do, enddo, if, else, endif or an assignment"
                : "expected the end of the line, found " + name(found)
                        + "; write one statement a line, comments after '!'";
    }

    private static int firstOfLine(TokenStream tokens, int index) {
        int first = index;
        while (first > 0 && tokens.get(first - 1).getType() != NestNotationParser.NEWLINE) {
            first--;
        }
        return first;
    }

    private static String expected(IntervalSet tokens) {
        if (tokens.contains(NestNotationParser.INTEGER_LITERAL)) {
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
        return type >= NestNotationParser.POW && type <= NestNotationParser.OR;
    }

    private static String name(Token token) {
        return switch (token.getType()) {
            case NestNotationParser.NEWLINE, Token.EOF -> "the end of the line";
            default -> "'" + token.getText() + "'";
        };
    }

    private static String name(int type) {
        String literal = NestNotationParser.VOCABULARY.getLiteralName(type);
        return switch (type) {
            case NestNotationParser.NEWLINE, Token.EOF -> "the end of the line";
            case NestNotationParser.ID -> "a name";
            default -> literal == null ? NestNotationParser.VOCABULARY.getDisplayName(type) : literal;
        };
    }
}
