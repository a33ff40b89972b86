package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Mentions;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * Several quotients in double precision by one variable, until it gets another value, as those by an elimination's pivot: its reciprocal is computed
 * where it gets its value. The quotients no longer wait for one another, as divisions do, each of which has a branch. Results are rounded as those of
 * divisions ({@link Intrinsic#DIVIDED}).
 */
final class ScalarDivisors {
    private final FreeNames names;
    private final Set<String> made = new HashSet<>();

    private ScalarDivisors(Function function) {
        this.names = new FreeNames(function);
    }

    static Function in(Function function) {
        return function.withBody(new ScalarDivisors(function).statements(function.body()));
    }

    private List<Statement> statements(List<Statement> body) {
        List<Statement> rest = new ArrayList<>(body);
        List<Statement> result = new ArrayList<>();
        for (int s = 0; s < rest.size(); s++) {
            Statement statement = rest.get(s);
            Optional<Place> defined = defined(statement);
            if (defined.isPresent()) {
                int end = s + 1;
                while (end < rest.size() && !changes(rest.get(end), defined.get())) {
                    end++;
                }
                List<Statement> reach = rest.subList(s + 1, end);
                if (divisions(reach, defined.get()) > 1) {
                    Variable reciprocal = new Variable(fresh(name(defined.get()) + "_reciprocal"), ScalarType.F64);
                    List<Statement> divided = divided(reach, defined.get(), reciprocal);
                    reach.clear();
                    Expression one = new Expression.RealLiteral(ScalarType.F64, "1.0");
                    rest.add(
                            s + 1,
                            new Statement.Declare(
                                    reciprocal,
                                    Expressions.binary(Infix.DIV, one, new Expression.Read(defined.get())),
                                    true));
                    rest.addAll(s + 2, divided);
                }
            }
            result.add(Statements.withBodies(statement, this::statements));
        }
        return result;
    }

    /** The variable, or the single register, in double precision that a statement gives a value. */
    private static Optional<Place> defined(Statement statement) {
        Place place =
                switch (statement) {
                    case Statement.Declare d when d.value() != null -> d.variable().place();
                    case Statement.Assign a -> a.target();
                    case Statement.Declare _,
                            Statement.Comment _,
                            Statement.DeclareArray _,
                            Statement.Evaluate _,
                            Statement.Copy _,
                            Statement.AwaitCopies _,
                            Statement.Multiply _,
                            Statement.For _,
                            Statement.While _,
                            Statement.If _,
                            Statement.Scope _,
                            Statement.Call _,
                            Statement.Return _,
                            Statement.Break _,
                            Statement.Barrier _,
                            Statement.BarrierOr _,
                            Statement.GridBarrier _,
                            Statement.Hide _,
                            Statement.ParallelFor _ -> null;
                };
        return Optional.ofNullable(place).filter(p -> p.type() == ScalarType.F64 && !name(p).isEmpty());
    }

    /** The name of a variable or of a single register; empty for other places. */
    private static String name(Place place) {
        return switch (place) {
            case Place.Scalar s -> s.variable().name();
            case Place.Register r -> r.indices().isEmpty() ? r.array().name() : "";
            case Place.Shared _, Place.Global _, Place.Pair _ -> "";
        };
    }

    private static boolean changes(Statement statement, Place place) {
        boolean[] changes = {false};
        Statements.visit(
                List.of(statement),
                s -> changes[0] |= Mentions.declared(s).contains(name(place))
                        || Statements.written(s).stream().anyMatch(p -> name(p).equals(name(place))));
        return changes[0];
    }

    /** How many divisions by a variable a thread comes to, if all conditions hold. */
    private static long divisions(List<Statement> statements, Place divisor) {
        long[] found = {0};
        for (Statement statement : statements) {
            Statements.expressions(statement).forEach(e -> Expressions.visit(e, part -> {
                if (isBy(part, divisor)) {
                    found[0]++;
                }
            }));
            long times = statement instanceof Statement.For f
                    ? Iterations.of(f).map(Iterations::count).orElse(2L)
                    : 1;
            for (List<Statement> body : Statements.bodies(statement)) {
                found[0] += times * divisions(body, divisor);
            }
        }
        return found[0];
    }

    private static boolean isBy(Expression expression, Place divisor) {
        return expression instanceof Expression.Binary b
                && b.operator() == Infix.DIV
                && b.right().equals(new Expression.Read(divisor))
                && b.type() == ScalarType.F64;
    }

    private static List<Statement> divided(List<Statement> statements, Place divisor, Variable reciprocal) {
        return new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return isBy(expression, divisor)
                        ? Expressions.call(
                                Intrinsic.DIVIDED,
                                ScalarType.F64,
                                ((Expression.Binary) expression).left(),
                                new Expression.Read(divisor),
                                reciprocal.read())
                        : expression;
            }
        }.statements(statements);
    }

    private String fresh(String wanted) {
        String name = names.of(wanted);
        for (int number = 2; !made.add(name); number++) {
            name = names.of(wanted + "_" + number);
        }
        return name;
    }
}
