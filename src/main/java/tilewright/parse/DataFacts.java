package tilewright.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.Assumption;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.GraphArrays;
import tilewright.model.Initializer;
import tilewright.model.Operator;
import tilewright.model.Property;
import tilewright.parse.ExpressionBuilder.Place;
import tilewright.parse.ExpressionBuilder.Typed;
import tilewright.parse.NestNotationParser.AssumeLineContext;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.GraphLineContext;
import tilewright.parse.NestNotationParser.InitLineContext;
import tilewright.parse.NestNotationParser.OperatorContext;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.NestNotationParser.ReferenceValueContext;
import tilewright.parse.Symbols.ArraySymbol;

/** The lines that speak about data: {@code assume} and {@code init}. */
final class DataFacts {
    private static final String NO_ASSUMPTION =
            "an assumption is a comparison of array elements or of parameters, or several joined by .and.;"
                    + " write e.g. a(k,k) >= 0";

    private final Symbols symbols;
    private final Diagnostics diagnostics;

    DataFacts(Symbols symbols, Diagnostics diagnostics) {
        this.symbols = symbols;
        this.diagnostics = diagnostics;
    }

    List<Assumption> assumptions(List<AssumeLineContext> lines) {
        List<Assumption> assumptions = new ArrayList<>();
        for (AssumeLineContext line : lines) {
            if (!SyntaxErrors.isFaulty(line) && line.expr() != null && arraysAreUsed(line.expr())) {
                assumption(line, assumptions);
            }
        }
        return assumptions;
    }

    /** Operators that {@code assume associative(+)} names. */
    Set<Operator> associative(List<AssumeLineContext> lines) {
        Set<Operator> associative = new LinkedHashSet<>();
        for (AssumeLineContext line : lines) {
            if (SyntaxErrors.isFaulty(line) || line.expr() != null) {
                continue;
            }
            if (!line.word.getText().equalsIgnoreCase("associative")) {
                continue;
            }
            for (OperatorContext operator : line.operators) {
                Operator known = Associativity.operator(operator.getText());
                if (known == null) {
                    diagnostics.error(operator, Associativity.fault(operator.getText(), "assume associative(+)"));
                } else {
                    associative.add(known);
                }
            }
        }
        return associative;
    }

    /** Properties of index arrays that {@code assume sorted(src)} and the like declare. */
    List<Property> properties(List<AssumeLineContext> lines) {
        List<Property> properties = new ArrayList<>();
        for (AssumeLineContext line : lines) {
            boolean named = !SyntaxErrors.isFaulty(line) && line.expr() == null;
            if (named && !line.word.getText().equalsIgnoreCase("associative")) {
                property(line, properties);
            }
        }
        return properties;
    }

    private void property(AssumeLineContext line, List<Property> properties) {
        Property.Kind kind = Property.Kind.of(line.word.getText());
        if (kind == null) {
            diagnostics.error(line.word, NO_ASSUMPTION);
            return;
        }
        List<String> arrays =
                line.operators.stream().map(OperatorContext::getText).toList();
        if (!kind.takes(arrays.size())) {
            diagnostics.error(line.word, "'" + kind.word() + "' is written " + kind.form());
            return;
        }
        for (int position = 0; position < arrays.size(); position++) {
            if (!isVector(line.operators.get(position), arrays.get(position), position == 2)) {
                return;
            }
        }
        properties.add(new Property(kind, arrays, diagnostics.position(line)));
    }

    /** Whether a name is that of a declared array with one dimension, of integers unless it holds weights. */
    private boolean isVector(ParserRuleContext where, String name, boolean weights) {
        ArraySymbol array = symbols.array(name);
        if (array == null || !array.isDeclared()) {
            diagnostics.error(
                    where, "there is no declared array '" + name + "'; declare it, e.g. 'integer " + name + "(m)'");
            return false;
        }
        if (array.dimensions() != 1 || !weights && !array.type().isInteger()) {
            diagnostics.error(
                    where,
                    "'" + name + "' is no index array; declare it integer with one dimension, e.g. 'integer " + name
                            + "(m)'");
            return false;
        }
        return true;
    }

    /** The arrays that a graph fills; null where no line names them. */
    @Nullable
    GraphArrays graph(List<GraphLineContext> lines) {
        if (lines.isEmpty() || SyntaxErrors.isFaulty(lines.getFirst())) {
            return null;
        }
        if (lines.size() > 1) {
            diagnostics.error(lines.get(1), "second graph line; a nest has one graph");
        }
        GraphLineContext line = lines.getFirst();
        List<String> names = line.names.stream().map(Token::getText).toList();
        if (names.size() < 2 || names.size() > 3) {
            diagnostics.error(line, "a graph line names two or three arrays: graph src, dst [, w]");
            return null;
        }
        for (int position = 0; position < names.size(); position++) {
            Token name = line.names.get(position);
            if (!isVector(line, name.getText(), position == 2)) {
                return null;
            }
        }
        return new GraphArrays(
                names.get(0), names.get(1), names.size() == 3 ? names.get(2) : null, diagnostics.position(line));
    }

    private void assumption(AssumeLineContext line, List<Assumption> assumptions) {
        Set<String> free = new LinkedHashSet<>();
        freeNames(line.expr(), free);
        ExpressionBuilder builder =
                new ExpressionBuilder(symbols, diagnostics, Place.ASSUMPTION, free, DataType.DOUBLE);
        Typed condition = builder.build(line.expr());
        if (condition.type() == null) {
            return;
        }
        if (!Assumption.isFact(condition.expression(), free)) {
            diagnostics.error(line.expr(), NO_ASSUMPTION);
            return;
        }
        assumptions.add(new Assumption(condition.expression(), List.copyOf(free), diagnostics.position(line)));
    }

    /** Names that are neither parameters nor data: the assumption holds for all their values. */
    private void freeNames(ExprContext expression, Set<String> free) {
        if (expression instanceof ReferenceValueContext value) {
            ReferenceContext reference = value.reference();
            String name = reference.name.getText();
            boolean infinity = name.equalsIgnoreCase(Expression.INFINITY);
            if (reference.open == null && !infinity && !symbols.isParameter(name) && symbols.array(name) == null) {
                free.add(name);
            }
            reference.arguments.forEach(a -> freeNames(a, free));
        } else {
            expression.getRuleContexts(ExprContext.class).forEach(e -> freeNames(e, free));
        }
    }

    private boolean arraysAreUsed(ExprContext expression) {
        if (expression instanceof ReferenceValueContext value) {
            ReferenceContext reference = value.reference();
            boolean call = reference.open != null && Intrinsic.of(reference.name.getText()) != null;
            boolean used = reference.open == null || call || isUsed(reference.name, "assume");
            return used && reference.arguments.stream().allMatch(this::arraysAreUsed);
        }
        return expression.getRuleContexts(ExprContext.class).stream().allMatch(this::arraysAreUsed);
    }

    private boolean isUsed(Token array, String line) {
        if (symbols.array(array.getText()) != null) {
            return true;
        }
        diagnostics.error(
                array,
                "'" + line + "' names array '" + array.getText()
                        + "', which is neither declared nor used in the nest; correct the name or remove the line");
        return false;
    }

    List<Initializer> initializers(List<InitLineContext> lines) {
        List<Initializer> initializers = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (InitLineContext line : lines) {
            if (SyntaxErrors.isFaulty(line) || !isUsed(line.reference().name, "init")) {
                continue;
            }
            if (!seen.add(line.reference().name.getText())) {
                diagnostics.error(
                        line, "second init of array '" + line.reference().name.getText() + "'; join them by merge");
            }
            initializer(line, initializers);
        }
        return initializers;
    }

    private void initializer(InitLineContext line, List<Initializer> initializers) {
        ArraySymbol array = new Names(symbols, diagnostics).array(line.reference());
        if (array == null) {
            return;
        }
        List<String> indices = indices(line.reference());
        if (indices.size() < array.dimensions()) {
            return;
        }
        ExpressionBuilder builder =
                new ExpressionBuilder(symbols, diagnostics, Place.INIT, new LinkedHashSet<>(indices), array.type());
        Typed value = builder.valueFor(builder.build(line.expr()), array.type());
        if (value.type() == null) {
            return;
        }
        String fault = TypeRules.assignmentFault(array.name(), array.type(), value.type());
        if (fault != null) {
            diagnostics.error(line, fault);
        }
        initializers.add(new Initializer(array.name(), indices, value.expression(), diagnostics.position(line)));
    }

    /** The index names of an init line; fewer than written where some are reported. */
    private List<String> indices(ReferenceContext target) {
        List<String> indices = new ArrayList<>();
        for (ExprContext argument : target.arguments) {
            String name = argument.getText();
            boolean isName = argument instanceof ReferenceValueContext v && v.reference().open == null;
            if (!isName || symbols.isParameter(name) || symbols.array(name) != null || indices.contains(name)) {
                diagnostics.error(
                        argument,
                        "'" + Scopes.text(argument)
                                + "' is no index name; an init line sets the whole array: write distinct new names"
                                + " like a(i,j)");
            } else {
                indices.add(name);
            }
        }
        return indices;
    }
}
