package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.isl.Scope;
import tilewright.kernel.Simt;
import tilewright.model.UserError;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.property.Batches;
import tilewright.tiling.property.BlockRows;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.space.ParallelLoops;

/**
 * The families that are legal for one part of a program.
 *
 * <p>Five kinds of families are tried, all by computing, never by the nest's name:
 *
 * <ul>
 *   <li><em>2D blocks</em>: the fewest outer loops that have to run on the host so that what remains falls into
 *       a few levels of independent iterations, or has parallel loops whose blocks keep the other loops inside;
 *   <li><em>3D blocks</em>: outer loops cut into blocks too; the blocks of one step run in the levels of the
 *       block dependence graph. Legal by non-negative components, or by the closed-semiring rule;
 *   <li><em>fronts of blocks</em>: where one loop carries every dependence and no other goes back, blocks over all of
 *       them run in wavefronts;
 *   <li><em>time tiles</em>: several iterations of a stencil's time loop per load of a block and its halo;
 *   <li><em>blocks with lanes</em>: threads share out the iterations of reductions whose order may change, where at most one
 *       loop is parallel (two give threads enough), or each iteration reads an element of its own along rows.
 * </ul>
 */
public final class FamilySearch {
    /** Levels beyond this number cost more launches than blocks save. */
    static final int MAX_LEVELS = 12;

    /** Block size at which families are tried out; families hold for all sizes that meet their constraints. */
    private static final int SAMPLE = 4;
    /** Blocks of a sample along a loop of a known length. */
    private static final int BLOCKS = 4;

    private final Dependences dependences;
    private final OrderCheck order;
    private final boolean inside;
    private final Schedule schedule;
    private final LoopRoles roles;
    private final LegalFamily flat;
    private final List<LegalFamily> legal = new ArrayList<>();
    private Verdict.@Nullable Illegal refusal;

    /** @param inside whether the part stands in a larger program: then it may be without iterations in some step */
    public FamilySearch(Dependences dependences, boolean inside, Schedule schedule) {
        this(dependences, inside, schedule, null);
    }

    /** @param only the planner of the one family, where there is to be no other */
    public FamilySearch(Dependences dependences, boolean inside, Schedule schedule, @Nullable FamilyPlanner only) {
        this.dependences = dependences;
        this.order = OrderCheck.lasting(dependences);
        this.inside = inside;
        this.schedule = schedule;
        this.roles = new LoopRoles(order, schedule);
        if (only != null) {
            this.flat = tried(only).orElseThrow();
            legal.add(flat);
            return;
        }
        try (Scope scope = scope()) {
            this.flat = fewestHosts();
            Optional<LegalFamily> lanes = lanes(flat);
            boolean solves = lanes.isEmpty() && flat.hostLoops() == 0 && runsLoopsInOrder(flat);
            if (lanes.orElse(flat).hostLoops() > 0) {
                Optional<LegalFamily> larger = switch (schedule) {
                    case Schedule.Original _ -> blocked();
                    case Schedule.Given _, Schedule.Fused _ -> blocked().or(() -> fronts(lanes.isPresent()));
                    case Schedule.Auto _,
                            Schedule.Coalesced _,
                            Schedule.Packed _,
                            Schedule.Split _,
                            Schedule.Rows _,
                            Schedule.Steps _,
                            Schedule.Problems _,
                            Schedule.Sweeps _,
                            Schedule.Chunks _ ->
                        blocked().or(() -> fronts(lanes.isPresent())).or(() -> timeTiles(scope));
                };
                larger.ifPresent(legal::add);
            } else if (solves) {
                blocked().or(() -> fronts(false)).ifPresent(legal::add);
            }
            planes(scope).ifPresent(legal::add);
            // Blocks of sequential loops take all sizes that loops inside the kernel take, but for blocks of many
            // problems at once.
            Optional<LegalFamily> plain = stepByStep(flat);
            boolean takesAll = legal.stream().noneMatch(f -> Batches.isBatch(dependences.nest(), f.roles(), 0));
            if (legal.isEmpty() || !solves || plain.isEmpty() || !takesAll) {
                legal.add(lanes.orElse(flat));
            }
            plain.or(() -> lanes.map(_ -> flat)).ifPresent(legal::add);
        }
    }

    public Dependences dependences() {
        return dependences;
    }

    /** The family with the fewest host loops that run one iteration at a time. */
    public LegalFamily flat() {
        return flat;
    }

    /** The legal families, the one with the largest blocks first. */
    public List<LegalFamily> legal() {
        return legal;
    }

    /** Why there are no blocks of sequential loops; null where there are, or nobody looked for them. */
    public Verdict.@Nullable Illegal refusal() {
        return refusal;
    }

    /**
     * Whether points run more than one loop in order: with one, they are sums or recurrences of their own, with more, as in a
     * triangular solve for many right-hand sides, blocks of the sequential loops may make more of it.
     */
    private static boolean runsLoopsInOrder(LegalFamily flat) {
        return flat.roles().stream().filter(r -> r == LoopRole.KERNEL).count() > 1;
    }

    /** Plans are free of isl: what planning makes may go when it is done. */
    private Scope scope() {
        return dependences.context().scope();
    }

    public static long parallelLoops(List<LoopRole> roles) {
        return roles.stream().filter(r -> r == LoopRole.PARALLEL).count();
    }

    /** Whether a point's iterations are so few that they are written out. */
    private static boolean writesOut(LegalFamily flat) {
        return flat.roles().contains(LoopRole.UNROLLED);
    }

    /** Reductions shared out among threads, where that takes no more host loops and there is something to share out. */
    private Optional<LegalFamily> lanes(LegalFamily flat) {
        return schedule.isFixed()
                ? Optional.empty()
                : ReductionPlanner.of(dependences, inside, flat.hostLoops())
                        .filter(p -> isWorthLanes(p, writesOut(flat)))
                        .flatMap(this::tried);
    }

    /**
     * Whether lanes are for more than few points: for rows that each thread would read by itself, across those of others. Of iterations that are written out there is
     * enough for lanes where these read a row that no other point reads, as long as a warp at least; a filter's points share what they read.
     */
    private boolean isWorthLanes(ReductionPlanner planner, boolean writesOut) {
        List<LoopRole> shared = planner.roles();
        boolean mayBe = writesOut
                ? new ConstantLoops(dependences).extent(shared.indexOf(LoopRole.REDUCTION)) >= Simt.WARP
                : parallelLoops(shared) >= ParallelLoops.ENOUGH;
        return mayBe ? planner.streams() : !writesOut;
    }

    /**
     * The same with loops of the kernels on the host, one launch per sequential step, to compare with: as few of them as let all others
     * run in parallel, all of them where none do.
     */
    private Optional<LegalFamily> stepByStep(LegalFamily flat) {
        return roles.onHost(flat.roles()).stream()
                .flatMap(roles -> tried(new FlatPlanner(order, roles, inside)).stream())
                .findFirst();
    }

    private LegalFamily fewestHosts() {
        int loops = dependences.loops().size();
        for (int hosts = 0; hosts <= loops; hosts++) {
            for (List<LoopRole> roles : roles.withHosts(hosts)) {
                Optional<LegalFamily> family = tried(new FlatPlanner(order, roles, inside));
                if (family.isPresent()) {
                    return family.get();
                }
            }
        }
        throw UserError.badInput("no plan for this nest yet: its statements stand in separate loop nests that cannot"
                + " share their outer loops, and none of these is parallel as a whole; split the file");
    }

    private Optional<LegalFamily> blocked() {
        for (List<LoopRole> roles : roles.withBlocks()) {
            BlockedPlanner planner = new BlockedPlanner(order, roles, inside);
            Candidate sample = sample(roles);
            switch (planner.outline(sample)) {
                case Outline.Legal _
                when planner.needsSquares(sample) -> {
                    return tried(planner.ofSquares());
                }
                case Outline.Legal legal -> {
                    return Optional.of(
                            new LegalFamily(isInRows(planner) ? legal.family().ofRows() : legal.family(), planner));
                }
                case Outline.Illegal illegal -> refusal = refusal == null ? illegal.verdict() : refusal;
            }
        }
        return Optional.empty();
    }

    /** Whether one block may run a row of blocks, where they are square: a plan of some tells. */
    private static boolean isInRows(FamilyPlanner planner) {
        if (!BlockRows.mayBe(planner.roles())) {
            return false;
        }
        Candidate square = new Candidate(List.of(SAMPLE, SAMPLE), List.of(1, 1), new Candidate.Options(SAMPLE, 1));
        return planner.accepts(square)
                && planner.plan(square) instanceof Verdict.Legal legal
                && legal.plan().host().stream().anyMatch(s -> s instanceof HostStep.HostLoop l && BlockRows.are(l));
    }

    /** @param shared whether threads share out a loop in another family: then none where each runs all of it */
    private Optional<LegalFamily> fronts(boolean shared) {
        return tried(new FrontPlanner(order)).filter(f -> !shared || !f.roles().contains(LoopRole.KERNEL));
    }

    private Optional<LegalFamily> timeTiles(Scope scope) {
        return Stencil.of(dependences)
                .map(s -> new TimeTilePlanner(dependences, s.promoted(scope), flat.planner()))
                .map(p -> new LegalFamily(p.family(), p));
    }

    /** Blocks that go plane by plane through all points of a nest none of which depends on another one. */
    private Optional<LegalFamily> planes(Scope scope) {
        if (schedule instanceof Schedule.Original || !flat.roles().stream().allMatch(r -> r == LoopRole.PARALLEL)) {
            return Optional.empty();
        }
        return Stencil.ofSweep(dependences)
                .filter(s -> s.shape(dependences.nest()).readsAcrossPlanes())
                .map(s -> new TimeTilePlanner(dependences, s.promoted(scope), flat.planner()))
                .map(p -> new LegalFamily(p.family(), p));
    }

    /** The family that a planner's plan of a sample has; it holds for all sizes that meet its constraints. */
    private Optional<LegalFamily> tried(FamilyPlanner planner) {
        try (Scope _ = scope()) {
            return planner.outline(sample(planner.roles())) instanceof Outline.Legal legal
                    ? Optional.of(new LegalFamily(legal.family(), planner))
                    : Optional.empty();
        }
    }

    /** Small sizes that a family of such roles takes. */
    public Candidate sample(List<LoopRole> roles) {
        ConstantLoops constant = new ConstantLoops(dependences);
        boolean blocked = roles.stream().anyMatch(LoopRole::isBlockedOnHost);
        int shortest = blocked ? shortest(roles, constant) : 0;
        int step = shortest == 0 ? SAMPLE : Math.clamp(shortest / (2 * BLOCKS), 2, SAMPLE);
        List<Integer> block = IntStream.range(0, roles.size())
                .mapToObj(z -> switch (roles.get(z)) {
                    case HOST -> 1;
                    case HOST_BLOCKS, FRONTS, KERNEL -> step;
                    case UNROLLED -> constant.iterations(z);
                    case PARALLEL ->
                        Batches.isBatch(dependences.nest(), roles, z)
                                ? 1
                                : blocked ? behind(step, constant.extent(z)) : parallel(constant.extent(z));
                    case REDUCTION -> 2 * SAMPLE;
                })
                .toList();
        List<Integer> thread = Collections.nCopies(roles.size(), 1);
        return new Candidate(block, thread, new Candidate.Options(step, 1));
    }

    /** The least known length of a loop with blocks; 0 where sizes of the nest say how long all are. Of {@link #BLOCKS} blocks of parallel loops, each of two steps, there are several behind a step's own, so that a family says over which loops they range. */
    private static int shortest(List<LoopRole> roles, ConstantLoops constant) {
        return IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.PARALLEL || roles.get(z).isBlockedOnHost())
                .map(constant::extent)
                .filter(iterations -> iterations > 0)
                .min()
                .orElse(0);
    }

    /**
     * A size of which a parallel loop has several blocks behind a step's own: of two steps, or of one where there would be too few.
     *
     * @param iterations of the loop; 0 where sizes of the nest say how many
     */
    private static int behind(int step, int iterations) {
        return iterations == 0 || iterations >= 2 * step * BLOCKS ? 2 * step : step;
    }

    /**
     * A size of which a parallel loop has two blocks at least: a family says over which loops its blocks range.
     *
     * @param iterations of the loop; 0 where sizes of the nest say how many
     */
    private static int parallel(int iterations) {
        int usual = 2 * SAMPLE;
        return iterations == 0 || iterations > usual ? usual : Math.ceilDiv(iterations, 2);
    }
}
