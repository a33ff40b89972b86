package tilewright.kernel;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.MathFunction;

/**
 * A value that one thread computes. Each kind says of itself what all passes ask; they tell apart of {@linkplain Operation what nature} it is, and
 * name the kinds that they know.
 */
public sealed interface Expression {
    ScalarType type();

    /** What it is made of directly, in the order of evaluation; indices of places included. */
    List<Expression> operands();

    /** The same expression with the parts that a rewriter makes of its own. */
    Expression rewritten(Rewriter parts);

    /** A number that stands in the program. */
    sealed interface Literal extends Expression {
        @Override
        default List<Expression> operands() {
            return List.of();
        }

        @Override
        default Expression rewritten(Rewriter parts) {
            return this;
        }
    }

    /** What a thread computes of its operands, and of nothing else. */
    sealed interface Operation extends Expression {}

    /** What the threads of a warp find out together; all of them must come here together. */
    sealed interface OfWarp extends Expression {}

    /** A whole number. */
    record IntegerLiteral(ScalarType type, long value) implements Literal {}

    /**
     * A floating-point number.
     *
     * @param text in C's notation for double precision, without a suffix; also {@code INFINITY}
     */
    record RealLiteral(ScalarType type, String text) implements Literal {}

    /** The value at a place. */
    record Read(Place place) implements Expression {
        @Override
        public ScalarType type() {
            return place.type();
        }

        @Override
        public List<Expression> operands() {
            return place.indices();
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Read(parts.whole(place));
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

        @Override
        public List<Expression> operands() {
            return List.of();
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return this;
        }
    }

    /** Numbers of 16 bits become those that arithmetic is done with. */
    private static Expression widened(Expression operand) {
        return operand.type() == ScalarType.F16 ? new Convert(ScalarType.F32, operand) : operand;
    }

    record Unary(Prefix operator, Expression operand) implements Operation {
        public Unary {
            operand = widened(operand);
        }

        @Override
        public ScalarType type() {
            return operator == Prefix.NOT ? ScalarType.I32 : operand.type().promoted();
        }

        @Override
        public List<Expression> operands() {
            return List.of(operand);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Unary(operator, parts.whole(operand));
        }
    }

    record Binary(Infix operator, Expression left, Expression right) implements Operation {
        public Binary {
            left = widened(left);
            right = widened(right);
        }

        @Override
        public ScalarType type() {
            if (operator.isLogical()) {
                return ScalarType.I32;
            }
            return operator == Infix.SHL || operator == Infix.SHR
                    ? left.type().promoted()
                    : ScalarType.common(left.type(), right.type());
        }

        @Override
        public List<Expression> operands() {
            return List.of(left, right);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Binary(operator, parts.whole(left), parts.whole(right));
        }
    }

    /** {@code condition ? then : otherwise}; only one of the two is evaluated. */
    record Conditional(Expression condition, Expression then, Expression otherwise) implements Operation {
        public Conditional {
            then = widened(then);
            otherwise = widened(otherwise);
        }

        @Override
        public ScalarType type() {
            return ScalarType.common(then.type(), otherwise.type());
        }

        @Override
        public List<Expression> operands() {
            return List.of(condition, then, otherwise);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Conditional(parts.whole(condition), parts.whole(then), parts.whole(otherwise));
        }
    }

    /** The value in another type, as C converts it. */
    record Convert(ScalarType type, Expression operand) implements Operation {
        @Override
        public List<Expression> operands() {
            return List.of(operand);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Convert(type, parts.whole(operand));
        }
    }

    /** The bits of a value as a value of another type of the same width. */
    record Bits(ScalarType type, Expression operand) implements Operation {
        public Bits {
            if (type.bytes() != operand.type().bytes()) {
                throw new IllegalArgumentException("bits of " + operand.type() + " as " + type);
            }
        }

        @Override
        public List<Expression> operands() {
            return List.of(operand);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Bits(type, parts.whole(operand));
        }
    }

    /** @param type of the operands, see {@link Intrinsic} */
    record Call(Intrinsic function, ScalarType of, List<Expression> operands) implements Operation {
        public Call {
            operands = List.copyOf(operands);
            if (operands.size() != function.arity()) {
                throw new IllegalArgumentException(
                        function + " takes " + function.arity() + " operands, got " + operands.size());
            }
            if (of == ScalarType.F16) {
                throw new IllegalArgumentException(function + " is not done in " + of.notation());
            }
        }

        @Override
        public ScalarType type() {
            return function.result(of);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Call(function, of, parts.expressions(operands));
        }
    }

    /** @param of the type of operands and result, f32 or f64 */
    record Mathematical(MathFunction function, ScalarType of, List<Expression> operands) implements Operation {
        public Mathematical {
            operands = List.copyOf(operands);
            if (operands.size() != function.arity() || !of.isFloating() || of == ScalarType.F16) {
                throw new IllegalArgumentException(function.notation() + " takes " + function.arity()
                        + " floating-point operands, got " + operands.size() + " of " + of.notation());
            }
        }

        @Override
        public ScalarType type() {
            return of;
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Mathematical(function, of, parts.expressions(operands));
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
    record Shuffle(Lane lane, Expression value, Expression which, int width) implements OfWarp {
        public Shuffle {
            value = widened(value);
        }

        @Override
        public ScalarType type() {
            return value.type();
        }

        @Override
        public List<Expression> operands() {
            return List.of(value, which);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Shuffle(lane, parts.whole(value), parts.whole(which), width);
        }
    }

    enum Vote {
        ANY,
        ALL,
        /** The lanes that say yes, as bits; u32. */
        BALLOT
    }

    /** What the threads of a warp say together; all of them must come here together. */
    record Voted(Vote vote, Expression condition) implements OfWarp {
        @Override
        public ScalarType type() {
            return vote == Vote.BALLOT ? ScalarType.U32 : ScalarType.I32;
        }

        @Override
        public List<Expression> operands() {
            return List.of(condition);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Voted(vote, parts.whole(condition));
        }
    }

    /**
     * What the values of a warp's threads make together; all of them must come here together.
     *
     * @param update ADD, MIN, MAX or OR
     * @param value i32 or u32
     */
    record Reduced(Update update, Expression value) implements OfWarp {
        @Override
        public ScalarType type() {
            return value.type();
        }

        @Override
        public List<Expression> operands() {
            return List.of(value);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Reduced(update, parts.whole(value));
        }
    }

    enum Update {
        ADD,
        MIN,
        MAX,
        OR,
        /** Adds one; at the operand, goes back to 0. u32. */
        COUNT
    }

    /**
     * An update that nothing interrupts. Gives what stood there before.
     *
     * @param ordered whether what came before, in the block, is seen by whoever comes here later (PTX, acq_rel); else
     *     relaxed
     */
    record Atomic(Update update, Place place, Expression operand, boolean ordered) implements Expression {
        @Override
        public ScalarType type() {
            return place.type();
        }

        @Override
        public List<Expression> operands() {
            List<Expression> operands = new ArrayList<>(place.indices());
            operands.add(operand);
            return operands;
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Atomic(update, parts.whole(place), parts.whole(operand), ordered);
        }
    }

    /** The value itself; that it was computed is counted, for programs that measure what they do. */
    record Counted(int counter, Expression value) implements Expression {
        @Override
        public ScalarType type() {
            return value.type();
        }

        @Override
        public List<Expression> operands() {
            return List.of(value);
        }

        @Override
        public Expression rewritten(Rewriter parts) {
            return new Counted(counter, parts.whole(value));
        }
    }
}
