package tilewright.codegen.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.FunctionNames;
import tilewright.kernel.Argument;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * What a kernel and the functions of its pieces get.
 *
 * @param names of the kernel: of the nest, its sizes, host variables and arrays, and of the parameters
 * @param parameters in the order of the kernel's arguments
 * @param pitches by array
 * @param arrays by name in the nest or plan; a second copy by {@link CNames#otherCopy}
 */
record Signature(
        CNames names,
        List<Function.Parameter> parameters,
        Map<String, Variable> pitches,
        Map<String, Memory.Global> arrays) {
    static Signature of(KernelProgram program, Kernel kernel) {
        return of(program, kernel.hostVariables(), kernel.arguments());
    }

    static Signature of(KernelProgram program, List<String> hostVariables, List<KernelArgument> arguments) {
        CNames names = new CNames();
        FunctionNames.reserve(program, names);
        names.declare(program.parameters());
        names.declare(program.coalescing().lengths().keySet());
        names.declare(hostVariables);
        program.allArrays().forEach(a -> names.declare(a.name()));
        List<Function.Parameter> parameters = new ArrayList<>();
        Map<String, Variable> pitches = new HashMap<>();
        Map<String, Memory.Global> arrays = new HashMap<>();
        for (KernelArgument argument : arguments) {
            parameters.add(
                    switch (argument) {
                        case KernelArgument.Size s -> value(names.of(s.parameter()));
                        case KernelArgument.HostVariable v -> value(names.of(v.variable()));
                        case KernelArgument.ArrayBase a ->
                            base(program, a.array(), a.array(), names.of(a.array()), a.written(), arrays);
                        // A kernel reads an array's current copy under the array's own name.
                        case KernelArgument.AlternatingBase a
                        when a.phase() == 0 -> base(program, a.array(), a.array(), names.of(a.array()), false, arrays);
                        case KernelArgument.AlternatingBase a -> {
                            String other = CNames.otherCopy(a.array());
                            String name = names.declare(other, a.array() + "_next");
                            yield base(program, a.array(), other, name, true, arrays);
                        }
                        case KernelArgument.Pitch p -> {
                            Variable pitch = Variable.integer(names.fresh(p.array() + "_pitch"));
                            pitches.put(p.array(), pitch);
                            yield new Function.Parameter.Value(pitch);
                        }
                    });
        }
        return new Signature(names, parameters, pitches, arrays);
    }

    private static Function.Parameter value(String name) {
        return new Function.Parameter.Value(Variable.integer(name));
    }

    private static Function.Parameter base(
            KernelProgram program,
            String array,
            String key,
            String name,
            boolean written,
            Map<String, Memory.Global> arrays) {
        ScalarType type = ScalarType.of(program.array(array).type());
        Memory.Global memory = new Memory.Global(name, type, written);
        arrays.put(key, memory);
        return new Function.Parameter.Base(memory, true);
    }

    /** Parameters of a piece's function: the kernel's, then the block's coordinates. */
    List<Function.Parameter> with(List<Variable> coordinates) {
        List<Function.Parameter> all = new ArrayList<>(parameters);
        coordinates.forEach(c -> all.add(new Function.Parameter.Value(c)));
        return all;
    }

    /** Passes parameters on under their own names. */
    static List<Argument> passedOn(List<Function.Parameter> parameters) {
        return parameters.stream()
                .map(p -> switch (p) {
                    case Function.Parameter.Value v ->
                        (Argument) new Argument.Value(v.variable().read());
                    case Function.Parameter.Base b -> new Argument.Base(b.name());
                })
                .toList();
    }
}
