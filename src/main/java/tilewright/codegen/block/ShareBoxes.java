package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.ir.Window;
import tilewright.codegen.lower.Affines;
import tilewright.locality.LinearSpan;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.SharedBoxes;

/**
 * What a block whose points find each other's values in memory behind barriers reads and writes is copied to shared memory once, and what it
 * has written goes back once, along rows: else every iteration waits for global memory, and stores elements one by one as often as
 * it computes them. It asks for subscripts that stay in a box of constant size while the block runs ({@link Window}), and that
 * registers hold none of the array's elements. In a body without checks, every point takes part in every iteration.
 *
 * <p>Example: blocks of 4 x 16 points that run 64 iterations of {@code A(i-t, wave-2t-2i)} and its eight neighbours touch
 * 21 rows of 82 elements, each two columns before the one above it.
 */
final class ShareBoxes {
    private static final Condition NONE = Condition.FALSE;

    private final Body facts;
    private final Set<String> sequential = new HashSet<>();
    private final Set<String> points = new HashSet<>();
    /** Offsets from the block's base: variable to the number of its values. */
    private final Map<String, Integer> counts = new HashMap<>();

    private final Map<String, Affine> places = new HashMap<>();

    private ShareBoxes(Body facts, List<Sequence> sequences) {
        this.facts = facts;
        sequences.forEach(s -> sequential.add(s.variable()));
        for (Axis axis : facts.block().axes()) {
            points.add(axis.variable());
            add(axis.variable(), axis.base(), axis.extent());
        }
        for (Sequence sequence : sequences) {
            OptionalLong count = Affines.constantValue(sequence.count());
            boolean varies = sequence.origin().variables().stream().anyMatch(sequential::contains);
            if (count.isPresent() && count.getAsLong() > 0 && sequence.startsAtOrigin() && !varies) {
                add(sequence.variable(), sequence.origin(), (int) count.getAsLong());
            }
        }
    }

    private void add(String variable, Affine base, int count) {
        counts.put(offset(variable), count);
        places.put(variable, base.plus(Affine.variable(offset(variable))));
    }

    /** No name of a nest or plan ends like this. */
    static String offset(String variable) {
        return variable + "'";
    }

    static List<Operation> change(List<Operation> body, Body facts) {
        List<Sequence> sequences = Operations.ofKind(body, Operation.Iterations.class).stream()
                .map(Operation.Iterations::sequence)
                .distinct()
                .toList();
        if (!meetsInMemory(body, facts) || facts.interior() && isChecked(body)) {
            return body;
        }
        ShareBoxes boxes = new ShareBoxes(facts, sequences);
        WrittenElements written = new WrittenElements(body, boxes.places, boxes.counts);
        List<Window> found = boxes.windows(body, written);
        if (found.isEmpty()) {
            return body;
        }
        List<Operation> operations = new ArrayList<>();
        boolean whole = boxes.mayCompute(body, found, written);
        FirstAccess order = new FirstAccess(body, boxes.places, boxes.counts);
        for (Window window : found) {
            Condition first = order.isWritten(window) ? written.of(window).orElse(NONE) : NONE;
            operations.add(new Operation.LoadWindow(window, whole, first));
        }
        operations.add(new Operation.Barrier());
        operations.addAll(whole ? JoinedUpdates.in(boxes.unrolled(body)) : body);
        List<Operation> stores = new ArrayList<>();
        found.stream()
                .filter(w -> written.has(w.array()))
                .forEach(w -> written.of(w).ifPresent(c -> stores.add(new Operation.StoreWindow(w, c))));
        if (!stores.isEmpty()) {
            operations.add(new Operation.Barrier());
            operations.addAll(stores);
        }
        return operations;
    }

    /**
     * Whether all points of a block at the boundary may compute in every iteration, and those outside of the domain write what stood there: all that is accessed lies in windows,
     * where accesses race no more than in a block inside, which computes at all of them; no two points write one element in an
     * iteration; and nothing is computed that might fail. Then threads do not go their own ways, and registers carry values from iteration to
     * iteration.
     */
    private boolean mayCompute(List<Operation> body, List<Window> found, WrittenElements written) {
        List<Operation.Assign> updates = Operations.ofKind(body, Operation.Assign.class);
        List<Value> values = new ArrayList<>();
        Operations.ofKind(body, Operation.Define.class).forEach(d -> values.add(d.value()));
        updates.forEach(u -> values.add(u.value()));
        Set<String> windows = new HashSet<>();
        found.forEach(w -> windows.add(w.array()));
        // Where fronts spread along several coordinates, there are blocks enough for registers to matter.
        return !facts.interior()
                && points.size() == 1
                && facts.block().interiorBody() != null
                && isChecked(body)
                && updates.stream().allMatch(u -> isApart(u, found))
                && found.stream()
                        .filter(w -> written.has(w.array()))
                        .allMatch(w -> written.of(w).isPresent())
                && values.stream()
                        .allMatch(v -> !Values.dividesIntegers(v)
                                && Values.globals(v).stream().allMatch(g -> windows.contains(g.array())));
    }

    /** Whether an update writes elements of a window, a different one at every point. */
    private boolean isApart(Operation.Assign update, List<Window> found) {
        if (!(update.target() instanceof Operation.Target.GlobalTarget target)) {
            return false;
        }
        List<String> offsets = points.stream().map(ShareBoxes::offset).toList();
        return found.stream().filter(w -> w.array().equals(target.array())).anyMatch(w -> {
            List<long[]> rows = w
                    .place(target.indices().stream()
                            .map(i -> i.substitute(places))
                            .toList())
                    .stream()
                    .map(p -> offsets.stream()
                            .mapToLong(LinearForm.of(p)::coefficient)
                            .toArray())
                    .toList();
            return LinearSpan.of(rows, offsets.size()).dimension() == offsets.size();
        });
    }

    /** The body with iterations written out as they are in blocks inside. */
    private List<Operation> unrolled(List<Operation> body) {
        List<Operation> interior = Objects.requireNonNull(facts.block().interiorBody());
        Map<Sequence, Integer> unrolls = new HashMap<>();
        Operations.ofKind(interior, Operation.Iterations.class).forEach(i -> unrolls.put(i.sequence(), i.unroll()));
        return Operations.rewrite(
                body,
                o -> o instanceof Operation.Iterations i
                        ? new Operation.Iterations(
                                i.sequence(),
                                i.range(),
                                unrolls.getOrDefault(i.sequence(), i.unroll()),
                                i.together(),
                                i.body())
                        : o);
    }

    /** Whether iterations end with barriers for what points find in memory. */
    private static boolean meetsInMemory(List<Operation> body, Body facts) {
        return facts.block().buffers().isEmpty()
                && facts.block().slices().isEmpty()
                && !facts.block().keepsTiles()
                && Operations.ofKind(body, Operation.Iterations.class).stream()
                        .anyMatch(i -> i.body().contains(new Operation.Barrier()));
    }

    private static boolean isChecked(List<Operation> body) {
        return Operations.ofKind(body, Operation.Assign.class).stream()
                .anyMatch(a -> !a.guard().equals(Condition.TRUE));
    }

    /** One window for each array for which there is one, as long as there is room. */
    private List<Window> windows(List<Operation> body, WrittenElements written) {
        Map<String, SharedBoxes.Accesses> arrays = new LinkedHashMap<>();
        accessed(body)
                .forEach((array, subscripts) -> arrays.put(
                        array,
                        new SharedBoxes.Accesses(facts.nest().array(array).type(), subscripts, written.has(array))));
        Set<String> moving = new HashSet<>(points);
        moving.addAll(sequential);
        List<Window> found = new ArrayList<>();
        new SharedBoxes(places, counts, moving)
                .of(arrays)
                .forEach((array, box) -> found.add(new Window(
                        array + "_window",
                        array,
                        facts.nest().array(array).type(),
                        box.bases(),
                        box.extents(),
                        box.shear())));
        return found;
    }

    /** The subscripts of arrays in memory: those that are written first, whose targets come first. */
    private Map<String, List<List<Affine>>> accessed(List<Operation> body) {
        Map<String, List<List<Affine>>> subscripts = new LinkedHashMap<>();
        List<Operation.Assign> updates = Operations.ofKind(body, Operation.Assign.class);
        for (Operation.Assign update : updates) {
            if (update.target() instanceof Operation.Target.GlobalTarget target) {
                subscripts
                        .computeIfAbsent(target.array(), _ -> new ArrayList<>())
                        .add(target.indices());
            }
        }
        List<Value> values = new ArrayList<>();
        Operations.ofKind(body, Operation.Define.class).forEach(d -> values.add(d.value()));
        updates.forEach(u -> values.add(u.value()));
        for (Value value : values) {
            for (Value.GlobalElement element : Values.globals(value)) {
                subscripts
                        .computeIfAbsent(element.array(), _ -> new ArrayList<>())
                        .add(element.indices());
            }
        }
        subscripts
                .keySet()
                .removeAll(facts.block().tiles().stream().map(Tile::array).toList());
        return subscripts;
    }
}
