package tilewright.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Divisions and remainders of integers by values that are not known to differ from zero. Compiled code ends the process
 * where such a divisor is 0; the interpreter says where it is.
 */
public final class IntegerDivisions {
    /** Operations that the interpreter executes in a fraction of a second. */
    private static final long MOST_OPERATIONS = 1_000_000;

    private final LoopNest nest;
    private final List<PlacedStatement> suspects;

    public IntegerDivisions(LoopNest nest) {
        this.nest = nest;
        this.suspects = nest.statements().stream().filter(this::divides).toList();
    }

    /** A statement that may divide by zero, in words; empty where no statement does. */
    public Optional<String> suspicion() {
        return suspects.stream()
                .findFirst()
                .map(placed -> placed.statement().position() + ": "
                        + placed.statement().id()
                        + " divides integers, and a divisor of 0 ends the program by a signal (SIGFPE); give data"
                        + " without zeros ('init'), or divide under a condition");
    }

    /** Whether {@link #fault} can tell at these sizes: the interpreter is quick enough. */
    public boolean isDecided(Map<String, Long> sizes) {
        return suspects.isEmpty()
                || !nest.isIrregular() && new LoopExtents(nest, sizes).operations() <= MOST_OPERATIONS;
    }

    /**
     * The first division by zero on these data, or the first subscript that leaves its array before it.
     *
     * @param sizes a value for every parameter
     * @param data are asked for where there is something to find out, and changed
     * @return empty where there is none, and where that is not {@linkplain #isDecided decided}
     */
    public Optional<UserError> fault(Map<String, Long> sizes, Supplier<Data> data) {
        if (suspects.isEmpty() || !isDecided(sizes)) {
            return Optional.empty();
        }
        try {
            new Interpreter(nest, sizes, data.get()).run();
            return Optional.empty();
        } catch (UserError e) {
            return Optional.of(e);
        }
    }

    private boolean divides(PlacedStatement placed) {
        ExpressionTypes types = ExpressionTypes.forStatement(nest, placed.statement());
        boolean[] found = {false};
        placed.statement()
                .value()
                .visit(e -> found[0] |= e instanceof Expression.Apply a
                        && (a.operator() == Operator.DIV || a.operator() == Operator.REMAINDER)
                        && types.of(a).isInteger()
                        && !isNonzero(a.operands().get(1)));
        return found[0];
    }

    private static boolean isNonzero(Expression divisor) {
        return switch (divisor) {
            case Expression.IntegerLiteral l -> l.value() != 0;
            case Expression.IndexValue v -> v.index() instanceof Affine.Constant c && c.value() != 0;
            case Expression.RealLiteral _, Expression.LogicalLiteral _, Expression.Read _, Expression.Apply _ -> false;
        };
    }
}
