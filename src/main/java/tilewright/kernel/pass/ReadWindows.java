package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.model.FreshName;

/**
 * What written-out loops read of an array that the function does not write, at places that move with the loops' counters, is
 * read once to registers before them, in wide accesses: the sliding window of a filter, the neighbours of a stencil.
 *
 * <p>Applies to the outermost of nested loops that are written out, have numbers as bounds, and do nothing but compute, and where
 * a window has fewer elements than the loops read. Alignment is known from the launches' arguments. A window is a box; each of its
 * bounds is one of an element that is read, so all of it lies inside the array. Wide accesses may reach beyond
 * it to elements of the same aligned group, which every row has room for. Of a window whose reads stand under guards ({@link WindowGuards}) an access
 * is done where one of its elements is read.
 */
final class ReadWindows implements Pass.Change {
    @Override
    public Program of(Program program) {
        List<Function> functions = new ArrayList<>();
        for (Function function : program.functions()) {
            functions.add(new InFunction(program, function).changed());
        }
        return program.withFunctions(functions);
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
                    Optional<Region> rows = RowsOutside.of(loop)
                            .map(l -> new Region(this, l, true))
                            .filter(Region::hasRowsOfItsOwn);
                    changed.addAll(
                            rows.orElseGet(() -> new Region(this, loop, false)).changed());
                } else {
                    changed.add(statement.withBodies(this::in));
                }
            }
            return changed;
        }

        String fresh(String wanted) {
            return FreshName.numbered(wanted, "", taken::add);
        }
    }

    /** Whether a loop is written out and its body does nothing but compute. */
    static boolean isWrittenOut(Statement.For loop) {
        Optional<Iterations> iterations = Iterations.of(loop).filter(i -> i.count() > 0);
        return iterations.isPresent()
                && iterations.get().areWrittenOut(loop)
                && loop.body().stream().allMatch(ReadWindows::computes);
    }

    static boolean computes(Statement statement) {
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
                    Statement.Hide _,
                    Statement.SumInVectors _ -> false;
        };
    }

    /** What a read adds to the start of its window, by factor. */
    private record Found(Expression.Read read, Memory.Global array, Linear offset, WindowGuards guards) {}

    /** Nested loops that are written out. */
    private static final class Region {
        private final InFunction around;
        private final Statement.For loop;
        private final boolean rows;
        private final Map<String, Iterations> counters = new HashMap<>();
        private final Map<String, Expression> declared = new HashMap<>();
        /** Names that stand for different things in different loops. */
        private final Set<String> ambiguous = new HashSet<>();

        private final Map<Expression.Read, Found> found = new LinkedHashMap<>();
        private final Map<Expression.Read, Long> times = new HashMap<>();
        /** Those that are done under other guards, too, or somewhere nobody knows when. */
        private final Set<Expression.Read> elsewhere = new HashSet<>();

        /** @param rows whether what iterations of the outermost loop do not share is read in each of them */
        Region(InFunction around, Statement.For loop, boolean rows) {
            this.around = around;
            this.loop = loop;
            this.rows = rows;
            Statements.visit(List.of(loop), s -> {
                if (s instanceof Statement.For f) {
                    note(counters, f.variable().name(), Iterations.of(f).orElseThrow());
                }
                if (s instanceof Statement.Declare d && d.value() != null) {
                    note(declared, d.variable().name(), d.value());
                }
            });
            find(List.of(loop), 1, WindowGuards.NONE);
            found.values().removeIf(f -> !f.guards().equals(WindowGuards.NONE) && elsewhere.contains(f.read()));
        }

        private <T> void note(Map<String, T> known, String name, T value) {
            T before = known.put(name, value);
            if (before != null && !before.equals(value)) {
                ambiguous.add(name);
            }
        }

        /** Whether some window has rows that each iteration of the outermost loop reads for itself. */
        boolean hasRowsOfItsOwn() {
            return windows(Window.Kind.BOX, found.values()).values().stream().anyMatch(Window::isApart);
        }

        List<Statement> changed() {
            List<Statement> statements = new ArrayList<>();
            Map<Window, Memory.Register> registers = new HashMap<>();
            Map<Expression.Read, Window> windows = windows(Window.Kind.BOX, found.values());
            windows.values().stream()
                    .distinct()
                    .filter(w -> !(rows && w.isApart()))
                    .forEach(w -> load(w, statements).ifPresent(r -> registers.put(w, r)));
            List<Found> rest = found.values().stream()
                    .filter(f -> !registers.containsKey(windows.get(f.read())) && isOfOneRow(f.offset()))
                    .toList();
            Map<Expression.Read, Window> rows = windows(Window.Kind.ROW, rest);
            rows.values().stream().distinct().forEach(w -> load(w, statements).ifPresent(r -> registers.put(w, r)));
            windows.putAll(rows);
            Rewriter replace = new Rewriter() {
                @Override
                protected Expression expression(Expression expression) {
                    Found known = expression instanceof Expression.Read read ? found.get(read) : null;
                    Window window = known == null ? null : windows.get(known.read());
                    Memory.Register array = window == null ? null : registers.get(window);
                    return known == null || window == null || array == null
                            ? expression
                            : window.element(known.offset(), array);
                }
            };
            List<Statement> changed = registers.isEmpty() ? List.of(loop) : replace.whole(loop);
            // Windows that are too large for all loops may be small enough for the inner ones, or belong there.
            changed.forEach(s -> statements.add(s.withBodies(around::in)));
            return statements;
        }

        private void find(List<Statement> statements, long iterations, WindowGuards guards) {
            for (Statement statement : statements) {
                if (statement instanceof Statement.If branch) {
                    Optional<WindowGuards> inside = branch.otherwise().isEmpty()
                            ? guards.and(branch.condition(), names()).filter(this::areOutside)
                            : Optional.empty();
                    if (inside.isPresent()) {
                        find(branch.then(), iterations, inside.get());
                    } else {
                        Statements.visit(List.of(branch), s -> s.expressions().forEach(this::skip));
                    }
                    continue;
                }
                long inside = statement instanceof Statement.For f
                        ? iterations * Iterations.of(f).orElseThrow().count()
                        : iterations;
                statement.bodies().forEach(b -> find(b, inside, guards));
                if (!(statement instanceof Statement.For)) {
                    statement.expressions().forEach(e -> find(e, iterations, guards));
                }
            }
        }

        /** Reads that nobody knows to be done have no window of which others know when it is read. */
        private void skip(Expression value) {
            Expressions.visit(value, e -> {
                if (e instanceof Expression.Read read) {
                    elsewhere.add(read);
                }
            });
        }

        /** Reads that are done whatever the data. */
        private void find(Expression value, long iterations, WindowGuards guards) {
            if (value instanceof Expression.Conditional
                    || value instanceof Expression.Binary b
                            && (b.operator() == Infix.AND_THEN || b.operator() == Infix.OR_ELSE)) {
                skip(value);
                return;
            }
            if (value instanceof Expression.Read read
                    && read.place() instanceof Place.Global g
                    && g.access() == Place.Access.PLAIN
                    && g.as() == g.array().type()
                    && around.readOnly.contains(g.array().name())) {
                Linear.of(g.offset(), names()).filter(this::isOutside).ifPresent(l -> {
                    Found before = found.get(read);
                    boolean alike = before == null || before.guards().equals(guards);
                    // A window that is read without a question has what others ask for, too.
                    boolean always = guards.equals(WindowGuards.NONE)
                            || before != null && before.guards().equals(WindowGuards.NONE);
                    found.put(read, new Found(read, g.array(), l, always ? WindowGuards.NONE : guards));
                    if (!alike && !always) {
                        elsewhere.add(read);
                    }
                });
                times.merge(read, iterations, Long::sum);
            }
            value.operands().forEach(o -> find(o, iterations, guards));
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
            return offset.by().entrySet().stream().allMatch(e -> isOutside(e.getKey()) && isOutside(e.getValue()));
        }

        private boolean areOutside(WindowGuards guards) {
            return guards.sums().stream().allMatch(this::isOutside);
        }

        private boolean isOutside(Linear.Sum sum) {
            return sum.others().keySet().stream().allMatch(this::isOutside);
        }

        private boolean isOutside(Expression part) {
            boolean[] inside = {false};
            Expressions.visit(
                    part,
                    e -> inside[0] |= e instanceof Expression.Read(Place.Scalar s)
                                    && (declared.containsKey(s.variable().name())
                                            || counters.containsKey(s.variable().name()))
                            || e instanceof Expression.Read r && !(r.place() instanceof Place.Scalar));
            return !inside[0];
        }

        /** Whether counters move an address along a row alone. */
        private static boolean isOfOneRow(Linear offset) {
            return offset.by().entrySet().stream()
                    .allMatch(e -> e.getKey().equals(Linear.ONE)
                            || e.getValue().counters().isEmpty());
        }

        private static String key(Window.Kind kind, Found read) {
            StringBuilder key = new StringBuilder(read.array().name()).append(read.guards());
            read.offset().by().forEach((factor, sum) -> {
                key.append(" | ").append(factor).append(' ').append(sum.others());
                if (kind == Window.Kind.ROW && !factor.equals(Linear.ONE)) {
                    key.append(' ').append(sum.constant());
                }
            });
            return key.toString();
        }

        private Map<Expression.Read, Window> windows(Window.Kind kind, Collection<Found> reads) {
            Map<String, Window> windows = new HashMap<>();
            Map<Expression.Read, Window> byRead = new LinkedHashMap<>();
            for (Found read : reads) {
                Window window = windows.computeIfAbsent(
                        key(kind, read),
                        _ -> new Window(kind, read.array(), read.offset().by(), read.guards(), loop.variable()));
                window.add(times.getOrDefault(read.read(), 1L));
                window.include(read.offset(), counters);
                byRead.put(read.read(), window);
            }
            return byRead;
        }

        /** The accesses that fill a window, and its registers; nothing where it does not pay. */
        private Optional<Memory.Register> load(Window window, List<Statement> statements) {
            Optional<List<Integer>> shape = window.shape(around.program, around.function);
            if (shape.isEmpty()) {
                return Optional.empty();
            }
            String array = window.array().name();
            Memory.Register registers = new Memory.Register(
                    around.fresh(array + "_window"),
                    window.array().type(),
                    shape.get(),
                    Function.SharedMemory.ALIGNMENT);
            statements.add(new Statement.Comment("Read what the loops need of " + array + "."));
            statements.add(new Statement.DeclareArray(registers, null));
            statements.add(window.copies(registers, counters, around::fresh));
            return Optional.of(registers);
        }
    }
}
