package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Where one launch of time tiles runs every iteration and what its blocks hold, read off the plan alone. A
 * <em>block</em> is a vector of host variables and block coordinates, a <em>point</em> one of the box; a <em>place</em>
 * is a block, an iteration of the time loop and a point, in this order.
 */
final class TimePlaces {
    /**
     * A statement of the tile.
     *
     * @param number of the statement within the tile
     * @param runs places to iterations, those that other blocks compute as well
     * @param owned the same at the block's own points
     */
    record Timed(int number, TimeTile.TimedStatement statement, PlacedStatement written, Map runs, Map owned) {
        String id() {
            return written.statement().id();
        }

        String target() {
            return written.statement().target().array();
        }
    }

    private final Context context;
    private final LoopNest nest;
    private final HostStep.TimeLaunch launch;
    private final List<HostStep.HostLoop> loops;
    private final List<Integer> path;
    private final String parameters;
    private final List<Timed> statements;

    /**
     * @param loops around the launch
     * @param path position in the host's steps, then in the body of each loop around it
     */
    TimePlaces(
            Context context,
            LoopNest nest,
            HostStep.TimeLaunch launch,
            List<HostStep.HostLoop> loops,
            List<Integer> path) {
        this.context = context;
        this.nest = nest;
        this.launch = launch;
        this.loops = loops;
        this.path = path;
        this.parameters = new SetNotation(nest).parameters();
        this.statements = timed();
    }

    private List<Timed> timed() {
        List<Timed> found = new ArrayList<>();
        for (TimeTile.TimedStatement statement : tile().statements()) {
            PlacedStatement written = nest.statement(statement.statement().id());
            List<Affine> iteration = PlanPlaces.iteration(statement.coordinates(), written);
            String id = written.statement().id();
            Map runs =
                    Map.parse(context, parameters + SetNotation.map(place(), id, iteration, where(statement, false)));
            Map owned =
                    Map.parse(context, parameters + SetNotation.map(place(), id, iteration, where(statement, true)));
            found.add(new Timed(found.size(), statement, written, runs.coalesce(), owned.coalesce()));
        }
        return found;
    }

    private String where(TimeTile.TimedStatement statement, boolean own) {
        TimeTile.Time time = tile().time();
        List<String> constraints = new ArrayList<>(hostAndGrid());
        constraints.add(PlanPlaces.between(time.first(), time.variable(), time.last()));
        constraints.addAll(box());
        constraints.addAll(own ? own() : List.of());
        constraints.add(PlanPlaces.text(statement.domain()));
        return String.join(" and ", constraints);
    }

    TimeTile tile() {
        return launch.tile();
    }

    HostStep.TimeLaunch launch() {
        return launch;
    }

    List<HostStep.HostLoop> loops() {
        return loops;
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

    /** What a block owns, {@code { [block] -> [point] }}. */
    Map owns() {
        List<String> constraints = new ArrayList<>(box());
        constraints.addAll(own());
        return points(constraints);
    }

    /** Points at which a condition holds, {@code { [block] -> [point] }}. */
    Map where(Condition condition) {
        return points(List.of(PlanPlaces.text(condition)));
    }

    /** Points that are elements of an array, {@code { [block] -> [point] }}. */
    Map elements(String array) {
        return points(within(array));
    }

    /** All elements of an array as points, {@code { [point] }}. */
    Set extent(String array) {
        return Set.parse(
                context, parameters + "{ " + point(List.of()) + " : " + String.join(" and ", within(array)) + " }");
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

    /** The host's time of a statement's own iterations, {@code { S[..] -> [position, variable, position, ..] }}. */
    Map hostTime(Timed timed, int depth) {
        return time(timed, PlanPlaces.time(loops, path, depth));
    }

    /** The same, then the iteration of the time loop and the statement's number. */
    Map wholeTime(Timed timed, int depth) {
        List<String> time = new ArrayList<>(PlanPlaces.time(loops, path, depth));
        time.add(tile().time().variable());
        time.add(Integer.toString(timed.number()));
        return time(timed, time);
    }

    private Map time(Timed timed, List<String> vector) {
        Map time = Map.parse(context, parameters + "{ " + place() + " -> [" + String.join(", ", vector) + "] }");
        return timed.owned().reverse().applyRange(time);
    }

    private List<String> hostConstraints() {
        return new ArrayList<>(PlanPlaces.hostConstraints(loops));
    }

    private List<String> hostAndGrid() {
        List<String> constraints = hostConstraints();
        for (TimeTile.Dimension d : tile().dimensions()) {
            constraints.add(PlanPlaces.between(Affine.constant(0), d.block(), d.lastBlock()));
        }
        return constraints;
    }

    private List<String> box() {
        return tile().dimensions().stream()
                .map(d -> PlanPlaces.between(d.base(), d.variable(), d.base().plus(d.extent() - 1L)))
                .toList();
    }

    private List<String> own() {
        return tile().dimensions().stream()
                .map(d -> PlanPlaces.between(
                        d.base().plus(d.low()),
                        d.variable(),
                        d.base().plus(d.low()).plus(d.own() - 1L)))
                .toList();
    }

    private String hostNames() {
        return loops.stream().map(HostStep.HostLoop::variable).collect(Collectors.joining(", "));
    }

    private List<String> blockNames() {
        List<String> names = new ArrayList<>();
        loops.forEach(l -> names.add(l.variable()));
        tile().dimensions().forEach(d -> names.add(d.block()));
        return names;
    }

    private String block() {
        return PlanPlaces.tuple(launch.name(), blockNames());
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
        return PlanPlaces.tuple(launch.name(), names);
    }
}
