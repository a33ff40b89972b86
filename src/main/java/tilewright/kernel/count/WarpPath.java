package tilewright.kernel.count;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * The way of one warp through a kernel, as its first thread goes. An instruction starts behind the one before it, and what it computes is there when its operands were and its latency is over; a store waits
 * for its value, a barrier for all of them.
 */
final class WarpPath {
    /** Iterations of a loop with barriers that stand for all of them, beside the last ones. */
    private static final int SAMPLED = 16;

    /** The last iterations, each of which stands for itself. */
    private static final int LAST = 16;

    /** The first iterations, of which the last two are compared. */
    private static final int ALIKE = 3;

    private static final double ROUNDING = 1e-9;
    private static final double NOT_TOLD = -1;

    /** Iterations of a loop without barriers that are followed one by one. */
    private static final int FOLLOWED = 64;

    /**
     * @param times how many of such it stands for
     * @param seconds from barrier to barrier
     * @param busy seconds of the scheduler or a pipe
     * @param sharedBytes of one thread
     * @param globalBytes that one thread loads
     * @param tells seconds of them until the thread has told other blocks something; negative where it tells nothing
     * @param told seconds of them that come before the thread goes on because another block has told something; negative where it waits for none
     * @param meets whether all blocks wait for each other at its end
     */
    record Stretch(
            double times,
            double seconds,
            double busy,
            double sharedBytes,
            double globalBytes,
            double tells,
            double told,
            boolean meets) {
        /** Whether it is as long and does as much, however often it comes. */
        boolean isLike(Stretch other) {
            return meets == other.meets
                    && isLike(seconds, other.seconds)
                    && isLike(busy, other.busy)
                    && isLike(sharedBytes, other.sharedBytes)
                    && isLike(globalBytes, other.globalBytes)
                    && isLike(tells, other.tells)
                    && isLike(told, other.told);
        }

        /** But for rounding. */
        private static boolean isLike(double one, double other) {
            return Math.abs(one - other) <= ROUNDING * Math.abs(one);
        }
    }

    private final Map<String, Function> functions = new HashMap<>();
    private final Map<List<Statement>, Boolean> barriers = new IdentityHashMap<>();
    private final List<Stretch> stretches = new ArrayList<>();
    private final PathValues values;
    private final boolean shortened;
    private double times = 1;
    private double told = NOT_TOLD;
    /** Whether it is inside of a loop with barriers. */
    private boolean inLoop;

    /** @param shortened whether iterations of loops that are alike are left out */
    WarpPath(Program program, PathCosts costs, int thread, int threads, long block, long blocks, boolean shortened) {
        this.shortened = shortened;
        program.functions().forEach(f -> functions.put(f.name(), f));
        this.values = new PathValues(costs, thread, threads, block, blocks);
    }

    List<Stretch> run(String kernel, Map<String, Long> arguments) {
        Function function = function(kernel);
        for (Function.Parameter parameter : function.parameters()) {
            Long value = arguments.get(parameter.name());
            if (value != null && parameter instanceof Function.Parameter.Value(Variable v)) {
                values.set(v, new PathValues.Known(value, 0));
            }
        }
        run(function.body());
        end(false);
        return stretches;
    }

    private Function function(String name) {
        Function function = functions.get(name);
        if (function == null) {
            throw new IllegalArgumentException("no function " + name);
        }
        return function;
    }

    /** How statements are left. */
    private enum Left {
        AT_END,
        LOOP,
        FUNCTION
    }

    private Left run(List<Statement> statements) {
        for (Statement statement : statements) {
            Left left = run(statement);
            if (left != Left.AT_END) {
                return left;
            }
        }
        return Left.AT_END;
    }

    private Left run(Statement statement) {
        switch (statement) {
            case Statement.Remark _, Statement.AwaitCopies _ -> {}
            case Statement.Declare d -> {
                if (d.value() != null) {
                    values.set(d.variable(), values.of(d.value()));
                }
            }
            case Statement.DeclareArray d -> {
                if (d.values() != null) {
                    d.values().forEach(values::of);
                }
            }
            case Statement.Assign a -> values.assign(a.target(), a.value());
            case Statement.Evaluate e -> values.of(e.value());
            case Statement.Copy c -> values.copy(c);
            case Statement.For f -> {
                return loop(f);
            }
            case Statement.While w -> {
                values.decided(w.condition());
                return loopLeft(run(w.body()));
            }
            case Statement.If i -> {
                return run(values.decided(i.condition()) ? i.then() : i.otherwise());
            }
            case Statement.Scope s -> {
                return run(s.body());
            }
            case Statement.Call c -> call(c);
            case Statement.Return _ -> {
                return Left.FUNCTION;
            }
            case Statement.Break _ -> {
                return Left.LOOP;
            }
            case Statement.Barrier _ -> end(false);
            case Statement.GridBarrier _ -> end(true);
            case Statement.BarrierOr b -> {
                values.of(b.condition());
                end(false);
                values.set(b.variable(), PathValues.Known.NOTHING);
            }
            case Statement.Await a -> {
                values.of(a.least());
                told = values.spent().seconds();
            }
            case Statement.Multiply m -> values.multiply(m);
            case Statement.ParallelFor _ -> throw new IllegalArgumentException("no path through " + statement);
        }
        return Left.AT_END;
    }

    private static Left loopLeft(Left left) {
        return left == Left.FUNCTION ? Left.FUNCTION : Left.AT_END;
    }

    /** Ends a stretch at a barrier. */
    private void end(boolean meets) {
        PathValues.Spent spent = values.spend();
        stretches.add(new Stretch(
                times,
                spent.seconds(),
                spent.busy(),
                spent.sharedBytes(),
                spent.globalBytes(),
                spent.tells(),
                told,
                meets));
        told = NOT_TOLD;
    }

    private void call(Statement.Call call) {
        Function function = function(call.function());
        Map<Variable, PathValues.Known> passed = new HashMap<>();
        for (int p = 0; p < call.arguments().size(); p++) {
            if (call.arguments().get(p) instanceof Argument.Value(Expression argument)
                    && function.parameters().get(p) instanceof Function.Parameter.Value(Variable v)) {
                passed.put(v, values.of(argument));
            }
        }
        Map<Variable, PathValues.Known> outside = values.enter(passed);
        run(function.body());
        values.enter(outside);
    }

    private Left loop(Statement.For f) {
        if (f.start() != null) {
            values.set(f.variable(), values.of(f.start()));
        }
        OptionalLong count = iterations(f);
        boolean waits = hasBarrier(f.body());
        if (count.isEmpty()) {
            return steps(f, Long.MAX_VALUE);
        }
        if (waits && count.getAsLong() > SAMPLED + LAST) {
            return sampled(f, count.getAsLong());
        }
        if (!waits && count.getAsLong() > FOLLOWED) {
            PathValues.Spent before = values.spent();
            Left left = steps(f, FOLLOWED);
            values.again(before, (double) count.getAsLong() / FOLLOWED - 1);
            return left;
        }
        return steps(f, Long.MAX_VALUE);
    }

    /** As many iterations are one piece of code as are written out: loads of the later ones come before stores of the earlier ones. */
    private Left steps(Statement.For f, long most) {
        boolean waits = hasBarrier(f.body());
        boolean before = values.together(f.unroll() != 1 && !waits);
        boolean outermost = waits && !inLoop;
        inLoop |= waits;
        PathValues.Computed computed = values.computed();
        for (long i = 0; i < most && values.decided(f.condition()); i++) {
            if (outermost) {
                values.at(i);
            }
            if (f.unroll() == 1) {
                values.forget(computed);
            }
            Left left = run(f.body());
            if (left != Left.AT_END) {
                values.together(before);
                inLoop &= !outermost;
                return loopLeft(left);
            }
            if (f.unroll() > 0 && i % f.unroll() == f.unroll() - 1) {
                values.together(f.unroll() != 1 && !waits);
            }
            values.assign(
                    f.variable().place(),
                    new Expression.Binary(Infix.ADD, f.variable().read(), f.step()));
        }
        values.together(before);
        inLoop &= !outermost;
        return Left.AT_END;
    }

    /**
     * Iterations of a loop with barriers that stand for all of them. Where the second and the third, one in the middle and the last one are alike, so are the others: most loops over time do the same in each
     * iteration.
     */
    private Left sampled(Statement.For f, long count) {
        long first = values.whole(f.variable().read()).orElseThrow();
        long step = values.whole(f.step()).orElseThrow();
        double around = times;
        long sampled = count - LAST;
        double each = (double) sampled / SAMPLED;
        boolean outermost = !inLoop;
        inLoop = true;
        LongConsumer at = i -> {
            values.set(f.variable(), new PathValues.Known(first + i * step, 0));
            if (outermost) {
                values.at(i);
            }
            if (run(f.body()) != Left.AT_END) {
                throw new IllegalArgumentException("a loop with barriers is left");
            }
        };
        int[] begun = new int[ALIKE + 1];
        boolean alike = false;
        for (int s = 0; s < SAMPLED + LAST && !alike; s++) {
            times = around * (s < SAMPLED ? each : 1);
            at.accept(s < SAMPLED ? (2L * s + 1) * sampled / (2 * SAMPLED) : sampled + s - SAMPLED);
            if (s < ALIKE) {
                begun[s + 1] = stretches.size();
            }
            if (shortened && s == ALIKE - 1 && areAlike(begun[s - 1], begun[s], begun[s + 1])) {
                int known = stretches.size();
                SeenPlaces seen = values.seen();
                times = around * (count - 1 - ALIKE * each);
                at.accept(sampled / 2);
                int last = stretches.size();
                times = around;
                at.accept(count - 1);
                alike = areAlike(begun[s], known, last) && areAlike(known, last, stretches.size());
                if (!alike) {
                    stretches.subList(known, stretches.size()).clear();
                    values.seen(seen);
                }
            }
        }
        times = around;
        inLoop = !outermost;
        values.set(f.variable(), new PathValues.Known(first + count * step, 0));
        return Left.AT_END;
    }

    /** Whether the stretches from one place on are those before it, but for how often they come. */
    private boolean areAlike(int first, int second, int end) {
        if (second - first != end - second) {
            return false;
        }
        for (int s = 0; s < end - second; s++) {
            if (!stretches.get(first + s).isLike(stretches.get(second + s))) {
                return false;
            }
        }
        return true;
    }

    /** How many there are, where the loop's bounds are whole numbers that the body does not change. */
    private OptionalLong iterations(Statement.For f) {
        if (!(f.condition() instanceof Expression.Binary b)
                || !b.left().equals(f.variable().read())
                || b.operator() != Infix.LT && b.operator() != Infix.LE) {
            return OptionalLong.empty();
        }
        OptionalLong first = values.whole(f.variable().read());
        OptionalLong end = values.whole(b.right());
        OptionalLong step = values.whole(f.step());
        if (first.isEmpty() || end.isEmpty() || step.isEmpty() || step.getAsLong() <= 0) {
            return OptionalLong.empty();
        }
        long behind = end.getAsLong() + (b.operator() == Infix.LE ? 1 : 0);
        return OptionalLong.of(Math.max(0, Math.ceilDiv(behind - first.getAsLong(), step.getAsLong())));
    }

    private boolean hasBarrier(List<Statement> statements) {
        Boolean known = barriers.get(statements);
        if (known != null) {
            return known;
        }
        boolean[] found = {false};
        Statements.visit(statements, s -> {
            found[0] |= s instanceof Statement.Barrier
                    || s instanceof Statement.BarrierOr
                    || s instanceof Statement.GridBarrier;
            if (s instanceof Statement.Call c) {
                found[0] |= hasBarrier(function(c.function()).body());
            }
        });
        barriers.put(statements, found[0]);
        return found[0];
    }
}
