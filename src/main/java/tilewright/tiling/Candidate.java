package tilewright.tiling;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One way of cutting a nest.
 *
 * @param block block sizes r_1..r_n, one per loop of the common loop space
 * @param thread thread sizes r_{1,2}..r_{n,2}: how many values of each loop one thread executes
 * @param options everything else that distinguishes kernels of the same sizes
 */
public record Candidate(List<Integer> block, List<Integer> thread, Options options) {
    /**
     * @param chunk how many iterations of the sequential loop are staged in shared memory at a time
     * @param buffers shared-memory buffers per staged value (1: load, barrier, compute, barrier)
     */
    public record Options(int chunk, int buffers) {}

    public Candidate {
        block = List.copyOf(block);
        thread = List.copyOf(thread);
        if (block.size() != thread.size()) {
            throw new IllegalArgumentException("block has " + block.size() + " sizes, thread has " + thread.size());
        }
    }

    /** {@code 64x128x128/1x8x8 chunk 16}. */
    @Override
    public String toString() {
        return join(block) + "/" + join(thread) + " chunk " + options.chunk
                + (options.buffers > 1 ? " buffers " + options.buffers : "");
    }

    private static String join(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }
}
