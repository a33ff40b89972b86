package tilewright.ranking.candidates;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.kernel.Target;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Workload;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Which sizes are tried on a kind of device. */
sealed interface SizeLimits {
    SpaceLimits LIMITS = SpaceLimits.shipped();

    /** Sizes to try for a loop of that role, in growing order. */
    List<Integer> blockSizes(LoopRole role, long extent);

    /**
     * Thread sizes for a block size, all of them divisors.
     *
     * @param last whether it is the last parallel loop: the one along which memory is contiguous
     */
    List<Integer> threadSizes(LoopRole role, int block, boolean last);

    /** How many copies of each staged value are tried for all sizes. */
    List<Integer> buffers();

    /** How many more are tried for the sizes that are best with these, where blocks run all iterations of a sum or a recurrence in one go. */
    List<Integer> moreBuffers();

    /** Whether a register tile of these sizes can still become one that fits. */
    boolean allowsTile(List<Integer> thread);

    /** Whether a block may have so many. */
    boolean allowsThreads(int threads);

    /** No block has more threads. */
    long mostThreads();

    /** Candidates of one family, before their memory and registers are counted: what can be ranked in a second or two. */
    int mostCandidates();

    /** {@link #allowsThreads} in words. */
    String threadRule();

    static SizeLimits of(DeviceDescription device, Workload workload) {
        return switch (device) {
            case GpuDescription gpu ->
                new OfGpu(gpu.limits(), gpu.offers().contains(Target.Offer.ASYNCHRONOUS_COPIES), workload.isOfLines());
            case HostDescription host -> new OfHost(host);
        };
    }

    /** Those of a ladder that are not larger than needed to hold the whole extent in one block. */
    static List<Integer> upTo(List<Integer> ladder, long extent, int always) {
        int enough = ladder.stream().filter(s -> s >= extent).findFirst().orElse(ladder.getLast());
        return ladder.stream().filter(s -> s <= Math.max(enough, always)).toList();
    }

    /**
     * @param copiesAhead whether copies to shared memory go on while threads compute
     * @param halfWarps whether a block may be half a warp: fewer lines a block are more blocks, where a launch has fewer than there are multiprocessors
     */
    record OfGpu(GpuDescription.Limits gpu, boolean copiesAhead, boolean halfWarps) implements SizeLimits {
        @Override
        public List<Integer> blockSizes(LoopRole role, long extent) {
            return switch (role) {
                case HOST -> List.of(1);
                case HOST_BLOCKS ->
                    upTo(LIMITS.blockSizes(), extent, 2).stream()
                            .filter(r -> r > 1)
                            .toList();
                case FRONTS -> LIMITS.frontBlocks();
                case KERNEL -> LIMITS.kTiles();
                case UNROLLED -> List.of(Math.toIntExact(extent));
                case PARALLEL -> upTo(LIMITS.blockSizes(), extent, gpu.warp());
                case REDUCTION -> LIMITS.lanes();
            };
        }

        @Override
        public List<Integer> threadSizes(LoopRole role, int block, boolean last) {
            return role == LoopRole.REDUCTION
                    ? LIMITS.pointsOfLane()
                    : role == LoopRole.PARALLEL
                            ? LIMITS.threadSizes().stream()
                                    .filter(t -> block % t == 0)
                                    .toList()
                            : List.of(1);
        }

        @Override
        public List<Integer> buffers() {
            return List.of(1, 2);
        }

        @Override
        public List<Integer> moreBuffers() {
            return copiesAhead
                    ? IntStream.rangeClosed(3, Candidate.Options.MOST_STAGES)
                            .boxed()
                            .toList()
                    : List.of();
        }

        @Override
        public boolean allowsTile(List<Integer> thread) {
            int tile = 1;
            for (int t : thread) {
                tile *= t;
            }
            return tile <= LIMITS.largestTile();
        }

        @Override
        public boolean allowsThreads(int threads) {
            return halfWarps && threads == gpu.warp() / 2
                    || threads % gpu.warp() == 0 && threads <= gpu.threadsPerBlock();
        }

        @Override
        public long mostThreads() {
            return gpu.threadsPerBlock();
        }

        @Override
        public int mostCandidates() {
            return LIMITS.mostCandidates();
        }

        @Override
        public String threadRule() {
            return "there must be " + (halfWarps ? gpu.warp() / 2 + " or " : "") + "a multiple of " + gpu.warp()
                    + ", at most " + gpu.threadsPerBlock();
        }
    }

    /** On a CPU a block is a loop nest: thread sizes matter little, the caches decide. */
    record OfHost(HostDescription host) implements SizeLimits {
        @Override
        public List<Integer> blockSizes(LoopRole role, long extent) {
            return switch (role) {
                case HOST -> List.of(1);
                case HOST_BLOCKS, FRONTS ->
                    upTo(LIMITS.hostBlockSizes(), extent, 2).stream()
                            .filter(r -> r > 1 && r <= LIMITS.hostLargestSequential())
                            .toList();
                case KERNEL -> LIMITS.hostKTiles();
                case UNROLLED -> List.of(Math.toIntExact(extent));
                case REDUCTION -> LIMITS.hostKTiles();
                case PARALLEL ->
                    upTo(LIMITS.hostBlockSizes(), extent, LIMITS.hostSmallestBlock()).stream()
                            .filter(r -> r >= LIMITS.hostSmallestBlock())
                            .toList();
            };
        }

        @Override
        public List<Integer> threadSizes(LoopRole role, int block, boolean last) {
            if (role != LoopRole.PARALLEL) {
                return List.of(1);
            }
            int wanted = last ? host.vectorBytes() / Float.BYTES : LIMITS.hostRows();
            int size = 1;
            while (size * 2 <= wanted && block % (size * 2) == 0) {
                size *= 2;
            }
            return List.of(size);
        }

        @Override
        public List<Integer> buffers() {
            return List.of(1);
        }

        @Override
        public List<Integer> moreBuffers() {
            return List.of();
        }

        @Override
        public boolean allowsTile(List<Integer> thread) {
            return true;
        }

        @Override
        public boolean allowsThreads(int threads) {
            return true;
        }

        @Override
        public long mostThreads() {
            return Long.MAX_VALUE;
        }

        /** The traffic of every level of caches is counted: a candidate takes longer. */
        @Override
        public int mostCandidates() {
            return LIMITS.hostMostCandidates();
        }

        @Override
        public String threadRule() {
            return "any number is allowed";
        }
    }
}
