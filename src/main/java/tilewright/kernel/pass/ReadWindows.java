package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * What written-out loops read of an array that the function does not write, at places that move with the loops' counters, is
 * read once to registers before them, in wide accesses: the sliding window of a filter, the neighbours of a stencil.
 *
 * <p>Applies to the outermost of nested loops that are written out, have numbers as bounds, and do nothing but compute, and where
 * a window has fewer elements than the loops read. Alignment is known from the launches' arguments. A window is a box; each of its
 * bounds is one of an element that is read, so all of it lies inside the array. Wide accesses may reach beyond
 * it to elements of the same aligned group, which every row has room for.
 */
final class ReadWindows implements Pass.Change {
    /** Elements of a thread's window. */
    private static final int LARGEST = 256;

    @Override
    public Program of(Program program) {
        List<Function> functions = new ArrayList<>();
        for (Function function : program.functions()) {
            functions.add(new InFunction(program, function).changed());
        }
        return program.withFunctions(functions);
    }

    /** First value, number of iterations and step of a loop. */
    private record Count(long first, long iterations, long step) {
        long last() {
            return first + (iterations - 1) * step;
        }
    }

    /** One function. */
    private static final class InFunction {
        private final Program program;
        private final Function function;
        private final Set<String> taken = new TreeSet<>();
        private final Set<String> readOnly = new HashSet<>();

        InFunction(Program program, Function function) {
            this.program = program;
            this.function = function;
            for (Function.Parameter parameter : function.parameters()) {
                taken.add(parameter.name());
                if (parameter instanceof Function.Parameter.Base base
                        && base.exclusive()
                        && !base.array().written()) {
                    readOnly.add(base.name());
                }
            }
            if (function.shared() != null) {
                taken.add(function.shared().name());
            }
            Statements.visit(function.body(), s -> taken.addAll(s.declared()));
            Statements.changed(function.body()).forEach(v -> taken.add(v.name()));
        }

        Function changed() {
            return function.withBody(in(function.body()));
        }

        private List<Statement> in(List<Statement> statements) {
            List<Statement> changed = new ArrayList<>();
            for (Statement statement : statements) {
                if (statement instanceof Statement.For loop && isWrittenOut(loop)) {
                    changed.addAll(new Region(this, loop).changed());
                } else {
                    changed.add(statement.withBodies(this::in));
                }
            }
            return changed;
        }

        String fresh(String wanted) {
            String name = wanted;
            for (int number = 2; !taken.add(name); number++) {
                name = wanted + number;
            }
            return name;
        }
    }

    /** Whether a loop is written out and its body does nothing but compute. */
    private static boolean isWrittenOut(Statement.For loop) {
        Optional<Count> count = count(loop);
        return count.isPresent()
                && (loop.unroll() == Statement.For.ALL
                        || loop.unroll() >= count.get().iterations())
                && loop.body().stream().allMatch(ReadWindows::computes);
    }

    private static boolean computes(Statement statement) {
        return switch (statement) {
            case Statement.Declare d -> d.constant();
            case Statement.Assign _, Statement.Comment _ -> true;
            case Statement.For f -> isWrittenOut(f);
            case Statement.If i ->
                i.then().stream().allMatch(ReadWindows::computes)
                        && i.otherwise().stream().allMatch(ReadWindows::computes);
            case Statement.Scope s -> s.body().stream().allMatch(ReadWindows::computes);
            case Statement.While _,
                    Statement.ParallelFor _,
                    Statement.DeclareArray _,
                    Statement.Assignment _,
                    Statement.Invocation _,
                    Statement.Synchronization _,
                    Statement.Jump _,
                    Statement.Hide _ -> false;
        };
    }

    private static Optional<Count> count(Statement.For loop) {
        if (loop.start() instanceof Expression.IntegerLiteral first
                && loop.step() instanceof Expression.IntegerLiteral step
                && loop.condition() instanceof Expression.Binary below
                && below.operator() == Infix.LT
                && below.left().equals(loop.variable().read())
                && below.right() instanceof Expression.IntegerLiteral end
                && step.value() > 0
                && end.value() > first.value()) {
            return Optional.of(
                    new Count(first.value(), Math.ceilDiv(end.value() - first.value(), step.value()), step.value()));
        }
        return Optional.empty();
    }

    /** What a read adds to the start of its window, by factor. */
    private record Found(Expression.Read read, Memory.Global array, Linear offset) {}

    /** Reads of one array that differ in counters and constants alone. */
    private static final class Window {
        final Memory.Global array;
        final Map<Expression, Linear.Sum> start;
        final Map<Expression, Long> low = new LinkedHashMap<>();
        final Map<Expression, Long> high = new LinkedHashMap<>();
        long reads;

        Window(Memory.Global array, Map<Expression, Linear.Sum> start) {
            this.array = array;
            this.start = start;
        }
    }

    /** Nested loops that are written out. */
    private static final class Region {
        private final InFunction around;
        private final Statement.For loop;
        private final Map<String, Count> counters = new HashMap<>();
        private final Map<String, Expression> declared = new HashMap<>();
        /** Names that stand for different things in different loops. */
        private final Set<String> ambiguous = new HashSet<>();

        private final Map<Expression.Read, Found> found = new LinkedHashMap<>();
        private final Map<Expression.Read, Long> times = new HashMap<>();

        Region(InFunction around, Statement.For loop) {
            this.around = around;
            this.loop = loop;
            Statements.visit(List.of(loop), s -> {
                if (s instanceof Statement.For f) {
                    note(counters, f.variable().name(), count(f).orElseThrow());
                }
                if (s instanceof Statement.Declare d && d.value() != null) {
                    note(declared, d.variable().name(), d.value());
                }
            });
        }

        private <T> void note(Map<String, T> known, String name, T value) {
            T before = known.put(name, value);
            if (before != null && !before.equals(value)) {
                ambiguous.add(name);
            }
        }

        List<Statement> changed() {
            find(List.of(loop), 1);
            Map<String, Window> windows = windows();
            List<Statement> statements = new ArrayList<>();
            Map<Window, Memory.Register> registers = new HashMap<>();
            windows.values().stream()
                    .distinct()
                    .forEach(w -> load(w, statements).ifPresent(r -> registers.put(w, r)));
            if (registers.isEmpty()) {
                return List.of(loop);
            }
            Rewriter replace = new Rewriter() {
                @Override
                protected Expression expression(Expression expression) {
                    Found known = expression instanceof Expression.Read read ? found.get(read) : null;
                    Window window = known == null ? null : windows.get(key(known));
                    Memory.Register array = window == null ? null : registers.get(window);
                    return known == null || window == null || array == null
                            ? expression
                            : element(known, window, array);
                }
            };
            statements.addAll(replace.whole(loop));
            return statements;
        }

        private void find(List<Statement> statements, long iterations) {
            for (Statement statement : statements) {
                if (statement instanceof Statement.If) {
                    continue;
                }
                long inside = statement instanceof Statement.For f
                        ? iterations * count(f).orElseThrow().iterations()
                        : iterations;
                statement.bodies().forEach(b -> find(b, inside));
                if (!(statement instanceof Statement.For)) {
                    statement.expressions().forEach(e -> find(e, iterations));
                }
            }
        }

        /** Reads that are done whatever the data. */
        private void find(Expression value, long iterations) {
            if (value instanceof Expression.Conditional
                    || value instanceof Expression.Binary b
                            && (b.operator() == Infix.AND_THEN || b.operator() == Infix.OR_ELSE)) {
                return;
            }
            if (value instanceof Expression.Read read
                    && read.place() instanceof Place.Global g
                    && g.access() == Place.Access.PLAIN
                    && g.as() == g.array().type()
                    && around.readOnly.contains(g.array().name())) {
                Linear.of(g.offset(), names())
                        .filter(this::isOutside)
                        .ifPresent(l -> found.put(read, new Found(read, g.array(), l)));
                times.merge(read, iterations, Long::sum);
            }
            value.operands().forEach(o -> find(o, iterations));
        }

        private Linear.Names names() {
            return new Linear.Names() {
                @Override
                public boolean isCounter(String name) {
                    return counters.containsKey(name);
                }

                @Override
                public boolean isAmbiguous(String name) {
                    return ambiguous.contains(name);
                }

                @Override
                public Optional<Expression> declared(String name) {
                    return Optional.ofNullable(declared.get(name));
                }
            };
        }

        /** Whether what is left but for counters is known before the loops. */
        private boolean isOutside(Linear offset) {
            boolean[] inside = {false};
            offset.by().forEach((factor, sum) -> {
                List<Expression> parts = new ArrayList<>(sum.others().keySet());
                parts.add(factor);
                parts.forEach(p -> Expressions.visit(
                        p,
                        e -> inside[0] |= e instanceof Expression.Read(Place.Scalar s)
                                        && (declared.containsKey(s.variable().name())
                                                || counters.containsKey(
                                                        s.variable().name()))
                                || e instanceof Expression.Read r && !(r.place() instanceof Place.Scalar)));
            });
            return !inside[0];
        }

        private static String key(Found read) {
            StringBuilder key = new StringBuilder(read.array().name());
            read.offset()
                    .by()
                    .forEach((factor, sum) ->
                            key.append(" | ").append(factor).append(' ').append(sum.others()));
            return key.toString();
        }

        private Map<String, Window> windows() {
            Map<String, Window> windows = new LinkedHashMap<>();
            for (Found read : found.values()) {
                Window window = windows.computeIfAbsent(
                        key(read), _ -> new Window(read.array(), read.offset().by()));
                window.reads += times.getOrDefault(read.read(), 1L);
                read.offset().by().forEach((factor, sum) -> {
                    long low = sum.constant();
                    long high = sum.constant();
                    for (Map.Entry<String, Long> term : sum.counters().entrySet()) {
                        Count count = counters.get(term.getKey());
                        long first = term.getValue() * (count == null ? 0 : count.first());
                        long last = term.getValue() * (count == null ? 0 : count.last());
                        low += Math.min(first, last);
                        high += Math.max(first, last);
                    }
                    window.low.merge(factor, low, Math::min);
                    window.high.merge(factor, high, Math::max);
                });
            }
            return windows;
        }

        /** The accesses that fill a window, and its registers; nothing where it does not pay. */
        private Optional<Memory.Register> load(Window window, List<Statement> statements) {
            int width = Simt.ACCESS_BYTES / window.array.type().bytes();
            OptionalLong shift = width > 1 ? shift(window, width) : OptionalLong.empty();
            Long low = window.low.get(Linear.ONE);
            Long high = window.high.get(Linear.ONE);
            if (shift.isEmpty() || low == null || high == null || !moves(window)) {
                return Optional.empty();
            }
            // Rows begin at an aligned place.
            window.low.put(Linear.ONE, low - shift.getAsLong());
            List<Integer> shape = new ArrayList<>();
            long elements = 1;
            for (Expression factor : factors(window)) {
                long extent = bound(window.high, factor) - bound(window.low, factor) + 1;
                extent = factor.equals(Linear.ONE) ? Math.ceilDiv(extent, (long) width) * width : extent;
                elements = extent > LARGEST ? LARGEST + 1 : elements * extent;
                shape.add((int) Math.min(extent, LARGEST + 1));
            }
            if (elements > LARGEST || elements >= window.reads) {
                return Optional.empty();
            }
            Memory.Register registers = new Memory.Register(
                    around.fresh(window.array.name() + "_window"),
                    window.array.type(),
                    shape,
                    Function.SharedMemory.ALIGNMENT);
            statements.add(new Statement.Comment("Read what the loops need of " + window.array.name() + "."));
            statements.add(new Statement.DeclareArray(registers, null));
            statements.add(copies(window, registers, width));
            return Optional.of(registers);
        }

        /** Whether more than one element is read: one needs no window, and its array may have no room for a wide access. */
        private static boolean moves(Window window) {
            return window.start.keySet().stream()
                            .anyMatch(factor -> bound(window.high, factor) > bound(window.low, factor))
                    || bound(window.high, Linear.ONE) > bound(window.low, Linear.ONE);
        }

        /** The factors of an address, that of neighbours last. */
        private static List<Expression> factors(Window window) {
            List<Expression> factors = new ArrayList<>(window.start.keySet());
            factors.remove(Linear.ONE);
            factors.add(Linear.ONE);
            return factors;
        }

        private static long bound(Map<Expression, Long> bounds, Expression factor) {
            Long bound = bounds.get(factor);
            return bound == null ? 0 : bound;
        }

        private Statement copies(Window window, Memory.Register registers, int width) {
            List<Expression> factors = factors(window);
            List<Variable> places = new ArrayList<>();
            List<Expression> indices = new ArrayList<>();
            @Nullable Expression offset = null;
            for (int f = 0; f < factors.size(); f++) {
                Variable place = Variable.integer(around.fresh("r" + (f + 1)));
                places.add(place);
                indices.add(place.read());
                Linear.Sum start = window.start.getOrDefault(factors.get(f), Linear.ZERO);
                Expression sum = Expressions.sum(start(start), place.read());
                sum = Expressions.sum(sum, Expressions.integer(bound(window.low, factors.get(f))));
                Expression term = factors.get(f).equals(Linear.ONE)
                        ? sum
                        : new Expression.Binary(Infix.MUL, Expressions.convert(ScalarType.I64, sum), factors.get(f));
                offset = offset == null ? term : new Expression.Binary(Infix.ADD, offset, term);
            }
            if (offset == null) {
                throw new IllegalStateException("an address without factors");
            }
            Statement inner = new Statement.Copy(
                    width,
                    new Place.Register(registers, indices),
                    new Place.Global(window.array, offset),
                    Statement.Way.WIDE);
            for (int f = factors.size() - 1; f >= 0; f--) {
                boolean last = f == factors.size() - 1;
                inner = new Statement.For(
                        places.get(f),
                        Expressions.integer(0),
                        Expressions.less(
                                places.get(f).read(),
                                Expressions.integer(registers.shape().get(f))),
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
        private OptionalLong shift(Window window, int width) {
            Multiples multiples = new Multiples(around.program, width);
            Map<String, Integer> known = new HashMap<>(multiples.of(around.function));
            // Declarations in the order of the function: what a value mentions is known before it.
            Set<String> several = new HashSet<>();
            Statements.visit(around.function.body(), s -> {
                if (s instanceof Statement.Declare d && d.value() != null) {
                    int remainder = multiples.remainder(d.value(), known);
                    Integer before = known.put(d.variable().name(), remainder);
                    if (before != null && before != remainder) {
                        several.add(d.variable().name());
                    }
                }
            });
            several.forEach(name -> known.put(name, Multiples.UNKNOWN));
            for (Expression factor : factors(window)) {
                boolean aligned = factor.equals(Linear.ONE) || multiples.remainder(factor, known) == 0;
                if (!aligned) {
                    return OptionalLong.empty();
                }
            }
            Linear.Sum columns = window.start.getOrDefault(Linear.ONE, Linear.ZERO);
            int start = multiples.remainder(start(columns), known);
            return start < 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.floorMod(start + bound(window.low, Linear.ONE), width));
        }

        private Expression element(Found read, Window window, Memory.Register registers) {
            List<Expression> indices = new ArrayList<>();
            for (Expression factor : factors(window)) {
                Linear.Sum sum = read.offset().by().getOrDefault(factor, Linear.ZERO);
                Expression index = Expressions.integer(sum.constant() - bound(window.low, factor));
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
}
