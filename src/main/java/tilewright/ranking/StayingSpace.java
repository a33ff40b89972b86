package tilewright.ranking;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tilewright.tiling.Candidate;
import tilewright.tiling.Surfaces;

/**
 * Candidates of blocks that stay with their boxes for all iterations: the grid is cut into as many parts along each dimension that there are at most as many boxes as multiprocessors, and more
 * than half as many. Of these cuts, those are tried whose boxes tell each other little.
 */
final class StayingSpace {
    static final Candidate.Options STAYING = new Candidate.Options(1, 1, 0, 0, true);

    private static final List<Integer> THREAD_SIZES = List.of(1, 2, 4);
    /** Points along the first dimension that a thread may hold all of. */
    private static final int LONGEST = 16;

    private static final int FEWEST_THREADS = 256;
    private static final int MOST_THREADS = 1024;
    /** What boxes may tell each other, as a multiple of the least. */
    private static final double MOST_TOLD = 1.5;
    /** Cuts that are tried. */
    private static final int MOST_CUTS = 12;

    private final Surfaces surfaces;
    private final DeviceDescription device;
    private final List<Long> extents;

    /** @param extents of the common loops, the time loop first */
    StayingSpace(Surfaces surfaces, DeviceDescription device, List<Long> extents) {
        this.surfaces = surfaces;
        this.device = device;
        this.extents = List.copyOf(extents);
    }

    List<Candidate> all() {
        if (!(device instanceof GpuDescription gpu) || extents.stream().anyMatch(e -> e < 1)) {
            return List.of();
        }
        Set<List<Integer>> cuts = new LinkedHashSet<>();
        cut(gpu.processors(), new ArrayList<>(List.of(1)), gpu, cuts);
        double least = cuts.stream().mapToDouble(this::told).min().orElse(0);
        Set<Candidate> found = new LinkedHashSet<>();
        cuts.stream()
                .filter(c -> told(c) <= MOST_TOLD * least)
                .sorted(java.util.Comparator.comparingDouble(this::told))
                .limit(MOST_CUTS)
                .forEach(c -> threads(c, new ArrayList<>(List.of(1)), new ArrayList<>(List.of(1)), gpu, found));
        return List.copyOf(found);
    }

    private double told(List<Integer> block) {
        Candidate candidate = new Candidate(block, Collections.nCopies(block.size(), 1), STAYING);
        return StayingGeometry.of(surfaces, candidate).toldBytes();
    }

    private void cut(int left, List<Integer> block, GpuDescription gpu, Set<List<Integer>> found) {
        if (block.size() == extents.size()) {
            if (2 * blocks(block) > gpu.processors()) {
                found.add(List.copyOf(block));
            }
            return;
        }
        long extent = extents.get(block.size());
        for (int parts = 1; parts <= Math.min(left, extent); parts++) {
            int own = (int) Math.ceilDiv(extent, parts);
            // The fewest parts of blocks of that size.
            if (Math.ceilDiv(extent, own) == parts) {
                block.add(own);
                cut(left / parts, block, gpu, found);
                block.removeLast();
            }
        }
    }

    private long blocks(List<Integer> block) {
        long blocks = 1;
        for (int z = 1; z < block.size(); z++) {
            blocks *= Math.ceilDiv(extents.get(z), block.get(z));
        }
        return blocks;
    }

    private void threads(
            List<Integer> cut, List<Integer> block, List<Integer> thread, GpuDescription gpu, Set<Candidate> found) {
        int z = block.size();
        if (z == cut.size()) {
            Candidate candidate = new Candidate(block, thread, STAYING);
            StayingGeometry geometry = StayingGeometry.of(surfaces, candidate);
            if (geometry.threads() >= FEWEST_THREADS
                    && geometry.threads() <= MOST_THREADS
                    && blocks(block) <= gpu.processors()
                    && geometry.resources(gpu.limits()).residentBlocks() > 0) {
                found.add(candidate);
            }
            return;
        }
        Set<Integer> sizes = new LinkedHashSet<>(THREAD_SIZES);
        if (z == 1 && cut.get(z) <= LONGEST) {
            sizes.add(cut.get(z));
        }
        for (int points : sizes) {
            int own = Math.ceilDiv(cut.get(z), points) * points;
            if (points <= cut.get(z)) {
                block.add(
                        z == cut.size() - 1
                                ? wholeWarps(
                                        own, points, block, thread, gpu.limits().warp())
                                : own);
                thread.add(points);
                threads(cut, block, thread, gpu, found);
                block.removeLast();
                thread.removeLast();
            }
        }
    }

    /** A size along the last dimension, at least as large, that leaves no threads of a warp. */
    private static int wholeWarps(int own, int points, List<Integer> block, List<Integer> thread, int warp) {
        int others = 1;
        for (int z = 0; z < block.size(); z++) {
            others *= block.get(z) / thread.get(z);
        }
        int threads = own / points;
        while (others * threads % warp != 0 && others * threads <= MOST_THREADS) {
            threads++;
        }
        return threads * points;
    }
}
