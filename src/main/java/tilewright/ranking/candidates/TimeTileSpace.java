package tilewright.ranking.candidates;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Counted;
import tilewright.ranking.cost.StayingGeometry;
import tilewright.ranking.cost.TimeTileGeometry;
import tilewright.ranking.description.Amounts;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Resources;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.property.Surfaces;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.strategy.TimeTilePlanner;

/**
 * The candidates of time tiles. Thread sizes and numbers of threads are chosen first; the block's own elements are what its
 * halo leaves of the box.
 */
final class TimeTileSpace {
    private static final SpaceLimits LIMITS = SpaceLimits.shipped();

    private static final Candidate.Options HELD = new Candidate.Options(1, 1);
    private static final Candidate.Options STREAMED = new Candidate.Options(1, 1, 1);
    private final TimeShape shape;
    private final Surfaces surfaces;
    private final DeviceDescription device;
    private final List<Long> extents;

    /** @param extents of the common loops, the time loop first, where there is one */
    TimeTileSpace(TimeShape shape, DeviceDescription device, List<Long> extents) {
        this.shape = shape;
        this.surfaces = Surfaces.of(shape);
        this.device = device;
        this.extents = List.copyOf(extents);
    }

    List<Candidate> with(@Nullable List<Integer> block, @Nullable List<Integer> thread) {
        List<Candidate> found = new ArrayList<>();
        if (block != null && thread != null) {
            add(block, thread, HELD, found);
            add(block, thread, STREAMED, found);
            add(block, thread, StayingSpace.STAYING, found);
            return found;
        }
        if (shape.isSweep()) {
            return block == null && thread == null ? streams() : found;
        }
        List<Integer> iterations = block == null ? iterations() : List.of(block.getFirst());
        for (int r : iterations) {
            dimension(r, 0, new ArrayList<>(List.of(r)), new ArrayList<>(List.of(1)), block, thread, found);
        }
        if (block != null || thread != null) {
            return found;
        }
        List<Candidate> held = device instanceof HostDescription
                ? oneOfEachBox(found)
                : found.stream().filter(this::isWorthATry).toList();
        List<Candidate> staying = new StayingSpace(surfaces, device, extents).all();
        return Stream.of(held, streams(), staying).flatMap(List::stream).toList();
    }

    /** On a CPU a thread's points are no loop of their own: candidates of the same box are the same program. */
    private List<Candidate> oneOfEachBox(List<Candidate> candidates) {
        Set<List<Object>> known = new HashSet<>();
        return candidates.stream()
                .filter(c -> known.add(List.of(
                        c.block(),
                        shape.box(c).stream()
                                .map(s -> List.of(s.low(), s.extent()))
                                .toList())))
                .toList();
    }

    /** Not more than one launch is worth. */
    private List<Integer> iterations() {
        long enough = Math.max(2, extents.getFirst());
        return LIMITS.tileIterations().stream().filter(r -> r <= enough).toList();
    }

    private void dimension(
            int iterations,
            int d,
            List<Integer> block,
            List<Integer> thread,
            @Nullable List<Integer> givenBlock,
            @Nullable List<Integer> givenThread,
            List<Candidate> found) {
        if (d == shape.dimensions().size()) {
            add(block, thread, HELD, found);
            return;
        }
        for (int size : givenThread == null ? threadSizes(d) : List.of(givenThread.get(d + 1))) {
            List<Integer> owns = givenBlock == null ? owns(iterations, d, size) : List.of(givenBlock.get(d + 1));
            for (int own : owns) {
                block.add(own);
                thread.add(size);
                dimension(iterations, d + 1, block, thread, givenBlock, givenThread, found);
                block.removeLast();
                thread.removeLast();
            }
        }
    }

    private List<Integer> threadSizes(int d) {
        boolean host = device instanceof HostDescription;
        boolean last = d == shape.dimensions().size() - 1;
        int longest = d == 0 ? LIMITS.tileLongestRow() : LIMITS.tileLongestRow() / 2;
        return (host ? LIMITS.tileHostRows() : LIMITS.threadSizes())
                .stream()
                        .filter(t -> shape.farthest() * t >= shape.reach(d))
                        .filter(t -> host || !last || t <= longest)
                        .toList();
    }

    /** Blocks that go through their box plane by plane: only on GPUs, where a box of three dimensions is too large for registers. */
    private List<Candidate> streams() {
        List<Candidate> found = new ArrayList<>();
        if (device instanceof HostDescription || !shape.mayStream()) {
            return found;
        }
        for (int r : shape.isSweep() ? List.of(1) : LIMITS.planeIterations()) {
            for (int parts : LIMITS.planeParts()) {
                int own = (int) Math.ceilDiv(elements(0), parts);
                if ((shape.isSweep() || r <= extents.getFirst()) && own >= LIMITS.planeShortest()) {
                    List<Integer> block = new ArrayList<>(shape.isSweep() ? List.of(own) : List.of(r, own));
                    stream(r, 1, block, new ArrayList<>(Collections.nCopies(block.size(), 1)), found);
                }
            }
        }
        return found.stream().filter(this::isWorthStreaming).distinct().toList();
    }

    /** Iterations of the loop along a dimension. */
    private long extent(int dimension) {
        return extents.get(shape.timeLoops() + dimension);
    }

    private void stream(int iterations, int d, List<Integer> block, List<Integer> thread, List<Candidate> found) {
        if (d == shape.dimensions().size()) {
            add(block, thread, STREAMED, found);
            return;
        }
        for (int size : threadSizes(d)) {
            for (int own : streamed(iterations, d, size)) {
                block.add(own);
                thread.add(size);
                stream(iterations, d + 1, block, thread, found);
                block.removeLast();
                thread.removeLast();
            }
        }
    }

    /** The most own elements with which the last box ends where the array does: blocks whose box ends beyond it check every point. */
    private Optional<Integer> fitting(int iterations, int d, int thread) {
        boolean last = d == shape.dimensions().size() - 1;
        for (int threads = LIMITS.tileThreads().getLast(); threads > 1; threads = last ? threads / 2 : threads - 1) {
            int own = most(iterations, d, threads, thread);
            if (own > 0 && ends(d, threads * thread, own)) {
                return Optional.of(own);
            }
        }
        return Optional.empty();
    }

    /** The most own elements of so many threads that go plane by plane, or none. */
    private int most(int iterations, int d, int threads, int thread) {
        int own = threads * thread;
        while (own > 0 && shape.side(iterations, d, own, thread, true).extent() > threads * thread) {
            own -= thread;
        }
        return own;
    }

    /** The same, or fewer of a box of the same size with which as many blocks end where the array does. */
    private int ending(int iterations, int d, int threads, int thread) {
        int most = most(iterations, d, threads, thread);
        int box = threads * thread;
        long others = elements(d) - box;
        for (int own = most;
                own > 0 && shape.side(iterations, d, own, thread, true).extent() == box;
                own -= thread) {
            if (ends(d, box, own) && Math.ceilDiv(others, own) == Math.ceilDiv(others, most)) {
                return own;
            }
        }
        return most;
    }

    /** Whether several boxes take all elements, and the last one no others. */
    private boolean ends(int d, int box, int own) {
        long others = elements(d) - box;
        return others > 0 && others % own == 0;
    }

    /** Elements of the arrays: as many as statements that run at all points reach. */
    private long elements(int d) {
        return extent(d) + 2L * shape.reach(d);
    }

    /** Own sizes of boxes that go plane by plane, which leave whole threads for the halo, and room for one that is widened so that accesses are aligned. */
    private List<Integer> streamed(int iterations, int d, int thread) {
        List<Integer> owns = new ArrayList<>();
        for (int threads : LIMITS.tileThreads()) {
            int own = ending(iterations, d, threads, thread);
            boolean needed = owns.isEmpty() || owns.getLast() < extent(d);
            if (own > 0 && needed && !owns.contains(own)) {
                owns.add(own);
            }
        }
        fitting(iterations, d, thread).filter(o -> !owns.contains(o)).ifPresent(owns::add);
        return owns;
    }

    private boolean isWorthStreaming(Candidate candidate) {
        int points = candidate.thread().stream().reduce(1, Math::multiplyExact);
        int threads = TimeTileGeometry.of(shape, candidate).threads();
        return points <= LIMITS.planeMostPoints() && threads >= 2 * LIMITS.tileFewestThreads();
    }

    /** Own sizes that leave whole threads for the halo; none larger than the first that holds everything. */
    private List<Integer> owns(int iterations, int d, int thread) {
        TimeShape.Halo halo = shape.halo(iterations);
        List<Integer> owns = new ArrayList<>();
        for (int threads : LIMITS.tileThreads()) {
            int own = (threads * thread - halo.low().get(d) - halo.high().get(d)) / thread * thread;
            boolean needed = owns.isEmpty() || owns.getLast() < extent(d);
            if (own > 0 && needed && !owns.contains(own)) {
                owns.add(own);
            }
        }
        return owns;
    }

    private void add(List<Integer> block, List<Integer> thread, Candidate.Options options, List<Candidate> found) {
        Candidate candidate = new Candidate(block, thread, options);
        if (objection(candidate).isEmpty()) {
            found.add(candidate);
        }
    }

    private boolean isWorthATry(Candidate candidate) {
        int points = candidate.thread().stream().reduce(1, Math::multiplyExact);
        return TimeTileGeometry.of(shape, candidate).threads() >= LIMITS.tileFewestThreads()
                && points >= LIMITS.tileFewestPoints()
                && points <= LIMITS.tileMostPoints();
    }

    /** Why a candidate is not possible or not worth a try. */
    Optional<String> objection(Candidate candidate) {
        int loops = extents.size();
        if (candidate.block().size() != loops || candidate.thread().size() != loops) {
            return Optional.of("there are " + loops + " loops");
        }
        if (candidate.options().resident() && device instanceof HostDescription) {
            return Optional.of("blocks stay on a GPU alone");
        }
        if (candidate.options().advancesByPlanes() && device instanceof HostDescription) {
            return Optional.of("blocks advance by planes on a GPU alone");
        }
        if (shape.isSweep() && !candidate.options().advancesByPlanes()) {
            return Optional.of("blocks of " + TimeTilePlanner.SWEEPS + " advance by planes");
        }
        if (shape.iterations(candidate) < 2
                        && !candidate.streams()
                        && !candidate.options().resident()
                || candidate.thread().getFirst() != 1) {
            return Optional.of("time tiles run at least 2 iterations of the time loop, in one thread");
        }
        for (int z = 0; z < loops; z++) {
            if (candidate.block().get(z) % candidate.thread().get(z) != 0) {
                return Optional.of("thread size " + candidate.thread().get(z) + " does not divide r" + (z + 1) + " = "
                        + candidate.block().get(z));
            }
        }
        Optional<String> refused = shape.objection(candidate);
        return refused.isPresent() ? refused : tooLarge(candidate);
    }

    private Optional<String> tooLarge(Candidate candidate) {
        if (candidate.options().resident() && device instanceof GpuDescription gpu) {
            return tooLarge(StayingGeometry.of(surfaces, candidate), gpu);
        }
        TimeTileGeometry geometry = TimeTileGeometry.of(shape, candidate);
        return switch (device) {
            case GpuDescription gpu -> tooLarge(geometry, gpu.limits());
            case HostDescription _ ->
                geometry.bytes() <= LIMITS.tileHostBytes()
                        ? Optional.empty()
                        : Optional.of("a block and its halo take " + geometry.bytes()
                                + " bytes of a thread's stack, of which " + LIMITS.tileHostBytes() + " are for it");
        };
    }

    private static Optional<String> tooLarge(TimeTileGeometry geometry, GpuDescription.Limits limits) {
        Resources resources = geometry.resources(limits);
        if (geometry.threads() % limits.warp() != 0) {
            return Optional.of(Counted.of(geometry.threads(), "thread") + " per block; there must be a multiple of "
                    + limits.warp());
        }
        if (resources.residentBlocks() == 0) {
            return Optional.of(Feasibility.tooManyRegisters(resources, limits));
        }
        return 100 * geometry.efficiency() < LIMITS.tileOwnPercent()
                ? Optional.of("less than " + Amounts.percent(LIMITS.tileOwnPercent() / 100.0)
                        + " of the points of a block are its own")
                : Optional.empty();
    }

    private Optional<String> tooLarge(StayingGeometry geometry, GpuDescription gpu) {
        Resources resources = geometry.resources(gpu.limits());
        if (geometry.threads() % gpu.limits().warp() != 0) {
            return Optional.of(Counted.of(geometry.threads(), "thread") + " per block; there must be a multiple of "
                    + gpu.limits().warp());
        }
        if (resources.residentBlocks() == 0) {
            return Optional.of(Feasibility.tooManyRegisters(resources, gpu.limits()));
        }
        double blocks = geometry.blocks(extents);
        return blocks > gpu.processors()
                ? Optional.of(Amounts.number(blocks) + " blocks do not stay on " + gpu.processors()
                        + " multiprocessors at the same time")
                : Optional.empty();
    }
}
