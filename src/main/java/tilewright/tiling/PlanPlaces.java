package tilewright.tiling;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Where a plan runs every iteration, read off the plan alone: a <em>place</em> is a vector of host variables, block
 * coordinates, sequential variables and point variables, in this order.
 */
final class PlanPlaces {
    /**
     * A launch and where the host has it.
     *
     * @param path position in the host's steps, then in the body of each loop around it
     */
    record Launched(HostStep.Launch launch, List<HostStep.HostLoop> loops, List<Integer> path) {
        /** The number of loops that two launches share. */
        int shared(Launched other) {
            int depth = 0;
            int limit = Math.min(loops.size(), other.loops.size());
            while (depth < limit && path.get(depth).equals(other.path.get(depth))) {
                depth++;
            }
            return depth;
        }

        boolean isSame(Launched other) {
            return path.equals(other.path);
        }
    }

    /**
     * A statement of a piece of a launch.
     *
     * @param number of the statement within its piece
     * @param runs places to iterations, {@code { [host.., grid.., sequential.., points..] -> S[..] }}
     */
    record Place(
            Launched launched,
            Piece piece,
            int number,
            Piece.PlannedStatement statement,
            PlacedStatement written,
            Map runs) {
        String id() {
            return written.statement().id();
        }

        String launchName() {
            return launched.launch().name();
        }

        int hosts() {
            return launched.loops().size();
        }

        int firstSequential() {
            return hosts() + piece.grid().size();
        }

        int firstPoint() {
            return firstSequential() + piece.sequential().size();
        }

        /** Whether lanes have partial results of what the statement writes. */
        boolean isPartial() {
            Integer tile = statement.access(1).tile();
            return tile != null && piece.tiles().get(tile).partial() != null;
        }

        boolean inSamePiece(Place other) {
            return launched.isSame(other.launched) && piece == other.piece;
        }
    }

    private final Context context;
    private final LoopNest nest;
    private final String parameters;
    private final List<Launched> launches = new ArrayList<>();
    private final List<TimePlaces> timed = new ArrayList<>();

    PlanPlaces(Context context, Plan plan) {
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
                case HostStep.TimeLaunch t -> timed.add(new TimePlaces(context, nest, t, loops, here));
            }
        }
    }

    private static <T> List<T> append(List<T> list, T last) {
        List<T> longer = new ArrayList<>(list);
        longer.add(last);
        return List.copyOf(longer);
    }

    List<Launched> launches() {
        return launches;
    }

    /** Launches of time tiles, in textual order. */
    List<TimePlaces> timed() {
        return timed;
    }

    /** The most loops around any launch. */
    int depth() {
        return Stream.concat(
                        launches.stream().map(Launched::loops), timed.stream().map(TimePlaces::loops))
                .mapToInt(List::size)
                .max()
                .orElse(0);
    }

    /** The statements of one piece. */
    List<Place> of(Launched launched, Piece piece) {
        List<Place> places = new ArrayList<>();
        for (int s = 0; s < piece.statements().size(); s++) {
            places.add(place(launched, piece, s));
        }
        return places;
    }

    /** Every statement of every piece, in textual order. */
    List<Place> all() {
        List<Place> places = new ArrayList<>();
        for (Launched launched : launches) {
            for (Piece piece : launched.launch().pieces()) {
                places.addAll(of(launched, piece));
            }
        }
        return places;
    }

    private Place place(Launched launched, Piece piece, int number) {
        Piece.PlannedStatement statement = piece.statements().get(number);
        PlacedStatement written = nest.statement(statement.statement().id());
        List<Affine> iteration = iteration(statement.coordinates(), written);
        Map runs = Map.parse(
                        context,
                        parameters
                                + SetNotation.map(
                                        tuple(launched, piece),
                                        written.statement().id(),
                                        iteration))
                .intersectDomain(where(launched, piece, statement.domain()));
        return new Place(launched, piece, number, statement, written, runs.coalesce());
    }

    /** The loop variables of a statement as written, at a place. */
    static List<Affine> iteration(java.util.Map<String, Affine> coordinates, PlacedStatement written) {
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

    /** The places of a piece at which a condition holds, its members' points and sequential iterations all. */
    Set where(Launched launched, Piece piece, Condition condition) {
        return new ConditionSets(context, parameters, tuple(launched, piece))
                .all(append(box(launched, piece), condition));
    }

    /** The element that an expression names at every place, {@code { [place] -> array[..] }}. */
    Map element(Launched launched, Piece piece, String array, List<Affine> indices) {
        return Map.parse(context, parameters + SetNotation.map(tuple(launched, piece), array, indices));
    }

    /** The host's time at every place, {@code { [place] -> [position, variable, position, ..] }}. */
    Map time(Place place, int depth) {
        return Map.parse(
                context,
                parameters + "{ " + tuple(place.launched(), place.piece()) + " -> [" + time(place.launched(), depth)
                        + "] }");
    }

    /** When the host reaches a launch. */
    Set times(Launched launched, int depth) {
        List<String> constraints = hostConstraints(launched.loops());
        return Set.parse(context, parameters + "{ [" + time(launched, depth) + "] : " + join(constraints) + " }");
    }

    private static String time(Launched launched, int depth) {
        return String.join(", ", time(launched.loops(), launched.path(), depth));
    }

    /** Positions and variables in turn. */
    static List<String> time(List<HostStep.HostLoop> loops, List<Integer> path, int depth) {
        List<String> time = new ArrayList<>();
        for (int d = 0; d <= depth; d++) {
            time.add(d < path.size() ? path.get(d).toString() : "0");
            time.add(d < loops.size() ? loops.get(d).variable() : "0");
        }
        return time;
    }

    private static String tuple(Launched launched, Piece piece) {
        List<String> names = new ArrayList<>();
        launched.loops().forEach(l -> names.add(l.variable()));
        piece.grid().forEach(g -> names.add(g.variable()));
        piece.sequential().forEach(s -> names.add(s.variable()));
        piece.points().forEach(p -> names.add(p.variable()));
        return tuple(launched.launch().name(), names);
    }

    static String tuple(String launch, List<String> names) {
        if (new LinkedHashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("plan uses a name twice in launch " + launch + ": " + names);
        }
        return "[" + String.join(", ", names) + "]";
    }

    static List<String> hostConstraints(List<HostStep.HostLoop> loops) {
        List<String> constraints = new ArrayList<>();
        loops.forEach(l -> constraints.add(between(l.first(), l.variable(), l.last())));
        return constraints;
    }

    private static List<Condition> box(Launched launched, Piece piece) {
        List<Condition> constraints = new ArrayList<>();
        launched.loops().forEach(l -> constraints.add(ConditionSets.between(l.first(), l.variable(), l.last())));
        piece.grid().forEach(g -> constraints.add(ConditionSets.between(g.first(), g.variable(), g.last())));
        constraints.add(piece.member());
        piece.sequential().forEach(s -> constraints.add(ConditionSets.between(s.first(), s.variable(), s.last())));
        piece.points()
                .forEach(p -> constraints.add(
                        ConditionSets.between(p.base(), p.variable(), p.base().plus(p.extent() - 1L))));
        return constraints;
    }

    static String between(Affine first, String variable, Affine last) {
        return text(ConditionSets.between(first, variable, last));
    }

    static String text(Condition condition) {
        return "(" + SetNotation.of(condition) + ")";
    }

    private static String join(List<String> constraints) {
        return constraints.isEmpty() ? "true" : String.join(" and ", constraints);
    }
}
