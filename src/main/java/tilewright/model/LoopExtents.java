package tilewright.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long the loops of a nest are at given sizes, at most: every bound is taken at the worst values of the variables
 * around it.
 */
public final class LoopExtents {
    private final LoopNest nest;
    private final Map<String, Long> sizes;

    /** @param sizes a value for every parameter */
    public LoopExtents(LoopNest nest, Map<String, Long> sizes) {
        this.nest = nest;
        this.sizes = sizes;
    }

    /** Farther than this loops of generated programs do not count: their counters have 32 bits, and step over the last block. */
    public static final long LARGEST = Integer.MAX_VALUE - 65_536;

    /**
     * A loop that goes beyond {@link #LARGEST}.
     *
     * @param value the bound, or part of a minimum or maximum in it, that is beyond it, or the number of values
     */
    public record Beyond(Node.Loop loop, long value) {}

    /**
     * The first loop that generated programs cannot count, outermost first. Example: {@code do i = 1, 100*n} at n = 30000000
     * goes to 3000000000.
     *
     * @throws ArithmeticException where a bound is beyond 64 bits
     */
    public Optional<Beyond> beyond() {
        for (PlacedStatement placed : nest.statements()) {
            Map<String, Interval> values = parameters();
            for (Node.Loop loop : placed.loops()) {
                List<Affine> bounds = new ArrayList<>(loop.lower().greatestOf());
                bounds.addAll(loop.upper().leastOf());
                Interval range = range(loop, values);
                OptionalLong value = Stream.concat(
                                bounds.stream().map(b -> range(b, values)).flatMap(i -> Stream.of(i.low(), i.high())),
                                Stream.of(range.length()))
                        .mapToLong(v -> v)
                        .filter(v -> Math.abs(v) > LARGEST)
                        .findFirst();
                if (value.isPresent()) {
                    return Optional.of(new Beyond(loop, value.getAsLong()));
                }
                values.put(loop.variable(), range);
            }
        }
        return Optional.empty();
    }

    /** The values of parameters and of the loops around a statement, at most. */
    Map<String, Interval> values(PlacedStatement placed) {
        Map<String, Interval> values = parameters();
        placed.loops().forEach(loop -> values.put(loop.variable(), range(loop, values)));
        return values;
    }

    private Map<String, Interval> parameters() {
        Map<String, Interval> values = new HashMap<>();
        sizes.forEach((name, value) -> values.put(name, Interval.of(value)));
        return values;
    }

    private static Interval range(Node.Loop loop, Map<String, Interval> values) {
        Interval lower = range(loop.lower(), values);
        Interval upper = range(loop.upper(), values);
        return loop.step() > 0 ? new Interval(lower.low(), upper.high()) : new Interval(upper.low(), lower.high());
    }

    /** At least as many operations as the nest has; saturates at {@link Long#MAX_VALUE}. */
    public long operations() {
        return nest.statements().stream()
                .mapToLong(placed -> product(placed, Set.of()))
                .reduce(0, LoopExtents::saturatedSum);
    }

    /**
     * How many terms one element may accumulate: for every statement the product of the extents of loops that the
     * written subscripts do not mention, times the values it combines; statements may feed each other, so these are
     * added up. Example: 3 n for {@code c(i,j) = c(i,j) + a(i,k)*b(k,j)}. A recurrence along a written subscript, as in {@code
     * p(j) = a*p(j-1)}, passes its rounding on too: its loop's extent counts, and where there are several, their sum (the
     * longest path through neighbours).
     */
    public long reductionLength() {
        return nest.statements().stream()
                .mapToLong(placed -> saturatedProduct(
                        saturatedProduct(product(placed, written(placed)), recurrence(placed)),
                        Math.max(1, placed.statement().accesses().size() - 1)))
                .reduce(0, LoopExtents::saturatedSum);
    }

    /** Length of the chain of values that a statement computes from its own neighbouring results; 1 where it does not. */
    private long recurrence(PlacedStatement placed) {
        Access target = placed.statement().target();
        Set<String> along = new HashSet<>();
        for (Access access : placed.statement().accesses()) {
            for (int d = 0;
                    access.array().equals(target.array())
                            && d < target.indices().size();
                    d++) {
                Affine written = target.indices().get(d);
                LinearForm distance = LinearForm.of(access.indices().get(d).minus(written));
                if (distance.toAffine() instanceof Affine.Constant c && c.value() != 0) {
                    along.addAll(written.variables());
                }
            }
        }
        long length = 0;
        for (String variable : along) {
            Set<String> others = new HashSet<>(placed.loopVariables());
            if (others.remove(variable)) {
                length = saturatedSum(length, product(placed, others));
            }
        }
        return Math.max(1, length);
    }

    private static Set<String> written(PlacedStatement placed) {
        return placed.statement().target().indices().stream()
                .flatMap(index -> index.variables().stream())
                .collect(Collectors.toSet());
    }

    private long product(PlacedStatement placed, Set<String> leftOut) {
        Map<String, Interval> values = parameters();
        long product = 1;
        for (Node.Loop loop : placed.loops()) {
            Interval range = range(loop, values);
            long steps = (range.length() + Math.abs(loop.step()) - 1) / Math.abs(loop.step());
            values.put(loop.variable(), range);
            if (!leftOut.contains(loop.variable())) {
                product = saturatedProduct(product, steps);
            }
        }
        return product;
    }

    static Interval range(Affine affine, Map<String, Interval> values) {
        return Interval.of(affine, name -> values.getOrDefault(name, Interval.of(0)));
    }

    private static long saturatedSum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static long saturatedProduct(long left, long right) {
        long high = Math.multiplyHigh(left, right);
        long low = left * right;
        return high != 0 || low < 0 ? Long.MAX_VALUE : low;
    }
}
