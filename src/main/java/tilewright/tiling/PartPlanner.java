package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependences;
import tilewright.isl.Scope;
import tilewright.model.Counted;
import tilewright.model.UserError;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.property.Batches;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.ParallelLoops;
import tilewright.tiling.strategy.CompanionSizes;
import tilewright.tiling.strategy.FamilySearch;
import tilewright.tiling.strategy.LegalFamily;
import tilewright.tiling.strategy.LoopRoles;
import tilewright.tiling.strategy.RowPlanner;

/**
 * Plans for one part of a program: statements that share a loop space, planned together, in one of the families that are legal for it
 * ({@link FamilySearch}).
 */
final class PartPlanner {
    private final Dependences dependences;
    private final LegalFamily flat;
    private final List<LegalFamily> legalFamilies;
    private final CompanionSizes usualSizes;
    private final FamilySearch search;
    private final boolean inOneBlock;
    /** Plans beside other parts, which take few of the sizes that these have: usual ones above all. */
    private final Map<Candidate, Verdict> companions = new HashMap<>();

    /** @param inside whether the part stands in a larger program: then it may be without iterations in some step */
    PartPlanner(Dependences dependences, boolean inside, Schedule schedule) {
        this(new FamilySearch(dependences, inside, schedule), schedule);
    }

    private PartPlanner(FamilySearch search, Schedule schedule) {
        this.search = search;
        this.inOneBlock = schedule instanceof Schedule.Problems;
        this.dependences = search.dependences();
        this.usualSizes = new CompanionSizes(dependences);
        this.flat = search.flat();
        this.legalFamilies = search.legal();
    }

    /** Whether blocks own rows. */
    boolean ownsRows() {
        return flat.planner() instanceof RowPlanner;
    }

    /** Rows that blocks own ({@link RowPlanner}); empty where statements are of another form. */
    static Optional<PartPlanner> ofRows(Dependences dependences, boolean inside, Schedule schedule) {
        Dependences atOrigin = RowPlanner.atOrigin(dependences);
        try (Scope _ = dependences.context().scope()) {
            return RowPlanner.of(atOrigin, inside)
                    .map(rows -> new PartPlanner(new FamilySearch(atOrigin, inside, schedule, rows), schedule));
        }
    }

    /** Plans are free of isl: what planning makes may go when it is done. */
    private Scope scope() {
        return dependences.context().scope();
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
                .mapToInt(f -> (int) FamilySearch.parallelLoops(f.roles()))
                .max()
                .orElse(0);
    }

    /** Whether taking the statements apart could not save launches. */
    boolean keepsStatementsTogether() {
        return hostLoops() == 0;
    }

    /** What the loops are where one launch runs all of the part, each point its own iterations; else nothing. */
    Optional<List<LoopRole>> rolesOfOneLaunch() {
        Family family = families().stream()
                .filter(f -> f.time() == null || !f.time().isSweep())
                .findFirst()
                .orElseThrow();
        boolean ofPoints = family.roles().stream().allMatch(r -> r == LoopRole.PARALLEL || r == LoopRole.KERNEL);
        return ofPoints && family.time() == null && family.levels().size() == 1
                ? Optional.of(family.roles())
                : Optional.empty();
    }

    /** Whether blocks may go plane by plane through all points, none of which depends on another one. */
    boolean sweeps() {
        return families().stream().anyMatch(f -> f.time() != null && f.time().isSweep());
    }

    /** Whether each thread runs all iterations of some loop, and there are too few parallel loops for threads enough. */
    boolean runsAlone() {
        return legalFamilies.stream()
                .filter(f -> f.hostLoops() == hostLoops())
                .allMatch(f -> f.roles().contains(LoopRole.KERNEL)
                        && FamilySearch.parallelLoops(f.roles()) < ParallelLoops.ENOUGH);
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
            if (sizes.isPresent() && beside(sizes.get()) instanceof Verdict.Legal legal) {
                return legal.plan();
            }
        }
        List<LegalFamily> untimed =
                legalFamilies.stream().filter(f -> f.family().time() == null).toList();
        for (LegalFamily family : untimed) {
            if (beside(usual(family.family(), candidate, ofMain)) instanceof Verdict.Legal legal) {
                return legal.plan();
            }
        }
        // What is legal for the sample may need blocks as small.
        for (LegalFamily family : untimed) {
            if (beside(search.sample(family.roles())) instanceof Verdict.Legal legal) {
                return legal.plan();
            }
        }
        throw new IllegalStateException("no legal family takes the usual sizes or those of its sample: " + families());
    }

    private Verdict beside(Candidate sizes) {
        return companions.computeIfAbsent(sizes, this::plan);
    }

    /** The main part's sizes for a family of this part; nothing where it does not take them. */
    private Optional<Candidate> sizes(LegalFamily family, Candidate candidate, Family ofMain) {
        return family.sizes(candidate, ofMain)
                .map(c -> new ConstantLoops(dependences).within(family.roles(), c))
                .filter(c -> takes(family, c));
    }

    /** Whether a family has plans of a candidate: blocks stay, or advance by planes, in time tiles alone. */
    private static boolean takes(LegalFamily family, Candidate candidate) {
        boolean timed = candidate.options().resident() || candidate.options().advancesByPlanes();
        return (family.family().time() != null || !timed) && family.planner().accepts(candidate);
    }

    /** The usual sizes; of as many threads as the main part's where one block may run both. */
    private Candidate usual(Family family, Candidate candidate, Family ofMain) {
        return inOneBlock ? usualSizes.of(family, candidate.threads(ofMain.roles())) : usualSizes.of(family);
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
                .orElseGet(() -> new Cut(usualFamily(), usual(usualFamily(), candidate, ofMain)));
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
            if (takes(family, candidate)) {
                try (Scope _ = scope()) {
                    return family.planner().plan(candidate);
                }
            }
        }
        if (candidate.options().advancesByPlanes()) {
            return new Verdict.Illegal(
                    "only blocks of time tiles and of sweeps over three dimensions go by planes; choose a panel size"
                            + " above 1, or none",
                    null);
        }
        if (search.refusal() != null) {
            return search.refusal();
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

    private static String sizes(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }
}
