package tilewright.dependence;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * Where blocks begin: a point of the common loop space lies in block {@code floor((coordinate - origin) / r_z)} of loop
 * z. One origin serves all loops, so that blocks of equal sizes along different loops cover equal ranges: the diagonal
 * block of Floyd-Warshall meets the same values of k, i and j.
 */
public final class BlockOrigin {
    private BlockOrigin() {}

    /**
     * The smallest constant lower bound of any loop; when no loop has one, the smallest constant first index of an array, so that blocks begin where elements do, or 0. Example: 1 for {@code do k = 1, n; do i
     * = k + 1, n}, and for {@code real a(n,n); do k = p, n; do i = k + 1, n}.
     */
    public static long of(Dependences dependences) {
        return of(dependences.nest());
    }

    /** The same of a nest. */
    public static long of(LoopNest nest) {
        @Nullable Long least = null;
        for (PlacedStatement placed : nest.statements()) {
            Map<String, Range> ranges = new HashMap<>();
            for (Node.Loop loop : placed.loops()) {
                Range range = rangeOf(loop, ranges);
                ranges.put(loop.variable(), range);
                least = combine(least, range.least, Math::min, true);
            }
        }
        return least == null ? firstIndex(nest) : least;
    }

    /** Of loops that count up through elements; where some count down, blocks that begin at multiples of their size end where elements begin. */
    private static long firstIndex(LoopNest nest) {
        boolean up = nest.statements().stream()
                .allMatch(placed -> placed.statement().accesses().stream()
                        .flatMap(access -> access.indices().stream())
                        .map(LinearForm::of)
                        .allMatch(index -> placed.loopVariables().stream().allMatch(v -> index.coefficient(v) >= 0)));
        return nest.arrays().stream()
                .filter(_ -> up)
                .flatMap(array -> array.bounds().stream())
                .flatMap(b -> b.lower() instanceof Affine.Constant(long first) ? Stream.of(first) : Stream.empty())
                .min(Comparator.naturalOrder())
                .orElse(0L);
    }

    /** Constant bounds of an expression for all values of loops and parameters; null where there is none. */
    private record Range(@Nullable Long least, @Nullable Long greatest) {
        static final Range UNKNOWN = new Range(null, null);

        Range plus(Range other) {
            return new Range(
                    combine(least, other.least, Math::addExact, false),
                    combine(greatest, other.greatest, Math::addExact, false));
        }

        Range times(long factor) {
            Range scaled = new Range(product(least, factor), product(greatest, factor));
            return factor < 0 ? new Range(scaled.greatest, scaled.least) : scaled;
        }

        Range floorDiv(long divisor) {
            return new Range(
                    least == null ? null : Math.floorDiv(least, divisor),
                    greatest == null ? null : Math.floorDiv(greatest, divisor));
        }

        /** The smaller of two values: it is bounded above as soon as one of them is. */
        Range min(Range other) {
            return new Range(
                    combine(least, other.least, Math::min, false), combine(greatest, other.greatest, Math::min, true));
        }

        Range max(Range other) {
            return new Range(
                    combine(least, other.least, Math::max, true), combine(greatest, other.greatest, Math::max, false));
        }

        /** One of two values. */
        Range or(Range other) {
            return new Range(
                    combine(least, other.least, Math::min, false), combine(greatest, other.greatest, Math::max, false));
        }

        private static @Nullable Long product(@Nullable Long value, long factor) {
            return value == null ? null : Long.valueOf(Math.multiplyExact(value, factor));
        }
    }

    private static @Nullable Long combine(
            @Nullable Long left, @Nullable Long right, BinaryOperator<Long> operation, boolean oneIsEnough) {
        if (left == null || right == null) {
            return !oneIsEnough ? null : left == null ? right : left;
        }
        return operation.apply(left, right);
    }

    private static Range rangeOf(Node.Loop loop, Map<String, Range> outer) {
        boolean up = loop.step() > 0;
        return new Range(
                rangeOf(up ? loop.lower() : loop.upper(), outer).least,
                rangeOf(up ? loop.upper() : loop.lower(), outer).greatest);
    }

    private static Range rangeOf(Affine affine, Map<String, Range> variables) {
        return switch (affine) {
            case Affine.Constant c -> new Range(c.value(), c.value());
            case Affine.Variable v -> variables.getOrDefault(v.name(), Range.UNKNOWN);
            case Affine.Sum s -> rangeOf(s.left(), variables).plus(rangeOf(s.right(), variables));
            case Affine.Scaled s -> rangeOf(s.operand(), variables).times(s.factor());
            case Affine.FloorDiv d -> rangeOf(d.dividend(), variables).floorDiv(d.divisor());
            case Affine.Mod m -> new Range(0L, m.divisor() - 1);
            case Affine.Min m ->
                m.operands().stream()
                        .map(o -> rangeOf(o, variables))
                        .reduce(Range::min)
                        .orElse(Range.UNKNOWN);
            case Affine.Max m ->
                m.operands().stream()
                        .map(o -> rangeOf(o, variables))
                        .reduce(Range::max)
                        .orElse(Range.UNKNOWN);
            case Affine.Select s -> rangeOf(s.then(), variables).or(rangeOf(s.otherwise(), variables));
        };
    }
}
