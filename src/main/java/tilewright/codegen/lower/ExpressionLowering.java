package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Value;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.Operator;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Turns a statement's right-hand side into a {@link Value} without guards. Before: {@code a(i,j) - a(i,k)/a(k,k)*a(k,j)}
 * with all but a(i,j) staged. After: {@code tile - buffer1 * buffer2}, where buffer1 holds the quotient: the largest
 * parts that depend on one axis at most are computed once, when they are staged.
 */
final class ExpressionLowering {
    private final PieceContext context;
    private final Piece.PlannedStatement statement;
    private final ExpressionTypes types;
    private final SharedValues shared;

    ExpressionLowering(PieceContext context, Piece.PlannedStatement statement, SharedValues shared) {
        this.context = context;
        this.statement = statement;
        this.types = ExpressionTypes.forStatement(context.nest(), statement.statement());
        this.shared = shared;
    }

    /** The statement's value, in the type of its target. */
    Value lower() {
        return update(statement.statement().value());
    }

    /** A value that the statement's element gets, in the type of its target. */
    Value update(Expression value) {
        DataType target =
                context.nest().array(statement.statement().target().array()).type();
        return lower(value).as(target);
    }

    private Value lower(Expression expression) {
        if (isStaged(expression)) {
            return shared.buffer(staged(expression), axes(expression), name(expression), expression.toString());
        }
        return switch (expression) {
            case Expression.Read r -> read(r.access());
            case Expression.Apply a ->
                compute(a, a.operands().stream().map(this::lower).toList());
            case Expression.Leaf leaf -> literal(leaf);
        };
    }

    private Value literal(Expression.Leaf leaf) {
        return switch (leaf) {
            case Expression.RealLiteral l -> new Value.RealLiteral(types.of(l), l.cText());
            case Expression.IntegerLiteral l -> new Value.IntegerLiteral(l.value());
            case Expression.LogicalLiteral l -> new Value.LogicalLiteral(l.value());
            case Expression.IndexValue v -> new Value.Index(v.index().substitute(statement.coordinates()));
        };
    }

    private Value read(Access access) {
        Piece.PlannedAccess planned = statement.access(access.index());
        return switch (planned.strategy()) {
            case OWN -> new Value.TileElement(context.tiles().get(tile(planned)));
            case EXCHANGED -> shared.slice(statement, planned, context.tiles().get(tile(planned)));
            case STAGED, DIRECT -> global(access);
        };
    }

    private static int tile(Piece.PlannedAccess planned) {
        if (planned.tile() == null) {
            throw new IllegalArgumentException(
                    "plan gives access " + planned.access() + " no tile although it is " + planned.strategy());
        }
        return planned.tile();
    }

    private Value global(Access access) {
        Piece.PlannedAccess planned = statement.access(access.index());
        String array = planned.access().array();
        DataType type = context.nest().array(array).type();
        return new Value.GlobalElement(array, type, planned.indices(), Condition.TRUE);
    }

    /** The expression over global memory, in 16 bits where points are updated in pairs. */
    private Value staged(Expression expression) {
        Value value = global(expression);
        return context.pairs() ? value.as(DataType.SHORT) : value;
    }

    /** The expression over global memory, for staging. */
    private Value global(Expression expression) {
        return switch (expression) {
            case Expression.Read r -> global(r.access());
            case Expression.Apply a ->
                compute(a, a.operands().stream().map(this::global).toList());
            case Expression.Leaf leaf -> literal(leaf);
        };
    }

    private Value compute(Expression.Apply apply, List<Value> operands) {
        return TypedExpressions.compute(types.of(apply), apply, operands);
    }

    /**
     * Whether the whole expression is staged as one value: all its reads are, at least one is, and it depends on one
     * axis at most (a single read may depend on more). Never an integer division, which must not be speculated.
     */
    private boolean isStaged(Expression expression) {
        List<Access> reads = expression.reads();
        boolean staged = !reads.isEmpty()
                && reads.stream().allMatch(r -> statement.access(r.index()).strategy() == Strategy.STAGED);
        boolean narrow = expression instanceof Expression.Read || isShared(axes(expression));
        return staged && narrow && !dividesIntegers(expression);
    }

    /**
     * Whether a value depends on one axis at most, and several points need it. What a single one needs it computes itself where its elements can be copied as they are,
     * while the block goes on.
     */
    private boolean isShared(List<Integer> axes) {
        boolean alone = !axes.isEmpty() && axes.size() == context.axes().size();
        return axes.size() <= 1 && !(alone && shared.copiesAhead());
    }

    private boolean dividesIntegers(Expression expression) {
        boolean[] found = {false};
        expression.visit(e -> found[0] |= e instanceof Expression.Apply a
                && a.operator() == Operator.DIV
                && !types.of(a).isFloating());
        return found[0];
    }

    private List<Integer> axes(Expression expression) {
        List<Affine> indices = new ArrayList<>();
        expression.visit(e -> {
            if (e instanceof Expression.Read r) {
                indices.addAll(statement.access(r.access().index()).indices());
            } else if (e instanceof Expression.IndexValue v) {
                indices.add(v.index().substitute(statement.coordinates()));
            }
        });
        return context.axesOf(indices);
    }

    private String name(Expression expression) {
        if (expression instanceof Expression.Read r) {
            return Names.ofElement(
                    r.access().array(), statement.access(r.access().index()).indices());
        }
        String word = expression instanceof Expression.Apply a && a.operator() == Operator.DIV ? "quotient" : "value";
        List<Affine> indices = new ArrayList<>();
        expression
                .reads()
                .forEach(r -> indices.addAll(statement.access(r.index()).indices()));
        return Names.ofElement(word, indices);
    }
}
