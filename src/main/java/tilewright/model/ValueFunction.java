package tilewright.model;

import java.util.List;

/**
 * A scalar expression made ready for many evaluations. All values are doubles; an operation of a narrower type is
 * rounded to it, which for + - * / and sqrt in single precision gives the correctly rounded result.
 */
@FunctionalInterface
interface ValueFunction {
    double at(long[] variables);

    /** What an expression may refer to. */
    interface Surroundings {
        /** The value of an array access. */
        ValueFunction read(Access access);

        /** The next rnd(), from left to right. */
        ValueFunction random();

        /** Names of the variables, in the order of the slots. */
        List<String> names();

        ExpressionTypes types();
    }

    /** The function of an expression. */
    static ValueFunction of(Expression expression, Surroundings around) {
        return switch (expression) {
            case Expression.RealLiteral l -> {
                double value = rounded(l.value(), around.types().of(l));
                yield v -> value;
            }
            case Expression.IntegerLiteral l -> {
                double value = l.value();
                yield v -> value;
            }
            case Expression.LogicalLiteral l -> {
                double value = l.value() ? 1 : 0;
                yield v -> value;
            }
            case Expression.Read r -> around.read(r.access());
            case Expression.IndexValue i -> {
                IndexFunction index = IndexFunction.of(i.index(), around.names());
                yield index::at;
            }
            case Expression.Apply a when a.operator() == Operator.RANDOM -> around.random();
            case Expression.Apply a -> apply(a, around);
        };
    }

    private static ValueFunction apply(Expression.Apply apply, Surroundings around) {
        DataType type = around.types().of(apply);
        List<ValueFunction> operands =
                apply.operands().stream().map(o -> of(o, around)).toList();
        ValueFunction x = operands.getFirst();
        ValueFunction y = operands.get(operands.size() > 1 ? 1 : 0);
        return switch (apply.operator()) {
            case ADD -> typed(type, v -> x.at(v) + y.at(v));
            case SUB -> typed(type, v -> x.at(v) - y.at(v));
            case MUL ->
                type == DataType.INTEGER
                        ? v -> (int) ((long) x.at(v) * (long) y.at(v))
                        : typed(type, v -> x.at(v) * y.at(v));
            case DIV ->
                type == DataType.INTEGER ? v -> (int) x.at(v) / (int) y.at(v) : typed(type, v -> x.at(v) / y.at(v));
            case NEG -> v -> -x.at(v);
            case ABS -> v -> Math.abs(x.at(v));
            case SQRT -> typed(type, v -> Math.sqrt(x.at(v)));
            case EXP -> typed(type, v -> Math.exp(x.at(v)));
            case POW -> typed(type, v -> Math.pow(x.at(v), y.at(v)));
            case TO_REAL, TO_DOUBLE, TO_INTEGER -> typed(type, x);
            case MERGE -> {
                ValueFunction condition = operands.get(2);
                yield v -> rounded((condition.at(v) != 0 ? x : y).at(v), type);
            }
            // As C writes them: (x < y ? x : y).
            case MIN ->
                typed(type, v -> {
                    double left = x.at(v);
                    double right = y.at(v);
                    return left < right ? left : right;
                });
            case MAX ->
                typed(type, v -> {
                    double left = x.at(v);
                    double right = y.at(v);
                    return left > right ? left : right;
                });
            case AND -> v -> x.at(v) != 0 && y.at(v) != 0 ? 1 : 0;
            case OR -> v -> x.at(v) != 0 || y.at(v) != 0 ? 1 : 0;
            case NOT -> v -> x.at(v) == 0 ? 1 : 0;
            case EQ -> v -> x.at(v) == y.at(v) ? 1 : 0;
            case NE -> v -> x.at(v) != y.at(v) ? 1 : 0;
            case LT -> v -> x.at(v) < y.at(v) ? 1 : 0;
            case LE -> v -> x.at(v) <= y.at(v) ? 1 : 0;
            case GT -> v -> x.at(v) > y.at(v) ? 1 : 0;
            case GE -> v -> x.at(v) >= y.at(v) ? 1 : 0;
            case RANDOM -> throw new IllegalStateException("rnd() has no operands");
        };
    }

    private static ValueFunction typed(DataType type, ValueFunction function) {
        return switch (type) {
            case REAL -> v -> (float) function.at(v);
            case DOUBLE -> function;
            case BYTE -> v -> (long) function.at(v) & 0xFF;
            case SHORT -> v -> (short) (long) function.at(v);
            case INTEGER, LOGICAL -> v -> (int) (long) function.at(v);
        };
    }

    private static double rounded(double value, DataType type) {
        return type == DataType.REAL ? (float) value : value;
    }
}
