package tilewright.device;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * A program at given sizes, free of expressions: what a worker process gets.
 *
 * @param sizes values of the nest's parameters, in its order
 * @param arrays in the nest's order
 * @param scratch memory for temporaries, which launches name after the arrays and their second copies
 * @param padded arrays whose padding the launches may write
 * @param waits whether some blocks wait until others, or earlier launches, have set what they look at in memory
 * @param launches what the host launches, in order; empty for a program that is one host function
 */
public record ProgramInstance(
        SequencedMap<String, Long> sizes,
        List<ArrayShape> arrays,
        List<ArrayShape> scratch,
        Set<String> padded,
        boolean waits,
        List<Launch> launches) {
    /**
     * @param kernel position among the program's kernel shapes
     * @param blocks number of blocks
     * @param integers the integer arguments, in order
     * @param ahead whether it belongs to the lane that runs ahead of the main one
     * @param meets whether, before it, both lanes wait for each other
     */
    public record Launch(int kernel, int blocks, List<Integer> integers, boolean ahead, boolean meets) {
        public Launch {
            integers = List.copyOf(integers);
        }

        /** A launch where there is one lane. */
        public Launch(int kernel, int blocks, List<Integer> integers) {
            this(kernel, blocks, integers, false, false);
        }
    }

    public ProgramInstance {
        sizes = copy(sizes);
        arrays = List.copyOf(arrays);
        scratch = List.copyOf(scratch);
        padded = Set.copyOf(padded);
        launches = List.copyOf(launches);
    }

    /** A program without temporaries that leaves padding as it is, whose blocks wait for nothing. */
    public ProgramInstance(SequencedMap<String, Long> sizes, List<ArrayShape> arrays, List<Launch> launches) {
        this(sizes, arrays, List.of(), Set.of(), false, launches);
    }

    /** Whether some launches may run beside others. */
    public boolean usesLanes() {
        return launches.stream().anyMatch(Launch::ahead);
    }

    /** The parameters as a host function takes them. */
    public List<Integer> parameters() {
        return sizes.values().stream().map(Math::toIntExact).toList();
    }

    /** Memory of all arrays, padding included. */
    public long bytes() {
        return arrays.stream().mapToLong(ArrayShape::bytes).reduce(0, Math::addExact);
    }

    private static SequencedMap<String, Long> copy(Map<String, Long> sizes) {
        return java.util.Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sizes));
    }
}
