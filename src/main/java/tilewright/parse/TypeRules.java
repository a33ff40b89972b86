package tilewright.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;
import tilewright.parse.TypedOperations.Typed;

/** Which operand types an operator takes: numbers and logical values do not mix. */
public final class TypeRules {
    private TypeRules() {}

    /** What is wrong with these operands and what to do; null where they fit. */
    public static @Nullable String fault(ScalarOperation operation, List<DataType> types) {
        return switch (operation) {
            case Conversion _, MathFunction _ -> numeric(operation, types);
            case Operator operator -> faultOf(operator, types);
        };
    }

    private static @Nullable String faultOf(Operator operator, List<DataType> types) {
        return switch (operator) {
            case AND, OR, NOT -> logical(operator, types);
            case EQ, NE ->
                isLogical(types.get(0)) == isLogical(types.get(1))
                        ? null
                        : "'" + operator.notation()
                                + "' compares a number with a logical value; compare like with like";
            case MERGE -> merge(types);
            case REMAINDER, BIT_AND, BIT_OR, BIT_XOR, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT -> integers(operator, types);
            case ADD, SUB, MUL, DIV, NEG, MIN, MAX, ABS, LT, LE, GT, GE, RANDOM -> numeric(operator, types);
        };
    }

    private static @Nullable String integers(Operator operator, List<DataType> types) {
        return types.stream().allMatch(DataType::isInteger)
                ? null
                : "'" + operator.notation() + "' takes integers; convert by int(x) or declare the array integer";
    }

    /** Whether a shift by a constant leaves no bit of the number, or goes the other way: C gives it no value. */
    public static boolean isShiftBeyond(ScalarOperation operator, List<Typed> operands) {
        if (operator != Operator.SHIFT_LEFT && operator != Operator.SHIFT_RIGHT) {
            return false;
        }
        Expression by = operands.getLast().expression();
        Double bits = by instanceof Expression.IndexValue(Affine index)
                        && LinearForm.of(index).toAffine() instanceof Affine.Constant constant
                ? Double.valueOf(constant.value())
                : by.literal();
        return bits != null
                && (bits < 0 || bits >= operands.getFirst().type().promoted().bytes() * Byte.SIZE);
    }

    /** The message of such a shift in Fortran's words; null where it is none. */
    public static @Nullable String shiftFault(ScalarOperation operator, List<Typed> operands) {
        return isShiftBeyond(operator, operands)
                ? "'" + operator.notation() + "' shifts by as many bits as the number has ("
                        + operands.getFirst().type().promoted().bytes() * Byte.SIZE
                        + "), or more, or by a negative number; shift by less, or a number of more bits"
                : null;
    }

    /** What is wrong with assigning a value of type {@code value} to {@code array}; null where it fits. */
    public static @Nullable String assignmentFault(String array, DataType target, DataType value) {
        if (isLogical(target) == isLogical(value)) {
            return null;
        }
        return isLogical(target)
                ? "a number is assigned to logical '" + array + "'; write a comparison such as x /= 0"
                : "a logical value is assigned to " + target.notation() + " '" + array + "'; declare 'logical " + array
                        + "' or use merge(1, 0, condition)";
    }

    private static @Nullable String logical(Operator operator, List<DataType> types) {
        return types.stream().allMatch(TypeRules::isLogical)
                ? null
                : "'" + operator.notation()
                        + "' takes logical operands; write a comparison such as x /= 0, or declare the array logical";
    }

    private static @Nullable String numeric(ScalarOperation operator, List<DataType> types) {
        return types.stream().noneMatch(TypeRules::isLogical)
                ? null
                : "'" + operator.notation() + "' takes numbers, not logical values; use .and., .or., .not. or merge";
    }

    private static @Nullable String merge(List<DataType> types) {
        if (!isLogical(types.get(2))) {
            return "the third argument of merge is its condition; write merge(then, else, condition)";
        }
        return isLogical(types.get(0)) == isLogical(types.get(1))
                ? null
                : "'merge' mixes a number with a logical value; give both values one type";
    }

    private static boolean isLogical(DataType type) {
        return type == DataType.LOGICAL;
    }
}
