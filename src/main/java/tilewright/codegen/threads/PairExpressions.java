package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.integer;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.model.Operator;

/**
 * Values of two neighbouring points: each is a word whose halves are the points' 16-bit values, and every operation is one on
 * both.
 */
record PairExpressions(DeviceScope scope) {
    Expression of(Value value) {
        return switch (value) {
            case Value.Convert c -> of(c.operand());
            case Value.IntegerLiteral l -> call(Intrinsic.BOTH, ScalarType.I16, integer(l.value()));
            case Value.Compute c -> compute(c);
            case Value.FragmentElement f
            when f.fragment().doubled() -> new Expression.Read(scope.registers().place(f.fragment()));
            case Value.FragmentElement f -> pair(scope.registers().place(f.fragment()));
            case Value.TileElement t -> pair(scope.registers().tile(t.tile()));
            case Value.RealLiteral _,
                    Value.LogicalLiteral _,
                    Value.Index _,
                    Value.NeighbourElement _,
                    Value.BufferElement _,
                    Value.StagedElement _,
                    Value.SliceElement _,
                    Value.GlobalElement _ -> throw new IllegalArgumentException("no pair of " + value);
        };
    }

    private static Expression pair(Place first) {
        return new Expression.Read(new Place.Pair(first));
    }

    private Expression compute(Value.Compute c) {
        return switch (c.operator()) {
            case Operator.ADD -> apply(Intrinsic.PAIR_ADD, c.operands());
            case Operator.SUB -> apply(Intrinsic.PAIR_SUB, c.operands());
            case Operator.NEG -> apply(Intrinsic.PAIR_NEG, c.operands());
            case Operator.ABS -> apply(Intrinsic.PAIR_ABS, c.operands());
            case Operator.MIN, Operator.MAX -> extreme(c);
            default -> throw new IllegalArgumentException("no operation on pairs: " + c.operator());
        };
    }

    /** A sum or another minimum as an operand of a minimum makes one function of three operands. */
    private Expression extreme(Value.Compute c) {
        boolean minimum = c.operator() == Operator.MIN;
        for (int o = 0; o < 2; o++) {
            if (c.operands().get(o) instanceof Value.Compute inner) {
                List<Value> three = new ArrayList<>(inner.operands());
                three.add(c.operands().get(1 - o));
                if (inner.operator() == Operator.ADD) {
                    return apply(minimum ? Intrinsic.PAIR_ADD_MIN : Intrinsic.PAIR_ADD_MAX, three);
                }
                if (inner.operator() == c.operator()) {
                    return apply(minimum ? Intrinsic.PAIR_MIN3 : Intrinsic.PAIR_MAX3, three);
                }
            }
        }
        return apply(minimum ? Intrinsic.PAIR_MIN : Intrinsic.PAIR_MAX, c.operands());
    }

    private Expression apply(Intrinsic function, List<Value> operands) {
        return new Expression.Call(
                function, ScalarType.I32, operands.stream().map(this::of).toList());
    }
}
