package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;

import java.util.List;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.ScalarType;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.MathFunction;
import tilewright.model.Operator;

/**
 * Values as expressions of one thread. Logical values are integers that are 0 or 1, so that {@code &} and {@code |} do for
 * {@code and} and {@code or} without branches.
 */
public abstract class ValueExpressions {
    /** A leaf in memory or registers. */
    protected abstract Expression place(Value leaf);

    /** A guard. */
    protected abstract Expression condition(Condition condition);

    /** An affine number. */
    protected abstract Expression index(Affine index);

    /** Whether the padding of rows may be read and written without asking. */
    protected boolean usesPadding() {
        return false;
    }

    /** Whether the block has memory for the element, even if the array has none. */
    protected boolean isKept(Value.GlobalElement element) {
        return false;
    }

    public final Expression of(Value value) {
        return switch (value) {
            case Value.RealLiteral l -> new Expression.RealLiteral(ScalarType.of(l.type()), l.text());
            case Value.IntegerLiteral l -> integer(l.value());
            case Value.LogicalLiteral l -> integer(l.value() ? 1 : 0);
            case Value.Index i -> index(i.index());
            case Value.GlobalElement g -> global(g);
            case Value.Convert c -> convert(c);
            case Value.Compute c -> compute(c);
            case Value.TileElement _,
                    Value.NeighbourElement _,
                    Value.BufferElement _,
                    Value.StagedElement _,
                    Value.SliceElement _,
                    Value.FragmentElement _ -> place(value);
        };
    }

    private Expression global(Value.GlobalElement element) {
        return element.guard().equals(Condition.TRUE) || element.padded() && usesPadding() || isKept(element)
                ? place(element)
                : new Expression.Conditional(condition(element.guard()), place(element), zero(element.type()));
    }

    public static Expression zero(DataType type) {
        return Expressions.zero(ScalarType.of(type));
    }

    private Expression convert(Value.Convert convert) {
        return convert.type() == DataType.LOGICAL
                ? binary(Infix.NE, of(convert.operand()), integer(0))
                : new Expression.Convert(ScalarType.of(convert.type()), of(convert.operand()));
    }

    private Expression compute(Value.Compute c) {
        List<Value> o = c.operands();
        return switch (c.operator()) {
            // The operand was converted to the type of the operation.
            case Conversion _ -> of(o.getFirst());
            case MathFunction f ->
                new Expression.Mathematical(
                        f, ScalarType.of(c.type()), o.stream().map(this::of).toList());
            case Operator operator -> compute(operator, c);
        };
    }

    private Expression compute(Operator operator, Value.Compute c) {
        return OperatorExpressions.of(
                operator,
                ScalarType.of(c.type()),
                c.operands().stream().map(this::of).toList());
    }
}
