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
import java.util.TreeSet;
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
import tilewright.locality.LinearSpan;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;

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
    /** Several blocks fit on a multiprocessor. */
    private static final int MOST_BYTES = 48 * 1024;
    /** Rows that are shifted further share no sectors with their neighbours anyway. */
    private static final int MOST_SHEAR = 8;

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
        operations.addAll(whole ? boxes.unrolled(body) : body);
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
        return !facts.interior()
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
        return found.stream()
                .filter(w -> w.array().equals(target.array()))
                .anyMatch(w -> {
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
                                i.group(),
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
        List<Window> found = new ArrayList<>();
        int room = MOST_BYTES;
        for (Map.Entry<String, List<List<Affine>>> array : accessed(body).entrySet()) {
            Window window = window(array.getKey(), array.getValue());
            if (window != null
                    && window.bytes() <= room
                    && (written.has(array.getKey())
                            || isReadOften(window, array.getValue().size()))) {
                found.add(window);
                room -= window.bytes();
            }
        }
        return found;
    }

    /** Whether a box of what is only read has no more elements than the block's iterations read. */
    private boolean isReadOften(Window window, int accesses) {
        long iterations = counts.values().stream().mapToLong(c -> c).reduce(1, Math::multiplyExact);
        return window.extents().stream().mapToLong(e -> e).reduce(1, Math::multiplyExact) <= iterations * accesses;
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

    private @Nullable Window window(String array, List<List<Affine>> accesses) {
        if (accesses.getFirst().isEmpty()) {
            return null;
        }
        DataType type = facts.nest().array(array).type();
        int most = MOST_BYTES / type.bytes();
        int last = accesses.getFirst().size() - 1;
        List<Affine> bases = new ArrayList<>();
        List<Integer> extents = new ArrayList<>();
        List<Integer> shear = new ArrayList<>();
        List<Affine> columns = accesses.stream().map(List::getLast).toList();
        for (int d = 0; d < last; d++) {
            int dimension = d;
            List<Affine> rows = accesses.stream().map(a -> a.get(dimension)).toList();
            Box box = box(rows);
            if (box == null || box.extent() > most) {
                return null;
            }
            bases.add(box.base());
            extents.add((int) box.extent());
            int best = shear(rows, columns);
            shear.add(best);
            columns = beside(columns, rows, box.base(), best);
        }
        Box along = box(columns);
        if (along == null || along.extent() > most) {
            return null;
        }
        bases.add(along.base());
        extents.add((int) along.extent());
        long elements = extents.stream().mapToLong(Integer::longValue).reduce(1, Math::multiplyExact);
        return elements > most ? null : new Window(array + "_window", array, type, bases, extents, shear);
    }

    /** How far rows are shifted against each other, so that the box is short: what a point's variable adds to the last subscript for 1 in this one. */
    private int shear(List<Affine> rows, List<Affine> columns) {
        Map<Affine, Long> row = LinearForm.of(rows.getFirst()).terms();
        Map<Affine, Long> column = LinearForm.of(columns.getFirst()).terms();
        Set<Integer> shears = new TreeSet<>(Set.of(0));
        row.forEach((variable, factor) -> {
            long other = column.getOrDefault(variable, 0L);
            boolean moves = variable instanceof Affine.Variable v && counts.containsKey(offset(v.name()));
            if (moves && other % factor == 0 && Math.abs(other / factor) <= MOST_SHEAR) {
                shears.add((int) (other / factor));
            }
        });
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int s : shears) {
            Box box = box(beside(columns, rows, Affine.constant(0), s));
            if (box != null && box.extent() < least) {
                best = s;
                least = box.extent();
            }
        }
        return best;
    }

    /** The last subscripts in a box whose rows are shifted. */
    private static List<Affine> beside(List<Affine> columns, List<Affine> rows, Affine base, int shear) {
        List<Affine> shifted = new ArrayList<>();
        for (int a = 0; a < columns.size(); a++) {
            shifted.add(columns.get(a).minus(rows.get(a).minus(base).times(shear)));
        }
        return shifted;
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
