package tilewright.kernel.emulate;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import tilewright.kernel.ScalarType;

/**
 * What was executed. Each operation is counted by threads, by warps that had a thread there (instructions issued), and, for
 * accesses to memory, by transactions.
 *
 * @param operations computations on values
 * @param accesses to global and shared memory
 * @param launches kernels that had blocks
 * @param blocks of all launches
 */
public record Counts(
        SortedMap<Operation, Amount> operations, SortedMap<Access, Amount> accesses, long launches, long blocks) {
    /**
     * @param name of an operator, e.g. {@code ADD}; of a function, e.g. {@code FMA}; {@code CONVERT}, {@code SHUFFLE},
     *     {@code VOTE}, {@code BARRIER}, {@code GRID_BARRIER}, {@code AWAIT_COPIES} or {@code COPY_REGISTERS}
     */
    public record Operation(String name, ScalarType type) implements Comparable<Operation> {
        @Override
        public int compareTo(Operation that) {
            int byName = name.compareTo(that.name);
            return byName != 0 ? byName : type.compareTo(that.type);
        }

        @Override
        public String toString() {
            return name + " " + type.notation();
        }
    }

    /** Which memory. */
    public enum Space {
        GLOBAL,
        SHARED
    }

    /** What is done there. */
    public enum Direction {
        LOAD,
        STORE,
        ATOMIC
    }

    /** @param bytes of one thread's access */
    public record Access(Space space, Direction direction, int bytes) implements Comparable<Access> {
        @Override
        public int compareTo(Access that) {
            int bySpace = space.compareTo(that.space);
            int byDirection = direction.compareTo(that.direction);
            return bySpace != 0 ? bySpace : byDirection != 0 ? byDirection : Integer.compare(bytes, that.bytes);
        }

        @Override
        public String toString() {
            return space + " " + direction + " " + bytes;
        }
    }

    /**
     * @param threads executions, thread by thread
     * @param warps executions, warp by warp
     * @param transactions of global memory, the 32-byte sectors that each warp touches; of shared memory, the passes over its
     *     32 banks that each warp takes: what is more than the least is bank conflicts. 0 for computations
     */
    public record Amount(long threads, long warps, long transactions) {
        static final Amount NONE = new Amount(0, 0, 0);
    }

    public Counts {
        operations = Collections.unmodifiableSortedMap(new TreeMap<>(operations));
        accesses = Collections.unmodifiableSortedMap(new TreeMap<>(accesses));
    }

    /** How often an operation was executed: its record's name in capitals, and the type of its result. */
    public Amount of(String name, ScalarType type) {
        return operations.getOrDefault(new Operation(name, type), Amount.NONE);
    }

    public Amount of(Space space, Direction direction, int bytes) {
        return accesses.getOrDefault(new Access(space, direction, bytes), Amount.NONE);
    }

    /** A line each, for comparing two programs. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("launches " + launches + ", blocks " + blocks + "\n");
        operations.forEach(
                (what, n) -> text.append(what + ": " + n.threads() + " by threads, " + n.warps() + " by warps\n"));
        accesses.forEach((what, n) -> text.append(what + ": " + n.threads() + " by threads, " + n.warps()
                + " by warps, " + n.transactions() + " transactions\n"));
        return text.toString();
    }
}
