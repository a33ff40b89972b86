package tilewright.kernel;

import java.util.List;

/**
 * A kernel program.
 *
 * @param name of what it computes
 * @param header what is computed and why that is legal, for people, line by line
 * @param sizes parameters of the program, which kernels and array sizes may mention
 * @param arrays in global memory
 * @param counters variables in global memory that start as 0 and are not passed: kernels see them by name
 * @param functions every one after those that it calls
 */
public record Program(
        String name,
        List<String> header,
        List<Variable> sizes,
        List<Allocation> arrays,
        List<Memory.Global> counters,
        List<Function> functions,
        List<HostStep> host) {
    /** Who gives an array its contents. */
    public enum Role {
        /** The caller; and it gets the results there. */
        CALLERS,
        /** The same in the host's memory, which kernels do not reach. */
        HOST,
        /** Nobody: the program keeps values there while it runs. */
        SCRATCH
    }

    /** @param elements how many there are, over {@link Program#sizes()} */
    public record Allocation(String name, ScalarType type, Expression elements, Role role) {}

    public Program {
        header = List.copyOf(header);
        sizes = List.copyOf(sizes);
        arrays = List.copyOf(arrays);
        counters = List.copyOf(counters);
        functions = List.copyOf(functions);
        host = List.copyOf(host);
    }

    /** The same program with other functions. */
    public Program withFunctions(List<Function> changed) {
        return new Program(name, header, sizes, arrays, counters, changed, host);
    }

    /** @throws IllegalArgumentException where there is none of that name */
    public Function function(String name) {
        return functions.stream()
                .filter(f -> f.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no function " + name + " in program " + this.name));
    }
}
