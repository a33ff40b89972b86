package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.model.MathFunction;

/**
 * Makes quotients in double precision, by divisors that a loop's iterations change, of reciprocals, without a branch, and notes how far the furthest of them is from those that are rounded so.
 * Quotients by one divisor share its reciprocal, those of several points too; roots by which a loop divides have no branch either.
 *
 * <p>Example: {@code for m in 0 .. 2 unroll all { q[m] = y[m] / d }} becomes {@code let r = reciprocal_plainly(d); furthest = max(furthest, plainness(r)); for m in 0 .. 2 unroll all { q[m] =
 * divided_plainly(y[m], d, r); furthest = max(furthest, quotient_plainness(q[m], y[m])) }}.
 */
final class PlainQuotients {
    private final FreeNames names;
    private final Variable furthest;

    PlainQuotients(FreeNames names, Variable furthest) {
        this.names = names;
        this.furthest = furthest;
    }

    /** What a statement computes as a quotient and nothing else. */
    private record Quotient(Place target, Expression dividend, Expression divisor) {
        static Optional<Quotient> of(Statement statement) {
            if (statement instanceof Statement.Declare d && d.value() != null) {
                return of(d.variable().place(), d.value());
            }
            return statement instanceof Statement.Assign a ? of(a.target(), a.value()) : Optional.empty();
        }

        private static Optional<Quotient> of(Place target, Expression value) {
            return value instanceof Expression.Binary(Infix operator, Expression dividend, Expression divisor)
                            && operator == Infix.DIV
                            && divisor.type() == ScalarType.F64
                            && !DivisorReciprocal.name(target).isEmpty()
                    ? Optional.of(new Quotient(target, dividend, divisor))
                    : Optional.empty();
        }

        /** A divisor that is the same for all points of a thread. */
        Optional<Place> single() {
            return divisor instanceof Expression.Read(Place place) && DivisorReciprocal.isSingle(place)
                    ? Optional.of(place)
                    : Optional.empty();
        }
    }

    /** Whether some loop in a statement, that is no loop over a thread's points, has such a quotient whose divisor it changes. */
    static boolean isIn(Statement statement) {
        boolean[] found = {false};
        Statements.visit(List.of(statement), s -> {
            if (s instanceof Statement.For loop && !isOverPoints(loop)) {
                Statements.visit(
                        loop.body(),
                        inner -> found[0] |= Quotient.of(inner)
                                .filter(q -> isChanged(loop.body(), q.divisor()))
                                .isPresent());
            }
        });
        return found[0];
    }

    private static boolean isOverPoints(Statement.For loop) {
        return loop.unroll() == Statement.For.ALL && Iterations.of(loop).isPresent();
    }

    /** Whether statements change a value: one that they read from memory, or a place that they set or declare. */
    private static boolean isChanged(List<Statement> body, Expression value) {
        boolean[] changed = {false};
        Expressions.visit(
                value,
                e -> changed[0] |= e instanceof Expression.Read(Place place)
                        && (DivisorReciprocal.name(place).isEmpty() || isChanged(body, place)));
        return changed[0];
    }

    /** Whether statements set a place, or declare it. */
    private static boolean isChanged(List<Statement> body, Place place) {
        boolean[] changed = {false};
        Statements.visit(
                body,
                s -> changed[0] |=
                        DivisorReciprocal.changes(s, place) || s.declared().contains(DivisorReciprocal.name(place)));
        return changed[0];
    }

    /** The statement with its quotients made so. */
    Statement in(Statement statement) {
        return statement instanceof Statement.For loop && !isOverPoints(loop)
                ? loop.withBody(changed(loop.body(), loop.body(), new HashMap<>()))
                : statement.withBodies(body -> body.stream().map(this::in).toList());
    }

    /**
     * @param loop the body of the innermost loop around that is not over points
     * @param known the reciprocals of divisors that stand before
     */
    private List<Statement> changed(List<Statement> body, List<Statement> loop, Map<Place, Variable> known) {
        List<Statement> result = new ArrayList<>();
        for (Statement statement : body) {
            Optional<Quotient> quotient = Quotient.of(statement).filter(q -> isChanged(loop, q.divisor()));
            if (quotient.isPresent()) {
                Place divisor = quotient.get()
                        .single()
                        .orElseGet(() -> declared(quotient.get().divisor(), result));
                Variable reciprocal = reciprocal(divisor, result, known);
                result.addAll(plainly(statement, quotient.get(), divisor, reciprocal));
            } else if (statement instanceof Statement.For inner && !isOverPoints(inner)) {
                result.add(inner.withBody(changed(inner.body(), inner.body(), new HashMap<>())));
            } else {
                if (statement instanceof Statement.For || statement instanceof Statement.Scope) {
                    shared(statement, loop).forEach(divisor -> reciprocal(divisor, result, known));
                }
                result.add(statement.withBodies(inner -> changed(inner, loop, inside(statement, known))));
            }
            known.keySet().removeIf(divisor -> isChanged(List.of(statement), divisor));
        }
        return result;
    }

    /** The reciprocals that a statement does not change on its way. */
    private static Map<Place, Variable> inside(Statement statement, Map<Place, Variable> known) {
        Map<Place, Variable> inside = new HashMap<>(known);
        inside.keySet().removeIf(divisor -> isChanged(List.of(statement), divisor));
        return inside;
    }

    /** What a statement divides by, all of a thread's points say, and does not set itself. */
    private static List<Place> shared(Statement statement, List<Statement> loop) {
        List<Place> divisors = new ArrayList<>();
        Statements.visit(
                List.of(statement),
                s -> Quotient.of(s)
                        .flatMap(Quotient::single)
                        .filter(d -> isChanged(loop, d) && !isChanged(List.of(statement), d) && !divisors.contains(d))
                        .ifPresent(divisors::add));
        return divisors;
    }

    /** A divisor that is no variable gets one; a root one that is set to it, as roots are found. */
    private Place declared(Expression divisor, List<Statement> before) {
        Variable variable = new Variable(names.fresh("divisor"), ScalarType.F64);
        if (divisor instanceof Expression.Mathematical m && m.function() == MathFunction.SQRT) {
            Variable root = new Variable(names.fresh("root"), ScalarType.F64);
            before.add(new Statement.Declare(root, divisor, true));
            before.add(new Statement.Declare(variable, null, false));
            before.add(new Statement.Assign(variable.place(), root.read()));
        } else {
            before.add(new Statement.Declare(variable, divisor, true));
        }
        return variable.place();
    }

    private Variable reciprocal(Place divisor, List<Statement> before, Map<Place, Variable> known) {
        Variable found = known.get(divisor);
        if (found != null) {
            return found;
        }
        Variable reciprocal = new Variable(names.fresh("reciprocal"), ScalarType.F64);
        Expression plainly = call(Intrinsic.RECIPROCAL_PLAINLY, ScalarType.F64, new Expression.Read(divisor));
        Expression value = DivisorReciprocal.of(before, divisor, true, plainly, () -> names.fresh("near"));
        before.add(new Statement.Declare(reciprocal, value, true));
        before.add(further(call(Intrinsic.PLAINNESS, ScalarType.F64, reciprocal.read())));
        known.put(divisor, reciprocal);
        return reciprocal;
    }

    private List<Statement> plainly(Statement statement, Quotient quotient, Place divisor, Variable reciprocal) {
        List<Statement> result = new ArrayList<>();
        Expression dividend = quotient.dividend();
        if (!(dividend instanceof Expression.Read(Place place))
                || DivisorReciprocal.name(place).isEmpty()
                || DivisorReciprocal.name(place).equals(DivisorReciprocal.name(quotient.target()))) {
            Variable kept = new Variable(names.fresh("dividend"), ScalarType.F64);
            result.add(new Statement.Declare(kept, dividend, true));
            dividend = kept.read();
        }
        Expression value = call(
                Intrinsic.DIVIDED_PLAINLY, ScalarType.F64, dividend, new Expression.Read(divisor), reciprocal.read());
        result.add(
                statement instanceof Statement.Declare d
                        ? new Statement.Declare(d.variable(), value, d.constant())
                        : new Statement.Assign(quotient.target(), value));
        result.add(further(
                call(Intrinsic.QUOTIENT_PLAINNESS, ScalarType.F64, new Expression.Read(quotient.target()), dividend)));
        return result;
    }

    private Statement further(Expression plainness) {
        return new Statement.Assign(furthest.place(), call(Intrinsic.MAX, ScalarType.U32, furthest.read(), plainness));
    }
}
