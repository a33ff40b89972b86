package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.Piece;

/**
 * The places of a round of iterations that exchange values once ({@link JointExchange}): the own point, and those whose
 * coordinates are iterations of the round; what stands there, who has it, and when statements run there.
 */
final class Round {
    /** The coordinate of the reading point. */
    static final int OWN = -1;

    /**
     * A point: for each axis {@link #OWN}, or the iteration of the round whose value is the coordinate.
     */
    record Place(List<Integer> at) {
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
    record Copy(Tile tile, Place place) {
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
    record Instance(
            int statement,
            int iteration,
            Place place,
            Condition guard,
            @Nullable Copy twin) {}

    private final PieceContext context;
    private final Sequence sequence;
    private final SharedValues shared;
    private final Guarding guarding;

    /** @param guarding what the blocks check */
    Round(PieceContext context, Sequence sequence, SharedValues shared, Guarding guarding) {
        this.context = context;
        this.sequence = sequence;
        this.shared = shared;
        this.guarding = guarding;
    }

    /** The reading point. */
    Place own() {
        return new Place(Collections.nCopies(context.axes().size(), OWN));
    }

    IntStream axes() {
        return IntStream.range(0, context.axes().size());
    }

    /** Whether the values of all iterations are coordinates of the block's points. */
    boolean holdsAll(int axis) {
        Axis points = context.axes().get(axis);
        OptionalLong first = Affines.constantValue(sequence.origin().minus(points.base()));
        OptionalLong count = Affines.constantValue(sequence.count());
        return first.isPresent()
                && count.isPresent()
                && first.getAsLong() >= 0
                && first.getAsLong() + count.getAsLong() <= points.extent();
    }

    /** For each axis whether the owner's coordinate is the iteration's; null where it is neither that nor the reader's. */
    @Nullable
    List<Boolean> owner(Value.SliceElement element) {
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
    Copy copy(Value.SliceElement element, Place place, int iteration) {
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

    /** Registers of a thread that a copy takes. */
    int registers(Copy copy) {
        return ownAxes(copy.place()).stream()
                .mapToInt(d -> context.axes().get(d).perThread())
                .reduce(1, Math::multiplyExact);
    }

    /** The tile that a statement writes. */
    Tile target(int statement) {
        Piece.PlannedAccess access = context.piece().statements().get(statement).access(1);
        if (access.tile() == null) {
            throw new IllegalArgumentException("plan gives no tile for " + access.access());
        }
        return context.tiles().get(access.tile());
    }

    /** When a statement runs at a place in an iteration of the round. */
    Condition guard(int statement, int iteration, Place place) {
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
    Map<String, Affine> variables(int iteration, Place place) {
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

    /** The registers of a copy. */
    Tile tile(Copy copy, Names names) {
        Map<String, Affine> places = new HashMap<>(variables(0, copy.place()));
        List<Affine> indices =
                copy.tile().indices().stream().map(i -> i.substitute(places)).toList();
        String name = names.fresh(Names.ofElement(copy.tile().array(), indices));
        return new Tile(name, copy.tile().array(), copy.tile().type(), ownAxes(copy.place()), indices);
    }

    private List<Integer> ownAxes(Place place) {
        return axes().filter(d -> place.at().get(d) == OWN).boxed().toList();
    }

    /** The coordinates of those who have what stands at a place, of axes along which they are no readers. */
    Map<Integer, Affine> owners(Place place) {
        Map<Integer, Affine> owners = new HashMap<>();
        for (int axis = 0; axis < context.axes().size(); axis++) {
            if (place.at().get(axis) != OWN) {
                owners.put(axis, offset(axis, place));
            }
        }
        return owners;
    }

    /** A place's coordinate, counted from the axis' base. */
    Affine offset(int axis, Place place) {
        Axis points = context.axes().get(axis);
        int at = place.at().get(axis);
        Affine coordinate = at == OWN
                ? Affine.variable(points.variable())
                : Affine.variable(sequence.variable()).plus(at);
        return Affines.difference(coordinate, points.base());
    }
}
