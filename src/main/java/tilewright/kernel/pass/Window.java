package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * A box of elements of one array that loops read at addresses that differ in counters and constants alone, and the registers that hold it.
 *
 * <p>Example: {@code a[(i + p) * pitch + j + q]} with p and q from 0 to 2 reads a box of 3 x 3: by the factor {@code pitch} from {@code i} on, and
 * by 1 from {@code j} on.
 */
final class Window {
    private static final int LARGEST = GenerationLimits.shipped().windowElements();

    /** Whether it pays where it has fewer elements than are read, or in one row, where it takes fewer wide accesses. */
    enum Kind {
        BOX,
        ROW
    }

    private final Kind kind;
    private final Memory.Global array;
    /** What addresses have in common, by factor. */
    private final Map<Expression, Linear.Sum> start;

    private final Map<Expression, Long> low = new LinkedHashMap<>();
    private final Map<Expression, Long> high = new LinkedHashMap<>();
    /** What is read where a guard's counter is 0, by factor; the bounds above are those of all its values. */
    private final Map<Expression, WindowGuards.Move> moves = new LinkedHashMap<>();

    private final WindowGuards guards;
    /** The counter of the outermost loop. */
    private final String outermost;
    /** What is read where that is 0, by factor. */
    private final Map<Expression, WindowGuards.Move> apart = new LinkedHashMap<>();
    /** Whether guards tell which of its elements are read. */
    private boolean known = true;

    private long reads;

    Window(Kind kind, Memory.Global array, Map<Expression, Linear.Sum> start, WindowGuards guards, Variable outermost) {
        this.outermost = outermost.name();
        this.kind = kind;
        this.array = array;
        this.start = start;
        this.guards = guards;
    }

    Memory.Global array() {
        return array;
    }

    /** Elements are read so often more. */
    void add(long more) {
        reads += more;
    }

    /** Grows the box to what is read at an offset while counters run. */
    void include(Linear offset, Map<String, Iterations> counters) {
        offset.by().forEach((factor, sum) -> {
            long least = sum.constant();
            long greatest = sum.constant();
            for (Map.Entry<String, Long> term : sum.counters().entrySet()) {
                Iterations values = counters.get(term.getKey());
                long first = term.getValue() * (values == null ? 0 : values.start());
                long last = term.getValue() * (values == null ? 0 : values.value(values.count() - 1));
                least += Math.min(first, last);
                greatest += Math.max(first, last);
            }
            low.merge(factor, least, Math::min);
            high.merge(factor, greatest, Math::max);
            for (String counter : guards.counters()) {
                known &= note(moves, factor, sum, counter, counters, least, greatest);
            }
            note(apart, factor, sum, outermost, counters, least, greatest);
        });
        known &= moves.values().stream().filter(m -> m.coefficient() != 0).count() <= 1;
    }

    /**
     * Notes how a counter moves what is read; whether it does so by 1 at most, and alike in all reads.
     *
     * @param least what is read at least, for all values of all counters
     */
    private static boolean note(
            Map<Expression, WindowGuards.Move> moves,
            Expression factor,
            Linear.Sum sum,
            String counter,
            Map<String, Iterations> counters,
            long least,
            long greatest) {
        long by = sum.counters().getOrDefault(counter, 0L);
        Iterations values = counters.get(counter);
        if (values == null) {
            return false;
        }
        long first = by * values.start();
        long last = by * values.value(values.count() - 1);
        WindowGuards.Move move =
                new WindowGuards.Move(by, least - Math.min(first, last), greatest - Math.max(first, last));
        WindowGuards.Move before = moves.put(factor, move);
        if (before != null) {
            moves.put(
                    factor,
                    new WindowGuards.Move(
                            by, Math.min(before.least(), move.least()), Math.max(before.greatest(), move.greatest())));
        }
        return Math.abs(by) <= 1 && values.step() == 1 && (before == null || before.coefficient() == by);
    }

    /** Whether each iteration of the outermost loop reads rows of its own. */
    boolean isApart() {
        return apart.entrySet().stream()
                .anyMatch(e -> !e.getKey().equals(Linear.ONE)
                        && e.getValue().coefficient() != 0
                        && e.getValue().least() == e.getValue().greatest());
    }

    /** Extents of the registers, with rows that begin at an aligned place; empty where the window does not pay. */
    Optional<List<Integer>> shape(Program program, Function function) {
        int width = width();
        OptionalLong shift = width > 1 ? shift(program, function) : OptionalLong.empty();
        Long first = low.get(Linear.ONE);
        Long last = high.get(Linear.ONE);
        if (!known || shift.isEmpty() || first == null || last == null || !moves()) {
            return Optional.empty();
        }
        low.put(Linear.ONE, first - shift.getAsLong());
        List<Integer> shape = new ArrayList<>();
        long elements = 1;
        for (Expression factor : factors()) {
            long extent = bound(high, factor) - bound(low, factor) + 1;
            extent = factor.equals(Linear.ONE) ? Math.ceilDiv(extent, (long) width) * width : extent;
            elements = extent > LARGEST ? LARGEST + 1 : elements * extent;
            if (isIndexed(factor)) {
                shape.add((int) Math.min(extent, LARGEST + 1));
            }
        }
        long accesses = kind == Kind.ROW ? elements / width : elements;
        return elements > LARGEST || accesses >= reads ? Optional.empty() : Optional.of(shape);
    }

    /** Elements of an access. */
    private int width() {
        return Simt.ACCESS_BYTES / array.type().bytes();
    }

    /** Whether more than one element is read: one needs no window, and its array may have no room for a wide access. */
    private boolean moves() {
        return start.keySet().stream().anyMatch(factor -> bound(high, factor) > bound(low, factor))
                || bound(high, Linear.ONE) > bound(low, Linear.ONE);
    }

    /** The factors of an address, that of neighbours last. */
    private List<Expression> factors() {
        List<Expression> factors = new ArrayList<>(start.keySet());
        factors.remove(Linear.ONE);
        factors.add(Linear.ONE);
        return factors;
    }

    /** Whether registers have an index for a factor: a row has one alone. */
    private boolean isIndexed(Expression factor) {
        return kind == Kind.BOX || factor.equals(Linear.ONE);
    }

    private static long bound(Map<Expression, Long> bounds, Expression factor) {
        Long bound = bounds.get(factor);
        return bound == null ? 0 : bound;
    }

    /**
     * The accesses that fill the registers; names are made fresh.
     *
     * @param counters of the loops that read them
     */
    Statement copies(Memory.Register registers, Map<String, Iterations> counters, UnaryOperator<String> fresh) {
        int width = width();
        List<Variable> places = new ArrayList<>();
        List<Expression> indices = new ArrayList<>();
        @Nullable Expression offset = null;
        Expression reached = guards.reached(counters, Optional.empty(), Linear.ONE, 0);
        for (Expression factor : factors()) {
            Expression sum = start(start.getOrDefault(factor, Linear.ZERO));
            Expression place = Expressions.integer(bound(low, factor));
            if (isIndexed(factor)) {
                Variable index = Variable.integer(fresh.apply("r" + (places.size() + 1)));
                places.add(index);
                indices.add(index.read());
                place = Expressions.sum(index.read(), place);
            }
            WindowGuards.Move move = moves.get(factor);
            if (move != null && move.coefficient() != 0) {
                int last = factor.equals(Linear.ONE) ? width - 1 : 0;
                reached = guards.reached(counters, Optional.of(move), place, last);
            }
            sum = Expressions.sum(sum, place);
            Expression term = factor.equals(Linear.ONE)
                    ? sum
                    : new Expression.Binary(Infix.MUL, Expressions.convert(ScalarType.I64, sum), factor);
            offset = offset == null ? term : new Expression.Binary(Infix.ADD, offset, term);
        }
        if (offset == null) {
            throw new IllegalStateException("an address without factors");
        }
        Statement inner = new Statement.Copy(
                width, new Place.Register(registers, indices), new Place.Global(array, offset), Statement.Way.WIDE);
        if (!guards.equals(WindowGuards.NONE)) {
            inner = new Statement.If(reached, List.of(inner));
        }
        for (int p = places.size() - 1; p >= 0; p--) {
            boolean last = p == places.size() - 1;
            inner = new Statement.For(
                    places.get(p),
                    Expressions.integer(0),
                    Expressions.less(
                            places.get(p).read(),
                            Expressions.integer(registers.shape().get(p))),
                    Expressions.integer(last ? width : 1),
                    Statement.For.ALL,
                    List.of(inner));
        }
        return inner;
    }

    /** What is neither a counter nor a constant. */
    private static Expression start(Linear.Sum sum) {
        Expression start = Expressions.integer(0);
        for (Map.Entry<Expression, Long> term : sum.others().entrySet()) {
            Expression scaled = term.getValue() == 1
                    ? term.getKey()
                    : Expressions.multiply(term.getKey(), Expressions.integer(term.getValue()));
            start = Expressions.isInteger(start, 0) ? scaled : Expressions.add(start, scaled);
        }
        return start;
    }

    /** How far the first element of every row lies behind an aligned place; empty where that is not known. */
    private OptionalLong shift(Program program, Function function) {
        Multiples multiples = new Multiples(program, width());
        Map<String, Integer> known = multiples.inside(function);
        for (Expression factor : factors()) {
            boolean aligned = factor.equals(Linear.ONE) || multiples.remainder(factor, known) == 0;
            if (!aligned) {
                return OptionalLong.empty();
            }
        }
        Linear.Sum columns = start.getOrDefault(Linear.ONE, Linear.ZERO);
        int first = multiples.remainder(start(columns), known);
        return first < 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.floorMod(first + bound(low, Linear.ONE), width()));
    }

    /** The element of the registers that stands for a read at an offset. */
    Expression element(Linear offset, Memory.Register registers) {
        List<Expression> indices = new ArrayList<>();
        for (Expression factor : factors().stream().filter(this::isIndexed).toList()) {
            Linear.Sum sum = offset.by().getOrDefault(factor, Linear.ZERO);
            Expression index = Expressions.integer(sum.constant() - bound(low, factor));
            for (Map.Entry<String, Long> term : sum.counters().entrySet()) {
                Expression counter = Variable.integer(term.getKey()).read();
                index = Expressions.sum(
                        term.getValue() == 1
                                ? counter
                                : Expressions.multiply(counter, Expressions.integer(term.getValue())),
                        index);
            }
            indices.add(index);
        }
        return new Expression.Read(new Place.Register(registers, indices));
    }
}
