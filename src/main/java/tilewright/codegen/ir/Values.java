package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tilewright.model.Operator;

/** Walks over values. */
public final class Values {
    private Values() {}

    /** Calls the visitor for a value and every part of it, parents first. */
    public static void visit(Value value, Consumer<Value> visitor) {
        visitor.accept(value);
        switch (value) {
            case Value.Convert c -> visit(c.operand(), visitor);
            case Value.Compute c -> c.operands().forEach(o -> visit(o, visitor));
            default -> {}
        }
    }

    /** The value with its leaves replaced. */
    public static Value mapLeaves(Value value, UnaryOperator<Value> replace) {
        return switch (value) {
            case Value.Convert c -> new Value.Convert(c.type(), mapLeaves(c.operand(), replace));
            case Value.Compute c ->
                new Value.Compute(
                        c.operator(),
                        c.type(),
                        c.operands().stream().map(o -> mapLeaves(o, replace)).toList());
            default -> replace.apply(value);
        };
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
}
