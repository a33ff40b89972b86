package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.zero;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ColumnPlaces;
import tilewright.codegen.ir.Value;
import tilewright.codegen.scalar.OperatorExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.Operator;

/**
 * Sums, products and extremes along a column: each thread joins what it has, then threads of a warp join theirs by shuffles, then warps by way of the block's memory.
 */
final class KeptColumnSums {
    private final KeptColumnScope scope;
    private final KeptColumnPhase phase;
    private final boolean pivot;
    /** Of this phase, so far. */
    private int reduction;

    KeptColumnSums(KeptColumnScope scope, KeptColumnPhase phase, boolean pivot) {
        this.scope = scope;
        this.phase = phase;
        this.pivot = pivot;
    }

    List<Statement> of(ColumnPlaces.Part part, Value value, Operator joins) {
        Access target = part.statement().statement().target();
        Memory.Register result = phase.register(target);
        ScalarType type = result.type();
        List<Statement> statements = new ArrayList<>();
        Expression neutral = neutral(type, joins);
        Memory.Register before = new Memory.Register(
                scope.names.inner().fresh("before"), type, List.of(phase.count()), Function.SharedMemory.ALIGNMENT);
        if (neutral != null) {
            Expression nothing = neutral;
            // What is there before is added last: it may still be on its way from memory.
            statements.add(new Statement.DeclareArray(before, null));
            statements.add(phase.forColumns(
                    part,
                    c -> List.of(
                            new Statement.Assign(Expressions.element(before, c), Expressions.load(result, c)),
                            new Statement.Assign(Expressions.element(result, c), nothing))));
        }
        List<Statement> body = new ArrayList<>();
        Map<Value, Expression> pivots = phase.pivots(part, body);
        body.add(phase.forColumns(
                part,
                c -> List.of(
                        new Statement.Assign(Expressions.element(result, c), phase.value(part, value, c, pivots)))));
        statements.add(phase.along(part, body));
        statements.add(new Statement.Comment("Join the partial results, always in the same order."));
        statements.addAll(withinWarps(part, result, joins));
        if (scope.columns.threads() / Simt.WARP > 1) {
            statements.addAll(acrossWarps(part, result, joins));
        }
        if (neutral != null) {
            statements.add(phase.forColumns(
                    part,
                    c -> List.of(new Statement.Assign(
                            Expressions.element(result, c),
                            joined(joins, type, Expressions.load(before, c), Expressions.load(result, c))))));
        }
        return List.of(new Statement.Scope(statements));
    }

    /** Afterwards all threads of a warp have its result. */
    private List<Statement> withinWarps(ColumnPlaces.Part part, Memory.Register result, Operator joins) {
        List<Statement> statements = new ArrayList<>();
        for (int distance = Simt.WARP / 2; distance >= 1; distance /= 2) {
            Expression by = integer(distance);
            statements.add(phase.forColumns(part, c -> {
                Expression mine = Expressions.load(result, c);
                return List.of(new Statement.Assign(
                        Expressions.element(result, c),
                        joined(
                                joins,
                                result.type(),
                                mine,
                                new Expression.Shuffle(Expression.Lane.XOR, mine, by, Simt.WARP))));
            }));
        }
        return statements;
    }

    /** Afterwards all threads of the block have its result. */
    private List<Statement> acrossWarps(ColumnPlaces.Part part, Memory.Register result, Operator joins) {
        List<Statement> statements = new ArrayList<>();
        int warps = scope.columns.threads() / Simt.WARP;
        Expression number = integer(reduction++ + (pivot ? 0 : pivotReductions()));
        statements.add(new Statement.If(
                equal(remainder(scope.thread.read(), Simt.WARP), integer(0)),
                List.of(phase.forColumns(
                        part,
                        c -> List.of(new Statement.Assign(
                                Expressions.element(scope.partial, number, divide(scope.thread.read(), Simt.WARP), c),
                                Expressions.load(result, c)))))));
        statements.add(new Statement.Barrier());
        Variable warp = Variable.integer(scope.names.inner().fresh("warp"));
        statements.add(phase.forColumns(
                part,
                c -> List.of(
                        new Statement.Assign(
                                Expressions.element(result, c), Expressions.load(scope.partial, number, integer(0), c)),
                        new Statement.For(
                                warp,
                                integer(1),
                                less(warp.read(), integer(warps)),
                                integer(1),
                                Statement.For.ALL,
                                List.of(new Statement.Assign(
                                        Expressions.element(result, c),
                                        joined(
                                                joins,
                                                result.type(),
                                                Expressions.load(result, c),
                                                Expressions.load(scope.partial, number, warp.read(), c))))))));
        return statements;
    }

    /** Partial results of the pivot stand in front of those of the columns behind it. */
    private int pivotReductions() {
        return (int) scope.parts.stream()
                .filter(p -> p.pivot() && p.update().joins() != null)
                .count();
    }

    private static Expression joined(Operator operator, ScalarType type, Expression left, Expression right) {
        return OperatorExpressions.of(operator, type.promoted(), List.of(left, right));
    }

    /** What partial results start with; null where the element's value does. */
    private static @Nullable Expression neutral(ScalarType type, Operator operator) {
        return operator.isExtreme()
                ? null
                : operator == Operator.MUL
                        ? type.isFloating() ? new Expression.RealLiteral(type, "1.0") : integer(1)
                        : zero(type);
    }
}
