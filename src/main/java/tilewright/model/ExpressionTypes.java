package tilewright.model;

import java.util.List;
import java.util.function.Function;

/**
 * Types of scalar expressions, as C has them: an operation is done in the wider of its operands' types
 * (integer, real, double precision), and the result of a statement is converted to its target's type.
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
        return target.isFloating() ? target : DataType.REAL;
    }

    /** The type of an expression. */
    public DataType of(Expression expression) {
        return switch (expression) {
            case Expression.RealLiteral l -> l.isDouble() ? DataType.DOUBLE : literalType;
            case Expression.IntegerLiteral l -> DataType.INTEGER;
            case Expression.LogicalLiteral l -> DataType.LOGICAL;
            case Expression.Read r -> arrayTypes.apply(r.access().array());
            case Expression.IndexValue v -> DataType.INTEGER;
            case Expression.Apply a ->
                result(a.operator(), a.operands().stream().map(this::of).toList(), literalType);
        };
    }

    /**
     * The type of an operation's result. {@code sqrt}, {@code exp}, {@code pow} and {@code rnd} of integers have
     * the literal type.
     */
    public static DataType result(Operator operator, List<DataType> operands, DataType literalType) {
        return switch (operator) {
            case AND, OR, NOT, EQ, NE, LT, LE, GT, GE -> DataType.LOGICAL;
            case NEG, ABS -> operands.getFirst().promoted();
            case ADD, SUB, MUL, DIV, MIN, MAX, MERGE ->
                wider(operands.get(0), operands.get(1)).promoted();
            case SQRT, EXP -> floating(operands.getFirst(), literalType);
            case POW -> floating(wider(operands.get(0), operands.get(1)), literalType);
            case TO_REAL -> DataType.REAL;
            case TO_DOUBLE -> DataType.DOUBLE;
            case TO_INTEGER -> DataType.INTEGER;
            case RANDOM -> literalType;
        };
    }

    /** The wider of two types: logical, byte, 16-bit integer, integer, real, double precision. */
    public static DataType wider(DataType left, DataType right) {
        return rank(left) >= rank(right) ? left : right;
    }

    private static DataType floating(DataType type, DataType literalType) {
        return type.isFloating() ? type : literalType;
    }

    private static int rank(DataType type) {
        return switch (type) {
            case LOGICAL -> 0;
            case BYTE -> 1;
            case SHORT -> 2;
            case INTEGER -> 3;
            case REAL -> 4;
            case DOUBLE -> 5;
        };
    }
}
