package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.kernel.pass.SharedAccesses.Access;
import tilewright.kernel.pass.SharedAccesses.Subscripts;

/**
 * What a thread reads or writes of shared memory in one iteration of a loop, and reads in the next one, stays in a register (scalar
 * replacement, as {@link CarryValues}, between barriers); of several stores to one element in an iteration, the last one is left; and what no thread writes in an iteration is read in it, before its barrier,
 * for the next one, so that nothing but what other threads have just written is waited for behind it.
 *
 * <p>Reads off the program: the loop runs at least once, its body is a sequence of assignments with one barrier at its end, those of a thread's points
 * written out, and all accesses to the array have subscripts that differ by constants. Then every iteration is an interval between two barriers, and an element that
 * the thread accesses in two neighbouring iterations is written by no other thread in either: that would be a race. So it is what the thread
 * itself read or wrote last. All threads are in the same iteration between two barriers; so where a subscript is the counter and a constant in all accesses, what all of them write in it is known, and
 * what they do not write may be read before its barrier. Behind the last iteration the last element is read once more.
 *
 * <p>Example: {@code for w in 0 .. 64 { s[i][w + 2] = s[i - 1][w] + s[i - 1][w + 1] + s[i][w + 1]; barrier }} reads {@code s[i - 1][w + 1]} alone.
 */
final class CarryShared implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(
                program.functions().stream().map(CarryShared::in).toList());
    }

    private static Function in(Function function) {
        FreeNames names = new FreeNames(function);
        Set<String> given = new HashSet<>();
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                if (!(statement instanceof Statement.For loop)) {
                    return List.of(statement);
                }
                Statement.For single = new WrittenOut().of(loop);
                SharedAccesses body = SharedAccesses.of(single);
                List<Statement> carried =
                        body == null ? List.of() : new CarriedShared(single, body, names, given).loop();
                return carried.isEmpty() ? List.of(statement) : carried;
            }
        }.whole(function);
    }

    /** The loop with registers. */
    private static final class CarriedShared {
        private final Statement.For loop;
        private final SharedAccesses body;
        private final FreeNames names;
        private final Set<String> given;
        private final Map<Memory.Shared, Map<List<Long>, Variable>> registers = new LinkedHashMap<>();
        private final Map<Memory.Shared, Set<List<Long>>> loadedFirst = new HashMap<>();
        private final List<Statement> before = new ArrayList<>();
        private final List<Statement> rotation = new ArrayList<>();

        CarriedShared(Statement.For loop, SharedAccesses body, FreeNames names, Set<String> given) {
            this.loop = loop;
            this.body = body;
            this.names = names;
            this.given = given;
        }

        /** Nothing where no register is of use. */
        List<Statement> loop() {
            Set<Memory.Shared> arrays = new LinkedHashSet<>();
            body.accesses.forEach(a -> arrays.add(a.place().array()));
            arrays.removeAll(body.others);
            arrays.forEach(this::plan);
            if (registers.isEmpty()) {
                return List.of();
            }
            List<Statement> inner = new ArrayList<>(
                    new Uses().statements(loop.body().subList(0, loop.body().size() - 1)));
            inner.addAll(rotation);
            inner.add(loop.body().getLast());
            List<Statement> all = new ArrayList<>(before);
            all.add(loop.withBody(inner));
            return List.of(new Statement.Scope(all));
        }

        private void plan(Memory.Shared array) {
            List<Access> accesses = body.accesses.stream()
                    .filter(a -> a.place().array().equals(array))
                    .toList();
            Subscripts first = null;
            Map<List<Long>, List<Access>> byPlace = new LinkedHashMap<>();
            for (Access access : accesses) {
                Subscripts subscripts = body.subscripts(access.place());
                if (subscripts == null
                        || access.place().access() != Place.Access.PLAIN
                        || first != null && !subscripts.sameBut(first)) {
                    return;
                }
                first = first == null ? subscripts : first;
                byPlace.computeIfAbsent(subscripts.constants(), _ -> new ArrayList<>())
                        .add(access);
            }
            List<Long> steps = Objects.requireNonNull(first).steps();
            int moving = 0;
            while (moving < steps.size() && steps.get(moving) == 0) {
                moving++;
            }
            if (array.type().bytes() < Integer.BYTES) {
                return;
            }
            if (moving == steps.size()) {
                if (accesses.stream().noneMatch(Access::writes)) {
                    byPlace.forEach((place, reads) -> hold(array, place, reads.getFirst()));
                }
                return;
            }
            Map<List<Long>, TreeMap<Long, List<Long>>> lines = new LinkedHashMap<>();
            for (List<Long> place : byPlace.keySet()) {
                long number = Math.floorDiv(place.get(moving), steps.get(moving));
                lines.computeIfAbsent(moved(place, steps, -number), _ -> new TreeMap<>())
                        .put(number, place);
            }
            for (TreeMap<Long, List<Long>> line : lines.values()) {
                List<List<Long>> chain = new ArrayList<>();
                for (Map.Entry<Long, List<Long>> place : line.entrySet()) {
                    chain.add(place.getValue());
                    if (!line.containsKey(place.getKey() + 1)) {
                        carry(array, chain, byPlace);
                        chain = new ArrayList<>();
                    }
                }
            }
        }

        /** An element that no thread writes in the loop, and that all iterations read. */
        private void hold(Memory.Shared array, List<Long> place, Access read) {
            Variable register = new Variable(fresh(array.name() + "_kept"), array.type());
            registers.computeIfAbsent(array, _ -> new HashMap<>()).put(place, register);
            before.add(new Statement.Declare(register, new Expression.Read(atStart(read.place())), true));
        }

        private static List<Long> moved(List<Long> place, List<Long> steps, long times) {
            List<Long> moved = new ArrayList<>();
            for (int d = 0; d < place.size(); d++) {
                moved.add(place.get(d) + times * steps.get(d));
            }
            return moved;
        }

        /** Places each of which is, one iteration later, where the one before it is. */
        private void carry(Memory.Shared array, List<List<Long>> chain, Map<List<Long>, List<Access>> byPlace) {
            List<Access> last = Objects.requireNonNull(byPlace.get(chain.getLast()));
            boolean early = isUntouched(chain.getLast(), byPlace.values());
            boolean worth = early && !last.getFirst().writes()
                    || chain.size() > 1
                    || last.size() > 1 && last.stream().anyMatch(Access::writes);
            if (!worth) {
                return;
            }
            List<Variable> own = new ArrayList<>();
            for (List<Long> place : chain) {
                Variable register = new Variable(fresh(array.name() + "_kept"), array.type());
                own.add(register);
                registers.computeIfAbsent(array, _ -> new HashMap<>()).put(place, register);
                Access access = Objects.requireNonNull(byPlace.get(place)).getFirst();
                boolean loaded = !access.writes();
                boolean isLast = place.equals(chain.getLast());
                before.add(new Statement.Declare(
                        register,
                        loaded && (early || !isLast) ? new Expression.Read(atStart(access.place())) : null,
                        false));
                if (loaded && isLast && !early) {
                    loadedFirst.computeIfAbsent(array, _ -> new HashSet<>()).add(place);
                }
            }
            for (int p = 0; p + 1 < own.size(); p++) {
                rotation.add(
                        new Statement.Assign(own.get(p).place(), own.get(p + 1).read()));
            }
            if (early && !last.getFirst().writes()) {
                rotation.add(new Statement.Assign(
                        own.getLast().place(),
                        new Expression.Read(at(last.getFirst().place(), nextIteration()))));
            }
        }

        /** Whether no thread writes, in the iteration before, what lies at a place: all of their elements are others by one subscript. */
        private boolean isUntouched(List<Long> place, Collection<List<Access>> accesses) {
            List<Subscripts> writes = accesses.stream()
                    .flatMap(List::stream)
                    .filter(Access::writes)
                    .map(a -> Objects.requireNonNull(body.subscripts(a.place())))
                    .toList();
            return IntStream.range(0, place.size())
                    .anyMatch(d -> writes.stream()
                            .allMatch(w -> w.common().get(d).isEmpty()
                                    && place.get(d) + w.steps().get(d)
                                            != w.constants().get(d)));
        }

        private String fresh(String wanted) {
            String name = names.of(wanted);
            for (int number = 2; !given.add(name); number++) {
                name = names.of(wanted + "_" + number);
            }
            return name;
        }

        /** A place in the first iteration, in what is known before the loop. */
        private Place atStart(Place.Shared place) {
            return at(place, Objects.requireNonNull(loop.start()));
        }

        /** The next value of the loop's counter, of the last iteration its own. */
        private Expression nextIteration() {
            long end = Iterations.of(loop).orElseThrow().end();
            Expression next = Expressions.add(loop.variable().read(), 1);
            return Expressions.call(Intrinsic.MIN, loop.variable().type(), next, Expressions.integer(end - 1));
        }

        /** A place in the iteration of a value of the counter, in what is known outside of the loop but for that. */
        private Place at(Place.Shared place, Expression counter) {
            Rewriter outside = new Rewriter() {
                @Override
                protected Expression expression(Expression e) {
                    if (e instanceof Expression.Read(Place.Scalar(Variable v))) {
                        if (v.equals(loop.variable())) {
                            return counter;
                        }
                        return body.declared(v.name()).map(this::whole).orElse(e);
                    }
                    return e;
                }
            };
            return outside.whole(place);
        }

        private @Nullable Variable register(Place place) {
            if (!(place instanceof Place.Shared shared) || !registers.containsKey(shared.array())) {
                return null;
            }
            Subscripts subscripts = body.subscripts(shared);
            return subscripts == null
                    ? null
                    : Objects.requireNonNull(registers.get(shared.array())).get(subscripts.constants());
        }

        /** The body with registers for elements. */
        private final class Uses {
            private final Set<Variable> loaded = new HashSet<>();
            private final Map<Variable, Integer> storesLeft = new HashMap<>();

            Uses() {
                for (Access access : body.accesses) {
                    Variable register = register(access.place());
                    if (register != null && access.writes()) {
                        storesLeft.merge(register, 1, Integer::sum);
                    }
                }
            }

            List<Statement> statements(List<Statement> statements) {
                List<Statement> result = new ArrayList<>();
                for (Statement statement : statements) {
                    if (statement instanceof Statement.Scope scope) {
                        result.add(new Statement.Scope(statements(scope.body())));
                        continue;
                    }
                    result.addAll(loads(statement.expressions()));
                    Statement changed = read(statement);
                    Variable target = statement instanceof Statement.Assign a ? register(a.target()) : null;
                    if (changed instanceof Statement.Assign assign && target != null) {
                        loaded.add(target);
                        result.add(new Statement.Assign(target.place(), assign.value()));
                        if (storesLeft.merge(target, -1, Integer::sum) == 0) {
                            result.add(new Statement.Assign(assign.target(), target.read()));
                        }
                    } else {
                        result.add(changed);
                    }
                }
                return result;
            }

            /** What the iteration reads new, before its first use. */
            private List<Statement> loads(Collection<Expression> expressions) {
                List<Statement> loads = new ArrayList<>();
                for (Expression expression : expressions) {
                    Expressions.visit(expression, e -> {
                        if (e instanceof Expression.Read(Place.Shared shared)) {
                            Variable register = register(shared);
                            if (register != null
                                    && loadedFirst
                                            .getOrDefault(shared.array(), Set.of())
                                            .contains(Objects.requireNonNull(body.subscripts(shared))
                                                    .constants())
                                    && loaded.add(register)) {
                                loads.add(new Statement.Assign(register.place(), e));
                            }
                        }
                    });
                }
                return loads;
            }

            private Statement read(Statement statement) {
                Rewriter reading = new Rewriter() {
                    @Override
                    protected Expression expression(Expression e) {
                        Variable register = e instanceof Expression.Read(Place place) ? register(place) : null;
                        return register == null ? e : register.read();
                    }
                };
                return reading.whole(statement).getFirst();
            }
        }
    }
}
