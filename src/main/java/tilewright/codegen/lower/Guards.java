package tilewright.codegen.lower;

import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;

/** Adds bounds checks to reads of global memory. */
final class Guards {
    private Guards() {}

    /** The value that reads zero wherever an element lies outside its array. */
    static Value add(Value value, PieceContext context) {
        return Values.mapLeaves(value, leaf -> leaf instanceof Value.GlobalElement g ? add(g, context) : leaf);
    }

    private static Value add(Value.GlobalElement element, PieceContext context) {
        return new Value.GlobalElement(
                element.array(),
                element.type(),
                element.indices(),
                context.inBounds(element.array(), element.indices()));
    }
}
