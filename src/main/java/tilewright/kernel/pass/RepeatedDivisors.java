package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * Quotients in double precision by one number that an iteration computes for each of them anew, as those of a tridiagonal elimination: {@code p = c / (a * p + b)} and
 * {@code q = (r - a * q) / (a * p + b)}. The reciprocal is computed once, before the first of them. A division has a branch of its own, so that the second one would
 * wait for the first.
 *
 * <p>Reads off the program: that the divisors have one text where constants are written out, that the iteration is straight code, and that it changes nothing that the first divisor is made of.
 */
final class RepeatedDivisors {
    /**
     * A division.
     *
     * @param at statement of the body that it stands in
     * @param written its divisor with all constants written out
     * @param shown its divisor with those constants written out that the body does not see
     * @param divisor as it stands
     */
    private record Site(int at, Expression written, Expression shown, Expression divisor) {}

    private final FreeNames names;
    private final Set<String> readOnly = new HashSet<>();

    private RepeatedDivisors(Function function) {
        this.names = new FreeNames(function);
        for (Function.Parameter parameter : function.parameters()) {
            if (parameter instanceof Function.Parameter.Base b
                    && b.exclusive()
                    && !b.array().written()) {
                readOnly.add(b.name());
            }
        }
    }

    static Function in(Function function) {
        RepeatedDivisors repeated = new RepeatedDivisors(function);
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop ? List.of(repeated.in(loop)) : List.of(statement);
            }
        }.whole(function);
    }

    private Statement.For in(Statement.For loop) {
        boolean[] straight = {true};
        Statements.visit(loop.body(), s -> straight[0] &= StraightCode.has(s));
        if (!straight[0]) {
            return loop;
        }
        Set<String> changed = new HashSet<>();
        Statements.visit(loop.body(), s -> s.written().forEach(p -> changed.add(name(p))));
        Map<Expression, List<Site>> groups = new LinkedHashMap<>();
        sites(loop.body(), changed)
                .forEach(s -> groups.computeIfAbsent(s.written(), _ -> new ArrayList<>())
                        .add(s));
        Map<Expression, Long> meanings = new HashMap<>();
        groups.values()
                .forEach(g ->
                        g.stream().map(Site::divisor).distinct().forEach(d -> meanings.merge(d, 1L, Long::sum)));
        Statement.For result = loop;
        int made = 0;
        for (List<Site> group : groups.values().stream().toList().reversed()) {
            boolean one = group.stream().allMatch(s -> meanings.get(s.divisor()) == 1L);
            if (group.size() > 1 && one && isKept(group.getFirst().shown(), loop.body(), changed)) {
                result = divided(result, group, ++made);
            }
        }
        return result;
    }

    /** The divisions of a body in order. */
    private List<Site> sites(List<Statement> body, Set<String> changed) {
        Set<String> seen = new HashSet<>();
        body.forEach(s -> seen.addAll(s.declared()));
        Constants all = new Constants((_, value) -> isConstant(value, changed));
        Constants hidden = new Constants((variable, _) -> !seen.contains(variable.name()));
        List<Site> sites = new ArrayList<>();
        for (int s = 0; s < body.size(); s++) {
            int at = s;
            List<Expression> shown = new ArrayList<>();
            StraightCode.visit(
                    List.of(body.get(s)),
                    hidden,
                    (statement, constants, _) ->
                            divisors(statement).forEach(d -> shown.add(constants.written(d))));
            int[] next = {0};
            StraightCode.visit(
                    List.of(body.get(s)),
                    all,
                    (statement, constants, _) -> divisors(statement)
                            .forEach(d -> sites.add(new Site(at, constants.written(d), shown.get(next[0]++), d))));
        }
        return sites;
    }

    private static List<Expression> divisors(Statement statement) {
        List<Expression> divisors = new ArrayList<>();
        statement.expressions().forEach(e -> Expressions.visit(e, part -> {
            if (part instanceof Expression.Binary(Infix operator, Expression _, Expression right)
                    && operator == Infix.DIV
                    && right instanceof Expression.Binary
                    && right.type() == ScalarType.F64) {
                divisors.add(right);
            }
        }));
        return divisors;
    }

    /** Whether an expression has one value in all of the iteration. */
    private boolean isConstant(Expression value, Set<String> changed) {
        boolean[] constant = {true};
        Expressions.visit(
                value,
                e -> constant[0] &= e instanceof Expression.Read(Place place)
                        ? switch (place) {
                            case Place.Scalar(Variable v) -> !changed.contains(v.name());
                            case Place.Global g ->
                                readOnly.contains(g.array().name()) && g.access() == Place.Access.PLAIN;
                            case Place.Register _, Place.Shared _, Place.Pair _ -> false;
                        }
                        : Expressions.isOfThread(e));
        return constant[0];
    }

    /** Whether the body sees what a divisor is made of, in registers that no statement of it changes. */
    private static boolean isKept(Expression divisor, List<Statement> body, Set<String> changed) {
        Set<String> inside = new HashSet<>();
        body.forEach(s -> s.bodies().forEach(b -> Statements.visit(b, inner -> inside.addAll(inner.declared()))));
        boolean[] kept = {true};
        Expressions.visit(
                divisor,
                e -> kept[0] &= e instanceof Expression.Read(Place place)
                        ? place instanceof Place.Scalar(Variable v)
                                && !changed.contains(v.name())
                                && !inside.contains(v.name())
                        : Expressions.isOfThread(e));
        return kept[0];
    }

    private static String name(Place place) {
        return switch (place) {
            case Place.Scalar s -> s.variable().name();
            case Place.Register r -> r.array().name();
            case Place.Shared s -> s.array().name();
            case Place.Global g -> g.array().name();
            case Place.Pair p -> name(p.first());
        };
    }

    private Statement.For divided(Statement.For loop, List<Site> group, int number) {
        String suffix = number == 1 ? "" : String.valueOf(number);
        Variable divisor = new Variable(names.of("divisor" + suffix), ScalarType.F64);
        Variable reciprocal = new Variable(names.of("divisor" + suffix + "_reciprocal"), ScalarType.F64);
        Set<Expression> divisors = new HashSet<>();
        group.forEach(s -> divisors.add(s.divisor()));
        Rewriter quotients = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Binary(Infix operator, Expression left, Expression right)
                                && operator == Infix.DIV
                                && divisors.contains(right)
                        ? Expressions.call(
                                Intrinsic.DIVIDED, ScalarType.F64, left, divisor.read(), reciprocal.read())
                        : expression;
            }
        };
        int first = group.getFirst().at();
        List<Statement> body = new ArrayList<>(loop.body().subList(0, first));
        Expression one = new Expression.RealLiteral(ScalarType.F64, "1.0");
        body.add(new Statement.Declare(divisor, group.getFirst().shown(), true));
        body.add(new Statement.Declare(reciprocal, Expressions.binary(Infix.DIV, one, divisor.read()), true));
        body.addAll(quotients.statements(loop.body().subList(first, loop.body().size())));
        return loop.withBody(body);
    }
}
