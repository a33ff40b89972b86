package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependences;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;
import tilewright.model.Access;
import tilewright.model.Interval;
import tilewright.tiling.plan.Family;
import tilewright.tiling.property.Batches;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.Contiguity;
import tilewright.tiling.space.LoopRole;

/** Sizes for parts beside the main one: blocks of 256 threads, most of them along rows. */
public final class CompanionSizes {
    private static final CompanionLimits LIMITS = CompanionLimits.shipped();
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    /** Axes along which blocks that depend on each other have points, at most: of more, as of a batch of solves with many right-hand sides, a block would have more threads than there are. */
    private static final int AXES = 2;

    private final Dependences dependences;
    /** By family: a part is asked for each candidate of the main one. */
    private final Map<Family, Candidate> found = new IdentityHashMap<>();

    /** @param dependences of the part */
    public CompanionSizes(Dependences dependences) {
        this.dependences = dependences;
    }

    public Candidate of(Family family) {
        return found.computeIfAbsent(family, this::find);
    }

    /** The same with so many threads, where sizes make that of it: as one block runs that of several parts after one another. */
    public Candidate of(Family family, int threads) {
        Candidate usual = of(family);
        List<LoopRole> roles = family.roles();
        int own = usual.threads(roles);
        Candidate scaled = own == threads
                ? usual
                : roles.stream().anyMatch(LoopRole::isBlockedOnHost)
                        ? ofBlocks(usual, roles, threads).orElse(usual)
                        : ofOneLoop(usual, roles, threads).orElse(usual);
        return heldBeside(scaled, roles);
    }

    /** The same with k-tiles that leave room for other blocks: one block holds what the largest of its parts stages, for as long as a problem takes. */
    private Candidate heldBeside(Candidate candidate, List<LoopRole> roles) {
        int loop = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.KERNEL || roles.get(z) == LoopRole.HOST_BLOCKS)
                .max()
                .orElse(-1);
        Candidate.Options options = candidate.options();
        if (loop < 0) {
            return candidate;
        }
        int points = candidate.thread().stream().reduce(1, Math::multiplyExact);
        int fitting = LIMITS.heldBytes() / (Math.max(1, bytes(dependences, loop)) * points);
        int tile = Math.min(options.kTile(), Integer.highestOneBit(Math.max(1, fitting)));
        List<Integer> block = new ArrayList<>(candidate.block());
        if (roles.get(loop) == LoopRole.KERNEL && block.get(loop) == options.kTile()) {
            block.set(loop, tile);
        }
        return new Candidate(block, candidate.thread(), new Candidate.Options(tile, options.stages()));
    }

    private static Optional<Candidate> ofOneLoop(Candidate usual, List<LoopRole> roles, int threads) {
        int own = usual.threads(roles);
        for (int z = 0; z < roles.size(); z++) {
            long size = (long) usual.block().get(z) * threads;
            if (roles.get(z).hasThreads()
                    && size % own == 0
                    && size / own % usual.thread().get(z) == 0) {
                List<Integer> block = new ArrayList<>(usual.block());
                block.set(z, Math.toIntExact(size / own));
                return Optional.of(new Candidate(block, usual.thread(), usual.options()));
            }
        }
        return Optional.empty();
    }

    /** Blocks of a sequential loop and of one parallel one have the same size: both grow or shrink. */
    private static Optional<Candidate> ofBlocks(Candidate usual, List<LoopRole> roles, int threads) {
        int own = usual.threads(roles);
        List<Integer> block = new ArrayList<>();
        int parallel = 0;
        for (int z = 0; z < roles.size(); z++) {
            int size = usual.block().get(z);
            boolean grows =
                    size > 1 && (roles.get(z).hasThreads() || roles.get(z).isBlockedOnHost());
            long scaled = grows ? (long) size * threads / own : size;
            if (grows
                    && (scaled * own != (long) size * threads
                            || scaled % usual.thread().get(z) != 0
                            || scaled == 0)) {
                return Optional.empty();
            }
            parallel += grows && roles.get(z).hasThreads() ? 1 : 0;
            block.add(Math.toIntExact(scaled));
        }
        return parallel == 1 ? Optional.of(new Candidate(block, usual.thread(), usual.options())) : Optional.empty();
    }

    private Candidate withLanes(List<LoopRole> roles) {
        boolean alone = !roles.contains(LoopRole.PARALLEL);
        boolean neighbours = Contiguity.isAlong(dependences.nest(), roles.indexOf(LoopRole.REDUCTION));
        long iterations = ConstantLoops.values(dependences.nest().statements(), roles.indexOf(LoopRole.REDUCTION))
                .map(Interval::length)
                .orElse(Long.MAX_VALUE);
        boolean isShort = !alone && neighbours && iterations <= LIMITS.shortRow();
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        for (int z = 0; z < roles.size(); z++) {
            LoopRole role = roles.get(z);
            boolean lanes = role == LoopRole.REDUCTION;
            boolean last = z == roles.lastIndexOf(LoopRole.PARALLEL);
            int beside = isShort && last ? LIMITS.across() : neighbours ? 1 : LIMITS.besideLanes();
            int threads = alone
                    ? LIMITS.lanesAlone()
                    : isShort ? Simt.WARP : neighbours ? LIMITS.lanesAlong() : LIMITS.lanesAcross();
            block.add(lanes ? threads : role == LoopRole.PARALLEL ? beside : 1);
            thread.add(1);
        }
        return new Candidate(block, thread, new Candidate.Options(1, 1));
    }

    private Candidate find(Family family) {
        List<LoopRole> roles = family.roles();
        if (roles.contains(LoopRole.REDUCTION)) {
            return withLanes(roles);
        }
        boolean blocked = roles.contains(LoopRole.HOST_BLOCKS) || roles.contains(LoopRole.FRONTS);
        long parallel = roles.stream().filter(r -> r == LoopRole.PARALLEL).count();
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        int rows = parallel < 2
                ? roles.lastIndexOf(LoopRole.PARALLEL)
                : Contiguity.rows(
                        dependences,
                        IntStream.range(0, roles.size())
                                .filter(z -> roles.get(z) == LoopRole.PARALLEL)
                                .boxed()
                                .toList());
        boolean pointwise = parallel > 1
                && rows == roles.lastIndexOf(LoopRole.PARALLEL)
                && roles.stream().allMatch(r -> r == LoopRole.PARALLEL || r == LoopRole.HOST);
        boolean streamed = parallel > 1
                && roles.contains(LoopRole.KERNEL)
                && rows == roles.lastIndexOf(LoopRole.PARALLEL)
                && roles.stream().allMatch(r -> r == LoopRole.PARALLEL || r == LoopRole.HOST || r == LoopRole.KERNEL)
                && isReadOnce(roles);
        int neighbours = pointwise || streamed ? neighbours(dependences) : 1;
        boolean substitution = parallel == 1 && roles.contains(LoopRole.HOST_BLOCKS);
        boolean inFronts = roles.contains(LoopRole.FRONTS);
        long axes = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.PARALLEL && !Batches.isBatch(dependences.nest(), roles, z))
                .count();
        int step = substitution ? LIMITS.longStep() : LIMITS.blockStep();
        int fromLast = 0;
        int across = 0;
        boolean staged = roles.contains(LoopRole.KERNEL) && !blocked;
        boolean alone = parallel == 1 && staged;
        boolean recurrence = parallel == 0 && staged;
        int tile = alone || recurrence
                ? tile(dependences, roles.lastIndexOf(LoopRole.KERNEL), alone ? LIMITS.alongRows() : 1)
                : substitution ? LIMITS.longTile() : LIMITS.staged();
        ConstantLoops constant = new ConstantLoops(dependences);
        for (int z = roles.size() - 1; z >= 0; z--) {
            LoopRole role = roles.get(z);
            int size = 1;
            int perThread = 1;
            switch (role) {
                case PARALLEL -> {
                    fromLast++;
                    if (Batches.isBatch(dependences.nest(), roles, z) || blocked && !inFronts && fromLast > AXES) {
                        size = 1;
                    } else if (blocked) {
                        size = inFronts ? whole(constant, z, step) : step;
                        // Points of a front wait for memory in every step: the fewer one thread runs after another, the
                        // better.
                        perThread = fromLast > 1 && !(inFronts && axes == 2) ? LIMITS.blockStep() / LIMITS.across() : 1;
                    } else if (z == rows) {
                        perThread = neighbours;
                        size = alone
                                ? LIMITS.alongRows()
                                : parallel == 1
                                        ? LIMITS.alongRows() * LIMITS.across()
                                        : LIMITS.alongRows() * neighbours;
                    } else {
                        across++;
                        perThread = pointwise && across == 1 ? rowsOfThread(neighbours) : 1;
                        int threads = LIMITS.across() / (streamed ? neighbours : 1);
                        size = across == 1 ? threads * perThread : 1;
                    }
                }
                case HOST_BLOCKS -> size = step;
                case FRONTS -> size = whole(constant, z, step);
                case KERNEL, REDUCTION -> size = tile;
                case UNROLLED -> size = Math.max(1, constant.iterations(z));
                case HOST -> {}
            }
            block.addFirst(size);
            thread.addFirst(perThread);
        }
        if (!blocked) {
            fill(block, thread, roles, constant);
        }
        return new Candidate(
                block, thread, new Candidate.Options(tile, alone || recurrence || substitution ? LIMITS.stages() : 1));
    }

    /** Takes points out of blocks that loops of so few iterations do not have, and gives as many threads to others, the innermost first: of 1 x 1 x 8 x 32 points, where the last three loops have five, five and four iterations, 2 x 5 x 5 x 4 are left. */
    private static void fill(List<Integer> block, List<Integer> thread, List<LoopRole> roles, ConstantLoops constant) {
        List<Integer> parallel = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.PARALLEL)
                .boxed()
                .toList();
        int before = threads(block, thread, parallel);
        boolean cut = false;
        for (int z : parallel) {
            int iterations = constant.iterations(z);
            if (iterations > 0 && iterations < block.get(z)) {
                thread.set(z, Math.min(thread.get(z), Integer.highestOneBit(iterations)));
                block.set(z, Math.ceilDiv(iterations, thread.get(z)) * thread.get(z));
                cut = true;
            }
        }
        for (int z : cut ? parallel.reversed() : List.<Integer>of()) {
            int room = before / threads(block, thread, parallel);
            int iterations = constant.iterations(z);
            int most = iterations == 0
                    ? Integer.highestOneBit(Math.max(1, room))
                    : Math.min(room, Math.ceilDiv(iterations, block.get(z)));
            block.set(z, block.get(z) * Math.max(1, most));
        }
    }

    /** Rows of points of a thread: fewer where each point reads much, as all of it is on its way to registers at a time. */
    private int rowsOfThread(int neighbours) {
        int read = bytes(
                dependences,
                dependences.nest().statements().stream()
                        .flatMap(p -> p.statement().value().reads().stream())
                        .filter(a -> !a.indices().isEmpty()));
        int fitting = Integer.BYTES * LIMITS.pointRegisters() / (Math.max(1, read) * neighbours);
        return Math.min(LIMITS.points() / neighbours, Integer.highestOneBit(Math.max(1, fitting)));
    }

    private static int threads(List<Integer> block, List<Integer> thread, List<Integer> parallel) {
        return parallel.stream().mapToInt(z -> block.get(z) / thread.get(z)).reduce(1, Math::multiplyExact);
    }

    /**
     * Whether every element is read by one point alone, as the partial results that a sum adds up: then a thread has as many points as one access moves neighbours, so that so
     * many elements are on their way to it, and a block no more points than it would have threads else, as results may be few.
     */
    private boolean isReadOnce(List<LoopRole> roles) {
        List<Integer> points = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.PARALLEL)
                .boxed()
                .toList();
        return dependences.nest().statements().stream()
                .allMatch(p -> p.statement().accesses().stream()
                        .allMatch(a -> points.stream()
                                .allMatch(z -> z < p.depth()
                                        && varies(a, p.loopVariables().get(z)))));
    }

    /** All iterations of a short loop, so that there is one front of them. */
    private static int whole(ConstantLoops constant, int loop, int usual) {
        int iterations = constant.iterations(loop);
        return iterations > 0 && iterations <= GenerationLimits.shipped().writtenOutIterations() ? iterations : usual;
    }

    /** Iterations of a k-tile whose values fit: of everything that changes with the loop, for so many points. */
    private static int tile(Dependences dependences, int loop, int points) {
        int fitting = LIMITS.stagedBytes() / (Math.max(1, bytes(dependences, loop)) * points * LIMITS.stages());
        return Math.clamp(Integer.highestOneBit(Math.max(1, fitting)), LIMITS.staged(), LIMITS.longestTile());
    }

    /** Bytes that an iteration of a loop reads for each point: of everything that changes with the loop. */
    private static int bytes(Dependences dependences, int loop) {
        return bytes(
                dependences,
                dependences.nest().statements().stream()
                        .filter(p -> p.depth() > loop)
                        .flatMap(p -> p.statement().accesses().stream()
                                .filter(a -> a.index() > 1
                                        && varies(a, p.loopVariables().get(loop)))));
    }

    /** Bytes of the elements that accesses find, each counted once. */
    private static int bytes(Dependences dependences, Stream<Access> accesses) {
        return accesses
                .collect(Collectors.toMap(
                        a -> a.array() + a.indices(),
                        a -> dependences.nest().array(a.array()).type().bytes(),
                        (same, _) -> same))
                .values()
                .stream()
                .reduce(0, Integer::sum);
    }

    private static boolean varies(Access access, String variable) {
        return access.indices().stream().anyMatch(i -> i.variables().contains(variable));
    }

    /** Elements of one wide access, of the largest type that statements write. */
    private static int neighbours(Dependences dependences) {
        int bytes = dependences.nest().statements().stream()
                .mapToInt(p -> dependences
                        .nest()
                        .array(p.statement().target().array())
                        .type()
                        .bytes())
                .max()
                .orElse(ACCESS_BYTES);
        return Math.clamp(ACCESS_BYTES / bytes, 1, LIMITS.points());
    }
}
