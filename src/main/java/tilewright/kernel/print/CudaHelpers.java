package tilewright.kernel.print;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;

/**
 * The helper functions that a file of CUDA C++ calls, for the template that defines them.
 *
 * @param copies of neighbours
 * @param extremes of three numbers
 * @param accesses that are neither plain nor a function of CUDA's
 * @param multiplies products of matrices
 * @param singles functions that there is one of
 */
public record CudaHelpers(
        List<Copy> copies,
        List<Extreme> extremes,
        List<Access> accesses,
        List<Multiply> multiplies,
        List<Single> singles) {
    /** Functions that there is one of, and that go by this name. */
    public enum Single {
        /** Divides without a branch. */
        QUOTIENT,
        /** Takes a root without a branch. */
        SQUARE_ROOT,
        /** Divides by a number whose reciprocal is known. */
        DIVIDED,
        /** The same without a check, and the check. */
        DIVIDED_PLAINLY,
        RECIPROCAL_PLAINLY,
        RECIPROCAL_ROOT,
        ROOT_PLAINLY,
        PLAINNESS,
        QUOTIENT_PLAINNESS,
        ALL_PLAIN,
        IS_PLAIN,
        /** Two 16-bit integers as a word; with it, {@code both}. */
        PAIR,
        AWAIT_COPIES,
        /** The same for all but those started since the last few waits. */
        AWAIT_EARLIER_COPIES,
        TAKE_TURN,
        /** All blocks of a launch wait for each other. */
        GRID_BARRIER,
        /** The votes of a warp's threads, bit by bit, where warps are parts of what runs in lockstep. */
        WARP_BALLOT,
        /** The values of a warp's threads made one, likewise; all operations. */
        WARP_REDUCE
    }

    CudaHelpers(
            Set<Copy> copies,
            Set<Extreme> extremes,
            Set<Access> accesses,
            Set<Multiply> multiplies,
            Set<Single> singles) {
        this(
                List.copyOf(copies),
                List.copyOf(extremes),
                List.copyOf(accesses),
                List.copyOf(multiplies),
                List.copyOf(singles));
    }

    /** Whether it is called. */
    public boolean has(String single) {
        return singles.contains(Single.valueOf(single));
    }

    /** A number of 16 bits by its bits. */
    static String ofBits(String bits) {
        return "__ushort_as_half(" + bits + ")";
    }

    /**
     * A function that copies {@code width} neighbours of {@code type} at once.
     *
     * @param guarded whether under a condition
     */
    public record Copy(Statement.Way way, ScalarType type, int width, boolean guarded) implements Comparable<Copy> {
        Copy(Statement.Way way, ScalarType type, int width) {
            this(way, type, width, false);
        }

        @Override
        public int compareTo(Copy other) {
            return Comparator.comparing(Copy::way)
                    .thenComparing(Copy::type)
                    .thenComparing(Copy::width)
                    .thenComparing(Copy::guarded)
                    .compare(this, other);
        }

        public String name() {
            return switch (way) {
                case WIDE -> "copy" + width;
                case ASYNCHRONOUS -> "copy_async" + width + (guarded ? "_if" : "");
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
            if (bytes() < Integer.BYTES) {
                return (bytes() == Short.BYTES ? ScalarType.I16 : type).cName();
            }
            int words = bytes() / word.bytes();
            // CUDA's vectors of types of two words have names of their own.
            String one = word.cName().contains(" ")
                    ? word.cName().replace("unsigned ", "u").replace(" ", "")
                    : word == ScalarType.U32 ? "uint" : word.cName();
            return words > 1 ? one + words : word.cName();
        }

        /** Name of the function that only copies. */
        public String plain() {
            return new Copy(Statement.Way.WIDE, type, width).name();
        }
    }

    /** A function by which a warp multiplies matrices. */
    public record Multiply(MatrixShape shape) implements Comparable<Multiply> {
        @Override
        public int compareTo(Multiply other) {
            return shape.compareTo(other.shape);
        }

        public String name() {
            return "multiply_" + shape.word();
        }

        /** The function's parameters. */
        public String parameters() {
            return Stream.of(
                            named("double &", "c", shape.sums()),
                            named("double ", "a", shape.left()),
                            named("double ", "b", shape.right()))
                    .flatMap(List::stream)
                    .collect(Collectors.joining(", "));
        }

        /** The operands of PTX's instruction by their numbers: sums, factors, and the sums once more. */
        public String instruction() {
            String sums = numbers(0, shape.sums());
            String left = numbers(shape.sums(), shape.left());
            String right = numbers(shape.sums() + shape.left(), shape.right());
            return "mma.sync.aligned." + shape.word() + ".row.col.f64.f64.f64.f64 " + sums + ", " + left + ", " + right
                    + ", " + sums + ";";
        }

        public String outputs() {
            return String.join(", ", operands("+d", "c", shape.sums()));
        }

        public String inputs() {
            return Stream.concat(operands("d", "a", shape.left()).stream(), operands("d", "b", shape.right()).stream())
                    .collect(Collectors.joining(", "));
        }

        /** The least value of {@code __CUDA_ARCH__} with the instruction. */
        public int architecture() {
            return shape == MatrixShape.M8N8K4 ? 800 : 900;
        }

        /** So many names with numbers, as a list. */
        public String all(String prefix, int count) {
            return String.join(", ", named(prefix, "", count));
        }

        private static List<String> named(String type, String letter, int count) {
            return IntStream.range(0, count).mapToObj(n -> type + letter + n).toList();
        }

        private static List<String> operands(String constraint, String letter, int count) {
            return IntStream.range(0, count)
                    .mapToObj(n -> "\"" + constraint + "\"(" + letter + n + ")")
                    .toList();
        }

        private static String numbers(int first, int count) {
            return IntStream.range(first, first + count)
                    .mapToObj(n -> "%" + n)
                    .collect(Collectors.joining(", ", "{", "}"));
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

    /**
     * A function that loads or stores an element which other threads access at the same time.
     *
     * @param guarded whether it does so under a condition, without a branch: between accesses in assembly a compiler leaves branches as they are
     */
    public record Access(Place.Access access, ScalarType type, boolean store, boolean guarded)
            implements Comparable<Access> {
        @Override
        public int compareTo(Access other) {
            return Comparator.comparing(Access::store)
                    .thenComparing(Access::access)
                    .thenComparing(Access::type)
                    .thenComparing(Access::guarded)
                    .compare(this, other);
        }

        public String name() {
            return (store ? "store_" : "load_") + order() + (guarded ? "_if" : "");
        }

        /** PTX's word. */
        public String order() {
            return access == Place.Access.RELAXED ? "relaxed" : store ? "release" : "acquire";
        }

        private boolean half() {
            return type == ScalarType.F16;
        }

        /** PTX's name of the type. */
        public String suffix() {
            return (type.isFloating() && !half() ? "f" : type.isSigned() && !half() ? "s" : "u") + 8 * type.bytes();
        }

        /** The type of the register: bytes and numbers of 16 bits have none of their own. */
        public String carrier() {
            return type.bytes() == 1 || half() ? ScalarType.U16.cName() : type.cName();
        }

        /** A value in it. */
        public String carried(String value) {
            return half()
                    ? "__half_as_ushort(" + value + ")"
                    : type.bytes() == 1 ? "(" + carrier() + ")" + value : value;
        }

        /** What it holds. */
        public String held(String value) {
            return half() ? ofBits(value) : value;
        }

        /** The letter of registers of that width. */
        public String register() {
            String whole = type.bytes() == Long.BYTES ? "l" : type.bytes() == Integer.BYTES ? "r" : "h";
            return type.isFloating() && !half() ? (type == ScalarType.F32 ? "f" : "d") : whole;
        }
    }
}
