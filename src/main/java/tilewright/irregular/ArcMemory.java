package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * What arcs have of their own, in the order of their places: the head alone, or the head and a weight of four bytes side by side, so that one access
 * reads both.
 *
 * @param weight as the relaxation calls it; null where arcs have none
 */
record ArcMemory(Memory.Global memory, @Nullable Variable weight) {
    /** @throws IllegalArgumentException where arcs have more than one input, or one that is not as wide as a head */
    static ArcMemory of(Relaxation relaxation) {
        return of(relaxation, "");
    }

    /** @param prefix of the memory's name */
    static ArcMemory of(Relaxation relaxation, String prefix) {
        if (relaxation.inputs().isEmpty()) {
            return new ArcMemory(new Memory.Global(prefix + "heads", ScalarType.I32, false), null);
        }
        Variable weight = relaxation.inputs().getFirst();
        if (relaxation.inputs().size() > 1 || weight.type().bytes() != Integer.BYTES) {
            throw new IllegalArgumentException("arcs with " + relaxation.inputs());
        }
        return new ArcMemory(new Memory.Global(prefix + "arcs", ScalarType.I32, false), weight);
    }

    /** Numbers per arc. */
    int width() {
        return weight == null ? 1 : 2;
    }

    /** Arcs that a thread has loaded. */
    record Loaded(ArcMemory of, Memory.Register registers) {
        Expression head(Expression number) {
            return Expressions.load(registers, multiply(integer(of.width()), number));
        }

        /** The weight; of arcs without one, nothing. */
        Expression weight(Expression number) {
            Variable weight = of.weight();
            if (weight == null) {
                return integer(0);
            }
            Expression bits = Expressions.load(registers, add(multiply(integer(2), number), 1));
            return weight.type() == ScalarType.I32 ? bits : new Expression.Bits(weight.type(), bits);
        }
    }

    /**
     * Loads {@code count} arcs, {@code stride} places apart from {@code first} on.
     *
     * @param end arcs from there on count as {@code otherwise}
     * @param otherwise head and bits of the weight
     */
    Loaded load(
            Body body,
            String name,
            int count,
            Expression first,
            int stride,
            Expression end,
            List<Expression> otherwise) {
        Memory.Register registers = body.declareArray(name, ScalarType.I32, List.of(width() * count));
        body.each("a", count, (each, a) -> {
            Variable at = each.let("at", add(first, multiply(integer(stride), a.read())));
            each.when(
                    less(at.read(), end),
                    in -> in.copy(
                            width(),
                            element(registers, multiply(integer(width()), a.read())),
                            element(memory, multiply(integer(width()), at.read()), Place.Access.PLAIN)),
                    out -> {
                        for (int n = 0; n < width(); n++) {
                            out.set(element(registers, add(multiply(integer(width()), a.read()), n)), otherwise.get(n));
                        }
                    });
        });
        return new Loaded(this, registers);
    }

    /** Loads one arc. */
    Loaded load(Body body, String name, Expression place) {
        Memory.Register registers = body.declareArray(name, ScalarType.I32, List.of(width()));
        body.copy(
                width(),
                element(registers, integer(0)),
                element(memory, multiply(integer(width()), place), Place.Access.PLAIN));
        return new Loaded(this, registers);
    }
}
