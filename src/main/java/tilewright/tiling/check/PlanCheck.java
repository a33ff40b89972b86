package tilewright.tiling.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.IslLimitException;
import tilewright.isl.Map;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.check.Obligations.Obligation;
import tilewright.tiling.plan.Blocks;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.OwnedColumns;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.PlanPlaces.Place;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.rewrite.CollapsedComponents;
import tilewright.tiling.rewrite.GatheredSums;
import tilewright.tiling.rewrite.OwnScalars;
import tilewright.tiling.rewrite.Reindexed;
import tilewright.tiling.rewrite.SlidingChunks;
import tilewright.tiling.schedule.CoalescedCheck;
import tilewright.tiling.schedule.CoalescedLoops;
import tilewright.tiling.schedule.Packing;
import tilewright.tiling.schedule.SplitSums;
import tilewright.tiling.space.Instances;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.space.ParallelLoops;
import tilewright.tiling.space.WrittenLoops;

/**
 * Proves a finished plan right, for all values of the parameters, without asking the planners: from the plan's own bounds
 * and guards it derives where every iteration runs, and compares with the exact dependences of the nest as written.
 *
 * <p>Where temporaries have memory of their own, {@link ExpansionCheck} first proves that they may, and the dependences are
 * those of the nest with that memory.
 *
 * <ol>
 *   <li>Every iteration runs exactly once, proved silent ones at most once, nothing else runs.
 *   <li>Accesses name the elements that the statement names, in a register tile that holds them; tiles store what was
 *       written.
 *   <li>Where a piece reads the element behind a copy that it makes, reading elements instead of these copies everywhere would give the same nest, whose
 *       dependences then count for that read ({@link BehindCopies}).
 *   <li>The source of every dependence comes before its sink: in an earlier launch, or in the same block, and there as
 *       {@link BlockRule} asks. Blocks of one launch are unordered.
 *   <li>Between launches that follow one another, they are in blocks of equal coordinates ({@link FollowedLaunches}).
 * </ol>
 *
 * <p>Blocks of time tiles compute some iterations that others own: their own ones count here, and {@link TimeTileCheck}
 * proves that the launches compute what they would in this order.
 *
 * <p>What may be left unordered is in {@link Obligations}; of reductions with partial results, each iteration runs once, in
 * one lane of the one point that loads its accumulator, joins and stores it.
 */
public final class PlanCheck {
    private static final long MOST_OPERATIONS = 200_000_000L;

    /**
     * The order in which places are soonest taken from a set. Iterations of one piece leave few pieces of it; those of many take long for every piece that is there, so
     * that they come next, before the others have cut it.
     */
    private static final Comparator<Place> SOONEST = Comparator.comparingInt(place -> {
        int pieces = place.runs().pieces();
        return pieces == 1 ? Integer.MIN_VALUE : -pieces;
    });

    private final Dependences dependences;
    private final Context context;
    private final Obligations obligations;

    /** @param dependences of the nest as written, the one that the plans speak of */
    public PlanCheck(Dependences dependences) {
        this.dependences = dependences;
        this.context = dependences.context();
        this.obligations = new Obligations(dependences, context);
    }

    /** What a check says. */
    public sealed interface Result {
        /** Every iteration runs, and every dependence is kept. */
        record Proved() implements Result {}

        /** The plan is wrong. {@link #message} names dependence, launch and an instance. */
        record Violated(String message) implements Result {}

        /** Nothing wrong was found, but not everything could be looked at. */
        record NotProved(String reason) implements Result {}
    }

    /** Checks a plan of the nest. */
    public Result check(Plan plan) {
        return context.withMaxOperations(MOST_OPERATIONS, () -> {
            try (Scope _ = context.scope()) {
                Optional<LoopNest> placed =
                        OwnScalars.of(dependences.nest()).map(OwnScalars::nest).filter(nest -> isOf(nest, plan));
                if (placed.isPresent()) {
                    return checkedPlaced(plan, placed.get());
                }
                Optional<CollapsedComponents> collapsed =
                        CollapsedComponents.of(dependences.nest()).filter(c -> adds(plan.uncoalesced(), c.nest()));
                if (collapsed.isPresent()) {
                    return checkedReindexed(
                            plan, collapsed.get().nest(), collapsed.get().parts(), "points and components in one loop");
                }
                Optional<GatheredSums> gathered =
                        GatheredSums.of(dependences.nest()).filter(g -> runs(plan, g.loops()));
                if (gathered.isPresent()) {
                    return checkedReindexed(
                            plan, gathered.get().nest(), gathered.get().parts(), "elements that gather terms");
                }
                Optional<SlidingChunks> chunks =
                        SlidingChunks.of(dependences.nest()).filter(c -> runs(plan, c.counters()));
                if (chunks.isPresent()) {
                    return checkedReindexed(
                            plan, chunks.get().nest(), chunks.get().parts(), "loops in chunks");
                }
                if (plan.coalesced() != null) {
                    return checkedCoalesced(plan, plan.coalesced());
                }
                return plan.nest() == dependences.nest() || plan.nest().equals(dependences.nest())
                        ? checked(plan)
                        : checkedExpanded(plan);
            } catch (PlanViolation violation) {
                return violation.result();
            } catch (IslLimitException e) {
                return new Result.NotProved(String.valueOf(e.getMessage()));
            }
        });
    }

    /**
     * Refuses a plan that is wrong.
     *
     * @return why nothing was proved, or nothing
     * @throws IllegalStateException with the dependence and the launch, if the plan breaks one
     */
    public Optional<String> require(Plan plan) {
        return switch (check(plan)) {
            case Result.Proved _ -> Optional.empty();
            case Result.NotProved n -> Optional.of(n.reason());
            case Result.Violated v ->
                throw new IllegalStateException(
                        "the plan for blocks " + plan.candidate() + " is wrong: " + v.message());
        };
    }

    /** Whether a plan is one of the nest without scalars of its own: it does without these, too. */
    private boolean isOf(LoopNest placed, Plan plan) {
        java.util.Set<String> replaced = accessed(dependences.nest());
        replaced.removeAll(accessed(placed));
        return Collections.disjoint(replaced, accessed(plan.nest()));
    }

    private static java.util.Set<String> accessed(LoopNest nest) {
        return nest.statements().stream()
                .flatMap(p -> p.statement().accesses().stream())
                .map(Access::array)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** First that a nest whose loops count otherwise computes what the nest as written does, then the plan as one of that nest. */
    private Result checkedReindexed(Plan plan, LoopNest nest, java.util.Map<String, Reindexed> parts, String what) {
        return new ReindexCheck(DependenceAnalysis.withSilent(dependences), nest, parts)
                .difference()
                .<Result>map(difference -> new Result.Violated(what + ": " + difference))
                .orElseGet(() -> new PlanCheck(DependenceAnalysis.analyze(context, nest)).check(plan));
    }

    /** Whether a plan has some loops. */
    private static boolean runs(Plan plan, java.util.Set<String> loops) {
        return plan.uncoalesced().statements().stream()
                .flatMap(p -> p.loopVariables().stream())
                .anyMatch(loops::contains);
    }

    /** First that the nest without scalars of its own computes what the nest as written does, then the plan as one of that nest. */
    private Result checkedPlaced(Plan plan, LoopNest placed) {
        Dependences own = DependenceAnalysis.analyze(context, placed);
        return new ExpansionCheck(DependenceAnalysis.withSilent(dependences), DependenceAnalysis.withSilent(own))
                .difference()
                .<Result>map(difference -> new Result.Violated("without scalars of its own: " + difference))
                .orElseGet(() -> new PlanCheck(own).check(plan));
    }

    /** First that the coalesced nest computes what the nest as written does, then the plan as one of the coalesced nest. */
    private Result checkedCoalesced(Plan plan, CoalescedLoops loops) throws PlanViolation {
        Optional<String> difference = new CoalescedCheck(DependenceAnalysis.withSilent(dependences)).difference(loops);
        if (difference.isPresent()) {
            return new Result.Violated(difference.get());
        }
        Plan ofCoalesced = plan.ofCoalesced(loops);
        PlanCheck check = new PlanCheck(DependenceAnalysis.analyze(context, loops.nest()));
        return ofCoalesced.nest().equals(loops.nest())
                ? check.checked(ofCoalesced)
                : check.checkedExpanded(ofCoalesced);
    }

    /** First that the nest with copied operands computes what the nest as written does, then the plan as one of that nest. */
    private Result checkedPacked(Plan plan, LoopNest packed) throws PlanViolation {
        Dependences own = DependenceAnalysis.analyze(context, packed);
        Optional<String> difference = new ExpansionCheck(
                        DependenceAnalysis.withSilent(dependences), DependenceAnalysis.withSilent(own))
                .difference();
        return difference.isPresent()
                ? new Result.Violated("copied operands: " + difference.get())
                : new PlanCheck(own).checkedExpanded(plan);
    }

    /** First that the plan's nest is the nest as written with other memory, then the plan as one of that nest. */
    private Result checkedExpanded(Plan plan) throws PlanViolation {
        Optional<LoopNest> split = splitNest(plan);
        if (split.isPresent()) {
            PlanCheck check = new PlanCheck(DependenceAnalysis.analyze(context, split.get()));
            return plan.nest().equals(split.get()) ? check.checked(plan) : check.checkedExpanded(plan);
        }
        Optional<LoopNest> packed = Packing.of(dependences.nest()).filter(nest -> adds(plan.nest(), nest));
        if (packed.isPresent() && !plan.nest().equals(packed.get())) {
            return checkedPacked(plan, packed.get());
        }
        Dependences own = DependenceAnalysis.analyze(context, plan.nest());
        Dependences all = DependenceAnalysis.withSilent(own);
        Dependences written = DependenceAnalysis.withSilent(dependences);
        Optional<String> difference = new ExpansionCheck(written, all).difference();
        if (difference.isPresent() && dependences.silentRemoved()) {
            difference = new ExpansionCheck(dependences, all).difference();
        }
        if (difference.isPresent()) {
            return new Result.Violated("the temporaries' memory: " + difference.get());
        }
        return new PlanCheck(own).checked(plan);
    }

    /** The nest with sums and scans in shares that the plan's nest is, or is with other memory; {@link SplitSums} asks the dependences whether they may be split. */
    private Optional<LoopNest> splitNest(Plan plan) {
        int added = plan.nest().arrays().size() - dependences.nest().arrays().size();
        int length = SplitSums.length(dependences.nest(), plan.nest()).orElse(1);
        return added <= 0
                ? Optional.empty()
                : SplitSums.of(DependenceAnalysis.withSilent(dependences), length)
                        .filter(nest -> adds(plan.nest(), nest));
    }

    /** Whether a planned nest has all arrays of another one, and perhaps more behind them. */
    private static boolean adds(LoopNest planned, LoopNest nest) {
        List<ArrayDeclaration> arrays = planned.arrays();
        int of = nest.arrays().size();
        return arrays.size() >= of && arrays.subList(0, of).equals(nest.arrays());
    }

    private Result checked(Plan plan) throws PlanViolation {
        Result result = checked(plan, List.of());
        for (int s = 0; s < plan.host().size(); s++) {
            if (plan.host().get(s) instanceof HostStep.HostLoop loop && loop.boxes() != null) {
                List<HostStep> steps = new ArrayList<>(plan.host());
                steps.set(s, new HostStep.Launch(loop.variable(), "blocks that stay", List.of(loop.boxes())));
                Plan staying = new Plan(plan.nest(), plan.candidate(), plan.family(), plan.rule(), steps);
                checked(staying, List.of(loop.boxes()));
            }
        }
        return result;
    }

    /** @param staying boxes of blocks that stay */
    private Result checked(Plan plan, List<TimeTile> staying) throws PlanViolation {
        if (plan.host().size() == 1 && plan.host().getFirst() instanceof HostStep.AsWritten written) {
            return asWritten(written);
        }
        PlanPlaces plans = new PlanPlaces(context, plan);
        List<Place> places = plans.all();
        for (Dependences.Domain domain : dependences.domains()) {
            complete(
                    domain,
                    places.stream()
                            .filter(p -> p.id().equals(domain.statement()))
                            .toList());
        }
        FreeUpdates free = new FreeUpdates(dependences, places, Obligations.closedUpdates(dependences));
        PlannedValues values = new PlannedValues(
                plans,
                plan.temporaries().stream().map(ArrayDeclaration::name).collect(Collectors.toSet()),
                free.reductions());
        for (PlanPlaces.Launched launched : plans.launches()) {
            for (Blocks blocks : launched.launch().blocks()) {
                List<Place> own = places.stream()
                        .filter(p -> p.launched() == launched && p.blocks() == blocks)
                        .toList();
                Optional<String> wrong = switch (blocks) {
                    case Piece _ ->
                        own.stream().flatMap(p -> values.wrong(p).stream()).findFirst();
                    case TimeTile t -> {
                        TimePlaces timed = new TimePlaces(context, plan.nest(), t, own);
                        yield staying.contains(t) ? new StayingCheck(timed).wrong() : new TimeTileCheck(timed).wrong();
                    }
                };
                if (wrong.isPresent()) {
                    throw new PlanViolation(wrong.get());
                }
            }
        }
        PlannedOrder order = new PlannedOrder(plans, places);
        BehindCopies behind = new BehindCopies(plan.nest(), places);
        List<Obligation> all = new ArrayList<>();
        for (Obligation obligation : obligations.of(places, free)) {
            order.keep(obligation, place -> !behind.reads(place, obligation.access()));
            all.add(obligation);
        }
        for (Obligation obligation : behind.obligations(context, places)) {
            order.keep(obligation, place -> behind.reads(place, obligation.access()));
            all.add(obligation);
        }
        for (Obligation exclusive : free.exclusive()) {
            order.keepApart(exclusive);
            all.add(exclusive);
        }
        FollowedLaunches.check(plans, places, all);
        ApartLoops.check(places, all);
        for (HostStep step : plan.host()) {
            if (step instanceof HostStep.HostLoop loop && loop.columns() != null) {
                columns(plan.nest(), loop, loop.columns(), plans.launches());
            }
        }
        return new Result.Proved();
    }

    /** All iterations run, in their order but for parallel loops and sums: no dependence may go along the one, and none but that of a free sum along the other. */
    private Result asWritten(HostStep.AsWritten written) throws PlanViolation {
        List<Node.Loop> loops = WrittenLoops.of(dependences.nest());
        for (Dependence dependence : DependenceAnalysis.withSilent(dependences).dependences()) {
            PlacedStatement source = dependences.nest().statement(dependence.source());
            PlacedStatement sink = dependences.nest().statement(dependence.sink());
            for (int number : written.parallel()) {
                int depth = source.loops().indexOf(loops.get(number));
                if (depth >= 0 && depth == sink.loops().indexOf(loops.get(number))) {
                    Map together = OrderCheck.agreeingIn(dependence.relation(), depth);
                    if (!together.subtract(together.equate(Dim.IN, depth, Dim.OUT, depth))
                            .isEmpty()) {
                        throw new PlanViolation("iterations of loop "
                                + loops.get(number).variable() + " run at the same time: " + dependence.inWords());
                    }
                }
            }
        }
        for (String sum : written.sums()) {
            if (ParallelLoops.freeSum(dependences, dependences.nest().statement(sum))
                    .isEmpty()) {
                throw new PlanViolation(sum + " is no sum whose order along its innermost loop is free");
            }
        }
        return new Result.Proved();
    }

    /** Whether the loop does for columns what the plan says, so that blocks may keep them. */
    private void columns(
            LoopNest nest, HostStep.HostLoop loop, OwnedColumns columns, List<PlanPlaces.Launched> launches)
            throws PlanViolation {
        java.util.Set<String> statements = launches.stream()
                .filter(l -> l.loops().contains(loop))
                .flatMap(l -> l.launch().pieces().stream())
                .flatMap(p -> p.statements().stream())
                .map(s -> s.statement().id())
                .collect(Collectors.toSet());
        Dependences all = DependenceAnalysis.withSilent(dependences);
        boolean same = statements.stream()
                .map(s -> nest.statement(s).loops())
                .filter(l -> !l.isEmpty())
                .map(List::getFirst)
                .findFirst()
                .filter(l -> l.lower().equals(loop.first()) && l.upper().equals(loop.last()))
                .map(l -> OwnedColumns.updates(all, l, statements))
                .filter(columns.updates()::equals)
                .isPresent();
        if (!same) {
            throw new PlanViolation("the instances of loop " + loop.variable() + " do not belong to columns so");
        }
    }

    /** What is left of iterations without those of places. */
    private static Set subtracted(Set iterations, Stream<Place> places) {
        return places.map(p -> p.runs().range()).reduce(iterations, Set::subtract);
    }

    /** Of time tiles what blocks run at their own points. */
    private void complete(Dependences.Domain domain, List<Place> places) throws PlanViolation {
        Set missing = domain.iterations().subtract(obligations.optional(domain.statement()));
        Set done = Set.empty(domain.iterations().getSpace());
        for (Place place : places) {
            Set runs = place.runs().range();
            String name = place.launchName();
            if (!runs.isSubset(domain.iterations())) {
                throw new PlanViolation("launch " + name + " runs what the nest does not have: "
                        + Instances.example(domain.statement(), runs.subtract(domain.iterations())));
            }
            if (!runs.isDisjoint(done) || !place.runs().reverse().isSingleValued()) {
                throw new PlanViolation("launch " + name + " runs iterations of " + domain.statement() + " twice");
            }
            done = done.union(runs);
        }
        if (subtracted(missing, places.stream().sorted(SOONEST)).isEmpty()) {
            return;
        }
        // As the plan's order has it, for the example.
        missing = subtracted(missing, places.stream());
        if (!missing.isEmpty()) {
            missing = missing.subtract(obligations.outOfBounds(domain.statement()));
        }
        if (!missing.isEmpty()) {
            throw new PlanViolation("no launch runs " + Instances.example(domain.statement(), missing));
        }
    }
}
