package tilewright.parse;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Node;
import tilewright.model.SourcePosition;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.NestNotationParser.ReferenceValueContext;
import tilewright.parse.SourceTree.Block;
import tilewright.parse.Symbols.ArraySymbol;

/** Guards on data, whose statements {@link GuardedStatements} run always. The arrays of the condition are declared. */
final class DataGuards {
    private final Symbols symbols;
    private final Diagnostics diagnostics;
    private final GuardedStatements guarded;

    DataGuards(Symbols symbols, Diagnostics diagnostics) {
        this.symbols = symbols;
        this.diagnostics = diagnostics;
        this.guarded = new GuardedStatements(new GuardedStatements.Arrays() {
            @Override
            public DataType type(String array) {
                ArraySymbol symbol = symbols.array(array);
                return symbol == null ? DataType.REAL : symbol.type();
            }

            @Override
            public String logical(SourcePosition position) {
                return symbols.addLogical("condition", position);
            }
        });
    }

    /** Whether the condition reads declared arrays or scalars. */
    boolean isOnData(Block.Guard guard) {
        return guard.condition() != null && !SyntaxErrors.isFaulty(guard.condition()) && readsData(guard.condition());
    }

    /**
     * What stands for a guard.
     *
     * @param scope loop variables around it
     */
    List<Node> nodes(Block.Guard guard, List<Node> then, List<Node> otherwise, Set<String> scope) {
        ExprContext condition = Objects.requireNonNull(guard.condition());
        return guarded.of(
                target -> condition(condition, target, scope),
                then,
                otherwise,
                Set.of(),
                diagnostics.position(guard.start()));
    }

    private Expression condition(ExprContext condition, DataType target, Set<String> scope) {
        ExpressionBuilder builder =
                new ExpressionBuilder(symbols, diagnostics, ExpressionBuilder.Place.STATEMENT, scope, target);
        ExpressionBuilder.Typed truth = builder.build(condition);
        if (truth.type() != null && truth.type() != DataType.LOGICAL) {
            diagnostics.error(condition, "the condition is a number; write a comparison such as x /= 0");
        }
        return truth.expression();
    }

    private boolean readsData(ExprContext expression) {
        if (!(expression instanceof ReferenceValueContext value)) {
            return expression.getRuleContexts(ExprContext.class).stream().anyMatch(this::readsData);
        }
        ReferenceContext reference = value.reference();
        ArraySymbol array = symbols.array(reference.name.getText());
        boolean element = array != null && array.isDeclared() && (reference.open != null || array.dimensions() == 0);
        return element || reference.arguments.stream().anyMatch(this::readsData);
    }
}
