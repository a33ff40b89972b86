package tilewright.tiling;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Refusal;
import tilewright.model.UserError;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.OwnedColumns;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.ProgramPart;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.rewrite.StepTimes;
import tilewright.tiling.schedule.CoalescedLoops;
import tilewright.tiling.schedule.PlannedNest;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.BatchLoops;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.WrittenLoops;
import tilewright.tiling.strategy.PointLaunches;
import tilewright.tiling.strategy.RowPlanner;
import tilewright.tiling.strategy.Stencil;
import tilewright.tiling.strategy.WrittenPlanner;
import tilewright.tiling.window.WindowPlanner;

/**
 * Decides whether a program may be cut in a given way, and how its blocks then run. The program is first taken apart
 * ({@link Distribution}); block and thread sizes are those of its <em>main part</em>, the one whose work grows fastest,
 * and of the parts of the same shape; the other parts get sizes that suit their own shape.
 */
public final class Tiler {
    private final LoopNest written;
    private final PlannedNest planned;
    private final Schedule schedule;
    private final NestForm form;
    private final Region.Part main;
    private final Context context;
    private final List<OwnedColumns.Update> columns;
    private final Dependences asWritten;

    private static final int MOST_DEPTHS = 8;

    /** By the main part's family, which is one object for all candidates: to hash its places for each of them takes long. */
    private final Map<Family, Set<Region.Part>> joinedParts = new IdentityHashMap<>();

    /** @param dependences of the nest as written */
    public Tiler(Dependences dependences) {
        this(dependences, new Schedule.Auto());
    }

    /**
     * @param dependences of the nest as written
     * @param schedule how far plans may depart from its order
     * @throws UserError if it is given and does not fit the nest, or breaks a dependence
     */
    public Tiler(Dependences dependences, Schedule schedule) {
        requirePlannable(dependences.nest());
        requireIterations(dependences);
        this.schedule = schedule;
        this.written = dependences.nest();
        this.asWritten = dependences;
        this.context = dependences.context();
        this.planned = PlannedNest.of(dependences, schedule);
        this.form = new NestForms(context, schedule.ofPlanned()).best(planned.dependences());
        if (schedule instanceof Schedule.Rows
                && Region.parts(form.regions()).stream()
                        .noneMatch(p -> p.planner().ownsRows())) {
            throw RowPlanner.noRows(written);
        }
        if (schedule instanceof Schedule.Steps && !form.takesSteps()) {
            throw StepTimes.noSteps(written);
        }
        if (schedule instanceof Schedule.Problems && !form.isBatch()) {
            throw noProblems(written);
        }
        if (schedule instanceof Schedule.Sweeps && !form.hasSweeps()) {
            throw noSweeps(written);
        }
        this.main = form.main().orElseThrow(() -> changesNothing(written));
        this.columns = form.columns();
    }

    /**
     * Statements that stand beside a loop are planned with it and without it, and so are those beside the loops inside: eight depths take
     * seconds, ten minutes and gigabytes. Loops without statements between them may be more.
     *
     * @throws UserError if statements stand at more depths, one inside another, than can be planned
     */
    public static void requirePlannable(LoopNest nest) {
        Set<List<Node.Loop>> levels =
                nest.statements().stream().map(PlacedStatement::loops).collect(Collectors.toSet());
        for (PlacedStatement placed : nest.statements()) {
            long depths = IntStream.rangeClosed(0, placed.depth())
                    .filter(d -> levels.contains(placed.loops().subList(0, d)))
                    .count();
            if (depths > MOST_DEPTHS) {
                throw UserError.badInput(
                        placed.statement().target().position() + ": error: statements stand at " + depths
                                + " depths of the loops around this one, and plans are made for at most " + MOST_DEPTHS
                                + "; put the innermost loops into a file of their own, or statements that allow it"
                                + " into the innermost loop ('analyze --quick' takes the nest as it is)");
            }
        }
    }

    /** @throws UserError if no plan would have anything to run */
    public static void requireIterations(Dependences dependences) {
        LoopNest nest = dependences.nest();
        boolean none = nest.statements().stream()
                .allMatch(p -> Iterations.domain(dependences, p, true).isEmpty());
        if (none) {
            throw changesNothing(nest);
        }
    }

    private static UserError noProblems(LoopNest nest) {
        return UserError.badInput("--schedule problems: " + nest.name()
                + " is no batch of problems: an outermost loop whose iterations do without each other, and in it one"
                + " whose iterations do not; leave --schedule out");
    }

    private static UserError noSweeps(LoopNest nest) {
        return UserError.badInput("--schedule sweeps: " + nest.name()
                + " has no sweeps over three dimensions or more: loops none of whose iterations depends on"
                + " another one, and statements that read an array at constant distances along the first"
                + " dimension; leave --schedule out");
    }

    private static UserError changesNothing(LoopNest nest) {
        return UserError.refused(
                Refusal.NOTHING_TO_RUN,
                "no statement of " + nest.name()
                        + " ever changes anything: its loops and conditions leave no iteration for any size, or all"
                        + " iterations leave their elements as they are");
    }

    /** Whether it may be that blocks own rows ({@link Schedule.Rows}); where not, nobody need try. */
    public static boolean mayOwnRows(Dependences dependences) {
        return RowPlanner.mayOwnRows(dependences);
    }

    /** Whether something runs in order: launches that wait for one another, or a loop in each of few threads. */
    public boolean inSteps() {
        return main.planner().runsAlone()
                || RegionOrder.hostLoops(form.regions()) > 0
                || Region.parts(form.regions()).stream()
                        .flatMap(p -> p.planner().families().getFirst().roles().stream())
                        .anyMatch(LoopRole::runsOnHost);
    }

    /** Whether it may be that the nest is a batch of problems ({@link Schedule.Steps}, {@link Schedule.Problems}): values stay in the same iterations of the outermost loop, and not in those of another one. */
    public static boolean mayBeBatch(Dependences dependences) {
        List<Dependence> values = dependences.ofKind(Dependence.Kind.FLOW);
        return BatchLoops.isOneLoop(dependences.nest(), 1)
                && values.stream().allMatch(d -> RowPlanner.staysInLoop(d.relation(), 0))
                && values.stream().anyMatch(d -> leavesLoop(dependences.nest(), d));
    }

    /** Whether a value leaves an iteration of a loop that the statements on both sides have, inside of the outermost one. */
    private static boolean leavesLoop(LoopNest nest, Dependence value) {
        List<Node.Loop> source = nest.statement(value.source()).loops();
        List<Node.Loop> sink = nest.statement(value.sink()).loops();
        return IntStream.range(1, Math.min(source.size(), sink.size()))
                .takeWhile(z -> source.get(z) == sink.get(z))
                .anyMatch(z -> !RowPlanner.staysInLoop(value.relation(), z));
    }

    /** Whether it may be that loops around sweeps over three dimensions run on the host ({@link Schedule.Sweeps}). */
    public static boolean mayBeSweeps(Dependences dependences) {
        return Stencil.mayReadAcrossPlanes(dependences.nest());
    }

    /** Whether the nest as written is one of its plans: in the order that somebody gave it is another one. */
    public boolean takesWritten() {
        return !schedule.isFixed();
    }

    /** The nest that is planned. */
    public LoopNest written() {
        return written;
    }

    /** What is known of its loops. */
    public WrittenLoops.Shared writtenLoops() {
        return new WrittenPlanner(asWritten).shared();
    }

    /** What block and thread sizes speak of: the nest itself, or the main one of its parts. */
    public Dependences ranked() {
        return main.planner().dependences();
    }

    /**
     * Sizes for {@link #ranked}: those of the nest, and a value from the middle of its range for every loop around the
     * main part.
     */
    public Map<String, Long> rankedSizes(Map<String, Long> sizes) {
        return hostRuns(main, sizes).sizes();
    }

    /** With lengths of axes. */
    private Map<String, Long> plannedSizes(Map<String, Long> sizes) {
        CoalescedLoops coalesced = planned.coalesced();
        return coalesced == null ? sizes : coalesced.countedSizes(sizes);
    }

    /** Whether {@link #ranked} is the whole program, and runs once. */
    public boolean ranksAll() {
        return main.hostLoops().isEmpty() && Region.parts(form.regions()).size() == 1;
    }

    /**
     * The parts of the program as {@link #plan} would cut them, in order.
     *
     * @param candidate sizes of the main part
     * @param family that they belong to
     * @param sizes values of the nest's parameters
     */
    public List<ProgramPart> parts(Candidate candidate, Family family, Map<String, Long> sizes) {
        return parts(sizes).apply(candidate, family);
    }

    /** The same for one candidate and its family after another: how often the host runs a part does not depend on these, and is found once. */
    public BiFunction<Candidate, Family, List<ProgramPart>> parts(Map<String, Long> sizes) {
        Map<Region.Part, HostRuns> hosts = new LinkedHashMap<>();
        Region.parts(form.regions()).forEach(part -> hosts.put(part, hostRuns(part, sizes)));
        return (candidate, family) -> {
            List<ProgramPart> parts = new ArrayList<>();
            Set<Region.Part> joinedParts = joinedParts(candidate, family);
            hosts.forEach((part, host) -> {
                PartPlanner.Cut cut = part == main
                        ? new PartPlanner.Cut(family, candidate)
                        : part.planner().companionCut(candidate, family);
                parts.add(new ProgramPart(
                        part == main,
                        joinedParts.contains(part),
                        part.planner().dependences(),
                        own(part),
                        part.planner().families(),
                        cut.family(),
                        cut.candidate(),
                        host.sizes(),
                        host.runs()));
            });
            return parts;
        };
    }

    /** Arrays of {@link #ranked} that the nest as written does not have, or has for itself, and no other part of the program accesses. */
    public Set<String> rankedOwn() {
        return own(main);
    }

    private Set<String> own(Region.Part part) {
        Set<String> others = Region.parts(form.regions()).stream()
                .filter(p -> p != part)
                .flatMap(p -> p.planner().dependences().nest().statements().stream())
                .flatMap(p -> p.statement().accesses().stream())
                .map(Access::array)
                .collect(Collectors.toSet());
        return Plan.temporaries(planned.dependences().nest(), form.nest()).stream()
                .map(ArrayDeclaration::name)
                .filter(array -> !others.contains(array))
                .collect(Collectors.toSet());
    }

    private HostRuns hostRuns(Region.Part part, Map<String, Long> sizes) {
        return HostRuns.of(part.hostLoops(), part.planner().dependences(), plannedSizes(sizes));
    }

    /** The legal families of the main part, the one with the largest blocks first. */
    public List<Family> families() {
        return main.planner().families();
    }

    /**
     * The plan for one candidate, or what forbids it.
     *
     * @throws UserError if the sizes do not fit the nest (number, sign, divisibility)
     */
    public Verdict plan(Candidate candidate) {
        if (candidate.isAsWritten()) {
            if (!takesWritten()) {
                return new Verdict.Illegal(candidate + " is in the nest's own order; leave --schedule out", null);
            }
            return new Verdict.Legal(new WrittenPlanner(asWritten).plan());
        }
        if (candidate.options().window() > 0 && !planned.noWindows().isEmpty()) {
            return new Verdict.Illegal(planned.noWindows() + " have no windows; leave the window out", null);
        }
        if (candidate.options().window() > 0) {
            return inWindows(candidate);
        }
        return switch (ofForm(candidate)) {
            case Verdict.Legal legal ->
                planned.why().isEmpty()
                        ? legal
                        : new Verdict.Legal(legal.plan().ofWritten(written, planned.why(), planned.coalesced()));
            case Verdict.Illegal illegal -> illegal;
        };
    }

    private Verdict ofForm(Candidate candidate) {
        Verdict verdict = main.planner().plan(candidate);
        if (!(verdict instanceof Verdict.Legal legal)) {
            return verdict;
        }
        Plan ofMain = legal.plan();
        boolean whole = form.regions().equals(List.of(main))
                && ranked().nest() == planned.dependences().nest();
        if (whole && form.unit().nest() == planned.dependences().nest()) {
            return new Verdict.Legal(PrivateScratch.unstored(ofMain));
        }
        Set<String> rules = new LinkedHashSet<>();
        PointLaunches.Joined parts = joined(candidate, ofMain, rules);
        Region first = IntStream.range(0, parts.steps().size())
                .filter(r -> parts.steps().get(r) != null)
                .mapToObj(form.regions()::get)
                .findFirst()
                .orElseThrow();
        List<HostStep> inOriginalTerms = new OriginalTerms(form.nest(), form.unit())
                .steps(PartsInLanes.of(parts.left(), Region.isOnePart(List.of(first))));
        return new Verdict.Legal(PrivateScratch.unstored(new Plan(
                planned.dependences().nest(), form.nest(), candidate, ofMain.family(), rule(rules), inOriginalTerms)));
    }

    /** The steps of all regions, in order; null where blocks of another one run them. */
    private PointLaunches.Joined joined(Candidate candidate, Plan ofMain, Set<String> rules) {
        List<List<HostStep>> parts = new ArrayList<>();
        for (Region region : form.regions()) {
            parts.add(steps(region, candidate, ofMain, rules));
        }
        PointLaunches.Joined joined = PointLaunches.of(context, form.unit().nest(), parts);
        rules.addAll(joined.rules());
        return joined;
    }

    /** Parts that blocks of others run: which these are does not depend on sizes, so that one plan of a family tells it. */
    private Set<Region.Part> joinedParts(Candidate candidate, Family family) {
        boolean some = form.regions().size() > 1
                && form.regions().stream()
                        .anyMatch(r -> r instanceof Region.Part p
                                && p.planner().rolesOfOneLaunch().stream()
                                        .anyMatch(roles -> !roles.contains(LoopRole.KERNEL)));
        return !some
                ? Set.of()
                : joinedParts.computeIfAbsent(family, _ -> {
                    if (!(main.planner().plan(candidate) instanceof Verdict.Legal legal)) {
                        return Set.of();
                    }
                    PointLaunches.Joined joined = joined(candidate, legal.plan(), new LinkedHashSet<>());
                    return IntStream.range(0, form.regions().size())
                            .filter(r -> joined.steps().get(r) == null)
                            .mapToObj(r -> Region.parts(List.of(form.regions().get(r))))
                            .flatMap(List::stream)
                            .collect(Collectors.toSet());
                });
    }

    private Verdict inWindows(Candidate candidate) {
        if (!(plan(candidate.withWindow(0)) instanceof Verdict.Legal(Plan small))) {
            return plan(candidate.withWindow(0));
        }
        Optional<String> obstacle = WindowPlanner.obstacle(small, written, candidate);
        if (obstacle.isPresent()) {
            return new Verdict.Illegal(obstacle.get(), null);
        }
        return switch (plan(WindowPlanner.ofWindows(candidate, small.family().roles()))) {
            case Verdict.Legal(Plan large) -> WindowPlanner.plan(small, large, candidate);
            case Verdict.Illegal illegal -> illegal;
        };
    }

    private String rule(Set<String> parts) {
        return Stream.concat(form.rules().stream(), parts.stream()).collect(Collectors.joining("; "));
    }

    private List<HostStep> steps(Region region, Candidate candidate, Plan ofMain, Set<String> rules) {
        return switch (region) {
            case Region.HostLoop h -> {
                List<HostStep> body = new ArrayList<>();
                h.body().forEach(r -> body.addAll(steps(r, candidate, ofMain, rules)));
                yield List.of(new HostStep.HostLoop(
                        h.loop().variable(),
                        h.loop().lower(),
                        h.loop().upper(),
                        body,
                        columns(h, candidate).orElse(null),
                        null,
                        null,
                        h.apart()));
            }
            case Region.Rewritten w -> {
                List<HostStep> body = new ArrayList<>();
                w.body().forEach(r -> body.addAll(steps(r, candidate, ofMain, rules)));
                yield new OriginalTerms(w.before(), w.form()).steps(body);
            }
            case Region.Part p -> {
                Plan plan = p == main ? ofMain : p.planner().companion(candidate, ofMain.family());
                rules.add(Region.parts(form.regions()).size() == 1 ? plan.rule() : statements(p) + ": " + plan.rule());
                yield plan.host();
            }
        };
    }

    private Optional<OwnedColumns> columns(Region.HostLoop loop, Candidate candidate) {
        if (!Region.parts(loop.body()).contains(main) || !form.regions().contains(loop)) {
            return Optional.empty();
        }
        List<String> loops = ranked().loops();
        Map<String, Integer> sizes = new LinkedHashMap<>();
        int threads = 1;
        for (int z = 0; z < loops.size(); z++) {
            sizes.put(loops.get(z), candidate.block().get(z));
            threads *= candidate.block().get(z) / candidate.thread().get(z);
        }
        return OwnedColumns.of(columns, loop.loop().variable(), sizes, threads);
    }

    private static String statements(Region.Part part) {
        return part.planner().dependences().nest().statements().stream()
                .map(s -> s.statement().id())
                .collect(Collectors.joining(", "));
    }
}
