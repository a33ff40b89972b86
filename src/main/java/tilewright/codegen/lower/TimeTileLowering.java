package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Simt;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.ExpressionTypes;
import tilewright.model.FreshName;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.TimeTile;

/**
 * Turns time tiles into a block program: every thread holds its points of all arrays in registers, with a ring of its
 * neighbours' values around them. Before a statement that reads neighbours of an array that has changed, threads hand each
 * other their faces.
 */
public final class TimeTileLowering {
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    private final LoopNest nest;
    private final TimeTile planned;
    private final List<String> hostVariables;
    private final List<Axis> axes;
    private final Map<String, Tile> tiles = new LinkedHashMap<>();
    private final Map<String, List<Face>> faces = new LinkedHashMap<>();

    /** @param hostVariables variables of the loops around the launch */
    public TimeTileLowering(LoopNest nest, TimeTile planned, List<String> hostVariables) {
        this.nest = nest;
        this.planned = planned;
        this.hostVariables = List.copyOf(hostVariables);
        Set<String> taken = FreshName.taken(nest);
        taken.addAll(hostVariables);
        taken.add(planned.time().variable());
        planned.dimensions().forEach(d -> taken.addAll(List.of(d.variable(), d.block())));
        Names names = new Names(taken);
        this.axes = planned.dimensions().stream()
                .map(d -> new Axis(d.variable(), d.base(), d.extent(), d.thread(), d.thread()))
                .toList();
        FacePlanner facePlanner = new FacePlanner(axes, names);
        for (TimeTile.HeldArray held : planned.arrays()) {
            Tile tile = tile(held, names);
            tiles.put(held.array(), tile);
            faces.put(held.array(), facePlanner.faces(tile, held.neighbours()));
        }
    }

    /**
     * Sizes, host variables, then each array with its pitch; both copies of arrays that are carried on.
     *
     * @param turn host variable that tells which copy is read
     */
    public List<KernelArgument> arguments(@Nullable String turn) {
        List<KernelArgument> arguments = new ArrayList<>();
        nest.parameters().forEach(p -> arguments.add(new KernelArgument.Size(p)));
        hostVariables.forEach(v -> arguments.add(new KernelArgument.HostVariable(v)));
        Set<String> used = new HashSet<>();
        planned.statements().forEach(s -> s.statement().accesses().forEach(a -> used.add(a.array())));
        for (ArrayDeclaration array : nest.arrays()) {
            if (used.contains(array.name()) && !isWithin(array.name())) {
                arguments.addAll(bases(array.name(), turn));
                if (ArrayLayout.of(array).hasRows()) {
                    arguments.add(new KernelArgument.Pitch(array.name()));
                }
            }
        }
        return arguments;
    }

    private boolean isWithin(String array) {
        return tiles.containsKey(array) && !planned.held(array).transfer().isInMemory();
    }

    private List<KernelArgument> bases(String array, @Nullable String turn) {
        TimeTile.Transfer transfer =
                tiles.containsKey(array) ? planned.held(array).transfer() : TimeTile.Transfer.READ_ONLY;
        return switch (transfer) {
            case CARRIED ->
                List.of(
                        new KernelArgument.AlternatingBase(array, Objects.requireNonNull(turn), 0),
                        new KernelArgument.AlternatingBase(array, Objects.requireNonNull(turn), 1));
            case RECOMPUTED, IN_PLACE -> List.of(new KernelArgument.ArrayBase(array, true));
            case READ_ONLY -> List.of(new KernelArgument.ArrayBase(array, false));
            case WITHIN -> List.of();
        };
    }

    /** The block program. */
    public BlockProgram lower() {
        boolean never = planned.interior().equals(Condition.FALSE);
        return new BlockProgram(
                "tile",
                planned.role(),
                planned.dimensions().stream()
                        .map(d -> new BlockProgram.Coordinate(d.block(), Affine.constant(0), d.lastBlock()))
                        .toList(),
                Condition.TRUE,
                axes,
                ThreadGrid.inRows(axes),
                List.copyOf(tiles.values()),
                List.of(),
                List.of(),
                faces.values().stream().flatMap(List::stream).toList(),
                planned.interior(),
                null,
                never ? null : body(true),
                body(false));
    }

    /** The ring is rounded up along the last axis, so that own points keep the alignment of wide accesses. */
    private Tile tile(TimeTile.HeldArray held, Names names) {
        List<Integer> all = new ArrayList<>();
        List<Affine> indices = new ArrayList<>();
        List<Tile.Ring> rings = new ArrayList<>();
        for (int d = 0; d < axes.size(); d++) {
            all.add(d);
            indices.add(Affine.variable(axes.get(d).variable()));
            int dimension = d;
            int low = held.neighbours().stream()
                    .mapToInt(o -> -o.get(dimension))
                    .max()
                    .orElse(0);
            int high = held.neighbours().stream()
                    .mapToInt(o -> o.get(dimension))
                    .max()
                    .orElse(0);
            int width = d == axes.size() - 1 ? width(held.array()) : 1;
            rings.add(new Tile.Ring(rounded(Math.max(0, low), width), rounded(Math.max(0, high), width)));
        }
        boolean alone = rings.stream().allMatch(r -> r.low() == 0 && r.high() == 0);
        return new Tile(
                names.fresh(Names.ofElement(held.array(), indices)),
                held.array(),
                nest.array(held.array()).type(),
                all,
                indices,
                alone ? List.of() : rings);
    }

    /** Elements of the widest access that a thread's points allow. */
    private int width(String array) {
        int width = ACCESS_BYTES / nest.array(array).type().bytes();
        while (axes.getLast().perThread() % width != 0) {
            width /= 2;
        }
        return width;
    }

    private static int rounded(int number, int multiple) {
        return Math.ceilDiv(number, multiple) * multiple;
    }

    private List<Operation> body(boolean interior) {
        List<Operation> operations = new ArrayList<>();
        planned.arrays().forEach(a -> load(a, interior, operations));
        List<String> constant = planned.arrays().stream()
                .filter(a -> a.transfer() == TimeTile.Transfer.READ_ONLY)
                .map(TimeTile.HeldArray::array)
                .toList();
        exchange(constant, false, operations);
        TimeTile.Time time = planned.time();
        Sequence sequence = new Sequence(
                time.variable(),
                time.first(),
                Affine.constant(0),
                Affines.simplify(time.last().minus(time.first()).plus(1)),
                1);
        operations.add(new Operation.Iterations(sequence, Operation.Range.SEQUENCE, 1, iteration(interior)));
        planned.arrays().forEach(a -> store(a, interior, operations));
        return operations;
    }

    /** Whether an interior block computes every element of its box anew. */
    private boolean isWholeWritten(TimeTile.HeldArray held) {
        return planned.statements().stream()
                .anyMatch(s -> s.bulk() && s.statement().target().array().equals(held.array()));
    }

    private void load(TimeTile.HeldArray held, boolean interior, List<Operation> operations) {
        boolean recomputed = held.transfer() == TimeTile.Transfer.RECOMPUTED;
        if (!held.transfer().isInMemory() || interior && recomputed && isWholeWritten(held)) {
            return;
        }
        Tile tile = tile(held.array());
        List<Condition> guards = new ArrayList<>();
        if (!interior) {
            guards.add(inBounds(held.array()));
        }
        if (!interior && recomputed) {
            // Other blocks may be storing these; here they are computed before they are read.
            guards.add(held.written().negated());
        }
        operations.add(new Operation.LoadTile(tile, Affines.and(guards), interior ? aligned(tile) : 1));
    }

    private void store(TimeTile.HeldArray held, boolean interior, List<Operation> operations) {
        boolean recomputed = held.transfer() == TimeTile.Transfer.RECOMPUTED;
        if (!held.transfer().isStored() || interior && recomputed && !isWholeWritten(held)) {
            return;
        }
        Tile tile = tile(held.array());
        List<Condition> guards = new ArrayList<>();
        if (recomputed) {
            guards.add(planned.time().ends());
        }
        guards.add(own());
        if (!interior) {
            guards.add(recomputed ? held.written() : inBounds(held.array()));
        }
        operations.add(new Operation.StoreTile(
                tile, Affines.and(guards), interior ? storeWidth(tile) : 1, !recomputed, false));
    }

    /** Elements per load: neighbours whose addresses are aligned. */
    private int aligned(Tile tile) {
        TimeTile.Dimension last = planned.dimensions().getLast();
        int width = width(tile.array());
        while (!Affines.isAligned(
                tile.indices(), nest.array(tile.array()), last.variable(), Affines.simplify(last.base()), width)) {
            width /= 2;
        }
        return width;
    }

    /** The same for stores, of which all elements are the block's own or none. */
    private int storeWidth(Tile tile) {
        TimeTile.Dimension last = planned.dimensions().getLast();
        int width = aligned(tile);
        while (last.low() % width != 0 || last.own() % width != 0) {
            width /= 2;
        }
        return width;
    }

    private Condition own() {
        List<Condition> conditions = new ArrayList<>();
        for (TimeTile.Dimension d : planned.dimensions()) {
            Affine point = Affine.variable(d.variable());
            if (d.low() > 0) {
                conditions.add(new Condition.Compare(
                        point, Condition.Relation.GE, Affines.simplify(d.base().plus(d.low()))));
            }
            if (d.low() + d.own() < d.extent()) {
                conditions.add(new Condition.Compare(
                        point,
                        Condition.Relation.LT,
                        Affines.simplify(d.base().plus(d.low()).plus(d.own()))));
            }
        }
        return Affines.and(conditions);
    }

    private Condition inBounds(String array) {
        List<Condition> conditions = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = nest.array(array).bounds();
        for (int d = 0; d < bounds.size(); d++) {
            Affine point = Affine.variable(axes.get(d).variable());
            conditions.add(new Condition.Compare(
                    point, Condition.Relation.GE, bounds.get(d).lower()));
            conditions.add(new Condition.Compare(
                    point, Condition.Relation.LE, bounds.get(d).upper()));
        }
        return Affines.and(conditions);
    }

    private Tile tile(String array) {
        return Objects.requireNonNull(tiles.get(array), array);
    }

    private List<Face> faces(String array) {
        return Objects.requireNonNull(faces.get(array), array);
    }

    /** One iteration of the time loop. */
    private List<Operation> iteration(boolean interior) {
        List<TimeTile.TimedStatement> statements =
                planned.statements().stream().filter(s -> s.bulk() || !interior).toList();
        List<List<String>> exchanged = exchanged(statements);
        List<List<String>> shared = exchanged.stream()
                .map(g -> g.stream().filter(this::usesSharedMemory).toList())
                .filter(g -> !g.isEmpty())
                .toList();
        List<Operation> operations = new ArrayList<>();
        int group = 0;
        for (int s = 0; s < statements.size(); s++) {
            boolean synchronises = exchanged.get(s).stream().anyMatch(this::usesSharedMemory);
            // Values given anew must not meet a thread that is still taking those of the exchange before.
            boolean again = synchronises
                    && !Collections.disjoint(
                            shared.get(group), shared.get((group + shared.size() - 1) % shared.size()));
            exchange(exchanged.get(s), again, operations);
            group += synchronises ? 1 : 0;
            TimeTile.TimedStatement statement = statements.get(s);
            operations.add(new Operation.Assign(
                    new Operation.Target.TileTarget(
                            tile(statement.statement().target().array())),
                    value(statement),
                    interior ? Condition.TRUE : statement.domain()));
        }
        return operations;
    }

    /** For each statement the arrays whose neighbours it reads and that have changed since they were handed over. */
    private List<List<String>> exchanged(List<TimeTile.TimedStatement> statements) {
        Set<String> changed = new HashSet<>();
        planned.statements().forEach(s -> changed.add(s.statement().target().array()));
        List<List<String>> exchanged = new ArrayList<>();
        for (TimeTile.TimedStatement statement : statements) {
            List<String> arrays = statement.statement().accesses().stream()
                    .filter(a -> isNeighbour(statement, a))
                    .map(Access::array)
                    .distinct()
                    .filter(changed::remove)
                    .toList();
            exchanged.add(arrays);
            changed.add(statement.statement().target().array());
        }
        return exchanged;
    }

    private static boolean isNeighbour(TimeTile.TimedStatement statement, Access access) {
        List<Integer> offset = statement.offsets().get(access.index());
        return offset != null && offset.stream().anyMatch(o -> o != 0);
    }

    private boolean usesSharedMemory(String array) {
        return faces(array).stream().anyMatch(f -> !f.isWithinWarp());
    }

    /** @param again whether an exchange of the same arrays may still be going on */
    private void exchange(List<String> arrays, boolean again, List<Operation> operations) {
        List<Face> all = arrays.stream().flatMap(a -> faces(a).stream()).toList();
        List<Face> shared = all.stream().filter(f -> !f.isWithinWarp()).toList();
        if (again) {
            operations.add(new Operation.Barrier());
        }
        shared.forEach(f -> operations.add(new Operation.GiveFace(f)));
        all.stream().filter(Face::isWithinWarp).forEach(f -> operations.add(new Operation.TakeFace(f)));
        if (!shared.isEmpty()) {
            operations.add(new Operation.Barrier());
        }
        shared.forEach(f -> operations.add(new Operation.TakeFace(f)));
    }

    private Value value(TimeTile.TimedStatement statement) {
        TypedExpressions typed = new TypedExpressions(
                ExpressionTypes.forStatement(nest, statement.statement()),
                access -> read(statement, access),
                index -> Affines.simplify(index.substitute(statement.coordinates())));
        return typed.of(statement.statement().value())
                .as(tile(statement.statement().target().array()).type());
    }

    private Value read(TimeTile.TimedStatement statement, Access access) {
        List<Integer> offset = statement.offsets().get(access.index());
        if (offset != null) {
            Tile tile = tile(access.array());
            return isNeighbour(statement, access)
                    ? new Value.NeighbourElement(tile, offset)
                    : new Value.TileElement(tile);
        }
        List<Affine> indices = access.indices().stream()
                .map(i -> Affines.simplify(i.substitute(statement.coordinates())))
                .toList();
        return new Value.GlobalElement(
                access.array(), nest.array(access.array()).type(), indices, Condition.TRUE);
    }
}
