package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * What names stand for in a loop.
 *
 * @param values of constants that the loop declares once, and that no loop inside counts by
 * @param inside all variables that the loop declares or changes
 * @param arrays of the thread that it declares or changes
 */
record LoopDefinitions(Map<Variable, Expression> values, Set<Variable> inside, Set<String> arrays) {
    static LoopDefinitions of(Statement.For loop) {
        Map<Variable, Expression> values = new HashMap<>();
        Set<Variable> inside = new HashSet<>(Statements.changed(List.of(loop)));
        Set<String> declared = new HashSet<>();
        Set<String> variable = new HashSet<>();
        List<Statement.Declare> again = new ArrayList<>();
        Set<String> arrays = new HashSet<>();
        inside.add(loop.variable());
        Statements.visit(loop.body(), s -> {
            s.written().forEach(p -> {
                if (p instanceof Place.Register r) {
                    arrays.add(r.array().name());
                }
            });
            if (s instanceof Statement.DeclareArray d) {
                arrays.add(d.array().name());
            }
            if (s instanceof Statement.Declare d) {
                inside.add(d.variable());
                boolean known =
                        d.value() != null && d.constant() && d.variable().type() == ScalarType.I32;
                if (!known) {
                    variable.add(d.variable().name());
                } else if (declared.add(d.variable().name())) {
                    values.put(d.variable(), Objects.requireNonNull(d.value()));
                } else {
                    again.add(d);
                }
            } else if (s instanceof Statement.For f) {
                inside.add(f.variable());
                variable.add(f.variable().name());
            }
        });
        values.keySet().removeIf(v -> variable.contains(v.name()));
        LoopDefinitions all = new LoopDefinitions(values, inside, arrays);
        Set<String> different = new HashSet<>();
        for (Statement.Declare d : again) {
            Expression first = values.get(d.variable());
            if (first == null || !all.sums(first).equals(all.sums(Objects.requireNonNull(d.value())))) {
                different.add(d.variable().name());
            }
        }
        values.keySet().removeIf(v -> different.contains(v.name()));
        return all;
    }

    Sums sums(Expression expression) {
        return Sums.of(written(expression));
    }

    /** An expression without names that the loop declares, as far as they stand for values. */
    Expression written(Expression expression) {
        return new Rewriter() {
            @Override
            protected Expression expression(Expression e) {
                return e instanceof Expression.Read(Place.Scalar(Variable v)) && values.containsKey(v)
                        ? whole(values.get(v))
                        : e;
            }
        }.whole(expression);
    }

    /** Whether a number is the same in all iterations, and can be computed before them. */
    boolean stay(Sums sums) {
        boolean[] stays = {true};
        for (Expression factor : sums.factors()) {
            Expressions.visit(factor, e -> stays[0] &= staysPart(e));
        }
        return stays[0];
    }

    private boolean staysPart(Expression e) {
        boolean divides = e instanceof Expression.Binary b
                && (b.operator() == Infix.DIV || b.operator() == Infix.REM)
                && !(b.right() instanceof Expression.IntegerLiteral);
        boolean changes = e instanceof Expression.Read(Place place)
                && !(place instanceof Place.Scalar(Variable v) && !inside.contains(v));
        return Expressions.isOfThread(e) && !divides && !changes;
    }
}
