package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.ir.Window;
import tilewright.codegen.lower.Affines;
import tilewright.codegen.lower.Implications;
import tilewright.locality.LinearSpan;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.tiling.property.CrossedRows;
import tilewright.tiling.property.SharedBoxes;
import tilewright.tiling.property.WalkedRows;
import tilewright.tiling.space.OffsetBounds;

/**
 * What a block whose points find each other's values in memory behind barriers reads and writes is copied to shared memory once, and what it
 * has written goes back once, along rows: else every iteration waits for global memory, and stores elements one by one as often as
 * it computes them. It asks for subscripts that stay in a box of constant size while the block runs ({@link Window}), and that
 * registers hold none of the array's elements. In a body without checks, every point takes part in every iteration. Of an array of which a block needs several parts there are several boxes, in those
 * blocks in which what is written lies in one of them alone.
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
    private final BoxAccesses accesses;

    /**
     * Whether iterations end with barriers for what points find in memory; else boxes are those of arrays in which each thread walks a row of its own ({@link WalkedRows#isRowOfPoint}), or which points
     * access across rows ({@link CrossedRows}).
     */
    private final boolean meets;

    private ShareBoxes(Body facts, List<Sequence> sequences, boolean meets) {
        this.facts = facts;
        this.meets = meets;
        this.accesses = new BoxAccesses(
                facts, sequences.isEmpty() ? null : sequences.getLast().variable(), meets);
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

    static BlockProgram change(BlockProgram block, LoopNest nest) {
        List<Operation> guarded = block.guardedBody();
        boolean asks = block.interiorBody() == null || isChecked(block.interiorBody());
        if (guarded != null && asks) {
            Body facts = new Body(block, nest, false);
            Optional<ShareBoxes> boxes = of(guarded, facts).filter(b -> b.meets);
            Optional<SharedBoxes.Found> several = boxes.map(b -> b.boxes(guarded, true));
            if (several.isPresent() && several.get().boxes().values().stream().anyMatch(b -> b.size() > 1)) {
                return boxes.get().apart(block, guarded, several.get());
            }
        }
        return block.withBodies(
                changed(block.interiorBody(), new Body(block, nest, true)),
                changed(guarded, new Body(block, nest, false)));
    }

    /** The boxes of a body whose points meet in memory. */
    private static Optional<ShareBoxes> of(List<Operation> body, Body facts) {
        List<Sequence> sequences = Operations.ofKind(body, Operation.Iterations.class).stream()
                .map(Operation.Iterations::sequence)
                .distinct()
                .toList();
        boolean keeps = !facts.block().keepsTiles() && facts.block().slices().isEmpty();
        boolean inOrder = meetsInMemory(body, facts) || facts.interior() || sequences.isEmpty();
        return keeps && inOrder && !(facts.interior() && isChecked(body))
                ? Optional.of(new ShareBoxes(facts, sequences, meetsInMemory(body, facts)))
                : Optional.empty();
    }

    private static @Nullable List<Operation> changed(@Nullable List<Operation> body, Body facts) {
        return body == null ? null : of(body, facts).map(b -> b.changed(body)).orElse(body);
    }

    private List<Operation> changed(List<Operation> body) {
        List<Operation> inMemory = meets ? body : accesses.withoutTilesAcross(body);
        SharedBoxes.Found several = boxes(inMemory, !meets);
        boolean everywhere = several.apart().equals(Condition.TRUE);
        List<Window> windows = windows(everywhere ? several : boxes(inMemory, false), facts.nest());
        List<Operation> start = windows.isEmpty() ? body : inMemory;
        return inBoxes(start, windows, new WrittenElements(start, places, counts), true);
    }

    /** Blocks whose boxes of an array lie apart keep them, the others run as before, as those at the boundary do. */
    private BlockProgram apart(BlockProgram block, List<Operation> guarded, SharedBoxes.Found several) {
        Condition known = Affines.and(List.of(block.member(), several.apart()));
        List<Operation> given = given(known, guarded);
        List<Window> windows = windows(several, facts.nest());
        WrittenElements written = new WrittenElements(given, places, counts);
        Optional<OwnElements> own = OwnElements.of(given, facts, windows, written, places, counts);
        List<Operation> changed = inBoxes(own.map(OwnElements::body).orElse(given), windows, written, false);
        BlockProgram before = block.withBodies(null, changed(guarded, new Body(block, facts.nest(), false)));
        return before.withInterior(
                several.apart(),
                own.map(o -> o.loaded(changed)).orElse(changed),
                own.map(o -> List.of(o.tile())).orElse(List.of()));
    }

    /** What is left of operations where a condition holds: without guards that follow from it, and updates whose guards it excludes. */
    private static List<Operation> given(Condition known, List<Operation> operations) {
        return operations.stream()
                .filter(o -> !(o instanceof Operation.Assign a && Implications.excludes(known, a.guard())))
                .map(o -> o instanceof Operation.Assign a
                        ? new Operation.Assign(a.target(), a.value(), Implications.given(known, a.guard()), a.pairs())
                        : Operations.withBody(o, body -> given(known, body)))
                .toList();
    }

    /**
     * @param written what the body writes
     * @param whole whether points outside of the domain may compute as well
     */
    private List<Operation> inBoxes(List<Operation> body, List<Window> found, WrittenElements written, boolean whole) {
        if (found.isEmpty()) {
            return body;
        }
        List<Operation> operations = new ArrayList<>();
        boolean computes = whole && mayCompute(body, found, written);
        FirstAccess order = new FirstAccess(body, places, counts);
        boolean loads = false;
        for (Window window : found) {
            boolean read = meets || isRead(window, body);
            Condition first = !read
                    ? Condition.TRUE
                    : order.isWritten(window) ? written.of(window).orElse(NONE) : NONE;
            operations.add(new Operation.LoadWindow(window, computes, first));
            loads |= read;
        }
        if (loads) {
            operations.add(new Operation.Barrier());
        }
        operations.addAll(computes ? JoinedUpdates.in(unrolled(body)) : body);
        List<Operation> stores = new ArrayList<>();
        found.stream()
                .filter(written::has)
                .forEach(w -> written.of(w).ifPresent(c -> stores.add(new Operation.StoreWindow(w, c))));
        if (!stores.isEmpty()) {
            operations.add(new Operation.Barrier());
            operations.addAll(stores);
        }
        return operations;
    }

    /** Whether points read elements of a window; of another one nothing is loaded. */
    private boolean isRead(Window window, List<Operation> body) {
        List<Value> values = new ArrayList<>();
        Operations.ofKind(body, Operation.Define.class).forEach(d -> values.add(d.value()));
        Operations.ofKind(body, Operation.Assign.class).forEach(a -> values.add(a.value()));
        return values.stream()
                .flatMap(v -> Values.globals(v).stream())
                .anyMatch(g -> window.holds(
                        g.array(),
                        g.indices().stream().map(i -> i.substitute(places)).toList(),
                        counts.keySet()));
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
        // Where fronts spread along several coordinates, there are blocks enough for registers to matter.
        return !facts.interior()
                && points.size() == 1
                && facts.block().interiorBody() != null
                && isChecked(body)
                && updates.stream().allMatch(u -> isApart(u, found))
                && found.stream()
                        .filter(written::has)
                        .allMatch(w -> written.of(w).isPresent())
                && values.stream()
                        .allMatch(v -> !Values.dividesIntegers(v)
                                && Values.globals(v).stream().allMatch(g -> isInBox(g.array(), g.indices(), found)));
    }

    /** Whether an update writes elements of a window, a different one at every point. */
    private boolean isApart(Operation.Assign update, List<Window> found) {
        if (!(update.target() instanceof Operation.Target.GlobalTarget target)
                || !isInBox(target.array(), target.indices(), found)) {
            return false;
        }
        List<Affine> placed =
                target.indices().stream().map(i -> i.substitute(places)).toList();
        List<String> offsets = points.stream().map(ShareBoxes::offset).toList();
        return found.stream()
                .filter(w -> w.holds(target.array(), placed, counts.keySet()))
                .anyMatch(w -> areDifferent(w.place(placed), offsets));
    }

    /** Whether forms of variables have other values wherever a variable has another one. */
    static boolean areDifferent(List<Affine> forms, List<String> variables) {
        List<long[]> rows = forms.stream()
                .map(f -> variables.stream()
                        .mapToLong(LinearForm.of(f)::coefficient)
                        .toArray())
                .toList();
        return LinearSpan.of(rows, variables.size()).dimension() == variables.size();
    }

    /**
     * That an element lies in its window at a point and in an iteration, as far as this does not hold at all of them: guards may have made the window smaller.
     *
     * @param places variables of points and sequences as the block's base and an offset
     * @param counts number of values of each offset
     */
    static Condition inBox(
            Window window, List<Affine> indices, Map<String, Affine> places, Map<String, Integer> counts) {
        OffsetBounds bounds = new OffsetBounds(counts);
        List<Affine> place = window.place(indices);
        List<Condition> inside = new ArrayList<>();
        for (int d = 0; d < place.size(); d++) {
            for (Affine room : List.of(
                    place.get(d), place.get(d).times(-1).plus(window.extents().get(d) - 1L))) {
                if (bounds.least(LinearForm.of(room.substitute(places)), List.of()) < 0) {
                    inside.add(
                            new Condition.Compare(Affines.simplify(room), Condition.Relation.GE, Affine.constant(0)));
                }
            }
        }
        return Affines.and(inside);
    }

    private boolean isInBox(String array, List<Affine> indices, List<Window> found) {
        List<Affine> placed = indices.stream().map(i -> i.substitute(places)).toList();
        return found.stream()
                .anyMatch(w -> w.holds(array, placed, counts.keySet())
                        && inBox(w, indices, places, counts).equals(Condition.TRUE));
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
                && Operations.ofKind(body, Operation.Iterations.class).stream()
                        .anyMatch(i -> i.body().contains(new Operation.Barrier()));
    }

    private static boolean isChecked(List<Operation> body) {
        return Operations.ofKind(body, Operation.Assign.class).stream()
                .anyMatch(a -> !a.guard().equals(Condition.TRUE));
    }

    private static List<Window> windows(SharedBoxes.Found boxes, LoopNest nest) {
        List<Window> found = new ArrayList<>();
        boxes.boxes().forEach((array, all) -> {
            for (int b = 0; b < all.size(); b++) {
                SharedBoxes.Box box = all.get(b);
                found.add(new Window(
                        array + "_window" + (b == 0 ? "" : "_" + (b + 1)),
                        array,
                        nest.array(array).type(),
                        box.bases(),
                        box.extents(),
                        box.shear()));
            }
        });
        return found;
    }

    private SharedBoxes.Found boxes(List<Operation> body, boolean several) {
        Map<String, SharedBoxes.Accesses> arrays = new LinkedHashMap<>();
        accesses.of(body)
                .forEach((array, elements) -> arrays.put(
                        array,
                        new SharedBoxes.Accesses(facts.nest().array(array).type(), elements)));
        Set<String> moving = new HashSet<>(points);
        moving.addAll(sequential);
        return new SharedBoxes(places, counts, moving).of(arrays, several, !meets);
    }
}
