package tilewright.tiling.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.sets.ConditionSets;

/**
 * Where a plan runs every iteration, read off the plan's schedule tree alone: a <em>place</em> is a vector of the variables of the
 * host's loops and of the bands of {@link Blocks}, the outermost first. A block's own places count. Of time tiles, whose order does not depend on blocks, a place
 * names none: {@link tilewright.tiling.check.TimeTileCheck TimeTileCheck} shows, dimension by dimension, that every point has one block that owns it.
 */
public final class PlanPlaces {
    /**
     * A launch and where the host has it.
     *
     * @param path position in the host's steps, then in the body of each loop around it
     */
    public record Launched(HostStep.Launch launch, List<HostStep.HostLoop> loops, List<Integer> path) {
        /** The number of loops that two launches share. */
        public int shared(Launched other) {
            int depth = 0;
            int limit = Math.min(loops.size(), other.loops.size());
            while (depth < limit && path.get(depth).equals(other.path.get(depth))) {
                depth++;
            }
            return depth;
        }

        public boolean isSame(Launched other) {
            return path.equals(other.path);
        }
    }

    /**
     * A statement of some blocks of a launch.
     *
     * @param number of the statement within its blocks, those of the prologue first, those of the epilogue last
     * @param runs places to iterations, {@code { [host.., blocks.., iterations.., points..] -> S[..] }}
     */
    public record Place(
            Launched launched, Blocks blocks, int number, Blocks.Leaf leaf, PlacedStatement written, Map runs) {
        public String id() {
            return written.statement().id();
        }

        /** Whether the blocks are time tiles, which also compute what others own. */
        public boolean isTimed() {
            return blocks instanceof TimeTile;
        }

        /** The blocks, which are no time tiles. */
        public Piece piece() {
            return (Piece) blocks;
        }

        /** The statement of a piece. */
        public Piece.PlannedStatement statement() {
            return (Piece.PlannedStatement) leaf;
        }

        public String launchName() {
            return launched.launch().name();
        }

        public int hosts() {
            return launched.loops().size();
        }

        public int firstSequential() {
            return hosts() + blocks.count(Blocks.Order.ANY);
        }

        public int firstPoint() {
            return firstSequential() + blocks.count(Blocks.Order.SEQUENCE);
        }

        public int end() {
            return firstPoint() + blocks.count(Blocks.Order.TOGETHER);
        }

        public Blocks.Phase phase() {
            return blocks.phase(number);
        }

        /** Whether the statement runs before or after the iterations. */
        public boolean runsOnce() {
            return phase() != Blocks.Phase.ITERATIONS;
        }

        /** Whether lanes have partial results of what the statement writes. */
        public boolean isPartial() {
            Integer tile =
                    isTimed() || runsOnce() ? null : statement().access(1).tile();
            return tile != null && piece().tiles().get(tile).partial() != null;
        }

        public boolean inSameBlocks(Place other) {
            return launched.isSame(other.launched) && blocks == other.blocks;
        }
    }

    private final Context context;
    private final LoopNest nest;
    private final String parameters;
    private final List<Launched> launches = new ArrayList<>();
    private final java.util.Map<Launched, java.util.Map<Blocks, Known>> known = new IdentityHashMap<>();

    /** What has been found out about some blocks of a launch. */
    private static final class Known {
        private final java.util.Map<Boolean, Set> boxes = new HashMap<>();
        private final java.util.Map<Where, Set> sets = new HashMap<>();
        private @Nullable List<Place> places;
    }

    /** Places of what runs once, or of iterations, at which a condition holds. */
    private record Where(boolean once, Condition condition) {}

    public PlanPlaces(Context context, Plan plan) {
        this.context = context;
        this.nest = plan.nest();
        this.parameters = new SetNotation(nest).parameters();
        collect(plan.host(), List.of(), List.of());
    }

    private void collect(List<HostStep> steps, List<HostStep.HostLoop> loops, List<Integer> path) {
        for (int s = 0; s < steps.size(); s++) {
            List<Integer> here = append(path, s);
            switch (steps.get(s)) {
                case HostStep.HostLoop l -> collect(l.body(), append(loops, l), here);
                case HostStep.Launch l -> launches.add(new Launched(l, loops, here));
                case HostStep.AsWritten _ ->
                    throw new IllegalArgumentException("the nest as written has no places of blocks");
            }
        }
    }

    private static <T> List<T> append(List<T> list, T last) {
        List<T> longer = new ArrayList<>(list);
        longer.add(last);
        return List.copyOf(longer);
    }

    public List<Launched> launches() {
        return launches;
    }

    /** The most loops around any launch. */
    private int depth() {
        return launches.stream().mapToInt(l -> l.loops().size()).max().orElse(0);
    }

    /** The statements of some blocks. */
    public List<Place> of(Launched launched, Blocks blocks) {
        Known known = known(launched, blocks);
        List<Place> places = known.places;
        if (places == null) {
            places = found(launched, blocks);
            known.places = places;
        }
        return places;
    }

    private Known known(Launched launched, Blocks blocks) {
        return known.computeIfAbsent(launched, _ -> new IdentityHashMap<>()).computeIfAbsent(blocks, _ -> new Known());
    }

    private List<Place> found(Launched launched, Blocks blocks) {
        List<Place> places = new ArrayList<>();
        for (int s = 0; s < blocks.leaves().size(); s++) {
            places.add(place(launched, blocks, s));
        }
        return places;
    }

    /** Every statement of every launch, in textual order. */
    public List<Place> all() {
        List<Place> places = new ArrayList<>();
        for (Launched launched : launches) {
            for (Blocks blocks : launched.launch().blocks()) {
                places.addAll(of(launched, blocks));
            }
        }
        return places;
    }

    private Place place(Launched launched, Blocks blocks, int number) {
        Blocks.Leaf leaf = blocks.leaves().get(number);
        boolean once = blocks.phase(number) != Blocks.Phase.ITERATIONS;
        PlacedStatement written = nest.statement(leaf.statement().id());
        Map runs = Map.parse(
                        context,
                        parameters
                                + SetNotation.map(
                                        tuple(launched, blocks),
                                        written.statement().id(),
                                        iteration(leaf.coordinates(), written)))
                .intersectDomain(where(launched, blocks, once, leaf.domain()));
        return new Place(launched, blocks, number, leaf, written, runs.coalesce());
    }

    /** The loop variables of a statement as written, at a place. */
    public static List<Affine> iteration(java.util.Map<String, Affine> coordinates, PlacedStatement written) {
        return written.loopVariables().stream()
                .map(v -> coordinate(coordinates, v, written))
                .toList();
    }

    private static Affine coordinate(
            java.util.Map<String, Affine> coordinates, String variable, PlacedStatement written) {
        Affine value = coordinates.get(variable);
        if (value == null) {
            throw new IllegalArgumentException(
                    "plan gives no value for loop variable " + variable + " of " + written.statement());
        }
        return value;
    }

    /** The blocks' own places in iterations at which a condition holds. */
    public Set where(Launched launched, Blocks blocks, Condition condition) {
        return where(launched, blocks, false, condition);
    }

    /**
     * The blocks' own places at which a condition holds.
     *
     * @param once whether those of a prologue or an epilogue, and not those in iterations
     */
    public Set where(Launched launched, Blocks blocks, boolean once, Condition condition) {
        Known known = known(launched, blocks);
        ConditionSets sets = new ConditionSets(context, parameters, tuple(launched, blocks));
        return known.sets.computeIfAbsent(
                new Where(once, condition),
                _ -> sets.simplified(
                        known.boxes.computeIfAbsent(once, o -> sets.simplified(box(launched, blocks, o))),
                        List.of(condition)));
    }

    /** The element that an expression names at every place, {@code { [place] -> array[..] }}. */
    public Map element(Launched launched, Blocks blocks, String array, List<Affine> indices) {
        return Map.parse(context, parameters + SetNotation.map(tuple(launched, blocks), array, indices));
    }

    /** The host's time at every place, {@code { [place] -> [position, variable, position, ..] }}. */
    public Map time(Place place) {
        return time(tuple(place.launched(), place.blocks()), place.launched());
    }

    /** The same of a launch, {@code { [host..] -> [position, variable, position, ..] }}. */
    public Map hostTime(Launched launched) {
        return time(
                tuple(
                        launched.launch().name(),
                        launched.loops().stream()
                                .map(HostStep.HostLoop::variable)
                                .toList()),
                launched);
    }

    private Map time(String tuple, Launched launched) {
        return Map.parse(context, parameters + "{ " + tuple + " -> [" + time(launched, depth()) + "] }");
    }

    /** When the host reaches a launch. */
    public Set times(Launched launched) {
        List<String> constraints = hostConstraints(launched.loops());
        return Set.parse(context, parameters + "{ [" + time(launched, depth()) + "] : " + join(constraints) + " }");
    }

    /** Positions and variables in turn. */
    private static String time(Launched launched, int depth) {
        List<String> time = new ArrayList<>();
        for (int d = 0; d <= depth; d++) {
            time.add(d < launched.path().size() ? launched.path().get(d).toString() : "0");
            time.add(d < launched.loops().size() ? launched.loops().get(d).variable() : "0");
        }
        return String.join(", ", time);
    }

    /** The host's loops and those of the bands, the outermost first. */
    private static List<Blocks.Loop> loops(Launched launched, Blocks blocks) {
        List<Blocks.Loop> loops = new ArrayList<>();
        launched.loops().forEach(l -> loops.add(l.loop()));
        loops.addAll(blocks.loops());
        return loops;
    }

    private static String tuple(Launched launched, Blocks blocks) {
        return tuple(
                launched.launch().name(),
                loops(launched, blocks).stream().map(Blocks.Loop::variable).toList());
    }

    public static String tuple(String launch, List<String> names) {
        if (new LinkedHashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("plan uses a name twice in launch " + launch + ": " + names);
        }
        return "[" + String.join(", ", names) + "]";
    }

    public static List<String> hostConstraints(List<HostStep.HostLoop> loops) {
        return loops.stream().map(l -> text(l.condition())).toList();
    }

    private static List<Condition> box(Launched launched, Blocks blocks, boolean once) {
        List<Condition> constraints = new ArrayList<>();
        launched.loops().forEach(l -> constraints.add(l.condition()));
        if (blocks instanceof TimeTile tile) {
            TimeTile.Time time = tile.time();
            constraints.add(ConditionSets.between(time.first(), time.variable(), time.last()));
            tile.dimensions()
                    .forEach(d -> constraints.add(new Condition.Compare(
                            Affine.variable(d.block()), Condition.Relation.EQ, Affine.constant(0))));
            return constraints;
        }
        for (Blocks.Band band : blocks.bands()) {
            boolean outside = once && band.order() == Blocks.Order.SEQUENCE;
            band.loops().forEach(l -> constraints.add(outside ? l.outside() : l.condition()));
        }
        if (once && blocks instanceof Piece piece) {
            piece.points().stream().filter(Piece.PointDimension::lanes).forEach(p -> constraints.add(p.first()));
        }
        constraints.add(blocks.own());
        return constraints;
    }

    public static String between(Affine first, String variable, Affine last) {
        return text(ConditionSets.between(first, variable, last));
    }

    public static String text(Condition condition) {
        return "(" + SetNotation.of(condition) + ")";
    }

    private static String join(List<String> constraints) {
        return constraints.isEmpty() ? "true" : String.join(" and ", constraints);
    }
}
