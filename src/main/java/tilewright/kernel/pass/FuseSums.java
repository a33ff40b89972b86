package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;

/**
 * {@code min(a + b, c)} of 32-bit integers becomes {@code ADD_MIN(a, b, c)}, and so for maxima and for words of two 16-bit integers; there
 * a minimum in a minimum becomes one of three, too. Devices since compute capability 9.0 have one instruction for each (CUDA math API,
 * DPX); for others the dialect spells them out.
 *
 * <p>Needs that an operand comes from an array: counts and addresses, as in {@code max(0, n - k + 1)}, are left to the compiler, which knows
 * more about them. Both forms wrap alike. Steps of the host stay as they are.
 */
final class FuseSums implements Pass.Change {
    private static final Map<Intrinsic, Intrinsic> OF_SUMS =
            Map.of(Intrinsic.MIN, Intrinsic.ADD_MIN, Intrinsic.MAX, Intrinsic.ADD_MAX);

    private static final Map<Intrinsic, Fused> OF_PAIRS = Map.of(
            Intrinsic.PAIR_MIN, new Fused(Intrinsic.PAIR_ADD_MIN, Intrinsic.PAIR_MIN3),
            Intrinsic.PAIR_MAX, new Fused(Intrinsic.PAIR_ADD_MAX, Intrinsic.PAIR_MAX3));

    /** What a function becomes of which one operand is a sum, or the function again. */
    private record Fused(Intrinsic ofSum, Intrinsic ofThree) {}

    @Override
    public Program of(Program program) {
        Rewriter fuse = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Call outer ? fused(outer) : expression;
            }
        };
        List<Function> functions = program.functions().stream().map(fuse::whole).toList();
        return program.withFunctions(functions);
    }

    private static Expression fused(Expression.Call outer) {
        Intrinsic ofSum = OF_SUMS.get(outer.function());
        Fused ofPairs = OF_PAIRS.get(outer.function());
        return ofSum != null ? ofSum(outer, ofSum) : ofPairs != null ? ofPairs(outer, ofPairs) : outer;
    }

    private static Expression ofSum(Expression.Call outer, Intrinsic fused) {
        for (int o = 0; outer.of() == ScalarType.I32 && o < outer.operands().size(); o++) {
            if (outer.operands().get(o) instanceof Expression.Binary sum
                    && sum.operator() == Infix.ADD
                    && sum.type() == ScalarType.I32
                    && isOfData(outer)) {
                return three(fused, outer, List.of(sum.left(), sum.right()), o);
            }
        }
        return outer;
    }

    private static boolean isOfData(Expression expression) {
        boolean[] reads = {false};
        Expressions.visit(
                expression, e -> reads[0] |= e instanceof Expression.Read r && !(r.place() instanceof Place.Scalar));
        return reads[0];
    }

    private static Expression ofPairs(Expression.Call outer, Fused fused) {
        for (int o = 0; o < outer.operands().size(); o++) {
            if (outer.operands().get(o) instanceof Expression.Call inner) {
                if (inner.function() == Intrinsic.PAIR_ADD) {
                    return three(fused.ofSum(), outer, inner.operands(), o);
                }
                if (inner.function() == outer.function()) {
                    return three(fused.ofThree(), outer, inner.operands(), o);
                }
            }
        }
        return outer;
    }

    private static Expression three(Intrinsic function, Expression.Call outer, List<Expression> two, int taken) {
        List<Expression> operands = new ArrayList<>(two);
        operands.add(outer.operands().get(1 - taken));
        return new Expression.Call(function, outer.of(), operands);
    }
}
