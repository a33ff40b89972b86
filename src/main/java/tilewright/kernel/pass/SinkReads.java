package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * A constant of a written-out loop that is read under a condition, and that only what stands under a guard uses which asks the same or more, is read under the guard.
 *
 * <pre>
 * for q { h1 = q &lt;= m - 1 ? h[q] : 0; if m &gt;= q + 1 { sum = sum + h1 * x[i + q] } }
 *
 * for q { if m &gt;= q + 1 { h1 = h[q]; sum = sum + h1 * x[i + q] } }
 * </pre>
 *
 * <p>The question is asked once then, or in no iteration ({@link Unswitch}).
 */
final class SinkReads implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(f -> f.withBody(statements(f.body())))
                .toList());
    }

    private static List<Statement> statements(List<Statement> statements) {
        return statements.stream()
                .map(s -> s instanceof Statement.For loop && ReadWindows.isWrittenOut(loop)
                        ? loop.withBody(sunk(loop.body()))
                        : s.withBodies(SinkReads::statements))
                .toList();
    }

    private static List<Statement> sunk(List<Statement> body) {
        List<Statement> result = new ArrayList<>(body);
        for (int at = body.size() - 1; at >= 0; at--) {
            Optional<Expression.Conditional> asked = asked(result.get(at));
            Optional<Integer> user = asked.isPresent() ? user(result, at) : Optional.empty();
            if (user.isPresent()
                    && result.get(user.get()) instanceof Statement.If branch
                    && branch.otherwise().isEmpty()
                    && leaves(result.subList(at + 1, user.get()), asked.get())
                    && implies(branch.condition(), asked.get().condition())) {
                Variable variable = ((Statement.Declare) result.get(at)).variable();
                List<Statement> then = new ArrayList<>();
                then.add(new Statement.Declare(variable, asked.get().then(), true));
                then.addAll(branch.then());
                result.set(user.get(), new Statement.If(branch.condition(), then));
                result.remove(at);
            }
        }
        return result;
    }

    /** What a constant is declared with where that stands under a condition. */
    private static Optional<Expression.Conditional> asked(Statement statement) {
        return statement instanceof Statement.Declare(Variable _, Expression.Conditional value, boolean constant)
                        && constant
                ? Optional.of(value)
                : Optional.empty();
    }

    /** The only statement behind a declaration that uses it. */
    private static Optional<Integer> user(List<Statement> body, int declaration) {
        Variable variable = ((Statement.Declare) body.get(declaration)).variable();
        List<Integer> users = new ArrayList<>();
        for (int s = declaration + 1; s < body.size(); s++) {
            Set<Variable> read = new HashSet<>();
            Statements.visitExpressions(List.of(body.get(s)), e -> {
                if (e instanceof Expression.Read(Place.Scalar(Variable v))) {
                    read.add(v);
                }
            });
            if (read.contains(variable)) {
                users.add(s);
            }
        }
        return users.size() == 1 ? Optional.of(users.getFirst()) : Optional.empty();
    }

    /** Whether statements change nothing that a value reads: registers alone, of which it reads none. */
    private static boolean leaves(List<Statement> between, Expression value) {
        boolean[] leaves = {true};
        Statements.visit(between, s -> s.written().forEach(p -> leaves[0] &= p instanceof Place.Register));
        Expressions.visit(value, e -> leaves[0] &= !(e instanceof Expression.Read(Place.Register _)));
        return leaves[0];
    }

    /** Whether each comparison of a condition is one that another condition makes. */
    private static boolean implies(Expression guard, Expression condition) {
        Optional<WindowGuards> asked = WindowGuards.NONE.and(condition, Linear.Names.NONE);
        Optional<WindowGuards> known = WindowGuards.NONE.and(guard, Linear.Names.NONE);
        return asked.isPresent()
                && known.isPresent()
                && asked.get().sums().stream()
                        .allMatch(a -> known.get().sums().stream()
                                .anyMatch(k -> a.others().equals(k.others()) && a.constant() >= k.constant()));
    }
}
