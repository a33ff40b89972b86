package tilewright.kernel.emulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tilewright.kernel.Argument;
import tilewright.kernel.Function;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;

/** Makes a kernel, with all functions that it calls, ready to be run by blocks of so many threads. */
final class KernelCompiler implements StatementCompiler.Calls {
    private final Program program;
    private final Run run;
    private final int threads;
    private final Names names;
    private final Map<String, Body> bodies = new HashMap<>();
    /** The functions that are being made ready: each calls the next one. */
    private final Deque<Memory> open = new ArrayDeque<>();

    private boolean ordered;
    private int sharedBytes;

    /** Which arrays of the block are a function's. */
    private record Memory(int first, int end) {
        IntStream arrays() {
            return IntStream.range(first, end);
        }
    }

    /** A function that is ready: where its parameters and the arrays of its block are, and what it does. */
    private record Body(Function function, List<Integer> parameters, Memory memory, Step step) {}

    /**
     * A kernel that is ready.
     *
     * @param parameters numbers in the frame, in the order of the call: of variables and of bases
     * @param ordered whether its blocks may wait for each other, or tell each other how far they are
     * @param sharedBytes that its functions need
     */
    record Kernel(
            Function function,
            List<Integer> parameters,
            Step step,
            boolean ordered,
            int sharedBytes,
            Names names,
            int threads) {
        Frame frame() {
            return names.frame(threads, sharedBytes);
        }
    }

    private KernelCompiler(Program program, Run run, Map<String, GlobalArray> counters, int threads) {
        this.program = program;
        this.run = run;
        this.threads = threads;
        names = new Names(counters);
    }

    /**
     * @param counters variables in global memory that every kernel sees
     * @throws IllegalArgumentException where the program is not well formed
     */
    static Kernel compile(Program program, String name, int threads, Run run, Map<String, GlobalArray> counters) {
        KernelCompiler compiler = new KernelCompiler(program, run, counters, threads);
        Body body = compiler.body(name);
        return new Kernel(
                body.function(),
                body.parameters(),
                compiler.entered(body),
                compiler.ordered,
                compiler.sharedBytes,
                compiler.names,
                threads);
    }

    private Body body(String name) {
        Body known = bodies.get(name);
        if (known != null) {
            return known;
        }
        Function function = program.function(name);
        ordered |= Orders.among(function.body());
        List<Map<String, Names.Meaning>> outer = names.function();
        List<Integer> parameters = new ArrayList<>();
        for (Function.Parameter parameter : function.parameters()) {
            parameters.add(
                    switch (parameter) {
                        case Function.Parameter.Value v -> names.declare(v.variable());
                        case Function.Parameter.Base b -> names.declareBase(b.name());
                    });
        }
        int firstShared = names.sharedArrays();
        if (function.shared() != null) {
            names.declare(function.shared());
            sharedBytes = Math.max(sharedBytes, function.shared().bytes());
        }
        Memory memory = new Memory(firstShared, names.sharedArrays());
        open.push(memory);
        Step step =
                new StatementCompiler(names, threads, run, this, name).scope(function.body(), true, function.comment());
        open.pop();
        names.resume(outer);
        Body body = new Body(function, parameters, memory, step);
        bodies.put(name, body);
        return body;
    }

    /** What a function keeps in the block's memory it finds unset; what functions that call it keep where it has its own is lost. */
    private Step entered(Body body) {
        int[] lost = IntStream.concat(
                        body.memory().arrays(),
                        open.stream()
                                .flatMapToInt(Memory::arrays)
                                .filter(s -> names.overlaps(s, body.memory().arrays())))
                .toArray();
        return (block, active) -> {
            for (int s : lost) {
                block.frame.shared[s].forget();
            }
            return body.step().run(block, active);
        };
    }

    /** Nothing stands between the parameters of a function and its arguments: all threads pass the same bases. */
    @Override
    public Step call(Statement.Call call, boolean last, ExpressionCompiler expressions, Site site) {
        Body body = body(call.function());
        List<Function.Parameter> parameters = body.function().parameters();
        if (parameters.size() != call.arguments().size()) {
            throw new IllegalArgumentException(
                    call.function() + " takes " + parameters.size() + " arguments: " + site.text());
        }
        List<Step> passing = new ArrayList<>();
        for (int p = 0; p < parameters.size(); p++) {
            passing.add(pass(
                    parameters.get(p),
                    body.parameters().get(p),
                    call.arguments().get(p),
                    expressions,
                    site));
        }
        Step inside = entered(body);
        return (block, active) -> {
            passing.forEach(p -> p.run(block, active));
            boolean[] returned = block.returned;
            boolean someReturned = block.someReturned;
            boolean wasLast = block.last;
            block.returned = new boolean[threads];
            block.someReturned = false;
            block.last = wasLast && last;
            inside.run(block, active);
            block.returned = returned;
            block.someReturned = someReturned;
            block.last = wasLast;
            return active;
        };
    }

    private Step pass(
            Function.Parameter parameter, int slot, Argument argument, ExpressionCompiler expressions, Site site) {
        return switch (parameter) {
            case Function.Parameter.Value v
            when argument instanceof Argument.Value a -> {
                Value value = expressions.as(v.variable().type(), a.value(), site);
                yield (block, active) -> {
                    block.frame.variables[slot].copy(value.of(block, active), active);
                    return active;
                };
            }
            case Function.Parameter.Base formal
            when !(argument instanceof Argument.Value) -> {
                var base = base(argument, expressions, site);
                yield (block, active) -> {
                    GlobalArray passed = base.of(block, active);
                    if (passed.type != formal.array().type()) {
                        throw new IllegalArgumentException(
                                passed.name + " is passed as " + formal.name() + ": " + site.text());
                    }
                    block.frame.bases[slot] = passed;
                    return active;
                };
            }
            case Function.Parameter.Value _, Function.Parameter.Base _ ->
                throw new IllegalArgumentException(
                        "parameter " + parameter.name() + " gets " + argument + ": " + site.text());
        };
    }

    private interface BaseOf {
        GlobalArray of(Block block, Active active);
    }

    private BaseOf base(Argument argument, ExpressionCompiler expressions, Site site) {
        return switch (argument) {
            case Argument.Base b -> {
                var base = names.base(b.array());
                yield (block, _) -> base.apply(block);
            }
            case Argument.Either e -> {
                Value condition = expressions.condition(e.condition(), site);
                var then = names.base(e.then());
                var otherwise = names.base(e.otherwise());
                yield (block, active) -> {
                    Active yes = Checks.where(block, active, condition.of(block, active), true, site);
                    if (yes.count != 0 && yes.count != active.count) {
                        throw new IllegalArgumentException("threads pass different arrays: " + site.text());
                    }
                    return (yes.count == 0 ? otherwise : then).apply(block);
                };
            }
            case Argument.Window _ -> throw new IllegalArgumentException("only launches pass windows: " + site.text());
            case Argument.Value _ -> throw new IllegalStateException();
        };
    }
}
