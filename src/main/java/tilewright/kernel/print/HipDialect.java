package tilewright.kernel.print;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * HIP C++: CUDA C++ but for what stands here. Devices may run 64 threads in lockstep; a warp of a program is then one half of them, so
 * shuffles get its width and votes look at its bits. There are no masks of lanes, no asynchronous copies, and no functions of three
 * operands or of pairs: helper functions of the template spell those out.
 */
public final class HipDialect extends CudaDialect {
    @Override
    String function(Intrinsic function, ScalarType of) {
        return switch (function) {
            case PAIR_ADD, PAIR_SUB, PAIR_NEG, PAIR_ABS, PAIR_MIN, PAIR_MAX -> {
                note(CudaHelpers.Single.PAIR);
                yield function.name().toLowerCase(Locale.ROOT) + "(%s)";
            }
            case MIN,
                    MAX,
                    ABS,
                    FMA,
                    QUOTIENT,
                    SQUARE_ROOT,
                    DIVIDED,
                    DIVIDED_PLAINLY,
                    RECIPROCAL_PLAINLY,
                    RECIPROCAL_ROOT,
                    ROOT_PLAINLY,
                    PLAINNESS,
                    QUOTIENT_PLAINNESS,
                    ALL_PLAIN,
                    IS_PLAIN,
                    MIN3,
                    MAX3,
                    BOTH,
                    POPULATION,
                    TRAILING_ZEROS -> super.function(function, of);
        };
    }

    @Override
    public String shuffle(Expression.Lane lane, String value, String which, int width) {
        String name = switch (lane) {
            case XOR -> "__shfl_xor";
            case UP -> "__shfl_up";
            case DOWN -> "__shfl_down";
            case AT -> "__shfl";
        };
        return name + "(" + value + ", " + which + ", " + width + ")";
    }

    @Override
    public String vote(Expression.Vote vote, String condition) {
        note(CudaHelpers.Single.WARP_BALLOT);
        return switch (vote) {
            case BALLOT -> "warp_ballot(" + condition + ")";
            case ANY -> "(warp_ballot(" + condition + ") != 0)";
            case ALL -> "(warp_ballot(!(" + condition + ")) == 0)";
        };
    }

    @Override
    public String reduce(Expression.Update update, ScalarType type, String value) {
        note(CudaHelpers.Single.WARP_REDUCE);
        return "warp_" + update.name().toLowerCase(Locale.ROOT) + "(" + value + ")";
    }

    @Override
    public String load(Place.Access access, ScalarType type, String address) {
        return switch (access) {
            case STALE -> "(*(" + address + "))";
            case STREAMING ->
                type == ScalarType.F16
                        ? super.load(access, type, address)
                        : "__builtin_nontemporal_load(" + address + ")";
            case PLAIN, RELAXED, ORDERED -> super.load(access, type, address);
        };
    }

    @Override
    public String loadShared(ScalarType type, String address) {
        return "(*reinterpret_cast<const volatile " + type.cName() + " *>(" + address + "))";
    }

    @Override
    public String store(Place.Access access, ScalarType type, String address, String value) {
        return switch (access) {
            case STREAMING ->
                type == ScalarType.F16
                        ? super.store(access, type, address, value)
                        : "__builtin_nontemporal_store((" + type.cName() + ")(" + value + "), " + address + ");";
            case PLAIN, STALE, RELAXED, ORDERED -> super.store(access, type, address, value);
        };
    }

    @Override
    public @Nullable String storeIf(
            String condition, Place.Access access, ScalarType type, String address, String value) {
        return null;
    }

    @Override
    public @Nullable String loadIf(
            String condition, Place.Access access, ScalarType type, String variable, String address) {
        return null;
    }

    @Override
    public String copy(Statement.Way way, int width, ScalarType type, String to, String from) {
        if (way == Statement.Way.ASYNCHRONOUS) {
            throw new UnsupportedOperationException("asynchronous copies in HIP");
        }
        return super.copy(way, width, type, to, from);
    }

    @Override
    public @Nullable String copyIf(
            String condition, Statement.Way way, int width, ScalarType type, String to, String from) {
        return null;
    }

    @Override
    public String awaitCopies(int later) {
        throw new UnsupportedOperationException("asynchronous copies in HIP");
    }

    @Override
    public String hide(List<Variable> variables) {
        return "asm volatile(\"\" : "
                + variables.stream().map(v -> "\"+v\"(" + v.name() + ")").collect(Collectors.joining(", ")) + ");";
    }
}
