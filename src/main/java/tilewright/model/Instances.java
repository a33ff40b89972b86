package tilewright.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Looks at all instances of a statement on data that do not change: which element each writes, what an expression is there, and
 * which elements it reads. In parallel, in no order; loops may have loaded bounds.
 */
public final class Instances {
    private static final int PARTS = 256;

    private final LoopNest nest;
    private final PlacedStatement placed;
    private final Data data;
    private final long[] parameters;
    private final List<String> names;
    private final Interpreter.Element target;
    private final ValueFunction value;
    private final List<Interpreter.Element> reads;
    private final List<IndexFunction.Test> guards;

    /** Called for every instance. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param target position of the written element in its array
         * @param value of the expression, before conversion to the array's type
         * @param reads positions of the elements read, valid during the call only
         */
        void visit(int target, double value, int[] reads);
    }

    /**
     * @param placed a statement whose repetitions' counters occur neither in its subscripts nor in the expression
     * @param value an expression over the statement's variables
     * @param accesses whose positions are wanted
     */
    public Instances(
            LoopNest nest,
            PlacedStatement placed,
            Map<String, Long> sizes,
            Data data,
            Expression value,
            List<Access> accesses) {
        this.nest = nest;
        this.placed = placed;
        this.data = data;
        this.parameters = SequentialOrder.parameters(nest, sizes);
        this.names = new ArrayList<>(nest.parameters());
        names.addAll(placed.loopVariables());
        this.target = Interpreter.Element.of(placed.statement().target(), names, data);
        this.value = ValueFunction.of(
                value, new Interpreter.Reader(data, names, ExpressionTypes.forStatement(nest, placed.statement())));
        this.reads = accesses.stream()
                .map(a -> Interpreter.Element.of(a, names, data))
                .toList();
        this.guards =
                placed.guards().stream().map(g -> IndexFunction.of(g, names)).toList();
    }

    /** Calls the visitor for every instance; from several threads at once. */
    public void forEach(Visitor visitor) {
        long[] slots = Arrays.copyOf(parameters, names.size());
        if (placed.loops().isEmpty()) {
            visit(slots, new int[reads.size()], visitor);
            return;
        }
        Node.Loop outer = placed.loops().getFirst();
        long first = bound(outer, outer.lower(), nest.parameters()).at(slots);
        long last = bound(outer, outer.upper(), nest.parameters()).at(slots);
        long step = outer.step();
        long count = Math.max(0, (last - first) / step + 1);
        int parts = (int) Math.min(PARTS, count);
        List<IndexFunction> lower = new ArrayList<>();
        List<IndexFunction> upper = new ArrayList<>();
        for (int z = 0; z < placed.depth(); z++) {
            Node.Loop loop = placed.loops().get(z);
            List<String> outside = names.subList(0, nest.parameters().size() + z);
            lower.add(bound(loop, loop.lower(), outside));
            upper.add(bound(loop, loop.upper(), outside));
        }
        IntStream.range(0, parts).parallel().forEach(p -> {
            long[] own = slots.clone();
            int[] positions = new int[reads.size()];
            for (long k = count * p / parts; k < count * (p + 1) / parts; k++) {
                own[parameters.length] = first + k * step;
                loop(1, own, positions, lower, upper, visitor);
            }
        });
    }

    private IndexFunction bound(Node.Loop loop, Affine bound, List<String> outside) {
        List<Load> loads = loop.loads().stream()
                .filter(l -> bound.variables().contains(l.toString()))
                .toList();
        return IndexFunction.of(bound, loads, outside, data);
    }

    private void loop(
            int depth,
            long[] slots,
            int[] positions,
            List<IndexFunction> lower,
            List<IndexFunction> upper,
            Visitor visitor) {
        if (depth == placed.depth()) {
            visit(slots, positions, visitor);
            return;
        }
        long step = placed.loops().get(depth).step();
        long last = upper.get(depth).at(slots);
        for (long v = lower.get(depth).at(slots); step > 0 ? v <= last : v >= last; v += step) {
            slots[parameters.length + depth] = v;
            loop(depth + 1, slots, positions, lower, upper, visitor);
        }
    }

    private void visit(long[] slots, int[] positions, Visitor visitor) {
        for (IndexFunction.Test guard : guards) {
            if (!guard.at(slots)) {
                return;
            }
        }
        for (int r = 0; r < positions.length; r++) {
            positions[r] = reads.get(r).offset(slots);
        }
        visitor.visit(target.offset(slots), value.at(slots), positions);
    }
}
