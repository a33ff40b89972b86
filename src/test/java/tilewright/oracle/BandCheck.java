package tilewright.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tilewright.dependence.Band;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.PlacedStatement;
import tilewright.model.SequentialOrder;

/**
 * Executes a nest in the orders that its bands permit and compares the results bit by bit: block by block for
 * permutable loops, the last iteration first for parallel loops. Silent writes are executed like all others.
 */
final class BandCheck {
    private final LoopNest nest;
    private final Dependences dependences;
    private final Map<String, Long> sizes;
    private final List<String> textualOrder;
    private final List<Operation> sequence = new ArrayList<>();

    BandCheck(Dependences dependences, Map<String, Long> sizes) {
        this.nest = dependences.nest();
        this.dependences = dependences;
        this.sizes = sizes;
        this.textualOrder =
                nest.statements().stream().map(s -> s.statement().id()).toList();
        new SequentialOrder(nest, sizes).forEach((s, j) -> sequence.add(Operation.of(s.id(), j)));
    }

    /**
     * Where the operations of a band lie: the loops outside it, then its own.
     *
     * @param down which loops run down
     * @param ties the order at one point; operations that tie here too keep their sequential order
     */
    private record BandSpace(
            int outside, Function<Operation, List<Long>> coordinates, List<Boolean> down, Comparator<Operation> ties) {
        /** Coordinates that grow in the direction of execution. */
        List<Long> forward(Operation operation) {
            return forward(coordinates.apply(operation));
        }

        List<Long> forward(List<Long> coordinates) {
            List<Long> result = new ArrayList<>();
            for (int d = 0; d < coordinates.size(); d++) {
                result.add(down.get(d) ? -coordinates.get(d) : coordinates.get(d));
            }
            return result;
        }
    }

    /** All bands, with blocks of that size. */
    void bandsKeepResults(int size) {
        Data expected = run(sequence);
        for (Band band : dependences.bands()) {
            BandSpace space = space(band);
            boolean bySemiring =
                    dependences.semirings().stream().anyMatch(s -> s.rule().equals(band.rule()));
            if (band.permutable() && !bySemiring) {
                same(expected, reordered(band, space, byBlocks(space, size)), band + " in blocks of " + size);
            }
            for (String parallel : band.parallel()) {
                int z = space.outside + band.loops().indexOf(parallel);
                same(expected, reordered(band, space, backwards(space, z)), band + " with " + parallel + " backwards");
            }
        }
    }

    private void same(Data expected, List<Operation> order, String what) {
        Data found = run(order);
        expected.arrays().forEach((name, array) -> {
            ArrayList<Double> values = new ArrayList<>();
            ArrayList<Double> others = new ArrayList<>();
            for (int i = 0; i < array.size(); i++) {
                values.add(array.valueAt(i));
                others.add(found.array(name).valueAt(i));
            }
            assertEquals(values, others, () -> NestPrinter.print(nest) + sizes + " " + name + " differs for " + what);
        });
    }

    private Data run(List<Operation> order) {
        Interpreter interpreter = new Interpreter(nest, sizes, DataInitializer.fill(nest, sizes, 1));
        for (Operation operation : order) {
            long[] iteration = operation.iteration().stream().mapToLong(x -> x).toArray();
            interpreter.execute(operation.statement(), iteration);
        }
        return interpreter.data();
    }

    /** A band of the whole nest lies in the common loop space, others in the loops that their statements share. */
    private BandSpace space(Band band) {
        if (band.loops().equals(dependences.loops()) && band.statements().size() == textualOrder.size()) {
            PlacedStatement deepest = nest.statements().stream()
                    .filter(s -> s.depth() == nest.depth())
                    .findFirst()
                    .orElseThrow();
            Comparator<Operation> textual = Comparator.comparing(o -> textualOrder.indexOf(o.statement()));
            return new BandSpace(0, this::embedded, down(deepest, nest.depth()), textual);
        }
        PlacedStatement first = nest.statement(band.statements().getFirst());
        int outside = first.loopVariables().indexOf(band.loops().getFirst());
        int shared = outside + band.loops().size();
        return new BandSpace(outside, o -> o.iteration().subList(0, shared), down(first, shared), (a, b) -> 0);
    }

    private static List<Boolean> down(PlacedStatement placed, int depth) {
        return placed.loops().subList(0, depth).stream().map(l -> l.step() < 0).toList();
    }

    private List<Long> embedded(Operation operation) {
        Map<String, Long> values = new HashMap<>(sizes);
        List<String> loops = nest.statement(operation.statement()).loopVariables();
        for (int d = 0; d < loops.size(); d++) {
            values.put(loops.get(d), operation.iteration().get(d));
        }
        return dependences.embedding(operation.statement()).coordinates().stream()
                .map(c -> c.evaluate(name -> Objects.requireNonNull(values.get(name))))
                .toList();
    }

    /** The sequential order, sorted anew wherever operations of the band follow each other in one outer iteration. */
    private List<Operation> reordered(Band band, BandSpace space, Comparator<Operation> order) {
        List<Operation> result = new ArrayList<>();
        List<Operation> segment = new ArrayList<>();
        for (Operation operation : sequence) {
            boolean inside = band.statements().contains(operation.statement());
            if (!segment.isEmpty()
                    && (!inside || !outside(space, operation).equals(outside(space, segment.getFirst())))) {
                segment.sort(order);
                result.addAll(segment);
                segment.clear();
            }
            (inside ? segment : result).add(operation);
        }
        segment.sort(order);
        result.addAll(segment);
        return result;
    }

    private static List<Long> outside(BandSpace space, Operation operation) {
        return space.coordinates.apply(operation).subList(0, space.outside);
    }

    /** Blocks in lexicographic order, inside a block the points of the band. */
    private Comparator<Operation> byBlocks(BandSpace space, int size) {
        long origin = BlockOrigin.of(dependences);
        Comparator<Operation> byBlock = Comparator.comparing(
                o -> space.forward(space.coordinates.apply(o).stream()
                        .map(c -> Math.floorDiv(c - origin, (long) size))
                        .toList()),
                IslPoints::compare);
        return byBlock.thenComparing(space::forward, IslPoints::compare).thenComparing(space.ties);
    }

    /** Loop z from its last iteration to its first, everything else as it is. */
    private static Comparator<Operation> backwards(BandSpace space, int z) {
        Comparator<Operation> outer = Comparator.comparing(o -> space.forward(o).subList(0, z), IslPoints::compare);
        Comparator<Operation> reversed =
                Comparator.comparing(o -> -space.forward(o).get(z));
        return outer.thenComparing(reversed)
                .thenComparing(space::forward, IslPoints::compare)
                .thenComparing(space.ties);
    }
}
