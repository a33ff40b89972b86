package tilewright.tiling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Scope;
import tilewright.model.Counted;
import tilewright.model.UserError;

/**
 * Plans for one part of a program: statements that share a loop space, planned together.
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
final class PartPlanner {
    /** Levels beyond this number cost more launches than blocks save. */
    static final int MAX_LEVELS = 12;

    /** So many parallel loops give threads enough. */
    static final int ENOUGH_PARALLEL_LOOPS = 2;

    /** Block size at which families are tried out; families hold for all sizes that meet their constraints. */
    private static final int SAMPLE = 4;

    private final Dependences dependences;
    private final OrderCheck order;
    private final boolean inside;
    private final Schedule schedule;
    private final LoopRoles roles;
    private final LegalFamily flat;
    private final List<LegalFamily> legalFamilies = new ArrayList<>();
    private final CompanionSizes usualSizes;
    private Verdict.@Nullable Illegal blockedRefusal;

    /** @param inside whether the part stands in a larger program: then it may be without iterations in some step */
    PartPlanner(Dependences dependences, boolean inside, Schedule schedule) {
        this(dependences, inside, schedule, null);
    }

    /** @param only the planner of the one family, where there is to be no other */
    private PartPlanner(Dependences dependences, boolean inside, Schedule schedule, @Nullable FamilyPlanner only) {
        this.dependences = dependences;
        this.usualSizes = new CompanionSizes(dependences);
        this.order = OrderCheck.lasting(dependences);
        this.inside = inside;
        this.schedule = schedule;
        this.roles = new LoopRoles(order, schedule);
        if (only != null) {
            this.flat = tried(only).orElseThrow();
            legalFamilies.add(flat);
            return;
        }
        try (Scope scope = scope()) {
            this.flat = flat();
            Optional<LegalFamily> lanes = lanes(flat);
            boolean solves = lanes.isEmpty() && flat.hostLoops() == 0 && runsLoopsInOrder(flat);
            if (lanes.orElse(flat).hostLoops() > 0) {
                Optional<LegalFamily> larger = switch (schedule) {
                    case Schedule.Original _ -> blocked();
                    case Schedule.Given _, Schedule.Fused _ -> blocked().or(() -> fronts(lanes.isPresent()));
                    case Schedule.Auto _, Schedule.Coalesced _, Schedule.Split _, Schedule.Rows _ ->
                        blocked().or(() -> fronts(lanes.isPresent())).or(() -> timeTiles(scope));
                };
                larger.ifPresent(legalFamilies::add);
            } else if (solves) {
                blocked().or(() -> fronts(false)).ifPresent(legalFamilies::add);
            }
            // Blocks of sequential loops take all sizes that loops inside the kernel take, but for blocks of many
            // problems at once.
            Optional<LegalFamily> plain = stepByStep(flat);
            boolean takesAll = legalFamilies.stream().noneMatch(f -> Batches.isBatch(dependences.nest(), f.roles(), 0));
            if (legalFamilies.isEmpty() || !solves || plain.isEmpty() || !takesAll) {
                legalFamilies.add(lanes.orElse(flat));
            }
            plain.or(() -> lanes.map(_ -> flat)).ifPresent(legalFamilies::add);
        }
    }

    /** Whether blocks own rows. */
    boolean ownsRows() {
        return flat.planner() instanceof RowPlanner;
    }

    /** Rows that blocks own ({@link RowPlanner}); empty where statements are of another form. */
    static Optional<PartPlanner> ofRows(Dependences dependences, boolean inside, Schedule schedule) {
        Dependences atOrigin = RowPlanner.atOrigin(dependences);
        try (Scope _ = dependences.domains().getFirst().iterations().context().scope()) {
            return RowPlanner.of(atOrigin, inside).map(rows -> new PartPlanner(atOrigin, inside, schedule, rows));
        }
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
        return dependences.domains().getFirst().iterations().context().scope();
    }

    Dependences dependences() {
        return dependences;
    }

    /** Loops that the host runs one iteration at a time, in the family with the fewest. */
    int hostLoops() {
        return legalFamilies.stream().mapToInt(LegalFamily::hostLoops).min().orElse(0);
    }

    /** Whether one launch runs everything, in which a point's sequential iterations are written out. */
    boolean writesOut() {
        return legalFamilies.stream()
                .map(LegalFamily::family)
                .anyMatch(f -> f.roles().contains(LoopRole.UNROLLED)
                        && !f.roles().contains(LoopRole.HOST)
                        && f.levels().size() == 1);
    }

    /** Loops whose steps launches wait for, the host's and fronts of blocks, in the family with the fewest host loops. */
    int steps() {
        return legalFamilies.stream()
                .filter(f -> f.hostLoops() == hostLoops())
                .mapToInt(f -> (int) f.roles().stream()
                        .filter(r -> r == LoopRole.HOST || r == LoopRole.FRONTS)
                        .count())
                .min()
                .orElse(0);
    }

    /**
     * Loops that run in parallel where no launches wait for blocks of sequential loops, in the family with the most; those that do so only because
     * others run on the host do not count.
     */
    int parallelLoops() {
        return Stream.concat(Stream.of(flat), legalFamilies.stream())
                .filter(f -> f.hostLoops() <= flat.hostLoops())
                .filter(f -> f.roles().stream().noneMatch(LoopRole::isBlockedOnHost))
                .mapToInt(f -> (int) parallelLoops(f.roles()))
                .max()
                .orElse(0);
    }

    /** Whether taking the statements apart could not save launches. */
    boolean keepsStatementsTogether() {
        return hostLoops() == 0;
    }

    /** What the loops are where one launch runs all of the part, each point its own iterations; else nothing. */
    Optional<List<LoopRole>> rolesOfOneLaunch() {
        Family family = families().getFirst();
        boolean ofPoints = family.roles().stream().allMatch(r -> r == LoopRole.PARALLEL || r == LoopRole.KERNEL);
        return ofPoints && family.time() == null && family.levels().size() == 1
                ? Optional.of(family.roles())
                : Optional.empty();
    }

    /** Whether each thread runs all iterations of some loop, and there are too few parallel loops for threads enough. */
    boolean runsAlone() {
        return legalFamilies.stream()
                .filter(f -> f.hostLoops() == hostLoops())
                .allMatch(f -> f.roles().contains(LoopRole.KERNEL) && parallelLoops(f.roles()) < ENOUGH_PARALLEL_LOOPS);
    }

    private static long parallelLoops(List<LoopRole> roles) {
        return roles.stream().filter(r -> r == LoopRole.PARALLEL).count();
    }

    /** Reductions shared out among threads, where that takes no more host loops. */
    private Optional<LegalFamily> lanes(LegalFamily flat) {
        if (schedule.isFixed()) {
            return Optional.empty();
        }
        return ReductionPlanner.of(dependences, inside, flat.hostLoops())
                .filter(p -> parallelLoops(p.roles()) < ENOUGH_PARALLEL_LOOPS || p.streams())
                .flatMap(this::tried);
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

    /** Whether anything runs in parallel without blocks, and without more loops on the host. */
    boolean isParallel() {
        return flat.roles().contains(LoopRole.PARALLEL)
                || legalFamilies.stream().anyMatch(f -> f.roles().contains(LoopRole.REDUCTION));
    }

    /**
     * The plan of a part beside the main one.
     *
     * @param candidate sizes of the main part, taken over where the shape is the same
     * @param ofMain the main part's shape
     */
    Plan companion(Candidate candidate, Family ofMain) {
        for (LegalFamily family : legalFamilies) {
            Optional<Candidate> sizes = sizes(family, candidate, ofMain);
            if (sizes.isPresent() && plan(sizes.get()) instanceof Verdict.Legal legal) {
                return legal.plan();
            }
        }
        List<LegalFamily> untimed =
                legalFamilies.stream().filter(f -> f.family().time() == null).toList();
        for (LegalFamily family : untimed) {
            if (plan(usualSizes.of(family.family())) instanceof Verdict.Legal legal) {
                return legal.plan();
            }
        }
        // What is legal for the sample may need blocks as small.
        for (LegalFamily family : untimed) {
            if (plan(sample(family.roles())) instanceof Verdict.Legal legal) {
                return legal.plan();
            }
        }
        throw new IllegalStateException("no legal family takes the usual sizes or those of its sample: " + families());
    }

    /** The main part's sizes for a family of this part; nothing where it does not take them. */
    private Optional<Candidate> sizes(LegalFamily family, Candidate candidate, Family ofMain) {
        return family.sizes(candidate, ofMain)
                .map(c -> new ConstantLoops(dependences).within(family.roles(), c))
                .filter(family.planner()::accepts);
    }

    private Family usualFamily() {
        return families().stream().filter(f -> f.time() == null).findFirst().orElseThrow();
    }

    /** A family and sizes that it takes. */
    record Cut(Family family, Candidate candidate) {}

    /** What {@link #companion} would plan, if the family is legal for all sizes that it takes; without planning it. */
    Cut companionCut(Candidate candidate, Family ofMain) {
        return legalFamilies.stream()
                .flatMap(f -> sizes(f, candidate, ofMain).map(c -> new Cut(f.family(), c)).stream())
                .findFirst()
                .orElseGet(() -> new Cut(usualFamily(), usualSizes.of(usualFamily())));
    }

    /** The legal families, the one with the largest blocks first. */
    List<Family> families() {
        return legalFamilies.stream().map(LegalFamily::family).toList();
    }

    /**
     * The plan for one candidate, or what forbids it.
     *
     * @throws UserError if the sizes do not fit the nest (number, sign, divisibility)
     */
    Verdict plan(Candidate candidate) {
        check(candidate);
        for (LegalFamily family : inOrderOfChoice()) {
            boolean stays =
                    family.family().time() != null || !candidate.options().resident();
            if (stays && family.planner().accepts(candidate)) {
                try (Scope _ = scope()) {
                    return family.planner().plan(candidate);
                }
            }
        }
        if (blockedRefusal != null) {
            return blockedRefusal;
        }
        throw UserError.badInput("block sizes " + sizes(candidate.block()) + " fit no family of this nest; legal are: "
                + families().stream().map(this::describe).collect(Collectors.joining("; ")));
    }

    /** What has most host loops takes the candidates that it can, which have block size one there. */
    private List<LegalFamily> inOrderOfChoice() {
        LegalFamily last = legalFamilies.getLast();
        boolean comparison = legalFamilies.size() > 1
                && legalFamilies.get(legalFamilies.size() - 2).roles().stream()
                        .anyMatch(r -> LoopRoles.isInKernel(r) || r == LoopRole.REDUCTION);
        if (!comparison) {
            return legalFamilies;
        }
        List<LegalFamily> ordered = new ArrayList<>(List.of(last));
        ordered.addAll(legalFamilies.subList(0, legalFamilies.size() - 1));
        return ordered;
    }

    private String describe(Family family) {
        ConstantLoops constant = new ConstantLoops(dependences);
        List<String> sizes = IntStream.range(0, family.roles().size())
                .mapToObj(z -> switch (family.roles().get(z)) {
                    case HOST -> "1";
                    case PARALLEL -> Batches.isBatch(dependences.nest(), family.roles(), z) ? "1" : "any";
                    case UNROLLED -> String.valueOf(constant.iterations(z));
                    case HOST_BLOCKS, FRONTS, KERNEL, REDUCTION -> "any";
                })
                .toList();
        return family.name() + " (" + String.join(", ", sizes) + ")";
    }

    private void check(Candidate candidate) {
        List<String> loops = dependences.loops();
        if (candidate.block().size() != loops.size()) {
            throw UserError.badInput("this nest has " + Counted.of(loops.size(), "loop") + " ("
                    + String.join(", ", loops) + "): give " + Counted.of(loops.size(), "block size") + ", got "
                    + candidate.block().size());
        }
        for (int z = 0; z < loops.size(); z++) {
            int block = candidate.block().get(z);
            int thread = candidate.thread().get(z);
            if (block < 1 || thread < 1) {
                throw UserError.badInput("sizes of loop " + loops.get(z) + " must be at least 1, got block " + block
                        + " and thread " + thread);
            }
            if (block % thread != 0) {
                throw UserError.badInput("thread size " + thread + " of loop " + loops.get(z)
                        + " does not divide its block size " + block + "; choose a divisor");
            }
        }
    }

    /** The family with the fewest host loops that run one iteration at a time. */
    private LegalFamily flat() {
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
                case Outline.Illegal illegal ->
                    blockedRefusal = blockedRefusal == null ? illegal.verdict() : blockedRefusal;
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

    /** The family that a planner's plan of a sample has; it holds for all sizes that meet its constraints. */
    private Optional<LegalFamily> tried(FamilyPlanner planner) {
        try (Scope _ = scope()) {
            return planner.outline(sample(planner.roles())) instanceof Outline.Legal legal
                    ? Optional.of(new LegalFamily(legal.family(), planner))
                    : Optional.empty();
        }
    }

    private Candidate sample(List<LoopRole> roles) {
        ConstantLoops constant = new ConstantLoops(dependences);
        List<Integer> block = IntStream.range(0, roles.size())
                .mapToObj(z -> switch (roles.get(z)) {
                    case HOST -> 1;
                    case HOST_BLOCKS, FRONTS, KERNEL -> SAMPLE;
                    case UNROLLED -> constant.iterations(z);
                    case PARALLEL -> Batches.isBatch(dependences.nest(), roles, z) ? 1 : 2 * SAMPLE;
                    case REDUCTION -> 2 * SAMPLE;
                })
                .toList();
        List<Integer> thread = Collections.nCopies(roles.size(), 1);
        return new Candidate(block, thread, new Candidate.Options(SAMPLE, 1));
    }

    private static String sizes(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }

    /** How a refusal names a dependence. */
    static String describe(Dependence dependence) {
        return dependence.kind().jsonName() + " dependence " + dependence.vector() + " on " + dependence.array()
                + " from " + dependence.source() + " to " + dependence.sink() + " (access " + dependence.access()
                + ", " + dependence.position() + ")";
    }
}
