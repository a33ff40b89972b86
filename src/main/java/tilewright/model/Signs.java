package tilewright.model;

/** Which values are never negative: by literals, types, operations, and declared ranges of arrays. Sums of integers are taken not to wrap around. */
public final class Signs {
    private final LoopNest nest;

    public Signs(LoopNest nest) {
        this.nest = nest;
    }

    /** Whether the value is proved to be at least zero. */
    public boolean isNotNegative(Expression expression) {
        return switch (expression) {
            case Expression.RealLiteral l -> l.value() >= 0;
            case Expression.IntegerLiteral l -> l.value() >= 0;
            case Expression.LogicalLiteral l -> true;
            case Expression.IndexValue v -> v.index() instanceof Affine.Constant c && c.value() >= 0;
            case Expression.Read r -> isNotNegative(r.access().array());
            case Expression.Apply a ->
                switch (a.operator()) {
                    case Operator.ADD, Operator.MUL, Operator.MIN, Operator.DIV ->
                        a.operands().stream().allMatch(this::isNotNegative);
                    case Operator.MAX -> a.operands().stream().anyMatch(this::isNotNegative);
                    case Operator.ABS -> true;
                    case MathFunction f ->
                        switch (f.range()) {
                            case NON_NEGATIVE -> true;
                            case SIGN_OF_FIRST -> isNotNegative(a.operands().getFirst());
                            case ANY, UNIT -> false;
                        };
                    case Operator.MERGE ->
                        isNotNegative(a.operands().get(0))
                                && isNotNegative(a.operands().get(1));
                    case Conversion c ->
                        c.keepsOrder() && isNotNegative(a.operands().getFirst());
                    default -> false;
                };
        };
    }

    private boolean isNotNegative(String array) {
        DataType type = nest.array(array).type();
        return type.isUnsigned() || IndexRange.of(nest, array).lower() instanceof Affine.Constant c && c.value() >= 0;
    }
}
