package tilewright.model;

import java.util.List;
import java.util.function.Function;

/**
 * Types of scalar expressions, as C has them: an operation is done in the wider of its operands' types
 * ({@link DataType}), and the result of a statement is converted to its target's type.
 *
 * <p>A literal without {@code d} exponent has the type of the statement's target where that is floating, else
 * real: {@code 0.1} is double precision in a statement that assigns to a double precision array.
 */
public final class ExpressionTypes {
    private final Function<String, DataType> arrayTypes;
    private final DataType literalType;

    private ExpressionTypes(Function<String, DataType> arrayTypes, DataType literalType) {
        this.arrayTypes = arrayTypes;
        this.literalType = literalType;
    }

    /** Types inside statements that assign to an array of type {@code target}. */
    public static ExpressionTypes forTarget(LoopNest nest, DataType target) {
        return new ExpressionTypes(name -> nest.array(name).type(), literalType(target));
    }

    /** Types inside {@code statement}. */
    public static ExpressionTypes forStatement(LoopNest nest, Statement statement) {
        return forTarget(nest, nest.array(statement.target().array()).type());
    }

    /** The type of literals without {@code d} exponent in statements with that target. */
    public static DataType literalType(DataType target) {
        return target.isFloating() ? target.promoted() : DataType.REAL;
    }

    /** The type of an expression. */
    public DataType of(Expression expression) {
        return switch (expression) {
            case Expression.RealLiteral l -> l.isDouble() ? DataType.DOUBLE : literalType;
            case Expression.IntegerLiteral l -> l.type();
            case Expression.LogicalLiteral l -> DataType.LOGICAL;
            case Expression.Read r -> arrayTypes.apply(r.access().array());
            case Expression.IndexValue v -> DataType.INTEGER;
            case Expression.Apply a ->
                result(a.operator(), a.operands().stream().map(this::of).toList(), literalType);
        };
    }

    /** The type in which an operation is done, to which its operands are converted; a merge's condition and the count of a shift are not. */
    public DataType operandType(Expression.Apply apply) {
        List<DataType> operands = apply.operands().stream().map(this::of).toList();
        return operandType(apply.operator(), operands, of(apply));
    }

    /** @param result the type of the result */
    public static DataType operandType(ScalarOperation operation, List<DataType> operands, DataType result) {
        return switch (operation) {
            case Conversion _, MathFunction _ -> result;
            case Operator o ->
                switch (o) {
                    case AND, OR, NOT -> DataType.LOGICAL;
                    case EQ, NE, LT, LE, GT, GE ->
                        wider(operands.get(0), operands.get(1)).promoted();
                    case ADD, SUB, MUL, DIV, REMAINDER, NEG, ABS, MIN, MAX, MERGE, RANDOM -> result;
                    case BIT_AND, BIT_OR, BIT_XOR, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT -> result;
                };
        };
    }

    /**
     * The type of an operation's result. Functions of mathematics have the wider type of their operands, of integers the literal type,
     * which {@code rnd} has as well.
     */
    public static DataType result(ScalarOperation operation, List<DataType> operands, DataType literalType) {
        return switch (operation) {
            case Conversion c -> c.type();
            case MathFunction _ ->
                floating(operands.stream().reduce(ExpressionTypes::wider).orElse(literalType), literalType);
            case Operator o -> result(o, operands, literalType);
        };
    }

    private static DataType result(Operator operator, List<DataType> operands, DataType literalType) {
        return switch (operator) {
            case AND, OR, NOT, EQ, NE, LT, LE, GT, GE -> DataType.LOGICAL;
            case NEG, ABS, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT ->
                operands.getFirst().promoted();
            case ADD, SUB, MUL, DIV, REMAINDER, MIN, MAX, MERGE, BIT_AND, BIT_OR, BIT_XOR ->
                wider(operands.get(0), operands.get(1)).promoted();
            case RANDOM -> literalType;
        };
    }

    /** The wider of two types: see {@link DataType}. */
    public static DataType wider(DataType left, DataType right) {
        return left.compareTo(right) >= 0 ? left : right;
    }

    private static DataType floating(DataType type, DataType literalType) {
        return type.isFloating() ? type.promoted() : literalType;
    }
}
