package tilewright.codegen.lower;

import java.util.List;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** Adds bounds checks to reads of global memory. */
final class Guards {
    private Guards() {}

    /** The value that reads zero wherever an element lies outside its array. */
    static Value add(Value value, PieceContext context) {
        return Values.mapLeaves(value, leaf -> leaf instanceof Value.GlobalElement g ? add(g, context) : leaf);
    }

    /** The value that may read the padding of rows at the end of the last axis. */
    static Value addAtEnd(Value value, PieceContext context) {
        return Values.mapLeaves(value, leaf -> leaf instanceof Value.GlobalElement g ? addAtEnd(g, context) : leaf);
    }

    private static Value addAtEnd(Value.GlobalElement element, PieceContext context) {
        Condition guard = atEnd(element.array(), element.indices(), context);
        boolean checked = !guard.equals(Condition.TRUE);
        return new Value.GlobalElement(element.array(), element.type(), element.indices(), guard, checked);
    }

    /** What an element's bounds ask of the last axis. */
    static Condition atEnd(String array, List<Affine> indices, PieceContext context) {
        String last = context.axes().getLast().variable();
        return Affines.and(context.inBounds(array, indices).conjuncts().stream()
                .filter(c -> c.variables().contains(last))
                .toList());
    }

    private static Value add(Value.GlobalElement element, PieceContext context) {
        Condition inside = context.inBounds(element.array(), element.indices());
        return new Value.GlobalElement(
                element.array(), element.type(), element.indices(), Affines.and(List.of(element.guard(), inside)));
    }
}
