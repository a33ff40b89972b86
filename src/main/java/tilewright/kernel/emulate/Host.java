package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.HostStep;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/** Does what the host of a program does. */
final class Host {
    private static final Active ONE = one();

    private final Program program;
    private final Run run;
    private final Names names = new Names(Map.of());
    private final ExpressionCompiler expressions;
    private final Launcher launcher;
    private final Map<String, GlobalArray> arrays = new LinkedHashMap<>();
    private final Block host;
    private final List<Runnable> steps;
    private int stream = Launcher.MAIN;

    /**
     * @param given contents of the caller's arrays
     * @throws IllegalArgumentException where the program is not well formed, or contents do not fit it
     */
    Host(Program program, Run run, Map<String, ? extends Number> sizes, Map<String, ArrayContents> given) {
        this.program = program;
        this.run = run;
        expressions = new ExpressionCompiler(names, 1, new Counters());
        List<Integer> slots = program.sizes().stream().map(names::declare).toList();
        List<Value> elements = program.arrays().stream()
                .map(a -> value(a.elements(), "elements of " + a.name()))
                .toList();
        launcher = new Launcher(program, run);
        steps = compile(program.host());
        host = new Block(run, launcher.host(), 0, names.frame(1, 0), null);
        for (int s = 0; s < slots.size(); s++) {
            Variable size = program.sizes().get(s);
            set(slots.get(s), bits(size, sizes.get(size.name())));
        }
        for (int a = 0; a < elements.size(); a++) {
            allocate(program.arrays().get(a), Math.toIntExact(number(elements.get(a))), given);
        }
    }

    private static Active one() {
        Active one = new Active(1);
        one.add(0);
        return one;
    }

    private void allocate(Program.Allocation allocation, int elements, Map<String, ArrayContents> given) {
        ArrayContents contents = given.get(allocation.name());
        if (allocation.role() == Program.Role.SCRATCH) {
            contents = new ArrayContents(allocation.type(), new long[Math.max(0, elements)], new java.util.BitSet());
        }
        if (contents == null || contents.elements() != elements || contents.type() != allocation.type()) {
            throw new IllegalArgumentException("array " + allocation.name() + " has " + elements + " elements of "
                    + allocation.type().notation());
        }
        arrays.put(allocation.name(), contents.array(allocation.name()));
    }

    void run() {
        steps.forEach(Runnable::run);
    }

    GlobalArray array(String name) {
        GlobalArray array = arrays.get(name);
        if (array == null) {
            throw new IllegalArgumentException("no array " + name + " in program " + program.name());
        }
        return array;
    }

    /** A host's expression; errors name what it is for. */
    private Value value(Expression expression, String what) {
        return expressions.as(tilewright.kernel.ScalarType.I64, expression, site(what));
    }

    private Site site(String what) {
        return run.faults().site("host", new Statement.Comment(what), "");
    }

    private long number(Value value) {
        return value.of(host, ONE).bits[0];
    }

    private static long bits(Variable size, @Nullable Number value) {
        if (value == null) {
            throw new IllegalArgumentException("size " + size.name() + " has no value");
        }
        return size.type().isFloating() ? Arithmetic.ofDouble(size.type(), value.doubleValue()) : value.longValue();
    }

    private void set(int slot, long value) {
        host.frame.variables[slot].set(0, value);
    }

    private List<Runnable> compile(List<HostStep> list) {
        return list.stream().map(this::compile).toList();
    }

    private Runnable compile(HostStep step) {
        return switch (step) {
            case HostStep.Loop l -> loop(l);
            case HostStep.While w -> {
                Value condition = expressions.condition(w.condition(), site("while"));
                List<Runnable> body = compile(w.body());
                yield () -> {
                    while (number(condition) != 0) {
                        Checks.progress(host, ONE, site("while"));
                        body.forEach(Runnable::run);
                    }
                };
            }
            case HostStep.Launch l -> launch(l);
            case HostStep.InStream s -> inStream(s);
            case HostStep.Transfer t -> transfer(t);
            case HostStep.Join _ -> launcher::awaitDevice;
            case HostStep.LaunchTogether l -> {
                List<List<Value>> values = values(l.arguments(), l.function());
                yield () -> launcher.launchTogether(l, passed(l.arguments(), values));
            }
            case HostStep.Fill f -> {
                Site site = site("fill " + f.array());
                yield () -> {
                    GlobalArray array = array(f.array());
                    Value value = expressions.as(array.type, f.value(), site);
                    launcher.fill(array, value.of(host, ONE).bits[0], site);
                };
            }
            case HostStep.Read r -> read(r);
            case HostStep.Assign a -> {
                Value value = expressions.as(
                        a.variable().type(), a.value(), site(a.variable().name()));
                int slot = slot(a.variable());
                yield () -> set(slot, number(value));
            }
        };
    }

    /** Host variables live as long as the program. */
    private int slot(Variable variable) {
        return names.knows(variable.name()) instanceof Names.Meaning.OfVariable known
                ? known.slot()
                : names.declare(variable);
    }

    private Runnable loop(HostStep.Loop l) {
        Value first = value(l.first(), "first of " + l.variable().name());
        Value last = value(l.last(), "last of " + l.variable().name());
        names.enter();
        int slot = names.declare(l.variable());
        List<Runnable> body = compile(l.body());
        names.leave();
        return () -> {
            long end = number(last);
            for (long v = number(first); v <= end; v++) {
                set(slot, v);
                body.forEach(Runnable::run);
            }
        };
    }

    private Runnable read(HostStep.Read r) {
        Value index = value(r.index(), "index of " + r.array());
        int slot = slot(r.variable());
        Site site = site("read " + r.array());
        return () -> {
            GlobalArray array = array(r.array());
            long element = number(index);
            if (element < 0 || element >= array.elements()) {
                run.faults()
                        .report(
                                Fault.Kind.OUT_OF_BOUNDS,
                                "element " + element + " of " + array.elements(),
                                site,
                                host,
                                0,
                                array.name);
                throw new Faults.Stopped();
            }
            launcher.awaitDevice();
            if (array.origin[(int) element] != Lanes.SET) {
                int read = array.origin[(int) element];
                Checks.decided(host, 0, read == Lanes.UNWRITTEN ? site.number() : read, "what the host reads", site);
            }
            set(slot, array.bits[(int) element]);
        };
    }

    private Runnable inStream(HostStep.InStream s) {
        Value condition = expressions.condition(s.condition(), site("stream"));
        Value number = value(s.number(), "number of a stream");
        names.enter();
        List<Runnable> body = compile(s.body());
        names.leave();
        return () -> {
            if (number(condition) != 0) {
                int outer = stream;
                stream = Launcher.FIRST + Math.floorMod(number(number), s.streams());
                if (number(number) < 0 || number(number) >= s.streams()) {
                    throw new IllegalArgumentException("stream " + number(number) + " of " + s.streams());
                }
                body.forEach(Runnable::run);
                stream = outer;
            }
        };
    }

    private Runnable transfer(HostStep.Transfer t) {
        Site site = site("transfer of " + t.host().array());
        HostStep.Rows from = t.in() ? t.host() : t.device();
        HostStep.Rows to = t.in() ? t.device() : t.host();
        Supplier<Launcher.Rows> source = rows(from);
        Supplier<Launcher.Rows> target = rows(to);
        Value rows = value(t.rows(), "rows of " + t.host().array());
        Value columns = value(t.columns(), "columns of " + t.host().array());
        return () -> launcher.transfer(
                new Launcher.Transfer(source.get(), target.get(), number(rows), number(columns)), stream, site);
    }

    private Supplier<Launcher.Rows> rows(HostStep.Rows rows) {
        Value first = value(rows.first(), "first element of " + rows.array());
        Value pitch = value(rows.pitch(), "pitch of " + rows.array());
        return () -> new Launcher.Rows(array(rows.array()), number(first), number(pitch));
    }

    private Runnable launch(HostStep.Launch l) {
        Value blocks = value(l.blocks(), "blocks of " + l.function());
        List<List<Value>> values = values(l.arguments(), l.function());
        return () -> launcher.launch(l, number(blocks), stream, passed(l.arguments(), values));
    }

    /** The numbers and conditions in arguments. */
    private List<List<Value>> values(List<Argument> arguments, String function) {
        Site site = site("argument of " + function);
        return arguments.stream()
                .map(argument -> switch (argument) {
                    case Argument.Value v -> List.of(expressions.of(v.value(), site));
                    case Argument.Base _ -> List.<Value>of();
                    case Argument.Window w ->
                        w.values().stream()
                                .map(e -> value(e, "window of " + w.array()))
                                .toList();
                    case Argument.Either e -> List.of(expressions.condition(e.condition(), site));
                })
                .toList();
    }

    private List<Launcher.Passed> passed(List<Argument> arguments, List<List<Value>> values) {
        List<Launcher.Passed> passed = new ArrayList<>();
        for (int a = 0; a < values.size(); a++) {
            passed.add(pass(arguments.get(a), values.get(a)));
        }
        return passed;
    }

    private Launcher.Passed pass(Argument argument, List<Value> values) {
        return switch (argument) {
            case Argument.Value v -> new Launcher.Passed.Number(v.value().type(), number(values.getFirst()));
            case Argument.Base b -> new Launcher.Passed.Base(onDevice(b.array()));
            case Argument.Window w ->
                new Launcher.Passed.Base(window(
                        onDevice(w.array()), number(values.get(0)), number(values.get(1)), number(values.get(2))));
            case Argument.Either e ->
                new Launcher.Passed.Base(onDevice(number(values.getFirst()) != 0 ? e.then() : e.otherwise()));
        };
    }

    private static GlobalArray window(GlobalArray array, long base, long first, long elements) {
        if (first < 0 || elements < 0 || first > array.elements() - elements) {
            throw new IllegalArgumentException("a window of " + elements + " elements from " + first + " on in "
                    + array.name + ", which has " + array.elements());
        }
        return array.window(base, (int) first, (int) (first + elements));
    }

    /** An array that kernels reach. */
    private GlobalArray onDevice(String name) {
        if (program.arrays().stream().anyMatch(a -> a.name().equals(name) && a.role() == Program.Role.HOST)) {
            throw new IllegalArgumentException("array " + name + " is in the host's memory, and a kernel gets it");
        }
        return array(name);
    }

    /** Counters of a program: single elements that start as 0. */
    static Map<String, GlobalArray> counters(Program program) {
        Map<String, GlobalArray> counters = new HashMap<>();
        for (Memory.Global counter : program.counters()) {
            counters.put(
                    counter.name(),
                    ArrayContents.of(counter.type(), new long[1]).array(counter.name()));
        }
        return counters;
    }
}
