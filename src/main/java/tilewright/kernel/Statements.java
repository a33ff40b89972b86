package tilewright.kernel;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Walks over statements. */
public final class Statements {
    private Statements() {}

    /** The variables that statements change, those inside of them too. */
    public static Set<Variable> changed(List<Statement> statements) {
        Set<Variable> changed = new HashSet<>();
        visit(
                statements,
                s -> s.written().forEach(p -> {
                    if (p instanceof Place.Scalar(Variable v)) {
                        changed.add(v);
                    }
                }));
        return changed;
    }

    /** Calls the visitor for every statement, outer ones before what they contain. */
    public static void visit(List<Statement> statements, Consumer<Statement> visitor) {
        for (Statement statement : statements) {
            visitor.accept(statement);
            statement.bodies().forEach(b -> visit(b, visitor));
        }
    }

    /** Calls the visitor for every expression in the statements and every part of one. */
    public static void visitExpressions(List<Statement> statements, Consumer<Expression> visitor) {
        visit(statements, s -> s.expressions().forEach(e -> Expressions.visit(e, visitor)));
    }
}
