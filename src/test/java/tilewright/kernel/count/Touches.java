package tilewright.kernel.count;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/** Which parts of a program access memory, or do anything else that is counted. */
final class Touches {
    private final Map<Expression, Boolean> known = new IdentityHashMap<>();

    /** Whether computing an expression accesses memory. */
    boolean expression(Expression expression) {
        Boolean before = known.get(expression);
        if (before != null) {
            return before;
        }
        boolean[] found = {false};
        Expressions.visit(
                expression,
                e -> found[0] |=
                        e instanceof Expression.Atomic || e instanceof Expression.Read r && isMemory(r.place()));
        known.put(expression, found[0]);
        return found[0];
    }

    private static boolean isMemory(Place place) {
        return switch (place) {
            case Place.Scalar _, Place.Register _ -> false;
            case Place.Shared _, Place.Global _ -> true;
            case Place.Pair(Place first) -> isMemory(first);
        };
    }

    /** Whether statements do anything that is counted, or decide where threads go. */
    boolean statements(List<Statement> statements) {
        boolean[] found = {false};
        Statements.visit(
                statements,
                s -> found[0] |= switch (s) {
                    case Statement.Remark _, Statement.Scope _, Statement.AwaitCopies _ -> false;
                    case Statement.Declaration d -> d.expressions().stream().anyMatch(this::expression);
                    case Statement.Assign a ->
                        !(a.target() instanceof Place.Scalar || a.target() instanceof Place.Register)
                                || expression(a.value());
                    case Statement.Evaluate e -> expression(e.value());
                    case Statement.If i -> expression(i.condition());
                    case Statement.For f -> f.expressions().stream().anyMatch(this::expression);
                    case Statement.While _,
                            Statement.ParallelFor _,
                            Statement.Assignment _,
                            Statement.Call _,
                            Statement.Synchronization _,
                            Statement.Jump _ -> true;
                });
        return found[0];
    }
}
