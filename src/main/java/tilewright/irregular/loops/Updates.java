package tilewright.irregular.loops;

import tilewright.dependence.Law;
import tilewright.dependence.StatementLaws;
import tilewright.kernel.Expression;
import tilewright.kernel.ScalarType;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.Operator;

/** Updates of an element that nothing interrupts, as far as CUDA has them. */
final class Updates {
    private Updates() {}

    /** Whether partial results of a type are joined by one instruction. */
    static boolean isKnown(Operator operator, DataType type) {
        if (operator == Operator.ADD) {
            return type != DataType.LONG && !type.isNarrow() && type != DataType.LOGICAL;
        }
        return (operator == Operator.MIN || operator == Operator.MAX) && isWord(type) && !type.isFloating();
    }

    private static boolean isWord(DataType type) {
        return type.bytes() == Integer.BYTES;
    }

    /** The instruction of {@link #isKnown}. */
    static Expression.Update of(Operator operator) {
        return switch (operator) {
            case ADD -> Expression.Update.ADD;
            case MIN, AND -> Expression.Update.MIN;
            case MAX, OR -> Expression.Update.MAX;
            case SUB, MUL, DIV, REMAINDER, MERGE, NEG, ABS, NOT, EQ, NE, LT, LE, GT, GE, RANDOM ->
                throw new IllegalArgumentException("no update by " + operator);
            case BIT_AND, BIT_OR, BIT_XOR, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT ->
                throw new IllegalArgumentException("no update by " + operator);
        };
    }

    /** Whether a relaxation's values improve by one instruction: words in the order of their bits. */
    static boolean improves(LoopNest nest, StatementLaws laws) {
        DataType type = nest.array(laws.statement().target().array()).type();
        return laws.relaxation() != null && isWord(type) && (!type.isFloating() || laws.hold(Law.WINDOW));
    }

    /** The type in which words are compared by {@link #improves}. */
    static ScalarType ordered(ScalarType type) {
        return type == ScalarType.F32 ? ScalarType.I32 : type;
    }
}
