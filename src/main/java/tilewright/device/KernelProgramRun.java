package tilewright.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.model.HalfPrecision;

/** A kernel program on a device: its arrays there, and its host steps, which may ask the device how to go on. */
public final class KernelProgramRun implements AutoCloseable {
    private final Gpu gpu;
    private final Gpu.Module module;
    private final Program program;
    private final Map<String, Long> variables = new HashMap<>();
    private final Map<String, Float> reals;
    private final Map<String, DeviceMemory> arrays = new HashMap<>();
    private final Map<String, Gpu.Kernel> kernels = new HashMap<>();
    private final HostMemory word = HostMemory.allocate(Long.BYTES);

    /**
     * Allocates the program's arrays, uninitialised.
     *
     * @param cubin its functions, compiled
     * @param sizes values of its whole-numbered sizes
     * @param reals values of its sizes that are floating-point numbers
     */
    public KernelProgramRun(Gpu gpu, byte[] cubin, Program program, Map<String, Long> sizes, Map<String, Float> reals) {
        this.gpu = gpu;
        this.program = program;
        this.reals = Map.copyOf(reals);
        variables.putAll(sizes);
        module = gpu.load(cubin);
        for (Program.Allocation array : program.arrays()) {
            long bytes = HostValues.of(array.elements(), this::variable)
                    * array.type().bytes();
            arrays.put(array.name(), gpu.allocate(Math.max(Long.BYTES, Math.ceilDiv(bytes, Long.BYTES) * Long.BYTES)));
        }
    }

    /** Where an array's elements begin. */
    public DeviceMemory memory(String array) {
        DeviceMemory memory = arrays.get(array);
        if (memory == null) {
            throw new IllegalArgumentException("no array " + array + " in program " + program.name());
        }
        return memory;
    }

    /** Sets a host variable before a run. */
    public void set(String variable, long value) {
        variables.put(variable, value);
    }

    /** A host variable, as it is after a run. */
    public long value(String variable) {
        return variable(variable);
    }

    /** Queues everything that the host does; steps that read wait for the device. */
    public void run() {
        prepare().run();
    }

    /**
     * What {@link #run} does, with today's host variables. Where the host only launches, nothing but the launches is left to do: what
     * they take is found before, so that their time can be measured.
     */
    public Runnable prepare() {
        List<Runnable> steps = new ArrayList<>();
        boolean known = true;
        for (HostStep step : program.host()) {
            steps.add(
                    switch (step) {
                        case HostStep.LaunchTogether l -> known ? together(l)::queue : () -> run(step);
                        case HostStep.Launch l -> known && !l.meets() ? launches(l) : () -> run(step);
                        case HostStep.Loop _, HostStep.While _, HostStep.Simple _, HostStep.InStream _ ->
                            () -> run(step);
                    });
            known &= leavesVariables(step);
        }
        return () -> steps.forEach(Runnable::run);
    }

    /** Whether host variables and what arrays are called are the same after a step. */
    private static boolean leavesVariables(HostStep step) {
        return switch (step) {
            case HostStep.LaunchTogether _,
                    HostStep.Launch _,
                    HostStep.Fill _,
                    HostStep.Transfer _,
                    HostStep.InStream _,
                    HostStep.Join _ -> true;
            case HostStep.Loop _, HostStep.While _, HostStep.Read _, HostStep.Assign _ -> false;
        };
    }

    private Runnable launches(HostStep.Launch l) {
        int blocks = Math.toIntExact(of(l.blocks()));
        return blocks > 0 ? prepared(l, blocks)::queue : () -> {};
    }

    private Gpu.Launch prepared(HostStep.Launch l, int blocks) {
        Gpu.Kernel kernel = kernel(l.function(), l.threads(), l.sharedBytes());
        Gpu.Grid grid = new Gpu.Grid(blocks, 1, 1);
        Arguments arguments = arguments(l.function(), l.arguments());
        if (!(program.function(l.function()).kind() instanceof Function.Kind.Kernel kind)) {
            throw new IllegalArgumentException("no kernel: " + l.function());
        }
        return kernel.prepare(grid, arguments, l.ahead(), kind.start());
    }

    private Gpu.Launch together(HostStep.LaunchTogether l) {
        Gpu.Kernel kernel = kernel(l.function(), l.threads(), l.sharedBytes());
        Gpu.Grid grid = new Gpu.Grid(kernel.residentBlocks(), 1, 1);
        return kernel.prepareTogether(grid, arguments(l.function(), l.arguments()));
    }

    private void run(List<HostStep> steps) {
        steps.forEach(this::run);
    }

    private void run(HostStep step) {
        switch (step) {
            case HostStep.Loop l -> {
                long last = of(l.last());
                for (long v = of(l.first()); v <= last; v++) {
                    variables.put(l.variable().name(), v);
                    run(l.body());
                }
            }
            case HostStep.While w -> {
                while (of(w.condition()) != 0) {
                    run(w.body());
                }
            }
            case HostStep.Launch l -> launch(l);
            case HostStep.LaunchTogether l -> together(l).queue();
            case HostStep.Fill f -> gpu.fill(memory(f.array()), word(type(f.array()), f.value()));
            case HostStep.Read r -> read(r);
            case HostStep.Assign a -> variables.put(a.variable().name(), of(a.value()));
            case HostStep.Transfer _, HostStep.InStream _, HostStep.Join _ ->
                throw new IllegalArgumentException("arrays are in the device's memory, and the host has " + step);
        }
    }

    private void launch(HostStep.Launch l) {
        int blocks = Math.toIntExact(of(l.blocks()));
        if (blocks > 0) {
            if (l.meets()) {
                gpu.fork();
                gpu.join();
            }
            prepared(l, blocks).queue();
        }
    }

    private void read(HostStep.Read r) {
        ScalarType type = type(r.array());
        DeviceMemory element = memory(r.array()).slice(of(r.index()) * type.bytes(), type.bytes());
        HostMemory to = word.slice(0, type.bytes());
        gpu.copyOut(to, element);
        variables.put(
                r.variable().name(),
                switch (type) {
                    case I32, U32 -> (long) to.getInt(0);
                    case U8, I8, I16, U16, I64, U64, F16, F32, F64 ->
                        throw new IllegalArgumentException("the host reads no elements of type " + type.notation());
                });
    }

    private Gpu.Kernel kernel(String function, int threads, int sharedBytes) {
        return kernels.computeIfAbsent(function, f -> module.kernel(f, threads, sharedBytes));
    }

    private Arguments arguments(String function, List<Argument> arguments) {
        List<Function.Parameter> parameters = program.function(function).parameters();
        List<Arguments.Argument> values = new ArrayList<>();
        for (int a = 0; a < arguments.size(); a++) {
            values.add(
                    switch (arguments.get(a)) {
                        case Argument.Value v -> value(parameters.get(a), v.value());
                        case Argument.Base b -> new Arguments.Argument.Address(memory(b.array()));
                        case Argument.Window w ->
                            throw new IllegalArgumentException(
                                    "arrays are in the device's memory, and a kernel gets " + w);
                        case Argument.Either e ->
                            new Arguments.Argument.Address(memory(of(e.condition()) != 0 ? e.then() : e.otherwise()));
                    });
        }
        return new Arguments(values);
    }

    private Arguments.Argument value(Function.Parameter parameter, Expression value) {
        boolean floating = parameter instanceof Function.Parameter.Value(var variable)
                && variable.type().isFloating();
        return floating
                ? new Arguments.Argument.Real(real(value))
                : new Arguments.Argument.Int(Math.toIntExact(of(value)));
    }

    private float real(Expression value) {
        if (value instanceof Expression.Read(tilewright.kernel.Place.Scalar(var variable))
                && reals.get(variable.name()) instanceof Float known) {
            return known;
        }
        if (value instanceof Expression.RealLiteral literal) {
            return literal.text().equals("INFINITY") ? Float.POSITIVE_INFINITY : Float.parseFloat(literal.text());
        }
        throw new IllegalArgumentException("no number on the host: " + value);
    }

    /** Four bytes of elements that all have one value. */
    private int word(ScalarType type, Expression value) {
        return switch (type) {
            case F16 -> (HalfPrecision.bits(real(value)) & 0xffff) * 0x00010001;
            case F32 -> Float.floatToRawIntBits(real(value));
            case U8, I8 -> (int) (of(value) & 0xff) * 0x01010101;
            case I16, U16 -> (int) (of(value) & 0xffff) * 0x00010001;
            case I32, U32 -> (int) of(value);
            case I64, U64, F64 -> {
                boolean zero = value instanceof Expression.RealLiteral r
                        ? Double.doubleToRawLongBits(Double.parseDouble(r.text())) == 0
                        : of(value) == 0 || of(value) == -1 && !type.isFloating();
                if (!zero) {
                    throw new IllegalArgumentException("no filling of " + type.notation() + " with " + value);
                }
                yield value instanceof Expression.RealLiteral ? 0 : (int) of(value);
            }
        };
    }

    /** Runs the host's steps once. Seconds by the device's clock. */
    public double time() {
        Runnable launches = prepare();
        gpu.synchronize();
        try (Gpu.Event before = gpu.record()) {
            launches.run();
            try (Gpu.Event after = gpu.record()) {
                return after.secondsSince(before);
            }
        }
    }

    private ScalarType type(String array) {
        return program.arrays().stream()
                .filter(a -> a.name().equals(array))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no array " + array + " in program " + program.name()))
                .type();
    }

    private long of(Expression expression) {
        return HostValues.of(expression, this::variable);
    }

    private long variable(String name) {
        Long value = variables.get(name);
        if (value == null) {
            throw new IllegalArgumentException("host variable " + name + " has no value");
        }
        return value;
    }

    @Override
    public void close() {
        arrays.values().forEach(gpu::free);
        module.close();
        word.close();
    }
}
