package tilewright.ranking;

import java.util.Map;
import java.util.function.Function;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** The integers {@code low..high}, inclusive; empty where high < low. */
record Range(long low, long high) {
    static final Range EVERYTHING = new Range(Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);

    static final Range EMPTY = new Range(0, -1);

    boolean isEmpty() {
        return high < low;
    }

    long length() {
        return Math.max(0, high - low + 1);
    }

    Range intersect(Range other) {
        return new Range(Math.max(low, other.low), Math.min(high, other.high));
    }

    Range hull(Range other) {
        if (isEmpty()) {
            return other;
        }
        return other.isEmpty() ? this : new Range(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** Blocks of size r, counted from {@code origin}, that the range meets. Example: 3..9, r 4, origin 1: 3. */
    long blocks(long origin, long r) {
        return isEmpty() ? 0 : Math.floorDiv(high - origin, r) - Math.floorDiv(low - origin, r) + 1;
    }

    /** Of these blocks those that lie inside the range. Example: 3..9, r 4, origin 1: 1 (5..8). */
    long wholeBlocks(long origin, long r) {
        return isEmpty() ? 0 : Math.max(0, Math.floorDiv(high + 1 - origin, r) - Math.ceilDiv(low - origin, r));
    }

    /** Whether the last of these blocks is only partly filled. */
    boolean endsInside(long origin, long r) {
        return !isEmpty() && Math.floorMod(high + 1 - origin, r) != 0;
    }

    /** All values that an expression may take when its variables lie in ranges (interval arithmetic). */
    static Range of(Affine affine, Function<String, Range> variables) {
        return switch (affine) {
            case Affine.Constant c -> new Range(c.value(), c.value());
            case Affine.Variable v -> variables.apply(v.name());
            case Affine.Sum s -> {
                Range left = of(s.left(), variables);
                Range right = of(s.right(), variables);
                yield new Range(left.low + right.low, left.high + right.high);
            }
            case Affine.Scaled s -> {
                Range r = of(s.operand(), variables);
                yield s.factor() >= 0
                        ? new Range(s.factor() * r.low, s.factor() * r.high)
                        : new Range(s.factor() * r.high, s.factor() * r.low);
            }
            case Affine.FloorDiv d -> {
                Range r = of(d.dividend(), variables);
                yield new Range(Math.floorDiv(r.low, d.divisor()), Math.floorDiv(r.high, d.divisor()));
            }
            case Affine.Mod m -> new Range(0, m.divisor() - 1);
            case Affine.Min m ->
                m.operands().stream()
                        .map(o -> of(o, variables))
                        .reduce((a, b) -> new Range(Math.min(a.low, b.low), Math.min(a.high, b.high)))
                        .orElseThrow();
            case Affine.Max m ->
                m.operands().stream()
                        .map(o -> of(o, variables))
                        .reduce((a, b) -> new Range(Math.max(a.low, b.low), Math.max(a.high, b.high)))
                        .orElseThrow();
            case Affine.Select s -> of(s.then(), variables).hull(of(s.otherwise(), variables));
        };
    }

    /**
     * Values of one variable for which a conjunction of comparisons with it alone on the left may hold; whatever
     * else the condition says is ignored, so the result may be too large, never too small.
     */
    static Range allowed(Condition condition, String variable, Function<String, Range> variables) {
        return switch (condition) {
            case Condition.And a ->
                a.operands().stream().map(o -> allowed(o, variable, variables)).reduce(EVERYTHING, Range::intersect);
            case Condition.Compare c
            when c.left().equals(Affine.variable(variable)) -> {
                Range right = of(c.right(), variables);
                yield switch (c.relation()) {
                    case EQ -> right;
                    case LT -> new Range(EVERYTHING.low, right.high - 1);
                    case LE -> new Range(EVERYTHING.low, right.high);
                    case GT -> new Range(right.low + 1, EVERYTHING.high);
                    case GE -> new Range(right.low, EVERYTHING.high);
                    case NE -> EVERYTHING;
                };
            }
            case Condition.Compare _, Condition.Or _, Condition.Not _ -> EVERYTHING;
        };
    }

    /** Names for a map of ranges; a name that is missing has no bounds yet. */
    static Function<String, Range> in(Map<String, Range> known) {
        return name -> known.getOrDefault(name, EVERYTHING);
    }
}
