package tilewright.ranking;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tilewright.tiling.Candidate;
import tilewright.tiling.TimeShape;

/**
 * Candidates of blocks that stay with their boxes for all iterations: the grid is cut into as many parts along each dimension that there are at most as many boxes as multiprocessors, and more
 * than half as many. Of these cuts, those are tried whose boxes tell each other little.
 */
final class StayingSpace {
    static final Candidate.Options STAYING = new Candidate.Options(1, 1, 0, 0, true);

    private static final List<Integer> THREAD_SIZES = List.of(1, 2, 4, 8);
    private static final int WARP = 32;
    private static final int MOST_THREADS = 1024;
    /** What boxes may tell each other, as a multiple of the least. */
    private static final double MOST_TOLD = 1.5;

    private final TimeShape shape;
    private final DeviceDescription device;
    private final List<Long> extents;
    private final Set<Candidate> found = new LinkedHashSet<>();

    /** @param extents of the common loops, the time loop first */
    StayingSpace(TimeShape shape, DeviceDescription device, List<Long> extents) {
        this.shape = shape;
        this.device = device;
        this.extents = List.copyOf(extents);
    }

    List<Candidate> all() {
        if (!(device instanceof GpuDescription gpu) || extents.stream().anyMatch(e -> e < 1)) {
            return List.of();
        }
        cut(0, gpu.processors(), new ArrayList<>(List.of(1)), new ArrayList<>(List.of(1)), gpu);
        double least = found.stream().mapToDouble(this::told).min().orElse(0);
        return found.stream().filter(c -> told(c) <= MOST_TOLD * least).toList();
    }

    private double told(Candidate candidate) {
        return StayingGeometry.of(shape, candidate).toldBytes();
    }

    private void cut(int d, int left, List<Integer> block, List<Integer> thread, GpuDescription gpu) {
        if (d == shape.dimensions().size()) {
            add(new Candidate(block, thread, STAYING), gpu);
            return;
        }
        long extent = extents.get(d + 1);
        Set<Integer> sizes = new LinkedHashSet<>();
        for (int parts = 1; parts <= Math.min(left, extent); parts++) {
            sizes.add((int) Math.ceilDiv(extent, parts));
        }
        for (int size : sizes) {
            for (int points : threadSizes(d, size)) {
                int own = Math.ceilDiv(size, points) * points;
                own = d == shape.dimensions().size() - 1 ? wholeWarps(own, points, block, thread) : own;
                int parts = (int) Math.ceilDiv(extent, own);
                if (parts <= left) {
                    block.add(own);
                    thread.add(points);
                    cut(d + 1, left / parts, block, thread, gpu);
                    block.removeLast();
                    thread.removeLast();
                }
            }
        }
    }

    /** Few points of a thread along a dimension, or all of the box's. */
    private List<Integer> threadSizes(int d, int size) {
        List<Integer> sizes = new ArrayList<>(
                THREAD_SIZES.stream().filter(t -> t <= size).toList());
        if (d < shape.dimensions().size() - 1 && !sizes.contains(size) && size <= WARP) {
            sizes.add(size);
        }
        return sizes;
    }

    /** A size along the last dimension, at least as large, that leaves no threads of a warp. */
    private static int wholeWarps(int own, int points, List<Integer> block, List<Integer> thread) {
        int others = 1;
        for (int z = 0; z < block.size(); z++) {
            others *= block.get(z) / thread.get(z);
        }
        int threads = own / points;
        while (others * threads % WARP != 0 && others * threads <= MOST_THREADS) {
            threads++;
        }
        return threads * points;
    }

    private void add(Candidate candidate, GpuDescription gpu) {
        StayingGeometry geometry = StayingGeometry.of(shape, candidate);
        double blocks = geometry.blocks(extents);
        if (geometry.threads() <= MOST_THREADS && 2 * blocks > gpu.processors() && blocks <= gpu.processors()
                && geometry.resources(gpu.limits()).residentBlocks() > 0) {
            found.add(candidate);
        }
    }
}
