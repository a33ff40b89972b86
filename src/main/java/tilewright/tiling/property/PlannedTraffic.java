package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.locality.PointCounter;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.SetNotation;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.Strategy;

/**
 * How many elements a plan's blocks load from arrays and store to them, counted exactly with integer sets: no program is
 * generated, and none is run. Per visit of a block,
 *
 * <ul>
 *   <li>every register tile that is loaded: its elements within the array's bounds, without those that other blocks may write meanwhile
 *       ({@link UnorderedReads}); every one that is stored: those for
 *       which {@link Piece.RegisterTile#stored} holds;
 *   <li>every staged value: once per iteration of the chunks that the sequence meets and per value of the loops on which
 *       it depends, each of its reads within bounds. The largest parts of an expression that are made of staged reads
 *       and depend on one loop of the block at most are one value: in a(i,j) - a(i,k) / a(k,k) * a(k,j) the quotient is;
 *   <li>every direct access: once per iteration and point of the block that is computed, or per value of the loops up to the
 *       last one on which it depends where it does not depend on all; those of a prologue or an epilogue once per point.
 * </ul>
 *
 * <p>Example: an inner block of Floyd-Warshall with r = (32, 64, 64) loads 64 x 64 elements of its own, stages
 * 2 x 32 x 64, and stores 64 x 64: 2 r2 r3 + r1 r2 + r1 r3 (theory.md, section 5).
 */
public final class PlannedTraffic {
    /** How a block accesses an array. */
    public enum Kind {
        /** Of elements that the block keeps in registers, before its first iteration. */
        OWN_LOAD,
        /** Of these elements, after its last iteration. */
        OWN_STORE,
        /** Of elements that it copies to shared memory. */
        STAGED_LOAD,
        /** At a use. */
        DIRECT_LOAD,
        /** By a statement. */
        DIRECT_STORE;

        /** For tables. */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final Context context;
    private final LoopNest nest;
    private final String parameters;
    private final Set sizes;
    private final Map<String, Map<Kind, Long>> counts = new LinkedHashMap<>();

    private PlannedTraffic(Context context, LoopNest nest, Map<String, Long> sizes) {
        this.context = context;
        this.nest = nest;
        this.parameters = new SetNotation(nest).parameters();
        List<String> values = new ArrayList<>();
        nest.parameters().forEach(p -> values.add(p + " = " + sizes.get(p)));
        this.sizes = Set.parse(
                context, parameters + "{ : " + (values.isEmpty() ? "true" : String.join(" and ", values)) + " }");
    }

    /**
     * The number of accesses of each kind, by array.
     *
     * @param sizes value of every parameter
     * @throws IllegalArgumentException for a plan with time tiles, whose traffic is not counted
     */
    public static Map<String, Map<Kind, Long>> of(Context context, Plan plan, Map<String, Long> sizes) {
        try (Scope _ = context.scope()) {
            PlanPlaces places = new PlanPlaces(context, plan);
            if (plan.launches().stream().anyMatch(l -> l.timeTile().isPresent())) {
                throw new IllegalArgumentException("time tiles");
            }
            PlannedTraffic traffic = new PlannedTraffic(context, plan.nest(), sizes);
            for (PlanPlaces.Launched launched : places.launches()) {
                for (Piece piece : launched.launch().pieces()) {
                    traffic.add(launched, piece);
                }
            }
            return traffic.counts;
        }
    }

    private void add(PlanPlaces.Launched launched, Piece piece) {
        UnorderedReads unordered =
                new UnorderedReads(nest, piece, launched.launch().beside(piece));
        for (int t = 0; t < piece.tiles().size(); t++) {
            Piece.RegisterTile tile = piece.tiles().get(t);
            List<Piece.PointDimension> points = points(piece, tile.indices());
            if (tile.loaded()) {
                List<Condition> asked =
                        List.of(inBounds(tile.array(), tile.indices()), unordered.ofTile(t, domain -> domain));
                boolean everyLane = tile.partial() != null && tile.partial().isExtreme();
                List<Piece.PointDimension> loading = everyLane ? piece.points() : points;
                count(tile.array(), Kind.OWN_LOAD, launched, piece, loading, List.of(), asked);
            }
            if (!tile.stored().equals(Condition.FALSE)) {
                count(tile.array(), Kind.OWN_STORE, launched, piece, points, List.of(), List.of(tile.stored()));
            }
        }
        java.util.Set<String> staged = new HashSet<>();
        for (Piece.PlannedStatement statement : piece.statements()) {
            StagedValues values = new StagedValues(piece, statement);
            values.of(statement.statement().value()).forEach(value -> {
                if (staged.add(values.text(value))) {
                    stage(launched, piece, statement, value);
                }
            });
            List<String> iterations = new ArrayList<>();
            piece.sequential().forEach(s -> iterations.add(PlanPlaces.between(s.first(), s.variable(), s.last())));
            direct(launched, piece, statement, piece.points(), iterations);
        }
        List<Piece.PointDimension> once =
                piece.points().stream().filter(p -> !p.lanes()).toList();
        Stream.concat(piece.prologue().stream(), piece.epilogue().stream())
                .forEach(s -> direct(launched, piece, s, once, List.of()));
    }

    /** A staged value, for all iterations of the chunks. */
    private void stage(PlanPlaces.Launched launched, Piece piece, Piece.PlannedStatement statement, Expression value) {
        List<Affine> indices = new ArrayList<>();
        value.reads().forEach(r -> indices.addAll(statement.access(r.index()).indices()));
        List<Piece.PointDimension> points = points(piece, indices);
        List<String> chunks = new ArrayList<>();
        List<Piece.SequentialLoop> loops = piece.sequential();
        for (Piece.SequentialLoop loop : loops) {
            boolean last = loop == loops.getLast();
            chunks.add(last ? chunks(loop) : PlanPlaces.between(loop.first(), loop.variable(), loop.last()));
        }
        for (Access read : value.reads()) {
            List<Affine> element = statement.access(read.index()).indices();
            count(
                    read.array(),
                    Kind.STAGED_LOAD,
                    launched,
                    piece,
                    points,
                    chunks,
                    List.of(inBounds(read.array(), element)));
        }
    }

    /** The iterations of all chunks, counted from the block's first iteration, that hold one of the sequence. */
    private static String chunks(Piece.SequentialLoop loop) {
        String some = loop.variable() + "_some";
        String chunk = "floor((%s - (" + SetNotation.of(loop.blockFirst()) + "))/" + loop.chunk() + ")";
        return "(exists (" + some + " : " + PlanPlaces.between(loop.first(), some, loop.last()) + " and "
                + chunk.formatted(loop.variable()) + " = " + chunk.formatted(some) + "))";
    }

    /**
     * Accesses at every use. A block computes also for points at which the statement does not run, where the final store
     * leaves their results out; what is the same for all points along the last loops of the block is read once for them.
     */
    private void direct(
            PlanPlaces.Launched launched,
            Piece piece,
            Piece.PlannedStatement statement,
            List<Piece.PointDimension> running,
            List<String> loops) {
        Piece.PlannedAccess target = statement.access(1);
        if (target.strategy() == Strategy.DIRECT) {
            count(
                    target.access().array(),
                    Kind.DIRECT_STORE,
                    launched,
                    piece,
                    running,
                    loops,
                    List.of(statement.domain()));
        }
        StagedValues values = new StagedValues(piece, statement);
        for (Evaluated each : values.direct(statement.statement().value())) {
            Piece.PlannedAccess access = statement.access(each.read().index());
            List<Condition> conditions = new ArrayList<>();
            PieceConditions ofPiece = new PieceConditions(nest, piece);
            boolean nearest = ofPiece.readsNearest(statement, access.access().array());
            if (!nearest) {
                conditions.add(inBounds(access.access().array(), access.indices()));
            }
            // What is the same along some axis is read before a point asks.
            List<Piece.PointDimension> evaluating =
                    each.points().stream().filter(running::contains).toList();
            List<Piece.PointDimension> asking = nearest ? points(piece, access.indices()) : evaluating;
            if (asking.size() == running.size()) {
                conditions.add(ofPiece.asked(statement));
            }
            count(access.access().array(), Kind.DIRECT_LOAD, launched, piece, evaluating, loops, conditions);
        }
    }

    /** A direct read and the points for which it is evaluated. */
    private record Evaluated(Access read, List<Piece.PointDimension> points) {}

    /** The point dimensions that expressions depend on. */
    private static List<Piece.PointDimension> points(Piece piece, List<Affine> indices) {
        return piece.points().stream()
                .filter(p -> indices.stream().anyMatch(i -> i.variables().contains(p.variable())))
                .toList();
    }

    private Condition inBounds(String array, List<Affine> indices) {
        ArrayDeclaration declaration = nest.array(array);
        List<Condition> conditions = new ArrayList<>();
        for (int d = 0; d < indices.size(); d++) {
            conditions.add(
                    new Condition.Compare(declaration.bounds().get(d).lower(), Condition.Relation.LE, indices.get(d)));
            conditions.add(new Condition.Compare(
                    indices.get(d),
                    Condition.Relation.LE,
                    declaration.bounds().get(d).upper()));
        }
        return new Condition.And(conditions);
    }

    /** Vectors of host, grid, and given sequential and point variables at which conditions hold. */
    private void count(
            String array,
            Kind kind,
            PlanPlaces.Launched launched,
            Piece piece,
            List<Piece.PointDimension> points,
            List<String> sequential,
            List<Condition> conditions) {
        List<String> names = new ArrayList<>();
        List<String> constraints = new ArrayList<>(PlanPlaces.hostConstraints(launched.loops()));
        launched.loops().forEach(l -> names.add(l.variable()));
        for (Piece.GridDimension grid : piece.grid()) {
            names.add(grid.variable());
            constraints.add(PlanPlaces.between(grid.first(), grid.variable(), grid.last()));
        }
        constraints.add(PlanPlaces.text(piece.member()));
        if (!sequential.isEmpty()) {
            piece.sequential().forEach(s -> names.add(s.variable()));
            constraints.addAll(sequential);
        }
        for (Piece.PointDimension point : points) {
            names.add(point.variable());
            Affine last = point.base().plus(point.extent() - 1L);
            constraints.add(PlanPlaces.between(point.base(), point.variable(), last));
        }
        conditions.forEach(c -> constraints.add(PlanPlaces.text(c)));
        String text = parameters + "{ [" + String.join(", ", names) + "] : " + String.join(" and ", constraints) + " }";
        long number = PointCounter.count(Set.parse(context, text).intersectParams(sizes));
        counts.computeIfAbsent(array, a -> new EnumMap<>(Kind.class)).merge(kind, number, Long::sum);
    }

    /** The parts of a statement's right-hand side that are staged as one value each. */
    private final class StagedValues {
        private final Piece piece;
        private final Piece.PlannedStatement statement;
        private final ExpressionTypes types;

        StagedValues(Piece piece, Piece.PlannedStatement statement) {
            this.piece = piece;
            this.statement = statement;
            this.types = ExpressionTypes.forStatement(nest, statement.statement());
        }

        List<Expression> of(Expression expression) {
            if (isStaged(expression)) {
                return List.of(expression);
            }
            List<Expression> found = new ArrayList<>();
            if (expression instanceof Expression.Apply apply) {
                apply.operands().forEach(o -> found.addAll(of(o)));
            }
            return found;
        }

        /** The reads from global memory at their uses. */
        List<Evaluated> direct(Expression expression) {
            if (isStaged(expression)) {
                return List.of();
            }
            List<Access> reads = expression.reads();
            int axes = axes(expression);
            boolean shared = !reads.isEmpty() && axes < piece.points().size() && !dividesIntegers(expression);
            if (shared || expression instanceof Expression.Read) {
                List<Piece.PointDimension> points = shared ? upToLast(expression) : piece.points();
                return reads.stream()
                        .filter(r -> statement.access(r.index()).strategy() == Strategy.DIRECT)
                        .map(r -> new Evaluated(r, points))
                        .toList();
            }
            List<Evaluated> found = new ArrayList<>();
            if (expression instanceof Expression.Apply apply) {
                apply.operands().forEach(o -> found.addAll(direct(o)));
            }
            return found;
        }

        /** The block's loops up to the last one on which an expression depends. */
        private List<Piece.PointDimension> upToLast(Expression expression) {
            List<Piece.PointDimension> used = points(piece, indices(expression));
            return used.isEmpty()
                    ? List.of()
                    : piece.points().subList(0, piece.points().indexOf(used.getLast()) + 1);
        }

        private boolean isStaged(Expression expression) {
            List<Access> reads = expression.reads();
            boolean staged = !reads.isEmpty()
                    && reads.stream().allMatch(r -> statement.access(r.index()).strategy() == Strategy.STAGED);
            return staged
                    && (expression instanceof Expression.Read || axes(expression) <= 1)
                    && !dividesIntegers(expression);
        }

        private int axes(Expression expression) {
            return points(piece, indices(expression)).size();
        }

        private List<Affine> indices(Expression expression) {
            List<Affine> indices = new ArrayList<>();
            expression.visit(e -> {
                if (e instanceof Expression.Read r) {
                    indices.addAll(statement.access(r.access().index()).indices());
                } else if (e instanceof Expression.IndexValue v) {
                    indices.add(v.index().substitute(statement.coordinates()));
                }
            });
            return indices;
        }

        private boolean dividesIntegers(Expression expression) {
            boolean[] found = {false};
            expression.visit(e -> found[0] |= e instanceof Expression.Apply a
                    && a.operator() == Operator.DIV
                    && types.of(a) != DataType.REAL
                    && types.of(a) != DataType.DOUBLE);
            return found[0];
        }

        /** Equal for values that several statements share. */
        String text(Expression value) {
            return switch (value) {
                case Expression.Read r ->
                    r.access().array() + statement.access(r.access().index()).indices();
                case Expression.Apply a ->
                    a.operator()
                            + a.operands().stream().map(this::text).toList().toString();
                case Expression.IndexValue v ->
                    v.index().substitute(statement.coordinates()).toString();
                case Expression.Leaf _ -> value.toString();
            };
        }
    }
}
