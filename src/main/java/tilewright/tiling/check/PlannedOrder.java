package tilewright.tiling.check;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.tiling.check.Obligations.Obligation;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.PlanPlaces.Place;
import tilewright.tiling.space.Instances;

/**
 * Whether a plan keeps what comes before what: launches by the host's order and their lanes, blocks of one launch not at
 * all, and inside a block as {@link BlockRule} says.
 */
final class PlannedOrder {
    private final PlanPlaces plans;
    private final List<Place> places;
    private final HostOrder host;

    /** @param places all of the plan's */
    PlannedOrder(PlanPlaces plans, List<Place> places) {
        this.plans = plans;
        this.places = places;
        this.host = new HostOrder(plans);
    }

    /**
     * Everywhere the source has to run before the sink.
     *
     * @param readers the places that count where their statement reads, as others find the value elsewhere
     */
    void keep(Obligation obligation, Predicate<Place> readers) throws PlanViolation {
        for (Place source : places(obligation.source())) {
            Sources sources = new Sources(obligation.relation(), source);
            for (Place sink : places(obligation.sink())) {
                boolean counts = switch (obligation.kind()) {
                    case FLOW -> readers.test(sink);
                    case ANTI -> readers.test(source);
                    case OUTPUT -> true;
                };
                HostOrder.Answer answer = counts ? host.order(source, sink, sources.times()) : HostOrder.Answer.KEPT;
                switch (answer) {
                    case KEPT -> {}
                    case TIED -> inLaunch(obligation, source, sink, tied(sources.to(sink), source.hosts()));
                    case BROKEN -> inOrder(obligation, source, sink, sources.to(sink));
                }
            }
        }
    }

    /** A relation's sources at one place, which all places of sinks are compared with. */
    private final class Sources {
        private final Map relation;
        private final Place source;
        private @Nullable Map times;
        private @Nullable Map places;

        Sources(Map relation, Place source) {
            this.relation = relation;
            this.source = source;
        }

        /** {@link HostOrder#fromTimes}. */
        Map times() {
            Map known = times == null ? host.fromTimes(source, relation) : times;
            times = known;
            return known;
        }

        /** Places of the source to those of the sink. */
        Map to(Place sink) {
            Map known = places == null ? relation.applyDomain(source.runs().reverse()) : places;
            places = known;
            return known.applyRange(sink.runs().reverse());
        }
    }

    /** Everywhere the source and the sink may change places, but must not run at the same time. */
    void keepApart(Obligation exclusive) throws PlanViolation {
        for (Place source : places(exclusive.source())) {
            for (Place sink : places(exclusive.sink())) {
                apart(exclusive, source, sink);
            }
        }
    }

    private List<Place> places(String statement) {
        return places.stream().filter(p -> p.id().equals(statement)).toList();
    }

    /** Those of the same iterations of the host. */
    static Map tied(Map pairs, int hosts) {
        return agreeing(pairs, 0, hosts);
    }

    /** Those that agree in some dimensions, all compared at once: every comparison simplifies each case of the relation. */
    private static Map agreeing(Map pairs, int first, int end) {
        Map agree = Map.universe(pairs.getSpace());
        for (int d = first; d < end; d++) {
            agree = agree.equate(Dim.IN, d, Dim.OUT, d);
        }
        return first < end ? pairs.intersect(agree) : pairs;
    }

    /** Where the host's loops alone do not say that it is so: which pairs are in the wrong order, if any. */
    private void inOrder(Obligation obligation, Place source, Place sink, Map pairs) throws PlanViolation {
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
            lanes(obligation, source, sink, pairs);
        } else if (!tied.isEmpty()) {
            inLaunch(obligation, source, sink, tied);
        }
    }

    /**
     * Updates that may change places: those of one launch belong to one point of one block, whose lanes' results are joined
     * once; those of different launches follow each other, whatever their order, and those of two lanes where these meet between them.
     */
    private void apart(Obligation obligation, Place source, Place sink) throws PlanViolation {
        Map pairs = new Sources(obligation.relation(), source).to(sink);
        if (!source.launched().isSame(sink.launched())) {
            if (HostOrder.areLanesTwo(source, sink)) {
                Map forwards = host.withoutMeeting(pairs, plans.time(source), plans.time(sink));
                Map left = host.withoutMeeting(forwards.reverse(), plans.time(sink), plans.time(source))
                        .reverse();
                refuse(obligation, source, sink, left, "they are in two lanes that do not meet in between");
            }
            return;
        }
        pairs = tied(pairs, source.hosts());
        if (pairs.isEmpty()) {
            return;
        }
        if (source.isTimed()) {
            inTile(obligation, source, sink, pairs);
            return;
        }
        if (!source.inSameBlocks(sink) || source.number() != sink.number() && !isOneValue(source, sink)) {
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

    /** Whether two statements of a point update one value, in a register or in memory, and not partial results of their own. */
    private static boolean isOneValue(Place source, Place sink) {
        Piece.PlannedAccess first = source.statement().access(1);
        Piece.PlannedAccess second = sink.statement().access(1);
        return !source.isPartial()
                && !sink.isPartial()
                && BlockRule.of(Dependence.Kind.OUTPUT, first, second).possible();
    }

    /** Launches of different lanes are ordered only by a meeting between them, or at the second. */
    private void lanes(Obligation obligation, Place source, Place sink, Map pairs) throws PlanViolation {
        if (HostOrder.areLanesTwo(source, sink)) {
            Map left = host.withoutMeeting(pairs, plans.time(source), plans.time(sink));
            refuse(obligation, source, sink, left, "they are in two lanes that do not meet in between");
        }
    }

    private void inLaunch(Obligation obligation, Place source, Place sink, Map pairs) throws PlanViolation {
        if (!source.inSameBlocks(sink)) {
            refuse(obligation, source, sink, pairs, "blocks of one launch run in any order");
            return;
        }
        if (source.isTimed()) {
            inTile(obligation, source, sink, pairs);
            return;
        }
        Optional<Map> apart = differing(pairs, source.hosts(), source.firstSequential());
        if (apart.isPresent()) {
            refuse(obligation, source, sink, apart.get(), "blocks of one launch run in any order");
        }
        Map same = agreeing(pairs, source.hosts(), source.firstSequential());
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

    /** Blocks of a time tile compute what they would iteration by iteration, statement by statement, on whole arrays ({@link TimeTileCheck}). */
    private void inTile(Obligation obligation, Place source, Place sink, Map pairs) throws PlanViolation {
        Optional<Map> violated = BlockRule.IN_ORDER.violated(pairs, source, sink);
        if (violated.isPresent()) {
            refuse(obligation, source, sink, violated.get(), "its iterations run them in the wrong order");
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

    private void refuse(Obligation obligation, Place source, Place sink, Map pairs, String why) throws PlanViolation {
        if (pairs.isEmpty()) {
            return;
        }
        Map instances = pairs.applyDomain(source.runs()).applyRange(sink.runs());
        String launches = source.launched().isSame(sink.launched())
                ? "launch " + sink.launchName()
                : "launches " + source.launchName() + " and " + sink.launchName();
        throw new PlanViolation(launches + " break the " + obligation.words() + ": " + why + ", e.g. "
                + Instances.pair(obligation.source(), obligation.sink(), instances));
    }
}
