package tilewright.tiling.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.TimeTile;

/**
 * Where one launch of time tiles runs every iteration, also at the places of its box that are not its own, and what its blocks
 * hold; read off the plan alone. A <em>block</em> is a vector of host variables and block coordinates, a <em>point</em> one of
 * the box.
 */
final class TimePlaces {
    /**
     * A statement of the tile.
     *
     * @param place where it runs, whichever block owns the point
     * @param runs places to iterations, those that other blocks compute as well
     */
    record Timed(PlanPlaces.Place place, TimeTile.TimedStatement statement, Map runs) {
        String id() {
            return place.id();
        }

        PlacedStatement written() {
            return place.written();
        }

        Map owned() {
            return place.runs();
        }

        String target() {
            return written().statement().target().array();
        }
    }

    private final Context context;
    private final LoopNest nest;
    private final PlanPlaces.Launched launched;
    private final TimeTile tile;
    private final String parameters;
    private final boolean grid;
    private final List<Timed> statements = new ArrayList<>();

    /** @param places of the launch's statements */
    TimePlaces(Context context, LoopNest nest, TimeTile tile, List<PlanPlaces.Place> places) {
        this(context, nest, tile, places, true);
    }

    private TimePlaces(Context context, LoopNest nest, TimeTile tile, List<PlanPlaces.Place> places, boolean grid) {
        this.context = context;
        this.grid = grid;
        this.nest = nest;
        this.tile = tile;
        this.launched = places.getFirst().launched();
        this.parameters = new SetNotation(nest).parameters();
        for (PlanPlaces.Place place : places) {
            TimeTile.TimedStatement statement = tile.statements().get(place.number());
            Map runs = Map.parse(
                    context,
                    parameters
                            + SetNotation.map(
                                    place(),
                                    place.id(),
                                    PlanPlaces.iteration(statement.coordinates(), place.written()),
                                    where(statement)));
            statements.add(new Timed(place, statement, runs.coalesce()));
        }
    }

    private String where(TimeTile.TimedStatement statement) {
        TimeTile.Time time = tile.time();
        List<String> constraints = new ArrayList<>(hostAndGrid());
        constraints.add(PlanPlaces.between(time.first(), time.variable(), time.last()));
        constraints.addAll(box());
        constraints.add(PlanPlaces.text(statement.domain()));
        return String.join(" and ", constraints);
    }

    /** The same with blocks beyond the last ones: what holds for these as well holds, and is said in fewer cases. */
    TimePlaces unbounded() {
        return new TimePlaces(
                context, nest, tile, statements.stream().map(Timed::place).toList(), false);
    }

    TimeTile tile() {
        return tile;
    }

    HostStep.Launch launch() {
        return launched.launch();
    }

    List<HostStep.HostLoop> loops() {
        return launched.loops();
    }

    List<Timed> statements() {
        return statements;
    }

    /** Iterations of the host's loops, {@code { [host..] }}, at which a condition holds. */
    Set hosts(Condition condition) {
        List<String> constraints = hostConstraints();
        constraints.add(PlanPlaces.text(condition));
        return Set.parse(context, parameters + "{ [" + hostNames() + "] : " + String.join(" and ", constraints) + " }");
    }

    /** An expression over the host's variables at all its iterations, {@code { [host..] -> [value] }}. */
    Map ofHost(Affine value) {
        return Map.parse(
                context,
                parameters
                        + SetNotation.map(
                                "[" + hostNames() + "]", "", List.of(value), String.join(" and ", hostConstraints())));
    }

    /** Blocks that exist, {@code { [host.., block..] }}, and meet a condition. */
    Set blocks(Condition condition) {
        return Set.parse(
                context,
                parameters + "{ " + block() + " : " + String.join(" and ", hostAndGrid()) + " and "
                        + PlanPlaces.text(condition) + " }");
    }

    /** What a block holds, {@code { [block] -> [point] }}. */
    Map boxes() {
        return points(box());
    }

    /** What a block owns, {@code { [block] -> [point] }}: relations of which each point is in one at least, none of them a union. */
    List<Map> owns() {
        List<List<String>> cases = List.of(box());
        for (TimeTile.Dimension d : tile.dimensions()) {
            List<String> owned = d.ownedCases().stream().map(PlanPlaces::text).toList();
            cases = cases.stream()
                    .flatMap(c -> owned.stream()
                            .map(o -> Stream.concat(c.stream(), Stream.of(o)).toList()))
                    .toList();
        }
        return cases.stream().map(this::points).toList();
    }

    /** Blocks' coordinates along a dimension and the points that they own there, {@code { [host.., block] -> [host.., point] }}. */
    Map owns(TimeTile.Dimension dimension) {
        List<String> constraints = hostConstraints();
        constraints.add(PlanPlaces.between(Affine.constant(0), dimension.block(), dimension.lastBlock()));
        constraints.add(PlanPlaces.between(
                dimension.base(), dimension.variable(), dimension.base().plus(dimension.extent() - 1L)));
        String text = parameters + "{ " + hostTuple(dimension.block()) + " -> " + hostTuple(dimension.variable())
                + " : " + String.join(" and ", constraints) + " and " + PlanPlaces.text(dimension.owned()) + " }";
        return Map.parse(context, text).coalesce();
    }

    /** Points between an array's bounds along a dimension, {@code { [host.., point] }}. */
    Set extent(String array, int dimension) {
        List<String> constraints = hostConstraints();
        constraints.add(within(array).get(dimension));
        return Set.parse(
                context,
                parameters + "{ " + hostTuple(tile.dimensions().get(dimension).variable()) + " : "
                        + String.join(" and ", constraints) + " }");
    }

    private String hostTuple(String last) {
        return "["
                + Stream.concat(loops().stream().map(HostStep.HostLoop::variable), Stream.of(last))
                        .collect(Collectors.joining(", "))
                + "]";
    }

    /** Points at which a condition holds, {@code { [block] -> [point] }}. */
    Map where(Condition condition) {
        return points(List.of(PlanPlaces.text(condition)));
    }

    /** Points that are elements of an array, {@code { [block] -> [point] }}. */
    Map elements(String array) {
        return points(within(array));
    }

    private List<String> within(String array) {
        List<String> constraints = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = nest.array(array).bounds();
        for (int d = 0; d < bounds.size(); d++) {
            constraints.add(PlanPlaces.between(
                    bounds.get(d).lower(),
                    tile().dimensions().get(d).variable(),
                    bounds.get(d).upper()));
        }
        return constraints;
    }

    private Map points(List<String> constraints) {
        List<String> all = new ArrayList<>(hostAndGrid());
        all.addAll(constraints);
        return Map.parse(
                context,
                parameters + "{ " + block() + " -> " + point(List.of()) + " : " + String.join(" and ", all) + " }");
    }

    /** From a point to the one at an offset, {@code { [point] -> [point'] }}. */
    Map shift(List<Integer> offset) {
        return Map.parse(context, parameters + "{ " + point(List.of()) + " -> " + point(offset) + " }");
    }

    /** The element that an expression of the statement names at every place, {@code { [place] -> [element] }}. */
    Map element(Timed timed, List<Affine> indices) {
        List<Affine> element = indices.stream()
                .map(i -> i.substitute(timed.statement().coordinates()))
                .toList();
        return Map.parse(context, parameters + SetNotation.map(place(), "", element));
    }

    /** The place's point, moved, {@code { [place] -> [point] }}. */
    Map pointOf(List<Integer> offset) {
        return Map.parse(context, parameters + "{ " + place() + " -> " + point(offset) + " }");
    }

    private List<String> hostConstraints() {
        return new ArrayList<>(PlanPlaces.hostConstraints(loops()));
    }

    private List<String> hostAndGrid() {
        List<String> constraints = hostConstraints();
        for (TimeTile.Dimension d : tile().dimensions()) {
            constraints.add(
                    grid ? PlanPlaces.between(Affine.constant(0), d.block(), d.lastBlock()) : d.block() + " >= 0");
        }
        return constraints;
    }

    private List<String> box() {
        return tile().dimensions().stream()
                .map(d -> PlanPlaces.between(d.base(), d.variable(), d.base().plus(d.extent() - 1L)))
                .toList();
    }

    private String hostNames() {
        return loops().stream().map(HostStep.HostLoop::variable).collect(Collectors.joining(", "));
    }

    private List<String> blockNames() {
        List<String> names = new ArrayList<>();
        loops().forEach(l -> names.add(l.variable()));
        tile().dimensions().forEach(d -> names.add(d.block()));
        return names;
    }

    private String block() {
        return PlanPlaces.tuple(launch().name(), blockNames());
    }

    private String point(List<Integer> offset) {
        List<String> point = new ArrayList<>();
        for (int d = 0; d < tile().dimensions().size(); d++) {
            String variable = tile().dimensions().get(d).variable();
            point.add(offset.isEmpty() ? variable : variable + " + " + offset.get(d));
        }
        return "[" + String.join(", ", point) + "]";
    }

    private String place() {
        List<String> names = blockNames();
        names.add(tile().time().variable());
        tile().dimensions().forEach(d -> names.add(d.variable()));
        return PlanPlaces.tuple(launch().name(), names);
    }
}
