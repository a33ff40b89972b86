package tilewright.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.SequentialOrder;

/** Everything that happened in one sequential execution of a nest. */
public final class Trace {
    /** An element of an array. */
    public record Element(String array, List<Long> index) {}

    /** The value read by access {@code access} of {@code sink} was written by {@code source}. */
    public record Flow(Operation source, Operation sink, int access, String array) {}

    /** Access {@code access} of {@code sink} read an element that nothing had written. */
    public record InputRead(Operation sink, int access, Element element) {}

    /**
     * Access {@code access} of {@code source} and, later, the write of {@code sink} met in one element; access 1 is the
     * source's write (an output dependence), another one a read (an anti dependence).
     */
    public record Conflict(Operation source, Operation sink, int access, String array) {}

    /** Data movement between blocks and the memory outside them. */
    public record Movement(long reads, long writes) {}

    private record Touch(Operation operation, int access) {}

    private final List<Operation> operations = new ArrayList<>();
    private final Set<Flow> flows = new LinkedHashSet<>();
    private final Set<InputRead> inputs = new LinkedHashSet<>();
    private final Set<Conflict> anti = new LinkedHashSet<>();
    private final Set<Conflict> output = new LinkedHashSet<>();
    private final Map<Element, Operation> lastWriter = new HashMap<>();
    private final Map<Element, List<Touch>> touches = new HashMap<>();

    private Trace() {}

    /**
     * Executes a nest.
     *
     * @param leftOut operations that are skipped, neither reading nor writing: the silent ones, or none
     */
    public static Trace of(LoopNest nest, Map<String, Long> parameters, Predicate<Operation> leftOut) {
        Trace trace = new Trace();
        Map<String, List<String>> loops = new HashMap<>();
        nest.statements().forEach(s -> loops.put(s.statement().id(), s.loopVariables()));
        new SequentialOrder(nest, parameters).forEach((statement, iteration) -> {
            Operation operation = Operation.of(statement.id(), iteration);
            if (!leftOut.test(operation)) {
                Map<String, Long> values = new HashMap<>(parameters);
                List<String> names = Objects.requireNonNull(loops.get(statement.id()));
                for (int d = 0; d < names.size(); d++) {
                    values.put(names.get(d), iteration[d]);
                }
                trace.execute(operation, statement.accesses(), values);
            }
        });
        return trace;
    }

    private void execute(Operation operation, List<Access> accesses, Map<String, Long> values) {
        operations.add(operation);
        for (Access access : accesses.subList(1, accesses.size())) {
            Element element = element(access, values);
            Operation writer = lastWriter.get(element);
            if (writer == null) {
                inputs.add(new InputRead(operation, access.index(), element));
            } else {
                flows.add(new Flow(writer, operation, access.index(), element.array));
            }
        }
        write(operation, element(accesses.getFirst(), values));
        for (Access access : accesses) {
            touches.computeIfAbsent(element(access, values), e -> new ArrayList<>())
                    .add(new Touch(operation, access.index()));
        }
    }

    private void write(Operation operation, Element element) {
        for (Touch touch : touches.getOrDefault(element, List.of())) {
            (touch.access == 1 ? output : anti)
                    .add(new Conflict(touch.operation, operation, touch.access, element.array));
        }
        lastWriter.put(element, operation);
    }

    private static Element element(Access access, Map<String, Long> values) {
        return new Element(
                access.array(),
                access.indices().stream()
                        .map(i -> i.evaluate(name -> Objects.requireNonNull(values.get(name))))
                        .toList());
    }

    /** The operations in order, without those left out. */
    public List<Operation> operations() {
        return operations;
    }

    /** Value-based flow dependences: the last writer of every element read. */
    public Set<Flow> flows() {
        return flows;
    }

    public Set<InputRead> inputs() {
        return inputs;
    }

    /** Memory-based anti dependences: every read and every later write of the element by another operation. */
    public Set<Conflict> anti() {
        return anti;
    }

    /** Memory-based output dependences: every pair of writes of one element. */
    public Set<Conflict> output() {
        return output;
    }

    /**
     * Data movement summed over all blocks: values used in a block that were produced outside it or are input, and values
     * produced in a block that are used outside it or are final contents. Each value counts once per block.
     *
     * @param blockOf the block in which an operation lies
     */
    public Movement movement(Function<Operation, List<Long>> blockOf) {
        record Use(List<Long> block, Object value) {}
        Set<Use> reads = new HashSet<>();
        Set<Operation> writes = new HashSet<>(lastWriter.values());
        Map<Operation, List<Long>> blocks = new LinkedHashMap<>();
        operations.forEach(o -> blocks.put(o, blockOf.apply(o)));
        for (InputRead input : inputs) {
            reads.add(new Use(Objects.requireNonNull(blocks.get(input.sink)), input.element));
        }
        for (Flow flow : flows) {
            List<Long> block = Objects.requireNonNull(blocks.get(flow.sink));
            if (!block.equals(blocks.get(flow.source))) {
                reads.add(new Use(block, flow.source));
                writes.add(flow.source);
            }
        }
        return new Movement(reads.size(), writes.size());
    }
}
