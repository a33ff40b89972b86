package tilewright.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Executes an irregular nest as it is written, operation by operation. */
final class IrregularRun {
    /** Runs a part of the tree; the slots hold the parameters, then variables from the outside in. */
    private interface Part {
        void run(long[] slots);
    }

    /** Whether a repetition has ended, after a pass with so many changes. */
    private interface Question {
        boolean holds(long[] slots, long changed);
    }

    /** The end of a repetition that goes on too long. */
    private static final class GivenUp extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GivenUp() {
            super(null, null, false, false);
        }
    }

    private final LoopNest nest;
    private final Data data;
    private final long[] parameters;
    private final List<Part> parts;
    /** How often an element of an array has changed. */
    private final Map<String, long[]> changes = new HashMap<>();

    private long mostPasses = Long.MAX_VALUE;
    private int depth;

    IrregularRun(LoopNest nest, Map<String, Long> values, Data data) {
        this.nest = nest;
        this.data = data;
        this.parameters = SequentialOrder.parameters(nest, values);
        nest.arrays().forEach(a -> changes.put(a.name(), new long[1]));
        this.parts = parts(nest.body(), nest.parameters());
    }

    void run() {
        run(Long.MAX_VALUE);
    }

    /** False where a repetition had more passes than that. */
    boolean run(long most) {
        mostPasses = most;
        long[] slots = Arrays.copyOf(parameters, parameters.length + depth);
        try {
            parts.forEach(p -> p.run(slots));
            return true;
        } catch (GivenUp e) {
            return false;
        }
    }

    private List<Part> parts(List<Node> nodes, List<String> names) {
        depth = Math.max(depth, names.size() - parameters.length);
        return nodes.stream().map(n -> part(n, names)).toList();
    }

    private Part part(Node node, List<String> names) {
        return switch (node) {
            case Statement s -> statement(s, names);
            case Node.Loop l -> loop(l, names);
            case Node.Repeat r -> repeat(r, names);
            case Node.Guard g -> {
                IndexFunction.Test condition = IndexFunction.of(g.condition(), names);
                List<Part> then = parts(g.then(), names);
                List<Part> otherwise = parts(g.otherwise(), names);
                yield v -> (condition.at(v) ? then : otherwise).forEach(p -> p.run(v));
            }
        };
    }

    private Part statement(Statement statement, List<String> names) {
        Access access = statement.target();
        Interpreter.Element element = Interpreter.Element.of(access, names, data);
        ArrayData target = element.array();
        Interpreter.Assigned value = Interpreter.Assigned.of(
                statement.value(),
                new Interpreter.Reader(data, names, ExpressionTypes.forStatement(nest, statement)),
                target);
        long[] changed = changed(access.array());
        return v -> {
            int offset = element.offset(v);
            double before = target.valueAt(offset);
            try {
                value.store(v, offset);
            } catch (ArithmeticException e) {
                throw new UserError(
                        UserError.BAD_INPUT,
                        access.position() + ": error: an integer is divided by zero; check the data",
                        e);
            }
            double after = target.valueAt(offset);
            if (before != after && !(Double.isNaN(before) && Double.isNaN(after))) {
                changed[0]++;
            }
        };
    }

    private long[] changed(String array) {
        return changes.getOrDefault(array, new long[1]);
    }

    private Part loop(Node.Loop loop, List<String> names) {
        IndexFunction lower = IndexFunction.of(loop.lower(), loads(loop.lower(), loop.loads()), names, data);
        IndexFunction upper = IndexFunction.of(loop.upper(), loads(loop.upper(), loop.loads()), names, data);
        List<Part> body = parts(loop.body(), with(names, loop.variable()));
        int slot = names.size();
        long step = loop.step();
        return v -> {
            long last = upper.at(v);
            for (long value = lower.at(v); step > 0 ? value <= last : value >= last; value += step) {
                v[slot] = value;
                for (Part part : body) {
                    part.run(v);
                }
            }
        };
    }

    /** The loads that a bound mentions. */
    private static List<Load> loads(Affine bound, List<Load> loads) {
        return loads.stream()
                .filter(l -> bound.variables().contains(l.toString()))
                .toList();
    }

    private Part repeat(Node.Repeat repeat, List<String> names) {
        Node.Counter counter = repeat.counter();
        List<String> inner = counter == null ? names : with(names, counter.variable());
        List<Part> body = parts(repeat.body(), inner);
        Question until = until(repeat.until(), inner);
        int slot = names.size();
        IndexFunction first = counter == null ? v -> 1 : IndexFunction.of(counter.first(), names);
        Affine limit = counter == null ? null : counter.last();
        IndexFunction last = limit == null ? v -> Long.MAX_VALUE : IndexFunction.of(limit, names);
        return v -> {
            long passes = 0;
            long end = last.at(v);
            for (long pass = first.at(v); pass <= end; pass++) {
                if (++passes > mostPasses) {
                    throw new GivenUp();
                }
                if (counter != null) {
                    v[slot] = pass;
                }
                long before = total(repeat.until());
                for (Part part : body) {
                    part.run(v);
                }
                if (until.holds(v, total(repeat.until()) - before)) {
                    return;
                }
            }
        };
    }

    private Question until(Until until, List<String> names) {
        return switch (until) {
            case Until.Unchanged u -> (v, changed) -> changed == 0;
            case Until.Holds h -> {
                ValueFunction condition = ValueFunction.of(
                        h.condition(),
                        new Interpreter.Reader(data, names, ExpressionTypes.forTarget(nest, DataType.DOUBLE)));
                yield (v, changed) -> condition.at(v) != 0;
            }
        };
    }

    private long total(Until until) {
        return until instanceof Until.Unchanged u
                ? u.arrays().stream().mapToLong(a -> changed(a)[0]).sum()
                : 0;
    }

    private static List<String> with(List<String> names, String name) {
        List<String> longer = new ArrayList<>(names);
        longer.add(name);
        return longer;
    }
}
