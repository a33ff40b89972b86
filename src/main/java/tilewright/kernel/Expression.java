package tilewright.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.MathFunction;

/** A value that one thread computes. */
public sealed interface Expression {
    ScalarType type();

    /** A whole number. */
    record IntegerLiteral(ScalarType type, long value) implements Expression {}

    /**
     * A floating-point number.
     *
     * @param text in C's notation for double precision, without a suffix; also {@code INFINITY}
     */
    record RealLiteral(ScalarType type, String text) implements Expression {}

    /** The value at a place. */
    record Read(Place place) implements Expression {
        @Override
        public ScalarType type() {
            return place.type();
        }
    }

    /** Numbers that a thread knows of itself. */
    enum Coordinate {
        /** Of the thread in its block. */
        THREAD,
        /** Of the block in its launch. */
        BLOCK,
        /** Threads of a block. */
        THREADS,
        /** Blocks of the launch. */
        BLOCKS,
        /** 0, which no compiler knows: what is computed with it stays apart from what is computed without. */
        HIDDEN_ZERO
    }

    record Own(Coordinate coordinate) implements Expression {
        @Override
        public ScalarType type() {
            return coordinate == Coordinate.BLOCKS ? ScalarType.U32 : ScalarType.I32;
        }
    }

    record Unary(Prefix operator, Expression operand) implements Expression {
        @Override
        public ScalarType type() {
            return operator == Prefix.NOT ? ScalarType.I32 : operand.type().promoted();
        }
    }

    record Binary(Infix operator, Expression left, Expression right) implements Expression {
        @Override
        public ScalarType type() {
            if (operator.isLogical()) {
                return ScalarType.I32;
            }
            return operator == Infix.SHL || operator == Infix.SHR
                    ? left.type().promoted()
                    : ScalarType.common(left.type(), right.type());
        }
    }

    /** {@code condition ? then : otherwise}; only one of the two is evaluated. */
    record Conditional(Expression condition, Expression then, Expression otherwise) implements Expression {
        @Override
        public ScalarType type() {
            return ScalarType.common(then.type(), otherwise.type());
        }
    }

    /** The value in another type, as C converts it. */
    record Convert(ScalarType type, Expression operand) implements Expression {}

    /** The bits of a value as a value of another type of the same width. */
    record Bits(ScalarType type, Expression operand) implements Expression {
        public Bits {
            if (type.bytes() != operand.type().bytes()) {
                throw new IllegalArgumentException("bits of " + operand.type() + " as " + type);
            }
        }
    }

    /** @param type of the operands, see {@link Intrinsic} */
    record Call(Intrinsic function, ScalarType of, List<Expression> operands) implements Expression {
        public Call {
            operands = List.copyOf(operands);
            if (operands.size() != function.arity()) {
                throw new IllegalArgumentException(
                        function + " takes " + function.arity() + " operands, got " + operands.size());
            }
        }

        @Override
        public ScalarType type() {
            return function.result(of);
        }
    }

    /** @param of the type of operands and result, f32 or f64 */
    record Mathematical(MathFunction function, ScalarType of, List<Expression> operands) implements Expression {
        public Mathematical {
            operands = List.copyOf(operands);
            if (operands.size() != function.arity() || !of.isFloating()) {
                throw new IllegalArgumentException(function.notation() + " takes " + function.arity()
                        + " floating-point operands, got " + operands.size() + " of " + of.notation());
            }
        }

        @Override
        public ScalarType type() {
            return of;
        }
    }

    /** Whose register a thread of a warp reads. */
    enum Lane {
        /** That of the lane whose number differs in the bits of the operand. */
        XOR,
        /** So many lanes before; where there is none in the segment, its own. */
        UP,
        /** So many lanes after; where there is none in the segment, its own. */
        DOWN,
        /** The lane with that number in the segment. */
        AT
    }

    /**
     * Another lane's value; all threads of the warp must come here together.
     *
     * @param width lanes of a segment, a power of two; a warp has 32
     */
    record Shuffle(Lane lane, Expression value, Expression which, int width) implements Expression {
        @Override
        public ScalarType type() {
            return value.type();
        }
    }

    enum Vote {
        ANY,
        ALL,
        /** The lanes that say yes, as bits; u32. */
        BALLOT
    }

    /** What the threads of a warp say together; all of them must come here together. */
    record Voted(Vote vote, Expression condition) implements Expression {
        @Override
        public ScalarType type() {
            return vote == Vote.BALLOT ? ScalarType.U32 : ScalarType.I32;
        }
    }

    /**
     * What the values of a warp's threads make together; all of them must come here together.
     *
     * @param update ADD, MIN, MAX, AND or OR
     * @param value i32 or u32
     */
    record Reduced(Update update, Expression value) implements Expression {
        @Override
        public ScalarType type() {
            return value.type();
        }
    }

    enum Update {
        ADD,
        MIN,
        MAX,
        AND,
        OR,
        EXCHANGE,
        /** Adds one; at the operand, goes back to 0. u32. */
        COUNT,
        /** Stores the operand where {@code expected} stands. */
        COMPARE
    }

    /**
     * An update that nothing interrupts. Gives what stood there before.
     *
     * @param expected with {@link Update#COMPARE} alone
     * @param ordered whether what came before, in the block, is seen by whoever comes here later (PTX, acq_rel); else
     *     relaxed
     */
    record Atomic(
            Update update,
            Place place,
            Expression operand,
            @Nullable Expression expected,
            boolean ordered) implements Expression {
        @Override
        public ScalarType type() {
            return place.type();
        }
    }

    /** The value itself; that it was computed is counted, for programs that measure what they do. */
    record Counted(int counter, Expression value) implements Expression {
        @Override
        public ScalarType type() {
            return value.type();
        }
    }
}
