package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.Piece;
import tilewright.tiling.Strategy;

/**
 * Points hand each other values once for several iterations, and repeat what others compute in between: fewer barriers for
 * some arithmetic, as communication-avoiding (s-step) methods have it.
 *
 * <p>Before, in every iteration k: hand out a(i,k) and a(k,j), barrier, {@code a(i,j) = a(i,j) - a(i,k)*a(k,j)}. After, for
 * every second k: hand out a(i,k), a(i,k+1), a(k,j) and a(k+1,j), barrier, and every point takes copies of those of its row and
 * column, and of a(k,k+1), a(k+1,k), a(k+1,k+1); iteration k updates the point's own element, and its copies of a(i,k+1) and
 * a(k+1,j), which iteration k+1 then reads.
 *
 * <p>The copies are tiles with fewer axes: those of the axes along which the owner is the reading point. Statements run for
 * them as they do for the points, under the same conditions. Within one statement and iteration s of a round, a copy is
 * updated after those that read it, so that all read the value at the statement's start; that is the order by how many of
 * its coordinates are those of iteration s, because every copy that is read there has more of them. A condition for a copy
 * is left out where whoever reads the copy later asks the same or more: elsewhere nobody sees the value.
 */
final class JointExchange {
    /** Most iterations of a round: with more, the arithmetic that is repeated costs more than barriers. */
    private static final int MOST = 2;
    /** Registers of a thread that copies may take. */
    private static final int COPIES = 64;

    private static final int OWN = -1;

    /**
     * A point: for each axis {@link #OWN}, or the iteration of the round whose value is the coordinate.
     */
    private record Place(List<Integer> at) {
        Place {
            at = List.copyOf(at);
        }

        boolean isOwn() {
            return at.stream().allMatch(c -> c == OWN);
        }

        int count(int iteration) {
            return Collections.frequency(at, iteration);
        }

        int latest() {
            return Collections.max(at);
        }

        Place with(int axis, int iteration) {
            List<Integer> changed = new ArrayList<>(at);
            changed.set(axis, iteration);
            return new Place(changed);
        }

        /** Whether this point is among those along the other one's own axes. */
        boolean isOn(Place other) {
            return IntStream.range(0, at.size())
                    .allMatch(d -> other.at.get(d) == OWN || other.at.get(d).equals(at.get(d)));
        }
    }

    /** A tile's element at a place. */
    private record Copy(Tile tile, Place place) {
        /** Whether it is an element of another one, which has it for one of its points. */
        boolean isOn(Copy other) {
            return tile.equals(other.tile) && place.isOn(other.place);
        }
    }

    /**
     * One statement in one iteration of a round at one place.
     *
     * @param twin the copy that holds the same element, where the point's own one is among the copies: it takes its value
     */
    private record Instance(
            int statement,
            int iteration,
            Place place,
            Condition guard,
            @Nullable Copy twin) {}

    private final PieceContext context;
    private final Sequence sequence;
    private final List<Value> values;
    private final SharedValues shared;
    private final Guarding guarding;
    private final int size;
    private final Place own;
    /** Instances in the order in which they run. */
    private final List<Instance> instances = new ArrayList<>();
    /** Going backwards: the conditions under which copies are read later. */
    private final Map<Copy, List<Condition>> readers = new HashMap<>();
    /** What is copied when a round starts, in order of the reads that need it. */
    private final Map<Copy, Tile> copies = new LinkedHashMap<>();
    /** Where those lie in shared memory that are handed out; the others are elements of them. */
    private final Map<Copy, Slice> slices = new LinkedHashMap<>();

    private JointExchange(
            PieceContext context,
            Sequence sequence,
            List<Value> values,
            SharedValues shared,
            Guarding guarding,
            int size) {
        this.context = context;
        this.sequence = sequence;
        this.values = List.copyOf(values);
        this.shared = shared;
        this.guarding = guarding;
        this.size = size;
        this.own = new Place(Collections.nCopies(context.axes().size(), OWN));
    }

    /**
     * The exchange in rounds of a body without bounds checks; empty where it is not possible or does not pay.
     *
     * @param sequence as such blocks run it
     * @param values the statements' right-hand sides
     * @param guarding what such blocks check
     * @param names for copies
     */
    static Optional<JointExchange> of(
            PieceContext context,
            List<Sequence> sequences,
            List<Value> values,
            SharedValues shared,
            Guarding guarding,
            Names names) {
        // Pairs keep what is the same for both points twice, in words of another type than the element's.
        if (sequences.size() != 1
                || context.pairs()
                || context.piece().barriers()
                || shared.slices().isEmpty()) {
            return Optional.empty();
        }
        Sequence sequence = sequences.getFirst();
        for (int size = MOST; size > 1; size /= 2) {
            JointExchange exchange = new JointExchange(context, sequence, values, shared, guarding, size);
            if (exchange.isPossible() && exchange.findInstances(names)) {
                return Optional.of(exchange);
            }
        }
        return Optional.empty();
    }

    /** The copies' registers. */
    List<Tile> tiles() {
        return List.copyOf(copies.values());
    }

    /** Iterations of a round. */
    int size() {
        return size;
    }

    private boolean isPossible() {
        return (shared.buffers().isEmpty() || sequence.chunk() % size == 0)
                && sequence.startsAtOrigin()
                && sequence.hasConstantCount()
                && Affines.isMultiple(sequence.count(), size)
                && context.tiles().stream()
                        .allMatch(t -> t.axes().size() == context.axes().size())
                && context.piece().statements().stream().allMatch(this::isPossible)
                && values.stream().allMatch(this::isPossible)
                && IntStream.range(0, values.size()).allMatch(this::readsNoOtherTile);
    }

    /** What a statement reads of its own point lies in the tile that it writes: a copy of that is all it takes elsewhere. */
    private boolean readsNoOtherTile(int statement) {
        boolean[] none = {true};
        Tile target = target(statement);
        Values.visit(
                values.get(statement),
                v -> none[0] &= !(v instanceof Value.TileElement t) || t.tile().equals(target));
        return none[0];
    }

    private IntStream axes() {
        return IntStream.range(0, context.axes().size());
    }

    /** Whether the values of all iterations are coordinates of the block's points. */
    private boolean holdsAll(int axis) {
        Axis points = context.axes().get(axis);
        OptionalLong first = Affines.constantValue(sequence.origin().minus(points.base()));
        OptionalLong count = Affines.constantValue(sequence.count());
        return first.isPresent()
                && count.isPresent()
                && first.getAsLong() >= 0
                && first.getAsLong() + count.getAsLong() <= points.extent();
    }

    private boolean isPossible(Piece.PlannedStatement statement) {
        return statement.access(1).strategy() == Strategy.OWN
                && statement.accesses().stream().noneMatch(a -> a.strategy() == Strategy.DIRECT);
    }

    private boolean isPossible(Value value) {
        boolean[] possible = {!Values.dividesIntegers(value)};
        Values.visit(
                value,
                v -> possible[0] &= switch (v) {
                    case Value.SliceElement s -> {
                        List<Boolean> owner = owner(s);
                        yield owner != null && axes().filter(owner::get).allMatch(this::holdsAll);
                    }
                    case Value.GlobalElement _, Value.NeighbourElement _ -> false;
                    default -> true;
                });
        return possible[0];
    }

    /** For each axis whether the owner's coordinate is the iteration's; null where it is neither that nor the reader's. */
    private @Nullable List<Boolean> owner(Value.SliceElement element) {
        Operation.Publish publish = shared.publish(element.slice());
        List<Boolean> iteration = new ArrayList<>();
        for (int axis = 0; axis < context.axes().size(); axis++) {
            Axis points = context.axes().get(axis);
            Affine place = publish.owners().get(axis);
            boolean fixed = place != null;
            int position = element.slice().axes().indexOf(axis);
            if (!fixed && position < 0) {
                return null;
            }
            Affine offset = place == null ? element.offsets().get(position) : place;
            Affine wanted = Affine.variable(fixed ? sequence.variable() : points.variable());
            OptionalLong apart =
                    Affines.constantValue(offset.plus(points.base()).minus(wanted));
            if (apart.isEmpty() || apart.getAsLong() != 0) {
                return null;
            }
            iteration.add(fixed);
        }
        return iteration;
    }

    /** What a point reads from another one in an iteration of the round. */
    private Copy copy(Value.SliceElement element, Place place, int iteration) {
        List<Boolean> owner = owner(element);
        if (owner == null) {
            throw new IllegalStateException("no owner of " + element);
        }
        Place source = place;
        for (int axis = 0; axis < owner.size(); axis++) {
            source = owner.get(axis) ? source.with(axis, iteration) : source;
        }
        return new Copy(shared.publish(element.slice()).tile(), source);
    }

    /**
     * Goes backwards through a round: a statement runs for a copy if what it computes there is read later.
     *
     * @return whether registers for all copies are there
     */
    private boolean findInstances(Names names) {
        List<Instance> backwards = new ArrayList<>();
        Set<Copy> needed = new java.util.LinkedHashSet<>();
        for (int iteration = size - 1; iteration >= 0; iteration--) {
            for (int s = values.size() - 1; s >= 0; s--) {
                backwards.addAll(instances(s, iteration, needed));
            }
        }
        instances.addAll(backwards.reversed());
        if (needed.stream().mapToInt(this::registers).sum() > COPIES) {
            return false;
        }
        needed.stream()
                .sorted(Comparator.comparing((Copy c) -> -c.place().count(OWN))
                        .thenComparing(c -> c.place().latest())
                        .thenComparing(c -> c.place().at().toString()))
                .forEach(copy -> copies.put(copy, tile(copy, names)));
        copies.forEach((copy, tile) -> {
            if (needed.stream().noneMatch(o -> !o.equals(copy) && copy.isOn(o))) {
                slices.put(copy, shared.joint(copy.tile(), tile, copy.place().at()));
            }
        });
        return !copies.isEmpty();
    }

    private int registers(Copy copy) {
        return ownAxes(copy.place()).stream()
                .mapToInt(d -> context.axes().get(d).perThread())
                .reduce(1, Math::multiplyExact);
    }

    /** The instances of one statement in one iteration, the last one first, and what they need. */
    private List<Instance> instances(int statement, int iteration, Set<Copy> needed) {
        Tile target = target(statement);
        List<Instance> found = new ArrayList<>();
        Condition guard = guard(statement, iteration, own);
        if (!guard.equals(Condition.FALSE)) {
            Copy twin = twin(statement, iteration, needed);
            found.add(new Instance(statement, iteration, own, guard, twin));
            if (twin != null) {
                readers(twin).add(guard);
            }
        }
        for (Copy copy : needed) {
            Condition condition = guard(statement, iteration, copy.place());
            if (copy.tile().equals(target)
                    && !condition.equals(Condition.FALSE)
                    && !readers(copy).stream().allMatch(r -> Implications.excludes(r, condition))) {
                found.add(new Instance(statement, iteration, copy.place(), seen(condition, copy), null));
            }
        }
        // In the order in which they run: readers before what they read, points that take a copy's value last.
        found.sort(Comparator.comparing((Instance i) -> i.twin() != null)
                .thenComparing(i -> i.place().count(iteration)));
        for (Instance instance : found) {
            if (instance.twin() == null) {
                Values.visit(values.get(statement), v -> {
                    if (v instanceof Value.SliceElement s) {
                        Copy read = copy(s, instance.place(), iteration);
                        needed.add(read);
                        readers(read).add(guard(statement, iteration, instance.place()));
                    }
                });
            }
        }
        return found.reversed();
    }

    private List<Condition> readers(Copy copy) {
        return readers.computeIfAbsent(copy, c -> new ArrayList<>());
    }

    /** A condition for a copy's update without what every later reader asks anyway. */
    private Condition seen(Condition condition, Copy copy) {
        return Affines.and(condition.conjuncts().stream()
                .filter(c -> !readers(copy).stream().allMatch(r -> Implications.implies(r, c)))
                .toList());
    }

    /** The copy of the element that a statement writes, where its condition says that one coordinate is the iteration's. */
    private @Nullable Copy twin(int statement, int iteration, Set<Copy> needed) {
        Place place = own;
        for (Condition conjunct :
                context.piece().statements().get(statement).domain().conjuncts()) {
            if (conjunct instanceof Condition.Compare c && c.relation() == Condition.Relation.EQ) {
                for (int axis = 0; axis < context.axes().size(); axis++) {
                    Affine apart = Affine.variable(context.axes().get(axis).variable())
                            .minus(Affine.variable(sequence.variable()));
                    Affine difference = c.left().minus(c.right());
                    boolean same = isZero(difference.minus(apart)) || isZero(difference.plus(apart));
                    place = same ? place.with(axis, iteration) : place;
                }
            }
        }
        Copy twin = new Copy(target(statement), place);
        return needed.contains(twin) ? twin : null;
    }

    private static boolean isZero(Affine affine) {
        OptionalLong value = Affines.constantValue(affine);
        return value.isPresent() && value.getAsLong() == 0;
    }

    private Tile target(int statement) {
        Piece.PlannedAccess access = context.piece().statements().get(statement).access(1);
        if (access.tile() == null) {
            throw new IllegalArgumentException("plan gives no tile for " + access.access());
        }
        return context.tiles().get(access.tile());
    }

    /** When a statement runs at a place in an iteration of the round. */
    private Condition guard(int statement, int iteration, Place place) {
        Condition domain =
                guarding.remaining(context.piece().statements().get(statement).domain());
        List<Condition> conjuncts = new ArrayList<>();
        for (Condition conjunct : domain.substitute(variables(iteration, place)).conjuncts()) {
            conjuncts.add(conjunct instanceof Condition.Compare c ? Implications.decided(c) : conjunct);
        }
        conjuncts.removeIf(Condition.TRUE::equals);
        return Affines.and(conjuncts);
    }

    /** What the loops' variables are there, in terms of the round's first iteration and the own point. */
    private Map<String, Affine> variables(int iteration, Place place) {
        Affine first = Affine.variable(sequence.variable());
        Map<String, Affine> variables = new HashMap<>();
        variables.put(sequence.variable(), first.plus(iteration));
        for (int axis = 0; axis < context.axes().size(); axis++) {
            int at = place.at().get(axis);
            if (at != OWN) {
                variables.put(context.axes().get(axis).variable(), first.plus(at));
            }
        }
        return variables;
    }

    private Tile tile(Copy copy, Names names) {
        Map<String, Affine> places = new HashMap<>(variables(0, copy.place()));
        List<Affine> indices =
                copy.tile().indices().stream().map(i -> i.substitute(places)).toList();
        String name = names.fresh(Names.ofElement(copy.tile().array(), indices));
        return new Tile(name, copy.tile().array(), copy.tile().type(), ownAxes(copy.place()), indices);
    }

    private List<Integer> ownAxes(Place place) {
        return axes().filter(d -> place.at().get(d) == OWN).boxed().toList();
    }

    /** A round: hand out, wait, take copies, run the iterations. */
    List<Operation> round(Names fragmentNames) {
        List<Operation> operations = new ArrayList<>();
        // Those of the same owners one after another: one comparison finds the owners of neighbouring iterations.
        slices.entrySet().stream()
                .sorted(Comparator.comparing(e -> e.getValue().axes().toString()))
                .forEach(e -> operations.add(new Operation.Publish(
                        e.getValue(), e.getKey().tile(), owners(e.getKey().place()))));
        operations.add(new Operation.Barrier());
        copies.forEach((copy, tile) -> operations.add(
                new Operation.Assign(new Operation.Target.TileTarget(tile), taken(copy), Condition.TRUE)));
        for (Instance instance : instances) {
            operations.addAll(update(instance, fragmentNames));
        }
        if (slices.values().stream().anyMatch(s -> s.copies() == 1)) {
            operations.add(new Operation.Barrier());
        }
        return operations;
    }

    private Map<Integer, Affine> owners(Place place) {
        Map<Integer, Affine> owners = new HashMap<>();
        for (int axis = 0; axis < context.axes().size(); axis++) {
            if (place.at().get(axis) != OWN) {
                owners.put(axis, offset(axis, place));
            }
        }
        return owners;
    }

    /** A place's coordinate, counted from the axis' base. */
    private Affine offset(int axis, Place place) {
        Axis points = context.axes().get(axis);
        int at = place.at().get(axis);
        Affine coordinate = at == OWN
                ? Affine.variable(points.variable())
                : Affine.variable(sequence.variable()).plus(at);
        return Affines.difference(coordinate, points.base());
    }

    private Value taken(Copy copy) {
        for (Map.Entry<Copy, Slice> entry : slices.entrySet()) {
            if (copy.isOn(entry.getKey())) {
                List<Affine> offsets = entry.getValue().axes().stream()
                        .map(d -> offset(d, copy.place()))
                        .toList();
                return new Value.SliceElement(entry.getValue(), offsets);
            }
        }
        throw new IllegalStateException("nothing is handed out for " + copy);
    }

    private List<Operation> update(Instance instance, Names names) {
        Tile tile = element(new Copy(target(instance.statement()), instance.place()));
        List<Operation> operations = new ArrayList<>();
        Value value;
        if (instance.twin() != null) {
            value = new Value.TileElement(element(instance.twin()));
        } else {
            Fragments fragments = new Fragments(context, names);
            value = fragments.split(Values.mapLeaves(
                    values.get(instance.statement()), leaf -> at(leaf, instance.place(), instance.iteration())));
            operations.addAll(fragments.defined());
        }
        operations.add(new Operation.Assign(new Operation.Target.TileTarget(tile), value, instance.guard()));
        return operations;
    }

    private Tile element(Copy copy) {
        Tile tile = copies.get(copy);
        return tile == null && copy.place().isOwn() ? copy.tile() : java.util.Objects.requireNonNull(tile);
    }

    /** A leaf of a statement's value at a place, in an iteration of the round. */
    private Value at(Value leaf, Place place, int iteration) {
        return switch (leaf) {
            case Value.TileElement t -> new Value.TileElement(element(new Copy(t.tile(), place)));
            case Value.SliceElement s -> new Value.TileElement(element(copy(s, place, iteration)));
            case Value.BufferElement b ->
                new Value.StagedElement(
                        b.buffer(),
                        iteration,
                        b.buffer().axes().stream().map(d -> offset(d, place)).toList());
            case Value.Index i -> new Value.Index(i.index().substitute(variables(iteration, place)));
            default -> leaf;
        };
    }
}
