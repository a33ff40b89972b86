package tilewright.codegen.ir;

import java.util.List;

/**
 * One argument of a kernel, in the order of the call. Sizes, host variables and pitches are 32-bit integers: no
 * extent of a loop or row may reach 2^31.
 */
public sealed interface KernelArgument {
    /** A parameter of the nest. */
    record Size(String parameter) implements KernelArgument {}

    /** The current value of a host loop's variable. */
    record HostVariable(String variable) implements KernelArgument {}

    /**
     * Base address of an array.
     *
     * @param written whether the kernel writes it
     */
    record ArrayBase(String array, boolean written) implements KernelArgument {}

    /**
     * Base address of one of an array's two copies, which launches write in turn: the array itself where
     * {@code variable + phase} is even, else its second copy. A kernel reads phase 0 and writes phase 1.
     *
     * @param variable of a host loop that starts at 0
     */
    record AlternatingBase(String array, String variable, int phase) implements KernelArgument {}

    /** Elements from row to row of an array with several rows ({@link ArrayLayout#hasRows}). */
    record Pitch(String array) implements KernelArgument {}

    /** What a kernel gets of an array: its base, and its pitch where it has one. */
    static List<KernelArgument> ofArray(ArrayLayout layout, boolean written) {
        ArrayBase base = new ArrayBase(layout.name(), written);
        return layout.hasRows() ? List.of(base, new Pitch(layout.name())) : List.of(base);
    }
}
