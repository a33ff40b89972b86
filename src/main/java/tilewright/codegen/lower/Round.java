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
import tilewright.tiling.plan.Piece;

/**
 * The places of a round of iterations that exchange values once ({@link JointExchange}): the own point, and those whose
 * coordinates are iterations of the round; what stands there, who has it, and when statements run there.
 */
final class Round {
    /** The coordinate of the reading point. */
    static final int OWN = -1;

    /** The coordinate that the reading point has along another axis: {@code a(j,k)}, read at (i,j), is that of a point in row j. */
    private static int ownAlong(int axis) {
        return OWN - 1 - axis;
    }

    /** The other axis whose coordinate it is, or -1. */
    private static int otherAxis(int coordinate) {
        return coordinate < OWN ? OWN - 1 - coordinate : -1;
    }

    /**
     * A point: for each axis {@link #OWN}, the own coordinate along another axis, or the iteration of the round whose value is the coordinate.
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

        /** Whether it has some coordinate that the reading point has along another axis. */
        boolean isTransposed() {
            return at.stream().anyMatch(c -> c < OWN);
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

    /**
     * The owner of what a point reads, seen from there; 0 for the coordinate of the iteration. Null where a coordinate is neither
     * that nor the reader's.
     */
    @Nullable
    Place owner(Value.SliceElement element) {
        Operation.Publish publish = shared.publish(element.slice());
        List<Integer> at = new ArrayList<>();
        for (int axis = 0; axis < context.axes().size(); axis++) {
            Affine place = publish.owners().get(axis);
            int position = element.slice().axes().indexOf(axis);
            if (place == null && position < 0) {
                return null;
            }
            Affine offset = place == null ? element.offsets().get(position) : place;
            Affine coordinate = offset.plus(context.axes().get(axis).base());
            if (place != null && isZero(coordinate.minus(Affine.variable(sequence.variable())))) {
                at.add(0);
                continue;
            }
            int along = place != null ? -1 : along(coordinate);
            if (along < 0 || !holds(axis, along)) {
                return null;
            }
            at.add(along == axis ? OWN : ownAlong(along));
        }
        return new Place(at);
    }

    /** The axis whose coordinate it is, or -1. */
    private int along(Affine coordinate) {
        return axes().filter(d -> isZero(
                        coordinate.minus(Affine.variable(context.axes().get(d).variable()))))
                .findFirst()
                .orElse(-1);
    }

    /** Whether an axis has points at all coordinates of another one. */
    private boolean holds(int axis, int other) {
        Axis points = context.axes().get(axis);
        Axis others = context.axes().get(other);
        OptionalLong first = Affines.constantValue(others.base().minus(points.base()));
        return axis == other
                || first.isPresent()
                        && first.getAsLong() >= 0
                        && first.getAsLong() + others.extent() <= points.extent();
    }

    private static boolean isZero(Affine affine) {
        OptionalLong value = Affines.constantValue(affine);
        return value.isPresent() && value.getAsLong() == 0;
    }

    /** What a point reads from another one in an iteration of the round. */
    Copy copy(Value.SliceElement element, Place place, int iteration) {
        Place owner = owner(element);
        if (owner == null) {
            throw new IllegalStateException("no owner of " + element);
        }
        Place source = place;
        for (int axis = 0; axis < owner.at().size(); axis++) {
            int at = owner.at().get(axis);
            if (at >= 0) {
                source = source.with(axis, iteration);
            } else if (at < OWN) {
                int other = otherAxis(at);
                int seen = place.at().get(other);
                source = source.with(axis, seen == OWN ? at : otherAxis(seen) == axis ? OWN : seen);
            }
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
                variables.put(context.axes().get(axis).variable(), at < OWN ? variable(otherAxis(at)) : first.plus(at));
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
        return axes().filter(d -> place.at().get(d) == OWN || place.at().contains(ownAlong(d)))
                .boxed()
                .toList();
    }

    private Affine variable(int axis) {
        return Affine.variable(context.axes().get(axis).variable());
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
                : at < OWN
                        ? variable(otherAxis(at))
                        : Affine.variable(sequence.variable()).plus(at);
        return Affines.difference(coordinate, points.base());
    }
}
