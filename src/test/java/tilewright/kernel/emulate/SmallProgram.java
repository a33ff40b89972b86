package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tilewright.kernel.Argument;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;

/** A kernel written by hand, with the arrays it works on: one launch of it unless said otherwise. */
final class SmallProgram {
    static final Expression THREAD = Expressions.THREAD;
    static final Expression BLOCK = Expressions.BLOCK;

    private final int blocks;
    private final int threads;
    private final List<Memory.Shared> shared = new ArrayList<>();
    private final List<Memory.Global> arrays = new ArrayList<>();
    private final List<Memory.Global> counters = new ArrayList<>();
    private final List<Program.Allocation> allocations = new ArrayList<>();
    private final List<Function> functions = new ArrayList<>();
    private final Map<String, ArrayContents> contents = new LinkedHashMap<>();
    private List<HostStep> host = List.of();

    SmallProgram(int blocks, int threads) {
        this.blocks = blocks;
        this.threads = threads;
    }

    static Expression number(long value) {
        return Expressions.integer(value);
    }

    /** An array of the caller's whose elements are their numbers. */
    Memory.Global array(String name, ScalarType type, int elements) {
        double[] values = new double[elements];
        Arrays.setAll(values, i -> i);
        contents.put(name, ArrayContents.of(type, values));
        return array(name, type, elements, Program.Role.CALLERS);
    }

    Memory.Global scratch(String name, ScalarType type, int elements) {
        return array(name, type, elements, Program.Role.SCRATCH);
    }

    private Memory.Global array(String name, ScalarType type, int elements, Program.Role role) {
        Memory.Global array = new Memory.Global(name, type, true);
        arrays.add(array);
        allocations.add(new Program.Allocation(name, type, number(elements), role));
        return array;
    }

    Memory.Shared shared(String name, ScalarType type, Integer... shape) {
        Memory.Shared array = new Memory.Shared(name, type, List.of(shape), "values");
        shared.add(array);
        return array;
    }

    Memory.Global counter(String name) {
        Memory.Global counter = new Memory.Global(name, ScalarType.U32, true);
        counters.add(counter);
        return counter;
    }

    static Place.Global at(Memory.Global array, Expression offset) {
        return new Place.Global(array, offset);
    }

    static Expression read(Memory.Global array, Expression offset) {
        return new Expression.Read(at(array, offset));
    }

    /** Adds a function that the kernel may call, without parameters. */
    SmallProgram function(String name, Consumer<Body> body) {
        functions.add(new Function(name, new Function.Kind.Inline(), "", List.of(), null, Body.of(body)));
        return this;
    }

    /** The same with arrays of its own in the block's memory. */
    void function(String name, List<Memory.Shared> own, Consumer<Body> body) {
        Function.SharedMemory memory = new Function.SharedMemory(name + "_memory", "shared", own, false);
        functions.add(new Function(name, new Function.Kind.Inline(), "", List.of(), memory, Body.of(body)));
    }

    /** Adds a kernel that sees all arrays. */
    SmallProgram kernel(String name, Consumer<Body> body) {
        List<Function.Parameter> parameters = arrays.stream()
                .<Function.Parameter>map(a -> new Function.Parameter.Base(a, true))
                .toList();
        Function.SharedMemory memory =
                shared.isEmpty() ? null : new Function.SharedMemory("memory", "shared", shared, false);
        functions.add(new Function(name, new Function.Kind.Kernel(threads, 0), "", parameters, memory, Body.of(body)));
        return this;
    }

    HostStep launch(String kernel, boolean ahead, boolean meets) {
        List<Argument> arguments =
                arrays.stream().<Argument>map(a -> new Argument.Base(a.name())).toList();
        int bytes = shared.isEmpty() ? 0 : new Function.SharedMemory("", "", shared, false).bytes();
        return new HostStep.Launch(kernel, "", number(blocks), threads, bytes, arguments, ahead, meets);
    }

    HostStep launchTogether(String kernel) {
        List<Argument> arguments =
                arrays.stream().<Argument>map(a -> new Argument.Base(a.name())).toList();
        return new HostStep.LaunchTogether(kernel, "", threads, 0, arguments);
    }

    SmallProgram host(HostStep... steps) {
        host = List.of(steps);
        return this;
    }

    Program program() {
        List<HostStep> steps = host.isEmpty() ? List.of(launch("main", false, false)) : host;
        return new Program("small", List.of(), List.of(), allocations, counters, functions, steps);
    }

    Emulation run() {
        return Emulator.run(program(), Map.of(), contents, Emulator.Options.USUAL);
    }

    /** The same in several orders of blocks and threads. */
    List<Emulation> runs() {
        return java.util.stream.LongStream.range(0, 5)
                .mapToObj(seed -> Emulator.run(program(), Map.of(), contents, Emulator.Options.USUAL.withSeed(seed)))
                .toList();
    }
}
