package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Condition;
import tilewright.tiling.PlannedTraffic;

/**
 * Updates as loop nests over points. The last axis is innermost, so that the compiler vectorises along contiguous
 * memory; what does not depend on it is computed outside. Where nothing is handed over between points, the iterations
 * of a chunk run inside the outer axes: a row stays in the first-level cache for the whole chunk.
 */
final class CRegions {
    private final CScope scope;

    CRegions(CScope scope) {
        this.scope = scope;
    }

    /**
     * The loop over iterations that goes around the innermost axis.
     *
     * @param start of the offset
     * @param end after the last offset
     */
    record Inner(Sequence sequence, Operation.Range range, String start, String end) {}

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
    private boolean isRow(Operation.Define define, List<Integer> order) {
        return define.value() instanceof Value.Compute
                && !order.isEmpty()
                && define.fragment().axes().equals(List.of(order.getLast()));
    }

    boolean needsRows(List<Operation> body) {
        List<Integer> all = IntStream.range(0, scope.axes().size()).boxed().toList();
        return body.stream().anyMatch(o -> o instanceof Operation.Define d && isRow(d, all));
    }

    /**
     * The nests of one update.
     *
     * @param defines fragments that it uses
     * @param inner iterations to run inside the outer axes, or null
     */
    List<CView.OperationText> update(List<Operation.Define> defines, Operation.Assign assign, @Nullable Inner inner) {
        List<Integer> order = CudaNests.equalitiesFirst(scope.axes(), axes(assign), assign.guard());
        List<CView.OperationText> texts = new ArrayList<>();
        List<Level> levels = levels(order, inner);
        Map<Integer, List<String>> declarations = new HashMap<>();
        boolean rows = defines.stream().anyMatch(d -> isRow(d, order));
        for (Operation.Define define : defines) {
            Fragment fragment = define.fragment();
            String name = scope.names().declare(fragment.name());
            int depth = depth(fragment, levels);
            boolean leaf = define.value() instanceof Value.BufferElement
                    || define.value() instanceof Value.StagedElement
                    || define.value() instanceof Value.SliceElement;
            if (isRow(define, order)) {
                texts.add(row(define, name));
            } else if (leaf
                    && (depth == levels.size() - 1 || rows && fragment.axes().isEmpty())) {
                scope.define(fragment, scope.of(define.value()));
            } else {
                declarations
                        .computeIfAbsent(depth, d -> new ArrayList<>())
                        .add("const " + fragment.type().cName() + " " + name + " = " + scope.of(define.value()) + ";");
                scope.define(fragment, name);
            }
        }
        texts.add(nest(assign, levels, declarations));
        return texts;
    }

    /** Values along the innermost axis, computed once for all rows. */
    private CView.OperationText row(Operation.Define define, String name) {
        int axis = define.fragment().axes().getLast();
        String source = scope.of(define.value());
        String target = name + "[" + scope.in(axis) + "]";
        scope.define(define.fragment(), target);
        return new CView.Nest(
                "define",
                "",
                List.of(scope.declaration(
                                define.fragment().type(),
                                name,
                                List.of(scope.axis(axis).axis().extent()))
                        + ";"),
                null,
                List.of(loop(new Level(axis, null), List.of(), null)),
                target,
                source);
    }

    /** The axes of the points that an update is for. */
    private List<Integer> axes(Operation.Assign assign) {
        return assign.target() instanceof Operation.Target.TileTarget t
                ? t.tile().axes()
                : IntStream.range(0, scope.axes().size()).boxed().toList();
    }

    private List<Level> levels(List<Integer> order, @Nullable Inner inner) {
        List<Level> levels = new ArrayList<>();
        order.forEach(d -> levels.add(new Level(d, null)));
        if (inner != null) {
            levels.add(Math.max(0, levels.size() - 1), new Level(-1, inner));
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

    private CView.OperationText nest(
            Operation.Assign assign, List<Level> levels, Map<Integer, List<String>> declarations) {
        String target = switch (assign.target()) {
            case Operation.Target.TileTarget t -> scope.tile(t.tile());
            case Operation.Target.GlobalTarget g ->
                scope.accessing(PlannedTraffic.Kind.DIRECT_STORE, () -> scope.global(g.array(), g.indices()));
        };
        String source = scope.of(assign.value());
        boolean selects = assign.target() instanceof Operation.Target.TileTarget
                && !Values.dividesIntegers(assign.value())
                && !levels.isEmpty();
        Map<Integer, List<String>> conditions = new HashMap<>();
        for (Condition conjunct : assign.guard().conjuncts()) {
            if (!conjunct.equals(Condition.TRUE)) {
                conditions
                        .computeIfAbsent(depth(conjunct, levels), d -> new ArrayList<>())
                        .add(scope.guard(conjunct));
            }
        }
        List<String> innermost = conditions.getOrDefault(levels.size() - 1, List.of());
        if (selects && !innermost.isEmpty()) {
            // A choice of values vectorises where a branch may not.
            source = "(" + String.join(") && (", innermost) + ") ? " + source + " : " + target;
            conditions.remove(levels.size() - 1);
        }
        List<CView.Loop> loops = new ArrayList<>();
        for (int l = levels.size() - 1; l >= 0; l--) {
            loops.addFirst(loop(levels.get(l), declarations.getOrDefault(l, List.of()), all(conditions.get(l))));
        }
        return new CView.Nest(
                "assign", "", declarations.getOrDefault(-1, List.of()), all(conditions.get(-1)), loops, target, source);
    }

    private int depth(Condition condition, List<Level> levels) {
        int depth = -1;
        for (int l = 0; l < levels.size(); l++) {
            Inner inner = levels.get(l).inner();
            String variable = inner != null
                    ? inner.sequence().variable()
                    : scope.axis(levels.get(l).axis()).axis().variable();
            if (condition.variables().contains(variable)) {
                depth = l;
            }
        }
        return depth;
    }

    private CView.Loop loop(Level level, List<String> declarations, @Nullable String condition) {
        List<String> lines = new ArrayList<>();
        Inner inner = level.inner();
        if (inner != null) {
            SequenceNames names = scope.sequence(inner.sequence());
            scope.expressions().declared(names.in());
            if (scope.expressions().declared(names.variable())) {
                scope.expressions().use(names.first());
                lines.add("const int " + names.variable() + " = " + names.text(inner.range()) + ";");
            }
            lines.addAll(declarations);
            return new CView.Loop(names.in(), inner.start(), inner.end(), lines, condition);
        }
        AxisNames axis = scope.axis(level.axis());
        lines.addAll(coordinate(axis));
        lines.addAll(declarations);
        return new CView.Loop(axis.in(), "0", Integer.toString(axis.axis().extent()), lines, condition);
    }

    private List<String> coordinate(AxisNames axis) {
        scope.expressions().declared(axis.in());
        if (!scope.expressions().declared(axis.variable())) {
            return List.of();
        }
        return List.of(scope.coordinate(axis, axis.in()));
    }

    /**
     * A nest over axes for copies.
     *
     * @param axes outermost first
     * @param guard points that are copied
     */
    CView.Nest copy(String kind, String content, List<Integer> axes, Condition guard, String target, String source) {
        List<Level> levels = levels(axes, null);
        Map<Integer, List<String>> conditions = new HashMap<>();
        for (Condition conjunct : guard.conjuncts()) {
            if (!conjunct.equals(Condition.TRUE)) {
                conditions
                        .computeIfAbsent(depth(conjunct, levels), d -> new ArrayList<>())
                        .add(scope.guard(conjunct));
            }
        }
        List<CView.Loop> loops = new ArrayList<>();
        for (int l = levels.size() - 1; l >= 0; l--) {
            loops.addFirst(loop(levels.get(l), List.of(), all(conditions.get(l))));
        }
        return new CView.Nest(kind, content, List.of(), all(conditions.get(-1)), loops, target, source);
    }

    static @Nullable String all(@Nullable List<String> conditions) {
        if (conditions == null || conditions.isEmpty()) {
            return null;
        }
        return conditions.size() == 1 ? conditions.getFirst() : "(" + String.join(") && (", conditions) + ")";
    }
}
