package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.select;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;
import tilewright.model.FreshName;

/** Steps of the host, a loop or launches behind one another, that one block can run. */
final class Resident {
    /** Threads of a block that runs launches whose blocks are more than a few: the most that a block has. */
    private static final int WIDE = 1024;

    private final Program program;
    private final Target.Residency residency;
    private final Problems problems;
    private final List<HostStep> steps;
    private final List<Variable> around;
    private final List<Function> functions;
    private final List<HostStep.Launch> launches = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /**
     * @param residency what the block is compared with: a launch's blocks may take as many rounds as another launch waits for it, on as many multiprocessors as there are problems
     * @param problems each of which has a block
     * @param around variables of the loops around the steps
     * @param functions of the program, to which those of the block are added
     */
    Resident(
            Program program,
            Target.Residency residency,
            Problems problems,
            List<Variable> around,
            List<Function> functions) {
        this.program = program;
        this.residency = residency;
        this.problems = problems;
        this.steps = problems.steps();
        this.around = List.copyOf(around);
        this.functions = functions;
        functions.forEach(f -> names.add(f.name()));
    }

    /**
     * The launch of the block.
     *
     * @param once when it runs the steps; else the host does
     */
    record Stay(HostStep.Launch launch, Expression once) {}

    /** Empty where one block cannot run them. */
    Optional<Stay> stay() {
        boolean launchesAlone = collect(steps);
        if (!launchesAlone || launches.isEmpty()) {
            return Optional.empty();
        }
        int narrow = narrow();
        Optional<Expression> fitsNarrow = problems.bounds().flatMap(b -> fits(b, steps, narrow));
        boolean always = fitsNarrow.isPresent() && isInteger(fitsNarrow.get(), 1);
        boolean wide = problems.isOne() && !always && launches.stream().allMatch(this::runsBeside);
        int threads = wide ? WIDE : narrow;
        Optional<Expression> fits = wide ? fits(new Extremes(), steps, threads) : fitsNarrow;
        if (fits.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Memory.Global> arrays = arrays();
        String name = fresh(launches.getFirst().function() + "_resident");
        functions.addAll(resident(name, threads, arrays));
        List<Argument> arguments = new ArrayList<>();
        program.sizes().forEach(s -> arguments.add(new Argument.Value(s.read())));
        around.forEach(v -> arguments.add(new Argument.Value(v.read())));
        arrays.keySet().forEach(a -> arguments.add(new Argument.Base(a)));
        int shared =
                launches.stream().mapToInt(HostStep.Launch::sharedBytes).max().orElseThrow();
        return Optional.of(new Stay(
                new HostStep.Launch(
                        name,
                        description(),
                        select(fits.get(), problems.count(), integer(0)),
                        threads,
                        shared,
                        arguments,
                        false,
                        false),
                fits.get()));
    }

    /** Whether blocks of the launch may run side by side in one block: none waits for its threads, and each thread does as much as it does wherever it runs, and no more. */
    private boolean runsBeside(HostStep.Launch launch) {
        Reached reached = new Reached(program, launch.function());
        return !waits(launch) && reached.isShort() && WIDE % launch.threads() == 0;
    }

    /** Threads of a block for launches with barriers: as many as they have. Of problems, others may run the threads of a larger block in turn. */
    private int narrow() {
        return launches.stream()
                .filter(l -> !problems.isOne() && waits(l))
                .mapToInt(HostStep.Launch::threads)
                .max()
                .orElseGet(() -> launches.stream()
                        .mapToInt(HostStep.Launch::threads)
                        .max()
                        .orElseThrow());
    }

    private String description() {
        if (!problems.isOne()) {
            return "each problem of "
                    + problems.loops().stream().map(l -> l.variable().name()).collect(Collectors.joining(", "))
                    + ", by one block";
        }
        return steps.getFirst() instanceof HostStep.Loop loop
                ? "all launches for " + loop.variable().name() + ", by one block"
                : launches.size() + " launches, by one block";
    }

    /** Whether the steps are loops of launches that a block may run. */
    private boolean collect(List<HostStep> steps) {
        boolean all = true;
        for (HostStep step : steps) {
            all &= switch (step) {
                case HostStep.Loop l -> collect(l.body());
                case HostStep.Launch l -> {
                    launches.add(l);
                    yield !l.ahead()
                            && !l.meets()
                            && (!problems.isOne() || isAlongOneDirection(l.blocks()))
                            && l.arguments().stream().noneMatch(Argument.Either.class::isInstance)
                            && new Reached(program, l.function()).mayStay(problems.isOne() ? WIDE : l.threads());
                }
                case HostStep.While _, HostStep.LaunchTogether _, HostStep.Simple _, HostStep.InStream _ -> false;
            };
        }
        return all;
    }

    /** Where blocks lie in an area, a launch is soon no small one. */
    private static boolean isAlongOneDirection(Expression blocks) {
        boolean[] area = {false};
        Expressions.visit(
                blocks,
                e -> area[0] |= e instanceof Expression.Binary b
                        && b.operator() == Infix.MUL
                        && !(b.left() instanceof Expression.IntegerLiteral)
                        && !(b.right() instanceof Expression.IntegerLiteral));
        return !area[0];
    }

    /** When no launch takes more rounds than it may; empty where that cannot be told before the loop. */
    private Optional<Expression> fits(Extremes around, List<? extends HostStep> steps, int threads) {
        Expression all = integer(1);
        for (HostStep step : steps) {
            Optional<Expression> own = switch (step) {
                case HostStep.Loop l ->
                    around.within(l.variable(), l.first(), l.last()).flatMap(b -> fits(b, l.body(), threads));
                case HostStep.Launch l -> around.greatest(l.blocks()).flatMap(most -> fits(l, most, threads));
                case HostStep.While _, HostStep.LaunchTogether _, HostStep.Simple _, HostStep.InStream _ ->
                    Optional.empty();
            };
            if (own.isEmpty()) {
                return Optional.empty();
            }
            if (!isInteger(own.get(), 1) && !all.equals(own.get())) {
                all = isInteger(all, 1) ? own.get() : binary(Infix.AND_THEN, all, own.get());
            }
        }
        return Optional.of(all);
    }

    /** When so many blocks of a launch take no more rounds than they may; nothing where the block cannot run them. */
    private Optional<Expression> fits(HostStep.Launch launch, Expression most, int threads) {
        if (!mayRun(launch, threads)) {
            return Optional.empty();
        }
        long all = (long) residency.rounds() * besides(launch, threads);
        Expression taken = multiply(most, integer(turns(launch, threads)));
        return decided(lessEqual(
                taken,
                problems.isOne()
                        ? integer(all)
                        : call(
                                Intrinsic.MIN,
                                ScalarType.I64,
                                multiply(problems.count(), integer(all)),
                                integer(all * residency.processors()))));
    }

    /** The condition: 1 where it holds at all sizes, nothing where it holds at none. */
    private static Optional<Expression> decided(Expression condition) {
        boolean[] constant = {true};
        Expressions.visit(condition, e -> constant[0] &= !(e instanceof Expression.Read));
        if (!constant[0]) {
            return Optional.of(condition);
        }
        return HostValues.of(condition, _ -> 0) == 0 ? Optional.empty() : Optional.of(integer(1));
    }

    /** Whether the block has the threads that a launch's barriers ask for, or runs whole blocks side by side, or their threads in whole turns. */
    private boolean mayRun(HostStep.Launch launch, int threads) {
        return waits(launch)
                ? launch.threads() == threads
                : launch.threads() <= threads || launch.threads() % threads == 0;
    }

    /** Blocks of a launch that run side by side. */
    private int besides(HostStep.Launch launch, int threads) {
        // Blocks side by side would stage in one another's memory.
        boolean alone = waits(launch) || !problems.isOne() && launch.sharedBytes() > 0;
        return alone ? 1 : Math.max(1, threads / launch.threads());
    }

    /** Whether threads of a launch's block wait for each other. Of one problem, a thread alone has a launch of its own, beside which others may run. */
    private boolean waits(HostStep.Launch launch) {
        Reached reached = new Reached(program, launch.function());
        return problems.isOne() ? reached.hasBarriers() : reached.waits(launch.threads());
    }

    /** In how many turns the block's threads are those of a launch's block. */
    private static int turns(HostStep.Launch launch, int threads) {
        return Math.max(1, launch.threads() / threads);
    }

    /** The arrays that launches pass, and whether some launch writes them. */
    private Map<String, Memory.Global> arrays() {
        Map<String, Memory.Global> arrays = new LinkedHashMap<>();
        for (HostStep.Launch launch : launches) {
            List<Function.Parameter> parameters =
                    program.function(launch.function()).parameters();
            for (int p = 0; p < parameters.size(); p++) {
                if (parameters.get(p) instanceof Function.Parameter.Base b
                        && launch.arguments().get(p) instanceof Argument.Base(String array)) {
                    arrays.merge(
                            array,
                            new Memory.Global(array, b.array().type(), b.array().written()),
                            (x, y) -> new Memory.Global(array, x.type(), x.written() || y.written()));
                }
            }
        }
        return arrays;
    }

    /** Copies of what the launches run, for blocks whose number and threads are passed, and the function that calls them. */
    private List<Function> resident(String name, int threads, Map<String, Memory.Global> arrays) {
        List<Function> made = new ArrayList<>();
        Map<String, String> copies = new LinkedHashMap<>();
        Map<String, BlockDigits> digits = new LinkedHashMap<>();
        ProblemOffsets offsets = new ProblemOffsets(problems.variables());
        for (HostStep.Launch launch : launches) {
            Reached reached = new Reached(program, launch.function());
            reached.functions().forEach(f -> copies.put(f.name(), fresh(f.name() + "_staying")));
            for (Function copy : reached.staying(copies, launch.threads(), offsets)) {
                Optional<BlockDigits> counted =
                        copy.name().equals(copies.get(launch.function())) && besides(launch, threads) == 1
                                ? BlockDigits.of(copy, Reached.BLOCK)
                                : Optional.empty();
                counted.ifPresent(d -> digits.put(copy.name(), d));
                made.add(counted.map(BlockDigits::function).orElse(copy));
            }
        }
        List<Function.Parameter> parameters = new ArrayList<>();
        program.sizes().forEach(s -> parameters.add(new Function.Parameter.Value(s)));
        around.forEach(v -> parameters.add(new Function.Parameter.Value(v)));
        arrays.values().forEach(a -> parameters.add(new Function.Parameter.Base(a, true)));
        Set<String> taken = taken();
        Variable thread = Variable.integer(FreshName.underscored("thread", taken::add));
        Variable block = Variable.integer(FreshName.underscored("block", taken::add));
        Copies called = new Copies(copies, digits, wanted -> FreshName.underscored(wanted, taken::add));
        List<Statement> body = new ArrayList<>();
        body.add(new Statement.Declare(thread, Expressions.THREAD, true));
        body.addAll(problems.around(statements(steps, threads, thread, block, called)));
        made.add(new Function(name, new Function.Kind.Kernel(threads, 0), description(), parameters, null, body));
        return made;
    }

    /**
     * Copies of what the launches run.
     *
     * @param names by the name of the function that was copied
     * @param digits by the name of the copy, of those that count their blocks
     * @param fresh makes names of variables
     */
    private record Copies(Map<String, String> names, Map<String, BlockDigits> digits, UnaryOperator<String> fresh) {}

    private List<Statement> statements(
            List<? extends HostStep> steps, int threads, Variable thread, Variable block, Copies copies) {
        List<Statement> statements = new ArrayList<>();
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.Loop l ->
                    statements.add(new Statement.For(
                            l.variable(),
                            l.first(),
                            lessEqual(l.variable().read(), l.last()),
                            integer(1),
                            1,
                            statements(l.body(), threads, thread, block, copies)));
                case HostStep.Launch l -> {
                    statements.addAll(launched(l, threads, thread, block, copies));
                    statements.add(new Statement.Barrier());
                }
                case HostStep.While _, HostStep.LaunchTogether _, HostStep.Simple _, HostStep.InStream _ ->
                    throw new IllegalStateException("no launch: " + step);
            }
        }
        return statements;
    }

    private List<Statement> launched(
            HostStep.Launch launch, int threads, Variable thread, Variable block, Copies copies) {
        int besides = besides(launch, threads);
        boolean barriers = waits(launch);
        Expression own = launch.threads() == 1 && threads > 1
                ? integer(0)
                : besides == 1 ? thread.read() : remainder(thread.read(), launch.threads());
        List<Argument> arguments = new ArrayList<>(launch.arguments());
        arguments.add(new Argument.Value(block.read()));
        int turns = turns(launch, threads);
        String copy = Objects.requireNonNull(copies.names().get(launch.function()));
        List<Statement> each = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            List<Argument> ofTurn = new ArrayList<>(arguments);
            ofTurn.add(new Argument.Value(turns == 1 ? own : add(own, (long) turn * threads)));
            each.add(new Statement.Call(copy, ofTurn));
        }
        if (barriers) {
            each.add(new Statement.Barrier());
        }
        Expression first = besides == 1 ? integer(0) : divide(thread.read(), launch.threads());
        Statement.For all =
                new Statement.For(block, first, less(block.read(), launch.blocks()), integer(besides), 1, each);
        BlockDigits digits = copies.digits().get(copy);
        List<Statement> run = digits == null ? List.of(all) : digits.counted(all, copies.fresh());
        int taken = besides * launch.threads();
        return taken == threads ? run : List.of(new Statement.If(less(thread.read(), integer(taken)), run));
    }

    private String fresh(String wanted) {
        return FreshName.numbered(wanted, "_", names::add);
    }

    /** Names that something in the loop has. */
    private Set<String> taken() {
        Set<String> taken = new HashSet<>();
        program.sizes().forEach(v -> taken.add(v.name()));
        program.arrays().forEach(a -> taken.add(a.name()));
        around.forEach(v -> taken.add(v.name()));
        problems.loops().forEach(l -> taken.add(l.variable().name()));
        variables(steps, taken);
        return taken;
    }

    private static void variables(List<? extends HostStep> steps, Set<String> found) {
        for (HostStep step : steps) {
            if (step instanceof HostStep.Loop l) {
                found.add(l.variable().name());
                variables(l.body(), found);
            }
        }
    }
}
