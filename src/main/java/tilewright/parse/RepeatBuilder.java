package tilewright.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Until;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.NestNotationParser.ReferenceValueContext;
import tilewright.parse.NestNotationParser.UntilLineContext;

/** Builds the end of a repetition: {@code until unchanged(x)} or {@code until (condition)}. */
final class RepeatBuilder {
    private static final String UNCHANGED = "unchanged";
    private static final Until FAULTY = new Until.Holds(new Expression.LogicalLiteral(true));

    private final Symbols symbols;
    private final Diagnostics diagnostics;

    RepeatBuilder(Symbols symbols, Diagnostics diagnostics) {
        this.symbols = symbols;
        this.diagnostics = diagnostics;
    }

    /** Whether a reference asks what a pass has changed. */
    static boolean isUnchanged(ReferenceContext reference) {
        return reference.open != null && reference.name.getText().equalsIgnoreCase(UNCHANGED);
    }

    /**
     * The end of a repetition; something harmless where a fault was reported.
     *
     * @param body what is repeated: it must be able to change what is asked for
     */
    Until until(@Nullable UntilLineContext line, Set<String> scope, List<Node> body) {
        if (line == null || SyntaxErrors.isFaulty(line)) {
            return FAULTY;
        }
        if (line.condition instanceof ReferenceValueContext value && isUnchanged(value.reference())) {
            return unchanged(value.reference(), body);
        }
        ExpressionBuilder builder =
                new ExpressionBuilder(symbols, diagnostics, ExpressionBuilder.Place.STATEMENT, scope, DataType.DOUBLE);
        ExpressionBuilder.Typed condition = builder.build(line.condition);
        if (condition.type() == null) {
            return FAULTY;
        }
        if (condition.type() != DataType.LOGICAL) {
            diagnostics.error(
                    line.condition, "the condition of 'until' is a number; write a comparison such as (c < 1e-6)");
            return FAULTY;
        }
        return new Until.Holds(condition.expression());
    }

    private Until unchanged(ReferenceContext call, List<Node> body) {
        Set<String> written = written(body);
        List<String> arrays = new ArrayList<>();
        for (ExprContext argument : call.arguments) {
            String name = argument.getText();
            if (symbols.array(name) == null) {
                diagnostics.error(
                        argument, "'" + name + "' is no array; 'unchanged' takes names of arrays without subscripts");
                return FAULTY;
            }
            if (!written.contains(name)) {
                diagnostics.error(
                        argument,
                        "the repeated lines never assign to '" + name + "', so that nothing would be repeated; name an"
                                + " array that they change");
                return FAULTY;
            }
            arrays.add(name);
        }
        if (arrays.isEmpty()) {
            diagnostics.error(call, "'unchanged' names no array; write e.g. unchanged(dist)");
            return FAULTY;
        }
        return new Until.Unchanged(arrays);
    }

    /** The arrays that some nodes assign to. */
    static Set<String> written(List<Node> body) {
        Set<String> written = new HashSet<>();
        new LoopNest("", List.of(), List.of(), List.of(), List.of(), body)
                .statements()
                .forEach(s -> written.add(s.statement().target().array()));
        return written;
    }
}
