package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.ir.Window;
import tilewright.codegen.lower.Affines;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;

/**
 * What a block whose points find each other's values in memory behind barriers reads and writes is copied to shared memory once: else every
 * iteration waits for global memory. It asks for subscripts that stay in a box of constant size while the block runs, and that
 * registers hold none of the array's elements. In a body without checks, every point takes part in every iteration.
 *
 * <p>Example: blocks of 4 x 16 points that run 64 iterations of {@code A(i-t, wave-2t-2i)} and its eight neighbours touch
 * 21 x 102 elements.
 */
final class ShareBoxes {
    /** Several blocks fit on a multiprocessor. */
    private static final int MOST_BYTES = 48 * 1024;

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
    private static String offset(String variable) {
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
        List<Window> found = new ShareBoxes(facts, sequences).windows(body);
        if (found.isEmpty()) {
            return body;
        }
        List<Operation> operations = new ArrayList<>();
        found.forEach(w -> operations.add(new Operation.LoadWindow(w)));
        operations.add(new Operation.Barrier());
        operations.addAll(body);
        return operations;
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
    private List<Window> windows(List<Operation> body) {
        List<Window> found = new ArrayList<>();
        int room = MOST_BYTES;
        for (Map.Entry<String, List<List<Affine>>> array : written(body).entrySet()) {
            Window window = window(array.getKey(), array.getValue());
            if (window != null && window.bytes() <= room) {
                found.add(window);
                room -= window.bytes();
            }
        }
        return found;
    }

    /** The subscripts of arrays that are written, targets first: the others' values may stay in the first cache. */
    private Map<String, List<List<Affine>>> written(List<Operation> body) {
        Map<String, List<List<Affine>>> subscripts = new TreeMap<>();
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
                subscripts.computeIfPresent(element.array(), (_, all) -> {
                    all.add(element.indices());
                    return all;
                });
            }
        }
        subscripts
                .keySet()
                .removeAll(facts.block().tiles().stream().map(Tile::array).toList());
        return subscripts;
    }

    private @Nullable Window window(String array, List<List<Affine>> accesses) {
        if (accesses.getFirst().isEmpty()) {
            return null;
        }
        DataType type = facts.nest().array(array).type();
        int most = MOST_BYTES / type.bytes();
        List<Affine> bases = new ArrayList<>();
        List<Integer> extents = new ArrayList<>();
        for (int d = 0; d < accesses.getFirst().size(); d++) {
            int dimension = d;
            Box box = box(accesses.stream().map(a -> a.get(dimension)).toList());
            if (box == null || box.extent() > most) {
                return null;
            }
            bases.add(box.base());
            extents.add((int) box.extent());
        }
        long elements = extents.stream().mapToLong(Integer::longValue).reduce(1, Math::multiplyExact);
        return elements > most ? null : new Window(array + "_window", array, type, bases, extents);
    }

    private record Box(Affine base, long extent) {}

    /** The range of one subscript over all accesses; null where its length is not constant. */
    private @Nullable Box box(List<Affine> subscripts) {
        Affine symbols = null;
        long least = 0;
        long greatest = 0;
        for (Affine subscript : subscripts) {
            LinearForm form = LinearForm.of(subscript.substitute(places));
            LinearForm rest = form;
            long low = 0;
            long high = 0;
            for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
                Integer count = term.getKey() instanceof Affine.Variable v ? counts.get(v.name()) : null;
                if (count != null) {
                    rest = rest.without(term.getKey());
                    low += Math.min(0, term.getValue() * (count - 1L));
                    high += Math.max(0, term.getValue() * (count - 1L));
                }
            }
            Affine base = rest.toAffine();
            boolean moves = base.variables().stream()
                    .anyMatch(v -> v.endsWith("'") || points.contains(v) || sequential.contains(v));
            OptionalLong shift =
                    symbols == null ? OptionalLong.of(0) : Affines.constantValue(Affines.difference(base, symbols));
            if (moves || shift.isEmpty()) {
                return null;
            }
            least = symbols == null ? low : Math.min(least, low + shift.getAsLong());
            greatest = symbols == null ? high : Math.max(greatest, high + shift.getAsLong());
            symbols = symbols == null ? base : symbols;
        }
        return symbols == null ? null : new Box(symbols.plus(least), greatest - least + 1);
    }
}
