package tilewright.locality;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/** The image of a box of iterations under index functions, with the box's place and sizes as parameters. */
final class TouchedElements {
    /** Parameters are larger than the places of all boxes. */
    private static final long BEYOND = 1000;

    private final Dependences dependences;
    private final Context context;
    private final BlockSets block;

    /**
     * @param cut which loops of the common loop space the box has a size along
     */
    TouchedElements(Dependences dependences, Predicate<Integer> cut) {
        this.dependences = dependences;
        this.context = dependences.context();
        this.block = new BlockSets(dependences, new ValueFlows(List.of(), Map.of()), cut, 1);
    }

    /** The elements that a box touches at an access, whether its iterations are executed or not. */
    Set at(PlacedStatement placed, Access access) {
        return block.box(placed.statement().id()).apply(index(placed, access));
    }

    /** The index function as a map on all of the statement's iteration space, without its domain. */
    private tilewright.isl.Map index(PlacedStatement placed, Access access) {
        return tilewright.isl.Map.parse(
                context,
                new SetNotation(dependences.nest()).parameters()
                        + SetNotation.map(SetNotation.tuple(placed), access.array(), access.indices()));
    }

    /**
     * Values of all parameters for a box whose ranges along the loops have no value in common.
     *
     * @param loops positions of the cut loops
     * @param sizes of the box, one per cut loop
     * @param apart distance of the ranges' first values, more than the sizes and what index functions add
     */
    Map<String, Long> place(List<Integer> loops, long[] sizes, long apart) {
        Map<String, Long> values = new HashMap<>();
        dependences.nest().parameters().forEach(p -> values.put(p, Math.multiplyExact(apart, BEYOND)));
        for (int v = 0; v < sizes.length; v++) {
            values.put(block.origin(loops.get(v)), apart * (v + 1));
            values.put(block.size(loops.get(v)), sizes[v]);
        }
        return values;
    }

    /** Positions of the first loops of the common loop space. */
    static List<Integer> loops(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
