package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.IslLimitException;
import tilewright.isl.Map;
import tilewright.isl.Point;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.tiling.Obligations.Obligation;
import tilewright.tiling.PlanPlaces.Place;

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
 *   <li>The source of every dependence comes before its sink: in an earlier launch, or in the same block, and there as
 *       {@link BlockRule} asks. Blocks of one launch are unordered.
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

    private final Dependences dependences;
    private final Context context;
    private final Obligations obligations;

    /** @param dependences of the nest as written, the one that the plans speak of */
    public PlanCheck(Dependences dependences) {
        this.dependences = dependences;
        this.context = dependences.domains().getFirst().iterations().context();
        this.obligations = new Obligations(dependences, context);
    }

    /** What a check says. */
    public sealed interface Result {
        /** Every iteration runs, and every dependence is kept. */
        record Proved() implements Result {}

        /** The plan is wrong. {@link #message} names dependence, launch and an instance. */
        record Violated(String message, String launch) implements Result {}

        /** Nothing wrong was found, but not everything could be looked at. */
        record NotProved(String reason) implements Result {}
    }

    private static final class Violation extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Result.Violated result;

        Violation(String message, String launch) {
            super(message);
            this.result = new Result.Violated(message, launch);
        }
    }

    /** Checks a plan of the nest. */
    public Result check(Plan plan) {
        return context.withMaxOperations(MOST_OPERATIONS, () -> {
            try (Scope _ = context.scope()) {
                return plan.nest() == dependences.nest() || plan.nest().equals(dependences.nest())
                        ? checked(plan)
                        : checkedExpanded(plan);
            } catch (Violation violation) {
                return violation.result;
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

    /** First that the plan's nest is the nest as written with other memory, then the plan as one of that nest. */
    private Result checkedExpanded(Plan plan) throws Violation {
        Dependences own = DependenceAnalysis.analyze(context, plan.nest());
        Dependences all = DependenceAnalysis.analyze(context, plan.nest(), false);
        Dependences written = DependenceAnalysis.analyze(context, dependences.nest(), false);
        Optional<String> difference = new ExpansionCheck(written, all).difference();
        if (difference.isPresent()) {
            return new Result.Violated("the temporaries' memory: " + difference.get(), "");
        }
        return new PlanCheck(own).checked(plan);
    }

    private Result checked(Plan plan) throws Violation {
        PlanPlaces plans = new PlanPlaces(context, plan);
        List<Place> places = plans.all();
        for (Dependences.Domain domain : dependences.domains()) {
            complete(domain, runs(domain.statement(), plans, places));
        }
        PlannedValues values = new PlannedValues(plans, obligations.reductions());
        for (Place place : places) {
            Optional<String> wrong = values.wrong(place);
            if (wrong.isPresent()) {
                throw new Violation(wrong.get(), name(place));
            }
        }
        for (TimePlaces timed : plans.timed()) {
            Optional<String> wrong = new TimeTileCheck(timed).wrong();
            if (wrong.isPresent()) {
                throw new Violation(wrong.get(), timed.launch().name());
            }
        }
        for (Obligation obligation : obligations.of(places)) {
            inTime(plans, obligation, places);
            for (Place source : of(obligation.source(), places)) {
                for (Place sink : of(obligation.sink(), places)) {
                    inOrder(plans, obligation, source, sink);
                }
            }
        }
        for (Obligation exclusive : obligations.exclusive(places)) {
            for (Place source : of(exclusive.source(), places)) {
                for (Place sink : of(exclusive.sink(), places)) {
                    apart(exclusive, source, sink);
                }
            }
        }
        return new Result.Proved();
    }

    /**
     * What one launch runs of a statement.
     *
     * @param runs places to iterations
     */
    private record Runs(String launch, Map runs) {}

    /** Of time tiles what blocks run at their own points. */
    private static List<Runs> runs(String statement, PlanPlaces plans, List<Place> places) {
        List<Runs> all = new ArrayList<>();
        of(statement, places).forEach(p -> all.add(new Runs(name(p), p.runs())));
        for (TimePlaces launch : plans.timed()) {
            launch.statements().stream()
                    .filter(t -> t.id().equals(statement))
                    .forEach(t -> all.add(new Runs(launch.launch().name(), t.owned())));
        }
        return all;
    }

    private static List<Place> of(String statement, List<Place> places) {
        return places.stream().filter(p -> p.id().equals(statement)).toList();
    }

    private void complete(Dependences.Domain domain, List<Runs> launches) throws Violation {
        Set missing = domain.iterations().subtract(obligations.optional(domain.statement()));
        Set done = Set.empty(domain.iterations().getSpace());
        for (Runs launch : launches) {
            Set runs = launch.runs().range();
            String name = launch.launch();
            if (!runs.isSubset(domain.iterations())) {
                throw new Violation(
                        "launch " + name + " runs what the nest does not have: "
                                + example(domain.statement(), runs.subtract(domain.iterations())),
                        name);
            }
            if (!runs.isDisjoint(done) || !launch.runs().reverse().isSingleValued()) {
                throw new Violation("launch " + name + " runs iterations of " + domain.statement() + " twice", name);
            }
            done = done.union(runs);
            missing = missing.subtract(runs);
        }
        if (!missing.isEmpty()) {
            missing = missing.subtract(obligations.outOfBounds(domain.statement()));
        }
        if (!missing.isEmpty()) {
            throw new Violation("no launch runs " + example(domain.statement(), missing), "");
        }
    }

    /** Launches of time tiles, between each other and within: iteration by iteration, statement by statement. */
    private void inTime(PlanPlaces plans, Obligation obligation, List<Place> places) throws Violation {
        int depth = plans.depth();
        for (TimePlaces from : plans.timed()) {
            for (TimePlaces.Timed source : timed(from, obligation.source())) {
                for (TimePlaces to : plans.timed()) {
                    for (TimePlaces.Timed sink : timed(to, obligation.sink())) {
                        before(
                                obligation,
                                from.wholeTime(source, depth),
                                to.wholeTime(sink, depth),
                                "launches " + from.launch().name() + " and "
                                        + to.launch().name());
                    }
                }
                for (Place sink : of(obligation.sink(), places)) {
                    before(obligation, from.hostTime(source, depth), time(plans, sink, depth), name(sink));
                }
            }
            for (TimePlaces.Timed sink : timed(from, obligation.sink())) {
                for (Place source : of(obligation.source(), places)) {
                    before(obligation, time(plans, source, depth), from.hostTime(sink, depth), name(source));
                }
            }
        }
    }

    private static List<TimePlaces.Timed> timed(TimePlaces launch, String statement) {
        return launch.statements().stream()
                .filter(t -> t.id().equals(statement))
                .toList();
    }

    private static Map time(PlanPlaces plans, Place place, int depth) {
        return place.runs().reverse().applyRange(plans.time(place, depth));
    }

    /** @param from when the source's iterations run, to when the sink's do */
    private void before(Obligation obligation, Map from, Map to, String launches) throws Violation {
        Map wrong = obligation
                .relation()
                .intersectDomain(from.domain())
                .intersectRange(to.domain())
                .subtract(from.lexLtMap(to));
        if (!wrong.isEmpty()) {
            throw new Violation(
                    launches + " break the " + obligation.words() + ": they run it in the wrong order, e.g. "
                            + example(obligation, wrong),
                    launches);
        }
    }

    private void inOrder(PlanPlaces plans, Obligation obligation, Place source, Place sink) throws Violation {
        Map pairs = obligation
                .relation()
                .applyDomain(source.runs().reverse())
                .applyRange(sink.runs().reverse());
        if (pairs.isEmpty()) {
            return;
        }
        int shared = source.launched().shared(sink.launched());
        Map tied = pairs;
        for (int h = 0; h < shared; h++) {
            refuse(
                    obligation,
                    source,
                    sink,
                    tied.orderGt(Dim.IN, h, Dim.OUT, h),
                    "the host runs them in the wrong order");
            tied = tied.equate(Dim.IN, h, Dim.OUT, h);
        }
        if (!source.launched().isSame(sink.launched())) {
            if (source.launched().path().get(shared) > sink.launched().path().get(shared)) {
                refuse(obligation, source, sink, tied, "the host launches them in the wrong order");
            }
            lanes(plans, obligation, source, sink, pairs);
        } else if (!tied.isEmpty()) {
            inLaunch(obligation, source, sink, tied);
        }
    }

    /**
     * Updates that may change places: those of one launch belong to one point of one block, whose lanes' results are joined
     * once; those of different launches follow each other, whatever their order.
     */
    private void apart(Obligation obligation, Place source, Place sink) throws Violation {
        Map pairs = obligation
                .relation()
                .applyDomain(source.runs().reverse())
                .applyRange(sink.runs().reverse());
        if (!source.launched().isSame(sink.launched())) {
            if (source.launched().launch().lane().ahead()
                    != sink.launched().launch().lane().ahead()) {
                refuse(obligation, source, sink, pairs, "they are in two lanes");
            }
            return;
        }
        for (int h = 0; h < source.hosts(); h++) {
            pairs = pairs.equate(Dim.IN, h, Dim.OUT, h);
        }
        if (pairs.isEmpty()) {
            return;
        }
        if (!source.inSamePiece(sink) || source.number() != sink.number()) {
            refuse(obligation, source, sink, pairs, "both make partial results of it at the same time");
        }
        Optional<Map> blocks = differing(pairs, source.hosts(), source.firstSequential());
        if (blocks.isPresent()) {
            refuse(obligation, source, sink, blocks.get(), "blocks of one launch load and store it at the same time");
        }
        List<Piece.PointDimension> points = source.piece().points();
        for (int p = 0; p < points.size(); p++) {
            boolean joined = points.get(p).lanes() && source.isPartial();
            Optional<Map> apart =
                    joined ? Optional.empty() : differing(pairs, source.firstPoint() + p, source.firstPoint() + p + 1);
            if (apart.isPresent()) {
                refuse(obligation, source, sink, apart.get(), "points load and store it at the same time");
            }
        }
    }

    /** Launches of different lanes are ordered only by a meeting between them, or at the second. */
    private void lanes(PlanPlaces plans, Obligation obligation, Place source, Place sink, Map pairs) throws Violation {
        if (source.launched().launch().lane().ahead()
                == sink.launched().launch().lane().ahead()) {
            return;
        }
        int depth = plans.depth();
        Map from = plans.time(source, depth);
        Map to = plans.time(sink, depth);
        Map left = pairs;
        for (PlanPlaces.Launched launched : plans.launches()) {
            if (launched.launch().lane().meets()) {
                Set times = plans.times(launched, depth);
                Map met = from.applyRange(Map.lexLt(times.getSpace()).intersectRange(times))
                        .applyRange(Map.lexLe(times.getSpace()))
                        .applyRange(to.reverse());
                left = left.subtract(met);
            }
        }
        refuse(obligation, source, sink, left, "they are in two lanes that do not meet in between");
    }

    private void inLaunch(Obligation obligation, Place source, Place sink, Map pairs) throws Violation {
        if (!source.inSamePiece(sink)) {
            refuse(obligation, source, sink, pairs, "blocks of one launch run in any order");
            return;
        }
        Optional<Map> apart = differing(pairs, source.hosts(), source.firstSequential());
        if (apart.isPresent()) {
            refuse(obligation, source, sink, apart.get(), "blocks of one launch run in any order");
        }
        Map same = pairs;
        for (int g = source.hosts(); g < source.firstSequential(); g++) {
            same = same.equate(Dim.IN, g, Dim.OUT, g);
        }
        if (same.isEmpty()) {
            return;
        }
        boolean flow = obligation.kind() == Dependence.Kind.FLOW;
        Piece.PlannedAccess first = source.statement().access(flow ? 1 : obligation.access());
        Piece.PlannedAccess second = sink.statement().access(flow ? obligation.access() : 1);
        Optional<Map> violated = BlockRule.of(obligation.kind(), first, second).violated(same, source, sink);
        if (violated.isPresent()) {
            refuse(
                    obligation,
                    source,
                    sink,
                    violated.get(),
                    "nothing inside the block keeps them in order (" + first.strategy() + ", then " + second.strategy()
                            + ")");
        }
    }

    /** Pairs that differ in one of the dimensions. */
    static Optional<Map> differing(Map pairs, int first, int end) {
        for (int d = first; d < end; d++) {
            int dimension = d;
            Optional<Map> apart = Stream.of(
                            pairs.orderLt(Dim.IN, dimension, Dim.OUT, dimension),
                            pairs.orderGt(Dim.IN, dimension, Dim.OUT, dimension))
                    .filter(m -> !m.isEmpty())
                    .findFirst();
            if (apart.isPresent()) {
                return apart;
            }
        }
        return Optional.empty();
    }

    private void refuse(Obligation obligation, Place source, Place sink, Map pairs, String why) throws Violation {
        if (pairs.isEmpty()) {
            return;
        }
        Map instances = pairs.applyDomain(source.runs()).applyRange(sink.runs());
        String launches = source.launched().isSame(sink.launched())
                ? "launch " + name(sink)
                : "launches " + name(source) + " and " + name(sink);
        throw new Violation(
                launches + " break the " + obligation.words() + ": " + why + ", e.g. " + example(obligation, instances),
                name(sink));
    }

    private static String name(Place place) {
        return place.launched().launch().name();
    }

    static String example(String statement, Set set) {
        Point point = set.samplePoint();
        return statement + numbers(point, 0, set.dim(Dim.SET)) + sizes(point);
    }

    private static String example(Obligation obligation, Map instances) {
        return pair(obligation.source(), obligation.sink(), instances);
    }

    static String pair(String source, String sink, Map instances) {
        Point point = instances.wrap().flatten().samplePoint();
        int in = instances.dim(Dim.IN);
        return source + numbers(point, 0, in) + " -> " + sink + numbers(point, in, instances.dim(Dim.OUT))
                + sizes(point);
    }

    private static List<Long> numbers(Point point, int first, int count) {
        List<Long> values = new ArrayList<>();
        for (int d = first; d < first + count; d++) {
            values.add(point.getCoordinateVal(Dim.SET, d).longValue());
        }
        return values;
    }

    private static String sizes(Point point) {
        List<String> values = new ArrayList<>();
        int count = point.getSpace().dim(Dim.PARAM);
        for (int p = 0; p < count; p++) {
            values.add(point.getSpace().getDimName(Dim.PARAM, p) + " = "
                    + point.getCoordinateVal(Dim.PARAM, p).longValue());
        }
        return values.isEmpty() ? "" : " with " + String.join(", ", values);
    }
}
