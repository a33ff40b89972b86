package tilewright.locality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;

/** Counts {@link BlockFootprint}s: the image of a box under the index functions. */
public final class FootprintCounter {
    /** Ranges of the loops are at least this far apart. */
    private static final long APART = 1000;

    private final Dependences dependences;
    /** By the number of loops around a statement: it runs through the box of its own loops. */
    private final Map<Integer, TouchedElements> touched = new HashMap<>();

    private FootprintCounter(Dependences dependences) {
        this.dependences = dependences;
    }

    /**
     * The elements that a block and a thread touch.
     *
     * @param block r_1..r_n, one per loop of the common loop space
     * @param thread r_{1,2}..r_{n,2}; empty where only the block matters
     * @throws UserError when the numbers are too large
     */
    public static BlockFootprint of(Dependences dependences, List<Integer> block, List<Integer> thread) {
        Context context = dependences.context();
        try (Scope _ = context.scope()) {
            BlockFootprint footprint = new FootprintCounter(dependences).count(block, thread);
            footprint.blockBytes();
            return footprint;
        } catch (ArithmeticException tooLarge) {
            throw UserError.badInput(
                    "a block of " + block + " iterations touches more bytes than can be counted; use smaller sizes");
        }
    }

    /** What accesses of a group have in common. */
    private record Kind(String array, List<String> loops, Object matrix) {}

    private BlockFootprint count(List<Integer> block, List<Integer> thread) {
        Map<Kind, List<BlockFootprint.Reference>> members = new LinkedHashMap<>();
        Map<Kind, Set> groups = new LinkedHashMap<>();
        Map<String, Set> arrays = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            for (Access access : placed.statement().accesses()) {
                Kind kind = kind(placed, access);
                Set elements = touched.computeIfAbsent(
                                placed.depth(), depth -> new TouchedElements(dependences, z -> z < depth))
                        .at(placed, access);
                members.computeIfAbsent(kind, _ -> new ArrayList<>())
                        .add(new BlockFootprint.Reference(placed.statement().id(), access.index()));
                groups.merge(kind, elements, Set::union);
                arrays.merge(access.array(), elements, Set::union);
            }
        }
        List<BlockFootprint.Group> counted = new ArrayList<>();
        groups.forEach((kind, elements) -> {
            CountableSets count = new CountableSets(List.of(elements));
            counted.add(new BlockFootprint.Group(
                    kind.array,
                    bytes(kind.array),
                    members.getOrDefault(kind, List.of()),
                    number(count, block),
                    number(count, thread)));
        });
        List<BlockFootprint.OfArray> whole = new ArrayList<>();
        arrays.forEach((array, elements) -> {
            CountableSets count = new CountableSets(List.of(elements));
            whole.add(new BlockFootprint.OfArray(array, bytes(array), number(count, block), number(count, thread)));
        });
        return new BlockFootprint(block, thread, counted, whole);
    }

    private int bytes(String array) {
        return dependences.nest().array(array).type().bytes();
    }

    /** Accesses that are not linear stand alone. */
    private Kind kind(PlacedStatement placed, Access access) {
        Object matrix = AccessMatrix.of(placed, access, dependences.nest().parameters())
                .<Object>map(AccessMatrix::f)
                .orElse(access.indices());
        return new Kind(access.array(), placed.loopVariables(), matrix);
    }

    private long number(CountableSets elements, List<Integer> box) {
        if (box.isEmpty() && !dependences.loops().isEmpty()) {
            return 0;
        }
        long largest = box.stream().mapToLong(r -> r).max().orElse(0);
        TouchedElements any = touched.values().iterator().next();
        return elements.count(any.place(
                TouchedElements.loops(box.size()),
                box.stream().mapToLong(r -> r).toArray(),
                Math.max(APART, Math.multiplyExact(8, largest))));
    }
}
