package tilewright.ranking.cost;

import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.count.PathCosts;
import tilewright.model.DataType;
import tilewright.model.MathFunction;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.InstructionRates;
import tilewright.ranking.description.KernelCosts;

/**
 * What a warp's instructions take on a GPU, by its device file.
 *
 * @param others whether memory that kernels load may be what other blocks have written meanwhile: it comes from the second cache; else the block has
 *     loaded or written it before, and the first cache may have it, unless each iteration has other lines
 */
record KernelPathCosts(GpuDescription device, boolean others) implements PathCosts {
    @Override
    public int warp() {
        return device.limits().warp();
    }

    @Override
    public double interval() {
        return KernelCosts.measured().issueInterval() / device.clockHertz();
    }

    @Override
    public double issue() {
        return 1 / device.clockHertz();
    }

    @Override
    public @Nullable Cost operation(Expression operation) {
        ScalarType type = operation instanceof Expression.Binary b
                ? ScalarType.common(b.left().type(), b.right().type())
                : operation.type();
        String key = type.isFloating() ? key(operation) : null;
        return key == null ? null : cost(type, key);
    }

    @Override
    public double whole(Expression.Binary operation) {
        boolean quotient = operation.operator() == Infix.DIV || operation.operator() == Infix.REM;
        if (quotient && !(operation.right() instanceof Expression.IntegerLiteral)) {
            return KernelCosts.measured().quotientSlots();
        }
        return operation.type() == ScalarType.I64 ? KernelCosts.measured().wideSlots() : 1;
    }

    @Override
    public Cost multiplyAdd(ScalarType type) {
        return cost(type, "fma");
    }

    @Override
    public Cost multiply(MatrixShape shape) {
        return cost(ScalarType.F64, InstructionRates.PRODUCT, (double) shape.products() / warp());
    }

    @Override
    public Cost lane() {
        double latency = KernelCosts.measured().joinSeconds()
                - rate(ScalarType.F64, "add").latencySeconds();
        return new Cost(issue(), latency);
    }

    @Override
    public Cost load(Place memory, double moved) {
        GpuDescription.Latency latency = device.latency();
        return switch (memory) {
            case Place.Shared _ -> new Cost(issue(), latency.shared());
            case Place.Global _ ->
                new Cost(
                        issue(),
                        others ? latency.cache() : latency.shared() + moved * (latency.cache() - latency.shared()));
            case Place.Pair(Place first) -> load(first, moved);
            case Place.Scalar _, Place.Register _ -> new Cost(0, 0);
        };
    }

    private Cost cost(ScalarType type, String key) {
        return cost(type, key, 1);
    }

    /**
     * Seconds of a scheduler, or its part of a pipe, for a warp's operations, one for each thread or several; and their latency.
     *
     * @param each operations of a thread that one instruction is
     */
    private Cost cost(ScalarType type, String key, double each) {
        InstructionRates.Rate rate = rate(type, key);
        double pipe = each * warp() * device.limits().schedulers() * device.processors() / rate.perSecond();
        boolean sequence = rate.issueSlots() >= KernelCosts.measured().sequenceSlots();
        double alone = sequence ? rate.latencySeconds() * KernelCosts.measured().sequenceShare() : 0;
        return new Cost(Math.max(pipe, each * rate.issueSlots() * issue()), rate.latencySeconds(), alone);
    }

    private InstructionRates.Rate rate(ScalarType type, String key) {
        return device.instructions().of(type == ScalarType.F64 ? DataType.DOUBLE : DataType.REAL, key);
    }

    /** The operation in the device file; null for what takes an instruction and no more. */
    private static @Nullable String key(Expression operation) {
        return switch (operation) {
            case Expression.Binary b -> key(b.operator());
            case Expression.Mathematical m ->
                m.function() == MathFunction.SQRT ? "sqrt" : m.function().arity() == 1 ? "exp" : "pow";
            case Expression.Call c -> key(c.function());
            case Expression.Literal _,
                    Expression.Read _,
                    Expression.Own _,
                    Expression.Operation _,
                    Expression.OfWarp _,
                    Expression.Atomic _,
                    Expression.Counted _ -> null;
        };
    }

    private static @Nullable String key(Infix operator) {
        return switch (operator) {
            case ADD, SUB -> "add";
            case MUL -> "mul";
            case DIV -> "div";
            case EQ, NE, LT, LE, GT, GE -> "compare";
            case OR_ELSE, AND_THEN, OR, XOR, AND, SHL, SHR, REM -> null;
        };
    }

    /** Quotients from reciprocals are a product and two corrections. */
    private static @Nullable String key(Intrinsic function) {
        return switch (function) {
            case FMA -> "fma";
            case MIN, MAX, MIN3, MAX3 -> "min";
            case QUOTIENT, DIVIDED, DIVIDED_PLAINLY, RECIPROCAL_PLAINLY -> "div";
            case SQUARE_ROOT, RECIPROCAL_ROOT, ROOT_PLAINLY -> "sqrt";
            case ABS,
                    IS_PLAIN,
                    PLAINNESS,
                    QUOTIENT_PLAINNESS,
                    ALL_PLAIN,
                    BOTH,
                    PAIR_ADD,
                    PAIR_SUB,
                    PAIR_NEG,
                    PAIR_ABS,
                    PAIR_MIN,
                    PAIR_MAX,
                    POPULATION,
                    TRAILING_ZEROS -> null;
        };
    }
}
