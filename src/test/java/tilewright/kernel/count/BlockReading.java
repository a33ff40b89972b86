package tilewright.kernel.count;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.kernel.emulate.Counts;

/** Follows the threads of one block through a kernel, all of them at a time, and counts what they come to. */
final class BlockReading {
    /** Stands for what is no number: the base of an array. */
    static final long NONE = 0;

    private static final int[] NOBODY = {};

    private final Tally tally;
    private final Map<String, Function> functions = new HashMap<>();
    private final Touches touches = new Touches();
    private final ThreadNumbers numbers;

    BlockReading(Program program, Tally tally) {
        this.tally = tally;
        program.functions().forEach(f -> functions.put(f.name(), f));
        this.numbers = new ThreadNumbers(program.counters(), tally, touches);
    }

    /** @param arguments one per parameter of the kernel */
    void run(String kernel, int threads, long block, long blocks, List<Long> arguments) {
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
        numbers.enter(block, blocks);
        numbers.enter(inside);
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
        numbers.scope().enter();
        int[] rest = run(statements, active);
        numbers.scope().leave();
        return rest;
    }

    private int[] run(Statement statement, int[] active) {
        switch (statement) {
            case Statement.Remark _, Statement.AwaitCopies _ -> {}
            case Statement.Declare d -> declare(d, active);
            case Statement.DeclareArray d -> {
                if (d.values() != null) {
                    d.values().forEach(v -> numbers.walk(v, active));
                }
            }
            case Statement.Assign a -> assign(a, active);
            case Statement.Evaluate e -> numbers.walk(e.value(), active);
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
                    numbers.scope().returned[t] = true;
                }
                return NOBODY;
            }
            case Statement.Break _ -> {
                return NOBODY;
            }
            case Statement.Barrier _, Statement.GridBarrier _ -> tally.barrier(active.length);
            case Statement.BarrierOr b -> barrierOr(b, active);
            case Statement.Await a -> numbers.walk(a.least(), active);
            case Statement.Multiply m -> {
                tally.product(m.shape(), active.length);
                m.left().forEach(e -> numbers.walk(e, active));
                m.right().forEach(e -> numbers.walk(e, active));
            }
            case Statement.ParallelFor _ ->
                throw new IllegalArgumentException("a loop that threads of a host share, in a kernel");
        }
        return active;
    }

    private void declare(Statement.Declare d, int[] active) {
        if (d.variable().type().isFloating()) {
            if (d.value() != null) {
                numbers.walk(d.value(), active);
            }
            return;
        }
        Numbers value = d.value() == null ? null : numbers.value(d.value(), active);
        numbers.scope()
                .declare(d.variable(), initial(numbers.converted(d.variable().type(), value, active), active));
    }

    /** What a variable begins with, which only these threads see. */
    private Numbers initial(@Nullable Numbers value, int[] active) {
        if (value != null) {
            return value;
        }
        Numbers unknown = new Numbers(numbers.threads());
        unknown.copy(null, active);
        return unknown;
    }

    private void assign(Statement.Assign a, int[] active) {
        if (a.target() instanceof Place.Scalar(Variable v) && !v.type().isFloating()) {
            Numbers value = numbers.converted(v.type(), numbers.value(a.value(), active), active);
            Numbers own = numbers.scope().of(v);
            if (own == null) {
                throw new IllegalArgumentException("no variable " + v.name());
            }
            own.copy(value, active);
            return;
        }
        numbers.walk(a.value(), active);
        numbers.access(a.target(), Counts.Direction.STORE, 1, active);
    }

    private void copy(Statement.Copy c, int[] active) {
        numbers.access(c.from(), Counts.Direction.LOAD, c.width(), active);
        numbers.access(c.to(), Counts.Direction.STORE, c.width(), active);
        if (c.way() == Statement.Way.ASYNCHRONOUS) {
            tally.copy(active.length);
        }
    }

    private int[] loop(Statement.For f, int[] active) {
        numbers.scope().enter();
        if (f.start() != null) {
            declare(new Statement.Declare(f.variable(), f.start(), false), active);
        }
        Statement step = new Statement.Assign(
                f.variable().place(),
                new Expression.Binary(Infix.ADD, f.variable().read(), f.step()));
        int[] rest = loop(f.condition(), f.body(), List.of(step), active);
        numbers.scope().leave();
        return rest;
    }

    private int[] loop(Expression condition, List<Statement> body, List<Statement> step, int[] active) {
        int[] inside = Threads.where(numbers.decided(condition, active), active, true);
        while (inside.length > 0) {
            inside = run(step, inside(body, inside));
            inside = Threads.where(numbers.decided(condition, inside), inside, true);
        }
        return Threads.those(active, t -> !numbers.scope().returned[t]);
    }

    private int[] branch(Statement.If i, int[] active) {
        Numbers holds = numbers.value(i.condition(), active);
        if (holds == null || !holds.areKnown(active)) {
            if (touches.statements(i.then()) || touches.statements(i.otherwise())) {
                throw new IllegalArgumentException("what is counted depends on data: " + i.condition());
            }
            forgetAssigned(i.then(), active);
            forgetAssigned(i.otherwise(), active);
            return active;
        }
        int[] yes = Threads.where(holds, active, true);
        if (yes.length == active.length) {
            return inside(i.then(), active);
        }
        int[] no = Threads.where(holds, active, false);
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
        return Threads.those(active, rest::contains);
    }

    private void forgetAssigned(List<Statement> statements, int[] active) {
        Statements.visit(statements, s -> {
            if (s instanceof Statement.Assign a && a.target() instanceof Place.Scalar(Variable v)) {
                Numbers own = numbers.scope().of(v);
                if (own != null) {
                    own.copy(null, active);
                }
            }
        });
    }

    private void call(Statement.Call call, int[] active) {
        Function function = function(call.function());
        Scope inside = new Scope(numbers.threads());
        for (int p = 0; p < call.arguments().size(); p++) {
            if (call.arguments().get(p) instanceof Argument.Value(Expression argument)
                    && function.parameters().get(p) instanceof Function.Parameter.Value(Variable v)) {
                if (v.type().isFloating()) {
                    numbers.walk(argument, active);
                } else {
                    Numbers value = numbers.converted(v.type(), numbers.value(argument, active), active);
                    inside.declare(v, initial(value, active));
                }
            }
        }
        Scope outside = numbers.scope();
        numbers.enter(inside);
        run(function.body(), active);
        numbers.enter(outside);
    }

    private void barrierOr(Statement.BarrierOr b, int[] active) {
        tally.barrier(active.length);
        Numbers holds = numbers.decided(b.condition(), active);
        boolean any = Threads.where(holds, active, true).length > 0;
        Numbers answer = new Numbers(numbers.threads());
        answer.copy(Numbers.all(numbers.threads(), any ? 1 : 0), active);
        numbers.scope().declare(b.variable(), answer);
    }
}
