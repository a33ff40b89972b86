package tilewright.kernel.count;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.kernel.emulate.Arithmetic;
import tilewright.kernel.emulate.Counts;

/** Follows the threads of one block through a kernel, all of them at a time, and counts what they come to. */
final class BlockReading {
    /** Stands for what is no number: the base of an array. */
    static final long NONE = 0;

    private static final int[] NOBODY = {};

    private final Tally tally;
    private final Map<String, Function> functions = new HashMap<>();
    private final Map<String, Long> counters = new HashMap<>();
    private final Map<Expression, Boolean> touching = new IdentityHashMap<>();
    private int threads;
    private long block;
    private long blocks;
    private Scope scope = new Scope(0);

    /** What one call of a function knows. */
    private static final class Scope {
        private final Map<String, Deque<Numbers>> variables = new HashMap<>();
        private final Deque<List<String>> declared = new ArrayDeque<>();
        final boolean[] returned;

        Scope(int threads) {
            returned = new boolean[threads];
            enter();
        }

        void enter() {
            declared.push(new ArrayList<>());
        }

        /** What was declared since is not seen any more. */
        void leave() {
            for (String name : declared.pop()) {
                Deque<Numbers> known = variables.get(name);
                if (known != null) {
                    known.pop();
                }
            }
        }

        void declare(Variable variable, Numbers value) {
            variables.computeIfAbsent(variable.name(), _ -> new ArrayDeque<>()).push(value);
            declared.element().add(variable.name());
        }

        @Nullable
        Numbers of(Variable variable) {
            Deque<Numbers> known = variables.get(variable.name());
            return known == null ? null : known.peek();
        }
    }

    BlockReading(Program program, Tally tally) {
        this.tally = tally;
        program.functions().forEach(f -> functions.put(f.name(), f));
        for (Memory.Global counter : program.counters()) {
            counters.put(counter.name(), 0L);
        }
    }

    /** @param arguments one per parameter of the kernel */
    void run(String kernel, int threads, long block, long blocks, List<Long> arguments) {
        this.threads = threads;
        this.block = block;
        this.blocks = blocks;
        Function function = function(kernel);
        Scope inside = new Scope(threads);
        for (int p = 0; p < arguments.size(); p++) {
            if (function.parameters().get(p) instanceof Function.Parameter.Value(Variable v)
                    && !v.type().isFloating()) {
                inside.declare(v, Numbers.all(threads, arguments.get(p)));
            }
        }
        int[] all = new int[threads];
        for (int t = 0; t < threads; t++) {
            all[t] = t;
        }
        scope = inside;
        run(function.body(), all);
    }

    private Function function(String name) {
        Function function = functions.get(name);
        if (function == null) {
            throw new IllegalArgumentException("no function " + name);
        }
        return function;
    }

    /** The threads that go on behind the statements. */
    private int[] run(List<Statement> statements, int[] active) {
        int[] rest = active;
        for (Statement statement : statements) {
            if (rest.length == 0) {
                break;
            }
            rest = run(statement, rest);
        }
        return rest;
    }

    /** The same in a scope of its own. */
    private int[] inside(List<Statement> statements, int[] active) {
        scope.enter();
        int[] rest = run(statements, active);
        scope.leave();
        return rest;
    }

    private int[] run(Statement statement, int[] active) {
        switch (statement) {
            case Statement.Remark _, Statement.AwaitCopies _ -> {}
            case Statement.Declare d -> declare(d, active);
            case Statement.DeclareArray d -> {
                if (d.values() != null) {
                    d.values().forEach(v -> walk(v, active));
                }
            }
            case Statement.Assign a -> assign(a, active);
            case Statement.Evaluate e -> walk(e.value(), active);
            case Statement.Copy c -> copy(c, active);
            case Statement.For f -> {
                return loop(f, active);
            }
            case Statement.While w -> {
                return loop(w.condition(), w.body(), List.of(), active);
            }
            case Statement.If i -> {
                return branch(i, active);
            }
            case Statement.Scope s -> {
                return inside(s.body(), active);
            }
            case Statement.Call c -> call(c, active);
            case Statement.Return _ -> {
                for (int t : active) {
                    scope.returned[t] = true;
                }
                return NOBODY;
            }
            case Statement.Break _ -> {
                return NOBODY;
            }
            case Statement.Barrier _, Statement.GridBarrier _ -> tally.barrier(active.length);
            case Statement.BarrierOr b -> barrierOr(b, active);
            case Statement.Await a -> walk(a.least(), active);
            case Statement.Multiply m -> {
                tally.product(m.shape(), active.length);
                m.left().forEach(e -> walk(e, active));
                m.right().forEach(e -> walk(e, active));
            }
            case Statement.ParallelFor _ ->
                throw new IllegalArgumentException("a loop that threads of a host share, in a kernel");
        }
        return active;
    }

    private void declare(Statement.Declare d, int[] active) {
        if (d.variable().type().isFloating()) {
            if (d.value() != null) {
                walk(d.value(), active);
            }
            return;
        }
        Numbers value = d.value() == null ? null : value(d.value(), active);
        Numbers own = new Numbers(threads);
        own.copy(converted(d.variable().type(), value, active), active);
        scope.declare(d.variable(), own);
    }

    private void assign(Statement.Assign a, int[] active) {
        if (a.target() instanceof Place.Scalar(Variable v) && !v.type().isFloating()) {
            Numbers value = converted(v.type(), value(a.value(), active), active);
            Numbers own = scope.of(v);
            if (own == null) {
                throw new IllegalArgumentException("no variable " + v.name());
            }
            own.copy(value, active);
            return;
        }
        walk(a.value(), active);
        access(a.target(), Counts.Direction.STORE, 1, active);
    }

    private void copy(Statement.Copy c, int[] active) {
        access(c.from(), Counts.Direction.LOAD, c.width(), active);
        access(c.to(), Counts.Direction.STORE, c.width(), active);
        if (c.way() == Statement.Way.ASYNCHRONOUS) {
            tally.copy(active.length);
        }
    }

    private int[] loop(Statement.For f, int[] active) {
        scope.enter();
        if (f.start() != null) {
            declare(new Statement.Declare(f.variable(), f.start(), false), active);
        }
        Statement step = new Statement.Assign(
                f.variable().place(),
                new Expression.Binary(Infix.ADD, f.variable().read(), f.step()));
        int[] rest = loop(f.condition(), f.body(), List.of(step), active);
        scope.leave();
        return rest;
    }

    private int[] loop(Expression condition, List<Statement> body, List<Statement> step, int[] active) {
        int[] inside = where(decided(condition, active), active, true);
        while (inside.length > 0) {
            inside = run(step, inside(body, inside));
            inside = where(decided(condition, inside), inside, true);
        }
        return those(active, t -> !scope.returned[t]);
    }

    /** The value of a condition that something counted depends on. */
    private Numbers decided(Expression condition, int[] active) {
        Numbers holds = value(condition, active);
        if (active.length > 0 && (holds == null || !holds.areKnown(active))) {
            throw new IllegalArgumentException("what is counted depends on data: " + condition);
        }
        return holds == null ? Numbers.all(threads, 0) : holds;
    }

    private int[] branch(Statement.If i, int[] active) {
        Numbers holds = value(i.condition(), active);
        if (holds == null || !holds.areKnown(active)) {
            if (counts(i.then()) || counts(i.otherwise())) {
                throw new IllegalArgumentException("what is counted depends on data: " + i.condition());
            }
            forgetAssigned(i.then(), active);
            forgetAssigned(i.otherwise(), active);
            return active;
        }
        int[] yes = where(holds, active, true);
        if (yes.length == active.length) {
            return inside(i.then(), active);
        }
        int[] no = where(holds, active, false);
        int[] first = inside(i.then(), yes);
        int[] second = inside(i.otherwise(), no);
        if (first.length + second.length == active.length) {
            return active;
        }
        Set<Integer> rest = new HashSet<>();
        for (int t : first) {
            rest.add(t);
        }
        for (int t : second) {
            rest.add(t);
        }
        return those(active, rest::contains);
    }

    /** Whether statements do anything that is counted, or decide where threads go. */
    private boolean counts(List<Statement> statements) {
        boolean[] found = {false};
        Statements.visit(
                statements,
                s -> found[0] |= switch (s) {
                    case Statement.Remark _, Statement.Scope _, Statement.AwaitCopies _ -> false;
                    case Statement.Declaration d -> d.expressions().stream().anyMatch(this::touches);
                    case Statement.Assign a ->
                        !(a.target() instanceof Place.Scalar || a.target() instanceof Place.Register)
                                || touches(a.value());
                    case Statement.Evaluate e -> touches(e.value());
                    case Statement.If i -> touches(i.condition());
                    case Statement.For f -> f.expressions().stream().anyMatch(this::touches);
                    case Statement.While _,
                            Statement.ParallelFor _,
                            Statement.Assignment _,
                            Statement.Call _,
                            Statement.Synchronization _,
                            Statement.Jump _ -> true;
                });
        return found[0];
    }

    private void forgetAssigned(List<Statement> statements, int[] active) {
        Statements.visit(statements, s -> {
            if (s instanceof Statement.Assign a && a.target() instanceof Place.Scalar(Variable v)) {
                Numbers own = scope.of(v);
                if (own != null) {
                    own.copy(null, active);
                }
            }
        });
    }

    private void call(Statement.Call call, int[] active) {
        Function function = function(call.function());
        Scope inside = new Scope(threads);
        for (int p = 0; p < call.arguments().size(); p++) {
            if (call.arguments().get(p) instanceof Argument.Value(Expression argument)
                    && function.parameters().get(p) instanceof Function.Parameter.Value(Variable v)) {
                if (v.type().isFloating()) {
                    walk(argument, active);
                } else {
                    Numbers own = new Numbers(threads);
                    own.copy(converted(v.type(), value(argument, active), active), active);
                    inside.declare(v, own);
                }
            }
        }
        Scope outside = scope;
        scope = inside;
        run(function.body(), active);
        scope = outside;
    }

    private void barrierOr(Statement.BarrierOr b, int[] active) {
        tally.barrier(active.length);
        Numbers holds = decided(b.condition(), active);
        boolean any = where(holds, active, true).length > 0;
        Numbers answer = new Numbers(threads);
        answer.copy(Numbers.all(threads, any ? 1 : 0), active);
        scope.declare(b.variable(), answer);
    }

    private interface Some {
        boolean is(int thread);
    }

    private static int[] those(int[] active, Some some) {
        int[] found = new int[active.length];
        int count = 0;
        for (int t : active) {
            if (some.is(t)) {
                found[count++] = t;
            }
        }
        return count == active.length ? active : java.util.Arrays.copyOf(found, count);
    }

    private static int[] where(Numbers condition, int[] active, boolean holds) {
        return those(active, t -> condition.of(t) != 0 == holds);
    }

    /** Counts one access of each thread. */
    private void access(Place place, Counts.Direction direction, int width, int[] active) {
        place.indices().forEach(i -> walk(i, active));
        switch (place) {
            case Place.Scalar _, Place.Register _ -> {}
            case Place.Shared s ->
                tally.access(Counts.Space.SHARED, direction, width * s.type().bytes(), active.length);
            case Place.Global g ->
                tally.access(Counts.Space.GLOBAL, direction, width * g.type().bytes(), active.length);
            case Place.Pair(Place first) -> access(first, direction, 2 * width, active);
        }
    }

    /** Whether computing an expression accesses memory. */
    private boolean touches(Expression expression) {
        Boolean known = touching.get(expression);
        if (known != null) {
            return known;
        }
        boolean[] found = {false};
        Expressions.visit(
                expression,
                e -> found[0] |=
                        e instanceof Expression.Atomic || e instanceof Expression.Read r && isMemory(r.place()));
        touching.put(expression, found[0]);
        return found[0];
    }

    private static boolean isMemory(Place place) {
        return switch (place) {
            case Place.Scalar _, Place.Register _ -> false;
            case Place.Shared _, Place.Global _ -> true;
            case Place.Pair(Place first) -> isMemory(first);
        };
    }

    /** Counts what computing an expression accesses. */
    private void walk(Expression expression, int[] active) {
        if (active.length == 0 || !touches(expression)) {
            return;
        }
        switch (expression) {
            case Expression.Read r -> access(r.place(), Counts.Direction.LOAD, 1, active);
            case Expression.Conditional c -> {
                Numbers holds = value(c.condition(), active);
                if (touches(c.then()) || touches(c.otherwise())) {
                    if (holds == null || !holds.areKnown(active)) {
                        throw new IllegalArgumentException("what is counted depends on data: " + c.condition());
                    }
                    walk(c.then(), where(holds, active, true));
                    walk(c.otherwise(), where(holds, active, false));
                }
            }
            case Expression.Binary b when isDecided(b.operator()) -> value(b, active);
            case Expression.Atomic a -> value(a, active);
            case Expression.Literal _,
                    Expression.Own _,
                    Expression.Operation _,
                    Expression.OfWarp _,
                    Expression.Counted _ -> expression.operands().forEach(o -> walk(o, active));
        }
    }

    private static boolean isDecided(Infix operator) {
        return operator == Infix.AND_THEN || operator == Infix.OR_ELSE;
    }

    /** The value of an expression of whole numbers, null where it is not known; what computing it accesses is counted. */
    private @Nullable Numbers value(Expression expression, int[] active) {
        return switch (expression) {
            case Expression.IntegerLiteral l ->
                l.type().isFloating() ? null : Numbers.all(threads, Arithmetic.normal(l.type(), l.value()));
            case Expression.Read(Place.Scalar(Variable v)) -> scope.of(v);
            case Expression.Own o -> own(o.coordinate());
            case Expression.Unary u ->
                u.operand().type().isFloating()
                        ? unknown(u, active)
                        : each(
                                active,
                                value(u.operand(), active),
                                Arithmetic.unary(u.operator(), u.operand().type()));
            case Expression.Binary b when isDecided(b.operator()) -> decided(b, active);
            case Expression.Binary b -> binary(b, active);
            case Expression.Conditional c -> conditional(c, active);
            case Expression.Convert c ->
                c.type().isFloating() || c.operand().type().isFloating()
                        ? unknown(c, active)
                        : converted(c.type(), value(c.operand(), active), active);
            case Expression.Call c
            when (c.function() == Intrinsic.MIN || c.function() == Intrinsic.MAX) && !c.of().isFloating() -> {
                boolean least = c.function() == Intrinsic.MIN;
                Numbers x = converted(c.of(), value(c.operands().getFirst(), active), active);
                Numbers y = converted(c.of(), value(c.operands().getLast(), active), active);
                yield both(active, x, y, (p, q) -> least ? Arithmetic.min(c.of(), p, q) : Arithmetic.max(c.of(), p, q));
            }
            case Expression.Call c
            when c.function() == Intrinsic.IS_PLAIN || c.function() == Intrinsic.ALL_PLAIN -> {
                walk(c, active);
                // What is done where a quotient is not is no part of the counts.
                yield Numbers.all(threads, 1);
            }
            case Expression.Counted c -> value(c.value(), active);
            case Expression.Atomic a -> atomic(a, active);
            case Expression.Voted v -> voted(v, active);
            case Expression.Read _, Expression.Literal _, Expression.Operation _, Expression.OfWarp _ ->
                unknown(expression, active);
        };
    }

    /** Known where all threads say the same. */
    private @Nullable Numbers voted(Expression.Voted vote, int[] active) {
        Numbers said = value(vote.condition(), active);
        if (vote.vote() == Expression.Vote.BALLOT || said == null || active.length == 0 || !said.areKnown(active)) {
            return null;
        }
        int yes = where(said, active, true).length;
        return yes == 0 || yes == active.length ? Numbers.all(threads, yes == 0 ? 0 : 1) : null;
    }

    private @Nullable Numbers unknown(Expression expression, int[] active) {
        walk(expression, active);
        return null;
    }

    private Numbers own(Expression.Coordinate coordinate) {
        return switch (coordinate) {
            case THREAD -> {
                Numbers numbers = new Numbers(threads);
                for (int t = 0; t < threads; t++) {
                    numbers.set(t, t);
                }
                yield numbers;
            }
            case BLOCK -> Numbers.all(threads, block);
            case BLOCKS -> Numbers.all(threads, blocks);
            case THREADS -> Numbers.all(threads, threads);
            case HIDDEN_ZERO -> Numbers.all(threads, 0);
        };
    }

    private @Nullable Numbers converted(ScalarType type, @Nullable Numbers value, int[] active) {
        return each(active, value, x -> Arithmetic.normal(type, x));
    }

    private @Nullable Numbers each(
            int[] active, @Nullable Numbers operand, java.util.function.LongUnaryOperator function) {
        if (operand == null) {
            return null;
        }
        Numbers result = new Numbers(threads);
        for (int t : active) {
            if (operand.isKnown(t)) {
                result.set(t, function.applyAsLong(operand.of(t)));
            } else {
                result.forget(t);
            }
        }
        return result;
    }

    private @Nullable Numbers both(
            int[] active,
            @Nullable Numbers left,
            @Nullable Numbers right,
            java.util.function.LongBinaryOperator function) {
        if (left == null || right == null) {
            return null;
        }
        Numbers result = new Numbers(threads);
        for (int t : active) {
            if (left.isKnown(t) && right.isKnown(t)) {
                result.set(t, function.applyAsLong(left.of(t), right.of(t)));
            } else {
                result.forget(t);
            }
        }
        return result;
    }

    private @Nullable Numbers binary(Expression.Binary b, int[] active) {
        boolean shifts = b.operator() == Infix.SHL || b.operator() == Infix.SHR;
        ScalarType type = shifts
                ? b.left().type().promoted()
                : ScalarType.common(b.left().type(), b.right().type());
        if (type.isFloating()) {
            return unknown(b, active);
        }
        Numbers left = converted(type, value(b.left(), active), active);
        Numbers right = value(b.right(), active);
        return both(
                active, left, shifts ? right : converted(type, right, active), Arithmetic.binary(b.operator(), type));
    }

    /** Conditions joined: the right one is asked where the left one is as wanted. */
    private @Nullable Numbers decided(Expression.Binary b, int[] active) {
        boolean wanted = b.operator() == Infix.AND_THEN;
        Numbers left = b.left().type().isFloating() ? unknown(b.left(), active) : value(b.left(), active);
        if (left == null || !left.areKnown(active)) {
            if (touches(b.right())) {
                throw new IllegalArgumentException("what is counted depends on data: " + b.left());
            }
            return null;
        }
        int[] rest = where(left, active, wanted);
        Numbers right = rest.length == 0 ? null : value(b.right(), rest);
        Numbers result = new Numbers(threads);
        for (int t : active) {
            boolean asked = left.of(t) != 0 == wanted;
            if (!asked) {
                result.set(t, wanted ? 0 : 1);
            } else if (right != null && right.isKnown(t)) {
                result.set(t, right.of(t) != 0 ? 1 : 0);
            } else {
                result.forget(t);
            }
        }
        return result;
    }

    private @Nullable Numbers conditional(Expression.Conditional c, int[] active) {
        Numbers holds = value(c.condition(), active);
        if (holds == null || !holds.areKnown(active)) {
            if (touches(c.then()) || touches(c.otherwise())) {
                throw new IllegalArgumentException("what is counted depends on data: " + c.condition());
            }
            return null;
        }
        int[] yes = where(holds, active, true);
        int[] no = where(holds, active, false);
        ScalarType type = c.type();
        Numbers then = yes.length == 0 ? null : value(c.then(), yes);
        Numbers otherwise = no.length == 0 ? null : value(c.otherwise(), no);
        if (type.isFloating()) {
            return null;
        }
        Numbers result = new Numbers(threads);
        result.copy(converted(type, then, yes), yes);
        result.copy(converted(type, otherwise, no), no);
        return result;
    }

    /** Blocks come one after another; who is the last of them is all that a program may ask. */
    private @Nullable Numbers atomic(Expression.Atomic a, int[] active) {
        access(a.place(), Counts.Direction.ATOMIC, 1, active);
        Numbers operand = value(a.operand(), active);
        if (a.expected() != null) {
            walk(a.expected(), active);
        }
        boolean counts = a.update() == Expression.Update.COUNT
                && a.place() instanceof Place.Global g
                && counters.containsKey(g.array().name());
        if (!counts || operand == null || !operand.areKnown(active)) {
            return null;
        }
        String counter = ((Place.Global) a.place()).array().name();
        Numbers before = new Numbers(threads);
        for (int t : active) {
            long old = counters.getOrDefault(counter, 0L);
            before.set(t, old);
            counters.put(counter, Arithmetic.updated(a.update(), a.place().type(), old, operand.of(t), 0));
        }
        return before;
    }
}
