package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.MathFunction;
import tilewright.model.Operator;

/** Walks over values. */
public final class Values {
    private Values() {}

    /** Calls the visitor for a value and every part of it, parents first. */
    public static void visit(Value value, Consumer<Value> visitor) {
        visitor.accept(value);
        operands(value).forEach(o -> visit(o, visitor));
    }

    /** What a value is computed from, in order; none for a leaf. */
    public static List<Value> operands(Value value) {
        return switch (value) {
            case Value.Convert c -> List.of(c.operand());
            case Value.Compute c -> c.operands();
            case Value.Literal _, Value.Index _, Value.Element _ -> List.of();
        };
    }

    /** The value with each operand changed; a leaf stays as it is. */
    public static Value mapOperands(Value value, UnaryOperator<Value> change) {
        return switch (value) {
            case Value.Convert c -> new Value.Convert(c.type(), change.apply(c.operand()));
            case Value.Compute c ->
                new Value.Compute(
                        c.operator(),
                        c.type(),
                        c.operands().stream().map(change).toList());
            case Value.Literal _, Value.Index _, Value.Element _ -> value;
        };
    }

    /** The value with its leaves replaced. */
    public static Value mapLeaves(Value value, UnaryOperator<Value> replace) {
        return isLeaf(value) ? replace.apply(value) : mapOperands(value, o -> mapLeaves(o, replace));
    }

    private static boolean isLeaf(Value value) {
        return !(value instanceof Value.Convert) && !(value instanceof Value.Compute);
    }

    public static List<Value.GlobalElement> globals(Value value) {
        List<Value.GlobalElement> found = new ArrayList<>();
        visit(value, v -> {
            if (v instanceof Value.GlobalElement g) {
                found.add(g);
            }
        });
        return found;
    }

    /** Whether an integer division occurs: it must not run where the statement does not. */
    public static boolean dividesIntegers(Value value) {
        boolean[] found = {false};
        visit(
                value,
                v -> found[0] |= v instanceof Value.Compute c
                        && (c.operator() == Operator.DIV || c.operator() == Operator.REMAINDER)
                        && !c.type().isFloating());
        return found[0];
    }

    /**
     * How many operations of a value take several instructions and no branch: quotients, roots, exponentials and the like in single precision. Compilers compute
     * those of written-out iterations beside each other, in registers of their own.
     */
    public static int functions(Value value) {
        int[] found = {0};
        visit(value, v -> found[0] += isFunction(v) ? 1 : 0);
        return found[0];
    }

    /** How many functions of a value have branches and are long ({@link MathFunction#branches}). */
    public static int longFunctions(Value value) {
        int[] found = {0};
        visit(
                value,
                v -> found[0] +=
                        v instanceof Value.Compute c && c.operator() instanceof MathFunction f && f.branches(c.type())
                                ? 1
                                : 0);
        return found[0];
    }

    private static boolean isFunction(Value value) {
        return value instanceof Value.Compute c
                && c.type() == DataType.REAL
                && switch (c.operator()) {
                    case Operator operator ->
                        operator == Operator.DIV && !(c.operands().getLast() instanceof Value.Literal);
                    case MathFunction _ -> true;
                    case Conversion _ -> false;
                };
    }
}
