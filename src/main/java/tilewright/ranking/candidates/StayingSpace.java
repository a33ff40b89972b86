package tilewright.ranking.candidates;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tilewright.ranking.cost.StayingGeometry;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.tiling.property.Surfaces;
import tilewright.tiling.space.Candidate;

/**
 * Candidates of blocks that stay with their boxes for all iterations: the grid is cut into as many parts along each dimension that there are at most as many boxes as multiprocessors, and more
 * than half as many. Rows along the last dimension are whole, where there are others: across it each element that is told lies in a sector of its own. Of these cuts, those are tried whose boxes tell each other little. A thread has all
 * points of its column along the first dimension, where these are few: then it computes the next point of one array in the register of the last one of another.
 */
final class StayingSpace {
    private static final SpaceLimits LIMITS = SpaceLimits.shipped();

    static final Candidate.Options STAYING = new Candidate.Options(1, 1, 0, 0, true);

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
        Set<Candidate> found = new LinkedHashSet<>();
        cuts.stream()
                .sorted(Comparator.comparingDouble(c -> told(c, gpu.memory().sectorBytes())))
                .limit(LIMITS.stayingCuts())
                .forEach(c -> threads(c, new ArrayList<>(List.of(1)), new ArrayList<>(List.of(1)), gpu, found));
        return List.copyOf(found);
    }

    private double told(List<Integer> block, int sector) {
        return geometry(block).toldBytes(extents, sector);
    }

    private StayingGeometry geometry(List<Integer> block) {
        return StayingGeometry.of(surfaces, new Candidate(block, Collections.nCopies(block.size(), 1), STAYING));
    }

    private void cut(int left, List<Integer> block, GpuDescription gpu, Set<List<Integer>> found) {
        if (block.size() == extents.size()) {
            if (2 * geometry(block).blocks(extents) > gpu.processors()) {
                found.add(List.copyOf(block));
            }
            return;
        }
        // Blocks cover the arrays.
        long extent = surfaces.shape().elements(block.size() - 1, extents.get(block.size()));
        boolean whole = block.size() > 1 && block.size() == extents.size() - 1;
        for (int parts = 1; parts <= (whole ? 1 : Math.min(left, extent)); parts++) {
            int own = (int) Math.ceilDiv(extent, parts);
            // The fewest parts of blocks of that size.
            if (Math.ceilDiv(extent, own) == parts) {
                block.add(own);
                cut(left / parts, block, gpu, found);
                block.removeLast();
            }
        }
    }

    private void threads(
            List<Integer> cut, List<Integer> block, List<Integer> thread, GpuDescription gpu, Set<Candidate> found) {
        int z = block.size();
        if (z == cut.size()) {
            Candidate candidate = new Candidate(block, thread, STAYING);
            StayingGeometry geometry = StayingGeometry.of(surfaces, candidate);
            if (geometry.threads() >= LIMITS.stayingFewestThreads()
                    && geometry.threads() <= gpu.limits().threadsPerBlock()
                    && geometry.blocks(extents) <= gpu.processors()
                    && geometry.resources(gpu.limits()).residentBlocks() > 0) {
                found.add(candidate);
            }
            return;
        }
        List<Integer> sizes =
                z == 1 && cut.get(z) <= LIMITS.stayingLongest() ? List.of(cut.get(z)) : LIMITS.stayingThreadSizes();
        for (int points : sizes) {
            int own = Math.ceilDiv(cut.get(z), points) * points;
            if (points <= cut.get(z)) {
                block.add(z == cut.size() - 1 ? wholeWarps(own, points, block, thread, gpu.limits()) : own);
                thread.add(points);
                threads(cut, block, thread, gpu, found);
                block.removeLast();
                thread.removeLast();
            }
        }
    }

    /** A size along the last dimension, at least as large, that leaves no threads of a warp. */
    private static int wholeWarps(
            int own, int points, List<Integer> block, List<Integer> thread, GpuDescription.Limits limits) {
        int others = 1;
        for (int z = 0; z < block.size(); z++) {
            others *= block.get(z) / thread.get(z);
        }
        int threads = own / points;
        while (others * threads % limits.warp() != 0 && others * threads <= limits.threadsPerBlock()) {
            threads++;
        }
        return threads * points;
    }
}
