package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;

/** Adds bounds checks to reads of global memory. */
final class Guards {
    private Guards() {}

    /** The value that reads zero wherever an element lies outside its array. */
    static Value add(Value value, PieceContext context) {
        return Values.mapLeaves(value, leaf -> leaf instanceof Value.GlobalElement g ? add(g, context) : leaf);
    }

    /** The value that reads zero where an element that is read before its statement asks may lie outside of its array, by what is not known. */
    static Value addEarly(Value value, PieceContext context, Guarding guarding) {
        return Values.mapLeaves(
                value, leaf -> leaf instanceof Value.GlobalElement g ? addEarly(g, context, guarding) : leaf);
    }

    private static Value addEarly(Value.GlobalElement element, PieceContext context, Guarding guarding) {
        boolean early =
                context.axesOf(element.indices()).size() < context.axes().size();
        if (!early) {
            return element;
        }
        List<Condition> open = new ArrayList<>(
                context.inBounds(element.array(), element.indices()).conjuncts());
        open.removeAll(guarding.known());
        open.removeAll(guarding.open());
        open.add(element.guard());
        return new Value.GlobalElement(
                element.array(), element.type(), element.indices(), Affines.and(open), element.padded());
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

    /**
     * The value that reads some element of the array wherever its own lies outside: the nearest one that the same block reads
     * for points inside, or the padding at the end of its row. Unlike a guard that keeps accesses wide; a target that does without
     * padding has the guard.
     *
     * @param beyond whether iterations in which no point takes part may lead outside as well
     */
    static Value clamp(Value value, PieceContext context, boolean beyond) {
        return Values.mapLeaves(
                value, leaf -> leaf instanceof Value.GlobalElement g ? clamp(g, context, beyond) : leaf);
    }

    private static Value clamp(Value.GlobalElement element, PieceContext context, boolean beyond) {
        List<Affine> indices = new ArrayList<>(element.indices());
        List<ArrayDeclaration.Bounds> bounds =
                context.nest().array(element.array()).bounds();
        int last = indices.size() - 1;
        List<Condition> inside = new ArrayList<>();
        for (int d = 0; d < indices.size(); d++) {
            Affine index = indices.get(d);
            boolean moves = beyond && index.variables().stream().anyMatch(context.sequentialVariables()::contains);
            if (context.axesOf(List.of(index)).isEmpty() && !moves && !context.isAsked(index)) {
                continue;
            }
            Affine lower = bounds.get(d).lower();
            Affine upper = bounds.get(d).upper();
            if (!context.ranges().isNonNegative(index.minus(lower))) {
                inside.add(new Condition.Compare(index, Condition.Relation.GE, lower));
                indices.set(d, new Affine.Max(List.of(indices.get(d), lower)));
            }
            if (!context.ranges().isNonNegative(upper.minus(index))) {
                inside.add(new Condition.Compare(index, Condition.Relation.LE, upper));
                // The end of a row is known where the access is made: it depends on its width.
                if (d < last) {
                    indices.set(d, new Affine.Min(List.of(indices.get(d), upper)));
                }
            }
        }
        if (inside.isEmpty()) {
            return element;
        }
        inside.add(element.guard());
        return new Value.GlobalElement(element.array(), element.type(), indices, Affines.and(inside), true);
    }

    /** The value without checks that hold wherever elements lie in their arrays. */
    static Value drop(Value value, PieceContext context) {
        return Values.mapLeaves(value, leaf -> leaf instanceof Value.GlobalElement g ? drop(g, context) : leaf);
    }

    private static Value drop(Value.GlobalElement element, PieceContext context) {
        List<Condition> inside =
                context.inBounds(element.array(), element.indices()).conjuncts();
        Condition left = Affines.and(element.guard().conjuncts().stream()
                .filter(c -> !inside.contains(c))
                .toList());
        return new Value.GlobalElement(element.array(), element.type(), element.indices(), left, element.padded());
    }

    /**
     * The value whose elements outside of their array are the nearest ones in it, or zero.
     *
     * @param nearest of which arrays it reads the nearest ones
     */
    static Value inBounds(Value value, PieceContext context, Predicate<String> nearest) {
        return Values.mapLeaves(
                value,
                leaf -> !(leaf instanceof Value.GlobalElement g)
                        ? leaf
                        : nearest.test(g.array()) ? nearest(g, context) : add(g, context));
    }

    private static Value nearest(Value.GlobalElement element, PieceContext context) {
        List<ArrayDeclaration.Bounds> bounds =
                context.nest().array(element.array()).bounds();
        List<Affine> indices = new ArrayList<>();
        for (int d = 0; d < bounds.size(); d++) {
            Affine index = element.indices().get(d);
            Affine lower = bounds.get(d).lower();
            Affine upper = bounds.get(d).upper();
            Affine notBelow =
                    context.ranges().isNonNegative(index.minus(lower)) ? index : new Affine.Max(List.of(index, lower));
            indices.add(
                    context.ranges().isNonNegative(upper.minus(index))
                            ? notBelow
                            : new Affine.Min(List.of(notBelow, upper)));
        }
        return new Value.GlobalElement(element.array(), element.type(), indices, element.guard(), element.padded());
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
