package tilewright.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;
import tilewright.dependence.SilentWrites;
import tilewright.model.SequentialOrder;

/** What an execution moves at one access when one loop alone is cut, or between blocks. */
public final class CutTrace {
    /** Values read and written. */
    public record Moved(long reads, long writes) {}

    private final Dependences dependences;
    private final Map<String, Long> sizes;
    private final Trace trace;
    private final long origin;
    /** Every operation is asked for at each loop, access and size. */
    private final Map<Operation, List<Long>> places = new HashMap<>();

    private CutTrace(Dependences dependences, Map<String, Long> sizes, Trace trace) {
        this.dependences = dependences;
        this.sizes = sizes;
        this.trace = trace;
        this.origin = BlockOrigin.of(dependences);
    }

    /** Executes a nest, without the silent iterations that the analysis left out. */
    public static CutTrace of(Dependences dependences, Map<String, Long> sizes) {
        Set<Operation> silent = new HashSet<>();
        if (dependences.silentRemoved()) {
            for (SilentWrites writes : dependences.silent()) {
                IslPoints.of(writes.iterations(), sizes).forEach(j -> silent.add(new Operation(writes.statement(), j)));
            }
        }
        return new CutTrace(dependences, sizes, Trace.of(dependences.nest(), sizes, silent::contains));
    }

    /** What cutting loop z into parts of that size adds at an access; of input the readings beyond the first. */
    public Moved cut(String statement, int access, int z, long size) {
        Set<List<Object>> reads = new HashSet<>();
        Set<Object> written = new HashSet<>();
        Set<Object> input = new HashSet<>();
        for (Trace.Flow flow : trace.flows()) {
            if (flow.sink().statement().equals(statement) && flow.access() == access) {
                long from = Math.floorDiv(block(flow.source()).get(z), size);
                long to = Math.floorDiv(block(flow.sink()).get(z), size);
                if (from != to) {
                    reads.add(List.of(flow.source(), to));
                    written.add(flow.source());
                }
            }
        }
        for (Trace.InputRead read : trace.inputs()) {
            if (read.sink().statement().equals(statement) && read.access() == access) {
                reads.add(
                        List.of(read.element(), Math.floorDiv(block(read.sink()).get(z), size)));
                input.add(read.element());
            }
        }
        return new Moved(reads.size() - input.size(), written.size());
    }

    /** How far a loop reaches: one more than the greatest value, counted from the origin of blocks. */
    public long reach(int z) {
        long[] reach = {0};
        new SequentialOrder(dependences.nest(), sizes)
                .forEach((s, j) -> reach[0] =
                        Math.max(reach[0], block(Operation.of(s.id(), j)).get(z) + 1));
        return reach[0];
    }

    /** What all blocks of these sizes move. */
    public Moved blocks(List<Integer> sizesOfBlocks) {
        Trace.Movement moved = trace.movement(o -> {
            List<Long> cell = new ArrayList<>();
            List<Long> place = block(o);
            for (int z = 0; z < place.size(); z++) {
                cell.add(Math.floorDiv(place.get(z), (long) sizesOfBlocks.get(z)));
            }
            return cell;
        });
        return new Moved(moved.reads(), moved.writes());
    }

    /** Where an operation lies in the common loop space, counted from the origin of blocks. */
    private List<Long> block(Operation operation) {
        return places.computeIfAbsent(operation, this::place);
    }

    private List<Long> place(Operation operation) {
        Map<String, Long> values = new HashMap<>(sizes);
        List<String> loops = dependences.nest().statement(operation.statement()).loopVariables();
        for (int z = 0; z < loops.size(); z++) {
            values.put(loops.get(z), operation.iteration().get(z));
        }
        return dependences.embedding(operation.statement()).coordinates().stream()
                .map(c -> c.evaluate(name -> Objects.requireNonNull(values.get(name))) - origin)
                .toList();
    }
}
