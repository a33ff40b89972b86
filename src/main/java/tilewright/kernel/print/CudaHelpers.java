package tilewright.kernel.print;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;

/**
 * The helper functions that a file of CUDA C++ calls, for the template that defines them.
 *
 * @param copies of neighbours
 * @param extremes of three numbers
 * @param accesses that are neither plain nor a function of CUDA's
 * @param singles functions that there is one of
 */
public record CudaHelpers(List<Copy> copies, List<Extreme> extremes, List<Access> accesses, List<Single> singles) {
    /** Functions that there is one of, and that go by this name. */
    public enum Single {
        /** Divides without a branch. */
        QUOTIENT,
        /** Two 16-bit integers as a word; with it, {@code both}. */
        PAIR,
        AWAIT_COPIES,
        TAKE_TURN,
        /** All blocks of a launch wait for each other. */
        GRID_BARRIER,
        /** {@code min(x + y, z)} of integers, where that is not one of the language's functions. */
        ADD_MIN,
        ADD_MAX,
        /** The votes of a warp's threads, bit by bit, where warps are parts of what runs in lockstep. */
        WARP_BALLOT,
        /** The values of a warp's threads made one, likewise; all operations. */
        WARP_REDUCE
    }

    CudaHelpers(Set<Copy> copies, Set<Extreme> extremes, Set<Access> accesses, Set<Single> singles) {
        this(List.copyOf(copies), List.copyOf(extremes), List.copyOf(accesses), List.copyOf(singles));
    }

    /** Whether it is called. */
    public boolean has(String single) {
        return singles.contains(Single.valueOf(single));
    }

    /** A function that copies {@code width} neighbours of {@code type} at once. */
    public record Copy(Statement.Way way, ScalarType type, int width) implements Comparable<Copy> {
        @Override
        public int compareTo(Copy other) {
            return Comparator.comparing(Copy::way)
                    .thenComparing(Copy::type)
                    .thenComparing(Copy::width)
                    .compare(this, other);
        }

        public String name() {
            return switch (way) {
                case WIDE -> "copy" + width;
                case ASYNCHRONOUS -> "copy_async" + width;
                case LOAD_APART -> "load_apart" + width;
                case STORE_APART -> "store_apart" + width;
            };
        }

        public int bytes() {
            return width * type.bytes();
        }

        /** The type that is as wide. There are no vectors of eight 16-bit integers: words are copied. */
        public String vectorType() {
            ScalarType word = type.promoted();
            int words = bytes() / word.bytes();
            // CUDA's vectors of unsigned integers have a name of their own.
            String one = word == ScalarType.U32 ? "uint" : word.cName();
            return words > 1 ? one + words : word.cName();
        }

        /** Name of the function that only copies. */
        public String plain() {
            return new Copy(Statement.Way.WIDE, type, width).name();
        }
    }

    /** A function that gives the least or greatest of three numbers, compared as integers. */
    public record Extreme(boolean minimum, ScalarType type) implements Comparable<Extreme> {
        @Override
        public int compareTo(Extreme other) {
            return Comparator.comparing(Extreme::minimum)
                    .thenComparing(Extreme::type)
                    .compare(this, other);
        }

        public String name() {
            return relation() + "3";
        }

        public String relation() {
            return minimum ? "least" : "greatest";
        }

        /** The function of two integers. */
        public String function() {
            return minimum ? "min" : "max";
        }
    }

    /** A function that loads or stores an element which other threads access at the same time. */
    public record Access(Place.Access access, ScalarType type, boolean store) implements Comparable<Access> {
        @Override
        public int compareTo(Access other) {
            return Comparator.comparing(Access::store)
                    .thenComparing(Access::access)
                    .thenComparing(Access::type)
                    .compare(this, other);
        }

        public String name() {
            return (store ? "store_" : "load_") + order();
        }

        /** PTX's word. */
        public String order() {
            return access == Place.Access.RELAXED ? "relaxed" : store ? "release" : "acquire";
        }

        /** PTX's name of the type. */
        public String suffix() {
            return (type.isFloating() ? "f" : type.isSigned() ? "s" : "u") + 8 * type.bytes();
        }

        /** The type of the register: bytes have none of their own. */
        public String carrier() {
            return type.bytes() == 1 ? ScalarType.U16.cName() : type.cName();
        }

        /** The conversion to it, or nothing. */
        public String widened() {
            return type.bytes() == 1 ? "(" + carrier() + ")" : "";
        }

        /** The letter of registers of that width. */
        public String register() {
            String whole = type.bytes() == Long.BYTES ? "l" : type.bytes() == Integer.BYTES ? "r" : "h";
            return type.isFloating() ? (type == ScalarType.F32 ? "f" : "d") : whole;
        }
    }
}
