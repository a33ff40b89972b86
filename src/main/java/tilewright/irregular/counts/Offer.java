package tilewright.irregular.counts;

import java.util.function.IntBinaryOperator;
import tilewright.irregular.Relaxation;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;

/** What an arc offers, computed on the host: bits of the tail's value and of the arc's weight to bits of the offer. */
public final class Offer {
    private final Relaxation relaxation;

    private Offer(Relaxation relaxation) {
        this.relaxation = relaxation;
    }

    public static IntBinaryOperator of(Relaxation relaxation) {
        return new Offer(relaxation).compile(relaxation.value());
    }

    private boolean real() {
        return relaxation.type() == ScalarType.F32;
    }

    private IntBinaryOperator compile(Expression value) {
        return switch (value) {
            case Expression.IntegerLiteral l -> {
                int number = (int) l.value();
                yield (_, _) -> number;
            }
            case Expression.RealLiteral l -> {
                int bits = Float.floatToRawIntBits(Float.parseFloat(l.text()));
                yield (_, _) -> bits;
            }
            case Expression.Read(Place place) ->
                place instanceof Place.Scalar(var variable) && variable.equals(relaxation.from())
                        ? (from, _) -> from
                        : (_, weight) -> weight;
            case Expression.Binary b -> binary(b.operator(), compile(b.left()), compile(b.right()));
            case Expression.Call c ->
                extremum(
                        c.function(),
                        compile(c.operands().getFirst()),
                        compile(c.operands().getLast()));
            case Expression.Own _,
                    Expression.Operation _,
                    Expression.OfWarp _,
                    Expression.Atomic _,
                    Expression.Counted _ -> throw new IllegalArgumentException("arcs offer " + value);
        };
    }

    private IntBinaryOperator binary(Infix operator, IntBinaryOperator left, IntBinaryOperator right) {
        if (operator != Infix.ADD && operator != Infix.MUL) {
            throw new IllegalArgumentException("arcs offer " + operator);
        }
        boolean add = operator == Infix.ADD;
        if (real()) {
            return (from, weight) -> {
                float l = Float.intBitsToFloat(left.applyAsInt(from, weight));
                float r = Float.intBitsToFloat(right.applyAsInt(from, weight));
                return Float.floatToRawIntBits(add ? l + r : l * r);
            };
        }
        return (from, weight) -> {
            int l = left.applyAsInt(from, weight);
            int r = right.applyAsInt(from, weight);
            return add ? l + r : l * r;
        };
    }

    private IntBinaryOperator extremum(Intrinsic function, IntBinaryOperator left, IntBinaryOperator right) {
        if (function != Intrinsic.MIN && function != Intrinsic.MAX) {
            throw new IllegalArgumentException("arcs offer " + function);
        }
        boolean least = function == Intrinsic.MIN;
        return (from, weight) -> {
            int l = left.applyAsInt(from, weight);
            int r = right.applyAsInt(from, weight);
            return better(real(), least, l, r) ? l : r;
        };
    }

    /** Whether one value is better than another. */
    public static boolean better(boolean real, boolean least, int one, int other) {
        if (real) {
            float l = Float.intBitsToFloat(one);
            float r = Float.intBitsToFloat(other);
            return least ? l < r : l > r;
        }
        return least ? one < other : one > other;
    }
}
