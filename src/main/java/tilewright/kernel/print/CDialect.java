package tilewright.kernel.print;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * C with OpenMP: one thread runs a block, and threads share the blocks of a launch. A block's arrays are variables of its
 * function, on the stack, or the members of a structure that every thread allocates once per launch.
 */
public final class CDialect implements Dialect {
    /** The array in which programs count, see {@link Expression.Counted}. */
    public static final String COUNTS = "tilewright_counts";
    /** The function that counts. */
    public static final String COUNTED = "counted";

    /** Bytes to which arrays of a block are aligned: a line of the cache, and the widest vector. */
    public static final int ALIGNMENT = 64;

    private final Map<String, Function.SharedMemory> memories = new HashMap<>();
    private final Set<ScalarType> lesser = EnumSet.noneOf(ScalarType.class);
    private final Set<ScalarType> greater = EnumSet.noneOf(ScalarType.class);

    public CDialect(Program program) {
        program.functions().forEach(f -> memory(f).ifPresent(m -> memories.put(f.name(), m)));
    }

    /** The structure that a function gets a pointer to, if its block's arrays are not variables. */
    static Optional<Function.SharedMemory> memory(Function function) {
        return Optional.ofNullable(function.shared()).filter(s -> !s.name().isEmpty());
    }

    /** A function for the lesser or greater of two values. */
    public record Extreme(String name, String type, String relation) {}

    /** Those functions that the text so far calls. */
    public List<Extreme> extremes() {
        List<Extreme> used = new ArrayList<>();
        lesser.forEach(t -> used.add(new Extreme(extreme(true, t), t.cName(), "<")));
        greater.forEach(t -> used.add(new Extreme(extreme(false, t), t.cName(), ">")));
        return used;
    }

    private static String extreme(boolean minimum, ScalarType type) {
        String word = minimum ? "minimum" : "maximum";
        return type == ScalarType.I32 ? word : word + "_" + type.cName().replace(' ', '_');
    }

    @Override
    public String aligned(int bytes) {
        return "_Alignas(" + bytes + ")";
    }

    @Override
    public String own(Expression.Coordinate coordinate) {
        throw unsupported(coordinate);
    }

    @Override
    public String call(Expression.Call call, List<String> operands) {
        String function = switch (call.function()) {
            case MIN -> called(lesser, true, call.of());
            case MAX -> called(greater, false, call.of());
            case ABS ->
                call.of().isFloating()
                        ? mathematical("fabs", call.of())
                        : call.of() == ScalarType.I64 ? "llabs" : "abs";
            case FMA -> mathematical("fma", call.of());
            case QUOTIENT,
                    SQUARE_ROOT,
                    DIVIDED,
                    DIVIDED_PLAINLY,
                    RECIPROCAL_PLAINLY,
                    RECIPROCAL_ROOT,
                    ROOT_PLAINLY,
                    IS_PLAIN,
                    PLAINNESS,
                    QUOTIENT_PLAINNESS,
                    ALL_PLAIN,
                    MIN3,
                    MAX3 -> throw unsupported(call.function());
            case BOTH, PAIR_ADD, PAIR_SUB, PAIR_NEG, PAIR_ABS, PAIR_MIN, PAIR_MAX -> throw unsupported(call.function());
            case POPULATION -> builtin("__builtin_popcount", call.of());
            case TRAILING_ZEROS -> builtin("__builtin_ctz", call.of());
        };
        return function + "(" + String.join(", ", operands) + ")";
    }

    private static String called(Set<ScalarType> types, boolean minimum, ScalarType type) {
        types.add(type);
        return extreme(minimum, type);
    }

    /** {@code sqrtf} in single precision, {@code sqrt} in double. */
    private static String mathematical(String function, ScalarType type) {
        return type == ScalarType.F32 ? function + "f" : function;
    }

    private static String builtin(String function, ScalarType type) {
        return type.bytes() == Long.BYTES ? function + "ll" : function;
    }

    @Override
    public String bits(ScalarType to, ScalarType from, String value) {
        return "((union { " + from.cName() + " from; " + to.cName() + " to; }){" + value + "}).to";
    }

    @Override
    public String infinity(ScalarType type) {
        return type == ScalarType.F32 ? "INFINITY" : "(double)INFINITY";
    }

    @Override
    public String shuffle(Expression.Lane lane, String value, String which, int width) {
        throw unsupported(lane);
    }

    @Override
    public String vote(Expression.Vote vote, String condition) {
        throw unsupported(vote);
    }

    @Override
    public String reduce(Expression.Update update, ScalarType type, String value) {
        throw unsupported(update);
    }

    @Override
    public String atomic(Expression.Atomic update, String address, String operand) {
        String function = switch (update.update()) {
            case ADD -> "__atomic_fetch_add";
            case OR -> "__atomic_fetch_or";
            case MIN, MAX, COUNT -> throw unsupported(update.update());
        };
        String order = update.ordered() ? "__ATOMIC_ACQ_REL" : "__ATOMIC_RELAXED";
        return function + "(" + address + ", " + operand + ", " + order + ")";
    }

    @Override
    public String counted(int counter, String value) {
        return COUNTED + "(" + counter + ", " + value + ")";
    }

    @Override
    public String load(Place.Access access, ScalarType type, String address) {
        throw unsupported(access);
    }

    @Override
    public String loadShared(ScalarType type, String address) {
        throw new UnsupportedOperationException("loads of a block's memory that others write in C");
    }

    @Override
    public String store(Place.Access access, ScalarType type, String address, String value) {
        throw unsupported(access);
    }

    @Override
    public String pair(String first) {
        throw new UnsupportedOperationException("pairs of 16-bit integers in C");
    }

    @Override
    public String view(ScalarType type, String address) {
        throw new UnsupportedOperationException("arrays as arrays of another type in C");
    }

    @Override
    public String member(String memory, String array) {
        return memory + "->" + array;
    }

    @Override
    public String copy(Statement.Way way, int width, ScalarType type, String to, String from) {
        throw unsupported(way);
    }

    @Override
    public String awaitCopies(int later) {
        throw new UnsupportedOperationException("asynchronous copies in C");
    }

    @Override
    public String barrier() {
        throw new UnsupportedOperationException("barriers in C: one thread runs a block");
    }

    @Override
    public String barrierOr(String condition) {
        return barrier();
    }

    @Override
    public String gridBarrier() {
        return barrier();
    }

    @Override
    public String hide(List<Variable> variables) {
        throw new UnsupportedOperationException("hidden variables in C");
    }

    @Override
    public @Nullable String unroll(int iterations) {
        return null;
    }

    @Override
    public String invocation(String function, List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        Optional.ofNullable(memories.get(function)).ifPresent(m -> all.add(m.name()));
        return function + "(" + String.join(", ", all) + ");";
    }

    @Override
    public String sumInVectors(String sum) {
        return "#pragma omp simd reduction(+ : " + sum + ")";
    }

    @Override
    public String parallel(Statement.ParallelFor loop, String when) {
        List<Function.SharedMemory> needed = memories(loop);
        String schedule = schedule(loop.sharing());
        String condition = Expressions.isInteger(loop.when(), 1) ? "" : " if (" + when + ")";
        if (needed.isEmpty()) {
            return "#pragma omp parallel for " + schedule + condition;
        }
        int bytes = needed.stream().mapToInt(CDialect::bytes).max().orElseThrow();
        String name = needed.getFirst().name();
        return String.join(
                "\n",
                "#pragma omp parallel" + condition,
                "{",
                "// What a block keeps is too much for the stack of a thread.",
                "void *const " + name + " = aligned_alloc(" + ALIGNMENT + ", " + bytes + ");",
                "if (" + name + " == NULL) {",
                "abort();",
                "}",
                "#pragma omp for " + schedule);
    }

    private static String schedule(Statement.ParallelFor.Sharing sharing) {
        return switch (sharing) {
            case IN_TURN -> "schedule(dynamic)";
            case EVENLY -> "schedule(static)";
        };
    }

    @Override
    public String endParallel(Statement.ParallelFor loop) {
        List<Function.SharedMemory> needed = memories(loop);
        return needed.isEmpty() ? "" : "free(" + needed.getFirst().name() + ");\n}";
    }

    /** The memory of the functions that the iterations call. */
    private List<Function.SharedMemory> memories(Statement.ParallelFor loop) {
        List<Function.SharedMemory> found = new ArrayList<>();
        Statements.visit(loop.body(), s -> {
            if (s instanceof Statement.Call c && memories.containsKey(c.function())) {
                found.add(memories.get(c.function()));
            }
        });
        return found;
    }

    /** Size of the structure. */
    private static int bytes(Function.SharedMemory memory) {
        return memory.arrays().stream()
                .mapToInt(a -> Math.ceilDiv(a.bytes(), ALIGNMENT) * ALIGNMENT)
                .reduce(0, Math::addExact);
    }

    private static UnsupportedOperationException unsupported(Enum<?> operation) {
        return new UnsupportedOperationException(operation + " in C");
    }
}
