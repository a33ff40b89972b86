package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.not;

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
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * Quotients in double precision of several points of a thread by one divisor, as those by an elimination's pivot: its reciprocal is computed
 * once, the quotients by three multiplications each, and one branch asks for all of them whether that rounds as divisions do, which it does
 * where exponents are not extreme. A division has a branch of its own, so that a thread's divisions wait for one another. Of roots: {@link DivisorReciprocal}.
 *
 * <p>Quotients of one point alone by one divisor are left as they are: few enough not to wait.
 */
final class SharedDivisors {
    private final FreeNames names;
    private final Set<String> made = new HashSet<>();

    private SharedDivisors(Function function) {
        this.names = new FreeNames(function);
    }

    static Function in(Function function) {
        return function.withBody(new SharedDivisors(function).statements(function.body()));
    }

    /**
     * A statement that computes quotients by one divisor and nothing else.
     *
     * @param target what gets them, in terms of the loops' variables
     * @param loops around the division, outermost first
     */
    private record Quotients(Place target, Expression dividend, Place divisor, List<Statement.For> loops) {
        /** The same loops around something else. */
        private Statement around(Statement inner) {
            Statement statement = inner;
            for (Statement.For loop : loops.reversed()) {
                statement = new Statement.For(
                        loop.variable(),
                        loop.start(),
                        loop.condition(),
                        loop.step(),
                        loop.unroll(),
                        List.of(statement));
            }
            return statement;
        }
    }

    private List<Statement> statements(List<Statement> body) {
        List<Statement> result = new ArrayList<>();
        for (int s = 0; s < body.size(); s++) {
            Optional<Quotients> first = quotients(body.get(s));
            if (first.isEmpty()) {
                result.add(body.get(s).withBodies(this::statements));
                continue;
            }
            Place divisor = first.get().divisor();
            int end = end(body, s, divisor);
            List<Statement> reach = body.subList(s, end);
            if (reach.stream()
                    .flatMap(q -> by(q, divisor).stream())
                    .allMatch(q -> q.loops().isEmpty())) {
                result.add(body.get(s));
                continue;
            }
            Variable reciprocal = new Variable(fresh("reciprocal"), ScalarType.F64);
            Expression divided = Expressions.binary(Infix.DIV, DivisorReciprocal.ONE, new Expression.Read(divisor));
            Expression value = DivisorReciprocal.of(result, divisor, false, divided, () -> fresh("near"));
            result.add(new Statement.Declare(reciprocal, value, true));
            for (Statement statement : reach) {
                Optional<Quotients> quotients = by(statement, divisor);
                if (quotients.isPresent()) {
                    result.addAll(divided(statement, quotients.get(), reciprocal));
                } else {
                    result.addAll(statements(List.of(statement)));
                }
            }
            s = end - 1;
        }
        return result;
    }

    /** Behind the last statement with quotients by the divisor before that gets another value. */
    private static int end(List<Statement> body, int first, Place divisor) {
        int end = first + 1;
        for (int s = first + 1; s < body.size() && !DivisorReciprocal.changes(body.get(s), divisor); s++) {
            if (by(body.get(s), divisor).isPresent()) {
                end = s + 1;
            }
        }
        return end;
    }

    private static Optional<Quotients> by(Statement statement, Place divisor) {
        return quotients(statement).filter(q -> q.divisor().equals(divisor));
    }

    private static Optional<Quotients> quotients(Statement statement) {
        return quotients(statement, List.of());
    }

    private static Optional<Quotients> quotients(Statement statement, List<Statement.For> loops) {
        if (statement instanceof Statement.For loop
                && loop.body().size() == 1
                && Iterations.of(loop).isPresent()) {
            List<Statement.For> inner = new ArrayList<>(loops);
            inner.add(loop);
            return quotients(loop.body().getFirst(), inner);
        }
        if (statement instanceof Statement.Declare d && d.value() != null) {
            return quotient(d.variable().place(), d.value(), loops);
        }
        return statement instanceof Statement.Assign a ? quotient(a.target(), a.value(), loops) : Optional.empty();
    }

    private static Optional<Quotients> quotient(Place target, Expression value, List<Statement.For> loops) {
        if (!(value instanceof Expression.Binary division)
                || division.operator() != Infix.DIV
                || division.type() != ScalarType.F64
                || !(division.right() instanceof Expression.Read(Place divisor))
                || !DivisorReciprocal.isSingle(divisor)
                || DivisorReciprocal.name(target).isEmpty()
                || DivisorReciprocal.name(target).equals(DivisorReciprocal.name(divisor))
                || isMentioned(target, division.left())) {
            return Optional.empty();
        }
        return Optional.of(new Quotients(target, division.left(), divisor, loops));
    }

    private static boolean isMentioned(Place target, Expression dividend) {
        boolean[] found = {false};
        Expressions.visit(
                dividend,
                e -> found[0] |= e instanceof Expression.Read(Place place)
                        && DivisorReciprocal.name(place).equals(DivisorReciprocal.name(target)));
        return found[0];
    }

    /** The quotients by the reciprocal, and the divisions where that might round otherwise. */
    private List<Statement> divided(Statement statement, Quotients quotients, Variable reciprocal) {
        Expression fast = call(
                Intrinsic.DIVIDED_PLAINLY,
                ScalarType.F64,
                quotients.dividend(),
                new Expression.Read(quotients.divisor()),
                reciprocal.read());
        List<Statement> result = new ArrayList<>();
        if (statement instanceof Statement.Declare d) {
            result.add(new Statement.Declare(d.variable(), fast, false));
        } else {
            result.add(quotients.around(new Statement.Assign(quotients.target(), fast)));
        }
        Variable plain = Variable.integer(fresh("plain"));
        Expression isPlain =
                call(Intrinsic.IS_PLAIN, ScalarType.F64, new Expression.Read(quotients.target()), reciprocal.read());
        result.add(new Statement.Declare(plain, integer(1), false));
        result.add(quotients.around(new Statement.Assign(plain.place(), bitAnd(plain.read(), isPlain))));
        Expression slow = Expressions.binary(Infix.DIV, quotients.dividend(), new Expression.Read(quotients.divisor()));
        result.add(new Statement.If(
                not(plain.read()), List.of(quotients.around(new Statement.Assign(quotients.target(), slow)))));
        return result;
    }

    private String fresh(String wanted) {
        String name = names.of(wanted);
        for (int number = 2; !made.add(name); number++) {
            name = names.of(wanted + number);
        }
        return name;
    }
}
