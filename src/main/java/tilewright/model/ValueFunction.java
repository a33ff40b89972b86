package tilewright.model;

import java.util.List;

/**
 * A scalar expression made ready for many evaluations. Values of floating-point types are doubles; an operation in single precision is
 * rounded to it, which for + - * / and sqrt gives the correctly rounded result. Values of integer types are longs of their low bits,
 * sign- or zero-extended ({@link DataType#wrapped}), and logical values are 0 and 1.
 */
@FunctionalInterface
interface ValueFunction {
    /** The number. */
    double at(long[] variables);

    /** The number as a whole one, if the type is no floating-point type. */
    default long wholeAt(long[] variables) {
        return (long) at(variables);
    }

    /** A function whose values are integers or logical. */
    @FunctionalInterface
    interface Whole extends ValueFunction {
        @Override
        long wholeAt(long[] variables);

        @Override
        default double at(long[] variables) {
            return wholeAt(variables);
        }
    }

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
                yield _ -> value;
            }
            case Expression.IntegerLiteral l -> (Whole) _ -> l.value();
            case Expression.LogicalLiteral l -> (Whole) _ -> l.value() ? 1 : 0;
            case Expression.Read r -> around.read(r.access());
            case Expression.IndexValue i -> {
                IndexFunction index = IndexFunction.of(i.index(), around.names());
                yield (Whole) index::at;
            }
            case Expression.Apply a when a.operator() == Operator.RANDOM -> around.random();
            case Expression.Apply a -> apply(a, around);
        };
    }

    /** The value as one of another type. */
    static ValueFunction converted(ValueFunction value, DataType from, DataType to) {
        if (from == to) {
            return value;
        }
        return switch (to) {
            case HALF -> v -> HalfPrecision.rounded(value.at(v));
            case REAL -> from == DataType.LONG ? v -> (float) value.wholeAt(v) : v -> (float) value.at(v);
            case DOUBLE -> value::at;
            case LOGICAL -> (Whole) v -> value.at(v) != 0 ? 1 : 0;
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LONG, UNSIGNED_LONG ->
                from.isFloating()
                        ? whole(to, v -> to.whole(value.at(v)))
                        : whole(to, v -> to.wrapped(value.wholeAt(v)));
        };
    }

    /** A function whose values are bits of an integer type. */
    static ValueFunction whole(DataType type, Whole bits) {
        return type != DataType.UNSIGNED_LONG
                ? bits
                : new ValueFunction() {
                    @Override
                    public double at(long[] variables) {
                        return type.number(bits.wholeAt(variables));
                    }

                    @Override
                    public long wholeAt(long[] variables) {
                        return bits.wholeAt(variables);
                    }
                };
    }

    private static ValueFunction apply(Expression.Apply apply, Surroundings around) {
        ExpressionTypes types = around.types();
        DataType type = types.of(apply);
        DataType done = types.operandType(apply);
        List<Expression> operands = apply.operands();
        return switch (apply.operator()) {
            case Conversion c -> converted(of(operands.getFirst(), around), types.of(operands.getFirst()), c.type());
            case MathFunction f -> {
                ValueFunction x = in(done, operands.getFirst(), around);
                ValueFunction y = in(done, operands.getLast(), around);
                yield v -> rounded(f.at(x.at(v), y.at(v)), type);
            }
            case Operator operator -> {
                ValueFunction x = in(done, operands.getFirst(), around);
                ValueFunction y = operator == Operator.SHIFT_LEFT || operator == Operator.SHIFT_RIGHT
                        ? of(operands.getLast(), around)
                        : in(done, operands.get(operands.size() > 1 ? 1 : 0), around);
                if (operator == Operator.MERGE) {
                    yield merge(of(operands.get(2), around), x, y);
                }
                yield done.isFloating() ? real(operator, type, x, y) : whole(type, whole(operator, done, x, y));
            }
        };
    }

    /** An operand in the type in which its operation is done. */
    private static ValueFunction in(DataType done, Expression operand, Surroundings around) {
        return converted(of(operand, around), around.types().of(operand), done);
    }

    private static ValueFunction merge(ValueFunction condition, ValueFunction then, ValueFunction otherwise) {
        return new ValueFunction() {
            @Override
            public double at(long[] variables) {
                return (condition.at(variables) != 0 ? then : otherwise).at(variables);
            }

            @Override
            public long wholeAt(long[] variables) {
                return (condition.at(variables) != 0 ? then : otherwise).wholeAt(variables);
            }
        };
    }

    /** An operation on floating-point numbers. */
    private static ValueFunction real(Operator operator, DataType type, ValueFunction x, ValueFunction y) {
        return switch (operator) {
            case ADD -> v -> rounded(x.at(v) + y.at(v), type);
            case SUB -> v -> rounded(x.at(v) - y.at(v), type);
            case MUL -> v -> rounded(x.at(v) * y.at(v), type);
            case DIV -> v -> rounded(x.at(v) / y.at(v), type);
            case NEG -> v -> -x.at(v);
            case ABS -> v -> Math.abs(x.at(v));
            // As C writes them: (x < y ? x : y).
            case MIN ->
                v -> {
                    double left = x.at(v);
                    double right = y.at(v);
                    return left < right ? left : right;
                };
            case MAX ->
                v -> {
                    double left = x.at(v);
                    double right = y.at(v);
                    return left > right ? left : right;
                };
            case EQ -> truth(v -> x.at(v) == y.at(v));
            case NE -> truth(v -> x.at(v) != y.at(v));
            case LT -> truth(v -> x.at(v) < y.at(v));
            case LE -> truth(v -> x.at(v) <= y.at(v));
            case GT -> truth(v -> x.at(v) > y.at(v));
            case GE -> truth(v -> x.at(v) >= y.at(v));
            case AND, OR, NOT, REMAINDER, BIT_AND, BIT_OR, BIT_XOR, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT, MERGE, RANDOM ->
                throw new IllegalArgumentException(operator + " of floating-point numbers");
        };
    }

    /**
     * An operation on integers or logical values.
     *
     * @param type in which it is done
     */
    private static Whole whole(Operator operator, DataType type, ValueFunction x, ValueFunction y) {
        int last = Byte.SIZE * type.bytes() - 1;
        boolean wide = type == DataType.UNSIGNED_LONG;
        return switch (operator) {
            case ADD -> v -> type.wrapped(x.wholeAt(v) + y.wholeAt(v));
            case SUB -> v -> type.wrapped(x.wholeAt(v) - y.wholeAt(v));
            case MUL -> v -> type.wrapped(x.wholeAt(v) * y.wholeAt(v));
            case DIV ->
                wide
                        ? v -> Long.divideUnsigned(x.wholeAt(v), y.wholeAt(v))
                        : v -> type.wrapped(x.wholeAt(v) / y.wholeAt(v));
            case REMAINDER ->
                wide ? v -> Long.remainderUnsigned(x.wholeAt(v), y.wholeAt(v)) : v -> x.wholeAt(v) % y.wholeAt(v);
            case NEG -> v -> type.wrapped(-x.wholeAt(v));
            case ABS -> type.isUnsigned() ? x::wholeAt : v -> type.wrapped(Math.abs(x.wholeAt(v)));
            case MIN -> v -> order(type, x.wholeAt(v), y.wholeAt(v)) < 0 ? x.wholeAt(v) : y.wholeAt(v);
            case MAX -> v -> order(type, x.wholeAt(v), y.wholeAt(v)) > 0 ? x.wholeAt(v) : y.wholeAt(v);
            case BIT_AND -> v -> x.wholeAt(v) & y.wholeAt(v);
            case BIT_OR -> v -> x.wholeAt(v) | y.wholeAt(v);
            case BIT_XOR -> v -> x.wholeAt(v) ^ y.wholeAt(v);
            case BIT_NOT -> v -> type.wrapped(~x.wholeAt(v));
            case SHIFT_LEFT -> v -> type.wrapped(x.wholeAt(v) << (y.wholeAt(v) & last));
            case SHIFT_RIGHT ->
                wide ? v -> x.wholeAt(v) >>> (y.wholeAt(v) & last) : v -> x.wholeAt(v) >> (y.wholeAt(v) & last);
            case AND -> truth(v -> x.wholeAt(v) != 0 && y.wholeAt(v) != 0);
            case OR -> truth(v -> x.wholeAt(v) != 0 || y.wholeAt(v) != 0);
            case NOT -> truth(v -> x.wholeAt(v) == 0);
            case EQ -> truth(v -> x.wholeAt(v) == y.wholeAt(v));
            case NE -> truth(v -> x.wholeAt(v) != y.wholeAt(v));
            case LT -> truth(v -> order(type, x.wholeAt(v), y.wholeAt(v)) < 0);
            case LE -> truth(v -> order(type, x.wholeAt(v), y.wholeAt(v)) <= 0);
            case GT -> truth(v -> order(type, x.wholeAt(v), y.wholeAt(v)) > 0);
            case GE -> truth(v -> order(type, x.wholeAt(v), y.wholeAt(v)) >= 0);
            case MERGE, RANDOM -> throw new IllegalArgumentException(operator + " is no arithmetic");
        };
    }

    private static Whole truth(IndexFunction.Test test) {
        return v -> test.at(v) ? 1 : 0;
    }

    private static int order(DataType type, long x, long y) {
        return type == DataType.UNSIGNED_LONG ? Long.compareUnsigned(x, y) : Long.compare(x, y);
    }

    private static double rounded(double value, DataType type) {
        return type.isFloating() ? type.rounded(value) : value;
    }
}
