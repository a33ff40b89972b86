package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
 * Statements of one iteration that divide by the same number, as those of a tridiagonal elimination do: {@code p = -c / (a * p + b)} and
 * {@code q = (r - a * q) / (a * p + b)}. The first one computes the reciprocal, all of them divide by it, and none waits for the division of another.
 *
 * <p>Reads off the program: that divisors have one text when constants are written out, that nothing that they read changes in
 * between, and that what the first one's conditions are hold for the others.
 */
final class SharedDivisors {
    private final FreeNames names;
    private final Set<String> readOnly = new HashSet<>();
    /** Variables that the loop at hand assigns to. */
    private final Set<String> assigned = new HashSet<>();

    private int made;

    private SharedDivisors(Function function) {
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
        SharedDivisors shared = new SharedDivisors(function);
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop ? List.of(shared.in(loop)) : List.of(statement);
            }
        }.whole(function);
    }

    /** A division: where it stands. */
    private record Site(int top, Statement.Assign in, Expression.Binary division, Set<Expression> conditions) {}

    private Statement.For in(Statement.For loop) {
        Map<Expression, List<Site>> sites = new LinkedHashMap<>();
        for (int s = 0; s < loop.body().size(); s++) {
            if (loop.body().get(s) instanceof Statement.For) {
                return loop;
            }
        }
        assigned.clear();
        Statements.visit(loop.body(), s -> {
            if (s instanceof Statement.Assign a && a.target() instanceof Place.Scalar v) {
                assigned.add(v.variable().name());
            }
        });
        Map<String, Expression> values = new HashMap<>();
        for (int s = 0; s < loop.body().size(); s++) {
            collect(loop.body().get(s), s, values, Set.of(), sites);
        }
        sites.entrySet().removeIf(e -> !isShared(loop, e.getKey(), e.getValue()));
        return sites.isEmpty() ? loop : changed(loop, sites.values());
    }

    private void collect(
            Statement statement,
            int top,
            Map<String, Expression> values,
            Set<Expression> conditions,
            Map<Expression, List<Site>> sites) {
        switch (statement) {
            case Statement.Declare d -> {
                if (d.constant() && d.value() != null) {
                    Expression value = written(d.value(), values);
                    if (isFixed(value)) {
                        values.put(d.variable().name(), value);
                    }
                }
            }
            case Statement.Assign a ->
                Expressions.visit(a.value(), e -> {
                    if (e instanceof Expression.Binary b
                            && b.operator() == Infix.DIV
                            && b.type() == ScalarType.F64
                            && !(b.right() instanceof Expression.RealLiteral)) {
                        sites.computeIfAbsent(written(b.right(), values), k -> new ArrayList<>())
                                .add(new Site(top, a, b, conditions));
                    }
                });
            case Statement.Scope s -> {
                Map<String, Expression> inner = new HashMap<>(values);
                s.body().forEach(i -> collect(i, top, inner, conditions, sites));
            }
            case Statement.If i -> {
                Set<Expression> then = new HashSet<>(conditions);
                then.add(written(i.condition(), values));
                Map<String, Expression> inner = new HashMap<>(values);
                i.then().forEach(t -> collect(t, top, inner, then, sites));
            }
            case Statement.Comment _,
                    Statement.DeclareArray _,
                    Statement.Evaluate _,
                    Statement.Copy _,
                    Statement.AwaitCopies _,
                    Statement.Multiply _,
                    Statement.For _,
                    Statement.While _,
                    Statement.Call _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.BarrierOr _,
                    Statement.GridBarrier _,
                    Statement.Hide _,
                    Statement.ParallelFor _ -> {}
        }
    }

    /** Whether a constant may stand for its value wherever it is seen: it reads nothing that changes. */
    private boolean isFixed(Expression expression) {
        boolean[] fixed = {true};
        Expressions.visit(
                expression,
                e -> fixed[0] &= e instanceof Expression.Read r
                        ? isFixed(r.place())
                                || r.place() instanceof Place.Global g
                                        && readOnly.contains(g.array().name())
                        : Expressions.isOfThread(e));
        return fixed[0];
    }

    /** Whether it is a variable that the loop does not assign to. */
    private boolean isFixed(Place place) {
        return place instanceof Place.Scalar(Variable v) && !assigned.contains(v.name());
    }

    private boolean isUntouched(Place.Global load, List<Place.Global> stores, Map<String, Expression> constants) {
        return readOnly.contains(load.array().name())
                || stores.stream()
                        .filter(s -> s.array().name().equals(load.array().name()))
                        .allMatch(s -> areApart(s, load, constants));
    }

    private static Expression written(Expression expression, Map<String, Expression> values) {
        return new Rewriter() {
            @Override
            protected Expression expression(Expression part) {
                return part instanceof Expression.Read(Place.Scalar(Variable v))
                        ? values.getOrDefault(v.name(), part)
                        : part;
            }
        }.whole(expression);
    }

    /** Whether all divide by one number, of which the first one's reciprocal serves the others. */
    private boolean isShared(Statement.For loop, Expression divisor, List<Site> sites) {
        if (sites.size() < 2
                || !sites.stream()
                        .allMatch(
                                s -> s.conditions().containsAll(sites.getFirst().conditions()))) {
            return false;
        }
        List<Place.Global> stores = new ArrayList<>();
        boolean[] plain = {true};
        Map<String, Expression> constants = new HashMap<>();
        Statements.visit(loop.body(), s -> {
            switch (s) {
                case Statement.Declare d -> {
                    if (d.constant() && d.value() != null && isFixed(d.value())) {
                        constants.put(d.variable().name(), d.value());
                    }
                }
                case Statement.Assign a -> {
                    switch (a.target()) {
                        case Place.Global g -> stores.add(g);
                        case Place.Scalar _, Place.Register _, Place.Shared _, Place.Pair _ -> {}
                    }
                }
                case Statement.Comment _, Statement.DeclareArray _, Statement.If _, Statement.Scope _ -> {}
                case Statement.Copy c -> plain[0] &= c.to() instanceof Place.Register;
                case Statement.Evaluate _,
                        Statement.AwaitCopies _,
                        Statement.Multiply _,
                        Statement.For _,
                        Statement.While _,
                        Statement.Call _,
                        Statement.Return _,
                        Statement.Break _,
                        Statement.Barrier _,
                        Statement.BarrierOr _,
                        Statement.GridBarrier _,
                        Statement.Hide _,
                        Statement.ParallelFor _ -> plain[0] = false;
            }
        });
        Expressions.visit(
                divisor,
                e -> plain[0] &= e instanceof Expression.Read r
                        ? isFixed(r.place()) || r.place() instanceof Place.Global g && isUntouched(g, stores, constants)
                        : Expressions.isOfThread(e));
        return plain[0];
    }

    /** Whether a store of this thread never touches what the same iteration loads. */
    private static boolean areApart(Place.Global store, Place.Global load, Map<String, Expression> constants) {
        Map<String, Expression> values = new HashMap<>(constants);
        values.replaceAll((name, value) -> written(value, constants));
        Sums difference = Sums.of(written(store.offset(), values)).plus(Sums.of(written(load.offset(), values)), -1);
        return difference.terms().size() == 1 && difference.factors().isEmpty();
    }

    private Statement.For changed(Statement.For loop, Iterable<List<Site>> groups) {
        Map<Statement.Assign, List<Statement>> before = new IdentityHashMap<>();
        Map<Expression.Binary, Variable> reciprocals = new IdentityHashMap<>();
        Map<Integer, List<Statement>> declared = new HashMap<>();
        for (List<Site> sites : groups) {
            Site first = sites.getFirst();
            Variable reciprocal = new Variable(names.of("reciprocal" + (made == 0 ? "" : "_" + made)), ScalarType.F64);
            made++;
            Expression one = new Expression.RealLiteral(ScalarType.F64, "1.0");
            declared.computeIfAbsent(first.top(), t -> new ArrayList<>())
                    .add(new Statement.Declare(reciprocal, one, false));
            before.computeIfAbsent(first.in(), a -> new ArrayList<>())
                    .add(new Statement.Assign(
                            reciprocal.place(),
                            Expressions.binary(Infix.DIV, one, first.division().right())));
            sites.forEach(s -> reciprocals.put(s.division(), reciprocal));
        }
        List<Statement> body = new ArrayList<>();
        for (int s = 0; s < loop.body().size(); s++) {
            body.addAll(declared.getOrDefault(s, List.of()));
            body.addAll(in(loop.body().get(s), before, reciprocals));
        }
        return new Statement.For(loop.variable(), loop.start(), loop.condition(), loop.step(), loop.unroll(), body);
    }

    private static List<Statement> in(
            Statement statement,
            Map<Statement.Assign, List<Statement>> before,
            Map<Expression.Binary, Variable> reciprocals) {
        return switch (statement) {
            case Statement.Assign a -> {
                List<Statement> result = new ArrayList<>(before.getOrDefault(a, List.of()));
                result.add(new Statement.Assign(a.target(), divided(a.value(), reciprocals)));
                yield result;
            }
            case Statement.Scope s -> List.of(new Statement.Scope(all(s.body(), before, reciprocals)));
            case Statement.If i ->
                List.of(new Statement.If(i.condition(), all(i.then(), before, reciprocals), i.otherwise()));
            case Statement.Comment _,
                    Statement.Declare _,
                    Statement.DeclareArray _,
                    Statement.Evaluate _,
                    Statement.Copy _,
                    Statement.AwaitCopies _,
                    Statement.Multiply _,
                    Statement.For _,
                    Statement.While _,
                    Statement.Call _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.BarrierOr _,
                    Statement.GridBarrier _,
                    Statement.Hide _,
                    Statement.ParallelFor _ -> List.of(statement);
        };
    }

    private static List<Statement> all(
            List<Statement> body,
            Map<Statement.Assign, List<Statement>> before,
            Map<Expression.Binary, Variable> reciprocals) {
        return body.stream().flatMap(s -> in(s, before, reciprocals).stream()).toList();
    }

    /** An expression whose divisions, told apart by identity, are by reciprocals. */
    private static Expression divided(Expression value, Map<Expression.Binary, Variable> reciprocals) {
        @Nullable Variable reciprocal = value instanceof Expression.Binary b ? reciprocals.get(b) : null;
        if (reciprocal != null) {
            Expression.Binary division = (Expression.Binary) value;
            return Expressions.call(
                    Intrinsic.DIVIDED,
                    ScalarType.F64,
                    divided(division.left(), reciprocals),
                    division.right(),
                    Objects.requireNonNull(reciprocal).read());
        }
        return switch (value) {
            case Expression.Binary b ->
                new Expression.Binary(b.operator(), divided(b.left(), reciprocals), divided(b.right(), reciprocals));
            case Expression.Unary u -> new Expression.Unary(u.operator(), divided(u.operand(), reciprocals));
            case Expression.IntegerLiteral _,
                    Expression.RealLiteral _,
                    Expression.Read _,
                    Expression.Own _,
                    Expression.Conditional _,
                    Expression.Convert _,
                    Expression.Bits _,
                    Expression.Call _,
                    Expression.Mathematical _,
                    Expression.Shuffle _,
                    Expression.Voted _,
                    Expression.Reduced _,
                    Expression.Counted _,
                    Expression.Atomic _ -> value;
        };
    }
}
