package tilewright.kernel.pass;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Statement;

/** Statements that a thread runs one after another without waiting, some of them under conditions: no loops, no calls, no barriers. */
final class StraightCode {
    private StraightCode() {}

    /** Whether a statement, apart from those inside of it, is of this kind. */
    static boolean has(Statement statement) {
        return switch (statement) {
            case Statement.Remark _, Statement.Declaration _, Statement.Assign _, Statement.If _, Statement.Scope _ ->
                true;
            case Statement.For _,
                    Statement.While _,
                    Statement.ParallelFor _,
                    Statement.Assignment _,
                    Statement.Invocation _,
                    Statement.Synchronization _,
                    Statement.Jump _ -> false;
        };
    }

    /** Told of statements. */
    @FunctionalInterface
    interface Visitor {
        /**
         * A statement, before those inside of it.
         *
         * @param constants declared before it, where it sees them
         * @param conditions under which it runs, with constants written out
         */
        void visit(Statement statement, Constants constants, Set<Expression> conditions);
    }

    /**
     * Visits statements in the order in which they run; what is inside of others than branches and scopes is passed over.
     *
     * @param constants declared before; those that the statements declare are added
     */
    static void visit(List<Statement> body, Constants constants, Visitor visitor) {
        visit(body, constants, Set.of(), visitor);
    }

    private static void visit(List<Statement> body, Constants constants, Set<Expression> conditions, Visitor visitor) {
        for (Statement statement : body) {
            visitor.visit(statement, constants, conditions);
            switch (statement) {
                case Statement.Declare d -> constants.declare(d);
                case Statement.Scope s -> visit(s.body(), constants.copy(), conditions, visitor);
                case Statement.If i -> {
                    Expression condition = constants.written(i.condition());
                    visit(i.then(), constants.copy(), with(conditions, condition), visitor);
                    visit(i.otherwise(), constants.copy(), with(conditions, Expressions.not(condition)), visitor);
                }
                case Statement.For _, Statement.While _, Statement.ParallelFor _, Statement.Simple _ -> {}
            }
        }
    }

    private static Set<Expression> with(Set<Expression> conditions, Expression one) {
        Set<Expression> all = new HashSet<>(conditions);
        all.add(one);
        return all;
    }
}
