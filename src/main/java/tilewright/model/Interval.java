package tilewright.model;

import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * The integers {@code low..high}, inclusive; empty where high < low. An end at the least or the greatest number of 64 bits is none: sums and products
 * of it have none either. What is beyond 64 bits otherwise throws {@link ArithmeticException}.
 */
public record Interval(long low, long high) {
    public static final Interval EVERYTHING = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

    public static final Interval EMPTY = new Interval(0, -1);

    /** One number. */
    public static Interval of(long value) {
        return new Interval(value, value);
    }

    public boolean isEmpty() {
        return high < low;
    }

    /** How many numbers; the greatest of 64 bits where an end is none. */
    public long length() {
        return isInfinite(low) || isInfinite(high)
                ? Long.MAX_VALUE
                : Math.max(0, Math.addExact(Math.subtractExact(high, low), 1));
    }

    public Interval intersect(Interval other) {
        return new Interval(Math.max(low, other.low), Math.min(high, other.high));
    }

    public Interval hull(Interval other) {
        if (isEmpty()) {
            return other;
        }
        return other.isEmpty() ? this : new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    public Interval plus(Interval other) {
        return new Interval(sum(low, other.low), sum(high, other.high));
    }

    public Interval plus(long number) {
        return plus(of(number));
    }

    public Interval negated() {
        return times(-1);
    }

    public Interval times(long factor) {
        long one = product(low, factor);
        long other = product(high, factor);
        return factor >= 0 ? new Interval(one, other) : new Interval(other, one);
    }

    public Interval times(Interval other) {
        long[] ends = LongStream.of(low, high)
                .flatMap(a -> LongStream.of(product(a, other.low), product(a, other.high)))
                .sorted()
                .toArray();
        return new Interval(ends[0], ends[ends.length - 1]);
    }

    /** Quotients by a positive number, rounded down. */
    private Interval dividedBy(long divisor) {
        return new Interval(
                isInfinite(low) ? low : Math.floorDiv(low, divisor),
                isInfinite(high) ? high : Math.floorDiv(high, divisor));
    }

    private Interval least(Interval other) {
        return new Interval(Math.min(low, other.low), Math.min(high, other.high));
    }

    private Interval greatest(Interval other) {
        return new Interval(Math.max(low, other.low), Math.max(high, other.high));
    }

    private static boolean isInfinite(long end) {
        return end == Long.MIN_VALUE || end == Long.MAX_VALUE;
    }

    private static long sum(long a, long b) {
        return isInfinite(a) ? a : isInfinite(b) ? b : Math.addExact(a, b);
    }

    private static long product(long a, long b) {
        boolean infinite = a != 0 && b != 0 && (isInfinite(a) || isInfinite(b));
        return !infinite ? Math.multiplyExact(a, b) : a < 0 == b < 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /** Blocks of size r, counted from {@code origin}, that the interval meets. Example: 3..9, r 4, origin 1: 3. */
    public long blocks(long origin, long r) {
        return isEmpty() ? 0 : Math.floorDiv(high - origin, r) - Math.floorDiv(low - origin, r) + 1;
    }

    /** Of these blocks those that lie inside the interval. Example: 3..9, r 4, origin 1: 1 (5..8). */
    public long wholeBlocks(long origin, long r) {
        return isEmpty() ? 0 : Math.max(0, Math.floorDiv(high + 1 - origin, r) - Math.ceilDiv(low - origin, r));
    }

    /** Whether the last of these blocks is only partly filled. */
    public boolean endsInside(long origin, long r) {
        return !isEmpty() && Math.floorMod(high + 1 - origin, r) != 0;
    }

    /** All values that an expression may take when its variables lie in intervals (interval arithmetic). */
    public static Interval of(Affine affine, Function<String, Interval> variables) {
        return switch (affine) {
            case Affine.Constant c -> of(c.value());
            case Affine.Variable v -> variables.apply(v.name());
            case Affine.Sum s -> of(s.left(), variables).plus(of(s.right(), variables));
            case Affine.Scaled s -> of(s.operand(), variables).times(s.factor());
            case Affine.FloorDiv d -> of(d.dividend(), variables).dividedBy(d.divisor());
            case Affine.Mod m -> new Interval(0, m.divisor() - 1);
            case Affine.Min m -> of(m.operands(), variables, Interval::least);
            case Affine.Max m -> of(m.operands(), variables, Interval::greatest);
            case Affine.Select s -> of(s.then(), variables).hull(of(s.otherwise(), variables));
        };
    }

    private static Interval of(
            List<Affine> operands, Function<String, Interval> variables, BinaryOperator<Interval> extreme) {
        return operands.stream().map(o -> of(o, variables)).reduce(extreme).orElseThrow();
    }

    /**
     * Values of one variable for which a conjunction of comparisons may hold, each solved for it; whatever else the condition says is ignored, so the result may be too large, never too small. Example:
     * of {@code w - 2*i >= 1} and {@code w - 2*i <= 8}, w from 64 to 127, the values of i from 28 to 63.
     */
    public static Interval allowed(Condition condition, String variable, Function<String, Interval> variables) {
        return switch (condition) {
            case Condition.And a ->
                a.operands().stream().map(o -> allowed(o, variable, variables)).reduce(EVERYTHING, Interval::intersect);
            case Condition.Compare c ->
                c.notNegative().stream()
                        .map(form -> allowed(LinearForm.of(form), variable, variables))
                        .reduce(EVERYTHING, Interval::intersect);
            case Condition.Or _, Condition.Not _ -> EVERYTHING;
        };
    }

    /** Values of one variable for which a form may be not negative. */
    private static Interval allowed(LinearForm form, String variable, Function<String, Interval> variables) {
        long factor = form.coefficient(variable);
        Affine rest = form.without(Affine.variable(variable)).toAffine();
        if (factor == 0 || rest.variables().contains(variable)) {
            return EVERYTHING;
        }
        long most = of(rest, variables).high;
        if (isInfinite(most)) {
            return EVERYTHING;
        }
        return factor > 0
                ? new Interval(Math.ceilDiv(-most, factor), EVERYTHING.high)
                : new Interval(EVERYTHING.low, Math.floorDiv(most, -factor));
    }

    /** Names for a map of intervals; a name that is missing has no bounds yet. */
    public static Function<String, Interval> in(Map<String, Interval> known) {
        return name -> known.getOrDefault(name, EVERYTHING);
    }
}
