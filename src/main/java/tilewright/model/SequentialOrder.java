package tilewright.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Visits the operations S_b(J) of a nest in the order in which the sequential program executes them, for given
 * parameter values.
 */
public final class SequentialOrder {
    /** Runs a part of the tree; the slots hold the parameters, then the loop variables from the outside in. */
    private interface Part {
        void run(long[] slots, BiConsumer<Statement, long[]> visitor);
    }

    private final int parameters;
    private final List<Part> parts;
    private final long[] slots;

    /**
     * Prepares the nest.
     *
     * @throws UserError where a parameter has no value
     */
    public SequentialOrder(LoopNest nest, Map<String, Long> parameterValues) {
        this.parameters = nest.parameters().size();
        this.slots = Arrays.copyOf(parameters(nest, parameterValues), parameters + nest.depth());
        this.parts = parts(nest.body(), nest.parameters());
    }

    /** The parameter values in the nest's order. */
    static long[] parameters(LoopNest nest, Map<String, Long> values) {
        return nest.parameters().stream()
                .mapToLong(p -> {
                    Long value = values.get(p);
                    if (value == null) {
                        throw UserError.badInput(
                                "parameter " + p + " of " + nest.name() + " has no value; give --set " + p + "=VALUE");
                    }
                    return value;
                })
                .toArray();
    }

    /**
     * Calls the visitor for every operation in order.
     *
     * @param visitor gets the statement and its iteration vector, a fresh array
     */
    public void forEach(BiConsumer<Statement, long[]> visitor) {
        parts.forEach(p -> p.run(slots.clone(), visitor));
    }

    private List<Part> parts(List<Node> nodes, List<String> names) {
        return nodes.stream().map(n -> part(n, names)).toList();
    }

    private Part part(Node node, List<String> names) {
        return switch (node) {
            case Statement s -> (v, visitor) -> visitor.accept(s, Arrays.copyOfRange(v, parameters, names.size()));
            case Node.Loop l -> loop(l, names);
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard g -> {
                IndexFunction.Test condition = IndexFunction.of(g.condition(), names);
                List<Part> then = parts(g.then(), names);
                List<Part> otherwise = parts(g.otherwise(), names);
                yield (v, visitor) -> (condition.at(v) ? then : otherwise).forEach(p -> p.run(v, visitor));
            }
        };
    }

    private Part loop(Node.Loop loop, List<String> names) {
        IndexFunction lower = IndexFunction.of(loop.lower(), names);
        IndexFunction upper = IndexFunction.of(loop.upper(), names);
        List<String> inner = new ArrayList<>(names);
        inner.add(loop.variable());
        List<Part> body = parts(loop.body(), inner);
        int slot = names.size();
        long step = loop.step();
        return (v, visitor) -> {
            long last = upper.at(v);
            for (long value = lower.at(v); step > 0 ? value <= last : value >= last; value += step) {
                v[slot] = value;
                for (Part part : body) {
                    part.run(v, visitor);
                }
            }
        };
    }
}
