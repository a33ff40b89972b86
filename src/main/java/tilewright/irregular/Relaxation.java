package tilewright.irregular;

import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * What every arc of a repeated pass does: {@code x(head) = best(x(head), g(x(tail), inputs))}, with g monotone in x.
 *
 * @param type of x
 * @param least whether the best is the least, else the greatest
 * @param from stands for x(tail) in {@code value}
 * @param inputs values that arcs have of their own, as {@code value} calls them
 * @param value g
 * @param bits whether values of x are in the order of their bits as integers: integers, and floats that are never negative
 */
public record Relaxation(
        ScalarType type, boolean least, Variable from, List<Variable> inputs, Expression value, boolean bits) {
    public Relaxation {
        inputs = List.copyOf(inputs);
    }

    /** Whether one value is better than another. */
    public Expression better(Expression one, Expression other) {
        return Expressions.binary(least ? Infix.LT : Infix.GT, one, other);
    }

    /** Whether an arc adds its one input to the value that it starts from. */
    public boolean adds() {
        return inputs.size() == 1
                && value instanceof Expression.Binary(Infix operator, Expression one, Expression other)
                && operator == Infix.ADD
                && one.equals(from.read())
                && other.equals(inputs.getFirst().read());
    }

    /** The type in which values are compared and updated at once. */
    public ScalarType ordered() {
        return switch (type) {
            case F32 -> ScalarType.I32;
            case F64 -> ScalarType.I64;
            case F16, U8, I8, I16, U16, I32, U32, I64, U64 -> type;
        };
    }

    /** An element of x that other threads may change meanwhile. */
    public Expression read(Memory.Global values, Expression vertex) {
        return new Expression.Read(new Place.Global(values, values.type(), vertex, Place.Access.RELAXED));
    }

    /** Makes an element at least as good as a value; gives what stood there, in the {@link #ordered} type. */
    public Expression improve(Memory.Global values, Expression vertex, Expression value) {
        if (!bits) {
            throw new IllegalArgumentException("values of " + values.name() + " are not in the order of their bits");
        }
        Expression operand = type.isFloating() ? new Expression.Bits(ordered(), value) : value;
        return new Expression.Atomic(
                least ? Expression.Update.MIN : Expression.Update.MAX,
                new Place.Global(values, ordered(), vertex, Place.Access.RELAXED),
                operand,
                false);
    }
}
