package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Partials;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Operator;

/** Operations that every thread does for its own points: loops over registers, written out by the compiler. */
final class CudaPoints {
    private static final int ACCESS_BYTES = 16;

    private final CudaScope scope;
    private final CudaCopies copies;

    private final CudaNests nests;
    private final CudaPairs pairs;
    /** Name of the registers of a wide access. */
    private final String wide;

    CudaPoints(CudaScope scope, CudaCopies copies) {
        this.wide = scope.names().fresh("wide");
        this.scope = scope;
        this.copies = copies;
        this.nests = new CudaNests(scope, copies);
        this.pairs = new CudaPairs(scope, copies);
    }

    /** See {@link CudaNests#keepApart}. */
    void keepApart(boolean apart) {
        nests.keepApart(apart);
    }

    CudaView.OperationText load(Operation.LoadTile load) {
        Tile tile = load.tile();
        Value.GlobalElement element =
                new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), load.guard(), load.padded());
        String register = register(tile);
        String source = load.vector() > 1 ? scope.start(element, load.vector()) : scope.of(element);
        if (load.otherwise() != null) {
            source = scope.condition(load.guard()) + " ? " + scope.global(tile.array(), tile.indices()) + " : "
                    + scope.of(load.otherwise());
        }
        return nests.points(
                "load_tile",
                content(tile),
                null,
                new CudaNests.Nest(tile.axes(), load.vector(), Condition.TRUE),
                new CudaNests.Wide(load.vector(), tile.type()),
                register,
                source);
    }

    CudaView.OperationText store(Operation.StoreTile store) {
        Tile tile = store.tile();
        Value.GlobalElement element =
                new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), store.guard(), store.padded());
        return nests.points(
                "store_tile",
                content(tile),
                null,
                new CudaNests.Nest(tile.axes(), store.vector(), store.padded() ? Condition.TRUE : store.guard()),
                new CudaNests.Wide(store.vector(), tile.type()),
                store.other() ? scope.otherGlobal(tile.array(), tile.indices()) : scope.start(element, store.vector()),
                register(tile));
    }

    /** Owners of the published places first, so that all others leave early. */
    CudaView.OperationText publish(Operation.Publish publish) {
        Slice slice = publish.slice();
        List<Integer> order =
                new ArrayList<>(publish.owners().keySet().stream().sorted().toList());
        order.addAll(slice.axes());
        if (isGathered(slice)) {
            return gathered(publish, order);
        }
        int vector = sliceVector(slice);
        CudaNests.Nest nest = new CudaNests.Nest(order, vector, Condition.TRUE);
        publish.owners().forEach((axis, place) -> nest.owners().put(axis, scope.offset(place)));
        return nests.points(
                "publish",
                slice.content(),
                null,
                nest,
                new CudaNests.Wide(vector, slice.elementType()),
                scope.slice(slice),
                slice.doubled() ? copies.both(register(publish.tile())) : register(publish.tile()));
    }

    /** Whether a slice runs along an axis whose neighbours lie in registers of different rows of the tile. */
    private boolean isGathered(Slice slice) {
        if (slice.doubled() || slice.axes().isEmpty()) {
            return false;
        }
        int along = slice.axes().getLast();
        int neighbours = scope.axis(along).axis().vector();
        return along != scope.axes().size() - 1
                && neighbours > 1
                && neighbours * slice.elementType().bytes() <= ACCESS_BYTES;
    }

    /** Neighbours of a column, one of each row, written in one access. */
    private CudaView.OperationText gathered(Operation.Publish publish, List<Integer> order) {
        Slice slice = publish.slice();
        int along = slice.axes().getLast();
        int neighbours = scope.axis(along).axis().vector();
        CudaNests.Nest nest = new CudaNests.Nest(order, neighbours, Condition.TRUE);
        publish.owners().forEach((axis, place) -> nest.owners().put(axis, scope.offset(place)));
        List<String> sources = new ArrayList<>();
        for (int e = 0; e < neighbours; e++) {
            List<Integer> offset = new ArrayList<>();
            for (int axis : publish.tile().axes()) {
                offset.add(axis == along ? e : 0);
            }
            sources.add(scope.tile(publish.tile(), offset));
        }
        CudaView.Points points = nests.points(
                "publish",
                slice.content(),
                null,
                nest,
                new CudaNests.Wide(neighbours, slice.elementType()),
                scope.slice(slice),
                sources.getFirst());
        return new CudaView.Gathered(points, slice.elementType().cName(), wide, sources);
    }

    /** Registers of the last axis are neighbours: slices along it are written as they stand. */
    private int sliceVector(Slice slice) {
        int last = scope.axes().size() - 1;
        boolean alongLast = !slice.axes().isEmpty() && slice.axes().getLast() == last;
        return alongLast ? scope.axis(last).axis().vector() : 1;
    }

    CudaView.OperationText define(Operation.Define define) {
        Fragment fragment = define.fragment();
        String name = scope.names().declare(fragment.name());
        int vector = vector(fragment.axes(), fragment.elementType(), define.value());
        return nests.points(
                "define",
                "",
                declaration(fragment, name),
                new CudaNests.Nest(fragment.axes(), vector, Condition.TRUE),
                new CudaNests.Wide(vector, fragment.elementType()),
                fragment.axes().isEmpty() ? "const " + fragment.elementType().cName() + " " + name : register(fragment),
                value(define));
    }

    /** What a fragment is defined as. Shared memory holds values twice where fragments do. */
    private String value(Operation.Define define) {
        String value = scope.of(define.value());
        boolean computed =
                !(define.value() instanceof Value.BufferElement || define.value() instanceof Value.SliceElement);
        return define.fragment().doubled() && computed ? copies.both(value) : value;
    }

    /** A fragment for all iterations of a group, read from a row in one access per point. */
    CudaView.OperationText defineRow(Operation.Define define, int size) {
        Fragment fragment = define.fragment();
        String name = scope.names().declare(fragment.name());
        scope.element(fragment.name(), "0");
        return nests.points(
                "define",
                "",
                array(name, fragment.elementType().cName(), fragment.axes()) + "[" + size + "]",
                new CudaNests.Nest(fragment.axes(), 1, Condition.TRUE),
                new CudaNests.Wide(size, fragment.type()),
                register(fragment),
                scope.of(define.value()));
    }

    /** A fragment for one iteration of a round; it is declared outside the loop over the round. */
    CudaView.OperationText definePart(Operation.Define define, String part) {
        Fragment fragment = define.fragment();
        scope.part(fragment.name(), part);
        int vector = vector(fragment.axes(), fragment.elementType(), define.value());
        return nests.points(
                "define",
                "",
                null,
                new CudaNests.Nest(fragment.axes(), vector, Condition.TRUE),
                new CudaNests.Wide(vector, fragment.elementType()),
                register(fragment),
                value(define));
    }

    /** The declaration of a fragment's registers for all iterations of a round. */
    String parts(Fragment fragment, int together) {
        String name = scope.names().declare(fragment.name());
        return array(name + "[" + together + "]", fragment.elementType().cName(), fragment.axes()) + ";";
    }

    /** Reduces the values of two iterations at a time; {@code enter} makes a number the current iteration of the round. */
    CudaView.OperationText assignTogether(Operation.Assign assign, IntConsumer enter) {
        Tile tile = ((Operation.Target.TileTarget) assign.target()).tile();
        Value.Compute reduction = (Value.Compute) assign.value();
        Value other =
                reduction.operands().get(reduction.operands().getFirst().equals(new Value.TileElement(tile)) ? 1 : 0);
        List<String> operands = new ArrayList<>(List.of(register(tile)));
        for (int number = 0; number < 2; number++) {
            enter.accept(number);
            operands.add(scope.of(other));
        }
        String function = copies.extreme(reduction.operator() == Operator.MIN, tile.type());
        List<Integer> all =
                java.util.stream.IntStream.range(0, scope.axes().size()).boxed().toList();
        return nests.points(
                "assign",
                "",
                null,
                new CudaNests.Nest(all, 1, Condition.TRUE),
                CudaNests.Wide.NONE,
                register(tile),
                function + "(" + String.join(", ", operands) + ")");
    }

    /** First the registers of each thread, then shuffles within warps, then one thread for what the others put down. */
    CudaView.Join join(Operation.Join join) {
        Tile tile = join.tile();
        AxisNames lanes = scope.axis(join.axis());
        List<CudaView.OperationText> steps = new ArrayList<>();
        List<Integer> others =
                tile.axes().stream().filter(d -> d != join.axis()).toList();
        String own = partial(tile, join.axis(), 0);
        for (int m = 1; m < lanes.axis().perThread(); m++) {
            steps.add(joined(join, others, null, own, partial(tile, join.axis(), m)));
        }
        for (int count = join.inWarp() / 2; count >= 1; count /= 2) {
            String shuffled = "__shfl_xor_sync(0xffffffffu, " + own + ", " + count * join.distance() + ")";
            steps.add(joined(join, others, null, own, shuffled));
        }
        Partials memory = join.memory();
        if (memory != null) {
            String lane = scope.expressions().use(lanes.own());
            boolean groups = join.inWarp() > 1;
            String row = groups ? lane + " / " + join.inWarp() : lane;
            String leads = groups ? lane + " % " + join.inWarp() + " == 0" : null;
            steps.add(inCase(
                    leads,
                    nests.points(
                            "assign",
                            "",
                            null,
                            new CudaNests.Nest(others, 1, Condition.TRUE),
                            CudaNests.Wide.NONE,
                            scope.partial(memory, row),
                            own)));
            steps.add(new CudaView.Barrier());
            String part = scope.names().fresh("part");
            steps.add(new CudaView.Iterations(
                    part,
                    "1",
                    Integer.toString(memory.rows()),
                    memory.rows(),
                    List.of(),
                    List.of(joined(join, others, lane + " == 0", own, scope.partial(memory, part)))));
        }
        return new CudaView.Join(content(tile), steps);
    }

    private CudaView.Points joined(
            Operation.Join join, List<Integer> others, @Nullable String condition, String own, String other) {
        String source = switch (join.operator()) {
            case MIN, MAX ->
                scope.extreme(join.operator() == Operator.MIN, join.tile().type()) + "(" + own + ", " + other + ")";
            default -> own + " " + join.operator().notation() + " " + other;
        };
        CudaNests.Nest nest = new CudaNests.Nest(others, 1, Condition.TRUE);
        return inCase(condition, nests.points("assign", "", null, nest, CudaNests.Wide.NONE, own, source));
    }

    private static CudaView.Points inCase(@Nullable String condition, CudaView.Points points) {
        return new CudaView.Points(
                points.kind(),
                points.content(),
                points.declaration(),
                points.anew(),
                condition,
                points.loops(),
                points.width(),
                points.copy(),
                points.target(),
                points.source());
    }

    /** The register of a point along the lanes' axis. */
    private String partial(Tile tile, int axis, int number) {
        StringBuilder text =
                new StringBuilder(scope.expressions().use(scope.names().of(tile.name())));
        for (int d : tile.axes()) {
            text.append('[')
                    .append(d == axis ? Integer.toString(number) : scope.axis(d).index())
                    .append(']');
        }
        return text.toString();
    }

    private @Nullable String declaration(Fragment fragment, String name) {
        return fragment.axes().isEmpty()
                ? null
                : array(name, fragment.elementType().cName(), fragment.axes());
    }

    /** The declaration of a register array. */
    String array(String name, String type, List<Integer> axes) {
        StringBuilder text = new StringBuilder("alignas(16) " + type + " " + name);
        axes.forEach(
                d -> text.append('[').append(scope.axis(d).axis().perThread()).append(']'));
        return text.toString();
    }

    /** The declaration of a tile's registers, the ring around a thread's own points included. */
    String array(Tile tile) {
        StringBuilder text = new StringBuilder(
                "alignas(16) " + tile.type().cName() + " " + scope.names().of(tile.name()));
        for (int p = 0; p < tile.axes().size(); p++) {
            int extent = scope.axis(tile.axes().get(p)).axis().perThread()
                    + tile.ring(p).low()
                    + tile.ring(p).high();
            text.append('[').append(extent).append(']');
        }
        return text.toString();
    }

    String register(Tile tile) {
        return scope.tile(tile);
    }

    /** Elements, or words where elements stand twice. */
    private String register(Fragment fragment) {
        return scope.register(fragment.name(), fragment.axes());
    }

    private static String content(Tile tile) {
        return tile.array() + "("
                + String.join(",", tile.indices().stream().map(Affine::toString).toList()) + ")";
    }

    /** Shared memory is read in wide accesses where neighbours there are neighbouring registers. */
    private int vector(List<Integer> axes, DataType type, Value value) {
        if (axes.isEmpty()) {
            return 1;
        }
        int last = axes.getLast();
        AxisNames axis = scope.axis(last);
        boolean neighbours = switch (value) {
            case Value.BufferElement b -> isLast(b.buffer(), last);
            case Value.StagedElement s -> !s.buffer().alongSequence() && areNeighbours(s.offsets(), axis);
            case Value.SliceElement s -> areNeighbours(s.offsets(), axis);
            default -> false;
        };
        int widest = ACCESS_BYTES / type.bytes();
        return neighbours ? Math.min(axis.axis().vector(), widest) : 1;
    }

    private boolean areNeighbours(List<Affine> offsets, AxisNames axis) {
        return !offsets.isEmpty()
                && scope.offset(offsets.getLast()).equals(axis.in())
                && onlyInLast(offsets, axis.axis().variable());
    }

    /** Not so on a diagonal: there the next element lies a row and a column further. */
    private static boolean onlyInLast(List<Affine> offsets, String variable) {
        return offsets.subList(0, offsets.size() - 1).stream()
                .noneMatch(o -> o.variables().contains(variable));
    }

    private static boolean isLast(SharedBuffer buffer, int axis) {
        return !buffer.axes().isEmpty() && buffer.axes().getLast() == axis;
    }

    /** Takes what lies in shared memory to registers that may change. */
    private CudaView.OperationText take(Tile tile, Value source) {
        int vector = vector(tile.axes(), tile.type(), source);
        return nests.points(
                "assign",
                "",
                null,
                new CudaNests.Nest(tile.axes(), vector, Condition.TRUE),
                new CudaNests.Wide(vector, tile.type()),
                register(tile),
                scope.of(source));
    }

    CudaView.OperationText assign(Operation.Assign assign) {
        List<Integer> all =
                java.util.stream.IntStream.range(0, scope.axes().size()).boxed().toList();
        if (assign.target() instanceof Operation.Target.TileTarget t) {
            if (assign.value() instanceof Value.SliceElement && assign.guard().equals(Condition.TRUE)) {
                return take(t.tile(), assign.value());
            }
            all = t.tile().axes();
        }
        String target = switch (assign.target()) {
            case Operation.Target.TileTarget t -> register(t.tile());
            case Operation.Target.GlobalTarget g -> scope.written(g.array(), g.indices());
        };
        if (assign.pairs() && assign.target() instanceof Operation.Target.TileTarget) {
            CudaNests.Nest nest =
                    new CudaNests.Nest(CudaNests.equalitiesFirst(scope.axes(), all, assign.guard()), 2, assign.guard());
            String pair = copies.pair() + "(" + target + ")";
            return nests.points("assign", "", null, nest, CudaNests.Wide.NONE, pair, pairs.of(assign.value()));
        }
        if (maySelect(assign)) {
            String condition = assign.guard().conjuncts().stream()
                    .map(c -> "(" + scope.guard(c) + ")")
                    .collect(java.util.stream.Collectors.joining(" & "));
            String source = condition + " ? " + scope.of(assign.value()) + " : " + target;
            CudaNests.Nest nest = new CudaNests.Nest(all, 1, Condition.TRUE);
            return nests.points("assign", "", null, nest, CudaNests.Wide.NONE, target, source);
        }
        CudaNests.Nest nest =
                new CudaNests.Nest(CudaNests.equalitiesFirst(scope.axes(), all, assign.guard()), 1, assign.guard());
        return nests.points("assign", "", null, nest, CudaNests.Wide.NONE, target, scope.of(assign.value()));
    }

    /**
     * Whether a guard is better a selection than a branch: it holds for many points, and the value is made of registers
     * by a few cheap operations.
     */
    private static boolean maySelect(Operation.Assign assign) {
        List<Condition> conditions = assign.guard().conjuncts();
        boolean inequalities = !assign.guard().equals(Condition.TRUE)
                && conditions.stream()
                        .allMatch(c ->
                                c instanceof Condition.Compare compare && compare.relation() != Condition.Relation.EQ);
        boolean[] cheap = {assign.target() instanceof Operation.Target.TileTarget};
        Values.visit(
                assign.value(),
                v -> cheap[0] &= switch (v) {
                    case Value.Compute c ->
                        switch (c.operator()) {
                            case ADD, SUB, MUL, MIN, MAX, AND, OR -> true;
                            default -> false;
                        };
                    case Value.TileElement _, Value.FragmentElement _, Value.RealLiteral _, Value.IntegerLiteral _ ->
                        true;
                    default -> false;
                });
        return inequalities && cheap[0];
    }
}
