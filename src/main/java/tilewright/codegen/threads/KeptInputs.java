package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.integer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * What the body of a launch's blocks reads in its loop, and the statements that copy it, or find it where it has been copied to.
 *
 * @param body of one launch
 * @param loop the body's loop of a length that is no number; null where there is none, or several
 * @param found reads of the loop by the element that they name, each with the value that is copied: with the guards around it
 * @param copies whether copies made before the loop are what it reads: it stores nothing to memory, and has one guard for each element, which holds for all who copy it
 */
record KeptInputs(List<Statement> body, Statement.@Nullable For loop, Map<Place.Global, Read> found, boolean copies) {
    /**
     * A read.
     *
     * @param own whether each thread reads elements of its own, the same in all launches; else all threads read the same ones
     * @param number among the reads
     * @param value what is copied
     */
    record Read(String array, ScalarType type, boolean own, int number, Expression value) {}

    /** What a value follows from. */
    private enum Source {
        ITERATION,
        THREAD,
        TIME,
        MEMORY
    }

    /** Of a body that keeps nothing: it stays as it is. */
    static KeptInputs nothing(List<Statement> body) {
        return new KeptInputs(body, null, Map.of(), true);
    }

    /**
     * @param written names of the arrays that are written meanwhile
     * @param time the host's variable
     */
    static KeptInputs of(List<Statement> body, Set<String> written, Variable time) {
        List<Statement.For> loops = new ArrayList<>();
        Statements.visit(body, s -> {
            if (s instanceof Statement.For f && !isBetweenNumbers(f)) {
                loops.add(f);
            }
        });
        Statement.For loop = loops.size() == 1 && body.contains(loops.getFirst()) ? loops.getFirst() : null;
        if (loop == null || !Expressions.isInteger(loop.step(), 1) || loop.start() == null) {
            return new KeptInputs(body, null, Map.of(), false);
        }
        Finder finder = new Finder(sources(body, loop, time), written);
        finder.statements(loop.body(), List.of());
        boolean[] stores = {false};
        Statements.visit(loop.body(), s -> stores[0] |= s.written().stream().anyMatch(Place.Global.class::isInstance));
        return new KeptInputs(body, loop, finder.found, !stores[0] && finder.alike);
    }

    /** Finds reads of a loop, with the guards around them. */
    private static final class Finder {
        private final Map<String, Set<Source>> sources;
        private final Set<String> written;
        private final Map<Place.Global, Read> found = new LinkedHashMap<>();
        /** Whether an element that is read several times is guarded alike wherever it is. */
        private boolean alike = true;

        Finder(Map<String, Set<Source>> sources, Set<String> written) {
            this.sources = sources;
            this.written = written;
        }

        void statements(List<Statement> statements, List<Expression> guards) {
            for (Statement statement : statements) {
                statement.expressions().forEach(e -> expression(e, guards));
                if (statement instanceof Statement.If i) {
                    statements(i.then(), with(guards, i.condition()));
                    statements(i.otherwise(), with(guards, Expressions.not(i.condition())));
                } else {
                    statement.bodies().forEach(b -> statements(b, guards));
                }
            }
        }

        private static List<Expression> with(List<Expression> guards, Expression guard) {
            List<Expression> all = new ArrayList<>(guards);
            all.add(guard);
            return all;
        }

        private void expression(Expression e, List<Expression> guards) {
            boolean guarded = e instanceof Expression.Conditional c
                    && c.then() instanceof Expression.Read(Place.Global _)
                    && c.otherwise() instanceof Expression.Literal;
            Expression read = guarded ? ((Expression.Conditional) e).then() : e;
            if (read instanceof Expression.Read(Place.Global g)) {
                found(g, e, guards);
            }
            if (!guarded) {
                e.operands().forEach(o -> expression(o, guards));
            }
        }

        private void found(Place.Global g, Expression value, List<Expression> guards) {
            Set<Source> of = sources(g.offset(), sources);
            boolean own = of.contains(Source.THREAD);
            boolean kept = of.contains(Source.ITERATION)
                    && !of.contains(Source.MEMORY)
                    && (!own
                            || !of.contains(Source.TIME)
                                    && !written.contains(g.array().name()));
            if (kept) {
                Expression copied = guards.isEmpty()
                        ? value
                        : Expressions.select(Expressions.all(guards), value, Expressions.zero(g.type()));
                Read read = new Read(g.array().name(), g.type(), own, found.size(), copied);
                Read before = found.putIfAbsent(g, read);
                alike &= before == null || before.value().equals(copied);
                Set<Source> ofGuards = sources(Expressions.all(guards), sources);
                if (value instanceof Expression.Conditional c) {
                    ofGuards.addAll(sources(c.condition(), sources));
                }
                alike &= !ofGuards.contains(Source.MEMORY) && !ofGuards.contains(own ? Source.TIME : Source.THREAD);
            }
        }
    }

    List<Read> reads() {
        return List.copyOf(found.values());
    }

    /** Whether what the loop reads may be copied before it runs. */
    boolean isAble() {
        boolean[] waits = {false};
        Statements.visit(
                body,
                s -> waits[0] |= s instanceof Statement.Barrier
                        || s instanceof Statement.BarrierOr
                        || s instanceof Statement.AwaitCopies
                        || s instanceof Statement.Return
                        || s instanceof Statement.Call);
        return copies && !waits[0] && (loop == null || namesMeanOne());
    }

    /** Whether no two declarations of the body give different values to one name. */
    private boolean namesMeanOne() {
        Map<String, Expression> values = new HashMap<>();
        boolean[] one = {true};
        Statements.visit(body, s -> {
            if (s instanceof Statement.Declare d && d.value() != null) {
                Expression before = values.putIfAbsent(d.variable().name(), d.value());
                one[0] &= before == null || before.equals(d.value());
            }
        });
        return one[0];
    }

    /** Whether both read the same arrays in the same order. */
    boolean hasArraysOf(KeptInputs other) {
        List<Read> theirs = other.reads();
        return reads().size() == theirs.size()
                && reads().stream()
                        .allMatch(r -> theirs.get(r.number()).array().equals(r.array())
                                && theirs.get(r.number()).own() == r.own());
    }

    private Statement.For loop(Expression start, int step, int unroll, List<Statement> inside) {
        Statement.For known = Objects.requireNonNull(loop);
        return new Statement.For(known.variable(), start, known.condition(), integer(step), unroll, inside);
    }

    /** Each thread copies its own elements. */
    List<Statement> fill(List<Memory.Shared> arrays, Variable worker) {
        List<Statement> statements = new ArrayList<>();
        for (Read read : found.values()) {
            if (read.own()) {
                statements.add(copied(
                        read,
                        arrays,
                        worker,
                        Objects.requireNonNull(Objects.requireNonNull(loop).start()),
                        1,
                        16));
            }
        }
        return statements;
    }

    /** All threads copy what all of them read. */
    List<Statement> copy(List<Memory.Shared> arrays, Variable worker, int threads, int unroll) {
        return found.values().stream()
                .filter(r -> !r.own())
                .map(r -> copied(r, arrays, worker, worker.read(), threads, unroll))
                .toList();
    }

    private Statement copied(
            Read read, List<Memory.Shared> arrays, Variable worker, Expression start, int step, int unroll) {
        Statement.For known = Objects.requireNonNull(loop);
        Set<String> wanted = new HashSet<>(variables(read.value()));
        List<Statement> inside = needed(known.body(), wanted);
        inside.add(new Statement.Assign(slot(read, arrays, worker), read.value()));
        wanted.addAll(variables(known.condition()));
        List<Statement> all = needed(body.subList(0, body.indexOf(known)), wanted);
        all.add(loop(start, step, unroll, inside));
        return new Statement.Scope(all);
    }

    private Place.Shared slot(Read read, List<Memory.Shared> arrays, Variable worker) {
        Expression row = Objects.requireNonNull(loop).variable().read();
        return new Place.Shared(arrays.get(read.number()), read.own() ? List.of(row, worker.read()) : List.of(row));
    }

    /** The body, whose loop reads the copies. */
    List<Statement> compute(List<Memory.Shared> arrays, Variable worker) {
        Statement.For known = loop;
        if (known == null) {
            return body;
        }
        Set<Expression> ours = new HashSet<>();
        Rewriter rewriter = new Rewriter() {
            @Override
            protected Expression expression(Expression e) {
                if (e instanceof Expression.Read(Place.Global g)) {
                    Read read = found.get(g);
                    if (read != null) {
                        Expression copy = new Expression.Read(slot(read, arrays, worker));
                        ours.add(copy);
                        return copy;
                    }
                }
                return e instanceof Expression.Conditional c
                                && ours.contains(c.then())
                                && c.otherwise() instanceof Expression.Literal
                        ? c.then()
                        : e;
            }
        };
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : body) {
            statements.addAll(
                    statement == known
                            ? List.of(loop(
                                    Objects.requireNonNull(known.start()), 1, 16, rewriter.statements(known.body())))
                            : List.of(statement));
        }
        return statements;
    }

    /** Declarations of what is wanted, and of what these want; those of scopes around it too. */
    private static List<Statement> needed(List<Statement> statements, Set<String> wanted) {
        List<Statement> kept = new ArrayList<>();
        for (Statement statement : declarations(statements).reversed()) {
            if (statement instanceof Statement.Declare d
                    && wanted.contains(d.variable().name())) {
                kept.addFirst(statement);
                if (d.value() != null) {
                    wanted.addAll(variables(d.value()));
                }
            }
        }
        return kept;
    }

    private static List<Statement> declarations(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        Statements.visit(statements, s -> {
            if (s instanceof Statement.Declare d && d.value() != null && !all.contains(d)) {
                all.add(d);
            }
        });
        return all;
    }

    private static Set<String> variables(Expression value) {
        Set<String> names = new HashSet<>();
        Expressions.visit(value, e -> {
            if (e instanceof Expression.Read(Place.Scalar(Variable v))) {
                names.add(v.name());
            }
            if (e instanceof Expression.Read(Place.Global g)) {
                names.addAll(variables(g.offset()));
            }
        });
        return names;
    }

    private static Map<String, Set<Source>> sources(List<Statement> body, Statement.For loop, Variable time) {
        Map<String, Set<Source>> sources = new HashMap<>();
        sources.put(time.name(), Set.of(Source.TIME));
        sources.put(loop.variable().name(), Set.of(Source.ITERATION));
        Statements.visit(body, s -> {
            if (s instanceof Statement.Declare d && d.value() != null) {
                sources.put(d.variable().name(), sources(d.value(), sources));
            }
        });
        return sources;
    }

    private static Set<Source> sources(Expression value, Map<String, Set<Source>> known) {
        Set<Source> all = new HashSet<>();
        Expressions.visit(value, e -> {
            if (e instanceof Expression.Own(Expression.Coordinate c) && c == Expression.Coordinate.THREAD) {
                all.add(Source.THREAD);
            } else if (e instanceof Expression.Read(Place.Scalar(Variable v))) {
                all.addAll(known.getOrDefault(v.name(), Set.of()));
            } else if (e instanceof Expression.Read) {
                all.add(Source.MEMORY);
            }
        });
        return all;
    }

    private static boolean isBetweenNumbers(Statement.For loop) {
        return loop.start() instanceof Expression.IntegerLiteral
                && loop.condition() instanceof Expression.Binary b
                && b.right() instanceof Expression.IntegerLiteral;
    }
}
