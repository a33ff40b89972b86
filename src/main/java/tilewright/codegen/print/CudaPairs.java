package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tilewright.codegen.ir.Value;
import tilewright.model.Operator;

/**
 * Values of two neighbouring points as text: each is a word whose halves are the points' 16-bit values, and every operation is
 * one instruction on both (CUDA math API, SIMD intrinsics and DPX; the latter one instruction since compute capability 9.0).
 */
final class CudaPairs {
    private static final int HALF = 0xFFFF;

    private final CudaScope scope;
    private final CudaCopies functions;

    CudaPairs(CudaScope scope, CudaCopies functions) {
        this.scope = scope;
        this.functions = functions;
    }

    String of(Value value) {
        return switch (value) {
            case Value.Convert c -> of(c.operand());
            case Value.IntegerLiteral l -> String.format(Locale.ROOT, "0x%1$04x%1$04x", l.value() & HALF);
            case Value.Compute c -> compute(c);
            case Value.FragmentElement f when f.fragment().doubled() -> scope.word(f.fragment());
            case Value.FragmentElement _, Value.TileElement _ -> functions.pair() + "(" + scope.place(value) + ")";
            default -> throw new IllegalArgumentException("no pair of " + value);
        };
    }

    private String compute(Value.Compute c) {
        return switch (c.operator()) {
            case ADD -> call("__vadd2", c.operands());
            case SUB -> call("__vsub2", c.operands());
            case NEG -> call("__vneg2", c.operands());
            case ABS -> call("__vabs2", c.operands());
            case MIN, MAX -> extreme(c);
            default -> throw new IllegalArgumentException("no operation on pairs: " + c.operator());
        };
    }

    /** A sum or another minimum as an operand of a minimum makes one function of three operands. */
    private String extreme(Value.Compute c) {
        String name = c.operator() == Operator.MIN ? "min" : "max";
        for (int o = 0; o < 2; o++) {
            Value other = c.operands().get(1 - o);
            if (c.operands().get(o) instanceof Value.Compute inner) {
                List<Value> three = new ArrayList<>(inner.operands());
                three.add(other);
                if (inner.operator() == Operator.ADD) {
                    return call("__viadd" + name + "_s16x2", three);
                }
                if (inner.operator() == c.operator()) {
                    return call("__vi" + name + "3_s16x2", three);
                }
            }
        }
        return call("__v" + name + "s2", c.operands());
    }

    private String call(String function, List<Value> operands) {
        return function + "("
                + String.join(", ", operands.stream().map(this::of).toList()) + ")";
    }
}
