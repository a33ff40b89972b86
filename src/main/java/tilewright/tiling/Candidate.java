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
     * @param step iterations that the blocks on which others of the same step depend (diagonal and panels) advance at a
     *     time, in blocks as wide; 0 where they advance a whole block size at a time, like all others. With a step, the
     *     other blocks are visited once for all iterations of the block size, and the next ones' diagonal and panels run
     *     beside them
     */
    public record Options(int chunk, int buffers, int step) {
        public Options {
            if (step < 0) {
                throw new IllegalArgumentException("step " + step);
            }
        }

        public Options(int chunk, int buffers) {
            this(chunk, buffers, 0);
        }
    }

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
                + (options.buffers > 1 ? " buffers " + options.buffers : "")
                + (options.step > 0 ? " step " + options.step : "");
    }

    private static String join(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }
}
