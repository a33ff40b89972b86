package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.property.Surfaces;

/**
 * How the points of a box that a block stays with lie in its threads and in shared memory. A thread has neighbouring points along each dimension, in registers. Shared memory has the
 * box and room around it for what statements read of other blocks. Along the last dimension the first points of all threads lie beside each other, then their second ones, so that threads
 * meet no bank twice.
 *
 * @param threads numbers of the thread along each dimension
 * @param registers numbers of a point among those of its thread, by dimension
 */
record StayingBox(TimeTile boxes, Surfaces surfaces, List<Variable> threads, List<Variable> registers) {
    StayingBox {
        threads = List.copyOf(threads);
        registers = List.copyOf(registers);
    }

    int dimensions() {
        return boxes.dimensions().size();
    }

    TimeTile.Dimension dimension(int d) {
        return boxes.dimensions().get(d);
    }

    /** Points of a thread. */
    int points(int d) {
        return dimension(d).thread();
    }

    /** Points of a thread along all dimensions. */
    List<Integer> shape() {
        return boxes.dimensions().stream().map(TimeTile.Dimension::thread).toList();
    }

    int threadCount() {
        return boxes.dimensions().stream().mapToInt(TimeTile.Dimension::threads).reduce(1, Math::multiplyExact);
    }

    /** Room before the box. */
    private int low(int d) {
        return surfaces.memory().keySet().stream()
                .mapToInt(a -> surfaces.low(a, d))
                .max()
                .orElse(0);
    }

    /** Room behind the box. */
    private int high(int d) {
        return surfaces.memory().keySet().stream()
                .mapToInt(a -> surfaces.high(a, d))
                .max()
                .orElse(0);
    }

    private int last() {
        return dimensions() - 1;
    }

    private int threadsBefore() {
        return Math.ceilDiv(low(last()), points(last()));
    }

    private int threadsWithRoom() {
        return threadsBefore() + dimension(last()).threads() + Math.ceilDiv(high(last()), points(last()));
    }

    /** Elements of a shared memory. */
    int elements() {
        int elements = threadsWithRoom() * points(last());
        for (int d = 0; d < last(); d++) {
            elements *= low(d) + dimension(d).own() + high(d);
        }
        return elements;
    }

    /** Position within the box of the thread's present point. */
    Expression position(int d) {
        return add(
                dimension(d).threads() == 1
                        ? integer(0)
                        : multiply(threads.get(d).read(), integer(points(d))),
                register(d));
    }

    /** A loop over the thread's points along a dimension, written out. */
    Statement overPoints(int d, List<Statement> body) {
        Variable register = registers.get(d);
        return points(d) == 1
                ? new Statement.Scope(body)
                : new Statement.For(
                        register,
                        integer(0),
                        less(register.read(), integer(points(d))),
                        integer(1),
                        Statement.For.ALL,
                        body);
    }

    Expression register(int d) {
        return points(d) == 1 ? integer(0) : registers.get(d).read();
    }

    /** The place of an element at an offset from the thread's present point. */
    Place shared(Memory.Shared memory, List<Integer> offset) {
        List<Expression> positions = new ArrayList<>();
        for (int d = 0; d < last(); d++) {
            positions.add(sum(position(d), integer(offset.get(d))));
        }
        int p = points(last());
        Expression among = sum(register(last()), integer(offset.get(last()) + (long) p * threadsBefore()));
        Expression thread = dimension(last()).threads() == 1
                ? integer(0)
                : threads.get(last()).read();
        return place(memory, positions, among, thread);
    }

    /** The place of an element of the box or of the room around it. */
    Place shared(Memory.Shared memory, List<Expression> positions, int ofLast) {
        Expression among = sum(positions.get(ofLast), integer((long) points(last()) * threadsBefore()));
        return place(memory, positions.subList(0, ofLast), among, integer(0));
    }

    /**
     * @param positions within the box, all but the last
     * @param among number of the point from the first one that there is room for, less those of {@code thread}
     */
    private Place place(Memory.Shared memory, List<Expression> positions, Expression among, Expression thread) {
        Expression row = integer(0);
        for (int d = 0; d < last(); d++) {
            Expression position = sum(positions.get(d), integer(low(d)));
            row = d == 0
                    ? position
                    : sum(multiply(row, integer(low(d) + dimension(d).own() + high(d))), position);
        }
        int p = points(last());
        Expression of = p == 1
                ? integer(0)
                : isInteger(among, 0) ? among : multiply(remainder(among, p), integer(threadsWithRoom()));
        Expression index = multiply(row, integer((long) threadsWithRoom() * p));
        index = isInteger(row, 0) ? of : sum(index, of);
        return new Place.Shared(memory, List.of(sum(index, sum(thread, divide(among, p)))));
    }

    /** Whether the thread itself has the point at an offset, by its registers alone. */
    List<Expression> isOwn(List<Integer> offset) {
        List<Expression> conditions = new ArrayList<>();
        for (int d = 0; d < dimensions(); d++) {
            int o = offset.get(d);
            if (o != 0) {
                conditions.add(
                        o > 0
                                ? less(sum(register(d), integer(o)), integer(points(d)))
                                : lessEqual(integer(-o), register(d)));
            }
        }
        return conditions;
    }

    /** Whether a thread has any points at an offset from points of its own. */
    boolean mayBeOwn(List<Integer> offset) {
        for (int d = 0; d < dimensions(); d++) {
            if (Math.abs(offset.get(d)) >= points(d)) {
                return false;
            }
        }
        return true;
    }

    /** The register at an offset from the present point. */
    Place register(Memory.Register registers, List<Integer> offset) {
        List<Expression> indices = new ArrayList<>();
        for (int d = 0; d < dimensions(); d++) {
            indices.add(sum(register(d), integer(offset.get(d))));
        }
        return new Place.Register(registers, indices);
    }

    /** Whether another thread of the block reads the present point of an array; nothing where it always may. */
    List<Expression> isReadByThreads(String array) {
        List<Expression> sides = new ArrayList<>();
        for (int d = 0; d < dimensions(); d++) {
            int low = surfaces.low(array, d);
            int high = surfaces.high(array, d);
            if (dimension(d).threads() == 1 || low + high == 0) {
                continue;
            }
            if (low + high >= points(d)) {
                return List.of(integer(1));
            }
            if (high > 0) {
                sides.add(less(register(d), integer(high)));
            }
            if (low > 0) {
                sides.add(lessEqual(integer(points(d) - low), register(d)));
            }
        }
        return sides;
    }

    /**
     * Whether another block reads the present point of an array.
     *
     * @param exists whether there is a block in a direction
     */
    Expression isSurface(String array, Function<List<Integer>, List<Expression>> exists) {
        List<Expression> sides = new ArrayList<>();
        for (int d = 0; d < dimensions(); d++) {
            if (surfaces.high(array, d) > 0) {
                sides.add(beside(less(position(d), integer(surfaces.high(array, d))), exists.apply(along(d, -1))));
            }
            if (surfaces.low(array, d) > 0) {
                sides.add(beside(
                        lessEqual(integer(dimension(d).own() - surfaces.low(array, d)), position(d)),
                        exists.apply(along(d, 1))));
            }
        }
        return any(sides);
    }

    private static Expression beside(Expression position, List<Expression> exists) {
        return all(Stream.concat(Stream.of(position), exists.stream()).toList());
    }

    /** The direction along one dimension. */
    private List<Integer> along(int dimension, int side) {
        List<Integer> direction = new ArrayList<>(Collections.nCopies(dimensions(), 0));
        direction.set(dimension, side);
        return direction;
    }

    static Expression any(List<Expression> conditions) {
        return conditions.stream().reduce((a, b) -> binary(Infix.OR_ELSE, a, b)).orElse(integer(0));
    }

    private static Expression times(Expression number, int factor) {
        return isInteger(number, 0) ? number : multiply(number, integer(factor));
    }

    /** The number of the thread's present point among all of the block: first points of all threads, then second ones. */
    Expression number() {
        Expression among = integer(0);
        Expression thread = integer(0);
        for (int d = 0; d < dimensions(); d++) {
            among = sum(times(among, points(d)), register(d));
            int count = dimension(d).threads();
            thread = sum(
                    times(thread, count),
                    count == 1 ? integer(0) : threads.get(d).read());
        }
        return sum(times(among, threadCount()), thread);
    }

    /** The same of the block on a side, for an element that this block reads of it. */
    Expression number(Side side, Expression element) {
        Expression among = integer(0);
        Expression thread = integer(0);
        List<Expression> positions = side.positions(element);
        for (int d = 0; d < dimensions(); d++) {
            Expression position = sum(
                    positions.get(d),
                    integer((long) -side.direction().get(d) * dimension(d).own()));
            int p = points(d);
            Expression own = p == 1 ? integer(0) : p == dimension(d).own() ? position : remainder(position, p);
            among = sum(times(among, p), own);
            int count = dimension(d).threads();
            thread = sum(times(thread, count), count == 1 ? integer(0) : divide(position, p));
        }
        return sum(times(among, threadCount()), thread);
    }

    /**
     * What a block reads of the one in a direction.
     *
     * @param extents elements along each dimension
     * @param starts position of the first of them
     */
    record Side(List<Integer> direction, List<Integer> extents, List<Integer> starts) {
        Side {
            direction = List.copyOf(direction);
            extents = List.copyOf(extents);
            starts = List.copyOf(starts);
        }

        int elements() {
            return extents.stream().reduce(1, Math::multiplyExact);
        }

        /** The positions of an element, seen from the block that reads it. */
        List<Expression> positions(Expression element) {
            List<Expression> positions = new ArrayList<>();
            int inner = elements();
            for (int d = 0; d < extents.size(); d++) {
                int outer = inner;
                inner /= extents.get(d);
                Expression quotient = divide(element, inner);
                boolean highest = outer == elements();
                Expression digit =
                        extents.get(d) == 1 ? integer(0) : highest ? quotient : remainder(quotient, extents.get(d));
                positions.add(sum(digit, integer(starts.get(d))));
            }
            return positions;
        }
    }

    List<Side> sides(String array) {
        List<Side> sides = new ArrayList<>();
        for (List<Integer> direction : Surfaces.directions(surfaces.shape(), array)) {
            List<Integer> extents = new ArrayList<>();
            List<Integer> starts = new ArrayList<>();
            for (int d = 0; d < dimensions(); d++) {
                int side = direction.get(d);
                int own = dimension(d).own();
                extents.add(side < 0 ? surfaces.low(array, d) : side > 0 ? surfaces.high(array, d) : own);
                starts.add(side < 0 ? -surfaces.low(array, d) : side > 0 ? own : 0);
            }
            sides.add(new Side(direction, extents, starts));
        }
        return sides;
    }
}
