package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.codegen.scalar.Position;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Mentions;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * A loop nest over the registers of a thread's points, written out by the compiler so that registers have constant indices.
 *
 * @param axes outermost first
 * @param vector registers per step along the innermost
 * @param guard of the points
 * @param owners for some axes, the only place along it, as an offset
 */
record RegisterLoops(List<Integer> axes, int vector, Condition guard, Map<Integer, Affine> owners) {
    RegisterLoops {
        axes = List.copyOf(axes);
        owners = Map.copyOf(owners);
    }

    RegisterLoops(List<Integer> axes, int vector, Condition guard) {
        this(axes, vector, guard, Map.of());
    }

    /** Over all points. */
    RegisterLoops(List<Integer> axes, int vector) {
        this(axes, vector, Condition.TRUE);
    }

    /** The nest around what is done for every register. */
    List<Statement> around(Position position, List<Statement> body) {
        List<Statement> inner = body;
        for (int depth = axes.size() - 1; depth >= 0; depth--) {
            AxisVariables axis = position.names().axis(axes.get(depth));
            boolean innermost = depth == axes.size() - 1;
            inner = List.of(loop(position, axis, innermost ? vector : 1, inCase(conditions(position, depth), inner)));
        }
        return inCase(conditions(position, -1), inner);
    }

    private static List<Statement> inCase(List<Expression> conditions, List<Statement> body) {
        return conditions.isEmpty() ? body : List.of(new Statement.If(Expressions.all(conditions), body));
    }

    /** What is tested at a depth: guards of which no deeper loop has a variable. */
    private List<Expression> conditions(Position position, int depth) {
        List<Expression> conditions = new ArrayList<>();
        for (Condition conjunct : guard.conjuncts()) {
            if (!conjunct.equals(Condition.TRUE) && depth(position, conjunct) == depth) {
                conditions.add(position.guard(conjunct));
            }
        }
        Affine place = depth < 0 ? null : owners.get(axes.get(depth));
        if (place != null) {
            conditions.add(equal(position.in(axes.get(depth)), position.offset(place)));
        }
        return conditions;
    }

    /** The innermost loop whose variable a condition needs; -1 where it needs none. */
    private int depth(Position position, Condition condition) {
        TreeSet<Integer> depths = new TreeSet<>(List.of(-1));
        for (int depth = 0; depth < axes.size(); depth++) {
            String variable = position.names().axis(axes.get(depth)).axis().variable();
            if (condition.variables().contains(variable)) {
                depths.add(depth);
            }
        }
        return depths.last();
    }

    private static Statement loop(Position position, AxisVariables axis, int step, List<Statement> body) {
        Set<String> mentioned = Mentions.in(body);
        List<Statement> inner = new ArrayList<>();
        Expression offset = axis.offset(step);
        if (mentioned.contains(axis.in().name())) {
            inner.add(new Statement.Declare(axis.in(), offset, true));
            offset = axis.in().read();
        }
        if (mentioned.contains(axis.variable().name())) {
            inner.add(new Statement.Declare(axis.variable(), position.names().coordinate(axis, offset), true));
        }
        inner.addAll(body);
        return over(axis.register(), axis.axis().perThread(), step, inner);
    }

    /** A written out loop over registers, or a scope where there is nothing to loop over. */
    static Statement over(Variable register, int count, int step, List<Statement> body) {
        if (count > step) {
            Expression below = less(register.read(), integer(count));
            return new Statement.For(register, integer(0), below, integer(step), Statement.For.ALL, body);
        }
        List<Statement> inner = new ArrayList<>(List.of(new Statement.Declare(register, integer(0), true)));
        inner.addAll(body);
        return new Statement.Scope(inner);
    }
}
