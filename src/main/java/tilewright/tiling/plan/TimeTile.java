package tilewright.tiling.plan;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Statement;
import tilewright.model.sets.PlainComparisons;

/**
 * Blocks that run several iterations of the time loop on their own: an overlapped (trapezoidal) tile. All expressions
 * are over parameters, the host variable and the variables of {@code time} and {@code dimensions}.
 *
 * <p>Meaning: a block holds every array on a box of elements, its own ones and a halo around them. It loads the box;
 * for every iteration of the time loop, in order, every statement, in order, runs for all points of the box in
 * parallel where its {@code domain} holds; then the block stores its own elements. A point is the element that the
 * statement writes. Values near the rim of the box become wrong as time goes on, because neighbours beyond it are
 * missing; the halo is as wide as they get, so that no own element sees them. Other blocks compute the same halo
 * points again. They also load elements that this block owns: so what it stores goes to another copy.
 *
 * @param role what these blocks are, for people
 * @param dimensions of the arrays, outermost first
 * @param interior blocks in whose box every bulk statement runs at all points, no other statement runs at any, and all
 *     elements are within bounds: no guard is needed
 */
public record TimeTile(
        String role,
        Time time,
        List<Dimension> dimensions,
        Condition interior,
        List<HeldArray> arrays,
        List<TimedStatement> statements)
        implements Blocks {
    /**
     * The iterations of a launch: {@code first..last}, inclusive; perhaps none. Launches read one copy of the arrays that
     * they carry on and write the other, in turn: an even one reads the arrays themselves, an odd one their second copies.
     *
     * <p>Without a turn each launch is a sweep of its own, of one iteration: it carries nothing on, and stores in place what it computes.
     *
     * @param turn variable of the host loop, from 0 on, that counts these launches, whose number is even; null for sweeps of their own
     * @param ends launches that run the last iteration of all
     */
    public record Time(
            String variable,
            Affine first,
            Affine last,
            @Nullable String turn,
            Condition ends) {
        /** Whether each launch is a sweep of its own. */
        public boolean isSweep() {
            return turn == null;
        }
    }

    /**
     * One dimension of the box: {@code variable} runs through {@code base .. base + extent - 1}; the elements from
     * {@code base + low} on, {@code own} of them, are the block's own.
     *
     * @param block block coordinate, from 0 to {@code lastBlock}
     * @param thread points along the dimension that one thread holds; it divides the extent
     * @param whole whether the first block also owns what lies before those elements in its box, and the last one what lies behind them: boxes then begin
     *     where arrays begin, and none is for a halo outside of them
     */
    public record Dimension(
            String variable,
            Affine base,
            int extent,
            int low,
            int own,
            int thread,
            String block,
            Affine lastBlock,
            boolean whole) {
        public int threads() {
            return extent / thread;
        }

        /** Points of the block's box that are its own. */
        public Condition owned() {
            return Condition.and(List.of(ownedFrom(), ownedTo()));
        }

        private Condition ownedFrom() {
            Condition from = new Condition.Compare(Affine.variable(variable), Condition.Relation.GE, base.plus(low));
            return whole ? new Condition.Or(List.of(from, isFirst())) : from;
        }

        private Condition ownedTo() {
            Condition to =
                    new Condition.Compare(Affine.variable(variable), Condition.Relation.LE, base.plus(low + own - 1L));
            return whole ? new Condition.Or(List.of(to, isLast())) : to;
        }

        private Condition isFirst() {
            return new Condition.Compare(Affine.variable(block), Condition.Relation.LE, Affine.constant(0));
        }

        private Condition isLast() {
            return PlainComparisons.plain(
                    new Condition.Compare(Affine.variable(block), Condition.Relation.GE, lastBlock));
        }

        /** Conditions of which each holds for some of the block's own points, and for each of them one does; none has a disjunction. */
        public List<Condition> ownedCases() {
            return alternatives(ownedFrom()).stream()
                    .flatMap(from -> alternatives(ownedTo()).stream().map(to -> Condition.and(List.of(from, to))))
                    .toList();
        }

        private static List<Condition> alternatives(Condition condition) {
            return condition instanceof Condition.Or or ? or.operands() : List.of(condition);
        }
    }

    /** How an array's contents move. */
    public enum Transfer {
        /** Values survive an iteration of the time loop: loaded from one copy, own elements stored to the other. */
        CARRIED,
        /** Every value read was written in the same iteration, or never: only the last launch stores, in place. */
        RECOMPUTED,
        /** The same of an array that is the nest's own, each of whose values is written before it is read: nothing of it is in memory. */
        WITHIN,
        /** Only a sweep of its own has it: each block reads and writes its own elements alone, and stores those that it writes. */
        IN_PLACE,
        /** Nothing writes it. */
        READ_ONLY;

        /** Whether every iteration of the time loop computes anew what it reads of it. */
        public boolean isAnew() {
            return this == RECOMPUTED || this == WITHIN;
        }

        /** Whether its elements are in memory. */
        public boolean isInMemory() {
            return this != WITHIN;
        }

        /** Whether blocks store elements of it. */
        public boolean isStored() {
            return this != READ_ONLY && isInMemory();
        }
    }

    /**
     * @param written elements that some statement writes, in every iteration of the time loop
     * @param neighbours where elements are read, as offsets from the point; the point itself left out
     */
    public record HeldArray(String array, Transfer transfer, Condition written, List<List<Integer>> neighbours) {
        public HeldArray {
            neighbours = List.copyOf(neighbours);
        }
    }

    /**
     * @param coordinates the statement's loop variables in terms of the point
     * @param domain points at which it runs, the same in every iteration of the time loop
     * @param bulk whether it runs at the points of interior blocks
     * @param offsets by number of the access: where a held element is read, seen from the point; other accesses go to
     *     global memory
     */
    public record TimedStatement(
            Statement statement,
            Map<String, Affine> coordinates,
            Condition domain,
            boolean bulk,
            Map<Integer, List<Integer>> offsets)
            implements Leaf {
        public TimedStatement {
            coordinates = Map.copyOf(coordinates);
            offsets = Map.copyOf(offsets);
        }

        /** The accesses that read held elements. */
        public List<Access> reads() {
            return statement.accesses().stream()
                    .filter(a -> a.index() > 1 && offsets.containsKey(a.index()))
                    .toList();
        }

        /** Where one of them finds its element, seen from the point. */
        public List<Integer> offset(Access read) {
            return Objects.requireNonNull(offsets.get(read.index()));
        }
    }

    public TimeTile {
        dimensions = List.copyOf(dimensions);
        arrays = List.copyOf(arrays);
        statements = List.copyOf(statements);
    }

    @Override
    public List<Band> bands() {
        return Blocks.bands(
                dimensions.stream().map(d -> new Loop(d.block(), Affine.constant(0), d.lastBlock())),
                Stream.of(new Loop(time.variable(), time.first(), time.last())),
                dimensions.stream()
                        .map(d -> new Loop(d.variable(), d.base(), d.base().plus(d.extent() - 1L))));
    }

    @Override
    public Condition own() {
        return Condition.and(dimensions.stream().map(Dimension::owned).toList());
    }

    public HeldArray held(String array) {
        return arrays.stream().filter(a -> a.array().equals(array)).findFirst().orElseThrow();
    }
}
