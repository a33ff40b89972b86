package tilewright.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Intervals that hold whatever an array holds at any moment, by induction (interval analysis, Cousot and Cousot 1977): the
 * declared facts about all its elements hold at first, and a bound is kept as long as every statement that writes the array
 * computes a value inside it from values inside theirs. A bound that is not kept is 0, where values are not negative, or that of
 * the type.
 *
 * <p>Of floating-point values only the sign is followed, which rounding keeps; data with NaN or infinities are refused
 * elsewhere. Integer operations that may overflow give the whole type.
 *
 * <p>Example: {@code assume a(i,j) >= 0}, {@code assume a(i,j) <= 16383} and
 * {@code a(i,j) = min(a(i,j), a(i,k) + a(k,j))} give [0, 16383]: the sum lies in [0, 32766], its minimum with an old value in
 * [0, 16383].
 */
public final class ValueRanges {
    /** All numbers from {@code least} to {@code greatest}, inclusive; either may be infinite. */
    public record Interval(double least, double greatest) {
        private static final Interval EVERYTHING = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        private static final Interval NON_NEGATIVE = new Interval(0, Double.POSITIVE_INFINITY);
        private static final Interval UNIT = new Interval(-1, 1);
        private static final Interval ZERO = new Interval(0, 0);
        private static final Interval TRUTH = new Interval(0, 1);

        /** All values of a type. */
        public static Interval of(DataType type) {
            return new Interval(type.least(), type.greatest());
        }

        public boolean contains(Interval other) {
            return least <= other.least && other.greatest <= greatest;
        }

        public boolean isNonNegative() {
            return least >= 0;
        }

        private Interval hull(Interval other) {
            return new Interval(Math.min(least, other.least), Math.max(greatest, other.greatest));
        }

        private Interval sign() {
            return new Interval(
                    least >= 0 ? 0 : Double.NEGATIVE_INFINITY, greatest <= 0 ? 0 : Double.POSITIVE_INFINITY);
        }

        private double magnitude() {
            return Math.max(Math.abs(least), Math.abs(greatest));
        }

        @Override
        public String toString() {
            return "[" + number(least) + ", " + number(greatest) + "]";
        }

        private static String number(double bound) {
            return bound == Math.rint(bound) && Math.abs(bound) < Long.MAX_VALUE
                    ? Long.toString((long) bound)
                    : Double.toString(bound);
        }
    }

    private final LoopNest nest;
    private final Map<String, Interval> ranges = new HashMap<>();

    public ValueRanges(LoopNest nest) {
        this.nest = nest;
        nest.arrays().forEach(a -> ranges.put(a.name(), Interval.of(a.type())));
        nest.assumptions().forEach(a -> declare(a.condition(), a));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (PlacedStatement placed : nest.statements()) {
                changed |= keepOrDrop(placed.statement());
            }
        }
    }

    /** What an array holds at any moment. */
    public Interval of(String array) {
        return ranges.getOrDefault(array, Interval.EVERYTHING);
    }

    /** What an expression of a statement gives. */
    public Interval of(Statement statement, Expression expression) {
        return of(expression, ExpressionTypes.forStatement(nest, statement));
    }

    /** Drops the bounds that a statement breaks; whether there was one. */
    private boolean keepOrDrop(Statement statement) {
        String target = statement.target().array();
        DataType type = nest.array(target).type();
        Interval all = Interval.of(type);
        Interval value = converted(of(statement, statement.value()), type);
        Interval before = of(target);
        Interval after = new Interval(
                value.least >= before.least ? before.least : value.isNonNegative() ? 0 : all.least,
                value.greatest > before.greatest ? all.greatest : before.greatest);
        ranges.put(target, after);
        return !after.equals(before);
    }

    /** An assignment's conversion: an integer that the type does not hold becomes any. */
    private static Interval converted(Interval value, DataType type) {
        Interval all = Interval.of(type);
        // The least and greatest number of 64 bits are rounded.
        boolean held = all.contains(value) && (type.bytes() < Long.BYTES || value.magnitude() < all.greatest);
        return type.isFloating() ? value.sign() : held ? value : all;
    }

    private void declare(Expression condition, Assumption assumption) {
        if (!(condition instanceof Expression.Apply(Operator operator, List<Expression> operands))) {
            return;
        }
        if (operator == Operator.AND) {
            operands.forEach(o -> declare(o, assumption));
        } else if (operands.size() == 2) {
            declare(operator, operands.get(0), operands.get(1), assumption);
            declare(operator.mirrored(), operands.get(1), operands.get(0), assumption);
        }
    }

    /** {@code element R number}, where the left side is every element of an array. */
    private void declare(Operator relation, Expression left, Expression right, Assumption assumption) {
        Double bound = right.literal();
        if (!(left instanceof Expression.Read(Access element)) || bound == null || !isEvery(element, assumption)) {
            return;
        }
        Interval known = of(element.array());
        boolean whole = !nest.array(element.array()).type().isFloating();
        double least = switch (relation) {
            case GE, EQ -> whole ? Math.ceil(bound) : bound;
            case GT -> whole ? Math.floor(bound) + 1 : bound;
            default -> known.least;
        };
        double greatest = switch (relation) {
            case LE, EQ -> whole ? Math.floor(bound) : bound;
            case LT -> whole ? Math.ceil(bound) - 1 : bound;
            default -> known.greatest;
        };
        Interval declared = new Interval(Math.max(known.least, least), Math.min(known.greatest, greatest));
        ranges.put(element.array(), whole ? declared : declared.sign());
    }

    private static boolean isEvery(Access element, Assumption assumption) {
        Set<Affine> indices = new HashSet<>(element.indices());
        return indices.size() == element.indices().size()
                && indices.stream()
                        .allMatch(i -> i instanceof Affine.Variable v
                                && assumption.free().contains(v.name()));
    }

    private Interval of(Expression expression, ExpressionTypes types) {
        return switch (expression) {
            case Expression.RealLiteral r -> new Interval(r.value(), r.value());
            case Expression.IntegerLiteral i -> new Interval(i.value(), i.value());
            case Expression.LogicalLiteral _ -> Interval.TRUTH;
            case Expression.IndexValue _ -> Interval.of(DataType.INTEGER);
            case Expression.Read r -> of(r.access().array());
            case Expression.Apply a ->
                converted(
                        apply(
                                a.operator(),
                                a.operands().stream().map(o -> of(o, types)).toList()),
                        types.of(a));
        };
    }

    private static Interval apply(ScalarOperation operation, List<Interval> operands) {
        return switch (operation) {
            case Conversion _ -> operands.getFirst();
            case MathFunction f ->
                switch (f.range()) {
                    case ANY -> Interval.EVERYTHING;
                    case NON_NEGATIVE -> Interval.NON_NEGATIVE;
                    case UNIT -> Interval.UNIT;
                    case SIGN_OF_FIRST -> operands.getFirst().sign();
                };
            case Operator o -> apply(o, operands);
        };
    }

    private static Interval apply(Operator operator, List<Interval> operands) {
        Interval x = operands.isEmpty() ? Interval.EVERYTHING : operands.getFirst();
        Interval y = operands.size() > 1 ? operands.get(1) : x;
        return switch (operator) {
            case ADD -> new Interval(x.least + y.least, x.greatest + y.greatest);
            case SUB -> new Interval(x.least - y.greatest, x.greatest - y.least);
            case NEG -> new Interval(-x.greatest, -x.least);
            case MUL -> product(x, y);
            case MIN -> new Interval(Math.min(x.least, y.least), Math.min(x.greatest, y.greatest));
            case MAX -> new Interval(Math.max(x.least, y.least), Math.max(x.greatest, y.greatest));
            case ABS -> x.isNonNegative() ? x : new Interval(Math.max(0, -x.greatest), x.magnitude());
            case MERGE -> x.hull(y);
            case BIT_AND ->
                new Interval(
                        x.isNonNegative() || y.isNonNegative() ? 0 : Double.NEGATIVE_INFINITY,
                        Math.min(
                                x.isNonNegative() ? x.greatest : Double.POSITIVE_INFINITY,
                                y.isNonNegative() ? y.greatest : Double.POSITIVE_INFINITY));
            case BIT_OR, BIT_XOR ->
                x.isNonNegative() && y.isNonNegative() ? new Interval(0, x.greatest + y.greatest) : Interval.EVERYTHING;
            case REMAINDER -> remainder(x, y);
            case SHIFT_RIGHT -> x.hull(Interval.ZERO);
            case DIV, BIT_NOT, SHIFT_LEFT -> Interval.EVERYTHING;
            case AND, OR, NOT, EQ, NE, LT, LE, GT, GE, RANDOM -> Interval.TRUTH;
        };
    }

    /** The remainder has the sign of the dividend and is less than the divisor. */
    private static Interval remainder(Interval x, Interval y) {
        double most = Math.min(x.magnitude(), y.magnitude() - 1);
        return new Interval(x.least < 0 ? -most : 0, x.greatest > 0 ? most : 0);
    }

    private static Interval product(Interval x, Interval y) {
        if (Double.isInfinite(x.magnitude()) || Double.isInfinite(y.magnitude())) {
            return x.isNonNegative() && y.isNonNegative() ? Interval.NON_NEGATIVE : Interval.EVERYTHING;
        }
        Interval one = ends(x.least * y.least, x.greatest * y.greatest);
        return one.hull(ends(x.least * y.greatest, x.greatest * y.least));
    }

    private static Interval ends(double one, double other) {
        return new Interval(Math.min(one, other), Math.max(one, other));
    }
}
