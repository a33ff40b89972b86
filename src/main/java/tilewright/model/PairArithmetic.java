package tilewright.model;

import java.util.List;
import java.util.Optional;
import tilewright.model.ValueRanges.Interval;

/**
 * Statements on 16-bit integers whose arithmetic may be done in 16 bits, hence on two neighbouring elements in one 32-bit
 * word: they add, subtract, negate and take minima, maxima and absolute values of 16-bit elements and numbers, and
 * {@link ValueRanges} prove that no intermediate value leaves 16 bits. In C each operation is done in 32 bits and the result cut to 16
 * when it is stored; then both give the same.
 *
 * <p>Example: {@code min(a(i,j), a(i,k) + a(k,j))} with all elements in [0, 16383]: the sum is at most 32766. With
 * {@code assume a(i,j) <= 16384} it may be 32768, which 16 bits do not hold.
 */
public final class PairArithmetic {
    private final LoopNest nest;
    private final ValueRanges ranges;

    public PairArithmetic(LoopNest nest) {
        this.nest = nest;
        this.ranges = new ValueRanges(nest);
    }

    /** One line for each statement that assigns to 16-bit integers and must not be computed in pairs: which and why. */
    public List<String> obstacles() {
        return nest.statements().stream()
                .map(PlacedStatement::statement)
                .filter(s -> nest.array(s.target().array()).type() == DataType.SHORT)
                .flatMap(s ->
                        obstacle(s)
                                .map(reason -> s.id() + " is computed in 32 bits, one element at a time: " + reason)
                                .stream())
                .toList();
    }

    public boolean holdsFor(Statement statement) {
        return obstacle(statement).isEmpty();
    }

    /** Why a statement's arithmetic needs more than 16 bits, in words; empty where it does not. */
    public Optional<String> obstacle(Statement statement) {
        if (nest.array(statement.target().array()).type() != DataType.SHORT) {
            return Optional.of(statement.target().array() + " is no array of integer*2");
        }
        return obstacle(statement, statement.value());
    }

    private Optional<String> obstacle(Statement statement, Expression expression) {
        return switch (expression) {
            case Expression.Read r -> type(r);
            case Expression.IntegerLiteral _ -> range(statement, expression);
            case Expression.Apply a ->
                switch (a.operator()) {
                    case Operator.ADD, Operator.SUB, Operator.NEG, Operator.ABS, Operator.MIN, Operator.MAX ->
                        a.operands().stream()
                                .map(o -> obstacle(statement, o))
                                .flatMap(Optional::stream)
                                .findFirst()
                                .or(() -> range(statement, expression));
                    default -> Optional.of("'" + a.operator().notation() + "' is not done on pairs");
                };
            case Expression.Leaf _ -> Optional.of(expression + " is no element or whole number");
        };
    }

    private Optional<String> type(Expression.Read read) {
        String array = read.access().array();
        return nest.array(array).type() == DataType.SHORT
                ? Optional.empty()
                : Optional.of(array + " is no array of integer*2");
    }

    private Optional<String> range(Statement statement, Expression expression) {
        Interval values = ranges.of(statement, expression);
        return Interval.of(DataType.SHORT).contains(values)
                ? Optional.empty()
                : Optional.of(expression + " may be any of " + values
                        + ", which 16 bits do not hold; assume bounds on all elements that keep it smaller");
    }
}
