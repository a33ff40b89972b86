package tilewright.codegen.ir;

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

    /** Elements from row to row of an array with more than one dimension. */
    record Pitch(String array) implements KernelArgument {}
}
