package tilewright.parse;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.parse.ExpressionBuilder.Typed;
import tilewright.parse.NestNotationParser.AssignmentLineContext;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.NestNotationParser.ReferenceValueContext;
import tilewright.parse.SourceTree.Block;

/**
 * Guards on data: {@code if (a(i) > 0) x(i) = v} means {@code x(i) = merge(v, x(i), a(i) > 0)}, and becomes it. The arrays
 * of the condition are declared, and no statement under the guard changes them unless it is the only one.
 */
final class DataGuards {
    private record Active(ExprContext condition, boolean negated) {}

    private final Symbols symbols;
    private final Diagnostics diagnostics;
    private final Deque<Active> active = new ArrayDeque<>();

    DataGuards(Symbols symbols, Diagnostics diagnostics) {
        this.symbols = symbols;
        this.diagnostics = diagnostics;
    }

    /** Whether the condition reads declared arrays or scalars. */
    boolean isOnData(Block.Guard guard) {
        return guard.condition() != null
                && !SyntaxErrors.isFaulty(guard.condition())
                && !arrays(guard.condition()).isEmpty();
    }

    /** Statements from here on are under the guard, or under its else branch. */
    void enter(Block.Guard guard, boolean otherwise) {
        if (guard.condition() != null) {
            active.addLast(new Active(guard.condition(), otherwise));
        }
    }

    void leave() {
        active.removeLast();
    }

    /** The value that a statement assigns under the guards around it. */
    Typed guarded(Typed value, AssignmentLineContext line, ExpressionBuilder builder, DataType type) {
        if (active.isEmpty()) {
            return value;
        }
        Typed old = new Typed(new Expression.Read(Objects.requireNonNull(builder.access(line.reference()))), type);
        Iterator<Active> outer = active.iterator();
        Typed condition = condition(outer.next(), builder);
        while (outer.hasNext()) {
            condition = builder.apply(line, Operator.AND, List.of(condition, condition(outer.next(), builder)));
        }
        return builder.apply(line, Operator.MERGE, List.of(value, old, condition));
    }

    private static Typed condition(Active guard, ExpressionBuilder builder) {
        Typed condition = builder.build(guard.condition);
        return guard.negated ? builder.apply(guard.condition, Operator.NOT, List.of(condition)) : condition;
    }

    /** Refuses a guard whose own statements would change its condition between them. */
    void requireUntouched(Block.Guard guard, List<Node> nodes) {
        boolean alone = nodes.size() == 1 && !(nodes.getFirst() instanceof Node.Loop);
        if (alone || guard.condition() == null) {
            return;
        }
        Set<String> written = RepeatBuilder.written(nodes);
        for (String array : arrays(guard.condition())) {
            if (written.contains(array)) {
                diagnostics.error(
                        guard.condition(),
                        "the lines under this 'if' change '" + array + "', which its condition reads; keep the"
                                + " condition in an array of its own");
                return;
            }
        }
    }

    private Set<String> arrays(ExprContext expression) {
        Set<String> found = new LinkedHashSet<>();
        collect(expression, found);
        return found;
    }

    private void collect(ExprContext expression, Set<String> found) {
        if (!(expression instanceof ReferenceValueContext value)) {
            expression.getRuleContexts(ExprContext.class).forEach(e -> collect(e, found));
            return;
        }
        ReferenceContext reference = value.reference();
        Symbols.ArraySymbol array = symbols.array(reference.name.getText());
        if (array != null && array.isDeclared() && (reference.open != null || array.dimensions() == 0)) {
            found.add(array.name());
        }
        reference.arguments.forEach(a -> collect(a, found));
    }
}
