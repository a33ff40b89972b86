package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.lower.Affines;
import tilewright.codegen.lower.Implications;
import tilewright.model.Condition;

/**
 * Blocks of one iteration update the elements of arrays where they stand, not in a copy that is filled before and emptied behind. Before: load
 * {@code c}, {@code c = c * b}, store {@code c}, each for all points; after: {@code C(i,j) = C(i,j) * b}. It asks that nothing but
 * loads, updates and stores runs, that every element belongs to one point, and that no point reads what another one stores.
 */
final class InPlace {
    private final Map<Tile, Operation.LoadTile> loads = new HashMap<>();
    private final Map<Tile, Operation.StoreTile> stores = new HashMap<>();
    private final Map<Tile, List<Condition>> assigned = new HashMap<>();
    private boolean told = true;

    private InPlace() {}

    static List<Operation> change(List<Operation> body, Body facts) {
        InPlace elements = new InPlace();
        int axes = facts.block().axes().size();
        if (!elements.isPossible(body, IntStream.range(0, axes).boxed().toList())) {
            return body;
        }
        List<Operation> changed = elements.changed(body);
        return elements.told ? changed : body;
    }

    private boolean isPossible(List<Operation> body, List<Integer> all) {
        for (Operation operation : body) {
            boolean known = switch (operation) {
                case Operation.LoadTile l -> l.otherwise() == null && loads.put(l.tile(), l) == null;
                case Operation.StoreTile s -> !s.other() && stores.put(s.tile(), s) == null;
                case Operation.Assign a -> a.target() instanceof Operation.Target.TileTarget;
                case Operation.Define _, Operation.Barrier _ -> true;
                case Operation.Join _,
                        Operation.TakeTurn _,
                        Operation.LoadWindow _,
                        Operation.StoreWindow _,
                        Operation.Tell _,
                        Operation.GiveFace _,
                        Operation.Land _,
                        Operation.AwaitLanding _,
                        Operation.TakeLanding _,
                        Operation.MoveTile _,
                        Operation.TakeFace _,
                        Operation.Stage _,
                        Operation.Publish _,
                        Operation.Shuffle _,
                        Operation.Keep _,
                        Operation.Compound _ -> false;
            };
            if (!known) {
                return false;
            }
        }
        long arrays = stores.keySet().stream().map(Tile::array).distinct().count();
        return arrays == stores.size()
                && stores.keySet().stream()
                        .allMatch(t -> t.rings().isEmpty() && t.axes().equals(all))
                && body.stream().allMatch(this::isOwn);
    }

    /** Whether an operation keeps to the elements of its point where some are stored. */
    private boolean isOwn(Operation operation) {
        if (operation instanceof Operation.LoadTile l) {
            return stores.containsKey(l.tile());
        }
        if (operation instanceof Operation.Define d) {
            return isOwn(d.value());
        }
        return !(operation instanceof Operation.Assign a)
                || a.target() instanceof Operation.Target.TileTarget t
                        && stores.containsKey(t.tile())
                        && isOwn(a.value());
    }

    private boolean isOwn(Value value) {
        boolean[] own = {true};
        Values.visit(value, v -> {
            switch (v) {
                case Value.GlobalElement g ->
                    own[0] &= stores.keySet().stream()
                            .noneMatch(t ->
                                    t.array().equals(g.array()) && !t.indices().equals(g.indices()));
                case Value.TileElement t -> own[0] &= stores.containsKey(t.tile());
                case Value.NeighbourElement _, Value.BufferElement _, Value.StagedElement _, Value.SliceElement _ ->
                    own[0] = false;
                case Value.Literal _, Value.Index _, Value.FragmentElement _, Value.Operation _ -> {}
            }
        });
        return own[0];
    }

    private List<Operation> changed(List<Operation> body) {
        List<Operation> changed = new ArrayList<>();
        for (Operation operation : body) {
            if (operation instanceof Operation.Define d) {
                changed.add(new Operation.Define(d.fragment(), inMemory(d.value(), Condition.TRUE)));
            } else if (operation instanceof Operation.Assign a
                    && a.target() instanceof Operation.Target.TileTarget(Tile tile)) {
                Condition guard = Affines.and(List.of(store(tile).guard(), a.guard()));
                changed.add(new Operation.Assign(
                        new Operation.Target.GlobalTarget(tile.array(), tile.indices()),
                        inMemory(a.value(), guard),
                        guard));
                assigned.computeIfAbsent(tile, t -> new ArrayList<>()).add(guard);
            }
        }
        return changed;
    }

    /** The value with elements where they stand, for points of which something is known: nothing else is checked again. */
    private Value inMemory(Value value, Condition known) {
        return Values.mapLeaves(
                value,
                leaf -> leaf instanceof Value.TileElement(Tile tile)
                        ? element(tile, known)
                        : leaf instanceof Value.GlobalElement g ? checked(g, known) : leaf);
    }

    private static Value.GlobalElement checked(Value.GlobalElement element, Condition known) {
        List<Condition> left = element.guard().conjuncts().stream()
                .filter(c -> !Implications.implies(known, c))
                .toList();
        return new Value.GlobalElement(element.array(), element.type(), element.indices(), Affines.and(left));
    }

    /**
     * An element where it stands; what is not loaded has been stored before it is read. A point that is known to have been assigned to has its value there whatever was loaded;
     * where neither is known, only a copy tells which points have been.
     */
    private Value.GlobalElement element(Tile tile, Condition known) {
        Operation.@Nullable LoadTile load = loads.get(tile);
        List<Condition> before = assigned.getOrDefault(tile, List.of());
        Condition loaded =
                load == null || before.stream().anyMatch(b -> impliesAll(known, b)) ? Condition.TRUE : load.guard();
        Value.GlobalElement element = new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), loaded);
        Value.GlobalElement checked = checked(element, known);
        told &= before.isEmpty() || checked.guard().conjuncts().stream().allMatch(Condition.TRUE::equals);
        return checked;
    }

    private static boolean impliesAll(Condition known, Condition condition) {
        return condition.conjuncts().stream().allMatch(c -> c.equals(Condition.TRUE) || Implications.implies(known, c));
    }

    private Operation.StoreTile store(Tile tile) {
        return Objects.requireNonNull(stores.get(tile), tile.name());
    }
}
