package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/** Makes the statements of one function ready to be executed by all threads of a block at a time. */
final class StatementCompiler {
    private static final Active NOBODY = new Active(0);

    private final Names names;
    private final int threads;
    private final Run run;
    private final ExpressionCompiler expressions;
    private final Calls calls;
    private final String function;

    /** @param calls how to make ready what calls do */
    StatementCompiler(Names names, int threads, Run run, Calls calls, String function) {
        this.names = names;
        this.threads = threads;
        this.run = run;
        this.calls = calls;
        this.function = function;
        expressions = new ExpressionCompiler(names, threads, run.counters());
    }

    /** Makes calls of functions ready. */
    interface Calls {
        Step call(Statement.Call call, boolean last, ExpressionCompiler expressions, Site site);
    }

    /**
     * Statements with a scope of their own.
     *
     * @param last whether the function ends behind them
     */
    Step scope(List<Statement> statements, boolean last, String comment) {
        names.enter();
        Step step = list(statements, last, comment);
        names.leave();
        return step;
    }

    private Step list(List<Statement> statements, boolean last, String around) {
        List<Step> steps = new ArrayList<>();
        List<Integer> sites = new ArrayList<>();
        String comment = around;
        for (int s = 0; s < statements.size(); s++) {
            Statement statement = statements.get(s);
            if (statement instanceof Statement.Comment c) {
                comment = c.text();
                continue;
            }
            boolean isLast = last && nothingFollows(statements.subList(s + 1, statements.size()));
            Site site = run.faults().site(function, statement, comment);
            steps.add(step(statement, isLast, site));
            sites.add(run.reached().expect(site));
        }
        Step[] all = steps.toArray(Step[]::new);
        int[] numbers = sites.stream().mapToInt(Integer::intValue).toArray();
        return (block, active) -> {
            Active rest = active;
            for (int s = 0; s < all.length; s++) {
                if (rest.count == 0) {
                    return rest;
                }
                run.reached().reach(numbers[s]);
                rest = all[s].run(block, rest);
            }
            return rest;
        };
    }

    private static boolean nothingFollows(List<Statement> statements) {
        return statements.stream().allMatch(s -> s instanceof Statement.Comment)
                || statements.stream()
                        .filter(s -> !(s instanceof Statement.Comment))
                        .findFirst()
                        .filter(Statement.Return.class::isInstance)
                        .isPresent();
    }

    private Step step(Statement statement, boolean last, Site site) {
        return switch (statement) {
            case Statement.Comment _, Statement.Hide _, Statement.SumInVectors _ -> (_, active) -> active;
            case Statement.Declare d -> declare(d, site);
            case Statement.DeclareArray d -> declareArray(d, site);
            case Statement.Assign a -> assign(a, site);
            case Statement.Evaluate e -> {
                Value value = expressions.of(e.value(), site);
                yield (block, active) -> {
                    value.of(block, active);
                    return active;
                };
            }
            case Statement.Copy c -> new Copies(expressions, run.counters(), threads).of(c, site);
            case Statement.Multiply m -> new Products(expressions, run.counters(), threads).of(m, site);
            case Statement.AwaitCopies a -> awaitCopies(a.later());
            case Statement.For f -> forLoop(f, last, site);
            case Statement.While w -> {
                Value condition = expressions.condition(w.condition(), site);
                Step body = scope(w.body(), false, site.comment());
                yield new Loop(condition, body, null, waits(w.body(), List.of(w.condition())), last, site);
            }
            case Statement.If i -> branch(i, last, site);
            case Statement.Scope s -> scope(s.body(), last, site.comment());
            case Statement.Call c -> calls.call(c, last, expressions, site);
            case Statement.Return _ ->
                (block, active) -> {
                    for (int i = 0; i < active.count; i++) {
                        block.leave(active.threads[i]);
                    }
                    return NOBODY;
                };
            case Statement.Break _ -> (_, _) -> NOBODY;
            case Statement.Barrier _ -> barrier(site);
            case Statement.BarrierOr b -> barrierOr(b, site);
            case Statement.GridBarrier _ -> gridBarrier(site);
            case Statement.Await a -> await(a, site);
            case Statement.ParallelFor _ ->
                throw new IllegalArgumentException("a loop that threads of a host share, in a kernel: " + site.text());
        };
    }

    private Step declare(Statement.Declare d, Site site) {
        if (d.value() == null) {
            int slot = names.declare(d.variable());
            return (block, active) -> {
                Lanes lanes = block.frame.variables[slot];
                for (int i = 0; i < active.count; i++) {
                    lanes.mark(active.threads[i], Lanes.UNWRITTEN);
                }
                return active;
            };
        }
        Value value = expressions.as(d.variable().type(), d.value(), site);
        return set(names.declare(d.variable()), value);
    }

    private static Step set(int slot, Value value) {
        return (block, active) -> {
            block.frame.variables[slot].copy(value.of(block, active), active);
            return active;
        };
    }

    private Step declareArray(Statement.DeclareArray d, Site site) {
        Memory.Register array = d.array();
        int elements = array.elements();
        if (d.values() != null && !d.values().isEmpty() && d.values().size() != elements) {
            throw new IllegalArgumentException(array.name() + " has " + elements + " elements: " + site.text());
        }
        List<Value> values = d.values() == null
                ? List.of()
                : d.values().stream()
                        .map(v -> expressions.as(array.type(), v, site))
                        .toList();
        int slot = names.declare(array);
        return (block, active) -> {
            RegisterArray own = block.frame.registers[slot];
            for (int e = 0; e < elements; e++) {
                Lanes value = values.isEmpty() ? null : values.get(e).of(block, active);
                for (int i = 0; i < active.count; i++) {
                    int t = active.threads[i];
                    own.set(e, t, value == null ? 0 : value.bits[t], value == null ? Lanes.UNWRITTEN : value.origin(t));
                }
            }
            return active;
        };
    }

    private Step assign(Statement.Assign a, Site site) {
        Location target = expressions.location(a.target(), site);
        Value value = expressions.as(target.type, a.value(), site);
        boolean tells = a.target() instanceof Place.Global g && g.access() == Place.Access.ORDERED;
        return (block, active) -> {
            Lanes stored = value.of(block, active);
            target.find(block, active, 1, false);
            target.count(block, active, Counts.Direction.STORE, 1);
            target.store(block, active, 0, stored);
            if (tells) {
                // Whoever waits for it may go on before this block does anything else.
                block.pause();
            }
            return active;
        };
    }

    private Step awaitCopies(int later) {
        Counters.Counter counter = run.counters().of("AWAIT_COPIES", ScalarType.I32);
        return (block, active) -> {
            counter.add(active);
            for (int i = 0; i < active.count; i++) {
                block.awaitCopies(active.threads[i], later);
            }
            return active;
        };
    }

    private Step forLoop(Statement.For f, boolean last, Site site) {
        Variable variable = f.variable();
        names.enter();
        Step start = null;
        if (f.start() != null) {
            Value first = expressions.as(variable.type(), f.start(), site);
            start = set(names.declare(variable), first);
        }
        Value condition = expressions.condition(f.condition(), site);
        Step step = assign(
                new Statement.Assign(
                        variable.place(),
                        new Expression.Binary(tilewright.kernel.Infix.ADD, variable.read(), f.step())),
                site);
        Step body = scope(f.body(), false, site.comment());
        names.leave();
        Step loop = new Loop(condition, body, step, waits(f.body(), List.of(f.condition())), last, site);
        Step begin = start;
        return begin == null ? loop : (block, active) -> loop.run(block, begin.run(block, active));
    }

    /** Whether iterations look at what other blocks may change. */
    private static boolean waits(List<Statement> body, List<Expression> conditions) {
        List<Statement> all = new ArrayList<>(body);
        conditions.forEach(c -> all.add(new Statement.Evaluate(c)));
        return Orders.among(all);
    }

    private Step branch(Statement.If statement, boolean last, Site site) {
        Value condition = expressions.condition(statement.condition(), site);
        Step then = scope(statement.then(), last, site.comment());
        Step otherwise = scope(statement.otherwise(), last, site.comment());
        boolean thenFirst = !hasBarrier(statement.then());
        boolean ends = last;
        return (block, active) -> {
            Lanes holds = condition.of(block, active);
            Active yes = Checks.where(block, active, holds, true, site);
            if (yes.count == active.count) {
                return then.run(block, active);
            }
            Active no = Active.of(active, t -> holds.bits[t] == 0);
            if (yes.count == 0) {
                return otherwise.run(block, no);
            }
            Active first = run(thenFirst ? then : otherwise, block, thenFirst ? yes : no, ends);
            Active second = run(thenFirst ? otherwise : then, block, thenFirst ? no : yes, ends);
            return joined(active, first, second);
        };
    }

    /** Runs one branch for some threads; where nothing comes after it, they end. */
    private static Active run(Step branch, Block block, Active active, boolean ends) {
        Active rest = branch.run(block, active);
        if (ends && block.last) {
            block.exit(rest);
            return NOBODY;
        }
        return rest;
    }

    /** The threads of two lists, in the order of the list that both came from. */
    private static Active joined(Active all, Active some, Active others) {
        if (some.count + others.count == all.count) {
            return all;
        }
        if (some.count == 0 || others.count == 0) {
            return some.count == 0 ? others : some;
        }
        Active joined = new Active(some.count + others.count);
        int s = 0;
        int o = 0;
        for (int i = 0; i < all.count; i++) {
            int t = all.threads[i];
            if (s < some.count && some.threads[s] == t) {
                joined.add(t);
                s++;
            } else if (o < others.count && others.threads[o] == t) {
                joined.add(t);
                o++;
            }
        }
        return joined;
    }

    private static boolean hasBarrier(List<Statement> statements) {
        List<Statement> found = new ArrayList<>();
        Statements.visit(statements, s -> {
            if (s instanceof Statement.Barrier
                    || s instanceof Statement.BarrierOr
                    || s instanceof Statement.GridBarrier
                    || s instanceof Statement.Call) {
                found.add(s);
            }
        });
        return !found.isEmpty();
    }

    private Step barrier(Site site) {
        Counters.Counter counter = run.counters().of("BARRIER", ScalarType.I32);
        return (block, active) -> {
            Checks.barrier(block, active, site);
            counter.add(active);
            block.passBarrier();
            return active;
        };
    }

    private Step barrierOr(Statement.BarrierOr b, Site site) {
        Value condition = expressions.condition(b.condition(), site);
        int slot = names.declare(b.variable());
        Counters.Counter counter = run.counters().of("BARRIER", ScalarType.I32);
        Lanes answer = new Lanes(threads);
        return (block, active) -> {
            Checks.barrier(block, active, site);
            counter.add(active);
            Lanes each = condition.of(block, active);
            Active holds = Checks.where(block, active, each, true, site);
            block.frame.variables[slot].copy(Checks.each(active, answer, _ -> holds.count > 0 ? 1 : 0), active);
            block.passBarrier();
            return active;
        };
    }

    /** How often a thread looks depends on other blocks: it is not counted. */
    private Step await(Statement.Await a, Site site) {
        Location place = expressions.location(a.place(), site);
        Value least = expressions.as(place.type, a.least(), site);
        Lanes found = new Lanes(threads);
        return (block, active) -> {
            Active waiting = active;
            while (waiting.count > 0) {
                // Blocks share what expressions compute in: after a pause everything is computed anew.
                Lanes wanted = least.of(block, waiting);
                place.find(block, waiting, 1, false);
                found.unset = false;
                place.load(block, waiting, 0, found);
                waiting = Active.of(waiting, t -> found.bits[t] < wanted.bits[t]);
                if (waiting.count > 0) {
                    block.await();
                }
            }
            place.awaited(block, active);
            block.goOn();
            return active;
        };
    }

    private Step gridBarrier(Site site) {
        Counters.Counter counter = run.counters().of("GRID_BARRIER", ScalarType.I32);
        return (block, active) -> {
            Checks.barrier(block, active, site);
            counter.add(active);
            block.passBarrier();
            block.gridBarrier();
            return active;
        };
    }
}
