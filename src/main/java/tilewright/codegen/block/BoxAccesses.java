package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.lower.Affines;
import tilewright.model.Condition;
import tilewright.tiling.property.CrossedRows;
import tilewright.tiling.property.SharedBoxes;
import tilewright.tiling.property.WalkedRows;

/**
 * What a body's points access in memory, as far as boxes may have it ({@link ShareBoxes}).
 *
 * @param innermost variable of the innermost iterations; null where each point runs the body once
 * @param meets whether points find each other's values behind barriers
 */
record BoxAccesses(Body facts, @Nullable String innermost, boolean meets) {
    /** The body with loads and stores of tiles across rows as accesses of points, which boxes may have. */
    List<Operation> withoutTilesAcross(List<Operation> body) {
        return body.stream().map(this::withoutTileAcross).toList();
    }

    private Operation withoutTileAcross(Operation operation) {
        if (operation instanceof Operation.LoadTile load
                && isAcross(load.tile())
                && load.otherwise() == null
                && !load.padded()) {
            Tile tile = load.tile();
            return new Operation.Assign(
                    new Operation.Target.TileTarget(tile),
                    new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), load.guard()),
                    load.guard());
        }
        if (operation instanceof Operation.StoreTile store
                && isAcross(store.tile())
                && !store.other()
                && !store.padded()) {
            Tile tile = store.tile();
            return new Operation.Assign(
                    new Operation.Target.GlobalTarget(tile.array(), tile.indices()),
                    new Value.TileElement(tile),
                    store.guard());
        }
        return operation;
    }

    private boolean isAcross(Tile tile) {
        return innermost == null && tile.rings().isEmpty() && CrossedRows.isAcross(tile.indices(), axes());
    }

    private List<String> axes() {
        return facts.block().axes().stream().map(Axis::variable).toList();
    }

    /** The elements of arrays in memory that boxes may have: of those that are written first, what is written before what is read. */
    Map<String, List<SharedBoxes.Element>> of(List<Operation> body) {
        Map<String, List<SharedBoxes.Element>> inOrder = new LinkedHashMap<>();
        List<Operation.Assign> updates = Operations.ofKind(body, Operation.Assign.class);
        Operations.ofKind(body, Operation.Define.class).forEach(d -> read(d.value(), Condition.TRUE, inOrder));
        for (Operation.Assign update : updates) {
            read(update.value(), update.guard(), inOrder);
            if (update.target() instanceof Operation.Target.GlobalTarget target) {
                inOrder.computeIfAbsent(target.array(), _ -> new ArrayList<>())
                        .add(new SharedBoxes.Element(target.indices(), update.guard(), true));
            }
        }
        // What registers hold is loaded before all of this and stored behind it.
        inOrder.keySet().removeAll(held(body));
        if (!meets) {
            inOrder.replaceAll((_, all) -> isOfRows(all) ? all : acrossRows(all));
            inOrder.values().removeIf(List::isEmpty);
        }
        Map<String, List<SharedBoxes.Element>> writtenFirst = new LinkedHashMap<>();
        inOrder.entrySet().stream()
                .sorted(Comparator.comparing(e -> e.getValue().stream().noneMatch(SharedBoxes.Element::written)))
                .forEach(e -> writtenFirst.put(
                        e.getKey(),
                        e.getValue().stream()
                                .sorted(Comparator.comparing(element -> !element.written()))
                                .toList()));
        return writtenFirst;
    }

    /** Arrays of which registers hold elements; not those that they only exchange with other accesses. */
    private List<String> held(List<Operation> body) {
        return facts.block().tiles().stream()
                .filter(tile -> meets
                        || body.stream()
                                .anyMatch(o -> o instanceof Operation.LoadTile l
                                                && l.tile().equals(tile)
                                        || o instanceof Operation.StoreTile s
                                                && s.tile().equals(tile)))
                .map(Tile::array)
                .toList();
    }

    /** Those of an array's accesses, in their order, that points, each of which has an element of its own, make across its rows. */
    private List<SharedBoxes.Element> acrossRows(List<SharedBoxes.Element> elements) {
        List<CrossedRows.Use> uses = elements.stream()
                .map(e -> new CrossedRows.Use(e.subscripts(), e.written()))
                .toList();
        List<Integer> boxed = innermost == null ? CrossedRows.boxed(uses, axes()) : List.of();
        // Which elements lie in a box is told by where blocks begin.
        boolean told = boxed.size() == elements.size()
                || facts.block().axes().stream()
                        .allMatch(a -> Affines.constantValue(a.base()).isEmpty());
        return told ? boxed.stream().map(elements::get).toList() : List.of();
    }

    /** Whether each thread walks a row of its own in the array, along the innermost loop. */
    private boolean isOfRows(List<SharedBoxes.Element> elements) {
        return innermost != null
                && !facts.block().axes().isEmpty()
                && elements.stream()
                        .allMatch(e -> WalkedRows.isRowOfPoint(
                                e.subscripts(),
                                innermost,
                                facts.block().axes().getLast().variable()));
    }

    private static void read(Value value, Condition where, Map<String, List<SharedBoxes.Element>> elements) {
        for (Value.GlobalElement element : Values.globals(value)) {
            elements.computeIfAbsent(element.array(), _ -> new ArrayList<>())
                    .add(new SharedBoxes.Element(element.indices(), where, false));
        }
    }
}
