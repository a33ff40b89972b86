package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.ir.Window;
import tilewright.codegen.lower.Affines;
import tilewright.codegen.lower.Implications;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * The one element that a point writes, in all iterations of its block: kept in a register, and written where other points read it once for updates behind one another, or once in all ({@link LastUpdate}). Conditions: all updates of the body
 * write the same array at the same subscripts, which are others at every point and do not change from iteration to iteration; the array has a box.
 *
 * <p>Before: {@code if (p) T(i,j) = max(T(i,j), T(i,j-1)); if (q) T(i,j) = max(T(i,j), T(i,k) + T(k,j)); barrier}. After:
 * {@code if (p) own = max(own, T(i,j-1)); if (p) T(i,j) = own; if (q) own = max(own, T(i,k) + T(k,j)); if (q) T(i,j) = own; barrier}, where q does not follow from p.
 */
final class OwnElements {
    private final Tile tile;
    /** The points whose element the box has; the others write nothing. */
    private final Condition inBox;

    private final List<Operation> body;

    private OwnElements(Tile tile, Condition inBox, List<Operation> body) {
        this.tile = tile;
        this.inBox = inBox;
        this.body = body;
    }

    /**
     * @param windows that hold what the body accesses
     * @param written what the body writes: what nobody knows of where is written behind each update, as its guard says which points do
     * @param places variables of points and sequences as the block's base and an offset
     * @param counts number of values of each offset
     */
    static Optional<OwnElements> of(
            List<Operation> body,
            Body facts,
            List<Window> windows,
            WrittenElements written,
            Map<String, Affine> places,
            Map<String, Integer> counts) {
        List<Operation.Assign> updates = Operations.ofKind(body, Operation.Assign.class);
        Set<Operation.Target> targets = new HashSet<>();
        updates.forEach(u -> targets.add(simplified(u.target())));
        if (targets.size() != 1
                || !(targets.iterator().next() instanceof Operation.Target.GlobalTarget target)
                || !isOfPoint(target, facts, places)
                || !isPlain(body)) {
            return Optional.empty();
        }
        List<Affine> placed =
                target.indices().stream().map(i -> i.substitute(places)).toList();
        Optional<Window> holding = windows.stream()
                .filter(w -> w.holds(target.array(), placed, counts.keySet()))
                .findFirst();
        if (holding.isEmpty()) {
            return Optional.empty();
        }
        Window window = holding.get();
        Operation.Iterations loop = (Operation.Iterations) body.getFirst();
        // The element names all axes of several points; what is assigned to it may name the others.
        List<Integer> axes =
                IntStream.range(0, facts.block().axes().size()).boxed().toList();
        Tile tile = new Tile(
                target.array() + "_own",
                target.array(),
                facts.nest().array(target.array()).type(),
                axes,
                target.indices());
        Condition inBox = ShareBoxes.inBox(window, target.indices(), places, counts);
        Optional<Condition> last = written.of(window)
                .flatMap(_ -> new LastUpdate(loop, target, window, places, counts).reached())
                .map(l -> Affines.and(List.of(inBox, l)));
        return Optional.of(new OwnElements(tile, inBox, kept(loop, tile, target, last)));
    }

    /** One loop, whose iterations are updates and what they are made of, and end with a barrier. */
    private static boolean isPlain(List<Operation> body) {
        return body.size() == 1
                && body.getFirst() instanceof Operation.Iterations i
                && i.body().getLast() instanceof Operation.Barrier
                && i.body().subList(0, i.body().size() - 1).stream()
                        .allMatch(o -> o instanceof Operation.Assign || o instanceof Operation.Define);
    }

    /** Whether no other point and no other iteration has the element. */
    private static boolean isOfPoint(Operation.Target.GlobalTarget target, Body facts, Map<String, Affine> places) {
        List<String> points = facts.block().axes().stream()
                .filter(a -> a.extent() > 1)
                .map(Axis::variable)
                .toList();
        Set<String> moving = new HashSet<>(places.keySet());
        facts.block().axes().forEach(a -> moving.remove(a.variable()));
        return target.indices().stream().noneMatch(i -> i.variables().stream().anyMatch(moving::contains))
                && ShareBoxes.areDifferent(target.indices(), points);
    }

    /** @param last that a point's element has been updated for the last time, if that is known */
    private static List<Operation> kept(
            Operation.Iterations loop, Tile tile, Operation.Target.GlobalTarget target, Optional<Condition> last) {
        List<Operation> operations = new ArrayList<>();
        for (int o = 0; o < loop.body().size(); o++) {
            Operation operation = loop.body().get(o);
            if (operation instanceof Operation.Assign a) {
                operations.add(new Operation.Assign(
                        new Operation.Target.TileTarget(tile), own(a.value(), tile, target), a.guard(), a.pairs()));
                boolean again = last.isPresent()
                        || Operations.ofKind(
                                        loop.body().subList(o + 1, loop.body().size()), Operation.Assign.class)
                                .stream()
                                .anyMatch(later -> Implications.impliesAll(a.guard(), later.guard()));
                if (!again) {
                    operations.add(new Operation.Assign(target, new Value.TileElement(tile), a.guard(), false));
                }
            } else if (operation instanceof Operation.Define d) {
                operations.add(new Operation.Define(d.fragment(), own(d.value(), tile, target)));
            } else {
                last.ifPresent(
                        l -> operations.add(new Operation.Assign(target, new Value.TileElement(tile), l, false)));
                operations.add(operation);
            }
        }
        // Places in boxes are then numbers.
        int unroll = Math.max(
                loop.unroll(),
                Affines.constantValue(loop.sequence().count()).stream()
                        .mapToInt(c -> WriteOut.dividing(
                                (int) c,
                                Operations.ofKind(operations, Operation.Assign.class)
                                        .size()))
                        .findFirst()
                        .orElse(1));
        return List.of(new Operation.Iterations(loop.sequence(), loop.range(), unroll, loop.together(), operations));
    }

    private static Value own(Value value, Tile tile, Operation.Target.GlobalTarget target) {
        return Values.mapLeaves(
                value,
                v -> v instanceof Value.GlobalElement g
                                && g.array().equals(target.array())
                                && simplified(g.indices()).equals(target.indices())
                        ? new Value.TileElement(tile)
                        : v);
    }

    private static Operation.Target simplified(Operation.Target target) {
        return target instanceof Operation.Target.GlobalTarget g
                ? new Operation.Target.GlobalTarget(g.array(), simplified(g.indices()))
                : target;
    }

    private static List<Affine> simplified(List<Affine> indices) {
        return indices.stream().map(Affines::simplify).toList();
    }

    Tile tile() {
        return tile;
    }

    List<Operation> body() {
        return body;
    }

    /** A body in boxes, with the register filled behind the barrier that follows the boxes' loads. */
    List<Operation> loaded(List<Operation> inBoxes) {
        List<Operation> operations = new ArrayList<>(inBoxes);
        operations.add(
                operations.indexOf(new Operation.Barrier()) + 1,
                new Operation.Assign(
                        new Operation.Target.TileTarget(tile),
                        new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), Condition.TRUE),
                        inBox,
                        false));
        return operations;
    }
}
