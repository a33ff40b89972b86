package tilewright.codegen.loops;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.codegen.scalar.PieceNames;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.kernel.print.CDialect;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.property.PlannedTraffic;

/**
 * Updates and copies as loop nests over points. The last axis is innermost, so that the compiler vectorises along contiguous
 * memory; what does not depend on it is computed outside. Where nothing is handed over between points, the iterations
 * of a chunk run inside the outer axes: a row stays in the first-level cache for the whole chunk.
 */
final class PointLoops {
    private final PieceNames piece;
    /** The axes of which the points are lanes of a reduction. */
    private final Set<Integer> lanes;

    PointLoops(PieceNames piece) {
        this.piece = piece;
        this.lanes = piece.piece()
                .bodies()
                .flatMap(b -> Operations.ofKind(b, Operation.Join.class).stream())
                .map(Operation.Join::axis)
                .collect(Collectors.toSet());
    }

    /**
     * The loop over iterations that goes around the innermost axis.
     *
     * @param loop over their offsets
     */
    record Inner(Sequence sequence, Operation.Range range, Loop loop) {}

    /** One loop: over an axis, or over iterations where {@code inner} is set. */
    private record Level(int axis, @Nullable Inner inner) {}

    /** Whether a body is one update that may run point by point. */
    static boolean isPointwise(List<Operation> body) {
        long updates = body.stream().filter(o -> o instanceof Operation.Assign).count();
        boolean onlyUpdates =
                body.stream().allMatch(o -> o instanceof Operation.Define || o instanceof Operation.Assign);
        boolean keepsPoints = body.stream()
                .allMatch(o -> !(o instanceof Operation.Assign a) || a.target() instanceof Operation.Target.TileTarget);
        return updates == 1 && onlyUpdates && keepsPoints;
    }

    /** Whether a fragment is worth an array: computed, and different along the innermost axis alone. */
    private static boolean isRow(Operation.Define define, List<Integer> order) {
        return define.value() instanceof Value.Compute
                && !order.isEmpty()
                && define.fragment().axes().equals(List.of(order.getLast()));
    }

    /** Whether a body computes fragments that are worth an array. */
    boolean needsRows(List<Operation> body) {
        List<Integer> all = allAxes();
        return body.stream().anyMatch(o -> o instanceof Operation.Define d && isRow(d, all));
    }

    private List<Integer> allAxes() {
        return IntStream.range(0, piece.axes().size()).boxed().toList();
    }

    /**
     * The nests of one update.
     *
     * @param defines fragments that it uses
     * @param inner iterations to run inside the outer axes, or null
     */
    List<Statement> update(
            BlockScope scope, List<Operation.Define> defines, Operation.Assign assign, @Nullable Inner inner) {
        List<Integer> order = Axis.equalitiesFirst(d -> piece.axis(d).axis(), axes(assign), assign.guard());
        List<Statement> statements = new ArrayList<>();
        List<Level> levels = levels(order, inner);
        Map<Integer, List<Statement>> declarations = new HashMap<>();
        boolean rows = defines.stream().anyMatch(d -> isRow(d, order));
        for (Operation.Define define : defines) {
            Fragment fragment = define.fragment();
            String name = scope.names().declare(fragment.name());
            int depth = depth(fragment, levels);
            boolean leaf = define.value() instanceof Value.BufferElement
                    || define.value() instanceof Value.StagedElement
                    || define.value() instanceof Value.SliceElement;
            Expression value = scope.of(define.value());
            if (isRow(define, order)) {
                statements.addAll(row(scope, fragment, name, value));
            } else if (leaf
                    && (depth == levels.size() - 1 || rows && fragment.axes().isEmpty())) {
                scope.define(fragment, value);
            } else {
                Variable variable = new Variable(name, ScalarType.of(fragment.type()));
                declarations
                        .computeIfAbsent(depth, _ -> new ArrayList<>())
                        .add(new Statement.Declare(variable, value, true));
                scope.define(fragment, variable.read());
            }
        }
        statements.addAll(nest(scope, assign, levels, declarations));
        return statements;
    }

    /** Values along the innermost axis, computed once for all rows. */
    private List<Statement> row(BlockScope scope, Fragment fragment, String name, Expression value) {
        AxisVariables axis = piece.axis(fragment.axes().getLast());
        Memory.Register row = new Memory.Register(
                name, ScalarType.of(fragment.type()), List.of(axis.axis().extent()), CDialect.ALIGNMENT);
        Place element = new Place.Register(row, List.of(axis.in().read()));
        scope.define(fragment, new Expression.Read(element));
        return List.of(
                new Statement.DeclareArray(row, null),
                Loop.over(piece, axis).around(List.of(new Statement.Assign(element, value))));
    }

    /** The axes of the points that an update is for. */
    private List<Integer> axes(Operation.Assign assign) {
        return assign.target() instanceof Operation.Target.TileTarget t
                ? t.tile().axes()
                : allAxes();
    }

    private List<Level> levels(List<Integer> order, @Nullable Inner inner) {
        List<Level> levels = new ArrayList<>();
        order.forEach(d -> levels.add(new Level(d, null)));
        if (inner != null) {
            int around = Math.max(0, levels.size() - 1);
            // Lanes take turns along the sequence: inside of it they read memory in its order.
            int lane = (int) order.stream().takeWhile(d -> !lanes.contains(d)).count();
            levels.add(Math.min(around, lane), new Level(-1, inner));
        }
        return levels;
    }

    /** The innermost level that a fragment depends on; every fragment depends on the iteration. */
    private static int depth(Fragment fragment, List<Level> levels) {
        int depth = -1;
        for (int l = 0; l < levels.size(); l++) {
            if (levels.get(l).inner() != null
                    || fragment.axes().contains(levels.get(l).axis())) {
                depth = l;
            }
        }
        return depth;
    }

    private List<Statement> nest(
            BlockScope scope, Operation.Assign assign, List<Level> levels, Map<Integer, List<Statement>> declarations) {
        Place target = switch (assign.target()) {
            case Operation.Target.TileTarget t -> scope.tile(t.tile());
            case Operation.Target.GlobalTarget g ->
                scope.accessing(PlannedTraffic.Kind.DIRECT_STORE).global(g.array(), g.indices());
        };
        Expression source = scope.of(assign.value());
        boolean iterates = levels.stream().anyMatch(l -> l.inner() != null);
        boolean selects = assign.target() instanceof Operation.Target.TileTarget
                && !Values.dividesIntegers(assign.value())
                && iterates;
        Map<Integer, List<Condition>> conditions = conditions(assign.guard(), levels);
        List<Condition> innermost = selects ? conditions.remove(levels.size() - 1) : null;
        if (innermost != null) {
            // Rows of constant length stay in registers from iteration to iteration; a choice of values keeps that.
            Expression chosen = Objects.requireNonNull(Loop.all(guards(scope, innermost)));
            source = new Expression.Conditional(chosen, source, new Expression.Read(target));
        }
        return nest(scope, levels, declarations, conditions, new Statement.Assign(target, source));
    }

    /** The parts of a guard, by the level from which on they are known; -1 for those known before all loops. */
    private Map<Integer, List<Condition>> conditions(Condition guard, List<Level> levels) {
        Map<Integer, List<Condition>> conditions = new HashMap<>();
        for (Condition conjunct : guard.conjuncts()) {
            if (!conjunct.equals(Condition.TRUE)) {
                conditions
                        .computeIfAbsent(depth(conjunct, levels), _ -> new ArrayList<>())
                        .add(conjunct);
            }
        }
        return conditions;
    }

    private static List<Expression> guards(BlockScope scope, List<Condition> conditions) {
        return conditions.stream().map(scope::guard).toList();
    }

    private int depth(Condition condition, List<Level> levels) {
        int depth = -1;
        for (int l = 0; l < levels.size(); l++) {
            Inner inner = levels.get(l).inner();
            String variable = inner != null
                    ? inner.sequence().variable()
                    : piece.axis(levels.get(l).axis()).axis().variable();
            if (condition.variables().contains(variable)) {
                depth = l;
            }
        }
        return depth;
    }

    private List<Statement> nest(
            BlockScope scope,
            List<Level> levels,
            Map<Integer, List<Statement>> declarations,
            Map<Integer, List<Condition>> conditions,
            Statement innermost) {
        List<Loop> loops = new ArrayList<>();
        for (int l = 0; l < levels.size(); l++) {
            Level level = levels.get(l);
            Loop loop = loop(level);
            List<Expression> left = new ArrayList<>();
            boolean bounds = level.inner() != null || l == levels.size() - 1;
            for (Condition condition : conditions.getOrDefault(l, List.of())) {
                Optional<Loop> shorter = bounds ? shorter(loop, level, condition) : Optional.empty();
                loop = shorter.orElse(loop);
                if (shorter.isEmpty()) {
                    left.add(scope.guard(condition));
                }
            }
            loops.add(loop.with(declarations.getOrDefault(l, List.of()), Loop.all(left)));
        }
        List<Statement> statements = new ArrayList<>(declarations.getOrDefault(-1, List.of()));
        Expression before = Loop.all(guards(scope, conditions.getOrDefault(-1, List.of())));
        statements.addAll(Loop.when(before, Loop.nest(loops, innermost)));
        return statements;
    }

    /** The loop over those of its values for which a condition holds; nothing where they are not all between two values. */
    private Optional<Loop> shorter(Loop loop, Level level, Condition condition) {
        boolean jumps = level.inner() == null && piece.axis(level.axis()).axis().jump() != null;
        if (jumps
                || !(condition instanceof Condition.Compare compare)
                || compare.notNegative().isEmpty()) {
            return Optional.empty();
        }
        String variable = level.inner() == null
                ? piece.axis(level.axis()).axis().variable()
                : level.inner().sequence().variable();
        Loop shorter = loop;
        for (Affine form : compare.notNegative()) {
            Optional<Affine> zero = LinearForm.of(form).solve(variable, Affine.constant(0));
            if (zero.isEmpty()) {
                return Optional.empty();
            }
            Expression bound = subtract(piece.affine().of(zero.get()), base(level));
            shorter = LinearForm.of(form).coefficient(variable) > 0
                    ? shorter.from(larger(shorter.start(), bound))
                    : shorter.to(smaller(shorter.end(), sum(bound, integer(1))));
        }
        return Optional.of(shorter);
    }

    /** The value at offset 0. */
    private Expression base(Level level) {
        if (level.inner() == null) {
            return piece.axis(level.axis()).base().read();
        }
        return piece.start(level.inner().sequence(), level.inner().range());
    }

    private static Expression larger(Expression one, Expression other) {
        return select(binary(Infix.GT, one, other), one, other);
    }

    private static Expression smaller(Expression one, Expression other) {
        return select(less(one, other), one, other);
    }

    private Loop loop(Level level) {
        return level.inner() == null
                ? Loop.over(piece, piece.axis(level.axis()))
                : level.inner().loop();
    }

    /** The loops over the points along axes, outermost first. */
    List<Loop> loops(List<Integer> axes) {
        return axes.stream().map(d -> Loop.over(piece, piece.axis(d))).toList();
    }

    /**
     * A nest over axes for copies.
     *
     * @param axes outermost first
     * @param guard points that are copied
     */
    List<Statement> copy(BlockScope scope, List<Integer> axes, Condition guard, Place target, Expression source) {
        List<Level> levels = levels(axes, null);
        return nest(scope, levels, Map.of(), conditions(guard, levels), new Statement.Assign(target, source));
    }
}
