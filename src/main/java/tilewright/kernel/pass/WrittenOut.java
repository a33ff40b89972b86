package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * A loop's body with the loops inside of it that a compiler writes out written out: a scope for each iteration, in which integers that are made of
 * other ones stand for themselves.
 *
 * <p>Example: {@code for p in 0 .. 2 unroll all { let i = own + p; s[i + 1] = x }} is {@code { s[own + 1] = x } { s[own + 2] = x }}.
 */
final class WrittenOut {
    /** Longer bodies stay as they are. */
    private static final int MOST_STATEMENTS = 256;

    private int statements;

    /** The loop itself where nothing is written out. */
    Statement.For of(Statement.For loop) {
        boolean has =
                loop.body().stream().anyMatch(s -> s instanceof Statement.For f && f.unroll() == Statement.For.ALL);
        if (!has) {
            return loop;
        }
        List<Statement> body = all(loop.body(), Map.of());
        return statements <= MOST_STATEMENTS ? loop.withBody(body) : loop;
    }

    private List<Statement> all(List<Statement> body, Map<Variable, Expression> outside) {
        Map<Variable, Expression> known = new HashMap<>(outside);
        List<Statement> written = new ArrayList<>();
        for (Statement statement : body) {
            if (statement instanceof Statement.For f && f.unroll() == Statement.For.ALL && isCounted(f)) {
                Iterations iterations = Iterations.of(f).orElseThrow();
                for (long number = 0; number < iterations.count(); number++) {
                    Map<Variable, Expression> inside = new HashMap<>(known);
                    inside.put(f.variable(), Expressions.integer(iterations.value(number)));
                    written.add(new Statement.Scope(all(f.body(), inside)));
                }
            } else if (statement instanceof Statement.Scope s) {
                written.add(new Statement.Scope(all(s.body(), known)));
            } else if (statement instanceof Statement.Declare(Variable variable, Expression value, boolean _)
                    && !outside.isEmpty()
                    && value != null
                    && isIndex((Statement.Declare) statement)) {
                known.put(variable, new Known(known).whole(value));
            } else {
                statements++;
                written.addAll(new Known(known).whole(statement));
            }
        }
        return written;
    }

    private static boolean isCounted(Statement.For loop) {
        return Iterations.of(loop).filter(i -> i.count() <= MOST_STATEMENTS).isPresent();
    }

    /** A constant that is computed of integers alone. */
    private static boolean isIndex(Statement.Declare declaration) {
        if (!declaration.constant()
                || declaration.value() == null
                || declaration.variable().type().isFloating()) {
            return false;
        }
        boolean[] plain = {true};
        Expressions.visit(
                declaration.value(),
                e -> plain[0] &= e instanceof Expression.IntegerLiteral
                        || e instanceof Expression.Binary
                        || e instanceof Expression.Read(Place.Scalar _));
        return plain[0];
    }

    private static final class Known extends Rewriter {
        private final Map<Variable, Expression> known;

        Known(Map<Variable, Expression> known) {
            this.known = known;
        }

        @Override
        protected Expression expression(Expression e) {
            if (e instanceof Expression.Read(Place.Scalar(Variable v))) {
                return known.getOrDefault(v, e);
            }
            return e instanceof Expression.Binary b && b.operator() == Infix.ADD
                    ? Expressions.sum(b.left(), b.right())
                    : e;
        }
    }
}
