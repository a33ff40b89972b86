package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.FreshName;
import tilewright.model.LoopNest;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Strategy;

/**
 * Values that every block of a launch would compute when it stages them, computed once before the launch. Before: all
 * blocks of a block row divide a(i,k) by a(k,k). After: a launch of its own divides, and stores the quotients of the visit
 * to scratch memory; blocks copy them like any other array, which asks for no registers.
 *
 * <p>Needed: a launch that other launches run beside, so that the additional one delays nothing that waits; and a floating-point
 * division, root, exponential or power of staged values, in any statement, that depends on the innermost sequential loop, on no
 * other one, and on one axis, while some other axis has blocks of its own. Staged values do not change during a launch, hence not
 * between the additional one, in the same lane right before it, and its end. Values along the same axis share one launch.
 */
public final class PrecomputedValues {
    private static final String NAME = "values";
    private static final int ITERATIONS = GenerationLimits.shipped().precomputedIterations();
    private static final int THREADS = GenerationLimits.shipped().precomputedThreads();

    private final LoopNest written;
    private final List<ArrayDeclaration> arrays;
    private final Names names;
    private final Names kernels;

    private PrecomputedValues(Plan plan) {
        this.written = plan.nest();
        this.arrays = new ArrayList<>(plan.nest().arrays());
        Set<String> taken = FreshName.taken(plan.nest());
        plan.nest().statements().forEach(s -> taken.addAll(s.loopVariables()));
        this.names = new Names(taken);
        Set<String> launches = new HashSet<>();
        plan.launches().forEach(l -> launches.add(l.name()));
        this.kernels = new Names(launches);
    }

    /** The plan with such launches; the same plan where there is nothing to compute before. */
    public static Plan of(Plan plan) {
        if (plan.launches().stream().noneMatch(l -> l.lane().ahead())) {
            return plan;
        }
        PrecomputedValues values = new PrecomputedValues(plan);
        List<HostStep> host = values.steps(plan.host(), false);
        return values.arrays.size() == plan.nest().arrays().size()
                ? plan
                : new Plan(
                        plan.written(),
                        values.nest(),
                        plan.candidate(),
                        plan.family(),
                        plan.rule(),
                        host,
                        plan.coalesced());
    }

    /** The plan's nest with the arrays of values. */
    private LoopNest nest() {
        return written.with(arrays, written.body());
    }

    private List<HostStep> steps(List<HostStep> steps, boolean inLoop) {
        List<HostStep> changed = new ArrayList<>();
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.HostLoop l -> changed.add(l.with(steps(l.body(), true)));
                case HostStep.Launch l when inLoop && !l.lane().ahead() -> changed.addAll(launch(l));
                case HostStep.Launch _, HostStep.AsWritten _ -> changed.add(step);
            }
        }
        return changed;
    }

    private List<HostStep> launch(HostStep.Launch launch) {
        if (launch.pieces().size() != 1) {
            return List.of(launch);
        }
        Piece piece = launch.pieces().getFirst();
        Map<Integer, List<Piece>> before = new LinkedHashMap<>();
        List<Expression> computed = new ArrayList<>();
        for (Optional<Found> found = found(piece); found.isPresent(); found = found(piece)) {
            ArrayDeclaration array = declare(found.get());
            before.computeIfAbsent(found.get().axis(), _ -> new ArrayList<>()).add(compute(piece, found.get(), array));
            computed.add(found.get().value());
            piece = new ReadValues(piece, found.get(), array).piece();
        }
        if (computed.isEmpty()) {
            return List.of(launch);
        }
        List<HostStep> steps = new ArrayList<>();
        HostStep.Lane lane = launch.lane();
        for (List<Piece> pieces : before.values()) {
            steps.add(new HostStep.Launch(
                    kernels.fresh(written.name() + "_" + NAME),
                    "values that the blocks of the next launch share: "
                            + computed.stream().map(Expression::toString).collect(Collectors.joining(", ")),
                    pieces,
                    lane));
            lane = new HostStep.Lane(lane.ahead(), false);
        }
        steps.add(new HostStep.Launch(launch.name(), launch.description(), List.of(piece), lane));
        return steps;
    }

    /**
     * What is computed before.
     *
     * @param statement in which it was found
     * @param loop the innermost sequential loop
     * @param length iterations of a block
     * @param axis position of the point dimension that it depends on
     * @param block the block coordinate of that dimension
     * @param bounds of the axis' loop variable, as an array has them
     */
    record Found(
            Piece.PlannedStatement statement,
            Expression value,
            Piece.SequentialLoop loop,
            long length,
            int axis,
            Piece.GridDimension block,
            ArrayDeclaration.Bounds bounds) {
        /** Where the array of values has that of a point and iteration. */
        List<Affine> place(Piece piece) {
            return List.of(
                    Affine.variable(piece.points().get(axis).variable()),
                    Affines.simplify(Affine.variable(loop.variable())
                            .minus(loop.blockFirst())
                            .plus(1)));
        }
    }

    private Optional<Found> found(Piece piece) {
        if (piece.sequential().isEmpty() || piece.grid().size() < 2) {
            return Optional.empty();
        }
        List<Found> candidates = new ArrayList<>();
        for (Piece.PlannedStatement statement : piece.statements()) {
            statement.statement().value().visit(e -> {
                if (candidates.isEmpty()) {
                    found(piece, statement, e).ifPresent(candidates::add);
                }
            });
        }
        return candidates.stream().findFirst();
    }

    private Optional<Found> found(Piece piece, Piece.PlannedStatement statement, Expression value) {
        ExpressionTypes types = ExpressionTypes.forStatement(nest(), statement.statement());
        boolean[] expensive = {false};
        boolean[] plain = {true};
        value.visit(e -> {
            expensive[0] |= e instanceof Expression.Apply a
                    && types.of(a).isFloating()
                    && (a.operator() == Operator.DIV
                            || a.operator() == MathFunction.SQRT
                            || a.operator() instanceof MathFunction f && !f.isExact());
            plain[0] &= !(e instanceof Expression.IndexValue);
        });
        Piece.SequentialLoop loop = piece.sequential().getLast();
        Set<String> variables = new HashSet<>();
        boolean staged = value.reads().stream().allMatch(r -> {
            Piece.PlannedAccess access = statement.access(r.index());
            access.indices().forEach(i -> variables.addAll(i.variables()));
            boolean given = written.arrays().stream().anyMatch(a -> a.name().equals(r.array()));
            return given && access.strategy() == Strategy.STAGED;
        });
        List<Integer> axes = new ArrayList<>();
        for (int p = 0; p < piece.points().size(); p++) {
            if (variables.contains(piece.points().get(p).variable())) {
                axes.add(p);
            }
        }
        if (!expensive[0] || !plain[0] || !staged || axes.size() != 1 || !variables.contains(loop.variable())) {
            return Optional.empty();
        }
        Piece.PointDimension axis = piece.points().get(axes.getFirst());
        List<Piece.GridDimension> blocks = piece.grid().stream()
                .filter(g -> axis.base().variables().contains(g.variable()))
                .toList();
        long length = length(loop);
        Optional<ArrayDeclaration.Bounds> bounds = value.reads().stream()
                .flatMap(r -> bounds(statement.access(r.index()), axis.variable()).stream())
                .findFirst();
        boolean alone = blocks.size() == 1 && dependsOn(piece, blocks.getFirst(), loop, variables);
        return !alone || length % ITERATIONS != 0 || length == 0 || bounds.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Found(statement, value, loop, length, axes.getFirst(), blocks.getFirst(), bounds.get()));
    }

    /** Whether values, and the bounds of the loop, are the same in all iterations of other loops and, but for a block coordinate, all blocks. */
    private static boolean dependsOn(
            Piece piece, Piece.GridDimension block, Piece.SequentialLoop loop, Set<String> variables) {
        Set<String> used = new HashSet<>(loop.first().variables());
        used.addAll(loop.last().variables());
        used.addAll(loop.blockFirst().variables());
        used.addAll(variables);
        return piece.sequential().stream().noneMatch(s -> s != loop && used.contains(s.variable()))
                && piece.grid().stream().noneMatch(g -> g != block && used.contains(g.variable()));
    }

    /** Iterations of the loop in a whole block, or 0. */
    private static long length(Piece.SequentialLoop loop) {
        List<Affine> ends = loop.last() instanceof Affine.Min least ? least.operands() : List.of(loop.last());
        return ends.stream()
                .map(e -> Affines.constantValue(e.minus(loop.blockFirst()).plus(1)))
                .filter(java.util.OptionalLong::isPresent)
                .mapToLong(java.util.OptionalLong::getAsLong)
                .findFirst()
                .orElse(0);
    }

    private Optional<ArrayDeclaration.Bounds> bounds(Piece.PlannedAccess access, String variable) {
        for (int d = 0; d < access.indices().size(); d++) {
            if (access.indices().get(d).equals(Affine.variable(variable))) {
                return Optional.of(
                        written.array(access.access().array()).bounds().get(d));
            }
        }
        return Optional.empty();
    }

    /** One row per point of the axis, one column per iteration of a visit. */
    private ArrayDeclaration declare(Found found) {
        Piece.PlannedStatement statement = found.statement();
        ArrayDeclaration array = new ArrayDeclaration(
                names.fresh(NAME),
                ExpressionTypes.forStatement(nest(), statement.statement()).of(found.value()),
                List.of(
                        found.bounds(),
                        new ArrayDeclaration.Bounds(Affine.constant(1), Affine.constant(found.length()))),
                true,
                statement.statement().position());
        arrays.add(array);
        return array;
    }

    /** The piece that computes: a point for every point of the axis and every iteration. */
    private Piece compute(Piece piece, Found found, ArrayDeclaration array) {
        Piece.PlannedStatement from = found.statement();
        Piece.PointDimension axis = piece.points().get(found.axis());
        String iterations = found.loop().variable() + "c";
        Affine first =
                found.loop().blockFirst().plus(Affine.variable(iterations).times(ITERATIONS));
        int rows = Math.max(1, axis.extent() / THREADS);
        Access target = ReadValues.access(1, array, found.place(piece), from);
        List<Piece.PlannedAccess> accesses = new ArrayList<>();
        accesses.add(new Piece.PlannedAccess(target, Strategy.DIRECT, found.place(piece), null));
        Map<Integer, Integer> numbers = new HashMap<>();
        for (Access read : found.value().reads()) {
            numbers.put(read.index(), numbers.size() + 2);
            Access own = ReadValues.numbered(read, numbers.get(read.index()));
            accesses.add(new Piece.PlannedAccess(
                    own, Strategy.DIRECT, from.access(read.index()).indices(), null));
        }
        Expression value = ReadValues.numbered(found.value(), q -> numbers.get(q));
        Statement statement = new Statement(
                "V" + array.name(), target, value, from.statement().position());
        List<Condition> domain = new ArrayList<>();
        domain.add(atLeast(found));
        domain.add(atMost(found));
        from.domain().conjuncts().stream()
                .filter(c -> c.variables().contains(axis.variable()) && ofAxis(piece, c, axis.variable()))
                .forEach(domain::add);
        return new Piece(
                "values along " + axis.variable(),
                List.of(
                        found.block(),
                        new Piece.GridDimension(
                                iterations, Affine.constant(0), Affine.constant(found.length() / ITERATIONS - 1))),
                ofHost(piece),
                Condition.FALSE,
                List.of(),
                List.of(
                        new Piece.PointDimension(axis.variable(), axis.base(), axis.extent(), rows, false),
                        new Piece.PointDimension(found.loop().variable(), first, ITERATIONS, 1, false)),
                List.of(),
                List.of(new Piece.PlannedStatement(statement, from.coordinates(), Affines.and(domain), accesses)),
                false);
    }

    private static Condition atLeast(Found found) {
        return new Condition.Compare(
                Affine.variable(found.loop().variable()),
                Condition.Relation.GE,
                found.loop().first());
    }

    private static Condition atMost(Found found) {
        return new Condition.Compare(
                Affine.variable(found.loop().variable()),
                Condition.Relation.LE,
                found.loop().last());
    }

    /** Whether a condition is over that axis alone, the same in every iteration. */
    private static boolean ofAxis(Piece piece, Condition condition, String axis) {
        return piece.points().stream()
                        .noneMatch(p -> !p.variable().equals(axis)
                                && condition.variables().contains(p.variable()))
                && piece.sequential().stream()
                        .noneMatch(s -> condition.variables().contains(s.variable()));
    }

    /** What the host alone decides of which blocks exist. */
    private static Condition ofHost(Piece piece) {
        return Affines.and(piece.member().conjuncts().stream()
                .filter(c -> piece.grid().stream().noneMatch(g -> c.variables().contains(g.variable())))
                .toList());
    }
}
