package tilewright.kernel.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * CUDA C++. Notes the helper functions that its text calls: {@link CudaHelpers}. DPX and SIMD functions are one instruction each
 * since compute capability 9.0 (CUDA math API), a few before.
 */
public sealed class CudaDialect implements Dialect permits HipDialect {
    /** Every lane of a warp. */
    private static final String ALL_LANES = "0xffffffffu";

    private static final int WARP = Simt.WARP;

    private final SortedSet<CudaHelpers.Copy> copies = new TreeSet<>();
    private final SortedSet<CudaHelpers.Extreme> extremes = new TreeSet<>();
    private final SortedSet<CudaHelpers.Access> accesses = new TreeSet<>();
    private final SortedSet<CudaHelpers.Multiply> multiplies = new TreeSet<>();
    private final SortedSet<CudaHelpers.Single> singles = new TreeSet<>();

    /** The helper functions that have been called so far. */
    public CudaHelpers helpers() {
        return new CudaHelpers(copies, extremes, accesses, multiplies, singles);
    }

    @Override
    public String aligned(int bytes) {
        return "alignas(" + bytes + ")";
    }

    @Override
    public String own(Expression.Coordinate coordinate) {
        return switch (coordinate) {
            case THREAD -> "(int)threadIdx.x";
            case BLOCK -> "(int)blockIdx.x";
            case THREADS -> "(int)blockDim.x";
            case BLOCKS -> "gridDim.x";
            // Blocks are one row of threads, which the compiler is not told.
            case HIDDEN_ZERO -> "(int)threadIdx.y";
        };
    }

    @Override
    public String call(Expression.Call call, List<String> operands) {
        return function(call.function(), call.of()).formatted(String.join(", ", typed(call, operands)));
    }

    /** Functions of the least and greatest are there for one type of both operands: {@code min(long, int)} would be any of several. */
    private static List<String> typed(Expression.Call call, List<String> operands) {
        boolean several = call.function() == Intrinsic.MIN || call.function() == Intrinsic.MAX;
        return !several || call.of().bytes() < Long.BYTES
                ? operands
                : IntStream.range(0, operands.size())
                        .mapToObj(i -> call.operands().get(i).type() == call.of()
                                ? operands.get(i)
                                : "(" + call.of().cName() + ")(" + operands.get(i) + ")")
                        .toList();
    }

    /** The call of a function, with one {@code %s} for its operands. */
    String function(Intrinsic function, ScalarType of) {
        boolean wide = of.bytes() == Long.BYTES;
        return switch (function) {
            case MIN, MAX -> extreme(function, of) + "(%s)";
            case ABS -> (of.isFloating() ? real("fabs", of) : wide ? "llabs" : "abs") + "(%s)";
            case FMA -> real("fma", of) + "(%s)";
            case QUOTIENT -> note(CudaHelpers.Single.QUOTIENT) + "(%s)";
            case SQUARE_ROOT -> note(CudaHelpers.Single.SQUARE_ROOT) + "(%s)";
            case DIVIDED -> note(CudaHelpers.Single.DIVIDED) + "(%s)";
            case DIVIDED_PLAINLY -> note(CudaHelpers.Single.DIVIDED_PLAINLY) + "(%s)";
            case RECIPROCAL_PLAINLY -> note(CudaHelpers.Single.RECIPROCAL_PLAINLY) + "(%s)";
            case RECIPROCAL_ROOT -> note(CudaHelpers.Single.RECIPROCAL_ROOT) + "(%s)";
            case ROOT_PLAINLY -> note(CudaHelpers.Single.ROOT_PLAINLY) + "(%s)";
            case IS_PLAIN -> note(CudaHelpers.Single.IS_PLAIN) + "(%s)";
            case PLAINNESS -> note(CudaHelpers.Single.PLAINNESS) + "(%s)";
            case QUOTIENT_PLAINNESS -> {
                note(CudaHelpers.Single.PLAINNESS);
                yield note(CudaHelpers.Single.QUOTIENT_PLAINNESS) + "(%s)";
            }
            case ALL_PLAIN -> note(CudaHelpers.Single.ALL_PLAIN) + "(%s)";
            case MIN3 -> note(new CudaHelpers.Extreme(true, of)).name() + "(%s)";
            case MAX3 -> note(new CudaHelpers.Extreme(false, of)).name() + "(%s)";
            case BOTH -> both() + "(%s)";
            case PAIR_ADD -> "__vadd2(%s)";
            case PAIR_SUB -> "__vsub2(%s)";
            case PAIR_NEG -> "__vneg2(%s)";
            case PAIR_ABS -> "__vabs2(%s)";
            case PAIR_MIN -> "__vmins2(%s)";
            case PAIR_MAX -> "__vmaxs2(%s)";
            case POPULATION -> wide ? "__popcll(%s)" : "__popc(%s)";
            case TRAILING_ZEROS -> wide ? "(__ffsll(%s) - 1)" : "(__ffs(%s) - 1)";
        };
    }

    private static String extreme(Intrinsic function, ScalarType of) {
        String name = function == Intrinsic.MIN ? "min" : "max";
        return of.isFloating() ? real("f" + name, of) : name;
    }

    /** {@code sqrtf} for real, {@code sqrt} for double precision. */
    private static String real(String name, ScalarType of) {
        return of == ScalarType.F32 ? name + "f" : name;
    }

    private String both() {
        note(CudaHelpers.Single.PAIR);
        return "both";
    }

    final String note(CudaHelpers.Single helper) {
        singles.add(helper);
        return helper.name().toLowerCase(Locale.ROOT);
    }

    private CudaHelpers.Extreme note(CudaHelpers.Extreme extreme) {
        extremes.add(extreme);
        return extreme;
    }

    @Override
    public String bits(ScalarType to, ScalarType from, String value) {
        if (to.isFloating() == from.isFloating()) {
            return "((" + to.cName() + ")(" + value + "))";
        }
        boolean wide = to.bytes() == Long.BYTES;
        String real = wide ? "double" : "float";
        String whole = wide ? "longlong" : to.isSigned() && from.isSigned() ? "int" : "uint";
        return to.isFloating()
                ? "__" + whole + "_as_" + real + "(" + value + ")"
                : "__" + real + "_as_" + whole + "(" + value + ")";
    }

    @Override
    public String infinity(ScalarType type) {
        return type == ScalarType.F32 ? "__int_as_float(0x7f800000)" : "__longlong_as_double(0x7ff0000000000000ll)";
    }

    @Override
    public String shuffle(Expression.Lane lane, String value, String which, int width) {
        String name = switch (lane) {
            case XOR -> "__shfl_xor_sync";
            case UP -> "__shfl_up_sync";
            case DOWN -> "__shfl_down_sync";
            case AT -> "__shfl_sync";
        };
        return name + "(" + ALL_LANES + ", " + value + ", " + which + (width == WARP ? "" : ", " + width) + ")";
    }

    @Override
    public String vote(Expression.Vote vote, String condition) {
        return "__" + vote.name().toLowerCase(Locale.ROOT) + "_sync(" + ALL_LANES + ", " + condition + ")";
    }

    @Override
    public String reduce(Expression.Update update, ScalarType type, String value) {
        return "__reduce_" + update.name().toLowerCase(Locale.ROOT) + "_sync(" + ALL_LANES + ", " + value + ")";
    }

    @Override
    public String atomic(Expression.Atomic update, String address, String operand) {
        if (update.ordered()) {
            if (update.update() != Expression.Update.COUNT) {
                throw new UnsupportedOperationException("no ordered atomic update in CUDA: " + update.update());
            }
            return note(CudaHelpers.Single.TAKE_TURN) + "(" + address + ", " + operand + ")";
        }
        return switch (update.update()) {
            case ADD -> "atomicAdd(" + address + ", " + operand + ")";
            case MIN -> "atomicMin(" + address + ", " + operand + ")";
            case MAX -> "atomicMax(" + address + ", " + operand + ")";
            case OR -> "atomicOr(" + address + ", " + operand + ")";
            case COUNT -> "atomicInc(" + address + ", " + operand + ")";
        };
    }

    @Override
    public String load(Place.Access access, ScalarType type, String address) {
        return isPlain(access, type) ? "(*(" + address + "))" : access(access, type, false) + "(" + address + ")";
    }

    @Override
    public String store(Place.Access access, ScalarType type, String address, String value) {
        return isPlain(access, type)
                ? "*(" + address + ") = " + value + ";"
                : access(access, type, true) + "(" + address + ", " + value + ");";
    }

    @Override
    public @Nullable String storeIf(
            String condition, Place.Access access, ScalarType type, String address, String value) {
        return accessIf(access, type, true, condition, address, value);
    }

    @Override
    public @Nullable String loadIf(
            String condition, Place.Access access, ScalarType type, String variable, String address) {
        return accessIf(access, type, false, condition, variable, address);
    }

    /** Advice to caches is not given for numbers of 16 bits. */
    private static boolean isPlain(Place.Access access, ScalarType type) {
        return type == ScalarType.F16 && (access == Place.Access.STALE || access == Place.Access.STREAMING);
    }

    private @Nullable String accessIf(Place.Access access, ScalarType type, boolean store, String... operands) {
        if (access != Place.Access.RELAXED || type.bytes() < Integer.BYTES) {
            return null;
        }
        CudaHelpers.Access helper = new CudaHelpers.Access(access, type, store, true);
        accesses.add(helper);
        return helper.name() + "(" + String.join(", ", operands) + ");";
    }

    private String access(Place.Access access, ScalarType type, boolean store) {
        return switch (access) {
            case PLAIN -> throw new IllegalArgumentException("a plain access");
            case STALE -> {
                if (store) {
                    throw new UnsupportedOperationException("a store of a value that may be outdated");
                }
                yield "__ldca";
            }
            case STREAMING -> store ? "__stcs" : "__ldcs";
            case RELAXED, ORDERED -> {
                CudaHelpers.Access helper = new CudaHelpers.Access(access, type, store, false);
                accesses.add(helper);
                yield helper.name();
            }
        };
    }

    @Override
    public String loadShared(ScalarType type, String address) {
        ScalarType word = type == ScalarType.F16 ? ScalarType.U16 : type;
        String value = "(*reinterpret_cast<const volatile " + word.cName() + " *>(" + address + "))";
        return word == type ? value : CudaHelpers.ofBits(value);
    }

    @Override
    public String pair(String first) {
        return note(CudaHelpers.Single.PAIR) + "(" + first + ")";
    }

    @Override
    public String view(ScalarType type, String address) {
        return "reinterpret_cast<" + type.cName() + " *>(" + address + ")";
    }

    @Override
    public String copy(Statement.Way way, int width, ScalarType type, String to, String from) {
        CudaHelpers.Copy copy = new CudaHelpers.Copy(way, type, width);
        copies.add(copy);
        if (way == Statement.Way.LOAD_APART || way == Statement.Way.STORE_APART) {
            copies.add(new CudaHelpers.Copy(Statement.Way.WIDE, type, width));
        }
        if (way == Statement.Way.ASYNCHRONOUS) {
            note(CudaHelpers.Single.AWAIT_COPIES);
        }
        return copy.name() + "(" + to + ", " + from + ");";
    }

    @Override
    public @Nullable String copyIf(
            String condition, Statement.Way way, int width, ScalarType type, String to, String from) {
        if (way != Statement.Way.ASYNCHRONOUS) {
            return null;
        }
        CudaHelpers.Copy copy = new CudaHelpers.Copy(way, type, width, true);
        copies.add(copy);
        note(CudaHelpers.Single.AWAIT_COPIES);
        return copy.name() + "(" + condition + ", " + to + ", " + from + ");";
    }

    @Override
    public String multiply(MatrixShape shape, List<String> sums, List<String> left, List<String> right) {
        CudaHelpers.Multiply helper = new CudaHelpers.Multiply(shape);
        multiplies.add(helper);
        List<String> operands = new ArrayList<>(sums);
        operands.addAll(left);
        operands.addAll(right);
        return helper.name() + "(" + String.join(", ", operands) + ");";
    }

    @Override
    public String awaitCopies(int later) {
        return later == 0
                ? note(CudaHelpers.Single.AWAIT_COPIES) + "();"
                : note(CudaHelpers.Single.AWAIT_EARLIER_COPIES) + "<" + later + ">();";
    }

    @Override
    public String barrier() {
        return "__syncthreads();";
    }

    @Override
    public String barrierOr(String condition) {
        return "__syncthreads_or(" + condition + ")";
    }

    @Override
    public String gridBarrier() {
        note(CudaHelpers.Single.GRID_BARRIER);
        return "grid_barrier();";
    }

    @Override
    public String hide(List<Variable> variables) {
        return "asm volatile(\"\" : "
                + variables.stream()
                        .map(v -> "\"+" + (v.type().bytes() > Integer.BYTES ? "l" : "r") + "\"(" + v.name() + ")")
                        .collect(Collectors.joining(", "))
                + ");";
    }

    @Override
    public @Nullable String unroll(int iterations) {
        return switch (iterations) {
            case Statement.For.ALL -> "#pragma unroll";
            case Statement.For.ANY -> null;
            default -> "#pragma unroll " + iterations;
        };
    }

    @Override
    public String parallel(Statement.ParallelFor loop, String when) {
        throw new UnsupportedOperationException("a kernel has no loop whose iterations host threads share");
    }
}
