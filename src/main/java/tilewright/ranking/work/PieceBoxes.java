package tilewright.ranking.work;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.Interval;
import tilewright.model.PlacedStatement;
import tilewright.tiling.property.SharedBoxes;
import tilewright.tiling.property.WalkedRows;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRole;

/** What blocks of fronts, or of threads that walk short rows, access of each array ({@link FrontBoxes}). */
record PieceBoxes(FamilyLoops loops) {
    /** Of a piece's statements; null where blocks keep nothing. */
    @Nullable
    FrontBoxes of(List<PlacedStatement> statements) {
        int fronts = loops.family().roles().indexOf(LoopRole.FRONTS);
        return fronts >= 0
                ? boxes(statements, fronts, constants(statements), false)
                : rows(statements).orElse(null);
    }

    /** What blocks access whose threads walk short rows of their own; nothing of others. */
    private Optional<FrontBoxes> rows(List<PlacedStatement> statements) {
        List<LoopRole> roles = loops.family().roles();
        int along = roles.indexOf(LoopRole.KERNEL);
        int last = roles.lastIndexOf(LoopRole.PARALLEL);
        if (along < 0 || along != roles.lastIndexOf(LoopRole.KERNEL) || last < 0) {
            return Optional.empty();
        }
        String loop = loops.problem().loops().get(along);
        String point = loops.problem().loops().get(last);
        Interval values = null;
        for (PlacedStatement placed : statements) {
            OptionalInt length = placed.depth() <= along
                    ? OptionalInt.empty()
                    : WalkedRows.length(
                            placed.loops().get(along),
                            bytesOfElement(placed.statement().target()));
            boolean walks = placed.statement().accesses().stream()
                    .allMatch(a -> WalkedRows.isRowOfPoint(loops.indices(placed, a), loop, point));
            if (length.isEmpty() || !walks) {
                return Optional.empty();
            }
            long first = placed.loops().get(along).lower().evaluate(_ -> 0);
            Interval own = new Interval(first, first + length.getAsInt() - 1);
            values = values == null
                    ? own
                    : new Interval(Math.min(values.low(), own.low()), Math.max(values.high(), own.high()));
        }
        return values == null ? Optional.empty() : Optional.of(boxes(statements, along, Map.of(loop, values), true));
    }

    private int bytesOfElement(Access access) {
        return loops.problem().nest().array(access.array()).type().bytes();
    }

    /**
     * What blocks access, targets first.
     *
     * @param carrying the loop whose iterations follow each other
     * @param walked whether threads walk rows of their own along it
     */
    private FrontBoxes boxes(
            List<PlacedStatement> statements, int carrying, Map<String, Interval> constants, boolean walked) {
        Map<String, List<SharedBoxes.Element>> elements = new LinkedHashMap<>();
        for (boolean targets : new boolean[] {true, false}) {
            for (PlacedStatement placed : statements) {
                Condition where = Condition.and(placed.guards()).substitute(loops.names(placed));
                placed.statement().accesses().stream()
                        .filter(a -> targets == (a.index() == 1))
                        .forEach(a -> elements.computeIfAbsent(a.array(), _ -> new ArrayList<>())
                                .add(new SharedBoxes.Element(loops.indices(placed, a), where, targets)));
            }
        }
        Map<String, SharedBoxes.Accesses> arrays = new LinkedHashMap<>();
        elements.forEach((array, all) -> arrays.put(
                array,
                new SharedBoxes.Accesses(loops.problem().nest().array(array).type(), all)));
        return new FrontBoxes(
                loops.problem().loops(),
                arrays,
                loops.problem().loops().get(carrying),
                constants,
                walked,
                arrays.keySet().stream().mapToDouble(this::bytes).sum());
    }

    private Map<String, Interval> constants(List<PlacedStatement> statements) {
        Map<String, Interval> constants = new LinkedHashMap<>();
        for (int z = 0; z < loops.problem().loops().size(); z++) {
            String loop = loops.problem().loops().get(z);
            ConstantLoops.values(statements, z).ifPresent(v -> constants.put(loop, v));
        }
        return constants;
    }

    private double bytes(String array) {
        ArrayDeclaration declaration = loops.problem().nest().array(array);
        return declaration.type().bytes()
                * declaration.bounds().stream()
                        .mapToDouble(b ->
                                b.extent().evaluate(v -> loops.problem().sizes().getOrDefault(v, 0L)))
                        .reduce(1, (x, y) -> x * y);
    }
}
