package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.not;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.model.MathFunction;

/**
 * Quotients in double precision of several points of a thread by one divisor, as those by an elimination's pivot: its reciprocal is computed
 * once, the quotients by three multiplications each, and one branch asks for all of them whether that rounds as divisions do, which it does
 * where exponents are not extreme. A division has a branch of its own, so that a thread's divisions wait for one another. The reciprocal of a root is made of 1 / sqrt(x), as the root
 * itself is, and corrected by one step of Newton's iteration once the root is there (P. Markstein, IBM J. Res. Dev. 34, 1990).
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
            result.add(new Statement.Declare(reciprocal, reciprocal(result, divisor), true));
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

    /** Of a root from what approximates it: a division would begin with an approximation of its own, behind the root. */
    private Expression reciprocal(List<Statement> before, Place divisor) {
        Expression one = new Expression.RealLiteral(ScalarType.F64, "1.0");
        Expression root = new Expression.Read(divisor);
        OptionalInt found = root(before, divisor);
        if (found.isEmpty()) {
            return Expressions.binary(Infix.DIV, one, root);
        }
        Variable near = new Variable(fresh("near"), ScalarType.F64);
        Statement.Declare declared = (Statement.Declare) before.get(found.getAsInt());
        Expression of = ((Expression.Mathematical) Objects.requireNonNull(declared.value()))
                .operands()
                .getFirst();
        before.add(
                found.getAsInt(),
                new Statement.Declare(near, call(Intrinsic.RECIPROCAL_ROOT, ScalarType.F64, of), true));
        Expression off = call(Intrinsic.FMA, ScalarType.F64, new Expression.Unary(Prefix.NEG, root), near.read(), one);
        return call(Intrinsic.FMA, ScalarType.F64, off, near.read(), near.read());
    }

    /** Which statement declares the root that a divisor has last been set to; none where it is something else. */
    private static OptionalInt root(List<Statement> before, Place divisor) {
        int last = before.size() - 1;
        while (last >= 0 && !changes(before.get(last), divisor)) {
            last--;
        }
        if (last < 0
                || !(before.get(last) instanceof Statement.Assign(Place target, Expression value))
                || !target.equals(divisor)) {
            return OptionalInt.empty();
        }
        return IntStream.range(0, last)
                .filter(s -> before.get(s) instanceof Statement.Declare(Variable v, Expression of, boolean constant)
                        && constant
                        && value.equals(v.read())
                        && of instanceof Expression.Mathematical m
                        && m.function() == MathFunction.SQRT
                        && m.of() == ScalarType.F64)
                .findFirst();
    }

    /** Behind the last statement with quotients by the divisor before that gets another value. */
    private static int end(List<Statement> body, int first, Place divisor) {
        int end = first + 1;
        for (int s = first + 1; s < body.size() && !changes(body.get(s), divisor); s++) {
            if (by(body.get(s), divisor).isPresent()) {
                end = s + 1;
            }
        }
        return end;
    }

    private static boolean changes(Statement statement, Place place) {
        boolean[] changes = {false};
        Statements.visit(
                List.of(statement),
                part -> changes[0] |= part.written().stream().anyMatch(p -> name(p).equals(name(place))));
        return changes[0];
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
                || !isSingle(divisor)
                || name(target).isEmpty()
                || name(target).equals(name(divisor))
                || isMentioned(target, division.left())) {
            return Optional.empty();
        }
        return Optional.of(new Quotients(target, division.left(), divisor, loops));
    }

    /** Whether a place is a variable or a register without subscripts: it is the same in all iterations. */
    private static boolean isSingle(Place place) {
        return place instanceof Place.Scalar
                || place instanceof Place.Register r && r.indices().isEmpty();
    }

    /** The name of a variable or of an array of registers; empty for memory. */
    private static String name(Place place) {
        return switch (place) {
            case Place.Scalar s -> s.variable().name();
            case Place.Register r -> r.array().name();
            case Place.Shared _, Place.Global _, Place.Pair _ -> "";
        };
    }

    private static boolean isMentioned(Place target, Expression dividend) {
        boolean[] found = {false};
        Expressions.visit(
                dividend,
                e -> found[0] |=
                        e instanceof Expression.Read(Place place) && name(place).equals(name(target)));
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
