package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.Condition;

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
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();
    private final PieceContext context;
    private final List<Value> values;
    private final SharedValues shared;
    private final Round round;
    private final RoundInstances instances;
    private final int size;
    /** What is copied when a round starts, in order of the reads that need it. */
    private final Map<Round.Copy, Tile> copies = new LinkedHashMap<>();
    /** Where those lie in shared memory that are handed out; the others are elements of them. */
    private final Map<Round.Copy, Slice> slices = new LinkedHashMap<>();

    private JointExchange(
            PieceContext context, Sequence sequence, List<Value> values, SharedValues shared, Round round, int size) {
        this.context = context;
        this.values = List.copyOf(values);
        this.shared = shared;
        this.size = size;
        this.round = round;
        this.instances = RoundInstances.of(round, context, sequence, this.values, size);
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
        Round round = new Round(context, sequence, shared, guarding);
        RoundConditions conditions = new RoundConditions(context, sequence, values, shared, round);
        for (int size = LIMITS.round(); size > 1; size /= 2) {
            if (conditions.allow(size)) {
                JointExchange exchange = new JointExchange(context, sequence, values, shared, round, size);
                if (exchange.findCopies(names)) {
                    return Optional.of(exchange);
                }
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

    /**
     * Finds what has to be copied, and where that is handed out.
     *
     * @return whether registers for all copies are there
     */
    private boolean findCopies(Names names) {
        Set<Round.Copy> needed = instances.copies();
        if (needed.stream().mapToInt(round::registers).sum() > LIMITS.copies()) {
            return false;
        }
        needed.stream()
                .sorted(Comparator.comparing((Round.Copy c) -> -c.place().count(Round.OWN))
                        .thenComparing(c -> c.place().latest())
                        .thenComparing(c -> c.place().at().toString()))
                .forEach(copy -> copies.put(copy, round.tile(copy, names)));
        copies.forEach((copy, tile) -> {
            if (needed.stream().noneMatch(o -> !o.equals(copy) && copy.isOn(o))) {
                slices.put(copy, shared.joint(copy.tile(), tile, copy.place().at()));
            }
        });
        // What is read in another axis' order must be among what is handed out in its own.
        return !copies.isEmpty()
                && slices.keySet().stream().noneMatch(c -> c.place().isTransposed());
    }

    /** A round: hand out, wait, take copies, run the iterations. */
    List<Operation> round(Names fragmentNames) {
        List<Operation> operations = new ArrayList<>();
        // Those of the same owners one after another: one comparison finds the owners of neighbouring iterations.
        slices.entrySet().stream()
                .sorted(Comparator.comparing(e -> e.getValue().axes().toString()))
                .forEach(e -> operations.add(new Operation.Publish(
                        e.getValue(), e.getKey().tile(), round.owners(e.getKey().place()))));
        operations.add(new Operation.Barrier());
        copies.forEach((copy, tile) -> operations.add(
                new Operation.Assign(new Operation.Target.TileTarget(tile), taken(copy), Condition.TRUE)));
        for (Round.Instance instance : instances.all()) {
            operations.addAll(update(instance, fragmentNames));
        }
        return operations;
    }

    /** Whether points take values from points with the same coordinate along an axis alone. */
    boolean staysAlong(int axis) {
        return copies.keySet().stream().allMatch(c -> c.place().at().get(axis) == Round.OWN);
    }

    private Value taken(Round.Copy copy) {
        for (Map.Entry<Round.Copy, Slice> entry : slices.entrySet()) {
            if (copy.isOn(entry.getKey())) {
                List<Affine> offsets = entry.getValue().axes().stream()
                        .map(d -> round.offset(d, copy.place()))
                        .toList();
                return new Value.SliceElement(entry.getValue(), offsets);
            }
        }
        throw new IllegalStateException("nothing is handed out for " + copy);
    }

    private List<Operation> update(Round.Instance instance, Names names) {
        Tile tile = element(new Round.Copy(round.target(instance.statement()), instance.place()));
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

    private Tile element(Round.Copy copy) {
        Tile tile = copies.get(copy);
        return tile == null && copy.place().isOwn() ? copy.tile() : java.util.Objects.requireNonNull(tile);
    }

    /** A leaf of a statement's value at a place, in an iteration of the round. */
    private Value at(Value leaf, Round.Place place, int iteration) {
        return switch (leaf) {
            case Value.TileElement t -> new Value.TileElement(element(new Round.Copy(t.tile(), place)));
            case Value.SliceElement s -> new Value.TileElement(element(round.copy(s, place, iteration)));
            case Value.BufferElement b ->
                new Value.StagedElement(
                        b.buffer(),
                        iteration,
                        b.buffer().axes().stream()
                                .map(d -> round.offset(d, place))
                                .toList());
            case Value.Index i -> new Value.Index(i.index().substitute(round.variables(iteration, place)));
            case Value.Literal _,
                    Value.NeighbourElement _,
                    Value.StagedElement _,
                    Value.FragmentElement _,
                    Value.GlobalElement _,
                    Value.Operation _ -> leaf;
        };
    }
}
