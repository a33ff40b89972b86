package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.integer;

import java.util.List;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.model.Conversion;
import tilewright.model.MathFunction;
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
            case Operator.MIN -> apply(Intrinsic.PAIR_MIN, c.operands());
            case Operator.MAX -> apply(Intrinsic.PAIR_MAX, c.operands());
            case Operator.MUL,
                    Operator.DIV,
                    Operator.REMAINDER,
                    Operator.BIT_AND,
                    Operator.BIT_OR,
                    Operator.BIT_XOR,
                    Operator.BIT_NOT,
                    Operator.SHIFT_LEFT,
                    Operator.SHIFT_RIGHT,
                    Operator.AND,
                    Operator.OR,
                    Operator.NOT,
                    Operator.EQ,
                    Operator.NE,
                    Operator.LT,
                    Operator.LE,
                    Operator.GT,
                    Operator.GE,
                    Operator.MERGE,
                    Operator.RANDOM -> throw new IllegalArgumentException("no operation on pairs: " + c.operator());
            case MathFunction _, Conversion _ ->
                throw new IllegalArgumentException("no operation on pairs: " + c.operator());
        };
    }

    private Expression apply(Intrinsic function, List<Value> operands) {
        return new Expression.Call(
                function, ScalarType.I32, operands.stream().map(this::of).toList());
    }
}
