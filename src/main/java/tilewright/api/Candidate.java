package tilewright.api;

import java.util.List;

/**
 * One way to cut a nest.
 *
 * @param block size of a block in each loop
 * @param thread how much of that one thread executes
 * @param chunk iterations that are staged at a time
 * @param buffers copies of what is staged: 1 or 2
 * @param step in which diagonal and panels advance; 0: a whole block at a time
 */
public record Candidate(List<Integer> block, List<Integer> thread, int chunk, int buffers, int step) {
    /** Keeps copies. */
    public Candidate {
        block = List.copyOf(block);
        thread = List.copyOf(thread);
    }

    static Candidate of(tilewright.tiling.Candidate candidate) {
        tilewright.tiling.Candidate.Options options = candidate.options();
        return new Candidate(candidate.block(), candidate.thread(), options.chunk(), options.buffers(), options.step());
    }

    private tilewright.tiling.Candidate planned() {
        return new tilewright.tiling.Candidate(
                block, thread, new tilewright.tiling.Candidate.Options(chunk, buffers, step));
    }

    /** As tables write it: {@code 64x128x128/1x8x8 chunk 16 buffers 2}. */
    @Override
    public String toString() {
        return planned().toString();
    }
}
