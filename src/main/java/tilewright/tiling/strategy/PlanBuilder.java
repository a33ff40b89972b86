package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Condition;
import tilewright.model.PlacedStatement;
import tilewright.model.sets.ConditionSets;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LoopHulls;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OrderCheck;

/**
 * Collects the launches of one step and wraps the host loops around them. Bounds and guards are not computed before the plan is asked for: whoever
 * asks which family a plan would have does without.
 */
final class PlanBuilder {
    private final Dependences dependences;
    private final BlockSpace space;
    private final Candidate candidate;
    private final Collection<Set> iterations;
    private final boolean inside;
    private final List<Supplier<HostStep.Launch>> launches = new ArrayList<>();
    private final List<Family.Level> levels = new ArrayList<>();
    private final List<Family.PieceShape> shapes = new ArrayList<>();
    private final int before;
    private @Nullable Bounds bounds;

    /** What the host's loops run through, and who makes pieces for these steps. */
    private record Bounds(List<LoopRange> hosts, PieceBuilder pieces) {}

    /**
     * @param iterations everything that the plan runs, in the flat space
     * @param inside whether launches may happen in steps (or for parameters) that have no iterations
     */
    PlanBuilder(
            Dependences dependences,
            BlockSpace space,
            Candidate candidate,
            Collection<Set> iterations,
            boolean inside) {
        this(dependences, space, candidate, iterations, inside, 0);
    }

    /** @param before launches of the same step that another builder made */
    PlanBuilder(
            Dependences dependences,
            BlockSpace space,
            Candidate candidate,
            Collection<Set> iterations,
            boolean inside,
            int before) {
        this.before = before;
        this.dependences = dependences;
        this.space = space;
        this.candidate = candidate;
        this.iterations = iterations;
        this.inside = inside;
    }

    private Bounds bounds() {
        if (bounds == null) {
            Set active = space.named(Iterations.blocks(space, iterations), space.host());
            List<LoopRange> hosts = hostRanges(LoopHulls.loopBounds(active));
            Set steps = steps(hosts);
            bounds = new Bounds(
                    hosts,
                    new PieceBuilder(dependences, space, candidate, inside ? Set.universe(steps.getSpace()) : steps));
        }
        return bounds;
    }

    private List<LoopRange> hostRanges(Set bounds) {
        List<LoopRange> ranges = new ArrayList<>();
        for (int h = 0; h < space.host().size(); h++) {
            ranges.add(LoopRange.ofLast(space.named(bounds, space.host().subList(0, h + 1))));
        }
        return ranges;
    }

    /** The values that the host's loops run through, for parameters and outer values without iterations too. */
    private Set steps(List<LoopRange> hosts) {
        List<Condition> between = new ArrayList<>();
        for (int h = 0; h < hosts.size(); h++) {
            LoopRange range = hosts.get(h);
            between.add(ConditionSets.between(range.first(), space.host().get(h).name(), range.last()));
        }
        return space.hostSet(between);
    }

    /** A piece of the launch under construction. */
    Supplier<Piece> piece(Set blocks, Map<PlacedStatement, Set> iterations) throws AccessStrategies.MixedAccess {
        List<PlacedStatement> statements = List.copyOf(iterations.keySet());
        AccessStrategies values = AccessStrategies.of(dependences, space, blocks, statements);
        List<Integer> free = freeLoops(blocks);
        shapes.add(new Family.PieceShape(
                free,
                values.exchanged(),
                statements.stream().map(p -> p.statement().id()).toList(),
                values.places(statements)));
        String role = role(free, values.exchanged());
        return () -> bounds().pieces.build(role, blocks, iterations, values);
    }

    /**
     * A piece whose blocks' lanes share out the iterations of statements.
     *
     * @param reductions those among them whose lanes have partial results
     */
    Supplier<Piece> reduction(
            Set blocks, Map<PlacedStatement, Set> iterations, Map<PlacedStatement, Reduction> reductions) {
        List<PlacedStatement> statements = List.copyOf(iterations.keySet());
        AccessStrategies values = AccessStrategies.partial(dependences, space, statements, reductions);
        List<Integer> free = freeLoops(blocks);
        shapes.add(new Family.PieceShape(
                free, false, statements.stream().map(p -> p.statement().id()).toList(), values.places(statements)));
        String lanes = space.lanes().stream()
                .map(v -> dependences.loops().get(v.loop()))
                .collect(Collectors.joining(", "));
        String role = role(free, false) + ", lanes along " + lanes;
        return () -> bounds().pieces.build(role, blocks, iterations, values);
    }

    /** Ends a launch. */
    void launch(String description, List<Supplier<Piece>> pieces) {
        launch(description, pieces, HostStep.Lane.MAIN);
    }

    /**
     * Ends a launch of one kind of blocks.
     *
     * @param follows whether its blocks need what the same blocks of the launch before did, and nothing of others ({@link HostStep.Launch#follows})
     */
    void rows(String description, Supplier<Piece> piece, boolean follows) {
        launch(description, List.of(piece), HostStep.Lane.MAIN, follows);
    }

    /** Ends a launch that has a place among others; where only silent iterations are left there is none. */
    void launch(String description, List<Supplier<Piece>> pieces, HostStep.Lane lane) {
        launch(description, pieces, lane, false);
    }

    private void launch(String description, List<Supplier<Piece>> pieces, HostStep.Lane lane, boolean follows) {
        if (pieces.isEmpty()) {
            return;
        }
        String suffix = description.startsWith("level ") ? "_level" + (before + launches.size()) : "_step";
        String name = identifier(dependences.nest().name()) + suffix;
        List<Supplier<Piece>> all = List.copyOf(pieces);
        launches.add(() -> new HostStep.Launch(
                name, description, all.stream().map(Supplier::get).toList(), lane, follows));
        levels.add(new Family.Level(description, shapes));
        shapes.clear();
    }

    Outline outline(String familyName, List<LoopRole> roles, List<Family.Divides> constraints, String rule) {
        Family family = new Family(familyName, roles, levels, constraints, rule);
        return new Outline.Legal(
                family, () -> new Plan(dependences.nest(), candidate, family, rule, withHostLoops(launches(), 0)));
    }

    /** The launches so far. What should follow follows where blocks have the same coordinates. */
    List<HostStep> launches() {
        List<HostStep> made = new ArrayList<>();
        for (Supplier<HostStep.Launch> each : launches) {
            HostStep.Launch launch = each.get();
            boolean follows =
                    launch.follows() && made.getLast() instanceof HostStep.Launch before && launch.hasBlocksOf(before);
            made.add(launch.follows() == follows ? launch : launch.apart());
        }
        return List.copyOf(made);
    }

    /** Puts the host loops from {@code outermost} on around a body. */
    List<HostStep> withHostLoops(List<HostStep> inside, int outermost) {
        List<HostStep> body = inside;
        for (int h = space.host().size() - 1; h >= outermost; h--) {
            LoopRange range = bounds().hosts.get(h);
            body = List.of(new HostStep.HostLoop(space.host().get(h).name(), range.first(), range.last(), body));
        }
        return body;
    }

    /** The family's levels so far. */
    List<Family.Level> levels() {
        return List.copyOf(levels);
    }

    /** Loops over whose blocks the piece ranges within one step. */
    private List<Integer> freeLoops(Set blocks) {
        List<Integer> free = new ArrayList<>();
        for (int g = 0; g < space.grid().size(); g++) {
            int dimension = space.host().size() + g;
            Set same = blocks.projectOut(Dim.SET, dimension + 1, blocks.dim(Dim.SET) - dimension - 1)
                    .projectOut(Dim.SET, space.host().size(), g);
            tilewright.isl.Map differs =
                    OrderCheck.agreeingIn(same.lexLtSet(same), space.host().size());
            if (!differs.isEmpty()) {
                free.add(space.grid().get(g).loop());
            }
        }
        return free;
    }

    private String role(List<Integer> free, boolean exchanged) {
        String where = free.isEmpty()
                ? "the one block"
                : "blocks along "
                        + free.stream().map(z -> dependences.loops().get(z)).collect(Collectors.joining(", "));
        return where + (exchanged ? ", whose iterations depend on each other" : "");
    }

    /** An identifier of C and of Fortran, whose names begin with a letter, from a nest's name. */
    static String identifier(String name) {
        String cleaned = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        boolean letter = !cleaned.isEmpty() && Character.isLetter(cleaned.charAt(0));
        return letter ? cleaned : ("nest_" + cleaned).replace("__", "_");
    }
}
