package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;

/**
 * Guards inside of each other as one, with the constants between them declared in front. Before: {@code if a { let x = i + 1; if x < n { s } }}, after:
 * {@code { let x = i + 1; if a && x < n { s } }}. Constants are numbers of the thread, which may be computed where nobody needs them.
 */
final class NestedGuards {
    private final List<Statement> constants = new ArrayList<>();
    private final List<Expression> guards = new ArrayList<>();
    private List<Statement> inside = List.of();

    private NestedGuards() {}

    static List<Statement> joined(List<Statement> body) {
        return body.stream().map(NestedGuards::joined).toList();
    }

    private static Statement joined(Statement statement) {
        NestedGuards nested = new NestedGuards();
        nested.open(List.of(statement));
        if (nested.guards.size() < 2) {
            return statement;
        }
        List<Statement> statements = new ArrayList<>(nested.constants);
        statements.add(new Statement.If(Expressions.all(nested.guards), nested.inside));
        return new Statement.Scope(statements);
    }

    /** Goes on inside where a list is constants and one statement that holds the rest. */
    private void open(List<Statement> body) {
        int rest = 0;
        while (rest < body.size() && isConstant(body.get(rest))) {
            rest++;
        }
        if (rest == body.size() - 1 && body.get(rest) instanceof Statement.Scope s) {
            constants.addAll(body.subList(0, rest));
            open(s.body());
        } else if (rest == body.size() - 1
                && body.get(rest) instanceof Statement.If i
                && i.otherwise().isEmpty()) {
            constants.addAll(body.subList(0, rest));
            guards.add(i.condition());
            open(i.then());
        } else {
            inside = body;
        }
    }

    private static boolean isConstant(Statement statement) {
        if (!(statement instanceof Statement.Declare d) || !d.constant() || d.value() == null) {
            return false;
        }
        boolean[] ofThread = {true};
        Expressions.visit(
                d.value(),
                e -> ofThread[0] &= Expressions.isOfThread(e)
                        && !(e instanceof Expression.Read(Place place) && !(place instanceof Place.Scalar)));
        return ofThread[0];
    }
}
