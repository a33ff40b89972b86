package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.model.Condition;
import tilewright.model.DataType;

/** Loop nests over the registers of a thread's points: their order, conditions, indices and accesses. */
final class CudaNests {
    private final CudaScope scope;
    private final CudaCopies copies;

    /** Whether tiles' registers are kept apart from those of wide accesses. */
    private boolean apart;

    CudaNests(CudaScope scope, CudaCopies copies) {
        this.scope = scope;
        this.copies = copies;
    }

    /**
     * Says whether arithmetic limits a body. A wide access wants neighbouring registers of a tile; with those numbers all
     * operands of many an update would lie on one bank of registers. Tiles are then copied once more, register by register.
     */
    void keepApart(boolean apart) {
        this.apart = apart;
    }

    /** The order of axes outermost first: one that a guard fixes leads, its test then skips all points along others. */
    static List<Integer> equalitiesFirst(List<AxisNames> axes, List<Integer> among, Condition guard) {
        List<Integer> order = new ArrayList<>(among);
        order.sort(Comparator.comparing(d -> !isFixed(axes.get(d).axis(), guard)));
        return order;
    }

    private static boolean isFixed(Axis axis, Condition guard) {
        return guard.conjuncts().stream()
                .anyMatch(c -> c instanceof Condition.Compare compare
                        && compare.relation() == Condition.Relation.EQ
                        && compare.variables().contains(axis.variable()));
    }

    /**
     * A loop nest over registers.
     *
     * @param axes outermost first
     * @param vector registers per step along the innermost
     * @param owners places of single points along an axis
     */
    record Nest(List<Integer> axes, int vector, Condition guard, Map<Integer, String> owners) {
        Nest(List<Integer> axes, int vector, Condition guard) {
            this(axes, vector, guard, new HashMap<>());
        }
    }

    /** Elements of {@code type} that are moved at once. */
    record Wide(int width, DataType type) {
        static final Wide NONE = new Wide(1, DataType.REAL);
    }

    /** The text of a nest that does the same for every register: moves {@code source} to {@code target}, or assigns. */
    CudaView.Points points(
            String kind,
            String content,
            @Nullable String declaration,
            Nest nest,
            Wide wide,
            String target,
            String source) {
        Map<Integer, List<String>> conditions = new HashMap<>();
        for (Condition conjunct : nest.guard().conjuncts()) {
            if (!conjunct.equals(Condition.TRUE)) {
                conditions
                        .computeIfAbsent(depth(conjunct, nest.axes()), d -> new ArrayList<>())
                        .add(scope.guard(conjunct));
            }
        }
        for (int depth = 0; depth < nest.axes().size(); depth++) {
            String place = nest.owners().get(nest.axes().get(depth));
            if (place != null) {
                conditions
                        .computeIfAbsent(depth, d -> new ArrayList<>())
                        .add(scope.in(nest.axes().get(depth)) + " == " + place);
            }
        }
        List<CudaView.PointLoop> loops = new ArrayList<>();
        for (int depth = 0; depth < nest.axes().size(); depth++) {
            boolean innermost = depth == nest.axes().size() - 1;
            loops.add(loop(scope.axis(nest.axes().get(depth)), innermost ? nest.vector() : 1, conditions.get(depth)));
        }
        return new CudaView.Points(
                kind,
                content,
                declaration,
                kind.equals("store_tile") ? anew(nest.axes()) : List.of(),
                all(conditions.get(-1)),
                loops,
                wide.width(),
                copy(kind, wide),
                target,
                source);
    }

    private String copy(String kind, Wide wide) {
        boolean store = kind.equals("store_tile");
        return apart && (store || kind.equals("load_tile"))
                ? copies.apart(wide.width(), wide.type(), store)
                : copies.of(wide.width(), wide.type());
    }

    /** Variables that the addresses of a store are made of. */
    private List<String> anew(List<Integer> axes) {
        return axes.stream()
                .filter(d -> scope.axis(d).axis().threads() > 1)
                .map(d -> scope.axis(d).own())
                .toList();
    }

    /** The innermost loop whose variable a condition needs; -1 where it needs none. */
    private int depth(Condition condition, List<Integer> axes) {
        TreeSet<Integer> depths = new TreeSet<>(List.of(-1));
        for (int depth = 0; depth < axes.size(); depth++) {
            if (condition
                    .variables()
                    .contains(scope.axis(axes.get(depth)).axis().variable())) {
                depths.add(depth);
            }
        }
        return depths.last();
    }

    private CudaView.PointLoop loop(AxisNames axis, int step, @Nullable List<String> conditions) {
        List<String> declarations = new ArrayList<>();
        boolean usesGlobal = scope.expressions().declared(axis.variable());
        boolean usesOffset = scope.expressions().declared(axis.in());
        String offset = axis.offset(step);
        if (offset.contains(axis.own())) {
            scope.expressions().use(axis.own());
        }
        if (usesOffset) {
            declarations.add("const int " + axis.in() + " = " + offset + ";");
        }
        if (usesGlobal) {
            declarations.add(scope.coordinate(axis, usesOffset ? axis.in() : offset));
        }
        return new CudaView.PointLoop(axis.register(), axis.axis().perThread(), step, declarations, all(conditions));
    }

    private static @Nullable String all(@Nullable List<String> conditions) {
        if (conditions == null || conditions.isEmpty()) {
            return null;
        }
        return conditions.size() == 1 ? conditions.getFirst() : "(" + String.join(") && (", conditions) + ")";
    }
}
