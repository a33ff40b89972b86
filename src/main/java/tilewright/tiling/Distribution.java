package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;
import tilewright.tiling.check.Obligations;
import tilewright.tiling.rewrite.AlignedLoops;
import tilewright.tiling.rewrite.Alignment;
import tilewright.tiling.rewrite.ElementOrder;
import tilewright.tiling.rewrite.Rewriting;
import tilewright.tiling.rewrite.Skewing;
import tilewright.tiling.rewrite.TiledSums;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.space.StatementGroups;
import tilewright.tiling.strategy.RowPlanner;

/**
 * Takes a program apart by loop distribution: the strongly connected components of the statements' dependence graph
 * run one after another, in topological order; a component that has no good plan as a whole gets its outermost loop
 * run by the host, and what is left of it is taken apart again, with dependences of that loop's iterations among each
 * other out of the way (J. R. Allen, K. Kennedy, Automatic translation of FORTRAN programs to vector form, ACM TOPLAS
 * 9 (1987), procedure codegen).
 */
final class Distribution {
    private final Context context;
    private final LoopNest nest;
    private final Dependences whole;
    private final Dependences dependences;
    private final List<PlacedStatement> statements;
    private final List<Node.Loop> around;
    private final boolean inOriginalForm;
    private final Schedule schedule;
    private final Set<String> closed;
    private final Set<String> inSteps;
    private final Set<String> reductions;
    private final PartNests parts;
    private final LaunchGroups launches;

    /**
     * @param whole dependences without silent iterations, for the program as a whole
     * @param dependences with them: parts run all iterations unless they prove some silent themselves
     */
    Distribution(Context context, Dependences whole, Dependences dependences, Schedule schedule) {
        this(context, whole, dependences, List.of(), true, schedule, Obligations.closedUpdates(whole), Set.of());
    }

    /** @param inSteps statements whose outermost loop the host runs */
    private Distribution(
            Context context,
            Dependences whole,
            Dependences dependences,
            List<Node.Loop> around,
            boolean inOriginalForm,
            Schedule schedule,
            Set<String> closed,
            Set<String> inSteps) {
        this.context = context;
        this.nest = whole.nest();
        this.whole = whole;
        this.dependences = dependences;
        this.statements = nest.statements().stream()
                .filter(p -> !Iterations.domain(whole, p, true).isEmpty())
                .toList();
        this.parts = new PartNests(context, whole, dependences, statements);
        this.around = around;
        this.inOriginalForm = inOriginalForm;
        this.schedule = schedule;
        this.closed = closed;
        this.inSteps = inSteps;
        this.launches = new LaunchGroups(this, dependences, schedule.isFixed());
        this.reductions = schedule instanceof Schedule.Rows ? RowPlanner.ids(dependences) : Set.of();
    }

    /** The whole program. */
    List<Region> regions() {
        return schedule instanceof Schedule.Problems
                ? new BatchRegions(this, dependences).of(statements)
                : regions(statements, List.of());
    }

    /** The same for plans of another schedule. */
    Distribution with(Schedule other) {
        return new Distribution(context, whole, dependences, around, inOriginalForm, other, closed, inSteps);
    }

    /** Whether no dependence among statements leads from one iteration of a loop to another, within iterations of those around it. */
    private boolean areApart(List<PlacedStatement> among, int loop) {
        Set<String> ids = among.stream().map(p -> p.statement().id()).collect(Collectors.toSet());
        return dependences.dependences().stream()
                .filter(d -> ids.contains(d.source()) && ids.contains(d.sink()))
                .allMatch(d -> RowPlanner.staysInLoop(d.relation(), loop));
    }

    /** Some statements inside of loops that the host runs. */
    List<Region> regions(List<PlacedStatement> among, List<Node.Loop> hosts) {
        List<List<PlacedStatement>> groups = schedule.isFixed()
                ? StatementGroups.asWritten(among, hosts.size())
                : StatementGroups.components(dependences, among, hosts.size());
        if (!(schedule instanceof Schedule.Rows)) {
            return launches.of(groups, hosts);
        }
        List<Dependence> leaving = dependences.dependences().stream()
                .filter(d -> !d.source().equals(d.sink()) && !RowPlanner.staysInLoop(d.relation(), hosts.size()))
                .toList();
        List<Region> regions = new ArrayList<>();
        List<List<PlacedStatement>> others = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            Optional<Rows> rows = rows(groups.subList(g, groups.size()), leaving, hosts);
            if (rows.isEmpty()) {
                others.add(groups.get(g));
                continue;
            }
            regions.addAll(launches.of(others, hosts));
            others.clear();
            regions.add(rows.get().part());
            g += rows.get().groups() - 1;
        }
        regions.addAll(launches.of(others, hosts));
        return regions;
    }

    /** The first groups of a list as one part whose blocks own rows. */
    private record Rows(Region.Part part, int groups) {}

    /** As many of the first groups as are such a part. */
    private Optional<Rows> rows(List<List<PlacedStatement>> groups, List<Dependence> leaving, List<Node.Loop> hosts) {
        for (int end = together(groups, leaving, hosts.size()); end > 1; end--) {
            List<PlacedStatement> all =
                    groups.subList(0, end).stream().flatMap(List::stream).toList();
            boolean reduces =
                    all.stream().anyMatch(p -> reductions.contains(p.statement().id()));
            if (reduces) {
                LoopNest part = parts.of(joined(all, List.of()), hosts);
                Optional<PartPlanner> planner =
                        PartPlanner.ofRows(parts.dependences(part), part != nest || !inOriginalForm, schedule);
                if (planner.isPresent()) {
                    List<Node.Loop> outer = new ArrayList<>(around);
                    outer.addAll(hosts);
                    return Optional.of(new Rows(new Region.Part(planner.get(), outer), end));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * How many of the first groups have no dependences on each other but in the same iterations of the outermost loop: no more can be such a part.
     *
     * @param leaving the other dependences
     */
    private static int together(List<List<PlacedStatement>> groups, List<Dependence> leaving, int hosts) {
        Set<String> ids = new HashSet<>();
        for (int end = 0; end < groups.size(); end++) {
            groups.get(end).forEach(p -> ids.add(p.statement().id()));
            if (groups.get(end).stream().anyMatch(p -> p.depth() <= hosts)
                    || leaving.stream().anyMatch(d -> ids.contains(d.source()) && ids.contains(d.sink()))) {
                return end;
            }
        }
        return groups.size();
    }

    /** The statements of both, as written. */
    List<PlacedStatement> joined(List<PlacedStatement> first, List<PlacedStatement> second) {
        return statements.stream()
                .filter(s -> first.contains(s) || second.contains(s))
                .toList();
    }

    /** What has one loop space for all statements has it with loops over the same subscripts in the same places. */
    Region region(List<PlacedStatement> component, List<Node.Loop> hosts) {
        if (schedule instanceof Schedule.Sweeps) {
            Optional<Region> sweeps = inSweeps(component, hosts);
            if (sweeps.isPresent()) {
                return sweeps.get();
            }
        }
        Region region = inOrderOfLoops(component, hosts);
        if (!inOriginalForm || schedule.isFixed() || !(region instanceof Region.Part)) {
            return region;
        }
        LoopNest restricted = parts.of(component, hosts);
        return AlignedLoops.of(restricted)
                .map(aligned -> RegionOrder.better(rewritten(aligned, restricted, hosts), region))
                .orElse(region);
    }

    /** Sweeps by planes, each by itself in loops of the host, where there are such. */
    private Optional<Region> inSweeps(List<PlacedStatement> component, List<Node.Loop> hosts) {
        Region.Part whole = part(component, hosts);
        if (whole != null && whole.planner().sweeps()) {
            return Optional.of(whole);
        }
        if (component.getFirst().depth() <= hosts.size()) {
            return Optional.empty();
        }
        Node.Loop outermost = component.getFirst().loops().get(hosts.size());
        List<Node.Loop> inner = new ArrayList<>(hosts);
        inner.add(outermost);
        Region.HostLoop loop =
                new Region.HostLoop(outermost, regions(component, inner), areApart(component, hosts.size()));
        return Region.parts(List.of(loop)).stream().anyMatch(p -> p.planner().sweeps())
                ? Optional.of(loop)
                : Optional.empty();
    }

    private Region inOrderOfLoops(List<PlacedStatement> component, List<Node.Loop> hosts) {
        boolean steps = hosts.isEmpty()
                && component.size() > 1
                && component.stream()
                        .anyMatch(p -> inSteps.contains(p.statement().id()));
        Region.Part whole = steps ? null : part(component, hosts);
        boolean together = whole != null && whole.planner().keepsStatementsTogether();
        boolean alone = whole != null && whole.planner().runsAlone();
        boolean mayChange = inOriginalForm && !schedule.isFixed();
        if (whole != null && together && whole.planner().isParallel() && !alone) {
            return mayChange && whole.planner().steps() > 0 ? byElements(component, hosts, whole) : whole;
        }
        Region best = whole;
        if (component.getFirst().depth() > hosts.size() && (!together || alone) && component.size() > 1) {
            Node.Loop outermost = component.getFirst().loops().get(hosts.size());
            List<Node.Loop> inner = new ArrayList<>(hosts);
            inner.add(outermost);
            best = RegionOrder.better(
                    best, new Region.HostLoop(outermost, regions(component, inner), areApart(component, hosts.size())));
        }
        if (mayChange && mayGain(best)) {
            LoopNest restricted = parts.of(component, hosts);
            Dependences own = parts.withSilent(restricted);
            boolean manySteps =
                    best == null || !RegionOrder.isParallel(best) || RegionOrder.hostLoops(List.of(best)) > 1;
            best = better(best, Alignment.of(own), restricted, hosts);
            best = better(best, mayGain(best) ? Alignment.byReads(own) : Optional.empty(), restricted, hosts);
            best = better(best, manySteps ? Skewing.of(own) : Optional.empty(), restricted, hosts);
            best = better(best, mayGain(best) ? ElementOrder.of(own) : Optional.empty(), restricted, hosts);
            // Tiles are for sums that are long, problems for blocks.
            boolean tiles = mayGain(best) && !(schedule instanceof Schedule.Problems);
            best = tiles ? inTiles(best, own, restricted, hosts) : best;
        }
        if (mayChange && best == whole && whole != null && alone) {
            best = inBatch(component, hosts, whole);
        }
        if (best == null) {
            throw UserError.badInput("no plan for statements "
                    + String.join(
                            ", ",
                            component.stream().map(p -> p.statement().id()).toList()) + " of " + nest.name());
        }
        return best;
    }

    /** In tiles whose sums are products, where these run in parallel and the host has no loop but that of their fronts. */
    private @Nullable Region inTiles(
            @Nullable Region best, Dependences own, LoopNest restricted, List<Node.Loop> hosts) {
        try {
            return TiledSums.of(own)
                    .map(form -> rewritten(form.nest(), restricted, hosts, form.products()))
                    .filter(r -> RegionOrder.isParallel(r) && RegionOrder.hostLoops(List.of(r)) <= 1)
                    .orElse(best);
        } catch (IslLimitException tooCostly) {
            if (best == null) {
                throw tooCostly;
            }
            // Tiles are a gain, and no need.
            return best;
        }
    }

    /** Whether another form of what is planned so might be better. */
    private static boolean mayGain(@Nullable Region best) {
        return best == null || !RegionOrder.isParallel(best) || RegionOrder.hostLoops(List.of(best)) > 0;
    }

    /** The better one of a region and another form of its nest. */
    private @Nullable Region better(
            @Nullable Region best, Optional<Rewriting> form, LoopNest before, List<Node.Loop> hosts) {
        return form.isPresent() ? RegionOrder.better(best, rewritten(form.get(), before, hosts)) : best;
    }

    /**
     * Problems of a batch along hyperplanes of their own, where that gives each of them parallel loops, beside the batch's: then threads
     * of a block work on one problem together.
     */
    private Region inBatch(List<PlacedStatement> component, List<Node.Loop> hosts, Region.Part whole) {
        return instead(
                component,
                hosts,
                whole,
                own -> new OrderCheck(own).isStill(0) ? Skewing.of(own) : Optional.empty(),
                r -> !RegionOrder.runsAlone(r)
                        && RegionOrder.hostLoops(List.of(r)) <= RegionOrder.hostLoops(List.of(whole)));
    }

    /** Element by element, where elements do not wait for each other: fronts of blocks would. */
    private Region byElements(List<PlacedStatement> component, List<Node.Loop> hosts, Region.Part whole) {
        return instead(component, hosts, whole, ElementOrder::of, r -> RegionOrder.steps(List.of(r)) == 0);
    }

    /** Another form, where it runs in parallel and is wanted; else what is planned as a whole. */
    private Region instead(
            List<PlacedStatement> component,
            List<Node.Loop> hosts,
            Region.Part whole,
            Function<Dependences, Optional<Rewriting>> form,
            Predicate<Region> wanted) {
        LoopNest restricted = parts.of(component, hosts);
        return form.apply(parts.withSilent(restricted))
                .map(f -> rewritten(f, restricted, hosts))
                .filter(RegionOrder::isParallel)
                .filter(wanted)
                .orElse(whole);
    }

    private Region rewritten(Rewriting form, LoopNest before, List<Node.Loop> hosts) {
        return rewritten(form, before, hosts, Set.of());
    }

    private Region rewritten(Rewriting form, LoopNest before, List<Node.Loop> hosts, Set<String> inSteps) {
        // Where the host runs the outermost loop, nothing is planned as a whole, and what orders statements will do.
        Dependences all = inSteps.isEmpty()
                ? DependenceAnalysis.analyze(context, form.nest(), false)
                : DependenceAnalysis.order(context, form.nest());
        List<Node.Loop> outer = new ArrayList<>(around);
        outer.addAll(hosts);
        return new Region.Rewritten(
                form, before, new Distribution(context, all, all, outer, false, schedule, closed, inSteps).regions());
    }

    /** Planned as a whole; null where that is impossible. */
    Region.@Nullable Part part(List<PlacedStatement> component, List<Node.Loop> hosts) {
        LoopNest part = parts.of(component, hosts);
        // An update is that of a closed semiring in the whole program, or the check of the plan does not excuse it.
        Dependences own = parts.dependences(part).withSemirings(closed);
        try {
            List<Node.Loop> outer = new ArrayList<>(around);
            outer.addAll(hosts);
            return new Region.Part(new PartPlanner(own, part != nest || !inOriginalForm, schedule), outer);
        } catch (UserError noPlan) {
            if (component.size() == 1) {
                throw noPlan;
            }
            return null;
        }
    }
}
