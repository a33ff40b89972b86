package tilewright.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.model.UserError;

/** Runs the host part of a program on paper: at given sizes, every array has a shape and every launch is a number. */
public final class ProgramResolver {
    /** More launches than any device works off in reasonable time. */
    private static final int MOST_LAUNCHES = 4_000_000;

    private final KernelProgram program;
    private final List<HostStep> host;
    /** What the host calls the parameters. */
    private final List<String> names;

    private final Map<String, Integer> positions = new HashMap<>();
    private final List<KernelShape> kernels;
    private final Map<String, Function.Start> starts;
    private final boolean waits;

    /** A program that is one host function. */
    public ProgramResolver(KernelProgram program) {
        this.program = program;
        host = List.of();
        names = program.parameters();
        kernels = List.of();
        starts = Map.of();
        waits = false;
    }

    /** @param threads what the program's threads and its host do, after all passes */
    public ProgramResolver(KernelProgram program, Program threads) {
        this.program = program;
        // What launches get of windows is an address that changes: such programs are emulated, or run by themselves.
        host = program.windows() == null ? threads.host() : List.of();
        names = threads.sizes().stream().map(Variable::name).toList();
        waits = waits(threads);
        place(threads);
        starts = new HashMap<>();
        for (Function function : threads.functions()) {
            if (function.kind() instanceof Function.Kind.Kernel kernel) {
                starts.put(function.name(), kernel.start());
            }
        }
        List<HostStep.Launch> launches = new ArrayList<>();
        launches(host, launches);
        kernels = launches.stream()
                .flatMap(l -> turns(l).map(turn -> shape(l, turn)))
                .distinct()
                .toList();
    }

    private static boolean waits(Program threads) {
        boolean[] found = {false};
        threads.functions().forEach(f -> Statements.visit(f.body(), s -> found[0] |= s instanceof Statement.Await));
        return found[0];
    }

    /** Where a launch's arguments find the arrays: the nest's, their second copies, temporaries. */
    private void place(Program threads) {
        int arrays = program.arrays().size();
        List<String> copied = List.copyOf(program.secondCopies());
        for (int a = 0; a < threads.arrays().size(); a++) {
            int copy = a - arrays;
            int position = copy < 0
                    ? a
                    : copy < copied.size()
                            ? arrays + program.arrays().indexOf(program.array(copied.get(copy)))
                            : 2 * arrays + copy - copied.size();
            positions.put(threads.arrays().get(a).name(), position);
        }
    }

    private static void launches(List<HostStep> steps, List<HostStep.Launch> found) {
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.Loop l -> launches(l.body(), found);
                case HostStep.Launch l -> found.add(l);
                case HostStep.While _, HostStep.LaunchTogether _, HostStep.Simple _, HostStep.InStream _ ->
                    throw new IllegalArgumentException("no launch: " + step);
            }
        }
    }

    /** Launch shapes: every kernel in textual order, once for each way in which arrays that take turns may stand. */
    public List<KernelShape> kernels() {
        return kernels;
    }

    /** All ways in which the conditions of a launch may hold: for two of them four, of which a run may meet fewer. */
    private static Stream<Map<Expression, Boolean>> turns(HostStep.Launch launch) {
        List<Map<Expression, Boolean>> turns = new ArrayList<>(List.of(Map.of()));
        List<Expression> conditions = launch.arguments().stream()
                .flatMap(a -> a instanceof Argument.Either e ? Stream.of(e.condition()) : Stream.empty())
                .distinct()
                .toList();
        for (Expression condition : conditions) {
            List<Map<Expression, Boolean>> longer = new ArrayList<>();
            for (Map<Expression, Boolean> turn : turns) {
                for (boolean holds : new boolean[] {true, false}) {
                    Map<Expression, Boolean> more = new HashMap<>(turn);
                    more.put(condition, holds);
                    longer.add(more);
                }
            }
            turns = longer;
        }
        return turns.stream();
    }

    /** @param turn which conditions hold */
    private KernelShape shape(HostStep.Launch launch, Map<Expression, Boolean> turn) {
        List<Integer> arguments = launch.arguments().stream()
                .map(argument -> switch (argument) {
                    case Argument.Base b -> position(b.array());
                    case Argument.Either e ->
                        position(Objects.requireNonNull(turn.get(e.condition())) ? e.then() : e.otherwise());
                    case Argument.Value _ -> (Integer) KernelShape.INTEGER;
                    case Argument.Window w -> throw new IllegalArgumentException("no array: " + w);
                })
                .toList();
        return new KernelShape(
                launch.function(),
                launch.threads(),
                launch.sharedBytes(),
                Objects.requireNonNull(starts.get(launch.function())),
                arguments);
    }

    private Integer position(String array) {
        return Objects.requireNonNull(positions.get(array), array);
    }

    /**
     * The program at given sizes.
     *
     * @param sizes a value for every parameter
     * @throws UserError when a size or an array is beyond what a program can be launched with
     */
    public ProgramInstance at(Map<String, Long> sizes) {
        SequencedMap<String, Long> ordered = new LinkedHashMap<>();
        for (String parameter : program.parameters()) {
            Long value = sizes.get(parameter);
            if (value == null) {
                throw UserError.badInput("parameter " + parameter + " has no value: give --set " + parameter + "=..");
            }
            ordered.put(parameter, value);
        }
        try {
            Map<String, Long> values = new HashMap<>(ordered);
            List<ArrayShape> arrays = program.arrays().stream()
                    .map(layout -> shape(layout, values))
                    .toList();
            List<ProgramInstance.Launch> launches = new ArrayList<>();
            Map<String, Long> named = new HashMap<>();
            for (int p = 0; p < names.size(); p++) {
                named.put(names.get(p), values.get(program.parameters().get(p)));
            }
            new Unrolling(named, launches).run(host);
            Map<String, Long> all = new HashMap<>(values);
            all.putAll(program.coalescing().lengths(values));
            List<ArrayShape> scratch =
                    program.scratch().stream().map(layout -> shape(layout, all)).toList();
            return new ProgramInstance(ordered, arrays, scratch, program.paddedArrays(), waits, launches);
        } catch (ArithmeticException e) {
            throw new UserError(
                    UserError.BAD_INPUT,
                    "sizes " + ordered + " are too large: an extent of a loop or of a row must be below 2^31",
                    e);
        }
    }

    private static ArrayShape shape(ArrayLayout layout, Map<String, Long> values) {
        ToLongFunction<String> lookup = values::get;
        long columns = Math.max(0, layout.columns().evaluate(lookup));
        int pitch = Math.toIntExact(Math.max(0, layout.pitch().evaluate(lookup)));
        ArrayShape shape = new ArrayShape(layout.name(), layout.type(), layout.rows(lookup), columns, pitch);
        layout.elements(lookup);
        // Overflow shows here, not in the middle of a run.
        Math.addExact(shape.bytes(), 2 * GuardedArrays.GUARD_BYTES);
        return shape;
    }

    /** Walks the host's loops; values are those of parameters and of surrounding loop variables. */
    private final class Unrolling {
        private final Map<String, Long> values;
        private final List<ProgramInstance.Launch> launches;
        /** Whether the lanes meet before the next launch; one that is left out passes it on. */
        private boolean meets;

        Unrolling(Map<String, Long> values, List<ProgramInstance.Launch> launches) {
            this.values = values;
            this.launches = launches;
        }

        void run(List<HostStep> steps) {
            for (HostStep step : steps) {
                if (step instanceof HostStep.Loop loop) {
                    run(loop);
                } else if (step instanceof HostStep.Launch launch) {
                    launch(launch);
                }
            }
        }

        private void run(HostStep.Loop loop) {
            String variable = loop.variable().name();
            long last = of(loop.last());
            for (long value = of(loop.first()); value <= last; value++) {
                values.put(variable, value);
                run(loop.body());
            }
            values.remove(variable);
        }

        private void launch(HostStep.Launch launch) {
            int blocks = Math.toIntExact(of(launch.blocks()));
            meets |= launch.meets();
            if (blocks <= 0) {
                return;
            }
            if (launches.size() == MOST_LAUNCHES) {
                throw UserError.badInput("a program with more than " + MOST_LAUNCHES
                        + " launches is not run; use larger blocks for the sequential loops, or smaller sizes");
            }
            int kernel = kernels.indexOf(shape(launch, turn(launch)));
            launches.add(new ProgramInstance.Launch(kernel, blocks, integers(launch), launch.ahead(), meets));
            meets = false;
        }

        /** Which conditions of a launch hold now. */
        private Map<Expression, Boolean> turn(HostStep.Launch launch) {
            Map<Expression, Boolean> turn = new HashMap<>();
            for (Argument argument : launch.arguments()) {
                if (argument instanceof Argument.Either e) {
                    turn.put(e.condition(), of(e.condition()) != 0);
                }
            }
            return turn;
        }

        private List<Integer> integers(HostStep.Launch launch) {
            List<Integer> integers = new ArrayList<>();
            for (Argument argument : launch.arguments()) {
                switch (argument) {
                    case Argument.Value v -> integers.add(Math.toIntExact(of(v.value())));
                    case Argument.Base _, Argument.Either _, Argument.Window _ -> {
                        // An address.
                    }
                }
            }
            return integers;
        }

        private long of(Expression expression) {
            return HostValues.of(expression, this::value);
        }

        private long value(String variable) {
            Long value = values.get(variable);
            if (value == null) {
                throw new IllegalStateException("variable " + variable + " has no value");
            }
            return value;
        }
    }
}
