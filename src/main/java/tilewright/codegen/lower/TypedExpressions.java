package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Value;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.Initializer;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.Statement;

/**
 * Scalar expressions with every conversion written out: each operand gets the type in which its operation is done.
 * Where reads and indices find their values is up to the user of this class.
 */
public final class TypedExpressions {
    private final ExpressionTypes types;
    private final Function<Access, Value> reads;
    private final Function<Affine, Affine> indices;
    private @Nullable IntFunction<String> random;
    private int randomCalls;

    TypedExpressions(ExpressionTypes types, Function<Access, Value> reads, Function<Affine, Affine> indices) {
        this.types = types;
        this.reads = reads;
        this.indices = indices;
    }

    /** The right-hand side of a statement over global memory, in the type of its target. */
    public static Value ofStatement(LoopNest nest, Statement statement) {
        TypedExpressions typed = new TypedExpressions(
                ExpressionTypes.forStatement(nest, statement), a -> element(nest, a), index -> index);
        return typed.of(statement.value())
                .as(nest.array(statement.target().array()).type());
    }

    /**
     * The right-hand side of an {@code init} line, evaluated in double precision and converted once.
     *
     * @param random name of the element that stands for the call of rnd() with a given number
     */
    public static Value ofInitializer(LoopNest nest, Initializer initializer, IntFunction<String> random) {
        TypedExpressions typed = new TypedExpressions(
                ExpressionTypes.forTarget(nest, DataType.DOUBLE),
                a -> {
                    throw new IllegalStateException("init reads no array: " + a);
                },
                index -> index);
        typed.random = random;
        return typed.of(initializer.value()).as(nest.array(initializer.array()).type());
    }

    private Value random() {
        if (random == null) {
            throw new IllegalArgumentException("rnd() outside init");
        }
        return new Value.GlobalElement(random.apply(randomCalls++), DataType.DOUBLE, List.of(), Condition.TRUE);
    }

    /** An array element in global memory. */
    public static Value.GlobalElement element(LoopNest nest, Access access) {
        return new Value.GlobalElement(
                access.array(), nest.array(access.array()).type(), access.indices(), Condition.TRUE);
    }

    Value of(Expression expression) {
        return switch (expression) {
            case Expression.RealLiteral l -> new Value.RealLiteral(types.of(l), l.cText());
            case Expression.IntegerLiteral l -> new Value.IntegerLiteral(l.value());
            case Expression.LogicalLiteral l -> new Value.LogicalLiteral(l.value());
            case Expression.IndexValue v -> new Value.Index(indices.apply(v.index()));
            case Expression.Read r -> reads.apply(r.access());
            case Expression.Apply a when a.operator() == Operator.RANDOM -> random();
            case Expression.Apply a ->
                compute(types.of(a), a, a.operands().stream().map(this::of).toList());
        };
    }

    /**
     * An operation on values, each converted to the type in which the operation is done.
     *
     * @param result its type
     */
    static Value compute(DataType result, Expression.Apply apply, List<Value> operands) {
        DataType operand = ExpressionTypes.operandType(
                apply.operator(), operands.stream().map(Value::type).toList(), result);
        boolean shift = apply.operator() == Operator.SHIFT_LEFT || apply.operator() == Operator.SHIFT_RIGHT;
        List<Value> converted = new ArrayList<>();
        for (int p = 0; p < operands.size(); p++) {
            boolean condition = apply.operator() == Operator.MERGE && p == 2;
            boolean count = shift && p == 1;
            converted.add(count ? operands.get(p) : operands.get(p).as(condition ? DataType.LOGICAL : operand));
        }
        return new Value.Compute(apply.operator(), result, converted);
    }
}
