package tilewright.api;

import java.util.List;

/**
 * One way to cut a nest.
 *
 * @param block size of a block in each loop
 * @param thread how much of that one thread executes
 * @param kTile iterations that are staged at a time
 * @param stages copies of what is staged: 1 to 4
 * @param panel iterations that diagonal and panels advance at a time; 0: a whole block; 1: blocks of time tiles go plane by plane
 */
public record Candidate(List<Integer> block, List<Integer> thread, int kTile, int stages, int panel) {
    /** Keeps copies. */
    public Candidate {
        block = List.copyOf(block);
        thread = List.copyOf(thread);
    }

    static Candidate of(tilewright.tiling.space.Candidate candidate) {
        tilewright.tiling.space.Candidate.Options options = candidate.options();
        return new Candidate(candidate.block(), candidate.thread(), options.kTile(), options.stages(), options.panel());
    }

    /**
     * What {@link #kTile} was called before.
     *
     * @return the same
     * @deprecated use {@link #kTile}
     */
    @Deprecated(since = "0.3.0")
    public int chunk() {
        return kTile;
    }

    /**
     * What {@link #stages} was called before.
     *
     * @return the same
     * @deprecated use {@link #stages}
     */
    @Deprecated(since = "0.3.0")
    public int buffers() {
        return stages;
    }

    /**
     * What {@link #panel} was called before.
     *
     * @return the same
     * @deprecated use {@link #panel}
     */
    @Deprecated(since = "0.3.0")
    public int step() {
        return panel;
    }

    private tilewright.tiling.space.Candidate planned() {
        return new tilewright.tiling.space.Candidate(
                block, thread, new tilewright.tiling.space.Candidate.Options(kTile, stages, panel));
    }

    /** As tables write it: {@code 64x128x128/1x8x8 k-tile 16, stages 2}. */
    @Override
    public String toString() {
        return planned().toString();
    }
}
