package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.Collections;
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

    /**
     * The value of a speculated update whose points outside the domain read no element that the piece may write: what they read
     * would not be used, but nothing orders it with the write of the point that owns the element. Example: {@code corr(j,i) =
     * corr(i,j)} for {@code i < j}, where a point with {@code i > j} would read what another one writes. Left out are conditions without a
     * variable of the element, which do not change what a block reads; those that the array's bounds imply; and those that only take
     * silent updates out ({@code i /= k}), whose reads the nest orders.
     *
     * @param unchecked what of the domain the update does not check
     */
    static Value againstWriters(Value value, List<Condition> unchecked, PieceContext context) {
        return Values.mapLeaves(
                value,
                leaf -> leaf instanceof Value.GlobalElement g && context.writes(g.array())
                        ? againstWriters(g, unchecked, context)
                        : leaf);
    }

    private static Value againstWriters(
            Value.GlobalElement element, List<Condition> unchecked, PieceContext context) {
        Condition inside = context.inBounds(element.array(), element.indices());
        List<Condition> conditions = new ArrayList<>(element.guard().conjuncts());
        unchecked.stream()
                .filter(c -> c instanceof Condition.Compare bound && bound.relation() != Condition.Relation.NE)
                .filter(c -> element.indices().stream()
                        .anyMatch(i -> !Collections.disjoint(i.variables(), c.variables())))
                .filter(c -> !Implications.implies(inside, c))
                .forEach(conditions::add);
        return new Value.GlobalElement(element.array(), element.type(), element.indices(), Affines.and(conditions));
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
